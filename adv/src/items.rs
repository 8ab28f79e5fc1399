//! Items of a program's text: their names, and the words that begin them.

use adv_compiler::syntax::ast::{DefineKind, ItemKind, Name};
use adv_render::text::joined;

/// The name in the head of an item, with its place; `None` for items without one, and for `use`.
pub fn named(kind: &ItemKind) -> Option<&Name> {
    Some(match kind {
        ItemKind::Define(of) => &of.name,
        ItemKind::Moves(of) => &of.name,
        ItemKind::Advice(of) => &of.name,
        ItemKind::Plan(of) => &of.name,
        ItemKind::Table(of) => &of.name,
        ItemKind::Strategy(of) => &of.name,
        ItemKind::Pattern(of) => &of.name,
        ItemKind::Evaluation(of) => &of.name,
        ItemKind::Texts(of) => &of.language,
        ItemKind::Test(of) => &of.name,
        _ => return None,
    })
}

/// The name of an item, of a `use` line the module or the file; `None` for items without a name.
pub fn name(kind: &ItemKind) -> Option<String> {
    match kind {
        ItemKind::Use(of) => Some(joined(of.node.iter().map(|part| &part.node), ".")),
        ItemKind::UseFile(of) => Some(of.node.clone()),
        kind => named(kind).map(|name| name.node.clone()),
    }
}

/// The word that begins an item, which names its kind.
pub fn word(kind: &ItemKind) -> &'static str {
    match kind {
        ItemKind::Material(_) => "material",
        ItemKind::Example(_) => "example",
        ItemKind::Use(_) | ItemKind::UseFile(_) => "use",
        ItemKind::DefaultHolding(_) => "default holding",
        ItemKind::Define(of) => match of.kind {
            DefineKind::Board => "board",
            DefineKind::Number => "number",
            DefineKind::Descriptor => "descriptor",
            DefineKind::Zone => "zone",
        },
        ItemKind::Moves(_) => "moves",
        ItemKind::Advice(_) => "advice",
        ItemKind::Plan(_) => "plan",
        ItemKind::Table(_) => "table",
        ItemKind::Strategy(_) => "strategy",
        ItemKind::Pattern(_) => "pattern",
        ItemKind::Evaluation(_) => "evaluation",
        ItemKind::Texts(_) => "texts",
        ItemKind::Test(_) => "test",
        ItemKind::Prove(_) => "prove",
        ItemKind::Measure(_) => "measure",
        ItemKind::Error(_) => "item",
    }
}
