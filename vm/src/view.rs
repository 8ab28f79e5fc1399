//! How a program sees a position: as it is, or with the colours exchanged where it serves both.

use adv_chess::{Color, Material, Move, Position};
use adv_module::{TableId, Who};

use crate::consultation::Failure;
use crate::run::Run;

/// A position as the program sees it.
pub(crate) struct View {
    pub(crate) position: Position,
    pub(crate) us: Color,
    pub(crate) mirrored: bool,
}

pub(crate) fn unmirrored(mut m: Move, mirrored: bool) -> Move {
    if mirrored {
        m.from ^= 56;
        m.to ^= 56;
    }
    m
}

/// A position as it is where the program sees the colours exchanged.
pub(crate) fn in_own_colours(position: &Position, mirrored: bool) -> Position {
    View::turned(position, Color::White, mirrored).position
}

/// True if a position is used unchanged: it has the material, and the side is to move.
#[inline]
pub(crate) fn is_seen_plainly(
    material: Option<&adv_module::program::Material>,
    side: Option<Who>,
    position: &Position,
) -> bool {
    let plays = match side {
        Some(Who::White) => position.turn() == Color::White,
        Some(Who::Black) => position.turn() == Color::Black,
        _ => true,
    };
    let fits = |material: &adv_module::program::Material| {
        let counts = material.counts;
        Material { counts }.fits(position)
    };
    plays && material.is_none_or(fits)
}

impl Run<'_> {
    /// True where a table sees the root as it is, nothing turned, which is nearly always so. Where the last root that was seen so had the
    /// same men and side to move, that is known from the lean board, which the search wants anyway.
    #[inline]
    pub(crate) fn sees_plainly(&mut self, table: TableId, root: &Position) -> bool {
        if let Some((by, men)) = self.natives.plain
            && by == table
            && self.lean_men(root) == Some(men)
        {
            return true;
        }
        let Some(own) = self.module.tables.get(table.index()) else {
            return false;
        };
        let plainly = is_seen_plainly(own.material.as_ref(), own.side, root);
        if plainly {
            self.natives.plain = self.lean_men(root).map(|men| (table, men));
        }
        plainly
    }
}

impl View {
    /// A position as it is.
    #[inline(always)]
    pub(crate) fn plain(position: &Position) -> View {
        View::turned(position, position.turn(), false)
    }

    /// A position for a side, both with the colours exchanged where `mirrored` is true. It turns what the program sees back, too.
    #[inline(always)]
    pub(crate) fn turned(position: &Position, us: Color, mirrored: bool) -> View {
        let (position, us) = match mirrored {
            true => (position.mirror(), !us),
            false => (*position, us),
        };
        View {
            position,
            us,
            mirrored,
        }
    }
}

/// Turns a position so that it fits a material and a side, exchanging the colours where the program allows it.
pub(crate) fn view(
    material: Option<&adv_module::program::Material>,
    side: Option<Who>,
    position: &Position,
) -> Result<View, Failure> {
    let plays = match side {
        Some(Who::White) => Some(Color::White),
        Some(Who::Black) => Some(Color::Black),
        _ => None,
    };
    let Some(material) = material else {
        return match plays {
            Some(plays) if plays != position.turn() => Err(Failure::OtherSide { plays }),
            _ => Ok(View::plain(position)),
        };
    };
    let wanted = Material::of_counts(material.counts);
    let mut wrong_side = None;
    for mirrored in [false, true] {
        if mirrored && !material.mirrored {
            continue;
        }
        let seen = View::turned(position, position.turn(), mirrored);
        if !wanted.fits(&seen.position) {
            continue;
        }
        match plays {
            Some(color) if color != seen.us => {
                wrong_side = wrong_side.or(Some(if mirrored { !color } else { color }));
            }
            _ => return Ok(seen),
        }
    }
    Err(match wrong_side {
        Some(plays) => Failure::OtherSide { plays },
        None => Failure::OtherMaterial {
            wanted,
            found: Material::of(position),
            left: false,
        },
    })
}
