//! Words and signs between the right ones: what connects the parts of a claim, a clause or a list elsewhere.
//!
//! ```text
//!   prove krk from every position …      `from all positions`
//!   P promoting to Q                     `P as Q`
//!   depth in 5 plies                     `depth 5`
//!   better: mate                         `better mate`
//! ```

use super::Site;
use super::expected::in_words;
use super::foreign::{Words, meant};
use crate::diagnostics::Diagnostic;
use crate::symbols::{self, Group};
use crate::syntax::token::Token;

/// Words in a claim, and what it has for them.
const IN_CLAIMS: Words = &[
    (
        "with if when provided",
        "conditions of the positions follow `where`",
    ),
    ("without avoiding", "what may not come follows `never`"),
    ("at max most upto", "write `within 20 moves`"),
    (
        "always surely",
        "leave it out: a claim is about every reply",
    ),
];

/// The help for a word that connects nothing here.
fn help(site: &Site<'_>) -> Option<String> {
    use Token::{
        AfterThem, AfterUs, All, And, Board, Colon, Comma, Depth, Descriptor, Eq, Example, Expect,
        For, From, In, Integer, LBrace, Letter, Measure, Name, Never, Number, Position, Prove,
        Reaches, Shortest, Table, Test, Then, To, Toward, Within,
    };
    let goes_on = !site.new_line();
    let (before, found) = (site.before(1)?, site.found()?);
    let (previous, word) = (site.previous_word(1), site.word());
    let in_claim = goes_on && (site.is_in(Prove) || site.is_in(Measure));
    let group = symbols::symbol(before).map(|row| row.group);
    let is_word = matches!(group, Some(Group::Clause | Group::Rule | Group::Claim));
    let is_clause = before != Expect && (before == Example || site.is_in(Test) || is_word);
    let is_all = || ["every", "each", "any"].contains(&word.as_str());
    let lexemes = site.lexemes.get(..site.at).unwrap_or(&[]).iter().rev();
    let mut definitions = lexemes.map(|of| of.token);
    let is_defined =
        definitions.find(|of| [Descriptor, Number, Board].contains(of)) == Some(Descriptor);
    let own = match (before, found) {
        (Depth, In | Name) if site.expects_expression() => {
            "a number follows `depth`: `depth 5`, which is in plies"
        }
        (_, Shortest) if site.next()?.token == Depth => "it follows the number: `depth 5 shortest`",
        (Position | Example, Integer | Name | Letter | LBrace) if site.expects("text") => {
            "a position is written in quotation marks: `\"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"`"
        }
        (_, And) if site.is_in(Test) && site.expects(",") => "what a test expects is parted by `,`",
        (_, In) if site.expects("position") => "leave `in` out",
        (_, Comma) if in_claim && site.expects("from") => {
            "a claim has one subject: begin another one with `prove`; conditions are joined by `∧`"
        }
        (_, Comma) if is_defined && site.expects("because") => {
            "conditions are joined by `∧` or `∨`"
        }
        (And, Never) if in_claim => "goals of a claim follow each other: leave `and` out",
        (_, For) if in_claim && site.expects("from") => "write `from all positions`",
        (From, _) if in_claim && is_all() => "write `from all positions`",
        (Name, Reaches) if site.before(2) == Some(All) && site.before(3) == Some(In) => {
            "write `from all positions`"
        }
        (Within, _) if in_claim => "a number follows `within`: `within 20 moves`",
        (_, Then) if site.is_in(Table) && site.expects(",") => {
            "pieces-of-advice are listed as `a, b`"
        }
        (_, Colon) if site.is_in(Table) && site.expects("end-table") => "leave the `:` out",
        (_, Name) if site.is_in(Table) && site.expects("end-table") && word == "when" => {
            "a rule begins with `if`"
        }
        (_, AfterUs | AfterThem) if !goes_on => {
            return Some(format!(
                "it follows the word of the goal: `better {word} d`"
            ));
        }
        (_, Name)
            if site.expects("where")
                && site.expects("to")
                && ["on", "onto", "into"].contains(&word.as_str()) =>
        {
            "squares follow `to` or `from`"
        }
        (_, To | From | Toward) if goes_on && site.expects("because") => {
            "`to`, `from` and `toward` choose moves: in `us`, `them` or `moves NAME = …`; boards are joined by `∩` and `∪`"
        }
        (_, Name | Eq)
            if goes_on && site.expects("as") && (word == "=" || word.starts_with("promot")) =>
        {
            return Some(format!(
                "a promotion is written with `as`: `{previous} as Q`"
            ));
        }
        (_, Colon | Eq) if goes_on && is_clause => {
            return Some(format!("no `{word}` follows the word: `{previous} …`"));
        }
        _ if in_claim => meant(IN_CLAIMS, &word)?,
        _ => return None,
    };
    Some(own.to_owned())
}

pub(super) fn connection(site: &Site<'_>) -> Option<Diagnostic> {
    let help = help(site)?;
    let message = format!(
        "expected {}, found `{}`",
        in_words(&site.expected),
        site.word()
    );
    Some(
        site.unexpected(message, "not expected here")
            .with_help(help),
    )
}
