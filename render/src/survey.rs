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

use adv_record::share;
use adv_record::survey::{self, AdviceUse, ReplyOrder, RuleUse, UseCounts};

use adv_chess::notation::fen;
use adv_chess::{Color, Position};
use adv_module::Program;
use adv_vm::{Decision, Replies};
use serde_json::Value;

use crate::TextForm;
use crate::block::{Block, Column, Row, Table};
use crate::json::side;
use crate::json::value;
use crate::rows::{Csv, cell};
use crate::text::{advice_name, thousands};

/// Counts of how often one rule of the table, or one piece-of-advice, was used in a survey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Number of positions surveyed in which the rule applied, or the piece-of-advice was satisfied.
    pub count: u64,
    /// Number of these positions in which a piece-of-advice was satisfied.
    pub satisfied: u64,
    /// Number of positions tested by searches in them, over all pieces-of-advice tried.
    pub positions: u64,
    /// Most positions tested for one position surveyed.
    pub max: u64,
}

impl Use {
    /// Counts one more position surveyed; `positions` is the number that its searches tested.
    pub fn add(&mut self, satisfied: bool, positions: u64) {
        self.count += 1;
        self.satisfied += u64::from(satisfied);
        self.positions += positions;
        self.max = self.max.max(positions);
    }

    /// Adds the counts of another part of the survey.
    pub fn merge(&mut self, other: &Use) {
        self.count += other.count;
        self.satisfied += other.satisfied;
        self.positions += other.positions;
        self.max = self.max.max(other.max);
    }
}

/// Counts over all positions surveyed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Counts over all answers, whichever rule applied.
    pub all: Use,
    /// Number of answers with a tree that leaves legal replies out.
    pub conditional: u64,
    /// Number of positions in which no rule applies; they are among those without advice.
    pub no_rule: u64,
    /// Number of positions in which a limit was reached; they count nowhere else.
    pub stopped: u64,
    /// Counts for each rule, in the order of the table.
    pub rules: Vec<Use>,
    /// Counts for each piece-of-advice where it is satisfied, in the order of the module.
    pub advice: Vec<Use>,
}

impl Totals {
    /// Makes empty totals for this number of rules in the table and of pieces-of-advice in the module.
    pub fn new(rules: usize, advice: usize) -> Totals {
        Totals {
            rules: vec![Use::default(); rules],
            advice: vec![Use::default(); advice],
            ..Totals::default()
        }
    }

    /// Counts the table's answer in one more position.
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

    /// Adds the totals of another part of the survey.
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

/// Input of a report on a finished survey of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey<'m> {
    /// Records of the compiled program.
    pub module: &'m Program,
    /// Name of the table.
    pub table: &'m str,
    /// Pieces of the positions surveyed, as the table declares its material.
    pub material: String,
    /// Sides to move in the positions surveyed.
    pub sides: Vec<Color>,
    /// Order in which searches generated and counted replies.
    pub replies: Replies,
    /// Counts over the positions surveyed.
    pub totals: Totals,
}

/// Report on the survey as text for people.
pub fn text(survey: &Survey<'_>, form: TextForm) -> String {
    form.text(&blocks(&record(survey)))
}

/// Report on the survey as JSON for tools: `docs/schema/survey.json`.
pub fn json(survey: &Survey<'_>) -> Value {
    value(&record(survey))
}

fn record(survey: &Survey<'_>) -> survey::Survey {
    let totals = &survey.totals;
    let all = &totals.all;
    let surveyed = all.count + totals.stopped;
    let counts = |used: &Use| UseCounts {
        count: used.count,
        share: share(used.count, surveyed).unwrap_or(0.0),
        positions: used.positions,
        mean: share(used.positions, used.count).unwrap_or(0.0),
        max: used.max,
    };
    let advice = survey.module.advice.iter().zip(&totals.advice);
    survey::Survey {
        table: survey.table.to_owned(),
        material: survey.material.clone(),
        sides: survey.sides.iter().copied().map(side).collect(),
        replies: match survey.replies {
            Replies::TestedFirst => ReplyOrder::TestedFirst,
            Replies::OneByOne => ReplyOrder::OneByOne,
        },
        surveyed,
        satisfied: all.satisfied,
        conditional: totals.conditional,
        no_advice: all.count - all.satisfied,
        no_rule: totals.no_rule,
        stopped: totals.stopped,
        positions: all.positions,
        rules: (1..)
            .zip(&totals.rules)
            .map(|(rule, used)| RuleUse {
                rule,
                satisfied: used.satisfied,
                used: counts(used),
            })
            .collect(),
        advice: advice
            .filter(|(_, used)| used.count > 0)
            .map(|(advice, used)| AdviceUse {
                advice: advice.name.clone(),
                used: counts(used),
            })
            .collect(),
        made_by: None,
    }
}

fn blocks(survey: &survey::Survey) -> Vec<Block> {
    let all = survey.surveyed;
    let part = |number: u64| percent(share(number, all).unwrap_or(0.0));
    let row = |what: &str, depth, number: u64, remark: String| {
        Row::of([what, &thousands(number), &remark]).below(depth)
    };
    let share_of = |what, depth, number| row(what, depth, number, part(number));
    let mut rows = vec![
        row("positions surveyed", 0, all, String::new()),
        share_of("satisfied", 1, survey.satisfied),
    ];
    if survey.conditional > 0 {
        let remark = format!("{}  some replies are left out", part(survey.conditional));
        rows.push(row("conditional", 2, survey.conditional, remark));
    }
    rows.push(share_of("no advice", 1, survey.no_advice));
    if survey.no_rule > 0 {
        rows.push(share_of("no rule applies", 2, survey.no_rule));
    }
    rows.push(share_of("stopped", 1, survey.stopped));
    let way = match survey.replies {
        ReplyOrder::TestedFirst => "replies tested first",
        ReplyOrder::OneByOne => "replies one by one",
    };
    let mean = share(survey.positions, all - survey.stopped).unwrap_or(0.0);
    let remark = format!("{mean:.1} a position, {way}");
    rows.push(row("positions tested", 0, survey.positions, remark));
    let sides: Vec<&str> = survey.sides.iter().map(|side| side.name()).collect();
    let rules = survey.rules.iter();
    let rules = rules.map(|one| (format!("rule {}", one.rule), &one.used));
    let advice = survey.advice.iter();
    let advice = advice.map(|one| (one.advice.clone(), &one.used));
    let tables = [
        table("rule", rules.collect()),
        table("satisfied piece", advice.collect()),
    ];
    let mut blocks = vec![
        Block::plain(format!(
            "survey of {}, {}, {} to move",
            survey.table,
            survey.material,
            sides.join(" and then ")
        )),
        Block::Table(Table {
            columns: vec![
                Column::words("", 22, 22),
                Column::number("", 13),
                Column::free(""),
            ],
            rows,
            is_summary: true,
        }),
    ];
    blocks.extend(tables.into_iter().flatten());
    blocks
}

fn table(head: &'static str, uses: Vec<(String, &UseCounts)>) -> Option<Block> {
    let row = |(name, used): &(String, &UseCounts)| {
        Row::of([
            name.clone(),
            thousands(used.count),
            percent(used.share),
            format!("{:.1}", used.mean),
            thousands(used.max),
        ])
    };
    let columns = vec![
        Column::words(head, 20, usize::MAX),
        Column::number("count", 15),
        Column::number("share", 7),
        Column::number("mean", 10),
        Column::number("max", 13),
    ];
    (!uses.is_empty()).then(|| Block::table(columns, uses.iter().map(row)))
}

/// Heads of the columns: the first line of a survey's rows as comma-separated values, one row for each position.
pub const CSV_HEAD: &str = "fen,rule,advice,move,positions\n";

/// Appends the row of one position under [`CSV_HEAD`]. Missing values are empty. `decision` is `None` if a limit was reached; then the row
/// has only the position and the number of positions tested.
pub fn csv_row(
    lines: &mut Csv,
    module: &Program,
    position: &Position,
    decision: Option<&Decision>,
    positions: u64,
) {
    let rule = cell(decision.and_then(|d| d.rule).map(|rule| rule + 1));
    let advice = decision
        .and_then(|d| d.advice)
        .map_or("", |id| advice_name(module, id));
    let m = cell(decision.and_then(|d| d.mv));
    lines.record(&[&fen(position), &rule, advice, &m, &positions.to_string()]);
}

/// Percentage with two decimals of a part: `99.86 %`. Only all are 100 %.
pub fn exact_percent(part: impl Into<u64>, whole: impl Into<u64>) -> String {
    let (part, whole): (u64, u64) = (part.into(), whole.into());
    let hundredths = u128::from(part) * 10_000 / u128::from(whole.max(1));
    match part == whole {
        true => "100 %".to_owned(),
        false => format!("{}.{:02} %", hundredths / 100, hundredths % 100),
    }
}

/// Percentage with one decimal of a share from 0 to 1: `41.1 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
