//! The ten steps of king and rook: what they play everywhere, and the proof that they mate.

use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_prover::{Keeping, Proved, Report, Settled, Task, Verdict, Watch, prove};
use adv_vm::{Engine, Replies};

use super::{Question, machine, part};
use crate::common;
use crate::native::board::Board;
use crate::native::board::boards;
use crate::native::few::{Few, Roster};
use crate::native::strategy::{STEPS, decide_all};
use crate::native::strategy_proof::{self, Proof};
use crate::native::workload::{Answer, Contender, Size, Workload};

/// Every legal position with White to move.
pub const DECISIONS: Workload = Workload {
    name: "krk-strategy",
    about: "ten steps for king and rook against king that look one move ahead, every position",
    contenders: deciding,
};

/// The same positions, every reply followed to mate.
pub const PROOF: Workload = Workload {
    name: "krk-proof",
    about: "the ten steps proved to mate within 33 moves; a position is one decided and settled",
    contenders: proving,
};

/// The program's path.
const PROGRAM: &str = "examples/endgames/krk-strategy.adv";

/// The question.
const QUESTION: Question = Question {
    program: PROGRAM,
    table: "krk",
    names: &STEPS,
    replies: Replies::TestedFirst,
};

/// King and rook against king.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rook;

impl Roster for Rook {
    const NAME: &'static str = "few men";
    const MEN: &'static [(bool, Role)] =
        &[(true, Role::King), (false, Role::King), (true, Role::Rook)];
}

/// All legal positions with White to move.
pub fn all() -> Vec<Position> {
    let material = Material::new(&[Role::King, Role::Rook], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("three men make a class");
    class.iter().map(|(_, position)| position).collect()
}

fn deciding(size: Size) -> Vec<Contender> {
    let roots = part(size, all(), 5000);
    let of_shakmaty = boards::<shakmaty::Chess>(&roots);
    let of_cozy = boards::<cozy_chess::Board>(&roots);
    let of_few = boards::<Few<Rook>>(&roots);
    vec![
        machine(&QUESTION, roots),
        Contender::new("shakmaty", move || decide_all(&of_shakmaty)),
        Contender::new("cozy-chess", move || decide_all(&of_cozy)),
        Contender::new("few men", move || decide_all(&of_few)),
    ]
}

/// Settles the first claim of the program.
fn settled(engine: &Engine) -> Box<Settled> {
    let claim = engine
        .module()
        .claims
        .first()
        .expect("the program has a claim");
    let task = Task {
        engine,
        claim,
        watch: &Watch::new(),
        perfect: None,
        keeping: Keeping::default(),
        fingerprint: [0; 32],
    };
    match prove(&task) {
        Ok(Proved::Settled(settled)) => settled,
        Ok(_) => panic!("the claim is about play, and nobody interrupts its proof"),
        Err(error) => panic!("{error}"),
    }
}

/// What has been found out, as numbers to be compared.
fn answer_of(roots: u64, proof: &Proof) -> Answer {
    let mut answer = Answer::default();
    for (moves, count) in proof.histogram.iter().enumerate() {
        answer.add(*count, moves, None);
    }
    for count in proof.uses.as_flattened() {
        answer.add(*count, 0, None);
    }
    answer.add(proof.replies, 0, None);
    answer.positions = proof.states;
    answer.roots = roots;
    answer
}

/// The prover's report as the native programs put it.
///
/// # Panics
/// Where the claim is not proved.
fn proof_of(engine: &Engine, report: &Report) -> Proof {
    assert_eq!(report.verdict, Verdict::Proved);
    let lengths = report.lengths.as_ref();
    let mut proof = Proof {
        states: report.states,
        replies: report.replies,
        histogram: lengths.map_or_else(Vec::new, |lengths| lengths.histogram.clone()),
        uses: [[0; 10]; 2],
    };
    for used in &report.uses {
        let name = &engine.module().advice[usize::from(used.choice.advice)].name;
        let step = STEPS.iter().position(|step| step == name);
        let rule = used.choice.rule.expect("a table has rules");
        proof.uses[usize::from(rule)][step.expect("all pieces are steps")] += used.states;
    }
    proof
}

fn native<B: Board + 'static>(name: &'static str, roots: &[Position]) -> Contender {
    let roots = boards::<B>(roots);
    Contender::new(name, move || {
        let proof = strategy_proof::prove(&roots).expect("the strategy mates");
        answer_of(roots.len() as u64, &proof)
    })
}

fn proving(size: Size) -> Vec<Contender> {
    let mut text = common::read(PROGRAM);
    if size == Size::Small {
        text = text.replacen("from all positions", "from 20 random positions", 1);
    }
    let engine = common::engine(PROGRAM, &text);
    // The prover shares its work between threads. This thread is to be the only one, for its time is what is measured.
    let alone = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread();
    let alone = alone.build().expect("this thread is in no pool yet");
    let roots: Vec<Position> = alone.install(|| {
        let settled = settled(&engine);
        settled.roots().map(|(position, _)| position).collect()
    });
    let machine = Contender::new("virtual machine", move || {
        let settled = alone.install(|| settled(&engine));
        let report = settled.report();
        answer_of(report.roots, &proof_of(&engine, report))
    });
    vec![
        machine,
        native::<shakmaty::Chess>("shakmaty", &roots),
        native::<cozy_chess::Board>("cozy-chess", &roots),
        native::<Few<Rook>>("few men", &roots),
    ]
}
