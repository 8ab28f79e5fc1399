//! What is to be settled, and what comes of it.

use std::fmt;
use std::sync::Arc;

use adv_chess::{Move, Position, notation};
use adv_module::program::{Claim, ClaimSubject};
use adv_module::{FnId, Program};
use adv_vm::{Engine, Failure, Mode, Oracle, Subject, Wanted};

use crate::broken::Broken;
use crate::checkpoint;
use crate::explore::{Explored, Explorer, Play};
use crate::goals::Goals;
use crate::lines::choice_of;
use crate::map::{Map, has_faults_behind, sorted};
use crate::pack::unpack_move;
use crate::palette::{Outcome, Palette};
use crate::perfect::first_move;
use crate::report::{Choice, Report, Scan};
use crate::roots::{Sides, want_roots};
use crate::scan::scan;
use crate::settle::{Settlement, settle};
use crate::share::share;
use crate::states::{Layer, State};
use crate::tally::{Results, report};
use crate::values::{BROKEN, Values};
use crate::watch::{Phase, Watch};

/// What is to be settled.
pub struct Task<'a> {
    /// The program, under the limits of one consultation. Where the claim asks for values its oracle is set.
    pub engine: &'a Engine,
    /// One of the program's claims.
    pub claim: &'a Claim,
    /// Tells how far the proof is, and ends it.
    pub watch: &'a Watch,
    /// The oracle of perfect play to compare with; `None` leaves the comparison out.
    pub perfect: Option<Arc<dyn Oracle>>,
    /// The checkpoint of an interrupted proof of the same claim of the same program.
    pub checkpoint: Option<&'a [u8]>,
    /// A fingerprint of the program: a checkpoint of another program is refused.
    pub fingerprint: u64,
}

/// What became of a task.
pub enum Proved {
    /// A claim about play is settled.
    Settled(Box<Settled>),
    /// A claim about descriptors is settled.
    Scanned(Scan),
    /// It was interrupted; these bytes are its checkpoint. Empty for a claim about descriptors, which begins again.
    Interrupted(Vec<u8>),
}

/// Why a claim cannot be settled.
#[derive(Clone, Debug, PartialEq)]
pub enum ProveError {
    /// The claim is about every position, and the program declares no material.
    NoMaterial,
    /// The class of the material is larger than can be numbered or held in memory.
    TooLarge {
        /// The class's name.
        class: String,
        /// How many positions it has numbers for, where that can be said.
        numbers: Option<u64>,
    },
    /// The only position is not one that the subject is for.
    Unfit(Failure),
    /// A consultation or a descriptor reached a limit, or needed a value that the oracle does not know.
    Stopped {
        /// The position.
        position: Position,
        /// What stopped it.
        failure: Failure,
    },
    /// The checkpoint is damaged, or of another program, claim or version.
    Checkpoint(String),
    /// There are more control points, choices or levels than can be numbered.
    TooManyChoices,
}

/// A claim about play, settled: the report, and the states for further queries.
pub struct Settled {
    pub(crate) report: Report,
    pub(crate) engine: Engine,
    pub(crate) map: Map,
    pub(crate) settlement: Settlement,
    pub(crate) broken: Option<Broken>,
}

/// What becomes of one root.
#[derive(Clone, Debug, PartialEq)]
pub struct Fate {
    /// The plies that the longest line takes to what is to be reached; `None` where some line breaks the claim.
    pub plies: Option<u32>,
    /// The move that is played, the first of several.
    pub first: Option<(Move, Choice)>,
}

/// Settles a claim. The work is shared by the threads of the rayon pool that this is called in, and its result does not depend on
/// them.
///
/// # Errors
/// [`ProveError`] where it cannot be settled. That a claim does not hold is no error.
pub fn prove(task: &Task<'_>) -> Result<Proved, ProveError> {
    Session::new().prove(task, &[])
}

/// Settles the claims of one program, one after the other: what is explored for one that follows every choice serves the other that
/// follows the first one only.
#[derive(Default)]
pub struct Session {
    kept: Option<Kept>,
}

/// What was explored for a claim, every choice.
struct Kept {
    claim: Claim,
    fingerprint: u64,
    layers: Arc<Vec<Layer>>,
    palette: Palette,
    outcomes: Arc<Vec<Outcome>>,
    /// Every choice was explored.
    every: bool,
    known: u64,
}

impl Kept {
    fn checkpoint(&self, task: &Task<'_>) -> Vec<u8> {
        let text = &task.claim.text;
        checkpoint::write(
            task.fingerprint,
            text,
            self.every,
            &self.palette,
            &self.layers,
        )
    }
}

/// True where two claims play alike, but for the choices that they follow. Each has functions of its own, so that it is their code
/// that is compared.
fn play_alike(module: &Program, a: &Claim, b: &Claim) -> bool {
    let function = |id: FnId| {
        let own = id.index().checked_sub(module.imports.len());
        own.and_then(|at| module.functions.get(at))
    };
    let same = |a: Option<FnId>, b: Option<FnId>| match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            a == b || function(a).map(|f| &f.code) == function(b).map(|f| &f.code)
        }
        _ => false,
    };
    let goals = a.goals.iter().zip(&b.goals);
    let mut goals = goals.map(|(a, b)| {
        a.word == b.word && a.mate == b.mate && (a.mate || same(a.goal.test, b.goal.test))
    });
    a.subject == b.subject
        && a.from.set == b.from.set
        && a.from.seed == b.from.seed
        && same(a.from.condition, b.from.condition)
        && a.weak == b.weak
        && a.goals.len() == b.goals.len()
        && goals.all(|same| same)
}

impl Session {
    /// Nothing kept yet.
    pub fn new() -> Session {
        Session::default()
    }

    /// Settles a claim; `later` are those of the same program that will be settled after it.
    ///
    /// # Errors
    /// As [`prove`].
    pub fn prove(&mut self, task: &Task<'_>, later: &[&Claim]) -> Result<Proved, ProveError> {
        let claim = task.claim;
        let subject = match claim.subject {
            ClaimSubject::Strategy(id) => Subject::Strategy(id),
            ClaimSubject::Table(id) => Subject::Table(id),
            ClaimSubject::Advice(id) => Subject::Advice(id),
            ClaimSubject::Descriptor {
                premise,
                conclusion,
            } => {
                return Ok(match scan(task, premise, conclusion)? {
                    Some(scan) => Proved::Scanned(scan),
                    None => Proved::Interrupted(Vec::new()),
                });
            }
        };
        let goals = Goals::of(claim);
        let module = task.engine.module();
        let shares = |l: &&&Claim| l.any_choice != claim.any_choice && play_alike(module, l, claim);
        let shared = goals.reaches_something() && later.iter().any(|l| shares(&l));
        let sides = Sides::of(task.engine.module(), subject);
        let mut engine = task.engine.clone();
        engine.set_reasons(false);
        let fits = |kept: &&Kept| {
            kept.fingerprint == task.fingerprint && play_alike(module, &kept.claim, claim)
        };
        if self.kept.as_ref().filter(fits).is_none() {
            let every = claim.any_choice || shared;
            match explore(task, subject, &goals, &sides, &engine, every)? {
                Ok(kept) => self.kept = Some(kept),
                Err(checkpoint) => return Ok(Proved::Interrupted(checkpoint)),
            }
        }
        let Some(kept) = &self.kept else {
            return Ok(Proved::Interrupted(Vec::new()));
        };
        let map = Map {
            layers: kept.layers.clone(),
            outcomes: kept.outcomes.clone(),
            goals,
            first_only: kept.every && !claim.any_choice,
            has_faults_behind: has_faults_behind(&kept.outcomes),
        };
        task.watch.begin(Phase::Settling, kept.known);
        let Some((settlement, broken)) = settle_all(&map, &engine, task)? else {
            return Ok(Proved::Interrupted(kept.checkpoint(task)));
        };
        task.watch.begin(Phase::Reporting, kept.known);
        if !shared {
            self.kept = None;
        }
        settled(task, subject, &sides, map, engine, settlement, broken)
    }
}

/// Explores what a claim plays. `Err` holds the checkpoint of one that was ended.
fn explore(
    task: &Task<'_>,
    subject: Subject,
    goals: &Goals,
    sides: &Sides,
    engine: &Engine,
    every: bool,
) -> Result<Result<Kept, Vec<u8>>, ProveError> {
    let claim = task.claim;
    let module = engine.module();
    let (every, palette, layers) = match task.checkpoint {
        Some(bytes) => checkpoint::read(bytes, task.fingerprint, &claim.text, module)?,
        None => (every, Palette::default(), Vec::new()),
    };
    let mut engine = engine.clone();
    engine.set_interrupt(Some(task.watch.stop().clone()));
    let play = Play {
        subject,
        mode: if claim.weak { Mode::Weak } else { Mode::Strong },
        wanted: if every { Wanted::Every } else { Wanted::First },
    };
    let explorer = Explorer::new(&engine, goals, play, task.watch, palette, layers);
    if task.checkpoint.is_none() {
        task.watch.begin(Phase::Positions, 0);
        if !want_roots(&explorer, &claim.from, sides)? {
            return Ok(Err(Vec::new()));
        }
    }
    let (_, _, known) = task.watch.progress();
    task.watch.begin(Phase::Consulting, known);
    let explored = explorer.run()?;
    let (_, _, known) = task.watch.progress();
    let (layers, palette) = explorer.into_layers();
    if explored == Explored::Interrupted {
        let text = &claim.text;
        let bytes = checkpoint::write(task.fingerprint, text, every, &palette, &layers);
        return Ok(Err(bytes));
    }
    Ok(Ok(Kept {
        claim: claim.clone(),
        fingerprint: task.fingerprint,
        every,
        layers: Arc::new(sorted(layers, &palette.junctions())),
        outcomes: Arc::new(palette.outcomes()),
        palette,
        known,
    }))
}

/// What was settled, with its report.
fn settled(
    task: &Task<'_>,
    subject: Subject,
    sides: &Sides,
    map: Map,
    engine: Engine,
    settlement: Settlement,
    broken: Option<Broken>,
) -> Result<Proved, ProveError> {
    let kept: u64 = map.layers.iter().map(Layer::bytes).sum();
    let quiet = settlement.quiet.as_ref();
    let quiet = quiet.map_or(0, |(runs, all)| runs.bytes() + all.bytes());
    let memory = kept + settlement.values.bytes() + quiet;
    let results = Results {
        map: &map,
        settlement: &settlement,
        broken: broken.as_ref(),
    };
    let report = report(task, subject, &sides.us, &results, &engine, memory)?;
    Ok(Proved::Settled(Box::new(Settled {
        report,
        engine,
        map,
        settlement,
        broken,
    })))
}

/// Settles all states, and finds out about those that break the claim. `None` where it was ended.
fn settle_all(
    map: &Map,
    engine: &Engine,
    task: &Task<'_>,
) -> Result<Option<(Settlement, Option<Broken>)>, ProveError> {
    if map.goals.reaches_something() {
        let Some(settlement) = settle(map, engine, task.watch)? else {
            return Ok(None);
        };
        let bad = |state: &State| settlement.values.get(*state) == BROKEN;
        let pieces = map.pieces();
        let states = share(
            pieces.len(),
            |_| (),
            |(), at| {
                let piece = pieces.get(at).into_iter();
                let states = piece.flat_map(|piece| map.states_of(piece.clone()));
                Ok(states.filter(bad).collect::<Vec<State>>())
            },
        )?;
        let states = states.concat();
        let broken = match states.is_empty() {
            true => None,
            false => Some(Broken::new(map, engine, states)?),
        };
        return Ok(Some((settlement, broken)));
    }
    // Nothing has to be reached: a state holds unless a line comes to a fault.
    let broken = Broken::new(map, engine, map.states().collect())?;
    if task.watch.stopped() {
        return Ok(None);
    }
    let settlement = Settlement {
        values: Values::new(map, 0),
        quiet: None,
        replies: broken.replies,
    };
    for (state, faulty) in broken.states.iter().zip(broken.faulty()) {
        if faulty {
            settlement.values.set(*state, BROKEN);
        }
    }
    Ok(Some((settlement, Some(broken))))
}

impl Settled {
    /// What it comes to.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The fate of a position, we being to move: that of a root, and else of a state in which a consultation was met. `None` where
    /// it is neither.
    pub fn fate(&self, position: &Position) -> Option<Fate> {
        Some(self.fate_of(self.state(position)?))
    }

    /// All roots in the order of their numbers with their fates, for comparisons.
    pub fn roots(&self) -> impl Iterator<Item = (Position, Fate)> + '_ {
        let roots = self.map.roots();
        roots.filter_map(|state| Some((self.map.position(state)?, self.fate_of(state))))
    }

    pub(crate) fn state(&self, position: &Position) -> Option<State> {
        self.map.root(position).or_else(|| self.map.any(position))
    }

    pub(crate) fn fate_of(&self, state: State) -> Fate {
        let value = self.settlement.values.get(state);
        let first = first_move(&self.map, state).and_then(|word| {
            let position = self.map.position(state)?;
            let choice = choice_of(&self.map, state)?;
            Some((unpack_move(&position, word), choice))
        });
        Fate {
            plies: (value != BROKEN).then_some(u32::from(value)),
            first,
        }
    }
}

impl fmt::Display for ProveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProveError::NoMaterial => f.write_str(
                "the claim is about every position, and the program declares no material: write `material W: …; B: …`",
            ),
            ProveError::TooLarge { class, numbers } => {
                write!(f, "the class {class} is too large to go through")?;
                match numbers {
                    Some(numbers) => write!(f, ": it has {numbers} numbers, and there is not enough memory"),
                    None => Ok(()),
                }
            }
            ProveError::Unfit(failure) => write!(f, "{failure}"),
            ProveError::Stopped { position, failure } => {
                write!(f, "{failure}, in {}", notation::fen(position))
            }
            ProveError::Checkpoint(why) => {
                write!(f, "the checkpoint cannot be used: {why}; begin again without it")
            }
            ProveError::TooManyChoices => f.write_str(
                "the program has more choices and control points than a proof has numbers for",
            ),
        }
    }
}

impl std::error::Error for ProveError {}
