//! Positions to begin with: the men on squares drawn by a generator whose seed is the men and the side, so that they are always the same.

use adv_chess::notation::{fen, parse_fen};
use adv_chess::numbers::{SplitMix64, fnv1a};
use adv_chess::{Color, Position, Role};

use crate::men::Men;

/// Number of attempts that accept only quiet positions; later attempts accept any legal position.
const QUIET: u32 = 4000;
/// Number of attempts after which the iterator ends.
const MOST: u32 = 20_000;
/// Least distance of the kings in a quiet position, in king's steps.
const APART: u8 = 3;

/// Iterator over legal positions of some men, one of which a new program takes for its example.
#[derive(Clone, Debug)]
pub struct Examples {
    men: Men,
    numbers: SplitMix64,
    drawn: u32,
}

impl Iterator for Examples {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        while self.drawn < MOST {
            self.drawn += 1;
            let Some(position) = self.draw() else {
                continue;
            };
            if self.drawn > QUIET || is_quiet(&self.men, &position) {
                return Some(position);
            }
        }
        None
    }
}

impl Examples {
    /// Iterator over the positions of these men; the men and the side are its seed.
    pub(crate) fn new(men: &Men) -> Examples {
        // The men and the side are the seed.
        let counts = men.material.counts.iter().flatten();
        let seed = fnv1a(counts.copied().chain([men.us.index() as u8]));
        Examples {
            men: men.clone(),
            numbers: SplitMix64::new(seed),
            drawn: 0,
        }
    }

    /// Puts the men on the next random squares; `None` where that is no legal position.
    fn draw(&mut self) -> Option<Position> {
        let us = self.men.us;
        let mut board = Position::EMPTY;
        let mut taken = 0_u64;
        for side in Color::ALL {
            for role in Role::ALL {
                for _ in 0..self.men.material.count(side, role) {
                    let square = self.square(side, role, taken)?;
                    taken |= 1 << square;
                    board.put(side, role, square);
                }
            }
        }
        // Whose turn it is, and whether all is legal, the notation says.
        let text = fen(&board);
        let placed = text.split(' ').next()?;
        let turn = match us {
            Color::White => 'w',
            Color::Black => 'b',
        };
        parse_fen(&format!("{placed} {turn} - - 0 1")).ok()
    }

    /// Random free square for a man: for a pawn, its home rank or one of the two ranks ahead; `None` after 64 attempts.
    fn square(&mut self, side: Color, role: Role, taken: u64) -> Option<u8> {
        for _ in 0..64 {
            let square = match (role, side) {
                (Role::Pawn, Color::White) => 8 + self.below(24),
                (Role::Pawn, Color::Black) => 32 + self.below(24),
                _ => self.below(64),
            };
            if taken & (1 << square) == 0 {
                return Some(square);
            }
        }
        None
    }

    /// Next random number from 0 up to below a bound.
    fn below(&mut self, bound: u8) -> u8 {
        (self.numbers.bits() % u64::from(bound.max(1))) as u8
    }
}

/// True where nothing is decided at once: no check, no man to take, no mate in one, bishops on both colours, kings apart.
fn is_quiet(men: &Men, position: &Position) -> bool {
    let us = men.us;
    let own = |side: Color| -> u64 {
        let of = |role: &Role| position.pieces(side, *role);
        Role::ALL.iter().map(of).fold(0, |all, set| all | set)
    };
    let king = |side: Color| position.pieces(side, Role::King).trailing_zeros();
    let (ours, theirs) = (king(us), king(!us));
    let apart = (ours % 8)
        .abs_diff(theirs % 8)
        .max((ours / 8).abs_diff(theirs / 8));
    let light = 0x55aa_55aa_55aa_55aa_u64;
    let one_colour = Color::ALL.into_iter().any(|side| {
        let bishops = position.pieces(side, Role::Bishop);
        bishops.count_ones() > 1 && (bishops & light == 0 || bishops & !light == 0)
    });
    apart >= u32::from(APART)
        && !one_colour
        && !position.in_check(us)
        && position.attacked_by(us) & own(!us) == 0
        && position.attacked_by(!us) & own(us) == 0
        && position.has_legal_move()
        && !position
            .legal_moves()
            .into_iter()
            .any(|m| position.play(m).is_checkmate())
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::Material;

    #[test]
    fn examples_are_of_the_men_and_always_the_same() {
        for us in Color::ALL {
            let queens = Material::new(
                &[Role::King, Role::Queen, Role::Pawn],
                &[Role::King, Role::Rook],
            );
            let men = Men::new(queens, us);
            let first: Vec<Position> = Examples::new(&men).take(5).collect();
            let again: Vec<Position> = Examples::new(&men).take(5).collect();
            assert_eq!(first.len(), 5);
            assert_eq!(first, again);
            for position in &first {
                assert!(queens.fits(position) && position.turn() == us);
                assert!(is_quiet(&men, position), "{}", fen(position));
            }
        }
    }

    #[test]
    fn men_that_cannot_stand_quietly_stand_somehow() {
        let full = Material::of(&Position::start());
        let found = Examples::new(&Men::new(full, Color::White)).next();
        let found = found.expect("a legal position of all men is drawn");
        assert!(full.fits(&found));
    }
}
