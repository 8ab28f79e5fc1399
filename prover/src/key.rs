//! Which slice a position is of: its men, the side to move, and the squares of its pawns.
//!
//! ```text
//!   KPvKP  a2 · h7 ──▶ KPvKP a3 · h7 ──▶ … ──▶ KQvKP · h7 ──▶ KQvK
//!                  └─▶ KPvKP a4 · h7 ──▶ …
//! ```
//!
//! Captures, promotions and moves of pawns lead to later slices and never back, so that slices have an order in which none leads to an
//! earlier one. What can come round, castling rights and pawns that can be taken en passant included, is within one slice.

use std::cmp::Reverse;

use adv_chess::squares::{each, rank_of};
use adv_chess::{Color, Material, Position, Role};

/// A slice. They are in an order in which play leads to later ones only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SliceKey {
    pub(crate) material: Material,
    pub(crate) turn: Color,
    /// The squares of White's and Black's pawns; none where proofs are not made in slices.
    pub(crate) pawns: [u64; 2],
}

/// Everything by which slices are ordered.
type Rank = (Reverse<u32>, Reverse<u32>, u32, [[u8; 6]; 2], u8, [u64; 2]);

impl SliceKey {
    /// The slice of a position.
    pub(crate) fn of(position: &Position) -> SliceKey {
        SliceKey {
            material: Material::of(position),
            turn: position.turn(),
            pawns: Color::ALL.map(|color| position.pieces(color, Role::Pawn)),
        }
    }

    /// Captures make the men fewer, promotions the pawns, and a pawn that moves comes nearer to its last rank.
    fn rank(&self) -> Rank {
        let pawns = Color::ALL.map(|color| u32::from(self.material.count(color, Role::Pawn)));
        let [white, black] = self.pawns;
        let ranks = |set: u64| each(set).map(|square| u32::from(rank_of(square)));
        let advanced = ranks(white).sum::<u32>() + ranks(black).map(|rank| 7 - rank).sum::<u32>();
        (
            Reverse(self.material.men()),
            Reverse(pawns.iter().sum()),
            advanced,
            self.material.counts,
            self.turn as u8,
            self.pawns,
        )
    }

    /// Its name, as files have it: `KRPvKR-w-e4` or `KPvKP-b-a2-h7`.
    pub(crate) fn name(&self) -> String {
        let side = match self.turn {
            Color::White => 'w',
            Color::Black => 'b',
        };
        let mut name = format!("{}-{side}", self.material.name());
        for pawns in self.pawns {
            if pawns == 0 {
                continue;
            }
            name.push('-');
            for square in each(pawns) {
                name.push(char::from(b'a' + square % 8));
                name.push(char::from(b'1' + square / 8));
            }
        }
        name
    }
}

impl PartialOrd for SliceKey {
    fn partial_cmp(&self, other: &SliceKey) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SliceKey {
    fn cmp(&self, other: &SliceKey) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::notation;

    #[test]
    fn play_leads_to_later_slices() {
        for (fen, least) in [
            ("8/4P3/8/3k4/8/6p1/1r5P/K7 w - - 0 1", 30),
            ("8/4P3/8/3k4/8/6p1/1r5P/K7 b - - 0 1", 30),
            ("r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1", 100),
        ] {
            let position = notation::parse_fen(fen).expect("legal");
            let mut seen = 0;
            for mv in position.legal_moves() {
                let child = position.play(mv);
                for reply in child.legal_moves() {
                    let behind = child.play(reply);
                    let (from, to) = (SliceKey::of(&position), SliceKey::of(&behind));
                    assert!(from <= to, "{} to {}", from.name(), to.name());
                    let pawns =
                        |p: &Position| (p.by_role[Role::Pawn.index()], p.occupied().count_ones());
                    assert_eq!(from == to, pawns(&position) == pawns(&behind));
                    seen += 1;
                }
            }
            assert!(seen > least, "{seen}");
        }
    }

    #[test]
    fn names_tell_the_pawns() {
        let name = |fen| SliceKey::of(&notation::parse_fen(fen).expect("legal")).name();
        assert_eq!(
            name("8/4P3/8/3k4/8/6p1/1r5P/K7 w - - 0 1"),
            "KPPvKRP-w-h2e7-g3"
        );
        assert_eq!(name("8/8/8/3k4/8/8/1r6/K7 b - - 0 1"), "KvKR-b");
    }
}
