//! Files of positions: lines in FEN or EPD, read one by one.

mod line;

use std::io::{BufRead, Read as _};
use std::path::Path;

use adv::chess::Position;

use crate::{Trouble, io};
pub use line::{EpdEntry, EpdError, parse};

/// Greatest length of a line, in bytes; longer ones are refused as positions and not kept in memory.
const LONGEST_LINE: usize = 64 << 10;
/// Most bytes of a too long line that are skipped to find its end; input without line ends, such as a device, may never end.
const LONGEST_SKIP: usize = 64 << 20;

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

/// Reports a line of a file that describes no position.
pub fn tell(file: &Path, number: u64, error: &EpdError) {
    let (shown, column) = (io::shown(file), error.column);
    say!("{shown}:{number}:{column}: error: {error}");
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
        return Err(
            trouble!("`{}` has no position to begin from", io::shown(name))
                .help("expected lines such as `8/8/8/4k3/8/3R4/8/2K5 w - -`"),
        );
    }
    let positions = entries.iter().map(|(_, entry)| entry.position);
    Ok((positions.collect(), bad))
}

/// Trouble with a file that has another format, by a line that is no position.
fn other_format(line: &[u8], file: &Path) -> Option<Trouble> {
    let shown = io::shown(file);
    if line.starts_with(&[0xff, 0xfe]) || line.starts_with(&[0xfe, 0xff]) {
        let trouble = trouble!("`{shown}` is text in UTF-16, expected UTF-8");
        return Some(trouble.help("save it as UTF-8"));
    }
    let text = std::str::from_utf8(line)
        .ok()?
        .trim_start_matches('\u{feff}')
        .trim();
    let is_tag = text.starts_with('[') && text.ends_with("\"]");
    is_tag.then(|| {
        trouble!("`{shown}` is a PGN file: it has games, and positions are expected")
            .help("`adv annotate` reads games; a position is a line such as `8/8/8/4k3/8/3R4/8/2K5 w - -`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIG_2: &str = "5k2/8/8/8/8/2P5/8/3K4 w - -";

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
    fn columns_count_what_stands_before_a_line() {
        let mut input = format!("   {FIG_2} am Ka8;").into_bytes();
        let mut buffer = Vec::new();
        let line = next_line(&mut input.as_slice(), &mut buffer);
        assert!(matches!(line, Ok(EpdLine::Bad(error)) if error.column == FIG_2.len() + 8));
        input[10] = 0xff;
        let line = next_line(&mut input.as_slice(), &mut buffer);
        assert!(matches!(line, Ok(EpdLine::Bad(error)) if error.column == 11));
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
