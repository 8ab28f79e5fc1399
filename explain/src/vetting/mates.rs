//! Mates in few moves, every move of either side allowed: within the budget of positions, a mate that is not found does not exist.

use adv_chess::{ALL_ROLES, CheckSquares, LegalInfo, Move, Position, generate, generate_checks};

/// Longest mate that this search looks for, in moves.
pub(super) const LONGEST: u8 = 3;

/// Search for shortest mates, of up to [`LONGEST`] moves, with a budget of positions for each question.
pub(super) struct Mates {
    /// Budget of positions for each question.
    each: u64,
    /// Number of positions left of the budget of the present question.
    left: u64,
    /// Number of positions looked at, all questions together.
    pub spent: u64,
    moves: Vec<Move>,
    /// Moves of the root that were asked about, and the mate that each allows.
    asked: Vec<(Move, Option<u8>)>,
    /// Reply that last refuted a mate, by the length of that mate in moves; it is tried first.
    refuting: [Option<Move>; LONGEST as usize + 1],
}

/// Error of a question whose budget of positions ended before the answer was known.
#[derive(Debug)]
pub(super) struct Unknown;

impl Mates {
    pub fn new(each: u64) -> Mates {
        Mates {
            each,
            left: each,
            spent: 0,
            moves: Vec::with_capacity(512),
            asked: Vec::new(),
            refuting: [None; LONGEST as usize + 1],
        }
    }

    /// Returns the first move of the shortest mate of the side to move, and its length in moves; `None` too where the positions ended
    /// before.
    pub fn shortest(&mut self, position: &Position) -> Option<(Move, u8)> {
        self.left = self.each;
        for length in 1..=LONGEST {
            match self.first(position, length) {
                Ok(Some(mv)) => return Some((mv, length)),
                Ok(None) => {}
                Err(Unknown) => return None,
            }
        }
        None
    }

    /// Returns the line of a shortest mate that begins with `mv`; every reply is one that lasts longest.
    pub fn line(&mut self, position: &Position, mv: Move, length: u8) -> Vec<Move> {
        let mut line = vec![mv];
        let mut at = position.play(mv);
        for left in (1..length).rev() {
            let next = at.legal_moves().into_iter().find_map(|reply| {
                let after = at.play(reply);
                let sooner = left > 1 && self.first(&after, left - 1).ok()?.is_some();
                let mv = self.first(&after, left).ok()?.filter(|_| !sooner)?;
                Some((reply, mv))
            });
            let Some((reply, mv)) = next else {
                break;
            };
            line.extend([reply, mv]);
            at = at.play(reply).play(mv);
        }
        line
    }

    /// Returns the number of moves in which the other side mates after `mv`, up to [`LONGEST`]; `None` too where the positions end before
    /// that is certain. Every call is about the same root.
    pub fn allowed(&mut self, root: &Position, mv: Move) -> Option<u8> {
        if let Some((_, known)) = self.asked.iter().find(|(asked, _)| *asked == mv) {
            return *known;
        }
        let found = self.shortest(&root.play(mv)).map(|of| of.1);
        self.asked.push((mv, found));
        found
    }

    /// Returns true where `mv` gives check, or threatens mate in at most [`LONGEST`] moves.
    pub fn are_threatened(&mut self, position: &Position, mv: Move) -> bool {
        let after = position.play(mv);
        after.is_check() || self.shortest(&after.play(after.pass())).is_some()
    }

    /// Returns true where `mv` is not known to mate within `length` moves, the length of the shortest mate.
    pub fn is_behind(&mut self, position: &Position, mv: Move, length: u8) -> bool {
        !matches!(self.wins(&position.play(mv), length), Ok(true))
    }

    /// Returns a move that mates within `length` moves, if there is one; moves that give check are tried first.
    fn first(&mut self, position: &Position, length: u8) -> Result<Option<Move>, Unknown> {
        let info = LegalInfo::new(position);
        let begin = self.moves.len();
        if let Some(checks) = CheckSquares::of(position, position.turn()) {
            generate_checks(position, &info, &checks, ALL_ROLES, !0, &mut self.moves);
        }
        let quiet = self.moves.len();
        if length > 1 {
            generate(position, &info, ALL_ROLES, !0, &mut self.moves);
        }
        let mut found = Ok(None);
        for index in begin..self.moves.len() {
            let Some(&mv) = self.moves.get(index) else {
                break;
            };
            if index >= quiet
                && self
                    .moves
                    .get(begin..quiet)
                    .is_some_and(|of| of.contains(&mv))
            {
                continue;
            }
            match self.wins(&position.play(mv), length) {
                Ok(true) => {
                    found = Ok(Some(mv));
                    break;
                }
                Ok(false) => {}
                Err(Unknown) => {
                    found = Err(Unknown);
                    break;
                }
            }
        }
        self.moves.truncate(begin);
        found
    }

    /// Returns true where the move to `after` mates within `length` moves: it is mate, or every reply allows mate in one move less.
    fn wins(&mut self, after: &Position, length: u8) -> Result<bool, Unknown> {
        self.left = self.left.checked_sub(1).ok_or(Unknown)?;
        self.spent += 1;
        let info = LegalInfo::new(after);
        if length <= 1 {
            return Ok(info.in_check() && !info.has_legal_move(after));
        }
        let begin = self.moves.len();
        generate(after, &info, ALL_ROLES, !0, &mut self.moves);
        if self.moves.len() == begin {
            return Ok(info.in_check());
        }
        let slot = usize::from(length);
        let refuting = self.refuting.get(slot).copied().flatten();
        if let Some(place) = self
            .moves
            .iter()
            .skip(begin)
            .position(|mv| Some(*mv) == refuting)
        {
            self.moves.swap(begin, begin + place);
        }
        let mut all = Ok(true);
        for index in begin..self.moves.len() {
            let Some(&reply) = self.moves.get(index) else {
                break;
            };
            match self.mates_after(&after.play(reply), length - 1) {
                Ok(true) => {}
                other => {
                    if let Some(of) = self.refuting.get_mut(slot) {
                        *of = Some(reply);
                    }
                    all = other;
                    break;
                }
            }
        }
        self.moves.truncate(begin);
        all
    }

    /// Returns true where the side to move mates within `length` moves.
    fn mates_after(&mut self, position: &Position, length: u8) -> Result<bool, Unknown> {
        self.left = self.left.checked_sub(1).ok_or(Unknown)?;
        self.spent += 1;
        for less in 1..=length {
            if self.first(position, less)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
