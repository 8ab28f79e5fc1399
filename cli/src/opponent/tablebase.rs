//! An opponent that resists longest: the move with the best distance to mate, the first of those in the fixed order.

use std::sync::Arc;

use adv_chess::notation::{fen, san};
use adv_chess::{Material, Move, Position};
use adv_tables::{Dtm, MAX_MEN, TableError, Tables};

use crate::exit::Trouble;
use crate::truth::Values;

/// Tables for some material and everything that it can turn into, from the cache of the user where they are there.
pub struct Resistance {
    values: Arc<Values>,
}

impl Resistance {
    /// Loads or makes the tables for several materials.
    ///
    /// # Errors
    /// Where there are too many men, or too little memory.
    pub fn prepare(
        materials: &[Material],
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Resistance, Trouble> {
        let mut values = Values::open(&[])?;
        for material in materials {
            // Syzygy tables are no help here, so that it is not told of them: they do not know the longest resistance.
            let prepared = if material.men() > MAX_MEN {
                Err(TableError::TooManyMen(*material).to_string())
            } else {
                let made = values.prepare(material, progress);
                made.map_err(|error| error.to_string())
            };
            prepared.map_err(|error| {
                Trouble::new(format!("there is no tablebase for {material}: {error}")).help(format!(
                    "tables are made for up to {MAX_MEN} men; `--opponent random` and `--opponent uci:COMMAND` know no such limit"
                ))
            })?;
        }
        Ok(Resistance {
            values: Arc::new(values),
        })
    }

    /// The tables, for who ranks moves otherwise.
    pub fn tables(&self) -> &Tables {
        self.values.truth().tables()
    }

    /// What positions are worth, for who asks as the tablebase words do.
    pub const fn values(&self) -> &Arc<Values> {
        &self.values
    }

    /// The move that resists longest.
    ///
    /// # Errors
    /// A sentence where the position has no value.
    pub fn reply(&self, position: &Position) -> Result<Move, String> {
        self.tables()
            .ranked_moves(position)
            .and_then(|moves| moves.first().map(|best| best.mv))
            .ok_or_else(|| format!("the tablebase has no value for `{}`", fen(position)))
    }

    /// The best moves for the side to move and what they come to, as a sentence; nothing where there is no value.
    pub fn hint(&self, position: &Position) -> Option<String> {
        let moves = self.tables().ranked_moves(position)?;
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
