//! The record of a game: where it began, what was played, and what the rules say of it now.
//!
//! A [`Position`] knows its clocks but not its past, and repetition is a question about the past. So
//! a game keeps every position that it went through:
//!
//! ```text
//! positions   p0 ──m0──▶ p1 ──m1──▶ p2 … pn        n moves, n + 1 positions
//!             start()                  position()
//! ```
//!
//! [`Game::end`] and [`Game::claim`] judge the present position by the Laws of Chess of FIDE, articles
//! 5 and 9. The record itself goes on as long as there are legal moves: whether players stop at a draw
//! is for the caller to decide.

use std::fmt;

use crate::moves::Move;
use crate::notation::{fen, san};
use crate::piece::Color;
use crate::position::Position;

/// Plies without a capture or a pawn move after which a player may claim a draw (article 9.3).
pub const FIFTY_MOVES: u16 = 100;
/// Plies without a capture or a pawn move after which the game is drawn (article 9.6.2).
pub const SEVENTY_FIVE_MOVES: u16 = 150;

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side has the men to mate, by shakmaty's rule: bare kings, a king with one bishop or
    /// knight against a king, and kings with bishops that all stand on squares of one colour.
    DeadPosition,
    /// The present position has occurred five times (article 9.6.1).
    Fivefold,
    /// 75 moves of each side without a capture or a pawn move (article 9.6.2).
    SeventyFive,
}

impl End {
    /// The side that has won, `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            End::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Checkmate { winner } => write!(f, "checkmate, {winner} wins"),
            End::Stalemate => f.write_str("draw: stalemate"),
            End::DeadPosition => f.write_str("draw: neither side has the men to mate"),
            End::Fivefold => f.write_str("draw: the position has occurred five times"),
            End::SeventyFive => {
                f.write_str("draw: seventy-five moves without a capture or a pawn move")
            }
        }
    }
}

/// Why the side to move may claim a draw. Without the claim the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The present position has occurred three times (article 9.2).
    Threefold,
    /// Fifty moves of each side without a capture or a pawn move (article 9.3).
    FiftyMoves,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::Threefold => "draw: the position has occurred three times",
            Claim::FiftyMoves => "draw: fifty moves without a capture or a pawn move",
        })
    }
}

/// A move that was not played, because it is not legal in the game's present position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// Where it was to be played.
    pub position: Position,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mv, fen) = (self.mv, fen(&self.position));
        write!(f, "`{mv}` is not a legal move in `{fen}`")
    }
}

impl std::error::Error for IllegalMove {}

/// A game from some position on.
///
/// ```
/// use adv_chess::game::{End, Game};
/// use adv_chess::{Color, notation};
///
/// // 8 . . . . . . . k      The rook mates on the eighth rank.
/// // 7 . . . . . . . .
/// // 6 . . . . . . K .
/// // 1 . . . R . . . .
/// let mut game = Game::new(notation::parse_fen("7k/8/6K1/8/8/8/8/3R4 w - - 3 9")?);
/// assert_eq!(game.end(), None);
/// game.play(notation::parse_move(game.position(), "Rd8")?)?;
/// assert_eq!(game.end(), Some(End::Checkmate { winner: Color::White }));
/// assert_eq!(game.movetext(), "9. Rd8#");
/// assert_eq!(game.result(), "1-0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    moves: Vec<Move>,
    /// The start and the position after each move: always one more than there are moves.
    positions: Vec<Position>,
}

impl Game {
    /// A game in which nothing has been played yet. The clocks of `start` count: a halfmove clock of
    /// 99 is one quiet move from a claim.
    pub fn new(start: Position) -> Game {
        Game {
            start,
            moves: Vec::new(),
            positions: vec![start],
        }
    }

    /// Where the game began.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(&self.start)
    }

    /// What was played, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start and the position after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The number of moves played, in plies.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// True when nothing has been played yet.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// When the move is not legal in the present position; nothing changes then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let position = *self.position();
        if !position.legal_moves().contains(&mv) {
            return Err(IllegalMove { mv, position });
        }
        self.moves.push(mv);
        self.positions.push(position.play(mv));
        Ok(())
    }

    /// Takes the last move back, `None` where there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// How often the present position has occurred in the record, this time included: the same board,
    /// side to move, castling rights and possibility of a capture en passant. Clocks do not count.
    pub fn repetitions(&self) -> u32 {
        let now = self.position().without_clocks();
        // What came before the last capture or pawn move can never be the same again.
        let reach = usize::from(self.position().halfmoves()) + 1;
        let past = self.positions.iter().rev().take(reach);
        past.map(|position| u32::from(position.without_clocks() == now))
            .sum()
    }

    /// How the game has ended with the present position; `None` where it goes on. Checkmate comes
    /// before the 75-move rule, as article 9.6.2 has it.
    pub fn end(&self) -> Option<End> {
        let position = self.position();
        if !position.has_legal_move() {
            return Some(if position.is_check() {
                End::Checkmate {
                    winner: !position.turn(),
                }
            } else {
                End::Stalemate
            });
        }
        if position.is_dead() {
            Some(End::DeadPosition)
        } else if self.repetitions() >= 5 {
            Some(End::Fivefold)
        } else if position.halfmoves() >= SEVENTY_FIVE_MOVES {
            Some(End::SeventyFive)
        } else {
            None
        }
    }

    /// Why the side to move could claim a draw; `None` where it could not, and where the game has
    /// ended.
    pub fn claim(&self) -> Option<Claim> {
        if self.end().is_some() {
            None
        } else if self.repetitions() >= 3 {
            Some(Claim::Threefold)
        } else if self.position().halfmoves() >= FIFTY_MOVES {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }

    /// The result as game records write it: `1-0`, `0-1`, `1/2-1/2`, and `*` for a game that has not
    /// ended. A draw that has not been claimed does not count.
    pub fn result(&self) -> &'static str {
        match self.end().map(End::winner) {
            None => "*",
            Some(None) => "1/2-1/2",
            Some(Some(Color::White)) => "1-0",
            Some(Some(Color::Black)) => "0-1",
        }
    }

    /// The moves in standard algebraic notation, with `+` and `#`.
    pub fn san(&self) -> Vec<String> {
        let played = self.positions.iter().zip(&self.moves);
        played.map(|(position, mv)| san(position, *mv)).collect()
    }

    /// The moves in standard algebraic notation with their numbers: `1. Ke5 Kc4 2. Rd6`, and
    /// `1... Kc4 2. Rd6` where Black begins. Numbers go on from that of the start.
    pub fn movetext(&self) -> String {
        let mut words = Vec::new();
        for (ply, (position, text)) in self.positions.iter().zip(self.san()).enumerate() {
            match position.turn() {
                Color::White => words.push(format!("{}.", position.fullmoves())),
                Color::Black if ply == 0 => words.push(format!("{}...", position.fullmoves())),
                Color::Black => {}
            }
            words.push(text);
        }
        words.join(" ")
    }
}
