//! adv in a Rust program: a strategy from its text, and one game against random moves.
//!
//! `cargo run --example embed` prints the game.

use adv::{GameRules, Limits, Names, Random, Rulebook, Subject, play_game, position, render};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rulebook = Rulebook::load("krk-advice.adv", include_str!("krk-advice.adv"))?;
    let mut engine = rulebook.engine(Limits::default());
    let start = position("8/8/8/3k4/8/8/1R6/K7 w - - 0 1")?;
    let subject = Subject::choose(rulebook.program(), &Names::default(), &start)?;
    let (rules, us) = (GameRules::new(subject), start.turn());
    let mut opponent = Random::new(1);
    let record = play_game(&mut engine, &rules, &start, us, &mut opponent)?;
    let game = record.played(rulebook.program(), "random moves");
    println!("{}", render::pgn::game(&game));
    Ok(())
}

#[test]
fn the_game_is_played() {
    main().expect("the strategy is right, and the position its own");
}
