//! Commands of the command line, one file each.

pub mod interview;
pub mod learn;
pub mod new;

pub mod check;
pub mod completions;
pub mod explain;

pub mod doc;
pub mod format;
pub mod lsp;
pub mod repl;

pub mod consult;
pub mod refute;
pub mod run;
pub mod trace;
pub mod whole;

pub mod solve;

pub mod play;

pub mod matches;

pub mod annotate;
pub mod assess;
pub mod board;
pub mod case_explanations;
pub mod offer;

pub mod bench;
pub mod measure;
pub mod survey;

pub mod test;

pub mod prove;
pub mod verify;
pub mod verify_tree;

pub mod diff;

pub mod cases;
pub mod tables;

pub mod build;
pub mod disasm;

use clap::Subcommand;

use crate::args::Arguments;
use crate::{Outcome, messages, sources};

/// Makes [`Command`] and [`run`] of a row for each command: its help, its arguments, and the function that runs it. The rows in braces
/// are compiled under the condition before them only.
macro_rules! commands {
    (
        $($(#[$about:meta])* $name:ident($args:ty) => $run:path;)*
        [$condition:meta] { $($(#[$other_about:meta])* $other:ident($other_args:ty) => $other_run:path;)* }
    ) => {
        /// The commands.
        #[derive(Subcommand, Debug)]
        pub enum Command {
            $($(#[$about])* $name($args),)*
            $(#[cfg($condition)] $(#[$other_about])* $other($other_args),)*
        }

        /// Runs the command that the arguments name.
        pub fn run(arguments: &Arguments) -> Outcome {
            messages::set_up(&arguments.messages);
            if let Some(root) = &arguments.messages.root {
                sources::allow(root)?;
            }
            match &arguments.command {
                $(Command::$name(args) => $run(args),)*
                $(#[cfg($condition)] Command::$other(args) => $other_run(args),)*
            }
        }
    };
}

commands! {
    /// Write a first program for given material
    ///
    /// It has a table, an example, a test and a claim.
    New(new::NewArgs) => new::new;
    /// Find a strategy from numbers, write its program and prove it
    ///
    /// A strategy is one or more rules, each a number to be lowered by a few moves against every reply; a number is a sum of those of the
    /// program. Every candidate is played from all positions of the class. Press Ctrl-C once to end the search with the best so far;
    /// docs/learn.md says more.
    #[command(after_help = learn::EXIT_CODES)]
    Learn(learn::LearnArgs) => learn::learn;
    /// Check programs: each mistake with its place, cause and repair
    Check(check::CheckArgs) => check::check;
    /// Format programs
    #[command(name = "fmt", after_help = format::EXIT_CODES)]
    Format(format::FormatArgs) => format::format;
    /// Explain a code such as E0201, a word such as `dist`, or a sign
    Explain(explain::ExplainArgs) => explain::explain;
    /// Write pages of documentation of programs or of the library
    ///
    /// A page shows each item with its text, boards drawn in the example or where a test asks for them, a position in which each
    /// piece-of-advice is chosen, and the results of the tests. Other files in DIR stay; pages of the same name are written anew.
    #[command(after_help = doc::EXIT_CODES)]
    Doc(doc::DocArgs) => doc::doc;
    /// Serve an editor by the Language Server Protocol
    ///
    /// An editor starts `adv lsp` and speaks the Language Server Protocol with it over standard input and output; docs/editors.md says how
    /// to set editors up. Files outside of the opened folders are not read.
    Lsp(lsp::LspArgs) => lsp::serve;
    /// Open the studio in a browser
    ///
    /// The page is served to this machine alone, under an address with a secret that is printed. Programs of the folder are read and
    /// written, nothing else. Ctrl-C ends it.
    Studio(crate::studio::StudioArgs) => crate::studio::studio;
    /// Try expressions, definitions and advice at a prompt
    ///
    /// An entry is an expression, the name of a part of the program, an item, or a command that begins with a colon; `:help` lists them.
    /// From a pipe lines are read as they are.
    #[command(after_help = repl::EXIT_CODES)]
    Repl(repl::ReplArgs) => repl::repl;
    /// Consult a program in a position, or in many
    Run(run::RunArgs) => run::run;
    /// Show why advice fails: each move with the reply that refutes it
    ///
    /// Every move that the us-moves select is there. Of the replies that refute it, the one shown ends the line at once, or else leaves us
    /// the fewest moves. Where a bound leaves a part open, the answer says so, and the exit code is 3; where nothing was tried in vain it
    /// is 2.
    Refute(refute::RefuteArgs) => refute::refute;
    /// Show the search of a consultation, node by node
    Trace(trace::TraceArgs) => trace::trace;
    /// Follow the whole play to its ends, all replies, as a p-strategy
    ///
    /// It is a graph in which equal positions at equal places of the program are one node. `--format json` writes it as a file that
    /// `adv verify` checks and `adv play` plays; `text` says how large it is, how it ends and what its longest line is; `html` is a page
    /// to walk through; `dot` and `pgn` draw it. Where a bound ends it, nodes are left open, and the exit code is 3. How long it took
    /// is printed on standard error.
    Whole(whole::WholeArgs) => whole::whole;
    /// Solve chess problems, a row each
    ///
    /// They are the positions of an EPD file, or those of a program.
    /// A budget that ends says so: a row is found, has nothing within its bounds, or is undecided. Only --time makes that depend on the
    /// machine. Rows are written as they are done; press Ctrl-C once to stop after the rows that are done, and --resume to go on.
    #[command(after_help = solve::EXIT_CODES)]
    Solve(solve::SolveArgs) => solve::solve;
    /// Play a game against a program, or watch it play
    Play(play::PlayArgs) => play::play;
    /// Play a series of games and count the results
    Match(matches::MatchArgs) => matches::matches;
    /// Play as an engine of the Universal Chess Interface
    ///
    /// A chess program starts `adv uci FILE` as it starts any engine, and sends it positions on standard input; the answer names the
    /// line of the strategy and its reason as `info string`. The options are Program (a file), Subject (the name of the table or
    /// strategy that plays) and Mode (strong or weak). Clocks are ignored: a strategy itself says how far it searches.
    Uci(crate::uci::UciArgs) => crate::uci::talk;
    /// Explain a position: what matters, why, what to do about it
    ///
    /// Facts are found by patterns, their plans are searched, and what the search refutes is not advised.
    #[command(after_help = assess::EXIT_CODES)]
    Assess(assess::AssessArgs) => assess::assess;
    /// Annotate games: comments, glyphs, variations, into the PGN
    ///
    /// A move gets a comment where it changes something. Tags, moves, comments and variations of the input stay as they are.
    #[command(after_help = annotate::EXIT_CODES)]
    Annotate(annotate::AnnotateArgs) => annotate::annotate;
    /// Draw the value of a board, zone, number or descriptor
    Board(board::BoardArgs) => board::board;
    /// Consult a table in every legal position of its material
    Survey(survey::SurveyArgs) => survey::survey;
    /// Measure how much each word tells about a claim, in bits
    ///
    /// Words are the numbers and descriptors of the program and of the library modules that it uses. Each is evaluated in the positions
    /// of the claim, beside the answer there. Of random positions the part that chance alone would tell is taken away, and an interval
    /// is given.
    Measure(measure::MeasureArgs) => measure::measure;
    /// Measure how fast a program is, and where its time goes
    ///
    /// The speed is measured in CPU time and differs from run to run. The profile does not: it counts every executed instruction,
    /// weighted by the cost of its kind, so that two versions of a program can be compared.
    Bench(bench::BenchArgs) => bench::bench;
    /// Run the `test` items of programs
    Test(test::TestArgs) => test::test;
    /// Prove or refute claims: every position, every reply
    ///
    /// The report on a proved claim has its worst case; on a refuted one, the shortest line that breaks it and the smallest cycle.
    /// Standard output has the report alone, which is the same on every machine; the speed is printed on standard error.
    /// Press Ctrl-C once to stop and save a checkpoint; for a folder, the claims settled so far are printed.
    Prove(prove::arguments::ProveArgs) => prove::prove;
    /// Check a certificate or a p-strategy by the rules of chess alone
    Verify(verify::VerifyArgs) => verify::verify;
    /// Compare two programs on one claim
    Diff(diff::DiffArgs) => diff::diff;
    /// Make tables of perfect play, or load them from the cache
    Tables(tables::TablesArgs) => tables::tables;
    /// Keep explained positions in a case file
    ///
    /// A case file is JSON lines, which may be edited by hand. A file with a line that is no case, one that is cut off within a line, and one
    /// of another version are refused with the line and a code, and left as they are; two commands that change one file take turns, and a
    /// change is written whole or not at all.
    #[command(after_help = cases::EXIT_CODES)]
    Cases(cases::CasesArgs) => cases::cases;
    /// Write a compiled module
    #[command(alias = "compile")]
    Build(build::BuildArgs) => build::build;
    /// Show the instructions of a program, or its strategies as a graph
    Disasm(disasm::DisasmArgs) => disasm::disasm;
    /// Print the script by which a shell completes commands
    ///
    /// For bash, in a new shell: `source <(adv completions bash)`; docs/install.md has the line for each shell.
    Completions(completions::CompletionsArgs) => completions::completions;
    [feature = "man"] {
        /// Write the manual pages
        #[command(hide = true)]
        Man(completions::ManArgs) => completions::man;
    }
}
