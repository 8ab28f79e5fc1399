//! What a search remembers of its nodes: trees are the same with any memory and with none, and counts do not depend on what came before.
//!
//! | memory | holds |
//! | --- | --- |
//! | none | nothing: positions are counted as Advice Language 2 counts them |
//! | 16 entries | what is dear, of many positions in each place |
//! | 1 MiB | most nodes of a random program |
//! | 64 MiB | all of them |

use adv_reference::generate::{Generated, position, program, program_with_taken};
use adv_vm::{Consultation, Engine, Limits, Options};

use crate::common::{engine, position as read, rulebook};

/// Bytes of memory: 16 entries, and more.
const SIZES: [u64; 3] = [16 * 64, 1 << 20, 64 << 20];

/// What one question may take.
const LIMITS: Limits = Limits {
    fuel: 20_000_000,
    positions: 6_000,
    depth: 200,
    stack: 768 << 10,
    memory: 0,
};

fn with_memory(mut engine: Engine, memory: u64) -> Engine {
    let limits = *engine.limits();
    engine.set_limits(Limits { memory, ..limits });
    engine.set_uncounted(true);
    engine
}

/// What a piece answers; `None` where a limit ended it, or where its side is not to move.
fn ask(engine: &mut Engine, piece: &str, fen: &str) -> Option<Consultation> {
    let advice = engine.advice(piece)?;
    let options = Options::default();
    engine.try_advice(advice, &read(fen), &options).ok()
}

/// What does not depend on the memory.
fn answer(consultation: &Consultation) -> impl PartialEq + std::fmt::Debug + use<> {
    let satisfied: Vec<bool> = consultation.tried.iter().map(|t| t.satisfied).collect();
    (
        consultation.tree.clone(),
        consultation.because.clone(),
        consultation.cost,
        satisfied,
    )
}

/// The pieces of a generated program, each with two plies more than it has, so that lines come together.
fn deeper(source: &str) -> String {
    let line = |line: &str| {
        let rest = line.trim_start().strip_prefix("depth ")?;
        let (plies, word) = rest.split_once(' ').unwrap_or((rest, ""));
        let plies: u32 = plies.parse().ok()?;
        Some(format!("  depth {} {word}", plies + 2))
    };
    let lines = source
        .lines()
        .map(|text| line(text).unwrap_or_else(|| text.to_owned()));
    lines.collect::<Vec<String>>().join("\n")
}

/// What was compared of random programs.
#[derive(Debug, Default)]
struct Compared {
    trees: usize,
    priced: usize,
    hits: [u64; 3],
    native_hits: u64,
    saved: u64,
    /// Answers of pieces that speak of `TAKEN` and would be others without it.
    telling: usize,
}

#[test]
fn trees_of_random_programs_are_the_same_with_any_memory() {
    let compared = with_any_memory(crate::common::seeds(1..140), program);
    let Compared {
        trees,
        priced,
        hits,
        saved,
        ..
    } = compared;
    let least = crate::common::at_least;
    assert!(
        trees > least(200) && priced > least(50) && saved > 0,
        "{compared:?}"
    );
    assert!(
        hits.iter().all(|hits| *hits as usize > least(100)),
        "{compared:?}"
    );
}

#[test]
fn trees_with_taken_are_the_same_with_any_memory() {
    let compared = with_any_memory(crate::common::seeds(1..240), program_with_taken);
    let Compared {
        trees,
        priced,
        hits,
        telling,
        ..
    } = compared;
    // Men are few in these programs, and few are taken; `taken.rs` has positions in which it matters.
    let least = crate::common::at_least;
    assert!(
        trees > least(100) && priced > least(20) && telling >= least(1),
        "{compared:?}"
    );
    assert!(
        hits.iter().all(|hits| *hits as usize > least(50)),
        "{compared:?}"
    );
}

fn with_any_memory(seeds: std::ops::Range<u64>, make: impl Fn(u64) -> Generated) -> Compared {
    let mut compared = Compared::default();
    for seed in seeds {
        let generated = make(seed);
        let fens = position::fens(&generated, 3);
        let plain = || {
            let mut engine = rulebook("memory.adv", &deeper(&generated.source())).engine(LIMITS);
            engine.set_native(false);
            // Which tree is the easiest depends on the memory of its own search.
            engine.set_proof_memory(1 << 20);
            engine
        };
        let mut without = plain();
        let mut remembering = SIZES.map(|size| with_memory(plain(), size));
        let mut native = with_memory(plain(), SIZES[0]);
        native.set_native_after(1);
        let untold = deeper(&generated.source()).replace("TAKEN", "∅");
        let mut untold = rulebook("memory.adv", &untold).engine(LIMITS);
        let all = without.module().advice.iter();
        let pieces: Vec<String> = all.map(|advice| advice.name.clone()).collect();
        for piece in &pieces {
            for fen in &fens {
                let Some(wanted) = ask(&mut without, piece, fen) else {
                    continue;
                };
                assert_eq!(wanted.memory, None);
                let at = format!("seed {seed}, {piece}, {fen}");
                let mut small = None;
                for (which, engine) in remembering.iter_mut().enumerate() {
                    let found = ask(engine, piece, fen).unwrap_or_else(|| panic!("{at}"));
                    assert_eq!(answer(&found), answer(&wanted), "{which}: {at}");
                    let used = found.memory.expect("it remembers");
                    compared.hits[which] += used.hits;
                    let positions = (wanted.positions(), found.positions());
                    compared.saved += positions.0.saturating_sub(positions.1);
                    if which == 0 {
                        assert!(used.entries <= 16, "{at}");
                        small = Some((used, found.positions()));
                    }
                }
                // On boards of one word and by native code the same is remembered in the same places.
                let found = ask(&mut native, piece, fen).unwrap_or_else(|| panic!("{at}"));
                assert_eq!(answer(&found), answer(&wanted), "natively: {at}");
                let used = found.memory.map(|used| (used, found.positions()));
                assert_eq!(used, small, "natively: {at}");
                compared.native_hits += used.map_or(0, |(used, _)| used.hits);
                compared.trees += usize::from(wanted.tree.is_some());
                compared.priced += usize::from(wanted.cost.is_some());
                if let Some(found) = ask(&mut untold, piece, fen) {
                    compared.telling += usize::from(answer(&found) != answer(&wanted));
                }
            }
        }
    }
    println!("{compared:?}");
    compared
}

/// Pieces of all kinds, for positions with many men.
const MATES: &str = "\
advice combination(n: number, e: number)
  better  mate
  us      any by new.replies
  cost    after-us bits(new.replies)
  effort  e cheapest
  depth   2 * n - 1
end-advice
advice by-checks(n: number)
  better  mate
  us      any where new.check
  depth   2 * n - 1 shortest
end-advice
advice mating(n: number)
  better  mate
  depth   2 * n - 1
end-advice
advice from-the-root
  better  mate and root.replies ≥ 0
  us      any where new.check
  depth   9
end-advice
advice after-losses
  better  mate
  us      any to them.* then any where new.check then any where TO ∈ TAKEN
  depth   5 shortest
end-advice
table pieces
  otherwise combination(7, 3), combination(6, 3), by-checks(7), mating(3), from-the-root, after-losses
end-table
";

const MIDDLEGAMES: &[&str] = &[
    "rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - 0 1",
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16",
    "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 0 1",
    "8/5P1k/8/6K1/8/8/1p6/8 w - - 0 1",
];

const PIECES: [&str; 6] = [
    "combination(7, 3)",
    "combination(6, 3)",
    "by-checks(7)",
    "mating(3)",
    "from-the-root",
    "after-losses",
];

fn mates(memory: u64) -> Engine {
    let mut engine = engine("mates.adv", MATES);
    let limits = Limits {
        positions: 150_000,
        ..*engine.limits()
    };
    engine.set_limits(limits);
    match memory {
        0 => engine,
        memory => with_memory(engine, memory),
    }
}

#[test]
fn trees_of_combinations_are_the_same_with_any_memory() {
    let mut without = mates(0);
    let mut remembering = SIZES.map(mates);
    let (mut trees, mut hits) = (0, 0);
    for fen in MIDDLEGAMES {
        for piece in PIECES {
            let Some(wanted) = ask(&mut without, piece, fen) else {
                continue;
            };
            for engine in &mut remembering {
                let found = ask(engine, piece, fen).expect("within the limits");
                assert_eq!(answer(&found), answer(&wanted), "{piece}, {fen}");
                let positions = (found.positions(), wanted.positions());
                assert!(positions.0 <= positions.1, "{positions:?}: {piece}, {fen}");
                hits += found.memory.map_or(0, |used| used.hits);
            }
            trees += usize::from(wanted.tree.is_some());
        }
    }
    assert!(trees >= 8 && hits > 500, "{trees} trees, {hits} hits");
}

/// Moves in the order of their costs, so that these are kept beside the moves, with plies to spare.
const PRICED: &str = "use std.cost
number toll = spread + (if gives-check then 0 else 700)
advice toll-mate
  better   mate
  us       any by toll
  cost     toll
  effort   9 cheapest
  depth    9
end-advice
advice code-mate
  better   mate
  us       any by code(1250)
  cost     code(1250)
  effort   26 cheapest
  depth    9
end-advice
";

/// A node that is known to hold is gone through again by its first move alone, which is weighed anew. Memory changes no tree and no cost.
#[test]
fn trees_of_priced_moves_are_the_same_with_memory() {
    let mates = include_str!("../cases/mates/mates.epd");
    let (mut trees, mut hits) = (0, 0);
    for piece in ["toll-mate", "code-mate"] {
        let limits = |mut engine: Engine| {
            let limits = *engine.limits();
            engine.set_limits(Limits {
                positions: 20_000,
                ..limits
            });
            engine
        };
        let mut without = limits(engine("priced.adv", PRICED));
        let mut remembering = with_memory(limits(engine("priced.adv", PRICED)), 1 << 20);
        for line in mates.lines().step_by(9) {
            let fen: Vec<&str> = line.split_whitespace().take(4).collect();
            let fen = format!("{} 0 1", fen.join(" "));
            let Some(wanted) = ask(&mut without, piece, &fen) else {
                continue;
            };
            let found = ask(&mut remembering, piece, &fen).expect("within the limits");
            assert_eq!(answer(&found), answer(&wanted), "{piece}, {fen}");
            hits += found.memory.map_or(0, |used| used.hits);
            trees += usize::from(wanted.tree.is_some());
        }
    }
    assert!(trees > 100 && hits > 1_000, "{trees} trees, {hits} hits");
}

#[test]
fn counts_depend_on_no_search_before_and_on_no_thread() {
    let counts = |engine: &mut Engine, piece: &str, fen: &str| {
        let found = ask(engine, piece, fen);
        found.map(|found| (found.positions(), found.memory, answer(&found)))
    };
    for size in SIZES {
        let mut busy = mates(size);
        let fresh = |piece: &str, fen: &str| counts(&mut mates(size), piece, fen);
        for fen in MIDDLEGAMES {
            for piece in PIECES {
                let alone = fresh(piece, fen);
                assert_eq!(counts(&mut busy, piece, fen), alone, "{piece}, {fen}");
                assert_eq!(
                    counts(&mut busy, piece, fen),
                    alone,
                    "again: {piece}, {fen}"
                );
            }
        }
        let all = |mut engine: Engine| {
            let asked = MIDDLEGAMES
                .iter()
                .flat_map(|fen| PIECES.map(|piece| (piece, fen)));
            let found = asked.map(|(piece, fen)| counts(&mut engine, piece, fen));
            found.collect::<Vec<_>>()
        };
        let other = busy.clone();
        std::thread::scope(|scope| {
            let there = scope.spawn(|| all(other));
            let here = all(busy);
            assert_eq!(there.join().expect("the other thread"), here);
        });
    }
}

#[test]
fn a_budget_ends_at_the_same_place_whatever_came_before() {
    let stopped = |engine: &mut Engine, positions: u64| {
        let limits = *engine.limits();
        engine.set_limits(Limits {
            positions,
            ..limits
        });
        let advice = engine.advice("mating(3)").expect("the piece");
        let at = read(MIDDLEGAMES[1]);
        let answer = engine.try_advice(advice, &at, &Options::default());
        answer.map(|found| (found.positions(), found.memory))
    };
    for size in SIZES {
        let mut busy = mates(size);
        for positions in [0, 50, 1_000, 20_000, 100_000] {
            let alone = stopped(&mut mates(size), positions);
            assert_eq!(stopped(&mut busy, positions), alone);
        }
    }
}
