//! Rows of positions in native code: which are compiled, and when ([`adv_jit::Row`]).
//!
//! A row's code holds both goals of a piece-of-advice, for moves of one man if the list has only its moves. It is compiled once
//! rows have tested many positions, and then the goals seldom need code of their own.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use adv_chess::lean::MOST;
use adv_chess::{Color, Lean, Move, MoveKind, Role, Roster};
use adv_jit::{Few, Jit, Row, RowFinding, RowGoals, RowMover, RowOutcome};
use adv_module::program::{Advice, Class, Goal};
use adv_module::{AdviceId, FnId};

use crate::natives::NativeTable;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::goals::is_due;
use crate::search::request::At;

/// Consecutive moves of a list, all of men of these roles.
#[derive(Clone, Copy)]
pub(crate) struct Stretch {
    pub(crate) from: usize,
    pub(crate) end: usize,
    pub(crate) roles: u8,
}

impl Stretch {
    /// The moves from one place of their stack to another.
    #[inline(always)]
    pub(crate) fn new(from: usize, end: usize, roles: u8) -> Stretch {
        Stretch { from, end, roles }
    }
}

/// Whose moves lead to the positions of a row, and which goals they are tested for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowKind {
    /// Our moves: both goals, up to the first position that would do.
    Ours,
    /// Replies: the holding-goal, up to the first that violates it.
    Theirs,
    /// Replies: both goals, up to the first that violates the holding-goal or is no leaf.
    Replies,
    /// Replies whose holding-goal has been tested: the better-goal, up to the first that is no leaf.
    HeldReplies,
}

impl RowKind {
    /// How many there are.
    const COUNT: usize = 4;

    /// True where the moves are ours.
    #[inline(always)]
    const fn is_ours(self) -> bool {
        matches!(self, RowKind::Ours)
    }

    /// The place of the code for a man's moves, or those of any man, among all of a piece-of-advice.
    #[inline(always)]
    pub(crate) fn place(self, man: Option<u8>) -> usize {
        self as usize * (MOST + 1) + man.map_or(MOST, usize::from)
    }
}

/// The code of all rows of a piece-of-advice, by kind and man.
pub(crate) type RowPlaces = [OnceLock<Option<Arc<Row>>>; RowKind::COUNT * (MOST + 1)];

/// Half of the fuel that a run is given at once: no test of one reply for a goal without loops and calls takes so much.
const ENOUGH_FUEL: u64 = 1 << 19;

/// Nothing yet.
pub(crate) fn no_rows() -> RowPlaces {
    [const { OnceLock::new() }; RowKind::COUNT * (MOST + 1)]
}

/// What native code answers for a row.
pub(crate) enum RowAnswer {
    /// The positions were tested.
    Tested(RowOutcome),
    /// There will be code once the goals have been evaluated often enough.
    NotYet,
    /// Nothing: there is none, or it cannot be used here.
    Nothing,
}

/// By colour and role, the man of a roster where there is one only.
pub(crate) fn singles(roster: &Roster) -> [[Option<u8>; 6]; 2] {
    let of = |wanted: (Color, Role)| {
        let mut all = (0u8..).zip(roster.men()).filter(|(_, man)| *man == wanted);
        let (first, _) = all.next()?;
        all.next().is_none().then_some(first)
    };
    Color::ALL.map(|color| Role::ALL.map(|role| of((color, role))))
}

/// By colour, the roles of a roster's men, where each is one man's and none is a pawn's; otherwise none.
pub(crate) fn single_men(roster: &Roster) -> [u8; 2] {
    let (roles, singles) = (roles(roster), singles(roster));
    Color::ALL.map(|color| {
        let own = roles[color.index()];
        let single = |role: &Role| singles[color.index()][role.index()].is_some();
        let all = Role::ALL.iter().filter(|role| own & role.mask() != 0);
        let fits = own & Role::Pawn.mask() == 0 && all.into_iter().all(single);
        if fits { own } else { 0 }
    })
}

/// The roles of each colour's men in a roster.
pub(crate) fn roles(roster: &Roster) -> [u8; 2] {
    let mut roles = [0; 2];
    for (color, role) in roster.men() {
        if let Some(own) = roles.get_mut(color.index()) {
            *own |= role.mask();
        }
    }
    roles
}

/// Bits for the men of a side, by their places in a roster.
pub(crate) fn men_of(us: Color, roster: &Roster) -> u8 {
    let men = roster.men().enumerate();
    men.filter(|(_, (color, _))| *color == us)
        .fold(0, |bits, (man, _)| bits | 1 << man)
}

/// Where the byte of that man of a side begins who has the most moves: a piece, the first in the order Q R B N, or else the king.
pub(crate) fn liveliest(us: Color, roster: &Roster) -> u32 {
    let own = |role: &Role| roster.men().position(|man| man == (us, *role));
    let pieces = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::King,
    ];
    let man = pieces.iter().find_map(own);
    8 * man.unwrap_or(0) as u32
}

/// The goals that a piece asks after moves of ours or theirs, as a row asks them.
fn goals(advice: &Advice, kind: RowKind, man: Option<u8>) -> RowGoals {
    let asked = |goal: &Goal| is_due(goal.when, kind.is_ours());
    let (holding, better) = (&advice.holding, &advice.better);
    let action = advice.kind.is_action();
    RowGoals {
        holding: holding
            .test
            .filter(|_| kind != RowKind::HeldReplies && asked(holding)),
        better: better
            .test
            .filter(|_| kind != RowKind::Theirs && asked(better)),
        mover: match kind {
            RowKind::Ours => RowMover::Ours {
                action,
                better: asked(better),
            },
            RowKind::Theirs => RowMover::Theirs,
            RowKind::Replies | RowKind::HeldReplies => RowMover::Replies {
                action,
                better: asked(better),
            },
        },
        man,
    }
}

impl<S> NativeTable<S> {
    /// The side whose moves lead to the positions of a row.
    #[inline(always)]
    fn mover(&self, kind: RowKind) -> Color {
        match kind.is_ours() {
            true => self.us,
            false => !self.us,
        }
    }

    /// The squares of our men.
    #[inline(always)]
    fn men_of_us(&self, board: Lean) -> u64 {
        let mut squares = 0;
        let mut left = self.ours;
        while left != 0 {
            let square = board.square(left.trailing_zeros() as usize);
            squares |= u64::from(square < 64) << (square & 63);
            left &= left - 1;
        }
        squares
    }
}

impl<'m> Run<'m> {
    /// The code of a row on lean boards, once its goals are hot. `None` where that is still to come; inside it the code,
    /// where there is any.
    #[inline(always)]
    fn row_of(&self, id: AdviceId, kind: RowKind, roles: u8) -> Option<Option<&'m Arc<Row>>> {
        let table: &'m NativeTable<Few> = self.natives.active.few;
        let color = table.mover(kind);
        let man = if roles.is_power_of_two() {
            let singles = &table.singles[color.index()];
            singles
                .get(roles.trailing_zeros() as usize)
                .copied()
                .flatten()
        } else {
            None
        };
        let Some(place) = table
            .rows
            .get(id.index())
            .and_then(|places| places.get(kind.place(man)))
        else {
            return Some(None);
        };
        match place.get() {
            Some(known) => Some(known.as_ref()),
            None => self.make_row(table, place, id, kind, man),
        }
    }

    #[cold]
    fn make_row(
        &self,
        table: &'m NativeTable<Few>,
        place: &'m OnceLock<Option<Arc<Row>>>,
        id: AdviceId,
        kind: RowKind,
        man: Option<u8>,
    ) -> Option<Option<&'m Arc<Row>>> {
        let goals = goals(&self.module[id], kind, man);
        let ready =
            |function: FnId| table.places[function.index()].is_hot_in_rows(self.natives.shared.hot);
        // One goal is evaluated in every position, the other perhaps in few.
        if !goals.holding.or(goals.better).is_none_or(ready) {
            return None;
        }
        // No thread waits until another has compiled something else.
        if self.natives.jit.is_some_and(Jit::is_busy) {
            return None;
        }
        let made = || {
            let roster = table.roster.as_ref()?;
            let jit = self.natives.jit?;
            jit.row(self.module, &goals, table.us, roster).ok()
        };
        Some(place.get_or_init(made).as_ref())
    }

    /// Whether one of some moves promotes, or may give a right to capture en passant: rows make no such moves.
    #[inline]
    fn leaves_marks(&self, moves: Range<usize>) -> bool {
        let table: &NativeTable<Few> = self.natives.active.few;
        let Some(roster) = table.roster.filter(Roster::has_pawns) else {
            return false;
        };
        let moves = self.stacks.moves.get(moves).unwrap_or_default();
        moves.iter().any(|m| {
            let two_squares = m.from.abs_diff(m.to) == 16 && roster.has_pawns_of_both();
            m.role == Role::Pawn && (two_squares || m.kind != MoveKind::Normal)
        })
    }

    /// Tests the positions after the moves `from..end` of a node by one piece of code. Where there is none, or the fuel may not suffice,
    /// nothing has happened.
    #[inline(always)]
    pub(crate) fn native_row<B: Boards>(
        &mut self,
        at: &At<'_, B>,
        stretch: Stretch,
        kind: RowKind,
        deeper: bool,
    ) -> RowAnswer {
        if B::WHOLE {
            return RowAnswer::Nothing;
        }
        let boards = (B::lean(at.board), B::lean(&at.task.board));
        if kind == RowKind::Theirs && at.task.same_unless_taken {
            return self.native_row_unless_taken(at.task.id, boards, stretch);
        }
        let native = match self.row_for(at.task.id, stretch, kind) {
            Ok(native) => native,
            Err(answer) => return answer,
        };
        // The code may ask for what is kept of the root, which may need moves of its own.
        let moves = std::mem::take(&mut self.stacks.moves);
        let (node, root) = boards;
        let outcome = native.run(self, node, root, &moves[stretch.from..stretch.end], deeper);
        self.stacks.moves = moves;
        outcome.map_or(RowAnswer::Nothing, RowAnswer::Tested)
    }

    /// Tests the positions after replies for a holding-goal that says the same after all that take nothing: of those before the first that takes a man,
    /// one is tested, and the others are paid for.
    #[inline(never)]
    pub(crate) fn native_row_unless_taken(
        &mut self,
        id: AdviceId,
        (node, root): (Lean, Lean),
        stretch: Stretch,
    ) -> RowAnswer {
        let native = match self.row_for(id, stretch, RowKind::Theirs) {
            Ok(native) => native,
            Err(answer) => return answer,
        };
        let ours = self.natives.active.few.men_of_us(node);
        let moves = std::mem::take(&mut self.stacks.moves);
        let all = &moves[stretch.from..stretch.end];
        let quiet = all.iter().take_while(|m| ours >> (m.to & 63) & 1 == 0);
        let quiet = quiet.count();
        let outcome = match quiet {
            0 | 1 => native.run(self, node, root, all, false),
            _ => self.quiet_replies(native, (node, root), all, quiet),
        };
        self.stacks.moves = moves;
        outcome.map_or(RowAnswer::Nothing, RowAnswer::Tested)
    }

    /// The same for replies of which so many, at least one, take nothing. `None` where nothing has happened.
    #[inline(always)]
    fn quiet_replies(
        &mut self,
        native: &Row,
        (node, root): (Lean, Lean),
        all: &[Move],
        quiet: usize,
    ) -> Option<RowOutcome> {
        let before = self.meter.context.fuel;
        let Some(finding) = self.test_one_for_all(native, (node, root), all, quiet) else {
            return native.run(self, node, root, all, false);
        };
        if finding == RowFinding::Violated {
            return Some(RowOutcome {
                finding,
                tested: 1,
                passed: 0,
            });
        }
        if quiet == all.len() {
            return Some(RowOutcome {
                finding,
                tested: quiet,
                passed: quiet,
            });
        }
        let Some(rest) = native.run(self, node, root, &all[quiet..], false) else {
            self.meter.context.fuel = before;
            return None;
        };
        Some(RowOutcome {
            finding: rest.finding,
            tested: quiet + rest.tested,
            passed: quiet + rest.passed,
        })
    }

    /// Tests the first of some replies for a holding-goal that says the same after all that take nothing, of which there are so many, and where it holds
    /// pays with fuel for all of these. `None` where there is not enough fuel, or it cannot be done like this, and nothing has happened.
    #[inline(always)]
    pub(crate) fn test_one_for_all(
        &mut self,
        native: &Row,
        (node, root): (Lean, Lean),
        moves: &[Move],
        quiet: usize,
    ) -> Option<RowFinding> {
        let before = self.meter.context.fuel;
        if before < ENOUGH_FUEL {
            return None;
        }
        let first = native.run(self, node, root, moves.get(..1)?, false)?;
        if first.finding == RowFinding::Violated {
            return Some(first.finding);
        }
        let cost = before.saturating_sub(self.meter.context.fuel);
        let left = before.checked_sub(quiet as u64 * cost);
        self.meter.context.fuel = left.unwrap_or(before);
        left.map(|_| first.finding)
    }

    /// The code of a row, or why there is none.
    #[inline(always)]
    fn row_for(
        &self,
        id: AdviceId,
        Stretch { from, end, roles }: Stretch,
        kind: RowKind,
    ) -> Result<&'m Arc<Row>, RowAnswer> {
        let roles = self.own_roles(roles, kind);
        if roles & Role::Pawn.mask() != 0 && self.leaves_marks(from..end) {
            return Err(RowAnswer::Nothing);
        }
        self.row_of_own_roles(id, roles, kind)
    }

    /// The same for moves of men of some roles, none of which leaves a mark behind.
    #[inline(always)]
    pub(crate) fn row_of_roles(
        &self,
        id: AdviceId,
        roles: u8,
        kind: RowKind,
    ) -> Result<&'m Arc<Row>, RowAnswer> {
        self.row_of_own_roles(id, self.own_roles(roles, kind), kind)
    }

    /// Those of some roles of which the mover has men: they say more than the class. But a pass is no man's move.
    #[inline(always)]
    fn own_roles(&self, roles: u8, kind: RowKind) -> u8 {
        let table = self.natives.active.few;
        match roles & Class::PASS {
            0 => roles & table.roles[table.mover(kind).index()],
            _ => roles,
        }
    }

    #[inline(always)]
    fn row_of_own_roles(
        &self,
        id: AdviceId,
        roles: u8,
        kind: RowKind,
    ) -> Result<&'m Arc<Row>, RowAnswer> {
        match self.row_of(id, kind, roles) {
            Some(Some(native)) => Ok(native),
            Some(None) => Err(RowAnswer::Nothing),
            None => Err(RowAnswer::NotYet),
        }
    }
}
