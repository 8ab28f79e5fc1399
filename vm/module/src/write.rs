//! A module as the bytes of a `.advc` file; [`crate::format`] draws them.

use crate::data::{Data, Field, Visitor, change_places, each_place};
use crate::format;
use crate::ids::Id;
use crate::op::Op;
use crate::program::{Place, Program, SpokenZone};

/// Writes a module. One module has one file: the same module gives the same bytes.
///
/// Nothing is checked; what is beyond a limit of the format is refused when the file is read.
pub fn write(module: &Program) -> Vec<u8> {
    let mut records = Bytes::default();
    module.visit(Field::WHOLE, &mut records);
    let mut debug = Bytes::default();
    debug.debug(module);
    let primitives = primitives_used(module);
    let parts = [records.0, debug.0];
    let mut file = Vec::with_capacity(format::HEADER + parts.iter().map(Vec::len).sum::<usize>());
    file.extend(format::MAGIC);
    file.extend(format::VERSION.to_le_bytes());
    file.push(primitives);
    file.extend(format::primitive_fingerprint(primitives).to_le_bytes());
    for part in &parts {
        file.extend(u32::try_from(part.len()).unwrap_or(u32::MAX).to_le_bytes());
    }
    parts.iter().for_each(|part| file.extend(part));
    let sum = format::fnv1a(&file);
    file.extend(sum.to_le_bytes());
    file
}

/// How many entries of the primitives' table a module relies on: one more than the highest number in its code.
pub(crate) fn primitives_used(module: &Program) -> u8 {
    let code = module.functions.iter().flat_map(|function| &function.code);
    code.map(|op| match op {
        Op::Prim { prim, .. } => prim.tag().saturating_add(1),
        _ => 0,
    })
    .max()
    .unwrap_or(0)
}

/// The bytes of one part.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    /// LEB128 in its shortest form: seven bits a byte, the lowest first, the high bit set on all bytes but the last.
    fn leb(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Zigzag: 0, -1, 1, -2 … become 0, 1, 2, 3 …
    fn zigzag(&mut self, number: i64) {
        self.leb(((number << 1) ^ (number >> 63)).cast_unsigned());
    }

    /// Source and places: the places of records in their order, then those of each function's instructions. Every place is its start
    /// less the start before it, and its length.
    fn debug(&mut self, module: &Program) {
        if !has_debug(module) {
            return;
        }
        module.source.visit(Field::WHOLE, self);
        let mut last = 0;
        each_place(module, |place| self.difference(place, &mut last));
        for function in &module.functions {
            self.leb(function.places.len() as u64);
            for place in &function.places {
                self.difference(*place, &mut last);
            }
        }
    }

    fn difference(&mut self, place: Place, last: &mut u32) {
        self.zigzag(i64::from(place.start) - i64::from(*last));
        self.zigzag(i64::from(place.end) - i64::from(place.start));
        *last = place.start;
    }
}

impl Visitor for Bytes {
    fn variant(&mut self, _: Field, tag: u8, _: &'static str) {
        self.0.push(tag);
    }
    fn list(&mut self, _: Field, length: usize) {
        self.leb(length as u64);
    }
    fn option(&mut self, _: Field, some: bool) {
        self.0.push(u8::from(some));
    }
    fn word(&mut self, _: Field, tag: u8, _: &'static str) {
        self.0.push(tag);
    }
    fn number(&mut self, _: Field, number: u64) {
        self.leb(number);
    }
    fn signed(&mut self, _: Field, number: i64) {
        self.zigzag(number);
    }
    fn flag(&mut self, _: Field, flag: bool) {
        self.0.push(u8::from(flag));
    }
    fn text(&mut self, _: Field, text: &str) {
        self.leb(text.len() as u64);
        self.0.extend(text.as_bytes());
    }
    fn id(&mut self, _: Field, id: Id) {
        self.leb(id.index() as u64);
    }
    fn code(&mut self, code: &[Op]) {
        code.iter().for_each(|op| self.0.extend(op.encode()));
    }
}

impl Program {
    /// Takes the debug part out: the source text and all places; claims, zones and cases are worded by their records. What the module does
    /// stays the same.
    pub fn strip(&mut self) {
        let words: Vec<String> = self
            .claims
            .iter()
            .map(|claim| claim.of_records(self))
            .collect();
        for (claim, words) in self.claims.iter_mut().zip(words) {
            claim.tell_by_records(words);
        }
        for advice in &mut self.advice {
            advice.better.tell_by_records();
            advice.holding.tell_by_records();
            let classes = advice.us.classes_mut().chain(advice.them.classes_mut());
            let zones = classes.flat_map(|of| &mut of.zones);
            zones.for_each(SpokenZone::tell_by_records);
        }
        self.source = None;
        self.functions
            .iter_mut()
            .for_each(|function| function.places.clear());
        change_places(self, |_| Place::default());
    }
}

/// True where there is a source text or a place that says anything.
pub(crate) fn has_debug(module: &Program) -> bool {
    let mut any = module.source.is_some();
    each_place(module, |place| any |= place != Place::default());
    any || module
        .functions
        .iter()
        .any(|function| !function.places.is_empty())
}
