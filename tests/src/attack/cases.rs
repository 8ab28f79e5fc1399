//! Case files: whole ones, changed ones, and ones of version 1 whose sums are right.
//!
//! A whole file is written again as it was, and what was read of another is written as what is read again; a union with another base has the
//! cases of both; the lines without the first are imported as the same base, and so is the file of version 1; the nearest cases are those
//! that a plain loop finds. A file that is refused is repaired, and what is copied can be read.

use std::fmt::Write as _;

use adv_cases::export::{epd, pgn};
use adv_cases::{
    Case, CaseBase, Conflict, Near, Prefer, SimilarityWeights, import, merge, read, repair, write,
    write_lines,
};
use adv_chess::geometry::square_name;
use adv_chess::notation::fen;
use adv_chess::numbers::fnv1a;
use adv_chess::squares::file_major;
use adv_testkit::{Numbers, hostile};

use super::{Attack, Ends};
use crate::generate::cases::{base, branches, question};

/// The most cases of a random base.
const CASES: usize = 12;

/// Words of the format, for changed texts.
const WORDS: &[&str] = &[
    "adv cases 1",
    "{\"format\":\"adv cases\",\"version\":2}\n",
    "case",
    "fen",
    "viewer",
    "facts",
    "xp",
    "say",
    "note",
    "sum",
    "end",
    "W",
    "null",
    "[",
    "{",
    "}",
    "\"",
    "-",
    "1",
    "0",
    ",",
    "\n",
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
        let base = base(numbers, count, true);
        let text = match numbers.percent(85) {
            true => write(&base),
            false => old_text(&base),
        };
        match numbers.below(3) {
            0 => text.into_bytes(),
            1 => {
                let mut bytes = text.into_bytes();
                hostile::change_bytes(numbers, &mut bytes);
                bytes
            }
            _ => hostile::change_text(numbers, &[text], WORDS),
        }
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let mut end = |end| *ends.entry(end).or_default() += 1;
        // What no action reads is refused by its fault, and nothing else happens.
        if let Ok(base) = import(input) {
            end("imported");
            let again = read_again(&base)?;
            same(&base, &again, "an imported base is read as another")?;
            let old = import(old_text(&base).as_bytes());
            let old = old.map_err(|fault| format!("version 1 is not imported: {fault}"))?;
            same(
                &base,
                &old,
                "a file of version 1 is imported as another base",
            )?;
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
                if !repaired.base.cases().is_empty() {
                    end("repaired");
                }
                let again = read_again(&repaired.base)?;
                return same(&repaired.base, &again, "a repaired base is read as another");
            }
        };
        end("read");
        same(&base, &read_again(&base)?, "a base is read as another")?;
        let whole =
            repair(input).map_err(|fault| format!("a whole file is not repaired: {fault}"))?;
        same(&whole.base, &base, "a whole file is repaired to another")?;
        if epd(&base).lines().count() != base.cases().len()
            || pgn(&base).matches("[FEN ").count() < base.cases().len()
        {
            return Err("an export lacks a case".to_owned());
        }
        let lines = import(write_lines(&base).as_bytes());
        let lines = lines.map_err(|fault| format!("lines are not imported: {fault}"))?;
        same(&lines, &base, "lines are imported as another base")?;
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
    let again = read(text.as_bytes());
    let again = again.map_err(|fault| format!("what was written is refused: {fault}\n{text}"))?;
    match write(&again) == text {
        true => Ok(again),
        false => Err(format!("it is written otherwise than it was read:\n{text}")),
    }
}

/// Two overlapping parts of a base, of which one is changed here and there, merged and held against a plain loop.
fn unions(base: &CaseBase, numbers: &mut Numbers) -> Result<(), String> {
    let mut parts: [Vec<Case>; 2] = Default::default();
    for case in base.cases() {
        let into = numbers.below(3);
        for (place, part) in parts.iter_mut().enumerate() {
            if into == place || into == 2 {
                part.push(case.clone());
            }
        }
    }
    let changes = numbers.percent(50);
    for case in &mut parts[1] {
        if changes && numbers.percent(40) {
            case.facts[0].worth += 1;
        }
    }
    let [first, second] = parts.map(|part| CaseBase::from_cases(part).expect("a part of a base"));
    // The plain union.
    let mut conflicts = Vec::new();
    let mut unions = [first.cases().to_vec(), first.cases().to_vec()];
    for case in second.cases() {
        let mut cases = first.cases().iter();
        let mine = cases.position(|of| of.subject() == case.subject());
        let Some(mine) = mine else {
            for union in &mut unions {
                // A base without cases takes the numbers too.
                let next = union.last().map_or(0, |case| case.number) + 1;
                let number = if first.cases().is_empty() {
                    case.number
                } else {
                    next
                };
                union.push(Case {
                    number,
                    ..case.clone()
                });
            }
            continue;
        };
        if !unions[0][mine].same_explanation(case) {
            let (first, second) = (unions[0][mine].number, case.number);
            conflicts.push(Conflict { first, second });
            unions[1][mine] = Case {
                number: first,
                ..case.clone()
            };
        }
    }
    for (prefer, union) in [Prefer::First, Prefer::Second].into_iter().zip(unions) {
        let (found, report) = merge(&first, &second, prefer).map_err(|fault| fault.to_string())?;
        let expected = CaseBase::from_cases(union).map_err(|fault| fault.to_string())?;
        same(&found, &expected, "a merge is no union")?;
        if report.conflicts != conflicts {
            return Err(format!(
                "conflicts {:?}, expected {conflicts:?}",
                report.conflicts
            ));
        }
    }
    Ok(())
}

/// The nearest cases held against a plain loop over the case's own neighbours.
fn nearest(base: &CaseBase, numbers: &mut Numbers) -> Result<(), String> {
    let Some(case) = base.cases().first() else {
        return Ok(());
    };
    let question = question(numbers, case.position);
    let (branches, weights) = (branches(), SimilarityWeights::default());
    let found = base.nearest(&question, &branches, &weights, usize::MAX);
    let mut expected: Vec<Near> = Vec::new();
    for case in base.cases() {
        let alone = CaseBase::from_cases(vec![case.clone()]);
        let alone = alone.map_err(|fault| fault.to_string())?;
        expected.extend(alone.nearest(&question, &branches, &weights, 1));
    }
    // A stable sort: of equal ones the oldest stays first.
    expected.sort_by_key(|near| -near.likeness.total);
    if found != expected {
        return Err(format!("nearest {found:?}, expected {expected:?}"));
    }
    for count in [0, 1, 2] {
        if base.nearest(&question, &branches, &weights, count)[..]
            != expected[..count.min(expected.len())]
        {
            return Err(format!("the {count} nearest are not the first of all"));
        }
    }
    Ok(())
}

/// The case file of version 1 with these cases.
fn old_text(base: &CaseBase) -> String {
    let mut text = "adv cases 1\n".to_owned();
    let dash = |text: String| {
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    };
    let mut sums = String::new();
    for case in base.cases() {
        let mut lines = format!("case {}\nfen {}\n", case.number, fen(&case.position));
        let stage = case.stage.as_deref().unwrap_or("-");
        let _ = writeln!(lines, "seen {} {stage}", case.viewer.letter());
        for fact in &case.facts {
            let squares: Vec<String> = file_major(fact.squares).map(square_name).collect();
            let (squares, plan) = (dash(squares.join(",")), dash(fact.plan.join(",")));
            let (pattern, side) = (&fact.pattern, fact.side.letter());
            let _ = writeln!(lines, "xp {pattern} {side} {squares} {} {plan}", fact.worth);
            for text in &fact.texts {
                let _ = writeln!(
                    lines,
                    "say {} {} {}",
                    text.lang,
                    text.slot.word(),
                    text.text
                );
            }
        }
        if let Some(note) = &case.note {
            let _ = writeln!(lines, "note {note}");
        }
        let sum = format!("{:016x}", fnv1a(lines.bytes()));
        let _ = writeln!(text, "{lines}sum {sum}");
        sums += &sum;
    }
    let _ = writeln!(
        text,
        "end {} {:016x}",
        base.cases().len(),
        fnv1a(sums.bytes())
    );
    text
}
