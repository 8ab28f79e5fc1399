//! An opponent that sets traps: it keeps the value of its position, and leaves the program as few replies as it can that keep the value of
//! the program's position.
//!
//! ```text
//!   our moves that keep our value ──▶  after each: the program's legal replies    4 of 9 keep its draw
//!                                                                                 1 of 7 does         ◀── played
//! ```
//!
//! The opponent that resists longest has no reason to choose among drawn moves; this one has. It does not let a game end in a draw
//! while it has anything else to play: neither by a third repetition, nor by an exchange after which neither side can mate. And it sets no
//! trap a second time while there is another one, for a program that has seen through it once does so again.

use std::cmp::Reverse;

use adv_chess::game::{End, Game};
use adv_chess::notation::fen;
use adv_chess::{Move, Position};
use adv_tables::Dtm;

use super::{NoReply, Opponent, Random, Resistance};

/// Opponent that sets traps; among equally good moves it draws one by a seed.
#[derive(Clone, Debug)]
pub struct Traps {
    tables: Resistance,
    random: Random,
}

/// Rank of a move of the opponent, which compares field by field; the least is the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Trap {
    /// True where the move ends the game in a draw, or a reply that is no mistake does.
    ends: bool,
    /// Number of earlier occurrences in the game of the position after the move: a program that has avoided a trap once does so again.
    seen: usize,
    /// Number of the program's replies that are no mistakes.
    good: usize,
    /// Share of the replies to a move that keep the result, in millionths of all replies; the fewer, the better the trap.
    share: usize,
    /// Distance to mate in plies, of a win negative: a shorter win and a longer defence are better.
    distance: Reverse<i32>,
}

impl Traps {
    /// An opponent by the tables of its games; `random` decides among equal moves.
    pub const fn new(tables: Resistance, random: Random) -> Traps {
        Traps { tables, random }
    }

    /// The move with the best trap, among those that keep the value of the position.
    ///
    /// # Errors
    /// A sentence where the position has no value.
    pub fn best(&mut self, game: &Game) -> Result<Move, String> {
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

    /// The rank of a move with the given value; `None` where a reply has no value.
    fn trap(&self, game: &Game, mv: Move, value: Dtm) -> Option<Trap> {
        let distance = match value {
            // A program that is lost anyhow has nothing to keep, and is to be mated soon.
            Dtm::Win(plies) => {
                return Some(Trap {
                    distance: Reverse(-i32::from(plies)),
                    ..Trap::default()
                });
            }
            Dtm::Draw => 0,
            Dtm::Loss(plies) => i32::from(plies),
        };
        let behind = game.position().play(mv);
        let plain = behind.without_clocks();
        let past = game.positions().iter();
        let seen = past.filter(|p| p.without_clocks() == plain).count();
        let mut ends = seen >= 2 || is_drawn_at_once(&behind);
        let replies = self.tables.tables().ranked_moves(&behind)?;
        let mut good = 0;
        if let Some(best) = replies.first() {
            for reply in replies.iter().filter(|reply| same(reply.value, best.value)) {
                good += 1;
                ends |= is_drawn_at_once(&behind.play(reply.mv));
            }
        }
        Some(Trap {
            ends: ends && value == Dtm::Draw,
            seen,
            good,
            share: good.saturating_mul(1_000_000) / replies.len().max(1),
            distance: Reverse(distance),
        })
    }
}

impl Opponent for Traps {
    fn reply(&mut self, game: &Game) -> Result<Move, NoReply> {
        self.best(game).map_err(NoReply::Failed)
    }

    fn name(&self) -> &str {
        "traps"
    }
}

/// True where two values are both wins, both draws or both losses.
fn same(one: Dtm, other: Dtm) -> bool {
    std::mem::discriminant(&one) == std::mem::discriminant(&other)
}

/// True where a position is drawn by the rules at once, by stalemate or because neither side can mate.
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
        let tables = Resistance::in_memory(&[material]);
        let tables = tables.expect("few men");
        Traps::new(tables, Random::new(seed))
    }

    fn played(traps: &mut Traps, fen: &str) -> String {
        let game = Game::new(parse_fen(fen).expect("legal"));
        let mv = traps.best(&game).expect("the position has a value");
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

    /// Number of replies to a move that keep the value of the position after it.
    fn good_replies(traps: &Traps, position: &Position, mv: Move) -> usize {
        let replies = traps.tables.tables().ranked_moves(&position.play(mv));
        let replies = replies.expect("a value");
        let best = replies.first().expect("a reply").value;
        replies.iter().filter(|r| same(r.value, best)).count()
    }

    #[test]
    fn of_the_moves_that_keep_the_draw_the_one_with_the_fewest_good_replies_is_played() {
        let mut traps = traps(&[Role::King, Role::Rook], &[Role::King, Role::Knight], 1);
        let mut fewer = 0;
        for fen in [
            "8/8/8/8/2k5/8/1n6/R3K3 w - - 0 1",
            "4k3/8/4K3/8/8/2n5/8/7R w - - 0 1",
            "8/8/3k4/3n4/8/3K4/8/3R4 w - - 0 1",
        ] {
            let position = parse_fen(fen).expect("legal");
            let ranked = traps.tables.tables().ranked_moves(&position);
            let ranked = ranked.expect("a value");
            let mv = traps.best(&Game::new(position)).expect("a value");
            let own = ranked.iter().find(|r| r.mv == mv).expect("legal").value;
            let best = ranked.first().expect("a move").value;
            assert!(same(own, best), "{fen}: {mv} gives something away");
            if best != Dtm::Draw {
                continue;
            }
            // What ends the game at once is left aside.
            let good = good_replies(&traps, &position, mv);
            for other in ranked.iter().filter(|r| r.value == Dtm::Draw) {
                let goes_on = !matches!(traps.trap(&Game::new(position), other.mv, other.value), Some(trap) if trap.ends);
                let others = good_replies(&traps, &position, other.mv);
                assert!(!goes_on || good <= others, "{fen}: {mv}");
                fewer += usize::from(good < others);
            }
        }
        assert!(fewer > 0);
    }

    #[test]
    fn a_third_repetition_is_avoided() {
        let mut first = traps(&[Role::King, Role::Rook], &[Role::King, Role::Knight], 1);
        let start = parse_fen("8/8/8/4k3/4n3/8/8/R3K3 w - - 0 1").expect("legal");
        let mut game = Game::new(start);
        // Black goes to and fro; White may have a position twice, and not three times.
        for _ in 0..20 {
            let mv = first.best(&game).expect("a value");
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
