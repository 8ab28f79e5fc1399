//! What the tests and benchmarks share: where files are, one way from text to an engine, a seeded source of numbers.
#![allow(
    dead_code,
    reason = "every test binary compiles this file and uses a part of it"
)]

pub mod perfect;
pub mod three;

use std::path::{Path, PathBuf};

use adv::chess::{parse_fen, parse_move};
use adv::diagnostics::{Diagnostic, Format, Severity, Source, render};
use adv::program::{Expect, ExpectKind, Linked, Program, Test};
use adv::{
    Answer, Comparison, Consultation, Engine, Examination, Limits, Options, Position, Prover,
    Rulebook, Step, Stop, Subject,
};
use adv_prover::{Keeping, Proved, Settled, Watch};
use adv_testkit::sized;

/// The project's root folder, from whichever package this file is part of.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut above = own.ancestors();
    above
        .find(|folder| folder.join("ARCHITECTURE.md").exists())
        .unwrap_or(own)
}

/// Returns the seeds of a size of the tests: a fifth of these in the short one.
pub fn seeds(all: std::ops::Range<u64>) -> std::ops::Range<u64> {
    let count = (all.end - all.start) / sized(5, 1);
    all.start..all.start + count
}

/// Returns the least number of findings in a size of the tests: a tenth of this one in the short size.
pub fn at_least(long: usize) -> usize {
    sized(long / 10, long)
}

/// Returns false in a build without native code, and says that a test of it was not run. `.ci/run` runs all tests with `--features native`.
pub fn has_native(test: &str) -> bool {
    if !Engine::HAS_NATIVE {
        println!("{test}: NOT RUN, it needs native code: --features native");
    }
    Engine::HAS_NATIVE
}

/// The text of a file below the root; an example's is looked for in `examples` and then in `examples/endgames`.
pub fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    let mut place = root().join(path);
    if let Ok(name) = path.strip_prefix("examples")
        && !place.exists()
    {
        place = root().join("examples/endgames").join(name);
    }
    let path = place;
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files with this extension below a folder, at any depth, sorted. Build folders and hidden ones are left out.
pub fn files(folder: impl AsRef<Path>, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        for entry in entries {
            let path = entry.expect("a folder's entry can be read").path();
            let name = file_name(&path);
            if path.is_dir() {
                if !name.starts_with('.') && name != "target" && name != "node_modules" {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// The example programs, those of the library of endgames after the others: file name and text.
pub fn examples() -> Vec<(String, String)> {
    let folders = ["examples", "examples/endgames"];
    let paths = folders.iter().flat_map(|folder| files(folder, "adv"));
    // Those of `shared` have several files, and tests of their own; so has one that uses a file beside it.
    let paths = paths.filter(|path| !path.components().any(|part| part.as_os_str() == "shared"));
    let texts = paths.map(|path| (file_name(&path), read(&path)));
    texts
        .filter(|(_, text)| !text.contains("\nuse \""))
        .collect()
}

/// The standard library.
pub fn libraries() -> adv_compiler::Libraries<'static> {
    adv_stdlib::libraries()
}

/// Compiles a program against the library: what there is to say about it, and its module where nothing of that is an error.
pub fn compile(name: &str, text: &str) -> (Source, Examination) {
    let examination = Examination::of_text(name, text);
    (examination.source.clone(), examination)
}

/// The diagnostics as text without colour.
pub fn report(source: &Source, diagnostics: &[Diagnostic]) -> String {
    render(diagnostics, source, Format::Plain)
}

/// The codes of some diagnostics, each once, sorted.
pub fn codes(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    let mut codes: Vec<&str> = diagnostics.iter().map(|d| d.code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Whether one of the diagnostics is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

/// The module of a program that has no errors.
pub fn module(name: &str, text: &str) -> Program {
    let (source, compilation) = compile(name, text);
    match compilation.module {
        Some(module) => module.into_program(),
        None => panic!(
            "{name} does not compile:\n{}",
            report(&source, &compilation.diagnostics)
        ),
    }
}

/// The whole way of a program: compiled, written as a module file, and loaded from it.
pub fn rulebook(name: &str, text: &str) -> Rulebook {
    let compiled = Rulebook::load(name, text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let bytes = compiled.module_file(false);
    Rulebook::load(name, bytes).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The linked module of a program.
pub fn linked(name: &str, text: &str) -> Linked {
    rulebook(name, text).linked().clone()
}

/// An engine with the usual limits; interpreted where `ADV_INTERPRETED` is set, which is for the benchmarks.
pub fn engine(name: &str, text: &str) -> Engine {
    let mut engine = rulebook(name, text).engine(Limits::default());
    if std::env::var_os("ADV_INTERPRETED").is_some() {
        engine.set_native(false);
    }
    engine
}

/// A position that the test's author wrote.
pub fn position(fen: &str) -> Position {
    parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// What the subject of a test answers in its position, a strategy's first p-strategy among others; `None` for a test of values.
pub fn consulted(
    engine: &mut Engine,
    test: &Test,
    options: &Options,
) -> Option<Result<Consultation, String>> {
    let position = position(&test.fen);
    let subject = Subject::of_test(test)?;
    Some(match engine.ask(subject, &position, options) {
        Ok(Answer::Consulted(answer)) => Ok(*answer),
        Ok(Answer::Yielded(p_strategy)) => Ok(p_strategy.consultation.clone()),
        Ok(Answer::Over(Step::Stuck(stuck))) => Ok(Consultation::nothing(&position, &stuck.tried)),
        Ok(Answer::Over(step)) => Err(format!("{step:?}")),
        Err(failure) => Err(failure.to_string()),
    })
}

/// What is wrong with a test, one line for each expectation that is not met. Trees are compared by the command line, and mates by
/// playing on: neither is looked at here, nor what only a tablebase of four men knows.
pub fn failures(engine: &mut Engine, test: &Test) -> Vec<String> {
    let answer = match consulted(engine, test, &Options::default()).transpose() {
        Ok(answer) => answer,
        Err(failure) => return vec![format!("{}: {failure}", test.name)],
    };
    let mut wrong = Vec::new();
    for (number, expect) in test.expect.iter().enumerate() {
        if is_met(engine, test, answer.as_ref(), expect) == Some(expect.negated) {
            wrong.push(format!(
                "{}: expectation {} is not met: {answer:?}",
                test.name,
                number + 1
            ));
        }
    }
    wrong
}

fn is_met(
    engine: &mut Engine,
    test: &Test,
    answer: Option<&Consultation>,
    expect: &Expect,
) -> Option<bool> {
    let at = position(&test.fen);
    Some(match &expect.kind {
        ExpectKind::Tree
        | ExpectKind::MateWithin(_)
        | ExpectKind::OnlyMove(_)
        | ExpectKind::Explains(..)
        | ExpectKind::Forced(_)
        | ExpectKind::Possible(_)
        | ExpectKind::Refuted(_)
        | ExpectKind::Total(_)
        | ExpectKind::Explanation => return None,
        ExpectKind::Satisfied => answer?.advice.is_some(),
        ExpectKind::Advice(advice) => answer?.advice == Some(*advice),
        ExpectKind::Action(name) => {
            let found = answer?.advice.map(|id| &engine.module().advice[id.index()]);
            found.is_some_and(|a| a.kind.is_action() && a.is_called(name))
        }
        ExpectKind::Move(text) => {
            let wanted =
                parse_move(&at, text).unwrap_or_else(|e| panic!("{}: {text}: {e}", test.name));
            answer?.first_move() == Some(wanted)
        }
        ExpectKind::Value { test: value, .. } => {
            let side = Subject::of_test(test).and_then(|subject| subject.side(engine.module()));
            let us = side.unwrap_or(at.turn());
            engine.set_oracle(perfect::of(&at));
            match engine.evaluate(*value, &[], &at, us) {
                Ok(value) => value != 0,
                Err(Stop::NoValue) => return None,
                Err(stop) => panic!("{}: {stop}", test.name),
            }
        }
    })
}

/// The parts of a Markdown page between fences of a kind, with the line on which each begins.
pub fn fenced(page: &str, kind: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, bool, String)> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(tag)) => open = Some((number + 2, tag.trim() == kind, String::new())),
            (None, None) => {}
            (Some((start, wanted, text)), Some(_)) => {
                if *wanted {
                    blocks.push((*start, std::mem::take(text)));
                }
                open = None;
            }
            (Some((_, _, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    blocks
}

/// The data of a page, which holds one block of it and one script, and fetches nothing from outside.
pub fn page_data(name: &str, page: &str) -> serde_json::Value {
    assert_eq!(page.matches("<script").count(), 2, "{name}");
    assert_eq!(page.matches("</script>").count(), 2, "{name}");
    for word in [
        "<link",
        "<img",
        "src=",
        "url(",
        "@import",
        "https:",
        "innerHTML",
    ] {
        assert!(!page.contains(word), "{name}: {word}");
    }
    let block = page
        .split("id=\"data\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next());
    serde_json::from_str(block.unwrap_or_default()).expect("the block is JSON")
}

/// What becomes of a claim about a program, under the usual limits.
pub fn settled(name: &str, text: &str, claim: &str) -> Settled {
    let rulebook = Rulebook::load(name, text).unwrap_or_else(|error| panic!("{error}"));
    let check = rulebook.with_claims(&[claim]).expect("there is a source");
    let rulebook = check.rulebook;
    let rulebook = rulebook.unwrap_or_else(|| panic!("{claim} is no claim of {name}"));
    let claims = &rulebook.program().claims;
    let claim = claims.last().expect("the claim was added").clone();
    let prover = Prover::new(rulebook, Limits::default()).expect("a fingerprint");
    let settled = prover.settle(
        &claim,
        Comparison::No,
        Keeping::default(),
        &Watch::new(),
        &[],
    );
    let Ok(Proved::Settled(settled)) = settled else {
        panic!("{name}: the claim is not settled");
    };
    *settled
}
