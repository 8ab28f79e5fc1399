//! `adv/board`: what is under the cursor, drawn for a view beside the text.

use serde_json::{Value, json};

use crate::basics::{KRK, desk};
use crate::desk::on;

/// A question about a place, with more parameters.
fn asked(of: &str, number: usize, more: Value) -> Value {
    let mut params = on("krk.adv", KRK, of, number);
    for (name, value) in more.as_object().into_iter().flatten() {
        params[name] = value.clone();
    }
    params
}

#[test]
fn the_expression_under_the_cursor_is_drawn_with_its_frame() {
    let mut desk = desk();
    let mut view = |of, number, more| desk.get("adv/board", asked(of, number, more));
    // The name of a definition, a call, and an operand of it in another position.
    let wall = view("WALL", 0, json!({}));
    assert_eq!(
        (&wall["text"], &wall["kind"]),
        (&json!("WALL"), &json!("a board"))
    );
    let drawn = wall["svg"].as_str().unwrap_or_default();
    assert!(
        drawn.starts_with("<svg ") && drawn.contains("WALL (28 squares)"),
        "{drawn}"
    );
    let near = view("dist", 0, json!({}));
    assert_eq!(
        (&near["value"], &near["frame"]),
        (&json!("4"), &json!("current"))
    );
    let root = view("near", 1, json!({}));
    assert_eq!(
        (&root["text"], &root["frame"]),
        (&json!("near"), &json!("root"))
    );
    // A position that the reader chose, light and dark.
    let chosen = view(
        "dist",
        0,
        json!({ "fen": "W: Kc3, Rh1; B: Kc5", "theme": "dark" }),
    );
    assert_eq!(
        (&chosen["value"], &chosen["fen"]),
        (&json!("2"), &json!("8/8/8/2k5/8/2K5/8/7R w - - 0 1"))
    );
    let light = view(
        "dist",
        0,
        json!({ "fen": "W: Kc3, Rh1; B: Kc5", "theme": "light" }),
    );
    assert_ne!(light["svg"], chosen["svg"]);
    // Where nothing has a value there is the board alone; a position that cannot be used gives nothing.
    let plain = view("us       K", 0, json!({}));
    assert_eq!(
        (&plain["text"], &plain["value"]),
        (&Value::Null, &Value::Null)
    );
    assert!(
        plain["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg "))
    );
    assert_eq!(view("dist", 0, json!({ "fen": "8/8 w" })), Value::Null);
    // Parameters of other shapes.
    assert_eq!(
        desk.get("adv/board", json!({ "textDocument": 7 })),
        Value::Null
    );
    desk.replace("krk.adv", "number a = foo\n");
    let broken = desk.get("adv/board", asked("dist", 0, json!({})));
    assert_eq!(broken, Value::Null);
}
