//! The positions of a look: those that a table serves, and those that moves lead to from there.

use std::collections::BTreeSet;

use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_module::{Program, TableId};
use adv_prover::Shuffle;
use adv_vm::Subject;

use crate::claims::{men_of, sides_of};

/// Maximum number of materials, reached by captures and promotions, that a look goes through.
const MOST_MATERIALS: usize = 200;

/// One class of positions (a material with a side to move) to go through for one table.
#[derive(Debug)]
pub(super) struct Walk {
    /// The table whose rules and goals are looked at.
    pub table: TableId,
    /// The side that the table plays (`us`).
    pub us: Color,
    /// True for the class that the table itself serves, with its side to move; false for one that moves lead to.
    pub asked: bool,
    /// True where some classes that moves lead to are left out: they are too many, or have too many men.
    pub partial: bool,
    pub class: ClassIndex,
    order: Shuffle,
}

impl Walk {
    fn new(
        (table, us): (TableId, Color),
        material: Material,
        turn: Color,
        asked: bool,
    ) -> Option<Walk> {
        let class = ClassIndex::new(material, turn).ok()?;
        Some(Walk {
            table,
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

/// The walks of all tables of a program, in the order of the tables.
pub(super) fn walks(program: &Program) -> Vec<Walk> {
    let mut walks = Vec::new();
    for number in 0..program.tables.len() {
        let Ok(number) = u16::try_from(number) else {
            break;
        };
        let table = TableId(number);
        let subject = Subject::Table(table);
        let Some(declared) = subject.material(program) else {
            continue;
        };
        let material = men_of(declared);
        let reached = reached(material);
        for us in sides_of(program, subject) {
            let both = reached
                .iter()
                .flat_map(|reached| Color::ALL.map(|turn| (*reached, turn, false)));
            let planned = [(material, us, true), (material, !us, false)]
                .into_iter()
                .chain(both);
            let planned: Vec<Option<Walk>> = planned
                .map(|(material, turn, asked)| Walk::new((table, us), material, turn, asked))
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
