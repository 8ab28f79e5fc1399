//! Strategies that are found: what the search says of rules is what the prover says of their program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv::learn::{Learner, Rule, Settings, Term};
use adv::proof::{Keeping, Proved, Watch};
use adv::{Comparison, Limits, Prover, Rulebook};
use adv_testkit::{Numbers, Size, runs_in, size, sized};

const ROOK: &str = "material W: K, R; B: K\nuse std.vocabulary\n";
/// A number that is not the same on boards turned about.
const LANES: &str =
    "material W: K, R; B: K\nuse std.vocabulary\nnumber lane = file(us.R) + 2 * rank(them.K)\n";
const QUEEN: &str = "material W: K; B: K, Q\nuse std.vocabulary\n";

const SETTINGS: Settings = Settings {
    seed: 1,
    rules: 2,
    terms: 3,
    moves: 3,
    weights: 4,
    candidates: 300,
};

fn learner(text: &str, names: &[&str]) -> Learner {
    let rulebook = Rulebook::load("vocabulary.adv", text).expect("it compiles");
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let never = Arc::new(AtomicBool::new(false));
    let made = Learner::new(&rulebook, None, &names, Limits::default(), &never);
    made.expect("a small class")
}

fn prover(text: &str) -> Prover {
    let rulebook =
        Rulebook::load("learned.adv", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let limits = Limits {
        fuel: u64::MAX,
        positions: u64::MAX,
        ..Limits::default()
    };
    Prover::new(rulebook, limits).expect("it has a source")
}

/// Number of positions from which the only claim of a program holds, and the most moves of one.
fn proved(text: &str) -> (u64, u32) {
    let prover = prover(text);
    let claim = &prover.program().claims[0];
    let settled = prover.settle(
        claim,
        Comparison::No,
        Keeping::default(),
        &Watch::new(),
        &[],
    );
    let Ok(Proved::Settled(settled)) = settled else {
        panic!("not settled:\n{text}")
    };
    let report = settled.report();
    let worst = report
        .lengths
        .as_ref()
        .map_or(0, |lengths| lengths.worst.div_ceil(2));
    (report.held, worst)
}

fn random_rules(numbers: &mut Numbers, columns: usize) -> Vec<Rule> {
    let rule = |numbers: &mut Numbers| {
        let mut terms: Vec<Term> = (0..1 + numbers.below(3))
            .map(|_| Term {
                column: numbers.below(columns),
                weight: numbers.one(&[1, 1, 2, 3, 4, -1, -2]),
            })
            .collect();
        terms.sort_unstable();
        terms.dedup_by_key(|term| term.column);
        Rule {
            terms,
            depth: numbers.one(sized(&[1, 2, 2, 3, 4][..], &[1, 2, 3, 4, 4, 5, 6])),
        }
    };
    (0..1 + numbers.below(2)).map(|_| rule(numbers)).collect()
}

/// Every reply from the positions with the lone king on one square, another one each time.
#[test]
fn rules_solve_what_their_program_is_proved_to_solve() {
    let lanes = ["lane", "kings-apart", "their-edge"];
    let learners = [
        learner(ROOK, &[]),
        learner(QUEEN, &[]),
        learner(LANES, &lanes),
    ];
    let mut numbers = Numbers::new(50);
    let rounds = match size() {
        Size::Short => 20,
        Size::Long => 30,
        Size::All => 200,
    };
    for round in 0..rounds {
        let learner = &learners[round % 3];
        let rules = random_rules(&mut numbers, learner.vocabulary().len());
        let learned = learner.judge(rules);
        let text = learner.program("ending", &learned, &SETTINGS);
        let text = text.expect("it has a source").expect("there are rules");
        let king = numbers.below(64);
        let square = adv::chess::set_names(1 << king);
        let wanted = "from all positions";
        assert!(text.contains(wanted), "{text}");
        let text = text.replace(wanted, &format!("{wanted} where {square} = SQ(them.K)"));
        let outcome = learner.outcome_from(&learned, |position| {
            position.king(!position.turn()).map(usize::from) == Some(king)
        });
        let held = (u64::from(outcome.solved), u32::from(outcome.worst));
        assert_eq!(held, proved(&text), "round {round}:\n{text}");
    }
}

/// Of trees of one move and a reply the machine accepts those that the search counts, so that both have one ceiling.
#[test]
fn the_ceiling_of_a_program_is_that_of_its_rules() {
    if !runs_in(Size::Long, "the_ceiling_of_a_program_is_that_of_its_rules") {
        return;
    }
    let mut numbers = Numbers::new(51);
    for text in [ROOK, QUEEN] {
        let learner = learner(text, &["kings-apart", "their-edge", "their-flights"]);
        let mut rules = random_rules(&mut numbers, learner.vocabulary().len());
        rules.iter_mut().for_each(|rule| rule.depth = 2);
        let learned = learner.judge(rules);
        let text = learner.program("ending", &learned, &SETTINGS);
        let text = text.expect("it has a source").expect("there are rules");
        let prover = prover(&text);
        let ceiling = prover.ceiling(&prover.program().claims[0], &Watch::new());
        let ceiling = ceiling.expect("a ceiling").expect("to its end");
        let (solved, could) = (learned.outcome().solved, learned.could);
        assert_eq!(
            (ceiling.played, ceiling.some),
            (u64::from(solved), u64::from(could)),
            "{text}"
        );
        assert!(ceiling.every <= ceiling.played && ceiling.played <= ceiling.some);
    }
}
