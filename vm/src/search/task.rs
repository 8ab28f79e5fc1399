//! What a search is asked: a piece-of-advice, its root, and the bound.

use adv_chess::{Color, LegalInfo, Position};
use adv_module::program::Advice;
use adv_module::{AdviceId, AdviceKind, Program, SearchMode};

use crate::search::boards::{Boards, OnWholeBoards};

/// One search: a piece-of-advice at a root under a bound.
pub(crate) struct Task<'m, 'p, B: Boards> {
    /// Its number.
    pub(crate) id: AdviceId,
    pub(crate) advice: &'m Advice,
    pub(crate) root: &'p Position,
    /// How positions are held.
    pub(crate) boards: B,
    /// The root, held so.
    pub(crate) board: B::Board,
    /// What the legality of its moves depends on, where that has been found out.
    pub(crate) legal: Option<LegalInfo>,
    pub(crate) us: Color,
    pub(crate) bound: u16,
}

impl<'m, 'p> Task<'m, 'p, OnWholeBoards> {
    /// A search on whole boards.
    pub(crate) fn whole(
        module: &'m Program,
        id: AdviceId,
        root: &'p Position,
        us: Color,
        bound: u16,
    ) -> Self {
        Task {
            id,
            advice: &module.advice[id.index()],
            root,
            boards: OnWholeBoards,
            board: *root,
            legal: None,
            us,
            bound,
        }
    }
}

/// The position that has no prefix in a better-goal: the node, and in an action's out-class the position before our last move.
#[inline(always)]
pub(crate) fn better_current<'p, T>(advice: &Advice, before: &'p T, node: &'p T) -> &'p T {
    match advice.kind {
        AdviceKind::Action => before,
        AdviceKind::Piece | AdviceKind::Either => node,
    }
}

/// The bounds under which a piece is searched: its depth, or 1, 3, 5, … up to it where the shortest tree is wanted.
pub(crate) fn bounds(mode: SearchMode, depth: u16) -> impl Iterator<Item = u16> {
    let first = match mode {
        SearchMode::Within => depth,
        SearchMode::Shortest => 1,
    };
    let mut next = Some(first);
    std::iter::from_fn(move || {
        let here = next?;
        next = if here >= depth {
            None
        } else {
            Some((here + 2).min(depth))
        };
        Some(here)
    })
}
