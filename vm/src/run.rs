//! The state of one consultation: registers, move lists, the tree in the making, the meter, the counts.
//!
//! Everything grows once and is used again: nothing is allocated for a node. An [`crate::Engine`] lends its buffers to a
//! [`Run`] for one consultation and takes them back afterwards.

use std::mem::take;

use adv_chess::{Lean, Move, Position};
use adv_jit::Context;
use adv_module::{AdviceId, FnId, Program};

use crate::codes::Code;
use crate::limits::{Limits, Meter};
use crate::natives::{NativeUse, Natives};
use crate::oracle::Oracle;
use crate::profile::Watch;
use crate::search::Bound;
use crate::search::costs::Costs;
use crate::search::easiest::{ProofNumbers, ProofSearch};
use crate::search::keys::KeyCaches;
use crate::search::looked::Looked;
use crate::search::memo::SpokenOf;
use crate::search::memory::Memory;
use crate::search::moves::NO_MOVE;
use crate::search::path::Path;
use crate::search::repeats_table::Repeats;
use crate::search::settled::Settling;
use crate::search::settled_node::GeneratedMoves;
use crate::stack::StackNeeds;
use crate::strategy::Choices;
use crate::tree::Node;
use crate::ways::KnownZones;
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

/// The stacks that a search works on; they grow once and are used again.
#[derive(Default)]
pub(crate) struct Stacks {
    /// The moves of all nodes on the path.
    pub(crate) moves: Vec<Move>,
    /// The values of keys while moves are ordered.
    pub(crate) keys: Vec<i64>,
    /// Moves while they are ordered.
    pub(crate) order: Vec<(u32, Move)>,
    /// The arena of the tree that is being built.
    pub(crate) tree: Vec<Node>,
    /// What lines have spent and what moves cost.
    pub(crate) costs: Costs,
    /// The nodes of the line that is being searched, on whole boards.
    pub(crate) whole: Path<Position>,
    /// The same on lean boards.
    pub(crate) few: Path<Lean>,
}

impl Stacks {
    /// The move at a place of the stack of moves.
    #[inline(always)]
    pub(crate) fn move_at(&self, place: usize) -> Move {
        self.moves.get(place).copied().unwrap_or(NO_MOVE)
    }

    /// Puts a move at a place that there is.
    #[inline(always)]
    pub(crate) fn set_move(&mut self, place: usize, m: Move) {
        if let Some(there) = self.moves.get_mut(place) {
            *there = m;
        }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.moves.clear();
        self.keys.clear();
        self.order.clear();
        self.tree.clear();
        self.costs.clear();
        self.whole.clear();
        self.few.clear();
    }
}

/// What few searches need. A run takes it over as one word, so that the others pay nothing for it.
#[derive(Default)]
pub(crate) struct Rare {
    /// Zones that have been read already.
    pub(crate) zones: KnownZones,
    /// What searches by proof numbers work on, one of them for each that is nested in another.
    pub(crate) proofs: Vec<ProofSearch>,
    /// Notes of what settles the nodes of the line where the piece speaks of `TAKEN`.
    pub(crate) settling: Settling,
    /// The moves of one such node, where they are to be shown.
    pub(crate) generated: Option<GeneratedMoves>,
}

impl Rare {
    /// That of a run, made when it is first needed.
    #[inline(always)]
    pub(crate) fn of(rare: &mut Option<Box<Rare>>) -> &mut Rare {
        rare.get_or_insert_with(Box::default)
    }
}

/// How many positions were tested.
#[derive(Default)]
pub(crate) struct PositionCounts {
    /// By ply, from `base` on; a nested tree counts after its host's plies.
    pub(crate) by_ply: Vec<u64>,
    /// Where the plies of the current tree begin.
    pub(crate) base: usize,
    /// What nested pieces-of-advice cost.
    pub(crate) nested: NestedTallies,
    /// The bound under which a piece-of-advice was searched last to be played.
    pub(crate) bound: Option<Bound>,
}

impl PositionCounts {
    /// So many positions more at a ply of the current tree.
    #[inline(always)]
    pub(crate) fn add(&mut self, ply: u16, positions: u64) {
        if let Some(count) = self.by_ply.get_mut(self.base + usize::from(ply)) {
            *count += positions;
        }
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.by_ply.clear();
        self.nested.clear();
        self.bound = None;
    }
}

/// What a nested piece-of-advice has cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedCount {
    /// The advice.
    pub advice: AdviceId,
    /// How often it was tried.
    pub asked: u64,
    /// The positions generated for it.
    pub positions: u64,
    /// The same by depth in plies from the roots of its own trees: the first entry is depth 1, and the roots are not among them.
    pub by_depth: Vec<u64>,
}

/// What nested pieces-of-advice have cost so far, in the order in which each was first tried.
#[derive(Debug, Default)]
pub(crate) struct NestedTallies {
    /// There may be more than are in use: their memory is used again.
    pieces: Vec<NestedCount>,
    used: usize,
}

impl NestedTallies {
    /// One more search of a piece, which tested so many positions at each ply, the root being at 0.
    pub(crate) fn add(&mut self, advice: AdviceId, by_ply: &[u64]) {
        let known = self
            .pieces()
            .iter()
            .position(|piece| piece.advice == advice);
        let at = known.unwrap_or(self.used);
        if at == self.pieces.len() {
            self.pieces.push(NestedCount {
                advice,
                asked: 0,
                positions: 0,
                by_depth: Vec::new(),
            });
        }
        let Some(piece) = self.pieces.get_mut(at) else {
            return;
        };
        if at == self.used {
            self.used += 1;
            (piece.advice, piece.asked, piece.positions) = (advice, 0, 0);
            piece.by_depth.clear();
        }
        let deeper = by_ply.get(1..).unwrap_or_default();
        if piece.by_depth.len() < deeper.len() {
            piece.by_depth.resize(deeper.len(), 0);
        }
        piece.asked += 1;
        piece.positions += by_ply.iter().sum::<u64>();
        for (sum, positions) in piece.by_depth.iter_mut().zip(deeper) {
            *sum += positions;
        }
    }

    /// The pieces.
    pub(crate) fn pieces(&self) -> &[NestedCount] {
        self.pieces.get(..self.used).unwrap_or_default()
    }

    /// The counts as they are handed out.
    pub(crate) fn counts(&self) -> Vec<NestedCount> {
        let count = |piece: &NestedCount| NestedCount {
            by_depth: without_zeros(&piece.by_depth),
            ..*piece
        };
        self.pieces().iter().map(count).collect()
    }

    fn clear(&mut self) {
        self.used = 0;
    }
}

/// Counts without the zeros after the last that is none.
pub(crate) fn without_zeros(counts: &[u64]) -> Vec<u64> {
    let end = counts.iter().rposition(|count| *count != 0);
    let end = end.map_or(0, |last| last + 1);
    counts.get(..end).unwrap_or_default().to_vec()
}

/// What is written down beside the answer.
#[derive(Default)]
pub(crate) struct Notes {
    /// At which conjuncts positions failed, while failures are to be explained.
    pub(crate) why: Option<Box<WhyLog>>,
    /// Executions and answers, while a profile is taken.
    pub(crate) watch: Option<Box<Watch>>,
    /// The positions looked at, while they are counted.
    pub(crate) looked: Option<Box<Looked>>,
    /// First moves that are not tried at the root of what is asked; of trees inside goals nothing is left out.
    pub(crate) without: Option<Box<[Move]>>,
}

impl Notes {
    /// True where something is written down of each position, so that positions are tested one by one.
    #[inline(always)]
    pub(crate) fn are_by_position(&self) -> bool {
        self.why.is_some() || self.trace()
    }

    /// Begins to write down where positions fail, or leaves it. What is so already is not written again: the word is read with its
    /// neighbours right after that, which would wait for it.
    #[inline(always)]
    pub(crate) fn explain(&mut self, wanted: bool) {
        if wanted || self.why.is_some() {
            self.why = wanted.then(Box::<WhyLog>::default);
        }
    }

    /// True where nothing is written down.
    #[inline(always)]
    pub(crate) fn are_empty(&self) -> bool {
        self.why.is_none()
            && self.watch.is_none()
            && self.looked.is_none()
            && self.without.is_none()
    }

    /// True while what functions execute or answer is kept, so that none may be left out.
    #[inline(always)]
    pub(crate) fn asks_all(&self) -> bool {
        !matches!(self.watch.as_deref(), None | Some(Watch::Tracing(_)))
    }

    /// True while a trace is taken.
    #[inline(always)]
    pub(crate) fn trace(&self) -> bool {
        matches!(self.watch.as_deref(), Some(Watch::Tracing(_)))
    }
}

/// The buffers that survive a consultation.
#[derive(Default)]
pub(crate) struct Buffers {
    registers: Vec<u64>,
    stacks: Stacks,
    counts: PositionCounts,
    context: Context,
    caches: KeyCaches,
    rare: Option<Box<Rare>>,
    memory: Memory,
    /// Nodes from all runs.
    pub(crate) repeats: Repeats,
    /// Choices of strategies from all runs; a run by itself makes them and does not know them.
    pub(crate) choices: Choices,
    /// Which table of native code for lean boards was the last.
    few: usize,
    /// Set while a profile or a trace is taken.
    pub(crate) watch: Option<Box<Watch>>,
    /// Set while the positions looked at are counted.
    pub(crate) looked: Option<Box<Looked>>,
}

impl Clone for Buffers {
    /// A copy begins with none.
    fn clone(&self) -> Buffers {
        Buffers::default()
    }
}

impl Buffers {
    /// Forgets what is remembered of positions by the men that stand there.
    pub(crate) fn forget_men(&mut self) {
        self.repeats.forget();
        self.caches.children.forget();
    }

    /// How many values after moves were known.
    pub(crate) fn known_values(&self) -> u64 {
        self.caches.children.hits()
    }

    /// What the last run has counted.
    pub(crate) fn counts(&self) -> &PositionCounts {
        &self.counts
    }
}

/// Where the buffers belong that a run has taken over.
pub(crate) struct Taken<'m> {
    registers: &'m mut Vec<u64>,
    context: &'m mut Context,
    few: &'m mut usize,
    watch: &'m mut Option<Box<Watch>>,
    looked: &'m mut Option<Box<Looked>>,
}

/// One consultation in progress.
pub(crate) struct Run<'m> {
    /// The program.
    pub(crate) module: &'m Program,
    /// Its functions, as the interpreter takes them.
    pub(crate) codes: &'m [Code],
    /// The stack that its pieces-of-advice may need.
    pub(crate) needs: &'m StackNeeds,
    /// How replies are worked through.
    pub(crate) replies: Replies,
    /// Positions are counted as Advice Language 2 counts them, so nothing may be left out.
    pub(crate) counted: bool,
    /// The bytes that the table of a search by proof numbers may take.
    pub(crate) proof_bytes: usize,
    /// What the root of the last search by proof numbers owed when a limit ended it.
    pub(crate) owed: Option<(AdviceId, ProofNumbers)>,
    /// Answers the tablebase words.
    pub(crate) oracle: Option<&'m dyn Oracle>,
    /// What may still be spent.
    pub(crate) meter: Meter<'m>,
    /// What has been spent, by ply.
    pub(crate) counts: &'m mut PositionCounts,
    /// The interpreter's registers, one window after the other.
    pub(crate) registers: Vec<u64>,
    /// Where the windows of evaluations that the search starts begin.
    pub(crate) top: usize,
    /// What the search works on.
    pub(crate) stacks: &'m mut Stacks,
    /// The values of keys that are tables.
    pub(crate) caches: &'m mut KeyCaches,
    /// Nodes and nested answers that are known already.
    pub(crate) memory: &'m mut Memory,
    /// The same with what they have cost, from all runs.
    pub(crate) repeats: &'m mut Repeats,
    /// What each piece-of-advice speaks of.
    pub(crate) pieces: &'m [SpokenOf],
    /// What few searches need.
    pub(crate) rare: &'m mut Option<Box<Rare>>,
    /// What `TAKEN` is: the search sets it before it generates a class that speaks of it.
    pub(crate) taken: u64,
    /// What `HERE` is: the squares of the fact that is explained, empty where there is none.
    pub(crate) here: u64,
    /// The number of the first root of this run.
    pub(crate) first_root: u64,
    /// Native code, and the boards for it.
    pub(crate) natives: NativeUse<'m>,
    /// Explanations and profiles.
    pub(crate) notes: Notes,
}

impl<'m> Run<'m> {
    /// A function as it is executed.
    #[expect(
        clippy::indexing_slicing,
        reason = "every function of a linked program has its code here"
    )]
    #[inline(always)]
    pub(crate) fn code(&self, function: FnId) -> &'m Code {
        &self.codes[function.index()]
    }

    /// Borrows the buffers of an engine. Registers and the context, which every evaluation uses, are taken over.
    #[inline(always)]
    pub(crate) fn new(
        module: &'m Program,
        codes: &'m [Code],
        needs: &'m StackNeeds,
        natives: &'m Natives,
        limits: &Limits,
        replies: Replies,
        buffers: &'m mut Buffers,
    ) -> (Run<'m>, Taken<'m>) {
        let Buffers {
            registers,
            stacks,
            counts,
            context,
            caches,
            rare,
            memory,
            repeats,
            choices: _,
            few,
            watch,
            looked,
        } = buffers;
        caches.fit(codes.len());
        let meter = Meter::new(limits, take(context), module.slots);
        let mut run = Run {
            first_root: meter.context.root(),
            module,
            codes,
            needs,
            replies,
            counted: true,
            proof_bytes: 0,
            owed: None,
            oracle: None,
            meter,
            counts,
            registers: take(registers),
            top: 0,
            stacks,
            caches,
            rare,
            taken: 0,
            here: 0,
            memory,
            repeats,
            pieces: &[],
            natives: NativeUse::new(natives, *few),
            notes: Notes {
                watch: watch.take(),
                looked: looked.take(),
                ..Notes::default()
            },
        };
        run.clear();
        run.memory.begin(run.first_root, limits.memory);
        let taken = Taken {
            registers,
            context,
            few,
            watch,
            looked,
        };
        (run, taken)
    }

    /// Empties what a consultation before has left.
    #[inline(always)]
    fn clear(&mut self) {
        self.stacks.clear();
        self.repeats.begin();
        self.counts.clear();
        self.counts.base = 0;
    }

    /// Begins another consultation under full limits, with nothing left of the one before.
    #[inline(always)]
    pub(crate) fn again(&mut self, limits: &Limits) {
        self.clear();
        self.meter.begin(limits);
        self.first_root = self.meter.context.root();
        self.memory.begin(self.first_root, limits.memory);
        self.top = 0;
        self.taken = 0;
        self.here = 0;
        self.natives.forget_root();
        self.notes.explain(false);
        self.owed = None;
    }

    /// Gives back what was taken over.
    #[inline(always)]
    pub(crate) fn give_back(&mut self, taken: &mut Taken<'_>) {
        *taken.registers = take(&mut self.registers);
        *taken.context = take(&mut self.meter.context);
        *taken.few = self.natives.active.few_at();
        *taken.watch = self.notes.watch.take();
        *taken.looked = self.notes.looked.take();
    }
}
