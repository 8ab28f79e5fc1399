//! Which moves a piece-of-advice looks at.

use std::collections::BTreeSet;

use super::{Code, Compiled, Place};
use crate::data::{Role, record};
use crate::types::{Direction, Who};

/// Moves by ply.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveSpec<C: Code = Compiled> {
    /// The classes where no phase names the ply.
    pub every: Vec<Class<C>>,
    /// Phases: the plies, ascending, and their classes. A ply that has a phase takes nothing from `every`.
    pub phases: Vec<(Vec<u16>, Vec<Class<C>>)>,
}

impl<C: Code> Default for MoveSpec<C> {
    fn default() -> MoveSpec<C> {
        MoveSpec::of(Vec::new())
    }
}

impl<C: Code> MoveSpec<C> {
    /// The same classes at every ply.
    pub const fn of(every: Vec<Class<C>>) -> MoveSpec<C> {
        MoveSpec {
            every,
            phases: Vec::new(),
        }
    }

    /// The classes of a ply.
    pub fn at(&self, ply: u16) -> &[Class<C>] {
        let phase = self.phases.iter().find(|(plies, _)| plies.contains(&ply));
        phase.map_or(&self.every, |(_, classes)| classes)
    }

    /// At every ply the moves of both, each class once.
    pub fn joined(
        &self,
        other: &MoveSpec<C>,
        same: fn(&Class<C>, &Class<C>) -> bool,
    ) -> MoveSpec<C> {
        let join = |first: &[Class<C>], second: &[Class<C>]| {
            let mut all = first.to_vec();
            for class in second {
                if !all.iter().any(|one| same(one, class)) {
                    all.push(class.clone());
                }
            }
            all
        };
        let phases = self.phases.iter().chain(&other.phases);
        let plies: BTreeSet<u16> = phases.flat_map(|(plies, _)| plies).copied().collect();
        let phases = plies
            .into_iter()
            .map(|ply| (vec![ply], join(self.at(ply), other.at(ply))));
        MoveSpec {
            every: join(&self.every, &other.every),
            phases: phases.collect(),
        }
    }

    /// Every class, those of no phase first.
    pub fn classes(&self) -> impl Iterator<Item = &Class<C>> {
        let phases = self.phases.iter().flat_map(|(_, classes)| classes);
        self.every.iter().chain(phases)
    }

    /// The same classes, to be changed.
    pub fn classes_mut(&mut self) -> impl Iterator<Item = &mut Class<C>> {
        let phases = self.phases.iter_mut().flat_map(|(_, classes)| classes);
        self.every.iter_mut().chain(phases)
    }
}

record!(MoveSpec { every, phases });

/// A class of moves. A move belongs to the first class of its list that selects it.
#[derive(Clone, Debug, PartialEq)]
pub struct Class<C: Code = Compiled> {
    /// Whose roles, a bit each: K = 1, Q = 2, R = 4, B = 8, N = 16, P = 32; with [`Class::PASS`] or [`Class::QUIET`].
    pub roles: u8,
    /// Restricts the class to men of one side; the mover's men are taken in any case.
    pub who: Option<Who>,
    /// A board without parameters: the squares the move may come from.
    pub from: Option<C::Body>,
    /// A board without parameters: the squares the move may go to.
    pub to: Option<C::Body>,
    /// A descriptor without parameters that the move has to satisfy.
    pub filter: Option<C::Body>,
    /// Directions: only moves in these, in this order. Empty: any.
    pub toward: Vec<Direction>,
    /// Promotions to this role only (Q R B N = 1..4); other moves stay.
    pub promote: Option<C::Role>,
    /// Keys, numbers without parameters, smallest first, compared one after the other; ties keep directions, then the fixed order.
    pub keys: Vec<C::Body>,
    /// The zones that its filter speaks of in the position before the move, for drawings. In the checked program what `along` names, which the
    /// filter has too.
    pub zones: Vec<C::Spoken>,
    /// Its place.
    pub place: Place,
}

record!(Class in Class {
    roles, who, from: role(Role::From), to: role(Role::To), filter: role(Role::Filter), toward,
    promote, keys: role(Role::Key), zones, place,
});

impl Class {
    /// The roles of all men.
    pub const MEN: u8 = 0b0011_1111;
    /// A bit of [`Class::roles`]: the side does nothing; in check all its moves are selected instead. A side without a legal move cannot
    /// pass either. It is for replies, stands with all the roles, and nothing narrows it.
    pub const PASS: u8 = 0b0100_0000;
    /// A bit of [`Class::roles`]: nothing is taken and no check is given. It is for moves of ours.
    pub const QUIET: u8 = 0b1000_0000;

    /// `pass`.
    pub fn pass() -> Class {
        Class::of(Class::MEN | Class::PASS)
    }

    /// True where nothing is taken and no check is given.
    pub const fn is_quiet(&self) -> bool {
        self.roles & Class::QUIET != 0
    }

    /// True where it selects by roles and clauses alone: it is neither a pass nor quiet.
    #[inline(always)]
    pub const fn is_plain(&self) -> bool {
        self.roles & !Class::MEN == 0
    }
}

impl<C: Code> Class<C> {
    /// True for `pass`.
    pub const fn passes(&self) -> bool {
        self.roles & Class::PASS != 0
    }

    /// All moves of men of these roles.
    pub const fn of(roles: u8) -> Class<C> {
        Class {
            roles,
            who: None,
            from: None,
            to: None,
            filter: None,
            toward: Vec::new(),
            promote: None,
            keys: Vec::new(),
            zones: Vec::new(),
            place: Place::NONE,
        }
    }
}
