//! Which strategy, table or piece-of-advice is asked, and its first answer.
//!
//! ```text
//!   --strategy, --table, --advice, or the position ──choose──▶ Subject ──ask──▶ First         in full
//!                                                                └──decide──▶ Decision       for rows of many positions
//! ```

mod tell;

use std::sync::Arc;

use adv_chess::{Color, Material, Position};
use adv_compiler::diagnostics::suggest::{did_you_mean, suggest};
use adv_module::program::{self, Strategy as Record, Table};
use adv_module::{AdviceId, Program, StrategyId, TableId, Who};
use adv_render::text::{advice_name, table_name};
use adv_vm::{
    Consultation, Decision, Engine, Failure, Mode, Options, PStrategy, Replies, Step, Strategy,
    Stuck, StuckCause, Subject, Tried,
};

use crate::exit::Trouble;

pub use tell::{source_of, tell};

/// The names that the arguments give; at most one of them does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'a> {
    /// A strategy's.
    pub strategy: Option<&'a str>,
    /// A table's.
    pub table: Option<&'a str>,
    /// That of a piece-of-advice.
    pub advice: Option<&'a str>,
}

/// The name of a subject.
pub fn name(module: &Program, subject: Subject) -> &str {
    match subject {
        Subject::Strategy(id) => strategy_name(module, id),
        Subject::Table(id) => table_name(module, id),
        Subject::Advice(id) => advice_name(module, id),
    }
}

/// What kind of thing a subject is.
pub const fn kind(subject: Subject) -> &'static str {
    match subject {
        Subject::Strategy(_) => "strategy",
        Subject::Table(_) => "table",
        Subject::Advice(_) => "piece-of-advice",
    }
}

/// The name of a strategy.
pub fn strategy_name(module: &Program, id: StrategyId) -> &str {
    module
        .strategies
        .get(id.index())
        .map_or("?", |strategy| strategy.name.as_str())
}

/// The first answer of a subject.
pub enum First {
    /// A table or a piece-of-advice was asked; it may have found nothing.
    Consulted(Box<Consultation>),
    /// A statement of a strategy has found a p-strategy.
    Yielded(Arc<PStrategy>),
    /// A strategy ends or is stuck at once.
    Over(Step),
}

/// The full answer.
///
/// # Errors
/// [`Failure`] where the subject cannot serve the position or a limit is reached.
pub fn ask(
    engine: &mut Engine,
    subject: Subject,
    position: &Position,
    options: &Options,
) -> Result<First, Failure> {
    let answer = match subject {
        Subject::Table(id) => engine.consult(id, position, options)?,
        Subject::Advice(id) => engine.try_advice(id, position, options)?,
        Subject::Strategy(_) => {
            let (_, step) = Strategy::begin(engine, subject, position, Mode::Strong)?;
            return Ok(match step {
                Step::Yield(p_strategy) => First::Yielded(p_strategy),
                over => First::Over(over),
            });
        }
    };
    Ok(First::Consulted(Box::new(answer)))
}

/// An answer that finds nothing, with what was tried.
pub fn nothing(position: &Position, tried: &[Tried]) -> Consultation {
    Consultation {
        position: *position,
        us: position.turn(),
        mirrored: false,
        table: None,
        rule: None,
        tried: tried.to_vec(),
        advice: None,
        tree: None,
        because: None,
    }
}

/// The short answer. A strategy that ends or is stuck at once gives one without a move.
///
/// # Errors
/// As [`ask`].
pub fn decide(
    engine: &mut Engine,
    subject: Subject,
    position: &Position,
    replies: Replies,
) -> Result<Decision, Failure> {
    if let Subject::Table(id) = subject {
        return engine.decide(id, position, replies);
    }
    let options = Options {
        replies,
        ..Options::default()
    };
    match ask(engine, subject, position, &options)? {
        First::Consulted(answer) => Ok(decision(&answer)),
        First::Yielded(p_strategy) => Ok(decision(&p_strategy.consultation)),
        First::Over(Step::Stuck(stuck)) => match *stuck {
            Stuck {
                cause: StuckCause::Failure(failure),
                ..
            } => Err(failure),
            Stuck { tried, .. } => Ok(Decision {
                rule: None,
                advice: None,
                mv: None,
                positions: tried.iter().map(|tried| tried.positions).sum(),
                conditional: false,
            }),
        },
        First::Over(_) => Ok(Decision {
            rule: None,
            advice: None,
            mv: None,
            positions: 0,
            conditional: false,
        }),
    }
}

fn decision(answer: &Consultation) -> Decision {
    Decision {
        rule: answer.rule,
        advice: answer.advice,
        mv: answer.first_move(),
        positions: answer.positions(),
        conditional: answer.is_conditional(),
    }
}

/// The subject of a name, or the one that a position calls for: the first strategy whose figures and side fit, else the first such
/// table, else the only piece-of-advice.
///
/// # Errors
/// Where there is nothing of that name, nothing at all, or more than one that could be meant.
pub fn choose(
    module: &Program,
    names: &Names<'_>,
    position: &Position,
) -> Result<Subject, Trouble> {
    if let Some(name) = names.advice {
        return advice_named(module, name).map(Subject::Advice);
    }
    if let Some(name) = names.table {
        return table_named(module, name).map(Subject::Table);
    }
    if let Some(name) = names.strategy {
        return strategy_named(module, name).map(Subject::Strategy);
    }
    let strategies = || (0..).map(StrategyId).zip(&module.strategies);
    let tables = || (0..).map(TableId).zip(&module.tables);
    let strategy = |side: bool| {
        strategies()
            .find(|(_, strategy)| fits_strategy(strategy, position, side))
            .map(|(id, _)| Subject::Strategy(id))
    };
    let table = |side: bool| {
        tables()
            .find(|(_, table)| fits_table(table, position, side))
            .map(|(id, _)| Subject::Table(id))
    };
    // Where none fits, the first one says why.
    let first = || match (strategies().next(), tables().next()) {
        (Some((id, _)), _) => Some(Subject::Strategy(id)),
        (None, table) => table.map(|(id, _)| Subject::Table(id)),
    };
    let best = strategy(true)
        .or_else(|| table(true))
        .or_else(|| strategy(false))
        .or_else(|| table(false))
        .or_else(first);
    if let Some(subject) = best {
        return Ok(subject);
    }
    let mut pieces = (0..)
        .map(AdviceId)
        .zip(&module.advice)
        .filter(|(_, advice)| advice.is_named());
    match (pieces.next(), pieces.next()) {
        (Some((id, _)), None) => Ok(Subject::Advice(id)),
        (None, _) => Err(nothing_there()),
        (Some(_), Some(_)) => Err(Trouble::new(
            "the program has no strategy, no table and several pieces-of-advice",
        )
        .help(format!(
            "choose one by `--advice`: {}",
            listed(advice_names(module))
        ))),
    }
}

/// What a program is most of all: its first strategy, else its first table, else its first piece-of-advice.
pub fn foremost(module: &Program) -> Option<Subject> {
    if !module.strategies.is_empty() {
        return Some(Subject::Strategy(StrategyId(0)));
    }
    if !module.tables.is_empty() {
        return Some(Subject::Table(TableId(0)));
    }
    let mut pieces = (0..).map(AdviceId).zip(&module.advice);
    let first = pieces.find(|(_, advice)| advice.is_named());
    first.map(|(id, _)| Subject::Advice(id))
}

/// What a name stands for: a strategy, a table or a piece-of-advice.
pub fn named(module: &Program, name: &str) -> Option<Subject> {
    let strategy = || strategy_named(module, name).ok().map(Subject::Strategy);
    let table = || table_named(module, name).ok().map(Subject::Table);
    let advice = || advice_named(module, name).ok().map(Subject::Advice);
    strategy().or_else(table).or_else(advice)
}

/// Makes sure that a program has something to consult; a library of definitions has not.
///
/// # Errors
/// Where there is no strategy, no table and no piece-of-advice.
pub fn something(module: &Program) -> Result<(), Trouble> {
    let none = module.strategies.is_empty()
        && module.tables.is_empty()
        && advice_names(module).next().is_none();
    if none { Err(nothing_there()) } else { Ok(()) }
}

fn nothing_there() -> Trouble {
    Trouble::new(
        "the program has no strategy, no table and no piece-of-advice, so there is nothing to consult",
    )
    .help("`adv board` draws its definitions, `adv test` runs its tests")
}

/// The table of a name.
///
/// # Errors
/// Where there is none; similar names are offered.
pub fn table_named(module: &Program, name: &str) -> Result<TableId, Trouble> {
    let names = || module.tables.iter().map(|table| table.name.as_str());
    match (0..).map(TableId).zip(names()).find(|(_, n)| *n == name) {
        Some((id, _)) => Ok(id),
        None => Err(unknown("table", name, names())),
    }
}

/// The strategy of a name.
fn strategy_named(module: &Program, name: &str) -> Result<StrategyId, Trouble> {
    let names = || module.strategies.iter().map(|s| s.name.as_str());
    match (0..).map(StrategyId).zip(names()).find(|(_, n)| *n == name) {
        Some((id, _)) => Ok(id),
        None => Err(unknown("strategy", name, names())),
    }
}

/// The piece-of-advice of a name; blanks in it do not count.
fn advice_named(module: &Program, name: &str) -> Result<AdviceId, Trouble> {
    let plain = |name: &str| name.split_whitespace().collect::<String>();
    let wanted = plain(name);
    let found = (0..)
        .map(AdviceId)
        .zip(&module.advice)
        .find(|(_, a)| a.is_named() && plain(&a.name) == wanted);
    match found {
        Some((id, _)) => Ok(id),
        None => Err(unknown("piece-of-advice", name, advice_names(module))),
    }
}

fn advice_names(module: &Program) -> impl Iterator<Item = &str> + Clone {
    module
        .advice
        .iter()
        .filter(|advice| advice.is_named())
        .map(|advice| advice.name.as_str())
}

/// Says that a program has nothing of a name that may be any subject's.
pub fn unknown_name(module: &Program, name: &str) -> Trouble {
    let strategies = module.strategies.iter().map(|s| s.name.as_str());
    let tables = module.tables.iter().map(|table| table.name.as_str());
    let names = strategies.chain(tables).chain(advice_names(module));
    unknown("strategy, table or piece-of-advice", name, names)
}

fn unknown<'m>(what: &str, name: &str, names: impl Iterator<Item = &'m str> + Clone) -> Trouble {
    let near = suggest(name, None, names.clone().map(|name| (name, ())));
    let help = did_you_mean(&near).or_else(|| {
        let listed = listed(names);
        (!listed.is_empty()).then(|| format!("expected one of {listed}"))
    });
    match help {
        Some(help) => Trouble::new(format!("the program has no {what} `{name}`")).help(help),
        None => Trouble::new(format!("the program has no {what} `{name}`, nor any other")),
    }
}

fn listed<'m>(names: impl Iterator<Item = &'m str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The material that a subject is for, and the side that it plays for.
pub fn claims(module: &Program, subject: Subject) -> (Option<&program::Material>, Option<Who>) {
    match subject {
        Subject::Strategy(id) => module
            .strategies
            .get(id.index())
            .map_or((None, None), |s| (s.material.as_ref(), s.side)),
        Subject::Table(id) => module
            .tables
            .get(id.index())
            .map_or((None, None), |t| (t.material.as_ref(), t.side)),
        Subject::Advice(id) => (
            module.material.as_ref(),
            module.advice.get(id.index()).and_then(|a| a.side),
        ),
    }
}

/// True when a subject is for the material of a position, and for the side to move in it.
pub fn serves(module: &Program, subject: Subject, position: &Position) -> bool {
    let (material, side) = claims(module, subject);
    fits(material, side, position, true)
}

fn fits_table(table: &Table, position: &Position, side: bool) -> bool {
    fits(table.material.as_ref(), table.side, position, side)
}

fn fits_strategy(strategy: &Record, position: &Position, side: bool) -> bool {
    fits(strategy.material.as_ref(), strategy.side, position, side)
}

/// True when a material, and a side if that is asked, are those of a position; with the colours exchanged where the program allows
/// that.
fn fits(
    material: Option<&program::Material>,
    side_of: Option<Who>,
    position: &Position,
    side: bool,
) -> bool {
    let plays = |turn: Color| match side_of {
        Some(Who::White) => !side || turn == Color::White,
        Some(Who::Black) => !side || turn == Color::Black,
        _ => true,
    };
    let Some(material) = material else {
        return plays(position.turn());
    };
    let wanted = Material {
        counts: material.counts,
    };
    if wanted.fits(position) && plays(position.turn()) {
        return true;
    }
    material.mirrored && wanted.mirrored().fits(position) && plays(!position.turn())
}
