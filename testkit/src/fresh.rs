//! Pages that are written by a program and kept in the project.

use crate::root;

/// The environment variable that `cargo bless` sets.
pub const BLESS: &str = "ADV_BLESS";

/// Whether generated pages are to be written rather than compared.
pub fn is_blessing() -> bool {
    std::env::var_os(BLESS).is_some_and(|value| !value.is_empty())
}

/// Holds a generated file of the project to what it should contain. Under `cargo bless` it writes the file where it differs.
///
/// # Panics
/// Where the file differs and is not to be written, or cannot be read or written.
pub fn fresh(path: &str, expected: &str) {
    let found = std::fs::read_to_string(root().join(path)).unwrap_or_default();
    if found == expected {
        return;
    }
    if is_blessing() {
        let place = root().join(path);
        let folder = place.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = folder.and_then(|()| std::fs::write(&place, expected));
        return written.unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    let lines = || found.lines().zip(expected.lines());
    let line = lines().position(|(a, b)| a != b);
    let line = line.unwrap_or_else(|| lines().count());
    panic!(
        "{path} is stale, refresh it with `cargo bless`\nline {}: {}\nexpected: {}",
        line + 1,
        found.lines().nth(line).unwrap_or("the end"),
        expected.lines().nth(line).unwrap_or("the end"),
    );
}

/// Like [`fresh`] for the part of a file between two lines, `<!-- NAME -->` and `<!-- end of NAME -->`.
///
/// # Panics
/// As [`fresh`], and where the file has not both lines.
pub fn fresh_part(path: &str, name: &str, expected: &str) {
    let page = std::fs::read_to_string(root().join(path));
    let page = page.unwrap_or_else(|error| panic!("{path}: {error}"));
    let parts = page
        .split_once(&format!("<!-- {name} -->\n"))
        .and_then(|(before, rest)| {
            Some((
                before,
                rest.split_once(&format!("<!-- end of {name} -->"))?.1,
            ))
        });
    let Some((before, after)) = parts else {
        panic!("{path} has no part between `<!-- {name} -->` and `<!-- end of {name} -->`");
    };
    let whole = format!("{before}<!-- {name} -->\n{expected}<!-- end of {name} -->{after}");
    fresh(path, &whole);
}
