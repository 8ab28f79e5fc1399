//! The instruction set of adv and its module file: write, read, verify, link, disassemble.

pub mod ids;
pub mod op;
pub mod primitive;
pub mod program;
pub mod types;

pub use ids::{AdviceId, ConstId, FnId, Reg, SlotId, TableId};
pub use op::Op;
pub use primitive::{PrimId, Primitive};
pub use program::UnverifiedModule;
pub use types::{Direction, Frame, Needs, Ty, When, Who};
