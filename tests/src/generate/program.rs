//! Random programs: definitions, moves, pieces-of-advice, plans, tables.

use std::fmt::Write;

use super::expr::{Defined, Kind, Needs, Place, Writer};
use super::moves::{MovesDefined, Owners};
use super::position::{MATERIALS, Men};
use super::rng::Rng;

/// A program and what its positions have to be.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The seed that it was made from.
    pub seed: u64,
    /// The source text, item by item, so that items can be left out.
    pub items: Vec<String>,
    /// The men; `None` where every position fits.
    pub men: Option<Men>,
    /// The program serves the colours reversed too.
    pub mirrored: bool,
    /// The tables play for this side: `Some(true)` for White.
    pub plays: Option<bool>,
}

impl Generated {
    /// The source text.
    pub fn source(&self) -> String {
        self.items.join("\n")
    }
}

/// A piece-of-advice that was generated.
struct Advised {
    name: String,
    params: Vec<Kind>,
    nested_only: bool,
}

struct Author<'r> {
    writer: Writer<'r>,
    items: Vec<String>,
    moves: Vec<MovesDefined>,
    advice: Vec<Advised>,
    plays: Option<bool>,
}

/// The program of a seed.
pub fn program(seed: u64) -> Generated {
    let mut rng = Rng::new(seed);
    let men = match rng.below(8) {
        0 => None,
        _ => Some(MATERIALS[rng.below(MATERIALS.len())]),
    };
    let mirrored = men.is_some() && rng.percent(25);
    let plays = [None, None, Some(true), Some(false)][rng.below(4)];
    let writer = Writer {
        rng: &mut rng,
        men,
        defined: Vec::new(),
        askable: Vec::new(),
        needs: Needs::default(),
        counter: 0,
        plays: plays.map(|white| usize::from(!white)),
    };
    let mut author =
        Author { writer, items: Vec::new(), moves: Vec::new(), advice: Vec::new(), plays };
    author.items.push(format!("//! A generated program, seed {seed}."));
    if let Some(men) = men {
        let mirrored = if mirrored { " mirrored" } else { "" };
        author.items.push(format!("material {}{mirrored}", material(men)));
    }
    author.uses();
    if author.rng().percent(35) {
        // Definitions, too, may ask whether a piece-of-advice is satisfiable.
        author.advice(0, true);
    }
    author.definitions();
    author.moves_definitions();
    author.all_advice();
    author.tables();
    let items = author.items;
    Generated { seed, items, men, mirrored, plays }
}

/// `W: K, R; B: K`
fn material(men: Men) -> String {
    let list = |men: &str| {
        let letters: Vec<String> = men.chars().map(String::from).collect();
        letters.join(", ")
    };
    format!("W: {}; B: {}", list(men[0]), list(men[1]))
}

/// Library definitions that any program may use.
const LIBRARY: &[(&str, &str, Kind, &[Kind])] = &[
    ("std.geometry", "EDGE", Kind::Board, &[]),
    ("std.geometry", "CENTRE", Kind::Board, &[]),
    ("std.geometry", "LIGHT", Kind::Board, &[]),
    ("std.geometry", "aligned", Kind::Truth, &[Kind::Board, Kind::Board]),
    ("std.geometry", "between", Kind::Truth, &[Kind::Number, Kind::Number, Kind::Number]),
    ("std.geometry", "toward", Kind::Number, &[Kind::Number, Kind::Number]),
    ("std.kings", "kings-apart", Kind::Number, &[]),
    ("std.kings", "attacked", Kind::Truth, &[Kind::Board, Kind::Side]),
    ("std.kings", "guarded", Kind::Truth, &[Kind::Board, Kind::Side]),
    ("std.kings", "GUARDED-AGAINST", Kind::Board, &[Kind::Side]),
    ("std.directions", "FORWARD", Kind::Board, &[Kind::Board, Kind::Side]),
    ("std.directions", "AHEAD", Kind::Board, &[Kind::Board, Kind::Side]),
    ("std.room", "rook-area", Kind::Number, &[Kind::Board, Kind::Board]),
    ("std.room", "pen", Kind::Number, &[Kind::Side]),
];

impl Author<'_> {
    fn rng(&mut self) -> &mut Rng {
        self.writer.rng
    }

    fn uses(&mut self) {
        if self.rng().percent(60) {
            return;
        }
        let modules = ["std.geometry", "std.kings", "std.directions", "std.room"];
        for module in self.rng().some(&modules, 2) {
            self.items.push(format!("use {module}"));
            let names = LIBRARY.iter().filter(|(of, ..)| *of == module);
            self.writer.defined.extend(names.map(|(_, name, kind, params)| Defined {
                name: (*name).to_owned(),
                kind: *kind,
                width: 1,
                params: params.to_vec(),
                needs: Needs { dear: matches!(*name, "pen" | "AHEAD"), ..Needs::default() },
            }));
        }
    }

    fn params(&mut self, kinds: &[Kind]) -> (Vec<Kind>, Vec<(String, Kind)>, String) {
        let mut params = Vec::new();
        if self.rng().percent(50) {
            for _ in 0..self.rng().between(1, 3) {
                params.push(kinds[self.rng().below(kinds.len())]);
            }
        }
        let named: Vec<(String, Kind)> = params
            .iter()
            .enumerate()
            .map(|(i, kind)| (format!("{}-{i}", ["p", "q", "r"][i % 3]), *kind))
            .collect();
        let list: Vec<String> =
            named.iter().map(|(name, kind)| format!("{name}: {}", kind.word())).collect();
        let text = if list.is_empty() { String::new() } else { format!("({})", list.join(", ")) };
        (params, named, text)
    }

    fn definitions(&mut self) {
        const PARAMS: &[Kind] =
            &[Kind::Board, Kind::Board, Kind::Number, Kind::Truth, Kind::Piece, Kind::Side];
        for i in 0..self.rng().between(3, 7) {
            let kind = [Kind::Board, Kind::Number, Kind::Truth][self.rng().below(3)];
            let (params, vars, list) = self.params(PARAMS);
            // Some definitions speak of the root, a new position or the move.
            let place = Place {
                root: self.rng().percent(20),
                new: self.rng().percent(15),
                step: self.rng().percent(15),
                satisfiable: self.rng().percent(30),
                vars,
                ..Place::default()
            };
            self.writer.needs = Needs::default();
            let width = match kind {
                Kind::Number if self.rng().percent(20) => self.rng().between(2, 3),
                _ => 1,
            };
            let size = self.rng().between(2, 3);
            let write = |writer: &mut Writer<'_>| match kind {
                Kind::Number => writer.numbers(width, size, &place),
                kind => writer.of_kind(kind, size, &place),
            };
            // Parameters are mostly used.
            let wanted = place.vars.first().map(|(name, _)| name.clone()).unwrap_or_default();
            let body = self.writer.speaking_of(&wanted, write);
            let body = body.unwrap_or_else(|| write(&mut self.writer));
            let name = format!("{}-{i}", ["bd", "num", "say"][kind as usize % 3]);
            let because = match kind {
                Kind::Truth if self.rng().percent(15) => "  because \"it is so\"",
                _ => "",
            };
            let doc = if self.rng().percent(20) { "/// A definition.\n" } else { "" };
            self.items.push(format!("{doc}{} {name}{list} = {body}{because}", kind.word()));
            let needs = self.writer.needs;
            self.writer.defined.push(Defined { name, kind, width, params, needs });
        }
    }

    fn moves_definitions(&mut self) {
        for i in 0..self.rng().between(0, 2) {
            let (params, vars, list) = self.params(&[Kind::Board, Kind::Number]);
            let body = self.writer.sequence(&vars, &[], &[], false);
            let name = format!("mv-{i}");
            self.items.push(format!("moves {name}{list} = {body}"));
            self.moves.push(MovesDefined { name, params });
        }
        if self.rng().percent(15) {
            let place = Place { new: true, root: true, ..Place::default() };
            let test = self.writer.truth(1, &place);
            self.items.push(format!("default holding ({test} or us-to-move)"));
        }
    }

    fn goal_place(vars: &[(String, Kind)]) -> Place {
        Place {
            new: true,
            root: true,
            satisfiable: true,
            vars: vars.to_vec(),
            ..Place::default()
        }
    }

    /// A goal that is true in some positions and false in others: mostly a measure that has to fall.
    fn better(&mut self, vars: &[(String, Kind)]) -> String {
        let place = Self::goal_place(vars);
        let one = match self.rng().below(10) {
            0..3 => {
                let bare = Place { vars: vars.to_vec(), ..Place::default() };
                let measure = self.writer.number(2, &bare);
                let sign = self.rng().pick(&["<", ">", "≤", "≠", "<"]);
                format!("({measure} {sign} root.({measure}))")
            }
            3 => "check".to_owned(),
            4 if self.rng().percent(50) => "mate".to_owned(),
            5 => {
                let width = self.rng().between(2, 3);
                let bare = Place { vars: vars.to_vec(), ..Place::default() };
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

    fn all_advice(&mut self) {
        for i in 1..=self.rng().between(2, 4) {
            self.advice(i, false);
        }
    }

    fn advice(&mut self, i: usize, nested_only: bool) {
        let (params, vars, list) = match self.rng().percent(25) {
            true => self.params(&[Kind::Number, Kind::Board]),
            false => (Vec::new(), Vec::new(), String::new()),
        };
        let side = match (self.plays, nested_only) {
            (_, true) => self.rng().pick(&["", "", " for W", " for B"]),
            (Some(true), _) => self.rng().pick(&["", " for W"]),
            (Some(false), _) => self.rng().pick(&["", " for B"]),
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
        let when = self.rng().weighted(&[70, 20, 10]);
        let when = ["", "after-us ", "after-them "][when];
        let _ = write!(text, "\n  better   {when}{}", self.better(&vars));
        if self.rng().percent(60) {
            let when = ["", "after-us ", "after-them "][self.rng().weighted(&[70, 15, 15])];
            let test = self.writer.truth(2, &Self::goal_place(&vars));
            // Most holding-goals should hold here and there.
            let test = match self.rng().below(3) {
                0 => test,
                1 => format!("{test} ∨ us-to-move"),
                _ => format!("{test} ∨ them-to-move"),
            };
            let _ = write!(text, "\n  holding  {when}{test}");
        }
        let moves = std::mem::take(&mut self.moves);
        if depth > 2 || self.rng().percent(80) {
            let us = match self.rng().percent(40) {
                true => self.writer.by_ply(&vars, &moves, our, 0, depth),
                false => self.writer.sequence(&vars, &moves, our, depth > 2),
            };
            let _ = write!(text, "\n  us       {us}");
        }
        match self.rng().below(8) {
            0 => text.push_str("\n  them     none"),
            1 => text.push_str("\n  them     any"),
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
        let shortest = if self.rng().percent(25) { " shortest" } else { "" };
        let _ = write!(text, "\n  depth    {depth}{shortest}");
        if self.rng().percent(15) {
            text.push_str("\n  because  \"the king stands on rank {rank(W.K)}\"");
        }
        text.push_str("\nend-advice");
        self.items.push(text);
        let advised = Advised { name, params, nested_only };
        if depth <= 2 {
            let call = self.advice_call(&advised);
            self.writer.askable.push(call);
        }
        self.advice.push(advised);
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

    fn list(&mut self, plans: &[String]) -> String {
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

    fn tables(&mut self) {
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
            let place = Place { satisfiable: true, ..Place::default() };
            for rule in 0..self.rng().between(0, 2) {
                let word = if rule == 0 { "if" } else { "else-if" };
                let test = self.writer.truth(3, &place);
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
