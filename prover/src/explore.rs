//! Consults every state that the claim's play can come to.
//!
//! ```text
//!   roots ──▶ wanted                      the positions of the claim at the first junction (`explore/begin.rs`)
//!               │ a thread takes a stretch of a chunk, consults each wanted state of it, and writes its record
//!               ▼
//!            decided ──▶ its successors are wanted, in whatever layer they are       until no chunk wants anything
//! ```
//!
//! What is decided of a state depends on the state alone, so the order of the threads leaves no trace. No thread
//! waits for another one while some chunk wants something. A proof that is interrupted keeps its wanted states and resumes from them.

mod begin;
mod part;
mod wants;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use adv_chess::Position;
use adv_module::program::{Claim, StatementKind};
use adv_vm::{
    Branch, Branches, Chosen, Engine, Failure, Junction, Mode, Node, Origin, Stop, StuckCause,
    Subject, Wanted,
};

use crate::error::ProveError;
use crate::goals::{Goals, Judge};
use crate::layers::LayerIndex;
use crate::pack::{pack_move, pack_tree};
use crate::palette::{Outcome, Palette, Seen, TreeExits};
use crate::places::{Places, Work};
use crate::record::Record;
use crate::replies::{Replies, stays};
use crate::report::{Cause, Choice};
use crate::states::Layer;
use crate::watch::Watch;
pub(crate) use begin::{all_of_class, want_roots};
pub(crate) use part::ExploredPart;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play {
    pub(crate) subject: Subject,
    pub(crate) mode: Mode,
    pub(crate) wanted: Wanted,
}

impl Play {
    /// The play of a claim, with every choice or the first of each.
    pub(crate) const fn of(claim: &Claim, subject: Subject, every: bool) -> Play {
        Play {
            subject,
            mode: if claim.weak { Mode::Weak } else { Mode::Strong },
            wanted: if every { Wanted::Every } else { Wanted::First },
        }
    }
}

/// All that threads share.
pub(crate) struct Explorer<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) goals: &'a Goals,
    pub(crate) play: Play,
    pub(crate) watch: &'a Watch,
    pub(crate) palette: Palette,
    /// The claim is about all positions of its class.
    pub(crate) all: bool,
    /// What of the proof is explored.
    pub(crate) part: ExploredPart,
    layers: RwLock<Vec<Arc<Layer>>>,
    error: Mutex<Option<ProveError>>,
    /// There is an error.
    failed: AtomicBool,
}

/// What one thread has of its own.
pub(crate) struct Worker<'e, 'a> {
    shared: &'e Explorer<'a>,
    judge: Judge<'a>,
    seen: Seen,
    layers: Vec<Arc<Layer>>,
    /// Where each layer is among them.
    index: LayerIndex,
    /// Which of them the last state was of.
    near: usize,
    places: Places,
    tree: Vec<Node>,
    words: Vec<u16>,
    replies: Replies,
}

/// How long a thread without work waits before it looks again.
const PAUSE: Duration = Duration::from_micros(20);

/// How exploring ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Explored {
    Everything,
    Interrupted,
    /// A checkpoint is asked for; there is more to do.
    ToBeKept,
}

impl<'a> Explorer<'a> {
    pub(crate) fn new(
        engine: &'a Engine,
        goals: &'a Goals,
        play: Play,
        watch: &'a Watch,
        all: bool,
        (palette, layers): (Palette, Vec<Layer>),
    ) -> Explorer<'a> {
        Explorer {
            engine,
            goals,
            play,
            watch,
            palette,
            all,
            part: ExploredPart::Whole,
            layers: RwLock::new(layers.into_iter().map(Arc::new).collect()),
            error: Mutex::default(),
            failed: AtomicBool::new(false),
        }
    }

    pub(crate) fn worker(&self) -> Worker<'_, 'a> {
        Worker {
            shared: self,
            judge: Judge::new(self.goals, self.engine),
            seen: Seen::default(),
            layers: Vec::new(),
            index: LayerIndex::default(),
            near: 0,
            places: Places::default(),
            tree: Vec::new(),
            words: Vec::new(),
            replies: Replies::default(),
        }
    }

    /// The layers so far.
    pub(crate) fn layers(&self) -> Vec<Arc<Layer>> {
        let layers = self.layers.read().unwrap_or_else(PoisonError::into_inner);
        layers.clone()
    }

    /// The layers, with exclusive access.
    pub(crate) fn into_layers(self) -> (Vec<Layer>, Palette) {
        let layers = self.layers.into_inner();
        let layers = layers.unwrap_or_else(PoisonError::into_inner);
        let layers = layers.into_iter().filter_map(Arc::into_inner).collect();
        (layers, self.palette)
    }

    /// Decides wanted states until there are none.
    pub(crate) fn run(&self) -> Result<Explored, ProveError> {
        while self.layers().iter().any(|layer| layer.wants_something()) {
            let busy = AtomicUsize::new(0);
            rayon::broadcast(|thread| {
                let mut worker = self.worker();
                worker.layers = self.layers();
                worker.index.extend(&worker.layers);
                worker.places = Places::of(&worker.layers, thread.index(), thread.num_threads());
                let Play {
                    subject,
                    mode,
                    wanted,
                } = self.play;
                let mut engine = self.engine.clone();
                let mut branches = engine.branches(subject, mode, wanted);
                if let Err(error) = worker.work_on(&busy, &mut branches) {
                    self.fail(error);
                }
            });
            let error = self.error.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(error) = error.clone() {
                return Err(error);
            }
            drop(error);
            if self.watch.stopped() {
                return Ok(Explored::Interrupted);
            }
            if self.watch.is_keeping() {
                return Ok(Explored::ToBeKept);
            }
        }
        Ok(Explored::Everything)
    }

    /// Ends the proof where its states take more memory than they may.
    fn weigh(&self, layers: &[Arc<Layer>]) {
        let held = layers.iter().map(|layer| layer.held()).sum();
        if !self.watch.hold(held) {
            let (_, consulted, known) = self.watch.progress();
            self.fail(ProveError::OutOfMemory {
                known,
                // Those that are under way are known and not consulted.
                consulted: consulted.min(known.saturating_sub(1)),
                limit: self.watch.memory().1,
            });
        }
    }

    /// Keeps an error, and lets all threads end.
    fn fail(&self, error: ProveError) {
        let mut kept = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get_or_insert(error);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// True where threads are to end.
    fn ends(&self) -> bool {
        let watch = self.watch;
        watch.stopped() || watch.is_keeping() || self.failed.load(Ordering::Relaxed)
    }
}

/// A statement as what was chosen there, where it names an action.
fn origin_choice(engine: &Engine, origin: &Origin) -> Option<Choice> {
    let strategy = origin.strategy?;
    let statement = origin.statement?;
    let body = &engine.module().strategies.get(strategy.index())?.body;
    match &body.get(statement as usize)?.kind {
        StatementKind::Action { advice, .. } => Some(Choice {
            strategy: Some(strategy.0),
            statement: Some(statement),
            table: None,
            rule: None,
            advice: advice.0,
        }),
        _ => None,
    }
}

impl<'e, 'a> Worker<'e, 'a> {
    /// The number of a junction.
    pub(crate) fn junction_number(&mut self, junction: Junction) -> Result<u16, ProveError> {
        self.shared.palette.number(&mut self.seen, junction)
    }

    /// Takes the next stretch of a chunk that wants something; `None` where there is none at this moment.
    fn take(&mut self) -> Option<(Arc<Layer>, Work)> {
        loop {
            let taken = self.places.take(&self.layers);
            if taken.is_some() {
                return taken;
            }
            // There may be layers that others have made.
            self.layers = self.shared.layers();
            self.index.extend(&self.layers);
            if !self.places.add(&self.layers) {
                return None;
            }
        }
    }

    /// Works until no chunk wants anything and no thread is at work that might want more.
    fn work_on(
        &mut self,
        busy: &AtomicUsize,
        branches: &mut Branches<'_>,
    ) -> Result<(), ProveError> {
        while !self.shared.ends() {
            // A thread that looks for work counts as busy, so that none that finds some is overlooked.
            busy.fetch_add(1, Ordering::SeqCst);
            let taken = self.take();
            let done = match &taken {
                Some((layer, work)) => {
                    let done = self.work(layer, work, branches);
                    if let Work::Stretch(chunk, stretch) = work {
                        let wish = layer.wish(*chunk);
                        wish.into_iter().for_each(|wish| wish.done(*stretch));
                    }
                    done
                }
                None => Ok(()),
            };
            let others = busy.fetch_sub(1, Ordering::SeqCst) > 1;
            done?;
            if taken.is_none() {
                if !others {
                    break;
                }
                std::thread::sleep(PAUSE);
            }
        }
        Ok(())
    }

    /// Works through a stretch of a chunk, or through some extra positions.
    fn work(
        &mut self,
        layer: &Arc<Layer>,
        work: &Work,
        branches: &mut Branches<'_>,
    ) -> Result<(), ProveError> {
        let numbers = match work {
            Work::Stretch(chunk, stretch) => layer.stretch(*chunk, *stretch),
            Work::Extras(numbers) => numbers.clone(),
        };
        let end = numbers.end;
        let put_back = |number: u64| match work {
            Work::Stretch(..) => layer.put_wish(number),
            Work::Extras(_) => layer.return_extras(number..end),
        };
        // What is taken at once is little, so that its progress is told at its end.
        let mut done = 0;
        for number in numbers {
            if !layer.is_wanted(number) {
                continue;
            }
            if done % 64 == 0 {
                self.shared.weigh(&self.layers);
                if self.shared.ends() {
                    put_back(number);
                    break;
                }
            }
            let Some(position) = layer.position(number) else {
                layer.forget(number);
                continue;
            };
            match self.decide(layer, number, &position, branches) {
                Ok(record) => layer.decide(number, record),
                Err(ProveError::Stopped {
                    failure:
                        Failure::Stopped {
                            stop: Stop::Interrupted,
                            ..
                        },
                    ..
                }) => {
                    put_back(number);
                    break;
                }
                Err(error) => {
                    put_back(number);
                    return Err(error);
                }
            }
            done += 1;
        }
        self.shared.watch.add_done(done);
        Ok(())
    }

    /// What a state comes to.
    pub(crate) fn decide(
        &mut self,
        layer: &Arc<Layer>,
        number: u64,
        position: &Position,
        branches: &mut Branches<'_>,
    ) -> Result<Record, ProveError> {
        let shared = self.shared;
        let us = position.turn();
        let fails = |cause, choice| Outcome::Fails { cause, choice };
        if let Some(goal) = self.judge.violated(position, us)? {
            return self.plain(fails(Cause::Goal(goal), None));
        }
        if self.judge.reached(position, us, false)? {
            return self.plain(Outcome::Goal);
        }
        let must_reach = shared.goals.reaches_something();
        let branch = match branches.consult(position, &mut self.tree) {
            // A table's place in its text does not change.
            Some(Some(chosen)) => {
                let exits = TreeExits {
                    next: layer.junction,
                    again: None,
                };
                return self.tree_record(layer, number, position, &chosen, exits);
            }
            Some(None) => Branch::Stuck {
                origin: Origin::default(),
                cause: StuckCause::NoAdvice,
            },
            None => {
                let Some(junction) = shared.palette.junction(&mut self.seen, layer.junction) else {
                    return Err(ProveError::TooManyChoices);
                };
                branches.branch(junction, position, &mut self.tree)
            }
        };
        // A tree implies a legal move; only without a tree the game may be over.
        if !matches!(branch, Branch::Tree { .. }) && !position.has_legal_move() {
            let cause = if position.is_check() {
                Cause::OurMate
            } else {
                Cause::OurStalemate
            };
            return self.plain(if must_reach {
                fails(cause, None)
            } else {
                Outcome::Goal
            });
        }
        match branch {
            Branch::Tree {
                chosen,
                next,
                again,
            } => {
                let here = shared.palette.junction(&mut self.seen, layer.junction);
                let next = match here == Some(&next) {
                    true => layer.junction,
                    false => shared.palette.number(&mut self.seen, next)?,
                };
                let again = match again {
                    Some(again) => Some(shared.palette.number(&mut self.seen, *again)?),
                    None => None,
                };
                let exits = TreeExits { next, again };
                self.tree_record(layer, number, position, &chosen, exits)
            }
            Branch::Ends { .. } if !must_reach => self.plain(Outcome::Goal),
            Branch::Ends { .. } => self.plain(fails(Cause::Over, None)),
            Branch::Stuck { origin, cause } => {
                let choice = origin_choice(shared.engine, &origin);
                let cause = match cause {
                    StuckCause::InClass => Cause::InClass,
                    StuckCause::NoPStrategy | StuckCause::NoAdvice => Cause::NoAdvice,
                    StuckCause::LoopWithoutMove => Cause::LoopWithoutMove,
                    StuckCause::Failure(Failure::InClass { .. }) => Cause::InClass,
                    // The author says that play may leave the program's material, and nothing was violated by then.
                    StuckCause::Failure(Failure::OtherMaterial { left: true, .. })
                        if !must_reach =>
                    {
                        return self.plain(Outcome::Goal);
                    }
                    StuckCause::Failure(
                        Failure::OtherMaterial { .. } | Failure::OtherSide { .. },
                    ) => Cause::Material,
                    StuckCause::Failure(failure @ Failure::Stopped { .. }) => {
                        return Err(ProveError::Stopped {
                            position: *position,
                            failure,
                        });
                    }
                };
                self.plain(fails(cause, choice))
            }
        }
    }

    /// A record without a tree.
    fn plain(&mut self, outcome: Outcome) -> Result<Record, ProveError> {
        let number = self.shared.palette.outcome(&mut self.seen, outcome)?;
        Ok(Record::of_move(number, 0))
    }

    /// The record of a tree; what it leads to is wanted.
    fn tree_record(
        &mut self,
        layer: &Arc<Layer>,
        number: u64,
        position: &Position,
        chosen: &Chosen,
        exits: TreeExits<u16>,
    ) -> Result<Record, ProveError> {
        let choice = Choice::from(chosen);
        let outcome = Outcome::Tree { choice, exits };
        let outcome = self.shared.palette.outcome(&mut self.seen, outcome)?;
        let record = match self.tree.as_slice() {
            [only] => {
                let word = pack_move(only.mv);
                if !(exits.next == layer.junction && layer.is_complete() && stays(position, only)) {
                    self.want_behind(layer, (position, true), &[word], exits)?;
                }
                Record::of_move(outcome, word)
            }
            nodes => {
                let mut words = std::mem::take(&mut self.words);
                words.clear();
                pack_tree(nodes, &mut words);
                let place = layer.keep_tree(number, |kept| kept.extend_from_slice(&words));
                let wanted = self.want_behind(layer, (position, true), &words, exits);
                self.words = words;
                wanted?;
                Record::of_tree(outcome, place.ok_or(ProveError::TooManyChoices)?)
            }
        };
        Ok(record)
    }
}
