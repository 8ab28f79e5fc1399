//! Report of a benchmark: the speed of a program, and its executed instructions by line and definition.
//!
//! ```text
//! bench of table krk, 10,000 positions of W: K, R; B: K, drawn with seed 1
//!
//! speed          11.9 million positions a second    35 ms of CPU time, the median of 5 rounds
//!   …
//!   share  instructions  line
//!  33.3 %     4,102,771    27  between(file(W.K), file(R), file(B.K)) ∨ …
//! ```
//!
//! As JSON: `Bench` of `docs/schema/bench.json`. Everything outside of `timing` is counted and the same on every machine: an executed
//! instruction counts as much as its kind weighs ([`adv_vm::weight`]), at the line that it comes from, even after inlining into another
//! function.

mod instructions;

use adv_module::program::Place;
use adv_module::{FnId, Program};
use adv_record::bench::{self as record, Executed, PieceTally, RuleTally};
use adv_vm::{NoCode, PieceCount, ProfileCounts, Subject};
use serde_json::Value;

use crate::TextForm;
use crate::block::{Block, Column, Row, Text};
use crate::json::{player, value};
use crate::rows::cell;
use crate::survey::Use;
use crate::text::thousands;
use instructions::Profile;

/// Input of a report on a finished benchmark.
#[derive(Clone, Debug)]
pub struct Bench<'m> {
    /// Records of the compiled program.
    pub module: &'m Program,
    /// Table, strategy or piece-of-advice that the benchmark consults.
    pub subject: Subject,
    /// Origin of the positions, in words.
    pub from: &'m str,
    /// Number of games that a strategy played to collect its consultations; `None` for a table or a piece-of-advice.
    pub games: Option<u64>,
    /// Number of consultations in a round.
    pub asked: u64,
    /// Number of consultations that returned a move.
    pub answered: u64,
    /// Uses of each rule, in the order of the table; empty for other subjects.
    pub rules: &'m [Use],
    /// Counts of the instructions and positions of one round.
    pub counts: &'m ProfileCounts,
    /// Definitions of the program's source; a place belongs to the smallest that holds it.
    pub definitions: &'m [Definition],
    /// Most lines, and most definitions, that the text lists.
    pub limit: usize,
    /// Measured times, the part that differs between runs.
    pub timing: Timing,
}

/// Named definition of the source, to which instructions are attributed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Keyword and name of the definition: `number room`.
    pub name: String,
    /// Range of the definition in the source, from its keyword to its end.
    pub place: Place,
}

/// Measured times: the only part of a report that differs between runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// CPU time of each round in seconds, in their order.
    pub seconds: Vec<f64>,
    /// Functions that stayed interpreted though they were called often, each with the reason.
    pub without_code: Vec<(FnId, NoCode)>,
}

impl Timing {
    /// Seconds of CPU time of the median round; of an even number of rounds the lower of the two in the middle.
    fn median(&self) -> f64 {
        let mut sorted = self.seconds.clone();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len().saturating_sub(1) / 2;
        sorted.get(middle).copied().unwrap_or(0.0)
    }
}

/// Report as text for people.
pub fn text(bench: &Bench<'_>, form: TextForm) -> String {
    let asked = match bench.games {
        Some(games) => {
            let game = if games == 1 { "a game" } else { "games" };
            let asked = thousands(bench.asked);
            format!("{asked} choices in {game} from {}", bench.from)
        }
        None => bench.from.to_owned(),
    };
    let kind = bench.subject.kind();
    let name = bench.subject.name(bench.module);
    let mut blocks = vec![
        Block::plain(format!("bench of {kind} {name}, {asked}")),
        speed(bench),
        pieces(bench),
    ];
    // One rule says nothing that the pieces do not say.
    blocks.extend((bench.rules.len() > 1).then(|| rules(bench.rules)));
    blocks.extend(executed(bench, &Profile::of(bench)));
    form.text(&blocks)
}

/// Facts on speed, whose numbers differ between runs.
#[expect(
    clippy::cast_precision_loss,
    reason = "rates are shown with three figures"
)]
fn speed(bench: &Bench<'_>) -> Block {
    let positions = bench.counts.positions() as f64;
    let asked = bench.asked as f64;
    let seconds = bench.timing.median().max(1e-12);
    let median = match bench.timing.seconds.len() {
        1 => "one round".to_owned(),
        rounds => format!("the median of {rounds} rounds"),
    };
    let what = if bench.games.is_some() {
        "choices"
    } else {
        "answers"
    };
    let mut rows = vec![
        format!(
            "{} positions tested a second   {} of CPU time, {median}",
            rate(positions / seconds),
            time(seconds)
        ),
        format!(
            "{} {what} a second   {} each, for {:.1} positions",
            rate(asked / seconds),
            time(seconds / asked.max(1.0)),
            positions / asked.max(1.0)
        ),
    ];
    rows.extend(bench.timing.without_code.iter().map(|(function, reason)| {
        let function = bench.module.functions.get(function.index());
        let name = function.map_or("a function", |function| function.name.as_str());
        format!("no native code for {name}: {reason}")
    }));
    let heads = ["speed"].into_iter().chain(std::iter::repeat(""));
    let mut rows: Vec<(&str, String)> = heads.zip(rows).collect();
    let answered = thousands(bench.answered);
    rows.push((
        "answered",
        format!("{answered} of {}", thousands(bench.asked)),
    ));
    Block::lines(
        9,
        rows.into_iter()
            .map(|(head, words)| (head, Text::plain(words))),
    )
}

/// Rate a second in words, with three figures: `11.9 million`.
fn rate(a_second: f64) -> String {
    match a_second {
        rate if rate >= 1e6 => format!("{} million", figures(rate / 1e6)),
        rate if rate >= 1e3 => format!("{} thousand", figures(rate / 1e3)),
        rate => figures(rate),
    }
}

/// Duration in the unit that fits, from seconds: `35.0 ms`.
fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{} s", figures(s)),
        s if s >= 1e-3 => format!("{} ms", figures(s * 1e3)),
        s if s >= 1e-6 => format!("{} µs", figures(s * 1e6)),
        s => format!("{} ns", figures(s * 1e9)),
    }
}

fn figures(number: f64) -> String {
    match number {
        n if n >= 100.0 => format!("{n:.0}"),
        n if n >= 10.0 => format!("{n:.1}"),
        n => format!("{n:.2}"),
    }
}

/// Pieces-of-advice that were searched, or tried in goals, with their counts, in the order of the module.
fn used<'b>(bench: &'b Bench<'_>) -> Vec<(&'b str, &'b PieceCount)> {
    bench
        .module
        .advice
        .iter()
        .zip(&bench.counts.pieces)
        .filter(|(_, piece)| piece.searched + piece.asked > 0)
        .map(|(advice, piece)| (advice.name.as_str(), piece))
        .collect()
}

fn pieces(bench: &Bench<'_>) -> Block {
    let all = bench.counts.positions();
    let head = if bench.games.is_some() {
        "action"
    } else {
        "piece-of-advice"
    };
    let mut rows = Vec::new();
    for (name, piece) in used(bench) {
        rows.push(Row::of([
            name,
            &thousands(piece.searched),
            &thousands(piece.satisfied),
            &thousands(piece.positions),
            &percent(piece.positions, all),
        ]));
        if piece.asked > 0 {
            let asked = Row::of([
                "satisfiable asked",
                &thousands(piece.asked),
                "",
                &thousands(piece.nested),
                &percent(piece.nested, all),
            ]);
            rows.push(asked.below(1));
        }
    }
    Block::table(counted(head, "searched"), rows)
}

fn rules(rules: &[Use]) -> Block {
    let all: u64 = rules.iter().map(|rule| rule.positions).sum();
    let row = |(number, rule): (usize, &Use)| {
        Row::of([
            format!("rule {number}"),
            thousands(rule.count),
            thousands(rule.satisfied),
            thousands(rule.positions),
            percent(rule.positions, all),
        ])
    };
    Block::table(counted("rule", "count"), (1..).zip(rules).map(row))
}

/// Columns for the positions of pieces-of-advice or rules.
fn counted(head: &'static str, count: &'static str) -> Vec<Column> {
    vec![
        Column::words(head, 20, usize::MAX),
        Column::number(count, 11),
        Column::number("satisfied", 11),
        Column::number("positions", 13),
        Column::number("share", 7),
    ]
}

/// Tables of the executed instructions by definition and by line.
fn executed(bench: &Bench<'_>, profile: &Profile) -> Vec<Block> {
    let row = |line: Option<usize>, words: &str, of: &Executed| {
        Row::of([
            percent(of.weight, profile.all.weight),
            thousands(of.instructions),
            cell(line),
            words.to_owned(),
        ])
    };
    let listed = |head: String, rows: Vec<Row>, what: &str| {
        let left = rows.len().saturating_sub(bench.limit);
        let columns = vec![
            Column::number("share", 7),
            Column::number("instructions", 13),
            Column::number("line", 4),
            Column::free(""),
        ];
        let rows = rows.into_iter().take(bench.limit);
        let mut blocks = vec![Block::plain(head), Block::table(columns, rows)];
        blocks.extend(match left {
            0 => None,
            1 => Some(Block::plain(format!("{:28}and one more {what}", ""))),
            more => Some(Block::plain(format!("{:28}and {more} more {what}s", ""))),
        });
        Block::Group(blocks)
    };
    let definitions = profile.definitions.iter();
    let definitions = definitions.map(|of| row(of.line, &of.definition, &of.executed));
    let all = thousands(profile.all.instructions);
    let head = format!("evaluating by definition: {all} instructions");
    let mut blocks = vec![listed(head, definitions.collect(), "definition")];
    let lines = profile.lines.iter();
    let lines: Vec<Row> = lines
        .map(|of| row(Some(of.line), &of.text, &of.executed))
        .collect();
    if !lines.is_empty() {
        blocks.push(listed("evaluating by line".to_owned(), lines, "line"));
    } else if bench.module.source.is_none() {
        let none = "the module was built without its source, so there are no lines";
        blocks.push(Block::plain(none.to_owned()));
    }
    blocks
}

fn share(part: u64, whole: u64) -> f64 {
    adv_record::share(part, whole).unwrap_or(0.0)
}

fn percent(part: u64, whole: u64) -> String {
    crate::survey::percent(share(part, whole))
}

/// Report as JSON for tools.
#[expect(
    clippy::cast_precision_loss,
    reason = "a rate is no exact number in any case"
)]
pub fn json(bench: &Bench<'_>) -> Value {
    let profile = Profile::of(bench);
    let positions = bench.counts.positions();
    let rules = (1..).zip(bench.rules).map(|(rule, of)| RuleTally {
        rule,
        count: of.count,
        satisfied: of.satisfied,
        positions: of.positions,
    });
    let advice = used(bench).into_iter().map(|(name, piece)| PieceTally {
        advice: name.to_owned(),
        searched: piece.searched,
        satisfied: piece.satisfied,
        positions: piece.positions,
        share: share(piece.positions, positions),
        asked: piece.asked,
        nested: piece.nested,
    });
    let median = bench.timing.median();
    let a_second = |count: u64| count as f64 / median.max(1e-12);
    value(&record::Bench {
        subject: player(bench.module, bench.subject),
        from: bench.from.to_owned(),
        games: bench.games,
        asked: bench.asked,
        answered: bench.answered,
        positions,
        instructions: profile.all.instructions,
        weight: profile.all.weight,
        rules: rules.collect(),
        advice: advice.collect(),
        definitions: profile.definitions,
        lines: profile.lines,
        timing: record::Timing {
            seconds: bench.timing.seconds.clone(),
            median,
            positions_per_second: a_second(positions),
            asked_per_second: a_second(bench.asked),
        },
        made_by: None,
    })
}
