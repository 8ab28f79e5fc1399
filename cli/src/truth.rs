//! What perfect play is worth, for the parts of adv that ask: the cache of the user, folders of Syzygy tables, and what is said where
//! they cannot be used.
//!
//! ```text
//!   adv-truth ──Truth──▶ Values ──Oracle──▶ the machine (won, drawn, dtm) and the prover (perfect play)
//!                          └──────────────▶ opponents, hints, tests, `adv tables`
//! ```

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use adv_chess::{Material, Position};
use adv_truth::{CacheFault, Truth, TruthError, TruthOptions, Warning, default_cache};
use adv_vm::{Oracle, Outcome, Worth};

use crate::exit::{Trouble, reason, say};
use crate::work;

/// Perfect play as far as it is known. Several threads may ask at a time.
pub struct Values {
    truth: Truth,
    /// It has been said that the cache cannot be written; once is enough.
    told: bool,
    /// The first thing that went wrong while a position was asked for.
    fault: Mutex<Option<String>>,
}

impl Values {
    /// Values from the cache of the user and from folders of Syzygy tables.
    ///
    /// # Errors
    /// Where such a folder is none.
    pub fn open(syzygy: &[PathBuf]) -> Result<Values, Trouble> {
        let options = TruthOptions {
            cache: default_cache(&|name| std::env::var_os(name)),
            syzygy: syzygy.to_vec(),
        };
        let truth = Truth::new(options).map_err(|error| untold(&error))?;
        Ok(Values {
            truth,
            told: false,
            fault: Mutex::new(None),
        })
    }

    /// Sees to it that positions of a material, and of all that it can turn into, have values. The work is shared by the threads of
    /// the rayon pool that this is called in.
    ///
    /// # Errors
    /// Where there can be none.
    pub fn prepare(
        &mut self,
        material: &Material,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<(), TruthError> {
        for warning in self.truth.prepare(material, progress)? {
            let once = matches!(warning, Warning::NotWritten { .. });
            if !(once && self.told) {
                say(format_args!("warning: {}", warned(&warning)));
            }
            self.told |= once;
        }
        Ok(())
    }

    /// The same with a bar.
    ///
    /// # Errors
    /// As [`Values::prepare`], in a sentence.
    pub fn prepare_shown(&mut self, material: &Material) -> Result<(), Trouble> {
        let bar = work::bar(1, &format!("tables of {}", material.name()));
        let made = self.prepare(material, &mut |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        });
        bar.finish_and_clear();
        made.map_err(|error| untold(&error))
    }

    /// Where the values come from.
    pub const fn truth(&self) -> &Truth {
        &self.truth
    }

    /// Who wins a position, where that is known; what goes wrong is nobody's concern.
    pub fn outcome(&self, position: &Position) -> Option<adv_truth::Outcome> {
        self.truth.value(position).ok()?.map(|worth| worth.outcome)
    }

    /// What went wrong while positions were asked for, if something did: a table that is damaged or missing.
    pub fn fault(&self) -> Option<String> {
        self.fault
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Oracle for Values {
    fn worth(&self, position: &Position) -> Option<Worth> {
        let worth = match self.truth.value(position) {
            Ok(worth) => worth?,
            Err(error) => {
                let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
                fault.get_or_insert_with(|| error.to_string());
                return None;
            }
        };
        Some(told(worth))
    }

    fn for_men(&self, material: &Material) -> Option<Box<dyn Oracle + '_>> {
        let class = self.truth.tables().class(material)?;
        Some(Box::new(Distances(class)))
    }
}

/// The distances to mate of one class.
struct Distances<'t>(adv_tables::Class<'t>);

impl Oracle for Distances<'_> {
    fn worth(&self, position: &Position) -> Option<Worth> {
        self.0.dtm(position).map(|value| told(value.into()))
    }
}

/// A worth in the machine's words.
#[inline]
fn told(worth: adv_truth::Worth) -> Worth {
    Worth {
        outcome: match worth.outcome {
            adv_truth::Outcome::Win => Outcome::Win,
            adv_truth::Outcome::Draw => Outcome::Draw,
            adv_truth::Outcome::Loss => Outcome::Loss,
        },
        plies: worth.plies,
    }
}

/// Says why there are no values.
pub fn untold(error: &TruthError) -> Trouble {
    let text = match error {
        TruthError::SyzygyFolder { cause, .. } => in_small_letters(error.to_string(), cause),
        _ => error.to_string(),
    };
    Trouble::new(text).help_if(match error {
        TruthError::NotCovered { .. } => {
            Some("name a folder of Syzygy tables by `--syzygy`".to_owned())
        }
        _ => None,
    })
}

/// A warning as adv words it.
fn warned(warning: &Warning) -> String {
    match warning {
        Warning::NotWritten { cause, .. }
        | Warning::Rebuilt {
            cause: CacheFault::Unreadable(cause),
            ..
        } => in_small_letters(warning.to_string(), cause),
        Warning::Rebuilt { .. } => warning.to_string(),
    }
}

/// A sentence with what the system says in it, as everywhere in adv.
fn in_small_letters(text: String, cause: &std::io::Error) -> String {
    text.replace(&cause.to_string(), &reason(cause))
}
