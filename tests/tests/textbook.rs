//! Twenty positions of textbooks: the fact that decides is told first, with its side.

use std::fmt::Write as _;
use std::sync::Arc;

use adv::chess::Material;
use adv::explain::{ExplainOptions, Explainer, USUAL_POSITIONS};
use adv::program::EvaluationId;
use adv::render::explanation::{Shown, text};
use adv::{Limits, PerfectPlay};

use crate::common::{position, rulebook};

const LIBRARY: &str =
    "use std.patterns\nuse std.placement\n\nevaluation static\n  stage endgame\nend-evaluation\n";

/// What decides, and the position.
const TWENTY: [(&str, &str); 20] = [
    ("opposition", "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"),
    ("key square", "8/8/2k5/4K3/8/4P3/8/8 w - - 0 1"),
    ("the square", "8/8/8/P6k/8/8/6p1/6K1 w - - 0 1"),
    ("wrong bishop", "k7/8/8/P2K4/8/8/3B4/8 w - - 0 1"),
    ("rook pawn", "1k6/8/PK6/8/8/8/8/8 w - - 0 1"),
    ("back rank", "6k1/5ppp/8/8/8/8/r4PPP/2R3K1 w - - 0 1"),
    ("bad bishop", "8/3bk3/2p1p3/2PpP3/3P4/4N3/4K3/8 w - - 0 1"),
    ("outside passed", "8/2k2ppp/4p3/8/P3P3/5PP1/5K2/8 w - - 0 1"),
    (
        "protected passed",
        "8/2k2p2/1p4p1/pP1P3p/P1P4P/6P1/3K4/8 w - - 0 1",
    ),
    ("connected passed", "6k1/8/2PP4/8/8/8/1r4PP/6K1 w - - 0 1"),
    ("Lucena", "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"),
    ("Philidor", "4k3/R7/7r/3KP3/8/8/8/8 b - - 0 1"),
    ("opposite bishops", "8/8/3bk3/8/2PP4/3K4/4B3/8 w - - 0 1"),
    ("fork", "r3k3/2N5/8/8/8/8/5PPP/6K1 b - - 0 1"),
    ("skewer", "4q3/8/8/4k3/8/8/8/K3R3 b - - 0 1"),
    ("pin", "r3k3/pp6/8/4n3/3P4/8/PP6/4R1K1 w - - 0 1"),
    ("discovered", "3qk3/8/8/4N3/8/8/5PPP/4R1K1 w - - 0 1"),
    ("smothered", "6rk/6pp/8/6N1/8/8/6PP/6K1 w - - 0 1"),
    ("lone rook", "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"),
    ("rook against bishop", "4k3/8/8/3b4/8/8/8/4K2R w - - 0 1"),
];

/// Each position with its headline, and the first fact as a reader sees it. Tables of three and four men are asked where they are quick to make.
#[test]
fn what_decides_is_told_first() {
    let program = rulebook("library.adv", LIBRARY);
    let limits = Limits {
        positions: USUAL_POSITIONS,
        ..Limits::default()
    };
    let mut explainer =
        Explainer::new(program.linked(), limits).unwrap_or_else(|error| panic!("{error}"));
    let options = ExplainOptions {
        tell: Some(1),
        ..ExplainOptions::default()
    };
    let mut told = String::new();
    for (what, fen) in TWENTY {
        let position = position(fen);
        let mut tables = PerfectPlay::in_memory();
        let material = Material::of(&position);
        if material.men() == 3 {
            let prepared = tables.prepare(&material, &mut |_, _| {});
            prepared.unwrap_or_else(|error| panic!("{fen}: {error}"));
        }
        explainer.set_oracle(Some(Arc::new(tables)));
        let explanation = explainer
            .explain(EvaluationId(0), &position, &options)
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
        let shown = Shown {
            language: "en",
            limit: USUAL_POSITIONS,
            all: "--all",
        };
        let text = text(explainer.program(), &explanation, &shown);
        assert!(!text.contains("refuted"), "{fen}: {text}");
        // The board is drawn beside the headline.
        let headline = text.lines().nth(2).and_then(|line| line.get(22..));
        let fact = text.lines().skip(10).take_while(|line| !line.is_empty());
        let _ = writeln!(told, "== {what}: {fen}\n{}", headline.unwrap_or_default());
        for line in fact {
            let _ = writeln!(told, "{line}");
        }
        told.push('\n');
    }
    insta::assert_snapshot!("textbook", told);
}
