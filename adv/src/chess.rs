//! Boards: positions, moves, notation, material, the record of a game.

#[doc(inline)]
pub use adv_chess::class::ClassError;
#[doc(inline)]
pub use adv_chess::drawing::{fen_letter, figure};
#[doc(inline)]
pub use adv_chess::game::{Claim as DrawClaim, End};
#[doc(inline)]
pub use adv_chess::geometry::{set_names, square_name};
#[doc(inline)]
pub use adv_chess::notation::{
    FenError, MoveError, fen, parse_fen, parse_men, parse_move, parse_position, san,
};
#[doc(inline)]
pub use adv_chess::squares::bit;
#[doc(inline)]
pub use adv_chess::{ClassIndex, Color, Game, LegalInfo, Material, Move, Position, Role, generate};
