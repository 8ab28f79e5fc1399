//! Expressions that are typed, with their values drawn, and parts of the program that are consulted by name.

use adv::analysis::words;
use adv::render::text::Extras;
use adv::render::values::{self, ShownValue};
use adv::{Expression, ExpressionError, Options, Replies, Rulebook, Subject};

use super::session::{LastAnswer, ReplSession};
use crate::exit::{Exit, Trouble};
use crate::play::board::{self, Marks};
use crate::{answer, subject};

impl ReplSession {
    /// Answers a typed line that is no item: the name of a part of the program, a list of pieces-of-advice, or an expression.
    pub(super) fn asked(&mut self, text: &str) -> Result<(), Trouble> {
        self.out.flush()?;
        match self.question(text)? {
            Some((rulebook, subject)) => self.ask(text, rulebook, subject),
            None => {
                let value = self.expression(text)?;
                self.draw(value)
            }
        }
    }

    /// Subject that a line names, or makes as a list of pieces-of-advice, with its program; `None` where the line is an expression.
    pub(super) fn question(&self, text: &str) -> Result<Option<(Rulebook, Subject)>, Trouble> {
        let rulebook = self.scratch.rulebook();
        if let Some(subject) = Subject::named(rulebook.program(), text) {
            return Ok(Some((rulebook.clone(), subject)));
        }
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let first = text.split(|c| !is_part(c)).next().unwrap_or_default();
        let is_asked = |kind: &str| matches!(kind, "advice" | "plan");
        let own = self.scratch.names();
        let own = own
            .iter()
            .any(|(kind, name)| is_asked(kind) && name == first);
        let library = || {
            words()
                .iter()
                .any(|word| is_asked(word.kind) && word.name == first)
        };
        if !own && !library() {
            return Ok(None);
        }
        match self.scratch.asking(text, &self.folder) {
            Ok(asking) => Ok(Some(asking)),
            Err(refusal) => {
                self.messages.show(&refusal.diagnostics, &refusal.source);
                Err(Trouble::Said(Exit::Wrong))
            }
        }
    }

    fn ask(&mut self, text: &str, rulebook: Rulebook, subject: Subject) -> Result<(), Trouble> {
        let position = *self.game.position();
        let mut engine = self.engine(&rulebook);
        let options = Options {
            replies: Replies::TestedFirst,
            why: true,
            uncounted: false,
        };
        let asked = engine.ask(subject, &position, &options);
        let module = engine.module();
        let answer = asked.map_err(|failure| {
            subject::tell(
                &failure,
                module,
                rulebook.name(),
                subject,
                &position,
                &self.messages,
            )
        })?;
        let (told, _) = answer::told(module, subject, &position, &answer, Extras::default());
        self.playing = Some(text.to_owned());
        self.last = Some(LastAnswer {
            rulebook,
            subject,
            position,
            answer,
        });
        self.out.text(&told)
    }

    /// Compiles an expression against the definitions of the program.
    pub(super) fn expression(&self, text: &str) -> Result<Expression, Trouble> {
        Expression::compile(self.scratch.rulebook().program(), text).map_err(|error| {
            let sentence = Trouble::new(error.to_string());
            match error {
                ExpressionError::Refused {
                    source,
                    diagnostics,
                } => {
                    self.messages.show(&diagnostics, &source);
                    Trouble::Said(Exit::Wrong)
                }
                ExpressionError::NeedsMove(_) => {
                    sentence.help("leave `new.`, `root.`, FROM and TO out")
                }
                ExpressionError::NoSource | ExpressionError::Link(_) => sentence,
            }
        })
    }

    /// Draws the value of an expression in the session's position.
    pub(super) fn draw(&mut self, expression: Expression) -> Result<(), Trouble> {
        let position = *self.game.position();
        let (us, limits) = (self.us(), self.limits.limits());
        let stopped = |stop: adv::Stop| Trouble::out_of_budget(stop.to_string());
        let words = expression.value(&position, us, limits).map_err(stopped)?;
        let ways = expression.ways(&position, us, limits).map_err(stopped)?;
        let shown = ShownValue {
            text: expression.text,
            ty: expression.ty,
            words,
            ways,
        };
        let squares = shown.squares();
        let drawn = values::text(&position, &[shown], self.look.flipped, false);
        // The side to move and the position are known; `:board` tells them.
        let drawn = drawn.trim_end();
        let drawn = drawn.rsplit_once("\n\n").map_or(drawn, |(value, _)| value);
        let set = squares.unwrap_or(0);
        let plain = values::board(&position, set, self.look.flipped);
        let Some((before, after)) = drawn.split_once(&plain).filter(|_| self.look.color) else {
            return self.out.text(&format!("{drawn}\n"));
        };
        let marks = Marks {
            set,
            ..Marks::default()
        };
        self.out.text(before)?;
        self.out
            .drawing(&board::draw(&position, self.look, marks))?;
        self.out.text(&format!("{after}\n"))
    }
}
