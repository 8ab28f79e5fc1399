//! States whose choice is one quiet move against a bare king: where his steps lead is known from numbers, without a reply being made.
//!
//! ```text
//!   number ─▶ board ─▶ after our move: his steps, none of them a capture ─▶ the number with his king elsewhere, for each
//! ```
//!
//! Most states of such a proof are so. Of any other the lines are followed ([`Follower::expand`]), which comes to the same.

use adv_chess::squares::{bit, file_major};
use adv_chess::{Color, MoveKind, Position};

use super::{Follower, Map};
use crate::pack::unpack_move;
use crate::palette::Outcome;
use crate::states::{Layer, State};
use crate::way::Way;

/// The most steps of a king.
const MOST: usize = 8;

/// The states that a move and a reply lead to, in the order of the replies.
pub(crate) struct QuietSteps {
    states: [State; MOST],
    count: usize,
}

impl QuietSteps {
    /// The way to each of them: a move of ours and a reply, neither a capture nor a pawn's.
    pub(crate) const WAY: Way = Way {
        plies: 2,
        first_zero: None,
        last_zero: None,
    };

    /// The states.
    #[inline]
    pub(crate) fn states(&self) -> &[State] {
        self.states.get(..self.count).unwrap_or_default()
    }
}

/// The position after a quiet move of a man other than a pawn, where the side to move then has its king alone.
#[inline]
fn after(position: &Position, word: u16) -> Option<Position> {
    let m = unpack_move(position, word);
    let quiet = m.kind == MoveKind::Normal && position.occupied() & bit(m.to) == 0;
    let us = position.turn();
    let [kings, .., pawns] = position.by_role;
    let theirs = position.side(!us);
    if !quiet || pawns != 0 || theirs & !kings != 0 {
        return None;
    }
    let squares = bit(m.from) | bit(m.to);
    let mut child = position.with_turn(!us);
    if let Some(own) = child.by_role.get_mut(m.role.index()) {
        *own ^= squares;
    }
    if let Some(own) = child.by_color.get_mut(us.index()) {
        *own ^= squares;
    }
    Some(child)
}

/// Where the steps of their king lead after a quiet move of ours.
#[inline]
fn steps(layer: &Layer, at: usize, position: &Position, word: u16) -> Option<QuietSteps> {
    let child = after(position, word)?;
    let them = child.turn();
    let (_, targets) = child.lone_king_targets()?;
    if targets == 0 || targets & child.side(!them) != 0 {
        return None;
    }
    let (white, black) = (child.king(Color::White)?, child.king(Color::Black)?);
    let number = layer.class.number_of_own(&child)?;
    let numbers = layer.class.king_steps(number, white, black)?;
    let mut found = QuietSteps {
        states: [State::new(0, 0); MOST],
        count: 0,
    };
    for to in file_major(targets) {
        let number = match them {
            Color::White => numbers.number(to, black),
            Color::Black => numbers.number(white, to),
        };
        *found.states.get_mut(found.count)? = State::new(at, number?);
        found.count += 1;
    }
    Some(found)
}

impl Map {
    /// True where nothing is to be asked of positions between states but whether they are mates, and states are no faults of what was played
    /// before them.
    pub(super) fn has_quiet_steps(&self) -> bool {
        self.goals.asks_for_mate_only() && !self.has_faults_behind && !self.resumed
    }
}

impl Follower<'_> {
    /// Where a state leads whose choice is one quiet move against a bare king that can capture nothing; `None` of any other state. The replies
    /// count as followed.
    #[inline]
    pub(crate) fn quiet_steps(&mut self, state: State) -> Option<QuietSteps> {
        if !self.quiet {
            return None;
        }
        let map = self.map;
        let layer = map.layer(state)?;
        let number = state.number();
        let record = layer.record(number);
        if record.has_tree() || number >= layer.len() {
            return None;
        }
        match map.outcome(record)? {
            Outcome::Tree { exits, .. } if exits.next == layer.junction => {}
            _ => return None,
        }
        let position = layer.class.board(number)?;
        let found = steps(layer, state.layer(), &position, record.payload())?;
        self.followed += found.count as u64;
        Some(found)
    }
}
