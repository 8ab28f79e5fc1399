//! `adv prove` under a budget of memory: what is too much is refused at once, with advice that is true.

use crate::desk::{Desk, QUEEN};

/// Eight men.
const EIGHT: &str = r#"
material  W: K, Q, R, R;  B: K, P, P, P

advice mate-now
  better  mate
  us      R then Q
  depth   1
end-advice

table net for W
  otherwise mate-now
end-table

prove net from all positions reaches mate
"#;

const LADDER: &str = "7k/R7/8/8/5ppp/8/Q7/KR6 w - - 0 1";

#[test]
fn a_class_that_does_not_fit_is_refused_at_once_and_the_advice_is_true() {
    let desk = Desk::new();
    desk.put("eight.adv", EIGHT);
    let all = desk.adv(&["prove", "eight.adv", "--memory", "2G"]);
    assert_eq!((all.code, all.out.as_str()), (3, ""), "{}", all.all());
    assert!(
        all.err.contains("all positions of KQRRvKPPP take ")
            && all.err.contains("and the proof may use 2,000.0 MB")
            && all.err.contains("give it more by `--memory`"),
        "{}",
        all.err
    );
    // As it says: of some positions, or of one.
    for (claim, code) in [
        (
            "measure net from 20 random positions share of reaches mate".to_owned(),
            0,
        ),
        (format!("prove net from \"{LADDER}\" reaches mate"), 0),
    ] {
        let some = desk.adv(&["prove", "eight.adv", "--claim", &claim, "--memory", "2G"]);
        assert_eq!(some.code, code, "{claim}: {}", some.all());
        // What it may come to is said before it begins, and how much of it the memory holds.
        let least = if claim.contains("20 random") { 20 } else { 1 };
        let begin = format!("note: play can come to anything from {least} to ");
        assert!(
            some.err.starts_with(&begin)
                && some
                    .err
                    .contains("the 2,000.0 MB that the proof may use hold "),
            "{}",
            some.err
        );
    }
}

#[test]
fn a_proof_ends_where_its_memory_is_used() {
    let desk = Desk::new();
    desk.put("queen.adv", QUEEN);
    let claim = "prove kqk from 2000 random positions reaches mate";
    let ran = desk.adv(&["prove", "queen.adv", "--claim", claim, "--memory", "150K"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{}", ran.all());
    assert!(
        ran.err
            .contains("the proof has used the 150.0 kB that it may: ")
            && ran.err.contains("none is settled")
            && ran.err.contains("`--memory`"),
        "{}",
        ran.err
    );
    for wrong in ["12T", "many", "0", "1.5G"] {
        let refused = desk.adv(&["prove", "queen.adv", "--memory", wrong]);
        assert_eq!(refused.code, 1, "{wrong}");
        assert!(refused.err.contains("`500M`, `12G`"), "{}", refused.err);
    }
}

#[test]
fn the_first_program_of_six_men_claims_what_can_be_settled() {
    let desk = Desk::new();
    let new = desk.adv(&["new", "six", "--material", "KRPvKRP"]);
    assert_eq!(new.code, 0, "{}", new.all());
    let ran = desk.adv(&["prove", "six.adv", "--memory", "1G"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(ran.out.contains("100 random positions"), "{}", ran.out);
}

/// A piece-of-advice whose lines come together.
const CHECKS: &str = "\
example \"rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - 0 1\"
advice checks
  better  mate
  us      any where new.check
  depth   13 shortest
end-advice
table t
  otherwise checks
end-table
";

#[test]
fn a_search_remembers_as_much_as_it_may() {
    let desk = Desk::new();
    desk.put("checks.adv", CHECKS);
    let run = |more: &[&str]| {
        let mut words = vec!["run", "checks.adv", "--stats"];
        words.extend(more);
        desk.adv(&words)
    };
    let tree = |text: &str| text.split("piece-of-advice").next().map(str::to_owned);
    let counted = run(&[]);
    assert_eq!(counted.code, 0, "{}", counted.err);
    assert!(!counted.out.contains("memory:"), "{}", counted.out);
    assert_eq!(run(&["--memory", "0"]).out, counted.out);
    for size in ["1", "64", "100K"] {
        let ran = run(&["--memory", size]);
        assert_eq!(tree(&ran.out), tree(&counted.out), "{size}");
        assert!(ran.out.contains("nodes remembered"), "{}", ran.out);
    }
    // Reasons and traces are of every position.
    let why = run(&["--memory", "64", "--why"]);
    assert!(!why.out.contains("nodes remembered"), "{}", why.out);
    for (size, sentence) in [
        ("99999999", "are more than the machine has"),
        ("18446744073709551615", "are more than the machine has"),
        ("much", "expected a number"),
    ] {
        let refused = run(&["--memory", size]);
        assert_eq!(refused.code, 1, "{}", refused.err);
        assert!(refused.err.contains(sentence), "{}", refused.err);
    }
    for words in [
        ["survey", "checks.adv", "--memory", "99999999"],
        ["bench", "checks.adv", "--memory", "99999999"],
        ["solve", "checks.adv", "--memory", "99999999"],
        ["prove", "checks.adv", "--search-memory", "99999999"],
    ] {
        let refused = desk.adv(&words);
        assert_eq!(refused.code, 1, "{}", refused.err);
        let sentence = "more than the machine has";
        assert!(refused.err.contains(sentence), "{}", refused.err);
    }
}

/// The most memory that a process has held so far, in bytes; `None` where the system does not tell.
fn peak_of(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(1024 * kilobytes)
}

/// A table that plays the first move that there is, so that lines come to every fault and go round.
fn any_move(men: &str) -> String {
    format!(
        "material {men}\ndescriptor here = count(SQ(W.K)) = 1\nadvice a better here us any depth 1 end-advice\n\
         table t for W otherwise a end-table\n\
         prove t from all positions reaches mate\n\
         prove t from all positions keeps count(SQ(B.K)) = 1\n\
         prove t from all positions keeps count(W.*) = 2\n\
         measure t from 30000 random positions share of reaches stalemated(B)\n"
    )
}

#[test]
fn a_proof_holds_no_more_memory_than_it_may() {
    if peak_of(std::process::id()).is_none() {
        println!("a_proof_holds_no_more_memory_than_it_may: NOT RUN, the system has no /proc");
        return;
    }
    let desk = Desk::new();
    desk.put("rook.adv", any_move("W: K, R; B: K"));
    desk.put("pawn.adv", any_move("W: K, P; B: K"));
    desk.put("four.adv", any_move("W: K, Q; B: K, R"));
    desk.put("kqk.adv", QUEEN);
    // A proof is quickly done, and a report counts what its two and a half million positions search.
    let bishops = any_move("W: K, B, B; B: K");
    let won = "prove t from all positions where won(W) reaches them-to-move within 1 moves";
    desk.put("bishops.adv", format!("{bishops}{won}\n"));
    let mate = "prove kqk from all positions reaches mate any-choice";
    let queen = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/queen.adv");
    // The exit code, the memory, and the rest of the command: refuted, refused, in slices; measured, proved with its files, and what is dear.
    let all: [(i32, u64, &[&str]); 13] = [
        (3, 45, &["rook.adv", "--claim", "1"]),
        (5, 60, &["pawn.adv", "--claim", "1", "--slices", "mate"]),
        (5, 60, &["rook.adv", "--claim", "1"]),
        (5, 60, &["pawn.adv", "--claim", "2", "--slices", "keeps"]),
        (5, 60, &["rook.adv", "--claim", "2"]),
        (5, 80, &["pawn.adv", "--claim", "3"]),
        (0, 80, &["rook.adv", "--claim", "4"]),
        (
            0,
            60,
            &[
                queen,
                "--checkpoint",
                "c",
                "--certificate",
                "cert",
                "-o",
                "report",
            ],
        ),
        (5, 80, &["kqk.adv", "--claim", mate]),
        (0, 92, &["bishops.adv", "--claim", "5", "--perfect", "auto"]),
        (3, 60, &["four.adv", "--claim", "1"]),
        (3, 400, &["four.adv", "--claim", "1"]),
        (3, 800, &["four.adv", "--claim", "2"]),
    ];
    for (code, megabytes, asked) in &all[..adv_testkit::sized(2, all.len())] {
        let memory = format!("{megabytes}M");
        let limits = ["--memory", &memory, "--threads", "2"];
        let mut words = [&["prove"], *asked, &limits].concat();
        if !asked.contains(&"--perfect") {
            words.extend(["--perfect", "no"]);
        }
        let mut command = desk.command(&words);
        let null = std::process::Stdio::null;
        let child = command.stdout(null()).stderr(null()).spawn();
        let mut child = child.expect("the binary starts");
        let mut peak = 0;
        let ended = loop {
            peak = peak.max(peak_of(child.id()).unwrap_or(0));
            if let Some(ended) = child.try_wait().expect("it can be waited for") {
                break ended;
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        };
        assert_eq!(ended.code(), Some(*code), "{asked:?}, {memory}");
        let most = megabytes * 1_100_000;
        assert!(
            peak > 0 && peak <= most,
            "{asked:?}, {memory}: {peak} bytes"
        );
    }
}
