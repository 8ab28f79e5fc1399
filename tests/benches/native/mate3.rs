//! Mate in three on full boards: the piece of `benches/programs/mate3.adv` by hand on any kind of board.
//!
//! Every move, checks first; after a check the replies are made once, and where there are none it is mate. Whether a move checks is
//! seen from its squares; only where a line may open or the man may change is it played to see.

use adv_chess::Role;

use super::board::Board;
use super::few::{KNIGHT, bishop, rook};
use super::squares::{bit, only};
use super::workload::Answer;

/// The only piece-of-advice.
pub const NAMES: [&str; 1] = ["mate-in-3"];

/// The longest tree, in plies.
const DEPTH: u8 = 5;

/// Attacks in a list of positions.
pub fn consult_all<B: Board>(roots: &[B]) -> Answer {
    let mut answer = Answer::default();
    let mut stack = Vec::with_capacity(512);
    for root in roots {
        let mut search = Search {
            positions: 0,
            stack: &mut stack,
        };
        let found = search.our_node(root, 0);
        let positions = search.positions;
        answer.add(
            positions,
            usize::from(found.is_some()),
            found.map(B::squares),
        );
    }
    answer
}

/// From where the king of the side that does not move can be checked.
struct Checks {
    /// Squares from which a man of each role gives check, by [`Role::index`].
    from: [u64; 6],
    /// Men that may open a line to the king, and men whose moves are special: they are played to see.
    careful: u64,
}

impl Checks {
    #[inline]
    fn of<B: Board>(board: &B) -> Checks {
        let white = board.white_to_move();
        let king = only(board.men(!white, Role::King));
        let (occupied, own) = (board.occupied(), board.side(white));
        let straight = rook(king, occupied);
        let oblique = bishop(king, occupied);
        let queens = board.men(white, Role::Queen);
        // A man of ours beside which another of ours looks at the king.
        let behind = |seen: u64, lines: fn(u8, u64) -> u64, sliders: u64| {
            let near = seen & own;
            let far = lines(king, occupied & !near) & !seen & sliders;
            if far == 0 { 0 } else { near }
        };
        let opening = behind(straight, rook, queens | board.men(white, Role::Rook))
            | behind(oblique, bishop, queens | board.men(white, Role::Bishop));
        let pawns = board.men(white, Role::Pawn);
        let last_rank = if white { 0xff << 48 } else { 0xff << 8 };
        let beside = |set: u64| (set & !FILE_A) >> 1 | (set & !FILE_H) << 1;
        let pawn_checks = if white {
            beside(bit(king)) >> 8
        } else {
            beside(bit(king)) << 8
        };
        Checks {
            from: [
                0,
                straight | oblique,
                straight,
                oblique,
                KNIGHT[usize::from(king & 63)],
                pawn_checks,
            ],
            careful: opening | pawns & last_rank,
        }
    }

    /// The squares to which men of a role may go with check.
    #[inline]
    fn squares(&self, role: Role, men: u64) -> u64 {
        // Castling may check, and so may a capture en passant by the line that it opens: all their moves are looked at.
        if men & self.careful != 0 || matches!(role, Role::King | Role::Pawn) {
            !0
        } else {
            self.from[role.index()]
        }
    }

    /// The position after a move that gives check; `None` for any other.
    #[inline]
    fn played<B: Board>(&self, board: &B, m: B::Ply) -> Option<B> {
        let (from, to) = B::squares(m);
        let role = board.role_at(from);
        let special = match role {
            Role::King => from.abs_diff(to) == 2,
            // En passant: aside, to an empty square.
            Role::Pawn => (from ^ to) & 7 != 0 && board.occupied() & bit(to) == 0,
            _ => false,
        };
        if special || self.careful & bit(from) != 0 {
            let child = board.play(m);
            child.in_check().then_some(child)
        } else {
            (self.from[role.index()] & bit(to) != 0).then(|| board.play(m))
        }
    }
}

/// The files a and h.
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

struct Search<'s, B: Board> {
    positions: u64,
    stack: &'s mut Vec<B::Ply>,
}

impl<B: Board> Search<'_, B> {
    /// Pushes all legal moves; returns where they begin.
    #[inline]
    fn push_all(&mut self, board: &B) -> usize {
        let begin = self.stack.len();
        board.all(&board.legal(), self.stack);
        begin
    }

    /// The first of our moves that mates, checks first.
    fn our_node(&mut self, board: &B, ply: u8) -> Option<B::Ply> {
        let checks = Checks::of(board);
        if ply + 1 == DEPTH {
            return self.last_move(board, &checks);
        }
        let begin = self.push_all(board);
        let end = self.stack.len();
        // Quiet moves are gathered at the front while the checks are tried.
        let mut quiet = begin;
        let mut found = None;
        for i in begin..end {
            let m = self.stack[i];
            let Some(child) = checks.played(board, m) else {
                self.stack[quiet] = m;
                quiet += 1;
                continue;
            };
            self.positions += 1;
            if self.their_node(&child, ply + 1, true) {
                found = Some(m);
                break;
            }
        }
        if found.is_none() {
            for i in begin..quiet {
                let m = self.stack[i];
                self.positions += 1;
                if self.their_node(&board.play(m), ply + 1, false) {
                    found = Some(m);
                    break;
                }
            }
        }
        self.stack.truncate(begin);
        found
    }

    /// The first check that mates.
    fn last_move(&mut self, board: &B, checks: &Checks) -> Option<B::Ply> {
        let begin = self.stack.len();
        let legal = board.legal();
        for role in Role::ALL {
            let men = board.men(board.white_to_move(), role);
            if men != 0 {
                board.moves(&legal, role, checks.squares(role, men), self.stack);
            }
        }
        let mut found = None;
        for i in begin..self.stack.len() {
            let m = self.stack[i];
            if let Some(child) = checks.played(board, m) {
                self.positions += 1;
                if !child.has_move() {
                    found = Some(m);
                    break;
                }
            }
        }
        self.stack.truncate(begin);
        found
    }

    /// Whether they are mated, or mated after every reply.
    fn their_node(&mut self, board: &B, ply: u8, check: bool) -> bool {
        let begin = self.push_all(board);
        let end = self.stack.len();
        self.positions += (end - begin) as u64;
        let mut mated = check || end > begin;
        for i in begin..end {
            let child = board.play(self.stack[i]);
            if self.our_node(&child, ply + 1).is_none() {
                mated = false;
                break;
            }
        }
        self.stack.truncate(begin);
        mated
    }
}
