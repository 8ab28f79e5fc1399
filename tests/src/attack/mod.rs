//! Attacks: inputs that were made to do harm, by the million, given to what reads them.
//!
//! ```text
//!   seed ──Attack::input──▶ bytes ──Attack::judge──▶ where it ended, counted
//!                                              └───▶ a false word, a panic, a hang: a Failure with its seed
//! ```
//!
//! An input is made again from its seed alone, on any machine. `cargo test` tries a few of each kind (`tests/tests/attack.rs`), and
//! `.ci/attack SECONDS` as many as fit into the time.

mod cases;
mod certificates;
mod checkpoints;
mod drive;
mod kept;
mod modules;
mod questions;
mod request_bytes;
mod requests;
mod run;
mod seeds;
mod sessions;
mod sources;
mod stripped;
mod tree_truth;
mod trees;

pub use cases::Cases;
pub use certificates::Certificates;
pub use checkpoints::Checkpoints;
pub use kept::{KeptShards, KeptSlices, KeptTables};
pub use modules::Modules;
pub use questions::{Questions, whole_questions};
pub use requests::Requests;
pub use run::{Failure, Outcome, Plan, run};
pub use sessions::Sessions;
pub use sources::{Programs, Sources};
pub use stripped::Stripped;
pub use tree_truth::TreeTruth;
pub use trees::{Trees, tree_of};

use std::collections::BTreeMap;
use std::path::Path;

use adv_testkit::Numbers;

/// How many inputs ended where.
pub type Ends = BTreeMap<&'static str, u64>;

/// A way of making hostile inputs, and what must hold for each of them.
pub trait Attack: Sync {
    /// A word for it, on the command line and in reports.
    fn name(&self) -> &'static str;

    /// How many threads each core is given: more than one for an attack that mostly waits for other processes.
    fn threads_a_core(&self) -> usize {
        1
    }

    /// The next input.
    fn input(&self, numbers: &mut Numbers) -> Vec<u8>;

    /// Gives an input to what reads it, and counts how far it came.
    ///
    /// # Errors
    /// What was said that is not so: native code and the interpreter disagree, a report changes, something false is accepted.
    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String>;
}

/// The kinds of attack, by their names.
pub const KINDS: [&str; 14] = [
    "sources",
    "programs",
    "modules",
    "stripped",
    "certificates",
    "trees",
    "checkpoints",
    "tables",
    "slices",
    "shards",
    "cases",
    "sessions",
    "questions",
    "requests",
];

/// Makes an attack of a kind; `None` for a word that is none. `command` is the command `adv`, which sessions are held with and which serves the page.
pub fn of_kind(kind: &str, command: &Path) -> Option<Box<dyn Attack>> {
    Some(match kind {
        "sources" => Box::new(Sources),
        "programs" => Box::new(Programs),
        "modules" => Box::new(Modules),
        "stripped" => Box::new(Stripped::new()),
        "certificates" => Box::new(Certificates::new()),
        "trees" => Box::new(Trees::new()),
        "checkpoints" => Box::new(Checkpoints::new()),
        "tables" => Box::new(KeptTables::new()),
        "slices" => Box::new(KeptSlices::new()),
        "shards" => Box::new(KeptShards::new()),
        "cases" => Box::new(Cases),
        "sessions" => Box::new(Sessions {
            command: command.to_owned(),
        }),
        "questions" => Box::new(Questions::new()),
        "requests" => Box::new(Requests::to(command)),
        _ => return None,
    })
}
