//! Which holding-goals say the same after all replies that take nothing.
//!
//! ```text
//!   holding  SQ(N) ≠ ∅ ∧ ¬hangs        hangs = white-to-move ∧ …
//!
//!   after a reply of White's     white-to-move is false, so that the knight's square is all that is looked at:
//!                                19 replies are one test, unless one of them takes the knight
//! ```
//!
//! A reply that takes nothing leaves our men where they were, and the side to move is known. So a goal that looks at nothing else, or at the root, is
//! evaluated once for all such replies; each of them costs the fuel of that evaluation. The most common holding-goals are of this kind: our piece still stands.

use std::collections::BTreeMap;

use adv_chess::Color;
use adv_module::layout::Access;
use adv_module::{FnId, Frame, Op, Program, Reg, Who};

use crate::search::moves::color_of;

/// What is known of a register after any reply that takes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Its value.
    Truth(bool),
    /// It is the same after all of them.
    Same,
    /// It may differ.
    Differs,
}

/// The registers, as far as they have been written. The others are 0.
type KnownRegisters = Vec<Known>;

/// Whether a function comes to the same, and burns as much, after all replies to `us` that take nothing.
pub(super) fn is_same_unless_taken(module: &Program, function: FnId, us: Color) -> bool {
    let Some(function) = module.functions.get(function.index()) else {
        return false;
    };
    function.params.is_empty() && code_is_same(&function.code, us)
}

/// The same of the code of a function without parameters.
fn code_is_same(code: &[Op], us: Color) -> bool {
    if !code.iter().all(is_plain) {
        return false;
    }
    // What is known on the ways to an instruction: all of them come from before it.
    let mut ways: BTreeMap<usize, KnownRegisters> = BTreeMap::from([(0, KnownRegisters::new())]);
    for (pc, op) in code.iter().enumerate() {
        let Some(mut registers) = ways.remove(&pc) else {
            continue;
        };
        match *op {
            Op::Return { src } => {
                if get(&registers, src) == Known::Differs {
                    return false;
                }
            }
            Op::Jump { to } => join(&mut ways, to as usize, registers),
            Op::JumpIf { a, to } | Op::JumpIfNot { a, to } => {
                let jumps = matches!(op, Op::JumpIf { .. });
                match get(&registers, a) {
                    Known::Truth(holds) if holds == jumps => {
                        join(&mut ways, to as usize, registers);
                    }
                    Known::Truth(_) => join(&mut ways, pc + 1, registers),
                    Known::Same => {
                        join(&mut ways, to as usize, registers.clone());
                        join(&mut ways, pc + 1, registers);
                    }
                    Known::Differs => return false,
                }
            }
            _ => {
                let Some(known) = value(op, &registers, us) else {
                    return false;
                };
                if let Some(dst) = op.destination() {
                    if registers.len() <= dst.index() {
                        registers.resize(dst.index() + 1, Known::Same);
                    }
                    if let Some(register) = registers.get_mut(dst.index()) {
                        *register = known;
                    }
                }
                join(&mut ways, pc + 1, registers);
            }
        }
    }
    true
}

/// Whether an instruction does no more than compute, look at the position or jump forward.
fn is_plain(op: &Op) -> bool {
    let asks_of_move = matches!(
        op,
        Op::From { .. } | Op::To { .. } | Op::Taken { .. } | Op::Here { .. }
    );
    op.is_straight() && !asks_of_move
}

/// What an instruction that does not jump comes to; `None` where it asks more of a position than where men are, and may cost more in one than in another.
fn value(op: &Op, registers: &KnownRegisters, us: Color) -> Option<Known> {
    let is_of_us = |who: Who| color_of(who, us) == us;
    let same = |same: bool| if same { Known::Same } else { Known::Differs };
    let read = || {
        let mut all_same = true;
        op.each_register(|access, register| {
            all_same &= access != Access::Read || get(registers, register) != Known::Differs;
        });
        same(all_same)
    };
    Some(match *op {
        Op::Truth { value, .. } => Known::Truth(value),
        Op::Move { src, .. } => get(registers, src),
        Op::Not { a, .. } => match get(registers, a) {
            Known::Truth(holds) => Known::Truth(!holds),
            other => other,
        },
        Op::Piece { frame, who, .. } => same(frame == Frame::Root || is_of_us(who)),
        // After a reply we are to move.
        Op::ToMove { frame, who, .. } => match frame {
            Frame::Root => Known::Same,
            Frame::Current | Frame::New => Known::Truth(is_of_us(who)),
        },
        Op::Squares { frame, .. } => match frame {
            Frame::Root => read(),
            Frame::Current | Frame::New => Known::Differs,
        },
        Op::Prim {
            base, frame, prim, ..
        } => {
            let entry = prim.entry();
            let reads_node = entry.reads_position && frame != Frame::Root;
            if reads_node || entry.more != 0 || prim.asks_oracle() {
                return None;
            }
            let mut window = (usize::from(base.0)..).take(entry.params.len());
            same(window.all(|at| {
                let known = registers.get(at);
                known.is_none_or(|known| *known != Known::Differs)
            }))
        }
        _ => read(),
    })
}

fn get(registers: &KnownRegisters, register: Reg) -> Known {
    let known = registers.get(register.index());
    known.copied().unwrap_or(Known::Same)
}

/// One more way to an instruction, with what is known there.
fn join(ways: &mut BTreeMap<usize, KnownRegisters>, to: usize, registers: KnownRegisters) {
    let Some(known) = ways.get_mut(&to) else {
        ways.insert(to, registers);
        return;
    };
    let len = known.len().max(registers.len());
    known.resize(len, Known::Same);
    for (at, known) in known.iter_mut().enumerate() {
        let other = registers.get(at).copied().unwrap_or(Known::Same);
        *known = match (*known, other) {
            (Known::Differs, _) | (_, Known::Differs) => Known::Differs,
            (one, other) if one == other => one,
            // Which way is gone is the same for all replies.
            _ => Known::Same,
        };
    }
}

#[cfg(test)]
mod tests {
    use adv_chess::{Color, Role};
    use adv_module::{Frame, Op, PrimId, Reg, Who};

    use super::code_is_same;

    const R0: Reg = Reg(0);
    const R1: Reg = Reg(1);

    fn piece(dst: Reg, frame: Frame, who: Who) -> Op {
        let role = Role::Knight as u8;
        Op::Piece {
            dst,
            frame,
            who,
            role,
        }
    }

    fn ends(mut code: Vec<Op>) -> Vec<Op> {
        code.push(Op::Return { src: R0 });
        code
    }

    #[test]
    fn squares_of_ours_and_of_the_root_are_the_same_and_theirs_are_not() {
        for (frame, who, us, same) in [
            (Frame::Current, Who::Us, Color::White, true),
            (Frame::New, Who::Us, Color::White, true),
            (Frame::Current, Who::Black, Color::Black, true),
            (Frame::Current, Who::Black, Color::White, false),
            (Frame::Current, Who::Them, Color::White, false),
            (Frame::Root, Who::Them, Color::White, true),
        ] {
            let code = ends(vec![piece(R0, frame, who), Op::NonEmpty { dst: R0, a: R0 }]);
            assert_eq!(code_is_same(&code, us), same, "{code:?}, {us:?}");
        }
        // What they have is computed, but not looked at.
        let code = ends(vec![
            piece(R1, Frame::Current, Who::Them),
            piece(R0, Frame::Current, Who::Us),
        ]);
        assert!(code_is_same(&code, Color::White));
    }

    #[test]
    fn the_side_to_move_decides_which_way_is_looked_at() {
        // After a reply we are to move.
        let looks = |who| {
            ends(vec![
                Op::ToMove {
                    dst: R1,
                    frame: Frame::Current,
                    who,
                },
                Op::JumpIfNot { a: R1, to: 3 },
                piece(R0, Frame::Current, Who::Them),
            ])
        };
        assert!(code_is_same(&looks(Who::Them), Color::White));
        assert!(!code_is_same(&looks(Who::Us), Color::White));
    }

    #[test]
    fn where_ways_meet_what_differs_on_one_of_them_differs() {
        let code = |first, second| {
            ends(vec![
                piece(R1, Frame::Current, Who::Us),
                Op::JumpIf { a: R1, to: 4 },
                piece(R0, Frame::Current, first),
                Op::Jump { to: 5 },
                piece(R0, Frame::Current, second),
            ])
        };
        assert!(code_is_same(&code(Who::Us, Who::Us), Color::White));
        assert!(!code_is_same(&code(Who::Them, Who::Us), Color::White));
        assert!(!code_is_same(&code(Who::Us, Who::Them), Color::White));
        // A way that depends on their men may cost something else.
        let decides = ends(vec![
            piece(R1, Frame::Current, Who::Them),
            Op::JumpIf { a: R1, to: 3 },
            Op::Truth {
                dst: R0,
                value: true,
            },
        ]);
        assert!(!code_is_same(&decides, Color::White));
    }

    #[test]
    fn attacks_are_of_all_men() {
        let attacks = |frame| {
            ends(vec![
                Op::Side {
                    dst: R1,
                    who: Who::Us,
                },
                Op::Prim {
                    dst: R0,
                    base: R1,
                    frame,
                    prim: PrimId::AttacksSide,
                },
            ])
        };
        assert!(!code_is_same(&attacks(Frame::Current), Color::White));
    }
}
