//! Whole classes, played out by other code: the rules of chess are shakmaty's, the graph is walked here, and the program is asked for
//! nothing but its move. What `prove` says of the same class must be the same, to the last ply.

use std::collections::BTreeMap;

use adv::proof::Verdict;
use adv::{Limits, Replies, Rulebook};
use adv_chess::notation::parse_fen;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Role, Setup, Square,
};

use crate::common::{read, settled};

/// What is known of a position with White to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Not looked at.
    Unknown,
    /// On the line that is being followed; to come here again is a circle.
    Open,
    /// Some reply leads to no mate.
    Fails,
    /// Mate after so many plies, against the reply that lasts longest.
    Mates(u32),
}

/// Every position of White's king and one piece against the king, White to move.
struct Graph {
    engine: adv::Engine,
    table: adv_module::TableId,
    piece: Role,
    fates: Vec<Fate>,
}

/// What a class comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Figures {
    roots: u64,
    held: u64,
    worst: u32,
    plies: u64,
    /// How many of the positions that hold need so many moves.
    histogram: BTreeMap<u32, u64>,
}

impl Graph {
    /// The position of a number: the squares of the white king, the piece and the black king.
    fn position(&self, number: usize) -> Option<Chess> {
        let squares = [number >> 12, number >> 6 & 63, number & 63];
        let men = [
            (Color::White, Role::King),
            (Color::White, self.piece),
            (Color::Black, Role::King),
        ];
        let mut setup = Setup::empty();
        for (square, (color, role)) in squares.into_iter().zip(men) {
            let square = Square::new(square as u32);
            if setup.board.piece_at(square).is_some() {
                return None;
            }
            setup.board.set_piece_at(square, Piece { color, role });
        }
        setup.turn = Color::White;
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    }

    /// The number of a position; `None` for other men.
    fn number(&self, position: &Chess) -> Option<usize> {
        let board = position.board();
        let one = |color, role| {
            let men = board.by_piece(Piece { color, role });
            men.first().map(usize::from)
        };
        let king = one(Color::White, Role::King)?;
        let piece = one(Color::White, self.piece)?;
        Some(king << 12 | piece << 6 | one(Color::Black, Role::King)?)
    }

    /// The program's move.
    fn choice(&mut self, position: &Chess) -> Option<shakmaty::Move> {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let ours = parse_fen(&fen).expect("a legal position has a FEN");
        let decision = self.engine.decide(self.table, &ours, Replies::default());
        let text = decision.ok()?.mv?.to_string();
        let uci: UciMove = text.parse().expect("a move is written as UCI writes it");
        Some(
            uci.to_move(position)
                .expect("the program plays legal moves"),
        )
    }

    fn fate(&mut self, position: &Chess) -> Fate {
        let Some(number) = self.number(position) else {
            return Fate::Fails;
        };
        match self.fates[number] {
            Fate::Unknown => {}
            Fate::Open => return Fate::Fails,
            known => return known,
        }
        self.fates[number] = Fate::Open;
        let fate = self.follow(position);
        self.fates[number] = fate;
        fate
    }

    /// Our move, and every reply.
    fn follow(&mut self, position: &Chess) -> Fate {
        let Some(ours) = self.choice(position) else {
            return Fate::Fails;
        };
        let mut after = position.clone();
        after.play_unchecked(ours);
        if after.is_checkmate() {
            return Fate::Mates(1);
        }
        let replies = after.legal_moves();
        if replies.is_empty() {
            return Fate::Fails;
        }
        let mut longest = 0;
        for reply in replies {
            let mut next = after.clone();
            next.play_unchecked(reply);
            match self.fate(&next) {
                Fate::Mates(plies) => longest = longest.max(plies),
                _ => return Fate::Fails,
            }
        }
        Fate::Mates(longest + 2)
    }

    fn figures(&mut self) -> Figures {
        let mut figures = Figures::default();
        for number in 0..self.fates.len() {
            let Some(root) = self.position(number) else {
                continue;
            };
            figures.roots += 1;
            if let Fate::Mates(plies) = self.fate(&root) {
                figures.held += 1;
                figures.worst = figures.worst.max(plies);
                figures.plies += u64::from(plies);
                *figures.histogram.entry(plies.div_ceil(2)).or_default() += 1;
            }
        }
        figures
    }
}

/// The figures of a class by the graph walked here. Lines are followed on the stack, so there is much of it.
fn walked(program: &str, table: &str, piece: Role) -> Figures {
    let rulebook = Rulebook::load(program, read(format!("examples/{program}")));
    let engine = rulebook
        .expect("an example loads")
        .engine(Limits::default());
    let table = engine.table(table).expect("the program has the table");
    let mut graph = Graph {
        engine,
        table,
        piece,
        fates: vec![Fate::Unknown; 1 << 18],
    };
    let walk = std::thread::Builder::new().stack_size(1 << 30);
    let walk = walk.spawn(move || graph.figures());
    let walk = walk.expect("a thread can be started");
    walk.join().expect("the graph can be walked")
}

/// The same by the prover.
fn proved(program: &str, claim: &str) -> (Verdict, Figures) {
    let settled = settled(program, &read(format!("examples/{program}")), claim);
    let report = settled.report();
    let lengths = report.lengths.as_ref().expect("some positions hold");
    let moves = lengths.histogram.iter().zip(0..);
    let histogram = moves.filter(|(count, _)| **count > 0);
    let figures = Figures {
        roots: report.roots,
        held: report.held,
        worst: lengths.worst,
        plies: lengths.plies,
        histogram: histogram.map(|(count, moves)| (moves, *count)).collect(),
    };
    (report.verdict, figures)
}

/// Both ways, of a class.
fn compare(program: &str, table: &str, piece: Role, verdict: Verdict) -> Figures {
    let claim = format!("prove {table} from all positions reaches mate weak");
    let (found, report) = proved(program, &claim);
    let figures = walked(program, table, piece);
    assert_eq!(report, figures, "{program}");
    assert_eq!(found, verdict, "{program}");
    figures
}

#[test]
fn king_and_queen_is_proved_as_its_graph_says() {
    if !adv_testkit::runs_in(
        adv_testkit::Size::Long,
        "king_and_queen_is_proved_as_its_graph_says",
    ) {
        return;
    }
    let figures = compare("kqk.adv", "kqk", Role::Queen, Verdict::Proved);
    assert_eq!(figures.roots, 144_508);
}

#[test]
fn king_and_rook_is_proved_as_its_graph_says() {
    let figures = compare("krk-strategy.adv", "krk", Role::Rook, Verdict::Proved);
    assert_eq!(figures.roots, 175_168);
}

#[test]
fn a_refuted_class_fails_where_its_graph_does() {
    let figures = compare("krk-advice.adv", "krk", Role::Rook, Verdict::Refuted);
    assert!(figures.held < figures.roots, "{figures:?}");
}
