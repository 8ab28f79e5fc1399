//! Source: any text has diagnostics or a sound module, and every diagnostic can be shown.
//!
//! The text is compiled against the library. What compiles verifies, writes and reads back to the same records, and gives the same when it
//! is compiled again. What does not compile has an error. Every place that a diagnostic marks lies in the text, and every format shows it.
#![no_main]

#[path = "support/mod.rs"]
mod support;

use adv_compiler::diagnostics::Severity;
use adv_compiler::diagnostics::render::{Format, render};
use adv_compiler::source::Source;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Corpus::Reject;
    };
    let source = Source::new("fuzz.adv", text);
    let libraries = adv_stdlib::libraries();
    let compilation = adv_compiler::compile(&source, "fuzz", "", libraries);
    let found = &compilation.diagnostics;
    let is_wrong = found.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(
        compilation.module.is_none(),
        is_wrong,
        "a module exactly without errors"
    );
    for diagnostic in found {
        let span = diagnostic.primary_span();
        assert!(span.is_some_and(|s| s.start <= s.end && s.end as usize <= text.len()));
    }
    for format in [
        Format::Plain,
        Format::Short,
        Format::Rich { color: true },
        Format::Json,
    ] {
        assert_eq!(render(found, &source, format).is_empty(), found.is_empty());
    }
    if let Some(module) = compilation.module {
        let written = adv_module::write(module.program());
        let again = adv_compiler::compile(&source, "fuzz", "", libraries);
        let again = again
            .module
            .map(|module| adv_module::write(module.program()));
        assert_eq!(again.as_ref(), Some(&written), "the same bytes every time");
        let read = adv_module::read(&written).expect("what was written can be read");
        assert_eq!(adv_module::write(read.program()), written);
        let verified = adv_module::verify(read).expect("the compiler's output is sound");
        support::run(verified);
    }
    Corpus::Keep
});
