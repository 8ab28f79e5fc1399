//! The tokens, generated from the table.
//!
//! A token carries no text: a sign and its twin are one token, and the author's spelling is read from the
//! source by the token's place. Text that is no token is `Token::Error`, never a failure of the lexer; what is wrong with
//! it has been reported by then.

use std::collections::HashMap;
use std::sync::LazyLock;

use logos::Logos;

use super::table::symbols;
use super::{SYMBOLS, Symbol};

macro_rules! tokens {
    (fixed { $($variant:ident $group:ident [$($sign:tt)*] [$($word:tt)*] [$($meant:tt)*] $meaning:literal;)* }
     shaped { $($shape:ident $terminal:literal $priority:tt [$($pattern:tt)+] $friendly:literal;)* }
     named { $name:ident $called:literal [$names:tt] $kind:literal; }) => {
        /// A token. The variants up to the patterns are in the order of the table of symbols.
        #[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[logos(skip(r"[ \t\r\n\f\u{feff}]+"))]
        #[repr(u8)]
        pub enum Token {
            $(#[doc = $meaning] $(#[token($sign)])* $(#[token($meant)])* $variant,)*
            $(#[doc = $friendly] $(#[regex($pattern, priority = $priority)])+ $shape,)*
            #[doc = $kind]
            #[regex($names, word, priority = 1)]
            $name,

            /// A name before `: strat`, the paper's head of a strategy. Made by the filter.
            Label,
            /// `zone` before `(`, which is no definition. Made by the lexer.
            ZoneOf,
            /// `explains`, `forced`, `possible` or `refuted` where a test expects it. Made by the driver.
            Verdict,
            /// Precedes a single expression. Made by the parser.
            ExpressionFollows,
            /// A line comment of any kind. Never reaches the grammar.
            #[regex(r"//[^\n]*", allow_greedy = true)]
            LineComment,
            /// A comment between `/*` and `*/`. Never reaches the grammar.
            #[token("/*", block_comment)]
            BlockComment,
            /// A quoted text that is not closed on its line. Never reaches the grammar.
            #[regex(r#""[^"\n]*"#)]
            OpenText,
            /// Text that is no token; reported already.
            Error,
        }
    };
}
symbols!(tokens);

/// The token of a word: a row of the table or a name. The automaton would be four times as large if it told words from names itself.
fn word(lexer: &mut logos::Lexer<'_, Token>) -> Token {
    static WORDS: LazyLock<HashMap<&str, Token>> = LazyLock::new(|| {
        let words = |row: &'static Symbol| row.spellings.iter().map(|word| (*word, row.token));
        SYMBOLS.iter().flat_map(words).collect()
    });
    WORDS.get(lexer.slice()).copied().unwrap_or(Token::Name)
}

/// Takes the comment's rest in, to the end of the file where it is not closed.
fn block_comment(lexer: &mut logos::Lexer<'_, Token>) {
    let rest = lexer.remainder();
    lexer.bump(rest.find("*/").map_or(rest.len(), |at| at + 2));
}
