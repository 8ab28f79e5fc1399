//! Trial of moves before they are advised: mates in few moves, and values against the best replies, within a number of positions.
//!
//! ```text
//!   mates.rs    every mate in up to three moves, exactly
//!   search.rs   depth by depth to quiet positions      weigh.rs   values of those      exchange.rs   gains of captures
//! ```
//!
//! Every position is seen by the side to move as White, so nothing depends on the colours. Positions are counted and never time.

mod entries;
mod exchange;
mod mates;
mod search;
mod weigh;

use adv_chess::{Color, Move, Position};

use mates::{LONGEST, Mates};
use search::{LEAST_MATE, MATE, Search};
use weigh::{material, weigh};

/// Depth, in plies, at which the search that goes depth by depth ends.
const DEEPEST: i32 = 40;
/// Largest loss of the move played against the best one that is computed exactly, in hundredths of a pawn.
const WINDOW: i32 = 500;
/// Largest loss against the best move, in hundredths of a pawn, with which a move counts as good enough to be advised.
const AS_GOOD: i32 = 50;
/// Smallest loss, in hundredths of a pawn, with which the move played counts as missing a better one.
const MISSED: i32 = 150;
/// Bounds of a missed move, in hundredths of a pawn: the least value after the better move, and the largest after the move played.
const ANOTHER_GAME: [i32; 2] = [-200, 100];
/// Factor of the budget for a second trial of the move played, and the smallest loss, in hundredths of a pawn, that causes one.
const AGAIN: (u64, i32) = (10, 100);
/// Least loss of every other move, in hundredths of a pawn, where a move is the only good one.
const ONLY: i32 = 100;
/// Least gain of material, in hundredths of a pawn, for which an explanation says that a line wins material.
const GAIN: i32 = 100;

/// Question for [`Vetting`]: a position, and the moves to test before an explanation advises them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial<'a> {
    /// Position in which the moves are tested.
    pub position: &'a Position,
    /// First moves of plans, which are advised if they pass the test.
    pub moves: &'a [Move],
    /// Move that was played in the game; `None` where no move is judged.
    pub played: Option<Move>,
    /// Budget of positions for each question of the search for mates, and the same for the search for values.
    pub positions: u64,
    /// True where a table of perfect play knows the value, so that the trial looks for mates only.
    pub is_known: bool,
}

/// Results of testing moves before they are advised. Values are in hundredths of a pawn for the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vetted {
    /// Best line that was found; empty where a table knows the position and there is no mate.
    pub line: Vec<Move>,
    /// Value of the best line; 0 where a table knows the position and there is no mate.
    pub value: i32,
    /// Gain that the best line has by force; `None` where it has none.
    pub wins: Option<Win>,
    /// Tested moves that are about as good as the first one of the best line, and are advised like it.
    pub standing: Vec<Move>,
    /// Loss of the move played against the best one: the smaller result of the last two depths; `None` where no move is judged.
    pub played: Option<i32>,
    /// Length, in moves, of the mate that the move played allows and the best one does not; `None` where it allows none.
    pub allowed: Option<u8>,
    /// Depth, in plies, that the search finished for all moves.
    pub depth: u8,
    /// Number of positions that all searches of the trial looked at.
    pub positions: u64,
}

/// Gain that the best line has by force, as an explanation states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// Number of moves in which the line mates; up to three moves there is no shorter mate.
    Mate(u8),
    /// Material that the line wins, in hundredths of a pawn, as teachers count it.
    Material(i32),
    /// Least loss of every other move, in hundredths of a pawn: the line begins with the only good move.
    Only(i32),
}

impl Vetted {
    /// Returns true where a move is good enough to be advised.
    pub fn stands(&self, mv: Move) -> bool {
        self.line.first() == Some(&mv) || self.standing.contains(&mv)
    }

    /// Returns true where the move played missed a better one: mate in few moves, or so much that the game would have been another. Where
    /// one side has won either way only mate can be missed.
    pub fn is_missed(&self) -> bool {
        let worse = self.played.unwrap_or_default();
        match self.wins {
            Some(Win::Mate(moves)) if moves <= LONGEST => worse > 0,
            _ => {
                let [least, most] = ANOTHER_GAME;
                worse >= MISSED && self.value >= least && self.value - worse <= most
            }
        }
    }
}

/// Tester of moves before they are advised, with the memory of its search.
#[derive(Clone, Default)]
pub(crate) struct Vetting {
    search: Search,
}

impl Vetting {
    /// Tests the moves of a trial; `None` where its position has no legal move, or the budget ends before the first depth does.
    pub fn vet(&mut self, trial: &Trial<'_>) -> Option<Vetted> {
        let is_turned = trial.position.turn() == Color::Black;
        let turned = |mv: Move| match is_turned {
            true => Move {
                from: mv.from ^ 56,
                to: mv.to ^ 56,
                ..mv
            },
            false => mv,
        };
        let board = match is_turned {
            true => trial.position.mirror(),
            false => *trial.position,
        };
        let moves: Vec<Move> = trial.moves.iter().map(|mv| turned(*mv)).collect();
        let mut found = self.seen_by_white(&Trial {
            position: &board,
            moves: &moves,
            played: trial.played.map(turned),
            ..*trial
        })?;
        for mv in found.line.iter_mut().chain(&mut found.standing) {
            *mv = turned(*mv);
        }
        Some(found)
    }

    fn seen_by_white(&mut self, trial: &Trial<'_>) -> Option<Vetted> {
        let board = trial.position;
        if !board.has_legal_move() {
            return None;
        }
        let mut mates = Mates::new(trial.positions);
        let mate = mates.shortest(board);
        if let Some((mv, length)) = mate {
            return Some(Vetted {
                line: mates.line(board, mv, length),
                value: MATE - 2 * i32::from(length) + 1,
                wins: Some(Win::Mate(length)),
                played: trial.played.map(|played| {
                    let is_behind = played != mv && mates.is_behind(board, played, length);
                    i32::from(is_behind) * MATE
                }),
                depth: 2 * length - 1,
                positions: mates.spent,
                ..Vetted::default()
            });
        }
        if trial.is_known {
            return Some(Vetted {
                standing: trial.moves.to_vec(),
                positions: mates.spent,
                ..Vetted::default()
            });
        }
        let mut order = board.legal_moves();
        let mut found = loop {
            let found = self.searched(trial, &order, trial.positions)?;
            // A search to few plies may not see the mate that its move allows.
            let first = *found.line.first()?;
            if order.len() == 1
                || found.value >= LEAST_MATE
                || mates.allowed(board, first).is_none()
            {
                break found;
            }
            order.retain(|mv| *mv != first);
        };
        found
            .standing
            .retain(|mv| mates.allowed(board, *mv).is_none());
        if let Some(mv) = trial.played {
            let (times, doubt) = AGAIN;
            let is_first = found.line.first() == Some(&mv);
            found.allowed = match is_first {
                true => None,
                false => mates.allowed(board, mv),
            };
            if found.allowed.is_some() {
                found.played = Some(found.value + MATE);
            } else if found.played.is_some_and(|worse| worse >= doubt) {
                let again = self.searched(trial, &order, trial.positions * times)?;
                let worse = found.played.zip(again.played);
                found = Vetted {
                    // What threatens mate may be worth what it costs: a search to few plies cannot tell.
                    played: worse
                        .map(|(now, then)| now.min(then))
                        .filter(|_| !mates.are_threatened(board, mv)),
                    positions: found.positions + again.positions,
                    ..again
                };
            }
        }
        found.positions += mates.spent;
        Some(found)
    }

    /// Searches the moves depth by depth until the positions end; `None` where not even the first depth was finished.
    fn searched(&mut self, trial: &Trial<'_>, order: &[Move], positions: u64) -> Option<Vetted> {
        let board = trial.position;
        let mut order = order.to_vec();
        // A part is kept for the other moves.
        let kept = positions / 8;
        self.search.begin(positions - kept);
        let mut last: Option<Vetted> = None;
        let mut before: Option<Vetted> = None;
        for depth in 1..=DEEPEST {
            let Some(found) = iteration(&mut self.search, trial, &mut order, depth) else {
                break;
            };
            let ends = found.value.abs() >= LEAST_MATE || order.len() == 1 && depth >= 6;
            before = last.replace(found);
            if ends {
                break;
            }
        }
        let mut last = last?;
        // What two depths differ about is not settled.
        if let Some(before) = before {
            last.standing
                .retain(|mv| before.standing.contains(mv) || before.line.first() == Some(mv));
            last.played = last
                .played
                .zip(before.played)
                .map(|(now, then)| now.min(then));
        }
        let search = &mut self.search;
        search.left += kept;
        let (least, depth) = (last.value - ONLY, i32::from(last.depth) - 1);
        let is_only = order.len() > 1
            && depth > 0
            && order.iter().skip(1).all(|mv| {
                let found = search.value_of(board, *mv, depth, (least, least + 1));
                found.is_ok_and(|found| found.0 <= least)
            });
        let mut end = *board;
        for mv in &last.line {
            end = end.play(*mv);
        }
        let gain = material(&end) - material(board);
        last.wins = match last.value {
            LEAST_MATE.. => Some(Win::Mate(((MATE - last.value + 1) / 2) as u8)),
            value if gain >= GAIN && value - weigh(board) >= GAIN * 3 / 4 => {
                Some(Win::Material(gain))
            }
            _ if is_only => Some(Win::Only(ONLY)),
            _ => None,
        };
        last.positions = positions - self.search.left;
        Some(last)
    }
}

/// Searches all moves to a depth, and puts the best one first for the next depth; `None` where the budget of positions ended.
fn iteration(
    search: &mut Search,
    trial: &Trial<'_>,
    order: &mut [Move],
    depth: i32,
) -> Option<Vetted> {
    let mut value_of = |mv, least, most| {
        let found = search.value_of(trial.position, mv, depth, (least, most));
        found.ok()
    };
    let mut best: Option<(i32, Vec<Move>)> = None;
    for place in 0..order.len() {
        let mv = *order.get(place)?;
        let found = match best.as_ref().map(|best| best.0) {
            None => value_of(mv, -MATE, MATE)?,
            Some(least) if value_of(mv, least, least + 1)?.0 <= least => continue,
            Some(least) => value_of(mv, least, MATE)?,
        };
        if best.as_ref().is_none_or(|best| found.0 > best.0) {
            best = Some(found);
            order.get_mut(..=place)?.rotate_right(1);
        }
    }
    let (value, line) = best?;
    let first = line.first().copied();
    let (mut standing, least) = (Vec::new(), value - AS_GOOD - 1);
    for &mv in trial.moves {
        if Some(mv) == first || value_of(mv, least, least + 1)?.0 > least {
            standing.push(mv);
        }
    }
    let played = match trial.played {
        Some(mv) if Some(mv) != first => {
            let of = value_of(mv, value - WINDOW, value + 1)?.0;
            Some((value - of).max(0))
        }
        best => best.map(|_| 0),
    };
    Some(Vetted {
        value,
        line,
        standing,
        played,
        depth: depth as u8,
        ..Vetted::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::notation::{parse_fen, parse_move, san};

    fn vetted(position: &Position, played: Option<Move>) -> Vetted {
        let moves = position.legal_moves();
        let trial = Trial {
            position,
            moves: &moves,
            played,
            positions: 10_000,
            is_known: false,
        };
        Vetting::default().vet(&trial).expect("it has moves")
    }

    fn position(fen: &str) -> Position {
        parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    #[test]
    fn mates_and_material_are_found_with_what_stands_beside_them() {
        for (fen, first, wins) in [
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra8#", Win::Mate(1)),
            (
                "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9",
                "Qd8+",
                Win::Mate(3),
            ),
            (
                "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1",
                "Nxd5",
                Win::Material(900),
            ),
        ] {
            let position = position(fen);
            let found = vetted(&position, None);
            assert_eq!(found.wins, Some(wins), "{fen}");
            assert_eq!(
                found.line.first().map(|mv| san(&position, *mv)),
                Some(first.to_owned())
            );
            assert!(found.standing.iter().all(|mv| found.stands(*mv)));
        }
    }

    #[test]
    fn a_move_that_allows_mate_is_a_miss_and_does_not_stand() {
        let position = position("rnb1kb1r/pp3ppp/2p2n2/4q3/4N3/3Q4/PPPB1PPP/2KR1BNR b kq - 1 8");
        let taking = parse_move(&position, "Nxe4").expect("a move");
        let found = vetted(&position, Some(taking));
        assert!(
            found.allowed == Some(3) && found.is_missed() && !found.stands(taking),
            "{found:?}"
        );
    }

    #[test]
    fn nothing_depends_on_the_colours() {
        for fen in [
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
            "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1",
            "8/5k2/1p3Pp1/1P1pP2p/8/5rn1/1KPB2R1/8 w - - 3 39",
        ] {
            let position = position(fen);
            let (one, other) = (vetted(&position, None), vetted(&position.mirror(), None));
            assert_eq!(
                (one.value, one.wins, one.positions),
                (other.value, other.wins, other.positions)
            );
            let turned = |mv: &Move| (mv.from ^ 56, mv.to ^ 56);
            let mirrored: Vec<_> = other.line.iter().map(turned).collect();
            assert_eq!(
                one.line
                    .iter()
                    .map(|mv| (mv.from, mv.to))
                    .collect::<Vec<_>>(),
                mirrored,
                "{fen}"
            );
        }
    }
}
