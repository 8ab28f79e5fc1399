//! Report of a benchmark: the speed of a program, and its executed instructions by line and definition.
//!
//! ```text
//! bench of table krk, 10,000 of the 175,168 positions of W: K, R; B: K, drawn with seed 1
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
mod json;

use std::fmt::Write as _;

use adv_module::program::Place;
use adv_module::{FnId, Program};
use adv_record::bench::Executed;
use adv_vm::{NoCode, PieceCount, ProfileCounts, Subject};

use crate::survey::Use;
use crate::text::{thousands, widest};

use instructions::Profile;
pub use json::json;

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
    /// Share of the time, 0 to 1, that the search takes for itself when the program is interpreted; `None` if not measured.
    pub search: Option<f64>,
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
pub fn text(bench: &Bench<'_>) -> String {
    let profile = Profile::of(bench);
    let mut text = format!(
        "bench of {} {}, ",
        bench.subject.kind(),
        bench.subject.name(bench.module)
    );
    let asked = match bench.games {
        Some(games) => {
            let game = if games == 1 { "a game" } else { "games" };
            format!(
                "{} choices in {game} from {}",
                thousands(bench.asked),
                bench.from
            )
        }
        None => bench.from.to_owned(),
    };
    let _ = writeln!(text, "{asked}\n");
    speed(&mut text, bench);
    pieces(&mut text, bench);
    rules(&mut text, bench);
    spent(&mut text, bench, &profile);
    text
}

/// Writes the lines on speed, whose numbers differ between runs.
#[expect(
    clippy::cast_precision_loss,
    reason = "rates are shown with three figures"
)]
fn speed(text: &mut String, bench: &Bench<'_>) {
    let positions = bench.counts.positions() as f64;
    let asked = bench.asked as f64;
    let seconds = bench.timing.median().max(1e-12);
    let rounds = bench.timing.seconds.len();
    let median = match rounds {
        1 => "one round".to_owned(),
        _ => format!("the median of {rounds} rounds"),
    };
    let what = if bench.games.is_some() {
        "choices"
    } else {
        "answers"
    };
    let _ = writeln!(
        text,
        "speed      {} positions tested a second   {} of CPU time, {median}",
        rate(positions / seconds),
        time(seconds),
    );
    let _ = writeln!(
        text,
        "           {} {what} a second   {} each, for {:.1} positions",
        rate(asked / seconds),
        time(seconds / asked.max(1.0)),
        positions / asked.max(1.0),
    );
    if let Some(search) = bench.timing.search {
        let _ = writeln!(
            text,
            "           without native code {:.0} % of it searching (moves generated, ordered, made), {:.0} % evaluating",
            100.0 * search,
            100.0 * (1.0 - search),
        );
    }
    for (function, reason) in &bench.timing.without_code {
        let function = bench.module.functions.get(function.index());
        let name = function.map_or("a function", |function| function.name.as_str());
        let _ = writeln!(text, "           no native code for {name}: {reason}");
    }
    let _ = writeln!(
        text,
        "answered   {} of {}",
        thousands(bench.answered),
        thousands(bench.asked)
    );
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

fn pieces(text: &mut String, bench: &Bench<'_>) {
    let rows = used(bench);
    let all = bench.counts.positions();
    let head = if bench.games.is_some() {
        "action"
    } else {
        "piece-of-advice"
    };
    let width = widest(rows.iter().map(|(name, _)| *name).chain([head])).max(20);
    let (searched, satisfied, positions, part) = ("searched", "satisfied", "positions", "share");
    let _ = writeln!(
        text,
        "\n{head:width$}  {searched:>11}  {satisfied:>11}  {positions:>13}  {part:>7}"
    );
    for (name, piece) in rows {
        let _ = writeln!(
            text,
            "{name:width$}  {:>11}  {:>11}  {:>13}  {:>7}",
            thousands(piece.searched),
            thousands(piece.satisfied),
            thousands(piece.positions),
            percent(piece.positions, all),
        );
        if piece.asked > 0 {
            let _ = writeln!(
                text,
                "{:width$}  {:>11}  {:>11}  {:>13}  {:>7}",
                "  satisfiable asked",
                thousands(piece.asked),
                "",
                thousands(piece.nested),
                percent(piece.nested, all),
            );
        }
    }
}

fn rules(text: &mut String, bench: &Bench<'_>) {
    // One rule says nothing that the pieces do not say.
    if bench.rules.len() < 2 {
        return;
    }
    let all: u64 = bench.rules.iter().map(|rule| rule.positions).sum();
    let (count, satisfied, positions, part) = ("count", "satisfied", "positions", "share");
    let _ = writeln!(
        text,
        "\n{:20}  {count:>11}  {satisfied:>11}  {positions:>13}  {part:>7}",
        "rule"
    );
    for (number, rule) in (1..).zip(bench.rules) {
        let name = format!("rule {number}");
        let _ = writeln!(
            text,
            "{name:20}  {:>11}  {:>11}  {:>13}  {:>7}",
            thousands(rule.count),
            thousands(rule.satisfied),
            thousands(rule.positions),
            percent(rule.positions, all),
        );
    }
}

fn spent(text: &mut String, bench: &Bench<'_>, profile: &Profile) {
    let all = profile.all.weight;
    let row = |of: &Executed| {
        let (part, count) = (percent(of.weight, all), thousands(of.instructions));
        format!("{part:>7}  {count:>13}")
    };
    let _ = writeln!(
        text,
        "\nevaluating by definition: {} instructions\n  share   instructions  line",
        thousands(profile.all.count)
    );
    for definition in profile.definitions.iter().take(bench.limit) {
        let line = definition
            .line
            .map_or_else(String::new, |line| line.to_string());
        let _ = writeln!(
            text,
            "{}  {line:>4}  {}",
            row(&definition.executed),
            definition.definition
        );
    }
    rest(text, profile.definitions.len(), bench.limit, "definition");
    if profile.lines.is_empty() {
        if bench.module.source.is_none() {
            text.push_str("\nthe module was built without its source, so there are no lines\n");
        }
        return;
    }
    text.push_str("\nevaluating by line\n  share   instructions  line\n");
    for line in profile.lines.iter().take(bench.limit) {
        let _ = writeln!(
            text,
            "{}  {:>4}  {}",
            row(&line.executed),
            line.line,
            line.text
        );
    }
    rest(text, profile.lines.len(), bench.limit, "line");
}

/// Writes the number of lines or definitions that the report leaves out.
fn rest(text: &mut String, all: usize, limit: usize, what: &str) {
    match all.saturating_sub(limit) {
        0 => {}
        1 => {
            let _ = writeln!(text, "{:28}and one more {what}", "");
        }
        more => {
            let _ = writeln!(text, "{:28}and {more} more {what}s", "");
        }
    }
}

fn share(part: u64, whole: u64) -> f64 {
    adv_record::share(part, whole).unwrap_or(0.0)
}

fn percent(part: u64, whole: u64) -> String {
    crate::survey::percent(share(part, whole))
}
