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
use adv_vm::{Consultation, NodeFacts, Origin, PStrategy, Subject, Tree, Tried};

use crate::explanation::BroughtOnPage;
use crate::place;
use crate::text::{advice_name, joined, move_number, table_name};

/// Consultation or p-strategy with everything that output formats show beside it.
#[derive(Clone, Debug)]
pub struct Explained<'a> {
    /// Records of the compiled program that answered.
    pub module: &'a Program,
    /// Answer to be shown: the move, its tree, and the pieces-of-advice tried.
    pub answer: &'a Consultation,
    /// Facts that hold at each node of the answer's tree, by the node's index; may be shorter than the tree: missing facts are not shown.
    pub facts: Vec<Option<NodeFacts>>,
    /// Statement of a strategy that chose; `None` if a table or a piece-of-advice was consulted directly.
    pub origin: Option<Origin>,
    /// Facts that the move brings and gives up by force, as patterns name them on a page; `None` if no patterns were evaluated.
    pub brought: Option<BroughtOnPage>,
}

impl<'a> Explained<'a> {
    /// Wraps a consultation by itself, without facts and without a strategy.
    pub fn new(module: &'a Program, answer: &'a Consultation) -> Explained<'a> {
        Explained {
            module,
            answer,
            facts: Vec::new(),
            origin: None,
            brought: None,
        }
    }

    /// Wraps the p-strategy that a strategy's statement began, with its origin and without facts.
    pub fn of_p_strategy(module: &'a Program, p: &'a PStrategy) -> Explained<'a> {
        Explained {
            origin: Some(p.origin),
            ..Explained::new(module, &p.consultation)
        }
    }

    /// Facts that hold at a node of the tree, by the node's index; `None` where there are none.
    pub fn facts_at(&self, node: usize) -> Option<&NodeFacts> {
        self.facts.get(node).and_then(Option::as_ref)
    }

    /// Source of the answer, for a heading: `K-R-VS-K: action LINE`, `krk, rule 2: squeeze`, `squeeze`.
    pub fn title(&self) -> String {
        let (module, answer) = (self.module, self.answer);
        let mut parts: Vec<String> = Vec::new();
        if let Some(origin) = &self.origin
            && let Some(name) = strategy_name(module, origin)
        {
            parts.push(name.to_owned());
            if let Some(action) = action_name(module, origin) {
                parts.push(format!("action {action}"));
                return parts.join(": ");
            }
        }
        if let Some(table) = answer.table {
            let rule = answer.rule.map(|rule| format!(", rule {}", rule + 1));
            let name = table_name(module, table);
            parts.push(format!("{name}{}", rule.unwrap_or_default()));
        }
        let last = answer.tried.last();
        let vain = |t: &Tried| format!("{} is not satisfied", advice_name(module, t.advice));
        match answer.advice {
            Some(advice) => parts.push(advice_name(module, advice).to_owned()),
            None if answer.table.is_some() => parts.push("no advice applies".to_owned()),
            None => parts.extend(last.map(vain)),
        }
        parts.join(": ")
    }

    /// Source of the answer in full, with lines: `strategy K-R-VS-K, line 12, action LINE`, `table krk, rule 2, line 44, advice squeeze`.
    pub fn source_line(&self) -> String {
        let (module, answer) = (self.module, self.answer);
        let line = |at| place::line_words(module, at);
        let mut parts: Vec<String> = Vec::new();
        if let Some(origin) = &self.origin {
            parts.extend(strategy_name(module, origin).map(|name| format!("strategy {name}")));
            parts.extend(line(origin.place));
            if let Some(action) = action_name(module, origin) {
                parts.push(format!("action {action}"));
                return parts.join(", ");
            }
            parts.extend(statement(module, origin).map(|s| statement_words(module, s)));
        }
        if let Some(table) = answer.table {
            parts.push(format!("table {}", table_name(module, table)));
            parts.extend(answer.rule.map(|rule| format!("rule {}", rule + 1)));
            parts.extend(rule_place(module, answer).and_then(line));
        }
        let advice = answer.advice.map(|id| advice_name(module, id));
        parts.extend(advice.map(|name| format!("advice {name}")));
        parts.join(", ")
    }

    /// Source of the answer without the strategy that it is in.
    pub(crate) fn source_in_strategy(&self) -> String {
        let source = self.source_line();
        let is_in_strategy = self.origin.is_some_and(|origin| origin.strategy.is_some());
        match source.split_once(", ") {
            Some((_, rest)) if is_in_strategy => rest.to_owned(),
            _ => source,
        }
    }
}

/// Statement of the strategy that an origin names; `None` if it names none, as for a table consulted directly.
pub(crate) fn statement<'m>(module: &'m Program, origin: &Origin) -> Option<&'m Statement> {
    let strategy = module.strategies.get(origin.strategy?.index())?;
    strategy.body.get(origin.statement? as usize)
}

/// Name of the strategy that an origin names; `None` for a table or piece-of-advice consulted directly.
pub(crate) fn strategy_name<'m>(module: &'m Program, origin: &Origin) -> Option<&'m str> {
    let strategy = module.strategies.get(origin.strategy?.index())?;
    Some(&strategy.name)
}

/// Name of the action that the origin's statement plays; `None` for other statements.
pub(crate) fn action_name<'m>(module: &'m Program, origin: &Origin) -> Option<&'m str> {
    match &statement(module, origin)?.kind {
        StatementKind::Action { advice, .. } => Some(advice_name(module, *advice)),
        _ => None,
    }
}

/// Statement written as in the language: `action LINE`, `consult krk`, `apply other`.
pub(crate) fn statement_words(module: &Program, statement: &Statement) -> String {
    match &statement.kind {
        StatementKind::Action { advice, .. } => format!("action {}", advice_name(module, *advice)),
        StatementKind::Consult { what, .. } => match what {
            Consulted::Table(id) => format!("consult {}", table_name(module, *id)),
            Consulted::List(list) => {
                let names = list.iter().map(|entry| entry_words(module, entry));
                format!("consult {}", joined(names, ", "))
            }
        },
        StatementKind::Apply { strategy, .. } => {
            format!("apply {}", Subject::Strategy(*strategy).name(module))
        }
        StatementKind::While { .. } => "do-while".to_owned(),
        StatementKind::Again(_) => "end-do".to_owned(),
        StatementKind::If { .. } => "if".to_owned(),
        StatementKind::Jump(_) => "else".to_owned(),
        StatementKind::Stop(_) => "stop".to_owned(),
    }
}

/// Entry of a list written as in the language: `squeeze`, `shortest 9 (squeeze, approach)`.
pub fn entry_words(module: &Program, entry: &Entry) -> String {
    match entry {
        Entry::Advice(id) => advice_name(module, *id).to_owned(),
        Entry::Shortest(bound, list) => {
            let names = list.iter().map(|id| advice_name(module, *id));
            format!("shortest {bound} ({})", joined(names, ", "))
        }
    }
}

/// Place in the source of the table's rule that applied; `None` if no rule did.
pub(crate) fn rule_place(module: &Program, answer: &Consultation) -> Option<Place> {
    let table = module.tables.get(answer.table?.index())?;
    Some(table.rules.get(answer.rule?)?.place)
}

/// Move at one node of a tree, with the positions around it and its notation.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Index of the parent node; `None` for a first move.
    pub parent: Option<usize>,
    /// Position in which the move is played.
    pub before: Position,
    /// Position after the move.
    pub after: Position,
    /// Move that leads to this node.
    pub mv: Move,
    /// Notation of the move in SAN (standard algebraic notation).
    pub san: String,
}

impl Line {
    /// Plays a move; `parent` is the index of the line with the move before it.
    pub(crate) fn new(parent: Option<usize>, before: Position, mv: Move) -> Line {
        Line {
            parent,
            before,
            after: before.play(mv),
            mv,
            san: san(&before, mv),
        }
    }

    /// Side that made the move.
    pub(crate) fn mover(&self) -> Color {
        self.before.turn()
    }

    /// Move as a record for JSON, in UCI and SAN.
    pub(crate) fn as_move(&self) -> play::Move {
        play::Move {
            uci: self.mv.to_string(),
            san: self.san.clone(),
        }
    }

    /// Move in SAN with its number: `2. Kb3`, `1... Ke7`.
    pub(crate) fn numbered(&self) -> String {
        format!("{} {}", move_number(&self.before), self.san)
    }
}

/// Moves of a tree with their positions and notation, in the order of its nodes. A stack of the way down replaces recursion: a tree may
/// be as deep as the limits allow.
pub(crate) fn lines(tree: &Tree) -> Vec<Line> {
    let mut path: Vec<(usize, Position)> = Vec::new();
    let mut lines = Vec::with_capacity(tree.nodes().len());
    for (index, node) in tree.nodes().iter().enumerate() {
        path.truncate(usize::from(node.ply).saturating_sub(1));
        let (parent, before) = match path.last() {
            Some((parent, position)) => (Some(*parent), *position),
            None => (None, *tree.root()),
        };
        let line = Line::new(parent, before, node.mv);
        path.push((index, line.after));
        lines.push(line);
    }
    lines
}
