//! Words of blocks and statements that are misspelt: read as meant, with one error, because taken as names they would cost the block.
//!
//! ```text
//!   end-strta   end-tabel   endif   end   End-If   acton   do-whlie   esle
//! ```
//!
//! A name is looked at only where no name can stand: behind a whole operand or at the beginning of a statement.

use super::strategy::{Kind, Stage};
use super::{Filter, Lexeme, collect, ends_operand, short, spelling};
use crate::diagnostics::{Code, Diagnostic};
use crate::syntax::token::Token;

/// Words of other languages and of SDL's neighbours.
const OTHERS: &[(&str, Token)] = &[
    ("endwhile", Token::EndDo),
    ("endloop", Token::EndDo),
    ("enddowhile", Token::EndDo),
    ("while", Token::DoWhile),
    ("fi", Token::EndIf),
    ("od", Token::EndDo),
    ("elif", Token::ElseIf),
    ("elsif", Token::ElseIf),
    ("endstrategy", Token::EndStrat),
];

const ENDS: &[Token] = &[
    Token::EndIf,
    Token::EndDo,
    Token::EndStrat,
    Token::EndAdvice,
    Token::EndTable,
];

impl Filter<'_> {
    /// An end word of a piece-of-advice or a table.
    pub(super) fn misspelt_end(&mut self, lexeme: Lexeme) -> Lexeme {
        let previous = self.output.last().map(|previous| previous.token);
        let is_candidate =
            lexeme.token == Token::Name && !self.skipping && previous.is_some_and(ends_operand);
        let Some(block) = self.block.as_ref().filter(|_| is_candidate) else {
            return lexeme;
        };
        let end = block.end;
        let name = self.slice(lexeme);
        let is_end = matches!(name, "end" | "END")
            || nearest(name, &[end], end).is_some()
            || nearest(name, &[Token::EndAdvice, Token::EndTable], end).is_some();
        if !is_end {
            return lexeme;
        }
        self.read_misspelt(lexeme, end, end)
    }

    /// A word of a strategy.
    pub(super) fn misspelt_word(&mut self, lexeme: Lexeme) -> Lexeme {
        if lexeme.token != Token::Name || self.skipping {
            return lexeme;
        }
        let mut before = self.output.iter().rev().map(|before| before.token);
        let in_class = before.next() == Some(Token::Colon) && before.next() == Some(Token::InClass);
        let figures: Option<&[Token]> = in_class.then_some(&[Token::Figures]);
        if let Some(words) = self.nest.head_words().or(figures) {
            let word = nearest(self.slice(lexeme), words, Token::InClass);
            return word.map_or(lexeme, |word| self.read_misspelt(lexeme, word, word));
        }
        if !self.at_statement() {
            return lexeme;
        }
        let Some(needed) = self.needed_end() else {
            return lexeme;
        };
        let name = self.slice(lexeme);
        if matches!(name, "end" | "END") {
            return self.read_misspelt(lexeme, needed, needed);
        }
        let block = self.nest.frames.get(self.nest.block());
        let mut words = ENDS.to_vec();
        words.extend([
            Token::Action,
            Token::DoWhile,
            Token::Consult,
            Token::Apply,
            Token::Stop,
        ]);
        words.extend([Token::Else, Token::ElseIf]);
        if block.is_some_and(|block| block.kind == Kind::Choice(Stage::Condition)) {
            words.push(Token::Then);
        }
        if block.is_some_and(|block| matches!(block.last, Some(Token::Action | Token::Consult))) {
            words.extend([Token::Holding, Token::Within, Token::Prefer, Token::Because]);
            words.push(Token::Otherwise);
        }
        match nearest(name, &words, needed) {
            Some(token) => self.read_misspelt(lexeme, token, needed),
            None => {
                // Perhaps the beginning of a block; then its end is no mistake of its own.
                let block = self.nest.block();
                if let Some(block) = self.nest.frames.get_mut(block) {
                    block.stray = true;
                }
                lexeme
            }
        }
    }

    fn read_misspelt(&mut self, lexeme: Lexeme, token: Token, needed: Token) -> Lexeme {
        let name = short(self.slice(lexeme));
        let word = spelling(token);
        let diagnostic = if name.eq_ignore_ascii_case(word) {
            let message = format!("reserved word `{name}` is written in mixed capitals");
            Diagnostic::new(Code::MixedCapitals, message)
                .with_label(lexeme.span(), "read as a name")
                .with_help(format!("write `{word}` or `{}`", word.to_ascii_uppercase()))
        } else if token == needed {
            let message = format!("expected `{word}`, found `{name}`");
            Diagnostic::new(Code::UnexpectedToken, message)
                .with_label(lexeme.span(), "not expected here")
                .with_help(format!("did you mean `{word}`?"))
        } else {
            let message = format!("expected a word of strategies, found `{name}`");
            Diagnostic::new(Code::UnexpectedToken, message)
                .with_label(lexeme.span(), "no name can stand here")
                .with_help(format!("did you mean `{word}`?"))
        };
        if self.nest.skip.is_none() {
            collect(self.diagnostics, diagnostic);
        }
        Lexeme { token, ..lexeme }
    }
}

/// The word nearest to a name, if it is near; of equally near ones the needed one.
fn nearest(name: &str, words: &[Token], needed: Token) -> Option<Token> {
    if name.len() > 20 {
        return None;
    }
    let plain = |text: &str| text.to_ascii_lowercase().replace(['-', '_'], "");
    let name = plain(name);
    if let Some((_, token)) = OTHERS.iter().find(|(other, _)| *other == name) {
        return words.contains(token).then_some(*token);
    }
    let most = match name.len() {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    let distance = |token: Token| strsim::damerau_levenshtein(&name, &plain(spelling(token)));
    let near = words
        .iter()
        .map(|token| (distance(*token), *token != needed, *token));
    let best = near.min_by_key(|(distance, other, _)| (*distance, *other))?;
    (best.0 <= most).then_some(best.2)
}
