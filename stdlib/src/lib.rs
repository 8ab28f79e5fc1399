//! The standard library of adv: words for endgames, written in the language over its primitives.
//!
//! The sources lie in `lib/`. They are compiled when this crate is built and travel in it as module files, which are read and
//! verified like all others before a program is linked against them.
//!
//! Architecture invariant: no definition is written in Rust here.

use std::sync::OnceLock;

use adv_module::Module;

include!("../library.rs");

macro_rules! modules {
    ($($stem:literal),* $(,)?) => {
        /// Source and compiled form of each module, in the order of [`MODULES`].
        const FILES: &[(&str, &str, &[u8])] = &[$((
            $stem,
            include_str!(concat!("../lib/", $stem, ".adv")),
            include_bytes!(concat!(env!("OUT_DIR"), "/", $stem, ".advc")),
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
    "possibility",
    "sdl",
);

/// The library's modules, verified, in an order in which each comes after those that it uses. They are read once.
pub fn libraries() -> &'static [Module] {
    static MODULES_READ: OnceLock<Vec<Module>> = OnceLock::new();
    MODULES_READ.get_or_init(|| {
        FILES
            .iter()
            .filter_map(|(_, _, bytes)| {
                adv_module::read(bytes)
                    .ok()
                    .and_then(|m| adv_module::verify(m).ok())
            })
            .collect()
    })
}

/// The source of a module, `None` for a name that the library does not have.
pub fn source(name: &str) -> Option<&'static str> {
    let index = MODULES.iter().position(|(n, _)| *n == name)?;
    FILES.get(index).map(|(_, text, _)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_travels_and_verifies() {
        let names: Vec<&str> = libraries()
            .iter()
            .map(|m| m.program().name.as_str())
            .collect();
        let listed: Vec<&str> = MODULES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, listed);
        for ((_, stem), (file, _, _)) in MODULES.iter().zip(FILES) {
            assert_eq!(stem, file);
        }
    }

    #[test]
    fn every_definition_is_documented() {
        for module in libraries() {
            for export in &module.program().exports {
                assert!(
                    !export.doc.is_empty(),
                    "{} of {} has no doc comment",
                    export.name,
                    module.program().name
                );
            }
        }
    }
}
