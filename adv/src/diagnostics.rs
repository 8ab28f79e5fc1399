//! Messages of the compiler, with codes and places, and their forms.

use adv_compiler::diagnostics as inner;

#[doc(inline)]
pub use adv_compiler::source::{MAX_SOURCE_BYTES, Source, Span};
#[doc(inline)]
pub use inner::render::{Format, render};
#[doc(inline)]
pub use inner::suggest::{did_you_mean, suggest};
#[doc(inline)]
pub use inner::{Code, Diagnostic, Label, Severity};

pub use crate::load::diagnostic;
