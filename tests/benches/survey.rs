//! The survey of king and rook against king: the compiled table on the virtual machine against the same table by hand in Rust.
//!
//! Both consult all 175,168 positions with White to move, replies one by one, in one process and one run, so that a faster or
//! busier machine changes both. Time is the processor time of this thread, no clock on the wall.
//!
//! ```text
//! cargo bench -p adv-tests --bench survey
//! ```

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "support/cpu.rs"]
mod cpu;

use std::hint::black_box;
use std::time::Duration;

use adv_chess::Position;
use adv_tests::native_krk;
use adv_vm::{Engine, Replies};
use cpu::{Processor, now};
use criterion::{Criterion, SamplingMode, Throughput, criterion_group};

/// The positions tested by either program, from the figures that `tests/figures.rs` asserts.
const POSITIONS: u64 = 7_206_680;

fn program() -> Engine {
    common::engine("krk-advice.adv", &common::read("examples/krk-advice.adv"))
}

fn on_the_machine(engine: &mut Engine, roots: &[Position]) -> u64 {
    let table = engine.table("krk").expect("the program has the table");
    let asked = roots
        .iter()
        .map(|root| engine.decide(table, root, Replies::OneByOne));
    asked
        .map(|found| found.map_or(0, |found| found.positions))
        .sum()
}

fn survey(criterion: &mut Criterion<Processor>) {
    let roots: Vec<Position> = native_krk::roots()
        .map(|root| Position::from(&root))
        .collect();
    let mut engine = program();
    let mut group = criterion.benchmark_group("krk survey");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    group
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_secs(15));
    group.throughput(Throughput::Elements(POSITIONS));
    group.bench_function("virtual machine", |bench| {
        bench.iter(|| assert_eq!(on_the_machine(&mut engine, black_box(&roots)), POSITIONS));
    });
    group.bench_function("by hand", |bench| {
        bench.iter(|| {
            assert_eq!(
                native_krk::survey(native_krk::Replies::OneByOne).positions,
                POSITIONS
            )
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Processor).without_plots();
    targets = survey
}

/// The two side by side, each three times in turn, the best of each.
fn ratio() {
    let roots: Vec<Position> = native_krk::roots()
        .map(|root| Position::from(&root))
        .collect();
    let mut engine = program();
    let (mut machine, mut hand) = (Duration::MAX, Duration::MAX);
    for _ in 0..3 {
        let start = now();
        assert_eq!(on_the_machine(&mut engine, black_box(&roots)), POSITIONS);
        let middle = now();
        assert_eq!(
            native_krk::survey(native_krk::Replies::OneByOne).positions,
            POSITIONS
        );
        machine = machine.min(middle - start);
        hand = hand.min(now() - middle);
    }
    let speed = |time: Duration| POSITIONS as f64 / time.as_secs_f64() / 1e6;
    println!(
        "virtual machine  {:6.2} million positions a second",
        speed(machine)
    );
    println!(
        "by hand in Rust  {:6.2} million positions a second",
        speed(hand)
    );
    println!(
        "ratio            {:6.2} (time of the machine over time by hand)",
        machine.as_secs_f64() / hand.as_secs_f64()
    );
}

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    // `cargo test --benches` runs every benchmark once and asks for no figures.
    if std::env::args().any(|argument| argument == "--bench") {
        ratio();
    }
}
