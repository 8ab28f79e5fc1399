//! Gains and losses of a program's move by force: facts that patterns find, told beside the other reasons of the move.

use adv::explain::{Brought, Explainer};
use adv::program::{EvaluationId, Program};
use adv::render::explanation::{BroughtOnPage, brought_text};
use adv::{Consultation, Engine, Limits};

use crate::{Trouble, explainers};

/// Explainer by the patterns of a program; by those of the library where it has none.
///
/// # Errors
/// Where the patterns cannot be prepared with the limits given.
pub fn explainer(engine: &Engine, limits: Limits) -> Result<Explainer, Trouble> {
    let library;
    let linked = match engine.module().evaluations.is_empty() {
        false => engine.linked(),
        true => {
            library = explainers::library()?;
            library.linked()
        }
    };
    Explainer::new(linked, limits).map_err(|error| Trouble::new(error.to_string()))
}

/// Patterns that find the facts which a program's move brings and gives up, and the language of their texts.
pub struct MovePatterns {
    explainer: Explainer,
    language: String,
}

impl MovePatterns {
    /// Prepares the patterns of the program; those of the library where the caller names a language and the program has none. `None` where
    /// there are none.
    ///
    /// # Errors
    /// Where the library's patterns cannot be prepared with the limits given.
    pub fn new(engine: &Engine, language: Option<&str>) -> Result<Option<MovePatterns>, Trouble> {
        let has_patterns = !engine.module().evaluations.is_empty();
        if !has_patterns && language.is_none() {
            return Ok(None);
        }
        Ok(Some(MovePatterns {
            explainer: explainer(engine, *engine.limits())?,
            language: language.unwrap_or("en").to_owned(),
        }))
    }

    /// Facts that an answer's move brings and gives up; `None` without a tree, with too many leaves, or where a limit was reached.
    pub fn brought(&mut self, answer: &Consultation) -> Option<Brought> {
        let tree = answer.tree.as_ref()?;
        self.explainer.brought(EvaluationId(0), tree).ok().flatten()
    }

    /// Facts that the move of an answer brings and gives up, as a page shows them, and the number of tree leaves that were compared.
    pub fn on_page(&mut self, answer: &Consultation) -> Option<(BroughtOnPage, usize)> {
        let brought = self.brought(answer)?;
        let program = self.explainer.program();
        let shown = BroughtOnPage::new(program, &brought, answer.us, &self.language);
        Some((shown, brought.leaves))
    }
}

/// Facts that a move brings and gives up, with the patterns that find them.
pub struct MoveReasons {
    patterns: MovePatterns,
    brought: Brought,
}

impl MoveReasons {
    /// Finds the facts that the move of an answer brings and gives up, by the patterns of the program; by those of the library where the
    /// caller names a language and the program has none. `None` where there are no patterns, no tree, too many leaves, or finding facts
    /// came to a limit.
    ///
    /// # Errors
    /// Where the library's patterns cannot be prepared with the limits given.
    pub fn of(
        engine: &Engine,
        answer: &Consultation,
        language: Option<&str>,
    ) -> Result<Option<MoveReasons>, Trouble> {
        if answer.tree.is_none() {
            return Ok(None);
        }
        let Some(mut patterns) = MovePatterns::new(engine, language)? else {
            return Ok(None);
        };
        let brought = patterns.brought(answer);
        Ok(brought.map(|brought| MoveReasons { patterns, brought }))
    }

    /// Words for the user on the facts that the move brings and gives up, each line ended.
    pub fn text(&self, answer: &Consultation) -> String {
        let (program, brought, language) = self.parts();
        brought_text(program, brought, answer.us, language)
    }

    /// Program that has the patterns, the facts, and the language, for the JSON report.
    pub fn parts(&self) -> (&Program, &Brought, &str) {
        let patterns = &self.patterns;
        let program = patterns.explainer.program();
        (program, &self.brought, &patterns.language)
    }
}
