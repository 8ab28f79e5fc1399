//! Programs made from a linked one by joining its pieces-of-advice, or by letting the other side do nothing.
//!
//! ```text
//!   Linked ──▶ Derived ── both([a, b]) ──▶ a piece whose leaves meet both            its goals call those of a and b
//!                      ── possible(a)  ──▶ a, where they pass and we neither take nor give check
//!                      ── linked() ──▶ Linked, verified again
//! ```
//!
//! Nothing is compiled anew: a derived piece calls the functions that are there. The pieces of the program keep their ids, and what is
//! derived comes behind them, once for each question.

use std::collections::BTreeMap;
use std::fmt;

use super::Linked;
use crate::error::LinkError;
use crate::format::{MAX_EFFORT, MAX_PLIES};
use crate::ids::{AdviceId, FnId, Reg};
use crate::op::Op;
use crate::program::{Advice, Class, Cost, Function, Goal, MoveSpec, Place, Program};
use crate::types::{AdviceKind, Frame, Needs, SearchMode, Ty, When};
use crate::verify::verify;

/// The end of the name of a piece whose trees let the other side pass.
pub(crate) const LET_HAPPEN: &str = ", if it is let happen";

/// A program that grows by pieces made of its own.
#[derive(Clone, Debug)]
pub struct Derived {
    program: Program,
    both: BTreeMap<Vec<AdviceId>, AdviceId>,
    possible: BTreeMap<AdviceId, AdviceId>,
}

/// Why pieces cannot be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotJoined {
    /// One of them is not there, or none was named.
    Unknown,
    /// One of them is an action, whose out-class compares with the position before the move.
    Action,
    /// They play for different sides.
    Sides,
    /// They ask their goals at different times.
    Times,
    /// Moves cost one thing in one and another in the other.
    Costs,
}

impl fmt::Display for NotJoined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotJoined::Unknown => "a piece-of-advice that is not there",
            NotJoined::Action => "an action cannot be joined with others",
            NotJoined::Sides => "the pieces play for different sides",
            NotJoined::Times => "the pieces ask their goals at different times",
            NotJoined::Costs => "moves cost one thing in one piece and another in the other",
        })
    }
}

impl std::error::Error for NotJoined {}

impl Derived {
    /// Begins with a linked program.
    pub fn of(linked: &Linked) -> Derived {
        Derived {
            program: linked.module().program().clone(),
            both: BTreeMap::new(),
            possible: BTreeMap::new(),
        }
    }

    /// The piece whose leaves meet all of these, as `satisfiable(a and b)` means it: better- and holding-goals joined, us-moves those of
    /// the first, then of the second, …, them-moves those that any considers, depth and effort the sums. One piece is itself.
    ///
    /// The moves of a piece of one ply are compiled for the root, so in a joined tree they are tried at its root.
    ///
    /// # Errors
    /// [`NotJoined`] says what keeps them apart.
    pub fn both(&mut self, pieces: &[AdviceId]) -> Result<AdviceId, NotJoined> {
        let mut distinct: Vec<AdviceId> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            if !distinct.contains(piece) {
                distinct.push(*piece);
            }
        }
        if let Some(known) = self.both.get(&distinct) {
            return Ok(*known);
        }
        let all = distinct
            .iter()
            .map(|id| self.program.advice.get(id.index()));
        let all: Option<Vec<Advice>> = all.map(|advice| advice.cloned()).collect();
        let all = all.ok_or(NotJoined::Unknown)?;
        let (first, rest) = all.split_first().ok_or(NotJoined::Unknown)?;
        if let ([one], []) = (distinct.as_slice(), rest) {
            return Ok(*one);
        }
        if all.iter().any(|advice| advice.kind.is_action()) {
            return Err(NotJoined::Action);
        }
        let mut joined = Advice {
            kind: AdviceKind::Both,
            mode: SearchMode::Within,
            because: Vec::new(),
            doc: String::new(),
            us: of_first_move(first),
            ..first.clone()
        };
        for other in rest {
            if other.side != joined.side {
                return Err(NotJoined::Sides);
            }
            if other.better.when != joined.better.when || other.holding.when != joined.holding.when
            {
                return Err(NotJoined::Times);
            }
            joined.cost = self.joined_cost(joined.cost.as_ref(), other.cost.as_ref())?;
            joined.us = joined.us.joined(&of_first_move(other), alike);
            joined.them = joined.them.joined(&other.them, alike);
            joined.depth = joined.depth.saturating_add(other.depth).min(MAX_PLIES);
            joined.name = format!("{} and {}", joined.name, other.name);
        }
        let modes = all.iter().map(|advice| advice.mode);
        joined.mode = modes
            .reduce(|one, other| match (one, other) {
                (SearchMode::Easiest, _) | (_, SearchMode::Easiest) => SearchMode::Easiest,
                (one, other) if one == other => one,
                _ => SearchMode::Within,
            })
            .unwrap_or(SearchMode::Within);
        let goals = |of: fn(&Advice) -> &Goal| all.iter().map(of).cloned().collect::<Vec<Goal>>();
        joined.better = self.joined_goal(&goals(|advice| &advice.better), &joined.name, "better");
        joined.holding =
            self.joined_goal(&goals(|advice| &advice.holding), &joined.name, "holding");
        let id = self.push(joined);
        self.both.insert(distinct, id);
        Ok(id)
    }

    /// The piece as it is where the other side passes at all its turns, but in check, and ours takes nothing and gives no check.
    ///
    /// # Errors
    /// [`NotJoined::Unknown`] where there is no such piece.
    pub fn possible(&mut self, piece: AdviceId) -> Result<AdviceId, NotJoined> {
        if let Some(known) = self.possible.get(&piece) {
            return Ok(*known);
        }
        let advice = self.program.advice.get(piece.index());
        let mut advice = advice.cloned().ok_or(NotJoined::Unknown)?;
        let classes = advice.us.classes_mut();
        classes.for_each(|class| class.roles |= Class::QUIET);
        advice.them = MoveSpec {
            every: vec![Class::pass()],
            phases: Vec::new(),
        };
        advice.name += LET_HAPPEN;
        let id = self.push(advice);
        self.possible.insert(piece, id);
        Ok(id)
    }

    /// The program with what was derived, verified as a whole.
    ///
    /// # Errors
    /// It has become too large.
    pub fn linked(self) -> Result<Linked, LinkError> {
        verify(self.program).map(Linked).map_err(LinkError::Verify)
    }

    fn push(&mut self, advice: Advice) -> AdviceId {
        let id = AdviceId::at(self.program.advice.len());
        self.program.advice.push(advice);
        id
    }

    /// A goal that all of some fulfil: one function that calls theirs in turn.
    fn joined_goal(&mut self, goals: &[Goal], name: &str, word: &str) -> Goal {
        let when = goals.first().map_or(When::Always, |goal| goal.when);
        let tests: Vec<FnId> = goals.iter().filter_map(|goal| goal.test).collect();
        let parts = goals.iter().flat_map(|goal| &goal.parts).cloned().collect();
        let place = goals.first().map(|goal| goal.place).unwrap_or_default();
        let test = match tests.as_slice() {
            [] => None,
            [one] => Some(*one),
            several => Some(self.conjunction(several, format!("{name}.{word}"))),
        };
        Goal {
            when,
            test,
            parts,
            place,
        }
    }

    fn conjunction(&mut self, tests: &[FnId], name: String) -> FnId {
        let (answer, base) = (Reg(0), Reg(1));
        let end = u32::try_from(2 * tests.len() - 1).unwrap_or(u32::MAX);
        let mut code = Vec::with_capacity(2 * tests.len());
        let mut needs = Needs::NONE;
        for (index, &function) in tests.iter().enumerate() {
            if index > 0 {
                code.push(Op::JumpIfNot { a: answer, to: end });
            }
            code.push(Op::Call {
                dst: answer,
                base,
                frame: Frame::Current,
                function,
            });
            let of = self.program.function(function).map(|of| of.needs);
            needs = needs.union(of.unwrap_or(Needs::NONE));
        }
        code.push(Op::Return { src: answer });
        let id = self.program.own_id(self.program.functions.len());
        self.program.functions.push(Function {
            name,
            params: Vec::new(),
            result: Ty::Truth,
            needs,
            registers: 2,
            code,
            places: Vec::new(),
            place: Place::default(),
        });
        id
    }

    fn joined_cost(
        &self,
        one: Option<&Cost>,
        other: Option<&Cost>,
    ) -> Result<Option<Cost>, NotJoined> {
        let code = |cost: &Cost| self.program.function(cost.of_move).map(|of| &of.code);
        match (one, other) {
            (None, None) => Ok(None),
            (Some(one), Some(other))
                if one.when == other.when
                    && (one.of_move == other.of_move || code(one) == code(other)) =>
            {
                let effort = one.effort.saturating_add(other.effort).min(MAX_EFFORT);
                Ok(Some(Cost {
                    effort,
                    ..one.clone()
                }))
            }
            _ => Err(NotJoined::Costs),
        }
    }
}

/// The us-moves of a piece for a longer tree. Those of a piece of one ply are compiled for the root and are tried there only.
fn of_first_move(advice: &Advice) -> MoveSpec {
    if advice.depth > 1 {
        return advice.us.clone();
    }
    MoveSpec {
        every: Vec::new(),
        phases: vec![(vec![0], advice.us.at(0).to_vec())],
    }
}

/// Two classes that differ in their places alone.
fn alike(one: &Class, other: &Class) -> bool {
    let place = other.place;
    Class {
        place,
        ..one.clone()
    } == *other
}
