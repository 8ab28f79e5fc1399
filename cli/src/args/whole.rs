//! Arguments of `adv run --whole`.

use clap::Args;

use super::{MemoryArgs, ModeArg};

/// The p-strategy of the whole play.
#[derive(Args, Debug)]
pub struct WholeArgs {
    /// Show the p-strategy of the whole play: every reply followed, again and again, until play ends
    ///
    /// It is a graph in which equal positions at equal places of the program are one node. `--format json` writes it as a file that
    /// `adv verify` checks and `adv play` plays; `text` says how large it is, how it ends and what its longest line is; `html` is a page
    /// to walk through; `dot` and `pgn` draw it. Where a bound ends it, nodes are left open, and the exit code is 3. How long it took
    /// is printed on standard error.
    #[arg(long, conflicts_with_all = ["positions", "stats", "looked_at", "why"], help_heading = "Whole play")]
    pub whole: bool,
    /// Only the tree of the first choice, with the replies that it leaves out, in the same forms
    #[arg(long, requires = "whole", help_heading = "Whole play")]
    pub once: bool,
    /// Follow play for so many plies, and leave what comes after them open
    #[arg(
        long,
        value_name = "N",
        requires = "followed",
        help_heading = "Whole play"
    )]
    pub plies: Option<u32>,
    /// Leave open what has not been asked once there are so many nodes: 1,000,000 of a play and 20,000 of a refutation if not given
    #[arg(long, value_name = "N", requires = "followed", help_heading = "Whole play",
          value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    pub nodes: Option<u64>,
    /// Play a tree to its leaf, or consult the program again on every move
    #[arg(
        long,
        value_name = "MODE",
        default_value = "strong",
        requires = "whole",
        help_heading = "Whole play"
    )]
    pub mode: ModeArg,
    /// How many threads ask the program; if not given, as many as the machine has. The output does not depend on it
    #[arg(long, value_name = "N", requires = "whole", help_heading = "Whole play",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The memory of its nodes
    #[command(flatten)]
    pub memory: MemoryArgs,
}
