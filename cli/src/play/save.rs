//! The game as PGN, on demand and at the end.

use std::path::Path;

use adv_render::pgn;

use super::session::Session;
use crate::exit::Trouble;
use crate::io;
use crate::messages::counted;

impl Session {
    /// `save FILE`. Where it cannot be written the game stays, and another place may be tried.
    pub(super) fn save(&mut self, name: &str) -> Result<(), Trouble> {
        if name.is_empty() {
            return self.say("expected a file behind `save`, such as `save game.pgn`");
        }
        match self.write(Path::new(name)) {
            Ok(()) => {
                self.saved = true;
                let moves = counted(self.game.len().div_ceil(2), "move");
                self.say(&format!("the game is written to `{name}`, {moves}"))
            }
            Err(Trouble::Error { message, .. }) => self.say(&format!(
                "{message}; the game is still here, `save` tries another place"
            )),
            Err(other) => Err(other),
        }
    }

    /// The file of `--save`, unless the game has been saved already. Where that fails the moves are shown, so that they are not lost.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub(super) fn save_at_the_end(&mut self) -> Result<(), Trouble> {
        let Some(path) = self.table.save.clone().filter(|_| !self.saved) else {
            return Ok(());
        };
        let written = self.write(&path);
        self.saved = written.is_ok();
        if written.is_err() && !self.table.terminal {
            let movetext = self.game.movetext();
            // What is wrong with the file matters more than what may be wrong with the output.
            let _ = self
                .say(&format!("the game: {movetext}"))
                .and_then(|()| self.out.flush());
        }
        written
    }

    fn write(&self, path: &Path) -> Result<(), Trouble> {
        io::write_whole(path, pgn::game(&self.played()).as_bytes())
    }
}
