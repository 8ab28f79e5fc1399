//! Names and what they mean: the namespace of a file.
//!
//! This is a leaf: it knows the tree and the library, and nothing of the check.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;

use adv_module::program::Export;
use indexmap::IndexMap;

use crate::diagnostics::Diagnostic;
use crate::index::DefinitionId;
pub(crate) use crate::index::DefinitionKind as Kind;
use crate::library::Libraries;
use crate::source::Span;

/// The library module whose names mean something without a `use` line. A file that is compiled without it, as the library's own
/// first modules are, has no prelude.
pub(super) const PRELUDE: &str = "std.sdl";

/// How many names may be compared with unknown ones while a file is checked. A file of some thousand definitions with a hundred
/// unknown names stays below it.
pub(super) const MOST_COMPARISONS: usize = 500_000;

/// A definition by kind and index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Def {
    Function(usize),
    Moves(usize),
    Advice(usize),
    Plan(usize),
    Table(usize),
    Strategy(usize),
    Pattern(usize),
    Evaluation(usize),
    /// One that could not be read: nothing but its name is known, and uses of it are silent.
    Unread(usize),
}

/// The kind of what a library exports.
pub(super) fn kind_of_export(export: &Export) -> Kind {
    match export.result {
        _ if export.is_zone() => Kind::Zone,
        adv_module::Ty::Number => Kind::Number,
        adv_module::Ty::Truth => Kind::Descriptor,
        _ => Kind::Board,
    }
}

/// Where a used export comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LibraryName {
    /// Index into [`Names::uses`]; `None` for a name of the prelude, which no line brings.
    pub(crate) via: Option<usize>,
    /// Index into the libraries.
    pub(crate) module: usize,
    /// Index into its exports.
    pub(crate) export: usize,
}

/// A `use` line.
#[derive(Clone, Debug)]
pub(crate) struct UseLine {
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) used: bool,
    /// The one name that it brings; `None` for all.
    pub(crate) only: Option<String>,
}

/// A name that two `use` lines bring with two meanings.
#[derive(Clone, Debug)]
pub(crate) struct Clash {
    /// The lines, as indices into [`Names::uses`].
    pub(crate) vias: [usize; 2],
    /// Where the two are defined; the same place twice where one is a library's.
    pub(crate) places: [Span; 2],
    /// A use of the name has been reported.
    pub(crate) told: bool,
}

/// The namespace of the current file.
#[derive(Default)]
pub(crate) struct Names<'a> {
    /// The definitions of the file, and those that it uses of other files.
    pub(crate) own: HashMap<&'a str, Def>,
    /// The definitions' numbers in the index; those of its parameters follow each.
    pub(crate) ids: HashMap<Def, DefinitionId>,
    /// The names of the prelude, once they have been needed.
    prelude: OnceCell<HashMap<&'a str, LibraryName>>,
    libraries: Libraries<'a>,
    /// The own names in the order of the source, for suggestions.
    pub(crate) listed: Vec<(&'a str, Kind)>,
    pub(crate) library: HashMap<&'a str, Vec<LibraryName>>,
    pub(crate) uses: Vec<UseLine>,
    /// The names of [`Names::own`] that another file defines, each with the `use` line that brings it.
    pub(crate) brought: HashMap<&'a str, usize>,
    /// Those that two lines bring.
    pub(crate) clashes: HashMap<&'a str, Clash>,
    /// A module after `use` does not exist, so any unknown name may be one of its.
    pub(crate) missing_module: bool,
    /// The names that mean nothing, with what will be reported of each: nothing where that was said elsewhere.
    pub(crate) unknown: IndexMap<String, Option<Diagnostic>>,
    /// How many names may still be compared with unknown ones, to suggest those that come near.
    pub(crate) comparisons: Cell<usize>,
}

impl<'a> Names<'a> {
    /// No names but those of the prelude, where it is among the libraries.
    pub(crate) fn new(libraries: Libraries<'a>) -> Names<'a> {
        Names {
            libraries,
            comparisons: Cell::new(MOST_COMPARISONS),
            ..Names::default()
        }
    }

    /// The names of the prelude. It is compiled on the first call, which a program that uses none of them never makes.
    pub(crate) fn prelude(&self) -> &HashMap<&'a str, LibraryName> {
        self.prelude.get_or_init(|| {
            let Some(module) = self.libraries.find(PRELUDE) else {
                return HashMap::new();
            };
            let exports = self.libraries.exports(module).iter().enumerate();
            let name = |export| LibraryName {
                via: None,
                module,
                export,
            };
            exports
                .map(|(export, definition)| (definition.name.as_str(), name(export)))
                .collect()
        })
    }
}
