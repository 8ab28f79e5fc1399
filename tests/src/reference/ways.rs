//! Ways of men around other men: a trajectory is a list of squares, found by walking.
//!
//! The machine computes trajectories with boards of 64 bits, layer by layer. Here every trajectory is written down, stop by stop, and
//! a word of the language is read off the lists.
//!
//! ```text
//!   8 . . . . . . . .      the bishop f2 on its way to e5, in two moves:
//!   5 . . . . p . . .      [f2 d4 e5]
//!   4 . . . . . . P .      [f2 g3 e5]
//!   2 . . . . . B . P      no stop on another man and no pass over one, but a stop on the end
//! ```

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use adv_chess::Role;
use shakmaty::Color;

use super::squares::{At, FAR, Squares, all, on_board};
use super::value::{Answer, Fault};
use super::view::View;

/// The squares where a man stops: its own first, the end last.
pub type Way = Vec<At>;

/// How many lists one question may have before it is given up.
const LISTS: usize = 50_000;

/// A man that goes somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Man {
    /// Where it is; this square counts as empty on its way.
    pub at: At,
    /// Its side.
    pub white: bool,
    /// Its kind, as an index of [`Role::ALL`].
    role: usize,
}

impl Man {
    /// Its kind.
    pub fn role(&self) -> Role {
        Role::ALL[self.role]
    }

    /// Its step from one square to another takes what is there: a pawn's leaves its file.
    pub fn takes(&self, from: At, to: At) -> bool {
        self.role() != Role::Pawn || from.0 != to.0
    }

    /// Its side.
    pub fn color(&self) -> Color {
        Color::from_white(self.white)
    }
}

/// The man on a square.
pub fn man_on(view: &View, at: At) -> Option<Man> {
    let (color, role) = view.man(at)?;
    Some(Man {
        at,
        white: color.is_white(),
        role: role.index(),
    })
}

/// The men on the squares of a board, a1, b1, … h8.
pub fn men_on(view: &View, men: &Squares) -> Vec<Man> {
    men.iter().filter_map(|at| man_on(view, at)).collect()
}

/// A man, where it is on its way, the end, and whether a pawn may leave its file onto it.
pub type Errand = (Man, At, At, bool);

/// From each square, how many moves a man needs to an end.
struct Needed([Option<usize>; 64]);

impl Needed {
    fn of(&self, (file, rank): At) -> Option<usize> {
        self.0.get((8 * rank + file) as usize).copied().flatten()
    }

    fn put(&mut self, (file, rank): At, moves: usize) {
        self.0[(8 * rank + file) as usize] = Some(moves);
    }
}

/// What was walked in one position, by errand.
pub type Walked = Rc<RefCell<BTreeMap<Errand, Rc<Vec<Way>>>>>;

/// The ways of the men of one position.
pub struct Ways<'v> {
    view: &'v View,
    known: RefCell<BTreeMap<Errand, Rc<Vec<Way>>>>,
    /// What other words have walked in the same position. It counts as work here all the same.
    walked: Walked,
    work: Cell<u64>,
    most: u64,
}

/// How a kind goes: its directions, and whether it goes on in one of them.
fn gait(role: Role) -> (&'static [At], bool) {
    const STRAIGHT: [At; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const DIAGONAL: [At; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    const EVERY: [At; 8] = [
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
        (1, 1),
        (1, -1),
        (-1, 1),
        (-1, -1),
    ];
    const KNIGHT: [At; 8] = [
        (1, 2),
        (2, 1),
        (2, -1),
        (1, -2),
        (-1, -2),
        (-2, -1),
        (-2, 1),
        (-1, 2),
    ];
    match role {
        Role::King => (&EVERY, false),
        Role::Queen => (&EVERY, true),
        Role::Rook => (&STRAIGHT, true),
        Role::Bishop => (&DIAGONAL, true),
        Role::Knight => (&KNIGHT, false),
        Role::Pawn => (&[], false),
    }
}

impl<'v> Ways<'v> {
    /// Of a position.
    pub fn of(view: &'v View) -> Ways<'v> {
        Ways::within(view, u64::MAX, Walked::default())
    }

    /// Of a position, given up with [`Fault::Budget`] once more than so much has been walked and written down.
    /// `walked` is what was walked before in a position with the same men.
    pub fn within(view: &'v View, most: u64, walked: Walked) -> Ways<'v> {
        Ways {
            view,
            known: RefCell::default(),
            walked,
            work: Cell::new(0),
            most,
        }
    }

    /// How much has been walked and written down so far; a budget counts it.
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts some work.
    pub fn add_work(&self, more: u64) {
        self.work.set(self.work.get() + more);
    }

    /// The position.
    pub fn view(&self) -> &'v View {
        self.view
    }

    fn is_free(&self, man: &Man, at: At) -> bool {
        on_board(at) && (at == man.at || self.view.man(at).is_none())
    }

    /// Where a man goes in one move from a square, on its way to an end. A pawn leaves its file only onto the end, and only if it may.
    pub fn steps(&self, man: &Man, from: At, end: At, aside: bool) -> Vec<At> {
        let mut found = Vec::new();
        if man.role() == Role::Pawn {
            let (up, home) = if man.white { (1, 1) } else { (-1, 6) };
            let (one, two) = ((from.0, from.1 + up), (from.0, from.1 + 2 * up));
            if self.is_free(man, one) {
                found.push(one);
                if from.1 == home && one != end && self.is_free(man, two) {
                    found.push(two);
                }
            }
            for file in [from.0 - 1, from.0 + 1] {
                if aside && end == (file, from.1 + up) {
                    found.push(end);
                }
            }
            return found;
        }
        let (directions, goes_on) = gait(man.role());
        for (files, ranks) in directions {
            let mut at = (from.0 + files, from.1 + ranks);
            while on_board(at) {
                let stands = at == end || !self.is_free(man, at);
                if at == end || !stands {
                    found.push(at);
                }
                if stands || !goes_on {
                    break;
                }
                at = (at.0 + files, at.1 + ranks);
            }
        }
        found
    }

    /// For every square how many moves the man needs from it to the end; nothing where it does not get there.
    fn needed(&self, man: &Man, end: At, aside: bool) -> Needed {
        let inner: Vec<(At, Vec<At>)> = all()
            .filter(|at| *at != end && self.is_free(man, *at))
            .map(|at| (at, self.steps(man, at, end, aside)))
            .collect();
        let mut needed = Needed([None; 64]);
        needed.put(end, 0);
        for round in 1.. {
            let mut next = Vec::new();
            for (at, steps) in &inner {
                let arrives = |to: &At| needed.of(*to) == Some(round - 1);
                if needed.of(*at).is_none() && steps.iter().any(arrives) {
                    next.push(*at);
                }
            }
            if next.is_empty() {
                break;
            }
            for at in next {
                needed.put(at, round);
            }
        }
        needed
    }

    /// All shortest ways of a man from a square (its own or another one on its way) to another square. `aside` is whether a pawn may
    /// leave its file with the last step.
    pub fn between(&self, man: &Man, from: At, end: At, aside: bool) -> Answer<Rc<Vec<Way>>> {
        let key = (*man, from, end, aside);
        if let Some(known) = self.known.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        if self.work() > self.most {
            return Err(Fault::Budget);
        }
        self.add_work(256);
        if let Some(walked) = self.walked.borrow().get(&key) {
            self.add_work(walked.len() as u64);
            self.known.borrow_mut().insert(key, Rc::clone(walked));
            return Ok(Rc::clone(walked));
        }
        let mut ways = Vec::new();
        if from != end {
            let needed = self.needed(man, end, aside);
            if needed.of(from).is_some() {
                self.walk(man, &needed, &mut vec![from], end, aside, &mut ways)?;
            }
        }
        self.add_work(ways.len() as u64);
        let ways = Rc::new(ways);
        self.known.borrow_mut().insert(key, Rc::clone(&ways));
        self.walked.borrow_mut().insert(key, Rc::clone(&ways));
        Ok(ways)
    }

    /// Goes on with a way by every step that is one move nearer to the end.
    fn walk(
        &self,
        man: &Man,
        needed: &Needed,
        way: &mut Way,
        end: At,
        aside: bool,
        ways: &mut Vec<Way>,
    ) -> Answer<()> {
        let Some(here) = way.last().copied() else {
            return Ok(());
        };
        if here == end {
            ways.push(way.clone());
            return if ways.len() > LISTS {
                Err(Fault::Budget)
            } else {
                Ok(())
            };
        }
        for to in self.steps(man, here, end, aside) {
            if needed.of(to).map(|n| n + 1) == needed.of(here) {
                way.push(to);
                self.walk(man, needed, way, end, aside, ways)?;
                way.pop();
            }
        }
        Ok(())
    }

    /// All shortest ways of a man from where it is.
    pub fn shortest(&self, man: &Man, end: At) -> Answer<Rc<Vec<Way>>> {
        self.between(man, man.at, end, true)
    }

    /// All ways of exactly so many moves that are shortest, or two shortest ones put together at an empty square, each once.
    pub fn exact(&self, man: &Man, end: At, moves: i64) -> Answer<BTreeSet<Way>> {
        let shortest = self.shortest(man, end)?;
        let Some(least) = length(&shortest) else {
            return Ok(BTreeSet::new());
        };
        if moves <= least {
            let all = shortest.iter().filter(|_| moves == least);
            return Ok(all.cloned().collect());
        }
        let mut found = BTreeSet::new();
        for dock in all().filter(|at| self.is_free(man, *at)) {
            // A pawn leaves its file with the last step of the whole way.
            let there = self.between(man, man.at, dock, false)?;
            let on = self.between(man, dock, end, true)?;
            let (Some(first), Some(second)) = (length(&there), length(&on)) else {
                continue;
            };
            if first + second != moves {
                continue;
            }
            for begin in there.iter() {
                for rest in on.iter() {
                    let mut way = begin.clone();
                    way.extend(rest.iter().skip(1));
                    found.insert(way);
                }
                if found.len() > LISTS {
                    return Err(Fault::Budget);
                }
            }
        }
        Ok(found)
    }
}

/// How many moves a list of ways takes; nothing where there is none.
pub fn length(ways: &[Way]) -> Option<i64> {
    ways.first().map(|way| way.len() as i64 - 1)
}

/// Which of the ways of a word are meant: the shortest, or those of so many moves.
fn chosen(ways: &Ways<'_>, man: &Man, end: At, moves: Option<i64>) -> Answer<Vec<Way>> {
    Ok(match moves {
        None => ways.shortest(man, end)?.to_vec(),
        Some(moves) => ways.exact(man, end, moves)?.into_iter().collect(),
    })
}

/// The ways of every man on a board to every square of another.
fn every(ways: &Ways<'_>, men: &Squares, to: &Squares, moves: Option<i64>) -> Answer<Vec<Way>> {
    let mut found = Vec::new();
    for man in men_on(ways.view(), men) {
        for end in to.iter() {
            found.extend(chosen(ways, &man, end, moves)?);
        }
    }
    ways.add_work(found.len() as u64);
    Ok(found)
}

/// `map(men, to)`: the fewest moves; 0 where a man is there already, 99 where none gets there.
pub fn map(ways: &Ways<'_>, men: &Squares, to: &Squares) -> Answer<i64> {
    if men_on(ways.view(), men).iter().any(|man| to.has(man.at)) {
        return Ok(0);
    }
    let all = every(ways, men, to, None)?;
    Ok(all
        .iter()
        .map(|way| way.len() as i64 - 1)
        .min()
        .unwrap_or(FAR))
}

/// `BUNDLE(men, to)` and `BUNDLE(men, to, n)`: every square of every way.
pub fn bundle(ways: &Ways<'_>, men: &Squares, to: &Squares, moves: Option<i64>) -> Answer<Squares> {
    let mut set = Squares::EMPTY;
    for way in every(ways, men, to, moves)? {
        for at in way {
            set.put(at);
        }
    }
    Ok(set)
}

/// `FIRST(men, to)` and `FIRST(men, to, n)`: the first step of every way.
pub fn first(ways: &Ways<'_>, men: &Squares, to: &Squares, moves: Option<i64>) -> Answer<Squares> {
    let mut set = Squares::EMPTY;
    for way in every(ways, men, to, moves)? {
        if let Some(at) = way.get(1) {
            set.put(*at);
        }
    }
    Ok(set)
}

/// `trajectories(men, to)` and `trajectories(men, to, n)`: how many ways there are.
pub fn count(ways: &Ways<'_>, men: &Squares, to: &Squares, moves: Option<i64>) -> Answer<i64> {
    Ok(every(ways, men, to, moves)?.len() as i64)
}
