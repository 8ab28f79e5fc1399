//! The list of public items of the crate, as a snapshot: an item that appears or disappears is seen in review.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The public names that a file of the crate brings into the module that it is for.
fn names(file: &str) -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let path = match source.join(file) {
        path if path.exists() => path,
        _ => source.join(file.trim_end_matches(".rs")).join("mod.rs"),
    };
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join(" ");
    let mut found = Vec::new();
    for statement in code.split("pub use ").skip(1) {
        let Some((path, _)) = statement.split_once(';') else {
            panic!("{file}: a `pub use` without an end");
        };
        let list = match path.split_once('{') {
            Some((_, list)) => list.trim_end_matches('}'),
            None => path.rsplit("::").next().unwrap_or(path),
        };
        for item in list
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty())
        {
            let name = item.rsplit(" as ").next().unwrap_or(item);
            assert!(name != "*", "{file}: name what is public, one by one");
            found.push(name.to_owned());
        }
    }
    // What the module defines itself stands at the beginning of a line.
    for line in text.lines() {
        let Some(item) = line.strip_prefix("pub ") else {
            continue;
        };
        let words = item.trim_start_matches("const ").split_once(' ');
        if let Some(("fn" | "struct" | "enum" | "trait" | "type", rest)) = words {
            let name = rest
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .next();
            found.push(name.unwrap_or(rest).to_owned());
        }
    }
    found.sort();
    found
}

#[test]
fn the_public_items_are_these() {
    let root = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    let root = root.expect("the crate has a root");
    let modules = root.lines().filter_map(|line| {
        let name = line.strip_prefix("pub mod ")?.strip_suffix(';')?;
        Some((format!("adv::{name}"), names(&format!("{name}.rs"))))
    });
    let mut all: BTreeMap<String, Vec<String>> = modules.collect();
    all.insert("adv".to_owned(), names("lib.rs"));
    assert!(all.len() > 1, "the root has public modules");
    let mut text = String::new();
    for (module, names) in &all {
        text.push_str(&format!("{module}: {}\n", names.len()));
        for name in names {
            text.push_str(&format!("    {name}\n"));
        }
    }
    insta::assert_snapshot!("items", text);
}
