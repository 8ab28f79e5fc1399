//! A piece-of-advice as AL2's paper defines one: a five-tuple. Its clauses are shown, filled in with the author's own words.
//!
//! ```text
//!   advice push-pawn = (pawn-safe, pawn-queened, pawn-moves, king-moves, 9)
//!   push_pawn = (HG, BG, UMC, TMC, 9)
//!   push_pawn(HG, BG, UMC, TMC, 9).            as a fact of Prolog
//!   advice(push_pawn, HG, BG, UMC, TMC, 9).
//! ```
//!
//! The grammar is given a piece-of-advice of that name whose clauses are in error, so that its uses are silent.

use super::places::is_name;
use super::{Automaton, Driver, Lexeme, MAX_ERRORS, Span, Token, short};

/// How many tokens a tuple has at most.
const MOST: usize = 400;

/// How many times a tuple is looked for in vain: a hostile text could have a place for one on every line.
const MOST_LOOKS: u32 = 1_000;

/// The clauses of a piece-of-advice in the order of the tuple.
const CLAUSES: [&str; 5] = ["holding", "better", "us", "them", "depth"];

/// A tuple that was found.
struct FiveTuple {
    name: Lexeme,
    /// The texts of its five parts.
    parts: Vec<String>,
    /// The parentheses and what is in them.
    span: Span,
    /// How many tokens of the input it takes.
    count: usize,
}

impl<D: Automaton> Driver<'_, D> {
    /// Reports a five-tuple in the place of a definition and puts a piece-of-advice in error there.
    pub(super) fn five_tuple(&mut self, first: Lexeme) {
        let mut next = (1..5).map(|ahead| self.token(ahead));
        if !next.any(|next| next == Some(Token::LParen))
            || self.looks >= MOST_LOOKS
            || self.errors >= MAX_ERRORS
            || !self.is_first(first)
            || !self.machine.shift(&mut self.states.clone(), None)
        {
            return;
        }
        self.looks += 1;
        let Some(found) = self.find_tuple(first, self.before(1)) else {
            return;
        };
        self.errors += 1;
        let name = short(self.slice(found.name));
        let clauses = [1, 0, 2, 3, 4].map(|at| {
            let (word, part) = (CLAUSES.get(at), found.parts.get(at));
            let part = part.map_or("", String::as_str);
            format!("{} {part}", word.copied().unwrap_or(""))
        });
        let help = format!("write `advice {name}  {}  end-advice`", clauses.join("  "));
        let message = format!("`{name}` is written as a five-tuple; a piece-of-advice has clauses");
        let label = "holding-goal, better-goal, our moves, their moves, depth";
        self.unexpected(found.span, message, label, &help);
        let at = |token, start, end| Lexeme { token, start, end };
        let begin = match first.token {
            Token::Advice => first,
            _ => at(Token::Advice, first.start, first.start),
        };
        let (start, end) = (found.span.start, found.span.end);
        let tokens = [
            begin,
            at(Token::Name, found.name.start, found.name.end),
            at(Token::Error, start.max(found.name.end), end),
            at(Token::EndAdvice, end, end),
        ];
        self.put(found.count, tokens);
    }

    fn find_tuple(&self, first: Lexeme, before: Option<Token>) -> Option<FiveTuple> {
        let after_word = first.token == Token::Advice;
        // `advice(name, …)` has its name inside.
        let inside = after_word && self.token(1) == Some(Token::LParen);
        let mut at = 1;
        let mut name = first;
        if after_word && !inside {
            name = self.peek(1).filter(|name| is_name(*name))?;
            at = 2;
        }
        let mut signs = 0;
        while signs < 2 && matches!(self.token(at), Some(Token::Eq | Token::Colon)) {
            (at, signs) = (at + 1, signs + 1);
        }
        // A name and parentheses after a text are the subject of a test.
        if signs == 0 && before == Some(Token::Text) {
            return None;
        }
        let (mut parts, end) = self.parts(at)?;
        if inside {
            name = parts.first().and_then(|part| part.first().copied())?;
            let is_alone = parts.first().is_some_and(|part| part.len() == 1);
            if !is_alone || !is_name(name) {
                return None;
            }
            parts.remove(0);
        }
        if parts.len() != CLAUSES.len() {
            return None;
        }
        // The parameters of a piece-of-advice have types, which a tuple has not.
        let typed = |part: &Vec<Lexeme>| part.iter().any(|lexeme| lexeme.token == Token::Colon);
        if after_word && !inside && signs == 0 && parts.iter().any(typed) {
            return None;
        }
        let span = Span::new(self.peek(at)?.start, self.peek(end)?.end);
        let mut count = end + 1;
        count += usize::from(self.token(count) == Some(Token::Dot));
        if self.token(count) == Some(Token::EndAdvice) {
            count += 1;
            let end_name = self.peek(count).map(|word| self.slice(word));
            count += usize::from(end_name == Some(self.slice(name)));
        }
        let words = |part: &Vec<Lexeme>| {
            let (from, to) = (part.first()?.start, part.last()?.end);
            let text = self.text.get(from as usize..to as usize)?;
            let words: Vec<&str> = text.split_whitespace().collect();
            Some(short(&words.join(" ")))
        };
        let parts: Option<Vec<String>> = parts.iter().map(words).collect();
        Some(FiveTuple {
            name,
            parts: parts?,
            span,
            count,
        })
    }

    /// The parts between the commas of the parentheses that begin at a token of the input, and the place of the closing one.
    fn parts(&self, at: usize) -> Option<(Vec<Vec<Lexeme>>, usize)> {
        if self.token(at) != Some(Token::LParen) {
            return None;
        }
        let mut parts = vec![Vec::new()];
        let mut depth = 0usize;
        for ahead in at + 1..at + MOST {
            let lexeme = self.peek(ahead)?;
            match lexeme.token {
                Token::LParen | Token::LBrace => depth += 1,
                Token::RParen if depth == 0 => {
                    let complete = parts.iter().all(|part: &Vec<Lexeme>| !part.is_empty());
                    return complete.then_some((parts, ahead));
                }
                Token::RParen | Token::RBrace => depth = depth.checked_sub(1)?,
                Token::Comma if depth == 0 => {
                    parts.push(Vec::new());
                    continue;
                }
                Token::EndAdvice | Token::EndTable | Token::Strat | Token::Table => return None,
                _ => {}
            }
            parts.last_mut()?.push(lexeme);
        }
        None
    }
}
