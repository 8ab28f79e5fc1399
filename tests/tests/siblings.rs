//! Réti's study and 34 random positions like it, by four orders of moves: zones alone, zones and then any move, an order written by
//! hand, and all moves. The goals and the replies are the same, so the verdicts may not differ.
//!
//! `docs/geometry.md` has the counts.

use adv::{Engine, Limits, Options, Position, Rulebook};
use adv_module::AdviceId;

use crate::common::{position, read};

/// The pieces of an order: the win, the hold.
const ORDERS: [(&str, [&str; 2]); 4] = [
    ("zones alone", ["win-by-zones-alone", "hold-by-zones-alone"]),
    ("zones, then any", ["win", "hold"]),
    ("by hand", ["win-by-hand", "hold-by-hand"]),
    ("all moves", ["win-by-all", "hold-by-all"]),
];

/// How many positions one search may test. A search that needs more decides nothing.
const MOST: u64 = 400_000;

fn engine() -> Engine {
    let sources: &[(&str, &str)] = &[("reti.adv", &read("examples/reti.adv"))];
    let text = read("examples/reti-beside.adv");
    let book = Rulebook::load_with("reti-beside.adv", text, sources);
    let book = book.unwrap_or_else(|error| panic!("{error}"));
    book.engine(Limits {
        positions: MOST,
        ..Limits::default()
    })
}

/// The piece-of-advice of a name.
fn piece(engine: &Engine, name: &str) -> AdviceId {
    let advice = &engine.module().advice;
    let found = advice.iter().position(|piece| piece.is_called(name));
    AdviceId(found.unwrap_or_else(|| panic!("no piece `{name}`")) as u16)
}

/// Whether a piece has a tree, and the positions tested; nothing where there were too many.
fn asked(engine: &mut Engine, name: &str, at: &Position) -> Option<(bool, u64)> {
    let id = piece(engine, name);
    let answer = engine.try_advice(id, at, &Options::default()).ok()?;
    let tested = answer.tried.iter().map(|tried| tried.positions).sum();
    Some((answer.advice.is_some(), tested))
}

/// `won`, `drawn` (or better) or `lost` by the rules of the square; nothing where a search had too little.
fn verdict(
    engine: &mut Engine,
    [win, hold]: [&str; 2],
    at: &Position,
) -> Option<(&'static str, u64)> {
    let (wins, first) = asked(engine, win, at)?;
    if wins {
        return Some(("won", first));
    }
    let (holds, second) = asked(engine, hold, at)?;
    Some((if holds { "drawn" } else { "lost" }, first + second))
}

/// The positions of the list, each with its value by the tablebases that is written beside it.
fn siblings() -> Vec<(String, String)> {
    let text = read("tests/cases/reti-siblings.epd");
    let line = |line: &str| {
        let (board, operations) = line.split_once(" id ").expect("an id");
        let value = operations
            .split("c0 \"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        (format!("{board} 0 1"), value.expect("a value").to_owned())
    };
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(line)
        .collect()
}

#[test]
fn no_order_of_moves_changes_a_verdict() {
    let mut engine = engine();
    let (mut agree, mut decided, mut sums) = (0, 0, [0; 4]);
    let all = siblings();
    assert_eq!(all.len(), 34);
    for (fen, worth) in &all {
        let at = position(fen);
        let found = ORDERS.map(|(_, pieces)| verdict(&mut engine, pieces, &at));
        for ((name, _), found) in ORDERS.iter().zip(&found) {
            println!("{fen}  {worth}  {name}: {found:?}");
        }
        let verdicts: Vec<&str> = found
            .iter()
            .flatten()
            .map(|(verdict, _)| *verdict)
            .collect();
        assert!(
            verdicts.windows(2).all(|two| two[0] == two[1]),
            "{fen}: {found:?}"
        );
        decided += usize::from(verdicts.len() == ORDERS.len());
        agree += usize::from(verdicts.first() == Some(&worth.as_str()));
        for (sum, found) in sums.iter_mut().zip(&found) {
            *sum += found.map_or(MOST, |(_, tested)| tested);
        }
    }
    println!("{decided} decided by all, {agree} as the tablebases, {sums:?} positions");
    assert!(decided >= 30, "{decided}");
    assert!(agree >= 30, "{agree}");
}

/// The values beside the positions are those of Syzygy.
#[test]
fn the_values_of_the_siblings_are_those_of_the_tablebases_in_shared() {
    let test = "the_values_of_the_siblings_are_those_of_the_tablebases_in_shared";
    let Some(folder) = adv_testkit::shared(test, "tb/syzygy") else {
        return;
    };
    let mut tables = shakmaty_syzygy::Tablebase::new();
    tables
        .add_directory(folder)
        .expect("the folder can be read");
    for (fen, worth) in siblings() {
        let chess: shakmaty::Chess = adv_reference::reference::position(&fen).expect("a position");
        let value = match tables
            .probe_wdl_after_zeroing(&chess)
            .expect("a table of four men")
        {
            shakmaty_syzygy::Wdl::Win | shakmaty_syzygy::Wdl::CursedWin => "won",
            shakmaty_syzygy::Wdl::Draw => "drawn",
            _ => "lost",
        };
        assert_eq!(value, worth, "{fen}");
    }
}
