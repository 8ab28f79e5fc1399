//! States whose choice is one quiet move against a bare king: where his steps lead is known from numbers, without a reply being made.
//!
//! ```text
//!   number ─▶ board ─▶ after our move: his steps, none of them a capture ─▶ the number with his king elsewhere, for each
//! ```
//!
//! Most states of such a proof are so. Of any other the lines are followed ([`Follower::expand`]), which comes to the same.

use adv_chess::class::KingSteps;
use adv_chess::squares::{bit, each};
use adv_chess::{Color, MoveKind, Position};

use super::{Follower, Map};
use crate::pack::unpack_move;
use crate::palette::Outcome;
use crate::states::{Layer, State};
use crate::way::Way;

/// The states that a move and a reply lead to.
pub(crate) struct QuietSteps {
    layer: usize,
    numbers: KingSteps,
    /// Where his steps go.
    targets: u64,
    them: Color,
    /// The square of our king.
    ours: u8,
}

impl QuietSteps {
    /// The way to each of them: a move of ours and a reply, neither a capture nor a pawn's.
    pub(crate) const WAY: Way = Way {
        plies: 2,
        first_zero: None,
        last_zero: None,
    };

    /// The states, in the order of the squares that he goes to.
    #[inline(always)]
    pub(crate) fn states(&self) -> impl Iterator<Item = State> + '_ {
        each(self.targets).filter_map(|to| {
            // No legal step brings the kings together, so that each has a number.
            let number = match self.them {
                Color::White => self.numbers.number(to, self.ours),
                Color::Black => self.numbers.number(self.ours, to),
            };
            Some(State::new(self.layer, number?))
        })
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
    Some(QuietSteps {
        layer: at,
        numbers: layer.class.king_steps_of(&child)?,
        targets,
        them,
        ours: child.king(!them)?,
    })
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
        let to = match map.outcomes.get(record.outcome())? {
            Outcome::Tree { exits, .. } if record.is_decided() => {
                map.index.sibling(state.layer(), exits.next)?
            }
            _ => return None,
        };
        let position = layer.class.board(number)?;
        let found = steps(layer, to, &position, record.payload())?;
        self.followed += u64::from(found.targets.count_ones());
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use adv_chess::{Material, Move, Role};
    use adv_compiler::source::Source;
    use adv_vm::{Engine, Limits};

    use super::*;
    use crate::goals::Goals;
    use crate::map::Leads;
    use crate::pack::pack_move;
    use crate::palette::{Palette, TreeExits};
    use crate::record::Record;
    use crate::report::Choice;

    /// Each state of `chosen` in a map of one layer, with the move that is played there.
    fn map_of(layer: Layer, chosen: &[(u64, Move)]) -> Map {
        for (number, m) in chosen {
            layer.want(*number, true);
            layer.decide(*number, Record::of_move(0, pack_move(*m)));
        }
        let choice = Choice::of_piece(0);
        let exits = TreeExits {
            next: 0,
            again: None,
        };
        let palette = Palette::restore(vec![Outcome::Tree { choice, exits }], Vec::new());
        Map::new(Arc::new(vec![layer]), &palette, Goals::default())
    }

    /// True where a move and each reply to it, of which there is one at least, are quiet moves against a king alone.
    fn is_quiet(position: &Position, m: Move) -> bool {
        let child = position.play(m);
        let alone = child.side(child.turn()) == child.pieces(child.turn(), Role::King);
        let replies = child.legal_moves();
        let zeroes =
            |at: &Position, m: Move| m.role == Role::Pawn || at.occupied() & bit(m.to) != 0;
        alone
            && position.by_role[Role::Pawn.index()] == 0
            && !zeroes(position, m)
            && !replies.is_empty()
            && !replies.iter().any(|reply| zeroes(&child, *reply))
    }

    #[test]
    fn quiet_steps_lead_where_the_lines_lead() {
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        // No goal of the claim is asked, so that the program says nothing.
        let text =
            "material W: K; B: K\n\nadvice a\n  better mate\n  us K\n  depth 1\nend-advice\n";
        let source = Source::new("quiet.adv", text.to_owned());
        let libraries = adv_stdlib::libraries();
        let module = adv_compiler::compile(&source, "quiet", "", libraries).module;
        let linked = libraries.link(module.expect("it compiles"));
        let linked = linked.expect("it asks for no library");
        let engine = Engine::new(linked, Limits::default());
        let classes: [(&[Role], &[Role], Color); 7] = [
            (&[King, Rook], &[King], Color::White),
            (&[King], &[King, Rook], Color::Black),
            (&[King, Queen], &[King], Color::White),
            (&[King, Bishop, Knight], &[King], Color::White),
            (&[King], &[King, Bishop, Bishop], Color::Black),
            (&[King, Rook], &[King, Knight], Color::White),
            (&[King, Pawn], &[King], Color::White),
        ];
        // A number whose bits tell which positions and moves are looked at.
        let mut bits: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut draw = |below: u64| {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (bits >> 33) % below
        };
        for (white, black, us) in classes {
            let layer = Layer::new(Material::new(white, black), us, 0, true).expect("a class");
            let mut chosen = std::collections::BTreeMap::new();
            while chosen.len() < 2000 {
                let number = draw(layer.len());
                let moves = layer.position(number).map(|p| p.legal_moves());
                if let Some(moves) = moves.filter(|moves| !moves.is_empty()) {
                    chosen.insert(number, moves[draw(moves.len() as u64) as usize]);
                }
            }
            let chosen: Vec<(u64, Move)> = chosen.into_iter().collect();
            let map = map_of(layer, &chosen);
            let (mut plain, mut quick) =
                (Follower::new(&map, &engine), Follower::new(&map, &engine));
            let mut quiet = 0;
            for (number, m) in &chosen {
                let state = State::new(0, *number);
                let position = map.position(state).expect("a legal position");
                let steps = quick.quiet_steps(state);
                assert_eq!(steps.is_some(), is_quiet(&position, *m), "{position:?} {m}");
                let Some(steps) = steps else {
                    continue;
                };
                let before = plain.followed;
                let mut led = Vec::new();
                let expanded = plain.expand(state, &mut |leads, way, _| {
                    assert_eq!(way, QuietSteps::WAY);
                    match leads {
                        Leads::To(state) => led.push(state),
                        Leads::Goal | Leads::Fault(_) => panic!("{position:?} {m}: {leads:?}"),
                    }
                });
                assert_eq!(expanded, Ok(true));
                led.sort();
                let mut stepped: Vec<State> = steps.states().collect();
                stepped.sort();
                assert_eq!(stepped, led, "{position:?} {m}");
                assert_eq!(plain.followed - before, led.len() as u64);
                quiet += led.len() as u64;
                assert_eq!(quick.followed, quiet);
            }
            let alone = (white.len() == 1 || black.len() == 1) && !white.contains(&Pawn);
            assert_eq!(quiet > 4000, alone, "{white:?} {black:?}: {quiet}");
        }
    }
}
