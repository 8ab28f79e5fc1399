//! The text of the program: items that are typed into it, answered by their value, their verdict or a line; and commands on its items.

use adv::analysis::{library_modules, library_text};
use adv::chess::Game;
use adv::program::Place;
use adv::{Expression, Scratch, TakenItem};

use crate::{Trouble, messages};

use super::session::PromptSession;
use super::setup;

impl PromptSession {
    /// Text of the program, which grows while it is typed.
    ///
    /// # Errors
    /// Where the program is a module without its source text.
    pub(super) fn text(&mut self) -> Result<&mut Scratch, Trouble> {
        let name = self.rulebook.name();
        self.scratch.as_mut().ok_or_else(|| {
            trouble!(
                "`{name}` is a compiled module without its source text, to which nothing can be added"
            )
            .help("`:load FILE` begins with its source")
        })
    }

    /// Goes on with the program that the text has become; where a game cannot go on with it, the change is taken back.
    fn changed(&mut self) -> Result<(), Trouble> {
        let rulebook = self.text()?.rulebook().clone();
        match self.adopt(rulebook) {
            Ok(words) => {
                self.changes.push(self.game.len());
                // A program that plays on as before needs no word.
                let words = words.filter(|_| self.plans().is_empty());
                words.map_or(Ok(()), |words| self.say(&words))
            }
            Err(trouble) => {
                let folder = self.folder();
                self.text()?.undo(&folder);
                Err(trouble)
            }
        }
    }

    /// `items`: lists the names of the program's own items.
    pub(super) fn list_items(&mut self, _: &str) -> Result<(), Trouble> {
        let names = self.text()?.names();
        if names.is_empty() {
            return self.say("the program is empty");
        }
        let lines: String = names
            .iter()
            .map(|(kind, name)| format!("{kind:10} {name}\n"))
            .collect();
        self.out.text(&lines)
    }

    /// `show NAME`: shows the source text of an item, or of the whole program.
    pub(super) fn show(&mut self, name: &str) -> Result<(), Trouble> {
        if name.is_empty() {
            let text = self.text()?.text().to_owned();
            return self.out.text(&text);
        }
        let own = self.scratch.as_ref().and_then(|text| text.item(name));
        let item = own.map(str::to_owned).or_else(|| {
            library_modules().find_map(|module| {
                let module = Scratch::new(module, library_text(module)?, &adv::NoFiles).ok()?;
                Some(module.item(name)?.to_owned())
            })
        });
        let item = item.ok_or_else(|| {
            trouble!("there is no item `{name}`")
                .help("`:items` lists those of the program, `:explain` tells words of the language")
        })?;
        self.out.text(&format!("{item}\n"))
    }

    /// `forget NAME`: removes an item from the program.
    pub(super) fn forget(&mut self, name: &str) -> Result<(), Trouble> {
        self.out.flush()?;
        let folder = self.folder();
        match self.text()?.forget(name, &folder) {
            Ok(true) => {
                self.changed()?;
                self.say(&format!("`{name}` is no more; `:undo` brings it back"))
            }
            Ok(false) => {
                Err(trouble!("the program has no item `{name}`").help("`:items` lists them"))
            }
            Err(refusal) => {
                messages::show(&refusal.diagnostics, &refusal.source);
                Err(trouble!("`{name}` stays, for others use it"))
            }
        }
    }

    /// Takes back the last change of the program.
    pub(super) fn undo_change(&mut self) -> Result<(), Trouble> {
        let folder = self.folder();
        match self.text()?.undo(&folder) {
            true => {
                self.changed()?;
                // This is no change that could be taken back.
                self.changes.truncate(self.changes.len().saturating_sub(2));
                self.say("the program is as it was before the last change")
            }
            false => Err(Trouble::new("there is no change to take back")),
        }
    }

    /// Adds typed items to the program. A definition without parameters is drawn, a test or a claim is run at once.
    pub(super) fn items(&mut self, text: &str) -> Result<(), Trouble> {
        self.out.flush()?;
        let folder = self.folder();
        let taken = self.text()?.take(text, &folder)?;
        messages::show(&taken.warnings, &taken.source);
        self.changed()?;
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
            "test" | "prove" | "measure" => return self.run_item(item),
            "number" | "board" | "descriptor" | "zone" => {
                if let Ok(value) = Expression::compile(self.rulebook.program(), name) {
                    self.say(&format!("{} {name}{again}", item.kind))?;
                    return self.draw(value);
                }
            }
            // The program's own position is what a person who types it wants to see.
            "example" if !self.is_on() => {
                self.game = Game::new(setup::first_position(self.rulebook.program()));
                self.say("example")?;
                return self.show_board();
            }
            _ => {}
        }
        let line = format!("{} {name}", item.kind);
        self.say(&format!("{}{again}", line.trim_end()))
    }

    /// Runs a typed test or claim, and tells its verdict.
    fn run_item(&mut self, item: &TakenItem) -> Result<(), Trouble> {
        self.out.flush()?;
        let rulebook = self.rulebook.clone();
        let (tests, claims) = (&rulebook.program().tests, &rulebook.program().claims);
        let is_it = |place: Place| item.span.contains(place.start);
        let test = tests.iter().find(|test| is_it(test.place));
        let mut claims = claims.iter().enumerate();
        let ran = match (test, claims.find(|(_, claim)| is_it(claim.place))) {
            (Some(test), _) => rulebook.run_test(test, &mut self.values, &self.watch),
            (None, Some((index, claim))) => {
                self.watch.limit_memory(crate::work::half_of_memory());
                rulebook.settle_claim(index, claim, &mut self.values, &self.watch)
            }
            (None, None) => return Ok(()),
        };
        let verdict = ran.map_err(Trouble::new)?;
        self.is_wrong |= !verdict.is_good && !verdict.is_interrupted;
        let (_, after_first) = verdict.text.split_once('\n').unwrap_or_default();
        self.out.text(match test {
            Some(_) => after_first,
            None => &verdict.text,
        })
    }
}
