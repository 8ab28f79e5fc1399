//! Values of positions under perfect play, from tables of up to four men, from slices of five men and from Syzygy tables.
//!
//! ```text
//!   adv-truth ──Truth──▶ PerfectPlay ──Oracle──▶ the machine (won, drawn, dtm, dtc) and the prover (comparison with perfect play)
//!                             └────────────────▶ opponents, hints, tests
//! ```

use std::fmt;
use std::sync::{Mutex, PoisonError};

use adv_chess::{Material, Outcome, Position, Worth};
use adv_module::{Op, PrimId, Program};
use adv_prover::Ground;
use adv_tables::{MAX_MEN, SlicedClass};
use adv_truth::{Truth, TruthError, TruthOptions, Warning};
use adv_vm::Oracle;

/// Values of positions under perfect play, as far as tables have been prepared. Several threads may ask at a time.
///
/// ```
/// use adv::chess::Material;
/// use adv::{PerfectPlay, Outcome, position};
///
/// let mut perfect = PerfectPlay::in_memory();
/// let start = position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1")?;
/// perfect.prepare(&Material::of(&start), &mut |_done, _all| {})?;
/// assert_eq!(perfect.outcome(&start), Some(Outcome::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PerfectPlay {
    truth: Truth,
    /// True once the warning that the cache cannot be written has been returned, so that it comes only once.
    warned: bool,
    /// The first fault of a table, kept because a look-up by the machine or the prover cannot report it.
    fault: Mutex<Option<String>>,
}

impl fmt::Debug for PerfectPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerfectPlay").finish_non_exhaustive()
    }
}

impl PerfectPlay {
    /// Opens a folder that keeps tables, and folders of Syzygy tables.
    ///
    /// # Errors
    /// [`TruthError`] where a folder of Syzygy tables cannot be read.
    pub fn open(options: TruthOptions) -> Result<PerfectPlay, TruthError> {
        Ok(Self::of(Truth::new(options)?))
    }

    /// Values from tables that are computed when they are prepared, and kept in memory only.
    pub fn in_memory() -> PerfectPlay {
        Self::of(Truth::default())
    }

    fn of(truth: Truth) -> PerfectPlay {
        PerfectPlay {
            truth,
            warned: false,
            fault: Mutex::new(None),
        }
    }

    /// Makes or loads the tables of a material and of all materials that captures and promotions lead to. The threads of the current rayon
    /// pool share the work. `progress` gets the work done and the whole of it.
    ///
    /// Faults of the cache come back as warnings; the warning that it cannot be written comes once.
    ///
    /// # Errors
    /// [`TruthError`] where there are too many men for tables and no Syzygy table has them, or too little memory.
    pub fn prepare(
        &mut self,
        material: &Material,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Vec<Warning>, TruthError> {
        let warnings = self.truth.prepare(material, progress)?;
        Ok(self.not_told(warnings))
    }

    /// Prepares tables as [`PerfectPlay::prepare`] does, and distances to conversion, which `dtc` needs ([`asks_conversions`]), for up to
    /// [`MAX_MEN`] men.
    ///
    /// # Errors
    /// As [`PerfectPlay::prepare`].
    pub fn prepare_conversions(
        &mut self,
        material: &Material,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Vec<Warning>, TruthError> {
        let warnings = self.truth.prepare_conversions(material, progress)?;
        Ok(self.not_told(warnings))
    }

    /// Removes the warning that the cache cannot be written, if it has been returned before.
    fn not_told(&mut self, mut warnings: Vec<Warning>) -> Vec<Warning> {
        warnings.retain(|warning| {
            let once = matches!(warning, Warning::NotWritten { .. });
            let known = once && self.warned;
            self.warned |= once;
            !known
        });
        warnings
    }

    /// Prepares tables as [`PerfectPlay::prepare`] does, where distances to mate are needed, which Syzygy tables do not have.
    ///
    /// # Errors
    /// [`NoDistances`] where there are more than [`MAX_MEN`] men and no slices kept, or too little memory.
    pub fn prepare_distances(
        &mut self,
        material: &Material,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Vec<Warning>, NoDistances> {
        let failed = |reason: String| NoDistances {
            material: *material,
            reason,
        };
        if material.men() > MAX_MEN && !self.truth.is_kept(material) {
            let reason = match SlicedClass::new(material) {
                Ok(_) => format!("`adv tables {}` makes it first", material.name()),
                Err(error) => error.to_string(),
            };
            return Err(failed(reason));
        }
        self.prepare(material, progress)
            .map_err(|error| failed(error.to_string()))
    }

    /// The store of tables from which values come.
    pub const fn truth(&self) -> &Truth {
        &self.truth
    }

    /// Names the tables that values of a material come from, and of all materials that captures and promotions lead to.
    pub fn grounds(&self, material: &Material) -> Vec<Ground> {
        let classes = self.truth.classes_of(material);
        let tables = (!classes.is_empty()).then_some(Ground::Tables { classes });
        let syzygy = self.truth.is_syzygy(material).then_some(Ground::Syzygy);
        tables.into_iter().chain(syzygy).collect()
    }

    /// The outcome of a position for the side to move; `None` where no table has it.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.truth.value(position).ok()?.map(|worth| worth.outcome)
    }

    /// The first fault of a table, damaged or missing, while the machine or the prover looked up positions; `None` without a fault.
    pub fn fault(&self) -> Option<String> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.clone()
    }
}

/// True where a function of a program calls `dtc`, the distance to conversion, so that its tables are worth preparing.
pub fn asks_conversions(program: &Program) -> bool {
    let code = program.functions.iter().flat_map(|f| &f.code);
    let mut called = code.filter_map(|op| match op {
        Op::Prim { prim, .. } => Some(*prim),
        _ => None,
    });
    called.any(|prim| prim == PrimId::Dtc)
}

/// Error: no table of distances to mate can be had for a material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoDistances {
    /// The material without distances.
    pub material: Material,
    /// The reason why there are none, in a sentence.
    pub reason: String,
}

impl fmt::Display for NoDistances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoDistances { material, reason } = self;
        write!(f, "there is no tablebase for {material}: {reason}")
    }
}

impl std::error::Error for NoDistances {}

impl Oracle for PerfectPlay {
    fn worth(&self, position: &Position) -> Option<Worth> {
        match self.truth.value(position) {
            Ok(worth) => worth,
            Err(error) => {
                let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
                fault.get_or_insert_with(|| error.to_string());
                None
            }
        }
    }

    fn conversion(&self, position: &Position) -> Option<u32> {
        self.truth.conversion(position)
    }

    fn for_men(&self, material: &Material) -> Option<Box<dyn Oracle + '_>> {
        let class = self.truth.tables().class(material)?;
        Some(Box::new(ClassOracle(class)))
    }
}

/// Source of values from the table of distances to mate of one class of positions.
struct ClassOracle<'t>(adv_tables::Class<'t>);

impl Oracle for ClassOracle<'_> {
    fn worth(&self, position: &Position) -> Option<Worth> {
        self.0.dtm(position).map(Worth::from)
    }
}
