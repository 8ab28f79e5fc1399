//! Random strategies: heads, actions with every clause, chains of `otherwise`, loops and branches, consultations, other strategies.
//!
//! Each clause and each statement has a line of its own, so that a difference can be cut down line by line.

use super::expr::{Defined, Kind, Needs, Place};
use super::moves::Owners;
use super::program::{Advised, Author, Generated, ProgramKind, program_of};

/// The boards of SDL that any program may use, their parameters, and whether they are dear.
const SDL: &[(&str, &[Kind], bool)] = &[
    ("DISP", &[Kind::Board, Kind::Board], false),
    ("STRIP", &[Kind::Board, Kind::Board], false),
    ("OPP-ANY", &[Kind::Board, Kind::Board], false),
    ("STEP2", &[Kind::Board], false),
    ("CHK", &[Kind::Board], false),
    ("POPP", &[Kind::Board, Kind::Piece], true),
];

/// Names of actions; they need not be the only ones of their kind.
const NAMES: &[&str] = &["near", "LINE", "go-on", "act-1", "tighten"];

/// Names of actions of the file.
const SHARED: &[&str] = &["shared-0", "shared-1"];

/// The program of a seed, with strategies after its tables.
pub fn strategic(seed: u64) -> Generated {
    program_of(seed, ProgramKind::Strategic)
}

/// `K, R`
fn letters(men: &str) -> String {
    let letters: Vec<String> = men.chars().map(String::from).collect();
    letters.join(", ")
}

impl Author<'_> {
    /// SDL's boards, which need no `use`.
    pub(super) fn sdl(&mut self) {
        let words = SDL.iter().map(|(name, params, dear)| Defined {
            name: (*name).to_owned(),
            kind: Kind::Board,
            width: 1,
            params: params.to_vec(),
            needs: Needs {
                dear: *dear,
                ..Needs::default()
            },
        });
        self.writer.defined.extend(words);
    }

    /// A piece-of-advice whose trees are long, and in which replies are left out.
    pub(super) fn wander(&mut self) {
        let (side, their): (&str, Owners<'_>) = match self.plays {
            Some(true) => (" for W", &["them.", "B."]),
            Some(false) => (" for B", &["them.", "W."]),
            None => ("", &["them.", "B.", "W."]),
        };
        let man = self.rng().one(&["us.K", "us.K", "us.*"]);
        let them = match self.rng().percent(30) {
            true => self.writer.sequence(&[], &[], their, true),
            false => {
                let narrow = self.rng().one(&[
                    "K toward N, E, SE, W",
                    "K where dist(TO, us.K) ≤ dist(FROM, us.K)",
                    "K to ~RANK(them.K)",
                ]);
                narrow.to_owned()
            }
        };
        self.items.push(format!(
            "advice wander{side}\n  better   after-us ¬ ({man} ∩ (root.{man} ∪ AROUND(root.{man})))\n  \
             us       K then any\n  them     {them}\n  depth    3\nend-advice"
        ));
        self.advice.push(Advised {
            name: "wander".to_owned(),
            params: Vec::new(),
            nested_only: false,
        });
    }

    /// A table for the men with colours exchanged, so that it turns what a strategy sees.
    pub(super) fn turned_table(&mut self) {
        let (Some([white, black]), None) = (self.writer.men, self.plays) else {
            return;
        };
        let list = self.list(&[]);
        self.items.push(format!(
            "table turned-tb (W: {}; B: {} mirrored)\n  otherwise {list}\nend-table",
            letters(black),
            letters(white)
        ));
        self.table_names.push("turned-tb".to_owned());
        self.exchanges = true;
    }

    /// One to three strategies, each of which may apply those before it.
    pub(super) fn strategies(&mut self) {
        for shared in SHARED.iter().take(self.rng().below(SHARED.len() + 1)) {
            let mut lines = Vec::new();
            self.classes_and_clauses(shared, false, &mut lines);
            lines.push(format!("end-action {shared}"));
            self.items.push(lines.join("\n"));
        }
        let count = self.rng().between(1, 3);
        for i in 0..count {
            self.strategy(i);
        }
    }

    /// An action of the file, where there is one.
    fn shared(&mut self) -> Option<&'static str> {
        let head = |name: &str| format!("action {name} ");
        let known = |name: &&&str| self.items.iter().any(|item| item.starts_with(&head(name)));
        let known: Vec<&'static str> = SHARED.iter().filter(known).copied().collect();
        match known.is_empty() {
            true => None,
            false => Some(self.rng().one(&known)),
        }
    }

    fn at_position(&mut self) -> Place {
        Place {
            satisfiable: self.rng().percent(30),
            ..Place::default()
        }
    }

    fn strategy(&mut self, i: usize) {
        let name = format!("plan-{i}");
        // Without a side of its own, too, a strategy may consult what has one.
        let plays = self.plays.filter(|_| self.rng().percent(80));
        let side = match plays {
            Some(true) => " for W",
            Some(false) => " for B",
            None => "",
        };
        let mut parts = Vec::new();
        let all = self.writer.men;
        let written = match self.rng().below(20) {
            // What is left when all has been taken.
            0 if i == 0 => {
                self.writer.men = Some(["K", "K"]);
                true
            }
            1 | 2 if self.exchanges => {
                self.writer.men = all.map(|[white, black]| [black, white]);
                true
            }
            0..12 => true,
            _ => false,
        };
        if let Some([white, black]) = self.writer.men.filter(|_| written) {
            parts.push(format!(
                "in-class: figures - W: {}; B: {}",
                letters(white),
                letters(black)
            ));
        }
        match self.rng().below(10) {
            0 => {
                let place = self.at_position();
                parts.push(format!("descr - {}", self.writer.descriptor(2, &place)));
            }
            1..5 => parts.push("descr - any".to_owned()),
            _ => {}
        }
        match self.rng().below(8) {
            0 => {}
            1 => parts.push("out-class: mate".to_owned()),
            // The end is compared with the beginning.
            2 | 3 => {
                let deep = self.rng().percent(50);
                parts.push(format!("out-class: {}", self.out_class(deep)));
            }
            _ => {
                let place = self.at_position();
                parts.push(format!("out-class: {}", self.writer.descriptor(2, &place)));
            }
        }
        let head = match parts.is_empty() {
            true => String::new(),
            false => format!("\n  ({})", parts.join(";\n   ")),
        };
        let mut lines = Vec::new();
        // Most strategies go round as long as they can; a short one is over soon when it is applied.
        let short = i == 0 && self.rng().percent(30);
        let size = if short { 1 } else { self.rng().between(2, 4) };
        let round = short || self.rng().percent(65);
        if round {
            let place = self.at_position();
            let test = match short {
                true => self.writer.descriptor(1, &place),
                false => self.lasting(),
            };
            lines.push(format!("do-while {test}"));
        }
        self.block(i, size, 0, &mut lines);
        if round {
            lines.push("end-do".to_owned());
        }
        self.writer.men = all;
        let body = lines.join("\n  ");
        let as_printed = self.rng().percent(30);
        let text = match as_printed {
            true => format!("{name} : STRAT{side}{head}\n  {body}\nend-strat {name}"),
            false => format!("strat {name}{side}{head}\n  {body}\nend-strat"),
        };
        self.items.push(text);
    }

    /// A condition that mostly holds.
    fn lasting(&mut self) -> String {
        let place = self.at_position();
        match self.rng().below(6) {
            0 | 1 => "us-to-move".to_owned(),
            2 => "MV(them.K) ≠ ∅".to_owned(),
            3 => format!(
                "({} ∨ {})",
                self.writer.truth(2, &place),
                self.writer.truth(1, &place)
            ),
            4 => format!("({})", self.writer.descriptor(2, &place)),
            _ => "¬ insufficient".to_owned(),
        }
    }

    fn block(&mut self, i: usize, count: usize, depth: usize, lines: &mut Vec<String>) {
        for _ in 0..count.max(1) {
            self.statement(i, depth, lines);
            if self.rng().percent(15)
                && let Some(last) = lines.last_mut()
            {
                last.push(';');
            }
        }
    }

    fn statement(&mut self, i: usize, depth: usize, lines: &mut Vec<String>) {
        let nested = if depth < 3 { 12 } else { 0 };
        let applied = if i > 0 { 12 } else { 0 };
        match self
            .rng()
            .weighted(&[50, nested, nested, 9, 14, applied, 2])
        {
            0 => self.action(i, depth, lines),
            1 => {
                let test = self.lasting();
                lines.push(format!("do-while {test}"));
                if self.rng().percent(35) {
                    // In some positions nothing in it makes a move.
                    self.branches(i, depth, lines);
                } else {
                    let count = self.rng().between(1, 2);
                    self.block(i, count, depth + 1, lines);
                }
                lines.push("end-do".to_owned());
            }
            2 => self.branches(i, depth, lines),
            3 => {
                let count = self.table_names.len();
                let table = self.rng().below(count);
                lines.push(format!("consult {}", self.table_names[table]));
                self.otherwise(i, depth, lines);
            }
            4 => {
                let list = self.list(&[]);
                let first = match list.contains("wander") || self.rng().percent(45) {
                    true => "",
                    false => "wander, ",
                };
                let last = match self.shared() {
                    Some(name) if self.rng().percent(30) => format!(", {name}"),
                    _ => String::new(),
                };
                lines.push(format!("consult {first}{list}{last}"));
                self.otherwise(i, depth, lines);
            }
            5 => {
                for _ in 0..self.rng().between(1, 2) {
                    let other = self.rng().below(i);
                    lines.push(format!("apply plan-{other}"));
                    if self.rng().percent(40) {
                        self.otherwise(i, depth, lines);
                    }
                }
            }
            _ => {
                let reason = self.rng().one(&["", " \"enough of it\""]);
                lines.push(format!("stop{reason}"));
            }
        }
    }

    fn branches(&mut self, i: usize, depth: usize, lines: &mut Vec<String>) {
        for branch in 0..self.rng().between(1, 3) {
            let word = if branch == 0 { "if" } else { "else-if" };
            let place = self.at_position();
            let test = self.writer.descriptor(2, &place);
            lines.push(format!("{word} {test} then"));
            let count = self.rng().between(1, 2);
            self.block(i, count, depth + 1, lines);
        }
        if self.rng().percent(50) {
            lines.push("else".to_owned());
            self.block(i, 1, depth + 1, lines);
        }
        lines.push("end-if".to_owned());
    }

    fn otherwise(&mut self, i: usize, depth: usize, lines: &mut Vec<String>) {
        if depth < 5 && self.rng().percent(75) {
            lines.push("otherwise".to_owned());
            if self.rng().percent(10) {
                lines.push("consult wander".to_owned());
                return;
            }
            if self.rng().percent(40) {
                // Something that can nearly always be done.
                let easy = self
                    .rng()
                    .one(&["any", "¬ new.stalemate", "new.SQ(us.K) ≠ SQ(us.K)"]);
                lines.push(format!("action {} (any, {easy})", NAMES[i]));
                if self.rng().percent(50) {
                    lines.push(format!("  prefer {}", self.preference()));
                }
                return;
            }
            self.statement(i, depth + 1, lines);
        }
    }

    fn action(&mut self, i: usize, depth: usize, lines: &mut Vec<String>) {
        match self.shared() {
            Some(name) if self.rng().percent(35) => lines.push(match self.rng().percent(30) {
                true => format!("ACTION ({name})"),
                false => format!("action {name}"),
            }),
            _ => {
                let name = self.rng().one(NAMES);
                let as_printed = self.rng().percent(20);
                self.classes_and_clauses(name, as_printed, lines);
            }
        }
        self.otherwise(i, depth, lines);
    }

    fn classes_and_clauses(&mut self, name: &str, as_printed: bool, lines: &mut Vec<String>) {
        let within = [1, 1, 1, 2, 3, 3][self.rng().below(6)];
        let in_class = match self.rng().percent(75) {
            true => "any".to_owned(),
            false => {
                let place = self.at_position();
                self.writer.truth(2, &place)
            }
        };
        let out_class = self.out_class(within > 1);
        lines.push(match as_printed {
            true => format!("ACTION ({name}, {in_class}, {out_class})"),
            false => format!("action {name} ({in_class}, {out_class})"),
        });
        let our: Owners<'_> = match self.plays {
            Some(true) => &["us.", "W."],
            Some(false) => &["us.", "B."],
            None => &["us.", "W.", "B."],
        };
        let mut clauses = Vec::new();
        let moves = std::mem::take(&mut self.moves);
        if within > 2 || self.rng().percent(60) {
            clauses.push(match self.rng().percent(25) {
                true => {
                    let phases = self.writer.by_ply(&[], &moves, our, 0, within);
                    format!("us ({phases})")
                }
                false => format!("us {}", self.writer.sequence(&[], &moves, our, within > 2)),
            });
        }
        self.moves = moves;
        if self.rng().percent(40) {
            let place = Self::goal_place(&[]);
            let test = self.writer.truth(2, &place);
            let or = self.rng().one(&["", " ∨ us-to-move", " ∨ them-to-move"]);
            clauses.push(format!("holding ({test}){or}"));
        }
        if let Some(cost) = self.cost() {
            clauses.extend(cost);
        }
        if within > 1 || self.rng().percent(20) {
            let plies = self.rng().one(&["", " plies"]);
            clauses.push(format!("within {within}{plies}"));
        }
        if self.rng().percent(50) {
            let first = self.preference();
            let then = match self.rng().percent(20) {
                true => format!(" then {}", self.preference()),
                false => String::new(),
            };
            clauses.push(format!("prefer {first}{then}"));
        }
        if self.rng().percent(30) {
            let value = self.rng().one(&[
                "count(MV(them.K))",
                "MV(them.K)",
                "check",
                "root.SQ(us.K)",
                "new.dist(us.K, them.K)",
            ]);
            clauses.push(format!("because \"it is so: {{{value}}} and no more\""));
        }
        while !clauses.is_empty() {
            let next = self.rng().below(clauses.len());
            lines.push(format!("  {}", clauses.remove(next)));
        }
    }

    fn preference(&mut self) -> String {
        match self.rng().below(4) {
            0 => "(replies, dist(TO, them.K))".to_owned(),
            1 => {
                let place = Self::goal_place(&[]);
                format!("(rank(TO) - file(FROM), {})", self.writer.number(1, &place))
            }
            _ => self.writer.key(&[]),
        }
    }

    /// What an action leads to: mostly something that has to change by our move, or from the root on.
    fn out_class(&mut self, deep: bool) -> String {
        let place = Self::goal_place(&[]);
        let bare = Place::default();
        let (man, measure) = (self.writer.piece(&bare), self.writer.number(1, &bare));
        let sign = self.rng().one(&["<", ">", "≤", "≠"]);
        let new = self.rng().one(&["new.", "N."]);
        let one = match self.rng().below(12) {
            0 => format!("{new}({measure}) {sign} {measure}"),
            1 => format!("{new}({measure}) {sign} root.({measure})"),
            2 => format!("{new}MV(them.K) ⊊ MV(them.K)"),
            3 => format!("{new}dist(us.K, them.K) < dist(us.K, them.K)"),
            4 => format!("{new}check"),
            5 => format!("{new}mate"),
            6 => format!("¬ {new}stalemate"),
            7 => format!("{new}SQ({man}) ≠ SQ({man})"),
            _ => self.writer.truth(3, &place),
        };
        if deep && self.rng().percent(65) {
            // Two moves of ours are needed.
            let far = match self.rng().below(4) {
                0 => format!("dist({new}{man}, root.{man}) > 1"),
                1 => format!("dist({new}us.K, root.us.K) > 1"),
                2 => format!("SQ({man}) ≠ root.SQ({man})"),
                _ => format!("{measure} ≠ root.({measure})"),
            };
            return match self.rng().percent(40) {
                true => format!("({far}) ∧ ({one})"),
                false => format!("({far}) ∧ ¬ {new}stalemate"),
            };
        }
        match self.rng().below(5) {
            0 => format!("({one}) ∧ {}", self.writer.truth(1, &place)),
            1 => format!("({one}) ∨ {}", self.writer.truth(1, &place)),
            _ => one,
        }
    }
}
