//! Rows of problems as objects: `docs/schema/solve.json`.

use serde_json::{Value, json};

use super::SolvedRow;

/// A row as an object. The game is left out, which is a form of its own.
pub fn json(row: &SolvedRow) -> Value {
    let mut object = serde_json::to_value(row).unwrap_or(Value::Null);
    let parameters = row.parameters.iter();
    let parameters: serde_json::Map<String, Value> = parameters
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    if let Some(fields) = object.as_object_mut() {
        fields.shift_remove("pgn");
        fields.insert("parameters".to_owned(), Value::Object(parameters));
        fields.insert("shortest".to_owned(), json!(row.shortest()));
    }
    if let (Some(duals), Some(of)) = (object.get_mut("duals"), &row.duals)
        && duals.is_object()
    {
        duals["soundness"] = json!(of.soundness());
    }
    object
}

/// All rows as one object. `interrupted` says that the rest was not solved.
pub fn object(rows: &[SolvedRow], interrupted: bool) -> Value {
    let undecided = rows.iter().filter(|row| row.is_undecided()).count();
    let as_said = rows
        .iter()
        .filter(|row| !row.is_undecided() && row.is_as_said())
        .count();
    json!({
        "rows": rows.iter().map(json).collect::<Vec<Value>>(),
        "counts": {
            "rows": rows.len(),
            "as_said": as_said,
            "undecided": undecided,
            "tested": rows.iter().map(|row| row.tested).sum::<u64>(),
        },
        "interrupted": interrupted,
    })
}
