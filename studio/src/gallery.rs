//! The programs that the page offers, embedded.

use serde_json::{Map, Value, json};

use crate::question::{Asked, Fault};

/// A program of the gallery: its path in the repository, its group, its text.
type Shown = (&'static str, &'static str, &'static str);

macro_rules! file {
    ($path:literal, $group:literal) => {
        ($path, $group, include_str!(concat!("../../", $path)))
    };
}

/// Every program of `examples`. A test compares the list with the folder.
const GALLERY: &[Shown] = &[
    file!("examples/hello.adv", "examples"),
    file!("examples/karapetyan-1986.adv", "examples"),
    file!("examples/kpk.adv", "examples"),
    file!("examples/krk-advice.adv", "examples"),
    file!("examples/mate-in-seven.adv", "examples"),
    file!("examples/patterns-kpk.adv", "examples"),
    file!("examples/patterns-pawns.adv", "examples"),
    file!("examples/patterns-rooks.adv", "examples"),
    file!("examples/problems.adv", "examples"),
    file!("examples/queen.adv", "examples"),
    file!("examples/reti-beside.adv", "examples"),
    file!("examples/reti.adv", "examples"),
    file!("examples/runs.adv", "examples"),
    file!("examples/tactics.adv", "examples"),
    file!("examples/zones.adv", "examples"),
    file!("examples/endgames/kbbk.adv", "endings"),
    file!("examples/endgames/kbnk.adv", "endings"),
    file!("examples/endgames/knkr.adv", "endings"),
    file!("examples/endgames/kpk-hold.adv", "endings"),
    file!("examples/endgames/kpk.adv", "endings"),
    file!("examples/endgames/kpkp-zones.adv", "endings"),
    file!("examples/endgames/kpkp.adv", "endings"),
    file!("examples/endgames/kqk.adv", "endings"),
    file!("examples/endgames/kqkp.adv", "endings"),
    file!("examples/endgames/kqkr.adv", "endings"),
    file!("examples/endgames/krk-advice-fixed.adv", "endings"),
    file!("examples/endgames/krk-sdl.adv", "endings"),
    file!("examples/endgames/krk-strategy.adv", "endings"),
    file!("examples/endgames/krk.adv", "endings"),
    file!("examples/endgames/krkp.adv", "endings"),
    file!("examples/shared/pen.adv", "shared"),
    file!("examples/shared/queen.adv", "shared"),
    file!("examples/shared/rook.adv", "shared"),
];

/// The list, or one program with the files that it uses.
pub fn examples(asked: &Asked) -> Result<Value, Fault> {
    let Some(wanted) = asked.text("name")? else {
        let rows = GALLERY.iter().map(
            |(name, group, text)| json!({ "name": name, "group": group, "title": title(text) }),
        );
        return Ok(json!({ "examples": rows.collect::<Vec<Value>>() }));
    };
    let found = GALLERY.iter().find(|(name, ..)| *name == wanted);
    let (path, group, text) =
        found.ok_or_else(|| Fault::unknown(format!("there is no example `{wanted}`")))?;
    let own = file_name(path);
    let mut files = Map::new();
    files.insert(own.to_owned(), (*text).into());
    // Programs use files that lie beside them.
    for (other, of, other_text) in GALLERY {
        let name = file_name(other);
        if of == group && text.contains(&format!("use \"{name}\"")) {
            files.insert(name.to_owned(), (*other_text).into());
        }
    }
    Ok(json!({ "files": files, "open": own }))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The first sentence of a program's heading.
fn title(text: &str) -> &str {
    let line = text.lines().find_map(|line| line.strip_prefix("//!"));
    line.unwrap_or("").trim().trim_end_matches('.')
}
