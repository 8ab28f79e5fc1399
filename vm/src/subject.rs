//! Which part of a program is asked: a strategy, a table or a piece-of-advice, chosen by its name or by the position.
//!
//! ```text
//!   Names { strategy, table, advice }  ┐
//!   the position's men and side        ┴──Subject::choose──▶ Subject, or a ChooseError that lists what there is
//! ```
//!
//! Nothing is searched here: in-classes and preconditions are not evaluated, and `beyond` is not followed.

use std::fmt;

use adv_chess::{Color, Material, Position};
use adv_module::program::{self, Claim, ClaimSubject, Test};
use adv_module::{AdviceId, Program, StrategyId, TableId, Who};

use crate::strategy::Subject;

/// The names that a user gives; at most one of them is used, the piece-of-advice first, the strategy last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'a> {
    /// The name of a strategy.
    pub strategy: Option<&'a str>,
    /// The name of a table.
    pub table: Option<&'a str>,
    /// The name of a piece-of-advice, arguments included; blanks in it do not count.
    pub advice: Option<&'a str>,
}

/// The kinds of subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// A strategy.
    Strategy,
    /// A table.
    Table,
    /// A piece-of-advice.
    Advice,
}

impl SubjectKind {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            SubjectKind::Strategy => "strategy",
            SubjectKind::Table => "table",
            SubjectKind::Advice => "piece-of-advice",
        }
    }
}

impl fmt::Display for SubjectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why no subject can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChooseError {
    /// The program has no strategy, no table and no piece-of-advice: it is a library of definitions.
    Empty,
    /// The program has nothing of a name.
    Unknown {
        /// The kind that was asked for; `None` where any would do.
        kind: Option<SubjectKind>,
        /// The name that was asked for.
        name: String,
        /// The names of that kind that the program has, in the order of the source.
        known: Vec<String>,
    },
    /// The program has several pieces-of-advice and neither a strategy nor a table, so that one must be named.
    Ambiguous {
        /// Their names, in the order of the source.
        advice: Vec<String>,
    },
}

impl fmt::Display for ChooseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChooseError::Empty => f.write_str(
                "the program has no strategy, no table and no piece-of-advice, so there is nothing to consult",
            ),
            ChooseError::Unknown { kind, name, known } => {
                match kind {
                    Some(kind) => write!(f, "the program has no {kind} `{name}`")?,
                    None => write!(
                        f,
                        "the program has no strategy, table or piece-of-advice `{name}`"
                    )?,
                }
                if known.is_empty() {
                    f.write_str(", nor any other")?;
                }
                Ok(())
            }
            ChooseError::Ambiguous { .. } => f.write_str(
                "the program has no strategy, no table and several pieces-of-advice",
            ),
        }
    }
}

impl std::error::Error for ChooseError {}

impl Subject {
    /// Chooses what is asked in a position: what is named; else the first strategy whose men and side are those of the position, else
    /// the first such table; else, the side left aside, the first strategy or table with the position's men; else the first strategy
    /// or table at all, whose answer says why it does not serve the position; else the only piece-of-advice.
    ///
    /// # Errors
    /// [`ChooseError`] where the program has nothing of the name, nothing to consult, or several pieces-of-advice and nothing else.
    pub fn choose(
        program: &Program,
        names: &Names<'_>,
        position: &Position,
    ) -> Result<Subject, ChooseError> {
        let unknown = |kind, name: &str| Self::unknown(program, Some(kind), name);
        if let Some(name) = names.advice {
            let found = Self::advice_named(program, name);
            return found.ok_or_else(|| unknown(SubjectKind::Advice, name));
        }
        if let Some(name) = names.table {
            let found = Self::table_named(program, name);
            return found.ok_or_else(|| unknown(SubjectKind::Table, name));
        }
        if let Some(name) = names.strategy {
            let found = Self::strategy_named(program, name);
            return found.ok_or_else(|| unknown(SubjectKind::Strategy, name));
        }
        let with_side = |subject: &Subject| subject.serves(program, position);
        let men_alone = |subject: &Subject| {
            let material = subject.material(program);
            fits(material, None, position)
        };
        let lists = || strategies(program).chain(tables(program));
        let best = lists()
            .find(with_side)
            .or_else(|| lists().find(men_alone))
            .or_else(|| lists().next());
        if let Some(subject) = best {
            return Ok(subject);
        }
        let mut pieces = pieces(program);
        match (pieces.next(), pieces.next()) {
            (Some(only), None) => Ok(only),
            (None, _) => Err(ChooseError::Empty),
            (Some(_), Some(_)) => Err(ChooseError::Ambiguous {
                advice: advice_names(program),
            }),
        }
    }

    /// What serves a position where nothing is named: the first strategy whose men and side are those of the position, else the first
    /// such table, else the only piece-of-advice. `None` where there is none of these.
    pub fn for_position(program: &Program, position: &Position) -> Option<Subject> {
        let mut lists = strategies(program).chain(tables(program));
        if let Some(subject) = lists.find(|subject| subject.serves(program, position)) {
            return Some(subject);
        }
        let mut pieces = pieces(program);
        match (pieces.next(), pieces.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// What a program is most of all: its first strategy, else its first table, else its first piece-of-advice. `None` for a library
    /// of definitions.
    pub fn foremost(program: &Program) -> Option<Subject> {
        let mut all = strategies(program).chain(tables(program));
        all.next().or_else(|| pieces(program).next())
    }

    /// The strategy, table or piece-of-advice of a name, looked up in this order.
    pub fn named(program: &Program, name: &str) -> Option<Subject> {
        Self::strategy_named(program, name)
            .or_else(|| Self::table_named(program, name))
            .or_else(|| Self::advice_named(program, name))
    }

    /// The strategy of a name.
    pub fn strategy_named(program: &Program, name: &str) -> Option<Subject> {
        strategies(program).find(|subject| subject.name(program) == name)
    }

    /// The table of a name.
    pub fn table_named(program: &Program, name: &str) -> Option<Subject> {
        tables(program).find(|subject| subject.name(program) == name)
    }

    /// The piece-of-advice of a name, arguments included where it has some; blanks do not count.
    pub fn advice_named(program: &Program, name: &str) -> Option<Subject> {
        let plain = |name: &str| name.split_whitespace().collect::<String>();
        let wanted = plain(name);
        pieces(program).find(|subject| plain(subject.name(program)) == wanted)
    }

    /// The error for a name that the program does not have; `None` stands for any kind.
    pub fn unknown(program: &Program, kind: Option<SubjectKind>, name: &str) -> ChooseError {
        let of = |subject: &Subject| kind.is_none_or(|kind| subject.kind() == kind);
        let all = strategies(program)
            .chain(tables(program))
            .chain(pieces(program));
        ChooseError::Unknown {
            kind,
            name: name.to_owned(),
            known: all
                .filter(of)
                .map(|subject| subject.name(program).to_owned())
                .collect(),
        }
    }

    /// What a claim plays; `None` for a claim about descriptors or an evaluation.
    pub const fn of_claim(claim: &Claim) -> Option<Subject> {
        match claim.subject {
            ClaimSubject::Strategy(id) => Some(Subject::Strategy(id)),
            ClaimSubject::Table(id) => Some(Subject::Table(id)),
            ClaimSubject::Advice(id) => Some(Subject::Advice(id)),
            ClaimSubject::Descriptor { .. } | ClaimSubject::Evaluation(_) => None,
        }
    }

    /// What a test asks; `None` for a test of values or of an explanation.
    pub const fn of_test(test: &Test) -> Option<Subject> {
        match test.subject {
            program::Subject::Strategy(id) => Some(Subject::Strategy(id)),
            program::Subject::Table(id) => Some(Subject::Table(id)),
            program::Subject::Advice(id) => Some(Subject::Advice(id)),
            program::Subject::Evaluation(_) | program::Subject::None => None,
        }
    }

    /// The subject's name in the program; `?` for an id of another program.
    pub fn name(self, program: &Program) -> &str {
        let name = match self {
            Subject::Strategy(id) => program.strategies.get(id.index()).map(|s| &s.name),
            Subject::Table(id) => program.tables.get(id.index()).map(|t| &t.name),
            Subject::Advice(id) => program.advice.get(id.index()).map(|a| &a.name),
        };
        name.map_or("?", String::as_str)
    }

    /// The kind of thing that the subject is.
    pub const fn kind(self) -> SubjectKind {
        match self {
            Subject::Strategy(_) => SubjectKind::Strategy,
            Subject::Table(_) => SubjectKind::Table,
            Subject::Advice(_) => SubjectKind::Advice,
        }
    }

    /// The men that the subject is for; `None` where any position will do.
    pub fn material(self, program: &Program) -> Option<&program::Material> {
        match self {
            Subject::Strategy(id) => program.strategies.get(id.index())?.material.as_ref(),
            Subject::Table(id) => program.tables.get(id.index())?.material.as_ref(),
            Subject::Advice(_) => program.material.as_ref(),
        }
    }

    /// The side that the subject plays for; `None` where it plays for the side to move.
    pub fn side(self, program: &Program) -> Option<Color> {
        let side = match self {
            Subject::Strategy(id) => program.strategies.get(id.index())?.side,
            Subject::Table(id) => program.tables.get(id.index())?.side,
            Subject::Advice(id) => program.advice.get(id.index())?.side,
        };
        match side {
            Some(Who::White) => Some(Color::White),
            Some(Who::Black) => Some(Color::Black),
            _ => None,
        }
    }

    /// True where the men and the side to move of a position are those that the subject is for, with the colours exchanged where the
    /// program allows it.
    pub fn serves(self, program: &Program, position: &Position) -> bool {
        fits(self.material(program), self.side(program), position)
    }
}

fn strategies(program: &Program) -> impl Iterator<Item = Subject> {
    let ids = (0..program.strategies.len()).map(|index| StrategyId(index as u16));
    ids.map(Subject::Strategy)
}

fn tables(program: &Program) -> impl Iterator<Item = Subject> {
    let ids = (0..program.tables.len()).map(|index| TableId(index as u16));
    ids.map(Subject::Table)
}

/// The pieces-of-advice that have a name of their own; actions within statements have none.
fn pieces(program: &Program) -> impl Iterator<Item = Subject> + '_ {
    let all = program.advice.iter().enumerate();
    all.filter(|(_, advice)| advice.is_named())
        .map(|(index, _)| Subject::Advice(AdviceId(index as u16)))
}

fn advice_names(program: &Program) -> Vec<String> {
    let names = pieces(program).map(|subject| subject.name(program).to_owned());
    names.collect()
}

/// True where men and side are those of a position; a side of `None` is either.
fn fits(material: Option<&program::Material>, side: Option<Color>, position: &Position) -> bool {
    let plays = |turn: Color| side.is_none_or(|side| side == turn);
    let Some(material) = material else {
        return plays(position.turn());
    };
    let wanted = Material::of_counts(material.counts);
    if wanted.fits(position) && plays(position.turn()) {
        return true;
    }
    material.mirrored && wanted.mirrored().fits(position) && plays(!position.turn())
}
