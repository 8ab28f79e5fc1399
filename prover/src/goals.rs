//! What a claim asks of the positions of a line.
//!
//! ```text
//!   reaches g    true in one position of every line: the line ends there, and nothing after it counts
//!   keeps d      true in every position of every line, the first included, up to where `reaches` is reached
//!   never d      false in every one
//! ```

use adv_chess::game::FIFTY_MOVES;
use adv_chess::{Color, Position};
use adv_module::FnId;
use adv_module::program::{Bound, Claim, GoalWord};
use adv_vm::{Engine, Failure, Stop};

use crate::error::ProveError;

/// The goals of a claim, as functions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    /// What is to be reached.
    reaches: Option<Reached>,
    /// What every position must satisfy: the goal's index, the descriptor, and the value it must have.
    always: Vec<(u8, FnId, bool)>,
    /// The most plies that the claim allows.
    within: Option<u32>,
    /// The fifty-move rule counts.
    fifty_moves: bool,
}

/// A limit of a claim that a line to its goal goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// It takes longer than the claim allows.
    Bound,
    /// The fifty-move rule can end the game first, and the claim asks for it.
    FiftyMoves,
}

#[derive(Clone, Copy, Debug)]
enum Reached {
    /// The enemy is mated, which is seen without asking a function.
    Mate,
    Test(FnId),
}

impl Goals {
    pub(crate) fn of(claim: &Claim) -> Goals {
        let mut goals = Goals {
            within: claim.within.map(Bound::in_plies),
            fifty_moves: claim.fifty_moves,
            ..Goals::default()
        };
        for (index, goal) in claim.goals.iter().enumerate() {
            let index = u8::try_from(index).unwrap_or(u8::MAX);
            let Some(test) = goal.goal.test else {
                continue;
            };
            match goal.word {
                GoalWord::Reaches if goal.mate => goals.reaches = Some(Reached::Mate),
                GoalWord::Reaches => goals.reaches = Some(Reached::Test(test)),
                GoalWord::Keeps => goals.always.push((index, test, true)),
                GoalWord::Never => goals.always.push((index, test, false)),
            }
        }
        goals
    }

    /// The limit that the lines from a root go over: the most plies that they take, and the longest run of them without a capture or a
    /// move of a pawn.
    pub(crate) fn over(&self, plies: u32, quiet: u32) -> Option<Over> {
        if self.within.is_some_and(|most| plies > most) {
            return Some(Over::Bound);
        }
        (self.fifty_moves && crosses_fifty_moves(quiet)).then_some(Over::FiftyMoves)
    }

    /// True where a line has to come to something, so that one without end breaks the claim.
    pub(crate) fn reaches_something(&self) -> bool {
        self.reaches.is_some()
    }

    /// True if a line may end in a position with legal moves.
    pub(crate) fn may_end_before_the_game(&self) -> bool {
        matches!(self.reaches, Some(Reached::Test(_))) || !self.always.is_empty()
    }

    /// True where nothing is asked of positions but whether they are mates.
    pub(crate) fn asks_for_mate_only(&self) -> bool {
        self.always.is_empty() && matches!(self.reaches, None | Some(Reached::Mate))
    }

    /// True where what is to be reached is mate.
    pub(crate) fn reaches_mate(&self) -> bool {
        matches!(self.reaches, Some(Reached::Mate))
    }
}

/// True where the opponent may claim a draw before the last of so many plies without a capture or a move of a pawn.
pub(crate) fn crosses_fifty_moves(quiet: u32) -> bool {
    quiet > u32::from(FIFTY_MOVES)
}

/// One thread's judge of positions.
pub(crate) struct Judge<'g> {
    goals: &'g Goals,
    engine: Engine,
}

/// The failure that a stop is.
pub(crate) fn stopped(position: &Position, stop: Stop) -> ProveError {
    ProveError::Stopped {
        position: *position,
        failure: Failure::Stopped {
            stop,
            advice: None,
            rule: None,
            positions: 0,
            owed: None,
        },
    }
}

impl<'g> Judge<'g> {
    pub(crate) fn new(goals: &'g Goals, engine: &Engine) -> Judge<'g> {
        Judge {
            goals,
            engine: engine.clone(),
        }
    }

    pub(crate) fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// A descriptor of a position.
    pub(crate) fn holds(
        &mut self,
        test: FnId,
        position: &Position,
        us: Color,
    ) -> Result<bool, ProveError> {
        let answer = self.engine.evaluate(test, &[], position, us);
        answer
            .map(|word| word != 0)
            .map_err(|stop| stopped(position, stop))
    }

    /// The first goal that a position violates.
    #[inline]
    pub(crate) fn violated(
        &mut self,
        position: &Position,
        us: Color,
    ) -> Result<Option<u8>, ProveError> {
        let goals = self.goals;
        for (index, test, wanted) in &goals.always {
            if self.holds(*test, position, us)? != *wanted {
                return Ok(Some(*index));
            }
        }
        Ok(None)
    }

    /// True where what is to be reached is there; `no_reply`: the side to move is known to have no legal move.
    #[inline]
    pub(crate) fn reached(
        &mut self,
        position: &Position,
        us: Color,
        no_reply: bool,
    ) -> Result<bool, ProveError> {
        match self.goals.reaches {
            None => Ok(false),
            Some(Reached::Mate) => Ok(no_reply && position.turn() != us && position.is_check()),
            Some(Reached::Test(test)) => self.holds(test, position, us),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::crosses_fifty_moves;

    #[test]
    fn fifty_moves_are_a_hundred_plies_and_no_more() {
        assert!(!crosses_fifty_moves(100));
        assert!(crosses_fifty_moves(101));
    }
}
