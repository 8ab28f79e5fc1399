//! The tally of a match: entries for each game that is over.

use adv_chess::notation::fen;
use adv_module::Program;
use adv_render::series::{GameTally, LongestGame, LostGame};
use adv_render::text::{advice_name, stuck_sentence};
use adv_render::{Finish, sentences};

use super::game::GameRecord;

/// Maximum number of failed games that a report shows.
const SHOWN: usize = 5;

/// Adds a game that is over to the tally; `number` is the game's, from 1.
pub(super) fn count(tally: &mut GameTally, module: &Program, number: u64, ended: &GameRecord) {
    tally.games += 1;
    *tally.outcomes.entry(ended.outcome).or_default() += 1;
    let start = || fen(ended.game.start());
    if ended.outcome.is_reached() {
        let moves = ended.moves();
        tally.good_moves += u64::from(moves);
        if tally.longest.as_ref().is_none_or(|most| moves > most.moves) {
            tally.longest = Some(LongestGame {
                moves,
                game: number,
                start: start(),
            });
        }
    } else if !ended.outcome.is_good() && tally.failures.len() < SHOWN {
        tally.failures.push(LostGame {
            game: number,
            outcome: ended.outcome,
            sentence: sentence(module, ended),
            start: start(),
            end: fen(ended.game.position()),
        });
    }
    let plans = ended.player.plans();
    for (index, plan) in plans.iter().enumerate() {
        let next = plans
            .get(index + 1)
            .map_or(ended.game.len(), |next| next.from);
        let moves = next.saturating_sub(plan.from).div_ceil(2) as u64;
        let advice = plan.p_strategy.consultation.advice;
        let name = advice.map_or("?", |id| advice_name(module, id));
        // The same name at another line is another statement.
        let used = match sentences::line(module, &plan.p_strategy) {
            Some(line) => format!("{name}, line {line}"),
            None => name.to_owned(),
        };
        let (begun, played) = tally.used.entry(used).or_default();
        *begun += 1;
        *played += moves;
    }
}

/// Describes the end of a game in a sentence, with the line of the source where it ended.
fn sentence(module: &Program, ended: &GameRecord) -> String {
    let text = match &ended.finish {
        Finish::Stuck(stuck) if stuck.origin.strategy.is_some() => stuck_sentence(module, stuck),
        Finish::Stuck(stuck) => sentences::stuck(module, stuck),
        _ => ended.played(module, "").end_sentence(),
    };
    // Where a draw came about, the last p-strategy is what to look at.
    match (&ended.finish, ended.player.plans().last()) {
        (Finish::Stuck(_) | Finish::Failed(_), _) | (_, None) => text,
        (_, Some(plan)) => format!(
            "{text}; last played: {}",
            sentences::headline(module, &plan.p_strategy)
        ),
    }
}
