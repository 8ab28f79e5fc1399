//! A consultation in every format.

use adv_render::svg::BoardOptions;
use adv_render::text::Extras;
use adv_render::{Explained, dot, html, json, pgn, svg, text};
use insta::assert_snapshot;

use crate::program::{answer, engine};

/// Hands the explained answer to a format.
fn drawn(format: impl Fn(&Explained<'_>) -> String) -> String {
    let mut engine = engine();
    let (answer, facts) = answer(&mut engine);
    let explained = Explained {
        module: engine.module(),
        answer: &answer,
        facts,
        origin: None,
        brought: None,
    };
    let drawn = format(&explained);
    assert_eq!(drawn, format(&explained), "the same bytes every time");
    drawn
}

/// Every opened element is closed, in the right order.
fn is_well_formed(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in page.split('<').skip(1) {
        let tag = part.split('>').next().unwrap_or_default();
        let name = |tag: &'_ str| -> String {
            tag.split([' ', '/', '\n'])
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop().map(name), Some(closed.to_owned()), "<{tag}>");
        } else if !tag.ends_with('/') && !tag.starts_with(['!', '?']) {
            open.push(tag);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn as_text() {
    let extras = Extras {
        stats: true,
        why: true,
    };
    assert_snapshot!(drawn(|e| text::consultation(e.module, e.answer, extras)));
}

#[test]
fn as_an_object() {
    let object = drawn(|e| format!("{:#}", json::value(&json::explained(e, true))));
    assert_snapshot!(object);
    let read: serde_json::Value = serde_json::from_str(&object).expect("it is JSON");
    assert_eq!(read["advice"], "mate-soon");
}

#[test]
fn as_a_game() {
    assert_snapshot!(drawn(pgn::consultation));
}

#[test]
fn as_a_graph() {
    assert_snapshot!(drawn(dot::tree));
}

#[test]
fn as_a_drawing() {
    let board = drawn(|e| svg::board(&e.answer.position, &BoardOptions::default()));
    assert!(board.starts_with("<svg"));
    is_well_formed(&board);
    assert!(!board.contains("http") || board.contains("http://www.w3.org/2000/svg"));
}

#[test]
fn as_a_page() {
    let page = drawn(html::page);
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    let data = page
        .split("id=\"data\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next())
        .expect("the page holds its data");
    let data: serde_json::Value = serde_json::from_str(data).expect("the data are JSON");
    assert!(data.is_object());
    // A reason is text, whatever is in it, and nothing is fetched.
    for word in ["mate & end<", "src=", "<link", "@import"] {
        assert!(!page.contains(word), "{word}");
    }
}
