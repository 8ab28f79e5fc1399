//! Cases in formats that other programs read: the position, and the facts and the note for readers.

use std::fmt::Write as _;

use adv_chess::notation;

use crate::base::CaseBase;
use crate::case::Case;
use crate::text::{fact_text, pawns_text};

/// Writes a base as EPD, a line for each case: its position and clocks, its number as `id`, its facts as comment `c0` and its note as `c1`.
pub fn epd(base: &CaseBase) -> String {
    let mut text = String::new();
    for case in base.cases() {
        let fen = notation::fen(&case.position);
        let mut fields = fen.rsplitn(3, ' ');
        let [full, half, board] = [(); 3].map(|()| fields.next().unwrap_or_default());
        let facts = facts(case);
        let _ = write!(
            text,
            "{board} hmvc {half}; fmvn {full}; id \"{}\"; c0 \"{facts}\";",
            case.number
        );
        if let Some(note) = &case.note {
            let _ = write!(text, " c1 {};", quote(note));
        }
        text.push('\n');
    }
    text
}

/// Writes a base as PGN, a game without moves for each case: its position and its note as tags, its facts as a comment.
pub fn pgn(base: &CaseBase) -> String {
    let mut text = String::new();
    for case in base.cases() {
        if !text.is_empty() {
            text.push('\n');
        }
        let event = format!("Case {}", case.number);
        let fen = notation::fen(&case.position);
        let tags = [
            ("Event", Some(&*event)),
            ("Site", Some("?")),
            ("Date", Some("????.??.??")),
            ("Round", Some("-")),
            ("White", Some("?")),
            ("Black", Some("?")),
            ("Result", Some("*")),
            ("SetUp", Some("1")),
            ("FEN", Some(&fen)),
            ("Note", case.note.as_deref()),
        ];
        for (name, value) in tags {
            if let Some(value) = value {
                let _ = writeln!(text, "[{name} {}]", quote(value));
            }
        }
        let _ = writeln!(text, "\n{{ {} }} *", facts(case));
    }
    text
}

/// The facts of a case on one line, without quotes and braces.
fn facts(case: &Case) -> String {
    let worth = |worth| pawns_text(i64::from(worth));
    let facts = case
        .facts
        .iter()
        .map(|fact| format!("{} {}", fact_text(fact), worth(fact.worth)));
    let facts: Vec<String> = facts.collect();
    format!(
        "{}; together {}",
        facts.join(", "),
        pawns_text(case.total())
    )
}

/// Writes a text in double quotes, with a backslash before each quote and backslash.
fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
