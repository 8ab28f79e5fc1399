//! Statements of strategies: actions of the file, `apply … otherwise`, ends that are compared with beginnings, tables that hand over, and
//! what the weak mode makes of all of them.

use crate::common::{engine, failures, linked, position, read};
use adv_chess::notation::{parse_move, san};
use adv_module::AdviceKind;
use adv_vm::{
    Ending, Engine, Limits, Mode, PStrategy, Step, Strategy, StuckCause, Subject, Wanted,
};

/// Rook and king, with whatever follows.
fn rook(rest: &str) -> Engine {
    engine("statements.adv", &format!("material W: K, R; B: K\n{rest}"))
}

const START: &str = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1";

fn begin(engine: &mut Engine, name: &str, fen: &str, mode: Mode) -> (Strategy, Step) {
    let subject = engine.subject_named(name).expect("it is in the program");
    let begun = Strategy::begin(engine, subject, &position(fen), mode);
    begun.expect("it is for the position")
}

/// Plays a reply.
fn reply(engine: &mut Engine, strategy: &mut Strategy, text: &str) -> Step {
    let reply = parse_move(strategy.position(), text).expect("a legal reply");
    let step = strategy.resume(engine, Some(reply));
    step.expect("the reply is taken")
}

/// The name of the piece or action whose tree is played, and the move.
fn played(engine: &Engine, step: &Step) -> (String, String) {
    let Step::Yield(tree) = step else {
        panic!("no new tree: {step:?}")
    };
    let PStrategy { consultation, .. } = &**tree;
    let id = consultation.advice.expect("something was chosen");
    let mv = tree.first_move().expect("a tree begins with a move");
    (
        engine.module().advice[id.index()].name.clone(),
        san(&consultation.position, mv),
    )
}

fn tests_pass(engine: &mut Engine) {
    let tests = engine.module().tests.clone();
    assert!(!tests.is_empty());
    let wrong: Vec<String> = tests.iter().flat_map(|t| failures(engine, t)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const LINES: &str = "
/// The rook goes to a file.
action to-file(n: number) (file(R) ≠ n, new.file(R) = n)
  us R
  holding SQ(R) ≠ ∅
end-action to-file

action approach (dist(W.K, B.K) > 2, new.dist(W.K, B.K) < dist(W.K, B.K))
  us K
end-action

action twice (any, dist(new.W.K, root.W.K) > 1)
  us      K
  within  3
end-action

descriptor can-go(s: number) = s > 0 ∧ satisfiable(approach)

strat one for W (in-class: figures - W: K, R; B: K;  descr - any;  out-class: mate)
  action to-file(1)
  otherwise action to-file(0)
  action approach
  action approach
end-strat

strat two for W (in-class: figures - W: K, R; B: K;  descr - any;  out-class: mate)
  action approach
end-strat
";

#[test]
fn an_action_of_the_file_is_used_asked_for_and_tested_by_its_name() {
    let mut engine = rook(&format!(
        "{LINES}
table krk for W
  if can-go(1) then approach
  otherwise twice, to-file(3)
end-table
test \"used\"         one         position \"{START}\" expect action to-file, move Ra2
test \"in-class\"     to-file(1)  position \"{START}\" expect not satisfied
test \"listed\"       krk         position \"{START}\" expect advice approach
test \"near\"         krk         position \"8/8/8/8/8/2k5/1R6/K7 w - - 0 1\" expect not advice approach
test \"can it\"                   position \"{START}\" expect satisfiable(approach), satisfiable(to-file(0)), satisfiable(twice)
test \"it cannot\"                position \"{START}\" expect not satisfiable(to-file(1))
test \"their move\"               position \"8/8/8/3k4/8/8/1R6/K7 b - - 0 1\" expect not satisfiable(twice)
test \"is near\"                  position \"8/8/8/8/8/2k5/1R6/K7 w - - 0 1\" expect not satisfiable(approach)
"
    ));
    tests_pass(&mut engine);
    let named: Vec<&str> = engine
        .module()
        .advice
        .iter()
        .filter(|advice| advice.kind == AdviceKind::Item)
        .map(|advice| advice.name.as_str())
        .collect();
    // Used many times, each instance is one record.
    let expected = [
        "approach",
        "twice",
        "to-file(1)",
        "to-file(0)",
        "to-file(3)",
    ];
    let mut sorted = named.clone();
    sorted.sort_unstable();
    let mut expected_sorted = expected.to_vec();
    expected_sorted.sort_unstable();
    assert_eq!(sorted, expected_sorted);
    assert!(
        engine
            .module()
            .advice
            .iter()
            .all(|a| a.kind != AdviceKind::Action)
    );
}

#[test]
fn an_action_goes_on_by_otherwise_and_the_strategy_after_it() {
    let mut engine = rook(LINES);
    let (mut run, step) = begin(&mut engine, "one", START, Mode::Strong);
    assert_eq!(played(&engine, &step).0, "to-file(0)");
    let step = reply(&mut engine, &mut run, "Ke5");
    assert_eq!(played(&engine, &step).0, "approach");
    let (_, step) = begin(
        &mut engine,
        "two",
        "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
        Mode::Strong,
    );
    let Step::Stuck(stuck) = step else {
        panic!("its in-class is false: {step:?}")
    };
    assert_eq!(stuck.cause, StuckCause::InClass);
}

#[test]
fn a_strategy_that_is_not_applicable_has_a_way_out() {
    let text = "
strat near for W (in-class: figures - W: K, R; B: K;  descr - dist(W.K, B.K) < 3;  out-class: any)
  action give-check (any, new.check)  us R
end-strat
strat far for W (in-class: figures - W: K, R; B: K;  descr - any;  out-class: any)
  apply near
  otherwise action nearer (any, new.dist(W.K, B.K) < dist(W.K, B.K))  us K
  action wait (any, ¬new.stalemate)  us R
end-strat
";
    let mut engine = rook(text);
    let (mut run, step) = begin(&mut engine, "far", START, Mode::Strong);
    assert_eq!(played(&engine, &step).0, "nearer");
    let step = reply(&mut engine, &mut run, "Ke5");
    assert_eq!(played(&engine, &step).0, "wait");
    let (mut run, step) = begin(
        &mut engine,
        "far",
        "8/8/8/8/8/2k5/5R2/K7 w - - 0 1",
        Mode::Strong,
    );
    assert_eq!(played(&engine, &step).0, "give-check");
    // The strategy that was applied is over, and its `otherwise` is left out.
    let step = reply(&mut engine, &mut run, "Kd4");
    assert_eq!(played(&engine, &step).0, "wait");
}

#[test]
fn an_out_class_with_new_compares_the_end_with_the_beginning() {
    let text = |out_class: &str| {
        format!(
            "
number far = dist(W.K, B.K)
strat s for W (in-class: figures - W: K, R; B: K;  descr - any;  out-class: {out_class})
  action first (any, ¬new.stalemate)   us K to b1
  action second (any, ¬new.stalemate)  us R to e2
end-strat"
        )
    };
    for (out_class, expected) in [
        ("new.far < far", true),
        ("far > N.far", true),
        ("new.far > far", false),
        ("root.far > far", true),
        ("root.far < far", false),
        ("far = 5", false),
        ("file(R) = 1 ∧ new.file(R) = 4", true),
        ("file(R) = 4", true),
    ] {
        let mut engine = rook(&text(out_class));
        for mode in [Mode::Strong, Mode::Weak] {
            let (mut run, _) = begin(&mut engine, "s", START, mode);
            reply(&mut engine, &mut run, "Kd4");
            let step = reply(&mut engine, &mut run, "Kd3");
            let Step::Done(done) = step else {
                panic!("its last statement is done: {step:?}")
            };
            assert_eq!(done.ending, Ending::EndOfStrategy);
            assert_eq!(done.goal, Some(expected), "{out_class}");
        }
    }
}

#[test]
fn in_the_weak_mode_the_same_action_is_asked_until_its_tree_is_played_out() {
    let mut engine = engine("k.adv", &read("examples/karapetyan-1986.adv"));
    let subject = engine.module().strategies[0].name.clone();
    let start = "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1";
    let game = |engine: &mut Engine, mode| {
        let (mut run, step) = begin(engine, &subject, start, mode);
        assert_eq!(played(engine, &step), ("LINE".to_owned(), "Ke5".to_owned()));
        let second = reply(engine, &mut run, "Kc4");
        let mv = second.our_move().expect("a second move");
        let follows = matches!(second, Step::Follow(_));
        let first = run.p_strategy().expect("a tree").clone();
        let third = reply(engine, &mut run, "Kc3");
        (
            mv,
            follows,
            first.origin.statement,
            played(engine, &third).0,
        )
    };
    let (strong, follows, _, after) = game(&mut engine, Mode::Strong);
    assert!(follows);
    assert_eq!(after, "TOKING");
    // A new tree of the same action, whose move ends it; then the loop begins.
    let (weak, follows, statement, after) = game(&mut engine, Mode::Weak);
    assert!(!follows);
    assert_eq!((statement, after.as_str()), (Some(0), "TOKING"));
    assert_eq!(weak, strong);
}

#[test]
fn an_action_that_is_asked_again_is_not_asked_for_its_in_class() {
    let text = "
strat s for W (in-class: figures - W: K, R; B: K;  descr - any;  out-class: any)
  action walk (SQ(W.K) = a1, new.SQ(W.K) = c1)
    us K
    within 3
  action wait (any, ¬new.stalemate)  us R
end-strat";
    let mut engine = rook(text);
    for mode in [Mode::Strong, Mode::Weak] {
        let (mut run, step) = begin(&mut engine, "s", START, mode);
        assert_eq!(played(&engine, &step).0, "walk");
        let step = reply(&mut engine, &mut run, "Ke5");
        let at = run.position();
        assert_eq!(at.king(adv_chess::Color::White), Some(2), "{step:?}");
        assert_eq!(matches!(step, Step::Follow(_)), mode == Mode::Strong);
        let step = reply(&mut engine, &mut run, "Kd5");
        assert_eq!(played(&engine, &step).0, "wait");
    }
}

#[test]
fn runs_and_proof_agree_on_the_weak_mode() {
    use crate::runs::Runs;
    use adv_chess::{ClassIndex, Color, Material, Role};
    let text = read("examples/krk-sdl.adv");
    let claim = "prove K-R-VS-K from all positions reaches mate weak";
    let engine = Engine::new(
        linked("krk-sdl.adv", &format!("{text}\n{claim}\n")),
        Limits::default(),
    );
    let proved = {
        let claim = engine.module().claims.last().cloned().expect("a claim");
        let watch = adv_prover::Watch::new();
        let task = adv_prover::Task {
            engine: &engine,
            claim: &claim,
            watch: &watch,
            perfect: None,
            keeping: adv_prover::Keeping::default(),
            fingerprint: [1; 32],
        };
        match adv_prover::prove(&task) {
            Ok(adv_prover::Proved::Settled(settled)) => settled.report().held,
            other => panic!("{}", other.is_ok()),
        }
    };
    let subject = engine.subject_named("K-R-VS-K").expect("the strategy");
    let mut runs = Runs::new(engine);
    let material = Material::new(&[Role::King, Role::Rook], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("a class of three men");
    let mut roots = Vec::new();
    for (_, position) in class.iter() {
        let begun = Strategy::begin(&mut runs.engine, subject, &position, Mode::Weak);
        roots.push(runs.node(begun.expect("the figures are there").0));
        runs.explore();
    }
    let found = runs.moves_to_mate();
    let mates = roots
        .iter()
        .flatten()
        .filter(|&&root| found[root].is_some());
    assert_eq!((mates.count() as u64, proved), (175_168, 175_168));
}

const HANDED: &str = "
material W: K, P; B: K
advice push
  better  SQ(W.Q) ≠ ∅
  us      P as Q
  depth   1
end-advice
table kpk for W
  otherwise push
  beyond queen
end-table
strat queen for W (in-class: figures - W: K, Q; B: K;  descr - any;  out-class: new.count(MV(B.K)) < count(MV(B.K)))
  action confine (any, count(new.MV(B.K)) < count(MV(B.K)) & ¬new.stalemate)
    us W.Q
  action walk (any, ¬new.stalemate)
    us W.K
end-strat
prove kpk from \"8/1P6/8/8/8/5k2/8/3K4 w - - 0 1\" never stalemate
";

#[test]
fn a_table_hands_over_to_a_strategy() {
    let mut engine = engine("handed.adv", HANDED);
    let start = "8/1P6/8/8/8/5k2/8/3K4 w - - 0 1";
    for mode in [Mode::Strong, Mode::Weak] {
        let (mut run, step) = begin(&mut engine, "kpk", start, mode);
        assert_eq!(
            played(&engine, &step),
            ("push".to_owned(), "b8=Q".to_owned())
        );
        let step = reply(&mut engine, &mut run, "Kf2");
        assert_eq!(played(&engine, &step).0, "confine");
        let Step::Yield(tree) = &step else {
            panic!("a new tree")
        };
        assert!(tree.origin.strategy.is_some() && tree.consultation.table.is_none());
        let first = run.position().legal_moves()[0];
        let step = run.resume(&mut engine, Some(first)).expect("legal");
        assert_eq!(played(&engine, &step).0, "walk");
        // The strategy's end is the end of the run; it began where it took over.
        let first = run.position().legal_moves()[0];
        let step = run.resume(&mut engine, Some(first)).expect("legal");
        let Step::Done(done) = step else {
            panic!("the strategy is over: {step:?}")
        };
        assert_eq!(done.ending, Ending::EndOfStrategy);
        assert!(done.goal.is_some());
    }
    // It begins with the strategy where that is for the position.
    let queen = "8/8/8/8/8/5k2/8/1Q1K4 w - - 0 1";
    let (_, step) = begin(&mut engine, "kpk", queen, Mode::Strong);
    assert_eq!(played(&engine, &step).0, "confine");
    // Junctions come to the same.
    let subject = engine.subject_named("kpk").expect("the table");
    let junction = engine.junction(subject, &position(start)).expect("its men");
    let mut tree = Vec::new();
    let branch = engine.branch(
        subject,
        &junction,
        &position(queen),
        Mode::Strong,
        Wanted::First,
        &mut tree,
    );
    let adv_vm::Branch::Tree { next, .. } = branch else {
        panic!("a tree: {branch:?}")
    };
    let words = next.to_words();
    assert_eq!(words.len(), 4, "one level: {words:?}");
    assert!(matches!(subject, Subject::Table(_)));
}

#[test]
fn strategies_and_tables_make_no_ring() {
    let text = HANDED.replace("    us W.K\n", "    us W.K\n  consult kpk\n");
    let (_, examined) = crate::common::compile("ring.adv", &text);
    let errors = examined.diagnostics.iter();
    let errors: Vec<&str> = errors
        .filter(|of| of.severity == adv_compiler::diagnostics::Severity::Error)
        .map(|of| of.code.as_str())
        .collect();
    assert_eq!(errors, ["E0527"]);
}
