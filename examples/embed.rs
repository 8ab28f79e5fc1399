//! adv in a Rust program: from a text to a game, against the first legal reply each time.
//!
//! ```text
//!   text ──compile──▶ module ──verify, link──▶ Engine ──▶ Strategy ──▶ Step, Step, … Done
//! ```
//!
//! `cargo run --example embed` prints the game.

use std::error::Error;

use adv_chess::{Game, notation};
use adv_compiler::{compile, diagnostics::render, source::Source};
use adv_module::{Module, link, verify};
use adv_vm::{Engine, Limits, Mode, Strategy};

const PROGRAM: &str = include_str!("krk-advice.adv");

fn main() -> Result<(), Box<dyn Error>> {
    // Compiling never fails as such: what is wrong stands in the diagnostics, and a program with errors has no module.
    let libraries: Vec<&Module> = adv_stdlib::libraries().iter().collect();
    let known: Vec<_> = libraries.iter().map(|library| library.program()).collect();
    let source = Source::new("krk-advice.adv", PROGRAM);
    let compiled = compile(&source, "krk-advice", "", &known);
    let Some(module) = compiled.module else {
        return Err(render::render(&compiled.diagnostics, &source, render::Format::Plain).into());
    };

    // Only what the verifier has accepted can be linked, and only what is linked can run; it runs under limits.
    let linked = link(verify(module)?, &libraries)?;
    let mut engine = Engine::new(linked, Limits::default());

    // A strategy is a coroutine: each step is our next move or the end, and it waits for the reply.
    let start = notation::parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 1")?;
    let subject = engine
        .subject_for(&start)
        .ok_or("nothing for this position")?;
    let (mut strategy, mut step) = Strategy::begin(&mut engine, subject, &start, Mode::Strong)?;
    let mut game = Game::new(start);
    while let Some(ours) = step.our_move() {
        game.play(ours)?;
        let reply = game.position().legal_moves().first().copied();
        step = strategy.resume(&mut engine, reply)?;
        if let Some(reply) = reply {
            game.play(reply)?;
        }
    }
    println!("{} {}", game.movetext(), game.result());
    Ok(())
}
