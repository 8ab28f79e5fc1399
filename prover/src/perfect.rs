//! A strategy against perfect play: how much longer it takes, and what each choice gives away.

use std::collections::BTreeMap;

use adv_chess::squares::bit;
use adv_chess::{Position, Role};
use adv_vm::{Oracle, Outcome, Worth};

use crate::map::{Map, Piece};
use crate::pack::{level, unpack_move};
use crate::palette::Outcome as Decided;
use crate::record::Record;
use crate::report::{Choice, LostMoves, Perfect, moves};
use crate::states::State;
use crate::values::BROKEN;

/// Plies to mate for the side to move where it wins.
fn winning(worth: Worth) -> Option<u32> {
    match worth.outcome {
        Outcome::Win => worth.plies,
        Outcome::Draw | Outcome::Loss => None,
    }
}

/// The comparison, and what each choice loses by its first moves.
pub(crate) type Comparison = (Perfect, BTreeMap<Choice, LostMoves>);

/// The result for a part of the roots.
pub(crate) struct ComparedPart {
    perfect: Perfect,
    /// The root that is the slowest.
    slowest: Option<State>,
    /// By outcome.
    lost: Vec<LostMoves>,
}

/// True if the oracle knows the first root; otherwise the threads do not query it.
pub(crate) fn is_known(map: &Map, oracle: &dyn Oracle) -> bool {
    let first = map.roots().next().and_then(|root| map.position(root));
    first.is_none_or(|first| oracle.worth(&first).is_some())
}

/// The oracle for the positions of one part.
pub(crate) struct Asked<'o> {
    oracle: &'o dyn Oracle,
    /// For the men of the piece.
    own: Option<Box<dyn Oracle + 'o>>,
}

impl<'o> Asked<'o> {
    pub(crate) fn of(map: &Map, piece: &Piece, oracle: &'o dyn Oracle) -> Asked<'o> {
        let men = map.men(piece);
        Asked {
            oracle,
            own: men.and_then(|men| oracle.for_men(&men)),
        }
    }

    /// What a position is worth; `own`: it has the men of the piece.
    #[inline]
    fn worth(&self, position: &Position, own: bool) -> Option<Worth> {
        let sooner = self.own.as_ref().filter(|_| own);
        let worth = sooner.and_then(|oracle| oracle.worth(position));
        worth.or_else(|| self.oracle.worth(position))
    }
}

impl ComparedPart {
    pub(crate) fn of(map: &Map) -> ComparedPart {
        ComparedPart {
            perfect: Perfect::default(),
            slowest: None,
            lost: vec![LostMoves::default(); map.outcomes.len()],
        }
    }

    /// Adds a root with what it comes to; `None` where the oracle does not know a distance.
    pub(crate) fn root(
        &mut self,
        map: &Map,
        asked: &Asked<'_>,
        (state, record): (State, Record),
        position: &Position,
        value: u16,
    ) -> Option<()> {
        let worth = asked.worth(position, true)?;
        let Some(best) = winning(worth) else {
            return (worth.outcome != Outcome::Win).then_some(());
        };
        let perfect = &mut self.perfect;
        perfect.won += 1;
        perfect.worst = perfect.worst.max(best);
        perfect.moves += u64::from(moves(best));
        if value == BROKEN {
            perfect.missed += 1;
        } else {
            let slower = perfect.slower(&Some((*position, u32::from(value), best)));
            self.slowest = if slower { Some(state) } else { self.slowest };
        }
        let Some(word) = first_of(map, state, record) else {
            return Some(());
        };
        let first = unpack_move(position, word);
        // A pawn may become another man or take one on its way.
        let quiet = first.role != Role::Pawn && position.occupied() & bit(first.to) == 0;
        let worth = asked.worth(&position.play(first), quiet)?;
        let one = match (worth.outcome, worth.plies) {
            (Outcome::Loss, Some(plies)) => {
                let plies = (plies + 1).saturating_sub(best);
                LostMoves {
                    positions: 1,
                    plies: u64::from(plies),
                    worst_plies: plies,
                    wins: 0,
                    optimal: u64::from(plies == 0),
                }
            }
            _ => LostMoves {
                positions: 1,
                wins: 1,
                ..LostMoves::default()
            },
        };
        perfect.lost.add(&one);
        if let Some(of) = self.lost.get_mut(record.outcome()) {
            of.add(&one);
        }
        Some(())
    }

    /// The comparison, and what each choice loses.
    pub(crate) fn by_choice(&self, map: &Map) -> Comparison {
        let mut by_choice: BTreeMap<Choice, LostMoves> = BTreeMap::new();
        for (outcome, lost) in map.outcomes.iter().zip(&self.lost) {
            if let Decided::Tree { choice, .. } = outcome {
                by_choice.entry(*choice).or_default().add(lost);
            }
        }
        (self.perfect.clone(), by_choice)
    }

    /// Adds what another part or slice comes to, which was compared after it: of roots that are as slow, the first stays.
    pub(crate) fn add(&mut self, other: &ComparedPart, map: &Map) {
        let (perfect, more) = (&mut self.perfect, &other.perfect);
        perfect.won += more.won;
        perfect.worst = perfect.worst.max(more.worst);
        perfect.moves += more.moves;
        perfect.missed += more.missed;
        perfect.lost.add(&more.lost);
        let as_slow = self::more(&perfect.slowest) == self::more(&more.slowest);
        if perfect.slower(&more.slowest)
            || as_slow && map.first(self.slowest, other.slowest) != self.slowest
        {
            (perfect.slowest, self.slowest) = (more.slowest, other.slowest);
        }
        for (of, more) in self.lost.iter_mut().zip(&other.lost) {
            of.add(more);
        }
    }
}

/// How many plies more than it need a root takes.
fn more(of: &Option<(Position, u32, u32)>) -> Option<u32> {
    let (_, value, best) = of.as_ref()?;
    Some(value.saturating_sub(*best))
}

impl Perfect {
    /// Keeps the root that takes the most plies more than it need; of equals the first. True where that is the other one.
    fn slower(&mut self, other: &Option<(Position, u32, u32)>) -> bool {
        let slower = more(other) > more(&self.slowest);
        if slower {
            self.slowest = *other;
        }
        slower
    }
}

/// The first move of a state's tree.
pub(crate) fn first_move(map: &Map, state: State) -> Option<u16> {
    first_of(map, state, map.record(state))
}

/// The same where the record is known.
#[inline]
fn first_of(map: &Map, state: State, record: Record) -> Option<u16> {
    if !matches!(map.outcome(record), Some(Decided::Tree { .. })) {
        return None;
    }
    if !record.has_tree() {
        return Some(record.payload());
    }
    let layer = map.layer(state)?;
    layer.with_tree(state.number(), record.payload(), |words| {
        level(words).next().map(|(word, _)| word)
    })
}

#[cfg(test)]
mod tests {
    use adv_chess::notation;

    use super::*;

    #[test]
    fn of_equally_slow_roots_the_first_stays() {
        let [first, second, slower] = ["7k", "6k1", "5k2"].map(|rank| {
            notation::parse_fen(&format!("{rank}/8/8/8/8/8/1R6/K7 w - - 0 1")).expect("legal")
        });
        let mut perfect = Perfect::default();
        assert!(perfect.slower(&Some((first, 9, 5))));
        assert!(!perfect.slower(&Some((second, 7, 3))));
        assert_eq!(perfect.slowest, Some((first, 9, 5)));
        assert!(perfect.slower(&Some((slower, 8, 3))));
        assert_eq!(perfect.slowest, Some((slower, 8, 3)));
    }
}
