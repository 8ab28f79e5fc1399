//! The table of `docs/endgames.md` names every claim of every program of the library, as the files have them.
//!
//! The tests of the command line prove the claims again and compare the verdicts; this test compares what needs no proof.

use adv::Rulebook;

use crate::common::{file_name, files, read, root};
use adv_render::overview::{ClaimRow, ProgramSummary};

/// The rows of the table, cell by cell.
fn rows() -> Vec<Vec<String>> {
    let page = read("docs/endgames.md");
    let table = page
        .split_once("<!-- endgames -->\n")
        .and_then(|(_, rest)| rest.split_once("<!-- end of endgames -->"))
        .map_or("", |(table, _)| table);
    let lines = table.lines().filter(|line| line.starts_with('|'));
    lines
        .map(|line| {
            let line = line.replace("\\|", "\u{1}");
            let inside = line.trim_matches('|');
            let cells = inside
                .split('|')
                .map(|cell| cell.trim().replace('\u{1}', "|"));
            cells.collect()
        })
        .collect()
}

#[test]
fn the_table_has_a_row_for_every_claim_of_the_library() {
    let rows = rows();
    let Some([heads, _, rows @ ..]) = rows.get(..) else {
        panic!("the page has no table between its marks");
    };
    let head = |name: &str| {
        let found = heads.iter().position(|head| head == name);
        found.unwrap_or_else(|| panic!("the table has no column `{name}`"))
    };
    let mut expected = Vec::new();
    let mut paths = files("examples/endgames", "adv");
    paths.sort_by_key(|path| path.with_extension(""));
    // A program may use another one of the folder.
    let texts: Vec<(String, String)> = paths
        .iter()
        .map(|path| (file_name(path), read(path)))
        .collect();
    let beside: Vec<(&str, &str)> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    for path in paths {
        // Those of folders inside it are left out there as well.
        if path.parent() != Some(&root().join("examples/endgames")) {
            continue;
        }
        let name = file_name(&path);
        let rulebook = Rulebook::load_with(&name, read(&path), &beside[..]);
        let rulebook = rulebook.unwrap_or_else(|error| panic!("{name}: {error}"));
        let module = rulebook.program();
        let program = ProgramSummary {
            name: name.trim_end_matches(".adv"),
            file: &format!("examples/endgames/{name}"),
            module,
        };
        for claim in &module.claims {
            let row = ClaimRow::unsettled(&program, claim);
            let mut cells = row.cells(true);
            cells[head("program")] = format!("[{}](../{})", row.program, row.file);
            cells[head("claim")] = format!("`{}`", row.claim);
            expected.push(cells);
        }
    }
    let known = ["program", "class", "claim", "lines"].map(head);
    let rules = head("rules");
    for (row, wanted) in rows.iter().zip(&expected) {
        for at in known {
            assert_eq!(row[at], wanted[at], "{}: write the table again", heads[at]);
        }
        let written = |cell: &str| cell.rsplit('/').next().map(str::to_owned);
        assert_eq!(written(&row[rules]), written(&wanted[rules]), "{row:?}");
    }
    assert_eq!(rows.len(), expected.len(), "write the table again");
}
