//! The checkpoint of an interrupted proof, and how a proof resumes from it.
//!
//! ```text
//!   "ADVK" version, checksum of the rest
//!   fingerprint of the program's text, the claim's text
//!   and packed:
//!   junctions, outcomes
//!   layers: class, junction, flags; the records as runs of (how many alike, gap, record), a zero behind them; trees by chunk; extra positions
//! ```
//!
//! What a shard has decided is kept in the same form with another head (`shards/saved.rs`).
//!
//! Numbers are little-endian varints of seven bits a byte. A checkpoint is read by the program that wrote it, so a damaged one is refused
//! as a whole; what was done is then done again. The checksum is for accidents. What a checkpoint says of the program's play is checked in
//! a sample ([`crate::recheck`]); callers must keep it where no other can alter it, or seal it.

use std::borrow::Borrow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use adv_chess::{Color, Material};
use adv_module::Program;
use adv_module::format::fnv1a;
use adv_vm::Junction;

use crate::bytes::{In, Out, cut};
use crate::error::{CheckpointFault, ProveError};
use crate::packed::Packer;
use crate::palette::{Outcome, Palette, TreeExits};
use crate::record::Record;
use crate::report::Cause;
use crate::states::{CHUNK, Layer};
use crate::unpacked::Unpacker;

const MAGIC: &[u8; 4] = b"ADVK";
const VERSION: u64 = 4;
/// The bytes before those that the checksum is of.
const HEAD: usize = 20;

fn refused(fault: CheckpointFault) -> ProveError {
    ProveError::Checkpoint(fault)
}

const CAUSES: [Cause; 10] = [
    Cause::Stalemate,
    Cause::OurStalemate,
    Cause::OurMate,
    Cause::TheirMate,
    Cause::Material,
    Cause::Over,
    Cause::NoAdvice,
    Cause::InClass,
    Cause::LoopWithoutMove,
    Cause::Endless,
];

fn cause_number(cause: Cause) -> u64 {
    match cause {
        Cause::Goal(goal) => 100 + u64::from(goal),
        plain => CAUSES.iter().position(|c| *c == plain).unwrap_or(0) as u64,
    }
}

fn cause_of(number: u64) -> Result<Cause, ProveError> {
    match number.checked_sub(100) {
        Some(goal) => u8::try_from(goal).map(Cause::Goal).map_err(|_| cut()),
        None => CAUSES.get(number as usize).copied().ok_or_else(cut),
    }
}

/// Writes what is known of a proof; `every`: every choice is being explored.
pub(crate) fn write(
    fingerprint: &[u8; 32],
    claim: &str,
    every: bool,
    palette: &Palette,
    layers: &[impl Borrow<Layer>],
) -> Vec<u8> {
    write_of(MAGIC, fingerprint, claim, |out| {
        out.number(u64::from(every));
        write_layers(out, palette, layers);
    })
}

/// Writes something of a claim of a program, under four letters and with a checksum. What `write` adds is packed as it comes.
pub(crate) fn write_of(
    letters: &[u8; 4],
    fingerprint: &[u8; 32],
    claim: &str,
    write: impl FnOnce(&mut Out),
) -> Vec<u8> {
    // The head has its place before the rest, which may be large.
    let mut out = Out::default();
    out.bytes.extend_from_slice(letters);
    out.bytes.extend(VERSION.to_le_bytes());
    out.bytes.extend([0; 8]);
    out.bytes.extend_from_slice(fingerprint);
    out.text(claim);
    let mut out = Out::packed(Packer::after(out.bytes));
    write(&mut out);
    let mut bytes = out.finish();
    if let Some((head, rest)) = bytes.split_at_mut_checked(HEAD) {
        let sum = fnv1a(rest).to_le_bytes();
        let place = head.last_chunk_mut::<8>();
        place.into_iter().for_each(|place| *place = sum);
    }
    bytes
}

/// The rest of what [`write_of`] has written under these letters, of this claim of this program.
pub(crate) fn open_of<'b>(
    bytes: &'b [u8],
    letters: &[u8; 4],
    fingerprint: &[u8; 32],
    claim: &str,
) -> Result<Unpacker<'b>, ProveError> {
    let mut input = In { rest: bytes };
    if input.take(4)? != letters {
        return Err(refused(CheckpointFault::NotACheckpoint));
    }
    if input.take(8)? != VERSION.to_le_bytes() {
        return Err(refused(CheckpointFault::OtherVersion));
    }
    let sum = input.take(8)?;
    if sum != fnv1a(input.rest).to_le_bytes() {
        return Err(refused(CheckpointFault::Damaged));
    }
    if input.take(32)? != fingerprint {
        return Err(refused(CheckpointFault::OtherProgram));
    }
    let length = input.count()?;
    if input.take(length)? != claim.as_bytes() {
        return Err(refused(CheckpointFault::OtherClaim));
    }
    Ok(Unpacker::new(input.rest))
}

/// Writes what states come to, and the states.
pub(crate) fn write_layers(out: &mut Out, palette: &Palette, layers: &[impl Borrow<Layer>]) {
    write_palette(out, &palette.junctions(), &palette.outcomes());
    out.number(layers.len() as u64);
    for layer in layers {
        let layer: &Layer = layer.borrow();
        out.class(&layer.class.material(), layer.class.turn());
        out.number(u64::from(layer.junction));
        out.number(u64::from(layer.is_complete()));
        write_states(out, layer);
    }
}

/// Writes what states come to, and the junctions.
pub(crate) fn write_palette(out: &mut Out, junctions: &[Arc<Junction>], outcomes: &[Outcome]) {
    out.number(junctions.len() as u64);
    for junction in junctions {
        out.junction(&junction.to_words());
    }
    out.number(outcomes.len() as u64);
    for outcome in outcomes {
        match outcome {
            Outcome::Goal => out.number(0),
            Outcome::Tree { choice, exits } => {
                out.number(if exits.again.is_some() { 4 } else { 1 });
                out.choice(choice);
                out.number(u64::from(exits.next));
                if let Some(again) = exits.again {
                    out.number(u64::from(again));
                }
            }
            Outcome::Fails { cause, choice } => {
                out.number(2 + u64::from(choice.is_some()));
                out.number(cause_number(*cause));
                choice.iter().for_each(|choice| out.choice(choice));
            }
        }
    }
}

/// Reads what [`write_palette`] has written.
pub(crate) fn read_palette(
    input: &mut In<'_>,
    module: &Program,
) -> Result<(Vec<Junction>, Vec<Outcome>), ProveError> {
    let mut junctions = Vec::new();
    for _ in 0..input.count()? {
        let words = input.junction()?;
        junctions.push(Junction::from_words(&words, module).ok_or_else(cut)?);
    }
    let mut outcomes = Vec::new();
    for _ in 0..input.count()? {
        outcomes.push(match input.number()? {
            0 => Outcome::Goal,
            kind @ (1 | 4) => Outcome::Tree {
                choice: input.choice()?,
                exits: TreeExits {
                    next: input.small()?,
                    again: match kind {
                        4 => Some(input.small()?),
                        _ => None,
                    },
                },
            },
            kind @ (2 | 3) => Outcome::Fails {
                cause: cause_of(input.number()?)?,
                choice: match kind {
                    3 => Some(input.choice()?),
                    _ => None,
                },
            },
            _ => return Err(cut()),
        });
    }
    let known = |junction: u16| usize::from(junction) < junctions.len();
    let leads = |outcome: &Outcome| match outcome {
        Outcome::Tree { exits, .. } => known(exits.next) && exits.again.is_none_or(known),
        _ => true,
    };
    match outcomes.iter().all(leads) {
        true => Ok((junctions, outcomes)),
        false => Err(cut()),
    }
}

fn write_states(out: &mut Out, layer: &Layer) {
    // Without an iterator inside another for each record: a proof that is to end waits for it.
    let chunks = || {
        let chunks = 0..layer.chunk_count();
        chunks.filter_map(|chunk| Some((chunk * CHUNK, layer.chunk_records(chunk)?)))
    };
    let of = |record: &AtomicU32| record.load(Ordering::Relaxed);
    let any = chunks().any(|(_, records)| records.iter().any(|record| of(record) != 0));
    out.number(u64::from(any));
    let (mut run, mut first, mut end, mut alike) = (0, 0, 0, 0);
    for (begin, records) in chunks() {
        for (number, record) in (begin..).zip(records.iter().map(of)) {
            if run > 0 && record == alike && number == first + run {
                run += 1;
                continue;
            }
            if run > 0 {
                write_run(out, run, first - end, alike);
                end = first + run;
            }
            (run, first, alike) = (u64::from(record != 0), number, record);
        }
    }
    if run > 0 {
        write_run(out, run, first - end, alike);
    }
    out.number(0);
    for chunk in 0..layer.chunk_count() {
        let Some(trees) = layer.trees_of(chunk) else {
            continue;
        };
        out.number(trees.starts.len() as u64);
        trees.starts.iter().for_each(|s| out.number(u64::from(*s)));
        out.words(&trees.words);
        out.spill();
    }
    layer.with_extras(|extra| {
        out.number(extra.len() as u64);
        for (position, record, tree) in extra.iter() {
            out.position(&position);
            out.number(u64::from(record.0));
            out.words(tree);
            out.spill();
        }
    });
}

fn write_run(out: &mut Out, run: u64, gap: u64, record: u32) {
    for number in [run, gap, u64::from(record)] {
        out.number(number);
    }
    out.spill();
}

/// Opens what [`write`] has written of this claim of this program.
pub(crate) fn open<'b>(
    bytes: &'b [u8],
    fingerprint: &[u8; 32],
    claim: &str,
) -> Result<Unpacker<'b>, ProveError> {
    open_of(bytes, MAGIC, fingerprint, claim)
}

/// Reads what was known of a proof.
pub(crate) fn read(
    mut input: Unpacker<'_>,
    module: &Program,
) -> Result<(bool, Palette, Vec<Layer>), ProveError> {
    let every = input.part(|input| input.number())? == 1;
    // A class that is not numbered has no numbers that are known.
    let make = |material, turn, junction, numbered| Layer::new(material, turn, junction, numbered);
    let (palette, layers) = read_layers(&mut input, module, make)?;
    match input.rest()?.is_empty() {
        true => Ok((every, palette, layers)),
        false => Err(cut()),
    }
}

/// Reads what [`write_layers`] has written. `make` makes a layer without states of a material, a side to move and a junction; it is told
/// whether numbers of it are known.
pub(crate) fn read_layers(
    input: &mut Unpacker<'_>,
    module: &Program,
    make: impl Fn(Material, Color, u16, bool) -> Result<Layer, ProveError>,
) -> Result<(Palette, Vec<Layer>), ProveError> {
    let (junctions, outcomes) = input.part(|input| read_palette(input, module))?;
    let mut layers = Vec::new();
    for _ in 0..input.part(|input| input.number())? {
        layers.push(read_layer(input, junctions.len(), outcomes.len(), &make)?);
    }
    Ok((Palette::restore(outcomes, junctions), layers))
}

fn read_layer(
    input: &mut Unpacker<'_>,
    junctions: usize,
    outcomes: usize,
    make: &impl Fn(Material, Color, u16, bool) -> Result<Layer, ProveError>,
) -> Result<Layer, ProveError> {
    let (material, turn, junction, is_complete, has_numbers) = input.part(|input| {
        let (material, turn) = input.class()?;
        let junction: u16 = input.small()?;
        let is_complete = input.number()? == 1;
        let has_numbers = input.number()? == 1;
        Ok((material, turn, junction, is_complete, has_numbers))
    })?;
    if usize::from(junction) >= junctions {
        return Err(cut());
    }
    let layer = make(material, turn, junction, has_numbers)?;
    let numbers = layer.len();
    if is_complete {
        layer.set_complete();
    }
    let known = |record: Record| !record.is_decided() || record.outcome() < outcomes;
    let mut number = 0u64;
    loop {
        let (run, gap, record) = input.part(|input| match input.number()? {
            0 => Ok((0, 0, Record(0))),
            run => Ok((run, input.number()?, Record(input.small()?))),
        })?;
        if run == 0 {
            break;
        }
        number = number.checked_add(gap).ok_or_else(cut)?;
        let end = number.checked_add(run).ok_or_else(cut)?;
        if end > numbers || !known(record) {
            return Err(cut());
        }
        for number in number..end {
            if !layer.decides(number / CHUNK) {
                return Err(cut());
            }
            layer.restore(number, record);
        }
        number = end;
    }
    for chunk in 0..layer.chunk_count() {
        let (starts, words) = input.part(|input| {
            let count = input.count()?;
            let starts: Result<Vec<u32>, _> = (0..count).map(|_| input.small()).collect();
            Ok((starts?, input.words()?))
        })?;
        if let Some(mut trees) = layer.trees_of(chunk) {
            trees.starts = starts;
            trees.words = words;
        }
    }
    for _ in 0..input.part(|input| input.number())? {
        let (position, record, words) = input.part(|input| {
            let position = input.position(turn)?;
            Ok((position, Record(input.small()?), input.words()?))
        })?;
        if !known(record) {
            return Err(cut());
        }
        // Sets that are no board, and a position that comes twice.
        if !layer.restore_extra(&position, record, &words) {
            return Err(cut());
        }
    }
    Ok(layer)
}
