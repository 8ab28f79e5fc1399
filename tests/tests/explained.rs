//! Ten positions as people see them explained by the library's patterns: on the terminal, and what a page has of them.

use std::sync::Arc;

use adv::chess::Material;
use adv::explain::{ExplainOptions, Explainer, USUAL_POSITIONS};
use adv::program::EvaluationId;
use adv::render::explanation::{Shown, html, svg, text};
use adv::render::svg::Theme;
use adv::{Limits, PerfectPlay};
use insta::assert_snapshot;

use crate::common::{position, rulebook};

/// The library's patterns with their translations.
const LIBRARY: &str = "use std.patterns\nuse std.texts-de\nuse std.texts-ru\nuse std.placement\n\nevaluation static\n  stage endgame\nend-evaluation\n";

/// A name, the language, the position.
const TEN: [(&str, &str, &str); 10] = [
    (
        "figure_5",
        "en",
        "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1",
    ),
    (
        "figure_4_german",
        "de",
        "r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1",
    ),
    (
        "opening_russian",
        "ru",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 0 9",
    ),
    (
        "french_advance",
        "en",
        "rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3",
    ),
    (
        "pawns_that_hang_in_vain",
        "en",
        "4k3/8/8/P5pp/6PP/8/8/4K3 w - - 0 1",
    ),
    (
        "a_knight_ahead",
        "en",
        "3r2k1/p4ppp/1p6/8/3N4/8/PPP2PPP/3R2K1 b - - 0 1",
    ),
    (
        "back_rank_seen_by_black",
        "en",
        "6k1/5ppp/8/8/8/8/r4PPP/2R3K1 b - - 0 1",
    ),
    (
        "pawn_ending",
        "en",
        "8/5k2/p3p3/1p1pP1p1/3P2P1/1PP1K3/P7/8 w - - 0 1",
    ),
    (
        "checkmate",
        "en",
        "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
    ),
    ("king_and_rook", "en", "8/8/8/3k4/8/8/4K3/7R w - - 0 1"),
];

/// What differs from page to page: what is written behind the board, and the data.
fn page_of(page: &str) -> String {
    let part = |from: &str, to: &str| {
        let begun = page.find(from).unwrap_or_else(|| panic!("no {from}"));
        let end = page[begun..].find(to).unwrap_or_else(|| panic!("no {to}"));
        &page[begun..begun + end]
    };
    let data = part("{\"fen\"", "</script>");
    let data: serde_json::Value = serde_json::from_str(data).expect("the record");
    let told = data["told"].as_array().expect("facts").iter();
    // The moves of each plan as the script has them.
    let plans = told.flat_map(|told| {
        let pieces = told["plan"].as_array().into_iter().flatten();
        pieces.chain(Some(&told["together"]))
    });
    let words = |node: &serde_json::Value| {
        format!(
            "{} {} {}",
            node["ply"],
            node["san"].as_str().unwrap_or_default(),
            node["fen"].as_str().unwrap_or_default()
        )
    };
    let data = plans.filter_map(|plan| plan["nodes"].as_array());
    let data: Vec<String> = data
        .map(|nodes| nodes.iter().map(words).collect::<Vec<_>>().join("\n"))
        .collect();
    let data = data.join("\n\n");
    format!(
        "{}\n{}\n{data}\n",
        part("<header>", "<div class=\"tools\">"),
        part("<p class=\"headline\">", "</main>").replace("><", ">\n<")
    )
}

/// What explains by the library's patterns.
fn explainer() -> Explainer {
    let program = rulebook("library.adv", LIBRARY);
    let made = Explainer::new(
        program.linked(),
        Limits {
            positions: USUAL_POSITIONS,
            ..Limits::default()
        },
    );
    made.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_plan_names_the_men_of_the_explained_position() {
    let mut explainer = explainer();
    // After the first move of each plan another man stands there, or none.
    for (fen, plan) in [
        (
            "r1b1kbnr/pppp1Npp/8/8/2BnP3/8/PPPP1PqP/RNBQKR2 b Qkq - 1 6",
            "take one of e4 and h2",
        ),
        ("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", "take Qd5"),
    ] {
        let options = ExplainOptions::default();
        let explained = explainer.explain(EvaluationId(0), &position(fen), &options);
        let explanation = explained.unwrap_or_else(|error| panic!("{error}"));
        let shown = Shown {
            language: "en",
            limit: USUAL_POSITIONS,
            all: "--all",
        };
        let told = text(explainer.program(), &explanation, &shown);
        assert!(told.contains(plan), "{fen}\n{told}");
    }
}

#[test]
fn ten_positions_are_explained_for_people() {
    let mut explainer = explainer();
    let mut values = PerfectPlay::in_memory();
    let rook = Material::of(&position("8/8/8/3k4/8/8/4K3/7R w - - 0 1"));
    let made = values.prepare(&rook, &mut |_, _| {});
    made.unwrap_or_else(|error| panic!("{error}"));
    explainer.set_oracle(Some(Arc::new(values)));
    for (name, language, fen) in TEN {
        let explained =
            explainer.explain(EvaluationId(0), &position(fen), &ExplainOptions::default());
        let explanation = explained.unwrap_or_else(|error| panic!("{error}"));
        let shown = Shown {
            language,
            limit: USUAL_POSITIONS,
            all: "--all",
        };
        let program = explainer.program();
        let page = html(program, &explanation, &shown);
        assert!(page.contains(&format!("<html lang=\"{language}\">")));
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            let own = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!own.contains(outside), "{name}: the page has {outside}");
        }
        let told = text(program, &explanation, &shown);
        assert_snapshot!(
            format!("explained_{name}"),
            format!("{told}\n{}", page_of(&page))
        );
        // Each told fact is in the legend of the drawing, with its number.
        let drawing = svg(program, &explanation, &shown, Theme::Auto);
        for number in 1..=explanation.told.len() {
            assert!(
                drawing.contains(&format!(">{number}  "))
                    || drawing.contains(&format!(">{number} ")),
                "{name}: {number}"
            );
        }
    }
}
