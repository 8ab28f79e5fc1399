//! The class that selects a move at a node, found again after the search: the tree itself does not keep it.

use adv_chess::{Color, LegalInfo, Move, Position};
use adv_module::AdviceId;

use super::SelectedBy;
use crate::consultation::Consultation;
use crate::engine::{Engine, Options};
use crate::limits::Stop;
use crate::run::Run;
use crate::search::moves::{Spot, classes_at};
use crate::search::request::{At, Request, Task};
use crate::view::View;

/// A node and the move that is made there, as the program sees the position.
pub(crate) struct SelectedMove<'p> {
    /// The piece-of-advice or action.
    pub(crate) advice: AdviceId,
    /// The root of the tree.
    pub(crate) root: &'p Position,
    /// The side that is `us`.
    pub(crate) us: Color,
    /// The position before the move.
    pub(crate) before: &'p Position,
    /// Plies from the root to it.
    pub(crate) ply: u16,
    /// The move.
    pub(crate) mv: Move,
}

impl Run<'_> {
    /// The first class of its list that selects a move; `None` where none does, and where a class speaks of `TAKEN`, which only the search knows.
    pub(crate) fn selected_by(
        &mut self,
        wanted: &SelectedMove<'_>,
    ) -> Result<Option<SelectedBy>, Stop> {
        let module = self.module;
        let Some(advice) = module.advice.get(wanted.advice.index()) else {
            return Ok(None);
        };
        if module.advice_needs_taken(wanted.advice) {
            return Ok(None);
        }
        let ours = wanted.before.turn() == wanted.us;
        let classes = classes_at(if ours { &advice.us } else { &advice.them }, wanted.ply);
        self.activate(wanted.us);
        let task = Task::whole((wanted.advice, advice), wanted.root, wanted.us);
        let info = LegalInfo::new(wanted.before);
        let at = At {
            board: wanted.before,
            ..task.root()
        };
        let spot = Spot::new(at, wanted.before, &info);
        let mark = self.stacks.moves.len();
        let mut found = None;
        for (class, record) in classes.iter().enumerate() {
            let begin = self.stacks.moves.len();
            self.collect(&spot, record, mark, true, None)?;
            let mut selected = self.stacks.moves.iter().skip(begin);
            if selected.any(|one| *one == wanted.mv) {
                found = Some(SelectedBy {
                    ours,
                    ply: wanted.ply,
                    class: u16::try_from(class).unwrap_or(u16::MAX),
                    taken: None,
                });
                break;
            }
        }
        self.stacks.moves.truncate(mark);
        Ok(found)
    }
}

impl Engine {
    /// The classes that selected the moves of an answer's tree, by node, where the piece-of-advice speaks of `TAKEN`; for others
    /// [`Engine::facts`] tells them. It is searched again for that. What is not known, as where a list wanted the shortest tree of
    /// several pieces, is `None`.
    ///
    /// # Errors
    /// The [`Stop`] that was reached; the limits are those of a consultation.
    pub fn tree_classes(&mut self, answer: &Consultation) -> Result<Vec<Option<SelectedBy>>, Stop> {
        let (Some(tree), Some(advice)) = (&answer.tree, answer.advice) else {
            return Ok(Vec::new());
        };
        if !self.module().advice_needs_taken(advice) {
            return Ok(Vec::new());
        }
        let view = View::turned(tree.root(), answer.us, answer.mirrored);
        let watched = self.buffers.watch.take();
        self.record_tree();
        let found = self.with_run(&Options::default(), |run| {
            run.trace_piece(&view);
            run.search(&Request::play(advice, &view, None))
        });
        let searched = self.searched();
        self.buffers.watch = watched;
        found?;
        let mut marked = searched.branches.iter().filter(|one| one.in_tree);
        let class = |node: &crate::tree::Node| {
            let same = marked.next().filter(|one| one.mv == node.mv)?;
            same.class
        };
        Ok(tree.nodes().iter().map(class).collect())
    }
}
