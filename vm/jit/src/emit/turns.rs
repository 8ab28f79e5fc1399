//! A descriptor in the eight symmetries, on boards of one word: emitted once, in a loop over the ways in which the words are turned.
//!
//! ```text
//!   for each of the eight:   the squares of each board, ranks and files exchanged or not, and then all of them xor 0, 7, 56 or 63
//!                            the descriptor there      true ─▶ 1, the loop ends      none ─▶ 0
//! ```
//!
//! What is kept of the root belongs to the root as it stands, and not to a turned one: a descriptor that speaks of it is asked of the host.

use adv_module::{FnId, Frame, Op};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};

use super::{Emit, I64};
use crate::flow::own;

const ONES: u64 = 0x0101_0101_0101_0101;
/// The bit of a man that is off the board, in each byte; the byte of the turn has it too.
const OFF: u64 = 64 * ONES;
/// Three bits of each square: its file.
const FILES: u64 = 7 * ONES;

/// By symmetry, in the order of [`adv_chess::Symmetry::ALL`], what is added to a square without carrying, a byte each.
const FLIPS: u64 = u64::from_le_bytes([0, 7, 56, 63, 0, 63, 56, 7]);
/// From this symmetry on files and ranks are exchanged.
const TRANSPOSED: u64 = 4;
const ALL: u64 = 8;

/// A board whose squares are to be turned.
#[derive(Clone, Copy)]
struct Turning {
    /// All bits of the bytes that stay as they are, and those bytes.
    stays: Value,
    fixed: Value,
    /// The squares, and with files and ranks exchanged.
    squares: Value,
    exchanged: Value,
}

/// True where a function looks at boards alone.
fn is_of_boards(code: &[Op]) -> bool {
    code.iter().all(|op| match op {
        Op::Kept { .. }
        | Op::Call { .. }
        | Op::CallFor { .. }
        | Op::Turned { .. }
        | Op::Satisfiable { .. }
        | Op::Taken { .. }
        | Op::Here { .. }
        | Op::From { .. }
        | Op::To { .. } => false,
        Op::Prim { prim, .. } => !prim.is_of_ways() && !prim.asks_oracle(),
        _ => true,
    })
}

impl Emit<'_, '_> {
    /// Whether a descriptor holds in one of the eight symmetries, emitted here; nothing where that is not done.
    pub(super) fn turned_here(&mut self, function: FnId) -> Option<Option<Value>> {
        let source = own(self.module, function)?;
        if self.roster.is_none() || !self.may_inline(function)? || !is_of_boards(&source.code) {
            return Some(None);
        }
        let boards = self.boards;
        let turnings = boards.map(|board| self.turning(board));
        let (head, found, none) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        let on = self.b.create_block();
        let at = self.b.append_block_param(head, I64);
        let value = self.b.append_block_param(on, I64);
        let zero = self.constant(0);
        self.b.ins().jump(head, &[BlockArg::Value(zero)]);
        self.b.switch_to_block(head);
        let eight = self.b.ins().ishl_imm_u(at, 3);
        let flips = self.constant(FLIPS);
        let flip = self.b.ins().ushr(flips, eight);
        let flip = self.b.ins().band_imm_u(flip, 0xff);
        let ones = self.constant(ONES);
        let flips = self.b.ins().imul(flip, ones);
        let transposed = self.constant(TRANSPOSED);
        let exchanges = self
            .b
            .ins()
            .icmp(IntCC::UnsignedGreaterThanOrEqual, at, transposed);
        let turned = turnings.map(|of| {
            let ins = self.b.ins();
            let squares = ins.select(exchanges, of.exchanged, of.squares);
            let flips = self.b.ins().band_not(flips, of.stays);
            let squares = self.b.ins().bxor(squares, flips);
            self.b.ins().bor(of.fixed, squares)
        });
        let frames = [Frame::Current, Frame::New, Frame::Root];
        let holds = self.emitted_here(function, turned, frames, false)?;
        let no: [BlockArg; 0] = [];
        let next = self.b.create_block();
        self.b.ins().brif(holds, found, &no, next, &no);
        self.b.switch_to_block(next);
        let following = self.b.ins().iadd_imm_s(at, 1);
        let all = self.constant(ALL);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, following, all);
        let again = [BlockArg::Value(following)];
        self.b.ins().brif(more, head, &again, none, &no);
        self.b.switch_to_block(found);
        let one = self.constant(1);
        self.b.ins().jump(on, &[BlockArg::Value(one)]);
        self.b.switch_to_block(none);
        let zero = self.constant(0);
        self.b.ins().jump(on, &[BlockArg::Value(zero)]);
        self.b.switch_to_block(on);
        Some(Some(value))
    }

    /// What turning a board needs of it, as [`adv_chess::Lean::turned`] has it.
    fn turning(&mut self, board: Value) -> Turning {
        let off = self.constant(OFF);
        let off = self.b.ins().band(board, off);
        let above = self.b.ins().ishl_imm_u(off, 1);
        let below = self.b.ins().ushr_imm_u(off, 6);
        let stays = self.b.ins().isub(above, below);
        let stays = self.b.ins().bor(stays, off);
        let fixed = self.b.ins().band(board, stays);
        let squares = self.b.ins().band_not(board, stays);
        let files = self.constant(FILES);
        let ranks = self.b.ins().band(squares, files);
        let ranks = self.b.ins().ishl_imm_u(ranks, 3);
        let lower = self.b.ins().ushr_imm_u(squares, 3);
        let lower = self.b.ins().band(lower, files);
        Turning {
            stays,
            fixed,
            squares,
            exchanged: self.b.ins().bor(ranks, lower),
        }
    }
}
