//! The words that a program may use without a definition, of the language and of the library, for editors.

use std::sync::OnceLock;

use adv_compiler::source::Span;
use adv_compiler::syntax::ast::{ItemKind, Param};
use adv_compiler::syntax::parse;
use adv_module::Primitive;
use adv_render::text::joined;

use crate::items::{named, word};

/// A word that a program may use without a definition of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryWord {
    /// The word as programs write it.
    pub name: String,
    /// The module of the library that defines the word; `None` for a word of the language.
    pub module: Option<&'static str>,
    /// Kind of the definition: `board`, `number`, `descriptor`, `zone`, `moves`, `advice`, `plan`, `table`, `pattern`, `evaluation`.
    pub kind: &'static str,
    /// Names and types of the parameters, as the source has them; names are empty for a word of the language.
    pub params: Vec<(String, String)>,
    /// The doc comment of the definition.
    pub doc: String,
    /// Place of the name in the text of the module; empty at 0 for a word of the language.
    pub span: Span,
}

impl LibraryWord {
    /// The head of the word's definition: `number room(r: piece)`.
    pub fn signature(&self) -> String {
        let params = self.params.iter().map(|(name, ty)| match name.as_str() {
            "" => ty.clone(),
            name => format!("{name}: {ty}"),
        });
        let params = match self.params.is_empty() {
            true => String::new(),
            false => format!("({})", joined(params, ", ")),
        };
        format!("{} {}{params}", self.kind, self.name)
    }
}

/// All words: the primitives of the language, then the words of the library, module by module in the order of their texts.
pub fn words() -> &'static [LibraryWord] {
    static WORDS: OnceLock<Vec<LibraryWord>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let primitives = Primitive::ALL.iter().map(|primitive| LibraryWord {
            name: primitive.name.to_owned(),
            module: None,
            kind: match primitive.result.word() {
                "number" => "number",
                "board" => "board",
                _ => "descriptor",
            },
            params: primitive
                .params
                .iter()
                .map(|ty| (String::new(), ty.word().to_owned()))
                .collect(),
            doc: primitive.doc.to_owned(),
            span: Span::default(),
        });
        let modules = adv_stdlib::MODULES.iter();
        let defined = modules.flat_map(|(module, text)| defined(module, text));
        primitives.chain(defined).collect()
    })
}

/// The source text of a module of the library; `None` where no module has the name.
pub fn library_text(module: &str) -> Option<&'static str> {
    let mut modules = adv_stdlib::MODULES.iter();
    let found = modules.find(|(name, _)| *name == module);
    found.map(|(_, text)| *text)
}

/// The names of all modules of the library.
pub fn library_modules() -> impl Iterator<Item = &'static str> {
    adv_stdlib::MODULES.iter().map(|(name, _)| *name)
}

/// The words that the text of a library module defines.
fn defined(module: &'static str, text: &str) -> Vec<LibraryWord> {
    let items = parse(text).file.items.into_iter();
    let words = items.filter_map(|item| {
        let params = match &item.kind {
            ItemKind::Define(of) => of.params.as_slice(),
            ItemKind::Moves(of) => &of.params,
            ItemKind::Advice(of) => &of.params,
            ItemKind::Plan(_)
            | ItemKind::Table(_)
            | ItemKind::Pattern(_)
            | ItemKind::Evaluation(_) => &[],
            _ => return None,
        };
        let name = named(&item.kind)?;
        let written = |param: &Param| (param.name.node.clone(), param.ty.node.clone());
        Some(LibraryWord {
            name: name.node.clone(),
            module: Some(module),
            kind: word(&item.kind),
            params: params.iter().map(written).collect(),
            doc: item.doc.join(
                "
",
            ),
            span: name.span,
        })
    });
    words.filter(|word| !word.name.starts_with('_')).collect()
}

/// Source of the program that explains positions by the library's patterns, used where no other program is named.
pub const PATTERNS_PROGRAM: &str = "\
use std.patterns
use std.texts-de
use std.texts-ru
use std.placement

evaluation static
  stage endgame
end-evaluation
";
