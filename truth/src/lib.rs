//! What perfect play is worth, from tables that are kept in files.
//!
//! A proof about a strategy is compared with the truth about its positions, and a measure of its moves
//! needs to know which of them gave something away. The truth comes from two places:
//!
//! ```text
//!              up to four men                                  up to seven men
//! cache folder ──load──▶ Tables ◀──make── adv-tables           folders of Syzygy tables
//!       ▲                  │  └───────────┐                          │ probe
//!       └──────write───────┘              ▼                          ▼
//!                              Worth { outcome, plies }    Worth { outcome }
//! ```
//!
//! - Distances to mate are made by `adv-tables` once and kept in a folder, one file for each class, sealed with the user's key. A
//!   file that was altered or cut off, or is of another version or another user, is made again, and a [`Warning`] says so; a
//!   folder that cannot be written to, and one without a key, cost time only.
//! - Distances of five men are made on request ([`Truth::make_slices`]), a file for each slice, and read from the files page by page.
//! - Syzygy tables (Ronald de Man) are the user's. They know which side wins, and not in how many moves. Their
//!   files have a checksum, which is compared before a file of up to 16 MiB is used: a byte that has
//!   changed on the disk becomes an error and never a wrong value.
//!
//! Outcomes leave the fifty-move rule and repetition aside, as distances to mate do: what Syzygy calls a
//! cursed win is a win.
//!
//! Architecture invariant: this crate reads and writes files, and is the only library that does. It knows
//! nothing of advice, and takes no folder from the environment by itself.
//!
//! ```
//! use adv_chess::{Material, notation};
//! use adv_truth::{Outcome, Truth, TruthOptions, Worth};
//!
//! let mut truth = Truth::new(TruthOptions::default())?; // no cache, no Syzygy
//! let position = notation::parse_fen("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")?;
//! let warnings = truth.prepare(&Material::of(&position), &mut |_done, _total| {})?;
//! assert!(warnings.is_empty());
//! let worth = Worth { outcome: Outcome::Win, plies: Some(31) };
//! assert_eq!(truth.value(&position)?, Some(worth));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod truth;

mod cache;
mod check;
mod pages;
mod slices;

mod checksum;
mod storage;
mod syzygy;

pub use adv_chess::{Outcome, Worth};
pub use adv_tables::MAX_MEN;
pub use cache::{KeySource, default_cache};
pub use check::Checked;
pub use error::{CacheFault, SyzygyFault, TruthError, Warning};
pub use slices::{SlicePlan, SliceProgress};
pub use truth::{Truth, TruthOptions};
