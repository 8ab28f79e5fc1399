//! The definitions of a program by their places, so that executed instructions can be counted by definition.

use adv_compiler::source::Source;
use adv_compiler::syntax::ast::ItemKind;
use adv_compiler::syntax::parse_source;
use adv_module::program::Place;
use adv_module::{AdviceKind, Program};
use adv_render::bench::Definition;

use crate::items::{name, word};

/// Lists the named items of a program's source and the actions in its strategies, with their places; empty where the source was left out.
pub fn definitions(module: &Program) -> Vec<Definition> {
    let Some(source) = &module.source else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let source = Source::kept(source.file.as_str(), source);
    for item in parse_source(&source).file.items {
        let name = match (&item.kind, word(&item.kind), name(&item.kind)) {
            (ItemKind::Use(_) | ItemKind::UseFile(_) | ItemKind::Test(_), ..) => continue,
            (_, word, Some(name)) => format!("{word} {name}"),
            (ItemKind::DefaultHolding(_), word, None) => word.to_owned(),
            _ => continue,
        };
        let name = match source.file_at(item.span.start) {
            0 => name,
            used => format!("{name} of {}", source.file_name(used)),
        };
        all.push(Definition {
            name,
            place: Place {
                start: item.span.start,
                end: item.span.end,
            },
        });
    }
    let actions = module
        .advice
        .iter()
        .filter(|advice| advice.kind == AdviceKind::Action);
    all.extend(actions.map(|action| Definition {
        name: format!("action {}", action.name),
        place: action.place,
    }));
    all
}
