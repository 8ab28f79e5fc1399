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
mod help;
mod hint;
mod new;
mod play;
mod prove;
mod repl;
mod serve;
mod solve;
mod spelling;
mod survey;
mod test;
mod version;

use std::ffi::OsString;
use std::path::PathBuf;

use adv::{Engine, Limits, Replies, Rulebook};
use clap::{Args, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use rayon::ThreadPool;

use crate::cmd::refute::RefuteArgs;
use crate::cmd::run::RunArgs;
use crate::cmd::trace::TraceArgs;
use crate::cmd::whole::WholeArgs;
use crate::exit::{Exit, Trouble};
use crate::work;

pub use annotate::{AnnotateArgs, AnnotateFormat, CommentsArg};
pub use assess::{AssessArgs, AssessFormat, AssessedBy, PlansArg, language};

pub use board::{BoardArgs, BoardFormat};

pub use bench::{BenchArgs, BenchFormat};

pub use build::{BuildArgs, DisasmArgs, DisasmFormat};

pub use help::command;

pub use cases::{AddArgs, CasesAction, CasesArgs};

pub use completions::CompletionsArgs;
#[cfg(feature = "man")]
pub use completions::ManArgs;

pub use doc::DocArgs;

pub use format::{FormatArgs, SignsArg};

pub use new::{NewArgs, PlaysArg};

pub use prove::{DiffArgs, ProofFormat, ProveArgs, ProveFormat, TablesArgs, ValueArgs, VerifyArgs};

pub use repl::ReplArgs;

pub use serve::{LspArgs, StudioArgs, UciArgs};

pub use solve::{SolveArgs, SolveFormat};

pub use survey::{SurveyArgs, SurveyFormat};

pub use test::{TestArgs, TestFormat};

pub use play::{
    EngineArgs, From, MatchArgs, MatchFormat, MenArg, ModeArg, PlayArgs, SideArg, SubjectArgs,
};

const SOLVE_EXIT_CODES: &str = "\
Exit codes:
  0  every row is decided and as the file says; found, where the file says nothing (with --each: every row is decided)
  1  something cannot be read or written, or a line is no position; the other rows are written
  2  a row is not as the file says, or nothing was found
  3  a budget ended
  6  interrupted; the rows that are done are written";

/// Chess strategies as programs: check them, run them, play against them, test them, prove them
#[derive(Parser, Debug)]
#[command(name = "adv", version = version::SHORT, long_version = version::LONG, max_term_width = 100)]
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
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        value_name = "FORMAT",
        help_heading = "Messages"
    )]
    pub message_format: Option<MessageFormat>,
    /// Colours in rich messages; `auto` respects NO_COLOR
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Messages"
    )]
    pub color: ColorWhen,
    /// Treat warnings of the compiler as errors
    #[arg(long, global = true, hide_short_help = true, help_heading = "Messages")]
    pub deny_warnings: bool,
    /// A folder that programs may use files of (`use "lib/rook.adv"`), besides the folder that each is in
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        value_name = "DIR",
        help_heading = "Files"
    )]
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
    /// Write a first program for given material
    ///
    /// It has a table, an example, a test and a claim.
    New(NewArgs),
    /// Check programs: each mistake with its place, cause and repair
    Check(CheckArgs),
    /// Format programs
    #[command(name = "fmt", after_help = format::EXIT_CODES)]
    Format(FormatArgs),
    /// Explain a code such as E0201, a word such as `dist`, or a sign
    Explain(ExplainArgs),
    /// Write pages of documentation of programs or of the library
    ///
    /// A page shows each item with its text, boards drawn in the example or where a test asks for them, a position in which each
    /// piece-of-advice is chosen, and the results of the tests. Other files in DIR stay; pages of the same name are written anew.
    #[command(after_help = doc::EXIT_CODES)]
    Doc(DocArgs),
    /// Serve an editor by the Language Server Protocol
    ///
    /// An editor starts `adv lsp` and speaks the Language Server Protocol with it over standard input and output; docs/editors.md says how
    /// to set editors up. Files outside of the opened folders are not read.
    Lsp(LspArgs),
    /// Open the studio in a browser
    ///
    /// The page is served to this machine alone, under an address with a secret that is printed. Programs of the folder are read and
    /// written, nothing else. Ctrl-C ends it.
    Studio(StudioArgs),
    /// Try expressions, definitions and advice at a prompt
    ///
    /// An entry is an expression, the name of a part of the program, an item, or a command that begins with a colon; `:help` lists them.
    /// From a pipe lines are read as they are.
    #[command(after_help = repl::EXIT_CODES)]
    Repl(ReplArgs),
    /// Consult a program in a position, or in many
    Run(RunArgs),
    /// Show why advice fails: each move with the reply that refutes it
    ///
    /// Every move that the us-moves select is there. Of the replies that refute it, the one shown ends the line at once, or else leaves us
    /// the fewest moves. Where a bound leaves a part open, the answer says so, and the exit code is 3; where nothing was tried in vain it
    /// is 2.
    Refute(RefuteArgs),
    /// Show the search of a consultation, node by node
    Trace(TraceArgs),
    /// Follow the whole play to its ends, all replies, as a p-strategy
    ///
    /// It is a graph in which equal positions at equal places of the program are one node. `--format json` writes it as a file that
    /// `adv verify` checks and `adv play` plays; `text` says how large it is, how it ends and what its longest line is; `html` is a page
    /// to walk through; `dot` and `pgn` draw it. Where a bound ends it, nodes are left open, and the exit code is 3. How long it took
    /// is printed on standard error.
    Whole(WholeArgs),
    /// Solve chess problems, a row each
    ///
    /// They are the positions of an EPD file, or those of a program.
    /// A budget that ends says so: a row is found, has nothing within its bounds, or is undecided. Only --time makes that depend on the
    /// machine. Rows are written as they are done; press Ctrl-C once to stop after the rows that are done, and --resume to go on.
    #[command(after_help = SOLVE_EXIT_CODES)]
    Solve(SolveArgs),
    /// Play a game against a program, or watch it play
    Play(PlayArgs),
    /// Play a series of games and count the results
    Match(MatchArgs),
    /// Play as an engine of the Universal Chess Interface
    ///
    /// A chess program starts `adv uci FILE` as it starts any engine, and sends it positions on standard input; the answer names the
    /// line of the strategy and its reason as `info string`. The options are Program (a file), Subject (the name of the table or
    /// strategy that plays) and Mode (strong or weak). Clocks are ignored: a strategy itself says how far it searches.
    Uci(UciArgs),
    /// Explain a position: what matters, why, what to do about it
    ///
    /// Facts are found by patterns, their plans are searched, and what the search refutes is not advised.
    #[command(after_help = assess::EXIT_CODES)]
    Assess(AssessArgs),
    /// Annotate games: comments, glyphs, variations, into the PGN
    ///
    /// A move gets a comment where it changes something. Tags, moves, comments and variations of the input stay as they are.
    #[command(after_help = annotate::EXIT_CODES)]
    Annotate(AnnotateArgs),
    /// Draw the value of a board, zone, number or descriptor
    Board(BoardArgs),
    /// Consult a table in every legal position of its material
    Survey(SurveyArgs),
    /// Measure how fast a program is, and where its time goes
    ///
    /// The speed is measured in CPU time and differs from run to run. The profile does not: it counts every executed instruction,
    /// weighted by the cost of its kind, so that two versions of a program can be compared.
    Bench(BenchArgs),
    /// Run the `test` items of programs
    Test(TestArgs),
    /// Prove or refute claims: every position, every reply
    ///
    /// The report on a proved claim has its worst case; on a refuted one, the shortest line that breaks it and the smallest cycle.
    /// Standard output has the report alone, which is the same on every machine; the speed is printed on standard error.
    /// Press Ctrl-C once to stop and save a checkpoint; for a folder, the claims settled so far are printed.
    Prove(ProveArgs),
    /// Check a certificate or a p-strategy by the rules of chess alone
    Verify(VerifyArgs),
    /// Compare two programs on one claim
    Diff(DiffArgs),
    /// Make tables of perfect play, or load them from the cache
    Tables(TablesArgs),
    /// Keep explained positions in a case file
    ///
    /// A case file is text with a sum for each case. A file that is damaged, cut off or of another version is refused with its line and its
    /// code, and is left as it is; two commands that change one file take turns, and a change is written whole or not at all.
    #[command(after_help = cases::EXIT_CODES)]
    Cases(CasesArgs),
    /// Write a compiled module
    #[command(alias = "compile")]
    Build(BuildArgs),
    /// Show the instructions of a program, or its strategies as a graph
    Disasm(DisasmArgs),
    /// Print the script by which a shell completes commands
    ///
    /// For bash, in a new shell: `source <(adv completions bash)`; docs/install.md has the line for each shell.
    Completions(CompletionsArgs),
    /// Write the manual pages
    #[cfg(feature = "man")]
    #[command(hide = true)]
    Man(ManArgs),
}

/// Default number of lines that a session shows of each search.
pub const SESSION_TRACE_LINES: &str = "40";

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
fn remember(engine: &mut Engine, memory: u64) {
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
    let words: Vec<OsString> = spelling::modern(std::env::args_os().collect());
    let mut command = command();
    let matches = command.try_get_matches_from_mut(&words);
    let arguments = matches.and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches));
    let mut arguments = arguments.map_err(|error| {
        let error = error.format(&mut command);
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
