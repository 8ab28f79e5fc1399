//! Analysis of a source text, program or not: tree, tokens, comments, definitions, references, types.
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
pub use adv_compiler::syntax::{Comment, CommentKind, Lexeme, Trivia, ast, may_follow, token};
#[doc(inline)]
pub use adv_compiler::{Analysis, looked_for};

#[doc(inline)]
pub use adv_compiler::symbols::{Group, SYMBOLS, Symbol, symbol};

pub use crate::words::{LibraryWord, library_modules, library_text, words};

use adv_compiler::files::Sources;
use adv_compiler::source::Source;

/// Analyses a text, with the files that it uses if it was gathered with them ([`Source::gather`]), against the standard library. Every text
/// has an analysis; its faults are among the diagnostics.
pub fn analyse(source: &Source) -> Analysis {
    adv_compiler::analyse(source, adv_stdlib::libraries())
}

/// Gathers a program from a file's text and all files that it uses, which come from `sources`. A missing file is an error of its `use`
/// line, which [`analyse`] reports.
pub fn gather(name: &str, text: &str, sources: &(impl Sources + ?Sized)) -> Source {
    Source::gather(name, text, sources, adv_stdlib::libraries())
}

/// Splits a text into words and comments for colouring, whether the text is a program or not.
pub fn lexemes(text: &str) -> (Vec<Lexeme>, Trivia) {
    let parsed = adv_compiler::syntax::parse(text);
    (parsed.tokens, parsed.trivia)
}

/// True where a text is accepted as the name of a definition: a word that is no keyword, no square and no sign.
///
/// ```
/// use adv::analysis::is_name;
/// assert!(is_name("rook-lost") && is_name("EDGE2"));
/// assert!(!is_name("table") && !is_name("e4") && !is_name("a b") && !is_name(""));
/// ```
pub fn is_name(text: &str) -> bool {
    let parsed = adv_compiler::syntax::parse(text);
    match parsed.tokens.as_slice() {
        [one] => one.token == token::Token::Name && one.span().len() as usize == text.len(),
        _ => false,
    }
}
