//! The two programs that the records of this folder make: the one a compiler has checked, and the one a machine runs.

use std::fmt::Debug;

use super::{Function, Import, SpokenZone, Statement, ZoneFunctions};
use crate::ids::FnId;

/// The bodies of a program's records. Everything else of a record is the same before and after it is compiled.
pub trait Code: Clone + Debug + Default + PartialEq {
    /// A name; a compiler knows its place.
    type Name: Clone + Debug + Default + PartialEq;
    /// A value: a board, a number or a truth.
    type Body: Clone + Debug + PartialEq;
    /// A goal's descriptor.
    type Test: Clone + Debug + PartialEq;
    /// A definition, by its number.
    type Definition: Copy + Debug + PartialEq;
    /// A zone in a text.
    type Zone: Clone + Debug + PartialEq;
    /// A zone that a class or claim speaks of, for drawings.
    type Spoken: Clone + Debug + PartialEq;
    /// A role that a pawn becomes.
    type Role: Copy + Debug + PartialEq;
    /// The functions.
    type Functions: Clone + Debug + Default + PartialEq;
    /// The functions of libraries.
    type Imports: Clone + Debug + Default + PartialEq;
    /// A statement of a strategy.
    type Statement: Clone + Debug + PartialEq;
}

/// The bodies of a module: numbers of functions, and lists of instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compiled;

impl Code for Compiled {
    type Name = String;
    type Body = FnId;
    type Test = Option<FnId>;
    type Definition = FnId;
    type Zone = ZoneFunctions;
    type Spoken = SpokenZone;
    type Role = u8;
    type Functions = Vec<Function>;
    type Imports = Vec<Import>;
    type Statement = Statement;
}
