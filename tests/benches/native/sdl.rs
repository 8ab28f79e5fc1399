//! King and rook against king in SDL's terms by hand: `examples/endgames/krk-sdl.adv` as a Rust programmer writes it for one board.
//!
//! ```text
//!   . . . # . . . .      cut       the file or rank of the rook between the kings, here #
//!   . k . # . . . .      beyond    the half of the board behind it, where he lives
//!   . . . # . . . .      band      the lines between our king and it
//!   . . . # . K . .      between   the rectangle of the kings
//!   . . . R . . . .
//! ```
//!
//! A run of the strategy is at one of three places ([`Stand`]). An action is a goal of the men before and after a move; of the
//! moves that fulfil it the one is played that leaves him the fewest replies, and so on ([`Chooser::best`]). Only such moves are
//! played on the board, to count the replies.

use adv_chess::Role;

use super::board::Board;
use super::few;
use super::squares::{around, between, bit, dist, file, only, rank, whole_file, whole_rank};
use super::workload::Answer;

/// The three men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    /// White's king.
    pub king: u8,
    /// White's rook.
    pub rook: u8,
    /// Black's king.
    pub enemy: u8,
}

/// A set is a proper subset of another.
const fn is_less(a: u64, b: u64) -> bool {
    a & !b == 0 && a != b
}

/// The files from one to another but for the first, which is not in the set.
const fn files_behind(wall: i32, towards: i32) -> u64 {
    let files = if towards < wall {
        (1 << wall) - 1
    } else {
        0xff << (wall + 1) & 0xff
    };
    files * 0x0101_0101_0101_0101
}

/// The ranks behind a wall, on the side of another.
const fn ranks_behind(wall: i32, towards: i32) -> u64 {
    if towards < wall {
        (1 << (8 * wall)) - 1
    } else {
        // Something is behind the wall, so that it is not the last rank.
        !0 << (8 * (wall + 1))
    }
}

/// The way in which the rook cuts the enemy king off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    File,
    Rank,
    Nothing,
}

impl Men {
    /// The men of a board.
    pub fn of<B: Board>(board: &B) -> Men {
        Men {
            king: only(board.men(true, Role::King)),
            rook: only(board.men(true, Role::Rook)),
            enemy: only(board.men(false, Role::King)),
        }
    }

    fn way(self) -> Cut {
        if between(file(self.king), file(self.rook), file(self.enemy)) {
            Cut::File
        } else if between(rank(self.king), rank(self.rook), rank(self.enemy)) {
            Cut::Rank
        } else {
            Cut::Nothing
        }
    }

    /// The rook's line between the kings; empty where there is none.
    pub fn cut(self) -> u64 {
        match self.way() {
            Cut::File => whole_file(file(self.rook)),
            Cut::Rank => whole_rank(rank(self.rook)),
            Cut::Nothing => 0,
        }
    }

    /// The squares behind that line on his side; all where there is none.
    pub fn beyond(self) -> u64 {
        match self.way() {
            Cut::File => files_behind(file(self.rook), file(self.enemy)),
            Cut::Rank => ranks_behind(rank(self.rook), rank(self.enemy)),
            Cut::Nothing => !0,
        }
    }

    /// The lines strictly between our king and that line.
    pub fn band(self) -> u64 {
        let (king, rook) = (self.king, self.rook);
        match self.way() {
            Cut::File => {
                files_behind(file(king), file(rook)) & files_behind(file(rook), file(king))
            }
            Cut::Rank => {
                ranks_behind(rank(king), rank(rook)) & ranks_behind(rank(rook), rank(king))
            }
            Cut::Nothing => 0,
        }
    }

    /// The rectangle of the kings.
    pub fn rectangle(self) -> u64 {
        let (a, b) = (self.king, self.enemy);
        let span = |a: i32, b: i32| (0xff >> (7 - a.max(b))) & (0xff << a.min(b)) & 0xff_u64;
        let files = span(file(a), file(b)) * 0x0101_0101_0101_0101;
        let low = rank(a).min(rank(b));
        let high = rank(a).max(rank(b));
        files & !0 << (8 * low) & !0 >> (8 * (7 - high))
    }

    /// How many squares that is.
    fn between_kings(self) -> i32 {
        let (a, b) = (self.king, self.enemy);
        ((file(a) - file(b)).abs() + 1) * ((rank(a) - rank(b)).abs() + 1)
    }

    /// The rook's file and rank.
    fn lines(self) -> u64 {
        whole_file(file(self.rook)) | whole_rank(rank(self.rook))
    }

    /// The squares to which the enemy king could go if he were to move.
    pub fn flights(self) -> u64 {
        // The rook sees through him, not through its own king.
        let guarded = around(bit(self.king)) | few::rook(self.rook, bit(self.king));
        around(bit(self.enemy)) & !guarded
    }

    /// The rook attacks the enemy king.
    fn checks(self) -> bool {
        few::rook(self.rook, bit(self.king)) & bit(self.enemy) != 0
    }

    /// The enemy king stands beside the rook.
    pub fn touched(self) -> bool {
        dist(self.rook, self.enemy) == 1
    }

    /// The kings stand two apart on one file or rank.
    pub fn opposition(self) -> bool {
        let files = (file(self.king) - file(self.enemy)).abs();
        let ranks = (rank(self.king) - rank(self.enemy)).abs();
        (files == 2 && ranks == 0) || (files == 0 && ranks == 2)
    }

    /// The squares in opposition to our king.
    fn facing(self) -> u64 {
        let (x, y) = (file(self.king), rank(self.king));
        let at = |x: i32, y: i32| {
            if (x | y) & !7 == 0 {
                1 << (8 * y + x)
            } else {
                0
            }
        };
        at(x - 2, y) | at(x + 2, y) | at(x, y - 2) | at(x, y + 2)
    }
}

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Make a cut.
    Line,
    /// Give check.
    Check,
    /// Make the half behind the cut smaller.
    NewLine,
    /// Wait on the line.
    Along,
    /// Come up to the line.
    ToCut,
    /// Come up to him.
    ToKing,
}

/// The actions' names in the program, in the order of [`Action`].
pub const NAMES: [&str; 6] = ["LINE", "CHECK", "NEWLINE", "ALONG", "TOCUT", "TOKING"];

/// The place of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// At the beginning: there has to be a cut within two moves.
    Begin,
    /// After the first of two moves for it.
    Second,
    /// In the loop.
    Loop,
}

/// What orders moves: replies, king before rook, place, the rectangle.
type Key = (i32, i32, i32, i32);

/// Chooses moves; its lists are kept from one to the next.
pub struct Chooser<P> {
    moves: Vec<P>,
    replies: Vec<P>,
    ordered: Vec<(Key, P)>,
}

impl<P> Default for Chooser<P> {
    fn default() -> Self {
        Chooser {
            moves: Vec::with_capacity(24),
            replies: Vec::with_capacity(8),
            ordered: Vec::with_capacity(24),
        }
    }
}

impl<P: Copy + PartialEq> Chooser<P> {
    /// The move, and the place of the run then; `None` if the strategy is over or cannot go on.
    pub fn choose<B: Board<Ply = P>>(
        &mut self,
        board: &B,
        stand: Stand,
    ) -> Option<(Action, P, Stand)> {
        let men = Men::of(board);
        let legal = board.legal();
        self.moves.clear();
        let found = |action, ply| Some((action, ply, Stand::Loop));
        if stand != Stand::Loop {
            board.moves(&legal, Role::King, !0, &mut self.moves);
            board.moves(&legal, Role::Rook, !0, &mut self.moves);
            let goal = |after: Men| after.way() != Cut::Nothing && !after.touched();
            if let Some(ply) = self.best(board, men, true, goal) {
                return found(Action::Line, ply);
            }
            if stand == Stand::Second {
                return None;
            }
            let ply = self.in_two(board, men)?;
            return Some((Action::Line, ply, Stand::Second));
        }
        let flights = men.flights();
        if flights == 0 {
            return None;
        }
        let cut = men.cut();
        let steps = around(bit(men.enemy));
        let of_rook = |moves: &mut Vec<P>| board.moves(&legal, Role::Rook, !0, moves);
        if men.opposition() && !men.touched() {
            of_rook(&mut self.moves);
            let goal = |after: Men| !after.touched() && after.checks();
            return found(Action::Check, self.best(board, men, false, goal)?);
        }
        if steps & men.lines() == 0 {
            of_rook(&mut self.moves);
            let beyond = men.beyond();
            let goal = |after: Men| is_less(after.beyond(), beyond);
            return found(Action::NewLine, self.best(board, men, false, goal)?);
        }
        if flights & men.facing() != 0 || men.touched() || cut & steps == 0 {
            of_rook(&mut self.moves);
            let near = around(bit(men.enemy) | steps) & !bit(men.enemy);
            let goal = |after: Men| {
                let lines = after.lines();
                cut & !lines == 0 && near & lines & !cut == 0
            };
            return found(Action::Along, self.best(board, men, false, goal)?);
        }
        board.moves(&legal, Role::King, !0, &mut self.moves);
        let band = men.band();
        if band != 0 {
            let goal = |after: Men| is_less(after.band(), band);
            return found(Action::ToCut, self.best(board, men, true, goal)?);
        }
        let rectangle = men.rectangle();
        let goal = |after: Men| is_less(after.rectangle(), rectangle) && after.cut() == cut;
        found(Action::ToKing, self.best(board, men, true, goal)?)
    }

    /// The men after one of our moves.
    fn behind<B: Board<Ply = P>>(men: Men, ply: P) -> Men {
        let (from, to) = B::squares(ply);
        if from == men.rook {
            Men { rook: to, ..men }
        } else {
            Men { king: to, ..men }
        }
    }

    /// What orders a move. Kings' rectangles are compared only where the action asks for it.
    fn key<B: Board<Ply = P>>(board: &B, ply: P, after: Men, rectangle: bool) -> Key {
        let child = board.play(ply);
        let mut replies = 0;
        child.each(&child.legal(), Role::King, !0, |_| replies += 1);
        let (_, to) = B::squares(ply);
        let by_rook = to == after.rook;
        let place = dist(to, after.enemy);
        (
            replies,
            i32::from(by_rook),
            if by_rook { -place } else { place },
            if rectangle { after.between_kings() } else { 0 },
        )
    }

    /// The move with the smallest key of those that reach a goal, the first of equals.
    fn best<B: Board<Ply = P>>(
        &mut self,
        board: &B,
        men: Men,
        rectangle: bool,
        goal: impl Fn(Men) -> bool,
    ) -> Option<P> {
        let mut best: Option<(Key, P)> = None;
        for i in 0..self.moves.len() {
            let ply = self.moves[i];
            let after = Self::behind::<B>(men, ply);
            if goal(after) {
                let key = Self::key(board, ply, after, rectangle);
                if best.is_none_or(|(least, _)| key < least) {
                    best = Some((key, ply));
                }
            }
        }
        best.map(|(_, ply)| ply)
    }

    /// The first move after which there is a cut on the next, whatever he replies.
    fn in_two<B: Board<Ply = P>>(&mut self, board: &B, men: Men) -> Option<P> {
        self.ordered.clear();
        for i in 0..self.moves.len() {
            let ply = self.moves[i];
            let key = Self::key(board, ply, Self::behind::<B>(men, ply), true);
            self.ordered.push((key, ply));
        }
        self.ordered.sort_by_key(|(key, _)| *key);
        for i in 0..self.ordered.len() {
            let ply = self.ordered[i].1;
            if self.always_cut(board, ply) {
                return Some(ply);
            }
        }
        None
    }

    /// Whatever he replies, some move makes a cut.
    fn always_cut<B: Board<Ply = P>>(&mut self, board: &B, ply: P) -> bool {
        let child = board.play(ply);
        self.replies.clear();
        let replies = &mut self.replies;
        child.each(&child.legal(), Role::King, !0, |reply| replies.push(reply));
        let has_cut = |&reply: &P| {
            let node = child.play(reply);
            if node.men(true, Role::Rook) == 0 {
                return false;
            }
            let men = Men::of(&node);
            let legal = node.legal();
            let mut cuts = false;
            let mut look = |ply| {
                let after = Self::behind::<B>(men, ply);
                cuts |= after.way() != Cut::Nothing && !after.touched();
            };
            node.each(&legal, Role::Rook, !0, &mut look);
            node.each(&legal, Role::King, !0, &mut look);
            cuts
        };
        !self.replies.is_empty() && self.replies.iter().all(has_cut)
    }
}

/// The defence: which of so many replies is given to our move with this number in the game from a root with that number.
pub const fn reply(root: usize, moves: usize, count: usize) -> usize {
    (root + 5 * moves) % count
}

/// The most moves of a game.
pub const LONGEST: usize = 100;

/// Plays the strategy from a position against the defence of [`reply`], and adds each of our moves to an answer. True where it
/// mates.
pub fn play<B: Board>(
    start: &B,
    root: usize,
    chooser: &mut Chooser<B::Ply>,
    answer: &mut Answer,
) -> bool {
    let mut stand = Stand::Begin;
    let mut board = start.clone();
    for moves in 1..=LONGEST {
        let Some((action, ply, next)) = chooser.choose(&board, stand) else {
            return false;
        };
        answer.add(1, action as usize + 1, Some(B::squares(ply)));
        stand = next;
        board = board.play(ply);
        chooser.replies.clear();
        board.moves(&board.legal(), Role::King, !0, &mut chooser.replies);
        if chooser.replies.is_empty() {
            return board.in_check();
        }
        let number = reply(root, moves, chooser.replies.len());
        board = board.play(chooser.replies[number]);
        if board.men(true, Role::Rook) == 0 {
            return false;
        }
    }
    false
}

/// Plays a game from each of some positions. A position of the answer is a move of ours.
pub fn play_all<B: Board>(starts: &[B]) -> Answer {
    let mut chooser = Chooser::default();
    let mut answer = Answer::default();
    for (root, start) in starts.iter().enumerate() {
        let mates = play(start, root, &mut chooser, &mut answer);
        answer.add(0, usize::from(mates), None);
    }
    answer.roots = starts.len() as u64;
    answer
}
