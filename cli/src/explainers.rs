//! The common part of `adv assess` and `adv cases`: the program that explains, and the reasons why there may be no explanation.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use adv::chess::{Color, Material, Position, parse_position};
use adv::explain::{Cases, ExplainError, ExplainOptions, Explainer, Explanation, Judged};
use adv::program::EvaluationId;
use adv::render::explanation::Shown;
use adv::tables::MAX_MEN;
use adv::{NoReply, PerfectPlay, Rulebook, Stop};
use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _,
};
use rayon::slice::ParallelSlice as _;

use crate::args::{EngineArgs, JitArg};
use crate::cmd::assess::AssessedBy;
use crate::opponent::Spec;
use crate::opponent::uci::Uci;
use crate::{Exit, Trouble, io, program, say, truth};

/// The explainer and the judging engine of one thread; threads share neither.
pub struct Worker {
    /// Program prepared for explaining positions.
    pub explainer: Explainer,
    /// Engine that judges explanations by its values; `None` where the arguments name none.
    pub engine: Option<Uci>,
}

/// Reason why a position has no explanation.
#[derive(Debug)]
pub enum Failed {
    /// Finding the facts came to a limit, or the program is for other men.
    Explaining(ExplainError),
    /// The engine that judges failed or was interrupted.
    Judging(NoReply),
}

impl From<ExplainError> for Failed {
    fn from(error: ExplainError) -> Failed {
        Failed::Explaining(error)
    }
}

impl From<NoReply> for Failed {
    fn from(reply: NoReply) -> Failed {
        Failed::Judging(reply)
    }
}

impl Worker {
    /// Explains a position, judged by the engine if there is one.
    pub fn explain(
        &mut self,
        evaluation: EvaluationId,
        position: &Position,
        options: &ExplainOptions,
        cases: Option<&Cases<'_>>,
    ) -> Result<Explanation, Failed> {
        let mut explanation = self
            .explainer
            .explain_by(evaluation, position, options, cases)?;
        if let Some(engine) = &mut self.engine {
            judge(engine, &mut explanation, None)?;
        }
        Ok(explanation)
    }
}

/// Loads the program by which positions are explained: the one of `--with`, or the library's patterns.
pub fn rulebook(by: &AssessedBy) -> Result<Rulebook, Trouble> {
    match &by.with {
        Some(file) => program::load(file),
        None => library(),
    }
}

/// Loads the patterns of the library.
pub fn library() -> Result<Rulebook, Trouble> {
    Ok(Rulebook::load("assess.adv", adv::PATTERNS_PROGRAM)?)
}

/// Error message for a position with castling rights of Chess960.
pub const CHESS960: &str = "the position has castling rights of Chess960, and adv knows the castling of chess alone; write `-` for them";

/// True where a FEN has castling rights of Chess960: files as letters, or a king on its first rank that is not on the e-file.
pub fn is_of_chess960(fen: &str) -> bool {
    let mut fields = fen.split_whitespace();
    let (Some(board), Some(rights)) = (fields.next(), fields.nth(1)) else {
        return false;
    };
    let are_files =
        |of: &str| !of.is_empty() && of.bytes().all(|of| b"ABCDEFGHabcdefgh".contains(&of));
    let is_aside = |rank: Option<&str>, king: char, rights_of: [char; 2]| {
        let squares = rank.unwrap_or_default().chars().flat_map(|of| {
            let empty = of.to_digit(10).filter(|of| *of <= 8);
            std::iter::repeat_n(of, empty.map_or(1, |of| of as usize))
        });
        let at = squares.into_iter().position(|of| of == king);
        rights.contains(rights_of) && at.is_some_and(|at| at != 4)
    };
    are_files(rights)
        || is_aside(board.rsplit('/').next(), 'K', ['K', 'Q'])
        || is_aside(board.split('/').next(), 'k', ['k', 'q'])
}

/// Parses a position that the user gave as FEN or as a list of men.
pub fn position(text: &str) -> Result<Position, Trouble> {
    parse_position(text).map_err(|error| {
        if is_of_chess960(text) {
            return Trouble::new(CHESS960);
        }
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

/// Language of an explanation, the limit that it names, and the option that tells all facts.
pub fn shown(by: &AssessedBy) -> Shown<'_> {
    Shown {
        language: &by.lang,
        limit: by.positions_limit,
        all: "--all",
    }
}

/// True where an argument can be read as a file: standard input, or a path that exists.
pub fn is_file(path: &Path) -> bool {
    io::is_stdin(path) || path.exists()
}

/// Evaluation that the arguments name, or the first of the program.
pub fn evaluation(by: &AssessedBy, rulebook: &Rulebook) -> Result<EvaluationId, Trouble> {
    let evaluations = &rulebook.program().evaluations;
    let place = match &by.evaluation {
        None => (!evaluations.is_empty()).then_some(0),
        Some(name) => match evaluations.iter().position(|of| of.name == *name) {
            Some(place) => Some(place),
            None => {
                let names: Vec<&str> = evaluations.iter().map(|of| of.name.as_str()).collect();
                let trouble = trouble!("the program has no evaluation `{name}`");
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

/// Tables of perfect play for the materials of some positions, where they can be computed or Syzygy folders are named.
pub fn values(syzygy: &[PathBuf], positions: &[Position]) -> Result<Arc<PerfectPlay>, Trouble> {
    let mut values = truth::open(syzygy, None)?;
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

/// Prepares a program for explaining, with the tables of perfect play for the positions.
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

/// Number of threads for `work` items: the wanted number, else the number of cores; at most one thread for each item, at least one.
pub fn threads(wanted: Option<u16>, work: usize) -> usize {
    let usual = || thread::available_parallelism().map_or(1, usize::from);
    let most = wanted.map_or_else(usual, usize::from);
    most.min(work).max(1)
}

/// Prepares the explainer and the judging engine of one thread; the engine only if the arguments name one.
pub fn worker(
    by: &AssessedBy,
    rulebook: &Rulebook,
    values: &Arc<PerfectPlay>,
) -> Result<Worker, Trouble> {
    Ok(Worker {
        explainer: explainer(by, rulebook, values)?,
        engine: engine(by)?,
    })
}

/// Prepares one worker, an explainer with its engine, for each thread.
pub fn workers(
    by: &AssessedBy,
    rulebook: &Rulebook,
    values: &Arc<PerfectPlay>,
    threads: usize,
) -> Result<Vec<Worker>, Trouble> {
    (0..threads).map(|_| worker(by, rulebook, values)).collect()
}

/// Calls `ask` for each thing, the workers sharing them; the results are in the order of the things. A panic of one thread is passed on.
pub fn each<W: Send, T: Sync, R: Send>(
    workers: &mut [W],
    things: &[T],
    ask: impl Fn(&mut W, &T) -> R + Sync,
) -> Vec<R> {
    let share = things.len().div_ceil(workers.len().max(1)).max(1);
    let parts = things.par_chunks(share).zip(workers.par_iter_mut());
    let ask = &ask;
    let answers =
        parts.flat_map_iter(|(part, worker)| part.iter().map(move |thing| ask(worker, thing)));
    answers.collect()
}

/// Trouble for a position without an explanation, with its exit code.
pub fn failed(failed: impl Into<Failed>) -> Trouble {
    let error = match failed.into() {
        Failed::Explaining(error) => error,
        Failed::Judging(reply) => return Trouble::with_exit(Exit::Opponent, reply.to_string()),
    };
    match error {
        ExplainError::Stopped(Stop::Fuel) => {
            say("finding the facts ran out of fuel [S0002]; `--fuel` gives more");
            Trouble::Said(Exit::Budget)
        }
        ExplainError::Stopped(stop) => {
            say!("{stop} [{}]", stop.code());
            Trouble::Said(Exit::Budget)
        }
        ExplainError::Refused(failure) => Trouble::new(failure.to_string()),
    }
}

/// Greatest loss of an advised move in the engine's values, in hundredths of a pawn; worse moves are dropped.
const WORSE: i32 = 30;

/// Starts the engine of `--engine`, for one thread; `None` where the arguments name none.
fn engine(by: &AssessedBy) -> Result<Option<Uci>, Trouble> {
    match &by.engine {
        Some(Spec::Uci(command)) => {
            Uci::start(command, EngineArgs::of_nodes(by.engine_nodes)).map(Some)
        }
        Some(other) => Err(trouble!("`{other}` is no engine that judges")
            .help("write `--engine uci:COMMAND`, such as `--engine uci:stockfish`")),
        None => Ok(None),
    }
}

/// Asks the engine about a position and its advised moves, and drops the moves that are worse than the engine's value by more than `WORSE`.
/// `played` is the value after a move of a game, which then counts as the position's. Where the explanation has a mate, all moves stay.
pub fn judge(
    engine: &mut Uci,
    explanation: &mut Explanation,
    played: Option<&Judged>,
) -> Result<(), NoReply> {
    let position = explanation.position;
    if explanation.end.is_some() {
        return Ok(());
    }
    let best = match explanation.judged.take() {
        Some(known) => known,
        None => engine.judge(&position)?,
    };
    for mv in explanation.advised() {
        let after = position.play(mv);
        let Some(judged) = after_move(engine, &after)? else {
            continue;
        };
        let least = value_for(&position, played.unwrap_or(&best));
        if value_for(&position, &judged) < least - WORSE && explanation.mate().is_none() {
            explanation.give_up(mv);
        } else {
            explanation.judged_moves.push((mv, judged));
        }
    }
    explanation.judged = Some(best);
    Ok(())
}

fn after_move(engine: &mut Uci, after: &Position) -> Result<Option<Judged>, NoReply> {
    match after.has_legal_move() {
        true => engine.judge(after).map(Some),
        false => Ok(None),
    }
}

/// Engine's value for the side to move, in hundredths of a pawn; mates lie beyond all other values.
fn value_for(position: &Position, judged: &Judged) -> i32 {
    let value = match judged.mate {
        Some(moves) => moves.signum() * (100_000 - moves.abs()),
        None => judged.value,
    };
    match position.turn() {
        Color::White => value,
        Color::Black => -value,
    }
}
