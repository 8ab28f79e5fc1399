//! Loading of a program from its file, and the compiler's messages about it on standard error.

use std::path::Path;

use adv::diagnostics::{Code, MAX_SOURCE_BYTES, Source, diagnostic};
use adv::program::Program;
use adv::render::values::ShownValue;
use adv::{
    Added, ClaimCheck, Color, Examination, Expression, ExpressionError, Limits, LoadError,
    MAX_MODULE_BYTES, NoSource, Position, Refusal, Rulebook, Stop,
};

use crate::sources::Folder;
use crate::{Exit, Trouble, io, messages};

// A source that is too long is refused by its length and not cut.
const _: () = assert!(MAX_SOURCE_BYTES < MAX_MODULE_BYTES);

/// Loads a program, source or module, from its file; the compiler's messages go to standard error.
pub fn load(file: &Path) -> Result<Rulebook, Trouble> {
    let examined = examine(file)?;
    messages::pass(&examined.diagnostics, &examined.source)?;
    linked(examined)
}

/// Loads a program as [`load`] does, but without the source text of a module, which is not compared with its code either.
pub fn load_code(file: &Path) -> Result<Rulebook, Trouble> {
    let bytes = io::read_all(file, MAX_MODULE_BYTES)?;
    let name = io::shown(file);
    let examined = match adv::is_module(&name, &bytes) {
        true => Examination::of_code(&name, &bytes),
        false => Examination::of_bytes_with(&name, &bytes, &Folder::of(file)),
    };
    let examined = examined?;
    messages::pass(&examined.diagnostics, &examined.source)?;
    linked(examined)
}

/// Links an examined program, once the messages about it have been shown.
pub fn linked(examined: Examination) -> Result<Rulebook, Trouble> {
    if examined.module.is_none() {
        return Err(uncompiled(examined.source.name()));
    }
    Ok(examined.into_rulebook()?)
}

/// Trouble for a program that did not compile though no message says why.
pub fn uncompiled(name: &str) -> Trouble {
    trouble!("`{name}` could not be compiled")
}

/// Shows the messages on a program that cannot be loaded.
impl From<LoadError> for Trouble {
    fn from(error: LoadError) -> Trouble {
        match error {
            LoadError::NotText { .. } => {
                Trouble::new(error.to_string()).help("save the source as UTF-8")
            }
            LoadError::Refused(refusal) => refusal.into(),
        }
    }
}

/// Shows the messages on a text that is refused.
impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        messages::show(&refusal.diagnostics, &refusal.source);
        Trouble::Said(Exit::Wrong)
    }
}

/// Reads and compiles a source, or reads and verifies a module. Fails only where the file cannot be read, or is no text.
pub fn examine(file: &Path) -> Result<Examination, Trouble> {
    let bytes = io::read_all(file, MAX_MODULE_BYTES)?;
    Ok(Examination::of_bytes_with(
        &io::shown(file),
        &bytes,
        &Folder::of(file),
    )?)
}

/// Adds claims typed by `--claim` to a program.
pub fn with_claims(rulebook: Rulebook, claims: &[String]) -> Result<Rulebook, Trouble> {
    if claims.is_empty() {
        return Ok(rulebook);
    }
    let name = rulebook.name().to_owned();
    let check = rulebook.with_claims(claims).map_err(without_source)?;
    let ClaimCheck {
        mut of_claims,
        of_whole,
        source,
        rulebook,
    } = check;
    for (told, text) in of_claims.iter_mut().zip(claims) {
        for message in told.iter_mut() {
            message.notes.push(format!("the program is `{name}`"));
        }
        messages::show(told, &Source::new("--claim", text.as_str()));
    }
    messages::judge(&of_claims.concat())?;
    messages::show(&of_whole, &source);
    rulebook.ok_or(Trouble::Said(Exit::Wrong))
}

/// What a text of the command line has become in a program, which has it now; the compiler's messages on it are shown, with the program's
/// name where `name` is given.
pub fn added<T>(
    check: Result<Added<T>, NoSource>,
    (option, text): (&str, &str),
    name: Option<&str>,
) -> Result<Option<(Rulebook, T)>, Trouble> {
    let mut check = check.map_err(without_source)?;
    let note = name.map(|name| format!("the program is `{name}`"));
    for message in &mut check.diagnostics {
        message.notes.extend(note.clone());
    }
    messages::show(&check.diagnostics, &Source::new(option, text));
    messages::judge(&check.diagnostics)?;
    messages::show(&check.of_whole, &check.source);
    match check.compiled {
        None if !check.of_whole.is_empty() => Err(Trouble::Said(Exit::Wrong)),
        compiled => Ok(compiled),
    }
}

/// Trouble for an option that needs the source of a module which has none.
pub fn without_source(error: NoSource) -> Trouble {
    Trouble::new(error.to_string()).help("name its source, or build it without `--strip`")
}

/// Compiles a typed expression with the definitions of a program; the messages on it are shown.
pub fn expression(program: &Program, text: &str, source: &Source) -> Result<Expression, Trouble> {
    Expression::compile(program, text).map_err(|error| refused_expression(error, source))
}

/// Trouble for an expression that has no value; the compiler's messages on it are shown.
pub fn refused_expression(error: ExpressionError, source: &Source) -> Trouble {
    let sentence = Trouble::new(error.to_string());
    match error {
        ExpressionError::NoSource => {
            sentence.help("name the source, or build the module without `--strip`")
        }
        ExpressionError::NeedsMove(_) => sentence.help("leave `new.`, `root.`, FROM and TO out"),
        ExpressionError::Refused(refusal) => refusal.into(),
        ExpressionError::Link(error) => {
            messages::show(&[*error], source);
            Trouble::Said(Exit::Wrong)
        }
    }
}

/// Loads a program for its words. Nothing in it needs to be used.
pub fn vocabulary(file: &Path) -> Result<Rulebook, Trouble> {
    let mut examined = examine(file)?;
    let used = [Code::UnusedDefinition, Code::UnusedImport];
    examined
        .diagnostics
        .retain(|told| !used.contains(&told.code));
    messages::pass(&examined.diagnostics, &examined.source)?;
    linked(examined)
}

/// Computes the value of an expression in a position; a limit that ends that is shown.
pub fn value(
    expression: Expression,
    position: &Position,
    us: Color,
    limits: Limits,
    source: &Source,
) -> Result<ShownValue, Trouble> {
    let stopped = |stop: Stop| {
        let told = diagnostic(stop.code(), stop.to_string());
        messages::show(&[told], source);
        Trouble::Said(Exit::Budget)
    };
    Ok(ShownValue {
        words: expression.value(position, us, limits).map_err(stopped)?,
        ways: expression.ways(position, us, limits).map_err(stopped)?,
        text: expression.text,
        ty: expression.ty,
    })
}
