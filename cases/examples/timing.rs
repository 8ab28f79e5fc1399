//! How long a case file takes to read, and a question to answer: the shortest of fifteen times each.
//!
//! `adv cases big.cases add positions.epd --approve` makes a large file, and `cargo run --release -p adv-cases --example timing big.cases` measures it.

use std::time::{Duration, Instant};

use adv_cases::{CaseBase, CaseFact, Fact, Question, SimilarityWeights, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("name a case file")?;
    let bytes = std::fs::read(&file)?;
    let mut base = read(&bytes).map_err(|fault| format!("line {}: {}", fault.line, fault.what))?;
    let mut shortest = [Duration::MAX; 2];
    let patterns = base.cases().iter().flat_map(|case| &case.facts);
    let branch = |fact: &CaseFact| (fact.pattern.to_string(), "every.branch".to_owned());
    let branches = patterns.map(branch).collect();
    for _ in 0..15 {
        let begun = Instant::now();
        let again = read(&bytes).map_err(|fault| fault.what)?;
        shortest[0] = shortest[0].min(begun.elapsed());
        base = again;
        let Some(question) = question(&base) else {
            return Err("the file has no case".into());
        };
        let weights = SimilarityWeights::default();
        let begun = Instant::now();
        let nearest = base.nearest(&question, &branches, &weights, 3);
        shortest[1] = shortest[1].min(begun.elapsed());
        assert!(!nearest.is_empty(), "a case is near to itself");
    }
    let count = base.cases().len();
    let [reading, asking] = shortest.map(|time| time.as_secs_f64() * 1e3);
    println!("{count} cases read in {reading:.0} ms, the nearest found in {asking:.1} ms");
    Ok(())
}

/// What the case in the middle of a base would ask. All patterns are of one branch, so that every case is compared.
fn question(base: &CaseBase) -> Option<Question> {
    let case = base.cases().get(base.cases().len() / 2)?;
    let facts = case.facts.iter().map(|fact| Fact {
        pattern: fact.pattern.clone(),
        path: "every.branch".into(),
        side: fact.side,
        worth: fact.worth.unsigned_abs(),
    });
    Some(Question {
        position: case.position,
        stage: case.stage.clone(),
        facts: facts.collect(),
    })
}
