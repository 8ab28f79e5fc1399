//! Random move classes with every modifier, sequences of them, and moves by ply.

use super::expr::{Kind, Place, Writer};

/// A `moves` definition that was generated.
#[derive(Clone, Debug)]
pub struct MovesDefined {
    /// The name.
    pub name: String,
    /// The parameters.
    pub params: Vec<Kind>,
}

/// The words that are allowed before a piece at the head of a class, with their dots: the mover's.
pub type Owners<'o> = &'o [&'static str];

/// What may be said of a class's squares: the root, not the move.
fn at_node(vars: &[(String, Kind)]) -> Place {
    Place {
        root: true,
        vars: vars.to_vec(),
        ..Place::default()
    }
}

/// What may be said of a move.
fn of_move(vars: &[(String, Kind)]) -> Place {
    Place {
        new: true,
        step: true,
        satisfiable: true,
        ..at_node(vars)
    }
}

impl Writer<'_> {
    /// The letters of the men that can be there, the king's mostly first.
    fn letters(&self) -> Vec<char> {
        let men = self.men.map_or(String::from("KQRBNP"), |men| men.concat());
        "KQRBNP".chars().filter(|c| men.contains(*c)).collect()
    }

    fn head(&mut self, owners: Owners<'_>) -> String {
        let letters = self.letters();
        let owner = match self.rng.percent(20) && !owners.is_empty() {
            true => self.rng.one(owners),
            false => "",
        };
        let chosen = self.rng.some(&letters, 2);
        let words: Vec<String> = chosen.iter().map(|c| format!("{owner}{c}")).collect();
        words.join(", ")
    }

    /// One class; `narrow` keeps it from being `any` without a condition.
    fn class(&mut self, vars: &[(String, Kind)], owners: Owners<'_>, narrow: bool) -> String {
        let pawns = self.letters().contains(&'P');
        let mut text = match self.rng.below(10) {
            0 | 1 if !narrow => "any".to_owned(),
            2 if pawns => format!("P as {}", self.rng.one(&["N", "Q", "R", "B"])),
            _ => self.head(owners),
        };
        let mut mods = Vec::new();
        if self.rng.percent(20) {
            mods.push(format!("to {}", self.board(2, &at_node(vars))));
        }
        if self.rng.percent(10) {
            mods.push(format!("from {}", self.board(1, &at_node(vars))));
        }
        if self.rng.percent(25) {
            let all = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
            mods.push(format!("toward {}", self.rng.some(&all, 6).join(", ")));
        }
        if self.draws_ways(&at_node(vars), 35) {
            mods.push(format!("along {}", self.along(&at_node(vars))));
        }
        if self.rng.percent(25) {
            mods.push(format!("where {}", self.truth(2, &of_move(vars))));
        }
        if self.rng.percent(35) {
            mods.push(format!("by {}", self.key(vars)));
        }
        while !mods.is_empty() {
            let next = self.rng.below(mods.len());
            text.push_str(&format!(" {}", mods.remove(next)));
        }
        if text.contains(" by ") && self.rng.percent(30) {
            text.push_str(&format!(" then by {}", self.key(vars)));
        }
        text
    }

    /// A key that speaks of the move, mostly.
    pub(super) fn key(&mut self, vars: &[(String, Kind)]) -> String {
        let place = of_move(vars);
        match self.rng.below(6) {
            0 => format!("dist(TO, {})", self.board(1, &place)),
            1 => format!("file(TO) + 8 * rank(FROM) - {}", self.number(1, &place)),
            2 => format!(
                "new.({})",
                self.number(
                    2,
                    &Place {
                        new: false,
                        root: false,
                        ..place
                    }
                )
            ),
            3 => self.numbers(2, 1, &place),
            4 => "new.legal-moves(them)".to_owned(),
            _ => self.number(2, &place),
        }
    }

    /// A number for a move.
    pub(super) fn of_a_move(&mut self) -> String {
        self.number(2, &of_move(&[]))
    }

    /// Lets a class after the first of its list speak of what was taken before.
    fn after_failures(&mut self, class: &mut String) {
        let said = [
            " where TO ∈ TAKEN",
            " to TAKEN",
            " where new.check or TO ∈ TAKEN",
            " where FROM ∈ TAKEN or count(TAKEN) > 1",
            " by dist(TO, TAKEN)",
        ];
        // Keys come one after the other, and one key orders one class.
        if self.taken && self.rng.percent(70) && !class.contains(" then by ") {
            let keyed = class.contains(" by ") || class.starts_with("mv-");
            let fitting = said.len() - usize::from(keyed);
            class.push_str(match self.zones && self.rng.percent(25) {
                true => " along TAKEN",
                false => said[self.rng.below(fitting)],
            });
        }
    }

    /// One to three classes; `narrow` keeps the tree thin.
    pub fn sequence(
        &mut self,
        vars: &[(String, Kind)],
        named: &[MovesDefined],
        owners: Owners<'_>,
        narrow: bool,
    ) -> String {
        // What a class needs beyond its node is available wherever classes are allowed.
        let needs = std::mem::take(&mut self.needs);
        let mut classes = Vec::new();
        let least = if self.taken { 2 } else { 1 };
        for _ in 0..self.rng.between(least, if narrow { 2 } else { 3 }) {
            if !named.is_empty() && self.rng.percent(20) {
                let chosen = named[self.rng.below(named.len())].clone();
                let place = at_node(vars);
                let args: Vec<String> = chosen
                    .params
                    .iter()
                    .map(|kind| self.of_kind(*kind, 1, &place))
                    .collect();
                let mut class = match args.is_empty() {
                    true => chosen.name,
                    false => format!("{}({})", chosen.name, args.join(", ")),
                };
                // What follows the name is said of each of its classes.
                if self.rng.percent(30) {
                    class.push_str(&format!(" where {}", self.truth(2, &of_move(vars))));
                }
                classes.push(class);
            } else {
                classes.push(self.class(vars, owners, narrow));
            }
        }
        for class in classes.iter_mut().skip(1) {
            self.after_failures(class);
        }
        self.needs = needs;
        classes.join(" then ")
    }

    /// Moves for the plies of one side; `first` is 0 for us and 1 for them.
    pub fn by_ply(
        &mut self,
        vars: &[(String, Kind)],
        named: &[MovesDefined],
        owners: Owners<'_>,
        first: usize,
        depth: usize,
    ) -> String {
        let narrow = depth > 2;
        let mut phases = Vec::new();
        for ply in (first..depth).step_by(2) {
            let sequence = match self.rng.below(8) {
                0 if first == 1 => "none".to_owned(),
                1 | 2 if first == 1 => "any".to_owned(),
                _ => self.sequence(vars, named, owners, narrow),
            };
            phases.push(format!("at {ply}: {sequence}"));
        }
        phases.join(";  ")
    }
}
