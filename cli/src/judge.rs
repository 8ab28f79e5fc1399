//! An engine that judges explanations: by its values of the positions, and of the moves that are advised.

use adv::chess::Color;
use adv::explain::{Explanation, Judged};
use adv::{NoReply, Position};

use crate::args::EngineArgs;
use crate::cmd::assess::AssessedBy;
use crate::exit::Trouble;
use crate::opponent::Spec;
use crate::opponent::uci::Uci;

/// Greatest loss of an advised move in the engine's values, in hundredths of a pawn; worse moves are dropped.
const WORSE: i32 = 30;

/// Starts the engine of `--engine`, for one thread; `None` where the arguments name none.
pub fn engine(by: &AssessedBy) -> Result<Option<Uci>, Trouble> {
    match &by.engine {
        Some(Spec::Uci(command)) => {
            Uci::start(command, EngineArgs::of_nodes(by.engine_nodes)).map(Some)
        }
        Some(other) => Err(Trouble::new(format!("`{other}` is no engine that judges"))
            .help("write `--engine uci:COMMAND`, such as `--engine uci:stockfish`")),
        None => Ok(None),
    }
}

/// Asks the engine about a position and its advised moves, and drops the moves that are worse than the engine's value by more than `WORSE`.
/// `played` is the value after a move of a game, which then counts as the position's. Where the explanation has a mate, all moves stay.
pub fn judge(
    engine: &mut Uci,
    explanation: &mut Explanation,
    played: Option<&Judged>,
) -> Result<(), NoReply> {
    let position = explanation.position;
    if explanation.end.is_some() {
        return Ok(());
    }
    let best = match explanation.judged.take() {
        Some(known) => known,
        None => engine.judge(&position)?,
    };
    for mv in explanation.advised() {
        let after = position.play(mv);
        let Some(judged) = after_move(engine, &after)? else {
            continue;
        };
        let least = value_for(&position, played.unwrap_or(&best));
        if value_for(&position, &judged) < least - WORSE && explanation.mate().is_none() {
            explanation.give_up(mv);
        } else {
            explanation.judged_moves.push((mv, judged));
        }
    }
    explanation.judged = Some(best);
    Ok(())
}

fn after_move(engine: &mut Uci, after: &Position) -> Result<Option<Judged>, NoReply> {
    match after.has_legal_move() {
        true => engine.judge(after).map(Some),
        false => Ok(None),
    }
}

/// Engine's value for the side to move, in hundredths of a pawn; mates lie beyond all other values.
fn value_for(position: &Position, judged: &Judged) -> i32 {
    let value = match judged.mate {
        Some(moves) => moves.signum() * (100_000 - moves.abs()),
        None => judged.value,
    };
    match position.turn() {
        Color::White => value,
        Color::Black => -value,
    }
}
