//! Classes of ours whose moves are one man's and look at squares alone, as the men of a lean board are: ready to be tried without a list.
//!
//! ```text
//!   us  R to RANK(R) ∩ HOME then R to FILE(R) ∩ HOME      rook, byte 2   to = RANK(R) ∩ HOME   its row of the rook's moves
//!                                                         rook, byte 2   to = FILE(R) ∩ HOME   the same, without the squares before
//! ```
//!
//! Who the man is, which byte his square is in and where the code of his row is belong to the class and the men of the board, and are found out
//! once. Then a class is a few set operations, its moves in a short array, and one call of native code. Where keys order the moves, these are a list
//! that is made once for each square, and is not even copied where nothing stands in the man's way. What is found, counted and burnt is what the general
//! way ([`Run::collect`] and [`Run::row`]) finds, counts and burns.

use std::sync::OnceLock;

use adv_chess::pushing::{MAN_MOVES, write_man};
use adv_chess::squares::bit;
use adv_chess::{Lean, LegalInfo, Move, Position, Role};
use adv_jit::{Few, RowFinding};
use adv_module::program::{Advice, Class, MoveSpec};
use adv_module::{AdviceId, Direction, FnId};

use crate::limits::Stop;
use crate::native_rows::{RowKind, RowPlaces, Stretch};
use crate::natives::NativeTable;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::keys::OrderedMoves;
use crate::search::moves::{KING_STEPS, NO_MOVE, Spot, color_of};
use crate::search::request::Task;
use crate::search::rows::Found;

/// A class of ours that is one man's.
#[derive(Debug)]
pub(crate) struct ReadyClass {
    role: Role,
    /// The byte of the man's square.
    man: u8,
    /// Where the code of its row is among those of the piece-of-advice.
    row: u8,
    to: Option<FnId>,
    toward: Box<[Direction]>,
    keys: Box<[FnId]>,
    /// The fuel that its keys burn for each move. They look at the man's square and where he goes.
    cost: u64,
    /// Its moves in the order of its keys, by the square that he comes from; made when they are first needed.
    lists: Box<[OnceLock<OrderedMoves>]>,
}

/// The classes of one list, `None` where one of them needs the general way.
type ReadyList = Option<Box<[ReadyClass]>>;

/// The lists of a piece-of-advice.
#[derive(Debug)]
pub(crate) struct ReadyPiece {
    /// That of most plies, and those of the phases.
    lists: Box<[ReadyList]>,
    /// Which of them is that of a ply; beyond these plies the first.
    plies: Box<[u16]>,
}

/// A piece's lists, made when they are first needed.
pub(crate) type ReadyPlace = OnceLock<ReadyPiece>;

impl ReadyPiece {
    #[cold]
    fn of(run: &Run<'_>, advice: &Advice, table: &NativeTable<Few>) -> ReadyPiece {
        let MoveSpec { phases, every } = &advice.us;
        let list = |classes: &[Class]| {
            let ready = classes
                .iter()
                .map(|class| ReadyClass::of(run, class, table));
            ready.collect::<ReadyList>()
        };
        let mut plies = Vec::new();
        // No two phases have a ply in common.
        for (number, (of, _)) in (1..).zip(phases) {
            for ply in of.iter().copied().map(usize::from) {
                plies.resize(plies.len().max(ply + 1), 0);
                if let Some(own) = plies.get_mut(ply) {
                    *own = number;
                }
            }
        }
        let phases = phases.iter().map(|(_, classes)| list(classes));
        ReadyPiece {
            lists: std::iter::once(list(every)).chain(phases).collect(),
            plies: plies.into(),
        }
    }

    /// The list of a ply.
    #[inline(always)]
    fn at(&self, ply: u16) -> Option<&[ReadyClass]> {
        let number = self.plies.get(usize::from(ply)).copied();
        self.lists.get(usize::from(number.unwrap_or(0)))?.as_deref()
    }
}

impl ReadyClass {
    fn of(run: &Run<'_>, class: &Class, table: &NativeTable<Few>) -> Option<ReadyClass> {
        let Class {
            roles,
            who,
            from,
            filter,
            toward,
            promote,
            keys,
            ..
        } = class;
        let narrowed = from.is_some() || filter.is_some() || promote.is_some();
        if !class.is_plain()
            || narrowed
            || who.is_some_and(|who| color_of(who, table.us) != table.us)
        {
            return None;
        }
        // Most often a class names a role that is one man's; `any` may be one man's too.
        let own = roles & table.roles.get(table.us.index())?;
        let role = Role::ALL.into_iter().find(|role| role.mask() == own)?;
        let man = (*table.singles.get(table.us.index())?.get(role.index())?)?;
        let directed = toward.is_empty() || *roles == Role::King.mask() && toward.len() <= 8;
        if role == Role::Pawn || !directed {
            return None;
        }
        // Directions come before keys, and would be the order of moves with equal keys.
        let plain = toward.is_empty() && *roles == role.mask();
        let ordered = keys.is_empty() || plain && run.keys_look_at(keys, table.us, role);
        if !ordered {
            return None;
        }
        let lists = if keys.is_empty() { 0..0 } else { 0..64 };
        Some(ReadyClass {
            role,
            man,
            row: u8::try_from(RowKind::Ours.place(Some(man))).ok()?,
            to: class.to,
            toward: toward.as_slice().into(),
            keys: keys.as_slice().into(),
            cost: keys.iter().map(|key| run.code(*key).charges.call).sum(),
            lists: lists.map(|_| OnceLock::new()).collect(),
        })
    }
}

impl<'m> Run<'m> {
    /// The classes of ours at a ply of a piece-of-advice, on lean boards, where all of them are ready.
    #[inline(always)]
    pub(super) fn ready_classes(
        &self,
        (id, advice): (AdviceId, &'m Advice),
        ply: u16,
    ) -> Option<(&'m [ReadyClass], &'m RowPlaces)> {
        let table: &'m NativeTable<Few> = self.natives.active.few;
        let piece = table.ready.get(id.index())?;
        let piece = piece.get_or_init(|| ReadyPiece::of(self, advice, table));
        Some((piece.at(ply)?, table.rows.get(id.index())?))
    }

    /// Tries the moves of such classes at a node of ours, which have to lead to leaves: the first that does. `ply` is that of the positions after
    /// them, which the meter affords.
    #[inline(always)]
    pub(super) fn try_ready<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        (list, rows): (&'m [ReadyClass], &'m RowPlaces),
        (board, node, root): (&B::Board, Lean, Lean),
        (whole, legal): (&Position, &LegalInfo),
        ply: u16,
    ) -> Result<Option<Move>, Stop> {
        // The squares that were tried already, by man: a move belongs to the first class that selects it.
        let mut tried = [0u64; 8];
        let mut places = [NO_MOVE; MAN_MOVES];
        for ready in list {
            let mut squares = match ready.to {
                Some(to) => self.ask(task, to, board, board, (0, 0))?,
                None => !0,
            };
            let from = node.square(usize::from(ready.man));
            if squares == 0 || from >= 64 {
                continue;
            }
            squares &= match ready.role {
                Role::King => legal.king_steps(whole, from),
                role => legal.legal_targets(whole, role, from),
            };
            let Some(before) = tried.get_mut(usize::from(ready.man)) else {
                continue;
            };
            squares &= !*before;
            let moves = if let Some(list) = ready.lists.get(usize::from(from)) {
                let list = match list.get() {
                    Some(list) => list,
                    None => self.list_of(task, &Spot { board, whole }, ready, list, from)?,
                };
                let moves = list.to(squares, &mut places);
                // As if each key had been worked out.
                self.meter.burn(ready.cost * moves.len() as u64)?;
                moves
            } else {
                let count = if !ready.toward.is_empty() {
                    let (count, selected) = write_toward(&ready.toward, from, squares, &mut places);
                    squares = selected;
                    count
                } else {
                    write_man(ready.role, from, squares, &mut places)
                };
                places.get(..count).unwrap_or_default()
            };
            *before |= squares;
            if moves.is_empty() {
                continue;
            }
            let row = rows.get(usize::from(ready.row)).and_then(OnceLock::get);
            let outcome = match row {
                Some(Some(row)) => row.run(self, node, root, moves, false),
                _ => None,
            };
            let Some(outcome) = outcome else {
                if let Some(leaf) = self.row_of_moves(task, board, (ready.role, moves), ply)? {
                    return Ok(Some(leaf));
                }
                continue;
            };
            self.count_row(ply, outcome.tested)?;
            if outcome.finding == RowFinding::Better {
                return Ok(moves.get(outcome.tested.saturating_sub(1)).copied());
            }
        }
        Ok(None)
    }

    /// The list of a class from a square, worked out where no thread has done it.
    #[cold]
    fn list_of<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        ready: &ReadyClass,
        place: &'m OnceLock<OrderedMoves>,
        from: u8,
    ) -> Result<&'m OrderedMoves, Stop> {
        let sorted = self.sorted_moves(task, spot, (&ready.keys, ready.role, from))?;
        Ok(place.get_or_init(|| sorted))
    }

    /// Tests the positions after some moves where the row has no code yet, or it cannot be used here: the first that leads to a leaf.
    #[cold]
    #[inline(never)]
    fn row_of_moves<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        board: &B::Board,
        (role, moves): (Role, &[Move]),
        ply: u16,
    ) -> Result<Option<Move>, Stop> {
        let from = self.stacks.moves.len();
        self.stacks.moves.extend_from_slice(moves);
        let stretch = Stretch {
            from,
            end: self.stacks.moves.len(),
            roles: role.mask(),
        };
        let found = self.row(task, board, stretch, ply, false, &mut None)?;
        self.stacks.moves.truncate(from);
        Ok(match found {
            Found::Better(at) => moves.get(at - from).copied(),
            Found::Deeper(_) | Found::Nothing => None,
        })
    }
}

/// A king's steps to some squares in the directions of a class: how many they are, and to which squares.
#[inline(always)]
fn write_toward(
    toward: &[Direction],
    from: u8,
    squares: u64,
    moves: &mut [Move; MAN_MOVES],
) -> (usize, u64) {
    let (mut count, mut selected) = (0, 0);
    let Some(steps) = KING_STEPS.get(usize::from(from)) else {
        return (0, 0);
    };
    for &direction in toward {
        let (Some(&step), Some(place)) = (steps.get(direction as usize), moves.get_mut(count))
        else {
            continue;
        };
        *place = step;
        selected |= squares & bit(step.to);
        count += (squares >> (step.to & 63) & 1) as usize;
    }
    (count, selected)
}
