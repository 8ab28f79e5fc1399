//! An opponent that resists longest: the move with the best distance to mate, the first of those in the fixed order.

use std::sync::Arc;

use adv_chess::notation::{fen, san};
use adv_chess::{Game, Material, Move, Position};
use adv_tables::{Dtm, Tables};

use super::{NoReply, Opponent};
use crate::perfect::{NoDistances, PerfectPlay};

/// Opponent that resists longest, by tables of distances to mate.
#[derive(Clone, Debug)]
pub struct Resistance {
    values: Arc<PerfectPlay>,
}

impl Resistance {
    /// An opponent by tables that have been prepared ([`PerfectPlay::prepare_distances`]).
    pub const fn new(values: Arc<PerfectPlay>) -> Resistance {
        Resistance { values }
    }

    /// An opponent for games of some materials, with tables made in memory.
    ///
    /// # Errors
    /// [`NoDistances`] where there are too many men, or too little memory.
    pub fn in_memory(materials: &[Material]) -> Result<Resistance, NoDistances> {
        let mut values = PerfectPlay::in_memory();
        for material in materials {
            values.prepare_distances(material, &mut |_, _| {})?;
        }
        Ok(Resistance::new(Arc::new(values)))
    }

    /// The tables of distances to mate by which it plays.
    pub fn tables(&self) -> &Tables {
        self.values.truth().tables()
    }

    /// The values of positions under perfect play, for the tablebase words of a program.
    pub const fn values(&self) -> &Arc<PerfectPlay> {
        &self.values
    }

    /// The move that resists longest, or wins soonest: the best by distance to mate.
    ///
    /// # Errors
    /// A sentence where the position has no value.
    pub fn best(&self, position: &Position) -> Result<Move, String> {
        self.tables()
            .ranked_moves(position)
            .and_then(|moves| moves.first().map(|best| best.mv))
            .ok_or_else(|| format!("the tablebase has no value for `{}`", fen(position)))
    }

    /// A hint: the best moves for the side to move and their value, in a sentence; `None` where there is no value.
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

impl Opponent for Resistance {
    fn reply(&mut self, game: &Game) -> Result<Move, NoReply> {
        self.best(game.position()).map_err(NoReply::Failed)
    }

    fn name(&self) -> &str {
        "tablebase"
    }
}
