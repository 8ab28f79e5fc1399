//! `adv tables`: tables of perfect play, made or loaded, and compared with Syzygy tables if there are any.

mod slices;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv::chess::{ClassIndex, Color, Material, Position, Role, fen};
use adv::render::text::{many, positions, thousands};
use adv::tables::{
    MAX_MEN, MAX_SLICED_MEN, SliceFigures, SlicedClass, TableError, Truth, TruthOptions, saved_len,
};
use clap::Args;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::play::interrupt::Interrupt;
use crate::truth::untold;
use crate::{Exit, Out, Outcome, Trouble, truth, work};

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
    /// Compare positions with the Syzygy tables of this folder; it may be given several times
    ///
    /// They are those of `--check`, 100,000 if it is not given.
    #[arg(long, value_name = "FOLDER")]
    pub syzygy: Vec<PathBuf>,
    /// Number of threads; if not given, as many as the machine has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Number of positions compared with Syzygy tables where none is given.
const COMPARED: u64 = 100_000;
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
    let options = TruthOptions {
        syzygy: args.syzygy.clone(),
        ..TruthOptions::default()
    };
    let others = (!args.syzygy.is_empty()).then(|| Truth::new(options));
    let others = others.transpose().map_err(|error| untold(&error))?;
    let usual = if others.is_some() { COMPARED } else { 0 };
    let mut out = Out::standard();
    let mut agree = true;
    for material in &materials {
        let sliced;
        let truth = if material.men() > MAX_MEN {
            sliced = slices::make(material, &stop, &pool, &mut out)?;
            &sliced
        } else {
            pool.install(|| truth::prepare(&mut values, material, true))?;
            whole(material, values.truth(), &pool, &mut out)?;
            values.truth()
        };
        let sample = args.check.unwrap_or(usual);
        agree &= checked(truth, material, sample, others.as_ref(), &pool, &mut out)?;
        out.flush()?;
    }
    out.end(if agree { Exit::Done } else { Exit::Wrong })
}

/// Parses the men of a name such as `KRvK`.
fn material(name: &str) -> Result<Material, Trouble> {
    let wrong = || {
        trouble!("`{name}` names no men of two sides").help(
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

/// Writes the summary of a table that is held whole.
fn whole(
    material: &Material,
    truth: &Truth,
    pool: &ThreadPool,
    out: &mut Out,
) -> Result<(), Trouble> {
    let bytes = saved_len(material).unwrap_or(0);
    let bytes = thousands(bytes as u64);
    out.text(&format!("{}  {bytes} bytes\n", material.name()))?;
    for side in Color::ALL {
        let (figures, conversion) = look(material, side, truth, pool)?;
        out.text(&row(side, &figures, conversion))?;
    }
    Ok(())
}

/// Longest way to something in plies, and the first position with it; `None` where there is none.
type Longest = Option<(u16, Position)>;

/// Figures of every position of a material with one side to move, and its longest way to a capture, promotion or mate.
fn look(
    material: &Material,
    side: Color,
    truth: &Truth,
    pool: &ThreadPool,
) -> Result<(SliceFigures, Longest), Trouble> {
    let class =
        ClassIndex::new(*material, side).map_err(|error| trouble!("{material}: {error}"))?;
    let tables = truth.tables();
    let bar = work::bar(class.len(), &material.name());
    let pieces = class.len().div_ceil(PIECE);
    let piece = |number: u64| {
        let (mut figures, mut conversion) = (SliceFigures::default(), None);
        if tables.go_on(material).is_ok() {
            let start = number * PIECE;
            for (_, position) in class.range(start..start.saturating_add(PIECE)) {
                let Some(value) = tables.dtm(&position) else {
                    continue;
                };
                figures.count(value, 1, || position);
                let way = tables.dtc(&position).map(|plies| (plies, position));
                conversion = longer(conversion, way);
            }
            bar.inc(PIECE);
        }
        (figures, conversion)
    };
    let and = |(mut figures, conversion): (SliceFigures, Longest),
               later: (SliceFigures, Longest)| {
        figures.add(&later.0);
        (figures, longer(conversion, later.1))
    };
    let all = pool.install(|| {
        let pieces = (0..pieces).into_par_iter().map(piece);
        pieces.reduce(Default::default, and)
    });
    bar.finish_and_clear();
    let going = tables.go_on(material);
    going.map_err(|error| untold(&error.into()))?;
    Ok(all)
}

/// Longer one of two ways, the first of equal ones.
fn longer(one: Longest, other: Longest) -> Longest {
    let is_longer = other.map(|(plies, _)| plies) > one.map(|(plies, _)| plies);
    if is_longer { other } else { one }
}

/// Line on the positions with one side to move.
fn row(color: Color, side: &SliceFigures, conversion: Longest) -> String {
    let all = side.won + side.drawn + side.lost;
    let share = |count: u64| {
        format!(
            "{} ({:.1} %)",
            thousands(count),
            100.0 * count as f64 / all.max(1) as f64
        )
    };
    let mut text = format!(
        "  {color} to move  {}: {} won, {} drawn, {} lost",
        positions(all),
        share(side.won),
        share(side.drawn),
        share(side.lost)
    );
    for (longest, what) in [
        (side.longest_win, "longest win"),
        (side.longest_loss, "longest loss"),
        (conversion, "longest way to a capture, promotion or mate"),
    ] {
        // A mate in 0 is on the board.
        if let Some((plies @ 1.., position)) = longest {
            text.push_str(&format!(
                "; {what} {} ({}), {}",
                many(u64::from(plies.div_ceil(2)), "move", "moves"),
                many(u64::from(plies), "ply", "plies"),
                fen(&position)
            ));
        }
    }
    text.push('\n');
    text
}

/// Compares positions of a class with those after their moves and with other tables, and writes the result; false where one differs.
fn checked(
    truth: &Truth,
    material: &Material,
    sample: u64,
    others: Option<&Truth>,
    pool: &ThreadPool,
    out: &mut Out,
) -> Result<bool, Trouble> {
    if sample == 0 {
        return Ok(true);
    }
    let bar = work::bar(sample, &format!("{} checked", material.name()));
    let progress = |done| bar.inc(done);
    let checked = pool.install(|| truth.check(material, sample, 1, others, &progress));
    bar.finish_and_clear();
    let checked = checked.map_err(|error| untold(&error))?;
    let all = positions(checked.positions);
    let moves = thousands(checked.moves);
    out.text(&match &checked.first {
        None => format!("  {all} at random: each value follows from those after its moves, {moves} in all\n"),
        Some(first) => format!(
            "  {all} at random: {} values do not follow from those after their moves, the first of them {}\n",
            thousands(checked.wrong),
            fen(first)
        ),
    })?;
    let compared = positions(checked.compared);
    let covered = others.map(|others| others.covers(material));
    let told = match (covered, &checked.first_other) {
        (None, _) => return Ok(checked.wrong == 0),
        (Some(false), _) => format!(
            "not compared: the folders have no Syzygy table of {}",
            material.name()
        ),
        (Some(true), None) => format!("the Syzygy table agrees in {compared}"),
        (Some(true), Some(first)) => format!(
            "the Syzygy table differs in {} of {compared}, the first of them {}",
            thousands(checked.differ),
            fen(first)
        ),
    };
    out.text(&format!("  {told}\n"))?;
    Ok(checked.wrong == 0 && checked.differ == 0)
}
