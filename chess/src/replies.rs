//! Whether a side has a legal move, and how many, without a list of them.
//!
//! ```text
//! 8 . . . . . . k .       Black is in check. A step of the king that nothing attacks is looked for first; then a man that takes
//! 7 . . . . . p p p       the checker or stands between: one that attacks e8, f8, d8, c8 or the rook on b8, and is not pinned.
//! 6 . . . . . . . .       There is none of either, so it is mate.
//! 5 . . . . . . . .
//! ```
//!
//! The answers are those of the lists that [`crate::generate`] makes; a test compares them on boards of every kind.

use crate::movegen::{LAST_RANKS, LegalInfo};
use crate::moves::MoveKind;
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::rays;
use crate::squares::{bit, each, is_single};

/// The moves of some pawns, as sets of the squares that they go to. A square that two of them capture on is in two sets.
struct PawnTargets {
    one: u64,
    two: u64,
    west: u64,
    east: u64,
}

impl PawnTargets {
    #[inline]
    fn of(position: &Position, color: Color, pawns: u64) -> PawnTargets {
        let free = !position.occupied();
        let enemies = position.side(!color);
        let (west, east) = (pawns & !rays::FILE_A, pawns & !rays::FILE_H);
        match color {
            Color::White => {
                let one = pawns << 8 & free;
                PawnTargets {
                    one,
                    two: (one & 0xff << 16) << 8 & free,
                    west: west << 7 & enemies,
                    east: east << 9 & enemies,
                }
            }
            Color::Black => {
                let one = pawns >> 8 & free;
                PawnTargets {
                    one,
                    two: (one & 0xff << 40) >> 8 & free,
                    west: west >> 9 & enemies,
                    east: east >> 7 & enemies,
                }
            }
        }
    }

    /// Adds the moves to some squares, each promotion counted.
    #[inline]
    fn add_to(&self, tally: &mut Tally, allowed: u64) {
        // Captures and other moves never go to the same square, so two kinds are counted as one set.
        let sets = [self.one | self.west, self.two | self.east];
        for set in sets {
            tally.add(set & allowed);
        }
        if (sets[0] | self.east) & allowed & LAST_RANKS != 0 {
            for set in sets {
                tally.add_promotions(set & allowed);
            }
        }
    }
}

/// Squares of several sets, counted rank by rank, a byte for each: what the sets have in all is added up once. No square is the target
/// of more than sixteen men and four kinds of pawns' moves, so that no byte overflows.
#[derive(Default)]
struct Tally(u64);

impl Tally {
    #[inline(always)]
    fn add(&mut self, set: u64) {
        let twos = set - (set >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        self.0 += (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    }

    /// Adds what promotions have beside the one that their square was counted for.
    #[inline]
    fn add_promotions(&mut self, set: u64) {
        for _ in 1..MoveKind::PROMOTIONS.len() {
            self.add(set & LAST_RANKS);
        }
    }

    #[inline(always)]
    fn total(&self) -> u32 {
        let ranks = (self.0 & 0x00ff_00ff_00ff_00ff) + (self.0 >> 8 & 0x00ff_00ff_00ff_00ff);
        (ranks.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
    }
}

impl LegalInfo {
    /// True when the side has any legal move.
    #[inline]
    pub fn has_legal_move(&self, position: &Position) -> bool {
        if self.check_mask == !0 {
            // Most sides have a pawn that can go on.
            let pawns = position.pieces(self.color(), Role::Pawn) & !self.pinned;
            if pawns != 0 && PawnTargets::of(position, self.color(), pawns).one != 0 {
                return true;
            }
        }
        Role::ALL.into_iter().any(|role| {
            each(position.pieces(self.color(), role))
                .any(|from| self.legal_targets(position, role, from) != 0)
        })
    }

    /// The number of legal moves, each promotion counted.
    pub fn count_legal(&self, position: &Position) -> u32 {
        let mut tally = Tally::default();
        for king in each(position.pieces(self.color(), Role::King)) {
            tally.add(self.legal_targets(position, Role::King, king));
        }
        self.tally_men(position, &mut tally, u32::MAX);
        tally.total()
    }

    /// Adds the moves of all men but the king, until there are more than so many.
    #[inline(always)]
    fn tally_men(&self, position: &Position, tally: &mut Tally, most: u32) {
        if self.check_mask == 0 {
            return;
        }
        let color = self.color();
        let own = position.side(color);
        let occupied = position.occupied();
        let [kings, queens, rooks, bishops, knights, pawns] = position.by_role;
        let allowed = !(own | kings) & self.check_mask;
        let pawns = pawns & own;
        // Pawns that are pinned, and all of them where one may capture en passant, are looked at one by one.
        let singly = match position.ep() {
            Some(_) => pawns,
            None => pawns & self.pinned,
        };
        if pawns & !singly != 0 {
            PawnTargets::of(position, color, pawns & !singly).add_to(tally, allowed);
        }
        for from in each(singly) {
            let targets = self.legal_targets(position, Role::Pawn, from);
            tally.add(targets);
            tally.add_promotions(targets);
        }
        if tally.total() > most {
            return;
        }
        // A knight that is pinned has no move.
        for from in each(knights & own & !self.pinned) {
            tally.add(rays::knight_attacks(from) & allowed);
        }
        if tally.total() > most {
            return;
        }
        let kept = |from, targets| match self.pinned & bit(from) {
            0 => targets,
            _ => targets & self.line_of(from),
        };
        for from in each((bishops | queens) & own) {
            tally.add(kept(from, rays::bishop_attacks(from, occupied) & allowed));
        }
        if tally.total() > most {
            return;
        }
        for from in each((rooks | queens) & own) {
            tally.add(kept(from, rays::rook_attacks(from, occupied) & allowed));
        }
    }
}

impl Position {
    /// True when the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        LegalInfo::new(self).has_legal_move(self)
    }

    /// The number of legal moves of the side to move.
    pub fn count_legal(&self) -> u32 {
        LegalInfo::new(self).count_legal(self)
    }

    /// The number of legal moves of a side as if it were to move, each promotion counted. A number above `most` is told as any that is above it,
    /// so that where few are asked for most positions are counted in part. The steps of the king, whose squares have to be safe, come last.
    ///
    /// ```
    /// use adv_chess::{Color, Position};
    ///
    /// let start = Position::start();
    /// assert_eq!(start.count_moves(Color::White, 20), 20);
    /// assert!(start.count_moves(Color::White, 5) > 5);
    /// ```
    pub fn count_moves(&self, color: Color, most: u32) -> u32 {
        let Some(info) = LegalInfo::of_men(self, color) else {
            return LegalInfo::for_side(self, color).count_legal(self);
        };
        let mut tally = Tally::default();
        info.tally_men(self, &mut tally, most);
        if tally.total() <= most {
            tally.add(info.safe_targets_of_king(self));
        }
        tally.total()
    }

    /// True when the side to move is checkmated.
    #[inline]
    pub fn is_checkmate(&self) -> bool {
        self.is_mated(self.turn())
    }

    /// True when the side to move is not in check and has no legal move.
    #[inline]
    pub fn is_stalemate(&self) -> bool {
        self.is_stalemated(self.turn())
    }

    /// True when a side is in check and would have no legal move if it were its turn.
    #[inline]
    pub fn is_mated(&self, color: Color) -> bool {
        let Some(king) = self.king(color) else {
            return false;
        };
        let checkers = self.attackers_to(king, !color, self.occupied());
        checkers != 0 && !self.answers_check(color, king, checkers)
    }

    /// True when a side is not in check and would have no legal move if it were its turn.
    #[inline]
    pub fn is_stalemated(&self, color: Color) -> bool {
        let info = LegalInfo::for_side(self, color);
        !info.in_check() && !info.has_legal_move(self)
    }

    /// Whether a side has a legal move, whose king is attacked by `checkers`.
    fn answers_check(&self, color: Color, king: u8, checkers: u64) -> bool {
        let [kings, _, _, _, _, pawns] = self.by_role;
        let own = self.side(color);
        // Two kings side by side, and sides of two kings, are on boards that no game reaches.
        if checkers & kings != 0 || !is_single(own & kings) {
            return LegalInfo::for_side(self, color).has_legal_move(self);
        }
        if self.has_king_step(color, king) {
            return true;
        }
        if !is_single(checkers) {
            return false;
        }
        let occupied = self.occupied();
        // A man that is pinned never answers a check: its line meets the checker's in the king alone.
        let way = rays::between(king, checkers.trailing_zeros() as u8);
        let mut men =
            each(checkers).fold(0, |set, on| set | self.attackers_to(on, color, occupied));
        for on in each(way) {
            men |= self.attackers_to(on, color, occupied) & !pawns;
        }
        let own_pawns = pawns & own;
        let (free, back) = (!occupied, way);
        men |= own_pawns
            & match color {
                Color::White => back >> 8 | ((back & 0xff << 24) >> 8 & free) >> 8,
                Color::Black => back << 8 | ((back & 0xff << 32) << 8 & free) << 8,
            };
        men &= !kings;
        if men != 0 && men & !LegalInfo::for_side(self, color).pinned != 0 {
            return true;
        }
        match self.ep() {
            Some(target) if self.turn() == color => self.can_capture_en_passant(target, color),
            _ => false,
        }
    }
}
