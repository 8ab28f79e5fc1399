//! The positions of a look: those that a table serves, and those that moves lead to from there.

use std::collections::BTreeSet;

use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_module::{Program, StrategyId, TableId};
use adv_prover::Shuffle;
use adv_vm::Subject;

use crate::claims::{men_of, sides_of};

/// Maximum number of materials, reached by captures and promotions, that a look goes through.
const MOST_MATERIALS: usize = 200;

/// One class of positions (a material with a side to move) to go through for one subject.
#[derive(Debug)]
pub(super) struct Walk {
    /// The subject whose rules and goals are looked at; `None` for the program's own material.
    pub of: Option<Subject>,
    /// The side that the subject plays (`us`).
    pub us: Color,
    /// True for the class that the subject itself serves, with its side to move; false for one that moves lead to.
    pub asked: bool,
    /// True where some classes that moves lead to are left out: they are too many, or have too many men.
    pub partial: bool,
    pub class: ClassIndex,
    order: Shuffle,
}

impl Walk {
    fn new(
        (of, us): (Option<Subject>, Color),
        material: Material,
        turn: Color,
        asked: bool,
    ) -> Option<Walk> {
        let class = ClassIndex::new(material, turn).ok()?;
        Some(Walk {
            of,
            us,
            asked,
            partial: false,
            order: Shuffle::new(class.len(), 1),
            class,
        })
    }

    /// The side to move in all positions of the walk.
    pub fn turn(&self) -> Color {
        self.class.turn()
    }

    /// The n-th position of the class in a fixed random order; `None` where that number has no position.
    pub fn position(&self, number: u64) -> Option<Position> {
        (number < self.class.len()).then(|| self.class.position(self.order.at(number)))?
    }
}

/// The tables and strategies of a program.
pub(super) fn players(program: &Program) -> Vec<Subject> {
    let tables = (0..program.tables.len()).map(|number| Subject::Table(TableId(number as u16)));
    let strategies = 0..program.strategies.len();
    let strategies = strategies.map(|number| Subject::Strategy(StrategyId(number as u16)));
    tables.chain(strategies).collect()
}

/// The walks of all tables and strategies of a program, of the pieces-of-advice that it claims something of, and of its own material.
pub(super) fn walks(program: &Program) -> Vec<Walk> {
    let mut walks = Vec::new();
    let mut subjects: Vec<Option<Subject>> = players(program).into_iter().map(Some).collect();
    for of in program.claims.iter().map(Subject::of_claim).chain([None]) {
        if !subjects.contains(&of) {
            subjects.push(of);
        }
    }
    for subject in subjects {
        let declared = match subject {
            Some(subject) => subject.material(program),
            None => program.material.as_ref(),
        };
        let Some(declared) = declared else {
            continue;
        };
        let material = men_of(declared);
        // Definitions and claims without a subject are asked where all positions are.
        if subject.is_none() && material.men() > 3 {
            continue;
        }
        let reached = reached(material);
        let sides = subject.map(|subject| sides_of(program, subject));
        for us in sides.unwrap_or_else(|| Color::ALL.to_vec()) {
            let both = reached
                .iter()
                .flat_map(|reached| Color::ALL.map(|turn| (*reached, turn, false)));
            let planned = [(material, us, true), (material, !us, false)]
                .into_iter()
                .chain(both);
            let planned: Vec<Option<Walk>> = planned
                .map(|(material, turn, asked)| Walk::new((subject, us), material, turn, asked))
                .collect();
            let partial = reached.len() >= MOST_MATERIALS || planned.iter().any(Option::is_none);
            walks.extend(
                planned
                    .into_iter()
                    .flatten()
                    .map(|walk| Walk { partial, ..walk }),
            );
        }
    }
    walks
}

/// The materials that captures and promotions lead to from a material, itself left out; at most [`MOST_MATERIALS`].
fn reached(first: Material) -> BTreeSet<Material> {
    let mut found = BTreeSet::new();
    let mut open = vec![first];
    while let Some(material) = open.pop() {
        let mut next = Vec::new();
        for color in Color::ALL {
            for role in Role::ALL {
                if role == Role::King || material.count(color, role) == 0 {
                    continue;
                }
                let mut without = material;
                if let Some(count) = without
                    .counts
                    .get_mut(color.index())
                    .and_then(|side| side.get_mut(role.index()))
                {
                    *count -= 1;
                }
                next.push(without);
                if role == Role::Pawn {
                    for officer in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                        let mut promoted = without;
                        promoted.add(color, officer);
                        next.push(promoted);
                    }
                }
            }
        }
        for material in next {
            if found.len() < MOST_MATERIALS && material != first && found.insert(material) {
                open.push(material);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_and_promotions_lead_to_other_men() {
        let names = |name: &str| {
            let reached = reached(Material::named(name).expect("a name"));
            reached.iter().map(Material::name).collect::<Vec<_>>()
        };
        assert_eq!(names("KRvK"), ["KvK"]);
        assert_eq!(names("KPvK"), ["KvK", "KNvK", "KBvK", "KRvK", "KQvK"]);
    }
}
