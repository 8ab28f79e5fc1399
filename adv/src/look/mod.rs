//! A look at a program in the positions of its material: for rules and goals that never decide anything there, and moves that stalemate.
//!
//! ```text
//!   material W: K, P; B: K ──┬─▶ the positions that each table serves ───────────▶ its rules, its moves, goals at the root
//!                            └─▶ those that captures and promotions lead to ──▶ the parts of goals, which nodes evaluate
//! ```
//!
//! The compiler's own warnings need no position (`lint`); these need all of them, and adv searches for them only at the author's request. A
//! value "in every position" here follows from the material and not from the words: `SQ(R) ≠ ∅` is no part that always holds, for a node
//! may have lost the rook. Of a large class only every n-th position is evaluated, and then the message says so.
//!
//! | file | contents |
//! | --- | --- |
//! | `places` | the positions |
//! | `tally` | the counts over them |
//! | `tell` | the warnings |

mod places;
mod tally;
mod warnings;

use adv_compiler::diagnostics::Diagnostic;
use adv_module::Program;
use adv_vm::{Engine, Stop};
use rayon::iter::{IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _};

use crate::engines::Engines;
use places::{Walk, walks};
use tally::{Questions, Tally};

/// Number of class numbers in one piece of work for a thread.
const PIECE: u64 = 1024;

/// A planned look at a program: the walks through the positions of its material.
#[derive(Debug)]
pub struct MaterialLook {
    walks: Vec<Walk>,
}

impl MaterialLook {
    /// Prepares a walk through the positions that a program's tables serve, and those that moves lead to. `None` for a program without
    /// a table that has a material whose positions can be numbered.
    pub fn new(program: &Program) -> Option<MaterialLook> {
        let walks = walks(program);
        (!walks.is_empty()).then_some(MaterialLook { walks })
    }

    /// Number of class numbers that the look goes through; some of them have no position.
    pub fn numbers(&self) -> u64 {
        self.walks.iter().map(Walk::len).sum()
    }

    /// Runs the look, the threads of the current rayon pool sharing the work; the result does not depend on them. Any thread calls `tick`
    /// with the number of class numbers that it has worked through. `allowed` returns true for a warning that the text allows. The
    /// warnings W0801 to W0804 are in the order of the text.
    ///
    /// # Errors
    /// The [`Stop`] of an engine that was interrupted. A position in which another limit is reached does not count.
    pub fn run(
        &self,
        engine: &Engine,
        tick: impl Fn(u64) + Sync,
        allowed: impl Fn(&Diagnostic) -> bool,
    ) -> Result<Vec<Diagnostic>, Stop> {
        let program = engine.module();
        let questions = Questions::of(program);
        let mut sum = Tally::of(program, &questions);
        let engines = Engines::of(engine);
        for walk in &self.walks {
            let pieces = walk.len().div_ceil(PIECE) as usize;
            let done: Result<Vec<Tally>, Stop> = (0..pieces)
                .into_par_iter()
                // A thread that is done takes what is left, piece by piece.
                .with_max_len(1)
                .map(|number| {
                    let start = number as u64 * PIECE;
                    let end = walk.len().min(start + PIECE);
                    let mut tally = Tally::of(program, &questions);
                    engines.with(|own| tally.look(program, &questions, own, walk, start..end))?;
                    tick(end - start);
                    Ok(tally)
                })
                .collect();
            for piece in done? {
                sum.merge(&piece);
            }
        }
        let whole = self.walks.iter().all(|walk| walk.step == 1);
        let mut diagnostics = warnings::warnings(program, &questions, &sum, whole);
        diagnostics.retain(|warning| !allowed(warning));
        Ok(diagnostics)
    }
}
