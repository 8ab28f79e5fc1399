//! `adv board`: the value of an expression in a position, drawn.

use std::path::PathBuf;

use adv::Color;
use adv::diagnostics::{Code, Diagnostic};
use adv::render::svg::Theme;
use adv::render::values;
use adv::render::values::ShownValue;
use clap::Args;

use crate::args::{Form, LimitArgs, SideArg};
use crate::play::setup;
use crate::{Exit, Out, Outcome, Trouble, messages, program};

/// Arguments of `adv board`.
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// The program, whose definitions the expression may use
    pub file: PathBuf,
    /// A board, number, descriptor or zone: `MV(B.K) ∩ FILE-AT(4)`, `dist(W.K, B.K)`, `race(W)`; several are drawn over one another
    #[arg(required = true, value_name = "EXPRESSION")]
    pub expressions: Vec<String>,
    /// The position as FEN or as a list of men, `W: Ke6, Rg6; B: Kc5`; the program's `example` if not given
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// The side that is `us`; the side to move if not given
    #[arg(long, value_name = "SIDE", default_value = "auto")]
    pub side: SideArg,
    /// The form of the drawing
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Form::some("text json svg"))]
    pub format: Form,
    /// Draw Black at the bottom
    #[arg(long)]
    pub flip: bool,
    /// List the trajectories of zones and of `BUNDLE`, 1,000 at most; JSON always has them
    #[arg(long)]
    pub trajectories: bool,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Limits of the evaluation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `adv board`: draws the values of expressions in a position.
pub fn board(args: &BoardArgs) -> Outcome {
    let mut examined = program::examine(&args.file)?;
    // The expression may use what the program does not.
    let idle = |message: &Diagnostic| message.code == Code::UnusedImport;
    examined.diagnostics.retain(|message| !idle(message));
    messages::pass(&examined.diagnostics, &examined.source)?;
    let Some(module) = &examined.module else {
        return Err(program::uncompiled(examined.source.name()));
    };
    let program = module.program();
    let position = setup::position(args.fen.as_deref(), program)?;
    let us: Color = args.side.color().unwrap_or(position.turn());
    let (limits, source) = (args.limits.limits(), &examined.source);
    let values = args.expressions.iter().map(|text| {
        let expression = program::expression(program, text, source)?;
        program::value(expression, &position, us, limits, source)
    });
    let shown: Vec<ShownValue> = values.collect::<Result<_, Trouble>>()?;
    let mut out = Out::to(args.output.as_deref())?;
    match args.format {
        Form::Json => out.json(values::json(&position, us, &shown))?,
        Form::Svg => out.text(&values::drawing(&position, &shown, Theme::Light, args.flip))?,
        _ => {
            let text = values::text(&position, &shown, args.flip, args.trajectories);
            out.text(&text)?;
        }
    }
    out.end(Exit::Done)
}
