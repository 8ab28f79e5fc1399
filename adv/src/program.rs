//! The records of a program: its tables, strategies, pieces-of-advice, tests and claims, as its module holds them.

#[doc(inline)]
pub use adv_module::program::{
    Advice, Claim, ClaimSubject, Compare, Entry, Expect, ExpectKind, Export, FromSet, Function,
    GoalWord, Place, Program, Rule, Statement, StatementKind, Strategy, Table, Test,
};
#[doc(inline)]
pub use adv_module::{
    AdviceId, AdviceKind, EvaluationId, FnId, LinkError, Linked, Module, Needs, StrategyId,
    TableId, Ty, Who, listing_of_verified as listing, write,
};
