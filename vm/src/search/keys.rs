//! Keys that are tables: what looks at nothing but the move's target and one square is remembered.
//!
//! A key such as `if file(TO) = file(R) then 2 * rank(TO) else 2 * file(TO) + 1` is evaluated for every move of every node, and has
//! one value for each pair of squares. Such a function gets a table of 64 by 64 values, filled as it is evaluated. Fuel is burnt as
//! if it had been evaluated, so that a budget ends at the same place whatever was evaluated before. If the one square is that of the
//! man that moves, even the order of its moves is a table; for a king it is one of his square and that of another man.

use adv_chess::movegen::empty_board_targets;
use adv_chess::squares::file_major;
use adv_chess::{LegalInfo, Move, Role};
use adv_module::program::Class;
use adv_module::{FnId, Frame, Op, Who};

use crate::env::squares;
use crate::limits::Stop;
use crate::run::{Run, Stacks};
use crate::search::boards::Boards;
use crate::search::by_replies::RepliesTables;
use crate::search::moves::{Spot, color_of};
use crate::search::request::Task;

/// The one square beside `TO` that a function looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// None.
    Nothing,
    /// `FROM`.
    From,
    /// A man, where there is exactly one of it.
    Piece(Frame, Who, u8),
}

/// What a function looks at beside `TO`, where that is at most one square and nothing else.
pub(crate) fn input_of(code: &[Op]) -> Option<Input> {
    let mut input = Input::Nothing;
    for op in code {
        let found = match *op {
            Op::From { .. } => Input::From,
            Op::Piece {
                frame, who, role, ..
            } if frame != Frame::New => Input::Piece(frame, who, role),
            Op::To { .. }
            | Op::Board { .. }
            | Op::Number { .. }
            | Op::BigNumber { .. }
            | Op::Truth { .. }
            | Op::Move { .. }
            | Op::Union { .. }
            | Op::Intersect { .. }
            | Op::Minus { .. }
            | Op::Complement { .. }
            | Op::Add { .. }
            | Op::Sub { .. }
            | Op::Mul { .. }
            | Op::AddImm { .. }
            | Op::MulImm { .. }
            | Op::Neg { .. }
            | Op::Abs { .. }
            | Op::Min { .. }
            | Op::Max { .. }
            | Op::Count { .. }
            | Op::File { .. }
            | Op::Rank { .. }
            | Op::Dist { .. }
            | Op::Manhattan { .. }
            | Op::Eq { .. }
            | Op::Ne { .. }
            | Op::Lt { .. }
            | Op::Le { .. }
            | Op::EqImm { .. }
            | Op::LtImm { .. }
            | Op::GtImm { .. }
            | Op::Subset { .. }
            | Op::NonEmpty { .. }
            | Op::IsEmpty { .. }
            | Op::Not { .. }
            | Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpIfNot { .. }
            | Op::Return { .. } => continue,
            // A word of the geometry, which looks at its operands alone and always costs the same.
            Op::Prim { prim, .. } if !prim.entry().reads_position && prim.entry().more == 0 => {
                continue;
            }
            _ => return None,
        };
        if input != Input::Nothing && input != found {
            return None;
        }
        input = found;
    }
    Some(input)
}

/// How much of a list is to be in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sorted {
    /// All of it.
    All,
    /// The first move is the one that is first; the others are in any order.
    First,
}

/// Marks a value that has not been computed yet. A key with this very value is evaluated every time.
const UNASKED: u64 = i64::MIN as u64;

/// The values of one function, `64 * square + to`; empty until it is needed.
type KeyTable = Vec<u64>;

/// In which order a key puts the targets of the only man of a role, by the square that it comes from: each list holds every square
/// that it can reach on an empty board. Empty until it is needed.
#[derive(Default)]
struct KeyOrder {
    role: Option<Role>,
    lists: Vec<Vec<u8>>,
    /// Of a king whose order depends on one other man too, by `64 * square + own square`: the targets as the bytes of a word, the first one
    /// lowest, with [`NO_TARGET`] behind the last. 0 until it is needed.
    kings: Vec<u64>,
}

/// Stands behind the last target of a list that is a word.
const NO_TARGET: u8 = u8::MAX;

/// The tables of all functions that are keys, by function.
#[derive(Default)]
pub(crate) struct KeyCaches {
    tables: Vec<KeyTable>,
    orders: Vec<KeyOrder>,
    /// The functions of the number of replies.
    pub(crate) replies: RepliesTables,
}

impl KeyCaches {
    /// Makes room for the functions of a program.
    #[inline(always)]
    pub(crate) fn fit(&mut self, functions: usize) {
        if self.tables.len() != functions {
            self.tables.resize_with(functions, KeyTable::new);
            self.orders.resize_with(functions, KeyOrder::default);
        }
    }
}

/// The squares of the man that a key looks at.
#[inline(always)]
fn squares_of<B: Boards>(
    task: &Task<'_, '_, B>,
    spot: &Spot<'_, B>,
    frame: Frame,
    who: Who,
    role: u8,
) -> u64 {
    let position = match frame {
        Frame::Root => task.root,
        Frame::Current | Frame::New => spot.whole,
    };
    squares(position, color_of(who, task.us), role)
}

impl<'m> Run<'m> {
    /// True where each of some keys burns the same whatever it is asked, so that it need not be evaluated for its fuel, and nothing
    /// else can be seen of whether it is.
    #[inline]
    pub(super) fn keys_cost_the_same<B: Boards>(&self, keys: &[FnId]) -> bool {
        let constant = |key: &FnId| {
            let code = self.code(*key);
            code.most == code.charges.call
        };
        B::PLAIN && !self.natives.shared.asks_oracle && keys.iter().all(constant)
    }

    /// Orders the moves from `begin` on by several keys in turn: a key is worked out only for moves that those before it leave equal.
    /// Fuel is burnt as if all were.
    #[expect(
        clippy::indexing_slicing,
        reason = "each move from `begin` on has the number of its group from `first` on"
    )]
    pub(super) fn by_keys_in_turn<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        begin: usize,
        keys: &[FnId],
        sorted: Sorted,
    ) -> Result<(), Stop> {
        // Moves that are equal so far are a group, whose number is the place of its first.
        let first = self.stacks.keys.len();
        let count = self.stacks.moves.len() - begin;
        self.stacks.keys.resize(first + count, 0);
        for &key in keys {
            let (mut from, mut spared) = (0, 0);
            while from < count {
                let groups = &self.stacks.keys[first..];
                let others = groups[from..count]
                    .iter()
                    .take_while(|group| **group == groups[from]);
                let end = from + others.count();
                if end - from == 1 || from > 0 && sorted == Sorted::First {
                    spared += (end - from) as u64;
                } else {
                    self.order_group(task, spot, begin + from, begin + end, key)?;
                    let own = first + count;
                    for i in from..end {
                        let same = i > from
                            && self.stacks.keys[own + i - from]
                                == self.stacks.keys[own + i - from - 1];
                        self.stacks.keys[first + i] = match same {
                            true => self.stacks.keys[first + i - 1],
                            false => i as i64,
                        };
                    }
                    self.stacks.keys.truncate(own);
                }
                from = end;
            }
            self.meter.burn(self.code(key).charges.call * spared)?;
        }
        self.stacks.keys.truncate(first);
        Ok(())
    }

    /// Orders the moves from one place to another by a key, ties staying as they are. The values of the key are on top of the stack of
    /// keys afterwards, in the order of the moves.
    #[expect(clippy::indexing_slicing, reason = "each move has its key")]
    fn order_group<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        begin: usize,
        end: usize,
        key: FnId,
    ) -> Result<(), Stop> {
        let first = self.stacks.keys.len();
        for i in begin..end {
            let m = self.stacks.move_at(i);
            let k = self.of_move(task, spot, key, m)?.cast_signed();
            self.stacks.keys.push(k);
            let Stacks { keys, moves, .. } = &mut *self.stacks;
            let (keys, moves) = (&mut keys[first..], &mut moves[begin..]);
            let mut j = keys.len() - 1;
            while j > 0 && keys[j - 1] > k {
                keys[j] = keys[j - 1];
                moves[j] = moves[j - 1];
                j -= 1;
            }
            keys[j] = k;
            moves[j] = m;
        }
        Ok(())
    }

    /// A key or filter that is a table.
    #[expect(
        clippy::indexing_slicing,
        reason = "each function has a table, which is 64 by 64 once it is filled"
    )]
    pub(crate) fn tabled<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        function: FnId,
        input: Input,
        m: Move,
    ) -> Result<u64, Stop> {
        let square = match input {
            Input::Nothing => 1,
            Input::From => 1 << m.from,
            Input::Piece(frame, who, role) => squares_of(task, spot, frame, who, role),
        };
        let moved = (1 << m.from, 1 << m.to);
        if !square.is_power_of_two() {
            return self.ask(task, function, spot.board, spot.board, moved);
        }
        let index = 64 * square.trailing_zeros() as usize + usize::from(m.to & 63);
        let cost = self.code(function).charges.call;
        if let Some(&value) = self.caches.tables[function.index()].get(index)
            && value != UNASKED
        {
            self.meter.burn(cost)?;
            return Ok(value);
        }
        let value = self.ask(task, function, spot.board, spot.board, moved)?;
        let table = &mut self.caches.tables[function.index()];
        if table.is_empty() {
            table.resize(64 * 64, UNASKED);
        }
        table[index] = value;
        Ok(value)
    }

    /// Pushes the moves of a class's only man in the order of its key, where that order depends on his square alone. False where it
    /// does not, and nothing has been done. No fuel is burnt for keys here.
    #[expect(
        clippy::indexing_slicing,
        reason = "each function has an order, whose lists are one for each square"
    )]
    #[inline]
    pub(crate) fn in_order_of<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        info: &LegalInfo,
        class: &Class,
        key: FnId,
        targets: u64,
    ) -> Result<bool, Stop> {
        if !class.roles.is_power_of_two() || class.from.is_some() || !class.toward.is_empty() {
            return Ok(false);
        }
        let role = class.roles.trailing_zeros() as usize;
        let own_square = match self.code(key).input {
            Some(Input::Nothing | Input::From) => true,
            Some(Input::Piece(Frame::Current, who, of)) => {
                usize::from(of) == role && color_of(who, task.us) == info.color
            }
            Some(Input::Piece(..)) | None => false,
        };
        let Some(&role) = Role::ALL.get(role) else {
            return Ok(false);
        };
        let man = spot.whole.pieces(info.color, role);
        let castles = role == Role::King && spot.whole.castling() != 0;
        if role == Role::Pawn || castles || !man.is_power_of_two() {
            return Ok(false);
        }
        let from = man.trailing_zeros() as u8;
        if !own_square {
            return match self.code(key).input {
                Some(Input::Piece(frame, who, of)) if role == Role::King => {
                    let other = squares_of(task, spot, frame, who, of);
                    self.king_in_order_of(task, spot, info, key, (from, other), targets)
                }
                _ => Ok(false),
            };
        }
        let known = &self.caches.orders[key.index()];
        if known.role != Some(role) || known.lists[usize::from(from & 63)].is_empty() {
            self.work_out_order(task, spot, key, role, from)?;
        }
        let squares = info.legal_targets(spot.whole, role, from) & targets;
        let list = &self.caches.orders[key.index()].lists[usize::from(from & 63)];
        for &to in list {
            if squares >> (to & 63) & 1 != 0 {
                self.stacks.moves.push(Move::new(role, from, to));
            }
        }
        Ok(true)
    }

    /// The same for a king whose order depends on one other man too. False where there is not exactly one of that man.
    #[expect(
        clippy::indexing_slicing,
        reason = "each function has an order, whose lists are one for each pair of squares once there is any"
    )]
    fn king_in_order_of<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        info: &LegalInfo,
        key: FnId,
        (from, other): (u8, u64),
        targets: u64,
    ) -> Result<bool, Stop> {
        if !other.is_power_of_two() {
            return Ok(false);
        }
        let index = 64 * other.trailing_zeros() as usize + usize::from(from & 63);
        let kings = &self.caches.orders[key.index()].kings;
        let mut list = kings.get(index).copied().unwrap_or(0);
        if list == 0 {
            let sorted = self.sorted_targets(task, spot, key, Role::King, from)?;
            let word = |word: u64, to: &u8| word << 8 | u64::from(*to);
            list = sorted.iter().rev().fold(u64::MAX, word);
            let kings = &mut self.caches.orders[key.index()].kings;
            if kings.is_empty() {
                kings.resize(64 * 64, 0);
            }
            kings[index] = list;
        }
        let squares = info.king_steps(spot.whole, from) & targets;
        for to in list.to_le_bytes() {
            if to == NO_TARGET {
                break;
            }
            if squares >> (to & 63) & 1 != 0 {
                self.stacks.moves.push(Move::new(Role::King, from, to));
            }
        }
        Ok(true)
    }

    /// The list of one square.
    #[expect(
        clippy::indexing_slicing,
        reason = "each function has an order, whose lists are one for each square"
    )]
    #[cold]
    fn work_out_order<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        key: FnId,
        role: Role,
        from: u8,
    ) -> Result<(), Stop> {
        let list = self.sorted_targets(task, spot, key, role, from)?;
        let order = &mut self.caches.orders[key.index()];
        if order.role != Some(role) {
            order.role = Some(role);
            order.lists.clear();
            order.lists.resize(64, Vec::new());
        }
        order.lists[usize::from(from & 63)] = list;
        Ok(())
    }

    /// What a man on a square can reach on an empty board, in the order of a key, ties in the fixed order. It costs no fuel, for whether it
    /// is known already must not be seen.
    #[cold]
    fn sorted_targets<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        key: FnId,
        role: Role,
        from: u8,
    ) -> Result<Vec<u8>, Stop> {
        let fuel = std::mem::replace(&mut self.meter.context.fuel, u64::MAX);
        let mut keyed = Vec::new();
        for to in file_major(empty_board_targets(role, from)) {
            let m = Move::new(role, from, to);
            keyed.push((self.of_move(task, spot, key, m).map(|k| k as i64), to));
        }
        self.meter.context.fuel = fuel;
        // Stable: ties stay in the fixed order.
        let mut list = Vec::new();
        for (k, to) in keyed {
            list.push((k?, to));
        }
        list.sort_by_key(|(k, _)| *k);
        Ok(list.into_iter().map(|(_, to)| to).collect())
    }
}
