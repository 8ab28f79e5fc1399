//! Why a claim cannot be settled.

use std::fmt;

use adv_chess::{Position, notation};
use adv_vm::Failure;

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
    /// A consultation or a descriptor reached a limit, or needed a value that the oracle does not know.
    Stopped {
        /// The position.
        position: Position,
        /// What stopped it.
        failure: Failure,
    },
    /// The checkpoint cannot be used.
    Checkpoint(CheckpointFault),
    /// There are more control points, choices or levels than can be numbered.
    TooManyChoices,
}

/// Why a checkpoint cannot be used. A proof that begins anew does not need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointFault {
    /// The bytes do not begin as a checkpoint does.
    NotACheckpoint,
    /// A version of adv with another format wrote it.
    OtherVersion,
    /// Its checksum does not fit.
    Damaged,
    /// The program's text is not the one that was being proved.
    OtherProgram,
    /// It is of another claim of the program.
    OtherClaim,
    /// Its checksum fits, and what it holds is cut off or impossible.
    Malformed,
    /// Its positions are not those of the claim.
    OtherPositions,
    /// The program, asked again, does something else than it says.
    OtherPlay,
    /// Play comes to a state that it does not hold.
    Incomplete,
}

impl ProveError {
    /// Play comes to a state that the checkpoint does not hold.
    pub(crate) const INCOMPLETE: ProveError = ProveError::Checkpoint(CheckpointFault::Incomplete);
}

impl fmt::Display for CheckpointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CheckpointFault::NotACheckpoint => "it is no checkpoint of a proof",
            CheckpointFault::OtherVersion => "another version of adv wrote it",
            CheckpointFault::Damaged => "it is damaged",
            CheckpointFault::OtherProgram => "the program has been changed since",
            CheckpointFault::OtherClaim => "it is of another claim",
            CheckpointFault::Malformed => "it ends too early or has impossible contents",
            CheckpointFault::OtherPositions => "its positions are not those of the claim",
            CheckpointFault::OtherPlay => "the program does not play as it says",
            CheckpointFault::Incomplete => "play comes to a position that it does not hold",
        })
    }
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProveError::NoMaterial => f.write_str(
                "the claim is about every position, and the program declares no material: write `material W: …; B: …`",
            ),
            ProveError::TooLarge { class, numbers } => {
                write!(f, "the class {class} is too large to go through")?;
                match numbers {
                    Some(numbers) => write!(f, ": it has {numbers} numbers, and there is not enough memory"),
                    None => Ok(()),
                }
            }
            ProveError::Unfit(failure) => write!(f, "{failure}"),
            ProveError::Stopped { position, failure } => {
                write!(f, "{failure}, in {}", notation::fen(position))
            }
            ProveError::Checkpoint(why) => {
                write!(f, "the checkpoint cannot be used: {why}; begin again without it")
            }
            ProveError::TooManyChoices => f.write_str(
                "the program has more choices and control points than a proof has numbers for",
            ),
        }
    }
}

impl std::error::Error for ProveError {}
