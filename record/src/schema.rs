//! Schemas of the pages in `docs/schema`, made from the types.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Value, json};

use crate::{consultation, diff, game, proof, scan, series, survey};

/// A page of `docs/schema`: the name of its file, and its text.
pub struct Page {
    /// The file without its ending.
    pub name: &'static str,
    /// The schema, with a line feed at its end.
    pub text: String,
}

/// Adds a type to the definitions, and returns the reference to it.
type Root = fn(&mut SchemaGenerator) -> Value;

fn root<T: schemars::JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

/// The file, its title, what it describes, and the objects that stand by themselves.
const PAGES: &[(&str, &str, &str, &[Root])] = &[
    (
        "outcome",
        "Outcomes of adv",
        "What adv says of a consultation (`Consultation`), of a played game (`Game`) and of a series of games (`Series`). Fields are added, never renamed or removed: a reader leaves those alone that it does not know.",
        &[
            root::<consultation::Consultation>,
            root::<game::Game>,
            root::<series::Series>,
        ],
    ),
    (
        "proof",
        "Proofs of adv",
        "Claims about play (`Proof`) and about descriptors (`Scan`) that are settled, one position of a claim (`Walk`), and two programs held against each other (`Diff`).",
        &[
            root::<proof::Proof>,
            root::<scan::Scan>,
            root::<scan::Walk>,
            root::<diff::Diff>,
        ],
    ),
    (
        "survey",
        "Surveys of adv",
        "A table consulted once in every legal position of its material, `adv survey --format json`.",
        &[root::<survey::Survey>],
    ),
];

/// All pages.
pub fn pages() -> impl Iterator<Item = Page> {
    PAGES
        .iter()
        .map(|(name, title, description, roots)| page(name, title, description, roots))
}

fn page(name: &'static str, title: &str, description: &str, roots: &[Root]) -> Page {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings.into_generator();
    let roots: Vec<Value> = roots.iter().map(|root| root(&mut generator)).collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": description,
        "anyOf": roots,
        "$defs": generator.take_definitions(true),
    });
    let text = format!("{schema:#}\n");
    Page { name, text }
}
