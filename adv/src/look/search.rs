//! The positions in which a look asks its questions: a few of each class, then all that may settle a question that is still open.

use adv_chess::Position;
use adv_module::program::Place;
use adv_prover::Candidates;
use adv_vm::{Engine, Limits, Stop};
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};

use super::Effort;
use super::facts::Fact;
use super::places::Walk;
use super::questions::{Count, MaterialQuestion};
use crate::engines::Engines;

/// Positions of each class in which all questions are asked that are still open, in rounds.
const ROUNDS: [u64; 2] = [64, 1024];

/// Facts that a check asks with the whole effort; where more are open, each has a part of it.
const FACTS: u64 = 24;

/// Numbers of a class in one piece of work for a thread.
const PIECE: u64 = 1024;

/// Answer to a question that was not settled.
#[derive(Debug)]
pub(super) struct Unsettled {
    pub question: MaterialQuestion,
    pub count: Count,
    /// True where all positions of the material were asked or ruled out, false where the counts are of a sample.
    pub whole: bool,
}

/// Asks all questions about a program; what is left are those that no position settles, in the order of the text's tables.
///
/// # Errors
/// [`Stop::Interrupted`]; another stop ends a piece of the work, and its question stays open.
pub(super) fn answers(
    walks: &[Walk],
    engine: &Engine,
    facts: Vec<Fact>,
    effort: Effort,
    tick: &(impl Fn(u64) + Sync),
) -> Result<Vec<Unsettled>, Stop> {
    let engines = Engines::of(engine);
    let mut questions = MaterialQuestion::all(engine.module(), facts);
    // What cannot be seen as a whole is asked in a sample, or not at all.
    let is_partial = |of: &MaterialQuestion| {
        walks
            .iter()
            .any(|walk| walk.partial && of.is_asked_in(walk))
    };
    questions.retain(|of| effort.sample > 0 || !of.goes_on() || !is_partial(of));
    let parts: Vec<_> = questions
        .iter()
        .filter_map(|of| of.part(&Count::default()))
        .collect();
    let mut open: Vec<(MaterialQuestion, Count)> = questions
        .into_iter()
        .map(|question| (question, Count::default()))
        .collect();
    let mut begin = 0;
    for end in ROUNDS {
        sample(walks, &engines, &mut open, begin..end, tick)?;
        begin = end;
    }
    // Many facts share what a few may cost.
    let facts = open.iter().filter(|(of, _)| of.is_fact()).count() as u64;
    let shares = match effort.sample {
        0 => facts.div_ceil(FACTS).max(1),
        _ => 1,
    };
    let proofs = open.par_iter().map(|(question, count)| {
        let share = if question.is_fact() { shares } else { 1 };
        engines.with(|engine| proof(walks, engine, (effort, share), (question, count), tick))
    });
    let proofs: Vec<Proof> = proofs.collect::<Result<_, _>>()?;
    let mut unsettled = Vec::new();
    let mut sampled = Vec::new();
    for ((question, count), proof) in open.into_iter().zip(proofs) {
        match proof {
            Proof::Settled => {}
            Proof::Whole(count) => unsettled.push(Unsettled {
                question,
                count,
                whole: true,
            }),
            Proof::Open => sampled.push((question, count)),
        }
    }
    if effort.sample > begin {
        sample(walks, &engines, &mut sampled, begin..effort.sample, tick)?;
        sampled.retain(|(_, count)| count.asked > 0);
        let sampled = sampled.into_iter().map(|(question, count)| Unsettled {
            question,
            count,
            whole: false,
        });
        unsettled.extend(sampled);
    }
    // One place may be asked for several tables and by several instances: it decides where it decides in one of them.
    let values: Vec<_> = unsettled
        .iter()
        .map(|of| of.question.part(&of.count))
        .collect();
    let same = |part| values.iter().filter(|of| **of == Some(part)).count();
    let all = |place| parts.iter().filter(|of| of.0 == place).count();
    let is_constant = |part: (Place, bool)| same(part) == all(part.0);
    let mut constant = values.iter().map(|of| of.is_none_or(is_constant));
    unsettled.retain(|_| constant.next().unwrap_or(true));
    Ok(unsettled)
}

/// Asks open questions in the positions of some numbers of each walk, and leaves those that are still open.
fn sample(
    walks: &[Walk],
    engines: &Engines<'_>,
    open: &mut Vec<(MaterialQuestion, Count)>,
    numbers: std::ops::Range<u64>,
    tick: &(impl Fn(u64) + Sync),
) -> Result<(), Stop> {
    for walk in walks {
        let asked: Vec<usize> = (0..open.len())
            .filter(|at| open.get(*at).is_some_and(|of| of.0.is_asked_in(walk)))
            .collect();
        let end = numbers.end.min(walk.class.len());
        if asked.is_empty() || end <= numbers.start {
            continue;
        }
        let pieces: Vec<u64> = (numbers.start..end).step_by(PIECE as usize).collect();
        let looks = pieces.into_par_iter().map(|start| {
            let positions: Vec<_> = (start..end.min(start + PIECE))
                .filter_map(|at| walk.position(at))
                .collect();
            let Some(first) = positions.first() else {
                return Ok(Vec::new());
            };
            let counts = engines.with(|engine| {
                let mut counts = Vec::new();
                for (question, _) in asked.iter().filter_map(|at| open.get(*at)) {
                    let mut count = Count::default();
                    let mut asking = engine.asking(first, walk.us);
                    for position in &positions {
                        match question.ask(&mut asking, position, walk.us, &mut count) {
                            Ok(()) if question.is_settled(&[&count]) => break,
                            Ok(()) => {}
                            Err(Stop::Interrupted) => return Err(Stop::Interrupted),
                            Err(_) => break,
                        }
                    }
                    counts.push(count);
                }
                Ok(counts)
            });
            tick(positions.len() as u64);
            counts
        });
        for counts in looks.collect::<Result<Vec<_>, Stop>>()? {
            for (at, count) in asked.iter().zip(&counts) {
                if let Some((_, sum)) = open.get_mut(*at) {
                    sum.add(count);
                }
            }
        }
        open.retain(|(question, count)| !question.is_settled(&[count]));
    }
    Ok(())
}

/// Outcome of the look at all positions that may settle a question.
enum Proof {
    Settled,
    /// None does.
    Whole(Count),
    /// They are too many, or cost too much.
    Open,
}

/// Asks a question, by its share of the effort, in all positions of its classes in which its guide may hold. The question has been asked in
/// some of them before.
fn proof(
    walks: &[Walk],
    engine: &mut Engine,
    (effort, share): (Effort, u64),
    (question, before): (&MaterialQuestion, &Count),
    tick: &(impl Fn(u64) + Sync),
) -> Result<Proof, Stop> {
    let guide = question.guide(before);
    engine.set_limits(Limits {
        fuel: effort.proof_fuel * question.cost() / share,
        ..Limits::default()
    });
    let guiding = engine.clone();
    let (mut sum, mut steps) = (Count::default(), effort.steps / question.cost() / share);
    for walk in walks.iter().filter(|walk| question.is_asked_in(walk)) {
        if walk.partial && question.goes_on() {
            return Ok(Proof::Open);
        }
        // A guide speaks for the side to move; what has none is asked everywhere.
        let guide = guide.filter(|_| walk.turn() == walk.us);
        let cost = match guide {
            Some(_) => Candidates::placements(&walk.class),
            None => walk.class.len(),
        };
        if cost > steps {
            return Ok(Proof::Open);
        }
        if guide.is_some() {
            steps -= cost;
        }
        let candidates = Candidates::of(&walk.class, &guiding, guide);
        let mut asking = engine.asking(&Position::start(), walk.us);
        let (mut seen, mut stop, mut settled) = (0, None, false);
        let numbers = 0..walk.class.len();
        let visited = candidates.each_within(&mut steps, numbers, &mut |_, position| {
            seen += 1;
            match question.ask(&mut asking, &position, walk.us, &mut sum) {
                Ok(()) => settled = question.is_settled(&[before, &sum]),
                Err(reached) => stop = Some(reached),
            }
            Ok(stop.is_none() && !settled)
        });
        tick(seen);
        match (stop, visited) {
            (Some(Stop::Interrupted), _) => return Err(Stop::Interrupted),
            _ if settled => return Ok(Proof::Settled),
            (Some(_), _) | (None, Ok(false) | Err(_)) => return Ok(Proof::Open),
            (None, _) => {}
        }
    }
    Ok(if sum.asked == 0 && before.asked == 0 {
        Proof::Open
    } else {
        Proof::Whole(sum)
    })
}
