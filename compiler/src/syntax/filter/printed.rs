//! Signs and spellings as papers print them, read as meant where nothing else can be meant, with one note for each kind of them.
//!
//! ```text
//!   a V b   a v b                 `∨`            a name cannot follow an operand
//!   ¬ =   ⊥ =                     `≠`            no operand begins with `=`
//!   IN CLASS   OUT - CLASS        one word       in the head of a strategy
//!   K - R - VS - K : STRAT        one name       before `: strat` and after `end-strat`
//!   N. L(R)   W. K                one atom       on one line
//!   END-STRAT.   MV(B. K.)        no point       no piece and no end word has a point after it
//! ```

use super::{Filter, Lexeme, ends_operand, line_between, short, spelling};
use crate::symbols::foreign;
use crate::syntax::token::Token;

/// How many tokens a name with blanks around its hyphens has at most after its first word.
const MOST_OF_NAME: usize = 16;

impl Filter<'_> {
    /// A token or several as a paper prints them. The first of them has been taken from the input.
    pub(super) fn as_printed(&mut self, first: Lexeme) -> Option<Lexeme> {
        if let Some(count) = self.spaced_name(first) {
            let name = self.joined(first, count, Token::Name);
            let meant = foreign::plain(self.slice(name));
            let meant: String = meant.split_whitespace().collect();
            let label = format!("read as `{}`", short(&meant));
            let message = || "blanks around the hyphens of a name are passed over".to_owned();
            self.note(message, name.span(), &label);
            return Some(name);
        }
        match first.token {
            Token::Not if self.next_on_line(first, Token::Eq) => {
                let sign = self.joined(first, 1, Token::Ne);
                let shown = self.slice(first).to_owned();
                let message = || format!("`{shown} =` is read as `{}`", spelling(Token::Ne));
                self.note(message, sign.span(), "one sign");
                Some(sign)
            }
            Token::Name if matches!(self.slice(first), "V" | "v") && self.is_between_operands() => {
                let shown = self.slice(first).to_owned();
                let message = || format!("`{shown}` is read as `{}`", spelling(Token::Or));
                self.note(message, first.span(), "between two operands");
                Some(Lexeme {
                    token: Token::Or,
                    ..first
                })
            }
            Token::In => self.class_word(first, Token::InClass),
            Token::Name if matches!(self.slice(first), "out" | "OUT") => {
                self.class_word(first, Token::OutClass)
            }
            _ => None,
        }
    }

    /// A token and the next `count` of the input as one.
    pub(super) fn joined(&mut self, first: Lexeme, count: usize, token: Token) -> Lexeme {
        let last = count.checked_sub(1).and_then(|ahead| self.peek(ahead));
        self.at += count;
        Lexeme {
            token,
            start: first.start,
            end: last.map_or(first.end, |last| last.end),
        }
    }

    pub(super) fn next_on_line(&self, first: Lexeme, token: Token) -> bool {
        let next = self.peek(0).filter(|next| next.token == token);
        next.is_some_and(|next| !line_between(self.text, first.end, next.start))
    }

    /// Whether the word just taken follows an operand and precedes another, so that it cannot be a name.
    fn is_between_operands(&self) -> bool {
        let before = self.output.last().map(|last| last.token);
        let follows = before.is_some_and(|last| last != Token::Text && ends_operand(last));
        follows && self.token(0).is_some_and(begins_operand)
    }

    /// `in class`, `out - class`: a part of a head.
    fn class_word(&mut self, first: Lexeme, token: Token) -> Option<Lexeme> {
        let begins = match self.before(1)? {
            Token::Semi => true,
            Token::LParen => (2..=5).any(|back| self.before(back) == Some(Token::Strat)),
            _ => false,
        };
        if !begins {
            return None;
        }
        let hyphen = usize::from(self.token(0) == Some(Token::Minus));
        let class = self.peek(hyphen)?;
        let is_class = matches!(self.slice(class), "class" | "CLASS");
        if !is_class || line_between(self.text, first.end, class.start) {
            return None;
        }
        let word = self.joined(first, hyphen + 1, token);
        self.read_as(word);
        Some(word)
    }

    /// How many tokens after a word belong to a name whose hyphens have blanks around them, where only a name can be meant.
    fn spaced_name(&self, first: Lexeme) -> Option<usize> {
        if self.token(0) != Some(Token::Minus) || !self.is_part_of_name(first) {
            return None;
        }
        let mut count = 0;
        while count < MOST_OF_NAME
            && self.token(count) == Some(Token::Minus)
            && let Some(part) = self.peek(count + 1)
            && self.is_part_of_name(part)
        {
            count += 2;
        }
        let last = count.checked_sub(1).and_then(|ahead| self.peek(ahead))?;
        let ended = self.output.last().map(|last| last.token) == Some(Token::EndStrat);
        let is_label =
            self.token(count) == Some(Token::Colon) && self.token(count + 1) == Some(Token::Strat);
        let is_first = self
            .output
            .last()
            .is_none_or(|last| line_between(self.text, last.end, first.start));
        let is_name = is_label && is_first || ended;
        (is_name && !line_between(self.text, first.start, last.end)).then_some(count)
    }

    fn is_part_of_name(&self, lexeme: Lexeme) -> bool {
        let slice = self.slice(lexeme);
        let begins = slice.starts_with(|c: char| c.is_ascii_alphanumeric());
        begins && slice.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    }

    /// Passes over the full stop of a sentence after a piece or an end word.
    pub(super) fn pass_stray_points(&mut self) {
        let Some(point) = self.peek(0).filter(|point| point.token == Token::Dot) else {
            return;
        };
        let what = match self.output.last().map(|last| last.token) {
            Some(Token::Piece) => "a piece",
            Some(Token::EndStrat | Token::EndDo | Token::EndIf) => "an end word",
            _ => return,
        };
        self.at += 1;
        let message = || format!("the point after {what} is passed over");
        self.note(message, point.span(), "not needed");
    }
}

/// Whether an operand can begin with a token.
fn begins_operand(token: Token) -> bool {
    use crate::symbols::{self, Group};
    use Token::{Integer, LParen, Name, Piece, Square};
    matches!(token, Name | Piece | Square | Integer | LParen)
        || symbols::symbol(token).is_some_and(|row| {
            matches!(
                row.group,
                Group::Operand | Group::Letter | Group::Side | Group::Contextual
            )
        })
}
