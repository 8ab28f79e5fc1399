//! Told facts: each with its texts and the viewer's plan. Each piece of a plan is searched once, and its verdict is cached.

use std::collections::BTreeMap;

use adv_cases::Slot;
use adv_chess::{Color, Move, Position};
use adv_module::program::{Pattern, Program, TextPart, Translated, TranslatedPart, View};
use adv_module::{AdviceId, PatternId};

use crate::cases::Offer;
use crate::choice::Judge;
use crate::edits;
use crate::explainer::{ExplainError, Explainer};
use crate::explanation::{Explanation, PlanTold, Saying, Served, ToldFact};
use crate::fact::Fact;
use crate::plans::{PlanQuestion, Verdict};
use crate::total::counts;

/// Teller of the facts of one position, which searches their plans and caches the verdicts.
pub(crate) struct Plans<'a> {
    pub explainer: &'a mut Explainer,
    pub position: &'a Position,
    pub patterns: &'a [Pattern],
    pub facts: &'a [Fact],
    /// True where plans are searched; false where the user asked for facts alone.
    pub searched: bool,
    /// First moves that throw the value of the position away, by the side that makes them; a cache.
    pub without: BTreeMap<Color, Vec<Move>>,
    /// Cached verdicts, by the index of the fact, the side that follows the plan, and the piece-of-advice.
    pub known: BTreeMap<(usize, Color, AdviceId), Verdict>,
}

impl Judge for Plans<'_> {
    type Fault = ExplainError;

    fn stands(&mut self, fact: usize) -> Result<bool, ExplainError> {
        for side in Color::ALL {
            let planned = self.view(fact, side).map_or(&[][..], |view| &view.plan);
            for of in planned.iter().filter(|of| of.required) {
                // Of what nothing was searched nothing is known.
                if !self.searched || !self.verdict(fact, side, of.advice)?.stands() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl<'a> Plans<'a> {
    /// Returns a side's purpose and plan for a fact, as its pattern gives them; `None` where it gives that side none.
    pub fn view(&self, fact: usize, side: Color) -> Option<&'a View> {
        let fact = self.facts.get(fact)?;
        let pattern = self.patterns.get(fact.pattern.index())?;
        let view = match side == fact.side {
            true => &pattern.us,
            false => &pattern.them,
        };
        view.as_ref()
    }

    /// Returns the verdict on a piece-of-advice as a side's plan for the fact at `place`; searches it once and caches it.
    pub fn verdict(
        &mut self,
        place: usize,
        side: Color,
        advice: AdviceId,
    ) -> Result<Verdict, ExplainError> {
        if let Some(known) = self.known.get(&(place, side, advice)) {
            return Ok(known.clone());
        }
        let here = self.facts.get(place).map_or(0, |fact| fact.squares);
        let without = self.without(side);
        let verdict = self.explainer.settle(
            advice,
            &PlanQuestion {
                position: self.position,
                us: side,
                here,
                without: &without,
            },
        )?;
        self.known.insert((place, side, advice), verdict.clone());
        Ok(verdict)
    }

    /// Returns the first moves of a side that throw the value of the position away; none for the side that is not to move.
    fn without(&mut self, side: Color) -> Vec<Move> {
        if side != self.position.turn() {
            return Vec::new();
        }
        let (explainer, position) = (&*self.explainer, self.position);
        let known = self.without.entry(side);
        known
            .or_insert_with(|| explainer.losing_moves(position))
            .clone()
    }

    /// Returns the pieces of the viewer's plan for each told fact: those of the pattern, and those of cases that work by force or if the
    /// other side lets them. Derives what their searches need.
    pub fn plans_of(
        &mut self,
        told: &[usize],
        viewer: Color,
        offers: &[Offer],
    ) -> Result<Vec<Vec<Entry>>, ExplainError> {
        let mut all = Vec::with_capacity(told.len());
        let pieces = offers.iter().flat_map(|offer| &offer.plan);
        let pieces: Vec<Vec<AdviceId>> = pieces.map(|piece| vec![*piece]).collect();
        self.explainer.prepare(&pieces);
        for (place, offer) in told.iter().zip(offers) {
            let own = self.view(*place, viewer).map_or(&[][..], |view| &view.plan);
            let own = own.iter().map(|of| Entry {
                advice: of.advice,
                required: of.required,
                case: None,
            });
            let own: Vec<Entry> = own.collect();
            all.push(self.entries(*place, viewer, own, offer)?);
        }
        let joined = all.iter().filter(|entries: &&Vec<Entry>| entries.len() > 1);
        let joined: Vec<Vec<AdviceId>> = joined.map(|entries| pieces_of(entries)).collect();
        self.explainer.prepare(&joined);
        Ok(all)
    }

    /// Joins the pieces of a pattern's plan with those that a case offers. The plan of the same fact replaces the pattern's, except for
    /// required pieces; the plan of a brother follows the pattern's.
    fn entries(
        &mut self,
        place: usize,
        viewer: Color,
        own: Vec<Entry>,
        offer: &Offer,
    ) -> Result<Vec<Entry>, ExplainError> {
        let Some(from) = offer
            .from
            .filter(|_| self.searched && !offer.plan.is_empty())
        else {
            return Ok(own);
        };
        let mut offered = Vec::new();
        for advice in &offer.plan {
            if let Some(entry) = own.iter().find(|entry| entry.advice == *advice) {
                offered.push(*entry);
                continue;
            }
            let verdict = self.verdict(place, viewer, *advice)?;
            if verdict.stands() || matches!(verdict, Verdict::Possible { .. }) {
                offered.push(Entry {
                    advice: *advice,
                    required: false,
                    case: Some(from.number),
                });
            }
        }
        let mut entries = own;
        if from.same && !offered.is_empty() {
            let in_case = |entry: &Entry| offered.iter().any(|of| of.advice == entry.advice);
            entries.retain(|entry| entry.required && !in_case(entry));
        }
        let before = pieces_of(&entries);
        entries.extend(offered.iter().filter(|of| !before.contains(&of.advice)));
        Ok(entries)
    }

    /// Returns the fact at `place` as it is told: with its texts, and the viewer's plan with a verdict on each piece.
    pub fn told(
        &mut self,
        place: usize,
        viewer: Color,
        entries: &[Entry],
        offer: Offer,
    ) -> Result<ToldFact, ExplainError> {
        let Some((fact, pattern)) = self.facts.get(place).and_then(|fact| {
            let pattern = self.patterns.get(fact.pattern.index())?;
            Some((*fact, pattern))
        }) else {
            return Err(ExplainError::Stopped(adv_vm::Stop::NoValue));
        };
        let own = viewer == fact.side;
        let view = self.view(place, viewer);
        let purpose: &[TextPart] = view.map_or(&[], |view| &view.purpose);
        let purpose_of = match own {
            true => Translated::Us(fact.pattern),
            false => Translated::Them(fact.pattern),
        };
        let edits = Edits {
            program: self.explainer.program(),
            pattern: fact.pattern,
            texts: &offer.texts,
        };
        let edited = [
            Slot::Called,
            Slot::Belief,
            if own { Slot::Us } else { Slot::Them },
        ];
        let [called_by, belief_by, purpose_by] = edited.map(|slot| edits.of(slot));
        let mut told = ToldFact {
            fact,
            place,
            counted: counts(place, self.facts, self.patterns),
            called: self.saying(Translated::Called(fact.pattern), &pattern.called, &fact)?,
            belief: self.optional(Translated::Belief(fact.pattern), &pattern.belief, &fact)?,
            purpose: self.optional(purpose_of, purpose, &fact)?,
            plan: Vec::new(),
            together: None,
            from: offer.from,
            texts: offer.texts,
        };
        told.called.edited = called_by;
        for (saying, edited) in [
            (&mut told.belief, belief_by),
            (&mut told.purpose, purpose_by),
        ] {
            if let Some(saying) = saying {
                saying.edited = edited;
            }
        }
        if !self.searched {
            return Ok(told);
        }
        for of in entries {
            let verdict = self.verdict(place, viewer, of.advice)?;
            // A plan for men that are not there is no plan.
            if verdict == Verdict::Refuted
                && !self.explainer.has_men(of.advice, self.position, viewer)
            {
                continue;
            }
            let verdict = self.prevented(place, viewer, of.advice, verdict)?;
            let because = self.because(of.advice, viewer, &fact, &verdict)?;
            told.plan.push(PlanTold {
                advice: of.advice,
                required: of.required,
                case: of.case,
                because,
                verdict,
            });
        }
        if let Some(joined) = self.explainer.together_of(&pieces_of(entries)) {
            let verdict = self.verdict(place, viewer, joined)?;
            told.together = Some(self.prevented(place, viewer, joined, verdict)?);
        }
        // Where nothing was taken in the end, nothing is said of the case.
        let taken = told.plan.iter().any(|of| of.case.is_some()) || edits_any(&told);
        told.from = told.from.filter(|from| from.same || taken);
        Ok(told)
    }

    /// Adds the reply that prevents the plan to a possible verdict; returns any other verdict unchanged.
    fn prevented(
        &mut self,
        place: usize,
        side: Color,
        advice: AdviceId,
        verdict: Verdict,
    ) -> Result<Verdict, ExplainError> {
        let Verdict::Possible { tree, .. } = verdict else {
            return Ok(verdict);
        };
        let asked = PlanQuestion {
            position: self.position,
            us: side,
            here: self.facts.get(place).map_or(0, |fact| fact.squares),
            without: &[],
        };
        let prevented = self.explainer.preventing(advice, &asked, &tree)?;
        Ok(Verdict::Possible { tree, prevented })
    }

    fn optional(
        &mut self,
        of: Translated,
        parts: &[TextPart],
        fact: &Fact,
    ) -> Result<Option<Saying>, ExplainError> {
        match parts {
            [] => Ok(None),
            parts => self.saying(of, parts, fact).map(Some),
        }
    }

    /// Returns a text of a fact's pattern with the values of its slots in the position.
    fn saying(
        &mut self,
        of: Translated,
        parts: &[TextPart],
        fact: &Fact,
    ) -> Result<Saying, ExplainError> {
        let mut asking = self.explainer.engine.asking(self.position, fact.side);
        let values = asking.slots(parts, fact.squares);
        let values = values.map_err(ExplainError::Stopped)?;
        Ok(Saying {
            of,
            values,
            edited: Vec::new(),
        })
    }

    /// Returns the reason for a piece of a plan, evaluated after the first move of its tree where it has one; `None` where it gives none.
    fn because(
        &mut self,
        advice: AdviceId,
        viewer: Color,
        fact: &Fact,
        verdict: &Verdict,
    ) -> Result<Option<Saying>, ExplainError> {
        let record = self.explainer.program().advice.get(advice.index());
        let parts = record.map_or_else(Vec::new, |of| of.because.clone());
        if parts.is_empty() {
            return Ok(None);
        }
        let node = match verdict.first_move(viewer) {
            Some(first) => self.position.play(first),
            None => *self.position,
        };
        let mut asking = self.explainer.engine.asking(self.position, viewer);
        let values = asking.slots_in(&parts, fact.squares, &node);
        let values = values.map_err(ExplainError::Stopped)?;
        let of = Translated::Because(advice);
        Ok(Some(Saying {
            of,
            values,
            edited: Vec::new(),
        }))
    }

    /// Returns the move, among the first moves of forced plans, after which the plans of most told facts are done or forced; `None` where
    /// those are fewer than two, or where a plan mates. A plan that is done already is not served by a move.
    pub fn served(&mut self, explanation: &Explanation) -> Result<Option<Served>, ExplainError> {
        let viewer = explanation.viewer;
        if viewer != self.position.turn() {
            return Ok(None);
        }
        let mut open = Vec::new();
        let mut moves: Vec<Move> = Vec::new();
        for told in &explanation.told {
            let forced =
                |of: &&PlanTold| matches!(of.verdict, Verdict::Forced(_)) && !of.verdict.passes();
            let plans: Vec<&PlanTold> = told.plan.iter().filter(forced).collect();
            // Nothing else is to be done where a plan mates.
            if plans.iter().any(|of| of.verdict.mates()) {
                return Ok(None);
            }
            for mv in plans.iter().filter_map(|of| of.verdict.first_move(viewer)) {
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
            if !plans.is_empty() {
                open.push((told.fact.squares, plans));
            }
        }
        if open.len() < 2 {
            return Ok(None);
        }
        let mut best: Option<Served> = None;
        for mv in moves {
            let after = self.position.play(mv);
            let mut facts = 0;
            for (here, plans) in &open {
                let asked = PlanQuestion {
                    position: &after,
                    us: viewer,
                    here: *here,
                    without: &[],
                };
                for plan in plans {
                    if self.explainer.stands(plan.advice, &asked)? {
                        facts += 1;
                        break;
                    }
                }
            }
            if facts >= 2 && best.is_none_or(|best| facts > best.facts) {
                best = Some(Served {
                    mv,
                    facts,
                    of: open.len(),
                });
            }
        }
        Ok(best)
    }
}

/// Piece-of-advice in the viewer's plan for a told fact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    advice: AdviceId,
    required: bool,
    /// Number of the case that the piece comes from; `None` for a piece of the pattern's own plan.
    case: Option<u32>,
}

fn pieces_of(entries: &[Entry]) -> Vec<AdviceId> {
    entries.iter().map(|entry| entry.advice).collect()
}

/// Returns true where a told fact uses an edited text of its case.
fn edits_any(told: &ToldFact) -> bool {
    let optional = [&told.belief, &told.purpose].into_iter().flatten();
    let mut sayings = optional.chain([&told.called]);
    sayings.any(|saying| !saying.edited.is_empty())
}

/// Reader of the edited texts that a case offers for a fact of a pattern.
struct Edits<'a> {
    program: &'a Program,
    pattern: PatternId,
    texts: &'a [adv_cases::Saying],
}

impl Edits<'_> {
    /// Returns the edited texts of a slot, each with its language. A text whose slots are not the pattern's is left out.
    fn of(&self, slot: Slot) -> Vec<(String, Vec<TranslatedPart>)> {
        let texts = self.texts.iter().filter(|text| text.slot == slot);
        texts
            .filter_map(|text| {
                let parts =
                    edits::read(self.program, self.pattern, slot, &text.text, &text.lang).ok()?;
                Some((text.lang.to_string(), parts))
            })
            .collect()
    }
}
