//! Programs from files and into files, and the position that a session begins in.

use std::path::Path;

use adv::chess::parse_position;
use adv::{MAX_MODULE_BYTES, Position, Scratch, is_module};

use super::session::ReplSession;
use crate::exit::Trouble;
use crate::io;
use crate::messages::Messages;
use crate::sources::Folder;
use crate::{inputs, program};

/// File name in messages for a program that is in no file yet; files that it uses are those of the current folder.
const NO_FILE: &str = "typed.adv";

/// Program of a file, or an empty one without a file, and the folder whose files it may use.
///
/// # Errors
/// Where the file cannot be read, or the program is in error; the compiler's messages are shown.
pub fn scratch(file: Option<&Path>, messages: &Messages) -> Result<(Scratch, Folder), Trouble> {
    let Some(file) = file else {
        let folder = Folder::of(Path::new(NO_FILE));
        let scratch = Scratch::new(NO_FILE, "", &folder);
        return Ok((
            scratch.map_err(|error| program::refused(error, messages))?,
            folder,
        ));
    };
    let folder = Folder::of(file);
    let (name, bytes) = (io::shown(file), io::read_all(file, MAX_MODULE_BYTES)?);
    if is_module(&name, &bytes) {
        return Err(Trouble::new(format!(
            "`{name}` is a compiled module, to which nothing can be added"
        ))
        .help("name its source; `adv run` and the other commands take modules"));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        Trouble::new(format!("`{name}` is no text")).help("save the source as UTF-8")
    })?;
    let scratch = Scratch::new(&name, &text, &folder);
    Ok((
        scratch.map_err(|error| program::refused(error, messages))?,
        folder,
    ))
}

/// Parses a position that the user typed.
///
/// # Errors
/// Clause that says why the position cannot be used.
pub fn position(text: &str) -> Result<Position, String> {
    parse_position(text).map_err(|error| format!("cannot be used: {error}"))
}

/// Position in which a session begins: the program's `example`, else the start of a game.
pub fn first_position(scratch: &Scratch) -> Position {
    let example = scratch.rulebook().program().example.as_deref();
    let example = example.and_then(|text| parse_position(text).ok());
    example.unwrap_or_else(Position::start)
}

impl ReplSession {
    /// `:load FILE`: replaces the program by that of a file.
    pub(super) fn load(&mut self, name: &str) -> Result<(), Trouble> {
        if name.is_empty() {
            return Err(Trouble::new(
                "expected a file after `:load`, such as `:load krk.adv`",
            ));
        }
        self.out.flush()?;
        let file = Path::new(name);
        if io::is_stdin(file) {
            return Err(Trouble::new("standard input is where the lines come from"));
        }
        let (scratch, folder) = scratch(Some(file), &self.messages)?;
        self.game = adv::Game::new(first_position(&scratch));
        (self.scratch, self.folder) = (scratch, folder);
        self.set_file(Some(file));
        self.say(&format!("`{}`", io::shown(file)))?;
        self.board()
    }

    /// `:save FILE`: writes the program's text to a file. An existing file is kept, unless this session wrote it.
    pub(super) fn save(&mut self, name: &str) -> Result<(), Trouble> {
        if name.is_empty() {
            return Err(Trouble::new(
                "expected a file after `:save`, such as `:save mine.adv`",
            ));
        }
        let file = Path::new(name);
        inputs::refuse(file)?;
        if !self.saved.iter().any(|saved| saved == file) && file.exists() {
            return Err(
                Trouble::new(format!("`{}` is there already", io::shown(file)))
                    .help("name another file; one that this session wrote may be written again"),
            );
        }
        io::write_whole(file, self.scratch.text().as_bytes())?;
        self.saved.push(file.to_owned());
        let lines = self.scratch.text().lines().count();
        let lines = crate::messages::counted(lines, "line");
        self.say(&format!(
            "the program is written to `{}`, {lines}",
            io::shown(file)
        ))
    }
}
