//! What a position is worth with perfect play: the one word for it of tables, the machine, the prover and reports.

use std::fmt;

/// How a game ends when both sides play best, for the side to move. Better outcomes are greater.
///
/// The fifty-move rule and repetition do not count: a win that takes more than fifty moves without a
/// capture or a pawn's move, which Syzygy calls cursed, is a win, and its counterpart a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The other side can force mate, or has mated.
    Loss,
    /// Neither side can force mate.
    Draw,
    /// The side to move can force mate.
    Win,
}

impl Outcome {
    /// The same outcome for the other side.
    #[must_use]
    pub const fn for_the_other(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    /// As a word about the side to move: `won`, `drawn`, `lost`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Loss => "lost",
            Outcome::Draw => "drawn",
            Outcome::Win => "won",
        })
    }
}

/// What a position is worth to the side to move.
///
/// ```
/// use adv_chess::{Outcome, Worth};
///
/// let worth = Worth { outcome: Outcome::Loss, plies: Some(4) };
/// assert_eq!(worth.to_string(), "lost, mate in 4 plies");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Worth {
    /// The side that wins.
    pub outcome: Outcome,
    /// Plies to mate, the winner playing for the shortest and the loser for the longest: 0 where the side
    /// to move is checkmated. `None` for a draw, and where the distance is not known: Syzygy tables do not have it.
    pub plies: Option<u32>,
}

impl From<Outcome> for Worth {
    /// The outcome is known, the distance is not.
    fn from(outcome: Outcome) -> Worth {
        Worth {
            outcome,
            plies: None,
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = self.outcome;
        match self.plies {
            None => write!(f, "{outcome}"),
            Some(0) => write!(f, "{outcome}, checkmated"),
            Some(1) => write!(f, "{outcome}, mate in 1 ply"),
            Some(plies) => write!(f, "{outcome}, mate in {plies} plies"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_ordered_and_turned() {
        use Outcome::{Draw, Loss, Win};
        assert!(Loss < Draw && Draw < Win);
        assert_eq!(
            [Loss, Draw, Win].map(Outcome::for_the_other),
            [Win, Draw, Loss]
        );
    }

    #[test]
    fn worths_are_sentences() {
        let worth = |outcome, plies| Worth { outcome, plies }.to_string();
        assert_eq!(worth(Outcome::Win, Some(31)), "won, mate in 31 plies");
        assert_eq!(worth(Outcome::Win, Some(1)), "won, mate in 1 ply");
        assert_eq!(worth(Outcome::Loss, Some(0)), "lost, checkmated");
        assert_eq!(worth(Outcome::Draw, None), "drawn");
        assert_eq!(Worth::from(Outcome::Win).to_string(), "won");
    }
}
