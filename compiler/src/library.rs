//! The libraries that a program may use, each compiled from its source when something of it is first needed.
//!
//! ```text
//!   use std.rook ──▶ entry `std.rook` ──compiled once──▶ Library { checked, module }
//!                        text, name, version                 │       └ names and signatures for the check, code for the linker
//!                                                            └ bodies that take the place of their calls
//! ```
//!
//! A program that uses one small module pays for that module and those that it uses itself, not for the whole library.
//!
//! Moves, advice, plans and tables are no functions: they are compiled for the program that uses them, moves and advice with their constants. The text of a module that
//! has such items is a file of that program (see [`crate::files`]), in which the boards, numbers and descriptors are those of the module.

use std::sync::OnceLock;

use adv_module::program::Export;
use adv_module::{LinkError, Linked, Module, Program, link};

use crate::analysis::analyse_module;
use crate::compile::compile_analysis;
use crate::diagnostics::{Diagnostic, Severity};
use crate::files::NoFiles;
use crate::hir::{Checked, Hir};
use crate::lower::{Size, sizes};
use crate::source::Source;
use crate::syntax::ast::ItemKind;
use crate::syntax::parse;

/// A library module that has been compiled.
#[derive(Debug)]
pub struct Library {
    source: Source,
    checked: Checked,
    module: Module,
    /// The size of each definition with everything in it spelt out; `None` where it has to stay a call.
    sizes: Vec<Option<Size>>,
}

impl Library {
    /// Compiles one module, which may use `libraries`.
    ///
    /// # Errors
    /// The errors of its source.
    fn compile(
        source: Source,
        name: &str,
        version: &str,
        libraries: Libraries<'_>,
    ) -> Result<Library, Vec<Diagnostic>> {
        let analysis = analyse_module(&source, libraries);
        let compiled = compile_analysis(analysis, &source, name, version, libraries);
        match compiled.checked.zip(compiled.module) {
            Some((checked, module)) => Ok(Library::new(source, checked, module, libraries)),
            None => {
                let errors = compiled.diagnostics.into_iter();
                Err(errors
                    .filter(|told| told.severity == Severity::Error)
                    .collect())
            }
        }
    }

    pub(crate) fn new(
        source: Source,
        checked: Checked,
        module: Module,
        libraries: Libraries<'_>,
    ) -> Library {
        let sizes = sizes(checked.program(), libraries);
        Library {
            source,
            checked,
            module,
            sizes,
        }
    }

    /// Its name, as after `use`.
    pub fn name(&self) -> &str {
        &self.module.program().name
    }

    /// Its version, which programs that are compiled against it name.
    pub fn version(&self) -> &str {
        &self.module.program().version
    }

    /// Its source, which the places in its checked program belong to.
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// Its checked program.
    pub fn hir(&self) -> &Hir {
        self.checked.program()
    }

    /// Its verified module.
    pub const fn module(&self) -> &Module {
        &self.module
    }

    /// What it exports.
    pub fn exports(&self) -> &[Export] {
        &self.module.program().exports
    }

    pub(crate) fn sizes(&self) -> &[Option<Size>] {
        &self.sizes
    }
}

/// Whether an item of a library module is compiled with each program that uses it. Boards, numbers and descriptors are not: they are
/// functions of the module.
pub(crate) fn is_brought(item: &ItemKind) -> bool {
    matches!(item, ItemKind::Texts(_)) || brought_name(item).is_some()
}

/// The name of such an item.
pub(crate) fn brought_name(item: &ItemKind) -> Option<&str> {
    match item {
        ItemKind::Moves(def) => Some(&def.name.node),
        ItemKind::Advice(def) => Some(&def.name.node),
        ItemKind::Plan(def) => Some(&def.name.node),
        ItemKind::Table(def) => Some(&def.name.node),
        ItemKind::Pattern(def) => Some(&def.name.node),
        ItemKind::Evaluation(def) => Some(&def.name.node),
        _ => None,
    }
}

/// A library module: its text, and what has been made of it.
#[derive(Debug)]
struct LibraryModule {
    name: String,
    version: String,
    text: String,
    /// The names that its items define, and whether the item is compiled with each program that uses it.
    items: OnceLock<Vec<(String, bool)>>,
    compiled: OnceLock<Result<Library, Vec<Diagnostic>>>,
}

impl LibraryModule {
    fn items(&self) -> &[(String, bool)] {
        self.items.get_or_init(|| {
            let items = parse(&self.text).file.items;
            let named = items.iter().map(|item| match &item.kind {
                ItemKind::Define(def) => (def.name.node.clone(), false),
                kind => (
                    brought_name(kind).unwrap_or("").to_owned(),
                    is_brought(kind),
                ),
            });
            named.collect()
        })
    }
}

/// Owns the sources of some library modules, and what has been compiled of them.
#[derive(Debug, Default)]
pub struct LibrarySet {
    entries: Vec<LibraryModule>,
}

impl LibrarySet {
    /// Modules of one version by name and text. A module can use those before it. Nothing is compiled yet.
    pub fn new<'s>(
        version: &str,
        modules: impl IntoIterator<Item = (&'s str, &'s str)>,
    ) -> LibrarySet {
        let entry = |(name, text): (&str, &str)| LibraryModule {
            name: name.to_owned(),
            version: version.to_owned(),
            text: text.to_owned(),
            items: OnceLock::new(),
            compiled: OnceLock::new(),
        };
        LibrarySet {
            entries: modules.into_iter().map(entry).collect(),
        }
    }

    /// A set of one module that has been compiled before.
    #[cfg(test)]
    pub(crate) fn of(library: Library) -> LibrarySet {
        let mut set = LibrarySet::new(library.version(), [(library.name(), "")]);
        set.entries[0].compiled = OnceLock::from(Ok(library));
        set
    }

    /// The modules as a compiler takes them.
    pub fn libraries(&self) -> Libraries<'_> {
        Libraries(&self.entries)
    }
}

/// The libraries that a program may use, in an order in which each comes after those that it uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Libraries<'a>(&'a [LibraryModule]);

impl<'a> Libraries<'a> {
    /// No library.
    pub const NONE: Libraries<'static> = Libraries(&[]);

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Their names. Compiles nothing.
    pub fn names(self) -> impl Iterator<Item = &'a str> + Clone {
        self.0.iter().map(|entry| entry.name.as_str())
    }

    /// The index of the library of this name. Compiles nothing.
    pub fn find(self, name: &str) -> Option<usize> {
        self.0.iter().position(|entry| entry.name == name)
    }

    /// The source text of the library of this name. Compiles nothing.
    pub fn text(self, name: &str) -> Option<&'a str> {
        Some(self.0.get(self.find(name)?)?.text.as_str())
    }

    /// The module whose text is a file of every program with such a `use` line, for it brings moves, advice, plans or tables. Compiles nothing.
    pub(crate) fn file_of(self, used: &str) -> Option<&'a str> {
        let front = || {
            used.rsplit_once('.')
                .and_then(|(front, _)| self.find(front))
        };
        let entry = self.0.get(self.find(used).or_else(front)?)?;
        let brings = entry.items().iter().any(|(_, is_brought)| *is_brought);
        brings.then_some(entry.name.as_str())
    }

    /// The module that defines a name: a board, number or descriptor, or what it brings. Compiles nothing.
    pub(crate) fn defining(self, name: &str, brought: bool) -> Option<&'a str> {
        let mut entries = self.0.iter();
        let defines = |entry: &&LibraryModule| {
            let mut items = entry.items().iter();
            items.any(|(own, is_brought)| own == name && *is_brought == brought)
        };
        Some(entries.find(defines)?.name.as_str())
    }

    /// The libraries before an index: those that the one there may use.
    #[must_use]
    pub fn before(self, index: usize) -> Libraries<'a> {
        Libraries(self.0.get(..index).unwrap_or(self.0))
    }

    /// A library, compiled now unless it has been before.
    ///
    /// # Errors
    /// The errors of its source; none where there is no such index.
    pub fn get(self, index: usize) -> Result<&'a Library, &'a [Diagnostic]> {
        let Some(entry) = self.0.get(index) else {
            return Err(&[]);
        };
        let compile = || {
            let before = self.before(index);
            let name = format!("{}.adv", entry.name);
            let source = Source::gather(name, entry.text.as_str(), &NoFiles, before);
            Library::compile(source, &entry.name, &entry.version, before)
        };
        let compiled = entry.compiled.get_or_init(compile);
        compiled.as_ref().map_err(Vec::as_slice)
    }

    /// The library of this name, compiled now unless it has been before; `None` where there is none or it is in error.
    pub fn named(self, name: &str) -> Option<&'a Library> {
        self.get(self.find(name)?).ok()
    }

    /// All libraries without errors.
    pub fn iter(self) -> impl Iterator<Item = &'a Library> {
        (0..self.len()).filter_map(move |index| self.get(index).ok())
    }

    /// What a library exports; nothing where it is in error.
    pub(crate) fn exports(self, index: usize) -> &'a [Export] {
        self.get(index).map_or(&[], Library::exports)
    }

    /// The name of the library at an index.
    pub(crate) fn name(self, index: usize) -> &'a str {
        self.0.get(index).map_or("", |entry| entry.name.as_str())
    }

    /// The modules that a program imports, and those that they import, in the order of the libraries. All of them where one of
    /// those is missing, so that the linker's message can say which there are.
    pub fn needed_by(self, program: &Program) -> Vec<&'a Module> {
        let mut needed = vec![false; self.len()];
        let mut missing = false;
        let mut mark = |program: &Program, needed: &mut Vec<bool>| {
            for import in &program.imports {
                match self.find(&import.module) {
                    Some(index) => needed[index] = true,
                    None => missing = true,
                }
            }
        };
        mark(program, &mut needed);
        // A library imports from libraries before it only.
        for index in (0..self.len()).rev() {
            if needed[index]
                && let Ok(library) = self.get(index)
            {
                mark(library.module.program(), &mut needed);
            }
        }
        (0..self.len())
            .filter(|&index| missing || needed[index])
            .filter_map(|index| self.get(index).ok())
            .map(Library::module)
            .collect()
    }

    /// Links a program with what it needs of these libraries.
    ///
    /// # Errors
    /// As [`adv_module::link`].
    pub fn link(self, program: Module) -> Result<Linked, LinkError> {
        let needed = self.needed_by(program.program());
        link(program, &needed)
    }
}
