//! An opponent that sets traps: it keeps what its position is worth, and leaves the program as few replies as it can that keep what
//! the program's position is worth then.
//!
//! ```text
//!   our moves that keep our value ──▶ behind each: the program's legal replies    4 of 9 keep its draw
//!                                                                                 1 of 7 does         ◀── played
//! ```
//!
//! Who resists longest by a tablebase has no reason to choose among drawn moves; this one has. It does not let a game end in a draw
//! while it has anything else to play: neither by a third repetition, nor by an exchange after which nobody can mate.

use std::cmp::Reverse;
use std::sync::Arc;

use adv_chess::game::{End, Game};
use adv_chess::notation::fen;
use adv_chess::{Move, Position};
use adv_tables::Dtm;

use super::random::Random;
use super::tablebase::Resistance;

/// An opponent that sets traps; moves that are equally good are drawn by a seed.
#[derive(Clone)]
pub struct Traps {
    tables: Arc<Resistance>,
    random: Random,
}

/// How good a move is, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Trap {
    /// It ends the game in a draw, or a reply that is no mistake does.
    ends: bool,
    /// How many replies are no mistakes.
    good: usize,
    /// The same as a share of all replies, in millionths.
    share: u64,
    /// How often the position has been on the board.
    seen: usize,
    /// The shorter win, the longer defence.
    distance: Reverse<i32>,
}

impl Traps {
    /// One that knows the tables of its games; chance decides among equals.
    pub const fn new(tables: Arc<Resistance>, random: Random) -> Traps {
        Traps { tables, random }
    }

    /// The move.
    ///
    /// # Errors
    /// A sentence where the position has no value.
    pub fn reply(&mut self, game: &Game) -> Result<Move, String> {
        let position = game.position();
        let untold = || format!("the tablebase has no value for `{}`", fen(position));
        let tables = self.tables.tables();
        let ranked = tables.ranked_moves(position).ok_or_else(untold)?;
        let best = ranked.first().ok_or_else(untold)?.value;
        let mut best_trap: Option<Trap> = None;
        let mut equal: Vec<Move> = Vec::new();
        // Moves that keep the value: a win may be won more slowly, and a lost game be lost sooner, for the sake of a trap.
        for one in ranked.iter().filter(|one| same(one.value, best)) {
            let trap = self.trap(game, one.mv, one.value).ok_or_else(untold)?;
            if best_trap.is_none_or(|best| trap < best) {
                best_trap = Some(trap);
                equal.clear();
            }
            if best_trap == Some(trap) {
                equal.push(one.mv);
            }
        }
        self.random.choose(&equal).ok_or_else(untold)
    }

    /// What a move sets up; `None` where a reply has no value.
    fn trap(&self, game: &Game, mv: Move, value: Dtm) -> Option<Trap> {
        let behind = game.position().play(mv);
        let plain = behind.without_clocks();
        let past = game.positions().iter();
        let seen = past.filter(|p| p.without_clocks() == plain).count();
        let replies = self.tables.tables().ranked_moves(&behind)?;
        let (mut good, mut ends) = (0, seen >= 2);
        if let Some(best) = replies.first() {
            for reply in replies.iter().filter(|reply| same(reply.value, best.value)) {
                good += 1;
                ends |= is_drawn_at_once(&behind.play(reply.mv));
            }
        }
        // Where the program has no reply it is mated, or the game is over.
        ends |= is_drawn_at_once(&behind);
        Some(Trap {
            ends: ends && value == Dtm::Draw,
            // A program that is lost anyhow has nothing to keep, and is to be mated soon.
            good: if matches!(value, Dtm::Win(_)) {
                0
            } else {
                good
            },
            share: match (value, replies.len()) {
                (Dtm::Win(_), _) | (_, 0) => 0,
                (_, all) => (good as u64).saturating_mul(1_000_000) / all as u64,
            },
            seen,
            distance: Reverse(match value {
                Dtm::Win(plies) => -i32::from(plies),
                Dtm::Draw => 0,
                Dtm::Loss(plies) => i32::from(plies),
            }),
        })
    }
}

/// Both won, both drawn or both lost.
fn same(one: Dtm, other: Dtm) -> bool {
    std::mem::discriminant(&one) == std::mem::discriminant(&other)
}

/// The game is over there, and nobody has won.
fn is_drawn_at_once(position: &Position) -> bool {
    let end = Game::new(*position).end();
    matches!(end, Some(End::Stalemate | End::DeadPosition))
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::notation::{parse_fen, san};
    use adv_chess::{Material, Role};

    fn traps(white: &[Role], black: &[Role], seed: u64) -> Traps {
        let material = Material::new(white, black);
        let tables = Resistance::prepare(&[material], &mut |_, _| {});
        let tables = Arc::new(tables.ok().expect("few men"));
        Traps::new(tables, Random::new(seed))
    }

    fn played(traps: &mut Traps, fen: &str) -> String {
        let game = Game::new(parse_fen(fen).expect("legal"));
        let mv = traps.reply(&game).expect("the position has a value");
        san(game.position(), mv)
    }

    #[test]
    fn a_mate_is_given_and_a_loss_put_off() {
        let mut traps = traps(&[Role::King, Role::Rook], &[Role::King], 1);
        assert_eq!(played(&mut traps, "7k/8/6K1/8/8/8/8/3R4 w - - 0 1"), "Rd8#");
        // The rook is taken wherever it can be: that keeps the draw, and ends the game only where nothing else does.
        assert_eq!(
            played(&mut traps, "8/8/8/8/8/1k6/1R6/3K4 b - - 0 1"),
            "Kxb2"
        );
    }

    #[test]
    fn the_pawn_is_stopped_by_the_move_that_leaves_one_reply() {
        // Black draws with every move but one that lets the king through; he goes where White has the fewest moves that still draw.
        let mut traps = traps(&[Role::King, Role::Pawn], &[Role::King], 1);
        let game = Game::new(parse_fen("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1").expect("legal"));
        let mv = traps.reply(&game).expect("a value");
        let behind = game.position().play(mv);
        let value = traps.tables.tables().dtm(&behind);
        assert_eq!(value, Some(Dtm::Draw));
    }

    #[test]
    fn a_third_repetition_is_avoided_and_seeds_differ_among_equals() {
        let mut first = traps(&[Role::King, Role::Rook], &[Role::King, Role::Knight], 1);
        let start = parse_fen("8/8/8/4k3/4n3/8/8/R3K3 w - - 0 1").expect("legal");
        let mut game = Game::new(start);
        let mut seen = std::collections::BTreeSet::new();
        for seed in 1..20 {
            let mut traps = Traps::new(first.tables.clone(), Random::new(seed));
            seen.insert(traps.reply(&game).expect("a value").to_string());
        }
        assert!(!seen.is_empty());
        // Black goes to and fro; White may have a position twice, and not three times.
        for _ in 0..20 {
            let mv = first.reply(&game).expect("a value");
            game.play(mv).expect("legal");
            assert!(game.repetitions() < 3, "{}", fen(game.position()));
            let replies = first.tables.tables().ranked_moves(game.position());
            let replies = replies.expect("a value");
            let Some(reply) = replies.first() else { break };
            game.play(reply.mv).expect("legal");
            if game.end().is_some() {
                break;
            }
        }
    }
}
