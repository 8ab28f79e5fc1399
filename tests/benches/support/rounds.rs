//! Rounds of a workload: everyone does the task once, in turn, and then again.
//!
//! ```text
//! warm-up   VM  shakmaty  cozy-chess  few men      not counted: code is compiled, caches and tables are filled
//! round 1   VM  shakmaty  cozy-chess  few men      ┐ processor time of this thread, so that it does not matter what else
//! round 2   VM  shakmaty  cozy-chess  few men      ├ works on the machine; and whatever slows it down for a while,
//! …                                                ┘ slows down all of a round
//! ```
//!
//! A contender that needs less than fifty milliseconds does the task several times in a round, so that a clock's tick does not matter; the
//! reported time is that of one.
//!
//! A ratio is taken within a round, and the median of the rounds' ratios is reported. It is a native program's time over the
//! virtual machine's: 1 or more says that the machine is at least as fast.

use std::hint::black_box;

use cpu_time::ThreadTime;
use serde_json::{Value, json};

use crate::native::workload::{Answer, Size, Workload};

/// Seconds that a contender works in a round at least.
const LEAST: f64 = 0.05;

/// What was measured of one contender.
pub struct Measured {
    /// Its name.
    pub name: &'static str,
    /// Seconds of the warm-up.
    pub first: f64,
    /// Seconds of each round.
    pub seconds: Vec<f64>,
    /// Its seconds over the virtual machine's, round by round.
    ratios: Vec<f64>,
}

/// What was measured of a workload.
pub struct Outcome<'w> {
    workload: &'w Workload,
    answer: Answer,
    measured: Vec<Measured>,
}

/// Measures a workload.
///
/// # Panics
/// Where a contender's answer in any round is not the virtual machine's in the first.
pub fn measure(workload: &Workload, size: Size, rounds: usize) -> Outcome<'_> {
    let mut contenders = (workload.contenders)(size);
    let mut measured: Vec<Measured> = contenders
        .iter()
        .map(|contender| Measured {
            name: contender.name,
            first: 0.0,
            seconds: Vec::new(),
            ratios: Vec::new(),
        })
        .collect();
    let mut expected = None;
    for round in 0..=rounds {
        for (contender, entry) in contenders.iter_mut().zip(&mut measured) {
            let times = match round {
                0 => 1,
                _ => (LEAST / entry.first.max(1e-6)).ceil().clamp(1.0, 1000.0) as u32,
            };
            let start = ThreadTime::now();
            for _ in 0..times {
                let answer = black_box((contender.run)());
                let expected = *expected.get_or_insert(answer);
                assert_eq!(
                    answer, expected,
                    "{}: {} answers otherwise than the virtual machine in round {round}",
                    workload.name, contender.name
                );
            }
            let seconds = start.elapsed().as_secs_f64() / f64::from(times);
            if round == 0 {
                entry.first = seconds;
            } else {
                entry.seconds.push(seconds);
            }
        }
    }
    let machine = measured
        .first()
        .map(|machine| machine.seconds.clone())
        .unwrap_or_default();
    for entry in &mut measured {
        let rounds = entry.seconds.iter().zip(&machine);
        entry.ratios = rounds.map(|(own, machine)| own / machine).collect();
    }
    Outcome {
        workload,
        answer: expected.unwrap_or_default(),
        measured,
    }
}

/// The middle of some numbers, the mean of the two in the middle of an even number of them; 0 of none.
pub fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n => (sorted[n / 2] + sorted[(n - 1) / 2]) / 2.0,
    }
}

/// The difference of the largest and the smallest in parts of the median: how far the figure can be trusted.
fn spread(numbers: &[f64]) -> f64 {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(0.0, f64::max);
    (most - least) / median(numbers)
}

/// A number with its thousands set apart.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl Outcome<'_> {
    /// The figures as a table.
    pub fn print(&self) {
        let Answer {
            positions, roots, ..
        } = self.answer;
        println!("{}: {}", self.workload.name, self.workload.about);
        println!(
            "{} positions from {} roots\n",
            thousands(positions),
            thousands(roots)
        );
        println!(
            "{:20} {:>10} {:>12} {:>12} {:>8} {:>8}",
            "", "ms", "ns/position", "million/s", "spread", "ratio"
        );
        for (number, entry) in self.measured.iter().enumerate() {
            let seconds = median(&entry.seconds);
            let ratio = match number {
                0 => String::new(),
                _ => format!("{:.2}", median(&entry.ratios)),
            };
            println!(
                "{:20} {:>10.1} {:>12.2} {:>12.2} {:>7.0}% {:>8}",
                entry.name,
                seconds * 1e3,
                seconds * 1e9 / positions as f64,
                positions as f64 / seconds / 1e6,
                spread(&entry.seconds) * 100.0,
                ratio
            );
        }
        println!();
    }

    /// The figures for a program to read; times in seconds.
    pub fn json(&self) -> Value {
        let contenders = self.measured.iter().map(|entry| {
            let seconds = median(&entry.seconds);
            json!({
                "name": entry.name,
                "first": entry.first,
                "seconds": entry.seconds,
                "median": seconds,
                "ns_per_position": seconds * 1e9 / self.answer.positions as f64,
                "positions_per_second": self.answer.positions as f64 / seconds,
                "ratio": median(&entry.ratios),
                "ratios": entry.ratios,
            })
        });
        json!({
            "name": self.workload.name,
            "positions": self.answer.positions,
            "roots": self.answer.roots,
            "decisions": format!("{:016x}", self.answer.decisions),
            "contenders": contenders.collect::<Vec<_>>(),
        })
    }
}
