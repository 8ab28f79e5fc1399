//! The decided states of a layer, gone through chunk by chunk: where a chunk's records are is asked once for all of them.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use adv_chess::Color;

use super::{CHUNK, Layer, Records};
use crate::record::Record;

impl Layer {
    /// Of some numbers those whose records are of a kind, in order and with their records; chunks in which nothing was met have none.
    pub(super) fn those(
        &self,
        numbers: Range<u64>,
        is: impl Fn(Record) -> bool + Copy,
    ) -> impl Iterator<Item = (u64, Record)> {
        let (begin, end) = (numbers.start, numbers.end.min(self.len()));
        let chunks = begin / CHUNK..end.div_ceil(CHUNK);
        let own = chunks.flat_map(move |chunk| {
            let (first, records) = self.records_of(chunk, begin..end);
            let mut found = Vec::new();
            for (number, record) in (first..).zip(records) {
                let record = Record(record.load(Ordering::Relaxed));
                if is(record) {
                    found.push((number, record));
                }
            }
            found
        });
        let extras = begin.max(self.len())..numbers.end;
        let extras = extras.map(|number| (number, self.record(number)));
        own.chain(extras.filter(move |(_, record)| is(*record)))
    }

    /// The records of those numbers that are in a chunk, and the first of these numbers; none where nothing of the chunk was met.
    fn records_of(&self, chunk: u64, numbers: Range<u64>) -> (u64, &[AtomicU32]) {
        let of = self.chunk(chunk);
        let (first, last) = (of.start.max(numbers.start), of.end.min(numbers.end));
        let records = match self.has_records(chunk) && first < last {
            true => self.records(chunk),
            false => None,
        };
        let own = (first - of.start) as usize..(last.max(first) - of.start) as usize;
        let records = records.and_then(|records| records.get(own));
        (first, records.unwrap_or_default())
    }

    /// The records of a chunk in which something was met.
    fn records(&self, chunk: u64) -> Option<&Records> {
        let own = self.chunks.get(chunk as usize)?;
        own.records.get().or_else(|| self.bring(chunk))
    }

    /// The squares of both kings in the position of a number, White's first.
    #[inline]
    pub(crate) fn kings(&self, number: u64) -> [Option<u8>; 2] {
        if let Some((white, black)) = self.class.kings(number) {
            return [Some(white), Some(black)];
        }
        let position = self.known_position(number);
        Color::ALL.map(|color| position.as_ref().and_then(|p| p.king(color)))
    }
}

#[cfg(test)]
mod tests {
    use adv_chess::{Material, Role};

    use super::*;

    #[test]
    fn decided_states_are_those_whose_records_say_so() {
        let material = Material::new(&[Role::King, Role::Rook], &[Role::King]);
        let layer = Layer::new(material, Color::White, 0, true).expect("a class");
        // Of some chunks nothing is met.
        let met = |number: &u64| number / CHUNK % 3 != 1;
        for number in (0..layer.len()).step_by(37).filter(met) {
            layer.want(number, number % 2 == 0);
            if number % 5 != 0 {
                layer.decide(number, Record::of_move((number % 7) as u16, 9));
            }
        }
        let all: Vec<(u64, Record)> = (0..layer.len())
            .map(|number| (number, layer.record(number)))
            .filter(|(_, record)| record.is_decided())
            .collect();
        for begin in [0, 1, CHUNK - 1, CHUNK, 5 * CHUNK + 17, layer.len() - 1] {
            for end in [
                begin,
                begin + 1,
                begin + CHUNK,
                begin + 3 * CHUNK + 5,
                layer.len(),
            ] {
                let own = all.iter().copied();
                let own = own.filter(|(number, _)| (begin..end).contains(number));
                assert!(layer.decided_records(begin..end.min(layer.len())).eq(own));
            }
        }
    }

    #[test]
    fn kings_stand_where_they_stand_in_the_position() {
        let material = Material::new(&[Role::King, Role::Queen, Role::Pawn], &[Role::King]);
        let layer = Layer::new(material, Color::Black, 0, true).expect("a class");
        for number in (0..layer.len()).step_by(1013) {
            if let Some(position) = layer.known_position(number) {
                let kings = Color::ALL.map(|color| position.king(color));
                assert_eq!(layer.kings(number), kings);
            }
        }
        assert_eq!(layer.kings(layer.len()), [None, None]);
    }
}
