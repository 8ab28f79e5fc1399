//! `adv prove --shard K/N --dir FOLDER`: one of the processes that share a proof, on any machine that sees the folder.
//!
//! ```text
//!   decide ──▶ wishes of all shards ──▶ decide …     until no shard wishes anything
//!   round v ──▶ what all have settled ──▶ round v + 1 …   until nothing is settled, and nothing is due
//!   finish ──▶ its part; `--join FOLDER` reports
//! ```
//!
//! A shard that is begun anew restores what it has decided, is told again what the others said, and says nothing twice.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use adv::program::Claim;
use adv::proof::{Decided, ProveError, Shard, Watch};
use adv::render::proof::{claim_text, shell_word};
use adv::render::text::thousands;
use adv::{Comparison, WantedClaim};

use super::exchange::{Exchange, Message, ShardOf, said, shards_of};
use super::progress::watched;
use super::settler::Settler;
use crate::cmd::prove::arguments::ProveArgs;
use crate::play::interrupt::Interrupt;
use crate::{Exit, Outcome, Trouble, io};

/// Program and claim, as the files of shards name them.
fn about(settler: &Settler, claim: &Claim) -> String {
    format!("{}\n{}", settler.kept_as(), claim_text(claim))
}

/// Proves one shard of each wanted claim.
pub fn prove(
    args: &ProveArgs,
    (own, dir): (ShardOf, &Path),
    settler: &mut Settler,
    wanted: &[WantedClaim],
) -> Outcome {
    let watch = Arc::new(Watch::new());
    watch.limit_memory(args.memory.bytes());
    Interrupt::listen_to_ends(watch.stop());
    let indices: Vec<usize> = wanted.iter().map(|wanted| wanted.index).collect();
    settler.prepare(&indices, Comparison::No, &args.values.syzygy, &watch)?;
    for one in wanted {
        let Some(claim) = settler.module().claims.get(one.index) else {
            continue;
        };
        let about = about(settler, claim);
        let exchange = Exchange::of(dir, one.index, own.of, &about, watch.stop())?;
        let _lock = exchange.lock(own.number)?;
        let part = said("part", 0, own.number);
        if exchange.has(&part) {
            say!("{own} of the claim `{}` is done", claim_text(claim));
            continue;
        }
        let shard = settler.shard(claim, (own.number - 1, own.of), &watch)?;
        let mut process = ShardWork {
            shard,
            own,
            claim,
            settler,
            exchange: &exchange,
            watch: &watch,
            kept: 0,
        };
        let (done, _) = watched(&watch, settler.stop_after, settler.keep_every, || {
            settler.pool().install(|| process.run(&part))
        });
        let (decided, folder) = (process.kept, io::shown(exchange.folder()));
        match done {
            Ok(()) => say!(
                "{own} of the claim `{}` is done, {} states; when all are, `adv prove {} --claim {} --join {}` reports",
                claim_text(claim),
                thousands(decided),
                shell_word(&args.file.to_string_lossy()),
                one.index + 1,
                shell_word(&dir.to_string_lossy())
            ),
            Err(_) if watch.stop().load(Ordering::Relaxed) => {
                say!(
                    "interrupted in {own} of the claim `{}`; what it has decided is kept in `{folder}`",
                    claim_text(claim)
                );
                say!("  = help: the same command goes on with it");
                return Ok(Exit::Interrupted);
            }
            Err(trouble) => return Err(trouble),
        }
    }
    Ok(Exit::Done)
}

/// Parts of all shards of the claim with this index.
///
/// # Errors
/// Where one is not done, or cannot be used.
pub fn parts(
    dir: &Path,
    index: usize,
    settler: &Settler,
    claim: &Claim,
    watch: &Watch,
) -> Result<Vec<Vec<u8>>, Trouble> {
    let of = shards_of(dir, index)?;
    let about = about(settler, claim);
    let exchange = Exchange::of(dir, index, of, &about, watch.stop())?;
    let mut parts = Vec::new();
    for number in 1..=of {
        let part = exchange.read(&said("part", 0, number))?;
        parts.push(part.ok_or_else(|| {
            let own = ShardOf { number, of };
            trouble!("{own} of the claim `{}` is not done", claim_text(claim)).help(format!(
                "prove it by `--shard {number}/{of} --dir {}`; the same command goes on where one was ended",
                shell_word(&dir.to_string_lossy())
            ))
        })?);
    }
    Ok(parts)
}

/// Work on a shard.
struct ShardWork<'a> {
    shard: Shard,
    own: ShardOf,
    claim: &'a Claim,
    settler: &'a Settler,
    exchange: &'a Exchange<'a>,
    watch: &'a Watch,
    /// Number of states that its file has.
    kept: u64,
}

impl ShardWork<'_> {
    fn run(&mut self, part: &str) -> Result<(), Trouble> {
        if let Some(saved) = self.exchange.read(&self.file())? {
            let restored = self.shard.restore(&saved);
            self.kept = self.told(restored)?;
        }
        let zeroing = self.decide_all()?;
        let begun = self.shard.begin_settling(zeroing);
        self.told(begun)?;
        self.settle_all()?;
        let finished = self.shard.finish();
        let finished = self.told(finished)?;
        self.exchange.write(part, &finished)
    }

    /// Decides until no shard wishes anything. True where one says that play has captures, promotions or moves of pawns.
    fn decide_all(&mut self) -> Result<bool, Trouble> {
        let (mut wishes, mut turn, mut is_asked) = (Vec::new(), 0, false);
        loop {
            let name = said("wishes", turn, self.own.number);
            if !self.exchange.has(&name) {
                let pieces = self.decide(&std::mem::take(&mut wishes))?;
                is_asked = true;
                let number = Some(u32::from(self.shard.is_zeroing()));
                self.exchange.say(&name, &Message { pieces, number })?;
            }
            let heard = self.exchange.hear("wishes", turn)?;
            if heard
                .iter()
                .all(|said| said.pieces.iter().all(Vec::is_empty))
            {
                if !is_asked || !wishes.is_empty() {
                    self.decide(&wishes)?;
                }
                return Ok(heard.iter().any(|said| said.number == Some(1)));
            }
            let own = self.own.number as usize - 1;
            let pieces = heard.into_iter().filter_map(|said| {
                let own = said.pieces.into_iter().nth(own);
                own.filter(|piece| !piece.is_empty())
            });
            wishes.extend(pieces);
            turn += 1;
        }
    }

    /// Decides what is wished and all that comes of it, and keeps it.
    fn decide(&mut self, wishes: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, Trouble> {
        let wishes: Vec<&[u8]> = wishes.iter().map(Vec::as_slice).collect();
        let mut decided = self.shard.decide(&wishes);
        while matches!(decided, Ok(Decided::ToBeKept)) {
            self.keep()?;
            decided = self.shard.decide(&[]);
        }
        self.keep()?;
        match self.told(decided)? {
            Decided::Everything(wishes) => Ok(wishes),
            Decided::ToBeKept => Ok(Vec::new()),
        }
    }

    /// Writes what is decided where the file has not all of it.
    fn keep(&mut self) -> Result<(), Trouble> {
        let (_, decided, _) = self.watch.progress();
        if decided != self.kept {
            let saved = self.shard.save();
            self.exchange.write(&self.file(), &self.told(saved)?)?;
            self.kept = decided;
        }
        Ok(())
    }

    /// Settles in rounds until nothing is settled, and nothing is due.
    fn settle_all(&mut self) -> Result<(), Trouble> {
        let (mut said_before, mut round, mut turn, mut is_behind) = (Vec::new(), 0, 0, true);
        loop {
            let name = said("settled", turn, self.own.number);
            if !self.exchange.has(&name) {
                if is_behind && turn > 0 {
                    self.catch_up(&std::mem::take(&mut said_before))?;
                }
                is_behind = false;
                let done = self.shard.round(round);
                let done = self.told(done)?;
                let pieces = vec![done.settled];
                let number = done.due;
                self.exchange.say(&name, &Message { pieces, number })?;
            }
            let heard = self.exchange.hear("settled", turn)?;
            let due = heard.iter().filter_map(|said| said.number).min();
            let pieces = heard.into_iter().flat_map(|said| said.pieces);
            let settled: Vec<Vec<u8>> = pieces.filter(|piece| !piece.is_empty()).collect();
            match (settled.is_empty(), due) {
                (true, None) => break,
                (true, Some(due)) => round = due,
                (false, _) => round += 1,
            }
            match is_behind {
                true => said_before.extend(settled),
                false => self.learn(&settled)?,
            }
            turn += 1;
        }
        match is_behind {
            true => self.catch_up(&said_before),
            false => Ok(()),
        }
    }

    /// Tells a shard that is begun anew what was settled. As in the first round, it follows every state once before.
    fn catch_up(&mut self, settled: &[Vec<u8>]) -> Result<(), Trouble> {
        let done = self.shard.round(0);
        self.told(done)?;
        self.learn(settled)
    }

    fn learn(&mut self, settled: &[Vec<u8>]) -> Result<(), Trouble> {
        for one in settled {
            let learnt = self.shard.learn(one);
            self.told(learnt)?;
        }
        Ok(())
    }

    /// Name of the file of what it has decided.
    fn file(&self) -> String {
        format!("shard-{}", self.own.number)
    }

    fn told<T>(&self, result: Result<T, ProveError>) -> Result<T, Trouble> {
        result.map_err(|error| self.settler.tell(self.claim, error))
    }
}
