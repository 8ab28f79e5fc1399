//! The vocabulary: numbers and descriptors without parameters, of a program and of the library modules that it uses.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use adv_compiler::source::Source;
use adv_compiler::syntax::ast::{File, ItemKind};
use adv_compiler::syntax::parse_source;
use adv_module::program::Export;
use adv_module::{Needs, Program, Ty};

use crate::items;
use crate::learn::LearnError;
use crate::load::Rulebook;

/// A number or descriptor of the vocabulary.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    /// Its name.
    pub(crate) name: String,
    /// Number or descriptor.
    pub(crate) ty: Ty,
    /// The library module that defines it; `None` for the program itself.
    pub(crate) module: Option<String>,
}

/// The numbers that are named, or all that there are.
pub(super) fn words_of(rulebook: &Rulebook, names: &[String]) -> Result<Vec<Word>, LearnError> {
    let (_, file) = text_of(rulebook)?;
    let used_file = file.items.iter().find_map(|item| match &item.kind {
        ItemKind::UseFile(path) => Some(path.node.clone()),
        _ => None,
    });
    if let Some(path) = used_file {
        return Err(LearnError::Files(path));
    }
    let mut all = all_words(rulebook, &file);
    all.retain(|word| word.ty == Ty::Number);
    if all.is_empty() {
        return Err(LearnError::NoNumbers);
    }
    if names.is_empty() {
        return Ok(all);
    }
    let mut wanted = Vec::new();
    for name in names {
        let Some(word) = all.iter().find(|word| word.name == *name) else {
            return Err(LearnError::Unknown {
                name: name.clone(),
                known: all.into_iter().map(|word| word.name).collect(),
            });
        };
        wanted.push(word.clone());
    }
    let mut once = BTreeSet::new();
    wanted.retain(|word| once.insert(word.name.clone()));
    Ok(wanted)
}

/// All words of a program and of the library modules that it uses, and that these use; the first of a name is the nearest.
pub(crate) fn all_words(rulebook: &Rulebook, file: &File) -> Vec<Word> {
    let mut all = words_in(rulebook.program(), None);
    let mut seen = BTreeSet::new();
    let mut modules = uses_of(file);
    while let Some(module) = modules.pop() {
        if !seen.insert(module.clone()) {
            continue;
        }
        let Some(Ok(library)) = Rulebook::of_library(&module) else {
            continue;
        };
        all.extend(words_in(library.program(), Some(&module)));
        if let Ok((_, file)) = text_of(&library) {
            modules.extend(uses_of(&file));
        }
    }
    let mut known = BTreeSet::new();
    all.retain(|word| known.insert(word.name.clone()));
    all
}

/// The program with a `use` line for each module that a word comes from.
pub(crate) fn with_modules(rulebook: &Rulebook, words: &[Word]) -> Result<Rulebook, LearnError> {
    let (source, file) = text_of(rulebook)?;
    let own = uses_of(&file);
    let modules: BTreeSet<&String> = words
        .iter()
        .filter_map(|word| word.module.as_ref())
        .collect();
    let mut text = source.file_text(0).to_owned();
    for module in modules.into_iter().filter(|module| !own.contains(module)) {
        let _ = write!(text, "\nuse {module}\n");
    }
    // What compiles goes on to compile with more words of the library in sight.
    Ok(Rulebook::load(source.name(), text).unwrap_or_else(|_| rulebook.clone()))
}

/// The source text of a program with its items.
pub(crate) fn text_of(rulebook: &Rulebook) -> Result<(Source, File), LearnError> {
    let kept = rulebook.program().source.as_ref();
    let kept = kept.ok_or(LearnError::NoSource)?;
    let source = Source::new(kept.file.as_str(), kept.text_of(None));
    let file = parse_source(&source).file;
    Ok((source, file))
}

/// The library modules of the `use` lines of a text, the last first.
fn uses_of(file: &File) -> Vec<String> {
    let uses = file.items.iter().rev();
    let uses = uses.filter(|item| matches!(item.kind, ItemKind::Use(_)));
    uses.filter_map(|item| items::name(&item.kind)).collect()
}

/// The numbers and descriptors of a program that have a value in a single position, in the order of the text.
fn words_in(program: &Program, module: Option<&str>) -> Vec<Word> {
    let exports = program.exports.iter().filter(|export| {
        matches!(export.result, Ty::Number | Ty::Truth)
            && export.params.is_empty()
            && export.functions.len() == 1
            && export.needs == Needs::NONE
    });
    let word = |export: &Export| Word {
        name: export.name.clone(),
        ty: export.result,
        module: module.map(str::to_owned),
    };
    exports.map(word).collect()
}
