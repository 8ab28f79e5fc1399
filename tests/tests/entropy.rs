//! The experiment of Godescu, *An information theoretic analysis of decision in computer chess*, as programs: `examples/mate-in-seven.adv`.
//!
//! `tests/cases/ers` has the paper's table beside a rerun of its program by another hand, and further positions with their mates.
//! `docs/entropy.md` says what follows from the figures, and has those that take longer than a test may.

use std::sync::LazyLock;

use adv::{Consultation, Engine, Limits, Options, Replies, Rulebook};
use serde_json::Value;

use crate::common::{engine, position, read, rulebook};

static CASES: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(&read("tests/cases/ers/ers_cases.json")).expect("the cases are JSON")
});

static PROGRAM: LazyLock<Rulebook> = LazyLock::new(|| {
    // Its plans are lists for a solver. A table brings their pieces into the program.
    let text = read("examples/mate-in-seven.adv");
    let table = "table every otherwise ablation, experiment end-table";
    rulebook("mate-in-seven.adv", &format!("{text}\n{table}\n"))
});

/// The paper's position.
fn fen() -> &'static str {
    CASES["paper_position"]["fen"].as_str().expect("a FEN")
}

fn array(value: &'static Value) -> &'static [Value] {
    value.as_array().expect("an array")
}

/// The program with as much fuel as it takes.
fn program() -> Engine {
    let limits = Limits {
        fuel: u64::MAX,
        ..Limits::default()
    };
    PROGRAM.engine(limits)
}

fn ask(engine: &mut Engine, piece: &str, fen: &str, options: &Options) -> Consultation {
    let advice = engine.advice(piece);
    let advice = advice.unwrap_or_else(|| panic!("no `{piece}`"));
    let answer = engine.try_advice(advice, &position(fen), options);
    answer.unwrap_or_else(|failure| panic!("{piece}, {fen}: {failure}"))
}

/// Counting as the program that made the design's figures counts: each reply is tested when its turn comes. The root is one more.
fn one_by_one() -> Options {
    Options {
        replies: Replies::OneByOne,
        ..Options::default()
    }
}

fn uncounted() -> Options {
    Options {
        uncounted: true,
        ..Options::default()
    }
}

/// The cells of a table's row in a page.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

#[test]
fn the_librarys_cost_is_that_of_the_papers_program() {
    // Positions in which a move of each kind can be made, with as many moves as the case says.
    let places = [
        ("check", 0, fen(), "d4", "b6"),
        (
            "quiet",
            1,
            "2b3n1/2rk1q2/n1pQ4/p4pPp/6BP/B1Pp3R/P4KP1/RN4N1 b - - 2 31",
            "d7",
            "e8",
        ),
        (
            "quiet",
            2,
            "2r2bk1/p2q4/1pbp1r2/1P3pp1/P3n2P/3n2PB/6R1/R1B1KN2 w - - 0 31",
            "e1",
            "e2",
        ),
        (
            "quiet",
            35,
            "rnbqkbnr/p1p2ppp/3p4/1p2p3/P7/1P1PP3/2P2PPP/RNBQKBNR b KQkq - 0 4",
            "g8",
            "e7",
        ),
        (
            "pawn capture",
            35,
            "rnbqkbnr/p1p2ppp/3p4/1p2p3/P7/1P1PP3/2P2PPP/RNBQKBNR b KQkq - 0 4",
            "b5",
            "a4",
        ),
        (
            "rook capture",
            35,
            "r2k4/5p1R/1N4pn/p1b1pb2/p5P1/1rPPPB2/5P1N/2BQ1K2 w - - 0 29",
            "b6",
            "a8",
        ),
        (
            "minor capture",
            20,
            "6R1/1b1nk3/1N4p1/pB2p3/1r3QP1/B1PPP3/3K3N/8 b - - 2 45",
            "d7",
            "b6",
        ),
        (
            "queen capture",
            2,
            "4k1n1/2r5/b1p5/p5Pp/1P3pBP/B2p1N1R/P4KP1/RN2q3 w - - 2 41",
            "f2",
            "e1",
        ),
    ];
    let mut tried = 0;
    for case in array(&CASES["cost_cases"]) {
        let kind = case["kind"].as_str().expect("a kind");
        let moves = case["legal_moves"].as_u64().unwrap_or(0);
        let (.., fen, from, to) = places
            .iter()
            .find(|(name, many, ..)| (*name, *many) == (kind, moves))
            .unwrap_or_else(|| panic!("no position for {case}"));
        let divisor = case["div"].as_f64().expect("a divisor") * 1000.0;
        let thousandths = case["cost"].as_f64().expect("a cost") * 1000.0;
        // Whole numbers keep within 1.3 thousandths of the doubles of the cases.
        let least = (thousandths - 1.3).floor().max(0.0);
        let most = (thousandths + 1.3).ceil().max(1.0);
        let text = format!(
            "use std.cost
             advice move-within(e: number)
               better after-us ¬stalemate
               us     any from {from} to {to}
               cost   1000 * code({divisor})
               effort e
               depth  1
             end-advice
             table every otherwise move-within({}), move-within({most}) end-table",
            least.max(1.0)
        );
        let mut engine = engine("cost.adv", &text);
        let mut within = |effort: f64| {
            let piece = format!("move-within({effort})");
            ask(&mut engine, &piece, fen, &Options::default())
                .tree
                .is_some()
        };
        assert!(within(most), "{case}");
        assert!(least < 1.0 || !within(least), "{case}");
        tried += 1;
    }
    assert_eq!(tried, 24);
}

/// The ways to the mate that take less than a second: positions tested one by one, without the root; as Advice Language 2 tests them; and
/// distinct positions looked at.
const WAYS: [(&str, u64, u64, u64); 5] = [
    ("combination(7, 3)", 115, 126, 817),
    ("ers(1000, 16)", 1_274, 3_004, 28_317),
    ("by-code", 8_263, 14_702, 15_464),
    ("by-replies", 11_199, 22_696, 27_539),
    ("checks-only(7)", 3_054, 4_021, 1_640),
];

/// What the paper's program needed for its first row.
const PAPER: u64 = 20_827;

#[test]
fn each_way_to_the_mate_tests_as_many_positions_as_told() {
    let mut engine = program();
    for (piece, tested, al2, looked_at) in WAYS {
        engine.count_looked_at(true);
        let found = ask(&mut engine, piece, fen(), &one_by_one());
        assert_eq!(found.positions(), tested + 1, "{piece}");
        let looked = engine.looked_at().expect("they are counted");
        assert_eq!(
            (looked.positions, looked.is_exact),
            (looked_at, true),
            "{piece}"
        );
        engine.count_looked_at(false);
        assert!(tested < PAPER, "{piece}");
        let tree = found.tree.expect("the mate");
        assert_eq!(tree.nodes()[0].mv.to_string(), "d4b6", "{piece}");
        assert_eq!(tree.depth(), 13, "{piece}");
        let counted = ask(&mut engine, piece, fen(), &Options::default());
        assert_eq!(counted.positions(), al2, "{piece}");
        assert_eq!(counted.tree.as_ref(), Some(&tree), "{piece}");
    }
    // By proof numbers the language does not say which tree is found.
    engine.count_looked_at(true);
    let found = ask(&mut engine, "by-proof(7)", fen(), &uncounted());
    let looked = engine.looked_at().expect("they are counted");
    assert!(found.tree.is_some_and(|tree| tree.depth() == 13));
    assert!(looked.positions < 3_000, "{looked:?}");
}

/// The rows that are solved here and in the rerun, and not in the paper, and whether the book's line is within their limit.
const SOLVED_BESIDES: [(u64, bool); 5] = [
    (6, false),
    (10, false),
    (13, false),
    (17, false),
    (24, true),
];

/// A row that needs more than this takes longer than a test may; the page has the command that asks them all.
const QUICK: u64 = 50_000;

#[test]
fn the_experiment_solves_the_rows_that_the_rerun_solves() {
    let page = read("docs/entropy.md");
    let mut engine = program();
    let (mut rows, mut asked, mut as_the_paper, mut besides) = (0, 0, 0, Vec::new());
    for line in page.lines().filter(|line| line.contains("| `ers(")) {
        let cells = cells(line);
        let Some(row) = array(&CASES["table"])
            .iter()
            .find(|row| row["row"].as_u64() == cells[0].parse().ok())
        else {
            continue;
        };
        let number = row["row"].as_u64().expect("a number");
        let divisor = row["div"].as_f64().expect("a divisor");
        let limit = row["max_virtual"].as_f64().expect("a limit");
        let piece = format!("ers({}, {limit})", divisor * 1000.0);
        assert_eq!(cells[1], format!("`{piece}`"), "row {number}");
        let figure = |text: &str| -> u64 { text.replace(',', "").parse().expect("a number") };
        assert_eq!(figure(cells[6]), row["paper"]["nodes"], "{line}");
        assert_eq!(cells[7] == "yes", row["paper"]["solved"] == 1, "{line}");
        let solved = cells[3] == "yes";
        let rerun = row["ours_root_qb6_first"]["solved"] == 1;
        assert_eq!(solved, rerun, "row {number}, {piece}");
        // Thirteen plies, less what checks, captures and few replies save: the line with the dual 5. Be6+ is cheaper than the book's.
        let dual = 78.0 - 63.37 / divisor;
        let book = row["book_line_virtual_length"].as_f64().expect("a length");
        assert!(dual < book, "row {number}");
        assert_eq!(solved, dual <= limit, "row {number}: {dual} of {limit}");
        if figure(cells[2]) < QUICK / adv_testkit::sized(5, 1) {
            asked += 1;
            let found = ask(&mut engine, &piece, fen(), &one_by_one());
            assert_eq!(found.positions(), figure(cells[2]) + 1, "{line}");
            assert_eq!(found.tree.is_some(), solved, "{line}");
            if let Some(tree) = &found.tree {
                assert_eq!(tree.nodes()[0].mv.to_string(), "d4b6", "row {number}");
                let spent = found.cost.expect("moves have a cost");
                assert!(f64::from(spent) <= limit * 1000.0, "row {number}: {spent}");
                let has_dual = tree.nodes().iter().any(|n| n.mv.to_string() == "c4e6");
                assert!(has_dual || book <= limit, "row {number}: {book} of {limit}");
            }
        }
        match solved == (row["paper"]["solved"] == 1) {
            true => as_the_paper += 1,
            // In the last one the book's line is cheap enough; in the others it is not.
            false => besides.push((number, book <= limit)),
        }
        rows += 1;
    }
    assert_eq!((rows, as_the_paper), (30, 25));
    assert!(asked >= adv_testkit::sized(5, 20), "{asked}");
    assert_eq!(besides, SOLVED_BESIDES);
}

/// A mate in nine with the quiet move 6. Nc2 (Reinfeld, 828), which the file of cases has not: name, position, length.
const QUIET: (&str, &str, u64) = (
    "reinfeld_game828",
    "kn1r1b1r/p1p1n3/Qp1p1p1p/P3p3/4P1pq/2PPB3/1P1N1PPP/R3NR1K w - - 0 1",
    9,
);

/// The positions with a mate: name, position, length, and whether it is proved that none is shorter.
fn mates() -> Vec<(&'static str, &'static str, u64, bool)> {
    let others = array(&CASES["positions"]).iter();
    let cases = others.chain([&CASES["paper_position"]]);
    let mate = |case: &'static Value| {
        let text = |key: &str| case[key].as_str().expect("a text");
        let length = case["mate_in"].as_u64().expect("a length");
        let is_exact = text("proved").starts_with("exact");
        (text("name"), text("fen"), length, is_exact)
    };
    let (name, fen, length) = QUIET;
    cases
        .map(mate)
        .chain([(name, fen, length, false)])
        .collect()
}

#[test]
fn every_position_with_a_proof_is_solved_at_its_length() {
    let mates = mates();
    assert_eq!(mates.len(), 18);
    let mut pieces = vec!["force-mate(12, 12)".to_owned()];
    for length in 1..=11 {
        pieces.extend(
            ["mate-in", "mate-somehow", "mate-by-checks"].map(|piece| format!("{piece}({length})")),
        );
    }
    let solve = format!(
        "use std.solve\ntable every otherwise {} end-table",
        pieces.join(", ")
    );
    let limits = Limits {
        fuel: u64::MAX,
        ..Limits::default()
    };
    let mut engine = rulebook("solve.adv", &solve).engine(limits);
    for (name, fen, mate, is_exact) in mates {
        let mut moves = |piece: &str| {
            let found = ask(&mut engine, piece, fen, &uncounted());
            assert!(found.positions() < 20_000_000, "{name}: {piece}");
            found.tree.map(|tree| u64::from(tree.depth()).div_ceil(2))
        };
        // With every move allowed, by proof numbers.
        let length = moves(&format!("mate-somehow({mate})"));
        assert!(length.is_some_and(|moves| moves <= mate), "{name}");
        assert!(!is_exact || length == Some(mate), "{name}: {length:?}");
        // By plain depth where that is quick: none is shorter.
        if mate <= 4 {
            assert_eq!(moves(&format!("mate-in({})", mate - 1)), None, "{name}");
            assert_eq!(moves(&format!("mate-in({mate})")), Some(mate), "{name}");
        }
        // By checks alone, but for the one with a quiet move.
        let by_checks = moves(&format!("mate-by-checks({mate})"));
        assert_eq!(by_checks.is_none(), name == QUIET.0, "{name}");
        // By bits, not always in as few moves.
        if name != QUIET.0 {
            let by_bits = moves("force-mate(12, 12)");
            assert!(
                by_bits.is_some_and(|moves| !is_exact || moves >= mate),
                "{name}"
            );
        }
    }
}
