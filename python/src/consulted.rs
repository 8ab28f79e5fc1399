//! What a program answered in a position: as JSON, as text, and as drawings.

use std::sync::{Mutex, PoisonError};

use adv::render::svg::{BoardOptions, Overlay, Theme, board};
use adv::render::{Explained, dot, html, json, pgn, text};
use adv::{Engine, Origin, Rulebook, Subject};
use pyo3::prelude::*;

use crate::fault::fault;
use crate::rules::position_of;

/// What a program answered in a position.
#[pyclass(frozen, module = "adv._adv")]
pub struct Consultation {
    pub(crate) rulebook: Rulebook,
    pub(crate) subject: Subject,
    pub(crate) answer: adv::Consultation,
    pub(crate) origin: Option<Origin>,
    /// The sentence of a strategy that has no move.
    pub(crate) ended: Option<String>,
    pub(crate) engine: Mutex<Engine>,
}

/// The theme of a word.
fn theme(py: Python<'_>, word: &str) -> PyResult<Theme> {
    match word {
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        "auto" => Ok(Theme::Auto),
        _ => Err(fault(
            py,
            "Refused",
            format!("`{word}` is no theme: light, dark or auto"),
        )),
    }
}

/// A position drawn, with sets of squares (a1 = bit 0) under their names.
#[pyfunction]
#[pyo3(signature = (fen, sets, flipped=false, theme_word="auto", caption=None))]
pub fn board_svg(
    py: Python<'_>,
    fen: &str,
    sets: Vec<(String, u64)>,
    flipped: bool,
    theme_word: &str,
    caption: Option<String>,
) -> PyResult<String> {
    let position = position_of(py, fen)?;
    let overlays = sets
        .into_iter()
        .map(|(text, squares)| Overlay { text, squares })
        .collect();
    let options = BoardOptions {
        flipped,
        overlays,
        caption,
        theme: theme(py, theme_word)?,
        ..BoardOptions::default()
    };
    Ok(board(&position, &options))
}

impl Consultation {
    fn explained(&self) -> Explained<'_> {
        let mut explained = Explained::new(self.rulebook.program(), &self.answer);
        explained.origin = self.origin;
        explained
    }

    /// The same with what was true at each node of the tree.
    fn with_facts(&self) -> Explained<'_> {
        let mut explained = self.explained();
        if let Some(tree) = &self.answer.tree {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            let nodes = 0..tree.nodes().len();
            explained.facts = nodes
                .map(|node| engine.facts(&self.answer, node).ok())
                .collect();
        }
        explained
    }
}

#[pymethods]
impl Consultation {
    /// The object of `docs/schema/outcome.json`.
    fn json(&self) -> String {
        let mut object = json::value(&json::explained(&self.explained(), true));
        object["subject"] = self.subject.name(self.rulebook.program()).into();
        object["ended"] = self.ended.clone().into();
        object.to_string()
    }

    /// The answer as the command prints it.
    fn text(&self) -> String {
        let extras = text::Extras {
            stats: true,
            why: true,
        };
        match &self.ended {
            Some(sentence) => format!("{sentence}\n"),
            None => text::consultation(self.rulebook.program(), &self.answer, extras),
        }
    }

    /// The tree as a game with variations.
    fn pgn(&self) -> String {
        pgn::consultation(&self.explained())
    }

    /// The tree as indented lines; empty where there is none.
    fn tree(&self) -> String {
        let tree = self.answer.tree.as_ref();
        tree.map(text::tree).unwrap_or_default()
    }

    /// The tree as a graph in the language of Graphviz.
    fn dot(&self) -> String {
        dot::tree(&self.explained())
    }

    /// A page of its own, with the facts of each node.
    fn html(&self, py: Python<'_>) -> String {
        py.detach(|| html::page(&self.with_facts()))
    }

    /// What was true at each node of the tree, as a JSON list: objects with `decided` and `facts`, or null.
    fn facts(&self, py: Python<'_>) -> String {
        let object = py.detach(|| json::explained(&self.with_facts(), false));
        json::value(&object.nodes).to_string()
    }
}
