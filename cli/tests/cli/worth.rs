//! What perfect play is worth: `adv tables`, tests that ask for values, moves that throw them away, and `adv diff`.

use insta::assert_snapshot;

use crate::desk::{Desk, QUEEN};

#[test]
fn tables_are_made_once_and_kept() {
    let desk = Desk::new();
    let tables = |names: &[&str]| {
        let mut command = desk.command(&[&["tables"], names].concat());
        let output = command.env("ADV_CACHE", desk.path("kept")).output();
        let output = output.expect("it runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (code, made, told) = tables(&["KRvK", "KvKP"]);
    assert_eq!((code, told.as_str()), (Some(0), ""));
    assert_snapshot!("tables", made);
    assert_eq!(
        desk.names("kept"),
        [
            "KBvK.dtc", "KBvK.dtm", "KNvK.dtc", "KNvK.dtm", "KPvK.dtc", "KPvK.dtm", "KQvK.dtc",
            "KQvK.dtm", "KRvK.dtc", "KRvK.dtm", "KvK.dtc", "KvK.dtm"
        ]
    );
    assert_eq!(tables(&["KRvK", "KvKP"]).1, made, "loaded");
    // A file that is damaged is made again.
    let mut bytes = desk.bytes("kept/KRvK.dtm");
    bytes[1000] ^= 1;
    desk.put("kept/KRvK.dtm", &bytes);
    let (code, again, told) = tables(&["KRvK", "KvKP"]);
    assert_eq!((code, again), (Some(0), made));
    assert!(
        told.starts_with("warning: the table `") && told.contains("was made again"),
        "{told}"
    );
    assert_eq!(tables(&["KRvK"]).2, "");
}

#[test]
fn a_report_names_the_tables_that_its_claim_asks() {
    let desk = Desk::new();
    // A claim about play that is compared with perfect play, and one about a descriptor that asks for values.
    let claims = "prove kqk from example reaches mate within 1 moves\nprove won(W) from example";
    desk.put("asks.adv", format!("{QUEEN}\n{claims}\n"));
    let run = |cache: &str, more: &[&str]| {
        let mut command = desk.command(&[&["prove", "asks.adv"], more].concat());
        let output = command.env("ADV_CACHE", desk.path(cache)).output();
        let output = output.expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let forms: [&[&str]; 3] = [
        &[],
        &["--format", "json"],
        &["--format", "html", "-o", "page.html"],
    ];
    for form in forms {
        let cache = form.get(1).copied().unwrap_or("text");
        let read = |out: String| match form.contains(&"-o") {
            true => desk
                .names(".")
                .into_iter()
                .filter(|name| name.ends_with(".html"))
                .map(|name| desk.text(&name))
                .collect(),
            false => out,
        };
        let made = read(run(cache, form));
        let again = read(run(cache, form));
        assert_eq!(again, made, "made and read tables give the same bytes");
        let told = match form.contains(&"json") {
            true => "\"rests_on\": [",
            false => {
                "rests on tables of perfect play of KQvK, KvK (made by adv; those kept are sealed with your key)"
            }
        };
        assert_eq!(made.matches(told).count(), 1, "{made}");
    }
    // A claim that asks for no value rests on none.
    let told = run("text", &["--claim", "1", "--perfect", "no"]);
    assert!(!told.contains("rests on"), "{told}");
}

#[test]
fn tables_of_another_key_are_made_again() {
    let desk = Desk::new();
    desk.put("file", "");
    let tables = |state: &str| {
        let mut command = desk.command(&["tables", "KQvK"]);
        let command = command.env("ADV_CACHE", desk.path("kept"));
        let output = command.env("ADV_STATE", desk.path(state)).output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(0));
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    };
    let (made, told) = tables("own");
    assert_eq!(told, "");
    let kept = desk.bytes("kept/KQvK.dtm");
    // Values that are all drawn, with the plain sum that tables had before they were sealed.
    let mut forged = kept.clone();
    forged[4] = 1;
    let end = forged.len() - 8;
    forged[15..end].fill(0);
    let sum = (forged[..end].iter()).fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    forged.splice(end.., sum.to_le_bytes());
    desk.put("kept/KQvK.dtm", &forged);
    let (again, told) = tables("own");
    assert_eq!(again, made);
    assert!(
        told.contains("it is of version 1") && told.lines().count() == 1,
        "{told}"
    );
    assert_eq!(desk.bytes("kept/KQvK.dtm"), kept);
    // Another user's cache, and a key that is lost.
    let (again, told) = tables("other");
    assert_eq!(again, made);
    assert!(
        told.lines()
            .all(|line| line.contains("its seal does not fit")),
        "{told}"
    );
    assert_ne!(desk.bytes("kept/KQvK.dtm"), kept);
    // Without a key they are in memory only, and it is said once.
    let (again, told) = tables("file/state");
    assert_eq!(again, made);
    assert!(
        told.contains("cannot read the key") && told.lines().count() == 1,
        "{told}"
    );
}

#[test]
fn distances_to_conversion_are_made_where_they_are_asked_for() {
    let desk = Desk::new();
    // The pawn promotes with the second move. On the seventh rank it does so at once, unless a king is in the way, or the new queen and
    // the new rook would stalemate.
    desk.put(
        "pawn.adv",
        r#"material  W: K, P;  B: K
example "6k1/8/P7/8/8/8/8/K7 w - - 0 1"
prove white-to-move ∧ won(W) ∧ rank(P) = 6 ∧ dtc > 1 ⇒ dist(B.K, P) ≤ 1 ∨ SQ(W.K) ⊆ FILE(P) ∨ SQ(B.K) = a1 ∨ SQ(B.K) = h1  from all positions
test "two moves"  position "6k1/8/P7/8/8/8/8/K7 w - - 0 1"  expect dtc = 3, dtm > 13
test "a draw"     position "k7/8/P7/8/8/8/8/K7 w - - 0 1"   expect dtc = 1000, dtm = 1000
"#,
    );
    let run = |arguments: &[&str]| {
        let mut command = desk.command(arguments);
        let output = command.env("ADV_CACHE", desk.path("kept")).output();
        let output = output.expect("it runs");
        let text = [output.stdout, output.stderr].concat();
        (
            output.status.code(),
            String::from_utf8_lossy(&text).into_owned(),
        )
    };
    let (code, told) = run(&["test", "pawn.adv"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(desk.path("kept/KPvK.dtc").exists());
    let (code, told) = run(&["prove", "pawn.adv", "--threads", "1"]);
    assert_eq!(code, Some(0), "{told}");
    let (code, told) = run(&[
        "prove",
        "pawn.adv",
        "--claim",
        "prove white-to-move ∧ won(W) ⇒ dtc ≤ 35  from all positions",
    ]);
    // The longest way is 19 moves.
    assert_eq!(code, Some(5), "{told}");
    // A program that does not ask gets none.
    desk.put("mate.adv", "material W: K, P; B: K\ntest \"m\" position \"6k1/8/P7/8/8/8/8/K7 w - - 0 1\" expect dtm > 13\n");
    let mut command = desk.command(&["test", "mate.adv"]);
    let output = command.env("ADV_CACHE", desk.path("other")).output();
    assert!(output.is_ok_and(|output| output.status.success()));
    assert!(desk.path("other/KPvK.dtm").exists() && !desk.path("other/KPvK.dtc").exists());
}

#[test]
fn wrong_names_and_folders_are_told() {
    let desk = Desk::new();
    desk.put("none/readme", "");
    let mut all = String::new();
    for arguments in [
        &["tables"][..],
        &["tables", "KRK"],
        &["tables", "KXvK"],
        &["tables", "RvK"],
        &["tables", "KQRvKBB"],
        &["tables", "KRPvKP"],
        &["tables", "KRvK", "--syzygy", "nowhere"],
        &["tables", "KRvK", "--syzygy", "none"],
    ] {
        let ran = desk.adv(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        all.push_str(&format!("adv {}\n{}\n", arguments.join(" "), ran.err));
    }
    assert_snapshot!("tables_refused", all);
}

/// Tests whose expectations are worth a word.
const TESTS: &str = r#"material  W: K, P;  B: K  mirrored
advice walk
  better  SQ(W.K) = d2
  us      K
  depth   1
end-advice
advice sideways
  better  SQ(P) = c3 ∧ rank(W.K) = 0
  us      K
  depth   1
end-advice
advice ordered
  better  SQ(P) = c3 ∧ rank(W.K) = 0
  us      K by file(TO)
  depth   1
end-advice
test "the win is thrown away"  walk  position "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1"  expect move Kd2
test "the move is not wanted"  walk  position "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1"  expect not move Kc2
test "by accident"  sideways  position "8/8/8/k7/8/2P5/8/3K4 w - - 0 1"  expect move Kc1
test "the colours exchanged"  sideways  position "3k4/8/2p5/8/K7/8/8/8 b - - 0 1"  expect move Kc8
test "thought of"   sideways  position "8/8/8/k7/8/2P5/8/3K4 w - - 0 1"  expect move Kc1, not move Ke1
test "ordered"      ordered   position "8/8/8/k7/8/2P5/8/3K4 w - - 0 1"  expect move Kc1
test "values"  position "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1"  expect won(W), not drawn, dtm > 9
test "wrong values"  position "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1"  expect drawn
"#;

#[test]
fn expected_moves_are_judged_unasked() {
    let desk = Desk::new();
    desk.put("walk.adv", TESTS);
    let ran = desk.adv(&["test", "walk.adv"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert_snapshot!("test_warned", ran.all());
    let denied = desk.adv(&["test", "walk.adv", "--deny-warnings", "--filter", "away"]);
    assert_eq!(denied.code, 1, "{}", denied.all());
    assert!(
        denied
            .err
            .ends_with("error: 1 warning of tests denied by `--deny-warnings`\n"),
        "{}",
        denied.err
    );
    let plain = desk.adv(&["test", "walk.adv", "--filter", "away"]);
    assert_eq!(plain.code, 0, "{}", plain.all());
    // Without its source a module names the test.
    assert_eq!(desk.adv(&["build", "walk.adv", "--strip"]).code, 0);
    let bare = desk.adv(&["test", "walk.advc", "--filter", "away"]);
    assert!(
        bare.err.contains("`Kd2` throws away the win")
            && bare.err.contains("in the test `the win is thrown away`"),
        "{}",
        bare.err
    );
}

#[test]
fn four_men_are_judged_where_their_tables_are_there() {
    if !adv_testkit::runs_in(
        adv_testkit::Size::Long,
        "four_men_are_judged_where_their_tables_are_there",
    ) {
        return;
    }
    let desk = Desk::new();
    // The rook is left hanging.
    desk.put(
        "four.adv",
        "material W: K, Q; B: K, R\nadvice give better SQ(Q) = d5 us Q depth 1 end-advice\ntest \"four\" give position \"8/8/4k3/3r4/8/8/3Q4/K7 w - - 0 1\" expect move \"Qxd5+\"\n",
    );
    let test = |cache: &str| {
        let mut command = desk.command(&["test", "four.adv"]);
        let output = command.env("ADV_CACHE", desk.path(cache)).output();
        String::from_utf8_lossy(&output.expect("it runs").stderr).into_owned()
    };
    let told = |ran: &str| ran.contains("`Qxd5+` throws away the win");
    assert_eq!(test("empty"), "");
    assert!(
        !desk.path("empty/KQvKR.dtm").exists(),
        "nothing is made unasked"
    );
    let syzygy = concat!(env!("CARGO_MANIFEST_DIR"), "/../testkit/data/syzygy");
    let ran = desk.adv(&["test", "four.adv", "--syzygy", syzygy]);
    assert!(ran.code == 0 && told(&ran.err), "{}", ran.all());
    let made = desk
        .command(&["tables", "KQvKR"])
        .env("ADV_CACHE", desk.path("full"))
        .output();
    assert!(made.is_ok_and(|made| made.status.success()));
    assert!(told(&test("full")), "the cache has them");
}

#[test]
fn two_programs_are_compared() {
    let desk = Desk::new();
    // The second one does not see the longer mates.
    desk.put(
        "shy.adv",
        QUEEN.replace("otherwise mate-in(2)", "otherwise mate-in(1)"),
    );
    let claim = "prove kqk from 300 random positions seed 7 reaches mate";
    let diff = |more: &[&str]| {
        desk.adv(&[&["diff", "queen.adv", "shy.adv", "--claim", claim], more].concat())
    };
    let ran = diff(&[]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(
        ran.out
            .starts_with("`queen.adv` and `shy.adv` play different first moves in"),
        "{}",
        ran.out
    );
    assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
    assert_eq!(diff(&["--threads", "1"]).out, ran.out);
    let object = diff(&["--format", "json"]);
    assert!(object.out.starts_with("{\n"), "{}", object.out);
    assert_eq!(diff(&["--format", "html", "-o", "diff.html"]).out, "");
    assert!(desk.text("diff.html").starts_with("<!DOCTYPE html>"));
    let same = desk.adv(&["diff", "queen.adv", "queen.adv", "--claim", claim]);
    assert!(
        same.out.contains("play the same first move") || same.out.contains("same first move"),
        "{}",
        same.out
    );
}

#[test]
fn what_cannot_be_compared_says_why() {
    let desk = Desk::new();
    desk.put("library.adv", "number two = 2\n");
    desk.put("other.adv", QUEEN.replace("table kqk", "table qk"));
    let mut all = String::new();
    for arguments in [
        &["diff", "queen.adv", "kings.adv"][..],
        &["diff", "kings.adv", "pawn.adv"],
        &["diff", "kings.adv", "library.adv"],
        &["diff", "kings.adv", "kings.adv", "--claim", "hunt"],
        &[
            "diff",
            "kings.adv",
            "kings.adv",
            "--claim",
            "prove dist(W.K, B.K) > 1 from all positions",
        ],
        &[
            "diff",
            "queen.adv",
            "other.adv",
            "--claim",
            "prove kqk from example reaches mate",
        ],
        &["diff", "-", "-"],
        &["diff", "kings.adv", "nobody.adv"],
        &["diff", "kings.adv", "kings.adv", "-o", "nowhere/diff"],
    ] {
        let ran = desk.adv(&[arguments, &["--message-format", "short"]].concat());
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (1, ""),
            "{arguments:?} {}",
            ran.all()
        );
        all.push_str(&format!("adv {}\n{}\n", arguments.join(" "), ran.err));
    }
    assert_snapshot!("diff_refused", all);
}

/// A total that gives the game to a side that does not win it is a warning, and one that is right is none.
#[test]
fn explanations_are_judged_by_the_tables() {
    let desk = Desk::new();
    desk.put(
        "pawn.adv",
        "pattern pawn-ahead in balance\n  fact us.P\n  worth 400\n  called \"a pawn more\"\nend-pattern\n\
         test \"drawn\" static position \"k7/8/K7/P7/8/8/8/8 w - - 0 1\" expect explains pawn-ahead(W)\n\
         test \"won\" static position \"8/8/4k3/8/4K3/4P3/8/8 b - - 0 1\" expect explains pawn-ahead(W)\n\
         test \"unknown\" static position \"k7/8/K7/P7/8/8/1n3N2/8 w - - 0 1\" expect explains pawn-ahead(W)\n",
    );
    let ran = desk.adv(&["test", "pawn.adv"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_eq!(ran.err.matches("W0703").count(), 1, "{}", ran.err);
    let told = "the patterns come to +4.00, and with perfect play the position is drawn";
    assert!(ran.err.contains(told), "{}", ran.err);
}
