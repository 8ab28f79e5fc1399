//! Instructions in readable form, each group below the source line that it comes from.

use super::line;
use crate::ids::{FnId, Reg};
use crate::op::Op;
use crate::primitive::Primitive;
use crate::program::{Function, Program, SourceText};
use crate::types::{Frame, Ty, Who};

/// Where each line of the source begins.
pub(super) struct Lines<'m> {
    source: Option<&'m SourceText>,
    text: &'m str,
    starts: Vec<usize>,
}

impl<'m> Lines<'m> {
    pub(super) fn of(module: &'m Program) -> Self {
        let text = module
            .source
            .as_ref()
            .map_or("", |source| source.text.as_str());
        let ends = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n')
            .map(|(at, _)| at + 1);
        Lines {
            source: module.source.as_ref(),
            text,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// The number of the line that a byte is in, from 1; `None` without a source or for a byte after its end.
    pub(super) fn number(&self, byte: u32) -> Option<usize> {
        let inside = !self.text.is_empty() && byte as usize <= self.text.len();
        inside.then(|| self.starts.partition_point(|&start| start <= byte as usize))
    }

    /// The number of a line within its file, and the name of a used file.
    fn within(&self, number: usize) -> (usize, Option<String>) {
        let own = || {
            let source = self.source?;
            let start = *self.starts.get(number.checked_sub(1)?)?;
            let used = source.used_at(u32::try_from(start).ok()?)?;
            let first = source.used.get(used)?.start as usize;
            let before = self.starts.partition_point(|&start| start < first);
            Some((
                number.checked_sub(before)?,
                source.used.get(used)?.path.clone(),
            ))
        };
        own().map_or((number, None), |(number, file)| (number, Some(file)))
    }

    fn line(&self, number: usize) -> &'m str {
        let start = number
            .checked_sub(1)
            .and_then(|index| self.starts.get(index));
        let end = self.starts.get(number).copied().unwrap_or(self.text.len());
        start
            .and_then(|&start| self.text.get(start..end))
            .unwrap_or("")
            .trim()
    }
}

/// Lists a function's code.
pub(super) fn list(out: &mut String, module: &Program, function: &Function, lines: &Lines<'_>) {
    let mut shown = None;
    let mut depth = 0usize;
    for (index, &op) in function.code.iter().enumerate() {
        let place = function
            .places
            .get(index)
            .filter(|place| place.start < place.end);
        let number = place.and_then(|place| lines.number(place.start));
        if let Some(number) = number
            && shown != Some(number)
        {
            match lines.within(number) {
                (line, None) => line!(out, "     {line:>6} | {}", lines.line(number)),
                (line, Some(file)) => {
                    line!(out, "     {line:>6} | {}   ({file})", lines.line(number));
                }
            }
            shown = Some(number);
        }
        if matches!(op, Op::Loop { .. }) {
            depth = depth.saturating_sub(1);
        }
        line!(
            out,
            "  {index:>4}  {:indent$}{}",
            "",
            text(module, op),
            indent = 2 * depth.min(8)
        );
        if matches!(op, Op::ForEach { .. }) {
            depth += 1;
        }
    }
}

/// A set of squares: its squares where they are few, and the word.
pub(super) fn squares(word: u64) -> String {
    let name = |square: u32| {
        let file = char::from_u32(u32::from('a') + square % 8).unwrap_or('?');
        format!("{file}{}", square / 8 + 1)
    };
    let all: Vec<_> = (0..64)
        .filter(|square| word >> square & 1 == 1)
        .map(name)
        .collect();
    match all.len() {
        0..=8 => format!("{{{}}}  {word:#018x}", all.join(", ")),
        count => format!("{count} squares  {word:#018x}"),
    }
}

fn r(register: Reg) -> String {
    format!("r{}", register.0)
}

fn role(role: u8) -> String {
    "KQRBNP*"
        .chars()
        .nth(usize::from(role))
        .map_or_else(|| format!("?{role}"), String::from)
}

fn who(who: Who, of: u8) -> String {
    format!("{}.{}", who.word(), role(of))
}

/// The registers of arguments.
fn window(base: Reg, params: &[Ty]) -> String {
    let registers: Vec<_> = (usize::from(base.0)..)
        .take(params.len())
        .map(|index| format!("r{index}"))
        .collect();
    registers.join(", ")
}

/// A call of a function of the module, with the register its window begins at.
fn call(module: &Program, base: Reg, function: FnId) -> String {
    let params = module
        .signature(function)
        .map_or(&[][..], |signature| signature.params);
    format!(
        "f{} {}({})  @r{}",
        function.0,
        module.function_name(function),
        window(base, params),
        base.0
    )
}

/// An instruction in readable form.
fn text(module: &Program, op: Op) -> String {
    let word = op.mnemonic();
    let constant = |index: usize| module.constants.get(index).copied().unwrap_or(0);
    let value = match op {
        Op::Board { k, .. } => format!("{word} k{} {}", k.0, squares(constant(k.index()))),
        Op::Number { value, .. } => value.to_string(),
        Op::BigNumber { k, .. } => constant(k.index()).cast_signed().to_string(),
        Op::Truth { value, .. } => value.to_string(),
        Op::Move { src, .. } => r(src),
        Op::Piece {
            frame,
            who: of,
            role,
            ..
        } => format!("{}{}", frame.word(), who(of, role)),
        Op::Squares { frame, piece, .. } => format!("{}{word} {}", frame.word(), r(piece)),
        Op::Designate { who: of, role, .. } => format!("{word} {}", who(of, role)),
        Op::DesignateOf { side, role: of, .. } => format!("{word} {}.{}", r(side), role(of)),
        Op::Side { who, .. } => format!("{word} {}", who.word()),
        Op::ToMove { frame, who, .. } => format!("{}{word} {}", frame.word(), who.word()),
        Op::From { .. } => "FROM".to_owned(),
        Op::To { .. } => "TO".to_owned(),
        Op::Taken { .. } => "TAKEN".to_owned(),
        Op::Here { .. } => "HERE".to_owned(),
        Op::Union { a, b, .. } => infix(a, "∪", b),
        Op::Intersect { a, b, .. } => infix(a, "∩", b),
        Op::Minus { a, b, .. } => infix(a, "\\", b),
        Op::Complement { a, .. } => format!("~{}", r(a)),
        Op::Add { a, b, .. } => infix(a, "+", b),
        Op::Sub { a, b, .. } => infix(a, "-", b),
        Op::Mul { a, b, .. } => infix(a, "*", b),
        Op::AddImm { a, value, .. } => immediate(a, "+", value),
        Op::MulImm { a, value, .. } => immediate(a, "*", value),
        Op::Neg { a, .. } => format!("-{}", r(a)),
        Op::Eq { a, b, .. } => infix(a, "=", b),
        Op::Ne { a, b, .. } => infix(a, "≠", b),
        Op::Lt { a, b, .. } => infix(a, "<", b),
        Op::Le { a, b, .. } => infix(a, "≤", b),
        Op::EqImm { a, value, .. } => immediate(a, "=", value),
        Op::LtImm { a, value, .. } => immediate(a, "<", value),
        Op::GtImm { a, value, .. } => immediate(a, ">", value),
        Op::Subset { a, b, .. } => infix(a, "⊆", b),
        Op::NonEmpty { a, .. } => format!("{} ≠ ∅", r(a)),
        Op::IsEmpty { a, .. } => format!("{} = ∅", r(a)),
        Op::Not { a, .. } => format!("¬{}", r(a)),
        Op::Abs { a, .. } | Op::Count { a, .. } | Op::File { a, .. } | Op::Rank { a, .. } => {
            format!("{word} {}", r(a))
        }
        Op::Min { a, b, .. }
        | Op::Max { a, b, .. }
        | Op::Dist { a, b, .. }
        | Op::Manhattan { a, b, .. } => {
            format!("{word} {}, {}", r(a), r(b))
        }
        Op::Prim {
            base, frame, prim, ..
        } => match Primitive::ALL.get(usize::from(prim.tag())) {
            Some(entry) => format!(
                "{}{}({})",
                frame.word(),
                entry.name,
                window(base, entry.params)
            ),
            None => format!("{word} {}", prim.tag()),
        },
        Op::Call {
            base,
            frame,
            function,
            ..
        } => match frame {
            Frame::Current => call(module, base, function),
            _ => format!("{}{}", frame.word(), call(module, base, function)),
        },
        Op::CallFor {
            base,
            frame,
            function,
            ..
        } => format!(
            "{}{word} r{}, r{}: f{} {}",
            frame.word(),
            base.0,
            u16::from(base.0) + 1,
            function.0,
            module.function_name(function)
        ),
        Op::Kept { slot, function, .. } => {
            format!(
                "{word} slot {}: f{} {}",
                slot.0,
                function.0,
                module.function_name(function)
            )
        }
        Op::Turned { base, function, .. } => format!("{word} {}", call(module, base, function)),
        Op::Satisfiable { frame, advice, .. } => {
            let name = module
                .advice
                .get(advice.index())
                .map_or("?", |advice| &advice.name);
            format!("{}{word} a{} {name}", frame.word(), advice.0)
        }
        Op::Jump { to } | Op::Loop { to } => return format!("{word} -> {to}"),
        Op::JumpIf { a, to } | Op::JumpIfNot { a, to } => {
            return format!("{word} {} -> {to}", r(a));
        }
        Op::ForEach { iter, var, to } => {
            return format!("{word} {} of {}, at the end -> {to}", r(var), r(iter));
        }
        Op::Return { src } => return format!("{word} {}", r(src)),
    };
    match op.destination() {
        Some(dst) => format!("{} := {value}", r(dst)),
        None => value,
    }
}

fn infix(a: Reg, sign: &str, b: Reg) -> String {
    format!("r{} {sign} r{}", a.0, b.0)
}

fn immediate(a: Reg, sign: &str, value: i32) -> String {
    format!("r{} {sign} {value}", a.0)
}
