//! The keywords that may stand at a place, the likely first.

use adv::analysis::ast::ItemKind;
use adv::analysis::token::Token;
use adv::analysis::{Group, symbol};

use super::site::Site;
use super::site::has_end;

/// Keywords in the order in which they are offered where the grammar accepts several: what a test, a claim and a rule need next, clauses and
/// rules, operands. Those that are not here come after them.
const LIKELY: &[Token] = {
    use Token::*;
    &[
        Position, Expect, Then, Positions, Of, From, Share, Reaches, Keeps, Never, Within, Move,
        Advice, Only, Shortest, Easiest, Cheapest, Required, If, Otherwise, Better, Holding, Us,
        Them, Depth, Fact, Worth, Called, Where, By, To, Toward, Action, Consult, DoWhile, Apply,
        Stop, Also, Beyond, Belief, Purpose, Because, Else, ElseIf, All, Example, For, Any, And,
        Or, New, Root, Not,
    ]
};

/// Keywords that an item has once.
fn once(item: Token) -> &'static [Token] {
    use Token::*;
    match item {
        Advice => &[
            Better, Holding, Us, Them, Depth, Because, Cost, Effort, Shortest, Easiest, Cheapest,
        ],
        Action => &[Us, Holding, Within, Prefer, Cost, Effort, Because],
        Table => &[Otherwise, Beyond],
        Test => &[Position, Expect],
        Prove | Measure => &[
            From, Share, Reaches, Keeps, Never, Within, Weak, Strong, AnyChoice, FiftyMoves,
        ],
        Pattern => &[Fact, Worth, Called, Belief, Excludes],
        Evaluation => &[Of, Stage, Tell, Similarity],
        _ => &[],
    }
}

/// The word of a keyword, in small letters where it has them; `None` for signs.
pub fn word(token: Token) -> Option<&'static str> {
    let spellings = symbol(token)?.spellings.iter();
    let mut words = spellings.filter(|spelling| spelling.starts_with(|c: char| c.is_alphabetic()));
    words.next().copied()
}

/// Role of a keyword at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It belongs to the clause or the item at hand.
    Next,
    /// It begins or joins operands.
    Operand,
    /// It begins another item, or ends this one.
    Other,
}

/// The order of the words that begin items.
const ITEMS: &[Token] = {
    use Token::*;
    &[Advice, Table, Prove, Test, Number, Descriptor, Board, Moves]
};

/// True for a word that begins a clause, a rule or a statement of an item.
fn begins_clause(token: Token, item: Option<Token>) -> bool {
    use Token::*;
    let Some(row) = symbol(token) else {
        return false;
    };
    let contextual = [
        Cost, Effort, Fact, Worth, Excludes, Called, Belief, Purpose, Plan, For, Of, Stage, Tell,
        Similarity,
    ];
    matches!(
        row.group,
        Group::Clause | Group::Rule | Group::ActionClause | Group::Statement
    ) || contextual.contains(&token)
        || token == If && matches!(item, Some(Table | Strat))
}

/// The keywords that a place accepts and that its item has not had, the likely first.
pub fn keywords(site: &Site<'_>) -> Vec<(Token, Role)> {
    let accepts = |token| site.follow.contains(&token);
    let given = once(site.item.unwrap_or(Token::Error));
    let begins_item = accepts(Token::Material);
    let had = |token: Token| match token {
        Token::Shortest | Token::Easiest => {
            site.has_had(Token::Shortest) || site.has_had(Token::Easiest)
        }
        token => site.has_had(token),
    };
    let is_whole = accepts(Token::Square);
    let fits = |token: &Token| match symbol(*token).map(|row| row.group) {
        None | Some(Group::Letter | Group::Side) => false,
        // A new item begins on a line of its own.
        Some(Group::Item) if begins_item => site.begins_line,
        // Sides, which only some arguments are.
        _ if matches!(token, Token::Us | Token::Them) && is_whole => false,
        _ => !given.contains(token) || !had(*token),
    };
    let in_clauses = site.begins_line && site.item.is_some_and(has_end) && !is_whole;
    let role = |token: Token| match symbol(token).map(|row| row.group) {
        Some(Group::Item) if begins_item && site.item.is_some() => Role::Other,
        Some(Group::End) => Role::Other,
        _ if in_clauses => match begins_clause(token, site.item) {
            true => Role::Next,
            false => Role::Other,
        },
        // A clause on the line of another one is rare.
        Some(Group::Clause) if !site.begins_line && site.item != Some(Token::Pattern) => {
            Role::Other
        }
        Some(Group::Operand | Group::Expression) if is_whole => Role::Operand,
        Some(Group::Operator) => Role::Operand,
        _ if matches!(token, Token::AfterUs | Token::AfterThem) => Role::Operand,
        _ => Role::Next,
    };
    let tokens = site.follow.iter().copied().filter(fits);
    let mut found: Vec<(Token, Role)> = tokens.map(|token| (token, role(token))).collect();
    let order = if begins_item && site.item.is_none() {
        ITEMS
    } else {
        LIKELY
    };
    let items = &site.snapshot.analysis.tree.items;
    let has = |kind: fn(&ItemKind) -> bool| items.iter().any(|item| kind(&item.kind));
    let place = |token: Token| {
        let is_head = match token {
            Token::Material => !has(|kind| matches!(kind, ItemKind::Material(_))),
            Token::Example => !has(|kind| matches!(kind, ItemKind::Example(_))),
            _ => false,
        };
        let known = order.iter().position(|one| *one == token);
        match is_head && begins_item {
            true => 0,
            false => 1 + known.unwrap_or(order.len()),
        }
    };
    found.sort_by_key(|(token, role)| (*role, place(*token)));
    found
}

/// The snippet of a word that begins an item; `None` where it has none.
pub type Snippets = fn(Token) -> Option<&'static str>;

/// The snippets, in the syntax of the protocol.
pub fn snippet(item: Token) -> Option<&'static str> {
    Some(match item {
        Token::Material => "material  W: ${1:K, R}; B: ${2:K}",
        Token::Example => "example \"${1:8/8/8/3k4/8/8/1R6/K7 w - - 0 1}\"",
        Token::Number => "number ${1:name} = ${2:1}",
        Token::Board => "board ${1:NAME} = ${2:e4}",
        Token::Descriptor => "descriptor ${1:name} = ${2:check}",
        Token::Moves => "moves ${1:name} = ${2:any}",
        Token::Advice => {
            "advice ${1:name} for ${2:W}\n  better   ${3:mate}\n  us       ${4:any}\n  them     ${5:any}\n  depth    ${6:1}\nend-advice\n$0"
        }
        Token::Plan => "plan ${1:name} = ${2:advice-1}, ${3:advice-2}",
        Token::Table => {
            "table ${1:name} for ${2:W}\n  if ${3:check} then ${4:advice-1}\n  otherwise     ${5:advice-2}\nend-table\n$0"
        }
        Token::Test => {
            "test \"${1:name}\" ${2:table-1} position \"${3:8/8/8/3k4/8/8/1R6/K7 w - - 0 1}\" expect ${4:mate}"
        }
        Token::Prove => {
            "prove ${1:table-1} from ${2:all positions} reaches ${3:mate} within ${4:20} moves"
        }
        Token::Measure => "measure ${1:table-1} from ${2:1000} random positions share of ${3:mate}",
        Token::Strat => {
            "strat ${1:name} for ${2:W}\n  do-while ¬${3:mate}\n    consult ${4:advice-1}\n  end-do\nend-strat\n$0"
        }
        Token::Pattern => {
            "pattern ${1:name} in ${2:branch}\n  fact      ${3:e4} each square\n  worth     ${4:10}\n  called    \"${5:a fact}\"\nend-pattern\n$0"
        }
        Token::Evaluation => {
            "evaluation ${1:name}\n  of        ${2:branch}\n  tell      ${3:3}\nend-evaluation\n$0"
        }
        _ => return None,
    })
}
