//! Rows of `adv solve --resume` and candidates of `adv learn --resume`, kept as they are done, so that a run that was interrupted goes on after them.
//!
//! ```text
//!   one line a row   SEAL {"of":"the program, the questions, the budgets","key":"1 0 kbK5/… w - -","row":{…}}
//!                    SEAL {"of":"the numbers","key":"2: 1*0 -3*4","row":[…]}
//!                    └ hexadecimal; made with the user's key, as that of a checkpoint
//! ```
//!
//! A row is a result that is shown as found, so a line that another user or program wrote is refused, and so is one of other questions. The
//! last line of a run that was killed may be cut off: it is dropped, and its row solved again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use adv::render::problems::{Kept, KeptRow};
use adv::{SealFault, SealKey};

use crate::{Trouble, io, state};

/// Greatest size of a file of rows, in bytes.
const MOST_BYTES: usize = 1 << 30;

/// Length of a row's seal, in bytes; the seal precedes the sealed text.
const SEAL: usize = 38;

/// File that keeps the rows of `--resume`, open for appending.
pub struct RowFile {
    file: File,
    name: String,
    key: SealKey,
    settings: String,
}

impl RowFile {
    /// Opens or makes the file; returns it with the rows that it keeps, by their keys. `settings` are the inputs of all rows, `others` says of
    /// rows with other ones what they are.
    ///
    /// # Errors
    /// Where the file cannot be read or written, or does not hold rows of these settings.
    pub fn open<R: Kept>(
        path: &Path,
        settings: &str,
        others: &str,
    ) -> Result<(RowFile, BTreeMap<String, R>), Trouble> {
        let name = io::shown(path);
        let key = state::key()?;
        let bytes = match std::fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            _ => io::read_kept(path, MOST_BYTES)?,
        };
        let whole = bytes
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let lines = bytes.get(..whole).unwrap_or_default();
        let mut rows = BTreeMap::new();
        for (number, line) in (1_u64..).zip(lines.split(|byte| *byte == b'\n')) {
            if line.is_empty() {
                continue;
            }
            let (row_key, row) = taken(line, &key, settings, others).map_err(|why| {
                trouble!("`{name}`:{number}: {why}")
                    .help("name another file by `--resume`, or remove this one to begin again")
            })?;
            rows.insert(row_key, row);
        }
        // What is cut off is dropped, if it is the beginning of a row.
        let rest = bytes.get(whole..).unwrap_or_default();
        if !begins(rest) {
            return Err(
                trouble!("`{name}` is no file of rows").help("name another file by `--resume`")
            );
        }
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let file = opened.and_then(|file| {
            file.set_len(whole as u64)?;
            Ok(file)
        });
        let file = file.map_err(|error| io::unwritten(&name, &error))?;
        let kept = RowFile {
            file,
            name,
            key,
            settings: settings.to_owned(),
        };
        Ok((kept, rows))
    }

    /// Appends a row to the file, sealed.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn keep(&mut self, key: &str, row: impl Kept) -> Result<(), Trouble> {
        let text = KeptRow {
            of: self.settings.clone(),
            key: key.to_owned(),
            row,
        }
        .to_text();
        let sealed = self.key.seal(text.as_bytes());
        let seal = sealed.get(..SEAL).unwrap_or_default();
        let seal: String = seal.iter().map(|byte| format!("{byte:02x}")).collect();
        let line = format!("{seal} {text}\n");
        let written = self.file.write_all(line.as_bytes());
        written
            .and_then(|()| self.file.flush())
            .map_err(|error| io::unwritten(&self.name, &error))
    }
}

/// Beginning of every row's seal, in hexadecimal: the letters `ADVS`.
const FIRST: &[u8] = b"41445653";

/// True where bytes look like the beginning of a row, as of a last line that was cut off.
fn begins(bytes: &[u8]) -> bool {
    let length = bytes.len().min(FIRST.len());
    bytes.get(..length) == FIRST.get(..length)
}

/// Key and row of a line, after its seal and its settings have been checked.
fn taken<R: Kept>(
    line: &[u8],
    key: &SealKey,
    settings: &str,
    others: &str,
) -> Result<(String, R), String> {
    let no_row = || "it is no row that adv has kept".to_owned();
    let (seal, rest) = line.split_at_checked(SEAL * 2).ok_or_else(no_row)?;
    let text = rest.strip_prefix(b" ").ok_or_else(no_row)?;
    let mut sealed = Vec::with_capacity(SEAL + text.len());
    for pair in seal.chunks(2) {
        let pair = std::str::from_utf8(pair).map_err(|_| no_row())?;
        sealed.push(u8::from_str_radix(pair, 16).map_err(|_| no_row())?);
    }
    sealed.extend(text);
    let text = key.open(&sealed).map_err(|fault| match fault {
        SealFault::Broken => fault.to_string(),
        SealFault::NotSealed | SealFault::OtherVersion => no_row(),
    })?;
    let kept = std::str::from_utf8(text).ok().and_then(KeptRow::of_text);
    let kept = kept.ok_or_else(no_row)?;
    if kept.of != settings {
        return Err(others.to_owned());
    }
    Ok((kept.key, kept.row))
}
