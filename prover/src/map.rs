//! All states of a proof, decided: what each comes to, and where its lines lead.
//!
//! Only the choice of a state is kept. Its successors are computed again with each query, by making the chosen moves and
//! all replies, which costs less than keeping them.

mod each;
mod order;
mod quiet;

use std::ops::Range;
use std::sync::Arc;

use adv_chess::class::KingSteps;
use adv_chess::squares::bit;
use adv_chess::{Color, Material, Move, Position, Role};
use adv_vm::Junction;

use crate::error::ProveError;
use crate::explore::ExploredPart;
use crate::goals::{Goals, Judge};
use crate::key::SliceKey;
use crate::layers::LayerIndex;
use crate::pack::{level, pack_move, unpack_move};
use crate::palette::{Outcome, Palette, TreeExits};
use crate::record::Record;
use crate::replies::Replies;
use crate::report::Cause;
use crate::states::{CHUNK, Layer, State};
use crate::way::Way;
pub(crate) use order::{layer_order, sorted};
pub(crate) use quiet::QuietSteps;

/// The decided states, in an order that does not depend on how they were found.
pub(crate) struct Map {
    pub(crate) layers: Arc<Vec<Layer>>,
    /// Where each layer is among them.
    pub(crate) index: LayerIndex,
    pub(crate) outcomes: Vec<Outcome>,
    /// The junctions by their numbers.
    pub(crate) junctions: Vec<Arc<Junction>>,
    pub(crate) goals: Goals,
    /// Every choice was explored, and only the first of each is looked at. Then not every state of the layers is one of the claim.
    pub(crate) first_only: bool,
    /// The layers that are in work: all of them, or those of one slice.
    pub(crate) work: Range<usize>,
    /// Where a proof is made in slices: for each layer, which place it has in the order of a proof without them.
    pub(crate) ranks: Vec<u32>,
    /// Some outcome is a fault of what was played before it.
    pub(crate) has_faults_behind: bool,
    /// It is of a proof that was resumed from a checkpoint.
    pub(crate) resumed: bool,
}

/// How many pieces a large layer is cut into.
const PIECES: u64 = 64;

/// A stretch of a layer's numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    layer: usize,
    numbers: Range<u64>,
}

/// Where a line from a state leads before anything else is consulted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leads {
    /// To another state.
    To(State),
    /// To what is claimed, or to an end that nothing breaks.
    Goal,
    /// To where the claim is broken.
    Fault(Cause),
}

/// One thread's means of following lines.
pub(crate) struct Follower<'m> {
    map: &'m Map,
    judge: Judge<'m>,
    /// Some states may lead on by quiet steps.
    quiet: bool,
    replies: Replies,
    /// How many replies were followed.
    pub(crate) followed: u64,
    /// The moves of the line that is being followed.
    pub(crate) path: Vec<Move>,
}

/// What callers receive for each line: where it leads, the way, and its moves.
type Visit<'v> = dyn FnMut(Leads, Way, &[Move]) + 'v;

/// True for what happens because of what was played before: the men are gone, the game is lost, a goal is violated.
const fn is_of_before(cause: Cause) -> bool {
    matches!(
        cause,
        Cause::Material | Cause::OurMate | Cause::OurStalemate | Cause::Goal(_)
    )
}

impl Map {
    /// The states of decided layers, which are sorted, all of them in work.
    pub(crate) fn new(layers: Arc<Vec<Layer>>, palette: &Palette, goals: Goals) -> Map {
        let outcomes = palette.outcomes();
        let behind =
            |of: &Outcome| matches!(of, Outcome::Fails { cause, .. } if is_of_before(*cause));
        Map {
            index: LayerIndex::of(&layers),
            work: 0..layers.len(),
            layers,
            has_faults_behind: outcomes.iter().any(behind),
            outcomes,
            junctions: palette.junctions(),
            goals,
            first_only: false,
            ranks: Vec::new(),
            resumed: false,
        }
    }

    /// True for a decided state. Only a checkpoint can have left one out.
    #[inline]
    pub(crate) fn is_known(&self, state: State) -> bool {
        !self.resumed || self.record(state).is_decided()
    }

    pub(crate) fn layer(&self, state: State) -> Option<&Layer> {
        self.layers.get(state.layer())
    }

    #[inline]
    pub(crate) fn record(&self, state: State) -> Record {
        self.layer(state)
            .map_or(Record(0), |layer| layer.record(state.number()))
    }

    pub(crate) fn position(&self, state: State) -> Option<Position> {
        self.layer(state)?.known_position(state.number())
    }

    #[inline]
    pub(crate) fn outcome(&self, record: Record) -> Option<Outcome> {
        let outcome = self.outcomes.get(record.outcome()).copied();
        outcome.filter(|_| record.is_decided())
    }

    /// The state of a position at a junction.
    #[inline]
    pub(crate) fn state(&self, near: usize, position: &Position, junction: u16) -> Option<State> {
        if let Some(layer) = self.layers.get(near)
            && layer.junction == junction
            && let Some(number) = layer.number(position)
        {
            return Some(State::new(near, number));
        }
        let key = match self.ranks.is_empty() {
            true => ExploredPart::Whole.key(position),
            false => SliceKey::of(position),
        };
        let at = self.index.get(key, junction)?;
        let number = self.layers.get(at)?.number(position)?;
        Some(State::new(at, number))
    }

    /// The men of a piece's positions.
    pub(crate) fn men(&self, piece: &Piece) -> Option<Material> {
        let layer = self.layers.get(piece.layer)?;
        Some(layer.class.material())
    }

    /// All decided states of the layers in work, in order.
    pub(crate) fn states(&self) -> impl Iterator<Item = State> + '_ {
        self.pieces()
            .into_iter()
            .flat_map(|piece| self.records_of(piece))
            .map(|(state, _)| state)
    }

    /// The numbers of the layers in work in order, cut into pieces to be worked through by threads: enough of them for any number of threads,
    /// and not so many that what is kept of each would weigh much.
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let work = self
            .work
            .clone()
            .zip(self.layers.get(self.work.clone()).unwrap_or_default());
        for (layer, of) in work {
            let end = of.len() + of.extra_count();
            let length = (end / PIECES).max(CHUNK);
            let mut begin = 0;
            while begin < end {
                let numbers = begin..(begin + length).min(end);
                begin = numbers.end;
                pieces.push(Piece { layer, numbers });
            }
        }
        pieces
    }

    /// All roots in order.
    pub(crate) fn roots(&self) -> impl Iterator<Item = State> + '_ {
        self.states().filter(|state| self.record(*state).is_root())
    }

    /// The root of a position.
    pub(crate) fn root(&self, position: &Position) -> Option<State> {
        self.find(position, Record::is_root)
    }

    /// The first state of a position.
    pub(crate) fn any(&self, position: &Position) -> Option<State> {
        self.find(position, Record::is_decided)
    }

    fn find(&self, position: &Position, fits: impl Fn(Record) -> bool) -> Option<State> {
        let position = position.without_clocks();
        let layers = self.layers.iter().enumerate();
        let mut states = layers.filter_map(|(at, layer)| {
            let number = layer.number(&position)?;
            let state = State::new(at, number);
            fits(layer.record(number)).then_some(state)
        });
        states.next()
    }
}

impl<'m> Follower<'m> {
    pub(crate) fn new(map: &'m Map, engine: &adv_vm::Engine) -> Follower<'m> {
        Follower {
            map,
            judge: Judge::new(&map.goals, engine),
            quiet: map.has_quiet_steps(),
            replies: Replies::default(),
            followed: 0,
            path: Vec::new(),
        }
    }

    /// Follows every line from a state to where it leads. A state that has no tree leads nowhere: `false` where the claim is broken
    /// right there.
    pub(crate) fn expand(
        &mut self,
        state: State,
        visit: &mut Visit<'_>,
    ) -> Result<bool, ProveError> {
        let map = self.map;
        let Some(layer) = map.layer(state) else {
            return Ok(false);
        };
        let record = layer.record(state.number());
        let exits = match map.outcome(record) {
            Some(Outcome::Tree { exits, .. }) => exits,
            Some(Outcome::Goal) => {
                visit(Leads::Goal, Way::NONE, &[]);
                return Ok(true);
            }
            Some(Outcome::Fails { .. }) | None => return Ok(false),
        };
        let Some(position) = layer.known_position(state.number()) else {
            return Ok(false);
        };
        self.path.clear();
        let at = At {
            layer: state.layer(),
            exits,
            us: position.turn(),
        };
        if !record.has_tree() {
            let words = [record.payload()];
            self.walk(&at, &position, &words, Way::NONE, visit)?;
            return Ok(true);
        }
        let number = state.number();
        layer.with_tree(number, record.payload(), |words| {
            self.walk(&at, &position, words, Way::NONE, visit)
        })?;
        Ok(true)
    }

    /// Follows the lines of a tree from one of its positions with us to move.
    fn walk(
        &mut self,
        at: &At,
        position: &Position,
        words: &[u16],
        way: Way,
        visit: &mut Visit<'_>,
    ) -> Result<(), ProveError> {
        let map = self.map;
        let choices = if map.first_only { 1 } else { usize::MAX };
        for (word, below) in level(words).take(choices) {
            let ours = unpack_move(position, word);
            let child = position.play(ours);
            let here = way.with(position, ours);
            self.path.push(ours);
            let (begin, end) = self.replies.push(&child);
            let leads = self.behind_our_move(at, &child, end == begin)?;
            match leads {
                Some(leads) => visit(leads, here, &self.path),
                None => {
                    self.followed += (end - begin) as u64;
                    let steps = self.map.steps(at, &child, here);
                    for i in begin..end {
                        let Some(reply) = self.replies.get(i) else {
                            continue;
                        };
                        let step = steps.filter(|_| below.is_empty());
                        match step.and_then(|step| step.behind(reply)) {
                            Some(state) if !map.is_known(state) => {
                                return Err(ProveError::INCOMPLETE);
                            }
                            Some(state) => {
                                self.path.push(reply);
                                let leads = self.map.leads_to(state);
                                visit(leads, here.with(&child, reply), &self.path);
                                self.path.pop();
                            }
                            None => self.reply(at, &child, reply, below, here, visit)?,
                        }
                    }
                }
            }
            self.replies.pop(begin);
            self.path.pop();
        }
        Ok(())
    }

    /// Where the line ends after a move of ours, if it does.
    #[inline]
    fn behind_our_move(
        &mut self,
        at: &At,
        child: &Position,
        no_reply: bool,
    ) -> Result<Option<Leads>, ProveError> {
        if let Some(goal) = self.judge.violated(child, at.us)? {
            return Ok(Some(Leads::Fault(Cause::Goal(goal))));
        }
        if self.judge.reached(child, at.us, no_reply)? {
            return Ok(Some(Leads::Goal));
        }
        if !no_reply {
            return Ok(None);
        }
        Ok(Some(if !self.map.goals.reaches_something() {
            Leads::Goal
        } else if child.is_check() {
            Leads::Fault(Cause::TheirMate)
        } else {
            Leads::Fault(Cause::Stalemate)
        }))
    }

    /// Follows one reply.
    #[inline]
    fn reply(
        &mut self,
        at: &At,
        child: &Position,
        reply: Move,
        below: &[u16],
        way: Way,
        visit: &mut Visit<'_>,
    ) -> Result<(), ProveError> {
        let position = child.play(reply);
        let way = way.with(child, reply);
        self.path.push(reply);
        let found = if below.is_empty() {
            None
        } else {
            let packed = pack_move(reply);
            level(below).find(|(word, _)| *word == packed)
        };
        let junction = at.exits.after(found.is_some());
        match found.filter(|(_, inner)| !inner.is_empty()) {
            None => {
                // Where nothing was captured and no pawn has moved the men are those of the layer.
                let to = self.map.index.sibling(at.layer, junction);
                let own = to.filter(|_| way.last_zero.is_none());
                let state = match own.and_then(|to| Some((to, self.map.layers.get(to)?))) {
                    Some((to, layer)) => layer
                        .number_of_own(&position)
                        .map(|number| State::new(to, number)),
                    None => self.map.state(at.layer, &position, junction),
                };
                // Every successor of a decided state was wanted, and all wanted states are decided.
                let state = state.filter(|state| self.map.is_known(*state));
                let state = state.ok_or(ProveError::INCOMPLETE)?;
                visit(self.map.leads_to(state), way, &self.path);
            }
            Some((_, inner)) => {
                if let Some(goal) = self.judge.violated(&position, at.us)? {
                    visit(Leads::Fault(Cause::Goal(goal)), way, &self.path);
                } else if self.judge.reached(&position, at.us, false)? {
                    visit(Leads::Goal, way, &self.path);
                } else {
                    self.walk(at, &position, inner, way, visit)?;
                }
            }
        }
        self.path.pop();
        Ok(())
    }
}

/// What is the same for all lines from a state.
struct At {
    layer: usize,
    exits: TreeExits<u16>,
    us: Color,
}

/// After one of our moves: where the steps of their king lead that capture nothing. Most replies are such, and where they lead is
/// known without making them.
#[derive(Clone, Copy)]
struct Steps {
    layer: usize,
    /// The numbers that positions have with us to move.
    numbers: KingSteps,
    occupied: u64,
    mover: Color,
    /// The square of our king.
    ours: u8,
}

impl Steps {
    /// The state after such a step; `None` for any other reply.
    #[inline]
    fn behind(&self, reply: Move) -> Option<State> {
        if reply.role != Role::King || self.occupied & bit(reply.to) != 0 {
            return None;
        }
        let number = match self.mover {
            Color::White => self.numbers.number(reply.to, self.ours),
            Color::Black => self.numbers.number(self.ours, reply.to),
        };
        Some(State::new(self.layer, number?))
    }
}

impl Map {
    /// The steps after one of our moves, if they stay in the layer: nothing has been captured, no pawn has moved, no side may
    /// castle.
    #[inline]
    fn steps(&self, at: &At, child: &Position, way: Way) -> Option<Steps> {
        if way.last_zero.is_some() || child.castling() != 0 {
            return None;
        }
        let to = self.index.sibling(at.layer, at.exits.next)?;
        let layer = self.layers.get(to)?;
        let number = layer.class.number_of_own(child)?;
        let (white, black) = (child.king(Color::White)?, child.king(Color::Black)?);
        let mover = child.turn();
        Some(Steps {
            layer: to,
            numbers: layer.class.king_steps(number, white, black)?,
            occupied: child.occupied(),
            mover,
            ours: match mover {
                Color::White => black,
                Color::Black => white,
            },
        })
    }

    /// Where a line leads that comes to a state.
    #[inline]
    fn leads_to(&self, state: State) -> Leads {
        self.fault_behind(state).unwrap_or(Leads::To(state))
    }

    /// The fault that a state is because of what was played before it: the men are gone, the game is lost, a goal is violated. It
    /// counts as one of the choice that led there.
    #[inline]
    pub(crate) fn fault_behind(&self, state: State) -> Option<Leads> {
        // Most proofs meet no such fault, and need not look at records for it.
        if !self.has_faults_behind {
            return None;
        }
        match self.outcome(self.record(state))? {
            Outcome::Fails { cause, .. } if is_of_before(cause) => Some(Leads::Fault(cause)),
            _ => None,
        }
    }
}
