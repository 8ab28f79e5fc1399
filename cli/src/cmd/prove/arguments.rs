//! Arguments of `adv prove`.

use std::path::PathBuf;

use adv::Comparison;
use clap::Args;

use super::exchange::ShardOf;
use crate::args::{Form, LimitArgs, MemoryArgs};

value_words! {
    /// Comparison of play with perfect play.
    PerfectArg of Comparison {
        /// for up to three men, in the table of a folder for up to four, and for the few positions of a claim that uses values anyway
        Auto,
        /// for up to four men, and for more with `--syzygy`; also judges the first moves of all positions
        Yes,
        /// never
        No,
    }
}

/// Arguments of `adv prove`.
#[derive(Args, Debug)]
pub struct ProveArgs {
    /// The program, or a folder of programs
    ///
    /// Of a folder all claims of its programs (*.adv, not those of folders inside it) are settled and shown in a table.
    #[arg(value_name = "FILE|FOLDER")]
    pub file: PathBuf,
    /// A claim: its number, its subject or its text
    ///
    /// A number counts the claims of the file from 1; a subject is a table or a strategy; a text need not be in the file. If not given, all
    /// claims of the file.
    ///
    /// A text begins with `prove` or `measure`: `--claim "prove krk from all positions reaches mate"`. It is asked of each program of a folder.
    #[arg(long, value_name = "CLAIM")]
    pub claim: Vec<String>,
    /// The form of the report
    ///
    /// Of several claims json is an array; of a folder text, markdown and csv are a table of all claims; csv has a position in
    /// which each fails.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Form::some("text markdown json html csv"))]
    pub format: Form,
    /// Show the seconds that each claim of a folder took
    ///
    /// They differ from run to run.
    #[arg(long)]
    pub times: bool,
    /// The file or folder to write; standard output if not given
    ///
    /// Pages of several claims go to numbered files: `-o krk.html` writes krk-1.html, krk-2.html, … in the order of the claims, and
    /// where -o is a folder claim-1.html, … in it.
    #[arg(short, long, value_name = "FILE|FOLDER")]
    pub output: Option<PathBuf>,
    /// Also walk through one position
    ///
    /// It is a FEN or a list of men; its line is shown, and the outcome of each reply.
    #[arg(long, value_name = "FEN")]
    pub explain: Option<String>,
    /// Write a certificate, which `adv verify` checks
    ///
    /// It is checked by the rules of chess alone.
    ///
    /// Only a proved claim `reaches mate` has one. Certificates of several claims go to numbered files, as pages do.
    #[arg(long, value_name = "FILE|FOLDER")]
    pub certificate: Option<PathBuf>,
    /// Number of threads
    ///
    /// If not given, as many as the machine has. The report does not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Comparison of the play with perfect play
    ///
    /// The report then says how many moves keep a win or a draw, how many find the only one that does, how many are optimal, and
    /// how many positions a consultation searches.
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Values"
    )]
    pub perfect: PerfectArg,
    /// Measure how large the p-strategies are
    ///
    /// Each is written as a tree; the report has the median and the largest.
    ///
    /// They are followed to what the claim reaches. It takes about as long as settling the claim, and 24 bytes of memory for each state.
    #[arg(long)]
    pub sizes: bool,
    /// The tables of values
    #[command(flatten)]
    pub values: ValueArgs,
    /// The file that keeps a proof; if not given, beside the program with the extension .checkpoint
    ///
    /// A proof is kept every few minutes, and when it is interrupted by Ctrl-C, SIGTERM or SIGHUP. The file is sealed with a key of yours
    /// (in the folder of ADV_STATE, XDG_STATE_HOME or ~/.local/state), and `--resume` takes no file that another key sealed.
    #[arg(long, value_name = "FILE", help_heading = "Interruption")]
    pub checkpoint: Option<PathBuf>,
    /// Minutes that a proof consults before it is kept again; 0 keeps it only when it is interrupted
    #[arg(long, value_name = "MINUTES", default_value_t = 5.0, value_parser = minutes, help_heading = "Interruption")]
    pub checkpoint_every: f64,
    /// Resume the proof that was interrupted
    #[arg(long, help_heading = "Interruption")]
    pub resume: bool,
    /// Prove slice by slice, with the slices in this folder: memory is that of the largest one, and a proof that ends goes on from there
    ///
    /// A slice is what play cannot leave and come back to: the positions of the same men with their pawns on the same squares. The report
    /// is that of a proof without slices. The files take 6 to 10 bytes for each state, and are sealed with your key, as a checkpoint
    /// is: slices that another key sealed are refused. A certificate and sizes are found out of all states at once, so a proof in slices
    /// has none.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["certificate", "sizes", "resume", "checkpoint"], help_heading = "Interruption")]
    pub slices: Option<PathBuf>,
    /// Prove shard K of N, in the folder that all N see
    ///
    /// Each command decides and settles states of its own, and waits for the files in which the others say what they have settled; run N of
    /// them, on one machine or on several. The same command goes on with one that was ended. `--join` reports when all are done.
    #[arg(long, value_name = "K/N", requires = "dir", conflicts_with_all = ["slices", "resume", "checkpoint", "output", "format", "explain", "certificate", "sizes", "perfect"], help_heading = "Shards")]
    pub shard: Option<ShardOf>,
    /// The folder in which the shards tell each other what they have decided
    ///
    /// Its files are sealed with your key, which each machine needs.
    #[arg(
        long,
        value_name = "FOLDER",
        requires = "shard",
        help_heading = "Shards"
    )]
    pub dir: Option<PathBuf>,
    /// Report what the shards in this folder have proved
    ///
    /// It takes the memory of a proof without shards, and its report is the same.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["shard", "slices", "resume", "checkpoint"], help_heading = "Shards")]
    pub join: Option<PathBuf>,
    /// For tests: interrupt the proof when this many states have been consulted
    #[arg(long, value_name = "N", hide = true)]
    pub stop_after: Option<u64>,
    /// The memory of a proof
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// A number of minutes, which need not be whole.
fn minutes(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    let number = number.filter(|minutes| (0.0..=525_600.0).contains(minutes));
    number.ok_or_else(|| "expected a number of minutes, such as 5 or 0.5".to_owned())
}

/// Values of positions that adv does not compute itself.
#[derive(Args, Debug, Clone, Default)]
pub struct ValueArgs {
    /// A folder with Syzygy tables (.rtbw, .rtbz), for positions of more than four men; it may be given several times
    ///
    /// Tables of up to four men are made when they are needed and kept in the cache of the user; Syzygy tables do not
    /// replace them, because they do not know the distance to mate.
    #[arg(long, value_name = "FOLDER", help_heading = "Values")]
    pub syzygy: Vec<PathBuf>,
}
