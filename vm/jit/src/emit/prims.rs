//! Primitives: written out in place where that is short, else a call.

use adv_module::{Frame, PrimId, Reg};
use adv_primitives::shift_steps;

use super::Emit;
use super::lines::{FILE_A, RANK_1};
use super::value::Val;
use crate::helpers::{self, Helper, HelperOfThree};

impl Emit<'_, '_> {
    /// Computes a primitive.
    pub(super) fn primitive(&mut self, base: Reg, frame: Frame, prim: PrimId) -> Option<Val> {
        let entry = prim.entry();
        let args = self.window(base, entry.params.len());
        let arg = |at: usize| args.get(at).copied().unwrap_or(Val::Const(0));
        let (a, b, none) = (arg(0), arg(1), Val::Const(0));
        Some(match prim {
            PrimId::Count => self.count(a),
            PrimId::File => self.file(a),
            PrimId::Rank => self.rank(a),
            PrimId::Dist => self.distance(false, a, b),
            PrimId::Manhattan => self.distance(true, a, b),
            PrimId::Abs => self.abs(a),
            PrimId::Sign => self.sign(a),
            PrimId::FilesOf | PrimId::LinesOf => self.files_of(a),
            PrimId::RanksOf | PrimId::RowsOf => self.ranks_of(a),
            PrimId::FileAt => self.line_at(a, FILE_A, 0),
            PrimId::RankAt => self.line_at(a, RANK_1, 3),
            PrimId::SquareAt => self.square_at(a, b),
            PrimId::Around => self.around(a),
            PrimId::Diagonals => self.diagonal_of(1, a),
            PrimId::Antidiagonals => self.diagonal_of(2, a),
            PrimId::Between => self.helped(helpers::between, a, b),
            PrimId::Bits => self.helped(helpers::bits, a, Val::Const(0)),
            PrimId::Div => self.helped(helpers::div, a, b),
            PrimId::Rectangle => self.rectangle(a, b),
            PrimId::FilesBetween => self.strip(false, a, b),
            PrimId::RanksBetween => self.strip(true, a, b),
            PrimId::Shift => match (b, arg(2)) {
                (Val::Const(dx), Val::Const(dy)) => {
                    self.shifted(a, shift_steps(dx), shift_steps(dy))
                }
                (b, c) => self.helped_three(helpers::shift, [a, b, c]),
            },
            PrimId::Reach => self.helped_three(helpers::reach, [a, b, none]),
            PrimId::ReachWithin => self.helped_three(helpers::reach_within, [a, b, arg(2)]),
            PrimId::Steps => self.helped_three(helpers::steps, [a, b, arg(2)]),
            PrimId::Map => self.helped_three(helpers::map, [a, b, arg(2)]),
            PrimId::Step | PrimId::AttacksPiece => match self.attacked(frame, prim, a) {
                Some(set) => Val::any(set),
                None => self.of_host(frame, prim, [a, b, arg(2), none])?,
            },
            PrimId::AttacksSide | PrimId::Guard | PrimId::LegalMoves | PrimId::Moves => {
                match self.of_side(frame, prim, a) {
                    Some(val) => val,
                    None => self.of_host(frame, prim, [a, b, arg(2), none])?,
                }
            }
            PrimId::InCheck | PrimId::Mated | PrimId::Stalemated => self.check(frame, prim, a)?,
            _ => self.of_host(frame, prim, [a, b, arg(2), arg(3)])?,
        })
    }

    fn helped_three(&mut self, helper: HelperOfThree, args: [Val; 3]) -> Val {
        if let [Val::Const(a), Val::Const(b), Val::Const(c)] = args {
            return Val::Const(helper(a, b, c));
        }
        let words = args.map(|arg| self.word(arg));
        Val::any(self.help_three(helper, words))
    }

    pub(super) fn helped(&mut self, helper: Helper, a: Val, b: Val) -> Val {
        if let (Val::Const(a), Val::Const(b)) = (a, b) {
            return Val::Const(helper(a, b));
        }
        let (a, b) = (self.word(a), self.word(b));
        Val::any(self.help(helper, a, b))
    }
}
