//! Mate by moves that leave few replies, in middlegames: does a search by what a move costs keep up?

use adv_vm::Replies;

use super::mate3::middlegames;
use super::{Question, beside_libraries, machine};
use crate::native::spread::{NAMES, consult_all};
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
    let roots = middlegames(size);
    let vm = machine(&QUESTION, roots.clone());
    beside_libraries(vm, &roots, consult_all, consult_all)
}
