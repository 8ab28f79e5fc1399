//! Plans and texts of cases for an explanation: the second and the third algorithm of the paper.
//!
//! ```text
//!   told facts ───────────▶ Question ──nearest──▶ case 7, case 2, …       the third goes on while a fact is open
//!                                                  │ the same fact        its texts and its plan
//!                                                  │ a brother            its plan after the pattern's own; its texts where they fit
//!                                                  ▼ an offer for each told fact; every plan is searched anew
//! ```
//!
//! Facts, worths and the choice of facts are always the position's. Only a case that the same side saw lends its plan.

use adv_cases::{
    Branches, CaseBase, CaseFact, Name, Near, Neighbour, Question, Saying, SimilarityWeights, Slot,
    neighbours,
};
use adv_chess::{Color, Position};
use adv_module::AdviceId;
use adv_module::program::{Pattern, Program, Similarity, TextPart, View};

use crate::edits::template;
use crate::fact::Fact;

/// Stored cases from which an explanation takes plans and texts.
#[derive(Clone, Copy, Debug)]
pub struct Cases<'a> {
    /// Base of cases to search for the nearest ones.
    pub base: &'a CaseBase,
    /// True to draw on the next cases too while a told fact has no offer; false for the nearest case alone.
    pub several: bool,
}

/// Report on the cases that an explanation has drawn on.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Number of cases in the base.
    pub count: usize,
    /// Nearest case, and then those others that offered a plan or text for a told fact.
    pub used: Vec<UsedCase>,
    /// Weights by which the cases were compared with the position.
    pub weights: SimilarityWeights,
}

/// Case that an explanation has drawn on, with its likeness to the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedCase {
    /// Number of the case, and its likeness to the position.
    pub near: Near,
    /// Remark that a person made on the case; `None` without one.
    pub note: Option<String>,
}

/// Origin of a told fact's plan and texts in a case, as far as they are not the pattern's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FromCase {
    /// Number of the case in its base.
    pub number: u32,
    /// True where the case has the same fact; false where it has a brother, whose plan was adapted.
    pub same: bool,
}

/// Plan and texts that a case offers for a told fact; by default nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offer {
    /// Case that makes the offer; `None` where no case does.
    pub from: Option<FromCase>,
    /// Pieces-of-advice of the case's plan, in its order; of a brother only those that the pattern lacks.
    pub plan: Vec<AdviceId>,
    /// Edited texts of the case for the fact; of a brother only those that suit the pattern.
    pub texts: Vec<Saying>,
}

/// Position with its told facts, for which the nearest cases are searched.
pub(crate) struct Seen<'a> {
    pub program: &'a Program,
    pub position: &'a Position,
    pub viewer: Color,
    pub stage: Option<Name>,
    pub told: &'a [Fact],
}

/// Converts the weights of similarity that an evaluation declares into those of a case base.
pub(crate) const fn weights(of: &Similarity) -> SimilarityWeights {
    SimilarityWeights {
        facts: of.facts,
        position: of.position,
        both: of.both,
        near: of.near,
        lacking: of.lacking,
        extra: of.extra,
        men: of.men,
        white: of.white,
        black: of.black,
    }
}

/// Returns the branch of each pattern, such as `pawn.weak.backward`, by the pattern's name: a case base compares facts by it.
fn branches(program: &Program) -> Branches {
    let patterns = program.patterns.iter();
    patterns
        .map(|of| (of.name.clone(), of.path.join(".")))
        .collect()
}

/// Looks up a piece-of-advice that a case names: by its whole name, or by the last part where that is unambiguous. Only pieces that can be
/// plans are found.
pub(crate) fn advice_named(program: &Program, name: &str) -> Option<AdviceId> {
    let can_be_plan = |id: &AdviceId| {
        let of = program.advice.get(id.index());
        of.is_some_and(|of| of.is_named() && !of.kind.is_action() && of.side.is_none())
    };
    let all = (0..).map(AdviceId).take(program.advice.len());
    let all: Vec<AdviceId> = all.filter(can_be_plan).collect();
    let is = |id: &&AdviceId, wanted: &dyn Fn(&str) -> bool| {
        let of = program.advice.get(id.index());
        of.is_some_and(|of| wanted(&of.name))
    };
    if let Some(id) = all.iter().find(|id| is(id, &|of| of == name)) {
        return Some(*id);
    }
    let mut last = all.iter().filter(|id| is(id, &|of| last_part(of) == name));
    match (last.next(), last.next()) {
        (Some(id), None) => Some(*id),
        _ => None,
    }
}

/// Returns a name without the module before it.
pub(crate) fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Asks the nearest cases for plans and texts; returns the cases used, and an offer for each told fact.
pub(crate) fn draw(
    asked: &Seen<'_>,
    cases: &Cases<'_>,
    weights: SimilarityWeights,
) -> (Drawn, Vec<Offer>) {
    let mut drawn = Drawn {
        count: cases.base.cases().len(),
        used: Vec::new(),
        weights,
    };
    let mut offers = vec![Offer::default(); asked.told.len()];
    let branches = branches(asked.program);
    let question = asked.question();
    let most = if cases.several { usize::MAX } else { 1 };
    for near in cases.base.nearest(&question, &branches, &weights, most) {
        let Some(case) = cases.base.get(near.number) else {
            continue;
        };
        let mut used = drawn.used.is_empty();
        let found = neighbours(&question, case, &branches);
        for ((fact, offer), (neighbour, place)) in asked.told.iter().zip(&mut offers).zip(found) {
            let other = place.and_then(|place| case.facts.get(place));
            if offer.from.is_some() {
                continue;
            }
            let same = neighbour == Neighbour::Same;
            let Some(other) = other.filter(|_| same || neighbour == Neighbour::Brother) else {
                continue;
            };
            let made = asked.offer(fact, other, case.viewer, near.number, same);
            if let Some(made) = made {
                *offer = made;
                used = true;
            }
        }
        if used {
            drawn.used.push(UsedCase {
                near,
                note: case.note.clone(),
            });
        }
        if offers.iter().all(|offer| offer.from.is_some()) {
            break;
        }
    }
    (drawn, offers)
}

impl Seen<'_> {
    fn pattern(&self, fact: &Fact) -> Option<&Pattern> {
        self.program.patterns.get(fact.pattern.index())
    }

    /// Returns the question for the case base: the position, its stage and its told facts.
    fn question(&self) -> Question {
        let facts = self.told.iter().filter_map(|fact| {
            let pattern = self.pattern(fact)?;
            Some(adv_cases::Fact {
                pattern: Name::from(pattern.name.as_str()),
                path: Name::from(pattern.path.join(".")),
                side: fact.side,
                worth: u32::try_from(fact.worth.unsigned_abs()).unwrap_or(u32::MAX),
            })
        });
        Question {
            position: *self.position,
            stage: self.stage.clone(),
            facts: facts.collect(),
        }
    }

    /// Returns the offer of a case's fact, the same or a brother, for a told one; `None` where a brother adds nothing to the pattern.
    fn offer(
        &self,
        fact: &Fact,
        other: &CaseFact,
        viewer: Color,
        number: u32,
        same: bool,
    ) -> Option<Offer> {
        let pattern = self.pattern(fact)?;
        let own = own_plan(pattern, fact.side == self.viewer);
        let mut plan: Vec<AdviceId> = Vec::new();
        if viewer == self.viewer {
            for name in &other.plan {
                if let Some(id) = advice_named(self.program, name)
                    && !plan.contains(&id)
                {
                    plan.push(id);
                }
            }
        }
        let mut texts = other.texts.clone();
        if !same {
            plan.retain(|id| !own.contains(id));
            let source = self.program.patterns.iter();
            let source = source.clone().find(|of| of.name == *other.pattern);
            texts.retain(|text| {
                source.is_some_and(|of| says_alike(self.program, of, pattern, text.slot))
            });
        }
        if !same && plan.is_empty() && texts.is_empty() {
            return None;
        }
        Some(Offer {
            from: Some(FromCase { number, same }),
            plan,
            texts,
        })
    }
}

/// Returns the pieces of a pattern's plan, for the side that has the fact (`has_it`) or for the other one.
fn own_plan(pattern: &Pattern, has_it: bool) -> Vec<AdviceId> {
    let view = if has_it { &pattern.us } else { &pattern.them };
    let plan = view.as_ref().map_or(&[][..], |view| &view.plan);
    plan.iter().map(|of| of.advice).collect()
}

/// Returns true where two patterns have the same text in a slot, so that an edited text of one suits the other. Never true of the name of a
/// fact, which is its pattern's own.
fn says_alike(program: &Program, one: &Pattern, other: &Pattern, slot: Slot) -> bool {
    let said = |parts: &[TextPart]| (!parts.is_empty()).then(|| template(program, parts));
    let purpose = |view: &Option<View>| said(view.as_ref().map_or(&[], |view| &view.purpose));
    let (one, other) = match slot {
        Slot::Called => (None, None),
        Slot::Belief => (said(&one.belief), said(&other.belief)),
        Slot::Us => (purpose(&one.us), purpose(&other.us)),
        Slot::Them => (purpose(&one.them), purpose(&other.them)),
    };
    one.is_some() && one == other
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the words and defaults of similarity in the language with those of a case base.
    #[test]
    fn the_weights_of_an_evaluation_are_those_of_a_base() {
        assert_eq!(
            weights(&Similarity::default()),
            SimilarityWeights::default()
        );
        let of = weights(&Similarity::of([1, 2, 3, 4, 5, 6, 7, 8, 9]));
        let SimilarityWeights {
            facts,
            position,
            both,
            near,
            lacking,
            extra,
            men,
            white,
            black,
        } = of;
        let named = [
            ("facts", facts),
            ("position", position),
            ("both", both),
            ("near", near),
            ("lacking", lacking),
            ("extra", extra),
            ("men", men),
            ("white", white),
            ("black", black),
        ];
        let words = Similarity::WORDS.into_iter().zip(1..);
        assert!(named.into_iter().eq(words), "{named:?}");
    }
}
