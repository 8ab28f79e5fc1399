//! `adv cases`: files of explained positions.

use std::path::{Path, PathBuf};

use adv::cases::export::{epd, pgn};
use adv::cases::{
    Case, CaseBase, CaseFault, MAX_BYTES, Prefer, case_text, import, list_text, merge, read,
    repair, write, write_lines,
};
use adv::chess::fen;
use clap::{Args, Subcommand};

use crate::args::Form;

use crate::cmd::assess::AssessedBy;
use crate::messages::counted;
use crate::{Exit, Out, Outcome, Trouble, io, shared_file};

use super::case_explanations;

/// The exit codes in the help.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  a file is refused (K0001 to K0004), two explanations differ and nothing is preferred (K0005), another program
     is writing the file (K0006), there is no such case, a checked case is not as it was, an explanation was to be
     approved and there is no terminal, or something cannot be read or written
  3  finding the facts of a position ran out of fuel";

/// Arguments of `adv cases`.
#[derive(Args, Debug)]
pub struct CasesArgs {
    /// The case file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The action on the file
    #[command(subcommand)]
    pub action: CasesAction,
}

/// Actions on a case file.
#[derive(Subcommand, Debug)]
pub enum CasesAction {
    /// List the cases, a line each
    List,
    /// Show a case: its position, its facts, plans and texts
    Show {
        /// The number of the case
        number: u32,
    },
    /// Explain a position, or each of a file, and add the explanation if you approve of it; FILE is made where there is none
    Add(Box<AddArgs>),
    /// Hold each case against what the patterns find today
    Check {
        /// The program that explains, and the limits
        #[command(flatten)]
        by: Box<AssessedBy>,
    },
    /// Remove cases; the others keep their numbers
    Drop {
        /// The numbers of the cases
        #[arg(required = true, value_name = "N")]
        numbers: Vec<u32>,
    },
    /// Write the cases for other programs
    Export {
        /// The format
        #[arg(long, value_name = "FORMAT", default_value = "jsonl", value_parser = Form::some("epd pgn jsonl"))]
        format: Form,
        /// The file to write; standard output if not given
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Add the cases of JSON lines, or of a case file of version 1; FILE is made where there is none
    Import {
        /// The JSON lines or the case file; `-` is standard input
        #[arg(value_name = "TEXT")]
        text: PathBuf,
        /// The explanation that stays where both explain a position
        #[arg(long, value_name = "WHICH")]
        prefer: Option<PreferArg>,
    },
    /// Add the cases of other case files: a union in order
    Merge {
        /// The other case files
        #[arg(required = true, value_name = "OTHER")]
        others: Vec<PathBuf>,
        /// The explanation that stays where both explain a position
        #[arg(long, value_name = "WHICH")]
        prefer: Option<PreferArg>,
    },
    /// Copy the good lines out of a damaged file, and list those left out
    Repair {
        /// The file to write
        #[arg(short, long, value_name = "NEW", required = true)]
        output: PathBuf,
    },
}

/// Arguments of `adv cases FILE add`.
#[derive(Args, Debug)]
pub struct AddArgs {
    /// The position, as FEN or as a list of men; or a file of FEN or EPD lines, `-` for standard input
    #[arg(value_name = "POSITION")]
    pub position: String,
    /// The program, the side that it explains for, and the limits
    #[command(flatten)]
    pub by: AssessedBy,
    /// Approve of every explanation without being asked
    #[arg(long)]
    pub approve: bool,
    /// A remark to keep with each case
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
}

value_words! {
    /// The explanation that stays where two explain a position.
    PreferArg of Prefer {
        /// the one of FILE
        First,
        /// the other one, in its place and with its number
        Second,
    }
}

/// `adv cases`: performs an action on a case file.
pub fn cases(args: &CasesArgs) -> Outcome {
    let file = &args.file;
    match &args.action {
        CasesAction::List => {
            let base = load(file)?;
            let count = counted(base.cases().len(), "case");
            io::print(&format!("{}{count}\n", list_text(&base)))?;
        }
        CasesAction::Show { number } => {
            let base = load(file)?;
            let case = base.get(*number);
            io::print(&case_text(
                case.ok_or_else(|| no_case(file, *number, &base))?,
            ))?;
        }
        CasesAction::Add(add) => return case_explanations::add(file, add),
        CasesAction::Check { by } => return case_explanations::check(file, by),
        CasesAction::Drop { numbers } => changed(file, true, |base| {
            for number in numbers {
                if base.remove(*number).is_none() {
                    return Err(no_case(file, *number, base));
                }
            }
            Ok(())
        })?,
        CasesAction::Export { format, output } => {
            let base = load(file)?;
            let mut out = Out::to(output.as_deref())?;
            match format {
                Form::Epd => out.text(&epd(&base))?,
                Form::Pgn => out.text(&pgn(&base))?,
                _ => out.json_text(&write_lines(&base))?,
            }
            out.finish()?;
        }
        CasesAction::Import { text, prefer } => {
            unite(
                file,
                false,
                std::slice::from_ref(text),
                prefer.map(PreferArg::value),
            )?;
        }
        CasesAction::Merge { others, prefer } => {
            unite(file, true, others, prefer.map(PreferArg::value))?;
        }
        CasesAction::Repair { output } => {
            let bytes = io::read_all(file, MAX_BYTES)?;
            let repaired = repair(&bytes).map_err(|fault| refused(file, &fault))?;
            io::write_whole(output, write(&repaired.base).as_bytes())?;
            let (name, mut left_out) = (io::shown(file), 0);
            for (fault, copied_as) in &repaired.faults {
                left_out += usize::from(copied_as.is_none());
                let end = copied_as.map_or("left out".to_owned(), |number| {
                    format!("copied as case {number}")
                });
                say!("{name}:{}: {}; {end}", fault.line, fault.what);
            }
            let count = counted(repaired.base.cases().len(), "case");
            let left_out = counted(left_out, "line");
            let output = io::shown(output);
            say!("{output}: {count} copied, {left_out} left out");
        }
    }
    Ok(Exit::Done)
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
    let place = format!("{}:{}: ", io::shown(file), fault.line);
    said(
        fault.code,
        format_args!("{place}{}", fault.what),
        fault.help,
    )
}

/// Prints an error with its code and its likely repair, and returns the trouble with its exit code.
fn said(code: &str, what: impl std::fmt::Display, help: &str) -> Trouble {
    say!("error[{code}]: {what}\n  = help: {help}");
    Trouble::Said(Exit::Wrong)
}

fn no_case(file: &Path, number: u32, base: &CaseBase) -> Trouble {
    let trouble = trouble!("`{}` has no case {number}", io::shown(file));
    trouble.help(match base.cases().last() {
        Some(last) => format!(
            "it has {}, the last one with the number {}; `adv cases FILE list` lists them",
            counted(base.cases().len(), "case"),
            last.number
        ),
        None => "it has no cases".to_owned(),
    })
}

/// Changes the case base of a file under a lock, and prints how many cases it has then.
pub fn changed(
    file: &Path,
    must_exist: bool,
    change: impl FnOnce(&mut CaseBase) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let name = io::shown(file);
    let changed = shared_file::change(file, MAX_BYTES, |bytes| {
        let base = match &bytes {
            Some(bytes) => read(bytes).map_err(|fault| refused(file, &fault))?,
            None if must_exist => {
                return Err(trouble!("cannot read `{name}`: no such file")
                    .help("`adv cases FILE import` makes a case file of exported cases"));
            }
            None => CaseBase::new(),
        };
        let mut new = base.clone();
        change(&mut new)?;
        let counts = (base.cases().len(), new.cases().len());
        // A base that is the same need not be written again, but a new one without cases has to be.
        let text = (new != base || bytes.is_none()).then(|| write(&new).into_bytes());
        Ok((text, counts))
    });
    let Some((before, after)) = changed? else {
        let what = format!("{name}: another program is writing this file");
        return Err(said(
            "K0006",
            what,
            "wait until it has ended, and try again",
        ));
    };
    say!("{name}: {}, {before} before", counted(after, "case"));
    Ok(())
}

/// Adds the cases of other files, and prints the positions that both explain.
fn unite(
    file: &Path,
    must_exist: bool,
    others: &[impl AsRef<Path>],
    prefer: Option<Prefer>,
) -> Result<(), Trouble> {
    let mut bases = Vec::new();
    for other in others.iter().map(AsRef::as_ref) {
        let bytes = io::read_all(other, MAX_BYTES)?;
        bases.push((
            io::shown(other),
            import(&bytes).map_err(|fault| refused(other, &fault))?,
        ));
    }
    let mine = io::shown(file);
    changed(file, must_exist, |base| {
        for (theirs, other) in &bases {
            let united = merge(base, other, prefer.unwrap_or(Prefer::First));
            let (union, report) = united.map_err(|invalid| Trouble::new(invalid.to_string()))?;
            for conflict in &report.conflicts {
                let position = base.get(conflict.first);
                let position = position.map_or_else(String::new, |case: &Case| fen(&case.position));
                say!(
                    "case {} of {mine} and case {} of {theirs} explain {position}",
                    conflict.first,
                    conflict.second
                );
            }
            let different = report.conflicts.len();
            if prefer.is_none() && different > 0 {
                let what = match different {
                    1 => "one position is explained differently in the two bases".to_owned(),
                    count => {
                        format!("{count} positions are explained differently in the two bases")
                    }
                };
                let help = "say which explanations stay: `--prefer first` or `--prefer second`";
                return Err(said("K0005", what, help));
            }
            say!(
                "{theirs}: {} added, {} there already, {different} explained differently",
                report.added,
                report.same
            );
            *base = union;
        }
        Ok(())
    })
}
