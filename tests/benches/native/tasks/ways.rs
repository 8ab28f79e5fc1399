//! The words of trajectories and zones: what a call costs, beside floods by hand over the same squares.

use adv_chess::{Color, Position, Role};
use adv_vm::{Engine, Limits, Options};

use super::mate3::middlegames;
use super::part;
use crate::common;
use crate::native::ways::{Kind, WORDS, Ways, by_first, by_map};
use crate::native::workload::{Answer, Contender, Size, Workload};

/// The distance of one man to one square; every kind of men to every square.
pub const MAP: Workload = Workload {
    name: "map",
    about: "map(man, square) of each kind of men to each square, in games from seventeen middlegames and an endgame; a word",
    contenders: |size| beside_hand("by-map", by_map, size),
};

/// Where the ways of one man to one square begin; every kind of men to every square.
pub const FIRST: Workload = Workload {
    name: "first",
    about: "FIRST(man, square) of each kind of men to each square, in the same positions; a word",
    contenders: |size| beside_hand("by-first", by_first, size),
};

/// Zones of all men of a side against all of the other where four men stand.
pub const ZONES: Workload = Workload {
    name: "zones",
    about: "zone(W.*, B.* ∪ QUEENING(W.P, W)) where two pawns and two kings stand, all of it; a zone",
    contenders: |size| alone("by-zone", size),
};

/// Their forecasts.
pub const FORECASTS: Workload = Workload {
    name: "forecasts",
    about: "the same zone's forecast in the same positions; a zone",
    contenders: |size| alone("by-forecast", size),
};

/// Réti's study as a proof.
pub const RETI: Workload = Workload {
    name: "reti",
    about: "Reti's study against all replies, `hold` of examples/reti.adv, all bounds; a position tested",
    contenders: reti,
};

const PROGRAM: &str = "tests/benches/programs/ways.adv";
const STUDY: &str = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

/// The virtual machine, asked for a number in some positions, where it is made of so many words.
fn words(name: &str, words: u64, roots: Vec<Position>) -> Contender {
    let mut engine: Engine = common::engine(PROGRAM, &common::read(PROGRAM));
    let exports = &engine.module().exports;
    let export = exports.iter().find(|export| export.name == name);
    let function = export.expect("the program has the word").functions[0];
    Contender::new("virtual machine", move || {
        let mut answer = Answer::default();
        for root in &roots {
            let value = engine.evaluate(function, &[], root, Color::White);
            answer.count(words, value.expect("no limit is reached"));
        }
        answer
    })
}

fn beside_hand(name: &str, by_hand: fn(&[Ways]) -> Answer, size: Size) -> Vec<Contender> {
    let mut roots: Vec<Position> = middlegames(size).iter().flat_map(game).collect();
    roots.extend(game(&common::position(
        "4k3/8/3p4/8/2N5/4B3/8/R3K2Q w - - 0 1",
    )));
    let roots = part(size, roots, 20);
    let by_sets: Vec<Ways> = roots.iter().map(sets).collect();
    vec![
        words(name, WORDS, roots),
        Contender::new("by hand", move || by_hand(&by_sets)),
    ]
}

fn alone(name: &str, size: Size) -> Vec<Contender> {
    let men = |position: &Position| position.occupied().count_ones();
    let siblings = common::read("tests/cases/reti-siblings.epd");
    let fens = siblings.lines().filter_map(|line| line.split(';').next());
    let fens = fens.map(|line| {
        line.split_whitespace()
            .take(4)
            .collect::<Vec<_>>()
            .join(" ")
    });
    let starts = fens.map(|fen| common::position(&format!("{fen} 0 1")));
    let mut roots: Vec<Position> = starts.flat_map(|start| game(&start)).collect();
    roots.extend(game(&common::position(STUDY)));
    roots.retain(|position| men(position) == 4);
    vec![words(name, 1, part(size, roots, 20))]
}

/// A game of sixteen plies, the same one every time.
fn game(start: &Position) -> Vec<Position> {
    let mut all = vec![*start];
    let mut position = *start;
    for ply in 0..16 {
        let moves = position.legal_moves();
        let Some(mv) = moves.get((7 * ply + 3) % moves.len().max(1)) else {
            break;
        };
        position = position.play(*mv);
        all.push(position);
    }
    all
}

fn sets(position: &Position) -> Ways {
    let men = |role| position.pieces(Color::White, role);
    Ways {
        occupied: position.occupied(),
        men: [
            (Kind::King, men(Role::King)),
            (Kind::Knight, men(Role::Knight)),
            (Kind::Bishop, men(Role::Bishop)),
            (Kind::Rook, men(Role::Rook)),
            (Kind::Queen, men(Role::Queen)),
        ],
    }
}

fn reti(_: Size) -> Vec<Contender> {
    let program = "examples/reti.adv";
    let mut engine = common::engine(program, &common::read(program));
    engine.set_limits(Limits {
        memory: 0,
        ..Limits::default()
    });
    let hold = engine.advice("hold").expect("the program has the piece");
    let root = common::position(STUDY);
    vec![Contender::new("virtual machine", move || {
        let mut answer = Answer::default();
        let found = engine.try_advice(hold, &root, &Options::default());
        let found = found.expect("no limit is reached");
        let piece = usize::from(found.advice.is_some());
        let first = found.tree.as_ref().and_then(|tree| tree.first_move());
        answer.add(found.positions(), piece, first.map(|mv| (mv.from, mv.to)));
        answer
    })]
}
