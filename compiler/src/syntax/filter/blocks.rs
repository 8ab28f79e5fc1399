//! The ends of pieces-of-advice, tables and actions, of which one is open at most.

use super::{Filter, Lexeme, collect, short, spelling};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::depth::Depth;

impl Filter<'_> {
    /// Passes an end word on, as the one that the open block needs.
    pub(super) fn close_block(&mut self, lexeme: Lexeme) {
        let Some(block) = self.block.take() else {
            self.output.push(lexeme);
            return;
        };
        if block.end != lexeme.token {
            let message = format!(
                "expected `{}`, found `{}`",
                spelling(block.end),
                self.slice(lexeme)
            );
            collect(
                self.diagnostics,
                Diagnostic::new(Code::UnexpectedToken, message)
                    .with_label(Span::new(lexeme.start, lexeme.end), "another end word")
                    .with_secondary(
                        Span::new(block.keyword.start, block.keyword.end),
                        "this is to be ended",
                    ),
            );
        }
        self.output.push(Lexeme {
            token: block.end,
            ..lexeme
        });
    }

    /// Puts in the end word that the open block lacks; `next` is what came in its place, or `None` for the end of the file.
    pub(super) fn end_block(&mut self, next: Option<Lexeme>) {
        let Some(block) = self.block.take() else {
            return;
        };
        let name = block.name.filter(|name| self.is_name(*name));
        let span = Span::new(
            block.keyword.start,
            name.map_or(block.keyword.end, |name| name.end),
        );
        let title = name.map_or(String::new(), |name| {
            format!(" {}", short(self.slice(name)))
        });
        let word = spelling(block.keyword.token);
        let end = spelling(block.end);
        let mut diagnostic =
            Diagnostic::new(Code::MissingEnd, format!("`{word}{title}` has no `{end}`"))
                .with_label(span, "begins here");
        let place = self.output.last().map_or(span.end, |last| last.end);
        if let Some(next) = next {
            diagnostic = diagnostic
                .with_secondary(Span::new(next.start, next.end), "the next definition")
                .with_help(format!("add `{end}` before the next definition"));
        } else {
            diagnostic = diagnostic.with_help(format!("add `{end}` at the end of the file"));
        }
        collect(self.diagnostics, diagnostic);
        // A bracket left open inside the block ends with it.
        self.depth = Depth::new();
        self.output.push(Lexeme {
            token: block.end,
            start: place,
            end: place,
        });
    }
}
