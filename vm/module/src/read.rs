//! The bytes of a `.advc` file as a module, strictly: what [`crate::write()`] would not have written is refused.
//!
//! The file is looked at in this order: magic, version, lengths, checksum, primitives, then the records and the debug part. No count is
//! believed before it is compared with the bytes that are left, so a file of n bytes never costs more memory than a fixed multiple
//! of n. Nothing here asks whether the module makes sense; that is the verifier's matter.

use crate::data::{Data, Field, Input, Result, change_places, fail};
use crate::error::{ReadError, ReadFault};
use crate::format;
use crate::primitive::Primitive;
use crate::program::{Place, Program};
use crate::verify::Unverified;
use crate::write::{has_debug, primitives_used};

/// Reads a module. For every file that is accepted, writing the module gives the same bytes again.
///
/// # Errors
/// A [`ReadError`] with the byte where the file stops being one that a writer of this version makes.
pub fn read(bytes: &[u8]) -> std::result::Result<Unverified, ReadError> {
    let (records, primitives) = header(bytes)?;
    let mut input = Input::new(bytes, format::HEADER, records);
    let mut module = Program::read(&mut input, Field::WHOLE)?;
    input.finish()?;
    let mut input = Input::new(bytes, records, bytes.len().saturating_sub(format::CHECKSUM));
    debug(&mut input, &mut module)?;
    input.finish()?;
    if primitives_used(&module) != primitives {
        let sentence = "the header counts other primitives than the code uses";
        return fail(6, ReadFault::Corrupt, sentence);
    }
    Ok(module.into())
}

/// Reads the head of the file, and returns where the records end and how many primitives the module relies on.
fn header(bytes: &[u8]) -> Result<(usize, u8)> {
    let length = bytes.len();
    let magic = bytes.get(..4).unwrap_or(bytes);
    if !format::MAGIC.starts_with(magic) || bytes.is_empty() {
        let sentence = "not a compiled module: it does not begin with `ADVC`";
        return fail(0, ReadFault::Magic, sentence);
    }
    let version = bytes.get(4..6).and_then(|bytes| bytes.try_into().ok());
    if let Some(version) = version.map(u16::from_le_bytes)
        && version != format::VERSION
    {
        let sentence = format!(
            "the module has format version {version}, expected {}; compile it again with this version of adv",
            format::VERSION
        );
        return fail(4, ReadFault::Version, sentence);
    }
    let Some(head) = bytes.first_chunk::<{ format::HEADER }>() else {
        let sentence = format!("the module ends after {length} bytes, within its header");
        return fail(length, ReadFault::Truncated, sentence);
    };
    let [
        _,
        _,
        _,
        _,
        _,
        _,
        primitives,
        s0,
        s1,
        s2,
        s3,
        s4,
        s5,
        s6,
        s7,
        r0,
        r1,
        r2,
        r3,
        debug @ ..,
    ] = *head;
    let records = format::HEADER.saturating_add(u32::from_le_bytes([r0, r1, r2, r3]) as usize);
    let end = records
        .saturating_add(u32::from_le_bytes(debug) as usize)
        .saturating_add(format::CHECKSUM);
    if end > length {
        let sentence = format!("the module ends after {length} bytes, expected {end}");
        return fail(length, ReadFault::Truncated, sentence);
    }
    if end < length {
        let sentence = format!("{} bytes follow the last part", length - end);
        return fail(end, ReadFault::Corrupt, sentence);
    }
    let sum = bytes.split_last_chunk::<{ format::CHECKSUM }>();
    if sum.is_none_or(|(body, sum)| format::fnv1a(body) != u64::from_le_bytes(*sum)) {
        let sentence = "the module is damaged: its checksum does not match";
        let at = length.saturating_sub(format::CHECKSUM);
        return fail(at, ReadFault::Corrupt, sentence);
    }
    if usize::from(primitives) > Primitive::ALL.len() {
        let sentence = format!(
            "the module uses primitives up to number {primitives}, this version of adv has {}; use a newer version",
            Primitive::ALL.len()
        );
        return fail(6, ReadFault::Version, sentence);
    }
    let fingerprint = u64::from_le_bytes([s0, s1, s2, s3, s4, s5, s6, s7]);
    if fingerprint != format::primitive_fingerprint(primitives) {
        let sentence = "the module was compiled for primitives with other names or types; compile it again with this version of \
                        adv";
        return fail(7, ReadFault::Version, sentence);
    }
    Ok((records, primitives))
}

/// Reads the debug part: the source text, the places of all records, then those of each function's instructions.
fn debug(input: &mut Input<'_>, module: &mut Program) -> Result<()> {
    let at = input.at();
    if input.left() == 0 {
        return Ok(());
    }
    let of = Field::WHOLE.enter("places").most(format::MAX_CODE);
    module.source = Data::read(input, of.enter("source"))?;
    let mut last = 0;
    let mut failure = None;
    change_places(module, |_| {
        let place = match failure {
            None => place(input, &mut last),
            Some(_) => Ok(Place::default()),
        };
        place.unwrap_or_else(|error| {
            failure = Some(error);
            Place::default()
        })
    });
    failure.map_or(Ok(()), Err)?;
    for function in &mut module.functions {
        for _ in 0..input.count(of, of.members())? {
            function.places.push(place(input, &mut last)?);
        }
    }
    if has_debug(module) {
        return Ok(());
    }
    input.corrupt(at, "the debug part says nothing, and should be empty")
}

fn place(input: &mut Input<'_>, last: &mut u32) -> Result<Place> {
    let at = input.at();
    let start = input
        .signed()?
        .checked_add(i64::from(*last))
        .and_then(|start| u32::try_from(start).ok());
    let length = input.signed()?;
    let end = start.and_then(|start| u32::try_from(length.checked_add(i64::from(start))?).ok());
    match (start, end) {
        (Some(start), Some(end)) => {
            *last = start;
            Ok(Place { start, end })
        }
        _ => input.corrupt(at, "a place is not within the first 4 GiB of the source"),
    }
}
