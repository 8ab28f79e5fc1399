//! Réti's study and its siblings by alpha-beta, written by hand: the rows that searches by zones are held against.
//!
//! ```text
//! cargo bench -p adv-bench --bench reti                  the study by each manner, the siblings
//! cargo bench -p adv-bench --bench reti -- study --csv   one of the parts, to be read by a program
//! ```
//!
//! `docs/geometry.md` has the figures beside those of the forcing-trees. Without `--bench`, as `cargo test --benches` calls it, a
//! small part of each table is made.

#[path = "native/reti.rs"]
mod reti;
#[path = "support/table.rs"]
mod table;

use std::process::ExitCode;

use reti::{Manner, Rules, Search, WIN, by_rule, position};
use shakmaty::{Chess, Move, Position as _, san::San};
use table::Table;

/// Réti's study of 1921.
const STUDY: &str = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
/// Positions of the same men, drawn at random, with their values by tablebases.
const SIBLINGS: &str = include_str!("../cases/reti-siblings.epd");

/// The manners by name, with the figures of the specification: the last depth, and all depths up to it.
const MANNERS: [(&str, Manner, [&str; 2]); 8] = [
    (
        "unordered, material",
        manner(false, false, Rules::None),
        ["2,473,960", "4,257,123"],
    ),
    (
        "ordered, material",
        manner(true, false, Rules::None),
        ["153,503", "260,451"],
    ),
    (
        "ordered, with a table, material",
        manner(true, true, Rules::None),
        ["6,304", "15,018"],
    ),
    (
        "unordered, rules as written",
        manner(false, false, Rules::AsWritten),
        ["34,313", "82,585"],
    ),
    (
        "ordered, rules as written",
        manner(true, false, Rules::AsWritten),
        ["3,128", "11,570"],
    ),
    (
        "ordered, with a table, rules as written",
        manner(true, true, Rules::AsWritten),
        ["1,042", "4,361"],
    ),
    (
        "ordered, plain rules",
        manner(true, false, Rules::Plain),
        ["", ""],
    ),
    (
        "ordered, with a table, plain rules",
        manner(true, true, Rules::Plain),
        ["", ""],
    ),
];

const fn manner(ordered: bool, table: bool, rules: Rules) -> Manner {
    Manner {
        ordered,
        table,
        rules,
        cuts: true,
    }
}

/// The deepest search of the study: its verdict has to stay as it is up to here.
const LAST_DEPTH: u32 = 14;
/// The depth to which the siblings are searched.
const SIBLING_DEPTH: u32 = 16;
/// The positions of all depths together after which the search of a sibling gives up.
const SIBLING_POSITIONS: u64 = 3_000_000;

/// What one depth came to.
struct DepthCount {
    depth: u32,
    nodes: u64,
    value: i32,
}

/// Searches depth after depth, each the whole root, until one gives up.
fn deepen(root: &Chess, manner: Manner, last: u32, most: u64) -> Vec<DepthCount> {
    let mut search = Search::new(manner);
    search.most = most;
    let mut first: Option<Move> = None;
    let mut counts = Vec::new();
    for depth in 1..=last {
        let before = search.nodes;
        let (value, best) = search.root(root, depth, first);
        if search.ended() {
            break;
        }
        first = best.or(first);
        counts.push(DepthCount {
            depth,
            nodes: search.nodes - before,
            value,
        });
    }
    counts
}

/// The root moves by their names, each with its value at a depth.
fn verdicts(root: &Chess, manner: Manner, depth: u32) -> Vec<(String, i32)> {
    let mut verdicts = Vec::new();
    for mv in root.legal_moves() {
        // A table of its own: the value is that of a search of this move alone.
        let value = Search::new(manner).after_move(root, mv, depth);
        verdicts.push((San::from_move(root, mv).to_string(), value));
    }
    verdicts
}

/// The study's verdict: 1.Kg7 holds, to within two pawns, and every other move loses more.
fn is_solved(verdicts: &[(String, i32)]) -> bool {
    verdicts
        .iter()
        .all(|(name, value)| (name == "Kg7") == (*value >= -2))
}

/// The first depth from which the verdict of the study is right and stays right.
fn solved_from(root: &Chess, manner: Manner, last: u32) -> Option<u32> {
    let solved = (1..=last).map(|depth| (depth, is_solved(&verdicts(root, manner, depth))));
    let mut from = None;
    for (depth, solved) in solved {
        from = from.filter(|_| solved).or(solved.then_some(depth));
    }
    from
}

/// A number with a comma between groups of three digits.
fn thousands(number: u64) -> String {
    adv_render::text::thousands(number)
}

/// The study by each manner: at which depth it is solved, what that depth costs, what all depths up to it cost.
fn study(whole: bool) -> Table {
    let root = position(STUDY).expect("the study is legal");
    let mut rows = Vec::new();
    for (name, manner, [last, all]) in MANNERS {
        if !whole && manner.rules == Rules::None {
            continue;
        }
        // The verdict depends on what a leaf is, not on the order.
        let judge = Manner {
            ordered: true,
            table: true,
            ..manner
        };
        let solved = solved_from(&root, judge, LAST_DEPTH);
        let Some(depth) = solved else {
            rows.push(vec![name.to_owned(), format!("> {LAST_DEPTH}")]);
            continue;
        };
        let counts = deepen(&root, manner, depth, u64::MAX);
        let nodes = counts.last().map_or(0, |one| one.nodes);
        let sum: u64 = counts.iter().map(|one| one.nodes).sum();
        rows.push(vec![
            name.to_owned(),
            depth.to_string(),
            thousands(nodes),
            thousands(sum),
            last.to_owned(),
            all.to_owned(),
        ]);
    }
    if whole {
        let minimax = Manner {
            cuts: false,
            ..manner(false, false, Rules::AsWritten)
        };
        let counts = deepen(&root, minimax, 6, u64::MAX);
        let nodes = counts.last().map_or(0, |one| one.nodes);
        let sum: u64 = counts.iter().map(|one| one.nodes).sum();
        rows.push(vec![
            "minimax to ply 6, rules as written".to_owned(),
            "6".to_owned(),
            thousands(nodes),
            thousands(sum),
            "41,755".to_owned(),
            String::new(),
        ]);
    }
    Table {
        about: "Réti's study by alpha-beta: the first depth from which 1.Kg7 holds and every other move loses, and stays so.",
        head: vec![
            "search",
            "depth",
            "positions",
            "all depths",
            "specification",
            "all depths",
        ],
        rows,
    }
}

/// What a value says.
fn word(value: i32) -> &'static str {
    match value {
        100.. => "won",
        ..=-100 => "lost",
        _ => "drawn",
    }
}

/// The siblings with the rules of the square: the verdict at the last depth, the first depth from which it stays, what that cost.
fn siblings(whole: bool) -> Table {
    let ordered = manner(true, false, Rules::Plain);
    let tabled = manner(true, true, Rules::Plain);
    let depth = if whole { SIBLING_DEPTH } else { 8 };
    let lines = SIBLINGS.lines().filter(|line| !line.trim().is_empty());
    let mut rows = Vec::new();
    let mut sums: [Vec<u64>; 4] = Default::default();
    let mut right = 0;
    for (number, line) in (1..).zip(lines) {
        if !whole && number > 6 {
            break;
        }
        let fen: Vec<&str> = line.split_whitespace().take(4).collect();
        let fen = format!("{} 0 1", fen.join(" "));
        let known = line
            .split("c0 \"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        let known = known.unwrap_or("");
        let root = position(&fen).expect("a sibling is legal");
        let plain = deepen(&root, ordered, depth, SIBLING_POSITIONS);
        let with = deepen(&root, tabled, depth, SIBLING_POSITIONS);
        // The two have the same values; the one with a table comes further.
        let value = with.last().map_or(0, |one| one.value);
        let verdict = word(value);
        right += usize::from(verdict == known);
        let wrong = with.iter().rposition(|one| word(one.value) != verdict);
        let from = wrong.map_or(1, |at| at as u32 + 2);
        let last = |counts: &[DepthCount]| {
            counts
                .last()
                .filter(|one| one.depth == depth)
                .map(|one| one.nodes)
        };
        let up_to = |counts: &[DepthCount]| {
            let reached = counts.iter().any(|one| one.depth == from);
            let sum = counts
                .iter()
                .filter(|one| one.depth <= from)
                .map(|one| one.nodes)
                .sum();
            reached.then_some(sum)
        };
        let figures: [Option<u64>; 4] = [last(&plain), up_to(&plain), last(&with), up_to(&with)];
        for (all, figure) in sums.iter_mut().zip(figures) {
            all.extend(figure);
        }
        let depths = with.len();
        let deepest = if depths as u32 == depth {
            String::new()
        } else {
            format!(" at ply {depths}")
        };
        let mut row = vec![
            number.to_string(),
            format!("{verdict}{deepest}"),
            known.to_owned(),
            from.to_string(),
        ];
        let gave_up = || "gave up".to_owned();
        row.extend(figures.map(|figure| figure.map_or_else(gave_up, thousands)));
        rows.push(row);
    }
    let count = rows.len();
    let decided: Vec<String> = sums.iter().map(|all| all.len().to_string()).collect();
    for (name, of) in [
        ("mean", mean as fn(&[u64]) -> u64),
        ("median", median),
        ("most", most),
        ("sum", sum),
    ] {
        let mut row = vec![name.to_owned(), String::new(), String::new(), String::new()];
        row.extend(sums.iter().map(|all| thousands(of(all))));
        rows.push(row);
    }
    let head = ["did not give up", "", "", ""].map(str::to_owned);
    rows.push(head.into_iter().chain(decided).collect());
    rows.push(vec![
        "as tablebases".to_owned(),
        format!("{right} of {count}"),
    ]);
    Table {
        about: "The siblings by alpha-beta with square rules, ordered: the verdict at the last depth, the value by tablebases, the first depth from \
                which the verdict stays; positions of the last depth and of all depths up to that one, without and with a table.",
        head: vec![
            "sibling",
            "verdict",
            "tablebases",
            "from depth",
            "last",
            "up to it",
            "last, table",
            "up to it, table",
        ],
        rows,
    }
}

fn sum(all: &[u64]) -> u64 {
    all.iter().sum()
}

fn mean(all: &[u64]) -> u64 {
    sum(all).checked_div(all.len() as u64).unwrap_or(0)
}

fn median(all: &[u64]) -> u64 {
    let mut sorted = all.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or(0)
}

fn most(all: &[u64]) -> u64 {
    all.iter().copied().max().unwrap_or(0)
}

/// The rules on positions whose values are known, and searches that must agree.
fn checked() {
    let rule = |fen: &str| by_rule(&position(fen).expect("legal"), Rules::Plain);
    // The pawn that no king catches, with either side to move; the one that falls; bare kings; a queen each.
    assert_eq!(rule("8/8/8/7k/2P5/8/8/K7 w - - 0 1"), Some(WIN));
    assert_eq!(rule("8/2P5/8/7k/8/8/8/K7 b - - 0 1"), Some(-WIN));
    assert_eq!(rule("8/8/4k3/8/P7/8/8/7K b - - 0 1"), Some(0));
    assert_eq!(rule("8/8/8/7k/8/8/8/K7 b - - 0 1"), Some(0));
    assert_eq!(rule("6q1/8/k7/8/8/8/8/K1Q5 w - - 0 1"), Some(0));
    assert_eq!(rule("2Q5/k7/8/7p/8/8/8/K7 b - - 0 1"), Some(-WIN));
    assert_eq!(
        rule("2Q5/1k6/8/7p/8/8/8/K7 b - - 0 1"),
        None,
        "the queen falls"
    );
    assert_eq!(
        rule("2R5/1k6/8/7p/8/8/8/K7 b - - 0 1"),
        None,
        "a rook is none of the rules' men"
    );
    assert_eq!(rule(STUDY), None);
    // Cuts, orders and tables change counts, never values.
    let root = position(STUDY).expect("legal");
    for depth in 1..=4 {
        let value = |manner: Manner| Search::new(manner).root(&root, depth, None).0;
        for (name, one, _) in MANNERS {
            let minimax = Manner {
                cuts: false,
                ..manner(false, false, one.rules)
            };
            assert_eq!(value(one), value(minimax), "{name} at depth {depth}");
        }
    }
}

fn main() -> ExitCode {
    let (mut whole, mut csv, mut parts) = (false, false, Vec::new());
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--bench" => whole = true,
            "--csv" => csv = true,
            "study" | "siblings" => parts.push(argument),
            _ => {
                eprintln!("`{argument}` is not known here; `study`, `siblings` and `--csv` are");
                return ExitCode::FAILURE;
            }
        }
    }
    checked();
    let wanted = |name: &str| parts.is_empty() || parts.iter().any(|part| part == name);
    if wanted("study") {
        study(whole).print(csv);
    }
    if wanted("siblings") {
        siblings(whole).print(csv);
    }
    ExitCode::SUCCESS
}
