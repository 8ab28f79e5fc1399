//! Warnings that the author has seen and wants to keep: `// allow W0402: waiting is meant`.
//!
//! ```text
//!   // allow W0402: waiting is meant        alone on its line: the line below, or the whole definition that begins there
//!   advice wait
//!     better  true      // allow W0402: …   after something: its own line
//! ```
//!
//! Rulings: it is a comment, so that a program means the same without it. It has a reason, for the next reader. It names one warning; several
//! comments may follow one another. One that keeps nothing away is a warning itself, as long as the program is free of errors: else the
//! warnings have not been looked for. Warnings that come from playing (W07) are not known here, and those that come from looking at positions
//! (W08) are looked for elsewhere.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::{Source, Span};
use crate::syntax::ast::Item;
use crate::syntax::{Comment, CommentKind, Lexeme, Trivia, parse_source};

/// The most of them in one file that are looked at.
const MOST: usize = 1_000;

/// The comments of a file that allow something, or are meant to.
pub(super) struct Allows {
    good: Vec<Allow>,
    bad: Vec<Diagnostic>,
}

struct Allow {
    code: Code,
    comment: Span,
    /// Where a warning may begin.
    over: Span,
}

/// True for the warnings that the positions of the material give, and no compilation.
fn is_looked_for(code: Code) -> bool {
    code.as_str().starts_with("W08")
}

/// The warnings from looking at positions (W08) that a text allows, with the places over which it does.
pub fn looked_for(source: &Source) -> Vec<(Code, Span)> {
    let all = parse_source(source);
    let allows = read(source.text(), &all.trivia, &all.tokens, &all.file.items);
    let places = allows.places();
    places.filter(|(code, _)| is_looked_for(*code)).collect()
}

/// Reads the comments that allow a warning.
pub(super) fn read(text: &str, trivia: &Trivia, tokens: &[Lexeme], items: &[Item]) -> Allows {
    let mut allows = Allows {
        good: Vec::new(),
        bad: Vec::new(),
    };
    for comment in &trivia.comments {
        if allows.good.len() + allows.bad.len() >= MOST {
            break;
        }
        let Some((word, reason)) = parts(text, comment) else {
            continue;
        };
        match code(word, reason) {
            Ok(code) => allows.good.push(Allow {
                code,
                comment: comment.span,
                over: over(text, comment.span, tokens, items),
            }),
            Err((message, help)) => allows.bad.push(
                Diagnostic::new(Code::AllowWithoutUse, message)
                    .with_label(comment.span, "allows nothing")
                    .with_help(help),
            ),
        }
    }
    allows
}

/// The word after `// allow` where it looks like a code, and what follows its colon.
fn parts<'t>(text: &'t str, comment: &Comment) -> Option<(&'t str, &'t str)> {
    if comment.kind != CommentKind::Line {
        return None;
    }
    let words = text.get(comment.span.start as usize..comment.span.end as usize)?;
    let words = words.strip_prefix("//")?.trim_start();
    let words = words.strip_prefix("allow ")?.trim_start();
    let end = words.find(|c: char| !c.is_ascii_alphanumeric());
    let (word, rest) = words.split_at(end.unwrap_or(words.len()));
    let is_code = matches!(word.as_bytes(), [letter, digits @ ..]
        if letter.is_ascii_alphabetic() && digits.len() == 4 && digits.iter().all(u8::is_ascii_digit));
    let reason = rest.trim_start();
    let reason = reason.strip_prefix(':').unwrap_or("").trim();
    is_code.then_some((word, reason))
}

/// The warning that a comment allows, or what is wrong with it and what to do.
fn code(word: &str, reason: &str) -> Result<Code, (String, String)> {
    let Some(code) = Code::parse(word) else {
        let help = "`adv explain` lists the codes".to_owned();
        return Err((format!("there is no code `{word}`"), help));
    };
    if code.severity() != Severity::Warning {
        let message = format!("`{code}` cannot be allowed: it is not a warning");
        return Err((message, "take the comment away".to_owned()));
    }
    if code.as_str().starts_with("W07") {
        let message = format!("`{code}` cannot be allowed: it comes from playing");
        return Err((message, "take the comment away".to_owned()));
    }
    if reason.is_empty() {
        let message = format!("`allow {code}` has no reason");
        let help = format!("say why the warning is allowed: `// allow {code}: reason`");
        return Err((message, help));
    }
    Ok(code)
}

/// Where the warnings may begin that a comment allows.
fn over(text: &str, comment: Span, tokens: &[Lexeme], items: &[Item]) -> Span {
    let next = tokens.partition_point(|token| token.start < comment.start);
    let line_of = |place: u32| {
        let before = text.get(..place as usize).unwrap_or("");
        let after = text.get(place as usize..).unwrap_or("");
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let length = after.find('\n').unwrap_or(after.len());
        Span::new(start as u32, place.saturating_add(length as u32))
    };
    let own = line_of(comment.start);
    let before = next.checked_sub(1).and_then(|at| tokens.get(at));
    if before.is_some_and(|before| before.end > own.start) {
        return own;
    }
    let Some(next) = tokens.get(next) else {
        return Span::new(comment.end, comment.end);
    };
    let item = items.partition_point(|item| item.span.start < next.start);
    match items.get(item).filter(|item| item.span.start == next.start) {
        Some(item) => item.span,
        None => line_of(next.start),
    }
}

impl Allows {
    /// What is allowed, for the sink.
    pub fn places(&self) -> impl Iterator<Item = (Code, Span)> {
        self.good.iter().map(|allow| (allow.code, allow.over))
    }

    /// The warnings about the comments themselves. `used` has an entry for each of [`Allows::places`]; `complete` says whether all
    /// warnings were looked for.
    pub fn complaints(self, used: &[bool], complete: bool) -> Vec<Diagnostic> {
        let mut found = self.bad;
        let unused = self.good.iter().zip(used);
        // Those that looking at positions gives are not looked for here.
        let unused = unused.filter(|(allow, used)| !**used && !is_looked_for(allow.code));
        found.extend(unused.filter(|_| complete).map(|(allow, _)| {
            Diagnostic::new(
                Code::AllowWithoutUse,
                format!("there is no {} here to be allowed", allow.code),
            )
            .with_label(allow.comment, "allows nothing")
            .with_help("take the comment away")
        }));
        found
    }
}
