//! What is known of a value by the field that it is in.

use crate::format::{MAX_ITEMS, MAX_STRING};
use crate::ids::Id;
use crate::program::Program;

/// A field of a record. A field that says nothing of its role or scope has those of the record around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// Its name.
    pub(crate) name: &'static str,
    /// What a function in it is for.
    pub(crate) role: Role,
    /// Where a function in it is evaluated.
    pub(crate) scope: Scope,
    /// The most members or bytes, where the field has a limit of its own; else 0.
    most: u32,
}

impl Field {
    /// A program as a whole.
    pub(crate) const WHOLE: Field = Field {
        name: "program",
        role: Role::Other,
        scope: Scope::Position,
        most: 0,
    };

    /// A field of the record in this one.
    pub(crate) const fn enter(self, name: &'static str) -> Field {
        Field {
            name,
            most: 0,
            ..self
        }
    }

    /// The field with this role.
    pub(crate) const fn role(self, role: Role) -> Field {
        Field { role, ..self }
    }

    /// The field with this scope.
    pub(crate) const fn scope(self, scope: Scope) -> Field {
        Field { scope, ..self }
    }

    /// The field with this limit.
    pub(crate) const fn most(self, most: usize) -> Field {
        Field {
            most: most as u32,
            ..self
        }
    }

    /// A member of the list in the field.
    pub(crate) const fn member(self) -> Field {
        Field { most: 0, ..self }
    }

    /// The most members of a list in the field.
    pub(crate) const fn members(self) -> usize {
        self.limit(MAX_ITEMS)
    }

    /// The most bytes of a text in the field.
    pub(crate) const fn bytes(self) -> usize {
        self.limit(MAX_STRING)
    }

    const fn limit(self, usual: usize) -> usize {
        match self.most {
            0 => usual,
            most => most as usize,
        }
    }
}

/// What a function is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A goal, a conjunct of it, or a descriptor of a claim.
    Goal,
    /// One side of a comparison.
    Compare,
    /// The squares a move comes from.
    From,
    /// The squares a move goes to.
    To,
    /// A descriptor that a move has to satisfy.
    Filter,
    /// A number that orders moves.
    Key,
    /// A number that orders all the moves of a node.
    Prefer,
    /// What a move costs.
    Cost,
    /// A board that a conjunct speaks of.
    Board,
    /// The in-class of an action of the file.
    InClass,
    /// An in-class or a condition of a strategy.
    Statement,
    /// The out-class of a strategy.
    OutClass,
    /// The precondition of a rule.
    Condition,
    /// An expectation of a test.
    Expect,
    /// A value in a text.
    Value,
    /// What a choice of forms depends on.
    Choice,
    /// A board in a text that says how it is said.
    TextBoard,
    /// The squares of a zone.
    ZoneBoard,
    /// The horizon of a zone.
    ZoneMoves,
    /// A pattern's fact, a board or a descriptor.
    Fact,
    /// The descriptor that is a pattern's name.
    Holds,
    /// A pattern's `where`.
    Where,
    /// A worth of a pattern.
    Worth,
    /// The stage of an evaluation.
    Stage,
    /// Another one: an export, or what an instruction calls.
    Other,
}

/// Where a function is evaluated, which says what it may speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// In a position by itself.
    Position,
    /// In a position of a claim's play.
    Claim,
    /// In the positions of a tree.
    Advice,
    /// In the position before a move of a tree.
    Class,
    /// At the squares of a pattern's fact.
    Pattern,
}

impl Id {
    /// What it numbers, in a word, the letter of its numbers in listings, and how many of them a program has.
    pub(crate) fn kind(self, module: &Program) -> (&'static str, char, usize) {
        match self {
            Id::Function(_) => ("function", 'f', module.function_count()),
            Id::Advice(_) => ("piece-of-advice", 'a', module.advice.len()),
            Id::Table(_) => ("table", 't', module.tables.len()),
            Id::Strategy(_) => ("strategy", 's', module.strategies.len()),
            Id::Pattern(_) => ("pattern", 'p', module.patterns.len()),
            Id::Evaluation(_) => ("evaluation", 'e', module.evaluations.len()),
        }
    }

    /// The name of what it numbers; a question mark for a number that does not exist.
    pub(crate) fn name(self, module: &Program) -> &str {
        let index = self.index();
        let name = match self {
            Id::Function(id) => return module.function_name(id),
            Id::Advice(_) => module.advice.get(index).map(|of| &of.name),
            Id::Table(_) => module.tables.get(index).map(|of| &of.name),
            Id::Strategy(_) => module.strategies.get(index).map(|of| &of.name),
            Id::Pattern(_) => module.patterns.get(index).map(|of| &of.name),
            Id::Evaluation(_) => module.evaluations.get(index).map(|of| &of.name),
        };
        name.map_or("?", String::as_str)
    }
}
