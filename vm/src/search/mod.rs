//! The forcing-tree search: depth-first, by the six rules of Advice Language 2 (Bratko, Kononenko, Mozetic).
//!
//! 1. Every node except the root satisfies the holding-goal.
//! 2. Every nonterminal node satisfies not better-goal: `better` is evaluated before a node is expanded.
//! 3. Every terminal node satisfies the better-goal.
//! 4. Exactly one move leaves every nonterminal us-to-move node: us-moves come one at a time, in order, until one succeeds.
//! 5. All legal moves that the them-moves select leave every nonterminal them-to-move node.
//! 6. The longest path is at most the depth bound in plies; the root has depth 0. Where moves have a cost, those of any path cost no
//!    more than the effort.
//!
//! At the root of a tree that is to be played the better-goal is not evaluated, so that it has at least one move; at the root of a
//! nested one it is. A node at which they have no selected move is terminal.
//!
//! An action of SDL is searched by the same rules. Its better-goal is the out-class, asked after our moves only, where the
//! current position is the one before our last move and the new one is the node (Karapetyan, sections 2.2 and 3.1). Where it has
//! a `prefer`, the moves of all the classes of one of our nodes are ordered together, so that the first that succeeds is the
//! preferred one of those that would do.
//!
//! ```text
//!   request.rs   what is asked: to play, nested, every tree; the bounds of the mode    nested.rs   from within a goal
//!      │                                                                              every.rs    all trees that would do
//!      │                                                                              refute.rs   all our moves and one reply, where there is none
//!   path.rs      the loop that goes down and comes back, and the nodes that wait
//!      │
//!   ours.rs  theirs.rs   one node
//!      │
//!   shallow.rs           the root of a piece whose trees are one move
//!   settled.rs           what settles the nodes of a piece that speaks of `TAKEN`, and settled_node.rs the moves of one of them
//!   rows.rs  goals.rs    the positions after its moves
//!   preferred.rs         all moves of one of our nodes ordered together
//!   moves.rs keys.rs     its moves in order; special.rs passes and quiet moves
//!   by_tables.rs         moves by several keys, those that are tables as one word a move
//!   by_replies.rs        moves by how many replies they leave; of_replies.rs what depends on that number, as a table
//!   last.rs  checking.rs moves that are seen to give check, or seen to give none
//!   memo.rs memory.rs    what is remembered of nodes, and the table for it; memory_boards.rs the boards beside it
//!   repeats.rs           nodes that were searched before, with what they cost; repeats_table.rs the table of them,
//!                        worth.rs whether to remember pays
//!   alone.rs             which pieces look at nothing but the node
//!   costs.rs             what moves cost, where they have a cost
//!   easiest/             the same by proof numbers, where the easiest tree is looked for
//!   looked.rs            which positions are looked at, where that is asked for
//!   line.rs  boards.rs   what a line may still spend; how positions are held
//! ```

pub(crate) mod alone;
pub(crate) mod boards;
pub(crate) mod by_replies;
mod by_tables;
pub(crate) mod checking;
pub(crate) mod child_values;
pub(crate) mod costs;
pub(crate) mod easiest;
mod every;
mod generate;
pub(crate) mod goals;
pub(crate) mod keys;
mod last;
mod line;
pub(crate) mod looked;
mod man_by_man;
pub(crate) mod memo;
pub(crate) mod memory;
mod memory_boards;
pub(crate) mod moves;
mod nested;
pub(crate) mod of_replies;
mod ours;
pub(crate) mod path;
mod preferred;
pub(crate) mod refute;
mod refute_node;
pub(crate) mod repeats;
pub(crate) mod repeats_table;
pub(crate) mod request;
mod rows;
pub(crate) mod settled;
pub(crate) mod settled_node;
mod shallow;
mod special;
mod theirs;
mod unmoved;
pub(crate) mod worth;

pub(crate) use line::{Allowance, Bound};
