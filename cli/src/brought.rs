//! What the move of a program brings and gives up by force, told by patterns beside the other reasons of the move.

use adv::explain::{Brought, Explainer, USUAL_POSITIONS};
use adv::program::{EvaluationId, Program};
use adv::render::assessed::brought_text;
use adv::{Consultation, Engine};

use crate::args::{AssessedBy, JitArg, SideArg};
use crate::exit::Trouble;
use crate::explained;
use crate::messages::Messages;

/// What the patterns say of a move.
pub struct MoveReasons {
    explainer: Explainer,
    brought: Brought,
    language: String,
}

impl MoveReasons {
    /// What the patterns of the program say of the move of an answer; those of the library where a language is given and the program has none. `None`
    /// where there are no patterns, no tree, too many leaves, or finding facts came to a limit.
    ///
    /// # Errors
    /// Where the library's patterns cannot be prepared with the limits given.
    pub fn of(
        engine: &Engine,
        answer: &Consultation,
        language: Option<&str>,
        messages: &Messages,
    ) -> Result<Option<MoveReasons>, Trouble> {
        let has_patterns = !engine.module().evaluations.is_empty();
        let Some(tree) = answer
            .tree
            .as_ref()
            .filter(|_| has_patterns || language.is_some())
        else {
            return Ok(None);
        };
        let limits = *engine.limits();
        let language = language.unwrap_or("en").to_owned();
        let library;
        let linked = if has_patterns {
            engine.linked()
        } else {
            let by = AssessedBy {
                with: None,
                evaluation: None,
                side: SideArg::Auto,
                lang: language.clone(),
                tell: None,
                syzygy: Vec::new(),
                positions_limit: USUAL_POSITIONS,
                fuel: limits.fuel,
                jit: JitArg::Auto,
            };
            library = explained::rulebook(&by, messages)?;
            library.linked()
        };
        let made = Explainer::new(linked, limits);
        let mut explainer = made.map_err(|error| Trouble::new(error.to_string()))?;
        let brought = explainer.brought(EvaluationId(0), tree).ok().flatten();
        Ok(brought.map(|brought| MoveReasons {
            explainer,
            brought,
            language,
        }))
    }

    /// As text, each line ended.
    pub fn text(&self, answer: &Consultation) -> String {
        brought_text(
            self.explainer.program(),
            &self.brought,
            answer.us,
            &self.language,
        )
    }

    /// The program that has the patterns, what they say, and the language: what the form for tools needs.
    pub fn parts(&self) -> (&Program, &Brought, &str) {
        (self.explainer.program(), &self.brought, &self.language)
    }
}
