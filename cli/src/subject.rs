//! Choice of the subject, the strategy, table or piece-of-advice to consult, and error messages where there is none or it cannot answer.

use adv::diagnostics::{did_you_mean, suggest};
use adv::program::{Program, Statement, StatementKind, TableId};
use adv::render::text::joined;
use adv::{ChooseError, Names, Position, Rulebook, Subject, SubjectKind};

use crate::args::SubjectArgs;
use crate::{Trouble, program};

mod tell;

pub use tell::{source_of, tell};

impl From<ChooseError> for Trouble {
    fn from(error: ChooseError) -> Trouble {
        let sentence = Trouble::new(error.to_string());
        match error {
            ChooseError::Empty => {
                sentence.help("`adv board` draws its definitions, `adv test` runs its tests")
            }
            ChooseError::Ambiguous { advice } => {
                sentence.help(format!("choose one by `--advice`: {}", listed(&advice)))
            }
            ChooseError::Unknown { name, known, .. } => {
                let names = known.iter().map(|known| (known.as_str(), ()));
                let help = did_you_mean(&suggest(&name, None, names));
                let listed = || format!("expected one of {}", listed(&known));
                let help = help.or_else(|| (!known.is_empty()).then(listed));
                sentence.help_if(help)
            }
        }
    }
}

fn listed(names: &[String]) -> String {
    joined(names.iter().map(|name| format!("`{name}`")), ", ")
}

/// Subject that the arguments name, or that fits the position.
///
/// # Errors
/// Where the program has no subject of that name, no subject at all, or several that may be meant.
pub fn choose(
    program: &Program,
    names: &Names<'_>,
    position: &Position,
) -> Result<Subject, Trouble> {
    Subject::choose(program, names, position).map_err(|error| {
        let name = names.advice.unwrap_or_default();
        let strategy = strategy_of_action(program, name);
        let trouble = Trouble::from(error);
        match strategy {
            Some(strategy) => trouble.help(format!(
                "it is an action of the strategy `{strategy}`: `adv run --action {name}` tries it by itself, `--strategy {strategy}` comes to it in its turn"
            )),
            None => trouble,
        }
    })
}

/// Program extended by the piece-of-advice of `--advice` with arguments that its source does not have, and the names to choose by.
///
/// # Errors
/// Where the text does not compile; the compiler's messages are shown.
pub fn with_advice(
    program: Rulebook,
    names: &SubjectArgs,
) -> Result<(Rulebook, SubjectArgs), Trouble> {
    let wanted = names.advice.as_deref().filter(|text| {
        text.contains('(') && Subject::advice_named(program.program(), text).is_none()
    });
    let Some(text) = wanted else {
        return Ok((program, names.clone()));
    };
    match program::added(program.with_advice(text), ("--advice", text), None)? {
        Some((program, name)) => Ok((
            program,
            SubjectArgs {
                advice: Some(name),
                ..SubjectArgs::default()
            },
        )),
        None => Err(Subject::unknown(program.program(), Some(SubjectKind::Advice), text).into()),
    }
}

/// Name of the strategy that has an action of this name; `None` where no strategy has.
fn strategy_of_action<'p>(program: &'p Program, name: &str) -> Option<&'p str> {
    let is_it = |statement: &Statement| match &statement.kind {
        StatementKind::Action { advice, .. } => {
            let action = program.advice.get(advice.index());
            action.is_some_and(|action| action.name == name)
        }
        _ => false,
    };
    let mut strategies = program.strategies.iter();
    let found = strategies.find(|strategy| strategy.body.iter().any(is_it));
    found.map(|strategy| strategy.name.as_str())
}

/// Fails where a program has nothing to consult, as a library of definitions.
///
/// # Errors
/// Where there is no strategy, no table and no piece-of-advice.
pub fn something(program: &Program) -> Result<(), Trouble> {
    match Subject::foremost(program) {
        Some(_) => Ok(()),
        None => Err(ChooseError::Empty.into()),
    }
}

/// Table of the program with this name.
///
/// # Errors
/// Where the program has no such table; similar names are offered.
pub fn table_named(program: &Program, name: &str) -> Result<TableId, Trouble> {
    let names = Names {
        table: Some(name),
        ..Names::default()
    };
    match Subject::choose(program, &names, &Position::EMPTY)? {
        Subject::Table(id) => Ok(id),
        other => Err(Subject::unknown(program, Some(other.kind()), name).into()),
    }
}

/// Error for a name that no subject of the program has, with similar names.
pub fn unknown_name(program: &Program, name: &str) -> Trouble {
    Subject::unknown(program, None, name).into()
}
