//! Words that belong together: `not in`, `else if`, `end if`, `do while`, prefixes and pieces with blanks inside, bounds and their units.

use super::{Filter, Lexeme, collect, end_of, ends_operand, line_between, short, spelling};
use crate::diagnostics::{Code, Diagnostic};
use crate::syntax::token::Token;

impl Filter<'_> {
    /// The next token, with the words that belong together put together.
    pub(super) fn next(&mut self) -> Option<Lexeme> {
        self.pass_stray_points();
        let first = self.peek(0)?;
        self.at += 1;
        let next = self.token(0);
        let word = self.slice(first);
        let read = match first.token {
            Token::Not if next == Some(Token::In) => Some(self.joined(first, 1, Token::NotIn)),
            Token::Else if self.next_on_line(first, Token::If) => {
                Some(self.joined(first, 1, Token::ElseIf))
            }
            Token::Name if matches!(word, "end" | "END" | "do" | "DO") => self.end_or_loop(first),
            // The prefix for the root of an earlier draft of the language.
            Token::Name if word == "O" && self.is_prefix() => Some(self.old_root(first)),
            Token::Name | Token::LetterN if next == Some(Token::Dot) => match word {
                "root" | "ROOT" => Some(self.prefix(first, 1, Token::Root)),
                "new" | "NEW" | "N" => Some(self.prefix(first, 1, Token::New)),
                _ => None,
            },
            Token::New | Token::Root if self.peek(0).is_some_and(|next| next.start > first.end) => {
                Some(self.prefix(first, 0, first.token))
            }
            Token::LetterW | Token::LetterB | Token::Us | Token::Them if self.is_piece() => {
                Some(self.piece(first))
            }
            _ => None,
        };
        let unit = || {
            let token = self.unit(first)?;
            Some(Lexeme { token, ..first })
        };
        read.or_else(unit)
            .or_else(|| self.as_printed(first))
            .or(Some(first))
    }

    /// `end advice`, `END IF`, `do - while`.
    fn end_or_loop(&mut self, first: Lexeme) -> Option<Lexeme> {
        let hyphen = usize::from(self.token(0) == Some(Token::Minus));
        let second = self.peek(hyphen)?;
        if line_between(self.text, first.end, second.start) {
            return None;
        }
        let word = self.slice(second).to_ascii_lowercase();
        // As operands the words of blocks may be names of the author's.
        let at_statement = self.follows_statement(hyphen == 0);
        let token = match (self.slice(first).len(), second.token) {
            (3, Token::If) if at_statement => Token::EndIf,
            (3, Token::Name) if at_statement && word == "do" => Token::EndDo,
            (2, Token::Name) if at_statement && word == "while" => Token::DoWhile,
            (3, item) => end_of(item)?,
            _ => return None,
        };
        let lexeme = self.joined(first, hyphen + 1, token);
        self.read_as(lexeme);
        Some(lexeme)
    }

    fn old_root(&mut self, first: Lexeme) -> Lexeme {
        let lexeme = self.joined(first, 1, Token::Root);
        let operand = self.peek(0).map_or("", |next| self.slice(next));
        let help = format!(
            "the position where the advice was consulted is `root.`: write `root.{}`",
            short(operand)
        );
        let (message, label) = ("`O.` is not a prefix".to_owned(), "read as `root.`");
        self.report(Code::UnexpectedToken, message, lexeme.span(), label, &help);
        lexeme
    }

    /// A prefix and so many tokens of it, with blanks before or after its point.
    fn prefix(&mut self, first: Lexeme, count: usize, token: Token) -> Lexeme {
        let prefix = self.joined(first, count, token);
        let operand = self.peek(0).map_or(prefix.end, |next| next.end);
        let whole = Lexeme {
            end: operand,
            ..prefix
        };
        let side = if count > 0 { "before" } else { "after" };
        let word: String = self.slice(prefix).split_whitespace().collect();
        self.blank(
            prefix,
            whole,
            &format!("{side} the point of `{}`", short(&word)),
        );
        prefix
    }

    /// Whether a side is followed by a point and a piece's letter.
    fn is_piece(&self) -> bool {
        use Token::{Letter, LetterB, LetterN, Times};
        let is_letter = |token| [Letter, LetterB, LetterN, Times].contains(&token);
        self.token(0) == Some(Token::Dot) && self.token(1).is_some_and(is_letter)
    }

    fn piece(&mut self, first: Lexeme) -> Lexeme {
        let piece = self.joined(first, 2, Token::Piece);
        let meant: String = self.slice(piece).split_whitespace().collect();
        // Without a blank its letter is of another alphabet, which has been reported.
        if meant != self.slice(piece) {
            self.blank(
                piece,
                piece,
                &format!("inside the piece `{}`", short(&meant)),
            );
        }
        piece
    }

    /// Whether a name is followed by a point and something that is no piece's letter.
    fn is_prefix(&self) -> bool {
        self.token(0) == Some(Token::Dot) && self.token(1).is_some() && !self.is_piece()
    }

    /// Whether a statement may have ended or a branch begun, so that no operand can follow. After `then` and `else` one can, but not
    /// two.
    fn follows_statement(&self, is_two_words: bool) -> bool {
        self.before(1).is_some_and(|before| match before {
            Token::Then | Token::Else | Token::ElseIf => is_two_words,
            Token::Semi | Token::EndIf | Token::EndDo | Token::Otherwise | Token::Stop => true,
            other => ends_operand(other),
        })
    }

    /// The unit that a word after `within 3` is: `move` for `moves`, `ply` for `plies`.
    fn unit(&mut self, word: Lexeme) -> Option<Token> {
        if !matches!(word.token, Token::Move | Token::Name) {
            return None;
        }
        let mut before = self.output.iter().rev();
        let (count, within) = (before.next().copied()?, before.next()?);
        if count.token != Token::Integer || within.token != Token::Within {
            return None;
        }
        let token = match self.slice(word) {
            "move" | "MOVE" => Token::Moves,
            "ply" | "PLY" => Token::Plies,
            _ => return None,
        };
        let number = short(self.slice(count));
        if number != "1" {
            let message = format!(
                "`{number} {}` is read as `{number} {}`",
                short(self.slice(word)),
                spelling(token)
            );
            let note = Diagnostic::new(Code::ReadAsMeant, message);
            collect(self.diagnostics, note.with_label(word.span(), "the unit"));
        }
        Some(token)
    }

    /// Notes that several words are read as one.
    pub(super) fn read_as(&mut self, lexeme: Lexeme) {
        let meant = spelling(lexeme.token);
        let words: Vec<&str> = self.slice(lexeme).split_whitespace().collect();
        let words = short(&words.join(" "));
        let message = || format!("`{words}` is read as `{meant}`");
        self.note(message, lexeme.span(), "one word");
    }

    /// Notes blanks beside the point of a prefix or a piece, which are passed over. A line break or a comment there is an error.
    fn blank(&mut self, marked: Lexeme, whole: Lexeme, place: &str) {
        let slice = self.slice(whole);
        let meant: String = slice.split_whitespace().collect();
        let meant = short(&meant);
        if ["\n", "//", "/*"].iter().any(|gap| slice.contains(gap)) {
            let message = format!("line break {place}");
            let operand = self.peek(0).map_or("", |next| self.slice(next));
            let word: String = self.slice(marked).split_whitespace().collect();
            let meant = match marked == whole {
                true => meant,
                false => format!("{}{}", short(&word), short(operand)),
            };
            let (span, help) = (marked.span(), format!("write `{meant}`"));
            self.report(Code::SpacedPrefix, message, span, "one word", &help);
            return;
        }
        let message =
            || "blanks beside the point of a prefix or a piece are passed over".to_owned();
        self.note(message, whole.span(), &format!("read as `{meant}`"));
    }
}
