//! What each pass of the compiler is worth: every workload with all passes, and with all but one.
//!
//! ```text
//! cargo bench -p adv-bench --bench passes                 all passes, all workloads
//! cargo bench -p adv-bench --bench passes -- order kpk    those whose names contain one of the words
//! ```
//!
//! Two of the figures are exact: how many instructions are executed, and what they weigh with the primitives by their table
//! ([`adv_vm::weight`]). The others are processor time, interpreted and as native code, medians of rounds in which the programs take
//! turns, so that a busier machine is busy for all of them. `1.25` means that without the pass it is a quarter more. All programs
//! have to give the same answers.

#[path = "../tests/common/mod.rs"]
mod common;
#[allow(dead_code, reason = "this benchmark does without criterion")]
#[path = "support/cpu.rs"]
mod cpu;
#[path = "support/pass_workloads.rs"]
mod workloads;

use std::time::Duration;

use adv_compiler::Passes;
use adv_compiler::source::Source;
use adv_vm::{Engine, Limits, ProfileCounts, weight};
use workloads::{Sum, Workload};

/// How often each program takes its turn.
const ROUNDS: usize = 7;

/// A choice of what is left out.
struct Choice {
    name: &'static str,
    passes: Passes,
}

/// All passes, then all but each one, then none.
fn choices() -> Vec<Choice> {
    let choice = |name, passes| Choice { name, passes };
    let mut choices = vec![choice("all", Passes::ALL)];
    for (name, _) in Passes::SWITCHES {
        choices.push(choice(name, Passes::without(name)));
    }
    let mut none = Passes::ALL;
    for (_, switch) in Passes::SWITCHES {
        *switch(&mut none) = false;
    }
    choices.push(choice("none at all", none));
    choices
}

/// A program compiled and linked with a choice of passes.
fn engine(program: &str, choice: &Choice) -> Engine {
    let source = Source::new(program, common::read(program));
    let libraries = common::libraries();
    let compiled =
        adv_compiler::compile_with_passes(&source, "passes", "", libraries, choice.passes);
    let module = compiled.module.expect("the examples compile");
    let linked = libraries.link(module).expect("the examples are linked");
    Engine::new(linked, Limits::default())
}

/// Instructions and their weight.
fn work(engine: &Engine, counts: &ProfileCounts) -> [u64; 2] {
    let functions = engine.module().functions.iter().zip(&counts.executed);
    functions
        .flat_map(|(function, counts)| function.code.iter().zip(counts))
        .fold([0, 0], |[executed, weighs], (op, &count)| {
            [executed + count, weighs + count * weight(op)]
        })
}

/// One program, and what has been found out about it.
struct Measured {
    name: &'static str,
    /// Interpreted, and as native code.
    engines: [Engine; 2],
    work: [u64; 2],
    answer: Sum,
    times: [Vec<Duration>; 2],
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn measure(workload: &Workload, choices: &[Choice], rounds: usize) {
    let roots = (workload.roots)();
    let mut all: Vec<Measured> = choices
        .iter()
        .map(|choice| {
            let engine = engine(workload.program, choice);
            let mut counting = engine.counting();
            let answer = (workload.run)(&mut counting, &roots);
            let counts = counting.counted();
            let mut interpreted = engine.clone();
            interpreted.set_native(false);
            Measured {
                name: choice.name,
                work: work(&engine, &counts),
                answer,
                engines: [interpreted, engine],
                times: [Vec::new(), Vec::new()],
            }
        })
        .collect();
    for _ in 0..rounds {
        for measured in &mut all {
            for (engine, times) in measured.engines.iter_mut().zip(&mut measured.times) {
                let start = cpu::now();
                let answer = (workload.run)(engine, &roots);
                times.push(cpu::now() - start);
                assert_eq!(answer, measured.answer, "{}", measured.name);
            }
        }
    }
    let Some((first, others)) = all.split_first_mut() else {
        return;
    };
    let medians = |measured: &mut Measured| measured.times.each_mut().map(|times| median(times));
    let times = medians(first);
    let [executed, weighs] = first.work;
    println!("{}: {}", workload.name, workload.about);
    let [interpreted, native] = times;
    println!(
        "  with all passes: {executed} instructions that weigh {weighs}, {interpreted:.2?} interpreted, {native:.2?} native"
    );
    println!("  without         instructions   weight  interpreted   native");
    for other in others {
        assert_eq!(
            other.answer, first.answer,
            "{} without {} answers something else",
            workload.name, other.name
        );
        let ratio = |a: u64, b: u64| a as f64 / b.max(1) as f64;
        let spent = medians(other);
        let seconds = |time: Duration| time.as_secs_f64().max(f64::EPSILON);
        let ratios = [0, 1].map(|how| seconds(spent[how]) / seconds(times[how]));
        let [other_executed, other_weighs] = other.work;
        println!(
            "  {:<15} {:12.3} {:8.3} {:12.3} {:8.3}",
            other.name,
            ratio(other_executed, executed),
            ratio(other_weighs, weighs),
            ratios[0],
            ratios[1],
        );
    }
}

fn main() {
    // `cargo test --benches` runs every benchmark once and asks for no figures.
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rounds = if words.iter().any(|word| word == "--bench") {
        ROUNDS
    } else {
        1
    };
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let asked = |name: &str| words.iter().any(|word| name.contains(word));
    let named: Vec<&Workload> = workloads::ALL.iter().filter(|of| asked(of.name)).collect();
    let all: Vec<&Workload> = workloads::ALL.iter().collect();
    let mut choices = choices();
    if choices.iter().any(|choice| asked(choice.name)) {
        choices.retain(|choice| choice.name == "all" || asked(choice.name));
    }
    for workload in if named.is_empty() { all } else { named } {
        measure(workload, &choices, rounds);
    }
}
