//! How long it takes to analyse a program of 5,000 lines, to answer an editor that has it open, to make a module of a long program, and to take one in: read, verify and
//! link.
//!
//! ```text
//! cargo bench -p adv-bench --bench compile
//! ```

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "support/cpu.rs"]
mod cpu;
#[path = "support/editor.rs"]
mod editor;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use adv_compiler::Libraries;
use adv_compiler::index::{DefinitionId, DefinitionKind, Origin};
use adv_compiler::source::Source;
use adv_compiler::syntax::ast::ItemKind;
use cpu::Processor;
use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};

/// The length of the generated program.
const LINES: usize = 10_000;

/// The length of the program that is analysed.
const ANALYSED: usize = 5_000;

/// Examples of one material, out of whose items the program that is analysed is made.
const EXAMPLES: &[&str] = &[
    "examples/krk-advice.adv",
    "examples/endgames/krk.adv",
    "examples/endgames/krk-advice-fixed.adv",
    "examples/endgames/krk-strategy.adv",
];

/// The items of an example, all names that it defines with a number at their ends.
fn renamed(text: &str, libraries: Libraries<'_>, number: usize) -> String {
    let analysis = adv_compiler::analyse(&Source::new("example", text), libraries);
    let index = &analysis.index;
    let is_named = |kind| {
        use DefinitionKind as K;
        !matches!(kind, K::Parameter | K::Variable | K::Piece | K::Module)
    };
    let mut ends: Vec<u32> = Vec::new();
    for (id, definition) in (0..).map(DefinitionId).zip(index.definitions()) {
        if definition.origin == Origin::File && is_named(definition.kind) {
            let quote = u32::from(definition.kind == DefinitionKind::Test);
            ends.push(definition.name_span.end - quote);
            ends.extend(index.references_of(id).map(|span| span.end));
        }
    }
    ends.sort_unstable();
    // What a file says once is said by the first copy, or by the head of the program.
    let once = |kind: &ItemKind| match kind {
        ItemKind::Material(_) | ItemKind::Example(_) | ItemKind::Use(_) => true,
        ItemKind::DefaultHolding(_) => number > 0,
        _ => false,
    };
    let mut copy = String::new();
    for item in analysis.tree.items.iter().filter(|item| !once(&item.kind)) {
        for line in &item.doc {
            let _ = writeln!(copy, "/// {line}");
        }
        let mut at = item.span.start;
        let first = ends.partition_point(|end| *end <= item.span.start);
        let inside = ends.iter().skip(first);
        for &end in inside.take_while(|end| **end <= item.span.end) {
            let _ = write!(copy, "{}-{number}", &text[at as usize..end as usize]);
            at = end;
        }
        let _ = writeln!(copy, "{}\n", &text[at as usize..item.span.end as usize]);
    }
    copy
}

/// A program as people write them: the items of the examples, again and again under other names.
fn made_of_examples(libraries: Libraries<'_>) -> String {
    let mut program =
        String::from("material  W: K, R;  B: K\nexample \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"\n");
    let texts: Vec<String> = EXAMPLES.iter().map(common::read).collect();
    let uses = texts.iter().flat_map(|text| text.lines());
    let uses: BTreeSet<&str> = uses.filter(|line| line.starts_with("use ")).collect();
    uses.iter().for_each(|line| {
        let _ = writeln!(program, "{line}");
    });
    let mut number = 0;
    while program.lines().count() < ANALYSED {
        program.push_str(&renamed(&texts[number % texts.len()], libraries, number));
        number += 1;
    }
    program
}

fn analyse(criterion: &mut Criterion<Processor>) {
    let libraries = common::libraries();
    let text = made_of_examples(libraries);
    let source = Source::new("analysed.adv", text.as_str());
    let once = adv_compiler::analyse(&source, libraries);
    assert!(
        once.checked.is_some(),
        "{}",
        common::report(&source, &once.diagnostics)
    );
    println!(
        "{} lines, {} bytes, {} definitions, {} references, {} expressions",
        text.lines().count(),
        text.len(),
        once.index.definitions().len(),
        once.index.references().len(),
        once.index.types().len()
    );
    let mut group = criterion.benchmark_group("5,000 lines of examples");
    group
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(5));
    group.bench_function("parse", |bench| {
        bench.iter(|| adv_compiler::syntax::parse(black_box(source.text())))
    });
    group.bench_function("analyse", |bench| {
        bench.iter(|| adv_compiler::analyse(black_box(&source), libraries))
    });
    let broken = Source::new("broken.adv", text.replacen("holding", "hodling", 1));
    group.bench_function("analyse with an error", |bench| {
        bench.iter(|| adv_compiler::analyse(black_box(&broken), libraries))
    });
    let mut editor = editor::Editor::open(&text);
    group.bench_function("keystroke to diagnostics", |bench| {
        bench.iter(|| editor.keystroke())
    });
    group.bench_function("completion", |bench| bench.iter(|| editor.complete()));
    editor.wait_for_values();
    group.bench_function("hover", |bench| bench.iter(|| editor.hover()));
    group.finish();
}

/// A program as people write them, only longer: chapters of a few definitions, two pieces-of-advice and a table each.
fn generated() -> String {
    let mut text = String::from("material  W: K, R;  B: K\n\nuse std.geometry\nuse std.room\n");
    let mut chapter = 0;
    while text.lines().count() < LINES - 40 {
        chapter += 1;
        let n = chapter;
        let _ = write!(
            text,
            "
/// The rectangle of chapter {n}; larger where the kings stand in line.
number room-{n} =
  if aligned(R, B.K) then 64 + {n}
  else side-of(file(R), file(B.K)) * side-of(rank(R), rank(B.K)) + {}

/// The squares that count in chapter {n}.
board FIELD-{n} = (EDGE ∪ AROUND(W.K)) \\ RANK-AT({}) ∩ ~FILE(B.K)

descriptor exposed-{n} =
  if black-to-move then dist(W.K, R) > dist(B.K, R)
                   else dist(W.K, R) > dist(B.K, R) + 1

descriptor divides-{n} =
  between(file(W.K), file(R), file(B.K)) ∨ between(rank(W.K), rank(R), rank(B.K))

descriptor caged-{n} = all x in MV(B.K) : exists y in FIELD-{n} : dist(x, y) ≤ {}

moves king-{n} = K toward NE, SE, NW, SW, E, W, N, S
moves rook-{n} = R by (if file(TO) = file(R) then 2 * rank(TO) else 2 * file(TO) + 1)

/// The rook takes room away.
advice squeeze-{n}
  better   room-{n} < root.room-{n} ∧ ¬exposed-{n} ∧ divides-{n} ∧ ¬stalemate
  holding  SQ(R) ≠ ∅ ∧ ¬(black-to-move ∧ dist(B.K, R) = 1 ∧ dist(W.K, R) > 1)
  us       rook-{n} then king-{n}
  them     none
  depth    1
  because  \"the room shrinks from {{root.room-{n}}} to {{room-{n}}}\"
end-advice

advice cage-{n}
  better   caged-{n} ∧ (count(MV(B.K)), room-{n}) < root.(count(MV(B.K)), room-{n})
  us       at 0: king-{n} then rook-{n};  at 2: R where new.room-{n} < room-{n} by new.room-{n}
  them     at 1: any
  depth    3 shortest
end-advice

plan plan-{n} = squeeze-{n}, cage-{n}

table table-{n} for W
  if SQ(B.K) ⊆ EDGE ∧ dist(W.K, B.K) < 4 then cage-{n}, squeeze-{n}
  otherwise                                   plan-{n}
end-table
",
            n % 5,
            n % 8,
            n % 3 + 1,
        );
    }
    text
}

fn compile(criterion: &mut Criterion<Processor>) {
    let text = generated();
    let lines = text.lines().count();
    let libraries = common::libraries();
    let source = Source::new("long.adv", text.as_str());
    let once = adv_compiler::compile(&source, "long", "", libraries);
    let Some(module) = once.module else {
        panic!("{}", common::report(&source, &once.diagnostics))
    };
    let module = module.into_program();
    let bytes = adv_module::write(&module);
    println!(
        "{lines} lines, {} bytes of source, {} bytes of module",
        text.len(),
        bytes.len()
    );

    let mut group = criterion.benchmark_group("a long program");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    group
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(5));
    group.throughput(Throughput::Elements(lines as u64));
    group.bench_function("parse", |bench| {
        bench.iter(|| adv_compiler::syntax::parse(black_box(source.text())))
    });
    group.bench_function("compile", |bench| {
        bench.iter(|| adv_compiler::compile(black_box(&source), "long", "", libraries));
    });
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("write", |bench| {
        bench.iter(|| adv_module::write(black_box(&module)))
    });
    group.bench_function("read", |bench| {
        bench.iter(|| adv_module::read(black_box(&bytes)))
    });
    group.bench_function("read and verify", |bench| {
        bench.iter(|| adv_module::read(black_box(&bytes)).map(adv_module::verify));
    });
    group.bench_function("read, verify and link", |bench| {
        bench.iter(|| {
            let read =
                adv_module::read(black_box(&bytes)).expect("the module was written just now");
            let verified = adv_module::verify(read).expect("the compiler makes sound modules");
            libraries.link(verified).expect("the library is there")
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Processor).without_plots();
    targets = analyse, compile
}
criterion_main!(benches);
