//! Runs against given replies.

use adv_chess::{Move, Position, geometry, notation};
use adv_vm::{Engine, Mode, Step, Subject};

use super::shadow::Shadow;

pub fn position(fen: &str) -> Position {
    notation::parse_fen(fen).expect("a position")
}

/// A run against given replies: the moves of ours in SAN with the replies, and how it ended, if it did. Its shadow says the same at
/// every step.
pub struct Played {
    pub strategy: adv_vm::Strategy,
    pub moves: Vec<String>,
    pub last: Step,
    shadow: Shadow,
}

/// Plays a subject from a position against replies in SAN.
pub fn play(
    engine: &mut Engine,
    subject: Subject,
    fen: &str,
    mode: Mode,
    replies: &[&str],
) -> Played {
    let start = position(fen);
    let (strategy, step) =
        adv_vm::Strategy::begin(engine, subject, &start, mode).expect("the subject fits");
    let mut shadow = Shadow::begin(engine, subject, &start, mode).expect("the subject fits");
    shadow.step(engine, &start, &step);
    let mut played = Played {
        strategy,
        moves: Vec::new(),
        last: step,
        shadow,
    };
    played.note(&start);
    for reply in replies {
        played.reply(engine, reply);
    }
    played
}

impl Played {
    fn note(&mut self, before: &Position) {
        if let Some(m) = self.last.our_move() {
            let sign = if matches!(self.last, Step::Follow(_)) {
                "…"
            } else {
                ""
            };
            self.moves
                .push(format!("{sign}{}", notation::san(before, m)));
        }
    }

    /// One reply more.
    pub fn reply(&mut self, engine: &mut Engine, san: &str) {
        let at = *self.strategy.position();
        let reply = notation::parse_move(&at, san).expect("a legal reply");
        self.last = self
            .strategy
            .resume(engine, Some(reply))
            .expect("the reply can be taken");
        let behind = at.play(reply);
        self.shadow.set_mode(self.strategy.mode());
        self.shadow.reply(engine, reply, &behind, &self.last);
        self.note(&behind);
    }

    /// The moves of ours in a row; those within a tree that goes on have an ellipsis.
    pub fn text(&self) -> String {
        self.moves.join(" ")
    }
}

pub fn mv(at: &Position, san: &str) -> Move {
    notation::parse_move(at, san).expect("a legal move")
}

pub fn names(squares: u64) -> String {
    geometry::set_names(squares)
}
