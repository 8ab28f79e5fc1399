//! Texts: plain words with values in braces, which are parsed with their places in the file.
//!
//! ```text
//!   {d}  {n ? rook|rooks}  {b as men}      a value, a choice of forms, a board that says how it is said
//! ```
//!
//! Rulings: `{{` and `}}` are braces, and a `}` that closes nothing is one too. A mistake between two braces is marked at its place.

use super::TreeBuilder;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::symbols::foreign;
use crate::syntax::ast::{Expr, ExprKind, Said, Side, Template, TemplatePart};
use crate::syntax::lexer::collect;
use crate::syntax::parser::parse_expression;

impl TreeBuilder<'_> {
    /// The parts of the quoted text between two places, quotation marks included.
    pub fn template(&mut self, start: u32, end: u32) -> Template {
        let quoted = self.slice(start, end);
        let is_mark = |c: char| c == '"' || foreign::is_quote(c);
        let (raw, before) = match quoted.strip_prefix(is_mark) {
            Some(rest) => {
                let inner = rest.strip_suffix(is_mark).unwrap_or(rest);
                (inner, (quoted.len() - rest.len()) as u32)
            }
            None => (quoted, 0),
        };
        let (mut parts, mut slots) = (Vec::new(), Vec::new());
        let mut plain = String::new();
        let (mut rest, mut place) = (raw, start + before);
        while let Some(at) = rest.find(['{', '}']) {
            let (words, braced) = rest.split_at(at);
            plain.push_str(words);
            place += at as u32;
            let (brace, behind) = braced.split_at(1);
            if behind.starts_with(brace) || brace == "}" {
                plain.push_str(brace);
                let width = if behind.starts_with(brace) { 2 } else { 1 };
                rest = braced.get(width..).unwrap_or("");
                place += width as u32;
                continue;
            }
            if !plain.is_empty() {
                parts.push(TemplatePart::Text(std::mem::take(&mut plain)));
            }
            let Some((inner, behind)) = behind.split_once('}') else {
                self.error(
                    Code::UnclosedBrace,
                    "a brace in the text is not closed",
                    place,
                    place + 1,
                    "opened here",
                );
                self.help("close it with `}`, or write `{{` for a brace in the text");
                let unread = self.expr(place, ExprKind::Error, end);
                parts.push(TemplatePart::Value(unread));
                slots.push(String::new());
                rest = "";
                continue;
            };
            let (part, slot) = self.slot(inner, place + 1);
            parts.push(part);
            slots.push(slot);
            rest = behind;
            place += inner.len() as u32 + 2;
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            parts.push(TemplatePart::Text(plain));
        }
        Template {
            parts,
            slots,
            span: self.span(start, end),
        }
    }

    /// What stands between two braces, which begins at a place, and by which words a translation names it.
    fn slot(&mut self, inner: &str, start: u32) -> (TemplatePart, String) {
        let words = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            words.join(" ")
        };
        if let Some((by, forms)) = inner.split_once('?') {
            let span = self.span(start + by.len() as u32 + 1, start + inner.len() as u32);
            let forms = forms.split('|').map(|form| form.trim().to_owned());
            let chosen = match side(by.trim()) {
                Some(side) => self.expr(start, ExprKind::Side(side), start + by.len() as u32),
                None => self.value(by, start),
            };
            return (
                TemplatePart::Choice(chosen, forms.collect(), span),
                words(by),
            );
        }
        if let Some((board, word)) = inner.rsplit_once(" as ") {
            let said = match word.trim() {
                "men" | "MEN" => Some(Said::Men),
                "files" | "FILES" => Some(Said::Files),
                "ranks" | "RANKS" => Some(Said::Ranks),
                _ => None,
            };
            if let Some(said) = said {
                return (
                    TemplatePart::Board(self.value(board, start), said),
                    words(inner),
                );
            }
        }
        (TemplatePart::Value(self.value(inner, start)), words(inner))
    }

    /// The expression between two braces, which begins at a place.
    fn value(&mut self, inner: &str, start: u32) -> Expr {
        let end = start + inner.len() as u32;
        let unread = self.expr(start, ExprKind::Error, end);
        if inner.trim().is_empty() {
            let message = "expected an expression between the braces";
            let diagnostic = Diagnostic::new(Code::UnexpectedToken, message)
                .with_label(self.span(start.saturating_sub(1), end + 1), "nothing here")
                .with_help("write `{{` for a brace in the text");
            collect(&mut self.diagnostics, diagnostic);
            return unread;
        }
        let (expr, diagnostics) = parse_expression(inner, start + self.offset);
        let is_readable = diagnostics
            .iter()
            .all(|diagnostic| diagnostic.severity != Severity::Error);
        for diagnostic in diagnostics {
            collect(&mut self.diagnostics, diagnostic);
        }
        if is_readable { expr } else { unread }
    }
}

/// A side word by itself, which is no expression elsewhere.
fn side(word: &str) -> Option<Side> {
    match word {
        "us" | "US" => Some(Side::Us),
        "them" | "THEM" => Some(Side::Them),
        "W" => Some(Side::White),
        "B" => Some(Side::Black),
        _ => None,
    }
}
