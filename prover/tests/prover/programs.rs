//! The programs, and the way from one to a report.

use adv_compiler::source::Source;
use adv_module::program::Claim;
use adv_prover::{Keeping, ProveError, Proved, Settled, Task, Watch, prove};
use adv_vm::{Engine, Limits};

/// The queen leaves the black king without a move, or mates him where `mate` is asked for. From [`CORNER`] she can do both, and the
/// square from which she stalemates comes first.
pub const QUEEN: &str = "\
material  W: K, Q;  B: K

advice shut
  better  MV(B.K) = ∅
  us      Q
  depth   1
end-advice

advice mate-now
  better  mate
  us      Q
  depth   1
end-advice

advice mate-in-2
  better  mate
  us      Q
  depth   3
end-advice

table careless for W
  otherwise shut
end-table

table careful for W
  otherwise mate-now
end-table

table net for W
  otherwise mate-in-2
end-table
";

/// ```text
/// 8 k . . . . . . .
/// 7 . . . . . . . .      Qc7 stalemates, Qc8 mates.
/// 6 . K . . . . . .
///   . . . . . . . .
/// 1 . . Q . . . . .
/// ```
pub const CORNER: &str = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1";

/// The king has one square, and the queen gives mate when he is there.
pub const MATE_IN_TWO: &str = "1k6/8/2K5/8/8/8/8/Q7 w - - 0 1";

/// Two bare kings; ours makes the first legal move it has, for ever.
pub const KINGS: &str = "\
material  W: K;  B: K

advice walk
  better  them-to-move
  us      K
  depth   1
end-advice

table wander for W
  otherwise walk
end-table
";

/// A program with a claim after it, and the claim.
pub fn claimed(program: &str, claim: &str) -> (Engine, Claim) {
    claimed_within(program, claim, Limits::default())
}

/// The same under other limits of one consultation.
pub fn claimed_within(program: &str, claim: &str, limits: Limits) -> (Engine, Claim) {
    let text = format!("{program}\n{claim}\n");
    let source = Source::new("tiny.adv", text);
    let libraries = adv_stdlib::libraries();
    let compilation = adv_compiler::compile(&source, "tiny", "", libraries);
    let found = compilation.diagnostics;
    let module = compilation.module.unwrap_or_else(|| panic!("{found:?}"));
    let linked = libraries.link(module).expect("the library is there");
    let engine = Engine::new(linked, limits);
    let claim = engine.module().claims.last().cloned();
    (engine, claim.expect("there is a claim"))
}

/// A task without anything that is optional.
pub fn task<'a>(engine: &'a Engine, claim: &'a Claim, watch: &'a Watch) -> Task<'a> {
    Task {
        engine,
        claim,
        watch,
        perfect: None,
        keeping: Keeping::default(),
        fingerprint: [7; 32],
    }
}

/// Settles a claim about play.
pub fn try_settle(program: &str, claim: &str) -> Result<Box<Settled>, ProveError> {
    let (engine, claim) = claimed(program, claim);
    match prove(&task(&engine, &claim, &Watch::new()))? {
        Proved::Settled(settled) => Ok(settled),
        _ => panic!("the claim is about play, and nothing ends the proof"),
    }
}

/// Settles a claim about play that can be settled.
pub fn settle(program: &str, claim: &str) -> Box<Settled> {
    try_settle(program, claim).unwrap_or_else(|error| panic!("{claim}: {error}"))
}
