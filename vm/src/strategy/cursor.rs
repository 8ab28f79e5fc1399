//! The cursor: the place of each strategy in its text, and the way to the next tree.
//!
//! ```text
//!   levels   [0] K-R-VS-K   statement 4          the outermost, whose end is the end of the run
//!            [1] pin-down   statement 0          applied by statement 3 of the one above it
//! ```
//!
//! Between two moves a cursor goes forward, or back to the head of a loop. A head that is reached twice without a move would be
//! reached for ever, for nothing has changed; so a run without moves ends after at most as many statements as there are.

use adv_chess::{Color, Position};
use adv_module::program::{Consulted, Place, StatementKind};
use adv_module::{FnId, Program, StrategyId};

use super::few::Few;
use super::seek::{SeekPlace, Seeker, Sought};
use super::step::{Ending, Origin, StuckCause, Subject};
use crate::consult::failure;
use crate::consultation::Failure;
use crate::env::Env;
use crate::limits::Stop;
use crate::run::Run;
use crate::view::view;

/// The place of one strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Level {
    /// Which.
    pub(super) strategy: StrategyId,
    /// The statement that comes next, an index into its body; the body's length is the end.
    pub(super) statement: u32,
    /// It sees the colours exchanged, for as long as it runs.
    pub(super) mirrored: bool,
    /// The statement has yielded a tree that was not played out, and is asked for another one: its in-class is not tested again.
    pub(super) again: bool,
}

/// The places of all the strategies of a run, the outermost first. Empty for a table or a piece-of-advice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Cursor {
    levels: Few<LevelWord, 2>,
}

/// A level as it is kept: junctions are copied and compared for each tree, and a word is at once. The strategy in the lowest 16 bits, the statement in the
/// 32 above, then whether the colours are exchanged, and whether the statement is asked again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct LevelWord(u64);

const STATEMENT_AT: u32 = 16;
const MIRRORED: u64 = 1 << 48;
const AGAIN: u64 = 1 << 49;

impl LevelWord {
    #[inline(always)]
    fn of(level: Level) -> LevelWord {
        let mirrored = if level.mirrored { MIRRORED } else { 0 };
        let again = if level.again { AGAIN } else { 0 };
        LevelWord(
            u64::from(level.strategy.0)
                | u64::from(level.statement) << STATEMENT_AT
                | mirrored
                | again,
        )
    }

    #[inline(always)]
    fn level(self) -> Level {
        Level {
            strategy: StrategyId(self.0 as u16),
            statement: (self.0 >> STATEMENT_AT) as u32,
            mirrored: self.0 & MIRRORED != 0,
            again: self.0 & AGAIN != 0,
        }
    }

    /// Goes on at a statement.
    #[inline(always)]
    fn jump(&mut self, to: u32) {
        *self = LevelWord::of(Level {
            statement: to,
            again: false,
            ..self.level()
        });
    }
}

/// Where a cursor has come to.
pub(super) enum Next<T> {
    /// A tree, the statement that yields it, and the cursor that asks that statement again. It is wanted seldom, so that it is boxed.
    Yield(T, Origin, Option<Box<Cursor>>),
    /// The end, and its statement; after the last statement it is the outermost strategy's.
    End(Ending, Origin),
    /// It cannot go on.
    Stuck(Origin, StuckCause),
}

impl Level {
    /// A statement of its strategy.
    pub(super) fn origin(&self, statement: Option<u32>, place: Place) -> Origin {
        Origin {
            strategy: Some(self.strategy),
            statement,
            place,
        }
    }
}

/// Enters a strategy: compares its figures and side, and evaluates its in-class.
fn enter(run: &mut Run<'_>, id: StrategyId, place: &SeekPlace<'_>) -> Result<Level, Failure> {
    let strategy = &run.module[id];
    let own = place.view();
    let inner = view(strategy.material.as_ref(), strategy.side, &own.position)
        .map_err(|failure| place.told_outside(failure))?;
    if let Some(in_class) = strategy.in_class {
        let holds = run
            .truth(in_class, &Env::single(&inner.position, inner.us))
            .map_err(|stop| failure(stop, None, None, run))?;
        if !holds {
            return Err(Failure::InClass { strategy: id });
        }
    }
    Ok(Level {
        strategy: id,
        statement: 0,
        mirrored: place.seen_from_outside(inner).mirrored,
        again: false,
    })
}

impl Cursor {
    /// At the first statement of a strategy.
    pub(super) fn begin(
        run: &mut Run<'_>,
        id: StrategyId,
        position: &Position,
    ) -> Result<Cursor, Failure> {
        let place = SeekPlace::new(position, position.turn(), false);
        let mut levels = Few::default();
        levels.push(LevelWord::of(enter(run, id, &place)?));
        Ok(Cursor { levels })
    }

    /// The levels as numbers, the outermost first: the strategy, the statement, and the sum of 1 where the colours are exchanged and 2
    /// where the statement is asked again.
    pub(super) fn put_words(&self, words: &mut Vec<u32>) {
        for level in self.levels.iter().map(|word| word.level()) {
            let strategy = u32::from(level.strategy.0);
            let flags = u32::from(level.mirrored) + 2 * u32::from(level.again);
            words.extend([strategy, level.statement, flags]);
        }
    }

    /// The cursor of such numbers; `None` where the module has not the strategies or statements that they name.
    pub(super) fn from_words(words: &[u32], module: &Program) -> Option<Cursor> {
        let (levels, []) = words.as_chunks::<3>() else {
            return None;
        };
        let level = |&[strategy, statement, flags]: &[u32; 3]| {
            let id = StrategyId(u16::try_from(strategy).ok()?);
            let body = &module.strategies.get(id.index())?.body;
            let again = flags & 2 != 0;
            let yields = body.get(statement as usize).is_some_and(|statement| {
                matches!(
                    statement.kind,
                    StatementKind::Action { .. } | StatementKind::Consult { .. }
                )
            });
            let fits = statement as usize <= body.len() && flags <= 3 && (yields || !again);
            let level = Level {
                strategy: id,
                statement,
                mirrored: flags & 1 != 0,
                again,
            };
            fits.then_some(LevelWord::of(level))
        };
        let levels = levels.iter().map(level).collect::<Option<_>>()?;
        Some(Cursor { levels })
    }

    /// The outermost strategy and how it sees the position.
    pub(super) fn outermost(&self) -> Option<Level> {
        self.levels.iter().next().map(|word| word.level())
    }

    /// Goes on to the next tree of what is played, or to where there is none.
    pub(super) fn next<'m, S: Seeker<'m>>(
        &mut self,
        run: &mut Run<'m>,
        subject: Subject,
        position: &Position,
        us: Color,
        seeker: &mut S,
    ) -> Next<S::Found> {
        let place = SeekPlace::new(position, us, false);
        if let Subject::Table(id) = subject
            && self.levels.len() == 0
            && let Some(strategy) = run.taken_over(id, position)
        {
            match enter(run, strategy, &place) {
                Ok(level) => self.levels.push(LevelWord::of(level)),
                Err(failure) => {
                    return Next::Stuck(Origin::default(), StuckCause::Failure(failure));
                }
            }
        }
        let sought = match subject {
            Subject::Strategy(_) | Subject::Table(_) if self.levels.len() > 0 => {
                let next = self.go_on(run, position, us, seeker);
                if let Next::Yield(..) = &next {
                    self.settle(run.module);
                }
                return next;
            }
            Subject::Table(id) => Sought::Table(id),
            Subject::Advice(id) => Sought::Piece(id),
            // No strategy is played by a cursor without levels.
            Subject::Strategy(_) => return Next::End(Ending::EndOfStrategy, Origin::default()),
        };
        // A table or a piece-of-advice by itself is consulted once more.
        let origin = Origin::default();
        match seeker.seek(run, sought, &place) {
            Ok(Some(found)) => Next::Yield(found, origin, None),
            Ok(None) => Next::Stuck(origin, StuckCause::NoAdvice),
            Err(failure) => Next::Stuck(origin, StuckCause::Failure(failure)),
        }
    }

    /// Goes from statement to statement.
    fn go_on<'m, S: Seeker<'m>>(
        &mut self,
        run: &mut Run<'m>,
        position: &Position,
        us: Color,
        seeker: &mut S,
    ) -> Next<S::Found> {
        // The heads of loops met since the last move, with the level they belong to.
        let mut met: Few<(usize, u32), 4> = Few::default();
        while let Some(level) = self.levels.last().map(|word| word.level()) {
            let depth = self.levels.len();
            let strategy = &run.module[level.strategy];
            let Some(statement) = strategy.body.get(level.statement as usize) else {
                if depth == 1 {
                    let origin = level.origin(Some(level.statement), strategy.place);
                    return Next::End(Ending::EndOfStrategy, origin);
                }
                self.levels.pop();
                // Deeper ones were met later.
                while met.last().is_some_and(|(of, _)| *of >= depth) {
                    met.pop();
                }
                continue;
            };
            let origin = level.origin(Some(level.statement), statement.place);
            let place = SeekPlace::new(position, us, level.mirrored);
            let behind = level.statement.saturating_add(1);
            let target = match &statement.kind {
                StatementKind::While { condition, end } => {
                    if let Some(since) = met.iter().position(|m| *m == (depth, level.statement)) {
                        // Of the loops that have gone round, the outermost is the one that does not end.
                        let round = met.iter().skip(since).filter(|(of, _)| *of == depth);
                        let head = round.map(|(_, head)| *head).min();
                        let head = head.unwrap_or(level.statement);
                        let place = strategy
                            .body
                            .get(head as usize)
                            .map_or(origin.place, |s| s.place);
                        let origin = level.origin(Some(head), place);
                        return Next::Stuck(origin, StuckCause::LoopWithoutMove);
                    }
                    met.push((depth, level.statement));
                    match truth(run, *condition, &place) {
                        Ok(true) => behind,
                        Ok(false) => *end,
                        Err(stop) => return stopped(run, origin, stop),
                    }
                }
                StatementKind::If {
                    condition,
                    otherwise,
                } => match truth(run, *condition, &place) {
                    Ok(true) => behind,
                    Ok(false) => *otherwise,
                    Err(stop) => return stopped(run, origin, stop),
                },
                StatementKind::Jump(to) | StatementKind::Again(to) => *to,
                StatementKind::Stop(reason) => {
                    return Next::End(Ending::Stop(reason.clone()), origin);
                }
                StatementKind::Apply { strategy, then } => match enter(run, *strategy, &place) {
                    Ok(inner) => {
                        self.jump(then.unwrap_or(behind));
                        self.levels.push(LevelWord::of(inner));
                        continue;
                    }
                    // A limit is not an answer, so it does not lead to `otherwise`.
                    Err(failure) if then.is_none() || failure.is_stop() => {
                        return Next::Stuck(origin, StuckCause::Failure(failure));
                    }
                    Err(_) => behind,
                },
                StatementKind::Action {
                    advice,
                    in_class,
                    then,
                    failed,
                } => {
                    // That of an action of the file is in its record.
                    let in_class = in_class.or(run.module[*advice].in_class);
                    let fits = match in_class.filter(|_| !level.again) {
                        Some(test) => truth(run, test, &place),
                        None => Ok(true),
                    };
                    let cause = match fits {
                        Err(stop) => return stopped(run, origin, stop),
                        Ok(false) => StuckCause::InClass,
                        Ok(true) => match seeker.seek(run, Sought::Action(*advice), &place) {
                            Ok(Some(found)) => {
                                let again = seeker.repeats().then(|| self.asked_again());
                                self.jump(*then);
                                return Next::Yield(found, origin, again);
                            }
                            Ok(None) => StuckCause::NoPStrategy,
                            Err(failure) => {
                                return Next::Stuck(origin, StuckCause::Failure(failure));
                            }
                        },
                    };
                    match failed {
                        Some(to) => *to,
                        None => return Next::Stuck(origin, cause),
                    }
                }
                StatementKind::Consult { what, then, failed } => {
                    let (sought, taken) = match what {
                        Consulted::Table(table) => {
                            let taken = run.taken_over(*table, &place.view().position);
                            (Sought::Table(*table), taken)
                        }
                        Consulted::List(list) => (Sought::List(list), None),
                    };
                    // A strategy that takes over from the table runs to its end, as one that is applied.
                    let sought = match taken.map(|strategy| enter(run, strategy, &place)) {
                        Some(Ok(inner)) => {
                            self.jump(*then);
                            self.levels.push(LevelWord::of(inner));
                            continue;
                        }
                        Some(Err(failure)) => Err(failure),
                        None => seeker.seek(run, sought, &place),
                    };
                    let cause = match sought {
                        Ok(Some(found)) => {
                            let again = seeker.repeats().then(|| self.asked_again());
                            self.jump(*then);
                            return Next::Yield(found, origin, again);
                        }
                        Ok(None) => StuckCause::NoAdvice,
                        Err(failure) => StuckCause::Failure(failure),
                    };
                    // A limit is not an answer, so it does not lead to `otherwise`.
                    let out_of_budget = matches!(&cause, StuckCause::Failure(of) if of.is_stop());
                    match failed {
                        Some(to) if !out_of_budget => *to,
                        _ => return Next::Stuck(origin, cause),
                    }
                }
            };
            self.jump(target);
        }
        // No strategy is played by a cursor without levels.
        Next::End(Ending::EndOfStrategy, Origin::default())
    }

    /// Goes on to the next statement that depends on the position. So there are fewer places of a run, and
    /// runs that come to the same place by different ways are recognised.
    fn settle(&mut self, module: &Program) {
        let mut depth = self.levels.len();
        while let Some(word) = self.levels.last_mut() {
            let body = &module[word.level().strategy].body;
            // A jump goes forward, or back to the head of a loop, which asks.
            while let Some(statement) = body.get(word.level().statement as usize) {
                match statement.kind {
                    StatementKind::Jump(to) | StatementKind::Again(to) => word.jump(to),
                    _ => return,
                }
            }
            if depth == 1 {
                return;
            }
            // What has been applied and is done lets the one above it go on.
            self.levels.pop();
            depth -= 1;
        }
    }

    /// Lets the innermost strategy go on at a statement.
    fn jump(&mut self, to: u32) {
        if let Some(word) = self.levels.last_mut() {
            word.jump(to);
        }
    }

    /// This place, to be asked for another tree.
    #[cold]
    fn asked_again(&self) -> Box<Cursor> {
        let mut cursor = Box::new(self.clone());
        if let Some(word) = cursor.levels.last_mut() {
            word.0 |= AGAIN;
        }
        cursor
    }
}

/// A descriptor of the current position.
pub(super) fn truth(run: &mut Run<'_>, test: FnId, place: &SeekPlace<'_>) -> Result<bool, Stop> {
    // The position is not copied where it is seen as it is.
    if !place.mirrored {
        return run.truth_at_root(test, place.position, place.us);
    }
    let own = place.view();
    run.truth_at_root(test, &own.position, own.us)
}

fn stopped<T>(run: &Run<'_>, origin: Origin, stop: Stop) -> Next<T> {
    let failure = failure(stop, None, None, run);
    Next::Stuck(origin, StuckCause::Failure(failure))
}
