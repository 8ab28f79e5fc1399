//! Claims: choosing claims of a program to settle, and compiling claims and conditions that are in no file.

use std::fmt;

use adv_chess::{Color, Material};
use adv_compiler::diagnostics::{Diagnostic, Severity};
use adv_compiler::source::{Source, Span};
use adv_module::program::{self, Claim};
use adv_module::{FnId, Program};
pub use adv_render::overview::material_of_claim;
use adv_render::proof::claim_text;
use adv_vm::{ChooseError, Subject};

use crate::load::{Rulebook, module_name};

/// Error: a program was built without its source, so that nothing can be compiled with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSource;

impl fmt::Display for NoSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a module that was built without its source can be given no claims")
    }
}

impl std::error::Error for NoSource {}

/// Result of compiling additional claims with a program.
#[derive(Debug)]
pub struct ClaimCheck {
    /// Messages on each added claim, in their order. Places are within the claim's own text.
    pub of_claims: Vec<Vec<Diagnostic>>,
    /// Errors of program and claims as a whole, such as too many definitions.
    pub of_whole: Vec<Diagnostic>,
    /// The text of the program and the added claims, which `of_whole` points into.
    pub source: Source,
    /// The program with the added claims after its own; `None` where there is an error.
    pub rulebook: Option<Rulebook>,
}

/// Result of compiling a typed text with a program, such as a condition, a piece-of-advice or a list.
#[derive(Debug)]
pub struct Added<T> {
    /// Messages on the text. Places are within it.
    pub diagnostics: Vec<Diagnostic>,
    /// Errors of program and text as a whole, such as too many definitions.
    pub of_whole: Vec<Diagnostic>,
    /// The text of the program and the typed text, which `of_whole` points into.
    pub source: Source,
    /// The program that has the text, and what the text has become there; `None` where there is an error.
    pub compiled: Option<(Rulebook, T)>,
}

/// A condition that chooses positions: a descriptor, compiled as a function of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The function of the condition, for which [`adv_vm::Engine::evaluate`] returns 0 or 1.
    pub test: FnId,
    /// The text of the condition as the caller passed it.
    pub text: String,
    /// True where the condition needs values under perfect play, so that the engine needs an oracle.
    pub needs_values: bool,
}

impl Rulebook {
    /// Compiles the program with further claims after its own, each the text of one `prove` or `measure` item. Messages about the program
    /// itself are not repeated.
    ///
    /// # Errors
    /// [`NoSource`] for a module that was built without its source. Errors of the claims are among the diagnostics.
    pub fn with_claims(&self, claims: &[impl AsRef<str>]) -> Result<ClaimCheck, NoSource> {
        let kept = self.program().source.as_ref().ok_or(NoSource)?;
        let program = Source::kept(self.name(), kept);
        let texts: Vec<&str> = claims.iter().map(AsRef::as_ref).collect();
        let name = module_name(self.name());
        let added =
            adv_compiler::compile_with_claims(&program, &texts, name, "", adv_stdlib::libraries());
        let compilation = added.compilation;
        let mut of_whole: Vec<Diagnostic> = compilation.diagnostics;
        of_whole.retain(|message| message.severity == Severity::Error);
        // A place of a claim is its place after the program's own.
        let all = self.own_claims() + texts.len();
        let module = compilation.module;
        let rulebook = module.filter(|module| module.program().claims.len() == all);
        let rulebook = rulebook.and_then(|module| {
            let linked = self.with_module(module, self.source.clone());
            linked.map_err(|error| of_whole.push(*error)).ok()
        });
        Ok(ClaimCheck {
            of_claims: added.told,
            of_whole,
            source: added.source,
            rulebook,
        })
    }

    /// Compiles the program with a claim that has a typed text between `before` and `after`; `became` finds what the text is in the claim.
    fn with_text<T>(
        &self,
        before: &str,
        text: &str,
        after: &str,
        became: impl FnOnce(&Program, &Claim) -> Option<T>,
    ) -> Result<Added<T>, NoSource> {
        let check = self.with_claims(&[format!("{before}{text}{after}")])?;
        Ok(Added {
            diagnostics: moved(check.of_claims.concat(), before.len(), text.len()),
            of_whole: check.of_whole,
            source: check.source,
            compiled: check.rulebook.and_then(|rulebook| {
                let program = rulebook.program();
                let became = became(program, program.claims.get(rulebook.own_claims())?)?;
                Some((rulebook, became))
            }),
        })
    }

    /// Compiles the program with a condition by which positions are chosen; the condition is one of its functions.
    ///
    /// # Errors
    /// As [`Rulebook::with_claims`].
    pub fn with_condition(&self, condition: &str) -> Result<Added<Condition>, NoSource> {
        // In brackets, so that no clause of a claim follows it.
        let before = "prove white-to-move from all positions where (";
        self.with_text(before, condition, "\n)", |_, claim| {
            Some(Condition {
                test: claim.from.condition?,
                text: condition.to_owned(),
                needs_values: claim.needs_values,
            })
        })
    }

    /// Compiles the program with a piece-of-advice for given arguments, `win(4)`, which need not be those of its source; returns its name.
    ///
    /// # Errors
    /// As [`Rulebook::with_claims`].
    pub fn with_advice(&self, advice: &str) -> Result<Added<String>, NoSource> {
        // A claim about a piece makes the piece for its arguments. Which positions it speaks of does not matter: it is not settled.
        let from = match self.program().material {
            Some(_) => " from all positions reaches mate",
            None => " from \"8/8/8/8/8/2k5/1R6/K7 w - - 0 1\" reaches mate",
        };
        let named = |program: &Program, claim: &Claim| match Subject::of_claim(claim)? {
            subject @ Subject::Advice(_) => Some(subject.name(program).to_owned()),
            _ => None,
        };
        let mut check = self.with_text("prove ", advice, from, named)?;
        let is_error = |message: &Diagnostic| message.severity == Severity::Error;
        check.diagnostics.retain(is_error);
        Ok(check)
    }
}

/// Counts the places of messages from the beginning of a text of `length` bytes, which was compiled with `before` bytes before it.
pub(crate) fn moved(
    mut messages: Vec<Diagnostic>,
    before: usize,
    length: usize,
) -> Vec<Diagnostic> {
    let number = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let moved = |at: u32| at.saturating_sub(number(before)).min(number(length));
    for label in messages.iter_mut().flat_map(|message| &mut message.labels) {
        label.span = Span::new(moved(label.span.start), moved(label.span.end));
    }
    messages
}

/// A claim chosen to be settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedClaim {
    /// Index of the claim among the claims of the program, from 0.
    pub index: usize,
    /// True where the claim is in the file; the others were added by [`Rulebook::with_claims`].
    pub own: bool,
}

/// The reason why claims cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimChoiceError {
    /// The program has no claims.
    Nothing,
    /// The program has no claim with the given number.
    Number {
        /// The number that was asked for, from 1.
        number: usize,
        /// Number of claims of the program, at least one.
        claims: usize,
    },
    /// A claim was given as text, but has not been added to the program by [`Rulebook::with_claims`]; its text.
    NotAdded(String),
    /// The program has no claim about the named subject, which it has.
    Unclaimed {
        /// The subject without a claim.
        subject: Subject,
        /// Name of the subject.
        name: String,
    },
    /// The program has no subject with the given name.
    Unknown(ChooseError),
}

impl fmt::Display for ClaimChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClaimChoiceError::Nothing => {
                f.write_str("the program claims nothing, so there is nothing to prove")
            }
            ClaimChoiceError::Number { number, claims } => {
                let s = if *claims == 1 { "" } else { "s" };
                write!(
                    f,
                    "the program has {claims} claim{s}, and none with the number {number}"
                )
            }
            ClaimChoiceError::NotAdded(text) => {
                write!(f, "the claim `{text}` was not compiled with the program")
            }
            ClaimChoiceError::Unclaimed { name, .. } => {
                write!(f, "the program claims nothing about `{name}`")
            }
            ClaimChoiceError::Unknown(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ClaimChoiceError {}

/// True where a text is a claim, `prove …` or `measure …`, and not a name or a number.
pub fn is_claim(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    matches!(first, "prove" | "PROVE" | "measure" | "MEASURE") && words.next().is_some()
}

impl Rulebook {
    /// Finds the index of the first claim whose text, as [`claim_text`] writes it, is this one; `None` where no claim has it.
    pub fn claim_with_text(&self, text: &str) -> Option<usize> {
        let mut claims = self.program().claims.iter();
        claims.position(|claim| claim_text(claim) == text)
    }

    /// Chooses claims: all claims of the file where `words` is empty; else one for each word, in their order and each once. A word is the
    /// number of a claim of the file from 1, the name of a subject, which chooses all claims of the file about it, or the text of
    /// a claim; these have been added by [`Rulebook::with_claims`] in the same order.
    ///
    /// # Errors
    /// [`ClaimChoiceError`] where the program has no claim, or not the one that a word asks for.
    pub fn choose_claims(
        &self,
        words: &[impl AsRef<str>],
    ) -> Result<Vec<WantedClaim>, ClaimChoiceError> {
        let program = self.program();
        let own = self.own_claims();
        if words.is_empty() {
            if own == 0 {
                return Err(ClaimChoiceError::Nothing);
            }
            return Ok((0..own)
                .map(|index| WantedClaim { index, own: true })
                .collect());
        }
        let mut wanted: Vec<WantedClaim> = Vec::new();
        let mut take = |index: usize, own: bool| {
            if !wanted.iter().any(|earlier| earlier.index == index) {
                wanted.push(WantedClaim { index, own });
            }
        };
        let mut added = own..program.claims.len();
        for word in words.iter().map(AsRef::as_ref) {
            if is_claim(word) {
                match added.next() {
                    Some(index) => take(index, false),
                    None => return Err(ClaimChoiceError::NotAdded(word.to_owned())),
                }
            } else if let Ok(number) = word.parse::<usize>() {
                match number.checked_sub(1).filter(|index| *index < own) {
                    Some(index) => take(index, true),
                    None if own == 0 => return Err(ClaimChoiceError::Nothing),
                    None => {
                        return Err(ClaimChoiceError::Number {
                            number,
                            claims: own,
                        });
                    }
                }
            } else {
                let about = |claim: &Claim| {
                    Subject::of_claim(claim).is_some_and(|of| of.name(program) == word)
                };
                let claims = program.claims.iter().take(own).enumerate();
                let found: Vec<usize> = claims
                    .filter(|(_, claim)| about(claim))
                    .map(|(index, _)| index)
                    .collect();
                if found.is_empty() {
                    return Err(match Subject::named(program, word) {
                        Some(subject) => ClaimChoiceError::Unclaimed {
                            subject,
                            name: word.to_owned(),
                        },
                        None => ClaimChoiceError::Unknown(Subject::unknown(program, None, word)),
                    });
                }
                for index in found {
                    take(index, true);
                }
            }
        }
        Ok(wanted)
    }
}

/// Suggests a claim about a subject, the one that an author would usually make first.
pub fn usual_claim(program: &Program, subject: Subject) -> String {
    let name = subject.name(program);
    if subject.material(program).is_some() {
        return format!("prove {name} from all positions reaches mate");
    }
    match &program.example {
        Some(_) => format!("prove {name} from example reaches mate"),
        None => format!("prove {name} from \"8/8/8/8/8/2k5/1R6/K7 w - - 0 1\" reaches mate"),
    }
}

/// The men of a declared material, without its clause `mirrored`.
pub(crate) fn men_of(declared: &program::Material) -> Material {
    Material::of_counts(declared.counts)
}

/// The sides that a subject plays: its own, else both.
pub(crate) fn sides_of(program: &Program, subject: Subject) -> Vec<Color> {
    let own = subject.side(program).map(|side| vec![side]);
    own.unwrap_or_else(|| Color::ALL.to_vec())
}
