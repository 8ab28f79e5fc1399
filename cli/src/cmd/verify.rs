//! `adv verify`: the certificate of a proof, checked by the rules of chess alone.

use adv::Rulebook;
use adv::certificate::{Refusal, Verdict, verify as check};
use adv::render::text::thousands;

use crate::Outcome;
use crate::args::{MessageArgs, VerifyArgs};
use crate::exit::{Exit, Trouble};
use crate::io::{self, Out};
use crate::messages::{Messages, counted};
use crate::packed;
use crate::program;

/// Checks a certificate, and whose it is where a program is named.
pub fn verify(args: &VerifyArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    if io::is_stdin(&args.certificate) && args.file.as_deref().is_some_and(io::is_stdin) {
        return Err(Trouble::new(
            "the certificate and the program cannot both come from standard input",
        ));
    }
    let bytes = packed::read(&args.certificate, "a certificate of a proof")?;
    let program = match &args.file {
        Some(file) => Some(program::load(file, &messages)?),
        None => None,
    };
    let name = io::shown(&args.certificate);
    let verdict = match check(&bytes) {
        Ok(verdict) => verdict,
        Err(refusal) => return Err(refused(&name, &refusal)),
    };
    if let Some(program) = &program {
        belongs(&verdict, program, &messages)?;
    }
    let mut out = Out::standard();
    out.text(&told(&verdict, program.as_ref()))?;
    out.finish()?;
    Ok(Exit::Done)
}

/// The certificate proves nothing.
fn refused(name: &str, refusal: &Refusal) -> Trouble {
    unproved(format!("`{name}` proves nothing: {refusal}"))
}

/// The certificate must be about a program and one of its claims.
fn belongs(verdict: &Verdict, program: &Rulebook, messages: &Messages) -> Result<(), Trouble> {
    let own = program.fingerprint();
    let own = own.map_err(|error| program::refused(error, messages))?;
    if verdict.fingerprint != own {
        return Err(unproved(format!(
            "the certificate is of another program than `{}`: its fingerprint is {:016x}, expected {:016x}",
            program.name(), verdict.fingerprint, own
        ))
        .help("the program was changed since it was proved, or it was proved by another version of adv; prove it again"));
    }
    if program.makes_claim(&verdict.claim) {
        return Ok(());
    }
    Err(unproved(format!(
        "the certificate is of the claim `{}`, which `{}` does not make",
        verdict.claim,
        program.name()
    ))
    .help("it was given by `--claim`, or changed since; write it into the program"))
}

fn unproved(message: String) -> Trouble {
    Trouble::Error {
        message,
        help: None,
        exit: Exit::Unproved,
    }
}

/// What has been proved, and what was looked at for it.
fn told(verdict: &Verdict, program: Option<&Rulebook>) -> String {
    let moves = verdict.worst_plies.div_ceil(2);
    let mut text = format!(
        "verified: {} mates from {} in at most {}\n",
        if verdict.white { "White" } else { "Black" },
        verdict.set,
        many(moves, "move")
    );
    if let Some(bound) = verdict.bound {
        text.push_str(&format!(
            "plies     {bound} allowed, {} needed\n",
            verdict.worst_plies
        ));
    }
    text.push_str(&format!("claim     {}\n", verdict.claim));
    text.push_str(&match program {
        Some(program) => format!(
            "program   {}, fingerprint {:016x}\n",
            program.name(),
            verdict.fingerprint
        ),
        None => format!(
            "program   {}, fingerprint {:016x} (name the program to have both compared)\n",
            verdict.program, verdict.fingerprint
        ),
    });
    text.push_str(&format!(
        "checked   {}, {}, {} and {}{}\n",
        many(verdict.positions, "position"),
        many(verdict.states, "state"),
        many(verdict.moves_checked, "move"),
        if verdict.replies_checked == 1 {
            "1 reply".to_owned()
        } else {
            format!("{} replies", thousands(verdict.replies_checked))
        },
        if verdict.any_choice {
            ", every choice of moves"
        } else {
            ""
        }
    ));
    text
}

/// `1 move`, `1,234 moves`.
fn many(count: u64, noun: &str) -> String {
    match usize::try_from(count) {
        Ok(one @ 1) => counted(one, noun),
        _ => format!("{} {noun}s", thousands(count)),
    }
}
