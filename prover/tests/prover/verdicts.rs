//! What each kind of claim comes to.

use adv_chess::notation::{fen, parse_fen};
use adv_prover::{
    Cause, Line, NoCertificate, ProveError, Proved, Verdict, Watch, moves as moves_of, prove,
};

use adv_vm::Limits;

use crate::programs::{CORNER, KINGS, MATE_IN_TWO, QUEEN, claimed, claimed_within, settle, task};

/// The moves of a line as the Universal Chess Interface writes them.
fn text(line: &Line) -> String {
    let moves: Vec<String> = line.plies.iter().map(|ply| ply.mv.to_string()).collect();
    moves.join(" ")
}

#[test]
fn a_mate_in_one_is_proved_with_its_length_and_its_certificate() {
    let claim = format!("prove careful from \"{CORNER}\" reaches mate");
    let settled = settle(QUEEN, &claim);
    let report = settled.report();
    assert_eq!(report.verdict, Verdict::Proved);
    assert_eq!((report.roots, report.held, report.replies), (1, 1, 0));
    let lengths = report.lengths.as_ref().expect("a root holds");
    assert_eq!((lengths.worst, moves_of(lengths.worst)), (1, 1));
    assert_eq!(text(&lengths.line), "c1c8");
    assert!(lengths.line.end().is_checkmate());
    assert!(report.failures.is_empty() && report.cycle.is_none());
    let bytes = settled.certificate(&claimed(QUEEN, &claim).1, &claim, "tiny.adv", [7; 32]);
    assert!(bytes.is_ok_and(|bytes| bytes.starts_with(b"ADVP")));
}

#[test]
fn a_stalemate_refutes_with_the_line_to_it() {
    let claim = format!("prove careless from \"{CORNER}\" reaches mate");
    let settled = settle(QUEEN, &claim);
    let report = settled.report();
    assert_eq!(report.verdict, Verdict::Refuted);
    assert_eq!((report.roots, report.held), (1, 0));
    let [failing] = &report.failures[..] else {
        panic!("{:?}", report.failures);
    };
    assert_eq!((failing.cause, failing.roots), (Cause::Stalemate, 1));
    assert_eq!(text(&failing.line), "c1c7");
    assert_eq!(fen(&failing.line.start), CORNER);
    assert!(failing.line.end().is_stalemate());
    assert_eq!(report.shortest, Some(0));
    assert_eq!(
        settled.certificate(&claimed(QUEEN, &claim).1, &claim, "tiny.adv", [7; 32]),
        Err(NoCertificate::NotProved)
    );
    // The same position asked for by itself.
    let root = parse_fen(CORNER).expect("a FEN");
    let walk = settled.walk(&root).expect("no limit").expect("a root");
    assert_eq!(
        (walk.fate.plies, text(&walk.line)),
        (None, "c1c7".to_owned())
    );
    assert_eq!(walk.cause.map(|(cause, _)| cause), Some(Cause::Stalemate));
}

#[test]
fn play_that_never_ends_is_refuted_by_a_cycle() {
    let settled = settle(
        KINGS,
        "prove wander from all positions where white-to-move reaches mate",
    );
    let report = settled.report();
    assert_eq!((report.verdict, report.held), (Verdict::Refuted, 0));
    assert_eq!(report.roots, 3612);
    assert!(report.failures.iter().any(|f| f.cause == Cause::Endless));
    let cycle = report.cycle.as_ref().expect("a cycle");
    assert!(!cycle.round.plies.is_empty() && cycle.round.plies.len().is_multiple_of(2));
    assert_eq!(
        cycle.round.end().without_clocks(),
        cycle.round.start.without_clocks()
    );
    assert_eq!(
        cycle.way.end().without_clocks(),
        cycle.round.start.without_clocks()
    );
}

#[test]
fn what_is_kept_for_ever_is_proved_without_an_end() {
    let claim = "prove wander from all positions where white-to-move keeps dist(W.K, B.K) > 1";
    let settled = settle(KINGS, claim);
    let report = settled.report();
    assert_eq!(report.verdict, Verdict::Proved);
    assert_eq!(
        (report.roots, report.held, report.states),
        (3612, 3612, 3612)
    );
    assert!(report.lengths.is_none() && report.fifty.is_none());
}

#[test]
fn a_bound_that_is_too_small_is_not_a_refutation() {
    let within = |moves: u32| {
        let claim = format!("prove net from \"{MATE_IN_TWO}\" reaches mate within {moves} moves");
        let settled = settle(QUEEN, &claim);
        let report = settled.report();
        let worst = report
            .lengths
            .as_ref()
            .map(|lengths| moves_of(lengths.worst));
        (report.verdict, worst)
    };
    assert_eq!(within(2), (Verdict::Proved, Some(2)));
    assert_eq!(within(1), (Verdict::TooLong, Some(2)));
}

#[test]
fn nothing_to_speak_of_is_an_answer() {
    let settled = settle(
        KINGS,
        "prove wander from all positions where dist(W.K, B.K) > 7 reaches mate",
    );
    assert_eq!(
        (settled.report().verdict, settled.report().roots),
        (Verdict::Empty, 0)
    );
}

#[test]
fn descriptors_are_scanned() {
    let scan = |claim: &str| {
        let (engine, claim) = claimed(KINGS, claim);
        match prove(&task(&engine, &claim, &Watch::new())) {
            Ok(Proved::Scanned(scan)) => scan,
            _ => panic!("the claim is about a descriptor"),
        }
    };
    let holds = scan("prove dist(W.K, B.K) > 1 from all positions where white-to-move");
    assert_eq!(
        (holds.verdict, holds.positions, holds.broken),
        (Verdict::Proved, 3612, 0)
    );
    let fails = scan("prove dist(W.K, B.K) > 2 from all positions where white-to-move");
    assert_eq!((fails.verdict, fails.positions), (Verdict::Refuted, 3612));
    assert!(fails.broken > 0 && fails.broken < 3612 && !fails.examples.is_empty());
    // Nothing is asked of the conclusion where the premise never holds, so nothing is proved.
    let vacuous = scan("prove dist(W.K, B.K) > 7 ⇒ white-to-move from all positions");
    assert_eq!(
        (vacuous.verdict, vacuous.premises, vacuous.broken),
        (Verdict::Empty, 0, 0)
    );
    assert!(vacuous.positions > 0);
}

#[test]
fn a_number_that_stays_is_not_lowered() {
    let program = "\
material  W: K;  B: K

advice wait
  better  count(W.*) ≤ root.count(W.*)
  us      K
  depth   1
end-advice

table idle for W
  otherwise wait
end-table
";
    let settled = settle(
        program,
        "prove idle from \"8/8/8/8/7k/8/8/K7 w - - 0 1\" reaches dist(W.K, B.K) > 7",
    );
    let cycle = settled.report().cycle.as_ref();
    let cycle = cycle.expect("the kings can walk for ever");
    assert!(!cycle.consultations.is_empty());
    for consulted in &cycle.consultations {
        assert_eq!(consulted.compared.len(), 1);
        assert_eq!(consulted.compared[0].left, consulted.compared[0].right);
        assert!(consulted.lowers_nothing);
    }
}

#[test]
fn what_cannot_be_settled_says_why() {
    let claim = format!("prove net from \"{MATE_IN_TWO}\" reaches mate");
    let few = Limits {
        positions: 3,
        ..Limits::default()
    };
    let (engine, claim) = claimed_within(QUEEN, &claim, few);
    let error = prove(&task(&engine, &claim, &Watch::new())).err();
    let root = parse_fen(MATE_IN_TWO).expect("a FEN");
    assert!(
        matches!(&error, Some(ProveError::Stopped { position, .. }) if *position == root),
        "{error:?}"
    );
}
