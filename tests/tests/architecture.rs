//! The arrows of ARCHITECTURE.md are the ones in the manifests.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{read, root};

/// Who may use whom. The page draws the same picture, and the test below compares the two with the manifests.
const ARROWS: &[(&str, &[&str])] = &[
    ("chess", &[]),
    ("tables", &["adv-chess"]),
    ("truth", &["adv-chess", "adv-tables"]),
    ("vm/module", &[]),
    ("compiler", &["adv-chess", "adv-module"]),
    ("vm/jit", &["adv-chess", "adv-module"]),
    ("vm", &["adv-chess", "adv-module", "adv-jit"]),
    ("prover", &["adv-chess", "adv-module", "adv-vm"]),
    ("certificate", &[]),
    (
        "render",
        &["adv-chess", "adv-module", "adv-vm", "adv-prover"],
    ),
    ("stdlib", &["adv-module"]),
    ("starter", &["adv-chess"]),
    (
        "adv",
        &[
            "adv-chess",
            "adv-tables",
            "adv-truth",
            "adv-module",
            "adv-compiler",
            "adv-vm",
            "adv-prover",
            "adv-certificate",
            "adv-render",
            "adv-stdlib",
            "adv-starter",
        ],
    ),
    ("cli", &["adv"]),
    (
        "tests",
        &[
            "adv",
            "adv-chess",
            "adv-tables",
            "adv-truth",
            "adv-module",
            "adv-compiler",
            "adv-jit",
            "adv-vm",
            "adv-prover",
            "adv-certificate",
            "adv-render",
            "adv-stdlib",
        ],
    ),
];

/// What a build script may use besides.
const BUILD_ARROWS: &[(&str, &[&str])] = &[("stdlib", &["adv-compiler", "adv-module"])];

/// Crates from elsewhere that belong to one place only.
const ONE_PLACE: &[(&str, &[&str])] = &[
    ("shakmaty", &["chess", "truth", "certificate", "tests"]),
    ("cozy-chess", &["tests"]),
    ("cranelift-codegen", &["vm/jit"]),
    ("cranelift-frontend", &["vm/jit"]),
    ("cranelift-jit", &["vm/jit"]),
    ("cranelift-module", &["vm/jit"]),
    ("cranelift-native", &["vm/jit"]),
    ("logos", &["compiler"]),
    ("lalrpop", &["compiler"]),
    ("lalrpop-util", &["compiler"]),
    ("ariadne", &["compiler"]),
    ("codespan-reporting", &["compiler"]),
    ("clap", &["cli"]),
    ("cpu-time", &["cli", "certificate", "tests"]),
    ("indicatif", &["cli"]),
    ("rustyline", &["cli"]),
    ("ctrlc", &["cli"]),
    ("miniz_oxide", &["cli"]),
    ("tempfile", &["cli", "truth"]),
    ("nix", &["cli"]),
    ("csv", &["render"]),
    ("serde_json", &["compiler", "render", "tests"]),
    (
        "rayon",
        &["adv", "cli", "tables", "truth", "prover", "tests"],
    ),
    ("criterion", &["tests"]),
    ("pgn-reader", &["tests"]),
    ("shakmaty-syzygy", &["tests", "truth"]),
    ("lzma-rs", &["truth"]),
];

/// Crates from elsewhere that only tests and benchmarks use: none of them is in what a user builds.
const TESTS_ONLY: &[&str] = &[
    "allocation-counter",
    "criterion",
    "cozy-chess",
    "insta",
    "lzma-rs",
    "pgn-reader",
];

/// The names under each `[…dependencies]` heading of a manifest; a reader for the plain form that these manifests have.
fn dependencies(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut heading = String::new();
    for line in read(format!("{folder}/Cargo.toml")).lines() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            heading = name.to_owned();
        } else if heading.ends_with("dependencies")
            && let Some((name, _)) = line.split_once('=')
        {
            found
                .entry(heading.clone())
                .or_default()
                .insert(name.trim().to_owned());
        }
    }
    found
}

fn own(names: Option<&BTreeSet<String>>) -> BTreeSet<&str> {
    names
        .into_iter()
        .flatten()
        .map(String::as_str)
        .filter(|name| *name == "adv" || name.starts_with("adv-"))
        .collect()
}

#[test]
fn the_manifests_have_the_arrows_and_no_others() {
    for (folder, allowed) in ARROWS {
        let manifest = dependencies(folder);
        let used = own(manifest.get("dependencies"));
        let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
        assert!(
            used.is_subset(&allowed),
            "{folder} uses {used:?}, and may use {allowed:?}"
        );
        let build = own(manifest.get("build-dependencies"));
        let listed = BUILD_ARROWS
            .iter()
            .find(|(f, _)| f == folder)
            .map_or(&[][..], |(_, names)| names);
        assert!(
            build.iter().all(|name| listed.contains(name)),
            "the build script of {folder} uses {build:?}"
        );
    }
}

#[test]
fn every_member_of_the_workspace_has_its_arrows() {
    let manifest = read("Cargo.toml");
    let members = manifest
        .lines()
        .find_map(|line| line.strip_prefix("members = ["));
    let members = members
        .and_then(|rest| rest.split_once(']'))
        .map_or("", |(list, _)| list);
    let members: BTreeSet<&str> = members
        .split(',')
        .map(|name| name.trim().trim_matches('"'))
        .collect();
    let known: BTreeSet<&str> = ARROWS.iter().map(|(folder, _)| *folder).collect();
    assert_eq!(members, known);
    let page = read("ARCHITECTURE.md");
    for folder in known {
        assert!(
            page.contains(&format!("| `{folder}` |")),
            "ARCHITECTURE.md has no row for {folder}"
        );
    }
    assert!(
        !root().join("rust-toolchain").exists() && !root().join("rust-toolchain.toml").exists()
    );
}

#[test]
fn the_page_draws_these_arrows() {
    let page = read("ARCHITECTURE.md");
    for drawn in [
        "chess ◀── compiler ──▶ module ◀── vm ──▶ chess",
        "render ──▶ prover, vm, module, chess",
        "tables ──▶ chess",
        "truth  ──▶ tables, chess",
        "starter ──▶ chess",
        "stdlib ──▶ module   (build: compiler, module)",
        "adv    ──▶ all of these      cli ──▶ adv      tests ──▶ all",
    ] {
        assert!(
            page.contains(drawn),
            "ARCHITECTURE.md does not draw `{drawn}`"
        );
    }
}

#[test]
fn crates_of_one_place_stay_there() {
    for (folder, _) in ARROWS {
        for (heading, names) in dependencies(folder) {
            for (name, places) in ONE_PLACE {
                assert!(
                    !names.contains(*name) || places.contains(folder),
                    "{folder} has {name} under [{heading}]"
                );
            }
        }
    }
}

#[test]
fn what_is_for_tests_is_in_no_crate() {
    for (folder, _) in ARROWS {
        for (heading, names) in dependencies(folder) {
            let found = TESTS_ONLY.iter().find(|name| names.contains(**name));
            assert!(
                heading == "dev-dependencies" || found.is_none(),
                "{folder} has {found:?} under [{heading}]"
            );
        }
    }
}

#[test]
fn versions_stand_in_one_place() {
    for (folder, _) in ARROWS {
        let manifest = read(format!("{folder}/Cargo.toml"));
        let mut heading = "";
        for line in manifest.lines() {
            if line.starts_with('[') {
                heading = line;
            }
            assert!(
                !heading.ends_with("dependencies]")
                    || !line.contains('=')
                    || line.contains("workspace = true"),
                "{folder} does not take `{line}` from the workspace"
            );
        }
    }
}

#[test]
fn the_core_does_no_input_or_output() {
    let silent = [
        "chess/src",
        "tables/src",
        "vm/module/src",
        "compiler/src",
        "vm/jit/src",
        "vm/src",
        "certificate/src",
        "adv/src",
        "render/src",
        "stdlib/src",
    ];
    for folder in silent {
        for path in common::files(folder, "rs") {
            // Tests at the end of a file may read what they like.
            let text = read(&path);
            let code = text.split("#[cfg(test)]").next().unwrap_or("");
            let is_test = common::file_name(&path).starts_with("test")
                || path.components().any(|c| c.as_os_str() == "tests");
            for word in [
                "std::fs",
                "std::io::std",
                "println!",
                "std::process",
                "std::env",
                "std::net",
                "std::time",
            ] {
                let used = code
                    .lines()
                    .any(|l| l.contains(word) && !l.trim_start().starts_with("//"));
                assert!(is_test || !used, "{} uses {word}", path.display());
            }
        }
    }
}
