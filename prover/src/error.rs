//! Why a claim cannot be settled.

use std::fmt;

use adv_chess::{Position, notation};
use adv_vm::{Failure, Stop};

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
    /// All positions of the class are claimed, and they take more memory than the proof may use. Nothing was begun.
    TooMuch {
        /// The class's name.
        class: String,
        /// How many positions it has numbers for.
        numbers: u64,
        /// The bytes that they take.
        bytes: u64,
        /// The bytes that the caller holds beside them.
        beside: u64,
        /// The bytes that the proof may use.
        limit: u64,
    },
    /// The proof has used the memory that it may use.
    OutOfMemory {
        /// The states that are known.
        known: u64,
        /// Those of them that have been consulted; where it is all, there is no room for settling them.
        consulted: u64,
        /// The bytes that the proof may use.
        limit: u64,
    },
    /// Hardly any position that is drawn fits the claim.
    Rare {
        /// How many positions are claimed.
        wanted: u64,
        /// How many were found.
        found: u64,
        /// How many were drawn.
        tried: u64,
    },
    /// A position is not one that the subject is for.
    Unfit {
        /// The position.
        position: Position,
        /// Why not.
        failure: Failure,
    },
    /// A consultation or a descriptor reached a limit, or needed a value that the oracle does not know.
    Stopped {
        /// The position.
        position: Position,
        /// What stopped it.
        failure: Failure,
    },
    /// The checkpoint cannot be used.
    Checkpoint(CheckpointFault),
    /// The claim is about an evaluation, and what is asked plays: [`crate::weigh`] settles it.
    Evaluation,
    /// The slices of the proof cannot be written, read, or used for this claim.
    Slices(String),
    /// The shards of a proof, or their parts, cannot be used.
    Shards(String),
    /// More states break the claim than can be gathered.
    ManyBroken {
        /// How many.
        states: u64,
        /// The bytes that they take at least.
        bytes: u64,
        /// The bytes that the proof may use.
        limit: u64,
    },
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
    /// It is of another shard of the claim, or of another number of them.
    OtherShard,
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
    /// The caller's flag has ended the search for what breaks a claim.
    pub(crate) const INTERRUPTED: ProveError = ProveError::Stopped {
        position: Position::EMPTY,
        failure: Failure::Stopped {
            stop: Stop::Interrupted,
            advice: None,
            rule: None,
            positions: 0,
            owed: None,
        },
    };
    /// Play comes to a state that the checkpoint does not hold.
    pub(crate) const INCOMPLETE: ProveError = ProveError::Checkpoint(CheckpointFault::Incomplete);
}

impl ProveError {
    /// There is no room for settling so many states, all of which are consulted.
    pub(crate) const fn no_room(known: u64, limit: u64) -> ProveError {
        ProveError::OutOfMemory {
            known,
            consulted: known,
            limit,
        }
    }

    /// True where the caller's flag has ended an evaluation, or the search for what breaks a claim.
    pub(crate) fn is_interruption(&self) -> bool {
        let (ProveError::Stopped { failure, .. } | ProveError::Unfit { failure, .. }) = self else {
            return false;
        };
        matches!(
            failure,
            Failure::Stopped {
                stop: Stop::Interrupted,
                ..
            }
        )
    }
}

impl fmt::Display for CheckpointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CheckpointFault::NotACheckpoint => "it is no checkpoint of a proof",
            CheckpointFault::OtherVersion => "another version of adv wrote it",
            CheckpointFault::Damaged => "it is damaged",
            CheckpointFault::OtherProgram => "the program has been changed since",
            CheckpointFault::OtherClaim => "it is of another claim",
            CheckpointFault::OtherShard => "it is of another shard",
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
            ProveError::TooMuch {
                class,
                numbers,
                bytes,
                beside,
                limit,
            } => {
                write!(
                    f,
                    "all positions of {class} take {} of memory ({} of them)",
                    InBytes(*bytes),
                    InGroups(*numbers)
                )?;
                if *beside > 0 {
                    write!(f, ", beside {} for the program and its tables", InBytes(*beside))?;
                }
                write!(f, ", and the proof may use {}", InBytes(*limit))
            }
            ProveError::OutOfMemory {
                known,
                consulted,
                limit,
            } => {
                write!(f, "the proof has used the {} that it may: ", InBytes(*limit))?;
                let known = InGroups(*known);
                match InGroups(*consulted) {
                    consulted if consulted == known => write!(
                        f,
                        "all of its {known} states are consulted, and settling them takes more; none is settled"
                    ),
                    consulted => write!(
                        f,
                        "{known} states are known, {consulted} of them are consulted, and none is settled"
                    ),
                }
            }
            ProveError::Rare {
                wanted,
                found,
                tried,
            } => write!(
                f,
                "of {} positions drawn at random {} fit the claim, which is about {}",
                InGroups(*tried),
                InGroups(*found),
                InGroups(*wanted)
            ),
            ProveError::Unfit { position, failure } | ProveError::Stopped { position, failure } => {
                write!(f, "{failure}, in {}", notation::fen(position))
            }
            ProveError::Checkpoint(why) => {
                write!(f, "the checkpoint cannot be used: {why}; begin again without it")
            }
            ProveError::Slices(why) | ProveError::Shards(why) => f.write_str(why),
            ProveError::ManyBroken {
                states,
                bytes,
                limit,
            } => write!(
                f,
                "the claim does not hold: {} states break it; how they do is found out of all of them at once, which takes {} at least, and the proof may use {}",
                InGroups(*states),
                InBytes(*bytes),
                InBytes(*limit)
            ),
            ProveError::Evaluation => f.write_str(
                "the claim is about an evaluation, which explains positions and plays nothing: there is nothing to prove of it",
            ),
            ProveError::TooManyChoices => f.write_str(
                "the program has more choices and control points than a proof has numbers for",
            ),
        }
    }
}

impl std::error::Error for ProveError {}

/// A number of bytes in the unit that leaves two to four digits: `3,899.9 MB`.
pub(crate) struct InBytes(pub(crate) u64);

impl fmt::Display for InBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, name) = match self.0 {
            0..10_000 => return write!(f, "{} bytes", InGroups(self.0)),
            10_000..10_000_000 => (1_000, "kB"),
            10_000_000..10_000_000_000 => (1_000_000, "MB"),
            _ => (1_000_000_000, "GB"),
        };
        let tenths = self.0 / (unit / 10);
        write!(f, "{}.{} {name}", InGroups(tenths / 10), tenths % 10)
    }
}

/// A number with its thousands apart: `1,234,567`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct InGroups(u64);

impl fmt::Display for InGroups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        let mut text = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::{InBytes, InGroups};

    #[test]
    fn numbers_are_for_people() {
        let bytes = |bytes| InBytes(bytes).to_string();
        assert_eq!(bytes(999), "999 bytes");
        assert_eq!(bytes(20_480), "20.4 kB");
        assert_eq!(bytes(3_899_999_999), "3,899.9 MB");
        assert_eq!(bytes(u64::MAX), "18,446,744,073.7 GB");
        assert_eq!(InGroups(0).to_string(), "0");
        assert_eq!(InGroups(1_234_567).to_string(), "1,234,567");
    }
}
