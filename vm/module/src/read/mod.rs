//! The bytes of a `.advc` file as a module, strictly: what [`crate::write()`] would not have written is refused.
//!
//! The file is looked at in this order: magic, version, section table, checksum, primitives, then section by section. No count is
//! believed before it is compared with the bytes that are left, so a file of n bytes never costs more memory than a fixed multiple
//! of n. Nothing here asks whether the module makes sense; that is the verifier's matter.

mod claims;
mod input;
mod patterns;
mod records;

use crate::error::{ReadError, ReadFault};
use crate::format::{self, Section};
use crate::op::Op;
use crate::primitive::Primitive;
use crate::program::{Export, Function, Import, Material, Place, Program, SourceText, UsedFile};
use crate::verify::Unverified;
use crate::walk::change;
use crate::write::{has_debug, primitives_used};
use input::{Input, Result};

/// Reads a module. For every file that is accepted, writing the module gives the same bytes again.
///
/// # Errors
/// A [`ReadError`] with the byte where the file stops being one that a writer of this version makes.
pub fn read(bytes: &[u8]) -> std::result::Result<Unverified, ReadError> {
    let sections = header(bytes)?;
    let section = |kind: Section| {
        let (from, to) = sections.get(kind as usize - 1).copied().unwrap_or_default();
        Input::new(bytes, from, to, kind)
    };
    let mut module = Program::default();
    whole(section(Section::Identity), |input| {
        identity(input, &mut module)
    })?;
    module.constants = whole(section(Section::Constants), |input| {
        input.list("constants", format::MAX_CONSTANTS, 8, |input| {
            Ok(u64::from_le_bytes(input.array()?))
        })
    })?;
    module.imports = whole(section(Section::Imports), |input| {
        input.list("imports", format::MAX_FUNCTIONS, 7, import)
    })?;
    let mut lengths = Vec::new();
    module.functions = whole(section(Section::Functions), |input| {
        input.list("functions", format::MAX_FUNCTIONS, 6, |input| {
            function(input, &mut lengths)
        })
    })?;
    whole(section(Section::Code), |input| {
        code(input, &lengths, &mut module.functions)
    })?;
    module.exports = whole(section(Section::Exports), |input| {
        input.list("exports", format::MAX_ITEMS, 6, export)
    })?;
    module.advice = whole(section(Section::Advice), |input| {
        input.list("pieces-of-advice", format::MAX_ADVICE, 17, records::advice)
    })?;
    module.tables = whole(section(Section::Tables), |input| {
        input.list("tables", format::MAX_TABLES, 7, records::table)
    })?;
    module.strategies = whole(section(Section::Strategies), |input| {
        input.list("strategies", format::MAX_STRATEGIES, 7, records::strategy)
    })?;
    module.patterns = whole(section(Section::Patterns), |input| {
        input.list("patterns", format::MAX_PATTERNS, 12, patterns::pattern)
    })?;
    module.evaluations = whole(section(Section::Evaluations), |input| {
        input.list(
            "evaluations",
            format::MAX_EVALUATIONS,
            15,
            patterns::evaluation,
        )
    })?;
    module.texts = whole(section(Section::Texts), |input| {
        input.list("translations", format::MAX_ITEMS, 2, patterns::texts)
    })?;
    module.tests = whole(section(Section::Tests), |input| {
        input.list("tests", format::MAX_ITEMS, 5, records::test)
    })?;
    module.claims = whole(section(Section::Claims), |input| {
        input.list("claims", format::MAX_ITEMS, 13, claims::claim)
    })?;
    whole(section(Section::Debug), |input| debug(input, &mut module))?;
    if primitives_used(&module) != bytes.get(6).copied().unwrap_or(0) {
        let sentence = "the header counts other primitives than the code uses".to_owned();
        return Err(ReadError {
            offset: 6,
            fault: ReadFault::Corrupt,
            sentence,
        });
    }
    Ok(module.into())
}

/// Reads a section to its end.
fn whole<T>(mut input: Input<'_>, content: impl FnOnce(&mut Input<'_>) -> Result<T>) -> Result<T> {
    let value = content(&mut input)?;
    input.finish()?;
    Ok(value)
}

/// Reads the head of the file, and returns where each section begins and ends.
fn header(bytes: &[u8]) -> Result<Vec<(usize, usize)>> {
    let fail = |offset, fault, sentence: String| {
        Err(ReadError {
            offset,
            fault,
            sentence,
        })
    };
    let truncated = |offset| {
        let sentence = format!(
            "the module ends after {} bytes, within its header",
            bytes.len()
        );
        ReadError {
            offset,
            fault: ReadFault::Truncated,
            sentence,
        }
    };
    let magic = bytes.get(..4).unwrap_or(bytes);
    if !format::MAGIC.starts_with(magic) || bytes.is_empty() {
        return fail(
            0,
            ReadFault::Magic,
            "not a compiled module: it does not begin with `ADVC`".to_owned(),
        );
    }
    let preamble = bytes
        .first_chunk::<{ format::PREAMBLE }>()
        .ok_or_else(|| truncated(bytes.len()))?;
    let [_, _, _, _, v0, v1, primitives, sum @ ..] = *preamble;
    let version = u16::from_le_bytes([v0, v1]);
    if version != format::VERSION {
        let sentence = format!(
            "the module has format version {version}, expected {}; compile it again with this version of adv",
            format::VERSION
        );
        return fail(4, ReadFault::Version, sentence);
    }
    let table = bytes
        .get(format::PREAMBLE..format::HEADER)
        .ok_or_else(|| truncated(bytes.len()))?;
    let mut at = format::HEADER;
    let mut sections = Vec::with_capacity(Section::ALL.len());
    for (index, (entry, section)) in table.chunks_exact(5).zip(Section::ALL).enumerate() {
        let offset = format::PREAMBLE + 5 * index;
        let &[tag, l0, l1, l2, l3] = entry else {
            return Err(truncated(offset));
        };
        if tag != section.tag() {
            let sentence = format!(
                "expected the section `{}` ({}) at this place, found the kind {tag}",
                section.word(),
                section.tag()
            );
            return fail(offset, ReadFault::Corrupt, sentence);
        }
        let length = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
        let end = at.saturating_add(length);
        if end > bytes.len() {
            let sentence = format!(
                "the module ends after {} bytes, within the section `{}`",
                bytes.len(),
                section.word()
            );
            return fail(bytes.len(), ReadFault::Truncated, sentence);
        }
        sections.push((at, end));
        at = end;
    }
    if at != bytes.len() {
        let sentence = format!("{} bytes follow the last section", bytes.len() - at);
        return fail(at, ReadFault::Corrupt, sentence);
    }
    checksum(bytes)?;
    if usize::from(primitives) > Primitive::ALL.len() {
        let sentence = format!(
            "the module uses primitives up to number {primitives}, this version of adv has {}; use a newer version",
            Primitive::ALL.len()
        );
        return fail(6, ReadFault::Version, sentence);
    }
    if u64::from_le_bytes(sum) != format::primitive_fingerprint(primitives) {
        let sentence = "the module was compiled for primitives with other names or types; compile it again with this version of \
                        adv";
        return fail(7, ReadFault::Version, sentence.to_owned());
    }
    Ok(sections)
}

/// Compares the last eight bytes with the sum of all the others.
fn checksum(bytes: &[u8]) -> Result<()> {
    let sum_of = |(body, sum): (&[u8], &[u8; format::CHECKSUM])| {
        (format::fnv1a(body) == u64::from_le_bytes(*sum)).then_some(())
    };
    bytes
        .split_last_chunk::<{ format::CHECKSUM }>()
        .and_then(sum_of)
        .ok_or_else(|| ReadError {
            offset: bytes.len().saturating_sub(format::CHECKSUM),
            fault: ReadFault::Corrupt,
            sentence: "the module is damaged: its checksum does not match".to_owned(),
        })
}

fn identity(input: &mut Input<'_>, module: &mut Program) -> Result<()> {
    module.name = input.name()?;
    module.version = input.name()?;
    module.doc = input.name()?;
    module.material = input.option(material)?;
    module.example = input.option(Input::name)?;
    let at = input.at();
    module.slots = input.narrow("number of slots")?;
    if usize::from(module.slots) > format::MAX_SLOTS {
        let sentence = format!(
            "{} slots, at most {} are allowed",
            module.slots,
            format::MAX_SLOTS
        );
        return input.error(at, ReadFault::Cap, sentence);
    }
    Ok(())
}

/// Twelve counts and a flag.
fn material(input: &mut Input<'_>) -> Result<Material> {
    let counts = [input.array()?, input.array()?];
    Ok(Material {
        counts,
        mirrored: input.flag()?,
    })
}

fn import(input: &mut Input<'_>) -> Result<Import> {
    Ok(Import {
        module: input.name()?,
        version: input.name()?,
        name: input.name()?,
        component: input.byte()?,
        params: input.types()?,
        result: input.ty()?,
        needs: input.needs()?,
    })
}

/// Everything of a function but its code, whose length goes to `lengths`.
fn function(input: &mut Input<'_>, lengths: &mut Vec<usize>) -> Result<Function> {
    let name = input.name()?;
    let params = input.types()?;
    let result = input.ty()?;
    let needs = input.needs()?;
    let registers = input.narrow("number of registers")?;
    let at = input.at();
    let length = input.narrow("length of code")?;
    if length > format::MAX_CODE {
        let sentence = format!(
            "{length} instructions in a function, at most {} are allowed",
            format::MAX_CODE
        );
        return input.error(at, ReadFault::Cap, sentence);
    }
    lengths.push(length);
    Ok(Function {
        name,
        params,
        result,
        needs,
        registers,
        code: Vec::new(),
        places: Vec::new(),
        place: Place::default(),
    })
}

fn code(input: &mut Input<'_>, lengths: &[usize], functions: &mut [Function]) -> Result<()> {
    for (function, &length) in functions.iter_mut().zip(lengths) {
        let at = input.at();
        let bytes = input.take(length.saturating_mul(Op::BYTES))?;
        let (words, _) = bytes.as_chunks::<{ Op::BYTES }>();
        function.code.reserve_exact(words.len());
        for (index, &word) in words.iter().enumerate() {
            match Op::decode(word) {
                Some(op) => function.code.push(op),
                None => {
                    let word = u64::from_le_bytes(word);
                    return input.corrupt(
                        at + index * Op::BYTES,
                        format!("`{word:#018x}` is not an instruction"),
                    );
                }
            }
        }
    }
    Ok(())
}

fn export(input: &mut Input<'_>) -> Result<Export> {
    Ok(Export {
        name: input.name()?,
        params: input.list("parameters", format::MAX_PARAMS, 2, |input| {
            Ok((input.name()?, input.ty()?))
        })?,
        result: input.ty()?,
        functions: input.functions("components")?,
        needs: input.needs()?,
        doc: input.name()?,
    })
}

/// The source text, of one file or of several.
fn source(input: &mut Input<'_>) -> Result<Option<SourceText>> {
    let at = input.at();
    let files = input.byte()?;
    if files == 0 {
        return Ok(None);
    }
    if files > 2 {
        return input.corrupt(at, format!("a source text of the kind {files}"));
    }
    let mut source = SourceText {
        file: input.name()?,
        text: input.text(format::MAX_SOURCE)?,
        used: Vec::new(),
    };
    if files == 2 {
        let at = input.at();
        source.used = input.list("files", format::MAX_FILES, 2, |input| {
            let path = input.name()?;
            let at = input.at();
            match u32::try_from(input.number()?) {
                Ok(start) => Ok(UsedFile { path, start }),
                Err(_) => input.corrupt(at, "a file begins beyond the first 4 GiB of the source"),
            }
        })?;
        if source.used.is_empty() {
            return input.corrupt(at, "a source text of several files, but there is one");
        }
    }
    Ok(Some(source))
}

fn debug(input: &mut Input<'_>, module: &mut Program) -> Result<()> {
    let at = input.at();
    if input.left() == 0 {
        return Ok(());
    }
    module.source = source(input)?;
    let mut last = 0;
    let mut failure = None;
    change::places(module, &mut |record| {
        if failure.is_none() {
            match place(input, &mut last) {
                Ok(found) => *record = found,
                Err(error) => failure = Some(error),
            }
        }
    });
    failure.map_or(Ok(()), Err)?;
    for function in &mut module.functions {
        function.places = input.list("places", format::MAX_CODE, 2, |input| {
            place(input, &mut last)
        })?;
    }
    if has_debug(module) {
        return Ok(());
    }
    input.corrupt(at, "it says nothing, and should be empty")
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
