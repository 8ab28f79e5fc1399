//! Boards of shakmaty, the library that judges what can be played in the rest of the project.

use adv_chess::squares::{bit, file_major};
use adv_chess::{Position as Lean, Role};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

use super::board::{Board, LAST_RANKS, castled};

/// The number of a square when squares are counted by file first.
#[inline]
const fn by_file(square: u8) -> u8 {
    (square >> 3) | (square << 3) & 63
}

/// The squares to which one man can go.
#[derive(Clone, Copy)]
struct Man {
    role: shakmaty::Role,
    from: shakmaty::Square,
    to: u64,
}

impl Man {
    const NONE: Man = Man {
        role: shakmaty::Role::King,
        from: shakmaty::Square::A1,
        to: 0,
    };

    /// Its place in the fixed order; the roles of shakmaty count from the pawn to the king.
    #[inline]
    fn key(&self) -> u16 {
        let role = match self.role {
            shakmaty::Role::Knight => 10,
            shakmaty::Role::Bishop => 9,
            role => 12 - role as u16,
        };
        role << 8 | u16::from(by_file(self.from as u8))
    }
}

/// Puts moves of shakmaty, which come man by man but else in an order of their own, into the language's: gathered to a set of
/// squares for each man, and made again from the sets.
#[inline]
fn in_order(
    board: &Chess,
    moves: impl Iterator<Item = shakmaty::Move>,
    out: &mut Vec<shakmaty::Move>,
) {
    let mut men = [Man::NONE; 32];
    let (mut count, mut last) = (0, 0);
    let mut castles = [None; 2];
    for m in moves {
        let (role, (from, to)) = (m.role(), Chess::squares(m));
        let from = shakmaty::Square::new(u32::from(from));
        if m.is_castle() {
            castles[usize::from(to > from as u8)] = Some(m);
        }
        if count == 0 || men[last].from != from {
            // Captures en passant come before everything else.
            let known = men[..count].iter().position(|man| man.from == from);
            last = known.unwrap_or(count);
            if last == count {
                men[last] = Man { role, from, to: 0 };
                count += 1;
            }
        }
        men[last].to |= bit(to);
    }
    let men = &mut men[..count];
    for i in 1..men.len() {
        let man = men[i];
        let mut j = i;
        while j > 0 && men[j - 1].key() > man.key() {
            men[j] = men[j - 1];
            j -= 1;
        }
        men[j] = man;
    }
    let enemies = board.side(!board.white_to_move());
    for &Man { role, from, to } in &*men {
        for to in file_major(to) {
            let capture = (enemies & bit(to) != 0)
                .then(|| board.board().role_at(shakmaty::Square::new(u32::from(to))))
                .flatten();
            let normal = |promotion| shakmaty::Move::Normal {
                role,
                from,
                capture,
                to: shakmaty::Square::new(u32::from(to)),
                promotion,
            };
            match (role, from as u8) {
                (shakmaty::Role::Pawn, _) if bit(to) & LAST_RANKS != 0 => {
                    out.extend(SHAKMATY_PROMOTIONS.map(|role| normal(Some(role))));
                }
                (shakmaty::Role::Pawn, man) if capture.is_none() && (man ^ to) & 7 != 0 => {
                    let to = shakmaty::Square::new(u32::from(to));
                    out.push(shakmaty::Move::EnPassant { from, to });
                }
                (shakmaty::Role::King, man) if man.abs_diff(to) == 2 => {
                    out.extend(castles[usize::from(to > man)]);
                }
                _ => out.push(normal(None)),
            }
        }
    }
}

/// What a pawn becomes, in the language's order, as shakmaty names it.
const SHAKMATY_PROMOTIONS: [shakmaty::Role; 4] = [
    shakmaty::Role::Queen,
    shakmaty::Role::Rook,
    shakmaty::Role::Bishop,
    shakmaty::Role::Knight,
];

impl Board for Chess {
    type Ply = shakmaty::Move;
    type Legal = shakmaty::MoveList;
    const NAME: &'static str = "shakmaty";

    fn of(position: &Lean) -> Option<Self> {
        position.to_chess()
    }

    #[inline]
    fn white_to_move(&self) -> bool {
        self.turn().is_white()
    }

    #[inline]
    fn men(&self, white: bool, role: Role) -> u64 {
        let color = shakmaty::Color::from_white(white);
        (self.board().by_color(color) & self.board().by_role(role.to_shakmaty())).into()
    }

    #[inline]
    fn side(&self, white: bool) -> u64 {
        self.board()
            .by_color(shakmaty::Color::from_white(white))
            .into()
    }

    #[inline]
    fn occupied(&self) -> u64 {
        self.board().occupied().into()
    }

    #[inline]
    fn role_at(&self, square: u8) -> Role {
        let role = self
            .board()
            .role_at(shakmaty::Square::new(u32::from(square & 63)));
        role.map_or(Role::Pawn, Role::from_shakmaty)
    }

    #[inline]
    fn legal(&self) -> Self::Legal {
        self.legal_moves()
    }

    #[inline]
    fn each(&self, legal: &Self::Legal, role: Role, to: u64, mut take: impl FnMut(Self::Ply)) {
        let role = role.to_shakmaty();
        for &m in legal {
            if m.role() == role && to >> Self::squares(m).1 & 1 != 0 {
                take(m);
            }
        }
    }

    #[inline]
    fn moves(&self, legal: &Self::Legal, role: Role, to: u64, out: &mut Vec<Self::Ply>) {
        let role = role.to_shakmaty();
        let wanted = |m: &&shakmaty::Move| m.role() == role && to >> Self::squares(**m).1 & 1 != 0;
        in_order(self, legal.iter().filter(wanted).copied(), out);
    }

    #[inline]
    fn all(&self, legal: &Self::Legal, out: &mut Vec<Self::Ply>) {
        in_order(self, legal.iter().copied(), out);
    }

    #[inline]
    fn squares(ply: Self::Ply) -> (u8, u8) {
        match ply {
            shakmaty::Move::Normal { from, to, .. } | shakmaty::Move::EnPassant { from, to } => {
                (from as u8, to as u8)
            }
            shakmaty::Move::Castle { king, rook } => (king as u8, castled(king as u8, rook as u8)),
            shakmaty::Move::Put { to, .. } => (to as u8, to as u8),
        }
    }

    #[inline]
    fn play(&self, ply: Self::Ply) -> Self {
        let mut child = self.clone();
        child.play_unchecked(ply);
        child
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_check()
    }

    #[inline]
    fn count_moves(&self, _: u32) -> u32 {
        self.legal_moves().len() as u32
    }

    #[inline]
    fn key(&self) -> u64 {
        let key: Zobrist64 = self.zobrist_hash(EnPassantMode::Legal);
        key.0
    }

    #[inline]
    fn key_after(&self, key: u64, ply: Self::Ply, after: &Self) -> u64 {
        let next = self.update_zobrist_hash(Zobrist64(key), ply, EnPassantMode::Legal);
        next.map_or_else(|| after.key(), |next| next.0)
    }

    #[inline]
    fn has_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }
}
