//! Choices of strategies that were made before: what a branch says is the same with those that are known and without, in games from many
//! positions, wherever a limit ends a search.

use adv_chess::notation::parse_fen;
use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_reference::generate::{position, strategic};
use adv_testkit::{Numbers, sized};
use adv_vm::{Branch, Engine, Limits, Mode, Subject, Wanted};

/// Choices of one game, at most.
const CHOICES: usize = 40;

/// Two engines for a program: one makes each choice, one knows those that it has made.
struct Pair {
    plain: Engine,
    knowing: Engine,
    /// What was compared: choices of a tree, and of none.
    trees: usize,
    others: usize,
}

impl Pair {
    fn of(engine: &Engine) -> Pair {
        let [plain, knowing] = [false, true].map(|repeats| {
            let mut engine = engine.clone();
            engine.set_repeats(repeats);
            engine
        });
        Pair {
            plain,
            knowing,
            trees: 0,
            others: 0,
        }
    }

    fn set_limits(&mut self, limits: Limits) {
        self.plain.set_limits(limits);
        self.knowing.set_limits(limits);
    }

    /// A game from a position against replies by chance, each tree followed for its first move.
    fn play(&mut self, subject: Subject, start: &Position, chance: &mut Numbers) {
        let Ok(mut at) = self.plain.junction(subject, start) else {
            return;
        };
        let mut position = *start;
        let mut trees = [Vec::new(), Vec::new()];
        for _ in 0..CHOICES {
            if !position.has_legal_move() {
                return;
            }
            let [wanted, known] = [&mut self.plain, &mut self.knowing].map(|engine| {
                let [tree, _] = &mut trees;
                let (mode, first) = (Mode::Strong, Wanted::First);
                let branch = engine.branch(subject, &at, &position, mode, first, tree);
                trees.swap(0, 1);
                branch
            });
            assert_eq!(known, wanted, "{position:?}, {at:?}");
            assert_eq!(trees[0], trees[1], "{position:?}, {at:?}");
            let Branch::Tree { next, .. } = wanted else {
                self.others += 1;
                return;
            };
            self.trees += 1;
            at = next;
            position = position.play(trees[0][0].mv);
            let replies = position.legal_moves();
            if replies.is_empty() {
                return;
            }
            position = position.play(replies[chance.below(replies.len())]);
        }
    }
}

#[test]
fn games_of_the_endgame_library_come_together() {
    let text = crate::common::read("examples/endgames/krk-sdl.adv");
    let engine = crate::common::engine("krk-sdl.adv", &text);
    let subject = engine.subject_named("K-R-VS-K").expect("the strategy");
    let mut pair = Pair::of(&engine);
    let material = Material::new(&[Role::King, Role::Rook], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("a class of three men");
    let starts: Vec<Position> = class.iter().step_by(401).map(|(_, root)| root).collect();
    let mut chance = Numbers::new(7);
    let small = |positions| Limits {
        positions,
        ..Limits::default()
    };
    let games = |pair: &mut Pair, chance: &mut Numbers| {
        for start in &starts {
            pair.play(subject, start, chance);
        }
    };
    games(&mut pair, &mut chance);
    let known = pair.knowing.known_choices();
    assert_eq!(pair.plain.known_choices(), 0);
    assert!(
        known > 1_000 && pair.trees > 3_000,
        "{known}, {}",
        pair.trees
    );
    // What is known under other limits is not taken over: some of it would not have been chosen.
    for positions in [1, 3, 6] {
        let before = pair.others;
        pair.set_limits(small(positions));
        games(&mut pair, &mut chance);
        assert!(pair.others > before + 100, "{positions}");
    }
}

#[test]
fn random_strategies_choose_the_same() {
    let limits = Limits {
        positions: 20_000,
        ..Limits::default()
    };
    let (mut known, mut trees, mut others) = (0, 0, 0);
    for seed in 1..=sized(10, 150) {
        let generated = strategic(seed);
        let linked = crate::common::linked("random.adv", &generated.source());
        let mut pair = Pair::of(&Engine::new(linked, limits));
        let module = pair.plain.module();
        let strategies = (0..module.strategies.len() as u16).map(adv_module::StrategyId);
        let tables = (0..module.tables.len() as u16).map(adv_module::TableId);
        let subjects: Vec<Subject> = strategies
            .map(Subject::Strategy)
            .chain(tables.map(Subject::Table))
            .collect();
        for round in 0..3 {
            let mut chance = Numbers::new(seed + round % 2);
            for &subject in &subjects {
                for fen in position::beginnings(&generated, 4) {
                    let start = parse_fen(&fen).expect("a position");
                    pair.play(subject, &start, &mut chance);
                    pair.play(subject, &start.mirror(), &mut chance);
                }
            }
        }
        known += pair.knowing.known_choices();
        trees += pair.trees;
        others += pair.others;
    }
    println!("{known} known, {trees} trees, {others} others");
    assert!(
        known > sized(300, 1_000) && trees > sized(1_000, 3_000) && others > sized(150, 500),
        "{known}, {trees}, {others}"
    );
}
