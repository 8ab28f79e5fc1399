//! Settles claims: explores what a claim plays, settles its states, and reports.

use std::sync::Arc;

use adv_module::program::{Claim, ClaimSubject, FromSet};
use adv_module::{FnId, Program};
use adv_vm::{Engine, Subject};

use crate::checkpoint;
use crate::error::{CheckpointFault, ProveError};
use crate::explore::{Explored, Explorer, Play, want_roots};
use crate::goals::Goals;
use crate::map::{Map, sorted};
use crate::palette::Palette;
use crate::proved::{Proved, settle_all, settled};
use crate::recheck::{FoundRoots, recheck};
use crate::roots::Sides;
use crate::scan::scan;
use crate::shards::join;
use crate::slices::Sliced;
use crate::states::Layer;
use crate::task::{Task, engine_of};
use crate::watch::Phase;

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
    kept: Option<ExploredClaim>,
}

/// What was explored for a claim, every choice.
struct ExploredClaim {
    claim: Claim,
    fingerprint: [u8; 32],
    layers: Arc<Vec<Layer>>,
    palette: Palette,
    /// Every choice was explored.
    every: bool,
    known: u64,
    /// It began from a checkpoint.
    resumed: bool,
}

impl ExploredClaim {
    fn checkpoint(&self, task: &Task<'_>) -> Vec<u8> {
        let text = &task.claim.text;
        checkpoint::write(
            &task.fingerprint,
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
        match self.settle(task, later) {
            // An evaluation was interrupted where nothing can be kept but what was explored.
            Err(error) if error.is_interruption() => {
                let kept = self.kept.as_ref().filter(|kept| {
                    kept.fingerprint == task.fingerprint && kept.claim.text == task.claim.text
                });
                let checkpoint = kept.map(|kept| kept.checkpoint(task));
                Ok(Proved::Interrupted(checkpoint.unwrap_or_default()))
            }
            proved => proved,
        }
    }

    fn settle(&mut self, task: &Task<'_>, later: &[&Claim]) -> Result<Proved, ProveError> {
        let claim = task.claim;
        let subject = match claim.subject {
            ClaimSubject::Strategy(id) => Subject::Strategy(id),
            ClaimSubject::Table(id) => Subject::Table(id),
            ClaimSubject::Advice(id) => Subject::Advice(id),
            ClaimSubject::Evaluation(_) => return Err(ProveError::Evaluation),
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
        if let Some(parts) = task.keeping.parts {
            return join(task, parts).map(Proved::Settled);
        }
        let goals = Goals::of(claim);
        let module = task.engine.module();
        let shares = |l: &&&Claim| l.any_choice != claim.any_choice && play_alike(module, l, claim);
        let shared = goals.reaches_something() && later.iter().any(|l| shares(&l));
        let sides = Sides::of(task.engine.module(), subject);
        let engine = engine_of(task.engine, task.watch);
        if let Some(shelf) = task.keeping.slices {
            let sliced = Sliced::new(task, subject, &sides, &goals, &engine, shelf)?;
            return sliced.prove();
        }
        let fits = |kept: &&ExploredClaim| {
            kept.fingerprint == task.fingerprint && play_alike(module, &kept.claim, claim)
        };
        if self.kept.as_ref().filter(fits).is_none() {
            let every = claim.any_choice || shared;
            // What serves no longer makes room.
            self.kept = None;
            match explore(task, subject, &goals, &sides, &engine, every)? {
                Ok(kept) => self.kept = Some(kept),
                Err(checkpoint) => return Ok(Proved::Interrupted(checkpoint)),
            }
        }
        let Some(kept) = &self.kept else {
            return Ok(Proved::Interrupted(Vec::new()));
        };
        let map = Map {
            first_only: kept.every && !claim.any_choice,
            resumed: kept.resumed,
            ..Map::new(kept.layers.clone(), &kept.palette, goals)
        };
        task.watch.begin(Phase::Settling, kept.known);
        let Some((settlement, broken)) = settle_all(&map, &engine, task)? else {
            return Ok(Proved::Interrupted(kept.checkpoint(task)));
        };
        task.watch.begin(Phase::Reporting, kept.known);
        let settled = settled(task, (subject, &sides), map, &engine, settlement, broken)?;
        if !shared {
            self.kept = None;
        }
        Ok(Proved::Settled(settled))
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
) -> Result<Result<ExploredClaim, Vec<u8>>, ProveError> {
    let claim = task.claim;
    let module = engine.module();
    let all = matches!(claim.from.set, FromSet::All);
    let explorer = |every, kept| {
        let play = Play::of(claim, subject, every);
        Explorer::new(engine, goals, play, task.watch, all, kept)
    };
    let nothing = || (Palette::default(), Vec::new());
    task.watch.begin(Phase::Positions, 0);
    let (every, explorer) = if let Some(bytes) = task.keeping.from {
        let packed = checkpoint::open(bytes, &task.fingerprint, &claim.text)?;
        let fresh = explorer(every, nothing());
        let Some(roots) = FoundRoots::find(fresh, &claim.from, sides)? else {
            return Ok(Err(bytes.to_vec()));
        };
        let (every, palette, layers) = checkpoint::read(packed, module)?;
        if claim.any_choice && !every {
            return Err(ProveError::Checkpoint(CheckpointFault::Malformed));
        }
        let explorer = explorer(every, (palette, layers));
        if !recheck(&explorer, &roots)? {
            return Ok(Err(bytes.to_vec()));
        }
        (every, explorer)
    } else {
        let explorer = explorer(every, nothing());
        if !want_roots(&explorer, &claim.from, sides)? {
            return Ok(Err(Vec::new()));
        }
        (every, explorer)
    };
    let (_, _, known) = task.watch.progress();
    task.watch.begin(Phase::Consulting, known);
    let mut explored = explorer.run()?;
    while explored == Explored::ToBeKept {
        if let Some(save) = task.keeping.save {
            let (text, layers) = (&claim.text, explorer.layers());
            let palette = &explorer.palette;
            save(checkpoint::write(
                &task.fingerprint,
                text,
                every,
                palette,
                &layers,
            ));
        }
        task.watch.kept();
        explored = explorer.run()?;
    }
    task.watch.kept();
    let (_, _, known) = task.watch.progress();
    let (layers, palette) = explorer.into_layers();
    if explored == Explored::Interrupted {
        let text = &claim.text;
        let bytes = checkpoint::write(&task.fingerprint, text, every, &palette, &layers);
        return Ok(Err(bytes));
    }
    Ok(Ok(ExploredClaim {
        claim: claim.clone(),
        fingerprint: task.fingerprint,
        every,
        layers: Arc::new(sorted(layers, &palette.junctions())),
        palette,
        known,
        resumed: task.keeping.from.is_some(),
    }))
}
