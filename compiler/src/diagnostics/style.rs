//! How messages are worded.
//!
//! | rule | good | bad |
//! | --- | --- | --- |
//! | lower case at the start, no full stop at the end | unknown name \`room\` | Unknown name. |
//! | the author's text in backticks | \`W.X\` is no piece | W.X is no piece |
//! | expected first, then found | expected a board, found a number | wrong type |
//! | the words of the language and of chess | a piece-of-advice, a ply, a rule | `AdviceDef`, node 3, arm |
//! | no blame and no jokes | \`;\` is not allowed here | illegal semicolon! |
//! | a likely repair is a help line, not part of the message | help: write \`room - 1\` | unknown name, write `room - 1` |
//! | help is an instruction or a question | help: did you mean \`EDGE\`? | help: EDGE |
//! | a label says what is here, in two to six words | defined here first | this is where the definition was first made |
//! | numbers carry their unit | depth 3 is counted in plies | depth is 3 |
//!
//! The message alone must make sense in a list of one-line messages, without source text, labels and help. One mistake
//! makes one diagnostic: what follows from an error node is silent.
//!
//! Titles (the fourth column of the table of codes) obey the same rules and speak of the situation, not of one program. The page of
//! a code has a heading with code and title, the cause, and the sections Example, Message and Repair. Its example is a whole
//! program that gives this diagnostic, fenced as `adv`; where none can be (a limit, a run, a module file) it is fenced as `text`.

/// Why a one-line text breaks the rules above, or `None` where it keeps those that a program can check.
///
/// Used by the tests of every stage that words messages.
pub fn complaint(text: &str) -> Option<&'static str> {
    let first = text.chars().next();
    if text.is_empty() || text.trim() != text {
        return Some("empty, or blanks at an end");
    }
    if text.contains('\n') {
        return Some("more than one line");
    }
    if text.matches('`').count() % 2 == 1 {
        return Some("an odd number of backticks");
    }
    if text.ends_with('.') && !text.ends_with("...") {
        return Some("a full stop at the end");
    }
    if text.ends_with('!') {
        return Some("an exclamation mark at the end");
    }
    // Words outside backticks are ours; a capital at the start would make the line a sentence among headings.
    if first.is_some_and(char::is_uppercase) {
        return Some("a capital at the start");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::complaint;
    use crate::diagnostics::Code;

    /// The text between a fence of this kind and its end, below a heading.
    fn fenced(page: &str, heading: &str) -> Option<(String, String)> {
        let section = page.split(&format!("\n## {heading}\n\n```")).nth(1)?;
        let (kind, rest) = section.split_once('\n')?;
        let (body, _) = rest.split_once("\n```\n")?;
        Some((kind.to_owned(), body.to_owned()))
    }

    #[test]
    fn the_rules_that_can_be_checked_are_checked() {
        assert_eq!(complaint("unknown name `room`"), None);
        assert_eq!(complaint("`W.X` is no piece"), None);
        for bad in [
            "",
            " x",
            "Unknown name",
            "unknown name.",
            "odd `tick",
            "two\nlines",
            "illegal!",
        ] {
            assert!(complaint(bad).is_some(), "{bad:?}");
        }
    }

    #[test]
    fn every_title_keeps_the_style() {
        for &code in Code::ALL {
            assert_eq!(complaint(code.title()), None, "{code}: {}", code.title());
            assert!(
                code.title().chars().count() <= 90,
                "{code}: the title is too long"
            );
        }
    }

    #[test]
    fn codes_ascend_within_each_family() {
        let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        for pair in codes.windows(2) {
            let (Some(a), Some(b)) = (pair.first(), pair.last()) else {
                continue;
            };
            let (family, other) = (a.get(..3), b.get(..3));
            if family == other {
                assert!(a < b, "{b} stands behind {a}");
            } else {
                assert!(
                    !codes
                        .iter()
                        .skip_while(|c| *c != b)
                        .any(|c| c.get(..3) == family),
                    "{a}: its family is split"
                );
            }
        }
        for code in codes {
            let digits = code.get(1..).unwrap_or("");
            assert!(code.starts_with(['E', 'W', 'N', 'S', 'M', 'K']), "{code}");
            assert!(
                digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()),
                "{code}"
            );
        }
    }

    #[test]
    fn every_code_has_a_page_with_its_sections() {
        for &code in Code::ALL {
            let page = code.explanation();
            assert!(
                page.starts_with(&format!("# {code}: {}\n\n", code.title())),
                "{code}: the heading"
            );
            assert!(
                page.ends_with('\n') && !page.ends_with("\n\n"),
                "{code}: the end"
            );
            let headings: Vec<&str> = page
                .lines()
                .filter(|line| line.starts_with("## "))
                .collect();
            assert_eq!(
                headings,
                ["## Example", "## Message", "## Repair"],
                "{code}"
            );

            let (kind, example) = fenced(page, "Example").unwrap_or_default();
            assert!(
                ["adv", "text"].contains(&kind.as_str()) && !example.is_empty(),
                "{code}: the example"
            );
            let (kind, shown) = fenced(page, "Message").unwrap_or_default();
            let head = format!("{}[{code}]: ", code.severity().as_str());
            let message = shown
                .lines()
                .next()
                .and_then(|line| line.strip_prefix(&head))
                .unwrap_or_default();
            assert_eq!(kind, "text", "{code}");
            assert_eq!(complaint(message), None, "{code}: {message:?}");
            for line in shown.lines().skip(1) {
                let help = line
                    .strip_prefix("  = help: ")
                    .or(line.strip_prefix("  = note: "));
                assert_eq!(
                    complaint(help.unwrap_or_default()),
                    None,
                    "{code}: {line:?}"
                );
            }
            let repair = page.split("\n## Repair\n\n").nth(1).unwrap_or_default();
            assert!(
                repair.trim_end().ends_with(['.', '?', '`']),
                "{code}: the repair is a sentence"
            );
        }
    }
}
