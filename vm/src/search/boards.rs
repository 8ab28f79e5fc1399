//! How a search holds positions: as whole boards, or, where the men are few, as one word each.
//!
//! ```text
//!                     a move     goals                        moves of a node
//!   OnWholeBoards     72 bytes   interpreted or native code   from the board
//!   OnLeanBoards      8 bytes    native code                  from the board, made once for the node
//! ```
//!
//! A word cannot hold what a pawn leaves behind when it promotes or goes two squares beside a man ([`Lean::is_special`]). The search
//! goes on from there on whole boards ([`Boards::beyond`]).
//!
//! The search is written once and compiled for both, and for each of them twice: with what weighs moves and writes down what is tried, and
//! without. For rare work on lean boards (primitives, code that is still cold, lists of moves) the word is unpacked to a whole board.

use std::ops::Deref;

use adv_chess::{Color, Lean, Move, PackedPosition, Position, Roster};
use adv_jit::{Code, Few, Jit, NoCode, Sight, Whole};
use adv_module::{FnId, Program};

use crate::limits::Stop;
use crate::natives::{ActiveTables, NativeTable};
use crate::run::Run;
use crate::search::path::{Mover, Path};
use crate::search::request::{At, Task};

/// One way to hold positions.
pub(crate) trait Boards: Copy {
    /// They are whole boards, on which a move costs more to make than to look at.
    const WHOLE: bool;
    /// Nothing but the answer is wanted: no move is weighed, nothing is written down of what is tried, and no class asks what was taken. What
    /// serves these is left out of the search that is compiled for such boards.
    const PLAIN: bool;
    /// How native code is given them.
    type Sight: Sight;
    /// One of them.
    type Board: Copy;
    /// The whole board of one.
    type Whole<'p>: Deref<Target = Position>;

    /// The side to move.
    fn turn(board: &Self::Board) -> Color;

    /// The position after a move that was generated from it.
    fn play(board: &Self::Board, m: Move) -> Self::Board;

    /// True where the search cannot go on from a node on such boards.
    fn is_special(board: &Self::Board) -> bool;

    /// Whether such a node has a tree, searched on other boards.
    fn beyond(run: &mut Run<'_>, at: &At<'_, Self>, mover: Mover) -> Result<bool, Stop>;

    /// The lean board, which no whole board is: of that it is the empty one.
    fn lean(board: &Self::Board) -> Lean;

    /// What native code is given.
    fn given(board: &Self::Board) -> <Self::Sight as Sight>::Board<'_>;

    /// The whole board.
    fn whole<'p>(&self, board: &'p Self::Board) -> Self::Whole<'p>;

    /// The native code for such positions, of the tables in use.
    fn table<'m>(active: ActiveTables<'m>) -> &'m NativeTable<Self::Sight>;

    /// The position as the memory holds it, the same for boards of either kind; `None` for a board that has no such form.
    fn packed(&self, board: &Self::Board) -> Option<PackedPosition>;

    /// The same for a board after moves from one that has such a form.
    fn packed_again(&self, board: &Self::Board) -> PackedPosition;

    /// Bits that tell most positions apart, the same for boards of either kind.
    fn scatter(&self, board: &Self::Board) -> u64 {
        self.packed(board).map_or(0, |packed| packed.spread())
    }

    /// The nodes of the line that is being searched.
    fn path<'r>(run: &'r mut Run<'_>) -> &'r mut Path<Self::Board>;

    /// Has a function compiled.
    fn compile(
        jit: &Jit,
        module: &Program,
        function: FnId,
        table: &NativeTable<Self::Sight>,
    ) -> Result<Code<Self::Sight>, NoCode>;
}

/// Positions of 72 bytes.
#[derive(Clone, Copy)]
pub(crate) struct OnWholeBoards<const PLAIN: bool>;

/// Positions of one word.
#[derive(Clone, Copy)]
pub(crate) struct OnLeanBoards<const PLAIN: bool>(pub(crate) Roster);

/// A whole board that was made for the asking.
pub(crate) struct UnpackedBoard(Position);

impl Deref for UnpackedBoard {
    type Target = Position;

    #[inline(always)]
    fn deref(&self) -> &Position {
        &self.0
    }
}

impl<const PLAIN: bool> Boards for OnWholeBoards<PLAIN> {
    const WHOLE: bool = true;
    const PLAIN: bool = PLAIN;
    type Sight = Whole;
    type Board = Position;
    type Whole<'p> = &'p Position;

    #[inline(always)]
    fn turn(board: &Position) -> Color {
        board.turn()
    }

    #[inline(always)]
    fn play(board: &Position, m: Move) -> Position {
        board.play(m)
    }

    #[inline(always)]
    fn is_special(_board: &Position) -> bool {
        false
    }

    fn beyond(run: &mut Run<'_>, at: &At<'_, Self>, mover: Mover) -> Result<bool, Stop> {
        run.prove(at, mover)
    }

    #[inline(always)]
    fn lean(_board: &Position) -> Lean {
        Lean::default()
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
    fn table<'m>(active: ActiveTables<'m>) -> &'m NativeTable<Whole> {
        active.whole
    }

    #[inline(always)]
    fn packed(&self, board: &Position) -> Option<PackedPosition> {
        board.packed()
    }

    #[inline(always)]
    fn packed_again(&self, board: &Position) -> PackedPosition {
        board.packed_again()
    }

    #[inline(always)]
    fn path<'r>(run: &'r mut Run<'_>) -> &'r mut Path<Position> {
        &mut run.stacks.whole
    }

    fn compile(
        jit: &Jit,
        module: &Program,
        function: FnId,
        table: &NativeTable<Whole>,
    ) -> Result<Code<Whole>, NoCode> {
        jit.whole(module, function, table.us)
    }
}

impl<const PLAIN: bool> Boards for OnLeanBoards<PLAIN> {
    const WHOLE: bool = false;
    const PLAIN: bool = PLAIN;
    type Sight = Few;
    type Board = Lean;
    type Whole<'p> = UnpackedBoard;

    #[inline(always)]
    fn turn(board: &Lean) -> Color {
        board.turn()
    }

    #[inline(always)]
    fn play(board: &Lean, m: Move) -> Lean {
        board.play(m)
    }

    #[inline(always)]
    fn is_special(board: &Lean) -> bool {
        board.is_special()
    }

    #[cold]
    #[inline(never)]
    fn beyond(run: &mut Run<'_>, at: &At<'_, Self>, mover: Mover) -> Result<bool, Stop> {
        let whole = at.task.boards.0.unpack(*at.board);
        let piece = (at.task.id, at.task.advice);
        let boards = (OnWholeBoards::<PLAIN>, *at.task.root);
        let task = Task::plain(piece, (at.task.root, at.task.us), boards, at.task.bound);
        run.prove(&task.at(&whole, at.line), mover)
    }

    #[inline(always)]
    fn lean(board: &Lean) -> Lean {
        *board
    }

    #[inline(always)]
    fn given(board: &Lean) -> Lean {
        *board
    }

    #[inline(always)]
    fn whole(&self, board: &Lean) -> UnpackedBoard {
        UnpackedBoard(self.0.unpack(*board))
    }

    #[inline(always)]
    fn table<'m>(active: ActiveTables<'m>) -> &'m NativeTable<Few> {
        active.few
    }

    #[inline(always)]
    fn packed(&self, board: &Lean) -> Option<PackedPosition> {
        Some(self.0.packed(*board))
    }

    #[inline(always)]
    fn packed_again(&self, board: &Lean) -> PackedPosition {
        self.0.packed(*board)
    }

    #[inline(always)]
    fn path<'r>(run: &'r mut Run<'_>) -> &'r mut Path<Lean> {
        &mut run.stacks.few
    }

    fn compile(
        jit: &Jit,
        module: &Program,
        function: FnId,
        table: &NativeTable<Few>,
    ) -> Result<Code<Few>, NoCode> {
        let roster = table.roster.as_ref().ok_or(NoCode::Missing)?;
        jit.few(module, function, table.us, roster)
    }
}
