//! Questions of the studio's page: whole ones, changed ones, and ones with fields of other types.
//!
//! Each has one answer of the shape that `docs/schema/studio.json` promises, and a studio that has answered thousands before gives the answer of
//! one that has seen nothing.

use std::cell::RefCell;
use std::sync::OnceLock;

use adv_studio::Studio;
use adv_testkit::{Numbers, hostile, root};
use serde_json::{Map, Value, json};

use super::{Attack, Ends};
use crate::schema;

/// The codes of errors that the protocol has.
const CODES: [&str; 8] = [
    "unreadable",
    "version",
    "unknown",
    "too-large",
    "program",
    "refused",
    "budget",
    "cancelled",
];
/// After so many questions a studio is replaced, so that one failure does not make others.
const QUESTIONS_OF_A_STUDIO: u64 = 2_000;

/// The questions of `testkit/data/questions.json` as they are sent, with the texts of the programs that they name. There is one of each kind at least.
///
/// # Panics
/// Where the file is not there, or no list of questions about programs of the repository.
pub fn whole_questions() -> &'static [Value] {
    static QUESTIONS: OnceLock<Vec<Value>> = OnceLock::new();
    QUESTIONS.get_or_init(|| {
        let read = |path: &str| {
            let text = std::fs::read_to_string(root().join(path));
            text.unwrap_or_else(|error| panic!("{path}: {error}"))
        };
        let listed: Vec<Map<String, Value>> =
            serde_json::from_str(&read("testkit/data/questions.json"))
                .expect("a list of questions");
        let whole = listed.into_iter().map(|mut question| {
            question.insert("adv".to_owned(), json!(1));
            question.insert("id".to_owned(), json!(7));
            if let Some(Value::String(path)) = question.remove("program") {
                let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
                question.insert("files".to_owned(), json!({ (&name): read(&path) }));
                question.insert("open".to_owned(), name.into());
            }
            Value::Object(question)
        });
        whole.collect()
    })
}

thread_local! {
    /// The studio that has answered before, and how often. Each thread has one, as each page numbers its own questions.
    static BEFORE: RefCell<(Studio, u64)> = RefCell::default();
}

/// Questions to studios in this process.
pub struct Questions {
    promised: Value,
}

impl Questions {
    /// Questions whose answers are held against the schema of the repository.
    ///
    /// # Panics
    /// Where there is no such schema.
    pub fn new() -> Questions {
        Questions {
            promised: schema::load("docs/schema/studio.json"),
        }
    }

    /// Says what is wrong with an answer.
    ///
    /// # Errors
    /// A sentence, where the answer is none, or not of the shape that is promised.
    pub fn judge_answer(&self, question: &str, answer: &str) -> Result<&'static str, String> {
        let told: Value = serde_json::from_str(answer)
            .map_err(|error| format!("an answer is no JSON ({error}): {answer}"))?;
        let asked: Value = serde_json::from_str(question).unwrap_or_default();
        let number = asked.get("id").and_then(Value::as_u64);
        let is_read = number.is_some() && told["error"]["code"] != "unreadable";
        if is_read && told["id"] != json!(number) {
            return Err(format!("the answer has another number: {answer}"));
        }
        let (definition, value) = match (told.get("ok"), told.get("error")) {
            (Some(value), None) => match asked["ask"].as_str().unwrap_or("") {
                "hover" | "complete" | "signature" | "format" | "definition" | "references"
                | "rename" => ("editing", value),
                ask => (ask, value),
            },
            (None, Some(error)) => {
                let code = error["code"].as_str().unwrap_or("");
                let is_known = CODES.contains(&code);
                let says = error["message"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty());
                if !is_known || !says {
                    return Err(format!("an error that says nothing: {answer}"));
                }
                ("error", error)
            }
            _ => return Err(format!("an answer has `ok` or `error`: {answer}")),
        };
        let wrong = schema::errors(&self.promised, definition, value);
        match wrong.as_slice() {
            [] if definition == "error" => Ok("refused"),
            [] => Ok("answered"),
            wrong => Err(wrong.join("\n")),
        }
    }
}

impl Default for Questions {
    fn default() -> Questions {
        Questions::new()
    }
}

impl Attack for Questions {
    fn name(&self) -> &'static str {
        "questions"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        changed_question(numbers)
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        // The engines of the page answer what is no text like what is no object.
        let question = std::str::from_utf8(input).unwrap_or_default();
        let answer = answer_before(question);
        *ends
            .entry(self.judge_answer(question, &answer)?)
            .or_default() += 1;
        let fresh = Studio::new().answer(question);
        // What is running elsewhere is what these two ask for.
        let asked: Value = serde_json::from_str(question).unwrap_or_default();
        let is_of_running = ["progress", "cancel"]
            .iter()
            .any(|ask| asked["ask"] == *ask);
        match fresh == answer || is_of_running {
            true => Ok(()),
            false => Err(format!(
                "a studio that has seen nothing says\n{fresh}\nand another one\n{answer}"
            )),
        }
    }
}

/// The answer of a studio that may have answered many questions.
fn answer_before(question: &str) -> String {
    BEFORE.with_borrow_mut(|(studio, asked)| {
        if *asked >= QUESTIONS_OF_A_STUDIO {
            (*studio, *asked) = (Studio::new(), 0);
        }
        *asked += 1;
        studio.answer(question)
    })
}

/// A question of the list that was changed, or not.
pub(super) fn changed_question(numbers: &mut Numbers) -> Vec<u8> {
    let mut question = numbers.pick(whole_questions()).clone();
    match numbers.below(8) {
        0 => question.to_string().into_bytes(),
        1 | 2 => {
            let mut bytes = question.to_string().into_bytes();
            hostile::change_bytes(numbers, &mut bytes);
            bytes
        }
        3 => {
            let mut bytes = question.to_string().into_bytes();
            bytes.truncate(numbers.below(bytes.len() + 1));
            bytes
        }
        4 => {
            change_text_of(numbers, &mut question);
            question.to_string().into_bytes()
        }
        _ => {
            for _ in 0..numbers.between(1, 3) {
                change_field(numbers, &mut question);
            }
            question.to_string().into_bytes()
        }
    }
}

/// Changes a program, where the question is about one: what the page sends while a person types.
fn change_text_of(numbers: &mut Numbers, question: &mut Value) {
    let texts = question.get_mut("files").and_then(Value::as_object_mut);
    for text in texts.into_iter().flat_map(|files| files.values_mut()) {
        let mut bytes = text.as_str().unwrap_or("").as_bytes().to_vec();
        hostile::change_bytes(numbers, &mut bytes);
        *text = String::from_utf8_lossy(&bytes).into_owned().into();
    }
}

/// Gives a field another value: of another type, too large, a field of another question, or none.
fn change_field(numbers: &mut Numbers, question: &mut Value) {
    let other = numbers.pick(whole_questions());
    let Value::Object(fields) = question else {
        return;
    };
    let strange = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("\u{0}"),
        json!("ä∅\u{202e}\u{10ffff}"),
        json!([]),
        json!({}),
        json!({ "line": u32::MAX, "character": u32::MAX }),
        json!(["", "e4", "e4"]),
        json!({ "../a": "x" }),
        json!({ "a": { "b": 1 } }),
        json!("8/8/8/8/8/8/8/8 w - - 0 1"),
        json!("kkkkkkkk/8/8/8/8/8/8/KKKKKKKK b KQkq e3 9999999999 0"),
        json!("9".repeat(5_000)),
        json!(nested(100)),
        json!("<img src=x onerror=alert(1)>"),
    ];
    let names: Vec<String> = fields.keys().cloned().collect();
    let name = numbers.pick(&names).clone();
    match numbers.below(4) {
        0 => drop(fields.remove(&name)),
        1 => {
            let theirs: Vec<_> = other.as_object().into_iter().flatten().collect();
            let (name, value) = *numbers.pick(&theirs);
            fields.insert(name.clone(), value.clone());
        }
        _ => drop(fields.insert(name, numbers.pick(&strange).clone())),
    }
}

/// A list in a list in a list.
fn nested(levels: usize) -> Value {
    (0..levels).fold(Value::Null, |inner, _| json!([inner]))
}
