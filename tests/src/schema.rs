//! A reader of the part of JSON Schema that `docs/schema` uses: `type`, `properties`, `additionalProperties` (without
//! `properties`), `required`, `items`, `prefixItems`, `minItems`, `maxItems`, `enum`, `const`, `minimum`, `maximum`, `anyOf`, `oneOf`, and
//! `$ref` within the file. A keyword that is not among these is an error, so that nothing in a schema is silently not checked.

use serde_json::Value;

/// `format` names the width of a number, which `type` and `minimum` do not need.
const NOTES: [&str; 6] = ["$schema", "$id", "title", "description", "$defs", "format"];

/// The schema of a file, by its path in the repository.
///
/// # Panics
/// Where there is no such file, or it is no JSON.
pub fn load(path: &str) -> Value {
    let text = std::fs::read_to_string(adv_testkit::root().join(path));
    let text = text.unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What is wrong with a value under one of the file's definitions; empty where nothing is.
///
/// # Panics
/// Where the schema has no such definition, or a keyword that is not read here.
pub fn errors(file: &Value, definition: &str, value: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let schema = &file["$defs"][definition];
    assert!(schema.is_object(), "the schema defines no {definition}");
    check(file, schema, value, definition, &mut wrong);
    wrong
}

fn check(file: &Value, schema: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
    let rules = schema
        .as_object()
        .unwrap_or_else(|| panic!("{at}: the schema is no object"));
    for (keyword, rule) in rules {
        match keyword.as_str() {
            word if NOTES.contains(&word) => {}
            "$ref" => {
                let name = rule.as_str().and_then(|r| r.strip_prefix("#/$defs/"));
                let name = name.unwrap_or_else(|| panic!("{at}: {rule}"));
                assert!(
                    file["$defs"][name].is_object(),
                    "{at}: no definition {name}"
                );
                check(file, &file["$defs"][name], value, at, wrong);
            }
            "type" => {
                let types: Vec<&str> = match rule {
                    Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
                    one => one.as_str().into_iter().collect(),
                };
                if !types.iter().any(|name| is_of(value, name)) {
                    wrong.push(format!("{at}: {value} is not {rule}"));
                }
            }
            "enum" => {
                if !rule.as_array().is_some_and(|all| all.contains(value)) {
                    wrong.push(format!("{at}: {value} is none of {rule}"));
                }
            }
            "const" => {
                if rule != value {
                    wrong.push(format!("{at}: {value} is not {rule}"));
                }
            }
            "minimum" => {
                if value.as_f64() < rule.as_f64() && value.is_number() {
                    wrong.push(format!("{at}: {value} is below {rule}"));
                }
            }
            "maximum" => {
                if value.as_f64() > rule.as_f64() {
                    wrong.push(format!("{at}: {value} is above {rule}"));
                }
            }
            "minItems" | "maxItems" => {
                let count = value.as_array().map(|items| items.len() as u64);
                let wanted = match keyword.as_str() {
                    "minItems" => count >= rule.as_u64(),
                    _ => count <= rule.as_u64(),
                };
                if count.is_some() && !wanted {
                    wrong.push(format!("{at}: {value} has not {keyword} {rule}"));
                }
            }
            "prefixItems" => {
                let pairs = rule.as_array().into_iter().flatten();
                let pairs = pairs.zip(value.as_array().into_iter().flatten());
                for (index, (rule, item)) in pairs.enumerate() {
                    check(file, rule, item, &format!("{at}[{index}]"), wrong);
                }
            }
            "anyOf" | "oneOf" => {
                let fits = |one: &Value| {
                    let mut found = Vec::new();
                    check(file, one, value, at, &mut found);
                    found.is_empty()
                };
                if !rule.as_array().is_some_and(|all| all.iter().any(fits)) {
                    wrong.push(format!("{at}: {value} fits none of {rule}"));
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(file, rule, item, &format!("{at}[{index}]"), wrong);
                }
            }
            "additionalProperties" => {
                for (name, inner) in value.as_object().into_iter().flatten() {
                    check(file, rule, inner, &format!("{at}.{name}"), wrong);
                }
            }
            "required" => {
                for name in rule
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                {
                    if value.is_object() && value.get(name).is_none() {
                        wrong.push(format!("{at}: {name} is missing"));
                    }
                }
            }
            "properties" => {
                // Readers have to bear with fields that they do not know; we may not write any that are not in the schema.
                for name in value.as_object().into_iter().flat_map(|o| o.keys()) {
                    if rule.get(name).is_none() {
                        wrong.push(format!("{at}: {name} is not promised"));
                    }
                }
                for (name, rule) in rule.as_object().into_iter().flatten() {
                    if let Some(inner) = value.get(name) {
                        check(file, rule, inner, &format!("{at}.{name}"), wrong);
                    }
                }
            }
            other => panic!("{at}: the schema says {other}, which is not checked"),
        }
    }
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    }
}
