//! Claims and tests of a program.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use adv::proof::Watch;
use adv::render::json::value;
use adv::render::place::line;
use adv::render::studio::{Prove, RunTest, StudioVerdict, Tests};
use adv::{ItemVerdict, PerfectPlay};
use serde_json::Value;

use crate::Studio;
use crate::question::{Asked, Fault};

/// Settles a claim.
pub fn prove(studio: &Studio, asked: &Asked, watch: &Arc<Watch>) -> Result<Value, Fault> {
    let rulebook = studio.programs.rulebook(&asked.project()?)?;
    let number = asked.number("claim")?.unwrap_or(1);
    let index = number
        .checked_sub(1)
        .and_then(|index| usize::try_from(index).ok());
    let program = rulebook.program().clone();
    let found = index.and_then(|index| Some((index, program.claims.get(index)?)));
    let (index, claim) =
        found.ok_or_else(|| Fault::unknown(format!("the program has no claim {number}")))?;
    let mut values = Arc::new(PerfectPlay::in_memory());
    let settled = rulebook.settle_claim(index, claim, &mut values, watch);
    let verdict = settled.map_err(Fault::refused)?;
    if verdict.is_interrupted {
        return Err(Fault::cancelled());
    }
    Ok(value(&Prove {
        verdict: told(&verdict, line(&program, claim.place)),
        report: verdict.data,
    }))
}

/// Runs one test, or all.
pub fn test(studio: &Studio, asked: &Asked, watch: &Arc<Watch>) -> Result<Value, Fault> {
    let rulebook = studio.programs.rulebook(&asked.project()?)?;
    let program = rulebook.program().clone();
    let wanted = asked.number("test")?;
    // Tests of one program ask for the same tables.
    let mut values = Arc::new(PerfectPlay::in_memory());
    let mut ran = Vec::new();
    for (number, test) in (1u64..).zip(&program.tests) {
        if wanted.is_some_and(|wanted| wanted != number) {
            continue;
        }
        if watch.stop().load(Ordering::Relaxed) {
            return Err(Fault::cancelled());
        }
        let verdict = rulebook
            .run_test(test, &mut values, watch)
            .map_err(Fault::refused)?;
        ran.push(RunTest {
            name: test.name.clone(),
            verdict: told(&verdict, line(&program, test.place)),
        });
    }
    match wanted {
        Some(number) if ran.is_empty() => {
            Err(Fault::unknown(format!("the program has no test {number}")))
        }
        _ => Ok(value(&Tests { tests: ran })),
    }
}

fn told(verdict: &ItemVerdict, line: Option<u32>) -> StudioVerdict {
    StudioVerdict {
        headline: verdict.headline.clone(),
        good: verdict.is_good,
        text: verdict.text.clone(),
        line,
    }
}
