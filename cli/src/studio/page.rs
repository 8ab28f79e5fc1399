//! The files of the page, embedded from `web/page` and `web/vendor`. A test compares the list with these folders.

/// Embedded files by their paths below `web`.
macro_rules! embedded {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../../../web/", $path)))),*]
    };
}

/// All files of the studio's page, with their paths below `web`.
const FILES: &[(&str, &[u8])] = embedded! {
    "page/assess.js" "page/base.css" "page/board.js" "page/dom.js" "page/editor.css" "page/editor.js"
    "page/engine.js" "page/fen.js" "page/files.js" "page/games.js" "page/heat.js" "page/help.js"
    "page/icon.svg" "page/index.html" "page/keep.js" "page/lights.js" "page/link.js"
    "page/markdown.js" "page/men.css" "page/outside.js" "page/page.css" "page/page.js"
    "page/panel.js" "page/panels.css" "page/play.js" "page/position.js" "page/prove.js"
    "page/run.js" "page/solve.js" "page/steps.js" "page/store.js" "page/tests.js"
    "page/walk.js" "vendor/codemirror.js" "vendor/chessground.js" "vendor/chessground.css"
    "vendor/licences.txt"
};

/// Content type and bytes of an embedded file, by its path; `None` where the list does not have the path. Files of `web/page` are at the
/// root.
pub fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    let path = if path == "/" { "/index.html" } else { path };
    let is_it = |own: &str| match own.strip_prefix("page") {
        Some(own) => own == path,
        None => path.strip_prefix('/') == Some(own),
    };
    let (own, bytes) = FILES.iter().find(|(own, _)| is_it(own))?;
    let kind = match own.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    };
    Some((kind, bytes))
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
