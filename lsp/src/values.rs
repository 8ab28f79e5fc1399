//! What definitions and expressions are worth in the example position of their file.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use adv::analysis::{Definition, DefinitionKind, Origin, Type};
use adv::program::{Needs, Ty};
use adv::render::values::{self, ShownValue};
use adv::{Color, Engine, Expression, Limits, Position, Rulebook, position};

use crate::snapshot::Snapshot;

/// An expression longer than this, in bytes, is not computed.
const LONGEST: usize = 400;
/// A program longer than this, in bytes, is not compiled again for an expression: that takes longer than a hover should.
const LARGEST: usize = 24 << 10;
/// How many expressions of one snapshot are kept.
const MOST_KEPT: usize = 256;

/// True for a definition of a file that has a value by itself: a board, number, descriptor or zone without parameters.
pub fn has_value(definition: &Definition) -> bool {
    use DefinitionKind::{Board, Descriptor, Number, Zone};
    matches!(definition.kind, Board | Number | Descriptor | Zone)
        && definition.origin == Origin::File
        && definition.params.is_empty()
}

/// A program that is ready to be asked in its example position.
pub struct Values {
    rulebook: Rulebook,
    position: Position,
    engine: Mutex<Engine>,
    expressions: Mutex<BTreeMap<String, Option<ShownValue>>>,
}

/// A tenth of a second at most.
fn limits() -> Limits {
    Limits {
        fuel: 2_000_000,
        positions: 2_000,
        ..Limits::default()
    }
}

impl Values {
    /// Of a program without errors that has an example.
    pub fn of(snapshot: &Snapshot) -> Option<Values> {
        snapshot.analysis.checked.as_ref()?;
        let rulebook = snapshot.rulebook()?;
        let position = position(rulebook.program().example.as_deref()?).ok()?;
        Some(Values {
            engine: Mutex::new(rulebook.engine(limits())),
            rulebook,
            position,
            expressions: Mutex::default(),
        })
    }

    fn us(&self) -> Color {
        self.position.turn()
    }

    /// The value of a definition without parameters, by its name. `None` where it needs a move or a budget ends.
    pub fn of_definition(&self, name: &str) -> Option<ShownValue> {
        let program = self.rulebook.program();
        let mut exports = program.exports.iter();
        let export = exports.find(|export| export.name == name)?;
        if export.needs != Needs::NONE || !export.params.is_empty() {
            return None;
        }
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let functions = export.functions.iter();
        let words = functions.map(|function| {
            let value = engine.evaluate(*function, &[], &self.position, self.us());
            value.ok()
        });
        Some(ShownValue {
            text: name.to_owned(),
            ty: export.result,
            words: words.collect::<Option<Vec<u64>>>()?,
            ways: None,
        })
    }

    /// The value of an expression. `None` where it speaks of a move or of a variable, and in large programs.
    pub fn of_expression(&self, text: &str, ty: Type) -> Option<ShownValue> {
        let source = self.rulebook.program().source.as_ref()?;
        if text.len() > LONGEST || source.text_of(None).len() > LARGEST {
            return None;
        }
        let mut kept = self
            .expressions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(text) {
            return known.clone();
        }
        let found = self.computed_at(text, ty, &self.position);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(text.to_owned(), found.clone());
        found
    }

    fn computed_at(&self, text: &str, ty: Type, position: &Position) -> Option<ShownValue> {
        let kind = match ty {
            Type::Board | Type::Piece => "board",
            Type::Number(_) => "number",
            Type::Truth => "descriptor",
            Type::Zone => "zone",
            Type::Side => return None,
        };
        let expression = Expression::compile_as(self.rulebook.program(), kind, text).ok()?;
        let words = expression.value(position, position.turn(), limits()).ok()?;
        Some(ShownValue {
            text: expression.text,
            ty: expression.ty,
            words,
            ways: None,
        })
    }

    /// The position of the example.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The value of an expression in any position. `None` where it speaks of a move or of a variable.
    pub fn value_at(&self, text: &str, ty: Type, position: &Position) -> Option<ShownValue> {
        match *position == self.position {
            true => self.of_expression(text, ty),
            false if text.len() > LONGEST => None,
            false => self.computed_at(text, ty, position),
        }
    }

    /// A value drawn: the squares of a board, a line for anything else.
    pub fn drawn(&self, value: &ShownValue) -> String {
        values::text(&self.position, std::slice::from_ref(value), false, false)
    }

    /// The board of the example.
    pub fn example(&self) -> String {
        adv::render::text::board(&self.position)
    }

    /// A value on one line, where it is a number or a truth.
    pub fn short(value: &ShownValue) -> Option<String> {
        match value.ty {
            Ty::Board => None,
            _ => Some(value.value()),
        }
    }
}
