//! `adv explain`: the page on a code, or the list of all codes.

use std::fmt::Write as _;

use adv::diagnostics::Code;
use adv::diagnostics::{did_you_mean, suggest};

use crate::Outcome;
use crate::args::ExplainArgs;
use crate::exit::{Exit, Trouble};
use crate::io::Out;

/// How many codes are named for one that does not exist.
const MOST: usize = 3;

/// Prints the page, or the list where no code is named. Of a code that does not exist it names the nearest.
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
    let near = nearest(name);
    let all = "`adv explain` lists all codes";
    Trouble::new(format!("there is no code `{name}`"))
        .help(match did_you_mean(&near) {
            Some(near) => format!("{near} {all}"),
            None => all.to_owned(),
        })
        .tell();
    Ok(Exit::Wrong)
}

/// The codes that come near to a word: those with nearly its letters, else those of its family with the nearest numbers.
fn nearest(name: &str) -> Vec<&'static str> {
    let near = suggest(name, None, Code::ALL.iter().map(|code| (code.as_str(), ())));
    let number = |code: &str| code.get(1..)?.parse::<u32>().ok();
    let Some(wanted) = number(name).filter(|_| near.is_empty()) else {
        return near;
    };
    let family = name.get(..1).unwrap_or("").to_ascii_uppercase();
    let codes = Code::ALL.iter().map(|code| code.as_str());
    let mut codes: Vec<&str> = codes.filter(|code| code.starts_with(&family)).collect();
    codes.sort_by_key(|code| number(code).unwrap_or(0).abs_diff(wanted));
    codes.truncate(MOST);
    codes
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
