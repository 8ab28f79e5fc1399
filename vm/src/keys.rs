//! Keys that are tables: what looks at nothing but the move's target and one square is remembered.
//!
//! A key such as `if file(TO) = file(R) then 2 * rank(TO) else 2 * file(TO) + 1` is asked for every move of every node, and has
//! one value for each pair of squares. Such a function gets a table of 64 by 64 values, filled as it is asked. Fuel is burnt as
//! if it had been evaluated, so that a budget ends at the same place whatever was asked before.

use adv_chess::{Move, Position};
use adv_module::{Frame, Op, Who};

use crate::env::{Env, squares};
use crate::limits::Stop;
use crate::run::Run;

/// The one square beside `TO` that a function looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// None.
    Nothing,
    /// `FROM`.
    From,
    /// A man, where there is exactly one of it.
    Piece(Frame, Who, u8),
}

/// What a function looks at beside `TO`, where that is at most one square and nothing else.
pub(crate) fn input_of(code: &[Op]) -> Option<Input> {
    let mut input = Input::Nothing;
    for op in code {
        let found = match *op {
            Op::From { .. } => Input::From,
            Op::Piece {
                frame, who, role, ..
            } if frame != Frame::New => Input::Piece(frame, who, role),
            Op::To { .. }
            | Op::Number { .. }
            | Op::Truth { .. }
            | Op::Move { .. }
            | Op::Add { .. }
            | Op::Sub { .. }
            | Op::Mul { .. }
            | Op::AddImm { .. }
            | Op::MulImm { .. }
            | Op::Neg { .. }
            | Op::Abs { .. }
            | Op::Min { .. }
            | Op::Max { .. }
            | Op::Count { .. }
            | Op::File { .. }
            | Op::Rank { .. }
            | Op::Dist { .. }
            | Op::Manhattan { .. }
            | Op::Eq { .. }
            | Op::Ne { .. }
            | Op::Lt { .. }
            | Op::Le { .. }
            | Op::EqImm { .. }
            | Op::LtImm { .. }
            | Op::GtImm { .. }
            | Op::Not { .. }
            | Op::Jump { .. }
            | Op::JumpIf { .. }
            | Op::JumpIfNot { .. }
            | Op::Return { .. } => continue,
            _ => return None,
        };
        if input != Input::Nothing && input != found {
            return None;
        }
        input = found;
    }
    Some(input)
}

/// Stands where nothing has been asked yet. A key with this very value is evaluated every time.
const UNASKED: u64 = i64::MIN as u64;

/// The values of one function, `64 * square + to`; empty until it is asked.
pub(crate) type Table = Vec<u64>;

impl Run<'_> {
    /// A key or filter that is a table.
    pub(crate) fn tabled(
        &mut self,
        function: adv_module::FnId,
        input: Input,
        env: &Env<'_>,
        m: Move,
    ) -> Result<u64, Stop> {
        let square = match input {
            Input::Nothing => 1,
            Input::From => env.from,
            Input::Piece(frame, who, role) => {
                let position: &Position = env.positions[frame as usize];
                squares(position, env.color(who), role)
            }
        };
        if !square.is_power_of_two() {
            return self.word(function, env);
        }
        let index = 64 * square.trailing_zeros() as usize + usize::from(m.to & 63);
        let cost = self.codes[function.index()].steps.len() as u64;
        if let Some(&value) = self.tables[function.index()].get(index)
            && value != UNASKED
        {
            self.meter.burn(cost)?;
            return Ok(value);
        }
        let value = self.word(function, env)?;
        let table = &mut self.tables[function.index()];
        if table.is_empty() {
            table.resize(64 * 64, UNASKED);
        }
        table[index] = value;
        Ok(value)
    }
}
