//! A program that grows while it is typed: at a prompt, item by item.
//!
//! ```text
//!   number near = dist(W.K, B.K)        a new item: goes to the end of the text
//!   number near = dist(W.K, B.K) - 1    an item of a name that is there: takes the place of the old one
//!   material W: K, R; B: K              the head of a file: goes to the items that begin it
//! ```
//!
//! The text is compiled as a whole each time, so that the typed items are a file that compiles at any moment. An item in error changes
//! nothing.

mod draft;
mod items;
mod read;

use adv_compiler::diagnostics::{Code, Diagnostic};
use adv_compiler::files::Sources;
use adv_compiler::source::{Source, Span};
use adv_compiler::syntax::parse;
use adv_vm::Subject;

use self::draft::Draft;
use self::items::{chunks, placed};
use crate::items::{name, word};
use crate::load::{Examination, Refusal, Rulebook};

pub use read::{TypedText, read_typed};

/// Maximum number of earlier texts that are kept for undoing changes.
const MOST_PAST: usize = 1_000;

/// A typed item that a program has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenItem {
    /// Kind of the item, by the word that begins it: `number`, `advice`, `use`, `test`.
    pub kind: &'static str,
    /// Name of the item; of a `use` line the module. `None` for claims, `material`, `example` and `default holding`.
    pub name: Option<String>,
    /// True where it took the place of an item of the same name.
    pub replaced: bool,
    /// The item's present place in the program's text, doc comments not included.
    pub span: Span,
}

/// Items that a program has taken, with the compiler's warnings about them.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Items that were taken, in the order in which they were typed.
    pub items: Vec<TakenItem>,
    /// Warnings about the taken items, with places in `source`.
    pub warnings: Vec<Diagnostic>,
    /// The text as it was typed.
    pub source: Source,
}

/// Name of the added table that asks a typed list.
const ASKED: &str = "what-was-typed";

/// A program that grows item by item as it is typed. It compiles at any moment.
pub struct Scratch {
    name: String,
    text: String,
    past: Vec<String>,
    rulebook: Rulebook,
}

impl Scratch {
    /// Begins with a program's text, which may be empty. `name` is that of its file.
    ///
    /// # Errors
    /// [`Refusal`] where the text is in error.
    pub fn new(
        name: &str,
        text: &str,
        sources: &(impl Sources + ?Sized),
    ) -> Result<Scratch, Refusal> {
        let rulebook = Examination::of_text_with(name, text, sources).into_rulebook()?;
        Ok(Scratch {
            name: name.to_owned(),
            text: text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
            past: Vec::new(),
            rulebook,
        })
    }

    /// Begins with the text of a loaded program; `None` where it is a module without its source text.
    pub fn of(rulebook: &Rulebook) -> Option<Scratch> {
        let kept = rulebook.program().source.as_ref()?;
        Some(Scratch {
            name: rulebook.name().to_owned(),
            text: kept.text_of(None).to_owned(),
            past: Vec::new(),
            rulebook: rulebook.clone(),
        })
    }

    /// The present text of the program, with everything that was taken.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The compiled program.
    pub fn rulebook(&self) -> &Rulebook {
        &self.rulebook
    }

    /// The source text of the item with a name, with its doc comment; `None` where there is none.
    pub fn item(&self, name: &str) -> Option<&str> {
        let parsed = parse(&self.text);
        let place = placed(&parsed, name)?;
        self.text.get(place)
    }

    /// The kinds and names of the program's own items, in the order of the text.
    pub fn names(&self) -> Vec<(&'static str, String)> {
        let parsed = parse(&self.text);
        let items = parsed.file.items.iter();
        items
            .filter_map(|item| Some((word(&item.kind), name(&item.kind)?)))
            .collect()
    }

    /// Puts typed items into the program. Where the program would have an error with them it stays as it is.
    ///
    /// # Errors
    /// [`Refusal`] with the compiler's errors.
    pub fn take(
        &mut self,
        typed: &str,
        sources: &(impl Sources + ?Sized),
    ) -> Result<Taken, Refusal> {
        let mut draft = Draft::new(self.text.clone());
        let parsed = parse(typed);
        let mut items = Vec::with_capacity(parsed.file.items.len());
        for (item, chunk) in parsed.file.items.iter().zip(chunks(typed, &parsed)) {
            let replaced = draft.put(item, typed, chunk);
            items.push(TakenItem {
                kind: word(&item.kind),
                name: name(&item.kind),
                replaced,
                span: item.span,
            });
        }
        let source = Source::new("typed", typed);
        if items.is_empty() && !parsed.diagnostics.is_empty() {
            return Err(Refusal {
                source,
                diagnostics: parsed.diagnostics,
            });
        }
        let examined = Examination::of_text_with(&self.name, &draft.text, sources);
        let told = examined.diagnostics.clone();
        let rulebook = examined.into_rulebook();
        let rulebook = rulebook.map_err(|refusal| draft.refusal(refusal, &source))?;
        for item in &mut items {
            item.span = draft.now(item.span);
        }
        let spoken = told.iter().filter(|message| !is_early(message.code));
        let warnings = spoken.filter_map(|message| draft.in_typed(message));
        let warnings = warnings.collect();
        self.change(draft.text, rulebook);
        Ok(Taken {
            items,
            warnings,
            source,
        })
    }

    /// Compiles the program with one more table, which asks a list of pieces-of-advice: `squeeze, mate-in(2)`. It is not kept.
    ///
    /// # Errors
    /// [`Refusal`] where the list does not compile.
    pub fn asking(
        &self,
        list: &str,
        sources: &(impl Sources + ?Sized),
    ) -> Result<(Rulebook, Subject), Refusal> {
        let mut draft = Draft::new(self.text.clone());
        draft.wrap(
            &format!("\ntable {ASKED}\n  otherwise "),
            list,
            "\nend-table\n",
        );
        let examined = Examination::of_text_with(&self.name, &draft.text, sources);
        let source = Source::new("typed", list);
        let rulebook = examined.into_rulebook();
        let rulebook = rulebook.map_err(|refusal| draft.refusal(refusal, &source))?;
        // A table that compiles is there.
        let subject = Subject::named(rulebook.program(), ASKED).ok_or_else(|| Refusal {
            source,
            diagnostics: Vec::new(),
        })?;
        Ok((rulebook, subject))
    }

    /// Removes the item with a name from the program. `Ok(false)` where there is none.
    ///
    /// # Errors
    /// [`Refusal`] where other items need it.
    pub fn forget(
        &mut self,
        name: &str,
        sources: &(impl Sources + ?Sized),
    ) -> Result<bool, Refusal> {
        let parsed = parse(&self.text);
        let Some(place) = placed(&parsed, name) else {
            return Ok(false);
        };
        let mut text = self.text.clone();
        let rest = text.get(place.end..).unwrap_or_default();
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let ended = rest
            .get(blanks..)
            .is_some_and(|rest| rest.starts_with('\n'));
        let end = place.end + if ended { blanks + 1 } else { 0 };
        text.replace_range(place.start..end, "");
        let examined = Examination::of_text_with(&self.name, &text, sources);
        let rulebook = examined.into_rulebook().map_err(draft::errors_of)?;
        self.change(text, rulebook);
        Ok(true)
    }

    /// Undoes the last change of the text. False where there was none, or where the earlier text compiles no more: a file that it
    /// uses has changed.
    pub fn undo(&mut self, sources: &(impl Sources + ?Sized)) -> bool {
        let Some(text) = self.past.last() else {
            return false;
        };
        let examined = Examination::of_text_with(&self.name, text, sources);
        let Ok(rulebook) = examined.into_rulebook() else {
            return false;
        };
        self.text = self.past.pop().unwrap_or_default();
        self.rulebook = rulebook;
        true
    }

    fn change(&mut self, text: String, rulebook: Rulebook) {
        if self.past.len() == MOST_PAST {
            self.past.remove(0);
        }
        self.past.push(std::mem::replace(&mut self.text, text));
        self.rulebook = rulebook;
    }
}

/// True for a warning that comes too early at a prompt, such as an unused definition, which the next typed item may use.
fn is_early(code: Code) -> bool {
    matches!(
        code,
        Code::UnusedDefinition | Code::AdviceNeverListed | Code::UnusedImport | Code::EmptyFile
    )
}
