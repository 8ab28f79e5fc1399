//! Positions that are drawn one after the other until enough fit, looked at by several threads.
//!
//! ```text
//!   places   | window 1 | window 2                | window 3                                   …
//!            a window's blocks are shared among the threads; what they found is taken in the order of the places, up to the last one wanted
//! ```
//!
//! So what is drawn is what one thread would have drawn that goes from place to place. A window is so long that no more may fit than are wanted,
//! or half as long as it seems to take until all are found: hardly anything is looked at in vain.

use std::ops::Range;

/// The most places of a block.
const BLOCK: u64 = 1024;

/// The most places of a window: what is found in it is kept until all of it was looked at.
const MOST: u64 = 1 << 18;

/// Where drawing is among its places.
#[derive(Clone, Debug)]
pub(crate) struct Windows {
    at: u64,
    places: u64,
}

impl Windows {
    /// Nothing has been looked at of so many places.
    pub(crate) const fn of(places: u64) -> Windows {
        Windows { at: 0, places }
    }

    /// How many places have been handed out.
    pub(crate) const fn looked(&self) -> u64 {
        self.at
    }

    /// The blocks of places that are looked at next, if this many fit of those before; `None` where enough do, or none is left.
    pub(crate) fn next(&mut self, wanted: u64, found: u64) -> Option<Vec<Range<u64>>> {
        let missing = wanted.saturating_sub(found);
        let left = self.places - self.at;
        if missing == 0 || left == 0 {
            return None;
        }
        // As many places for each that fits as up to now.
        let each = (self.at + 1) / (found + 1);
        let half = missing.saturating_mul(each) / 2;
        let window = self.at..self.at + missing.max(half).min(MOST).min(left);
        self.at = window.end;
        Some(blocks(window))
    }
}

/// The blocks of a window, in their order: so many that the threads are done at about the same time.
fn blocks(window: Range<u64>) -> Vec<Range<u64>> {
    let threads = rayon::current_num_threads() as u64;
    let length = (window.end - window.start) / (16 * threads);
    let length = length.clamp(1, BLOCK);
    let starts = window.clone().step_by(length as usize);
    let block = |start: u64| start..(start + length).min(window.end);
    starts.map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_all_places_in_order() {
        for (places, rarity) in [
            (0, 1),
            (1, 1),
            (70_000, 1),
            (5_000_000, 900),
            (3_000, 1_000_000),
        ] {
            let mut windows = Windows::of(places);
            let (mut at, mut found) = (0, 0);
            while let Some(blocks) = windows.next(2_000, found) {
                let begun = at;
                for block in blocks {
                    assert_eq!(block.start, at);
                    assert!(block.end > at);
                    at = block.end;
                }
                assert!(at - begun <= MOST && at <= places);
                found = at / rarity;
            }
            assert!(at == places || found >= 2_000, "{places} {rarity} {at}");
            // No more than a few are looked at in vain.
            assert!(found <= 2_600, "{found}");
        }
    }

    #[test]
    fn where_all_fit_none_is_looked_at_in_vain() {
        let end = |blocks: Option<Vec<Range<u64>>>| Some(blocks?.last()?.end);
        let mut windows = Windows::of(1_000_000);
        assert_eq!(end(windows.next(300, 0)), Some(300));
        assert_eq!(windows.next(300, 300), None);
        let mut windows = Windows::of(100);
        assert_eq!(end(windows.next(300, 0)), Some(100));
        assert_eq!(windows.next(300, 99), None);
    }
}
