//! The text of a program into which typed items go, and their places in it.

use std::ops::Range;

use adv_compiler::diagnostics::{Diagnostic, Severity};
use adv_compiler::source::{Source, Span};
use adv_compiler::syntax::ast::Item;
use adv_compiler::syntax::parse;

use crate::load::Refusal;

use super::items::{is_head, is_same, place_of_head, range, span, with_doc};

/// A part of the typed text, and the byte at which it is in the program's text now.
struct PutPiece {
    now: usize,
    typed: Range<usize>,
}

/// The text of a program while typed items are put into it, with a map from their places to those in the typed text.
pub struct Draft {
    /// The program's text with the items put in so far.
    pub text: String,
    pieces: Vec<PutPiece>,
}

impl Draft {
    /// Begins a draft with the program's present text.
    pub fn new(text: String) -> Draft {
        Draft {
            text,
            pieces: Vec::new(),
        }
    }

    /// Puts one typed item into the text. Returns true where it takes the place of another item.
    pub fn put(&mut self, item: &Item, typed: &str, chunk: Range<usize>) -> bool {
        let written = typed.get(chunk.clone()).unwrap_or_default();
        let parsed = parse(&self.text);
        let old = parsed.file.items.iter();
        let mut old = old.filter(|old| is_same(&old.kind, &item.kind));
        if let Some(old) = old.next_back() {
            // The old doc comment stays where the new item brings none.
            let place = match item.doc.is_empty() {
                true => range(old.span),
                false => with_doc(&parsed, old),
            };
            self.splice(place, "", written, chunk, "");
            return true;
        }
        let at = match is_head(&item.kind) {
            true => place_of_head(&self.text, &parsed),
            false => self.text.len(),
        };
        let before = self.text.get(..at).unwrap_or_default();
        let last = parsed.file.items.iter().rev();
        let last = last.map(|item| range(item.span)).find(|old| old.end <= at);
        let last = last.and_then(|old| self.text.get(old)).unwrap_or_default();
        let is_apart = |text: &str| text.contains('\n');
        let apart = !before.trim().is_empty() && (is_apart(last) || is_apart(written));
        let gap = match (before.is_empty() || before.ends_with('\n'), apart) {
            (true, false) => "",
            (true, true) | (false, false) => "\n",
            (false, true) => "\n\n",
        };
        self.splice(at..at, gap, written, chunk, "\n");
        false
    }

    /// Puts a typed text at the end, between `before` and `after`.
    pub fn wrap(&mut self, before: &str, typed: &str, after: &str) {
        let end = self.text.len();
        self.splice(end..end, before, typed, 0..typed.len(), after);
    }

    fn splice(
        &mut self,
        place: Range<usize>,
        before: &str,
        written: &str,
        typed: Range<usize>,
        after: &str,
    ) {
        let added = before.len() + written.len() + after.len();
        for piece in self
            .pieces
            .iter_mut()
            .filter(|piece| piece.now >= place.end)
        {
            piece.now = piece.now + added - place.len();
        }
        self.pieces.push(PutPiece {
            now: place.start + before.len(),
            typed,
        });
        self.text
            .replace_range(place, &format!("{before}{written}{after}"));
    }

    /// The place in the program's text of a place of the typed text.
    pub fn now(&self, typed: Span) -> Span {
        let mut pieces = self.pieces.iter();
        let of = range(typed);
        let piece = pieces.find(|piece| piece.typed.start <= of.start && of.end <= piece.typed.end);
        piece.map_or(typed, |piece| {
            let start = piece.now + of.start - piece.typed.start;
            span(start..start + of.len())
        })
    }

    /// The errors for which this text is refused: with places in the typed text where all of them are there, else in the whole text.
    pub fn refusal(&self, whole: Refusal, typed: &Source) -> Refusal {
        let whole = errors_of(whole);
        let own = whole.diagnostics.iter().map(|one| self.in_typed(one));
        match own.collect() {
            Some(diagnostics) => Refusal {
                source: typed.clone(),
                diagnostics,
            },
            None => whole,
        }
    }

    /// Moves the places of a message to the typed text; `None` where one of them is elsewhere, or it has none.
    pub fn in_typed(&self, message: &Diagnostic) -> Option<Diagnostic> {
        let mut message = message.clone();
        for label in &mut message.labels {
            label.span = self.typed(label.span)?;
        }
        for place in &mut message.further {
            *place = self.typed(*place)?;
        }
        // What was typed is no file.
        message.message = message.message.replace("the file ends", "the text ends");
        for help in &mut message.help {
            *help = help.replace("at the end of the file", "at its end");
        }
        // Without a place it is about the whole program.
        (!message.labels.is_empty()).then_some(message)
    }

    fn typed(&self, now: Span) -> Option<Span> {
        let of = range(now);
        self.pieces.iter().find_map(|piece| {
            let start = of.start.checked_sub(piece.now)?;
            // A place may be the end of the text.
            (start + of.len() <= piece.typed.len() + 1).then(|| {
                let start = (piece.typed.start + start).min(piece.typed.end);
                span(start..(start + of.len()).min(piece.typed.end))
            })
        })
    }
}

/// Leaves warnings out of a refusal.
pub fn errors_of(mut refusal: Refusal) -> Refusal {
    let is_error = |one: &Diagnostic| one.severity == Severity::Error;
    refusal.diagnostics.retain(is_error);
    refusal
}
