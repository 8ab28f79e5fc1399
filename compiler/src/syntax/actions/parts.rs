//! Parts of items that are no nodes of the tree: the actions of the grammar put them together and take them apart.

use crate::source::{Span, Spanned};
use crate::syntax::ast::{
    ActionClasses, ActionDef, ActionUse, AdviceClause, AdviceDef, Expr, FromPart, GoalWord,
    HeadPart, ItemKind, ListEntry, Name, Param, Ref, Rule, Side, Statement, StatementKind,
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

/// What follows the word `action` in a strategy: the classes of a definition, or a name that is used.
pub(in crate::syntax) enum ActionHead {
    Classes(Name, Expr, Expr),
    Use(Ref),
}

impl ActionHead {
    pub fn statement(
        self,
        clauses: Vec<AdviceClause>,
        otherwise: Option<Box<Statement>>,
    ) -> StatementKind {
        match self {
            ActionHead::Classes(name, in_class, out_class) => StatementKind::Action(ActionDef {
                name,
                in_class,
                out_class,
                clauses,
                otherwise,
            }),
            ActionHead::Use(reference) => StatementKind::ActionUse(ActionUse {
                reference,
                clauses,
                otherwise,
            }),
        }
    }
}

/// What follows the word `action` outside of strategies.
pub(in crate::syntax) struct ActionItemHead {
    pub name: Name,
    pub params: Vec<Param>,
    pub side: Option<Spanned<Side>>,
    pub in_class: Expr,
    pub out_class: Expr,
}

impl ActionItemHead {
    /// Without parameters and side.
    pub fn plain(name: Name, in_class: Expr, out_class: Expr) -> ActionItemHead {
        ActionItemHead {
            name,
            params: Vec::new(),
            side: None,
            in_class,
            out_class,
        }
    }

    pub fn item(self, clauses: Vec<AdviceClause>, end_name: Option<Name>) -> ItemKind {
        let ActionItemHead {
            name,
            params,
            side,
            in_class,
            out_class,
        } = self;
        let action = ActionClasses {
            in_class,
            out_class,
            clauses,
        };
        ItemKind::Advice(AdviceDef {
            name,
            params,
            side,
            clauses: Vec::new(),
            end_name,
            action: Some(Box::new(action)),
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
