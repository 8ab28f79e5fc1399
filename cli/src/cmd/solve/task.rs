//! The task of `adv solve`: the program, the positions with the operations of their lines, and the questions.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use adv::chess::fen;
use adv::program::{Entry, Program, TableId};
use adv::render::problems::Columns;
use adv::render::text::joined;
use adv::{Problem, Question, Rulebook, SolveOptions, Subject};

use crate::args::SubjectArgs;
use crate::cmd::solve::SolveArgs;
use crate::epd::{EpdEntry, EpdError};
use crate::play::setup;
use crate::{Exit, Trouble, epd, io, program, subject};

/// Name of the library's module that solves positions where no program is named.
const LIBRARY: &str = "std.solve";

/// Most positions that one `adv solve` takes.
const MOST_POSITIONS: usize = 1_000_000;

/// Most lines of a file that are read, empty ones included: a device may have no end.
const MOST_LINES: u64 = 10_000_000;

/// Task of one command: the positions to solve, and the questions about each of them.
pub struct SolveTask {
    /// Program that solves, with the pieces-of-advice that the arguments name.
    pub program: Rulebook,
    /// Problems to solve, one for each position, in order.
    pub problems: Vec<Problem>,
    /// Questions about each of the positions, in order.
    pub questions: Vec<Question>,
    /// Number of lines that could not be read.
    pub bad: u64,
    /// Name of the file of positions, for messages; `None` where the position comes from elsewhere.
    pub file: Option<String>,
}

impl SolveTask {
    /// Reads the program and the positions that the arguments name.
    ///
    /// # Errors
    /// Where a file cannot be read, the program is in error, or something that is named does not exist.
    pub fn of(args: &SolveArgs) -> Result<SolveTask, Trouble> {
        let is_program = is_program(&args.file);
        if !is_program && (args.positions.is_some() || args.fen.is_some()) {
            let shown = io::shown(&args.file);
            return Err(trouble!(
                "`{shown}` is read as a file of positions, and there is another position besides"
            )
            .help("name a program, whose name ends in .adv or .advc, or leave `--fen` and `--positions` out"));
        }
        let program = match is_program {
            true => program::load(&args.file)?,
            false => library()?,
        };
        let (program, questions) = questions(args, program)?;
        let file = match is_program {
            true => args.positions.as_deref(),
            false => Some(args.file.as_path()),
        };
        let mut asked = SolveTask {
            program,
            problems: Vec::new(),
            questions,
            bad: 0,
            file: file.map(io::shown),
        };
        match file {
            Some(file) => asked.read(file)?,
            None => {
                let position = setup::position(args.fen.as_deref(), asked.program.program())?;
                asked.problems.push(Problem {
                    number: 1,
                    line: 0,
                    id: None,
                    position,
                    mate_in: None,
                    best: Vec::new(),
                    avoid: Vec::new(),
                });
            }
        }
        Ok(asked)
    }

    /// Reads the positions of a file into the task; lines that are none are reported and counted.
    fn read(&mut self, file: &Path) -> Result<(), Trouble> {
        let is_whole =
            epd::each_line((&mut *io::lines(file)?, file), MOST_LINES, |line, entry| {
                let number = self.problems.len() as u64 + 1;
                match entry.and_then(|entry| problem(entry, number, line)) {
                    Ok(_) if self.problems.len() > MOST_POSITIONS => {}
                    Ok(problem) => self.problems.push(problem),
                    Err(error) => {
                        self.bad += 1;
                        epd::tell(file, line, &error);
                    }
                }
                Ok(())
            })?;
        if !is_whole || self.problems.len() > MOST_POSITIONS {
            return Err(trouble!(
                "`{}` has more than {MOST_POSITIONS} positions or {MOST_LINES} lines",
                io::shown(file)
            )
            .help("divide the file"));
        }
        if self.problems.is_empty() && self.bad == 0 {
            let shown = io::shown(file);
            return Err(trouble!("`{shown}` has no position")
                .help("expected lines such as `kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;`"));
        }
        Ok(())
    }

    /// Number of rows: one for each question about each position.
    pub fn rows(&self) -> usize {
        self.problems.len().saturating_mul(self.questions.len())
    }

    /// Position and question of a row, by its index from 0.
    pub fn row(&self, index: usize) -> Option<(&Problem, &Question)> {
        let questions = self.questions.len().max(1);
        let problem = self.problems.get(index / questions)?;
        Some((problem, self.questions.get(index % questions)?))
    }

    /// Key of a row in the file of `--resume`: the number, the question and the position, with all that its line says.
    pub fn key(&self, index: usize) -> Option<String> {
        let (problem, _) = self.row(index)?;
        let question = index % self.questions.len().max(1);
        let id = problem.id.as_deref().unwrap_or("");
        let book = problem.mate_in.unwrap_or(0);
        let moves = |moves: &[adv::Move]| joined(moves, ",");
        Some(format!(
            "{} {question} {} dm {book} bm {} am {} line {} id {id}",
            problem.number,
            fen(&problem.position),
            moves(&problem.best),
            moves(&problem.avoid),
            problem.line
        ))
    }

    /// Settings that a kept row must agree with, in words: everything that rows depend on but their positions.
    ///
    /// # Errors
    /// Where the program without its claims cannot be linked.
    pub fn settings(&self, args: &SolveArgs, options: &SolveOptions) -> Result<String, Trouble> {
        let fingerprint = self.program.fingerprint();
        let fingerprint = fingerprint.map_err(|error| Trouble::new(error.to_string()))?;
        let questions = self.questions.iter();
        let names = questions.map(|q| name(self.program.program(), q));
        Ok(format!(
            "{fingerprint} {} nodes {} fuel {} depth {} memory {} time {:?} shortest {} duals {} pgn {} looked at {} times {} asks {}",
            env!("CARGO_PKG_VERSION"),
            options.nodes,
            args.fuel,
            args.depth_limit,
            args.memory,
            args.time,
            options.shortest,
            options.duals,
            options.pgn,
            options.looked_at,
            !args.no_times,
            joined(names, "; ")
        ))
    }

    /// Columns for showing the rows as a table.
    pub fn columns(&self, args: &SolveArgs) -> Columns {
        let module = self.program.program();
        let letters = |text: &str| text.chars().count();
        let ids = self
            .problems
            .iter()
            .filter_map(|problem| problem.id.as_deref());
        let each = args.each.is_some();
        let by = match each {
            true => self
                .questions
                .iter()
                .map(|q| letters(name(module, q)))
                .max(),
            false => {
                let pieces = self.questions.iter().flat_map(|q| q.pieces(module));
                let names = pieces.filter_map(|id| module.advice.get(id.index()));
                names.map(|advice| letters(&advice.name)).max()
            }
        };
        Columns {
            id: ids.map(letters).max().unwrap_or(0),
            by: by.unwrap_or(0),
            each,
            looked_at: args.looked_at,
            times: !args.no_times,
        }
    }
}

/// Name of a question: of its list or of the subject.
fn name<'q>(program: &'q Program, question: &'q Question) -> &'q str {
    match question {
        Question::List { name, .. } => name,
        Question::Table(id) => Subject::Table(*id).name(program),
    }
}

/// True where a file is a program: by its name, or by the first bytes of a module.
fn is_program(file: &Path) -> bool {
    if io::is_stdin(file) {
        return false;
    }
    let named = file
        .extension()
        .is_some_and(|ending| ending == "adv" || ending == "advc");
    if named || !file.is_file() {
        return named;
    }
    let mut first = [0; 16];
    let read = File::open(file).and_then(|mut file| file.read(&mut first));
    read.is_ok() && adv::is_module("", &first)
}

/// Loads the library's module for solving.
fn library() -> Result<Rulebook, Trouble> {
    match Rulebook::of_library(LIBRARY) {
        Some(loaded) => Ok(loaded?),
        None => Err(trouble!("the library has no module `{LIBRARY}`").help(
            "name a program and the positions: `adv solve PROGRAM.adv --positions FILE.epd`",
        )),
    }
}

/// Problem of a line: its position with the operations of EPD.
fn problem(entry: EpdEntry, number: u64, line: u64) -> Result<Problem, EpdError> {
    let mate_in = entry.mate_in()?;
    Ok(Problem {
        number,
        line,
        id: entry.id,
        position: entry.position,
        mate_in,
        best: entry.best,
        avoid: entry.avoid,
    })
}

/// Questions of the command, and the program extended by the pieces-of-advice that they need.
fn questions(args: &SolveArgs, program: Rulebook) -> Result<(Rulebook, Vec<Question>), Trouble> {
    if let Some(list) = &args.each {
        let check = program.with_list(list);
        let added = program::added(check, ("--each", list), Some(program.name()))?;
        let (program, entries) = added.ok_or(Trouble::Said(Exit::Wrong))?;
        if entries.is_empty() {
            return Err(Trouble::new("the list of `--each` has no entry"));
        }
        let of = |entry: &Entry| Question::of_entry(program.program(), entry);
        let questions = entries.iter().map(of).collect();
        return Ok((program, questions));
    }
    if let Some(piece) = &args.piece {
        let names = SubjectArgs {
            advice: Some(piece.clone()),
            ..SubjectArgs::default()
        };
        let (program, names) = subject::with_advice(program, &names)?;
        let name = names.advice.unwrap_or_default();
        let Some(Subject::Advice(id)) = Subject::advice_named(program.program(), &name) else {
            let kind = Some(adv::SubjectKind::Advice);
            return Err(Subject::unknown(program.program(), kind, &name).into());
        };
        let question = Question::of_entry(program.program(), &Entry::Advice(id));
        return Ok((program, vec![question]));
    }
    let module = program.program();
    let question = match (&args.table, module.tables.is_empty()) {
        (Some(name), _) => Question::Table(subject::table_named(module, name)?),
        (None, false) => Question::Table(TableId(0)),
        (None, true) => match Subject::for_position(module, &adv::Position::EMPTY) {
            Some(Subject::Advice(id)) => Question::of_entry(module, &Entry::Advice(id)),
            _ => {
                return Err(Trouble::new("the program has no table to solve by")
                    .help("name a piece-of-advice by `--piece`, or a plan by `--each`"));
            }
        },
    };
    Ok((program, vec![question]))
}
