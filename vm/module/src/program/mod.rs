//! A module as plain data: what the compiler writes, the file holds, and the verifier looks at.
//!
//! Advice, tables and tests are records that point to functions, not instructions: explaining, rendering and verifying them stays
//! a matter of reading them.

mod claim;
mod code;
mod goal;
mod index;
mod moves;
mod pattern;
mod reach;
mod source;
mod strategy;
mod table;
mod test;
mod unit;

use crate::data::{Role, each_function, record};
use crate::format::{
    MAX_ADVICE, MAX_CODE, MAX_CONSTANTS, MAX_EVALUATIONS, MAX_FORMS, MAX_FUNCTIONS, MAX_PARAMS,
    MAX_PATTERNS, MAX_STRATEGIES, MAX_TABLES,
};
use crate::ids::{AdviceId, FnId};
use crate::op::Op;
use crate::types::{AdviceKind, Needs, SearchMode, Ty, When, Who, tags};

pub use claim::{Bound, Claim, ClaimFrom, ClaimGoal, ClaimSubject, FromSet, GoalWord};
pub use code::{Code, Compiled};
pub use goal::{Compare, Goal, GoalBoard, GoalCase, GoalPart, SpokenZone, ZoneFunctions};
pub(crate) use index::Record;
pub use moves::{Class, MoveSpec};
pub use pattern::{
    Each, Evaluation, Pattern, Planned, Similarity, Texts, Translated, TranslatedPart, Translation,
    View,
};
pub use source::{SourceText, UsedFile, name_of_used};
pub use strategy::{Consulted, Statement, StatementKind, Strategy};
pub use table::{Entry, Rule, Successor, Table};
pub use test::{Expect, ExpectKind, Subject, Test};

/// A place in the source: byte offsets, start included, end excluded. Zeros where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Place {
    /// No place.
    pub const NONE: Place = Place { start: 0, end: 0 };

    /// The place from `start` to `end`; an end before the start gives the empty place at `start`.
    pub const fn new(start: u32, end: u32) -> Place {
        Place {
            start,
            end: if end < start { start } else { end },
        }
    }

    /// The smallest place that holds both.
    pub fn join(self, other: Place) -> Place {
        Place::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// Its length in bytes.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// True where it holds no byte. An empty place is a place all the same.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// True where the byte at `offset` lies inside.
    pub const fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }
}

/// A program as plain data. What has been established of it is said by the type around it: [`crate::Unverified`],
/// [`crate::Module`] or [`crate::Linked`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program<C: Code = Compiled> {
    /// The module's name: a library's is the one in `use`, a program's is its file's.
    pub name: String,
    /// The version of a library; empty for a program.
    pub version: String,
    /// The file's `//!` text.
    pub doc: String,
    /// The declared material.
    pub material: Option<Material>,
    /// The example position, a FEN.
    pub example: Option<String>,
    /// Functions of libraries, which take the first [`FnId`]s.
    pub imports: C::Imports,
    /// The module's own functions; the first has the id `imports.len()`.
    pub functions: C::Functions,
    /// The pool of 64-bit constants, without duplicates.
    pub constants: Vec<u64>,
    /// How many slots [`Op::Kept`] uses.
    pub slots: u16,
    /// Named definitions that other modules may use.
    pub exports: Vec<Export>,
    /// The pieces-of-advice in the order of the source, each instance of a parametrised one by itself.
    pub advice: Vec<Advice<C>>,
    /// The tables in the order of the source.
    pub tables: Vec<Table<C>>,
    /// The strategies in the order of the source.
    pub strategies: Vec<Strategy<C>>,
    /// The patterns: the program's own in the order of the source, then those of what it uses.
    pub patterns: Vec<Pattern<C>>,
    /// The evaluations in the order of the source.
    pub evaluations: Vec<Evaluation<C>>,
    /// The translations in the order of the source.
    pub texts: Vec<Texts>,
    /// The tests in the order of the source.
    pub tests: Vec<Test<C>>,
    /// What is claimed, in the order of the source.
    pub claims: Vec<Claim<C>>,
    /// The source text, so that listings and explanations can show lines; may be stripped.
    pub source: Option<SourceText>,
}

record!(Program {
    name, version, doc, material, example, imports: most(MAX_FUNCTIONS),
    functions: most(MAX_FUNCTIONS), constants: most(MAX_CONSTANTS), slots, exports,
    advice: most(MAX_ADVICE), tables: most(MAX_TABLES), strategies: most(MAX_STRATEGIES),
    patterns: most(MAX_PATTERNS), evaluations: most(MAX_EVALUATIONS), texts, tests, claims,
} later source);

/// How many men of each kind each side has; roles K Q R B N P, White first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material {
    /// `counts[colour][role]`
    pub counts: [[u8; 6]; 2],
    /// The program serves the colours reversed too.
    pub mirrored: bool,
}

record!(Material { counts, mirrored });

/// A library's function that this module calls.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The library's name.
    pub module: String,
    /// The version it was compiled against.
    pub version: String,
    /// The exported name.
    pub name: String,
    /// Which component of a tuple, 0 for a plain value.
    pub component: u8,
    /// The parameters' types.
    pub params: Vec<Ty>,
    /// The result's type.
    pub result: Ty,
    /// What it needs beyond its current position.
    pub needs: Needs,
}

record!(Import {
    module,
    version,
    name,
    component,
    params: most(MAX_PARAMS),
    result,
    needs
});

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The definition's name, or a made-up one such as `squeeze.better`, for listings.
    pub name: String,
    /// The parameters' types, in registers 0, 1, ….
    pub params: Vec<Ty>,
    /// The result's type.
    pub result: Ty,
    /// What it needs beyond its current position.
    pub needs: Needs,
    /// How many registers its window has, 1..=256.
    pub registers: u16,
    /// The code; the last instruction is a return.
    pub code: Vec<Op>,
    /// Where each instruction comes from: as long as `code`, or empty where stripped.
    pub places: Vec<Place>,
    /// The definition's place.
    pub place: Place,
}

record!(Function {
    name, params: most(MAX_PARAMS), result, needs, registers, code: most(MAX_CODE), place,
} later places);

impl Program {
    /// The functions that a piece-of-advice asks: its goals with their conjuncts, classes, keys and reason. Empty for a piece that is
    /// not there.
    pub fn functions_of(&self, advice: AdviceId) -> Vec<FnId> {
        let mut functions = Vec::new();
        if let Some(advice) = self.advice.get(advice.index()) {
            each_function(advice, |function| functions.push(function));
        }
        functions
    }

    /// True where a class of a piece-of-advice speaks of `TAKEN`, so that the search has to know what has settled the moves before. False for
    /// a piece that is not there.
    pub fn advice_needs_taken(&self, advice: AdviceId) -> bool {
        let advice = self.advice.get(advice.index());
        advice.is_some_and(|advice| self.speaks_of_taken(advice))
    }

    /// The same of a record.
    pub(crate) fn speaks_of_taken(&self, advice: &Advice) -> bool {
        let mut found = false;
        each_function(advice, |function| found |= self.needs_taken(function));
        found
    }

    /// True where a class of moves speaks of `TAKEN`.
    pub fn class_needs_taken(&self, class: &Class) -> bool {
        let single = [class.from, class.to, class.filter];
        let mut functions = single
            .into_iter()
            .flatten()
            .chain(class.keys.iter().copied());
        functions.any(|function| self.needs_taken(function))
    }

    fn needs_taken(&self, function: FnId) -> bool {
        let signature = self.signature(function);
        signature.is_some_and(|signature| signature.needs.has(Needs::TAKEN))
    }
}

/// A definition that others may use.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// Its name.
    pub name: String,
    /// Names and types of the parameters.
    pub params: Vec<(String, Ty)>,
    /// The result's type.
    pub result: Ty,
    /// One function, or one for each component of a tuple of numbers. Of a zone three: the squares of its men and its targets, which are
    /// boards, and its horizon, a number.
    pub functions: Vec<FnId>,
    /// What it needs beyond its current position.
    pub needs: Needs,
    /// Its doc comment.
    pub doc: String,
}

record!(Export {
    name,
    params: most(MAX_PARAMS),
    result,
    functions: most(u8::MAX as usize),
    needs,
    doc,
});

impl Export {
    /// True of a zone, whose first two functions are boards and whose third is a number.
    pub fn is_zone(&self) -> bool {
        self.result == Ty::Board && self.functions.len() == 3
    }

    /// The type of a component.
    pub fn component(&self, component: usize) -> Ty {
        match component {
            2 if self.is_zone() => Ty::Number,
            _ => self.result,
        }
    }
}

/// A piece-of-advice: (better-goal, holding-goal, us-moves, them-moves, depth bound).
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<C: Code = Compiled> {
    /// The name, with arguments where it has some: `mate-in(2)`.
    pub name: C::Name,
    /// The side it plays for; `None`: the side that moves where it is consulted.
    pub side: Option<Who>,
    /// The better-goal.
    pub better: Goal<C>,
    /// The holding-goal.
    pub holding: Goal<C>,
    /// Us-moves.
    pub us: MoveSpec<C>,
    /// Them-moves.
    pub them: MoveSpec<C>,
    /// The bound in plies, at least 1.
    pub depth: u16,
    /// Which tree is looked for.
    pub mode: SearchMode,
    /// What moves cost, and what a line may cost in all.
    pub cost: Option<Cost<C>>,
    /// The reason, in parts.
    pub because: Vec<TextPart<C>>,
    /// Its doc comment.
    pub doc: String,
    /// Its place.
    pub place: Place,
    /// Its meaning.
    pub kind: AdviceKind,
    /// `prefer`: keys like those of a class, by which all the moves of one of our nodes are ordered together, the order of their
    /// classes breaking ties. Empty for everything but an action.
    pub prefer: Vec<C::Body>,
    /// The in-class of an action of the file, a descriptor without parameters: elsewhere it has no tree. `None` is any position.
    pub in_class: Option<C::Body>,
}

record!(Advice in Advice {
    name, side, better, holding, us, them, depth, mode, cost, because, doc, place, kind,
    prefer: role(Role::Prefer), in_class: role(Role::InClass),
});

impl Advice {
    /// True for a piece-of-advice or action that has its name from the author and can be chosen by it.
    pub fn is_named(&self) -> bool {
        matches!(self.kind, AdviceKind::Piece | AdviceKind::Item)
    }

    /// Whether this is what the author calls so: the name itself, or the name with its constants.
    pub fn is_called(&self, name: &str) -> bool {
        let rest = self.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
    }
}

/// What the moves of a tree cost, and how much those of one line may cost together.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost<C: Code = Compiled> {
    /// Whose moves are charged: all, ours (`after-us`) or theirs (`after-them`).
    pub when: When,
    /// What a move costs, in thousandths: a number without parameters, evaluated as a key of a class is. Below 0 counts as 0.
    pub of_move: C::Body,
    /// The bound in wholes, 1 to [`crate::format::MAX_EFFORT`].
    pub effort: u32,
    /// The place of the cost.
    pub place: Place,
}

record!(Cost {
    when,
    of_move: role(Role::Cost),
    effort,
    place
});

/// A part of a text: of a `because`, or of a pattern's.
#[derive(Clone, Debug, PartialEq)]
pub enum TextPart<C: Code = Compiled> {
    /// Plain text.
    Text(String),
    /// A value in braces: a function without parameters, evaluated after our first move; a pattern's at the root.
    Value(C::Body),
    /// A zone in braces, which reads as its main trajectories.
    Zone(C::Zone),
    /// A choice of forms: by a side (White, Black), a truth (true, false), or a number (the forms of the language, [`crate::language::form`]).
    Choice {
        /// What decides, a function without parameters.
        by: C::Body,
        /// The forms, two or more.
        forms: Vec<String>,
    },
    /// A board, `as men`, `as files` or `as ranks`.
    Board {
        /// The board, a function without parameters.
        board: C::Body,
        /// How it is said.
        said: Said,
    },
}

record!(enum TextPart {
    0 Text(text);
    1 Value(function: role(Role::Value));
    2 Zone(functions);
    3 Choice { by: role(Role::Choice), forms: most(MAX_FORMS) };
    4 Board { board: role(Role::TextBoard), said };
});

/// The value of a part of a text, where it has one.
macro_rules! value {
    ($part:expr) => {
        match $part {
            TextPart::Text(_) => None,
            TextPart::Value(value)
            | TextPart::Zone(value)
            | TextPart::Choice { by: value, .. }
            | TextPart::Board { board: value, .. } => Some(value),
        }
    };
}

impl<B, C: Code<Body = B, Zone = B>> TextPart<C> {
    /// The expression in the braces, of the checked program.
    pub fn expr(&self) -> Option<&B> {
        value!(self)
    }

    /// The expression in the braces, to be changed in place.
    pub fn expr_mut(&mut self) -> Option<&mut B> {
        value!(self)
    }
}

tags! {
    /// How a text says a board.
    Said {
        /// `as men`: each with its letter, `Ra5`; a pawn and an empty square are their square.
        Men = 0 => "men",
        /// `as files`: `a`.
        Files = 1 => "files",
        /// `as ranks`: `7`.
        Ranks = 2 => "ranks",
    }
}
