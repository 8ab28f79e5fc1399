//! Index newtypes: no naked `usize` crosses a public border of this crate.

/// Makes an index newtype over an unsigned integer with its `index` as `usize`.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($repr:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);
        impl $name {
            /// The index as `usize`.
            #[inline]
            pub const fn index(self) -> usize { self.0 as usize }
        }
    )*};
}

ids! {
    /// A register of the current window, 0..=255.
    Reg(u8);
    /// A function: imports come first, the module's own functions after them.
    FnId(u32);
    /// A 64-bit constant in the pool.
    ConstId(u32);
    /// A piece-of-advice.
    AdviceId(u16);
    /// An advice table.
    TableId(u16);
    /// A strategy.
    StrategyId(u16);
    /// A pattern.
    PatternId(u16);
    /// An evaluation.
    EvaluationId(u16);
    /// A slot in which a value of the root is kept for the length of one consultation.
    SlotId(u16);
}
