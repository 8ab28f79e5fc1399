//! The men of a position as elements of a system of linguistic geometry, which itself knows no chess.

use adv_chess::geometry::{shift, spread};
use adv_chess::{Color, Position, Role};
use adv_geometry::System;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_2: u64 = 0xff << 8;
const RANK_7: u64 = 0xff << 48;

/// The men of a position, whose steps are those of their kind: pins, checks, castling and en passant do not count, nor whose turn it is. A
/// pawn goes straight over empty squares, from its home square two of them if it likes; its last step may also be the diagonal one,
/// whatever is there.
#[derive(Clone, Copy, Debug)]
pub struct Men<'p>(pub &'p Position);

/// The side and role of a man.
pub type Kind = (Color, Role);

/// Straight on over empty squares.
#[inline(always)]
fn pawn_moves(color: Color, from: u64, empty: u64) -> u64 {
    match color {
        Color::White => {
            let once = (from << 8) & empty;
            once | ((((from & RANK_2) << 8) & empty) << 8) & empty
        }
        Color::Black => {
            let once = (from >> 8) & empty;
            once | ((((from & RANK_7) >> 8) & empty) >> 8) & empty
        }
    }
}

/// The squares from which a pawn goes straight to one of `to`.
#[inline(always)]
fn pawn_moves_back(color: Color, to: u64, empty: u64) -> u64 {
    let to = to & empty;
    match color {
        Color::White => to >> 8 | (((to >> 8) & empty) >> 8) & RANK_2,
        Color::Black => to << 8 | (((to << 8) & empty) << 8) & RANK_7,
    }
}

/// Diagonally forward.
#[inline(always)]
fn pawn_captures(color: Color, from: u64) -> u64 {
    let forward = match color {
        Color::White => 1,
        Color::Black => -1,
    };
    shift(from, 1, forward) | shift(from, -1, forward)
}

impl System for Men<'_> {
    type Kind = Kind;

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.0.occupied()
    }
    #[inline(always)]
    fn to_move(&self) -> u64 {
        self.0.side(self.0.turn())
    }
    #[inline(always)]
    fn allies(&self, element: u8) -> u64 {
        let at = 1 << (element & 63);
        let sides = self.0.by_color;
        sides.into_iter().find(|side| side & at != 0).unwrap_or(0)
    }
    #[inline(always)]
    fn kind(&self, element: u8) -> Option<Kind> {
        // Without a branch for each role: which one it is can hardly be guessed.
        let at = element & 63;
        let bits = self.0.by_role.iter().rev();
        let bits = bits.fold(0, |bits, set| bits << 1 | (set >> at & 1));
        let role = *Role::ALL.get(bits.trailing_zeros() as usize)?;
        let is_white = self.0.side(Color::White) >> at & 1 != 0;
        Some((if is_white { Color::White } else { Color::Black }, role))
    }
    #[inline(always)]
    fn for_kind<R>(&self, (color, role): Kind, with: impl Fn(Kind) -> R) -> R {
        match role {
            Role::King => with((color, Role::King)),
            Role::Queen => with((color, Role::Queen)),
            Role::Rook => with((color, Role::Rook)),
            Role::Bishop => with((color, Role::Bishop)),
            Role::Knight => with((color, Role::Knight)),
            Role::Pawn => with((color, Role::Pawn)),
        }
    }

    #[inline(always)]
    fn on(&self, (color, role): Kind, from: u64, empty: u64) -> u64 {
        match role {
            Role::Pawn => pawn_moves(color, from, empty),
            _ => spread(role, from, empty),
        }
    }
    #[inline(always)]
    fn back(&self, (color, role): Kind, to: u64, empty: u64) -> u64 {
        match role {
            Role::Pawn => pawn_moves_back(color, to, empty),
            _ => spread(role, to, empty),
        }
    }
    #[inline(always)]
    fn last(&self, (color, role): Kind, from: u64, empty: u64) -> u64 {
        match role {
            Role::Pawn => pawn_moves(color, from, empty) | pawn_captures(color, from),
            _ => spread(role, from, empty),
        }
    }
    #[inline(always)]
    fn last_back(&self, (color, role): Kind, to: u64, empty: u64) -> u64 {
        match role {
            Role::Pawn => pawn_moves_back(color, to, empty) | pawn_captures(!color, to),
            _ => spread(role, to, empty),
        }
    }
    #[inline(always)]
    fn steps(&self, (color, role): Kind, from: u64, empty: u64) -> (u64, u64) {
        match role {
            Role::Pawn => {
                let straight = pawn_moves(color, from, empty);
                (straight, straight | pawn_captures(color, from))
            }
            _ => {
                let steps = spread(role, from, empty);
                (steps, steps)
            }
        }
    }
    #[inline(always)]
    fn controls(&self, (color, role): Kind, from: u64, empty: u64) -> u64 {
        match role {
            Role::Pawn => pawn_captures(color, from),
            _ => spread(role, from, empty),
        }
    }

    #[inline(always)]
    fn aims(&self, element: u8, ends: u64) -> u64 {
        let ends = ends & !self.0.by_role[Role::King as usize];
        match self.kind(element) {
            Some((color, Role::Pawn)) => ends & (FILE_A << (element & 7) | self.0.side(!color)),
            _ => ends,
        }
    }
    #[inline(always)]
    fn takes(&self, (_, role): Kind, element: u8, ends: u64) -> u64 {
        // A pawn comes to another file by a capture only, and by captures only to another file.
        match role {
            Role::Pawn => ends & !(FILE_A << (element & 7)),
            _ => ends,
        }
    }
    #[inline(always)]
    fn is_blocked(&self, (_, role): Kind) -> bool {
        role == Role::Pawn
    }
    #[inline(always)]
    fn is_careful(&self, (_, role): Kind) -> bool {
        role == Role::King
    }
}
