//! A claim about an evaluation: `measure static from all positions` compares its totals with what the positions are worth.
//!
//! Where a side wins, a total agrees that is on its side; where neither does, one of [`LEVEL`] hundredths of a pawn at most.

use adv_chess::{Color, Position};
use adv_vm::{Failure, Outcome, Stop};

use crate::error::ProveError;
use crate::goals::{Judge, stopped};
use crate::over::{Ask, Part, Summed, over};
use crate::proved::Proved;
use crate::report::{Balance, LEVEL, Scan, Verdict, Weighed};
use crate::task::Task;

/// Settles such a claim. `weigher` makes for each thread what tells the total of a position for White, in hundredths of a pawn; `None` is a
/// position that the evaluation says nothing of, for the game is over. [`Task::perfect`] tells what positions are worth.
///
/// # Errors
/// [`ProveError::Stopped`] with [`Stop::NoValue`] where it is not known what a position is worth; else as [`crate::prove`].
pub fn weigh<W>(task: &Task<'_>, weigher: impl Fn() -> W + Sync) -> Result<Proved, ProveError>
where
    W: FnMut(&Position) -> Result<Option<i64>, Failure>,
{
    let asking = || Weighing {
        task,
        total: weigher(),
    };
    let part = match over(task, None, &asking) {
        Ok(Some(part)) => part,
        Ok(None) => return Ok(Proved::Interrupted(Vec::new())),
        Err(error) if error.is_interruption() => return Ok(Proved::Interrupted(Vec::new())),
        Err(error) => return Err(error),
    };
    Ok(Proved::Scanned(Scan {
        verdict: Verdict::Measured,
        positions: part.positions,
        premises: part.positions,
        broken: part.counts.differing(),
        others_held: 0,
        examples: task.with_worth(&part.examples),
        zones: Vec::new(),
        weighed: Some(Box::new(part.counts)),
        rests_on: Vec::new(),
    }))
}

struct Weighing<'t, W> {
    task: &'t Task<'t>,
    total: W,
}

impl<W> Ask for Weighing<'_, W>
where
    W: FnMut(&Position) -> Result<Option<i64>, Failure>,
{
    type Counts = Weighed;

    fn ask(
        &mut self,
        _: &mut Judge<'_>,
        position: &Position,
        part: &mut Part<Weighed>,
    ) -> Result<(), ProveError> {
        let total = (self.total)(position).map_err(|failure| ProveError::Stopped {
            position: *position,
            failure,
        })?;
        let Some(total) = total else {
            part.counts.over += 1;
            return Ok(());
        };
        let Some(worth) = self.task.worth(position) else {
            return Err(stopped(position, Stop::NoValue));
        };
        let winner = match worth.outcome {
            Outcome::Win => Some(position.turn()),
            Outcome::Loss => Some(!position.turn()),
            Outcome::Draw => None,
        };
        part.counts.count(winner, total);
        if !agrees(winner, total) {
            part.show(position);
        }
        Ok(())
    }
}

/// True where a total says what the position is worth.
fn agrees(winner: Option<Color>, total: i64) -> bool {
    match winner {
        Some(Color::White) => total > 0,
        Some(Color::Black) => total < 0,
        None => total.unsigned_abs() <= LEVEL,
    }
}

impl Summed for Weighed {
    fn add(&mut self, other: &Weighed) {
        for (own, others) in self.signs.iter_mut().zip(&other.signs) {
            own.won += others.won;
            own.drawn += others.drawn;
            own.lost += others.lost;
        }
        self.on_winners_side += other.on_winners_side;
        self.level += other.level;
        self.over += other.over;
    }
}

impl Weighed {
    fn count(&mut self, winner: Option<Color>, total: i64) {
        let sign = Weighed::BOUNDS.iter().take_while(|least| total >= **least);
        let of_sign = sign.count();
        let agrees = u64::from(agrees(winner, total));
        let known = self.signs.get_mut(of_sign);
        let balance = known.map(|balance| match winner {
            Some(Color::White) => &mut balance.won,
            Some(Color::Black) => &mut balance.lost,
            None => &mut balance.drawn,
        });
        if let Some(number) = balance {
            *number += 1;
        }
        match winner {
            Some(_) => self.on_winners_side += agrees,
            None => self.level += agrees,
        }
    }

    /// The positions in which a side wins.
    pub fn decided(&self) -> u64 {
        self.signs.iter().map(|sign| sign.won + sign.lost).sum()
    }

    /// The positions in which neither side wins.
    pub fn drawn(&self) -> u64 {
        self.signs.iter().map(|sign| sign.drawn).sum()
    }

    /// The positions in which the total does not say what they are worth.
    pub fn differing(&self) -> u64 {
        self.decided() - self.on_winners_side.min(self.decided()) + self.drawn()
            - self.level.min(self.drawn())
    }
}

impl Balance {
    /// All positions of the sign.
    pub const fn all(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_counted_by_sign_and_by_what_positions_are_worth() {
        let mut weighed = Weighed::default();
        for (winner, total) in [
            (Some(Color::White), 301),
            (Some(Color::White), 300),
            (Some(Color::White), 0),
            (Some(Color::Black), -1),
            (Some(Color::Black), -301),
            (Some(Color::Black), 5),
            (None, 100),
            (None, 101),
            (None, -100),
            (None, -300),
        ] {
            weighed.count(winner, total);
        }
        let rows: Vec<[u64; 3]> = weighed
            .signs
            .iter()
            .map(|sign| [sign.won, sign.drawn, sign.lost])
            .collect();
        assert_eq!(
            rows,
            [
                [0, 0, 1],
                [0, 1, 0],
                [0, 1, 1],
                [1, 0, 0],
                [0, 1, 1],
                [1, 1, 0],
                [1, 0, 0]
            ]
        );
        assert_eq!((weighed.on_winners_side, weighed.level), (4, 2));
        assert_eq!((weighed.decided(), weighed.drawn()), (6, 4));
        assert_eq!(weighed.differing(), 4);
        let mut twice = weighed;
        twice.add(&weighed);
        assert_eq!((twice.decided(), twice.differing()), (12, 8));
    }
}
