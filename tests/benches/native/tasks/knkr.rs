//! Knight against rook: positions drawn from all of them.

use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_vm::Replies;

use super::{Question, machine, part};
use crate::native::board::boards;
use crate::native::few::{Few, Roster};
use crate::native::knkr::{NAMES, consult_all};
use crate::native::workload::{Contender, Size, Workload};
use adv_testkit::Numbers;

/// Twenty thousand positions, the knight's side to move.
pub const TABLE: Workload = Workload {
    name: "knkr-table",
    about: "fifteen pieces-of-advice for knight against rook, up to four plies, 20,000 positions",
    contenders,
};

/// The question.
const QUESTION: Question = Question {
    program: "tests/benches/programs/knkr.adv",
    table: "knkr",
    names: &NAMES,
    replies: Replies::TestedFirst,
};

/// King and rook against king and knight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RookKnight;

impl Roster for RookKnight {
    const NAME: &'static str = "few men";
    const MEN: &'static [(bool, Role)] = &[
        (true, Role::King),
        (false, Role::King),
        (true, Role::Rook),
        (false, Role::Knight),
    ];
}

/// Positions drawn with a fixed seed.
fn roots(size: Size) -> Vec<Position> {
    let material = Material::new(&[Role::King, Role::Rook], &[Role::King, Role::Knight]);
    let class = ClassIndex::new(material, Color::Black).expect("four men make a class");
    let mut numbers = Numbers::new(1982);
    let drawn = std::iter::repeat_with(|| class.position(numbers.bits() % class.len()));
    part(size, drawn.flatten().take(20_000).collect(), 500)
}

fn contenders(size: Size) -> Vec<Contender> {
    let roots = roots(size);
    let of_shakmaty = boards::<shakmaty::Chess>(&roots);
    let of_cozy = boards::<cozy_chess::Board>(&roots);
    let of_few = boards::<Few<RookKnight>>(&roots);
    vec![
        machine(&QUESTION, roots),
        Contender::new("shakmaty", move || consult_all(&of_shakmaty)),
        Contender::new("cozy-chess", move || consult_all(&of_cozy)),
        Contender::new("few men", move || consult_all(&of_few)),
    ]
}
