//! Random patterns, the plans that speak of their facts, an evaluation and translations.

use std::fmt::Write;

use super::expr::{Defined, Kind, Needs, Place};
use super::program::Author;

impl Author<'_> {
    /// One to three patterns, whose names with a side are descriptors of what comes after them.
    pub(super) fn patterns(&mut self) {
        let plans = self.rng().between(1, 2);
        for i in 0..plans {
            self.plan_of_facts(i);
        }
        let count = self.rng().between(1, 3);
        for i in 0..count {
            self.pattern(i, plans);
        }
        if self.rng().percent(50) {
            let stage = self.writer.truth(1, &Place::default());
            let own = self.writer.number(1, &Self::of_fact());
            let tell = self.rng().between(1, 12);
            self.items.push(format!(
                "evaluation ev\n  of trunk\n  stage {stage}\n  tell {tell}\n  worth pt-0 {own}\nend-evaluation"
            ));
        }
    }

    /// What may be spoken of where a fact is explained.
    fn of_fact() -> Place {
        Place {
            vars: vec![("HERE".to_owned(), Kind::Board)],
            ..Place::default()
        }
    }

    fn pattern(&mut self, i: usize, plans: usize) {
        let bare = Place::default();
        let name = format!("pt-{i}");
        let branch = self.rng().one(&["trunk.left", "trunk.right", "trunk"]);
        let fact = match self.rng().below(6) {
            0 => self.writer.truth(2, &bare),
            1 => format!("us.* \\ {}", self.writer.board(1, &bare)),
            _ => {
                let board = self.writer.board(2, &bare);
                let each = self
                    .rng()
                    .one(&["", " each square", " each file", " each group"]);
                format!("{board}{each}")
            }
        };
        let mut text = format!("pattern {name} in {branch}\n  fact {fact}");
        let here = Self::of_fact();
        if self.rng().percent(50) {
            let test = self.writer.truth(2, &here);
            let _ = write!(text, " where {test}");
        }
        let worth = self
            .writer
            .speaking_of("HERE", |writer| writer.number(2, &here));
        let worth = worth.unwrap_or_else(|| "25 * count(HERE)".to_owned());
        let _ = write!(text, "\n  worth {worth}");
        if i > 0 && self.rng().percent(50) {
            text.push_str("\n  excludes pt-0");
        }
        let (called, belief) = (self.told(), self.told());
        let _ = write!(text, "\n  called \"{called}\"\n  belief \"{belief}\"");
        for side in ["us", "them"] {
            if self.rng().percent(60) {
                let (purpose, plan) = (self.told(), self.rng().below(plans));
                let _ = write!(text, "\n  for {side} purpose \"{purpose}\" plan aim-{plan}");
            }
        }
        text.push_str("\nend-pattern");
        self.items.push(text);
        self.writer.defined.push(Defined {
            name,
            kind: Kind::Truth,
            width: 1,
            params: vec![Kind::Side],
            needs: Needs {
                dear: true,
                ..Needs::default()
            },
        });
    }

    /// Words with a slot of each kind; a text has no braces inside braces.
    fn told(&mut self) -> String {
        let here = Self::of_fact();
        let slot = match self.rng().below(6) {
            0 => format!("{} ? one|more", self.writer.number(1, &here)),
            1 => "us ? White|Black".to_owned(),
            2 => format!("{} ? so|not so", self.writer.truth(1, &here)),
            3 => "HERE as men".to_owned(),
            4 => "HERE as files".to_owned(),
            _ => self.writer.board(1, &here),
        };
        match slot.contains(['{', '}', '"']) || slot.matches('|').count() > 1 {
            true => "at {HERE}, on {HERE as ranks}".to_owned(),
            false => format!("at {{HERE}}: {{{slot}}}"),
        }
    }

    /// A piece-of-advice that speaks of the fact.
    fn plan_of_facts(&mut self, i: usize) {
        let goal = Place {
            vars: vec![("HERE".to_owned(), Kind::Board)],
            ..Self::goal_place(&[])
        };
        let goal = Place {
            satisfiable: false,
            ..goal
        };
        let better = self
            .writer
            .speaking_of("HERE", |writer| writer.truth(2, &goal));
        let better = better.unwrap_or_else(|| "HERE ∩ ATT(us) ≠ ∅".to_owned());
        let us = self
            .rng()
            .one(&["any", "us.K to HERE then any", "us.* from HERE then any"]);
        let depth = self.rng().between(1, 3);
        self.items.push(format!(
            "advice aim-{i}\n  better {better}\n  us {us}\n  depth {depth}\nend-advice"
        ));
    }
}
