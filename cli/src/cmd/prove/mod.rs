//! `adv prove`: claims settled, one after the other.
//!
//! ```text
//!   choice.rs      which claims
//!   settler.rs     one claim ──▶ Settled | Scan | interrupted        progress.rs   how far it is
//!   answers.rs     the outcome ──▶ text, json, pages, certificates
//!   checkpoint.rs  the file of an interrupted proof                 slices.rs     the folder of a proof in slices
//!   shards.rs      one of several processes that share a proof      exchange.rs   their files
//!
//!   folder.rs      all programs of a folder, in a table
//! ```

pub mod answers;
pub mod arguments;
mod checkpoint;
pub mod choice;
mod exchange;
mod folder;
pub(super) mod progress;
pub mod settler;
mod shards;
mod slices;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use adv::chess::parse_position;
use adv::program::Claim;
use adv::proof::{Keeping, Proved, Watch};
use adv::render::proof::{claim_text, shell_word};
use adv::{Checkpoint, Position, WantedClaim, is_claim};
use answers::Answers;
use checkpoint::CheckpointFile;
use settler::{Settler, Unsettled};
use slices::SliceFolder;

use crate::args::Form;
use crate::cmd::prove::arguments::ProveArgs;
use crate::play::interrupt::Interrupt;
use crate::{Exit, Outcome, Trouble, inputs, io, program, work};

/// `adv prove`: settles the claims of a program, or of all programs of a folder.
pub fn prove(args: &ProveArgs) -> Outcome {
    if args.file.is_dir() {
        return folder::prove(args);
    }
    of_folders(args)?;
    let explain = args.explain.as_deref().map(position).transpose()?;
    let texts = args.claim.iter().filter(|claim| is_claim(claim));
    let texts: Vec<String> = texts.cloned().collect();
    let program = program::load(&args.file)?;
    let program = program::with_claims(program, &texts)?;
    let pool = Arc::new(work::pool(args.threads)?);
    let search = args.memory.of_search(&pool);
    let mut settler = Settler::new(program, &args.limits, search, pool)?;
    settler.measure_sizes(args.sizes);
    settler.stop_after = args.stop_after;
    settler.keep_every = (args.checkpoint_every > 0.0)
        .then(|| Duration::from_secs_f64(60.0 * args.checkpoint_every));
    let wanted = choice::choose(settler.rulebook(), &args.claim)?;
    if let Some(of) = args.shard.zip(args.dir.as_deref()) {
        return shards::prove(args, of, &mut settler, &wanted);
    }
    let slices = SliceFolder::of(args);
    let place = match (&slices, &args.join) {
        (None, None) => CheckpointFile::place(args),
        _ => None,
    };
    outputs(args, place.as_ref())?;
    let mut kept = resumed(args, &settler, &wanted, place.as_ref())?;
    let resumed = kept.is_some();
    let mut answers = Answers::begin(args, explain, &settler, &wanted)?;

    let watch = Watch::new();
    watch.limit_memory(args.memory.bytes());
    Interrupt::listen_to_ends(watch.stop());
    let indices: Vec<usize> = wanted.iter().map(|wanted| wanted.index).collect();
    let (comparison, syzygy) = (args.perfect.value(), &args.values.syzygy);
    if let Err(trouble) = settler.prepare(&indices, comparison, syzygy, &watch) {
        return without_tables(args, &settler, &wanted, trouble, place.as_ref());
    }
    let mut from_checkpoint = false;
    for (at, one) in wanted.iter().enumerate() {
        let Some(claim) = settler.module().claims.get(one.index) else {
            continue;
        };
        let text = claim_text(claim);
        let own = kept.take_if(|kept| kept.claim == text);
        let bytes = own.as_ref().map(|kept| kept.bytes.as_slice());
        let bytes = bytes.filter(|bytes| !bytes.is_empty());
        let later = wanted.iter().skip(at + 1);
        let later: Vec<&Claim> = later
            .filter_map(|later| settler.module().claims.get(later.index))
            .collect();
        let save = |bytes: Vec<u8>| {
            if let Some(place) = &place {
                let claim = text.clone();
                place.write_meanwhile(Checkpoint { claim, bytes });
            }
        };
        let shelf = slices.as_ref().map(|folder| folder.shelf(one.index));
        let shelf = shelf.transpose()?;
        let dir = args.join.as_deref();
        let parts = dir.map(|dir| shards::parts(dir, one.index, &settler, claim, &watch));
        let parts = parts.transpose()?;
        let keeping = Keeping {
            slices: shelf.as_ref(),
            parts: parts.as_deref(),
            from: bytes,
            save: place
                .is_some()
                .then_some(&save as &(dyn Fn(Vec<u8>) + Sync)),
        };
        match settler.settle(claim, comparison, keeping, &watch, &later) {
            Ok((Proved::Interrupted(bytes), _)) => {
                if let Some(folder) = &slices {
                    answers.keep()?;
                    return folder.interrupted(claim);
                }
                // Claims whose reports are written need not be settled again.
                let written = answers.keep()?;
                let rest = wanted.iter().skip_while(|other| written && *other != one);
                let rest: Vec<&WantedClaim> = rest.collect();
                let kept = Checkpoint { claim: text, bytes };
                return interrupted(args, &wanted, &rest, kept, place.as_ref());
            }
            Ok((proved, time)) => {
                if let (Some(folder), Proved::Settled(settled)) = (&slices, &proved) {
                    folder.rests_on(settled.report());
                }
                if let Some(place) = place.as_ref().filter(|_| bytes.is_some()) {
                    say!(
                        "note: the proof rests on `{}`, which is sealed with your key; a sample of its states was consulted again",
                        io::shown(place.path())
                    );
                }
                // What was explored for one claim may serve another.
                from_checkpoint |= bytes.is_some();
                answers.settled(&settler, claim, one, (&proved, time), from_checkpoint)?;
            }
            Err(Unsettled::Checkpoint(reason)) => {
                return Err(refused(place.as_ref(), &reason));
            }
            Err(unsettled) => answers.unsettled(claim, unsettled),
        }
    }
    let exit = answers.finish()?;
    if let Some(place) = place.filter(|place| resumed || place.is_written()) {
        place.remove()?;
    }
    Ok(exit)
}

/// Refuses output files that are the same file; [`inputs`] compares them with the files that are read.
fn outputs(args: &ProveArgs, place: Option<&CheckpointFile>) -> Result<(), Trouble> {
    let output = (
        "-o",
        args.output.as_deref().filter(|path| !io::is_stdin(path)),
    );
    let certificate = ("--certificate", args.certificate.as_deref());
    let place = place.map(CheckpointFile::path);
    let checkpoint = ("--checkpoint", place);
    if let Some(place) = place {
        // Said now and not when the proof is interrupted.
        inputs::refuse(place)?;
    }
    inputs::refuse_twice(output, checkpoint)?;
    inputs::refuse_twice(certificate, checkpoint)?;
    // A folder takes both: their names differ.
    if args.certificate.as_deref().is_some_and(Path::is_dir) {
        return Ok(());
    }
    inputs::refuse_twice(output, certificate)
}

/// Refuses options that are about the table of a folder.
fn of_folders(args: &ProveArgs) -> Result<(), Trouble> {
    let file = io::shown(&args.file);
    if args.times {
        return Err(trouble!(
            "`--times` adds a column to the table of a folder's programs, and `{file}` is one program"
        )
        .help("leave it out: the time of a proof is printed on standard error"));
    }
    if args.format == Form::Csv {
        return Err(
            trouble!("csv is a table of a folder's programs, and `{file}` is one program")
                .help("name the folder, or write `--format json`"),
        );
    }
    Ok(())
}

/// Parses the position of `--explain`.
fn position(fen: &str) -> Result<Position, Trouble> {
    parse_position(fen)
        .map_err(|error| trouble!("the position of `--explain` cannot be used: {error}"))
}

/// Checkpoint that the proof goes on from; `None` without `--resume`.
fn resumed(
    args: &ProveArgs,
    settler: &Settler,
    wanted: &[WantedClaim],
    place: Option<&CheckpointFile>,
) -> Result<Option<Checkpoint>, Trouble> {
    let Some(place) = place else {
        return if args.resume {
            Err(
                Trouble::new("a program from standard input has no checkpoint beside it")
                    .help("name it by `--checkpoint`"),
            )
        } else {
            Ok(None)
        };
    };
    let shown = io::shown(place.path());
    if !args.resume {
        if place.exists() {
            say!("note: `{shown}` holds an interrupted proof; `--resume` goes on with it");
        }
        return Ok(None);
    }
    let kept = place.read()?;
    let claims = &settler.module().claims;
    let mut texts = wanted
        .iter()
        .filter_map(|wanted| claims.get(wanted.index))
        .map(claim_text);
    if texts.any(|text| text == kept.claim) {
        return Ok(Some(kept));
    }
    let claim = &kept.claim;
    Err(trouble!(
        "`{shown}` is a checkpoint of the claim `{claim}`, which is not among those that are to be settled"
    )
    .help(format!(
        "choose it by `--claim '{claim}'`, or leave `--resume` out to begin again"
    )))
}

/// Trouble for a checkpoint that the prover refuses.
fn refused(place: Option<&CheckpointFile>, reason: &str) -> Trouble {
    let shown = place.map_or_else(String::new, |place| io::shown(place.path()));
    trouble!("the checkpoint `{shown}` cannot be used: {reason}")
        .help("the file is not changed; leave `--resume` out to begin again")
}

/// Ends the command where tables cannot be made; a proof interrupted before it began gets a checkpoint, unless an earlier one exists.
fn without_tables(
    args: &ProveArgs,
    settler: &Settler,
    wanted: &[WantedClaim],
    trouble: Trouble,
    place: Option<&CheckpointFile>,
) -> Outcome {
    let exit = trouble.tell();
    let first = wanted.first();
    let first = first.and_then(|one| settler.module().claims.get(one.index));
    let free = place.is_some_and(|place| !place.exists());
    match first.filter(|_| free && exit == Exit::Interrupted) {
        Some(claim) => {
            let (claim, bytes) = (claim_text(claim), Vec::new());
            let all: Vec<&WantedClaim> = wanted.iter().collect();
            interrupted(args, wanted, &all, Checkpoint { claim, bytes }, place)
        }
        None => Err(Trouble::Said(exit)),
    }
}

/// Writes the checkpoint of an interrupted claim, and prints how to go on with the claims that are left.
fn interrupted(
    args: &ProveArgs,
    wanted: &[WantedClaim],
    rest: &[&WantedClaim],
    kept: Checkpoint,
    place: Option<&CheckpointFile>,
) -> Outcome {
    let claim = kept.claim.clone();
    let Some(place) = place else {
        let sentence = format!("interrupted at the claim `{claim}`, which is not kept");
        return Err(Trouble::with_exit(Exit::Interrupted, sentence).help(
            "a program from standard input has no place beside it; name one by `--checkpoint`",
        ));
    };
    let what = what_is_kept(&kept);
    let file = place.write_somewhere(kept)?;
    let shown = io::shown(&file);
    say!("interrupted at the claim `{claim}`; {what} in `{shown}`");
    let mut words = vec![format!(
        "adv prove {}",
        shell_word(&args.file.to_string_lossy())
    )];
    if rest.len() < wanted.len() || !args.claim.is_empty() {
        words.extend(rest.iter().map(|one| chosen(args, wanted, one)));
    }
    if args.checkpoint.is_some() || file != place.path() {
        words.push(format!(
            "--checkpoint {}",
            shell_word(&file.to_string_lossy())
        ));
    }
    say!(
        "  = help: go on by `{} --resume`, with the other options as they were",
        words.join(" ")
    );
    Ok(Exit::Interrupted)
}

/// Clause for the user on the contents of a checkpoint: one that has no positions decided keeps only the claim.
fn what_is_kept(kept: &Checkpoint) -> &'static str {
    if kept.bytes.is_empty() {
        "nothing was decided yet, and only the claim is kept"
    } else {
        "what is done is kept"
    }
}

/// Option of the command line that chooses a claim, for advice on what to type.
fn chosen(args: &ProveArgs, wanted: &[WantedClaim], one: &WantedClaim) -> String {
    if one.own {
        return format!("--claim {}", one.index + 1);
    }
    // The texts of the command line are numbered after the claims of the file, in their order.
    let before = wanted.iter().filter(|w| !w.own && w.index < one.index);
    let mut texts = args.claim.iter().filter(|claim| is_claim(claim));
    let text = texts.nth(before.count());
    format!("--claim {}", shell_word(text.map_or("", String::as_str)))
}

#[cfg(test)]
mod tests {
    use super::{Checkpoint, what_is_kept};

    #[test]
    fn a_checkpoint_without_states_is_not_called_work() {
        let kept = |bytes| Checkpoint {
            claim: "prove krk from all positions reaches mate".to_owned(),
            bytes,
        };
        assert!(what_is_kept(&kept(Vec::new())).starts_with("nothing"));
        assert_eq!(what_is_kept(&kept(vec![1])), "what is done is kept");
    }
}
