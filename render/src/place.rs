//! Places of a module as people read them: line, column, the line's text, the text of an operand.
//!
//! A module carries a copy of its source unless it was stripped; then there is nothing to show and every question answers `None`.

use adv_module::program::{Place, Rule, SourceText};
use adv_module::{FnId, Program};

use crate::text::one_line;

/// Position in a source file: line and column, both counted from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// Source text of a place on one line, runs of blanks and line ends as one blank; `None` without a source.
pub fn text_of(module: &Program, place: Place) -> Option<String> {
    let text = one_line(slice(module, place)?);
    (!text.is_empty()).then_some(text)
}

/// Source text of a function of the program's own; `None` for a library's, and if the source is missing.
pub(crate) fn function_text(module: &Program, id: FnId) -> Option<String> {
    text_of(module, module.function(id)?.place)
}

/// Line and column where a place begins, in its own file; `None` without a source, and for a claim that was added and is in no file.
pub fn line_column(module: &Program, place: Place) -> Option<LineColumn> {
    slice(module, place)?;
    let source = module.source.as_ref()?;
    let used = source.used_at(place.start);
    if used.is_none() && first_added(module).is_some_and(|first| place.start >= first) {
        return None;
    }
    let file = source.range_of(used);
    let before = source.text.get(file.start..place.start as usize)?;
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before.get(line_start..)?.chars().count() + 1;
    Some(LineColumn {
        line: u32::try_from(line).ok()?,
        column: u32::try_from(column).ok()?,
    })
}

/// Number of the line where a place begins, in its own file; `None` as for [`line_column`].
pub fn line(module: &Program, place: Place) -> Option<u32> {
    Some(line_column(module, place)?.line)
}

/// Source line that a place begins on, without blanks around it; `None` without a source.
pub fn line_text(module: &Program, place: Place) -> Option<&str> {
    slice(module, place)?;
    let text = &module.source.as_ref()?.text;
    let start = place.start as usize;
    let line_start = text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
    let rest = text.get(line_start..)?;
    Some(rest.split('\n').next().unwrap_or(rest).trim())
}

/// Name of the file that a place is in, the program's own or a used one; `None` without a source.
pub fn file_of(module: &Program, place: Place) -> Option<String> {
    let source = module.source.as_ref()?;
    Some(source.name_of(source.used_at(place.start)))
}

/// Name of the used file that a place is in; `None` if the place is in the program's own file, or without a source.
pub fn used_file(module: &Program, place: Place) -> Option<String> {
    let source = module.source.as_ref()?;
    let used = source.used_at(place.start);
    used.map(|_| source.name_of(used))
}

/// File and line where a place begins: `krk.adv:93`.
pub fn file_line(module: &Program, place: Place) -> Option<String> {
    let at = line_column(module, place)?;
    Some(format!("{}:{}", file_of(module, place)?, at.line))
}

/// Words for the line of a place: `line 93` in the program's own file, `line 12 of rook.adv` in a used one.
pub fn line_words(module: &Program, place: Place) -> Option<String> {
    let at = line_column(module, place)?;
    let source = module.source.as_ref()?;
    let used = source.used_at(place.start);
    Some(match used {
        Some(_) => format!("line {} of {}", at.line, source.name_of(used)),
        None => format!("line {}", at.line),
    })
}

/// Place of a claim: `krk.adv:93`, or `added to krk.adv` for one that is not in the file.
pub fn claim_place(module: &Program, place: Place) -> Option<String> {
    let source = module.source.as_ref()?;
    if is_added(source, place)? {
        return Some(format!("added to {}", source.file));
    }
    file_line(module, place)
}

/// True for a claim that was added from outside, such as by the command, and is not in the file; `None` without its text.
fn is_added(source: &SourceText, claim: Place) -> Option<bool> {
    let before = source.text.get(..claim.start as usize)?;
    Some(before.trim_end().ends_with(SourceText::ADDED_CLAIM))
}

/// Offset in bytes of the first claim that was added from outside; such claims are the last ones. `None` if there is none.
fn first_added(module: &Program) -> Option<u32> {
    let source = module.source.as_ref()?;
    let added = |place: &Place| is_added(source, *place) == Some(true);
    let places = module.claims.iter().map(|claim| claim.place);
    places.filter(added).map(|place| place.start).min()
}

/// Excerpt of whole source lines for showing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<'m> {
    /// Number of the first line, from 1.
    pub first: usize,
    /// Lines, without the blanks that all of them begin with.
    pub lines: Vec<&'m str>,
}

/// Excerpt from the line that a place begins on to the one that it ends on, at most `most` lines.
pub fn listing(module: &Program, place: Place, most: usize) -> Option<Listing<'_>> {
    let source = module.source.as_ref()?;
    let first = line_column(module, place)?.line as usize;
    let inside = slice(module, place)?;
    let count = inside.trim_end().lines().count().clamp(1, most.max(1));
    let file = source.text_of(source.used_at(place.start));
    let text = file.lines().skip(first - 1).take(count);
    let text: Vec<&str> = text.collect();
    let indent = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let written = text.iter().filter(|line| !line.trim().is_empty());
    let common = written.map(indent).min().unwrap_or(0);
    let lines = text.iter().map(|line| line.get(common..).unwrap_or(""));
    Some(Listing {
        first,
        lines: lines.collect(),
    })
}

/// Text between two places without blanks and parentheses, such as the sign between the sides of a comparison; `None` if that is more
/// than a word.
pub fn sign_between(module: &Program, left: Place, right: Place) -> Option<&str> {
    let source = module.source.as_ref()?;
    let between = source.text.get(left.end as usize..right.start as usize)?;
    let sign = between.trim_matches(|c: char| c.is_whitespace() || c == '(' || c == ')');
    let is_sign = !sign.is_empty() && !sign.contains(char::is_whitespace);
    is_sign.then_some(sign)
}

/// Source line of a table's rule, without its trailing comment; `None` without a source.
pub fn rule_text(module: &Program, rule: &Rule) -> Option<String> {
    let line = line_text(module, rule.place)?;
    Some(one_line(line.split("//").next().unwrap_or(line)))
}

/// Comment of the author at the end of a rule's line, without the `//`; `None` without one.
pub fn rule_comment<'m>(module: &'m Program, rule: &Rule) -> Option<&'m str> {
    let (_, comment) = line_text(module, rule.place)?.split_once("//")?;
    let comment = comment.trim();
    (!comment.is_empty()).then_some(comment)
}

/// Source text of a place, unchanged; `None` for the empty place, and for one that is not in the text.
fn slice(module: &Program, place: Place) -> Option<&str> {
    if place.end <= place.start {
        return None;
    }
    module
        .source
        .as_ref()?
        .text
        .get(place.start as usize..place.end as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_listed_and_signs_found() {
        let text = "x\n    if (a  <\n\n      b) then c\n";
        let module = Program {
            source: Some(SourceText {
                file: "a.adv".into(),
                text: text.into(),
                used: Vec::new(),
            }),
            ..Program::default()
        };
        let at = |word: &str| {
            let start = text.find(word).unwrap_or_default();
            let place = |at: usize| u32::try_from(at).unwrap_or_default();
            Place {
                start: place(start),
                end: place(start + word.len()),
            }
        };
        let whole = at("if (a  <\n\n      b) then c");
        let listing = listing(&module, whole, 9).expect("the place is in the text");
        assert_eq!(listing.first, 2);
        assert_eq!(listing.lines, ["if (a  <", "", "  b) then c"]);
        assert_eq!(sign_between(&module, at("a"), at("b")), Some("<"));
        assert_eq!(sign_between(&module, at("if"), at("c")), None);
        assert_eq!(file_line(&module, at("b")).as_deref(), Some("a.adv:4"));
        assert_eq!(claim_place(&module, at("b")).as_deref(), Some("a.adv:4"));
    }

    #[test]
    fn a_claim_that_is_not_in_the_file_has_no_line_of_it() {
        let file = "prove a\n// added claim\nprove b";
        let module = Program {
            source: Some(SourceText {
                file: "a.adv".into(),
                text: file.into(),
                used: Vec::new(),
            }),
            ..Program::default()
        };
        let at = |start: u32| Place {
            start,
            end: start + 7,
        };
        let place = |start| claim_place(&module, at(start));
        assert_eq!(place(0).as_deref(), Some("a.adv:1"));
        assert_eq!(place(23).as_deref(), Some("added to a.adv"));
    }

    #[test]
    fn places_are_found_by_line_and_character() {
        let text = "board X = ∅\n  if  a ∧\n  b then c\n";
        let source = SourceText {
            file: "a.adv".into(),
            text: text.into(),
            used: Vec::new(),
        };
        let module = Program {
            source: Some(source),
            ..Program::default()
        };
        let place = Place { start: 20, end: 29 };
        assert_eq!(text_of(&module, place).as_deref(), Some("a ∧ b"));
        assert_eq!(
            line_column(&module, place),
            Some(LineColumn { line: 2, column: 7 })
        );
        assert_eq!(line_text(&module, place), Some("if  a ∧"));
        assert_eq!(
            line_column(&module, Place { start: 11, end: 13 }),
            None,
            "inside a character"
        );
        assert_eq!(
            text_of(
                &module,
                Place {
                    start: 20,
                    end: 999
                }
            ),
            None
        );
        assert_eq!(text_of(&module, Place::default()), None);
        assert_eq!(line_text(&Program::default(), place), None);
    }
}
