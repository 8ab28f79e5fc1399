//! The table of `docs/endgames.md` is what the command above it writes.
//!
//! Every run proves one program of three men again, the long size all of three men, and where all tests run it proves the others too,
//! which takes some minutes with `--profile dist --features native`. The column of times is not compared.

use std::fs;

use adv_testkit::{Size, fresh_part, is_blessing, size};

use crate::desk::Desk;

/// The project's root folder.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The folder of the library, below the root.
const FOLDER: &str = "examples/endgames";
/// The page with the table, below the root. The command runs in its folder, so that the links of the table lead to the programs.
const PAGE: &str = "docs/endgames.md";
/// The most men of the programs that the long size proves.
const CHEAP: usize = 3;
/// The program that the short size proves.
const SHORT: &str = "krk-advice-fixed";

/// A row without its last cell, the time.
fn untimed(row: &str) -> &str {
    let row = row.trim_end().trim_end_matches('|').trim_end();
    row.rsplit_once(" |").map_or(row, |(rest, _)| rest)
}

/// The name of a row's program, and how many men its class has.
fn program(row: &str) -> Option<(&str, usize)> {
    let mut cells = row.trim_start_matches("| ").split(" | ");
    let name = cells.next()?.strip_prefix('[')?.split_once(']')?.0;
    let class = cells.next()?;
    Some((name, class.chars().filter(char::is_ascii_uppercase).count()))
}

/// Writes the table again from rows that the command has written, with the old rows and their times where nothing else has changed.
fn bless<'r>(old: &[&'r str], rows: impl Iterator<Item = &'r str>) {
    let mut sorted: Vec<(&str, &str)> = rows
        .filter_map(|row| Some((program(row)?.0, row)))
        .collect();
    // The sort is stable, so that the claims of a program keep their order.
    sorted.sort_by_key(|(name, _)| *name);
    let mut table: String = old.iter().take(2).map(|head| format!("{head}\n")).collect();
    for (_, row) in sorted {
        let same = old.iter().find(|old| untimed(old) == untimed(row));
        table.push_str(same.unwrap_or(&row));
        table.push('\n');
    }
    fresh_part(PAGE, "endgames", &table);
}

#[test]
fn the_table_is_what_the_command_writes() {
    let page = fs::read_to_string(format!("{ROOT}/{PAGE}")).expect("the page can be read");
    let folder = format!("../{FOLDER}");
    let command = format!("adv prove {folder} --format markdown --times");
    assert!(page.contains(&command), "{PAGE} does not say `{command}`");
    let table = page
        .split_once("<!-- endgames -->\n")
        .and_then(|(_, rest)| rest.split_once("<!-- end of endgames -->"))
        .map_or("", |(table, _)| table);
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with('|')).collect();
    let dear: Vec<&str> = rows
        .iter()
        .filter_map(|row| program(row))
        .filter(|(name, men)| match size() {
            Size::Short => *name != SHORT,
            Size::Long => *men > CHEAP,
            Size::All => false,
        })
        .map(|(name, _)| name)
        .collect();
    let is_dear = |row: &str| program(row).is_some_and(|(name, _)| dear.contains(&name));
    let desk = Desk::new();
    for entry in fs::read_dir(format!("{ROOT}/{FOLDER}")).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let stem = name.trim_end_matches(".adv");
        if name.ends_with(".adv") && !dear.contains(&stem) {
            let text = fs::read(&path).expect("the program can be read");
            desk.put(&format!("{FOLDER}/{name}"), text);
        }
    }
    desk.put(PAGE, &page);
    let times = ["--times"].iter().filter(|_| is_blessing());
    let arguments = ["prove", &folder, "--format", "markdown"];
    let ran = desk
        .command(&arguments.iter().chain(times).copied().collect::<Vec<_>>())
        .current_dir(desk.path("docs"))
        .output()
        .expect("the binary runs");
    let out = String::from_utf8_lossy(&ran.stdout);
    if is_blessing() {
        let dear = rows.iter().filter(|row| is_dear(row)).copied();
        return bless(&rows, dear.chain(out.lines()));
    }
    let wanted: Vec<&str> = rows.iter().filter(|row| !is_dear(row)).copied().collect();
    let wanted: Vec<&str> = wanted.into_iter().map(untimed).collect();
    let found: Vec<String> = out
        .lines()
        .map(|row| row.trim_end_matches(" |").to_owned())
        .collect();
    let least = if size() == Size::Short { 2 } else { 4 };
    assert!(
        wanted.len() > least,
        "{PAGE} has no table between its marks"
    );
    for (wanted, found) in wanted.iter().zip(&found) {
        assert_eq!(
            found, wanted,
            "write the table again, by `cargo bless` or {command}"
        );
    }
    assert_eq!(
        found.len(),
        wanted.len(),
        "write the table again, by `cargo bless` or {command}"
    );
}
