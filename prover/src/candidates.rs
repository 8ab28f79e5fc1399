//! The positions of a class that may fit a condition, found without a look at the others.
//!
//! ```text
//!   squares   for each kind of men the squares where one may stand, the others being anywhere on theirs
//!   pairs     for each square of a man those of each other man that go with it
//!   walk      men are placed in the order of a number's digits; where the rest cannot be placed any more, the whole stretch of numbers is left out
//! ```
//!
//! A function of a program says over men that are not placed whether it can be true ([`Engine::may_hold`]). What is left out cannot fit, what comes is in
//! the order of the numbers and is asked as before: a bound that is too wide costs time and never a position.

use std::ops::Range;

use adv_chess::class::{Kind, KingSteps};
use adv_chess::squares::{bit, each};
use adv_chess::{ClassIndex, Color, Position, Role};
use adv_module::FnId;
use adv_vm::{Engine, Squares};

use crate::error::ProveError;

/// The least class whose men are looked at in pairs: in smaller ones it is quicker to ask all positions.
const LEAST_PAIRED: u64 = 1 << 20;

/// Conditions are asked at a digit while they refute one of so many stretches there.
const WORTH_ASKING: u32 = 16;

/// The stretches at a digit after which it is seen whether that pays.
const TRIAL: u32 = 1024;

/// The most kinds of men.
const KINDS: usize = 12;

/// The men of each kind, by colour and role.
type Men = [[Squares; 6]; 2];

/// The positions of a class that may fit conditions.
pub struct Candidates<'c> {
    class: &'c ClassIndex,
    engine: &'c Engine,
    conditions: Vec<FnId>,
    /// White's king, Black's, and the kinds behind them.
    men: Vec<Man>,
    kings: KingSteps,
    /// The pawns that stand still.
    pawns: [u64; 2],
    /// By kind, square and other kind: where a man of the other kind may stand.
    pairs: Vec<Vec<[u64; 64]>>,
}

/// The men of one kind.
#[derive(Clone, Copy)]
struct Man {
    color: Color,
    role: Role,
    count: u8,
    /// Their digit; the kings have one together.
    kind: Option<Kind>,
    /// Where one may stand.
    squares: u64,
}

/// Where a walk is: the squares that are taken, and those that are left to each kind.
#[derive(Clone, Copy)]
struct PlacedMen {
    placed: [u64; KINDS],
    left: [u64; KINDS],
}

/// How often conditions were asked at a digit, and how often they refuted it.
#[derive(Clone, Copy, Default)]
struct Trial {
    asked: u32,
    refuted: u32,
}

/// What takes the positions of a walk; false ends it.
pub type CandidateVisit<'v> = dyn FnMut(u64, Position) -> Result<bool, ProveError> + 'v;

impl<'c> Candidates<'c> {
    /// The positions in which none of these conditions, asked for the side to move, is known to be false.
    pub fn of(
        class: &'c ClassIndex,
        engine: &'c Engine,
        conditions: impl IntoIterator<Item = FnId>,
    ) -> Candidates<'c> {
        let king = |color| Man {
            color,
            role: Role::King,
            count: 1,
            kind: None,
            squares: !0,
        };
        let pawns = class.pawns().unwrap_or_default();
        let other = |kind: Kind| Man {
            color: kind.color,
            role: kind.role,
            count: kind.count,
            kind: Some(kind),
            squares: kind.squares(),
        };
        let kings = Color::ALL.into_iter().map(king);
        let men: Vec<Man> = kings.chain(class.kinds().into_iter().map(other)).collect();
        let mut candidates = Candidates {
            class,
            engine,
            conditions: conditions.into_iter().collect(),
            pairs: Vec::new(),
            men,
            kings: class.kings_first(),
            pawns,
        };
        for man in &mut candidates.men {
            man.squares &= !(pawns[0] | pawns[1]);
        }
        if !candidates.conditions.is_empty() {
            while candidates.narrow_squares() {}
            if class.len() >= LEAST_PAIRED {
                candidates.pair();
            }
        }
        candidates
    }

    /// True where the conditions may hold with these men.
    fn may_hold(&self, squares: impl Fn(usize, &Man) -> Squares) -> bool {
        let pawns = self.pawns.map(Squares::exactly);
        let mut men: Men = pawns.map(|pawns| {
            let mut own = [Squares::exactly(0); 6];
            own[Role::Pawn as usize] = pawns;
            own
        });
        for (at, man) in self.men.iter().enumerate() {
            men[man.color.index()][man.role as usize] = squares(at, man);
        }
        let turn = self.class.turn();
        let mut conditions = self.conditions.iter();
        conditions.all(|condition| self.engine.may_hold(*condition, &men, turn))
    }

    /// Takes the squares away where no man of a kind can stand; true where there were any.
    fn narrow_squares(&mut self) -> bool {
        let mut any = false;
        for at in 0..self.men.len() {
            for square in each(self.men[at].squares) {
                let with = |other, man: &Man| match other == at {
                    true => man.with(bit(square)),
                    false => man.with(0),
                };
                if !self.may_hold(with) {
                    self.men[at].squares &= !bit(square);
                    any = true;
                }
            }
        }
        any
    }

    /// Finds the squares of other men that go with each man's.
    fn pair(&mut self) {
        let kinds = self.men.len();
        self.pairs = vec![vec![[0; 64]; kinds]; kinds];
        for one in 0..kinds {
            for other in one..kinds {
                if one == other && self.men[one].count == 1 {
                    continue;
                }
                for first in each(self.men[one].squares) {
                    for second in each(self.men[other].squares & !bit(first)) {
                        let with = |at, man: &Man| {
                            let own = u64::from(at == one) << first;
                            man.with(own | u64::from(at == other) << second)
                        };
                        if self.may_hold(with) {
                            self.pairs[one][other][usize::from(first)] |= bit(second);
                            self.pairs[other][one][usize::from(second)] |= bit(first);
                        }
                    }
                }
            }
        }
    }

    /// Number of placements of one or two men that [`Candidates::of`] asks conditions about.
    pub fn placements(class: &ClassIndex) -> u64 {
        let kinds = class.kinds().len() as u64 + 2;
        match class.len() >= LEAST_PAIRED {
            true => kinds * (kinds + 1) / 2 * 64 * 64,
            false => kinds * 64,
        }
    }

    /// Visits the candidates among some numbers, in rising order; false where a visit ended it.
    ///
    /// # Errors
    /// Those of a visit.
    pub fn each(
        &self,
        numbers: Range<u64>,
        visit: &mut CandidateVisit<'_>,
    ) -> Result<bool, ProveError> {
        let mut steps = u64::MAX;
        self.each_within(&mut steps, numbers, visit)
    }

    /// The same for callers that can give up: false also where so many men have been placed, of which those that are left are noted.
    ///
    /// # Errors
    /// Those of a visit.
    pub fn each_within(
        &self,
        steps: &mut u64,
        numbers: Range<u64>,
        visit: &mut CandidateVisit<'_>,
    ) -> Result<bool, ProveError> {
        if self.conditions.is_empty() {
            return self.every(steps, numbers, visit);
        }
        let mut walk = CandidateWalk {
            candidates: self,
            steps,
            numbers,
            trials: [[Trial::default(); 16]; KINDS],
            visit,
        };
        let mut place = PlacedMen {
            placed: [0; KINDS],
            left: [0; KINDS],
        };
        for (left, man) in place.left.iter_mut().zip(&self.men) {
            *left = man.squares;
        }
        for white in each(place.left[0]) {
            let place = self.placed(&place, 0, white);
            let Some(place) = place else { continue };
            for black in each(place.left[1]) {
                let stretch = self.kings.stretch(white, black);
                if let Some(stretch) = stretch.filter(|stretch| walk.meets(stretch))
                    && let Some(place) = self.placed(&place, 1, black)
                    && !walk.digit(2, 0, stretch.start, &place)?
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The same where nothing is asked: each number is a step.
    fn every(
        &self,
        steps: &mut u64,
        numbers: Range<u64>,
        visit: &mut CandidateVisit<'_>,
    ) -> Result<bool, ProveError> {
        for number in numbers {
            let Some(left) = steps.checked_sub(1) else {
                return Ok(false);
            };
            *steps = left;
            if let Some(position) = self.class.position(number)
                && !visit(number, position)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The place with one more man on a square; `None` where there is no room for the others.
    fn placed(&self, place: &PlacedMen, man: usize, square: u8) -> Option<PlacedMen> {
        let mut next = *place;
        next.placed[man] |= bit(square);
        for (at, other) in self.men.iter().enumerate() {
            let left = &mut next.left[at];
            *left &= !bit(square);
            if at == man {
                // The men of a kind are placed from the highest square down.
                *left &= bit(square) - 1;
            }
            if let Some(pairs) = self.pairs.get(man)
                && (at != man || other.count > 1)
            {
                *left &= pairs[at][usize::from(square)];
            }
            let missing = u32::from(other.count) - next.placed[at].count_ones();
            if left.count_ones() < missing {
                return None;
            }
        }
        Some(next)
    }
}

impl Man {
    /// The squares of all men of the kind, of which some are known.
    fn with(&self, known: u64) -> Squares {
        Squares::of_men(known, self.squares, self.count.into())
    }
}

/// One way through the digits.
struct CandidateWalk<'w, 'c, 'v> {
    candidates: &'w Candidates<'c>,
    /// How many men may still be placed.
    steps: &'w mut u64,
    numbers: Range<u64>,
    /// By kind, and by how many of it are placed.
    trials: [[Trial; 16]; KINDS],
    visit: &'w mut CandidateVisit<'v>,
}

impl CandidateWalk<'_, '_, '_> {
    /// True where a stretch has one of the numbers that are asked for.
    fn meets(&self, stretch: &Range<u64>) -> bool {
        stretch.start < self.numbers.end && stretch.end > self.numbers.start
    }

    /// True where the conditions may hold at a place, as far as it pays to ask.
    fn may_hold(&mut self, kind: usize, already: u8, place: &PlacedMen) -> bool {
        let trial = &mut self.trials[kind][usize::from(already)];
        if trial.asked >= TRIAL && trial.refuted * WORTH_ASKING < trial.asked {
            return true;
        }
        trial.asked += 1;
        let may = self.candidates.may_hold(|at, man| {
            Squares::of_men(place.placed[at], place.left[at], man.count.into())
        });
        trial.refuted += u32::from(!may);
        may
    }

    /// Places the men of a kind and of those behind it, so many of the kind being placed; the number is that of the men that are.
    fn digit(
        &mut self,
        kind: usize,
        already: u8,
        number: u64,
        place: &PlacedMen,
    ) -> Result<bool, ProveError> {
        let Some(left) = self.steps.checked_sub(1) else {
            return Ok(false);
        };
        *self.steps = left;
        let Some(man) = self.candidates.men.get(kind) else {
            return match self.candidates.class.position(number) {
                Some(position) => (self.visit)(number, position),
                None => Ok(true),
            };
        };
        if !self.may_hold(kind, already, place) {
            return Ok(true);
        }
        let Some(digit) = man.kind else {
            return Ok(true);
        };
        let others = man.count - already - 1;
        for square in each(place.left[kind]) {
            let stretch = digit.stretch(number, square, others);
            if !self.meets(&stretch) {
                continue;
            }
            let next = match others {
                0 => (kind + 1, 0),
                _ => (kind, already + 1),
            };
            if let Some(place) = self.candidates.placed(place, kind, square)
                && !self.digit(next.0, next.1, stretch.start, &place)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use adv_chess::Material;
    use adv_compiler::source::Source;
    use adv_vm::Limits;

    use super::*;
    use crate::goals::{Goals, Judge};

    /// Conditions of squares and of what depends on more than them.
    const CONDITIONS: &str = "
descriptor nothing-asked = true
descriptor fixed         = SQ(W.K) = {c3} ∧ SQ(B.K) ⊆ {h8, g8, a1}
descriptor related       = dist(W.K, B.K) = 2 ∧ file(W.K) = file(B.K) + 2
descriptor either        = rank(B.K) = 7 ∨ (SQ(W.K) = {d4} ∧ us-to-move)
descriptor some-square   = exists x in SQ(B.K) ∪ AROUND(B.K) : file(x) = 0 ∧ rank(x) > 4
descriptor all-squares   = ¬ (exists x in W.* : file(x) > 2)
descriptor near          = dist(W.* \\ SQ(W.K), B.K) < 2
descriptor attacked      = SQ(W.K) ∩ {a1, b2, c3} ≠ ∅ ∧ ATT(W) ∩ SQ(B.K) ≠ ∅
descriptor too-many      = count(W.*) = 5
descriptor corner        = turned (SQ(W.K) = {a1}) ∧ file(B.K) + rank(B.K) > 9
";

    #[test]
    fn candidates_are_what_filtering_finds() {
        use Role::{King, Knight, Pawn, Rook};
        let classes: [(&[Role], &[Role], &str); 4] = [
            (&[King, Rook], &[King], "W: K, R;  B: K"),
            (&[King, Knight, Knight], &[King], "W: K, N, N;  B: K"),
            (&[King, Pawn], &[King, Pawn], "W: K, P;  B: K, P"),
            (&[King, Rook, Pawn], &[King, Rook], "W: K, R, P;  B: K, R"),
        ];
        let mut found = [0; 2];
        for (white, black, material) in classes {
            let source = Source::new("all.adv", format!("material  {material}\n{CONDITIONS}"));
            let libraries = adv_stdlib::libraries();
            let compilation = adv_compiler::compile(&source, "all", "", libraries);
            let module = compilation.module.expect("it compiles");
            let linked = libraries.link(module).expect("the library is there");
            let engine = Engine::new(linked, Limits::default());
            let goals = Goals::default();
            let mut judge = Judge::new(&goals, &engine);
            for turn in Color::ALL {
                let class = ClassIndex::new(Material::new(white, black), turn);
                let class = class.expect("few men make a class");
                let functions = engine.module().functions.iter().enumerate();
                let named = functions.filter(|(_, f)| f.params.is_empty() && !f.name.contains('.'));
                for (at, function) in named {
                    let condition = FnId((engine.module().imports.len() + at) as u32);
                    let mut candidates = Candidates::of(&class, &engine, [condition]);
                    if candidates.pairs.is_empty() {
                        candidates.pair();
                    }
                    for part in 0..12 {
                        let begin = class.len() / 12 * part + 77;
                        let numbers = begin..begin + 3_000;
                        let filtered: Vec<u64> = class
                            .range(numbers.clone())
                            .filter(|(_, position)| {
                                let holds = judge.holds(condition, position, turn);
                                holds.expect("it costs little")
                            })
                            .map(|(number, _)| number)
                            .collect();
                        let mut own = Vec::new();
                        let all = candidates.each(numbers, &mut |number, position| {
                            found[0] += 1;
                            if judge.holds(condition, &position, turn)? {
                                own.push(number);
                            }
                            Ok(true)
                        });
                        assert!(all.expect("it costs little"));
                        found[1] += own.len();
                        assert_eq!(own, filtered, "{} {material} {turn}", function.name);
                    }
                }
            }
        }
        let [candidates, fitting] = found;
        // Three in four of what is looked at fit, or all filters would be as good.
        assert!(
            fitting > 10_000 && candidates < fitting * 2,
            "{candidates} {fitting}"
        );
    }
}
