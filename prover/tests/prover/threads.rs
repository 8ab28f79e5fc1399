//! A report is the same for any number of threads.

use std::collections::BTreeSet;

use adv_chess::{ClassIndex, Color, Material, Position, Role, notation};
use adv_prover::{Report, Shuffle};

use crate::programs::{KINGS, QUEEN, settle};

/// What so many threads do.
fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads can be started").install(work)
}

/// The report of a claim that so many threads settle, without the memory that it took.
fn with_threads(threads: usize, program: &str, claim: &str) -> Report {
    let mut report = on_threads(threads, || settle(program, claim).report().clone());
    report.memory = 0;
    report
}

#[test]
fn one_two_and_three_threads_report_the_same() {
    let kings = "prove wander from all positions reaches mate";
    let queen = "prove careful from 2000 random positions seed 3 reaches mate";
    for (program, claim) in [(KINGS, kings), (QUEEN, queen)] {
        let one = with_threads(1, program, claim);
        assert!(one.roots >= 2000 && !one.failures.is_empty());
        for threads in [2, 3] {
            assert_eq!(
                with_threads(threads, program, claim),
                one,
                "{claim}, {threads} threads"
            );
        }
    }
}

#[test]
fn all_threads_together_draw_what_one_draws_place_by_place() {
    // Some sixteen positions are looked at for each that fits.
    let claim =
        "prove careful from 1500 random positions where dist(W.K, B.K) = 7 seed 5 reaches mate";
    let material = Material::new(&[Role::King, Role::Queen], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("a class");
    let shuffle = Shuffle::new(class.len(), 5);
    let positions = (0..class.len()).filter_map(|place| class.position(shuffle.at(place)));
    let kings = |position: &Position| Color::ALL.map(|color| position.king(color).expect("a king"));
    let apart = |position: &Position| {
        let [white, black] = kings(position);
        let files = (white & 7).abs_diff(black & 7);
        files.max((white >> 3).abs_diff(black >> 3)) == 7
    };
    let fens = |positions: &mut dyn Iterator<Item = Position>| {
        let fens: BTreeSet<String> = positions.map(|of| notation::fen(&of)).collect();
        fens
    };
    let one_by_one = fens(&mut positions.filter(apart).take(1500));
    assert_eq!(one_by_one.len(), 1500);
    for threads in [1, 2, 3] {
        let drawn = on_threads(threads, || {
            let settled = settle(QUEEN, claim);
            fens(&mut settled.roots().map(|(position, _)| position))
        });
        assert!(drawn == one_by_one, "{threads} threads");
    }
    // Hardly any fits: after the first places those that may are listed. Of all that there are some are wanted, and then more than there are.
    let positions = (0..class.len()).filter_map(|place| class.position(shuffle.at(place)));
    let rare: Vec<Position> = positions
        .filter(|position| matches!(kings(position), [18, 56 | 63]))
        .collect();
    assert_eq!(rare.len(), 85);
    for wanted in [70, 1000] {
        let claim = format!(
            "prove careful from {wanted} random positions where SQ(W.K) = {{c3}} ∧ SQ(B.K) ⊆ {{a8, h8}} seed 5 reaches mate"
        );
        let settled = settle(QUEEN, &claim);
        let drawn = fens(&mut settled.roots().map(|(position, _)| position));
        let first = fens(&mut rare.iter().take(wanted).copied());
        assert!(drawn == first, "{wanted}");
    }
}
