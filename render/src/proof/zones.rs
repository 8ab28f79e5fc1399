//! The zones that a claim and the pieces played speak of, along a line that breaks the claim or in a position in which it is false.
//!
//! ```text
//!   zone   race(W): vulnerable: the pawn on c6 needs 2 moves to c8 and is stopped: the king on a6 comes to c7 in 2 moves of 2
//!   along  race(us): h8-g7-f6, of 3. Kg7
//! ```

use adv_prover::{Choice, Failing, Line, PlyZones};
use adv_record::play::DrawnZone;
use adv_vm::SeenZone;

use crate::drawing::Line as Step;
use crate::svg;
use crate::zone_words::{self, MoveAlong};

/// Zones to draw at one position of a line, and the move that led to it with the zones that its class follows.
#[derive(Clone, Copy)]
pub(super) struct SpokenAt<'r> {
    here: &'r [SeenZone],
    moved: Option<MoveAlong<'r>>,
}

/// Zones at each ply of a line, its beginning first; `told` holds the steps of that line.
pub(super) fn by_ply<'r>(zones: &'r [PlyZones], told: &'r [Told]) -> Vec<SpokenAt<'r>> {
    let at = |(ply, of): (usize, &'r PlyZones)| {
        let before = ply.checked_sub(1);
        let moved = before.and_then(|before| {
            let (step, _) = told.get(before)?;
            Some(MoveAlong {
                before: &step.before,
                mv: step.mv,
                zones: &zones.get(before)?.along,
            })
        });
        SpokenAt {
            here: &of.here,
            moved,
        }
    };
    zones.iter().enumerate().map(at).collect()
}

impl SpokenAt<'_> {
    /// Zones for the large board of a page, as [`zone_words::page`] has them.
    pub(super) fn page(&self, position: &adv_chess::Position) -> Vec<DrawnZone> {
        zone_words::page(position, self.here, self.moved)
    }

    /// Drawing of the zones' ways, in SVG, over a small board of squares of a hundred units.
    pub(super) fn small(&self, position: &adv_chess::Position, flipped: bool) -> String {
        let drawing = zone_words::drawing(position, self.here, self.moved);
        svg::small_ways(drawing.ways, position.occupied(), flipped)
    }
}

/// Zones of a position that no move led to.
pub(super) const fn alone(here: &[SeenZone]) -> SpokenAt<'_> {
    SpokenAt { here, moved: None }
}

/// Rows about the end of a failure's line, each with its word: the zones there, and those of the class of our last move.
pub(super) fn rows(failing: &Failing) -> Vec<(&'static str, String)> {
    let told = steps(&failing.line);
    let mut rows = Vec::new();
    if let Some(at) = failing.zones.last() {
        let lines = zone_words::told(&failing.line.end(), &at.here);
        rows.extend(lines.into_iter().map(|line| ("zone", line)));
    }
    let last = told.iter().enumerate().rev();
    let ours = failing.line.start.turn();
    if let Some((ply, (step, _))) = last.into_iter().find(|(_, (step, _))| step.mover() == ours)
        && let Some(at) = failing.zones.get(ply)
    {
        let moved = MoveAlong {
            before: &step.before,
            mv: step.mv,
            zones: &at.along,
        };
        let lines = moved.told().into_iter();
        rows.extend(lines.map(|line| {
            let line = line.strip_prefix("along ").unwrap_or(&line).to_owned();
            ("along", format!("{line}, of {}", step.numbered()))
        }));
    }
    rows
}

/// Ply of a line with its notation, and the choice if a tree begins with this ply.
pub(crate) type Told = (Step, Option<Choice>);

/// Plies of a line with their notation, each with its choice if a tree begins with it.
pub(crate) fn steps(line: &Line) -> Vec<Told> {
    let mut position = line.start;
    let plies = line.plies.iter().enumerate();
    plies
        .map(|(index, ply)| {
            let step = Step::new(index.checked_sub(1), position, ply.mv);
            position = step.after;
            (step, ply.choice)
        })
        .collect()
}
