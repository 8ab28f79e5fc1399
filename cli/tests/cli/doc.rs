//! `adv doc`: pages of programs and of the library.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::desk::{Desk, KINGS};

/// The pages in a folder by their paths in it.
fn pages(folder: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("inside");
            let name = name.to_string_lossy().replace('\\', "/");
            all.insert(name, fs::read_to_string(&path).expect("text"));
        }
    }
    all
}

/// The values of an attribute of a page.
fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    let begin = format!(" {attribute}=\"");
    let parts = page.split(begin.as_str()).skip(1);
    let values = parts.map(|part| part.split('"').next().unwrap_or_default());
    values.collect::<Vec<&str>>()
}

/// The places of each page that a link can name.
fn places(pages: &BTreeMap<String, String>) -> BTreeMap<&str, BTreeSet<&str>> {
    let all = pages.iter();
    all.map(|(name, page)| (name.as_str(), values(page, "id").into_iter().collect()))
        .collect()
}

/// Every link of every page leads to a page and a place that are there, and no place is there twice.
fn links_lead_somewhere(pages: &BTreeMap<String, String>) {
    let places = places(pages);
    for (name, page) in pages {
        let ids: Vec<&str> = page
            .split("<section class=\"item\" id=\"")
            .skip(1)
            .map(|part| part.split('"').next().unwrap_or_default())
            .collect();
        let once: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), once.len(), "{name} has a place twice: {ids:?}");
        for href in values(page, "href") {
            if href.starts_with("http") {
                continue;
            }
            let (target, place) = href.split_once('#').unwrap_or((href, ""));
            let mut path: Vec<&str> = name.split('/').collect();
            path.pop();
            for part in target.split('/').filter(|part| !part.is_empty()) {
                match part {
                    ".." => assert!(path.pop().is_some(), "{name}: {href}"),
                    part => path.push(part),
                }
            }
            let target = if target.is_empty() {
                name.clone()
            } else {
                path.join("/")
            };
            let page = places.get(target.as_str());
            let page = page.unwrap_or_else(|| panic!("{name}: {href} leads to no page"));
            assert!(
                place.is_empty() || page.contains(place),
                "{name}: {href} leads to no place"
            );
        }
    }
}

/// A page without its drawings, whose bytes say nothing to a reader.
fn without_drawings(page: &str) -> String {
    let body = page.split("<body>").nth(1).unwrap_or_default();
    let mut parts = body.split("<svg");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (drawing, rest) = part.split_once("</svg>").unwrap_or(("", part));
        let title = drawing
            .split("<title>")
            .nth(1)
            .and_then(|t| t.split("</title>").next());
        text.push_str(&format!("[board: {}]", title.unwrap_or_default()));
        text.push_str(rest);
    }
    text
}

#[test]
fn a_page_tells_each_item_with_its_board_and_what_it_comes_to() {
    let desk = Desk::new();
    desk.put("club/lib/near.adv", "//! How near they are.\n\n/// Steps between the kings; see `near`.\nnumber near = dist(W.K, B.K)\n");
    desk.put(
        "club/hunt.adv",
        format!(
            "{}\nuse \"lib/near.adv\"\nuse std.geometry\n\n/// Where his king may go to the rim.\nboard RIM = MV(B.K) ∩ EDGE\n\n/// The squares of a side's king.\nboard AROUND(s: side) = MV(s.K)\n\n\
             test \"around\"  position \"8/8/8/3k4/8/8/8/K7 w - - 0 1\"  expect count(AROUND(B)) = 8, near = 4\n\nprove hunt  from all positions  reaches near = 7\n",
            KINGS.replace("//! The", "//! # Hunt\n//!\n//! The")
        ),
    );
    let ran = desk.adv(&["doc", "club", "--prove", "-o", "pages"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_eq!(ran.out, "4 pages; begin with `pages/index.html`\n");
    let made = pages(&desk.path("pages"));
    links_lead_somewhere(&made);
    let shown: Vec<String> = ["hunt.html", "lib/near.html", "index.html"]
        .iter()
        .map(|name| format!("===== {name}{}", without_drawings(&made[*name])))
        .collect();
    assert_snapshot!(shown.join("\n"));
    // A second run, into the same folder, which has another file in it by now.
    desk.put("pages/own.txt", "mine");
    let again = desk.adv(&["doc", "club", "--prove", "-o", "pages"]);
    assert_eq!(again.code, 0, "{}", again.all());
    assert_eq!(desk.text("pages/own.txt"), "mine");
    fs::remove_file(desk.path("pages/own.txt")).expect("it was there");
    assert_eq!(pages(&desk.path("pages")), made);
}

#[test]
fn the_library_is_documented_and_every_link_leads_somewhere() {
    let desk = Desk::new();
    let ran = desk.adv(&["doc", "--library", "-o", "pages"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    let made = pages(&desk.path("pages"));
    assert_eq!(made.len(), 1 + adv::analysis::library_modules().count());
    links_lead_somewhere(&made);
    let room = &made["library/std.room.html"];
    assert!(
        room.contains("in the test &quot;"),
        "boards are drawn where tests ask for them"
    );
    let places = places(&made);
    for word in adv::analysis::words() {
        if let Some(module) = word.module {
            let page = &places[format!("library/{module}.html").as_str()];
            assert!(page.contains(word.name.as_str()), "{module}: {}", word.name);
        }
    }
}

#[test]
fn what_a_file_says_is_text_and_what_is_wrong_is_told() {
    let desk = Desk::new();
    desk.put(
        "club/index.adv",
        "//! <script>alert(1)</script> [x](javascript:alert(1))\n\n/// <img src=x onerror=alert(1)>\nnumber a = 1 // </pre><b>\n\ntest \"</h2><i>\"  position \"8/8/8/3k4/8/8/8/K7 w - - 0 1\"  expect a = 2\n",
    );
    desk.put("club/bad.adv", "number b = foo\n");
    let ran = desk.adv(&["doc", "club", "-o", "pages"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert_snapshot!(ran.all());
    let made = pages(&desk.path("pages"));
    let names: Vec<&str> = made.keys().map(String::as_str).collect();
    assert_eq!(names, ["index.adv.html", "index.html"]);
    links_lead_somewhere(&made);
    for (name, page) in &made {
        for tag in ["<script", "<img", "<b>", "<i>", "\"javascript:"] {
            let own = tag == "<b>" && page.contains("is <b>");
            assert!(own || !page.contains(tag), "{name} has {tag}\n{page}");
        }
    }
    assert!(
        made["index.html"].contains("It has errors"),
        "{}",
        made["index.html"]
    );
    for arguments in [
        &["doc", "-o", "pages"][..],
        &["doc", "none.adv", "-o", "pages"],
        &["doc", "club", "-o", "club/bad.adv"],
    ] {
        let ran = desk.adv(arguments);
        assert_eq!(ran.code, 1, "{}", ran.all());
        assert!(
            !ran.err.is_empty() && !ran.err.contains("panicked"),
            "{}",
            ran.all()
        );
    }
}
