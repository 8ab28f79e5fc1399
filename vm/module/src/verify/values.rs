//! Lengths and ids of a whole program, seen one after the other in one walk.

use super::{Verified, fail};
use crate::data::{Data, Field, Visitor};
use crate::error::{Property, VerifyError};
use crate::ids::{AdviceId, EvaluationId, Id, PatternId, StrategyId, TableId};
use crate::program::Program;

/// A value of a record that the verifier checks.
pub(super) enum Value {
    /// A list in its field and how many members it has.
    List(Field, usize),
    /// A text in its field and how many bytes it has.
    Text(Field, usize),
    /// An id in its field.
    Id(Field, Id),
}

/// Calls a function with every length and every id of a program until it says what is wrong; the error names the record.
pub(super) fn each_value(
    module: &Program,
    property: Property,
    check: impl FnMut(Value) -> Option<String>,
) -> Verified {
    let mut values = Values {
        check,
        depth: 0,
        list: "",
        index: 0,
        wrong: None,
    };
    module.visit(Field::WHOLE, &mut values);
    module.source.visit(Field::WHOLE, &mut values);
    let Some(sentence) = values.wrong else {
        return Ok(());
    };
    let (id, at) = record(module, values.list, values.index);
    fail(property, at, sentence).map_err(|error| VerifyError { part: id, ..error })
}

/// The record at a place of a list of the program, and what messages call it.
fn record(module: &Program, list: &str, index: usize) -> (Option<Id>, String) {
    let number = u16::try_from(index).unwrap_or(u16::MAX);
    let id = match list {
        "functions" => Id::Function(module.own_id(index)),
        "advice" => Id::Advice(AdviceId(number)),
        "tables" => Id::Table(TableId(number)),
        "strategies" => Id::Strategy(StrategyId(number)),
        "patterns" => Id::Pattern(PatternId(number)),
        "evaluations" => Id::Evaluation(EvaluationId(number)),
        _ => return (None, without_id(module, list, index)),
    };
    let what = match id {
        Id::Advice(_) => "advice",
        _ => id.kind(module).0,
    };
    (Some(id), format!("{what} `{}`", id.name(module)))
}

/// What messages call a record without an id, or the module as a whole.
fn without_id(module: &Program, list: &str, index: usize) -> String {
    let (what, name) = match list {
        "imports" => ("import", module.imports.get(index).map(|of| &of.name)),
        "exports" => ("export", module.exports.get(index).map(|of| &of.name)),
        "texts" => ("texts", module.texts.get(index).map(|of| &of.language)),
        "tests" => ("test", module.tests.get(index).map(|of| &of.name)),
        "claims" => return format!("claim {}", index + 1),
        _ => return "module".to_owned(),
    };
    format!("{what} `{}`", name.map_or("?", String::as_str))
}

/// A walk over a program that knows in which record of which of its lists it is.
struct Values<F> {
    check: F,
    /// Records and lists around the value.
    depth: usize,
    list: &'static str,
    /// The place of the record in its list, from 0.
    index: usize,
    wrong: Option<String>,
}

impl<F: FnMut(Value) -> Option<String>> Values<F> {
    fn value(&mut self, value: Value) {
        if self.wrong.is_none() {
            self.wrong = (self.check)(value);
        }
    }

    fn begin(&mut self) {
        self.depth += 1;
    }
}

impl<F: FnMut(Value) -> Option<String>> Visitor for Values<F> {
    fn record(&mut self, _: Field) {
        self.begin();
    }
    fn variant(&mut self, _: Field, _: u8, _: &'static str) {
        self.begin();
    }
    fn list(&mut self, of: Field, length: usize) {
        self.value(Value::List(of, length));
        if self.wrong.is_none() && self.depth == 1 {
            (self.list, self.index) = (of.name, 0);
        }
        self.begin();
    }
    fn end(&mut self) {
        self.depth -= 1;
        if self.wrong.is_none() {
            match self.depth {
                1 => self.list = "",
                2 => self.index += 1,
                _ => {}
            }
        }
    }
    fn text(&mut self, of: Field, text: &str) {
        self.value(Value::Text(of, text.len()));
    }
    fn id(&mut self, of: Field, id: Id) {
        self.value(Value::Id(of, id));
    }
}
