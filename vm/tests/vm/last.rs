//! Checks that are seen from their squares, against the same program of which nothing is seen: the trees, the counts and the places at
//! which budgets end are the same.
//!
//! ```text
//!   seen     where new.in-check(them), better mated(them)
//!   unseen   where new.in-check(black), better mated(black)       White is to move, so it means the same
//! ```

use crate::support::{Builder, class};
use adv_chess::Position;
use adv_chess::notation::parse_fen;
use adv_module::program::MoveSpec;
use adv_module::{AdviceId, FnId, Frame, Needs, Op, PrimId, Reg, Ty, Who};
use adv_vm::{Engine, Limits, Options};

/// Attacks on full boards, with castling, promotions, pins and captures en passant about.
const ATTACKS: [&str; 8] = [
    "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6",
    "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9",
    "1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - 0 21",
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16",
    "8/1k3P2/8/1K1pP3/8/6q1/5r2/8 w - d6 0 1",
    "5k2/PP3ppp/8/8/8/7r/5PPP/R3K2R w KQ - 0 1",
    "1k2r1r1/pp6/4N3/P7/6q1/8/4Q3/4K3 w - - 0 1",
    "kr6/pp3Q2/8/6N1/8/8/8/K2n4 w - - 0 1",
];

/// Asks for check or mate of a side; with `and`, and that the move goes to a square of some board.
fn asks(b: &mut Builder, prim: PrimId, frame: Frame, side: Who, and: Option<u64>) -> FnId {
    let (dst, other) = (Reg(0), Reg(1));
    let mut needs = match frame {
        Frame::New => Needs::NEW,
        _ => Needs::NONE,
    };
    let mut code = vec![
        Op::Side { dst, who: side },
        Op::Prim {
            dst,
            base: dst,
            frame,
            prim,
        },
    ];
    if let Some(squares) = and {
        let k = b.constant(squares);
        needs = needs.union(Needs::MOVE);
        code.extend([
            Op::JumpIfNot { a: dst, to: 6 },
            Op::To { dst },
            Op::Board { dst: other, k },
            Op::Subset {
                dst,
                a: dst,
                b: other,
            },
        ]);
    }
    code.push(Op::Return { src: dst });
    b.function(Ty::Truth, needs, code)
}

/// Pieces that look for mate by checks, and on the last ply by any moves, by those of a queen first, by checks, by checks and then any, by
/// checks to light squares, by any moves in the order of a key, and by any and once more by those of queens and rooks.
fn engine(side: Who, limits: Limits) -> Engine {
    const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
    let mut b = Builder::default();
    let mate = asks(&mut b, PrimId::Mated, Frame::Current, side, None);
    let check = asks(&mut b, PrimId::InCheck, Frame::New, side, None);
    let light = asks(&mut b, PrimId::InCheck, Frame::New, side, Some(LIGHT));
    let far = b.far("e8");
    let of = |filter: Option<FnId>, roles| {
        let mut class = class(roles);
        class.filter = filter;
        class
    };
    let mut keyed = class(63);
    keyed.keys = vec![far];
    let specs: Vec<(u16, Vec<_>)> = vec![
        (3, vec![class(63)]),
        (3, vec![class(2), class(61)]),
        (5, vec![of(Some(check), 63)]),
        (3, vec![of(Some(check), 63), class(63)]),
        (3, vec![of(Some(light), 63), of(Some(check), 62)]),
        (3, vec![keyed]),
        (3, vec![class(63), class(6)]),
    ];
    for (depth, every) in specs {
        let name = format!("mate-{}", b.module.advice.len());
        let id = b.advice(&name, mate, 63, depth);
        let earlier = (0..depth - 1).step_by(2).collect();
        b.module.advice[id.index()].us = MoveSpec {
            every,
            // All but the last move of ours are checks, so that the trees stay small.
            phases: vec![(earlier, vec![of(Some(check), 63)])],
        };
    }
    b.engine_under(limits)
}

const PIECES: u16 = 7;

fn positions() -> Vec<Position> {
    let mut all: Vec<Position> = Vec::new();
    for fen in ATTACKS {
        let mut position = parse_fen(fen).expect("a position");
        all.push(position);
        // And some that come of it.
        for step in 0..6usize {
            let moves = position.legal_moves();
            let Some(m) = moves.get((7 * step + 3) % moves.len().max(1)) else {
                break;
            };
            position = position.play(*m);
            if position.turn() == adv_chess::Color::White {
                all.push(position);
            }
        }
    }
    all
}

/// What comes of trying a piece; without the counts, the tree.
fn tried(engine: &mut Engine, piece: u16, at: &Position, options: &Options) -> [String; 2] {
    match engine.try_advice(AdviceId(piece), at, options) {
        Ok(found) => {
            let tree = found
                .tree
                .as_ref()
                .map(|tree| format!("{:?}", tree.nodes()));
            [format!("{tree:?}"), format!("{:?}", found.tried)]
        }
        Err(failure) => [format!("{failure:?}"), String::new()],
    }
}

#[test]
fn trees_and_counts_are_those_of_a_search_that_makes_every_move() {
    let (mut seen, mut unseen) = (
        engine(Who::Them, Limits::default()),
        engine(Who::Black, Limits::default()),
    );
    let mut native = seen.clone();
    native.set_native_after(1);
    seen.set_native(false);
    let (counted, free) = (
        Options::default(),
        Options {
            uncounted: true,
            ..Options::default()
        },
    );
    let mut mates = 0;
    for at in positions() {
        for piece in 0..PIECES {
            let expected = tried(&mut unseen, piece, &at, &counted);
            mates += usize::from(expected[0].contains("Node"));
            for engine in [&mut seen, &mut native] {
                assert_eq!(
                    tried(engine, piece, &at, &counted),
                    expected,
                    "{piece}: {at:?}"
                );
                let uncounted = tried(engine, piece, &at, &free);
                assert_eq!(uncounted[0], expected[0], "{piece}: {at:?}");
            }
        }
    }
    assert!(mates > 5, "{mates} mates");
}

#[test]
fn budgets_end_at_the_same_place() {
    let (mut stopped, mut done) = (0, 0);
    let positions: Vec<Position> = positions().into_iter().step_by(5).collect();
    for step in 1..60u64 {
        let all = Limits::default();
        let fuel = Limits {
            fuel: step * step * 97,
            ..all
        };
        let tested = Limits {
            positions: step * step * step / 8,
            ..all
        };
        for limits in [fuel, tested] {
            let (mut seen, mut unseen) = (engine(Who::Them, limits), engine(Who::Black, limits));
            let piece = (step % u64::from(PIECES)) as u16;
            for at in &positions {
                let expected = tried(&mut unseen, piece, at, &Options::default());
                let found = tried(&mut seen, piece, at, &Options::default());
                assert_eq!(found, expected, "{piece}: {limits:?}, {at:?}");
                if expected[0].contains("Stopped") {
                    stopped += 1;
                } else {
                    done += 1;
                }
            }
        }
    }
    assert!(stopped > 50 && done > 50, "{stopped} stopped, {done} done");
}
