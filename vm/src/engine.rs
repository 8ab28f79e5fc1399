//! The engine: a linked module under limits, and the questions it answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv_chess::{Color, Position};
use adv_jit::{Jit, NoCode};
use adv_module::program::{Compare, Entry};
use adv_module::{AdviceId, FnId, Linked, Program, StrategyId, TableId};

use crate::beyond::view_for_table;
use crate::codes::{Code, codes_of, unfused_codes_of};
use crate::consult::{answer_by, consult_in, consult_list};
use crate::consultation::{Consultation, Failure};
use crate::env::Env;
use crate::limits::{Limits, Stop};
use crate::natives::{HOT, Natives};
use crate::oracle::Oracle;
use crate::run::{Buffers, PositionCounts, Replies, Run, Taken};
use crate::search::easiest::LEAST_PROOFS;
use crate::search::memo::{SpokenOf, pieces_speak_of};
use crate::search::memory::LEAST_MEMORY;
use crate::stack::StackNeeds;
use crate::strategy::{Choices, Subject};
use crate::view::view;

/// The options of one consultation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How replies are worked through and positions counted.
    pub replies: Replies,
    /// Note at which conjuncts positions fail.
    pub why: bool,
    /// Positions need not be counted as Advice Language 2 counts them, so a search remembers what it has found out
    /// ([`Limits::memory`]) and does not search it again. Trees are the same.
    pub uncounted: bool,
}

/// A program ready for consultations. Cheap to clone: each thread has its own.
#[derive(Clone)]
pub struct Engine {
    linked: Arc<Linked>,
    codes: Arc<[Code]>,
    needs: Arc<StackNeeds>,
    pieces: Arc<[SpokenOf]>,
    /// One of them speaks of `TAKEN`.
    speaks_of_taken: bool,
    limits: Limits,
    /// With what is written down meanwhile; a clone begins without.
    pub(crate) buffers: Buffers,
    interrupt: Option<Arc<AtomicBool>>,
    /// The bytes that a search by proof numbers may remember, where they are not those of the limits.
    proof_bytes: Option<usize>,
    reasons: bool,
    uncounted: bool,
    /// Nodes are remembered with what they cost (`search/repeats.rs`).
    repeats: bool,
    oracle: Option<Arc<dyn Oracle>>,
    /// What `HERE` is ([`Engine::set_here`]).
    here: u64,
    jit: Option<Arc<Jit>>,
    natives: Arc<Natives>,
}

impl Engine {
    /// True in a build with a code generator, the feature `native`.
    pub const HAS_NATIVE: bool = Jit::EXISTS;

    /// An engine for a linked module, which several engines may share. Only a verified module can be linked, so nothing here can
    /// fail.
    pub fn new(linked: impl Into<Arc<Linked>>, limits: Limits) -> Engine {
        let linked = linked.into();
        let codes = codes_of(&linked);
        let pieces = pieces_speak_of(linked.module().program(), &codes);
        Engine {
            natives: Arc::new(Natives::new(linked.module().program(), HOT)),
            needs: Arc::new(StackNeeds::of(linked.module().program())),
            speaks_of_taken: pieces.iter().any(|piece| piece.taken),
            pieces: pieces.into(),
            linked,
            codes,
            limits,
            buffers: Buffers::default(),
            interrupt: None,
            proof_bytes: None,
            reasons: true,
            uncounted: false,
            repeats: true,
            oracle: None,
            here: 0,
            jit: Jit::new().map(Arc::new),
        }
    }

    /// An engine for another program, with the limits, the oracle, the interrupt and the ways of this one.
    #[must_use]
    pub fn of_another(&self, linked: impl Into<Arc<Linked>>) -> Engine {
        let other = Engine::new(linked, self.limits);
        let jit = other.jit.clone().filter(|_| self.jit.is_some());
        Engine {
            interrupt: self.interrupt.clone(),
            proof_bytes: self.proof_bytes,
            reasons: self.reasons,
            uncounted: self.uncounted,
            repeats: self.repeats,
            oracle: self.oracle.clone(),
            here: self.here,
            jit,
            ..other
        }
    }

    /// Whether hot functions are compiled to native code: on by default where the build has a code generator, on hosts that the code generator
    /// supports. The answers are the same; the interpreter is the reference.
    pub fn set_native(&mut self, wanted: bool) {
        // What is compiled already would be used without asking; and what is remembered names men by their code.
        self.buffers.forget_men();
        self.natives = Arc::new(Natives::new(self.module(), HOT));
        self.jit = match wanted {
            true => self.jit.take().or_else(|| Jit::new().map(Arc::new)),
            false => None,
        };
    }

    /// Compiles functions after this many calls; 1 is the least. For tests, which compile early.
    pub fn set_native_after(&mut self, calls: u32) {
        self.set_native(true);
        self.natives = Arc::new(Natives::new(self.module(), calls));
    }

    /// The functions that have been called often and stay interpreted all the same, with the reason, in the order of the module.
    pub fn without_code(&self) -> Vec<(FnId, NoCode)> {
        self.natives.without_code()
    }

    /// How much has been emitted for native code, in the code generator's instructions or values: it has a budget, beyond which functions
    /// stay interpreted ([`NoCode::Spent`]).
    pub fn native_size(&self) -> usize {
        self.jit.as_ref().map_or(0, |jit| jit.size())
    }

    /// True if hot functions are compiled to native code.
    pub fn is_native(&self) -> bool {
        self.jit.is_some()
    }

    /// A copy that executes instruction by instruction, so that each can be counted.
    pub(crate) fn unfused(&self) -> Engine {
        let mut copy = self.clone();
        copy.set_native(false);
        copy.codes = unfused_codes_of(&self.linked);
        copy
    }

    /// Whether a run that is stuck is searched once more, for the conjuncts at which positions failed. On by default;
    /// turn it off for bulk work such as proofs.
    pub fn set_reasons(&mut self, wanted: bool) {
        self.reasons = wanted;
    }

    /// Whether all consultations are as with [`Options::uncounted`], whatever asks for them. Off by default.
    pub fn set_uncounted(&mut self, wanted: bool) {
        self.uncounted = wanted;
    }

    /// Whether nodes that depend on their position alone are remembered from one consultation to the next, with what their search has cost.
    /// On by default; answers, trees, counts and the places where budgets end are the same with it and without.
    ///
    /// With them the values of keys after moves are remembered, and the choices of strategies in positions of few men ([`Engine::branch`]).
    pub fn set_repeats(&mut self, wanted: bool) {
        self.repeats = wanted;
    }

    /// Forgets all of these, so that what is asked next takes as long as it takes a new engine.
    pub fn forget_repeats(&mut self) {
        self.buffers.forget_men();
        self.buffers.choices.forget();
    }

    /// How many nodes this engine did not search because it had searched them before ([`Engine::set_repeats`]).
    pub fn repeated(&self) -> u64 {
        self.buffers.repeats.hits()
    }

    /// How many values of keys and filters after moves this engine did not work out because it knew them ([`Engine::set_repeats`]).
    pub fn known_values(&self) -> u64 {
        self.buffers.known_values()
    }

    /// The choices that are known, where they are remembered and nothing is written down of what is looked at.
    #[inline(always)]
    pub(crate) fn choices(&mut self) -> Option<&mut Choices> {
        let remembers =
            self.repeats && self.buffers.watch.is_none() && self.buffers.looked.is_none();
        remembers.then_some(&mut self.buffers.choices)
    }

    /// How many choices of strategies this engine did not make because it had made them before ([`Engine::set_repeats`]).
    pub fn known_choices(&self) -> u64 {
        self.buffers.choices.hits()
    }

    /// Sets what `HERE` is in everything that is asked from now on: the squares of the fact that is explained, none at first. A piece-of-advice
    /// that speaks of `HERE` is a plan for that fact.
    pub fn set_here(&mut self, squares: u64) {
        self.here = squares;
    }

    /// True where a stuck run is to tell its reasons.
    pub(crate) fn tells_reasons(&self) -> bool {
        self.reasons
    }

    /// Lends the engine a flag: once it is set, searches end with [`Stop::Interrupted`] within a thousand positions, and evaluations
    /// within a million units of fuel, which is less than a tenth of a second. It is never cleared here; `None` takes it back.
    pub fn set_interrupt(&mut self, flag: Option<Arc<AtomicBool>>) {
        self.interrupt = flag;
    }

    /// Sets how many bytes a search for the easiest tree may remember: [`Limits::memory`] unless it is said, and 1 MiB where that is
    /// less. Which tree is found depends on it, and how many positions are tested; whether there is one does not. Some entries are kept in any case.
    pub fn set_proof_memory(&mut self, bytes: usize) {
        self.proof_bytes = Some(bytes);
        self.buffers.choices.forget();
    }

    /// Sets the oracle that answers the tablebase words `won`, `lost`, `drawn` and `dtm`; `None` removes it.
    pub fn set_oracle(&mut self, oracle: Option<Arc<dyn Oracle>>) {
        self.oracle = oracle;
        self.buffers.choices.forget();
    }

    /// The linked program.
    pub fn linked(&self) -> &Linked {
        &self.linked
    }

    /// The module's records.
    pub fn module(&self) -> &Program {
        self.linked.module().program()
    }

    /// The most fuel that evaluating a function can burn.
    pub(crate) fn cost(&self, function: FnId) -> u64 {
        self.linked.module().cost(function)
    }

    /// The most bytes of the thread's stack that searching a piece-of-advice can need, whatever the position
    /// ([`Limits::stack`]).
    pub fn stack_need(&self, advice: AdviceId) -> u32 {
        self.needs.of_advice(advice)
    }

    /// The limits of every consultation.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Sets the limits of every consultation from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        if self.limits != limits {
            self.limits = limits;
            self.buffers.choices.forget();
        }
    }

    /// What the last run has counted.
    pub(crate) fn tested(&self) -> &PositionCounts {
        self.buffers.counts()
    }

    /// The table of a name.
    pub fn table(&self, name: &str) -> Option<TableId> {
        match Subject::table_named(self.module(), name)? {
            Subject::Table(id) => Some(id),
            _ => None,
        }
    }

    /// The strategy of a name.
    pub fn strategy(&self, name: &str) -> Option<StrategyId> {
        match Subject::strategy_named(self.module(), name)? {
            Subject::Strategy(id) => Some(id),
            _ => None,
        }
    }

    /// The piece-of-advice of a name, arguments included where it has some.
    pub fn advice(&self, name: &str) -> Option<AdviceId> {
        match Subject::advice_named(self.module(), name)? {
            Subject::Advice(id) => Some(id),
            _ => None,
        }
    }

    /// What a name stands for ([`Subject::named`]).
    pub fn subject_named(&self, name: &str) -> Option<Subject> {
        Subject::named(self.module(), name)
    }

    /// What is played in a position where nothing is named ([`Subject::for_position`]).
    pub fn subject_for(&self, position: &Position) -> Option<Subject> {
        Subject::for_position(self.module(), position)
    }

    /// Consults a table: the first rule whose precondition holds, then its list in order.
    ///
    /// # Errors
    /// [`Failure`] where the position is not one that the table is for, or a limit is reached. A position in which no advice
    /// applies is no failure: the consultation then has no advice.
    pub fn consult(
        &mut self,
        table: TableId,
        position: &Position,
        options: &Options,
    ) -> Result<Consultation, Failure> {
        let (table, view) = view_for_table(self.module(), table, position)?;
        self.with_run(options, |run| {
            let answer = answer_by(run, (position, &view), |run, rule, note| {
                consult_in(run, table, &view, options.why, rule, note)
            })?;
            Ok(Consultation {
                table: Some(table),
                ..answer
            })
        })
    }

    /// Tries one piece-of-advice.
    ///
    /// # Errors
    /// As [`Engine::consult`], for the program's declared material and the advice's side.
    pub fn try_advice(
        &mut self,
        advice: AdviceId,
        position: &Position,
        options: &Options,
    ) -> Result<Consultation, Failure> {
        let module = self.module();
        let side = module.advice.get(advice.index()).and_then(|a| a.side);
        let view = view(module.material.as_ref(), side, position)?;
        self.with_run(options, |run| {
            let list = [Entry::Advice(advice)];
            answer_by(run, (position, &view), |run, _, note| {
                consult_list(run, &list, &view, options.why, None, note)
            })
        })
    }

    /// Evaluates a function on a position, all frames being that position. Arguments are words: boards as sets, numbers in two's
    /// complement, pieces and sides as [`adv_module::Ty`] says; missing ones are 0.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn evaluate(
        &mut self,
        function: FnId,
        args: &[u64],
        position: &Position,
        us: Color,
    ) -> Result<u64, Stop> {
        self.with_run(&Options::default(), |run| {
            run.call(function, args, &Env::single(position, us))
        })
    }

    /// The numbers on both sides of a comparison in a position.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn compare(
        &mut self,
        compare: &Compare,
        position: &Position,
        us: Color,
    ) -> Result<(Vec<i64>, Vec<i64>), Stop> {
        self.with_run(&Options::default(), |run| {
            run.sides(compare, &Env::single(position, us))
        })
    }

    /// Runs with this engine's buffers under full limits.
    pub(crate) fn with_run<T>(
        &mut self,
        options: &Options,
        work: impl FnOnce(&mut Run<'_>) -> T,
    ) -> T {
        let mut lent = self.lend(options);
        work(&mut lent.run)
    }

    /// Lends the buffers to a run under full limits.
    #[inline(always)]
    pub(crate) fn lend(&mut self, options: &Options) -> Lent<'_> {
        let (mut run, taken) = Run::new(
            self.linked.module().program(),
            &self.codes,
            &self.needs,
            &self.natives,
            &self.limits,
            options.replies,
            &mut self.buffers,
        );
        let memory = usize::try_from(self.limits.memory).unwrap_or(usize::MAX);
        run.proof_bytes = self.proof_bytes.unwrap_or(memory.max(LEAST_PROOFS));
        run.pieces = &self.pieces;
        if self.speaks_of_taken {
            run.memory.keep_boards();
        }
        run.meter.interrupt = self.interrupt.as_deref();
        run.oracle = self.oracle.as_deref();
        run.here = self.here;
        run.natives.jit = self.jit.as_deref();
        // A watched run counts.
        run.counted = !(options.uncounted || self.uncounted)
            || options.why
            || run.notes.watch.is_some()
            || self.limits.memory < LEAST_MEMORY;
        run.repeats.set_wanted(self.repeats);
        Lent {
            run,
            limits: &self.limits,
            taken,
        }
    }
}

/// A run that gives what was lent to it back when it is dropped.
pub(crate) struct Lent<'e> {
    pub(crate) run: Run<'e>,
    pub(crate) limits: &'e Limits,
    taken: Taken<'e>,
}

impl Drop for Lent<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.run.give_back(&mut self.taken);
    }
}
