//! Files that a session writes: the game as PGN, a page or JSON by the file's ending, on demand and at the end; and the program.

use std::path::Path;
use std::sync::Arc;

use adv::render::{Plan, escape, html, json, pgn};

use crate::gains::MovePatterns;
use crate::messages::counted;
use crate::{Trouble, inputs, io};

use super::session::PromptSession;

/// Form of a file with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    /// Portable Game Notation (PGN).
    Pgn,
    /// HTML page on which a reader walks through the game.
    Page,
    /// JSON object for tools.
    Json,
}

impl GameFormat {
    /// Form of a game by the file's ending; without an ending it is PGN.
    ///
    /// # Errors
    /// Where the ending is of no form of a game.
    pub fn of(path: &Path) -> Result<GameFormat, Trouble> {
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        match ending.to_str() {
            Some("" | "pgn") => Ok(GameFormat::Pgn),
            Some("html" | "htm") => Ok(GameFormat::Page),
            Some("json") => Ok(GameFormat::Json),
            _ => Err(trouble!(
                "`{}` has an ending that no form of a game has: .pgn is the notation of games, .html a page to walk through, .json an object",
                io::shown(path)
            )
            .help("name a file with one of these endings")),
        }
    }
}

/// Most nodes of each tree whose facts a saved game shows.
const EXPLAINED_NODES: usize = 200;

/// Number of leaves in a game's trees after which later moves get no facts of patterns, to bound the time.
const ASKED_LEAVES: usize = 20_000;

impl PromptSession {
    /// `save FILE`: writes the game or the program, by the file's ending. Where that fails both stay, and another file may be tried.
    pub(super) fn save(&mut self, name: &str) -> Result<(), Trouble> {
        let path = Path::new(name);
        let is_program = match path.extension() {
            Some(ending) => ending == "adv" || (!self.is_on() && GameFormat::of(path).is_err()),
            None => !self.is_on(),
        };
        match (name, self.is_on()) {
            ("", true) => Err(Trouble::new(
                "expected a file after `save`, such as `save game.pgn`",
            )),
            ("", false) => Err(Trouble::new(
                "expected a file after `:save`, such as `:save mine.adv`",
            )),
            _ if is_program => self.save_program(path),
            _ => {
                self.write(path).map_err(|trouble| match trouble {
                    Trouble::Error { message, .. } => {
                        trouble!("{message}; the game is still here, `save` tries another place")
                    }
                    other => other,
                })?;
                self.saved = true;
                let moves = counted(self.game.len().div_ceil(2), "move");
                self.say(&format!("the game is written to `{name}`, {moves}"))
            }
        }
    }

    /// Writes the program's text to a file. An existing file is kept, unless this session wrote it.
    fn save_program(&mut self, file: &Path) -> Result<(), Trouble> {
        inputs::refuse(file)?;
        let shown = io::shown(file);
        if !self.saved_programs.iter().any(|saved| saved == file) && file.exists() {
            return Err(trouble!("`{shown}` is there already")
                .help("name another file; one that this session wrote may be written again"));
        }
        let text = self.text()?.text().to_owned();
        io::write_whole(file, text.as_bytes())?;
        self.saved_programs.push(file.to_owned());
        let lines = counted(text.lines().count(), "line");
        self.say(&format!("the program is written to `{shown}`, {lines}"))
    }

    /// Writes the file of `--save` at the end, unless the game has been saved already. Its moves have been shown before this can fail.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub(super) fn save_at_the_end(&mut self) -> Result<(), Trouble> {
        let Some(path) = self.save_to.clone().filter(|_| !self.saved) else {
            return Ok(());
        };
        let written = self.write(&path);
        self.saved = written.is_ok();
        written
    }

    fn write(&mut self, path: &Path) -> Result<(), Trouble> {
        let text = match GameFormat::of(path)? {
            GameFormat::Page => {
                let plans = self.explained_plans()?;
                let mut played = self.played();
                played.plans = plans;
                html::game(&played)
            }
            // The trees are there; what was true at their nodes is on the page.
            GameFormat::Json => {
                escape::json(&format!("{:#}\n", json::game(&self.played()))).into_owned()
            }
            GameFormat::Pgn => pgn::game(&self.played()),
        };
        io::write_whole(path, text.as_bytes())
    }

    /// Plans of the game's p-strategies, with the facts at the nodes of their trees and the facts that their moves bring by patterns.
    fn explained_plans(&mut self) -> Result<Vec<Plan>, Trouble> {
        let mut plans = self.plans().to_vec();
        let mut patterns = MovePatterns::new(&self.engine, None)?;
        let mut leaves = 0;
        for plan in &mut plans {
            let found = Arc::make_mut(&mut plan.p_strategy);
            let origin = found.origin;
            self.engine
                .add_refuted_lines(&mut found.consultation, Some(&origin));
            let answer = &plan.p_strategy.consultation;
            let nodes = answer.tree.as_ref().map_or(0, |tree| tree.nodes().len());
            // A node whose facts cost more than the limits allow is shown without them.
            plan.facts = (0..nodes.min(EXPLAINED_NODES))
                .map(|node| self.engine.facts(answer, node).ok())
                .collect();
            if let Some(patterns) = patterns.as_mut().filter(|_| leaves < ASKED_LEAVES)
                && let Some((brought, asked)) = patterns.on_page(answer)
            {
                leaves += asked;
                plan.brought = Some(brought);
            }
        }
        Ok(plans)
    }
}
