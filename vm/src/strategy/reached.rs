//! Whether a strategy has reached what its out-class says.

use adv_chess::{Color, Position};
use adv_module::{Needs, Program, StrategyId};

use super::cursor::Level;
use super::seek::SeekPlace;
use crate::consult::failure;
use crate::consultation::Failure;
use crate::engine::{Engine, Options};
use crate::env::Env;

/// Whether the out-class of a strategy speaks of the position where the strategy began.
pub(super) fn compares(module: &Program, strategy: StrategyId) -> bool {
    let strategy = &module[strategy];
    let function = strategy.out_class.and_then(|id| module.function(id));
    strategy.compares || function.is_some_and(|of| of.needs.has(Needs::ROOT))
}

/// Evaluates the out-class of a strategy at its end. `None` where it names none, or compares with a beginning that is not given.
pub(super) fn reached(
    engine: &mut Engine,
    level: Level,
    us: Color,
    begun: Option<&Position>,
    end: &Position,
) -> Result<Option<bool>, Failure> {
    let strategy = &engine.module()[level.strategy];
    let is_compared = strategy.compares;
    let Some(out_class) = strategy.out_class else {
        return Ok(None);
    };
    if begun.is_none() && compares(engine.module(), level.strategy) {
        return Ok(None);
    }
    let seen = |position: &Position| {
        let place = SeekPlace {
            position,
            us,
            mirrored: level.mirrored,
        };
        place.view()
    };
    let end = seen(end);
    let begin = begun.map(seen).map_or(end.position, |begin| begin.position);
    let plain = match is_compared {
        true => &begin,
        false => &end.position,
    };
    engine.with_run(&Options::default(), |run| {
        // What is kept of the beginning is kept of no other root.
        let saved = run.enter_root();
        let env = Env::step(plain, &end.position, &begin, end.us);
        let holds = run.truth(out_class, &env);
        let holds = holds.map_err(|stop| failure(stop, None, None, run));
        run.leave_root(saved);
        holds.map(Some)
    })
}
