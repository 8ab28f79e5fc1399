//! The numbers that the consultations of a cycle compare, with their texts: `room 12 < root.room 14`.

use adv_module::Program;
use adv_module::program::{GoalPart, Place};
use adv_prover::{Compared, Consulted};
use adv_record::failure::Comparison;
use adv_record::play::ComparedSide;

use crate::place;

/// Comparisons that a consultation of a cycle makes, with the values of both sides and their source texts.
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
    let side = |at: Option<Place>, values: &[i64]| ComparedSide {
        text: at.and_then(|at| place::text_of(module, at)),
        values: values.to_vec(),
    };
    Comparison {
        left: side(places.map(|(left, _)| left), &compared.left),
        sign: places
            .and_then(|(left, right)| place::sign_between(module, left, right))
            .map(str::to_owned),
        right: side(places.map(|(_, right)| right), &compared.right),
        line: part.and_then(|part| place::line(module, part.place)),
    }
}
