//! Types for Python of all records but the studio's: a `TypedDict` for each object, and a name for each set of words.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::PAGES;

/// Words of Python that no field of a class can have as its name.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// Returns the module `adv.records` of the package for Python.
pub fn python() -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings.into_generator();
    for (name, _, _, roots) in PAGES {
        if *name != "studio" {
            roots.iter().for_each(|root| drop(root(&mut generator)));
        }
    }
    let all: BTreeMap<String, Value> = generator.take_definitions(true).into_iter().collect();
    let mut text = String::from(
        "\"\"\"Results as adv writes them in JSON: types made from ``docs/schema`` by ``cargo bless -p adv-record --features schema``.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         from typing import Any, Literal, NotRequired, TypedDict\n",
    );
    for (name, schema) in &all {
        let _ = match schema["properties"].as_object() {
            Some(fields) => class(&mut text, name, schema, fields),
            None => writeln!(text, "\n{name} = {}", quoted(&kind(schema))),
        };
    }
    text
}

/// Writes the class of an object.
fn class(
    text: &mut String,
    name: &str,
    schema: &Value,
    fields: &Map<String, Value>,
) -> std::fmt::Result {
    let required = schema["required"].as_array();
    let is_required = |field: &str| required.is_some_and(|all| all.iter().any(|one| one == field));
    let rows = fields.iter().map(|(field, schema)| {
        let kind = match is_required(field) {
            true => kind(schema),
            false => format!("NotRequired[{}]", kind(schema)),
        };
        (field.as_str(), kind)
    });
    let about = schema["description"].as_str().unwrap_or_default();
    if fields
        .keys()
        .any(|field| KEYWORDS.contains(&field.as_str()))
    {
        let rows = rows.map(|(field, kind)| format!("\"{field}\": {}", quoted(&kind)));
        let rows: Vec<String> = rows.collect();
        return writeln!(
            text,
            "\n# {about}\n{name} = TypedDict(\"{name}\", {{{}}})",
            rows.join(", ")
        );
    }
    writeln!(
        text,
        "\n\nclass {name}(TypedDict):\n    \"\"\"{about}\"\"\"\n"
    )?;
    for (field, kind) in rows {
        writeln!(text, "    {field}: {kind}")?;
    }
    Ok(())
}

/// Writes a type outside of a class, where names that come later need quotes.
fn quoted(kind: &str) -> String {
    match kind.starts_with("Literal[") || ["str", "int", "float", "Any"].contains(&kind) {
        true => kind.to_owned(),
        false => format!("\"{kind}\""),
    }
}

/// Returns the type of a value.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        return format!("Literal[{}]", words.join(", "));
    }
    if schema["const"].is_string() {
        return format!("Literal[{}]", schema["const"]);
    }
    for several in ["anyOf", "oneOf"] {
        if let Some(all) = schema[several].as_array() {
            let all: Vec<String> = all.iter().map(kind).collect();
            return all.join(" | ");
        }
    }
    let of = |word: &str| match word {
        "string" => "str".to_owned(),
        "integer" => "int".to_owned(),
        "number" => "float".to_owned(),
        "boolean" => "bool".to_owned(),
        "null" => "None".to_owned(),
        "array" => match schema["items"].is_object() {
            true => format!("list[{}]", kind(&schema["items"])),
            false => "list[Any]".to_owned(),
        },
        "object" => match schema["additionalProperties"].is_object() {
            true => format!("dict[str, {}]", kind(&schema["additionalProperties"])),
            false => "dict[str, Any]".to_owned(),
        },
        _ => "Any".to_owned(),
    };
    match &schema["type"] {
        Value::String(word) => of(word),
        Value::Array(words) => {
            let words: Vec<String> = words.iter().filter_map(Value::as_str).map(of).collect();
            words.join(" | ")
        }
        _ => "Any".to_owned(),
    }
}
