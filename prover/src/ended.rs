//! What was tried where a line of a report ends for want of advice: the shown position is consulted once more, with notes.
//!
//! A proof keeps of a failing state only that nothing was found. Which pieces were tried there, and at which conjunct each failed, is
//! computed again for the lines that a report shows: by the table or the piece itself, or by a strategy that plays its line once more.

use adv_chess::Position;
use adv_module::program::Claim;
use adv_module::{AdviceId, TableId};
use adv_vm::{Engine, Options, Step, Strategy, Subject};

use crate::report::{Cause, Failing, Line, LineEnd, Played, PlyZones};
use crate::settled::Settled;
use crate::spoken::zones_of_line;

/// The failures of a report that are explained: those that are shown in full are among them.
const EXPLAINED: usize = 8;

impl Settled {
    /// Explains the ends of the lines that a report on this claim shows in full, and finds the zones that are spoken of along them: see
    /// [`Failing::ended`] and [`Failing::zones`]. A consultation that reaches a limit is left out. Meanwhile `other` changes what is settled,
    /// but not its failures: a consultation that is explained may take as long as all others together, and one thread does it alone.
    pub fn explain_ends<T: Send>(
        &mut self,
        claim: &Claim,
        other: impl FnOnce(&mut Settled) -> T + Send,
    ) -> T {
        let shown = Shown::of(self);
        let (explained, done) = rayon::join(|| shown.explain(claim), || other(self));
        for one in explained {
            if let Some(failing) = self.report.failures.get_mut(one.index) {
                failing.ended = one.ended;
                failing.zones = one.zones;
            }
        }
        done
    }
}

/// The failures that a report shows in full, each with its index.
struct Shown {
    failures: Vec<(usize, Failing)>,
    played: Played,
    engine: Engine,
}

/// What is explained of one.
struct Explained {
    index: usize,
    ended: Option<LineEnd>,
    zones: Vec<PlyZones>,
}

impl Shown {
    fn of(settled: &Settled) -> Shown {
        let report = &settled.report;
        let mut failures: Vec<_> = report.failures.iter().enumerate().collect();
        failures.sort_by_key(|(index, _)| Some(*index) != report.shortest);
        let shown = failures.into_iter().take(EXPLAINED);
        Shown {
            failures: shown.map(|(index, of)| (index, of.clone())).collect(),
            played: report.played,
            engine: settled.engine.clone(),
        }
    }

    fn explain(mut self, claim: &Claim) -> Vec<Explained> {
        let mut explained = Vec::with_capacity(self.failures.len());
        for (index, failing) in &self.failures {
            explained.push(Explained {
                index: *index,
                ended: ended(&mut self.engine, &self.played, failing),
                zones: zones_of_line(&mut self.engine, claim, &self.played, &failing.line),
            });
        }
        explained
    }
}

/// What ended a line, where it ends because nothing was found to play.
fn ended(engine: &mut Engine, played: &Played, failing: &Failing) -> Option<LineEnd> {
    let wanted = matches!(
        failing.cause,
        Cause::NoAdvice | Cause::InClass | Cause::Over | Cause::LoopWithoutMove
    );
    if !wanted {
        return None;
    }
    match played.subject {
        // A strategy that has taken over says itself where it cannot go on.
        Subject::Table(table) => consulted(engine, table, &failing.line.end())
            .or_else(|| replayed(engine, played, &failing.line)),
        Subject::Advice(advice) => tried(engine, advice, &failing.line.end()),
        Subject::Strategy(_) => replayed(engine, played, &failing.line),
    }
}

fn noting() -> Options {
    Options {
        why: true,
        ..Options::default()
    }
}

fn consulted(engine: &mut Engine, table: TableId, position: &Position) -> Option<LineEnd> {
    let answer = engine.consult(table, position, &noting()).ok()?;
    let nothing = answer.advice.is_none();
    nothing.then_some(LineEnd::Consulted {
        table: answer.table,
        rule: answer.rule,
        tried: answer.tried,
    })
}

fn tried(engine: &mut Engine, advice: AdviceId, position: &Position) -> Option<LineEnd> {
    let answer = engine.try_advice(advice, position, &noting()).ok()?;
    let nothing = answer.advice.is_none();
    nothing.then_some(LineEnd::Consulted {
        table: None,
        rule: None,
        tried: answer.tried,
    })
}

/// Plays a line with a strategy, whose state at its end depends on the way there.
fn replayed(engine: &mut Engine, played: &Played, line: &Line) -> Option<LineEnd> {
    let (mut run, mut step) =
        Strategy::begin(engine, played.subject, &line.start, played.mode).ok()?;
    let mut plies = line.plies.iter();
    while let Some(ours) = plies.next() {
        // Where every choice is followed, the line need not be the one that is played.
        if step.our_move() != Some(ours.mv) {
            return None;
        }
        let reply = plies.next()?;
        step = run.resume(engine, Some(reply.mv)).ok()?;
    }
    match step {
        Step::Stuck(stuck) => Some(LineEnd::Stuck(stuck)),
        Step::Done(done) => Some(LineEnd::Done(done)),
        Step::Yield(_) | Step::Follow(_) => None,
    }
}
