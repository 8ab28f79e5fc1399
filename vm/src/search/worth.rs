//! Whether it pays to remember what was found out: what is saved in a window of visits decides on it.
//!
//! ```text
//!   visits   ├── 1,024 ──┤ too little was saved ├────── 64,512, nothing is looked up ──────┤├── 1,024 ──┤ …
//! ```

/// Whether it pays to remember the nodes of a piece with so many plies left: what was saved in a window of visits decides on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Worth {
    /// Visits in this window.
    visits: u32,
    /// The positions that were not tested in it.
    pub(crate) saved: u64,
    /// How many nodes are still to be searched without being remembered.
    pub(super) off: u32,
}

/// The visits of a window.
const WINDOW: u32 = 1 << 10;

/// For how many visits nothing is remembered after a window that did not pay.
const PAUSE: u32 = 63 * WINDOW;

/// The positions that a visit has to save. To look a node up in vain and to note it takes about as long as testing so many.
pub(crate) const LEAST_SAVED: u64 = 6;

impl Worth {
    /// One more visit: whether the node is looked up and noted.
    #[inline(always)]
    pub(crate) fn is_on(&mut self) -> bool {
        if self.off > 1 {
            self.off -= 1;
            return false;
        }
        self.off = 0;
        self.visits += 1;
        self.visits < WINDOW || self.goes_on()
    }

    /// The end of a window.
    #[cold]
    fn goes_on(&mut self) -> bool {
        let pays = self.saved >= LEAST_SAVED * u64::from(self.visits);
        *self = Worth {
            off: if pays { 0 } else { PAUSE },
            ..Worth::default()
        };
        pays
    }
}

#[cfg(test)]
mod tests {
    use super::{LEAST_SAVED, PAUSE, WINDOW, Worth};

    #[test]
    fn what_does_not_pay_is_left_and_tried_again() {
        let mut worth = Worth::default();
        let mut on = |saved: u64| {
            (0..WINDOW + PAUSE - 1)
                .filter(|_| {
                    let on = worth.is_on();
                    worth.saved += if on { saved } else { 0 };
                    on
                })
                .count()
        };
        assert_eq!(on(0), WINDOW as usize - 1);
        assert_eq!(on(0), WINDOW as usize - 1);
        assert_eq!(on(LEAST_SAVED + 1), (WINDOW + PAUSE - 1) as usize);
    }
}
