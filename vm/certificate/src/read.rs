//! From bytes to what they say; whether it is true is asked in `walk`.

use shakmaty::{Chess, Color};

use crate::Verdict;
use crate::class::{Class, Men, name};
use crate::refusal::Reason;

/// Keys of a page.
const PAGE: u64 = 8192;

/// Bytes that are still to be read.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn take(&mut self, count: u64) -> Result<Reader<'a>, Reason> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Reason::Truncated)?;
        self.0 = rest;
        Ok(Reader(taken))
    }

    /// A number of so many bytes, the lowest first.
    pub fn fixed(&mut self, bytes: u64) -> Result<u64, Reason> {
        let bytes = self.take(bytes)?.0.iter();
        Ok(bytes.rfold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    pub fn varint(&mut self) -> Result<u64, Reason> {
        let mut value = 0;
        for shift in [0, 7, 14, 21, 28, 35, 42, 49, 56] {
            let (&byte, rest) = self.0.split_first().ok_or(Reason::Truncated)?;
            self.0 = rest;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        Err(Reason::Malformed("a number is too long"))
    }

    fn text(&mut self) -> Result<&'a str, Reason> {
        let count = self.varint()?;
        match std::str::from_utf8(self.take(count)?.0) {
            Ok(text) if !text.contains(char::is_control) => Ok(text),
            _ => Err(Reason::Malformed("a text is not plain")),
        }
    }

    fn several<T>(
        &mut self,
        read: impl Fn(&mut Self) -> Result<T, Reason>,
    ) -> Result<Vec<T>, Reason> {
        (0..self.varint()?).map(|_| read(self)).collect()
    }
}

/// The entries of a stretch of keys.
pub(crate) struct Page<'a> {
    /// The first of them.
    first: u64,
    /// The rank by key, 0 for no entry.
    ranks: Vec<u16>,
    pub moves: Reader<'a>,
    pub replies: Reader<'a>,
}

impl<'a> Page<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Page<'a>, Reason> {
        let first = reader.varint()?.checked_mul(PAGE);
        // The keys behind the first are to be numbers, too.
        let first = first.filter(|first| first.checked_add(PAGE).is_some());
        let first = first.ok_or(Reason::TooMany("numbers"))?;
        let bits = reader.take(PAGE / 8)?.0.iter();
        let bits = bits.flat_map(|byte| (0..8).map(move |bit| u16::from(byte >> bit & 1)));
        let mut ranks: Vec<u16> = bits.collect();
        for rank in ranks.iter_mut().filter(|present| **present > 0) {
            let moves = reader.varint()?;
            *rank = u16::try_from(moves).map_err(|_| Reason::TooMany("moves to mate"))?;
            if *rank == 0 {
                return Err(Reason::Malformed("a rank is 0"));
            }
        }
        let (moves, replies) = (reader.varint()?, reader.varint()?);
        let (moves, replies) = (reader.take(moves)?, reader.take(replies)?);
        let page = Page {
            first,
            ranks,
            moves,
            replies,
        };
        Ok(page)
    }

    /// Every key with its rank.
    pub fn keys(&self) -> impl Iterator<Item = (u64, u16)> {
        (self.first..).zip(self.ranks.iter().copied())
    }
}

/// The states of one material and control point.
pub(crate) struct Layer<'a> {
    pub class: Class,
    control: u64,
    pages: Vec<Page<'a>>,
}

impl<'a> Layer<'a> {
    fn read(reader: &mut Reader<'a>, us: Color) -> Result<Layer<'a>, Reason> {
        let class = Class::new(us, reader.fixed(5)?).ok_or(Reason::TooMany("men"))?;
        let control = reader.varint()?;
        let pages = reader.several(Page::read)?;
        if !pages.is_sorted_by(|a, b| a.first < b.first) {
            return Err(Reason::Malformed("the pages do not rise"));
        }
        Ok(Layer {
            class,
            control,
            pages,
        })
    }

    /// Men and control point.
    pub fn name(&self) -> (Men, u64) {
        (self.class.men, self.control)
    }

    pub fn pages(&self) -> impl Iterator<Item = &Page<'a>> {
        self.pages.iter()
    }

    /// The rank of a position's entry.
    pub fn rank(&self, position: &Chess) -> Option<u16> {
        let key = self.class.key(position);
        let first = key - key % PAGE;
        let page = self.pages.binary_search_by_key(&first, |page| page.first);
        let rank = self.pages.get(page.ok()?)?.ranks.get((key % PAGE) as usize);
        rank.copied().filter(|&rank| rank > 0)
    }

    /// Whether every number has its page.
    pub fn is_whole(&self) -> bool {
        let firsts = (0..self.class.len).step_by(PAGE as usize);
        let mut pages = self.pages.iter().map(|page| page.first);
        firsts.into_iter().all(|first| pages.next() == Some(first))
    }
}

/// The positions that a claim speaks of.
pub(crate) enum Set<'a> {
    All(Men),
    Marked(Men),
    Listed(Vec<&'a str>),
}

/// What the bytes say.
pub(crate) struct Certificate<'a> {
    /// The header; what is to be counted is 0 yet.
    pub verdict: Verdict,
    pub set: Set<'a>,
    pub layers: Vec<Layer<'a>>,
}

impl<'a> Certificate<'a> {
    /// Reads everything behind the checksum.
    pub fn read(mut reader: Reader<'a>) -> Result<Certificate<'a>, Reason> {
        let mut verdict = Verdict {
            claim: reader.text()?.to_owned(),
            program: reader.text()?.to_owned(),
            fingerprint: reader.fixed(8)?,
            ..Verdict::default()
        };
        let flags = reader.fixed(1)?;
        if flags > 3 || reader.fixed(1)? != 1 {
            return Err(Reason::Malformed("an unknown flag or goal"));
        }
        verdict.white = flags & 1 == 0;
        let us = Color::from_white(verdict.white);
        verdict.any_choice = flags & 2 > 0;
        verdict.bound = Some(reader.varint()?).filter(|&bound| bound > 0);
        let (set, words) = match reader.fixed(1)? {
            0 => (Set::All(reader.fixed(5)?), "every legal position"),
            1 => (Set::Marked(reader.fixed(5)?), "the marked positions"),
            2 => (
                Set::Listed(reader.several(Reader::text)?),
                "the listed positions",
            ),
            _ => return Err(Reason::Malformed("an unknown kind of set")),
        };
        let of = match set {
            Set::All(men) | Set::Marked(men) => format!(" of {}", name(men, us)),
            Set::Listed(_) => String::new(),
        };
        verdict.set = format!("{words}{of} with {us} to move");
        let layers = reader.several(|reader| Layer::read(reader, us))?;
        if !layers.is_sorted_by(|a, b| a.name() < b.name()) || !reader.is_empty() {
            return Err(Reason::Malformed("the layers do not rise, or are not all"));
        }
        Ok(Certificate {
            verdict,
            set,
            layers,
        })
    }

    /// The side that mates.
    pub fn us(&self) -> Color {
        Color::from_white(self.verdict.white)
    }

    /// The layer of these men and this control point.
    pub fn layer(&self, men: Men, control: u64) -> Option<&Layer<'a>> {
        let found = self
            .layers
            .binary_search_by_key(&(men, control), Layer::name);
        self.layers.get(found.ok()?)
    }
}
