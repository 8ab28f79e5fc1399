//! Slices of classes of up to four men have the values of the tables that are made in another way.

use crate::common;
use std::collections::HashMap;

use crate::common::{material, positions, tables};
use adv_chess::{Color, Material, Position};
use adv_tables::{
    Dtm, SliceFigures, SlicedClass, TableError, Tables, figures, make_slice, promoted,
};
use adv_testkit::{Size, runs_in};

/// All slices of a class and of those that it turns into by promotions, by their names.
fn slices(name: &str, tables: &Tables) -> HashMap<String, Vec<u8>> {
    let mut made: HashMap<String, Vec<u8>> = HashMap::new();
    for material in promoted(&material(name)) {
        let class = SlicedClass::new(&material).expect("the class has slices");
        for slice in class.slices() {
            let mut load = |class: &SlicedClass, slice| {
                let known = made.get(&class.name(slice)).cloned();
                known.ok_or(TableError::Contradiction(*class.material()))
            };
            let mut done = Vec::new();
            let values = make_slice(&class, slice, tables, &mut load, &mut |part| {
                done.push(part)
            });
            let values = values.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(values.len(), class.numbers(slice));
            assert!(done.is_sorted() && done.last() == Some(&(2 * values.len() as u64)));
            made.insert(class.name(slice), values);
        }
    }
    made
}

/// What a byte of a slice means.
fn value(byte: u8) -> Option<Dtm> {
    match u16::from(byte) {
        0 => Some(Dtm::Draw),
        255 => None,
        plies if plies % 2 == 0 => Some(Dtm::Win(plies - 1)),
        plies => Some(Dtm::Loss(plies - 1)),
    }
}

/// Every `step`th position of a class must have the same value in both.
fn compare(name: &str, step: usize) {
    let tables = tables(name);
    let slices = slices(name, &tables);
    let mut compared = 0;
    for turned in [material(name), material(name).mirrored()] {
        let class = SlicedClass::new(&turned).expect("the class has slices");
        let slices = class.slices().map(|slice| &slices[&class.name(slice)]);
        let slices: Vec<&Vec<u8>> = slices.collect();
        for turn in Color::ALL {
            for position in positions(&turned.name(), turn).step_by(step) {
                let (slice, number) = class.locate(&position).expect("a number");
                let found = value(slices[slice][number]);
                assert_eq!(found, tables.dtm(&position), "{position:?}");
                compared += 1;
            }
        }
    }
    println!("{name}: {compared} positions");
    assert!(compared > 1000);
}

/// The figures of all slices together must be those of all positions.
fn compare_figures(name: &str) {
    let tables = tables(name);
    let slices = slices(name, &tables);
    let class = SlicedClass::new(&material(name)).expect("the class has slices");
    let mut sides: [SliceFigures; 2] = Default::default();
    for slice in class.slices() {
        let values = &slices[&class.name(slice)];
        for (all, part) in sides.iter_mut().zip(figures(&class, slice, values)) {
            all.add(&part);
        }
    }
    for (turn, side) in Color::ALL.into_iter().zip(sides) {
        let expected = common::figures(&tables, name, turn);
        let plies = |longest: Option<(u16, Position)>| longest.map_or(0, |(plies, _)| plies);
        let found = [side.won, side.drawn, side.lost];
        assert_eq!(
            found,
            [expected.won, expected.drawn, expected.lost],
            "{name}"
        );
        assert_eq!(plies(side.longest_win), expected.longest_win);
        assert_eq!(plies(side.longest_loss), expected.longest_loss);
        for (plies, position) in side.longest_win.into_iter().chain(side.longest_loss) {
            assert_eq!(tables.dtm(&position).and_then(Dtm::plies), Some(plies));
        }
    }
}

#[test]
fn three_men() {
    for name in ["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
        compare(name, 1);
        compare_figures(name);
    }
}

/// Twins, sliders of both sides, a knight, a pawn of either side, two pawns.
#[test]
fn four_men() {
    if !runs_in(Size::All, "four_men") {
        return;
    }
    for name in ["KRRvK", "KQvKR", "KRvKN", "KRPvK", "KRvKP", "KPPvK"] {
        compare(name, 13);
    }
    compare_figures("KRRvK");
    compare_figures("KPPvK");
}

#[test]
fn what_has_no_slices_is_refused() {
    let refused = |name: &str| SlicedClass::new(&material(name)).err();
    let of = |name: &str| material(name);
    assert_eq!(
        refused("KRPvKP"),
        Some(TableError::PawnsOfBothSides(of("KRPvKP")))
    );
    assert_eq!(
        refused("KRRPvKR"),
        Some(TableError::TooManyMen(of("KRRPvKR")))
    );
    let kings = Material::named("KKvK").expect("a name");
    assert!(matches!(
        SlicedClass::new(&kings).err(),
        Some(TableError::Class(_))
    ));
}
