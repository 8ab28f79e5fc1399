//! A program that was loaded is asked all it has, by native code and by the interpreter, which must say the same.

use std::cell::OnceCell;

use adv::proof::{Keeping, Proved, Watch};
use adv::render::proof::scan::{self, Scanned};
use adv::render::proof::{self, Proof};
use adv::render::{Explained, TextForm, json, text};
use adv::{
    Comparison, Engine, Limits, Mode, Options, Prover, Replies, Rulebook, SettleError, Stop,
    Strategy, Subject,
};
use adv_chess::{Color, Position, Role, notation};
use adv_module::program::{Claim, FromSet, Program};
use adv_module::{AdviceId, FnId, Needs, PatternId, StrategyId, TableId};
use adv_testkit::Numbers;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Ends;

/// What one question may cost: a program by chance need not come to an end.
const LIMITS: Limits = Limits {
    fuel: 60_000,
    positions: 120,
    depth: 12,
    stack: 512 << 10,
    memory: 1 << 20,
};
/// After how many calls a function becomes native code.
const CALLS: u32 = 2;
/// Values of definitions that are compared in one program.
const VALUES: usize = 8;
/// Patterns whose facts are compared in one program.
const PATTERNS: usize = 4;
/// States of a short proof: one that has more is not compared.
const STATES: u64 = 3_000;

/// Positions for every program, besides those of its own men.
const POSITIONS: [&str; 2] = [
    "8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
];

/// Asks native code and the interpreter the same questions.
///
/// # Errors
/// The first question to which their answers differ, or an answer that is no legal move.
pub(super) fn agree(
    rulebook: &Rulebook,
    numbers: &mut Numbers,
    ends: &mut Ends,
) -> Result<(), String> {
    let mut native = rulebook.engine(LIMITS);
    native.set_native_after(CALLS);
    let mut plain = rulebook.engine(LIMITS);
    plain.set_native(false);
    let program = rulebook.program();
    for position in positions(program, numbers) {
        for subject in subjects(program, numbers) {
            let answer = ask(&mut native, subject, &position)?;
            let expected = ask(&mut plain, subject, &position)?;
            if answer != expected {
                let fen = notation::fen(&position);
                return Err(format!(
                    "{subject:?} in {fen}\nnative:      {answer}\ninterpreted: {expected}"
                ));
            }
            *ends.entry("answers compared").or_default() += 1;
        }
        facts(&mut native, &mut plain, &position, ends)?;
        for _ in 0..VALUES {
            values(&mut native, &mut plain, &position, numbers)?;
        }
    }
    Ok(())
}

/// The facts of the first patterns for both sides, with what they are worth and called.
fn facts(
    native: &mut Engine,
    plain: &mut Engine,
    position: &Position,
    ends: &mut Ends,
) -> Result<(), String> {
    let patterns = native.module().patterns.iter().take(PATTERNS).enumerate();
    let patterns: Vec<_> = patterns
        .map(|(at, of)| {
            (
                u16::try_from(at).unwrap_or(u16::MAX),
                of.worth,
                of.called.clone(),
            )
        })
        .collect();
    for (at, worth, called) in patterns {
        for us in [Color::White, Color::Black] {
            let told = |engine: &mut Engine| {
                let mut asking = engine.asking(position, us);
                let mut told = Vec::new();
                for here in asking.facts(PatternId(at))? {
                    told.push((
                        here,
                        asking.word(worth, here)?,
                        asking.slots(&called, here)?,
                    ));
                }
                Ok::<_, Stop>(told)
            };
            let (found, expected) = (told(native), told(plain));
            if let (Ok(found), Ok(expected)) = (&found, &expected)
                && found != expected
            {
                let fen = notation::fen(position);
                return Err(format!(
                    "pattern {at} for {us} in {fen}\nnative:      {found:?}\ninterpreted: {expected:?}"
                ));
            }
            *ends.entry("patterns compared").or_default() += 1;
        }
    }
    Ok(())
}

/// What is printed of a program: what it does in a few positions with the reasons, and what its smaller claims come to.
pub(super) fn printed(rulebook: &Rulebook) -> String {
    let mut engine = rulebook.engine(LIMITS);
    engine.set_native(false);
    let program = rulebook.program();
    let mut numbers = Numbers::new(1);
    let options = Options {
        why: true,
        replies: Replies::TestedFirst,
        uncounted: false,
    };
    let extras = text::Extras {
        stats: true,
        why: true,
    };
    let mut told = String::new();
    for position in positions(program, &mut numbers) {
        for subject in subjects(program, &mut numbers) {
            let answer = match subject {
                Subject::Table(table) => engine.consult(table, &position, &options),
                Subject::Advice(advice) => engine.try_advice(advice, &position, &options),
                Subject::Strategy(_) => {
                    let begun = Strategy::begin(&mut engine, subject, &position, Mode::Strong);
                    told.push_str(&format!("{:?}\n", begun.map(|(_, step)| step)));
                    continue;
                }
            };
            told.push_str(&match answer {
                Ok(answer) => format!(
                    "{}{}\n",
                    text::consultation(program, &answer, extras),
                    json::value(&json::explained(&Explained::new(program, &answer), true))
                ),
                Err(failure) => format!("{failure:?}\n"),
            });
        }
    }
    let small = program.claims.iter();
    for claim in small.filter(|claim| is_small(program, claim)).take(2) {
        let watch = Watch::new();
        watch.stop_after(STATES);
        let Ok(prover) = prover(rulebook, false) else {
            continue;
        };
        let settled =
            alone(|| prover.settle(claim, Comparison::No, Keeping::default(), &watch, &[]));
        told.push_str(&match settled {
            Ok(Proved::Settled(settled)) => {
                let proof = Proof {
                    module: program,
                    claim,
                    report: settled.report(),
                };
                format!(
                    "{}{}\n",
                    proof::text(&proof, TextForm::Terminal),
                    proof::json(&proof)
                )
            }
            Ok(Proved::Scanned(scan)) => {
                let scanned = Scanned {
                    module: program,
                    claim,
                    scan: &scan,
                };
                format!(
                    "{}{}\n",
                    scan::text(&scanned, TextForm::Terminal),
                    scan::json(&scanned)
                )
            }
            Ok(Proved::Interrupted(_)) => "interrupted\n".to_owned(),
            Err(error) => format!("{error}\n"),
        });
    }
    told
}

/// A few positions: two that are always tried, the program's example, and two by chance with its men.
fn positions(program: &Program, numbers: &mut Numbers) -> Vec<Position> {
    let mut found: Vec<Position> = POSITIONS
        .into_iter()
        .chain(program.example.as_deref())
        .filter_map(|fen| notation::parse_fen(fen).ok())
        .collect();
    let materials: Vec<[[u8; 6]; 2]> = program
        .strategies
        .iter()
        .filter_map(|strategy| strategy.material.as_ref())
        .chain(
            program
                .tables
                .iter()
                .filter_map(|table| table.material.as_ref()),
        )
        .chain(program.material.as_ref())
        .map(|material| material.counts)
        .collect();
    for _ in 0..2 {
        if materials.is_empty() {
            break;
        }
        let counts = numbers.one(&materials);
        found.extend((0..20).find_map(|_| by_chance(&counts, numbers)));
    }
    found
}

/// The men of a material anywhere; `None` where that is no legal position.
pub(super) fn by_chance(counts: &[[u8; 6]; 2], numbers: &mut Numbers) -> Option<Position> {
    let mut board = [b'1'; 64];
    for (side, roles) in counts.iter().enumerate() {
        for (letter, count) in b"KQRBNP".iter().zip(roles) {
            let letter = if side == 0 {
                *letter
            } else {
                letter.to_ascii_lowercase()
            };
            for _ in 0..*count {
                let free = (0..40)
                    .map(|_| numbers.below(64))
                    .find(|at| board[*at] == b'1');
                board[free?] = letter;
            }
        }
    }
    let ranks: Vec<&str> = board
        .chunks(8)
        .filter_map(|rank| std::str::from_utf8(rank).ok())
        .collect();
    let turn = numbers.one(&["w", "b"]);
    notation::parse_fen(&format!("{} {turn} - - 0 1", ranks.join("/"))).ok()
}

/// Some of what can be asked.
fn subjects(program: &Program, numbers: &mut Numbers) -> Vec<Subject> {
    let id = |index: usize| u16::try_from(index).unwrap_or(u16::MAX);
    let mut all: Vec<Subject> = Vec::new();
    all.extend((0..program.tables.len()).map(|at| Subject::Table(TableId(id(at)))));
    all.extend((0..program.advice.len()).map(|at| Subject::Advice(AdviceId(id(at)))));
    all.extend((0..program.strategies.len()).map(|at| Subject::Strategy(StrategyId(id(at)))));
    if all.is_empty() {
        return all;
    }
    numbers.some(&all, 3)
}

/// An answer in full, as a text; a limit that was reached is an answer too.
fn ask(engine: &mut Engine, subject: Subject, position: &Position) -> Result<String, String> {
    let options = Options {
        why: true,
        replies: Replies::TestedFirst,
        uncounted: false,
    };
    let (answer, ours) = match subject {
        Subject::Table(table) => {
            let answer = engine.consult(table, position, &options);
            let ours = answer.as_ref().ok().and_then(adv::Consultation::first_move);
            (format!("{answer:?}"), ours)
        }
        Subject::Advice(advice) => {
            let answer = engine.try_advice(advice, position, &options);
            let ours = answer.as_ref().ok().and_then(adv::Consultation::first_move);
            (format!("{answer:?}"), ours)
        }
        Subject::Strategy(_) => {
            let begun = Strategy::begin(engine, subject, position, Mode::Strong);
            let ours = begun.as_ref().ok().and_then(|(_, step)| step.our_move());
            (format!("{:?}", begun.map(|(_, step)| step)), ours)
        }
    };
    match ours {
        Some(ours) if !position.legal_moves().contains(&ours) => Err(format!(
            "{ours} is not legal in {}",
            notation::fen(position)
        )),
        _ => Ok(answer),
    }
}

/// A definition's value, by both evaluators.
fn values(
    native: &mut Engine,
    plain: &mut Engine,
    position: &Position,
    numbers: &mut Numbers,
) -> Result<(), String> {
    let program = native.module();
    let own = numbers.below(program.functions.len());
    let Some(function) = program.functions.get(own) else {
        return Ok(());
    };
    let at = own + program.imports.len();
    if function.needs != Needs::NONE {
        return Ok(());
    }
    let arguments: Vec<u64> = (function.params.iter())
        .map(|ty| argument(*ty, numbers))
        .collect();
    let id = FnId(u32::try_from(at).unwrap_or(u32::MAX));
    // Called as often as it takes to become native code.
    for _ in 0..=CALLS {
        let us = position.turn();
        let value = native.evaluate(id, &arguments, position, us);
        let expected = plain.evaluate(id, &arguments, position, us);
        if value != expected {
            let fen = notation::fen(position);
            return Err(format!(
                "{id:?} of {arguments:?} in {fen}: native {value:?}, interpreted {expected:?}"
            ));
        }
    }
    Ok(())
}

/// A word of a type.
fn argument(ty: adv_module::Ty, numbers: &mut Numbers) -> u64 {
    use adv_module::Ty;
    match ty {
        Ty::Board => match numbers.below(4) {
            0 => 0,
            1 => numbers.bits() & numbers.bits(),
            _ => 1 << numbers.below(64),
        },
        Ty::Number => match numbers.below(6) {
            0 => i64::MIN as u64,
            1 => i64::MAX as u64,
            _ => (numbers.below(20) as i64 - 6) as u64,
        },
        Ty::Truth => numbers.below(2) as u64,
        Ty::Piece => (numbers.below(Role::ALL.len() + 1) + 8 * numbers.below(2)) as u64,
        Ty::Side => numbers.below(Color::ALL.len()) as u64,
    }
}

thread_local! {
    /// A pool of one thread, so that proofs of several attacking threads do not wait for each other.
    static POOL: OnceCell<ThreadPool> = const { OnceCell::new() };
}

/// Works in a pool of one thread.
pub(super) fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    POOL.with(|pool| {
        let pool = pool.get_or_init(|| {
            let threads = ThreadPoolBuilder::new().num_threads(1).stack_size(64 << 20);
            threads.build().expect("a pool can be made")
        });
        pool.install(work)
    })
}

/// Settles a program's claims with both evaluators, as far as they are settled soon.
///
/// # Errors
/// The first claim whose reports differ.
pub(super) fn prove_alike(rulebook: &Rulebook, ends: &mut Ends) -> Result<(), String> {
    let program = rulebook.program();
    let soon = program
        .claims
        .iter()
        .filter(|claim| is_small(program, claim));
    for claim in soon.take(2) {
        let told = [true, false].map(|is_native| -> Result<Option<String>, String> {
            let watch = Watch::new();
            watch.stop_after(STATES);
            let prover = prover(rulebook, is_native)?;
            let proved =
                alone(|| prover.settle(claim, Comparison::No, Keeping::default(), &watch, &[]));
            Ok(told(proved))
        });
        let [native, plain] = told;
        let (native, plain): (Option<String>, Option<String>) = (native?, plain?);
        match (native, plain) {
            (Some(native), Some(plain)) if native != plain => {
                let text = &claim.text;
                return Err(format!(
                    "{text}\nnative:      {native}\ninterpreted: {plain}"
                ));
            }
            (Some(_), Some(_)) => *ends.entry("claims compared").or_default() += 1,
            _ => *ends.entry("claims left open").or_default() += 1,
        }
    }
    Ok(())
}

/// True for a claim whose positions are soon gone through: one, few, or all of three men.
pub(super) fn is_small(program: &Program, claim: &Claim) -> bool {
    let men = adv::material_of_claim(program, claim).map_or(0, |material| material.men());
    match claim.from.set {
        FromSet::One(_) => men <= 5,
        FromSet::List(ref fens) => fens.len() <= 4 && men <= 4,
        FromSet::Random(count) => men <= 4 && count <= 200 && claim.from.condition.is_none(),
        FromSet::All => men <= 3,
    }
}

/// A prover with the limits of an attack.
pub(super) fn prover(rulebook: &Rulebook, is_native: bool) -> Result<Prover, String> {
    let prover = Prover::new(rulebook.clone(), LIMITS);
    let mut prover = prover.map_err(|error| error.to_string())?;
    match is_native {
        true => prover.engine_mut().set_native_after(CALLS),
        false => prover.engine_mut().set_native(false),
    }
    Ok(prover)
}

/// A result in full; `None` where it was interrupted.
pub(super) fn told(proved: Result<Proved, SettleError>) -> Option<String> {
    match proved {
        Ok(Proved::Settled(settled)) => {
            let mut report = settled.report().clone();
            // What is kept and what it rests on is no part of what is found.
            report.memory = 0;
            report.rests_on.clear();
            Some(format!("{report:?}"))
        }
        Ok(Proved::Scanned(scan)) => Some(format!("{scan:?}")),
        Ok(Proved::Interrupted(_)) => None,
        Err(error) => Some(error.to_string()),
    }
}
