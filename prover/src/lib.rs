//! Plays a strategy against every reply from every position, and settles what is claimed of it.
//!
//! ```text
//!   Task ── prove ──▶ Settled { report, fate, walk, certificate } | Scan | Interrupted(checkpoint)
//!     │
//!   roots.rs      the positions that the claim speaks of               random.rs: drawn ones
//!     ▼
//!   explore.rs    each is consulted once, and each that comes of it      threads share the chunks of states.rs
//!     ▼                                                                  pack.rs, palette.rs: what is kept of a choice
//!   map.rs        where the lines of a state lead, computed again with each query
//!     ▼
//!   longest.rs    the definition of a settled state; settle.rs: depth first, a state on its own path is a cycle     share.rs: by all threads
//!     ▼
//!   broken.rs     the states that break the claim, as a graph            lines.rs, cycle.rs: the ways there
//!     ▼
//!   tally.rs      the report              count.rs: what is counted        perfect.rs, accuracy.rs: against perfect play
//!                 searched.rs: roots are consulted once more, and counted       ended.rs: so are the ends of lines
//!                 sizes.rs: how large each p-strategy is, as a tree
//!
//!   shards/       the same, shared by machines: bytes go between them          messages.rs: sets of states as bytes, for both
//!   slices/       the same, slice by slice, with what is not in work on disk
//!
//!   WholeTask ──▶ whole/          the play from one position, node by node, to be written down
//! ```
//!
//! ```
//! use adv_prover::{Keeping, Proved, Task, Verdict, Watch, prove};
//! # fn settle(engine: &adv_vm::Engine) -> Result<(), Box<dyn std::error::Error>> {
//! for claim in &engine.module().claims {
//!     let watch = Watch::new(); // another thread may look at it, and end the proof by it
//!     let task = Task { engine, claim, watch: &watch, perfect: None, keeping: Keeping::default(), fingerprint: [0; 32] };
//!     if let Proved::Settled(settled) = prove(&task)? {
//!         let report = settled.report();
//!         println!("{:?}: {} of {} positions hold", report.verdict, report.held, report.roots);
//!         assert!(report.verdict != Verdict::Proved || report.held == report.roots);
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Architecture invariant: this crate knows no file, no terminal and no format; it knows a program only through the machine, and of
//! certificates only how they are written and whether the program plays them: their checker shares nothing with it.

mod bytes;
mod error;
mod grounds;
mod report;
mod shelf;
mod task;
mod watch;

mod candidates;
mod draw;
mod forecast;
mod random;
mod roots;

mod explore;
mod goals;
mod palette;
mod places;
mod windows;
mod wish;

mod key;
mod layers;
mod owner;
mod pack;
mod record;
mod states;

mod map;
mod messages;
mod mix;
mod replies;
mod share;
mod way;

mod settle;
mod values;

mod broken;

mod accuracy;
mod count;
mod cycle;
mod ended;
mod lines;
mod longest;
mod perfect;
mod searched;
mod settled;
mod size;
mod sizes;
mod spoken;
mod tally;
mod walk;

mod ceiling;
mod over;
mod scan;
mod weigh;

mod certificate;

mod checkpoint;
mod packed;
mod proved;
mod recheck;
mod session;
mod unpacked;

mod shards;
mod slices;

mod whole;

pub use candidates::{CandidateVisit, Candidates};
pub use ceiling::Ceiling;
pub use certificate::{
    CertificateFault, ComparedCertificate, NoCertificate, compare as compare_certificate,
};
pub use draw::Shuffle;
pub use error::{CheckpointFault, ProveError};
pub use forecast::Forecast;
pub use goals::Over;
pub use grounds::Ground;
pub use proved::Proved;
pub use report::{
    Accuracy, Balance, Cause, Choice, Compared, Consulted, Cycle, EXAMPLES, Failing, Fifty, Judged,
    KeptMoves, LEVEL, Lengths, Line, LineEnd, LostMoves, Perfect, Played, Ply, PlyZones, Report,
    Scan, Searched, Sizes, SquareStat, Use, Verdict, Weighed, moves,
};
pub use scan::poll;
pub use session::{Session, prove};
pub use settled::{Fate, Settled};
pub use shards::{Decided, Round, Shard, join as join_shards};
pub use shelf::Shelf;
pub use tally::choices;
pub use task::{Keeping, Task};
pub use walk::{Broke, Walk};
pub use watch::{Phase, Teller, Watch};
pub use weigh::weigh;
pub use whole::{
    WholeBound, WholeBounds, WholeEnd, WholeExtent, WholeNode, WholePlay, WholeSize, WholeStep,
    WholeTask, WholeTotals,
};
