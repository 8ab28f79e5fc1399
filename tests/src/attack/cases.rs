//! Case files: whole ones, changed ones, and ones whose sums were made right after the change.
//!
//! A file that is read is written again as it was; a union with another base has the cases of both; every export is imported as the same
//! base; the nearest cases are those that a plain loop finds. A file that is refused is repaired, and what is copied can be read.

use std::fmt::Write as _;

use adv_cases::export::{Format, export, import};
use adv_cases::{
    CaseBase, Conflict, Near, Prefer, Record, SimilarityWeights, merge, read, repair, write,
};
use adv_chess::numbers::fnv1a;
use adv_testkit::{Numbers, hostile};

use super::{Attack, Ends};
use crate::generate::cases::{Tree, base, question};

/// The most cases of a random base.
const CASES: usize = 12;

/// Words of the format, for changed texts.
const WORDS: &[&str] = &[
    "adv cases 1",
    "case",
    "fen",
    "seen",
    "xp",
    "say",
    "note",
    "sum",
    "end",
    "W",
    "B",
    "-",
    "1",
    "0",
    ",",
    " ",
    "a1",
    "called",
    "belief",
];

/// Case files.
pub struct Cases;

impl Attack for Cases {
    fn name(&self) -> &'static str {
        "cases"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        let count = numbers.below(CASES);
        let text = write(&base(numbers, count, true));
        match numbers.below(4) {
            0 => text.into_bytes(),
            1 => {
                let mut bytes = text.into_bytes();
                hostile::change_bytes(numbers, &mut bytes);
                bytes
            }
            2 => hostile::change_text(numbers, &[text], WORDS),
            _ => {
                let mut bytes = text.into_bytes();
                hostile::change_bytes(numbers, &mut bytes);
                summed(&bytes)
            }
        }
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let mut end = |end| *ends.entry(end).or_default() += 1;
        // No text that is no export makes an import fail in another way than by its fault.
        for format in Format::ALL {
            if let Ok(base) = import(input, format) {
                same(
                    &base,
                    &read_again(&base)?,
                    "an imported base is read as another",
                )?;
            }
        }
        let base = match read(input) {
            Ok(base) => base,
            Err(fault) if fault.line == 0 || fault.what.is_empty() || fault.help.is_empty() => {
                return Err(format!("a fault says nothing: {fault:?}"));
            }
            Err(_) => {
                end("refused");
                let Ok(repaired) = repair(input) else {
                    return Ok(());
                };
                if !repaired.base.records().is_empty() {
                    end("repaired");
                }
                return same(
                    &repaired.base,
                    &read_again(&repaired.base)?,
                    "a repaired base is read as another",
                );
            }
        };
        end("read");
        if write(&base).as_bytes() != input {
            return Err("it is written otherwise than it was read".to_owned());
        }
        let whole =
            repair(input).map_err(|fault| format!("a whole file is not repaired: {fault}"))?;
        same(&whole.base, &base, "a whole file is repaired to another")?;
        for format in Format::ALL {
            let text = export(&base, format);
            let again = import(text.as_bytes(), format);
            let again =
                again.map_err(|fault| format!("{format:?} is not imported: {fault}\n{text}"))?;
            same(&again, &base, "an export is imported as another base")?;
        }
        let mut numbers = Numbers::new(fnv1a(input.iter().copied()));
        unions(&base, &mut numbers)?;
        nearest(&base, &mut numbers)
    }
}

fn same(found: &CaseBase, expected: &CaseBase, what: &str) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what}:\n{}\n{}", write(found), write(expected))),
    }
}

fn read_again(base: &CaseBase) -> Result<CaseBase, String> {
    let text = write(base);
    read(text.as_bytes()).map_err(|fault| format!("what was written is refused: {fault}\n{text}"))
}

/// Two overlapping parts of a base, of which one is changed here and there, merged and held against a plain loop.
fn unions(base: &CaseBase, numbers: &mut Numbers) -> Result<(), String> {
    let mut parts: [Vec<Record>; 2] = Default::default();
    for record in base.records() {
        let into = numbers.below(3);
        for (place, part) in parts.iter_mut().enumerate() {
            if into == place || into == 2 {
                part.push(record.clone());
            }
        }
    }
    let changes = numbers.percent(50);
    for record in &mut parts[1] {
        if changes && numbers.percent(40) {
            record.case.facts[0].worth += 1;
        }
    }
    let [first, second] = parts.map(|part| CaseBase::from_records(part).expect("a part of a base"));
    // The plain union.
    let mut conflicts = Vec::new();
    let mut unions = [first.records().to_vec(), first.records().to_vec()];
    for record in second.records() {
        let mine = first
            .records()
            .iter()
            .position(|r| r.case.same_subject(&record.case));
        let Some(mine) = mine else {
            for union in &mut unions {
                let number = union.last().map_or(0, |record| record.number) + 1;
                union.push(Record {
                    number,
                    ..record.clone()
                });
            }
            continue;
        };
        if unions[0][mine].case != record.case {
            conflicts.push(Conflict {
                first: unions[0][mine].number,
                second: record.number,
            });
            unions[1][mine].case = record.case.clone();
        }
    }
    for (prefer, union) in [Prefer::First, Prefer::Second].into_iter().zip(unions) {
        let (found, report) =
            merge(&first, &second, Some(prefer)).map_err(|(fault, _)| fault.to_string())?;
        let expected = CaseBase::from_records(union).map_err(|(_, fault)| fault.to_string())?;
        same(&found, &expected, "a merge is no union")?;
        if report.conflicts != conflicts {
            return Err(format!(
                "conflicts {:?}, expected {conflicts:?}",
                report.conflicts
            ));
        }
    }
    match merge(&first, &second, None) {
        Ok(_) if conflicts.is_empty() => Ok(()),
        Err((_, report)) if !conflicts.is_empty() && report.conflicts == conflicts => Ok(()),
        other => Err(format!("without a preference: {other:?}")),
    }
}

/// The nearest cases held against a plain loop over the case's own neighbours.
fn nearest(base: &CaseBase, numbers: &mut Numbers) -> Result<(), String> {
    let Some(record) = base.records().first() else {
        return Ok(());
    };
    let question = question(numbers, record.case.position);
    let weights = SimilarityWeights::default();
    let found = base.nearest(&question, &Tree, &weights, usize::MAX);
    let mut expected: Vec<Near> = Vec::new();
    for record in base.records() {
        let alone = Record {
            number: record.number,
            case: record.case.clone(),
        };
        let alone = CaseBase::from_records(vec![alone]).map_err(|(_, fault)| fault.to_string())?;
        expected.extend(alone.nearest(&question, &Tree, &weights, 1));
    }
    // A stable sort: of equal ones the oldest stays first.
    expected.sort_by_key(|near| -near.likeness.total);
    if found != expected {
        return Err(format!("nearest {found:?}, expected {expected:?}"));
    }
    for count in [0, 1, 2] {
        if base.nearest(&question, &Tree, &weights, count)[..]
            != expected[..count.min(expected.len())]
        {
            return Err(format!("the {count} nearest are not the first of all"));
        }
    }
    Ok(())
}

/// A file with the sums of what it has, where it has the lines of one.
fn summed(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let mut made = String::new();
    let mut sums = String::new();
    let (mut start, mut count) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.starts_with("case ") {
            start = made.len();
        }
        if line.starts_with("sum ") {
            let sum = format!("{:016x}", fnv1a(made[start..].bytes()));
            let _ = writeln!(made, "sum {sum}");
            sums += &sum;
            count += 1;
        } else if line.starts_with("end ") {
            let _ = writeln!(made, "end {count} {:016x}", fnv1a(sums.bytes()));
        } else {
            made += line;
        }
    }
    made.into_bytes()
}
