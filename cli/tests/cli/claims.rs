//! `adv prove`: which claims, in which form, to which place, with which exit code.

use adv_testkit::sized;
use insta::assert_snapshot;

use crate::desk::{Desk, KINGS, QUEEN, Ran};

/// What is claimed of the kings: broken by one position, broken by a cycle, a scan that holds, a share.
pub const OF_KINGS: &str = "
prove hunt from \"8/8/8/8/7k/8/8/K7 w - - 0 1\" keeps dist(W.K, B.K) > 1
prove hunt from all positions reaches dist(W.K, B.K) = 2 within 9 moves
prove dist(W.K, B.K) = 2 ⇒ dist(W.K, B.K) > 1 from all positions
measure hunt from 500 random positions share of reaches dist(W.K, B.K) = 2
";

/// What is claimed of the queen: one that holds, one that does not.
pub const OF_QUEEN: &str = "
prove kqk from example reaches mate within 1 moves
prove kqk from 300 random positions seed 7 reaches mate
";

/// A desk whose programs claim something.
pub fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("kings.adv", format!("{KINGS}{OF_KINGS}"));
    desk.put("queen.adv", format!("{QUEEN}{OF_QUEEN}"));
    desk
}

/// The lines that begin with a verdict.
fn verdicts(ran: &Ran) -> String {
    let words = ["proved:", "refuted:", "measured:", "empty:"];
    let lines = ran.out.lines();
    lines
        .filter(|line| words.iter().any(|word| line.starts_with(word)))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn all_claims_are_settled_in_their_order() {
    let desk = desk();
    let ran = desk.adv(&["prove", "kings.adv"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    assert_snapshot!("prove_verdicts", verdicts(&ran));
    // The speed is printed on the other stream, a line for each claim.
    assert_eq!(ran.err.lines().count(), 4, "{}", ran.err);
    for line in ran.err.lines() {
        assert!(line.contains(" state") && line.contains(" s"), "{line}");
    }
    assert!(!ran.out.contains("a second"), "{}", ran.out);
}

#[test]
fn claims_are_chosen_by_number_name_and_text() {
    let desk = desk();
    let of = |claims: &[&str]| {
        let claims: Vec<&str> = claims.iter().flat_map(|c| ["--claim", c]).collect();
        desk.adv(&[&["prove", "queen.adv"], claims.as_slice()].concat())
    };
    let all = desk.adv(&["prove", "queen.adv"]);
    let first = of(&["1"]);
    assert_eq!(first.code, 0, "{}", first.all());
    assert!(all.out.starts_with(&first.out));
    assert_eq!(of(&["kqk"]).out, all.out);
    assert_eq!(of(&["1", "kqk", "2"]).out, all.out, "each once");
    let turned = verdicts(&of(&["2", "1"]));
    assert!(
        turned.starts_with("refuted") && turned.lines().count() == 2,
        "{turned}"
    );

    let text = of(&["prove mate-in(1) from example reaches mate"]);
    assert_eq!(text.code, 0, "{}", text.all());
    assert!(
        text.out.contains("proved: `mate-in(1)` reaches mate from"),
        "{}",
        text.out
    );
    let weak = of(&["measure kqk from 20 random positions share of reaches mate weak"]);
    assert_eq!(weak.code, 0, "{}", weak.all());
    assert!(weak.out.starts_with("measured: `kqk`"), "{}", weak.out);
    // A program that claims nothing can be claimed something about, and a module as well.
    let ran = desk.adv(&[
        "prove",
        "pawn.adv",
        "--claim",
        "prove push-pawn from example reaches mate",
    ]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    assert_eq!(desk.adv(&["build", "queen.adv"]).code, 0);
    let module = desk.adv(&["prove", "queen.advc"]);
    assert_eq!(module.out, all.out);
}

#[test]
fn what_cannot_be_chosen_says_why() {
    let desk = desk();
    desk.put("library.adv", "number two = 2\n");
    assert_eq!(
        desk.adv(&["build", "queen.adv", "--strip", "-o", "bare.advc"])
            .code,
        0
    );
    let mut all = String::new();
    for arguments in [
        &["prove", "pawn.adv"][..],
        &["prove", "library.adv"],
        &["prove", "queen.adv", "--claim", "3"],
        &["prove", "queen.adv", "--claim", "0"],
        &["prove", "queen.adv", "--claim", "long"],
        &["prove", "queen.adv", "--claim", "kqq"],
        &["prove", "queen.adv", "--claim", "prove kqk reaches mates"],
        &["prove", "bare.advc", "--claim", "prove kqk reaches mate"],
        &["prove", "queen.adv", "--explain", "8/8 w"],
        &[
            "prove",
            "queen.adv",
            "--explain",
            "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
        ],
        &["prove", "queen.adv", "--format", "html"],
        &[
            "prove",
            "queen.adv",
            "--format",
            "html",
            "--claim",
            "1",
            "--explain",
            "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        ],
        &["prove", "queen.adv", "-o", "nowhere/proof.txt"],
        &["prove", "queen.adv", "--certificate", "nowhere/proof"],
        &["prove", "nobody.adv"],
        &[
            "prove",
            "queen.adv",
            "--syzygy",
            "nowhere",
            "--perfect",
            "yes",
        ],
    ] {
        let ran = desk.adv(&[arguments, &["--message-format", "short"]].concat());
        assert_eq!(ran.code, 1, "{arguments:?} {}", ran.all());
        let said: Vec<&str> = ran.err.lines().filter(|l| !l.contains(" state")).collect();
        all.push_str(&format!(
            "adv {}\n{}\n\n",
            arguments.join(" "),
            said.join("\n")
        ));
    }
    assert_snapshot!("prove_refused", all);
}

#[test]
fn a_budget_that_is_used_up_has_its_exit_code() {
    let desk = desk();
    let ran = desk.adv(&[
        "prove",
        "kings.adv",
        "--claim",
        "2",
        "--positions-limit",
        "3",
    ]);
    assert_eq!(ran.code, 3, "{}", ran.all());
    assert!(
        ran.err.contains("S0003") && ran.err.contains("--positions-limit"),
        "{}",
        ran.err
    );
    assert_eq!(ran.out, "");
    // The other claims are settled all the same.
    let ran = desk.adv(&["prove", "kings.adv", "--positions-limit", "3"]);
    assert_eq!(ran.code, 3, "{}", ran.all());
    assert!(
        verdicts(&ran).contains("proved: `dist(W.K, B.K) > 1`"),
        "{}",
        ran.out
    );
}

#[test]
fn the_threads_do_not_show() {
    let desk = desk();
    let programs = ["kings.adv", "queen.adv"];
    let forms = ["text", "json"];
    for (at, program) in programs.into_iter().enumerate() {
        // In the short size each program in one of the forms.
        for form in forms
            .into_iter()
            .skip(at % sized(2, 1))
            .step_by(sized(2, 1))
        {
            let prove = |threads| {
                desk.adv(&["prove", program, "--format", form, "--threads", threads])
                    .out
            };
            let one = prove("1");
            assert!(one.len() > 1000);
            for threads in &["5", "2"][..sized(1, 2)] {
                assert_eq!(one, prove(threads), "{program} {form}");
            }
        }
    }
}

#[test]
fn objects_are_one_or_an_array() {
    let desk = desk();
    let one = desk.adv(&["prove", "queen.adv", "--claim", "1", "--format", "json"]);
    assert!(one.out.starts_with("{\n  \"claim\": {\n"), "{}", one.out);
    let both = desk.adv(&["prove", "queen.adv", "--format", "json"]);
    assert!(
        both.out.starts_with("[\n  {\n    \"claim\": {\n"),
        "{}",
        both.out
    );
    assert!(both.out.ends_with("\n  }\n]\n"), "{}", both.out);
    let inner: String = one.out.lines().map(|l| format!("  {l}\n")).collect();
    assert!(both.out[2..].starts_with(inner.trim_end()), "{}", both.out);
}

/// The fingerprint of the queen's program, as JSON tells it.
fn fingerprint(desk: &Desk) -> String {
    let report = desk.adv(&["run", "queen.adv", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&report.out).expect("an object");
    assert_eq!(report["made_by"]["adv"], adv::version::VERSION);
    let told = report["made_by"]["programs"][0].as_str();
    told.unwrap_or_default().to_owned()
}

#[test]
fn reports_go_to_files_and_pages_to_numbered_ones() {
    let desk = desk();
    let plain = desk.adv(&["prove", "queen.adv"]);
    let ran = desk.adv(&["prove", "queen.adv", "-o", "proof.txt"]);
    assert_eq!((ran.code, ran.out.as_str()), (5, ""));
    // A file may outlive the version that wrote it.
    let file = desk.text("proof.txt");
    let (report, made_by) = file.rsplit_once("\nmade by adv ").expect("its last line");
    assert_eq!(report, plain.out);
    assert_eq!(
        made_by,
        format!(
            "{}, program {}\n",
            adv::version::VERSION,
            &fingerprint(&desk)[..12]
        )
    );
    let page = desk.adv(&["prove", "queen.adv", "--claim", "1", "--format", "html"]);
    let generator = format!("content=\"adv {}\"", made_by.trim_end());
    assert!(page.out.contains(&generator), "{generator}");

    let ran = desk.adv(&["prove", "queen.adv", "--format", "html", "-o", "proof.html"]);
    assert_eq!((ran.code, ran.out.as_str()), (5, ""), "{}", ran.all());
    desk.put("pages/readme", "");
    let ran = desk.adv(&[
        "prove",
        "queen.adv",
        "--format",
        "html",
        "-o",
        "pages",
        "--claim",
        "2",
    ]);
    assert_eq!((ran.code, ran.out.as_str()), (5, ""), "{}", ran.all());
    assert_eq!(desk.text("pages/claim-2.html"), desk.text("proof-2.html"));
    let ran = desk.adv(&["prove", "queen.adv", "--format", "html", "--claim", "1"]);
    assert_eq!(ran.out, desk.text("proof-1.html"));
    assert!(
        ran.out.starts_with("<!DOCTYPE html>"),
        "{}",
        &ran.out[..100]
    );
    assert_eq!(
        desk.names("."),
        [
            "kings.adv",
            "pages",
            "pawn.adv",
            "proof-1.html",
            "proof-2.html",
            "proof.txt",
            "queen.adv"
        ]
    );
}

#[test]
fn a_position_is_explained_besides() {
    let desk = desk();
    let fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
    let plain = desk.adv(&["prove", "queen.adv", "--claim", "1"]);
    let ran = desk.adv(&["prove", "queen.adv", "--claim", "1", "--explain", fen]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    let more = ran
        .out
        .strip_prefix(&plain.out)
        .unwrap_or_else(|| panic!("{}", ran.out));
    assert!(more.contains("holds: mate is reached in 1 move"), "{more}");
    let ran = desk.adv(&[
        "prove",
        "queen.adv",
        "--claim",
        "1",
        "--explain",
        fen,
        "--format",
        "json",
    ]);
    assert!(ran.out.contains("\n  \"explained\": {"), "{}", ran.out);
    // It is enough that one of the claims speaks of the position.
    let ran = desk.adv(&["prove", "queen.adv", "--explain", fen]);
    assert_eq!(ran.code, 5, "{}", ran.all());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    let desk = desk();
    for arguments in [
        &["prove", "queen.adv", "-o", "/dev/full"][..],
        &["prove", "queen.adv", "--format", "json", "-o", "/dev/full"],
        &[
            "prove",
            "queen.adv",
            "--format",
            "html",
            "--claim",
            "1",
            "-o",
            "/dev/full",
        ],
        &[
            "prove",
            "queen.adv",
            "--claim",
            "1",
            "--certificate",
            "/dev/full",
        ],
        &[
            "diff",
            "queen.adv",
            "queen.adv",
            "--claim",
            "prove kqk from example reaches mate",
            "-o",
            "/dev/full",
        ],
    ] {
        let ran = desk.adv(arguments);
        assert_eq!(ran.code, 1, "{arguments:?} {}", ran.all());
        assert!(
            ran.err.contains("no space left on device"),
            "{arguments:?} {}",
            ran.err
        );
    }
    // A proof is kept in the user's own folder then.
    let stopped = ["prove", "kings.adv", "--claim", "2", "--stop-after", "0"];
    let ran = desk.adv(&[&stopped[..], &["--checkpoint", "/dev/full"]].concat());
    assert_eq!(ran.code, 6, "{}", ran.all());
    assert!(ran.err.contains("no space left on device"), "{}", ran.err);
    assert!(ran.err.contains("state/checkpoints/full"), "{}", ran.err);
}

#[test]
fn an_implication_whose_premise_never_holds_is_not_proved() {
    let desk = desk();
    let claim = "prove dist(W.K, B.K) > 7 ⇒ white-to-move from all positions";
    let ran = desk.adv(&["prove", "kings.adv", "--claim", claim]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    assert!(
        ran.out
            .starts_with("empty: `dist(W.K, B.K) > 7` holds in none of "),
        "{}",
        ran.out
    );
    // A claim that was typed is at no line of the file.
    assert!(
        ran.out.contains("added to kings.adv: prove dist"),
        "{}",
        ran.out
    );
    let claim = "prove hunt from all positions reaches dist(W.K, B.K) = 1";
    let typed = |form: &str| {
        let ran = desk.adv(&["prove", "kings.adv", "--claim", claim, "--format", form]);
        assert_eq!(ran.code, 5, "{}", ran.all());
        ran.out
    };
    let lines = desk.text("kings.adv").lines().count();
    for number in lines + 1..lines + 4 {
        let [text, page] = ["text", "html"].map(typed);
        assert!(!text.contains(&format!("kings.adv:{number}")), "{text}");
        assert!(!page.contains(&format!("class=\"no\">{number}<")), "{page}");
    }
    let object: serde_json::Value = serde_json::from_str(&typed("json")).expect("an object");
    let of = match object.get("claim") {
        Some(claim) => claim,
        None => &object["claims"][0]["claim"],
    };
    assert!(
        of["text"]
            .as_str()
            .is_some_and(|text| text.contains("dist"))
    );
    assert!(of["line"].is_null() && of["column"].is_null(), "{of}");
}

/// A pawn runs where no man stops it in time: two claims that are false, for Black may be stalemated.
const RUNS: &str = "material  W: K, P;  B: K
example   \"8/8/8/7k/2P5/8/8/K7 w - - 0 1\"
use std.pawn
zone race = zone(W.P, QUEENING(W.P, W), 6)
descriptor runs = ¬vulnerable(race)
advice push for W
  better   after-us (runs ∨ SQ(W.Q) ≠ ∅)
  us       P along race as Q
  depth    1
end-advice
prove black-to-move ∧ runs ⇒ won(W)   from all positions where rank(P) = 5
prove push  from all positions where rank(P) = 4 ∧ runs  reaches SQ(W.Q) ≠ ∅
";

/// What breaks a claim is told with the zones that the claim and the piece speak of, and drawn with them.
#[test]
fn zones_stand_beside_what_breaks_a_claim() {
    let desk = Desk::new();
    desk.put("runs.adv", RUNS);
    let ran = desk.adv(&["prove", "runs.adv"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    let words: Vec<&str> = ran.out.split_whitespace().collect();
    let words = words.join(" ");
    let guarded = "the pawn on b6 gets through to b8 in 2 moves; the king on a8 needs 1 move to b8 and may take 3, but the way is guarded";
    assert_eq!(
        words
            .matches(&format!("race: not vulnerable: {guarded}"))
            .count(),
        3,
        "{}",
        ran.out
    );
    assert!(
        words.contains("along race: b5-b6-b7-b8, of 1. b6"),
        "{}",
        ran.out
    );

    let ran = desk.adv(&["prove", "runs.adv", "--format", "json"]);
    let claims: serde_json::Value = serde_json::from_str(&ran.out).expect("an array");
    let examples = claims[0]["examples"].as_array().expect("positions");
    assert_eq!(examples.len(), 4);
    assert!(
        examples.iter().all(|one| one["zones"][0]["text"] == "race"),
        "{examples:?}"
    );
    assert_eq!(claims[1]["failures"][0]["zones"][0]["vulnerable"], false);

    // On the page the small boards have arrows, and each ply of the line has its zones; the class is drawn after its move.
    let ran = desk.adv(&["prove", "runs.adv", "--format", "html", "-o", "runs.html"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    let page = desk.text("runs-1.html");
    assert_eq!(page.matches("<g transform=\"scale(1.66").count(), 4);
    let page = desk.text("runs-2.html");
    let data = page
        .split("id=\"data\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next());
    let data: serde_json::Value = serde_json::from_str(data.expect("data")).expect("an object");
    let plies = &data["failures"][0]["drawn"];
    assert_eq!(plies[0][0]["text"], "race");
    let after = &plies[1];
    assert_eq!(
        (&after[0]["text"], &after[1]["text"]),
        (&"race".into(), &"along race".into())
    );
    assert_eq!(after[1]["told"], "b5-b6-b7-b8");
    assert_eq!(after[1]["arrows"].as_array().map(Vec::len), Some(3));
}
