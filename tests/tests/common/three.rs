//! Three engines for one program, of which each is to say what the first says: the interpreter, native code that remembers nothing, and native code that
//! remembers.

use adv_chess::Position;
use adv_vm::{Engine, Limits, Options, Replies};

use super::rulebook;

/// The three of a program's text.
pub fn three_engines(name: &str, text: &str, limits: Limits) -> [Engine; 3] {
    let engine = rulebook(name, text).engine(limits);
    [(false, false), (true, false), (true, true)].map(|(native, repeats)| {
        let mut engine = engine.clone();
        engine.set_native(native);
        engine.set_native_after(1);
        engine.set_repeats(repeats);
        engine
    })
}

/// Tries pieces-of-advice in positions under limits, replies in either order of work: how many attempts did not end at a limit.
///
/// # Panics
/// Where an engine does not say what the first says.
pub fn agree(
    engines: &mut [Engine; 3],
    pieces: &[&str],
    positions: &[Position],
    limits: Limits,
    about: &str,
) -> u64 {
    let mut answered = 0;
    for replies in [Replies::TestedFirst, Replies::OneByOne] {
        let options = Options {
            replies,
            ..Options::default()
        };
        for name in pieces {
            for position in positions {
                let mut answers = engines.iter_mut().map(|engine| {
                    engine.set_limits(limits);
                    let advice = engine.advice(name).expect("the piece is there");
                    engine.try_advice(advice, position, &options)
                });
                let wanted = answers.next().expect("there are three engines");
                for found in answers {
                    assert_eq!(found, wanted, "{about}, {name}, {position:?}, {limits:?}");
                }
                answered += u64::from(wanted.is_ok());
            }
        }
    }
    answered
}
