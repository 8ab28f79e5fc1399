//! Random boards: signs, sets, ranges, comprehensions, and every primitive that gives a board.

use super::expr::{Kind, Place, Writer};

impl Writer<'_> {
    /// A board.
    pub fn board(&mut self, size: usize, place: &Place) -> String {
        if size == 0 || self.rng.percent(15) {
            return self.board_leaf(place);
        }
        let less = size - 1;
        if self.draws_ways(place, 12) {
            return self.ways_board(less, place);
        }
        match self.rng.below(if place.folded { 17 } else { 22 }) {
            0 | 1 => {
                let sign = self.sign(&["∪", "+"]);
                format!(
                    "({} {sign} {})",
                    self.board(less, place),
                    self.board(less, place)
                )
            }
            2 | 3 => {
                let sign = self.sign(&["∩", "*"]);
                format!(
                    "({} {sign} {})",
                    self.board(less, place),
                    self.board(less, place)
                )
            }
            4 => {
                let sign = self.sign(&["\\", "-", "∖"]);
                format!(
                    "({} {sign} {})",
                    self.board(less, place),
                    self.board(less, place)
                )
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
    pub(super) fn bound(&mut self, size: usize, place: &Place) -> (String, String, Place) {
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

    pub(super) fn board_leaf(&mut self, place: &Place) -> String {
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
                        // `N.` followed by a letter would be a prefix of its own.
                        _ if prefix.is_empty() => format!("({letter})"),
                        _ => format!("{prefix}({letter})"),
                    }
                }
                None => self.man(place),
            },
            _ => self.man(place),
        }
    }

    pub(super) fn man(&mut self, place: &Place) -> String {
        let prefix = self.prefix(place);
        let piece = self.piece(place);
        match self.rng.below(3) {
            0 => format!("{prefix}SQ({piece})"),
            _ => format!("{prefix}{piece}"),
        }
    }

    pub(super) fn range(&mut self) -> String {
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

    pub(super) fn board_primitive(&mut self, size: usize, place: &Place) -> String {
        let prefix = self.prefix(place);
        let place = &Self::within(place, prefix);
        let board = |writer: &mut Self| writer.board(size, place);
        let number = |writer: &mut Self| writer.number(size.min(1), place);
        let text = match self.rng.below(18) {
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
            13 => match self.side(place).as_str() {
                // `B` alone is the bishop where a piece is as welcome as a side.
                "B" => "ATT(them)".to_owned(),
                side => format!("ATT({side})"),
            },
            14 | 15 => format!("STEP({})", self.piece(place)),
            16 => match self.piece(place) {
                several if several.ends_with('*') => format!("ATT({several})"),
                kind => format!("ATT({kind}, {})", board(self)),
            },
            _ => format!("GUARD({})", self.side(place)),
        };
        format!("{prefix}{text}")
    }

    /// Primitives that cost the reference much.
    pub(super) fn dear_board(&mut self, size: usize, place: &Place) -> String {
        self.needs.dear = true;
        let prefix = self.prefix(place);
        let place = &Self::within(place, prefix);
        let text = match self.rng.below(4) {
            0 => format!(
                "REACH({}, {})",
                self.board(size, place),
                self.board(size, place)
            ),
            1 => {
                let (from, through) = (self.board(size, place), self.board(size, place));
                format!("REACH({from}, {through}, {})", self.small())
            }
            _ => format!("MV({})", self.piece(place)),
        };
        format!("{prefix}{text}")
    }

    pub(super) fn small(&mut self) -> String {
        let n = self.rng.between(0, 6) as i64 - 3;
        n.to_string()
    }
}
