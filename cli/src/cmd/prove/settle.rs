//! One claim settled: its values prepared, its proof watched, and what cannot be settled told with what to do about it.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use adv_chess::notation::{fen, parse_fen};
use adv_chess::{Material, Position};
use adv_module::Program;
use adv_module::program::{Claim, ClaimSubject, FromSet};
use adv_prover::{ProveError, Proved, Session, Settled, Task, Watch};
use adv_render::proof::claim_text;
use adv_vm::{Engine, Failure, Oracle, Stop, Subject};
use rayon::ThreadPool;

use super::choose::played;
use super::progress::watched;
use crate::args::{LimitArgs, PerfectArg};
use crate::exit::{Exit, Trouble};
use crate::messages::Messages;
use crate::program::Loaded;
use crate::subject;
use crate::truth::Values;

/// The most men for which play is compared with perfect play unasked: their tables are made at once.
const UNASKED: u32 = 3;
/// The most random positions whose play is compared unasked where the claim asks for values anyway.
const FEW: u64 = 20_000;
/// How many positions are consulted once more to be counted; a mean does not need more.
const COUNTED: u64 = 2_000;

/// A program whose claims are settled.
pub struct Settler {
    name: String,
    fingerprint: u64,
    engine: Engine,
    messages: Messages,
    pool: Arc<ThreadPool>,
    /// Set where a claim asks for values.
    values: Option<Arc<Values>>,
    /// What is explored for one claim and serves another.
    session: RefCell<Session>,
    /// For tests: when to interrupt.
    pub stop_after: Option<u64>,
}

impl Settler {
    /// A settler for a program, its threads shared with others.
    pub fn new(
        program: Loaded,
        limits: &LimitArgs,
        messages: Messages,
        pool: Arc<ThreadPool>,
    ) -> Settler {
        Settler {
            name: program.name,
            fingerprint: program.fingerprint,
            engine: limits.engine(program.linked),
            messages,
            pool,
            values: None,
            session: RefCell::default(),
            stop_after: None,
        }
    }

    /// The records of the program.
    pub fn module(&self) -> &Program {
        self.engine.module()
    }

    /// The certificate of a claim that is settled.
    ///
    /// # Errors
    /// Why there is none.
    pub fn certificate(&self, claim: &Claim, settled: &Settled) -> Result<Vec<u8>, String> {
        // Where the program lies on this machine is nobody's business.
        let path = Path::new(&self.name);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        settled
            .certificate(claim, &claim_text(claim), &name, self.fingerprint)
            .map_err(|reason| reason.to_string())
    }

    /// Prepares the values that some claims ask for, or that their play is compared with.
    ///
    /// # Errors
    /// Where they are not to be had.
    pub fn prepare(
        &mut self,
        claims: &[usize],
        perfect: PerfectArg,
        syzygy: &[PathBuf],
    ) -> Result<(), Trouble> {
        let module = self.engine.module();
        let claims = claims.iter().filter_map(|index| module.claims.get(*index));
        let wanted: Vec<Material> = claims
            .filter(|claim| claim.needs_values || compares(module, claim, perfect))
            .filter_map(|claim| material(module, claim))
            .collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let mut values = Values::open(syzygy)?;
        let prepared = self
            .pool
            .install(|| wanted.iter().try_for_each(|m| values.prepare_shown(m)));
        prepared?;
        let values = Arc::new(values);
        self.engine.set_oracle(Some(values.clone()));
        self.values = Some(values);
        Ok(())
    }

    /// Settles a claim of the module; `later` are those that will be settled behind it.
    ///
    /// # Errors
    /// Where it cannot be settled, with the reason.
    pub fn settle(
        &self,
        claim: &Claim,
        perfect: PerfectArg,
        checkpoint: Option<&[u8]>,
        watch: &Watch,
        later: &[&Claim],
    ) -> Result<(Proved, Duration), Unsettled> {
        let compared = compares(self.module(), claim, perfect);
        let values = self.values.clone().filter(|_| compared);
        let task = Task {
            engine: &self.engine,
            claim,
            watch,
            perfect: values.clone().map(|values| values as Arc<dyn Oracle>),
            checkpoint,
            fingerprint: self.fingerprint,
        };
        // Of all positions both take longer than the proof of a quick strategy, so somebody has to ask for it.
        let few = is_sample(claim) || claim.needs_values;
        let counts = perfect == PerfectArg::Yes || few && perfect != PerfectArg::No;
        let judge = values.filter(|_| perfect == PerfectArg::Yes || few);
        let (proved, time) = watched(watch, self.stop_after, || {
            let mut session = self.session.take();
            let (proved, session) = self.pool.install(|| {
                let mut proved = session.prove(&task, later);
                let mut judged = Ok(());
                if let Ok(Proved::Settled(settled)) = &mut proved {
                    if let Some(values) = &judge {
                        judged = settled.judge_first_moves(values.as_ref());
                    }
                    if counts {
                        settled.count_searched(COUNTED);
                    }
                }
                (judged.and(proved), session)
            });
            self.session.replace(session);
            proved
        });
        // A value that was not to be had may stand behind whatever came of it.
        if let Some(fault) = self.values.as_ref().and_then(|values| values.fault()) {
            return Err(Unsettled::Told(Trouble::new(fault)));
        }
        match proved {
            Ok(proved) => Ok((proved, time)),
            Err(ProveError::Checkpoint(reason)) => Err(Unsettled::Checkpoint(reason)),
            Err(error) => Err(Unsettled::Told(self.tell(claim, error))),
        }
    }

    /// Says why something cannot be settled, and gives the exit code.
    pub fn tell(&self, claim: &Claim, error: ProveError) -> Trouble {
        let text = error.to_string();
        match error {
            ProveError::NoMaterial => Trouble::new(text).help(
                "declare it at the head of the program, such as `material  W: K, R;  B: K`, or claim something `from \"FEN\"`",
            ),
            ProveError::TooLarge { .. } => Trouble::new(text)
                .help("claim it of some positions: `from 20000 random positions`, or with fewer men"),
            ProveError::Unfit(failure) => {
                let position = only_position(claim);
                self.tell_failure(claim, &failure, &position.unwrap_or(Position::EMPTY))
            }
            ProveError::Stopped { position, failure } => {
                self.tell_failure(claim, &failure, &position)
            }
            ProveError::Checkpoint(_) | ProveError::TooManyChoices => Trouble::new(text),
        }
    }

    fn tell_failure(&self, claim: &Claim, failure: &Failure, position: &Position) -> Trouble {
        if let Failure::Stopped {
            stop: Stop::NoValue,
            ..
        } = failure
        {
            return Trouble::new(format!(
                "the value of `{}` is not known, and the claim asks for it",
                fen(position)
            ))
            .help("tables know positions of their own men in which nobody may castle; for more than four men name a folder by `--syzygy`");
        }
        let module = self.module();
        match played(claim) {
            Some(of) => subject::tell(failure, module, &self.name, of, position, &self.messages),
            // No subject is asked where a claim is about descriptors; a limit is told the same way.
            None => {
                let of =
                    subject::foremost(module).unwrap_or(Subject::Table(adv_module::TableId(0)));
                subject::tell(failure, module, &self.name, of, position, &self.messages)
            }
        }
    }
}

/// Why there is no answer.
pub enum Unsettled {
    /// The checkpoint is not one of this proof.
    Checkpoint(String),
    /// Anything else.
    Told(Trouble),
}

impl Unsettled {
    /// The exit code of a claim that could not be settled, once it has been said why.
    pub fn tell(self) -> Exit {
        match self {
            Unsettled::Checkpoint(reason) => Trouble::new(reason).tell(),
            Unsettled::Told(trouble) => trouble.tell(),
        }
    }
}

/// True where the play of a claim is compared with perfect play. Nothing but the claim and the option decides, so that reports do
/// not depend on what a machine has in its cache.
fn compares(module: &Program, claim: &Claim, perfect: PerfectArg) -> bool {
    if matches!(claim.subject, ClaimSubject::Descriptor { .. }) {
        return false;
    }
    match perfect {
        PerfectArg::No => false,
        PerfectArg::Yes => true,
        PerfectArg::Auto => {
            let men = material(module, claim).map(|material| material.men());
            men.is_some_and(|men| men <= UNASKED) || (claim.needs_values && is_sample(claim))
        }
    }
}

/// True where a claim is about few positions of its class.
fn is_sample(claim: &Claim) -> bool {
    match claim.from.set {
        FromSet::One(_) => true,
        FromSet::Random(count) => count <= FEW,
        FromSet::All => false,
    }
}

/// The men of the positions that a claim speaks of; nothing where the program declares none.
pub fn material(module: &Program, claim: &Claim) -> Option<Material> {
    if let Some(position) = only_position(claim) {
        return Some(Material::of(&position));
    }
    let declared = match played(claim) {
        Some(of) => subject::claims(module, of).0,
        None => module.material.as_ref(),
    };
    declared.map(|declared| Material {
        counts: declared.counts,
    })
}

/// The position that a claim is about, where it is about one.
fn only_position(claim: &Claim) -> Option<Position> {
    match &claim.from.set {
        FromSet::One(text) => parse_fen(text).ok(),
        FromSet::All | FromSet::Random(_) => None,
    }
}
