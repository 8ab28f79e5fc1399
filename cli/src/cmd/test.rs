//! `adv test`: the `test` items of files and folders.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use adv::program::Test;
use adv::render::report;
use adv::render::report::{Case, Report};
use adv::{PerfectPlay, TestOutcome, Tester, TreeFound, asks_conversions, material_to_prepare};
use clap::Args;

use crate::args::{Form, LimitArgs};
use crate::cmd::prove::arguments::ValueArgs;
use crate::messages::counted;
use crate::trees::Snapshots;
use crate::{Exit, Out, Outcome, Trouble, folders, io, messages, program, subject, trees, truth};

/// Arguments of `adv test`.
#[derive(Args, Debug)]
pub struct TestArgs {
    /// Programs, or folders in which every .adv file is tested
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
    /// Accept the forcing-trees that `expect tree` finds as the expected ones
    #[arg(long)]
    pub accept: bool,
    /// Run only tests whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Form::some("text json"))]
    pub format: Form,
    /// The tables for expectations such as `drawn`, and for judging expected moves
    #[command(flatten)]
    pub values: ValueArgs,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `adv test`: runs the tests of every file, in the order of the arguments; the files of a folder by name.
pub fn test(args: &TestArgs) -> Outcome {
    let mut out = Out::standard();
    let mut run = Run {
        report: Report::default(),
        values: Arc::new(truth::open(&args.values.syzygy, None)?),
        warnings: 0,
    };
    for file in folders::files(&args.files)? {
        if let Err(trouble) = run.file(&file, args, &mut out) {
            if matches!(trouble, Trouble::ClosedPipe) {
                return Err(trouble);
            }
            trouble.tell();
            run.report.broken.push(io::shown(&file));
        }
    }
    let report = run.report;
    match args.format {
        Form::Json => out.json(report::json(&report))?,
        _ => out.text(&report::closing(&report))?,
    }
    out.finish()?;
    if messages::denies_warnings() && run.warnings > 0 {
        return Err(trouble!(
            "{} of tests denied by `--deny-warnings`",
            counted(run.warnings, "warning")
        ));
    }
    Ok(if report.is_good() {
        Exit::Done
    } else {
        Exit::Wrong
    })
}

/// State that all files of a run share: the report, the tables and the count of warnings.
struct Run {
    report: Report,
    values: Arc<PerfectPlay>,
    /// Number of warnings about tests so far.
    warnings: usize,
}

impl Run {
    fn file(&mut self, file: &Path, args: &TestArgs, out: &mut Out) -> Result<(), Trouble> {
        let program = program::load(file)?;
        let engine = args.limits.engine(&program);
        let tests = engine.module().tests.clone();
        self.report.claims += engine.module().claims.len();
        let snapshots = Snapshots::new(file, &tests);
        let stale = snapshots.stale();
        let stale = stale.iter().map(|path| io::shown(path));
        self.report.stale.extend(stale);
        let wanted = |test: &Test| {
            let filter = args.filter.as_deref();
            filter.is_none_or(|part| test.name.contains(part))
        };
        let conversions = asks_conversions(engine.module());
        // It has no other user between two files.
        if let Some(values) = Arc::get_mut(&mut self.values) {
            for test in tests.iter().filter(|test| wanted(test)) {
                if let Some(material) = material_to_prepare(values, test) {
                    truth::prepare(values, &material, conversions)?;
                }
            }
        }
        let source = subject::source_of(engine.module(), program.name());
        let mut tester = Tester::new(engine, &self.values);
        for (index, test) in tests.iter().enumerate().filter(|(_, test)| wanted(test)) {
            let compare = |found: TreeFound<'_>, case: &mut Case| {
                trees::compare(snapshots.path(index), found, args.accept, case)
            };
            let TestOutcome { case, warnings } = tester.run(program.name(), test, compare)?;
            self.warnings += warnings.len();
            messages::show(&warnings, &source);
            if args.format == Form::Text {
                let before = self.report.cases.last().map(|case| case.file.as_str());
                out.text(&report::case(&case, before))?;
                if io::stdout_is_terminal() {
                    out.flush()?;
                }
            }
            self.report.cases.push(case);
        }
        match self.values.fault() {
            Some(fault) => Err(Trouble::new(fault)),
            None => Ok(()),
        }
    }
}
