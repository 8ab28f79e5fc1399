//! The licences of everything that adv is built from allow it to be handed out under GPL-3.0-or-later, and packages carry one version and
//! one address.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{read, root};

/// Every workspace of the project, by its manifest.
const WORKSPACES: &[&str] = &[
    "Cargo.toml",
    "python/Cargo.toml",
    "web/wasm/Cargo.toml",
    "fuzz/Cargo.toml",
    "editors/tree-sitter-adv/check/Cargo.toml",
];

/// Licences under which parts may be taken into a program under GPL-3.0-or-later.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "GPL-3.0+",
    "GPL-3.0-or-later",
    "ISC",
    "MIT",
    "NCSA",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// True if an SPDX expression offers a choice in which each licence is allowed; a slash is the older sign for `OR`.
fn allows(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ");
    let spaced = spaced.replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let holds = any(&mut words);
    holds && words.next().is_none()
}

type Words<'w> = std::iter::Peekable<std::str::SplitWhitespace<'w>>;

fn any(words: &mut Words<'_>) -> bool {
    let mut holds = all(words);
    while words.next_if_eq(&"OR").is_some() {
        holds |= all(words);
    }
    holds
}

fn all(words: &mut Words<'_>) -> bool {
    let mut holds = one(words);
    while words.next_if_eq(&"AND").is_some() {
        holds &= one(words);
    }
    holds
}

fn one(words: &mut Words<'_>) -> bool {
    let Some(word) = words.next() else {
        return false;
    };
    if word == "(" {
        return any(words) & (words.next() == Some(")"));
    }
    if words.next_if_eq(&"WITH").is_some() {
        // An exception only allows more.
        words.next();
    }
    ALLOWED.contains(&word)
}

#[test]
fn an_expression_allows_what_one_of_its_choices_allows() {
    for good in [
        "MIT",
        "MIT/Apache-2.0",
        "(MIT OR AGPL-3.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(allows(good), "{good}");
    }
    for bad in [
        "",
        "AGPL-3.0",
        "MIT AND GPL-2.0-only",
        "(MIT",
        "MIT Apache-2.0",
    ] {
        assert!(!allows(bad), "{bad}");
    }
}

#[test]
fn every_crate_may_be_handed_out_with_adv() {
    let mut refused = Vec::new();
    for manifest in WORKSPACES {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--locked", "--format-version", "1"])
            .arg("--manifest-path")
            .arg(root().join(manifest))
            .output()
            .expect("cargo runs");
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr);
            let is_offline = ["download", "network", "resolve host", "offline"];
            assert!(is_offline.iter().any(|word| why.contains(word)), "{why}");
            println!("NOT RUN: every_crate_may_be_handed_out_with_adv, for {manifest}: {why}");
            continue;
        }
        let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let packages = told["packages"].as_array().expect("packages");
        let own = packages
            .iter()
            .filter(|package| package["source"].is_null());
        assert!(own.count() > 0, "{manifest}");
        for package in packages {
            let licence = package["license"].as_str().unwrap_or_default();
            if !allows(licence) {
                refused.push(format!(
                    "{manifest}: {} {}: `{licence}`",
                    package["name"], package["version"]
                ));
            }
        }
    }
    assert_eq!(
        refused,
        Vec::<String>::new(),
        "these licences are none of {ALLOWED:?}"
    );
}

/// The value after a key in a manifest, between the first quotes that follow.
fn after(path: impl AsRef<Path>, key: &str) -> String {
    let text = read(&path);
    let rest = text.split_once(key).map(|(_, rest)| rest);
    let value = rest.and_then(|rest| rest.split('"').nth(1));
    value
        .unwrap_or_else(|| panic!("{} has no {key}", path.as_ref().display()))
        .to_owned()
}

#[test]
fn packages_have_one_version_and_one_address() {
    let version = after("Cargo.toml", "\nversion = ");
    for (path, key) in [
        ("python/Cargo.toml", "\nversion = "),
        ("web/wasm/Cargo.toml", "\nversion = "),
        ("python/adv/__init__.py", "\n__version__ = "),
        ("editors/vscode/package.json", "\"version\":"),
        ("editors/tree-sitter-adv/package.json", "\"version\":"),
        ("editors/tree-sitter-adv/tree-sitter.json", "\"version\":"),
    ] {
        assert_eq!(after(path, key), version, "{path} is of another version");
    }
    let heading = format!("## {version}");
    assert!(
        read("CHANGELOG.md").contains(&heading),
        "CHANGELOG.md has no {heading}"
    );
    let address = after("Cargo.toml", "\nrepository = ");
    assert_eq!(after("python/pyproject.toml", "\nRepository = "), address);
    assert_eq!(
        after(
            "editors/tree-sitter-adv/tree-sitter.json",
            "\"repository\":"
        ),
        address
    );
    for folder in ["editors/vscode", "editors/tree-sitter-adv"] {
        let url = after(format!("{folder}/package.json"), "\"url\":");
        assert_eq!(url, format!("{address}.git"), "{folder}");
    }
    let page = read("python/README.md");
    assert!(
        !page.contains("](..") && !page.contains("](docs"),
        "a link of python/README.md leads nowhere outside of the project"
    );
}
