//! A survey: a table consulted once in every legal position of its material, summed up by rule and by piece-of-advice.
//!
//! ```text
//! survey of krk, W: K, R; B: K, White to move
//!
//! positions surveyed     175,168
//!   satisfied            175,168  100.0 %
//!   …
//! positions tested     7,206,680  41.1 a position
//! ```
//!
//! As JSON: `{ "table", "material", "sides": ["White"], "replies": "tested-first" | "one-by-one", "surveyed", "satisfied",
//! "conditional", "no_advice", "no_rule", "stopped", "positions", "rules": [USE], "advice": [USE] }` with USE = `{ "rule": 1 | "advice":
//! "squeeze", "count", "share", "satisfied" (rules only), "positions", "mean", "max" }`; shares are parts of 1 of all positions
//! surveyed. Nothing in it depends on the time or the number of threads.

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_chess::{Color, Position};
use adv_module::Program;
use adv_vm::{Decision, Replies};
use serde_json::{Value, json};

use crate::rows::Csv;
use crate::text::{advice_name, thousands, widest};

/// The use of one rule or of one piece-of-advice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// In how many of the positions surveyed.
    pub count: u64,
    /// In how many of those an advice was satisfied.
    pub satisfied: u64,
    /// The positions tested there, of all pieces tried.
    pub positions: u64,
    /// The most positions tested in one of them.
    pub max: u64,
}

impl Use {
    /// One more position.
    pub fn add(&mut self, satisfied: bool, positions: u64) {
        self.count += 1;
        self.satisfied += u64::from(satisfied);
        self.positions += positions;
        self.max = self.max.max(positions);
    }

    /// The sum of two stretches.
    pub fn merge(&mut self, other: &Use) {
        self.count += other.count;
        self.satisfied += other.satisfied;
        self.positions += other.positions;
        self.max = self.max.max(other.max);
    }

    fn mean(&self) -> f64 {
        share(self.positions, self.count)
    }
}

/// What the positions surveyed add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Everything.
    pub all: Use,
    /// Answers whose tree leaves legal replies out.
    pub conditional: u64,
    /// Positions in which no rule applies; they are among those without advice.
    pub no_rule: u64,
    /// Positions in which a limit was reached; they count nowhere else.
    pub stopped: u64,
    /// By rule, in the order of the table.
    pub rules: Vec<Use>,
    /// By the piece-of-advice that is satisfied, in the order of the module.
    pub advice: Vec<Use>,
}

impl Totals {
    /// Empty totals for a table and a module with these numbers of rules and pieces-of-advice.
    pub fn new(rules: usize, advice: usize) -> Totals {
        Totals {
            rules: vec![Use::default(); rules],
            advice: vec![Use::default(); advice],
            ..Totals::default()
        }
    }

    /// One more answer.
    #[inline]
    pub fn add(&mut self, decision: &Decision) {
        let satisfied = decision.advice.is_some();
        self.all.add(satisfied, decision.positions);
        self.conditional += u64::from(decision.conditional);
        match decision.rule.and_then(|rule| self.rules.get_mut(rule)) {
            Some(rule) => rule.add(satisfied, decision.positions),
            None => self.no_rule += 1,
        }
        if let Some(advice) = decision
            .advice
            .and_then(|id| self.advice.get_mut(id.index()))
        {
            advice.add(true, decision.positions);
        }
    }

    /// The sum of two stretches.
    pub fn merge(&mut self, other: &Totals) {
        self.all.merge(&other.all);
        self.conditional += other.conditional;
        self.no_rule += other.no_rule;
        self.stopped += other.stopped;
        self.rules
            .iter_mut()
            .zip(&other.rules)
            .for_each(|(mine, theirs)| mine.merge(theirs));
        self.advice
            .iter_mut()
            .zip(&other.advice)
            .for_each(|(mine, theirs)| mine.merge(theirs));
    }
}

/// A survey that is finished.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey<'m> {
    /// The program.
    pub module: &'m Program,
    /// The table's name.
    pub table: &'m str,
    /// The material as the table declares it.
    pub material: String,
    /// The sides that were to move.
    pub sides: Vec<Color>,
    /// How positions were counted.
    pub replies: Replies,
    /// The sums.
    pub totals: Totals,
}

/// The word of the option for a way to work through replies.
pub const fn replies_word(replies: Replies) -> &'static str {
    match replies {
        Replies::TestedFirst => "tested-first",
        Replies::OneByOne => "one-by-one",
    }
}

/// The survey for people.
pub fn text(survey: &Survey<'_>) -> String {
    let Survey { module, totals, .. } = survey;
    let all = &totals.all;
    let surveyed = all.count + totals.stopped;
    let sides: Vec<&str> = survey.sides.iter().map(|side| side.name()).collect();
    let mut text = format!(
        "survey of {}, {}, {} to move\n\n",
        survey.table,
        survey.material,
        sides.join(" and then ")
    );
    let mut count = |what: &str, number: u64, remark: String| {
        let line = format!("{what:22}{:>15}  {remark}", thousands(number));
        let _ = writeln!(text, "{}", line.trim_end());
    };
    let part = |number: u64| percent(number, surveyed);
    let without = all.count - all.satisfied;
    count("positions surveyed", surveyed, String::new());
    count("  satisfied", all.satisfied, part(all.satisfied));
    if totals.conditional > 0 {
        count(
            "    conditional",
            totals.conditional,
            format!("{}  some replies are left out", part(totals.conditional)),
        );
    }
    count("  no advice", without, part(without));
    if totals.no_rule > 0 {
        count("    no rule applies", totals.no_rule, part(totals.no_rule));
    }
    count("  stopped", totals.stopped, part(totals.stopped));
    let way = match survey.replies {
        Replies::TestedFirst => "replies tested first",
        Replies::OneByOne => "replies one by one",
    };
    count(
        "positions tested",
        all.positions,
        format!("{:.1} a position, {way}", all.mean()),
    );

    let rules: Vec<String> = (1..=totals.rules.len())
        .map(|number| format!("rule {number}"))
        .collect();
    table(
        &mut text,
        "rule",
        surveyed,
        rules.iter().map(String::as_str).zip(&totals.rules),
    );
    let used = module
        .advice
        .iter()
        .zip(&totals.advice)
        .filter(|(_, used)| used.count > 0);
    table(
        &mut text,
        "satisfied piece",
        surveyed,
        used.map(|(advice, used)| (advice.name.as_str(), used)),
    );
    text
}

fn table<'n>(
    text: &mut String,
    head: &str,
    surveyed: u64,
    rows: impl Iterator<Item = (&'n str, &'n Use)>,
) {
    let rows: Vec<(&str, &Use)> = rows.collect();
    if rows.is_empty() {
        return;
    }
    let width = widest(rows.iter().map(|(name, _)| *name).chain([head])).max(20);
    let (count, part, mean, max) = ("count", "share", "mean", "max");
    let _ = writeln!(
        text,
        "\n{head:width$}  {count:>15}  {part:>7}  {mean:>10}  {max:>13}"
    );
    for (name, used) in rows {
        let (count, part, max) = (
            thousands(used.count),
            percent(used.count, surveyed),
            thousands(used.max),
        );
        let _ = writeln!(
            text,
            "{name:width$}  {count:>15}  {part:>7}  {:>10.1}  {max:>13}",
            used.mean()
        );
    }
}

/// The survey for tools.
pub fn json(survey: &Survey<'_>) -> Value {
    let totals = &survey.totals;
    let all = &totals.all;
    let surveyed = all.count + totals.stopped;
    let usage = |mut object: Value, used: &Use| {
        object["count"] = used.count.into();
        object["share"] = share(used.count, surveyed).into();
        object["positions"] = used.positions.into();
        object["mean"] = used.mean().into();
        object["max"] = used.max.into();
        object
    };
    let rules: Vec<Value> = (1..)
        .zip(&totals.rules)
        .map(|(number, used): (usize, &Use)| {
            usage(json!({ "rule": number, "satisfied": used.satisfied }), used)
        })
        .collect();
    let advice: Vec<Value> = survey
        .module
        .advice
        .iter()
        .zip(&totals.advice)
        .filter(|(_, used)| used.count > 0)
        .map(|(advice, used)| usage(json!({ "advice": advice.name }), used))
        .collect();
    let sides: Vec<&str> = survey.sides.iter().map(|side| side.name()).collect();
    json!({
        "table": survey.table,
        "material": survey.material,
        "sides": sides,
        "replies": replies_word(survey.replies),
        "surveyed": surveyed,
        "satisfied": all.satisfied,
        "conditional": totals.conditional,
        "no_advice": all.count - all.satisfied,
        "no_rule": totals.no_rule,
        "stopped": totals.stopped,
        "positions": all.positions,
        "rules": rules,
        "advice": advice,
    })
}

/// The fields of a survey's row.
pub const CSV_HEAD: &str = "fen,rule,advice,move,positions\n";

/// Adds one row of [`CSV_HEAD`]; what there is none of is empty, and so is everything but the positions tested where a limit was
/// reached (no decision).
pub fn csv_row(
    lines: &mut Csv,
    module: &Program,
    position: &Position,
    decision: Option<&Decision>,
    positions: u64,
) {
    let rule = decision
        .and_then(|d| d.rule)
        .map_or_else(String::new, |rule| (rule + 1).to_string());
    let advice = decision
        .and_then(|d| d.advice)
        .map_or("", |id| advice_name(module, id));
    let m = decision
        .and_then(|d| d.mv)
        .map_or_else(String::new, |m| m.to_string());
    lines.record(&[&fen(position), &rule, advice, &m, &positions.to_string()]);
}

#[expect(
    clippy::cast_precision_loss,
    reason = "shares and means are shown with one decimal"
)]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * share(part, whole))
}
