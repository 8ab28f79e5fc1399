//! The vectors of HaCohen-Kerner's patterns held against the facts that the library's patterns find, and the eight whole explanations.
//!
//! `kerner.rs` holds the boards of the patterns; here are the patterns themselves, each asked as `adv assess` asks it.

use std::collections::BTreeSet;

use adv::explain::{ExplainOptions, Explainer, Explanation, Fact, Sign};
use adv::program::EvaluationId;
use adv::{Color, Limits, Position};
use adv_chess::geometry::parse_square;
use serde_json::Value;

use crate::common::{position, read, rulebook};

const VECTORS: &str = "tests/cases/kerner/mxp_cases.json";

const LIBRARY: &str =
    "use std.patterns\nuse std.placement\n\nevaluation static\n  stage endgame\nend-evaluation\n";

/// The library's patterns with the values of the vectors, where the library's own have been set by games.
const VALUED: &str = include_str!("../../examples/patterns-kerner.adv");

/// The vectors' names and the patterns that together find what each names. Those without a row are no patterns: files, rammed pawns, doubled
/// pawns of either kind, numbers that are facts only where the sides differ.
const PATTERNS: &[(&str, &[&str])] = &[
    ("advanced_chain", &["advanced-chain"]),
    ("superadvanced_chain", &["superadvanced-chain"]),
    ("pawn_chain", &["pawn-chain"]),
    ("back_rank_weak", &["weak-back-rank"]),
    (
        "backward",
        &["backward-open", "backward-closed", "backward-fixed"],
    ),
    ("blocked", &["blocked"]),
    ("doubled", &["isolated-doubled", "protected-doubled"]),
    ("doubled_rooks", &["doubled-rooks"]),
    ("exposed_king", &["exposed-king"]),
    ("fork", &["fork"]),
    ("hanging", &["loose"]),
    ("hanging_pawns", &["hanging-pawns"]),
    ("in_check", &["checked"]),
    ("isolated", &["isolated"]),
    ("isolated_doubled", &["isolated-doubled"]),
    ("outpost", &["outpost"]),
    ("outside_passed", &["outside-passed"]),
    ("passed", &["passed-pawn"]),
    ("pinned", &["pinned"]),
    ("protected_passed", &["protected-passed"]),
    ("rook_behind_passer", &["rook-behind-passer"]),
];

/// Vectors whose pattern has more squares than the vector names, with the reason.
const MORE: &[(&str, &str)] = &[
    (
        "advanced_chain",
        "the vector names the head, the fact is the whole chain",
    ),
    (
        "superadvanced_chain",
        "the vector names the head, the fact is the whole chain",
    ),
];

fn explainer(text: &str) -> Explainer {
    let program = rulebook("library.adv", text);
    Explainer::new(program.linked(), Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// What is told for White.
fn explain(explainer: &mut Explainer, position: &Position, plans: bool) -> Explanation {
    let options = ExplainOptions {
        viewer: Some(Color::White),
        plans,
        ..ExplainOptions::default()
    };
    explainer
        .explain(EvaluationId(0), position, &options)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn vectors() -> Value {
    serde_json::from_str(&read(VECTORS)).expect("the vectors are JSON")
}

fn board(names: &Value) -> u64 {
    let names = names.as_array().into_iter().flatten();
    let squares = names.map(|name| name.as_str().and_then(parse_square));
    squares.map(|square| 1 << square.expect("a square")).sum()
}

fn name<'a>(explainer: &'a Explainer, fact: &Fact) -> &'a str {
    let pattern = explainer.program().patterns.get(fact.pattern.index());
    &pattern.expect("a pattern").name
}

#[test]
fn facts_of_patterns_are_those_of_the_vectors() {
    let mut explainer = explainer(LIBRARY);
    let mut tried = 0;
    let (mut wrong, mut over) = (Vec::new(), Vec::new());
    let mut without = BTreeSet::new();
    let all = vectors();
    for vector in all["vectors"].as_array().expect("there are vectors") {
        let pattern = vector["pattern"].as_str().expect("it names a pattern");
        let Some((_, own)) = PATTERNS.iter().find(|(name, _)| *name == pattern) else {
            without.insert(pattern);
            continue;
        };
        tried += 1;
        let side = match vector["colour"].as_str() {
            Some("w") => Color::White,
            _ => Color::Black,
        };
        let at = position(vector["fen"].as_str().expect("it has a position"));
        let found = explain(&mut explainer, &at, false);
        if found.end.is_some() {
            // Of a game that is over the end is told, and no fact.
            over.push(pattern);
            continue;
        }
        let is = |fact: &&Fact| fact.side == side && own.contains(&name(&explainer, fact));
        let facts = found.facts.iter().filter(is);
        let squares = facts.fold(0, |all, fact| all | fact.squares);
        let wanted = board(&vector["expected"]);
        let agree = match MORE.iter().any(|(name, _)| *name == pattern) {
            true => wanted & !squares == 0 && (wanted == 0) == (squares == 0),
            false => wanted == squares,
        };
        if !agree {
            wrong.push(format!("{vector}: found {squares:#x}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((tried, over.as_slice()), (31, &["in_check"][..]));
    let named = [
        "bishop_pair",
        "closed_files",
        "mobility",
        "open_files",
        "pawn_islands",
        "rammed",
        "semiclosed_files",
        "semiopen_files",
    ];
    assert!(without.into_iter().eq(named));
}

/// The signs of the vectors, `+/-` for `±`.
#[test]
fn signs_are_those_of_the_vectors() {
    let all = vectors();
    let cases = all["lm_cases"].as_array().expect("there are cases");
    for case in cases {
        let pawns = case["nm"].as_f64().expect("a number");
        let sign = Sign::of((pawns * 100.0).round() as i64);
        assert_eq!(Value::from(sign.ascii()), case["lm"], "{pawns}");
    }
    assert_eq!(cases.len(), 11);
}

/// A fact that is told: pattern, side, squares, worth for White.
type Listed = (&'static str, char, &'static str, i64);

/// What is told of the eight positions, for White, in the order of the vectors: pattern, side, squares, worth for White; and why it differs from them, as
/// `docs/patterns.md` says. Where nothing is said, the facts are the vectors'.
const WHOLE: &[(&[Listed], &str)] = &[
    (
        &[
            ("backward-open", 'B', "a7", 50),
            ("backward-fixed", 'B', "d6", 40),
            ("rook-halfopen", 'W', "a1 a4", 40),
        ],
        "",
    ),
    (
        &[
            ("superadvanced-chain", 'W', "d6 e5 f4", 60),
            ("backward-closed", 'B', "a7", 50),
            ("rook-open", 'W', "c2 c5", 50),
        ],
        "`backward-closed` is worth 50 in the endgame, so a7 is told in place of White's a2",
    ),
    (
        &[
            ("weak-back-rank", 'B', "g8", 30),
            ("weak-back-rank", 'W', "g1", -30),
            ("isolated", 'W', "d4", -25),
        ],
        "both sides have castled, so that is not told",
    ),
    (&[], ""),
    (
        &[
            ("more-material", 'B', "", -300),
            ("passed-pawn", 'W', "d6", 90),
            ("exposed-king", 'B', "d8", 80),
        ],
        "a passed pawn is worth more for each step, so White's own king is fourth",
    ),
    (
        &[
            ("more-material", 'W', "", 300),
            ("isolated", 'B', "d6", 40),
            ("blocked", 'B', "d6", 30),
        ],
        "of the same weight, the branch of the tree that comes first is told",
    ),
    (
        &[
            ("outside-passed", 'W', "a5", 100),
            ("more-material-alone", 'W', "", 100),
            ("isolated", 'W', "a5", -40),
        ],
        "the search refutes that g5 and h5 fall",
    ),
    (
        &[
            ("more-material", 'W', "", 100),
            ("exposed-king", 'W', "g1", -80),
            ("passed-pawn", 'W', "e2", 50),
        ],
        "",
    ),
];

/// The patterns of the facts of the whole vectors.
const NAMED: &[(&str, &str)] = &[
    ("backward/open", "backward-open"),
    ("backward_strict", "backward-fixed"),
    ("rook_semiopen", "rook-halfopen"),
    ("rook_open", "rook-open"),
    ("superadvanced_chain", "superadvanced-chain"),
    ("back_rank_weak", "weak-back-rank"),
    ("castled_static", "castled"),
    ("material", "more-material"),
    ("exposed_king", "exposed-king"),
    ("isolated", "isolated"),
    ("outpost", "outpost"),
    ("hanging", "loose"),
    ("outside_passed", "outside-passed"),
    ("passed", "passed-pawn"),
];

#[test]
fn the_eight_whole_explanations_are_told_but_for_what_is_listed() {
    let mut explainer = explainer(VALUED);
    let all = vectors();
    let cases = all["mxp_cases"].as_array().expect("there are cases");
    assert_eq!(cases.len(), WHOLE.len());
    for (case, (told, why)) in cases.iter().zip(WHOLE) {
        let fen = case["fen"].as_str().expect("a position");
        let explained = explain(&mut explainer, &position(fen), true);
        type Told = (String, char, u64, i64);
        let found: Vec<Told> = explained
            .told
            .iter()
            .map(|told| {
                let fact = &told.fact;
                let pattern = name(&explainer, fact).to_owned();
                let side = fact.side.letter().to_ascii_uppercase();
                (pattern, side, fact.squares, fact.value())
            })
            .collect();
        let listed = told.iter().map(|(pattern, side, squares, value)| {
            let names = squares.split(' ').filter_map(parse_square);
            let squares = names.map(|square| 1 << square).sum();
            ((*pattern).to_owned(), *side, squares, *value)
        });
        assert_eq!(found, listed.collect::<Vec<Told>>(), "{fen}");
        // What the vectors tell of the same position, the order apart.
        let theirs = case["xps"].as_array().into_iter().flatten().map(|xp| {
            let fact = xp["fact"].as_str().unwrap_or_default();
            let pattern = NAMED.iter().find(|(name, _)| *name == fact);
            let pattern = pattern.unwrap_or_else(|| panic!("no pattern for {fact}")).1;
            let side = xp["side"].as_str().and_then(|side| side.chars().next());
            let value = (xp["nm"].as_f64().expect("a number") * 100.0).round() as i64;
            (
                pattern.to_owned(),
                side.expect("a side"),
                board(&xp["squares"]),
                value,
            )
        });
        let found: BTreeSet<Told> = found.into_iter().collect();
        let theirs: BTreeSet<Told> = theirs.collect();
        assert_eq!(found == theirs, why.is_empty(), "{fen}: {why}");
        // The paper's sum is that of the told facts; a position's own value is that of all.
        let sum: i64 = told.iter().map(|(.., value)| value).sum();
        if why.is_empty() {
            let sign = Sign::of(sum).ascii();
            assert_eq!(Value::from(sign), case["general"]["lm"], "{fen}");
        }
    }
}
