//! The program, and what it answers.

use adv_chess::notation::parse_fen;
use adv_compiler::source::Source;
use adv_module::Linked;
use adv_vm::{Consultation, Engine, Limits, NodeFacts, Options};

/// The queen mates in two by whatever comes first, or in one where she can.
pub const TEXT: &str = r#"//! The queen mates the king in the corner.
material  W: K, Q;  B: K

advice mate-now
  better   mate
  us       Q
  depth    1
  because  "mate & end"
end-advice

advice mate-soon
  better   mate
  us       Q
  depth    3
  because  "the king has {count(MV(B.K))} squares"
end-advice

/// Stalemates as well as it mates.
advice shut
  better   MV(B.K) = ∅
  us       Q
  depth    1
end-advice

table net for W
  otherwise mate-now, mate-soon
end-table

table careless for W
  otherwise shut
end-table

prove net       from "1k6/8/2K5/8/8/8/8/Q7 w - - 0 1"  reaches mate within 2 moves
prove careless  from "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1"  reaches mate
"#;

/// Mate in two, not in one.
pub const ROOT: &str = "1k6/8/2K5/8/8/8/8/Q7 w - - 0 1";

/// The program, linked.
pub fn linked() -> Linked {
    let libraries = adv_stdlib::libraries();
    let source = Source::new("corner.adv", TEXT);
    let compilation = adv_compiler::compile(&source, "corner", "", libraries);
    let found = compilation.diagnostics;
    let module = compilation.module.unwrap_or_else(|| panic!("{found:?}"));
    libraries.link(module).expect("the library is there")
}

/// The engine of the program.
pub fn engine() -> Engine {
    Engine::new(linked(), Limits::default())
}

/// What the table answers in [`ROOT`], and the facts of every node.
pub fn answer(engine: &mut Engine) -> (Consultation, Vec<Option<NodeFacts>>) {
    let table = engine.table("net").expect("the program has the table");
    let root = parse_fen(ROOT).expect("a FEN");
    let options = Options {
        why: true,
        ..Options::default()
    };
    let answer = engine
        .consult(table, &root, &options)
        .expect("the men are those of the program");
    let nodes = answer.tree.as_ref().map_or(0, |tree| tree.nodes().len());
    let facts = (0..nodes)
        .map(|node| engine.facts(&answer, node).ok())
        .collect();
    (answer, facts)
}
