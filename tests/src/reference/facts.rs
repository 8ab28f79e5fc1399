//! Patterns: the facts that a side has in a position, what each is worth and what is told of it.

use std::rc::Rc;

use adv_compiler::hir::{Callee, Each};
use shakmaty::Color;

use super::Reference;
use super::eval::{Locals, Scene};
use super::squares::{At, Squares, all};
use super::value::{Answer, Fault, Value};
use super::view::View;

/// A fact that a side has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefFact {
    /// Its squares, none where it is a descriptor.
    pub squares: Squares,
    /// What it is worth for the side that has it.
    pub worth: i64,
    /// `called`, `belief`, and the purposes `for us` and `for them`, each as it is told in English; empty where there is none.
    pub texts: [String; 4],
}

impl Reference<'_> {
    /// `HERE` in a scene: the fact that is asked about, or what [`Reference::set_here`] has set.
    pub(super) fn here_in(&self, scene: &Scene) -> Squares {
        scene.here.unwrap_or_else(|| self.here.get())
    }

    /// Sets what `HERE` is for a plan that is consulted.
    pub fn set_here(&self, here: Squares) {
        self.here.set(here);
    }

    /// The facts of a pattern that a side has, in the order of their lowest squares.
    pub fn facts(&self, pattern: usize, view: &View, us: Color) -> Answer<Vec<RefFact>> {
        let pattern = self.program.patterns.get(pattern);
        let pattern = pattern.ok_or_else(|| Fault::broken("there is no such pattern"))?;
        let scene = Scene::single(&Rc::new(view.clone()), us);
        let ask = |function: usize, here: Squares| {
            let scene = Scene {
                here: Some(here),
                ..scene.clone()
            };
            self.call(Callee::Own(function), 0, &scene, Vec::new())
        };
        let mut found = Vec::new();
        for squares in parted(pattern.each, &ask(pattern.fact, Squares::EMPTY)?)? {
            if let Some(condition) = pattern.condition
                && !ask(condition, squares)?.truth()?
            {
                continue;
            }
            let of_fact = Scene {
                here: Some(squares),
                ..scene.clone()
            };
            let mut locals = Locals::none();
            let worth = self.value(&pattern.worth, &of_fact, &mut locals)?;
            let purpose = |view: &Option<adv_compiler::hir::View>| {
                let parts = view.as_ref().map(|view| view.purpose.as_slice());
                self.text(parts.unwrap_or_default(), &of_fact, false)
            };
            found.push(RefFact {
                squares,
                worth: worth.number()?,
                texts: [
                    self.text(&pattern.called, &of_fact, false)?,
                    self.text(&pattern.belief, &of_fact, false)?,
                    purpose(&pattern.us)?,
                    purpose(&pattern.them)?,
                ],
            });
        }
        Ok(found)
    }
}

/// The facts that a value makes.
fn parted(each: Each, value: &Value) -> Answer<Vec<Squares>> {
    if each == Each::Truth {
        return Ok(match value.truth()? {
            true => vec![Squares::EMPTY],
            false => Vec::new(),
        });
    }
    let board = value.board()?;
    let mut facts: Vec<Squares> = Vec::new();
    for square in all().filter(|&square| board.has(square)) {
        if facts.iter().any(|fact| fact.has(square)) {
            continue;
        }
        facts.push(match each {
            Each::Whole => board,
            Each::File => Squares::that(|at| board.has(at) && at.0 == square.0),
            Each::Group => connected(&board, square),
            Each::Square | Each::Truth => Squares::one(square),
        });
    }
    Ok(facts)
}

/// The squares of a board that king steps on it connect with one of them.
fn connected(board: &Squares, from: At) -> Squares {
    let mut group = Squares::one(from);
    loop {
        let grown = Squares::that(|at| {
            let beside = |one: At| (one.0 - at.0).abs() <= 1 && (one.1 - at.1).abs() <= 1;
            board.has(at) && group.iter().any(beside)
        });
        if grown == group {
            return group;
        }
        group = grown;
    }
}
