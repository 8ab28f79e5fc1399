//! Records by their numbers: `program[id]`.
//!
//! A verified program has the record of every number that stands in it. So looking one up is written here once, and the machine
//! has no other index into records.

use std::ops::Index;

use super::{Advice, Code, Evaluation, Pattern, Program, Strategy, Table};
use crate::ids::{AdviceId, EvaluationId, Id, PatternId, StrategyId, TableId};

/// A record that has a number.
pub(crate) trait Record {
    /// The number of the record at a place of its list.
    fn id(index: usize) -> Id;
}

macro_rules! records {
    ($($id:ident in $field:ident is $record:ident)*) => {$(
        impl Record for $record {
            fn id(index: usize) -> Id {
                Id::$record($id::at(index))
            }
        }

        impl<C: Code> Index<$id> for Program<C> {
            type Output = $record<C>;

            /// The record of a number.
            ///
            /// # Panics
            /// Where the program has no such record: the number belongs to another program.
            #[expect(
                clippy::indexing_slicing,
                reason = "every number in a verified program has its record"
            )]
            #[inline(always)]
            fn index(&self, id: $id) -> &$record<C> {
                &self.$field[id.index()]
            }
        }
    )*};
}

records! {
    AdviceId in advice is Advice
    TableId in tables is Table
    StrategyId in strategies is Strategy
    PatternId in patterns is Pattern
    EvaluationId in evaluations is Evaluation
}
