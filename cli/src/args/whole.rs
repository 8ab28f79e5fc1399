//! Arguments of `adv run --whole`.

use clap::Args;

use super::ModeArg;
use crate::work::{self, MemorySize};

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
    /// Follow play for so many plies, and leave the positions after them open
    #[arg(
        long,
        value_name = "N",
        requires = "followed",
        help_heading = "Whole play"
    )]
    pub plies: Option<u32>,
    /// Leave the rest open once there are so many nodes: 1,000,000 of a play and 20,000 of a refutation if not given
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
    /// Number of threads that consult the program; if not given, as many as the machine has. The output does not depend on it
    #[arg(long, value_name = "N", requires = "whole", help_heading = "Whole play",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory of a search, in MiB for each thread: the trees are the same, fewer positions are counted. With `--whole`, memory of the nodes
    /// of the graph, in bytes; a number may have K, M or G
    ///
    /// If not given, or 0, a search remembers nothing, and positions are counted as Advice Language 2 counts them; `--why`, `--trace`
    /// and `--searched` count them so too. With `--whole`, half of the machine's memory if not given.
    #[arg(long, value_name = "SIZE", value_parser = work::any_size, help_heading = "Limits")]
    pub memory: Option<MemorySize>,
}

impl WholeArgs {
    /// The bytes that the nodes of the graph may take.
    pub fn node_bytes(&self) -> u64 {
        self.memory
            .map_or_else(work::half_of_memory, MemorySize::bytes)
    }

    /// The bytes in which a search may remember nodes; `None` with `--whole`, and without `--memory`.
    ///
    /// # Errors
    /// Where the machine does not have so much.
    pub fn search_bytes(&self) -> Result<Option<u64>, String> {
        match self.whole {
            true => Ok(None),
            false => self.memory.map(MemorySize::of_search).transpose(),
        }
    }
}
