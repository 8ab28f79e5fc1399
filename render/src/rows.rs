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

/// Result of comparing the program's move with those that a position's EPD operations name as best or to be avoided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The move is one of the best, and none to be avoided.
    Right,
    /// The move is not one of the best, or is one to be avoided.
    Wrong,
}

impl Verdict {
    /// Word for the verdict in a row: `right` or `wrong`.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Wrong => "wrong",
        }
    }
}

/// Outcome of consulting the program in one position.
#[derive(Clone, Debug, PartialEq)]
pub enum PositionOutcome {
    /// The program has answered, be it that no piece-of-advice applies.
    Decided(Decision),
    /// A limit was reached: the sentence that names it, and the number of positions tested until then.
    Stopped(String, u64),
}

/// Row of the output: one position of the input with the program's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionRow<'a> {
    /// Line of the input that the position is from, counted from 1.
    pub line: u64,
    /// Value of the position's `id` operation in the input; `None` without one.
    pub id: Option<&'a str>,
    /// Position that the program was consulted in.
    pub position: &'a Position,
    /// Name of the table or piece-of-advice that was consulted.
    pub asked: String,
    /// Answer of the program, or the limit that stopped it.
    pub outcome: PositionOutcome,
    /// Judgement of the move; `None` if the input names no moves to compare it with.
    pub verdict: Option<Verdict>,
}

/// Heads of the columns: the first line of the comma-separated form.
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

    /// Row as one line of text for people.
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

    /// Row as a line of comma-separated values under [`CSV_HEAD`].
    pub fn csv(&self, module: &Program) -> Vec<u8> {
        let decision = self.decision();
        let m = decision.and_then(|d| d.mv);
        let fields = [
            self.line.to_string(),
            self.id.unwrap_or("").to_owned(),
            fen(self.position),
            self.asked.clone(),
            cell(decision.and_then(|d| d.rule).map(|rule| rule + 1)),
            decision
                .and_then(|d| d.advice)
                .map_or("", |id| advice_name(module, id))
                .to_owned(),
            cell(m),
            cell(m.map(|m| san(self.position, m))),
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

    /// Row as one line of JSON.
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

/// Text of a cell that may be empty.
pub(crate) fn cell<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Writer of comma-separated values that collects its lines in memory.
pub struct Csv {
    writer: csv::Writer<Vec<u8>>,
}

impl Default for Csv {
    fn default() -> Self {
        Csv::new()
    }
}

impl Csv {
    /// Makes a writer without a line.
    pub fn new() -> Csv {
        Csv {
            writer: csv::WriterBuilder::new()
                .buffer_capacity(512)
                .flexible(true)
                .from_writer(Vec::new()),
        }
    }

    /// Appends one line. Fields are quoted if necessary, and characters that steer a terminal are replaced.
    pub fn record<T: AsRef<str>>(&mut self, fields: &[T]) {
        // Writing to memory fails only for lines of different lengths, which are allowed here.
        for field in fields {
            let _ = self
                .writer
                .write_field(visible::line(field.as_ref()).as_bytes());
        }
        let _ = self.writer.write_record(None::<&[u8]>);
    }

    /// Returns the bytes of all lines written.
    pub fn finish(self) -> Vec<u8> {
        self.writer.into_inner().unwrap_or_default()
    }
}
