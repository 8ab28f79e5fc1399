//! Classes of four men: the longest mates, and values against those after each move. They are made where all
//! tests run.

use crate::common::{check, figures, positions, tables};
use adv_chess::Color;
use adv_testkit::{Size, runs_in};

/// Makes a class, prints its figures, compares the longest win of each side to move, in plies, and
/// checks every `step`th value.
fn longest(name: &str, expected: [u16; 2], step: usize) {
    if !runs_in(Size::All, name) {
        return;
    }
    let tables = tables(name);
    let sides = Color::ALL.map(|turn| figures(&tables, name, turn));
    println!("{name}: {sides:?}");
    assert_eq!(sides.map(|figures| figures.longest_win), expected, "{name}");
    for turn in Color::ALL {
        for position in positions(name, turn).step_by(step) {
            check(&tables, &position);
            if position.by_role[5].count_ones() < 2 {
                continue;
            }
            // Positions with a capture en passant occur after the pawn's double step.
            for mv in position.legal_moves() {
                let after = position.play(mv);
                if after.ep().is_some() {
                    check(&tables, &after);
                }
            }
        }
    }
}

#[test]
fn bishop_and_knight_mate_in_33_moves() {
    longest("KBNvK", [65, 0], 7);
}

#[test]
fn queen_against_rook_mates_in_35_moves() {
    longest("KQvKR", [69, 37], 7);
}

#[test]
fn rook_against_knight_mates_in_40_moves() {
    longest("KRvKN", [79, 1], 7);
}

#[test]
fn pawn_against_pawn_mates_in_33_moves() {
    longest("KPvKP", [65, 65], 1);
}
