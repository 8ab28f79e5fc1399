//! Knight against rook, the knight's side: the table of `benches/programs/knkr.adv` by hand on any kind of board.
//!
//! Goals are judged on squares before a move is played; whether the black king is mated is tested last, and only in check.
//! Replies are counted as Advice Language 2 counts them: all of a node's are tested against the holding-goal, up to the first that
//! takes the knight, and only then expanded one by one. Moves are on one stack for the whole search.

use adv_chess::Role;

use super::board::Board;
use super::few::{KING, KNIGHT, rook, set};
use super::squares::{dist, file, on_edge, only, rank};
use super::workload::Answer;

/// The pieces-of-advice, by their numbers in an [`Answer`], from 1.
pub const NAMES: [&str; 15] = [
    "take-rook",
    "fork",
    "leave-edge",
    "leave-corner",
    "leave-edge-in-2",
    "rejoin",
    "come-nearer",
    "rejoin-in-2",
    "run",
    "stand",
    "centre",
    "keep",
    "two-moves-safe",
    "safe",
    "any-move",
];

/// The pieces-of-advice, in the order of [`NAMES`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    TakeRook,
    Fork,
    LeaveEdge,
    LeaveCorner,
    LeaveEdgeInTwo,
    Rejoin,
    ComeNearer,
    RejoinInTwo,
    Run,
    Stand,
    Centre,
    Keep,
    TwoMovesSafe,
    Safe,
    AnyMove,
}

use Piece::{
    AnyMove, Centre, ComeNearer, Fork, Keep, LeaveCorner, LeaveEdge, LeaveEdgeInTwo, Rejoin,
    RejoinInTwo, Run, Safe, Stand, TakeRook, TwoMovesSafe,
};

/// The lists of the five rules, without what ends all of them.
const RULES: [&[Piece]; 5] = [
    &[TakeRook],
    &[Fork, LeaveEdge, Rejoin, ComeNearer],
    &[Fork, LeaveEdge, LeaveCorner, LeaveEdgeInTwo, Stand],
    &[Fork, Rejoin, ComeNearer, Run],
    &[Fork, Centre, Stand],
];

/// What ends the list of every rule.
const LAST: [Piece; 5] = [Keep, RejoinInTwo, TwoMovesSafe, Safe, AnyMove];

/// A class of our moves.
#[derive(Clone, Copy)]
enum Class {
    Home,
    Out,
    Hop,
    Roam,
    Forks,
    /// Takes the rook.
    Takes(Role),
    /// All moves of a man.
    All(Role),
}

impl Piece {
    /// The longest tree, in plies.
    fn depth(self) -> u8 {
        match self {
            TakeRook | AnyMove => 1,
            Fork => 3,
            LeaveEdgeInTwo | RejoinInTwo | Centre | TwoMovesSafe => 4,
            _ => 2,
        }
    }

    /// Our moves at a ply.
    fn classes(self, ply: u8) -> &'static [Class] {
        match self {
            TakeRook => &[Class::Takes(Role::King), Class::Takes(Role::Knight)],
            Fork if ply == 0 => &[Class::Forks],
            Fork => &[Class::Takes(Role::Knight)],
            LeaveEdge => &[Class::Out],
            LeaveEdgeInTwo if ply == 2 => &[Class::Out],
            LeaveCorner | LeaveEdgeInTwo | Stand | Centre => &[Class::Out, Class::Hop],
            Rejoin | ComeNearer | RejoinInTwo | Keep => &[Class::Home, Class::Hop],
            Run => &[Class::Roam],
            TwoMovesSafe | Safe => &[Class::Home, Class::Roam],
            AnyMove => &[Class::All(Role::King), Class::All(Role::Knight)],
        }
    }
}

/// The men's squares; 64 for one that has been taken.
#[derive(Clone, Copy)]
struct Men {
    king: u8,
    knight: u8,
    rook: u8,
    enemy: u8,
}

/// Lines between a square and the nearest edge.
#[inline(always)]
fn rim(square: u8) -> i32 {
    let (file, rank) = (file(square), rank(square));
    file.min(7 - file).min(rank.min(7 - rank))
}

/// Lines to the nearest corner, files and ranks together.
#[inline(always)]
fn corner(square: u8) -> i32 {
    let (file, rank) = (file(square), rank(square));
    file.min(7 - file) + rank.min(7 - rank)
}

impl Men {
    fn of<B: Board>(board: &B) -> Men {
        Men {
            king: only(board.men(false, Role::King)),
            knight: only(board.men(false, Role::Knight)),
            rook: only(board.men(true, Role::Rook)),
            enemy: only(board.men(true, Role::King)),
        }
    }

    /// The squares that White attacks.
    #[inline(always)]
    fn attacked(self) -> u64 {
        let around = KING[usize::from(self.enemy & 63)];
        if self.rook > 63 {
            return around;
        }
        let men = set(self.king) | set(self.knight) | set(self.enemy);
        around | rook(self.rook, men)
    }

    /// The black king stands beside the knight.
    #[inline(always)]
    fn protected(self) -> bool {
        KING[usize::from(self.king & 63)] & set(self.knight) != 0
    }

    /// White, to move, can take the knight for nothing.
    #[inline(always)]
    fn hangs(self) -> bool {
        !self.protected() && self.attacked() & set(self.knight) != 0
    }

    /// Squares to which the knight can leap without being taken there.
    #[inline(always)]
    fn leaps(self, attacked: u64) -> u32 {
        (KNIGHT[usize::from(self.knight & 63)] & !set(self.king) & !attacked).count_ones()
    }

    /// The knight's distance from its king.
    #[inline(always)]
    fn gap(self) -> i32 {
        dist(self.king, self.knight)
    }

    /// The knight's distance from the enemy king.
    #[inline(always)]
    fn berth(self) -> i32 {
        dist(self.enemy, self.knight)
    }

    /// The rule that applies, from 0.
    fn rule(self) -> usize {
        let ours = KING[usize::from(self.king & 63)] | KNIGHT[usize::from(self.knight & 63)];
        if ours & set(self.rook) != 0 {
            0
        } else if self.attacked() & set(self.king) != 0 {
            1
        } else if on_edge(self.king) {
            2
        } else if self.gap() > 2 {
            3
        } else {
            4
        }
    }
}

/// Consults the table at a list of positions.
pub fn consult_all<B: Board>(roots: &[B]) -> Answer {
    let mut answer = Answer::default();
    let mut stack = Vec::with_capacity(256);
    for root in roots {
        let men = Men::of(root);
        let legal = root.legal();
        let (mut positions, mut found, mut number) = (0, None, 0);
        for &piece in RULES[men.rule()].iter().chain(&LAST) {
            let mut search = Search {
                piece,
                depth: piece.depth(),
                root: men,
                positions: 0,
                stack: &mut stack,
            };
            found = search.our_node(root, &legal, men, 0);
            positions += search.positions;
            if found.is_some() {
                number = piece as usize + 1;
                break;
            }
        }
        answer.add(positions, number, found.map(B::squares));
    }
    answer
}

/// The search for the forcing-tree of one piece-of-advice.
struct Search<'s, B: Board> {
    piece: Piece,
    depth: u8,
    root: Men,
    positions: u64,
    stack: &'s mut Vec<B::Ply>,
}

impl<B: Board> Search<'_, B> {
    /// The first of our moves that succeeds.
    fn our_node(&mut self, board: &B, legal: &B::Legal, men: Men, ply: u8) -> Option<B::Ply> {
        let begin = self.stack.len();
        for &class in self.piece.classes(ply) {
            self.push(board, legal, men, class);
            let mut next = begin;
            while let Some(&m) = self.stack.get(next) {
                if self.ours_succeeds(board, m, men, ply) {
                    self.stack.truncate(begin);
                    return Some(m);
                }
                next += 1;
            }
            self.stack.truncate(begin);
        }
        None
    }

    /// Pushes the moves of a class, in its order.
    #[inline]
    fn push(&mut self, board: &B, legal: &B::Legal, men: Men, class: Class) {
        let role = match class {
            Class::Home | Class::Out => Role::King,
            Class::Hop | Class::Roam | Class::Forks => Role::Knight,
            Class::Takes(role) | Class::All(role) => role,
        };
        let to = match class {
            // A leap to a square from which it would attack both; the squares of a leap there are those of a leap back.
            Class::Forks if men.rook > 63 => 0,
            Class::Forks => {
                KNIGHT[usize::from(men.enemy & 63)] & KNIGHT[usize::from(men.rook & 63)]
            }
            Class::Takes(_) => set(men.rook),
            _ => !0,
        };
        if to == 0 {
            return;
        }
        let begin = self.stack.len();
        board.moves(legal, role, to, self.stack);
        let key = |m: B::Ply| {
            let to = B::squares(m).1;
            match class {
                Class::Home => 8 * dist(to, men.knight) - rim(to),
                Class::Out => dist(to, men.knight) - 8 * rim(to),
                Class::Hop => 8 * dist(to, men.king) - dist(to, men.enemy),
                Class::Roam => dist(to, men.king) - 8 * dist(to, men.enemy),
                Class::Forks | Class::Takes(_) | Class::All(_) => 0,
            }
        };
        if !matches!(class, Class::Forks | Class::Takes(_) | Class::All(_)) {
            by_key(&mut self.stack[begin..], key);
        }
    }

    /// Whether one of our moves leads to a leaf or a node of theirs that succeeds.
    fn ours_succeeds(&mut self, board: &B, m: B::Ply, mut men: Men, ply: u8) -> bool {
        let (from, to) = B::squares(m);
        if from == men.king {
            men.king = to;
        } else {
            men.knight = to;
        }
        if to == men.rook {
            men.rook = 64;
        }
        self.positions += 1;
        if self.piece == AnyMove {
            return !board.play(m).is_stalemated();
        }
        if men.hangs() {
            return false;
        }
        if matches!(self.piece, TakeRook | Fork) && men.rook > 63 {
            return true;
        }
        ply + 1 < self.depth && self.their_node(&board.play(m), men, ply + 1)
    }

    /// Whether they have replies, none of which takes the knight, and all succeed.
    fn their_node(&mut self, board: &B, men: Men, ply: u8) -> bool {
        let begin = self.stack.len();
        let legal = board.legal();
        board.moves(&legal, Role::King, !0, self.stack);
        if men.rook < 64 {
            board.moves(&legal, Role::Rook, !0, self.stack);
        }
        let replies = self.stack[begin..].iter();
        let taken = replies.clone().position(|m| B::squares(*m).1 == men.knight);
        self.positions += taken.map_or(replies.len(), |place| place + 1) as u64;
        let mut proved = taken.is_none() && self.stack.len() > begin;
        let mut next = begin;
        while proved && let Some(&m) = self.stack.get(next) {
            proved = self.theirs_succeeds(board, m, men, ply);
            next += 1;
        }
        self.stack.truncate(begin);
        proved
    }

    /// Whether one of their moves leads to a leaf or a node of ours that succeeds.
    fn theirs_succeeds(&mut self, board: &B, m: B::Ply, mut men: Men, ply: u8) -> bool {
        let (from, to) = B::squares(m);
        if from == men.enemy {
            men.enemy = to;
        } else {
            men.rook = to;
        }
        let last = ply + 1 >= self.depth;
        let good = self.is_good(men);
        if last && !good {
            return false;
        }
        // Only the board can tell whether we are mated, and the next node needs it too.
        if good && men.attacked() & set(men.king) == 0 {
            return true;
        }
        let child = board.play(m);
        if good && child.has_move() {
            return true;
        }
        !last
            && self
                .our_node(&child, &child.legal(), men, ply + 1)
                .is_some()
    }

    /// The better-goal after their move, mate excepted.
    #[inline]
    fn is_good(&self, men: Men) -> bool {
        let root = self.root;
        let together = men.gap() <= 2;
        let stands = match self.piece {
            Safe => return true,
            Fork => return men.rook > 63,
            TakeRook | AnyMove => return false,
            LeaveEdge | LeaveEdgeInTwo => together && rim(men.king) > rim(root.king),
            LeaveCorner => corner(men.king) > corner(root.king) && men.gap() <= root.gap(),
            Rejoin => together && men.gap() <= men.berth(),
            ComeNearer => men.gap() < root.gap(),
            RejoinInTwo | Keep => together,
            Run => men.berth() > root.berth(),
            Stand => together && men.gap() <= men.berth() && rim(men.king) >= rim(root.king),
            Centre => together && rim(men.king) > 1 && rim(men.knight) > 0,
            TwoMovesSafe => {
                let leaps = men.leaps(men.attacked());
                return leaps > 2;
            }
        };
        stands && (men.protected() || men.leaps(men.attacked()) > 1)
    }
}

/// Orders a short list by a key, the smallest first; equal ones stay as they are.
#[inline]
fn by_key<T: Copy>(list: &mut [T], key: impl Fn(T) -> i32) {
    let mut keys = [0; 8];
    for i in 0..list.len().min(8) {
        let (item, own) = (list[i], key(list[i]));
        let mut j = i;
        while j > 0 && keys[j - 1] > own {
            list[j] = list[j - 1];
            keys[j] = keys[j - 1];
            j -= 1;
        }
        list[j] = item;
        keys[j] = own;
    }
}
