//! `adv explain`: the page on a code, or the list of all codes.

use std::fmt::Write as _;

use adv::diagnostics::Code;
use adv::diagnostics::{did_you_mean, suggest};

use crate::Outcome;
use crate::args::ExplainArgs;
use crate::exit::{Exit, Trouble};
use crate::io::Out;

/// Prints the page; the list where no code is named, or one that does not exist.
pub fn explain(args: &ExplainArgs) -> Outcome {
    let mut out = Out::standard();
    let Some(name) = &args.code else {
        out.text(&list())?;
        out.finish()?;
        return Ok(Exit::Done);
    };
    if let Some(code) = Code::parse(name) {
        out.text(code.explanation())?;
        out.finish()?;
        return Ok(Exit::Done);
    }
    let near = suggest(name, None, Code::ALL.iter().map(|code| (code.as_str(), ())));
    Trouble::new(format!("there is no code `{name}`"))
        .help_if(did_you_mean(&near))
        .tell();
    out.text(&list())?;
    out.finish()?;
    Ok(Exit::Wrong)
}

fn list() -> String {
    let mut text = String::new();
    for code in Code::ALL {
        let _ = writeln!(
            text,
            "{code}  {:7}  {}",
            code.severity().as_str(),
            code.title()
        );
    }
    text
}
