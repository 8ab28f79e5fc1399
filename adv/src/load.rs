//! From bytes to a program that engines can ask.
//!
//! ```text
//!   source text ──compile──▶ ┐
//!                            ├─ Examination { source, diagnostics, module } ──link──▶ Rulebook ──▶ Engine
//!   module file ──read─────▶ ┘
//! ```

use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use adv_compiler::diagnostics::render::{Format, render};
use adv_compiler::diagnostics::{Code, Diagnostic};
use adv_compiler::files::{NoFiles, Sources};
use adv_compiler::source::{MAX_SOURCE_BYTES, Source};
use adv_module::{Linked, Module, Program, Unverified, format};
use adv_vm::{Engine, Limits};

/// Maximum size of a module file that is read, in bytes.
pub const MAX_MODULE_BYTES: usize = 64 << 20;

/// Result of compiling or reading a program: all messages on it, and its verified module where none of them is an error.
#[derive(Debug)]
pub struct Examination {
    /// Source text of the program; empty where a module file was examined.
    pub source: Source,
    /// Errors, warnings and notes in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The verified module, not yet linked with the standard library; `None` where there is an error.
    pub module: Option<Module>,
}

impl Examination {
    /// Examines a source text or a module file, recognised by its first bytes or by the ending `.advc` of its name. `name` is the file's
    /// name; messages show it, and a program is named after it.
    ///
    /// # Errors
    /// [`LoadError::NotText`] where the bytes are neither a module nor UTF-8. Everything else is among the diagnostics.
    pub fn of_bytes(name: &str, bytes: &[u8]) -> Result<Examination, LoadError> {
        Self::of_bytes_with(name, bytes, &NoFiles)
    }

    /// Examines a source text or a module file as [`Examination::of_bytes`] does. The files that the text names after `use` come from
    /// `sources`; a module holds the texts of its files and needs none.
    ///
    /// # Errors
    /// As [`Examination::of_bytes`].
    pub fn of_bytes_with(
        name: &str,
        bytes: &[u8],
        sources: &(impl Sources + ?Sized),
    ) -> Result<Examination, LoadError> {
        if is_module(name, bytes) {
            return Ok(Self::of_module(name, bytes, ModuleText::Compared));
        }
        if bytes.len() > MAX_SOURCE_BYTES {
            let message = format!(
                "the source file has {} bytes, expected at most {MAX_SOURCE_BYTES}",
                bytes.len()
            );
            let diagnostic = Diagnostic::new(Code::FileTooLarge, message);
            return Ok(Examination {
                source: Source::new(name, ""),
                diagnostics: vec![diagnostic.with_note(format!("the file is `{name}`"))],
                module: None,
            });
        }
        let text = std::str::from_utf8(bytes).map_err(|error| LoadError::NotText {
            name: name.to_owned(),
            byte: error.valid_up_to(),
        })?;
        Ok(Self::of_text_with(name, text, sources))
    }

    /// Examines a source text or a module file as [`Examination::of_bytes`] does. The source text that a module holds is left out, and
    /// not compared with its code.
    ///
    /// # Errors
    /// As [`Examination::of_bytes`].
    pub fn of_code(name: &str, bytes: &[u8]) -> Result<Examination, LoadError> {
        if is_module(name, bytes) {
            return Ok(Self::of_module(name, bytes, ModuleText::LeftOut));
        }
        Self::of_bytes(name, bytes)
    }

    /// Examines a source text that uses no files.
    pub fn of_text(name: &str, text: &str) -> Examination {
        Self::of_text_with(name, text, &NoFiles)
    }

    /// Examines a source text. The files that it names after `use` come from `sources`.
    pub fn of_text_with(name: &str, text: &str, sources: &(impl Sources + ?Sized)) -> Examination {
        // Some editors begin a file with an invisible mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let source = Source::gather(name, text, sources, adv_stdlib::libraries());
        let compilation =
            adv_compiler::compile(&source, module_name(name), "", adv_stdlib::libraries());
        Examination {
            source,
            diagnostics: compilation.diagnostics,
            module: compilation.module,
        }
    }

    /// Reads and verifies a module file; its source text, if it holds one, is treated as `text` says.
    fn of_module(name: &str, bytes: &[u8], text: ModuleText) -> Examination {
        let mut diagnostics = Vec::new();
        let module = match adv_module::read(bytes) {
            Ok(module) => match (verified(module, &mut diagnostics), text) {
                // What is not there to be compared says nothing: claims are worded by their records.
                (Some(module), text)
                    if text == ModuleText::LeftOut || module.program().source.is_none() =>
                {
                    if module.program().source.is_none() {
                        diagnostics.push(Diagnostic::new(
                            Code::WordsOfModule,
                            "the module has no source: names, reasons and other texts are its own words, and say nothing of what it does",
                        ));
                    }
                    let mut code = module.into_program();
                    code.strip();
                    verified(code, &mut diagnostics)
                }
                (Some(module), ModuleText::Compared) if !is_text_of_code(module.program()) => {
                    diagnostics.push(text_not_of_code(name));
                    None
                }
                (module, _) => module,
            },
            Err(error) => {
                let damage = diagnostic(error.code(), error.to_string());
                diagnostics.push(damage.with_help("`adv build FILE.adv` makes it from its source"));
                None
            }
        };
        // A module has no line to point at, so a note names the file.
        let diagnostics = diagnostics
            .into_iter()
            .map(|message| message.with_note(format!("the file is `{name}`")))
            .collect();
        Examination {
            source: Source::new(name, ""),
            diagnostics,
            module,
        }
    }

    /// All diagnostics, those of linking with the standard library included, with the source that they point into.
    pub fn complete(self) -> (Vec<Diagnostic>, Source) {
        let mut diagnostics = self.diagnostics;
        let linked = self.module.map(link);
        diagnostics.extend(linked.and_then(Result::err).map(|error| *error));
        (diagnostics, self.source)
    }

    /// Links the examined program with the standard library.
    ///
    /// # Errors
    /// [`Refusal`] where a diagnostic is an error, or a library that a module file uses is missing or has another version.
    pub fn into_rulebook(self) -> Result<Rulebook, Refusal> {
        match self.module {
            Some(module) => Rulebook::new(module, self.source),
            None => Err(Refusal {
                source: self.source,
                diagnostics: self.diagnostics,
            }),
        }
    }
}

/// Treatment of the source text that a module file holds.
#[derive(Clone, Copy, PartialEq)]
enum ModuleText {
    /// The text must compile to the code of the module.
    Compared,
    /// The text is left out of the module.
    LeftOut,
}

/// True where bytes under a name are a module and not a source text. A damaged module may have lost its first bytes, but not its name.
pub fn is_module(name: &str, bytes: &[u8]) -> bool {
    bytes.starts_with(&format::MAGIC) || name.ends_with(".advc")
}

/// True where the source text in a module compiles to the module, places included, and where a module holds no text.
fn is_text_of_code(program: &Program) -> bool {
    let Some(kept) = &program.source else {
        return true;
    };
    let libraries = adv_stdlib::libraries();
    let source = Source::gather(kept.file.as_str(), kept.text_of(None), kept, libraries);
    let compiled = adv_compiler::compile(&source, &program.name, &program.version, libraries);
    let again = compiled.module;
    again.is_some_and(|again| adv_module::write(again.program()) == adv_module::write(program))
}

fn text_not_of_code(name: &str) -> Diagnostic {
    let message = "the source text in the module is not that of its code, or another version of adv compiled it";
    Diagnostic::new(Code::TextNotOfCode, message).with_help(format!(
        "compile its source again; or use the code without the text: `adv build {name} --strip -o NEW.advc`"
    ))
}

/// The compiler's messages on a text that it refuses. [`fmt::Display`] writes them as a terminal without colours shows them.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The source that the diagnostics point into.
    pub source: Source,
    /// The compiler's messages; at least one of them is an error.
    pub diagnostics: Vec<Diagnostic>,
}

impl Refusal {
    fn of_one(diagnostic: Diagnostic, source: &Source) -> Refusal {
        Refusal {
            source: source.clone(),
            diagnostics: vec![diagnostic],
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render(&self.diagnostics, &self.source, Format::Plain))
    }
}

impl std::error::Error for Refusal {}

/// Reason why a program cannot be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// The bytes are neither a module nor UTF-8 text.
    NotText {
        /// Name of the file.
        name: String,
        /// Offset in bytes of the first byte that is not UTF-8.
        byte: usize,
    },
    /// The program has errors, or cannot be linked.
    Refused(Refusal),
}

impl From<Refusal> for LoadError {
    fn from(refusal: Refusal) -> LoadError {
        LoadError::Refused(refusal)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NotText { name, byte } => write!(
                f,
                "`{name}` is no program: byte {byte} is not UTF-8 text, and it is no module either"
            ),
            LoadError::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

/// A loaded program: compiled or read, verified, linked with the standard library, and ready for engines.
#[derive(Clone, Debug)]
pub struct Rulebook {
    pub(crate) source: Source,
    base: Arc<Base>,
    linked: Arc<Linked>,
}

/// The program of the file, without added claims, and its fingerprint once that is computed.
#[derive(Debug)]
struct Base {
    module: Module,
    fingerprint: OnceLock<Result<Fingerprint, Box<Diagnostic>>>,
}

/// Identity of a program in certificates and checkpoints: a BLAKE3 hash of everything that it does. Its text is 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub [u8; 32]);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        f.pad(&digits)
    }
}

impl Rulebook {
    /// Loads a source text or a module file, recognised by its first bytes or by the ending `.advc` of its name. Warnings are dropped:
    /// [`Examination`] has them.
    ///
    /// `name` is the file's name; messages show it, and a program is named after it.
    ///
    /// # Errors
    /// [`LoadError`], whose text is that of the compiler's messages.
    ///
    /// ```
    /// let error = adv::Rulebook::load("typo.adv", "board b = e4 ∪ e9").unwrap_err();
    /// assert!(error.to_string().contains("typo.adv:1:"));
    /// ```
    pub fn load(name: &str, bytes: impl AsRef<[u8]>) -> Result<Rulebook, LoadError> {
        Ok(Examination::of_bytes(name, bytes.as_ref())?.into_rulebook()?)
    }

    /// Loads a program as [`Rulebook::load`] does. The files that it names after `use` come from `sources`.
    ///
    /// # Errors
    /// As [`Rulebook::load`].
    ///
    /// ```
    /// let files: &[(&str, &str)] = &[("near.adv", "number near = dist(W.K, B.K)")];
    /// let program = "use \"near.adv\"\nadvice approach for W better near < root.near depth 1 end-advice";
    /// assert!(adv::Rulebook::load_with("walk.adv", program, files).is_ok());
    /// ```
    pub fn load_with(
        name: &str,
        bytes: impl AsRef<[u8]>,
        sources: &(impl Sources + ?Sized),
    ) -> Result<Rulebook, LoadError> {
        Ok(Examination::of_bytes_with(name, bytes.as_ref(), sources)?.into_rulebook()?)
    }

    /// Loads a module of the standard library as a program: its tables, its pieces-of-advice. `None` where there is no such module.
    ///
    /// # Errors
    /// As [`Rulebook::load`].
    pub fn of_library(name: &str) -> Option<Result<Rulebook, LoadError>> {
        let mut modules = adv_stdlib::MODULES.iter();
        let (name, text) = modules.find(|(known, _)| *known == name)?;
        Some(Rulebook::load(&format!("{name}.adv"), text))
    }

    fn new(module: Module, source: Source) -> Result<Rulebook, Refusal> {
        let linked = link(module.clone());
        let linked = linked.map_err(|diagnostic| Refusal::of_one(*diagnostic, &source))?;
        Ok(Rulebook {
            base: Arc::new(Base {
                module,
                fingerprint: OnceLock::new(),
            }),
            linked: Arc::new(linked),
            source,
        })
    }

    /// The same program with another module, which has claims or definitions added to it.
    pub(crate) fn with_module(
        &self,
        module: Module,
        source: Source,
    ) -> Result<Rulebook, Box<Diagnostic>> {
        Ok(Rulebook {
            base: self.base.clone(),
            linked: Arc::new(link(module)?),
            source,
        })
    }

    /// Name of the program's file.
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// The records of the program: its tables, strategies, pieces-of-advice, tests and claims.
    pub fn program(&self) -> &Program {
        self.linked.module().program()
    }

    /// The program linked with the standard library, in the form that an engine runs.
    pub fn linked(&self) -> &Linked {
        &self.linked
    }

    /// Number of claims in the program's file; claims added by [`Rulebook::with_claims`] have the indices after them.
    pub fn own_claims(&self) -> usize {
        self.base.module.program().claims.len()
    }

    /// Makes an engine that asks the program under limits. Engines share the program; each thread takes its own.
    pub fn engine(&self, limits: Limits) -> Engine {
        Engine::new(self.linked.clone(), limits)
    }

    /// Writes the program's module file as bytes, libraries not included; `strip` leaves the source text and its places out.
    pub fn module_file(&self, strip: bool) -> Vec<u8> {
        let program = self.base.module.program();
        if !strip {
            return adv_module::write(program);
        }
        let mut program = program.clone();
        program.strip();
        adv_module::write(&program)
    }

    /// A fingerprint of the program's behaviour, the same for a source and its module: comments, tests and claims do not change it, and the
    /// definitions that it takes from libraries do. It is computed on the first call.
    ///
    /// # Errors
    /// [`Refusal`] where the program without its claims cannot be linked, which would be a mistake of the linker.
    pub fn fingerprint(&self) -> Result<Fingerprint, Refusal> {
        let computed = self.base.fingerprint.get_or_init(|| {
            let mut bare = self.base.module.program().clone();
            bare.claims.clear();
            bare.tests.clear();
            bare.strip();
            let bare = adv_module::verify(bare)
                .map_err(|error| Box::new(diagnostic(error.code(), error.to_string())))?;
            let linked = link(bare)?;
            let mut bare = linked.module().program().clone();
            // The numbers of functions are those of the linked module now.
            bare.strip();
            Ok(Fingerprint(
                *blake3::hash(&adv_module::write(&bare)).as_bytes(),
            ))
        });
        let computed = computed.clone();
        computed.map_err(|diagnostic| Refusal::of_one(*diagnostic, &self.source))
    }
}

/// Links a module with the standard library.
pub(crate) fn link(module: Module) -> Result<Linked, Box<Diagnostic>> {
    adv_stdlib::libraries()
        .link(module)
        .map_err(|error| Box::new(diagnostic(error.code(), error.to_string())))
}

/// Name of the module of a program, which is that of its file without folder and ending.
pub(crate) fn module_name(file: &str) -> &str {
    let stem = Path::new(file).file_stem();
    stem.and_then(|stem| stem.to_str()).unwrap_or("program")
}

/// Verifies a module; `None` where it is refused, with the reason added to the diagnostics.
fn verified(module: impl Into<Unverified>, diagnostics: &mut Vec<Diagnostic>) -> Option<Module> {
    match adv_module::verify(module) {
        Ok(module) => Some(module),
        Err(error) => {
            diagnostics.push(diagnostic(error.code(), error.to_string()));
            None
        }
    }
}

/// A diagnostic for a code that another crate names by its spelling, such as [`adv_vm::Stop::code`].
pub fn diagnostic(code: &str, message: String) -> Diagnostic {
    // Every code of a crate is in the catalogue, which the compiler's tests assert.
    let code = Code::parse(code).unwrap_or(Code::VerificationFailed);
    Diagnostic::new(code, message)
}
