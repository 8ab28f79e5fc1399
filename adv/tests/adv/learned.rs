//! Strategies that are found: what the search says of rules is what the prover says of their program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv::chess::fen;
use adv::learn::{Learner, Rule, Settings, Term};
use adv::proof::{Keeping, Proved, Verdict, Watch};
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

/// Numbers of the positions that hold, the most moves and the sum of moves, by the square of our king.
type BySquare = [(u64, u32, u64); 64];

/// The same of the positions from which the first claim of a program holds, and whether each of the others is proved.
fn proved(text: &str) -> (BySquare, Vec<bool>) {
    let prover = prover(text);
    let settled = |claim| {
        let (watch, keeping) = (Watch::new(), Keeping::default());
        match prover.settle(claim, Comparison::No, keeping, &watch, &[]) {
            Ok(Proved::Settled(settled)) => settled,
            _ => panic!("not settled:\n{text}"),
        }
    };
    let (whole, single) = prover
        .program()
        .claims
        .split_first()
        .expect("it has claims");
    let report = settled(whole);
    let moves = |plies: u64, held: u64| (plies + held) / 2;
    let by_square = report
        .report()
        .ours
        .map(|of| (of.held, of.worst.div_ceil(2), moves(of.plies, of.held)));
    let is_proved = |claim| settled(claim).report().verdict == Verdict::Proved;
    (by_square, single.iter().map(is_proved).collect())
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

/// Every reply from the positions with the lone king on one square, another one each time, by the squares of ours; and from single positions,
/// some that are solved and some that are not.
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
        let mut by_square: BySquare = [(0, 0, 0); 64];
        let mut single = [Vec::new(), Vec::new()];
        learner.each_length(&learned, |position, length| {
            if position.king(!position.turn()).map(usize::from) != Some(king) {
                return;
            }
            single[usize::from(length.is_some())].push(*position);
            let own = position.king(position.turn()).map(usize::from);
            if let (Some(length), Some(own)) = (length, own) {
                let (held, worst, moves) = &mut by_square[own];
                *held += 1;
                *worst = u32::from(length).max(*worst);
                *moves += u64::from(length);
            }
        });
        let mut text = text.replace(wanted, &format!("{wanted} where {square} = SQ(them.K)"));
        let mut held = Vec::new();
        for (holds, positions) in [false, true].into_iter().zip(&single) {
            for _ in 0..2.min(positions.len()) {
                let position = fen(&numbers.one(positions));
                text.push_str(&format!(
                    "\nprove ending  from \"{position}\"  reaches mate\n"
                ));
                held.push(holds);
            }
        }
        assert_eq!((by_square, held), proved(&text), "round {round}:\n{text}");
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
