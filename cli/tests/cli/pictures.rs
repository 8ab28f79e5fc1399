//! The pictures of the manual are what the command draws: `cargo bless` writes them.

use std::fs;
use std::path::Path;

use adv_testkit::fresh;

use crate::desk::Desk;

/// A picture of `docs`, the program that it is drawn from, the expressions, and a position where it is not the example's.
type Picture = (
    &'static str,
    Program,
    &'static [&'static str],
    Option<&'static str>,
);

/// Where a program stands.
enum Program {
    /// A file of `examples`.
    Example(&'static str),
    /// The first program below a heading of the cookbook.
    Recipe(&'static str),
}

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 b - - 0 1";

const PICTURES: [Picture; 7] = [
    // The sentence at the head of README speaks of this pen.
    (
        "docs/sentence.svg",
        Program::Example("queen.adv"),
        &["PEN(B)"],
        Some("8/8/6Q1/3k4/8/8/8/K7 b - - 0 1"),
    ),
    (
        "docs/zone-figure-10.svg",
        Program::Example("zones.adv"),
        &["attack"],
        None,
    ),
    (
        "docs/zone-race.svg",
        Program::Example("reti.adv"),
        &["race(W)"],
        Some(RETI),
    ),
    (
        "docs/zone-attack.svg",
        Program::Example("reti.adv"),
        &["attack(B, W)"],
        Some(RETI),
    ),
    (
        "docs/cookbook-restrict.svg",
        Program::Recipe("Restrict"),
        &["PEN(B)"],
        None,
    ),
    (
        "docs/cookbook-outrun.svg",
        Program::Recipe("Outrun"),
        &["race"],
        None,
    ),
    (
        "docs/cookbook-two-errands.svg",
        Program::Recipe("Two errands at once"),
        &["FIRST(W.K, HELPED)", "FIRST(W.K, STOPPED)"],
        None,
    ),
];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Program {
    fn text(&self) -> String {
        match self {
            Program::Example(name) => read(&format!("examples/{name}")),
            Program::Recipe(heading) => {
                let page = read("docs/cookbook.md");
                let recipe = page.split(&format!("\n## {heading}\n")).nth(1);
                let program = recipe.and_then(|text| text.split("```adv\n").nth(1));
                let program = program.and_then(|text| text.split("```").next());
                program
                    .unwrap_or_else(|| panic!("no recipe {heading}"))
                    .to_owned()
            }
        }
    }
}

#[test]
fn pictures_of_the_manual_are_drawn_by_the_command() {
    let desk = Desk::new();
    let readme = read("README.md").replace("](docs/", "](");
    let pages = [readme, read("docs/geometry.md"), read("docs/cookbook.md")].concat();
    for (file, program, expressions, position) in PICTURES {
        desk.put("program.adv", program.text());
        let position: Vec<&str> = position.iter().flat_map(|fen| ["--fen", fen]).collect();
        let drawn = desk.adv(
            &[
                &["board", "program.adv", "--format", "svg"],
                position.as_slice(),
                expressions,
            ]
            .concat(),
        );
        assert_eq!((drawn.code, drawn.err.as_str()), (0, ""), "{}", drawn.err);
        fresh(file, &drawn.out);
        let name = file.trim_start_matches("docs/");
        assert!(
            pages.contains(&format!("]({name})")),
            "no page shows {file}"
        );
    }
}
