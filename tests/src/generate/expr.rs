//! What random expressions are made from: the places where they are allowed, the definitions so far, and the words of all types.
//!
//! Boards, numbers and truths have files of their own. Every operation is in parentheses of its own, so that the text means
//! what was intended whatever binds tighter. The size left goes down with every level; at nought an expression is a leaf.

use super::position::Men;
use adv_testkit::Numbers;

/// The types of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A set of squares.
    Board,
    /// A number.
    Number,
    /// A truth.
    Truth,
    /// A designation.
    Piece,
    /// A side.
    Side,
    /// Attacks and what stops them.
    Zone,
}

impl Kind {
    /// The word of a parameter's type.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Board => "board",
            Kind::Number => "number",
            Kind::Truth => "descriptor",
            Kind::Piece => "piece",
            Kind::Side => "side",
            Kind::Zone => "zone",
        }
    }
}

/// What may be spoken of at a place: beside the current position a new one, the root, the move; and what may be used there.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// `new.`
    pub new: bool,
    /// `root.`
    pub root: bool,
    /// `FROM` and `TO`
    pub step: bool,
    /// `satisfiable`
    pub satisfiable: bool,
    /// Parameters and bound variables.
    pub vars: Vec<(String, Kind)>,
    /// Inside a prefix, where no further one is written.
    pub(super) prefixed: bool,
    /// Inside a fold or `turned`, where nothing dear is written.
    pub(super) folded: bool,
}

/// What a definition needs at the place where it is used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// A new position.
    pub new: bool,
    /// A root.
    pub root: bool,
    /// A move.
    pub step: bool,
    /// A search.
    pub satisfiable: bool,
    /// It contains a fold, `turned` or a costly primitive.
    pub dear: bool,
}

/// A definition that was generated.
#[derive(Clone, Debug)]
pub struct Defined {
    /// The name.
    pub name: String,
    /// The result.
    pub kind: Kind,
    /// 1, or the width of a tuple.
    pub width: usize,
    /// The parameters.
    pub params: Vec<Kind>,
    /// What it needs.
    pub needs: Needs,
}

/// The generator of one program's text.
pub struct Writer<'r> {
    /// Chance.
    pub rng: &'r mut Numbers,
    /// The declared men; `None` for a program without a material.
    pub men: Option<Men>,
    /// Definitions so far.
    pub defined: Vec<Defined>,
    /// Calls of pieces-of-advice that a goal may make, each with what two of them must have in common to be tried as one:
    /// the side, the times at which the goals are evaluated, and what moves cost.
    pub askable: Vec<(String, [&'static str; 3], String)>,
    /// What the expression being written has needed so far.
    pub needs: Needs,
    /// Numbers for bound variables.
    pub counter: usize,
    /// The side that the tables play for, where there is one: 0 for White.
    pub plays: Option<usize>,
    /// Classes speak of `TAKEN`.
    pub taken: bool,
    /// Words of trajectories and zones are written.
    pub zones: bool,
}

impl Writer<'_> {
    /// A sign or one of its twins.
    pub(super) fn sign(&mut self, twins: &[&'static str]) -> &'static str {
        self.rng.one(twins)
    }

    pub(super) fn var(&mut self, place: &Place, kind: Kind) -> Option<String> {
        let fitting: Vec<&String> = place
            .vars
            .iter()
            .filter(|(_, k)| *k == kind)
            .map(|(name, _)| name)
            .collect();
        if fitting.is_empty() {
            return None;
        }
        Some(fitting[self.rng.below(fitting.len())].clone())
    }

    pub(super) fn fresh(&mut self) -> String {
        self.counter += 1;
        format!("x{}", self.counter)
    }

    /// A prefix that the place allows, mostly none.
    pub(super) fn prefix(&mut self, place: &Place) -> &'static str {
        if place.prefixed {
            return "";
        }
        match self.rng.below(6) {
            0 if place.root => {
                self.needs.root = true;
                "root."
            }
            1 if place.new => {
                self.needs.new = true;
                self.sign(&["new.", "N."])
            }
            _ => "",
        }
    }

    /// The place inside a prefix that was written.
    pub(super) fn within(place: &Place, prefix: &str) -> Place {
        Place {
            prefixed: place.prefixed || !prefix.is_empty(),
            ..place.clone()
        }
    }

    pub(super) fn inner(place: &Place) -> Place {
        Place {
            folded: true,
            ..place.clone()
        }
    }

    /// A role that a side has.
    pub(super) fn role(&mut self, side: usize) -> char {
        let men = self.men.map_or("KQRBNP", |men| men[side]);
        let letters: Vec<char> = men.chars().collect();
        letters[self.rng.below(letters.len())]
    }

    /// A designation.
    pub fn piece(&mut self, place: &Place) -> String {
        if self.rng.percent(30)
            && let Some(name) = self.var(place, Kind::Piece)
        {
            return name;
        }
        if self.rng.percent(20)
            && let Some(name) = self.var(place, Kind::Side)
        {
            let side = self.rng.below(2);
            return format!("{name}.{}", self.role(side));
        }
        let (owner, side) = match self.rng.below(6) {
            0 | 1 => ("W", 0),
            2 | 3 => ("B", 1),
            4 => ("us", self.plays.unwrap_or(self.rng.below(2))),
            _ => (
                "them",
                self.plays.map_or(self.rng.below(2), |side| 1 - side),
            ),
        };
        format!("{owner}.{}", self.role(side))
    }

    /// A bare letter that can mean one piece only.
    pub(super) fn bare_letter(&mut self) -> Option<char> {
        let [white, black] = self.men?;
        let lone = |c: &char| *c != 'K' && (white.contains(*c) != black.contains(*c));
        let letters: Vec<char> = white.chars().chain(black.chars()).filter(lone).collect();
        if letters.is_empty() {
            None
        } else {
            Some(letters[self.rng.below(letters.len())])
        }
    }

    /// A side as an argument.
    pub fn side(&mut self, place: &Place) -> String {
        match self.var(place, Kind::Side) {
            Some(name) if self.rng.percent(50) => name,
            _ => self.sign(&["us", "them", "W", "B"]).to_owned(),
        }
    }

    /// A square by its name.
    pub fn square(&mut self) -> String {
        let file = self.sign(&["a", "b", "c", "d", "e", "f", "g", "h"]);
        format!("{file}{}", self.rng.between(1, 8))
    }

    /// An expression of a type.
    pub fn of_kind(&mut self, kind: Kind, size: usize, place: &Place) -> String {
        match kind {
            Kind::Board => self.board(size, place),
            Kind::Number => self.number(size, place),
            Kind::Truth => self.truth(size, place),
            Kind::Piece => self.piece(place),
            Kind::Side => self.side(place),
            Kind::Zone => self.zone(size, place),
        }
    }

    /// A call of a definition that fits the place.
    pub(super) fn call(
        &mut self,
        kind: Kind,
        width: usize,
        size: usize,
        place: &Place,
    ) -> Option<String> {
        let fits = |d: &&Defined| {
            d.kind == kind
                && d.width == width
                && (place.new || !d.needs.new)
                && (place.root || !d.needs.root)
                && (place.step || !d.needs.step)
                && (place.satisfiable || !d.needs.satisfiable)
                && !(place.folded && d.needs.dear)
        };
        let fitting: Vec<Defined> = self.defined.iter().filter(fits).cloned().collect();
        if fitting.is_empty() {
            return None;
        }
        let chosen = fitting[self.rng.below(fitting.len())].clone();
        self.needs.new |= chosen.needs.new;
        self.needs.root |= chosen.needs.root;
        self.needs.step |= chosen.needs.step;
        self.needs.satisfiable |= chosen.needs.satisfiable;
        self.needs.dear |= chosen.needs.dear;
        // A prefix belongs to the word that reads a zone.
        let prefix = match kind {
            Kind::Zone => "",
            _ => self.prefix(place),
        };
        let within = Self::within(place, prefix);
        let args: Vec<String> = chosen
            .params
            .iter()
            .map(|kind| self.of_kind(*kind, size.saturating_sub(2), &within))
            .collect();
        Some(match args.is_empty() {
            true => format!("{prefix}{}", chosen.name),
            false => format!("{prefix}{}({})", chosen.name, args.join(", ")),
        })
    }

    pub(super) fn condition<T: AsRef<str>>(
        &mut self,
        size: usize,
        place: &Place,
        mut branch: impl FnMut(&mut Self) -> T,
    ) -> String {
        let arms = if self.rng.percent(25) { 2 } else { 1 };
        let mut text = String::from("(");
        for arm in 0..arms {
            let condition = self.truth(size.saturating_sub(1), place);
            let then = branch(self);
            let word = if arm == 0 { "if" } else { " else-if" };
            text.push_str(&format!("{word} {condition} then {}", then.as_ref()));
        }
        let last = branch(self);
        format!("{text} else {})", last.as_ref())
    }
}
