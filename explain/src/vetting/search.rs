//! An alpha-beta search to quiet positions: values of moves against the best replies, within a number of positions.
//!
//! ```text
//!   depth 1, 2, …    every move, null moves and late moves at less depth     a table of positions, killers, counts of cutoffs order them
//!     depth 0        captures and promotions that lose nothing, every way out of check
//!       quiet        weigh.rs
//! ```
//!
//! A mate that it reports is one: moves of the side that is mated are left out only where it has a better one.

use adv_chess::game::FIFTY_MOVES;
use adv_chess::squares::bit;
use adv_chess::{ALL_ROLES, LegalInfo, Move, Position, Role, generate};

use super::entries::{SearchEntry, TABLE_BITS, from_table, key, to_table};
use super::exchange::{captured, exchange};
use super::weigh::{WORTH, Weights};

/// Value of a mate on the board, above all values of other positions; a mate in n plies is worth `MATE - n`.
pub(super) const MATE: i32 = 30_000;
/// Least value that stands for a mate; smaller ones are hundredths of a pawn.
pub(super) const LEAST_MATE: i32 = MATE - 1_000;
/// Rank below zero under which only captures are that lose material.
const LOSING: i32 = 1 << 27;
const DEEPEST: usize = 64;
const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

/// Error of a search whose budget of positions was used up before it ended.
#[derive(Debug)]
pub(super) struct Ended;

/// Alpha-beta search, with its memory of positions and of moves that cut off others.
#[derive(Clone)]
pub(super) struct Search {
    /// Number of positions left of the search's budget.
    pub left: u64,
    table: Vec<SearchEntry>,
    weights: Weights,
    moves: Vec<(i32, Move)>,
    buffer: Vec<Move>,
    killers: [[Option<Move>; 2]; DEEPEST + 1],
    counts: Vec<i32>,
    /// Keys of the positions from the root to the present node, by which repetitions are seen.
    way: Vec<u64>,
    /// Best line found from each ply on, by the ply.
    lines: Vec<Vec<Move>>,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            left: 0,
            table: vec![SearchEntry::default(); 1 << TABLE_BITS],
            weights: Weights::default(),
            moves: Vec::with_capacity(1024),
            buffer: Vec::with_capacity(256),
            killers: [[None; 2]; DEEPEST + 1],
            counts: vec![0; 2 * 6 * 64],
            way: Vec::new(),
            lines: vec![Vec::new(); DEEPEST + 2],
        }
    }
}

impl Search {
    /// Sets the budget of positions, and forgets everything else, so that a search depends on its position alone.
    pub fn begin(&mut self, positions: u64) {
        self.left = positions;
        self.table.fill(SearchEntry::default());
        self.killers = [[None; 2]; DEEPEST + 1];
        self.counts.fill(0);
        self.way.clear();
    }

    /// Returns the value of a move searched to a depth in plies, for the side that makes it, and the line from the move on. A value outside
    /// of the bounds is a bound.
    pub fn value_of(
        &mut self,
        position: &Position,
        mv: Move,
        depth: i32,
        bounds: (i32, i32),
    ) -> Result<(i32, Vec<Move>), Ended> {
        self.way.clear();
        self.way.push(key(position));
        let value = self.value_after(&position.play(mv), depth - 1, bounds, 0)?;
        let mut line = vec![mv];
        line.extend(self.lines.get(1).into_iter().flatten());
        Ok((value, line))
    }

    /// Returns the value of a position for the side that has moved, at `ply`, searched to a depth in plies.
    fn value_after(
        &mut self,
        after: &Position,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> Result<i32, Ended> {
        let value = self.value(after, depth, (-beta, -alpha), ply + 1, true);
        value.map(|of| -of)
    }

    fn value(
        &mut self,
        position: &Position,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
        may_pass: bool,
    ) -> Result<i32, Ended> {
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
        let info = LegalInfo::new(position);
        let in_check = info.in_check();
        let depth = if in_check { depth + 1 } else { depth };
        if depth <= 0 || ply >= DEEPEST {
            return self.quiet(position, &info, (alpha, beta), ply, 0);
        }
        self.left = self.left.checked_sub(1).ok_or(Ended)?;
        let own_key = key(position);
        if position.halfmoves() >= FIFTY_MOVES && info.has_legal_move(position)
            || self
                .way
                .iter()
                .rev()
                .take(usize::from(position.halfmoves()))
                .any(|of| *of == own_key)
            || has_too_few(position)
        {
            return Ok(0);
        }
        let (mut alpha, beta) = (
            alpha.max(ply as i32 - MATE),
            beta.min(MATE - ply as i32 - 1),
        );
        if alpha >= beta {
            return Ok(alpha);
        }
        let is_main = beta - alpha > 1;
        let slot = (own_key >> (64 - TABLE_BITS)) as usize;
        let known = self
            .table
            .get(slot)
            .copied()
            .filter(|of| of.key == own_key && of.bound != 0);
        if let Some(of) = known.filter(|of| !is_main && i32::from(of.depth) >= depth) {
            let value = from_table(of.value, ply);
            if of.bound & 1 != 0 && value >= beta || of.bound & 2 != 0 && value <= alpha {
                return Ok(value);
            }
        }
        let now = match in_check {
            true => 0,
            false => self.weights.of(position, own_key),
        };
        let us = position.turn();
        let pieces = position.side(us) & !(position.by_role[0] | position.by_role[5]);
        if !is_main && !in_check && beta.abs() < LEAST_MATE {
            if depth <= 4 && now - 90 * depth >= beta && now < LEAST_MATE {
                return Ok(now);
            }
            if may_pass && depth >= 3 && pieces != 0 && now >= beta {
                self.way.push(own_key);
                let passed = position.play(position.pass());
                let value = self.value(
                    &passed,
                    depth - 3 - depth / 4,
                    (-beta, 1 - beta),
                    ply + 1,
                    false,
                );
                self.way.pop();
                let value = -value?;
                if value >= beta {
                    return Ok(if value >= LEAST_MATE { beta } else { value });
                }
            }
        }
        let begin = self.moves.len();
        self.buffer.clear();
        generate(position, &info, ALL_ROLES, !0, &mut self.buffer);
        self.order(position, known.and_then(|of| of.best), ply);
        if self.moves.len() == begin {
            return Ok(if in_check { ply as i32 - MATE } else { 0 });
        }
        let first = alpha;
        let (mut best, mut choice) = (-MATE, None);
        self.way.push(own_key);
        let mut ended = false;
        for place in begin..self.moves.len() {
            let mv = self.pick(place);
            let tried = place - begin;
            let after = position.play(mv);
            let gives_check = after.is_check();
            let quiet = !position.is_capture(mv) && mv.promotion().is_none();
            // A quiet move cannot bring the value up by so much.
            if quiet
                && tried > 0
                && !in_check
                && !gives_check
                && depth <= 3
                && best > -LEAST_MATE
                && (now + 110 * depth + 40 <= alpha || tried as i32 > 4 + 4 * depth * depth)
                && !is_main
            {
                best = best.max(now.min(alpha));
                continue;
            }
            let mut less = 0;
            if quiet && tried >= 3 && depth >= 3 && !in_check && !gives_check {
                less = 1 + i32::from(tried >= 8) + i32::from(tried >= 20 && depth >= 6)
                    - i32::from(is_main);
            }
            let mut value = Ok(alpha + 1);
            if tried > 0 {
                value = self.value_after(&after, depth - 1 - less, (alpha, alpha + 1), ply);
                if less > 0 && matches!(value, Ok(of) if of > alpha) {
                    value = self.value_after(&after, depth - 1, (alpha, alpha + 1), ply);
                }
            }
            if tried == 0 || is_main && matches!(value, Ok(of) if of > alpha) {
                value = self.value_after(&after, depth - 1, (alpha, beta), ply);
            }
            let Ok(value) = value else {
                ended = true;
                break;
            };
            if value > best {
                best = value;
                choice = Some(mv);
                if value > alpha {
                    alpha = value;
                    self.follow(ply, mv);
                }
                if alpha >= beta {
                    if quiet {
                        self.cut(position, mv, depth, ply, (begin, place));
                    }
                    break;
                }
            }
        }
        self.way.pop();
        self.moves.truncate(begin);
        if ended {
            return Err(Ended);
        }
        let bound = if best >= beta {
            1
        } else if best > first {
            3
        } else {
            2
        };
        if let Some(entry) = self.table.get_mut(slot) {
            *entry = SearchEntry {
                key: own_key,
                best: choice
                    .filter(|_| bound != 2)
                    .or(known.and_then(|of| of.best)),
                value: to_table(best, ply),
                depth: depth as i8,
                bound,
            };
        }
        Ok(best)
    }

    /// Returns the value of a node below the full depth, where only captures and promotions are played and checks are met.
    fn quiet(
        &mut self,
        position: &Position,
        info: &LegalInfo,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        deep: i32,
    ) -> Result<i32, Ended> {
        self.left = self.left.checked_sub(1).ok_or(Ended)?;
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
        if has_too_few(position) {
            return Ok(0);
        }
        let in_check = info.in_check() && deep < 6;
        let mut best = -MATE;
        if !in_check {
            best = self.weights.within(position, (alpha, beta));
            if best >= beta || ply >= DEEPEST {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        let now = best;
        let begin = self.moves.len();
        self.buffer.clear();
        let theirs = position.side(!position.turn());
        if in_check {
            generate(position, info, ALL_ROLES, !0, &mut self.buffer);
        } else {
            generate(
                position,
                info,
                ALL_ROLES & !Role::Pawn.mask(),
                theirs,
                &mut self.buffer,
            );
            let ep = position.ep().map_or(0, bit);
            generate(
                position,
                info,
                Role::Pawn.mask(),
                theirs | ep | LAST_RANKS,
                &mut self.buffer,
            );
        }
        self.order(position, None, ply);
        if in_check && self.moves.len() == begin {
            return Ok(ply as i32 - MATE);
        }
        for place in begin..self.moves.len() {
            let mv = self.pick(place);
            let loses = self.moves[place].0 < -LOSING;
            if !in_check {
                let gain = captured(position, mv)
                    + mv.promotion().map_or(0, |role| WORTH[role.index()] - 100);
                if now + gain + 180 <= alpha
                    || mv.promotion().is_some_and(|role| role != Role::Queen)
                    || loses
                {
                    continue;
                }
            }
            let after = position.play(mv);
            let value = self.quiet(
                &after,
                &LegalInfo::new(&after),
                (-beta, -alpha),
                ply + 1,
                deep + 1,
            );
            let Ok(value) = value.map(|of| -of) else {
                self.moves.truncate(begin);
                return Err(Ended);
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.follow(ply, mv);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(begin);
        Ok(best)
    }

    /// Appends the generated moves to those of the nodes above, each with its rank: moves of higher rank are searched first.
    fn order(&mut self, position: &Position, first: Option<Move>, ply: usize) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        for &mv in &self.buffer {
            let rank = if Some(mv) == first {
                1 << 30
            } else if position.is_capture(mv) || mv.promotion() == Some(Role::Queen) {
                let gain = captured(position, mv) * 16 - WORTH[mv.role.index()];
                match captured(position, mv) >= WORTH[mv.role.index()]
                    || exchange(position, mv) >= 0
                {
                    true => (1 << 28) + gain,
                    false => gain - 2 * LOSING,
                }
            } else if killers.contains(&Some(mv)) {
                1 << 27
            } else {
                self.counts
                    .get(count_slot(position, mv))
                    .copied()
                    .unwrap_or_default()
            };
            self.moves.push((rank, mv));
        }
    }

    /// Swaps the move of the highest rank, from a place in the list on, to that place, and returns it.
    fn pick(&mut self, place: usize) -> Move {
        let rest = self.moves.get(place..).unwrap_or_default();
        let mut at = 0;
        for (index, (rank, _)) in rest.iter().enumerate() {
            if *rank > rest[at].0 {
                at = index;
            }
        }
        self.moves.swap(place, place + at);
        self.moves[place].1
    }

    fn follow(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        if let (Some(line), Some(rest)) = (above.last_mut(), below.first()) {
            line.clear();
            line.push(mv);
            line.extend(rest);
        }
    }

    /// Raises the rank of a quiet move that cut off its node, and lowers the rank of those tried before it.
    fn cut(
        &mut self,
        position: &Position,
        mv: Move,
        depth: i32,
        ply: usize,
        (begin, place): (usize, usize),
    ) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(mv)
        {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
        for index in begin..=place {
            let tried = self.moves[index].1;
            if position.is_capture(tried) {
                continue;
            }
            if let Some(count) = self.counts.get_mut(count_slot(position, tried)) {
                let by = depth * depth;
                *count += if tried == mv { by } else { -by / 2 } - *count * by / 16_384;
            }
        }
    }
}

fn count_slot(position: &Position, mv: Move) -> usize {
    (position.turn().index() * 6 + mv.role.index()) * 64 + usize::from(mv.to)
}

/// Returns true where neither side can mate: there are the kings, and one bishop or knight at most.
pub(super) fn has_too_few(position: &Position) -> bool {
    let [_, queens, rooks, bishops, knights, pawns] = position.by_role;
    queens | rooks | pawns == 0 && (bishops | knights).count_ones() <= 1
}
