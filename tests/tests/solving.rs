//! Solved problems in the forms that other readers read: games by pgn-reader, objects by their schema.

use adv::render::problems::{self, SolvedRow};
use adv::{Limits, Problem, Question, Rulebook, SolveOptions, Solver, chess};

use crate::drawn::movetext::read as read_game;
use crate::drawn::schema;

const PROGRAM: &str = "\
advice mate-in(n: number) better mate us any by new.replies depth 2 * n - 1 shortest because \"mate in {n}\" end-advice
table problem otherwise mate-in(1), mate-in(2) end-table
";

/// Morphy's two-mover, one of the same with two keys, and one without a mate; named so that a game must escape it.
const POSITIONS: [&str; 3] = [
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "7k/5K2/8/8/8/8/6R1/R7 w - - 0 1",
    "7k/8/8/8/8/8/8/K5R1 w - - 0 1",
];

fn rows(nodes: u64) -> Vec<SolvedRow> {
    let rulebook = Rulebook::load("problems.adv", PROGRAM).expect("it compiles");
    let options = SolveOptions {
        nodes,
        shortest: true,
        duals: true,
        pgn: true,
        looked_at: true,
    };
    let mut solver = Solver::new(&rulebook, rulebook.engine(Limits::default()), options);
    let question = Question::Table(adv::program::TableId(0));
    let row = |(number, fen): (u64, &&str)| {
        let problem = Problem {
            number,
            line: number,
            id: Some("a } \"b\" \u{1b}[31m".to_owned()),
            position: chess::parse_fen(fen).expect("a position"),
            mate_in: Some(2),
            best: Vec::new(),
            avoid: Vec::new(),
        };
        solver
            .solve(&problem, &question)
            .expect("the program is for all positions")
    };
    (1..).zip(&POSITIONS).map(row).collect()
}

#[test]
fn games_of_problems_are_read_back_with_their_duals() {
    let rows = rows(1_000_000);
    for row in &rows {
        let text = row.pgn.as_deref().expect("it was asked for");
        let read = read_game(text);
        assert_eq!(read.tags.get("FEN"), Some(&row.fen), "{text}");
        assert_eq!(read.result.as_deref(), Some("*"));
        assert!(!text.contains('\u{1b}'), "{text}");
        assert!(read.moves >= row.moves.len(), "{text}");
        assert!(!read.comments.is_empty(), "{text}");
    }
    let first = read_game(rows[0].pgn.as_deref().unwrap_or_default());
    assert!(first.variations > 0);
    let told = &first.comments[0];
    for part in [
        "mate in 2, none in 1, by mate-in(2)",
        "1.Ra6: sound",
        "1.Ra5? a6!",
        "as short",
    ] {
        assert!(told.replace('\n', " ").contains(part), "{part}: {told}");
    }
}

#[test]
fn objects_have_the_shape_that_their_schema_promises() {
    let promised = schema::load("docs/schema/solve.json");
    for nodes in [0, 30, 1_000, 1_000_000] {
        let object = problems::object(&rows(nodes), nodes == 0);
        let wrong = schema::errors(&promised, "Solved", &object);
        assert!(wrong.is_empty(), "{wrong:?}\n{object:#}");
    }
    let mut bad = problems::object(&rows(30), false);
    bad["rows"][0]["result"] = "perhaps".into();
    assert_eq!(schema::errors(&promised, "Solved", &bad).len(), 1);
}

#[test]
fn rows_come_back_from_the_file_of_a_run() {
    for row in rows(1_000_000) {
        let kept = problems::KeptRow {
            of: "settings".to_owned(),
            key: "1 0".to_owned(),
            row,
        };
        assert_eq!(problems::KeptRow::of_text(&kept.to_text()), Some(kept));
    }
    assert_eq!(
        problems::KeptRow::<SolvedRow>::of_text("{\"of\":\"\"}"),
        None
    );
}
