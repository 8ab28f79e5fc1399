//! PGN: a game without moves for each case, whose tags have everything, and whose comment has the facts for readers.

use std::fmt::Write as _;

use adv_chess::notation;

use super::quoted::{quote, unquote};
use super::{Parts, text_words};
use crate::base::Record;
use crate::case::Case;
use crate::fault::CaseFault;
use crate::record::Names;
use crate::text::pawns_text;
use crate::write::{fact_words, seen_words, squares_text};

pub(super) fn write(text: &mut String, record: &Record) {
    let case = &record.case;
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} {}]", quote(value));
    };
    tag("Event", &format!("Case {}", record.number));
    for name in ["Site", "White", "Black"] {
        tag(name, "?");
    }
    tag("Date", "????.??.??");
    tag("Round", "-");
    tag("Result", "*");
    tag("SetUp", "1");
    tag("FEN", &notation::fen(&case.position));
    tag("Case", &record.number.to_string());
    tag("Seen", &seen_words(case));
    for (place, fact) in case.facts.iter().enumerate() {
        tag(&format!("Fact{}", place + 1), &fact_words(fact));
    }
    for (place, words) in text_words(case).iter().enumerate() {
        tag(&format!("Text{}", place + 1), words);
    }
    if let Some(note) = &case.note {
        tag("Note", note);
    }
    let _ = writeln!(text, "\n{{ {} }} *", remark(case));
}

/// Writes the facts of a case as the text of a PGN comment: on one line, without `}`, which would end the comment.
fn remark(case: &Case) -> String {
    let facts = case.facts.iter().map(|fact| {
        let squares = match fact.squares {
            0 => String::new(),
            squares => format!(" {}", squares_text(squares)),
        };
        let pawns = pawns_text(i64::from(fact.worth));
        format!("{} {}{squares} {pawns}", fact.side.name(), fact.pattern)
    });
    let facts: Vec<String> = facts.collect();
    format!(
        "{}; together {}",
        facts.join(", "),
        pawns_text(case.total())
    )
}

pub(super) fn read(text: &str) -> Result<Vec<(Record, usize)>, CaseFault> {
    let mut names = Names::default();
    let mut records = Vec::new();
    let mut game: Option<Game> = None;
    let mut in_comment = false;
    let mut in_moves = false;
    for (place, line) in text.lines().enumerate() {
        let number = place + 1;
        match line.strip_prefix('[').filter(|_| !in_comment) {
            Some(tag) => {
                if in_moves && let Some(game) = game.take() {
                    records.push(game.finish(&mut names)?);
                }
                in_moves = false;
                let game = game.get_or_insert_with(|| Game::new(number));
                let added = game.tag(tag);
                added.map_err(|what| CaseFault::import(number, what))?;
            }
            None => {
                in_moves |= !line.trim().is_empty();
                for letter in line.chars() {
                    match letter {
                        '{' => in_comment = true,
                        '}' => in_comment = false,
                        _ => {}
                    }
                }
            }
        }
    }
    if let Some(game) = game {
        records.push(game.finish(&mut names)?);
    }
    Ok(records)
}

/// A game while it is read: the tags found so far.
struct Game {
    line: usize,
    fen: String,
    parts: Parts,
}

impl Game {
    fn new(line: usize) -> Game {
        Game {
            line,
            fen: String::new(),
            parts: Parts::default(),
        }
    }

    fn tag(&mut self, tag: &str) -> Result<(), String> {
        let parted = tag.split_once(' ').and_then(|(name, rest)| {
            let (value, end) = unquote(rest.trim_start())?;
            (end.trim() == "]").then_some((name, value))
        });
        let (name, value) = parted.ok_or("the tag is not `[Name \"text\"]`")?;
        // The facts and the texts are numbered in their order.
        let next = |name: &str, word: &str, count: usize| name == format!("{word}{}", count + 1);
        let parts = &mut self.parts;
        match name {
            "FEN" => self.fen = value,
            "Case" => parts.number = Some(value),
            "Seen" => parts.seen = Some(value),
            "Note" => parts.note = Some(value),
            name if next(name, "Fact", parts.facts.len()) => parts.facts.push(value),
            name if next(name, "Text", parts.texts.len()) => parts.texts.push(value),
            // Tags of other programs are passed over.
            _ => {}
        }
        Ok(())
    }

    fn finish(self, names: &mut Names) -> Result<(Record, usize), CaseFault> {
        let fault = |what: String| CaseFault::import(self.line, what);
        if self.parts.number.is_none() {
            return Err(fault(
                "the game is no exported case: it has no tag `Case`".to_owned(),
            ));
        }
        let position = notation::parse_fen(&self.fen);
        let position = position.map_err(|error| fault(error.to_string()))?;
        let record = self.parts.record(position, names).map_err(fault)?;
        Ok((record, self.line))
    }
}
