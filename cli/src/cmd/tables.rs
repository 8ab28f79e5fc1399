//! `adv tables`: tables of perfect play, made or loaded, and compared with Syzygy tables if there are any.

mod slices;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv::chess::{ClassIndex, Color, Material, Position, Role, fen};
use adv::render::text::{many, positions, thousands};
use adv::tables::{
    Dtm, MAX_MEN, MAX_SLICED_MEN, SlicedClass, TableError, Truth, TruthOptions, Worth, saved_len,
};
use clap::Args;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::exit::{Exit, Trouble};
use crate::io::Out;
use crate::play::interrupt::Interrupt;
use crate::truth::untold;
use crate::{Outcome, truth, work};

/// Arguments of `adv tables`.
#[derive(Args, Debug)]
pub struct TablesArgs {
    /// The men of both sides, such as KRvK or KPvKP; includes the material that captures and promotions lead to
    ///
    /// Five men, such as KRPvKR, are made slice by slice, where no more than one side has pawns. Their files stay in the cache of the user
    /// (the folder of ADV_CACHE), from which every command reads them; a slice that is there is not made again.
    #[arg(required = true, value_name = "MEN")]
    pub materials: Vec<String>,
    /// Hold N positions, drawn at random, against the positions after their moves; 1M is a million
    #[arg(long, value_name = "N", value_parser = work::count)]
    pub check: Option<u64>,
    /// Compare every position with the Syzygy tables of this folder; it may be given several times
    ///
    /// Of five men as many positions are compared as `--check` says, 100,000 if it is not given.
    #[arg(long, value_name = "FOLDER")]
    pub syzygy: Vec<PathBuf>,
    /// Number of threads; if not given, as many as the machine has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Number of positions that a thread takes at a time.
const PIECE: u64 = 4096;

/// `adv tables`: makes or loads the tables of some materials, and prints a summary of each.
pub fn tables(args: &TablesArgs) -> Outcome {
    let read = |name: &String| material(name);
    let materials: Vec<Material> = args.materials.iter().map(read).collect::<Result<_, _>>()?;
    let pool = work::pool(args.threads)?;
    let stop = Arc::<AtomicBool>::default();
    Interrupt::listen_to_ends(&stop);
    let mut values = truth::open(&[], Some(&stop))?;
    // It has Syzygy tables and no others, so that what it says comes from them.
    let others = if args.syzygy.is_empty() {
        None
    } else {
        let options = TruthOptions {
            syzygy: args.syzygy.clone(),
            ..TruthOptions::default()
        };
        let opened = Truth::new(options).map_err(|error| untold(&error))?;
        Some(opened)
    };
    let mut out = Out::standard();
    let mut agree = true;
    for material in &materials {
        if material.men() > MAX_MEN {
            agree &= slices::slices(args, (material, &stop), others.as_ref(), &pool, &mut out)?;
            out.flush()?;
            continue;
        }
        pool.install(|| truth::prepare(&mut values, material, true))?;
        let bytes = saved_len(material).unwrap_or(0);
        out.text(&format!(
            "{}  {} bytes\n",
            material.name(),
            thousands(bytes as u64)
        ))?;
        let mut compared = Compared::default();
        for side in Color::ALL {
            let found = look(material, side, values.truth(), others.as_ref(), &pool)?;
            out.text(&row(side, &found))?;
            compared.add(&found.compared);
        }
        if let Some(others) = &others {
            agree &= compared.differ == 0;
            out.text(&comparison(&compared, others.covers(material), material))?;
        }
        let sample = args.check.unwrap_or(0);
        agree &= slices::checked(values.truth(), material, sample, None, &pool, &mut out)?;
        out.flush()?;
    }
    out.finish()?;
    Ok(if agree { Exit::Done } else { Exit::Wrong })
}

/// Parses the men of a name such as `KRvK`.
fn material(name: &str) -> Result<Material, Trouble> {
    let wrong = || {
        Trouble::new(format!("`{name}` names no men of two sides")).help(
            "expected letters of K Q R B N P on both sides of a `v`, such as `KRvK` or `KPvKP`",
        )
    };
    let material = Material::named(name).ok_or_else(wrong)?;
    if Color::ALL
        .iter()
        .any(|side| material.count(*side, Role::King) != 1)
    {
        return Err(wrong());
    }
    if material.men() > MAX_MEN {
        SlicedClass::new(&material).map_err(|error| {
            let text = match error {
                TableError::TooManyMen(_) => format!(
                    "`{name}` has {} men, and tables are made for up to {MAX_SLICED_MEN}",
                    material.men()
                ),
                error => error.to_string(),
            };
            Trouble::new(text).help("use a folder of Syzygy tables: `adv prove --syzygy FOLDER`")
        })?;
    }
    Ok(material)
}

/// Summary of a table for the positions with one side to move.
#[derive(Default)]
struct SideSummary {
    won: u64,
    drawn: u64,
    lost: u64,
    /// Longest mate of either side in plies, and the first position with it; `None` where no position is won or lost.
    longest: Option<(u16, Position)>,
    /// Longest way to the next capture, promotion or mate in plies, and the first position with it; `None` where there is none.
    conversion: Option<(u16, Position)>,
    compared: Compared,
}

/// Result of comparing a table with Syzygy's.
#[derive(Default)]
struct Compared {
    same: u64,
    differ: u64,
    /// First position whose values differ; `None` where all agree.
    first: Option<Position>,
    /// First fault that ended a comparison; `None` where there was none.
    fault: Option<String>,
}

impl Compared {
    fn add(&mut self, other: &Compared) {
        self.same += other.same;
        self.differ += other.differ;
        self.first = self.first.or(other.first);
        if self.fault.is_none() {
            self.fault.clone_from(&other.fault);
        }
    }
}

/// Summary of every position of a material with one side to move, compared with other tables if there are any.
fn look(
    material: &Material,
    side: Color,
    truth: &Truth,
    others: Option<&Truth>,
    pool: &ThreadPool,
) -> Result<SideSummary, Trouble> {
    let class = ClassIndex::new(*material, side)
        .map_err(|error| Trouble::new(format!("{material}: {error}")))?;
    let bar = work::bar(class.len(), &material.name());
    let pieces = class.len().div_ceil(PIECE);
    let all = pool.install(|| {
        let pieces = (0..pieces).into_par_iter().map(|number| {
            let mut found = SideSummary::default();
            if truth.tables().go_on(material).is_ok() {
                let start = number * PIECE;
                for (_, position) in class.range(start..start.saturating_add(PIECE)) {
                    found.position(&position, truth, others);
                }
                bar.inc(PIECE);
            }
            found
        });
        pieces.reduce(SideSummary::default, SideSummary::and)
    });
    bar.finish_and_clear();
    let going = truth.tables().go_on(material);
    going.map_err(|error| untold(&error.into()))?;
    match all.compared.fault {
        Some(fault) => Err(Trouble::new(fault)),
        None => Ok(all),
    }
}

impl SideSummary {
    /// Adds the summary of later positions.
    fn and(mut self, later: SideSummary) -> SideSummary {
        let longer = |one: Option<(u16, Position)>, other: Option<(u16, Position)>| {
            let is_longer = other.map(|(plies, _)| plies) > one.map(|(plies, _)| plies);
            if is_longer { other } else { one }
        };
        self.won += later.won;
        self.drawn += later.drawn;
        self.lost += later.lost;
        self.longest = longer(self.longest, later.longest);
        self.conversion = longer(self.conversion, later.conversion);
        self.compared.add(&later.compared);
        self
    }

    fn position(&mut self, position: &Position, truth: &Truth, others: Option<&Truth>) {
        let Some(value) = truth.tables().dtm(position) else {
            return;
        };
        match value {
            Dtm::Win(_) => self.won += 1,
            Dtm::Draw => self.drawn += 1,
            Dtm::Loss(_) => self.lost += 1,
        }
        if value.plies() > self.longest.map(|(plies, _)| plies) {
            self.longest = value.plies().map(|plies| (plies, *position));
        }
        let plies = truth.tables().dtc(position);
        if plies > self.conversion.map(|(plies, _)| plies) {
            self.conversion = plies.map(|plies| (plies, *position));
        }
        match others.map(|others| others.value(position)) {
            None | Some(Ok(None)) => {}
            Some(Ok(Some(other))) => {
                let own = Worth::from(value).outcome;
                if own == other.outcome {
                    self.compared.same += 1;
                } else {
                    self.compared.differ += 1;
                    self.compared.first.get_or_insert(*position);
                }
            }
            Some(Err(error)) => {
                self.compared.fault.get_or_insert_with(|| error.to_string());
            }
        }
    }
}

fn row(side: Color, found: &SideSummary) -> String {
    let all = found.won + found.drawn + found.lost;
    let mut text = format!(
        "  {side} to move  {}: {} won, {} drawn, {} lost",
        positions(all),
        thousands(found.won),
        thousands(found.drawn),
        thousands(found.lost)
    );
    match found.longest {
        // A mate in 0 is on the board.
        Some((plies @ 1.., position)) => text.push_str(&format!(
            "; longest mate {} ({}), {}",
            many(u64::from(plies.div_ceil(2)), "move", "moves"),
            many(u64::from(plies), "ply", "plies"),
            fen(&position)
        )),
        _ => text.push_str("; no mate is forced"),
    }
    if let Some((plies @ 1.., position)) = found.conversion {
        text.push_str(&format!(
            "; longest way to a capture, promotion or mate {} ({}), {}",
            many(u64::from(plies.div_ceil(2)), "move", "moves"),
            many(u64::from(plies), "ply", "plies"),
            fen(&position)
        ));
    }
    text.push('\n');
    text
}

fn comparison(compared: &Compared, covered: bool, material: &Material) -> String {
    if !covered {
        return format!(
            "  not compared: the folders have no Syzygy table of {}\n",
            material.name()
        );
    }
    let all = positions(compared.same + compared.differ);
    match &compared.first {
        None => format!("  the Syzygy table agrees in all {all}\n"),
        Some(first) => format!(
            "  the Syzygy table differs in {} of {all}, the first of them {}\n",
            thousands(compared.differ),
            fen(first)
        ),
    }
}
