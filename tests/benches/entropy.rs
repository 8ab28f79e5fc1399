//! The table of Godescu's paper, made again with the paper's search written by hand.
//!
//! ```text
//! cargo bench -p adv-bench --bench entropy                     the thirty rows, the costs compared, the orders compared
//! cargo bench -p adv-bench --bench entropy -- rows --csv       one of the parts, to be read by a program
//! cargo bench -p adv-bench --bench entropy -- --most 1000000   a search gives up after so many positions
//! ```
//!
//! `docs/entropy.md` has the figures beside those of the forcing-trees. Without `--bench`, as `cargo test --benches` calls it, a
//! small part of each table is made.

#[path = "native/entropy.rs"]
mod entropy;
#[path = "support/table.rs"]
mod table;

use std::process::ExitCode;
use std::time::Instant;

use entropy::{Formula, Game, Order, Outcome, Question, search};
use serde_json::Value;
use shakmaty::Chess;
use table::Table;

/// The vectors: the paper's table, and positions with proofs.
const VECTORS: &str = include_str!("../cases/ers/ers_cases.json");

/// Qd4-b6: the vectors' second column tries it first, which is the order that suits the paper's position best.
const QB6: (u8, u8) = (27, 41);

/// What the command line asks for.
struct Asked {
    parts: Vec<String>,
    csv: bool,
    /// Positions after which a search gives up.
    most: u64,
    /// Rows of the table that are made.
    rows: usize,
}

/// Makes a table from the vectors.
type Make = fn(&Asked, &Value) -> Table;

/// The parts by name.
const PARTS: [(&str, Make); 4] = [
    ("rows", rows),
    ("costs", costs),
    ("orders", orders),
    ("positions", positions),
];

fn asked() -> Result<Asked, String> {
    let mut asked = Asked {
        parts: Vec::new(),
        csv: false,
        most: 50_000,
        rows: 4,
    };
    let mut most = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => (asked.most, asked.rows) = (100_000_000, 30),
            "--csv" => asked.csv = true,
            "--most" => {
                let value = arguments.next().and_then(|value| value.parse().ok());
                most = Some(value.ok_or("`--most` wants a number of positions behind it")?);
            }
            part if PARTS.iter().any(|(name, _)| *name == part) => asked.parts.push(argument),
            _ => {
                let names = PARTS.map(|(name, _)| name).join(", ");
                return Err(format!(
                    "`{argument}` is not known here; {names}, `--csv` and `--most` are"
                ));
            }
        }
    }
    asked.most = most.unwrap_or(asked.most);
    Ok(asked)
}

/// A search as three columns: positions, the deepest ply, whether it is solved; a search that gave up shows how far it came.
fn columns(outcome: Outcome) -> [String; 3] {
    let nodes = outcome.nodes;
    if outcome.ended {
        return [format!("> {nodes}"), String::new(), String::new()];
    }
    [
        nodes.to_string(),
        outcome.deepest.to_string(),
        u8::from(outcome.solved()).to_string(),
    ]
}

fn number_of(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or_default()
}

fn fen_of(value: &Value) -> &str {
    value["fen"].as_str().unwrap_or_default()
}

/// A board of a library; the vectors hold legal positions only.
fn board<G: Game>(fen: &str) -> G {
    let board = G::read(fen);
    board.unwrap_or_else(|| panic!("{} refuses {fen}", G::NAME))
}

fn question(asked: &Asked, divisor: f64, horizon: f64) -> Question {
    Question {
        formula: Formula::Code,
        divisor,
        horizon,
        longest: 17,
        order: Order::Generator,
        first: None,
        most: asked.most,
    }
}

/// The paper's table: its own figures, and ours with the orders of two move generators and with the known move first.
fn rows(asked: &Asked, vectors: &Value) -> Table {
    let fen = fen_of(&vectors["paper_position"]);
    let (cozy, shakmaty): (cozy_chess::Board, Chess) = (board(fen), board(fen));
    let all = vectors["table"].as_array().into_iter().flatten();
    let made = all.take(asked.rows).map(|row| {
        let plain = question(asked, number_of(row, "div"), number_of(row, "max_virtual"));
        let first = Question {
            first: Some(QB6),
            ..plain
        };
        let begun = Instant::now();
        let generator = search(&cozy, &plain);
        let seconds = begun.elapsed().as_secs_f64();
        let paper = &row["paper"];
        let mut cells = vec![
            row["row"].to_string(),
            row["div"].to_string(),
            row["max_virtual"].to_string(),
            paper["nodes"].to_string(),
            paper["max_depth"].to_string(),
            paper["solved"].to_string(),
        ];
        cells.extend(columns(generator));
        cells.push(format!("{seconds:.2}"));
        cells.extend(columns(search(&shakmaty, &plain)));
        cells.extend(columns(search(&cozy, &first)));
        cells
    });
    Table {
        about: "The paper's table: its figures, and alpha-beta by hand in the orders of cozy-chess and of shakmaty, and with Qb6+ first.",
        head: vec![
            "row",
            "divisor",
            "effort",
            "paper",
            "ply",
            "solved",
            "cozy-chess",
            "ply",
            "solved",
            "seconds",
            "shakmaty",
            "ply",
            "solved",
            "Qb6+ first",
            "ply",
            "solved",
        ],
        rows: made.collect(),
    }
}

/// The costs that are compared, by the names of the vectors.
const COSTS: [(&str, Formula, u32); 6] = [
    ("code", Formula::Code, 17),
    ("replies only", Formula::RepliesOnly, 17),
    ("checks free", Formula::ChecksFree, 14),
    ("captures only", Formula::CapturesOnly, 14),
    ("published", Formula::Published, 14),
    ("uniform", Formula::Uniform, 17),
];

/// The smallest whole horizon under which each cost finds the mate in the paper's position.
fn costs(asked: &Asked, vectors: &Value) -> Table {
    let root: cozy_chess::Board = board(fen_of(&vectors["paper_position"]));
    let made = COSTS.map(|(name, formula, longest)| {
        let least = least(&root, formula, longest, asked.most);
        let mut cells = vec![name.to_owned()];
        cells.extend(least.cells());
        cells
    });
    Table {
        about: "The smallest horizon, in sixths of a ply, under which a cost finds the mate in the paper's position (divisor 1).",
        head: vec!["cost", "horizon", "positions", "positions up to it", "ply"],
        rows: made.to_vec(),
    }
}

/// The first horizon that finds a mate, or where the search gave up.
struct Least {
    horizon: u32,
    outcome: Outcome,
    /// Positions of this horizon and of all smaller ones.
    sum: u64,
}

impl Least {
    fn cells(&self) -> [String; 4] {
        let (horizon, sum) = (self.horizon, self.sum);
        if !self.outcome.solved() {
            return [
                format!("> {}", horizon.saturating_sub(1)),
                String::new(),
                format!("> {sum}"),
                String::new(),
            ];
        }
        [
            horizon.to_string(),
            self.outcome.nodes.to_string(),
            sum.to_string(),
            self.outcome.deepest.to_string(),
        ]
    }
}

/// Tries horizons of 6, 7, ... sixths of a ply until one finds a mate or all together have cost `most` positions.
fn least<G: Game>(root: &G, formula: Formula, longest: u32, most: u64) -> Least {
    let mut sum = 0;
    for horizon in 6.. {
        let question = Question {
            formula,
            divisor: 1.0,
            horizon: f64::from(horizon),
            longest,
            order: Order::Generator,
            first: None,
            most: most - sum,
        };
        let outcome = search(root, &question);
        sum += outcome.nodes;
        if outcome.solved() || outcome.ended || sum >= most {
            return Least {
                horizon,
                outcome,
                sum,
            };
        }
    }
    unreachable!("each horizon costs a position, so `most` is reached")
}

/// How much the order of equal moves decides: row 1 in twenty-one drawn orders.
fn orders(asked: &Asked, vectors: &Value) -> Table {
    let fen = fen_of(&vectors["paper_position"]);
    let (cozy, shakmaty): (cozy_chess::Board, Chess) = (board(fen), board(fen));
    let of = |order| Question {
        order,
        ..question(asked, 1.0, 16.0)
    };
    let mut drawn: Vec<u64> = (1..=21)
        .map(|seed| search(&cozy, &of(Order::Shuffled(seed))).nodes)
        .collect();
    drawn.sort_unstable();
    let row = |name: &str, count: u64| vec![name.to_owned(), count.to_string()];
    Table {
        about: "Positions of row 1 by the order of moves of one key.",
        head: vec!["order", "positions"],
        rows: vec![
            row("the paper", 20_827),
            row("cozy-chess", search(&cozy, &of(Order::Generator)).nodes),
            row("shakmaty", search(&shakmaty, &of(Order::Generator)).nodes),
            row("man, from, to", search(&cozy, &of(Order::Common)).nodes),
            row("drawn, least of 21", drawn[0]),
            row("drawn, median", drawn[10]),
            row("drawn, most", drawn[20]),
        ],
    }
}

/// The other positions of the vectors: the smallest horizon by each cost.
fn positions(asked: &Asked, vectors: &Value) -> Table {
    let all = vectors["positions"].as_array().into_iter().flatten();
    let most = asked.most.min(20_000_000);
    let made = all.take(asked.rows).map(|position| {
        let root: cozy_chess::Board = board(fen_of(position));
        let mut cells = vec![position["name"].as_str().unwrap_or_default().to_owned()];
        for (_, formula, _) in &COSTS[..5] {
            let [horizon, _, sum, _] = least(&root, *formula, 20, most).cells();
            cells.extend([horizon, sum]);
        }
        cells
    });
    Table {
        about: "Other positions: the smallest horizon that finds the mate, and the positions of all horizons up to it.",
        head: vec![
            "position",
            "code",
            "sum",
            "replies only",
            "sum",
            "checks free",
            "sum",
            "captures only",
            "sum",
            "published",
            "sum",
        ],
        rows: made.collect(),
    }
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::FAILURE;
        }
    };
    let vectors: Value = match serde_json::from_str(VECTORS) {
        Ok(vectors) => vectors,
        Err(error) => {
            eprintln!("error: the vectors are no JSON: {error}");
            return ExitCode::FAILURE;
        }
    };
    for (name, make) in PARTS {
        if asked.parts.is_empty() || asked.parts.iter().any(|part| part == name) {
            make(&asked, &vectors).print(asked.csv);
        }
    }
    ExitCode::SUCCESS
}
