//! `adv run`: one position in full; many positions are in [`super::many`].

use adv_chess::Position;
use adv_chess::notation::parse_fen;
use adv_module::UnverifiedModule;
use adv_render::{json, text};
use adv_vm::{Engine, Options};

use crate::Outcome;
use crate::args::{MessageArgs, RunArgs, RunFormat};
use crate::exit::{Exit, Trouble};
use crate::io::{Out, STDIN};
use crate::messages::Messages;
use crate::{program, subject};

/// Consults a program.
pub fn run(args: &RunArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    if args.file == STDIN && args.positions.as_deref() == Some(STDIN) {
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
        _ => {}
    }
    let program = program::load(&args.file, &messages)?;
    let mut engine = Engine::new(program.linked, args.limits.limits());
    if let Some(file) = &args.positions {
        return super::many::many(args, file, &program.name, engine, &messages);
    }
    let position = position(args, engine.module())?;
    let chosen = subject::choose(
        engine.module(),
        args.table.as_deref(),
        args.advice.as_deref(),
        &position,
    )?;
    let options = Options {
        replies: args.replies.replies(),
        why: args.why,
    };
    let answer = chosen
        .ask(&mut engine, &position, &options)
        .map_err(|failure| {
            subject::tell(
                &failure,
                engine.module(),
                &program.name,
                chosen,
                &position,
                &messages,
            )
        })?;
    let mut out = Out::standard();
    match args.format {
        RunFormat::Json => out.text(&format!(
            "{:#}\n",
            json::consultation(engine.module(), &answer, args.why)
        ))?,
        _ => {
            let extras = text::Extras {
                stats: args.stats,
                why: args.why,
            };
            out.text(&text::consultation(engine.module(), &answer, extras))?;
        }
    }
    out.finish()?;
    Ok(if answer.advice.is_some() {
        Exit::Done
    } else {
        Exit::NoAdvice
    })
}

/// The position asked about.
fn position(args: &RunArgs, module: &UnverifiedModule) -> Result<Position, Trouble> {
    let (fen, whose) = match (&args.fen, &module.example) {
        (Some(fen), _) => (fen, "the position of `--fen`"),
        (None, Some(fen)) => (fen, "the program's `example`"),
        (None, None) => {
            return Err(
                Trouble::new("no position is given, and the program has no `example`")
                    .help("write one as `--fen \"8/8/8/4k3/8/3R4/8/2K5 w - - 0 1\"`"),
            );
        }
    };
    parse_fen(fen).map_err(|error| Trouble::new(format!("{whose} cannot be used: {error}")))
}
