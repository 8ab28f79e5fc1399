//! Legal moves, asked for by piece and in the language's fixed order.
//!
//! A piece-of-advice often wants the king's moves only, so nothing is generated that is not asked
//! for. What all of a node's questions share is computed once, in [`LegalInfo`]; from then on the
//! legal target squares of any man are a handful of set operations.
//!
//! The order is: by piece K Q R B N P, then from-square, then to-square, squares compared file
//! first (a1, a2, …, a8, b1, …, h8), promotions Q R B N. Castling is a king's move to the g- or
//! c-file.

use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Role};
use crate::position::{CASTLINGS, Position};
use crate::rays;
use crate::squares::{bit, each, file_major, is_single};

/// The set of all six roles, for [`generate`].
pub const ALL_ROLES: u8 = 63;

/// What the legality of every move of one side depends on, computed once for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalInfo {
    /// The side whose moves are meant.
    pub color: Color,
    /// The squares where its king may not step, lines running on through him.
    pub danger: u64,
    /// The enemy men that give check.
    pub checkers: u64,
    /// Its men that stand alone between their king and an enemy slider.
    pub pinned: u64,
    /// Where a man other than the king must go: everywhere, or, in check, onto the checker or in
    /// between; nowhere in double check.
    pub check_mask: u64,
    king: u8,
}

impl LegalInfo {
    /// For the side to move.
    #[inline]
    pub fn new(position: &Position) -> LegalInfo {
        LegalInfo::for_side(position, position.turn())
    }

    /// For either side, as if it were to move. En passant is still possible only for the side whose
    /// turn it is.
    #[inline]
    pub fn for_side(position: &Position, color: Color) -> LegalInfo {
        let enemies = position.side(!color);
        let mut info = LegalInfo {
            color,
            danger: 0,
            checkers: 0,
            pinned: 0,
            check_mask: !0,
            king: 64,
        };
        let king = position.pieces(color, Role::King);
        if king != 0 {
            info.king = king.trailing_zeros() as u8;
        }
        // A lone king gives no check and pins nothing.
        if is_single(enemies & position.by_role[0]) && enemies & !position.by_role[0] == 0 {
            info.danger = rays::king_attacks(enemies.trailing_zeros() as u8);
        } else {
            info.danger = position.guard(!color);
            if king != 0 {
                info.find_checks_and_pins(position, enemies);
            }
        }
        info
    }

    #[inline]
    fn find_checks_and_pins(&mut self, position: &Position, enemies: u64) {
        let [_, queens, rooks, bishops, knights, pawns] = position.by_role;
        let lines = rays::lines(self.king);
        let snipers = (((lines.file | lines.rank) & (rooks | queens))
            | ((lines.diagonal | lines.antidiagonal) & (bishops | queens)))
            & enemies;
        if snipers != 0 {
            let occupied = position.occupied();
            for sniper in each(snipers) {
                let blockers = rays::between(self.king, sniper) & occupied;
                if blockers == 0 {
                    self.checkers |= bit(sniper);
                } else if is_single(blockers) {
                    self.pinned |= blockers & position.side(self.color);
                }
            }
        }
        // The guarded squares tell already whether there is a check at all.
        if self.danger & bit(self.king) == 0 {
            return;
        }
        let steppers = (rays::knight_attacks(self.king) & knights)
            | (rays::pawn_attacks(self.color, self.king) & pawns);
        self.checkers |= steppers & enemies;
        self.check_mask = if is_single(self.checkers) {
            self.checkers | rays::between(self.king, self.checkers.trailing_zeros() as u8)
        } else if self.checkers == 0 {
            // Only two kings side by side come here, on boards that no game reaches.
            !0
        } else {
            0
        };
    }

    /// True when the side's king is attacked.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.checkers != 0
    }

    /// The legal target squares of one man of the side, which must be of `role` and stand on
    /// `from`. Castling and en passant are among them; a promotion counts once.
    #[inline]
    pub fn legal_targets(&self, position: &Position, role: Role, from: u8) -> u64 {
        let own = position.side(self.color);
        if role == Role::King {
            let steps = rays::king_attacks(from) & !own & !self.danger;
            return if position.castling() == 0 {
                steps
            } else {
                steps | self.castling_targets(position, from)
            };
        }
        if self.check_mask == 0 {
            return 0;
        }
        let reached = match role {
            Role::Pawn => position.pawn_steps(self.color, from),
            Role::Rook => rays::rook_attacks(from, position.occupied()),
            Role::Bishop => rays::bishop_attacks(from, position.occupied()),
            Role::Knight => rays::knight_attacks(from),
            Role::Queen | Role::King => rays::queen_attacks(from, position.occupied()),
        };
        // No move takes a king; only an "as if" question can come near it.
        let mut targets = reached & !(own | position.by_role[0]) & self.check_mask;
        if self.pinned & bit(from) != 0 {
            targets &= rays::through(self.king, from);
        }
        if role == Role::Pawn && position.ep().is_some() {
            targets |= self.en_passant_target(position, from);
        }
        targets
    }

    /// Castling is answered from the squares themselves, so that a wrong right on an odd board
    /// gives no wrong move.
    #[cold]
    fn castling_targets(&self, position: &Position, from: u8) -> u64 {
        let mut targets = 0;
        for (right, color, king, rook) in CASTLINGS {
            if position.castling() & right == 0 || color != self.color || king != from {
                continue;
            }
            let target = if rook > king { king + 2 } else { king - 2 };
            let way = bit(target) | bit(king.midpoint(target));
            let free = rays::between(king, rook) & position.occupied() == 0;
            let safe = (way | bit(king)) & self.danger == 0;
            if free && safe && position.pieces(color, Role::Rook) & bit(rook) != 0 {
                targets |= bit(target);
            }
        }
        targets
    }

    #[cold]
    fn en_passant_target(&self, position: &Position, from: u8) -> u64 {
        match position.ep() {
            Some(target)
                if position.turn() == self.color
                    && rays::pawn_attacks(self.color, from) & bit(target) != 0
                    && position.en_passant_is_safe(from, target, self.color) =>
            {
                bit(target)
            }
            _ => 0,
        }
    }

    /// The target squares of the legal moves of all men of one role (the language's `MV`).
    #[inline]
    pub fn legal_destinations(&self, position: &Position, role: Role) -> u64 {
        each(position.pieces(self.color, role)).fold(0, |set, from| {
            set | self.legal_targets(position, role, from)
        })
    }

    /// True when the side has any legal move.
    #[inline]
    pub fn has_legal_move(&self, position: &Position) -> bool {
        Role::ALL.into_iter().any(|role| {
            each(position.pieces(self.color, role))
                .any(|from| self.legal_targets(position, role, from) != 0)
        })
    }

    /// The number of legal moves, each promotion counted.
    pub fn count_legal(&self, position: &Position) -> u32 {
        let mut count = 0;
        for role in Role::ALL {
            for from in each(position.pieces(self.color, role)) {
                let targets = self.legal_targets(position, role, from);
                count += targets.count_ones();
                if role == Role::Pawn {
                    count += 3 * (targets & LAST_RANKS).count_ones();
                }
            }
        }
        count
    }
}

/// The squares that a man other than a pawn reaches in one move on an empty board.
#[inline]
pub fn empty_board_targets(role: Role, from: u8) -> u64 {
    rays::attacks(Color::White, role, from & 63, 0)
}

const LAST_RANKS: u64 = rays::RANK_1 | rays::RANK_8;

/// Pushes the legal moves of the men of `roles` (bits by [`Role::mask`]) to squares of `targets`
/// onto the end of `out`, in the language's fixed order.
///
/// `info` must have been computed for this position. A search keeps one vector for all its nodes
/// and truncates it when it leaves one.
#[inline]
pub fn generate(
    position: &Position,
    info: &LegalInfo,
    roles: u8,
    targets: u64,
    out: &mut Vec<Move>,
) {
    for role in Role::ALL {
        let men = position.pieces(info.color, role);
        if men == 0 || roles & role.mask() == 0 {
            continue;
        }
        for from in file_major(men) {
            let squares = info.legal_targets(position, role, from) & targets;
            if squares == 0 {
                continue;
            }
            match role {
                Role::Pawn => push_pawn_moves(position, from, squares, out),
                Role::King if position.castling() != 0 => push_king_moves(from, squares, out),
                _ => out.extend(file_major(squares).map(|to| Move::new(role, from, to))),
            }
        }
    }
}

fn push_pawn_moves(position: &Position, from: u8, squares: u64, out: &mut Vec<Move>) {
    for to in file_major(squares) {
        let plain = Move::new(Role::Pawn, from, to);
        if bit(to) & LAST_RANKS != 0 {
            out.extend(MoveKind::PROMOTIONS.map(|kind| Move { kind, ..plain }));
        } else if position.ep() == Some(to) && (from ^ to) & 7 != 0 {
            out.push(Move {
                kind: MoveKind::EnPassant,
                ..plain
            });
        } else {
            out.push(plain);
        }
    }
}

fn push_king_moves(from: u8, squares: u64, out: &mut Vec<Move>) {
    out.extend(file_major(squares).map(|to| {
        // Only castling takes a king two squares along a rank.
        let kind = if from.abs_diff(to) == 2 {
            MoveKind::Castle
        } else {
            MoveKind::Normal
        };
        Move {
            kind,
            ..Move::new(Role::King, from, to)
        }
    }));
}

impl Position {
    /// All legal moves in the language's fixed order, in a vector of their own. For tools and
    /// tests; a search uses [`generate`].
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        generate(self, &LegalInfo::new(self), ALL_ROLES, !0, &mut moves);
        moves
    }

    /// True when the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        LegalInfo::new(self).has_legal_move(self)
    }

    /// The number of legal moves of the side to move.
    pub fn count_legal(&self) -> u32 {
        LegalInfo::new(self).count_legal(self)
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
        self.in_check(color) && !LegalInfo::for_side(self, color).has_legal_move(self)
    }

    /// True when a side is not in check and would have no legal move if it were its turn.
    #[inline]
    pub fn is_stalemated(&self, color: Color) -> bool {
        let info = LegalInfo::for_side(self, color);
        !info.in_check() && !info.has_legal_move(self)
    }

    /// The target squares of legal moves of the men of one role, as if `color` were to move; en
    /// passant only when it really is (the language's `MV`).
    #[inline]
    pub fn legal_destinations(&self, color: Color, role: Role) -> u64 {
        let info = LegalInfo::for_side(self, color);
        info.legal_destinations(self, role)
    }

    /// The square of the king of the side to move and where he may step, if he is all that the side has and cannot castle: these are
    /// then its legal moves.
    ///
    /// ```
    /// use adv_chess::notation::parse_fen;
    ///
    /// // The rook on the second rank and the king on c3 leave Black one square.
    /// let position = parse_fen("8/8/8/8/8/2K5/7R/1k6 b - - 0 1")?;
    /// assert_eq!(position.lone_king_targets(), Some((1, 0b101)));
    /// assert_eq!(position.legal_moves().len(), 2);
    /// # Ok::<(), adv_chess::notation::FenError>(())
    /// ```
    #[inline]
    pub fn lone_king_targets(&self) -> Option<(u8, u64)> {
        let color = self.turn();
        let own = self.side(color);
        if !is_single(own & self.by_role[0]) || own & !self.by_role[0] != 0 || self.castling() != 0
        {
            return None;
        }
        let king = own.trailing_zeros() as u8;
        Some((king, rays::king_attacks(king) & !self.guard(!color)))
    }

    /// The squares around a side's king, whatever is legal.
    #[inline]
    pub fn king_steps(&self, color: Color) -> u64 {
        self.king(color).map_or(0, rays::king_attacks)
    }
}
