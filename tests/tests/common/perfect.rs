//! Perfect play of three men, out of tables made when they are needed: what `won`, `drawn` and `dtm` mean in the tests of programs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use adv::chess::Material;
use adv::{Oracle, PerfectPlay, Position, Role};

/// The tables of these men against a king, and of what they can turn into.
pub fn tables(white: &[Role]) -> Arc<dyn Oracle> {
    made(&Material::new(white, &[Role::King]))
}

fn made(material: &Material) -> Arc<dyn Oracle> {
    let mut tables = PerfectPlay::in_memory();
    tables
        .prepare(material, &mut |_, _| {})
        .expect("three men are few");
    Arc::new(tables)
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
