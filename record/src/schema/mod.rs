//! Schemas of the pages in `docs/schema`, made from the types, and the types for Python.

mod python;

pub use python::python;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Value, json};

use crate::{
    bench, consultation, diff, explanation, game, measure, proof, refutation, scan, series, solve,
    studio, survey, whole,
};

/// Page of `docs/schema`: the name of its file, and its text.
pub struct Page {
    /// Name of the file without its ending.
    pub name: &'static str,
    /// JSON Schema of the page as text, with a line feed at its end.
    pub text: String,
}

/// Function that adds a type to the definitions of a schema, and returns the reference to it.
type Root = fn(&mut SchemaGenerator) -> Value;

fn root<T: schemars::JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

/// Pages to write: name of the file, title, description, and the types that a whole report may have.
const PAGES: &[(&str, &str, &str, &[Root])] = &[
    (
        "bench",
        "Speed of a program",
        "What `adv bench` says. Fields are added, never renamed or removed: a reader leaves those alone that it does not know.",
        &[root::<bench::Bench>],
    ),
    (
        "explanation",
        "Explained positions of adv",
        "What `adv assess --format json` writes. Fields are added, never renamed or removed: a reader leaves those alone that it does not know.",
        &[root::<explanation::Explanation>],
    ),
    (
        "measure",
        "What words tell",
        "What `adv measure --format json` writes: how much each word tells about a claim, in bits (`Measured`), or what the claim comes to with the best choice of moves (`CeilingReport`). Fields are added, never renamed or removed: a reader leaves those alone that it does not know.",
        &[root::<measure::Measured>, root::<measure::CeilingReport>],
    ),
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
        "p-strategy",
        "A p-strategy of adv",
        "What `adv whole --format json` writes: the p-strategy of a whole play, as a graph in which equal positions at equal places of the program are one node. The first line is the head, which ends within the list of nodes; then comes a line for each node, with a comma but for the last; the last line has what follows the nodes. Fields are added, never renamed or removed: a reader leaves those alone that it does not know.",
        &[root::<whole::PStrategy>],
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
        "refutation",
        "Refutations of adv",
        "What `adv refute --format json` writes: why pieces-of-advice are not satisfied in a position. At each node of ours every selected move, and for each the one reply that refutes it. Fields are added, never renamed or removed: a reader leaves those alone that it does not know.",
        &[root::<refutation::Refutations>],
    ),
    (
        "solve",
        "Solved problems",
        "What `adv solve --format json` says. Fields are added, never renamed or removed: a reader leaves those alone that it does not know.",
        &[root::<solve::Solved>],
    ),
    (
        "studio",
        "Answers of the studio's engine",
        "What an engine of the studio's page answers, docs/protocol.md: `answer` is the whole, and `ok` of it is the definition that has the name of the question, or `editing` for what the language server answers. Fields are added, never renamed or removed: a reader leaves those alone that it does not know.",
        &[
            root::<studio::StudioAnswer>,
            root::<studio::StudioFault>,
            root::<studio::Hello>,
            root::<studio::Check>,
            root::<studio::EditorAnswer>,
            root::<studio::At>,
            root::<studio::Position>,
            root::<studio::Run>,
            root::<studio::Play>,
            root::<studio::Prove>,
            root::<studio::Tests>,
            root::<studio::Assess>,
            root::<studio::Solve>,
            root::<studio::Explain>,
            root::<studio::Examples>,
            root::<studio::Files>,
            root::<studio::NewProgram>,
            root::<studio::Progress>,
            root::<studio::Cancel>,
            root::<studio::Saved>,
            root::<studio::Removed>,
        ],
    ),
    (
        "survey",
        "Surveys of adv",
        "A table consulted once in every legal position of its material, `adv survey --format json`.",
        &[root::<survey::Survey>],
    ),
];

/// Returns all pages of `docs/schema`, each with its schema.
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
