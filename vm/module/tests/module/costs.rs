//! What moves cost: the record in the file, in the listing and before the verifier.

use adv_module::program::{Cost, Place};
use adv_module::{FnId, Program, Property, SearchMode, When, listing, read, write};

use crate::build::*;
use crate::refused::{changed, refused};
use crate::rich::rich;

fn cost(of_move: u32, effort: u32) -> Option<Cost> {
    Some(Cost {
        when: When::AfterUs,
        of_move: FnId(of_move),
        effort,
        place: Place { start: 3, end: 9 },
    })
}

/// The rich module, whose first piece and whose action charge their moves.
fn priced() -> Program {
    changed(|module| {
        module.advice[0].cost = cost(1, 300);
        module.advice[0].mode = SearchMode::Cheapest;
        module.advice[3].cost = cost(5, 1_000_000);
    })
}

#[test]
fn a_cost_is_read_as_it_was_written() {
    let module = verified(priced());
    let bytes = write(&priced());
    assert_eq!(read(&bytes), Ok(priced().into()));
    assert_eq!(module.program(), &priced());
    // A module without costs has no byte more: of each cost its time, its function and its effort, and the places.
    let mut stripped = priced();
    stripped.strip();
    let mut plain = rich();
    plain.strip();
    assert_eq!(
        write(&stripped).len(),
        write(&plain).len() + (1 + 1 + 2) + (1 + 1 + 3)
    );
}

#[test]
fn a_cost_is_listed() {
    let text = listing(&priced());
    for line in [
        "  depth 5\n  mode cheapest\n  cost when after-us  of-move f1 room  effort 300\n",
        "  cost when after-us  of-move f5 far  effort 1000000\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

#[test]
fn a_cost_that_makes_no_sense_is_refused() {
    let with = |of_move, effort| changed(|module| module.advice[0].cost = cost(of_move, effort));
    for (module, part) in [
        (with(1, 0), "the effort 0, expected 1 to 1000000"),
        (with(1, 1_000_001), "the effort 1000001"),
        (
            with(8, 3),
            "`yes` is what a move costs and gives a descriptor",
        ),
        (
            with(6, 3),
            "`edge` is what a move costs and has 1 parameters",
        ),
        (
            changed(|module| module.advice[0].mode = SearchMode::Cheapest),
            "no move costs anything",
        ),
        (
            changed(|module| {
                module.advice[3].cost = cost(5, 3);
                module.advice[3].mode = SearchMode::Cheapest;
            }),
            "an action looks for the cheapest tree",
        ),
        (
            changed(|module| module.advice[3].mode = SearchMode::Easiest),
            "an action looks for the easiest tree",
        ),
    ] {
        refused(module, Property::Records, part);
    }
    refused(
        with(99, 3),
        Property::Bounds,
        "function 99 does not exist, there are 10",
    );
}

#[test]
fn the_easiest_tree_is_written_read_and_listed() {
    let easiest = changed(|module| module.advice[0].mode = SearchMode::Easiest);
    assert_eq!(read(&write(&easiest)), Ok(easiest.clone().into()));
    let text = listing(&easiest);
    assert!(text.contains("  depth 5\n  mode easiest\n"), "{text}");
    // The next number is no way to choose a tree.
    assert_eq!(SearchMode::from_tag(4), None);
}

#[test]
fn unknown_bits_of_the_byte_are_refused() {
    // The byte that says which tree is looked for, in every place where it can be: no value of it is read as something else.
    let bytes = write(&priced());
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x40;
        if let Ok(module) = read(&crate::files::sealed(changed.clone())) {
            assert_eq!(write(&module.into_program()), crate::files::sealed(changed));
        }
    }
}
