//! The benchmark suite: compiled programs on the virtual machine against the same programs by hand in Rust.
//!
//! ```text
//! cargo bench -p adv-bench --bench suite                                every workload, seven rounds
//! cargo bench -p adv-bench --bench suite -- krk-survey --rounds 15      one of them, more rounds
//! cargo bench -p adv-bench --bench suite -- --json figures.json         and the figures for a program to read
//! ADV_INTERPRETED=1 cargo bench -p adv-bench --bench suite              the virtual machine without native code
//! ```
//!
//! Every native program answers every question as the virtual machine does, positions counted and moves chosen, in every round, or
//! the suite stops: what is compared is equal work. `support/rounds.rs` says how time is taken. The number of rounds can be set by
//! `ADV_BENCH_ROUNDS` too. Without `--bench`, as `cargo test --benches` calls it, a small part of every workload is done once, and
//! the boards of the native programs are held against the language's own, and their goals against the definitions.

#[path = "../tests/common/mod.rs"]
mod common;
mod native;
#[path = "support/rounds.rs"]
mod rounds;

use std::process::ExitCode;

use native::tasks::goals::goals_agree;
use native::tasks::{ALL, boards_agree};
use native::workload::Size;
use rounds::measure;

/// Rounds where nothing else is said.
const ROUNDS: usize = 7;

/// What the command line asks for.
#[derive(Default)]
struct Asked {
    names: Vec<String>,
    rounds: Option<usize>,
    json: Option<String>,
    figures: bool,
}

fn asked() -> Result<Asked, String> {
    let mut asked = Asked::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || {
            let value = arguments.next();
            value.ok_or_else(|| format!("`{argument}` wants a value behind it"))
        };
        match argument.as_str() {
            "--bench" => asked.figures = true,
            "--json" => asked.json = Some(value()?),
            "--rounds" => asked.rounds = Some(number(&value()?)?),
            _ if argument.starts_with('-') => {
                return Err(format!(
                    "`{argument}` is not known here; `--rounds` and `--json` are"
                ));
            }
            _ => asked.names.push(argument),
        }
    }
    let known = |name: &&String| !ALL.iter().any(|workload| workload.name == *name);
    if let Some(name) = asked.names.iter().find(known) {
        let names: Vec<&str> = ALL.iter().map(|workload| workload.name).collect();
        return Err(format!(
            "there is no workload `{name}`, only {}",
            names.join(", ")
        ));
    }
    if asked.rounds.is_none()
        && let Ok(text) = std::env::var("ADV_BENCH_ROUNDS")
    {
        asked.rounds = Some(number(&text)?);
    }
    Ok(asked)
}

fn number(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("`{text}` is no number of rounds, 1 or more")),
    }
}

fn run() -> Result<(), String> {
    let asked = asked()?;
    let (size, rounds) = if asked.figures {
        (Size::Full, asked.rounds.unwrap_or(ROUNDS))
    } else {
        boards_agree();
        goals_agree();
        (Size::Small, asked.rounds.unwrap_or(1))
    };
    let chosen = ALL.iter().filter(|workload| {
        asked.names.is_empty() || asked.names.iter().any(|name| name == workload.name)
    });
    let mut figures = Vec::new();
    for workload in chosen {
        let outcome = measure(workload, size, rounds);
        if asked.figures {
            outcome.print();
        } else {
            println!("{}: all contenders answer alike", workload.name);
        }
        figures.push(outcome.json());
    }
    if let Some(file) = &asked.json {
        let all = serde_json::json!({ "rounds": rounds, "workloads": figures });
        std::fs::write(file, format!("{all:#}\n")).map_err(|error| format!("`{file}`: {error}"))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
