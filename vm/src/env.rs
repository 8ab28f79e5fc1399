//! What an evaluation can see: positions by frame, the consulting side, the move.

use adv_chess::{Color, Position};
use adv_module::{Frame, Who};

use crate::fuse::{frame_of, who_of};
use crate::search::moves::color_of;

/// What an evaluation can see: the positions by [`Frame`], the consulting side, and in a move clause the move.
#[derive(Clone, Copy)]
pub(crate) struct Env<'p> {
    /// Current, new, root.
    pub(crate) positions: [&'p Position; 3],
    /// The side that is `us`.
    pub(crate) us: Color,
    /// The move's from-square as a set; empty outside move clauses.
    pub(crate) from: u64,
    /// The move's to-square as a set.
    pub(crate) to: u64,
}

impl<'p> Env<'p> {
    /// Everything is one position.
    pub(crate) fn single(position: &'p Position, us: Color) -> Env<'p> {
        Env {
            positions: [position; 3],
            us,
            from: 0,
            to: 0,
        }
    }

    /// A node of a tree: none and `new.` are the node.
    #[inline(always)]
    pub(crate) fn node(node: &'p Position, root: &'p Position, us: Color) -> Env<'p> {
        Env {
            positions: [node, node, root],
            us,
            from: 0,
            to: 0,
        }
    }

    /// A node of a tree where none is a position of its own: in an action's out-class the one before our last move.
    #[inline(always)]
    pub(crate) fn step(
        current: &'p Position,
        node: &'p Position,
        root: &'p Position,
        us: Color,
    ) -> Env<'p> {
        Env {
            positions: [current, node, root],
            us,
            from: 0,
            to: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn at(&self, frame: Frame) -> &'p Position {
        self.positions[frame as usize]
    }

    /// The colour that a side word means here.
    #[inline(always)]
    pub(crate) fn color(&self, who: Who) -> Color {
        color_of(who, self.us)
    }

    /// The squares of a packed piece.
    #[inline(always)]
    pub(crate) fn packed(&self, packed: u8) -> u64 {
        squares(
            self.at(frame_of(packed)),
            self.color(who_of(packed)),
            packed & 7,
        )
    }

    /// True where a packed side is to move.
    #[inline(always)]
    pub(crate) fn moves_now(&self, packed: u8) -> bool {
        self.at(frame_of(packed)).turn() == self.color(who_of(packed))
    }

    #[inline(always)]
    pub(crate) fn shifted(&self, frame: Frame) -> Env<'p> {
        let mut env = *self;
        env.positions[0] = self.at(frame);
        env
    }
}

/// The squares of a side's men of a role 0..5, or of all its men.
#[inline(always)]
pub(crate) fn squares(position: &Position, color: Color, role: u8) -> u64 {
    let side = position.side(color);
    match position.by_role.get(role as usize) {
        Some(men) => men & side,
        None => side,
    }
}
