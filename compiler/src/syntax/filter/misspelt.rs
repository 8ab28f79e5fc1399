//! Words of the language that are misspelt: read as meant, with one error, because taken as names they would cost the item.
//!
//! ```text
//!   end-strta   end-tabel   endif   end   End-If   acton   do-whlie   esle      in a strategy
//!   beter   hodling   otherwize   numbr   strateegy   expct   wher               elsewhere
//! ```
//!
//! A name is examined only where no name is allowed: after a whole operand or at the beginning of a statement.

use super::strategy::{OpenKind, Stage};
use super::{Filter, Lexeme, collect, ends_operand, short};
use crate::diagnostics::{Code, Diagnostic};
use crate::symbols;
use crate::syntax::token::Token;

/// Other spellings that people miss a word by, or write in its place.
const ALIASES: &[(&str, Token)] = &[
    ("strategy", Token::Strat),
    ("definition", Token::Descriptor),
];

/// Words that begin an item.
const ITEMS: &[Token] = &[
    Token::Material,
    Token::Example,
    Token::Use,
    Token::Default,
    Token::Board,
    Token::Number,
    Token::Descriptor,
    Token::Moves,
    Token::Advice,
    Token::Plan,
    Token::Table,
    Token::Test,
    Token::Prove,
    Token::Measure,
    Token::Strat,
    Token::Action,
    Token::Zone,
    Token::Pattern,
    Token::Evaluation,
    Token::Texts,
];

/// Words that begin a clause of a pattern.
const PATTERN_CLAUSES: &[Token] = &[
    Token::Fact,
    Token::Worth,
    Token::Excludes,
    Token::Called,
    Token::Belief,
    Token::Purpose,
];

/// Words that begin a clause of an evaluation.
const EVALUATION_CLAUSES: &[Token] = &[Token::Stage, Token::Tell, Token::Worth, Token::Similarity];

/// Words that begin a clause of a piece-of-advice.
const CLAUSES: &[Token] = &[
    Token::Better,
    Token::Holding,
    Token::Them,
    Token::Depth,
    Token::Cost,
    Token::Effort,
    Token::Because,
];

/// Words that begin a clause of an action.
const ACTION_CLAUSES: &[Token] = &[
    Token::Holding,
    Token::Within,
    Token::Prefer,
    Token::Cost,
    Token::Effort,
    Token::Because,
];

/// Words that begin a line of a table.
const RULES: &[Token] = &[
    Token::Otherwise,
    Token::Also,
    Token::Beyond,
    Token::Then,
    Token::Else,
    Token::ElseIf,
];

/// Words that go on with an expression, with moves or with a definition.
const MIDDLE: &[Token] = &[
    Token::And,
    Token::Disjoint,
    Token::Then,
    Token::Else,
    Token::ElseIf,
    Token::Where,
    Token::From,
    Token::Toward,
    Token::Along,
    Token::Shortest,
    Token::Easiest,
    Token::Cheapest,
    Token::Because,
];

/// Words of a test after its name.
const TESTS: &[Token] = &[Token::Position, Token::Expect];

/// Words of a claim after its subject.
const CLAIMS: &[Token] = &[
    Token::From,
    Token::Where,
    Token::Reaches,
    Token::Keeps,
    Token::Never,
    Token::Within,
    Token::Moves,
    Token::Plies,
    Token::Positions,
    Token::Random,
    Token::Seed,
    Token::Share,
    Token::Weak,
    Token::Strong,
    Token::AnyChoice,
    Token::FiftyMoves,
];

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

/// The end words of items that are no strategies.
const ITEM_ENDS: &[Token] = &[
    Token::EndAdvice,
    Token::EndTable,
    Token::EndAction,
    Token::EndPattern,
    Token::EndEvaluation,
    Token::EndTexts,
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
            || nearest(name, ITEM_ENDS, end).is_some();
        if !is_end {
            return lexeme;
        }
        self.read_misspelt(lexeme, end, end)
    }

    /// A word outside strategies that begins something or goes on with it.
    pub(super) fn misspelt_keyword(&mut self, lexeme: Lexeme) -> Lexeme {
        if lexeme.token != Token::Name || self.skipping {
            return lexeme;
        }
        let mut before = self.output.iter().rev().map(|before| before.token);
        let first = self.first_on_line(lexeme);
        let may_be_name = match before.next() {
            None => false,
            // The name of what ends here; a definition begins a line, and a name of its own follows its word.
            Some(token) if token == Token::EndStrat || ITEM_ENDS.contains(&token) => {
                !first || !self.peek(0).is_some_and(|next| self.is_name(next))
            }
            // The subject of a test.
            Some(Token::Text) => before.next() == Some(Token::Test),
            // The value of a clause, or what follows a value of this name.
            Some(Token::Cost | Token::Effort | Token::Fact | Token::Worth | Token::Stage) => !first,
            // The list of an `of` or `excludes`, and the word after `each`.
            Some(Token::Of | Token::Excludes | Token::Each) => true,
            Some(token) => !ends_operand(token),
        };
        if may_be_name {
            return lexeme;
        }
        let mut words = MIDDLE.to_vec();
        match self.block.as_ref().map(|block| block.end) {
            Some(Token::EndAdvice) if first => words.extend(CLAUSES),
            Some(Token::EndTable) => words.extend(RULES),
            Some(Token::EndAction) if first => words.extend(ACTION_CLAUSES),
            Some(Token::EndPattern) if first => words.extend(PATTERN_CLAUSES),
            Some(Token::EndEvaluation) if first => words.extend(EVALUATION_CLAUSES),
            Some(_) => {}
            None if first => words.extend(ITEMS),
            None => {}
        }
        match self.item {
            Some(Token::Test) => words.extend(TESTS),
            Some(Token::Prove | Token::Measure) => words.extend(CLAIMS),
            Some(Token::Material) => words.push(Token::Mirrored),
            _ => {}
        }
        match nearest(self.slice(lexeme), &words, lexeme.token) {
            Some(token) => self.read_misspelt(lexeme, token, token),
            None => lexeme,
        }
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
        if block.is_some_and(|block| block.kind == OpenKind::Choice(Stage::Condition)) {
            words.push(Token::Then);
        }
        if block.is_some_and(|block| matches!(block.last, Some(Token::Action | Token::Consult))) {
            words.extend(ACTION_CLAUSES);
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
        let word = word(token);
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
                .with_label(lexeme.span(), "no name is allowed here")
                .with_help(format!("did you mean `{word}`?"))
        };
        if self.nest.skip.is_none() {
            collect(self.diagnostics, diagnostic);
        }
        Lexeme { token, ..lexeme }
    }
}

/// The word of a token, where its first spelling is a sign.
fn word(token: Token) -> &'static str {
    let row = symbols::symbol(token);
    let spellings = row.map_or(&[][..], |row| row.spellings);
    let is_word = |spelling: &&&str| spelling.starts_with(|c: char| c.is_ascii_lowercase());
    spellings.iter().find(is_word).copied().unwrap_or("")
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
    let distance = |token: Token| {
        let aliases = ALIASES.iter().filter(|(_, meant)| *meant == token);
        let spellings = aliases.map(|(alias, _)| *alias);
        let spellings = spellings.chain([word(token)]);
        let distances = spellings.map(|word| strsim::damerau_levenshtein(&name, &plain(word)));
        distances.min().unwrap_or(usize::MAX)
    };
    let near = words
        .iter()
        .map(|token| (distance(*token), *token != needed, *token));
    let best = near.min_by_key(|(distance, other, _)| (*distance, *other))?;
    (best.0 <= most).then_some(best.2)
}
