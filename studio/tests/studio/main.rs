//! Every question of the protocol, and questions that are none.

mod hostile;
mod messages;

use adv_studio::Studio;
use serde_json::{Value, json};

/// The answer to a question whose number and version are added.
fn ask(studio: &Studio, mut question: Value) -> Value {
    question["adv"] = json!(1);
    question["id"] = json!(7);
    let answer = studio.answer(&question.to_string());
    let answer: Value = serde_json::from_str(&answer).expect("answers are JSON");
    assert_eq!(answer["id"], 7);
    answer
}

/// The answer to a question that has one.
fn told(studio: &Studio, question: Value) -> Value {
    let mut answer = ask(studio, question);
    assert!(answer["error"].is_null(), "{answer}");
    answer["ok"].take()
}

/// The project of one program.
fn project(text: &str) -> Value {
    json!({ "ask": "check", "files": { "a.adv": text }, "open": "a.adv" })
}

/// A question about one program.
fn about(ask: &str, text: &str, more: Value) -> Value {
    let mut question = project(text);
    question["ask"] = ask.into();
    for (name, value) in more.as_object().expect("fields") {
        question[name] = value.clone();
    }
    question
}

const QUEEN: &str = include_str!("../../../examples/queen.adv");
const ADVICE: &str = include_str!("../../../examples/krk-advice.adv");
