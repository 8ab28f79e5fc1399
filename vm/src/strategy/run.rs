//! One run of a strategy, a table or a piece-of-advice, as it is played.

use std::sync::Arc;

use adv_chess::{Color, Move, Position};
use adv_module::program::Place as SourcePlace;

use super::cursor::{Cursor, Next};
use super::key::StrategyKey;
use super::reached::{compares, reached};
use super::seek::Attempts;
use super::step::{
    Done, Ending, Mode, Origin, PStrategy, ReplyError, Step, Stuck, StuckCause, Subject,
};
use crate::consultation::{Failure, Tried};
use crate::engine::{Engine, Options};
use crate::tree::Tree;

/// A run of a strategy, a table or a single piece-of-advice.
///
/// It is a coroutine (Karapetyan, section 3.2): it yields a p-strategy, waits for the reply to each move of it until its tree is
/// played out, and goes on. What it is, is data, so a clone is how play is undone.
///
/// A table or a piece-of-advice is played as if it stood in a loop without end: it is consulted whenever the last tree has been
/// played out, until the game is over or nothing is found.
///
/// The engine that a run is begun and resumed with has to be one of the same program; [`crate::Limits`] are for each step. A
/// strategy for both colours sees the position in one way for the whole run, and everything that is handed out is in the
/// position's own colours.
#[derive(Clone, Debug)]
pub struct Strategy {
    subject: Subject,
    mode: Mode,
    us: Color,
    /// In its own colours: after our move while a reply is awaited, else the last one.
    position: Position,
    cursor: Cursor,
    /// The place from which the statement of the tree that is followed is asked for another one.
    again: Option<Box<Cursor>>,
    /// The position where the run began, if the out-class compares with it.
    begun: Option<Position>,
    /// The tree that is followed, and the index of our last move in it.
    followed: Option<(Arc<PStrategy>, usize)>,
    /// A reply is awaited.
    open: bool,
}

impl Strategy {
    /// Begins a run where we are to move, and goes on to its first move.
    ///
    /// Compares the figures and the side of the subject, and evaluates the in-class of a strategy. Once it has begun nothing is an error: a
    /// run that cannot go on is [`Step::Stuck`].
    ///
    /// # Errors
    /// [`Failure`] where the subject is not for the position, or a limit is reached by asking.
    pub fn begin(
        engine: &mut Engine,
        subject: Subject,
        position: &Position,
        mode: Mode,
    ) -> Result<(Strategy, Step), Failure> {
        let at = engine.junction(subject, position)?;
        let (us, cursor) = (at.us(), at.cursor);
        let outermost = cursor.outermost();
        let compares = outermost.is_some_and(|of| compares(engine.module(), of.strategy));
        let mut strategy = Strategy {
            subject,
            mode,
            us,
            position: *position,
            cursor,
            again: None,
            begun: compares.then(|| position.without_clocks()),
            followed: None,
            open: false,
        };
        let step = strategy.go_on(engine);
        Ok((strategy, step))
    }

    /// Takes the reply to our last move and goes on. `None`: the opponent has no legal reply; then the run is done.
    ///
    /// # Errors
    /// [`ReplyError`] where the reply cannot be taken; then nothing has changed.
    pub fn resume(&mut self, engine: &mut Engine, reply: Option<Move>) -> Result<Step, ReplyError> {
        if !self.open {
            return Err(ReplyError::Over);
        }
        let legal = self.position.legal_moves();
        let Some(reply) = reply else {
            return match legal.is_empty() {
                true => Ok(self.end_of_game(engine)),
                false => Err(ReplyError::Missing),
            };
        };
        if !legal.contains(&reply) {
            return Err(ReplyError::Illegal(reply));
        }
        self.position = self.position.play(reply);
        match self.follow(reply) {
            Some(step) => Ok(step),
            None => Ok(self.go_on(engine)),
        }
    }

    /// What is played.
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// How long a tree is followed.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Changes how long a tree is followed, from the next reply on.
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    /// The side that it plays for, in the position's own colours.
    pub fn us(&self) -> Color {
        self.us
    }

    /// The position after our last move, in which a reply is awaited; if the run is over, the position in which it ended.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// True where a reply is awaited; false where the run is done or stuck.
    pub fn awaits_reply(&self) -> bool {
        self.open
    }

    /// The p-strategy that our last move belongs to; `None` before the first.
    pub fn p_strategy(&self) -> Option<&Arc<PStrategy>> {
        self.followed.as_ref().map(|(tree, _)| tree)
    }

    /// The index of our last move in the tree of that p-strategy.
    pub fn node(&self) -> Option<usize> {
        self.followed.as_ref().map(|(_, node)| *node)
    }

    /// What decides how this run goes on, to compare and to hash.
    pub fn key(&self) -> StrategyKey {
        let below = match &self.followed {
            Some((_, at)) if self.open => Some(*at),
            _ => None,
        };
        let mut key = self.key_of(self.position, below);
        // In the weak mode the replies are told apart after which the same statement is asked again.
        if self.mode == Mode::Weak
            && let (Some(at), Some((tree, _)), Some(again)) = (below, self.tree(), &self.again)
        {
            let goes_on = |&theirs: &usize| tree.children(Some(theirs)).next().is_some();
            let replies = tree.children(Some(at)).filter(goes_on);
            key.rest = replies
                .filter_map(|theirs| Some((tree.nodes().get(theirs)?.mv, 1)))
                .collect();
            key.again = (!key.rest.is_empty()).then(|| (**again).clone());
        }
        key
    }

    /// The tree that is followed, and the index of our last move in it.
    fn tree(&self) -> Option<(&Tree, usize)> {
        let (p_strategy, at) = self.followed.as_ref()?;
        Some((p_strategy.consultation.tree.as_ref()?, *at))
    }

    /// What decides how this run goes on after a legal reply, before that is computed: runs with equal keys there take the same
    /// step. So a step need not be computed twice.
    pub fn key_after(&self, reply: Move) -> StrategyKey {
        let tree = self.tree().filter(|_| self.open);
        let below = tree.and_then(|(tree, at)| child_by(tree, at, reply));
        let mut key = self.key_of(self.position.play(reply), below);
        if self.mode == Mode::Weak
            && let (Some(theirs), Some((tree, _)), Some(again)) = (below, tree, &self.again)
            && tree.children(Some(theirs)).next().is_some()
        {
            key.cursor = (**again).clone();
        }
        key
    }

    /// The key of a position and what is left of the tree below a node of it.
    fn key_of(&self, position: Position, below: Option<usize>) -> StrategyKey {
        let mut rest = Vec::new();
        if self.mode == Mode::Strong
            && let (Some(at), Some((p_strategy, _))) = (below, &self.followed)
            && let Some(tree) = &p_strategy.consultation.tree
            && let Some(node) = tree.nodes().get(at)
        {
            let nodes = tree.nodes().iter().enumerate();
            for (i, node) in nodes.take(node.end as usize).skip(at + 1) {
                rest.push((node.mv, node.end.saturating_sub(i as u32 + 1)));
            }
        }
        StrategyKey {
            subject: self.subject,
            mode: self.mode,
            us: self.us,
            over: !self.open,
            position: position.without_clocks(),
            cursor: self.cursor.clone(),
            again: None,
            begun: self.begun,
            rest: rest.into(),
        }
    }

    /// Follows the tree by a reply; `None` where it is to be left: in the weak mode, at a leaf, and where it does not hold the
    /// reply. In the weak mode its statement is asked again where the tree would go on.
    fn follow(&mut self, reply: Move) -> Option<Step> {
        let (tree, at) = self.tree()?;
        let theirs = child_by(tree, at, reply)?;
        let ours = tree.children(Some(theirs)).next()?;
        let m = tree.nodes().get(ours)?.mv;
        if self.mode == Mode::Weak {
            if let Some(again) = self.again.take() {
                self.cursor = *again;
            }
            return None;
        }
        if let Some((_, at)) = &mut self.followed {
            *at = ours;
        }
        self.position = self.position.play(m);
        Some(Step::Follow(m))
    }

    /// We are to move and there is no tree to follow: on to the next one.
    fn go_on(&mut self, engine: &mut Engine) -> Step {
        if !self.position.has_legal_move() {
            return self.end_of_game(engine);
        }
        let (limits, reasons) = (*engine.limits(), engine.tells_reasons());
        let (position, us, subject) = (self.position, self.us, self.subject);
        let had_none = self.cursor.outermost().is_none();
        let cursor = &mut self.cursor;
        let (next, tried) = engine.with_run(&Options::default(), |run| {
            let mut attempts = Attempts::default();
            let next = cursor.next(run, subject, &position, us, &mut attempts);
            let tried = match &next {
                Next::Stuck(_, StuckCause::Failure(Failure::Stopped { .. })) => attempts.plainly(),
                Next::Stuck(..) if reasons => {
                    run.aside(|run| attempts.with_reasons(run, &limits, &position, us))
                }
                Next::Stuck(..) => attempts.plainly(),
                Next::Yield(..) | Next::End(..) => Vec::new(),
            };
            (next, tried)
        });
        // A strategy has taken over from a table.
        if had_none
            && let Some(level) = self.cursor.outermost()
            && compares(engine.module(), level.strategy)
        {
            self.begun = Some(position.without_clocks());
        }
        match next {
            Next::Yield(consultation, origin, again) => {
                self.again = again;
                self.play_first(PStrategy {
                    consultation: *consultation,
                    origin,
                })
            }
            Next::End(ending, _) => self.done(engine, ending),
            Next::Stuck(origin, cause) => self.stuck(origin, cause, tried),
        }
    }

    /// A new tree begins with its first move.
    fn play_first(&mut self, p_strategy: PStrategy) -> Step {
        let Some(first) = p_strategy.first_move() else {
            // A tree that is found has a first move.
            return self.stuck(p_strategy.origin, StuckCause::NoPStrategy, Vec::new());
        };
        let p_strategy = Arc::new(p_strategy);
        self.position = self.position.play(first);
        self.followed = Some((p_strategy.clone(), 0));
        self.open = true;
        Step::Yield(p_strategy)
    }

    /// The side to move has no legal move.
    fn end_of_game(&mut self, engine: &mut Engine) -> Step {
        let ending = if self.position.is_check() {
            Ending::Checkmate {
                loser: self.position.turn(),
            }
        } else {
            Ending::Stalemate
        };
        self.done(engine, ending)
    }

    /// The run is over: evaluates the out-class of the outermost strategy.
    fn done(&mut self, engine: &mut Engine, ending: Ending) -> Step {
        self.open = false;
        let mut goal = None;
        let mut goal_place = SourcePlace::default();
        if let Some(level) = self.cursor.outermost() {
            let strategy = &engine.module()[level.strategy];
            goal_place = strategy.out_class_place;
            match reached(engine, level, self.us, self.begun.as_ref(), &self.position) {
                Ok(holds) => goal = holds,
                Err(failure) => {
                    let origin = level.origin(None, goal_place);
                    return self.stuck(origin, StuckCause::Failure(failure), Vec::new());
                }
            }
        }
        Step::Done(Done {
            position: self.position,
            ending,
            goal,
            goal_place,
        })
    }

    /// The run cannot go on.
    fn stuck(&mut self, origin: Origin, cause: StuckCause, tried: Vec<Tried>) -> Step {
        self.open = false;
        Step::Stuck(Box::new(Stuck {
            position: self.position,
            origin,
            cause,
            tried,
        }))
    }
}

/// The node that a move leads to from another one.
fn child_by(tree: &Tree, at: usize, m: Move) -> Option<usize> {
    tree.children(Some(at))
        .find(|&i| tree.nodes().get(i).is_some_and(|node| node.mv == m))
}
