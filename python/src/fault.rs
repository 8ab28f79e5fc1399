//! Errors as the exceptions that `adv/errors.py` defines.

use adv::Failure;
use adv::diagnostics::{Diagnostic, Format, Source, render};
use adv::explain::ExplainError;
use pyo3::prelude::*;

/// Makes an exception of the package: `kind` is the name of its class.
pub fn fault(py: Python<'_>, kind: &str, message: impl ToString) -> PyErr {
    let made = (|| {
        let class = py.import("adv.errors")?.getattr(kind)?;
        class.call1((message.to_string(),))
    })();
    made.map_or_else(|error| error, PyErr::from_value)
}

/// The exception of a subject without an answer: `Stopped` names a limit, and no limit changes what is `Refused`.
pub fn failure(py: Python<'_>, failure: &Failure) -> PyErr {
    let kind = if failure.is_stop() {
        "Stopped"
    } else {
        "Refused"
    };
    fault(py, kind, failure)
}

/// The exception of a position that cannot be explained.
pub fn unexplained(py: Python<'_>, error: &ExplainError) -> PyErr {
    match error {
        ExplainError::Stopped(stop) => fault(py, "Stopped", stop),
        ExplainError::Refused(reason) => failure(py, reason),
    }
}

/// The exception of a program with errors. It carries the messages as people read them, and as JSON.
pub fn program(py: Python<'_>, diagnostics: &[Diagnostic], source: &Source) -> PyErr {
    let made = (|| {
        let class = py.import("adv.errors")?.getattr("ProgramError")?;
        let text = render(diagnostics, source, Format::Plain);
        class.call1((text, render(diagnostics, source, Format::Json)))
    })();
    made.map_or_else(|error| error, PyErr::from_value)
}
