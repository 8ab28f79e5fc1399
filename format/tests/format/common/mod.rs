//! What the tests share: the sources that are there, and the comparison of two texts.

use std::fs;
use std::path::Path;

use adv_compiler::syntax::parse;
use adv_format::{Signs, format};

/// All sources below a folder of the repository, with their paths, in order.
pub fn sources(folder: &str) -> Vec<(String, String)> {
    fn collect(folder: &Path, into: &mut Vec<(String, String)>) {
        let entries = fs::read_dir(folder).unwrap();
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                collect(&path, into);
            } else if path.extension().is_some_and(|end| end == "adv") {
                let text = fs::read_to_string(&path).unwrap();
                into.push((path.display().to_string(), text));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    collect(&root.join(folder), &mut found);
    found
}

/// The tree of a text without the places.
#[allow(dead_code, reason = "one of the two tests compares trees")]
pub fn tree(text: &str) -> String {
    let printed = format!("{:?}", parse(text).file);
    let mut parts = printed.split("Place {");
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        out += part.split_once('}').map_or(part, |(_, rest)| rest);
    }
    out
}

/// Whether a formatted text has the tree and the comments of the text that it was made of, and is formatted.
#[allow(dead_code, reason = "one of the two tests compares texts")]
pub fn same(text: &str, formatted: &str, signs: Signs) -> Result<(), String> {
    if tree(text) != tree(formatted) {
        return Err("another tree".to_owned());
    }
    let comments = |text: &str| -> Vec<String> {
        let comments = parse(text).trivia.comments;
        let written = comments
            .iter()
            .map(|c| &text[c.span.start as usize..c.span.end as usize]);
        written.map(|c| c.replace("\r\n", "\n")).collect()
    };
    if comments(text) != comments(formatted) {
        return Err("other comments".to_owned());
    }
    match format(formatted, signs) {
        Ok(again) if again == formatted => Ok(()),
        Ok(again) => Err(format!("twice is another text:\n{again}")),
        Err(error) => Err(format!("refused the second time: {error}")),
    }
}
