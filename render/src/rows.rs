//! Many positions, one row each: text, comma-separated values, JSON lines.
//!
//! ```text
//! text    3  kpk.3  5k2/8/8/8/8/2P5/8/3K4 w - - 0 1  Kc2  bring-king  rule 2  77 positions  right
//! csv     line,id,fen,asked,rule,advice,move,san,positions,conditional,verdict
//! json    {"line":3,"id":"kpk.3","fen":"…","asked":"kpk","rule":2,"advice":"bring-king","satisfied":true,
//!          "move":{"uci":"d1c2","san":"Kc2"},"positions":77,"conditional":false,"stopped":null,"verdict":"right"}
//! ```
//!
//! Rules count from 1. What there is none of is empty in text and in comma-separated values, and null in JSON.

use adv_chess::Position;
use adv_chess::notation::{fen, san};
use adv_module::Program;
use adv_vm::Decision;
use serde_json::{Value, json};

use crate::json::move_object;
use crate::text::{advice_name, positions};
use crate::visible;

/// Comparison of a move with the moves that the row's operations name as best or to be avoided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is one of the best moves, and none to be avoided.
    Right,
    /// It is not.
    Wrong,
}

impl Verdict {
    /// The word in a row.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Wrong => "wrong",
        }
    }
}

/// Result of one position.
#[derive(Clone, Debug, PartialEq)]
pub enum PositionOutcome {
    /// The program has answered, be it that nothing applies.
    Decided(Decision),
    /// A limit was reached; the sentence says which, and how many positions had been tested.
    Stopped(String, u64),
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionRow<'a> {
    /// The line of the input, counted from 1.
    pub line: u64,
    /// The `id` operation.
    pub id: Option<&'a str>,
    /// The position.
    pub position: &'a Position,
    /// The table or piece-of-advice that was consulted.
    pub asked: String,
    /// The answer.
    pub outcome: PositionOutcome,
    /// The verdict where there is something to compare with.
    pub verdict: Option<Verdict>,
}

/// The first line of the comma-separated form.
pub const CSV_HEAD: &str = "line,id,fen,asked,rule,advice,move,san,positions,conditional,verdict\n";

impl PositionRow<'_> {
    fn decision(&self) -> Option<&Decision> {
        match &self.outcome {
            PositionOutcome::Decided(decision) => Some(decision),
            PositionOutcome::Stopped(..) => None,
        }
    }

    fn positions(&self) -> u64 {
        match &self.outcome {
            PositionOutcome::Decided(decision) => decision.positions,
            PositionOutcome::Stopped(_, positions) => *positions,
        }
    }

    /// A line for people.
    pub fn text(&self, module: &Program) -> String {
        let mut parts = vec![self.line.to_string()];
        parts.extend(self.id.map(str::to_owned));
        parts.push(fen(self.position));
        match &self.outcome {
            PositionOutcome::Stopped(sentence, _) => parts.push(format!("stopped: {sentence}")),
            PositionOutcome::Decided(decision) => {
                match (decision.mv, decision.advice) {
                    (Some(m), Some(advice)) => {
                        parts.push(san(self.position, m));
                        parts.push(advice_name(module, advice).to_owned());
                    }
                    _ => parts.push("no advice".to_owned()),
                }
                parts.extend(decision.rule.map(|rule| format!("rule {}", rule + 1)));
                if decision.conditional {
                    parts.push("conditional".to_owned());
                }
            }
        }
        parts.push(positions(self.positions()));
        parts.extend(self.verdict.map(|verdict| verdict.word().to_owned()));
        parts.join("  ") + "\n"
    }

    /// A line of comma-separated values under [`CSV_HEAD`].
    pub fn csv(&self, module: &Program) -> Vec<u8> {
        let decision = self.decision();
        let m = decision.and_then(|d| d.mv);
        let fields = [
            self.line.to_string(),
            self.id.unwrap_or("").to_owned(),
            fen(self.position),
            self.asked.clone(),
            decision
                .and_then(|d| d.rule)
                .map_or_else(String::new, |rule| (rule + 1).to_string()),
            decision
                .and_then(|d| d.advice)
                .map_or("", |id| advice_name(module, id))
                .to_owned(),
            m.map_or_else(String::new, |m| m.to_string()),
            m.map_or_else(String::new, |m| san(self.position, m)),
            self.positions().to_string(),
            decision
                .map_or("", |d| if d.conditional { "yes" } else { "no" })
                .to_owned(),
            match &self.outcome {
                PositionOutcome::Stopped(..) => "stopped",
                PositionOutcome::Decided(_) => self.verdict.map_or("", Verdict::word),
            }
            .to_owned(),
        ];
        let mut lines = Csv::new();
        lines.record(&fields);
        lines.finish()
    }

    /// A line of JSON.
    pub fn json(&self, module: &Program) -> String {
        let decision = self.decision();
        let stopped = match &self.outcome {
            PositionOutcome::Stopped(sentence, _) => Some(sentence.as_str()),
            PositionOutcome::Decided(_) => None,
        };
        let object: Value = json!({
            "line": self.line,
            "id": self.id,
            "fen": fen(self.position),
            "asked": self.asked,
            "rule": decision.and_then(|d| d.rule).map(|rule| rule + 1),
            "advice": decision.and_then(|d| d.advice).map(|id| advice_name(module, id)),
            "satisfied": decision.is_some_and(|d| d.advice.is_some()),
            "move": decision.and_then(|d| d.mv).map(|m| move_object(self.position, m)),
            "positions": self.positions(),
            "conditional": decision.is_some_and(|d| d.conditional),
            "stopped": stopped,
            "verdict": self.verdict.map(Verdict::word),
        });
        format!("{object}\n")
    }
}

/// Lines of comma-separated values in the making.
pub struct Csv {
    writer: csv::Writer<Vec<u8>>,
}

impl Default for Csv {
    fn default() -> Self {
        Csv::new()
    }
}

impl Csv {
    /// No line yet.
    pub fn new() -> Csv {
        Csv {
            writer: csv::WriterBuilder::new()
                .buffer_capacity(512)
                .flexible(true)
                .from_writer(Vec::new()),
        }
    }

    /// One line more; fields are quoted where they have to be, and hold nothing that steers a terminal.
    pub fn record<T: AsRef<str>>(&mut self, fields: &[T]) {
        // Writing to memory fails only for lines of different lengths, which are allowed here.
        for field in fields {
            let _ = self
                .writer
                .write_field(visible::line(field.as_ref()).as_bytes());
        }
        let _ = self.writer.write_record(None::<&[u8]>);
    }

    /// The lines.
    pub fn finish(self) -> Vec<u8> {
        self.writer.into_inner().unwrap_or_default()
    }
}
