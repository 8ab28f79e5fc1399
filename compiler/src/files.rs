//! The files of a program: its own, those that it uses, and those that these use.
//!
//! ```text
//!   krk.adv      use "lib/rook.adv"       ┐  one text with one space of offsets, so that a place is a Span wherever it is:
//!   lib/rook.adv use "kings.adv"          │  krk.adv ⏎ lib/rook.adv ⏎ lib/kings.adv
//!   lib/kings.adv                         ┘  └ 0      └ 812          └ 1630
//! ```
//!
//! A path is read from the folder of the file that says it, and is kept as the path from the folder of the program's own file. The paths are
//! text here: whether there is such a file, and whether it may be read, is the matter of [`Sources`]. A library module that brings moves,
//! advice or plans is a file of the program too, under its own name.

use std::collections::BTreeSet;

use adv_module::format::MAX_FILES;
use adv_module::program::SourceText;

use crate::library::Libraries;
use crate::source::{MAX_SOURCE_BYTES, Source};
use crate::syntax::token::Token;
use crate::syntax::{unquoted, words};

/// The ending of the name of every file that a `use` line names.
pub const EXTENSION: &str = ".adv";

/// Why a file that a `use` line names is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Absent {
    /// A clause that says why: `there is no such file`.
    pub reason: String,
    /// What to do.
    pub help: Option<String>,
    /// The path leads out of the folder that files may be read from.
    pub is_outside: bool,
}

/// Where the texts of used files come from. The compiler reads none itself.
pub trait Sources {
    /// The text of a file. `path` is the path from the folder of the program's own file, with `/` between its parts; `..` stands at its
    /// beginning only.
    ///
    /// # Errors
    /// [`Absent`], with a reason for the author.
    fn read(&self, path: &str) -> Result<String, Absent>;
}

/// No files: for texts that are in no folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Sources for NoFiles {
    fn read(&self, _: &str) -> Result<String, Absent> {
        Err(Absent {
            reason: "this text is in no folder, so that no path begins at it".to_owned(),
            help: Some("save it as a file beside the one that it uses".to_owned()),
            is_outside: false,
        })
    }
}

/// Files by their paths, as a module keeps them.
impl Sources for SourceText {
    fn read(&self, path: &str) -> Result<String, Absent> {
        let found = self.used.iter().position(|file| file.path == path);
        let absent = || Absent {
            reason: "the module does not hold it".to_owned(),
            ..Absent::default()
        };
        found
            .map(|at| self.text_of(Some(at)).to_owned())
            .ok_or_else(absent)
    }
}

/// Files by their paths, for tests and for callers that hold the texts.
impl Sources for [(&str, &str)] {
    fn read(&self, path: &str) -> Result<String, Absent> {
        let found = self.iter().find(|(name, _)| *name == path);
        let absent = || Absent {
            reason: "there is no such file".to_owned(),
            ..Absent::default()
        };
        found.map(|(_, text)| (*text).to_owned()).ok_or_else(absent)
    }
}

/// What a `use` line names.
enum Wanted<'t> {
    File(&'t str),
    Library(String),
}

impl Source {
    /// A program of a file's text and of all files that it uses, each read once.
    ///
    /// What cannot be read is an error of the `use` line, which the check reports: there is a source in any case.
    pub fn gather(
        name: impl Into<String>,
        text: impl Into<String>,
        sources: &(impl Sources + ?Sized),
        libraries: Libraries<'_>,
    ) -> Source {
        let (name, text) = (name.into(), text.into());
        let mut files = vec![(own_path(&name).to_owned(), text)];
        let mut absent = Vec::new();
        let mut known: BTreeSet<String> = files.iter().map(|(path, _)| path.clone()).collect();
        let mut bytes = files.iter().map(|(_, text)| text.len()).sum::<usize>();
        let mut at = 0;
        while let Some((from, text)) = files.get(at) {
            let mut found = Vec::new();
            for wanted in wanted(text) {
                let path = match &wanted {
                    Wanted::File(path) => resolved(from, path).ok(),
                    Wanted::Library(name) => libraries.file_of(name).map(str::to_owned),
                };
                let Some(path) = path.filter(|path| known.insert(path.clone())) else {
                    continue;
                };
                let read = match wanted {
                    Wanted::Library(_) => Ok(libraries.text(&path).unwrap_or("").to_owned()),
                    Wanted::File(_) if files.len() + found.len() >= MAX_FILES => Err(Absent {
                        reason: format!("a program has at most {MAX_FILES} files"),
                        help: Some("put several of them into one".to_owned()),
                        is_outside: false,
                    }),
                    Wanted::File(_) => sources.read(&path),
                };
                match read {
                    Ok(text) if bytes.saturating_add(text.len()) >= MAX_SOURCE_BYTES => {
                        let reason = format!(
                            "the files of a program have at most {MAX_SOURCE_BYTES} bytes together"
                        );
                        absent.push((
                            path,
                            Absent {
                                reason,
                                ..Absent::default()
                            },
                        ));
                    }
                    Ok(text) => {
                        // Some editors begin a file with an invisible mark.
                        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
                        bytes += text.len() + 1;
                        found.push((path, text));
                    }
                    Err(why) => absent.push((path, why)),
                }
            }
            files.append(&mut found);
            at += 1;
        }
        let mut files = files.into_iter();
        let own = files.next().map_or_else(String::new, |(_, text)| text);
        Source::of_files(name, own, files).without(absent)
    }

    /// The source that a module keeps, under the name that messages show.
    pub fn kept(name: impl Into<String>, kept: &SourceText) -> Source {
        let used = (0..kept.used.len()).filter_map(|at| {
            let path = kept.used.get(at)?.path.clone();
            Some((path, kept.text_of(Some(at)).to_owned()))
        });
        Source::of_files(name, kept.text_of(None), used)
    }
}

/// The path of a program's own file from its folder: its name alone.
pub(crate) fn own_path(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// What the `use` lines of a text name, in the order of the text. It is found among the tokens, and may be more than the parser finds.
fn wanted(text: &str) -> Vec<Wanted<'_>> {
    if !text.contains("use") && !text.contains("USE") {
        return Vec::new();
    }
    let tokens = words(text);
    let slice = |at: usize| {
        let lexeme = tokens.get(at)?;
        text.get(lexeme.start as usize..lexeme.end as usize)
    };
    let token = |at: usize| tokens.get(at).map(|lexeme| lexeme.token);
    let uses = tokens.iter().enumerate();
    let uses = uses.filter(|(_, lexeme)| lexeme.token == Token::Use);
    uses.filter_map(|(at, _)| {
        if token(at + 1) == Some(Token::Text) {
            return Some(Wanted::File(unquoted(slice(at + 1)?)));
        }
        let mut name = slice(at + 1)?.to_owned();
        let mut next = at + 2;
        while token(next) == Some(Token::Dot) {
            name.push('.');
            name.push_str(slice(next + 1)?);
            next += 2;
        }
        Some(Wanted::Library(name))
    })
    .collect()
}

/// Why a path names no file that can be used, whatever files there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadPath {
    Empty,
    /// It begins at the root of the file system, or names a drive.
    Absolute,
    /// A backslash, which is no separator everywhere.
    Backslash,
    /// It does not end with [`EXTENSION`].
    Extension,
    /// A character that no file name should have.
    Character,
}

/// A path from the folder of the program's own file, for one that the file `from` says.
pub(crate) fn resolved(from: &str, path: &str) -> Result<String, BadPath> {
    if path.trim().is_empty() {
        return Err(BadPath::Empty);
    }
    if path.chars().any(adv_module::visible::steers) {
        return Err(BadPath::Character);
    }
    if path.starts_with('/') || path.starts_with('~') || path.contains(':') {
        return Err(BadPath::Absolute);
    }
    if path.contains('\\') {
        return Err(BadPath::Backslash);
    }
    if !path.ends_with(EXTENSION) || path.ends_with("/.adv") || path == EXTENSION {
        return Err(BadPath::Extension);
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_at_the_file_that_says_it() {
        for (from, path, expected) in [
            ("krk.adv", "rook.adv", "rook.adv"),
            ("krk.adv", "./lib//rook.adv", "lib/rook.adv"),
            ("lib/rook.adv", "kings.adv", "lib/kings.adv"),
            ("lib/rook.adv", "../kings.adv", "kings.adv"),
            ("lib/rook.adv", "../../kings.adv", "../kings.adv"),
            ("../x/rook.adv", "../kings.adv", "../kings.adv"),
            ("../rook.adv", "../kings.adv", "../../kings.adv"),
        ] {
            assert_eq!(
                resolved(from, path).as_deref(),
                Ok(expected),
                "{from} {path}"
            );
        }
    }

    #[test]
    fn a_path_that_can_name_no_source_is_refused() {
        for (path, why) in [
            ("", BadPath::Empty),
            (" ", BadPath::Empty),
            ("/etc/rook.adv", BadPath::Absolute),
            ("~/rook.adv", BadPath::Absolute),
            ("C:rook.adv", BadPath::Absolute),
            ("lib\\rook.adv", BadPath::Backslash),
            ("rook", BadPath::Extension),
            ("rook.advc", BadPath::Extension),
            (".adv", BadPath::Extension),
            ("a\u{202e}.adv", BadPath::Character),
        ] {
            assert_eq!(resolved("krk.adv", path), Err(why), "{path}");
        }
    }

    #[test]
    fn files_are_gathered_once_and_keep_their_places() {
        let texts: &[(&str, &str)] = &[
            ("a.adv", "use \"lib/b.adv\"\nuse \"c.adv\"\nnumber a = 1"),
            ("lib/b.adv", "use \"../c.adv\"\nnumber b = 2"),
            ("c.adv", "number c = 3\n"),
        ];
        let source = Source::gather("x/a.adv", texts[0].1, texts, Libraries::NONE);
        assert_eq!(source.file_count(), 3);
        let shown: Vec<String> = (0..3).map(|at| source.file_name(at)).collect();
        assert_eq!(shown, ["x/a.adv", "x/lib/b.adv", "x/c.adv"]);
        for (at, (path, text)) in texts.iter().enumerate() {
            assert_eq!((source.file_path(at), source.file_text(at)), (*path, *text));
            let start = source.file_start(at);
            assert_eq!(source.file_at(start), at);
            assert_eq!(source.line_column(start).line, 1, "{path}");
        }
        let place = source.text().find("number b").expect("it is there");
        let place = u32::try_from(place).expect("a short text");
        assert_eq!(
            (source.file_at(place), source.line_column(place).line),
            (1, 2)
        );
    }
}
