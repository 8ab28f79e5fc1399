//! A proof slice by slice: what is not in work is on disk, and a proof that ends in the middle resumes with the slice that it was at.
//!
//! ```text
//!   explore.rs   forwards, each slice when all that lead to it are explored
//!      │
//!   settle.rs    backwards, each slice when all that it leads to are settled
//!      │
//!   report.rs    all counted, and the states that break the claim gathered
//!
//!   kept.rs      the two files of a slice      part.rs, file.rs   their form      messages.rs   what one slice wants of another
//! ```
//!
//! The code that explores, settles and counts is that of a proof without slices, which works on the layers of one slice at a time:
//! [`crate::map::Map::work`]. What it reads of other slices comes from their files, chunk by chunk, and is let go when the slice is done.
//! So memory is that of the largest slice and of what it leads to at once. The order of a class by the squares of all its men is not that
//! of its slices; where a report names the first of several positions, [`crate::map::Map::place`] tells which it is.

mod explore;
mod file;
mod kept;
mod part;
mod report;
mod settle;

use std::sync::{Arc, Mutex, PoisonError};

use adv_module::program::FromSet;
use adv_vm::{Engine, Subject};

use crate::bytes::{In, Out};
use crate::checkpoint::{read_palette, write_palette};
use crate::error::ProveError;
use crate::explore::Play;
use crate::goals::Goals;
use crate::palette::Palette;
use crate::proved::Proved;
use crate::roots::Sides;
use crate::shelf::Shelf;
use crate::task::Task;
use crate::watch::Phase;
use file::{Faults, Section, SectionWriter, SliceFile};
use kept::Stamp;

/// The file of what states come to, and of the junctions.
const PALETTE: &str = "palette";
/// The file that says of which claim the others are.
const CLAIM: &str = "claim";
/// The form of the files.
const VERSION: u64 = 3;

/// A claim that is settled slice by slice.
pub(crate) struct Sliced<'t> {
    task: &'t Task<'t>,
    subject: Subject,
    play: Play,
    /// The claim is about all positions of its class.
    all: bool,
    sides: &'t Sides,
    goals: &'t Goals,
    engine: &'t Engine,
    shelf: &'t Arc<dyn Shelf>,
    faults: Faults,
    /// Of the program and the claim.
    claim: u64,
    /// How much of the palette is written.
    written: Mutex<(usize, usize)>,
}

impl<'t> Sliced<'t> {
    /// A claim whose slices are on a shelf, or will be.
    ///
    /// # Errors
    /// Where those of something else are there.
    pub(crate) fn new(
        task: &'t Task<'t>,
        subject: Subject,
        sides: &'t Sides,
        goals: &'t Goals,
        engine: &'t Engine,
        shelf: &'t Arc<dyn Shelf>,
    ) -> Result<Sliced<'t>, ProveError> {
        let claim = task.claim;
        let mut bytes = task.fingerprint.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(claim.text.as_bytes());
        let sliced = Sliced {
            task,
            subject,
            play: Play::of(claim, subject, claim.any_choice),
            all: matches!(claim.from.set, FromSet::All),
            sides,
            goals,
            engine,
            shelf,
            faults: Faults::default(),
            claim: shelf.key().sum("claim", &bytes),
            written: Mutex::default(),
        };
        sliced.begin()?;
        Ok(sliced)
    }

    /// Marks the shelf as that of the claim, or finds that it is.
    fn begin(&self) -> Result<(), ProveError> {
        let own = format!(
            "slices of a proof, form {VERSION}\nprogram {}\nsealed {:016x}\n{}\n",
            self.task
                .fingerprint
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect::<String>(),
            self.claim,
            self.task.claim.text
        );
        let length = self.shelf.length(CLAIM).map_err(ProveError::Slices)?;
        let Some(length) = length else {
            let write = &mut |out: &mut dyn std::io::Write| out.write_all(own.as_bytes());
            return self.shelf.write(CLAIM, write).map_err(ProveError::Slices);
        };
        let found = self.shelf.read(CLAIM, 0, length.min(1 << 20) as usize);
        let found = found.map_err(ProveError::Slices)?;
        if found == own.as_bytes() {
            return Ok(());
        }
        let found = String::from_utf8_lossy(&found);
        let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
        let (found, own) = (lines(&found), lines(&own));
        Err(ProveError::Slices(match (found.first(), found.get(3)) {
            (Some(form), _) if Some(form) != own.first() => {
                "the folder holds no slices of a proof that this version of adv can use".to_owned()
            }
            (_, Some(claim)) if found.get(3..) != own.get(3..) => {
                format!("the folder holds the slices of another claim, `{claim}`")
            }
            _ if found.get(1) == own.get(1) => {
                "the slices in the folder are sealed with another key than yours: they are another user's or another machine's, were altered, or your key is lost"
                    .to_owned()
            }
            _ => "the folder holds the slices of another program, or of this one before it was changed"
                .to_owned(),
        }))
    }

    /// Settles it.
    pub(crate) fn prove(&self) -> Result<Proved, ProveError> {
        let watch = self.task.watch;
        let Some((slices, palette)) = self.explore()? else {
            return Ok(Proved::Interrupted(Vec::new()));
        };
        // What follows needs no more than it.
        watch.kept();
        let states = slices.iter().map(|slice| slice.count).sum();
        watch.begin(Phase::Settling, states);
        let Some(settled) = self.settle(&slices, &palette)? else {
            return Ok(Proved::Interrupted(Vec::new()));
        };
        watch.begin(Phase::Reporting, states);
        let settled = self.report(settled)?;
        Ok(match settled {
            Some(settled) => Proved::Settled(settled),
            None => Proved::Interrupted(Vec::new()),
        })
    }

    /// What a file says whose numbers are of the first so many junctions and outcomes of a palette.
    fn stamp(&self, palette: &Palette, counts: (usize, usize)) -> Option<Stamp> {
        let (junctions, outcomes) = (palette.junctions(), palette.outcomes());
        let mut out = Out::default();
        write_palette(
            &mut out,
            junctions.get(..counts.0)?,
            outcomes.get(..counts.1)?,
        );
        Some(Stamp {
            claim: self.claim,
            junctions: counts.0 as u64,
            outcomes: counts.1 as u64,
            palette: self.shelf.key().sum("palette", &out.bytes),
        })
    }

    /// True where a file's numbers are those of the palette.
    fn fits(&self, palette: &Palette, stamp: &Stamp) -> bool {
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let counts = (count(stamp.junctions), count(stamp.outcomes));
        self.stamp(palette, counts) == Some(*stamp)
    }

    /// The palette that was kept; an empty one where there is none, or it is damaged.
    fn kept_palette(&self) -> Result<Palette, ProveError> {
        let file = SliceFile::new(self.shelf, PALETTE, &self.faults);
        let Some(index) = file.index()? else {
            return Ok(Palette::default());
        };
        let read = || {
            let mut input = In { rest: &index };
            let claim = input.fixed().ok()?;
            let section = Section::read(&mut input).ok()?;
            if claim != self.claim || !file.is_whole(&section) {
                return None;
            }
            let bytes = file.section(&section)?;
            let mut input = In { rest: &bytes };
            read_palette(&mut input, self.engine.module()).ok()
        };
        let Some((junctions, outcomes)) = read() else {
            return Ok(Palette::default());
        };
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        *written = (junctions.len(), outcomes.len());
        Ok(Palette::restore(outcomes, junctions))
    }

    /// Keeps the palette if it has grown; the stamp of files whose numbers are of it.
    fn keep_palette(&self, palette: &Palette) -> Result<Stamp, ProveError> {
        let (junctions, outcomes) = (palette.junctions(), palette.outcomes());
        let counts = (junctions.len(), outcomes.len());
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if *written != counts {
            let mut bytes = Out::default();
            write_palette(&mut bytes, &junctions, &outcomes);
            let write = &mut |out: &mut dyn std::io::Write| {
                let mut writer = SectionWriter::new(out, self.shelf.key());
                let section = writer.section(&bytes.bytes)?;
                let mut index = Out::default();
                index.bytes.extend(self.claim.to_le_bytes());
                section.write(&mut index);
                writer.index(&index.bytes)
            };
            let done = self.shelf.write(PALETTE, write);
            done.map_err(ProveError::Slices)?;
            *written = counts;
        }
        self.stamp(palette, counts)
            .ok_or(ProveError::TooManyChoices)
    }
}
