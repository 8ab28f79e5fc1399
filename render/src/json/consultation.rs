//! A consultation or p-strategy, with the statement that chose and the nodes in one flat list with the facts at each; played games.
//!
//! The nested `tree` of a consultation has as many levels as the tree has plies, and some readers stop at 128. `nodes` says the same
//! and more in one list: each node names its parent by index.

use adv_chess::game::End;
use adv_chess::geometry::square_name;
use adv_chess::notation::fen;
use adv_chess::squares::each;
use adv_chess::{Color, Position};
use adv_module::Program;
use adv_record::consultation::{Consultation, Origin};
use adv_record::game::{Ending, EndingKind, Game, Plan, PlayedMove};
use adv_record::node::{Conjunct, Facts, Node, SquareSet};
use adv_vm::{BoardFacts, NodeFacts, PartFacts, Tree};
use serde_json::Value;

use super::{goal, mover, side, value};
use crate::attempts::move_class;
use crate::drawing::{Explained, Line, action_name, lines, rule_place, strategy_name};
use crate::game::{Finish, Played};
use crate::place;
use crate::text::{advice_name, classes, table_name};
use crate::zone_words;

/// Record of a consultation or p-strategy with all that is known of it; `why` adds why each piece-of-advice tried is not satisfied.
pub fn explained(explained: &Explained<'_>, why: bool) -> Consultation {
    let (module, answer) = (explained.module, explained.answer);
    let why = why.then(|| {
        let vain = answer.tried.iter().filter(|t| !t.satisfied);
        vain.map(|t| super::vain(module, t, answer.mirrored))
            .collect()
    });
    let tried = answer.tried.iter();
    Consultation {
        fen: fen(&answer.position),
        us: side(answer.us),
        table: answer.table.map(|id| table_name(module, id).to_owned()),
        rule: answer.rule.map(|index| index + 1),
        advice: answer.advice.map(|id| advice_name(module, id).to_owned()),
        satisfied: answer.advice.is_some(),
        mv: answer
            .first_move()
            .map(|m| super::move_of(&answer.position, m)),
        because: answer.because.clone(),
        conditional: answer.is_conditional(),
        mirrored: answer.mirrored,
        positions: answer.positions(),
        with_nested: super::with_nested(answer),
        statistics: tried.map(|t| super::tried(module, t)).collect(),
        tree: answer.tree.as_ref().and_then(super::tree),
        effort: super::effort(module, answer),
        memory: super::memory(answer),
        why,
        origin: origin(explained),
        nodes: nodes(explained),
        ..Consultation::default()
    }
}

/// Played game as JSON: moves with the index of the plan that each of ours belongs to, the plans with their trees, the ending.
pub fn game(played: &Played<'_>) -> Value {
    value(&game_record(played))
}

/// Record of a played game.
pub(crate) fn game_record(played: &Played<'_>) -> Game {
    let lines = played.lines();
    let moves = lines.iter().enumerate().map(|(ply, line)| PlayedMove {
        mv: line.as_move(),
        by: mover(line.mover() == played.us),
        plan: played.plan_at(ply).and_then(|plan| {
            let same = |other: &crate::Plan| std::ptr::eq(other, plan);
            played.plans.iter().position(same)
        }),
        fen: fen(&line.after),
    });
    let plans = played.plans.iter().map(|plan| {
        let shown = played.explained(plan);
        let (module, answer) = (shown.module, shown.answer);
        Plan {
            from: plan.from,
            table: answer.table.map(|id| table_name(module, id).to_owned()),
            rule: answer.rule.map(|index| index + 1),
            advice: answer.advice.map(|id| advice_name(module, id).to_owned()),
            because: answer.because.clone(),
            conditional: answer.is_conditional(),
            origin: origin(&shown),
            nodes: nodes(&shown),
        }
    });
    Game {
        fen: fen(played.game.start()),
        us: side(played.us),
        player: played.player.clone(),
        opponent: played.opponent.clone(),
        moves: moves.collect(),
        plans: plans.collect(),
        ending: ending(played),
        goal: played.goal(),
        result: played.result().to_owned(),
    }
}

fn ending(played: &Played<'_>) -> Ending {
    let kind = match &played.finish {
        Finish::Done(done) => match done.ending {
            adv_vm::Ending::EndOfStrategy => EndingKind::EndOfStrategy,
            adv_vm::Ending::Stop(_) => EndingKind::Stop,
            adv_vm::Ending::Checkmate { .. } => EndingKind::Checkmate,
            adv_vm::Ending::Stalemate => EndingKind::Stalemate,
        },
        Finish::Stuck(_) => EndingKind::Stuck,
        Finish::Rules(End::Checkmate { .. }) => EndingKind::Checkmate,
        Finish::Rules(End::Stalemate) => EndingKind::Stalemate,
        Finish::Rules(_) | Finish::Claimed(_) => EndingKind::Draw,
        Finish::Failed(_) => EndingKind::Failed,
        Finish::Open(_) => EndingKind::Open,
    };
    let line = match &played.finish {
        Finish::Stuck(stuck) => place::line(played.module, stuck.origin.place),
        _ => None,
    };
    Ending {
        kind,
        line,
        sentence: played.end_sentence(),
    }
}

/// Record of the source of an answer: the statement or rule that chose, with its line, file and classes.
fn origin(explained: &Explained<'_>) -> Origin {
    let module = explained.module;
    let origin = explained.origin.as_ref();
    let (in_class, out_class) = origin.map_or((None, None), |o| classes(module, o));
    let at = origin
        .map(|o| o.place)
        .or_else(|| rule_place(module, explained.answer));
    let name = |of: Option<&str>| of.map(str::to_owned);
    Origin {
        strategy: name(origin.and_then(|o| strategy_name(module, o))),
        statement: origin.and_then(|o| o.statement).map(|number| number + 1),
        line: at.and_then(|at| place::line(module, at)),
        file: at.and_then(|at| place::used_file(module, at)),
        action: name(origin.and_then(|o| action_name(module, o))),
        in_class,
        out_class,
    }
}

fn nodes(explained: &Explained<'_>) -> Vec<Node> {
    let Some(tree) = &explained.answer.tree else {
        return Vec::new();
    };
    let nodes = lines(tree).into_iter().enumerate();
    nodes
        .map(|(index, line)| {
            let facts = explained.facts_at(index);
            let class = facts.and_then(|facts| {
                let id = explained.answer.advice?;
                let mut class = move_class(explained.module, id, facts.selected.as_ref()?);
                let zones = || zone_words::records(&line.before, &facts.along);
                class.zones = (!facts.along.is_empty()).then(zones);
                Some(class)
            });
            Node {
                facts: facts.map(|facts| node_facts(explained.module, facts, &line.after)),
                class,
                ..node(tree, index, &line, explained.answer.us)
            }
        })
        .collect()
}

/// Record of a node of a tree, without the facts that hold there; `us` is the side whose moves are ours.
pub(crate) fn node(tree: &Tree, index: usize, line: &Line, us: Color) -> Node {
    let of = tree.nodes().get(index);
    Node {
        parent: line.parent,
        mv: line.as_move(),
        by: mover(line.mover() == us),
        ply: of.map_or(0, |of| of.ply),
        left_out: of.map_or(0, |of| of.left_out),
        leaf: tree.is_leaf(index),
        fen: fen(&line.after),
        facts: None,
        class: None,
        drawn: Vec::new(),
    }
}

fn node_facts(module: &Program, facts: &NodeFacts, position: &Position) -> Facts {
    let parts = facts.parts.iter();
    Facts {
        decided: goal(facts.decided),
        parts: parts.map(|p| part(module, p, position)).collect(),
    }
}

fn part(module: &Program, part: &PartFacts, position: &Position) -> Conjunct {
    let compare = part.compare.as_ref().map(|[left, right]| {
        let sides = [left, right].map(|side| (side.place, &side.values[..]));
        super::compared(module, sides)
    });
    let zones = || zone_words::records(position, &part.zones);
    Conjunct {
        part: super::goal_part(module, part.goal, part.place),
        holds: part.holds,
        compare,
        boards: part.boards.iter().map(|b| board(module, b)).collect(),
        zones: (!part.zones.is_empty()).then(zones),
        file: place::used_file(module, part.place),
    }
}

fn board(module: &Program, facts: &BoardFacts) -> SquareSet {
    SquareSet {
        text: place::text_of(module, facts.place),
        line: place::line(module, facts.place),
        squares: each(facts.squares).map(square_name).collect(),
    }
}
