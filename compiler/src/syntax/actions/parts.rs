//! Parts of items that are no nodes of the tree: the actions of the grammar put them together and take them apart.

use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    Expr, FromPart, GoalWord, HeadPart, ItemKind, ListEntry, Name, Ref, Rule, Side, Statement,
    StrategyDef, Unit,
};

/// A line of a table.
pub(in crate::syntax) enum Line {
    Rule(Rule),
    Also(Spanned<Vec<ListEntry>>),
    Beyond(Spanned<Vec<Name>>),
}

/// A strategy without its name, which is at one of two places.
pub(in crate::syntax) struct UnnamedStrategy {
    pub side: Option<Spanned<Side>>,
    pub parts: Vec<HeadPart>,
    pub head: Span,
    pub body: Vec<Statement>,
    pub end_name: Option<Name>,
}

impl UnnamedStrategy {
    pub fn named(self, name: Name) -> ItemKind {
        let UnnamedStrategy {
            side,
            parts,
            head,
            body,
            end_name,
        } = self;
        ItemKind::Strategy(StrategyDef {
            name,
            side,
            parts,
            head,
            body,
            end_name,
        })
    }
}

/// A part of a claim after its subject.
pub(in crate::syntax) enum ClaimPart {
    From(FromPart),
    Goal(GoalWord, Expr),
    Within(Spanned<i64>, Unit),
    Mode(Name),
}

/// Some call of a `moves` definition, an advice, a table or a plan.
pub(in crate::syntax) fn reference(name: Name, args: Option<Vec<Expr>>, span: Span) -> Ref {
    Ref {
        name,
        args: args.unwrap_or_default(),
        span,
    }
}
