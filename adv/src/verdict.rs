//! One `test` or claim of a program run by itself, with its result in a sentence: for editors, prompts and pages.
//!
//! The tables of perfect play that it needs are made where the caller wants them, and serve the next item too.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use adv_module::program::{Claim, Test};
use adv_render::{TextForm, report};
use adv_vm::Limits;
use serde_json::Value;

use crate::load::Rulebook;
use crate::perfect::{PerfectPlay, asks_conversions};
use crate::proof::{ClaimReport, Keeping, Proved, Shard, Verdict, Watch};
use crate::prove::{Comparison, Prover, SettleError};
use crate::testing::{Tester, material_to_prepare};
use crate::version::MadeBy;

/// Error message where the tables of perfect play should grow, but the caller shares them with another user.
const IN_USE: &str = "the tables of perfect play are in use";

/// Result of running one test or claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemVerdict {
    /// The result in one sentence.
    pub headline: String,
    /// True where the test passes or the claim is proved.
    pub is_good: bool,
    /// The whole report as text; empty where the caller ended the run.
    pub text: String,
    /// The report as an object of `docs/schema/proof.json`; `None` for a test, and where the caller ended the run.
    pub data: Option<Value>,
    /// True where the caller ended the run before there was a result.
    pub is_interrupted: bool,
}

impl ItemVerdict {
    /// The headline with a sign before it, `✓` or `✗`.
    pub fn shown(&self) -> String {
        let sign = if self.is_good { "✓" } else { "✗" };
        format!("{sign} {}", self.headline)
    }

    fn interrupted() -> ItemVerdict {
        ItemVerdict {
            headline: "ended before it was settled".to_owned(),
            is_interrupted: true,
            ..ItemVerdict::default()
        }
    }
}

impl Rulebook {
    /// Runs one of the program's tests by itself; `values` gets the tables that it asks for. Its forcing-tree is not compared: only the
    /// caller may have files of trees.
    ///
    /// # Errors
    /// A sentence where a table of perfect play that the test asks for cannot be made, or `values` are in use elsewhere.
    pub fn run_test(
        &self,
        test: &Test,
        values: &mut Arc<PerfectPlay>,
        watch: &Watch,
    ) -> Result<ItemVerdict, String> {
        if let Some(material) = material_to_prepare(values, test) {
            let values = Arc::get_mut(values).ok_or(IN_USE)?;
            let made = match asks_conversions(self.program()) {
                true => values.prepare_conversions(&material, &mut |_, _| {}),
                false => values.prepare(&material, &mut |_, _| {}),
            };
            made.map_err(|error| error.to_string())?;
        }
        let mut engine = self.engine(Limits::default());
        engine.set_interrupt(Some(watch.stop().clone()));
        let mut tester = Tester::new(engine, values);
        let mut trees = 0;
        let ran = tester.run(self.name(), test, |_, _| {
            trees += 1;
            Ok::<(), Infallible>(())
        });
        let case = match ran {
            Ok(outcome) => outcome.case,
            Err(never) => match never {},
        };
        if watch.stop().load(Ordering::Relaxed) {
            return Ok(ItemVerdict::interrupted());
        }
        let is_good = case.failures.is_empty();
        let mut headline = match case.failures.first() {
            None => "passes".to_owned(),
            Some(failure) => failure.lines().next().unwrap_or("fails").to_owned(),
        };
        if trees > 0 {
            headline.push_str("; its tree is compared by `adv test`");
        }
        Ok(ItemVerdict {
            headline,
            is_good,
            text: report::case(&case, None),
            ..ItemVerdict::default()
        })
    }

    /// Settles the claim with this index by itself, within the memory and until the end that the caller's watch sets.
    ///
    /// # Errors
    /// A sentence where the claim cannot be settled: its class is too large, or a table of perfect play cannot be made.
    pub fn settle_claim(
        &self,
        index: usize,
        claim: &Claim,
        values: &mut Arc<PerfectPlay>,
        watch: &Watch,
    ) -> Result<ItemVerdict, String> {
        let prover = self.prover_of(index, values)?;
        let settled = prover.settle(claim, Comparison::No, Keeping::default(), watch, &[]);
        ItemVerdict::of(&prover, claim, settled)
    }

    /// Prepares a shard of the claim with this index, for a proof that several machines share: number `of.0`, from 0, of `of.1` shards.
    ///
    /// # Errors
    /// As [`Rulebook::settle_claim`], and where the claim is not about play.
    pub fn claim_shard(
        &self,
        index: usize,
        claim: &Claim,
        of: (u32, u32),
        values: &mut Arc<PerfectPlay>,
        watch: Arc<Watch>,
    ) -> Result<Shard, String> {
        let prover = self.prover_of(index, values)?;
        let shard = prover.shard(claim, of, watch);
        shard.map_err(|error| error.to_string())
    }

    /// Joins the finished shards of a claim from their parts, and returns the verdict that [`Rulebook::settle_claim`] would return.
    ///
    /// # Errors
    /// As [`Rulebook::settle_claim`], and where a part is damaged or missing.
    pub fn join_claim(
        &self,
        index: usize,
        claim: &Claim,
        parts: &[Vec<u8>],
        values: &mut Arc<PerfectPlay>,
        watch: &Watch,
    ) -> Result<ItemVerdict, String> {
        let prover = self.prover_of(index, values)?;
        let keeping = Keeping {
            parts: Some(parts),
            ..Keeping::default()
        };
        let joined = prover.settle(claim, Comparison::No, keeping, watch, &[]);
        ItemVerdict::of(&prover, claim, joined)
    }

    /// Makes a prover with the tables that the claim with this index needs.
    fn prover_of(&self, index: usize, values: &mut Arc<PerfectPlay>) -> Result<Prover, String> {
        let made = Prover::new(self.clone(), Limits::default());
        let mut prover = made.map_err(|error| error.to_string())?;
        let materials = prover.materials(&[index], Comparison::No);
        if !materials.is_empty() {
            let tables = Arc::get_mut(values).ok_or(IN_USE)?;
            for material in materials {
                let made = tables.prepare(&material, &mut |_, _| {});
                made.map_err(|error| error.to_string())?;
            }
            prover.set_perfect(values.clone());
        }
        Ok(prover)
    }
}

impl ItemVerdict {
    /// Writes the verdict of a settled claim: headline, text and JSON.
    fn of(
        prover: &Prover,
        claim: &Claim,
        settled: Result<Proved, SettleError>,
    ) -> Result<ItemVerdict, String> {
        let proved = settled.map_err(|error| error.to_string())?;
        let Some(report) = ClaimReport::of(prover.program(), claim, &proved) else {
            return Ok(ItemVerdict::interrupted());
        };
        let mut data = report.json();
        MadeBy(vec![prover.rulebook().clone()]).sign(&mut data);
        Ok(ItemVerdict {
            headline: report.headline(),
            is_good: report.verdict() == Verdict::Proved,
            text: report.text(TextForm::Terminal),
            data: Some(data),
            is_interrupted: false,
        })
    }
}
