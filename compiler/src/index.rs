//! What a file defines, where it uses it, and what each expression is: the answers that editors ask for.
//!
//! ```text
//!   number room(x: board) = count(x)        definitions   room, and its parameter x
//!   descriptor small = room(EDGE) < 4       references    count, x, room, EDGE (of `std.geometry`)
//!                      └────┬───┘           types         a number, in the current position
//! ```
//!
//! The check fills it while it looks names up and finds types, so it is there for a file with errors too: whatever was understood is
//! in it.

use crate::hir::{Frame, Type};
use crate::source::Span;

/// The number of a definition, an index into [`Index::definitions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionId(pub u32);

/// What kind of thing a definition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefinitionKind {
    /// `board`
    Board,
    /// `number`
    Number,
    /// `descriptor`
    Descriptor,
    /// `zone`
    Zone,
    /// `moves`
    Moves,
    /// `advice`
    Advice,
    /// `plan`
    Plan,
    /// `table`
    Table,
    /// `strat`
    Strategy,
    /// A pattern.
    Pattern,
    /// An evaluation.
    Evaluation,
    /// An action of a strategy.
    Action,
    /// A test, by its quoted name.
    Test,
    /// A parameter.
    Parameter,
    /// A variable of `exists`, `all`, `min`, `max`, `sum` or a set.
    Variable,
    /// A piece of a declared material: the men of one letter and colour.
    Piece,
    /// A module of the library.
    Module,
    /// A definition that could not be read; its kind is not known.
    Unread,
}

impl DefinitionKind {
    /// The word that begins such a definition, or a noun where none does.
    pub const fn word(self) -> &'static str {
        self.words().0
    }

    /// What it is, in messages.
    pub(crate) const fn noun(self) -> &'static str {
        self.words().1
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            DefinitionKind::Board => ("board", "a board"),
            DefinitionKind::Number => ("number", "a number"),
            DefinitionKind::Descriptor => ("descriptor", "a descriptor"),
            DefinitionKind::Zone => ("zone", "a zone"),
            DefinitionKind::Moves => ("moves", "a move clause"),
            DefinitionKind::Advice => ("advice", "a piece-of-advice"),
            DefinitionKind::Plan => ("plan", "a plan"),
            DefinitionKind::Table => ("table", "a table"),
            DefinitionKind::Strategy => ("strat", "a strategy"),
            DefinitionKind::Pattern => ("pattern", "a pattern"),
            DefinitionKind::Evaluation => ("evaluation", "an evaluation"),
            DefinitionKind::Action => ("action", "an action"),
            DefinitionKind::Test => ("test", "a test"),
            DefinitionKind::Parameter => ("parameter", "a parameter"),
            DefinitionKind::Variable => ("variable", "a variable"),
            DefinitionKind::Piece => ("piece", "a piece"),
            DefinitionKind::Module => ("module", "a module"),
            DefinitionKind::Unread => ("definition", "not readable"),
        }
    }
}

/// Where a definition is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In the file itself.
    File,
    /// In this module of the library.
    Library(String),
    /// It is a word of the language.
    Language,
}

impl DefinitionKind {
    /// The kind of a definition whose value has this type.
    pub(crate) const fn of_type(ty: Type) -> DefinitionKind {
        match ty {
            Type::Number(_) => DefinitionKind::Number,
            Type::Truth => DefinitionKind::Descriptor,
            Type::Zone => DefinitionKind::Zone,
            _ => DefinitionKind::Board,
        }
    }
}

/// Something with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// What it is.
    pub kind: DefinitionKind,
    /// Its name.
    pub name: String,
    /// Where the name is written; empty at 0 for what is not in the file.
    pub name_span: Span,
    /// The whole item, parameter or action; empty at 0 for what is not in the file.
    pub span: Span,
    /// The doc comment, or what a word of the language answers.
    pub doc: String,
    /// The parameters' names and types, `None` for a type in error.
    pub params: Vec<(String, Option<Type>)>,
    /// The type of its value. `None` for what has no value, and where it is in error.
    pub ty: Option<Type>,
    /// The definition around a parameter, a variable or an action.
    pub parent: Option<DefinitionId>,
    /// Where it is.
    pub origin: Origin,
}

impl Definition {
    /// A definition in a file, without parameters, type or doc comment.
    pub(crate) fn of(kind: DefinitionKind, name: &str, name_span: Span, span: Span) -> Definition {
        Definition {
            kind,
            name: name.to_owned(),
            name_span,
            span,
            doc: String::new(),
            params: Vec::new(),
            ty: None,
            parent: None,
            origin: Origin::File,
        }
    }

    /// The head of the definition as the author would write it: `board CUT(p: piece)`.
    pub fn signature(&self) -> String {
        let mut text = match self.kind {
            DefinitionKind::Parameter => match self.ty {
                Some(ty) => return format!("{}: {}", self.name, type_word(ty)),
                None => return self.name.clone(),
            },
            DefinitionKind::Variable => return format!("{}: board", self.name),
            DefinitionKind::Test => return format!("test \"{}\"", self.name),
            DefinitionKind::Piece => return self.name.clone(),
            kind => format!("{} {}", kind.word(), self.name),
        };
        for (index, (name, ty)) in self.params.iter().enumerate() {
            text.push_str(if index == 0 { "(" } else { ", " });
            text.push_str(name);
            if let Some(ty) = ty {
                text.push_str(if name.is_empty() { "" } else { ": " });
                text.push_str(type_word(*ty));
            }
        }
        if !self.params.is_empty() {
            text.push(')');
        }
        text
    }
}

/// The word for a type in a parameter list.
pub(crate) const fn type_word(ty: Type) -> &'static str {
    match ty {
        Type::Board => "board",
        Type::Number(_) => "number",
        Type::Truth => "descriptor",
        Type::Piece => "piece",
        Type::Side => "side",
        Type::Zone => "zone",
    }
}

/// A place that names a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name as it is written.
    pub span: Span,
    /// What it names.
    pub to: DefinitionId,
}

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedSpan {
    /// The expression.
    pub span: Span,
    /// Its type, before it is turned into what its place wants: a piece stands for its squares where a board is wanted.
    pub ty: Type,
    /// The position that it speaks of.
    pub frame: Frame,
}

/// Definitions, references and types of one file.
#[derive(Clone, Debug, Default)]
pub struct Index {
    definitions: Vec<Definition>,
    references: Vec<Reference>,
    types: Vec<TypedSpan>,
}

impl Index {
    /// The definitions of the file in the order of the source, parameters and variables after the definition that they belong to; then those of the
    /// library and of the language that it names, in the order of their first use.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// One definition.
    pub fn definition(&self, id: DefinitionId) -> Option<&Definition> {
        self.definitions.get(id.0 as usize)
    }

    /// The references in the order of the source.
    pub fn references(&self) -> &[Reference] {
        &self.references
    }

    /// The expressions in the order of the source, each before its parts.
    pub fn types(&self) -> &[TypedSpan] {
        &self.types
    }

    /// The definition that is named at a byte, or whose own name is there. A place directly after a name counts as in it.
    pub fn definition_at(&self, offset: u32) -> Option<DefinitionId> {
        let touches = |span: Span| span.start <= offset && offset <= span.end && !span.is_empty();
        let next = self
            .references
            .partition_point(|reference| reference.span.start <= offset);
        let mut before = self.references.iter().take(next).rev().take(2);
        let referred = before.find(|reference| touches(reference.span));
        referred.map(|reference| reference.to).or_else(|| {
            let own = |definition: &Definition| {
                definition.origin == Origin::File && touches(definition.name_span)
            };
            let index = self.definitions.iter().position(own)?;
            u32::try_from(index).ok().map(DefinitionId)
        })
    }

    /// The places that name a definition, in the order of the source; its own name is not among them.
    pub fn references_of(&self, id: DefinitionId) -> impl Iterator<Item = Span> + '_ {
        let references = self.references.iter();
        references
            .filter(move |reference| reference.to == id)
            .map(|reference| reference.span)
    }

    /// What the innermost expression around a byte is.
    pub fn type_at(&self, offset: u32) -> Option<TypedSpan> {
        let next = self
            .types
            .partition_point(|typed| typed.span.start <= offset);
        let mut before = self.types.iter().take(next).rev();
        before.find(|typed| typed.span.contains(offset)).copied()
    }

    /// Adds a definition.
    pub(crate) fn define(&mut self, definition: Definition) -> DefinitionId {
        let id = DefinitionId(u32::try_from(self.definitions.len()).unwrap_or(u32::MAX));
        self.definitions.push(definition);
        id
    }

    pub(crate) fn definition_mut(&mut self, id: DefinitionId) -> Option<&mut Definition> {
        self.definitions.get_mut(id.0 as usize)
    }

    pub(crate) fn refer(&mut self, span: Span, to: DefinitionId) {
        self.references.push(Reference { span, to });
    }

    pub(crate) fn has_type(&mut self, span: Span, ty: Type, frame: Frame) {
        self.types.push(TypedSpan { span, ty, frame });
    }

    /// Puts references and types in order. Of an expression that was looked at more than once the first answer is kept.
    pub(crate) fn sort(&mut self) {
        self.references.sort_by_key(|reference| reference.span);
        self.references.dedup();
        let outer_first = |typed: &TypedSpan| (typed.span.start, std::cmp::Reverse(typed.span.end));
        self.types.sort_by_key(outer_first);
        self.types.dedup_by_key(|typed| typed.span);
    }
}
