//! Random programs: material, libraries, definitions, moves; advice and tables have a file of their own.

use super::expr::{Defined, Kind, Needs, Place, Writer};
use super::moves::MovesDefined;
use super::position::{MATERIALS, Men};
use adv_testkit::Numbers;

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
pub(super) struct Advised {
    pub(super) name: String,
    pub(super) params: Vec<Kind>,
    pub(super) nested_only: bool,
}

/// The text of one program while it grows.
pub(super) struct Author<'r> {
    pub(super) writer: Writer<'r>,
    pub(super) items: Vec<String>,
    pub(super) moves: Vec<MovesDefined>,
    pub(super) advice: Vec<Advised>,
    pub(super) table_names: Vec<String>,
    /// Something is there that is for the men with colours exchanged.
    pub(super) exchanges: bool,
    pub(super) plays: Option<bool>,
    /// The program has strategies, which the reference plays tree by tree.
    pub(super) strategic: bool,
}

/// The program of a seed: definitions, advice and tables.
pub fn program(seed: u64) -> Generated {
    program_of(seed, ProgramKind::Plain)
}

/// The same with classes that speak of `TAKEN`.
pub fn program_with_taken(seed: u64) -> Generated {
    program_of(seed, ProgramKind::Taken)
}

/// The same with patterns, which the tables and claims may ask.
pub fn program_with_patterns(seed: u64) -> Generated {
    program_of(seed, ProgramKind::Explaining)
}

/// What a program is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgramKind {
    /// Definitions, advice and tables.
    Plain,
    /// Strategies too.
    Strategic,
    /// Classes that speak of `TAKEN`.
    Taken,
    /// Patterns.
    Explaining,
}

/// The program of a seed.
pub(super) fn program_of(seed: u64, kind: ProgramKind) -> Generated {
    let strategies = kind == ProgramKind::Strategic;
    let mut rng = Numbers::new(seed);
    let men = match rng.below(8) {
        // A strategy has figures.
        0 if !strategies => None,
        _ => Some(MATERIALS[rng.below(MATERIALS.len())]),
    };
    let mirrored = men.is_some() && rng.percent(if strategies { 45 } else { 25 });
    let plays = [None, None, Some(true), Some(false)][rng.below(4)];
    let writer = Writer {
        rng: &mut rng,
        men,
        defined: Vec::new(),
        askable: Vec::new(),
        needs: Needs::default(),
        counter: 0,
        plays: plays.map(|white| usize::from(!white)),
        taken: kind == ProgramKind::Taken,
        // Drawn apart, so that the other programs are the same with these words and without.
        zones: Numbers::new(seed ^ 0x7a6f_6e65).percent(15),
    };
    let mut author = Author {
        writer,
        items: Vec::new(),
        moves: Vec::new(),
        advice: Vec::new(),
        table_names: Vec::new(),
        exchanges: false,
        plays,
        strategic: strategies,
    };
    author
        .items
        .push(format!("//! A generated program, seed {seed}."));
    if let Some(men) = men {
        let mirrored = if mirrored { " mirrored" } else { "" };
        author
            .items
            .push(format!("material {}{mirrored}", material(men)));
    }
    author.uses();
    if strategies {
        author.sdl();
    }
    if author.rng().percent(35) {
        // Definitions, too, may ask whether a piece-of-advice is satisfiable.
        author.advice(0, true);
    }
    author.definitions();
    author.moves_definitions();
    if kind == ProgramKind::Explaining {
        author.patterns();
    }
    author.all_advice();
    if strategies {
        author.wander();
    }
    author.tables();
    if strategies {
        if mirrored {
            author.turned_table();
        }
        author.strategies();
    } else {
        author.claims();
    }
    let items = author.items;
    Generated {
        seed,
        items,
        men,
        mirrored,
        plays,
    }
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
    (
        "std.geometry",
        "aligned",
        Kind::Truth,
        &[Kind::Board, Kind::Board],
    ),
    (
        "std.geometry",
        "between",
        Kind::Truth,
        &[Kind::Number, Kind::Number, Kind::Number],
    ),
    (
        "std.geometry",
        "toward",
        Kind::Number,
        &[Kind::Number, Kind::Number],
    ),
    ("std.kings", "kings-apart", Kind::Number, &[]),
    (
        "std.kings",
        "attacked",
        Kind::Truth,
        &[Kind::Board, Kind::Side],
    ),
    (
        "std.kings",
        "guarded",
        Kind::Truth,
        &[Kind::Board, Kind::Side],
    ),
    ("std.kings", "GUARDED-AGAINST", Kind::Board, &[Kind::Side]),
    (
        "std.directions",
        "FORWARD",
        Kind::Board,
        &[Kind::Board, Kind::Side],
    ),
    (
        "std.directions",
        "AHEAD",
        Kind::Board,
        &[Kind::Board, Kind::Side],
    ),
    (
        "std.room",
        "rook-area",
        Kind::Number,
        &[Kind::Board, Kind::Board],
    ),
    ("std.room", "pen", Kind::Number, &[Kind::Side]),
    ("std.square", "race", Kind::Zone, &[Kind::Side]),
    ("std.square", "runs", Kind::Truth, &[Kind::Side]),
    (
        "std.square",
        "wins-by-rule",
        Kind::Truth,
        &[Kind::Side, Kind::Side],
    ),
];

impl Author<'_> {
    pub(super) fn rng(&mut self) -> &mut Numbers {
        self.writer.rng
    }

    fn uses(&mut self) {
        if self.rng().percent(60) {
            return;
        }
        let modules = [
            "std.geometry",
            "std.kings",
            "std.directions",
            "std.room",
            "std.square",
        ];
        let known = modules.len() - usize::from(!self.writer.zones);
        for module in self.rng().some(&modules[..known], 2) {
            self.items.push(format!("use {module}"));
            let names = LIBRARY.iter().filter(|(of, ..)| *of == module);
            self.writer
                .defined
                .extend(names.map(|(_, name, kind, params)| Defined {
                    name: (*name).to_owned(),
                    kind: *kind,
                    width: 1,
                    params: params.to_vec(),
                    needs: Needs {
                        dear: module == "std.square" || matches!(*name, "pen" | "AHEAD"),
                        ..Needs::default()
                    },
                }));
        }
    }

    pub(super) fn params(&mut self, kinds: &[Kind]) -> (Vec<Kind>, Vec<(String, Kind)>, String) {
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
        let list: Vec<String> = named
            .iter()
            .map(|(name, kind)| format!("{name}: {}", kind.word()))
            .collect();
        let text = if list.is_empty() {
            String::new()
        } else {
            format!("({})", list.join(", "))
        };
        (params, named, text)
    }

    fn definitions(&mut self) {
        const PARAMS: &[Kind] = &[
            Kind::Board,
            Kind::Board,
            Kind::Number,
            Kind::Truth,
            Kind::Piece,
            Kind::Side,
            // Where zones are drawn.
            Kind::Zone,
        ];
        for i in 0..self.rng().between(3, 7) {
            let zones = self.writer.zones;
            let kinds = [Kind::Board, Kind::Number, Kind::Truth, Kind::Zone];
            let kind = kinds[self.rng().below(if zones { 4 } else { 3 })];
            let taken = PARAMS.len() - usize::from(!zones);
            let (params, vars, list) = self.params(&PARAMS[..taken]);
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
                Kind::Truth => writer.descriptor(size, &place),
                kind => writer.of_kind(kind, size, &place),
            };
            // Parameters are mostly used.
            let wanted = place
                .vars
                .first()
                .map(|(name, _)| name.clone())
                .unwrap_or_default();
            let body = self.writer.speaking_of(&wanted, write);
            let body = body.unwrap_or_else(|| write(&mut self.writer));
            let word = match kind {
                Kind::Board => "bd",
                Kind::Number => "num",
                Kind::Zone => "zn",
                _ => "say",
            };
            let name = format!("{word}-{i}");
            let because = match kind {
                Kind::Truth if self.rng().percent(15) => "  because \"it is so\"",
                _ => "",
            };
            let doc = if self.rng().percent(20) {
                "/// A definition.\n"
            } else {
                ""
            };
            self.items.push(format!(
                "{doc}{} {name}{list} = {body}{because}",
                kind.word()
            ));
            let needs = self.writer.needs;
            self.writer.defined.push(Defined {
                name,
                kind,
                width,
                params,
                needs,
            });
        }
    }

    fn moves_definitions(&mut self) {
        for i in 0..self.rng().between(0, 2) {
            let kinds = [Kind::Board, Kind::Number, Kind::Zone];
            let taken = if self.writer.zones { 3 } else { 2 };
            let (params, vars, list) = self.params(&kinds[..taken]);
            let body = self.writer.sequence(&vars, &[], &[], false);
            let name = format!("mv-{i}");
            self.items.push(format!("moves {name}{list} = {body}"));
            self.moves.push(MovesDefined { name, params });
        }
        if self.rng().percent(15) {
            let place = Place {
                new: true,
                root: true,
                ..Place::default()
            };
            let test = self.writer.truth(1, &place);
            self.items
                .push(format!("default holding ({test} or us-to-move)"));
        }
    }
}
