//! Lines of positions: FEN, or EPD with its operations.
//!
//! ```text
//! 5k2/8/8/8/8/2P5/8/3K4 w - - bm Kc2; am Kd2; id "AL2, fig. 2";
//! └────────── four fields ──┘ └─ operations, each up to its semicolon ─┘
//! 5k2/8/8/8/8/2P5/8/3K4 w - - 0 1          six fields are a FEN; operations may follow these as well
//! ```
//!
//! `bm` and `am` are moves in SAN or in the form of the Universal Chess Interface; `id` is kept; `dm 7`, and `bm #7` as suites of mates
//! have it, are kept as they are written, for the command that solves problems; other operations are passed over.

use std::fmt;

use adv::chess::{Move, Position};
use adv::chess::{parse_fen, parse_move};
use adv::render::rows::Verdict;
use adv::render::visible::steers;

/// A line in FEN or EPD that was parsed: its position and its operations.
#[derive(Clone, Debug, PartialEq)]
pub struct EpdEntry {
    /// Position that the line's FEN fields describe.
    pub position: Position,
    /// Operand of the `id` operation, a name for the position; `None` where there is none.
    pub id: Option<String>,
    /// Moves of the `bm` operation (best move); empty where there is none.
    pub best: Vec<Move>,
    /// Moves of the `am` operation (avoid move); empty where there is none.
    pub avoid: Vec<Move>,
    /// Operation that announces a mate, `dm` or `bm #`, its operand as it is written, and the operand's column; `None` where there is none.
    direct_mate: Option<(&'static str, String, usize)>,
}

/// Longest mate that a `dm` operation may announce, in moves.
const LONGEST_MATE: u32 = 500;

/// A fault of a line in FEN or EPD, and its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdError {
    /// Column of the first wrong character, from 1.
    pub column: usize,
    /// Sentence on the fault, for the user.
    pub sentence: String,
}

impl EpdError {
    pub fn new(column: usize, sentence: impl Into<String>) -> EpdError {
        EpdError {
            column,
            sentence: sentence.into(),
        }
    }
}

/// Writes the sentence of the fault, without the column.
impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl EpdEntry {
    /// Number of moves to mate by the operation `dm` (direct mate) or `bm #`; `None` where there is none.
    ///
    /// # Errors
    /// Where its operand is no number of moves.
    pub fn mate_in(&self) -> Result<Option<u32>, EpdError> {
        let Some((code, text, column)) = &self.direct_mate else {
            return Ok(None);
        };
        match text.parse::<u32>() {
            Ok(moves) if (1..=LONGEST_MATE).contains(&moves) => Ok(Some(moves)),
            _ if text.starts_with('-') && *code == "bm #" => Err(EpdError::new(
                *column,
                "in `bm #`: the side to move is the one that is mated, and its own mates are looked for",
            )),
            _ => {
                let shown: String = text.chars().take(40).collect();
                Err(EpdError::new(
                    *column,
                    format!(
                        "in `{code}`: `{shown}` is no number of moves, expected 1 to {LONGEST_MATE}"
                    ),
                ))
            }
        }
    }

    /// Verdict on a move by `bm` and `am`; `m` is `None` where no move was found. `None` where the line has neither operation.
    pub fn judge(&self, m: Option<Move>) -> Option<Verdict> {
        if self.best.is_empty() && self.avoid.is_empty() {
            return None;
        }
        let right = m.is_some_and(|m| {
            (self.best.is_empty() || self.best.contains(&m)) && !self.avoid.contains(&m)
        });
        Some(if right {
            Verdict::Right
        } else {
            Verdict::Wrong
        })
    }
}

/// Parses a line in FEN or EPD that is neither empty nor a comment.
pub fn parse(text: &str) -> Result<EpdEntry, EpdError> {
    let (fields, operations) = split(text);
    let position = parse_fen(fields).map_err(|error| EpdError::new(1, error.to_string()))?;
    let column = |part: &str| column_of(text, part);
    let mut entry = EpdEntry {
        position,
        id: None,
        best: Vec::new(),
        avoid: Vec::new(),
        direct_mate: None,
    };
    for operation in semicolons(operations) {
        let operation = operation.trim();
        let (code, operands) = operation
            .split_once(char::is_whitespace)
            .unwrap_or((operation, ""));
        match code {
            "bm" if operands.trim_start().starts_with('#') => {
                let operand = operands.trim();
                entry.direct_mate = Some(("bm #", operand[1..].to_owned(), column(operand)));
            }
            "bm" => moves(&position, operation, &column, &mut entry.best)?,
            "am" => moves(&position, operation, &column, &mut entry.avoid)?,
            "dm" => {
                let operand = operands.trim();
                let at = if operand.is_empty() {
                    operation
                } else {
                    operand
                };
                entry.direct_mate = Some(("dm", operand.to_owned(), column(at)));
            }
            "id" => entry.id = Some(one_line(operands.trim().trim_matches('"'))),
            // A word without an operand is none of the four, and a remark of the suite.
            _ if is_known(code) || operands.is_empty() && meant(code, "").is_none() => {}
            _ => return Err(unknown(code, operands, column(operation))),
        }
        if operation.matches('"').count() % 2 == 1 {
            let at = operation
                .rfind('"')
                .map_or(operation, |at| &operation[at..]);
            let sentence = format!(
                "in `{}`: a text is not closed; add `\"` after it",
                one_line(code)
            );
            return Err(EpdError::new(column(at), sentence));
        }
    }
    Ok(entry)
}

/// Splits a line in two after its FEN: after four fields, and up to two numbers that follow them.
fn split(text: &str) -> (&str, &str) {
    let mut end = 0;
    let mut rest = text;
    for index in 0..6 {
        let trimmed = rest.trim_start();
        let length = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let field = &trimmed[..length];
        if field.is_empty() || (index >= 4 && !field.bytes().all(|byte| byte.is_ascii_digit())) {
            break;
        }
        end = text.len() - trimmed.len() + length;
        rest = &text[end..];
    }
    text.split_at(end)
}

/// Texts of the EPD operations, cut at semicolons outside quotation marks; empty ones are left out.
fn semicolons(text: &str) -> Vec<&str> {
    let mut quoted = false;
    text.split(|c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
    .filter(|operation| !operation.trim().is_empty())
    .collect()
}

fn moves(
    position: &Position,
    operation: &str,
    column: &dyn Fn(&str) -> usize,
    into: &mut Vec<Move>,
) -> Result<(), EpdError> {
    let mut words = operation.split_whitespace();
    let code = words.next().unwrap_or_default();
    for word in words {
        let m = parse_move(position, word)
            .map_err(|error| EpdError::new(column(word), format!("in `{code}`: {error}")))?;
        into.push(m);
    }
    if into.is_empty() {
        return Err(EpdError::new(
            column(operation),
            format!("`{code}` names no move"),
        ));
    }
    Ok(())
}

/// Column in characters, from 1, of `part`, which is a slice of `line`.
fn column_of(line: &str, part: &str) -> usize {
    let offset = (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
    line.get(..offset)
        .map_or(1, |before| before.chars().count() + 1)
}

/// Text with blanks in place of characters that could steer a terminal, for a row of output.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if steers(c) { ' ' } else { c })
        .collect()
}

/// True of an operation of the standard, and of one of the letter and number that suites of positions number their own by (`c0`, `D1`).
fn is_known(code: &str) -> bool {
    const STANDARD: &str = "acd acn acs ce dm draw_accept draw_claim draw_offer draw_reject eco fmvn hmvc nic noop pm pv rc resign sm tcgs tcri tcsi";
    let numbered = code.strip_prefix(|c: char| c.is_ascii_alphabetic());
    let is_number =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    STANDARD.split(' ').any(|known| known == code) || numbered.is_some_and(is_number)
}

/// Fault of an operation that is none of EPD, with the one that may be meant.
fn unknown(code: &str, operands: &str, column: usize) -> EpdError {
    let shown: String = one_line(code).chars().take(40).collect();
    let help = meant(code, operands)
        .unwrap_or_else(|| "`bm`, `am`, `dm` and `id` are read; remarks are `c0 \"…\"`".to_owned());
    EpdError::new(column, format!("`{shown}` is no operation of EPD: {help}"))
}

/// Repair of an operation whose name says what it means.
fn meant(code: &str, operands: &str) -> Option<String> {
    let number = operands
        .split_whitespace()
        .find(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    Some(match code.to_ascii_lowercase().trim_end_matches(':') {
        "mate" | "matein" | "mate-in" => {
            let moves = number.unwrap_or("2");
            format!("a mate in {moves} is `dm {moves}`")
        }
        "best" | "bestmove" | "best_move" | "solution" | "key" => {
            "the best move is `bm`".to_owned()
        }
        "avoid" | "not" => "a move to avoid is `am`".to_owned(),
        "name" | "title" | "event" | "source" => "a name is `id \"…\"`".to_owned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIG_2: &str = "5k2/8/8/8/8/2P5/8/3K4 w - -";

    #[test]
    fn operations_are_read_and_judged() -> Result<(), EpdError> {
        let entry = parse(&format!("{FIG_2} bm Kc2; id \"a; b\"; c0 \"x\"; am d1d2"))?;
        assert_eq!(entry.id.as_deref(), Some("a; b"));
        let (kc2, kd2) = (entry.best[0], entry.avoid[0]);
        assert_eq!(entry.judge(Some(kc2)), Some(Verdict::Right));
        assert_eq!(entry.judge(Some(kd2)), Some(Verdict::Wrong));
        assert_eq!(entry.judge(None), Some(Verdict::Wrong));
        assert_eq!(parse(FIG_2)?.judge(Some(kc2)), None);
        Ok(())
    }

    #[test]
    fn six_fields_are_a_fen() -> Result<(), EpdError> {
        let entry = parse(&format!("{FIG_2} 7 30 bm Kc2;"))?;
        assert_eq!(
            (entry.position.halfmoves(), entry.position.fullmoves()),
            (7, 30)
        );
        assert_eq!(entry.best.len(), 1);
        Ok(())
    }

    #[test]
    fn wrong_lines_say_what_is_wrong() {
        for (line, part) in [
            ("hello", "1 rank,"),
            ("5k2/8/8/8/8/2P5/8/3K4 w", "fields"),
            ("5k2/8/8/8/8/2P5/8/3K4 w - - bm Ka8;", "in `bm`"),
            ("5k2/8/8/8/8/2P5/8/3K4 w - - bm;", "names no move"),
            ("5k2/8/8/8/8/2P5/8/8 w - -", "no king"),
        ] {
            let error = parse(line).err().map(|error| error.sentence);
            let error = error.unwrap_or_default();
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn mates_are_announced_in_moves_and_errors_have_a_column() {
        let mate =
            |operation: &str| parse(&format!("{FIG_2} {operation}")).and_then(|e| e.mate_in());
        assert_eq!(mate("dm 7; id \"x\""), Ok(Some(7)));
        assert_eq!(mate("id \"x\";"), Ok(None));
        for wrong in ["dm 0;", "dm 1000;", "dm -3;", "dm seven;", "dm;", "dm 7 8;"] {
            let error = mate(wrong).err();
            let column = FIG_2.len() + if wrong == "dm;" { 2 } else { 5 };
            assert_eq!(error.map(|error| error.column), Some(column), "{wrong}");
        }
        assert_eq!(mate("bm #12; ep; 00:00;"), Ok(Some(12)));
        assert_eq!(
            mate("bm #-3;").err().map(|error| error.sentence),
            Some("in `bm #`: the side to move is the one that is mated, and its own mates are looked for".to_owned())
        );
        let far = parse(&format!("{FIG_2} id \"é\"; bm Kc2 Ka8;")).err();
        assert_eq!(far.map(|error| error.column), Some(FIG_2.len() + 17));
    }

    #[test]
    fn operations_that_are_none_are_told_with_a_repair() {
        for (line, part) in [
            ("mate in 2;", "`dm 2`"),
            ("best Kc2;", "`bm`"),
            ("bmm Kc2;", "no operation"),
            ("mate;", "`dm 2`"),
            ("id \"x; bm Kc2;", "not closed"),
            ("c0 \"x", "not closed"),
        ] {
            let error = parse(&format!("{FIG_2} {line}")).err();
            let sentence = error.map(|error| error.sentence).unwrap_or_default();
            assert!(sentence.contains(part), "{line}: {sentence}");
        }
        for line in ["c9 \"x; y\"; D1 20; ce -10; pv Kc2 Kf7; acd 12;", "v1;"] {
            assert!(parse(&format!("{FIG_2} {line}")).is_ok(), "{line}");
        }
    }
}
