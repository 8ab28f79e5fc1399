//! A report is the same for any number of threads.

use adv_prover::Report;

use crate::programs::{KINGS, QUEEN, settle};

/// The report of a claim that so many threads settle, without the memory that it took.
fn with_threads(threads: usize, program: &str, claim: &str) -> Report {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.expect("threads can be started");
    let mut report = pool.install(|| settle(program, claim).report().clone());
    report.memory = 0;
    report
}

#[test]
fn one_two_and_three_threads_report_the_same() {
    let kings = "prove wander from all positions reaches mate";
    let queen = "prove careful from 2000 random positions seed 3 reaches mate";
    for (program, claim) in [(KINGS, kings), (QUEEN, queen)] {
        let one = with_threads(1, program, claim);
        assert!(one.roots >= 2000 && !one.failures.is_empty());
        for threads in [2, 3] {
            assert_eq!(
                with_threads(threads, program, claim),
                one,
                "{claim}, {threads} threads"
            );
        }
    }
}
