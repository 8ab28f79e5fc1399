//! What the tests of this crate share.
#![allow(
    dead_code,
    reason = "each test file compiles this module and uses a part of it"
)]

use std::path::PathBuf;

use adv_chess::{ClassIndex, Color, Material, Position, SealKey, notation};
use adv_truth::{KeySource, Truth, TruthOptions, Warning};

/// The material of a name such as `KRvK`.
pub fn material(name: &str) -> Material {
    Material::named(name).expect("a name of men")
}

/// The position of a FEN.
pub fn position(fen: &str) -> Position {
    notation::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// All legal positions of a class with a side to move.
pub fn positions(name: &str, turn: Color) -> impl Iterator<Item = Position> {
    sample(name, turn, 1)
}

/// The legal positions among every `step`th number of a class with a side to move.
pub fn sample(name: &str, turn: Color, step: usize) -> impl Iterator<Item = Position> {
    let class = ClassIndex::new(material(name), turn).expect("the class has positions");
    let numbers = (0..class.len()).step_by(step);
    numbers.filter_map(move |number| class.position(number))
}

/// The key of the user.
pub const KEY: SealKey = SealKey::new([7; 32]);

/// Truth with this cache and no Syzygy tables.
pub fn cached(folder: impl Into<PathBuf>) -> Truth {
    cached_by(|| Ok(KEY), folder)
}

/// Truth with this cache, its files sealed with the key of some user.
pub fn cached_by(key: KeySource, folder: impl Into<PathBuf>) -> Truth {
    let options = TruthOptions {
        cache: Some((folder.into(), key)),
        ..TruthOptions::default()
    };
    Truth::new(options).expect("no folder of syzygy tables is looked at")
}

/// Prepares a class and gives the warnings.
pub fn prepare(truth: &mut Truth, name: &str) -> Vec<Warning> {
    truth
        .prepare(&material(name), &mut |_, _| {})
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}
