//! Zones as strings, as Stilman prints them: figure 9, the zone of White's pawn in Réti's study, figure 10 in both forms.

use adv_chess::Position;
use adv_geometry::{Attack, ZoneList, attacks, last, listed, zone_strings};
use adv_primitives::Men;

use crate::systems::{Abstract, Board, letter, path, position, square};

fn attack(position: &Position, from: &str, to: &str) -> Attack {
    let mut found = None;
    attacks(
        &Men(position),
        1 << square(from),
        1 << square(to),
        5,
        |attack| found = Some(*attack),
    );
    found.unwrap_or_else(|| panic!("{from} does not attack {to}"))
}

fn strings(position: &Position, from: &str, to: &str) -> Vec<String> {
    zone_strings(
        &Men(position),
        &attack(position, from, to),
        &Board(position),
        100,
    )
}

#[test]
fn figure_9_reads_as_printed() {
    let paths: &[(&str, &[u64])] = &[
        ("p0", &[1, 2, 3, 4, 5]),
        ("q3", &[6, 7, 4]),
        ("q2", &[8, 9, 4]),
        ("p1", &[13, 9]),
        ("q1", &[11, 12, 9]),
        ("p2", &[10, 12]),
    ];
    let paths: Vec<(String, Vec<u64>)> = paths
        .iter()
        .map(|(name, path)| ((*name).to_owned(), path.to_vec()))
        .collect();
    let string = |second_first: bool| {
        let figure = Abstract::new(&paths, second_first);
        let main = &figure.paths[0];
        let mut found = Vec::new();
        attacks(&figure.graph, 1 << main[0], 1 << main[4], 5, |attack| {
            found = zone_strings(&figure.graph, attack, &figure, 10);
        });
        found.join(" ")
    };
    assert_eq!(
        string(false),
        "t(p0, a(1)a(2)a(3)a(4)a(5), 4)t(q3, a(6)a(7)a(4), 3)t(q2, a(8)a(9)a(4), 3)t(p1, a(13)a(9), 1)\
         t(q1, a(11)a(12)a(9), 2)t(p2, a(10)a(12), 1)"
    );
    // The same with the other side to move: each enemy has one move more.
    assert_eq!(
        string(true),
        "t(p0, a(1)a(2)a(3)a(4)a(5), 4)t(q3, a(6)a(7)a(4), 4)t(q2, a(8)a(9)a(4), 4)t(p1, a(13)a(9), 1)\
         t(q1, a(11)a(12)a(9), 3)t(p2, a(10)a(12), 1)"
    );
}

#[test]
fn the_zone_of_the_white_pawn_reads_as_printed() {
    let black_to_move = position("7K/8/k1P5/7p/8/8/8/8 b");
    assert_eq!(
        strings(&black_to_move, "c6", "c8"),
        [
            "t(P, a(c6)a(c7)a(c8), 2)t(K, a(a6)a(b7)a(c8), 3)t(K, a(a6)a(b7)a(c7), 2)t(P, a(c6)a(b7), 1)"
        ]
    );
    // With White to move the times are one less, and c7 is out of reach.
    let white_to_move = position("7K/8/k1P5/7p/8/8/8/8 w");
    assert_eq!(
        strings(&white_to_move, "c6", "c8"),
        ["t(P, a(c6)a(c7)a(c8), 2)t(K, a(a6)a(b7)a(c8), 2)t(P, a(c6)a(b7), 1)"]
    );
    // The black king is outside the square of the h-pawn, and so is White's: no negation.
    assert_eq!(
        strings(&white_to_move, "h5", "h1"),
        ["t(P, a(h5)a(h4)a(h3)a(h2)a(h1), 4)"]
    );
}

#[test]
fn figure_10_in_both_forms() {
    let position = position("8/1k4n1/8/4p3/6P1/8/5B1P/1K6 b");
    let attack = attack(&position, "f2", "e5");
    // The zones of the two main trajectories, one after the other.
    let of_one = zone_strings(&Men(&position), &attack, &Board(&position), 10);
    assert_eq!(
        of_one,
        [
            "t(B, a(f2)a(g3)a(e5), 2)t(K, a(b7)a(c7)a(d6)a(e5), 3)t(P, a(h2)a(g3), 1)t(N, a(g7)a(h5)a(g3), 2)\
             t(P, a(g4)a(f5), 1)t(P, a(g4)a(h5), 1)",
            "t(B, a(f2)a(d4)a(e5), 2)t(K, a(b7)a(c7)a(d6)a(e5), 3)t(N, a(g7)a(e6)a(d4), 2)t(P, a(g4)a(f5), 1)",
        ]
    );
    assert_eq!(
        zone_strings(&Men(&position), &attack, &Board(&position), 1).len(),
        1
    );
    // The zone of the whole bundle has the trajectories of both, once each.
    let whole = ZoneList::of(&Men(&position), &attack);
    let rows: Vec<String> = whole
        .bundles
        .iter()
        .map(|bundle| {
            let ways = listed(&Men(&position), bundle.element, &bundle.layers, 100);
            let ways: Vec<String> = ways.iter().map(|stops| path(stops)).collect();
            let last = last(&Men(&position), bundle.element, &bundle.layers);
            assert_eq!(ways.last(), Some(&path(&last)));
            let name = letter(&position, bundle.element);
            format!(
                "{} {name} {} in {}",
                bundle.level,
                ways.join(" "),
                bundle.time
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            "0 B f2-g3-e5 f2-d4-e5 in 2",
            "1 k b7-c6-d5-e5 b7-c6-d6-e5 b7-c7-d6-e5 in 3",
            "1 P h2-g3 in 1",
            "1 n g7-f5-g3 g7-h5-g3 in 2",
            "1 n g7-f5-d4 g7-e6-d4 in 2",
            "2 P g4-f5 in 1",
            "2 P g4-h5 in 1",
        ]
    );
    // d5, e5, f5 … in the order of their numbers: the stops of the bishop, and those of its enemies with what is left of their times.
    let times: Vec<String> = whole
        .times
        .iter()
        .map(|(at, time)| format!("{} {time}", path(&[*at])))
        .collect();
    let expected = "g3 2, d4 2, d5 1, e5 3, f5 1, h5 1, c6 1, d6 1, e6 1, c7 1";
    assert_eq!(times.join(", "), expected);
}
