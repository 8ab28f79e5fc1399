//! The numbers of positions that differ from one by the place of a man.
//!
//! ```text
//! number = … + kings * M1 * M2 + men 1 * M2 + men 2
//!              └ a king: the pair   └ another man: the place of its group, times the size of the rest
//! ```
//!
//! Going back from a position asks for some dozens of them, and most of a table's time is spent there.

use adv_chess::squares::bit;
use adv_chess::{Color, Position, Role};

use super::Numbering;

impl Numbering {
    /// The position as one from which others differ by one man; `None` where it has no number. It has no
    /// right to capture en passant, and neither have the others.
    pub(crate) fn neighbours<'a>(&'a self, position: &'a Position) -> Option<Neighbours<'a>> {
        let (white, black) = (position.king(Color::White)?, position.king(Color::Black)?);
        let flip = self.flip(white);
        Some(Neighbours {
            numbering: self,
            position,
            number: self.number(position)?,
            kings: (white, black),
            pair: self.pair(white, black, flip)?,
            flip,
        })
    }
}

/// A position and its number, from which the numbers of positions follow that differ by the place of one
/// man. Going back from a position asks for a few dozen of those at a time.
pub(crate) struct Neighbours<'a> {
    numbering: &'a Numbering,
    position: &'a Position,
    number: u32,
    kings: (u8, u8),
    pair: u32,
    flip: u8,
}

impl Neighbours<'_> {
    /// The number where a man stands on `to` and not on `from`. `None` for touching kings.
    #[inline]
    pub(crate) fn moved(&self, color: Color, role: Role, from: u8, to: u8) -> Option<u32> {
        // Differences may be negative, and the sum is a number again.
        if role == Role::King {
            let (white, black) = match color {
                Color::White => (to, self.kings.1),
                Color::Black => (self.kings.0, to),
            };
            if self.numbering.flip(white) != self.flip {
                // All men of the image stand elsewhere.
                return self
                    .numbering
                    .number(&with_moved(self.position, color, role, from, to));
            }
            let pair = self.numbering.pair(white, black, self.flip)?;
            let further = pair.wrapping_sub(self.pair);
            let step = further.wrapping_mul(self.numbering.per_kings);
            return Some(self.number.wrapping_add(step));
        }
        let mut groups = self.numbering.groups.iter();
        let group = groups.find(|group| group.color == color && group.role == role)?;
        let now = self.position.pieces(color, role);
        let then = now ^ (bit(from) | bit(to));
        let further = group
            .place(then, self.flip)
            .wrapping_sub(group.place(now, self.flip));
        Some(self.number.wrapping_add(further.wrapping_mul(group.weight)))
    }
}

/// The board with a man on another square.
pub(crate) fn with_moved(
    position: &Position,
    color: Color,
    role: Role,
    from: u8,
    to: u8,
) -> Position {
    let moved = bit(from) | bit(to);
    let mut position = *position;
    position.by_role[role.index()] ^= moved;
    position.by_color[color.index()] ^= moved;
    position
}
