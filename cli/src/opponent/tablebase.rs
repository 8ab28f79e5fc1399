//! An opponent that resists longest: the move with the best distance to mate, the first of those in the fixed order.

use adv_chess::notation::{fen, san};
use adv_chess::{Material, Move, Position};
use adv_tables::{Dtm, MAX_MEN, Tables};

use crate::exit::Trouble;

/// Tables for some material and everything that it can turn into.
pub struct Resistance {
    tables: Tables,
}

impl Resistance {
    /// Makes the tables for several materials.
    ///
    /// # Errors
    /// Where there are too many men, or too little memory.
    pub fn prepare(
        materials: &[Material],
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Resistance, Trouble> {
        let mut tables = Tables::new();
        for material in materials {
            tables.prepare(material, progress).map_err(|error| {
                Trouble::new(format!("there is no tablebase for {material}: {error}")).help(format!(
                    "tables are made for up to {MAX_MEN} men; `--opponent random` and `--opponent uci:COMMAND` know no such limit"
                ))
            })?;
        }
        Ok(Resistance { tables })
    }

    /// The move that resists longest.
    ///
    /// # Errors
    /// A sentence where the position has no value.
    pub fn reply(&self, position: &Position) -> Result<Move, String> {
        self.tables
            .ranked_moves(position)
            .and_then(|moves| moves.first().map(|best| best.mv))
            .ok_or_else(|| format!("the tablebase has no value for `{}`", fen(position)))
    }

    /// The best moves for the side to move and what they come to, as a sentence; nothing where there is no value.
    pub fn hint(&self, position: &Position) -> Option<String> {
        let moves = self.tables.ranked_moves(position)?;
        let best = moves.first()?;
        let equal: Vec<String> = moves
            .iter()
            .filter(|ranked| ranked.value == best.value)
            .map(|ranked| san(position, ranked.mv))
            .collect();
        let list = equal.join(", ");
        let s = if equal.len() > 1 { "" } else { "s" };
        Some(match best.value {
            Dtm::Win(_) => format!("{list} win{s} fastest ({})", best.value),
            Dtm::Draw => format!("{list} keep{s} the draw"),
            Dtm::Loss(_) => format!("{list} resist{s} longest ({})", best.value),
        })
    }
}
