//! The command line of adv: arguments in, files and terminals, exit codes out.
//!
//! ```text
//!   args/ the command line, its help ────▶ cmd/ a file for each command: what it takes and what it does
//!                 │
//!                 ├─ program.rs   source or module, told apart by their first bytes ──▶ Linked
//!                 ├─ sources.rs   the files that a program uses, from the folders that it may use
//!                 ├─ answer.rs    the answers of a program, in words
//!                 ├─ subject/     the choice of the strategy, table or piece-of-advice to consult, and its first answer
//!                 ├─ annotate/    games in PGN, and the remarks that are written into them
//!                 ├─ epd.rs       positions by the line, with their operations; cmd/solve solves them
//!                 ├─ play/        sessions: games with people, and items, expressions and questions at a prompt
//!                 ├─ opponent/    the opponents: a person, chance, a tablebase, an engine
//!                 ├─ uci/         the other way round: the program is the engine of a chess program
//!                 ├─ studio/      the page in a browser: a server on this machine, its folder
//!                 ├─ trees.rs     the forcing-trees that `expect tree` compares with
//!                 ├─ truth.rs     perfect play: the cache of tables, Syzygy folders
//!                 ├─ messages.rs  the compiler's messages, in the requested form
//!                 ├─ io.rs        standard streams, files written whole or not at all; inputs.rs protects files that are read
//!                 ├─ folders.rs   arguments that may be folders of programs
//!                 ├─ shared_file.rs  files that several commands may change: locked, read, written, renamed
//!                 ├─ compression.rs  packed bytes in files
//!                 ├─ work.rs      threads, and the bar that shows how far they are
//!                 └─ exit.rs      the reasons why a command ends early, and the exit codes
//! ```
//!
//! Architecture invariant: nothing here knows a rule of the language or of chess. Formats of outcomes are the renderer's, those of
//! diagnostics the compiler's. Only this crate knows a terminal, a file, a process, a signal or a clock.

#[macro_use]
mod exit;

#[macro_use]
mod args;

mod annotate;

mod cmd;

mod program;
mod sources;

mod answer;
mod subject;

mod epd;

mod play;

mod opponent;

mod truth;

mod uci;

mod studio;

mod trees;

mod messages;

mod compression;
mod explainers;
mod folders;
mod gains;
mod inputs;
mod io;
mod row_file;
mod shared_file;
mod state;
mod work;

use std::process::ExitCode;

use exit::{Exit, Trouble, reason, say};
use io::Out;

fn main() -> ExitCode {
    let worker = std::thread::Builder::new()
        .name("adv".to_owned())
        .stack_size(work::STACK_BYTES)
        .spawn(work);
    let exit = match worker {
        Ok(worker) => worker.join().unwrap_or(Exit::Wrong),
        // Without a second thread the first one's stack has to do.
        Err(_) => work(),
    };
    ExitCode::from(exit.code())
}

fn work() -> Exit {
    let arguments = match args::parse() {
        Ok(arguments) => arguments,
        Err(exit) => return exit,
    };
    match cmd::run(&arguments) {
        Ok(exit) => exit,
        Err(trouble) => trouble.tell(),
    }
}

/// Result of a command: its exit code, or the reason why it ended early.
type Outcome = Result<Exit, Trouble>;
