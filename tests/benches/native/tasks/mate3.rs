//! Mate in three in middlegames: does the machine keep up on full boards?

use adv_chess::Position;
use adv_vm::Replies;

use super::{Question, beside_libraries, machine, part};
use crate::common;
use crate::native::mate3::{NAMES, consult_all};
use crate::native::workload::{Contender, Size, Workload};

/// Seventeen middlegames, some with a mate in three and some with a longer one only.
pub const MIDDLEGAMES: Workload = Workload {
    name: "mate3",
    about: "mate in three on full boards, every move, checks first, seventeen middlegames",
    contenders,
};

/// The question.
const QUESTION: Question = Question {
    program: "tests/benches/programs/mate3.adv",
    table: "attack",
    names: &NAMES,
    replies: Replies::TestedFirst,
};

/// Positions of famous games and of Reinfeld's *1001 Brilliant Ways to Checkmate*, as gathered for the checks of an experiment of
/// Godescu's.
const POSITIONS: [&str; 17] = [
    // Legal's mate (after 5...Bxd1).
    "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6",
    // Reti-Tartakower, Vienna 1910, 9.Qd8+.
    "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9",
    // Anderssen-Kieseritzky, London 1851, 21.Nxg7+.
    "r1b1k1nr/p2p1ppp/n2B4/1p1NPN1P/6P1/3P1Q2/P1P1K3/q5b1 w kq - 2 21",
    // Anderssen-Dufresne, Berlin 1852, 21.Qxd7+ (after 20...Nxe7).
    "1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - 0 21",
    // Morphy-Brunswick/Isouard, Paris 1858, 16.Qb8+.
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16",
    // Ed. Lasker-Thomas, London 1912, 11.Qxh7+.
    "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 6 11",
    // Greco-NN 1619, 7.gxh7+ Nxh5 8.Bg6#.
    "rn1qkb1r/p1ppp2p/1p3nP1/7Q/3P4/3B4/PPP2PbP/RNB1K1NR w KQkq - 1 7",
    // Reinfeld 1001 Brilliant Ways to Checkmate, PGN game 661; book line: 1. Rf7+ Kxf7 2. Qe6+ Kf8 3. Rf1+ Qf6 4. Rxf6+ Kg7 5. Rxg6+ Kh7 6. Rh6+ Kg7 7. Qf6#.
    "6rr/1pp1k3/3p2p1/3P4/2P1PRQN/2q5/2n1K3/7R w - - 0 1",
    // Reinfeld 1001 Brilliant Ways to Checkmate, PGN game 820; book line: 1. Qe5+ Ka8 2. Nc7+ Kb8 3. Nxe8+ Ka8 4. Nc7+ Kb8 5. Na6+ Ka8 6. Qb8+ Rxb8 7. Nc7#.
    "1k2r1r1/pp6/4N3/P7/6q1/8/4Q3/4K3 w - - 0 1",
    // Reinfeld 1001 Brilliant Ways to Checkmate, PGN game 45; book line: 1. Qf7+ Nxf7 2. e6+ Qxe6 3. Nc5+ Kd8 4. Nxe6+ Kd7 5. Nc5+ Kd8 6. Nb7+ Kd7 7. Bh3+ f5 8. Bxf5#.
    "2r2b1r/pN1k2pn/2pP1p2/4Pqnp/2Q5/2P3P1/PP4BP/2KRR3 w - - 0 1",
    // Reinfeld 1001 Brilliant Ways to Checkmate, PGN game 648; book line: 1. Qh5+ g6 2. Bf7+ Ke7 3. Nd5+ Kd6 4. Nc4+ Kc6 5. Nb4+ Kb5 6. a4+ Kxb4 7. c3+ Kb3 8. Qd1#.
    "rnbqkb1r/pppp2pp/5p2/2n1N3/2B5/2N5/PPPP1PPP/R1BQK2R w KQkq - 0 1",
    // Reinfeld 1001 Brilliant Ways to Checkmate, PGN game 114; book line: 1. Qh6+ Kxh6 2. hxg6+ Kg5 3. Rh5+ Kxh5 4. f4+ Qf3+ 5. Bxf3+ Nxf3 6. Rh1+ Nh4 7. Nf6+ Kh6 8. Rxh4+ Kg7 9. Ne8+ Rxe8 10. Rxh7+ Kf6 11. Rxf7#.
    "r1b2r2/3pNpkp/3pn1p1/2pN3P/2PnP3/q3QP2/4BKP1/1R5R w - - 0 1",
    // Reinfeld 1001 Brilliant Ways to Checkmate, PGN game 869; book line: 1. Bf7+ Kxf7 2. Ne5+ Ke7 3. Qf7+ Kd6 4. Nc4+ Kc5 5. Qd5+ Kb4 6. a3+ Ka4 7. Nc3#.
    "r1bqkbnr/pppp2np/5pN1/7Q/2B1P3/8/PPP2PPP/RNB1K2R w KQkq - 0 1",
    // Reinfeld 1001 Brilliant Ways to Checkmate, PGN game 814; book line: 1. Nh4+ Kh7 2. Qc2+ Bf5 3. Qxf5+ Kh8 4. Ng6+ Kh7 5. Nf8+ Kh8 6. Qh7+ Nxh7 7. Ng6#.
    "r2qr3/2pbb1p1/p1n2nkp/P7/3P4/1B3N2/4QPPP/R1B2RK1 w - - 0 1",
    // Reinfeld 1001 Brilliant Ways to Checkmate, PGN game 325; book line: 1. Nf6+ Kd8 2. Re8+ Kc7 3. Bf4+ Ne5 4. Bxe5+ Kc6 5. Rxc8+ Rxc8 6. cxd5+ Kxc5 7. Nd7+ Kxd5 8. Bg2#.
    "r1b1k1nr/1p3n1p/p7/2Pp1P2/1qPpN1p1/1P6/5K1P/2B1RB2 w kq - 0 1",
    // D.Byrne-Fischer, New York 1956, 36...Ng3+.
    "1Q6/5pk1/2p3p1/1pbbN2p/4n2P/8/r5P1/5K2 b - - 5 36",
    // Godescu 2011 test position = Reinfeld, 1001 Brilliant Ways to Checkmate, chapter file 1-100.
    "rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - 0 1",
];

/// So many of them as a size asks for.
pub fn middlegames(size: Size) -> Vec<Position> {
    let all: Vec<Position> = POSITIONS.iter().map(|fen| common::position(fen)).collect();
    part(size, all, 3)
}

fn contenders(size: Size) -> Vec<Contender> {
    let roots = middlegames(size);
    let vm = machine(&QUESTION, roots.clone());
    beside_libraries(vm, &roots, consult_all, consult_all)
}
