//! Which claims are settled: all of the file, or those of `--claim`, by number, by the name of what they are about, or by a text.

use adv_module::Program;
use adv_module::program::{Claim, ClaimSubject};
use adv_render::proof::claim_text;
use adv_vm::Subject;

use crate::exit::Trouble;
use crate::subject;

/// A claim that is to be settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its place among the claims of the module, from 0.
    pub index: usize,
    /// It stands in the file, and not on the command line.
    pub own: bool,
}

/// True where an argument is the text of a claim and not a name.
pub fn is_text(argument: &str) -> bool {
    let mut words = argument.split_whitespace();
    let first = words.next().unwrap_or_default();
    matches!(first, "prove" | "PROVE" | "measure" | "MEASURE") && words.next().is_some()
}

/// The claims that the arguments choose, in their order and each once; all `own` ones of the file where there are no arguments. The
/// texts among the arguments have been compiled and stand behind the claims of the file.
///
/// # Errors
/// Where there is no claim, or not the one that is meant.
pub fn choose(module: &Program, own: usize, arguments: &[String]) -> Result<Vec<Wanted>, Trouble> {
    if arguments.is_empty() {
        if own == 0 {
            return Err(nothing_claimed(module));
        }
        return Ok((0..own).map(|index| Wanted { index, own: true }).collect());
    }
    let mut wanted: Vec<Wanted> = Vec::new();
    let mut take = |index: usize, own: bool| {
        if !wanted.iter().any(|earlier| earlier.index == index) {
            wanted.push(Wanted { index, own });
        }
    };
    let mut texts = own..module.claims.len();
    for argument in arguments {
        if is_text(argument) {
            if let Some(index) = texts.next() {
                take(index, false);
            }
        } else if let Ok(number) = argument.parse::<usize>() {
            match number.checked_sub(1).filter(|index| *index < own) {
                Some(index) => take(index, true),
                None => return Err(no_such_number(module, own, number)),
            }
        } else {
            let claims = module.claims.iter().take(own).enumerate();
            let of_name = |claim: &Claim| {
                played(claim).is_some_and(|of| subject::name(module, of) == argument)
            };
            let found: Vec<usize> = claims
                .filter(|(_, claim)| of_name(claim))
                .map(|(index, _)| index)
                .collect();
            if found.is_empty() {
                return Err(no_such_name(module, argument));
            }
            for index in found {
                take(index, true);
            }
        }
    }
    Ok(wanted)
}

/// What a claim plays; nothing where it is about descriptors.
pub const fn played(claim: &Claim) -> Option<Subject> {
    match claim.subject {
        ClaimSubject::Strategy(id) => Some(Subject::Strategy(id)),
        ClaimSubject::Table(id) => Some(Subject::Table(id)),
        ClaimSubject::Advice(id) => Some(Subject::Advice(id)),
        ClaimSubject::Descriptor { .. } => None,
    }
}

/// The claim that one would make first about a subject.
pub fn usual(module: &Program, of: Subject) -> String {
    let name = subject::name(module, of);
    if subject::claims(module, of).0.is_some() {
        return format!("prove {name} from all positions reaches mate");
    }
    match &module.example {
        Some(_) => format!("prove {name} from example reaches mate"),
        None => format!("prove {name} from \"8/8/8/8/8/2k5/1R6/K7 w - - 0 1\" reaches mate"),
    }
}

fn nothing_claimed(module: &Program) -> Trouble {
    let trouble = Trouble::new("the program claims nothing, so there is nothing to prove");
    let Some(of) = subject::foremost(module) else {
        return trouble.help(
            "a claim is about a strategy, a table or a piece-of-advice, of which the program has none, or about descriptors: \
             `prove DESCRIPTOR ⇒ DESCRIPTOR from all positions`",
        );
    };
    let claim = usual(module, of);
    // Quoted for the shell, which leaves what stands in single quotes alone.
    trouble.help(format!(
        "write one into the program, such as `{claim}`, or give it here: `--claim '{claim}'`"
    ))
}

fn no_such_number(module: &Program, own: usize, number: usize) -> Trouble {
    if own == 0 {
        return nothing_claimed(module);
    }
    let has = crate::messages::counted(own, "claim");
    Trouble::new(format!(
        "the program has {has}, and none with the number {number}"
    ))
    .help(format!(
        "expected a number from 1 to {own}; {}",
        listed(module, own)
    ))
}

fn no_such_name(module: &Program, name: &str) -> Trouble {
    match subject::named(module, name) {
        Some(of) => Trouble::new(format!("the program claims nothing about `{name}`")).help(
            format!("give a claim about it: `--claim '{}'`", usual(module, of)),
        ),
        None => subject::unknown_name(module, name),
    }
}

/// The first claims of a file with their numbers.
fn listed(module: &Program, own: usize) -> String {
    let claims = module.claims.iter().take(own.min(3)).enumerate();
    let claims: Vec<String> = claims
        .map(|(index, claim)| format!("{} is `{}`", index + 1, claim_text(claim)))
        .collect();
    claims.join(", ")
}
