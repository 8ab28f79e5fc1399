//! The files of the page, embedded from `web/page` and `web/vendor`. A test compares the list with these folders.

/// Embedded file of the page: its path, its content type, its bytes.
type Embedded = (&'static str, &'static str, &'static [u8]);

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const DRAWING: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";

macro_rules! page {
    ($name:literal, $kind:expr) => {
        (
            concat!("/", $name),
            $kind,
            include_bytes!(concat!("../../../web/page/", $name)),
        )
    };
}

macro_rules! vendor {
    ($name:literal, $kind:expr) => {
        (
            concat!("/vendor/", $name),
            $kind,
            include_bytes!(concat!("../../../web/vendor/", $name)),
        )
    };
}

/// All files of the studio's page.
const FILES: &[Embedded] = &[
    page!("assess.js", SCRIPT),
    page!("board.js", SCRIPT),
    page!("dom.js", SCRIPT),
    page!("editor.css", STYLE),
    page!("editor.js", SCRIPT),
    page!("engine.js", SCRIPT),
    page!("files.js", SCRIPT),
    page!("games.js", SCRIPT),
    page!("heat.js", SCRIPT),
    page!("help.js", SCRIPT),
    page!("icon.svg", DRAWING),
    page!("index.html", HTML),
    page!("keep.js", SCRIPT),
    page!("lights.js", SCRIPT),
    page!("link.js", SCRIPT),
    page!("markdown.js", SCRIPT),
    page!("men.css", STYLE),
    page!("outside.js", SCRIPT),
    page!("page.css", STYLE),
    page!("page.js", SCRIPT),
    page!("panel.js", SCRIPT),
    page!("panels.css", STYLE),
    page!("play.js", SCRIPT),
    page!("position.js", SCRIPT),
    page!("prove.js", SCRIPT),
    page!("run.js", SCRIPT),
    page!("solve.js", SCRIPT),
    page!("steps.js", SCRIPT),
    page!("store.js", SCRIPT),
    page!("tests.js", SCRIPT),
    page!("walk.js", SCRIPT),
    vendor!("codemirror.js", SCRIPT),
    vendor!("chessground.js", SCRIPT),
    vendor!("chessground.css", STYLE),
    vendor!("licences.txt", TEXT),
];

/// Content type and bytes of an embedded file, by its path; `None` where the list does not have the path.
pub fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    let path = if path == "/" { "/index.html" } else { path };
    let found = FILES.iter().find(|(own, ..)| *own == path);
    found.map(|(_, kind, bytes)| (*kind, *bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_embedded() {
        let web = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
        let own = ["checksums.txt", "make", "package.json", "package-lock.json"];
        for (folder, before) in [("page", "/"), ("vendor", "/vendor/")] {
            for entry in std::fs::read_dir(web.join(folder)).expect("the folder") {
                let name = entry.expect("an entry").file_name();
                let name = name.to_string_lossy();
                // The worker answers where there is no server.
                if name == "worker.js"
                    || own.contains(&name.as_ref())
                    || name.ends_with(".entry.js")
                    || name == "node_modules"
                {
                    continue;
                }
                assert!(
                    file(&format!("{before}{name}")).is_some(),
                    "web/{folder}/{name} is not embedded"
                );
            }
        }
    }
}
