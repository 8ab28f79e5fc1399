//! The passes that make a program's code better and not different, each of which can be left out to see what it is worth.
//!
//! ```text
//!   definition ──build──▶ terms ─────────────────────────▶ code
//!               inline      │ special  order  assume         │ share
//!               origin      └ each where the term is made    └ hoist
//!               keep                                           each where it is written
//! ```
//!
//! `tests/benches/passes.rs` measures them. A program means the same with any set of them; only what an evaluation costs differs.

/// Which passes run. All of them by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes {
    /// Definitions, own ones and small ones of libraries, take the place of their calls.
    pub inline: bool,
    /// Special forms of general operations: few king steps on a board, a bounded distance to known squares, choices between
    /// known values.
    pub special: bool,
    /// Conjuncts and disjuncts are put in order by what they cost and how likely they decide. Without it the author's order stays.
    pub order: bool,
    /// A condition that has been decided on the way is not evaluated again.
    pub assume: bool,
    /// Equal parts are computed once.
    pub share: bool,
    /// What does not change in a loop is computed before it.
    pub hoist: bool,
    /// What speaks of the root only is computed once in a consultation.
    pub keep: bool,
    /// Where the current position can only be the root, what speaks of it counts as speaking of the root.
    pub origin: bool,
}

/// A pass's name and where its switch is.
pub type Switch = (&'static str, fn(&mut Passes) -> &mut bool);

impl Passes {
    /// Every pass.
    pub const ALL: Passes = Passes {
        inline: true,
        special: true,
        order: true,
        assume: true,
        share: true,
        hoist: true,
        keep: true,
        origin: true,
    };

    /// The switches, in the order in which the passes work.
    pub const SWITCHES: &'static [Switch] = &[
        ("inline", |passes| &mut passes.inline),
        ("special", |passes| &mut passes.special),
        ("order", |passes| &mut passes.order),
        ("assume", |passes| &mut passes.assume),
        ("share", |passes| &mut passes.share),
        ("hoist", |passes| &mut passes.hoist),
        ("keep", |passes| &mut passes.keep),
        ("origin", |passes| &mut passes.origin),
    ];

    /// All passes but the one of this name; all where there is none.
    #[must_use]
    pub fn without(name: &str) -> Passes {
        let mut passes = Passes::ALL;
        for (_, switch) in Passes::SWITCHES.iter().filter(|(own, _)| *own == name) {
            *switch(&mut passes) = false;
        }
        passes
    }
}

impl Default for Passes {
    fn default() -> Self {
        Passes::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_turns_one_pass_off() {
        for (name, switch) in Passes::SWITCHES {
            let mut passes = Passes::without(name);
            assert_ne!(passes, Passes::ALL, "{name}");
            *switch(&mut passes) = true;
            assert_eq!(passes, Passes::ALL, "{name}");
        }
        assert_eq!(Passes::without("nothing"), Passes::ALL);
    }
}
