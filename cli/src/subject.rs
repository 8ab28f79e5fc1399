//! Which table or piece-of-advice is asked, and what is said where it cannot answer.

use adv_chess::notation::fen;
use adv_chess::{Color, Material, Position};
use adv_compiler::diagnostics::Diagnostic;
use adv_compiler::diagnostics::suggest::{did_you_mean, suggest};
use adv_compiler::source::{Source, Span};
use adv_module::program::{Place, Table};
use adv_module::{AdviceId, TableId, UnverifiedModule, Who};
use adv_render::text::{advice_name, table_name};
use adv_vm::{Consultation, Decision, Engine, Failure, Options, Replies, Stop};

use crate::exit::{Exit, Trouble};
use crate::messages::{Messages, diagnostic};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A table.
    Table(TableId),
    /// A single piece-of-advice.
    Advice(AdviceId),
}

impl Subject {
    /// Its name.
    pub fn name(self, module: &UnverifiedModule) -> &str {
        match self {
            Subject::Table(id) => table_name(module, id),
            Subject::Advice(id) => advice_name(module, id),
        }
    }

    /// The full answer.
    pub fn ask(
        self,
        engine: &mut Engine,
        position: &Position,
        options: &Options,
    ) -> Result<Consultation, Failure> {
        match self {
            Subject::Table(id) => engine.consult(id, position, options),
            Subject::Advice(id) => engine.try_advice(id, position, options),
        }
    }

    /// The short answer.
    pub fn decide(
        self,
        engine: &mut Engine,
        position: &Position,
        replies: Replies,
    ) -> Result<Decision, Failure> {
        match self {
            Subject::Table(id) => engine.decide(id, position, replies),
            Subject::Advice(id) => {
                let answer = engine.try_advice(
                    id,
                    position,
                    &Options {
                        replies,
                        why: false,
                    },
                )?;
                Ok(Decision {
                    rule: answer.rule,
                    advice: answer.advice,
                    mv: answer.first_move(),
                    positions: answer.positions(),
                    conditional: answer.is_conditional(),
                })
            }
        }
    }
}

/// The table or piece-of-advice of a name, or the one that a position calls for: the first table whose material and side fit, else
/// the only piece-of-advice.
pub fn choose(
    module: &UnverifiedModule,
    table: Option<&str>,
    advice: Option<&str>,
    position: &Position,
) -> Result<Subject, Trouble> {
    if let Some(name) = advice {
        return advice_named(module, name).map(Subject::Advice);
    }
    if let Some(name) = table {
        return table_named(module, name).map(Subject::Table);
    }
    let tables = || (0..).map(TableId).zip(&module.tables);
    // Where none fits, the first one says why.
    let best = tables()
        .find(|(_, table)| fits(table, position, true))
        .or_else(|| tables().find(|(_, table)| fits(table, position, false)))
        .or_else(|| tables().next());
    if let Some((id, _)) = best {
        return Ok(Subject::Table(id));
    }
    let mut pieces = (0..)
        .map(AdviceId)
        .zip(&module.advice)
        .filter(|(_, advice)| advice.is_named());
    match (pieces.next(), pieces.next()) {
        (Some((id, _)), None) => Ok(Subject::Advice(id)),
        (None, _) => Err(Trouble::new(
            "the program has no table and no piece-of-advice, so there is nothing to consult",
        )
        .help("`adv test` runs its tests")),
        (Some(_), Some(_)) => {
            Err(
                Trouble::new("the program has no table and several pieces-of-advice").help(
                    format!("choose one by `--advice`: {}", listed(advice_names(module))),
                ),
            )
        }
    }
}

/// The table of a name.
pub fn table_named(module: &UnverifiedModule, name: &str) -> Result<TableId, Trouble> {
    let names = || module.tables.iter().map(|table| table.name.as_str());
    match (0..)
        .map(TableId)
        .zip(names())
        .find(|(_, table)| *table == name)
    {
        Some((id, _)) => Ok(id),
        None => Err(unknown("table", name, names())),
    }
}

/// The piece-of-advice of a name; blanks in it do not count.
fn advice_named(module: &UnverifiedModule, name: &str) -> Result<AdviceId, Trouble> {
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

fn advice_names(module: &UnverifiedModule) -> impl Iterator<Item = &str> + Clone {
    module
        .advice
        .iter()
        .filter(|advice| advice.is_named())
        .map(|advice| advice.name.as_str())
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

/// True when a table's material, and its side if that is asked, are those of a position; with the colours exchanged where the
/// program allows that.
fn fits(table: &Table, position: &Position, side: bool) -> bool {
    let plays = |turn: Color| match table.side {
        Some(Who::White) => !side || turn == Color::White,
        Some(Who::Black) => !side || turn == Color::Black,
        _ => true,
    };
    let Some(material) = &table.material else {
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

/// Says why there is no answer, and gives the exit code.
pub fn tell(
    failure: &Failure,
    module: &UnverifiedModule,
    name: &str,
    subject: Subject,
    position: &Position,
    messages: &Messages,
) -> Trouble {
    let text = failure.to_string();
    match failure {
        Failure::OtherMaterial { left: true, .. } => Trouble::new(text).help("give a position of the program's own material"),
        Failure::OtherMaterial { .. } => Trouble::new(text)
            .help("give a position of that material by `--fen`, or name a table for the other material after `beyond`"),
        Failure::OtherSide { plays } => Trouble::new(text).help(format!(
            "write `{}` for the side to move in the position",
            plays.letter().to_ascii_lowercase()
        )),
        Failure::Stopped { stop, .. } => {
            let source = source_of(module, name);
            let message = stopped(failure, module, *stop, text, subject, position);
            messages.show(&[message], &source);
            Trouble::Said(Exit::Budget)
        }
    }
}

/// The message on a limit that was reached, at the piece-of-advice or the rule that was being worked on.
fn stopped(
    failure: &Failure,
    module: &UnverifiedModule,
    stop: Stop,
    text: String,
    subject: Subject,
    position: &Position,
) -> Diagnostic {
    let mut message = diagnostic(stop.code(), text);
    let Failure::Stopped { advice, rule, .. } = failure else {
        return message;
    };
    // Where another table has taken over, its rule is not known here.
    let table = match subject {
        Subject::Table(id) => module
            .tables
            .get(id.index())
            .filter(|table| fits(table, position, true)),
        Subject::Advice(_) => None,
    };
    let rule = rule.and_then(|index| Some((index, table?, table?.rules.get(index)?)));
    match (advice.and_then(|id| module.advice.get(id.index())), rule) {
        (Some(advice), _) if !is_nowhere(advice.place) && module.source.is_some() => {
            message = at(
                message,
                module,
                advice.place,
                "while this piece-of-advice was searched",
            );
        }
        (Some(advice), _) => {
            message = message.with_note(format!(
                "the piece-of-advice `{}` was being searched",
                advice.name
            ));
        }
        (None, Some((_, _, rule))) => {
            message = at(
                message,
                module,
                rule.place,
                "while this rule's precondition was evaluated",
            );
        }
        (None, None) => {}
    }
    if let Some((index, table, _)) = rule {
        message = message.with_note(format!(
            "it was rule {} of the table `{}`",
            index + 1,
            table.name
        ));
    }
    let option = match stop {
        Stop::Fuel => "--fuel",
        Stop::Positions => "--positions-limit",
        Stop::Depth => "--depth-limit",
    };
    message
        .with_note(format!("the position is `{}`", fen(position)))
        .with_help(format!(
            "give it more by `{option}`, or let the program look at fewer moves"
        ))
}

/// True for the place of what has none.
const fn is_nowhere(place: Place) -> bool {
    place.start >= place.end
}

/// A label on the first line of a place, if the module still has its source.
fn at(message: Diagnostic, module: &UnverifiedModule, place: Place, text: &str) -> Diagnostic {
    let Some(source) = &module.source else {
        return message;
    };
    if is_nowhere(place) {
        return message;
    }
    let rest = source
        .text
        .get(place.start as usize..place.end as usize)
        .unwrap_or("");
    let length = rest
        .find('\n')
        .map_or(rest.len(), |end| rest[..end].trim_end().len());
    let end = place
        .start
        .saturating_add(u32::try_from(length).unwrap_or(u32::MAX));
    message.with_label(Span::new(place.start, end), text)
}

/// The module's own copy of its source, for messages about a run.
fn source_of(module: &UnverifiedModule, name: &str) -> Source {
    match &module.source {
        Some(source) => Source::new(name, source.text.as_str()),
        None => Source::new(name, ""),
    }
}
