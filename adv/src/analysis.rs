//! What is known of a source text, whether it is a program or not: tree, tokens, comments, definitions, references, types.
//!
//! ```
//! use adv::analysis::analyse;
//! use adv::diagnostics::Source;
//!
//! let source = Source::new("small.adv", "number a = 1 +\nnumber b = a * 2\n");
//! let analysis = analyse(&source);
//! assert!(analysis.checked.is_none() && analysis.diagnostics.len() == 1);
//! let used = analysis.index.definition_at(26).and_then(|id| analysis.index.definition(id));
//! assert_eq!(used.map(|a| a.signature()), Some("number a".to_owned()));
//! ```

#[doc(inline)]
pub use adv_compiler::hir::{Frame, Type};
#[doc(inline)]
pub use adv_compiler::index::{
    Definition, DefinitionId, DefinitionKind, Index, Origin, Reference, TypedSpan,
};
#[doc(inline)]
pub use adv_compiler::syntax::{Comment, CommentKind, Lexeme, Trivia, ast, token};
#[doc(inline)]
pub use adv_compiler::{Analysis, looked_for};

use adv_compiler::source::Source;

/// Analyses a text, with the files that it uses if it was gathered with them ([`Source::gather`]), against the standard library. There is an analysis for every text; what is wrong is among its diagnostics.
pub fn analyse(source: &Source) -> Analysis {
    adv_compiler::analyse(source, adv_stdlib::libraries())
}
