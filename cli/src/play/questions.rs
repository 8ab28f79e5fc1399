//! Questions in the session's position: expressions, with their values drawn, and parts of the program that are consulted by name.

use adv::analysis::{analyse, gather, words};
use adv::diagnostics::{Source, did_you_mean, suggest};
use adv::render::text::Extras;
use adv::render::values;
use adv::{Answer, Engine, Expression, Options, Position, Rulebook, Scratch, Subject, pages};

use crate::{Trouble, answer, program, subject};

use super::board;
use super::board::Marks;
use super::session::PromptSession;

/// Last answer of the program, kept for `why`, with the engine that gave it, its subject and its position.
pub(super) struct LastAnswer {
    engine: Engine,
    subject: Subject,
    position: Position,
    answer: Answer,
}

impl PromptSession {
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
        let rulebook = &self.rulebook;
        if let Some(subject) = Subject::named(rulebook.program(), text) {
            return Ok(Some((rulebook.clone(), subject)));
        }
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let first = text.split(|c| !is_part(c)).next().unwrap_or_default();
        let is_asked = |kind: &str| matches!(kind, "advice" | "plan");
        let mut own = self.scratch.iter().flat_map(Scratch::names);
        let own = own.any(|(kind, name)| is_asked(kind) && name == first);
        let mut library = words().iter();
        let known = own || library.any(|word| is_asked(word.kind) && word.name == first);
        let Some(scratch) = self.scratch.as_ref().filter(|_| known) else {
            return Ok(None);
        };
        Ok(Some(scratch.asking(text, &self.folder())?))
    }

    fn ask(&mut self, text: &str, rulebook: Rulebook, subject: Subject) -> Result<(), Trouble> {
        let position = *self.game.position();
        let mut engine = self.engine_of(&rulebook);
        engine.trace(None);
        let options = Options {
            why: true,
            ..Options::default()
        };
        let asked = engine.ask(subject, &position, &options);
        let module = engine.module();
        let answer = asked.map_err(|failure| {
            let name = rulebook.name();
            subject::tell(&failure, module, name, subject, &position)
        })?;
        self.playing = Some(text.to_owned());
        let last = LastAnswer {
            engine,
            subject,
            position,
            answer,
        };
        self.tell_answer(last, false)
    }

    /// Shows an answer, with the conditions that its pieces-of-advice missed where `why` is true, and keeps it.
    pub(super) fn tell_answer(&mut self, mut last: LastAnswer, why: bool) -> Result<(), Trouble> {
        if why {
            last.engine.add_refutations(&mut last.answer);
        }
        let extras = Extras { stats: false, why };
        let module = last.engine.module();
        let (told, _) = answer::told(module, last.subject, &last.position, &last.answer, extras);
        self.last = Some(last);
        self.out.text(&told)
    }

    /// Compiles an expression against the definitions of the program.
    pub(super) fn expression(&self, text: &str) -> Result<Expression, Trouble> {
        let nowhere = Source::new(self.rulebook.name(), "");
        program::expression(self.rulebook.program(), text, &nowhere)
    }

    /// Draws the value of an expression in the session's position.
    pub(super) fn draw(&mut self, expression: Expression) -> Result<(), Trouble> {
        let position = *self.game.position();
        let (us, limits) = (self.side_of_us(), self.limits.limits());
        let nowhere = Source::new(self.rulebook.name(), "");
        let shown = program::value(expression, &position, us, limits, &nowhere)?;
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

    /// `type EXPRESSION`: shows the signature of a name, or the type of an expression.
    pub(super) fn tell_type(&mut self, text: &str) -> Result<(), Trouble> {
        if text.is_empty() {
            return Err(Trouble::new(
                "expected an expression or a name after `:type`",
            ));
        }
        let source = gather(
            self.rulebook.name(),
            self.scratch.as_ref().map_or("", Scratch::text),
            &self.folder(),
        );
        let analysis = analyse(&source);
        let defined = analysis.index.definitions().iter();
        let mut defined = defined.filter(|one| one.name == text && !one.signature().is_empty());
        if let Some(definition) = defined.next() {
            return self.say(&definition.signature());
        }
        let known = words().iter().find(|word| word.name == text);
        if let Some(word) = known.filter(|word| !word.params.is_empty()) {
            let from = word.module.map(|module| format!("   from {module}"));
            return self.say(&format!("{}{}", word.signature(), from.unwrap_or_default()));
        }
        let expression = self.expression(text)?;
        let kind = match expression.is_zone {
            true => "zone",
            false => expression.ty.word(),
        };
        self.say(&format!("{} is a {kind}", expression.text))
    }

    /// `explain WORD|CODE`: shows the documentation page on a word of the language or a message code.
    pub(super) fn explain(&mut self, name: &str) -> Result<(), Trouble> {
        let Some(page) = pages::about(name) else {
            let near = suggest(name, None, pages::names().map(|name| (name, ())));
            return Err(
                trouble!("there is no word and no code `{name}`").help_if(did_you_mean(&near))
            );
        };
        self.out.text(&page)
    }
}
