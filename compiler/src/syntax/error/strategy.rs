//! The mistakes that people make in strategies. Those about blocks are seen to before the grammar.

use super::Site;
use crate::diagnostics::{Code, Diagnostic};
use crate::symbols::{self, Group};
use crate::syntax::lexer::Lexeme;
use crate::syntax::token::Token;

/// The sentence for a mistake in a strategy, or for a word of strategies outside of them.
pub(super) fn strategy(site: &Site<'_>) -> Option<Diagnostic> {
    if site.in_strategy() {
        in_head(site)
            .or_else(|| in_action(site))
            .or_else(|| statement(site))
    } else if site.in_action() {
        in_action(site)
    } else {
        outside(site)
    }
}

impl Site<'_> {
    /// Whether the place lies between `strat` and its end word.
    pub(super) fn in_strategy(&self) -> bool {
        is_in_strategy(self.input.lexemes.get(..self.at).unwrap_or(&[]))
    }

    /// Whether the place lies in an action of its own, outside of strategies.
    fn in_action(&self) -> bool {
        let before = self.input.lexemes.get(..self.at).unwrap_or(&[]);
        let around = self.definition().map(|lexeme| lexeme.token);
        let last = before.iter().rev();
        let mut last = last.filter(|of| [Token::Action, Token::EndAction].contains(&of.token));
        around == Some(Token::Action) && last.next().is_some_and(|last| last.token == Token::Action)
    }

    fn before(&self, back: usize) -> Option<Token> {
        self.previous(back).map(|lexeme| lexeme.token)
    }

    /// Whether the innermost bracket is that of an action: `action NAME (`, `action (`.
    fn in_action_bracket(&self) -> bool {
        let Some(bracket) = self.open_bracket() else {
            return false;
        };
        let at = self
            .input
            .lexemes
            .partition_point(|lexeme| lexeme.start < bracket.start);
        let token = |back: usize| {
            let at = at.checked_sub(back)?;
            self.input.lexemes.get(at).map(|lexeme| lexeme.token)
        };
        token(1) == Some(Token::Action) || token(2) == Some(Token::Action)
    }
}

/// Whether the last strategy that begins among some tokens has not ended there.
pub(super) fn is_in_strategy(before: &[Lexeme]) -> bool {
    let bound = [Token::Strat, Token::EndStrat];
    let last = before
        .iter()
        .rev()
        .find(|lexeme| bound.contains(&lexeme.token));
    last.is_some_and(|last| last.token == Token::Strat)
}

/// A word of strategies where none is.
fn outside(site: &Site<'_>) -> Option<Diagnostic> {
    let token = site.found?;
    let group = symbols::symbol(token)?.group;
    let is_word = matches!(token, Token::EndDo | Token::EndIf)
        || matches!(group, Group::Head | Group::Statement | Group::ActionClause);
    // `within` and `prefer` in a piece-of-advice have sentences of their own, and a gap before the word comes first.
    if !is_word || token == Token::Prefer || site.expects_expression() {
        return None;
    }
    let message = format!("`{}` is allowed in a strategy only", site.text());
    let help = "put it between `strat` and `end-strat`";
    Some(
        site.report(Code::ClauseOutOfPlace, message, "outside a strategy")
            .with_help(help),
    )
}

/// The figures of one side only; a part that is parted from the one before by something else than `;`.
fn in_head(site: &Site<'_>) -> Option<Diagnostic> {
    let word = site.text();
    if site.found == Some(Token::Mirrored) && site.expects(";") {
        let message = format!("`{word}` does not belong into a head");
        let help = "write it after the `material` of the file";
        return Some(
            site.report(Code::UnexpectedToken, message, "not expected here")
                .with_help(help),
        );
    }
    let is_part = matches!(site.found?, Token::Descr | Token::OutClass | Token::InClass);
    if is_part && site.before(1) == Some(Token::Semi) && site.expects("W") {
        let message = format!("expected the other side's figures, found `{word}`");
        let help = "both sides are named: `figures - W: K, R; B: K`";
        return Some(
            site.report(Code::UnexpectedToken, message, "one side only")
                .with_help(help),
        );
    }
    if is_part && (site.expects(";") || site.before(1) == Some(Token::Comma)) {
        let message = format!("expected `;` before `{word}`");
        let help = "the parts of a head are parted by `;`";
        return Some(
            site.report(Code::UnexpectedToken, message, "no `;` before this")
                .with_help(help),
        );
    }
    None
}

/// Name, commas and clauses of an action.
fn in_action(site: &Site<'_>) -> Option<Diagnostic> {
    let word = site.text();
    let form = "write `action NAME (in-class, out-class)`";
    let found = site.found?;
    if site.before(1) == Some(Token::LParen) && site.before(2) == Some(Token::Action) {
        let message = format!("expected the action's name, found `{word}`");
        return Some(
            site.report(Code::UnexpectedToken, message, "no name")
                .with_help(form),
        );
    }
    if site.expects(",") && site.in_action_bracket() {
        if found == Token::RParen {
            let message = "expected `,` and the out-class, found `)`";
            return Some(
                site.report(Code::UnexpectedToken, message, "one class only")
                    .with_help(form),
            );
        }
        let begins_operand = site.group().is_none_or(|group| {
            matches!(
                group,
                Group::Operand | Group::Letter | Group::Side | Group::Contextual
            )
        }) || found == Token::LParen;
        if begins_operand {
            let left = site
                .previous(1)
                .map_or(String::new(), |left| site.slice(left));
            let message = format!("expected `,` between `{left}` and `{word}`");
            return Some(
                site.report(Code::UnexpectedToken, message, "no `,` before this")
                    .with_help(form),
            );
        }
    }
    if site.expects("(") && site.expects("for") && matches!(site.before(2), Some(Token::Action)) {
        let message = "an action has an in-class and an out-class";
        let name = site
            .previous(1)
            .map_or(site.place(), |name| site.span(name));
        return Some(
            Diagnostic::new(Code::UnexpectedToken, message)
                .with_label(name, "nothing follows the name")
                .with_help(form),
        );
    }
    let help = match found {
        _ if !site.expects("end-strat") && !site.expects("prefer") => return None,
        Token::Depth => "the bound of an action is `within`, in plies",
        Token::Better => "what an action leads to is its out-class",
        Token::Them => "an action reckons with all replies",
        _ => return None,
    };
    let message = format!("`{word}` is not a clause of an action");
    Some(
        site.report(Code::ClauseOutOfPlace, message, "does not belong here")
            .with_help(help),
    )
}

/// What can follow a statement.
fn statement(site: &Site<'_>) -> Option<Diagnostic> {
    let word = site.text();
    let found = site.found?;
    if site.before(1) == Some(Token::Stop) && site.expects("text") && !site.new_line() {
        let message = format!("expected a reason in quotation marks, found `{word}`");
        return Some(
            site.report(Code::UnexpectedToken, message, "not a quoted text")
                .with_help("write `stop \"...\"`, or `stop` alone"),
        );
    }
    if found == Token::Then && site.expects("end-do") {
        let help = "the condition of a loop ends without a word; take `then` away";
        return Some(
            site.report(
                Code::UnexpectedToken,
                format!("`{word}` follows no `if`"),
                "not expected here",
            )
            .with_help(help),
        );
    }
    if found == Token::Otherwise && site.expects("consult") {
        let message = format!("`{word}` belongs to no action");
        let help = "it follows an action or a `consult`, without anything between";
        return Some(
            site.report(Code::ClauseOutOfPlace, message, "does not belong here")
                .with_help(help),
        );
    }
    let is_clause = matches!(
        found,
        Token::Us
            | Token::Holding
            | Token::Within
            | Token::Prefer
            | Token::Cost
            | Token::Effort
            | Token::Because
    );
    if is_clause && site.expects("end-strat") | site.expects("consult") {
        let message = format!("`{word}` belongs to no action");
        return Some(
            site.report(Code::ClauseOutOfPlace, message, "does not belong here")
                .with_help("the clauses of an action follow its classes"),
        );
    }
    None
}
