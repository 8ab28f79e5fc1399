//! Standard streams and files. Output files are written beside their place and renamed when they are whole, so that a full disk or an
//! interrupted command leaves the old file as it was (and, if interrupted, the unfinished file `.NAME.LETTERS.tmp`). A link is written
//! where it leads, and stays a link. A file that the command reads is never written over: see `inputs.rs`.
//!
//! Text passes through [`visible`] on its way out, here and in [`crate::exit::say`], so that no name, reason or comment of a program can
//! steer a terminal; only adv's own drawings, in colours, go out as they are.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use adv::Rulebook;
use adv::render::visible;
use adv::version::{MadeBy, Value};
use tempfile::NamedTempFile;

use crate::args::ColorWhen;
use crate::{Exit, Outcome, Trouble, inputs, reason};

/// Argument that names standard input or output instead of a file.
pub const STDIN: &str = "-";

/// True for the argument that names standard input.
pub fn is_stdin(name: &Path) -> bool {
    name == Path::new(STDIN)
}

/// File name for messages: on one line, with signs for characters that cannot be shown.
pub fn shown(name: &Path) -> String {
    if is_stdin(name) {
        return "<stdin>".to_owned();
    }
    visible::line(&name.to_string_lossy()).into_owned()
}

/// All bytes of a file or of standard input, at most `most` bytes. Records the file, so that no output overwrites it.
pub fn read_all(name: &Path, most: usize) -> Result<Vec<u8>, Trouble> {
    if is_stdin(name) {
        inputs::note_stdin();
        return limited(std::io::stdin().lock(), name, most);
    }
    limited(open(name)?, name, most)
}

/// All bytes of a file that the command may overwrite later, such as a checkpoint; otherwise as [`read_all`].
pub fn read_kept(name: &Path, most: usize) -> Result<Vec<u8>, Trouble> {
    if is_stdin(name) {
        return read_all(name, most);
    }
    let file = File::open(name).map_err(|error| unreadable(name, &error))?;
    limited(file, name, most)
}

/// First byte of a file that is no white space; `None` where the first 256 bytes have none, or the file cannot be read.
pub fn first_byte(name: &Path) -> Option<u8> {
    let mut bytes = [0; 256];
    let count = File::open(name).ok()?.read(&mut bytes).ok()?;
    bytes.get(..count)?.trim_ascii_start().first().copied()
}

/// All bytes of a reader; fails where there are more than `most`.
fn limited(reader: impl Read, name: &Path, most: usize) -> Result<Vec<u8>, Trouble> {
    let mut bytes = Vec::new();
    let read = reader.take(most as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(name, &error))?;
    if bytes.len() <= most {
        return Ok(bytes);
    }
    Err(trouble!(
        "`{}` is too large, expected at most {most} bytes",
        shown(name)
    ))
}

/// Opens a file or standard input for reading line by line.
pub fn lines(name: &Path) -> Result<Box<dyn BufRead>, Trouble> {
    if is_stdin(name) {
        inputs::note_stdin();
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, open(name)?)))
}

/// Trouble for a file that cannot be read.
pub fn unreadable(name: &Path, error: &std::io::Error) -> Trouble {
    trouble!("cannot read `{}`: {}", shown(name), reason(error))
}

fn open(name: &Path) -> Result<File, Trouble> {
    let file = File::open(name).map_err(|error| unreadable(name, &error))?;
    let data = file.metadata().map_err(|error| unreadable(name, &error))?;
    if data.is_dir() {
        return Err(trouble!(
            "`{}` is a folder, expected a file",
            shown(name)
        )
        .help("`adv check`, `adv test` and `adv prove` take folders; name the file for everything else"));
    }
    inputs::note(name, &data);
    Ok(file)
}

/// Output of a command: standard output or a file, and the programs that a report names as its origin.
pub struct Out {
    place: Destination,
    made_by: Option<MadeBy>,
}

enum Destination {
    Standard(BufWriter<std::io::Stdout>),
    /// A new file, which gets its name only when it is complete.
    File(NewFile),
}

impl Out {
    /// Begins output of a command to standard output.
    pub fn standard() -> Out {
        let writer = BufWriter::with_capacity(1 << 16, std::io::stdout());
        Out {
            place: Destination::Standard(writer),
            made_by: None,
        }
    }

    /// Begins output of a command to a file, or to standard output where no file is named or the name is `-`.
    pub fn to(path: Option<&Path>) -> Result<Out, Trouble> {
        let mut out = Out::standard();
        if let Some(path) = path.filter(|path| !is_stdin(path)) {
            out.place = Destination::File(NewFile::create(path)?);
        }
        Ok(out)
    }

    /// Names the programs that the report is about, so that it is signed with them.
    pub fn about<'p>(mut self, programs: impl IntoIterator<Item = &'p Rulebook>) -> Out {
        self.made_by = Some(MadeBy(programs.into_iter().cloned().collect()));
        self
    }

    /// Writes bytes to the output as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        match &mut self.place {
            Destination::Standard(writer) => writer
                .write_all(bytes)
                .map_err(|error| Trouble::output(&error)),
            Destination::File(file) => file.bytes(bytes),
        }
    }

    /// Writes text of several lines, made safe for a terminal.
    pub fn text(&mut self, text: &str) -> Result<(), Trouble> {
        self.bytes(visible::lines(text).as_bytes())
    }

    /// Writes a report as indented JSON, signed with the programs that it is about.
    pub fn json(&mut self, mut report: Value) -> Result<(), Trouble> {
        if let Some(made_by) = &self.made_by {
            made_by.sign(&mut report);
        }
        self.json_text(&format!("{report:#}\n"))
    }

    /// Writes a report as an HTML page, signed with the programs that it is about.
    pub fn page(&mut self, page: &str) -> Result<(), Trouble> {
        let signed = self.made_by.as_ref().map(|by| by.sign_page(page));
        self.text(signed.as_deref().unwrap_or(page))
    }

    /// Writes text that is JSON already; characters that could steer a terminal become JSON escapes.
    pub fn json_text(&mut self, text: &str) -> Result<(), Trouble> {
        self.bytes(adv::render::escape::json(text).as_bytes())
    }

    /// Writes a drawing of adv in colours as it is; every text in it has been made safe.
    pub fn drawing(&mut self, text: &str) -> Result<(), Trouble> {
        self.bytes(text.as_bytes())
    }

    /// Ends a text report in a file with a line on the programs that made it. Standard output gets no such line.
    pub fn made_by(&mut self) -> Result<(), Trouble> {
        match (&self.place, &self.made_by) {
            (Destination::File(_), Some(made_by)) => self.text(&made_by.last_line()),
            _ => Ok(()),
        }
    }

    /// Writes the buffered part of standard output. A file is written only by [`Out::finish`].
    pub fn flush(&mut self) -> Result<(), Trouble> {
        match &mut self.place {
            Destination::Standard(writer) => {
                writer.flush().map_err(|error| Trouble::output(&error))
            }
            Destination::File(_) => Ok(()),
        }
    }

    /// Ends the output: writes the rest, and renames a new file to its final name.
    pub fn finish(mut self) -> Result<(), Trouble> {
        self.flush()?;
        match self.place {
            Destination::Standard(_) => Ok(()),
            Destination::File(file) => file.finish(),
        }
    }

    /// Finishes, and ends the command with an exit code.
    pub fn end(self, exit: Exit) -> Outcome {
        self.finish()?;
        Ok(exit)
    }
}

/// Writes text of several lines to standard output, made safe for a terminal.
pub fn print(text: &str) -> Result<(), Trouble> {
    let mut out = Out::standard();
    out.text(text)?;
    out.finish()
}

/// True when standard input is a terminal, at which a person types.
pub fn stdin_is_terminal() -> bool {
    std::io::stdin().is_terminal()
}

/// True when standard output is a terminal.
pub fn stdout_is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// True when standard error is a terminal.
pub fn stderr_is_terminal() -> bool {
    std::io::stderr().is_terminal()
}

/// Value of an environment variable; `None` where it is not set or empty.
pub fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Text for a terminal, its lines broken between words at the terminal's width; continued lines begin with `indent`. A pipe gets whole
/// lines. The last line ends with a line feed, as the others do.
pub fn wrapped(text: &str, indent: &str, is_terminal: bool) -> String {
    /// Least width of a terminal, in columns, that lines are broken for.
    const NARROWEST: usize = 20;
    let text = text.strip_suffix('\n').unwrap_or(text);
    if !is_terminal {
        return format!("{text}\n");
    }
    // An address or a path is copied whole.
    let options = textwrap::Options::new(textwrap::termwidth().max(NARROWEST))
        .subsequent_indent(indent)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    let lines = text.split('\n');
    lines
        .map(|line| textwrap::fill(line, &options) + "\n")
        .collect()
}

/// True where the terminal has neither colours nor cursor movement: `TERM` is `dumb`.
pub fn is_dumb() -> bool {
    variable("TERM").is_some_and(|term| term == "dumb")
}

/// True where output to a stream has colours: by the option, else on a terminal unless it is dumb or `NO_COLOR` is set.
pub fn has_colours(when: ColorWhen, terminal: bool) -> bool {
    match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => terminal && !is_dumb() && variable("NO_COLOR").is_none(),
    }
}

/// A file that is being written. It is removed unless [`NewFile::finish`] is called.
pub struct NewFile {
    writer: Writer,
    target: PathBuf,
    name: String,
}

/// Destination of a new file's bytes while it is written.
enum Writer {
    /// A temporary file beside the target, renamed to it when complete.
    Beside(BufWriter<NamedTempFile>),
    /// The target itself: a pipe or a device, not an ordinary file.
    Directly(BufWriter<File>),
}

impl NewFile {
    /// Begins a new file at a path, following links; refuses a file that the command reads.
    pub fn create(path: &Path) -> Result<NewFile, Trouble> {
        let name = shown(path);
        inputs::refuse(path)?;
        NewFile::begin(name, led_to(path))
    }

    /// Begins a file that replaces whatever has its name: a link there is replaced, not followed.
    pub fn replace(path: &Path) -> Result<NewFile, Trouble> {
        NewFile::begin(shown(path), path.to_owned())
    }

    /// Begins a file at `target`, where all links are resolved. A link that appears there later is replaced.
    fn begin(name: String, target: PathBuf) -> Result<NewFile, Trouble> {
        let before = fs::symlink_metadata(&target).ok();
        let before = before.filter(|data| !data.is_symlink());
        let refused = match &before {
            Some(data) if data.is_dir() => Some("it is a folder"),
            Some(data) if data.is_file() && data.permissions().readonly() => {
                Some("it is read-only")
            }
            _ => None,
        };
        if let Some(why) = refused {
            return Err(trouble!("cannot write `{name}`: {why}"));
        }
        let writer =
            match before {
                Some(data) if !data.is_file() => not_followed(true)
                    .write(true)
                    .open(&target)
                    .and_then(|file| match file.metadata()?.is_file() {
                        true => Err(std::io::Error::other("another file has taken its place")),
                        false => Ok(Writer::Directly(BufWriter::new(file))),
                    }),
                before => beside(&target).map(|file| {
                    if let Some(data) = before {
                        // The same users may read the new file. A system that refuses leaves the usual permissions.
                        let _ = file.as_file().set_permissions(data.permissions());
                    }
                    Writer::Beside(BufWriter::with_capacity(1 << 16, file))
                }),
            };
        match writer {
            Ok(writer) => Ok(NewFile {
                writer,
                target,
                name,
            }),
            Err(error) => Err(unwritten(&name, &error)),
        }
    }

    /// Writes bytes to the file.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let written = match &mut self.writer {
            Writer::Beside(writer) => writer.write_all(bytes),
            Writer::Directly(writer) => writer.write_all(bytes),
        };
        written.map_err(|error| unwritten(&self.name, &error))
    }

    /// Completes the file: renames it to its final name.
    pub fn finish(self) -> Result<(), Trouble> {
        let NewFile {
            writer,
            target,
            name,
        } = self;
        let whole = match writer {
            Writer::Directly(mut writer) => writer.flush(),
            Writer::Beside(writer) => writer
                .into_inner()
                .map_err(|error| error.into_error())
                .and_then(|file| {
                    file.as_file().sync_all()?;
                    file.persist(&target).map_err(|error| error.error)?;
                    Ok(())
                }),
        };
        whole.map_err(|error| unwritten(&name, &error))
    }
}

/// Options for opening a file but never a link; with `waits` false, opening a pipe does not block.
pub fn not_followed(waits: bool) -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        use nix::libc::{O_NOFOLLOW, O_NONBLOCK};
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(O_NOFOLLOW | if waits { 0 } else { O_NONBLOCK });
    }
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt as _;
        // The link itself is opened.
        options.custom_flags(0x0020_0000);
    }
    options
}

/// UTF-8 text of an ordinary file that is no link, of at most `most` bytes; `None` where something else is there.
pub fn read_own(path: &Path, most: usize) -> std::io::Result<Option<String>> {
    let file = not_followed(false).read(true).open(path)?;
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(most as u64 + 1).read_to_end(&mut bytes)?;
    let fits = bytes.len() <= most;
    Ok(String::from_utf8(bytes).ok().filter(|_| fits))
}

/// Resolves a link to its target, even where nothing is there yet; any other path is its own target.
pub fn led_to(path: &Path) -> PathBuf {
    /// Most links followed on the way; more are taken for a ring, which cannot be written.
    const MOST_LINKS: usize = 40;
    if let Ok(target) = fs::canonicalize(path) {
        return target;
    }
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => break,
        }
    }
    target
}

/// Creates a temporary file beside a target: hidden, with a unique name, readable by the same users as any new file.
fn beside(target: &Path) -> std::io::Result<NamedTempFile> {
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let stem = target.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{stem}.");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    let readable = {
        use std::os::unix::fs::PermissionsExt as _;
        // The user's mask is taken off.
        fs::Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(readable);
    builder.tempfile_in(folder)
}

/// Trouble for a file that cannot be written.
pub fn unwritten(name: &str, error: &std::io::Error) -> Trouble {
    trouble!("cannot write `{name}`: {}", reason(error))
}

/// Makes a folder, with those above it, where there is none.
pub fn make_folder(path: &Path) -> Result<(), Trouble> {
    fs::create_dir_all(path).map_err(|error| {
        let (folder, reason) = (shown(path), reason(&error));
        trouble!("cannot make the folder `{folder}`: {reason}")
    })
}

/// Writes a whole file; on failure the old file stays.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let mut file = NewFile::create(path)?;
    file.bytes(bytes)?;
    file.finish()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Test folder with a file, and a link to the file under the name of a program.
    fn linked() -> (tempfile::TempDir, PathBuf, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let (secret, link) = (folder.path().join("secret"), folder.path().join("a.adv"));
        fs::write(&secret, "secret").expect("written");
        std::os::unix::fs::symlink(&secret, &link).expect("a link");
        (folder, secret, link)
    }

    #[test]
    fn a_link_that_is_put_there_is_replaced_and_not_read() {
        let (folder, secret, link) = linked();
        assert!(read_own(&link, 100).is_err());
        assert_eq!(read_own(folder.path(), 100).expect("opened"), None);
        assert_eq!(read_own(&secret, 5).expect("opened"), None);
        let text = read_own(&secret, 6).expect("opened");
        assert_eq!(text.as_deref(), Some("secret"));
        let mut file = NewFile::replace(&link).expect("begun");
        file.bytes(b"new").expect("written");
        file.finish().expect("renamed");
        assert_eq!(fs::read_to_string(&secret).expect("read"), "secret");
        let text = read_own(&link, 100).expect("opened");
        assert_eq!(text.as_deref(), Some("new"));
        // A command's output goes where a link leads, as it was when it began.
        let (_folder, secret, link) = linked();
        let mut file = NewFile::create(&link).expect("begun");
        fs::remove_file(&secret).expect("removed");
        std::os::unix::fs::symlink("elsewhere", &secret).expect("a link");
        file.bytes(b"new").expect("written");
        file.finish().expect("renamed");
        assert!(link.is_symlink() && !secret.is_symlink());
    }
}
