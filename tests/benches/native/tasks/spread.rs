//! Mate by moves that leave few replies, in middlegames: does a search by what a move costs keep up?

use adv_chess::Position;
use adv_vm::Replies;

use super::mate3::POSITIONS;
use super::{Question, machine, part};
use crate::common;
use crate::native::spread::{NAMES, boards, consult_all};
use crate::native::workload::{Contender, Size, Workload};

/// The middlegames of `mate3`.
pub const MIDDLEGAMES: Workload = Workload {
    name: "spread",
    about: "mate in five by moves that leave at most six bits of choice, the fewest first, seventeen middlegames",
    contenders,
};

/// The question.
const QUESTION: Question = Question {
    program: "tests/benches/programs/spread.adv",
    table: "attack",
    names: &NAMES,
    replies: Replies::TestedFirst,
};

fn contenders(size: Size) -> Vec<Contender> {
    let all: Vec<Position> = POSITIONS.iter().map(|fen| common::position(fen)).collect();
    let roots = part(size, all, 3);
    let of_shakmaty = boards::<shakmaty::Chess>(&roots);
    let of_cozy = boards::<cozy_chess::Board>(&roots);
    vec![
        machine(&QUESTION, roots),
        Contender::new("shakmaty", move || consult_all(&of_shakmaty)),
        Contender::new("cozy-chess", move || consult_all(&of_cozy)),
    ]
}
