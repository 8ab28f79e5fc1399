//! How a search holds positions: as whole boards, or, where the men are few and none is a pawn, as one word each.
//!
//! ```text
//!                     a move     goals                        moves of a node
//!   OnWholeBoards     72 bytes   interpreted or native code   from the board
//!   OnLeanBoards      8 bytes    native code                  from the board, made once for the node
//! ```
//!
//! The search is written once and compiled for both. What is seldom asked on lean boards (primitives, code that is still cold,
//! lists of moves) makes the whole board of a word.

use std::ops::Deref;

use adv_chess::{Color, Lean, Move, Position, Roster};
use adv_jit::{Few, Sight, Whole};

use crate::memo::{Key, Memo};
use crate::natives::{Native, Natives};
use crate::run::Run;

/// One way to hold positions.
pub(crate) trait Boards: Copy {
    /// How native code is given them.
    type Sight: Sight;
    /// One of them.
    type Board: Key;
    /// The whole board of one.
    type Seen<'p>: Deref<Target = Position>;

    /// The side to move.
    fn turn(board: &Self::Board) -> Color;

    /// The position behind a move that was generated from it.
    fn play(board: &Self::Board, m: Move) -> Self::Board;

    /// What native code is given.
    fn given(board: &Self::Board) -> <Self::Sight as Sight>::Board<'_>;

    /// The whole board.
    fn whole<'p>(&self, board: &'p Self::Board) -> Self::Seen<'p>;

    /// The native code that there is now for the side that is `us`.
    fn natives<'r>(run: &'r mut Run<'_>) -> &'r mut Natives<Self::Sight>;

    /// What has been found out to be in vain.
    fn memo<'r>(run: &'r mut Run<'_>) -> &'r mut Memo<Self::Board>;

    /// Has a function compiled.
    fn compile(&self, run: &Run<'_>, function: adv_module::FnId) -> Option<Native<Self::Sight>>;
}

/// Positions of 72 bytes.
#[derive(Clone, Copy)]
pub(crate) struct OnWholeBoards;

/// Positions of one word.
#[derive(Clone, Copy)]
pub(crate) struct OnLeanBoards(pub(crate) Roster);

/// A whole board that was made for the asking.
pub(crate) struct Made(Position);

impl Deref for Made {
    type Target = Position;

    #[inline(always)]
    fn deref(&self) -> &Position {
        &self.0
    }
}

impl Boards for OnWholeBoards {
    type Sight = Whole;
    type Board = Position;
    type Seen<'p> = &'p Position;

    #[inline(always)]
    fn turn(board: &Position) -> Color {
        board.turn()
    }

    #[inline(always)]
    fn play(board: &Position, m: Move) -> Position {
        board.play(m)
    }

    #[inline(always)]
    fn given(board: &Position) -> &Position {
        board
    }

    #[inline(always)]
    fn whole<'p>(&self, board: &'p Position) -> &'p Position {
        board
    }

    #[inline(always)]
    fn natives<'r>(run: &'r mut Run<'_>) -> &'r mut Natives<Whole> {
        &mut run.natives.whole
    }

    #[inline(always)]
    fn memo<'r>(run: &'r mut Run<'_>) -> &'r mut Memo<Position> {
        &mut run.memos.whole
    }

    fn compile(&self, run: &Run<'_>, function: adv_module::FnId) -> Option<Native<Whole>> {
        let code = run
            .jit?
            .whole(run.module, function, run.natives.whole.us())?;
        Some(Native::new(code, run.module, function))
    }
}

impl Boards for OnLeanBoards {
    type Sight = Few;
    type Board = Lean;
    type Seen<'p> = Made;

    #[inline(always)]
    fn turn(board: &Lean) -> Color {
        board.turn()
    }

    #[inline(always)]
    fn play(board: &Lean, m: Move) -> Lean {
        board.play(m)
    }

    #[inline(always)]
    fn given(board: &Lean) -> Lean {
        *board
    }

    #[inline(always)]
    fn whole<'p>(&self, board: &'p Lean) -> Made {
        Made(self.0.unpack(*board))
    }

    #[inline(always)]
    fn natives<'r>(run: &'r mut Run<'_>) -> &'r mut Natives<Few> {
        &mut run.natives.few
    }

    #[inline(always)]
    fn memo<'r>(run: &'r mut Run<'_>) -> &'r mut Memo<Lean> {
        &mut run.memos.few
    }

    fn compile(&self, run: &Run<'_>, function: adv_module::FnId) -> Option<Native<Few>> {
        let us = run.natives.few.us();
        let code = run.jit?.few(run.module, function, us, &self.0)?;
        Some(Native::new(code, run.module, function))
    }
}
