//! Tables of perfect play on this machine: the cache of the user, folders of Syzygy tables, a bar while tables are made, and the words for
//! tables that cannot be used.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};

use adv::chess::Material;
use adv::tables::{
    CacheFault, KeySource, MAX_MEN, TableError, Truth, TruthError, TruthOptions, Warning,
    default_cache,
};
use adv::{NoDistances, PerfectPlay, Resistance};

use crate::{Exit, Trouble, io, reason, say, state, work};

/// Folder of the user's cache of tables, and the function that returns the key for their seals; `None` without such a folder.
fn kept() -> Option<(PathBuf, KeySource)> {
    let folder = default_cache(&|name| std::env::var_os(name))?;
    Some((folder, || {
        state::key().map_err(|trouble| trouble.sentence().to_owned())
    }))
}

/// Opens the user's cache of tables and folders of Syzygy tables for looking values up. Setting `stop` ends the making of tables.
///
/// # Errors
/// Where a path in `syzygy` is no folder that can be used.
pub fn open(syzygy: &[PathBuf], stop: Option<&Arc<AtomicBool>>) -> Result<PerfectPlay, Trouble> {
    let options = TruthOptions {
        cache: kept(),
        syzygy: syzygy.to_vec(),
        stop: stop.cloned(),
    };
    let opened = PerfectPlay::open(options).map_err(|error| untold(&error))?;
    for folder in syzygy {
        say!(
            "note: values rest on the Syzygy tables in `{}`, which are believed; checksums of files up to 16 MiB are compared",
            io::shown(folder)
        );
    }
    Ok(opened)
}

/// Opens the tables in the user's cache, without Syzygy tables.
///
/// # Errors
/// Where the folder cannot be used.
pub fn cache(stop: &Arc<AtomicBool>) -> Result<Truth, Trouble> {
    tell_unkept();
    let options = TruthOptions {
        cache: kept(),
        stop: Some(stop.clone()),
        ..TruthOptions::default()
    };
    Truth::new(options).map_err(|error| untold(&error))
}

/// Says, once for each command, that no variable names a folder for tables.
fn tell_unkept() {
    static TOLD: Once = Once::new();
    if kept().is_none() {
        TOLD.call_once(|| say(UNKEPT));
    }
}

const UNKEPT: &str = "warning: there is no home folder, so the next run makes the tables again; name a folder for them by the variable ADV_CACHE";

/// Makes or loads the tables of a material while a bar shows the progress; `conversions` adds distances to conversion, for up to four men.
///
/// # Errors
/// Where the tables of the material cannot be made or loaded.
pub fn prepare(
    values: &mut PerfectPlay,
    material: &Material,
    conversions: bool,
) -> Result<(), Trouble> {
    let bar = work::bar(1, &format!("tables of {}", material.name()));
    tell_unkept();
    let mut progress = |done, total| {
        bar.set_length(total);
        bar.set_position(done);
    };
    let made = if conversions {
        values.prepare_conversions(material, &mut progress)
    } else {
        values.prepare(material, &mut progress)
    };
    bar.finish_and_clear();
    warn(&made.map_err(|error| untold(&error))?);
    Ok(())
}

/// Tables by which opponents play in some materials: distances to mate, which Syzygy does not have; with `conversions` also to conversion.
///
/// # Errors
/// Where there are too many men, or too little memory.
pub fn resistance(
    materials: &[Material],
    conversions: bool,
    stop: Option<&Arc<AtomicBool>>,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Resistance, Trouble> {
    let mut values = open(&[], stop)?;
    for material in materials {
        let made = values.prepare_distances(material, progress);
        warn(&made.map_err(without_distances)?);
        if conversions {
            let made = values.prepare_conversions(material, progress);
            warn(&made.map_err(|error| untold(&error))?);
        }
    }
    Ok(Resistance::new(values.into()))
}

fn without_distances(error: NoDistances) -> Trouble {
    Trouble::new(error.to_string()).help(format!(
        "without being asked for, tables are made for up to {MAX_MEN} men; `--opponent random` and `--opponent uci:COMMAND` have no such limit"
    ))
}

/// Prints the warnings about the cache of tables.
pub fn warn(warnings: &[Warning]) {
    for warning in warnings {
        say!("warning: {}", warned(warning));
    }
}

/// Trouble for values of perfect play that cannot be had, with the repair.
pub fn untold(error: &TruthError) -> Trouble {
    let text = match error {
        TruthError::SyzygyFolder { cause, .. } => in_small_letters(error.to_string(), cause),
        _ => error.to_string(),
    };
    match error {
        TruthError::NotCovered { .. } => {
            Trouble::new(text).help("name a folder of Syzygy tables by `--syzygy`")
        }
        TruthError::Interrupted { .. } | TruthError::Tables(TableError::Interrupted(_)) => {
            Trouble::with_exit(Exit::Interrupted, text)
                .help("the same command goes on: it does not make again what is kept")
        }
        _ => Trouble::new(text),
    }
}

/// Text of a warning about the cache, with the repair where there is one.
fn warned(warning: &Warning) -> String {
    match warning {
        Warning::NotWritten { cause, .. } => format!(
            "{}, if no other folder is named by the variable ADV_CACHE",
            in_small_letters(warning.to_string(), cause)
        ),
        Warning::Rebuilt {
            cause: CacheFault::Unreadable(cause),
            ..
        } => in_small_letters(warning.to_string(), cause),
        Warning::Rebuilt { .. } => warning.to_string(),
    }
}

/// Replaces the system's reason in a sentence by its form in small letters, as everywhere in adv.
fn in_small_letters(text: String, cause: &std::io::Error) -> String {
    text.replace(&cause.to_string(), &reason(cause))
}
