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
use adv_primitives::designation;
use cranelift_codegen::ir::{InstBuilder, Value};

use super::value::{Square, Test, Val};
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
        let (color, role) = designation(piece);
        let role = Role::ALL.get(usize::from(role)).copied();
        let men = self.men(frame);
        let asked = |&((side, its), _): &((Color, Role), Value)| {
            side == color && role.is_none_or(|role| role == its)
        };
        // A pawn's steps are other squares than those that it attacks.
        let pawn = |man: &((Color, Role), Value)| asked(man) && man.0.1 == Role::Pawn;
        if prim == PrimId::Step && men.iter().any(pawn) {
            return None;
        }
        let sliders = men.iter().filter(|man| asked(man) && slides(man.0.1));
        if sliders.count() > MOST_SLIDERS {
            return None;
        }
        let occupied = self.occupied(frame);
        let mut set = self.attacked_by(frame, occupied, asked)?;
        if prim == PrimId::Step {
            let own = self.piece(frame, color, 6);
            let own = self.word(own);
            set = self.b.ins().band_not(set, own);
        }
        Some(set)
    }

    /// What a side attacks, or where the enemy king may not step because it does; `None` where the host has to look.
    pub(super) fn danger(
        &mut self,
        frame: Frame,
        side: Color,
        through_king: bool,
    ) -> Option<Value> {
        self.roster?;
        let men = self.men(frame);
        let ours = |&((color, _), _): &((Color, Role), Value)| color == side;
        let sliders = men.iter().filter(|man| ours(man) && slides(man.0.1));
        if sliders.count() > MOST_SLIDERS {
            return None;
        }
        let mut occupied = self.occupied(frame);
        if through_king {
            let king = self.piece(frame, !side, 0);
            let king = self.word(king);
            occupied = self.b.ins().band_not(occupied, king);
        }
        self.attacked_by(frame, occupied, ours)
    }

    /// Where the only man of a side, a king, can go; and whether he is in danger. `None` where the side has other men.
    pub(super) fn bare_king(&mut self, frame: Frame, side: Color) -> Option<(Value, Test)> {
        let men = self.men(frame);
        if men.iter().filter(|((color, _), _)| *color == side).count() > 1 {
            return None;
        }
        self.king_moves(frame, side)
    }

    /// Where the only king of a side can go, and whether he is in danger.
    pub(super) fn king_moves(&mut self, frame: Frame, side: Color) -> Option<(Value, Test)> {
        let king = self.lone_king(frame, side)?;
        let danger = self.danger(frame, !side, true)?;
        let around = self.set_at(&TABLES.around, king);
        let mut legal = self.b.ins().band_not(around, danger);
        for ((color, _), byte) in self.men(frame) {
            if color == side && byte != king {
                let own = self.one_man(byte);
                legal = self.b.ins().band_not(legal, own);
            }
        }
        let down = self.b.ins().ushr(danger, king);
        let bit = self.b.ins().band_imm_u(down, 1);
        Some((legal, self.nonzero(bit)))
    }

    /// The squares that some men attack together.
    fn attacked_by(
        &mut self,
        frame: Frame,
        occupied: Value,
        wanted: impl Fn(&((Color, Role), Value)) -> bool,
    ) -> Option<Value> {
        let men = self.men(frame);
        let mut set = self.constant(0);
        for (at, man) in men.iter().enumerate().filter(|(_, man)| wanted(man)) {
            let square = Square::of_man(man.1, man_number(frame as usize, at));
            let attacks = self.attacks_of(occupied, man.0, square)?;
            set = self.b.ins().bor(set, attacks);
        }
        Some(set)
    }

    /// The squares that one man attacks.
    fn attacks_of(
        &mut self,
        occupied: Value,
        (color, role): (Color, Role),
        square: Square,
    ) -> Option<Value> {
        let byte = self.byte(square);
        Some(match role {
            Role::King => self.set_at(&TABLES.around, byte),
            Role::Knight => {
                let near = self.set_at(TABLES.unsafe_from.last()?, byte);
                let own = self.set_of(square);
                self.b.ins().bxor(near, own)
            }
            Role::Rook => self.straight(occupied, square),
            Role::Bishop => self.oblique(occupied, square),
            Role::Queen => {
                let (a, b) = (
                    self.straight(occupied, square),
                    self.oblique(occupied, square),
                );
                self.b.ins().bor(a, b)
            }
            Role::Pawn => self.set_at(TABLES.pawn.get(color.index())?, byte),
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

    fn straight(&mut self, occupied: Value, square: Square) -> Value {
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

    fn oblique(&mut self, occupied: Value, square: Square) -> Value {
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
        // Shifted by 64 places the one would be where it was.
        let one = self.constant(1);
        let nowhere = self.b.ins().ushr_imm_u(byte, 6);
        let one = self.b.ins().bxor(one, nowhere);
        self.b.ins().ishl(one, byte)
    }
}

fn slides(role: Role) -> bool {
    matches!(role, Role::Queen | Role::Rook | Role::Bishop)
}
