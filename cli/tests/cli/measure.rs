//! `adv measure`: what words tell about a claim.

use insta::assert_snapshot;

use crate::desk::Desk;

const PAWN: &str = "\
material  W: K, P;  B: K
use std.kings

/// The steps of his king to the pawn.
number chase = dist(B.K, SQ(P))

/// He stands in front of it.
descriptor blocked = rank(B.K) > rank(SQ(P))

/// It says nothing.
number nothing = 3

advice go
  better  mate
  us      K, P
  depth   1
end-advice

table kpk for W
  otherwise go
end-table

measure white-to-move  from 400 random positions where white-to-move seed 7  share of won(W)
prove kpk  from 40 random positions seed 3  reaches mate
";

#[test]
fn words_are_ranked_by_what_they_tell() {
    let desk = Desk::new();
    desk.put("kpk.adv", PAWN);
    let ran = |more: &[&str]| {
        let ran = desk.adv(&[&["measure", "kpk.adv"], more].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
        ran.out
    };
    assert_snapshot!("measure_all", ran(&[]));
    let sample = ran(&[
        "--claim",
        "1",
        "--words",
        "chase; rank(P) ≥ 5;kings-apart",
        "--beside",
        "blocked",
    ]);
    assert_snapshot!("measure_sample", sample);
    assert_snapshot!(
        "measure_distance",
        ran(&[
            "--distance",
            "--words",
            "chase;blocked",
            "--format",
            "markdown"
        ])
    );
    assert_snapshot!("measure_csv", ran(&["--claim", "1", "--format", "csv"]));
    let json = [
        "--claim",
        "1",
        "--words",
        "blocked",
        "--format",
        "json",
        "--threads",
    ];
    let one = ran(&[&json[..], &["1"]].concat());
    assert_eq!(one, ran(&[&json[..], &["3"]].concat()));
    assert!(one.contains("\"is_sample\": true"), "{one}");
    let first = ran(&["--most", "1", "--format", "csv"]);
    assert_eq!(first.lines().count(), 2, "{first}");
    // A claim about play is asked of its roots.
    let played = ran(&["--claim", "2", "--words", "blocked"]);
    assert!(
        played
            .starts_with("prove kpk from 40 random positions seed 3 reaches mate\n40 positions, "),
        "{played}"
    );
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let desk = Desk::new();
    desk.put("kpk.adv", PAWN);
    desk.put("bare.adv", "number gap = dist(W.K, B.K)\n");
    desk.put("none.adv", "material  W: K, R;  B: K\n");
    let mut shown = String::new();
    let asked: [&[&str]; 10] = [
        &["bare.adv"],
        &["none.adv"],
        &["kpk.adv", "--words", "chasse"],
        &["kpk.adv", "--words", "new.chase"],
        &["kpk.adv", "--words", "won(W)"],
        &["kpk.adv", "--words", "MV(B.K)"],
        &["kpk.adv", "--beside", "chase;blocked;nothing;rank(P)"],
        &["kpk.adv", "--claim", "9"],
        &[
            "kpk.adv",
            "--claim",
            "prove blocked from all positions where white-to-move ∧ black-to-move",
        ],
        &[
            "kpk.adv",
            "--distance",
            "--claim",
            "prove blocked from 20 random positions",
        ],
    ];
    for words in asked {
        let ran = desk.adv(&[&["measure"], words].concat());
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (1, ""),
            "{words:?} {}",
            ran.all()
        );
        shown.push_str(&format!("{}\n{}\n", words.join(" "), ran.err));
    }
    assert_snapshot!("measure_refused", shown);
}

const QUEEN: &str = "\
material  W: K, Q;  B: K

advice near
  better  mate ∨ us-to-move ∧ dist(W.K, B.K) < root.dist(W.K, B.K)
  holding SQ(Q) ∩ MV(B.K) = ∅
  us      any
  depth   2
end-advice

table kqk for W
  otherwise near
end-table

prove kqk  from all positions where SQ(B.K) = {a1} ∧ dist(W.K, B.K) ≤ 3  reaches mate  within 4 moves
";

#[test]
fn a_ceiling_lies_above_play() {
    let desk = Desk::new();
    desk.put("kqk.adv", QUEEN);
    let measure = ["measure", "kqk.adv", "--ceiling"];
    let ran = desk.adv(&measure);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    assert_snapshot!("measure_ceiling", ran.out);
    let json = |threads| {
        let more = ["--format", "json", "--threads", threads];
        desk.adv(&[&measure[..], &more].concat()).out
    };
    let one = json("1");
    assert!(one.contains("\"is_bounded\": true"), "{one}");
    assert_eq!(one, json("3"));
    let ran = desk.adv(&[&measure[..], &["--claim", "prove true from all positions"]].concat());
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert_snapshot!("measure_no_ceiling", ran.err);
}

#[test]
fn positions_count_once_and_what_cannot_be_known_is_said() {
    let desk = Desk::new();
    desk.put(
        "rook.adv",
        "material  W: K, R;  B: K\nnumber far = dist(W.K, B.K)\nboard ROWS = a1..h1 ∪ a2..h2 ∪ a3..h3 ∪ a4..h4 ∪ a5..h5\nnumber heavy = if far ≤ 2 then 7 else sum x in ROWS : sum y in ROWS : dist(x, y)\n",
    );
    let measure = |more: &[&str]| desk.adv(&[&["measure", "rook.adv"], more].concat());
    for count in [1, 3, 50, 700] {
        let claim = format!(
            "measure white-to-move from {count} random positions where far = 2  share of rank(R) = 3"
        );
        let ran = measure(&["--claim", &claim, "--words", "far", "--format", "json"]);
        let told = format!("\"positions\": {count},");
        assert!(ran.out.contains(&told), "{count} {}", ran.all());
    }
    // A word that tells all tells no more than all.
    let claim = "measure white-to-move from 300 random positions share of far = 2";
    let ran = measure(&["--claim", claim, "--words", "far = 2"]);
    assert!(ran.out.contains("100.0 %"), "{}", ran.all());
    let mut shown = String::new();
    let asked: [&[&str]; 6] = [
        &[
            "--claim", claim, "--words", "far", "--beside", "heavy", "--fuel", "1000",
        ],
        &["--claim", claim, "--words", "heavy", "--fuel", "1000"],
        &["--words", "(far, rank(R))"],
        &["--words", ";"],
        &["--words", "rank(R), file(R)"],
        &[
            "--distance",
            "--claim",
            "measure white-to-move from all positions share of won(B)",
            "--words",
            "far",
        ],
    ];
    for words in asked {
        let ran = measure(words);
        shown.push_str(&format!(
            "{}\nexit code {}\n{}{}\n",
            words.join(" "),
            ran.code,
            ran.out,
            ran.err
        ));
    }
    assert_snapshot!("measure_unknown", shown);
}
