//! Shards of a proof as Python objects, for machines between which Python carries bytes.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use adv::program::Claim;
use adv::proof::{Decided, ProveError, Watch};
use adv::{Limits, PerfectPlay, Prover, SealKey};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::ThreadPool;

use crate::fault::fault;
use crate::rules::Rules;
use crate::settle::{claimed, told};
use crate::work::{beside, pool};

/// One of the shards of a claim.
#[pyclass(frozen, module = "adv._adv")]
pub struct Shard {
    shard: Mutex<adv::proof::Shard>,
    watch: Arc<Watch>,
    pool: ThreadPool,
}

/// A claim of a program by its text, number or name.
fn claim_of(py: Python<'_>, rules: &Rules, claim: &str) -> PyResult<(adv::Rulebook, usize, Claim)> {
    let (rulebook, index) = claimed(py, &rules.rulebook, claim)?;
    let about = rulebook.program().claims.get(index).cloned();
    let about = about.ok_or_else(|| fault(py, "Refused", "there is no such claim"))?;
    Ok((rulebook, index, about))
}

impl Shard {
    /// Has the shard do something on its threads. `meanwhile` is called now and then.
    fn ask_beside<T: Send>(
        &self,
        py: Python<'_>,
        mut meanwhile: impl FnMut(),
        ask: impl FnOnce(&mut adv::proof::Shard) -> Result<T, ProveError> + Send,
    ) -> PyResult<T> {
        let answered = beside(
            py,
            &self.pool,
            self.watch.stop(),
            |_| {
                meanwhile();
                Ok(())
            },
            || ask(&mut self.shard.lock().unwrap_or_else(PoisonError::into_inner)),
        )?;
        answered.map_err(|reason| fault(py, "Refused", reason))
    }

    /// Has the shard do something on its threads.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut adv::proof::Shard) -> Result<T, ProveError> + Send,
    ) -> PyResult<T> {
        self.ask_beside(py, || (), ask)
    }
}

#[pymethods]
impl Shard {
    #[new]
    #[pyo3(signature = (rules, claim, number, of, threads=None))]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        claim: &str,
        number: u32,
        of: u32,
        threads: Option<usize>,
    ) -> PyResult<Shard> {
        let (rulebook, index, about) = claim_of(py, rules, claim)?;
        let watch = Arc::new(Watch::new());
        let pool = pool(py, threads)?;
        let made = beside(
            py,
            &pool,
            watch.stop(),
            |_| Ok(()),
            || {
                let mut values = Arc::new(PerfectPlay::in_memory());
                rulebook.claim_shard(index, &about, (number, of), &mut values, watch.clone())
            },
        )?;
        let shard = made.map_err(|reason| fault(py, "Refused", reason))?;
        Ok(Shard {
            shard: Mutex::new(shard),
            watch,
            pool,
        })
    }

    /// Decides all it can; what it wishes of each shard. `None` where so many seconds have passed and there is more to be decided: that is
    /// the moment to save it, and then it goes on.
    #[pyo3(signature = (wishes, keep_after=None))]
    fn decide<'py>(
        &self,
        py: Python<'py>,
        wishes: Vec<Vec<u8>>,
        keep_after: Option<f64>,
    ) -> PyResult<Option<Vec<Bound<'py, PyBytes>>>> {
        let begun = Instant::now();
        let after = keep_after.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let keep = || {
            if after.is_some_and(|after| begun.elapsed() >= after) {
                self.watch.keep();
            }
        };
        let told = self.ask_beside(py, keep, |shard| {
            let wishes: Vec<&[u8]> = wishes.iter().map(Vec::as_slice).collect();
            shard.decide(&wishes)
        })?;
        Ok(match told {
            Decided::Everything(told) => {
                Some(told.iter().map(|bytes| PyBytes::new(py, bytes)).collect())
            }
            Decided::ToBeKept => None,
        })
    }

    /// How many states are decided, those that were restored among them, and about how many are known.
    fn progress(&self) -> (u64, u64) {
        let (_, done, known) = self.watch.progress();
        (done, known)
    }

    /// How many numbers of the claim's classes were looked through for its positions, and how many there are, while not all were.
    fn looked(&self) -> Option<(u64, u64)> {
        self.watch.looked_through()
    }

    /// All that it has decided, sealed with a key.
    fn save<'py>(&self, py: Python<'py>, key: [u8; 32]) -> PyResult<Bound<'py, PyBytes>> {
        let saved = self.ask(py, |shard| shard.save())?;
        Ok(PyBytes::new(py, &SealKey::new(key).seal(&saved)))
    }

    /// Takes what a shard like this one has saved with the same key: how many states that are.
    fn restore(&self, py: Python<'_>, sealed: &[u8], key: [u8; 32]) -> PyResult<u64> {
        let key = SealKey::new(key);
        let saved = key
            .open(sealed)
            .map_err(|reason| fault(py, "Refused", reason))?;
        self.ask(py, |shard| shard.restore(saved))
    }

    /// Whether play captures, promotes or moves pawns.
    fn is_zeroing(&self) -> bool {
        let shard = self.shard.lock().unwrap_or_else(PoisonError::into_inner);
        shard.is_zeroing()
    }

    /// Begins to settle.
    fn begin(&self, py: Python<'_>, zeroing: bool) -> PyResult<()> {
        self.ask(py, |shard| shard.begin_settling(zeroing))
    }

    /// Settles the states of a value: what others have to know, and the next round in which something is due.
    fn round<'py>(
        &self,
        py: Python<'py>,
        number: u32,
    ) -> PyResult<(Bound<'py, PyBytes>, Option<u32>)> {
        let round = self.ask(py, |shard| shard.round(number))?;
        Ok((PyBytes::new(py, &round.settled), round.due))
    }

    /// What others have settled.
    fn learn(&self, py: Python<'_>, settled: Vec<Vec<u8>>) -> PyResult<()> {
        self.ask(py, |shard| {
            let mut all = settled.iter();
            all.try_for_each(|one| shard.learn(one))
        })
    }

    /// Its part of the proof.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let part = self.ask(py, |shard| shard.finish())?;
        Ok(PyBytes::new(py, &part))
    }
}

/// Refuses a claim that shards cannot settle, and raises `ProgramError` for one that does not compile. No table of perfect play is made.
#[pyfunction]
pub fn check_shards(py: Python<'_>, rules: &Rules, claim: &str) -> PyResult<()> {
    let (rulebook, _, about) = claim_of(py, rules, claim)?;
    let prover = Prover::new(rulebook, Limits::default());
    let prover = prover.map_err(|error| fault(py, "Refused", error))?;
    let shard = prover.shard(&about, (0, 1), Arc::new(Watch::new()));
    shard.map_err(|error| fault(py, "Refused", error))?;
    Ok(())
}

/// A claim settled from the parts of its shards: what `prove` returns.
#[pyfunction]
#[pyo3(signature = (rules, claim, parts, threads=None))]
pub fn join(
    py: Python<'_>,
    rules: &Rules,
    claim: &str,
    parts: Vec<Vec<u8>>,
    threads: Option<usize>,
) -> PyResult<String> {
    let (rulebook, index, about) = claim_of(py, rules, claim)?;
    let watch = Watch::new();
    let pool = pool(py, threads)?;
    let settled = beside(
        py,
        &pool,
        watch.stop(),
        |_| Ok(()),
        || {
            let mut values = Arc::new(PerfectPlay::in_memory());
            rulebook.join_claim(index, &about, &parts, &mut values, &watch)
        },
    )?;
    let verdict = settled.map_err(|reason| fault(py, "Refused", reason))?;
    Ok(told(&about, verdict))
}
