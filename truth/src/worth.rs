//! What a position is worth to the side that moves.

use std::fmt;

use adv_tables::Dtm;

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
/// use adv_tables::Dtm;
/// use adv_truth::{Outcome, Worth};
///
/// let worth = Worth::from(Dtm::Loss(4));
/// assert_eq!(worth, Worth { outcome: Outcome::Loss, plies: Some(4) });
/// assert_eq!(worth.to_string(), "lost, mate in 4 plies");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Worth {
    /// The side that wins.
    pub outcome: Outcome,
    /// Plies to mate, the winner playing for the shortest and the loser for the longest: 0 where the side
    /// to move is checkmated. `None` for a draw, and where a Syzygy table has answered, which does not
    /// know it.
    pub plies: Option<u32>,
}

impl From<Dtm> for Worth {
    fn from(value: Dtm) -> Worth {
        Worth {
            outcome: match value {
                Dtm::Win(_) => Outcome::Win,
                Dtm::Draw => Outcome::Draw,
                Dtm::Loss(_) => Outcome::Loss,
            },
            plies: value.plies().map(u32::from),
        }
    }
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
        let worths = [
            Worth::from(Dtm::Win(31)),
            Worth::from(Dtm::Win(1)),
            Worth::from(Dtm::Loss(0)),
            Worth::from(Dtm::Draw),
            Worth::from(Outcome::Win),
        ];
        assert_eq!(
            worths.map(|worth| worth.to_string()),
            [
                "won, mate in 31 plies",
                "won, mate in 1 ply",
                "lost, checkmated",
                "drawn",
                "won"
            ]
        );
    }
}
