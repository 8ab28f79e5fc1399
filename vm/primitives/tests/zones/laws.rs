//! Laws of trajectories and zones on random positions.

use adv_chess::{Position, Role};
use adv_geometry::{
    HORIZON, Zone, ZoneList, attacks, bundle, each, first, gets_through, listed, map, trajectories,
};
use adv_primitives::Men;
use adv_testkit::Numbers;

use crate::counts::random_position;

/// A few men, a set of targets and a horizon.
fn draw(numbers: &mut Numbers) -> (Position, u64, u64, u32) {
    let position = random_position(numbers);
    let men = position.occupied() & numbers.bits();
    let targets = match numbers.below(3) {
        0 => position.occupied() & numbers.bits(),
        1 => numbers.bits() & numbers.bits() & numbers.bits(),
        _ => 1 << numbers.below(64),
    };
    (position, men, targets, numbers.between(1, 6) as u32)
}

/// The same board upside down and the colours exchanged.
fn turned(position: &Position) -> Position {
    let mut turned = Position::EMPTY;
    for at in each(position.occupied()) {
        if let Some((color, role)) = position.piece_at(at) {
            turned.put(!color, role, at ^ 56);
        }
    }
    turned.with_turn(!position.turn())
}

#[test]
fn a_bundle_is_where_distances_add_up() {
    let mut numbers = Numbers::new(1);
    for _ in 0..300 {
        let position = random_position(&mut numbers);
        for from in each(position.occupied()) {
            let (color, role) = position.piece_at(from).expect("a man");
            let to = numbers.below(64) as u8;
            let system = Men(&position);
            let (men, end) = (1u64 << from, 1u64 << to);
            let length = map(&system, men, end);
            let on_the_way = |at: &u8| {
                // The man put on the point, where it may be: its own square counts as empty, and it is not there any more.
                let mut moved = position;
                moved.remove(from);
                if *at != to && moved.occupied() & 1 << at != 0
                    || role == Role::Pawn && *at & 7 != from & 7 && *at != to
                {
                    return false;
                }
                if *at == to {
                    return true;
                }
                moved.put(color, role, *at);
                map(&system, men, 1 << at) + map(&Men(&moved), 1 << at, end) == length
            };
            let expected = match length {
                0 | 99 => 0,
                _ => (0..64)
                    .filter(on_the_way)
                    .fold(0, |set, at| set | 1u64 << at),
            };
            assert_eq!(bundle(&system, men, end), expected, "{from} {to}");
        }
    }
}

#[test]
fn words_of_several_pairs_are_those_of_each() {
    let mut numbers = Numbers::new(2);
    for _ in 0..300 {
        let (position, men, to, _) = draw(&mut numbers);
        let system = Men(&position);
        let (mut least, mut all, mut steps, mut number) = (99, 0, 0, 0);
        for (man, end) in
            each(men).flat_map(|man| each(to).map(move |end| (1u64 << man, 1u64 << end)))
        {
            least = least.min(map(&system, man, end));
            let way = bundle(&system, man, end);
            let begin = first(&system, man, end);
            assert_eq!(begin & !way, 0);
            assert_eq!(begin == 0, way == 0);
            (all, steps) = (all | way, steps | begin);
            number += trajectories(&system, man, end);
        }
        assert_eq!(map(&system, men, to), least);
        assert_eq!(
            (bundle(&system, men, to), first(&system, men, to)),
            (all, steps)
        );
        assert_eq!(trajectories(&system, men, to), number);
    }
}

#[test]
fn colours_exchanged_all_words_are_exchanged() {
    let mut numbers = Numbers::new(3);
    for _ in 0..400 {
        let (position, men, targets, horizon) = draw(&mut numbers);
        let other = turned(&position);
        let (here, there) = (Men(&position), Men(&other));
        let flip = u64::swap_bytes;
        assert_eq!(
            map(&here, men, targets),
            map(&there, flip(men), flip(targets))
        );
        assert_eq!(
            flip(bundle(&here, men, targets)),
            bundle(&there, flip(men), flip(targets))
        );
        assert_eq!(
            flip(first(&here, men, targets)),
            first(&there, flip(men), flip(targets))
        );
        assert_eq!(
            trajectories(&here, men, targets),
            trajectories(&there, flip(men), flip(targets))
        );
        assert_eq!(
            gets_through(&here, men, targets, horizon),
            gets_through(&there, flip(men), flip(targets), horizon)
        );
        let zone = Zone::of(&here, men, targets, horizon);
        let mirrored = Zone::of(&there, flip(men), flip(targets), horizon);
        for level in 0..=adv_geometry::LEVELS {
            assert_eq!(
                flip(zone.elements(level)),
                mirrored.elements(level),
                "{position:?}"
            );
            assert_eq!(
                flip(zone.points(level)),
                mirrored.points(level),
                "{position:?}"
            );
        }
        for at in 0..64 {
            assert_eq!(zone.time(1 << at), mirrored.time(1 << (at ^ 56)));
            assert_eq!(flip(zone.first(1 << at)), mirrored.first(1 << (at ^ 56)));
        }
    }
}

#[test]
fn first_negations_by_layers_are_those_zone_by_zone() {
    let mut numbers = Numbers::new(4);
    let mut compared = 0;
    for _ in 0..400 {
        let (position, men, targets, horizon) = draw(&mut numbers);
        let system = Men(&position);
        attacks(&system, men, targets, horizon, |attack| {
            let first_negations = |list: &ZoneList| {
                let bundles = list.bundles.iter().filter(|bundle| bundle.level == 1);
                let mut found: Vec<(u8, u8, u32)> =
                    bundles.map(|b| (b.element, b.end(), b.time)).collect();
                found.sort_unstable();
                found
            };
            let whole = first_negations(&ZoneList::of(&system, attack));
            let mains = listed(&system, attack.element, &attack.main, 500);
            if mains.len() == 500 {
                return;
            }
            let mut one_by_one: Vec<(u8, u8, u32)> = mains
                .iter()
                .flat_map(|main| first_negations(&ZoneList::of_one(&system, attack, main)))
                .collect();
            one_by_one.sort_unstable();
            one_by_one.dedup();
            assert_eq!(whole, one_by_one, "{position:?}");
            compared += 1;
        });
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn more_horizon_never_makes_a_zone_vulnerable() {
    let mut numbers = Numbers::new(5);
    let mut free = 0;
    for _ in 0..600 {
        let (position, men, targets, _) = draw(&mut numbers);
        let mut before = false;
        for horizon in 1..=HORIZON {
            let through = gets_through(&Men(&position), men, targets, horizon);
            assert!(through || !before, "{position:?} {horizon}");
            before = through;
        }
        free += usize::from(before);
        assert_eq!(Zone::of(&Men(&position), men, targets, 0), Zone::NONE);
    }
    assert!(free > 100, "{free}");
}

#[test]
fn a_list_and_what_words_read_are_one_zone() {
    let mut numbers = Numbers::new(6);
    for _ in 0..400 {
        let (position, men, targets, horizon) = draw(&mut numbers);
        let system = Men(&position);
        let zone = Zone::of(&system, men, targets, horizon);
        let mut bundles = Vec::new();
        let mut times = Vec::new();
        attacks(&system, men, targets, horizon, |attack| {
            let list = ZoneList::of(&system, attack);
            let enemies = position.occupied()
                & !position.side(position.piece_at(attack.element).expect("a man").0);
            bundles.extend(list.bundles.into_iter().map(|bundle| (bundle, enemies)));
            times.extend(list.times);
        });
        for level in 0..adv_geometry::LEVELS {
            let of = || bundles.iter().filter(|(bundle, _)| bundle.level == level);
            assert_eq!(
                zone.elements(level),
                of().fold(0, |set, (b, _)| set | 1u64 << b.element)
            );
            assert_eq!(
                zone.points(level),
                of().fold(0, |set, (b, _)| set | b.layers.all())
            );
        }
        for at in 0..64 {
            let time = times
                .iter()
                .filter(|(point, _)| *point == at)
                .map(|(_, time)| *time)
                .max();
            assert_eq!(zone.time(1 << at), time.unwrap_or(0));
            let of = bundles.iter().filter(|(bundle, _)| bundle.element == at);
            let steps = of.fold(0, |set, (bundle, enemies)| {
                let taking = if bundle.is_friend && bundle.level > 0 {
                    *enemies
                } else {
                    !0
                };
                set | bundle.layers.first() & taking
            });
            assert_eq!(zone.first(1 << at), steps);
        }
    }
}
