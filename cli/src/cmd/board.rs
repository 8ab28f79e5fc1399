//! `adv board`: the value of an expression in a position, drawn.

use adv::Color;
use adv::diagnostics::{Code, Diagnostic, diagnostic};
use adv::render::values::{self, ShownValue};
use adv::{Expression, ExpressionError};

use crate::Outcome;
use crate::args::{BoardArgs, BoardFormat, MessageArgs};
use crate::exit::{Exit, Trouble};
use crate::io::Out;
use crate::messages::Messages;
use crate::play::setup;
use crate::program;

/// `adv board`: draws the values of expressions in a position.
pub fn board(args: &BoardArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    let mut examined = program::examine(&args.file)?;
    // The expression may use what the program does not.
    let idle = |message: &Diagnostic| message.code == Code::UnusedImport;
    examined.diagnostics.retain(|message| !idle(message));
    messages.pass(&examined.diagnostics, &examined.source)?;
    let Some(module) = &examined.module else {
        return Err(program::uncompiled(examined.source.name()));
    };
    let program = module.program();
    let position = setup::position(args.fen.as_deref(), program)?;
    let us: Color = args.side.color().unwrap_or(position.turn());
    let stopped = |stop: adv::Stop| {
        let told = diagnostic(stop.code(), stop.to_string());
        messages.show(&[told], &examined.source);
        Trouble::Said(Exit::Budget)
    };
    let mut shown = Vec::with_capacity(args.expressions.len());
    for text in &args.expressions {
        let expression = Expression::compile(program, text).map_err(|error| {
            refused(error, &messages, |error| {
                messages.show(&[error], &examined.source);
            })
        })?;
        let words = expression
            .value(&position, us, args.limits.limits())
            .map_err(stopped)?;
        let ways = expression
            .ways(&position, us, args.limits.limits())
            .map_err(stopped)?;
        shown.push(ShownValue {
            text: expression.text,
            ty: expression.ty,
            words,
            ways,
        });
    }
    let text = match args.format {
        BoardFormat::Text => values::text(&position, &shown, args.flip, args.trajectories),
        BoardFormat::Json => {
            format!("{:#}\n", values::json(&position, us, &shown))
        }
        BoardFormat::Svg => values::drawing(&position, &shown, args.flip),
    };
    let mut out = Out::to(args.output.as_deref())?;
    match args.format {
        BoardFormat::Json => out.json_text(&text)?,
        BoardFormat::Text | BoardFormat::Svg => out.text(&text)?,
    }
    out.finish()?;
    Ok(Exit::Done)
}

/// Trouble for an expression without a value, with the messages on it shown.
fn refused(
    error: ExpressionError,
    messages: &Messages,
    show_of_program: impl FnOnce(adv::diagnostics::Diagnostic),
) -> Trouble {
    let sentence = Trouble::new(error.to_string());
    match error {
        ExpressionError::NoSource => {
            sentence.help("name the source, or build the module without `--strip`")
        }
        ExpressionError::NeedsMove(_) => sentence.help("leave `new.`, `root.`, FROM and TO out"),
        ExpressionError::Refused {
            source,
            diagnostics,
        } => {
            messages.show(&diagnostics, &source);
            Trouble::Said(Exit::Wrong)
        }
        ExpressionError::Link(error) => {
            show_of_program(*error);
            Trouble::Said(Exit::Wrong)
        }
    }
}
