//! Mate in n with every move allowed: for the shortest mate, for all keys, and for the refutations of tries.
//!
//! It is a program of its own, one piece-of-advice for each length, so that a budget which ends says at which length.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv_chess::{Move, Position};
use adv_module::AdviceId;
use adv_render::problems::{Budget, Length};
use adv_vm::{Branch, Engine, Failure, Limits, Mode, StuckCause, Subject, Tree, Wanted};

use super::allowance::{NodeAllowance, budget};
use super::{UNCOUNTED, length};
use crate::load::Rulebook;

/// Maximum length of a mate for this search, in moves.
const MOST: u32 = 30;

/// Search for mates with every move allowed, by a program of its own.
#[derive(Clone)]
pub(super) struct MateFinder {
    /// Engine of the program of mates; `None` only if its text did not compile, which a test excludes.
    engine: Option<Engine>,
}

/// Source of the program of mates: a piece-of-advice for each length up to [`MOST`].
fn text() -> String {
    let piece = |moves: u32| {
        format!(
            "advice mate-in-{moves} better mate us any by new.replies depth {} end-advice\n",
            2 * moves - 1
        )
    };
    (1..=MOST).map(piece).collect()
}

impl MateFinder {
    pub(super) fn new(limits: Limits, native: bool) -> MateFinder {
        let rulebook = Rulebook::load("mates.adv", text()).ok();
        let engine = rulebook.map(|rulebook| {
            let mut engine = rulebook.engine(limits);
            if !native {
                engine.set_native(false);
            }
            engine
        });
        MateFinder { engine }
    }

    pub(super) fn set_interrupt(&mut self, flag: &Arc<AtomicBool>) {
        if let Some(engine) = &mut self.engine {
            engine.set_interrupt(Some(flag.clone()));
        }
    }

    /// The piece-of-advice for a mate within `moves` moves, with an engine under the rest of the budget; `None` for no moves.
    ///
    /// # Errors
    /// [`Budget::Depth`] beyond [`MOST`] moves.
    fn ready(
        &mut self,
        moves: u32,
        allowance: &NodeAllowance,
    ) -> Result<Option<(&mut Engine, AdviceId)>, Budget> {
        let Some(below) = moves.checked_sub(1) else {
            return Ok(None);
        };
        let engine = self.engine.as_mut().filter(|_| moves <= MOST);
        let (Some(engine), Ok(id)) = (engine, u16::try_from(below)) else {
            return Err(Budget::Depth);
        };
        allowance.bound(engine);
        Ok(Some((engine, AdviceId(id))))
    }

    /// Searches a mate within so many moves; `None` where there is none. Lengths above [`MOST`] count as too deep.
    pub(super) fn within(
        &mut self,
        position: &Position,
        moves: u32,
        allowance: &mut NodeAllowance,
    ) -> Result<Option<Tree>, Budget> {
        let Some((engine, id)) = self.ready(moves, allowance)? else {
            return Ok(None);
        };
        match engine.try_advice(id, position, &UNCOUNTED) {
            Ok(answer) => {
                allowance.spend(answer.positions());
                Ok(answer.tree)
            }
            Err(Failure::Stopped {
                stop, positions, ..
            }) => {
                allowance.spend(positions);
                Err(budget(stop))
            }
            // The pieces are for all men and both sides.
            Err(_) => Ok(None),
        }
    }

    /// Finds all first moves that mate within so many moves.
    pub(super) fn keys(
        &mut self,
        position: &Position,
        moves: u32,
        allowance: &mut NodeAllowance,
    ) -> Result<Vec<Move>, Budget> {
        let Some((engine, id)) = self.ready(moves, allowance)? else {
            return Ok(Vec::new());
        };
        let subject = Subject::Advice(id);
        let Ok(junction) = engine.junction(subject, position) else {
            return Ok(Vec::new());
        };
        let (mut nodes, mode, wanted) = (Vec::new(), Mode::Weak, Wanted::Every);
        let branch = engine.branch(subject, &junction, position, mode, wanted, &mut nodes);
        allowance.spend(engine.last_search().positions);
        match branch {
            Branch::Stuck {
                cause: StuckCause::Failure(Failure::Stopped { stop, .. }),
                ..
            } => Err(budget(stop)),
            Branch::Tree { .. } => {
                let firsts = nodes.iter().filter(|node| node.ply == 1);
                Ok(firsts.map(|node| node.mv).collect())
            }
            Branch::Ends { .. } | Branch::Stuck { .. } => Ok(Vec::new()),
        }
    }

    /// Finds the length of the shortest mate in at most `moves` moves, or bounds of it where the budget ends; with its tree where it is
    /// shorter than `moves`.
    pub(super) fn shortest(
        &mut self,
        position: &Position,
        moves: u32,
        allowance: &mut NodeAllowance,
    ) -> (Length, Option<Tree>) {
        for less in 1..moves {
            match self.within(position, less, allowance) {
                Ok(Some(tree)) => return (length(less, less, None), Some(tree)),
                Ok(None) => {}
                Err(budget) => return (length(moves, less, Some(budget)), None),
            }
        }
        (length(moves, moves, None), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::notation::parse_fen;

    #[test]
    fn the_program_compiles_and_has_a_piece_for_each_length() {
        let rulebook = Rulebook::load("mates.adv", text());
        let pieces = rulebook.map(|rulebook| rulebook.program().advice.len());
        assert_eq!(pieces.map_err(|error| error.to_string()), Ok(MOST as usize));
    }

    #[test]
    fn lengths_are_exact_or_say_how_far_it_was_looked() -> Result<(), adv_chess::notation::FenError>
    {
        let morphy = parse_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")?;
        let limits = Limits::default();
        let mut mates = MateFinder::new(limits, true);
        let (found, tree) = mates.shortest(&morphy, 4, &mut NodeAllowance::new(1_000_000));
        assert_eq!(found, length(2, 2, None));
        assert_eq!(tree.map(|tree| tree.depth()), Some(3));
        let keys = mates.keys(&morphy, 2, &mut NodeAllowance::new(1_000_000));
        assert_eq!(
            keys.map(|keys| keys.iter().map(|m| m.to_string()).collect()),
            Ok(vec!["a1a6".to_owned()])
        );
        let (open, _) = mates.shortest(&morphy, 4, &mut NodeAllowance::new(10));
        assert_eq!((open.at_most, open.ended), (4, Some(Budget::Nodes)));
        assert!(open.at_least <= 2, "{open:?}");
        Ok(())
    }
}
