//! Values of keys and filters at positions after moves that were worked out before: many nodes lead to the same positions.
//!
//! ```text
//!   root 1 ── Bc3 ──▶ new.work 1,300; 2,210 units of fuel
//!   root 2 ── Bc3 ──▶ the same position: the value is taken over, and the fuel is burnt once more
//! ```
//!
//! A proof asks at all positions of two bishops, and each position after a move comes from some twenty of them, most of which are neighbours. Only what looks at
//! nothing but that position is remembered, and only what may take long; so that answers and the place where a budget ends are those of an engine that
//! remembers nothing. Where fewer than one value in four is known, nothing is looked up for a while.

use adv_module::{FnId, Frame, Needs, Op, Program};

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::repeats_table::ODD;
use crate::search::request::Task;
use crate::search::worth::{LEAST_SAVED, Worth};

/// What takes at most so much fuel is worked out each time, which takes no longer than to look it up.
const CHEAP: u64 = 100;

/// The places: 768 KiB. Four times as many know hardly more.
const PLACES: usize = 1 << 15;

/// What a value saves that is known, in the positions of a [`Worth`].
const SAVED: u64 = 4 * LEAST_SAVED;

/// The bits for the number of a function; those above are the number of the men.
const FUNCTION_BITS: u32 = 26;

/// A value at a position.
#[derive(Clone, Copy, Default)]
struct ChildValue {
    /// The board's word; 0 where there is no value.
    word: u64,
    value: u64,
    /// The fuel that it took.
    fuel: u32,
    /// Which function it is of, and for which men.
    of: u32,
}

/// The values that are known; no memory before it is used.
#[derive(Default)]
pub(crate) struct ChildValues {
    values: Vec<ChildValue>,
    worth: Worth,
    hits: u64,
}

impl ChildValues {
    /// Forgets all of them.
    pub(crate) fn forget(&mut self) {
        self.values.clear();
        self.worth = Worth::default();
    }

    /// How many values were known.
    pub(crate) fn hits(&self) -> u64 {
        self.hits
    }
}

/// The place of a value.
#[inline(always)]
fn place(word: u64, of: u32) -> usize {
    let mixed = (word ^ word >> 29 ^ u64::from(of) << 32).wrapping_mul(ODD);
    (mixed >> 40) as usize & (PLACES - 1)
}

/// Whether a function without parameters looks at nothing but the position after a move, and may take long. `beyond` says of each function whether it looks
/// beyond a node's position.
pub(super) fn is_of_child(module: &Program, function: FnId, beyond: &[bool], most: u64) -> bool {
    let looks_beyond = |of: FnId| beyond.get(of.index()).is_none_or(|beyond| *beyond);
    let needs = |of: FnId| {
        module
            .functions
            .get(of.index())
            .map(|function| function.needs)
    };
    let Some(own) = module.functions.get(function.index()) else {
        return false;
    };
    let of_new = |op: &Op| match op.callee() {
        // What it calls has the position after the move as its own.
        Some(callee) => {
            op.frame() == Some(Frame::New)
                && needs(callee) == Some(Needs::NONE)
                && !looks_beyond(callee)
        }
        None => match op {
            // A word of the geometry looks at its operands alone.
            Op::Prim { prim, .. } if !prim.entry().reads_position => true,
            _ => op.frame().is_none_or(|frame| frame == Frame::New),
        },
    };
    most > CHEAP
        && own.params.is_empty()
        && own.needs == Needs::NEW
        && !looks_beyond(function)
        && own.code.iter().all(of_new)
}

impl<'m> Run<'m> {
    /// The value of such a function after a move, on a lean board: that which is known, or else it is worked out and noted.
    #[inline(never)]
    pub(super) fn of_child<B: Boards>(
        &mut self,
        task: &Task<'_, B>,
        function: FnId,
        (node, child): (&B::Board, &B::Board),
        squares: (u64, u64),
    ) -> Result<u64, Stop> {
        let men = self.natives.active.few_at() as u32;
        let known = self.repeats.wanted && function.0 >> FUNCTION_BITS == 0;
        if !known || !self.caches.children.worth.is_on() {
            return self.ask(task, function, node, child, squares);
        }
        let (word, of) = (B::lean(child).word(), function.0 | men << FUNCTION_BITS);
        let at = place(word, of);
        let children = &mut self.caches.children;
        if let Some(found) = children.values.get(at)
            && found.word == word
            && found.of == of
        {
            let (value, fuel) = (found.value, u64::from(found.fuel));
            children.worth.saved += SAVED;
            children.hits += 1;
            self.meter.burn(fuel)?;
            return Ok(value);
        }
        let before = self.meter.fuel();
        let value = self.ask(task, function, node, child, squares)?;
        let burnt = before.saturating_sub(self.meter.fuel());
        let children = &mut self.caches.children;
        if children.values.is_empty() {
            children.values.resize(PLACES, ChildValue::default());
        }
        if let (Ok(fuel), Some(place)) = (u32::try_from(burnt), children.values.get_mut(at)) {
            *place = ChildValue {
                word,
                value,
                fuel,
                of,
            };
        }
        Ok(value)
    }
}
