//! What men attack on boards of few men, among all men.
//!
//! ```text
//! . . . X . . . .     A line with at most one square on each rank: with o = men on the line and s = the slider, (o - s) ^ o has the
//! . . . o . . . .     squares upward to the first man, and the same on the board upside down those downward (hyperbola
//! . . . | . . . .     quintessence, as `adv_chess` has it). A rank is looked up by the six squares within it.
//! . . . S . . . .
//! ```

use adv_chess::{Color, Role};
use adv_module::{Frame, PrimId};
use cranelift_codegen::ir::{InstBuilder, Value};

use super::value::{Present, Square, Test, Val};
use super::{Emit, man_number};
use crate::tables::TABLES;

/// How many sliders are followed in place; more are the host's.
const MOST_SLIDERS: usize = 3;

impl Emit<'_, '_> {
    /// `STEP` and `ATT` of a piece that is known; `None` where the host has to look.
    pub(super) fn attacked(&mut self, frame: Frame, prim: PrimId, piece: Val) -> Option<Value> {
        let Val::Const(piece) = piece else {
            return None;
        };
        self.roster?;
        let color = if piece & 8 == 0 {
            Color::White
        } else {
            Color::Black
        };
        let role = Role::ALL.get((piece & 7) as usize).copied();
        let men = self.men(frame);
        let asked = |&((side, its), _): &((Color, Role), Value)| {
            side == color && role.is_none_or(|role| role == its)
        };
        let sliders = men.iter().filter(|man| asked(man) && slides(man.0.1));
        if sliders.count() > MOST_SLIDERS {
            return None;
        }
        let mut set = self.constant(0);
        for (at, man) in men.iter().enumerate().filter(|(_, man)| asked(man)) {
            let square = Square {
                raw: man.1,
                present: Present::Raw,
                man: Some(man_number(frame as usize, at)),
                set: None,
            };
            let attacks = self.attacks_of(frame, man.0.1, square)?;
            set = self.b.ins().bor(set, attacks);
        }
        if prim == PrimId::Step {
            let own = self.piece(frame, color, 6);
            let own = self.word(own);
            set = self.b.ins().band_not(set, own);
        }
        Some(set)
    }

    /// The squares that one man attacks.
    fn attacks_of(&mut self, frame: Frame, role: Role, square: Square) -> Option<Value> {
        let byte = self.byte(square);
        Some(match role {
            Role::King => self.set_at(&TABLES.around, byte),
            Role::Knight => {
                let near = self.set_at(TABLES.unsafe_from.last()?, byte);
                let own = self.set_of(square);
                self.b.ins().bxor(near, own)
            }
            Role::Rook => self.straight(frame, square),
            Role::Bishop => self.oblique(frame, square),
            Role::Queen => {
                let (a, b) = (self.straight(frame, square), self.oblique(frame, square));
                self.b.ins().bor(a, b)
            }
            Role::Pawn => return None,
        })
    }

    /// All men of a board.
    fn occupied(&mut self, frame: Frame) -> Value {
        let mut set = self.constant(0);
        for color in Color::ALL {
            let side = self.piece(frame, color, 6);
            let side = self.word(side);
            set = self.b.ins().bor(set, side);
        }
        set
    }

    fn straight(&mut self, frame: Frame, square: Square) -> Value {
        let occupied = self.occupied(frame);
        let upright = self.along(occupied, 0, square);
        // The rank, by the men on its six inner squares.
        let low = self.b.ins().band_imm_u(square.raw, 56);
        let file = self.b.ins().band_imm_u(square.raw, 7);
        let rank = self.b.ins().ushr(occupied, low);
        let inner = self.b.ins().ushr_imm_u(rank, 1);
        let inner = self.b.ins().band_imm_u(inner, 63);
        let row = self.b.ins().ishl_imm_u(inner, 3);
        let index = self.b.ins().bor(row, file);
        let along = self.byte_at(TABLES.along_rank.as_ptr().cast(), index);
        let along = self.b.ins().ishl(along, low);
        let both = self.b.ins().bor(upright, along);
        match self.there(square) {
            Test::Known(true) => both,
            there => {
                let none = self.constant(0);
                self.choose(there, both, none)
            }
        }
    }

    fn oblique(&mut self, frame: Frame, square: Square) -> Value {
        let occupied = self.occupied(frame);
        let (a, b) = (
            self.along(occupied, 1, square),
            self.along(occupied, 2, square),
        );
        self.b.ins().bor(a, b)
    }

    /// Both ways along a line by the number of [`crate::tables::Tables::lines`]; nothing from nowhere, which has no lines.
    fn along(&mut self, occupied: Value, line: usize, square: Square) -> Value {
        let byte = self.byte(square);
        let Some(table) = TABLES.lines.get(line) else {
            return occupied;
        };
        let line = self.set_at(table, byte);
        let slider = self.set_of(square);
        let up = self.b.ins().band(occupied, line);
        let down = self.b.ins().bswap(up);
        let turned = self.b.ins().bswap(slider);
        let down = self.b.ins().isub(down, turned);
        let down = self.b.ins().bswap(down);
        let up = self.b.ins().isub(up, slider);
        let both = self.b.ins().bxor(up, down);
        self.b.ins().band(both, line)
    }

    /// The set of one man's byte, which may be that of nowhere.
    pub(super) fn one_man(&mut self, byte: Value) -> Value {
        // Moved by 64 places the one would stand where it was.
        let one = self.constant(1);
        let nowhere = self.b.ins().ushr_imm_u(byte, 6);
        let one = self.b.ins().bxor(one, nowhere);
        self.b.ins().ishl(one, byte)
    }
}

fn slides(role: Role) -> bool {
    matches!(role, Role::Queen | Role::Rook | Role::Bishop)
}
