//! The vocabulary: numbers without parameters, of a program and of the library modules that it uses.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use adv_compiler::source::Source;
use adv_compiler::syntax::ast::{File, ItemKind};
use adv_compiler::syntax::parse_source;
use adv_module::{Needs, Program, Ty};

use crate::items;
use crate::learn::LearnError;
use crate::load::Rulebook;

/// A number of the vocabulary.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// Its name.
    pub(super) name: String,
    /// The library module that defines it; `None` for the program itself.
    pub(super) module: Option<String>,
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
    let mut all = numbers_of(rulebook.program(), None);
    let mut seen = BTreeSet::new();
    let mut modules = uses_of(&file);
    while let Some(module) = modules.pop() {
        if !seen.insert(module.clone()) {
            continue;
        }
        let Some(Ok(library)) = Rulebook::of_library(&module) else {
            continue;
        };
        all.extend(numbers_of(library.program(), Some(&module)));
        if let Ok((_, file)) = text_of(&library) {
            modules.extend(uses_of(&file));
        }
    }
    // The first of a name is the nearest.
    let mut known = BTreeSet::new();
    all.retain(|word| known.insert(word.name.clone()));
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

/// The program with a `use` line for each module that a word comes from.
pub(super) fn with_modules(rulebook: &Rulebook, words: &[Word]) -> Result<Rulebook, LearnError> {
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
pub(super) fn text_of(rulebook: &Rulebook) -> Result<(Source, File), LearnError> {
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

/// The numbers of a program that have a value in a single position, in the order of the text.
fn numbers_of(program: &Program, module: Option<&str>) -> Vec<Word> {
    let exports = program.exports.iter().filter(|export| {
        export.result == Ty::Number
            && export.params.is_empty()
            && export.functions.len() == 1
            && export.needs == Needs::NONE
    });
    let word = |name: &String| Word {
        name: name.clone(),
        module: module.map(str::to_owned),
    };
    exports.map(|export| word(&export.name)).collect()
}
