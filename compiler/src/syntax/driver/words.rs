//! Words that are misspelt, or mean another thing at their place.
//!
//! ```text
//!   end-strta   end-tabel   endif   end   End-If   acton   do-whlie   esle      in a strategy
//!   beter   hodling   otherwize   numbr   strateegy   expct   wher               elsewhere
//! ```
//!
//! A name is examined only where none is expected. The words that may be meant are those that the automaton expects there.

use super::blocks::Block;
use super::places::{ends_operand, group, is_name};
use super::{Automaton, Code, Diagnostic, Driver, Group, Lexeme, Span, Token, short, symbols};
use crate::symbols::{SYMBOLS, Symbol};
use crate::syntax::error::SEMICOLON;

/// How many tokens a depth has at most, where its unit is looked for.
const MOST_IN_DEPTH: usize = 24;

/// The longest name that may be a misspelt word.
const LONGEST: usize = 20;

/// Other spellings that people miss a word by.
const ALIASES: &[(&str, Token)] = &[
    ("strategy", Token::Strat),
    ("definition", Token::Descriptor),
];

/// Words that people write between those of the language.
const FILLERS: &[&str] = &["that", "the", "first", "try", "on", "please"];

/// Words of other languages for `use`.
const IMPORTS: &[&str] = &["import", "include", "require", "using", "load", "use"];

/// Words of other languages and of SDL's neighbours.
const OTHERS: &[(&str, Token)] = &[
    ("endwhile", Token::EndDo),
    ("endloop", Token::EndDo),
    ("enddowhile", Token::EndDo),
    ("while", Token::DoWhile),
    ("until", Token::DoWhile),
    ("dountil", Token::DoWhile),
    ("fi", Token::EndIf),
    ("od", Token::EndDo),
    ("elif", Token::ElseIf),
    ("elsif", Token::ElseIf),
    ("endstrategy", Token::EndStrat),
];

impl<D: Automaton> Driver<'_, D> {
    /// Reads a name as the word that was meant.
    pub(super) fn misspelt(&mut self) -> bool {
        let Some(found) = self.found().filter(|found| found.token == Token::Name) else {
            return false;
        };
        let name = self.slice(found).to_owned();
        let blocks = self.blocks();
        let in_strategy = blocks
            .first()
            .is_some_and(|item| item.end == Token::EndStrat);
        let is_first = self.is_first(found);
        let is_before_name = self.peek(1).is_some_and(is_name);
        let needed = blocks.last().map(|block| block.end);
        let may_be = |row: &&'static Symbol| match row.group {
            Group::End => match in_strategy {
                true => row.token != Token::EndAction,
                false => {
                    blocks.last().is_some_and(|item| item.end == row.token)
                        || self.is_other_end(row.token, &blocks)
                }
            },
            Group::Expression if in_strategy && row.token != Token::Then => {
                matches!(row.token, Token::Else | Token::ElseIf) || self.fits(row.token)
            }
            Group::Item => {
                (is_first || is_before_name) && blocks.is_empty() && self.fits(row.token)
            }
            _ if row.token == Token::Purpose => self.fits(row.token),
            _ if begins_clause(row) => (is_first || in_strategy) && self.fits(row.token),
            _ => self.fits(row.token),
        };
        let follows = self.before(1).is_none_or(|before| before != Token::Error);
        let is_end = matches!(name.as_str(), "end" | "END") && follows;
        let token = match needed.filter(|_| is_end) {
            Some(needed) => Some(needed),
            None => near(&name, needed)
                .into_iter()
                .find(may_be)
                .map(|row| row.token),
        };
        let Some(mut token) = token else {
            return false;
        };
        // The end word of another item is read as the one that is needed.
        if !in_strategy && group(token) == Some(Group::End) {
            token = needed.unwrap_or(token);
        }
        let is_word_of_strategies = in_strategy && Some(token) != needed && !self.in_head(&blocks);
        self.read_misspelt(found, token, is_word_of_strategies);
        true
    }

    fn is_other_end(&self, token: Token, blocks: &[Block]) -> bool {
        !blocks.is_empty() && super::blocks::end_of_item(token)
    }

    /// Whether the head of a strategy is being read.
    fn in_head(&self, blocks: &[Block]) -> bool {
        let states = self.states.as_slice();
        blocks.len() == 1
            && !self.machine.accepts(states, &[Token::EndStrat])
            && !self.fits(Token::DoWhile)
    }

    fn read_misspelt(&mut self, found: Lexeme, token: Token, is_word_of_strategies: bool) {
        let name = short(self.slice(found));
        let word = word(token);
        let diagnostic = if name.eq_ignore_ascii_case(word) {
            let message = format!("reserved word `{name}` is written in mixed capitals");
            Diagnostic::new(Code::MixedCapitals, message)
                .with_label(found.span(), "read as a name")
                .with_help(format!("write `{word}` or `{}`", word.to_ascii_uppercase()))
        } else {
            let (expected, label) = match is_word_of_strategies {
                true => ("a word of strategies".to_owned(), "no name is allowed here"),
                false => (format!("`{word}`"), "not expected here"),
            };
            let message = format!("expected {expected}, found `{name}`");
            let help = match name.ends_with("until") {
                true => "a loop says what keeps it going: `do-while (¬…)`".to_owned(),
                false => format!("did you mean `{word}`?"),
            };
            Diagnostic::new(Code::UnexpectedToken, message)
                .with_label(found.span(), label)
                .with_help(help)
        };
        self.report(diagnostic);
        self.replace(token);
    }

    /// A name that begins a line, is near a word that begins definitions, and has a name after it, is that word. The grammar would take
    /// it for the name after an end word.
    pub(super) fn item_word(&mut self, found: Lexeme) {
        if found.token != Token::Name || !self.is_first(found) {
            return;
        }
        let Some(name) = self.peek(1).filter(|next| is_name(*next)) else {
            return;
        };
        let follows = self
            .before(1)
            .is_some_and(|before| ends_operand(before) || super::blocks::end_of_item(before));
        let is_read = !self.recovering
            && self
                .machine
                .accepts(&self.states, &[found.token, name.token]);
        if !follows
            || is_read
            || !self.recovering && !self.machine.accepts(&self.states, &[found.token])
        {
            return;
        }
        let mut words = near(self.slice(found), None).into_iter();
        let word = words.find(|row| row.group == Group::Item && self.fits(row.token));
        if let Some(row) = word {
            self.read_misspelt(found, row.token, false);
        }
    }

    /// A word that a test expects of an explanation: a name follows it.
    pub(super) fn verdict(&mut self, found: Lexeme) {
        let words = ["explains", "forced", "possible", "refuted"];
        if found.token == Token::Name
            && self.peek(1).is_some_and(is_name)
            && words.contains(&self.slice(found).to_ascii_lowercase().as_str())
            && self.machine.accepts(&self.states, &[Token::Verdict])
        {
            self.replace(Token::Verdict);
        }
    }

    /// `depth 3 moves`: the unit is taken out.
    pub(super) fn unit_of_depth(&mut self) -> bool {
        let Some(found) = self.found().filter(|found| found.token == Token::Moves) else {
            return false;
        };
        let begins = self.peek(1).is_some_and(is_name)
            && matches!(self.token(2), Some(Token::Eq | Token::LParen));
        if begins || self.is_first(found) || !self.fits(Token::Plies) {
            return false;
        }
        let before = self.lexemes.get(..self.at).unwrap_or(&[]);
        let mut clause = before.iter().rev().take(MOST_IN_DEPTH);
        let Some(length) = clause.position(|lexeme| lexeme.token == Token::Depth) else {
            return false;
        };
        let bound = before.get(before.len() - length..).unwrap_or(&[]);
        let moves = match bound {
            [] => return false,
            [count] => self.slice(*count).parse::<u64>().ok(),
            _ => None,
        };
        let help = match moves {
            Some(moves @ 1..=100) => format!(
                "{moves} moves of ours with the replies between them are `depth {}`",
                2 * moves - 1
            ),
            _ => "n moves of ours with the replies between them are `depth 2 * n - 1`".to_owned(),
        };
        let message = "a depth is counted in plies, found `moves`".to_owned();
        self.unexpected(found.span(), message, "not the unit here", &help);
        self.put(1, []);
        true
    }

    /// Whether a line ends after the token at hand.
    fn next_begins_line(&self) -> bool {
        self.peek(1).is_none_or(|next| self.is_first(next))
    }

    /// Words that say nothing where they are written, up to what the place takes: `then try a`, `us first R`, `depth up to 5`. They are
    /// taken out.
    pub(super) fn filler(&mut self, found: Lexeme) -> bool {
        let words = self.slice(found);
        let mut count = 1;
        if words == "up" && self.token(1) == Some(Token::To) {
            count = 2;
        } else if !FILLERS.contains(&words) {
            return false;
        }
        let end = self.peek(count - 1).map_or(found.end, |last| last.end);
        let Some(next) = self.peek(count) else {
            return false;
        };
        // An item after `expect that` would be another definition.
        let is_expected = self.before(1) == Some(Token::Expect)
            && matches!(next.token, Token::Advice | Token::Action);
        let is_read = self.is_read(&[Token::Name, next.token]) && !is_expected;
        let is_meant = !is_read && !self.is_first(next) && self.is_read(&[next.token]);
        if self.recovering || !is_meant || self.errors >= super::MAX_ERRORS {
            return false;
        }
        let span = Span::new(found.start, end);
        let word = short(
            self.text
                .get(found.start as usize..end as usize)
                .unwrap_or(""),
        );
        let message = format!("`{word}` is not a word of the language here");
        self.unexpected(span, message, "says nothing here", "take it away");
        self.errors += 1;
        self.put(count, []);
        true
    }

    fn is_read(&self, tokens: &[Token]) -> bool {
        self.machine.accepts(&self.states, tokens)
    }

    /// `import std.room`, `from std.room use PEN`: read as `use std.room`.
    pub(super) fn use_in_words(&mut self, found: Lexeme) -> bool {
        let word = self.slice(found).to_ascii_lowercase();
        let is_from = found.token == Token::From;
        let begins = is_from || IMPORTS.contains(&word.as_str());
        let is_allowed = begins && self.errors < super::MAX_ERRORS;
        if !is_allowed || !self.is_first(found) || !self.is_read(&[Token::Use]) {
            return false;
        }
        let rest = self.lexemes.get(self.at + 1..).unwrap_or(&[]);
        let line = rest.iter().take_while(|of| !self.is_first(**of)).count();
        let line: Vec<Lexeme> = rest.iter().take(line).copied().collect();
        let is_path = |of: &Lexeme| matches!(of.token, Token::Dot | Token::Text) || is_name(*of);
        let ends = |of: &Lexeme| !is_path(of) || IMPORTS.contains(&self.slice(*of));
        let length = line.iter().position(ends).unwrap_or(line.len());
        let path = line.get(..length).unwrap_or(&[]);
        let (Some(first), Some(last)) = (path.first(), path.last()) else {
            return false;
        };
        let path = self.text.get(first.start as usize..last.end as usize);
        let path = short(path.unwrap_or(""));
        let message = format!("`{}` begins no definition", short(self.slice(found)));
        let help = format!("modules and files are brought by `use`: `use {path}`");
        self.unexpected(
            found.span(),
            message,
            "not a word of the language here",
            &help,
        );
        let word = Lexeme {
            token: Token::Use,
            ..found
        };
        let kept: Vec<Lexeme> = [word]
            .into_iter()
            .chain(line.iter().take(length).copied())
            .collect();
        self.errors += 1;
        self.put(1 + line.len(), kept);
        true
    }

    /// `material` or `example` inside a table or a piece-of-advice that goes on: the line is passed over.
    pub(super) fn head_inside(&mut self) -> bool {
        let Some(found) = self.found() else {
            return false;
        };
        let is_head = matches!(found.token, Token::Material | Token::Example);
        if !is_head || self.blocks().len() != 1 || self.in_strategy() {
            return false;
        }
        let rest = self.lexemes.get(self.at + 1..).unwrap_or(&[]);
        let line = rest.iter().take_while(|of| !self.is_first(**of)).count();
        let goes_on = rest
            .get(line)
            .is_some_and(|next| group(next.token) != Some(Group::Item) && self.fits(next.token));
        if goes_on {
            let word = short(self.slice(found));
            let message = format!("`{word}` belongs before the definitions");
            let help = "take the line out of this definition; it is said once for the whole file";
            self.unexpected(found.span(), message, "not allowed in here", help);
            self.put(1 + line, []);
        }
        goes_on
    }

    /// A `;` parts phases of moves, sides of a material, parts of a head, and statements. Others are taken out.
    pub(super) fn semicolon(&mut self, found: Lexeme) {
        let next = self.peek(1);
        if self.before(1) == Some(Token::EndStrat) || self.before(2) == Some(Token::EndStrat) {
            // Like every other end word, that of a strategy may have a name after it.
            self.at += 1;
            return;
        }
        let (message, label, help) = if !self.in_strategy() {
            let last = self.lexemes.last().map(|of| of.token);
            let is_typed = self.lexemes.len() <= self.at + 3 && last == Some(Token::Error);
            if self.token(1) == Some(Token::At) || self.token(2) == Some(Token::Colon) || is_typed {
                return;
            }
            (
                "`;` is not allowed here".to_owned(),
                "nothing to part",
                match self.machine.accepts(&self.states, &[Token::Or])
                    && self.fits(Token::Then)
                    && !self.next_begins_line()
                {
                    true => "conditions are joined by `∨` or `∧`",
                    false => SEMICOLON,
                },
            )
        } else {
            let Some(next) = next.filter(|next| group(next.token) != Some(Group::Head)) else {
                return;
            };
            let states = &self.states;
            let is_needed = self.machine.accepts(states, &[Token::Semi, next.token]);
            if is_needed || !self.machine.accepts(states, &[next.token]) {
                return;
            }
            if next.token == Token::At {
                self.at += 1;
                return;
            }
            let of = match self.machine.accepts(states, &[Token::Prefer]) {
                true => "the action",
                false => "`consult`",
            };
            (
                format!("`;` cuts `{}` off from {of}", self.slice(next)),
                "the statement goes on after it",
                "take the semicolon away",
            )
        };
        if self.errors < super::MAX_ERRORS {
            self.errors += 1;
            let diagnostic = Diagnostic::new(Code::StraySemicolon, message);
            self.report(diagnostic.with_label(found.span(), label).with_help(help));
            self.put(1, []);
        }
    }
}

/// Whether a word begins a clause. The other words at their places go on with one.
fn begins_clause(row: &Symbol) -> bool {
    use Token::{
        Belief, Called, Cost, Effort, Excludes, Fact, Purpose, Similarity, Stage, Tell, Worth,
    };
    let contextual = [
        Cost, Effort, Fact, Worth, Excludes, Called, Belief, Purpose, Stage, Tell, Similarity,
    ];
    contextual.contains(&row.token)
}

/// The word of a token, where its first spelling is a sign.
fn word(token: Token) -> &'static str {
    let row = symbols::symbol(token);
    let spellings = row.map_or(&[][..], |row| row.spellings);
    let is_word = |spelling: &&&str| spelling.starts_with(|c: char| c.is_ascii_lowercase());
    spellings.iter().find(is_word).copied().unwrap_or("")
}

/// The words that are near to a name, the nearest first; of equally near ones the needed one.
fn near(name: &str, needed: Option<Token>) -> Vec<&'static Symbol> {
    if name.len() > LONGEST {
        return Vec::new();
    }
    let plain = |text: &str| text.to_ascii_lowercase().replace(['-', '_'], "");
    let name = plain(name);
    if let Some((_, token)) = OTHERS.iter().find(|(other, _)| *other == name) {
        return symbols::symbol(*token).into_iter().collect();
    }
    let most = match name.len() {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    let distance = |row: &Symbol| {
        let aliases = ALIASES.iter().filter(|(_, meant)| *meant == row.token);
        let spellings = aliases.map(|(alias, _)| *alias).chain([word(row.token)]);
        let distances = spellings.map(|word| strsim::damerau_levenshtein(&name, &plain(word)));
        distances.min().unwrap_or(usize::MAX)
    };
    // Three letters more or less are another word, whatever its hyphens.
    let is_alike = |row: &&Symbol| word(row.token).len().abs_diff(name.len()) <= most + 2;
    let words = SYMBOLS.iter().filter(is_alike);
    let words = words.filter(|row| row.is_word());
    let distances = words.map(|row| (distance(row), Some(row.token) != needed, row));
    let mut near: Vec<_> = distances
        .filter(|(distance, ..)| *distance <= most)
        .collect();
    near.sort_by_key(|(distance, other, _)| (*distance, *other));
    near.into_iter().map(|(.., row)| row).collect()
}
