//! The claims of a program, settled one after the other.
//!
//! ```text
//!   Rulebook ──▶ Prover ── materials ──▶ the tables that the claims ask for ──▶ set_perfect
//!                  │
//!                  └───── settle(claim) ──▶ Proved: Settled(report) | Scanned | Interrupted(bytes of a Checkpoint)
//! ```

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use adv_chess::{Material, Position};
use adv_explain::{ExplainError, Explainer};
use adv_module::program::{Claim, ClaimSubject, FromSet};
use adv_module::{EvaluationId, LinkError, Program};
use adv_prover::{
    ComparedCertificate, Ground, Keeping, NoCertificate, ProveError, Proved, Session, Settled,
    Shard, Task, Watch,
};
use adv_render::proof::claim_text;
use adv_vm::{Engine, Failure, Limits, Oracle};

use crate::claims::material_of_claim;
use crate::load::{Fingerprint, LoadError, Rulebook};
use crate::perfect::PerfectPlay;

/// Maximum number of men for which play is compared with perfect play by default: their tables are made at once.
const UNASKED: u32 = 3;
/// Maximum number of random positions whose play is compared by default, where the claim needs values anyway.
const FEW: u64 = 20_000;
/// Number of positions consulted again to count the positions that a search tests; a mean does not need more.
const COUNTED: u64 = 2_000;

/// Option to compare the play that a claim is about with perfect play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Comparison {
    /// Comparison only where it costs little: up to three men, and few positions of a claim that needs values anyway.
    #[default]
    Auto,
    /// Comparison always, first moves and counts of positions included.
    Yes,
    /// No comparison.
    No,
}

/// The reason why a claim is not settled, or not compared.
#[derive(Debug)]
pub enum SettleError {
    /// The prover's reason, such as a class that is too large.
    Prove(ProveError),
    /// A table of perfect play is damaged or missing, so that no result can be relied on.
    Tables(String),
    /// The plans of the program cannot be prepared for its evaluation: the program becomes too large by them.
    Plans(Box<LinkError>),
}

impl fmt::Display for SettleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettleError::Prove(error) => error.fmt(f),
            SettleError::Tables(fault) => f.write_str(fault),
            SettleError::Plans(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SettleError {}

/// Prover of a program's claims. States explored for one claim serve the next where both play alike.
pub struct Prover {
    rulebook: Rulebook,
    fingerprint: Fingerprint,
    /// Identity of the program in checkpoints, slices and shards. In a program without source the words of a claim name functions by their
    /// numbers, so the code of these counts too.
    kept: Fingerprint,
    engine: Engine,
    pub(crate) perfect: Option<Arc<PerfectPlay>>,
    measures_sizes: bool,
    session: Mutex<Session>,
}

impl Prover {
    /// A prover for a program; each consultation is under the limits.
    ///
    /// # Errors
    /// As [`Rulebook::fingerprint`], which certificates carry.
    pub fn new(rulebook: Rulebook, limits: Limits) -> Result<Prover, LoadError> {
        let fingerprint = rulebook.fingerprint()?;
        let program = rulebook.program();
        let kept = match program.source {
            Some(_) => fingerprint,
            None => Fingerprint(*blake3::hash(&adv_module::write(program)).as_bytes()),
        };
        Ok(Prover {
            fingerprint,
            kept,
            engine: rulebook.engine(limits),
            rulebook,
            perfect: None,
            measures_sizes: false,
            session: Mutex::default(),
        })
    }

    /// The program whose claims are settled.
    pub const fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// The records of the program: its tables, strategies, pieces-of-advice, tests and claims.
    pub fn program(&self) -> &Program {
        self.rulebook.program()
    }

    /// The engine with which claims are settled, to change how it works; its interrupt and oracle are the prover's own.
    pub const fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Lists the materials whose values the claims with these indices need, or whose play is compared with perfect play:
    /// [`PerfectPlay::prepare`] each, then call [`Prover::set_perfect`].
    pub fn materials(&self, claims: &[usize], comparison: Comparison) -> Vec<Material> {
        let program = self.program();
        let claims = claims.iter().filter_map(|index| program.claims.get(*index));
        claims
            .filter_map(|claim| asked_material(program, claim, comparison))
            .collect()
    }

    /// Names the tables of perfect play that a claim itself uses, for its report: the same whether they were read or made.
    fn grounds(&self, claim: &Claim) -> Vec<Ground> {
        let material = asked_material(self.program(), claim, Comparison::No);
        let perfect = self.perfect.as_ref();
        let grounds = material.zip(perfect);
        grounds.map_or_else(Vec::new, |(material, perfect)| perfect.grounds(&material))
    }

    /// Sets the tables of perfect play, for claims that need values of positions and for comparisons.
    pub fn set_perfect(&mut self, perfect: Arc<PerfectPlay>) {
        self.engine.set_oracle(Some(perfect.clone()));
        self.perfect = Some(perfect);
    }

    /// Sets the option that reports give the size of the p-strategies of their positions.
    pub const fn measure_sizes(&mut self, wanted: bool) {
        self.measures_sizes = wanted;
    }

    /// Settles a claim of the program; `later` are the claims that will be settled after it. The threads of the current rayon pool share
    /// the work, and the result does not depend on them. `keeping` has the checkpoint to resume from, and the keeper of new ones; another
    /// thread may read the progress from `watch`, and interrupt the proof by it or have it kept.
    ///
    /// # Errors
    /// [`SettleError`] where there is no answer. That a claim does not hold is an answer: see [`adv_prover::Report::verdict`].
    pub fn settle(
        &self,
        claim: &Claim,
        comparison: Comparison,
        keeping: Keeping<'_>,
        watch: &Watch,
        later: &[&Claim],
    ) -> Result<Proved, SettleError> {
        if let ClaimSubject::Evaluation(evaluation) = claim.subject {
            let mut proved = self.weigh(claim, evaluation, watch);
            if let Ok(Proved::Scanned(scan)) = &mut proved {
                scan.rests_on = self.grounds(claim);
            }
            return proved;
        }
        let compared = compares(self.program(), claim, comparison);
        let perfect = self.perfect.clone().filter(|_| compared);
        let task = Task {
            perfect: perfect.clone().map(|perfect| perfect as Arc<dyn Oracle>),
            keeping,
            ..self.task(claim, watch)
        };
        // For all positions both take longer than the proof of a quick strategy, so they are done on request only.
        let few = is_sample(claim) || claim.needs_values;
        let counts = comparison == Comparison::Yes || few && comparison != Comparison::No;
        let judge = perfect.filter(|_| comparison == Comparison::Yes || few);
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let mut proved = session.prove(&task, later);
        drop(session);
        let mut judged = Ok(());
        if let Ok(Proved::Settled(settled)) = &mut proved {
            judged = settled.explain_ends(claim, |settled| {
                if counts {
                    settled.count_searched(COUNTED);
                }
                match &judge {
                    Some(perfect) => settled.judge_first_moves(perfect.as_ref()),
                    None => Ok(()),
                }
            });
            if self.measures_sizes && judged.is_ok() {
                judged = settled.measure_sizes(watch);
            }
        }
        let mut proved = self.sound(judged.and(proved))?;
        match &mut proved {
            Proved::Settled(settled) => settled.rests_on(self.grounds(claim)),
            Proved::Scanned(scan) => scan.rests_on = self.grounds(claim),
            Proved::Interrupted(_) => {}
        }
        Ok(proved)
    }

    /// Identity of the program in checkpoints, slices and shards.
    pub const fn kept_as(&self) -> Fingerprint {
        self.kept
    }

    /// Prepares a shard of a claim, number `of.0` from 0 of `of.1`. Nothing is compared with perfect play.
    ///
    /// # Errors
    /// [`SettleError::Prove`] where the claim is not about play, or there is no such shard.
    pub fn shard(
        &self,
        claim: &Claim,
        of: (u32, u32),
        watch: Arc<Watch>,
    ) -> Result<Shard, SettleError> {
        Shard::new(&self.engine, claim, self.kept.0, of, watch).map_err(SettleError::Prove)
    }

    /// Compares the totals that an evaluation gives positions with their values under perfect play. Plans are not searched.
    fn weigh(
        &self,
        claim: &Claim,
        evaluation: EvaluationId,
        watch: &Watch,
    ) -> Result<Proved, SettleError> {
        let oracle = self
            .perfect
            .clone()
            .map(|perfect| perfect as Arc<dyn Oracle>);
        let made = Explainer::new(self.engine.linked(), *self.engine.limits());
        let mut explainer = made.map_err(|error| SettleError::Plans(Box::new(error)))?;
        explainer.set_oracle(oracle.clone());
        let engine = explainer.engine_mut();
        engine.set_interrupt(Some(watch.stop().clone()));
        let task = Task {
            perfect: oracle,
            ..self.task(claim, watch)
        };
        let proved = adv_prover::weigh(&task, || {
            let mut explainer = explainer.clone();
            move |position: &Position| {
                let total = explainer.total(evaluation, position);
                total.map_err(|error| match error {
                    ExplainError::Refused(failure) => *failure,
                    ExplainError::Stopped(stop) => Failure::Stopped {
                        stop,
                        advice: None,
                        rule: None,
                        positions: 0,
                        owed: None,
                    },
                })
            }
        });
        self.sound(proved)
    }

    /// Writes the certificate of a settled claim, which [`crate::certificate::verify`] checks.
    ///
    /// # Errors
    /// [`NoCertificate`] where the claim is not proved, or is not about mate.
    pub fn certificate(&self, claim: &Claim, settled: &Settled) -> Result<Vec<u8>, NoCertificate> {
        // The folder of the program is not part of a proof.
        let path = Path::new(self.rulebook.name());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        settled.certificate(claim, &claim_text(claim), &name, self.fingerprint.0)
    }

    /// Compares a certificate, which [`crate::certificate::verify`] has accepted, with the program and one of its claims: its men, side,
    /// positions and bound with those of the claim, and its moves with those of the program, asked again in every entry. The threads of the
    /// current rayon pool share the work; another thread may read the progress from `watch`, and end it.
    ///
    /// # Errors
    /// [`SettleError`] where the program cannot be asked. That something differs is no error.
    pub fn compare_certificate(
        &self,
        claim: &Claim,
        certificate: &[u8],
        watch: &Watch,
    ) -> Result<ComparedCertificate, SettleError> {
        let task = Task {
            fingerprint: self.fingerprint.0,
            ..self.task(claim, watch)
        };
        let compared = adv_prover::compare_certificate(&task, certificate);
        self.sound(compared)
    }

    /// A result that no table has spoilt: a missing value may be the cause of any.
    pub(crate) fn sound<T>(&self, result: Result<T, ProveError>) -> Result<T, SettleError> {
        match self.perfect.as_ref().and_then(|perfect| perfect.fault()) {
            Some(fault) => Err(SettleError::Tables(fault)),
            None => result.map_err(SettleError::Prove),
        }
    }

    /// The prover's task for a claim: to settle it from its beginning, without a comparison.
    pub(crate) fn task<'a>(&'a self, claim: &'a Claim, watch: &'a Watch) -> Task<'a> {
        Task {
            engine: &self.engine,
            claim,
            watch,
            perfect: None,
            keeping: Keeping::default(),
            fingerprint: self.kept.0,
        }
    }
}

/// The material whose values a claim needs, or its comparison with perfect play; `None` where neither needs values.
fn asked_material(program: &Program, claim: &Claim, comparison: Comparison) -> Option<Material> {
    let weighs = matches!(claim.subject, ClaimSubject::Evaluation(_));
    let asks = weighs || claim.needs_values || compares(program, claim, comparison);
    asks.then(|| material_of_claim(program, claim)).flatten()
}

/// True where the play of a claim is compared with perfect play. Only the claim and the option decide, so that reports do not depend
/// on what a machine has in its cache.
fn compares(program: &Program, claim: &Claim, comparison: Comparison) -> bool {
    if matches!(
        claim.subject,
        ClaimSubject::Descriptor { .. } | ClaimSubject::Evaluation(_)
    ) {
        return false;
    }
    match comparison {
        Comparison::No => false,
        Comparison::Yes => true,
        Comparison::Auto => {
            let men = material_of_claim(program, claim).map(|material| material.men());
            men.is_some_and(|men| men <= UNASKED) || (claim.needs_values && is_sample(claim))
        }
    }
}

/// True where a claim is about few positions of its class, so that values for them cost little.
fn is_sample(claim: &Claim) -> bool {
    match claim.from.set {
        FromSet::One(_) => true,
        FromSet::List(_) => true,
        FromSet::Random(count) => count <= FEW,
        FromSet::All => false,
    }
}
