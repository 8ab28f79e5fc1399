//! Choice of the claims to settle, and the advice on what to type where a claim cannot be chosen.

use adv::program::Program;
use adv::proof::claim_text;
use adv::render::text::joined;
use adv::{ChooseError, ClaimChoiceError, Rulebook, Subject, WantedClaim, usual_claim};

use crate::Trouble;

/// Claims to settle, as the arguments choose them.
///
/// # Errors
/// Where the program has no claim, or an argument names none of its claims.
pub fn choose(program: &Rulebook, arguments: &[String]) -> Result<Vec<WantedClaim>, Trouble> {
    program
        .choose_claims(arguments)
        .map_err(|error| refused(program, error))
}

fn refused(program: &Rulebook, error: ClaimChoiceError) -> Trouble {
    let sentence = Trouble::new(error.to_string());
    let records = program.program();
    match error {
        ClaimChoiceError::Nothing => sentence.help(nothing_claimed(records)),
        ClaimChoiceError::Number { claims, .. } => sentence.help(format!(
            "expected a number from 1 to {claims}; {}",
            listed(records, claims)
        )),
        ClaimChoiceError::Unclaimed { subject, .. } => sentence.help(format!(
            "give a claim about it: `--claim '{}'`",
            usual_claim(records, subject)
        )),
        ClaimChoiceError::NotAdded(_) => sentence,
        ClaimChoiceError::Unknown(error) => {
            let typed = match &error {
                ChooseError::Unknown { name, .. } => name.trim().to_owned(),
                ChooseError::Empty | ChooseError::Ambiguous { .. } => String::new(),
            };
            if typed.contains(char::is_whitespace) {
                return trouble!("`{typed}` is no claim").help(format!(
                    "the text of a claim begins with `prove` or `measure`: `--claim \"prove {typed}\"`"
                ));
            }
            error.into()
        }
    }
}

fn nothing_claimed(program: &Program) -> String {
    let Some(of) = Subject::foremost(program) else {
        return "a claim is about a strategy, a table or a piece-of-advice, of which the program has none, or about descriptors: \
             `prove DESCRIPTOR ⇒ DESCRIPTOR from all positions`"
            .to_owned();
    };
    let claim = usual_claim(program, of);
    // Quoted for the shell, which does not change text in single quotes.
    format!("write one into the program, such as `{claim}`, or give it here: `--claim '{claim}'`")
}

/// Text that lists the first claims of a program with their numbers, at most three, for an error message.
fn listed(program: &Program, own: usize) -> String {
    let claims = program.claims.iter().take(own.min(3)).enumerate();
    let claims = claims.map(|(index, claim)| format!("{} is `{}`", index + 1, claim_text(claim)));
    joined(claims, ", ")
}
