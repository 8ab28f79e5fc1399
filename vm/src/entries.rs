//! A list entry by entry, for callers that share one budget among the pieces of a list and want to know where it went.
//!
//! ```text
//!   list_in(table, position) ──▶ TableList { rule, entries }      the list that the table would try
//!   try_entry(entry, position) ─▶ Consultation, or Failure        one entry of it; set_limits before it says what is left
//!   last_search() ──────────────▶ LastSearch                      the bound under which it ended, and how deep it came
//! ```
//!
//! Tried one after the other, the entries of a list come to what [`Engine::consult`] finds.

use adv_chess::Position;
use adv_module::TableId;
use adv_module::program::Entry;

use crate::beyond::view_for_table;
use crate::consult::{answer_by, consult_list, positions, rule_of};
use crate::consultation::{Consultation, Failure};
use crate::engine::{Engine, Options};
use crate::run::Run;
use crate::view::view;

/// The list that a table tries in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct TableList {
    /// The table that answers: the one that is asked, or one beyond it.
    pub table: TableId,
    /// The rule whose precondition holds, counted from 0; `None` where no rule applies.
    pub rule: Option<usize>,
    /// The entries of its list, in order.
    pub entries: Vec<Entry>,
}

/// What the search of the last piece-of-advice came to, also where a limit ended it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastSearch {
    /// The bound in plies under which it was searched last.
    pub plies: u16,
    /// The effort that a line could cost then, in thousandths; `None` where moves have no cost.
    pub effort: Option<u32>,
    /// The deepest ply at which a position was tested.
    pub deepest: u16,
    /// The positions tested, those of nested pieces included.
    pub positions: u64,
}

impl Engine {
    /// The list that a table would try in a position.
    ///
    /// # Errors
    /// As [`Engine::consult`].
    pub fn list_in(&mut self, table: TableId, position: &Position) -> Result<TableList, Failure> {
        let (table, view) = view_for_table(self.module(), table, position)?;
        self.with_run(&Options::default(), |run| {
            let mut rule = None;
            let list = rule_of(run, table, &view, &mut rule)?;
            Ok(TableList {
                table,
                rule,
                entries: list.cloned().unwrap_or_default(),
            })
        })
    }

    /// Tries one entry of a list: a piece-of-advice, or the shortest tree of several.
    ///
    /// # Errors
    /// As [`Engine::consult`], for the program's declared material and the side of the entry's first piece.
    pub fn try_entry(
        &mut self,
        entry: &Entry,
        position: &Position,
        options: &Options,
    ) -> Result<Consultation, Failure> {
        let module = self.module();
        let side = entry
            .advice()
            .first()
            .and_then(|id| module.advice.get(id.index()))
            .and_then(|advice| advice.side);
        let view = view(module.material.as_ref(), side, position)?;
        self.with_run(options, |run| {
            answer_by(run, (position, &view), |run, _, note| {
                let list = std::slice::from_ref(entry);
                let mut before = 0;
                let mut counted = |run: &mut Run<'_>, id, satisfied| {
                    before += positions(run);
                    note(run, id, satisfied);
                };
                let found = consult_list(run, list, &view, options.why, None, &mut counted);
                // The failure knows the last search alone.
                found.map_err(|failure| failure.after(before))
            })
        })
    }

    /// What the last search of this engine came to; nothing where it has searched nothing since its last question.
    pub fn last_search(&self) -> LastSearch {
        let counts = self.tested();
        let bound = counts.bound;
        let effort = bound.map(|bound| bound.effort);
        let deepest = counts.by_ply.iter().rposition(|count| *count > 0);
        LastSearch {
            plies: bound.map_or(0, |bound| bound.plies.plies()),
            effort: effort.filter(|effort| *effort != u32::MAX),
            deepest: deepest.map_or(0, |ply| u16::try_from(ply).unwrap_or(u16::MAX)),
            positions: counts.by_ply.iter().sum(),
        }
    }
}

impl Failure {
    /// The failure of a search that came after others, whose positions count too.
    fn after(self, before: u64) -> Failure {
        match self {
            Failure::Stopped {
                stop,
                advice,
                rule,
                positions,
                owed,
            } => Failure::Stopped {
                stop,
                advice,
                rule,
                positions: positions + before,
                owed,
            },
            other => other,
        }
    }
}
