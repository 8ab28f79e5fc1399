//! `adv run`: one position in full; many positions are in [`super::many`].

use adv::chess::{Color, Position, fen};
use adv::program::Program;
use adv::render::svg::TreeOptions;
use adv::render::{Explained, dot, html, json, pgn, svg, text};
use adv::{Answer, Consultation, Engine, Failure, Options, Origin, Step, StuckCause, Subject};

use crate::Outcome;
use crate::args::{MessageArgs, RunArgs, RunFormat};
use crate::exit::{self, Exit, Trouble};
use crate::io::{self, Out};
use crate::messages::Messages;
use crate::play::setup;
use crate::{program, subject};

/// Consults a program.
pub fn run(args: &RunArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    if io::is_stdin(&args.file) && args.positions.as_deref().is_some_and(io::is_stdin) {
        return Err(Trouble::new(
            "the program and the positions cannot both come from standard input",
        ));
    }
    match (args.format, &args.positions) {
        (RunFormat::Csv | RunFormat::Jsonl, None) => {
            return Err(
                Trouble::new("the forms `csv` and `jsonl` are for many positions")
                    .help("name a file by `--positions`, or write `--format json`"),
            );
        }
        (RunFormat::Json, Some(_)) => {
            return Err(
                Trouble::new("the form `json` is for one position").help("write `--format jsonl`")
            );
        }
        (form @ (RunFormat::Pgn | RunFormat::Dot | RunFormat::Svg | RunFormat::Html), Some(_)) => {
            return Err(
                Trouble::new(format!("the form `{}` is for one position", form.word()))
                    .help("give one by `--fen`, or write `--format text`, `csv` or `jsonl`"),
            );
        }
        _ => {}
    }
    let program = program::load(&args.file, &messages)?;
    let (program, names) = subject::with_advice(program, &args.subject, &messages)?;
    let mut engine = args.limits.engine(&program);
    if let Some(file) = &args.positions {
        return super::many::many(args, &names, file, program.name(), engine, &messages);
    }
    subject::something(engine.module())?;
    let position = setup::position(args.fen.as_deref(), engine.module())?;
    let chosen = subject::choose(engine.module(), &names.names(), &position)?;
    if args.whole.whole {
        let wanted = super::whole::Wanted {
            program: &program,
            engine: &engine,
            subject: chosen,
            position: &position,
        };
        return super::whole::whole(args, &wanted, &messages);
    }
    let options = Options {
        replies: args.replies.replies(),
        why: args.why,
        uncounted: false,
    };
    let first = engine.ask(chosen, &position, &options);
    let module = engine.module();
    let tell = |failure: &Failure| {
        subject::tell(
            failure,
            module,
            program.name(),
            chosen,
            &position,
            &messages,
        )
    };
    let first = first.map_err(|failure| tell(&failure))?;
    if let Answer::Over(Step::Stuck(stuck)) = &first
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
    if args.format.is_drawn() {
        return draw(args, &mut engine, &first, &position);
    }
    let module = engine.module();
    let extras = text::Extras {
        stats: args.stats,
        why: args.why,
    };
    let json = args.format == RunFormat::Json;
    let (text, exit) = match &first {
        Answer::Consulted(answer) => {
            let text = if json {
                format!("{:#}\n", json::consultation(module, answer, args.why))
            } else {
                text::consultation(module, answer, extras)
            };
            let found = answer.advice.is_some();
            (text, if found { Exit::Done } else { Exit::NoAdvice })
        }
        Answer::Yielded(p_strategy) if json => {
            let explained = Explained::of_p_strategy(module, p_strategy);
            let object = json::explained(&explained, args.why);
            (format!("{object:#}\n"), Exit::Done)
        }
        Answer::Yielded(p_strategy) => {
            let text = text::p_strategy(module, p_strategy, extras);
            (text, Exit::Done)
        }
        Answer::Over(step) => over(args, module, chosen, &position, step),
    };
    let mut out = Out::to(args.output.as_deref())?;
    match json {
        true => out.json_text(&text)?,
        false => out.text(&text)?,
    }
    out.finish()?;
    Ok(exit)
}

/// Of so many nodes the facts are shown; of a larger tree those of the first ones.
const EXPLAINED_NODES: usize = 2_000;
/// A tree of at most so many leaves is drawn with boards.
const BOARDED_LEAVES: usize = 12;

/// An answer in one of the forms that show every node of its tree; without a tree, the position and the subject.
fn draw(args: &RunArgs, engine: &mut Engine, first: &Answer, position: &Position) -> Outcome {
    let module = engine.module();
    let nothing;
    let (answer, origin, over) = match first {
        Answer::Consulted(answer) => (answer.as_ref(), None, None),
        Answer::Yielded(p) => (&p.consultation, Some(p.origin), None),
        Answer::Over(step) => {
            let (origin, tried, sentence, exit) = match step {
                Step::Stuck(stuck) => {
                    let sentence = text::stuck_sentence(module, stuck);
                    let tried = stuck.tried.as_slice();
                    // The statement has come to nothing: a heading that named it would promise its tree.
                    let origin = Origin {
                        statement: None,
                        ..stuck.origin
                    };
                    (Some(origin), tried, sentence, Exit::NoAdvice)
                }
                Step::Done(done) => (None, [].as_slice(), text::done(module, done), Exit::Done),
                Step::Yield(_) | Step::Follow(_) => return Ok(Exit::Done),
            };
            nothing = Consultation::nothing(position, tried);
            (&nothing, origin, Some((sentence, exit)))
        }
    };
    let nodes = answer.tree.as_ref().map_or(0, |tree| tree.nodes().len());
    // A node whose facts cost more than the limits allow is shown without them.
    let facts = (0..nodes.min(EXPLAINED_NODES))
        .map(|node| engine.facts(answer, node).ok())
        .collect();
    let explained = Explained {
        module: engine.module(),
        answer,
        facts,
        origin,
    };
    let flipped = answer.us == Color::Black;
    let text = match args.format {
        RunFormat::Pgn => pgn::consultation(&explained),
        RunFormat::Dot => dot::tree(&explained),
        RunFormat::Svg => {
            let leaves = answer.tree.as_ref().map_or(0, |tree| {
                (0..nodes).filter(|node| tree.is_leaf(*node)).count()
            });
            let options = TreeOptions {
                boards: leaves <= BOARDED_LEAVES,
                flipped,
                ..TreeOptions::default()
            };
            svg::tree(&explained, &options)
        }
        _ => html::page(&explained),
    };
    let mut out = Out::to(args.output.as_deref())?;
    out.text(&text)?;
    out.finish()?;
    if let Some((sentence, exit)) = over {
        exit::say(format_args!("{sentence}, so there is no tree to show"));
        return Ok(exit);
    }
    if answer.advice.is_none() {
        exit::say(
            "no advice applies, so there is no tree to show; `--format text` says what was tried",
        );
        return Ok(Exit::NoAdvice);
    }
    Ok(Exit::Done)
}

/// A strategy that ends or is stuck without a move.
fn over(
    args: &RunArgs,
    module: &Program,
    chosen: Subject,
    position: &Position,
    step: &Step,
) -> (String, Exit) {
    let name = chosen.name(module);
    let (sentence, tried, exit) = match step {
        Step::Stuck(stuck) => (
            text::stuck_sentence(module, stuck),
            stuck.tried.as_slice(),
            Exit::NoAdvice,
        ),
        Step::Done(done) => (text::done(module, done), [].as_slice(), Exit::Done),
        Step::Yield(_) | Step::Follow(_) => (String::new(), [].as_slice(), Exit::Done),
    };
    if args.format == RunFormat::Json {
        let answer = Consultation::nothing(position, tried);
        let mut object = json::consultation(module, &answer, args.why);
        object["strategy"] = name.into();
        object["ended"] = sentence.into();
        return (format!("{object:#}\n"), exit);
    }
    let mut text = format!("{}\nstrategy {name}\n{sentence}\n", text::board(position));
    for tried in tried.iter().filter(|_| args.why) {
        text.push('\n');
        text.push_str(&text::why(module, tried, false));
    }
    if args.stats && !tried.is_empty() {
        text.push('\n');
        text.push_str(&text::statistics(module, tried));
    }
    (text, exit)
}
