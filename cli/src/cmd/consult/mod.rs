//! Consultations: the arguments that `adv run`, `adv trace` and `adv refute` share, and their program, engine and answer.

use std::path::PathBuf;

use adv::program::Program;
use adv::{Engine, Position, Rulebook};
use clap::Args;

use crate::args::{LimitArgs, RepliesArg, SearchMemoryArgs, SubjectArgs};
use crate::play::setup;
use crate::{Trouble, program, subject};

mod consultation;
mod drawing;
mod report;
pub mod rows;

pub use consultation::{RunAnswer, Wanted, ask};
pub use report::show;

/// Program, position and subject of a consultation or a play, and the file of the answer.
#[derive(Args, Debug)]
pub struct SceneArgs {
    /// The program
    pub file: PathBuf,
    /// The position, as FEN or as a list of men
    ///
    /// A list is written as `W: Ke6, Rg6; B: Kc5`. If not given, the program's `example`.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// The part of the program to consult
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Program of a consultation, its engine, and the names of the subject.
pub struct Opened {
    /// Program, with the piece-of-advice that `--advice` writes.
    pub program: Rulebook,
    /// Names by which the subject is chosen.
    pub names: SubjectArgs,
    /// Engine under the limits of the arguments.
    pub engine: Engine,
}

impl SceneArgs {
    /// Loads the program and makes its engine.
    ///
    /// # Errors
    /// Where the program cannot be read or does not compile.
    pub fn open(&self) -> Result<Opened, Trouble> {
        let program = program::load(&self.file)?;
        let (program, names) = subject::with_advice(program, &self.subject)?;
        Ok(Opened {
            engine: self.limits.engine(&program),
            program,
            names,
        })
    }

    /// Position in which the program is consulted.
    ///
    /// # Errors
    /// Where the program has nothing to consult, or no position is given and it has no example.
    pub fn position(&self, program: &Program) -> Result<Position, Trouble> {
        subject::something(program)?;
        setup::position(self.fen.as_deref(), program)
    }
}

/// Arguments of a consultation in one position.
#[derive(Args, Debug)]
pub struct ConsultArgs {
    /// The scene of the consultation
    #[command(flatten)]
    pub scene: SceneArgs,
    /// A single action of a strategy, by itself
    ///
    /// It is tried whatever the strategy would do before; `NAME:LINE` where several have that name.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["strategy", "table", "advice"])]
    pub action: Option<String>,
    /// The order in which replies are tested, and positions counted
    #[arg(
        long,
        value_name = "WAY",
        default_value = "tested-first",
        help_heading = "Counting"
    )]
    pub replies: RepliesArg,
    /// The memory of the search
    #[command(flatten)]
    pub memory: SearchMemoryArgs,
}

impl ConsultArgs {
    /// Loads the program and makes its engine, with the memory of the search.
    ///
    /// # Errors
    /// As of [`SceneArgs::open`].
    pub fn open(&self) -> Result<Opened, Trouble> {
        let mut opened = self.scene.open()?;
        self.memory.apply(&mut opened.engine);
        Ok(opened)
    }
}

/// Details that an answer shows besides its tree.
#[derive(Args, Debug, Default)]
pub struct DetailArgs {
    /// Follow a game, `"Ke5 Kc4 Rd6"`, and consult at its end
    ///
    /// Moves are written as `Ke5` or `d6e5`, with or without numbers. The program's own moves must be those that it plays; another one is
    /// refused with the move that it does play. A strategy goes on at its place in its text. Where the game ends inside a tree, the
    /// rest of that tree is shown.
    #[arg(long, value_name = "MOVES", conflicts_with = "action")]
    pub moves: Option<String>,
    /// Show what each piece-of-advice cost
    ///
    /// Positions are counted in all, by depth and by class of moves; and which parts of its goals decided.
    #[arg(long)]
    pub stats: bool,
    /// Count the distinct positions looked at, those made only to order or weigh a move among them; this takes time
    #[arg(long, help_heading = "Counting")]
    pub looked_at: bool,
    /// Show why advice failed, and what chose the moves
    ///
    /// That is the condition that each failed piece-of-advice missed, and by how much; of a tree, the class that selected each move.
    #[arg(long)]
    pub why: bool,
    /// Say by patterns what the move brings: en, de, ru
    ///
    /// The text says in English, German or Russian what the move brings and gives up by force. The move brings the facts that hold at every
    /// leaf of the tree and not at its root, and gives up those that hold at the root and at no leaf. The patterns are those of the program where it has some, for which `--why` says it too, and else those of the library.
    /// Facts that require a plan are left out, and a tree with more than 1,000 leaves has no such text. It is part of the forms text and
    /// json.
    #[arg(long, value_name = "LANG", num_args = 0..=1, require_equals = true, default_missing_value = "en",
          value_parser = crate::cmd::assess::language)]
    pub patterns: Option<String>,
    /// Show the CPU time that it took
    #[arg(long, help_heading = "Counting")]
    pub times: bool,
}
