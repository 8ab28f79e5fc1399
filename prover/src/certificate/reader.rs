//! Reads what [`super::writer`] writes, for the comparison with a program.
//!
//! The rules of chess are not checked here: `adv-certificate` has done that with code of its own.

use std::collections::BTreeMap;

use adv_chess::{Color, Position, Role};

use super::writer::{KEY, Material, NUMBERED, has_passing, kinds};

/// What a certificate says, its trees still packed.
pub(super) struct Reading<'b> {
    pub(super) claim: String,
    pub(super) fingerprint: [u8; 32],
    pub(super) us: Color,
    pub(super) any_choice: bool,
    /// The most plies to mate, 0 where nothing is said of them.
    pub(super) bound: u64,
    /// What each control point is in the program: the words of a junction.
    pub(super) places: Vec<Vec<u32>>,
    pub(super) entries: Entries,
    pub(super) trees: TreeStream<'b>,
}

/// The entries of a certificate, in the order of the trees.
pub(super) enum Entries {
    /// Positions by their numbers.
    Numbered(NumberedEntries),
    /// Whole positions.
    Whole(Vec<WholeEntry>),
}

/// Entries whose positions are numbered.
pub(super) struct NumberedEntries {
    /// The men of the claim's positions.
    pub(super) men: Material,
    /// The positions are those that have entries at control point 0, and not all of the material.
    pub(super) marked: bool,
    /// By material as packed and control point, which is the order of the trees.
    pub(super) layers: BTreeMap<(u64, u16), EntryLayer>,
}

/// An entry whose position is written whole.
pub(super) struct WholeEntry {
    /// The position as it is written, with the control point: what entries are in order by.
    pub(super) key: [u8; KEY],
    /// The claim speaks of it.
    pub(super) claimed: bool,
    pub(super) rank: u16,
}

impl WholeEntry {
    /// The control point.
    pub(super) const fn control(&self) -> u16 {
        let [.., low, high] = self.key;
        u16::from_le_bytes([low, high])
    }

    /// The position as it is written.
    pub(super) fn board(&self) -> &[u8] {
        board(&self.key)
    }
}

/// The part of a key that is the position.
pub(super) fn board(key: &[u8; KEY]) -> &[u8] {
    key.split_at(KEY - 2).0
}

impl Entries {
    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Entries::Numbered(numbered) => {
                let layers = numbered.layers.values();
                layers.map(|layer| layer.entries.len()).sum()
            }
            Entries::Whole(entries) => entries.len(),
        }
    }

    /// Each entry: its control point, and its position with this side to move, `None` for a number or bytes without one.
    pub(super) fn positions(
        &self,
        us: Color,
    ) -> Box<dyn Iterator<Item = (u16, Option<Position>)> + '_> {
        match self {
            Entries::Numbered(numbered) => Box::new(numbered.layers.iter().flat_map(
                move |((_, control), layer)| {
                    let entries = layer.entries.iter();
                    entries.map(move |entry| (*control, position(&layer.men, us, entry.0)))
                },
            )),
            Entries::Whole(entries) => Box::new(
                entries
                    .iter()
                    .map(move |entry| (entry.control(), whole(us, &entry.key))),
            ),
        }
    }
}

/// The entries of one material at one control point.
pub(super) struct EntryLayer {
    pub(super) men: Material,
    /// Numbers of positions and ranks, rising.
    pub(super) entries: Vec<(u64, u16)>,
}

/// The moves and replies of all trees that are still to be read.
#[derive(Clone, Copy)]
pub(super) struct TreeStream<'b> {
    moves: &'b [u8],
    replies: &'b [u8],
}

impl TreeStream<'_> {
    /// The next byte of moves.
    pub(super) fn a_move(&mut self) -> Option<u8> {
        let (byte, rest) = self.moves.split_first()?;
        self.moves = rest;
        Some(*byte)
    }

    /// The next number of replies.
    pub(super) fn reply(&mut self) -> Option<u16> {
        let (bytes, rest) = self.replies.split_first_chunk::<2>()?;
        self.replies = rest;
        Some(u16::from_le_bytes(*bytes))
    }

    /// True where nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.replies.is_empty()
    }
}

struct Input<'b>(&'b [u8]);

impl<'b> Input<'b> {
    fn take(&mut self, count: u64) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, bytes: u64) -> Option<u64> {
        let bytes = self.take(bytes)?.iter().rev();
        Some(bytes.fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn text(&mut self, bytes: u64) -> Option<String> {
        let length = self.number(bytes)?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }
}

/// The packed kings: one of each side, which a material does not count.
const KINGS: u64 = 1 | 1 << 24;

/// The material of packed men; `None` where a side has not one king.
fn unpacked(men: u64, us: Color) -> Option<Material> {
    if men & 0x0f00_000f != KINGS {
        return None;
    }
    let side =
        |first: u32| std::array::from_fn(|kind| (men >> (first + 4 * kind as u32) & 15) as u8);
    let mut material = [[0; 5]; 2];
    *material.get_mut(us.index())? = side(4);
    *material.get_mut((!us).index())? = side(28);
    Some(material)
}

/// The junctions of control points: for each the number of words, and the words.
fn places(bytes: &[u8]) -> Option<Vec<Vec<u32>>> {
    let mut input = Input(bytes);
    let mut places = Vec::new();
    while !input.0.is_empty() {
        let count = input.number(2)?;
        let words = (0..count).map(|_| u32::try_from(input.number(4)?).ok());
        places.push(words.collect::<Option<_>>()?);
    }
    Some(places)
}

/// Reads a certificate; `None` where the bytes are none.
pub(super) fn read(bytes: &[u8]) -> Option<Reading<'_>> {
    let mut input = Input(bytes.get(4..)?);
    let version = u16::try_from(input.number(2)?).ok()?;
    // The checksum.
    input.take(8)?;
    let length = if version == NUMBERED { 2 } else { 4 };
    let (claim, _program) = (input.text(length)?, input.text(length)?);
    let fingerprint = input.take(32)?.try_into().ok()?;
    let (flags, bound) = (input.number(1)?, input.number(8)?);
    let us = if flags & 1 == 0 {
        Color::White
    } else {
        Color::Black
    };
    let men = match version {
        NUMBERED => Some(unpacked(input.number(6)?, us)?),
        _ => None,
    };
    let length = input.number(8)?;
    let places = places(input.take(length)?)?;
    let entries = match men {
        Some(men) => Entries::Numbered(NumberedEntries {
            men,
            marked: flags & 4 > 0,
            layers: layers(&mut input, us)?,
        }),
        None => Entries::Whole(whole_entries(&mut input)?),
    };
    let length = input.number(8)?;
    Some(Reading {
        claim,
        fingerprint,
        us,
        any_choice: flags & 2 > 0,
        bound,
        places,
        entries,
        trees: TreeStream {
            moves: input.take(length)?,
            replies: input.0,
        },
    })
}

/// The layers of numbered entries.
fn layers(input: &mut Input<'_>, us: Color) -> Option<BTreeMap<(u64, u16), EntryLayer>> {
    let mut layers = BTreeMap::new();
    for _ in 0..input.number(8)? {
        let name = (input.number(6)?, input.number(2)? as u16);
        let mut layer = EntryLayer {
            men: unpacked(name.0, us)?,
            entries: Vec::new(),
        };
        let mut number = 0_u64;
        for _ in 0..input.number(8)? {
            number = number.checked_add(input.number(6)?)?;
            layer.entries.push((number, input.number(2)? as u16));
        }
        layers.insert(name, layer);
    }
    Some(layers)
}

/// The entries of whole positions.
fn whole_entries(input: &mut Input<'_>) -> Option<Vec<WholeEntry>> {
    let mut entries = Vec::new();
    for _ in 0..input.number(8)? {
        entries.push(WholeEntry {
            key: input.take(KEY as u64)?.try_into().ok()?,
            claimed: input.number(1)? == 1,
            rank: input.number(2)? as u16,
        });
    }
    Some(entries)
}

/// The position that is written whole.
fn whole(us: Color, key: &[u8; KEY]) -> Option<Position> {
    let mut input = Input(key);
    let (mut squares, men) = (input.number(8)?, input.take(16)?);
    let (castling, passing) = (input.number(1)?, input.number(1)?);
    let mut position = Position::EMPTY.with_turn(us);
    let mut halves = men.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    while squares != 0 {
        let bits = halves.next()?;
        let role = *Role::ALL.get(usize::from(bits & 7).checked_sub(1)?)?;
        let color = if bits < 8 { Color::White } else { Color::Black };
        position.put(color, role, squares.trailing_zeros() as u8);
        squares &= squares - 1;
    }
    let passing = u8::try_from(passing)
        .ok()
        .filter(|square| (1..64).contains(square));
    Some(position.with_ep(passing).with_castling(castling as u8 & 15))
}

/// The position of a number: the squares of the men as digits to the base 64.
pub(super) fn position(men: &Material, us: Color, number: u64) -> Option<Position> {
    let mut position = Position::EMPTY.with_turn(us);
    let count: u8 = kinds(men, us.index()).map(|(_, _, count)| count).sum();
    let digits = u32::from(count) + u32::from(has_passing(men));
    let mut shift = 6 * digits;
    let mut digit = || {
        shift = shift.checked_sub(6)?;
        Some((number.checked_shr(shift)? & 63) as u8)
    };
    for (colour, kind, count) in kinds(men, us.index()) {
        for _ in 0..count {
            position.put(*Color::ALL.get(colour)?, *Role::ALL.get(kind)?, digit()?);
        }
    }
    let passing = if has_passing(men) { digit()? } else { 0 };
    Some(position.with_ep((passing != 0).then_some(passing)))
}
