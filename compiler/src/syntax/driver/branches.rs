//! `else` and `else-if` that no open `if` waits for, and what follows of them.

use super::blocks::Block;
use super::places::line_between;
use super::{Automaton, Code, Diagnostic, Driver, Lexeme, Token, short};

impl<D: Automaton> Driver<'_, D> {
    /// Whether two words were written where one is meant: `else if`.
    pub(super) fn is_spaced(&self, lexeme: Lexeme) -> bool {
        self.slice(lexeme).contains(char::is_whitespace)
    }

    /// A branch that is not expected in a strategy.
    pub(super) fn branch(&mut self, found: Lexeme, blocks: &[Block]) -> bool {
        let waits = |block: &Block| block.end == Token::EndIf && !block.is_last;
        let Some((top, around)) = blocks.split_last() else {
            return false;
        };
        if waits(top) {
            return false;
        }
        let outer = around.iter().rposition(waits);
        let may_be_way_out = matches!(self.statement(), Some(Token::Action | Token::Consult))
            && (found.token == Token::Else || self.is_spaced(found));
        let is_outdented = self.is_first(found) && self.indent(found) <= self.indent(top.keyword);
        match outer {
            Some(outer) if !may_be_way_out || is_outdented => {
                self.close(blocks, outer + 1, Some(found));
            }
            _ if may_be_way_out => self.way_out(found),
            _ => self.stray_branch(found, *top),
        }
        true
    }

    /// The word of the statement that was read last.
    fn statement(&self) -> Option<Token> {
        use Token::{Action, Apply, Consult, DoWhile, EndDo, EndIf, Stop, Strat};
        let words = [Action, Apply, Consult, DoWhile, EndDo, EndIf, Stop, Strat];
        let mut before = self.lexemes.get(..self.at)?.iter().rev();
        before
            .find(|lexeme| words.contains(&lexeme.token))
            .map(|lexeme| lexeme.token)
    }

    /// `action … else` is read as `action … otherwise`, `action … else if` with an `if` after it.
    fn way_out(&mut self, found: Lexeme) {
        let word = Lexeme {
            token: Token::Otherwise,
            end: found.start + 4,
            ..found
        };
        let message = "expected `otherwise`, found `else`";
        let diagnostic = Diagnostic::new(Code::ElseForOtherwise, message)
            .with_label(word.span(), "`else` belongs to `if`")
            .with_help("what is done where an action cannot be realised follows `otherwise`");
        self.report(diagnostic);
        let choice = Lexeme {
            token: Token::If,
            start: found.end.saturating_sub(2),
            ..found
        };
        let is_choice = found.token == Token::ElseIf;
        self.put(
            1,
            [Some(word), is_choice.then_some(choice)]
                .into_iter()
                .flatten(),
        );
    }

    /// An `else` is taken out, an `else-if` becomes an `if`.
    fn stray_branch(&mut self, found: Lexeme, top: Block) {
        let word = short(self.slice(found));
        let is_else = found.token == Token::Else;
        let is_choice = top.end == Token::EndIf;
        let (message, help) = match (is_choice, is_else) {
            (true, true) => (
                format!("`{word}` comes twice in one `if`"),
                "the branch without a condition is one and the last",
            ),
            (true, false) => (
                format!("`{word}` comes after `else`"),
                "the branch without a condition is one and the last",
            ),
            (false, true) => (
                format!("`{word}` has no `if`"),
                "take it away, or begin with `if … then`",
            ),
            (false, false) => (
                format!("`{word}` has no `if`"),
                "the first condition of a choice follows `if`",
            ),
        };
        let mut diagnostic = Diagnostic::new(Code::UnexpectedToken, message)
            .with_label(found.span(), "not expected here");
        if is_choice {
            diagnostic =
                diagnostic.with_secondary(top.keyword.span(), "in the choice that begins here");
        }
        if !self.stray {
            self.report(diagnostic.with_help(help));
        }
        if is_else {
            self.stray |= !is_choice;
            self.put(1, []);
        } else {
            self.implied.push(self.at);
            self.quiet.insert(self.at);
            self.replace(Token::If);
        }
    }

    /// An `else-if` after the `else` was made an `if` inside that `else`; one `end-if` was written for both.
    pub(super) fn end_implied(&mut self, found: Lexeme) {
        if self.implied.is_empty() || found.start == found.end {
            return;
        }
        let blocks = self.blocks();
        let [.., outer, inner] = blocks.as_slice() else {
            return;
        };
        if inner.end == Token::EndIf
            && outer.end == Token::EndIf
            && self.implied.contains(&inner.at)
        {
            self.put_before(Token::EndIf);
        }
    }

    /// `else - if` of statements is read as meant. In a value it is a subtraction.
    pub(super) fn else_minus_if(&mut self, found: Lexeme) {
        let is_meant = found.token == Token::Else
            && self.token(1) == Some(Token::Minus)
            && self.peek(2).is_some_and(|word| {
                word.token == Token::If && !line_between(self.text, found.end, word.start)
            });
        if !is_meant
            || !self
                .machine
                .accepts(&self.states, &[Token::Else, Token::DoWhile])
        {
            return;
        }
        let end = self.peek(2).map_or(found.end, |word| word.end);
        let token = Token::ElseIf;
        self.put(
            3,
            [Lexeme {
                token,
                end,
                ..found
            }],
        );
        self.prepared = self.at + 1;
        let words: Vec<&str> = self
            .text
            .get(found.start as usize..end as usize)
            .unwrap_or("")
            .split_whitespace()
            .collect();
        let message = format!("`{}` is read as `else-if`", short(&words.join(" ")));
        self.note(
            message,
            crate::source::Span::new(found.start, end),
            "one word",
        );
    }
}
