//! Keys that are tables: what looks at nothing but the move's target and one square is remembered.
//!
//! A key such as `if file(TO) = file(R) then 2 * rank(TO) else 2 * file(TO) + 1` is evaluated for every move of every node, and has
//! one value for each pair of squares. Such a function gets a table of 64 by 64 values, filled as it is evaluated. Fuel is burnt as
//! if it had been evaluated, so that a budget ends at the same place whatever was evaluated before. If the one square is that of the
//! man that moves, even the order of its moves is a table.

use adv_chess::movegen::empty_board_targets;
use adv_chess::squares::file_major;
use adv_chess::{Move, Role};
use adv_module::program::Class;
use adv_module::{FnId, Frame, Op, Who};

use crate::env::squares;
use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::child_values::ChildValues;
use crate::search::moves::{Spot, color_of};
use crate::search::of_replies::RepliesTables;

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
            // A word of the geometry, which looks at its operands alone and always costs the same.
            Op::Prim { prim, .. } if !prim.entry().reads_position && prim.entry().more == 0 => {
                continue;
            }
            // A table is that of either side.
            Op::Taken { .. } | Op::Here { .. } => return None,
            Op::Side { .. } | Op::Designate { .. } | Op::DesignateOf { .. } => return None,
            _ if op.is_straight() && op.frame().is_none() => continue,
            _ => return None,
        };
        if input != Input::Nothing && input != found {
            return None;
        }
        input = found;
    }
    Some(input)
}

/// Marks a value that has not been computed yet. One that is this very number, or has no room in a table, is evaluated every time.
pub(super) const UNASKED: i32 = i32::MIN;

/// The values of one function, `64 * square + to`; empty until it is needed.
pub(super) type KeyTable = Vec<i32>;

/// The moves of a man from one square on an empty board in an order. Empty until they are needed.
#[derive(Clone, Debug, Default)]
pub(super) struct OrderedMoves {
    moves: Vec<Move>,
    /// Their targets.
    targets: u64,
}

impl OrderedMoves {
    /// Pushes those to squares of a set.
    #[inline(always)]
    fn push_to(&self, squares: u64, out: &mut Vec<Move>) {
        // Most often nothing stands in his way.
        if self.targets & !squares == 0 {
            out.extend_from_slice(&self.moves);
            return;
        }
        push_chosen(&self.moves, |m| squares >> (m.to & 63) & 1, out);
    }
}

/// Pushes those moves for which a function is 1 and not 0. All are written, and the place goes on after those that stay: which of them do is too irregular to
/// be foreseen.
#[inline(always)]
fn push_chosen(moves: &[Move], stays: impl Fn(Move) -> u64, out: &mut Vec<Move>) {
    let begin = out.len();
    out.extend_from_slice(moves);
    let mut kept = begin;
    for m in moves {
        if let Some(place) = out.get_mut(kept) {
            *place = *m;
        }
        kept += stays(*m) as usize;
    }
    out.truncate(kept);
}

/// In which order some keys put the targets of the only man of a role, by the square that it comes from: each list holds every square
/// that it can reach on an empty board.
struct KeyOrder {
    keys: Box<[FnId]>,
    role: Role,
    lists: Vec<OrderedMoves>,
}

/// Where the order of some keys is: the first of them, and which of the orders that begin with it.
#[derive(Clone, Copy)]
struct OrderPlace {
    first: usize,
    at: usize,
}

impl KeyOrder {
    /// Whether it is that of some keys, of which the first is known to be its own.
    #[inline(always)]
    fn is_of(&self, keys: &[FnId]) -> bool {
        match (&*self.keys, keys) {
            ([_], [_]) => true,
            ([_, own], [_, key]) => own == key,
            (own, keys) => own == keys,
        }
    }
}

/// The tables of all functions that are keys, by function.
#[derive(Default)]
pub(crate) struct KeyCaches {
    pub(super) tables: Vec<KeyTable>,
    /// By the first of their keys.
    orders: Vec<Vec<KeyOrder>>,
    /// The functions of the number of replies.
    pub(crate) replies: RepliesTables,
    /// Values after moves.
    pub(crate) children: ChildValues,
}

impl KeyCaches {
    /// Makes room for the functions of a program.
    #[inline(always)]
    pub(crate) fn fit(&mut self, functions: usize) {
        if self.tables.len() != functions {
            self.tables.resize_with(functions, KeyTable::new);
            self.orders.resize_with(functions, Vec::new);
        }
    }

    /// The order of some keys for a role: where it is.
    #[inline(always)]
    fn order(&self, keys: &[FnId], role: Role) -> Option<OrderPlace> {
        let first = keys.first()?.index();
        for (at, order) in self.orders.get(first)?.iter().enumerate() {
            if order.role == role && order.is_of(keys) {
                return Some(OrderPlace { first, at });
            }
        }
        None
    }

    /// The order of some keys for a role, made where there is none.
    #[inline(always)]
    fn order_for(&mut self, keys: &[FnId], role: Role) -> Option<OrderPlace> {
        match self.order(keys, role) {
            Some(known) => Some(known),
            None => self.make_order(keys, role),
        }
    }

    #[cold]
    fn make_order(&mut self, keys: &[FnId], role: Role) -> Option<OrderPlace> {
        let first = keys.first()?.index();
        let orders = self.orders.get_mut(first)?;
        orders.push(KeyOrder {
            keys: keys.into(),
            role,
            lists: vec![OrderedMoves::default(); 64],
        });
        let at = orders.len() - 1;
        Some(OrderPlace { first, at })
    }

    /// The list of a square at a place.
    #[inline(always)]
    fn list_at(&mut self, place: OrderPlace, from: u8) -> Option<&mut OrderedMoves> {
        self.order_at(place)?.lists.get_mut(usize::from(from & 63))
    }

    /// What is at a place.
    #[inline(always)]
    fn order_at(&mut self, place: OrderPlace) -> Option<&mut KeyOrder> {
        self.orders.get_mut(place.first)?.get_mut(place.at)
    }
}

/// The squares of the man that a key looks at.
#[inline(always)]
pub(super) fn squares_of<B: Boards>(spot: &Spot<'_, B>, frame: Frame, who: Who, role: u8) -> u64 {
    let position = match frame {
        Frame::Root => spot.task.root,
        Frame::Current | Frame::New => spot.whole,
    };
    squares(position, color_of(who, spot.task.us), role)
}

impl<'m> Run<'m> {
    /// A key or filter that is a table.
    #[expect(
        clippy::indexing_slicing,
        reason = "each function has a table, which is 64 by 64 once it is filled"
    )]
    pub(crate) fn tabled<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        function: FnId,
        input: Input,
        m: Move,
    ) -> Result<u64, Stop> {
        let square = match input {
            Input::Nothing => 1,
            Input::From => 1 << m.from,
            Input::Piece(frame, who, role) => squares_of(spot, frame, who, role),
        };
        let moved = (1 << m.from, 1 << m.to);
        if !square.is_power_of_two() {
            return self.ask(spot.task, function, spot.board, spot.board, moved);
        }
        let index = 64 * square.trailing_zeros() as usize + usize::from(m.to & 63);
        let cost = self.code(function).charges.call;
        if let Some(&value) = self.caches.tables[function.index()].get(index)
            && value != UNASKED
        {
            self.meter.burn(cost)?;
            return Ok(i64::from(value).cast_unsigned());
        }
        let value = self.ask(spot.task, function, spot.board, spot.board, moved)?;
        let table = &mut self.caches.tables[function.index()];
        if table.is_empty() {
            table.resize(64 * 64, UNASKED);
        }
        table[index] = i32::try_from(value.cast_signed()).unwrap_or(UNASKED);
        Ok(value)
    }

    /// Pushes the moves of a class's only man in the order of its keys, where that order depends on his square alone. False where it
    /// does not, and nothing has been done. No fuel is burnt for keys here.
    #[inline]
    pub(crate) fn in_order_of<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        class: &Class,
        targets: u64,
    ) -> Result<bool, Stop> {
        if !class.roles.is_power_of_two() || class.from.is_some() || !class.toward.is_empty() {
            return Ok(false);
        }
        let at = class.roles.trailing_zeros() as usize;
        let Some(&role) = Role::ALL.get(at) else {
            return Ok(false);
        };
        for key in &class.keys {
            match self.code(*key).input {
                Some(Input::Nothing | Input::From) => {}
                Some(Input::Piece(Frame::Current, who, of))
                    if usize::from(of) == at
                        && color_of(who, spot.task.us) == spot.info.color() => {}
                _ => return Ok(false),
            }
        }
        let man = spot.whole.pieces(spot.info.color(), role);
        let castles = role == Role::King && spot.whole.castling() != 0;
        if role == Role::Pawn || castles || !man.is_power_of_two() {
            return Ok(false);
        }
        let from = man.trailing_zeros() as u8;
        let Some(place) = self.list_in_order(spot, (&class.keys, role, from))? else {
            return Ok(false);
        };
        let squares = spot.info.legal_targets(spot.whole, role, from) & targets;
        if let Some(list) = self.caches.list_at(place, from) {
            list.push_to(squares, &mut self.stacks.moves);
        }
        Ok(true)
    }

    /// The order that some keys, which look at a man's own square alone, put his moves from a square into: where it is.
    #[inline(always)]
    fn list_in_order<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        (keys, role, from): (&[FnId], Role, u8),
    ) -> Result<Option<OrderPlace>, Stop> {
        let Some(place) = self.caches.order_for(keys, role) else {
            return Ok(None);
        };
        let list = self.caches.list_at(place, from);
        if list.is_none_or(|list| list.targets == 0) {
            let sorted = self.sorted_targets(spot, keys, role, from)?;
            if let Some(list) = self.caches.list_at(place, from) {
                *list = OrderedMoves {
                    targets: sorted.iter().fold(0, |all, to| all | 1 << (to & 63)),
                    moves: sorted.iter().map(|to| Move::new(role, from, *to)).collect(),
                };
            }
        }
        Ok(Some(place))
    }

    /// What a man on a square can reach on an empty board, in the order of some keys, ties in the fixed order. It costs no fuel, for whether it
    /// is known already must not be seen.
    #[cold]
    fn sorted_targets<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        keys: &[FnId],
        role: Role,
        from: u8,
    ) -> Result<Vec<u8>, Stop> {
        let fuel = std::mem::replace(&mut self.meter.context.fuel, u64::MAX);
        let mut keyed = Vec::new();
        for to in file_major(empty_board_targets(role, from)) {
            let m = Move::new(role, from, to);
            let values = keys.iter().map(|key| self.of_move(spot, *key, m));
            let values: Result<Vec<u64>, Stop> = values.collect();
            keyed.push((values, to));
        }
        self.meter.context.fuel = fuel;
        // Stable: ties stay in the fixed order.
        let mut list = Vec::new();
        for (values, to) in keyed {
            let values: Vec<i64> = values?.into_iter().map(u64::cast_signed).collect();
            list.push((values, to));
        }
        list.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(list.into_iter().map(|(_, to)| to).collect())
    }
}
