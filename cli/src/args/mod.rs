//! The arguments. Every option's text here is its documentation: `adv help COMMAND` prints it.

/// Makes an option whose words are the variants of a type that does not know the command line; `value` is that variant.
macro_rules! value_words {
    ($(#[$about:meta])* $name:ident of $of:ident { $($(#[$help:meta])* $word:ident,)* }) => {
        $(#[$about])*
        #[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$help])* $word,)*
        }

        impl $name {
            /// The value that the word is for.
            pub const fn value(self) -> $of {
                match self {
                    $($name::$word => $of::$word,)*
                }
            }
        }
    };
}

mod forms;
mod groups;
mod help;
mod hint;
mod spelling;
mod version;

use std::ffi::OsString;
use std::path::PathBuf;

use adv::{Engine, Limits, Replies, Rulebook};
use clap::{Args, FromArgMatches as _, Parser, ValueEnum};
use rayon::ThreadPool;

use crate::cmd::Command;
use crate::{Exit, Trouble, work};

pub use help::command;

pub use forms::Form;
pub use groups::{EngineArgs, MenArg, ModeArg, PositionsArg, SideArg, SubjectArgs};

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
#[command(next_help_heading = "Messages")]
pub struct MessageArgs {
    /// The form of the compiler's messages; if not given, rich on a terminal and plain elsewhere
    #[arg(long, global = true, hide_short_help = true, value_name = "FORMAT")]
    pub message_format: Option<MessageFormat>,

    /// Colours in rich messages; `auto` respects NO_COLOR
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        value_name = "WHEN",
        default_value = "auto"
    )]
    pub color: ColorWhen,

    /// Treat warnings of the compiler as errors
    #[arg(long, global = true, hide_short_help = true)]
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

/// Default number of lines that a session shows of each search.
pub const SESSION_TRACE_LINES: &str = "40";

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
    /// Let each search remember its nodes, in so many MiB for each thread, all together an eighth of `--memory` at most; 0 remembers
    /// nothing. The report is the same
    #[arg(long, value_name = "MIB", value_parser = work::search_memory, default_value = "64", help_heading = "Limits")]
    pub search_memory: u64,
}

impl MemoryArgs {
    /// The bytes that a proof may take.
    pub fn bytes(&self) -> u64 {
        self.memory.unwrap_or_else(work::half_of_memory)
    }

    /// The bytes in which the search of each thread may remember nodes: for all threads an eighth of the proof's memory at most.
    pub fn of_search(&self, pool: &ThreadPool) -> u64 {
        self.search_memory
            .min(self.bytes() / 8 / pool.current_num_threads() as u64)
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

value_words! {
    /// The order in which replies are tested.
    RepliesArg of Replies {
        /// all replies are tested for the holding-goal before any is expanded (Advice Language 2)
        TestedFirst,
        /// each reply is tested and proved before the next (the textbook's way of counting)
        OneByOne,
    }
}

/// The arguments of this process. If they are wrong, or are `--help`, the text is printed and the exit code returned.
pub fn parse() -> Result<Arguments, Exit> {
    let words: Vec<OsString> = spelling::modern(std::env::args_os().collect());
    let mut command = command();
    let matches = command.try_get_matches_from_mut(&words);
    let arguments = matches.and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches));
    arguments.map_err(|error| {
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
    })
}
