//! The head of a definition in another language: `bool near = …`, `work :- room, mate.`, `cql(…)`.

use super::Site;
use super::foreign::{Words, meant};
use crate::diagnostics::{Code, Diagnostic};
use crate::syntax::token::Token;

const ITEMS: Words = &[
    (
        "bool boolean predicate condition cond truth flag is",
        "a truth is defined by `descriptor NAME = …`",
    ),
    (
        "int integer num nat float double measure-of",
        "a number is defined by `number NAME = …`",
    ),
    (
        "set squares region area bitboard",
        "a set of squares is defined by `board NAME = …`",
    ),
    (
        "def define let function func fun fn const constant var val macro",
        "a definition begins with its type: `number`, `board` or `descriptor`, as in `number room = …`",
    ),
    (
        "rule rules advice_table at advice-table",
        "rules stand in a table: `table NAME … end-table`",
    ),
    (
        "strategy program",
        "a strategy begins with `strat`, a table of rules with `table`",
    ),
    (
        "claim assert theorem lemma check verify proof",
        "a claim begins with `prove`",
    ),
    (
        "import include require using load",
        "modules and files are brought by `use`: `use std.geometry`",
    ),
    (
        "fen pos start",
        "a position of the material is given by `example \"…\"`",
    ),
    (
        "pieces figures men",
        "the men are declared by `material W: K, R;  B: K`",
    ),
    (
        "cql",
        "this is CQL; a pattern of positions is a `descriptor` here, as in `descriptor found = mate ∧ SQ(W.R) = a1`",
    ),
];

/// `bool near = …`, `work :- room, mate.`, `cql(…)`: the head of a definition in another language.
pub(super) fn item(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{Colon, If, Minus, Name};
    let is_place = |at: usize| {
        let own = if at == 0 {
            site.lexeme()
        } else {
            site.previous(at)
        };
        let start = own.map_or(0, |of| of.start as usize);
        let line = site
            .text
            .get(..start)
            .map_or("", |before| before.rsplit('\n').next().unwrap_or(""));
        own.filter(|of| of.token == Name && line.trim().is_empty())
    };
    if !site.expects("material")
        && site
            .item
            .is_some_and(|item| !matches!(item.token, Token::Error))
    {
        return None;
    }
    let head = is_place(0).or_else(|| is_place(1))?;
    let at = site.lexemes.iter().position(|of| of.start == head.start)?;
    let after = |ahead: usize| site.lexemes.get(at + ahead).map(|of| of.token);
    let word = site.slice(head);
    let help = match meant(ITEMS, &word) {
        Some(help) => help,
        None if site.expects("material")
            && matches!(after(1), Some(Token::Plus | Token::Minus))
            && after(2) == Some(Token::Eq) =>
        {
            "nothing is changed after its definition; write the whole value there"
        }
        None if site.expects("material") && after(1) == Some(Token::Eq) => {
            let form = format!(
                "a definition begins with its type: `number {word} = …`, `board {word} = …` or `descriptor {word} = …`"
            );
            return Some(begins_nothing(&word, head, &form));
        }
        None if site.expects("material") && after(1) == Some(Name) && !site.is_first(at + 1) => {
            let form = "a definition begins with a word such as `number`, `advice` or `table`";
            return Some(begins_nothing(&word, head, form));
        }
        None if after(1) == Some(Colon) && matches!(after(2), Some(Colon | If)) => {
            "this is a rule of AL0; here rules are lines `if … then a, b` between `table NAME` and `end-table`, conditions are descriptors, and lists have no brackets"
        }
        None if after(1) == Some(Colon) && after(2) == Some(Minus) || prolog(site, at) => {
            "this is Prolog; `a :- b, c` is `descriptor a = b ∧ c` here, advice is `advice … end-advice` with the clauses `better`, `holding`, `us`, `them`, `depth`, and rules are `table … end-table`"
        }
        _ => return None,
    };
    Some(begins_nothing(&word, head, help))
}

fn begins_nothing(word: &str, head: super::Lexeme, help: &str) -> Diagnostic {
    let message = format!("`{word}` begins no definition");
    Diagnostic::new(Code::UnexpectedToken, message)
        .with_label(head.span(), "not a word of the language here")
        .with_help(help)
}

/// A fact or a clause of Prolog: `name(…)` with a point, or with `:-`, after its bracket.
fn prolog(site: &Site<'_>, at: usize) -> bool {
    let rest = site.lexemes.get(at + 1..).unwrap_or(&[]);
    if rest.first().is_none_or(|of| of.token != Token::LParen) {
        return false;
    }
    let mut depth = 0_u32;
    for (place, of) in rest.iter().enumerate() {
        match of.token {
            Token::LParen => depth += 1,
            Token::RParen => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            let next = |ahead: usize| rest.get(place + ahead).map(|of| of.token);
            return next(1) == Some(Token::Dot)
                || next(1) == Some(Token::Colon) && next(2) == Some(Token::Minus);
        }
    }
    false
}
