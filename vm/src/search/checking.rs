//! Which functions speak of check: then a move that gives none need not be made to be judged.
//!
//! ```text
//!   moves checks = any where new.check         the answer is whether the move gives check
//!   better  mate ∧ dist(K, LK) = 2             false wherever they are not in check
//! ```
//!
//! What a function is charged for is a sum over its code outside loops, whichever way it goes ([`adv_module::Charges`]). So where its way
//! through a board without check meets neither loops nor calls, what it burns there is known too.

use std::collections::BTreeMap;

use adv_module::{Frame, Op, PrimId, Reg, Who};

/// The longest code that is looked at.
const LONGEST: usize = 64;

/// How a function depends on whether they are in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Checking {
    /// It answers this very question of the position after the move.
    pub(crate) exactly: bool,
    /// It is false where they are not in check after the move.
    pub(crate) after_move: bool,
    /// It is false where they are in check neither before nor after it.
    pub(crate) anyhow: bool,
}

impl Checking {
    /// Looks at a function's code.
    pub(crate) fn of(code: &[Op]) -> Checking {
        let asks = code.iter().any(|op| asked(op).is_some());
        if !asks || code.len() > LONGEST {
            return Checking::default();
        }
        Checking {
            exactly: is_exact(code),
            after_move: fails_without_check(code, |frame| frame == Frame::New),
            anyhow: fails_without_check(code, |frame| frame != Frame::Root),
        }
    }
}

/// What a register is known to hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KnownWord {
    Truth(bool),
    Them,
}

type Registers = BTreeMap<u8, KnownWord>;

/// Where an instruction asks for check or mate: the frame and the register of the side.
fn asked(op: &Op) -> Option<(Frame, Reg)> {
    match *op {
        Op::Prim {
            base,
            frame,
            prim: PrimId::InCheck | PrimId::Mated,
            ..
        } => Some((frame, base)),
        _ => None,
    }
}

fn is_exact(code: &[Op]) -> bool {
    match *code {
        [
            Op::Side {
                dst: side,
                who: Who::Them,
            },
            Op::Prim {
                dst,
                base,
                frame: Frame::New,
                prim: PrimId::InCheck,
            },
            Op::Return { src },
        ] => side == base && dst == src,
        _ => false,
    }
}

/// True where every way through the code ends with false, given that they are not in check in these frames, and none meets a loop or
/// leaves the function.
fn fails_without_check(code: &[Op], quiet: impl Fn(Frame) -> bool) -> bool {
    // What is known before each instruction; nothing is known of one that is not reached.
    let mut before: Vec<Option<Registers>> = vec![None; code.len()];
    if let Some(first) = before.first_mut() {
        *first = Some(Registers::new());
    }
    for (at, op) in code.iter().enumerate() {
        let Some(mut known) = before.get_mut(at).and_then(Option::take) else {
            continue;
        };
        let truth = |known: &Registers, reg: Reg| match known.get(&reg.0) {
            Some(KnownWord::Truth(truth)) => Some(*truth),
            _ => None,
        };
        let (mut goes_on, mut jumps) = (true, None);
        match *op {
            Op::Return { src } => {
                if truth(&known, src) != Some(false) {
                    return false;
                }
                continue;
            }
            Op::Jump { to } => (goes_on, jumps) = (false, Some(to)),
            Op::JumpIf { a, to } => match truth(&known, a) {
                Some(true) => (goes_on, jumps) = (false, Some(to)),
                Some(false) => {}
                None => jumps = Some(to),
            },
            Op::JumpIfNot { a, to } => match truth(&known, a) {
                Some(false) => (goes_on, jumps) = (false, Some(to)),
                Some(true) => {}
                None => jumps = Some(to),
            },
            _ if !op.is_straight() => return false,
            Op::Prim { prim, .. } if prim.asks_oracle() => return false,
            _ => {
                let value = match *op {
                    Op::Truth { value, .. } => Some(KnownWord::Truth(value)),
                    Op::Side { who: Who::Them, .. } => Some(KnownWord::Them),
                    Op::Move { src, .. } => known.get(&src.0).copied(),
                    Op::Not { a, .. } => truth(&known, a).map(|truth| KnownWord::Truth(!truth)),
                    _ => asked(op).and_then(|(frame, side)| {
                        let theirs = known.get(&side.0) == Some(&KnownWord::Them);
                        (theirs && quiet(frame)).then_some(KnownWord::Truth(false))
                    }),
                };
                if let Some(dst) = op.destination() {
                    match value {
                        Some(value) => known.insert(dst.0, value),
                        None => known.remove(&dst.0),
                    };
                }
            }
        }
        let targets = [goes_on.then_some(at + 1), jumps.map(|to| to as usize)];
        for target in targets.into_iter().flatten() {
            let Some(there) = before.get_mut(target) else {
                return false;
            };
            match there {
                // Only what all ways to it agree in is known.
                Some(other) => other.retain(|reg, value| known.get(reg) == Some(value)),
                None => *there = Some(known.clone()),
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const R0: Reg = Reg(0);
    const R1: Reg = Reg(1);

    fn them(dst: Reg) -> Op {
        Op::Side {
            dst,
            who: Who::Them,
        }
    }

    fn ask(prim: PrimId, frame: Frame) -> Op {
        Op::Prim {
            dst: R0,
            base: R0,
            frame,
            prim,
        }
    }

    #[test]
    fn check_after_the_move_is_recognised() {
        let code = [
            them(R0),
            ask(PrimId::InCheck, Frame::New),
            Op::Return { src: R0 },
        ];
        let found = Checking::of(&code);
        assert!(found.exactly && found.after_move && found.anyhow);
        let code = [
            them(R0),
            ask(PrimId::Mated, Frame::Current),
            Op::Return { src: R0 },
        ];
        let found = Checking::of(&code);
        assert!(!found.exactly && !found.after_move && found.anyhow);
    }

    #[test]
    fn conjunctions_with_check_imply_it_and_others_do_not() {
        let conjunction = |value| {
            [
                them(R0),
                ask(PrimId::Mated, Frame::New),
                Op::JumpIfNot { a: R0, to: 5 },
                Op::To { dst: R1 },
                Op::NonEmpty { dst: R0, a: R1 },
                match value {
                    Some(value) => Op::Truth { dst: R0, value },
                    None => Op::Move { dst: R0, src: R0 },
                },
                Op::Return { src: R0 },
            ]
        };
        // Where there is no check the jump is taken, and false is returned.
        assert!(Checking::of(&conjunction(None)).after_move);
        assert!(Checking::of(&conjunction(Some(false))).after_move);
        assert!(!Checking::of(&conjunction(Some(true))).anyhow);
        // A disjunction: where there is no check something else decides.
        let mut either = conjunction(None);
        either[2] = Op::JumpIf { a: R0, to: 5 };
        assert_eq!(Checking::of(&either), Checking::default());
        // What we are asked of, and what leaves the function, is not looked through.
        let mut ours = conjunction(None);
        ours[0] = Op::Side {
            dst: R0,
            who: Who::Us,
        };
        assert_eq!(Checking::of(&ours), Checking::default());
        let mut calls = conjunction(None);
        calls[3] = Op::Satisfiable {
            dst: R1,
            frame: Frame::New,
            advice: adv_module::AdviceId(0),
        };
        assert!(Checking::of(&calls).after_move, "it is not reached");
        calls[1] = Op::Truth {
            dst: R0,
            value: true,
        };
        assert_eq!(Checking::of(&calls), Checking::default());
    }
}
