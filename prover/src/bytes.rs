//! Numbers, texts and positions as bytes: little-endian varints of seven bits a byte.

use adv_chess::{Color, Material, Position};

use crate::error::{CheckpointFault, ProveError};
use crate::packed::Packer;
use crate::report::Choice;

/// Bytes that are written.
#[derive(Default)]
pub(crate) struct Out {
    pub(crate) bytes: Vec<u8>,
    /// What packs those of many states.
    packer: Option<Packer>,
}

/// So many bytes are packed at once.
const SPILLED: usize = 1 << 16;

impl Out {
    /// Bytes that are packed now and then.
    pub(crate) fn packed(packer: Packer) -> Out {
        Out {
            bytes: Vec::new(),
            packer: Some(packer),
        }
    }

    /// Packs what is written, where that is wanted and it is much.
    pub(crate) fn spill(&mut self) {
        if self.bytes.len() >= SPILLED
            && let Some(packer) = &mut self.packer
        {
            packer.add(&self.bytes);
            self.bytes.clear();
        }
    }

    /// All that was written, packed where that was wanted.
    pub(crate) fn finish(self) -> Vec<u8> {
        let Some(mut packer) = self.packer else {
            return self.bytes;
        };
        packer.add(&self.bytes);
        packer.finish()
    }

    pub(crate) fn number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.bytes.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.bytes.push(n as u8);
    }

    pub(crate) fn option(&mut self, n: Option<u64>) {
        self.number(n.map_or(0, |n| n + 1));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    pub(crate) fn words(&mut self, words: &[u16]) {
        self.number(words.len() as u64);
        words.iter().for_each(|w| self.number(u64::from(*w)));
    }

    /// The men and the side to move of a class.
    pub(crate) fn class(&mut self, material: &Material, turn: Color) {
        self.bytes.extend(material.counts.iter().flatten());
        self.bytes.push(turn as u8);
    }

    /// The words of a junction.
    pub(crate) fn junction(&mut self, words: &[u32]) {
        self.number(words.len() as u64);
        words.iter().for_each(|w| self.number(u64::from(*w)));
    }

    /// A position without its clocks; its side to move is known to who reads it.
    pub(crate) fn position(&mut self, position: &Position) {
        for set in position.by_role.iter().chain(&position.by_color) {
            self.bytes.extend(set.to_le_bytes());
        }
        self.number(position.ep().map_or(0, u64::from));
        self.number(u64::from(position.castling()));
    }

    pub(crate) fn choice(&mut self, choice: &Choice) {
        self.option(choice.strategy.map(u64::from));
        self.option(choice.statement.map(u64::from));
        self.option(choice.table.map(u64::from));
        self.option(choice.rule.map(u64::from));
        self.number(u64::from(choice.advice));
    }
}

/// Bytes that are read.
pub(crate) struct In<'b> {
    pub(crate) rest: &'b [u8],
}

impl<'b> In<'b> {
    pub(crate) fn number(&mut self) -> Result<u64, ProveError> {
        let mut n = 0u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first().ok_or_else(cut)?;
            self.rest = rest;
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(n);
            }
        }
        Err(cut())
    }

    pub(crate) fn small<T: TryFrom<u64>>(&mut self) -> Result<T, ProveError> {
        T::try_from(self.number()?).map_err(|_| cut())
    }

    pub(crate) fn option<T: TryFrom<u64>>(&mut self) -> Result<Option<T>, ProveError> {
        match self.number()?.checked_sub(1) {
            None => Ok(None),
            Some(n) => T::try_from(n).map(Some).map_err(|_| cut()),
        }
    }

    /// A count of things that take at least a byte each.
    pub(crate) fn count(&mut self) -> Result<usize, ProveError> {
        let count: usize = self.small()?;
        if count > self.rest.len() {
            return Err(cut());
        }
        Ok(count)
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'b [u8], ProveError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(cut)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn words(&mut self) -> Result<Vec<u16>, ProveError> {
        let count = self.count()?;
        (0..count).map(|_| self.small()).collect()
    }

    /// The men and the side to move of a class.
    pub(crate) fn class(&mut self) -> Result<(Material, Color), ProveError> {
        let mut material = Material::default();
        for side in &mut material.counts {
            side.copy_from_slice(self.take(6)?);
        }
        match self.take(1)? {
            [0] => Ok((material, Color::White)),
            [1] => Ok((material, Color::Black)),
            _ => Err(cut()),
        }
    }

    /// The words of a junction.
    pub(crate) fn junction(&mut self) -> Result<Vec<u32>, ProveError> {
        let count = self.count()?;
        (0..count).map(|_| self.small()).collect()
    }

    /// A position as [`Out::position`] writes it. Its sets may be no board.
    pub(crate) fn position(&mut self, turn: Color) -> Result<Position, ProveError> {
        let mut position = Position::EMPTY.with_turn(turn);
        for at in 0..8 {
            let set = self.fixed()?;
            match at {
                0..6 => position.by_role[at] = set,
                _ => position.by_color[at - 6] = set,
            }
        }
        let ep: u8 = self.small()?;
        let position = position.with_ep((ep != 0).then_some(ep));
        Ok(position.with_castling(self.small()?))
    }

    /// A number of eight bytes.
    pub(crate) fn fixed(&mut self) -> Result<u64, ProveError> {
        let bytes = self.take(8)?.try_into().map_err(|_| cut())?;
        Ok(u64::from_le_bytes(bytes))
    }

    pub(crate) fn choice(&mut self) -> Result<Choice, ProveError> {
        Ok(Choice {
            strategy: self.option()?,
            statement: self.option()?,
            table: self.option()?,
            rule: self.option()?,
            advice: self.small()?,
        })
    }
}

/// They end too early, or are impossible.
pub(crate) fn cut() -> ProveError {
    ProveError::Checkpoint(CheckpointFault::Malformed)
}
