//! Checks the file of a p-strategy with nothing but the rules of chess: one move in each position of ours, every reply in each of theirs.
//!
//! ```text
//!   bytes ──read──▶ TreeFile ──check──▶ TreeVerdict      what is true of the file's play, whatever wrote it
//!   text.rs           │     check.rs, measure.rs
//!                     └─▶ nodes                         to be played from: a node, its move, the replies and where they lead
//! ```
//!
//! The file is JSON, `docs/schema/p-strategy.json`, with a node on each line:
//!
//! ```text
//! {"format":"adv p-strategy","version":1,"program":…,"fingerprint":…,"subject":{"kind","name"},"mode","extent","us","root","nodes":[
//! {"n":0,"fen":…,"place":0,"move":"h1h7","by":…,"at":"krk.adv:48","begins":true,"to":[["g4g5",1],["g4f5",2]]},
//! {"n":1,"fen":…,"place":0,"move":"h7h8","by":…,"at":"krk.adv:52","begins":true,"to":[],"end":{"kind":"checkmate","goal":true}},
//! {"n":2,"fen":…,"place":1,"end":{"kind":"stuck","says":…}},
//! {"n":3,"fen":…,"place":1,"open":"plies"}
//! ],"complete":false,"counts":{"nodes":4,"replies":2,"open":1,"left_out":0,"unfolded":"6","longest":3}}
//! ```
//!
//! A node is a position with us to move, and a place of the program. What the program is, what chose a move, whether a goal of the program
//! is reached and why it cannot go on is not seen here. Everything else is: a false word is a refusal.

mod check;
mod fault;
mod measure;
mod text;

pub use check::{TreeEnds, TreeVerdict};
pub use fault::{TreeFault, TreeRefusal};
pub use measure::Unfolded;
pub use text::{NodeEnd, TreeCounts, TreeFile, TreeNode, TreeSubject};

/// Reads the file of a p-strategy and checks it.
///
/// # Errors
/// When the bytes are no such file, or anything in it that the rules of chess decide is not so. No bytes make this panic, recurse
/// deeply, or take time or memory out of proportion to their number.
pub fn verify_tree(bytes: &[u8]) -> Result<(TreeFile, TreeVerdict), TreeRefusal> {
    let file = text::read(bytes)?;
    let verdict = check::check(&file)?;
    Ok((file, verdict))
}

/// True for bytes that begin as such a file does, so that it can be told apart from other files.
pub fn is_tree(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().first() == Some(&b'{')
}
