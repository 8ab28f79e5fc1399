//! The numbers that the consultations of a cycle compare, with their texts: `room 12 < root.room 14`.

use adv_module::Program;
use adv_module::program::{GoalPart, Place};
use adv_prover::{Compared, Consulted};
use serde_json::{Value, json};

use crate::place;

/// One comparison with its texts.
pub(crate) struct Comparison {
    /// The left side's text.
    pub left: Option<String>,
    /// Its numbers.
    pub left_values: Vec<i64>,
    /// The sign between, `<`.
    pub sign: Option<String>,
    /// The right side's text.
    pub right: Option<String>,
    /// Its numbers.
    pub right_values: Vec<i64>,
    /// Its line.
    pub line: Option<u32>,
}

/// What a consultation of a cycle compares.
pub(crate) fn comparisons(module: &Program, consulted: &Consulted) -> Vec<Comparison> {
    let advice = module.advice.get(usize::from(consulted.choice.advice));
    let comparison = |compared: &Compared| {
        let part = advice.and_then(|advice| advice.better.parts.get(compared.part));
        comparison(module, part, compared)
    };
    consulted.compared.iter().map(comparison).collect()
}

fn comparison(module: &Program, part: Option<&GoalPart>, compared: &Compared) -> Comparison {
    let places = part
        .and_then(|part| part.compare.as_ref())
        .map(|compare| (compare.left_place, compare.right_place));
    let text = |at: Option<Place>| at.and_then(|at| place::text_of(module, at));
    Comparison {
        left: text(places.map(|(left, _)| left)),
        left_values: compared.left.clone(),
        sign: places
            .and_then(|(left, right)| place::sign_between(module, left, right))
            .map(str::to_owned),
        right: text(places.map(|(_, right)| right)),
        right_values: compared.right.clone(),
        line: part
            .and_then(|part| place::line_column(module, part.place))
            .map(|at| at.line),
    }
}

impl Comparison {
    /// `room 12 < root.room 14`; a plain number is its own value.
    pub(crate) fn text(&self) -> String {
        let side = |text: &Option<String>, values: &[i64]| {
            let values = tuple(values);
            match text {
                Some(text) if *text != values => format!("{text} {values}"),
                _ => values,
            }
        };
        format!(
            "{} {} {}",
            side(&self.left, &self.left_values),
            self.sign.as_deref().unwrap_or("against"),
            side(&self.right, &self.right_values)
        )
    }

    /// For tools.
    pub(crate) fn json(&self) -> Value {
        json!({
            "left": { "text": self.left, "values": self.left_values },
            "sign": self.sign,
            "right": { "text": self.right, "values": self.right_values },
            "line": self.line,
        })
    }
}

/// One number, or a tuple in parentheses.
fn tuple(values: &[i64]) -> String {
    let words: Vec<String> = values.iter().map(i64::to_string).collect();
    match words.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    }
}
