//! Advice tables: rules, their advice-lists, and what takes over when the material has changed.

use super::{Code, Compiled, Material, Place, Program};
use crate::data::{Role, record};
use crate::ids::{AdviceId, StrategyId, TableId};
use crate::types::Who;

/// An advice table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<C: Code = Compiled> {
    /// The name.
    pub name: C::Name,
    /// The side it plays for; `None`: the side that moves where it is consulted.
    pub side: Option<Who>,
    /// Its material, its own or the file's.
    pub material: Option<Material>,
    /// The rules in order.
    pub rules: Vec<Rule<C>>,
    /// What takes over when the material has changed.
    pub beyond: Vec<Successor>,
    /// `leaves`: no table is needed for other material.
    pub leaves: bool,
    /// Its doc comment.
    pub doc: String,
    /// Its place.
    pub place: Place,
}

record!(Table {
    name,
    side,
    material,
    rules,
    beyond,
    leaves,
    doc,
    place
});

/// What takes over from a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Successor {
    /// Another table, from which others may take over.
    Table(TableId),
    /// A strategy, which plays to its end.
    Strategy(StrategyId),
}

record!(enum Successor {
    0 Table(id);
    1 Strategy(id);
});

impl Program {
    /// The strategies that may take over from a table and from those that take over from it, each once.
    pub fn strategies_beyond(&self, table: TableId) -> Vec<StrategyId> {
        let (mut tables, mut strategies) = (vec![table], Vec::new());
        let mut at = 0;
        while let Some(&id) = tables.get(at) {
            at += 1;
            let beyond = self.tables.get(id.index()).map(|table| &table.beyond);
            for successor in beyond.into_iter().flatten() {
                match *successor {
                    Successor::Table(id) if !tables.contains(&id) => tables.push(id),
                    Successor::Strategy(id) if !strategies.contains(&id) => strategies.push(id),
                    _ => {}
                }
            }
        }
        strategies
    }
}

/// One rule of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule<C: Code = Compiled> {
    /// The precondition, a descriptor without parameters; `None` for `otherwise`.
    pub condition: Option<C::Body>,
    /// The advice-list, plans spelt out and `also` appended.
    pub list: Vec<Entry>,
    /// Its place.
    pub place: Place,
}

record!(Rule {
    condition: role(Role::Condition),
    list,
    place
});

/// An entry of an advice-list.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A piece-of-advice.
    Advice(AdviceId),
    /// Several, the shortest tree of any first, up to a bound in plies.
    Shortest(u16, Vec<AdviceId>),
}

record!(enum Entry {
    0 Advice(id);
    1 Shortest(plies, several);
});

impl Entry {
    /// The pieces-of-advice that it names, in the order of the source.
    pub fn advice(&self) -> &[AdviceId] {
        match self {
            Entry::Advice(id) => std::slice::from_ref(id),
            Entry::Shortest(_, several) => several,
        }
    }
}
