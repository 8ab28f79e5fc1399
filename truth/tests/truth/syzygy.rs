//! Wins, draws and losses of our tables against the Syzygy tables of Ronald de Man, which know nothing of
//! ours: the tables of three men and some of four that are part of the project, and all 35 of three and
//! four men where `../shared` has them; in the release profile every position, in the dev profile some.
//!
//! A board and its mirror image have one value in either table, so of the images of a board those are
//! looked at that have the white king on the files a to d, and without pawns on the ranks 1 to 4 besides.
//! Every position with a capture en passant that a pawn's two steps lead to is looked at too.

use std::path::{Path, PathBuf};

use crate::common::{material, prepare, sample};
use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_testkit::{Size, data, runs_in, shared, size};
use adv_truth::{Outcome, Truth, TruthOptions};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

/// The classes whose tables, and those of all classes that they lead to, are part of the project.
const VENDORED: [&str; 7] = ["KPvK", "KNvK", "KBvK", "KRvK", "KQvK", "KNNvK", "KBvKN"];

/// Every class of three and four men.
const CLASSES: [&str; 35] = [
    "KPvK", "KNvK", "KBvK", "KRvK", "KQvK", "KPvKP", "KPvKN", "KPvKB", "KPvKR", "KPvKQ", "KNvKN",
    "KBvKN", "KRvKN", "KQvKN", "KBvKB", "KRvKB", "KQvKB", "KRvKR", "KQvKR", "KQvKQ", "KPPvK",
    "KNPvK", "KBPvK", "KRPvK", "KQPvK", "KNNvK", "KBNvK", "KRNvK", "KQNvK", "KBBvK", "KRBvK",
    "KQBvK", "KRRvK", "KQRvK", "KQQvK",
];

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    /// Positions, both sides to move.
    positions: u64,
    /// Those among them with a capture en passant.
    en_passant: u64,
    /// Won, drawn and lost ones.
    outcomes: [u64; 3],
}

impl Count {
    fn and(mut self, other: Count) -> Count {
        self.positions += other.positions;
        self.en_passant += other.en_passant;
        for (sum, part) in self.outcomes.iter_mut().zip(other.outcomes) {
            *sum += part;
        }
        self
    }
}

/// Ours, without Syzygy, and theirs, with nothing prepared.
struct Both {
    ours: Truth,
    theirs: Truth,
}

impl Both {
    fn new(folder: PathBuf) -> Both {
        let theirs = Truth::new(TruthOptions {
            syzygy: vec![folder],
            ..TruthOptions::default()
        });
        Both {
            ours: Truth::new(TruthOptions::default()).expect("nothing is looked at"),
            theirs: theirs.expect("the folder has tables"),
        }
    }

    fn compare(&self, position: &Position, count: &mut Count) {
        let ours = self.ours.value(position);
        let ours = ours.unwrap_or_else(|error| panic!("{position:?}: {error}"));
        let ours = ours.unwrap_or_else(|| panic!("{position:?} has no distance to mate"));
        let theirs = self.theirs.value(position);
        let theirs = theirs.unwrap_or_else(|error| panic!("{position:?}: {error}"));
        assert_eq!(
            Some(ours.outcome),
            theirs.map(|worth| worth.outcome),
            "{position:?}"
        );
        count.positions += 1;
        count.outcomes[match ours.outcome {
            Outcome::Win => 0,
            Outcome::Draw => 1,
            Outcome::Loss => 2,
        }] += 1;
    }

    /// Compares every `step`th number of a class with this side to move.
    fn compare_class(&self, name: &str, turn: Color, step: usize) -> Count {
        let material = material(name);
        let class = ClassIndex::new(material, turn).expect("the class has positions");
        // A stretch for each pair of squares of the kings, which come first in a number.
        let length = class.len() / 3612;
        (0..3612_u64)
            .into_par_iter()
            .map(|kings| {
                let mut count = Count::default();
                let numbers = kings * length..(kings + 1) * length;
                let mut positions = numbers
                    .filter_map(|number| class.position(number))
                    .peekable();
                if positions
                    .peek()
                    .is_some_and(|first| is_chosen(&material, first))
                {
                    for position in positions.step_by(step) {
                        self.compare(&position, &mut count);
                        self.compare_en_passant(&position, &mut count);
                    }
                }
                count
            })
            .reduce(Count::default, Count::and)
    }

    /// Compares what a pawn's two steps past another pawn lead to.
    fn compare_en_passant(&self, position: &Position, count: &mut Count) {
        if position.by_role[Role::Pawn.index()].count_ones() < 2 {
            return;
        }
        for mv in position.legal_moves() {
            let after = position.play(mv);
            if after.ep().is_some() {
                self.compare(&after, count);
                count.en_passant += 1;
            }
        }
    }
}

/// Of the images of a board this one is looked at.
fn is_chosen(material: &Material, position: &Position) -> bool {
    let pawns = Color::ALL.map(|color| material.count(color, Role::Pawn)) != [0, 0];
    let king = position.king(Color::White).unwrap_or(63);
    king % 8 < 4 && (pawns || king < 32)
}

/// Compares classes, prints what was compared, and gives the sum.
fn compare(folder: &Path, classes: &[&str], step: usize) -> Count {
    let mut both = Both::new(folder.to_path_buf());
    let mut sum = Count::default();
    for name in classes {
        prepare(&mut both.ours, name);
        let count = Color::ALL
            .map(|turn| both.compare_class(name, turn, step))
            .into_iter()
            .fold(Count::default(), Count::and);
        println!("{name}: {count:?}");
        sum = sum.and(count);
    }
    println!("all of them: {sum:?}");
    sum
}

#[test]
fn three_men_and_some_four_are_won_drawn_and_lost_as_syzygy_says() {
    let (three, four) = match size() {
        Size::Short | Size::Long => (7, 97),
        Size::All => (1, 1),
    };
    let three = compare(&data("syzygy"), &VENDORED[..5], three);
    assert!(three.positions > 50_000, "{three:?}");
    let four = compare(&data("syzygy"), &VENDORED[5..], four);
    assert!(four.positions > 50_000, "{four:?}");
}

/// Every position of every class.
#[test]
fn all_positions_are_won_drawn_and_lost_as_the_35_tables_say_in_shared() {
    let test = "all_positions_are_won_drawn_and_lost_as_the_35_tables_say_in_shared";
    if !runs_in(Size::All, test) {
        return;
    }
    let Some(folder) = shared(test, "tb/syzygy") else {
        return;
    };
    let all = compare(&folder, &CLASSES, 1);
    let expected = Count {
        positions: 185_020_032,
        en_passant: 42_366,
        outcomes: [60_720_067, 64_385_059, 59_914_906],
    };
    assert_eq!(all, expected);
}

/// Every distance to zero of some positions of these classes has the sign of the outcome; answers the longest win.
fn signs(folder: PathBuf, classes: &[&str], step: usize) -> i32 {
    let truth = Both::new(folder).theirs;
    let mut longest = 0;
    for name in classes {
        for turn in Color::ALL {
            for position in sample(name, turn, step) {
                let worth = truth.value(&position);
                let worth = worth.unwrap_or_else(|error| panic!("{position:?}: {error}"));
                let dtz = truth.dtz(&position);
                let dtz = dtz.unwrap_or_else(|error| panic!("{position:?}: {error}"));
                let outcome = dtz.map(|plies| match plies {
                    1.. => Outcome::Win,
                    0 => Outcome::Draw,
                    _ => Outcome::Loss,
                });
                assert_eq!(worth.map(|worth| worth.outcome), outcome, "{position:?}");
                longest = longest.max(dtz.unwrap_or(0));
            }
        }
    }
    longest
}

#[test]
fn distances_to_zero_have_the_sign_of_the_outcome() {
    // A rook mates within sixteen moves.
    let longest = signs(data("syzygy"), &VENDORED, 97);
    assert!((25..=32).contains(&longest), "{longest}");
}

#[test]
fn distances_to_zero_have_the_sign_of_the_outcome_by_the_35_tables_in_shared() {
    let test = "distances_to_zero_have_the_sign_of_the_outcome_by_the_35_tables_in_shared";
    let Some(folder) = shared(test, "tb/syzygy") else {
        return;
    };
    // No win of four men takes fifty moves without a capture or a pawn's move.
    let longest = signs(folder, &CLASSES, 9973);
    assert!((30..=100).contains(&longest), "{longest}");
}

/// Without pawns a capture, or mate, is what Syzygy counts the plies to: our distances to conversion are theirs, but for a ply that
/// their tables may round away. Answers how many positions were compared, and how many have the very number.
fn conversions(folder: PathBuf, classes: &[&str], step: usize) -> (u64, u64) {
    let mut both = Both::new(folder);
    let (mut compared, mut same) = (0, 0);
    for name in classes {
        let made = both
            .ours
            .prepare_conversions(&material(name), &mut |_, _| {});
        assert!(made.is_ok_and(|warnings| warnings.is_empty()), "{name}");
        for position in Color::ALL
            .into_iter()
            .flat_map(|turn| sample(name, turn, step))
        {
            let theirs = both.theirs.dtz(&position);
            let theirs = theirs.unwrap_or_else(|error| panic!("{position:?}: {error}"));
            let theirs = theirs.unwrap_or_else(|| panic!("{name} has a table"));
            let Some(ours) = both.ours.conversion(&position) else {
                assert_eq!(theirs, 0, "{position:?}");
                continue;
            };
            // A position that is checkmated has a distance of one there.
            let ours = ours.max(1);
            let theirs = theirs.unsigned_abs();
            assert!(
                theirs == ours || theirs + 1 == ours,
                "{position:?}: {ours}, Syzygy {theirs}"
            );
            compared += 1;
            same += u64::from(theirs == ours);
        }
    }
    (compared, same)
}

#[test]
fn distances_to_conversion_without_pawns_are_those_of_syzygy() {
    let step = if size() == Size::All { 7 } else { 97 };
    let classes = ["KRvK", "KQvK", "KBvKN", "KNNvK"];
    let (compared, same) = conversions(data("syzygy"), &classes, step);
    assert!(
        compared > adv_testkit::sized(2_000, 5_000) && same * 2 > compared,
        "{compared}, {same}"
    );
}

#[test]
fn distances_to_conversion_of_four_men_are_those_of_syzygy_in_shared() {
    let test = "distances_to_conversion_of_four_men_are_those_of_syzygy_in_shared";
    let Some(folder) = shared(test, "tb/syzygy") else {
        return;
    };
    let step = if size() == Size::All { 13 } else { 997 };
    let (compared, same) = conversions(
        folder,
        &["KQvKR", "KRvKN"][..adv_testkit::sized(1, 2)],
        step,
    );
    assert!(
        compared > 5_000 && same * 2 > compared,
        "{compared}, {same}"
    );
}
