//! Random expressions of each type, in the signs and words of the language, and never ill-typed.
//!
//! Every operation stands in parentheses of its own, so that the text means what was intended whatever binds tighter. The size
//! left goes down with every level; at nought an expression is a leaf.

use super::rng::Rng;
use super::position::Men;

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
    pub rng: &'r mut Rng,
    /// The declared men; `None` for a program without a material.
    pub men: Option<Men>,
    /// Definitions so far.
    pub defined: Vec<Defined>,
    /// Calls of pieces-of-advice that a goal may ask for.
    pub askable: Vec<String>,
    /// What the expression being written has needed so far.
    pub needs: Needs,
    /// Numbers for bound variables.
    pub counter: usize,
    /// The side that the tables play for, where there is one: 0 for White.
    pub plays: Option<usize>,
}

impl Writer<'_> {
    /// A sign or one of its twins.
    fn sign(&mut self, twins: &[&'static str]) -> &'static str {
        self.rng.pick(twins)
    }

    fn var(&mut self, place: &Place, kind: Kind) -> Option<String> {
        let fitting: Vec<&String> =
            place.vars.iter().filter(|(_, k)| *k == kind).map(|(name, _)| name).collect();
        if fitting.is_empty() {
            return None;
        }
        Some(fitting[self.rng.below(fitting.len())].clone())
    }

    fn fresh(&mut self) -> String {
        self.counter += 1;
        format!("x{}", self.counter)
    }

    /// A prefix that the place allows, mostly none.
    fn prefix(&mut self, place: &Place) -> &'static str {
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
    fn within(place: &Place, prefix: &str) -> Place {
        Place { prefixed: place.prefixed || !prefix.is_empty(), ..place.clone() }
    }

    fn inner(place: &Place) -> Place {
        Place { folded: true, ..place.clone() }
    }

    /// A role that a side has.
    fn role(&mut self, side: usize) -> char {
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
            _ => ("them", self.plays.map_or(self.rng.below(2), |side| 1 - side)),
        };
        format!("{owner}.{}", self.role(side))
    }

    /// A bare letter that can mean one piece only.
    fn bare_letter(&mut self) -> Option<char> {
        let [white, black] = self.men?;
        let lone = |c: &char| *c != 'K' && (white.contains(*c) != black.contains(*c));
        let letters: Vec<char> = white.chars().chain(black.chars()).filter(lone).collect();
        if letters.is_empty() { None } else { Some(letters[self.rng.below(letters.len())]) }
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
        }
    }

    /// A call of a definition that fits the place.
    fn call(&mut self, kind: Kind, width: usize, size: usize, place: &Place) -> Option<String> {
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
        let prefix = self.prefix(place);
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

    fn condition<T: AsRef<str>>(
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

    /// A board.
    pub fn board(&mut self, size: usize, place: &Place) -> String {
        if size == 0 || self.rng.percent(15) {
            return self.board_leaf(place);
        }
        let less = size - 1;
        match self.rng.below(if place.folded { 17 } else { 22 }) {
            0 | 1 => {
                let sign = self.sign(&["∪", "+"]);
                format!("({} {sign} {})", self.board(less, place), self.board(less, place))
            }
            2 | 3 => {
                let sign = self.sign(&["∩", "*"]);
                format!("({} {sign} {})", self.board(less, place), self.board(less, place))
            }
            4 => {
                let sign = self.sign(&["\\", "-", "∖"]);
                format!("({} {sign} {})", self.board(less, place), self.board(less, place))
            }
            5 => format!("(~{})", self.board(less, place)),
            6 => self.condition(less, place, |writer| writer.board(less, place)),
            7 | 8 => self
                .call(Kind::Board, 1, size, place)
                .unwrap_or_else(|| self.board_primitive(less, place)),
            9 => {
                let prefix = self.prefix(place);
                if prefix.is_empty() {
                    return self.board_primitive(less, place);
                }
                let within = Self::within(place, prefix);
                format!("{prefix}({})", self.board(less, &within))
            }
            10..17 => self.board_primitive(less, place),
            17 => {
                let (name, over, inner) = self.bound(less, place);
                let body = self.speaking_of(&name, |writer| writer.truth(less.min(2), &inner));
                let body = body.unwrap_or_else(|| format!("dist({name}, us.K) < 3"));
                let sign = self.sign(&["in", "∈"]);
                format!("{{{name} {sign} {over} : {body}}}")
            }
            _ => self.dear_board(less, place),
        }
    }

    /// A fresh variable, the board that it runs over, and the place of the body.
    fn bound(&mut self, size: usize, place: &Place) -> (String, String, Place) {
        self.needs.dear = true;
        let over = match self.rng.below(8) {
            0 => "any".to_owned(),
            1 => format!("AROUND({})", self.man(place)),
            _ => self.board(size.clamp(1, 2), &Self::inner(place)),
        };
        let name = self.fresh();
        let mut inner = Self::inner(place);
        inner.vars.push((name.clone(), Kind::Board));
        (name, over, inner)
    }

    /// A text that mentions a name, if a few attempts give one.
    pub fn speaking_of(
        &mut self,
        name: &str,
        mut text: impl FnMut(&mut Self) -> String,
    ) -> Option<String> {
        (0..5).map(|_| text(self)).find(|text| text.contains(name))
    }

    fn board_leaf(&mut self, place: &Place) -> String {
        match self.rng.below(20) {
            0 | 1 => self.square(),
            2 => {
                let squares: Vec<String> =
                    (0..self.rng.between(1, 3)).map(|_| self.square()).collect();
                format!("{{{}}}", squares.join(", "))
            }
            3 => self.range(),
            4 if self.rng.percent(20) => self.sign(&["∅", "empty", "{}"]).to_owned(),
            5 if place.step => {
                self.needs.step = true;
                self.sign(&["FROM", "TO"]).to_owned()
            }
            6 | 7 if place.step => {
                self.needs.step = true;
                "TO".to_owned()
            }
            8..14 => match self.var(place, Kind::Board) {
                Some(name) => name,
                None => self.man(place),
            },
            14 => {
                let prefix = self.prefix(place);
                format!("{prefix}{}.*", self.sign(&["W", "B", "us", "them"]))
            }
            15 => match self.bare_letter() {
                Some(letter) => {
                    let prefix = self.prefix(place);
                    match self.rng.below(2) {
                        0 => format!("{prefix}SQ({letter})"),
                        // `N.` with a letter behind it would be a prefix of its own.
                        _ if prefix.is_empty() => format!("({letter})"),
                        _ => format!("{prefix}({letter})"),
                    }
                }
                None => self.man(place),
            },
            _ => self.man(place),
        }
    }

    fn man(&mut self, place: &Place) -> String {
        let prefix = self.prefix(place);
        let piece = self.piece(place);
        match self.rng.below(3) {
            0 => format!("{prefix}SQ({piece})"),
            _ => format!("{prefix}{piece}"),
        }
    }

    fn range(&mut self) -> String {
        let at = (self.rng.between(0, 7) as i32, self.rng.between(0, 7) as i32);
        let (files, ranks) = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0)][self.rng.below(5)];
        let mut end = at;
        for _ in 0..self.rng.between(0, 6) {
            let next = (end.0 + files, end.1 + ranks);
            if (0..8).contains(&next.0) && (0..8).contains(&next.1) {
                end = next;
            }
        }
        let name = |(file, rank): (i32, i32)| crate::reference::squares::name((file, rank));
        format!("{}..{}", name(at), name(end))
    }

    fn board_primitive(&mut self, size: usize, place: &Place) -> String {
        let prefix = self.prefix(place);
        let place = &Self::within(place, prefix);
        let board = |writer: &mut Self| writer.board(size, place);
        let number = |writer: &mut Self| writer.number(size.min(1), place);
        let text = match self.rng.below(17) {
            0 => format!("{}({})", self.sign(&["FILE", "L"]), board(self)),
            1 => format!("{}({})", self.sign(&["RANK", "R"]), board(self)),
            2 => format!("DIAGONAL({})", board(self)),
            3 => format!("ANTIDIAGONAL({})", board(self)),
            4 => format!("{}({})", self.sign(&["FILE-AT", "RANK-AT"]), number(self)),
            5 => format!("SQUARE-AT({}, {})", number(self), number(self)),
            6 => format!("BETWEEN({}, {})", board(self), board(self)),
            7 => format!("RECTANGLE({}, {})", board(self), board(self)),
            8 => {
                let name = self.sign(&["FILES-BETWEEN", "RANKS-BETWEEN"]);
                format!("{name}({}, {})", board(self), board(self))
            }
            9 => format!("AROUND({})", board(self)),
            10 => format!("SHIFT({}, {}, {})", board(self), self.small(), self.small()),
            11 | 12 => format!("ATT({})", self.piece(place)),
            13 => format!("ATT({})", self.side(place)),
            14 | 15 => format!("STEP({})", self.piece(place)),
            _ => format!("GUARD({})", self.side(place)),
        };
        format!("{prefix}{text}")
    }

    /// Primitives that cost the reference much.
    fn dear_board(&mut self, size: usize, place: &Place) -> String {
        self.needs.dear = true;
        let prefix = self.prefix(place);
        let place = &Self::within(place, prefix);
        let text = match self.rng.below(4) {
            0 => format!("REACH({}, {})", self.board(size, place), self.board(size, place)),
            1 => {
                let (from, through) = (self.board(size, place), self.board(size, place));
                format!("REACH({from}, {through}, {})", self.small())
            }
            _ => format!("MV({})", self.piece(place)),
        };
        format!("{prefix}{text}")
    }

    fn small(&mut self) -> String {
        let n = self.rng.between(0, 6) as i64 - 3;
        n.to_string()
    }

    /// A number of width 1.
    pub fn number(&mut self, size: usize, place: &Place) -> String {
        if size == 0 {
            return self.number_leaf(place);
        }
        let less = size - 1;
        match self.rng.below(if place.folded { 15 } else { 21 }) {
            0 | 1 => self.number_leaf(place),
            2..5 => {
                let sign = self.sign(&["+", "-", "*", "+", "-"]);
                format!("({} {sign} {})", self.number(less, place), self.number(less, place))
            }
            5 => format!("(-{})", self.number(less, place)),
            6 => self.condition(less, place, |writer| writer.number(less, place)),
            7 | 8 => self
                .call(Kind::Number, 1, size, place)
                .unwrap_or_else(|| self.number_primitive(less, place)),
            9 => {
                let name = self.sign(&["min", "max"]);
                let parts: Vec<String> =
                    (0..self.rng.between(2, 3)).map(|_| self.number(less, place)).collect();
                format!("{name}({})", parts.join(", "))
            }
            10 => {
                let prefix = self.prefix(place);
                if prefix.is_empty() {
                    return self.number_primitive(less, place);
                }
                let within = Self::within(place, prefix);
                format!("{prefix}({})", self.number(less, &within))
            }
            11..17 => self.number_primitive(less, place),
            17 | 18 => {
                let word = self.sign(&["min", "max", "sum"]);
                let (name, over, inner) = self.bound(less, place);
                let body = self.speaking_of(&name, |writer| writer.number(less.min(2), &inner));
                let body = body.unwrap_or_else(|| format!("dist({name}, them.K)"));
                format!("({word} {name} in {over} : {body})")
            }
            _ => {
                self.needs.dear = true;
                let prefix = self.prefix(place);
                let place = &Self::within(place, prefix);
                let text = match self.rng.below(3) {
                    0 => format!("legal-moves({})", self.side(place)),
                    1 => format!(
                        "steps({}, {}, {})",
                        self.board(less, place),
                        self.board(less, place),
                        self.board(less, place)
                    ),
                    _ => format!(
                        "map({}, {}, {})",
                        self.piece(place),
                        self.board(less, place),
                        self.board(less, place)
                    ),
                };
                format!("{prefix}{text}")
            }
        }
    }

    fn number_leaf(&mut self, place: &Place) -> String {
        match self.rng.below(12) {
            0..3 => self.rng.between(0, 9).to_string(),
            3 if self.rng.percent(10) => {
                self.sign(&["99", "3000000000", "9000000000000000000"]).to_owned()
            }
            4..7 => match self.var(place, Kind::Number) {
                Some(name) => name,
                None => format!("rank({})", self.man(place)),
            },
            7 if !place.folded => {
                self.needs.dear = true;
                format!("{}replies", self.prefix(place))
            }
            7 | 8 => format!("file({})", self.board_leaf(place)),
            9 => format!("rank({})", self.board_leaf(place)),
            _ => format!("dist({}, {})", self.man(place), self.board_leaf(place)),
        }
    }

    fn number_primitive(&mut self, size: usize, place: &Place) -> String {
        let prefix = self.prefix(place);
        let place = &Self::within(place, prefix);
        let text = match self.rng.below(10) {
            0 | 1 => format!("count({})", self.board(size, place)),
            2 => format!("file({})", self.board(size, place)),
            3 => format!("rank({})", self.board(size, place)),
            4..7 => format!("dist({}, {})", self.board(size, place), self.board_leaf(place)),
            7 => format!("manhattan({}, {})", self.board(size, place), self.board_leaf(place)),
            8 => format!("abs({})", self.number(size, place)),
            _ => format!("sign({})", self.number(size, place)),
        };
        format!("{prefix}{text}")
    }

    /// A number or a tuple of them, of a width.
    pub fn numbers(&mut self, width: usize, size: usize, place: &Place) -> String {
        if width == 1 {
            return self.number(size, place);
        }
        if self.rng.percent(40)
            && let Some(call) = self.call(Kind::Number, width, size, place)
        {
            return call;
        }
        if self.rng.percent(10) && size > 0 {
            return self.condition(size, place, |writer| writer.numbers(width, size - 1, place));
        }
        let prefix = self.prefix(place);
        let place = &Self::within(place, prefix);
        let parts: Vec<String> = (0..width).map(|_| self.number(size, place)).collect();
        format!("{prefix}({})", parts.join(", "))
    }

    /// A truth.
    pub fn truth(&mut self, size: usize, place: &Place) -> String {
        if size == 0 {
            return self.truth_leaf(place);
        }
        let less = size - 1;
        match self.rng.below(if place.folded { 24 } else { 31 }) {
            0 | 1 => self.truth_leaf(place),
            2..4 => self.joined(&["∧", "and", "&"], less, place),
            4..6 => self.joined(&["∨", "or", "|"], less, place),
            6 => {
                let sign = self.sign(&["¬", "not "]);
                format!("({sign}({}))", self.truth(less, place))
            }
            7 | 8 => self
                .call(Kind::Truth, 1, size, place)
                .unwrap_or_else(|| self.relation(less, place)),
            9 => {
                let sign = self.sign(&["=", "≠", "!="]);
                format!("(({}) {sign} ({}))", self.truth(less, place), self.truth(less, place))
            }
            10 => self.condition(less, place, |writer| writer.truth(less, place)),
            11..24 => self.relation(less, place),
            24..27 => {
                let word = self.sign(&["exists", "∃", "all", "∀"]);
                let (name, over, inner) = self.bound(less, place);
                let body = self.speaking_of(&name, |writer| writer.truth(less.min(2), &inner));
                let body = body.unwrap_or_else(|| format!("{name} ∈ ATT(them)"));
                let sign = self.sign(&["in", "∈"]);
                format!("({word} {name} {sign} {over} : {body})")
            }
            27 | 28 => {
                self.needs.dear = true;
                // A turned board with pawns may be one on which no game is played.
                let pawns = self.men.is_none_or(|men| men.concat().contains('P'));
                let asks = place.satisfiable && !pawns && !self.askable.is_empty();
                let body = match asks && self.rng.percent(10) {
                    true => self.ask(place),
                    false => self.truth(less.min(2), &Self::inner(place)),
                };
                format!("(turned ({body}))")
            }
            29 if place.satisfiable && !self.askable.is_empty() => self.ask(place),
            _ => {
                let prefix = self.prefix(place);
                if prefix.is_empty() {
                    return self.relation(less, place);
                }
                let within = Self::within(place, prefix);
                format!("{prefix}({})", self.truth(less, &within))
            }
        }
    }

    /// `satisfiable(a)` or `satisfiable(a or b)`.
    fn ask(&mut self, place: &Place) -> String {
        self.needs.satisfiable = true;
        self.needs.dear = true;
        let prefix = self.prefix(place);
        let askable = self.askable.clone();
        let asked = self.rng.some(&askable, 2);
        format!("{prefix}satisfiable({})", asked.join(" or "))
    }

    fn joined(&mut self, twins: &[&'static str], size: usize, place: &Place) -> String {
        let sign = self.sign(twins);
        let parts: Vec<String> = (0..self.rng.between(2, 3))
            .map(|_| format!("({})", self.truth(size, place)))
            .collect();
        format!("({})", parts.join(&format!(" {sign} ")))
    }

    fn truth_leaf(&mut self, place: &Place) -> String {
        match self.rng.below(14) {
            0 => {
                let prefix = self.prefix(place);
                let word =
                    self.sign(&["us-to-move", "them-to-move", "white-to-move", "black-to-move"]);
                format!("{prefix}{word}")
            }
            1 | 2 => {
                let prefix = self.prefix(place);
                let word = self.sign(&["check", "mate", "stalemate", "draw", "insufficient"]);
                format!("{prefix}{word}")
            }
            3 => {
                let prefix = self.prefix(place);
                let word = self.sign(&["in-check", "mated", "stalemated"]);
                format!("{prefix}{word}({})", self.side(place))
            }
            4..6 => match self.var(place, Kind::Truth) {
                Some(name) => name,
                None => self.relation(0, place),
            },
            6 => match self.var(place, Kind::Side) {
                Some(name) => {
                    let sign = self.sign(&["=", "≠"]);
                    format!("({name} {sign} {})", self.sign(&["W", "B", "us", "them"]))
                }
                None => self.relation(0, place),
            },
            7 if self.rng.percent(10) => self.sign(&["true", "false"]).to_owned(),
            8 if self.rng.percent(20) => self.man(place),
            _ => self.relation(0, place),
        }
    }

    /// A comparison of numbers, tuples or boards.
    fn relation(&mut self, size: usize, place: &Place) -> String {
        match self.rng.below(20) {
            0..9 => {
                let sign = self.sign(&["=", "≠", "<", "≤", "<=", ">", "≥", ">="]);
                let (a, b) = (self.number(size.max(1), place), self.number(size, place));
                format!("({a} {sign} {b})")
            }
            9 | 10 => {
                let sign = self.sign(&["<", "≤", "=", ">", "≥", "≠"]);
                let width = self.rng.between(2, 3);
                let a = self.numbers(width, size.min(1), place);
                let b = self.numbers(width, size.min(1), place);
                format!("({a} {sign} {b})")
            }
            _ => {
                let sign = self.sign(&[
                    "⊆", "⊂", "<=", "∈", "in", "∉", "=", "≠", "⊄", "⊇", "disjoint", "⊊", "⊋",
                ]);
                let (a, b) = (self.man_or(size, place), self.board(size.max(1), place));
                match self.rng.percent(75) {
                    true => format!("({a} {sign} {b})"),
                    false => format!("({b} {sign} {a})"),
                }
            }
        }
    }

    fn man_or(&mut self, size: usize, place: &Place) -> String {
        match self.rng.percent(70) {
            true => self.man(place),
            false => self.board(size, place),
        }
    }
}
