//! Source texts: programs of the repository that were changed, and well-typed programs by chance.

use adv::Examination;
use adv_compiler::diagnostics::Severity;
use adv_compiler::diagnostics::render::{Format, render};
use adv_module::format::fnv1a;
use adv_testkit::{Numbers, hostile};

use super::drive::{agree, prove_alike};
use super::{Attack, Ends, seeds};
use crate::generate::{program, program_with_patterns, strategic};

/// Programs of the repository with changed bytes, tokens and lines. Each has an error, or a sound module that answers alike natively and
/// interpreted.
pub struct Sources;

impl Attack for Sources {
    fn name(&self) -> &'static str {
        "sources"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        hostile::change_text(numbers, seeds::texts(), seeds::words())
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let Ok(examination) = Examination::of_bytes("hostile.adv", input) else {
            *ends.entry("not text").or_default() += 1;
            return Ok(());
        };
        told_well(&examination)?;
        if examination.module.is_none() {
            *ends.entry("refused").or_default() += 1;
            return Ok(());
        }
        run(examination, fnv1a(input), ends)
    }
}

/// Programs that are well-typed by their making: the compiler takes them all.
pub struct Programs;

impl Attack for Programs {
    fn name(&self) -> &'static str {
        "programs"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        let seed = numbers.bits();
        let generated = match numbers.below(10) {
            0..3 => strategic(seed),
            3..5 => program_with_patterns(seed),
            _ => program(seed),
        };
        generated.source().into_bytes()
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let examination = Examination::of_bytes("generated.adv", input);
        let examination = examination.map_err(|error| error.to_string())?;
        told_well(&examination)?;
        if examination.module.is_none() {
            let text = render(&examination.diagnostics, &examination.source, Format::Plain);
            return Err(format!("a well-typed program is refused\n{text}"));
        }
        run(examination, fnv1a(input), ends)
    }
}

/// There is a module exactly where there is no error, every message is about a place in the text, and every format shows it.
fn told_well(examination: &Examination) -> Result<(), String> {
    let found = &examination.diagnostics;
    let is_wrong = found.iter().any(|d| d.severity == Severity::Error);
    if examination.module.is_some() == is_wrong {
        return Err("there is a module and an error, or neither".to_owned());
    }
    let text = examination.source.text();
    for diagnostic in found {
        for label in &diagnostic.labels {
            let (start, end) = (label.span.start as usize, label.span.end as usize);
            if start > end || !text.is_char_boundary(start) || !text.is_char_boundary(end) {
                return Err(format!("{:?} marks {start}..{end}", diagnostic.code));
            }
        }
    }
    for format in [Format::Plain, Format::Short, Format::Json] {
        if render(found, &examination.source, format).is_empty() != found.is_empty() {
            return Err(format!("{format:?} shows nothing"));
        }
    }
    Ok(())
}

/// A program that was taken: its module comes back from its file, answers alike, and proves alike.
fn run(examination: Examination, seed: u64, ends: &mut Ends) -> Result<(), String> {
    let Ok(rulebook) = examination.into_rulebook() else {
        return Err("a program that compiles does not link".to_owned());
    };
    let bytes = rulebook.module_file(false);
    let read = adv::Rulebook::load("back.advc", &bytes).map_err(|error| error.to_string())?;
    if read.program() != rulebook.program() {
        return Err("a module read back is another module".to_owned());
    }
    *ends.entry("checked").or_default() += 1;
    let mut numbers = Numbers::new(seed);
    agree(&rulebook, &mut numbers, ends)?;
    if numbers.percent(50) {
        prove_alike(&rulebook, ends)?;
    }
    Ok(())
}
