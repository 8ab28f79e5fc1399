//! The report on two programs, as blocks.
//!
//! ```text
//! `old.adv` and `new.adv` play different first moves in 12,004 of 175,168 positions (6.9 %); …
//!
//! where both hold                  A            B
//!   moves, worst                  33           32
//! …
//! ```

use adv_record::diff::{ChoicePair, Diff, DiffExample};
use adv_record::play::Choice;
use adv_record::scan::Fate;

use crate::block::{Block, Board, Column, ColumnKind, Row, Table, Text, Tone, numbered};
use crate::proof::blocks::share;
use crate::proof::diff::names;
use crate::proof::numbers::{mean, signed_mean};
use crate::text::thousands;

/// Most pairs of choices that the report lists.
const PAIRS: usize = 20;

/// Blocks of the report on two programs.
pub(super) fn blocks(diff: &Diff) -> Vec<Block> {
    let [a, b] = names(&diff.a.name, &diff.b.name);
    let who = |letter: &str, name: &str, subject: &str| {
        Block::sentence(format!("{letter}  {name}, {subject}"))
    };
    let head = Block::Group(vec![
        Block::InText(vec![Block::sentence(&diff.headline)]),
        who("A", &a, &diff.a.subject),
        who("B", &b, &diff.b.subject),
        Block::Paragraph(Text::source(&diff.claim), Tone::Plain),
    ]);
    let mut blocks = vec![head, counts(diff), lengths(diff)];
    blocks.extend(pairs(diff));
    let examples = &diff.examples;
    let lists = [
        ("only A holds", "a_only", &examples.a_only),
        ("only B holds", "b_only", &examples.b_only),
        ("A is shorter by most", "a_shorter", &examples.a_shorter),
        ("B is shorter by most", "b_shorter", &examples.b_shorter),
    ];
    let lists = lists
        .into_iter()
        .filter(|(_, _, examples)| !examples.is_empty());
    let lists: Vec<Block> = lists
        .map(|(head, key, examples)| list(head, key, examples))
        .collect();
    if !lists.is_empty() {
        blocks.push(Block::section("positions", "Positions", lists));
    }
    blocks
}

fn counts(diff: &Diff) -> Block {
    let (all, different) = (diff.positions, diff.different);
    let rows = vec![
        share("positions", 0, all, all),
        share("same first move", 1, diff.same, all),
        share("different first moves", 1, different, all),
        share("A is shorter", 2, diff.a_shorter, different),
        share("B is shorter", 2, diff.b_shorter, different),
        share("equally long", 2, diff.equal, different),
        share("both hold", 0, diff.both, all),
        share("only A holds", 0, diff.only_a, all),
        share("only B holds", 0, diff.only_b, all),
        share("neither holds", 0, diff.neither, all),
    ];
    table("", ["", ""], ColumnKind::Share, rows, true)
}

fn lengths(diff: &Diff) -> Block {
    let [a, b] = [&diff.lengths.a, &diff.lengths.b];
    let mean = |sum| mean(sum, diff.both);
    let rows = vec![
        Row::of([
            "moves, worst".to_owned(),
            a.worst.to_string(),
            b.worst.to_string(),
        ])
        .below(1),
        Row::of(["moves, mean".to_owned(), mean(a.sum), mean(b.sum)]).below(1),
    ];
    table(
        "where both hold",
        ["A", "B"],
        ColumnKind::Number,
        rows,
        false,
    )
}

fn table(
    head: &'static str,
    heads: [&'static str; 2],
    kind: ColumnKind,
    rows: Vec<Row>,
    is_summary: bool,
) -> Block {
    let last = Column {
        kind,
        ..Column::number(heads[1], 8)
    };
    Block::Table(Table {
        columns: vec![
            Column::words(head, 26, 26),
            Column::number(heads[0], 11),
            last,
        ],
        rows,
        is_summary,
    })
}

/// Title of a choice: `krk, rule 2: squeeze`; `nothing applies` without one.
fn words(choice: &Option<Choice>) -> String {
    (choice.as_ref()).map_or_else(
        || "nothing applies".to_owned(),
        |choice| choice.title.clone(),
    )
}

/// Table of pairs of choices with different first moves, those that differ most often first; the order of the source breaks ties.
fn pairs(diff: &Diff) -> Option<Block> {
    let pairs = diff.pairs.iter().filter(|pair| pair.different > 0);
    let mut pairs: Vec<&ChoicePair> = pairs.collect();
    pairs.sort_by_key(|pair| std::cmp::Reverse(pair.different));
    let with_line = |choice: &Option<Choice>| {
        let line = choice.as_ref().and_then(|choice| choice.line);
        words(choice) + &line.map_or_else(String::new, |line| format!(" ({line})"))
    };
    let row = |pair: &&ChoicePair| {
        Row::of([
            with_line(&pair.a),
            with_line(&pair.b),
            thousands(pair.different),
            signed_mean(pair.difference, pair.both),
        ])
    };
    let mut blocks = vec![Block::table(
        vec![
            Column::words("A chooses (line)", 16, usize::MAX),
            Column::words("B chooses (line)", 16, usize::MAX),
            Column::number("they differ", 12),
            Column::number("B − A", 10),
        ],
        pairs.iter().take(PAIRS).map(row),
    )];
    if pairs.len() > PAIRS {
        let others = format!("and {} other pairs", pairs.len() - PAIRS);
        blocks.push(Block::Paragraph(Text::plain(others), Tone::Remark));
    }
    let blocks = vec![Block::Group(blocks)];
    (!pairs.is_empty())
        .then(|| Block::section("rules", "What they choose where they differ", blocks))
}

/// Cells for a program's play in a position: its first move, the words for its fate, and its choice with the line of it.
fn does(fen: &str, fate: &Fate) -> [String; 3] {
    let first = fate.mv.as_ref().map(|mv| numbered(fen, &mv.san));
    let line = fate.choice.as_ref().and_then(|choice| choice.line);
    let line = line.map_or_else(String::new, |line| format!(", line {line}"));
    [
        first.unwrap_or_else(|| "no move".to_owned()),
        fate.words.clone(),
        words(&fate.choice) + &line,
    ]
}

fn list(head: &str, key: &str, examples: &[DiffExample]) -> Block {
    let does = |example: &DiffExample| {
        [("A", &example.a), ("B", &example.b)]
            .map(|(letter, fate)| (letter, does(&example.fen, fate)))
    };
    let item = |example: &DiffExample| {
        let rows = does(example).map(|(letter, [mv, length, by])| {
            (letter, Text::plain(format!("{mv:12}  {length:10}  {by}")))
        });
        let fen = Block::Paragraph(Text::source(&example.fen), Tone::Plain);
        vec![Block::Group(vec![fen, Block::lines(0, rows)])]
    };
    let board = |(index, example): (usize, &DiffExample)| {
        let does = does(example);
        let caption = does
            .each_ref()
            .map(|(letter, [mv, length, _])| format!("{letter}: {mv}, {length}"));
        let said = does.map(|(letter, [mv, length, by])| format!("{letter}: {mv}, {length}, {by}"));
        Board {
            fen: example.fen.clone(),
            over: example.ways.clone(),
            caption: Text::plain(caption.join(" · ")),
            at: (format!("/examples/{key}/{index}"), 0),
            title: head.to_owned(),
            said: said.join("\n"),
            ..Board::default()
        }
    };
    let boards = examples.iter().enumerate().map(board).collect();
    Block::Group(vec![
        Block::InText(vec![
            Block::sentence(head),
            Block::sentence("\n"),
            Block::Numbered(examples.iter().map(item).collect()),
        ]),
        Block::OnPage(vec![Block::sentence(head), Block::Boards(boards)]),
    ])
}
