//! Reads programs with the generated parser and tells which of them it cannot read. Arguments: files and folders.
//!
//! The listing of 1986 as it was printed, in its own signs, is the one program that the grammar leaves to the language server.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tree_sitter::Parser;
use tree_sitter::ffi::TSLanguage;

unsafe extern "C" {
    fn tree_sitter_adv() -> *const TSLanguage;
}

/// The program that is not read.
const PRINTED: &str = "k-r-vs-k-1986.adv";

fn programs(path: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(path) else {
        found.push(path.to_owned());
        return;
    };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "adv") {
            found.push(path);
        }
    }
}

fn main() -> ExitCode {
    let mut found = Vec::new();
    for argument in std::env::args().skip(1) {
        programs(Path::new(&argument), &mut found);
    }
    let mut parser = Parser::new();
    // SAFETY: the generated parser answers a language that lives as long as the process.
    let language = unsafe { tree_sitter::Language::from_raw(tree_sitter_adv()) };
    if let Err(error) = parser.set_language(&language) {
        eprintln!("the parser cannot be used: {error}");
        return ExitCode::FAILURE;
    }
    let mut wrong = 0;
    for path in &found {
        let text = fs::read_to_string(path).unwrap_or_default();
        let tree = parser.parse(&text, None);
        let is_read = tree.as_ref().is_some_and(|tree| !tree.root_node().has_error());
        if !is_read && !path.ends_with(PRINTED) {
            println!("not read: {}", path.display());
            wrong += 1;
        }
    }
    println!("{} programs read, {wrong} of them not", found.len());
    match (found.is_empty(), wrong) {
        (false, 0) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
