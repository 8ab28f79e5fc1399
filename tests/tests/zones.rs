//! Trajectories and zones: the reference against vectors that were computed by another program and by hand.
//!
//! `tests/cases/lg/lg_cases.json` has 106 cases from Stilman's "A Linguistic Geometry of the Chess Model": distances, sets, counts, lists
//! and zones, on the empty board and among other men. The reference finds its trajectories by walking and writes each of them down.

use crate::common::read;
use adv_chess::Role;
use adv_reference::reference::squares::{At, Squares, name};
use adv_reference::reference::ways::{Way, Ways, length, man_on};
use adv_reference::reference::zone::AttackList;
use adv_reference::reference::{View, forecast, position, ways, zone};
use serde_json::Value;
use shakmaty::Color;
use std::collections::BTreeSet;
use std::rc::Rc;

fn cases() -> Vec<Value> {
    let text = read("tests/cases/lg/lg_cases.json");
    serde_json::from_str(&text).expect("the vectors are a list")
}

fn text<'c>(value: &'c Value, what: &str) -> &'c str {
    value.as_str().unwrap_or_else(|| panic!("{what}: {value}"))
}

/// A square by its name.
fn at(name: &str) -> At {
    let bytes = name.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn set(names: &str) -> Squares {
    names.split_whitespace().fold(Squares::EMPTY, |set, name| {
        set.union(&Squares::one(at(name)))
    })
}

/// A trajectory as the vectors write it.
fn written(way: &Way) -> String {
    let names: Vec<String> = way.iter().map(|at| name(*at)).collect();
    names.join("-")
}

fn role(letter: &str) -> Role {
    match letter {
        "K" | "k" => Role::King,
        "Q" | "q" => Role::Queen,
        "R" | "r" => Role::Rook,
        "B" | "b" => Role::Bishop,
        "N" | "n" => Role::Knight,
        _ => Role::Pawn,
    }
}

/// The men of the first field of a FEN, whether or not they make a position of a game.
fn men(board: &str, turn: Color) -> View {
    let mut men = Vec::new();
    for (row, line) in board.split('/').enumerate() {
        let mut file = 0;
        for letter in line.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as i32,
                None => {
                    let color = Color::from_white(letter.is_uppercase());
                    men.push(((file, 7 - row as i32), color, role(&letter.to_string())));
                    file += 1;
                }
            }
        }
    }
    View::of_men(men, turn)
}

/// The board of a case: its FEN, or its piece alone.
fn board(case: &Value) -> View {
    match case["fen"].as_str() {
        Some(fen) => men(fen.split(' ').next().unwrap_or(fen), Color::White),
        None => {
            let letter = text(&case["args"]["piece"], "piece");
            let from = case["args"].get("from").or(case["args"].get("x"));
            let from = at(text(from.expect("a square"), "from"));
            let color = Color::from_white(letter.starts_with(char::is_uppercase));
            View::of_men([(from, color, role(letter))], Color::White)
        }
    }
}

/// A pawn that never goes two squares is no chessman: it differs from ours on its home square only.
fn is_single_push(case: &Value) -> bool {
    let args = &case["args"];
    args["piece"] == "P"
        && args["from"]
            .as_str()
            .is_some_and(|from| from.ends_with('2'))
}

fn names(squares: &Squares) -> BTreeSet<String> {
    squares.iter().map(name).collect()
}

fn strings(value: &Value) -> BTreeSet<String> {
    let all = value.as_array().expect("a list");
    all.iter().map(|v| text(v, "a name").to_owned()).collect()
}

/// 128 is the vectors' number for a square out of reach.
fn far(number: i64) -> i64 {
    if number == 99 { 128 } else { number }
}

#[test]
fn distances_layers_and_counts_are_those_of_the_vectors() {
    let mut tried = std::collections::BTreeMap::new();
    for case in cases() {
        let call = text(&case["call"], "call");
        let (args, expected) = (&case["args"], &case["expected"]);
        if case["board"].is_object() || is_single_push(&case) || args.get("from").is_none() {
            continue;
        }
        let view = board(&case);
        let from = at(text(&args["from"], "from"));
        let one = Squares::one(from);
        let to = args["to"].as_str().map(|to| Squares::one(at(to)));
        let to = to.unwrap_or(Squares::EMPTY);
        let n = |key: &str| args[key].as_i64().expect("a number");
        let distance = |at: At| ways::map(&Ways::of(&view), &one, &Squares::one(at)).unwrap();
        let right = match call {
            "map" => {
                far(ways::map(&Ways::of(&view), &one, &to).unwrap()) == expected.as_i64().unwrap()
            }
            "map_table" => {
                let all = Squares::EMPTY.complement();
                let all: Vec<i64> = all.iter().map(|at| far(distance(at))).collect();
                serde_json::json!(all) == *expected
            }
            "traj_count" => {
                Some(ways::count(&Ways::of(&view), &one, &to, None).unwrap()) == expected.as_i64()
            }
            "admissible_count" => {
                let found = ways::count(&Ways::of(&view), &one, &to, Some(n("len"))).unwrap();
                Some(found) == expected.as_i64()
            }
            "st_set" => names(&Squares::that(|at| distance(at) == n("k"))) == strings(expected),
            "sum_set" => {
                names(&ways::bundle(&Ways::of(&view), &one, &to, None).unwrap())
                    == strings(expected)
            }
            "first_steps" => {
                names(&ways::first(&Ways::of(&view), &one, &to, None).unwrap()) == strings(expected)
            }
            "move_set" => {
                // The steps from one stop of a trajectory, which are those of the lists that go over it.
                let (x, left) = (at(text(&args["x"], "x")), n("l"));
                let man = man_on(&view, from).unwrap();
                let lists = Ways::of(&view)
                    .shortest(&man, to.iter().next().unwrap())
                    .unwrap();
                let steps = lists.iter().filter_map(|way| {
                    let place = way.len() - 1 - left as usize;
                    (way.get(place) == Some(&x)).then(|| way[place + 1])
                });
                steps.map(name).collect::<BTreeSet<_>>() == strings(expected)
            }
            "trajectories" => {
                let man = man_on(&view, from).unwrap();
                let lists = Ways::of(&view)
                    .shortest(&man, to.iter().next().unwrap())
                    .unwrap();
                lists.iter().map(written).collect::<BTreeSet<_>>() == strings(expected)
            }
            _ => continue,
        };
        assert!(right, "{case}");
        *tried.entry(call.to_owned()).or_insert(0) += 1;
    }
    let tried: Vec<(&str, i32)> = tried.iter().map(|(call, n)| (call.as_str(), *n)).collect();
    let wanted = [
        ("admissible_count", 10),
        ("first_steps", 4),
        ("map", 21),
        ("map_table", 3),
        ("move_set", 5),
        ("st_set", 3),
        ("sum_set", 1),
        ("traj_count", 31),
        ("trajectories", 2),
    ];
    assert_eq!(tried, wanted);
}

/// An attack along one trajectory, which is the zone that the vectors list.
fn along(view: &View, main: &str, delay: i64) -> AttackList {
    let way: Way = main.split('-').map(at).collect();
    let ways = Ways::of(view);
    let attack = AttackList::along(&ways, Rc::new(vec![way]), delay).unwrap();
    attack.expect("a man begins it")
}

#[test]
fn zones_of_one_trajectory_are_those_of_the_vectors() {
    let mut tried = 0;
    for case in cases().iter().filter(|case| case["call"] == "zone_bundle") {
        let view = board(case);
        let args = &case["args"];
        let delay = i64::from(args["first_to_move"] == "protector");
        let attack = along(&view, text(&args["main"], "main"), delay);
        let mut found = BTreeSet::new();
        for emitted in &attack.emitted {
            let letter = emitted.man.role().letter();
            let letter = match emitted.man.white {
                true => letter.to_string(),
                false => letter.to_string().to_lowercase(),
            };
            for way in emitted.ways.iter() {
                let one = serde_json::json!([letter, written(way), emitted.time, emitted.level]);
                found.insert(one.to_string());
            }
        }
        let expected = case["expected"].as_array().expect("a list");
        let expected: BTreeSet<String> = expected.iter().map(Value::to_string).collect();
        assert_eq!(found, expected, "{}", case["id"]);
        tried += 1;
    }
    assert_eq!(tried, 6);
}

#[test]
fn attacks_are_those_of_the_vectors() {
    let pairs = |fen: &str, men: Squares, targets: Squares, moves| {
        let view = View::of(&position(fen).unwrap());
        let found = zone::attacks(&Ways::of(&view), &men, &targets, moves).unwrap();
        let lists = found.into_iter().flat_map(|attack| attack.main.to_vec());
        lists.map(|way| written(&way)).collect::<BTreeSet<_>>()
    };
    // Every man attacks the men of the other side, and a pawn its last rank.
    let all = |fen: &str, moves, [white, black]: [(&str, &str); 2]| {
        let view = View::of(&position(fen).unwrap());
        let (ours, theirs) = (view.men(Color::White, None), view.men(Color::Black, None));
        let mut found = pairs(fen, ours, theirs, moves);
        found.extend(pairs(fen, theirs, ours, moves));
        for (pawn, queening) in [white, black] {
            found.extend(pairs(fen, set(pawn), set(queening), moves));
        }
        found
    };
    for case in cases() {
        if case["call"] == "main_trajectories" {
            let fen = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
            assert_eq!(
                all(fen, 5, [("c6", "c8"), ("h5", "h1")]),
                strings(&case["expected"])
            );
        }
        if case["call"] == "attack_pairs" {
            let fen = "8/1k4n1/8/4p3/6P1/8/5B1P/1K6 w - - 0 1";
            let ends: BTreeSet<String> = pairs(fen, set("f2"), set("b7 g7 e5"), 2)
                .iter()
                .map(|way| format!("B{}-{}", &way[..2], &way[way.len() - 2..]))
                .collect();
            assert_eq!(ends, strings(&case["expected"]));
        }
    }
}

/// The tests of `examples/zones.adv`, on the lists.
#[test]
fn the_zone_of_figure_10() {
    let fen = |turn: &str| format!("8/1k4n1/8/4p3/6P1/8/5B1P/1K6 {turn} - - 0 1");
    let view = View::of(&position(&fen("b")).unwrap());
    let (bishop, pawn) = (set("f2"), set("e5"));
    assert_eq!(ways::map(&Ways::of(&view), &bishop, &pawn), Ok(2));
    assert_eq!(
        ways::bundle(&Ways::of(&view), &bishop, &pawn, None),
        Ok(set("f2 d4 g3 e5"))
    );
    assert_eq!(
        ways::first(&Ways::of(&view), &bishop, &pawn, None),
        Ok(set("d4 g3"))
    );
    assert_eq!(
        ways::count(&Ways::of(&view), &set("b7"), &pawn, None),
        Ok(3)
    );
    assert_eq!(ways::map(&Ways::of(&view), &bishop, &set("a8")), Ok(99));
    assert_eq!(
        ways::count(&Ways::of(&view), &set("g7"), &set("g3"), Some(2)),
        Ok(2)
    );
    assert_eq!(
        ways::count(&Ways::of(&view), &set("g7"), &set("g3"), Some(3)),
        Ok(0)
    );
    assert_eq!(
        ways::first(&Ways::of(&view), &set("b7"), &pawn, Some(2)),
        Ok(Squares::EMPTY)
    );
    let attack = zone::attacks(&Ways::of(&view), &bishop, &pawn, 2).unwrap();
    let levels = ["f2", "b7 g7 h2", "g4", ""];
    for (level, men) in levels.iter().enumerate() {
        assert_eq!(zone::negation(&attack, level as i64), set(men), "{level}");
    }
    for (square, time) in [("d4", 2), ("g3", 2), ("e5", 3), ("f5", 1), ("a1", 0)] {
        assert_eq!(zone::time(&attack, &set(square)), time, "{square}");
    }
    for (man, steps) in [
        ("f2", "d4 g3"),
        ("g7", "e6 f5 h5"),
        ("b7", "c6 c7"),
        ("g4", ""),
        ("h2", ""),
    ] {
        assert_eq!(zone::first(&view, &attack, &set(man)), set(steps), "{man}");
    }
    assert!(forecast::vulnerable(&Ways::of(&view), &attack));
    let view = View::of(&position(&fen("w")).unwrap());
    let attack = zone::attacks(&Ways::of(&view), &bishop, &pawn, 2).unwrap();
    assert_eq!(zone::negation(&attack, 1), set("h2"));
    assert!(!forecast::vulnerable(&Ways::of(&view), &attack));
}

/// A pawn stops where it takes, and bars the way of a pawn if it is there before it.
#[test]
fn the_straight_steps_of_a_pawn() {
    let asked = |fen: &str, man: &str, end: &str| {
        let view = View::of(&position(fen).unwrap());
        let found = zone::attacks(&Ways::of(&view), &set(man), &set(end), 3).unwrap();
        let vulnerable = forecast::vulnerable(&Ways::of(&view), &found);
        (vulnerable, zone::negation(&found, 1))
    };
    let bishop = |pawns: &str| format!("k7/8/8/4p3/{pawns}/8/5B2/K7 b - - 0 1");
    assert_eq!(asked(&bishop("3P2p1"), "f2", "e5"), (false, set("d4")));
    assert_eq!(asked(&bishop("3P3p"), "f2", "e5"), (true, set("d4 h4")));
    let pawn = |turn: &str| format!("7k/8/2pq4/8/2P5/8/8/K7 {turn} - - 0 1");
    assert!(asked(&pawn("b"), "c4", "d6").1.has(at("c6")));
    assert!(!asked(&pawn("w"), "c4", "d6").1.has(at("c6")));
}

/// Réti's study with Black to move, and the races of `examples/runs.adv`.
#[test]
fn the_race_of_a_pawn() {
    let race = |fen: &str, pawn: &str, queening: &str| {
        let view = View::of(&position(fen).unwrap());
        let found = zone::attacks(&Ways::of(&view), &set(pawn), &set(queening), 6).unwrap();
        let vulnerable = forecast::vulnerable(&Ways::of(&view), &found);
        (view, found, vulnerable)
    };
    let (view, found, vulnerable) = race("7K/8/k1P5/7p/8/8/8/8 b - - 0 1", "c6", "c8");
    assert_eq!(zone::first(&view, &found, &set("a6")), set("b6 b7"));
    assert_eq!(zone::time(&found, &set("c8")), 3);
    assert_eq!(zone::time(&found, &set("c7")), 2);
    assert_eq!(zone::negation(&found, 2), set("c6"));
    assert!(vulnerable);
    let (_, found, vulnerable) = race("7K/8/k1P5/7p/8/8/8/8 b - - 0 1", "h5", "h1");
    assert_eq!(zone::negation(&found, 1), Squares::EMPTY);
    assert!(!vulnerable);
    assert!(!race("8/8/8/7k/2P5/8/8/K7 w - - 0 1", "c4", "c8").2);
    let (_, found, vulnerable) = race("8/8/8/7k/2P5/8/8/K7 b - - 0 1", "c4", "c8");
    assert_eq!(zone::negation(&found, 1), set("h5"));
    assert_eq!(zone::time(&found, &set("c8")), 5);
    assert!(vulnerable);
    assert!(race("8/3k4/8/1K6/2P5/8/8/8 w - - 0 1", "c4", "c8").2);
    // The pawn that the king takes on its way runs no more.
    assert!(race("8/8/2p5/1P4k1/K7/8/8/8 b - - 0 1", "b5", "b8").2);
}

/// What no list may be: a way that stops on a man, passes one, or is longer than another.
#[test]
fn every_way_is_one() {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/1k4n1/8/4p3/6P1/8/5B1P/1K6 b - - 0 1",
    ];
    let mut counted = 0;
    for fen in fens {
        let view = View::of(&position(fen).unwrap());
        let ways = Ways::of(&view);
        for man in ways::men_on(&view, &Squares::EMPTY.complement()) {
            for end in Squares::EMPTY.complement().iter() {
                let lists = ways.shortest(&man, end).unwrap();
                let (first, distinct) = (length(&lists), lists.iter().collect::<BTreeSet<_>>());
                assert_eq!(distinct.len(), lists.len());
                for way in lists.iter() {
                    assert_eq!((way[0], way[way.len() - 1]), (man.at, end));
                    assert_eq!(length(std::slice::from_ref(way)), first);
                    let inner = &way[1..way.len() - 1];
                    assert!(inner.iter().all(|at| view.man(*at).is_none()), "{way:?}");
                    counted += 1;
                }
            }
        }
    }
    assert!(counted > 1_000, "{counted} ways");
}
