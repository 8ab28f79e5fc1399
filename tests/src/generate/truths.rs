//! Random descriptors: relations, quantifiers, `turned`, `satisfiable`, and the words that are always there.

use super::expr::{Kind, Place, Writer};

impl Writer<'_> {
    /// A truth.
    pub fn truth(&mut self, size: usize, place: &Place) -> String {
        if size == 0 {
            return self.truth_leaf(place);
        }
        let less = size - 1;
        if self.draws_ways(place, 12) {
            return self.ways_truth(less, place);
        }
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
                format!(
                    "(({}) {sign} ({}))",
                    self.truth(less, place),
                    self.truth(less, place)
                )
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
                // A value of the root that is worth keeping must not be kept from one way of turning to the next.
                let root = place.root && !place.prefixed && self.rng.percent(40);
                let body = match root {
                    true => {
                        self.needs.root = true;
                        let (fewest, square) = (self.rng.between(2, 6), self.square());
                        let near = format!("dist({square}, MV(them.K)) + count(MV(us.K))");
                        format!("root.({near}) > {fewest} ∧ dist({square}, us.K) < 3 ∧ ({body})")
                    }
                    false => body,
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

    /// A truth that is seldom the same in all positions, whatever chance puts into it.
    pub fn descriptor(&mut self, size: usize, place: &Place) -> String {
        let (any, telling) = (self.truth(size, place), self.telling(size, place));
        match self.rng.below(5) {
            0 => any,
            1 => telling,
            2 => format!("(({any}) ≠ {telling})"),
            3 => format!("(if {telling} then {any} else not ({any}))"),
            _ => {
                let other = self.truth(size.min(2), place);
                format!(
                    "(if {telling} then ({any}) else (({other}) ∨ {}))",
                    self.telling(0, place)
                )
            }
        }
    }

    /// `satisfiable(a)`, `satisfiable(a or b)` or `satisfiable(a and b)`.
    pub(super) fn ask(&mut self, place: &Place) -> String {
        self.needs.satisfiable = true;
        self.needs.dear = true;
        let prefix = self.prefix(place);
        let askable = self.askable.clone();
        let (_, times, cost) = &askable[self.rng.below(askable.len())];
        let alike = askable
            .iter()
            .filter(|(_, other, charged)| other == times && charged == cost);
        let calls: Vec<String> = alike.map(|(call, ..)| call.clone()).collect();
        let word = match self.rng.percent(30) {
            true => " and ",
            false => " or ",
        };
        let asked = self.rng.some(&calls, 2).join(word);
        format!("{prefix}satisfiable({asked})")
    }

    pub(super) fn joined(&mut self, twins: &[&'static str], size: usize, place: &Place) -> String {
        let sign = self.sign(twins);
        let parts: Vec<String> = (0..self.rng.between(2, 3))
            .map(|_| match self.rng.percent(4) {
                // A bare board is a descriptor, too: it is true when it is not empty.
                true => self.man(place),
                false => format!("({})", self.truth(size, place)),
            })
            .collect();
        format!("({})", parts.join(&format!(" {sign} ")))
    }

    pub(super) fn truth_leaf(&mut self, place: &Place) -> String {
        match self.rng.below(14) {
            0 => {
                let prefix = self.prefix(place);
                let word = self.sign(&[
                    "us-to-move",
                    "them-to-move",
                    "white-to-move",
                    "black-to-move",
                ]);
                format!("{prefix}{word}")
            }
            1 | 2 => {
                let prefix = self.prefix(place);
                let word = self.sign(&["check", "mate", "stalemate", "draw", "insufficient"]);
                format!("{prefix}{word}")
            }
            3 => {
                let prefix = self.prefix(place);
                let word = self.sign(&["in-check", "mated", "stalemated", "may-castle"]);
                format!("{prefix}{word}({})", self.side(place))
            }
            4..6 => match self.var(place, Kind::Truth) {
                Some(name) => name,
                None => self.relation(0, place),
            },
            6 => match self.var(place, Kind::Side) {
                Some(name) => {
                    let sign = self.sign(&["=", "≠"]);
                    format!("({name} {sign} W)")
                }
                None => self.relation(0, place),
            },
            7 if self.rng.percent(10) => self.sign(&["true", "false"]).to_owned(),
            _ => self.relation(0, place),
        }
    }

    /// A comparison of numbers, tuples or boards.
    pub(super) fn relation(&mut self, size: usize, place: &Place) -> String {
        if self.rng.percent(50) {
            return self.telling(size, place);
        }
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

    /// A relation that is true in a good part of all positions and false in another.
    pub(super) fn telling(&mut self, size: usize, place: &Place) -> String {
        // Both kings are always there; a variable is a square.
        let man = |writer: &mut Self| match writer.var(place, Kind::Board) {
            Some(name) if writer.rng.percent(60) => name,
            _ => {
                let prefix = writer.prefix(place);
                let king = writer.sign(&["W.K", "B.K", "us.K", "them.K"]);
                let man = writer.man(place);
                match writer.rng.percent(50) {
                    true => format!("{prefix}{king}"),
                    false => man,
                }
            }
        };
        let (a, b) = (man(self), man(self));
        let less = self.sign(&["<", "≤", ">", "≥"]);
        let belongs = self.sign(&["∈", "in", "∉", "⊆", "disjoint"]);
        match self.rng.below(10) {
            0 => format!("(dist({a}, {b}) {less} {})", self.rng.between(2, 5)),
            1 => format!("(manhattan({a}, {b}) {less} {})", self.rng.between(4, 8)),
            2 => format!("(file({a}) {less} file({b}))"),
            3 => format!("(rank({a}) {less} {})", self.rng.between(2, 5)),
            4 => format!("((file({a}), rank({a})) {less} (rank({b}), file({b})))"),
            5 => format!("({a} {belongs} RECTANGLE({b}, {}))", self.square()),
            6 => format!(
                "({a} {belongs} (FILE({b}) ∪ AROUND({b}) ∪ {}))",
                self.range()
            ),
            7 => format!(
                "({a} {belongs} (ATT(them) ∪ {}))",
                self.board(size.min(1), place)
            ),
            8 => format!(
                "({a} {belongs} SHIFT(~RANK({b}), {}, {}))",
                self.small(),
                self.small()
            ),
            _ => format!(
                "(count(STEP({})) {less} {})",
                self.piece(place),
                self.rng.between(4, 9)
            ),
        }
    }

    pub(super) fn man_or(&mut self, size: usize, place: &Place) -> String {
        match self.rng.percent(70) {
            true => self.man(place),
            false => self.board(size, place),
        }
    }
}
