//! Distances, layers and counts against walks over lists of squares that share nothing with the crate.

use adv_chess::{Color, Position, Role};
use adv_geometry::{
    FAR, System, bundle, bundle_of, degree, first, first_of, layers, listed, listed_of, map,
    trajectories, trajectories_of,
};
use adv_primitives::{Kind, Men};
use adv_testkit::Numbers;

use crate::systems::SinglePushes;

/// Where a man goes from a square in one move, one square after the other; `ending` adds a pawn's diagonal steps.
fn moves(kind: Kind, at: u8, is_empty: &dyn Fn(u8) -> bool, double: bool, ending: bool) -> Vec<u8> {
    let (color, role) = kind;
    let place = |file: i8, rank: i8| {
        ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as u8)
    };
    let (file, rank) = ((at & 7) as i8, (at >> 3) as i8);
    let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let oblique = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let mut found = Vec::new();
    let mut lines = |directions: &[(i8, i8)]| {
        for (dx, dy) in directions {
            let mut step = 1;
            while let Some(to) = place(file + dx * step, rank + dy * step) {
                found.push(to);
                if !is_empty(to) {
                    break;
                }
                step += 1;
            }
        }
    };
    match role {
        Role::Rook => lines(&straight),
        Role::Bishop => lines(&oblique),
        Role::Queen => {
            lines(&straight);
            lines(&oblique);
        }
        Role::King => {
            let steps = straight.iter().chain(&oblique);
            found.extend(steps.filter_map(|(dx, dy)| place(file + dx, rank + dy)));
        }
        Role::Knight => {
            for (long, short) in [(2, 1), (2, -1), (-2, 1), (-2, -1)] {
                found.extend(place(file + long, rank + short));
                found.extend(place(file + short, rank + long));
            }
        }
        Role::Pawn => {
            let forward = if color == Color::White { 1 } else { -1 };
            let home = if color == Color::White { 1 } else { 6 };
            if let Some(to) = place(file, rank + forward).filter(|to| is_empty(*to)) {
                found.push(to);
                let two = place(file, rank + 2 * forward).filter(|to| is_empty(*to));
                found.extend(two.filter(|_| double && rank == home));
            }
            if ending {
                found.extend(place(file - 1, rank + forward));
                found.extend(place(file + 1, rank + forward));
            }
        }
    }
    found
}

/// Every way from one square to another of at most so many moves, found by going on from square to square: the shortest, or those of exactly
/// `exact` moves.
struct Walks<'a> {
    kind: Kind,
    is_empty: &'a dyn Fn(u8) -> bool,
    double: bool,
    ending: bool,
}

impl Walks<'_> {
    /// By square, the moves needed to it and the number of shortest ways.
    fn table(&self, from: u8) -> Vec<(u32, u64)> {
        let mut inner = vec![(FAR, 0u64); 64];
        let mut table = inner.clone();
        inner[usize::from(from)] = (0, 1);
        let mut layer = vec![from];
        for moves_made in 1.. {
            if layer.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for at in layer {
                let ways = inner[usize::from(at)].1;
                for to in moves(self.kind, at, self.is_empty, self.double, self.ending) {
                    let end = &mut table[usize::from(to)];
                    if to != from && (end.0 == FAR || end.0 == moves_made) {
                        *end = (moves_made, end.1 + ways);
                    }
                }
                for to in moves(self.kind, at, self.is_empty, self.double, false) {
                    let stop = &mut inner[usize::from(to)];
                    if !(self.is_empty)(to) || stop.0 < moves_made {
                        continue;
                    }
                    if stop.0 == FAR {
                        next.push(to);
                    }
                    *stop = (moves_made, stop.1 + ways);
                }
            }
            layer = next;
        }
        table
    }

    /// Every way of exactly so many moves, as lists of squares.
    fn exact(&self, stops: &mut Vec<u8>, to: u8, left: u32, with: &mut dyn FnMut(&[u8])) {
        let at = stops[stops.len() - 1];
        for next in moves(
            self.kind,
            at,
            self.is_empty,
            self.double,
            self.ending && left == 1,
        ) {
            let is_end = left == 1 && next == to;
            if is_end || left > 1 && (self.is_empty)(next) {
                stops.push(next);
                match is_end {
                    true => with(stops),
                    false => self.exact(stops, to, left - 1, with),
                }
                stops.pop();
            }
        }
    }
}

const KINDS: [Kind; 7] = [
    (Color::White, Role::King),
    (Color::White, Role::Queen),
    (Color::White, Role::Rook),
    (Color::White, Role::Bishop),
    (Color::White, Role::Knight),
    (Color::White, Role::Pawn),
    (Color::Black, Role::Pawn),
];

/// Compares everything about one pair; true where there is a way.
fn compare<S: System>(system: &S, from: u8, to: u8, expected: (u32, u64)) -> bool {
    let (men, end) = (1 << from, 1 << to);
    let (length, number) = if from == to { (0, 0) } else { expected };
    assert_eq!(map(system, men, end), length, "{from} {to}");
    assert_eq!(trajectories(system, men, end), number, "{from} {to}");
    let Some(layers) = layers(system, from, to) else {
        assert!(number == 0 && bundle(system, men, end) == 0 && first(system, men, end) == 0);
        return false;
    };
    if from == to {
        return false;
    }
    assert_eq!(
        (
            layers.length() as u32,
            layers.at(0),
            layers.at(layers.length())
        ),
        (length, men, end)
    );
    assert_eq!(bundle(system, men, end), layers.all(), "{from} {to}");
    assert_eq!(first(system, men, end), layers.first(), "{from} {to}");
    true
}

#[test]
fn counts_of_all_pairs_on_the_empty_board() {
    let mut pairs = 0;
    for (kind, double) in KINDS
        .iter()
        .flat_map(|kind| [(*kind, false), (*kind, true)])
    {
        let is_pawn = kind.1 == Role::Pawn;
        if double && !is_pawn {
            continue;
        }
        for from in 0..64 {
            let mut position = Position::EMPTY;
            position.put(kind.0, kind.1, from);
            let single = SinglePushes {
                men: Men(&position),
                straight: true,
            };
            let walks = Walks {
                kind,
                is_empty: &|_| true,
                double,
                ending: is_pawn && double,
            };
            let table = walks.table(from);
            for to in 0..64 {
                let is_way = match double {
                    true => compare(&Men(&position), from, to, table[usize::from(to)]),
                    false => compare(&single, from, to, table[usize::from(to)]),
                };
                if is_way && kind.1 != Role::Pawn || from != to && is_pawn {
                    pairs += 1;
                }
            }
        }
    }
    assert!(pairs >= 27_492, "{pairs}");
}

/// Men on random squares, kings not counted with.
pub fn random_position(numbers: &mut Numbers) -> Position {
    let mut position = Position::EMPTY;
    for _ in 0..numbers.between(1, 14) {
        let at = numbers.below(64) as u8;
        let role = numbers.one(&Role::ALL);
        let ranks = if role == Role::Pawn { 1..7 } else { 0..8 };
        if position.piece_at(at).is_none() && ranks.contains(&(at >> 3)) {
            position.put(numbers.one(&Color::ALL), role, at);
        }
    }
    position.with_turn(numbers.one(&Color::ALL))
}

#[test]
fn counts_of_all_pairs_on_random_boards() {
    let mut numbers = Numbers::new(18);
    let mut ways = 0;
    for _ in 0..120 {
        let position = random_position(&mut numbers);
        let occupied = position.occupied();
        for from in adv_geometry::each(occupied) {
            let kind = position.piece_at(from).expect("a man");
            let is_empty = |at: u8| occupied & 1 << at == 0 || at == from;
            let walks = Walks {
                kind,
                is_empty: &is_empty,
                double: true,
                ending: true,
            };
            let table = walks.table(from);
            for to in 0..64 {
                ways += usize::from(compare(&Men(&position), from, to, table[usize::from(to)]));
            }
        }
    }
    assert!(ways > 20_000, "{ways}");
}

#[test]
fn longer_trajectories_are_the_walks_of_degree_2() {
    let mut numbers = Numbers::new(7);
    let mut longer = 0;
    for _ in 0..400 {
        let position = random_position(&mut numbers);
        let occupied = position.occupied();
        let men: Vec<u8> = adv_geometry::each(occupied).collect();
        let Some(&from) = men.get(numbers.below(men.len().max(1))) else {
            continue;
        };
        let kind = position.piece_at(from).expect("a man");
        let to = numbers.below(64) as u8;
        let moves = numbers.between(1, if kind.1 == Role::Queen { 3 } else { 4 }) as u32;
        let is_empty = |at: u8| occupied & 1 << at == 0 || at == from;
        let walks = Walks {
            kind,
            is_empty: &is_empty,
            double: true,
            ending: true,
        };
        let system = Men(&position);
        let mut expected: Vec<Vec<u8>> = Vec::new();
        if from != to {
            walks.exact(&mut vec![from], to, moves, &mut |stops| {
                // A pawn that leaves its file has arrived, so no part of its way but the last leaves it.
                if degree(&system, from, stops).is_some_and(|degree| degree <= 2) {
                    expected.push(stops.to_vec());
                }
            });
        }
        expected.sort();
        let (men, end) = (1 << from, 1 << to);
        assert_eq!(listed_of(&system, from, to, moves, usize::MAX), expected);
        assert_eq!(
            trajectories_of(&system, men, end, moves),
            expected.len() as u64
        );
        let squares = expected
            .iter()
            .flatten()
            .fold(0, |set, at| set | 1u64 << at);
        assert_eq!(bundle_of(&system, men, end, moves), squares);
        let steps = expected.iter().fold(0, |set, stops| set | 1u64 << stops[1]);
        assert_eq!(first_of(&system, men, end, moves), steps);
        longer += usize::from(moves > map(&system, men, end) && !expected.is_empty());
        if let Some(layers) =
            layers(&system, from, to).filter(|layers| layers.length() as u32 == moves)
        {
            assert_eq!(listed(&system, from, &layers, usize::MAX), expected);
        }
    }
    assert!(longer > 50, "{longer}");
}
