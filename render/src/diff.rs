//! Comparison of two texts line by line: the expected lines that are missing, and the new ones.
//!
//! ```text
//!   fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
//! - 1. Qg7#
//! + 1. Qf8#
//! ```

use similar::{ChangeTag, TextDiff};

/// Lines of unchanged text that are kept on each side of a change.
const CONTEXT: usize = 2;

/// Lines that differ, with a few around them: `- ` for expected and gone, `+ ` for found, two blanks for both. A line `…` replaces each
/// stretch of equal lines. Empty for equal texts; line endings do not count.
pub fn lines(expected: &str, found: &str) -> Vec<String> {
    let (expected, found) = (unix(expected), unix(found));
    if expected == found {
        return Vec::new();
    }
    let diff = TextDiff::from_lines(expected.as_str(), found.as_str());
    let mut lines = Vec::new();
    for (index, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        let starts_late = group.first().is_some_and(|op| op.old_range().start > 0);
        if index > 0 || starts_late {
            lines.push("  …".to_owned());
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let mark = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            lines.push(format!("{mark} {}", change.value().trim_end_matches('\n')));
        }
    }
    lines
}

/// Text with line feeds only; version control on some systems turns them into carriage return and line feed.
fn unix(text: &str) -> String {
    text.replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_come_with_their_neighbours() {
        let old = "a\nb\nc\nd\ne\nf\n";
        assert!(lines(old, &old.replace('\n', "\r\n")).is_empty());
        assert_eq!(
            lines(old, "a\nb\nc\nd\nX\nf\n"),
            ["  …", "  c", "  d", "- e", "+ X", "  f"]
        );
        assert_eq!(lines("", "a\n"), ["+ a"]);
    }
}
