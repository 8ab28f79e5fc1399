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

            /// The id of an index; the largest one beyond all, which no program that is verified has.
            pub fn at(index: usize) -> $name { $name(<$repr>::try_from(index).unwrap_or(<$repr>::MAX)) }
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

/// The number of a function or of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    /// A function.
    Function(FnId),
    /// A piece-of-advice.
    Advice(AdviceId),
    /// A table.
    Table(TableId),
    /// A strategy.
    Strategy(StrategyId),
    /// A pattern.
    Pattern(PatternId),
    /// An evaluation.
    Evaluation(EvaluationId),
}

impl Id {
    /// The index as `usize`.
    pub const fn index(self) -> usize {
        match self {
            Id::Function(id) => id.index(),
            Id::Advice(id) => id.index(),
            Id::Table(id) => id.index(),
            Id::Strategy(id) => id.index(),
            Id::Pattern(id) => id.index(),
            Id::Evaluation(id) => id.index(),
        }
    }
}
