//! King and pawn against king: positions spread over all of them.

use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_vm::Replies;

use super::{Question, beside_libraries, machine};
use crate::native::kpk::{PIECES, consult_all};
use crate::native::workload::{Contender, Size, Workload};

/// Every eighty-first position with White to move. The board of few men has no pawns, so that two libraries stand alone here.
pub const TABLE: Workload = Workload {
    name: "kpk-table",
    about: "the book's king and pawn against king, searches up to thirteen plies, 2,000 positions",
    contenders,
};

/// The question.
const QUESTION: Question = Question {
    program: "examples/kpk.adv",
    table: "kpk",
    names: &PIECES,
    replies: Replies::TestedFirst,
};

fn roots(size: Size) -> Vec<Position> {
    let material = Material::new(&[Role::King, Role::Pawn], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("three men make a class");
    let all: Vec<Position> = class.iter().map(|(_, position)| position).collect();
    let wanted = if size == Size::Small { 40 } else { 2000 };
    let step = all.len() / wanted;
    all.into_iter().step_by(step).take(wanted).collect()
}

fn contenders(size: Size) -> Vec<Contender> {
    let roots = roots(size);
    let vm = machine(&QUESTION, roots.clone());
    beside_libraries(vm, &roots, consult_all, consult_all)
}
