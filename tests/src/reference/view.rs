//! A position as the language sees it: men, whose turn it is, what is attacked, what is legal.
//!
//! Legality is shakmaty's where shakmaty can hold the position. It cannot where a question goes beyond the game: "as if the other
//! side were to move" while its opponent is in check, or a board laid on its side with pawns on the first or last rank.
//! There the rules are applied by hand: every step of every man is tried on a copy of the board and dropped if it leaves the own
//! king attacked. The tests of this file hold that generator against shakmaty's.

use adv_chess::Role;
use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, FromSetup, Piece,
    Position, Setup, Square, attacks,
};

use super::squares::{At, Squares, all, name, on_board};

/// A position. Turned ones are views too, though no game reaches them.
#[derive(Clone, Debug)]
pub struct View {
    board: Board,
    turn: Color,
    castling: Bitboard,
    /// The position with all its rights, where shakmaty accepts it.
    chess: Option<Chess>,
}

/// A legal move, as far as the language can see it. Castling is the king's move to the g- or c-file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The man that moves.
    pub role: Role,
    /// The square it leaves.
    pub from: At,
    /// The square it reaches.
    pub to: At,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

impl Step {
    /// No move at all.
    pub const PASS: Step = Step {
        role: Role::King,
        from: (0, 0),
        to: (0, 0),
        promotion: None,
    };

    /// The squares that `FROM` and `TO` mean; a pass has none.
    pub fn squares(&self) -> (Squares, Squares) {
        match *self == Step::PASS {
            true => (Squares::EMPTY, Squares::EMPTY),
            false => (Squares::one(self.from), Squares::one(self.to)),
        }
    }

    /// A key that grows in the language's fixed order.
    pub fn order(&self) -> (usize, At, At, usize) {
        let promotion = match self.promotion {
            None => 0,
            Some(role) => 1 + role.index(),
        };
        (self.role.index(), self.from, self.to, promotion)
    }

    /// The move as the Universal Chess Interface writes it.
    pub fn uci(&self) -> String {
        if *self == Step::PASS {
            return "0000".to_owned();
        }
        let promotion = match self.promotion {
            None => "",
            Some(Role::Queen) => "q",
            Some(Role::Rook) => "r",
            Some(Role::Bishop) => "b",
            Some(_) => "n",
        };
        format!("{}{}{promotion}", name(self.from), name(self.to))
    }
}

/// shakmaty's square.
pub fn square((file, rank): At) -> Square {
    Square::new((8 * rank + file) as u32)
}

/// File and rank of shakmaty's square.
pub fn at(square: Square) -> At {
    (square.file() as i32, square.rank() as i32)
}

fn squares(set: Bitboard) -> Squares {
    Squares::that(|at| set.contains(square(at)))
}

/// shakmaty's move as a step.
pub fn step(m: shakmaty::Move) -> Option<Step> {
    let from = at(m.from()?);
    let to = match m.castling_side() {
        None => at(m.to()),
        Some(CastlingSide::KingSide) => (6, from.1),
        Some(CastlingSide::QueenSide) => (2, from.1),
    };
    let promotion = m.promotion().map(Role::from_shakmaty);
    Some(Step {
        role: Role::from_shakmaty(m.role()),
        from,
        to,
        promotion,
    })
}

/// The setup as a position, if shakmaty can hold it. Checks and men that no game gives do not matter here.
fn accept(setup: Setup) -> Option<Chess> {
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(chess) => Some(chess),
        Err(refused) => match refused.ignore_impossible_check() {
            Ok(chess) => Some(chess),
            Err(refused) => refused.ignore_too_much_material().ok(),
        },
    }
}

impl View {
    /// A position of a game.
    pub fn of(chess: &Chess) -> View {
        View {
            board: chess.board().clone(),
            turn: chess.turn(),
            castling: chess.castles().castling_rights(),
            chess: Some(chess.clone()),
        }
    }

    /// Men on a board, whether or not a game can have them, and whose turn it is. There are no castling rights.
    pub fn of_men(men: impl IntoIterator<Item = (At, Color, Role)>, turn: Color) -> View {
        let mut board = Board::empty();
        for (at, color, role) in men {
            let role = role.to_shakmaty();
            board.set_piece_at(square(at), Piece { color, role });
        }
        let castling = Bitboard::EMPTY;
        let mut view = View {
            board,
            turn,
            castling,
            chess: None,
        };
        view.chess = accept(view.setup(turn));
        view
    }

    /// The position for shakmaty, `None` where it cannot hold it.
    pub fn chess(&self) -> Option<&Chess> {
        self.chess.as_ref()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The position with the turn of the other side and nothing to capture en passant.
    pub fn after_pass(&self) -> View {
        let turn = !self.turn;
        View {
            turn,
            chess: accept(self.setup(turn)),
            ..self.clone()
        }
    }

    fn setup(&self, turn: Color) -> Setup {
        Setup {
            board: self.board.clone(),
            turn,
            castling_rights: self.castling,
            ..Setup::empty()
        }
    }

    /// All men moved to other squares; castling and en passant are lost.
    pub fn turned(&self, way: impl Fn(At) -> At) -> View {
        let mut board = Board::empty();
        for (from, piece) in self.board.iter() {
            board.set_piece_at(square(way(at(from))), piece);
        }
        let mut view = View {
            board,
            turn: self.turn,
            castling: Bitboard::EMPTY,
            chess: None,
        };
        view.chess = accept(view.setup(view.turn));
        view
    }

    /// Colours exchanged and the board upside down: the same game seen from the other side.
    pub fn mirrored(&self) -> View {
        let setup = match &self.chess {
            Some(chess) => chess.to_setup(EnPassantMode::Legal),
            None => self.setup(self.turn),
        };
        let setup = setup.into_mirrored();
        View {
            board: setup.board.clone(),
            turn: setup.turn,
            castling: setup.castling_rights,
            chess: accept(setup),
        }
    }

    /// The squares of the men of a side, of one role or of all.
    pub fn men(&self, color: Color, role: Option<Role>) -> Squares {
        Squares::that(|at| match self.board.piece_at(square(at)) {
            Some(piece) => {
                piece.color == color && role.is_none_or(|role| role.to_shakmaty() == piece.role)
            }
            None => false,
        })
    }

    /// How many men of each role a side has, K Q R B N P.
    pub fn material(&self, color: Color) -> [u8; 6] {
        Role::ALL.map(|role| self.men(color, Some(role)).count() as u8)
    }

    fn piece(&self, at: At) -> Option<Piece> {
        self.board.piece_at(square(at))
    }

    /// True of a position with the same men on the same squares.
    pub fn has_men_of(&self, other: &View) -> bool {
        self.board == other.board
    }

    /// The man on a square: its side and its role.
    pub fn man(&self, at: At) -> Option<(Color, Role)> {
        let piece = self.piece(at)?;
        Some((piece.color, Role::from_shakmaty(piece.role)))
    }

    /// The board without the man on a square.
    pub fn without(&self, at: At) -> View {
        let mut view = self.clone();
        view.board.discard_piece_at(square(at));
        view.chess = None;
        view
    }

    /// The squares that the men on some squares attack, on this board without some men.
    fn attacked_from(&self, men: &Squares, without: &Squares) -> Squares {
        let mut occupied = Bitboard::EMPTY;
        for at in all() {
            if self.piece(at).is_some() && !without.has(at) {
                occupied.add(square(at));
            }
        }
        men.iter()
            .fold(Squares::EMPTY, |set, at| match self.piece(at) {
                Some(piece) => set.union(&squares(attacks::attacks(square(at), piece, occupied))),
                None => set,
            })
    }

    /// `ATT`: the squares that men of a side attack, own men included.
    pub fn attacks(&self, color: Color, role: Option<Role>) -> Squares {
        self.attacked_from(&self.men(color, role), &Squares::EMPTY)
    }

    /// `ATT` with a board: the squares that such men would attack from there, if only the men that stand stop lines.
    pub fn attacks_of_such(&self, color: Color, role: Option<Role>, from: &Squares) -> Squares {
        let occupied = self.board.occupied();
        let roles = role.map_or(Role::ALL.to_vec(), |role| vec![role]);
        let mut set = Squares::EMPTY;
        for role in roles {
            let role = role.to_shakmaty();
            for at in from.iter() {
                let piece = Piece { color, role };
                set = set.union(&squares(attacks::attacks(square(at), piece, occupied)));
            }
        }
        set
    }

    /// `may-castle`: a rook of the side has a right left.
    pub fn may_castle(&self, color: Color) -> bool {
        let home = if color == Color::White { 0 } else { 7 };
        (0..8).any(|file| self.castling.contains(square((file, home))))
    }

    /// `GUARD`: as `ATT` of the side, with the enemy king taken off the board.
    pub fn guard(&self, color: Color) -> Squares {
        self.attacked_from(&self.men(color, None), &self.men(!color, Some(Role::King)))
    }

    /// `STEP`: lines end at the first man, which is included if it is an enemy; a pawn goes straight on to free squares and aside to
    /// enemy men. Own men's squares are no steps (they are what `ATT` has besides).
    pub fn steps(&self, color: Color, role: Option<Role>) -> Squares {
        let men = self.men(color, role);
        men.iter().fold(Squares::EMPTY, |set, from| {
            set.union(&self.steps_from(from))
        })
    }

    fn steps_from(&self, from: At) -> Squares {
        let attacked = self.attacked_from(&Squares::one(from), &Squares::EMPTY);
        let Some(piece) = self.piece(from) else {
            return Squares::EMPTY;
        };
        if piece.role != shakmaty::Role::Pawn {
            return attacked.minus(&self.men(piece.color, None));
        }
        let mut set = attacked.intersect(&self.men(!piece.color, None));
        let (up, home) = if piece.color == Color::White {
            (1, 1)
        } else {
            (-1, 6)
        };
        let (one, two) = ((from.0, from.1 + up), (from.0, from.1 + 2 * up));
        let free = |at: At| on_board(at) && self.piece(at).is_none();
        if free(one) {
            set.put(one);
            if from.1 == home && free(two) {
                set.put(two);
            }
        }
        set
    }

    /// The side's king is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        let kings = self.men(color, Some(Role::King));
        !kings.intersect(&self.attacks(!color, None)).is_empty()
    }

    /// The legal moves of a side as if it were to move; en passant only where it really is.
    pub fn legal(&self, color: Color) -> Vec<Step> {
        let chess = match &self.chess {
            Some(chess) if self.turn == color => Some(chess.clone()),
            _ => accept(self.setup(color)),
        };
        match chess {
            Some(chess) => chess.legal_moves().into_iter().filter_map(step).collect(),
            None => self.legal_by_hand(color),
        }
    }

    /// The same by trying out; en passant left out.
    fn legal_by_hand(&self, color: Color) -> Vec<Step> {
        let no_targets = self
            .men(color, None)
            .union(&self.men(!color, Some(Role::King)));
        let mut moves = Vec::new();
        for from in self.men(color, None).iter() {
            let Some(piece) = self.piece(from) else {
                continue;
            };
            let role = Role::from_shakmaty(piece.role);
            for to in self.steps_from(from).minus(&no_targets).iter() {
                let mut after = self.clone();
                after.board.discard_piece_at(square(from));
                after.board.set_piece_at(square(to), piece);
                if after.in_check(color) {
                    continue;
                }
                let last = if color == Color::White { 7 } else { 0 };
                if role == Role::Pawn && to.1 == last {
                    moves.extend(Role::PROMOTIONS.map(|promotion| Step {
                        role,
                        from,
                        to,
                        promotion: Some(promotion),
                    }));
                } else {
                    moves.push(Step {
                        role,
                        from,
                        to,
                        promotion: None,
                    });
                }
            }
        }
        moves.extend(self.castlings(color));
        moves
    }

    fn castlings(&self, color: Color) -> Vec<Step> {
        let rank = if color == Color::White { 0 } else { 7 };
        let attacked = self.attacks(!color, None);
        let mut moves = Vec::new();
        for (rook, empty, king_way, to) in [(7, 5..=6, 4..=6, 6), (0, 1..=3, 2..=4, 2)] {
            let right = self.castling.contains(square((rook, rank)));
            let free = empty.clone().all(|file| self.piece((file, rank)).is_none());
            let safe = king_way.clone().all(|file| !attacked.has((file, rank)));
            if right && free && safe && self.men(color, Some(Role::King)).has((4, rank)) {
                let to = (to, rank);
                moves.push(Step {
                    role: Role::King,
                    from: (4, rank),
                    to,
                    promotion: None,
                });
            }
        }
        moves
    }

    /// Neither side has the men to mate. No symmetry of the board changes that, and a board that shakmaty refuses has pawns.
    pub fn insufficient(&self) -> bool {
        self.chess
            .as_ref()
            .is_some_and(|chess| chess.is_insufficient_material())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;

    #[test]
    fn moves_by_hand_are_shakmatys() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1",
            "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
        ];
        for fen in fens {
            let chess: Chess = Fen::from_ascii(fen.as_bytes())
                .unwrap()
                .into_position(CastlingMode::Standard)
                .unwrap();
            let view = View::of(&chess);
            let sorted = |mut moves: Vec<Step>| {
                moves.sort_by_key(Step::order);
                moves
            };
            let turn = view.turn();
            assert_eq!(
                sorted(view.legal_by_hand(turn)),
                sorted(view.legal(turn)),
                "{fen}"
            );
        }
    }
}
