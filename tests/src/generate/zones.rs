//! Random zones, and the words that read trajectories and zones.
//!
//! ```text
//!   zone ──zone()──▶ zone(W.R, ATT(B), 2)     read by NEGATION, BUNDLE, FIRST, time, vulnerable, and by `along`
//!   men, targets ──▶ map(W.R, c8)             read by map, BUNDLE, FIRST, trajectories, with a number of moves or without
//! ```
//!
//! The reference writes every trajectory down, so that most zones name few men, few targets and short horizons. Now and then one is as
//! large as it can be, and a number of moves is one that no man takes.

use super::expr::{Kind, Place, Writer};

impl Writer<'_> {
    /// Whether a word of trajectories or zones is written at a place, in so many of a hundred cases. Inside folds there are fewer.
    pub(super) fn draws_ways(&mut self, place: &Place, percent: usize) -> bool {
        let percent = if place.folded { percent / 4 } else { percent };
        self.zones && self.rng.percent(percent)
    }

    /// A zone: a parameter, a definition, or attacks that are named here.
    pub(super) fn zone(&mut self, size: usize, place: &Place) -> String {
        if self.rng.percent(40)
            && let Some(name) = self.var(place, Kind::Zone)
        {
            return name;
        }
        // A call gets smaller arguments: a definition with many zones among its parameters would otherwise call itself without end.
        if size > 0
            && self.rng.percent(40)
            && let Some(call) = self.call(Kind::Zone, 1, size, place)
        {
            return call;
        }
        let (men, targets) = (self.attackers(size, place), self.targets(size, place));
        format!("zone({men}, {targets}{})", self.horizon())
    }

    /// The men of a zone, or those that go somewhere.
    fn attackers(&mut self, size: usize, place: &Place) -> String {
        match self.rng.below(12) {
            0 => format!(
                "{}{}.*",
                self.prefix(place),
                self.sign(&["W", "B", "us", "them"])
            ),
            1 => self.board(size, place),
            2 if place.step => {
                self.needs.step = true;
                self.sign(&["FROM", "TO"]).to_owned()
            }
            _ => self.man(place),
        }
    }

    /// What is gone for.
    fn targets(&mut self, size: usize, place: &Place) -> String {
        match self.rng.below(16) {
            0 => "any".to_owned(),
            1 => format!("RANK({})", self.man(place)),
            2 => format!("AROUND({})", self.man(place)),
            3 | 4 => self.range(),
            5..8 => self.board(size, place),
            8..11 => self.square(),
            _ => self.man(place),
        }
    }

    /// How many moves the attacks of a zone may take, with its comma: a constant of the language's range, mostly a small one.
    fn horizon(&mut self) -> String {
        match self.rng.below(20) {
            0..4 => String::new(),
            4 => ", 16".to_owned(),
            5 => ", 2 + 2".to_owned(),
            6 => format!(", {}", self.rng.between(5, 15)),
            _ => format!(", {}", self.rng.between(1, 4)),
        }
    }

    /// How many moves a trajectory has, or the level of a zone: mostly a small number, now and then one of no trajectory at all.
    fn of_moves(&mut self, size: usize, place: &Place) -> String {
        match self.rng.below(20) {
            0 => self
                .sign(&[
                    "99",
                    "(-1)",
                    "64",
                    "3000000000",
                    "9000000000000000000",
                    "(-9000000000000000000)",
                ])
                .to_owned(),
            1 => self.number(size, place),
            2 => "(-(9000000000000000000 * 9000000000000000000))".to_owned(),
            _ => self.rng.between(0, 3).to_string(),
        }
    }

    /// Every word of trajectories and zones that gives a board.
    pub(super) fn ways_board(&mut self, size: usize, place: &Place) -> String {
        self.needs.dear = true;
        let prefix = self.prefix(place);
        let place = &Self::within(place, prefix);
        let text = match self.rng.below(10) {
            0 | 1 => {
                let word = self.sign(&["BUNDLE", "FIRST"]);
                let (men, to) = (self.attackers(size, place), self.targets(size, place));
                format!("{word}({men}, {to})")
            }
            2 | 3 => {
                let word = self.sign(&["BUNDLE", "FIRST"]);
                let (men, to) = (self.attackers(size, place), self.targets(size, place));
                match self.rng.percent(50) {
                    // One move more than is needed.
                    true => format!("{word}({men}, {to}, map({men}, {to}) + 1)"),
                    false => format!("{word}({men}, {to}, {})", self.of_moves(size, place)),
                }
            }
            4 | 5 => format!(
                "NEGATION({}, {})",
                self.zone(size, place),
                self.of_moves(size, place)
            ),
            6 | 7 => format!(
                "BUNDLE({}, {})",
                self.zone(size, place),
                self.of_moves(size, place)
            ),
            _ => {
                let men = match self.rng.percent(30) {
                    true => "any".to_owned(),
                    false => self.attackers(size, place),
                };
                format!("FIRST({men}, {})", self.zone(size, place))
            }
        };
        format!("{prefix}{text}")
    }

    /// Every word of trajectories and zones that gives a number.
    pub(super) fn ways_number(&mut self, size: usize, place: &Place) -> String {
        self.needs.dear = true;
        let prefix = self.prefix(place);
        let place = &Self::within(place, prefix);
        let text = match self.rng.below(6) {
            0 | 1 => {
                let (men, to) = (self.attackers(size, place), self.targets(size, place));
                format!("map({men}, {to})")
            }
            2 | 3 => {
                let (men, to) = (self.attackers(size, place), self.targets(size, place));
                match self.rng.percent(50) {
                    true => format!("trajectories({men}, {to})"),
                    false => format!("trajectories({men}, {to}, {})", self.of_moves(size, place)),
                }
            }
            _ => {
                let zone = self.zone(size, place);
                format!("time({zone}, {})", self.targets(size, place))
            }
        };
        format!("{prefix}{text}")
    }

    /// A forecast, or a relation between words of one zone.
    pub(super) fn ways_truth(&mut self, size: usize, place: &Place) -> String {
        self.needs.dear = true;
        let prefix = self.prefix(place);
        let within = &Self::within(place, prefix);
        match self.rng.below(6) {
            0..3 => format!("{prefix}vulnerable({})", self.zone(size, within)),
            3 => {
                let (zone, square) = (self.zone(size, place), self.square());
                format!("(map(NEGATION({zone}, 1), {square}) ≤ time({zone}, {square}))")
            }
            4 if place.step => {
                self.needs.step = true;
                format!("(TO ∈ FIRST(FROM, {}))", self.zone(size, place))
            }
            4 if !place.folded => {
                let (zone, name) = (self.zone(size, place), self.fresh());
                format!(
                    "(exists {name} in BUNDLE({zone}, 0) : map(NEGATION({zone}, 1), {name}) ≤ time({zone}, {name}))"
                )
            }
            _ => {
                let men = self.man(place);
                format!("({men} ∈ NEGATION({}, 1))", self.zone(size, place))
            }
        }
    }

    /// What a class goes along: a zone or a board.
    pub(super) fn along(&mut self, place: &Place) -> String {
        match self.rng.percent(60) {
            true => self.zone(1, place),
            false => self.targets(1, place),
        }
    }
}
