//! Words and forms of other systems, and of earlier drafts of the language.
//!
//! ```text
//!   better  K on EDGE               an operator in words       `∈`
//!   better  room < max root.room 3  arguments without `( )`    `max(root.room, 3)`
//!   advice  squeeze him             a name of two words        `squeeze-him`
//!   material  W: K, T;  B: K        a letter of another tongue `R`
//! ```

use super::Site;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::symbols::{self, Group};
use crate::syntax::token::Token;

/// Words that people write for something of the language, and what it has instead.
pub(super) type Words = &'static [(&'static str, &'static str)];

const OPERATORS: Words = &[
    ("on inside upon", "∈"),
    ("is equals eq iff", "="),
    ("isnt differs ne xor", "≠"),
    ("union cup", "∪"),
    ("intersect intersection cap", "∩"),
    ("subset sub", "⊆"),
    ("contains includes superset", "⊇"),
    ("less lt below", "<"),
    ("greater gt above", ">"),
    ("le", "≤"),
    ("ge", "≥"),
    ("plus", "+"),
    ("minus", "-"),
    ("times", "*"),
    ("und", "∧"),
    ("oder", "∨"),
];

const OPERATIONS: Words = &[
    (
        "mod rem modulo",
        "there is no remainder; compare the number with each of the values that are meant",
    ),
    (
        "div",
        "there is no division; multiply the other side of the relation, as in `a < 2 * b`",
    ),
    (
        "touches beside adjacent",
        "two boards touch where `dist(a, b) = 1`",
    ),
    (
        "attacks attack guards guard defends sees hits threatens",
        "the squares that a man attacks are `ATT(R)`: `ATT(R) ∩ SQ(B.K) ≠ ∅`",
    ),
    (
        "between",
        "the squares between two are `BETWEEN(a, b)`: `SQ(W.K) ⊆ BETWEEN(R, B.K)`",
    ),
];

const ORDERS: Words = &[
    (
        "least fewest smallest lowest nearest near",
        "leave it out: the smallest number comes first",
    ),
    (
        "most largest greatest highest farthest far",
        "the smallest number comes first; for the largest write `-` before the number",
    ),
];

const SIDES: Words = &[("white w weiss weiß", "W"), ("black b s schwarz", "B")];

/// The letters of a man in other languages, each before the one of this language.
const LETTERS: &str = "TR DQ SN LB FB CN AB VQ HN";

/// What a list has for a word.
pub(super) fn meant(words: Words, word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let mut rows = words.iter();
    let row = rows.find(|(others, _)| others.split(' ').any(|other| other == word));
    row.map(|(_, meant)| *meant)
}

/// The side that a word of English or German means.
pub(crate) fn side_of(word: &str) -> Option<&'static str> {
    meant(SIDES, word)
}

/// The letter of the language for a letter of another one, where that is known.
pub(crate) fn letter_of(letter: &str) -> Option<char> {
    let mut letters = LETTERS.split(' ');
    letters.find_map(|pair| {
        pair.strip_prefix(letter)?
            .chars()
            .next()
            .filter(|_| letter.len() == 1)
    })
}

/// The sentence for a word or form of another system.
pub(super) fn foreign(site: &Site<'_>) -> Option<Diagnostic> {
    let found = site.found();
    let is_name = found == Some(Token::Name);
    let in_expression = site.expects_expression();
    let goes_on = !site.new_line();
    operator_in_words(site)
        .filter(|_| is_name && site.expects("∪") && goes_on)
        .or_else(|| bare_arguments(site).filter(|_| goes_on))
        .or_else(|| order(site).filter(|_| goes_on))
        .or_else(|| shortest_in_list(site).filter(|_| !in_expression))
        .or_else(|| name_of_two_words(site).filter(|_| is_name && goes_on))
        .or_else(|| letter(site).filter(|_| is_name && !in_expression))
        .or_else(|| side(site).filter(|_| !in_expression))
        .or_else(|| prefix(site))
}

/// `K on EDGE`, `room mod 2`.
fn operator_in_words(site: &Site<'_>) -> Option<Diagnostic> {
    let word = site.word();
    let help = match meant(OPERATORS, &word) {
        Some(sign) => {
            let left = site.previous(1).filter(|left| is_simple(left.token));
            let than = site.next().filter(|next| site.slice(*next) == "than");
            let right = site.next().filter(|right| is_simple(right.token));
            if let Some(than) = than {
                let words = format!("{word} than");
                let whole = Span::new(site.place().start, than.end);
                let message = format!("expected an operator, found `{words}`");
                return Some(
                    Diagnostic::new(Code::UnexpectedToken, message)
                        .with_label(whole, "not an operator of the language")
                        .with_help(format!("write `{sign}` in its place")),
                );
            }
            match left.zip(right) {
                Some((left, right)) => {
                    format!("write `{} {sign} {}`", site.slice(left), site.slice(right))
                }
                None => format!("write `{sign}` in its place"),
            }
        }
        None => meant(OPERATIONS, &word)?.to_owned(),
    };
    let message = format!("expected an operator, found `{word}`");
    Some(
        site.unexpected(message, "not an operator of the language")
            .with_help(help),
    )
}

/// An operand of one token.
const fn is_simple(token: Token) -> bool {
    use Token::{Integer, Letter, LetterB, LetterN, Name, Piece, Square};
    matches!(
        token,
        Name | Letter | LetterB | LetterN | Piece | Integer | Square
    )
}

/// `max a b`, `min root.room 3`.
fn bare_arguments(site: &Site<'_>) -> Option<Diagnostic> {
    let fold = |back: usize| {
        let word = site.previous(back);
        word.filter(|word| matches!(word.token, Token::Min | Token::Max))
    };
    let here = fold(1).filter(|_| site.expects("name") && site.expects("("));
    let after_name = || fold(2).filter(|_| site.expects("∈") && !site.expects_expression());
    let fold = here.or_else(after_name)?;
    if site.found()? == Token::In {
        return None;
    }
    let word = site.slice(fold);
    let message = format!("expected `(` after `{word}`, found `{}`", site.word());
    Some(
        Diagnostic::new(Code::UnexpectedToken, message)
            .with_label(fold.span(), "its arguments are in parentheses")
            .with_help(format!(
                "write `{word}(a, b)` of numbers, `{word} x in b : n` over squares"
            )),
    )
}

/// `prefer least room`, `by fewest replies`.
fn order(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{By, LParen, Name, New, Prefer, Root, Then};
    let found = site.found()?;
    let word = site.previous(1).filter(|word| word.token == Name)?;
    let follows = matches!(site.before(2)?, Prefer | By | Then);
    let name = site.slice(word);
    let help = meant(ORDERS, &name).filter(|_| follows)?;
    (is_simple(found) || matches!(found, LParen | New | Root)).then(|| {
        Diagnostic::new(
            Code::UnexpectedToken,
            format!("`{name}` is not a word of the language"),
        )
        .with_label(word.span(), "not a word of an order")
        .with_help(help)
    })
}

/// `otherwise hold-on(13) shortest`.
fn shortest_in_list(site: &Site<'_>) -> Option<Diagnostic> {
    let follows = matches!(site.before(1)?, Token::Name | Token::RParen);
    let is_meant = site.found() == Some(Token::Shortest) && site.expects(",") && follows;
    let message = "`shortest` does not follow a piece-of-advice in a list";
    let help = "write `depth n shortest` in the piece, or `shortest n (a, b)` in the list";
    let diagnostic = || {
        site.unexpected(message, "not expected here")
            .with_help(help)
    };
    (is_meant && !site.expects("better")).then(diagnostic)
}

/// `advice squeeze him`.
fn name_of_two_words(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{Advice, Board, Descriptor, Moves, Number, Plan, Strat, Table};
    let has_name = match site.before(2)? {
        Advice | Table | Strat => true,
        // Of a value, which has a `=` after its name, the `=` may be what is missing.
        Plan | Board | Number | Descriptor | Moves => {
            site.next().is_some_and(|next| next.token == Token::Eq)
        }
        _ => false,
    };
    if !has_name || site.before(1) != Some(Token::Name) {
        return None;
    }
    let (left, right) = (site.previous_word(1), site.word());
    let message = format!("a name is one word, found `{left} {right}`");
    let help = format!("join the words by a hyphen: `{left}-{right}`");
    Some(site.unexpected(message, "a second word").with_help(help))
}

/// `material  W: K, T;  B: K`.
fn letter(site: &Site<'_>) -> Option<Diagnostic> {
    let word = site.word();
    let follows = matches!(site.before(1)?, Token::Comma | Token::Colon | Token::As);
    if !follows || word.len() != 1 || !site.expects("letter") {
        return None;
    }
    let letters = "the letters are `K`, `Q`, `R`, `B`, `N` and `P`";
    let capital = word.to_ascii_uppercase().chars().next();
    let own = letter_of(&word).or(capital.filter(|capital| "KQRBNP".contains(*capital)));
    let own = own.map_or(String::new(), |own| format!("; for `{word}` write `{own}`"));
    let message = format!("expected a piece letter, found `{word}`");
    let diagnostic = site.unexpected(message, "not a letter of a piece");
    Some(diagnostic.with_help(format!("{letters}{own}")))
}

/// `material  White: K`, `table krk for white`, `S: K`.
fn side(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{Letter, Name, Semi, Them, Us};
    let is_word = matches!(site.found()?, Name | Letter | Us | Them)
        || matches!(site.group(), Some(Group::Letter | Group::Contextual));
    if is_word && site.before(1) == Some(Token::For) && site.expects("us") && !site.expects("W") {
        let message = format!("expected `us` or `them`, found `{}`", site.word());
        let help = "`us` is the side whose fact it is, `them` the other";
        return (!site.new_line()).then(|| site.unexpected(message, "not a side").with_help(help));
    }
    let is_side = site.expects("W") && site.expects("B") && !site.expects("name");
    if !is_side || !is_word || site.new_line() && site.before(1)? != Semi {
        return None;
    }
    let word = site.word();
    let help = match side_of(&word) {
        Some(side) => format!("write `{side}`"),
        None => of_men(&word).unwrap_or_else(|| "the sides are `W` and `B`".to_owned()),
    };
    let message = format!("expected `B` or `W`, found `{word}`");
    Some(site.unexpected(message, "not a side").with_help(help))
}

/// The list of the men that a name of an ending names, as in `KRvK`.
fn of_men(word: &str) -> Option<String> {
    let list = |men: &str| {
        let is_list = men.starts_with('K') && men.chars().all(|c| "KQRBNP".contains(c));
        let letters = men.chars().map(String::from);
        is_list.then(|| letters.collect::<Vec<String>>().join(", "))
    };
    let (white, black) = word.split_once('v')?;
    let (white, black) = (list(white)?, list(black)?);
    Some(format!("write `W: {white};  B: {black}`"))
}

/// `old.room`: a point after a word that is no prefix.
fn prefix(site: &Site<'_>) -> Option<Diagnostic> {
    let point = site.previous(1).filter(|point| point.token == Token::Dot)?;
    let word = site
        .previous(2)
        .filter(|word| word.token == Token::Name && word.end == point.start)?;
    let begins = matches!(site.found()?, Token::Name | Token::LParen | Token::Square);
    let (name, operand) = (site.slice(word), site.word());
    let is_man = ["k", "q", "r", "b", "n", "p"].contains(&operand.to_ascii_lowercase().as_str());
    let help = if is_man && ["w", "b"].contains(&name.as_str()) {
        let man = format!("{name}.{operand}").to_ascii_uppercase();
        format!("write `{man}`: sides and men have capital letters")
    } else {
        format!(
            "the position after the move is `new.{operand}`, that at the root is `root.{operand}`"
        )
    };
    (begins && site.expects("letter")).then(|| {
        Diagnostic::new(Code::UnexpectedToken, format!("`{name}.` is not a prefix"))
            .with_label(word.span(), "not a prefix, and no side")
            .with_help(help)
    })
}

/// `4.5`
pub(super) fn fraction(site: &Site<'_>) -> Option<Diagnostic> {
    let digits = |of: super::Lexeme| of.token == Token::Integer;
    let whole = site.previous(1).filter(|of| digits(*of))?;
    let rest = site.next().filter(|of| digits(*of))?;
    let is_one = site.found() == Some(Token::Dot) && whole.end + 1 == rest.start;
    let number = format!("{}.{}", site.slice(whole), site.slice(rest));
    let before = site.lexemes.get(..site.at).unwrap_or(&[]).iter().rev();
    let clause = before
        .map(|of| of.token)
        .find(|token| begins_clause(*token))
        .and_then(|token| match token {
            Token::Cost => Some(("a cost", "thousandths", 3)),
            Token::Worth => Some(("a worth", "hundredths of a pawn", 2)),
            _ => None,
        });
    let help = match clause {
        Some((what, unit, digits)) => {
            let (whole, rest) = (site.slice(whole), site.slice(rest));
            let exact = format!("{whole}{rest:0<digits$}");
            let exact = exact.trim_start_matches('0');
            match rest.len() <= digits && !exact.is_empty() {
                true => format!("{what} is in {unit}: write `{exact}` for `{number}`"),
                false => format!("{what} is in {unit}"),
            }
        }
        None => "multiply both sides of the relation, as in `2 * a < 9` for `a < 4.5`".to_owned(),
    };
    is_one.then(|| {
        site.unexpected(
            format!("numbers are whole, found `{number}`"),
            "no fractions",
        )
        .with_help(help)
    })
}

fn begins_clause(token: Token) -> bool {
    let group = symbols::symbol(token).map(|row| row.group);
    matches!(token, Token::Cost | Token::Worth) || group.is_some_and(super::begins_part)
}

/// `count PEN(B)`, `PEN(B).count()`, `SQ(R) \cap MV(B.K)`: a word and an operand as other languages put them.
pub(super) fn operand_of_word(site: &Site<'_>) -> Option<Diagnostic> {
    let found = site.found()?;
    if site.new_line() {
        return None;
    }
    if found == Token::Dot {
        let word = site.next().filter(|next| next.token == Token::Name)?;
        let start = site.begin_of_call()?;
        let operand = site
            .text
            .get(start as usize..site.previous_place().end as usize)?;
        let word = site.slice(word);
        let is_short = operand.len() <= 40 && !operand.contains(['\n', '`']);
        let message = format!("`.{word}` follows no value of the language");
        return is_short.then(|| {
            site.unexpected(message, "not expected here")
                .with_help(format!(
                    "its arguments are in parentheses: `{word}({operand})`"
                ))
        });
    }
    let word = site.previous(1).filter(|of| of.token == Token::Name)?;
    let name = site.slice(word);
    let slash = site
        .previous(2)
        .filter(|of| of.end == word.start && site.slice(*of) == "\\");
    if let Some(slash) = slash
        && let Some(sign) = meant(LATEX, &name)
    {
        let message = format!("`\\{name}` is no sign of the language");
        return Some(
            Diagnostic::new(Code::UnexpectedToken, message)
                .with_label(Span::new(slash.start, word.end), "a command of LaTeX")
                .with_help(format!("write `{sign}`")),
        );
    }
    let begins = matches!(
        found,
        Token::Name | Token::Letter | Token::Piece | Token::LetterB
    );
    let takes_board = ["count", "file", "rank", "FILE", "RANK", "SQ", "MV", "ATT"];
    (begins && takes_board.contains(&name.as_str())).then(|| {
        let message = format!("expected `(` after `{name}`, found `{}`", site.word());
        Diagnostic::new(Code::UnexpectedToken, message)
            .with_label(word.span(), "its arguments are in parentheses")
            .with_help(format!("write `{name}(…)`"))
    })
}

/// Commands of LaTeX and the signs that they print.
const LATEX: Words = &[
    ("cap", "∩"),
    ("cup", "∪"),
    ("in", "∈"),
    ("subseteq subset", "⊆"),
    ("wedge land", "∧"),
    ("vee lor", "∨"),
    ("neg lnot", "¬"),
    ("leq le", "≤"),
    ("geq ge", "≥"),
    ("neq ne", "≠"),
    ("emptyset varnothing", "∅"),
    ("setminus", "\\"),
];
