//! Mates in positions from games, by proof numbers: does the search with a table of what it knows keep up?

use adv_chess::Position;
use adv_vm::{Limits, Replies};

use super::{Question, beside_libraries, machine_with, part};
use crate::common;
use crate::native::proofs::{NAMES, consult_all};
use crate::native::workload::{Contender, Size, Workload};

/// Some of the thousand mates of `tests/cases/mates`, those in at most five moves.
pub const MATES: Workload = Workload {
    name: "proofs",
    about: "mate in five by proof numbers, positions from games",
    contenders,
};

/// The question.
const QUESTION: Question = Question {
    program: "tests/benches/programs/proofs.adv",
    table: "attack",
    names: &NAMES,
    replies: Replies::TestedFirst,
};

fn contenders(size: Size) -> Vec<Contender> {
    let lines = include_str!("../../../cases/mates/mates.epd").lines();
    let fen = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        format!("{} 0 1", fields.join(" "))
    };
    let short = |line: &&str| (2..=5).any(|moves| line.contains(&format!(" dm {moves};")));
    let all: Vec<Position> = lines
        .filter(short)
        .step_by(10)
        .map(|line| common::position(&fen(line)))
        .collect();
    let roots = part(size, all, 5);
    // The programs by hand forget nothing, and the table of the machine has room for everything too.
    let limits = Limits {
        memory: 256 << 20,
        ..Limits::default()
    };
    let vm = machine_with(&QUESTION, roots.clone(), limits);
    beside_libraries(vm, &roots, consult_all, consult_all)
}
