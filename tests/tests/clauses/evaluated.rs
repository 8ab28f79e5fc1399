//! `measure EVALUATION`: its totals and the worth of positions, counted without a table and without the machine.
//!
//! A queen wins with the move, always; without it she wins unless she is taken, or it is stalemate.

use std::sync::Arc;

use adv::proof::{Keeping, Proved, Scan, Verdict, Watch};
use adv::{Comparison, Limits, PerfectPlay, Prover, Rulebook};
use adv_chess::{Color, Material, Position, Role};

use super::combination::{Combination, DRAWN, From, LIST, ONE, RANDOM};
use super::played::World;
use super::{fitting, roots};

/// What is counted of an evaluation: won and drawn by the sign of the total, the games that are over, and the totals that agree with a win
/// and with a draw.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    signs: [[u64; 3]; 7],
    over: u64,
    right: u64,
    level: u64,
}

/// 160 for White's king beyond the fifth rank, and against Black's: ranks count from 0.
fn total(at: &Position) -> i64 {
    let high = |color| i64::from(at.king(color).is_some_and(|square| square / 8 > 4));
    160 * (high(Color::White) - high(Color::Black))
}

fn count(positions: &[Position]) -> Counts {
    let mut counts = Counts::default();
    for at in positions {
        let moves = at.legal_moves();
        if moves.is_empty() {
            counts.over += 1;
            continue;
        }
        let taken = |mv| at.play(mv).pieces(Color::White, Role::Queen) == 0;
        let drawn = at.turn() == Color::Black && moves.into_iter().any(taken);
        let total = total(at);
        let sign = [-300, -100, 0, 1, 101, 301]
            .iter()
            .filter(|least| total >= **least);
        counts.signs[sign.count()][usize::from(drawn)] += 1;
        counts.right += u64::from(!drawn && total > 0);
        counts.level += u64::from(drawn && total == 0);
    }
    counts
}

fn of_scan(scan: &Scan) -> Counts {
    let weighed = scan.weighed.as_ref().expect("an evaluation");
    Counts {
        signs: weighed.signs.map(|sign| [sign.won, sign.drawn, sign.lost]),
        over: weighed.over,
        right: weighed.on_winners_side,
        level: weighed.level,
    }
}

/// Measures by all these claims, and holds each against the count; how many there were.
pub(super) fn compare(world: &World, claims: &[Combination]) -> usize {
    let turned = world.turned();
    let listed: Vec<Position> = [&world.list[..1], &turned].concat();
    let listed: Vec<Position> = listed.into_iter().step_by(7_919).collect();
    let one = turned[turned.len() / 2];
    let texts = claims.iter().map(|of| of.text(&listed, &one));
    let texts: Vec<String> = texts.collect();
    let text = format!("{}{}\n", world.program, texts.join("\n"));
    let rulebook = Rulebook::load("clauses.adv", text).unwrap_or_else(|error| panic!("{error}"));
    let mut prover = Prover::new(rulebook, Limits::default()).expect("a fingerprint");
    let queen = Material::new(&[Role::King, Role::Queen], &[Role::King]);
    assert_eq!(prover.materials(&[0], Comparison::No), [queen]);
    let mut perfect = PerfectPlay::in_memory();
    let made = perfect.prepare(&queen, &mut |_, _| {});
    made.expect("three men are few");
    prover.set_perfect(Arc::new(perfect));
    let mut by_seed = Vec::new();
    for (at, (combination, text)) in claims.iter().zip(&texts).enumerate() {
        let claim = &prover.program().claims[at];
        let (keeping, watch) = (Keeping::default(), Watch::new());
        let Ok(Proved::Scanned(scan)) = prover.settle(claim, Comparison::No, keeping, &watch, &[])
        else {
            panic!("not measured: {text}")
        };
        assert_eq!(scan.verdict, Verdict::Measured, "{text}");
        let found = of_scan(&scan);
        let mut all = match combination.get(From) {
            LIST => fitting(combination, listed.clone()),
            ONE => vec![one],
            _ => roots(world, combination, &one),
        };
        if combination.searches() {
            all.extend(fitting(combination, turned.clone()));
        }
        let expected = count(&all);
        if combination.get(From) == RANDOM {
            // Which are drawn is not said; how many is, and none comes twice.
            assert_eq!(scan.positions, DRAWN as u64, "{text}");
            let pairs = found.signs.iter().zip(&expected.signs);
            let mut pairs = pairs.flat_map(|(few, all)| few.iter().zip(all));
            assert!(pairs.all(|(few, all)| few <= all), "{text}: {found:?}");
            let decided: u64 = found.signs.iter().flatten().sum();
            assert_eq!(decided + found.over, DRAWN as u64, "{text}");
            by_seed.push(found);
            continue;
        }
        assert_eq!(scan.positions, all.len() as u64, "{text}");
        assert_eq!(found, expected, "{text}");
        if combination.searches() {
            // Every kind of position is there, and `where` leaves some out.
            let signs = &expected.signs;
            assert!(
                signs[3][0]
                    .min(signs[3][1])
                    .min(signs[1][1])
                    .min(signs[5][0])
                    > 0
            );
            assert!(expected.over > 0 && expected.level > 0);
        }
    }
    assert!(by_seed.windows(2).any(|of| of[0] != of[1]));
    claims.len()
}
