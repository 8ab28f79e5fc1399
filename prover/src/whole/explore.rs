//! Follows play breadth first, and numbers the nodes in the order in which it comes to them.
//!
//! ```text
//!   states   node n ──▶ position, place          a new one is added at the end
//!   places   place p ──▶ between two trees: a junction      within one: what chose it, the junction after it, what is left of it
//!   batch    the next nodes, asked by all threads at once; then taken one by one
//! ```

use std::collections::VecDeque;

use adv_chess::{Move, Position};
use adv_vm::{Engine, Failure, Junction, Mode, Origin, Subject};
use indexmap::IndexSet;

use super::ask::{AskedNode, ask_one, ending_of_game};
use super::measure::{Arrows, Measured};
use super::{
    WholeBound, WholeBounds, WholeEnd, WholeExtent, WholeNode, WholeSize, WholeStep, WholeTask,
    WholeTotals,
};
use crate::error::ProveError;
use crate::pack::{level, pack_move, unpack_move};
use crate::palette::TreeExits;
use crate::report::Choice;
use crate::share::share;
use crate::task::engine_of;
use crate::watch::{Phase, Watch};

/// How many nodes are asked at once, and how many of them a thread takes at a time.
const BATCH: usize = 1 << 12;
const PIECE: usize = 1 << 5;
/// About the bytes of a node, and those of a reply.
const NODE_BYTES: u64 = 144;
const REPLY_BYTES: u64 = 6;

/// A place of the program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum PlayPlace {
    /// Between two trees.
    Between(Junction),
    /// Within a tree.
    Inside {
        choice: Choice,
        /// The number of the place after the tree.
        next: u32,
        /// What is left of the tree, packed; it begins with our move.
        rest: Box<[u16]>,
    },
    /// After the tree of a choice, where that is all that is wanted.
    After(Choice),
}

/// A graph that is being made.
pub struct WholePlay<'a> {
    engine: Engine,
    subject: Subject,
    mode: Mode,
    extent: WholeExtent,
    bounds: WholeBounds,
    watch: &'a Watch,
    places: IndexSet<PlayPlace>,
    states: IndexSet<(Position, u32)>,
    /// The number of the first node of the next level, and the plies from the root to this level.
    level_end: usize,
    plies: u32,
    batch: VecDeque<Option<AskedNode>>,
    /// The nodes that have been handed out.
    done: usize,
    arrows: Arrows,
    /// The packed moves: ours of each node, theirs of each arrow.
    ours: Vec<u16>,
    theirs: Vec<u16>,
    /// The bytes of the places.
    place_bytes: u64,
    cut: Option<WholeBound>,
    open: u64,
    left_out: u64,
}

impl<'a> WholePlay<'a> {
    /// Begins at the root.
    ///
    /// # Errors
    /// [`Failure`] where the subject is not for the position, or a limit is reached by asking.
    pub fn begin(task: &WholeTask<'a>) -> Result<WholePlay<'a>, Failure> {
        let mut engine = engine_of(task.engine, task.watch);
        let root = task.position.without_clocks();
        let junction = engine.junction(task.subject, &root)?;
        let place = PlayPlace::Between(junction);
        task.watch.begin(Phase::Consulting, 1);
        Ok(WholePlay {
            engine,
            subject: task.subject,
            mode: task.mode,
            extent: task.extent,
            bounds: task.bounds,
            watch: task.watch,
            places: IndexSet::from([place]),
            states: IndexSet::from([(root, 0)]),
            level_end: 1,
            plies: 0,
            batch: VecDeque::new(),
            done: 0,
            arrows: Arrows {
                starts: vec![0],
                targets: Vec::new(),
                moves: Vec::new(),
            },
            ours: Vec::new(),
            theirs: Vec::new(),
            place_bytes: 0,
            cut: None,
            open: 0,
            left_out: 0,
        })
    }

    /// How many nodes are known, those that have been handed out among them.
    pub fn known(&self) -> usize {
        self.states.len()
    }

    /// The next node; `None` after the last. What it leads to has a number, and is handed out later.
    ///
    /// # Errors
    /// [`ProveError`] where there are more nodes or places than can be numbered.
    pub fn next_node(&mut self) -> Result<Option<WholeNode>, ProveError> {
        let number = self.done;
        let Some(&(position, place)) = self.states.get_index(number) else {
            return Ok(None);
        };
        if number == self.level_end {
            self.level_end = self.states.len();
            self.plies = self.plies.saturating_add(2);
        }
        let step = match self.bound() {
            Some(bound) => WholeStep::Open(bound),
            None => self.step(&position, place)?,
        };
        self.done += 1;
        self.note(&step);
        Ok(Some(WholeNode {
            number: number_of(number)?,
            position,
            place,
            step,
        }))
    }

    /// What keeps the next node from being asked.
    fn bound(&mut self) -> Option<WholeBound> {
        if self.cut.is_none() {
            let known = self.states.len() as u64;
            let replies = self.arrows.targets.len() as u64;
            let held = known * NODE_BYTES + replies * REPLY_BYTES + self.place_bytes;
            if self.watch.stopped() {
                self.cut = Some(WholeBound::Interrupted);
            } else if known >= self.bounds.nodes && known > 1 {
                self.cut = Some(WholeBound::Nodes);
            } else if !self.watch.hold(held) {
                self.cut = Some(WholeBound::Memory);
            }
        }
        let far = self.bounds.plies.is_some_and(|most| self.plies >= most);
        self.cut
            .clone()
            .or_else(|| far.then_some(WholeBound::Plies))
    }

    /// What is done in the next node.
    fn step(&mut self, position: &Position, place: u32) -> Result<WholeStep, ProveError> {
        if self.batch.is_empty() {
            self.ask()?;
        }
        match self.batch.pop_front().flatten() {
            Some(AskedNode::End(end)) => return Ok(WholeStep::End(end)),
            Some(AskedNode::Open(bound)) => {
                if bound == WholeBound::Interrupted {
                    self.cut = Some(WholeBound::Interrupted);
                }
                return Ok(WholeStep::Open(bound));
            }
            Some(AskedNode::Tree {
                choice,
                exits,
                words,
            }) => {
                let next = self.place(PlayPlace::Between(exits.next))?;
                let again = exits.again.map(PlayPlace::Between);
                let again = again.map(|again| self.place(again)).transpose()?;
                let exits = TreeExits { next, again };
                return self.play(position, (choice, true), exits, &words);
            }
            None => {}
        }
        match self.places.get_index(place as usize) {
            Some(PlayPlace::Inside { choice, next, rest }) => {
                let (choice, words) = (*choice, rest.clone());
                let exits = TreeExits {
                    next: *next,
                    again: None,
                };
                self.play(position, (choice, false), exits, &words)
            }
            Some(PlayPlace::After(choice)) => Ok(WholeStep::End(match position.has_legal_move() {
                true => WholeEnd::Leaf(*choice),
                false => WholeEnd::Over {
                    ending: ending_of_game(position),
                    origin: Origin::default(),
                    goal: None,
                },
            })),
            // Every node between two trees was asked.
            _ => Ok(WholeStep::Open(WholeBound::Interrupted)),
        }
    }

    /// Plays the first move of a tree, which `begins` or goes on, and numbers what the replies lead to.
    fn play(
        &mut self,
        position: &Position,
        (choice, begins): (Choice, bool),
        exits: TreeExits<u32>,
        words: &[u16],
    ) -> Result<WholeStep, ProveError> {
        // A tree that is found has a first move.
        let Some((word, below)) = level(words).next() else {
            return Ok(WholeStep::Open(WholeBound::Interrupted));
        };
        let mv = unpack_move(position, word);
        let child = position.play(mv);
        let legal = child.legal_moves();
        if self.extent == WholeExtent::Choice && below.is_empty() && !legal.is_empty() {
            return Ok(WholeStep::Move {
                mv,
                choice,
                begins,
                replies: Vec::new(),
                left_out: Vec::new(),
                end: Some(WholeEnd::Leaf(choice)),
            });
        }
        let (mut replies, mut left_out) = (Vec::new(), Vec::new());
        for &reply in &legal {
            let packed = pack_move(reply);
            let found = level(below).find(|(word, _)| *word == packed);
            let place = match (found, self.extent) {
                (Some((_, rest)), _) if !rest.is_empty() => self.place(PlayPlace::Inside {
                    choice,
                    next: exits.next,
                    rest: rest.into(),
                })?,
                (found, WholeExtent::Play) => exits.after(found.is_some()),
                (Some(_), WholeExtent::Choice) => self.place(PlayPlace::After(choice))?,
                (None, WholeExtent::Choice) => {
                    left_out.push(reply);
                    continue;
                }
            };
            let after = child.play(reply).without_clocks();
            let (target, new) = self.states.insert_full((after, place));
            if new {
                self.watch.add_known(1);
            }
            replies.push((reply, number_of(target)?));
        }
        let end = match legal.is_empty() {
            true => Some(self.end_of_game(&child, exits.next)),
            false => None,
        };
        if let Some(Err(failure)) = end {
            return Ok(WholeStep::Open(WholeBound::Consultation(failure)));
        }
        Ok(WholeStep::Move {
            mv,
            choice,
            begins,
            replies,
            left_out,
            end: end.and_then(Result::ok),
        })
    }

    /// The side to move has no legal move.
    fn end_of_game(&mut self, position: &Position, place: u32) -> Result<WholeEnd, Failure> {
        let goal = match self.places.get_index(place as usize) {
            Some(PlayPlace::Between(at)) => {
                let begun = begun(self.subject, &self.states);
                self.engine.reached_goal(at, begun.as_ref(), position)?
            }
            _ => None,
        };
        Ok(WholeEnd::Over {
            ending: ending_of_game(position),
            origin: Origin::default(),
            goal,
        })
    }

    fn place(&mut self, place: PlayPlace) -> Result<u32, ProveError> {
        let bytes = match &place {
            PlayPlace::Between(_) | PlayPlace::After(_) => 96,
            PlayPlace::Inside { rest, .. } => 96 + 2 * rest.len() as u64,
        };
        let (at, new) = self.places.insert_full(place);
        if new {
            self.place_bytes += bytes;
        }
        number_of(at)
    }

    /// Asks the program in the next nodes, all threads at once.
    fn ask(&mut self) -> Result<(), ProveError> {
        // Beyond a bound of plies nothing is asked.
        let known = match self.bounds.plies {
            Some(_) => self.level_end,
            None => self.states.len(),
        };
        let end = (self.done + BATCH).min(known);
        let nodes: Vec<usize> = (self.done..end).collect();
        let pieces: Vec<&[usize]> = nodes.chunks(PIECE).collect();
        let (engine, subject, mode) = (&self.engine, self.subject, self.mode);
        let (places, states) = (&self.places, &self.states);
        let begun = begun(subject, states);
        let asked = share(
            pieces.len(),
            |_| (engine.clone(), Vec::new()),
            |(engine, tree), piece| {
                let mut all = Vec::new();
                for node in pieces.get(piece).copied().unwrap_or_default() {
                    let state = states.get_index(*node);
                    let asked = state.and_then(|(position, place)| {
                        match places.get_index(*place as usize)? {
                            PlayPlace::Between(at) => {
                                let (what, begun) = ((subject, mode), begun.as_ref());
                                Some(ask_one(engine, what, at, begun, position, tree))
                            }
                            PlayPlace::Inside { .. } | PlayPlace::After(_) => None,
                        }
                    });
                    all.push(asked);
                }
                Ok(all)
            },
        )?;
        self.batch = asked.into_iter().flatten().collect();
        Ok(())
    }

    /// Notes the arrows of a node.
    fn note(&mut self, step: &WholeStep) {
        let mut ours = 0;
        let mut plays = false;
        match step {
            WholeStep::Move {
                mv,
                replies,
                left_out,
                ..
            } => {
                ours = pack_move(*mv);
                plays = true;
                self.left_out += left_out.len() as u64;
                for (reply, target) in replies {
                    self.arrows.targets.push(*target);
                    self.theirs.push(pack_move(*reply));
                }
            }
            WholeStep::Open(_) => self.open += 1,
            WholeStep::End(_) => {}
        }
        self.ours.push(ours);
        self.arrows.moves.push(plays);
        let end = u32::try_from(self.arrows.targets.len()).unwrap_or(u32::MAX);
        self.arrows.starts.push(end);
        self.watch.add_done(1);
    }

    /// What the nodes that were handed out come to.
    pub fn totals(&self) -> WholeTotals {
        let (unfolded, longest, round) = match self.arrows.measure() {
            Measured::Tree { size, longest } => {
                let line = self.line(0, &longest, true);
                (size, Some(line), None)
            }
            Measured::Round { way, round } => {
                let begins = way.last().and_then(|at| self.arrows.targets.get(*at));
                let begins = begins.copied().unwrap_or_default();
                let way = self.line(0, &way, false);
                let round = self.line(begins, &round, false);
                (WholeSize::Endless, None, Some((way, round)))
            }
        };
        WholeTotals {
            nodes: self.done as u64,
            replies: self.arrows.targets.len() as u64,
            open: self.open,
            left_out: self.left_out,
            places: self.places.len() as u64,
            unfolded,
            longest,
            round,
        }
    }

    /// The moves along some arrows from a node; `last` adds the move of the node that they lead to.
    fn line(&self, from: u32, arrows: &[usize], last: bool) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut node = from as usize;
        let ours = |node: usize| {
            let (position, _) = self.states.get_index(node)?;
            let plays = self.arrows.moves.get(node) == Some(&true);
            let word = self.ours.get(node).filter(|_| plays)?;
            Some((*position, unpack_move(position, *word)))
        };
        for arrow in arrows {
            let (Some((position, mv)), Some(reply), Some(target)) = (
                ours(node),
                self.theirs.get(*arrow),
                self.arrows.targets.get(*arrow),
            ) else {
                break;
            };
            moves.push(mv);
            moves.push(unpack_move(&position.play(mv), *reply));
            node = *target as usize;
        }
        if last {
            moves.extend(ours(node).map(|(_, mv)| mv));
        }
        moves
    }
}

/// The position where a strategy began: the root. One that takes over from a table begins at another position on each line.
fn begun(subject: Subject, states: &IndexSet<(Position, u32)>) -> Option<Position> {
    let root = states.get_index(0).map(|(position, _)| *position);
    root.filter(|_| matches!(subject, Subject::Strategy(_)))
}

fn number_of(at: usize) -> Result<u32, ProveError> {
    u32::try_from(at).map_err(|_| ProveError::TooManyChoices)
}
