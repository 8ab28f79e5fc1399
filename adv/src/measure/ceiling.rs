//! The ceiling of a program on a claim: every choice, the first, and some choice of the moves that it accepts.

use adv_module::program::{Claim, GoalWord};
use adv_prover::{Keeping, Proved, Settled, Watch};
use adv_render::measure::CeilingReport;
use adv_render::proof::claim_text;

use super::MeasureError;
use crate::prove::{Comparison, Prover};

/// Number of positions of each kind that are shown.
const SHOWN: usize = 3;

impl Prover {
    /// Tells how much of a claim the program proves as it plays, and how much it would if the best of the moves that it accepts were chosen
    /// each time; `None` where it was ended. Bounds of the claim are left out.
    ///
    /// # Errors
    /// [`MeasureError`] where the claim is not about play that reaches something.
    pub fn ceiling(
        &self,
        claim: &Claim,
        watch: &Watch,
    ) -> Result<Option<CeilingReport>, MeasureError> {
        let mut goals = claim.goals.iter();
        if !goals.any(|goal| goal.word == GoalWord::Reaches) {
            return Err(MeasureError::NoCeiling);
        }
        let first = Claim {
            any_choice: false,
            within: None,
            fifty_moves: false,
            ..claim.clone()
        };
        let every = Claim {
            any_choice: true,
            ..first.clone()
        };
        // Both play alike, so that what is explored for the first serves the second.
        let Some(played) = self.played(&first, watch, &[&every])? else {
            return Ok(None);
        };
        let holds: Vec<bool> = played.roots().map(|(_, fate)| fate.holds()).collect();
        drop(played);
        let Some(settled) = self.played(&every, watch, &[])? else {
            return Ok(None);
        };
        let stopped = || watch.stop().load(std::sync::atomic::Ordering::Relaxed);
        let ceiling = self.sound(settled.ceiling(&holds, &stopped));
        let Some(ceiling) = ceiling.map_err(MeasureError::Settle)? else {
            return Ok(None);
        };
        if ceiling.roots == 0 {
            return Err(MeasureError::Empty);
        }
        let fens = |positions: &[adv_chess::Position]| {
            let shown = positions.iter().take(SHOWN);
            shown.map(adv_chess::notation::fen).collect()
        };
        Ok(Some(CeilingReport {
            claim: claim_text(claim),
            is_bounded: claim.within.is_some() || claim.fifty_moves,
            positions: ceiling.roots,
            every: ceiling.every,
            played: ceiling.first,
            some: ceiling.some,
            open: fens(&ceiling.open),
            beyond: fens(&ceiling.beyond),
            made_by: None,
        }))
    }

    fn played(
        &self,
        claim: &Claim,
        watch: &Watch,
        later: &[&Claim],
    ) -> Result<Option<Box<Settled>>, MeasureError> {
        let proved = self.settle(claim, Comparison::No, Keeping::default(), watch, later);
        match proved.map_err(MeasureError::Settle)? {
            Proved::Settled(settled) => Ok(Some(settled)),
            _ => Ok(None),
        }
    }
}
