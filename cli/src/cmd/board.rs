//! `adv board`: what an expression is in a position, drawn.
//!
//! The expression is compiled as a definition behind the program's own text, so that it may use everything that the program defines,
//! and its messages are the compiler's. Whether it is a board, a number or a descriptor is found by trying.

use adv_chess::Color;
use adv_compiler::diagnostics::{Diagnostic, Severity};
use adv_compiler::source::{Source, Span};
use adv_module::{Module, Needs, Program};
use adv_render::values::{self, Shown};

use crate::Outcome;
use crate::args::{BoardArgs, BoardFormat, MessageArgs, SideArg};
use crate::exit::{Exit, Trouble};
use crate::io::Out;
use crate::messages::Messages;
use crate::play::setup;
use crate::program;

/// The kinds of definition, in the order in which they are tried: a board is a descriptor too.
const KINDS: [&str; 3] = ["board", "number", "descriptor"];
/// The name of the definition, which no program has.
const NAME: &str = "the-expression-asked-about";

/// Draws expressions.
pub fn board(args: &BoardArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    let examined = program::examine(&args.file)?;
    messages.pass(&examined.diagnostics, &examined.source)?;
    let Some(module) = examined.module else {
        return Err(Trouble::new(format!(
            "`{}` could not be compiled",
            crate::io::shown(&args.file)
        )));
    };
    let position = setup::position(args.fen.as_deref(), module.program())?;
    let us = match args.side {
        SideArg::White => Color::White,
        SideArg::Black => Color::Black,
        SideArg::Auto => position.turn(),
    };
    let text = match &module.program().source {
        Some(source) => source.text.clone(),
        None => {
            return Err(Trouble::new(
                "the module has no source text, so that expressions cannot be compiled with it",
            )
            .help("name the source, or build the module without `--strip`"));
        }
    };
    let mut shown = Vec::with_capacity(args.expressions.len());
    for expression in &args.expressions {
        let module = compiled(&text, expression, &messages)?;
        let linked = program::link(module).map_err(|error| {
            messages.show(&[error], &examined.source);
            Trouble::Said(Exit::Wrong)
        })?;
        let mut engine = args.limits.engine(linked);
        let export = engine.module().exports.iter().find(|e| e.name == NAME);
        let Some(export) = export.cloned() else {
            // What has compiled is exported.
            return Err(Trouble::new(format!("`{expression}` has no value")));
        };
        if export.needs != Needs::NONE {
            return Err(Trouble::new(format!(
                "`{expression}` speaks of another position or of a move, and here is only one position"
            ))
            .help("leave `new.`, `root.`, FROM and TO out"));
        }
        let mut words = Vec::with_capacity(export.functions.len());
        for function in export.functions {
            let word = engine
                .evaluate(function, &[], &position, us)
                .map_err(|stop| {
                    messages.show(
                        &[crate::messages::diagnostic(stop.code(), stop.to_string())],
                        &examined.source,
                    );
                    Trouble::Said(Exit::Budget)
                })?;
            words.push(word);
        }
        shown.push(Shown {
            text: expression.split_whitespace().collect::<Vec<_>>().join(" "),
            ty: export.result,
            words,
        });
    }
    let text = match args.format {
        BoardFormat::Text => values::text(&position, &shown, args.flip),
        BoardFormat::Json => format!("{:#}\n", values::json(&position, us, &shown)),
        BoardFormat::Svg => values::drawing(&position, &shown, args.flip),
    };
    let mut out = Out::to(args.output.as_deref())?;
    out.text(&text)?;
    out.finish()?;
    Ok(Exit::Done)
}

/// The program with the expression as one more definition.
fn compiled(text: &str, expression: &str, messages: &Messages) -> Result<Module, Trouble> {
    let libraries: Vec<&Program> = adv_stdlib::libraries()
        .iter()
        .map(Module::program)
        .collect();
    // One line, whatever it is pasted from; a blank for each line's end keeps the places.
    let expression = expression.replace(['\n', '\r'], " ");
    let mut best: Option<Vec<Diagnostic>> = None;
    for kind in KINDS {
        let head = format!("{text}\n{kind} {NAME} = ");
        let source = Source::new("<expression>", format!("{head}{expression}\n"));
        let compilation = adv_compiler::compile(&source, "expression", "", &libraries);
        if let Some(module) = compilation.module
            && let Ok(module) = adv_module::verify(module)
        {
            return Ok(module);
        }
        let errors = about(compilation.diagnostics, head.len(), expression.len());
        if best.as_ref().is_none_or(|best| errors.len() < best.len()) {
            best = Some(errors);
        }
    }
    messages.show(
        &best.unwrap_or_default(),
        &Source::new("<expression>", expression),
    );
    Err(Trouble::Said(Exit::Wrong))
}

/// The errors, their places counted from the beginning of the expression; what lies outside it has no place there.
fn about(diagnostics: Vec<Diagnostic>, start: usize, length: usize) -> Vec<Diagnostic> {
    let within = |span: Span| {
        let from = (span.start as usize).checked_sub(start)?.min(length);
        let to = (span.end as usize).checked_sub(start)?.min(length);
        Some(Span::new(
            u32::try_from(from).ok()?,
            u32::try_from(to).ok()?,
        ))
    };
    diagnostics
        .into_iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|mut diagnostic| {
            // Whoever asks has written no file.
            diagnostic.message = diagnostic
                .message
                .replace("the file ends", "the expression ends");
            diagnostic.labels.retain_mut(|label| {
                let span = within(label.span);
                label.span = span.unwrap_or(label.span);
                span.is_some()
            });
            diagnostic
        })
        .collect()
}
