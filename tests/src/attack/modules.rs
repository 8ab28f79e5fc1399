//! Module files: records and instructions changed where they mean something, bytes changed anywhere, and every sum made right again.
//!
//! ```text
//!   Program ──change──▶ write ──▶ bytes ──change, mend──▶ read ── verify ── link ── run natively and interpreted
//! ```

use adv::{Examination, Rulebook};
use adv_module::format::{CHECKSUM, fnv1a, primitive_fingerprint};
use adv_module::program::{Class, Entry, FromSet, Program, Successor};
use adv_module::{AdviceId, FnId, Needs, Op, SearchMode, StrategyId, TableId, Ty, When, Who};
use adv_testkit::{Numbers, hostile};

use super::drive::{agree, prove_alike};
use super::{Attack, Ends, seeds};

/// Modules of the repository's programs with changed records, instructions and bytes. Each is refused, or runs natively as it is
/// interpreted.
pub struct Modules;

impl Attack for Modules {
    fn name(&self) -> &'static str {
        "modules"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        let rulebook: &Rulebook = numbers.pick(seeds::rulebooks());
        let bytes = rulebook.module_file(numbers.percent(80));
        let Ok(read) = adv_module::read(&bytes) else {
            return bytes;
        };
        let mut program = read.program().clone();
        for _ in 0..numbers.between(1, 4) {
            match numbers.below(10) {
                0..6 => change_code(numbers, &mut program),
                6..9 => change_records(numbers, &mut program),
                _ => change_head(numbers, &mut program),
            }
        }
        let mut bytes = adv_module::write(&program);
        if numbers.percent(15) {
            hostile::change_bytes(numbers, &mut bytes);
        }
        mend(&mut bytes);
        bytes
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let mut end = |end| *ends.entry(end).or_default() += 1;
        let Ok(read) = adv_module::read(input) else {
            end("not read");
            return Ok(());
        };
        if adv_module::write(read.program()) != input {
            return Err("what is read writes back to other bytes".to_owned());
        }
        // The listing is for what is not known to be sound, too.
        if adv_module::listing(read.program()).is_empty() {
            return Err("the listing is empty".to_owned());
        }
        // The text of a mutated module is no longer that of its code, which is attacked here.
        let examination = Examination::of_code("hostile.advc", input);
        let examination = examination.map_err(|error| error.to_string())?;
        if examination.module.is_none() {
            end("not verified");
            return Ok(());
        }
        let Ok(rulebook) = examination.into_rulebook() else {
            end("not linked");
            return Ok(());
        };
        end("verified");
        let mut numbers = Numbers::new(fnv1a(input));
        agree(&rulebook, &mut numbers, ends)?;
        if numbers.percent(20) {
            prove_alike(&rulebook, ends)?;
        }
        Ok(())
    }
}

/// Makes the fingerprint of the primitives and the checksum those of the bytes.
pub(super) fn mend(bytes: &mut [u8]) {
    /// The number of primitives that are used, and the fingerprint of their table's beginning.
    const COUNT: usize = 6;
    const FINGERPRINT: std::ops::Range<usize> = 7..15;
    let Some(end) = bytes.len().checked_sub(CHECKSUM) else {
        return;
    };
    if end < FINGERPRINT.end {
        return;
    }
    let fingerprint = primitive_fingerprint(bytes[COUNT]).to_le_bytes();
    bytes[FINGERPRINT].copy_from_slice(&fingerprint);
    let sum = fnv1a(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

/// Changes one instruction: an operand, the operation, its place, or a jump's target.
fn change_code(numbers: &mut Numbers, program: &mut Program) {
    let count = program.functions.len();
    let others: Vec<Op> = match count {
        0 => return,
        _ => program.functions[numbers.below(count)].code.clone(),
    };
    let function = &mut program.functions[numbers.below(count)];
    if function.code.is_empty() || others.is_empty() {
        return;
    }
    let at = numbers.below(function.code.len());
    let length = function.code.len();
    match numbers.below(12) {
        // An operand: seven bytes follow the operation's own.
        0..5 => {
            let mut bytes = function.code[at].encode();
            let byte = numbers.between(1, Op::BYTES - 1);
            bytes[byte] = match numbers.below(4) {
                0 => numbers.bits() as u8,
                1 => bytes[byte] ^ 1 << numbers.below(8),
                2 => bytes[byte].wrapping_add(1),
                _ => numbers.below(function.registers as usize) as u8,
            };
            function.code[at] = Op::decode(bytes).unwrap_or(function.code[at]);
        }
        // Another operation with the same operands.
        5 | 6 => {
            let mut bytes = function.code[at].encode();
            bytes[0] = numbers.below(64) as u8;
            function.code[at] = Op::decode(bytes).unwrap_or(function.code[at]);
        }
        7 => function.code.swap(at, numbers.below(length)),
        8 => function.code[at] = numbers.one(&others),
        9 => function.code.insert(at, numbers.one(&others)),
        10 if length > 1 => {
            function.code.remove(at);
        }
        _ => {
            let to = numbers.below(length + 2) as u32;
            function.code[at] = match function.code[at] {
                Op::JumpIf { a, .. } => Op::JumpIf { a, to },
                Op::JumpIfNot { a, .. } => Op::JumpIfNot { a, to },
                Op::ForEach { iter, var, .. } => Op::ForEach { iter, var, to },
                Op::Loop { .. } => Op::Loop { to },
                _ => Op::Jump { to },
            };
        }
    }
    // A stripped module has no places, another one as many as instructions.
    if !function.places.is_empty() {
        function.places.resize(function.code.len(), function.place);
    }
}

/// Some function, mostly one that is there.
fn function(numbers: &mut Numbers, functions: usize) -> FnId {
    match numbers.percent(5) {
        true => FnId(numbers.bits() as u32),
        false => FnId(numbers.below(functions) as u32),
    }
}

/// Changes a record: what a piece-of-advice, a table, a strategy or a claim points to, or how far it goes.
fn change_records(numbers: &mut Numbers, program: &mut Program) {
    let functions = program.imports.len() + program.functions.len();
    let (advice, tables) = (program.advice.len(), program.tables.len());
    let strategies = program.strategies.len();
    let any_advice = |numbers: &mut Numbers| AdviceId(numbers.below(advice + 1) as u16);
    let which = numbers.below(8);
    if which < 4 && advice > 0 {
        let piece = &mut program.advice[numbers.below(advice)];
        match numbers.below(10) {
            0 => piece.better.test = Some(function(numbers, functions)),
            1 => piece.holding.test = Some(function(numbers, functions)),
            2 => piece.better.when = numbers.one(&[When::Always, When::AfterUs, When::AfterThem]),
            3 => piece.depth = numbers.one(&[0, 1, 2, 3, 8, 200, 201, u16::MAX]),
            4 => {
                piece.side =
                    numbers.one(&[None, Some(Who::White), Some(Who::Black), Some(Who::Them)])
            }
            5 => std::mem::swap(&mut piece.us, &mut piece.them),
            6 => piece.prefer.push(function(numbers, functions)),
            7 => {
                let tag = numbers.below(5) as u8;
                piece.mode = SearchMode::from_tag(tag).unwrap_or(piece.mode);
            }
            _ => {
                let spec = match numbers.percent(50) {
                    true => &mut piece.us,
                    false => &mut piece.them,
                };
                match spec.every.is_empty() {
                    true => spec.phases.truncate(numbers.below(spec.phases.len() + 1)),
                    false => {
                        let at = numbers.below(spec.every.len());
                        change_class(numbers, &mut spec.every[at], functions);
                    }
                }
            }
        }
        return;
    }
    if which < 6 && tables > 0 {
        let table = &mut program.tables[numbers.below(tables)];
        match numbers.below(4) {
            0 => table.beyond.push(match numbers.percent(70) {
                true => Successor::Table(TableId(numbers.below(tables + 1) as u16)),
                false => Successor::Strategy(StrategyId(numbers.below(strategies + 1) as u16)),
            }),
            1 => table.side = numbers.one(&[None, Some(Who::White), Some(Who::Us)]),
            _ if table.rules.is_empty() => table.leaves = !table.leaves,
            _ => {
                let at = numbers.below(table.rules.len());
                let rule = &mut table.rules[at];
                match numbers.below(4) {
                    0 => rule.condition = Some(function(numbers, functions)),
                    1 => rule.list.push(Entry::Advice(any_advice(numbers))),
                    2 => {
                        let several = (0..numbers.below(4)).map(|_| any_advice(numbers)).collect();
                        rule.list
                            .push(Entry::Shortest(numbers.below(10) as u16, several));
                    }
                    _ => rule.list.truncate(numbers.below(rule.list.len() + 1)),
                }
            }
        }
        return;
    }
    if which == 6 && !program.strategies.is_empty() {
        let at = numbers.below(program.strategies.len());
        let strategy = &mut program.strategies[at];
        let length = strategy.body.len();
        if length > 1 {
            let (a, b) = (numbers.below(length), numbers.below(length));
            match numbers.below(3) {
                0 => strategy.body.swap(a, b),
                1 => drop(strategy.body.remove(a)),
                _ => strategy.body.insert(a, strategy.body[b].clone()),
            }
        }
        return;
    }
    if !program.claims.is_empty() {
        let at = numbers.below(program.claims.len());
        let claim = &mut program.claims[at];
        match numbers.below(5) {
            3 => {
                let fen = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1".to_owned();
                claim.from.set = FromSet::List(vec![fen; numbers.below(4)]);
            }
            0 => claim.from.condition = Some(function(numbers, functions)),
            1 => claim.from.set = FromSet::Random(numbers.one(&[0, 1, 20, u64::MAX])),
            2 => claim.from.set = FromSet::One("8/8/8/8/8/2k5/1R6/K7 w - - 0 1".to_owned()),
            _ => claim.goals.truncate(numbers.below(claim.goals.len() + 1)),
        }
    }
}

fn change_class(numbers: &mut Numbers, class: &mut Class, functions: usize) {
    match numbers.below(7) {
        0 => class.roles = numbers.bits() as u8,
        1 => class.from = Some(function(numbers, functions)),
        2 => class.to = Some(function(numbers, functions)),
        3 => class.filter = Some(function(numbers, functions)),
        4 => class.promote = numbers.one(&[None, Some(1), Some(4), Some(5), Some(255)]),
        5 => class.keys.push(function(numbers, functions)),
        _ => class.who = numbers.one(&[None, Some(Who::Us), Some(Who::Black)]),
    }
}

/// Changes what functions, constants and slots are declared to be.
fn change_head(numbers: &mut Numbers, program: &mut Program) {
    let types = [Ty::Board, Ty::Number, Ty::Truth, Ty::Piece, Ty::Side];
    let functions = program.functions.len();
    match numbers.below(7) {
        0 if !program.constants.is_empty() => {
            let at = numbers.below(program.constants.len());
            program.constants[at] = numbers.bits();
        }
        1 => program.slots = numbers.one(&[0, 1, program.slots.wrapping_add(1), u16::MAX]),
        2 => {
            let material = program.material.get_or_insert_default();
            let (side, role) = (numbers.below(2), numbers.below(6));
            material.counts[side][role] = numbers.one(&[0, 1, 2, 9, 64, 255]);
        }
        3 => program.example = Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()),
        _ if functions > 0 => {
            let function = &mut program.functions[numbers.below(functions)];
            match numbers.below(4) {
                0 => function.registers = numbers.one(&[0, 1, 2, 255, 256, 257, u16::MAX]),
                1 => function.result = numbers.one(&types),
                2 => function.params.push(numbers.one(&types)),
                _ => function.needs = Needs(numbers.below(18) as u8),
            }
        }
        _ => {}
    }
}
