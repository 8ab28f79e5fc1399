//! A strategy as data: a list of statements with jumps, so that a number is all a cursor needs.
//!
//! ```text
//!   action LINE (…)                        0  Action LINE                     then 1
//!   do-while (MV(B.K) ≠ ∅)                 1  While MV(B.K) ≠ ∅               else 8
//!     if OPP then                          2  If OPP                          else 5
//!       action CHECK (…)                   3  Action CHECK                    then 4
//!                                          4  Jump 7
//!     else
//!       action TOKING (…) otherwise stop   5  Action TOKING                   then 7  failed 6
//!     end-if                               6  Stop
//!   end-do                                 7  Again 1
//!                                          8  (the end: the out-class is checked)
//! ```
//!
//! Every jump goes forward but `Again`, which goes back to the `While` whose end follows it. So a run that makes no move
//! comes to an end, or back to a `While` in the same position, which the machine notices.

use super::{Code, Compiled, Entry, Material, Place};
use crate::data::{Role, record};
use crate::format::MAX_STATEMENTS;
use crate::ids::{AdviceId, FnId, StrategyId, TableId};
use crate::types::Who;

/// A strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy<C: Code = Compiled> {
    /// The name.
    pub name: C::Name,
    /// The side it plays for; `None`: the side that moves where it is begun.
    pub side: Option<Who>,
    /// The figures of its in-class, or the file's material.
    pub material: Option<Material>,
    /// The in-class's descriptor, without parameters; `None` is any position.
    pub in_class: Option<C::Body>,
    /// The place of the in-class's descriptor.
    pub in_class_place: Place,
    /// The out-class, a descriptor without parameters; `None` where the head has none.
    pub out_class: Option<C::Body>,
    /// The out-class compares the end with the beginning: its current position is the one where the strategy began, its new one that
    /// where it ended. Otherwise the current one is the end. The root is the beginning in both.
    pub compares: bool,
    /// The place of the out-class.
    pub out_class_place: Place,
    /// The statements. A jump to `body.len()` is the end.
    pub body: Vec<C::Statement>,
    /// Its doc comment.
    pub doc: String,
    /// Its place.
    pub place: Place,
}

record!(Strategy {
    name,
    side,
    material,
    in_class: role(Role::Statement),
    in_class_place,
    out_class: role(Role::OutClass),
    compares,
    out_class_place,
    body: most(MAX_STATEMENTS),
    doc,
    place,
});

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Its place: a whole action, the head of a loop or branch.
    pub place: Place,
}

record!(Statement { kind, place });

/// The kinds of statement. Targets are indices into [`Strategy::body`], or its length.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// Realises an action: where its in-class holds and its p-strategy is found, it is played.
    Action {
        /// The record of its p-strategy, of the kind [`crate::types::AdviceKind::Action`].
        advice: AdviceId,
        /// The in-class, a descriptor without parameters; `None` is any position.
        in_class: Option<FnId>,
        /// Where it goes on when the p-strategy has been played.
        then: u32,
        /// Where it goes on when the action cannot be realised; `None` stops the run.
        failed: Option<u32>,
    },
    /// Plays the tree that a table or a list finds.
    Consult {
        /// What is consulted.
        what: Consulted,
        /// Where it goes on when the tree has been played.
        then: u32,
        /// Where it goes on when there is none; `None` stops the run.
        failed: Option<u32>,
    },
    /// Runs another strategy to its end, after testing its in-class.
    Apply {
        /// The other strategy.
        strategy: StrategyId,
        /// Where it goes on when that has come to its end; where that is not applicable, the next statement runs. `None`: it
        /// goes on with the next statement, and a strategy that is not applicable stops the run.
        then: Option<u32>,
    },
    /// The head of a loop: goes on after it while the descriptor holds.
    While {
        /// A descriptor without parameters.
        condition: FnId,
        /// Where it goes on otherwise: one after the loop's `Again`.
        end: u32,
    },
    /// The end of a loop's body: back to its `While`.
    Again(u32),
    /// Goes on after it where the descriptor holds.
    If {
        /// A descriptor without parameters.
        condition: FnId,
        /// Where it goes on otherwise.
        otherwise: u32,
    },
    /// Goes on elsewhere.
    Jump(u32),
    /// Ends the run, with a reason where the author gave one.
    Stop(Option<String>),
}

record!(enum StatementKind {
    0 Action { advice, in_class: role(Role::Statement), then, failed };
    1 Consult { what, then, failed };
    2 Apply { strategy, then };
    3 While { condition: role(Role::Statement), end };
    4 Again(head);
    5 If { condition: role(Role::Statement), otherwise };
    6 Jump(to);
    7 Stop(reason);
});

impl StatementKind {
    /// Calls `f` on every statement that it names, that of `Again` included. Going on with the next statement is not among them.
    pub fn targets(&self, f: &mut dyn FnMut(u32)) {
        match *self {
            StatementKind::Action { then, failed, .. }
            | StatementKind::Consult { then, failed, .. } => {
                f(then);
                failed.into_iter().for_each(f);
            }
            StatementKind::While { end: to, .. }
            | StatementKind::Again(to)
            | StatementKind::If { otherwise: to, .. }
            | StatementKind::Jump(to)
            | StatementKind::Apply { then: Some(to), .. } => f(to),
            StatementKind::Apply { then: None, .. } | StatementKind::Stop(_) => {}
        }
    }
}

/// What a statement consults.
#[derive(Clone, Debug, PartialEq)]
pub enum Consulted {
    /// A table.
    Table(TableId),
    /// A list of pieces-of-advice, plans spelt out, tried in order.
    List(Vec<Entry>),
}

record!(enum Consulted {
    0 Table(table);
    1 List(entries);
});
