//! An answer of a program in words, as `adv run` and the prompt show it.

use adv::chess::Position;
use adv::program::Program;
use adv::render::text::{self, Extras};
use adv::{Answer, Step, Subject, Tried};

use crate::Exit;

/// Words for the user on a subject's answer in a position, and the exit code of the command.
pub fn told(
    module: &Program,
    subject: Subject,
    position: &Position,
    answer: &Answer,
    extras: Extras,
) -> (String, Exit) {
    match answer {
        Answer::Consulted(answer) => {
            let exit = match answer.advice {
                Some(_) => Exit::Done,
                None => Exit::NoAdvice,
            };
            (text::consultation(module, answer, extras), exit)
        }
        Answer::Yielded(p_strategy) => (text::p_strategy(module, p_strategy, extras), Exit::Done),
        Answer::Over(step) => {
            let name = subject.name(module);
            let (sentence, tried, exit) = over(module, step);
            let mut shown = format!("{}\nstrategy {name}\n{sentence}\n", text::board(position));
            for tried in tried.iter().filter(|_| extras.why) {
                shown.push('\n');
                shown.push_str(&text::why(module, tried, false));
            }
            if extras.stats && !tried.is_empty() {
                shown.push('\n');
                shown.push_str(&text::statistics(module, tried));
                shown.push_str(&text::tallies(module, tried));
            }
            (shown, exit)
        }
    }
}

/// Words on a strategy's end without a move: the sentence, the pieces-of-advice that it tried, and the exit code.
pub fn over<'a>(module: &Program, step: &'a Step) -> (String, &'a [Tried], Exit) {
    match step {
        Step::Stuck(stuck) => (
            text::stuck_sentence(module, stuck),
            stuck.tried.as_slice(),
            Exit::NoAdvice,
        ),
        Step::Done(done) => (text::done(module, done), &[], Exit::Done),
        Step::Yield(_) | Step::Follow(_) => (String::new(), &[], Exit::Done),
    }
}
