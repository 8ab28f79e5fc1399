//! Random pieces-of-advice, plans and tables.

use std::fmt::Write;

use super::expr::{Kind, Place};
use super::moves::Owners;
use super::program::{Advised, Author};

impl Author<'_> {
    pub(super) fn goal_place(vars: &[(String, Kind)]) -> Place {
        Place {
            new: true,
            root: true,
            satisfiable: true,
            vars: vars.to_vec(),
            ..Place::default()
        }
    }

    /// A goal that is true in some positions and false in others: mostly a measure that has to fall.
    ///
    /// Deep trees come about only where the first move does not reach the goal at once.
    fn better(&mut self, vars: &[(String, Kind)], deep: bool) -> String {
        let place = Self::goal_place(vars);
        if deep {
            let bare = Place {
                vars: vars.to_vec(),
                ..Place::default()
            };
            let (man, measure) = (self.writer.piece(&bare), self.writer.number(1, &bare));
            return match self.rng().below(4) {
                0 => format!("us-to-move ∧ {}", self.writer.truth(2, &place)),
                1 => format!("us-to-move ∧ {measure} ≠ root.({measure})"),
                2 => format!("us-to-move ∧ dist({man}, root.{man}) ≥ 1"),
                _ => format!("dist({man}, root.{man}) > 1"),
            };
        }
        let one = match self.rng().below(10) {
            0..3 => {
                let bare = Place {
                    vars: vars.to_vec(),
                    ..Place::default()
                };
                let measure = self.writer.number(2, &bare);
                let sign = self.rng().one(&["<", ">", "≤", "≠", "<"]);
                format!("({measure} {sign} root.({measure}))")
            }
            3 => "check".to_owned(),
            4 if self.rng().percent(50) => "mate".to_owned(),
            5 => {
                let width = self.rng().between(2, 3);
                let bare = Place {
                    vars: vars.to_vec(),
                    ..Place::default()
                };
                let measure = self.writer.numbers(width, 1, &bare);
                format!("({measure} < root.({measure}))")
            }
            _ => self.writer.truth(3, &place),
        };
        match self.rng().below(4) {
            0 => format!("{one} ∧ {}", self.writer.truth(2, &place)),
            1 => format!("{one} ∨ {}", self.writer.truth(2, &place)),
            _ => one,
        }
    }

    pub(super) fn all_advice(&mut self) {
        for i in 1..=self.rng().between(2, 4) {
            self.advice(i, false);
        }
    }

    pub(super) fn advice(&mut self, i: usize, nested_only: bool) {
        let (params, vars, list) = match self.rng().percent(25) {
            true => self.params(&[Kind::Number, Kind::Board]),
            false => (Vec::new(), Vec::new(), String::new()),
        };
        let side = match (self.plays, nested_only) {
            (_, true) => self.rng().one(&["", "", " for W", " for B"]),
            (Some(true), _) => self.rng().one(&["", " for W"]),
            (Some(false), _) => self.rng().one(&["", " for B"]),
            (None, _) => "",
        };
        let (our, their): (Owners<'_>, Owners<'_>) = match side {
            " for W" => (&["us.", "W."], &["them.", "B."]),
            " for B" => (&["us.", "B."], &["them.", "W."]),
            _ => (&["us.", "W.", "B."], &["them.", "B.", "W."]),
        };
        let depth = match nested_only {
            true => self.rng().between(1, 2),
            false => [1, 1, 1, 2, 3, 3, 3, 4][self.rng().below(8)],
        };
        let name = format!("adv-{i}");
        let mut text = format!("advice {name}{list}{side}");
        let times = ["", "after-us ", "after-them "];
        let better_when = times[self.rng().weighted(&[70, 20, 10])];
        let mut holding_when = "";
        let deep = depth > 1 && self.rng().percent(60);
        let better = self.better(&vars, deep);
        let _ = write!(text, "\n  better   {better_when}{}", better);
        if self.rng().percent(60) {
            holding_when = times[self.rng().weighted(&[70, 15, 15])];
            let test = self.writer.truth(2, &Self::goal_place(&vars));
            // Most holding-goals should hold here and there.
            let test = match self.rng().below(3) {
                0 => test,
                1 => format!("{test} ∨ us-to-move"),
                _ => format!("{test} ∨ them-to-move"),
            };
            let _ = write!(text, "\n  holding  {holding_when}{test}");
        }
        let moves = std::mem::take(&mut self.moves);
        if depth > 2 || self.rng().percent(80) {
            let us = match self.rng().percent(40) {
                true => self.writer.by_ply(&vars, &moves, our, 0, depth),
                false => self.writer.sequence(&vars, &moves, our, depth > 2),
            };
            let _ = write!(text, "\n  us       {us}");
        }
        match self.rng().below(9) {
            0 => text.push_str("\n  them     none"),
            1 => text.push_str("\n  them     any"),
            // They do nothing: always, or at their first turn.
            5 if depth > 1 && self.rng().percent(50) => {
                text.push_str("\n  them     at 0, 1: pass; at 2, 3: any");
            }
            5 => text.push_str("\n  them     pass"),
            2 if depth > 1 => {
                let them = self.writer.by_ply(&vars, &moves, their, 1, depth);
                let _ = write!(text, "\n  them     {them}");
            }
            3 | 4 => {
                let them = self.writer.sequence(&vars, &moves, their, false);
                let _ = write!(text, "\n  them     {them}");
            }
            _ => {}
        }
        self.moves = moves;
        // The language does not say which tree is the easiest, so no strategy plays one.
        // One that speaks of `TAKEN` has no easiest tree.
        let easiest = (nested_only || !self.strategic) && !self.writer.taken;
        let word = match self.rng().below(100) {
            0..25 => " shortest",
            25..45 if easiest => " easiest",
            _ => "",
        };
        let _ = write!(text, "\n  depth    {depth}{word}");
        let cost = self.cost();
        if let Some([cost, effort]) = &cost {
            let cheapest = match word.is_empty() && self.rng().percent(50) {
                true => " cheapest",
                false => "",
            };
            let _ = write!(text, "\n  {cost}\n  {effort}{cheapest}");
        }
        if self.rng().percent(15) {
            text.push_str("\n  because  \"the king stands on rank {rank(W.K)}\"");
        } else if self.writer.zones && self.rng().percent(30) {
            let zone = self.writer.zone(1, &Place::default());
            // A text has no braces inside braces.
            if !zone.contains('{') {
                let _ = write!(text, "\n  because  \"what runs: {{{zone}}}\"");
            }
        }
        text.push_str("\nend-advice");
        self.items.push(text);
        let advised = Advised {
            name,
            params,
            nested_only,
        };
        if depth <= 2 {
            let call = self.advice_call(&advised);
            let charged = cost.map_or(String::new(), |[cost, _]| cost);
            self.writer
                .askable
                .push((call, [side, better_when, holding_when], charged));
        }
        self.advice.push(advised);
    }

    /// What moves cost, for some pieces: the two clauses. Without parameters, so that two pieces with one text have one cost.
    pub(super) fn cost(&mut self) -> Option<[String; 2]> {
        if !self.rng().percent(30) {
            return None;
        }
        let when = self
            .rng()
            .one(&["", "", "after-us ", "after-us ", "after-them "]);
        let cost = match self.rng().below(8) {
            0 => "bits(new.replies)".to_owned(),
            1 => "bits(new.legal-moves(them)) + bits(legal-moves(us))".to_owned(),
            2 => "1000".to_owned(),
            3 => "if new.check then 0 else 1000".to_owned(),
            // Beyond what a line may cost, and below nothing.
            4 => format!("{} * 4000000000000", self.writer.of_a_move()),
            5 => self.writer.of_a_move(),
            _ => format!("300 * {}", self.writer.of_a_move()),
        };
        let effort = self.rng().between(1, 5);
        Some([
            format!("cost     {when}{cost}"),
            format!("effort   {effort}"),
        ])
    }

    /// The name with constant arguments.
    fn advice_call(&mut self, advised: &Advised) -> String {
        let args: Vec<String> = advised
            .params
            .iter()
            .map(|kind| match kind {
                Kind::Board => format!("{{{}, {}}}", self.writer.square(), self.writer.square()),
                _ => self.rng().between(0, 5).to_string(),
            })
            .collect();
        match args.is_empty() {
            true => advised.name.clone(),
            false => format!("{}({})", advised.name, args.join(", ")),
        }
    }

    pub(super) fn list(&mut self, plans: &[String]) -> String {
        let mut advice = std::mem::take(&mut self.advice);
        let mut entries: Vec<String> = Vec::new();
        for advised in advice.iter().filter(|a| !a.nested_only) {
            let call = self.advice_call(advised);
            entries.push(call);
        }
        std::mem::swap(&mut self.advice, &mut advice);
        let mut chosen = self.rng().some(&entries, 3);
        if self.rng().percent(30) {
            let group = self.rng().some(&entries, 3).join(", ");
            let plies = self.rng().between(1, 4);
            let at = self.rng().below(chosen.len() + 1);
            chosen.insert(at, format!("shortest {plies} ({group})"));
        }
        if !plans.is_empty() && self.rng().percent(40) {
            chosen.push(plans[self.rng().below(plans.len())].clone());
        }
        chosen.join(", ")
    }

    pub(super) fn tables(&mut self) {
        let mut plans = Vec::new();
        if self.rng().percent(40) {
            let list = self.list(&[]);
            self.items.push(format!("plan rest = {list}"));
            plans.push("rest".to_owned());
        }
        let other = self.rng().percent(20);
        for i in 0..self.rng().between(1, 2) {
            let side = match self.plays {
                Some(true) => " for W",
                Some(false) => " for B",
                None => "",
            };
            let mut text = format!("table tb-{i}{side}");
            self.table_names.push(format!("tb-{i}"));
            let place = Place {
                satisfiable: true,
                ..Place::default()
            };
            for rule in 0..self.rng().between(0, 2) {
                let word = if rule == 0 { "if" } else { "else-if" };
                let test = self.writer.descriptor(3, &place);
                let list = self.list(&plans);
                let _ = write!(text, "\n  {word} {test} then {list}");
            }
            if self.rng().percent(85) || text.lines().count() == 1 {
                let list = self.list(&plans);
                let _ = write!(text, "\n  otherwise {list}");
            }
            if self.rng().percent(20) {
                let list = self.list(&[]);
                let _ = write!(text, "\n  also {list}");
            }
            match self.rng().below(4) {
                0 => text.push_str("\n  beyond leaves"),
                1 if other => text.push_str("\n  beyond kings-only, leaves"),
                _ => {}
            }
            text.push_str("\nend-table");
            self.items.push(text);
        }
        if other {
            let list = self.list(&plans);
            self.items.push(format!(
                "table kings-only (W: K; B: K)\n  otherwise {list}\nend-table"
            ));
        }
    }
}
