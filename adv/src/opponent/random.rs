//! An opponent that plays any legal move, and the numbers that it draws them by.

use adv_chess::numbers::SplitMix64;
use adv_chess::{Game, Move};

use super::{NoReply, Opponent};

/// Pseudo-random numbers, the same for the same seed on every machine.
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// The sequence of numbers for a seed.
    pub const fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    /// The sequence of numbers for the n-th of several games, independent of the length of the other games.
    pub fn of_game(seed: u64, game: u64) -> Random {
        let mut random = Random::new(seed);
        let base = random.next();
        let mut own = Random::new(base ^ game.wrapping_mul(0xa076_1d64_78bd_642f));
        let first = own.next();
        Random::new(first)
    }

    /// The next number, of 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// A random number below a bound, each as likely as any other; 0 for the bound 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        // The numbers at the end that would make some results likelier are drawn again.
        let most = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next();
            if number < most {
                return number % bound;
            }
        }
    }

    /// A random one of several moves; `None` where there are none.
    pub fn choose(&mut self, moves: &[Move]) -> Option<Move> {
        let index = self.below(moves.len() as u64);
        moves.get(usize::try_from(index).ok()?).copied()
    }
}

impl Opponent for Random {
    fn reply(&mut self, game: &Game) -> Result<Move, NoReply> {
        self.choose(&game.position().legal_moves())
            .ok_or_else(|| NoReply::Failed("there is no legal move".to_owned()))
    }

    fn name(&self) -> &str {
        "random moves"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_a_bound_comes_up() {
        let mut random = Random::of_game(1, 0);
        let mut seen = [0_u32; 7];
        for _ in 0..7000 {
            let number = usize::try_from(random.below(7)).unwrap_or(usize::MAX);
            seen[number] += 1;
        }
        assert!(
            seen.iter().all(|&count| (850..1150).contains(&count)),
            "{seen:?}"
        );
        assert_eq!(random.below(0), 0);
        assert_eq!(random.choose(&[]), None);
        assert_ne!(Random::of_game(1, 1).next(), Random::of_game(1, 2).next());
    }
}
