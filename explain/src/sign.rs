//! The seven signs of a total: the side that has an advantage, and its size.

use adv_chess::Color;

/// Judgement of a position by its total, as books write it. The bounds are those of the paper's first table: 1 and 3 pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// `-+`: Black has a decisive advantage, more than 3 pawns.
    BlackWins,
    /// `∓`: Black has a big advantage, more than 1 pawn.
    BlackBetter,
    /// `=+`: Black has a small advantage.
    BlackSlightly,
    /// `=`: equal, exactly 0.
    Equal,
    /// `+=`: White has a small advantage.
    WhiteSlightly,
    /// `±`: White has a big advantage, more than 1 pawn.
    WhiteBetter,
    /// `+-`: White has a decisive advantage, more than 3 pawns.
    WhiteWins,
}

impl Sign {
    /// All signs, from the best for Black to the best for White.
    pub const ALL: [Sign; 7] = [
        Sign::BlackWins,
        Sign::BlackBetter,
        Sign::BlackSlightly,
        Sign::Equal,
        Sign::WhiteSlightly,
        Sign::WhiteBetter,
        Sign::WhiteWins,
    ];

    /// Returns the sign of a total for White, in hundredths of a pawn.
    ///
    /// ```
    /// use adv_explain::Sign;
    ///
    /// assert_eq!(Sign::of(300), Sign::WhiteBetter);
    /// assert_eq!(Sign::of(301), Sign::WhiteWins);
    /// assert_eq!(Sign::of(-1), Sign::BlackSlightly);
    /// ```
    pub const fn of(total: i64) -> Sign {
        match total {
            ..-300 => Sign::BlackWins,
            -300..-100 => Sign::BlackBetter,
            -100..0 => Sign::BlackSlightly,
            0 => Sign::Equal,
            1..=100 => Sign::WhiteSlightly,
            101..=300 => Sign::WhiteBetter,
            301.. => Sign::WhiteWins,
        }
    }

    /// Returns the sign as books print it, such as `±`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Sign::BlackWins => "-+",
            Sign::BlackBetter => "∓",
            Sign::BlackSlightly => "=+",
            Sign::Equal => "=",
            Sign::WhiteSlightly => "+=",
            Sign::WhiteBetter => "±",
            Sign::WhiteWins => "+-",
        }
    }

    /// Returns the sign in ASCII characters alone, such as `+/-` for `±`.
    pub const fn ascii(self) -> &'static str {
        match self {
            Sign::BlackBetter => "-/+",
            Sign::WhiteBetter => "+/-",
            other => other.symbol(),
        }
    }

    /// Returns the numeric annotation glyph of PGN for the sign: 10 or 14 to 19.
    pub const fn nag(self) -> u8 {
        match self {
            Sign::Equal => 10,
            Sign::WhiteSlightly => 14,
            Sign::BlackSlightly => 15,
            Sign::WhiteBetter => 16,
            Sign::BlackBetter => 17,
            Sign::WhiteWins => 18,
            Sign::BlackWins => 19,
        }
    }

    /// Returns the side with the advantage; `None` for the equal sign.
    pub const fn side(self) -> Option<Color> {
        match self {
            Sign::BlackWins | Sign::BlackBetter | Sign::BlackSlightly => Some(Color::Black),
            Sign::Equal => None,
            Sign::WhiteSlightly | Sign::WhiteBetter | Sign::WhiteWins => Some(Color::White),
        }
    }

    /// Returns the sign of the position with the colours exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Sign {
        match self {
            Sign::BlackWins => Sign::WhiteWins,
            Sign::BlackBetter => Sign::WhiteBetter,
            Sign::BlackSlightly => Sign::WhiteSlightly,
            Sign::Equal => Sign::Equal,
            Sign::WhiteSlightly => Sign::BlackSlightly,
            Sign::WhiteBetter => Sign::BlackBetter,
            Sign::WhiteWins => Sign::BlackWins,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sign;

    #[test]
    fn a_total_and_its_opposite_have_opposite_signs() {
        for total in [
            i64::MIN + 1,
            -301,
            -300,
            -101,
            -100,
            -1,
            0,
            1,
            100,
            300,
            301,
        ] {
            assert_eq!(Sign::of(total).exchanged(), Sign::of(-total), "{total}");
        }
        assert_eq!(Sign::of(i64::MIN), Sign::BlackWins);
    }
}
