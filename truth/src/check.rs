//! Values held against those of the positions after each move, by rules of chess that no table was made with: shakmaty's.
//!
//! ```text
//! position ──shakmaty──▶ every legal move ──▶ the value of the position after it, one ply further from mate
//!     └── its own value must be the best of them, or that of a mate or a stalemate
//! ```

use std::cmp::Ordering;

use adv_chess::placing::Placements;
use adv_chess::{Color, Material, Position, Worth};
use adv_tables::{Dtm, TableError};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use shakmaty::{EnPassantMode, Position as _};

use crate::error::TruthError;
use crate::truth::Truth;

/// Positions that are drawn by one piece of work.
const PIECE: u64 = 4096;

/// The result of [`Truth::check`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions that were drawn.
    pub positions: u64,
    /// Moves that were played in them.
    pub moves: u64,
    /// Positions whose value does not follow from those after their moves.
    pub wrong: u64,
    /// The first of them.
    pub first: Option<Position>,
    /// Positions whose outcome other tables know.
    pub compared: u64,
    /// Of these, the positions with another outcome there.
    pub differ: u64,
    /// The first of them.
    pub first_other: Option<Position>,
}

/// The positions that are checked.
struct Sample<'t> {
    material: &'t Material,
    turn: Color,
    /// Other tables, which know outcomes.
    others: Option<&'t Truth>,
}

impl Truth {
    /// Draws legal positions of a class that has been prepared, half of them with either side to move and each as likely as any other,
    /// and holds the distance to mate of each against those after its moves. The moves and the positions after them are shakmaty's.
    /// The same seed gives the same positions. The threads of the current rayon pool share the work; `progress` gets positions as they
    /// are done.
    ///
    /// A position without a value, and one with a move to such a position, is counted as wrong. The outcomes are compared with those of
    /// `others`, where it has the class.
    ///
    /// # Errors
    ///
    /// When the material is no class, when a file of values, or of the others, is damaged or cannot be read, and when it is interrupted.
    pub fn check(
        &self,
        material: &Material,
        positions: u64,
        seed: u64,
        others: Option<&Truth>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Checked, TruthError> {
        let mut all = Checked::default();
        for turn in Color::ALL {
            // Of an odd number White has one more.
            let count = (positions + 1 - turn.index() as u64) / 2;
            Placements::new(*material, turn, seed).map_err(TableError::from)?;
            let pieces = (0..count.div_ceil(PIECE)).into_par_iter();
            let sample = Sample {
                material,
                turn,
                others,
            };
            let parts: Vec<Result<Checked, TruthError>> = pieces
                .map(|piece| {
                    self.tables().go_on(material)?;
                    let count = PIECE.min(count - piece * PIECE);
                    // Each piece has numbers of its own.
                    let seed = adv_chess::numbers::mix(seed ^ adv_chess::numbers::mix(piece));
                    let part = self.check_piece(&sample, count, seed);
                    progress(count);
                    part
                })
                .collect();
            for part in parts {
                let part = part?;
                all.positions += part.positions;
                all.moves += part.moves;
                all.wrong += part.wrong;
                all.first = all.first.or(part.first);
                all.compared += part.compared;
                all.differ += part.differ;
                all.first_other = all.first_other.or(part.first_other);
            }
        }
        match self.pages().fault() {
            Some(fault) => Err(fault),
            None => Ok(all),
        }
    }

    fn check_piece(
        &self,
        sample: &Sample<'_>,
        count: u64,
        seed: u64,
    ) -> Result<Checked, TruthError> {
        let mut checked = Checked::default();
        let placements = Placements::new(*sample.material, sample.turn, seed);
        let mut placements = placements.map_err(TableError::from)?;
        while checked.positions < count {
            let Some(position) = placements.draw() else {
                continue;
            };
            // A position that shakmaty does not play, if there is one, is passed over.
            let Some(board) = position.to_chess() else {
                continue;
            };
            checked.positions += 1;
            let mut best = None;
            let mut known = true;
            for mv in board.legal_moves() {
                checked.moves += 1;
                let mut after = board.clone();
                after.play_unchecked(mv);
                let setup = after.to_setup(EnPassantMode::Legal);
                let value = self.tables().dtm(&Position::from_setup(&setup));
                known &= value.is_some();
                best = best.max(value.map(Dtm::before));
            }
            let expected = match best {
                Some(best) => best,
                None if board.is_check() => Dtm::Loss(0),
                None => Dtm::Draw,
            };
            let found = self.tables().dtm(&position);
            if !known || found.map(|found| found.cmp(&expected)) != Some(Ordering::Equal) {
                checked.wrong += 1;
                checked.first.get_or_insert(position);
            }
            let other = sample
                .others
                .map(|others| others.value(&position))
                .transpose()?;
            if let Some(other) = other.flatten() {
                checked.compared += 1;
                if found.map(|found| Worth::from(found).outcome) != Some(other.outcome) {
                    checked.differ += 1;
                    checked.first_other.get_or_insert(position);
                }
            }
        }
        Ok(checked)
    }
}
