//! Settling of one claim: its tables prepared, its proof watched, and the reasons in words why it cannot be settled.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use adv::chess::{Material, fen};
use adv::program::{Claim, ClaimSubject, Program, TableId};
use adv::proof::{ClaimReport, ComparedCertificate, Keeping, ProveError, Proved, Shard, Watch};
use adv::version::{MadeBy, Value};
use adv::{
    Comparison, Failure, MeasureError, Position, Prover, Rulebook, SettleError, Stop, Subject,
    asks_conversions,
};
use rayon::ThreadPool;

use super::progress::{forecast, watched};
use crate::args::LimitArgs;
use crate::{Exit, Trouble, say, subject, truth};

/// Memory of adv itself, in bytes: its code, the library and the stacks of threads.
const PROGRAM_BYTES: u64 = 32_000_000;

/// Prover of a program's claims, with its threads, its messages and its memory.
pub struct Settler {
    prover: Prover,
    pool: Arc<ThreadPool>,
    /// Memory in bytes that is not for the states of a proof: adv itself, its searches and its tables.
    beside: u64,
    /// Number of states after which a proof is interrupted, for tests; `None` for never.
    pub stop_after: Option<u64>,
    /// Interval at which a proof's checkpoint is written while it consults; `None` for never.
    pub keep_every: Option<Duration>,
}

impl Settler {
    /// Makes the settler for a program, with threads shared with other settlers.
    ///
    /// # Errors
    /// Where the program's fingerprint cannot be computed.
    pub fn new(
        rulebook: Rulebook,
        limits: &LimitArgs,
        search_memory: u64,
        pool: Arc<ThreadPool>,
    ) -> Result<Settler, Trouble> {
        let allowed = adv::Limits {
            memory: search_memory,
            ..limits.limits()
        };
        let mut prover = Prover::new(rulebook, allowed)?;
        limits.apply(prover.engine_mut());
        let searches = search_memory.saturating_mul(pool.current_num_threads() as u64);
        Ok(Settler {
            prover,
            pool,
            beside: PROGRAM_BYTES.saturating_add(searches),
            stop_after: None,
            keep_every: None,
        })
    }

    /// Program whose claims are settled.
    pub const fn rulebook(&self) -> &Rulebook {
        self.prover.rulebook()
    }

    /// Compiled records of the program: its claims, strategies and tables.
    pub fn module(&self) -> &Program {
        self.prover.program()
    }

    /// Signature of reports, which names the program and its fingerprint.
    pub fn made_by(&self) -> MadeBy {
        MadeBy(vec![self.rulebook().clone()])
    }

    fn name(&self) -> &str {
        self.rulebook().name()
    }

    /// Report as a JSON object, signed with the program's fingerprint.
    pub fn signed(&self, report: &ClaimReport<'_>) -> Value {
        let mut object = report.json();
        self.made_by().sign(&mut object);
        object
    }

    /// Report as an HTML page, signed with the program's fingerprint.
    pub fn page(&self, report: &ClaimReport<'_>) -> String {
        self.made_by().sign_page(&report.html())
    }

    /// Certificate bytes of a settled claim.
    ///
    /// # Errors
    /// Reason why the claim has no certificate.
    pub fn certificate(&self, claim: &Claim, proved: &Proved) -> Result<Vec<u8>, String> {
        match (proved, claim.subject) {
            (Proved::Settled(settled), _) => {
                let certificate = self.prover.certificate(claim, settled);
                certificate.map_err(|reason| reason.to_string())
            }
            (_, ClaimSubject::Evaluation(_)) => {
                Err("a claim about an evaluation is not about play".to_owned())
            }
            _ => Err("a claim about descriptors is not about play".to_owned()),
        }
    }

    /// Sets whether reports measure how large the p-strategies of their positions are.
    pub const fn measure_sizes(&mut self, wanted: bool) {
        self.prover.measure_sizes(wanted);
    }

    /// Prepares the tables of perfect play that some claims need, or that their play is compared with; `claims` are indices.
    ///
    /// # Errors
    /// Where a table cannot be made, or the watch ends the work.
    pub fn prepare(
        &mut self,
        claims: &[usize],
        comparison: Comparison,
        syzygy: &[PathBuf],
        watch: &Watch,
    ) -> Result<(), Trouble> {
        let wanted: Vec<Material> = self.prover.materials(claims, comparison);
        if wanted.is_empty() {
            return Ok(());
        }
        let mut values = truth::open(syzygy, Some(watch.stop()))?;
        let conversions = asks_conversions(self.prover.program());
        let prepared = self.pool.install(|| {
            let mut wanted = wanted.iter();
            wanted.try_for_each(|material| truth::prepare(&mut values, material, conversions))
        });
        prepared?;
        self.beside += values.truth().tables().bytes() as u64;
        self.prover.set_perfect(Arc::new(values));
        Ok(())
    }

    /// Threads that settle.
    pub fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// Fingerprint of the program, as the files of a proof that goes on name it.
    pub fn kept_as(&self) -> String {
        self.prover.kept_as().to_string()
    }

    /// Shard of a claim, number `of.0` from 0 of `of.1`.
    ///
    /// # Errors
    /// Where the claim is not about play.
    pub fn shard(
        &self,
        claim: &Claim,
        of: (u32, u32),
        watch: &Arc<Watch>,
    ) -> Result<Shard, Trouble> {
        watch.reserve(self.beside);
        let shard = self.prover.shard(claim, of, watch.clone());
        shard.map_err(|error| match error {
            SettleError::Prove(error) => self.tell(claim, error),
            other => Trouble::new(other.to_string()),
        })
    }

    /// Settles a claim of the program; `later` are those that will be settled after it.
    ///
    /// # Errors
    /// Where the claim cannot be settled, with the reason.
    pub fn settle(
        &self,
        claim: &Claim,
        comparison: Comparison,
        keeping: Keeping<'_>,
        watch: &Watch,
        later: &[&Claim],
    ) -> Result<(Proved, Duration), Unsettled> {
        let prover = &self.prover;
        let kept = keeping.from.map_or(0, <[u8]>::len) as u64;
        watch.reserve(self.beside.saturating_add(kept));
        if let Some(line) = forecast(prover.program(), claim, watch) {
            say(line);
        }
        let every = self.keep_every.filter(|_| keeping.save.is_some());
        let (proved, time) = watched(watch, self.stop_after, every, || {
            let pool = &self.pool;
            pool.install(|| prover.settle(claim, comparison, keeping, watch, later))
        });
        match proved {
            Ok(proved) => Ok((proved, time)),
            Err(SettleError::Tables(fault)) => Err(Unsettled::Told(Trouble::new(fault))),
            Err(SettleError::Plans(error)) => Err(Unsettled::Told(Trouble::new(error.to_string()))),
            Err(SettleError::Prove(ProveError::Checkpoint(reason))) => {
                Err(Unsettled::Checkpoint(reason.to_string()))
            }
            Err(SettleError::Prove(error)) => Err(Unsettled::Told(self.tell(claim, error))),
        }
    }

    /// Has the prover measure something, its progress shown.
    ///
    /// # Errors
    /// Those of what it does.
    pub fn measured<T>(
        &self,
        watch: &Watch,
        measure: impl FnOnce(&Prover) -> Result<T, MeasureError> + Send,
    ) -> Result<T, MeasureError>
    where
        T: Send,
    {
        watch.reserve(self.beside);
        let (measured, _) = watched(watch, None, None, || {
            self.pool.install(|| measure(&self.prover))
        });
        measured
    }

    /// Compares the certificate of a proof with the program and one of its claims.
    ///
    /// # Errors
    /// Where the program cannot be asked, with the reason.
    pub fn compare(
        &self,
        claim: &Claim,
        certificate: &[u8],
        watch: &Watch,
    ) -> Result<ComparedCertificate, Trouble> {
        let (compared, _) = watched(watch, None, None, || {
            let compare = || self.prover.compare_certificate(claim, certificate, watch);
            self.pool.install(compare)
        });
        compared.map_err(|error| match error {
            SettleError::Tables(fault) => Trouble::new(fault),
            SettleError::Plans(error) => Trouble::new(error.to_string()),
            SettleError::Prove(error) => self.tell(claim, error),
        })
    }

    /// Trouble for a claim that cannot be settled, with the repair and the exit code; the message on a limit is shown here.
    pub fn tell(&self, claim: &Claim, error: ProveError) -> Trouble {
        let text = error.to_string();
        match error {
            ProveError::NoMaterial => Trouble::new(text).help(
                "declare it at the head of the program, such as `material  W: K, R;  B: K`, or claim something `from \"FEN\"`",
            ),
            ProveError::TooLarge { .. } => Trouble::new(text).help(
                "claim it of some of its positions, `from 1000 random positions` or `from \"FEN\"`, or with fewer men",
            ),
            ProveError::TooMuch { .. } => Trouble::with_exit(Exit::Budget, text).help(
                "give it more by `--memory`, or claim it of some of the positions, `from 1000 random positions` or `from \"FEN\"`",
            ),
            ProveError::OutOfMemory { .. } => Trouble::with_exit(Exit::Budget, text).help(
                "give it more by `--memory`, or claim it of fewer positions; `--resume` goes on from a checkpoint, where there is one",
            ),
            ProveError::Rare { .. } => Trouble::new(text)
                .help("claim it of fewer positions, or let `where` be true of more"),
            ProveError::Unfit { position, failure } | ProveError::Stopped { position, failure } => {
                self.tell_failure(claim, &failure, &position)
            }
            ProveError::ManyBroken { .. } => Trouble::with_exit(Exit::Budget, text).help(
                "give it more by `--memory`, or claim it of fewer positions",
            ),
            ProveError::Shards(_) => Trouble::new(text),
            ProveError::Slices(_) => Trouble::new(text).help(
                "name another folder by `--slices`, or empty this one to begin again",
            ),
            ProveError::Checkpoint(_) | ProveError::Evaluation | ProveError::TooManyChoices => {
                Trouble::new(text)
            }
        }
    }

    fn tell_failure(&self, claim: &Claim, failure: &Failure, position: &Position) -> Trouble {
        if let Failure::Stopped {
            stop: Stop::NoValue,
            ..
        } = failure
        {
            return trouble!(
                "the value of `{}` is not known, and the claim asks for it",
                fen(position)
            )
            .help("tables cover positions of their own material without castling rights; for more than four men name a folder by `--syzygy`");
        }
        let module = self.module();
        match Subject::of_claim(claim) {
            Some(of) => subject::tell(failure, module, self.name(), of, position),
            // A claim about descriptors has no subject; a limit is reported the same way.
            None => {
                let of = Subject::foremost(module).unwrap_or(Subject::Table(TableId(0)));
                subject::tell(failure, module, self.name(), of, position)
            }
        }
    }
}

/// Reason why a claim is not settled.
pub enum Unsettled {
    /// The checkpoint is of another proof; the text says why.
    Checkpoint(String),
    /// Error that ends the command, in any other case where the claims cannot be settled.
    Told(Trouble),
}

impl Unsettled {
    /// Prints the reason; returns the exit code of the claim.
    pub fn tell(self) -> Exit {
        match self {
            Unsettled::Checkpoint(reason) => Trouble::new(reason).tell(),
            Unsettled::Told(trouble) => trouble.tell(),
        }
    }
}
