//! `adv cases`: files of explained positions.

use std::path::Path;

use adv::cases::export::{Format, export, import};
use adv::cases::{
    CaseBase, CaseFault, FaultKind, MAX_BYTES, MergeReport, Prefer, Repaired, VERSION, case_text,
    list_text, merge, read, repair, version, write,
};
use adv::chess::fen;

use super::kept_cases;
use crate::Outcome;
use crate::args::{CasesAction, CasesArgs, MessageArgs};
use crate::exit::{Exit, Trouble, say};
use crate::io::{self, Out};
use crate::kept::{self, KeptError, KeptFile};
use crate::messages::counted;

/// `adv cases`: performs an action on a case file.
pub fn cases(args: &CasesArgs, messages: &MessageArgs) -> Outcome {
    let file = &args.file;
    match &args.action {
        CasesAction::List => {
            let base = load(file)?;
            let count = counted(base.records().len(), "case");
            print(&format!("{}{count}\n", list_text(&base)))?;
        }
        CasesAction::Show { number } => {
            let base = load(file)?;
            let record = base.get(*number);
            let record = record.ok_or_else(|| no_case(file, *number, &base))?;
            print(&case_text(record))?;
        }
        CasesAction::Add(add) => return kept_cases::add(file, add, messages),
        CasesAction::Check { by } => return kept_cases::check(file, by, messages),
        CasesAction::Drop { numbers } => {
            changed(file, true, |mut base| {
                for number in numbers {
                    if base.remove(*number).is_none() {
                        return Err(no_case(file, *number, &base));
                    }
                }
                Ok(base)
            })?;
        }
        CasesAction::Export { format, output } => {
            let base = load(file)?;
            let mut out = Out::to(output.as_deref())?;
            let text = export(&base, format.format());
            match format.format() {
                Format::Jsonl => out.json_text(&text)?,
                // Texts of a case have no control characters.
                _ => out.text(&text)?,
            }
            out.finish()?;
        }
        CasesAction::Import {
            text,
            format,
            prefer,
        } => {
            let bytes = io::read_all(text, MAX_BYTES)?;
            let format = format.map_or_else(|| Format::guess(&bytes), |format| format.format());
            let other = import(&bytes, format).map_err(|fault| refused(text, &fault))?;
            let prefer = prefer.map(|prefer| prefer.prefer());
            changed(file, false, |base| union(file, &base, text, &other, prefer))?;
        }
        CasesAction::Merge { others, prefer } => {
            let prefer = prefer.map(|prefer| prefer.prefer());
            let mut bases = Vec::new();
            for other in others {
                bases.push((other, load(other)?));
            }
            changed(file, true, |mut base| {
                for (name, other) in &bases {
                    base = union(file, &base, name, other, prefer)?;
                }
                Ok(base)
            })?;
        }
        CasesAction::Repair { output } => {
            let bytes = io::read_all(file, MAX_BYTES)?;
            let repaired = repair(&bytes).map_err(|fault| refused(file, &fault))?;
            io::write_whole(output, write(&repaired.base).as_bytes())?;
            tell_repair(file, output, &repaired);
        }
    }
    Ok(Exit::Done)
}

fn print(text: &str) -> Result<(), Trouble> {
    let mut out = Out::standard();
    out.text(text)?;
    out.finish()
}

/// Loads the case base of a file.
pub fn load(file: &Path) -> Result<CaseBase, Trouble> {
    let bytes = io::read_all(file, MAX_BYTES)?;
    read(&bytes).map_err(|fault| refused(file, &fault))
}

/// Loads the case base of a file to which the command may add a case later.
pub fn load_kept(file: &Path) -> Result<CaseBase, Trouble> {
    let bytes = io::read_kept(file, MAX_BYTES)?;
    read(&bytes).map_err(|fault| refused(file, &fault))
}

/// Prints the fault of a case file, and returns the trouble with its exit code.
fn refused(file: &Path, fault: &CaseFault) -> Trouble {
    let (code, name) = (fault.kind.code(), io::shown(file));
    say(format_args!(
        "error[{code}]: {name}:{}: {}",
        fault.line, fault.what
    ));
    say(format_args!("  = help: {}", fault.help));
    Trouble::Said(Exit::Wrong)
}

fn no_case(file: &Path, number: u32, base: &CaseBase) -> Trouble {
    let trouble = Trouble::new(format!("`{}` has no case {number}", io::shown(file)));
    match base.records().last() {
        Some(last) => trouble.help(format!(
            "it has {}, the last one with the number {}; `adv cases FILE list` lists them",
            counted(base.records().len(), "case"),
            last.number
        )),
        None => trouble.help("it has no cases"),
    }
}

/// Changes the case base of a file under a lock, and prints how many cases it has then.
pub fn changed(
    file: &Path,
    must_exist: bool,
    change: impl FnOnce(CaseBase) -> Result<CaseBase, Trouble>,
) -> Result<(), Trouble> {
    let kept = KeptFile {
        path: file,
        most: MAX_BYTES,
        older: |bytes| version(bytes).filter(|version| *version < VERSION),
    };
    let result = kept::change(&kept, |bytes| {
        let base = match bytes {
            Some(bytes) => read(&bytes).map_err(|fault| refused(file, &fault))?,
            None if must_exist => {
                let name = io::shown(file);
                return Err(Trouble::new(format!("cannot read `{name}`: no such file"))
                    .help("`adv cases FILE import` makes a case file of exported cases"));
            }
            None => CaseBase::new(),
        };
        let new = change(base.clone())?;
        let counts = (base.records().len(), new.records().len());
        let text = write(&new);
        // A text that is the same need not be written again, but a new base without cases has to be.
        Ok((
            (new != base || base.records().is_empty()).then(|| text.into_bytes()),
            counts,
        ))
    });
    match result {
        Ok((before, after)) => {
            let name = io::shown(file);
            say(format_args!(
                "{name}: {}, {before} before",
                counted(after, "case")
            ));
            Ok(())
        }
        Err(KeptError::Trouble(trouble)) => Err(trouble),
        Err(KeptError::InUse) => {
            let code = FaultKind::InUse.code();
            let name = io::shown(file);
            say(format_args!(
                "error[{code}]: {name}: another program is writing this file\n  = help: wait until it has ended, and try again"
            ));
            Err(Trouble::Said(Exit::Wrong))
        }
    }
}

/// Union of two case bases; prints the positions that both explain.
fn union(
    file: &Path,
    base: &CaseBase,
    other_name: &Path,
    other: &CaseBase,
    prefer: Option<Prefer>,
) -> Result<CaseBase, Trouble> {
    let names = [io::shown(file), io::shown(other_name)];
    let result = match base.records().is_empty() {
        // The cases of an exported base keep their numbers.
        true => Ok((other.clone(), all_added(other))),
        false => merge(base, other, prefer),
    };
    let report = match &result {
        Ok((_, report)) | Err((_, report)) => report,
    };
    let [mine, theirs] = &names;
    for conflict in &report.conflicts {
        let position = base.get(conflict.first);
        let position = position.map_or_else(String::new, |r| fen(&r.case.position));
        say(format_args!(
            "case {} of {mine} and case {} of {theirs} explain {position}",
            conflict.first, conflict.second
        ));
    }
    match result {
        Ok((union, report)) => {
            say(format_args!(
                "{theirs}: {} added, {} there already, {} explained differently",
                report.added,
                report.same,
                report.conflicts.len()
            ));
            Ok(union)
        }
        Err((fault, _)) => {
            say(format_args!("error[{}]: {}", fault.kind.code(), fault.what));
            say(format_args!("  = help: {}", fault.help));
            Err(Trouble::Said(Exit::Wrong))
        }
    }
}

/// Report of a merge in which all cases of the other base are new.
fn all_added(other: &CaseBase) -> MergeReport {
    MergeReport {
        added: other.records().len(),
        ..MergeReport::default()
    }
}

/// Prints the numbers of cases copied and renumbered by a repair, and the lines left out.
fn tell_repair(file: &Path, output: &Path, repaired: &Repaired) {
    let name = io::shown(file);
    for left in &repaired.left_out {
        let lines = match left.first == left.last {
            true => format!("line {}", left.first),
            false => format!("lines {} to {}", left.first, left.last),
        };
        say(format_args!("{name}: {lines} left out: {}", left.why));
    }
    for case in &repaired.renumbered {
        say(format_args!(
            "{name}: case {} of line {} becomes case {}",
            case.old, case.line, case.new
        ));
    }
    let count = counted(repaired.base.records().len(), "case");
    let left = counted(repaired.left_out.len(), "part");
    let output = io::shown(output);
    say(format_args!("{output}: {count} copied, {left} left out"));
}
