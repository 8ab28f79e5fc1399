//! The static value of a position at the leaves of a search: material, and small terms that move pieces to good squares.
//!
//! The value orders moves of equal material, and no explanation shows it: facts come from the patterns.

use adv_chess::squares::{bit, each, file_of, rank_of};
use adv_chess::{Color, Position, Role};

use super::entries::key;

/// Worth of each piece in hundredths of a pawn, in the order K Q R B N P, by which gains of material are counted.
pub(super) const WORTH: [i32; 6] = [0, 900, 500, 300, 300, 100];

/// Share of each piece, K Q R B N P, in the middlegame: all pieces of a game's beginning make [`FULL_PHASE`].
const PHASE: [i32; 6] = [0, 4, 2, 1, 1, 0];
const FULL_PHASE: i32 = 24;

/// Weights for the middlegame and the endgame, in hundredths of a pawn.
type Pair = (i32, i32);

/// Weight of each piece, K Q R B N P, beyond [`WORTH`], so that the search does not give two pieces for a rook and a pawn.
const EXTRA: [Pair; 6] = [(0, 0), (80, 60), (-15, 20), (45, 20), (35, 0), (-15, 5)];
/// Weight of each square that a piece, K Q R B N P, can go to beyond the usual number, and that number.
const MOBILITY: [(Pair, i32); 6] = [
    ((0, 0), 0),
    ((1, 2), 12),
    ((2, 4), 6),
    ((5, 5), 6),
    ((5, 4), 4),
    ((0, 0), 0),
];
/// Weight of a piece's attack, K Q R B N P, on the other king's square or one beside it.
const ASSAULT: [i32; 6] = [0, 5, 3, 2, 2, 0];
/// Weight of a passed pawn, by its rank as its side counts them, from 0.
const PASSED: [Pair; 8] = [
    (0, 0),
    (0, 10),
    (0, 15),
    (10, 30),
    (25, 60),
    (60, 110),
    (110, 180),
    (0, 0),
];
/// Weight of any pawn, by its rank as its side counts them, from 0.
const GONE: [Pair; 8] = [
    (0, 0),
    (0, 0),
    (2, 3),
    (8, 8),
    (14, 15),
    (20, 25),
    (25, 35),
    (0, 0),
];

const FILE_A: u64 = 0x0101_0101_0101_0101;

const fn file(of: u8) -> u64 {
    FILE_A << of
}

const fn beside(of: u8) -> u64 {
    let own = file(of);
    (own & !file(7)) << 1 | (own & !file(0)) >> 1
}

/// Returns the squares on the ranks beyond a square, as a side sees them, on all files.
const fn ahead(color: Color, square: u8) -> u64 {
    match color {
        Color::White => !0 << (square | 7) << 1,
        Color::Black => (1 << (square & 56)) - 1,
    }
}

/// Returns the steps of a square from the edge, and one more on the twelve squares nearest to the centre: 0 to 4.
fn depth_in(square: u8) -> i32 {
    let inward = |of: u8| i32::from(of.min(7 - of));
    inward(file_of(square)).min(inward(rank_of(square)))
        + i32::from(inward(file_of(square)) + inward(rank_of(square)) > 4)
}

/// Returns White's material less Black's, in hundredths of a pawn.
pub(super) fn material(position: &Position) -> i32 {
    let [white, black] = position.by_color;
    let sets = position.by_role.iter().zip(WORTH);
    sets.map(|(set, worth)| {
        worth * ((set & white).count_ones() as i32 - (set & black).count_ones() as i32)
    })
    .sum()
}

/// Returns the static value of the position for the side to move, in hundredths of a pawn.
pub(super) fn weigh(position: &Position) -> i32 {
    let mut phase = 0;
    for (set, weight) in position.by_role.iter().zip(PHASE) {
        phase += set.count_ones() as i32 * weight;
    }
    let phase = phase.min(FULL_PHASE);
    let [white, black] = Color::ALL.map(|side| side_of(position, side));
    let mid = white.0 - black.0;
    let end = white.1 - black.1;
    let mut value = (mid * phase + end * (FULL_PHASE - phase)) / FULL_PHASE + material(position);
    value = drawish(position, value);
    match position.turn() {
        Color::White => value + 12,
        Color::Black => 12 - value,
    }
}

/// Memory of static values: most positions of a search come again at the next depth.
#[derive(Clone)]
pub(super) struct Weights {
    known: Vec<(u64, i32)>,
}

/// Number of static values that are remembered, as a power of 2.
const KNOWN_BITS: u32 = 14;

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            known: vec![(0, 0); 1 << KNOWN_BITS],
        }
    }
}

impl Weights {
    /// Returns the static value of the position that has this key.
    pub fn of(&mut self, position: &Position, key: u64) -> i32 {
        let Some(known) = self.known.get_mut((key >> (64 - KNOWN_BITS)) as usize) else {
            return weigh(position);
        };
        if known.0 != key {
            *known = (key, weigh(position));
        }
        known.1
    }

    /// Returns the static value, or only a bound of it where material alone is far outside of `alpha` to `beta`.
    pub fn within(&mut self, position: &Position, (alpha, beta): (i32, i32)) -> i32 {
        /// Largest sum of all terms but material in nearly all positions, in hundredths of a pawn.
        const ELSE: i32 = 350;
        let count = match position.turn() {
            Color::White => material(position),
            Color::Black => -material(position),
        };
        if count - ELSE >= beta {
            return count - ELSE;
        }
        if count + ELSE + WORTH[1] <= alpha {
            return count + ELSE;
        }
        self.of(position, key(position))
    }
}

/// Reduces a value where the side ahead has no pawns and too little to win, or one pawn for which the other side can give a piece.
fn drawish(position: &Position, value: i32) -> i32 {
    let ahead = if value > 0 {
        Color::White
    } else {
        Color::Black
    };
    let force = |side: Color| -> i32 {
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        roles
            .iter()
            .map(|role| WORTH[role.index()] * position.pieces(side, *role).count_ones() as i32)
            .sum()
    };
    let lead = force(ahead) - force(!ahead);
    match position.pieces(ahead, Role::Pawn).count_ones() {
        0 if lead <= 300 => value / 8,
        // A piece can be given for the last pawn.
        1 if lead <= 0 && force(!ahead) > 0 => value / 4,
        _ => value,
    }
}

fn side_of(position: &Position, us: Color) -> Pair {
    let (mut mid, mut end) = (0, 0);
    let mut add = |pair: Pair, times: i32| {
        mid += pair.0 * times;
        end += pair.1 * times;
    };
    let own = position.side(us);
    let pawns = position.pieces(us, Role::Pawn);
    let theirs = position.pieces(!us, Role::Pawn);
    let their_guard = position.attacks_from_piece(!us, Role::Pawn);
    let ring = position.attacks_from_piece(!us, Role::King) | position.pieces(!us, Role::King);
    let mut assault = 0;
    for (role, ((step, usual), weight)) in
        Role::ALL.into_iter().zip(MOBILITY.into_iter().zip(ASSAULT))
    {
        let men = position.pieces(us, role);
        add(EXTRA[role.index()], men.count_ones() as i32);
        if matches!(role, Role::King | Role::Pawn) {
            continue;
        }
        for square in each(men) {
            let attacks = position.attacks_from(us, role, bit(square));
            let free = (attacks & !own & !their_guard).count_ones() as i32;
            add(step, free - usual);
            assault += weight * (attacks & ring).count_ones() as i32;
            match role {
                Role::Knight => add((6, 6), depth_in(square) - 2),
                Role::Bishop => add((3, 3), depth_in(square) - 2),
                Role::Rook if pawns & file(file_of(square)) == 0 => {
                    add((12, 6), 1 + i32::from(theirs & file(file_of(square)) == 0));
                }
                _ => {}
            }
        }
    }
    if position.pieces(us, Role::Queen) != 0 || assault > 8 {
        let assault = assault.min(40);
        add((assault * assault / 8 + 2 * assault, 0), 1);
    }
    if position.pieces(us, Role::Bishop).count_ones() >= 2 {
        add((25, 45), 1);
    }
    for square in each(pawns) {
        let (on, rank) = (file_of(square), rank_of(square));
        let gone = usize::from(if us == Color::White { rank } else { 7 - rank });
        let front = ahead(us, square);
        let near = beside(on) & pawns;
        add(GONE[gone & 7], 1);
        if matches!(on, 3 | 4) {
            add((6, 0), gone.min(4) as i32 - 1);
        }
        if near == 0 {
            add((-10, -12), 1);
        }
        if front & file(on) & pawns != 0 {
            add((-8, -20), 1);
        }
        if front & (beside(on) | file(on)) & theirs == 0 && front & file(on) & pawns == 0 {
            add(PASSED[gone & 7], 1);
            if let (Some(ours), Some(king)) = (position.king(us), position.king(!us)) {
                let to = |from: u8| {
                    let step = if us == Color::White {
                        square + 8
                    } else {
                        square.saturating_sub(8)
                    };
                    i32::from(
                        file_of(from)
                            .abs_diff(file_of(step))
                            .max(rank_of(from).abs_diff(rank_of(step))),
                    )
                };
                add((0, 3 * gone as i32), to(king) - to(ours));
            }
        }
    }
    if let Some(king) = position.king(us) {
        let on = file_of(king);
        let near = (file(on) | beside(on)) & pawns & (ahead(us, king) | row(king));
        let close = near & (row(king) | row_ahead(us, king));
        let closer = near & row_ahead(us, king);
        add(
            (10, 0),
            close.count_ones() as i32 + closer.count_ones() as i32 + near.count_ones() as i32,
        );
        if file(on) & pawns == 0 {
            add((-20, 0), 1);
        }
        let rank = i32::from(if us == Color::White {
            rank_of(king)
        } else {
            7 - rank_of(king)
        });
        add((-14, 0), rank.min(4));
        add((0, 10), depth_in(king));
        if matches!(on, 3 | 4) {
            add((-12, 0), 1);
        }
        if on >= 6 || on <= 2 {
            add((12, 0), 1);
        }
    }
    (mid, end)
}

const fn row(square: u8) -> u64 {
    0xff << (square & 56)
}

const fn row_ahead(us: Color, square: u8) -> u64 {
    match us {
        Color::White => row(square) << 8,
        Color::Black => row(square) >> 8,
    }
}
