//! The source text that a module keeps, of one file or of several.
//!
//! ```text
//!   krk.adv ⏎ lib/rook.adv ⏎ lib/kings.adv        one text, in which every place of the module is
//!   └ 0       └ 812          └ 1630               where each file begins
//! ```

use crate::data::record;
use crate::format::{MAX_FILES, MAX_SOURCE};

/// The source a module was made from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceText {
    /// The file's name as given to the compiler.
    pub file: String,
    /// The whole text: that of the file, then those of [`SourceText::used`]. Claims that were compiled with the program and are not in
    /// its file follow at the end of the file's own text, each after a line [`SourceText::ADDED_CLAIM`].
    pub text: String,
    /// The files that the program uses, in the order of their texts. Empty for a program of one file.
    pub used: Vec<UsedFile>,
}

record!(SourceText {
    file,
    text: most(MAX_SOURCE),
    used: most(MAX_FILES)
});

/// A file that a program uses, as a part of the source text of its module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsedFile {
    /// The path from the folder of the program's own file, `lib/common.adv`; the name of a library module that brings advice.
    pub path: String,
    /// Where its text begins in [`SourceText::text`]. The byte before is a line feed that belongs to no file, and the text goes on to
    /// the line feed before the next file, or to the end.
    pub start: u32,
}

record!(UsedFile { path, start });

impl SourceText {
    /// The line of the text before a claim that is not in the file.
    pub const ADDED_CLAIM: &str = "// added claim";

    /// The file that a byte belongs to: its place in [`SourceText::used`], or `None` for the program's own file.
    pub fn used_at(&self, byte: u32) -> Option<usize> {
        let after = self.used.partition_point(|file| file.start <= byte);
        after.checked_sub(1)
    }

    /// The bytes of a used file, or with `None` those of the program's own.
    pub fn range_of(&self, used: Option<usize>) -> std::ops::Range<usize> {
        let start = |at: usize| self.used.get(at).map(|file| file.start as usize);
        let next = used.map_or(0, |at| at.saturating_add(1));
        let end = start(next).map_or(self.text.len(), |next| next.saturating_sub(1));
        let begin = used.map_or(Some(0), start).unwrap_or(self.text.len());
        begin..end.max(begin)
    }

    /// The name of a used file as messages show it, or with `None` that of the program's own.
    pub fn name_of(&self, used: Option<usize>) -> String {
        match used.and_then(|at| self.used.get(at)) {
            Some(file) => name_of_used(&self.file, &file.path),
            None => self.file.clone(),
        }
    }

    /// The text of a used file, or with `None` that of the program's own.
    pub fn text_of(&self, used: Option<usize>) -> &str {
        self.text.get(self.range_of(used)).unwrap_or("")
    }
}

/// The name of a used file as messages show it: its path after the folder of the program's own file, so that it can be opened from where that
/// can. A module of the library has its own name.
pub fn name_of_used(own: &str, path: &str) -> String {
    let (mut folder, mut path) = match own.rsplit_once('/') {
        Some((folder, _)) if path.ends_with(".adv") => (folder, path),
        _ => return path.to_owned(),
    };
    while let Some(rest) = path.strip_prefix("../") {
        let (above, last) = folder.rsplit_once('/').unwrap_or(("", folder));
        if matches!(last, "" | "." | "..") {
            break;
        }
        (folder, path) = (above, rest);
        if folder.is_empty() && !own.starts_with('/') {
            return path.to_owned();
        }
    }
    format!("{folder}/{path}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_used_file_is_named_from_where_the_program_is() {
        for (own, path, expected) in [
            ("krk.adv", "lib/rook.adv", "lib/rook.adv"),
            ("x/krk.adv", "rook.adv", "x/rook.adv"),
            ("x/krk.adv", "../rook.adv", "rook.adv"),
            ("x/y/krk.adv", "../rook.adv", "x/rook.adv"),
            ("x/krk.adv", "../../rook.adv", "../rook.adv"),
            ("../krk.adv", "../rook.adv", "../../rook.adv"),
            ("/krk.adv", "rook.adv", "/rook.adv"),
            ("/x/krk.adv", "../rook.adv", "/rook.adv"),
            ("./krk.adv", "../rook.adv", "./../rook.adv"),
            ("x/krk.adv", "std.mating", "std.mating"),
        ] {
            assert_eq!(name_of_used(own, path), expected, "{own} {path}");
        }
    }

    #[test]
    fn a_source_text_is_cut_into_its_files() {
        let used = |path: &str, start| UsedFile {
            path: path.to_owned(),
            start,
        };
        let source = SourceText {
            file: "x/a.adv".to_owned(),
            text: "own\nfirst\n\nsecond".to_owned(),
            used: vec![used("b.adv", 4), used("lib/c.adv", 11)],
        };
        let texts: Vec<&str> = [None, Some(0), Some(1), Some(2)]
            .map(|file| source.text_of(file))
            .to_vec();
        assert_eq!(texts, ["own", "first\n", "second", ""]);
        assert_eq!(source.used_at(3), None);
        assert_eq!(
            [4, 10, 11, 99].map(|at| source.used_at(at)),
            [Some(0), Some(0), Some(1), Some(1)]
        );
        assert_eq!(source.name_of(Some(1)), "x/lib/c.adv");
    }
}
