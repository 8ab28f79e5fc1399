//! The workloads: which program, which positions, and which contenders.
//!
//! A workload takes what has nothing to do with answering out of the time that is measured: positions are made, and turned into
//! each library's boards, before the first round.

pub mod goals;
pub mod knkr;
pub mod kpk;
pub mod krk;
pub mod mate3;
pub mod proofs;
pub mod sdl;
pub mod spread;
pub mod strategy;
pub mod ways;

use adv_chess::Position;
use adv_vm::{Limits, Replies};

use super::agree::agree;
use super::board::boards;
use super::workload::{Answer, Contender, Size, Workload};
use crate::common;

/// All of them, in the order in which they are measured.
pub const ALL: &[Workload] = &[
    krk::SURVEY,
    strategy::DECISIONS,
    strategy::PROOF,
    sdl::GAMES,
    kpk::TABLE,
    knkr::TABLE,
    mate3::MIDDLEGAMES,
    spread::MIDDLEGAMES,
    proofs::MATES,
    ways::MAP,
    ways::FIRST,
    ways::ZONES,
    ways::FORECASTS,
    ways::RETI,
];

/// The task of the virtual machine.
pub struct Question {
    /// The program's path below the root.
    pub program: &'static str,
    /// The table that is consulted.
    pub table: &'static str,
    /// The pieces-of-advice by which it answers, in the order of their numbers in an [`Answer`].
    pub names: &'static [&'static str],
    /// How replies are counted.
    pub replies: Replies,
}

/// The virtual machine, consulting a table at a list of positions.
///
/// # Panics
/// Where the program has no such table or piece, or a limit is reached: then there is nothing to measure.
pub fn machine(question: &Question, roots: Vec<Position>) -> Contender {
    machine_with(question, roots, Limits::default())
}

/// The same within other limits.
pub fn machine_with(question: &Question, roots: Vec<Position>, limits: Limits) -> Contender {
    let mut engine = common::engine(question.program, &common::read(question.program));
    engine.set_limits(limits);
    let table = engine
        .table(question.table)
        .expect("the program has the table");
    let mut numbers = vec![0; engine.module().advice.len()];
    for (number, name) in (1..).zip(question.names) {
        let id = engine
            .advice(name)
            .unwrap_or_else(|| panic!("{} has no `{name}`", question.program));
        numbers[id.index()] = number;
    }
    let replies = question.replies;
    Contender::new("virtual machine", move || {
        let mut answer = Answer::default();
        // No round takes over what the one before has found.
        engine.forget_repeats();
        let mut decisions = engine.decisions(table, replies);
        for root in &roots {
            let found = decisions.decide(root);
            let found = found.unwrap_or_else(|failure| panic!("{root:?}: {failure}"));
            let piece = found.advice.map_or(0, |advice| numbers[advice.index()]);
            answer.add(found.positions, piece, found.mv.map(|m| (m.from, m.to)));
        }
        answer
    })
}

/// The virtual machine, and one program by hand over the boards of both libraries.
pub fn beside_libraries(
    machine: Contender,
    roots: &[Position],
    over_shakmaty: fn(&[shakmaty::Chess]) -> Answer,
    over_cozy: fn(&[cozy_chess::Board]) -> Answer,
) -> Vec<Contender> {
    let of_shakmaty = boards::<shakmaty::Chess>(roots);
    let of_cozy = boards::<cozy_chess::Board>(roots);
    vec![
        machine,
        Contender::new("shakmaty", move || over_shakmaty(&of_shakmaty)),
        Contender::new("cozy-chess", move || over_cozy(&of_cozy)),
    ]
}

/// The part of some questions that a size asks for: all of them, or so many of the first.
pub fn part<T>(size: Size, mut all: Vec<T>, small: usize) -> Vec<T> {
    if size == Size::Small {
        all.truncate(small);
    }
    all
}

/// Holds every kind of board against the language's positions in games of random moves.
///
/// # Panics
/// Where they differ.
pub fn boards_agree() {
    // Castling, captures en passant, promotions with and without capture, a king that can be checked from all sides.
    let full = common::position("r3k2r/pPp2ppp/8/3Pp3/8/2n5/PPP2PpP/R3K2R w KQkq e6 0 1");
    let compared = agree::<shakmaty::Chess>(&full, 100) + agree::<cozy_chess::Board>(&full, 100);
    println!("boards: {compared} positions alike");
}
