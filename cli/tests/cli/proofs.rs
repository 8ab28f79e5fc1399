//! Certificates: written by `adv prove`, checked by `adv verify`.

use insta::assert_snapshot;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;

use crate::claims::desk;
use crate::desk::Desk;

/// A desk with the certificate of the queen's first claim.
fn proved() -> Desk {
    let desk = desk();
    let ran = desk.adv(&[
        "prove",
        "queen.adv",
        "--claim",
        "1",
        "--certificate",
        "queen.proof",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    desk
}

#[test]
fn a_certificate_is_checked_and_its_program_compared() {
    let desk = proved();
    let ran = desk.adv(&["verify", "queen.proof"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    // The fingerprint covers everything that the program and its library are made of.
    let number = ran
        .out
        .split("fingerprint ")
        .nth(1)
        .and_then(|rest| rest.get(..16));
    let number = number.unwrap_or_else(|| panic!("{}", ran.out));
    assert_snapshot!("verified", ran.out.replace(number, "0123456789abcdef"));
    let ran = desk.adv(&["verify", "queen.proof", "queen.adv"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(!ran.out.contains("name the program"), "{}", ran.out);
    // A module is the same program, and comments do not change one.
    assert_eq!(desk.adv(&["build", "queen.adv"]).code, 0);
    assert_eq!(desk.adv(&["verify", "queen.proof", "queen.advc"]).code, 0);
    let text = desk.text("queen.adv");
    desk.put("queen.adv", format!("// To be mated.\n{text}"));
    assert_eq!(desk.adv(&["verify", "queen.proof", "queen.adv"]).code, 0);

    // Another program, or another claim, is reported.
    let mut all = String::new();
    desk.put(
        "queen.adv",
        text.replace("us       Q then K", "us       K then Q"),
    );
    let ran = desk.adv(&["verify", "queen.proof", "queen.adv"]);
    assert_eq!((ran.code, ran.out.as_str()), (5, ""), "{}", ran.all());
    assert!(
        ran.err
            .contains("the certificate is of another program than `queen.adv`"),
        "{}",
        ran.err
    );
    desk.put(
        "queen.adv",
        text.replace("within 1 moves", "within 2 moves"),
    );
    let ran = desk.adv(&["verify", "queen.proof", "queen.adv"]);
    assert_eq!((ran.code, ran.out.as_str()), (5, ""), "{}", ran.all());
    all.push_str(&ran.err);
    assert_snapshot!("verify_other_claim", all);
}

#[test]
fn certificates_of_several_claims_are_numbered_and_only_for_proofs() {
    let desk = desk();
    let ran = desk.adv(&["prove", "queen.adv", "--certificate", "queen.proof"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    assert!(desk.path("queen-1.proof").is_file());
    assert!(!desk.path("queen-2.proof").exists());
    assert!(
        ran.err.contains("no certificate: the claim is not proved"),
        "{}",
        ran.err
    );
    let ran = desk.adv(&[
        "prove",
        "kings.adv",
        "--claim",
        "3",
        "--certificate",
        "kings.proof",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(
        ran.err
            .contains("no certificate: a claim about descriptors is not about play"),
        "{}",
        ran.err
    );
    assert!(!desk.path("kings.proof").exists());
}

#[test]
fn what_is_no_certificate_is_refused() {
    let desk = proved();
    desk.put("empty", "");
    let good = desk.bytes("queen.proof");
    desk.put("short", &good[..good.len() - 5]);
    let plain = decompress_to_vec_zlib(&good).expect("it is packed");
    desk.put("other", compress_to_vec_zlib(b"something else", 5));
    let mut later = plain.clone();
    later[4] = 99;
    desk.put("later", compress_to_vec_zlib(&later, 5));
    desk.put("cut", compress_to_vec_zlib(&plain[..plain.len() - 1], 5));
    let mut all = String::new();
    for (file, code) in [
        ("nothing", 1),
        ("empty", 1),
        ("queen.adv", 1),
        ("short", 1),
        ("other", 5),
        ("later", 5),
        ("cut", 5),
    ] {
        let ran = desk.adv(&["verify", file]);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (code, ""),
            "{file} {}",
            ran.all()
        );
        all.push_str(&format!("adv verify {file}\n{}\n", ran.err));
    }
    let ran = desk.adv(&["verify", "-", "-"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    all.push_str(&ran.err);
    assert_snapshot!("verify_refused", all);
}

#[test]
fn no_altered_byte_is_believed() {
    let desk = proved();
    let good = desk.bytes("queen.proof");
    let plain = decompress_to_vec_zlib(&good).expect("it is packed");
    let places = (0..plain.len()).step_by(plain.len().div_ceil(12));
    for at in places {
        let mut altered = plain.clone();
        altered[at] ^= 0x04;
        desk.put("altered", compress_to_vec_zlib(&altered, 5));
        let ran = desk.adv(&["verify", "altered"]);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (5, ""),
            "byte {at} {}",
            ran.all()
        );
    }
    for at in (0..good.len()).step_by(good.len().div_ceil(12)) {
        let mut altered = good.clone();
        altered[at] ^= 0x04;
        desk.put("altered", &altered);
        let ran = desk.adv(&["verify", "altered"]);
        assert!(
            matches!(ran.code, 1 | 5) && ran.out.is_empty(),
            "byte {at} {}",
            ran.all()
        );
    }
}
