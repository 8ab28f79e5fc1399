//! One analysis of one text: what every answer is made from. It never changes; an edit makes another.

use std::sync::{Arc, OnceLock};

use adv::analysis::ast::Item;
use adv::analysis::{Analysis, Definition, Lexeme, Origin, analyse, library_text, words};
use adv::diagnostics::{Diagnostic, Source, Span};
use adv::{Effort, Examination, MaterialLook, Rulebook, Sources};
use lsp_types::{Location, Position};

use crate::documents::Host;
use crate::text::{Encoding, Lines};
use crate::values::Values;
use crate::{text, uri};

/// A program with its analysis.
pub struct Snapshot {
    /// The path of the program's own file.
    pub path: String,
    /// The version of the open document; `None` for a file on disk.
    pub version: Option<i32>,
    /// All files of the program.
    pub source: Source,
    /// The program's own file alone. It begins the whole, so offsets in it are offsets in the whole.
    pub own: Lines,
    /// What is known of the program.
    pub analysis: Analysis,
    values: OnceLock<Option<Values>>,
    looked: OnceLock<Vec<Diagnostic>>,
}

impl Snapshot {
    /// Analyses a program. The files that it uses come from `sources`.
    pub fn new(
        path: &str,
        version: Option<i32>,
        own: &str,
        sources: &dyn Sources,
        encoding: Encoding,
    ) -> Snapshot {
        let source = adv::analysis::gather(path, own, sources);
        let analysis = analyse(&source);
        Snapshot {
            path: path.to_owned(),
            version,
            own: Lines::new(source.file(0), encoding),
            source,
            analysis,
            values: OnceLock::new(),
            looked: OnceLock::new(),
        }
    }

    /// The compiler's messages, and those of a look at positions where there was one.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let looked = self.looked.get().into_iter().flatten();
        self.analysis.diagnostics.iter().chain(looked)
    }

    /// Looks at positions as `adv check` does; false where it was done before, or finds nothing.
    pub fn look(&self) -> bool {
        let mut is_new = false;
        let found = self.looked.get_or_init(|| {
            is_new = true;
            self.warnings_of_positions().unwrap_or_default()
        });
        is_new && !found.is_empty()
    }

    /// True where [`Snapshot::look`] has not been called for a program without errors.
    pub fn lacks_look(&self) -> bool {
        self.looked.get().is_none() && self.analysis.checked.is_some()
    }

    fn warnings_of_positions(&self) -> Option<Vec<Diagnostic>> {
        let rulebook = self.rulebook()?;
        let look = MaterialLook::new(rulebook.program())?;
        let told = (self.analysis.diagnostics.as_slice(), &self.source);
        look.run(&rulebook, Effort::BRIEF, told, |_| ()).ok()
    }

    /// The offset of a place in the program's own file.
    pub fn offset(&self, at: Position) -> u32 {
        text::offset(&self.own, at)
    }

    /// True for a span that begins in the program's own file.
    pub fn is_own(&self, span: Span) -> bool {
        self.source.file_at(span.start) == 0
    }

    /// Items of the program's own file, in their order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        let items = self.analysis.tree.items.iter();
        items.filter(|item| self.is_own(item.span))
    }

    /// The tokens of the program's own file.
    pub fn tokens(&self) -> &[Lexeme] {
        let tokens = &self.analysis.tokens;
        let end = text::length(self.own.text());
        let own = tokens.partition_point(|token| token.start < end);
        tokens.get(..own).unwrap_or(&[])
    }

    /// The path of a file of the program; `None` for the text of a library module.
    pub fn path_of_file(&self, file: usize) -> Option<String> {
        let path = self.source.file_path(file);
        match file {
            0 => Some(self.path.clone()),
            _ if library_text(path).is_some() => None,
            _ => Some(uri::beside(&self.path, path)),
        }
    }

    /// Where a span of the whole is, in the file that holds it.
    pub fn location(&self, host: &dyn Host, span: Span) -> Option<Location> {
        let file = self.source.file_at(span.start);
        let path = match self.path_of_file(file) {
            Some(path) => path,
            None => {
                let module = self.source.file_path(file);
                host.library(module, library_text(module)?)?
            }
        };
        let start = self.source.file_start(file);
        let alone = Lines::new(self.source.file(file), self.own.encoding);
        let local = Span::new(
            span.start.saturating_sub(start),
            span.end.saturating_sub(start),
        );
        Some(Location {
            uri: uri::uri_of(&path)?,
            range: text::range(&alone, local),
        })
    }

    /// Where a definition is written.
    pub fn location_of(&self, host: &dyn Host, definition: &Definition) -> Option<Location> {
        match &definition.origin {
            Origin::File => self.location(host, definition.name_span),
            Origin::Language => None,
            Origin::Library(module) => {
                let mut words = words().iter();
                let here = |name: Option<&str>| name == Some(module.as_str());
                let word = words.find(|word| here(word.module) && word.name == definition.name);
                let text = library_text(module)?;
                let span = word.map(|word| word.span).unwrap_or_default();
                Some(Location {
                    uri: uri::uri_of(&host.library(module, text)?)?,
                    range: text::range(&Lines::new(Source::new("", text), self.own.encoding), span),
                })
            }
        }
    }

    /// The program compiled, from the texts that were analysed and not from the disk; `None` for a program with errors.
    pub fn rulebook(&self) -> Option<Rulebook> {
        let used = 1..self.source.file_count();
        let files = used.map(|file| (self.source.file_path(file), self.source.file_text(file)));
        let files: Vec<(&str, &str)> = files.collect();
        let examination = Examination::of_text_with(&self.path, self.own.text(), files.as_slice());
        examination.into_rulebook().ok()
    }

    /// The program's values in its example position, computed on the first call; `None` for a program in error or without an example.
    pub fn values(&self) -> Option<&Values> {
        self.values.get_or_init(|| Values::of(self)).as_ref()
    }

    /// The same where it costs little or has been computed before.
    pub fn values_at_hand(&self) -> Option<&Values> {
        match self.values.get() {
            Some(values) => values.as_ref(),
            None if self.source.text().len() <= SMALL => self.values(),
            None => None,
        }
    }

    /// Whether values of a large program would be computed by [`Snapshot::values`].
    pub fn lacks_values(self: &Arc<Self>) -> bool {
        self.values.get().is_none() && self.analysis.checked.is_some()
    }
}

/// Up to so many bytes a program is compiled while an answer waits for it.
const SMALL: usize = 24 << 10;
