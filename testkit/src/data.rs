//! Where the data of tests is.

use std::path::{Path, PathBuf};

/// The project's root folder.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A file or folder of the data in the project, which is always there: `testkit/data/README.md` says what it is and where it is from.
///
/// # Panics
/// Where the project has no such data.
pub fn data(name: &str) -> PathBuf {
    let place = root().join("testkit/data").join(name);
    assert!(place.exists(), "there is no testkit/data/{name}");
    place
}

/// A folder of the data that is too large for the project and lies beside it, in `../shared`. Where it is missing, this says on standard
/// output that `test` was not run; the name of a test that needs it ends with `_in_shared`.
pub fn shared(test: &str, name: &str) -> Option<PathBuf> {
    let folder = root().join("../shared").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("{test}: NOT RUN, it needs ../shared/{name}, which is not there");
    None
}
