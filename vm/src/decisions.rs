//! The short answers of a table: nothing but what a survey's row needs.
//!
//! A survey asks for millions of them. So what a consultation needs is made ready once for all, and nothing of it is handed back between
//! two positions.

use adv_chess::Position;
use adv_module::TableId;

use crate::beyond::view_for_table;
use crate::consult::consult_quietly;
use crate::consultation::{Decision, Failure};
use crate::engine::{Engine, Lent, Options};
use crate::run::Replies;
use crate::view::{View, unmirrored};

impl Engine {
    /// Consults a table for the short answer: nothing but what a survey's row needs.
    ///
    /// # Errors
    /// As [`Engine::consult`].
    pub fn decide(
        &mut self,
        table: TableId,
        position: &Position,
        replies: Replies,
    ) -> Result<Decision, Failure> {
        self.decisions(table, replies).decide(position)
    }

    /// The same for callers that go through many positions.
    pub fn decisions(&mut self, table: TableId, replies: Replies) -> Decisions<'_> {
        let options = Options {
            replies,
            ..Options::default()
        };
        Decisions {
            lent: self.lend(&options),
            table,
            asked: false,
        }
    }
}

/// An engine that computes short answers of one table, and nothing else meanwhile.
pub struct Decisions<'e> {
    lent: Lent<'e>,
    table: TableId,
    /// There was a position before.
    asked: bool,
}

impl Decisions<'_> {
    /// As [`Engine::decide`]; the limits are for each position.
    ///
    /// # Errors
    /// As [`Engine::consult`].
    pub fn decide(&mut self, position: &Position) -> Result<Decision, Failure> {
        let run = &mut self.lent.run;
        if self.asked {
            run.again(self.lent.limits);
        } else {
            self.asked = true;
        }
        let (mut table, mut view) = (self.table, View::plain(position));
        if !run.sees_plainly(table, position) {
            (table, view) = view_for_table(run.module, table, position)?;
        }
        let (mut rule, mut all) = (None, 0);
        let found = consult_quietly(run, table, &view, &mut rule, &mut all)?;
        let mv = found
            .as_ref()
            .and(run.stacks.tree.first())
            .map(|n| unmirrored(n.mv, view.mirrored));
        let conditional = found.is_some() && run.stacks.tree.iter().any(|n| n.left_out > 0);
        Ok(Decision {
            rule,
            advice: found,
            mv,
            positions: all,
            conditional,
        })
    }
}
