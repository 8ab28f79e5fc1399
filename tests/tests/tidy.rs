//! Small promises about the files themselves.

use crate::common::{file_name, files, read, root};

/// Files longer than a reader's one sitting, with the reason.
const LONG: &[(&str, &str)] = &[];

/// The longest file, in lines.
const MOST_LINES: usize = 500;

/// Every Rust file of the project, by its path below the root.
fn rust_files() -> Vec<(String, String)> {
    files(".", "rs")
        .into_iter()
        .map(|path| {
            let shown = path
                .strip_prefix(root())
                .unwrap_or(&path)
                .display()
                .to_string();
            (shown.trim_start_matches("./").to_owned(), read(&path))
        })
        .collect()
}

#[test]
fn every_file_says_what_it_is_for() {
    for (path, text) in rust_files() {
        assert!(text.starts_with("//!"), "{path} does not open with `//!`");
    }
}

#[test]
fn every_file_of_the_suite_is_in_it() {
    let suite = read("tests/tests/main.rs");
    let folder = root().join("tests/tests");
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let name = file_name(&path.with_extension(""));
        let alone = ["main", "allocations", "snapshots"].contains(&name.as_str());
        assert!(
            alone || suite.contains(&format!("\nmod {name};\n")),
            "tests/tests/main.rs does not name `{name}`, so nothing in it is run"
        );
    }
}

#[test]
fn files_can_be_read_in_one_sitting() {
    let mut long = Vec::new();
    for (path, text) in rust_files() {
        let lines = text.lines().count();
        let excused = LONG.iter().any(|(name, _)| *name == path);
        if lines > MOST_LINES && !excused {
            long.push(format!("{path} has {lines} lines"));
        }
        assert!(
            lines > MOST_LINES || !excused,
            "{path} needs no exception any more"
        );
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn nothing_is_left_for_later() {
    // Spelt in two halves, so that this file does not find itself.
    let words = [
        concat!("to", "do!("),
        concat!("unimple", "mented!("),
        concat!("#[ig", "nore"),
        concat!("db", "g!("),
    ];
    for (path, text) in rust_files() {
        for word in words {
            assert!(!text.contains(word), "{path} has {word}");
        }
    }
}

#[test]
fn code_that_the_compiler_cannot_check_stands_in_one_place_and_says_why_it_is_sound() {
    let block = concat!("un", "safe {");
    for (path, text) in rust_files() {
        let lines: Vec<&str> = text.lines().collect();
        for (number, _) in lines.iter().enumerate().filter(|(_, l)| l.contains(block)) {
            let at = format!("{path}:{}", number + 1);
            // Native code, tables that Python's packages read in place, and the parser that another program has made.
            let places = [
                "vm/jit/src/",
                "python/src/arrow.rs",
                "editors/tree-sitter-adv/check/src/",
            ];
            let is_there = places.iter().any(|place| path.starts_with(place));
            assert!(is_there, "{at} has {block}");
            // The reason is above, perhaps with an attribute in between.
            let above = &lines[number.saturating_sub(8)..number];
            let said = above.iter().any(|line| line.contains("SAFETY: "));
            assert!(said, "{at} does not say why it is sound");
        }
    }
}

#[test]
fn exceptions_to_lints_have_reasons() {
    for (path, text) in rust_files() {
        for opening in [
            concat!("#[al", "low("),
            concat!("#[exp", "ect("),
            concat!("#![al", "low("),
        ] {
            for part in text.split(opening).skip(1) {
                let exception = part.split(")]").next().unwrap_or("");
                assert!(exception.contains("reason"), "{path}: {exception}");
            }
        }
    }
}

#[test]
fn texts_have_no_tabs_no_carriage_returns_and_no_machine_paths() {
    // In halves again. The folder beside the project may be named, a folder of one machine not.
    let paths = [
        concat!("/wo", "rk/"),
        concat!("/tm", "p/"),
        concat!("/ho", "me/"),
        concat!("/ro", "ot/"),
    ];
    let extensions = ["rs", "md", "toml", "adv", "lalrpop", "json", "snap"];
    for path in extensions
        .into_iter()
        .flat_map(|extension| files(".", extension))
    {
        let text = read(&path);
        let shown = path.display();
        // Tests of the lexer need a tab and a carriage return, and spell them as escapes.
        assert!(!text.contains('\t'), "{shown} has a tab");
        assert!(!text.contains('\r'), "{shown} has a carriage return");
        for word in paths {
            assert!(!text.contains(word), "{shown} has {word}");
        }
    }
}

#[test]
fn texts_end_with_one_line_feed_and_lines_without_blanks() {
    for extension in ["rs", "md", "toml", "adv", "lalrpop"] {
        for path in files(".", extension) {
            let text = read(&path);
            let shown = path.display();
            assert!(
                text.ends_with('\n') && !text.ends_with("\n\n"),
                "{shown} does not end with one line feed"
            );
            for (number, line) in text.lines().enumerate() {
                assert!(
                    line.trim_end() == line,
                    "{shown}, line {}: blanks at the end",
                    number + 1
                );
            }
        }
    }
}

/// The words of a line, in lower case; names with underscores are one word.
fn words(line: &str) -> impl Iterator<Item = String> + '_ {
    let parts = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    parts.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Crates whose comments begin with nouns and verbs (docs/style.md); the others follow with their issues.
const PLAIN: [&str; 7] = [
    "adv", "cases", "cli", "explain", "record", "render", "starter",
];

/// The beginning of a comment that names nothing: a question word instead of the thing or the deed.
const QUESTIONS: [&str; 8] = [
    "What", "Who", "Whose", "Whether", "Which", "Where", "How", "That",
];

#[test]
fn comments_begin_with_a_noun_or_a_verb() {
    let files = rust_files();
    for folder in PLAIN {
        let (mut all, mut wrong) = (0, Vec::new());
        let own = files
            .iter()
            .filter(|(path, _)| path.starts_with(&format!("{folder}/src/")));
        for (path, text) in own {
            let mut before = "";
            for line in text.lines().map(str::trim_start) {
                let mark = ["///", "//!"]
                    .into_iter()
                    .find(|mark| line.starts_with(mark));
                if let Some(mark) = mark.filter(|mark| !before.starts_with(mark)) {
                    all += 1;
                    let first = line.trim_start_matches(mark).split_whitespace().next();
                    if first.is_some_and(|word| QUESTIONS.contains(&word)) {
                        wrong.push(format!("{path}: {line}"));
                    }
                }
                before = line;
            }
        }
        assert!(all > 0, "{folder} has no comments");
        assert!(
            wrong.len() * 50 <= all,
            "{folder}, {} of {all}: {wrong:#?}",
            wrong.len()
        );
    }
}

/// `docs/style.md`: code has no persons, and after a move is not behind it.
#[test]
fn prose_has_no_persons_in_code_and_no_move_that_stands_behind_another() {
    let persons = ["nobody", "somebody", "anybody", "whoever"];
    let places = [
        "behind our ",
        "behind their ",
        "behind a move",
        "behind the move",
        "behind each",
        "behind every",
        "behind one of",
        "behind a reply",
        "behind the reply",
    ];
    // The page on style quotes what it rejects, and the changelog is history. Tests may have players.
    let excused = |path: &str| {
        path.contains("/tests/")
            || path.starts_with("tests/")
            || ["docs/style.md", "CHANGELOG.md"].contains(&path)
    };
    let mut wrong = Vec::new();
    for path in ["rs", "md", "adv"]
        .into_iter()
        .flat_map(|extension| files(".", extension))
    {
        let shown = path.strip_prefix(root()).unwrap_or(&path).display();
        let shown = shown.to_string().trim_start_matches("./").to_owned();
        if excused(&shown) {
            continue;
        }
        for (number, line) in read(&path).lines().enumerate() {
            let lower = line.to_lowercase();
            let found = words(line).find(|word| persons.contains(&word.as_str()));
            let found = found.or_else(|| {
                let place = places.iter().find(|place| lower.contains(*place));
                place.map(|place| place.trim_end().to_owned())
            });
            if let Some(found) = found {
                wrong.push(format!("{shown}:{}: `{found}`", number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "see docs/style.md:\n{}", wrong.join("\n"));
}

#[test]
fn the_toolchain_is_the_users_and_the_versions_are_fixed() {
    for name in ["rust-toolchain", "rust-toolchain.toml"] {
        assert!(
            !root().join(name).exists(),
            "{name} would fetch another toolchain"
        );
    }
    assert!(read("Cargo.lock").contains("name = \"adv-compiler\""));
    assert!(
        !read(".gitignore")
            .lines()
            .any(|line| line.contains("Cargo.lock"))
    );
}

#[test]
fn no_snapshot_waits_for_an_answer() {
    let waiting: Vec<String> = files(".", "new")
        .iter()
        .map(|path| file_name(path))
        .collect();
    assert!(waiting.is_empty(), "{waiting:?}");
}

#[test]
fn every_snapshot_of_a_case_has_its_case() {
    for path in files("tests/cases/snapshots", "snap") {
        let text = read(&path);
        // Only the snapshots of a folder of cases name a file; others belong to one test.
        if let Some(case) = text.lines().find_map(|l| l.strip_prefix("input_file: ")) {
            assert!(
                root().join(case).exists(),
                "{}: {case} is gone",
                path.display()
            );
        }
    }
}

#[test]
fn the_reference_says_what_every_primitive_answers() {
    let reference = read("grammar/reference.md");
    for primitive in adv_module::Primitive::ALL {
        assert!(
            reference.contains(primitive.doc),
            "grammar/reference.md does not say what `{}` answers",
            primitive.name
        );
    }
}

#[test]
fn every_code_has_one_page_and_every_page_a_code() {
    let mut pages: Vec<String> = files("compiler/docs/codes", "md")
        .iter()
        .map(|path| file_name(path).replace(".md", ""))
        .collect();
    let mut codes: Vec<String> = adv_compiler::diagnostics::Code::ALL
        .iter()
        .map(|code| code.as_str().to_owned())
        .collect();
    pages.sort();
    codes.sort();
    assert_eq!(pages, codes);
}

/// `.ci/mutants` replaces a text of one file by a faulty one, which works only while the file has that text. In the copy that it makes the
/// faulty one stands there.
#[test]
fn every_seeded_fault_has_its_place_in_the_code() {
    let faults: Vec<serde_json::Value> =
        serde_json::from_str(&read("tests/mutants.json")).expect("a list");
    assert!(faults.len() >= 60);
    for fault in &faults {
        let told = |field: &str| {
            fault[field]
                .as_str()
                .unwrap_or_else(|| panic!("{fault} has no {field}"))
                .to_owned()
        };
        let faulty = told("replace").replace("MUTANT", &format!("crate::mutant({})", fault["id"]));
        let places = read(told("file"))
            .replace(&faulty, &told("find"))
            .matches(&told("find"))
            .count();
        assert_eq!(
            places,
            1,
            "{} has the text of fault {} {places} times: {}",
            told("file"),
            fault["id"],
            told("find")
        );
    }
}
