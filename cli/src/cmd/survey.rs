//! `adv survey`: a table consulted once in every legal position of its material.
//!
//! The numbers of the class are cut into pieces of a fixed length, so that the output does not depend on the threads: a batch of
//! pieces is worked through in any order, and what comes of them is put together in theirs.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use adv_chess::{ClassIndex, Color, Material, Position};
use adv_module::{TableId, Who};
use adv_render::rows::Csv;
use adv_render::survey::{self as render, Survey, Totals};
use adv_render::text::thousands;
use adv_vm::{Engine, Failure, Replies, Subject};
use indicatif::ProgressBar;
use rayon::iter::{IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _};

use crate::Outcome;
use crate::args::{MessageArgs, SurveyArgs, SurveyFormat};
use crate::exit::{Exit, Trouble, say};
use crate::io::{self, Out};
use crate::messages::Messages;
use crate::{program, subject, work};

/// How many numbers of a class one piece of work takes.
const PIECE: u64 = 1024;
/// How many pieces for each thread are finished before their rows are written.
const BATCH: u64 = 64;

/// Surveys a table.
pub fn survey(args: &SurveyArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    let program = program::load(&args.file, &messages)?;
    let engine = args.limits.engine(program.linked);
    let module = engine.module();
    let id = match &args.table {
        Some(name) => subject::table_named(module, name)?,
        None if module.tables.is_empty() => {
            return Err(Trouble::new("the program has no table to survey")
                .help("a survey consults a table; put the pieces-of-advice into one"));
        }
        None => TableId(0),
    };
    let table = &module.tables[id.index()];
    let Some(declared) = &table.material else {
        return Err(Trouble::new(format!(
            "the table `{}` has no material, so there is no class of positions to survey",
            table.name
        ))
        .help("declare it at the head of the program, such as `material  W: K, R;  B: K`"));
    };
    let material = Material {
        counts: declared.counts,
    };
    let sides = match table.side {
        Some(Who::White) => vec![Color::White],
        Some(Who::Black) => vec![Color::Black],
        _ => Color::ALL.to_vec(),
    };
    let mut classes = Vec::new();
    for side in &sides {
        let class = ClassIndex::new(material, *side).map_err(|error| {
            Trouble::new(format!(
                "the material {material} cannot be surveyed: {error}"
            ))
        })?;
        classes.push(class);
    }
    let pool = work::pool(args.threads)?;
    let rows = args.format == SurveyFormat::Csv;
    let mut out = Out::to(args.output.as_deref())?;
    let shared = Work {
        id,
        replies: args.replies.replies(),
        rows,
        engines: Mutex::new(Vec::new()),
        first: &engine,
    };

    let total = classes
        .iter()
        .map(ClassIndex::len)
        .fold(0, u64::saturating_add);
    let bar = work::bar(total, &format!("survey of {}", table.name));
    let started = Instant::now();
    let mut totals = Totals::new(table.rules.len(), module.advice.len());
    let mut first_stop = None;
    if rows {
        out.text(render::CSV_HEAD)?;
    }
    for class in &classes {
        shared
            .class(class, &pool, &bar, |piece| {
                totals.merge(&piece.totals);
                if first_stop.is_none() {
                    first_stop = piece.first_stop;
                }
                out.bytes(&piece.rows)
            })
            .map_err(|trouble| {
                bar.finish_and_clear();
                shared.tell(trouble, &program.name, &messages)
            })?;
    }
    bar.finish_and_clear();
    let survey = Survey {
        module,
        table: &table.name,
        material: material.to_string(),
        sides,
        replies: shared.replies,
        totals,
    };
    match args.format {
        SurveyFormat::Csv => {}
        SurveyFormat::Text => out.text(&render::text(&survey))?,
        SurveyFormat::Json => out.text(&format!("{:#}\n", render::json(&survey)))?,
    }
    out.finish()?;
    if io::stderr_is_terminal() {
        say(pace(&survey.totals, started));
    }
    match first_stop {
        None => Ok(Exit::Done),
        Some((failure, position)) => {
            let stopped = thousands(survey.totals.stopped);
            let trouble = subject::tell(
                &failure,
                module,
                &program.name,
                Subject::Table(id),
                &position,
                &messages,
            );
            say(format_args!(
                "a limit was reached in {stopped} positions, the first of them above"
            ));
            Err(trouble)
        }
    }
}

/// What the threads share.
struct Work<'e> {
    id: TableId,
    replies: Replies,
    rows: bool,
    /// Engines that rest; each thread takes one for a piece, so that buffers are used again.
    engines: Mutex<Vec<Engine>>,
    first: &'e Engine,
}

/// What comes of a piece.
struct Piece {
    totals: Totals,
    rows: Vec<u8>,
    /// The first position in which a limit was reached.
    first_stop: Option<(Failure, Position)>,
}

/// Why a class is given up.
enum GivenUp {
    /// Its rows cannot be written.
    Output(Trouble),
    /// A position of the table's own material was refused.
    Refused(Box<(Failure, Position)>),
}

impl Work<'_> {
    /// Works through a class, handing the pieces on in order.
    fn class(
        &self,
        class: &ClassIndex,
        pool: &rayon::ThreadPool,
        bar: &ProgressBar,
        mut take: impl FnMut(Piece) -> Result<(), Trouble>,
    ) -> Result<(), GivenUp> {
        let pieces = class.len().div_ceil(PIECE);
        let batch = BATCH * pool.current_num_threads() as u64;
        let mut next = 0;
        while next < pieces {
            let end = (next + batch).min(pieces);
            let done: Result<Vec<Piece>, GivenUp> = pool.install(|| {
                (0..(end - next) as usize)
                    .into_par_iter()
                    // Whoever is done first takes what is left, piece by piece.
                    .with_max_len(1)
                    .map(|at| {
                        let number = next + at as u64;
                        let piece = self.piece(class, number);
                        bar.inc(PIECE.min(class.len() - number * PIECE));
                        piece
                    })
                    .collect()
            });
            for piece in done? {
                take(piece).map_err(GivenUp::Output)?;
            }
            next = end;
        }
        Ok(())
    }

    /// One piece: its positions one after the other.
    fn piece(&self, class: &ClassIndex, number: u64) -> Result<Piece, GivenUp> {
        let rested = self
            .engines
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut engine = rested.unwrap_or_else(|| self.first.clone());
        let piece = self.positions(&mut engine, class, number);
        self.engines
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(engine);
        piece
    }

    fn positions(
        &self,
        engine: &mut Engine,
        class: &ClassIndex,
        number: u64,
    ) -> Result<Piece, GivenUp> {
        let module = self.first.module();
        let rules = module
            .tables
            .get(self.id.index())
            .map_or(0, |table| table.rules.len());
        let mut totals = Totals::new(rules, module.advice.len());
        let mut rows = Csv::new();
        let mut first_stop = None;
        let start = number * PIECE;
        let mut decisions = engine.decisions(self.id, self.replies);
        for (_, position) in class.range(start..start.saturating_add(PIECE)) {
            match decisions.decide(&position) {
                Ok(decision) => {
                    totals.add(&decision);
                    if self.rows {
                        render::csv_row(
                            &mut rows,
                            module,
                            &position,
                            Some(&decision),
                            decision.positions,
                        );
                    }
                }
                Err(failure) => {
                    let Failure::Stopped { positions, .. } = failure else {
                        return Err(GivenUp::Refused(Box::new((failure, position))));
                    };
                    totals.stopped += 1;
                    if self.rows {
                        render::csv_row(&mut rows, module, &position, None, positions);
                    }
                    if first_stop.is_none() {
                        first_stop = Some((failure, position));
                    }
                }
            }
        }
        Ok(Piece {
            totals,
            rows: rows.finish(),
            first_stop,
        })
    }

    fn tell(&self, why: GivenUp, name: &str, messages: &Messages) -> Trouble {
        match why {
            GivenUp::Output(trouble) => trouble,
            GivenUp::Refused(refused) => {
                let (failure, position) = *refused;
                subject::tell(
                    &failure,
                    self.first.module(),
                    name,
                    Subject::Table(self.id),
                    &position,
                    messages,
                )
            }
        }
    }
}

/// The pace, for people only: it differs from run to run.
#[expect(
    clippy::cast_precision_loss,
    reason = "a pace is shown with one digit behind the point"
)]
fn pace(totals: &Totals, started: Instant) -> String {
    let seconds = started.elapsed().as_secs_f64();
    let millions = totals.all.positions as f64 / seconds.max(1e-9) / 1e6;
    format!("{seconds:.1} s, {millions:.1} million positions tested a second")
}
