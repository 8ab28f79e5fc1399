//! Exit codes, and the reasons that end a command early.

use std::fmt::Display;
use std::io::Write as _;

use adv::render::visible;

use crate::io;

/// An error that ends the command, its sentence written as for `format!`.
macro_rules! trouble {
    ($($sentence:tt)*) => {
        $crate::exit::Trouble::new(format!($($sentence)*))
    };
}
/// Prints a line on standard error, written as for `format!`.
macro_rules! say {
    ($($line:tt)*) => {
        $crate::exit::say(format_args!($($line)*))
    };
}

/// Exit codes of all commands, as `--help` documents them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command has done its work.
    Done,
    /// The program or the input is wrong, a test fails, or something cannot be read or written.
    Wrong,
    /// No advice applies in the position, or a game of a match does not reach its goal.
    NoAdvice,
    /// A limit of the command is reached: fuel, memory, positions or nodes.
    Budget,
    /// The engine that was played against failed.
    Opponent,
    /// A claim is not proved, or a certificate is refused.
    Unproved,
    /// The command was interrupted. The checkpoint of a proof is written.
    Interrupted,
}

impl Exit {
    /// Number that the process returns to the system.
    pub const fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Wrong => 1,
            Exit::NoAdvice => 2,
            Exit::Budget => 3,
            Exit::Opponent => 4,
            Exit::Unproved => 5,
            Exit::Interrupted => 6,
        }
    }
}

/// Reason why a command ends early.
#[derive(Debug)]
pub enum Trouble {
    /// The reader of standard output closed it; this is not an error.
    ClosedPipe,
    /// The reason has been printed already; only the exit code is left to return.
    Said(Exit),
    /// A fault in the program, the input or the system, and its likely repair.
    Error {
        /// Sentence on the fault, for the user.
        message: String,
        /// Advice on the likely repair of the fault; `None` where there is none.
        help: Option<String>,
        /// Exit code with which the command ends.
        exit: Exit,
    },
}

impl Trouble {
    /// A fault with its sentence, exit code 1; for wrong programs and input.
    pub fn new(message: impl Into<String>) -> Trouble {
        Trouble::with_exit(Exit::Wrong, message)
    }

    /// A fault with its sentence and another exit code.
    pub fn with_exit(exit: Exit, message: impl Into<String>) -> Trouble {
        Trouble::Error {
            message: message.into(),
            help: None,
            exit,
        }
    }

    /// The fault of two inputs that would both be standard input; `what` names them: `the program and the moves`.
    pub fn two_inputs(what: &str) -> Trouble {
        trouble!("{what} cannot both come from standard input")
    }

    /// Replaces the sentence; the help and the exit code stay.
    #[must_use]
    pub fn message(mut self, text: impl Into<String>) -> Trouble {
        if let Trouble::Error { message, .. } = &mut self {
            *message = text.into();
        }
        self
    }

    /// Adds advice on the likely repair of the fault.
    #[must_use]
    pub fn help(self, text: impl Into<String>) -> Trouble {
        self.help_if(Some(text.into()))
    }

    /// Sentence on the fault; a fixed text where the reason has been printed already.
    pub fn sentence(&self) -> &str {
        match self {
            Trouble::Error { message, .. } => message,
            Trouble::ClosedPipe | Trouble::Said(_) => "the reason has been said",
        }
    }

    /// Adds advice on the likely repair of the fault, if there is one.
    #[must_use]
    pub fn help_if(mut self, text: Option<String>) -> Trouble {
        if let (Trouble::Error { help, .. }, Some(text)) = (&mut self, text) {
            *help = Some(text);
        }
        self
    }

    /// Trouble for a failed write to standard output; a closed pipe is no error.
    pub fn output(error: &std::io::Error) -> Trouble {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Trouble::ClosedPipe
        } else {
            trouble!("cannot write the output: {}", reason(error))
        }
    }

    /// Prints the fault on standard error unless that has been done, and returns the exit code.
    pub fn tell(self) -> Exit {
        match self {
            Trouble::ClosedPipe => Exit::Done,
            Trouble::Said(exit) => exit,
            Trouble::Error {
                message,
                help,
                exit,
            } => {
                say!("error: {message}");
                if let Some(help) = help {
                    say!("  = help: {help}");
                }
                exit
            }
        }
    }
}

/// Writes lines to standard error, made safe for a terminal. A failure is ignored, because there is no other place to report it.
pub fn say(line: impl Display) {
    let text = visible::lines(&line.to_string()).to_string();
    let text = io::wrapped(&text, "  ", io::stderr_is_terminal());
    say_drawn(text.trim_end_matches('\n'));
}

/// Writes a line to standard error as it is: a drawing of adv in colours, in which every text has been made safe already.
pub fn say_drawn(line: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// The system's reason for a failure, its first letter small, without the error number.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => "no reason is given".to_owned(),
    }
}
