//! Random numbers and tuples: arithmetic, folds, and every primitive that gives a number.

use super::expr::{Kind, Place, Writer};

impl Writer<'_> {
    /// A number of width 1.
    pub fn number(&mut self, size: usize, place: &Place) -> String {
        if size == 0 {
            return self.number_leaf(place);
        }
        if self.rng.percent(3) {
            // Where the range of 64 bits ends, arithmetic stays at its end.
            let far = self.sign(&["9000000000000000000", "(-9000000000000000000)"]);
            let sign = self.sign(&["+", "-", "*"]);
            return match self.rng.percent(40) {
                true => format!("({far} {sign} 9000000000000000000)"),
                false => format!("({far} {sign} ({} * {far}))", self.number(0, place)),
            };
        }
        let less = size - 1;
        if self.draws_ways(place, 12) {
            return self.ways_number(less, place);
        }
        match self.rng.below(if place.folded { 15 } else { 21 }) {
            0 | 1 => self.number_leaf(place),
            2..5 => {
                let sign = self.sign(&["+", "-", "*", "+", "-"]);
                format!(
                    "({} {sign} {})",
                    self.number(less, place),
                    self.number(less, place)
                )
            }
            5 => format!("(-{})", self.number(less, place)),
            6 => self.condition(less, place, |writer| writer.number(less, place)),
            7 | 8 => self
                .call(Kind::Number, 1, size, place)
                .unwrap_or_else(|| self.number_primitive(less, place)),
            9 => {
                let name = self.sign(&["min", "max"]);
                let parts: Vec<String> = (0..self.rng.between(2, 3))
                    .map(|_| self.number(less, place))
                    .collect();
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
                // Values beyond what a fold over nothing gives.
                let body = match self.rng.below(8) {
                    0 => format!("({body}) * 70 + 90"),
                    1 => format!("({body}) - 40"),
                    _ => body,
                };
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

    pub(super) fn number_leaf(&mut self, place: &Place) -> String {
        match self.rng.below(12) {
            0..3 => self.rng.between(0, 9).to_string(),
            3 if self.rng.percent(10) => self
                .sign(&["99", "3000000000", "9000000000000000000"])
                .to_owned(),
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

    pub(super) fn number_primitive(&mut self, size: usize, place: &Place) -> String {
        let prefix = self.prefix(place);
        let place = &Self::within(place, prefix);
        let text = match self.rng.below(12) {
            0 | 1 => format!("count({})", self.board(size, place)),
            2 => format!("file({})", self.board(size, place)),
            3 => format!("rank({})", self.board(size, place)),
            4..7 => format!(
                "dist({}, {})",
                self.board(size, place),
                self.board_leaf(place)
            ),
            7 => format!(
                "manhattan({}, {})",
                self.board(size, place),
                self.board_leaf(place)
            ),
            8 => format!("abs({})", self.number(size, place)),
            9 => format!("bits({})", self.number(size, place)),
            10 => format!(
                "div({}, {})",
                self.number(size, place),
                self.number(size, place)
            ),
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
}
