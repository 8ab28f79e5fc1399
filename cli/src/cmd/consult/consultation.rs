//! The consultation in one position: of a subject, of one action by itself, or of the program's place at the end of a game.

use adv::chess::{Position, fen, parse_move, san};
use adv::diagnostics::{did_you_mean, suggest};
use adv::program::Program;
use adv::render::{place, sentences, text};
use adv::{
    ActionStatement, Answer, Consultation, Engine, Failure, FollowError, FollowedGame, Game,
    LookedAt, Options, PStrategy, Searched, Step, StuckCause, Subject, Trace, Tree, follow,
};

use crate::args::{SideArg, SubjectArgs};
use crate::play::setup;
use crate::{Trouble, answer, subject, work};

use super::{ConsultArgs, DetailArgs, Opened};

/// Records that a consultation makes besides its answer.
pub struct Wanted<'a> {
    /// Details of the answer.
    pub details: &'a DetailArgs,
    /// Refutations of the pieces-of-advice that were tried in vain.
    pub refuted: bool,
    /// Number of lines of the trace.
    pub trace: Option<usize>,
    /// Number of attempts of the search.
    pub attempts: Option<u32>,
}

impl<'a> Wanted<'a> {
    /// Records that the details show.
    pub const fn new(details: &'a DetailArgs) -> Wanted<'a> {
        Wanted {
            details,
            refuted: details.why,
            trace: None,
            attempts: None,
        }
    }
}

/// Answer of one consultation, with its subject, its position and the records of its search.
pub struct RunAnswer {
    /// Subject that was consulted; for an action, its strategy.
    pub subject: Subject,
    /// Position that was consulted.
    pub position: Position,
    /// Answer of the subject, or the reason why there is none.
    pub answer: Result<Answer, Failure>,
    /// Game of `--moves` that led to the position; `None` without that option.
    pub game: Option<GameSoFar>,
    /// CPU time in seconds, where it was wanted.
    pub seconds: Option<f64>,
    /// Steps of the search, where they were wanted.
    pub trace: Option<Trace>,
    /// Every attempt of the search, where they were wanted.
    pub searched: Option<Searched>,
    /// Distinct positions looked at, where they were wanted.
    pub looked_at: Option<LookedAt>,
}

/// Game of `--moves` that leads to an answer.
pub struct GameSoFar {
    /// Text of the moves with their numbers.
    pub movetext: String,
    /// Texts of the moves without numbers.
    pub moves: Vec<String>,
    /// Number of plies that the game has played of the answer's p-strategy.
    pub played: u16,
    /// Whole p-strategy where the answer shows only the rest of it, and the index in its tree of the node where the rest begins.
    pub whole: Option<(Box<Consultation>, usize)>,
}

impl RunAnswer {
    fn new(subject: Subject, position: Position, answer: Result<Answer, Failure>) -> RunAnswer {
        RunAnswer {
            subject,
            position,
            answer,
            game: None,
            seconds: None,
            trace: None,
            searched: None,
            looked_at: None,
        }
    }

    /// Answer of the subject, where it has one.
    ///
    /// # Errors
    /// Where the consultation failed, or the strategy stopped at a statement that failed; `note` adds a command's own words to a failure
    /// of the consultation.
    pub fn first(
        &self,
        opened: &Opened,
        note: impl Fn(&Failure, Trouble) -> Trouble,
    ) -> Result<&Answer, Trouble> {
        let module = opened.engine.module();
        let name = opened.program.name();
        let tell =
            |failure: &Failure| subject::tell(failure, module, name, self.subject, &self.position);
        let first = self
            .answer
            .as_ref()
            .map_err(|failure| note(failure, tell(failure)))?;
        if let Answer::Over(Step::Stuck(stuck)) = first
            && let StuckCause::Failure(failure) = &stuck.cause
        {
            return Err(match failure {
                Failure::Stopped { .. } => tell(failure),
                // The statement that could not be done names what it applies or consults.
                _ => tell(failure).message(format!(
                    "{}; the position is `{}`",
                    text::stuck_sentence(module, stuck),
                    fen(&stuck.position)
                )),
            });
        }
        Ok(first)
    }
}

/// Consults a program as the arguments say.
///
/// # Errors
/// Where the arguments name something that the program does not have, or a game that it does not play.
pub fn ask(
    args: &ConsultArgs,
    opened: &mut Opened,
    wanted: &Wanted<'_>,
) -> Result<RunAnswer, Trouble> {
    let Opened {
        program,
        names,
        engine,
    } = opened;
    let details = wanted.details;
    let start = args.scene.position(engine.module())?;
    let options = Options {
        replies: args.replies.value(),
        why: details.why,
        uncounted: false,
    };
    engine.trace(wanted.trace);
    if let Some(branches) = wanted.attempts {
        engine.record_searched(branches as usize);
    }
    // A search that remembers nodes does not come to all of them.
    if details.stats && args.memory.memory.unwrap_or_default() == 0 {
        engine.tally();
    }
    engine.count_looked_at(details.looked_at);
    let clock = details.times.then(work::CpuClock::start).transpose()?;
    let mut asked = if let Some(text) = &details.moves {
        after(text, names, program.name(), engine, &start, &options)?
    } else if let Some(wanted) = &args.action {
        let action = action(engine.module(), wanted)?;
        let answer = engine.try_action(action, &start, &options);
        RunAnswer::new(Subject::Strategy(action.strategy), start, answer)
    } else {
        let subject = subject::choose(engine.module(), &names.names(), &start)?;
        let answer = engine.ask(subject, &start, &options);
        RunAnswer::new(subject, start, answer)
    };
    asked.seconds = clock.map(|clock| clock.seconds()).transpose()?;
    asked.trace = wanted.trace.map(|_| engine.traced());
    asked.searched = wanted.attempts.map(|_| engine.searched());
    engine.trace(None);
    asked.looked_at = engine.looked_at();
    engine.count_looked_at(false);
    if wanted.refuted
        && let Ok(answer) = &mut asked.answer
    {
        engine.add_refutations(answer);
    }
    Ok(asked)
}

/// Action of the program by its name, or by its name and its source line.
fn action(program: &Program, wanted: &str) -> Result<ActionStatement, Trouble> {
    let all = ActionStatement::all(program);
    let line = |action: &ActionStatement| place::line(program, action.origin(program).place);
    let (name, number) = match wanted.rsplit_once(':') {
        Some((name, number)) => (name.trim(), number.trim().parse::<u32>().ok()),
        None => (wanted.trim(), None),
    };
    let named: Vec<ActionStatement> = all
        .iter()
        .filter(|action| action.name(program) == name)
        .copied()
        .collect();
    let lines = |actions: &[ActionStatement]| {
        let lines = actions.iter().filter_map(line);
        text::joined(lines.map(|line| format!("`{name}:{line}`")), ", ")
    };
    match (named.as_slice(), number) {
        ([only], None) => Ok(*only),
        ([], _) => {
            let trouble = trouble!("the program has no action `{name}`");
            if Subject::advice_named(program, wanted).is_some() {
                return Err(trouble.help(format!(
                    "it is a piece-of-advice: `--advice \"{wanted}\"` tries it"
                )));
            }
            if all.is_empty() {
                return Err(trouble.help("actions are statements of strategies, and it has none"));
            }
            let mut known: Vec<&str> = all.iter().map(|action| action.name(program)).collect();
            known.sort_unstable();
            known.dedup();
            let meant = suggest(name, None, known.iter().map(|known| (*known, ())));
            let list = || {
                let known = known.iter().map(|name| format!("`{name}`"));
                format!("expected one of {}", text::joined(known, ", "))
            };
            Err(trouble.help(did_you_mean(&meant).unwrap_or_else(list)))
        }
        (some, Some(number)) => {
            let at_line = |action: &&ActionStatement| line(action) == Some(number);
            match some.iter().find(at_line) {
                Some(action) => Ok(*action),
                None => Err(
                    trouble!("the program has no action `{name}` on line {number}")
                        .help(format!("expected one of {}", lines(some))),
                ),
            }
        }
        (several, None) => Err(
            trouble!("the program has {} actions `{name}`", several.len())
                .help(format!("choose one by its line: {}", lines(several))),
        ),
    }
}

/// Answer after the moves of `--moves`: the rest of the p-strategy that the program follows there.
fn after(
    text: &str,
    names: &SubjectArgs,
    name: &str,
    engine: &mut Engine,
    start: &Position,
    options: &Options,
) -> Result<RunAnswer, Trouble> {
    let (game, words) = read_moves(start, text)?;
    // Name of a move in errors, by its index from 0: ``move 2 of `--moves`, `Kd5`,``.
    let named = |index: usize| {
        let word = words.get(index).map_or("", String::as_str);
        format!("move {} of `--moves`, `{word}`,", index + 1)
    };
    let seat = setup::seat(engine, name, &names.names(), SideArg::Auto, start)?;
    let (subject, us) = seat;
    let followed = follow(engine, subject, us, start, game.moves(), options);
    let (answer, node) = match followed {
        Ok(FollowedGame { answer, node }) => (Ok(answer), node),
        Err(FollowError::Refused { moves, failure }) => {
            let position = game.positions().get(moves).copied().unwrap_or(*start);
            return Ok(RunAnswer::new(subject, position, Err(failure)));
        }
        Err(FollowError::OtherMove {
            index,
            plays,
            p_strategy,
        }) => {
            let module = engine.module();
            let here = game.positions().get(index).copied().unwrap_or(*start);
            return Err(trouble!(
                "{} is not the program's: it plays `{}`, {}",
                named(index),
                san(&here, plays),
                sentences::headline(module, &p_strategy)
            )
            .help(format!(
                "give the move that it plays, or begin after it by `--fen '{}'`",
                game.positions()
                    .get(index + 1)
                    .map_or_else(String::new, fen)
            )));
        }
        Err(FollowError::Over { index, step }) => {
            let module = engine.module();
            let (sentence, ..) = answer::over(module, &step);
            return Err(trouble!(
                "the program has no move where {} is: {sentence}",
                named(index)
            )
            .help("leave the moves from there on out"));
        }
    };
    let mut so_far = GameSoFar {
        movetext: game.movetext(),
        moves: game.san(),
        played: 0,
        whole: None,
    };
    let answer = answer.map(|answer| rest(answer, node, &mut so_far));
    let consulted = answer.as_ref().ok().and_then(Answer::consultation);
    let position = consulted.map_or(*game.position(), |answer| answer.position);
    Ok(RunAnswer {
        game: Some(so_far),
        ..RunAnswer::new(subject, position, answer)
    })
}

/// Answer cut down to the tree below a node. `game` gets the whole answer, and the number of plies played before the rest.
fn rest(answer: Answer, node: usize, game: &mut GameSoFar) -> Answer {
    let cut = |whole: &Consultation, game: &mut GameSoFar| -> Option<Consultation> {
        let tree = whole.tree.as_ref()?;
        let left: Tree = tree.from_node(node)?;
        game.played = tree.nodes().get(node)?.ply.saturating_sub(1);
        game.whole = Some((Box::new(whole.clone()), node));
        Some(Consultation {
            position: *left.root(),
            tree: Some(left),
            ..whole.clone()
        })
    };
    let Some(whole) = answer.consultation().filter(|_| node > 0) else {
        return answer;
    };
    match (cut(whole, game), &answer) {
        (Some(left), Answer::Yielded(whole)) => Answer::Yielded(std::sync::Arc::new(PStrategy {
            consultation: left,
            origin: whole.origin,
        })),
        (Some(left), _) => Answer::Consulted(Box::new(left)),
        (None, _) => answer,
    }
}

/// Game of `--moves`, and its moves as the user wrote them. Numbers such as `1.` and `3...` may precede them.
fn read_moves(start: &Position, text: &str) -> Result<(Game, Vec<String>), Trouble> {
    let (mut game, mut words) = (Game::new(*start), Vec::new());
    for word in text.split(|c: char| c.is_whitespace() || c == ',') {
        let word = unnumbered(word);
        if word.is_empty() {
            continue;
        }
        let position = *game.position();
        let m = parse_move(&position, word).map_err(|error| {
            let number = game.len() + 1;
            trouble!("move {number} of `--moves`: {error}")
                .help(format!("the position there is `{}`", fen(&position)))
        })?;
        let played = game.play(m);
        played.map_err(|error| Trouble::new(error.to_string()))?;
        words.push(word.to_owned());
    }
    match game.is_empty() {
        true => Err(Trouble::new("`--moves` names no move")
            .help("write moves as `--moves \"Ke5 Kc4 Rd6\"`")),
        false => Ok((game, words)),
    }
}

/// Word of a move without the move number before it.
fn unnumbered(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.len() < word.len() && rest.starts_with('.') {
        true => rest.trim_start_matches('.'),
        false => word,
    }
}
