//! The arrows of ARCHITECTURE.md are the ones in the manifests, and the page's rules hold for them.
//!
//! The page's drawing is the list of arrows: a manifest with one more or one less is a test that fails until `cargo bless` has drawn it
//! anew, and the change can be seen on the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use adv_testkit::fresh_part;

use crate::common::{file_name, files, read, root};

/// What a crate must not reach by arrows, not even by way of others.
const UNKNOWN: &[(&str, &[&str])] = &[
    ("chess", &["vm/module", "compiler"]),
    ("cases", &["vm/module", "compiler", "tables", "truth"]),
    ("tables", &["vm/module", "compiler"]),
    ("truth", &["vm/module", "compiler"]),
    ("vm/module", &["chess"]),
    ("vm/geometry", &["chess", "vm/module", "compiler"]),
    ("compiler", &["vm", "vm/jit", "stdlib", "truth"]),
    ("vm/primitives", &["vm", "vm/jit", "compiler", "truth"]),
    ("vm/jit", &["vm", "compiler", "truth"]),
    ("vm", &["compiler", "stdlib", "truth", "render"]),
    (
        "explain",
        &["compiler", "stdlib", "truth", "render", "prover"],
    ),
    ("prover", &["compiler", "stdlib", "truth", "render"]),
    ("render", &["compiler", "stdlib", "truth"]),
    ("stdlib", &["vm"]),
    ("starter", &["compiler", "vm", "truth"]),
    ("learn", &["vm/module", "compiler", "tables", "truth"]),
    ("format", &["vm", "stdlib", "truth", "render"]),
];

/// Crates that use these of ours and no others.
const ONLY: &[(&str, &[&str])] = &[
    ("cases", &["chess"]),
    ("cli", &["adv", "lsp", "studio"]),
    ("lsp", &["adv"]),
    ("studio", &["adv", "lsp"]),
];

/// Crates that use none of ours.
const ALONE: &[&str] = &[
    "chess",
    "vm/geometry",
    "vm/module",
    "certificate",
    "testkit",
];

/// Crates that read files, clocks or the environment, with the reason. All others do no input and no output.
const SPEAKING: &[(&str, &str)] = &[
    ("truth", "reads and writes tables"),
    ("cli", "is the command"),
    ("testkit", "finds the data of tests"),
    ("tests", "tests"),
    ("tests/src", "runs the binary, which it attacks"),
    ("tests/benches", "measures"),
];

/// Crates from elsewhere that belong to one place only.
const ONE_PLACE: &[(&str, &[&str])] = &[
    (
        "shakmaty",
        &[
            "chess",
            "truth",
            "certificate",
            "tests",
            "tests/src",
            "tests/benches",
        ],
    ),
    ("cozy-chess", &["tests", "tests/benches"]),
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
    ("cpu-time", &["cli", "certificate", "tests/benches"]),
    ("indicatif", &["cli"]),
    ("rustyline", &["cli"]),
    ("ctrlc", &["cli"]),
    ("httparse", &["cli"]),
    ("crossbeam-channel", &["lsp"]),
    ("lsp-server", &["lsp", "tests/benches"]),
    ("lsp-types", &["lsp"]),
    ("miniz_oxide", &["cli", "prover", "tests/src"]),
    ("tempfile", &["cli", "truth"]),
    ("nix", &["cli"]),
    ("csv", &["render"]),
    (
        "serde_json",
        &[
            "adv",
            "cases",
            "certificate",
            "compiler",
            "lsp",
            "record",
            "render",
            "studio",
            "tests",
            "tests/src",
            "tests/benches",
        ],
    ),
    ("serde", &["cases", "certificate", "record", "render"]),
    (
        "rayon",
        &[
            "adv",
            "cli",
            "learn",
            "tables",
            "truth",
            "prover",
            "tests",
            "tests/src",
            "tests/benches",
        ],
    ),
    ("criterion", &["tests/benches"]),
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

/// The folders of the workspace's members.
fn members() -> Vec<String> {
    let manifest = read("Cargo.toml");
    let members = manifest
        .split_once("\nmembers = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .map_or("", |(list, _)| list);
    let names = members.split(',').map(|name| name.trim().trim_matches('"'));
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

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
            let names = found.entry(heading.clone()).or_default();
            names.insert(name.trim().to_owned());
        }
    }
    found
}

/// The arrows of one kind between the workspace's members, by folder.
struct Arrows(BTreeMap<String, BTreeSet<String>>);

impl Arrows {
    /// Those under a heading of the manifests.
    fn under(heading: &str) -> Arrows {
        let manifest = read("Cargo.toml");
        let folder_of = |name: &str| {
            let line = manifest
                .lines()
                .find_map(|line| line.strip_prefix(&format!("{name} = {{ path = \"")))
                .unwrap_or_else(|| panic!("Cargo.toml has no path for {name}"));
            line.split('"').next().unwrap_or_default().to_owned()
        };
        let of = |folder: &str| -> BTreeSet<String> {
            let names = dependencies(folder).remove(heading).unwrap_or_default();
            let own = |name: &&String| name.starts_with("adv-") || *name == "adv";
            names.iter().filter(own).map(|n| folder_of(n)).collect()
        };
        Arrows(members().into_iter().map(|f| (f.clone(), of(&f))).collect())
    }

    /// How many arrows the longest way down from a crate has.
    fn floor(&self, folder: &str) -> usize {
        let below = self.0.get(folder).into_iter().flatten();
        below.map(|to| self.floor(to) + 1).max().unwrap_or(0)
    }

    /// Everything that a crate reaches.
    fn reached(&self, folder: &str) -> BTreeSet<String> {
        let below = self.0.get(folder).into_iter().flatten();
        below
            .flat_map(|to| self.reached(to).into_iter().chain([to.clone()]))
            .collect()
    }

    /// The drawing: the highest floor first, every arrow down. An arrow that follows from others is drawn too.
    fn drawing(&self, build: &Arrows) -> String {
        let name = |folder: &str| folder.rsplit('/').next().unwrap_or(folder).to_owned();
        let list =
            |to: &BTreeSet<String>| to.iter().map(|to| name(to)).collect::<Vec<_>>().join(", ");
        let mut rows: Vec<(usize, &String)> = self.0.keys().map(|f| (self.floor(f), f)).collect();
        rows.sort_by_key(|&(floor, folder)| (std::cmp::Reverse(floor), folder.clone()));
        let width = rows.iter().map(|(_, f)| name(f).len()).max().unwrap_or(0);
        let mut text = String::from("```text\n");
        for (floor, folder) in rows {
            let mut row = format!(" {floor}  {:width$}", name(folder));
            let to = &self.0[folder];
            if !to.is_empty() {
                let _ = write!(row, "  ──▶ {}", list(to));
            }
            let to = &build.0[folder];
            if !to.is_empty() {
                let _ = write!(row, "   (its build script: {})", list(to));
            }
            let _ = writeln!(text, "{}", row.trim_end());
        }
        text.push_str("```\n");
        text
    }
}

#[test]
fn the_page_draws_the_arrows_of_the_manifests_and_no_others() {
    let build = Arrows::under("build-dependencies");
    fresh_part(
        "ARCHITECTURE.md",
        "arrows",
        &Arrows::under("dependencies").drawing(&build),
    );
}

#[test]
fn no_crate_reaches_what_it_must_not_know() {
    let arrows = Arrows::under("dependencies");
    for (folder, unknown) in UNKNOWN {
        assert!(arrows.0.contains_key(*folder), "there is no {folder}");
        let reached = arrows.reached(folder);
        for other in *unknown {
            assert!(arrows.0.contains_key(*other), "there is no {other}");
            assert!(!reached.contains(*other), "{folder} reaches {other}");
        }
    }
    for (folder, used) in ONLY {
        let used: BTreeSet<String> = used.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(arrows.0.get(*folder), Some(&used), "{folder}");
    }
    for folder in ALONE {
        assert_eq!(arrows.reached(folder), BTreeSet::new(), "{folder}");
    }
    for (folder, reached) in members().iter().map(|f| (f, arrows.reached(f))) {
        let tests = reached.contains("testkit") || reached.contains("tests");
        assert!(
            !tests || folder.starts_with("tests"),
            "{folder} reaches tests"
        );
    }
}

/// Crates that are built with other features are built twice. So native code is the one thing that can be left out of a crate, and is off unless it is
/// asked for; other parts that can be left out are dependencies of the command alone.
#[test]
fn native_code_is_the_only_feature() {
    for folder in members() {
        let manifest = read(format!("{folder}/Cargo.toml"));
        let features = manifest
            .split_once("[features]\n")
            .map_or("", |(_, rest)| rest);
        let features = features.split("\n[").next().unwrap_or_default().lines();
        for line in features.filter(|line| line.contains(" = ")) {
            let name = line.split(" = ").next().unwrap_or_default();
            let benchmarks = folder == "tests/benches" && name == "default";
            // What only packages need, in the one crate that no other is built for.
            let packages = folder == "cli" && name == "man";
            // What only the pages of docs/schema need, in a build of that crate alone.
            let schema = folder == "record" && name == "schema";
            assert!(
                name == "native" || benchmarks || packages || schema,
                "{folder} has a feature `{name}`"
            );
        }
    }
}

#[test]
fn every_member_of_the_workspace_has_a_row_on_the_page() {
    let page = read("ARCHITECTURE.md");
    for folder in members() {
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
fn the_code_map_names_places_that_are_there() {
    let page = read("ARCHITECTURE.md");
    let map = page
        .split_once("\n## Where to begin\n")
        .and_then(|(_, rest)| rest.split_once("\n## "))
        .map_or("", |(map, _)| map);
    let mut named = 0;
    for place in map.split('`').skip(1).step_by(2) {
        // Words of the language and commands are in backticks too; a place has a slash and no blank.
        if place.contains('/') && !place.contains(' ') {
            assert!(root().join(place).exists(), "the code map names `{place}`");
            named += 1;
        }
    }
    assert!(named >= 30, "the code map names {named} places");
}

/// Crates whose files, or folders of files, use each other in one direction only.
const WITHOUT_CIRCLES: &[&str] = &["prover"];

#[test]
fn the_files_of_these_crates_form_no_circle() {
    for folder in WITHOUT_CIRCLES {
        let source = format!("{folder}/src");
        let rooms = |path: &Path| -> String {
            let below = path.strip_prefix(root().join(&source)).unwrap_or(path);
            let first = below.components().next().map(|c| c.as_os_str());
            first
                .unwrap_or_default()
                .to_string_lossy()
                .replace(".rs", "")
        };
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for path in files(&source, "rs") {
            let text = read(&path);
            let code = text.split("#[cfg(test)]").next().unwrap_or("").lines();
            let code = code.filter(|line| !line.trim_start().starts_with("//"));
            let room = uses.entry(rooms(&path)).or_default();
            for used in code.flat_map(|line| line.split("crate::").skip(1)) {
                let end = used.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                room.insert(used[..end.unwrap_or(used.len())].to_owned());
            }
        }
        uses.remove("lib");
        // What uses nothing that is left is taken away, until nothing is left or a circle is.
        while !uses.is_empty() {
            let free = |(room, used): (&String, &BTreeSet<String>)| {
                let bound = used.iter().any(|u| u != room && uses.contains_key(u));
                (!bound).then(|| room.clone())
            };
            let free: Vec<String> = uses.iter().filter_map(free).collect();
            assert!(
                !free.is_empty(),
                "{source} has a circle among {:?}",
                uses.keys()
            );
            uses.retain(|room, _| !free.contains(room));
        }
    }
}

#[test]
fn crates_of_one_place_stay_there() {
    for folder in &members() {
        for (heading, names) in dependencies(folder) {
            for (name, places) in ONE_PLACE {
                // Tests read the objects that a command writes.
                let reads = *name == "serde_json" && heading == "dev-dependencies";
                assert!(
                    reads || !names.contains(*name) || places.contains(&folder.as_str()),
                    "{folder} has {name} under [{heading}]"
                );
            }
        }
    }
}

#[test]
fn what_is_for_tests_is_in_no_crate() {
    for folder in &members() {
        for (heading, names) in dependencies(folder) {
            let found = TESTS_ONLY.iter().find(|name| names.contains(**name));
            assert!(
                heading == "dev-dependencies" || found.is_none() || folder == "tests/benches",
                "{folder} has {found:?} under [{heading}]"
            );
        }
    }
}

#[test]
fn versions_stand_in_one_place() {
    for folder in &members() {
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
    let speaks = |folder: &String| SPEAKING.iter().any(|(name, _)| name == folder);
    let silent: Vec<String> = members().into_iter().filter(|f| !speaks(f)).collect();
    assert!(silent.len() >= 12, "{silent:?}");
    for path in silent.iter().flat_map(|f| files(format!("{f}/src"), "rs")) {
        // Tests at the end of a file may read what they like.
        let text = read(&path);
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        let is_test = file_name(&path).starts_with("test")
            || path.components().any(|c| c.as_os_str() == "tests");
        for word in [
            "std::fs",
            "std::io::std",
            "println!",
            "std::process",
            "std::env",
            "std::net",
            "Instant",
            "SystemTime",
        ] {
            let used = code
                .lines()
                .any(|l| l.contains(word) && !l.trim_start().starts_with("//"));
            assert!(is_test || !used, "{} uses {word}", path.display());
        }
    }
}
