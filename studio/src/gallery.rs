//! The programs that the page offers, embedded.

use std::collections::BTreeMap;

use adv::render::json::value;
use adv::render::studio::{Files, Gallery, GalleryRow, NewProgram};
use adv::{first_program, material_named};
use serde_json::Value;

use crate::project::limits;
use crate::question::{Asked, Fault};

/// The most letters of the men of a new program.
const MOST_MEN: usize = 40;

/// A program of the gallery.
struct Shown {
    /// Its path in the repository.
    path: &'static str,
    group: &'static str,
    text: &'static str,
    /// The chapter that ends with it, for a program of the book.
    chapter: Option<&'static str>,
}

macro_rules! file {
    ($path:literal, $group:literal) => {
        Shown {
            path: $path,
            group: $group,
            text: include_str!(concat!("../../", $path)),
            chapter: None,
        }
    };
    ($path:literal of $chapter:literal) => {
        Shown {
            path: $path,
            group: "book",
            text: include_str!(concat!("../../", $path)),
            chapter: Some($chapter),
        }
    };
}

/// Every program of `examples`, and those with which the chapters of the book end. A test compares the list with both.
const GALLERY: &[Shown] = &[
    file!("examples/hello.adv", "examples"),
    file!("examples/karapetyan-1986.adv", "examples"),
    file!("examples/kpk.adv", "examples"),
    file!("examples/krk-advice.adv", "examples"),
    file!("examples/mate-in-seven.adv", "examples"),
    file!("examples/patterns-kerner.adv", "examples"),
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
    file!("examples/endgames/krpkr.adv", "endings"),
    file!("examples/endgames/lucena.adv", "endings"),
    file!("examples/endgames/philidor.adv", "endings"),
    file!("examples/shared/pen.adv", "shared"),
    file!("examples/shared/queen.adv", "shared"),
    file!("examples/shared/rook.adv", "shared"),
    file!("studio/book/mate/krk.adv" of "A mate in thirty minutes"),
    file!("studio/book/boards/pawn.adv" of "Thinking in boards"),
    file!("studio/book/advice/win.adv" of "Advice"),
    file!("studio/book/strategies/queen.adv" of "Strategies"),
    file!("studio/book/strategies/pen.adv" of "Strategies"),
    file!("studio/book/claims/pawn.adv" of "Claims and what a counterexample teaches"),
    file!("studio/book/hard/seventh.adv" of "A hard ending"),
    file!("studio/book/hard/queen.adv" of "A hard ending"),
    file!("studio/book/cost/seven.adv" of "Searching by cost"),
    file!("studio/book/zones/zones.adv" of "Zones"),
    file!("studio/book/patterns/rooks.adv" of "Patterns"),
    file!("studio/book/papers/queen.adv" of "Five papers beside adv"),
    file!("studio/book/prolog/krk.adv" of "From Prolog, and from CQL"),
    file!("studio/book/prolog/cql.adv" of "From Prolog, and from CQL"),
    file!("studio/book/embedding/queen.adv" of "Using a strategy elsewhere"),
    file!("studio/book/modules/queen.adv" of "What a module file is"),
    file!("studio/book/speed/queen.adv" of "Making a strategy fast"),
];

/// The list, or one program with the files that it uses.
pub fn examples(asked: &Asked) -> Result<Value, Fault> {
    let Some(wanted) = asked.text("name")? else {
        let rows = GALLERY.iter().map(|shown| GalleryRow {
            name: shown.path.to_owned(),
            group: shown.group.to_owned(),
            title: title(shown),
        });
        let examples = rows.collect();
        return Ok(value(&Gallery { examples }));
    };
    let found = GALLERY.iter().find(|shown| shown.path == wanted);
    let found = found.ok_or_else(|| Fault::unknown(format!("there is no example `{wanted}`")))?;
    let (folder, own) = folder_and_name(found.path);
    let mut files = BTreeMap::from([(own.to_owned(), found.text.to_owned())]);
    // Programs use files that lie beside them.
    for other in GALLERY {
        let (of, name) = folder_and_name(other.path);
        if of == folder && found.text.contains(&format!("use \"{name}\"")) {
            files.insert(name.to_owned(), other.text.to_owned());
        }
    }
    let open = Some(own.to_owned());
    Ok(value(&Files { files, open }))
}

/// A first program for some men, which compiles, plays and claims something at once.
pub fn new(asked: &Asked) -> Result<Value, Fault> {
    let men = asked.text("material")?;
    let men = men.ok_or_else(|| Fault::unreadable("`material` is no text such as `KQvK`"))?;
    let shown: String = men.chars().take(MOST_MEN).collect();
    let material = material_named(&shown)
        .map_err(|wrong| Fault::refused(format!("{}; {}", wrong.what, wrong.help)))?;
    let name = shown.replace('v', "").to_ascii_lowercase();
    let file = format!("{name}.adv");
    let first = first_program(&name, &file, material, None, limits());
    let first = first.map_err(Fault::refused)?;
    let program = Files {
        files: BTreeMap::from([(file.clone(), first.text)]),
        open: Some(file),
    };
    let men = first.men;
    Ok(value(&NewProgram { program, men }))
}

fn folder_and_name(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// The chapter of a program of the book, or what a program's heading says first: up to the end of a sentence or to what it adds in brackets.
fn title(shown: &Shown) -> String {
    if let Some(chapter) = shown.chapter {
        return chapter.to_owned();
    }
    let lines = shown
        .text
        .lines()
        .map_while(|line| line.strip_prefix("//!"));
    let lines = lines.map(str::trim).take_while(|line| !line.is_empty());
    let heading = lines.collect::<Vec<_>>().join(" ");
    let ends = [". ", "; ", " ("]
        .iter()
        .filter_map(|end| heading.find(end));
    let first = heading.get(..ends.min().unwrap_or(heading.len()));
    let first = first.unwrap_or("").trim_end_matches('.');
    first.replace(['*', '`'], "")
}
