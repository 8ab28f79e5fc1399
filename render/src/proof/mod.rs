//! Outcomes of claims: proved with the worst case, or refuted with the line that breaks it.
//!
//! ```text
//!   Report ──▶ Proof ──▶ text, json, html        a claim about play
//!   Scan   ──▶ scan::Scanned ──▶ text, json, html   a claim about descriptors, or about an evaluation (evaluation.rs)
//!   Walk   ──▶ walk::Walked  ──▶ text, json       one position walked through
//!   two programs ──▶ diff::Diff ──▶ text, json, html
//!
//!   choice.rs  choices in words                  steps.rs   lines of play
//!   words.rs   headline, claim, causes           comparisons.rs the numbers of a cycle
//!   blocks/    reports as blocks                 line_end.rs pieces tried at the end of a line
//!   record.rs  the public record, with the grounds that were read and not computed
//! ```
//!
//! Nothing of it depends on the time or on the number of threads: two reports on one claim are equal byte by byte, but for their grounds,
//! which are listed only if something was read and not computed. [`rate_line`] says how long it took; no report holds that.

pub mod diff;
pub mod scan;
pub mod walk;

mod blocks;
pub(crate) mod choice;
mod comparisons;
mod evaluation;
mod line_end;
pub(crate) mod numbers;
mod page;
mod record;
mod words;
mod zones;

use adv_module::Program;
use adv_module::program::{Claim, TextPart, ZoneFunctions};
use adv_prover::Report;
use serde_json::Value;

use crate::TextForm;
use crate::json::value;
use crate::place;

pub use line_end::shell_word;
pub use numbers::{bytes, rate_line};
pub use record::record;
pub use words::{claim_text, headline};

/// Settled claim about play: proved, refuted or measured.
#[derive(Clone, Copy, Debug)]
pub struct Proof<'a> {
    /// Program in compiled form, for names and places in its source.
    pub module: &'a Program,
    /// Claim that was settled.
    pub claim: &'a Claim,
    /// Result of the prover, with counts, failures and lengths.
    pub report: &'a Report,
}

/// Report as text; each line, the last as well, ends with a line feed.
pub fn text(proof: &Proof<'_>, form: TextForm) -> String {
    form.text(&blocks::blocks(&record(proof)))
}

/// Report as an HTML page that loads nothing else.
pub fn html(proof: &Proof<'_>) -> String {
    page::of_proof(record(proof))
}

/// Report as JSON: `Proof` of `docs/schema/proof.json`.
pub fn json(proof: &Proof<'_>) -> Value {
    value(&record(proof))
}

/// Author's reason with expressions in place of their values: `the room shrinks to {room}`.
pub(crate) fn parts_text(module: &Program, parts: &[TextPart]) -> String {
    let part = |part: &TextPart| match part {
        TextPart::Text(text) => text.clone(),
        // The parts of a zone have the place of the whole.
        TextPart::Value(id)
        | TextPart::Zone(ZoneFunctions { men: id, .. })
        | TextPart::Choice { by: id, .. }
        | TextPart::Board { board: id, .. } => {
            let text = place::function_text(module, *id);
            text.map_or_else(|| "{…}".to_owned(), |text| format!("{{{text}}}"))
        }
    };
    parts.iter().map(part).collect()
}
