//! The arguments. Every option's text here is its documentation: `adv help COMMAND` prints it.

mod annotate;
mod assess;
mod bench;
mod board;
mod build;
mod cases;
mod completions;
mod doc;
mod format;
mod hint;
mod new;
mod play;
mod prove;
mod repl;
mod run;
mod serve;
mod solve;
mod survey;
mod test;
mod version;
mod whole;

use std::ffi::OsString;
use std::path::PathBuf;

use adv::{Engine, Limits, Replies, Rulebook};
use clap::{Args, Parser, Subcommand, ValueEnum};
use rayon::ThreadPool;

use crate::exit::{Exit, Trouble};
use crate::work;

pub use annotate::{AnnotateArgs, AnnotateFormat, CommentsArg};
pub use assess::{AssessArgs, AssessFormat, AssessedBy, PlansArg};

pub use board::{BoardArgs, BoardFormat};

pub use bench::{BenchArgs, BenchFormat};

pub use build::{BuildArgs, DisasmArgs, DisasmFormat};

pub use cases::{AddArgs, CasesAction, CasesArgs};

pub use completions::CompletionsArgs;
#[cfg(feature = "man")]
pub use completions::ManArgs;

pub use doc::DocArgs;

pub use format::{FormatArgs, SignsArg};

pub use new::{NewArgs, PlaysArg};

pub use prove::{DiffArgs, ProofFormat, ProveArgs, ProveFormat, TablesArgs, ValueArgs, VerifyArgs};

pub use repl::ReplArgs;

pub use run::{RunArgs, RunFormat, SESSION_TRACE_LINES};

pub use serve::{LspArgs, StudioArgs, UciArgs};

pub use solve::{SolveArgs, SolveFormat};

pub use survey::{SurveyArgs, SurveyFormat};

pub use test::{TestArgs, TestFormat};

pub use whole::WholeArgs;

pub use play::{
    EngineArgs, From, MatchArgs, MatchFormat, MenArg, ModeArg, PlayArgs, SideArg, SubjectArgs,
};

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  the program or the input is wrong, a test fails, something cannot be read or written
  2  no advice applies in the position, or `run --refute` finds nothing that was tried in vain;
     a game of a match does not reach its goal; `solve` finds another thing than the file says
  3  the budget is exhausted; a p-strategy of `run --whole` or a refutation has nodes left open
  4  the engine that is played against fails
  5  a claim is not proved, a certificate or the file of a p-strategy is refused
  6  a proof was interrupted and can be resumed; `verify`, `solve`, `tables` or `run --whole` was
     interrupted

Wherever a FILE is wanted it may be a source (.adv) or a compiled module (.advc), told apart by
their first bytes; `-` is standard input. No output is written over a file that the command reads;
an output that is a link is written where the link leads.";

const SOLVE_EXIT_CODES: &str = "\
Exit codes:
  0  every row is decided and as the file says; found, where the file says nothing (with --each: every row is decided)
  1  something cannot be read or written, or a line is no position; the other rows are written
  2  a row is not as the file says, or nothing was found
  3  a budget ended
  6  interrupted; the rows that are done are written";

/// Chess strategies as programs: check them, run them, play against them, test them, prove them
#[derive(Parser, Debug)]
#[command(name = "adv", version = version::SHORT, long_version = version::LONG, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Arguments {
    /// The form of compiler messages
    #[command(flatten)]
    pub messages: MessageArgs,
    /// The command
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command that compiles.
#[derive(Args, Debug, Clone)]
pub struct MessageArgs {
    /// The form of the compiler's messages; if not given, rich on a terminal and plain elsewhere
    #[arg(long, global = true, value_name = "FORMAT", help_heading = "Messages")]
    pub message_format: Option<MessageFormat>,
    /// Colours in rich messages; `auto` respects NO_COLOR
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Messages"
    )]
    pub color: ColorWhen,
    /// Treat warnings of the compiler as errors
    #[arg(long, global = true, help_heading = "Messages")]
    pub deny_warnings: bool,
    /// A folder that programs may use files of (`use "lib/rook.adv"`), besides the folder that each is in
    #[arg(long, global = true, value_name = "DIR", help_heading = "Files")]
    pub root: Option<PathBuf>,
}

/// The forms of messages.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageFormat {
    /// source lines drawn with lines and colours
    Rich,
    /// source lines in plain ASCII
    Plain,
    /// one line each: file:line:column: severity[code]: message
    Short,
    /// one JSON object a line
    Json,
}

/// The use of colours.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorWhen {
    /// on a terminal, unless NO_COLOR is set
    Auto,
    /// always
    Always,
    /// never
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Write a first program for given material: a table, an example, a test, a claim
    New(NewArgs),
    /// Check programs and report each mistake: the place, the cause, the likely repair
    Check(CheckArgs),
    /// Format programs: one style, and nothing of a text is lost
    #[command(name = "fmt", after_help = format::EXIT_CODES)]
    Format(FormatArgs),
    /// Explain a code such as E0201 or a word, sign or module such as `dist`, or list all codes
    Explain(ExplainArgs),
    /// Write pages of documentation of programs or of the library, from their own comments
    ///
    /// A page shows each item with its text, boards drawn in the example or where a test asks for them, a position in which each
    /// piece-of-advice is chosen, and the results of the tests. Other files in DIR stay; pages of the same name are written anew.
    #[command(after_help = doc::EXIT_CODES)]
    Doc(DocArgs),
    /// Serve an editor: diagnostics, hover, completion, rename, proofs by a lens
    ///
    /// An editor starts `adv lsp` and speaks the Language Server Protocol with it over standard input and output; docs/editors.md says how
    /// to set editors up. Files outside of the opened folders are not read.
    Lsp(LspArgs),
    /// Open the studio in a browser: write, see, play and prove on one page
    ///
    /// The page is served to this machine alone, under an address with a secret that is printed. Programs of the folder are read and
    /// written, nothing else. Ctrl-C ends it.
    Studio(StudioArgs),
    /// Try things at a prompt: expressions, definitions and advice in a position
    ///
    /// An entry is an expression, the name of a part of the program, an item, or a command that begins with a colon; `:help` lists them.
    /// From a pipe lines are read as they are.
    #[command(after_help = repl::EXIT_CODES)]
    Repl(ReplArgs),
    /// Consult a program in a position, or in many
    Run(RunArgs),
    /// Solve chess problems: the positions of an EPD file, or those of a program, a row each
    ///
    /// A budget that ends says so: a row is found, has nothing within its bounds, or is undecided. Only --time makes that depend on the
    /// machine. Rows are written as they are done; press Ctrl-C once to stop after the rows that are done, and --resume to go on.
    #[command(after_help = SOLVE_EXIT_CODES)]
    Solve(SolveArgs),
    /// Play a game against a program, or watch it play
    Play(PlayArgs),
    /// Play a series of games against an opponent and count the results
    Match(MatchArgs),
    /// Play as an engine of the Universal Chess Interface, for chess programs
    ///
    /// A chess program starts `adv uci FILE` as it starts any engine, and sends it positions on standard input; the answer names the
    /// line of the strategy and its reason as `info string`. The options are Program (a file), Subject (the name of the table or
    /// strategy that plays) and Mode (strong or weak). Clocks are ignored: a strategy itself says how far it searches.
    Uci(UciArgs),
    /// Explain a position: what matters in it, why, what to do about it, and whether that works
    ///
    /// Facts are found by patterns, their plans are searched, and what the search refutes is not advised.
    #[command(after_help = assess::EXIT_CODES)]
    Assess(AssessArgs),
    /// Annotate games: comments, glyphs and variations of plans by patterns, written into the PGN
    ///
    /// A move gets a comment where it changes something. Tags, moves, comments and variations of the input stay as they are.
    #[command(after_help = annotate::EXIT_CODES)]
    Annotate(AnnotateArgs),
    /// Draw the value of a board, zone, number or descriptor in a position
    Board(BoardArgs),
    /// Consult a table once in every legal position of its material
    Survey(SurveyArgs),
    /// Measure how fast a program is, and where its time goes: by piece-of-advice, by definition, by line
    ///
    /// The speed is measured in CPU time and differs from run to run. The profile does not: it counts every executed instruction,
    /// weighted by the cost of its kind, so that two versions of a program can be compared.
    Bench(BenchArgs),
    /// Run the `test` items of programs
    Test(TestArgs),
    /// Prove or refute claims about a program: every position, every reply
    ///
    /// The report on a proved claim has its worst case; on a refuted one, the shortest line that breaks it and the smallest cycle.
    /// Standard output has the report alone, which is the same on every machine; the speed is printed on standard error.
    /// Press Ctrl-C once to stop and save a checkpoint; for a folder, the claims settled so far are printed.
    Prove(ProveArgs),
    /// Check the certificate of a proof, or the file of a p-strategy, with the rules of chess alone
    Verify(VerifyArgs),
    /// Compare two programs on one claim and list where they differ
    Diff(DiffArgs),
    /// Make the tables of perfect play for given material, or load them from the cache
    Tables(TablesArgs),
    /// Keep explained positions in a case file: list, show, drop, export, import, merge, repair
    ///
    /// A case file is text with a sum for each case. A file that is damaged, cut off or of another version is refused with its line and its
    /// code, and is left as it is; two commands that change one file take turns, and a change is written whole or not at all.
    #[command(after_help = cases::EXIT_CODES)]
    Cases(CasesArgs),
    /// Write a compiled module
    #[command(alias = "compile")]
    Build(BuildArgs),
    /// Show the instructions of a program between the lines that they come from, or its strategies as a graph
    Disasm(DisasmArgs),
    /// Print the script by which a shell completes commands, options, values and files
    ///
    /// For bash, in a new shell: `source <(adv completions bash)`; docs/install.md has the line for each shell.
    Completions(CompletionsArgs),
    /// Write the manual pages
    #[cfg(feature = "man")]
    #[command(hide = true)]
    Man(ManArgs),
}

/// Arguments of `adv check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Programs, or folders in which every .adv file is checked
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
    /// Look at the positions of the material too: rules that take none, goals that never decide, moves that stalemate
    #[arg(long)]
    pub survey: bool,
}

/// Arguments of `adv explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// The code, in upper or lower case; or a word, a sign or a module of the library
    pub name: Option<String>,
    /// List the words that are always there and those of the library, with their signatures
    #[arg(long, conflicts_with = "name")]
    pub words: bool,
}

/// Limits of every consultation.
#[derive(Args, Debug, Clone, Copy)]
pub struct LimitArgs {
    /// Stop a consultation after this many units of fuel, about one for each instruction; the usual budget lasts some seconds
    #[arg(long, value_name = "N", default_value_t = Limits::default().fuel, help_heading = "Limits")]
    pub fuel: u64,
    /// Stop a consultation after this many positions
    #[arg(long, value_name = "N", default_value_t = Limits::default().positions, help_heading = "Limits")]
    pub positions_limit: u64,
    /// Stop a consultation whose tree is deeper than this many plies
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth, help_heading = "Limits")]
    pub depth_limit: u16,
    /// Compilation of hot functions to native code; the answers are the same
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = JitArg::Auto, help_heading = "Limits")]
    pub jit: JitArg,
}

/// The memory of a proof.
#[derive(Args, Debug, Clone, Copy)]
pub struct MemoryArgs {
    /// End a proof that takes more memory than this, 32 MB for the program counted: a number of bytes, or one with K, M or G, such as
    /// 12G; if not given, half of the machine's memory
    #[arg(long, value_name = "SIZE", value_parser = work::memory_size, help_heading = "Limits")]
    pub memory: Option<u64>,
}

impl MemoryArgs {
    /// The bytes that a proof may take.
    pub fn bytes(&self) -> u64 {
        self.memory.unwrap_or_else(work::half_of_memory)
    }

    /// The bytes in which the search of each thread may remember nodes: `wanted`, but for all threads an eighth of the proof's memory at
    /// most.
    pub fn of_search(&self, wanted: u64, pool: &ThreadPool) -> u64 {
        wanted.min(self.bytes() / 8 / pool.current_num_threads() as u64)
    }
}

/// The memory of searches, in a command that counts positions where it is not given.
#[derive(Args, Debug, Clone, Copy)]
pub struct SearchMemoryArgs {
    /// Let each search remember its nodes, in so many MiB for each thread; the trees are the same, and fewer positions are counted
    ///
    /// If not given, or 0, nothing is remembered, and positions are counted as Advice Language 2 counts them.
    #[arg(long, value_name = "MIB", value_parser = work::search_memory, help_heading = "Limits")]
    pub memory: Option<u64>,
}

impl SearchMemoryArgs {
    /// Lets an engine remember nodes in the memory of `--memory`; without the option the engine stays as it is.
    pub fn apply(&self, engine: &mut Engine) {
        if let Some(memory) = self.memory {
            remember(engine, memory);
        }
    }
}

/// Lets an engine remember nodes in so many bytes.
pub fn remember(engine: &mut Engine, memory: u64) {
    let limits = *engine.limits();
    engine.set_limits(Limits { memory, ..limits });
    engine.set_uncounted(true);
}

/// The use of native code.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum JitArg {
    /// on machines that the code generator supports
    Auto,
    /// never; interpret everything
    Off,
}

impl LimitArgs {
    /// An engine under these limits.
    pub fn engine(&self, program: &Rulebook) -> Engine {
        let mut engine = program.engine(self.limits());
        self.apply(&mut engine);
        engine
    }

    /// Turns native code off if requested.
    pub fn apply(&self, engine: &mut Engine) {
        if self.jit == JitArg::Off {
            engine.set_native(false);
        }
    }

    /// The machine's limits.
    pub const fn limits(&self) -> Limits {
        Limits {
            fuel: self.fuel,
            positions: self.positions_limit,
            depth: self.depth_limit,
            stack: work::SEARCH_STACK_BYTES,
            memory: Limits::USUAL_MEMORY,
        }
    }
}

/// The order in which replies are tested.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepliesArg {
    /// all replies are tested for the holding-goal before any is expanded (Advice Language 2)
    TestedFirst,
    /// each reply is tested and proved before the next (the textbook's way of counting)
    OneByOne,
}

impl RepliesArg {
    /// The machine's value.
    pub const fn replies(self) -> Replies {
        match self {
            RepliesArg::TestedFirst => Replies::TestedFirst,
            RepliesArg::OneByOne => Replies::OneByOne,
        }
    }
}

/// The arguments of this process. If they are wrong, or are `--help`, the text is printed and the exit code returned.
pub fn parse() -> Result<Arguments, Exit> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let mut arguments = Arguments::try_parse_from(&words).map_err(|error| {
        let is_error = error.use_stderr();
        let words = words.iter().map(|word| word.to_string_lossy().into_owned());
        let printed = hint::print(error, &words.collect::<Vec<String>>());
        if is_error {
            // The code 2 that is usual for wrong arguments means that no advice applies here.
            return Exit::Wrong;
        }
        match printed {
            Ok(()) => Exit::Done,
            Err(error) => Trouble::output(&error).tell(),
        }
    })?;
    if let Command::Prove(prove) = &mut arguments.command {
        prove.format = prove.form.of_report();
    }
    Ok(arguments)
}
