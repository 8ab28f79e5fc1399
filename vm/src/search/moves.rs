//! Move classes: which moves of a node a class selects, and in which order.
//!
//! A class is worked out in steps, each as late as it can be: the squares it may come from and go to are two sets; the moves of
//! the named roles are generated in the fixed order; `toward` keeps and orders directions; `where` judges single moves; keys
//! order what is left, ties staying as they are. A move belongs to the first class of its list that selects it.

use std::ops::Deref;

use adv_chess::{CheckSquares, Color, LegalInfo, Move, Position, Role, generate_checks};
use adv_module::program::{Class, MoveSpec};
use adv_module::{Direction, FnId, Who};

use crate::limits::Stop;
use crate::run::Run;
use crate::search::boards::Boards;
use crate::search::by_tables::Sorted;
use crate::search::generate::generate_for;
use crate::search::request::At;

/// A node whose moves are generated.
pub(crate) struct Spot<'p, B: Boards> {
    pub(crate) at: At<'p, B>,
    pub(crate) whole: &'p Position,
    /// What the legality of its moves depends on.
    pub(crate) info: &'p LegalInfo,
}

impl<'p, B: Boards> Spot<'p, B> {
    /// A node with its whole board, and what the legality of its moves depends on.
    #[inline(always)]
    pub(crate) fn new(at: At<'p, B>, whole: &'p Position, info: &'p LegalInfo) -> Spot<'p, B> {
        Spot { at, whole, info }
    }
}

impl<'p, B: Boards> Deref for Spot<'p, B> {
    type Target = At<'p, B>;

    #[inline(always)]
    fn deref(&self) -> &At<'p, B> {
        &self.at
    }
}

/// The classes of a spec at a ply.
#[expect(
    clippy::manual_contains,
    reason = "a list has one or two plies, and the call that looks for one is not inlined"
)]
#[inline(always)]
pub(crate) fn classes_at(spec: &MoveSpec, ply: u16) -> &[Class] {
    for (plies, classes) in &spec.phases {
        if plies.iter().any(|own| *own == ply) {
            return classes;
        }
    }
    &spec.every
}

/// True where a list selects every legal move, whatever the position.
pub(crate) fn selects_all(classes: &[Class]) -> bool {
    classes.iter().any(|c| {
        c.roles == 63
            && c.who.is_none()
            && c.from.is_none()
            && c.to.is_none()
            && c.filter.is_none()
            && c.toward.is_empty()
            && c.promote.is_none()
    })
}

/// A king's step in each direction from each square, by the direction's tag; one that would lead off the board leads to the square itself, where no step
/// goes.
#[expect(
    clippy::indexing_slicing,
    reason = "it is worked out when adv is compiled"
)]
pub(super) static KING_STEPS: [[Move; 8]; 64] = {
    let mut steps = [[Move::new(Role::King, 0, 0); 8]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < Direction::ALL.len() {
            let (dx, dy) = Direction::ALL[i].delta();
            let (file, rank) = ((from & 7) as i8 + dx, (from >> 3) as i8 + dy);
            let stays = (file | rank) & !7 == 0;
            let to = if stays {
                (rank << 3 | file) as u8
            } else {
                from as u8
            };
            steps[from][Direction::ALL[i] as usize & 7] = Move::new(Role::King, from as u8, to);
            i += 1;
        }
        from += 1;
    }
    steps
};

/// The colour that a side word means where `us` are to be it.
#[inline(always)]
pub(crate) fn color_of(who: Who, us: Color) -> Color {
    match who {
        Who::White => Color::White,
        Who::Black => Color::Black,
        Who::Us => us,
        Who::Them => !us,
    }
}

/// A move that no list holds; it replaces a lazily judged move that turned out not to be selected.
pub(crate) const NO_MOVE: Move = Move::new(Role::King, 0, 0);

/// The place of a move's direction in a list of directions.
pub(crate) fn direction_index(toward: &[Direction], m: Move) -> Option<u32> {
    let dx = i32::from(m.to & 7) - i32::from(m.from & 7);
    let dy = i32::from(m.to >> 3) - i32::from(m.from >> 3);
    if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
        return None;
    }
    let step = (dx.signum() as i8, dy.signum() as i8);
    toward
        .iter()
        .position(|d| d.delta() == step)
        .map(|i| i as u32)
}

impl<'m> Run<'m> {
    /// Evaluates a filter or key for a move, playing the move only for those that speak of the new position.
    pub(crate) fn of_move<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        function: FnId,
        m: Move,
    ) -> Result<u64, Stop> {
        let code = self.code(function);
        let squares = (1 << m.from, 1 << m.to);
        if code.needs_new {
            let child = B::play(spot.board, m);
            self.look(spot.task, &child);
            if B::PLAIN && !B::WHOLE && code.of_child {
                return self.of_child(spot.task, function, (spot.board, &child), squares);
            }
            return self.ask(spot.task, function, spot.board, &child, squares);
        }
        match code.input {
            Some(input) => self.tabled(spot, function, input, m),
            None => self.ask(spot.task, function, spot.board, spot.board, squares),
        }
    }

    /// True where a class's `where` lets a move through.
    #[inline(always)]
    pub(crate) fn passes<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        class: &Class,
        m: Move,
    ) -> Result<bool, Stop> {
        match class.filter {
            None => Ok(true),
            Some(filter) => Ok(self.of_move(spot, filter, m)? != 0),
        }
    }

    /// Pushes a class's moves onto the stack, in order, without those that are on it from `earlier` on, and with `only` nothing but moves
    /// that give check. With `judge` the filter has been applied; without, only where keys had to be computed anyway is it still the
    /// caller's part: the return value says whether the moves have been judged.
    #[inline(never)]
    pub(crate) fn collect<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        class: &Class,
        earlier: usize,
        judge: bool,
        only: Option<&CheckSquares>,
    ) -> Result<bool, Stop> {
        if !class.is_plain() {
            return self.collect_special(spot, class, earlier, judge);
        }
        let only = only.filter(|_| B::WHOLE);
        let begin = self.stacks.moves.len();
        let mut targets = !0u64;
        let node = spot.whole;
        if let Some(who) = class.who
            && color_of(who, spot.task.us) != spot.info.color()
        {
            return Ok(true);
        }
        if let Some(to) = class.to {
            targets = self.ask(spot.task, to, spot.board, spot.board, (0, 0))?;
        }
        if class.roles == Role::King.mask()
            && !class.toward.is_empty()
            && class.from.is_none()
            && node.castling() == 0
        {
            self.king_toward(node, spot.info, &class.toward, targets);
            if earlier < begin {
                self.drop_known(earlier, begin);
            }
            return self.judge_and_order(spot, class, begin, judge);
        }
        if !class.keys.is_empty() && only.is_none() && self.in_order_of(spot, class, targets)? {
            if earlier < begin {
                self.drop_known(earlier, begin);
            }
            self.judge(spot, class, begin)?;
            self.forget_prices(spot.task, begin);
            // As if each key had been worked out.
            let keyed = (self.stacks.moves.len() - begin) as u64;
            let keys = class.keys.iter();
            let each: u64 = keys.map(|key| self.code(*key).charges.call).sum();
            self.meter.burn(each * keyed)?;
            return Ok(true);
        }
        let moves = &mut self.stacks.moves;
        let without_earlier = match only {
            Some(checks) => {
                generate_checks(node, spot.info, checks, class.roles, targets, moves);
                false
            }
            // Many a class has no square to go to.
            None if targets == 0 => true,
            None => generate_for(node, spot.info, class.roles, targets, earlier, moves),
        };
        let earlier = if without_earlier { begin } else { earlier };
        self.finish(spot, class, (earlier, begin), judge)
    }

    /// What is done with the moves of a class from `begin` on once they are generated: those from its squares stay, without what is on the stack
    /// from `earlier` on, in its directions, judged and ordered.
    #[inline(always)]
    pub(super) fn finish<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        class: &Class,
        (earlier, begin): (usize, usize),
        judge: bool,
    ) -> Result<bool, Stop> {
        self.narrow(spot, class, begin)?;
        if earlier < begin {
            self.drop_known(earlier, begin);
        }
        if !class.toward.is_empty() {
            self.by_direction(begin, &class.toward);
        }
        self.judge_and_order(spot, class, begin, judge)
    }

    /// A king that cannot castle moves one step: its directions are tried in their order.
    #[inline(always)]
    fn king_toward(
        &mut self,
        node: &Position,
        info: &LegalInfo,
        toward: &[Direction],
        targets: u64,
    ) {
        let Some(from) = node.king(info.color()) else {
            return;
        };
        let squares = info.king_steps(node, from) & targets;
        let Some(steps) = KING_STEPS.get(usize::from(from)) else {
            return;
        };
        for &direction in toward {
            let Some(&step) = steps.get(direction as usize) else {
                continue;
            };
            if squares >> (step.to & 63) & 1 != 0 {
                self.stacks.moves.push(step);
            }
        }
    }

    /// The last steps of a class: `where` if it is due now, and the keys.
    #[inline(always)]
    fn judge_and_order<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        class: &Class,
        begin: usize,
        judge: bool,
    ) -> Result<bool, Stop> {
        // Where moves have a cost, what was weighed at these places before must be forgotten even so.
        if spot.task.cost().is_none() && class.filter.is_none() && class.keys.is_empty() {
            return Ok(true);
        }
        self.by_filter_and_keys(spot, class, begin, judge)
    }

    /// The same where there is something to be done.
    fn by_filter_and_keys<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        class: &Class,
        begin: usize,
        judge: bool,
    ) -> Result<bool, Stop> {
        let judge = judge || !class.keys.is_empty();
        if judge {
            self.judge(spot, class, begin)?;
        }
        self.order(spot, begin, &class.keys)?;
        Ok(judge || class.filter.is_none())
    }

    /// Keeps the moves from `begin` on that a class's `where` lets through.
    #[inline(always)]
    fn judge<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        class: &Class,
        begin: usize,
    ) -> Result<(), Stop> {
        let Some(filter) = class.filter else {
            return Ok(());
        };
        let mut sight = None;
        let mut kept = begin;
        for i in begin..self.stacks.moves.len() {
            let m = self.stacks.move_at(i);
            if self.passes_at_sight(spot, filter, m, &mut sight)? {
                self.stacks.set_move(kept, m);
                kept += 1;
            }
        }
        self.stacks.moves.truncate(kept);
        Ok(())
    }

    /// Orders the moves from `begin` on by keys, smallest first, ties staying as they are.
    #[inline(always)]
    pub(crate) fn order<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        begin: usize,
        keys: &[FnId],
    ) -> Result<(), Stop> {
        match *keys {
            [] => {}
            // What orders moves may have weighed them.
            [key] => return self.by_one_key(spot, begin, key),
            _ if self.keys_cost_the_same::<B>(keys) => {
                self.by_keys_in_turn(spot, begin, keys, Sorted::All)?;
            }
            _ => self.by_keys(spot, begin, keys)?,
        }
        self.forget_prices(spot.task, begin);
        Ok(())
    }

    /// Keeps the moves from `begin` on that satisfy a test.
    pub(super) fn retain(&mut self, begin: usize, test: impl Fn(Move) -> bool) {
        let mut kept = begin;
        for i in begin..self.stacks.moves.len() {
            let m = self.stacks.move_at(i);
            if test(m) {
                self.stacks.set_move(kept, m);
                kept += 1;
            }
        }
        self.stacks.moves.truncate(kept);
    }

    /// Drops from the moves after `begin` those that are between `earlier` and `begin`.
    pub(super) fn drop_known(&mut self, earlier: usize, begin: usize) {
        let mut kept = begin;
        for i in begin..self.stacks.moves.len() {
            let m = self.stacks.move_at(i);
            let known = self.stacks.moves.get(earlier..begin).unwrap_or_default();
            if !known.contains(&m) {
                self.stacks.set_move(kept, m);
                kept += 1;
            }
        }
        self.stacks.moves.truncate(kept);
    }

    pub(super) fn by_direction(&mut self, begin: usize, toward: &[Direction]) {
        self.stacks.order.clear();
        for &m in self.stacks.moves.get(begin..).unwrap_or_default() {
            if let Some(index) = direction_index(toward, m) {
                self.stacks.order.push((index, m));
            }
        }
        // Stable: moves of one direction stay in the fixed order.
        self.stacks.order.sort_by_key(|(index, _)| *index);
        self.stacks.moves.truncate(begin);
        self.stacks
            .moves
            .extend(self.stacks.order.iter().map(|(_, m)| *m));
    }

    /// Orders by one key. Lists are short, so that inserting while the keys come is the quickest way.
    fn by_one_key<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        begin: usize,
        key: FnId,
    ) -> Result<(), Stop> {
        if let Some(who) = self.code(key).replies
            && self.by_replies(spot, begin, (key, who))?
        {
            return Ok(());
        }
        let first = self.stacks.keys.len();
        let end = self.stacks.moves.len();
        self.order_group(spot, begin, end, key)?;
        if let Some(cost) = spot.task.cost() {
            self.note_prices(spot, cost, begin, (key, first));
        }
        self.stacks.keys.truncate(first);
        Ok(())
    }

    /// Orders by several keys, the first that differs deciding.
    #[expect(clippy::indexing_slicing, reason = "each move has its row of keys")]
    fn by_keys<B: Boards>(
        &mut self,
        spot: &Spot<'_, B>,
        begin: usize,
        keys: &[FnId],
    ) -> Result<(), Stop> {
        let first = self.stacks.keys.len();
        let count = self.stacks.moves.len() - begin;
        for i in begin..self.stacks.moves.len() {
            let m = self.stacks.move_at(i);
            for &key in keys {
                let k = self.of_move(spot, key, m)? as i64;
                self.stacks.keys.push(k);
            }
        }
        self.stacks.order.clear();
        let moves = self.stacks.moves.get(begin..).unwrap_or_default();
        for (i, m) in moves.iter().enumerate() {
            self.stacks.order.push((i as u32, *m));
        }
        let width = keys.len();
        let table = &self.stacks.keys[first..first + count * width];
        let row = |i: u32| &table[i as usize * width..(i as usize + 1) * width];
        self.stacks
            .order
            .sort_by(|(a, _), (b, _)| row(*a).cmp(row(*b)));
        self.stacks.moves.truncate(begin);
        self.stacks
            .moves
            .extend(self.stacks.order.iter().map(|(_, m)| *m));
        self.stacks.keys.truncate(first);
        Ok(())
    }
}
