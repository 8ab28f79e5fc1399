//! The vectors of `tests/cases/lg/lg_cases.json`, each through the crate: they come from a model in another language, whose counts were checked
//! by walking. Five of its 106 entries count several of the specification's 159. The three searches belong to the language.

use std::collections::BTreeMap;
use std::fs;

use adv_chess::{Color, Position, Role};
use adv_geometry::{
    Attack, FAR, System, ZoneList, attacks, bundle, connected, connected_in, connected_set, degree,
    first, layers, listed, listed_of, map, network, rings, trajectories, trajectories_of,
};
use adv_primitives::Men;
use serde_json::Value;

use crate::systems::{Abstract, SinglePushes, letter, man, path, position, square};

/// One entry of the file.
struct Case {
    id: String,
    fen: Option<String>,
    call: String,
    args: Value,
    expected: Value,
    paths: Vec<(String, Vec<u64>)>,
}

fn cases() -> Vec<Case> {
    let path = adv_testkit::root().join("tests/cases/lg/lg_cases.json");
    let text = fs::read_to_string(path).expect("the vectors can be read");
    let file: Value = serde_json::from_str(&text).expect("the vectors are JSON");
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let numbers = |value: &Value| {
        let list = value.as_array().expect("a list of points");
        list.iter()
            .map(|point| point.as_u64().expect("a point"))
            .collect()
    };
    let case = |value: &Value| Case {
        id: text(&value["id"]).expect("an id"),
        fen: text(&value["fen"]),
        call: text(&value["call"]).expect("a call"),
        args: value["args"].clone(),
        expected: value["expected"].clone(),
        paths: value["board"]["paths"]
            .as_object()
            .map_or_else(Vec::new, |paths| {
                paths
                    .iter()
                    .map(|(name, path)| (name.clone(), numbers(path)))
                    .collect()
            }),
    };
    file.as_array().expect("a list").iter().map(case).collect()
}

impl Case {
    fn text(&self, name: &str) -> &str {
        let text = self.args[name].as_str();
        text.unwrap_or_else(|| panic!("{} has no {name}", self.id))
    }
    fn square(&self, name: &str) -> u8 {
        square(self.text(name))
    }
    fn number(&self, name: &str) -> u32 {
        let number = self.args[name].as_u64();
        number.unwrap_or_else(|| panic!("{} has no {name}", self.id)) as u32
    }
    /// Squares as a set.
    fn expected_board(&self) -> u64 {
        let squares = self.expected.as_array().expect("a list of squares");
        squares.iter().fold(0, |set, name| {
            set | 1 << square(name.as_str().expect("a square"))
        })
    }
    fn texts(&self) -> Vec<String> {
        let list = self.expected.as_array().expect("a list");
        list.iter()
            .map(|text| text.as_str().expect("a text").to_owned())
            .collect()
    }
    /// The position; without one, that of the man alone.
    fn position(&self) -> Position {
        match &self.fen {
            Some(fen) => position(fen),
            None => {
                let mut position = Position::EMPTY;
                let (color, role) = man(self.text("piece"));
                let from = self.args["from"].as_str().or(self.args["traj"][0].as_str());
                position.put(color, role, square(from.expect("a start")));
                position
            }
        }
    }
    /// The system of the case: only `PD` and `pd` have the double step.
    fn with<T>(
        &self,
        with: impl FnOnce(&SinglePushes<'_>) -> T,
        double: impl FnOnce(&Men<'_>) -> T,
    ) -> T {
        let position = self.position();
        let men = Men(&position);
        if self.args["piece"]
            .as_str()
            .is_some_and(|piece| piece.len() == 2)
        {
            return double(&men);
        }
        // On the empty board the specification's pawns go straight; as attackers of a position they take.
        with(&SinglePushes {
            men,
            straight: self.fen.is_none(),
        })
    }
}

/// The tests of the file count 128 for what cannot be reached, the language 99.
fn far(moves: u32) -> u64 {
    if moves == FAR { 128 } else { moves.into() }
}

fn numbers_of(
    case: &Case,
    call: fn(&SinglePushes<'_>, &Case) -> u64,
    double: fn(&Men<'_>, &Case) -> u64,
) {
    let found = case.with(|system| call(system, case), |system| double(system, case));
    assert_eq!(Some(found), case.expected.as_u64(), "{}", case.id);
}

fn map_of<S: System>(system: &S, case: &Case) -> u64 {
    far(map(
        system,
        1 << case.square("from"),
        1 << case.square("to"),
    ))
}

fn trajectories_between<S: System>(system: &S, case: &Case) -> u64 {
    trajectories(system, 1 << case.square("from"), 1 << case.square("to"))
}

fn admissible<S: System>(system: &S, case: &Case) -> u64 {
    assert_eq!(case.number("degree"), 2);
    let (from, to, moves) = (case.square("from"), case.square("to"), case.number("len"));
    let number = trajectories_of(system, 1 << from, 1 << to, moves);
    let list = listed_of(system, from, to, moves, usize::MAX);
    assert_eq!(list.len() as u64, number, "{}", case.id);
    for stops in &list {
        assert!(
            degree(system, from, stops).is_some_and(|degree| degree <= 2),
            "{}",
            case.id
        );
    }
    number
}

/// All attacks of both sides within the horizon: on enemies but the king, and on the squares where pawns queen.
fn all_attacks<S: System>(system: &S, position: &Position, horizon: u32) -> Vec<Attack> {
    let mut found = Vec::new();
    for color in Color::ALL {
        let last = if color == Color::White {
            0xff << 56
        } else {
            0xff
        };
        for element in adv_geometry::each(position.side(color)) {
            let is_pawn = position.pieces(color, Role::Pawn) & 1 << element != 0;
            let queening = 0x0101_0101_0101_0101 << (element & 7) & last;
            let targets = position.side(!color) | if is_pawn { queening } else { 0 };
            attacks(system, 1 << element, targets, horizon, |attack| {
                found.push(*attack)
            });
        }
    }
    found
}

/// The zone of one main trajectory, with every trajectory of each bundle, as the file writes it.
fn zone_bundle(case: &Case) {
    let position = case.position();
    let main: Vec<u8> = case.text("main").split('-').map(square).collect();
    let attacker = main[0];
    let side = position.piece_at(attacker).expect("an attacker").0;
    let protector = case.text("first_to_move") == "protector";
    let position = position.with_turn(if protector { !side } else { side });
    let system = SinglePushes {
        men: Men(&position),
        straight: false,
    };
    let mut zone = None;
    attacks(
        &system,
        1 << attacker,
        1 << main[main.len() - 1],
        16,
        |attack| {
            zone = Some(ZoneList::of_one(&system, attack, &main));
        },
    );
    let zone = zone.unwrap_or_else(|| panic!("{}: no attack", case.id));
    let mut found: Vec<(String, String, u64, u64)> = Vec::new();
    for bundle in &zone.bundles {
        for stops in listed(&system, bundle.element, &bundle.layers, usize::MAX) {
            found.push((
                letter(&position, bundle.element),
                path(&stops),
                bundle.time.into(),
                bundle.level as u64,
            ));
        }
    }
    found.sort();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let number = |value: &Value| value.as_u64().expect("a number");
    let row = |row: &Value| {
        (
            text(&row[0]),
            text(&row[1]),
            number(&row[2]),
            number(&row[3]),
        )
    };
    let mut expected: Vec<_> = case
        .expected
        .as_array()
        .expect("a list")
        .iter()
        .map(row)
        .collect();
    expected.sort();
    assert_eq!(found, expected, "{}", case.id);
}

fn of_chess(case: &Case) -> bool {
    match case.call.as_str() {
        "map" => numbers_of(case, |s, c| map_of(s, c), |s, c| map_of(s, c)),
        "traj_count" => numbers_of(
            case,
            |s, c| trajectories_between(s, c),
            |s, c| trajectories_between(s, c),
        ),
        "admissible_count" => numbers_of(case, |s, c| admissible(s, c), |s, c| admissible(s, c)),
        "map_table" => {
            let found: Vec<u64> = (0..64)
                .map(|to| {
                    let from = 1 << case.square("from");
                    case.with(
                        |s| far(map(s, from, 1 << to)),
                        |s| far(map(s, from, 1 << to)),
                    )
                })
                .collect();
            let numbers = case.expected.as_array().expect("a table").iter();
            let expected: Vec<u64> = numbers.map(|n| n.as_u64().expect("a number")).collect();
            assert_eq!(found, expected, "{}", case.id);
        }
        "st_set" => {
            let ring = |rings: Vec<u64>| rings.get(case.number("k") as usize).copied();
            let from = case.square("from");
            let found = case.with(|s| ring(rings(s, from)), |s| ring(rings(s, from)));
            assert_eq!(found, Some(case.expected_board()), "{}", case.id);
        }
        "sum_set" | "traj_board" => {
            let found = bundle(
                &Men(&case.position()),
                1 << case.square("from"),
                1 << case.square("to"),
            );
            let expected = match case.expected.as_str() {
                Some(word) => {
                    u64::from_str_radix(word.trim_start_matches("0x"), 16).expect("a word")
                }
                None => case.expected_board(),
            };
            assert_eq!(found, expected, "{}", case.id);
        }
        "move_set" => {
            let position = case.position();
            let system = Men(&position);
            let layers = layers(&system, case.square("from"), case.square("to")).expect("a bundle");
            let (total, left) = (case.number("l0") as usize, case.number("l") as usize);
            assert_eq!(layers.length(), total, "{}", case.id);
            let kind = system.kind(case.square("from")).expect("a man");
            let steps = system.last(kind, 1 << case.square("x"), !0);
            assert_eq!(
                steps & layers.at(total - left + 1),
                case.expected_board(),
                "{}",
                case.id
            );
        }
        "trajectories" => {
            let position = case.position();
            let (system, from) = (Men(&position), case.square("from"));
            let layers = layers(&system, from, case.square("to")).expect("a bundle");
            let list = listed(&system, from, &layers, usize::MAX);
            let mut found: Vec<String> = list.iter().map(|stops| path(stops)).collect();
            // The file orders squares by file first.
            found.sort();
            assert_eq!(found, case.texts(), "{}", case.id);
        }
        "degree" => {
            let stops = case.args["traj"].as_array().expect("stops").iter();
            let stops: Vec<u8> = stops
                .map(|name| square(name.as_str().expect("a name")))
                .collect();
            let found = degree(&Men(&case.position()), stops[0], &stops);
            assert_eq!(found.map(u64::from), case.expected.as_u64(), "{}", case.id);
        }
        "first_steps" => {
            let position = case.position();
            let found = first(
                &Men(&position),
                1 << case.square("from"),
                1 << case.square("to"),
            );
            assert_eq!(found, case.expected_board(), "{}", case.id);
        }
        "time_gaining_steps" => {
            let position = case.position();
            let goals = |name: &str| {
                let list = case.args[name].as_array().expect("goals").iter();
                list.fold(0, |set, name| {
                    set | 1u64 << square(name.as_str().expect("a name"))
                })
            };
            let steps = |name| first(&Men(&position), 1 << case.square("from"), goals(name));
            assert_eq!(
                steps("goal1") & steps("goal2"),
                case.expected_board(),
                "{}",
                case.id
            );
        }
        "attack_pairs" => {
            let position = case.position();
            let all = all_attacks(&Men(&position), &position, case.number("H"));
            let pair = |a: &Attack| {
                format!(
                    "{}{}",
                    letter(&position, a.element),
                    path(&[a.element, a.end])
                )
            };
            assert_eq!(
                all.iter().map(pair).collect::<Vec<_>>(),
                case.texts(),
                "{}",
                case.id
            );
        }
        "main_trajectories" => {
            let position = case.position();
            let system = Men(&position);
            let mut found: Vec<String> = Vec::new();
            for attack in all_attacks(&system, &position, case.number("H")) {
                let list = listed(&system, attack.element, &attack.main, usize::MAX);
                found.extend(list.iter().map(|stops| path(stops)));
            }
            found.sort();
            assert_eq!(found, case.texts(), "{}", case.id);
        }
        "main_trajectory_counts" => {
            let position = case.position();
            let system = Men(&position);
            let mut found = BTreeMap::new();
            for attack in all_attacks(&system, &position, case.number("H")) {
                let of =
                    |moves| trajectories_of(&system, 1 << attack.element, 1 << attack.end, moves);
                let number: u64 = (1..=case.number("H")).map(of).sum();
                let name = path(&[attack.element, attack.end]);
                found.insert(
                    format!("{}{name}", letter(&position, attack.element)),
                    number,
                );
            }
            let expected = case.expected.as_object().expect("counts").iter();
            let expected: BTreeMap<String, u64> = expected
                .map(|(name, n)| (name.clone(), n.as_u64().expect("a count")))
                .collect();
            assert_eq!(found, expected, "{}", case.id);
        }
        "zone_bundle" => zone_bundle(case),
        _ => return false,
    }
    true
}

fn of_points(case: &Case) -> bool {
    let figure = Abstract::new(&case.paths, case.args["first_to_move"] == "protector");
    let place = |name: &str| figure.place(case.text(name));
    match case.call.as_str() {
        "connected" => {
            let found = connected(&figure.paths[place("t1")], &figure.paths[place("t2")]);
            assert_eq!(Some(found), case.expected.as_bool(), "{}", case.id);
        }
        "connected_k" => {
            let related = connected_in(&figure.paths, case.number("k"));
            let found = related[place("t1")][place("t2")];
            assert_eq!(Some(found), case.expected.as_bool(), "{}", case.id);
        }
        "network_of" | "bundle" => {
            let found = match case.call.as_str() {
                "bundle" => connected_set(&figure.paths, place("t")),
                _ => network(&figure.paths, place("t0")),
            };
            let names: Vec<&String> = found.iter().map(|at| &figure.elements[*at]).collect();
            assert_eq!(
                names,
                case.texts().iter().collect::<Vec<_>>(),
                "{}",
                case.id
            );
        }
        "zone" => {
            let main = &figure.paths[place("main")];
            let mut zone = None;
            attacks(
                &figure.graph,
                1 << main[0],
                1 << main[main.len() - 1],
                16,
                |attack| {
                    zone = Some(ZoneList::of(&figure.graph, attack));
                },
            );
            let zone = zone.expect("an attack");
            let rows = case.expected.as_array().expect("a list");
            assert_eq!(zone.bundles.len(), rows.len(), "{}", case.id);
            for (bundle, row) in zone.bundles.iter().zip(rows) {
                let at = figure.graph.kind(bundle.element).expect("an element");
                // The later papers give the main trajectory one move more as well, which the design does not.
                let more = u64::from(bundle.level == 0);
                assert_eq!(
                    Some(figure.elements[at].as_str()),
                    row[0].as_str(),
                    "{}",
                    case.id
                );
                assert_eq!(
                    Some(u64::from(bundle.time) + more),
                    row[2].as_u64(),
                    "{}",
                    case.id
                );
                let stops = listed(&figure.graph, bundle.element, &bundle.layers, 2);
                let names = |stops: &Vec<u8>| -> Vec<u64> {
                    stops
                        .iter()
                        .map(|at| figure.names[usize::from(*at)])
                        .collect()
                };
                let expected: Vec<u64> = row[1]
                    .as_array()
                    .expect("points")
                    .iter()
                    .filter_map(Value::as_u64)
                    .collect();
                assert_eq!(
                    stops.iter().map(names).collect::<Vec<_>>(),
                    [expected],
                    "{}",
                    case.id
                );
            }
        }
        _ => return false,
    }
    true
}

#[test]
fn every_vector_but_the_searches_holds() {
    let mut run: BTreeMap<String, usize> = BTreeMap::new();
    let mut searches = 0;
    for case in cases() {
        let known = if case.paths.is_empty() {
            of_chess(&case)
        } else {
            of_points(&case)
        };
        if known {
            *run.entry(case.call.clone()).or_default() += 1;
        } else {
            assert!(
                case.call.starts_with("zone_search"),
                "{} is not run",
                case.id
            );
            searches += 1;
        }
    }
    assert_eq!((run.values().sum::<usize>(), searches), (103, 3), "{run:?}");
}
