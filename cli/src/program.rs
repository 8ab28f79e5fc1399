//! A program from its file: source or module, told apart by the first bytes, then verified and linked with the built-in library.

use adv_compiler::diagnostics::{Code, Diagnostic};
use adv_compiler::source::{MAX_SOURCE_BYTES, Source, Span};
use adv_module::{Linked, Module, Program, Unverified, format};

use crate::exit::{Exit, Trouble};
use crate::io;
use crate::messages::{Messages, diagnostic};

/// The largest module file that is read, in bytes.
const MAX_MODULE_BYTES: usize = 64 << 20;

/// A program ready to run.
pub struct Loaded {
    /// The file's name as given, `<stdin>` for standard input.
    pub name: String,
    /// The linked module.
    pub linked: Linked,
    /// A number that stands for what the program does, the same for a source and its module: neither comments nor tests nor claims
    /// change it, and what it takes from libraries does.
    pub fingerprint: u64,
    /// How many claims stand in the file; those that were added come behind them.
    pub own_claims: usize,
}

/// A program that has been looked at, with everything there is to say about it.
pub struct Examined {
    /// The source; empty where the file is a module.
    pub source: Source,
    /// What is to be told.
    pub diagnostics: Vec<Diagnostic>,
    /// The verified module, unless there is an error.
    pub module: Option<Module>,
}

/// Loads a program; what the compiler has to say goes to standard error.
pub fn load(file: &str, messages: &Messages) -> Result<Loaded, Trouble> {
    load_with(file, messages, Typed::CLAIM, |_| Ok(Vec::new()))
}

/// Loads a program and compiles some claims about it, which come behind its own ones.
pub fn load_with(
    file: &str,
    messages: &Messages,
    typed: Typed,
    claims: impl FnOnce(&Program) -> Result<Vec<String>, Trouble>,
) -> Result<Loaded, Trouble> {
    let (module, source) = module(file, messages)?;
    let claims = claims(module.program())?;
    let own_claims = module.program().claims.len();
    let refused = |error| {
        messages.show(&[error], &source);
        Trouble::Said(Exit::Wrong)
    };
    let fingerprint = fingerprint(&module).map_err(refused)?;
    let module = if claims.is_empty() {
        module
    } else {
        with_claims(module, &source, &claims, typed, messages)?
    };
    let linked = link(module).map_err(refused)?;
    Ok(Loaded {
        name: io::shown(file).to_owned(),
        linked,
        fingerprint,
        own_claims,
    })
}

/// How claims that stand in no file were typed, so that messages show what was typed.
#[derive(Clone, Copy, Debug)]
pub struct Typed {
    /// The option.
    pub option: &'static str,
    /// How many bytes of each claim stand before what was typed.
    pub before: usize,
    /// How many stand behind it.
    pub after: usize,
}

impl Typed {
    /// Whole claims, by `--claim`.
    pub const CLAIM: Typed = Typed {
        option: "--claim",
        before: 0,
        after: 0,
    };

    /// A message about a claim as one about what was typed of it, which is so many bytes long.
    fn shown(self, mut message: Diagnostic, length: usize) -> Diagnostic {
        let before = u32::try_from(self.before).unwrap_or(u32::MAX);
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        for label in &mut message.labels {
            let moved = |at: u32| at.saturating_sub(before).min(length);
            label.span = Span::new(moved(label.span.start), moved(label.span.end));
        }
        message
    }
}

/// Compiles a source once more, with claims at its end.
fn with_claims(
    module: Module,
    source: &Source,
    claims: &[String],
    typed: Typed,
    messages: &Messages,
) -> Result<Module, Trouble> {
    let Some(kept) = &module.program().source else {
        return Err(Trouble::new(
            "a module that was built without its source can be given no claims",
        )
        .help("name its source, or build it without `--strip`"));
    };
    let program = Source::new(source.name(), kept.text.as_str());
    let texts: Vec<&str> = claims.iter().map(String::as_str).collect();
    let libraries: Vec<&Program> = adv_stdlib::libraries()
        .iter()
        .map(Module::program)
        .collect();
    let name = module_name(source.name());
    let added = adv_compiler::compile_with_claims(&program, &texts, name, "", &libraries);
    // What there is to say about the program itself has been said.
    let mut told = Vec::new();
    for (of_one, text) in added.told.into_iter().zip(&texts) {
        let end = text.len().saturating_sub(typed.after);
        let own = text.get(typed.before..end).unwrap_or(text);
        let of_one = of_one
            .into_iter()
            .map(|message| message.with_note(format!("the program is `{}`", source.name())))
            .map(|message| typed.shown(message, own.len()));
        let of_one: Vec<Diagnostic> = of_one.collect();
        messages.show(&of_one, &Source::new(typed.option, own));
        told.extend(of_one);
    }
    messages.judge(&told)?;
    let mut unverified = Vec::new();
    let module = added.compilation.module;
    let module = module.and_then(|module| verified(module, &mut unverified, true));
    messages.show(&unverified, &added.source);
    module.ok_or(Trouble::Said(Exit::Wrong))
}

/// The sum over a program's module as it runs, without what says nothing about its play.
fn fingerprint(module: &Module) -> Result<u64, Diagnostic> {
    let mut bare = module.program().clone();
    bare.claims.clear();
    bare.tests.clear();
    bare.strip();
    let bare =
        adv_module::verify(bare).map_err(|error| diagnostic(error.code(), error.to_string()))?;
    let linked = link(bare)?;
    Ok(format::fnv1a(&adv_module::write(linked.module().program())))
}

/// Loads a program without linking it.
pub fn module(file: &str, messages: &Messages) -> Result<(Module, Source), Trouble> {
    let examined = examine(file)?;
    messages.pass(&examined.diagnostics, &examined.source)?;
    match examined.module {
        Some(module) => Ok((module, examined.source)),
        None => Err(Trouble::new(format!(
            "`{}` could not be compiled",
            io::shown(file)
        ))),
    }
}

/// Reads and compiles, or reads and verifies. Only what cannot be read at all is a trouble.
pub fn examine(file: &str) -> Result<Examined, Trouble> {
    let bytes = io::read_all(file, MAX_MODULE_BYTES)?;
    let name = io::shown(file);
    // A damaged module may have lost its first bytes, but not its name.
    if bytes.starts_with(&format::MAGIC) || file.ends_with(".advc") {
        return Ok(read_module(name, &bytes));
    }
    if bytes.len() > MAX_SOURCE_BYTES {
        let message = format!(
            "the source file has {} bytes, expected at most {MAX_SOURCE_BYTES}",
            bytes.len()
        );
        return Ok(refused(name, Diagnostic::new(Code::FileTooLarge, message)));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Trouble::new(format!(
            "`{name}` is no program: byte {at} is not UTF-8 text, and it is no module either"
        ))
        .help("save the source as UTF-8")
    })?;
    // Some editors begin a file with an invisible mark.
    let text = match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    };
    Ok(compile(Source::new(name, text)))
}

/// Links with the built-in library.
pub fn link(module: Module) -> Result<Linked, Diagnostic> {
    let libraries: Vec<&Module> = adv_stdlib::libraries().iter().collect();
    adv_module::link(module, &libraries)
        .map_err(|error| diagnostic(error.code(), error.to_string()))
}

/// Compiles and verifies a text.
pub fn compile(source: Source) -> Examined {
    let libraries: Vec<&Program> = adv_stdlib::libraries()
        .iter()
        .map(Module::program)
        .collect();
    let compilation = adv_compiler::compile(&source, module_name(source.name()), "", &libraries);
    let mut diagnostics = compilation.diagnostics;
    let module = compilation
        .module
        .and_then(|module| verified(module, &mut diagnostics, true));
    Examined {
        source,
        diagnostics,
        module,
    }
}

/// A program's module is named after its file.
fn module_name(file: &str) -> &str {
    std::path::Path::new(file)
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or("program")
}

fn read_module(name: &str, bytes: &[u8]) -> Examined {
    let mut diagnostics = Vec::new();
    let module = match adv_module::read(bytes) {
        Ok(module) => verified(module, &mut diagnostics, false),
        Err(error) => {
            diagnostics.push(diagnostic(error.code(), error.to_string()));
            None
        }
    };
    // There is no line to point at, so the file is named in words.
    let told = diagnostics
        .into_iter()
        .map(|message| message.with_note(format!("the file is `{name}`")))
        .collect();
    Examined {
        source: Source::new(name, ""),
        diagnostics: told,
        module,
    }
}

fn verified(
    module: impl Into<Unverified>,
    diagnostics: &mut Vec<Diagnostic>,
    compiled: bool,
) -> Option<Module> {
    match adv_module::verify(module) {
        Ok(module) => Some(module),
        Err(error) => {
            let mut message = diagnostic(error.code(), error.to_string());
            if compiled {
                message = message.with_note(
                    "this is a mistake of the compiler, not of the program; please report it",
                );
            }
            diagnostics.push(message);
            None
        }
    }
}

fn refused(name: &str, diagnostic: Diagnostic) -> Examined {
    let told = diagnostic.with_note(format!("the file is `{name}`"));
    Examined {
        source: Source::new(name, ""),
        diagnostics: vec![told],
        module: None,
    }
}
