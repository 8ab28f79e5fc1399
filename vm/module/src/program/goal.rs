//! Goals, their conjuncts, and the zones that they speak of.

use super::{Code, Compiled, Place};
use crate::data::{Role, record};
use crate::ids::FnId;
use crate::types::When;

/// A goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal<C: Code = Compiled> {
    /// When it is evaluated. Elsewhere a better-goal is false, a holding-goal true.
    pub when: When,
    /// The whole of it: a descriptor without parameters. `None`, or the constant of the checked program, is true.
    pub test: C::Test,
    /// Its conjuncts in the order of the source, for explanations. Empty in the checked program.
    pub parts: Vec<GoalPart>,
    /// Its place.
    pub place: Place,
}

record!(Goal {
    when,
    test: role(Role::Goal),
    parts,
    place
});

impl<C: Code> Goal<C> {
    /// A goal without parts.
    pub const fn of(when: When, test: C::Test, place: Place) -> Goal<C> {
        Goal {
            when,
            test,
            parts: Vec::new(),
            place,
        }
    }
}

impl Goal {
    /// Names the zones and cases of its conjuncts by the numbers of their functions.
    pub(crate) fn tell_by_records(&mut self) {
        for part in &mut self.parts {
            part.zones.iter_mut().for_each(SpokenZone::tell_by_records);
            for case in &mut part.cases {
                case.text = format!("f{}", case.test.0);
            }
        }
    }
}

/// One conjunct of a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalPart {
    /// Its place.
    pub place: Place,
    /// The conjunct alone.
    pub test: FnId,
    /// Where it compares numbers: both sides.
    pub compare: Option<Compare>,
    /// The boards that it speaks of, in the order of the source, for drawings.
    pub boards: Vec<GoalBoard>,
    /// The zones that it speaks of in the position where it is asked, for drawings: those of its definitions too.
    pub zones: Vec<SpokenZone>,
    /// Where it speaks of zones: the cases of a disjunction, or of one that it negates, those inside its definitions too. Counts tell
    /// which of them was true; they mean nothing else.
    pub cases: Vec<GoalCase>,
}

record!(GoalPart {
    place,
    test: role(Role::Goal),
    compare: role(Role::Compare),
    boards,
    zones,
    cases,
});

/// A case of a disjunction.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalCase {
    /// What it is, with the arguments that it has there: `pawn-wins(us, them)`.
    pub text: String,
    /// The case alone.
    pub test: FnId,
}

record!(GoalCase {
    text,
    test: role(Role::Goal)
});

/// A zone that a conjunct or a class of moves speaks of.
#[derive(Clone, Debug, PartialEq)]
pub struct SpokenZone {
    /// What it is called there, with the arguments that it has there: `race(us)`.
    pub text: String,
    /// Its functions, which are evaluated in the position that it is read in.
    pub zone: ZoneFunctions,
}

record!(SpokenZone { text, zone });

impl SpokenZone {
    /// Names it by the number of the function of its men.
    pub(crate) fn tell_by_records(&mut self) {
        self.text = format!("zone f{}", self.zone.men.0);
    }
}

/// A board that a conjunct speaks of.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalBoard {
    /// Its text in the source.
    pub place: Place,
    /// Its value: a board without parameters, evaluated where the conjunct is.
    pub board: FnId,
}

record!(GoalBoard {
    place,
    board: role(Role::Board)
});

/// The two sides of a comparison of numbers or tuples.
#[derive(Clone, Debug, PartialEq)]
pub struct Compare {
    /// The left side's components, functions without parameters.
    pub left: Vec<FnId>,
    /// The right side's components.
    pub right: Vec<FnId>,
    /// The left side's text in the source.
    pub left_place: Place,
    /// The right side's text in the source.
    pub right_place: Place,
}

record!(Compare {
    left,
    right,
    left_place,
    right_place
});

/// The functions of a zone, none with parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneFunctions {
    /// The squares of its men, a board.
    pub men: FnId,
    /// The squares of its targets, a board.
    pub targets: FnId,
    /// Its horizon in moves, a number.
    pub moves: FnId,
}

record!(ZoneFunctions {
    men: role(Role::ZoneBoard),
    targets: role(Role::ZoneBoard),
    moves: role(Role::ZoneMoves),
});
