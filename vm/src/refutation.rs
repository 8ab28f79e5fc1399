//! Refutations: why no move of ours leads to a tree.
//!
//! A tree has one move at each of our nodes and every reply at each of theirs. A refutation is its mirror image: every move that the
//! us-moves select at each of our nodes, and one reply at each of theirs. It ends where a line ends: at a goal, at the depth, at the
//! effort.
//!
//! ```text
//!   1. Kb3   1... Kd7       one reply that refutes it
//!              2. Kb4         every move of ours again: the depth ends the line, and `mate` fails
//!              2. Ka4
//!   1. Rd1                  the holding-goal fails at once: `¬rook-lost`
//! ```
//!
//! Of the replies that refute a move the shown one ends the line at once where one does, and else leaves us the fewest moves to try; of
//! several the first in the order of the them-moves. The smallest refutation of all would need every reply followed to its end,
//! which costs as much more as there are replies, ply for ply; this rule costs one search for each reply, and narrows the refutation
//! nearly as much.
//!
//! Lines that come to one position at one ply, with the same spent, go on as one node.

use std::sync::Arc;

use adv_chess::{Color, Move, Position};
use adv_module::program::{Consulted, Entry, StatementKind};
use adv_module::{AdviceId, Program};

use crate::answer::Answer;
use crate::consult::failure;
use crate::consultation::{Consultation, Failure};
use crate::engine::{Engine, Options};
use crate::limits::Stop;
use crate::search::refute::Refuter;
use crate::strategy::{Origin, Step, Stuck};
use crate::trace::TraceVerdict;
use crate::view::{View, unmirrored, view};

/// What is to be refuted.
#[derive(Clone, Copy, Debug)]
pub struct RefutationTask {
    /// The piece-of-advice or action.
    pub advice: AdviceId,
    /// The position in which it is not satisfied.
    pub position: Position,
    /// The side that is `us`.
    pub us: Color,
    /// The colours are exchanged to fit the program.
    pub mirrored: bool,
    /// Where it was tried within fewer plies than its depth: in how many.
    pub within: Option<u16>,
    /// Our nodes at so many plies from the root and more are left open.
    pub plies: Option<u16>,
    /// Once there are so many nodes, those that have not been worked out are left open.
    pub nodes: u32,
}

impl RefutationTask {
    /// A piece that is tried in a position as it is, followed to the end.
    pub fn new(advice: AdviceId, position: &Position) -> RefutationTask {
        RefutationTask {
            advice,
            position: *position,
            us: position.turn(),
            mirrored: false,
            within: None,
            plies: None,
            nodes: u32::MAX,
        }
    }

    /// A piece that an answer has tried: in its position, with its colours, within the plies of the list that names it.
    pub fn of_answer(
        program: &Program,
        answer: &Consultation,
        origin: Option<&Origin>,
        advice: AdviceId,
    ) -> RefutationTask {
        let rule = answer.table.zip(answer.rule);
        let rule = rule.and_then(|(table, rule)| {
            let table = program.tables.get(table.index())?;
            table.rules.get(rule)
        });
        let lists = match rule {
            Some(rule) => vec![rule.list.as_slice()],
            None => origin.map_or_else(Vec::new, |origin| lists_of(program, origin)),
        };
        RefutationTask {
            us: answer.us,
            mirrored: answer.mirrored,
            within: tried_within(&lists, advice),
            ..RefutationTask::new(advice, &answer.position)
        }
    }

    /// A piece or action that a strategy has tried before it was stuck.
    pub fn of_stuck(program: &Program, stuck: &Stuck, advice: AdviceId) -> RefutationTask {
        let strategy = stuck.origin.strategy;
        let strategy = strategy.and_then(|id| program.strategies.get(id.index()));
        let seen = strategy.map(|s| view(s.material.as_ref(), s.side, &stuck.position));
        let mirrored = seen.is_some_and(|seen| seen.is_ok_and(|seen| seen.mirrored));
        RefutationTask {
            mirrored,
            within: tried_within(&lists_of(program, &stuck.origin), advice),
            ..RefutationTask::new(advice, &stuck.position)
        }
    }

    fn view(&self) -> View {
        View::turned(&self.position, self.us, self.mirrored)
    }
}

/// The lists that a statement of a strategy consults.
fn lists_of<'p>(program: &'p Program, origin: &Origin) -> Vec<&'p [Entry]> {
    let strategy = origin
        .strategy
        .and_then(|id| program.strategies.get(id.index()));
    let statement = strategy
        .zip(origin.statement)
        .and_then(|(strategy, at)| strategy.body.get(at as usize));
    match statement.map(|statement| &statement.kind) {
        Some(StatementKind::Consult {
            what: Consulted::List(list),
            ..
        }) => vec![list.as_slice()],
        Some(StatementKind::Consult {
            what: Consulted::Table(id),
            ..
        }) => {
            let table = program.tables.get(id.index());
            let rules = table.map_or(&[][..], |table| &table.rules);
            rules.iter().map(|rule| rule.list.as_slice()).collect()
        }
        _ => Vec::new(),
    }
}

/// The plies within which lists try a piece, where none of them tries it within its own depth.
fn tried_within(lists: &[&[Entry]], advice: AdviceId) -> Option<u16> {
    let mut most = None;
    for entry in lists.iter().copied().flatten() {
        match entry {
            Entry::Advice(id) if *id == advice => return None,
            Entry::Shortest(plies, pieces) if pieces.contains(&advice) => {
                most = most.max(Some(*plies));
            }
            Entry::Advice(_) | Entry::Shortest(..) => {}
        }
    }
    most
}

/// Why no move of ours leads to a tree: a graph, whose first node is the root.
#[derive(Clone, Debug, PartialEq)]
pub struct Refutation {
    /// The piece-of-advice or action.
    pub advice: AdviceId,
    /// The root, in its own colours; so is everything below.
    pub position: Position,
    /// The side that is `us`.
    pub us: Color,
    /// The plies within which there is no tree.
    pub depth: u16,
    /// What a line may cost, in thousandths; `None` where moves have no cost.
    pub effort: Option<u32>,
    /// The action's in-class is false at the root, so that nothing is searched there.
    pub out_of_class: bool,
    /// The nodes, by their numbers: a node leads to later ones only.
    pub nodes: Vec<RefutationNode>,
}

impl Refutation {
    /// How many nodes are left open.
    pub fn open(&self) -> usize {
        let open = |node: &&RefutationNode| matches!(node.step, RefutationStep::Open(_));
        self.nodes.iter().filter(open).count()
    }

    /// True where a bound has left nodes open.
    pub fn is_open_at(&self, bound: RefutationBound) -> bool {
        let open = RefutationStep::Open(bound);
        self.nodes.iter().any(|node| node.step == open)
    }

    /// The limit that has left nodes open.
    pub fn stop(&self) -> Option<Stop> {
        self.nodes.iter().find_map(|node| match node.step {
            RefutationStep::Open(RefutationBound::Stop(stop)) => Some(stop),
            _ => None,
        })
    }

    /// The moves of ours in all nodes, each of them answered or ended.
    pub fn moves(&self) -> usize {
        self.nodes.iter().map(|node| node.moves().len()).sum()
    }
}

/// A node at which we are to move.
#[derive(Clone, Debug, PartialEq)]
pub struct RefutationNode {
    /// The position, its move numbered from the root on.
    pub position: Position,
    /// Plies from the root.
    pub ply: u16,
    /// What the line to it has cost, in thousandths.
    pub spent: u32,
    /// What is known of it.
    pub step: RefutationStep,
}

impl RefutationNode {
    /// Our moves; none where the node is open.
    pub fn moves(&self) -> &[RefutedMove] {
        match &self.step {
            RefutationStep::Moves(moves) => moves,
            RefutationStep::Open(_) => &[],
        }
    }
}

/// What is known of a node of a refutation.
#[derive(Clone, Debug, PartialEq)]
pub enum RefutationStep {
    /// All moves that the us-moves select, in the order of the search. Without one the node ends its line.
    Moves(Vec<RefutedMove>),
    /// It has not been worked out.
    Open(RefutationBound),
}

/// What leaves a node open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefutationBound {
    /// The bound of plies.
    Plies,
    /// The bound of nodes.
    Nodes,
    /// A limit of the search.
    Stop(Stop),
}

/// A move of ours that leads to no tree.
#[derive(Clone, Debug, PartialEq)]
pub struct RefutedMove {
    /// Our move.
    pub mv: Move,
    /// The reply that refutes it; `None` where the line ends at our move.
    pub reply: Option<Move>,
    /// How the line goes on or ends after these moves.
    pub by: RefutedBy,
}

/// How a line of a refutation goes on or ends.
#[derive(Clone, Debug, PartialEq)]
pub enum RefutedBy {
    /// The last move costs too much: with it the line would cost so many thousandths.
    Cost(u32),
    /// The position after the last move violates the holding-goal.
    Holding(TraceVerdict),
    /// The position after the last move does not satisfy the better-goal, and no ply is left.
    Depth(TraceVerdict),
    /// The position after our move does not satisfy the better-goal, and the them-moves select no reply to go on with.
    NoReply(TraceVerdict),
    /// The line goes on at a node of ours.
    Node(u32),
}

/// The main line of a refutation: at each of our nodes the first move that is not ended at once, or else the first.
#[derive(Clone, Debug, PartialEq)]
pub struct RefutedLine {
    /// Where it begins, in its own colours.
    pub position: Position,
    /// Its moves, ours with their replies. The last one ends; there is none where nothing is selected at the root.
    pub moves: Vec<RefutedMove>,
    /// How many moves of ours there are at the root.
    pub first_moves: usize,
}

impl Engine {
    /// The refutation of a piece-of-advice or action; `None` where it is satisfied. One limit holds for all of it: what the limit
    /// leaves open says so.
    ///
    /// # Errors
    /// [`Failure`] where a limit was reached before it was known whether the piece is satisfied.
    pub fn refute(&mut self, task: &RefutationTask) -> Result<Option<Refutation>, Failure> {
        self.with_refuter(task, |refuter| {
            let nodes = match refuter.applies()? {
                true if refuter.is_satisfied()? => return Ok(None),
                true => refuter.nodes(task.plies, task.nodes)?,
                false => Vec::new(),
            };
            Ok(Some(Refutation {
                advice: task.advice,
                position: task.position,
                us: task.us,
                depth: refuter.bound().plies.plies(),
                effort: refuter.effort(),
                out_of_class: nodes.is_empty(),
                nodes: nodes
                    .into_iter()
                    .map(|node| node.turned(task.mirrored))
                    .collect(),
            }))
        })
    }

    /// The main line of the refutation; `None` where the piece is satisfied, or is an action whose in-class is false.
    ///
    /// # Errors
    /// [`Failure`] where a limit was reached.
    pub fn refuted_line(&mut self, task: &RefutationTask) -> Result<Option<RefutedLine>, Failure> {
        self.with_refuter(task, |refuter| {
            if !refuter.applies()? || refuter.is_satisfied()? {
                return Ok(None);
            }
            let (first_moves, moves) = refuter.main_line()?;
            let turned = |refuted: RefutedMove| refuted.turned(task.mirrored);
            Ok(Some(RefutedLine {
                position: task.position,
                moves: moves.into_iter().map(turned).collect(),
                first_moves,
            }))
        })
    }

    /// Works with a refuter under full limits.
    fn with_refuter<T>(
        &mut self,
        task: &RefutationTask,
        work: impl FnOnce(&mut Refuter<'_, '_, '_>) -> Result<T, Stop>,
    ) -> Result<T, Failure> {
        let view = task.view();
        let options = Options {
            uncounted: true,
            ..Options::default()
        };
        self.with_run(&options, |run| {
            let mut refuter = Refuter::new(run, task.advice, &view, task.within);
            let done = work(&mut refuter);
            done.map_err(|stop| failure(stop, Some(task.advice), None, run))
        })
    }

    /// Adds the main lines of their refutations to the pieces of an answer that are not satisfied. Where a limit is reached there is none.
    pub fn add_refutations(&mut self, answer: &mut Answer) {
        match answer {
            Answer::Consulted(answer) => self.add_refuted_lines(answer, None),
            Answer::Yielded(p_strategy) => {
                let found = Arc::make_mut(p_strategy);
                let origin = found.origin;
                self.add_refuted_lines(&mut found.consultation, Some(&origin));
            }
            Answer::Over(Step::Stuck(stuck)) => {
                for at in 0..stuck.tried.len() {
                    let of = |stuck: &Stuck, program: &Program| {
                        let tried = stuck.tried.get(at)?;
                        Some(RefutationTask::of_stuck(program, stuck, tried.advice))
                    };
                    let task = of(stuck, self.module());
                    let line = task.and_then(|task| self.refuted_line(&task).ok().flatten());
                    if let Some(tried) = stuck.tried.get_mut(at) {
                        tried.refuted = line;
                    }
                }
            }
            Answer::Over(_) => {}
        }
    }

    /// The same of a consultation; `origin` is the statement of a strategy that has found it.
    pub fn add_refuted_lines(&mut self, answer: &mut Consultation, origin: Option<&Origin>) {
        for at in 0..answer.tried.len() {
            let failed = answer.tried.get(at).filter(|tried| !tried.satisfied);
            let Some(advice) = failed.map(|tried| tried.advice) else {
                continue;
            };
            let task = RefutationTask::of_answer(self.module(), answer, origin, advice);
            let line = self.refuted_line(&task).ok().flatten();
            if let Some(tried) = answer.tried.get_mut(at) {
                tried.refuted = line;
            }
        }
    }
}

impl RefutationNode {
    /// The node in the colours of the position that was asked.
    fn turned(self, mirrored: bool) -> RefutationNode {
        if !mirrored {
            return self;
        }
        RefutationNode {
            position: self.position.mirror(),
            step: match self.step {
                RefutationStep::Moves(moves) => {
                    RefutationStep::Moves(moves.into_iter().map(|m| m.turned(true)).collect())
                }
                open => open,
            },
            ..self
        }
    }
}

impl RefutedMove {
    /// The moves in the colours of the position that was asked.
    fn turned(self, mirrored: bool) -> RefutedMove {
        RefutedMove {
            mv: unmirrored(self.mv, mirrored),
            reply: self.reply.map(|reply| unmirrored(reply, mirrored)),
            by: self.by,
        }
    }
}
