//! Problems that are known: their keys, tries, set play and duals, and what a budget does to an answer.

use adv::program::Entry;
use adv::render::problems::{BookVerdict, Budget, Continuation, Duals, SolveOutcome, SolvedRow};
use adv::{Limits, Problem, Question, Rulebook, SolveOptions, Solver, chess};

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
const LOYD: &str = "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1";
const RETI: &str = "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9";
/// Reinfeld's position in which the paper searches.
const PAPER: &str = "rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - 0 1";

const PROGRAM: &str = "\
advice mate-in(n: number)
  better mate
  us any by new.replies
  depth 2 * n - 1 shortest
  because \"mate in {n} at the most\"
end-advice

advice force(n: number, e: number)
  better mate
  us any by new.replies
  cost after-us bits(new.replies)
  effort e cheapest
  depth 2 * n - 1
end-advice

plan both = force(7, 3), mate-in(2)

table problem
  otherwise mate-in(2), force(7, 3), mate-in(3)
end-table
";

const OPTIONS: SolveOptions = SolveOptions {
    nodes: 10_000_000,
    shortest: false,
    duals: false,
    pgn: false,
    looked_at: false,
};

/// The first row of a list in a position.
fn solved(list: &str, position: &str, book: Option<u32>, options: SolveOptions) -> SolvedRow {
    let rulebook = Rulebook::load("problems.adv", PROGRAM).expect("it compiles");
    let (rulebook, entries) = with_list(&rulebook, list);
    let limits = Limits {
        fuel: u64::MAX,
        ..Limits::default()
    };
    let engine = rulebook.engine(limits);
    let mut solver = Solver::new(&rulebook, engine, options);
    let question = Question::List {
        name: list.to_owned(),
        entries,
    };
    let solved = solver.solve(&problem(position, book), &question);
    solved.expect("the program is for all positions")
}

fn with_list(rulebook: &Rulebook, list: &str) -> (Rulebook, Vec<Entry>) {
    let check = rulebook.with_list(list).expect("the program has its text");
    check
        .compiled
        .unwrap_or_else(|| panic!("{list}: {:?}", check.diagnostics))
}

fn problem(position: &str, book: Option<u32>) -> Problem {
    Problem {
        number: 1,
        line: 1,
        id: None,
        position: chess::parse_fen(position).expect("a position"),
        mate_in: book,
        best: Vec::new(),
        avoid: Vec::new(),
    }
}

fn duals(list: &str, position: &str, nodes: u64) -> (SolvedRow, Duals) {
    let options = SolveOptions {
        nodes,
        shortest: true,
        duals: true,
        ..OPTIONS
    };
    let row = solved(list, position, None, options);
    let duals = row.duals.clone().unwrap_or_else(|| panic!("{row:?}"));
    (row, duals)
}

fn words(choices: &[Continuation]) -> Vec<String> {
    let words = choices
        .iter()
        .map(|choice| format!("{} {}", choice.after, choice.moves.join(" or ")));
    words.collect()
}

#[test]
fn the_two_mover_of_morphy_has_one_key_two_tries_and_set_play() {
    let (row, duals) = duals("mate-in(2)", MORPHY, 1_000_000);
    assert_eq!(
        (row.mate_in, row.moves.first().map(String::as_str)),
        (Some(2), Some("Ra6"))
    );
    assert_eq!(duals.keys, ["Ra6"]);
    assert_eq!(duals.soundness.as_deref(), Some("sound"));
    let tries = duals.tries.expect("they are settled");
    let tries: Vec<String> = tries
        .iter()
        .map(|t| format!("1.{}? {}!", t.mv, t.refutation))
        .collect();
    assert_eq!(tries, ["1.Ra5? a6!", "1.Rxa7+? Bxa7!"]);
    // A move of the bishop gives the pawn up; a move of the pawn has no answer yet.
    let set_play = duals.set_play.expect("White is not in check");
    let set_play = words(&set_play);
    assert_eq!(set_play.len(), 6, "{set_play:?}");
    assert!(
        set_play
            .iter()
            .all(|line| line.starts_with("1…B") && line.ends_with(" 2.Rxa7#")),
        "{set_play:?}"
    );
    assert!(
        duals.choices_complete && duals.choices.is_empty(),
        "{:?}",
        duals.choices
    );
    assert_eq!(duals.ended, None);
}

#[test]
fn the_three_mover_of_reti_is_sound() {
    let (row, duals) = duals("mate-in(3)", RETI, 20_000_000);
    assert_eq!(
        row.length.map(|length| length.words()).as_deref(),
        Some("in 3, none in 2")
    );
    assert_eq!(
        (duals.keys.as_slice(), duals.complete),
        (&["Qd8+".to_owned()][..], true)
    );
    assert_eq!(duals.soundness.as_deref(), Some("sound"));
}

#[test]
fn the_five_mover_of_loyd_has_one_key() {
    let rulebook = Rulebook::load("problems.adv", PROGRAM).expect("it compiles");
    let (rulebook, entries) = with_list(&rulebook, "mate-in(5)");
    let engine = rulebook.engine(Limits {
        fuel: u64::MAX,
        positions: 100_000_000,
        ..Limits::default()
    });
    let options = SolveOptions {
        nodes: 100_000_000,
        shortest: true,
        ..OPTIONS
    };
    let mut solver = Solver::new(&rulebook, engine, options);
    let question = Question::of_entry(rulebook.program(), &entries[0]);
    let row = solver
        .solve(&problem(LOYD, Some(5)), &question)
        .expect("it is for all positions");
    assert_eq!(row.moves.first().map(String::as_str), Some("b4"));
    assert_eq!(
        row.length.map(|length| length.words()).as_deref(),
        Some("in 5, none in 4")
    );
}

#[test]
fn the_dual_in_the_solution_of_the_paper_is_found() {
    let (row, duals) = duals("force(7, 3)", PAPER, 2_000_000);
    assert_eq!((row.mate_in, row.spent), (Some(7), Some(2000)));
    assert_eq!(row.moves.first().map(String::as_str), Some("Qb6+"));
    let choices = words(&duals.choices);
    assert!(
        choices.iter().any(|line| line.contains("4…Kc8 5.")
            && line.contains("5.Be6+")
            && line.contains("5.Rxf8+")),
        "{choices:?}"
    );
}

#[test]
fn a_longer_mate_is_followed_by_the_shortest() {
    let options = SolveOptions {
        shortest: true,
        ..OPTIONS
    };
    let row = solved("force(7, 3)", MORPHY, Some(2), options);
    assert_eq!(row.result, SolveOutcome::Found, "{row:?}");
    assert_eq!(
        row.length.map(|length| length.words()).as_deref(),
        Some("in 2, none in 1")
    );
    assert_eq!(row.moves.first().map(String::as_str), Some("Ra6"));
    assert!(row.is_as_said());
}

#[test]
fn the_cheapest_mate_is_shortened_by_the_piece_itself() {
    let options = SolveOptions {
        nodes: 300_000,
        shortest: true,
        ..OPTIONS
    };
    let row = solved("force(12, 3)", PAPER, Some(7), options);
    assert!(row.mate_in > Some(7), "{row:?}");
    let length = row.length.expect("it is a mate");
    assert_eq!((length.at_most, length.ended), (7, Some(Budget::Nodes)));
    assert_eq!((row.shortest, row.moves.len()), (Some(7), 13));
    assert_eq!(row.verdict, Some(BookVerdict::AsShort));
}

#[test]
fn a_budget_that_ends_says_neither_yes_nor_no() {
    for nodes in [0, 1, 7, 50] {
        let options = SolveOptions { nodes, ..OPTIONS };
        let row = solved("mate-in(5)", LOYD, Some(5), options);
        assert_eq!(
            (row.result, row.ended),
            (SolveOutcome::Undecided, Some(Budget::Nodes)),
            "{nodes}"
        );
        assert!(
            row.verdict.is_none() && row.is_undecided() && row.tested <= nodes,
            "{row:?}"
        );
    }
    let row = solved("mate-in(1)", LOYD, Some(5), OPTIONS);
    assert_eq!((row.result, row.ended), (SolveOutcome::None, None));
    assert!(!row.is_undecided() && !row.is_as_said());
}

#[test]
fn the_entries_of_a_plan_are_asked_one_by_one_with_their_parameters() {
    let rulebook = Rulebook::load("problems.adv", PROGRAM).expect("it compiles");
    let (rulebook, entries) = with_list(&rulebook, "both");
    let questions: Vec<Question> = entries
        .iter()
        .map(|e| Question::of_entry(rulebook.program(), e))
        .collect();
    let engine = rulebook.engine(Limits::default());
    let mut solver = Solver::new(&rulebook, engine, OPTIONS);
    let rows: Vec<SolvedRow> = questions
        .iter()
        .map(|question| {
            solver
                .solve(&problem(PAPER, None), question)
                .expect("a row")
        })
        .collect();
    let told: Vec<(&str, SolveOutcome)> = rows
        .iter()
        .map(|row| (row.asked.as_str(), row.result))
        .collect();
    assert_eq!(
        told,
        [
            ("force(7, 3)", SolveOutcome::Found),
            ("mate-in(2)", SolveOutcome::None)
        ]
    );
    assert_eq!(
        rows[0].parameters,
        [("n".to_owned(), 7.0), ("e".to_owned(), 3.0)]
    );
    assert_eq!(
        (rows[0].effort, rows[0].within, rows[1].effort),
        (Some(2000), 13, None)
    );
}

#[test]
fn a_list_in_error_is_told_within_its_own_text() {
    let rulebook = Rulebook::load("problems.adv", PROGRAM).expect("it compiles");
    for (list, column) in [("mate-in(2), forse(1, 2)", 12), ("nothing", 0)] {
        let check = rulebook.with_list(list).expect("the program has its text");
        assert!(check.compiled.is_none(), "{list}");
        let first = check
            .diagnostics
            .first()
            .and_then(|told| told.labels.first());
        assert_eq!(first.map(|label| label.span.start), Some(column), "{list}");
    }
}
