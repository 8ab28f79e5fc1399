//! The positions in which a table may stalemate, and whether it does.
//!
//! Stalemates are few. So they are looked for first, among the positions with the other side to move, and then the positions from which one
//! of our moves comes to them.

use std::collections::BTreeMap;

use adv_chess::squares::each;
use adv_chess::{ClassIndex, Color, Material, Move, Position, Role};
use adv_module::{AdviceId, TableId};
use adv_vm::{Engine, Failure, Replies, Stop, Subject};
use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelIterator as _, IntoParallelRefIterator as _,
    ParallelIterator as _,
};

use super::Effort;
use super::places::Walk;
use crate::engines::Engines;

/// Moves of one piece-of-advice, played by a table, that stalemate.
#[derive(Clone, Debug)]
pub(super) struct Stalemates {
    pub table: TableId,
    pub advice: AdviceId,
    pub count: u64,
    pub first: (Position, Move),
    /// True where all positions were looked at.
    pub whole: bool,
}

/// Positions in which a table is asked first: where all of these moves reach a limit, it is asked for no more.
const FIRST: usize = 512;

/// Numbers of a class in one piece of work for a thread.
const PIECE: u64 = 4096;

/// Finds the moves that stalemate of all tables that play the side with more material.
///
/// # Errors
/// [`Stop::Interrupted`]. A position in which a table reaches another limit does not count.
pub(super) fn found(
    walks: &[Walk],
    engine: &Engine,
    effort: Effort,
    tick: &(impl Fn(u64) + Sync),
) -> Result<Vec<Stalemates>, Stop> {
    let engines = Engines::of(engine);
    let mut all: Vec<Stalemates> = Vec::new();
    // A brief look speaks of what it has seen as a whole.
    let asked = walks
        .iter()
        .filter(|walk| effort.sample > 0 || walk.class.len() <= effort.whole());
    // Tables with the same men share their positions.
    let mut looked: Vec<(&ClassIndex, (Vec<Position>, bool))> = Vec::new();
    for walk in asked.filter(|walk| walk.asked && is_stronger(walk)) {
        let Some(Subject::Table(table)) = walk.of else {
            continue;
        };
        let known = looked.iter().position(|(class, _)| **class == walk.class);
        let at = known.unwrap_or_else(|| {
            let (before, whole) = before_stalemates(walk, effort, tick);
            let whole = whole && before.len() <= effort.moves;
            let positions = before.into_values().take(effort.moves).collect();
            looked.push((&walk.class, (positions, whole)));
            looked.len() - 1
        });
        let Some((_, (positions, whole))) = looked.get(at) else {
            continue;
        };
        let (first, rest) = positions.split_at(positions.len().min(FIRST));
        let mut played = moves(table, first, &engines)?;
        // A table whose every move costs too much is not asked for thousands more.
        if played.iter().any(Option::is_some) {
            played.extend(moves(table, rest, &engines)?);
        }
        for (position, decision) in positions.iter().zip(played) {
            let Some((advice, m)) = decision.flatten() else {
                continue;
            };
            if !position.play(m).is_stalemated(!walk.us) {
                continue;
            }
            match all
                .iter_mut()
                .find(|of| of.table == table && of.advice == advice)
            {
                Some(known) => known.count += 1,
                None => all.push(Stalemates {
                    table,
                    advice,
                    count: 1,
                    first: (*position, m),
                    whole: *whole,
                }),
            }
        }
    }
    Ok(all)
}

/// The decision of a table in a position: `None` where it reaches a limit, `Some(None)` where it has no move.
type Decided = Option<Option<(AdviceId, Move)>>;

/// Asks a table for its moves in positions.
fn moves(
    table: TableId,
    positions: &[Position],
    engines: &Engines<'_>,
) -> Result<Vec<Decided>, Stop> {
    let asked = positions.par_iter().with_min_len(16).map(|position| {
        let decided = engines.with(|engine| {
            engine
                .decisions(table, Replies::TestedFirst)
                .decide(position)
        });
        match decided {
            Ok(decision) => Ok(Some(decision.advice.zip(decision.mv))),
            Err(Failure::Stopped {
                stop: Stop::Interrupted,
                ..
            }) => Err(Stop::Interrupted),
            Err(_) => Ok(None),
        }
    });
    asked.collect()
}

/// True where the table plays the side with more material, which can mate: a stalemate is no gain for it.
fn is_stronger(walk: &Walk) -> bool {
    let men = walk.class.material();
    let count = |role| men.count(walk.us, role);
    let mates = count(Role::Queen) + count(Role::Rook) + count(Role::Pawn) > 0
        || count(Role::Bishop) + count(Role::Knight) > 1;
    mates && points(&men, walk.us) > points(&men, !walk.us)
}

/// Value of a side's material as teachers count it: queen 9, rook 5, bishop and knight 3, pawn 1.
fn points(material: &Material, side: Color) -> u32 {
    const POINTS: [(Role, u32); 5] = [
        (Role::Queen, 9),
        (Role::Rook, 5),
        (Role::Bishop, 3),
        (Role::Knight, 3),
        (Role::Pawn, 1),
    ];
    let of = POINTS.map(|(role, points)| points * u32::from(material.count(side, role)));
    of.iter().sum()
}

/// The positions of a walk, by number, in which one of our moves stalemates; true beside them where all were looked for.
fn before_stalemates(
    walk: &Walk,
    effort: Effort,
    tick: &(impl Fn(u64) + Sync),
) -> (BTreeMap<u64, Position>, bool) {
    let (us, them) = (walk.us, !walk.us);
    let material = walk.class.material();
    let mut whole = true;
    let mut before = BTreeMap::new();
    // What our move takes, and what our pawn becomes.
    let taken = Role::ALL
        .into_iter()
        .filter(|role| *role != Role::King && material.count(them, *role) > 0)
        .map(Some);
    for taken in taken.chain([None]) {
        let mut fewer = material;
        if let Some(role) = taken {
            fewer.counts[them.index()][role.index()] -= 1;
        }
        let officers = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(Some);
        let becomes = officers
            .into_iter()
            .filter(|_| material.count(us, Role::Pawn) > 0);
        for promoted in becomes.chain([None]) {
            let mut after = fewer;
            if let Some(officer) = promoted {
                after.counts[us.index()][Role::Pawn.index()] -= 1;
                after.add(us, officer);
            }
            let Ok(class) = ClassIndex::new(after, them) else {
                whole = false;
                continue;
            };
            // Of a large class every n-th position.
            let step = match class.len() <= effort.whole() {
                true => 1,
                false => class.len().div_ceil(effort.whole() / 32),
            };
            whole &= step == 1;
            let pieces: Vec<u64> = (0..class.len().div_ceil(PIECE * step)).collect();
            let pieces = pieces.into_par_iter().with_max_len(1);
            let found: Vec<Vec<(u64, Position)>> = pieces
                .map(|piece| {
                    let numbers = (piece * PIECE * step
                        ..class.len().min((piece + 1) * PIECE * step))
                        .step_by(step as usize);
                    let boards = numbers.filter_map(|number| class.board(number));
                    let stale =
                        boards.filter(|board| board.is_stalemated(them) && !board.in_check(us));
                    let found = stale
                        .flat_map(|board| our_moves_to(&walk.class, &board, taken, promoted))
                        .collect();
                    tick(PIECE);
                    found
                })
                .collect();
            before.extend(found.into_iter().flatten());
        }
    }
    (before, whole)
}

/// The positions of a class, with their numbers, from which a move of ours, with what it takes and becomes, comes to a position.
fn our_moves_to(
    class: &ClassIndex,
    after: &Position,
    taken: Option<Role>,
    promoted: Option<Role>,
) -> Vec<(u64, Position)> {
    let us = class.turn();
    let mut found = Vec::new();
    for role in Role::ALL
        .into_iter()
        .filter(|role| promoted.is_none_or(|promoted| promoted == *role))
    {
        for to in each(after.pieces(us, role)) {
            for from in each(!after.occupied()) {
                let moved = if promoted.is_some() { Role::Pawn } else { role };
                let mut position = after.with_turn(us);
                position.remove(to);
                position.put(us, moved, from);
                if let Some(taken) = taken {
                    position.put(!us, taken, to);
                }
                let same = |next: Position| {
                    Color::ALL.into_iter().all(|side| {
                        Role::ALL
                            .into_iter()
                            .all(|role| next.pieces(side, role) == after.pieces(side, role))
                    })
                };
                let Some(number) = class.number(&position).filter(|_| !position.in_check(!us))
                else {
                    continue;
                };
                if position
                    .legal_moves()
                    .iter()
                    .any(|m| m.from == from && m.to == to && same(position.play(*m)))
                {
                    found.push((number, position));
                }
            }
        }
    }
    found
}
