//! Claims settled and tables surveyed: work of seconds and more, with progress, and ended by Ctrl-C.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use adv::program::Claim;
use adv::proof::{Phase, Watch};
use adv::render::survey::{self as sums, Survey};
use adv::{
    ClassSurvey, ItemVerdict, PerfectPlay, Replies, Rulebook, Subject, SurveyStop, is_claim,
};
use pyo3::prelude::*;
use serde_json::json;

use crate::arrow::Rows;
use crate::columns::Growing;
use crate::fault::{fault, program};
use crate::rules::{Rules, limits};
use crate::work::{beside, pool};

/// Tells a progress that Python wants to know: phase, done, of how many.
fn tell(py: Python<'_>, progress: Option<&Py<PyAny>>, at: (&str, u64, u64)) -> PyResult<()> {
    match progress {
        Some(progress) => progress.call1(py, at).map(drop),
        None => Ok(()),
    }
}

const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Positions => "positions",
        Phase::Consulting => "consulting",
        Phase::Settling => "settling",
        Phase::Reporting => "reporting",
    }
}

/// Adds rows as the command writes them, without their head.
fn add(rows: &mut Growing, text: &[u8]) {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text);
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).unwrap_or(false) {
        let text = |at: usize| record.get(at).filter(|text| !text.is_empty());
        rows.fen.push(Some(text(0).unwrap_or_default()));
        rows.rule.push(text(1).and_then(|rule| rule.parse().ok()));
        rows.advice.push(text(2));
        rows.played.push(text(3));
        rows.positions
            .push(text(4).and_then(|count| count.parse().ok()));
    }
}

/// The program with a claim, and the claim's index: a number from 1, a text, or the name of a subject about which there is one claim.
pub fn claimed(py: Python<'_>, rulebook: &Rulebook, claim: &str) -> PyResult<(Rulebook, usize)> {
    if !is_claim(claim) {
        let wanted = rulebook.choose_claims(&[claim]);
        let wanted = wanted.map_err(|error| fault(py, "Refused", error))?;
        let first = wanted.first().map_or(0, |claim| claim.index);
        return Ok((rulebook.clone(), first));
    }
    let own = rulebook.own_claims();
    let checked = rulebook.with_claims(&[claim]).map_err(|_| {
        fault(
            py,
            "Refused",
            "a module without its source takes no further claims",
        )
    })?;
    match checked.rulebook {
        Some(rulebook) => Ok((rulebook, own)),
        None => {
            let told = match checked.of_whole.is_empty() {
                true => checked.of_claims.concat(),
                false => checked.of_whole,
            };
            let text = adv::diagnostics::Source::new("claim", claim);
            Err(program(py, &told, &text))
        }
    }
}

/// Settles a claim: an object with the verdict, the report as text and as `docs/schema/proof.json` has it, all in JSON.
#[pyfunction]
#[pyo3(signature = (rules, claim, threads=None, progress=None))]
pub fn prove(
    py: Python<'_>,
    rules: &Rules,
    claim: &str,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let (rulebook, index) = claimed(py, &rules.rulebook, claim)?;
    let watch = Watch::new();
    let pool = pool(py, threads)?;
    let about = rulebook.program().claims.get(index).cloned();
    let about = about.ok_or_else(|| fault(py, "Refused", "there is no such claim"))?;
    let settled = beside(
        py,
        &pool,
        watch.stop(),
        |py| {
            let (phase, done, of) = watch.progress();
            tell(py, progress.as_ref(), (phase_word(phase), done, of))
        },
        || {
            let mut values = Arc::new(PerfectPlay::in_memory());
            rulebook.settle_claim(index, &about, &mut values, &watch)
        },
    )?;
    let verdict = settled.map_err(|reason| fault(py, "Refused", reason))?;
    Ok(told(&about, verdict))
}

/// A claim that is settled, as JSON.
pub fn told(claim: &Claim, verdict: ItemVerdict) -> String {
    json!({
        "claim": adv::render::proof::claim_text(claim),
        "headline": verdict.headline,
        "good": verdict.is_good,
        "text": verdict.text,
        "report": verdict.data,
    })
    .to_string()
}

/// Runs the tests of the program, or one of them by its number from 1: a JSON list.
#[pyfunction]
#[pyo3(signature = (rules, number=None))]
pub fn test(py: Python<'_>, rules: &Rules, number: Option<usize>) -> PyResult<String> {
    let watch = Watch::new();
    let pool = pool(py, None)?;
    let program = rules.rulebook.program().clone();
    let ran = beside(
        py,
        &pool,
        watch.stop(),
        |_| Ok(()),
        || {
            let mut values = Arc::new(PerfectPlay::in_memory());
            let mut told = Vec::new();
            for (at, test) in (1usize..).zip(&program.tests) {
                if number.is_some_and(|number| number != at) {
                    continue;
                }
                let verdict = rules.rulebook.run_test(test, &mut values, &watch)?;
                told.push(json!({
                    "name": test.name,
                    "fen": test.fen,
                    "good": verdict.is_good,
                    "headline": verdict.headline,
                    "text": verdict.text,
                }));
            }
            Ok::<_, String>(told)
        },
    )?;
    let told = ran.map_err(|reason| fault(py, "Refused", reason))?;
    if let (Some(number), true) = (number, told.is_empty()) {
        return Err(fault(
            py,
            "Refused",
            format!("the program has no test {number}"),
        ));
    }
    Ok(serde_json::Value::from(told).to_string())
}

/// Consults a table in every position of its men: the rows as a table of Arrow, and the sums as JSON and as text.
#[pyfunction]
#[pyo3(signature = (rules, table=None, threads=None, progress=None, positions=None, part=None))]
pub fn survey(
    py: Python<'_>,
    rules: &Rules,
    table: Option<&str>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    positions: Option<u64>,
    part: Option<(u64, u64)>,
) -> PyResult<(Rows, String, String)> {
    let module = rules.rulebook.program();
    let id = match table {
        None if module.tables.len() == 1 => adv::program::TableId(0),
        None => {
            let names: Vec<&str> = module.tables.iter().map(|one| one.name.as_str()).collect();
            let said = match names.as_slice() {
                [] => "the program has no table to survey".to_owned(),
                names => format!("name one of the tables {}", names.join(", ")),
            };
            return Err(fault(py, "Refused", said));
        }
        Some(name) => match Subject::named(module, name) {
            Some(Subject::Table(id)) => id,
            _ => return Err(fault(py, "Refused", format!("there is no table `{name}`"))),
        },
    };
    let replies = Replies::default();
    let task = ClassSurvey::new(module, id, replies, true);
    let task = task.map_err(|error| fault(py, "Refused", error))?;
    let task = match part {
        Some((number, of)) => task.part(number, of),
        None => task,
    };
    let watch = Watch::new();
    let pool = pool(py, threads)?;
    let mut engine = rules.rulebook.engine(limits(positions));
    engine.set_interrupt(Some(watch.stop().clone()));
    let (done, of) = (AtomicU64::new(0), task.numbers());
    let mut rows = Growing::default();
    let ran = beside(
        py,
        &pool,
        watch.stop(),
        |py| {
            let at = ("consulting", done.load(Ordering::Relaxed), of);
            tell(py, progress.as_ref(), at)
        },
        || {
            let take = |text: &[u8]| {
                add(&mut rows, text);
                Ok::<(), Infallible>(())
            };
            let result = task.run(&engine, take, |more| {
                done.fetch_add(more, Ordering::Relaxed);
            });
            result.map(|result| (result, rows.done()))
        },
    )?;
    let (result, rows) = ran.map_err(|stop| match stop {
        SurveyStop::Caller(never) => match never {},
        SurveyStop::Refused(refused) => fault(py, "Refused", refused.0),
    })?;
    let survey = Survey {
        module,
        table: Subject::Table(id).name(module),
        material: task.material().to_string(),
        sides: task.sides().to_vec(),
        replies,
        totals: result.totals,
    };
    Ok((
        rows,
        sums::json(&survey).to_string(),
        sums::text(&survey, adv::render::TextForm::Terminal),
    ))
}
