//! Measures of words hold what a count of the test's own says.

use std::collections::BTreeMap;

use adv::chess::{ClassIndex, Material, Role};
use adv::proof::Watch;
use adv::render::measure::MeasureQuestion;
use adv::{Color, Expression, Limits, MeasureWords, Outcome, PerfectPlay, Prover, Rulebook};

/// King and pawn; our king stands on a corner, so that there are few positions.
const PROGRAM: &str = "\
material  W: K, P;  B: K
use std.kings

/// The steps of his king to the pawn.
number chase = dist(B.K, SQ(P))

/// He stands in front of it.
descriptor blocked = rank(B.K) > rank(SQ(P))

measure white-to-move  from all positions where SQ(W.K) = {a1}  share of won(W)
";

#[test]
fn bits_are_those_of_a_count_of_its_own() {
    let rulebook = Rulebook::load("measured.adv", PROGRAM).expect("it compiles");
    let men = Material::new(&[Role::King, Role::Pawn], &[Role::King]);
    let mut perfect = PerfectPlay::in_memory();
    perfect.prepare(&men, &mut |_, _| {}).expect("three men");
    let value = |text: &str| {
        let expression = Expression::compile(rulebook.program(), text).expect("a word");
        move |position: &adv::Position| {
            let words = expression.value(position, Color::White, Limits::default());
            words.expect("a value")[0].cast_signed()
        }
    };
    let (chase, blocked) = (value("chase"), value("blocked"));
    // Counts of both words and the answer. No pawn can be taken en passant where there is only one.
    let mut counts: BTreeMap<(i64, i64, bool), u64> = BTreeMap::new();
    for turn in Color::ALL {
        let class = ClassIndex::new(men, turn).expect("a small class");
        for (_, position) in class.iter() {
            if position.king(Color::White) == Some(0) {
                let wins = if turn == Color::White {
                    Outcome::Win
                } else {
                    Outcome::Loss
                };
                let won = perfect.outcome(&position) == Some(wins);
                *counts
                    .entry((chase(&position), blocked(&position), won))
                    .or_default() += 1;
            }
        }
    }
    let all: u64 = counts.values().sum();
    // Bits of a partition of the positions.
    let bits = |key: fn(&(i64, i64, bool)) -> [i64; 3]| -> f64 {
        let mut parts: BTreeMap<[i64; 3], u64> = BTreeMap::new();
        for (of, count) in &counts {
            *parts.entry(key(of)).or_default() += count;
        }
        let share = |count: &u64| *count as f64 / all as f64;
        parts
            .values()
            .map(|count| -share(count) * share(count).log2())
            .sum()
    };
    let answer = bits(|of| [0, 0, i64::from(of.2)]);
    let chase_bits = bits(|of| [of.0, 0, 0]) + answer - bits(|of| [of.0, 0, i64::from(of.2)]);
    let blocked_bits = bits(|of| [0, of.1, 0]) + answer - bits(|of| [0, of.1, i64::from(of.2)]);
    let both = bits(|of| [of.0, of.1, 0]) + answer - bits(|of| [of.0, of.1, i64::from(of.2)]);

    let mut prover = Prover::new(rulebook.clone(), Limits::default()).expect("a prover");
    prover.set_perfect(std::sync::Arc::new(perfect));
    let claim = &rulebook.program().claims[0];
    let measure = |words: &[&str], beside: &[&str]| {
        let texts = |of: &[&str]| {
            of.iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<String>>()
        };
        let words = MeasureWords::new(&rulebook, &texts(words), &texts(beside)).expect("words");
        let (holds, white) = (MeasureQuestion::Holds, Color::White);
        let measured = prover.measure(
            claim,
            &words,
            holds,
            white,
            Limits::default(),
            &Watch::new(),
        );
        measured.expect("a measure").expect("to its end")
    };
    let alone = measure(&["chase", "blocked"], &[]);
    assert_eq!((alone.positions, alone.is_sample), (all, false));
    assert!((alone.entropy - answer).abs() < 1e-4);
    for (word, own) in [("chase", chase_bits), ("blocked", blocked_bits)] {
        let told = alone
            .words
            .iter()
            .find(|one| one.word == word)
            .expect("a word");
        assert!((told.bits - own).abs() < 1e-4, "{word} {} {own}", told.bits);
    }
    let beside = measure(&["blocked"], &["chase"]);
    assert!((beside.known - chase_bits).abs() < 1e-4);
    let beyond = both - chase_bits;
    assert!(beyond > 0.0 && (beside.words[0].bits - beyond).abs() < 1e-4);
    // Words of the used module come with those of the program, if none are named.
    let all_words = measure(&[], &[]);
    assert!(all_words.words.iter().any(|one| one.word == "kings-apart"));
}
