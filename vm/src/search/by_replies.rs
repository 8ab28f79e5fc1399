//! Keys and costs that depend on nothing but how many replies a move leaves.
//!
//! ```text
//!   us    any by new.replies      the key of a move: the number itself
//!   cost  after-us spread         its cost: the bits of a choice among so many
//! ```
//!
//! The replies to a move are counted once for both, and a function of that number is a table. A node that is come back to, under a larger
//! effort or by another line, finds the numbers of all its moves. None of it can be seen in answers or positions.

use adv_chess::{Color, LegalInfo, Move, Position};
use adv_module::program::Cost;
use adv_module::{FnId, Frame, Op, PrimId, Who};

use crate::known_counts::place;
use crate::limits::Stop;
use crate::run::{Rare, Run};
use crate::search::boards::Boards;
use crate::search::costs::{is_charged, price_of};
use crate::search::moves::{NO_MOVE, Spot, color_of};
use crate::search::request::Task;

/// A move leaves fewer replies than this.
const MOST: usize = 256;

/// The bits of a packed key that hold the number of replies.
const COUNT_BITS: u32 = 8;

/// The largest key that is packed with a number of replies, and the negative of the smallest.
const LARGEST: i64 = i64::MAX >> COUNT_BITS;

/// Nodes of more moves are not remembered.
const MOVES: usize = 64;

/// The nodes that are remembered: 430 kB.
const NODES: usize = 1 << 10;

/// Marks a value that has not been computed yet. A function of this very value is evaluated every time.
const UNASKED: u64 = i64::MIN as u64;

/// The side whose moves in the new position a function counts, where its value depends on that number and on nothing else.
pub(crate) fn replies_of(code: &[Op]) -> Option<Who> {
    let [Op::Side { dst: side, who }, count, rest @ ..] = code else {
        return None;
    };
    match *count {
        Op::Prim {
            base,
            frame: Frame::New,
            prim: PrimId::LegalMoves,
            ..
        } if base == *side => {}
        _ => return None,
    }
    let depends_on_numbers = |op: &Op| {
        matches!(
            op,
            Op::Number { .. }
                | Op::Truth { .. }
                | Op::Move { .. }
                | Op::Add { .. }
                | Op::Sub { .. }
                | Op::Mul { .. }
                | Op::AddImm { .. }
                | Op::MulImm { .. }
                | Op::Neg { .. }
                | Op::Abs { .. }
                | Op::Min { .. }
                | Op::Max { .. }
                | Op::Lt { .. }
                | Op::Le { .. }
                | Op::EqImm { .. }
                | Op::LtImm { .. }
                | Op::GtImm { .. }
                | Op::Not { .. }
                | Op::Jump { .. }
                | Op::JumpIf { .. }
                | Op::JumpIfNot { .. }
                | Op::Return { .. }
                | Op::Prim {
                    prim: PrimId::Bits,
                    ..
                }
        )
    };
    rest.iter().all(depends_on_numbers).then_some(*who)
}

/// The values of such functions, by function and number of replies; empty until they are needed.
#[derive(Default)]
pub(crate) struct RepliesTables(Vec<Vec<u64>>);

impl RepliesTables {
    fn get(&self, function: FnId, count: u8) -> Option<u64> {
        let value = *self.0.get(function.index())?.get(usize::from(count))?;
        (value != UNASKED).then_some(value)
    }

    fn put(&mut self, function: FnId, count: u8, value: u64) {
        if self.0.len() <= function.index() {
            self.0.resize_with(function.index() + 1, Vec::new);
        }
        let Some(table) = self.0.get_mut(function.index()) else {
            return;
        };
        if table.is_empty() {
            table.resize(MOST, UNASKED);
        }
        if let Some(place) = table.get_mut(usize::from(count)) {
            *place = value;
        }
    }
}

/// A node and the numbers of replies to moves of it.
#[derive(Clone, Copy)]
struct KnownNode {
    position: Position,
    /// The side whose replies are counted.
    side: Color,
    len: u8,
    moves: [Move; MOVES],
    counts: [u8; MOVES],
}

/// The nodes whose numbers are known; no memory before it is used. Of two that share a place the later one stays.
#[derive(Default)]
pub(crate) struct KnownNodes(Vec<Option<KnownNode>>);

impl KnownNodes {
    /// The numbers of replies to these moves.
    fn get(&self, node: &Position, side: Color, moves: &[Move]) -> Option<&[u8]> {
        let known = self.0.get(place(node) % NODES)?.as_ref()?;
        let len = usize::from(known.len);
        let same =
            known.side == side && known.position == *node && known.moves.get(..len) == Some(moves);
        if same { known.counts.get(..len) } else { None }
    }

    fn put(&mut self, node: &Position, side: Color, moves: &[Move], counts: &[u8]) {
        if self.0.is_empty() {
            self.0.resize(NODES, None);
        }
        let Some(place) = self.0.get_mut(place(node) % NODES) else {
            return;
        };
        let Ok(len) = u8::try_from(moves.len()) else {
            return;
        };
        let known = place.get_or_insert(KnownNode {
            position: *node,
            side,
            len,
            moves: [NO_MOVE; MOVES],
            counts: [0; MOVES],
        });
        (known.position, known.side, known.len) = (*node, side, len);
        for (there, m) in known.moves.iter_mut().zip(moves) {
            *there = *m;
        }
        for (there, count) in known.counts.iter_mut().zip(counts) {
            *there = *count;
        }
    }
}

/// The number of replies of a side after a move, and a number that no function is asked about where there are too many for a byte.
fn count(child: &Position, side: Color) -> Option<u8> {
    u8::try_from(LegalInfo::for_side(child, side).count_legal(child)).ok()
}

impl<'m> Run<'m> {
    /// Orders the moves from `begin` on by a key that depends on the number of replies alone, and notes what they cost where that does,
    /// too. False where nothing has been done.
    #[inline(never)]
    pub(super) fn by_replies<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        begin: usize,
        (key, who): (FnId, Who),
    ) -> Result<bool, Stop> {
        let len = self.stacks.moves.len() - begin;
        if !B::WHOLE || len > MOVES || self.notes.watch.is_some() {
            return Ok(false);
        }
        let side = color_of(who, task.us);
        let mut counts = [0u8; MOVES];
        let Some(counts) = counts.get_mut(..len) else {
            return Ok(false);
        };
        if !self.count_replies_of_moves(spot.whole, side, begin, counts) {
            return Ok(false);
        }
        self.look_at_row(task, spot.board, begin, len);
        self.meter.burn(self.code(key).charges.call * len as u64)?;
        let first = self.stacks.keys.len();
        for (i, count) in counts.iter().enumerate() {
            let m = self.stacks.move_at(begin + i);
            let k = self.value_of(task, spot, key, m, *count)?.cast_signed();
            if k.abs() > LARGEST {
                self.stacks.keys.truncate(first);
                return Ok(false);
            }
            self.stacks.keys.push(k << COUNT_BITS | i64::from(*count));
        }
        self.insert_by_keys(begin, first);
        if let Some(cost) = task.cost() {
            self.note_prices_of_replies(task, cost, spot, begin, (first, who))?;
        }
        self.stacks.keys.truncate(first);
        Ok(true)
    }

    /// The numbers of replies to the moves from `begin` on. False where one of them is too large for a byte.
    fn count_replies_of_moves(
        &mut self,
        node: &Position,
        side: Color,
        begin: usize,
        counts: &mut [u8],
    ) -> bool {
        let moves = self.stacks.moves.get(begin..).unwrap_or_default();
        let nodes = &mut Rare::of(self.rare).nodes;
        if let Some(known) = nodes.get(node, side, moves) {
            counts.copy_from_slice(known);
            return true;
        }
        for (m, there) in moves.iter().zip(counts.iter_mut()) {
            match count(&node.play(*m), side) {
                Some(count) => *there = count,
                None => return false,
            }
        }
        nodes.put(node, side, moves, counts);
        true
    }

    /// The value of a function of the number of replies, where a move leaves so many. The caller has burnt its fuel.
    fn value_of<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        spot: &Spot<'_, B>,
        function: FnId,
        m: Move,
        count: u8,
    ) -> Result<u64, Stop> {
        if let Some(value) = self.caches.replies.get(function, count) {
            return Ok(value);
        }
        let fuel = std::mem::replace(&mut self.meter.context.fuel, u64::MAX);
        let value = self.of_move(task, spot, function, m);
        self.meter.context.fuel = fuel;
        let value = value?;
        self.caches.replies.put(function, count, value);
        Ok(value)
    }

    /// Orders the moves from `begin` on by packed keys, the smallest first, ties staying as they are. Lists are short.
    #[expect(
        clippy::indexing_slicing,
        reason = "each move from `begin` on has its key from `first` on"
    )]
    fn insert_by_keys(&mut self, begin: usize, first: usize) {
        let keys = &mut self.stacks.keys[first..];
        let moves = &mut self.stacks.moves[begin..];
        for i in 1..keys.len().min(moves.len()) {
            let (k, m) = (keys[i], moves[i]);
            let mut j = i;
            while j > 0 && keys[j - 1] >> COUNT_BITS > k >> COUNT_BITS {
                keys[j] = keys[j - 1];
                moves[j] = moves[j - 1];
                j -= 1;
            }
            keys[j] = k;
            moves[j] = m;
        }
    }

    /// Notes what the moves from `begin` on cost, whose packed keys begin at `first`, where that depends on the same number.
    fn note_prices_of_replies<B: Boards>(
        &mut self,
        task: &Task<'m, '_, B>,
        cost: &Cost,
        spot: &Spot<'_, B>,
        begin: usize,
        (first, who): (usize, Who),
    ) -> Result<(), Stop> {
        self.forget_prices(task, begin);
        if !is_charged(task, cost, spot) || self.code(cost.of_move).replies != Some(who) {
            return Ok(());
        }
        for i in begin..self.stacks.moves.len() {
            let m = self.stacks.move_at(i);
            let packed = self.stacks.keys.get(first + i - begin).copied();
            let count = packed.unwrap_or_default() as u8;
            let price = self.value_of(task, spot, cost.of_move, m, count)?;
            let price = price_of(price.cast_signed());
            self.stacks.costs.note_price(i, price);
        }
        Ok(())
    }
}
