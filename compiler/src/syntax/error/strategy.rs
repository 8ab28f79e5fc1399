//! The mistakes that people make in strategies and actions. Those about blocks are seen to by the driver.

use super::Site;
use crate::diagnostics::{Code, Diagnostic};
use crate::symbols::Group;
use crate::syntax::token::Token;

/// The form of an action, for messages.
const ACTION: &str = "write `action NAME (in-class, out-class)`";

/// The sentence for a mistake in a strategy, or for a word of strategies outside of them.
pub(super) fn strategy(site: &Site<'_>) -> Option<Diagnostic> {
    if site.is_in(Token::Strat) {
        let head = || in_head(site).or_else(|| in_action(site));
        head().or_else(|| statement(site))
    } else if site.is_in(Token::Action) {
        in_action(site)
    } else {
        outside(site)
    }
}

/// A word of strategies where none is.
fn outside(site: &Site<'_>) -> Option<Diagnostic> {
    let is_end = matches!(site.found()?, Token::EndDo | Token::EndIf);
    let group = site.group()?;
    let is_word = is_end || matches!(group, Group::Head | Group::Statement | Group::ActionClause);
    // `prefer` in a piece-of-advice has a sentence of its own, and a gap before the word comes first.
    if !is_word || site.found() == Some(Token::Prefer) || site.expects_expression() {
        return None;
    }
    let message = format!("`{}` is allowed in a strategy only", site.word());
    let diagnostic = site.report(Code::ClauseOutOfPlace, message, "outside a strategy");
    Some(diagnostic.with_help("put it between `strat` and `end-strat`"))
}

/// The figures of one side only; a part that is parted from the one before by something else than `;`.
fn in_head(site: &Site<'_>) -> Option<Diagnostic> {
    let (word, before) = (site.word(), site.before(1));
    Some(match site.found()? {
        Token::Mirrored if site.expects(";") => site
            .unexpected(
                format!("`{word}` does not belong into a head"),
                "not expected here",
            )
            .with_help("write it after the `material` of the file"),
        Token::Descr | Token::OutClass | Token::InClass => {
            if before == Some(Token::Semi) && site.expects("W") {
                let message = format!("expected the other side's figures, found `{word}`");
                site.unexpected(message, "one side only")
                    .with_help("both sides are named: `figures - W: K, R; B: K`")
            } else if site.expects(";") || before == Some(Token::Comma) {
                site.unexpected(
                    format!("expected `;` before `{word}`"),
                    "no `;` before this",
                )
                .with_help("the parts of a head are parted by `;`")
            } else {
                return None;
            }
        }
        _ => return None,
    })
}

/// Name, commas and clauses of an action.
fn in_action(site: &Site<'_>) -> Option<Diagnostic> {
    let word = site.word();
    let found = site.found()?;
    let begins_operand = found == Token::LParen
        || site.group().is_none_or(|group| {
            use Group::{Contextual, Letter, Operand, Side};
            matches!(group, Operand | Letter | Side | Contextual)
        });
    let needs_comma = site.expects(",") && in_bracket(site);
    let help = match found {
        _ if site.before(1) == Some(Token::LParen) && site.before(2) == Some(Token::Action) => {
            let message = format!("expected the action's name, found `{word}`");
            return Some(site.unexpected(message, "no name").with_help(ACTION));
        }
        Token::RParen if needs_comma => {
            let message = "expected `,` and the out-class, found `)`";
            return Some(site.unexpected(message, "one class only").with_help(ACTION));
        }
        _ if needs_comma && begins_operand => {
            let message = format!(
                "expected `,` between `{}` and `{word}`",
                site.previous_word(1)
            );
            return Some(
                site.unexpected(message, "no `,` before this")
                    .with_help(ACTION),
            );
        }
        _ if site.expects("(") && site.expects("for") && site.before(2) == Some(Token::Action) => {
            let message = "an action has an in-class and an out-class";
            let diagnostic = Diagnostic::new(Code::UnexpectedToken, message);
            let diagnostic =
                diagnostic.with_label(site.previous_place(), "nothing follows the name");
            return Some(diagnostic.with_help(ACTION));
        }
        _ if !site.expects("end-strat") && !site.expects("prefer") => return None,
        Token::Depth => "the bound of an action is `within`, in plies",
        Token::Better => "what an action leads to is its out-class",
        Token::Them => "an action reckons with all replies",
        _ => return None,
    };
    let message = format!("`{word}` is not a clause of an action");
    let diagnostic = site.report(Code::ClauseOutOfPlace, message, "does not belong here");
    Some(diagnostic.with_help(help))
}

/// Whether the innermost bracket is that of an action: `action NAME (`, `action (`.
fn in_bracket(site: &Site<'_>) -> bool {
    site.bracket.is_some_and(|bracket| {
        let at = site
            .lexemes
            .partition_point(|lexeme| lexeme.start < bracket.start);
        let before = site.lexemes.get(at.saturating_sub(2)..at).unwrap_or(&[]);
        before.iter().any(|lexeme| lexeme.token == Token::Action)
    })
}

/// What can follow a statement.
fn statement(site: &Site<'_>) -> Option<Diagnostic> {
    use Token::{Because, Cost, Effort, Holding, Otherwise, Prefer, Stop, Then, Us, Within};
    let word = site.word();
    let help = match site.found()? {
        _ if site.before(1) == Some(Stop) && site.expects("text") && !site.new_line() => {
            let message = format!("expected a reason in quotation marks, found `{word}`");
            let diagnostic = site.unexpected(message, "not a quoted text");
            return Some(diagnostic.with_help("write `stop \"...\"`, or `stop` alone"));
        }
        Then if site.expects("end-do") => {
            let diagnostic =
                site.unexpected(format!("`{word}` follows no `if`"), "not expected here");
            let help = "the condition of a loop ends without a word; take `then` away";
            return Some(diagnostic.with_help(help));
        }
        Otherwise if site.expects("consult") => {
            "it follows an action or a `consult`, without anything between"
        }
        Us | Holding | Within | Prefer | Cost | Effort | Because if site.expects("consult") => {
            "the clauses of an action follow its classes"
        }
        _ => return None,
    };
    let message = format!("`{word}` belongs to no action");
    let diagnostic = site.report(Code::ClauseOutOfPlace, message, "does not belong here");
    Some(diagnostic.with_help(help))
}
