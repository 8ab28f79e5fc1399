//! Items typed at the prompt: taken into the program, and answered by their value, their verdict or a line.

use adv::chess::Game;
use adv::program::Place;
use adv::{Expression, TakenItem};

use super::files;
use super::session::ReplSession;
use crate::exit::{Exit, Trouble};

impl ReplSession {
    /// Adds typed items to the program. A definition without parameters is drawn, a test or a claim is run at once.
    pub(super) fn items(&mut self, text: &str) -> Result<(), Trouble> {
        self.out.flush()?;
        let taken = match self.scratch.take(text, &self.folder) {
            Ok(taken) => taken,
            Err(refusal) => {
                self.messages.show(&refusal.diagnostics, &refusal.source);
                return Err(Trouble::Said(Exit::Wrong));
            }
        };
        self.messages.show(&taken.warnings, &taken.source);
        self.changed();
        for item in &taken.items {
            self.taken(item)?;
        }
        Ok(())
    }

    fn taken(&mut self, item: &TakenItem) -> Result<(), Trouble> {
        let again = if item.replaced {
            ", in place of the one before"
        } else {
            ""
        };
        let name = item.name.as_deref().unwrap_or_default();
        match item.kind {
            "test" => return self.run_test(item),
            "prove" | "measure" => return self.settle(item),
            "number" | "board" | "descriptor" | "zone" => {
                if let Ok(value) = Expression::compile(self.scratch.rulebook().program(), name) {
                    self.say(&format!("{} {name}{again}", item.kind))?;
                    return self.draw(value);
                }
            }
            "example" => {
                // The program's own position is what a person who types it wants to see.
                self.game = Game::new(files::first_position(&self.scratch));
                self.say("example")?;
                return self.board();
            }
            _ => {}
        }
        let line = format!("{} {name}", item.kind);
        self.say(&format!("{}{again}", line.trim_end()))
    }

    fn run_test(&mut self, item: &TakenItem) -> Result<(), Trouble> {
        let rulebook = self.scratch.rulebook().clone();
        let within = |place: Place| item.span.contains(place.start);
        let mut tests = rulebook.program().tests.iter();
        let Some(test) = tests.find(|test| within(test.place)) else {
            return Ok(());
        };
        self.out.flush()?;
        let ran = rulebook.run_test(test, &mut self.values, &self.watch);
        let verdict = ran.map_err(Trouble::new)?;
        if verdict.is_interrupted {
            return Ok(());
        }
        let lines = verdict.text.lines().skip(1);
        let lines: String = lines.flat_map(|line| [line, "\n"]).collect();
        self.out.text(&lines)?;
        self.is_wrong |= !verdict.is_good;
        Ok(())
    }

    fn settle(&mut self, item: &TakenItem) -> Result<(), Trouble> {
        let rulebook = self.scratch.rulebook().clone();
        let claims = rulebook.program().claims.iter().enumerate();
        let mut claims = claims.filter(|(_, claim)| item.span.contains(claim.place.start));
        let Some((index, claim)) = claims.next() else {
            return Ok(());
        };
        self.out.flush()?;
        self.watch.limit_memory(crate::work::half_of_memory());
        let settled = rulebook.settle_claim(index, claim, &mut self.values, &self.watch);
        let verdict = settled.map_err(Trouble::new)?;
        if verdict.is_interrupted {
            return Ok(());
        }
        self.out.text(&verdict.text)?;
        self.is_wrong |= !verdict.is_good;
        Ok(())
    }
}
