//! Cheap stretches with branches become stretches without: everything is computed, and what counts is chosen.
//!
//! A branch that goes one way as often as the other costs as much as fifty instructions, and goals are made of such branches. So
//! blocks that cost little ([`crate::flow::Flow::region`]) are executed one after the other whatever holds. Each has a path,
//! the condition under which control would really come there; where ways meet, the paths choose.

use std::collections::BTreeMap;

use adv_module::{Op, Reg};
use cranelift_codegen::ir::InstBuilder;

use super::joins::{Form, form};
use super::paths::{Literal, Path};
use super::value::{State, Test, Val};
use super::{Edge, Emit, Trial};
use crate::flow::RETURN;

/// How much is computed to save branches, in instructions of a processor.
const BUDGET: u32 = 24;

/// Paths of more literals are not written out any further.
const LONGEST_PATH: usize = 6;

/// A way into a block: when it is taken, and what is known then.
struct Way {
    path: Path,
    state: State,
    /// The value that is handed back, on the way out.
    value: Val,
}

#[derive(Default)]
struct Ways {
    tests: Vec<Test>,
    to: BTreeMap<usize, Vec<Way>>,
}

impl Ways {
    fn add(&mut self, to: usize, path: Path, state: State, value: Val) {
        let way = Way { path, state, value };
        self.to.entry(to).or_default().push(way);
    }

    fn literal(&mut self, test: Test) -> Literal {
        self.tests.push(test);
        (self.tests.len() - 1, true)
    }
}

impl Emit<'_, '_> {
    /// Goes on after a jump without branching, as far as that is cheap; false where it is not.
    pub(super) fn without_branches(&mut self, code: &[Op], pc: usize) -> Option<bool> {
        // In a row the processor learns the branches of one goal in its one place, and goes on with the next position meanwhile.
        let budget = if self.branches { 0 } else { BUDGET };
        let region = self.flow.region(pc + 1, budget);
        if region.is_empty() {
            return Some(false);
        }
        let before = self.state.clone();
        self.trial = Some(Trial::default());
        let mut ways = Ways::default();
        self.leave(&mut ways, code, pc, Path::always())?;
        for start in region {
            let Some(into) = ways.to.remove(&start) else {
                continue;
            };
            let (mut path, _) = self.meet(&ways.tests, start, into);
            if path.length() > LONGEST_PATH {
                // What has become long is a test of its own.
                let test = self.condition(&ways.tests, &path);
                let flag = Test::Flag(self.flag(test));
                path = Path::always().and(ways.literal(flag));
            }
            let end = self.flow.block(start)?.end;
            for at in start..end {
                let op = *code.get(at)?;
                if !matches!(
                    op,
                    Op::Jump { .. } | Op::JumpIf { .. } | Op::JumpIfNot { .. } | Op::Return { .. }
                ) {
                    self.compute(op)?;
                }
            }
            self.leave(&mut ways, code, end.checked_sub(1)?, path)?;
        }
        let trial = self.trial.take()?;
        if trial.failed || ways.to.len() > 2 {
            // The emitted code is unused, and vanishes.
            self.state = before;
            return Some(false);
        }
        self.go_out(ways);
        Some(true)
    }

    /// The ways out of a block whose last instruction is given.
    fn leave(&mut self, ways: &mut Ways, code: &[Op], last: usize, path: Path) -> Option<()> {
        let none = Val::Const(0);
        match *code.get(last)? {
            Op::Return { src } => {
                let value = self.state.get(src);
                let mut state = self.state.clone();
                state.clear();
                ways.add(RETURN, path, state, value);
            }
            Op::Jump { to } => ways.add(to as usize, path, self.state.clone(), none),
            op @ (Op::JumpIf { .. } | Op::JumpIfNot { .. }) => {
                let (test, on, yes, no) = self.fork(last, op)?;
                let (one, other) = match test {
                    Test::Known(true) => (path, Path::never()),
                    Test::Known(false) => (Path::never(), path),
                    test => {
                        let (literal, _) = ways.literal(test);
                        (path.and((literal, true)), path.and((literal, false)))
                    }
                };
                for (path, holds, to) in [(one, true, yes), (other, false, no)] {
                    if path != Path::never() {
                        let mut state = self.state.clone();
                        state.learn(test, holds, on);
                        ways.add(to, path, state, none);
                    }
                }
            }
            _ => ways.add(last + 1, path, self.state.clone(), none),
        }
        Some(())
    }

    /// Chooses what is known where ways meet, and when control comes there. Also the value that is handed back.
    fn meet(&mut self, tests: &[Test], at: usize, mut ways: Vec<Way>) -> (Path, Val) {
        // The last to choose is the simplest, which the others need not repeat.
        ways.sort_by_key(|way| std::cmp::Reverse(way.path.length()));
        let path = ways
            .iter()
            .fold(Path::never(), |all, way| all.or(&way.path));
        let live = self.flow.live.get(at).copied().unwrap_or_default();
        let present = ways
            .iter()
            .fold(u32::MAX, |all, way| all & way.state.present);
        let mut state = State::new();
        for register in (0..=u8::MAX).filter(|register| live.has(*register)) {
            let register = Reg(register);
            let values: Vec<Val> = ways.iter().map(|way| way.state.get(register)).collect();
            let sure: Vec<Val> = ways.iter().map(|way| way.state.sure(register.0)).collect();
            let val = self.chosen(tests, &ways, &values, &sure);
            state.set(register, val);
        }
        let values: Vec<Val> = ways.iter().map(|way| way.value).collect();
        let value = self.chosen(tests, &ways, &values, &values);
        self.state = state;
        self.state.present = present;
        (path, value)
    }

    /// One of several values, by which way control comes.
    fn chosen(&mut self, tests: &[Test], ways: &[Way], values: &[Val], sure: &[Val]) -> Val {
        let Some((&first, rest)) = values.split_first() else {
            return Val::Const(0);
        };
        if rest.iter().all(|val| *val == first) {
            return first;
        }
        let form = form(sure);
        let shared = Path::shared(ways.iter().map(|way| &way.path));
        let mut chosen = None;
        for (at, val) in sure.iter().enumerate() {
            let value = self.shaped(*val, form);
            let Some(so_far) = chosen else {
                chosen = Some(value);
                continue;
            };
            // Control does come here, so the conditions of the ways need no test.
            let mut path = ways[at].path.without(&shared);
            for later in &ways[at + 1..] {
                if let [product] = later.path.without(&shared).products()
                    && let [literal] = product[..]
                {
                    path = path.given_not(literal);
                }
            }
            let test = self.condition(tests, &path);
            chosen = Some(match (form, *val) {
                // Of two truths one is often known.
                (Form::Flag, Val::Const(0)) => {
                    let not = self.not(test);
                    let (a, b) = (self.flag(not), so_far);
                    self.b.ins().band(a, b)
                }
                (Form::Flag, Val::Const(_)) => {
                    let (a, b) = (self.flag(test), so_far);
                    self.b.ins().bor(a, b)
                }
                _ => self.choose(test, value, so_far),
            });
        }
        chosen.map_or(first, |value| form.of(value))
    }

    /// The test of a path.
    fn condition(&mut self, tests: &[Test], path: &Path) -> Test {
        let mut sum = Test::Known(false);
        for product in path.products() {
            let mut all = Test::Known(true);
            for &(test, holds) in product {
                let test = tests.get(test).copied().unwrap_or(Test::Known(true));
                let test = if holds { test } else { self.not(test) };
                all = self.both(all, test);
            }
            sum = self.either(sum, all);
        }
        sum
    }

    /// Goes to the one or two places that are left.
    fn go_out(&mut self, mut ways: Ways) {
        let Some((first, into)) = ways.to.pop_first() else {
            return;
        };
        let (path, value) = self.meet(&ways.tests, first, into);
        let state = self.state.clone();
        let Some((second, into)) = ways.to.pop_first() else {
            self.arrive(first, value);
            return;
        };
        let (other, other_value) = self.meet(&ways.tests, second, into);
        let other_state = self.state.clone();
        let (then, otherwise) = (self.b.create_block(), self.b.create_block());
        let test = if path.length() <= other.length() {
            self.condition(&ways.tests, &path)
        } else {
            let test = self.condition(&ways.tests, &other);
            self.not(test)
        };
        self.brif(test, then, otherwise);
        for (block, to, state, value) in [
            (then, first, state, value),
            (otherwise, second, other_state, other_value),
        ] {
            self.state = state;
            if to == RETURN {
                self.b.switch_to_block(block);
                self.arrive(to, value);
            } else {
                let state = self.state.clone();
                self.edges
                    .entry(to)
                    .or_default()
                    .push(Edge { block, state });
            }
        }
    }

    fn arrive(&mut self, at: usize, value: Val) {
        if at == RETURN {
            let value = self.word(value);
            self.hand_on(value);
        } else {
            self.go(at);
        }
    }
}
