//! A table consulted once in every legal position of its material.
//!
//! The numbers of a class are cut into pieces of a fixed length, so that the result does not depend on the threads: threads work through a
//! batch of pieces in any order, and the results are joined in the order of the pieces.

use std::fmt;
use std::ops::Range;

use crate::claims::{men_of, sides_of};
use crate::engines::Engines;
use adv_chess::class::ClassError;
use adv_chess::{ClassIndex, Color, Material, Position};
use adv_module::{Program, TableId};
use adv_render::rows::Csv;
use adv_render::survey::{Totals, csv_row};
use adv_vm::{Engine, Failure, Replies, Subject};
use rayon::iter::{IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _};

/// Number of class numbers (positions, legal or not) in one piece of work for a thread.
const PIECE: u64 = 1024;
/// Number of pieces for each thread that are finished before their rows go to the caller.
const BATCH: u64 = 64;

/// A survey of a table: the positions in which the table is consulted, and the options of consulting it.
#[derive(Debug)]
pub struct ClassSurvey {
    table: TableId,
    material: Material,
    sides: Vec<Color>,
    classes: Vec<ClassIndex>,
    replies: Replies,
    rows: bool,
    /// Part of the survey that is run: its index from 0, and the number of parts.
    part: (u64, u64),
}

/// The reason why a table cannot be surveyed.
#[derive(Debug)]
pub enum SurveyError {
    /// The table has no material, so that there is no class of positions.
    NoMaterial {
        /// Name of the table.
        table: String,
    },
    /// The positions of the material cannot be numbered, so that they cannot be gone through.
    Class {
        /// The material whose class of positions cannot be numbered.
        material: Material,
        /// Reason why the class cannot be numbered.
        error: ClassError,
    },
}

impl fmt::Display for SurveyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SurveyError::NoMaterial { table } => write!(
                f,
                "the table `{table}` has no material, so there is no class of positions to survey"
            ),
            SurveyError::Class { material, error } => {
                write!(f, "the material {material} cannot be surveyed: {error}")
            }
        }
    }
}

impl std::error::Error for SurveyError {}

/// Result of a survey.
#[derive(Debug)]
pub struct SurveyResult {
    /// Totals of the decisions in all positions, such as counts by rule and by piece-of-advice.
    pub totals: Totals,
    /// The limit that was reached in the first position where one was, and that position; `None` where none was.
    pub first_stop: Option<(Failure, Position)>,
}

/// Reason why a survey ended early.
#[derive(Debug)]
pub enum SurveyStop<E> {
    /// The caller's function for rows failed.
    Caller(E),
    /// The table refused a position of its own material.
    Refused(Box<(Failure, Position)>),
}

/// Result of one piece of work: totals, rows and the first limit that was reached.
struct Piece {
    totals: Totals,
    rows: Vec<u8>,
    first_stop: Option<(Failure, Position)>,
}

impl ClassSurvey {
    /// A survey of a table of a program. With `rows` each position gives a row of comma-separated values, whose columns
    /// [`adv_render::survey::CSV_HEAD`] lists.
    ///
    /// # Errors
    /// [`SurveyError`] where the table's positions cannot be numbered.
    pub fn new(
        program: &Program,
        table: TableId,
        replies: Replies,
        rows: bool,
    ) -> Result<ClassSurvey, SurveyError> {
        let subject = Subject::Table(table);
        let Some(declared) = subject.material(program) else {
            return Err(SurveyError::NoMaterial {
                table: subject.name(program).to_owned(),
            });
        };
        let material = men_of(declared);
        let sides = sides_of(program, subject);
        let classes: Result<Vec<ClassIndex>, ClassError> = sides
            .iter()
            .map(|side| ClassIndex::new(material, *side))
            .collect();
        Ok(ClassSurvey {
            table,
            material,
            classes: classes.map_err(|error| SurveyError::Class { material, error })?,
            sides,
            replies,
            rows,
            part: (0, 1),
        })
    }

    /// Restricts the survey to one of `of` parts of nearly equal size, counted from 0. The rows of all parts, one after the other, are
    /// those of the whole; a part beyond the last has no positions.
    #[must_use]
    pub const fn part(mut self, number: u64, of: u64) -> ClassSurvey {
        self.part = (number, of);
        self
    }

    /// The numbers of the pieces of work in this part, counted over the classes of all sides to move.
    fn pieces(&self) -> Range<u64> {
        let lengths = self.classes.iter().map(|class| class.len().div_ceil(PIECE));
        let all = lengths.fold(0, u64::saturating_add);
        let (number, of) = self.part;
        let bound = |number: u64| {
            let share = u128::from(all) * u128::from(number.min(of)) / u128::from(of.max(1));
            u64::try_from(share).unwrap_or(all)
        };
        bound(number)..bound(number.saturating_add(1))
    }

    /// The material of the surveyed positions.
    pub const fn material(&self) -> &Material {
        &self.material
    }

    /// The sides to move in the surveyed positions, in the order of the survey.
    pub fn sides(&self) -> &[Color] {
        &self.sides
    }

    /// Number of class numbers that the survey goes through, nearly; some of them have no legal position.
    pub fn numbers(&self) -> u64 {
        let lengths = self.classes.iter().map(ClassIndex::len);
        let all = lengths.fold(0, u64::saturating_add);
        let pieces = self.pieces();
        all.min((pieces.end - pieces.start).saturating_mul(PIECE))
    }

    /// Consults the table in every position, the threads of the current rayon pool sharing the work. `take` gets the rows in the order of
    /// the positions; any thread calls `tick` with the number of class numbers that it has worked through.
    ///
    /// # Errors
    /// [`SurveyStop`] where `take` fails or the table refuses a position. A limit that is reached in a position is counted and is no error.
    pub fn run<E>(
        &self,
        engine: &Engine,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
        tick: impl Fn(u64) + Sync,
    ) -> Result<SurveyResult, SurveyStop<E>> {
        let mut result = SurveyResult {
            totals: self.blank(engine),
            first_stop: None,
        };
        let engines = Engines::of(engine);
        let wanted = self.pieces();
        let mut before = 0;
        for class in &self.classes {
            let pieces = class.len().div_ceil(PIECE);
            let batch = BATCH * rayon::current_num_threads() as u64;
            let mut next = wanted.start.saturating_sub(before).min(pieces);
            let last = wanted.end.saturating_sub(before).min(pieces);
            before += pieces;
            while next < last {
                let end = (next + batch).min(last);
                let done: Result<Vec<Piece>, Box<(Failure, Position)>> = (0..(end - next) as usize)
                    .into_par_iter()
                    // A thread that is done takes what is left, piece by piece.
                    .with_max_len(1)
                    .map(|at| {
                        let number = next + at as u64;
                        let piece =
                            engines.with(|own| self.piece(engine.module(), own, class, number));
                        tick(PIECE.min(class.len() - number * PIECE));
                        piece
                    })
                    .collect();
                for piece in done.map_err(SurveyStop::Refused)? {
                    result.totals.merge(&piece.totals);
                    if result.first_stop.is_none() {
                        result.first_stop = piece.first_stop;
                    }
                    take(&piece.rows).map_err(SurveyStop::Caller)?;
                }
                next = end;
            }
        }
        Ok(result)
    }

    fn blank(&self, engine: &Engine) -> Totals {
        let program = engine.module();
        let table = program.tables.get(self.table.index());
        Totals::new(
            table.map_or(0, |table| table.rules.len()),
            program.advice.len(),
        )
    }

    /// Consults the table in the positions of a piece, one after the other.
    fn piece(
        &self,
        program: &Program,
        engine: &mut Engine,
        class: &ClassIndex,
        number: u64,
    ) -> Result<Piece, Box<(Failure, Position)>> {
        let mut totals = self.blank(engine);
        let mut rows = Csv::new();
        let mut first_stop = None;
        let start = number * PIECE;
        let mut decisions = engine.decisions(self.table, self.replies);
        for (_, position) in class.range(start..start.saturating_add(PIECE)) {
            let (decision, tested) = match decisions.decide(&position) {
                Ok(decision) => {
                    totals.add(&decision);
                    (Some(decision), decision.positions)
                }
                Err(failure) => {
                    let Failure::Stopped { positions, .. } = failure else {
                        return Err(Box::new((failure, position)));
                    };
                    totals.stopped += 1;
                    first_stop.get_or_insert((failure, position));
                    (None, positions)
                }
            };
            if self.rows {
                csv_row(&mut rows, program, &position, decision.as_ref(), tested);
            }
        }
        Ok(Piece {
            totals,
            rows: rows.finish(),
            first_stop,
        })
    }
}
