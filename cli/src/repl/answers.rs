//! Commands that only answer: types, reasons, instructions, texts.

use adv::analysis::{analyse, gather, library_modules, library_text, words};
use adv::program::listing;
use adv::render::text::Extras;
use adv::{Examination, Scratch};

use super::session::ReplSession;
use crate::answer;
use crate::exit::{Exit, Trouble};

/// Name that an expression gets while `:bytecode` compiles it as an item.
const LOOKED_AT: &str = "what-was-typed";

impl ReplSession {
    /// `:type EXPRESSION`: shows the signature of a name, or the type of an expression.
    pub(super) fn tell_type(&mut self, text: &str) -> Result<(), Trouble> {
        if text.is_empty() {
            return Err(Trouble::new(
                "expected an expression or a name after `:type`",
            ));
        }
        let source = gather(
            self.scratch.rulebook().name(),
            self.scratch.text(),
            &self.folder,
        );
        let analysis = analyse(&source);
        let defined = analysis.index.definitions().iter();
        let mut defined = defined.filter(|one| one.name == text && !one.signature().is_empty());
        if let Some(definition) = defined.next() {
            return self.say(&definition.signature());
        }
        let known = words().iter().find(|word| word.name == text);
        if let Some(word) = known.filter(|word| !word.params.is_empty()) {
            let from = match word.module {
                Some(module) => format!("   from {module}"),
                None => String::new(),
            };
            return self.say(&format!("{}{from}", word.signature()));
        }
        let expression = self.expression(text)?;
        let kind = match expression.is_zone {
            true => "zone",
            false => expression.ty.word(),
        };
        self.say(&format!("{} is a {kind}", expression.text))
    }

    /// `:why`: shows the last answer again, with the conditions that its pieces-of-advice missed.
    pub(super) fn why(&mut self) -> Result<(), Trouble> {
        let Some(mut last) = self.last.take() else {
            return Err(Trouble::new("nothing was asked yet")
                .help("type the name of a table, a strategy or a piece-of-advice first"));
        };
        let mut engine = self.engine(&last.rulebook);
        engine.add_refutations(&mut last.answer);
        let extras = Extras {
            stats: false,
            why: true,
        };
        let module = engine.module();
        let (told, _) = answer::told(module, last.subject, &last.position, &last.answer, extras);
        self.last = Some(last);
        self.out.text(&told)
    }

    /// `:bytecode`: lists the instructions of the program, of an item, or of an expression.
    pub(super) fn bytecode(&mut self, text: &str) -> Result<(), Trouble> {
        let name = self.scratch.rulebook().name().to_owned();
        let own = self.scratch.item(text).is_some();
        let (program, wanted) = if text.is_empty() || own {
            (self.scratch.text().to_owned(), text)
        } else {
            let expression = self.expression(text)?;
            let kind = match expression.is_zone {
                true => "zone",
                false => expression.ty.word(),
            };
            let program = format!(
                "{}\n{kind} {LOOKED_AT} = {}\n",
                self.scratch.text(),
                expression.text
            );
            (program, LOOKED_AT)
        };
        let examined = Examination::of_text_with(&name, &program, &self.folder);
        let Some(module) = &examined.module else {
            self.messages.show(&examined.diagnostics, &examined.source);
            return Err(Trouble::Said(Exit::Wrong));
        };
        let whole = listing(module);
        if wanted.is_empty() {
            return self.out.text(&whole);
        }
        let parts: Vec<&str> = whole
            .split("\n\n")
            .filter(|part| is_of(part, wanted))
            .collect();
        match parts.is_empty() {
            true => self.say(&format!("`{wanted}` has no instructions of its own")),
            false => self
                .out
                .text(&format!("{}\n", parts.join("\n\n").trim_end())),
        }
    }

    /// `:items`: lists the names of the program's own items.
    pub(super) fn list_items(&mut self) -> Result<(), Trouble> {
        let names = self.scratch.names();
        if names.is_empty() {
            return self.say("the program is empty");
        }
        let lines: String = names
            .iter()
            .map(|(kind, name)| format!("{kind:10} {name}\n"))
            .collect();
        self.out.text(&lines)
    }

    /// `:show NAME`: shows the source text of an item, or of the whole program.
    pub(super) fn show(&mut self, name: &str) -> Result<(), Trouble> {
        if name.is_empty() {
            let text = self.scratch.text().to_owned();
            return self.out.text(&text);
        }
        if let Some(text) = self.scratch.item(name) {
            let text = format!("{text}\n");
            return self.out.text(&text);
        }
        let of_library = library_modules().find_map(|module| {
            let module = Scratch::new(module, library_text(module)?, &adv::NoFiles).ok()?;
            Some(module.item(name)?.to_owned())
        });
        match of_library {
            Some(text) => self.out.text(&format!("{text}\n")),
            None => Err(Trouble::new(format!("there is no item `{name}`")).help(
                "`:items` lists those of the program, `:explain` tells words of the language",
            )),
        }
    }

    /// `:forget NAME`: removes an item from the program.
    pub(super) fn forget(&mut self, name: &str) -> Result<(), Trouble> {
        self.out.flush()?;
        match self.scratch.forget(name, &self.folder) {
            Ok(true) => {
                self.changed();
                self.say(&format!("`{name}` is no more; `:undo` brings it back"))
            }
            Ok(false) => Err(Trouble::new(format!("the program has no item `{name}`"))
                .help("`:items` lists them")),
            Err(refusal) => {
                self.messages.show(&refusal.diagnostics, &refusal.source);
                Err(Trouble::new(format!("`{name}` stays, for others use it")))
            }
        }
    }

    /// `:undo`: takes back the last change of the program.
    pub(super) fn undo(&mut self) -> Result<(), Trouble> {
        match self.scratch.undo(&self.folder) {
            true => {
                self.changed();
                self.say("the program is as it was before the last change")
            }
            false => Err(Trouble::new("there is no change to take back")),
        }
    }

    /// `:explain WORD|CODE`: shows the documentation page on a word of the language or a message code.
    pub(super) fn explain(&mut self, name: &str) -> Result<(), Trouble> {
        match adv::pages::about(name) {
            Some(page) => self.out.text(&page),
            None => {
                let near = adv::diagnostics::suggest(
                    name,
                    None,
                    adv::pages::names().map(|name| (name, ())),
                );
                Err(
                    Trouble::new(format!("there is no word and no code `{name}`"))
                        .help_if(adv::diagnostics::did_you_mean(&near)),
                )
            }
        }
    }
}

/// True where a part of a bytecode listing is a function of the named item: `f3  squeeze.better() descriptor …`.
fn is_of(part: &str, name: &str) -> bool {
    let head = part.lines().next().unwrap_or_default();
    let Some((number, rest)) = head.split_once("  ") else {
        return false;
    };
    let is_function = number
        .strip_prefix('f')
        .is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()));
    let after = rest.strip_prefix(name);
    is_function && after.is_some_and(|after| after.starts_with(['(', '.']))
}
