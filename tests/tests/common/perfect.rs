//! Perfect play of three men, out of tables made where they are asked for: what `won`, `drawn` and `dtm` mean in the tests of programs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use adv_chess::{Material, Position, Role};
use adv_tables::{Dtm, Tables};
use adv_vm::{Oracle, Outcome, Worth};

/// Perfect play out of tables made here.
pub struct Made(Tables);

impl Oracle for Made {
    fn worth(&self, position: &Position) -> Option<Worth> {
        self.0.dtm(position).map(|value| match value {
            Dtm::Win(plies) => Worth {
                outcome: Outcome::Win,
                plies: Some(plies.into()),
            },
            Dtm::Loss(plies) => Worth {
                outcome: Outcome::Loss,
                plies: Some(plies.into()),
            },
            Dtm::Draw => Worth {
                outcome: Outcome::Draw,
                plies: None,
            },
        })
    }
}

/// The tables of these men against a king, and of what they can turn into.
pub fn tables(white: &[Role]) -> Arc<dyn Oracle> {
    made(&Material::new(white, &[Role::King]))
}

fn made(material: &Material) -> Arc<dyn Oracle> {
    let mut tables = Tables::new();
    tables
        .prepare(material, &mut |_, _| {})
        .expect("three men are few");
    Arc::new(Made(tables))
}

/// Perfect play for a position of three men; `None` for more, whose tables take long to make: there `adv test` judges.
pub fn of(position: &Position) -> Option<Arc<dyn Oracle>> {
    static KNOWN: Mutex<BTreeMap<Material, Arc<dyn Oracle>>> = Mutex::new(BTreeMap::new());
    let material = Material::of(position);
    if material.men() > 3 {
        return None;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let oracle = known.entry(material).or_insert_with(|| made(&material));
    Some(oracle.clone())
}
