//! Tables of five men: made slice by slice in the cache of the user, which keeps each as soon as it is made.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv::chess::{Color, Material, fen};
use adv::render::proof::bytes;
use adv::render::text::{many, positions, thousands};
use adv::tables::{SliceFigures, SlicePlan, SliceProgress, SlicedClass, Truth, figures};
use rayon::ThreadPool;

use crate::cmd::tables::TablesArgs;
use crate::exit::{Trouble, say};
use crate::io::Out;
use crate::truth::{untold, warn};
use crate::work;

/// Makes the missing tables of a class of five men, and prints a summary of all. With `--check` some positions are compared with those
/// after their moves, and with Syzygy tables also with these; false where one of them differs.
pub fn slices(
    args: &TablesArgs,
    (material, stop): (&Material, &Arc<AtomicBool>),
    others: Option<&Truth>,
    pool: &ThreadPool,
    out: &mut Out,
) -> Result<bool, Trouble> {
    let mut truth = crate::truth::cache(stop)?;
    let plan = truth
        .plan_slices(material)
        .map_err(|error| untold(&error))?;
    say(announcement(material, &plan));
    let mut classes: Vec<ClassSummary> = Vec::new();
    let bar = work::bar(1, &material.name());
    let mut progress = |progress: &SliceProgress| {
        bar.set_message(progress.slice.clone());
        bar.set_length(progress.total);
        bar.set_position(progress.done);
    };
    let mut add = |class: &SlicedClass, slice: usize, values: &[u8]| {
        if classes.last().map(|last| last.material) != Some(*class.material()) {
            classes.push(ClassSummary::new(*class.material()));
        }
        if let Some(last) = classes.last_mut() {
            last.add(class, slice, values);
        }
    };
    let made = pool.install(|| truth.make_slices(material, &mut progress, &mut add));
    bar.finish_and_clear();
    warn(&made.map_err(|error| untold(&error))?);
    for class in &classes {
        out.text(&class.text())?;
    }
    let sample = args
        .check
        .unwrap_or(if others.is_some() { 100_000 } else { 0 });
    checked(&truth, material, sample, others, pool, out)
}

/// Compares positions of a class with those after their moves and with other tables, and writes the result; false where one differs.
pub fn checked(
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
    if others.is_some_and(|others| others.covers(material)) {
        out.text(&match &checked.first_other {
            None => format!(
                "  the Syzygy table agrees in {}\n",
                positions(checked.compared)
            ),
            Some(first) => format!(
                "  the Syzygy table differs in {} of {}, the first of them {}\n",
                thousands(checked.differ),
                positions(checked.compared),
                fen(first)
            ),
        })?;
    }
    Ok(checked.wrong == 0 && checked.differ == 0)
}

/// Note for the user on the slices to make, and on the disk and the memory that they take.
fn announcement(material: &Material, plan: &SlicePlan) -> String {
    let all = format!(
        "{}: {} slices of {} values, a byte each",
        material.name(),
        plan.slices,
        thousands(plan.values)
    );
    match plan.missing {
        0 => format!("{all}; all of them are kept already"),
        missing => format!(
            "{all}; {missing} are to be made, which takes {} of disk and about {} of memory. Each is kept as soon as it is made: what is \
             interrupted goes on with the same command",
            bytes(plan.missing_values),
            bytes(plan.memory)
        ),
    }
}

/// Figures of one material's slices, for the report.
struct ClassSummary {
    material: Material,
    slices: usize,
    values: u64,
    sides: [SliceFigures; 2],
}

impl ClassSummary {
    fn new(material: Material) -> ClassSummary {
        ClassSummary {
            material,
            slices: 0,
            values: 0,
            sides: Default::default(),
        }
    }

    fn add(&mut self, class: &SlicedClass, slice: usize, values: &[u8]) {
        self.slices += 1;
        self.values += values.len() as u64;
        for (all, part) in self.sides.iter_mut().zip(figures(class, slice, values)) {
            all.add(&part);
        }
    }

    fn text(&self) -> String {
        let slices = if self.slices == 1 { "slice" } else { "slices" };
        let mut text = format!(
            "{}  {} {slices}, {} bytes\n",
            self.material.name(),
            self.slices,
            thousands(self.values)
        );
        for (color, side) in Color::ALL.into_iter().zip(&self.sides) {
            text.push_str(&row(color, side));
        }
        text
    }
}

fn row(color: Color, side: &SliceFigures) -> String {
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
    for (longest, what) in [(&side.longest_win, "win"), (&side.longest_loss, "loss")] {
        if let Some((plies @ 1.., position)) = longest {
            text.push_str(&format!(
                "; longest {what} {} ({}), {}",
                many(u64::from(plies.div_ceil(2)), "move", "moves"),
                many(u64::from(*plies), "ply", "plies"),
                fen(position)
            ));
        }
    }
    text.push('\n');
    text
}
