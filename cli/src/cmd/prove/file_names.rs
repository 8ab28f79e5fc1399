//! File names of answers about several claims: one file, or a numbered one for each claim.

use std::path::{Path, PathBuf};

/// Path of a claim's file: in a folder `claim-2.html`; beside others the given name with a number, `krk-2.html`; alone the given name.
pub fn numbered(given: &Path, number: usize, several: bool, ending: &str) -> PathBuf {
    if given.is_dir() {
        return given.join(format!("claim-{number}.{ending}"));
    }
    if !several {
        return given.to_owned();
    }
    let stem = given.file_stem().unwrap_or_default().to_string_lossy();
    let name = match given.extension() {
        Some(ending) => format!("{stem}-{number}.{}", ending.to_string_lossy()),
        None => format!("{stem}-{number}"),
    };
    given.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_several_claims_are_numbered() {
        let name = |given: &str, several| {
            let path = numbered(Path::new(given), 2, several, "html");
            path.to_string_lossy().replace('\\', "/")
        };
        assert_eq!(name("a/krk.html", false), "a/krk.html");
        assert_eq!(name("a/krk.html", true), "a/krk-2.html");
        assert_eq!(name("krk", true), "krk-2");
        assert_eq!(name("krk.all.html", true), "krk.all-2.html");
        assert!(name(".", true).ends_with("claim-2.html"));
        assert!(name(".", false).ends_with("claim-2.html"));
    }
}
