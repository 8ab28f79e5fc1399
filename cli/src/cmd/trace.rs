//! `adv trace`: the search of a consultation, node by node or attempt by attempt.

use clap::Args;

use super::consult::{self, ConsultArgs, DetailArgs, Wanted};
use crate::args::Form;
use crate::{Outcome, Trouble};

/// Default number of lines of a trace.
const LINES: usize = 200;

/// Default number of attempts of a search that are shown, which is the most.
const MOST_ATTEMPTS: &str = "100000";

/// Arguments of `adv trace`.
#[derive(Args, Debug)]
pub struct TraceArgs {
    /// The consultation
    #[command(flatten)]
    pub consult: ConsultArgs,
    /// At most so many lines, node by node; 200 if not said
    ///
    /// A line has the move, the goal and the conjunct that decided. Nested advice is indented and marked. Lines that are left out are
    /// counted.
    #[arg(long, value_name = "LINES")]
    pub lines: Option<usize>,
    /// Show every attempt instead, or at most so many
    ///
    /// An attempt has the class of moves that selected it and what settled it; there are 100,000 at most. Attempts are in the order in which they are made: the move, the class, and then the goal that is false or true, the bound, or the
    /// reply that refutes it. Those of the tree are marked. Nested advice is left out; the lines of a trace have it. `--format html` is a
    /// page that walks through them, `--format translations` their string. Attempts that are left out are counted.
    #[arg(long, value_name = "ATTEMPTS", num_args = 0..=1, require_equals = true, default_missing_value = MOST_ATTEMPTS,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub attempts: Option<u32>,
    /// The form of the answer
    ///
    /// The forms html and translations show attempts.
    #[arg(long, value_name = "FORMAT", default_value = "text",
          value_parser = Form::some("text json html translations"))]
    pub format: Form,
    /// Details of the answer
    #[command(flatten)]
    pub details: DetailArgs,
}

/// `adv trace`: consults the program in one position and shows the search besides the answer.
pub fn trace(args: &TraceArgs) -> Outcome {
    let form = args.format;
    if form.is_drawn() && (args.lines.is_some() || args.details.times) {
        let sentence = format!(
            "the form `{}` shows attempts, no lines and no time",
            form.word()
        );
        return Err(Trouble::new(sentence).help("write `--format text` or `--format json`"));
    }
    let most = MOST_ATTEMPTS.parse().ok().filter(|_| form.is_drawn());
    let attempts = args.attempts.or(most);
    let usual = attempts.is_none().then_some(LINES);
    let details = &args.details;
    let wanted = Wanted {
        trace: args.lines.or(usual),
        attempts,
        ..Wanted::new(details)
    };
    consult::show(&args.consult, form, wanted)
}
