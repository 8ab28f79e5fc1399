//! Programs of several files: the same as in one file, for the machine and for the reference.

use adv_compiler::diagnostics::Severity;
use adv_reference::adapter::{Machine, libraries};
use adv_reference::generate::{Generated, position, program};
use adv_reference::reference::{Reference, Replies, View};

use crate::common::read;

/// How many generated programs are cut in two.
const PROGRAMS: u64 = 150;
/// Positions for each.
const POSITIONS: usize = 8;

/// A generated program cut in two: its definitions, moves and advice become the file `lib.adv`. `None` where nothing remains on one side.
fn cut(generated: &Generated) -> Option<(String, String)> {
    let begins = |item: &str, words: &[&str]| {
        let mut lines = item.lines();
        let line = lines.find(|line| !line.starts_with("//") && !line.trim().is_empty());
        line.is_some_and(|line| words.iter().any(|word| line.starts_with(word)))
    };
    let items = &generated.items;
    let first = items.iter().position(|item| begins(item, &["table"]))?;
    let (before, after) = items.split_at(first);
    let heads = ["material", "use ", "default holding"];
    let (head, defined): (Vec<&String>, Vec<&String>) =
        before.iter().partition(|item| begins(item, &heads));
    let head: String = head.iter().map(|item| format!("{item}\n")).collect();
    let defined: Vec<&str> = defined.iter().map(|item| item.as_str()).collect();
    let used = format!("{head}{}", defined.join("\n"));
    let own = format!("{head}use \"lib.adv\"\n{}", after.join("\n"));
    (!defined.is_empty()).then_some((own, used))
}

/// Programs that are cut in two answer as they do in one file: rule, piece, move, tree and count.
#[test]
fn a_program_cut_in_two_is_the_same_program() {
    let (mut programs, mut answers) = (0, 0);
    let wanted = adv_testkit::sized(PROGRAMS / 5, PROGRAMS);
    for seed in 1..=wanted {
        let generated = program(seed);
        let Some((own, used)) = cut(&generated) else {
            continue;
        };
        let files: &[(&str, &str)] = &[("lib.adv", &used)];
        let mut one = Machine::compile(&generated.source()).expect("the generator writes programs");
        let mut two = match Machine::compile_with(&own, files) {
            Ok(two) => two,
            Err(error) => {
                panic!("seed {seed}: {error}\n--- lib.adv\n{used}\n--- program.adv\n{own}")
            }
        };
        // Searches by proof numbers count by what they remember, which the machine for tests draws from the text.
        for machine in [&mut one, &mut two] {
            machine.set_proof_memory(1 << 26);
        }
        programs += 1;
        let tables = one.program.tables.len().min(two.program.tables.len());
        assert_eq!(tables, one.program.tables.len(), "seed {seed}");
        for fen in position::fens(&generated, POSITIONS) {
            for table in 0..tables {
                let answer = one.consult(table, &fen, Replies::TestedFirst);
                let mut other = two.consult(table, &fen, Replies::TestedFirst);
                if let (Ok(a), Ok(b)) = (&answer, &mut other) {
                    // The numbers of the pieces differ; their names do not.
                    let name = |program: &adv_compiler::hir::Hir, at: usize| {
                        program.advice[at].name.node.clone()
                    };
                    let names: Vec<String> = a
                        .tried
                        .iter()
                        .map(|t| name(&one.program, t.advice))
                        .collect();
                    let others: Vec<String> = b
                        .tried
                        .iter()
                        .map(|t| name(&two.program, t.advice))
                        .collect();
                    assert_eq!(names, others, "seed {seed}, {fen}");
                    for (a, b) in a.tried.iter().zip(&mut b.tried) {
                        b.advice = a.advice;
                    }
                }
                assert_eq!(
                    format!("{answer:?}"),
                    format!("{other:?}"),
                    "seed {seed}, {fen}"
                );
                answers += 1;
            }
        }
    }
    assert!(
        programs > wanted / 2 && answers > crate::common::at_least(1_000),
        "{programs} programs, {answers} answers"
    );
}

/// The example of two programs with a common file, against the reference evaluator.
#[test]
fn the_reference_agrees_on_a_program_of_two_files() {
    let pen = read("examples/shared/pen.adv");
    let files: &[(&str, &str)] = &[("pen.adv", &pen)];
    for name in ["queen", "rook"] {
        let text = read(format!("examples/shared/{name}.adv"));
        let mut machine = Machine::compile_with(&text, files).unwrap_or_else(|e| panic!("{e}"));
        let checked = machine.program.clone();
        let reference = Reference::new(&checked, libraries());
        let fens = match name {
            "queen" => [
                "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
                "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
                "8/8/8/4k3/8/8/8/K1Q5 w - - 0 1",
                "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
            ],
            _ => [
                "8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
                "8/k7/8/1K6/8/8/8/7R w - - 0 1",
                "k7/8/1K6/8/8/8/8/7R w - - 0 1",
                "6k1/8/8/8/5R2/8/8/K7 w - - 0 1",
            ],
        };
        for fen in fens {
            let chess = adv_reference::reference::position(fen).expect("a legal position");
            reference.refill(u64::MAX, u64::MAX);
            let answer = reference
                .consult_table(0, &View::of(&chess), Replies::TestedFirst)
                .expect("within the budget");
            let found = machine
                .consult(0, fen, Replies::TestedFirst)
                .expect("within the budget");
            assert_eq!(format!("{answer:?}"), format!("{found:?}"), "{name}: {fen}");
        }
    }
}

/// The texts of the example have nothing to be told of, each by itself and together.
#[test]
fn the_files_of_the_example_have_no_warnings() {
    let pen = read("examples/shared/pen.adv");
    let files: &[(&str, &str)] = &[("pen.adv", &pen)];
    for name in ["pen", "queen", "rook"] {
        let text = read(format!("examples/shared/{name}.adv"));
        let examined = adv::Examination::of_text_with(&format!("{name}.adv"), &text, files);
        let told: Vec<_> = examined
            .diagnostics
            .iter()
            .filter(|told| told.severity != Severity::Note)
            .collect();
        assert!(told.is_empty(), "{name}: {told:#?}");
    }
}
