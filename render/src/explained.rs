//! Everything to show of one consultation or p-strategy, and of a whole game: the input of every drawing format.
//!
//! ```text
//!   Consultation ─┐
//!   facts by node ├─▶ Explained ──▶ pgn, dot, svg, html, json, text
//!   Origin        ┘       │
//!   module records        └─▶ lines()   each node's move, its SAN, the positions before and after it
//! ```

use adv_chess::notation::san;
use adv_chess::{Color, Move, Position};
use adv_module::Program;
use adv_module::program::{Consulted, Entry, Place, Statement, StatementKind};
use adv_record::play;
use adv_vm::{Consultation, NodeFacts, Origin, PStrategy, Tree};

use crate::assessed::BroughtOnPage;
use crate::place;
use crate::text::{advice_name, table_name};

/// One consultation or p-strategy with the facts about it.
#[derive(Clone, Debug)]
pub struct Explained<'a> {
    /// The records of the program that answered.
    pub module: &'a Program,
    /// The answer.
    pub answer: &'a Consultation,
    /// Facts that hold at each node of its tree, by the node's index. May be shorter than the tree, or empty: missing facts are not shown.
    pub facts: Vec<Option<NodeFacts>>,
    /// The statement of a strategy that chose; `None` if a table or a piece-of-advice was consulted directly.
    pub origin: Option<Origin>,
    /// Facts that the move brings and gives up by force, as patterns name them on a page; `None` if no patterns were evaluated.
    pub brought: Option<BroughtOnPage>,
}

impl<'a> Explained<'a> {
    /// A consultation by itself, without facts.
    pub fn new(module: &'a Program, answer: &'a Consultation) -> Explained<'a> {
        Explained {
            module,
            answer,
            facts: Vec::new(),
            origin: None,
            brought: None,
        }
    }

    /// The p-strategy of a strategy's statement, without facts.
    pub fn of_p_strategy(module: &'a Program, p: &'a PStrategy) -> Explained<'a> {
        Explained {
            origin: Some(p.origin),
            ..Explained::new(module, &p.consultation)
        }
    }

    /// The facts of a node.
    pub fn facts_at(&self, node: usize) -> Option<&NodeFacts> {
        self.facts.get(node).and_then(Option::as_ref)
    }

    /// Source of the answer, for a heading: `K-R-VS-K: action LINE`, `krk, rule 2: squeeze`, `squeeze`.
    pub fn title(&self) -> String {
        title(self.module, self.answer, self.origin.as_ref())
    }

    /// Source of the answer in full, with lines: `strategy K-R-VS-K, line 12, action LINE`, `table krk, rule 2, line 44, advice squeeze`.
    pub fn source_line(&self) -> String {
        source_line(self.module, self.answer, self.origin.as_ref())
    }
}

/// The statement that an origin speaks of.
pub(crate) fn statement<'m>(module: &'m Program, origin: &Origin) -> Option<&'m Statement> {
    let strategy = module.strategies.get(origin.strategy?.index())?;
    strategy.body.get(origin.statement? as usize)
}

/// The name of the strategy that an origin speaks of.
pub(crate) fn strategy_name<'m>(module: &'m Program, origin: &Origin) -> Option<&'m str> {
    let strategy = module.strategies.get(origin.strategy?.index())?;
    Some(&strategy.name)
}

/// The action that an origin's statement realises.
pub(crate) fn action_name<'m>(module: &'m Program, origin: &Origin) -> Option<&'m str> {
    match &statement(module, origin)?.kind {
        StatementKind::Action { advice, .. } => Some(advice_name(module, *advice)),
        _ => None,
    }
}

/// Words of a statement in the language: `action LINE`, `consult krk`, `apply other`.
pub(crate) fn statement_words(module: &Program, statement: &Statement) -> String {
    match &statement.kind {
        StatementKind::Action { advice, .. } => format!("action {}", advice_name(module, *advice)),
        StatementKind::Consult { what, .. } => match what {
            Consulted::Table(id) => format!("consult {}", table_name(module, *id)),
            Consulted::List(list) => {
                let names: Vec<String> = list
                    .iter()
                    .map(|entry| entry_words(module, entry))
                    .collect();
                format!("consult {}", names.join(", "))
            }
        },
        StatementKind::Apply { strategy, .. } => {
            let name = module
                .strategies
                .get(strategy.index())
                .map_or("?", |s| s.name.as_str());
            format!("apply {name}")
        }
        StatementKind::While { .. } => "do-while".to_owned(),
        StatementKind::Again(_) => "end-do".to_owned(),
        StatementKind::If { .. } => "if".to_owned(),
        StatementKind::Jump(_) => "else".to_owned(),
        StatementKind::Stop(_) => "stop".to_owned(),
    }
}

fn entry_words(module: &Program, entry: &Entry) -> String {
    match entry {
        Entry::Advice(id) => advice_name(module, *id).to_owned(),
        Entry::Shortest(bound, list) => {
            let names: Vec<&str> = list.iter().map(|id| advice_name(module, *id)).collect();
            format!("shortest {bound} ({})", names.join(", "))
        }
    }
}

/// See [`Explained::title`].
pub(crate) fn title(module: &Program, answer: &Consultation, origin: Option<&Origin>) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(origin) = origin
        && let Some(name) = strategy_name(module, origin)
    {
        parts.push(name.to_owned());
        if let Some(action) = action_name(module, origin) {
            parts.push(format!("action {action}"));
            return parts.join(": ");
        }
    }
    if let Some(table) = answer.table {
        let rule = answer
            .rule
            .map_or_else(String::new, |rule| format!(", rule {}", rule + 1));
        parts.push(format!("{}{rule}", table_name(module, table)));
    }
    match answer.advice {
        Some(advice) => parts.push(advice_name(module, advice).to_owned()),
        None if answer.table.is_some() => parts.push("no advice applies".to_owned()),
        None => parts.extend(
            answer
                .tried
                .last()
                .map(|t| format!("{} is not satisfied", advice_name(module, t.advice))),
        ),
    }
    parts.join(": ")
}

/// See [`Explained::source_line`].
pub(crate) fn source_line(
    module: &Program,
    answer: &Consultation,
    origin: Option<&Origin>,
) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(origin) = origin {
        parts.extend(strategy_name(module, origin).map(|name| format!("strategy {name}")));
        parts.extend(line(module, origin.place));
        if let Some(action) = action_name(module, origin) {
            parts.push(format!("action {action}"));
            return parts.join(", ");
        }
        parts.extend(statement(module, origin).map(|s| statement_words(module, s)));
    }
    if let Some(table) = answer.table {
        parts.push(format!("table {}", table_name(module, table)));
        parts.extend(answer.rule.map(|rule| format!("rule {}", rule + 1)));
        parts.extend(rule_place(module, answer).and_then(|at| line(module, at)));
    }
    parts.extend(
        answer
            .advice
            .map(|id| format!("advice {}", advice_name(module, id))),
    );
    parts.join(", ")
}

/// The place of the rule that applied.
pub(crate) fn rule_place(module: &Program, answer: &Consultation) -> Option<Place> {
    let table = module.tables.get(answer.table?.index())?;
    Some(table.rules.get(answer.rule?)?.place)
}

fn line(module: &Program, at: Place) -> Option<String> {
    place::line_words(module, at)
}

/// One node of a tree, with its position and notation.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The parent node; `None` at the root.
    pub parent: Option<usize>,
    /// The position in which the move is played.
    pub before: Position,
    /// The position that it leads to.
    pub after: Position,
    /// The move.
    pub mv: Move,
    /// The move in standard algebraic notation.
    pub san: String,
}

impl Line {
    /// The side that made the move.
    pub(crate) fn mover(&self) -> Color {
        self.before.turn()
    }

    /// The move for tools.
    pub(crate) fn as_move(&self) -> play::Move {
        play::Move {
            uci: self.mv.to_string(),
            san: self.san.clone(),
        }
    }

    /// The move with its number: `2. Kb3`, `1... Ke7`.
    pub(crate) fn numbered(&self) -> String {
        let dots = match self.mover() {
            Color::White => ".",
            Color::Black => "...",
        };
        format!("{}{dots} {}", self.before.fullmoves(), self.san)
    }
}

/// Every node of the arena, with position and notation, in the same order. A stack of the way down and no recursion: a tree may be as deep
/// as the limits allow.
pub(crate) fn lines(tree: &Tree) -> Vec<Line> {
    let mut path: Vec<(usize, Position)> = Vec::new();
    let mut lines = Vec::with_capacity(tree.nodes().len());
    for (index, node) in tree.nodes().iter().enumerate() {
        path.truncate(usize::from(node.ply).saturating_sub(1));
        let (parent, before) = match path.last() {
            Some((parent, position)) => (Some(*parent), *position),
            None => (None, *tree.root()),
        };
        let after = before.play(node.mv);
        lines.push(Line {
            parent,
            before,
            after,
            mv: node.mv,
            san: san(&before, node.mv),
        });
        path.push((index, after));
    }
    lines
}
