//! Solving problems: each position by a list of pieces-of-advice under one budget, then the length of its shortest mate, and its duals.
//!
//! ```text
//!   Problem ─┐
//!   Question ┴─▶ Solver::solve ─▶ SolvedRow
//!                  │ entry by entry until one has a tree          a budget that ends answers neither yes nor no
//!                  ├─ mates.rs   mate in 1, 2, 3, … with every move allowed: the shortest
//!                  └─ duals.rs   keys, tries, set play, later choices
//! ```
//!
//! One search is never shared among threads: a solver is cloned for each of them, and a row is the same for any number.

mod allowance;
mod duals;
mod list;
mod mates;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv_chess::notation::{fen, san};
use adv_chess::{Move, Position};
use adv_module::program::Entry;
use adv_module::{AdviceId, Program, SearchMode, TableId};
use adv_render::Explained;
use adv_render::entry_words;
use adv_render::problems::{
    self, Book, BookVerdict, Budget, Length, PgnNotes, SolveOutcome, SolvedRow, deepest_line,
};
use adv_render::text::advice_name;
use adv_vm::{Consultation, Engine, Failure, Options, Replies, Tree};

use crate::load::Rulebook;
use allowance::NodeAllowance;
use mates::MateFinder;

use list::parameters_of_pieces;

/// Options of consulting a list, by which results of positions are cached, as far as the limits have memory for it.
const UNCOUNTED: Options = Options {
    replies: Replies::TestedFirst,
    why: false,
    uncounted: true,
};

/// A problem: a position to solve, with the solution in the book, if it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Number of the problem, from 1.
    pub number: u64,
    /// Line of the problem in its file, from 1; 0 where it is in no file.
    pub line: u64,
    /// Name of the problem, if the file gives one (`id`).
    pub id: Option<String>,
    /// The position to solve.
    pub position: Position,
    /// The length of the mate in the book, in moves (`dm`), if it is given.
    pub mate_in: Option<u32>,
    /// The best first moves in the book (`bm`); empty where none are named.
    pub best: Vec<Move>,
    /// The first moves to avoid, from the book (`am`); empty where none are named.
    pub avoid: Vec<Move>,
}

/// The table or list of pieces-of-advice by which each position is solved.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// A table of the program: the list of its rule that applies is tried.
    Table(TableId),
    /// A list of pieces-of-advice that is in no table.
    List {
        /// Name of the list for the rows of reports.
        name: String,
        /// The entries of the list, tried in their order.
        entries: Vec<Entry>,
    },
}

impl Question {
    /// The question for a single entry of a list, named after that entry.
    pub fn of_entry(program: &Program, entry: &Entry) -> Question {
        Question::List {
            name: entry_words(program, entry),
            entries: vec![entry.clone()],
        }
    }

    /// The pieces-of-advice that a search for an answer may try.
    pub fn pieces(&self, program: &Program) -> Vec<AdviceId> {
        let of = |entry: &Entry| entry.advice().to_vec();
        match self {
            Question::List { entries, .. } => entries.iter().flat_map(of).collect(),
            Question::Table(id) => {
                let table = program.tables.get(id.index());
                let rules = table.map_or(&[][..], |table| &table.rules);
                rules
                    .iter()
                    .flat_map(|rule| &rule.list)
                    .flat_map(of)
                    .collect()
            }
        }
    }
}

/// Options of solving: the budget for a row, and its optional parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// Maximum number of positions that all searches for one row may test together.
    pub nodes: u64,
    /// True to search for the length of the shortest mate.
    pub shortest: bool,
    /// True to search for keys, tries, set play and duals; they need the shortest mate.
    pub duals: bool,
    /// True to write the tree as a game in PGN.
    pub pgn: bool,
    /// True to count the distinct positions that searches of the list look at; searches for shorter mates and duals do not count.
    pub looked_at: bool,
}

/// Solver of problems by a program. A clone works in another thread.
#[derive(Clone)]
pub struct Solver {
    engine: Engine,
    mates: MateFinder,
    options: SolveOptions,
    /// Names of the parameters of each of the program's pieces-of-advice, by its name.
    parameters: Arc<BTreeMap<String, Vec<String>>>,
}

impl Solver {
    /// A solver that asks an engine. The engine's limits hold for each search, and the positions of the options for all searches of a row
    /// together.
    pub fn new(rulebook: &Rulebook, engine: Engine, options: SolveOptions) -> Solver {
        Solver {
            mates: MateFinder::new(*engine.limits(), engine.is_native()),
            parameters: Arc::new(parameters_of_pieces(rulebook.program())),
            engine,
            options,
        }
    }

    /// The records of the program that solves.
    pub fn module(&self) -> &Program {
        self.engine.module()
    }

    /// Sets a flag that interrupts: once it is true, searches end, and the row says that its time was over.
    pub fn set_interrupt(&mut self, flag: &Arc<AtomicBool>) {
        self.engine.set_interrupt(Some(flag.clone()));
        self.mates.set_interrupt(flag);
    }

    /// Solves a problem, and returns its row of the report. The time is left out.
    ///
    /// # Errors
    /// [`Failure`] where the program is not for the position. A limit that is reached is no failure: the row says so.
    pub fn solve(&mut self, problem: &Problem, question: &Question) -> Result<SolvedRow, Failure> {
        let position = &problem.position;
        let mut allowance = NodeAllowance::new(self.options.nodes);
        let mut row = blank(problem);
        let entries = match question {
            Question::List { name, entries } => {
                row.asked.clone_from(name);
                entries.clone()
            }
            Question::Table(id) => {
                let table = self.module().tables.get(id.index());
                row.asked = table.map_or_else(String::new, |table| table.name.clone());
                match self.engine.list_in(*id, position) {
                    Ok(list) => list.entries,
                    Err(failure) => stopped(&mut row, failure).map(|_| Vec::new())?,
                }
            }
        };
        let mut found = None;
        self.engine.count_looked_at(self.options.looked_at);
        for entry in &entries {
            if row.result == SolveOutcome::Undecided {
                break;
            }
            found = self.try_entry(entry, position, &mut row, &mut allowance)?;
            if found.is_some() {
                break;
            }
        }
        let looked_at = self.engine.looked_at();
        self.engine.count_looked_at(false);
        row.looked_at = looked_at.map(|looked_at| looked_at.positions);
        let mut notes = PgnNotes::default();
        if let Some(answer) = &mut found {
            self.tell(problem, answer, &mut row, &mut notes, &mut allowance);
        }
        row.verdict = verdict(problem, &row, found.as_ref());
        row.tested = allowance.tested();
        let piece = match question {
            // The question is the entry, whether it has a tree or not.
            Question::List { entries, .. } if entries.len() == 1 => Some(row.asked.clone()),
            _ => row.by.clone(),
        };
        row.parameters = piece.map_or_else(Vec::new, |name| self.parameters(&name));
        if self.options.pgn {
            let nothing;
            let answer = match &found {
                Some(answer) => answer,
                None => {
                    nothing = Consultation::nothing(position, &[]);
                    &nothing
                }
            };
            let explained = Explained::new(self.module(), answer);
            row.pgn = Some(problems::pgn(&row, &explained, &notes));
        }
        Ok(row)
    }

    /// Tries one entry of the list; returns the answer where it has a tree, else `None`.
    fn try_entry(
        &mut self,
        entry: &Entry,
        position: &Position,
        row: &mut SolvedRow,
        allowance: &mut NodeAllowance,
    ) -> Result<Option<Consultation>, Failure> {
        let answer = self.tried(entry, position, allowance);
        let last = self.engine.last_search();
        row.within = last.plies;
        row.effort = last.effort;
        row.depth = row.depth.max(last.deepest);
        match answer {
            Ok(answer) => Ok(answer.advice.is_some().then_some(answer)),
            Err(failure) => {
                let advice = stopped(row, failure)?;
                row.by = advice.map(|id| advice_name(self.module(), id).to_owned());
                Ok(None)
            }
        }
    }

    /// Tries an entry within the nodes that are left, from which the positions that it tests are taken.
    fn tried(
        &mut self,
        entry: &Entry,
        position: &Position,
        allowance: &mut NodeAllowance,
    ) -> Result<Consultation, Failure> {
        allowance.bound(&mut self.engine);
        let answer = self.engine.try_entry(entry, position, &UNCOUNTED);
        allowance.spend(match &answer {
            Ok(answer) => answer.positions() + answer.nested_positions(),
            Err(Failure::Stopped { positions, .. }) => *positions,
            Err(_) => 0,
        });
        answer
    }

    /// Fills the wanted parts of a row from the tree that was found; a tree with a shorter mate, if one is found, takes its place.
    fn tell(
        &mut self,
        problem: &Problem,
        answer: &mut Consultation,
        row: &mut SolvedRow,
        notes: &mut PgnNotes,
        allowance: &mut NodeAllowance,
    ) {
        row.result = SolveOutcome::Found;
        let by = answer.advice;
        row.by = by.map(|id| advice_name(self.module(), id).to_owned());
        let mut own = by;
        row.mate_in = answer.tree.as_ref().and_then(moves_of_mate);
        if let Some(mut moves) = row.mate_in
            && (self.options.shortest || self.options.duals)
        {
            if let Some((fewer, shorter)) = self.shorter(by, &problem.position, moves, allowance) {
                (moves, *answer) = (fewer, shorter);
                own = None;
            }
            let share = if self.options.duals { 2 } else { 1 };
            let (length, shorter) = allowance.share(share, |allowance| {
                self.mates.shortest(&problem.position, moves, allowance)
            });
            row.length = Some(length);
            if let Some(tree) = shorter {
                answer.tree = Some(tree);
                // The piece that found the longer one did not find this.
                own = None;
            }
        }
        row.shortest = row.length.map(|length| length.at_most).or(row.mate_in);
        row.spent = answer.cost;
        row.because.clone_from(&answer.because);
        let Some(tree) = &answer.tree else { return };
        row.plies = Some(tree.depth());
        row.moves = deepest_line(tree);
        if self.options.duals && row.mate_in.is_some() {
            let moves = row.shortest.unwrap_or_default();
            let exact = row.length.is_some_and(|length| length.is_exact());
            let looked = self.duals(&problem.position, tree, (moves, exact), own, allowance);
            row.duals = Some(looked.duals);
            notes.choices = looked.by_node;
        }
    }

    /// Finds the shortest mate of a piece-of-advice within its whole effort, if shorter than the one found: a piece that looks for the
    /// cheapest or the easiest tree may have a shorter one. A part of the rest is enough for it, because its moves are few.
    fn shorter(
        &mut self,
        by: Option<AdviceId>,
        position: &Position,
        moves: u32,
        allowance: &mut NodeAllowance,
    ) -> Option<(u32, Consultation)> {
        let id = by?;
        let advice = self.module().advice.get(id.index())?;
        if advice.mode == SearchMode::Shortest {
            return None;
        }
        let plies = u16::try_from((2 * moves).checked_sub(3)?).ok()?;
        let entry = Entry::Shortest(plies, vec![id]);
        let answer = allowance.share(4, |part| self.tried(&entry, position, part));
        let answer = answer.ok()?;
        let fewer = answer.tree.as_ref().and_then(moves_of_mate)?;
        (fewer < moves).then_some((fewer, answer))
    }

    /// The names and values of a piece-of-advice's parameters, read from the arguments in its name: `ers(1000, 16)`.
    fn parameters(&self, piece: &str) -> Vec<(String, f64)> {
        let Some((name, rest)) = piece.split_once('(') else {
            return Vec::new();
        };
        let Some(names) = self.parameters.get(name.trim()) else {
            return Vec::new();
        };
        let arguments = rest.trim_end_matches(')').split(',');
        let values = names.iter().zip(arguments);
        let values = values.filter_map(|(name, text)| {
            let value: f64 = text.trim().parse().ok()?;
            Some((name.clone(), value))
        });
        values.collect()
    }
}

/// The row of a problem without results.
fn blank(problem: &Problem) -> SolvedRow {
    let position = &problem.position;
    let words = |moves: &[Move]| moves.iter().map(|m| san(position, *m)).collect();
    SolvedRow {
        number: problem.number,
        line: problem.line,
        id: problem.id.clone(),
        fen: fen(position),
        book: Book {
            mate_in: problem.mate_in,
            best: words(&problem.best),
            avoid: words(&problem.avoid),
        },
        ..SolvedRow::default()
    }
}

/// Notes in the row that a limit was reached; returns the number of positions tested until then, and the piece-of-advice searched.
///
/// # Errors
/// The failure itself where it is not a limit.
fn stopped(row: &mut SolvedRow, failure: Failure) -> Result<Option<AdviceId>, Failure> {
    match failure {
        Failure::Stopped { stop, advice, .. } => {
            row.result = SolveOutcome::Undecided;
            row.ended = Some(allowance::budget(stop));
            Ok(advice)
        }
        other => Err(other),
    }
}

/// The number of our moves in a tree whose every line ends in mate; `None` where one does not, or the tree leaves replies out.
fn moves_of_mate(tree: &Tree) -> Option<u32> {
    if tree.is_conditional() {
        return None;
    }
    let mut path: Vec<Position> = Vec::new();
    for (index, node) in tree.nodes().iter().enumerate() {
        path.truncate(usize::from(node.ply).saturating_sub(1));
        let before = path.last().unwrap_or(tree.root());
        let after = before.play(node.mv);
        if tree.is_leaf(index) && !(node.ply % 2 == 1 && after.is_checkmate()) {
            return None;
        }
        path.push(after);
    }
    Some(u32::from(tree.depth()).div_ceil(2))
}

/// Compares an answer with the book; `None` where the book says nothing, or nothing was decided.
fn verdict(
    problem: &Problem,
    row: &SolvedRow,
    found: Option<&Consultation>,
) -> Option<BookVerdict> {
    if row.result == SolveOutcome::Undecided {
        return None;
    }
    if let Some(book) = problem.mate_in {
        return Some(match row.shortest {
            None => BookVerdict::NotFound,
            Some(moves) if moves < book => BookVerdict::Shorter,
            Some(moves) if moves == book => BookVerdict::AsShort,
            Some(_) => BookVerdict::Longer,
        });
    }
    if problem.best.is_empty() && problem.avoid.is_empty() {
        return None;
    }
    let first = found.and_then(Consultation::first_move);
    let right = first.is_some_and(|m| {
        (problem.best.is_empty() || problem.best.contains(&m)) && !problem.avoid.contains(&m)
    });
    Some(match right {
        true => BookVerdict::Right,
        false => BookVerdict::Wrong,
    })
}

/// The length of the shortest mate, from the bounds and the budget that ended the search for it.
fn length(at_most: u32, at_least: u32, ended: Option<Budget>) -> Length {
    Length {
        at_most,
        at_least,
        ended,
    }
}
