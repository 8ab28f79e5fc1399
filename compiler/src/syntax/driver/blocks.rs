//! Ends of items and of blocks in a strategy: those that are missing, wrong or one too many.
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
//! The stack says what is open, and the indentation of the lines which of these it is.

use super::places::{ends_operand, group, is_name, spelling};
use super::{Automaton, Code, Diagnostic, Driver, Group, Lexeme, Span, Token, short};

/// An item or a block of statements whose end has not come yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub keyword: Lexeme,
    /// The index of the keyword.
    pub at: usize,
    pub end: Token,
    /// A branch has begun with `else`.
    pub is_last: bool,
}

/// The end word of what a word begins.
pub(in crate::syntax) fn end_of(token: Token) -> Option<Token> {
    Some(match token {
        Token::Advice => Token::EndAdvice,
        Token::Table => Token::EndTable,
        Token::Action => Token::EndAction,
        Token::Pattern => Token::EndPattern,
        Token::Evaluation => Token::EndEvaluation,
        Token::Texts => Token::EndTexts,
        Token::Strat => Token::EndStrat,
        _ => return None,
    })
}

impl<D: Automaton> Driver<'_, D> {
    /// The word that begins the item being read, and its place on the stack: the first there, or after a label.
    pub(super) fn item(&self) -> Option<(usize, Lexeme)> {
        let mut marks = self.marks.iter().enumerate().take(4);
        let (at, mark) = marks.find_map(|(at, mark)| {
            let mark = mark.filter(|mark| {
                self.lexemes
                    .get(*mark)
                    .is_some_and(|l| l.token != Token::Colon)
            });
            mark.map(|mark| (at, mark))
        })?;
        self.lexemes.get(mark).map(|lexeme| (at, *lexeme))
    }

    /// What is open: the item, and in a strategy the blocks inside one another.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let Some((place, keyword)) = self.item() else {
            return Vec::new();
        };
        let Some(end) = end_of(keyword.token) else {
            return Vec::new();
        };
        let mut blocks: Vec<Block> = Vec::new();
        for (place, at) in self.marks.iter().enumerate().skip(place) {
            let Some((at, lexeme)) = at.and_then(|at| Some((at, *self.lexemes.get(at)?))) else {
                continue;
            };
            let end = match lexeme.token {
                _ if blocks.is_empty() => end,
                Token::DoWhile => Token::EndDo,
                Token::If if self.begins_statement(place) => Token::EndIf,
                Token::Else if self.begins_statement(place + 1) => {
                    if let Some(choice) = blocks.last_mut() {
                        choice.is_last = true;
                    }
                    continue;
                }
                token if blocks.last().is_some_and(|block| block.end == token) => {
                    blocks.pop();
                    continue;
                }
                _ => continue,
            };
            blocks.push(Block {
                keyword: lexeme,
                at,
                end,
                is_last: false,
            });
        }
        blocks
    }

    /// Whether a statement may begin at a place of the stack.
    pub(super) fn begins_statement(&self, place: usize) -> bool {
        let below = self.states.get(..=place).unwrap_or(&[]);
        self.machine.accepts(below, &[Token::DoWhile])
    }

    pub(super) fn in_strategy(&self) -> bool {
        self.item()
            .is_some_and(|(_, item)| item.token == Token::Strat)
    }

    /// Whether a recovery from so high on the stack passes over the beginning of a choice or of an unknown statement.
    pub(super) fn begins_choice(&self, top: usize, from: usize) -> bool {
        let popped = self.marks.iter().skip(top).flatten().copied();
        let mut gone = popped
            .chain(from..self.at)
            .filter_map(|at| self.lexemes.get(at));
        self.in_strategy() && gone.any(|lexeme| matches!(lexeme.token, Token::If | Token::Name))
    }

    /// An end word or a branch that does not fit to what is open.
    pub(super) fn end_or_branch(&mut self) -> bool {
        let Some(found) = self.found() else {
            return false;
        };
        let is_branch = matches!(found.token, Token::Else | Token::ElseIf);
        if !is_branch && group(found.token) != Some(Group::End) {
            return false;
        }
        let blocks = self.blocks();
        let Some(top) = blocks.last().copied() else {
            return false;
        };
        if found.token == top.end {
            return false;
        }
        if blocks
            .first()
            .is_none_or(|item| item.end != Token::EndStrat)
        {
            // Inside one item, the words of a strategy have sentences of their own.
            let is_end = end_of_item(found.token);
            if is_end {
                self.another_end(found, top);
            }
            return is_end;
        }
        match found.token {
            _ if is_branch => self.branch(found, &blocks),
            Token::EndAction => {
                let message = format!("`{}` ends nothing here", short(self.slice(found)));
                let help = "an action inside a strategy has no end word; take it away";
                self.unexpected(found.span(), message, "nothing to end", help);
                self.put(1, []);
                true
            }
            _ => self.end(found, &blocks, top),
        }
    }

    /// Makes an end word in a strategy the one that is needed.
    fn end(&mut self, found: Lexeme, blocks: &[Block], top: Block) -> bool {
        let is_item = !matches!(found.token, Token::EndIf | Token::EndDo);
        let inner = blocks.len() - 1;
        if inner == 0 && !is_item {
            return self.stray_end(found);
        }
        let outer = match is_item {
            true => Some(0).filter(|_| inner > 0),
            false => blocks
                .iter()
                .take(inner)
                .rposition(|block| block.end == found.token),
        };
        let own = Some(self.indent(found)).filter(|_| self.is_first(found));
        let indent = |block: &Block| Some(self.indent(block.keyword));
        match outer.and_then(|outer| Some((outer, blocks.get(outer)?))) {
            Some((outer, block))
                if own.is_none() || own != indent(&top) || own == indent(block) =>
            {
                self.close(blocks, outer + 1, Some(found));
            }
            None if inner > 0 && self.next_is(top.end) => return self.stray_end(found),
            _ => self.another_end(found, top),
        }
        true
    }

    /// Whether the next word, after a semicolon, is this one.
    fn next_is(&self, token: Token) -> bool {
        let ahead = 1 + usize::from(self.token(1) == Some(Token::Semi));
        self.token(ahead) == Some(token)
    }

    /// Reads an end word as another.
    fn another_end(&mut self, found: Lexeme, block: Block) {
        let (needed, word) = (spelling(block.end), self.slice(found));
        let message = format!("expected `{needed}`, found `{word}`");
        let diagnostic = Diagnostic::new(Code::UnexpectedToken, message)
            .with_label(found.span(), "another end word")
            .with_secondary(block.keyword.span(), "this is to be ended");
        self.report(diagnostic);
        self.replace(block.end);
    }

    /// Takes out an end word that nothing has opened.
    fn stray_end(&mut self, found: Lexeme) -> bool {
        if !(found.token == Token::EndIf && std::mem::take(&mut self.stray)) {
            let before = self.lexemes.get(..self.at).unwrap_or(&[]);
            let branch = before
                .iter()
                .rev()
                .find(|lexeme| lexeme.token == Token::ElseIf);
            let is_spaced = branch.is_some_and(|lexeme| self.is_spaced(*lexeme));
            let help = match found.token == Token::EndIf && is_spaced {
                true => {
                    "an `else if` on one line goes on with the same `if` and needs no end of its own"
                }
                false => "take it away",
            };
            let message = format!("`{}` ends nothing here", short(self.slice(found)));
            self.unexpected(found.span(), message, "nothing to end", help);
        }
        self.put(1, []);
        true
    }

    /// Puts in the ends of the blocks from `outer` on. `next` came in their place; without it the text ends.
    pub(super) fn close(&mut self, blocks: &[Block], outer: usize, next: Option<Lexeme>) {
        let place = self.at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        let place = place.map_or(0, |last| last.end);
        let (start, end) = (place, place);
        let open = blocks.get(outer..).unwrap_or(&[]);
        for block in open {
            if !self.quiet.contains(&block.at) {
                let diagnostic = self.missing_end(*block, next);
                self.report(diagnostic);
            }
        }
        let ends = open.iter().rev().map(|block| block.end);
        self.put(0, ends.map(|token| Lexeme { token, start, end }));
        // A bracket left open inside ends with it.
        self.depth = super::Depth::new();
    }

    fn missing_end(&self, block: Block, next: Option<Lexeme>) -> Diagnostic {
        let Block { keyword, end, .. } = block;
        let word = spelling(keyword.token);
        let after = self.lexemes.get(block.at + 1);
        let label = block.at.checked_sub(2).and_then(|at| self.lexemes.get(at));
        let label = label.filter(|label| label.token == Token::Label);
        let name = label
            .or(after)
            .filter(|name| is_name(**name) || name.token == Token::Label);
        let name = name.filter(|_| end_of_item(end));
        let title = name.map_or(String::new(), |name| {
            format!(" {}", short(self.slice(*name)))
        });
        let (end, span) = (spelling(end), keyword.span());
        let span = name.map_or(span, |name| {
            Span::new(span.start.min(name.start), span.end.max(name.end))
        });
        let diagnostic =
            Diagnostic::new(Code::MissingEnd, format!("`{word}{title}` has no `{end}`"))
                .with_label(span, "begins here");
        let after = self.lexemes.get(block.at + 2);
        let is_value = after.is_some_and(|sign| sign.token == Token::Eq);
        if is_value && matches!(keyword.token, Token::Advice | Token::Table) {
            let help = "what follows a `=` is defined by `moves NAME = …`, `plan NAME = a, b`, `descriptor`, `number` or `board`";
            return diagnostic.with_help(help);
        }
        let Some(next) = next else {
            return diagnostic.with_help(format!("add `{end}` at the end of the file"));
        };
        let is_inside = matches!(next.token, Token::Else | Token::ElseIf)
            || group(next.token) == Some(Group::End);
        let (label, before) = match is_inside {
            true => (
                "missing before this",
                format!("`{}`", short(self.slice(next))),
            ),
            false => ("the next definition", "the next definition".to_owned()),
        };
        let diagnostic = diagnostic.with_secondary(next.span(), label);
        diagnostic.with_help(format!("add `{end}` before {before}"))
    }

    /// Puts in the ends that are missing before a definition or the end of the text.
    pub(super) fn missing_ends(&mut self) -> bool {
        let found = self.found();
        let blocks = self.blocks();
        let Some(item) = blocks.first() else {
            return false;
        };
        let begins = found.is_none_or(|found| match item.end {
            Token::EndStrat => self.begins_after_strategy(found),
            end => self.begins_item(found) && !(end == Token::EndPattern && self.is_plan(found)),
        });
        if begins {
            self.close(&blocks, 0, found);
        }
        begins
    }

    /// Whether `advice` or `action` is what a test expects, so that no definition begins there.
    pub(super) fn is_expectation(&self) -> bool {
        let follows = [Token::Expect, Token::Comma, Token::Not].map(Some);
        let found = [Some(Token::Advice), Some(Token::Action)];
        found.contains(&self.token(0)) && follows.contains(&self.before(1))
    }

    /// Whether `moves` begins a definition on the line after a bound, whose unit it could be too.
    pub(super) fn begins_moves(&self, found: Lexeme) -> bool {
        let is_definition = matches!(self.token(2), Some(Token::Eq | Token::LParen));
        is_definition && self.is_first(found) && self.before(2) == Some(Token::Within)
    }

    /// Whether a token begins a definition, outside of strategies.
    pub(super) fn begins_item(&self, found: Lexeme) -> bool {
        let is_word = group(found.token) == Some(Group::Item) || found.token == Token::Label;
        let is_type = self.before(1) == Some(Token::Colon);
        (is_word || found.token == Token::Action) && !is_type && !self.is_expectation()
    }

    /// Whether a token begins a definition after a strategy: it is first on its line, or the statement before it is whole.
    fn begins_after_strategy(&self, found: Lexeme) -> bool {
        let is_whole = self.before(1).is_none_or(|before| {
            use Token::{EndDo, EndIf, Semi, Stop};
            ends_operand(before) || [Semi, EndIf, EndDo, Stop].contains(&before)
        });
        found.token == Token::Label
            || group(found.token) == Some(Group::Item) && (self.is_first(found) || is_whole)
    }

    /// Whether `plan` begins a clause of a pattern: a plan of the file has an `=` after its name.
    fn is_plan(&self, found: Lexeme) -> bool {
        found.token == Token::Plan && self.token(2) != Some(Token::Eq)
    }

    /// A word that begins definitions inside a strategy that goes on.
    pub(super) fn definition_inside(&mut self) -> bool {
        let Some(found) = self.found() else {
            return false;
        };
        if group(found.token) != Some(Group::Item) || !self.in_strategy() {
            return false;
        }
        let (word, label) = (short(self.slice(found)), "not expected here");
        let before = self.before(1);
        let takes_name = matches!(before, Some(Token::Consult | Token::Apply));
        if takes_name && self.peek(1).is_some_and(is_name) {
            let message = format!("expected a name, found `{word}`");
            self.unexpected(found.span(), message, label, "the name alone is enough");
            self.put(1, []);
        } else if takes_name || before == Some(Token::Action) {
            let message = format!("`{word}` is a reserved word");
            let diagnostic = Diagnostic::new(Code::ReservedName, message);
            let diagnostic = diagnostic.with_label(found.span(), label);
            self.report(diagnostic.with_help("choose another name"));
            self.replace(Token::Name);
        } else {
            let message = format!("`{word}` begins a definition, which is not allowed here");
            self.unexpected(found.span(), message, label, "reserved words are no names");
            self.replace(Token::Error);
        }
        true
    }
}

/// Whether a word ends an item.
pub(super) fn end_of_item(token: Token) -> bool {
    group(token) == Some(Group::End) && !matches!(token, Token::EndIf | Token::EndDo)
}
