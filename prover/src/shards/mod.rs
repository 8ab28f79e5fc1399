//! A proof that several machines share: each has a shard of the states, decides them by itself, and settles them in rounds.
//!
//! ```text
//!   shard 0          shard 1          shard 2            bytes go between them; who carries them is not known here
//!      │ decide ───────▶│ wishes ────────▶│              until none wants anything of another
//!      │                │                 │
//!      │ round 0 ──────▶│ settled ───────▶│              round v settles the states of value v: a bit for each says it all
//!      │ round 2 ──────▶│                 │              until a round settles nothing, and nothing is due
//!      ▼                ▼                 ▼
//!    part 0           part 1            part 2  ──join──▶ Settled, as of a proof in one piece
//! ```
//!
//! Of each layer a shard has chunks that are spread over it, and of the positions that have no number those whose bits say so (`owner.rs`). Messages name
//! layers by their men and the words of their junction, for each shard numbers junctions and outcomes as it comes to them. What a message
//! says can be said again: a shard that is lost is made anew, given all messages that it had, and goes on where it was. What it has decided
//! can be saved meanwhile (`saved.rs`): one that is made anew of it decides nothing twice.

mod join;
mod rounds;
mod saved;

use std::sync::Arc;

use adv_module::program::{Claim, ClaimFrom, ClaimSubject, FromSet};
use adv_vm::{Engine, Subject};

use crate::error::ProveError;
use crate::explore::{Explored, ExploredPart, Explorer, Play, want_roots};
use crate::goals::Goals;
use crate::messages;
use crate::owner::Owner;
use crate::palette::Palette;
use crate::roots::Sides;
use crate::states::Layer;
use crate::task::engine_of;
use crate::watch::{Phase, Watch};
pub use join::join;
use rounds::Rounds;
use saved::SavedOf;

/// One of the shards of a proof.
///
/// Its calls come in this order: [`Shard::restore`] where something was saved, [`Shard::decide`] until no shard wants anything of
/// another, with [`Shard::save`] after each, [`Shard::begin_settling`], [`Shard::round`] with [`Shard::learn`] until nothing is settled
/// and nothing is due, [`Shard::finish`].
pub struct Shard {
    engine: Engine,
    fingerprint: [u8; 32],
    claim: Claim,
    subject: Subject,
    goals: Goals,
    sides: Sides,
    owner: Owner,
    watch: Arc<Watch>,
    stage: Stage,
}

/// What it is at.
enum Stage {
    Deciding {
        palette: Palette,
        layers: Vec<Layer>,
        /// The positions of the claim were found.
        begun: bool,
    },
    Settling(Box<Rounds>),
}

impl Stage {
    /// The beginning.
    fn nothing() -> Stage {
        Stage::Deciding {
            palette: Palette::default(),
            layers: Vec::new(),
            begun: false,
        }
    }
}

/// What comes of deciding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// All that it knows of is decided. What it wishes of each shard, nothing where that was said before.
    Everything(Vec<Vec<u8>>),
    /// [`Watch::keep`] has asked for a checkpoint, for which this is the moment: [`Shard::save`], and [`Shard::decide`] goes on without
    /// being told its wishes again.
    ToBeKept,
}

/// What comes of a round.
pub struct Round {
    /// What was settled, for all other shards; empty where nothing was.
    pub settled: Vec<u8>,
    /// The next round in which something is due, as far as is known.
    pub due: Option<u32>,
}

impl Shard {
    /// Shard `index` of so many, of a claim of the engine's program about play. `fingerprint` is the program's, by which it knows what it
    /// has saved; `watch` tells how far it is, asks for checkpoints, and ends it.
    ///
    /// # Errors
    /// Where the claim is about something else, or there is no such shard.
    pub fn new(
        engine: &Engine,
        claim: &Claim,
        fingerprint: [u8; 32],
        (index, of): (u32, u32),
        watch: Arc<Watch>,
    ) -> Result<Shard, ProveError> {
        let subject = subject_of(claim)?;
        let owner = Owner::new(index, of)
            .ok_or_else(|| ProveError::Shards(format!("there is no shard {index} of {of}")))?;
        let engine = engine_of(engine, &watch);
        watch.begin(Phase::Consulting, 0);
        Ok(Shard {
            goals: Goals::of(claim),
            sides: Sides::of(engine.module(), subject),
            claim: claim.clone(),
            subject,
            owner,
            engine,
            watch,
            fingerprint,
            stage: Stage::nothing(),
        })
    }

    /// Decides its own positions of the claim, what others wish of it, and all that comes of both.
    ///
    /// # Errors
    /// As [`crate::prove`], and where a message is damaged or comes too late. What was decided by then stays, and can be saved.
    pub fn decide(&mut self, wishes: &[&[u8]]) -> Result<Decided, ProveError> {
        let Stage::Deciding {
            palette,
            layers,
            begun,
        } = &mut self.stage
        else {
            return Err(late("wishes"));
        };
        let known = (std::mem::take(palette), std::mem::take(layers));
        let all = matches!(self.claim.from.set, FromSet::All);
        let play = Play::of(&self.claim, self.subject, self.claim.any_choice);
        let watch = self.watch.as_ref();
        let mut explorer = Explorer::new(&self.engine, &self.goals, play, watch, all, known);
        explorer.part = ExploredPart::Shard(self.owner);
        if !*begun {
            // Positions that were found in part are found anew the next time.
            begin(&explorer, &self.claim.from, &self.sides)?;
            *begun = true;
        }
        let explored = explore(&explorer, wishes);
        (*layers, *palette) = explorer.into_layers();
        Ok(match explored? {
            Explored::Everything => {
                let of = self.owner.of();
                Decided::Everything(messages::wishes(layers, &palette.junctions(), of))
            }
            Explored::ToBeKept => Decided::ToBeKept,
            Explored::Interrupted => return Err(ended()),
        })
    }

    /// All that it has decided, for [`Shard::restore`]. It has a checksum, and is of this shard of this claim of this program alone.
    ///
    /// # Errors
    /// Where it has begun to settle: what it decided was complete before.
    pub fn save(&self) -> Result<Vec<u8>, ProveError> {
        match &self.stage {
            Stage::Deciding {
                palette,
                layers,
                begun,
            } => Ok(self.saved().write(*begun, palette, layers)),
            Stage::Settling(_) => Err(late("a checkpoint")),
        }
    }

    /// Takes what a shard like this one has saved, in the place of all that it has decided itself. How many states that are is returned;
    /// [`Watch::progress`] counts them as done. All its wishes are said again with the next [`Shard::decide`]. What the bytes say of the
    /// program's play is believed: they must be from where no other can write, or sealed.
    ///
    /// # Errors
    /// [`ProveError::Checkpoint`] where the bytes are damaged or of something else, and where it has begun to settle; then nothing has
    /// changed.
    pub fn restore(&mut self, saved: &[u8]) -> Result<u64, ProveError> {
        if matches!(self.stage, Stage::Settling(_)) {
            return Err(late("a checkpoint"));
        }
        let all = matches!(self.claim.from.set, FromSet::All);
        let module = self.engine.module();
        let (begun, palette, layers) = self.saved().read(saved, module, all)?;
        let decided = |layer: &Layer| layer.decided(layer.all()).count();
        let decided = layers.iter().map(decided).sum::<usize>() as u64;
        self.watch.add_resumed(decided);
        self.stage = Stage::Deciding {
            palette,
            layers,
            begun,
        };
        Ok(decided)
    }

    fn saved(&self) -> SavedOf<'_> {
        SavedOf {
            fingerprint: &self.fingerprint,
            claim: &self.claim.text,
            owner: self.owner,
        }
    }

    /// True where play captures, promotes or moves pawns, as far as this shard has seen: then the stretches between these are counted.
    pub fn is_zeroing(&self) -> bool {
        match &self.stage {
            Stage::Deciding { layers, .. } => crate::longest::zeroes(layers),
            Stage::Settling(rounds) => rounds.counts_stretches(),
        }
    }

    /// Begins to settle, all being decided everywhere; `zeroing` is true where some shard says so. Nothing where the claim reaches nothing:
    /// then there are no rounds.
    ///
    /// # Errors
    /// Where there is not enough memory.
    pub fn begin_settling(&mut self, zeroing: bool) -> Result<(), ProveError> {
        let Stage::Deciding {
            palette, layers, ..
        } = &mut self.stage
        else {
            return Err(late("the end of deciding"));
        };
        let (palette, layers) = (std::mem::take(palette), std::mem::take(layers));
        let rounds = Rounds::new(layers, palette, self.goals.clone(), zeroing);
        self.stage = Stage::Settling(Box::new(rounds));
        Ok(())
    }

    /// Settles its states of this value; all shards have settled those of smaller ones, and [`Shard::learn`] has said which.
    ///
    /// # Errors
    /// Where a goal cannot be asked, or it was ended.
    pub fn round(&mut self, round: u32) -> Result<Round, ProveError> {
        let Stage::Settling(rounds) = &mut self.stage else {
            return Err(late("a round"));
        };
        if !self.goals.reaches_something() {
            return Ok(Round {
                settled: Vec::new(),
                due: None,
            });
        }
        let done = rounds.settle(&self.engine, round)?;
        match self.watch.stopped() {
            true => Err(ended()),
            false => Ok(done),
        }
    }

    /// What was settled elsewhere in a round, or here before this shard was made anew.
    ///
    /// # Errors
    /// Where the message is damaged.
    pub fn learn(&mut self, settled: &[u8]) -> Result<(), ProveError> {
        match &mut self.stage {
            Stage::Settling(rounds) => rounds.learn(settled),
            Stage::Deciding { .. } => Err(late("what was settled")),
        }
    }

    /// Its part of the proof, for [`join`].
    ///
    /// # Errors
    /// Where it has not settled anything.
    pub fn finish(&mut self) -> Result<Vec<u8>, ProveError> {
        match &mut self.stage {
            Stage::Settling(rounds) => Ok(rounds.part(&SavedOf {
                fingerprint: &self.fingerprint,
                claim: &self.claim.text,
                owner: self.owner,
            })),
            Stage::Deciding { .. } => Err(late("the end")),
        }
    }
}

/// Finds the positions of a claim.
fn begin(explorer: &Explorer<'_>, from: &ClaimFrom, sides: &Sides) -> Result<(), ProveError> {
    if !want_roots(explorer, from, sides)? {
        return Err(ended());
    }
    if !explorer.all {
        // Each shard draws all positions, so none has to be told of them.
        for layer in explorer.layers() {
            let outside = layer.wanted_outside();
            outside
                .into_iter()
                .for_each(|o| o.sent(|_, _| {}, |_, _| {}));
        }
    }
    Ok(())
}

/// Decides what is wished, and all that comes of it.
fn explore(explorer: &Explorer<'_>, wishes: &[&[u8]]) -> Result<Explored, ProveError> {
    for bytes in wishes {
        explorer
            .watch
            .add_known(messages::want(bytes, explorer, [0; 2], false)?);
    }
    let explored = explorer.run();
    // What is asked for later is asked for anew.
    explorer.watch.kept();
    explored
}

/// What a claim is about.
fn subject_of(claim: &Claim) -> Result<Subject, ProveError> {
    match claim.subject {
        ClaimSubject::Strategy(id) => Ok(Subject::Strategy(id)),
        ClaimSubject::Table(id) => Ok(Subject::Table(id)),
        ClaimSubject::Advice(id) => Ok(Subject::Advice(id)),
        ClaimSubject::Evaluation(_) | ClaimSubject::Descriptor { .. } => Err(ProveError::Shards(
            "the claim is not about play, and is settled in one piece".to_owned(),
        )),
    }
}

fn late(what: &str) -> ProveError {
    ProveError::Shards(format!("{what} came to a shard that is at something else"))
}

fn ended() -> ProveError {
    ProveError::Shards("the shard was ended".to_owned())
}
