//! `adv prove FOLDER`: the claims of all programs in a folder, one after the other, and a table of the outcomes.
//!
//! ```text
//!   FOLDER/*.adv by name ──▶ each program's claims in their order ──▶ a row each ──▶ the table on standard output
//!                                                                 └─▶ files.rs: reports and certificates, a file for each claim
//! ```
//!
//! The table is written when all are settled, or when Ctrl-C comes; a line on standard error reports each claim as it is settled. An
//! interrupted claim is not kept: a folder begins again, and the table says how far it was.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adv::program::Claim;
use adv::proof::{ClaimReport, Keeping, Proved, Watch};
use adv::render::overview::{ClaimRow, Objects, ProgramSummary};
use adv::render::proof::claim_text;
use adv::render::{overview, visible};
use adv::tables::MAX_MEN;
use adv::{Comparison, material_of_claim};
use rayon::ThreadPool;

use crate::cmd::prove::arguments::{ProofFormat, ProveArgs};
use crate::exit::{Exit, Trouble, reason, say};
use crate::io::Out;
use crate::play::interrupt::Interrupt;
use crate::{Outcome, compression, inputs, io, program, work};

use super::files::{Files, exit_of, worst_exit};
use super::settler::Settler;

/// `adv prove FOLDER`: settles the claims of all programs of a folder.
pub fn prove(args: &ProveArgs) -> Outcome {
    refuse(args)?;
    let programs = programs(&args.file)?;
    for one in &programs {
        inputs::note_name(&one.path);
    }
    let mut all = All {
        args,
        pool: Arc::new(work::pool(args.threads)?),
        watch: {
            let watch = Watch::new();
            watch.limit_memory(args.memory.bytes());
            watch
        },
        files: Files::begin(args)?,
        rows: Vec::new(),
        objects: Objects::default(),
        exits: Vec::new(),
    };
    Interrupt::listen_to_ends(all.watch.stop());
    for one in &programs {
        if let Some(left) = all.program(one)? {
            all.write()?;
            let Left { claim, number } = left;
            let file = &*visible::line(&one.file);
            say(format_args!(
                "interrupted at claim {number} of `{file}`, `{claim}`; the table has what was settled before it"
            ));
            say(format_args!(
                "  = help: the proofs of a folder begin again; for checkpoints of a long proof, prove its program by itself: `adv prove {} --claim {number}`",
                super::quoted(file)
            ));
            return Ok(Exit::Interrupted);
        }
    }
    if all.rows.is_empty() {
        return Err(Trouble::new(format!(
            "no program in `{}` claims anything",
            io::shown(&args.file)
        ))
        .help("a claim is an item such as `prove krk from all positions reaches mate`"));
    }
    all.write()?;
    Ok(worst_exit(&all.exits))
}

/// Refuses options that are about one program.
fn refuse(args: &ProveArgs) -> Result<(), Trouble> {
    let of_one = [
        (
            !args.claim.is_empty(),
            "--claim",
            "chooses among the claims of one program",
        ),
        (
            args.explain.is_some(),
            "--explain",
            "walks through a position of one program",
        ),
        (
            args.resume,
            "--resume",
            "goes on with the proof of one program",
        ),
        (
            args.slices.is_some(),
            "--slices",
            "keeps the proof of one program",
        ),
        (
            args.checkpoint.is_some(),
            "--checkpoint",
            "keeps the proof of one program",
        ),
    ];
    match of_one.into_iter().find(|(given, ..)| *given) {
        None => Ok(()),
        Some((_, option, what)) => Err(Trouble::new(format!(
            "`{option}` {what}, and `{}` is a folder",
            io::shown(&args.file)
        ))
        .help("name the program")),
    }
}

/// Program of the folder, not loaded yet.
struct FolderProgram {
    /// Name of the program's file without the ending.
    name: String,
    /// Path of the program's file.
    path: PathBuf,
    /// Path for messages: the folder as the user named it, and the file's name.
    file: String,
}

/// Programs of a folder, sorted by name; those in folders inside it are left out.
fn programs(folder: &Path) -> Result<Vec<FolderProgram>, Trouble> {
    crate::sources::allow(folder)?;
    let unreadable = |error: std::io::Error| {
        Trouble::new(format!(
            "cannot read the folder `{}`: {}",
            io::shown(folder),
            reason(&error)
        ))
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let ending = path.extension().is_some_and(|ending| ending == "adv");
        if !ending || !path.is_file() {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        names.push((name.into_owned(), path));
    }
    if names.is_empty() {
        return Err(
            Trouble::new(format!("there is no program in `{}`", io::shown(folder))).help(
                "expected files with the ending .adv; those of folders inside it do not count",
            ),
        );
    }
    let stem = |name: &str| name.strip_suffix(".adv").unwrap_or(name).to_owned();
    // Without the ending, so that `kpk` comes before `kpk-hold`.
    names.sort_by_key(|(name, path)| (stem(name), path.clone()));
    if let Some([(name, _), _]) = names.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(Trouble::new(format!(
            "two programs are both shown as `{}`, because their names are not UTF-8 text",
            visible::line(name)
        ))
        .help("give one of the files another name"));
    }
    let folder = folder.to_string_lossy();
    let folder = match folder.trim_end_matches('/') {
        "" => "/",
        folder => folder,
    };
    let found = |(name, path): (String, PathBuf)| FolderProgram {
        path,
        file: match folder {
            "." => name.clone(),
            "/" => format!("/{name}"),
            _ => format!("{folder}/{name}"),
        },
        name: stem(&name),
    };
    Ok(names.into_iter().map(found).collect())
}

/// Claim at which the proofs of a folder were interrupted.
struct Left {
    claim: String,
    number: usize,
}

/// State of the run: the claims settled so far, and the means to settle the others.
struct All<'a> {
    args: &'a ProveArgs,
    pool: Arc<ThreadPool>,
    watch: Watch,
    files: Files,
    rows: Vec<ClaimRow>,
    /// Reports as JSON, where standard output gets them in place of the table.
    objects: Objects,
    exits: Vec<Exit>,
}

impl All<'_> {
    /// Settles the claims of a program and reports its errors; returns the claim that was interrupted, `None` if none was.
    fn program(&mut self, found: &FolderProgram) -> Result<Option<Left>, Trouble> {
        let program = match program::load(&found.path) {
            Ok(program) => program,
            Err(trouble) => {
                self.exits.push(trouble.tell());
                let row = ClaimRow::uncompiled(&found.name, &found.file);
                self.rows.push(row);
                return Ok(None);
            }
        };
        let claims = program.own_claims();
        if claims == 0 {
            say(format_args!(
                "note: `{}` claims nothing",
                visible::line(&found.file)
            ));
            return Ok(None);
        }
        let (limits, pool) = (&self.args.limits, self.pool.clone());
        let mut settler = Settler::new(program, limits, self.args.memory.of_search(&pool), pool)?;
        settler.measure_sizes(self.args.sizes);
        settler.stop_after = self.args.stop_after;
        let comparison = self.comparison(&settler);
        let indices: Vec<usize> = (0..claims).collect();
        if let Err(trouble) =
            settler.prepare(&indices, comparison, &self.args.values.syzygy, &self.watch)
        {
            let exit = trouble.tell();
            let mut stated = settler.module().claims.iter().take(claims);
            if let (Exit::Interrupted, Some(claim)) = (exit, stated.next()) {
                let (claim, number) = (claim_text(claim), 1);
                return Ok(Some(Left { claim, number }));
            }
            self.exits.push(exit);
            for claim in settler.module().claims.iter().take(claims) {
                let row = row(found, &settler, claim);
                self.rows.push(row);
            }
            return Ok(None);
        }
        let claims: Vec<&Claim> = settler.module().claims.iter().take(claims).collect();
        for (at, claim) in claims.iter().enumerate() {
            let later = claims.get(at + 1..).unwrap_or_default();
            let number = at + 1;
            if !self.claim(found, &settler, (claim, number), comparison, later)? {
                let claim = claim_text(claim);
                return Ok(Some(Left { claim, number }));
            }
        }
        Ok(None)
    }

    /// Settles a claim and adds its row; `false` where it is interrupted.
    fn claim(
        &mut self,
        found: &FolderProgram,
        settler: &Settler,
        (claim, number): (&Claim, usize),
        comparison: Comparison,
        later: &[&Claim],
    ) -> Result<bool, Trouble> {
        let module = settler.module();
        let mut row = row(found, settler, claim);
        let told = format!("{}, claim {number}", found.name);
        let settled = settler.settle(claim, comparison, Keeping::default(), &self.watch, later);
        let (proved, time) = match settled {
            Ok(settled) => settled,
            Err(why) => {
                self.exits.push(why.tell());
                say(format_args!("{told}, `{}`: not settled", claim_text(claim)));
                self.rows.push(row);
                return Ok(true);
            }
        };
        let Some(report) = ClaimReport::of(module, claim, &proved) else {
            return Ok(false);
        };
        row = match &proved {
            Proved::Settled(settled) => row.played(module, settled.report()),
            Proved::Scanned(scan) => row.scanned(scan),
            Proved::Interrupted(_) => row,
        };
        row.seconds = Some(time.as_secs_f64());
        self.files.report(settler, (&found.name, number), &report)?;
        if let (ClaimReport::Play(_), Some(path)) =
            (&report, self.files.certificate(&found.name, number))
        {
            match settler.certificate(claim, &proved) {
                Ok(bytes) => compression::write(&path, &bytes)?,
                Err(reason) => say(format_args!("{told}: no certificate: {reason}")),
            }
        }
        if self.writes_objects() {
            self.objects.add(&row, settler.signed(&report));
        }
        self.exits.push(exit_of(report.verdict()));
        say(format_args!(
            "{told}: {}",
            report.rate_line(time.as_secs_f64())
        ));
        self.rows.push(row);
        Ok(true)
    }

    /// Comparison of play with perfect play. Without `--perfect` a claim gets it wherever adv makes the tables of perfect play itself.
    fn comparison(&self, settler: &Settler) -> Comparison {
        let wanted = self.args.perfect.comparison();
        if wanted != Comparison::Auto {
            return wanted;
        }
        let module = settler.module();
        let mut men = module
            .claims
            .iter()
            .filter_map(|claim| material_of_claim(module, claim));
        if men.all(|material| material.men() <= MAX_MEN) {
            Comparison::Yes
        } else {
            Comparison::Auto
        }
    }

    /// True where the reports go to standard output as JSON, in place of the table.
    fn writes_objects(&self) -> bool {
        self.args.format == ProofFormat::Json && !self.files.has_reports()
    }

    /// Writes the table, or the reports, to standard output.
    fn write(&mut self) -> Result<(), Trouble> {
        let times = self.args.times;
        let text = match self.args.format {
            _ if self.writes_objects() => {
                let text = std::mem::take(&mut self.objects).text();
                let mut out = Out::to(None)?;
                out.json_text(&text)?;
                return out.finish();
            }
            ProofFormat::Markdown => overview::markdown(&self.rows, times),
            ProofFormat::Text | ProofFormat::Html | ProofFormat::Json => {
                overview::text(&self.rows, times)
            }
        };
        let mut out = Out::to(None)?;
        out.text(&text)?;
        out.finish()
    }
}

/// Row of a claim in the table, before it is settled.
fn row(found: &FolderProgram, settler: &Settler, claim: &Claim) -> ClaimRow {
    let program = ProgramSummary {
        name: &found.name,
        file: &found.file,
        module: settler.module(),
    };
    ClaimRow::unsettled(&program, claim)
}
