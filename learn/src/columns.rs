//! One number of the vocabulary in every position of a class.

use adv_chess::Position;

use crate::class::WholeClass;

/// Greatest value of a number, and least with its sign changed: sums of a few with weights fit 32 bits.
pub const MOST_VALUE: i64 = 1_000_000;

/// Values of a number, by the places of positions in their class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// With us to move.
    pub(crate) ours: Vec<i32>,
    /// With them to move.
    pub(crate) theirs: Vec<i32>,
}

impl Column {
    /// Fills a column by the value of each position. `None` where a value is beyond [`MOST_VALUE`].
    ///
    /// # Errors
    /// The error of the first position that has no value.
    pub fn fill<E>(
        class: &WholeClass,
        mut value: impl FnMut(&Position) -> Result<i64, E>,
    ) -> Result<Option<Column>, E> {
        let mut side = |turn| -> Result<Option<Vec<i32>>, E> {
            let mut values = Vec::new();
            for position in class.positions(turn) {
                let value = value(&position)?;
                if !(-MOST_VALUE..=MOST_VALUE).contains(&value) {
                    return Ok(None);
                }
                values.push(value as i32);
            }
            Ok(Some(values))
        };
        let (ours, theirs) = (side(class.us())?, side(!class.us())?);
        Ok(ours
            .zip(theirs)
            .map(|(ours, theirs)| Column { ours, theirs }))
    }

    /// Returns the values, first those with us to move.
    pub fn values(&self) -> impl Iterator<Item = i32> {
        self.ours.iter().chain(&self.theirs).copied()
    }

    /// True where every position has the same value.
    pub fn is_constant(&self) -> bool {
        let first = self.ours.first();
        self.values().all(|value| Some(&value) == first)
    }
}
