//! What the studio's page takes from others, and what it takes from this project's drawings.
//!
//! The files of `web/vendor` are made by `web/vendor/make` from packages whose versions are pinned, and committed, so that nothing but
//! cargo is needed to have the page. Here they are held to the checksums that were written when they were made.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use adv_testkit::{fresh, root};
use sha2::{Digest as _, Sha256};

#[test]
fn the_files_of_others_are_those_whose_checksums_are_written() {
    let folder = root().join("web/vendor");
    let checksums = std::fs::read_to_string(folder.join("checksums.txt")).expect("checksums");
    let mut listed = BTreeSet::new();
    for line in checksums.lines() {
        let (expected, name) = line
            .split_once("  ")
            .expect("a checksum, two spaces, a name");
        let bytes = std::fs::read(folder.join(name)).expect(name);
        let mut found = String::new();
        for byte in Sha256::digest(&bytes) {
            let _ = write!(found, "{byte:02x}");
        }
        assert_eq!(
            found, expected,
            "web/vendor/{name} was changed: run web/vendor/make"
        );
        listed.insert(name.to_owned());
    }
    let own = ["checksums.txt", "make", "package.json", "package-lock.json"];
    for entry in std::fs::read_dir(&folder).expect("web/vendor") {
        let name = entry
            .expect("an entry")
            .file_name()
            .to_string_lossy()
            .into_owned();
        let is_ours = own.contains(&name.as_str()) || name.ends_with(".entry.js");
        assert!(
            is_ours || listed.contains(&name) || name == "node_modules",
            "web/vendor/{name} has no checksum"
        );
    }
    let licences = std::fs::read_to_string(folder.join("licences.txt")).expect("licences");
    let manifest = std::fs::read_to_string(folder.join("package.json")).expect("packages");
    let packages = manifest
        .split("\"dependencies\"")
        .nth(1)
        .and_then(|rest| rest.split('}').next());
    for line in packages
        .unwrap_or("")
        .lines()
        .filter(|line| line.contains("@"))
    {
        let name = line.trim().split('"').nth(1).expect("a name");
        assert!(
            licences.contains(&format!("======== {name} ")),
            "{name} has no licence"
        );
    }
}

#[test]
fn the_men_of_the_page_are_those_of_the_drawings() {
    fresh("web/page/men.css", &adv_render::svg::men_style());
}
