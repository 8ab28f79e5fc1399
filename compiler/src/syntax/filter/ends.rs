//! Branches and ends of blocks in a strategy: those that fit, those that are missing, wrong or one too many.
//!
//! ```text
//!   do-while a                     do-while a                    do-while a
//!     if b then                      if b then                     if b then
//!       action x (any, c)              action x (any, c)             action x (any, c)
//!                                    end-do    ← read `end-if`     end-if
//!   end-do        ← `end-if` put in  end-do                        end-if    ← taken out
//!                                                                end-do
//! ```
//!
//! Which of these it is, the stack tells together with how the lines are indented.

use super::strategy::{OpenKind, Stage};
use super::{Filter, Lexeme, collect, short, spelling};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::depth::Depth;
use crate::syntax::token::Token;

/// The end word of a block.
fn end_of(kind: OpenKind) -> Token {
    match kind {
        OpenKind::Choice(_) => Token::EndIf,
        OpenKind::Loop => Token::EndDo,
        _ => Token::EndStrat,
    }
}

/// Whether an `if` can still get an `else`.
fn is_waiting(kind: OpenKind) -> bool {
    matches!(kind, OpenKind::Choice(Stage::Condition | Stage::Body))
}

impl Filter<'_> {
    /// Whether two words were written where one is meant: `else if`.
    pub(super) fn is_spaced(&self, lexeme: Lexeme) -> bool {
        self.slice(lexeme).contains(char::is_whitespace)
    }

    /// The end word that the innermost block needs.
    pub(super) fn needed_end(&self) -> Option<Token> {
        let block = self.nest.frames.get(self.nest.block());
        block.map(|block| end_of(block.kind))
    }

    /// Takes an `else` or an `else-if`, of a value or of a statement. Gives the token that it was read as.
    pub(super) fn take_else(&mut self, mut lexeme: Lexeme) -> Token {
        let at = self.nest.word();
        if self.kind(at) == OpenKind::Value {
            let keep = usize::from(lexeme.token == Token::ElseIf);
            self.nest.frames.truncate(at + keep);
            return self.pass_inside(lexeme);
        }
        lexeme = self.else_minus_if(lexeme);
        loop {
            let at = self.nest.block();
            self.reset(at);
            if is_waiting(self.kind(at)) {
                return self.begin_branch(at, lexeme);
            }
            // In blocks that are skipped it does not matter whose branch this is.
            let around = 0..if self.is_passed_over(at) { 0 } else { at };
            let outer = around.rev().find(|at| is_waiting(self.kind(*at)));
            let last = self.nest.frames.get(at).and_then(|block| block.last);
            let after_action = matches!(last, Some(Token::Action | Token::Consult));
            let may_be_way_out =
                after_action && (lexeme.token == Token::Else || self.is_spaced(lexeme));
            match outer {
                Some(outer) if !may_be_way_out || self.is_outdented(lexeme, at) => {
                    self.close_down_to(outer, Some(lexeme));
                }
                _ if may_be_way_out => return self.way_out(lexeme),
                _ => return self.stray_else(lexeme, at),
            }
        }
    }

    fn kind(&self, at: usize) -> OpenKind {
        let frame = self.nest.frames.get(at);
        frame.map_or(OpenKind::Strategy, |frame| frame.kind)
    }

    /// Whether the block at `at` lies in a part that is passed over.
    fn is_passed_over(&self, at: usize) -> bool {
        self.nest.skip.is_some_and(|skip| at >= skip)
    }

    /// Whether a word begins a line that is indented no more than the line on which the block at `at` begins.
    fn is_outdented(&self, lexeme: Lexeme, at: usize) -> bool {
        let begins = self
            .nest
            .frames
            .get(at)
            .map_or(0, |frame| frame.keyword.start);
        self.first_on_line(lexeme) && self.lines.indent(lexeme.start) <= self.lines.indent(begins)
    }

    /// `else - if` is read as meant. In a value it is a subtraction.
    fn else_minus_if(&mut self, lexeme: Lexeme) -> Lexeme {
        let next = (self.peek(0), self.peek(1));
        let (Some(minus), Some(word)) = next else {
            return lexeme;
        };
        let is_meant = lexeme.token == Token::Else
            && minus.token == Token::Minus
            && word.token == Token::If
            && !super::line_between(self.text, lexeme.end, word.start);
        if !is_meant {
            return lexeme;
        }
        self.at += 2;
        let lexeme = Lexeme {
            token: Token::ElseIf,
            end: word.end,
            ..lexeme
        };
        self.read_as(lexeme);
        lexeme
    }

    /// `action … else` is read as `action … otherwise`, `action … else if` with an `if` after it.
    fn way_out(&mut self, lexeme: Lexeme) -> Token {
        let word = Lexeme {
            token: Token::Otherwise,
            end: lexeme.start + 4,
            ..lexeme
        };
        self.report(
            Code::ElseForOtherwise,
            "expected `otherwise`, found `else`".to_owned(),
            word.span(),
            "`else` belongs to `if`",
            "what is done where an action cannot be realised follows `otherwise`",
        );
        let read = self.take_otherwise(word);
        if lexeme.token == Token::Else {
            return read;
        }
        self.nest.before = Some(Token::Otherwise);
        let word = Lexeme {
            token: Token::If,
            start: lexeme.end - 2,
            ..lexeme
        };
        self.open(OpenKind::Choice(Stage::Condition), word)
    }

    /// An `else` is taken out, an `else-if` becomes an `if`.
    fn stray_else(&mut self, lexeme: Lexeme, at: usize) -> Token {
        let word = short(self.slice(lexeme));
        let is_else = lexeme.token == Token::Else;
        let diagnostic = match self.nest.frames.get(at).copied() {
            Some(frame) if matches!(frame.kind, OpenKind::Choice(_)) => {
                let message = if is_else {
                    format!("`{word}` comes twice in one `if`")
                } else {
                    format!("`{word}` comes after `else`")
                };
                Diagnostic::new(Code::UnexpectedToken, message)
                    .with_label(lexeme.span(), "not expected here")
                    .with_secondary(frame.keyword.span(), "in the choice that begins here")
                    .with_help("the branch without a condition is one and the last")
            }
            _ => {
                let message = format!("`{word}` has no `if`");
                let help = if is_else {
                    "take it away, or begin with `if … then`"
                } else {
                    "the first condition of a choice follows `if`"
                };
                Diagnostic::new(Code::UnexpectedToken, message)
                    .with_label(lexeme.span(), "not expected here")
                    .with_help(help)
            }
        };
        let is_echo = self.nest.frames.get(at).is_some_and(|frame| frame.stray);
        if self.nest.skip.is_none() && !is_echo {
            collect(self.diagnostics, diagnostic);
        }
        if !is_else {
            return self.open_implied(lexeme);
        }
        if let Some(frame) = self.nest.frames.get_mut(at)
            && !matches!(frame.kind, OpenKind::Choice(_))
        {
            frame.stray = true;
        }
        // Whatever comes now begins a statement.
        Token::Semi
    }

    /// Takes an end word, and makes it the one that is needed.
    pub(super) fn take_end(&mut self, lexeme: Lexeme) -> Token {
        let top = self.nest.block();
        self.reset(top);
        let needed = end_of(self.kind(top));
        let is_strategy = !matches!(lexeme.token, Token::EndIf | Token::EndDo);
        if needed == lexeme.token {
            return self.close(lexeme);
        }
        if top == 0 && !is_strategy {
            return self.stray_end(lexeme);
        }
        let below = if is_strategy {
            Some(0).filter(|_| top > 0)
        } else {
            let around = 0..if self.is_passed_over(top) { 0 } else { top };
            around
                .rev()
                .find(|at| end_of(self.kind(*at)) == lexeme.token)
        };
        let indent = |at: usize| {
            let begins = self.nest.frames.get(at).map(|frame| frame.keyword.start);
            begins.map(|begins| self.lines.indent(begins))
        };
        let own = Some(self.lines.indent(lexeme.start)).filter(|_| self.first_on_line(lexeme));
        match below {
            Some(below) if own.is_none() || own != indent(top) || own == indent(below) => {
                self.close_down_to(below, Some(lexeme));
                if lexeme.token != end_of(self.kind(below)) {
                    self.another_end(lexeme);
                }
                self.close(lexeme)
            }
            None if top > 0 && self.next_is(needed) => self.stray_end(lexeme),
            _ => {
                self.another_end(lexeme);
                self.close(lexeme)
            }
        }
    }

    /// Whether the next word, after semicolons, is this one.
    fn next_is(&self, token: Token) -> bool {
        let ahead = usize::from(self.token(0) == Some(Token::Semi));
        self.token(ahead) == Some(token)
    }

    /// Closes the innermost block by a word that is read as its end.
    fn close(&mut self, lexeme: Lexeme) -> Token {
        let top = self.nest.block();
        let Some(frame) = self.nest.frames.get(top).copied() else {
            return lexeme.token;
        };
        // An `else-if` after the `else` was made an `if` inside that `else`; one `end-if` was written for both.
        let outer = top.checked_sub(1).map(|outer| self.kind(outer));
        if frame.implied && matches!(outer, Some(OpenKind::Choice(_))) {
            self.put_in(Token::EndIf, top);
            self.nest.frames.truncate(top);
            return self.close(lexeme);
        }
        if matches!(frame.kind, OpenKind::Choice(_)) {
            self.nest.spaced = frame.spaced;
        }
        self.nest.frames.truncate(top);
        self.depth = Depth::new();
        let lexeme = Lexeme {
            token: end_of(frame.kind),
            ..lexeme
        };
        let read = self.pass_on(lexeme, top + 1);
        if top == 0 {
            self.nest.skip = None;
        }
        read
    }

    /// Reports an end word that is read as another.
    fn another_end(&mut self, lexeme: Lexeme) {
        let top = self.nest.block();
        let Some(frame) = self.nest.frames.get(top).filter(|frame| !frame.quiet) else {
            return;
        };
        let needed = spelling(end_of(frame.kind));
        let message = format!("expected `{needed}`, found `{}`", self.slice(lexeme));
        let diagnostic = Diagnostic::new(Code::UnexpectedToken, message)
            .with_label(lexeme.span(), "another end word")
            .with_secondary(frame.keyword.span(), "this is to be ended");
        collect(self.diagnostics, diagnostic);
    }

    /// Reports an end word that nothing has opened, and takes it out.
    fn stray_end(&mut self, lexeme: Lexeme) -> Token {
        let top = self.nest.block();
        let is_if = lexeme.token == Token::EndIf;
        let echo = self
            .nest
            .frames
            .get_mut(top)
            .is_some_and(|frame| is_if && std::mem::take(&mut frame.stray) || frame.quiet);
        if !echo {
            let help = if is_if && self.nest.spaced {
                "an `else if` on one line goes on with the same `if` and needs no end of its own"
            } else {
                "take it away"
            };
            let message = format!("`{}` ends nothing here", short(self.slice(lexeme)));
            let span = lexeme.span();
            self.report(Code::UnexpectedToken, message, span, "nothing to end", help);
        }
        lexeme.token
    }

    /// An action inside a strategy ends without a word: takes one away.
    pub(super) fn end_of_action(&mut self, lexeme: Lexeme) -> Token {
        if self.nest.skip.is_none() {
            let message = format!("`{}` ends nothing here", short(self.slice(lexeme)));
            let help = "an action inside a strategy has no end word; take it away";
            self.report(
                Code::UnexpectedToken,
                message,
                lexeme.span(),
                "nothing to end",
                help,
            );
        }
        self.reset(self.nest.block());
        // Whatever comes now begins a statement.
        Token::Semi
    }

    /// Ends what is open in a strategy. `next` is what came in the place of the end words, or `None` for the end of the file.
    pub(super) fn end_strategy(&mut self, next: Option<Lexeme>) {
        if !self.nest.is_open() {
            return;
        }
        let top = self.nest.block();
        self.reset(top);
        self.close_down_to(0, next);
        self.report_missing(0, next);
        self.put_in(Token::EndStrat, 0);
        self.nest.frames.clear();
        self.depth = Depth::new();
        self.skipping = false;
    }

    /// Puts in the end words that the blocks above `at` lack. `next` is the word that does not fit to them.
    fn close_down_to(&mut self, at: usize, next: Option<Lexeme>) {
        while self.nest.frames.len() > at + 1 {
            let top = self.nest.frames.len() - 1;
            let kind = self.kind(top);
            if !matches!(kind, OpenKind::Value | OpenKind::Bracket) {
                self.report_missing(top, next);
                self.put_in(end_of(kind), top);
            }
            self.nest.frames.truncate(top);
        }
    }

    /// Puts the end word of the block at `at` after what was read last.
    fn put_in(&mut self, token: Token, at: usize) {
        if self.nest.skip.is_some_and(|skip| at + 1 > skip) {
            return;
        }
        let place = self.output.last().map_or(0, |last| last.end);
        self.output.push(Lexeme {
            token,
            start: place,
            end: place,
        });
    }

    fn report_missing(&mut self, at: usize, next: Option<Lexeme>) {
        let Some(frame) = self.nest.frames.get(at).filter(|frame| !frame.quiet) else {
            return;
        };
        let (word, end) = (spelling(frame.keyword.token), spelling(end_of(frame.kind)));
        let mut span = frame.keyword.span();
        let mut title = String::new();
        if let Some(name) = self.nest.name.filter(|_| frame.kind == OpenKind::Strategy) {
            span = Span::new(span.start.min(name.start), span.end.max(name.end));
            title = format!(" {}", short(self.slice(name)));
        }
        let diagnostic =
            Diagnostic::new(Code::MissingEnd, format!("`{word}{title}` has no `{end}`"))
                .with_label(span, "begins here");
        let is_inside = next.is_some_and(|next| {
            use Token::{Else, ElseIf, EndAction, EndAdvice, EndDo, EndIf, EndStrat, EndTable};
            let ends = [EndIf, EndDo, EndStrat, EndAdvice, EndTable, EndAction];
            [Else, ElseIf].contains(&next.token) || ends.contains(&next.token)
        });
        let diagnostic = match next {
            Some(next) if is_inside => {
                let word = short(self.slice(next));
                diagnostic
                    .with_secondary(next.span(), "missing before this")
                    .with_help(format!("add `{end}` before `{word}`"))
            }
            Some(next) => diagnostic
                .with_secondary(next.span(), "the next definition")
                .with_help(format!("add `{end}` before the next definition")),
            None => diagnostic.with_help(format!("add `{end}` at the end of the file")),
        };
        collect(self.diagnostics, diagnostic);
    }
}
