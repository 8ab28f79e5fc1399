//! No two types of one name in a crate: `docs/style.md` asks for names that say what a type is without its path.

use std::collections::BTreeMap;

use crate::common::{files, read, root};

/// Names that a crate has twice, with the two files and the reason.
const TWICE: &[(&str, &str, &[&str], &str)] = &[
    ("vm/jit", "Code", &["absent.rs", "code.rs"], TWO_BUILDS),
    ("vm/jit", "Jit", &["absent.rs", "code.rs"], TWO_BUILDS),
    ("vm/jit", "Row", &["absent.rs", "row.rs"], TWO_BUILDS),
];

const TWO_BUILDS: &str = "one type, compiled with the feature `native` or without it";

/// The syntax tree has its own words for what the checked program has too. They are told apart by the module, which is always written
/// outside the parser: `ast::Expr`.
const TREE: &str = "compiler/src/syntax/ast/";
const CHECKED: &str = "compiler/src/hir";
const PARSER: &str = "compiler/src/syntax/";

/// The types that a crate's product code declares: the name and the files.
fn declared(folder: &str) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files(format!("{folder}/src"), "rs") {
        let shown = path.strip_prefix(root()).unwrap_or(&path);
        let shown = shown.display().to_string();
        if shown.contains("/tests/") || shown.ends_with("/tests.rs") {
            continue;
        }
        let text = read(&path);
        for line in text.split("#[cfg(test)]").next().unwrap_or("").lines() {
            if let Some(name) = type_of(line) {
                // One file has a name twice only for two systems.
                let places = found.entry(name).or_default();
                if !places.contains(&shown) {
                    places.push(shown.clone());
                }
            }
        }
    }
    found
}

/// The type that a line begins to declare. A `type` that is indented belongs to a trait.
fn type_of(line: &str) -> Option<String> {
    let indented = line.starts_with(' ');
    let mut words = line.trim_start();
    if let Some(rest) = words.strip_prefix("pub") {
        words = match rest.strip_prefix('(') {
            Some(rest) => rest.split_once(')')?.1,
            None => rest,
        };
    }
    let words = words.trim_start();
    let words = words.strip_prefix("unsafe ").unwrap_or(words);
    let (kind, rest) = words.split_once(' ')?;
    if !["struct", "enum", "trait", "union", "type"].contains(&kind) || kind == "type" && indented {
        return None;
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    let name = &rest[..end.unwrap_or(rest.len())];
    name.starts_with(|c: char| c.is_uppercase())
        .then(|| name.to_owned())
}

fn members() -> Vec<String> {
    let mut folders: Vec<String> = files(".", "toml")
        .iter()
        .filter(|path| path.ends_with("Cargo.toml"))
        .filter_map(|path| path.parent()?.strip_prefix(root().join(".")).ok())
        .map(|folder| folder.display().to_string())
        .filter(|folder| root().join(folder).join("src").is_dir())
        .collect();
    folders.sort();
    folders
}

#[test]
fn a_type_is_recognised_where_it_is_declared() {
    let name = |line| type_of(line).unwrap_or_default();
    assert_eq!(name("pub(in crate::syntax) struct Nest<'a> {"), "Nest");
    assert_eq!(name("    enum Inner {"), "Inner");
    assert_eq!(name("pub unsafe trait Host {"), "Host");
    assert_eq!(name("type Words = Vec<u64>;"), "Words");
    assert_eq!(name("    type Item = u8;"), "");
    assert_eq!(name("// struct Said"), "");
}

#[test]
fn no_crate_has_two_types_of_one_name() {
    let members = members();
    assert!(members.len() >= 15, "{members:?}");
    let mut twice = Vec::new();
    for folder in &members {
        for (name, places) in declared(folder) {
            let is_excused = TWICE.iter().any(|(crate_, excused, files, _)| {
                crate_ == folder
                    && *excused == name
                    && places.len() == files.len()
                    && files
                        .iter()
                        .all(|file| places.iter().any(|p| p.ends_with(file)))
            });
            let tree = places.iter().filter(|place| place.starts_with(TREE));
            let checked = places.iter().filter(|place| place.starts_with(CHECKED));
            let is_both = places.len() == 2 && tree.count() == 1 && checked.count() == 1;
            if places.len() > 1 && !is_excused && !is_both {
                twice.push(format!("{folder}: {name} in {}", places.join(", ")));
            }
        }
    }
    assert!(twice.is_empty(), "{}", twice.join("\n"));
    for (folder, name, files, reason) in TWICE {
        let places = declared(folder).remove(*name).unwrap_or_default();
        assert_eq!(places.len(), files.len(), "{name} ({reason}): {places:?}");
    }
}

#[test]
fn a_type_of_the_tree_is_written_with_its_module_outside_the_parser() {
    let declared = declared("compiler");
    let shared: Vec<&String> = declared
        .iter()
        .filter(|(_, places)| places.len() > 1 && places.iter().any(|p| p.starts_with(TREE)))
        .map(|(name, _)| name)
        .collect();
    assert!(shared.iter().any(|name| *name == "Expr"), "{shared:?}");
    for path in files("compiler/src", "rs") {
        let shown = path.strip_prefix(root()).unwrap_or(&path);
        let shown = shown.display().to_string();
        if shown.starts_with(PARSER) {
            continue;
        }
        let text = read(&path);
        // An import is at the beginning of a line and ends with a semicolon.
        let imports = text.split("\nuse ").skip(1);
        let imports = imports.map(|rest| rest.split(';').next().unwrap_or(""));
        for import in imports.filter(|import| import.contains("syntax::ast")) {
            let mut words = import.split(|c: char| !c.is_alphanumeric() && c != '_');
            let bare = words.find(|word| shared.iter().any(|name| name == word));
            assert!(
                bare.is_none(),
                "{shown} imports {bare:?} without its module"
            );
        }
    }
}
