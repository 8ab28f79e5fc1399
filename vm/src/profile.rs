//! A profile: how often each instruction is executed, and what each piece-of-advice costs.
//!
//! ```text
//!   search ── goal, filter, key ──▶ exec ── unobserved ─────▶ interpret::<Unseen>     the normal loop, unchanged
//!                                     └── Watch ──▶ watched ──▶ interpret::<Counted>   each (function, place) counted
//! ```
//!
//! Counting is exact: the same positions give the same counts on every machine, in whatever order they come.

use adv_module::{AdviceId, FnId, Op};

use crate::consult::positions;
use crate::engine::Engine;
use crate::env::Env;
use crate::limits::Stop;
use crate::run::Run;
use crate::trace::TraceLog;

/// What has been counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileCounts {
    /// How often each instruction was executed: by function, then by its place in the code.
    pub executed: Vec<Vec<u64>>,
    /// By piece-of-advice, in the order of the module.
    pub pieces: Vec<PieceCount>,
}

impl ProfileCounts {
    /// The positions tested in all, those of nested advice with them.
    pub fn positions(&self) -> u64 {
        let positions = |piece: &PieceCount| piece.positions + piece.nested;
        self.pieces.iter().map(positions).sum()
    }
}

/// The use of one piece-of-advice or action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceCount {
    /// How often it was searched; where a list wants the shortest tree, once for each bound.
    pub searched: u64,
    /// How often it was satisfied.
    pub satisfied: u64,
    /// The positions tested for it, those of advice nested in it left out.
    pub positions: u64,
    /// How often other goals tested whether it is satisfiable.
    pub asked: u64,
    /// The positions tested for that.
    pub nested: u64,
}

/// What is watched.
#[derive(Debug)]
pub(crate) enum Watch {
    /// Executions and pieces are counted.
    Counting(ProfileCounts),
    /// Nodes are written down (`trace.rs`).
    Tracing(TraceLog),
}

/// The observer of executed instructions.
pub(crate) trait Probe {
    /// An instruction is about to be executed.
    fn step(watch: &mut Option<Box<Watch>>, function: FnId, pc: usize);
}

/// None: the normal loop.
pub(crate) enum Unseen {}

impl Probe for Unseen {
    #[inline(always)]
    fn step(_watch: &mut Option<Box<Watch>>, _function: FnId, _pc: usize) {}
}

/// A counter.
enum Counted {}

impl Probe for Counted {
    #[inline(always)]
    fn step(watch: &mut Option<Box<Watch>>, function: FnId, pc: usize) {
        if let Some(Watch::Counting(counts)) = watch.as_deref_mut()
            && let Some(places) = counts.executed.get_mut(function.index())
            && let Some(count) = places.get_mut(pc)
        {
            *count += 1;
        }
    }
}

impl Run<'_> {
    /// [`Run::exec`] with an observer.
    #[cold]
    #[inline(never)]
    pub(crate) fn watched(
        &mut self,
        function: FnId,
        env: &Env<'_>,
        base: usize,
    ) -> Result<u64, Stop> {
        match self.notes.watch.as_deref() {
            Some(Watch::Counting(_)) => self.interpret::<Counted>(function, env, base),
            Some(Watch::Tracing(_)) | None => self.interpret::<Unseen>(function, env, base),
        }
    }

    /// A piece has been searched, under one bound or several.
    #[inline]
    pub(crate) fn note_searched(&mut self, id: AdviceId, satisfied: bool) {
        if self.notes.watch.is_none() {
            return;
        }
        let tested = positions(self);
        let Some(Watch::Counting(counts)) = self.notes.watch.as_deref_mut() else {
            return;
        };
        if let Some(piece) = counts.pieces.get_mut(id.index()) {
            piece.searched += 1;
            piece.satisfied += u64::from(satisfied);
            piece.positions += tested;
        }
        for nested in self.counts.nested.pieces() {
            if let Some(piece) = counts.pieces.get_mut(nested.advice.index()) {
                piece.asked += nested.asked;
                piece.nested += nested.positions;
            }
        }
    }
}

impl Engine {
    /// A copy that counts what it does, until [`Engine::counted`] takes the counts. It is interpreted, instruction by instruction,
    /// and gives the same answers.
    pub fn counting(&self) -> Engine {
        let mut copy = self.unfused();
        let module = self.module();
        let counts = ProfileCounts {
            executed: module
                .functions
                .iter()
                .map(|function| vec![0; function.code.len()])
                .collect(),
            pieces: vec![PieceCount::default(); module.advice.len()],
        };
        copy.buffers.watch = Some(Box::new(Watch::Counting(counts)));
        copy
    }

    /// What a copy made by [`Engine::counting`] has counted; it goes on without counting. Nothing for other engines.
    pub fn counted(&mut self) -> ProfileCounts {
        match self.buffers.watch.take().map(|watch| *watch) {
            Some(Watch::Counting(counts)) => counts,
            _ => ProfileCounts::default(),
        }
    }

    /// What it has counted so far, where it counts.
    pub fn counts(&self) -> Option<&ProfileCounts> {
        match self.buffers.watch.as_deref() {
            Some(Watch::Counting(counts)) => Some(counts),
            _ => None,
        }
    }
}

/// About what an instruction costs, in units of a simple one; a primitive what it costs on a board of a few men. The weights are fixed, so
/// that a profile is the same on every machine. A nested search has its own instructions, which are counted where they are.
pub fn weight(op: &Op) -> u64 {
    match op {
        Op::Prim { prim, .. } => 1 + u64::from(prim.entry().cost),
        Op::Call { .. } | Op::CallFor { .. } | Op::Dist { .. } | Op::Manhattan { .. } => 2,
        Op::Turned { .. } => 40,
        Op::Satisfiable { .. } => 8,
        _ => 1,
    }
}
