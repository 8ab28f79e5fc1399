//! The state of one consultation: registers, move lists, the tree in the making, the meter, the counts.
//!
//! Everything grows once and is used again: nothing is allocated for a node. An [`crate::Engine`] lends its buffers to a
//! [`Run`] for one consultation and takes them back afterwards.

use std::mem::take;
use std::sync::atomic::AtomicBool;

use adv_chess::{Lean, Move, Position};
use adv_jit::{Context, Jit};
use adv_module::{AdviceId, Program, TableId};

use crate::fuse::Step;
use crate::keys::{Input, Order, Table};
use crate::limits::{Limits, Meter, Stop};
use crate::memo::Memo;
use crate::natives::{Faced, Natives, Packed};
use crate::oracle::Oracle;
use crate::profile::Watch;
use crate::tree::Node;
use crate::why::WhyLog;

/// How the replies of a node are worked through, and what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Replies {
    /// AL2's way: all replies are generated and tested for the holding-goal first, stopping at the first that violates it;
    /// then they are expanded in order. The root is not counted.
    #[default]
    TestedFirst,
    /// The way of Bratko's AL0 and its peers: each reply is tested and proved before the next is generated. The root is counted
    /// once for each piece-of-advice tried.
    OneByOne,
}

/// A function as it is executed.
pub(crate) struct Code {
    /// One step for each place of the code.
    pub(crate) steps: Box<[Step]>,
    /// It speaks of the position behind the move.
    pub(crate) needs_new: bool,
    /// As a key it is a table.
    pub(crate) input: Option<Input>,
}

/// The buffers that survive a consultation.
#[derive(Default)]
pub(crate) struct Buffers {
    pub(crate) registers: Vec<u64>,
    pub(crate) moves: Vec<Move>,
    pub(crate) keys: Vec<i64>,
    pub(crate) order: Vec<(u32, Move)>,
    pub(crate) tree: Vec<Node>,
    pub(crate) counts: Vec<u64>,
    pub(crate) context: Context,
    pub(crate) tables: Vec<Table>,
    pub(crate) orders: Vec<Order>,
    pub(crate) memos: Memos,
    pub(crate) nested: Vec<NestedCount>,
    /// Which table of native code for lean boards was the last.
    pub(crate) few: usize,
}

/// What has been found out to be in vain, on boards of either kind.
#[derive(Default)]
pub(crate) struct Memos {
    pub(crate) whole: Memo<Position>,
    pub(crate) few: Memo<Lean>,
}

/// What a nested piece-of-advice has cost so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NestedCount {
    /// The advice.
    pub advice: AdviceId,
    /// How often it was asked for.
    pub asked: u64,
    /// The positions generated for it.
    pub positions: u64,
}

/// One consultation in progress.
pub(crate) struct Run<'m> {
    pub(crate) module: &'m Program,
    pub(crate) codes: &'m [Code],
    pub(crate) replies: Replies,
    pub(crate) meter: Meter,
    /// Set by somebody else to end the search.
    pub(crate) interrupt: Option<&'m AtomicBool>,
    /// Knows what positions are worth, for the tablebase words.
    pub(crate) oracle: Option<&'m dyn Oracle>,
    pub(crate) registers: Vec<u64>,
    /// Where the windows of evaluations that the search starts begin.
    pub(crate) top: usize,
    /// One stack of moves for all nodes on the path.
    pub(crate) moves: Vec<Move>,
    pub(crate) keys: Vec<i64>,
    pub(crate) order: Vec<(u32, Move)>,
    pub(crate) tree: Vec<Node>,
    /// Positions by ply, `count_base + ply`; nested trees count behind their host's.
    pub(crate) counts: Vec<u64>,
    pub(crate) count_base: usize,
    /// By function: the values of keys that are tables.
    pub(crate) tables: Vec<Table>,
    /// By function: the orders of keys that depend on the man's own square.
    pub(crate) orders: Vec<Order>,
    /// What runs as native code; nothing does without a compiler.
    pub(crate) natives: &'m Natives,
    /// The tables of native code in use.
    pub(crate) faced: Faced<'m>,
    pub(crate) memos: Memos,
    /// The number of the first root of this run.
    pub(crate) first_root: u64,
    /// Positions are counted as Advice Language 2 counts them, so nothing may be left out.
    pub(crate) counted: bool,
    pub(crate) jit: Option<&'m Jit>,
    /// The root that was packed last.
    pub(crate) packed: Option<Packed>,
    /// The table that has seen a root plainly, and its men and side by the number of their native code.
    pub(crate) plain: Option<(TableId, usize)>,
    /// Why compiled code had to end.
    pub(crate) stopped: Option<Stop>,
    pub(crate) nested: Vec<NestedCount>,
    /// Set while failures are to be explained.
    pub(crate) why: Option<Box<WhyLog>>,
    /// Set while a profile is taken.
    pub(crate) watch: Option<Box<Watch>>,
}

impl<'m> Run<'m> {
    /// Takes the buffers of an engine, each by itself: together they would be copied more than once.
    #[inline(always)]
    pub(crate) fn new(
        module: &'m Program,
        codes: &'m [Code],
        natives: &'m Natives,
        limits: &Limits,
        replies: Replies,
        buffers: &mut Buffers,
    ) -> Run<'m> {
        if buffers.tables.len() != codes.len() {
            buffers.tables.resize_with(codes.len(), Table::new);
            buffers.orders.resize_with(codes.len(), Order::default);
        }
        let meter = Meter::new(limits, take(&mut buffers.context), module.slots);
        let mut run = Run {
            first_root: meter.context.root(),
            module,
            codes,
            replies,
            meter,
            interrupt: None,
            oracle: None,
            registers: take(&mut buffers.registers),
            top: 0,
            moves: take(&mut buffers.moves),
            keys: take(&mut buffers.keys),
            order: take(&mut buffers.order),
            tree: take(&mut buffers.tree),
            counts: take(&mut buffers.counts),
            count_base: 0,
            tables: take(&mut buffers.tables),
            orders: take(&mut buffers.orders),
            natives,
            faced: natives.faced(buffers.few),
            memos: take(&mut buffers.memos),
            counted: true,
            jit: None,
            packed: None,
            plain: None,
            stopped: None,
            nested: take(&mut buffers.nested),
            why: None,
            watch: None,
        };
        run.clear();
        run
    }

    /// Empties what a consultation before has left.
    #[inline(always)]
    fn clear(&mut self) {
        self.moves.clear();
        self.keys.clear();
        self.order.clear();
        self.tree.clear();
        self.counts.clear();
        self.nested.clear();
    }

    /// Begins another consultation under full limits, with nothing left of the one before.
    #[inline(always)]
    pub(crate) fn again(&mut self, limits: &Limits) {
        self.clear();
        self.meter.begin(limits);
        self.first_root = self.meter.context.root();
        self.top = 0;
        self.count_base = 0;
        self.packed = None;
        self.stopped = None;
        self.why = None;
    }

    /// Gives the buffers back.
    #[inline(always)]
    pub(crate) fn give_back(&mut self, buffers: &mut Buffers) {
        buffers.registers = take(&mut self.registers);
        buffers.moves = take(&mut self.moves);
        buffers.keys = take(&mut self.keys);
        buffers.order = take(&mut self.order);
        buffers.tree = take(&mut self.tree);
        buffers.counts = take(&mut self.counts);
        buffers.context = take(&mut self.meter.context);
        buffers.tables = take(&mut self.tables);
        buffers.orders = take(&mut self.orders);
        buffers.memos = take(&mut self.memos);
        buffers.few = self.faced.few_at();
        buffers.nested = take(&mut self.nested);
    }
}
