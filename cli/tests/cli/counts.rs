//! The counts of positions on the pages are those that the commands beside them print.
//!
//! The short size runs the rows of few positions, the long one all but two searches of many minutes.

use std::fs;
use std::process::Output;

use adv_testkit::{Size, runs_in, sized};

use crate::desk::Desk;

/// The project's root folder, in which the commands of the pages run.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const MATE: &str = "examples/mate-in-seven.adv";
const SOLVE: &str = "stdlib/lib/solve.adv";

/// A page.
fn page(name: &str) -> String {
    fs::read_to_string(format!("{ROOT}/docs/{name}")).expect("the page can be read")
}

/// The rows of the first table after a heading, as cells.
fn rows<'p>(page: &'p str, heading: &str) -> Vec<Vec<&'p str>> {
    let (_, rest) = page.split_once(&format!("# {heading}\n")).expect(heading);
    let lines = rest.lines().skip_while(|line| !line.starts_with('|'));
    let table = lines.take_while(|line| line.starts_with('|')).skip(2);
    table
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

/// The number in a cell.
fn figure(cell: &str) -> Option<u64> {
    let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The text between the first backticks that begins so.
fn quoted<'p>(cell: &'p str, begin: &str) -> Option<&'p str> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .find(|text| text.starts_with(begin))
}

fn adv(arguments: &[&str]) -> String {
    let desk = Desk::new();
    let ran = desk.command(arguments).current_dir(ROOT).output();
    let Output { stdout, .. } = ran.expect("the binary runs");
    String::from_utf8(stdout).expect("text")
}

/// The output of `adv run --stats` with further words, and the positions that a piece-of-advice has tested there.
fn tested(program: &str, piece: &str, more: &[&str]) -> (String, Option<u64>) {
    let first = ["run", program, "--advice", piece, "--stats"];
    let out = adv(&[&first, more].concat());
    let row = out
        .lines()
        .rfind(|line| line.starts_with(piece) && line.contains(" satisfied "));
    let cell = row.and_then(|row| row.split(" satisfied ").nth(1)?.split_whitespace().next());
    (out.clone(), cell.and_then(figure))
}

#[test]
fn reti_by_zones() {
    let page = page("geometry.md");
    assert!(page.contains("`adv run … --advice NAME --stats`"));
    let rows = rows(&page, "Réti's study");
    assert_eq!(rows.len(), 7);
    for row in rows {
        let piece = quoted(row[0], "hold").expect("the name of a piece");
        let program = match piece {
            "hold-by-zones" => "examples/reti.adv",
            _ => "examples/reti-beside.adv",
        };
        let (out, found) = tested(program, piece, &[]);
        assert_eq!(found, figure(row[2]), "{piece}: {out}");
        let has_tree = !out.contains(" not satisfied ");
        assert_eq!(has_tree, !row[2].starts_with("no tree"), "{piece}");
    }
}

/// A sibling's cost is that of the question whether White wins and, if not, of the other.
#[test]
fn the_siblings_of_the_study() {
    let page = page("geometry.md");
    let positions = "tests/cases/reti-siblings.epd";
    assert!(page.contains(&format!(
        "--positions {positions} --each zones-then-any --memory 0"
    )));
    for row in rows(&page, "Thirty-four positions like it") {
        let plan = row[0].split('`').nth(1).expect("the name of a plan");
        if plan == "by-all" && !runs_in(Size::Long, "the_siblings_of_the_study by-all") {
            continue;
        }
        let asked = [
            "solve",
            "examples/reti-beside.adv",
            "--positions",
            positions,
        ];
        let with = [
            "--each", plan, "--memory", "0", "--nodes", "20M", "--format", "csv",
        ];
        let out = adv(&[asked.as_slice(), &with].concat());
        let mut lines = out.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().expect("a head");
        let place = |name: &str| {
            head.iter()
                .position(|cell| *cell == name)
                .expect("a column")
        };
        let (result, count) = (place("result"), place("tested"));
        let lines: Vec<Vec<&str>> = lines.collect();
        let cost = |pair: &[Vec<&str>]| {
            let counts: Vec<u64> = pair.iter().filter_map(|line| figure(line[count])).collect();
            let asked = if pair[0][result] == "found" { 1 } else { 2 };
            counts.iter().take(asked).sum::<u64>()
        };
        let mut costs: Vec<u64> = lines.chunks(2).map(cost).collect();
        costs.sort_unstable();
        let sum: u64 = costs.iter().sum();
        let median = (costs[16] + costs[17]).div_ceil(2);
        let found = [34, sum, (sum + 17) / 34, median, costs[33]].map(Some);
        let told = [1, 3, 4, 5, 6].map(|cell| figure(row[cell]));
        assert_eq!(found, told, "{plan}");
        assert_eq!(costs.len(), 34);
    }
}

#[test]
fn each_way_to_the_mate() {
    let page = page("entropy.md");
    let words = "--stats --looked-at --replies one-by-one --fuel 1000000000000";
    assert!(page.contains(&format!(
        "$ adv run {MATE} --advice by-the-formula {words}\n"
    )));
    let words: Vec<&str> = words.split(' ').skip(1).collect();
    let mut held = 0;
    for row in rows(&page, "What each cost finds") {
        let Some(piece) = quoted(row[0], "").filter(|_| row[0].starts_with('`')) else {
            continue;
        };
        let Some(told) = figure(row[2]).filter(|told| *told < sized(100_000, 10_000_000)) else {
            continue;
        };
        let (out, found) = tested(MATE, piece, &words);
        // The command counts the root, too.
        assert_eq!(found, Some(told + 1), "{piece}: {out}");
        let looked = format!("looked at {} distinct positions\n", row[3]);
        assert!(out.contains(&looked), "{piece}: no `{looked}` in {out}");
        // The statistics do not change what is looked at.
        if told < 5_000 {
            for replies in ["one-by-one", "tested-first"] {
                let asked = [
                    "run",
                    MATE,
                    "--advice",
                    piece,
                    "--looked-at",
                    "--replies",
                    replies,
                ];
                assert!(adv(&asked).contains(&looked), "{piece}, {replies}");
                assert!(
                    adv(&[&asked[..], &["--stats"]].concat()).contains(&looked),
                    "{piece}"
                );
            }
        }
        held += 1;
    }
    assert_eq!(held, sized(6, 9));
}

#[test]
fn the_further_positions() {
    let page = page("entropy.md");
    let cases = fs::read_to_string(format!("{ROOT}/tests/cases/ers/ers_cases.json"));
    let cases: serde_json::Value = serde_json::from_str(&cases.expect("cases")).expect("JSON");
    let fen_of = |name: &str| {
        let all = cases["positions"].as_array().expect("a list").iter();
        let mut all = all.chain([&cases["paper_position"]]);
        let case = all.find(|case| case["name"] == name)?;
        case["fen"].as_str().map(str::to_owned)
    };
    let quiet = page
        .split('`')
        .find(|text| text.starts_with("kn1r1b1r/") && text.len() > 40);
    let quiet = quiet.expect("the position with a quiet key").to_owned();
    let rows = rows(&page, "Further positions");
    assert_eq!(rows.len(), 18);
    for row in rows {
        let fen = fen_of(row[0]).unwrap_or_else(|| quiet.clone());
        let at_length = format!("mate-somehow({})", row[1]);
        let pieces = [
            (SOLVE, "force-mate(12, 18)"),
            (SOLVE, "mate-by-checks(12)"),
            (SOLVE, "mate-somehow(25)"),
            (SOLVE, &at_length),
            (MATE, "by-code"),
        ];
        for ((program, piece), cell) in pieces.into_iter().zip(&row[2..]) {
            let number = cell.split(", as").next().and_then(figure);
            if number.is_none_or(|told| told > sized(2_500, 1_000_000)) {
                continue;
            }
            let more = [
                "--fen",
                &fen,
                "--replies",
                "one-by-one",
                "--fuel",
                "1000000000000",
            ];
            let (out, found) = tested(program, piece, &more);
            assert_eq!(
                found,
                number.map(|told| told + 1),
                "{}: {piece}: {out}",
                row[0]
            );
        }
    }
}

#[test]
fn memory_saves_positions() {
    if !runs_in(Size::Long, "memory_saves_positions") {
        return;
    }
    let page = page("performance.md");
    let line = page.lines().find(|line| line.starts_with("- `--memory`:"));
    let line = line.expect("the line of the memory");
    for (memory, after) in [("0", "tests "), ("1", "without it, "), ("64", "1 MiB, ")] {
        let told = line
            .split(after)
            .nth(1)
            .and_then(|rest| rest.split(' ').next());
        let more = ["--memory", memory, "--fuel", "1000000000000"];
        let (out, found) = tested(MATE, "by-checks", &more);
        assert_eq!(found, told.and_then(figure), "{memory} MiB: {out}");
    }
}
