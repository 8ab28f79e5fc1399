//! A program to begin with: for some men, a table of a few pieces-of-advice that compiles, plays and claims something at once.
//!
//! ```text
//!   Material, side ──▶ Starter ──▶ examples()   quiet positions of the men, one after the other, always the same ones
//!                             └──▶ text()       the program with one of them as its example
//!
//!   men.rs      abilities and names of the men           pieces.rs   the pieces-of-advice
//!   example.rs  positions                                text.rs     the program around them
//!   wishes.rs   the choices that an author has
//! ```
//!
//! Architecture invariant: this crate produces text. It does not compile or search; the caller tests whether the program answers in its
//! example.

mod example;
mod men;
mod pieces;
mod text;
mod wishes;

use adv_chess::{Color, Material, Position};

pub use example::Examples;
pub use wishes::{Aim, Measure, Never, Wishes};

use men::Men;

/// Writer of a new program: the name, the men, the side and the author's wishes.
#[derive(Clone, Debug)]
pub struct Starter {
    /// Name of the program and of its table.
    name: String,
    men: Men,
    wishes: Option<Wishes>,
}

impl Starter {
    /// Starter for a program that plays one side with these men. The name must be one that the language takes for the name of a table.
    pub fn new(name: &str, material: Material, us: Color) -> Starter {
        Starter {
            name: name.to_owned(),
            men: Men::new(material, us),
            wishes: None,
        }
    }

    /// Adds the author's wishes: aim, conditions and measure.
    #[must_use]
    pub fn with_wishes(mut self, wishes: Wishes) -> Starter {
        self.wishes = Some(wishes);
        self
    }

    /// Aims that a program can have with these men, the likeliest first.
    pub fn aims(&self) -> Vec<Aim> {
        wishes::aims(&self.men)
    }

    /// Conditions that the author can require of every position on the way to an aim.
    pub fn nevers(&self, aim: Aim) -> Vec<Never> {
        wishes::nevers(&self.men, aim)
    }

    /// Numbers that the author can require to get smaller on the way to an aim.
    pub fn measures(&self, aim: Aim) -> Vec<Measure> {
        wishes::measures(&self.men, aim)
    }

    /// Side that has more material, which a program is usually for; White where both have the same.
    pub fn stronger(material: &Material) -> Color {
        men::stronger(material)
    }

    /// Side that the new program plays.
    pub const fn side(&self) -> Color {
        self.men.us
    }

    /// Men of both sides in words: `king and queen against king and rook`.
    pub fn men(&self) -> String {
        self.men.words()
    }

    /// Positions with these men, our side to move, where nothing is decided at once; later any legal ones. Every call gives the same ones.
    pub fn examples(&self) -> Examples {
        Examples::new(&self.men)
    }

    /// True for a piece-of-advice, by its name, that decides the example at once: it mates, captures or promotes.
    pub fn decides(advice: &str) -> bool {
        advice.starts_with("mate-in") || advice == "take" || advice == "promote"
    }

    /// Source text of the program. `advice` is the piece-of-advice that the table chooses in the example, which its test expects; with
    /// `None` the test expects only that the men are there.
    pub fn text(&self, example: &Position, advice: Option<&str>) -> String {
        text::program(&self.name, &self.men, self.wishes.as_ref(), example, advice)
    }
}
