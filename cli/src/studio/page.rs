//! The files of the page, embedded from `web`.

/// A path, the kind of its content, its bytes.
type Embedded = (&'static str, &'static str, &'static [u8]);

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! file {
    ($path:literal, $kind:expr) => {
        (
            $path,
            $kind,
            include_bytes!(concat!("../../../web/page", $path)),
        )
    };
}

/// All files.
const FILES: &[Embedded] = &[
    file!("/index.html", HTML),
    file!("/engine.js", SCRIPT),
    file!("/page.js", SCRIPT),
    file!("/page.css", STYLE),
];

/// A file by its path; a path names a file of the list or nothing, whatever is in it.
pub fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    let path = if path == "/" { "/index.html" } else { path };
    let found = FILES.iter().find(|(own, ..)| *own == path);
    found.map(|(_, kind, bytes)| (*kind, *bytes))
}
