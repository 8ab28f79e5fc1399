//! Certificates: written by `adv prove`, checked by `adv verify`.

use adv_testkit::hostile::certificate_of;
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
        .and_then(|rest| rest.get(..64));
    let number = number.unwrap_or_else(|| panic!("{}", ran.out));
    assert_snapshot!("verified", ran.out.replace(number, "0123456789abcdef"));
    let ran = desk.adv(&["verify", "queen.proof", "queen.adv"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!(
        "verified_program",
        ran.out.replace(number, "0123456789abcdef")
    );
    // A module is the same program, and comments do not change one.
    assert_eq!(desk.adv(&["build", "queen.adv"]).code, 0);
    assert_eq!(desk.adv(&["verify", "queen.proof", "queen.advc"]).code, 0);
    let text = desk.text("queen.adv");
    desk.put("queen.adv", format!("// To be mated.\n{text}"));
    assert_eq!(desk.adv(&["verify", "queen.proof", "queen.adv"]).code, 0);

    // Another program is reported. A claim that is not in the program is read by it.
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
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(
        ran.out.contains(
            "the claim of the program, which is not written in it, is about this position"
        ),
        "{}",
        ran.out
    );
    assert_eq!(desk.adv(&["build", "queen.adv", "--strip"]).code, 0);
    let ran = desk.adv(&["verify", "queen.proof", "queen.advc"]);
    assert_eq!((ran.code, ran.out.as_str()), (5, ""), "{}", ran.all());
    assert!(ran.err.contains("name its source"), "{}", ran.err);
}

/// The certificate with some of its bytes in the place of others of the same number, its checksum computed again.
fn forged(plain: &[u8], before: &str, after: &str) -> Vec<u8> {
    assert_eq!(before.len(), after.len());
    let (before, after) = (before.as_bytes(), after.as_bytes());
    let at = plain
        .windows(before.len())
        .position(|bytes| bytes == before);
    let at = at.expect("it is in the certificate");
    let mut forged = plain.to_vec();
    forged[at..at + after.len()].copy_from_slice(after);
    mended(forged)
}

fn mended(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = bytes[14..]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    bytes[6..14].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_claim_that_was_not_checked_is_not_shown_as_proved() {
    let desk = proved();
    let plain = decompress_to_vec_zlib(&desk.bytes("queen.proof")).expect("it is packed");
    let claim = "prove kqk from example reaches mate within 1 moves";
    let mut all = String::new();
    for after in [
        "prove kqk from example reaches mate within 9 moves",
        "prove kqk from example reaches mate               ",
        "prove kqk from example   reaches mate   any-choice",
        "prove kqk from 2 random positions reaches mate    ",
        "prove kqk from example keeps white-to-move        ",
        "prove nobody from example reaches mate            ",
    ] {
        desk.put(
            "forged",
            compress_to_vec_zlib(&forged(&plain, claim, after), 5),
        );
        // Without the program it is what the certificate says of itself.
        let ran = desk.adv(&["verify", "forged"]);
        assert_eq!(ran.code, 0, "{}", ran.all());
        let (checked, own) = ran.out.split_once("says of itself").expect("two parts");
        assert!(
            !checked.contains("prove ") && own.contains(after.trim()),
            "{}",
            ran.out
        );
        let ran = desk.adv(&["verify", "forged", "queen.adv"]);
        assert_eq!((ran.code, ran.out.as_str()), (5, ""), "{}", ran.all());
        all.push_str(&format!("{after}\n{}\n", ran.err));
    }
    assert_snapshot!("verify_forged", all);
}

#[test]
fn a_certificate_that_is_made_to_cost_ends_at_once() {
    let desk = Desk::new();
    // As many entries as the class needs for its set to be gone through, and no enemy king, so that no number is a position.
    for men in [[0x11, 0x11, 0, 0x10, 0, 0], [0x11, 0x11, 0, 0x10, 0x01, 0]] {
        let bytes = certificate_of(men, 1 << 18);
        desk.put("slow", compress_to_vec_zlib(&mended(bytes), 5));
        let ran = desk.adv(&["verify", "slow"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        assert!(ran.err.contains("unpack to more than"), "{}", ran.err);
        let ran = desk.adv(&["verify", "slow", "--unpack-ratio", "2000"]);
        assert_eq!((ran.code, ran.out.as_str()), (5, ""), "{}", ran.all());
        assert!(ran.err.contains("one king for each side"), "{}", ran.err);
    }
    // Nothing but zeros, a thousand times as many as there are bytes.
    desk.put("bomb", compress_to_vec_zlib(&vec![0; 64 << 20], 5));
    let ran = desk.adv(&["verify", "bomb"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
    assert!(
        ran.err.contains("--unpack-ratio` allows more"),
        "{}",
        ran.err
    );
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

#[test]
fn full_boards_are_proved_certified_and_verified() {
    let desk = Desk::new();
    desk.put(
        "checks.adv",
        "example \"3q4/1pppPP1b/PP2kr2/1B2B1p1/K1p1NPp1/Pnp1nR2/r3QpPP/bR1N4 w - - 0 1\"

advice by-checks(n: number)
  better   mate
  us       any where new.check by new.replies
  depth    2 * n - 1 shortest
end-advice

prove by-checks(5) from example reaches mate within 5 moves
prove by-checks(1) from \"5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1\", \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\" reaches mate
",
    );
    desk.put("proofs/notes.txt", "");
    let ran = desk.adv(&["prove", "checks.adv", "--certificate", "proofs"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    let ran = desk.adv(&["verify", "proofs/claim-1.proof", "checks.adv"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(ran.out.contains("in at most 5 moves\n"), "{}", ran.out);
    let ran = desk.adv(&["verify", "proofs/claim-2.proof", "checks.adv"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(
        ran.out.contains("every marked position with white to move")
            && ran.out.contains("is about these 2 positions"),
        "{}",
        ran.out
    );
    // More than the memory that it may use is an answer with its own exit code.
    let claim = "prove by-checks(1) from \"r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1\" keeps ¬stalemate";
    let ran = desk.adv(&["prove", "checks.adv", "--claim", claim, "--memory", "10"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{}", ran.all());
    assert!(ran.err.contains("`--memory`"), "{}", ran.err);
}

/// Where the game is over before the claim comes true, its cause is what is on the board.
#[test]
fn our_mate_and_our_stalemate_are_told_apart() {
    let desk = Desk::new();
    desk.put(
        "bare.adv",
        "material W: K;  B: K, Q\n\
         advice run-away\n  better dist(W.K, B.K) > root.dist(W.K, B.K)\n  us K\n  depth 1\nend-advice\n\
         table bare for W\n  otherwise run-away\nend-table\n\
         prove bare from \"8/8/8/8/8/1k6/1q6/K7 w - - 0 1\" reaches dist(W.K, B.K) = 7\n\
         prove bare from \"8/8/8/8/8/1k6/2q5/K7 w - - 0 1\" reaches dist(W.K, B.K) = 7\n",
    );
    let told = |number: &str| desk.adv(&["prove", "bare.adv", "--claim", number]).all();
    let (mated, stalemated) = (told("1"), told("2"));
    assert!(
        mated.contains("mated") && !mated.contains("stalemated"),
        "{mated}"
    );
    assert!(stalemated.contains("stalemated"), "{stalemated}");
}
