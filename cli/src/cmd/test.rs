//! `adv test`: the `test` items of files and folders.

use std::path::{Path, PathBuf};

use adv_render::report::{self, Report};
use adv_vm::Engine;

use crate::Outcome;
use crate::args::{MessageArgs, TestArgs, TestFormat};
use crate::exit::{Exit, Trouble, reason};
use crate::io::{self, Out, STDIN};
use crate::messages::Messages;
use crate::program;
use crate::testing::Tester;
use crate::testing::snapshot::Snapshots;

/// Runs the tests of every file, in the order of the arguments and the files of a folder in that of their names.
pub fn test(args: &TestArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    let mut out = Out::standard();
    let mut report = Report::default();
    for file in files(args)? {
        if let Err(trouble) = one_file(&file, args, &messages, &mut report, &mut out) {
            if matches!(trouble, Trouble::ClosedPipe) {
                return Err(trouble);
            }
            trouble.tell();
            report.broken.push(io::shown(&file).to_owned());
        }
    }
    match args.format {
        TestFormat::Text => out.text(&report::closing(&report))?,
        TestFormat::Json => out.text(&format!("{:#}\n", report::json(&report)))?,
    }
    out.finish()?;
    Ok(if report.is_good() {
        Exit::Done
    } else {
        Exit::Wrong
    })
}

fn one_file(
    file: &str,
    args: &TestArgs,
    messages: &Messages,
    report: &mut Report,
    out: &mut Out,
) -> Result<(), Trouble> {
    let program = program::load(file, messages)?;
    let engine = Engine::new(program.linked, args.limits.limits());
    let tests = engine.module().tests.clone();
    report.claims += engine.module().claims.len();
    let snapshots = Snapshots::new(file, &tests);
    report.stale.extend(
        snapshots
            .stale()
            .iter()
            .map(|path| path.display().to_string()),
    );
    let mut tester = Tester::new(engine, snapshots, args.accept);
    for (index, test) in tests.iter().enumerate() {
        if args
            .filter
            .as_ref()
            .is_some_and(|part| !test.name.contains(part.as_str()))
        {
            continue;
        }
        let case = tester.run(&program.name, index, test)?;
        if args.format == TestFormat::Text {
            let before = report.cases.last().map(|case| case.file.as_str());
            out.text(&report::case(&case, before))?;
            if io::stdout_is_terminal() {
                out.flush()?;
            }
        }
        report.cases.push(case);
    }
    Ok(())
}

/// The files of the arguments; folders give every `.adv` file in them and below.
fn files(args: &TestArgs) -> Result<Vec<String>, Trouble> {
    let mut files = Vec::new();
    for name in &args.files {
        let path = Path::new(name);
        if name == STDIN || !path.is_dir() {
            files.push(name.clone());
            continue;
        }
        let before = files.len();
        walk(path, &mut files)?;
        if files.len() == before {
            return Err(Trouble::new(format!(
                "the folder `{name}` holds no .adv file"
            )));
        }
    }
    Ok(files)
}

fn walk(folder: &Path, files: &mut Vec<String>) -> Result<(), Trouble> {
    let fail = |error: &std::io::Error| {
        Trouble::new(format!(
            "cannot read the folder `{}`: {}",
            folder.display(),
            reason(error)
        ))
    };
    let mut entries: Vec<(PathBuf, bool)> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| fail(&error))? {
        let entry = entry.map_err(|error| fail(&error))?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        // Links to folders are not followed, so that a ring of them has an end.
        let is_folder = entry.file_type().map_err(|error| fail(&error))?.is_dir();
        if !hidden {
            entries.push((entry.path(), is_folder));
        }
    }
    entries.sort();
    for (path, is_folder) in entries {
        if is_folder {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "adv") && path.is_file() {
            files.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(())
}
