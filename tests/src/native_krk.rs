//! The textbook KRK advice program written by hand in Rust: the native baseline of the benchmark.
//!
//! The table is Bratko's AL0 program for king and rook against king. It is written here a second time, without any of
//! our own crates: positions and legal moves come from shakmaty, the goals are relations of three squares. So it is a
//! fair opponent for the compiled table and an independent check of the published figures.
//!
//! ```text
//!   8  . . . . . . . .     The rook on b2 walls the black king in on two sides: room = 6 files * 6 ranks = 36.
//!   7  . . . . . . . .     The critical square is c3, the rook's diagonal neighbour towards that king;
//!   6  . . . . . . . .     the white king's way to it is 2 files + 2 ranks = 4.
//!   5  . . . k . . . .
//!   4  . . . . . . . .     Squeeze: of the rook moves that leave less room, do not expose the rook and keep it
//!   3  . . . . . . . .     between the kings, the first in book order is played.
//!   2  . R . . . . . .
//!   1  K . . . . . . .
//! ```
//!
//! The counts depend on move order, and White and Black both keep to the book's: see [`BookOrder`].

use std::cell::LazyCell;

use shakmaty::{Bitboard, CastlingMode, Chess, Color, Move, Position, Role, Setup, Square};

/// When Black's replies to a move are generated, and with that which of them are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookReplies {
    /// The book's way: each reply is tested and proved before the next is generated. The root is counted too, once for
    /// each piece-of-advice that is tried there.
    OneByOne,
    /// The way of Advice Language 2: all replies are tested against the holding-goal, up to the first that violates it;
    /// only when none does are they proved, in the same order. The root is not counted.
    TestedFirst,
}

/// What the table says in one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Consultation {
    /// Number of the rule that applied: 1 (black king at the edge and within three king moves of ours), 2 (otherwise),
    /// or 0 where the position is not king and rook against king with White to move.
    pub rule: u8,
    /// Name of the first piece-of-advice that could be satisfied.
    pub advice: Option<&'static str>,
    /// First move of its forcing-tree.
    pub mv: Option<Move>,
    /// Positions tested against a holding-goal, over all pieces-of-advice that were tried.
    pub positions: u64,
}

/// What one piece-of-advice contributed to a [`survey`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdviceTotals {
    /// Name of the piece-of-advice, `none` for the roots in which no piece could be satisfied.
    pub name: &'static str,
    /// Roots in which it was the piece that succeeded.
    pub roots: u64,
    /// Positions visited from those roots, those of the pieces tried before it included.
    pub positions: u64,
    /// The most positions visited from one of them.
    pub max: u64,
}

/// The sums of a [`survey`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Number of positions consulted.
    pub roots: u64,
    /// Positions visited from all roots together.
    pub positions: u64,
    /// One entry for each piece-of-advice, in the order of the table, and a last one for `none`.
    pub by_advice: Vec<AdviceTotals>,
}

/// Consults the table in every legal KRK position with White to move.
pub fn survey(mode: BookReplies) -> Totals {
    let names = TABLE.iter().map(|&(_, name, _)| name).chain(["none"]);
    let by_advice = names.map(|name| AdviceTotals {
        name,
        ..AdviceTotals::default()
    });
    let mut totals = Totals {
        by_advice: by_advice.collect(),
        ..Totals::default()
    };
    for pos in roots() {
        let found = consult(&pos, mode);
        totals.roots += 1;
        totals.positions += found.positions;
        let name = found.advice.unwrap_or("none");
        if let Some(entry) = totals.by_advice.iter_mut().find(|entry| entry.name == name) {
            entry.roots += 1;
            entry.positions += found.positions;
            entry.max = entry.max.max(found.positions);
        }
    }
    totals
}

/// Every legal KRK position with White to move, 175,168 of them, ordered by white king, rook and black king (a1, b1, ..).
pub fn roots() -> impl Iterator<Item = Chess> {
    let all = || Square::ALL.into_iter();
    let pairs = all().flat_map(move |king| all().map(move |rook| (king, rook)));
    pairs.flat_map(move |(king, rook)| all().filter_map(move |enemy| root(king, rook, enemy)))
}

/// The position with these men and White to move, if it is legal.
fn root(white_king: Square, rook: Square, black_king: Square) -> Option<Chess> {
    if white_king == rook || rook == black_king || black_king == white_king {
        return None;
    }
    let mut setup = Setup::empty();
    let board = &mut setup.board;
    board.set_piece_at(white_king, Role::King.of(Color::White));
    board.set_piece_at(rook, Role::Rook.of(Color::White));
    board.set_piece_at(black_king, Role::King.of(Color::Black));
    setup.position(CastlingMode::Standard).ok()
}

/// Consults the table: the first rule that applies, then its pieces-of-advice in order, until one can be satisfied.
pub fn consult(pos: &Chess, mode: BookReplies) -> Consultation {
    let mut found = Consultation::default();
    let Some(root) = KrkBoard::of(pos) else {
        return found;
    };
    let near = root.white_king.distance(root.black_king) < 4;
    found.rule = if near && on_edge(root.black_king) {
        1
    } else {
        2
    };
    for &(advice, name, depth) in &TABLE[usize::from(found.rule) - 1..] {
        // No holding-goal fails at a root of its rule, so counting it is all there is to do there.
        let positions = u64::from(mode == BookReplies::OneByOne);
        let mut search = KrkSearch {
            advice,
            depth,
            root,
            mode,
            positions,
        };
        found.mv = search.first_proved(pos, root, 0);
        found.positions += search.positions;
        if found.mv.is_some() {
            found.advice = Some(name);
            break;
        }
    }
    found
}

/// The pieces-of-advice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Advice {
    MateIn2,
    Squeeze,
    Approach,
    KeepRoom,
    Divide,
}

/// The list of rule 1, with names and depth bounds in plies. Rule 2 has the same list without its head.
const TABLE: [(Advice, &str, u8); 6] = [
    (Advice::MateIn2, "mate-in-2", 3),
    (Advice::Squeeze, "squeeze", 1),
    (Advice::Approach, "approach", 1),
    (Advice::KeepRoom, "keep-room", 1),
    (Advice::Divide, "divide-in-2", 3),
    (Advice::Divide, "divide-in-3", 5),
];

/// Legal moves, each in its place of the book's order: king moves, diagonal steps first (NE, SE, NW, SW, E, W, N, S), then
/// rook moves, for i = 0..7 to the i-th rank of its file and to the i-th file of its rank. Black's king has the same order.
type BookOrder = [Option<Move>; 24];

/// Puts the legal moves into the book's order.
fn in_book_order(pos: &Chess) -> BookOrder {
    /// Place of a king's step, by file and by rank (-1, 0, 1); the middle is no step.
    const STEPS: [[usize; 3]; 3] = [[3, 5, 2], [7, 0, 6], [1, 4, 0]];
    let mut ordered = [None; 24];
    for &m in &pos.legal_moves() {
        let (from, to) = (at(m.from().unwrap_or(m.to())), at(m.to()));
        let [file, rank] = [0, 1].map(|i| (to[i] + 1 - from[i]) as usize);
        let place = match m.role() {
            Role::King => STEPS[file][rank],
            _ if to[0] == from[0] => 8 + 2 * to[1] as usize,
            _ => 9 + 2 * to[0] as usize,
        };
        ordered[place] = Some(m);
    }
    ordered
}

/// The moves that are there, in order.
fn listed(moves: &[Option<Move>]) -> impl Iterator<Item = Move> {
    moves.iter().flatten().copied()
}

/// The search for the forcing-tree of one piece-of-advice.
struct KrkSearch {
    advice: Advice,
    depth: u8,
    root: KrkBoard,
    mode: BookReplies,
    positions: u64,
}

impl KrkSearch {
    /// The first us-move at this node that leads to a proved node.
    fn first_proved(&mut self, pos: &Chess, men: KrkBoard, ply: u8) -> Option<Move> {
        let ordered = in_book_order(pos);
        let (king, rook) = ordered.split_at(8);
        match self.advice {
            Advice::Squeeze => self.first_of(pos, men, ply, listed(rook)),
            Advice::Approach | Advice::KeepRoom => self.first_of(pos, men, ply, listed(king)),
            Advice::MateIn2 if ply == 2 => {
                // To the king's lines, even where the white king stands between and it is no check.
                let (file, rank) = men.black_king.coords();
                let on_file = listed(rook).filter(|m| m.to().file() == file);
                let on_rank = listed(rook).filter(|m| m.to().rank() == rank);
                self.first_of(pos, men, ply, on_file.chain(on_rank))
            }
            Advice::MateIn2 | Advice::Divide => self.first_of(pos, men, ply, listed(&ordered)),
        }
    }

    /// The first of these us-moves that leads to a proved node.
    fn first_of<I>(&mut self, pos: &Chess, men: KrkBoard, ply: u8, mut moves: I) -> Option<Move>
    where
        I: Iterator<Item = Move>,
    {
        moves.find(|&m| {
            self.tested(men, m)
                .is_some_and(|after| self.proved(pos, m, after, ply + 1))
        })
    }

    /// Whether there are replies at this node and all lead to proved nodes.
    fn all_proved(&mut self, pos: &Chess, men: KrkBoard, ply: u8) -> bool {
        let ordered = in_book_order(pos);
        let mut replies = listed(&ordered).peekable();
        if replies.peek().is_none() {
            return false;
        }
        if self.mode == BookReplies::TestedFirst
            && !listed(&ordered).all(|m| self.tested(men, m).is_some())
        {
            return false;
        }
        replies.all(|m| {
            let after = match self.mode {
                BookReplies::OneByOne => self.tested(men, m),
                BookReplies::TestedFirst => men.after(m),
            };
            after.is_some_and(|after| self.proved(pos, m, after, ply + 1))
        })
    }

    /// Counts the position after this move; the men there if the holding-goal is met.
    fn tested(&mut self, men: KrkBoard, m: Move) -> Option<KrkBoard> {
        self.positions += 1;
        men.after(m).filter(|after| {
            !after.rook_en_prise() && (self.advice != Advice::MateIn2 || on_edge(after.black_king))
        })
    }

    /// Whether the node after this move, where the holding-goal is met, is a leaf that meets the better-goal or has a
    /// forcing-tree of its own. Most leaves are judged by their three squares, so the move is played only if needed.
    fn proved(&mut self, before: &Chess, m: Move, men: KrkBoard, ply: u8) -> bool {
        let pos = LazyCell::new(|| {
            let mut pos = before.clone();
            pos.play_unchecked(m);
            pos
        });
        if self.better(men, &pos) {
            return true;
        }
        if ply >= self.depth {
            return false;
        }
        match men.turn {
            Color::White => self.first_proved(&pos, men, ply).is_some(),
            Color::Black => self.all_proved(&pos, men, ply),
        }
    }

    /// The better-goal.
    fn better<F: FnOnce() -> Chess>(&self, men: KrkBoard, pos: &LazyCell<Chess, F>) -> bool {
        let guards = |men: KrkBoard| men.divides() && !men.exposed();
        match self.advice {
            Advice::MateIn2 => men.turn == Color::Black && pos.is_checkmate(),
            Advice::Squeeze => men.room() < self.root.room() && guards(men) && !pos.is_stalemate(),
            Advice::Approach => {
                men.critical_distance() < self.root.critical_distance()
                    && !men.exposed()
                    && (men.divides() || men.l_pattern())
                    && (men.room() > 2 || !on_edge(men.white_king))
                    && !pos.is_stalemate()
            }
            Advice::KeepRoom => guards(men) && men.king_to_rook() <= self.root.king_to_rook(),
            Advice::Divide => men.turn == Color::Black && guards(men),
        }
    }
}

/// The three men and the side to move: all that the goals speak of, mate and stalemate excepted.
#[derive(Clone, Copy)]
struct KrkBoard {
    white_king: Square,
    rook: Square,
    black_king: Square,
    turn: Color,
}

impl KrkBoard {
    /// The men of a KRK position with White to move and no castling rights; `None` for any other position.
    fn of(pos: &Chess) -> Option<KrkBoard> {
        let (board, turn) = (pos.board(), pos.turn());
        let white_king = board.king_of(Color::White)?;
        let black_king = board.king_of(Color::Black)?;
        let rook = (board.white() & board.rooks()).single_square()?;
        let krk = board.occupied().count() == 3 && pos.castles().is_empty();
        (krk && turn == Color::White).then_some(KrkBoard {
            white_king,
            rook,
            black_king,
            turn,
        })
    }

    /// The men after a move; `None` if it captures the rook.
    fn after(mut self, m: Move) -> Option<KrkBoard> {
        match (self.turn, m.role()) {
            (Color::Black, _) => self.black_king = m.to(),
            (Color::White, Role::King) => self.white_king = m.to(),
            (Color::White, _) => self.rook = m.to(),
        }
        self.turn = !self.turn;
        (!m.is_capture()).then_some(self)
    }

    /// Black is to move and can take the rook.
    fn rook_en_prise(self) -> bool {
        self.turn == Color::Black
            && self.black_king.distance(self.rook) == 1
            && self.king_to_rook() > 1
    }

    /// King moves between the white king and the rook.
    fn king_to_rook(self) -> u32 {
        self.white_king.distance(self.rook)
    }

    /// The black king reaches the rook before the white king does.
    fn exposed(self) -> bool {
        self.king_to_rook()
            > self.black_king.distance(self.rook) + u32::from(self.turn == Color::White)
    }

    /// The rook stands between the kings, on files or on ranks.
    fn divides(self) -> bool {
        let [king, wall, enemy] = [self.white_king, self.rook, self.black_king].map(at);
        (0..2).any(|i| {
            (king[i] < wall[i] && wall[i] < enemy[i]) || (enemy[i] < wall[i] && wall[i] < king[i])
        })
    }

    /// Area of the rectangle that the rook leaves to the black king; 64 where they stand in line.
    fn room(self) -> i32 {
        let side = |wall: i32, king: i32| if king < wall { wall } else { 7 - wall };
        let (wall, king) = (at(self.rook), at(self.black_king));
        if wall[0] == king[0] || wall[1] == king[1] {
            64
        } else {
            side(wall[0], king[0]) * side(wall[1], king[1])
        }
    }

    /// The kings stand in opposition and the rook is three single steps from the black king: here it need not divide.
    fn l_pattern(self) -> bool {
        manhattan(at(self.white_king), at(self.black_king)) == 2
            && manhattan(at(self.rook), at(self.black_king)) == 3
    }

    /// Single steps along files and ranks from the white king to the critical square, the rook's diagonal neighbour
    /// towards the black king (away from file a or rank 1 where they stand in line; it may lie beyond the board).
    fn critical_distance(self) -> i32 {
        let (rook, enemy) = (at(self.rook), at(self.black_king));
        let towards = |i: usize| {
            if enemy[i] < rook[i] {
                rook[i] - 1
            } else {
                rook[i] + 1
            }
        };
        manhattan(at(self.white_king), [towards(0), towards(1)])
    }
}

/// File and rank of a square, each 0..7.
fn at(square: Square) -> [i32; 2] {
    [square.file() as i32, square.rank() as i32]
}

/// Sum of the differences in files and in ranks.
fn manhattan(a: [i32; 2], b: [i32; 2]) -> i32 {
    (a[0] - b[0]).abs() + (a[1] - b[1]).abs()
}

/// The square is on file a or h or on rank 1 or 8.
fn on_edge(square: Square) -> bool {
    Bitboard::EDGES.contains(square)
}
