//! The checkpoint of an interrupted proof, and how a proof resumes from it.
//!
//! ```text
//!   "ADVK" version, checksum of the rest
//!   fingerprint of the program's text, the claim's text
//!   junctions, outcomes
//!   layers: class, junction, flags; the records as runs of (gap, record); trees by chunk; extra positions
//! ```
//!
//! What a shard has decided is kept in the same form with another head (`shards/saved.rs`).
//!
//! Numbers are little-endian varints of seven bits a byte. A checkpoint is read by the program that wrote it, so a damaged one is refused
//! as a whole; what was done is then done again. The checksum is for accidents. What a checkpoint says of the program's play is checked in
//! a sample ([`crate::recheck`]); callers must keep it where no other can alter it, or seal it.

use std::borrow::Borrow;
use std::sync::Arc;

use adv_chess::{Color, Material};
use adv_module::Program;
use adv_module::format::fnv1a;
use adv_vm::Junction;

use crate::bytes::{In, Out, cut};
use crate::error::{CheckpointFault, ProveError};
use crate::palette::{Outcome, Palette, TreeExits};
use crate::record::Record;
use crate::report::Cause;
use crate::states::{CHUNK, Layer};

const MAGIC: &[u8; 4] = b"ADVK";
const VERSION: u64 = 3;
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

/// Writes something of a claim of a program, under four letters and with a checksum.
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
    write(&mut out);
    let mut bytes = out.bytes;
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
) -> Result<In<'b>, ProveError> {
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
    Ok(input)
}

/// Writes what states come to, and the states.
pub(crate) fn write_layers(out: &mut Out, palette: &Palette, layers: &[impl Borrow<Layer>]) {
    write_palette(out, &palette.junctions(), &palette.outcomes());
    out.number(layers.len() as u64);
    for layer in layers {
        let layer: &Layer = layer.borrow();
        let material = layer.class.material();
        out.bytes.extend(material.counts.iter().flatten());
        out.number(layer.class.turn() as u64);
        out.number(u64::from(layer.junction));
        out.number(u64::from(layer.is_complete()));
        write_states(out, layer);
    }
}

/// Writes what states come to, and the junctions.
pub(crate) fn write_palette(out: &mut Out, junctions: &[Arc<Junction>], outcomes: &[Outcome]) {
    out.number(junctions.len() as u64);
    for junction in junctions {
        let words = junction.to_words();
        out.number(words.len() as u64);
        words.iter().for_each(|w| out.number(u64::from(*w)));
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
        let count = input.count()?;
        let words: Result<Vec<u32>, _> = (0..count).map(|_| input.small()).collect();
        junctions.push(Junction::from_words(&words?, module).ok_or_else(cut)?);
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
    // Gone through twice: a list of the numbers would take more than the states do.
    let known = || {
        let met = layer.met(0..layer.len());
        met.filter(|n| layer.record(*n).0 != 0)
    };
    out.number(known().count() as u64);
    let mut before = 0;
    for number in known() {
        out.number(number - before);
        out.number(u64::from(layer.record(number).0));
        before = number;
    }
    for chunk in 0..layer.chunk_count() {
        let Some(trees) = layer.trees_of(chunk) else {
            continue;
        };
        out.number(trees.starts.len() as u64);
        trees.starts.iter().for_each(|s| out.number(u64::from(*s)));
        out.words(&trees.words);
    }
    layer.with_extras(|extra| {
        out.number(extra.len() as u64);
        for (position, record, tree) in extra.iter() {
            out.position(&position);
            out.number(u64::from(record.0));
            out.words(tree);
        }
    });
}

/// Reads what was known of a proof.
pub(crate) fn read(
    bytes: &[u8],
    fingerprint: &[u8; 32],
    claim: &str,
    module: &Program,
) -> Result<(bool, Palette, Vec<Layer>), ProveError> {
    let mut input = open_of(bytes, MAGIC, fingerprint, claim)?;
    let every = input.number()? == 1;
    // A class that is not numbered has no numbers that are known.
    let make = |material, turn, junction, numbered| Layer::new(material, turn, junction, numbered);
    let (palette, layers) = read_layers(&mut input, module, make)?;
    match input.rest {
        [] => Ok((every, palette, layers)),
        _ => Err(cut()),
    }
}

/// Reads what [`write_layers`] has written. `make` makes a layer without states of a material, a side to move and a junction; it is told
/// whether numbers of it are known.
pub(crate) fn read_layers(
    input: &mut In<'_>,
    module: &Program,
    make: impl Fn(Material, Color, u16, bool) -> Result<Layer, ProveError>,
) -> Result<(Palette, Vec<Layer>), ProveError> {
    let (junctions, outcomes) = read_palette(input, module)?;
    let mut layers = Vec::new();
    for _ in 0..input.count()? {
        layers.push(read_layer(input, junctions.len(), outcomes.len(), &make)?);
    }
    Ok((Palette::restore(outcomes, junctions), layers))
}

fn read_layer(
    input: &mut In<'_>,
    junctions: usize,
    outcomes: usize,
    make: &impl Fn(Material, Color, u16, bool) -> Result<Layer, ProveError>,
) -> Result<Layer, ProveError> {
    let mut material = Material::default();
    for side in &mut material.counts {
        side.copy_from_slice(input.take(6)?);
    }
    let turn = match input.number()? {
        0 => Color::White,
        1 => Color::Black,
        _ => return Err(cut()),
    };
    let junction: u16 = input.small()?;
    if usize::from(junction) >= junctions {
        return Err(cut());
    }
    let is_complete = input.number()? == 1;
    let count = input.count()?;
    let layer = make(material, turn, junction, count > 0)?;
    let numbers = layer.len();
    if is_complete {
        layer.set_complete();
    }
    let known = |record: Record| !record.is_decided() || record.outcome() < outcomes;
    let mut number = 0u64;
    for _ in 0..count {
        number = number.checked_add(input.number()?).ok_or_else(cut)?;
        let record = Record(input.small()?);
        if number >= numbers || !layer.decides(number / CHUNK) || !known(record) {
            return Err(cut());
        }
        layer.restore(number, record);
    }
    for chunk in 0..layer.chunk_count() {
        let count = input.count()?;
        let starts: Result<Vec<u32>, _> = (0..count).map(|_| input.small()).collect();
        let words = input.words()?;
        if let Some(mut trees) = layer.trees_of(chunk) {
            trees.starts = starts?;
            trees.words = words;
        }
    }
    for _ in 0..input.count()? {
        let position = input.position(turn)?;
        let record = Record(input.small()?);
        if !known(record) {
            return Err(cut());
        }
        // Sets that are no board, and a position that comes twice.
        if !layer.restore_extra(&position, record, &input.words()?) {
            return Err(cut());
        }
    }
    Ok(layer)
}
