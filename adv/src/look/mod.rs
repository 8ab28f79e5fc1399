//! A program looked at in the positions of its material: what never decides anything there, and where it stalemates.
//!
//! ```text
//!   material W: K, P; B: K ──┬─▶ the positions in which each table is asked ──▶ its rules, its moves, goals at the root
//!                            └─▶ those that captures and promotions lead to ──▶ the parts of goals, which nodes are asked
//! ```
//!
//! The compiler's own warnings need no position (`lint`); these need all of them, and are looked for where the author asks for it. What
//! holds "in every position" here is true of the material and not of the words: `SQ(R) ≠ ∅` is no such part, for a node may have lost
//! the rook. Of a large class every so many-th position is looked at, and then the message says so.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `places` | which positions are looked at |
//! | `tally` | what is counted in them |
//! | `tell` | the warnings |

mod places;
mod tally;
mod tell;

use std::sync::{Mutex, PoisonError};

use adv_compiler::diagnostics::Diagnostic;
use adv_module::Program;
use adv_vm::{Engine, Stop};
use rayon::iter::{IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _};

use places::{Places, Walk};
use tally::{Questions, Tally};

/// How many positions one piece of work takes.
const PIECE: u64 = 1024;

/// A program that is to be looked at in the positions of its material.
#[derive(Debug)]
pub struct MaterialLook {
    walks: Vec<Walk>,
}

/// What was found.
#[derive(Debug)]
pub struct Looked {
    /// Warnings W0801 to W0804 in the order of the text, without those that the text allows.
    pub diagnostics: Vec<Diagnostic>,
    /// How many positions were looked at.
    pub positions: u64,
    /// Whether these were all there are.
    pub whole: bool,
}

impl MaterialLook {
    /// The positions of a program's tables, and those that their moves lead to. `None` for a program without a table that has a material
    /// whose positions can be numbered.
    pub fn new(program: &Program) -> Option<MaterialLook> {
        let walks = Places::of(program).walks;
        (!walks.is_empty()).then_some(MaterialLook { walks })
    }

    /// How many numbers are gone through; some of them stand for no position.
    pub fn numbers(&self) -> u64 {
        self.walks.iter().map(Walk::len).sum()
    }

    /// Looks, the threads of the current rayon pool sharing the work. What is found does not depend on them. `tick` is called by any
    /// thread with the numbers that it has worked through. `allowed` says of a warning whether the text allows it.
    ///
    /// # Errors
    /// The [`Stop`] of an engine that was interrupted. Where another limit is reached in a position, nothing is said of that position.
    pub fn run(
        &self,
        engine: &Engine,
        tick: impl Fn(u64) + Sync,
        allowed: impl Fn(&Diagnostic) -> bool,
    ) -> Result<Looked, Stop> {
        let program = engine.module();
        let questions = Questions::of(program);
        let mut sum = Tally::of(&questions);
        // Engines that rest; each thread takes one for a piece, so that buffers are used again.
        let resting = Mutex::new(Vec::new());
        let lock = || resting.lock().unwrap_or_else(PoisonError::into_inner);
        for walk in &self.walks {
            let pieces = walk.len().div_ceil(PIECE) as usize;
            let done: Result<Vec<Tally>, Stop> = (0..pieces)
                .into_par_iter()
                // A thread that is done takes what is left, piece by piece.
                .with_max_len(1)
                .map(|number| {
                    let start = number as u64 * PIECE;
                    let end = walk.len().min(start + PIECE);
                    let rested: Option<Engine> = lock().pop();
                    let mut own = rested.unwrap_or_else(|| engine.clone());
                    let mut tally = Tally::of(&questions);
                    tally.look(program, &questions, &mut own, walk, start..end)?;
                    lock().push(own);
                    tick(end - start);
                    Ok(tally)
                })
                .collect();
            for piece in done? {
                sum.merge(&piece);
            }
        }
        let whole = self.walks.iter().all(|walk| walk.step == 1);
        let mut diagnostics = tell::warnings(program, &questions, &sum, whole);
        diagnostics.retain(|warning| !allowed(warning));
        Ok(Looked {
            diagnostics,
            positions: sum.positions,
            whole,
        })
    }
}
