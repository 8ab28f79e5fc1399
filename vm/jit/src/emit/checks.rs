//! Check, mate and stalemate, most of which are seen to be none at a glance.
//!
//! ```text
//! 8 . . . . . . . .     Black to move: a test for mate looks for a square beside his king that is neither his own man's nor in
//! 7 . . + k + . R .     any line of a white man, whatever is between. There is one (+), so it is not mate; for the rest, one
//! 6 . . . . K . . .     in many positions, all moves are looked at.
//! ```

use adv_chess::{Color, Role};
use adv_module::{Frame, PrimId};
use adv_primitives::{color, designation};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};

use super::value::{Test, Val};
use super::{Emit, I64};
use crate::bridge::{self, Look};
use crate::tables::{ATTACKS, TABLES};

impl Emit<'_, '_> {
    /// `in-check`, `mated` and `stalemated`.
    pub(super) fn check(&mut self, frame: Frame, prim: PrimId, side: Val) -> Option<Val> {
        let Some(color) = known_side(side) else {
            let none = Val::Const(0);
            return self.of_host(frame, prim, [side, none, none, none]);
        };
        let no = self.b.create_block();
        let look: Look = match prim {
            PrimId::InCheck => bridge::in_check,
            PrimId::Mated => bridge::mated,
            _ => bridge::stalemated,
        };
        if prim != PrimId::InCheck {
            let turn = self.turn(frame, color);
            self.only_where(turn, no);
        }
        if let Some(king) = self.lone_king(frame, color) {
            if prim != PrimId::InCheck {
                let free = self.surely_free(frame, color, king);
                let some = self.nonzero(free);
                let none = self.not(some);
                self.only_where(none, no);
            }
            if prim != PrimId::Stalemated {
                let attacked = self.in_line(frame, color, king);
                self.only_where(attacked, no);
            }
        }
        let found = match self.exactly(frame, prim, color) {
            Some(test) => self.word(Val::truth(test)),
            None => self.look(look, frame, color),
        };
        let on = self.b.create_block();
        self.b.ins().jump(on, &[BlockArg::Value(found)]);
        self.b.switch_to_block(no);
        let zero = self.constant(0);
        self.b.ins().jump(on, &[BlockArg::Value(zero)]);
        self.b.switch_to_block(on);
        Some(Val::Word {
            word: self.b.append_block_param(on, I64),
            low: 0,
            high: 1,
        })
    }

    /// The answer where the men are few enough to follow their lines; `None` where all moves have to be looked at.
    fn exactly(&mut self, frame: Frame, prim: PrimId, color: Color) -> Option<Test> {
        if prim == PrimId::InCheck {
            let king = self.lone_king(frame, color)?;
            let danger = self.danger(frame, !color, false)?;
            let down = self.b.ins().ushr(danger, king);
            let bit = self.b.ins().band_imm_u(down, 1);
            return Some(self.nonzero(bit));
        }
        let (legal, checked) = self.bare_king(frame, color)?;
        let some = self.nonzero(legal);
        let none = self.not(some);
        let checked = match prim {
            PrimId::Mated => checked,
            _ => self.not(checked),
        };
        Some(self.both(none, checked))
    }

    /// What a side attacks or guards, or which moves its only man has; `None` where the host has to look.
    pub(super) fn of_side(&mut self, frame: Frame, prim: PrimId, whose: Val) -> Option<Val> {
        if prim == PrimId::Moves {
            // A designation and not a side.
            let Val::Const(piece) = whose else {
                return None;
            };
            let (side, role) = designation(piece);
            if role == 0 {
                // Where a king may go depends on no pin and no check.
                let (legal, _) = self.king_moves(frame, side)?;
                return Some(Val::any(legal));
            }
            let (legal, _) = self.bare_king(frame, side)?;
            return Some(match role {
                6.. => Val::any(legal),
                _ => Val::Const(0),
            });
        }
        let side = known_side(whose)?;
        Some(match prim {
            PrimId::AttacksSide => Val::any(self.danger(frame, side, false)?),
            PrimId::Guard => Val::any(self.danger(frame, side, true)?),
            _ => {
                let (legal, _) = self.bare_king(frame, side)?;
                self.count(Val::any(legal))
            }
        })
    }

    /// Goes on where a test holds, else to a block.
    fn only_where(&mut self, test: Test, otherwise: Block) {
        let on = self.b.create_block();
        self.brif(test, on, otherwise);
        self.b.switch_to_block(on);
    }

    /// The square of a side's king, where the roster has one; kings of a roster are on the board.
    pub(super) fn lone_king(&self, frame: Frame, color: Color) -> Option<Value> {
        let men = self.roster?.men();
        let mut kings = men
            .zip(&self.men[frame as usize])
            .filter(|(man, _)| *man == (color, Role::King));
        let (_, king) = kings.next()?;
        kings.next().is_none().then_some(*king)
    }

    /// The men of a frame's board with their bytes.
    pub(super) fn men(&self, frame: Frame) -> Vec<((Color, Role), Value)> {
        let Some(roster) = self.roster else {
            return Vec::new();
        };
        let bytes = self.men[frame as usize].iter().copied();
        roster.men().zip(bytes).collect()
    }

    /// Squares to which a king can go for sure, though perhaps not all of them.
    fn surely_free(&mut self, frame: Frame, color: Color, king: Value) -> Value {
        let mut free = self.set_at(&TABLES.around, king);
        for ((side, role), byte) in self.men(frame) {
            if byte == king {
                continue;
            }
            let taken = if side == color {
                self.one_man(byte)
            } else if role == Role::Pawn {
                let attacks = self.pawn_attacks(side, byte);
                let own = self.one_man(byte);
                self.b.ins().bor(attacks, own)
            } else if let Some(table) = TABLES.unsafe_from.get(role.index()) {
                self.set_at(table, byte)
            } else {
                return self.constant(0);
            };
            free = self.b.ins().band_not(free, taken);
        }
        free
    }

    /// The squares that a side's pawn attacks, who may be nowhere.
    fn pawn_attacks(&mut self, side: Color, byte: Value) -> Value {
        self.set_at(&TABLES.pawn[side.index()], byte)
    }

    /// Whether any enemy man could attack the king if nothing were between.
    fn in_line(&mut self, frame: Frame, color: Color, king: Value) -> Test {
        let mut all = self.constant(0);
        for ((side, role), byte) in self.men(frame) {
            if side == color {
                continue;
            }
            if role == Role::Pawn {
                let attacks = self.pawn_attacks(side, byte);
                let down = self.b.ins().ushr(attacks, king);
                let bit = self.b.ins().band_imm_u(down, 1);
                all = self.b.ins().bor(all, bit);
                continue;
            }
            let Some(attacks) = ATTACKS.get(role.index()) else {
                return Test::Known(true);
            };
            let row = self.b.ins().ishl_imm_u(byte, 6);
            let index = self.b.ins().bor(row, king);
            let stands = self.byte_at(TABLES.stands.as_ptr().cast(), index);
            let attacks = self.b.ins().band_imm_u(stands, i64::from(*attacks));
            all = self.b.ins().bor(all, attacks);
        }
        let none = self.constant(0);
        Test::compare(IntCC::NotEqual, all, none)
    }
}

/// The colour of a side that is known.
fn known_side(side: Val) -> Option<Color> {
    match side {
        Val::Const(word) => Some(color(word)),
        _ => None,
    }
}
