//! Rows on their way out, in order and in the requested form.

use adv::render::problems;
use adv::render::problems::{Columns, SolvedRow};

use crate::args::Form;
use crate::cmd::solve::SolveArgs;
use crate::{Exit, Out, Trouble, io};

use super::task::SolveTask;

/// Writer of the rows, with those written so far.
pub struct RowWriter {
    out: Out,
    format: Form,
    columns: Columns,
    rows: Vec<SolvedRow>,
    /// Number of rows of the whole command.
    all: usize,
    /// True where rows are entries of a plan (`--each`), for which nothing found is no failure.
    each: bool,
}

impl RowWriter {
    /// Opens the output and writes its head.
    ///
    /// # Errors
    /// Where the output cannot be written.
    pub fn begin(args: &SolveArgs, asked: &SolveTask) -> Result<RowWriter, Trouble> {
        let columns = asked.columns(args);
        let format = args.format;
        let mut out = Out::to(args.output.as_deref())?;
        match (format.text(), format) {
            (Some(form), _) => out.text(&problems::head(&columns, form))?,
            (None, Form::Csv) => out.text(problems::CSV_HEAD)?,
            (None, _) => {}
        }
        Ok(RowWriter {
            out,
            format,
            columns,
            rows: Vec::new(),
            all: asked.rows(),
            each: args.each.is_some(),
        })
    }

    /// Writes the next row, or keeps it for the end where the form needs all rows.
    ///
    /// # Errors
    /// Where the output cannot be written.
    pub fn row(&mut self, mut row: SolvedRow) -> Result<(), Trouble> {
        match (self.format.text(), self.format) {
            (Some(form), _) => {
                let text = problems::row(&row, &self.columns, form);
                self.out.text(&text)?;
            }
            (None, Form::Csv) => self.out.bytes(&problems::csv(&row))?,
            (None, Form::Pgn) => {
                if let Some(game) = row.pgn.take() {
                    self.out.text(&game)?;
                    self.out.text("\n")?;
                }
            }
            (None, _) => {}
        }
        self.out.flush()?;
        self.rows.push(row);
        Ok(())
    }

    /// True where all rows of the command are written.
    pub fn is_whole(&self) -> bool {
        self.rows.len() >= self.all
    }

    /// Ends the output; returns the exit code, and the summary for standard error, `None` where it is not needed.
    ///
    /// # Errors
    /// Where the output cannot be written.
    pub fn finish(
        mut self,
        interrupted: bool,
        bad: u64,
    ) -> Result<(Option<String>, Exit), Trouble> {
        let mut summary = problems::summary(self.rows.iter(), self.columns.times);
        match bad {
            0 => {}
            1 => summary.push_str("; 1 bad line"),
            more => summary.push_str(&format!("; {more} bad lines")),
        }
        match self.format {
            Form::Text => self.out.text(&format!("\n{summary}\n"))?,
            Form::Json => self.out.json(problems::object(&self.rows, interrupted))?,
            _ => {}
        }
        let exit = self.exit(bad);
        self.out.finish()?;
        let told = self.format == Form::Text || self.format == Form::Json;
        let summary =
            (!told && (exit != Exit::Done || io::stderr_is_terminal())).then_some(summary);
        Ok((summary, exit))
    }

    fn exit(&self, bad: u64) -> Exit {
        let as_said = |row: &SolvedRow| self.each || row.is_as_said();
        if bad > 0 {
            Exit::Wrong
        } else if self.rows.iter().any(SolvedRow::is_undecided) {
            Exit::Budget
        } else if self.rows.iter().all(as_said) {
            Exit::Done
        } else {
            Exit::NoAdvice
        }
    }
}
