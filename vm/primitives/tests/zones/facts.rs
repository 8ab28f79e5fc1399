//! The facts of zones, for output.

use adv_primitives::ways::ZoneOperands;
use adv_primitives::zone_facts::{ClosingFacts, ZoneFacts, trajectory_text};

use crate::systems::{position, square};

fn facts(fen: &str, men: &str, targets: &[&str], horizon: u32) -> ZoneFacts {
    let targets = targets.iter().fold(0, |set, name| set | 1 << square(name));
    let zone = ZoneOperands {
        men: 1 << square(men),
        targets,
        horizon,
    };
    ZoneFacts::of(&position(fen), zone)
}

#[test]
fn the_white_pawn_is_stopped_on_two_squares() {
    let zone = facts("7K/8/k1P5/7p/8/8/8/8 b", "c6", &["c8"], 6);
    assert!(zone.is_vulnerable);
    assert_eq!(zone.main_text(), "c6-c7-c8");
    assert_eq!((zone.strings.len(), zone.more_strings), (1, 0));
    let attack = &zone.attacks[0];
    assert!(!attack.gets_through);
    let closing = |at: usize| {
        let closing = &attack.closings[at];
        let squares = trajectory_text(&[closing.man, closing.stop]);
        (squares, closing.moves, closing.time)
    };
    assert_eq!(closing(0), ("a6-c7".to_owned(), 2, 2));
    assert_eq!(closing(1), ("a6-c8".to_owned(), 2, 3));
    assert_eq!(attack.closings.len(), 2);
    let free = facts("7K/8/k1P5/7p/8/8/8/8 b", "h5", &["h1"], 6);
    assert!(!free.is_vulnerable && free.attacks[0].gets_through);
    assert_eq!(
        facts("7K/8/k1P5/7p/8/8/8/8 b", "h5", &["h1"], 3).main_text(),
        "no trajectory"
    );
}

#[test]
fn main_trajectories_in_words() {
    let bishop = facts("8/1k4n1/8/4p3/6P1/8/5B1P/1K6 b", "f2", &["e5"], 2);
    assert_eq!(bishop.main_text(), "f2-d4-e5 or f2-g3-e5");
    let king = facts("r7/8/8/8/8/8/8/K7 w", "a1", &["a8"], 7);
    assert_eq!(king.main_text(), "127 trajectories a1-a8");
    // The trajectories of the king, less the eight strings that are written; the rook needs one move to each stop on its file.
    assert_eq!((king.strings.len(), king.more_strings), (8, 119));
}

#[test]
fn a_pawn_stops_where_it_takes_and_bars_the_way_of_a_pawn() {
    let closings = |fen: &str, man, end: &str| {
        let attack = facts(fen, man, &[end], 3).attacks.remove(0);
        let row = |closing: &ClosingFacts| {
            let squares = trajectory_text(&[closing.man, closing.stop]);
            (squares, closing.moves, closing.time)
        };
        let named: Vec<_> = attack.closings.iter().map(row).collect();
        let level = attack.bundles.iter().filter(|bundle| bundle.level == 1);
        let enemies = level.filter(|bundle| !bundle.is_friend);
        let enemies: Vec<_> = enemies.map(|b| trajectory_text(&[b.man, b.end])).collect();
        (attack.gets_through, named, enemies.join(" "))
    };
    let by = |squares: &str, moves, time| (squares.to_owned(), moves, time);
    // g4-g3 takes nothing: Bxg3, and e5 is next. A pawn on h4 takes there.
    let fen = |pawn: &str| format!("k7/8/8/4p3/{pawn}/8/5B2/K7 b - - 0 1");
    let straight = (true, vec![], String::new());
    assert_eq!(closings(&fen("3P2p1"), "f2", "e5"), straight);
    let taking = (false, vec![by("h4-g3", 1, 2)], "h4-g3".to_owned());
    assert_eq!(closings(&fen("3P3p"), "f2", "e5"), taking);
    // c6-c5 bars the way of the pawn c4 to d6, if it comes before.
    let fen = |turn: &str| format!("k7/8/2pn4/8/2P5/8/8/K7 {turn} - - 0 1");
    let named = |found: (bool, Vec<_>, String)| (found.1, found.2);
    let barred = named(closings(&fen("b"), "c4", "d6"));
    assert_eq!(barred.0[0], by("c6-c5", 1, 1));
    assert!(barred.1.contains("c6-c5"), "{}", barred.1);
    let free = named(closings(&fen("w"), "c4", "d6"));
    assert!(!free.1.contains("c6-c5"), "{}", free.1);
}
