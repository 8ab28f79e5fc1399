//! The survey of king and rook against king.

use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_vm::Replies;

use super::{Question, machine, part};
use crate::native::board::boards;
use crate::native::krk::{Men, NAMES, survey};
use crate::native::krk_few;
use crate::native::workload::{Contender, Size, Workload};

/// Every legal position with White to move, 175,168 of them, 7,206,680 positions tested.
pub const SURVEY: Workload = Workload {
    name: "krk-survey",
    about: "the advice table of king and rook against king, every position, replies one by one",
    contenders,
};

/// The question.
const QUESTION: Question = Question {
    program: "examples/krk-advice.adv",
    table: "krk",
    names: &NAMES,
    replies: Replies::OneByOne,
};

fn roots(size: Size) -> Vec<Position> {
    let material = Material::new(&[Role::King, Role::Rook], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("three men make a class");
    let all = class.iter().map(|(_, position)| position);
    part(size, all.collect(), 5000)
}

fn contenders(size: Size) -> Vec<Contender> {
    let roots = roots(size);
    let of_shakmaty = boards::<shakmaty::Chess>(&roots);
    let of_cozy = boards::<cozy_chess::Board>(&roots);
    let of_few: Vec<Men> = of_shakmaty.iter().map(Men::of).collect();
    vec![
        machine(&QUESTION, roots),
        Contender::new("shakmaty", move || survey(&of_shakmaty)),
        Contender::new("cozy-chess", move || survey(&of_cozy)),
        Contender::new("few men", move || krk_few::survey(&of_few)),
    ]
}
