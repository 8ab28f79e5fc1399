//! Lines of positions: FEN, or EPD with its operations.
//!
//! ```text
//! 5k2/8/8/8/8/2P5/8/3K4 w - - bm Kc2; am Kd2; id "AL2, fig. 2";
//! └────────── four fields ──┘ └─ operations, each up to its semicolon ─┘
//! 5k2/8/8/8/8/2P5/8/3K4 w - - 0 1          six fields are a FEN; operations may follow these as well
//! ```
//!
//! `bm` and `am` are moves in SAN or in the form of the Universal Chess Interface; `id` is kept; `dm` is kept as it is written, for the
//! command that solves problems; other operations are passed over.

mod other;

use std::fmt;
use std::io::{BufRead, Read as _};
use std::path::Path;

use adv::chess::{Move, Position};
use adv::chess::{parse_fen, parse_move};
use adv::render::rows::Verdict;
use adv::render::visible::steers;

use crate::exit::{Trouble, say};
use crate::io;
use other::{is_known, other_format, unknown};

/// Greatest length of a line, in bytes; longer ones are refused as positions and not kept in memory.
const LONGEST_LINE: usize = 64 << 10;
/// Most bytes of a too long line that are skipped to find its end; input without line ends, such as a device, may never end.
const LONGEST_SKIP: usize = 64 << 20;

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
    /// Operand of the `dm` operation (direct mate) as it is written, and its column; `None` where there is none.
    direct_mate: Option<(String, usize)>,
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
    fn new(column: usize, sentence: impl Into<String>) -> EpdError {
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
    /// Number of moves to mate by the `dm` operation (direct mate); `None` where there is none.
    ///
    /// # Errors
    /// Where the operand of `dm` is no number of moves.
    pub fn mate_in(&self) -> Result<Option<u32>, EpdError> {
        let Some((text, column)) = &self.direct_mate else {
            return Ok(None);
        };
        match text.parse::<u32>() {
            Ok(moves) if (1..=LONGEST_MATE).contains(&moves) => Ok(Some(moves)),
            _ => {
                let shown: String = text.chars().take(40).collect();
                Err(EpdError::new(
                    *column,
                    format!(
                        "in `dm`: `{shown}` is no number of moves, expected 1 to {LONGEST_MATE}"
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

/// One line of a file of positions, parsed.
#[derive(Debug)]
pub enum EpdLine {
    /// The end of the input.
    End,
    /// An empty line, or a comment.
    Nothing,
    /// A line with a position.
    Entry(Box<EpdEntry>),
    /// Any other line, with the fault that makes it no position.
    Bad(EpdError),
}

/// Passes each position of an opened file on with its line number, from 1, and each line that is none with its fault, up to so many lines. False
/// where there are more lines.
///
/// # Errors
/// Where the file cannot be read, and those of `take`.
pub fn each_line(
    (input, file): (&mut dyn BufRead, &Path),
    most: u64,
    mut take: impl FnMut(u64, Result<EpdEntry, EpdError>) -> Result<(), Trouble>,
) -> Result<bool, Trouble> {
    let mut buffer = Vec::new();
    for number in 1..=most {
        let line = next_line(input, &mut buffer);
        let line = line.map_err(|error| io::unreadable(file, &error))?;
        if let (EpdLine::Bad(_), Some(trouble)) = (&line, other_format(&buffer, file)) {
            return Err(trouble);
        }
        match line {
            EpdLine::End => return Ok(true),
            EpdLine::Nothing => {}
            EpdLine::Bad(error) => take(number, Err(error))?,
            EpdLine::Entry(entry) => take(number, Ok(*entry))?,
        }
    }
    Ok(false)
}

/// Reads and parses the next line. Carriage returns at its end and a byte order mark at its beginning do not count.
///
/// # Errors
/// When the input cannot be read, or a line has no end within [`LONGEST_SKIP`].
pub fn next_line(input: &mut dyn BufRead, buffer: &mut Vec<u8>) -> std::io::Result<EpdLine> {
    buffer.clear();
    let read = input.take(LONGEST_LINE as u64).read_until(b'\n', buffer)?;
    if read == 0 {
        return Ok(EpdLine::End);
    }
    if read == LONGEST_LINE && buffer.last() != Some(&b'\n') {
        skip_line(input)?;
        let sentence = format!("the line is longer than {LONGEST_LINE} bytes");
        return Ok(EpdLine::Bad(EpdError::new(LONGEST_LINE, sentence)));
    }
    let line = match std::str::from_utf8(buffer) {
        Ok(line) => line,
        Err(error) => {
            let before = buffer.get(..error.valid_up_to()).unwrap_or_default();
            let column = String::from_utf8_lossy(before).chars().count() + 1;
            let error = EpdError::new(column, "the line is not UTF-8 text");
            return Ok(EpdLine::Bad(error));
        }
    };
    let line = line.trim_start_matches('\u{feff}');
    let text = line.trim();
    let skipped = line.chars().count() - line.trim_start().chars().count();
    if text.is_empty() || text.starts_with('#') {
        return Ok(EpdLine::Nothing);
    }
    Ok(match parse(text) {
        Ok(entry) => EpdLine::Entry(Box::new(entry)),
        Err(error) => EpdLine::Bad(EpdError {
            column: error.column + skipped,
            ..error
        }),
    })
}

fn skip_line(input: &mut dyn BufRead) -> std::io::Result<()> {
    let mut skipped = LONGEST_LINE;
    while skipped <= LONGEST_SKIP {
        let (found, used) = {
            let bytes = input.fill_buf()?;
            match bytes.iter().position(|byte| *byte == b'\n') {
                Some(at) => (true, at + 1),
                None => (bytes.is_empty(), bytes.len()),
            }
        };
        input.consume(used);
        if found {
            return Ok(());
        }
        skipped += used;
    }
    Err(std::io::Error::other(format!(
        "it has a line of more than {LONGEST_SKIP} bytes"
    )))
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
            "bm" => moves(&position, operation, &column, &mut entry.best)?,
            "am" => moves(&position, operation, &column, &mut entry.avoid)?,
            "dm" => {
                let operand = operands.trim();
                let at = if operand.is_empty() {
                    operation
                } else {
                    operand
                };
                entry.direct_mate = Some((operand.to_owned(), column(at)));
            }
            "id" => entry.id = Some(one_line(operands.trim().trim_matches('"'))),
            _ if is_known(code) => {}
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

/// Reports a line of a file that describes no position.
pub fn tell(file: &Path, number: u64, error: &EpdError) {
    let (shown, column) = (io::shown(file), error.column);
    say(format_args!("{shown}:{number}:{column}: error: {error}"));
}

/// Lines of a file that describe positions, with their numbers from 1, and the number of those that describe none, which are reported.
///
/// # Errors
/// Where the file cannot be read.
pub fn entries(file: &Path) -> Result<(Vec<(u64, EpdEntry)>, u64), Trouble> {
    let (mut entries, mut bad) = (Vec::new(), 0);
    each_line((&mut *io::lines(file)?, file), u64::MAX, |number, line| {
        match line {
            Ok(entry) => entries.push((number, entry)),
            Err(error) => {
                bad += 1;
                tell(file, number, &error);
            }
        }
        Ok(())
    })?;
    Ok((entries, bad))
}

/// Positions of a file, and the number of lines that describe none, which are reported.
///
/// # Errors
/// Where the file cannot be read or has no position.
pub fn positions(name: &Path) -> Result<(Vec<Position>, u64), Trouble> {
    let (entries, bad) = entries(name)?;
    if entries.is_empty() {
        return Err(Trouble::new(format!(
            "`{}` has no position to begin from",
            io::shown(name)
        ))
        .help("expected lines such as `8/8/8/4k3/8/3R4/8/2K5 w - -`"));
    }
    let positions = entries.iter().map(|(_, entry)| entry.position);
    Ok((positions.collect(), bad))
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
        let far = parse(&format!("{FIG_2} id \"é\"; bm Kc2 Ka8;")).err();
        assert_eq!(far.map(|error| error.column), Some(FIG_2.len() + 17));
        let mut input = format!("   {FIG_2} am Ka8;").into_bytes();
        let mut buffer = Vec::new();
        let line = next_line(&mut input.as_slice(), &mut buffer);
        assert!(matches!(line, Ok(EpdLine::Bad(error)) if error.column == FIG_2.len() + 8));
        input[10] = 0xff;
        let line = next_line(&mut input.as_slice(), &mut buffer);
        assert!(matches!(line, Ok(EpdLine::Bad(error)) if error.column == 11));
    }

    #[test]
    fn operations_that_are_none_are_told_with_a_repair() {
        for (line, part) in [
            ("mate in 2;", "`dm 2`"),
            ("best Kc2;", "`bm`"),
            ("bmm Kc2;", "no operation"),
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

    #[test]
    fn files_of_games_and_of_other_letters_are_told_once() {
        for (text, part) in [
            (&b"[Event \"x\"]\n\n1. e4 e5\n"[..], "PGN"),
            (&b"\xff\xfe5\0k\0"[..], "UTF-16"),
        ] {
            let mut input = text;
            let told = each_line((&mut input, Path::new("x")), 10, |_, _| Ok(()));
            let told = told
                .err()
                .map(|trouble| format!("{trouble:?}"))
                .unwrap_or_default();
            assert!(told.contains(part), "{told}");
        }
    }

    #[test]
    fn lines_of_any_kind_are_passed_one_by_one() -> std::io::Result<()> {
        let long = "x".repeat(LONGEST_LINE * 2);
        let text = format!("\u{feff}# head\r\n\r\n{long}\n{FIG_2} id 1;\r\n\u{7f}\n{FIG_2}");
        let mut input = text.as_bytes();
        let mut kinds = String::new();
        let mut buffer = Vec::new();
        loop {
            kinds.push(match next_line(&mut input, &mut buffer)? {
                EpdLine::End => break,
                EpdLine::Nothing => '.',
                EpdLine::Entry(_) => 'e',
                EpdLine::Bad(_) => 'b',
            });
        }
        assert_eq!(kinds, "..bebe");
        Ok(())
    }
}
