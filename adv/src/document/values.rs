//! Values of a definition: in the example, or in positions of the file's own tests that call it.

use std::collections::{BTreeMap, BTreeSet};

use adv_chess::Position;
use adv_compiler::index::{Definition, DefinitionKind};
use adv_compiler::source::Span;
use adv_compiler::syntax::ast::ItemKind;
use adv_module::{Needs, Ty};
use adv_render::document::DocShown;
use adv_render::values::ShownValue;

use super::{PageMaker, limits};
use crate::chess::parse_position;
use crate::expression::Expression;

/// Maximum number of calls of one definition whose values a page shows.
const MOST_CALLS: usize = 2;

impl PageMaker<'_> {
    /// Values of a definition for its entry on the page: in the example, or else of calls in tests, or of calls with one side or piece.
    pub(super) fn values(
        &self,
        definition: &Definition,
        example: Option<&Position>,
    ) -> Vec<DocShown> {
        if definition.params.is_empty()
            && let Some(position) = example
            && let Some(shown) = self.own(&definition.name, position)
        {
            return vec![shown];
        }
        let Some(kind) = kind(definition.kind) else {
            return Vec::new();
        };
        let mut shown = Vec::new();
        let mut seen = Vec::new();
        for (call, position, place) in self.tested(definition) {
            if shown.len() == MOST_CALLS || seen.contains(&(call.clone(), position)) {
                continue;
            }
            shown.extend(self.value(kind, &call, &position, &place));
            seen.push((call, position));
        }
        if shown.is_empty()
            && let Some(position) = example
        {
            let calls = self.calls(definition);
            let calls = calls.iter().take(MOST_CALLS);
            shown.extend(
                calls.filter_map(|call| self.value(kind, call, position, "in the example")),
            );
        }
        shown
    }

    /// Compiles all calls whose values the page may show, by their kinds and texts; what does not compile is left out.
    pub(super) fn compiled_calls(&self) -> BTreeMap<(&'static str, String), Expression> {
        let mut wanted = BTreeSet::new();
        let definitions = self.items().filter_map(|item| match item.kind {
            ItemKind::Define(_) => self.definition(item),
            _ => None,
        });
        for definition in definitions {
            let Some(kind) = kind(definition.kind) else {
                continue;
            };
            let tested = self.tested(definition).into_iter().map(|(call, ..)| call);
            let calls = tested.chain(self.calls(definition));
            wanted.extend(calls.map(|call| (kind, call)));
        }
        let wanted: Vec<(&'static str, String)> = wanted.into_iter().collect();
        let compiled = Expression::compile_many(self.rulebook.program(), &wanted);
        let found = wanted.into_iter().zip(compiled);
        found
            .filter_map(|(call, compiled)| Some((call, compiled?)))
            .collect()
    }

    /// The value of a definition without parameters in the example; `None` where it needs more than a position, or reaches a limit.
    fn own(&self, name: &str, position: &Position) -> Option<DocShown> {
        let program = self.rulebook.program();
        let mut exports = program.exports.iter();
        let export = exports.find(|export| export.name == name)?;
        if export.needs != Needs::NONE {
            return None;
        }
        let mut engine = self.rulebook.engine(limits());
        let functions = export.functions.iter();
        let words = functions.map(|function| {
            let value = engine.evaluate(*function, &[], position, position.turn());
            value.ok()
        });
        let value = ShownValue {
            text: name.to_owned(),
            ty: export.result,
            words: words.collect::<Option<Vec<u64>>>()?,
            ways: None,
        };
        Some(shown(value, position, "in the example"))
    }

    /// Finds the calls of a definition in tests, with the position and the test's title. Inside other calls, definitions and quantifiers a
    /// call may have words that mean nothing by themselves; those do not compile and are left out later.
    fn tested(&self, definition: &Definition) -> Vec<(String, Position, String)> {
        let index = &self.analysis.index;
        let mut ids = index.definitions().iter().zip(0..);
        let Some(id) = ids.find(|(one, _)| *one == definition).map(|(_, id)| id) else {
            return Vec::new();
        };
        let id = adv_compiler::index::DefinitionId(id);
        let references: Vec<Span> = index.references_of(id).collect();
        let mut calls = Vec::new();
        for item in self.items() {
            let ItemKind::Test(test) = &item.kind else {
                continue;
            };
            let Ok(position) = parse_position(&test.position.node) else {
                continue;
            };
            let place = format!("in the test \"{}\"", test.name.node);
            let inside = references
                .iter()
                .filter(|span| item.span.contains(span.start));
            calls.extend(inside.map(|span| (self.call(*span), position, place.clone())));
        }
        calls
    }

    /// The text of a call at the name in a place: the name, and its arguments in parentheses, if there are any.
    fn call(&self, name: Span) -> String {
        let rest = self.source.slice(Span::new(name.end, u32::MAX));
        let mut depth = 0_usize;
        let mut end = 0;
        for (at, letter) in rest.char_indices() {
            match letter {
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                _ if depth > 0 => continue,
                _ => break,
            }
            if depth == 0 {
                end = at + 1;
                break;
            }
        }
        let arguments = rest.get(..end).unwrap_or_default();
        format!("{}{arguments}", self.source.slice(name))
    }

    /// Texts of calls of a definition that has one parameter, a side or a piece: one for each side, or for each piece of the material.
    fn calls(&self, definition: &Definition) -> Vec<String> {
        use adv_compiler::hir::Type;
        let name = &definition.name;
        match definition.params.as_slice() {
            [(_, Some(Type::Side))] => vec![format!("{name}(W)"), format!("{name}(B)")],
            [(_, Some(Type::Piece))] => {
                let pieces = self.analysis.index.definitions().iter();
                let is_piece =
                    |one: &&Definition| one.kind == DefinitionKind::Piece && one.name.contains('.');
                let pieces = pieces
                    .filter(is_piece)
                    .map(|piece| format!("{name}({})", piece.name));
                pieces.collect()
            }
            _ => Vec::new(),
        }
    }

    fn value(&self, kind: &str, call: &str, position: &Position, place: &str) -> Option<DocShown> {
        let expression = self.calls.get(&(kind, call.to_owned()))?;
        let us = position.turn();
        let value = ShownValue {
            words: expression.value(position, us, limits()).ok()?,
            ways: None,
            text: expression.text.clone(),
            ty: expression.ty,
        };
        Some(shown(value, position, place))
    }
}

/// The kind of expression that a call of a definition is, such as `number`; `None` where a call has no value in one position.
fn kind(of: DefinitionKind) -> Option<&'static str> {
    match of {
        DefinitionKind::Board | DefinitionKind::Piece => Some("board"),
        DefinitionKind::Number | DefinitionKind::Evaluation => Some("number"),
        DefinitionKind::Descriptor | DefinitionKind::Pattern => Some("descriptor"),
        DefinitionKind::Zone => Some("zone"),
        _ => None,
    }
}

/// A value in the form that a page has for it: squares and zones drawn on a board, everything else in words.
fn shown(value: ShownValue, position: &Position, place: &str) -> DocShown {
    match value.ty {
        Ty::Board => DocShown::Squares {
            position: *position,
            value,
            caption: place.to_owned(),
        },
        _ => DocShown::Value {
            value: value.value(),
            text: value.text,
            place: place.to_owned(),
        },
    }
}
