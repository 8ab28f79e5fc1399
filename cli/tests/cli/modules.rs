//! `adv build`, `adv disasm`, and modules in the place of sources.

use insta::assert_snapshot;

use crate::desk::Desk;

#[test]
fn a_module_answers_as_its_source_does() {
    let desk = Desk::new();
    let built = desk.adv(&["build", "queen.adv"]);
    assert_eq!(
        (built.code, built.out.as_str(), built.err.as_str()),
        (0, "", "")
    );
    desk.adv(&["build", "queen.adv", "-o", "other.name"]);
    assert_eq!(desk.bytes("queen.advc"), desk.bytes("other.name"));
    let arguments = ["--stats", "--why"];
    let source = desk.adv(&[&["run", "queen.adv"][..], &arguments].concat());
    let module = desk.adv(&[&["run", "other.name"][..], &arguments].concat());
    assert_eq!(source.out, module.out);
    assert_eq!(desk.adv(&["check", "queen.advc"]).code, 0);
    assert_eq!(desk.adv(&["survey", "queen.advc", "--table", "x"]).code, 1);
    assert_eq!(
        desk.adv(&["disasm", "queen.advc"]).out,
        desk.adv(&["disasm", "queen.adv"]).out
    );
}

#[test]
fn a_stripped_module_shows_no_source() {
    let desk = Desk::new();
    assert_eq!(
        desk.adv(&["build", "queen.adv", "--strip", "-o", "q.advc"])
            .code,
        0
    );
    let bytes = desk.bytes("q.advc");
    assert!(
        !bytes.windows(15).any(|words| words == b"us       Q then"),
        "the source is in it"
    );
    let ran = desk.adv(&["run", "q.advc", "--why"]);
    assert_eq!(ran.code, 0);
    assert_snapshot!("run_stripped", ran.all());
}

/// A module in which a text of the same length takes the place of a part of its source text; its checksum is computed again.
fn retold(module: &[u8], before: &str, after: &str) -> Vec<u8> {
    assert_eq!(before.len(), after.len());
    let mut places = module.windows(before.len());
    // The last place, for the texts of claims are among the records too.
    let at = places.rposition(|bytes| bytes == before.as_bytes());
    let at = at.expect("it is in the module");
    let mut told = module.to_vec();
    told[at..at + after.len()].copy_from_slice(after.as_bytes());
    let end = told.len() - 8;
    let sum = told[..end]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    told[end..].copy_from_slice(&sum.to_le_bytes());
    told
}

#[test]
fn a_module_is_its_code_and_no_other_text() {
    let desk = crate::claims::desk();
    assert_eq!(desk.adv(&["build", "queen.adv"]).code, 0);
    let module = desk.bytes("queen.advc");
    // The text says what the code does not do; the text claims less than the code.
    let claim = "prove kqk from 300 random positions seed 7 reaches mate";
    let texts = [
        (
            "better   mate\n  us       Q then K",
            "better   mate\n  us       K then Q",
        ),
        (claim, &" ".repeat(claim.len())),
    ];
    for (before, after) in &texts {
        desk.put("liar.advc", retold(&module, before, after));
        for arguments in [
            &[
                "prove",
                "liar.advc",
                "--claim",
                "prove kqk from example reaches mate",
            ][..],
            &["prove", "liar.advc", "--claim", "1"],
            &[
                "diff",
                "queen.adv",
                "liar.advc",
                "--claim",
                "prove kqk from example reaches mate",
            ],
            &["match", "liar.advc", "--where", "white-to-move"],
            &["board", "liar.advc", "SQ(B.K)"],
            &["run", "liar.advc"],
        ] {
            let ran = desk.adv(arguments);
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
            assert!(ran.err.contains("M0010"), "{}", ran.err);
        }
    }
    // What it does can be had without what it says.
    let ran = desk.adv(&["build", "liar.advc", "--strip", "-o", "code.advc"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    desk.adv(&["build", "queen.adv", "--strip", "-o", "stripped.advc"]);
    assert_eq!(desk.bytes("code.advc"), desk.bytes("stripped.advc"));
    // The claims of a module are settled about its code, and its text still serves for more.
    let typed = ["--claim", "prove mate-in(1) from example reaches mate"];
    let of = |file: &str| desk.adv(&[&["prove", file][..], &typed].concat()).out;
    let of_source = of("queen.adv").replace("queen.adv:", "queen.advc:");
    assert_eq!(of("queen.advc"), of_source);
    assert!(of("queen.advc").starts_with("proved"));
}

#[test]
fn claims_of_a_stripped_module_are_told_by_their_records() {
    let desk = crate::claims::desk();
    assert_eq!(desk.adv(&["build", "queen.adv", "--strip"]).code, 0);
    let module = desk.bytes("queen.advc");
    let claim = "prove kqk from 300 random positions seed 7 reaches mate";
    let lie = "prove kqk from all positions reaches mate within 1 move";
    assert_eq!(claim.len(), lie.len());
    desk.put("liar.advc", retold(&module, claim, lie));
    let told = |arguments: &[&str]| {
        let ran = desk.adv(arguments);
        assert!(!ran.all().contains(lie), "{}", ran.all());
        ran
    };
    for more in [&[][..], &["--format", "json"], &["--format", "html"]] {
        let ran = told(&[&["prove", "liar.advc", "--claim", "2"][..], more].concat());
        assert!(ran.out.contains(claim), "{}", ran.all());
    }
    assert!(told(&["disasm", "liar.advc"]).out.contains(claim));
    let proved = told(&[
        "prove",
        "liar.advc",
        "--claim",
        "1",
        "--certificate",
        "proof",
    ]);
    assert_eq!(proved.code, 0, "{}", proved.all());
    let checked = told(&["verify", "proof", "liar.advc"]);
    assert_eq!(checked.code, 0, "{}", checked.all());
    let first = "prove kqk from \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\" reaches mate within 1 move\n";
    assert!(checked.out.contains(first), "{}", checked.all());
}

/// A king that walks; its claim has conditions of its own, which a stripped module tells by the numbers of functions.
fn walk(from: u32, keeps: u32) -> String {
    format!(
        "material W: K; B: K
advice edge
  better  them-to-move
  us      K by new.dist(W.K, a1)
  depth   1
end-advice
table walk for W
  otherwise edge
end-table
prove walk from all positions where dist(W.K, B.K) > {from} keeps dist(W.K, B.K) > {keeps}
"
    )
}

#[test]
fn slices_are_those_of_a_stripped_modules_code() {
    let desk = Desk::new();
    let prove = |source: &str| {
        desk.put("walk.adv", source);
        assert_eq!(desk.adv(&["build", "walk.adv", "--strip"]).code, 0);
        desk.adv(&["prove", "walk.advc", "--slices", "kept"])
    };
    let first = prove(&walk(5, 0));
    assert_eq!(first.code, 0, "{}", first.all());
    assert!(
        first
            .out
            .contains("\nprove walk from all positions where f"),
        "{}",
        first.out
    );
    assert!(first.err.contains("note[N0104]"), "{}", first.err);
    // The claim has the same words, and another meaning.
    let other = prove(&walk(4, 7));
    assert_ne!(other.code, 0, "{}", other.all());
    assert_eq!(other.out, "", "{}", other.all());
    assert!(
        other.err.contains("the slices of another program"),
        "{}",
        other.err
    );
    assert_eq!(prove(&walk(5, 0)).out, first.out);
}

#[test]
fn damaged_modules_are_refused_with_the_byte() {
    let desk = Desk::new();
    desk.adv(&["build", "queen.adv"]);
    let whole = desk.bytes("queen.advc");
    desk.put("half.advc", &whole[..whole.len() / 2]);
    desk.put("short.bin", &whole[..7]);
    desk.put("empty.advc", "");
    desk.put("text.advc", "material  W: K;  B: K\n");
    let mut turned = whole.clone();
    turned[whole.len() / 3] ^= 1;
    desk.put("turned.advc", turned);
    for name in [
        "half.advc",
        "short.bin",
        "empty.advc",
        "text.advc",
        "turned.advc",
    ] {
        let ran = desk.adv(&["run", name, "--message-format", "short"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{name}");
        assert!(
            ran.err.contains("error[M000") && ran.err.contains("byte "),
            "{name}: {}",
            ran.err
        );
    }
}

#[test]
fn nothing_is_lost_where_a_module_cannot_be_written() {
    let desk = Desk::new();
    desk.put("wrong.adv", "advice\n");
    desk.put("kept.advc", "precious");
    assert_eq!(desk.adv(&["build", "wrong.adv", "-o", "kept.advc"]).code, 1);
    assert_eq!(desk.text("kept.advc"), "precious");
    let itself = desk.adv(&["build", "queen.adv", "-o", "./queen.adv"]);
    assert!(
        itself.code == 1
            && itself
                .err
                .contains("`./queen.adv` would be written over `queen.adv`, which is read"),
        "{}",
        itself.all()
    );
    for target in [".", "nowhere/q.advc"] {
        let ran = desk.adv(&["build", "queen.adv", "-o", target]);
        assert!(
            ran.code == 1 && ran.err.starts_with("error: cannot write"),
            "{}",
            ran.all()
        );
    }
    assert_eq!(desk.adv_with(&["build", "-"], crate::desk::KINGS).code, 1);
    assert_eq!(
        desk.names("."),
        [
            "kept.advc",
            "kings.adv",
            "pawn.adv",
            "queen.adv",
            "wrong.adv"
        ]
    );
}

#[test]
#[cfg(unix)]
fn links_and_permissions_survive() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let desk = Desk::new();
    desk.put("real.advc", "old");
    std::fs::set_permissions(
        desk.path("real.advc"),
        std::fs::Permissions::from_mode(0o640),
    )
    .expect("permissions");
    symlink("real.advc", desk.path("link.advc")).expect("a link");
    assert_eq!(desk.adv(&["build", "queen.adv", "-o", "link.advc"]).code, 0);
    let link = std::fs::symlink_metadata(desk.path("link.advc")).expect("the link");
    assert!(link.is_symlink());
    let real = std::fs::metadata(desk.path("real.advc")).expect("the file");
    assert_eq!(real.permissions().mode() & 0o777, 0o640);
    assert_eq!(desk.adv(&["check", "real.advc"]).code, 0);
}
