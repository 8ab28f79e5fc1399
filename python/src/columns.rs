//! Columns of a table as they grow, in the buffers that Arrow's interfaces point to (`arrow.rs`).

use std::collections::HashMap;
use std::ffi::{CStr, c_void};
use std::sync::Arc;

use crate::arrow::Rows;

/// A bit for each value: whether it is there.
#[derive(Default)]
pub(crate) struct Valid {
    pub(crate) bits: Vec<u8>,
    pub(crate) len: usize,
    pub(crate) nulls: usize,
}

impl Valid {
    fn push(&mut self, is_there: bool) {
        if self.len.is_multiple_of(8) {
            self.bits.push(0);
        }
        if let Some(last) = self.bits.last_mut() {
            *last |= u8::from(is_there) << (self.len % 8);
        }
        self.len += 1;
        self.nulls += usize::from(!is_there);
    }
}

/// Memory that an array points to.
pub(crate) trait Buffer: Send + Sync {
    fn at(&self) -> *const c_void;
}

impl<T: Send + Sync> Buffer for Vec<T> {
    fn at(&self) -> *const c_void {
        self.as_ptr().cast()
    }
}

/// A column as Arrow has it.
pub(crate) struct Column {
    pub(crate) name: &'static CStr,
    pub(crate) format: &'static CStr,
    pub(crate) valid: Valid,
    pub(crate) buffers: Vec<Box<dyn Buffer>>,
    pub(crate) words: Option<Box<Column>>,
}

/// A column of texts.
pub struct Texts {
    offsets: Vec<i64>,
    bytes: Vec<u8>,
    valid: Valid,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts {
            offsets: vec![0],
            bytes: Vec::new(),
            valid: Valid::default(),
        }
    }
}

impl Texts {
    /// Adds a text, or none.
    pub fn push(&mut self, text: Option<&str>) {
        self.bytes.extend(text.unwrap_or_default().bytes());
        self.offsets.push(self.bytes.len() as i64);
        self.valid.push(text.is_some());
    }

    fn done(self, name: &'static CStr) -> Column {
        Column {
            name,
            format: c"U",
            valid: self.valid,
            buffers: vec![Box::new(self.offsets), Box::new(self.bytes)],
            words: None,
        }
    }
}

/// A column of numbers.
#[derive(Default)]
pub struct Numbers<T> {
    values: Vec<T>,
    valid: Valid,
}

impl<T: Default + Send + Sync + 'static> Numbers<T> {
    /// Adds a number, or none.
    pub fn push(&mut self, number: Option<T>) {
        self.valid.push(number.is_some());
        self.values.push(number.unwrap_or_default());
    }

    fn done(self, name: &'static CStr, format: &'static CStr) -> Column {
        Column {
            name,
            format,
            valid: self.valid,
            buffers: vec![Box::new(self.values)],
            words: None,
        }
    }
}

/// A column of few texts, each of which is kept once.
#[derive(Default)]
pub struct Words {
    numbers: Numbers<i32>,
    known: HashMap<String, i32>,
    words: Texts,
}

impl Words {
    /// Adds a text, or none.
    pub fn push(&mut self, text: Option<&str>) {
        let number = text.map(|text| match self.known.get(text) {
            Some(number) => *number,
            None => {
                let number = self.known.len() as i32;
                self.known.insert(text.to_owned(), number);
                self.words.push(Some(text));
                number
            }
        });
        self.numbers.push(number);
    }

    fn done(self, name: &'static CStr) -> Column {
        Column {
            words: Some(Box::new(self.words.done(c""))),
            ..self.numbers.done(name, c"i")
        }
    }
}

/// The rows of a survey as they grow.
#[derive(Default)]
pub struct Growing {
    pub fen: Texts,
    pub rule: Numbers<u32>,
    pub advice: Words,
    pub played: Texts,
    pub positions: Numbers<u64>,
}

impl Growing {
    /// The table.
    pub fn done(self) -> Rows {
        let rows = self.fen.valid.len;
        let columns = vec![
            self.fen.done(c"fen"),
            self.rule.done(c"rule", c"I"),
            self.advice.done(c"advice"),
            self.played.done(c"move"),
            self.positions.done(c"positions", c"L"),
        ];
        Rows(Arc::new(Table { columns, rows }))
    }
}

/// Columns of equal length.
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: usize,
}
