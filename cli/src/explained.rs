//! By which program positions are explained, which positions these are, and why there may be no explanation: what `adv assess` and
//! `adv cases` have in common.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use adv::chess::{Material, Position, parse_position};
use adv::explain::{ExplainError, Explainer};
use adv::program::EvaluationId;
use adv::tables::MAX_MEN;
use adv::{PerfectPlay, Rulebook, Stop};

use crate::args::{AssessedBy, JitArg};
use crate::epd::{self, EpdLine};
use crate::exit::{Exit, Trouble, say};
use crate::io;
use crate::messages::Messages;
use crate::{program, truth};

/// A position of a file.
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Its EPD id.
    pub id: Option<String>,
    /// The position.
    pub position: Position,
}

/// The program by which positions are explained.
pub fn rulebook(by: &AssessedBy, messages: &Messages) -> Result<Rulebook, Trouble> {
    match &by.with {
        Some(file) => program::load(file, messages),
        None => Rulebook::load("assess.adv", adv::PATTERNS_PROGRAM)
            .map_err(|error| program::refused(error, messages)),
    }
}

/// A position that was given.
pub fn position(text: &str) -> Result<Position, Trouble> {
    parse_position(text).map_err(|error| {
        let is_name = !text.contains([' ', ':']) && !text.contains('/');
        Trouble::new(match is_name {
            true => format!("there is no file `{text}`, and it is no position"),
            false => format!("the position cannot be used: {error}"),
        })
        .help(
            "give a FEN in quotes, a list of men such as \"W: Ke6, Rg6; B: Kc5\", or the name of a file of such lines",
        )
    })
}

/// True for what is to be read: standard input, or a file that is there.
pub fn is_file(path: &Path) -> bool {
    io::is_stdin(path) || path.exists()
}

/// The evaluation that is asked for.
pub fn evaluation(by: &AssessedBy, rulebook: &Rulebook) -> Result<EvaluationId, Trouble> {
    let evaluations = &rulebook.program().evaluations;
    let place = match &by.evaluation {
        None => (!evaluations.is_empty()).then_some(0),
        Some(name) => match evaluations.iter().position(|of| of.name == *name) {
            Some(place) => Some(place),
            None => {
                let names: Vec<&str> = evaluations.iter().map(|of| of.name.as_str()).collect();
                let trouble = Trouble::new(format!("the program has no evaluation `{name}`"));
                return Err(trouble.help(match names.as_slice() {
                    [] => "it has no patterns: write some, or `use std.patterns`".to_owned(),
                    names => format!("it has {}", names.join(", ")),
                }));
            }
        },
    };
    let place = place.and_then(|place| u16::try_from(place).ok());
    place.map(EvaluationId).ok_or_else(|| {
        Trouble::new("the program has no patterns, so it explains nothing").help(
            "write a pattern, or `use std.patterns`; `adv assess` without `--with` uses these",
        )
    })
}

/// The tables that know the positions, as far as tables are made or named.
pub fn values(by: &AssessedBy, positions: &[Position]) -> Result<Arc<PerfectPlay>, Trouble> {
    let mut values = truth::open(&by.syzygy, None)?;
    let mut known: Vec<Material> = Vec::new();
    for position in positions {
        let material = Material::of(position);
        if position.occupied().count_ones() <= MAX_MEN && !known.contains(&material) {
            truth::prepare(&mut values, &material, false)?;
            known.push(material);
        }
    }
    Ok(Arc::new(values))
}

/// A program prepared for explaining, with what is known of the positions.
pub fn explainer(
    by: &AssessedBy,
    rulebook: &Rulebook,
    values: &Arc<PerfectPlay>,
) -> Result<Explainer, Trouble> {
    let made = Explainer::new(rulebook.linked(), by.limits());
    let mut explainer = made.map_err(|error| Trouble::new(error.to_string()))?;
    explainer.set_oracle(Some(values.clone()));
    if by.jit == JitArg::Off {
        explainer.engine_mut().set_native(false);
    }
    Ok(explainer)
}

/// How many threads explain so many things: as many as asked for, or as there are cores, and no more than there is work for.
pub fn threads(wanted: Option<u16>, work: usize) -> usize {
    let usual = || thread::available_parallelism().map_or(1, usize::from);
    let most = wanted.map_or_else(usual, usize::from);
    most.min(work).max(1)
}

/// A program prepared for each of so many threads.
pub fn explainers(
    by: &AssessedBy,
    rulebook: &Rulebook,
    values: &Arc<PerfectPlay>,
    threads: usize,
) -> Result<Vec<Explainer>, Trouble> {
    (0..threads)
        .map(|_| explainer(by, rulebook, values))
        .collect()
}

/// Asks about each of some things, the threads sharing them; the answers are in the order of the things. A defect in one thread is one of the
/// whole, so that no answer is taken for that of another.
pub fn each<T: Sync, R: Send>(
    explainers: &mut [Explainer],
    things: &[T],
    ask: impl Fn(&mut Explainer, &T) -> R + Sync,
) -> Vec<R> {
    let share = things.len().div_ceil(explainers.len().max(1)).max(1);
    thread::scope(|scope| {
        let parts = things.chunks(share).zip(explainers);
        let ask = &ask;
        let running: Vec<_> = parts
            .map(|(part, explainer)| {
                scope.spawn(move || part.iter().map(|thing| ask(explainer, thing)).collect())
            })
            .collect();
        let mut answers = Vec::with_capacity(things.len());
        for thread in running {
            let part: Vec<R> = thread.join().unwrap_or_else(|defect| resume_unwind(defect));
            answers.extend(part);
        }
        answers
    })
}

/// Why there is no explanation.
pub fn failed(error: &ExplainError) -> Trouble {
    match error {
        ExplainError::Stopped(Stop::Fuel) => {
            say("finding the facts ran out of fuel [S0002]; `--fuel` gives more");
            Trouble::Said(Exit::Budget)
        }
        ExplainError::Stopped(stop) => {
            say(format_args!("{stop} [{}]", stop.code()));
            Trouble::Said(Exit::Budget)
        }
        ExplainError::Refused(failure) => Trouble::new(failure.to_string()),
    }
}

/// The lines of a file that are positions, and how many are none; these are reported.
pub fn read(file: &Path) -> Result<(Vec<Line>, usize), Trouble> {
    let mut input = io::lines(file)?;
    let mut buffer = Vec::new();
    let (mut lines, mut bad) = (Vec::new(), 0);
    for number in 1.. {
        let line = epd::next_line(&mut *input, &mut buffer)
            .map_err(|error| io::unreadable(file, &error))?;
        match line {
            EpdLine::End => break,
            EpdLine::Nothing => {}
            EpdLine::Bad(error) => {
                bad += 1;
                let shown = io::shown(file);
                say(format_args!(
                    "{shown}:{number}:{}: {}",
                    error.column, error.sentence
                ));
            }
            EpdLine::Entry(entry) => lines.push(Line {
                number,
                id: entry.id.clone(),
                position: entry.position,
            }),
        }
    }
    Ok((lines, bad))
}
