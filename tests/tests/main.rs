//! The tests of the whole house in one program: it is linked once, and its tests share the processors.
//!
//! A file that is added to this folder is named here; `tidy` compares the list with the folder. `allocations` is a program of its
//! own, for it counts what the allocator does.

mod accuracy;
mod analysis;
mod architecture;
mod attack;
mod bench;
mod boards;
mod branches;
mod budgets;
mod by_hand;
mod bytecode;
mod claims;
mod codes;
mod common;
mod costs;
mod diagnostics;
mod differential;
mod docs;
mod drawn;
mod endgames;
mod every;
mod figures;
mod files;
mod forged;
mod graph;
mod hostile;
mod hostile_depth;
mod hostile_modules;
mod hostile_positions;
mod laws;
mod names;
mod page;
mod plain_play;
mod played;
mod primitives;
mod proof;
mod proofs;
mod proving;
mod recursion;
mod reference;
mod remarks;
mod rendering;
mod runs;
mod sdl_vectors;
mod solving;
mod stack;
mod statements;
mod stdlib;
mod strategies;
mod tablebases;
mod tidy;
mod traces;
mod trees;
mod whole;
