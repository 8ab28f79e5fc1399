//! Tables of five men: made slice by slice in the cache of the user, which keeps each as soon as it is made.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv::chess::{Color, Material};
use adv::render::proof::bytes;
use adv::render::text::thousands;
use adv::tables::{SliceFigures, SlicePlan, SliceProgress, SlicedClass, Truth, figures};
use rayon::ThreadPool;

use crate::truth::{untold, warn};
use crate::{Out, Trouble, say, work};

/// Makes the missing tables of a class of five men, writes a summary of all, and returns the tables.
pub fn make(
    material: &Material,
    stop: &Arc<AtomicBool>,
    pool: &ThreadPool,
    out: &mut Out,
) -> Result<Truth, Trouble> {
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
    Ok(truth)
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
            text.push_str(&super::row(color, side, None));
        }
        text
    }
}
