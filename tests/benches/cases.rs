//! Case bases: how long it takes to read one and to ask it for the nearest cases.
//!
//! ```text
//! cargo bench -p adv-bench --bench cases              100,000 cases
//! cargo bench -p adv-bench --bench cases -- 1000000   another number of them
//! ```
//!
//! Processor time, medians of rounds: reading, writing, and one question for the ten nearest cases. Without
//! `--bench`, as `cargo test --benches` calls it, a base of a hundred cases is read and asked.

#[allow(dead_code, reason = "this benchmark does without criterion")]
#[path = "support/cpu.rs"]
mod cpu;

use std::hint::black_box;
use std::time::Duration;

use adv_cases::{SimilarityWeights, read, write};
use adv_reference::generate::cases::{Games, base, branches, question};
use adv_testkit::Numbers;

/// How often each figure is taken.
const ROUNDS: usize = 15;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let measured = words.iter().any(|word| word == "--bench");
    let asked = words.iter().find_map(|word| word.parse().ok());
    let count = asked.unwrap_or(if measured { 100_000 } else { 100 });
    let rounds = if measured { ROUNDS } else { 1 };

    let mut numbers = Numbers::new(19);
    let made = base(&mut numbers, count, false);
    let text = write(&made);
    println!("{} cases, {} bytes", made.cases().len(), text.len());

    let bytes = text.as_bytes();
    report("read", rounds, || {
        let base = read(black_box(bytes)).expect("it is whole");
        assert_eq!(base.cases().len(), made.cases().len());
    });
    report("write", rounds, || {
        assert_eq!(write(black_box(&made)).len(), text.len());
    });
    let mut games = Games::default();
    let questions: Vec<_> = (0..20)
        .map(|_| {
            let position = games.next(&mut numbers);
            question(&mut numbers, position)
        })
        .collect();
    let (branches, weights) = (branches(), SimilarityWeights::default());
    let mut next = 0;
    report("ask", rounds, || {
        let question = &questions[next % questions.len()];
        next += 1;
        black_box(made.nearest(black_box(question), &branches, &weights, 10));
    });
}

/// Prints the median processor time of some work, and its least and most.
fn report(what: &str, rounds: usize, mut work: impl FnMut()) {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let began = cpu::now();
            work();
            cpu::now().saturating_sub(began)
        })
        .collect();
    times.sort();
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "{what:6} {:8.2} ms   ({:.2} to {:.2})",
        millis(times[rounds / 2]),
        millis(times[0]),
        millis(times[rounds - 1])
    );
}
