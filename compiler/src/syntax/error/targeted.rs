//! The mistakes that people make, each known by the tokens on both sides of the place and by what was expected there.

use super::expected::in_words;
use super::foreign::foreign;
use super::strategy::strategy;
use super::{Lexeme, Site, begins_part};
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::symbols::{self, Group};
use crate::syntax::token::Token;

/// The sentence for a mistake that is known by the tokens around it.
pub(super) fn targeted(site: &Site<'_>) -> Option<Diagnostic> {
    capitals(site)
        .or_else(|| foreign(site))
        .or_else(|| strategy(site))
        .or_else(|| out_of_place(site))
        .or_else(|| unclosed(site))
        .or_else(|| missing_word(site))
        .or_else(|| not_a_name(site))
        .or_else(|| misread(site))
}

/// `Advice squeeze`, `Not x`: a reserved word in mixed capitals is a name, and shows by what follows it.
fn capitals(site: &Site<'_>) -> Option<Diagnostic> {
    // `K-R-VS-K : Strat`: a name at the head of a definition is in order, if a strategy follows.
    let labelled = site.input.lexemes.get(site.at + 1);
    let labelled = labelled.filter(|colon| colon.token == Token::Colon && site.expects("material"));
    let labelled = labelled.and_then(|_| site.input.lexemes.get(site.at + 2));
    let near = [site.lexeme(), site.previous(1), labelled.copied()];
    let lexeme = near.into_iter().flatten().find(|lexeme| {
        lexeme.token == Token::Name && symbols::mixed_capitals(&site.slice(*lexeme)).is_some()
    })?;
    let name = site.slice(lexeme);
    let word = symbols::mixed_capitals(&name)?;
    Some(
        Diagnostic::new(
            Code::MixedCapitals,
            format!("reserved word `{name}` is written in mixed capitals"),
        )
        .with_label(site.span(lexeme), "read as a name")
        .with_help(format!("write `{word}` or `{}`", word.to_ascii_uppercase())),
    )
}

/// Words of strategies, clauses in the wrong definition, end words that end nothing.
fn out_of_place(site: &Site<'_>) -> Option<Diagnostic> {
    let token = site.found?;
    let word = site.text();
    let around = site.definition().map(|lexeme| lexeme.token);
    let in_block = |block: Token, end: Token| {
        let before = site.input.lexemes.get(..site.at).unwrap_or(&[]);
        let last = before
            .iter()
            .rev()
            .find(|lexeme| lexeme.token == end || lexeme.token == block);
        around == Some(block) && last.is_some_and(|lexeme| lexeme.token == block)
    };
    let in_advice = in_block(Token::Advice, Token::EndAdvice);
    let in_table = in_block(Token::Table, Token::EndTable);
    let in_strategy = site.in_strategy();
    let misplaced = |of: &str| {
        let message = format!("`{word}` is not a clause of {of}");
        site.report(Code::ClauseOutOfPlace, message, "does not belong here")
    };
    // A clause word where something is still missing before it is not out of place.
    let at_clause =
        (in_advice && site.expects("end-advice")) || (in_table && site.expects("end-table"));
    match token {
        Token::Prefer if in_advice => {
            Some(misplaced("a piece-of-advice").with_help("a move class is ordered by `by`"))
        }
        Token::Within if in_advice => Some(
            misplaced("a piece-of-advice").with_help("the bound of a piece-of-advice is `depth`"),
        ),
        Token::Also | Token::Beyond | Token::Otherwise | Token::If if in_advice && at_clause => {
            Some(misplaced("a piece-of-advice"))
        }
        Token::Better
        | Token::Holding
        | Token::Us
        | Token::Them
        | Token::Depth
        | Token::Because
            if in_table && at_clause =>
        {
            Some(misplaced("a table"))
        }
        Token::EndAdvice
        | Token::EndTable
        | Token::EndStrat
        | Token::EndAction
        | Token::EndPattern
        | Token::EndEvaluation
        | Token::EndTexts
            if around.is_none()
                || site.expects("material") && !in_advice && !in_table && !in_strategy =>
        {
            Some(site.report(
                Code::UnexpectedToken,
                format!("`{word}` ends nothing here"),
                "nothing to end",
            ))
        }
        Token::Semi => {
            let help = "take the semicolon away; it parts the phases of moves and the sides of a material only";
            Some(
                site.report(
                    Code::StraySemicolon,
                    "`;` is not allowed here",
                    "nothing to part",
                )
                .with_help(help),
            )
        }
        _ => None,
    }
}

/// A bracket that is still open where a definition or clause begins, or the text ends.
fn unclosed(site: &Site<'_>) -> Option<Diagnostic> {
    let bracket = site.open_bracket()?;
    let close = if bracket.token == Token::LParen {
        ")"
    } else {
        "}"
    };
    let ends = match site.group() {
        None => site.found.is_none(),
        Some(group) => begins_part(group) || site.found == Some(Token::Then),
    };
    if !ends || !site.expects(close) {
        return None;
    }
    let open = site.slice(bracket);
    let code = if site.found.is_none() {
        Code::UnexpectedEnd
    } else {
        Code::UnexpectedToken
    };
    Some(
        Diagnostic::new(code, format!("`{open}` is not closed"))
            .with_label(site.span(bracket), "opened here")
            .with_secondary(site.place(), format!("`{close}` expected before this"))
            .with_help(format!("add `{close}`")),
    )
}

/// A `then`, an `else`, a `=`, a unit that is not there.
fn missing_word(site: &Site<'_>) -> Option<Diagnostic> {
    let found = match site.found {
        Some(_) => format!("found `{}`", site.text()),
        None => "the file ends".to_owned(),
    };
    let code = if site.found.is_some() {
        Code::UnexpectedToken
    } else {
        Code::UnexpectedEnd
    };
    let is_bound = site
        .previous(2)
        .is_some_and(|word| word.token == Token::Within);
    if is_bound && site.expects("moves") && site.expects("plies") {
        let count = site
            .previous(1)
            .map_or(String::new(), |count| format!(" {}", site.slice(count)));
        let place = site
            .previous(1)
            .map_or(site.place(), |count| site.span(count));
        // A test counts moves only.
        let in_test = site
            .definition()
            .is_some_and(|word| word.token == Token::Test);
        let unit = if count == " 1" { "move" } else { "moves" };
        let (message, help) = if in_test {
            (
                format!("expected `moves` after `within{count}`"),
                format!("write `mate within{count} {unit}`"),
            )
        } else {
            (
                format!("expected `moves` or `plies` after `within{count}`"),
                format!("write `within{count} moves` or `within{count} plies`"),
            )
        };
        return Some(
            Diagnostic::new(Code::MissingUnit, message)
                .with_label(place, "no unit")
                .with_help(help),
        );
    }
    if site
        .previous(1)
        .is_some_and(|previous| previous.token == Token::Expect)
    {
        let before = site.input.lexemes.get(..site.at).unwrap_or(&[]);
        let at = before
            .iter()
            .rposition(|lexeme| lexeme.token == Token::Test)?;
        let name = before
            .get(at + 1)
            .map_or(String::new(), |name| site.slice(*name));
        let message = format!("test `{}` expects nothing", name.trim_matches('"'));
        let place = site
            .previous(1)
            .map_or(site.place(), |expect| site.span(expect));
        return Some(
            Diagnostic::new(Code::NothingExpected, message)
                .with_label(place, "nothing follows")
                .with_help("say what the test expects: `expect room = 1`"),
        );
    }
    if site.expects("shortest")
        && site
            .previous(3)
            .is_some_and(|word| word.token == Token::Plan)
    {
        let name = site
            .previous(2)
            .map_or(String::new(), |name| site.slice(name));
        let message = format!("plan `{name}` lists no piece-of-advice");
        let help = "name at least one piece-of-advice after `=`";
        return Some(
            site.report(Code::EmptyPlan, message, "no entry")
                .with_help(help),
        );
    }
    if site.expects("=") && !site.expects("≠") {
        let around = site
            .definition()
            .map_or(String::new(), |lexeme| site.slice(lexeme));
        let name = site
            .previous(1)
            .filter(|name| name.token == Token::Name)
            .map(|name| site.slice(name));
        let help = name.map(|name| format!("a definition is written `{around} {name} = ...`"));
        return Some(
            site.report(code, format!("expected `=`, {found}"), "no `=` before this")
                .with_help_if(help),
        );
    }
    if site.expects("then")
        && !site.expects_expression()
        && (site.expects("=") || site.expects("∨") || site.expected.len() == 1)
        && site.found != Some(Token::RParen)
    {
        let help = "the condition ends with `then`";
        return Some(
            site.report(
                code,
                format!("expected `then`, {found}"),
                "no `then` before this",
            )
            .with_help(help),
        );
    }
    if site.expects("else")
        && !site.expects("otherwise")
        && !site.expects_expression()
        && site.open_if()
    {
        let help = "an `if` that gives a value ends with `else` and another value";
        return Some(
            site.report(
                code,
                format!("expected `else`, {found}"),
                "no `else` before this",
            )
            .with_help(help),
        );
    }
    None
}

impl Site<'_> {
    /// Whether the nearest `if`, `then`, `else` before the place leaves an `else` to come.
    fn open_if(&self) -> bool {
        let before = self.input.lexemes.get(..self.at).unwrap_or(&[]);
        let nearest = before.iter().rev().find(|lexeme| {
            matches!(
                lexeme.token,
                Token::If | Token::Then | Token::Else | Token::ElseIf
            )
        });
        nearest.is_some_and(|lexeme| lexeme.token == Token::Then)
    }
}

/// A reserved word, a letter, a square or a move where the author makes up a name.
fn not_a_name(site: &Site<'_>) -> Option<Diagnostic> {
    let is_definition = site
        .previous(1)
        .and_then(|previous| symbols::symbol(previous.token))
        .is_some_and(|row| {
            let binds = [
                Token::Exists,
                Token::All,
                Token::Min,
                Token::Max,
                Token::Sum,
                Token::LParen,
                Token::Comma,
            ];
            row.group == Group::Item || binds.contains(&row.token)
        });
    if !is_definition || !site.expects("name") || site.expects_expression() || site.expects("any") {
        return None;
    }
    let word = site.text();
    let message = match site.found? {
        Token::Letter | Token::LetterB | Token::LetterN => {
            format!("`{word}` stands for a piece and cannot be a name")
        }
        Token::LetterW => format!("`{word}` stands for White and cannot be a name"),
        Token::Square => format!("`{word}` is a square and cannot be a name"),
        Token::San => format!("`{word}` reads as a move and cannot be a name"),
        token
            if symbols::symbol(token).is_some_and(|row| row.is_reserved()) && !site.new_line() =>
        {
            format!("`{word}` is a reserved word")
        }
        _ => return None,
    };
    Some(site.report(Code::ReservedName, message, "a name is expected here"))
}

/// A `=` after the word of a clause, or of a promotion that is not in quotation marks.
fn surplus_equals(site: &Site<'_>, previous: Lexeme, wanted: String) -> Option<Diagnostic> {
    let before = site.slice(previous);
    let is_clause = symbols::symbol(previous.token)
        .is_some_and(|row| matches!(row.group, Group::Clause | Group::Rule));
    let is_move = site
        .previous(2)
        .is_some_and(|word| word.token == Token::Move);
    let help = if is_clause {
        format!("no `=` follows the word of a clause: `{before} …`")
    } else if is_move {
        let to = site
            .input
            .lexemes
            .get(site.at + 1)
            .map_or("Q".to_owned(), |next| site.slice(*next));
        format!("a promotion is written in quotation marks: `\"{before}={to}\"`")
    } else {
        return None;
    };
    let message = format!("expected {wanted}, found `=`");
    Some(
        site.report(Code::UnexpectedToken, message, "not expected here")
            .with_help(help),
    )
}

/// A help line where a name before a name is nearly one of the words that an expression begins with: `exsts x in b : d`.
fn operand_word(site: &Site<'_>, name: Lexeme) -> Option<String> {
    let words = [
        "exists",
        "min",
        "max",
        "sum",
        "not",
        "turned",
        "satisfiable",
    ];
    let name = Some(site.slice(name)).filter(|_| name.token == Token::Name)?;
    let near = suggest(&name, None, words.into_iter().map(|word| (word, ())));
    did_you_mean(&near)
}

/// What can be read another way than the author thinks.
fn misread(site: &Site<'_>) -> Option<Diagnostic> {
    let word = site.text();
    let wanted = || in_words(&site.expected);
    let previous = site.previous(1)?;
    let next = site.input.lexemes.get(site.at + 1).map(|next| next.token);
    match site.found? {
        Token::LetterB | Token::LetterW if next == Some(Token::Colon) && site.expects(";") => {
            let message = format!("expected `;` before the other side, found `{word}`");
            let help = "the two sides of a material are parted by `;`";
            Some(
                site.report(Code::UnexpectedToken, message, "no `;` before this")
                    .with_help(help),
            )
        }
        Token::San if site.expects_expression() => {
            let message = format!("expected {}, found the move `{word}`", wanted());
            let help = "names of this shape are moves; choose another name";
            Some(
                site.report(Code::UnexpectedToken, message, "reads as a move")
                    .with_help(help),
            )
        }
        Token::Us | Token::Them if site.expects_expression() && !site.new_line() => {
            let message = format!("expected {}, found the side `{word}`", wanted());
            let help = match next {
                Some(Token::Eq | Token::Ne) => format!(
                    "ask in a definition `descriptor white(s: side) = s = W`, called `white({word})`"
                ),
                _ => format!("a side is a whole argument, or comes before a dot: `{word}.K`"),
            };
            Some(
                site.report(Code::UnexpectedToken, message, "a side is no value")
                    .with_help(help),
            )
        }
        _ if word == "=" => surplus_equals(site, previous, wanted()),
        Token::Implies => {
            let message = format!("`{word}` is allowed in `prove` only");
            let help =
                "`⇒` parts a condition and a conclusion; `greater or equal` is written `≥` or `>=`";
            Some(
                site.report(Code::UnexpectedToken, message, "not an operator")
                    .with_help(help),
            )
        }
        Token::DotDot => {
            let message = format!(
                "expected a square before `..`, found `{}`",
                site.slice(previous)
            );
            let help = if previous.token == Token::Integer {
                "numbers are compared instead: `1 ≤ x ∧ x ≤ 3`"
            } else {
                "a range runs between two squares on one line: `f8..h8`"
            };
            Some(
                site.report(Code::UnexpectedToken, message, "only squares have ranges")
                    .with_help(help),
            )
        }
        Token::Otherwise if site.expects("else") => {
            let message = "expected `else`, found `otherwise`";
            Some(site.report(
                Code::UnexpectedToken,
                message,
                "the last rule of a table begins so",
            ))
        }
        Token::Else if site.expects("otherwise") => Some(site.report(
            Code::ElseForOtherwise,
            "expected `otherwise`, found `else`",
            "`else` belongs to `if`",
        )),
        Token::Name
            if site.expects(",")
                && (site.expects("also") || site.expects("plan"))
                && !site.expects_expression() =>
        {
            let left = site.slice(previous);
            let message = format!("expected `,` between `{left}` and `{word}`");
            Some(site.report(Code::UnexpectedToken, message, "a second entry of the list"))
        }
        Token::Name
        | Token::Letter
        | Token::LetterB
        | Token::LetterN
        | Token::Piece
        | Token::Integer
        | Token::LParen
            if site.expects("∪") && !site.new_line() =>
        {
            let left = site.slice(previous);
            let message = format!("expected an operator between `{left}` and `{word}`");
            let diagnostic = site.report(Code::UnexpectedToken, message, "not expected here");
            let is_prefix = previous.token == Token::Name
                && matches!(left.as_str(), "new" | "root" | "NEW" | "ROOT");
            let help = is_prefix.then(|| format!("write `{left}.{word}`"));
            Some(diagnostic.with_help_if(help.or_else(|| operand_word(site, previous))))
        }
        _ => None,
    }
}
