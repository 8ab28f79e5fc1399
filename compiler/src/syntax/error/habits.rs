//! Words and forms that an author brings along, at their places: quantifiers, claims, classes of moves.
//!
//! ```text
//!   forall x in b : d          `all x in b : d`
//!   prove krk mates            `prove krk reaches mate`
//!   us  P as Q, K              `P as Q then K`
//! ```

use super::Site;
use super::foreign::{Words, fraction, letter_of, meant};
use super::items::item;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::Token;

const QUANTIFIERS: Words = &[
    ("forall foreach every each any for", "all"),
    ("some exist there thereis exsts", "exists"),
];

const GOALS: Words = &[
    (
        "goal goals bg better_goal better-goal target aim",
        "`better`",
    ),
    (
        "hg holding_goal holding-goal hold keep keeping invariant",
        "`holding`",
    ),
    ("umc us_moves us-moves moves_us own we", "`us`"),
    ("tmc them_moves them-moves opponent they", "`them`"),
    ("bound plies limit max-depth", "`depth`"),
    ("reason comment text why explain since", "`because \"…\"`"),
];

const CLAIMS: Words = &[
    (
        "mates mate checkmates wins win gives-mate",
        "`reaches mate`",
    ),
    ("stalemates stalemate", "`reaches stalemate`"),
    ("draws draw holds", "`keeps drawn`"),
    ("loses lose", "`never mated(us)`"),
];

/// The sentence for a word or a form that belongs to another language.
pub(super) fn habit(site: &Site<'_>) -> Option<Diagnostic> {
    let goes_on = !site.new_line();
    quantifier(site)
        .or_else(|| body(site))
        .or_else(|| when(site))
        .or_else(|| fraction(site))
        .or_else(|| bound(site))
        .or_else(|| claim(site).filter(|_| goes_on))
        .or_else(|| arrow(site))
        .or_else(|| class(site).filter(|_| goes_on))
        .or_else(|| clause(site))
        .or_else(|| item(site))
}

/// `forall x in b`, `for all x in b`, `there exists x in b`.
fn quantifier(site: &Site<'_>) -> Option<Diagnostic> {
    let next = site.next().map(|next| next.token);
    let words = [site.previous(1), site.lexeme()].map(|of| of.map(|of| (of, site.slice(of))));
    let [before, here] = words;
    let (at, word) = match site.found()? {
        Token::Name if next == Some(Token::In) => before?,
        Token::For if site.expects_expression() => here?,
        Token::Exists => before?,
        _ => return None,
    };
    let own = meant(QUANTIFIERS, &word)?;
    // The variable is the name before `in`.
    let rest = site.lexemes.get(site.at..)?.iter().take(4);
    let names: Vec<_> = rest.clone().copied().collect();
    let place = names.iter().position(|of| of.token == Token::In)?;
    let variable = site.slice(*names.get(place.checked_sub(1)?)?);
    let message = format!("`{word}` is no quantifier of the language");
    let help = match own {
        "all" => format!("write `all {variable} in b : d`, or `∀ {variable} ∈ b : d`"),
        _ => format!("write `exists {variable} in b : d`, or `∃ {variable} ∈ b : d`"),
    };
    let label = "not a word of the language";
    Some(
        Diagnostic::new(Code::UnexpectedToken, message)
            .with_label(at.span(), label)
            .with_help(help),
    )
}

/// Something else than `:` between the squares of a quantifier and its body.
fn body(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{All, Colon, Exists, In, Max, Min, Name, Sum};
    if matches!(site.found()?, Token::RParen | Token::RBrace) {
        return None;
    }
    if !site.expects(":") || !site.expects("∪") || site.new_line() {
        return None;
    }
    let before = site.lexemes.get(..site.at)?;
    let opens = |at: &usize| {
        let tokens = before.get(*at..*at + 3).unwrap_or(&[]);
        matches!(tokens, [word, name, sign] if matches!(word.token, All | Exists | Min | Max | Sum)
            && name.token == Name && sign.token == In)
    };
    let at = (0..before.len()).rev().find(opens)?;
    if before.get(at..)?.iter().any(|of| of.token == Colon) {
        return None;
    }
    let (word, variable) = (
        site.slice(*before.get(at)?),
        site.slice(*before.get(at + 1)?),
    );
    let message = format!(
        "expected `:` before the body of `{word}`, found `{}`",
        site.word()
    );
    let help = format!("write `{word} {variable} in b : …`");
    Some(
        site.unexpected(message, "no `:` before this")
            .with_help(help),
    )
}

/// `default holding after-us d`, `better d ∧ after-us e`.
fn when(site: &Site<'_>) -> Option<Diagnostic> {
    if !matches!(site.found()?, Token::AfterUs | Token::AfterThem) || !site.expects_expression() {
        return None;
    }
    let word = site.word();
    let message = format!("`{word}` belongs right after `better` or `holding`");
    let help = if site.is_in(Token::Default) || site.before(2) == Some(Token::Default) {
        format!(
            "a default holds after every move; write `holding {word} …` in the pieces-of-advice that are meant"
        )
    } else {
        format!("it restricts the whole goal: `holding {word} …`")
    };
    Some(
        site.unexpected(message, "not a part of a descriptor")
            .with_help(help),
    )
}

/// `reaches mate in 30 moves`: the unit after a number that `in` has taken.
fn bound(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{At, In, Integer, Moves};
    // `in at most 30 moves`
    if let (Some(In), Some(At)) = (site.before(1), site.found())
        && let Some([most, count, unit]) = site.lexemes.get(site.at + 1..site.at + 4)
        && site.slice(*most) == "most"
    {
        let (count, unit) = (site.slice(*count), site.slice(*unit));
        let message = "a bound begins with `within`, not with `in at most`";
        let whole = Span::new(site.previous_place().start, most.end);
        return Some(
            Diagnostic::new(Code::UnexpectedToken, message)
                .with_label(whole, "asks whether a board lies in another")
                .with_help(format!("write `within {count} {unit}`")),
        );
    }
    let at = match (site.before(1)?, site.before(2)?) {
        (Integer, In) if matches!(site.word().as_str(), "plies" | "ply" | "move") => 1,
        (Moves, Integer) if site.before(3) == Some(In) => 2,
        _ => return None,
    };
    let (sign, count) = (site.previous(at + 1)?, site.previous_word(at));
    let unit = if at == 2 {
        site.previous_word(1)
    } else {
        site.word()
    };
    Some(
        Diagnostic::new(
            Code::UnexpectedToken,
            "a bound begins with `within`, not with `in`",
        )
        .with_label(sign.span(), "asks whether a board lies in another")
        .with_help(format!("write `within {count} {unit}`")),
    )
}

/// `prove krk mates`, `never lose R`.
fn claim(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{Keeps, Letter, LetterB, LetterN, Measure, Name, Never, Piece, Prove, Reaches};
    let found = site.found()?;
    if !(site.is_in(Prove) || site.is_in(Measure)) {
        return None;
    }
    let word = site.word();
    if site.before(1)? == Name
        && site
            .before(2)
            .is_some_and(|before| matches!(before, Never | Keeps | Reaches))
        && matches!(found, Letter | LetterB | LetterN | Piece)
    {
        let message = format!("`{}` is no word of a claim", site.previous_word(1));
        let help =
            format!("say it of the position: `never SQ({word}) = ∅`, or `keeps SQ({word}) ≠ ∅`");
        return Some(
            site.unexpected(message, "a man, where a descriptor goes on")
                .with_help(help),
        );
    }
    let own = meant(CLAIMS, &word).filter(|_| found == Name && site.expects("reaches"))?;
    let message = format!("expected `reaches`, `keeps` or `never`, found `{word}`");
    Some(
        site.unexpected(message, "not a goal of a claim")
            .with_help(format!("write {own}")),
    )
}

/// `prove a -> b`, `prove a implies b`.
fn arrow(site: &Site<'_>) -> Option<Diagnostic> {
    let dash = site.previous(1).filter(|of| of.token == Token::Minus);
    let is_arrow =
        site.found() == Some(Token::Gt) && dash.is_some_and(|dash| dash.end == site.place().start);
    let is_word = site.is_in(Token::Prove) && site.expects("⇒") && site.word() == "implies";
    (is_arrow || is_word).then(|| {
        let word = if is_arrow {
            "->".to_owned()
        } else {
            site.word()
        };
        let help = match site.is_in(Token::Prove) {
            true => "a condition and its conclusion are parted by `⇒` or `=>`",
            false => "write `¬a ∨ b` for a that implies b",
        };
        site.unexpected(format!("`{word}` is no sign of the language"), "not a sign")
            .with_help(help)
    })
}

/// Two classes of moves, or squares, without what parts them: `P as Q, K`, `R K`, `R to e4 e5`.
fn class(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{Comma, Letter, LetterB, LetterN, LetterW, Piece, Square};
    if !site.expects("where") || !site.expects("by") || !site.expects("then") {
        return None;
    }
    let is_man = |token| {
        matches!(
            token,
            Letter | LetterB | LetterN | LetterW | Piece | Token::Any
        )
    };
    let word = site.word();
    let before = site.previous_word(1);
    let (message, help) = match (site.before(1)?, site.found()?) {
        (Square, Square) => (
            format!("expected `then` or the end of the class, found `{word}`"),
            format!("several squares are a set: `{{{before}, {word}}}`"),
        ),
        (Token::Name, Comma) if before.len() == 1 => {
            let capital = before.to_ascii_uppercase();
            let own = letter_of(&before).map(String::from);
            let own = own.unwrap_or_else(|| capital.clone());
            if !"KQRBNP".contains(&own) {
                return None;
            }
            return Some(
                Diagnostic::new(
                    Code::UnexpectedToken,
                    format!("`{before}` is no letter of a piece"),
                )
                .with_label(site.previous_place(), "not a letter of a piece")
                .with_help(format!(
                    "the letters are `K`, `Q`, `R`, `B`, `N` and `P`; for `{before}` write `{own}`"
                )),
            );
        }
        (_, Token::Or | Token::And) => {
            let next = site.next()?;
            let is_then = next.token == Token::Then;
            let next = match is_then {
                true => site.lexemes.get(site.at + 2).copied()?,
                false => next,
            };
            let next = site.slice(next);
            (
                format!("expected `,` or `then`, found `{word}`"),
                match is_then {
                    true => format!("write `{before} then {next}`"),
                    false => format!(
                        "write `{before}, {next}` for the moves of both in one class, `{before} then {next}` for one class after the other"
                    ),
                },
            )
        }
        (_, Comma) => (
            "`,` joins men without words of their own".to_owned(),
            "after a class that is narrowed the next begins with `then`, as in `P as Q then K`"
                .to_owned(),
        ),
        (left, right) if is_man(right) => (
            format!("expected `,` or `then` before `{word}`"),
            match right {
                Piece => format!(
                    "the next class begins with `then`: `then {word}`; squares follow `to` or `from`"
                ),
                Letter | LetterB | LetterN if before == "P" => {
                    format!(
                        "a promotion is written with `as`: `P as {word}`; the moves of both are `P, {word}`"
                    )
                }
                _ if is_man(left) => format!(
                    "write `{before}, {word}` for the moves of both in one class, `{before} then {word}` for one class after the other"
                ),
                _ => format!("the next class begins with `then`: `then {word}`"),
            },
        ),
        _ => return None,
    };
    Some(
        site.unexpected(message, "nothing parts the two")
            .with_help(help),
    )
}

/// `goal mate`: the word of a clause in another language.
fn clause(site: &Site<'_>) -> Option<Diagnostic> {
    let own = meant(GOALS, &site.word())
        .filter(|_| site.is_in(Token::Advice) && site.expects("end-advice"))?;
    let word = site.word();
    let is_new = site.new_line() && site.found()? == Token::Name;
    is_new.then(|| {
        site.unexpected(
            format!("`{word}` is not a clause of a piece-of-advice"),
            "not a clause",
        )
        .with_help(format!("write {own}"))
    })
}
