//! What answers for a position of other material: the tables and strategies beyond a table.
//!
//! ```text
//!   kpk ── beyond ──▶ kqk, queen     the first whose men and side are those of the position; then what is beyond kqk
//! ```

use adv_chess::{Material, Position};
use adv_module::program::Successor;
use adv_module::{Program, StrategyId, TableId};

use crate::consultation::Failure;
use crate::run::Run;
use crate::view::{View, view};

/// How a table and a position go together: the table that answers, or the strategy that takes over, and the position as it sees it. If
/// the material is another one, what is beyond the table is tried, nearest first. The in-class of a strategy is not evaluated here.
pub(crate) fn answering(
    module: &Program,
    table: TableId,
    position: &Position,
) -> Result<(Successor, View), Failure> {
    let own = &module[table];
    let first = match view(own.material.as_ref(), own.side, position) {
        Ok(view) => return Ok((Successor::Table(table), view)),
        Err(failure) => failure,
    };
    let Failure::OtherMaterial { wanted, found, .. } = first else {
        return Err(first);
    };
    // What takes over, nearest first; each once.
    let mut queue: Vec<Successor> = own.beyond.clone();
    let mut next = 0;
    while let Some(&successor) = queue.get(next) {
        next += 1;
        let (material, side, beyond) = match successor {
            Successor::Table(id) => {
                let other = &module[id];
                (other.material.as_ref(), other.side, other.beyond.as_slice())
            }
            Successor::Strategy(id) => {
                let other = &module[id];
                (other.material.as_ref(), other.side, [].as_slice())
            }
        };
        if material.is_some()
            && let Ok(view) = view(material, side, position)
        {
            return Ok((successor, view));
        }
        for further in beyond {
            if !queue.contains(further) {
                queue.push(*further);
            }
        }
    }
    Err(Failure::OtherMaterial {
        wanted,
        found,
        left: own.leaves,
    })
}

/// The table that answers for a position. Where a strategy takes over, none does.
pub(crate) fn view_for_table(
    module: &Program,
    table: TableId,
    position: &Position,
) -> Result<(TableId, View), Failure> {
    match answering(module, table, position)? {
        (Successor::Table(id), view) => Ok((id, view)),
        (Successor::Strategy(_), _) => {
            let men = |material: Option<&adv_module::program::Material>| Material {
                counts: material.map(|of| of.counts).unwrap_or_default(),
            };
            let own = module[table].material.as_ref();
            Err(Failure::OtherMaterial {
                wanted: men(own),
                found: Material::of(position),
                left: false,
            })
        }
    }
}

impl Run<'_> {
    /// The strategy that takes over from a table in a position; `None` where a table answers, or nothing does.
    #[inline]
    pub(crate) fn taken_over(&mut self, table: TableId, position: &Position) -> Option<StrategyId> {
        let own = self.module.tables.get(table.index())?;
        if own.beyond.is_empty() || self.sees_plainly(table, position) {
            return None;
        }
        match answering(self.module, table, position) {
            Ok((Successor::Strategy(id), _)) => Some(id),
            _ => None,
        }
    }
}
