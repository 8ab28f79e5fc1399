//! `assess`: the explanation of the position on the board by patterns, as `adv assess` gives it.

use adv::Stop;
use adv::explain::{ExplainError, ExplainOptions, USUAL_TRIED};
use adv::program::EvaluationId;
use adv::render::explanation;
use adv::render::explanation::Shown;

use crate::cmd::assess::AssessedBy;
use crate::exit::Trouble;
use crate::explainers;
use crate::gains::explainer;

use super::commands::unexpected;
use super::session::PromptSession;

impl PromptSession {
    /// `assess [en|de|ru] [all]`: explains the position for the side to move, by its weightiest facts or by all of them. The program's own
    /// patterns explain it where it has an evaluation, those of the library where it has none.
    pub(super) fn assess(&mut self, words: &str) -> Result<(), Trouble> {
        let (language, all) = match words.strip_suffix("all") {
            Some(language) => (language.trim_end(), true),
            None => (words, false),
        };
        let language = if language.is_empty() { "en" } else { language };
        if !explanation::is_language(language) {
            let known = "`assess`, `assess all`, `assess de` or `assess ru`";
            return Err(unexpected(known, words));
        }
        self.out.flush()?;
        let position = *self.game.position();
        let by = AssessedBy::usual(language, self.limits.limits().fuel);
        let mut explainer = explainer(&self.engine, &by, by.limits())?;
        let values = explainers::values(&by, std::slice::from_ref(&position))?;
        explainer.set_oracle(Some(values));
        self.interrupt.stops(explainer.engine_mut());
        let options = ExplainOptions {
            tell: all.then_some(usize::MAX),
            tried: USUAL_TRIED,
            ..ExplainOptions::default()
        };
        let explanation = explainer.explain(EvaluationId(0), &position, &options);
        let explanation = explanation.map_err(|error| match error {
            ExplainError::Stopped(Stop::Interrupted) => {
                self.interrupt.take();
                Trouble::new("the explanation is interrupted")
            }
            error => Trouble::new(error.to_string()),
        })?;
        let shown = Shown {
            language,
            limit: by.positions_limit,
            all: match language {
                "de" => "assess de all",
                "ru" => "assess ru all",
                _ => "assess all",
            },
        };
        let text = explanation::text(explainer.program(), &explanation, &shown);
        // It has a board, whose lines are not broken.
        self.out.text(&format!("\n{text}"))
    }
}
