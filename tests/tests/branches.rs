//! Strategies followed by junctions and branches, as a prover follows them, against the same strategies played as runs: over samples of whole
//! classes, in both modes, with the colours exchanged, and for random strategies.

#[path = "../../vm/tests/vm/support/shadow.rs"]
mod shadow;

use adv_chess::notation::parse_fen;
use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_reference::generate::{position, strategic};
use adv_testkit::Numbers;
use adv_vm::{Engine, Junction, Limits, Mode, Step, Strategy, Subject};
use shadow::Shadow;

/// Trees of one line that are compared, at most.
const TREES: usize = 4;

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    refused: usize,
    begun: usize,
    mirrored: usize,
    followed: usize,
    trees: usize,
    taken_over: usize,
    ended: usize,
    stuck: usize,
}

/// One subject in one mode.
struct Comparison<'e> {
    engine: &'e mut Engine,
    subject: Subject,
    mode: Mode,
    chance: Numbers,
    tally: Tally,
}

impl Comparison<'_> {
    /// A position with us to move: all replies to the moves of the first tree, then one reply by chance at a time.
    fn at(&mut self, position: &Position) {
        let subject = self.subject;
        let begun = Strategy::begin(self.engine, subject, position, self.mode);
        let shadow = Shadow::begin(self.engine, subject, position, self.mode);
        match (begun, shadow) {
            (Ok((run, step)), Ok(mut shadow)) => {
                self.tally.begun += 1;
                shadow.step(self.engine, position, &step);
                self.note(&step);
                self.replies(&run, &step, &shadow, 0);
            }
            (Err(run), Err(shadow)) => {
                self.tally.refused += 1;
                assert_eq!(run, shadow);
            }
            (run, shadow) => panic!("{run:?} and {:?} in {position:?}", shadow.err()),
        }
    }

    fn note(&mut self, step: &Step) {
        match step {
            Step::Yield(found) => {
                let found = &found.consultation;
                self.tally.trees += 1;
                self.tally.mirrored += usize::from(found.mirrored);
                let other = Subject::Table(found.table.unwrap_or(adv_module::TableId(0)));
                self.tally.taken_over +=
                    usize::from(found.table.is_some() && other != self.subject);
            }
            Step::Follow(_) => self.tally.followed += 1,
            Step::Done(_) => self.tally.ended += 1,
            Step::Stuck(_) => self.tally.stuck += 1,
        }
    }

    /// After a move of ours: the replies, and what the run and its shadow do then.
    fn replies(&mut self, run: &Strategy, last: &Step, shadow: &Shadow, trees: usize) {
        if !run.awaits_reply() || trees == TREES {
            return;
        }
        let trees = trees + usize::from(matches!(last, Step::Yield(_)));
        let mut replies = run.position().legal_moves();
        if trees > 1 && !replies.is_empty() {
            let one = self.chance.below(replies.len());
            replies = vec![replies[one]];
        }
        for reply in replies {
            let (mut run, mut shadow) = (run.clone(), shadow.clone());
            let behind = run.position().play(reply);
            let step = run.resume(self.engine, Some(reply)).expect("it is legal");
            shadow.reply(self.engine, reply, &behind, &step);
            self.note(&step);
            self.replies(&run, &step, &shadow, trees);
        }
    }
}

/// Compares a program's subject in every so many positions of a class, in both modes and with the colours exchanged.
fn compare(example: &str, subject: &str, men: &[Role], every: usize) -> [Tally; 2] {
    let text = crate::common::read(format!("examples/{example}"));
    let mut engine = crate::common::engine(example, &text);
    engine.set_reasons(false);
    let subject = engine.subject_named(subject).expect("the example has it");
    let material = Material::new(men, &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("a class of three men");
    [Mode::Strong, Mode::Weak].map(|mode| {
        let mut comparison = Comparison {
            engine: &mut engine,
            subject,
            mode,
            chance: Numbers::new(4),
            tally: Tally::default(),
        };
        for (_, position) in class.iter().step_by(every) {
            comparison.at(&position);
            comparison.at(&position.mirror());
        }
        println!("{example} {mode:?}: {:?}", comparison.tally);
        comparison.tally
    })
}

#[test]
fn the_textbook_table() {
    let [strong, weak] = compare("krk-advice.adv", "krk", &[Role::King, Role::Rook], 61);
    for tally in [&strong, &weak] {
        assert!(
            tally.begun > 2_800 && tally.refused == tally.begun,
            "{tally:?}"
        );
        assert!(tally.trees > 50_000 && tally.ended == 0, "{tally:?}");
    }
    assert!(strong.followed > 1_000 && weak.followed == 0);
}

#[test]
fn the_repaired_strategy() {
    let [strong, _] = compare("krk-sdl.adv", "K-R-VS-K", &[Role::King, Role::Rook], 101);
    assert!(strong.trees > 10_000 && strong.stuck == 0, "{strong:?}");
}

#[test]
fn the_paper_s_strategy_is_stuck_where_it_is() {
    let [strong, weak] = compare(
        "karapetyan-1986.adv",
        "K-R-VS-K",
        &[Role::King, Role::Rook],
        1_201,
    );
    for tally in [strong, weak] {
        assert!(tally.stuck > 50 && tally.trees > 1_000, "{tally:?}");
    }
}

#[test]
fn a_table_for_both_colours_that_others_take_over_from() {
    let [strong, weak] = compare(
        "kpk.adv",
        "kpk",
        &[Role::King, Role::Pawn],
        adv_testkit::sized(1_203, 401),
    );
    for tally in [strong, weak] {
        assert!(tally.refused == 0 && tally.mirrored > 300, "{tally:?}");
        assert!(tally.taken_over > 30 && tally.stuck > 30, "{tally:?}");
    }
}

/// Strategies by chance have what the examples lack: other strategies, `stop`, loops that go round without a move.
#[test]
fn random_strategies() {
    let limits = Limits {
        positions: 20_000,
        ..Limits::default()
    };
    let mut tally = Tally::default();
    for seed in 1..=adv_testkit::sized(20, 150) {
        let generated = strategic(seed);
        let linked = crate::common::linked("random.adv", &generated.source());
        let mut engine = Engine::new(linked, limits);
        engine.set_reasons(false);
        let subjects = (0..engine.module().strategies.len())
            .map(|id| Subject::Strategy(adv_module::StrategyId(id as u16)));
        for subject in subjects.collect::<Vec<_>>() {
            for mode in [Mode::Strong, Mode::Weak] {
                let mut comparison = Comparison {
                    engine: &mut engine,
                    subject,
                    mode,
                    chance: Numbers::new(seed),
                    tally: std::mem::take(&mut tally),
                };
                for fen in position::beginnings(&generated, 4) {
                    comparison.at(&parse_fen(&fen).expect("a position"));
                }
                tally = comparison.tally;
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.trees > 1_000 && tally.ended > 300, "{tally:?}");
    assert!(tally.stuck > 300 && tally.mirrored > 100, "{tally:?}");
}

/// Numbers that are no junction of a module are refused: a checkpoint may be any file.
#[test]
fn words_that_are_no_junction() {
    let text = crate::common::read("examples/endgames/krk-sdl.adv");
    let engine = crate::common::engine("krk-sdl.adv", &text);
    let module = engine.module();
    let end = module.strategies[0].body.len() as u32;
    // The first statement is an action, which may be asked again; the second is the head of a loop.
    let fitting = [
        vec![0],
        vec![1, 0, 0, 0],
        vec![0, 0, end, 1, 0, 2, 0],
        vec![0, 0, 0, 2],
        vec![1, 0, 0, 3],
    ];
    for fits in fitting {
        let junction = Junction::from_words(&fits, module).expect("a junction");
        assert_eq!(junction.to_words(), fits);
    }
    let refused: [&[u32]; 10] = [
        &[],
        &[2],
        &[0, 0],
        &[0, 0, 0],
        &[0, 1, 0, 0],
        &[0, 65_536, 0, 0],
        &[0, 0, end + 1, 0],
        &[0, 0, 0, 4],
        &[0, 0, 1, 2],
        &[0, 0, end, 2],
    ];
    for words in refused {
        assert_eq!(Junction::from_words(words, module), None, "{words:?}");
    }
}
