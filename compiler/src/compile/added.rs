//! Claims that are in no file: they are compiled as if they were the last lines of the program.
//!
//! ```text
//!   krk.adv        material …            ┐
//!                  table krk …           │ one text, which the places in the module belong to
//!   --claim        // added claim        │ after a comment that says so
//!                  prove krk from all …  ┘
//! ```
//!
//! Each claim is parsed by itself, so it can neither end something of the program nor begin something else, and the messages
//! about it refer to its own text.

use std::ops::RangeInclusive;

use adv_module::program::SourceText;

use super::{Compilation, compile_analysis};
use crate::analysis::{Analysis, from_parsed, too_long};
use crate::diagnostics::{Code, Diagnostic};
use crate::library::Libraries;
use crate::source::{Source, Span};
use crate::syntax::ast::{Item, ItemKind};
use crate::syntax::{parse, parse_items};

/// What compiling a program together with claims gives.
#[derive(Debug)]
pub struct AddedClaims {
    /// The program and the claims in one text under the program's name: what all places of the module and of `compilation` belong to.
    pub source: Source,
    /// Module and checked program, the added claims after the program's own; and the messages about the program.
    pub compilation: Compilation,
    /// What there is to say about each claim, in the order given. Places belong to the claim's own text; those in the program have
    /// become notes.
    pub told: Vec<Vec<Diagnostic>>,
}

impl AddedClaims {
    /// Whether the program or a claim is in error, so that there is no module.
    pub fn has_errors(&self) -> bool {
        self.compilation.module.is_none()
    }
}

/// Compiles a source as [`super::compile`] does, with further claims after its last item.
///
/// Each claim is the text of one `prove` or `measure` item.
pub fn compile_with_claims(
    source: &Source,
    claims: &[&str],
    name: &str,
    version: &str,
    libraries: Libraries<'_>,
) -> AddedClaims {
    let own = source.file_text(0).len();
    let mut text = String::new();
    let mut starts = Vec::with_capacity(claims.len());
    for claim in claims {
        text.push('\n');
        text.push_str(SourceText::ADDED_CLAIM);
        text.push('\n');
        starts.push(u32::try_from(own.saturating_add(text.len())).unwrap_or(u32::MAX));
        text.push_str(claim);
    }
    let end = u32::try_from(own.saturating_add(text.len())).unwrap_or(u32::MAX);
    let joined = source.with_more(&text);
    let analysis = match too_long(&joined) {
        Some(error) => Analysis {
            diagnostics: vec![error],
            ..Analysis::default()
        },
        None => {
            let mut parsed = parse(source.file_text(0));
            for (&start, claim) in starts.iter().zip(claims) {
                let (items, told) = parse_items(claim, start);
                let readable = told.is_empty();
                parsed.diagnostics.extend(told);
                match <[Item; 1]>::try_from(items) {
                    Ok([item]) if is_claim(&item) => parsed.file.items.push(item),
                    // What could not be read has had its message.
                    _ if !readable => {}
                    _ => {
                        let length = u32::try_from(claim.len()).unwrap_or(u32::MAX);
                        let end = start.saturating_add(length);
                        parsed.diagnostics.push(no_claim(Span::new(start, end)));
                    }
                }
            }
            from_parsed(parsed, &joined, libraries, crate::lint::lint)
        }
    };
    let compilation = compile_analysis(analysis, &joined, name, version, libraries);
    let mut own = Vec::new();
    let mut told = vec![Vec::new(); claims.len()];
    for diagnostic in compilation.diagnostics {
        let place = diagnostic.primary_span().map_or(0, |span| span.start);
        // What comes after the claims is in the files that the program uses.
        let claim = starts
            .partition_point(|&start| start <= place)
            .checked_sub(1)
            .filter(|_| place <= end);
        match claim.and_then(|claim| Some((told.get_mut(claim)?, *starts.get(claim)?))) {
            Some((told, start)) => told.push(moved(diagnostic, start..=end, &joined)),
            None => own.push(diagnostic),
        }
    }
    AddedClaims {
        source: joined,
        compilation: Compilation {
            diagnostics: own,
            ..compilation
        },
        told,
    }
}

const fn is_claim(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Prove(_) | ItemKind::Measure(_))
}

fn no_claim(place: Span) -> Diagnostic {
    Diagnostic::new(
        Code::UnexpectedToken,
        "expected one claim, which begins with `prove` or `measure`",
    )
    .with_label(place, "not one claim")
    .with_help("write it as in a program: `prove krk from all positions reaches mate`")
}

/// A diagnostic of a claim with places in the claim's own text, which is this part of the whole; other places become notes.
fn moved(mut diagnostic: Diagnostic, part: RangeInclusive<u32>, whole: &Source) -> Diagnostic {
    let start = *part.start();
    let (own, other): (Vec<_>, Vec<_>) = diagnostic
        .labels
        .into_iter()
        .partition(|label| part.contains(&label.span.start));
    diagnostic.labels = own;
    for label in &mut diagnostic.labels {
        label.span = Span::new(label.span.start - start, label.span.end - start);
    }
    diagnostic.further.retain(|span| part.contains(&span.start));
    for span in &mut diagnostic.further {
        *span = Span::new(span.start - start, span.end - start);
    }
    for label in other {
        let place = whole.place(label.span.start);
        diagnostic.notes.push(if label.text.is_empty() {
            place
        } else {
            format!("{}: {place}", label.text)
        });
    }
    diagnostic
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Severity;
    use crate::hir::ClaimSubject;
    use adv_module::Module;

    const PROGRAM: &str = "material W: K, R;  B: K
number near = dist(W.K, B.K)
advice give-mate better mate depth 1 end-advice
table krk for W otherwise give-mate end-table
prove krk from all positions reaches mate";

    fn with(program: &str, claims: &[&str]) -> AddedClaims {
        compile_with_claims(
            &Source::new("krk.adv", program),
            claims,
            "krk",
            "",
            Libraries::NONE,
        )
    }

    /// Code, message and the marked text of the messages about the only claim.
    fn told(claim: &str) -> Vec<(String, String, Vec<String>)> {
        let added = with(PROGRAM, &[claim]);
        let errors = added.told.concat();
        let mut errors = errors.iter().filter(|of| of.severity == Severity::Error);
        assert!(errors.next().is_some() == added.has_errors(), "{added:?}");
        let source = Source::new("--claim", claim);
        let say = |of: &Diagnostic| {
            let marked = of.primary_span().map_or("", |span| source.slice(span));
            let words = (of.code.to_string(), marked.to_owned());
            (words.0, words.1, of.notes.clone())
        };
        added.told.concat().iter().map(say).collect()
    }

    #[test]
    fn claims_come_behind_the_programs_own() {
        let added = with(
            PROGRAM,
            &[
                "prove krk\n from example reaches near = 3",
                "prove near > 1",
            ],
        );
        assert!(added.has_errors(), "there is no example");
        let added = with(
            &format!("{PROGRAM} // without a line feed"),
            &["prove krk\n  keeps near < 9", "prove near > 1"],
        );
        assert!(added.told.concat().is_empty(), "{:?}", added.told);
        let module = added.compilation.module.expect("a module").into_program();
        let texts: Vec<_> = module
            .claims
            .iter()
            .map(|claim| claim.text.as_str())
            .collect();
        assert_eq!(
            texts[1..],
            ["prove krk\n  keeps near < 9", "prove near > 1"]
        );
        let text = &module.source.as_ref().expect("its text").text;
        let place = module.claims[1].goals[0].goal.place;
        assert_eq!(&text[place.start as usize..place.end as usize], "near < 9");
        let checked = added.compilation.checked.expect("a program");
        let subject = &checked.program().claims[2].subject;
        assert!(matches!(
            subject,
            ClaimSubject::Descriptor { premise: None, .. }
        ));
        // The text alone gives the same module.
        let again = crate::compile(&added.source, "krk", "", Libraries::NONE);
        assert_eq!(again.module.map(Module::into_program), Some(module));
    }

    #[test]
    fn what_is_wrong_is_told_in_the_claims_own_text() {
        let one = |code: &str, marked: &str, notes: &[&str]| {
            let notes = notes.iter().map(|&note| note.to_owned()).collect();
            vec![(code.to_owned(), marked.to_owned(), notes)]
        };
        assert_eq!(told("prove krk reaches mates"), one("E0201", "mates", &[]));
        assert_eq!(
            told("prove krk reaches near"),
            one("E0312", "near", &[]),
            "a number is no goal"
        );

        let found = told("prove give-mate(3) reaches mate");
        assert_eq!(found[0].0, "E0302");
        assert_eq!(found[0].1, "give-mate(3)");
        assert_eq!(found[0].2, ["defined here: krk.adv:3:8"]);
        assert_eq!(told("prove krk reaches")[0].0, "E0118");
        for text in [
            "",
            "table t otherwise give-mate end-table",
            "prove near > 1 prove near > 2",
            "// nothing",
        ] {
            assert_eq!(told(text), one("E0101", text, &[]), "{text:?}");
        }
    }

    #[test]
    fn a_claim_touches_nothing_before_it() {
        // As a last line these words would go on with the program's own claim.
        assert!(!told("within 3 moves").is_empty());
        let broken = with(&format!("{PROGRAM}\nboard b = e4 +"), &["prove near > 1"]);
        assert!(broken.has_errors() && broken.told.concat().is_empty());
        assert_eq!(broken.compilation.diagnostics.len(), 1);
        let none = with(PROGRAM, &[]);
        assert_eq!(none.source.text(), PROGRAM);
        assert!(!none.has_errors());
    }
}
