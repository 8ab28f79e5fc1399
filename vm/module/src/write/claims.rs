//! Claims as bytes, in the order of their fields.

use super::SectionBytes;
use crate::format;
use crate::program::{Bound, Claim, ClaimFrom, ClaimGoal, ClaimSubject, FromSet, GoalWord};

impl SectionBytes {
    /// One claim; its places are in the debug section.
    pub(super) fn claim(&mut self, claim: &Claim) {
        self.text(&claim.text);
        match claim.subject {
            ClaimSubject::Evaluation(evaluation) => {
                self.byte(4);
                self.number(u64::from(evaluation.0));
            }
            ClaimSubject::Strategy(strategy) => {
                self.byte(0);
                self.number(u64::from(strategy.0));
            }
            ClaimSubject::Table(table) => {
                self.byte(1);
                self.number(u64::from(table.0));
            }
            ClaimSubject::Advice(advice) => {
                self.byte(2);
                self.advice_id(&advice);
            }
            ClaimSubject::Descriptor {
                premise,
                conclusion,
            } => {
                self.byte(3);
                self.option(premise.as_ref(), SectionBytes::function_id);
                self.function_id(&conclusion);
            }
        }
        self.positions(&claim.from);
        self.list(&claim.goals, SectionBytes::claim_goal);
        self.option(claim.within.as_ref(), SectionBytes::bound);
        self.flag(claim.weak);
        self.flag(claim.any_choice);
        self.flag(claim.fifty_moves);
        self.flag(claim.share);
        let zones = match claim.zones.is_empty() {
            true => 0,
            false => format::CLAIM_HAS_ZONES,
        };
        self.byte(u8::from(claim.needs_values) | zones);
        if !claim.zones.is_empty() {
            self.list(&claim.zones, SectionBytes::spoken_zone);
        }
    }

    fn positions(&mut self, from: &ClaimFrom) {
        match &from.set {
            FromSet::All => self.byte(0),
            FromSet::One(fen) => {
                self.byte(1);
                self.text(fen);
            }
            FromSet::Random(count) => {
                self.byte(2);
                self.number(*count);
            }
            FromSet::List(fens) => {
                self.byte(3);
                self.list(fens, |bytes, fen| bytes.text(fen));
            }
        }
        self.option(from.condition.as_ref(), SectionBytes::function_id);
        self.number(from.seed);
    }

    fn claim_goal(&mut self, goal: &ClaimGoal) {
        self.byte(match goal.word {
            GoalWord::Reaches => 0,
            GoalWord::Keeps => 1,
            GoalWord::Never => 2,
        });
        self.goal(&goal.goal);
        self.flag(goal.mate);
    }

    fn bound(&mut self, bound: &Bound) {
        self.number(u64::from(bound.count));
        self.flag(bound.plies);
    }
}
