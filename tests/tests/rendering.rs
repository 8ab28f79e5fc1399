//! Every drawing format held to its own rules by another reader: games by pgn-reader, objects by their schema, graphs and drawings
//! by small checkers of their syntax, pages by what must not be in them. The page is walked through in a browser by `page.rs`.

use std::collections::BTreeSet;

use crate::common::position;
use crate::drawn::movetext::read as movetext;
use crate::drawn::syntax::{dot_graph, elements, graphviz};
use crate::drawn::{Shown, consulted_in, played_by, schema};
use adv_chess::notation::parse_move;
use adv_module::program::StatementKind;
use adv_render::series::{self, GameOutcome, GameTally, LongestGame, LostGame, OUTCOMES, Series};
use adv_render::svg::{BoardOptions, Overlay, Theme};
use adv_render::{Explained, Played, dot, etree, html, json, pgn, svg, text};
use adv_vm::Mode;

/// Fig. 2 of the paper on Advice Language 2.
const FIG_2: &str = "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1";
/// A rook's win in the middle of its table.
const ROOK: &str = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1";

/// A strategy of two actions, with a reason that pages have to escape.
const STRATEGY: &str = r#"
material  W: K, R;  B: K

NET : STRAT (IN-CLASS: FIGURES - W: K, R; B: K; DESCR - ANY; OUT-CLASS: MV(B.K) = ∅)
  action step (any, new.MV(B.K) ⊂ MV(B.K) & new.SQ(R) ∩ STEP(B.K) = ∅) us K, R within 3 plies prefer (replies)
    because "the 'net' </script><b>{count(new.MV(B.K))}</b> is drawn; % &"
  do-while (MV(B.K) ≠ ∅)
    action step (any, new.SQ(R) ∩ STEP(B.K) = ∅ & count(new.MV(B.K)) ≤ count(MV(B.K))) us K, R prefer (replies)
  end-do
end-strat NET
"#;

/// A consultation with a wide tree, one with a conditional tree, one in which nothing is found, one of an action.
fn samples() -> Vec<Shown> {
    let kpk = crate::common::read("examples/kpk.adv");
    let krk = crate::common::read("examples/krk-advice.adv");
    let over = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let mut samples = vec![
        consulted_in("kpk.adv", &kpk, "bring-king-in-front-of-pawn", FIG_2),
        consulted_in("kpk.adv", &kpk, "push-pawn", FIG_2),
        consulted_in("krk-advice.adv", &krk, "krk", ROOK),
        consulted_in(
            "any.adv",
            "advice any-move\n  better true\n  depth 3\nend-advice\n",
            "any-move",
            over,
        ),
    ];
    samples.extend(played_by("net.adv", STRATEGY, "NET", ROOK, 3, Mode::Strong).trees());
    samples
}

fn each_sample(check: impl Fn(&Explained<'_>)) {
    for sample in samples() {
        check(&sample.explained());
    }
}

fn nodes(explained: &Explained<'_>) -> usize {
    explained
        .answer
        .tree
        .as_ref()
        .map_or(0, |tree| tree.nodes().len())
}

#[test]
fn the_samples_are_of_every_kind() {
    let samples = samples();
    let counts: Vec<usize> = samples.iter().map(|s| nodes(&s.explained())).collect();
    assert!(
        counts.contains(&0) && counts.iter().any(|count| *count > 20),
        "{counts:?}"
    );
    assert!(samples.iter().any(|s| s.explained().origin.is_some()));
    assert!(samples.iter().any(|s| s.answer.is_conditional()));
}

#[test]
fn trees_are_read_back_as_games_with_variations() {
    each_sample(|explained| {
        let written = pgn::consultation(explained);
        let read = movetext(&written);
        assert_eq!(read.moves, nodes(explained), "{written}");
        assert_eq!(read.tags.get("Result").map(String::as_str), Some("*"));
        assert_eq!(read.result.as_deref(), Some("*"));
        let leaves = explained.answer.tree.as_ref().map_or(0, |tree| {
            (0..tree.nodes().len())
                .filter(|node| tree.is_leaf(*node))
                .count()
        });
        assert_eq!(read.variations, leaves.saturating_sub(1), "{written}");
        for line in written.lines() {
            assert!(line.chars().count() < 80 || line.starts_with('['), "{line}");
            assert!(
                line.chars().count() < 256 && !line.starts_with('%'),
                "{line}"
            );
        }
    });
}

#[test]
fn games_are_read_back_with_their_reasons_and_results() {
    let run = played_by("net.adv", STRATEGY, "NET", ROOK, 12, Mode::Strong);
    let played = run.played();
    let written = pgn::game(&played);
    let read = movetext(&written);
    assert_eq!(read.moves, played.game.len());
    assert_eq!(read.result.as_deref(), Some(played.result()));
    assert_eq!(
        read.tags.get("Termination").map(String::as_str),
        Some("unterminated")
    );
    let told = read.comments.join(" ");
    assert!(
        told.contains("action step") && told.contains("'net'"),
        "{told}"
    );
    assert!(told.ends_with(&played.end_sentence()), "{told}");
}

#[test]
fn a_game_that_is_mate_has_its_result() {
    let mate = "8/8/8/8/8/k1K5/8/7R w - - 0 1";
    let program = "material W: K, R; B: K\nadvice mates\n  better mate\n  depth 1\n  because \"it is mate\"\nend-advice\n";
    let run = played_by("mates.adv", program, "mates", mate, 5, Mode::Strong);
    let played = run.played();
    let read = movetext(&pgn::game(&played));
    assert_eq!(read.result.as_deref(), Some("1-0"));
    assert_eq!(
        read.tags.get("Termination").map(String::as_str),
        Some("normal")
    );
    assert!(
        text::game(&played).contains("1. Ra1#"),
        "{}",
        text::game(&played)
    );
    assert_eq!(json::game(&played)["result"], "1-0");
}

#[test]
fn objects_have_the_shape_that_their_schema_promises() {
    let promised = schema::load("docs/schema/outcome.json");
    each_sample(|explained| {
        let object = json::value(&json::explained(explained, true));
        let wrong = schema::errors(&promised, "Consultation", &object);
        assert!(wrong.is_empty(), "{wrong:?}\n{object:#}");
        // The flat list and the nested tree say the same.
        let flat = object["nodes"].as_array().map_or(0, Vec::len);
        assert_eq!(
            flat,
            object["tree"].to_string().matches("\"children\"").count()
        );
    });
    let run = played_by("net.adv", STRATEGY, "NET", ROOK, 6, Mode::Weak);
    let object = json::game(&run.played());
    let wrong = schema::errors(&promised, "Game", &object);
    assert!(wrong.is_empty(), "{wrong:?}\n{object:#}");
}

#[test]
fn series_have_the_shape_that_their_schema_promises() {
    let promised = schema::load("docs/schema/outcome.json");
    let failure = LostGame {
        game: 3,
        outcome: GameOutcome::Stuck,
        sentence: "stuck at line 12".to_owned(),
        start: ROOK.to_owned(),
        end: ROOK.to_owned(),
    };
    let tally = GameTally {
        games: OUTCOMES.len() as u64,
        outcomes: OUTCOMES.map(|(outcome, _)| (outcome, 1)).into(),
        good_moves: 60,
        longest: Some(LongestGame {
            moves: 31,
            game: 2,
            start: ROOK.to_owned(),
        }),
        used: [("LINE, line 4".to_owned(), (7, 9))].into(),
        failures: vec![failure],
    };
    // A series in which everything happens, and one in which nothing has.
    for tally in [tally, GameTally::default()] {
        let object = series::json(&Series {
            player: "NET",
            opponent: "random moves",
            from: "random positions (seed 1)",
            mode: Mode::Strong,
            tally: &tally,
        });
        let wrong = schema::errors(&promised, "Series", &object);
        assert!(wrong.is_empty(), "{wrong:?}\n{object:#}");
    }
}

#[test]
fn the_schema_refuses_what_is_not_promised() {
    let promised = schema::load("docs/schema/outcome.json");
    let sample = samples().remove(0);
    let good = json::value(&json::explained(&sample.explained(), true));
    for (field, value) in [
        ("rule", serde_json::json!("2")),
        ("satisfied", serde_json::json!(null)),
        ("nodes", serde_json::json!([{ "uci": "e2e4" }])),
        ("surplus", serde_json::json!(1)),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        assert!(
            !schema::errors(&promised, "Consultation", &bad).is_empty(),
            "{field}"
        );
    }
}

#[test]
fn graphs_are_graphs() {
    each_sample(|explained| {
        let written = dot::tree(explained);
        let (names, edges) = dot_graph(&written);
        // The root and a node for each move, an edge to each move.
        assert_eq!(names.len(), nodes(explained) + 1, "{written}");
        assert_eq!(edges.len(), nodes(explained), "{written}");
        for (from, to) in edges {
            assert!(
                names.contains(&from) && names.contains(&to),
                "{from} -> {to}"
            );
        }
        graphviz(&written);
    });
}

#[test]
fn the_graph_of_a_strategy_has_its_statements_and_no_edge_into_nothing() {
    let (mut actions, mut strategies) = (0, 0);
    let examples = crate::common::examples();
    // Those of one file.
    let examples = examples.iter().filter(|(_, text)| !text.contains("use \""));
    for (name, text) in examples {
        let linked = crate::common::linked(name, text);
        let module = linked.module().program();
        let written = etree::graph(module);
        let (names, edges) = dot_graph(&written);
        for (from, to) in &edges {
            assert!(
                names.contains(from) && names.contains(to),
                "{name}: {from} -> {to}"
            );
        }
        for (index, strategy) in module.strategies.iter().enumerate() {
            strategies += 1;
            // From the head every statement is reached, and from each there is a way on or it is an end.
            let mut reached = BTreeSet::from([format!("s{index}_head")]);
            while let Some((_, to)) = edges
                .iter()
                .find(|(from, to)| reached.contains(from) && !reached.contains(to))
            {
                reached.insert(to.clone());
            }
            for (number, statement) in strategy.body.iter().enumerate() {
                let node = format!("s{index}_{number}");
                let is_edge = matches!(
                    statement.kind,
                    StatementKind::Jump(_) | StatementKind::Again(_)
                );
                assert_eq!(names.contains(&node), !is_edge, "{name}: {node}");
                assert!(is_edge || reached.contains(&node), "{name}: {node}");
                actions += usize::from(matches!(statement.kind, StatementKind::Action { .. }));
                let ends = matches!(statement.kind, StatementKind::Stop(_));
                let goes_on = edges.iter().any(|(from, _)| *from == node);
                assert!(is_edge || ends != goes_on, "{name}: {node}");
            }
        }
        graphviz(&written);
    }
    assert!(actions > 15 && strategies >= 3, "{actions} {strategies}");
}

#[test]
fn drawings_are_well_formed_and_their_definitions_are_there() {
    each_sample(|explained| {
        let board = BoardOptions {
            theme: Theme::Auto,
            ..BoardOptions::default()
        };
        for written in [
            svg::board_of(explained, Some(0), &board),
            svg::board_of(explained, None, &board),
        ] {
            let elements = elements(&written);
            let ids: BTreeSet<&str> = elements
                .iter()
                .filter_map(|e| e.get("id").map(String::as_str))
                .collect();
            for used in elements.iter().filter_map(|e| e.get("href")) {
                assert!(ids.contains(used.trim_start_matches('#')), "{used}");
            }
            assert!(
                !written.contains("http://") || written.matches("http://").count() == 1,
                "only the namespace"
            );
        }
    });
}

#[test]
fn a_board_shows_its_men_its_sets_and_its_side() {
    let position = position(ROOK);
    let overlay = Overlay {
        text: "a & b < c".into(),
        squares: 0xff,
    };
    let options = BoardOptions {
        last_move: parse_move(&position, "Rb5").ok(),
        overlays: vec![
            overlay,
            Overlay {
                text: "none".into(),
                squares: 0,
            },
        ],
        caption: Some("1. Rb5+".into()),
        ..BoardOptions::default()
    };
    let written = svg::board(&position, &options);
    let men = elements(&written)
        .iter()
        .filter(|e| e.get("href").is_some())
        .count();
    assert_eq!(men, 3);
    assert!(
        written.contains("a &amp; b &lt; c (8 squares)") && written.contains("none (empty)"),
        "{written}"
    );
    let turned = svg::board(
        &position,
        &BoardOptions {
            flipped: true,
            ..options
        },
    );
    assert_ne!(written, turned);
}

#[test]
fn pages_hold_their_data_and_nothing_from_outside() {
    let mut pages: Vec<String> = samples()
        .iter()
        .map(|s| html::page(&s.explained()))
        .collect();
    pages.push(html::game(
        &played_by("net.adv", STRATEGY, "NET", ROOK, 6, Mode::Strong).played(),
    ));
    for page in &pages {
        let data = crate::common::page_data("a page", page);
        let alone = [data.clone()];
        let plans = data["plans"].as_array().map_or(&alone[..], Vec::as_slice);
        for plan in plans {
            let nodes = plan["nodes"].as_array().expect("a list of moves");
            for (index, node) in nodes.iter().enumerate() {
                let parent = node["parent"].as_u64().map(|parent| parent as usize);
                assert!(parent.is_none_or(|parent| parent < index), "{node}");
            }
        }
    }
    assert!(
        pages
            .iter()
            .any(|page| page.contains(r"\u003c/script\u003e\u003cb\u003e")),
        "a reason that would end the block"
    );
}

#[test]
fn a_played_game_and_its_end_are_told() {
    let run = played_by("net.adv", STRATEGY, "NET", ROOK, 4, Mode::Strong);
    let played: Played<'_> = run.played();
    let told = text::game(&played);
    assert!(
        told.starts_with("NET for White, 8/8/8/3k4/8/8/1R6/K7 w - - 0 1\n\n1. "),
        "{told}"
    );
    assert!(told.contains("line 5, action step: the 'net'"), "{told}");
    assert!(
        told.ends_with(&format!("{}\n", played.end_sentence())),
        "{told}"
    );
}
