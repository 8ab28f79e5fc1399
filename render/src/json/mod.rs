//! Consultations, games and traces as the records of adv-record, which JSON and docs/schema/outcome.json are derived from. The shape is a
//! promise to tools: fields are added, never renamed.
//!
//! ```text
//!   Explained ──▶ explained ──▶ Consultation { tree, nodes, statistics, why, … }     value ──▶ JSON
//!   Trace     ──▶ trace                      { trace }        by the command, as searched, brought, looked_at
//!   Played    ──▶ game      ──▶ JSON
//! ```
//!
//! Lines, columns and texts of the source are null where a module was stripped of it.

mod consultation;

use adv_chess::notation::{fen, san};
use adv_chess::{Color, Move, Position};
use adv_module::program::{Advice, Compare, Goal, Place};
use adv_module::{AdviceId, Program};
use adv_record::consultation::{
    Branch, CostUnit, Effort, LookedAt, Memory, NestedPiece, PositionCount, TriedPiece,
};
use adv_record::cost::{ClassSpent, Decisions, Spent};
use adv_record::node::{GoalPart, NodeGoal};
use adv_record::play::{self, ComparedSide, ComparedSides, PlayerKind};
use adv_record::trace::{GoalVerdict, Trace, TraceEntry, TraceEvent};
use adv_record::why::{DearLine, EndedLines, FailedConjunct, NearestMiss, VainPiece};
use adv_record::{Mover, Side, proof};
use adv_vm::{
    Consultation, GoalKind, GoalTally, LineEnds, Mode, NearMiss, PartFailure, SearchTally,
    SelectedBy, Subject, SubjectKind, TraceEvent as Event, TraceVerdict, TraceVisit, Tree, Tried,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::attempts::move_class;
use crate::drawing::lines;
use crate::place;
use crate::refutation::main_line;
use crate::text::{add_depths, advice_name, goal_of, part_words, verdict_part};
pub use consultation::{explained, game};
pub(crate) use consultation::{game_record, node};

/// Converts a record to a JSON value; null if that fails.
pub fn value(record: &impl Serialize) -> Value {
    serde_json::to_value(record).unwrap_or_default()
}

/// Word that JSON has for a variant of an enumeration; empty if the variant is not written as a word.
pub(crate) fn word(of: impl Serialize) -> String {
    value(&of).as_str().unwrap_or_default().to_owned()
}

/// Move as JSON, `{ "uci", "san" }`, from the position before it.
pub fn move_object(position: &Position, m: Move) -> Value {
    json!(move_of(position, m))
}

/// Move as a record, from the position before it.
pub fn move_of(position: &Position, m: Move) -> play::Move {
    play::Move {
        uci: m.to_string(),
        san: san(position, m),
    }
}

/// Records of moves that follow one another from a position.
pub(crate) fn moves_of(from: Position, moves: impl IntoIterator<Item = Move>) -> Vec<play::Move> {
    let mut position = from;
    let step = |m| {
        let step = move_of(&position, m);
        position = position.play(m);
        step
    };
    moves.into_iter().map(step).collect()
}

/// Side as records have it.
pub const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

pub(crate) const fn mover(is_us: bool) -> Mover {
    if is_us { Mover::Us } else { Mover::Them }
}

pub(crate) const fn mode(mode: Mode) -> proof::Mode {
    match mode {
        Mode::Strong => proof::Mode::Strong,
        Mode::Weak => proof::Mode::Weak,
    }
}

pub(crate) fn player(module: &Program, subject: Subject) -> play::Player {
    play::Player {
        kind: match subject.kind() {
            SubjectKind::Strategy => PlayerKind::Strategy,
            SubjectKind::Table => PlayerKind::Table,
            SubjectKind::Advice => PlayerKind::PieceOfAdvice,
        },
        name: subject.name(module).to_owned(),
    }
}

const fn goal(kind: GoalKind) -> NodeGoal {
    match kind {
        GoalKind::Holding => NodeGoal::HoldingGoal,
        GoalKind::Better => NodeGoal::BetterGoal,
    }
}

/// Converts thousandths to a decimal number for JSON.
pub(crate) fn decimal(thousandths: u32) -> f64 {
    f64::from(thousandths) / 1000.0
}

/// Number of positions tested by all searches of a consultation, including nested advice, in total and by depth.
fn with_nested(answer: &Consultation) -> PositionCount {
    let mut by_depth = Vec::new();
    for tried in &answer.tried {
        add_depths(&mut by_depth, &tried.by_depth);
        for nested in &tried.nested {
            add_depths(&mut by_depth, &nested.by_depth);
        }
    }
    PositionCount {
        positions: answer.positions().saturating_add(answer.nested_positions()),
        by_depth,
    }
}

fn tried(module: &Program, tried: &Tried) -> TriedPiece {
    let count = |positions, by_depth: &[u64]| PositionCount {
        positions,
        by_depth: by_depth.to_vec(),
    };
    let nested = tried.nested.iter().map(|n| NestedPiece {
        advice: advice_name(module, n.advice).to_owned(),
        asked: n.asked,
        count: count(n.positions, &n.by_depth),
    });
    let spent = tried.tally.as_ref().and_then(|tally| {
        let record = module.advice.get(tried.advice.index())?;
        Some(spent(module, tried.advice, record, tally))
    });
    TriedPiece {
        advice: advice_name(module, tried.advice).to_owned(),
        satisfied: tried.satisfied,
        count: count(tried.positions, &tried.by_depth),
        nested: nested.collect(),
        spent,
    }
}

/// Record of the positions that a piece-of-advice spent, by class of moves, leaves and cuts; for `--stats`.
fn spent(module: &Program, id: AdviceId, record: &Advice, tally: &SearchTally) -> Spent {
    let classes = tally.classes.iter().map(|one| ClassSpent {
        class: move_class(
            module,
            id,
            &SelectedBy {
                taken: None,
                ..one.class
            },
        ),
        reached: one.reached,
        selected: one.selected,
        positions: one.positions,
        taken: one.taken,
    });
    let decisions = |goal: &Goal, tally: &[GoalTally]| {
        let parts = tally.iter().map(|one| Decisions {
            by: part_words(module, goal, one),
            count: one.count,
        });
        parts.collect()
    };
    Spent {
        deepest: tally.deepest,
        too_dear: tally.too_dear,
        classes: classes.collect(),
        leaves: decisions(&record.better, &tally.leaves),
        cuts: decisions(&record.holding, &tally.cuts),
    }
}

fn effort(module: &Program, answer: &Consultation) -> Option<Effort> {
    let advice = module.advice.get(answer.advice?.index())?;
    let cost = advice.cost.as_ref()?;
    Some(Effort {
        spent: decimal(answer.cost?),
        within: answer.within.map(decimal),
        of: cost.effort,
        unit: module.counts_bits(cost.of_move).then_some(CostUnit::Bits),
    })
}

fn memory(answer: &Consultation) -> Option<Memory> {
    answer.memory.map(|memory| Memory {
        entries: memory.entries,
        hits: memory.hits,
    })
}

/// Record of a tree from its first move on, with everything below it; `None` for a tree without a move.
fn tree(tree: &Tree) -> Option<Branch> {
    // Built from the last node to the first, so that a deep tree needs no recursion: everything below a node is finished
    // before the node is reached.
    let worked = lines(tree);
    let mut finished: Vec<(usize, Branch)> = Vec::new();
    let nodes = tree.nodes().iter().zip(worked).enumerate();
    for (index, (node, line)) in nodes.rev() {
        let mut children = Vec::new();
        while finished
            .last()
            .is_some_and(|(child, _)| *child < node.end as usize)
        {
            children.extend(finished.pop().map(|(_, branch)| branch));
        }
        let branch = Branch {
            mv: line.as_move(),
            ply: node.ply,
            left_out: node.left_out,
            children,
        };
        finished.push((index, branch));
    }
    finished.pop().map(|(_, branch)| branch)
}

/// Record of the number of distinct positions looked at, and of whether it is exact.
pub fn looked_at(looked: adv_vm::LookedAt) -> LookedAt {
    LookedAt {
        positions: looked.positions,
        exact: looked.is_exact,
    }
}

/// Record of the reasons why a piece-of-advice that was tried is not satisfied.
fn vain(module: &Program, tried: &Tried, mirrored: bool) -> VainPiece {
    let failures = tried.why.iter();
    let refuted = tried.refuted.as_ref();
    VainPiece {
        advice: advice_name(module, tried.advice).to_owned(),
        failures: failures
            .filter_map(|f| failure(module, tried, f, mirrored))
            .collect(),
        ended: tried.ended.as_ref().map(line_ends),
        refutation: refuted.map(|line| main_line(module, tried.advice, line)),
    }
}

fn line_ends(ended: &LineEnds) -> EndedLines {
    let nearest = ended.nearest.as_ref().map(|near| DearLine {
        line: moves_of(near.root, near.moves.iter().copied()),
        needed: decimal(near.cost),
    });
    EndedLines {
        depth: ended.depth,
        effort: ended.effort,
        nearest,
    }
}

fn failure(
    module: &Program,
    tried: &Tried,
    failure: &PartFailure,
    mirrored: bool,
) -> Option<FailedConjunct> {
    let advice = module.advice.get(tried.advice.index())?;
    let part = goal_of(advice, failure.goal).parts.get(failure.part)?;
    let near = failure.nearest.as_ref().zip(part.compare.as_ref());
    Some(FailedConjunct {
        part: goal_part(module, failure.goal, part.place),
        failed: failure.failed,
        nearest: near.map(|(near, compare)| near_miss(module, compare, near, mirrored)),
        file: place::used_file(module, part.place),
    })
}

fn goal_part(module: &Program, kind: GoalKind, at: Place) -> GoalPart {
    let begin = place::line_column(module, at);
    GoalPart {
        goal: goal(kind),
        line: begin.map(|at| at.line),
        column: begin.map(|at| at.column),
        text: place::text_of(module, at),
    }
}

fn compared(module: &Program, sides: [(Place, &[i64]); 2]) -> ComparedSides {
    let [left, right] = sides.map(|(at, values)| ComparedSide {
        text: place::text_of(module, at),
        values: values.to_vec(),
    });
    ComparedSides { left, right }
}

fn near_miss(module: &Program, compare: &Compare, near: &NearMiss, mirrored: bool) -> NearestMiss {
    let sides = [
        (compare.left_place, &near.left[..]),
        (compare.right_place, &near.right),
    ];
    NearestMiss {
        sides: compared(module, sides),
        fen: fen(&match mirrored {
            true => near.position.mirror(),
            false => near.position,
        }),
    }
}

/// Record of the trace of a search: the number of its nodes, and its entries in order.
pub fn trace(module: &Program, trace: &adv_vm::Trace) -> Trace {
    Trace {
        nodes: trace.nodes,
        left_out: trace.left_out,
        entries: trace.entries.iter().map(|e| entry(module, e)).collect(),
    }
}

fn entry(module: &Program, entry: &adv_vm::TraceEntry) -> TraceEntry {
    let (Event::Begun { advice, .. } | Event::Node { advice, .. } | Event::Over { advice, .. }) =
        &entry.event;
    let mut object = TraceEntry {
        advice: advice_name(module, *advice).to_owned(),
        level: entry.level,
        ply: entry.ply,
        ..TraceEntry::default()
    };
    let judged = |of: &Option<TraceVerdict>| of.as_ref().map(|of| verdict(module, *advice, of));
    match &entry.event {
        Event::Begun {
            bound,
            effort,
            position,
            verdict,
            ..
        } => {
            object.event = TraceEvent::Begun;
            object.bound = Some(*bound);
            object.fen = Some(fen(position));
            object.verdict = Some(judged(verdict));
            object.effort = effort.map(decimal);
        }
        Event::Node {
            visit,
            before,
            mv,
            verdict,
            ..
        } => {
            (object.event, object.effort) = match visit {
                TraceVisit::Tested => (TraceEvent::Tested, None),
                TraceVisit::Expanded => (TraceEvent::Expanded, None),
                TraceVisit::TooDear(total) => (TraceEvent::TooDear, Some(decimal(*total))),
            };
            object.mv = Some(move_of(before, *mv));
            object.fen = Some(fen(before));
            object.verdict = Some(judged(verdict));
        }
        Event::Over { found, .. } => object.found = Some(*found),
    }
    object
}

/// Record of the verdict on a goal, with the conjunct that decided it.
pub(crate) fn verdict(module: &Program, advice: AdviceId, verdict: &TraceVerdict) -> GoalVerdict {
    let decided = verdict.part.as_ref();
    let at = verdict_part(module, advice, verdict).map(|(part, _)| part.place);
    let sides = decided.and_then(|part| part.sides.clone());
    let (left, right) = sides.map(|[left, right]| (left, right)).unzip();
    GoalVerdict {
        goal: goal(verdict.goal),
        holds: verdict.holds,
        text: at.and_then(|at| place::text_of(module, at)),
        line: at.and_then(|at| place::line(module, at)),
        left,
        right,
        file: at.and_then(|at| place::used_file(module, at)),
    }
}
