//! What is to be settled, and what comes of it.

use std::fmt;
use std::sync::Arc;

use adv_chess::{Move, Position};
use adv_module::program::Claim;
use adv_vm::{Engine, Failure, Oracle};

use crate::report::{Choice, Line, Report, Scan};
use crate::watch::Watch;

/// What is to be settled.
pub struct Task<'a> {
    /// The program, under the limits of one consultation. Where the claim asks for values its oracle is set.
    pub engine: &'a Engine,
    /// One of the program's claims.
    pub claim: &'a Claim,
    /// Tells how far the proof is, and ends it.
    pub watch: &'a Watch,
    /// One who knows perfect play, to compare with; `None` leaves the comparison out.
    pub perfect: Option<Arc<dyn Oracle>>,
    /// What an interrupted proof of the same claim of the same program left behind.
    pub checkpoint: Option<&'a [u8]>,
    /// A number that stands for the program's text: a checkpoint of another one is refused.
    pub fingerprint: u64,
}

/// What became of a task.
pub enum Proved {
    /// A claim about play is settled.
    Settled(Box<Settled>),
    /// A claim about descriptors is settled.
    Scanned(Scan),
    /// It was ended from outside; these bytes are its checkpoint. Empty for a claim about descriptors, which begins anew.
    Interrupted(Vec<u8>),
}

/// Why a claim cannot be settled.
#[derive(Clone, Debug, PartialEq)]
pub enum ProveError {
    /// The claim is about every position, and the program declares no material.
    NoMaterial,
    /// The class of the material is larger than can be numbered or held in memory.
    TooLarge {
        /// The class's name.
        class: String,
        /// How many positions it has numbers for, where that can be said.
        numbers: Option<u64>,
    },
    /// The only position is not one that the subject is for.
    Unfit(Failure),
    /// A consultation or a descriptor came to a limit, or asked for a value that nobody knows.
    Stopped {
        /// The position.
        position: Position,
        /// What stopped it.
        failure: Failure,
    },
    /// The checkpoint is damaged, or of another program, claim or version.
    Checkpoint(String),
    /// There are more control points, choices or levels than can be numbered.
    TooManyChoices,
}

/// A claim about play, settled: the report, and what can still be asked.
pub struct Settled {
    pub(crate) report: Report,
}

/// What becomes of one root.
#[derive(Clone, Debug, PartialEq)]
pub struct Fate {
    /// The plies that the longest line takes to what is to be reached; `None` where some line breaks the claim.
    pub plies: Option<u32>,
    /// The move that is played, the first of several.
    pub first: Option<(Move, Choice)>,
}

/// One position walked through.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// Its fate.
    pub fate: Fate,
    /// The line: the longest that holds, or the shortest that breaks the claim.
    pub line: Line,
    /// Why that line breaks the claim; `None` where it holds.
    pub cause: Option<crate::report::Cause>,
    /// What each of their replies to the first moves comes to: the moves of ours that are made before it, the reply, and the fate
    /// of the position behind it with its plies counted from there. In the order of the moves.
    pub replies: Vec<(Vec<Move>, Move, Fate)>,
}

/// Settles a claim. The work is shared by the threads of the rayon pool that this is called in, and its result does not depend on
/// them.
///
/// # Errors
/// [`ProveError`] where it cannot be settled. That a claim does not hold is no error.
pub fn prove(task: &Task<'_>) -> Result<Proved, ProveError> {
    let _ = task;
    unimplemented!("being written")
}

impl Settled {
    /// What it comes to.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The fate of a position, we being to move: a root, or one that was met behind the first junction. `None` where it is neither.
    pub fn fate(&self, position: &Position) -> Option<Fate> {
        let _ = position;
        unimplemented!("being written")
    }

    /// All roots in the order of their numbers with their fates, for comparisons.
    pub fn roots(&self) -> Box<dyn Iterator<Item = (Position, Fate)> + '_> {
        unimplemented!("being written")
    }

    /// Walks through one root.
    pub fn walk(&self, position: &Position) -> Option<Walk> {
        let _ = position;
        unimplemented!("being written")
    }
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _ = f;
        unimplemented!("being written")
    }
}

impl std::error::Error for ProveError {}
