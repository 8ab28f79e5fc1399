//! What hostile inputs are made of: the programs of the repository.

use std::path::Path;
use std::sync::OnceLock;

use adv::Rulebook;
use adv_testkit::root;

/// The texts of all programs below these folders: examples, the library, the cases of tests, faulty ones among them.
const FOLDERS: [&str; 3] = ["examples", "stdlib/lib", "tests/cases"];

/// The longest program from which modules are made, in bytes: a small module is changed where it matters more often.
const LONG: usize = 12_000;

/// The files that some of them use, so that there are modules of several files.
const FILES: &[(&str, &str)] = &[("pen.adv", include_str!("../../../examples/shared/pen.adv"))];

/// The programs, in the order of their paths.
pub(super) fn texts() -> &'static [String] {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let mut paths = Vec::new();
        for folder in FOLDERS {
            programs_below(&root().join(folder), &mut paths);
        }
        paths.sort();
        let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).ok();
        paths.iter().filter_map(read).collect()
    })
}

/// The modules of those programs that compile and are not long, the library's among them.
pub(super) fn rulebooks() -> &'static [Rulebook] {
    static RULEBOOKS: OnceLock<Vec<Rulebook>> = OnceLock::new();
    RULEBOOKS.get_or_init(|| {
        let short = texts().iter().filter(|text| text.len() <= LONG);
        short
            .filter_map(|text| Rulebook::load_with("seed.adv", text, FILES).ok())
            .collect()
    })
}

fn programs_below(folder: &Path, paths: &mut Vec<std::path::PathBuf>) {
    let entries = std::fs::read_dir(folder);
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            programs_below(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "adv") {
            paths.push(path);
        }
    }
}

/// The words of the language, and some that it does not have.
pub(super) fn words() -> &'static [&'static str] {
    static WORDS: OnceLock<Vec<&str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let rows = adv_compiler::symbols::SYMBOLS.iter();
        let spelt = rows.flat_map(|row| row.spellings.iter().chain(row.read_as_meant));
        let others = [
            "W.K",
            "B.R",
            "us.P",
            "them.*",
            "W.X",
            "e4",
            "a1..h8",
            "Kc2",
            "O-O",
            "e8=Q",
            "0",
            "1",
            "200",
            "-1",
            "9223372036854775807",
            "9223372036854775808",
            "x",
            "us-to-move",
            "mate",
            "std.geometry",
            "EDGE",
            "count",
            "dist",
            "MV",
            "REACH",
            "SHIFT",
            "map",
            "BUNDLE",
            "NEGATION",
            "trajectories",
            "vulnerable",
            "time",
            "zone(W.R, B.K, 3)",
            "along",
            "std.square",
            "\"\"",
            "\"8/8 w\"",
            "//",
            "///",
            "//!",
            "/*",
            "#",
            "\u{0}",
            "\u{202e}",
            "é",
            "\t",
            "\r",
        ];
        spelt.copied().chain(others).collect()
    })
}
