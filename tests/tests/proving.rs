//! Claims settled: the figures of the literature, a second opinion, and the same report however it was come by.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use crate::runs::Runs;
use adv_chess::notation::{fen, parse_fen};
use adv_chess::{ClassIndex, Color, Material, Role};
use adv_module::program::Claim;
use adv_prover::{
    Cause, Keeping, Phase, ProveError, Proved, Report, Session, Settled, Task, Verdict, Watch,
    moves,
};
use adv_testkit::{Size, runs_in, size};
use adv_vm::{Engine, Limits, Mode, Strategy, Subject};

/// An example with a claim added.
fn program(name: &str, claim: &str) -> (Engine, Claim) {
    let text = crate::common::read(format!("examples/{name}.adv"));
    engine_of(&format!("{text}\n{claim}\n"))
}

/// A program and its last claim.
fn engine_of(text: &str) -> (Engine, Claim) {
    let engine = Engine::new(
        crate::common::linked("claimed.adv", text),
        Limits::default(),
    );
    let claim = engine.module().claims.last().cloned();
    (engine, claim.expect("the text ends in a claim"))
}

fn task<'a>(engine: &'a Engine, claim: &'a Claim, watch: &'a Watch) -> Task<'a> {
    Task {
        engine,
        claim,
        watch,
        perfect: None,
        keeping: Keeping::default(),
        fingerprint: [1; 32],
    }
}

fn settle(engine: &Engine, claim: &Claim) -> Box<Settled> {
    let watch = Watch::new();
    match adv_prover::prove(&task(engine, claim, &watch)) {
        Ok(Proved::Settled(settled)) => settled,
        Ok(_) => panic!("the claim is about play, and nobody ends it"),
        Err(error) => panic!("{error}"),
    }
}

fn settled(name: &str, claim: &str) -> (Engine, Box<Settled>) {
    let (engine, claim) = program(name, claim);
    let settled = settle(&engine, &claim);
    (engine, settled)
}

/// How often each piece-of-advice was chosen in a root, by its name.
fn used(engine: &Engine, report: &Report) -> BTreeMap<String, u64> {
    let mut used = BTreeMap::new();
    for one in &report.uses {
        let name = &engine.module().advice[usize::from(one.choice.advice)].name;
        *used.entry(name.clone()).or_default() += one.roots;
    }
    used
}

/// The name of what failed, the cause, the roots.
fn failures(engine: &Engine, report: &Report) -> Vec<(Cause, Option<String>, u64)> {
    let name = |at: u16| engine.module().advice[usize::from(at)].name.clone();
    let one = |f: &adv_prover::Failing| (f.cause, f.choice.map(|c| name(c.advice)), f.roots);
    report.failures.iter().map(one).collect()
}

fn worst(report: &Report) -> (u32, String, u64) {
    let lengths = report.lengths.as_ref().expect("some root holds");
    let mean = lengths.moves as f64 / report.held as f64;
    (moves(lengths.worst), format!("{mean:.3}"), lengths.hardest)
}

#[test]
fn the_textbook_table_is_refuted_by_48_stalemates() {
    let (engine, settled) = settled("krk-advice", "prove krk from all positions reaches mate");
    let report = settled.report();
    assert_eq!(report.verdict, Verdict::Refuted);
    assert_eq!((report.roots, report.held), (175_168, 175_120));
    assert_eq!(worst(report), (34, "19.733".to_owned(), 2));
    let stalemate = |name: &str, roots| (Cause::Stalemate, Some(name.to_owned()), roots);
    assert_eq!(
        failures(&engine, report),
        [stalemate("keep-room", 40), stalemate("divide-in-2", 8)]
    );
    let shown = |at: usize| {
        let line = &report.failures[at].line;
        let text = line.plies.iter().map(|ply| ply.mv.to_string());
        (fen(&line.start), text.collect::<Vec<_>>().join(" "))
    };
    let counterexample = |fen: &str, line: &str| (fen.to_owned(), line.to_owned());
    assert_eq!(
        shown(0),
        counterexample("8/8/8/8/8/8/1R6/k1K5 w - - 0 1", "c1c2")
    );
    assert_eq!(
        shown(1),
        counterexample("6k1/8/8/6K1/8/8/8/6R1 w - - 0 1", "g5h6 g8h8 g1g7")
    );
    for failing in &report.failures {
        assert!(failing.line.end().is_stalemate());
    }
    assert_eq!(report.shortest, Some(0));
    assert_eq!(report.cycle, None);
    // The hardest root that the literature names is one of the two.
    let first = parse_fen("K7/8/2k5/3R4/8/8/8/8 w - - 0 1").expect("a FEN");
    assert_eq!(settled.fate(&first).and_then(|fate| fate.plies), Some(67));
}

#[test]
fn consulted_again_at_every_move_it_goes_round() {
    let (engine, settled) = settled(
        "krk-advice",
        "prove krk from all positions reaches mate weak",
    );
    let report = settled.report();
    assert_eq!((report.roots, report.held), (175_168, 31_520));
    let cycle = report.cycle.as_ref().expect("a cycle");
    assert!(cycle.smallest);
    assert_eq!(cycle.consultations.len(), 2);
    assert_eq!(cycle.round.end().without_clocks(), cycle.round.start);
    assert!(cycle.consultations.iter().any(|c| c.lowers_nothing));
    // The cycle that the literature names: mate in two is found before mate in one.
    let named = parse_fen("7k/5R2/6K1/8/8/8/8/8 w - - 0 1").expect("a FEN");
    let walk = settled.walk(&named).expect("no limit").expect("a root");
    assert_eq!(walk.fate.plies, None);
    assert_eq!(walk.cause.map(|(cause, _)| cause), Some(Cause::Endless));
    let moves: Vec<String> = walk.line.plies.iter().map(|p| p.mv.to_string()).collect();
    assert_eq!(moves, ["f7a7", "h8g8", "a7f7", "g8h8"]);
    let choice = walk.fate.first.expect("it moves").1;
    let name = &engine.module().advice[usize::from(choice.advice)].name;
    assert_eq!(name, "mate-in-2");
}

#[test]
fn the_repaired_table_is_proved() {
    let claim = "prove krk from all positions reaches mate within 34 moves";
    let report = settled("krk-advice-fixed", claim).1.report().clone();
    assert_eq!(report.verdict, Verdict::Proved);
    assert_eq!((report.roots, report.held), (175_168, 175_168));
    assert_eq!(worst(&report), (34, "19.731".to_owned(), 2));
    assert!(report.failures.is_empty() && report.shortest.is_none());
    let claim = "prove krk from all positions reaches mate within 33 moves";
    let report = settled("krk-advice-fixed", claim).1.report().clone();
    assert_eq!(report.verdict, Verdict::TooLong);
}

#[test]
fn the_ten_steps_are_proved_with_any_choice_too() {
    let (engine, first) = program(
        "krk-strategy",
        "prove krk from all positions reaches mate within 33 moves",
    );
    let (_, every) = program(
        "krk-strategy",
        "prove krk from all positions reaches mate within 33 moves any-choice",
    );
    let alone = settle(&engine, &first);
    let report = alone.report();
    assert_eq!(report.verdict, Verdict::Proved);
    assert_eq!(worst(report), (33, "18.121".to_owned(), 8));
    let expected = [
        ("immediate-mate", 1_512),
        ("ready-to-mate", 4_676),
        ("squeeze", 116_504),
        ("approach-diagonal", 12_160),
        ("approach-straight", 4_020),
        ("keep-room-diagonal", 3_160),
        ("keep-room-straight", 184),
        ("rook-home", 32_520),
        ("rook-safe", 432),
        ("rook-safe-small-boards", 0),
    ];
    let expected = expected.map(|(name, roots)| (name.to_owned(), roots));
    assert_eq!(used(&engine, report), BTreeMap::from(expected));
    let all = settle(&engine, &every);
    assert_eq!(all.report().verdict, Verdict::Proved);
    assert_eq!(worst(all.report()), (33, "18.857".to_owned(), 12));

    // Settled one after the other they share the exploration, which shows only in the memory that is kept.
    let mut session = Session::new();
    let watch = Watch::new();
    let of = |proved: Result<Proved, ProveError>| match proved {
        Ok(Proved::Settled(settled)) => Report {
            memory: 0,
            ..settled.report().clone()
        },
        _ => panic!("both are settled"),
    };
    let shared = of(session.prove(&task(&engine, &first, &watch), &[&every]));
    assert_eq!(shared, of(Ok(Proved::Settled(alone))));
    let shared = of(session.prove(&task(&engine, &every, &watch), &[]));
    assert_eq!(shared, of(Ok(Proved::Settled(all))));
}

#[test]
fn the_strategy_of_sdl_is_proved() {
    let claim = "prove K-R-VS-K from all positions reaches mate within 74 moves";
    let (_, settled) = settled("krk-sdl", claim);
    let report = settled.report();
    assert_eq!(report.verdict, Verdict::Proved);
    assert_eq!(worst(report).0, 74);
    // 144,278 of the roots mate within fifty moves.
    let lengths = report.lengths.as_ref().expect("it mates");
    assert_eq!(lengths.histogram[..=50].iter().sum::<u64>(), 144_278);
    let fifty = report.fifty.as_ref().expect("something is reached");
    assert_eq!(fifty.roots, 175_168 - 144_278);
    let claim = "prove K-R-VS-K from all positions reaches mate fifty-moves";
    let (engine, claim) = program("krk-sdl", claim);
    assert_eq!(
        settle(&engine, &claim).report().verdict,
        Verdict::FiftyMoves
    );
}

#[test]
fn the_longer_figures_of_sdl() {
    if !runs_in(Size::All, "the_longer_figures_of_sdl") {
        return;
    }
    let claim = "prove K-R-VS-K from all positions reaches mate within 185 moves any-choice";
    let (_, every) = settled("krk-sdl", claim);
    assert_eq!(every.report().verdict, Verdict::Proved);
    assert_eq!(worst(every.report()).0, 185);
    let claim = "prove K-R-VS-K from all positions where white-to-move reaches mate";
    let (_, paper) = settled("karapetyan-1986", claim);
    let report = paper.report();
    assert_eq!(report.verdict, Verdict::Refuted);
    assert_eq!((report.roots, report.held), (175_168, 1_893));
    assert_eq!(worst(report).0, 12);
}

/// Every position's length, played out run by run with the machine's own strategies, is the prover's.
#[test]
fn a_second_opinion_agrees_in_every_root() {
    for (name, subject) in [("krk-advice", "krk"), ("krk-sdl", "K-R-VS-K")] {
        let claim = format!("prove {subject} from all positions reaches mate");
        let (engine, settled) = settled(name, &claim);
        let subject = engine.subject_named(subject).expect("the subject");
        let mut runs = Runs::new(engine.clone());
        let material = Material::new(&[Role::King, Role::Rook], &[Role::King]);
        let class = ClassIndex::new(material, Color::White).expect("a class");
        let step = match size() {
            Size::Short => 64,
            Size::Long => 4,
            Size::All => 1,
        };
        let mut roots = Vec::new();
        for (_, position) in class.iter().step_by(step) {
            let begun = Strategy::begin(&mut runs.engine, subject, &position, Mode::Strong);
            let run = begun.expect("the figures are there").0;
            roots.push((position, runs.node(run)));
            runs.explore();
        }
        let found = runs.moves_to_mate();
        for (position, node) in roots {
            let expected = node.and_then(|node| found[node]);
            let fate = settled.fate(&position).expect("a root");
            assert_eq!(fate.plies.map(moves), expected, "{position:?}");
        }
    }
}

/// The reported line from a root is one that the strategy plays.
#[test]
fn lines_are_what_the_strategy_plays() {
    for (name, subject) in [("krk-advice", "krk"), ("krk-sdl", "K-R-VS-K")] {
        let claim = format!("prove {subject} from all positions reaches mate");
        let (engine, settled) = settled(name, &claim);
        let mut engine = engine.clone();
        let subject: Subject = engine.subject_named(subject).expect("the subject");
        for (root, _) in settled.roots().step_by(9_973) {
            let walk = settled.walk(&root).expect("no limit").expect("a root");
            let (mut run, step) =
                Strategy::begin(&mut engine, subject, &root, Mode::Strong).expect("it begins");
            let mut ours = step.our_move();
            for pair in walk.line.plies.chunks(2) {
                assert_eq!(ours, Some(pair[0].mv), "{root:?}");
                let Some(reply) = pair.get(1) else { break };
                let step = run.resume(&mut engine, Some(reply.mv)).expect("legal");
                ours = step.our_move();
            }
            assert_eq!(
                walk.fate.plies,
                Some(walk.line.plies.len() as u32),
                "{root:?}"
            );
            assert!(walk.line.end().is_checkmate());
        }
    }
}

fn in_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(64 << 20)
        .build();
    pool.expect("threads").install(work)
}

#[test]
fn threads_and_interruptions_cannot_be_seen() {
    for (name, claim) in [
        (
            "krk-advice",
            "prove krk from all positions reaches mate weak",
        ),
        ("krk-sdl", "prove K-R-VS-K from all positions reaches mate"),
    ]
    .into_iter()
    .take(adv_testkit::sized(1, 2))
    {
        let (engine, claim) = program(name, claim);
        let one = in_threads(1, || settle(&engine, &claim).report().clone());
        let two = in_threads(2, || settle(&engine, &claim).report().clone());
        assert_eq!(one, two, "{name}");
        // It is ended again and again, later each time, and goes on from where it was.
        let mut checkpoint: Option<Vec<u8>> = None;
        let mut interruptions = 0;
        let report = in_threads(2, || {
            loop {
                let watch = Watch::new();
                let stop_after = 20_000 * (interruptions + 1);
                let result = std::thread::scope(|scope| {
                    let watch = &watch;
                    scope.spawn(move || {
                        loop {
                            let (phase, done, _) = watch.progress();
                            if phase == Phase::Consulting && done >= stop_after
                                || matches!(phase, Phase::Settling | Phase::Reporting)
                            {
                                break;
                            }
                            std::thread::sleep(std::time::Duration::from_micros(200));
                        }
                        if interruptions < 4 {
                            watch.stop().store(true, Ordering::Relaxed);
                        }
                    });
                    adv_prover::prove(&Task {
                        keeping: Keeping {
                            from: checkpoint.as_deref(),
                            ..Keeping::default()
                        },
                        ..task(&engine, &claim, watch)
                    })
                });
                match result {
                    Ok(Proved::Settled(settled)) => {
                        break Report {
                            rests_on: Vec::new(),
                            ..settled.report().clone()
                        };
                    }
                    Ok(Proved::Interrupted(bytes)) => {
                        interruptions += 1;
                        checkpoint = (!bytes.is_empty()).then_some(bytes);
                    }
                    Ok(Proved::Scanned(_)) => panic!("it is about play"),
                    Err(error) => panic!("{error}"),
                }
            }
        });
        assert!(interruptions > 0, "{name} was never interrupted");
        assert_eq!(one, report, "{name}, after {interruptions} interruptions");
    }
}

/// The print of the textbook has a condition of keep-room whose `okedge` is not defined, and a `not stalemate` in one place and not in another.
#[test]
fn every_reading_of_the_textbook_fails_in_the_same_positions() {
    let text = crate::common::read("examples/krk-advice.adv");
    let text = text.split("\ntest ").next().expect("the rules");
    let waits = "dist(W.K, R) ≤ root.dist(W.K, R)";
    let comes = "(room > 2 ∨ SQ(W.K) ⊄ EDGE) ∧ ¬stalemate";
    assert!(text.matches(waits).count() == 1 && text.matches(comes).count() == 1);
    let mut first = None;
    let readings = [(false, true), (true, false), (true, true), (false, false)];
    for &(condition, stalemate) in &readings[..adv_testkit::sized(2, readings.len())] {
        let mut reading = text.to_owned();
        if condition {
            let asked = format!("{waits} ∧ (room > 2 ∨ SQ(W.K) ⊄ EDGE)");
            reading = reading.replace(waits, &asked);
        }
        if !stalemate {
            reading = reading.replace(comes, "(room > 2 ∨ SQ(W.K) ⊄ EDGE)");
        }
        let claim = "prove krk from all positions reaches mate";
        let (engine, claim) = engine_of(&format!("{reading}\n{claim}\n"));
        let settled = settle(&engine, &claim);
        let fails = settled.roots().filter(|(_, fate)| !fate.holds());
        let fails: Vec<String> = fails.map(|(position, _)| fen(&position)).collect();
        assert_eq!(fails.len(), 48, "{condition}, {stalemate}");
        assert_eq!(*first.get_or_insert_with(|| fails.clone()), fails);
    }
}
