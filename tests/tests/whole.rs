//! The p-strategy of a whole play: that it is the play, how large it is, that its file plays alone, and that altered files are refused or true.

use std::sync::Arc;

use adv::chess::{Color, Material, Role, fen, parse_fen};
use adv::proof::{Keeping, Proved, Watch};
use adv::whole::{
    ComparedTree, TreeFault, Unfolded, WholeBounds, WholeExtent, WholeTask, WrittenAct,
    WrittenPlayer, compare_tree, play_written, subject_of_tree, tree_file, verify_tree,
};
use adv::{
    Comparison, Limits, Mode, Opponent, Prover, Random, Resistance, Rulebook, Step, Strategy,
    Subject, Traps,
};
use adv_reference::attack::{TreeTruth, tree_of};

use crate::common::read;

/// One of the eight positions from which `krk-strategy.adv` needs most moves.
const HARDEST: &str = "8/8/8/8/2R5/1k6/8/K7 w - - 0 1";
const KRK: &str = "examples/endgames/krk-strategy.adv";

/// The three opponents that need no program: chance, the longest resistance, the fewest replies that are no mistakes.
fn opponents() -> Vec<Box<dyn Opponent>> {
    let material = Material::new(&[Role::King, Role::Rook], &[Role::King]);
    let tables = || Resistance::in_memory(&[material]).expect("three men are few");
    vec![
        Box::new(Random::new(1)),
        Box::new(tables()),
        Box::new(Traps::new(tables(), Random::new(1))),
    ]
}

#[test]
fn the_hardest_position_is_played_to_mate_from_the_file_alone() {
    let (_, text) = tree_of(KRK, "krk", HARDEST, Mode::Strong, None);
    let (file, verdict) = verify_tree(text.as_bytes()).expect("it is true");
    assert!(verdict.always_mates());
    assert_eq!((verdict.nodes, verdict.replies), (4_669, 15_217));
    assert_eq!(verdict.unfolded, Unfolded::Positions(10_074_732_480));
    // 33 moves, as the claim of the program has it.
    assert_eq!(verdict.longest, Some(65));
    let player = WrittenPlayer::new(Arc::new(file));
    for mut opponent in opponents() {
        let name = opponent.name().to_owned();
        let played = play_written(player.clone(), opponent.as_mut(), 100).expect("it replies");
        assert_eq!(
            played.game.result(),
            "1-0",
            "{name}: {}",
            played.game.movetext()
        );
        assert!(matches!(played.last, WrittenAct::Move { end: Some(_), .. }));
        assert!(played.game.len() <= 65, "{name}");
    }
    for seed in 2..200 {
        let mut random = Random::new(seed);
        let played = play_written(player.clone(), &mut random, 100).expect("it replies");
        assert_eq!(played.game.result(), "1-0", "seed {seed}");
    }
}

#[test]
fn the_graph_is_the_play_of_a_run() {
    // A run is stepped by the machine's own coroutine, which shares no code with the graph but the search.
    let plays = [
        (KRK, "krk", HARDEST, Mode::Strong),
        (
            "examples/endgames/krk-sdl.adv",
            "K-R-VS-K",
            "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1",
            Mode::Strong,
        ),
        (
            "examples/endgames/krk-sdl.adv",
            "K-R-VS-K",
            "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1",
            Mode::Weak,
        ),
        (
            "examples/karapetyan-1986.adv",
            "K-R-VS-K",
            "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1",
            Mode::Strong,
        ),
        (
            "examples/kpk.adv",
            "kpk",
            "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1",
            Mode::Strong,
        ),
        // The colours are exchanged to fit the program.
        (
            "examples/kpk.adv",
            "kpk",
            "3k4/2p5/8/8/8/8/8/5K2 b - - 0 1",
            Mode::Strong,
        ),
    ];
    for (program, subject, start, mode) in plays {
        let (rulebook, text) = tree_of(program, subject, start, mode, None);
        let (file, _) = verify_tree(text.as_bytes()).expect("it is true");
        let written = WrittenPlayer::new(Arc::new(file));
        let subject = Subject::named(rulebook.program(), subject).expect("the subject");
        let position = parse_fen(start).expect("a FEN");
        for seed in 0..adv_testkit::sized(3, 40) {
            let mut engine = rulebook.engine(Limits::default());
            let (mut run, mut step) =
                Strategy::begin(&mut engine, subject, &position, mode).expect("it begins");
            let mut player = written.clone();
            let mut random = Random::of_game(seed, 7);
            let (mut here, mut reply) = (position, None);
            for _ in 0..40 {
                let act = player.act(&here, reply);
                let at = format!("{program}, seed {seed}: {}", fen(&here));
                let (Some(ours), WrittenAct::Move { mv, .. }) = (step.our_move(), &act) else {
                    let both_end = step.our_move().is_none() && matches!(act, WrittenAct::End(_));
                    assert!(both_end, "{at}: {step:?}, {act:?}");
                    break;
                };
                assert_eq!(ours, *mv, "{at}");
                here = here.play(ours);
                reply = random.choose(&here.legal_moves());
                step = run.resume(&mut engine, reply).expect("a legal reply");
                let Some(reply) = reply else {
                    assert!(matches!(step, Step::Done(_)), "{at}");
                    break;
                };
                here = here.play(reply);
            }
        }
    }
}

/// The task of a play.
fn task<'a>(
    engine: &'a adv::Engine,
    subject: &str,
    start: &str,
    bounds: WholeBounds,
    watch: &'a Watch,
) -> WholeTask<'a> {
    WholeTask {
        engine,
        subject: Subject::named(engine.module(), subject).expect("the subject"),
        position: parse_fen(start).expect("a FEN"),
        mode: Mode::Strong,
        extent: WholeExtent::Play,
        bounds,
        watch,
    }
}

const WIDE: WholeBounds = WholeBounds {
    plies: None,
    nodes: 100_000,
};

#[test]
fn a_file_has_the_same_bytes_with_any_number_of_threads() {
    let rulebook = Rulebook::load("kpk.adv", read("examples/kpk.adv")).expect("it loads");
    let engine = rulebook.engine(Limits::default());
    let start = "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1";
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let watch = Watch::new();
        let task = task(&engine, "kpk", start, WIDE, &watch);
        let file = pool
            .expect("threads")
            .install(|| tree_file(&task, "kpk.adv", "0"));
        file.expect("it plays")
    };
    let one = with(1);
    assert!(one.lines().count() > 7_000);
    assert_eq!(one, with(3));
}

#[test]
fn what_a_bound_cuts_is_open_and_said_to_be() {
    let rulebook = Rulebook::load("krk.adv", read(KRK)).expect("it loads");
    let engine = rulebook.engine(Limits::default());
    let bounds = [
        (
            WholeBounds {
                plies: Some(4),
                ..WIDE
            },
            u64::MAX,
            "\"open\":\"plies\"",
        ),
        (
            WholeBounds { nodes: 50, ..WIDE },
            u64::MAX,
            "\"open\":\"nodes\"",
        ),
        (WIDE, 10_000, "\"open\":\"memory\""),
    ];
    for (bounds, memory, word) in bounds {
        let watch = Watch::new();
        watch.limit_memory(memory);
        let text = tree_file(
            &task(&engine, "krk", HARDEST, bounds, &watch),
            "krk.adv",
            "0",
        );
        let text = text.expect("it plays");
        let (file, verdict) = verify_tree(text.as_bytes()).expect("it is true");
        let open = text.matches(word).count() as u64;
        assert!(!file.complete && verdict.open == open && open > 5, "{word}");
        assert!(!verdict.always_mates());
        // What is there is as it is in the whole: the numbers are the same.
        let watch = Watch::new();
        let whole = tree_file(&task(&engine, "krk", HARDEST, WIDE, &watch), "krk.adv", "0");
        let whole = whole.expect("it plays");
        let same = text.lines().zip(whole.lines()).take_while(|(a, b)| a == b);
        assert_eq!(same.count() as u64, 1 + verdict.nodes - open, "{word}");
        // A player says where it ends.
        let mut random = Random::new(3);
        let player = WrittenPlayer::new(Arc::new(file));
        let played = play_written(player, &mut random, 100).expect("it replies");
        assert!(matches!(played.last, WrittenAct::Open(_)), "{word}");
    }
    // An interruption is a bound too.
    let watch = Watch::new();
    watch
        .stop()
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let text = tree_file(&task(&engine, "krk", HARDEST, WIDE, &watch), "krk.adv", "0");
    let text = text.expect("it is written all the same");
    assert_eq!(verify_tree(text.as_bytes()).expect("it is true").1.open, 1);
}

#[test]
fn play_that_goes_round_is_endless() {
    let (_, text) = tree_of(
        "examples/kpk.adv",
        "kpk",
        "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1",
        Mode::Strong,
        None,
    );
    let (file, verdict) = verify_tree(text.as_bytes()).expect("it is true");
    assert!(file.complete && !verdict.always_mates());
    assert_eq!(
        (verdict.unfolded, verdict.longest),
        (Unfolded::Endless, None)
    );
}

#[test]
fn the_program_is_asked_again_and_another_one_is_told_apart() {
    let (rulebook, text) = tree_of(KRK, "krk", HARDEST, Mode::Strong, None);
    let (file, verdict) = verify_tree(text.as_bytes()).expect("it is true");
    let compare = |rulebook: &Rulebook| {
        let engine = rulebook.engine(Limits::default());
        let play = subject_of_tree(&file, engine.module()).expect("the subject");
        let watch = Watch::new();
        let task = WholeTask {
            engine: &engine,
            subject: play.subject,
            mode: play.mode,
            extent: play.extent,
            position: parse_fen(&file.root).expect("a FEN"),
            bounds: WIDE,
            watch: &watch,
        };
        compare_tree(&file, &task).expect("it can be asked")
    };
    let same = ComparedTree::Same {
        nodes: verdict.nodes,
    };
    assert_eq!(compare(&rulebook), same);
    // Moves of equal merit are tried in another order.
    let source = read(KRK);
    let other = source.replace(
        "us       R to RANK(R) ∩ NEW-EDGE then R to FILE(R) ∩ NEW-EDGE",
        "us       R to FILE(R) ∩ NEW-EDGE then R to RANK(R) ∩ NEW-EDGE",
    );
    assert_ne!(source, other);
    let other = Rulebook::load(KRK, other).expect("it loads");
    let ComparedTree::Differs { .. } = compare(&other) else {
        panic!("it plays otherwise");
    };
}

#[test]
fn a_proof_measures_what_a_graph_measures() {
    let positions = [
        HARDEST,
        "8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        "8/6R1/5k2/8/4K3/8/8/8 w - - 0 1",
    ];
    for start in positions {
        let (rulebook, text) = tree_of(KRK, "krk", start, Mode::Strong, None);
        let (_, verdict) = verify_tree(text.as_bytes()).expect("it is true");
        let claim = format!("prove krk from \"{start}\" reaches mate");
        let rulebook = rulebook
            .with_claims(&[claim.as_str()])
            .expect("a source")
            .rulebook;
        let mut prover =
            Prover::new(rulebook.expect("a claim"), Limits::default()).expect("a fingerprint");
        prover.measure_sizes(true);
        let claim = prover.program().claims.last().expect("the claim").clone();
        let (keeping, watch) = (Keeping::default(), Watch::new());
        let proved = prover.settle(&claim, Comparison::No, keeping, &watch, &[]);
        let Ok(Proved::Settled(settled)) = proved else {
            panic!("{start} is not settled");
        };
        let sizes = settled.report().sizes.clone().expect("they were measured");
        assert_eq!(sizes.positions, 1);
        assert_eq!(
            sizes.largest.to_string(),
            verdict.unfolded.to_string(),
            "{start}"
        );
        assert_eq!(sizes.median, sizes.largest);
        assert_eq!(fen(&sizes.example), start);
    }
}

#[test]
fn the_file_has_the_shape_that_its_schema_promises() {
    let promised = crate::drawn::schema::load("docs/schema/p-strategy.json");
    for (program, subject, start, plies) in [
        (KRK, "krk", HARDEST, None),
        (
            "examples/karapetyan-1986.adv",
            "K-R-VS-K",
            "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1",
            Some(8),
        ),
    ] {
        let (_, text) = tree_of(program, subject, start, Mode::Strong, plies);
        let value = serde_json::from_str(&text).expect("it is JSON");
        let wrong = crate::drawn::schema::errors(&promised, "PStrategy", &value);
        assert!(wrong.is_empty(), "{wrong:?}");
        // A node on each line, so that it can be read line by line.
        let nodes = text
            .lines()
            .skip(1)
            .take_while(|line| !line.starts_with(']'));
        for line in nodes {
            let node = serde_json::from_str(line.trim_end_matches(',')).expect("a node");
            let wrong = crate::drawn::schema::errors(&promised, "PStrategyNode", &node);
            assert!(wrong.is_empty(), "{line}: {wrong:?}");
        }
    }
}

#[test]
fn a_reply_that_leaves_the_file_is_said_to_leave_it() {
    let (_, text) = tree_of(
        KRK,
        "krk",
        "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
        Mode::Strong,
        None,
    );
    let (file, _) = verify_tree(text.as_bytes()).expect("it is true");
    let mut player = WrittenPlayer::new(Arc::new(file));
    let root = player.root().expect("a root");
    assert_eq!(player.us(), Color::White);
    let WrittenAct::Move { mv, .. } = player.act(&root, None) else {
        panic!("it plays");
    };
    let after = root.play(mv);
    let reply = after.legal_moves()[0];
    // Another position than the reply leads to.
    assert_eq!(player.clone().act(&root, Some(reply)), WrittenAct::Left);
    assert!(matches!(
        player.act(&after.play(reply), Some(reply)),
        WrittenAct::Move { .. }
    ));
    assert_eq!(TreeTruth::of("{}"), Err("no nodes".to_owned()));
    let fault = verify_tree(b"{").expect_err("it is cut off").fault;
    assert!(matches!(fault, TreeFault::Text { line: 1, .. }));
}

/// A piece-of-advice that looks at some replies only.
const HOPEFUL: &str = "material  W: K, Q;  B: K
advice hopeful for W
  better   mate
  us       Q
  them     K to RANK-AT(7)
  depth    3
end-advice
";

#[test]
fn the_tree_of_one_choice_is_a_file_too() {
    // The paper's LINE: Ke5, and Rc6 or Rd6 after each reply.
    let start = "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1";
    let kings = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";
    for (program, subject, start) in [
        ("examples/karapetyan-1986.adv", "K-R-VS-K", start),
        ("examples/kpk.adv", "kpk", "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1"),
        ("examples/queen.adv", "kqk", kings),
        ("hopeful.adv", "hopeful", "8/7k/5K2/8/8/8/8/Q7 w - - 0 1"),
    ] {
        let source = match program {
            "hopeful.adv" => HOPEFUL.to_owned(),
            example => read(example),
        };
        let rulebook = Rulebook::load(program, source).expect("it loads");
        let mut engine = rulebook.engine(Limits::default());
        let watch = Watch::new();
        let once = WholeTask {
            extent: WholeExtent::Choice,
            ..task(&engine, subject, start, WIDE, &watch)
        };
        let text = tree_file(&once, program, "0").expect("it plays");
        let (file, verdict) = verify_tree(text.as_bytes()).expect("it is true");
        let compared = compare_tree(&file, &once).expect("it can be asked");
        assert_eq!(
            compared,
            ComparedTree::Same {
                nodes: verdict.nodes
            }
        );
        // What the machine's own tree counts: its nodes and the root, and the replies that it leaves out.
        let (subject, position) = (once.subject, once.position);
        let begun = Strategy::begin(&mut engine, subject, &position, Mode::Strong);
        let (run, _) = begun.expect("it begins");
        let found = run.p_strategy().expect("a p-strategy").clone();
        let tree = found.consultation.tree.as_ref().expect("a tree");
        let nodes = tree.nodes().len() as u128;
        assert_eq!(
            verdict.unfolded,
            Unfolded::Positions(nodes + 1),
            "{program}"
        );
        let left: u64 = tree
            .nodes()
            .iter()
            .map(|node| u64::from(node.left_out))
            .sum();
        assert_eq!(verdict.left_out > 0, program == "hopeful.adv");
        assert_eq!(left > 0, program == "hopeful.adv");
        assert_eq!(verdict.longest, Some(u64::from(tree.depth())), "{program}");
    }
}
