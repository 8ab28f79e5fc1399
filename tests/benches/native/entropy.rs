//! The search of Godescu's paper, "An information theoretic analysis of decision in computer chess": plain alpha-beta in which
//! each move adds a fraction of a ply to a second counter, the virtual depth.
//!
//! It is a measuring instrument: the forcing-trees of `cost` and `effort` are held against its table in `docs/entropy.md`. It
//! does what the appendix of the paper does, cleaned of its slips: fail-hard, no memory, the value of a leaf is material, and
//! the horizon is tested before mate. Moves are tried by how much material they change, checks first; ties stay in the order of
//! the move generator, which decides most of the count, so the same program runs over two generators:
//!
//! ```text
//! Order::Generator   as the library hands its moves out: shakmaty's and cozy-chess's orders differ
//! Order::Common      pawns, knights, bishops, rooks, queens, king; from-square, to-square (a1, b1, ..., h8); promotions N B R Q
//! Order::Shuffled    a drawn order, to see how much a tie order can do
//! ```
//!
//! With `Order::Common` both libraries count the same, so neither library's moves are trusted alone.

use std::cmp::Reverse;

use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

/// A move as its squares, 0 = a1 to 63 = h8, with the men that take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The man that moves: pawn, knight, bishop, rook, queen, king from 0.
    pub man: u8,
    /// From-square.
    pub from: u8,
    /// To-square; where the king castles, the square of the rook.
    pub to: u8,
    /// What a pawn becomes, as `man`; 0 for nothing.
    pub promotion: u8,
    /// The man that is taken, as `man`.
    pub taken: Option<u8>,
}

/// A board of a library as this program needs it.
pub trait Game: Clone {
    /// The library's name in the tables.
    const NAME: &'static str;

    /// Reads a position; `None` where the library refuses it.
    fn read(fen: &str) -> Option<Self>;

    /// Whether White is to move.
    fn white_to_move(&self) -> bool;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Material from White's side, in hundredths of a pawn: 100, 300, 300, 500, 900.
    fn material(&self) -> i32;

    /// All legal moves in the library's order, each with the position after it.
    fn moves(&self) -> Vec<(Step, Self)>;
}

/// What the men but the king are worth, pawn first.
const WORTH: [i32; 5] = [100, 300, 300, 500, 900];

impl Game for Chess {
    const NAME: &'static str = "shakmaty";

    fn read(fen: &str) -> Option<Chess> {
        let fen: Fen = fen.parse().ok()?;
        fen.into_position(CastlingMode::Standard).ok()
    }

    fn white_to_move(&self) -> bool {
        self.turn().is_white()
    }

    fn in_check(&self) -> bool {
        self.is_check()
    }

    fn material(&self) -> i32 {
        let board = self.board();
        let roles = shakmaty::Role::ALL.iter().zip(WORTH);
        roles.fold(0, |sum, (&role, worth)| {
            let men = board.by_role(role);
            let white = (men & board.white()).count() as i32;
            sum + worth * (2 * white - men.count() as i32)
        })
    }

    fn moves(&self) -> Vec<(Step, Chess)> {
        let moves = self.legal_moves();
        let of = |m: &shakmaty::Move| Step {
            man: m.role() as u8 - 1,
            from: m.from().map_or(0, u8::from),
            to: u8::from(m.to()),
            promotion: m.promotion().map_or(0, |role| role as u8 - 1),
            taken: m.capture().map(|role| role as u8 - 1),
        };
        let child = |m: shakmaty::Move| {
            let mut child = self.clone();
            child.play_unchecked(m);
            child
        };
        moves.iter().map(|m| (of(m), child(*m))).collect()
    }
}

impl Game for cozy_chess::Board {
    const NAME: &'static str = "cozy-chess";

    fn read(fen: &str) -> Option<Self> {
        cozy_chess::Board::from_fen(fen, false).ok()
    }

    fn white_to_move(&self) -> bool {
        self.side_to_move() == cozy_chess::Color::White
    }

    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    fn material(&self) -> i32 {
        let white = self.colors(cozy_chess::Color::White);
        let roles = cozy_chess::Piece::ALL.into_iter().zip(WORTH);
        roles.fold(0, |sum, (role, worth)| {
            let men = self.pieces(role);
            sum + worth * (2 * (men & white).len() as i32 - men.len() as i32)
        })
    }

    fn moves(&self) -> Vec<(Step, Self)> {
        let mut all = Vec::with_capacity(48);
        let theirs = self.colors(!self.side_to_move());
        self.generate_moves(|set| {
            for mv in set {
                let mut child = self.clone();
                child.play_unchecked(mv);
                let aside = mv.from.file() != mv.to.file();
                let taken = match self.piece_on(mv.to) {
                    Some(piece) if theirs.has(mv.to) => Some(piece as u8),
                    // En passant: a pawn goes aside to an empty square.
                    None if set.piece == cozy_chess::Piece::Pawn && aside => Some(0),
                    _ => None,
                };
                let step = Step {
                    man: set.piece as u8,
                    from: mv.from as u8,
                    to: mv.to as u8,
                    promotion: mv.promotion.map_or(0, |piece| piece as u8),
                    taken,
                };
                all.push((step, child));
            }
            false
        });
        all
    }
}

/// Which moves come first among those that change as much material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The library's.
    Generator,
    /// The same for every library.
    Common,
    /// Drawn, anew at each node, from this seed.
    Shuffled(u64),
}

/// What is known of a move when it is weighed.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Whether it gives check.
    pub check: bool,
    /// The change of material, in hundredths of a pawn.
    pub change: i32,
    /// The man that is taken, pawn = 0 to queen = 4.
    pub taken: Option<u8>,
    /// The number of legal moves of the side that moves.
    pub choices: usize,
}

/// What a move costs, in sixths of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    /// The appendix: `STEP - (log10(0.1 + d/100) + 5/ln(n + 2)) / divisor`, a check `STEP - STEP / divisor`.
    Code,
    /// The same without the change of material: every move counts as quiet.
    RepliesOnly,
    /// Checks are free, all other moves cost a ply.
    ChecksFree,
    /// The appendix without the number of moves.
    CapturesOnly,
    /// Equations 91 to 94: `1 - ln M / ln 30` of a ply, M = 28 for a captured queen, 14 rook and bishop, 8 knight, 2 pawn, else 1.
    Published,
    /// Plain alpha-beta.
    Uniform,
}

/// A ply, in units of the virtual depth: column 7 of the paper's table.
pub const STEP: f64 = 6.0;

impl Formula {
    /// What a move costs, where column 3 has this divisor.
    pub fn cost(self, facts: Facts, divisor: f64) -> f64 {
        let change = (0.1 + f64::from(facts.change) / 100.0).log10();
        let width = 5.0 / (facts.choices as f64 + 2.0).ln();
        let add = match self {
            Formula::Uniform => 0.0,
            _ if facts.check => STEP,
            Formula::Code => change + width,
            Formula::RepliesOnly => -1.0 + width,
            Formula::ChecksFree => 0.0,
            Formula::CapturesOnly => change,
            Formula::Published => {
                let mobility: f64 = match facts.taken {
                    Some(0) => 2.0,
                    Some(1) => 8.0,
                    Some(2 | 3) => 14.0,
                    Some(_) => 28.0,
                    None => 1.0,
                };
                STEP * mobility.ln() / 30.0_f64.ln()
            }
        };
        STEP - add / divisor
    }
}

/// What is asked of the search.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// What a move costs.
    pub formula: Formula,
    /// The "term dividing the reduction", column 3.
    pub divisor: f64,
    /// The virtual depth at which a line ends, in sixths of a ply: column 5.
    pub horizon: f64,
    /// The depth in plies at which every line ends. Checks are free where the divisor is 1, so it must not be missing.
    pub longest: u32,
    /// The order of moves that change as much material.
    pub order: Order,
    /// A move, by its squares, that is tried first at the root: how the vectors measured a favourable order.
    pub first: Option<(u8, u8)>,
    /// Positions after which the search gives up.
    pub most: u64,
}

/// What the search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Calls of the recursive function: column 2.
    pub nodes: u64,
    /// The deepest ply reached: column 4.
    pub deepest: u32,
    /// The value at the root, for the side to move, in hundredths of a pawn; [`MATE`] for a mate.
    pub value: i32,
    /// Whether the bound on positions ended the search: the value then means nothing.
    pub ended: bool,
}

impl Outcome {
    /// Whether a mate was found: column 6.
    pub fn solved(&self) -> bool {
        !self.ended && self.value == MATE
    }
}

/// The value of a mate, however far away.
pub const MATE: i32 = 1_000_000;

/// Searches a position.
pub fn search<G: Game>(root: &G, question: &Question) -> Outcome {
    let seed = match question.order {
        Order::Shuffled(seed) => seed,
        _ => 0,
    };
    let mut search = Search {
        question,
        outcome: Outcome::default(),
        drawn: seed.wrapping_mul(2).wrapping_add(1),
    };
    let value = search.visit(root, -MATE, MATE, 0, 0.0, root.material());
    search.outcome.value = value;
    search.outcome
}

struct Search<'q> {
    question: &'q Question,
    outcome: Outcome,
    /// The state of the drawn order.
    drawn: u64,
}

impl Search<'_> {
    /// The value for the side to move between two bounds, as alpha-beta returns it.
    fn visit<G: Game>(
        &mut self,
        board: &G,
        mut alpha: i32,
        beta: i32,
        depth: u32,
        spent: f64,
        material: i32,
    ) -> i32 {
        let question = self.question;
        self.outcome.nodes += 1;
        self.outcome.deepest = self.outcome.deepest.max(depth);
        self.outcome.ended |= self.outcome.nodes >= question.most;
        if spent >= question.horizon || depth >= question.longest || self.outcome.ended {
            return if board.white_to_move() {
                material
            } else {
                -material
            };
        }
        let mut moves = board.moves();
        if moves.is_empty() {
            return if board.in_check() { -MATE } else { 0 };
        }
        self.arrange(&mut moves);
        let n = moves.len();
        let mut weighed: Vec<Weighed<G>> = moves
            .into_iter()
            .map(|(step, child)| {
                let first = depth == 0 && question.first == Some((step.from, step.to));
                Weighed::of(child, step.taken, n, material, first)
            })
            .collect();
        weighed.sort_by_key(|weighed| Reverse(weighed.key));
        for Weighed { child, facts, .. } in weighed {
            let cost = question.formula.cost(facts, question.divisor);
            let after = child.material();
            let value = -self.visit(&child, -beta, -alpha, depth + 1, spent + cost, after);
            alpha = alpha.max(value);
            if alpha >= beta || self.outcome.ended {
                break;
            }
        }
        alpha
    }

    /// Puts moves in the order that decides between those of one key.
    fn arrange<G>(&mut self, moves: &mut [(Step, G)]) {
        match self.question.order {
            Order::Generator => {}
            Order::Common => {
                moves.sort_by_key(|(step, _)| (step.man, step.from, step.to, step.promotion));
            }
            Order::Shuffled(_) => {
                moves.sort_by_key(|(step, _)| (step.man, step.from, step.to, step.promotion));
                for end in (1..moves.len()).rev() {
                    // Marsaglia's xorshift; its state is never 0.
                    self.drawn ^= self.drawn << 13;
                    self.drawn ^= self.drawn >> 7;
                    self.drawn ^= self.drawn << 17;
                    moves.swap(end, (self.drawn >> 11) as usize % (end + 1));
                }
            }
        }
    }
}

/// A move that was played to be weighed.
struct Weighed<G> {
    key: i32,
    facts: Facts,
    child: G,
}

impl<G: Game> Weighed<G> {
    fn of(child: G, taken: Option<u8>, choices: usize, material: i32, first: bool) -> Weighed<G> {
        let facts = Facts {
            check: child.in_check(),
            change: (child.material() - material).abs(),
            taken,
            choices,
        };
        let key = facts.change + 10_000 * i32::from(facts.check) + 100_000 * i32::from(first);
        Weighed { key, facts, child }
    }
}
