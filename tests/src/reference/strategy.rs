//! Strategies: their nested statements, carried out one inside the other.
//!
//! The reference plays a whole game at once. Where the machine returns a move and waits, it calls the opponent and goes on, so
//! that the place of a strategy is nothing but the place of this program:
//!
//! ```text
//!   body       each statement after the other
//!     do-while     test, body, test, body, …             a round without a move: stuck
//!     if           the first branch that holds
//!     action       tree ── play ── ask the opponent ── play ── …    none: its otherwise, or stuck
//!     consult      likewise
//!     apply        the body of the other one
//!     stop         all the way out
//! ```

use std::rc::Rc;

use adv_compiler::hir::{Consulted, Entry, Expr, Statement, StatementKind, Strategy};
use shakmaty::{Chess, Color, Position};

use super::Reference;
use super::consult::{RefOutcome, Seen, Tried, has_men, seen};
use super::eval::{Locals, Scene};
use super::moves::after_text;
use super::played::{Cause, Ending, Opponent, Origin, Played, RefStep, Reply};
use super::search::Replies;
use super::value::{Answer, Fault};
use super::view::View;

/// Why the statements are left from inside.
enum Halt {
    /// The game is over: done, stuck or broken off.
    Over,
    /// There is no answer.
    Fault(Fault),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

/// How a statement leaves its tree.
#[derive(PartialEq, Eq)]
enum TreeExit {
    /// It is played out, or a reply has left it.
    Out,
    /// It would go on, and in the weak mode the statement is asked for another one.
    Again,
}

/// A strategy that is being run, and whether it sees the colours reversed.
#[derive(Clone, Copy)]
struct Stand<'a> {
    index: usize,
    strategy: &'a Strategy,
    mirrored: bool,
}

/// A game while it is played.
struct Game<'g, 'a> {
    reference: &'g Reference<'a>,
    opponent: &'g mut Opponent<'g>,
    position: Chess,
    begun: Chess,
    us: Color,
    /// The strategy that was begun.
    outermost: Option<Stand<'a>>,
    /// Our moves so far.
    moves: usize,
    /// What was tried in vain since the last of them.
    tried: Vec<Tried>,
    played: Played,
}

impl<'a> Reference<'a> {
    /// A game of a strategy from a position.
    pub fn play<'g>(
        &'g self,
        strategy: usize,
        position: &Chess,
        opponent: &'g mut Opponent<'g>,
    ) -> Played {
        self.set_replies(Replies::TestedFirst);
        let mut game = Game {
            reference: self,
            opponent,
            position: position.clone(),
            begun: position.clone(),
            us: position.turn(),
            outermost: None,
            moves: 0,
            tried: Vec::new(),
            played: Played::default(),
        };
        if let Err(Halt::Fault(fault)) = game.whole(strategy) {
            game.played.fault = Some(fault);
        }
        game.played
    }
}

impl<'a> Game<'_, 'a> {
    /// A strategy from its in-class to its out-class.
    fn whole(&mut self, strategy: usize) -> Result<(), Halt> {
        match self.enter(strategy, false)? {
            Err(cause) => {
                self.played.refused = Some(cause);
                Ok(())
            }
            Ok(stand) => {
                self.outermost = Some(stand);
                self.expect_a_move()?;
                self.body(stand, &stand.strategy.body)?;
                Err(self.done(Ending::LastStatement))
            }
        }
    }

    /// The position as a strategy sees it.
    fn sight(&self, mirrored: bool) -> Seen {
        sight(&self.position, self.us, mirrored)
    }

    fn holds(&self, condition: &Expr, sight: &Seen) -> Answer<bool> {
        self.reference.truth(
            condition,
            &Scene::single(&sight.root, sight.us),
            &mut Locals::none(),
        )
    }

    /// Asks the figures, the side and the in-class of a strategy, as one that sees the colours reversed or not looks at it.
    fn enter(&self, index: usize, mirrored: bool) -> Answer<Result<Stand<'a>, Cause>> {
        let strategy = self.reference.program().strategies.get(index);
        let strategy = strategy.ok_or_else(|| Fault::broken("there is no such strategy"))?;
        let (material, root) = (strategy.material.as_ref(), self.sight(mirrored).root);
        let Some(inner) = seen(material, strategy.side, &root) else {
            return Ok(Err(match has_men(material, &root) {
                true => Cause::OtherSide(!self.us),
                false => Cause::OtherMaterial { left: false },
            }));
        };
        if let Some(in_class) = &strategy.in_class
            && !self.holds(in_class, &inner)?
        {
            return Ok(Err(Cause::StrategyInClass(index)));
        }
        Ok(Ok(Stand {
            index,
            strategy,
            mirrored: inner.mirrored != mirrored,
        }))
    }

    fn body(&mut self, stand: Stand<'a>, body: &'a [Statement]) -> Result<(), Halt> {
        for statement in body {
            self.statement(stand, statement)?;
        }
        Ok(())
    }

    fn statement(&mut self, stand: Stand<'a>, statement: &'a Statement) -> Result<(), Halt> {
        let at = Origin::new(stand.index, statement.span);
        match &statement.kind {
            StatementKind::Action(advice, in_class, otherwise) => {
                let of_file = self.reference.program().advice.get(*advice);
                let in_class = in_class
                    .as_ref()
                    .or_else(|| of_file.and_then(|advice| advice.in_class.as_ref()));
                let mut again = false;
                let cause = loop {
                    let sight = self.sight(stand.mirrored);
                    let fits = match in_class.filter(|_| !again) {
                        Some(in_class) => self.holds(in_class, &sight)?,
                        None => true,
                    };
                    if !fits {
                        break Cause::InClass;
                    }
                    let outcome = self.reference.action(*advice, &sight)?;
                    if outcome.tree.is_none() {
                        self.tried.extend(outcome.tried);
                        break Cause::NoTree;
                    }
                    match self.yields(at, outcome)? {
                        TreeExit::Out => return Ok(()),
                        TreeExit::Again => again = true,
                    }
                };
                self.instead(stand, at, cause, otherwise.as_deref())
            }
            StatementKind::Consult(what, otherwise) => {
                let cause = loop {
                    let sight = self.sight(stand.mirrored);
                    if let Consulted::Table(table) = what
                        && let Some(taken) =
                            self.reference.taken_over(table.index(), &sight.root)?
                    {
                        match self.enter(taken, stand.mirrored)? {
                            Ok(inner) => return self.body(inner, &inner.strategy.body),
                            Err(cause) => break cause,
                        }
                    }
                    let outcome = match what {
                        Consulted::List(list) => Some(self.outcome_of(list, &sight)?),
                        Consulted::Table(table) => {
                            let root = &sight.root;
                            self.reference
                                .consult_turned(table.index(), root, stand.mirrored)?
                        }
                    };
                    match outcome {
                        Some(outcome) if outcome.tree.is_some() => {
                            if self.yields(at, outcome)? == TreeExit::Out {
                                return Ok(());
                            }
                        }
                        Some(outcome) => {
                            self.tried.extend(outcome.tried);
                            break Cause::NoAdvice;
                        }
                        None => break self.why_no_table(what, &sight),
                    }
                };
                self.instead(stand, at, cause, otherwise.as_deref())
            }
            StatementKind::DoWhile(condition, body) => {
                // How many moves had been made when the loop's condition was tested last.
                let mut asked = None;
                loop {
                    if asked == Some(self.moves) {
                        return Err(self.stuck(at, Cause::LoopWithoutMove));
                    }
                    self.played.rounds += usize::from(asked.is_some());
                    asked = Some(self.moves);
                    if !self.holds(condition, &self.sight(stand.mirrored))? {
                        return Ok(());
                    }
                    self.body(stand, body)?;
                }
            }
            StatementKind::If(branches, last) => {
                for (condition, body, _) in branches {
                    if self.holds(condition, &self.sight(stand.mirrored))? {
                        return self.body(stand, body);
                    }
                }
                self.body(stand, last)
            }
            StatementKind::Apply(other, otherwise) => {
                match self.enter(other.index(), stand.mirrored)? {
                    Ok(inner) => self.body(inner, &inner.strategy.body),
                    Err(cause) => self.instead(stand, at, cause, otherwise.as_deref()),
                }
            }
            StatementKind::Stop(reason) => Err(self.done(Ending::Stop(reason.clone()))),
        }
    }

    /// What a list finds, in the strategy's own sight.
    fn outcome_of(&self, list: &[Entry], sight: &Seen) -> Answer<RefOutcome> {
        let mut outcome = RefOutcome {
            mirrored: sight.mirrored,
            ..RefOutcome::default()
        };
        for entry in list {
            if outcome.tree.is_none() {
                self.reference.entry(entry, sight, &mut outcome)?;
            }
        }
        Ok(outcome)
    }

    fn why_no_table(&self, what: &Consulted, sight: &Seen) -> Cause {
        let tables = &self.reference.program().tables;
        let table = match what {
            Consulted::Table(table) => tables.get(table.index()),
            Consulted::List(_) => None,
        };
        match table.is_some_and(|table| has_men(table.material.as_ref(), &sight.root)) {
            true => Cause::OtherSide(!self.us),
            false => Cause::OtherMaterial {
                left: table.is_some_and(|table| table.leaves),
            },
        }
    }

    /// The statement that replaces one that cannot be done.
    fn instead(
        &mut self,
        stand: Stand<'a>,
        at: Origin,
        cause: Cause,
        otherwise: Option<&'a Statement>,
    ) -> Result<(), Halt> {
        match otherwise {
            Some(otherwise) => self.statement(stand, otherwise),
            None => Err(self.stuck(at, cause)),
        }
    }

    /// Hands out a tree and plays it, to a leaf or to a reply that it does not hold; in the weak mode one move of it.
    fn yields(&mut self, at: Origin, outcome: RefOutcome) -> Result<TreeExit, Halt> {
        let because = self.because(&outcome)?;
        let mut tree = outcome.tree.clone().unwrap_or_default();
        self.played.steps.push(RefStep::Yield {
            at,
            outcome,
            because,
        });
        self.tried.clear();
        loop {
            let Some((ours, theirs)) = tree.moves.first().cloned() else {
                return Err(Fault::broken("a tree without a move").into());
            };
            self.position = after(&self.position, &ours)?;
            self.moves += 1;
            self.expect_a_move()?;
            let Reply::Move(reply, weak) = (self.opponent)(&self.position, &theirs) else {
                return Err(Halt::Over);
            };
            self.position = after(&self.position, &reply)?;
            let below = theirs.moves.into_iter().find(|(m, _)| *m == reply);
            match below {
                Some((_, below)) if !weak && !below.moves.is_empty() => {
                    let next = below.moves[0].0.clone();
                    self.played.steps.push(RefStep::Follow(next));
                    tree = below;
                }
                below => {
                    self.expect_a_move()?;
                    // In the weak mode only there is something below.
                    let goes_on = below.is_some_and(|(_, below)| !below.moves.is_empty());
                    return Ok(match goes_on {
                        true => TreeExit::Again,
                        false => TreeExit::Out,
                    });
                }
            }
        }
    }

    /// The game is over where the side to move has no move.
    fn expect_a_move(&mut self) -> Result<(), Halt> {
        if !self.position.legal_moves().is_empty() {
            return Ok(());
        }
        Err(self.done(match self.position.is_check() {
            true => Ending::Checkmate(self.position.turn()),
            false => Ending::Stalemate,
        }))
    }

    /// The end: evaluates the out-class of the strategy that was begun.
    fn done(&mut self, ending: Ending) -> Halt {
        let outermost = self.outermost;
        let out_class = outermost.and_then(|stand| stand.strategy.out_class.as_ref());
        let mirrored = outermost.is_some_and(|stand| stand.mirrored);
        let end = self.sight(mirrored);
        let begin = sight(&self.begun, self.us, mirrored);
        let compares = outermost.is_some_and(|stand| stand.strategy.compares);
        let scene = Scene {
            current: Rc::clone(if compares { &begin.root } else { &end.root }),
            new: Some(end.root),
            root: Some(begin.root),
            step: None,
            taken: None,
            here: None,
            us: end.us,
        };
        let goal = out_class.map(|class| {
            let mut locals = Locals::none();
            self.reference.truth(class, &scene, &mut locals)
        });
        match goal.transpose() {
            Err(fault) => Halt::Fault(fault),
            Ok(goal) => {
                self.played.steps.push(RefStep::Done { ending, goal });
                Halt::Over
            }
        }
    }

    fn stuck(&mut self, at: Origin, cause: Cause) -> Halt {
        let tried = std::mem::take(&mut self.tried);
        self.played.steps.push(RefStep::Stuck { at, cause, tried });
        Halt::Over
    }

    /// The reason of what was found, with its values after our first move.
    fn because(&self, outcome: &RefOutcome) -> Answer<Option<String>> {
        let advice = outcome
            .satisfied()
            .and_then(|i| self.reference.program().advice.get(i));
        let first = outcome.tree.as_ref().and_then(|tree| tree.moves.first());
        let (Some(advice), Some((first, _))) = (advice, first) else {
            return Ok(None);
        };
        if advice.because.is_empty() {
            return Ok(None);
        }
        let root = self.sight(outcome.mirrored);
        let behind = sight(&after(&self.position, first)?, self.us, outcome.mirrored);
        let scene = Scene::goal(&behind.root, &root.root, root.us);
        let text = self
            .reference
            .text(&advice.because, &scene, outcome.mirrored)?;
        Ok(Some(text))
    }
}

/// A position as it is seen with colours reversed or not.
fn sight(position: &Chess, us: Color, mirrored: bool) -> Seen {
    let view = View::of(position);
    Seen {
        root: Rc::new(if mirrored { view.mirrored() } else { view }),
        us: if mirrored { !us } else { us },
        mirrored,
    }
}

/// The position after a move in the notation of the Universal Chess Interface.
pub fn after(position: &Chess, uci: &str) -> Answer<Chess> {
    after_text(position, uci).map_err(Fault::broken)
}
