//! The zones that conjuncts and classes speak of: recorded in the module, told in explanations, drawn in pictures and pages.

use adv_module::Program;
use adv_module::program::{Advice, SpokenZone};
use adv_render::svg::{self, BoardOptions};
use adv_render::{html, json, text};

use crate::common::{engine, position, read};
use crate::drawn::consulted_in;
use crate::drawn::schema;

/// The white pawn on c6 runs, and the king on a6 is in time on c7 and c8.
const CAUGHT: &str = "8/7K/k1P5/7p/8/8/8/8 w - - 0 1";
/// The black king is too far away.
const FREE: &str = "8/7K/2P5/k6p/8/8/8/8 w - - 0 1";

const RUN: &str = r#"
material  W: K, P;  B: K, P

zone race(s: side, far: board) = zone(s.P, far, 6)
descriptor runs(s: side) = ¬vulnerable(race(s, RANK(a8)))
moves onward = P along race(us, RANK(a8))

advice run
  better  runs(us)
  us      onward
  depth   1
end-advice
"#;

fn texts(zones: &[SpokenZone]) -> Vec<&str> {
    zones.iter().map(|zone| zone.text.as_str()).collect()
}

fn piece<'m>(module: &'m Program, name: &str) -> &'m Advice {
    let mut found = module.advice.iter().filter(|advice| advice.name == name);
    found.next().expect("a piece of the file")
}

#[test]
fn zones_are_recorded_with_the_arguments_that_they_have_there() {
    let reti = engine("reti.adv", &read("examples/reti.adv"));
    let hold = piece(reti.module(), "hold");
    // Definitions of a library are gone into, and each zone is recorded once.
    assert_eq!(
        texts(&hold.better.parts[0].zones),
        ["race(W)", "race(B)", "race(us)"]
    );
    assert_eq!(texts(&hold.holding.parts[0].zones), ["race(them)"]);
    let classes: Vec<Vec<&str>> = hold
        .us
        .every
        .iter()
        .map(|class| texts(&class.zones))
        .collect();
    let no_zone: [&str; 0] = [];
    assert_eq!(classes[..2], [no_zone, no_zone]);
    assert_eq!(
        classes[2..5],
        [["race(us)"], ["race(them)"], ["attack(them, us)"]]
    );
    assert!(classes[5].is_empty(), "`TAKEN` is no zone");

    let krk = engine("krk-advice.adv", &read("examples/krk-advice.adv"));
    for advice in &krk.module().advice {
        let goals = [&advice.better, &advice.holding];
        let parts = goals.into_iter().flat_map(|goal| &goal.parts);
        assert!(parts.map(|part| &part.zones).all(Vec::is_empty));
        assert!(advice.us.every.iter().all(|class| class.zones.is_empty()));
    }
}

#[test]
fn why_a_forecast_fails_is_told() {
    let shown = consulted_in("run.adv", RUN, "run", CAUGHT);
    let explained = shown.explained();
    let told = text::why(explained.module, &shown.answer.tried[0], false);
    let line = "race(us, RANK(a8)): vulnerable: ";
    assert!(told.contains("    first in 8/2P4K/"), "{told}");
    let line = told.lines().find(|told| told.trim().starts_with(line));
    let line = line.unwrap_or_else(|| panic!("{told}"));
    assert!(
        line.contains("the king on a6 comes to c8 in 2 moves"),
        "{line}"
    );
}

#[test]
fn the_zones_of_a_node_are_drawn_and_told() {
    let shown = consulted_in("run.adv", RUN, "run", FREE);
    let explained = shown.explained();
    let facts = explained.facts[0].as_ref().expect("one node");
    let [part] = facts.parts.as_slice() else {
        panic!("one conjunct");
    };
    assert_eq!(part.zones.len(), 1);
    assert_eq!(
        facts.along.len(),
        1,
        "the zone of the class, before the move"
    );
    let after = position("8/2P4K/8/k6p/8/8/8/8 b - - 0 1");
    let told = adv_render::zone_words::told(&after, &part.zones);
    assert_eq!(told.len(), 1);
    assert!(
        told[0].contains("not vulnerable: the pawn on c7 gets through to c8 in 1 move"),
        "{told:?}"
    );

    let board = svg::board_of(&explained, Some(0), &BoardOptions::default());
    let bold = "stroke-width=\"7\"";
    assert!(board.contains(bold), "the pawn's way is drawn");
    assert!(board.contains("gets through to c8"), "{board}");
    let page = html::page(&explained);
    assert!(page.contains("the pawn on c7 gets through to c8 in 1 move"));
    let object = json::value(&json::explained(&explained, false));
    let promised = schema::load("docs/schema/outcome.json");
    assert_eq!(schema::errors(&promised, "Consultation", &object), [""; 0]);
    let zones = &object["nodes"][0]["facts"]["parts"][0]["zones"];
    assert_eq!(zones[0]["main"], "c7-c8");
    assert_eq!(object["nodes"][0]["class"]["zones"][0]["main"], "c6-c7-c8");

    // A class by the name of its definition is told with what it is.
    let text = adv_render::attempts::selected(&explained);
    assert!(text.contains("onward: P along race(us, "), "{text}");
}

#[test]
fn squares_of_zones_are_turned_back_where_colours_were_exchanged() {
    let mirrored = RUN.replace("B: K, P", "B: K  mirrored");
    let turned = position("8/7K/2P5/k7/8/8/8/8 w - - 0 1").mirror();
    let fen = adv_chess::notation::fen(&turned);
    let shown = consulted_in("run.adv", &mirrored, "run", &fen);
    let explained = shown.explained();
    let facts = explained.facts[0].as_ref().expect("one node");
    let after = position("8/2P4K/8/k7/8/8/8/8 b - - 0 1").mirror();
    let told = adv_render::zone_words::told(&after, &facts.parts[0].zones);
    assert!(
        told.len() == 1 && told[0].contains("the pawn on c2 gets through to c1 in 1 move"),
        "{told:?}"
    );
}
