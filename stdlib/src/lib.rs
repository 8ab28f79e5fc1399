//! The standard library of adv: words for endgames, written in the language over its primitives.
//!
//! The sources are in `lib/` and travel in this crate as text. Each module is compiled when a program first uses something of it,
//! once in a process.
//!
//! Architecture invariant: no definition is written in Rust here.

use std::sync::OnceLock;

use adv_compiler::{Libraries, LibrarySet};

macro_rules! modules {
    ($($stem:literal $([$($part:literal),*])?),* $(,)?) => {
        /// The modules, in an order in which each comes after those that it uses: the name in `use`, and the source text. A module of several
        /// files is their texts one after the other: the file of its name, and its parts in the folder of its name.
        pub const MODULES: &[(&str, &str)] = &[$((
            concat!("std.", $stem),
            concat!(
                include_str!(concat!("../lib/", $stem, ".adv")),
                $($("\n", include_str!(concat!("../lib/", $stem, "/", $part, ".adv"))),*)?
            ),
        )),*];
    };
}

modules!(
    "geometry",
    "distance",
    "directions",
    "edges",
    "kings",
    "room",
    "rook",
    "pawn",
    "opposition",
    "mate",
    "mating",
    "vocabulary",
    "possibility",
    "value",
    "cost",
    "solve",
    "square",
    "trajectories",
    "structure",
    "attack",
    "placement",
    "plans",
    "patterns" ["pawns", "kings", "pieces", "threats"],
    "texts-de",
    "texts-ru",
    "sdl",
);

/// The version of the whole library. A program names it in its imports, and the linker accepts no other.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The library, for a compiler and a linker. A module of it is compiled when it is first needed, and then kept.
pub fn libraries() -> Libraries<'static> {
    static SET: OnceLock<LibrarySet> = OnceLock::new();
    SET.get_or_init(|| LibrarySet::new(VERSION, MODULES.iter().copied()))
        .libraries()
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_compiler::diagnostics::Severity;
    use adv_compiler::diagnostics::render::{Format, render};
    use adv_compiler::files::NoFiles;
    use adv_compiler::source::Source;
    use adv_compiler::syntax::ast::ItemKind;
    use adv_compiler::syntax::parse;

    #[test]
    fn every_module_compiles_without_an_error_or_a_warning() {
        for (index, (name, text)) in MODULES.iter().enumerate() {
            let before = libraries().before(index);
            let source = Source::gather(format!("{name}.adv"), *text, &NoFiles, before);
            let compiled = adv_compiler::compile(&source, name, VERSION, before);
            let complaints: Vec<_> = compiled
                .diagnostics
                .into_iter()
                .filter(|told| told.severity != Severity::Note)
                .collect();
            assert!(
                complaints.is_empty(),
                "{}",
                render(&complaints, &source, Format::Plain)
            );
            // What other programs get is the same module, and a module file holds all of it.
            let library = libraries().get(index).expect("it compiles");
            let module = compiled
                .module
                .expect("a program without errors has a module");
            assert_eq!(library.module().program(), module.program());
            let bytes = adv_module::write(library.module().program());
            let read = adv_module::read(&bytes).expect("it was written just now");
            assert_eq!(read.program(), library.module().program());
        }
    }

    #[test]
    fn every_definition_is_documented() {
        assert_eq!(libraries().iter().count(), MODULES.len());
        for library in libraries().iter() {
            for export in library.exports() {
                assert!(
                    !export.doc.is_empty(),
                    "{} of {} has no doc comment",
                    export.name,
                    library.name()
                );
            }
            for item in parse(library.source().file_text(0)).file.items {
                let is_brought = matches!(
                    item.kind,
                    ItemKind::Moves(_)
                        | ItemKind::Advice(_)
                        | ItemKind::Plan(_)
                        | ItemKind::Table(_)
                        | ItemKind::Pattern(_)
                        | ItemKind::Evaluation(_)
                );
                assert!(
                    !is_brought || !item.doc.is_empty(),
                    "{}: an item without a doc comment",
                    library.name()
                );
            }
        }
    }
}
