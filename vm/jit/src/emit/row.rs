//! A row of positions tested in one piece of code: the loop over the moves, the making of each, and both goals.
//!
//! ```text
//!   next:   move := moves[i]; child := node after it
//!           holding goal of child   false ─▶ ours: next     theirs: done, violated
//!           better goal of child    true  ─▶ done, better
//!                                   false ─▶ where trees go on below: done, deeper;  else next
//!           replies tested for both:  true ─▶ next     false ─▶ done, deeper
//! ```
//!
//! What is the same for all moves is computed once, what both goals want is computed once for each, and nothing is called. A goal
//! that has to ask the host is not for rows.

use std::mem::offset_of;
use std::rc::Rc;

use adv_chess::{Color, Move, Role, Roster};
use adv_module::program::Function as Source;
use adv_module::{Charges, FnId, Op, Program, Reg};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlagsData, Value, types};

use super::value::State;
use super::{Draft, Emit, Emitted, I64, man_number};
use crate::code::king_bits;
use crate::flow::{Flow, own};
use crate::goals::{RowGoals, RowMover};
use crate::row::{BETTER, DEEPER, NOTHING, PASSED_AT, VIOLATED, WHAT_AT};

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;
const TAKEN: u64 = 0x4040_4040_4040_4040;
const TURN: u64 = 1 << 56;
const MOVE: i64 = size_of::<Move>() as i64;

/// A goal's function with its flow.
struct Goal<'m> {
    source: &'m Source,
    flow: Rc<Flow>,
    charges: Rc<Charges>,
}

impl<'m> Goal<'m> {
    fn of(module: &'m Program, function: FnId) -> Option<Goal<'m>> {
        let source = own(module, function)?;
        let flow = Rc::new(Flow::of(module, &source.code)?);
        let charges = Rc::new(Charges::of(&source.code));
        source.params.is_empty().then_some(Goal {
            source,
            flow,
            charges,
        })
    }
}

impl<'m> Draft<'m, '_> {
    /// Emits the row of two goals on lean boards. It cannot be compiled where one of them cannot be or has to ask the host.
    pub(crate) fn row(&mut self, goals: &RowGoals) -> Emitted {
        let (module, roster) = (self.module, self.roster);
        let goal = |function: Option<FnId>| function.map(|f| Goal::of(module, f));
        let (holding, better) = (goal(goals.holding), goal(goals.better));
        let (Some(roster), false) = (
            roster,
            matches!(holding, Some(None)) || matches!(better, Some(None)),
        ) else {
            return Emitted::nothing();
        };
        let (holding, better) = (holding.flatten(), better.flatten());
        let nowhere = [Op::Return { src: Reg(0) }];
        self.attempt(
            &nowhere,
            &[(false, true), (false, false)],
            |emit, params| {
                let [_, node, root, moves, count, deeper] = params;
                let none = emit.constant(0);
                emit.boards = [node, node, root];
                (emit.from, emit.to) = (none, none);
                let row = RowValues {
                    node,
                    root,
                    moves,
                    count,
                    deeper,
                    goals,
                };
                emit.row(&row, roster, holding.as_ref(), better.as_ref())
            },
        )
    }
}

/// What a row is made of.
struct RowValues<'g> {
    node: Value,
    root: Value,
    moves: Value,
    count: Value,
    deeper: Value,
    goals: &'g RowGoals,
}

/// A board after a move, or the node itself.
struct ChildBoard {
    board: Value,
    /// The bytes of its men and the man that moved, where it is known.
    men: Option<(Vec<Value>, u8)>,
    turn: Color,
}

impl<'m, 'f> Emit<'m, 'f> {
    fn row(
        &mut self,
        row: &RowValues<'_>,
        roster: &Roster,
        holding: Option<&Goal<'m>>,
        better: Option<&Goal<'m>>,
    ) -> Option<()> {
        let zero = self.constant(0);
        let turn = self.constant(TURN);
        let flipped = self.b.ins().bxor(row.node, turn);
        // The loop's head: the number of the move, and how many positions have the holding-goal so far.
        let head = self.b.create_block();
        let at = self.b.append_block_param(head, I64);
        let passed = self.b.append_block_param(head, I64);
        self.b.ins().jump(head, &[BlockArg::Value(zero); 2]);
        self.b.switch_to_block(head);
        let (over, test) = (self.b.create_block(), self.b.create_block());
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, at, row.count);
        let no: [BlockArg; 0] = [];
        self.b.ins().brif(more, test, &no, over, &no);

        self.b.switch_to_block(over);
        self.finish(NOTHING, at, passed);

        self.b.switch_to_block(test);
        let child = match row.goals.man {
            Some(man) => self.child_of(row, flipped, at, man, roster)?,
            None => self.child(row, flipped, at),
        };
        let next = self.b.ins().iadd_imm_s(at, 1);
        let stands = self.b.create_block();
        self.look_at(row, [&child, &child], roster);
        match holding {
            Some(goal) => {
                let holds = self.goal(goal)?;
                match row.goals.mover {
                    RowMover::Ours { .. } => {
                        let args = [next, passed].map(BlockArg::Value);
                        self.b.ins().brif(holds, stands, &no, head, &args);
                    }
                    RowMover::Theirs | RowMover::Replies { .. } => {
                        let violated = self.b.create_block();
                        self.b.ins().brif(holds, stands, &no, violated, &no);
                        self.b.switch_to_block(violated);
                        self.finish(VIOLATED, next, passed);
                    }
                }
            }
            None => {
                self.b.ins().jump(stands, &no);
            }
        }

        self.b.switch_to_block(stands);
        let passed = self.b.ins().iadd_imm_s(passed, 1);
        let again = [BlockArg::Value(next), BlockArg::Value(passed)];
        let (action, value, ours) = match row.goals.mover {
            RowMover::Ours { action, better } => (action, better, true),
            RowMover::Replies { action, better } => (action, better, false),
            RowMover::Theirs => {
                self.b.ins().jump(head, &again);
                return Some(());
            }
        };
        let (found, below) = (self.b.create_block(), self.b.create_block());
        match better {
            Some(goal) => {
                if action {
                    let node = ChildBoard {
                        board: row.node,
                        men: None,
                        turn: !self.turn_behind(row),
                    };
                    self.look_at(row, [&node, &child], roster);
                } else {
                    self.look_at(row, [&child, &child], roster);
                }
                let better = self.goal(goal)?;
                match ours {
                    true => self.b.ins().brif(better, found, &no, below, &no),
                    false => self.b.ins().brif(better, head, &again, below, &no),
                };
            }
            None => {
                match (value, ours) {
                    (true, true) => self.b.ins().jump(found, &no),
                    (true, false) => self.b.ins().jump(head, &again),
                    (false, _) => self.b.ins().jump(below, &no),
                };
            }
        }
        if ours {
            self.b.switch_to_block(found);
            self.finish(BETTER, next, passed);
        }
        self.b.switch_to_block(below);
        if ours {
            let deep = self.b.create_block();
            self.b.ins().brif(row.deeper, deep, &no, head, &again);
            self.b.switch_to_block(deep);
        }
        self.finish(DEEPER, next, passed);
        Some(())
    }

    /// Ends the row: what was found, how many positions were tested, and how many of them had the holding-goal.
    fn finish(&mut self, what: u64, tested: Value, passed: Value) {
        let what = self.constant(what << WHAT_AT);
        let passed = self.b.ins().ishl_imm_u(passed, i64::from(PASSED_AT));
        let word = self.b.ins().bor(tested, passed);
        let word = self.b.ins().bor(word, what);
        self.b.ins().return_(&[word]);
    }

    /// The position after a move, as [`adv_chess::Lean::play`] makes it: the byte that equals the one square becomes the other, and
    /// one that equals the other is taken.
    fn child(&mut self, row: &RowValues<'_>, flipped: Value, at: Value) -> ChildBoard {
        let (from, to) = self.squares(row, at);
        let ones = self.constant(ONES);
        let (from, to) = (self.b.ins().imul(from, ones), self.b.ins().imul(to, ones));
        let (moved, taken) = (self.bytes_on(row.node, from), self.bytes_on(row.node, to));
        let gone = self.b.ins().bor(moved, taken);
        let rest = self.b.ins().band_not(flipped, gone);
        let arrived = self.b.ins().band(to, moved);
        let off = self.constant(TAKEN);
        let off = self.b.ins().band(off, taken);
        let rest = self.b.ins().bor(rest, arrived);
        ChildBoard {
            board: self.b.ins().bor(rest, off),
            men: None,
            turn: self.turn_behind(row),
        }
    }

    /// The same where the man that moves is known: of the others only theirs can change, when one is taken.
    fn child_of(
        &mut self,
        row: &RowValues<'_>,
        flipped: Value,
        at: Value,
        man: u8,
        roster: &Roster,
    ) -> Option<ChildBoard> {
        let (_, to) = self.squares(row, at);
        let (mover, _) = roster.man(usize::from(man))?;
        let own = self.constant(!(0xff << (8 * man)));
        let mut board = self.b.ins().band(flipped, own);
        let arrived = self.b.ins().ishl_imm_u(to, i64::from(8 * man));
        board = self.b.ins().bor(board, arrived);
        let mut men = Vec::new();
        for (other, (color, role)) in roster.men().enumerate() {
            if other == usize::from(man) {
                men.push(to);
                continue;
            }
            let shifted = self.b.ins().ushr_imm_u(row.node, 8 * other as i64);
            let byte = self.b.ins().ireduce(types::I8, shifted);
            let byte = self.b.ins().uextend(I64, byte);
            if color == mover || role == Role::King {
                men.push(byte);
                continue;
            }
            let off = self.constant(u64::from(adv_chess::lean::TAKEN));
            let taken = self.b.ins().icmp(IntCC::Equal, byte, to);
            let now = self.b.ins().select(taken, off, byte);
            let others = self.constant(!(0xff << (8 * other)));
            board = self.b.ins().band(board, others);
            let placed = self.b.ins().ishl_imm_u(now, 8 * other as i64);
            board = self.b.ins().bor(board, placed);
            men.push(now);
        }
        Some(ChildBoard {
            board,
            men: Some((men, man)),
            turn: self.turn_behind(row),
        })
    }

    /// Whose turn it is after the moves.
    fn turn_behind(&self, row: &RowValues<'_>) -> Color {
        match row.goals.mover {
            RowMover::Ours { .. } => !self.us,
            RowMover::Theirs | RowMover::Replies { .. } => self.us,
        }
    }

    /// The squares of a move.
    fn squares(&mut self, row: &RowValues<'_>, at: Value) -> (Value, Value) {
        let offset = self.b.ins().imul_imm_s(at, MOVE);
        let place = self.b.ins().iadd(row.moves, offset);
        let flags = MemFlagsData::trusted();
        let mut square = |at: usize| {
            let byte = self.b.ins().load(types::I8, flags, place, at as i32);
            let byte = self.b.ins().uextend(I64, byte);
            self.b.ins().band_imm_u(byte, 63)
        };
        (square(offset_of!(Move, from)), square(offset_of!(Move, to)))
    }

    /// All ones in each byte of a board that equals the bytes of another word. All are below 128, so that nothing carries over.
    fn bytes_on(&mut self, board: Value, squares: Value) -> Value {
        let differs = self.b.ins().bxor(board, squares);
        let below = self.constant(!TOPS);
        let tops = self.constant(TOPS);
        let sums = self.b.ins().iadd(differs, below);
        let equal = self.b.ins().band_not(tops, sums);
        let ones = self.b.ins().ushr_imm_u(equal, 7);
        let above = self.b.ins().ishl_imm_u(ones, 8);
        self.b.ins().isub(above, ones)
    }

    /// Turns to other boards, the current and the new one: nothing is known of registers.
    fn look_at(&mut self, row: &RowValues<'_>, made: [&ChildBoard; 2], roster: &Roster) {
        self.boards = [made[0].board, made[1].board, row.root];
        self.turns = [Some(made[0].turn), Some(made[1].turn), None];
        self.men = Default::default();
        self.state = State::new();
        self.open_boards();
        debug_assert!(king_bits(roster) == 0 || self.state.present & 1 << man_number(0, 0) != 0);
        for (frame, made) in made.into_iter().enumerate() {
            if let Some((men, mover)) = &made.men {
                self.men[frame].clone_from(men);
                self.state.present |= 1 << man_number(frame, usize::from(*mover));
            }
        }
    }

    /// A goal's value on the boards that are looked at, and goes on in a block after it.
    fn goal(&mut self, goal: &Goal<'m>) -> Option<Value> {
        let behind: Block = self.b.create_block();
        let value = self.b.append_block_param(behind, I64);
        self.flow = Rc::clone(&goal.flow);
        self.charges = Rc::clone(&goal.charges);
        self.edges.clear();
        self.heads.clear();
        self.out = Some(behind);
        let done = self.body(&goal.source.code);
        self.out = None;
        done?;
        self.b.switch_to_block(behind);
        Some(value)
    }
}
