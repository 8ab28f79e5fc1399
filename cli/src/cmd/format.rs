//! `adv fmt`: programs in one style.

use std::path::{Path, PathBuf};

use adv::diagnostics::{MAX_SOURCE_BYTES, Source};
use adv::{FormatError, Signs};
use clap::Args;

use crate::messages::counted;
use crate::{Exit, Out, Outcome, Trouble, folders, io, messages, say};

pub const EXIT_CODES: &str = "\
`// fmt: off` on a line of its own protects what follows it up to `// fmt: on`, or to the end of the file.
A file with errors of syntax stays as it is.

Exit codes:
  0  every file is in the style now; with --check: every file was
  1  a file has errors of syntax, or cannot be read or written; with --check also: a file is not in the style";

/// Arguments of `adv fmt`.
#[derive(Args, Debug)]
pub struct FormatArgs {
    /// Programs, or folders in which every .adv file is formatted; `-` is standard input, which is formatted to standard output
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
    /// Write nothing: name the files that are not in the style, each with its first line that would be another
    #[arg(long)]
    pub check: bool,
    /// The spelling of signs that have several
    #[arg(long, value_name = "SIGNS", default_value = "keep")]
    pub signs: SignsArg,
}

value_words! {
    /// The spellings of signs.
    SignsArg of Signs {
        /// as the file has them
        Keep,
        /// as signs: `∧` for `and`, `≤` for `<=`; `+` and `*` stay
        Unicode,
        /// as their twins in ASCII: `and` for `∧`, `<=` for `⊆`; `⊄` has none and stays
        Ascii,
    }
}

/// `adv fmt`: formats every file. A file that cannot be formatted is reported and stays as it is, and the others are formatted.
pub fn format(args: &FormatArgs) -> Outcome {
    let mut out = Out::standard();
    let files = folders::files(&args.files)?;
    let (mut failed, mut differing) = (0, 0);
    for file in &files {
        let (text, formatted) = match formatted(file, args.signs.value()) {
            Ok(both) => both,
            Err(trouble) => {
                trouble.tell();
                failed += 1;
                continue;
            }
        };
        let differs = text != formatted;
        differing += usize::from(differs);
        if args.check {
            if let Some(line) = first_difference(&text, &formatted) {
                out.text(&format!("{}:{line}: not in the style\n", io::shown(file)))?;
            }
        } else if io::is_stdin(file) {
            out.text(&formatted)?;
        } else if differs
            && let Err(trouble) = io::write_whole(&io::led_to(file), formatted.as_bytes())
        {
            trouble.tell();
            failed += 1;
        }
    }
    out.finish()?;
    let stdin_only = files.iter().all(|file| io::is_stdin(file));
    if !stdin_only || args.check {
        let done = if args.check {
            "not in the style"
        } else {
            "changed"
        };
        let number = if differing == 0 {
            "none".to_owned()
        } else {
            differing.to_string()
        };
        let mut summary = format!("{}: {number} {done}", counted(files.len(), "file"));
        if failed > 0 {
            summary.push_str(&format!(", {failed} left as they were"));
        }
        say(summary);
    }
    let wrong = failed > 0 || args.check && differing > 0;
    Ok(if wrong { Exit::Wrong } else { Exit::Done })
}

/// Text of a file, and the formatted text.
fn formatted(file: &Path, signs: Signs) -> Result<(String, String), Trouble> {
    let name = io::shown(file);
    let bytes = io::read_kept(file, MAX_SOURCE_BYTES + 1)?;
    if bytes.len() > MAX_SOURCE_BYTES {
        return Err(trouble!("`{name}` is too long for a source"));
    }
    if adv::is_module(&name, &bytes) {
        let what = format!("`{name}` is a compiled module, and only sources have a style");
        return Err(Trouble::new(what).help("format the source that it was built from"));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| trouble!("`{name}` is not text").help("save the source as UTF-8"))?;
    match adv::format_source(&text, signs) {
        Ok(formatted) => Ok((text, formatted)),
        Err(FormatError::Syntax(diagnostics)) => {
            messages::show(&diagnostics, &Source::new(name.clone(), text));
            let what = format!("`{name}` is left as it is: it has errors of syntax");
            Err(Trouble::new(what))
        }
        Err(error) => Err(trouble!("`{name}` is left as it is: {error}")),
    }
}

/// Number of the first line that formatting changes, from 1; `None` where the texts are equal.
fn first_difference(text: &str, formatted: &str) -> Option<usize> {
    if text == formatted {
        return None;
    }
    let mut lines = text.split('\n').zip(formatted.split('\n'));
    let same = lines.position(|(was, is)| was != is);
    Some(same.unwrap_or_else(|| text.lines().count().min(formatted.lines().count())) + 1)
}
