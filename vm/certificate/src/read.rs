//! From bytes to what they say; whether it is true is asked in `walk`.

use shakmaty::{Chess, Color};

use crate::Verdict;
use crate::class::{Class, Men, name};
use crate::refusal::Reason;

/// Keys of a page.
const PAGE: u64 = 8192;

/// Bytes that are still to be read.
pub(crate) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn take(&mut self, count: u64) -> Result<&'a [u8], Reason> {
        let count = usize::try_from(count).map_err(|_| Reason::Truncated)?;
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Reason::Truncated)?;
        self.0 = rest;
        Ok(taken)
    }

    pub fn fixed(&mut self, bytes: u64) -> Result<u64, Reason> {
        Ok(self
            .take(bytes)?
            .iter()
            .rfold(0, |value, &byte| value << 8 | u64::from(byte)))
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

    fn several<T>(
        &mut self,
        read: impl Fn(&mut Self) -> Result<T, Reason>,
    ) -> Result<Vec<T>, Reason> {
        (0..self.varint()?).map(|_| read(self)).collect()
    }

    fn text(&mut self) -> Result<&'a str, Reason> {
        let count = self.varint()?;
        let text = std::str::from_utf8(self.take(count)?).ok();
        let plain = text.filter(|text| !text.contains(char::is_control));
        plain.ok_or(Reason::Malformed("a text is not plain"))
    }
}

/// The entries of a stretch of keys.
pub(crate) struct Page<'a> {
    /// The first of them.
    first: u64,
    /// The rank by key, 0 for no entry.
    ranks: Vec<u16>,
    pub moves: &'a [u8],
    pub replies: &'a [u8],
}

impl<'a> Page<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Page<'a>, Reason> {
        // Twice, so that there is room for the keys behind the first.
        let room = reader
            .varint()?
            .checked_mul(2 * PAGE)
            .ok_or(Reason::TooMany("numbers"))?;
        let bits = reader.take(PAGE / 8)?.iter();
        let mut ranks: Vec<u16> = bits
            .flat_map(|b| (0..8).map(move |i| u16::from(b >> i & 1)))
            .collect();
        for rank in ranks.iter_mut().filter(|rank| **rank > 0) {
            *rank =
                u16::try_from(reader.varint()?).map_err(|_| Reason::TooMany("moves to mate"))?;
            if *rank == 0 {
                return Err(Reason::Malformed("a rank is 0"));
            }
        }
        let lengths = (reader.varint()?, reader.varint()?);
        Ok(Page {
            first: room / 2,
            ranks,
            moves: reader.take(lengths.0)?,
            replies: reader.take(lengths.1)?,
        })
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
    pub pages: Vec<Page<'a>>,
}

impl<'a> Layer<'a> {
    fn read(reader: &mut Reader<'a>, us: Color) -> Result<Layer<'a>, Reason> {
        let class = Class::new(us, reader.fixed(5)?).ok_or(Reason::TooMany("men"))?;
        let control = reader.varint()?;
        let pages: Vec<Page<'a>> = reader.several(Page::read)?;
        let rising = pages.is_sorted_by(|a, b| a.first < b.first);
        rising
            .then_some(Layer {
                class,
                control,
                pages,
            })
            .ok_or(Reason::Malformed("pages do not rise"))
    }

    /// Men and control point.
    pub fn name(&self) -> (Men, u64) {
        (self.class.men, self.control)
    }

    /// The rank of a position's entry.
    pub fn rank(&self, position: &Chess) -> Option<u16> {
        let key = self.class.key(position);
        let page = self
            .pages
            .binary_search_by_key(&(key - key % PAGE), |page| page.first)
            .ok()?;
        let rank = self.pages.get(page)?.ranks.get((key % PAGE) as usize);
        rank.copied().filter(|&rank| rank > 0)
    }

    /// Whether every number has its page.
    pub fn is_whole(&self) -> bool {
        let firsts = (0..self.class.len).step_by(PAGE as usize);
        let mut pages = self.pages.iter();
        firsts
            .into_iter()
            .all(|first| pages.next().is_some_and(|page| page.first == first))
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
        let (claim, program) = (reader.text()?.to_owned(), reader.text()?.to_owned());
        let (fingerprint, flags) = (reader.fixed(8)?, reader.fixed(1)?);
        if flags > 3 || reader.fixed(1)? != 1 {
            return Err(Reason::Malformed("an unknown flag or goal"));
        }
        let (us, any_choice) = (Color::from_white(flags & 1 == 0), flags & 2 > 0);
        let bound = Some(reader.varint()?).filter(|&bound| bound > 0);
        let (set, words) = match reader.fixed(1)? {
            0 => (Set::All(reader.fixed(5)?), "every legal position"),
            1 => (Set::Marked(reader.fixed(5)?), "the marked positions"),
            2 => (
                Set::Listed(reader.several(Reader::text)?),
                "the listed positions",
            ),
            _ => return Err(Reason::Malformed("an unknown kind of set")),
        };
        let set_of = match set {
            Set::All(men) | Set::Marked(men) => format!(" of {}", name(men, us)),
            Set::Listed(_) => String::new(),
        };
        let layers = reader.several(|reader| Layer::read(reader, us))?;
        if !layers.is_sorted_by(|a, b| a.name() < b.name()) || !reader.0.is_empty() {
            return Err(Reason::Malformed("layers do not rise, or are not all"));
        }
        let set_in_words = format!("{words}{set_of} with {us} to move");
        let zero = Verdict {
            claim,
            program,
            fingerprint,
            us,
            any_choice,
            bound,
            set: set_in_words,
            positions: 0,
            worst_plies: 0,
            states: 0,
            moves_checked: 0,
            replies_checked: 0,
        };
        Ok(Certificate {
            verdict: zero,
            set,
            layers,
        })
    }

    /// The layer of these men and this control point.
    pub fn layer(&self, men: Men, control: u64) -> Option<&Layer<'a>> {
        let found = self
            .layers
            .binary_search_by_key(&(men, control), Layer::name);
        found.ok().and_then(|at| self.layers.get(at))
    }
}
