//! The wishes of an author: an aim to reach, conditions that always hold, and a number that gets smaller with every move.

use adv_chess::Role;

use crate::men::Men;

/// Aim of a program, among which its author chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Mate of the other side.
    Mate,
    /// Promotion: a pawn becomes a queen.
    Queen,
    /// Capture of a man of theirs.
    Take,
    /// No progress: a draw is kept.
    Draw,
}

impl Aim {
    /// Name of the aim in the list of choices that an author sees.
    pub const fn words(self) -> &'static str {
        match self {
            Aim::Mate => "mate",
            Aim::Queen => "a pawn becomes a queen",
            Aim::Take => "a man of theirs is taken",
            Aim::Draw => "nothing: the draw is kept",
        }
    }
}

/// An event that must never happen, and the condition that excludes it in every position of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Never {
    /// Name of the event in the list of choices that an author sees: `we stalemate them`.
    pub words: &'static str,
    /// Condition in the language that excludes the event: `¬stalemate`.
    pub condition: String,
}

/// A number that is to get smaller with our moves, as a measure of progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Name of the number in the list of choices that an author sees: `the squares that their king can walk to`.
    pub words: String,
    /// Expression of the number in the language: `pen(them)`.
    pub number: String,
    /// Module of the library that the expression needs; `None` where it needs none.
    pub library: Option<&'static str>,
}

/// Choices of an author for a new program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// Aim that the program has to reach.
    pub aim: Aim,
    /// Conditions in the language that every position of a tree has to satisfy.
    pub conditions: Vec<String>,
    /// Number that gets smaller with our moves; `None` where the author chose none.
    pub measure: Option<Measure>,
}

/// Aims that these men can reach, the likeliest first.
pub fn aims(men: &Men) -> Vec<Aim> {
    let mut aims = Vec::new();
    if men.can_mate() {
        aims.push(Aim::Mate);
    }
    if men.ours(Role::Pawn) > 0 {
        aims.push(Aim::Queen);
    }
    if men.they_have_more() && men.have_more() {
        aims.push(Aim::Take);
    }
    aims.push(Aim::Draw);
    if !men.press() {
        aims.rotate_right(1);
    }
    aims
}

/// Events that must never happen, of those that can happen to these men on the way to an aim.
pub fn nevers(men: &Men, aim: Aim) -> Vec<Never> {
    let mut nevers = Vec::new();
    if aim != Aim::Draw {
        nevers.push(Never {
            words: "we stalemate them",
            condition: "¬stalemate".to_owned(),
        });
    }
    if men.have_more() {
        nevers.push(Never {
            words: "they take a man that nothing guards",
            condition: "safe".to_owned(),
        });
    }
    if men.ours(Role::Pawn) > 0 && aim == Aim::Queen {
        nevers.push(Never {
            words: "our pawns are lost before one is a queen",
            condition: "SQ(us.P) ∪ SQ(us.Q) ≠ ∅".to_owned(),
        });
    }
    nevers
}

/// Numbers that may get smaller on the way to an aim, as measures of progress.
pub fn measures(men: &Men, aim: Aim) -> Vec<Measure> {
    let mut measures = Vec::new();
    let mut add = |words: &str, number: &str, library| {
        measures.push(Measure {
            words: words.to_owned(),
            number: number.to_owned(),
            library,
        });
    };
    let one = |role| men.ours(role) == 1;
    if aim == Aim::Mate {
        if one(Role::Rook) {
            add(
                "the sides of the rectangle that our rook leaves to their king",
                "rook-sides(us.R, them.K)",
                Some("std.room"),
            );
        }
        if men.can_mate() {
            add(
                "the squares that their king can walk to",
                "pen(them)",
                Some("std.room"),
            );
        }
    }
    if one(Role::Pawn) && men.ours(Role::Queen) == 0 {
        let ranks = match men.us {
            adv_chess::Color::White => "7 - rank(us.P)",
            adv_chess::Color::Black => "rank(us.P)",
        };
        add("the ranks that our pawn has to go", ranks, None);
    }
    if men.they_have_more() && men.have_more() {
        add("the number of their men", "count(them.*)", None);
    }
    if men.theirs(Role::Pawn) == 1 {
        add(
            "the steps from our king to their pawn",
            "dist(us.K, them.P)",
            None,
        );
    }
    add(
        "the steps from our king to theirs",
        "dist(us.K, them.K)",
        None,
    );
    measures
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::{Color, Material};

    #[test]
    fn wishes_fit_the_men() {
        let men = |name: &str| Men::new(Material::named(name).expect("men"), Color::White);
        assert_eq!(aims(&men("KRvK")), [Aim::Mate, Aim::Draw]);
        assert_eq!(aims(&men("KPvK")), [Aim::Queen, Aim::Draw]);
        assert_eq!(aims(&men("KNvKR")), [Aim::Draw, Aim::Take]);
        assert_eq!(nevers(&men("KRvK"), Aim::Draw).len(), 1);
        let numbers = measures(&men("KRvK"), Aim::Mate);
        assert_eq!(numbers[0].number, "rook-sides(us.R, them.K)");
        assert_eq!(numbers.len(), 3);
    }
}
