//! The E-tree of strategies as a graph for Graphviz: statements, branches, loops, and the strategies, tables and pieces-of-advice that they
//! use.
//!
//! The tree of all sequences of actions of a strategy (Karapetyan, section 3.1) has no end where there is a loop. The graph says the same
//! in as many nodes as there are statements: its paths from the head of a strategy to an end are the paths of the tree.
//!
//! ```text
//! K-R-VS-K ──▶ action LINE ──▶ ⟨MV(B.K) ≠ ∅⟩ ── yes ──▶ ⟨OPP⟩ ── yes ──▶ action CHECK ┐
//!                                    │ no  ◀────────────────────────────────────────────┘
//!                                    ▼
//!                                   end
//! ```

use std::fmt::Write as _;

use adv_module::program::{Consulted, Place, Statement, StatementKind, Strategy, Successor, Table};
use adv_module::{FnId, Program};

use crate::block::terminal::folded;
use crate::dot::{Graph, NAMED, quoted};
use crate::drawing::statement_words;
use crate::place;
use crate::text::{action_classes, advice_name, plies};

/// Most characters of a line in a node's label; longer text is broken between words.
const WIDTH: usize = 44;

/// Draws all strategies and tables of a program as one directed graph for Graphviz. Source text is left out where the module has none.
pub fn graph(module: &Program) -> String {
    let shape = ", style=filled, color=\"#26221c\", shape=box, margin=\"0.12,0.06\"";
    let mut graph = Graph::new(&module.name, ("", "0.3", "0.4"), shape, NAMED);
    for (index, strategy) in module.strategies.iter().enumerate() {
        cluster(&mut graph, module, index, strategy);
    }
    for (index, table) in module.tables.iter().enumerate() {
        rules(&mut graph, module, index, table);
    }
    graph.end()
}

/// Writes the statements of a strategy and the edges between them; then the edges to the strategies it applies and the tables it consults.
fn cluster(graph: &mut Graph, module: &Program, index: usize, strategy: &Strategy) {
    graph.line(format_args!(
        "subgraph cluster_s{index} {{\n    label={}; color=\"#8a8271\"; style=rounded;",
        quoted(&format!("strategy {}", strategy.name))
    ));
    let in_class = place::text_of(module, strategy.in_class_place);
    let in_class = in_class.map_or_else(|| "any".to_owned(), |text| broken(&text));
    let plain = ", class=\"head\", peripheries=2, fillcolor=\"#ffffff\"";
    let head = format!("s{index}_head");
    graph.node(
        format_args!("  {head}"),
        &format!("in-class\n{in_class}"),
        plain,
    );
    let body = StrategyGraph { index, strategy };
    let mut edges: Vec<Edge> = Vec::new();
    edges.extend(body.way(0).map(|to| (head, to, "", false)));
    let mut outside: Vec<(String, String, &str)> = Vec::new();
    for (number, statement) in strategy.body.iter().enumerate() {
        let Some(look) = look(&statement.kind) else {
            continue;
        };
        let from = format!("s{index}_{number}");
        graph.node(format_args!("  {from}"), &label(module, statement), look);
        body.edges(number, &statement.kind, &mut edges);
        match &statement.kind {
            StatementKind::Apply { strategy, .. } => {
                outside.push((from, format!("s{}_head", strategy.index()), "applies"));
            }
            StatementKind::Consult {
                what: Consulted::Table(id),
                ..
            } => outside.push((from, format!("t{}", id.index()), "consults")),
            _ => {}
        }
    }
    if edges.iter().any(|(_, to, ..)| *to == body.end()) {
        let out_class = place::text_of(module, strategy.out_class_place);
        let out_class = out_class.map(|text| broken(&format!("out-class {text}")));
        let end = out_class.map_or_else(|| "end".to_owned(), |text| format!("end\n{text}"));
        let look = ", class=\"end\", peripheries=2, fillcolor=\"#ffffff\"";
        graph.node(format_args!("  {}", body.end()), &end, look);
    }
    for (from, to, label, back) in edges {
        let back = match back {
            true => ", style=dashed, constraint=false",
            false => "",
        };
        graph.edge(format_args!("  {from}"), to, label, back);
    }
    graph.line(format_args!("}}"));
    for (from, to, label) in outside {
        graph.edge(from, to, label, ", style=dotted");
    }
}

/// Writes a table as one box with its rules, and dotted edges to the tables and strategies that it names as `beyond`.
fn rules(graph: &mut Graph, module: &Program, index: usize, table: &Table) {
    let mut label = format!("table {}", table.name);
    for (number, rule) in table.rules.iter().enumerate() {
        let words = place::rule_text(module, rule)
            .unwrap_or_else(|| format!("{} entries", rule.list.len()));
        let _ = write!(label, "\n{}  {}", number + 1, broken(&words));
    }
    let name = format!("t{index}");
    graph.node(&name, &label, ", class=\"table\", fillcolor=\"#e6efe0\"");
    for beyond in &table.beyond {
        let to = match beyond {
            Successor::Table(id) => format!("t{}", id.index()),
            Successor::Strategy(id) => format!("s{}_head", id.index()),
        };
        graph.edge(&name, to, "beyond", ", style=dotted");
    }
}

/// Attributes of a statement's node, by its kind; `None` for jumps and the ends of loops, which become edges.
const fn look(kind: &StatementKind) -> Option<&'static str> {
    Some(match kind {
        StatementKind::Action { .. } => ", class=\"action\", fillcolor=\"#f4ead2\"",
        StatementKind::While { .. } | StatementKind::If { .. } => {
            ", class=\"condition\", shape=hexagon, fillcolor=\"#dfe5ea\""
        }
        StatementKind::Consult { .. } | StatementKind::Apply { .. } => {
            ", class=\"use\", fillcolor=\"#e6efe0\""
        }
        StatementKind::Stop(_) => ", class=\"stop\", peripheries=2, fillcolor=\"#ffffff\"",
        StatementKind::Jump(_) | StatementKind::Again(_) => return None,
    })
}

/// Edge of the graph from one statement to the next, with its label; true for an edge that goes back to the head of a loop.
type Edge = (String, String, &'static str, bool);

/// Strategy whose control flow is drawn, with its index for the names of nodes.
struct StrategyGraph<'m> {
    index: usize,
    strategy: &'m Strategy,
}

impl StrategyGraph<'_> {
    fn end(&self) -> String {
        format!("s{}_end", self.index)
    }

    /// Index of the statement that runs at a place of the body, jumps followed; the body's length at its end, `None` if jumps have no end.
    fn target(&self, place: u32) -> Option<usize> {
        let body = &self.strategy.body;
        let mut at = place as usize;
        // A jump goes forward, or back to the head of a loop, which is no jump.
        for _ in 0..=body.len() {
            match body.get(at).map(|statement| &statement.kind) {
                Some(StatementKind::Jump(to) | StatementKind::Again(to)) => at = *to as usize,
                _ => return Some(at),
            }
        }
        None
    }

    fn way(&self, place: u32) -> Option<String> {
        let at = self.target(place)?;
        Some(match at < self.strategy.body.len() {
            true => format!("s{}_{at}", self.index),
            false => self.end(),
        })
    }

    /// Appends the edges that leave the statement with this number in the strategy's body.
    fn edges(&self, number: usize, kind: &StatementKind, edges: &mut Vec<Edge>) {
        let next = u32::try_from(number + 1).unwrap_or(u32::MAX);
        let ways: Vec<(u32, &'static str)> = match kind {
            StatementKind::Action { then, failed, .. }
            | StatementKind::Consult { then, failed, .. } => {
                let otherwise = failed.map(|to| (to, "otherwise"));
                [(*then, "")].into_iter().chain(otherwise).collect()
            }
            StatementKind::Apply { then: None, .. } => vec![(next, "")],
            StatementKind::Apply {
                then: Some(then), ..
            } => vec![(*then, ""), (next, "otherwise")],
            StatementKind::While { end, .. } => vec![(next, "yes"), (*end, "no")],
            StatementKind::If { otherwise, .. } => vec![(next, "yes"), (*otherwise, "no")],
            StatementKind::Jump(_) | StatementKind::Again(_) | StatementKind::Stop(_) => Vec::new(),
        };
        for (to, label) in ways {
            let back = self.target(to).is_some_and(|to| to <= number);
            if let Some(to) = self.way(to) {
                let from = format!("s{}_{number}", self.index);
                edges.push((from, to, label, back));
            }
        }
    }
}

/// Label of a statement's node: its words, its line in the source, and the descriptors that decide.
fn label(module: &Program, statement: &Statement) -> String {
    let words = match &statement.kind {
        StatementKind::While { condition, .. } => asked(module, "do-while", *condition),
        StatementKind::If { condition, .. } => asked(module, "if", *condition),
        StatementKind::Stop(Some(reason)) => format!("stop\n{}", broken(reason)),
        StatementKind::Action {
            advice, in_class, ..
        } => {
            let mut text = format!("action {}", advice_name(module, *advice));
            let (in_class, out_class) = action_classes(module, *advice, *in_class);
            for (word, class) in [("in-class", in_class), ("out-class", out_class)] {
                if let Some(class) = class {
                    let _ = write!(text, "\n{}", broken(&format!("{word} {class}")));
                }
            }
            if let Some(record) = module.advice.get(advice.index()) {
                let _ = write!(text, "\nwithin {}", plies(record.depth));
            }
            text
        }
        _ => broken(&statement_words(module, statement)),
    };
    line(module, statement.place) + &words
}

/// Prefix for a label that names the source line: `12: `, or `12 of rook.adv: ` in a used file; empty without a source.
fn line(module: &Program, at: Place) -> String {
    let words = place::line_words(module, at).unwrap_or_default();
    match words.strip_prefix("line ") {
        Some(line) => format!("{line}: "),
        None => String::new(),
    }
}

fn asked(module: &Program, word: &str, condition: FnId) -> String {
    match place::function_text(module, condition) {
        Some(text) => format!("{word}\n{}", broken(&text)),
        None => word.to_owned(),
    }
}

/// Breaks a text between words into lines of at most [`WIDTH`] characters.
fn broken(text: &str) -> String {
    folded(text.split_whitespace(), WIDTH).join("\n")
}
