//! The two sides and the six kinds of men, numbered as the language orders them.
//!
//! The language's fixed order of moves begins with the piece: K Q R B N P. shakmaty numbers the
//! roles the other way round, so the language has its own [`Role`].

use std::fmt;
use std::ops::Not;

/// A side: White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// White, index 0.
    White = 0,
    /// Black, index 1.
    Black = 1,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black: the place in an array by colour.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The language's letter for the side: `W` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Black => 'B',
        }
    }

    /// The side's name in a sentence: `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }

    /// The same side in shakmaty's terms.
    pub const fn to_shakmaty(self) -> shakmaty::Color {
        match self {
            Color::White => shakmaty::Color::White,
            Color::Black => shakmaty::Color::Black,
        }
    }

    /// The side that shakmaty means.
    pub const fn from_shakmaty(color: shakmaty::Color) -> Color {
        match color {
            shakmaty::Color::White => Color::White,
            shakmaty::Color::Black => Color::Black,
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of man, in the language's order K Q R B N P.
///
/// ```
/// use adv_chess::Role;
///
/// let letters: String = Role::ALL.iter().map(|role| role.letter()).collect();
/// assert_eq!(letters, "KQRBNP");
/// assert_eq!(Role::from_letter('N'), Some(Role::Knight));
/// assert_eq!(Role::from_letter('n'), None); // letters of the language are capitals
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    /// King, index 0.
    King = 0,
    /// Queen, index 1.
    Queen = 1,
    /// Rook, index 2.
    Rook = 2,
    /// Bishop, index 3.
    Bishop = 3,
    /// Knight, index 4.
    Knight = 4,
    /// Pawn, index 5.
    Pawn = 5,
}

impl Role {
    /// All six roles in the language's order.
    pub const ALL: [Role; 6] = [
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];

    /// What a pawn may become, in the language's order Q R B N.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// The place in an array by role, 0..5.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The role as one bit of a set of roles, as [`generate`](crate::generate) takes it.
    #[inline]
    pub const fn mask(self) -> u8 {
        1 << self as u8
    }

    /// The capital letter of the role.
    pub const fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Queen => 'Q',
            Role::Rook => 'R',
            Role::Bishop => 'B',
            Role::Knight => 'N',
            Role::Pawn => 'P',
        }
    }

    /// The role of a capital letter, `None` for any other character.
    pub const fn from_letter(letter: char) -> Option<Role> {
        match letter {
            'K' => Some(Role::King),
            'Q' => Some(Role::Queen),
            'R' => Some(Role::Rook),
            'B' => Some(Role::Bishop),
            'N' => Some(Role::Knight),
            'P' => Some(Role::Pawn),
            _ => None,
        }
    }

    /// The role's name in a sentence, in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Role::King => "king",
            Role::Queen => "queen",
            Role::Rook => "rook",
            Role::Bishop => "bishop",
            Role::Knight => "knight",
            Role::Pawn => "pawn",
        }
    }

    /// The same role in shakmaty's terms.
    pub const fn to_shakmaty(self) -> shakmaty::Role {
        match self {
            Role::King => shakmaty::Role::King,
            Role::Queen => shakmaty::Role::Queen,
            Role::Rook => shakmaty::Role::Rook,
            Role::Bishop => shakmaty::Role::Bishop,
            Role::Knight => shakmaty::Role::Knight,
            Role::Pawn => shakmaty::Role::Pawn,
        }
    }

    /// The role that shakmaty means.
    pub const fn from_shakmaty(role: shakmaty::Role) -> Role {
        match role {
            shakmaty::Role::King => Role::King,
            shakmaty::Role::Queen => Role::Queen,
            shakmaty::Role::Rook => Role::Rook,
            shakmaty::Role::Bishop => Role::Bishop,
            shakmaty::Role::Knight => Role::Knight,
            shakmaty::Role::Pawn => Role::Pawn,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
