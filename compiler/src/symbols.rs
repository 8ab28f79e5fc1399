//! Every word and sign of the language, in one append-only table.
//!
//! The tokens are generated from it (`token`), the grammar's terminals are its first spellings, messages take their words
//! from it, and `grammar/symbols.md` is printed from it. A row is
//!
//! ```text
//! Variant  Group  [ the sign, then its twins ]  [ spellings as words ]  [ signs read as meant, with a note ]  meaning
//! Variant  "terminal"  priority  [ patterns ]  friendly name
//! ```
//!
//! Rows are put at the end of their group and never renamed: editors and the formatter know them by name. Words come in lower
//! and in UPPER case and in no other; names are everything else of their shape.

pub(crate) mod foreign;
mod table;
pub mod token;

use table::symbols;
pub use token::Token;

/// What a row of the table is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Begins an item.
    Item,
    /// Ends an item.
    End,
    /// Begins a clause of a piece-of-advice.
    Clause,
    /// Occurs inside a clause or a head.
    Detail,
    /// Occurs in the head of a strategy.
    Head,
    /// Begins a statement of a strategy. `if` does too, and is of [`Group::Expression`].
    Statement,
    /// Begins a clause that an action has and a piece-of-advice has not. Their common ones are of [`Group::Clause`].
    ActionClause,
    /// Begins a rule of a table.
    Rule,
    /// Belongs to a move class.
    Modifier,
    /// Belongs to a test or a claim.
    Claim,
    /// Parts of `if … then … else`.
    Expression,
    /// Occurs between two operands.
    Operator,
    /// Is or begins an operand.
    Operand,
    /// Only joins.
    Sign,
    /// A piece letter.
    Letter,
    /// The letter of a side.
    Side,
    /// A word at its own place and a name elsewhere.
    Contextual,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// The token.
    pub token: Token,
    /// What it is used for.
    pub group: Group,
    /// The spellings, the first of which messages and the grammar use.
    pub spellings: &'static [&'static str],
    /// Spellings of other languages, read as meant.
    pub read_as_meant: &'static [&'static str],
    /// What it means, for the reader of `symbols.md`.
    pub meaning: &'static str,
}

/// A token that is a pattern and not a word: its terminal in the grammar and its name in messages.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The token.
    pub token: Token,
    /// The terminal.
    pub terminal: &'static str,
    /// The name in messages.
    pub friendly: &'static str,
    /// The patterns.
    pub patterns: &'static [&'static str],
}

macro_rules! tables {
    (fixed { $($variant:ident $group:ident [$($sign:tt)*] [$($word:tt)*] [$($meant:tt)*] $meaning:literal;)* }
     shaped { $($shape:ident $terminal:literal $priority:tt [$($pattern:tt)+] $friendly:literal;)* }
     named { $name:ident $called:literal [$names:tt] $kind:literal; }) => {
        /// The words and signs in the order of the table.
        pub static SYMBOLS: &[Symbol] = &[$(Symbol {
            token: Token::$variant,
            group: Group::$group,
            spellings: &[$($sign,)* $($word),*],
            read_as_meant: &[$($meant),*],
            meaning: $meaning,
        }),*];

        /// The tokens that are patterns.
        pub static SHAPES: &[Shape] = &[$(Shape {
            token: Token::$shape,
            terminal: $terminal,
            friendly: $friendly,
            patterns: &[$($pattern),+],
        },)* Shape {
            token: Token::$name,
            terminal: $called,
            friendly: $kind,
            patterns: &[$names],
        }];
    };
}
symbols!(tables);

impl Symbol {
    /// Whether it is spelt in letters.
    pub fn is_word(&self) -> bool {
        self.spellings
            .iter()
            .any(|spelling| spelling.starts_with(|c: char| c.is_ascii_alphabetic()))
    }

    /// Whether a name cannot be spelt like it.
    pub fn is_reserved(&self) -> bool {
        self.is_word() && self.group != Group::Contextual
    }
}

/// The row of a token; `None` for the tokens that are patterns.
pub fn symbol(token: Token) -> Option<&'static Symbol> {
    SYMBOLS.get(token as usize).filter(|row| row.token == token)
}

/// The row whose first spelling this is: the grammar's name of a terminal.
pub fn by_terminal(terminal: &str) -> Option<&'static Symbol> {
    SYMBOLS
        .iter()
        .find(|row| row.spellings.first() == Some(&terminal))
}

/// The reserved word that a name in mixed capitals comes from: `Advice` gives `advice`.
pub fn mixed_capitals(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let row = SYMBOLS
        .iter()
        .filter(|row| row.is_reserved())
        .find_map(|row| {
            row.spellings
                .iter()
                .find(|spelling| spelling.len() > 1 && **spelling == lower)
        })?;
    (name != lower && name != name.to_ascii_uppercase()).then_some(row)
}

/// The text of `grammar/symbols.md`.
pub fn markdown() -> String {
    let code = |texts: &[&str]| {
        let quoted: Vec<String> = texts
            .iter()
            .map(|text| format!("`{}`", text.replace('|', "\\|")))
            .collect();
        quoted.join(" ")
    };
    let mut page = String::from(
        "# Words and signs\n\nPrinted from the table in `compiler/src/symbols.rs`; a test keeps the two in step.\n\n\
         ## Signs\n\nA sign and its twins are one token. What stands in the last column is understood too, with a note.\n\n\
         | sign | twins | meaning | read as meant |\n| --- | --- | --- | --- |\n",
    );
    let (signs, words): (Vec<&Symbol>, Vec<&Symbol>) = SYMBOLS.iter().partition(|row| {
        row.spellings
            .first()
            .is_some_and(|first| !first.starts_with(|c: char| c.is_ascii_alphabetic()))
    });
    for row in signs {
        let (sign, twins) = row.spellings.split_at(1);
        page += &format!(
            "| {} | {} | {} | {} |\n",
            code(sign),
            code(twins),
            row.meaning,
            code(row.read_as_meant)
        );
    }
    page += "\n## Words\n\nIn lower or UPPER case, except where one spelling is given. Reserved words cannot be names; contextual words can.\n";
    let mut group = None;
    for row in words {
        if group != Some(row.group) {
            group = Some(row.group);
            let reserved = if row.is_reserved() {
                "reserved"
            } else {
                "contextual"
            };
            page += &format!(
                "\n| {} ({reserved}) | meaning |\n| --- | --- |\n",
                title(row.group)
            );
        }
        page += &format!("| {} | {} |\n", code(row.spellings), row.meaning);
    }
    page += "\n## Shapes\n\n| token | pattern |\n| --- | --- |\n";
    for shape in SHAPES {
        page += &format!("| {} | {} |\n", shape.friendly, code(shape.patterns));
    }
    page
}

/// The heading of a group in `symbols.md`.
fn title(group: Group) -> &'static str {
    match group {
        Group::Item => "begins a definition",
        Group::End => "ends a definition or a block",
        Group::Clause => "begins a clause of a piece-of-advice or an action",
        Group::Detail => "inside a clause or a head",
        Group::Head => "in the head of a strategy",
        Group::Statement => "begins a statement of a strategy",
        Group::ActionClause => "begins a clause of an action",
        Group::Rule => "begins a rule of a table",
        Group::Modifier => "in moves",
        Group::Claim => "in tests and claims",
        Group::Expression => "in conditions",
        Group::Operator => "operator",
        Group::Operand => "operand",
        Group::Sign => "sign",
        Group::Letter => "piece letter",
        Group::Side => "side",
        Group::Contextual => "at its place only",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_token_finds_its_row_and_no_spelling_is_twice() {
        let mut seen = BTreeSet::new();
        for row in SYMBOLS {
            assert_eq!(symbol(row.token).map(|found| found.token), Some(row.token));
            for spelling in row.spellings.iter().chain(row.read_as_meant) {
                assert!(seen.insert(*spelling), "{spelling} is twice in the table");
            }
        }
    }

    #[test]
    fn words_have_both_cases() {
        for row in SYMBOLS
            .iter()
            .filter(|row| row.is_word() && row.group != Group::Letter && row.group != Group::Side)
        {
            let words = row
                .spellings
                .iter()
                .filter(|s| s.starts_with(|c: char| c.is_ascii_alphabetic()));
            let single = [
                Token::To,
                Token::From,
                Token::ToBoard,
                Token::FromBoard,
                Token::TakenBoard,
                Token::HereBoard,
            ]
            .contains(&row.token);
            for word in words.filter(|word| !single && **word != "N.") {
                for other in [word.to_ascii_lowercase(), word.to_ascii_uppercase()] {
                    assert!(
                        row.spellings.contains(&other.as_str()),
                        "{word} has no {other}"
                    );
                }
            }
        }
    }

    #[test]
    fn mixed_capitals_point_at_the_word() {
        assert_eq!(mixed_capitals("Advice"), Some("advice"));
        assert_eq!(mixed_capitals("End-Table"), Some("end-table"));
        assert_eq!(mixed_capitals("advice"), None);
        assert_eq!(
            mixed_capitals("Toward"),
            None,
            "a contextual word is a name"
        );
        assert_eq!(mixed_capitals("Room"), None);
    }

    #[test]
    fn the_grammar_declares_every_token_by_its_first_spelling() {
        let grammar = include_str!("../../grammar/advice.lalrpop");
        let fixed = SYMBOLS
            .iter()
            .filter_map(|row| Some((*row.spellings.first()?, row.token)));
        for (terminal, token) in
            fixed.chain(SHAPES.iter().map(|shape| (shape.terminal, shape.token)))
        {
            let wanted = format!("{terminal:?} => Token::{token:?},");
            assert!(grammar.contains(&wanted), "the grammar lacks {wanted}");
        }
    }

    #[test]
    fn the_page_is_fresh() {
        adv_testkit::fresh("grammar/symbols.md", &markdown());
    }
}
