//! What compiled code and the machine share while a program runs: fuel, and what is kept of the root.
//!
//! A consultation, a nested search and each symmetry of `turned` have a root of their own. Slots are numbered within a root; an
//! epoch that is never used twice tells which root a kept value belongs to, so that nothing has to be cleared.
//!
//! ```text
//!   slots   [ root 1: slot 0, slot 1 ][ nested root: slot 0, slot 1 ] …
//!                                       ▲ base: the root that is current now
//! ```

/// A value kept for the length of one consultation: it holds where its epoch is the current one.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Slot {
    pub(crate) epoch: u64,
    pub(crate) value: u64,
}

/// The state that compiled code reads and writes; the machine reads and writes the same one.
#[derive(Debug, Default)]
pub struct Context {
    /// Units of fuel that are left.
    pub fuel: u64,
    /// Why compiled code has come back without a value: [`GOES_ON`] and so on. Its caller sets it back.
    #[cfg(feature = "native")]
    pub(crate) halted: u64,
    /// The address of the current root's first slot, kept in step with what is below: `width` slots are there, whatever is done to
    /// a context from outside. A number and not a pointer, since contexts go from thread to thread.
    #[cfg(feature = "native")]
    pub(crate) here: usize,
    /// The epoch of the current root.
    pub(crate) epoch: u64,
    last_epoch: u64,
    /// How many slots a root has.
    width: usize,
    base: usize,
    slots: Vec<Slot>,
}

/// Nothing has stopped it.
#[cfg(feature = "native")]
pub(crate) const GOES_ON: u64 = 0;
/// The host has stopped it.
#[cfg(feature = "native")]
pub(crate) const BY_HOST: u64 = 1;
/// The fuel is used up.
#[cfg(feature = "native")]
pub(crate) const OUT_OF_FUEL: u64 = 2;
/// It wants a value of the root that is not kept yet: the slot is in bits 8 to 23, the function from bit 32 on.
#[cfg(feature = "native")]
pub(crate) const WANTS_KEPT: u64 = 3;

/// What goes back to the root before: [`Context::leave_root`].
#[derive(Clone, Copy, Debug)]
#[must_use = "the root before is current again only once it is left"]
pub struct Outer {
    base: usize,
    epoch: u64,
}

impl Context {
    /// A context at a first root, with this fuel, for a module with this many slots. The context of a run before lends its buffers;
    /// what it kept does not hold any more.
    #[inline(always)]
    pub fn again(mut before: Context, fuel: u64, slots: u16) -> Context {
        before.width = usize::from(slots);
        before.begin(fuel);
        before
    }

    /// Begins again at a first root, with this fuel: values kept before are dropped.
    pub fn begin(&mut self, fuel: u64) {
        self.fuel = fuel;
        #[cfg(feature = "native")]
        {
            self.halted = GOES_ON;
        }
        self.base = 0;
        self.last_epoch += 1;
        self.epoch = self.last_epoch;
        self.reach();
    }

    /// The number of the current root, which no other root has in this context. None is 0.
    #[inline(always)]
    pub fn root(&self) -> u64 {
        self.epoch
    }

    /// Begins at a new root: nothing is kept of it yet.
    pub fn enter_root(&mut self) -> Outer {
        let outer = Outer {
            base: self.base,
            epoch: self.epoch,
        };
        self.base += self.width;
        self.last_epoch += 1;
        self.epoch = self.last_epoch;
        self.reach();
        outer
    }

    /// Goes back to the root before, whose kept values hold again.
    pub fn leave_root(&mut self, outer: Outer) {
        self.base = outer.base;
        self.epoch = outer.epoch;
        // There is room already, unless the root is one of another context.
        self.reach();
    }

    /// True where the current root has at least so many slots. Compiled code looks at no slot of a context that it does not hold.
    #[cfg(feature = "native")]
    #[inline(always)]
    pub(crate) fn holds(&self, slots: u16) -> bool {
        self.width >= usize::from(slots)
    }

    /// Makes room for the slots of the current root, and writes down where they are.
    fn reach(&mut self) {
        let end = self.base + self.width;
        if self.slots.len() < end {
            self.slots.resize(end, Slot::default());
        }
        #[cfg(feature = "native")]
        {
            let here = self.slots.get_mut(self.base..).unwrap_or_default();
            self.here = here.as_mut_ptr().expose_provenance();
        }
    }

    /// What is kept of the current root in a slot.
    #[inline(always)]
    pub fn kept(&self, slot: usize) -> Option<u64> {
        let kept = self.slots.get(self.base + slot)?;
        (kept.epoch == self.epoch).then_some(kept.value)
    }

    /// Keeps a value of the current root. A slot that the module does not have keeps nothing.
    pub fn keep(&mut self, slot: usize, value: u64) {
        let epoch = self.epoch;
        if slot < self.width
            && let Some(place) = self.slots.get_mut(self.base + slot)
        {
            *place = Slot { epoch, value };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Context;

    #[test]
    fn what_is_kept_belongs_to_its_root() {
        let mut context = Context::again(Context::default(), 10, 2);
        context.keep(1, 7);
        context.keep(2, 9);
        assert_eq!(
            (context.kept(0), context.kept(1), context.kept(2)),
            (None, Some(7), None)
        );
        let outer = context.enter_root();
        assert_eq!(context.kept(1), None);
        context.keep(1, 8);
        context.leave_root(outer);
        assert_eq!(context.kept(1), Some(7));
        let again = Context::again(context, 10, 2);
        assert_eq!(again.kept(1), None);
    }

    #[test]
    fn a_root_of_another_context_has_its_slots_too() {
        let mut deep = Context::again(Context::default(), 10, 3);
        let _outer = deep.enter_root();
        let inner = deep.enter_root();
        let mut context = Context::again(Context::default(), 10, 3);
        context.leave_root(inner);
        assert!(context.slots.len() >= context.base + context.width);
        context.keep(2, 5);
        assert_eq!(context.kept(2), Some(5));
    }
}
