//! Wins, draws and losses against the Syzygy tables of Ronald de Man, which know nothing of ours.
//!
//! The tables are not part of the project: without `../shared/tb/syzygy` the tests say so and are
//! done. The classes of four men are compared in the release profile only.

mod common;

use std::path::Path;

use adv_chess::{Color, Position};
use adv_tables::{Dtm, Tables};
use common::{positions, prepare};
use shakmaty_syzygy::{Tablebase, Wdl};

/// Compares every `step`th position of some classes, and every position with a capture en passant
/// that a move leads to from there.
fn compare(names: &[&str], step: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/tb/syzygy");
    if !folder.is_dir() {
        println!("syzygy: skipped, there is no ../shared/tb/syzygy");
        return;
    }
    let mut syzygy = Tablebase::new();
    syzygy
        .add_directory(&folder)
        .expect("the folder can be read");
    let mut tables = Tables::new();
    let (mut compared, mut en_passant) = (0_u32, 0_u32);
    for name in names {
        prepare(&mut tables, name);
        let ours = |position: &Position| match tables.dtm(position) {
            Some(Dtm::Win(_)) => 1,
            Some(Dtm::Draw) => 0,
            Some(Dtm::Loss(_)) => -1,
            None => panic!("{position:?} has no value"),
        };
        let theirs = |position: &Position| {
            let chess = position.to_chess().expect("the position is legal");
            // Wins that the fifty-move rule spoils are wins here.
            match syzygy.probe_wdl_after_zeroing(&chess) {
                Ok(Wdl::Win | Wdl::CursedWin) => 1,
                Ok(Wdl::Draw) => 0,
                Ok(Wdl::Loss | Wdl::BlessedLoss) => -1,
                Err(error) => panic!("{position:?}: {error}"),
            }
        };
        for turn in Color::ALL {
            for position in positions(name, turn).step_by(step) {
                assert_eq!(ours(&position), theirs(&position), "{position:?}");
                compared += 1;
                if position.by_role[5].count_ones() < 2 {
                    continue;
                }
                for mv in position.legal_moves() {
                    let after = position.play(mv);
                    if after.ep().is_some() {
                        assert_eq!(ours(&after), theirs(&after), "{after:?}");
                        en_passant += 1;
                    }
                }
            }
        }
    }
    println!("{compared} positions compared, {en_passant} with a capture en passant");
}

#[test]
fn three_men_are_won_and_drawn_as_syzygy_says() {
    compare(&["KPvK", "KQvK", "KRvK", "KBvK", "KNvK"], 3);
}

#[test]
fn four_men_are_won_and_drawn_as_syzygy_says() {
    if cfg!(debug_assertions) {
        println!("syzygy: classes of four men are compared in the release profile only");
        return;
    }
    compare(
        &[
            "KPvKP", "KPvKN", "KPvKB", "KPvKR", "KPvKQ", "KNvKN", "KBvKN", "KRvKN", "KQvKN",
            "KBvKB", "KRvKB", "KQvKB", "KRvKR", "KQvKR", "KQvKQ", "KPPvK", "KNPvK", "KBPvK",
            "KRPvK", "KQPvK", "KNNvK", "KBNvK", "KRNvK", "KQNvK", "KBBvK", "KRBvK", "KQBvK",
            "KRRvK", "KQRvK", "KQQvK",
        ],
        211,
    );
}
