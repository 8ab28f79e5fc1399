//! The mistakes that people make, each known by the tokens on both sides of the place and by what was expected there.

use super::connections::connection;
use super::expected::in_words;
use super::foreign::{foreign, operand_of_word};
use super::habits::habit;
use super::strategy::strategy;
use super::{Lexeme, Site, begins_part, no_name};
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::symbols::{self, Group};
use crate::syntax::token::Token;

/// The sentence for a mistake that is known by the tokens around it.
pub(super) fn sentence(site: &Site<'_>) -> Option<Diagnostic> {
    let topics: [fn(&Site<'_>) -> Option<Diagnostic>; 16] = [
        open_text,
        nested_comment,
        capitals,
        habit,
        connection,
        foreign,
        strategy,
        out_of_place,
        unclosed,
        no_unit,
        nothing_expected,
        operand_of_word,
        missing_word,
        not_a_name,
        misread,
        two_operands,
    ];
    topics.into_iter().find_map(|topic| topic(site))
}

/// `Advice squeeze`, `Not x`: a reserved word in mixed capitals is a name, and shows by what follows it.
fn capitals(site: &Site<'_>) -> Option<Diagnostic> {
    // `K-R-VS-K : Strat`: a name at the head of a definition is in order, if a strategy follows.
    let is_label = site.next().is_some_and(|next| next.token == Token::Colon);
    let labelled = site
        .lexemes
        .get(site.at + 2)
        .filter(|_| is_label && site.expects("material"));
    let near = [site.lexeme(), site.previous(1), labelled.copied()];
    let mut names = near
        .into_iter()
        .flatten()
        .filter(|near| near.token == Token::Name);
    let (lexeme, word) =
        names.find_map(|name| Some((name, symbols::mixed_capitals(&site.slice(name))?)))?;
    let message = format!(
        "reserved word `{}` is written in mixed capitals",
        site.slice(lexeme)
    );
    Some(
        Diagnostic::new(Code::MixedCapitals, message)
            .with_label(lexeme.span(), "read as a name")
            .with_help(format!("write `{word}` or `{}`", word.to_ascii_uppercase())),
    )
}

/// `"mate in one  krk  position "7k/8/…`: a text that ends where the next one was to begin.
fn open_text(site: &Site<'_>) -> Option<Diagnostic> {
    let text = site.previous(1).filter(|of| of.token == Token::Text)?;
    let joins = text.end == site.lexeme()?.start;
    joins.then(|| {
        Diagnostic::new(
            Code::UnexpectedToken,
            "a quotation mark is missing on this line",
        )
        .with_label(text.span(), "this is read as one quoted text")
        .with_help("add `\"` where the text ends")
    })
}

/// `/* this /* inner */ goes on */`: the first `*/` ends the comment.
fn nested_comment(site: &Site<'_>) -> Option<Diagnostic> {
    let place = site.lexeme()?.start as usize;
    let (before, rest) = (site.text.get(..place)?, site.text.get(place..)?);
    let end = rest.lines().next()?.find("*/")?;
    let is_inside = rest.get(..end)?.contains("/*") || !before.trim_end().ends_with("*/");
    (!is_inside).then(|| {
        let start = (place + end) as u32;
        Diagnostic::new(Code::UnexpectedToken, "this `*/` ends no comment")
            .with_label(Span::new(start, start + 2), "the comment ended before")
            .with_help("comments do not nest: a `/*` inside one begins nothing, and the first `*/` ends it")
    })
}

/// Clauses in the wrong definition, end words that end nothing, semicolons.
fn out_of_place(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{
        Advice, Also, Because, Better, Beyond, Depth, Holding, If, Otherwise, Prefer, Semi, Table,
        Them, Us, Within,
    };
    let word = site.word();
    // A clause word where something is still missing before it is not out of place.
    let after_clause = site.is_in(Advice) && site.expects("end-advice");
    let after_rule = site.is_in(Table) && site.expects("end-table");
    let ends = site.group() == Some(Group::End)
        && site.found() != Some(Token::EndDo)
        && site.found() != Some(Token::EndIf);
    let (of, help) = match site.found()? {
        Because if site.is_in(Token::Pattern) => {
            let message = format!("`{word}` is not a clause of a pattern");
            return Some(
                Diagnostic::new(Code::ClauseOutOfPlace, message)
                    .with_label(site.place(), "does not belong here")
                    .with_help("why a fact matters is its `belief`"),
            );
        }
        Prefer if site.is_in(Advice) => {
            ("a piece-of-advice", Some("a move class is ordered by `by`"))
        }
        Within if site.is_in(Advice) => (
            "a piece-of-advice",
            Some("the bound of a piece-of-advice is `depth`"),
        ),
        Also | Beyond | Otherwise | If if after_clause => ("a piece-of-advice", None),
        Better | Holding | Us | Them | Depth | Because if after_rule => ("a table", None),
        found @ (Better | Holding | Us | Them | Depth | Because | Otherwise | Beyond)
            if site.expects("material") && site.new_line() =>
        {
            let (of, help) = match found {
                Otherwise | Beyond => (
                    "table",
                    "it belongs between `table`, a name, and `end-table`",
                ),
                _ => (
                    "piece-of-advice",
                    "it belongs between `advice`, a name, and `end-advice`; the default of all pieces-of-advice is `default holding d`",
                ),
            };
            let message = format!("`{word}` is a clause of a {of}, and none is open here");
            let diagnostic =
                site.report(Code::ClauseOutOfPlace, message, "outside of a definition");
            return Some(diagnostic.with_help(help));
        }
        Semi => {
            let help = super::SEMICOLON;
            let diagnostic = site.report(
                Code::StraySemicolon,
                "`;` is not allowed here",
                "nothing to part",
            );
            return Some(diagnostic.with_help(help));
        }
        _ if ends && (site.item.is_none() || site.expects("material")) => {
            return Some(site.unexpected(format!("`{word}` ends nothing here"), "nothing to end"));
        }
        _ => return None,
    };
    let message = format!("`{word}` is not a clause of {of}");
    let diagnostic = site.report(Code::ClauseOutOfPlace, message, "does not belong here");
    Some(diagnostic.with_help_if(help))
}

/// The code of a mistake that shows at the end of the text, or before.
fn code(site: &Site<'_>) -> Code {
    match site.found() {
        Some(_) => Code::UnexpectedToken,
        None => Code::UnexpectedEnd,
    }
}

/// A bracket that is still open where a definition or clause begins, or the text ends.
fn unclosed(site: &Site<'_>) -> Option<Diagnostic> {
    let bracket = site.bracket?;
    let close = if bracket.token == Token::LParen {
        ")"
    } else {
        "}"
    };
    let ends = match site.found() {
        None | Some(Token::Then) => true,
        Some(_) => site.group().is_some_and(begins_part),
    };
    (ends && site.expects(close)).then(|| {
        Diagnostic::new(
            code(site),
            format!("`{}` is not closed", site.slice(bracket)),
        )
        .with_label(bracket.span(), "opened here")
        .with_secondary(site.place(), format!("`{close}` expected before this"))
        .with_help(format!("add `{close}`"))
    })
}

/// `within 3`: a bound without its unit.
fn no_unit(site: &Site<'_>) -> Option<Diagnostic> {
    let is_bound = site.before(2) == Some(Token::Within);
    if !is_bound || !site.expects("moves") || !site.expects("plies") {
        return None;
    }
    let count = site.previous_word(1);
    // A test counts moves only.
    let (units, help) = match (site.is_in(Token::Test), count.as_str()) {
        (true, "1") => ("`moves`", "write `mate within 1 move`".to_owned()),
        (true, _) => ("`moves`", format!("write `mate within {count} moves`")),
        _ => (
            "`moves` or `plies`",
            format!("write `within {count} moves` or `within {count} plies`"),
        ),
    };
    let message = format!("expected {units} after `within {count}`");
    let diagnostic = Diagnostic::new(Code::MissingUnit, message);
    Some(
        diagnostic
            .with_label(site.previous_place(), "no unit")
            .with_help(help),
    )
}

/// A test that expects nothing.
fn nothing_expected(site: &Site<'_>) -> Option<Diagnostic> {
    if site.before(1) != Some(Token::Expect) {
        return None;
    }
    let at = site
        .lexemes
        .get(..site.at)?
        .iter()
        .rposition(|lexeme| lexeme.token == Token::Test)?;
    let name = site
        .lexemes
        .get(at + 1)
        .map_or(String::new(), |name| site.slice(*name));
    let message = format!("test `{}` expects nothing", name.trim_matches('"'));
    let diagnostic = Diagnostic::new(Code::NothingExpected, message);
    let diagnostic = diagnostic.with_label(site.previous_place(), "nothing follows");
    Some(diagnostic.with_help("say what the test expects: `expect room = 1`"))
}

/// A `then`, an `else`, a `=`, an entry of a plan that is not there.
fn missing_word(site: &Site<'_>) -> Option<Diagnostic> {
    let is_condition = site.expects("=") || site.expects("∨") || site.expected.len() == 1;
    let after_expression = !site.expects_expression();
    let (wanted, help) = if site.expects("shortest") && site.before(3) == Some(Token::Plan) {
        let message = format!("plan `{}` lists no piece-of-advice", site.previous_word(2));
        let diagnostic = site.report(Code::EmptyPlan, message, "no entry");
        return Some(diagnostic.with_help("name at least one piece-of-advice after `=`"));
    } else if site.expects("=") && !site.expects("≠") {
        let around = site.previous_word(2);
        let name = site.previous_word(1);
        let is_named = site.before(1) == Some(Token::Name);
        let help = || format!("a definition is written `{around} {name} = ...`");
        ("=", is_named.then(help))
    } else if site.expects("then")
        && after_expression
        && is_condition
        && site.found() != Some(Token::RParen)
    {
        let help = match site.found() {
            Some(Token::Comma) => "conditions are joined by `∧` or `∨`",
            _ => "the condition ends with `then`",
        };
        ("then", Some(help.to_owned()))
    } else if site.expects("else")
        && !site.expects("otherwise")
        && after_expression
        && open_if(site)
    {
        let help = "an `if` that gives a value ends with `else` and another value";
        ("else", Some(help.to_owned()))
    } else {
        return None;
    };
    let found = match site.found() {
        Some(_) => format!("found `{}`", site.word()),
        None => "the file ends".to_owned(),
    };
    let (message, label) = (
        format!("expected `{wanted}`, {found}"),
        format!("no `{wanted}` before this"),
    );
    Some(site.report(code(site), message, &label).with_help_if(help))
}

/// Whether the nearest `if`, `then`, `else` before the place leaves an `else` to come.
fn open_if(site: &Site<'_>) -> bool {
    use Token::{Else, ElseIf, If, Then};
    let before = site.lexemes.get(..site.at).unwrap_or(&[]).iter().rev();
    let mut words = before.map(|lexeme| lexeme.token);
    words.find(|token| [If, Then, Else, ElseIf].contains(token)) == Some(Then)
}

/// A reserved word, a letter, a square or a move where the author makes up a name.
fn not_a_name(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{All, Comma, Exists, LParen, Max, Min, Sum};
    let before = site.before(1)?;
    let is_item = symbols::symbol(before).is_some_and(|row| row.group == Group::Item);
    let binds = is_item || [Exists, All, Min, Max, Sum, LParen, Comma].contains(&before);
    if !binds || !site.expects("name") || site.expects_expression() || site.expects("any") {
        return None;
    }
    let (word, token) = (site.word(), site.found()?);
    let is_reserved = symbols::symbol(token).is_some_and(|row| row.is_reserved());
    let message = no_name(token, &word).or_else(|| {
        (is_reserved && !site.new_line()).then(|| format!("`{word}` is a reserved word"))
    })?;
    let is_after = token == Token::For && symbols::symbol(before).is_some();
    let name = site.lexemes.get(site.at + 2).filter(|_| is_after);
    let name = name.map_or("NAME".to_owned(), |name| match name.token {
        Token::Name => site.slice(*name),
        _ => "NAME".to_owned(),
    });
    let side = site.next().map_or("W".to_owned(), |side| site.slice(side));
    let form = || {
        format!(
            "the name comes first: `{} {name} for {side}`",
            site.previous_word(1)
        )
    };
    let diagnostic = site.report(Code::ReservedName, message, "a name is expected here");
    Some(diagnostic.with_help_if(is_after.then(form)))
}

/// What can be read another way than the author thinks.
fn misread(site: &Site<'_>) -> Option<Diagnostic> {
    let word = site.word();
    let wanted = in_words(&site.expected);
    let previous = site.previous(1)?;
    let next = site.next().map(|next| next.token);
    let in_expression = site.expects_expression();
    let (message, label, help) = match site.found()? {
        Token::LetterB | Token::LetterW if next == Some(Token::Colon) && site.expects(";") => (
            format!("expected `;` before the other side, found `{word}`"),
            "no `;` before this",
            "the two sides of a material are parted by `;`".to_owned(),
        ),
        Token::San if in_expression => (
            format!("expected {wanted}, found the move `{word}`"),
            "reads as a move",
            "names of this shape are moves; choose another name".to_owned(),
        ),
        Token::Us | Token::Them if in_expression && !site.new_line() => {
            let help = match next {
                Some(Token::Eq | Token::Ne) => format!(
                    "ask in a definition `descriptor white(s: side) = s = W`, called `white({word})`"
                ),
                _ => format!("a side is a whole argument, or comes before a dot: `{word}.K`"),
            };
            (
                format!("expected {wanted}, found the side `{word}`"),
                "a side is no value",
                help,
            )
        }
        Token::Eq if word == "=" => {
            let help = surplus_equals(site, previous)?;
            (
                format!("expected {wanted}, found `=`"),
                "not expected here",
                help,
            )
        }
        Token::Implies => (
            format!("`{word}` is allowed in `prove` only"),
            "not an operator",
            "`⇒` parts a condition and a conclusion; `greater or equal` is written `≥` or `>=`"
                .to_owned(),
        ),
        Token::DotDot => {
            let help = match previous.token {
                Token::Integer => "numbers are compared instead: `1 ≤ x ∧ x ≤ 3`",
                _ => "a range runs between two squares on one line: `f8..h8`",
            };
            let message = format!(
                "expected a square before `..`, found `{}`",
                site.slice(previous)
            );
            (message, "only squares have ranges", help.to_owned())
        }
        Token::Otherwise if site.expects("else") => {
            let message = "expected `else`, found `otherwise`";
            return Some(site.unexpected(message, "the last rule of a table begins so"));
        }
        _ => return None,
    };
    Some(site.unexpected(message, label).with_help(help))
}

/// The help on a `=` after the word of a clause, or of a promotion that is not in quotation marks.
fn surplus_equals(site: &Site<'_>, previous: Lexeme) -> Option<String> {
    let before = site.slice(previous);
    let group = symbols::symbol(previous.token).map(|row| row.group);
    if matches!(group, Some(Group::Clause | Group::Rule)) {
        return Some(format!("no `=` follows the word of a clause: `{before} …`"));
    }
    let to = site.next().map_or("Q".to_owned(), |next| site.slice(next));
    let help = format!("a promotion is written in quotation marks: `\"{before}={to}\"`");
    (site.before(2) == Some(Token::Move)).then_some(help)
}

/// Two entries of a list, or two operands, without anything between.
fn two_operands(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{Integer, LParen, Letter, LetterB, LetterN, Name, Piece};
    let (left, word) = (site.previous_word(1), site.word());
    let found = site.found()?;
    let in_list = site.expects(",") && (site.expects("also") || site.expects("plan"));
    if found == Name && in_list && !site.expects_expression() {
        let message = format!("expected `,` between `{left}` and `{word}`");
        return Some(site.unexpected(message, "a second entry of the list"));
    }
    let begins = matches!(
        found,
        Name | Letter | LetterB | LetterN | Piece | Integer | LParen
    );
    if !begins || !site.expects("∪") || site.new_line() {
        return None;
    }
    if site.before(1) == Some(Token::Shortest) && site.before(2) == Some(Token::Depth) {
        let message = format!("expected the depth before `{left}`, found `{word}`");
        let diagnostic = site.unexpected(message, "the number comes first");
        return Some(diagnostic.with_help(format!("write `{word} {left}`")));
    }
    if word == "square" && site.is_in(Token::Pattern) {
        let diagnostic =
            site.unexpected("expected `each` before `square`", "no `each` before this");
        return Some(diagnostic.with_help("a fact on each square is written `… each square`"));
    }
    // Between two arguments of a call.
    if site.expects(",") && site.is_call() {
        let message = format!("expected `,` or an operator between `{left}` and `{word}`");
        return Some(site.unexpected(message, "no `,` before this"));
    }
    let message = format!("expected an operator between `{left}` and `{word}`");
    let is_name = site.before(1) == Some(Name);
    let help = match left.as_str() {
        "new" | "root" | "NEW" | "ROOT" if is_name => Some(format!("write `{left}.{word}`")),
        // `exsts x in b : d`
        _ if is_name => {
            let words = [
                "exists",
                "min",
                "max",
                "sum",
                "not",
                "turned",
                "satisfiable",
            ];
            did_you_mean(&suggest(
                &left,
                None,
                words.into_iter().map(|word| (word, ())),
            ))
        }
        _ => None,
    };
    Some(
        site.unexpected(message, "not expected here")
            .with_help_if(help),
    )
}
