//! Certificates of proofs that hold are accepted, and a second reader finds the same.

use crate::support::play::{
    PLAIN, Plan, all, certify, certify_all, certify_fens, enter, header, marked, one, placement,
    tables,
};
use crate::support::writer::{Behind, Set, Writer, material};
use crate::support::{accepted, slow};
use adv_tables::Dtm;
use cpu_time::ProcessTime;

const BLACK: Plan = Plan {
    us: adv_chess::Color::Black,
    ..PLAIN
};

/// Positions of king and pawn that are won, some of them by a queen at once.
const PAWNS: [&str; 5] = [
    "8/3KP3/8/8/8/8/6k1/8 w - - 0 1",
    "8/P7/8/8/8/8/6k1/K7 w - - 0 1",
    "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    "1k6/8/1K6/1P6/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/7k/P7/K7 w - - 0 1",
];

/// Bytes that are accepted and found true, with the longest play that the tables know of.
fn holds(bytes: &[u8], longest: u64) -> adv_certificate::Verdict {
    let verdict = accepted(bytes);
    let truth = slow::play(bytes);
    assert_eq!(truth.positions, verdict.positions);
    assert_eq!((truth.longest, verdict.worst_plies), (longest, longest));
    verdict
}

#[test]
fn every_position_of_king_and_queen() {
    let bytes = certify_all(&tables(&["KQvK"]), "KQvK", PLAIN);
    let verdict = holds(&bytes, 19);
    assert_eq!(verdict.positions, 144_508);
    assert_eq!(verdict.states, verdict.positions);
    assert_eq!(verdict.moves_checked, verdict.positions);
    assert!(verdict.white);
    assert_eq!(verdict.claim, "the side mates");
    assert_eq!(verdict.program, "test");
    assert_eq!(verdict.fingerprint, [0x5a; 32]);
    assert_eq!(
        verdict.set,
        "every legal position of KQvK with white to move"
    );
    assert_eq!(verdict.bound, None);
}

#[test]
fn every_position_of_king_and_rook() {
    let bytes = certify_all(&tables(&["KRvK"]), "KRvK", PLAIN);
    let start = ProcessTime::now();
    let verdict = accepted(&bytes);
    println!(
        "KRvK: {} bytes, {} states, {} replies, {:?} of CPU",
        bytes.len(),
        verdict.states,
        verdict.replies_checked,
        start.elapsed()
    );
    assert_eq!((verdict.positions, verdict.worst_plies), (175_168, 31));
    assert!(bytes.len() < 2 << 20);
}

#[test]
fn black_has_the_queen() {
    let verdict = holds(&certify_all(&tables(&["KvKQ"]), "KvKQ", BLACK), 19);
    assert!(!verdict.white);
    assert_eq!(
        verdict.set,
        "every legal position of KvKQ with black to move"
    );
}

#[test]
fn trees_of_three_plies() {
    let plan = Plan { depth: 2, ..PLAIN };
    let fens = [
        "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
        "4k3/8/4K3/8/8/8/8/R7 w - - 0 1",
    ];
    let verdict = holds(&certify_fens(&tables(&["KRvK"]), &fens, plan), 31);
    assert_eq!(verdict.positions, 2);
    assert!(verdict.moves_checked > verdict.states);
}

#[test]
fn several_control_points_and_trees_that_go_on_behind_some_replies_only() {
    for depth in [1, 3] {
        let plan = Plan {
            depth,
            controls: true,
            ..PLAIN
        };
        let fens = ["8/8/8/8/8/2k5/1R6/K7 w - - 0 1"];
        holds(&certify_fens(&tables(&["KRvK"]), &fens, plan), 31);
    }
}

#[test]
fn any_best_move() {
    let plan = Plan {
        any_choice: true,
        ..PLAIN
    };
    let fens = ["8/8/8/8/8/2k5/1R6/K7 w - - 0 1"];
    let verdict = holds(&certify_fens(&tables(&["KRvK"]), &fens, plan), 31);
    assert!(verdict.any_choice);
    assert!(verdict.moves_checked > verdict.states);
}

#[test]
fn a_pawn_becomes_a_queen() {
    let tables = tables(&["KPvK"]);
    for plan in [
        PLAIN,
        Plan {
            depth: 2,
            any_choice: true,
            ..PLAIN
        },
    ] {
        let bytes = certify_fens(&tables, &PAWNS, plan);
        let verdict = accepted(&bytes);
        let truth = slow::play(&bytes);
        assert_eq!((truth.positions, truth.longest), (5, verdict.worst_plies));
        assert_eq!(
            verdict.set,
            "every marked position of KPvK with white to move"
        );
    }
}

#[test]
fn a_black_pawn_does_too() {
    let fens = [
        "8/6K1/8/8/8/8/3kp3/8 b - - 0 1",
        "k7/6K1/8/8/8/8/p7/8 b - - 0 1",
    ];
    let bytes = certify_fens(&tables(&["KvKP"]), &fens, BLACK);
    assert_eq!(slow::play(&bytes).longest, accepted(&bytes).worst_plies);
}

#[test]
fn a_position_given_twice_counts_once() {
    let fen = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";
    let again = "8/8/8/8/8/2k5/1R6/K7 w - - 7 9";
    holds(&certify_fens(&tables(&["KRvK"]), &[fen, again], PLAIN), 31);
    assert_eq!(
        accepted(&certify_fens(&tables(&["KRvK"]), &[fen, again], PLAIN)).positions,
        1
    );
}

#[test]
fn the_won_positions_of_king_and_pawn() {
    let tables = tables(&["KPvK"]);
    let won = all("KPvK", PLAIN.us);
    let won: Vec<_> = won
        .into_iter()
        .filter(|p| tables.dtm(p).is_some_and(|d| matches!(d, Dtm::Win(_))))
        .collect();
    let count = won.len() as u64;
    let men = material(&placement(&won[0]));
    let verdict = accepted(&certify(
        &tables,
        PLAIN,
        header(PLAIN, Set::Marked(men)),
        won,
    ));
    assert_eq!(verdict.positions, count);
    assert_eq!(
        verdict.set,
        "every marked position of KPvK with white to move"
    );
    assert!(verdict.states > count);
}

#[test]
fn the_bound_is_kept() {
    let tables = tables(&["KRvK"]);
    let (mut header, start) = marked(PLAIN, &["8/8/8/8/8/2k5/1R6/K7 w - - 0 1"]);
    header.bound = 31;
    let verdict = accepted(&certify(&tables, PLAIN, header, start));
    assert_eq!(verdict.bound, Some(31));
    assert_eq!(verdict.set, "`8/8/8/8/8/2k5/1R6/K7 w - - 0 1`");
}

/// White waits with the rook, Black's pawn may go two squares, and White may take it in passing.
pub const PASSING: &str = "k7/2p5/K7/1P6/8/8/8/7R w - - 0 1";

/// The certificate of `PASSING`; `taken`: with the entry in which the pawn may be taken.
fn passing(taken: bool) -> Vec<u8> {
    let mut writer = Writer::new(marked(PLAIN, &[PASSING]).0);
    enter(
        &mut writer,
        0,
        PASSING,
        3,
        &one(PASSING, "h1h2", Behind::Leaf(7)),
    );
    let mut behind = vec![
        "k7/8/2p5/KP6/8/8/7R/8 w - - 0 1",
        "1k6/2p5/K7/1P6/8/8/7R/8 w - - 0 1",
        "k7/8/K1p5/1P6/8/8/7R/8 w - - 0 1",
        "k7/8/K7/1Pp5/8/8/7R/8 w - - 0 1",
    ];
    if taken {
        behind.push("k7/8/K7/1Pp5/8/8/7R/8 w - c6 0 1");
    }
    for fen in behind.into_iter().skip(1) {
        enter(&mut writer, 7, fen, 1, &one(fen, "h2h8", Behind::Mate));
    }
    writer.finish()
}

#[test]
fn a_pawn_that_may_be_taken_in_passing_makes_another_position() {
    let verdict = holds(&passing(true), 3);
    assert_eq!((verdict.states, verdict.replies_checked), (5, 3));
    let refusal = adv_certificate::verify(&passing(false)).expect_err("an entry is missing");
    assert_eq!(refusal.0, adv_certificate::Reason::NotCovered(7));
    assert_eq!(refusal.1, [PASSING, "h1h2", "c7c5"]);
}

#[test]
fn the_order_of_entries_and_a_second_entry_of_a_state_do_not_matter() {
    let behind = "1k6/2p5/K7/1P6/8/8/7R/8 w - - 0 1";
    let tree = one(behind, "h2h8", Behind::Mate);
    let write = |order: [u32; 3]| {
        let mut writer = Writer::new(marked(PLAIN, &[behind]).0);
        for control in order {
            enter(&mut writer, control, behind, 1, &tree);
        }
        // The first stays.
        enter(&mut writer, 0, behind, 9, &tree);
        writer.finish()
    };
    assert_eq!(write([0, 1, 2]), write([2, 1, 0]));
    holds(&write([0, 1, 2]), 1);
}
