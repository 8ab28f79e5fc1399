//! `adv prove FOLDER`: the claims of all programs in a folder, one after the other, and a table of the outcomes.
//!
//! ```text
//!   FOLDER/*.adv by name ──▶ each program's claims in their order, or those of --claim ──▶ a row each ──▶ the table
//! ```
//!
//! The table is written when all are settled, or when Ctrl-C comes; a line on standard error reports each claim as it is settled. An
//! interrupted claim is not kept: a folder begins again, and the table says how far it was.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use adv::program::Claim;
use adv::proof::{ClaimReport, Keeping, Proved, Watch};
use adv::render::overview::{ClaimRow, Objects, ProgramSummary};
use adv::render::proof::{claim_text, shell_word};
use adv::render::{overview, visible};
use adv::tables::MAX_MEN;
use adv::{Comparison, Rulebook, is_claim, material_of_claim};
use rayon::ThreadPool;

use crate::args::Form;
use crate::cmd::prove::arguments::ProveArgs;
use crate::play::interrupt::Interrupt;
use crate::{Exit, Out, Outcome, Trouble, folders, inputs, io, program, work};

use super::answers::{exit_of, worst_exit};
use super::choice;
use super::settler::Settler;

/// `adv prove FOLDER`: settles the claims of all programs of a folder.
pub fn prove(args: &ProveArgs) -> Outcome {
    refuse(args)?;
    let programs = programs(&args.file)?;
    for path in &programs {
        inputs::note_name(path);
    }
    let out = Out::to(args.output.as_deref())?;
    let mut all = All {
        args,
        pool: Arc::new(work::pool(args.threads)?),
        watch: {
            let watch = Watch::new();
            watch.limit_memory(args.memory.bytes());
            watch
        },
        rows: Vec::new(),
        objects: Objects::default(),
        exits: Vec::new(),
    };
    Interrupt::listen_to_ends(all.watch.stop());
    for path in &programs {
        if let Some(left) = all.program(path)? {
            all.write(out)?;
            let Left { claim, number } = left;
            let file = &io::shown(path);
            // The numbers of the file are those of its own claims.
            let chosen = match args.claim.as_slice() {
                [] => number.to_string(),
                _ => shell_word(&claim).to_string(),
            };
            say!(
                "interrupted at claim {number} of `{file}`, `{claim}`; the table has what was settled before it"
            );
            say!(
                "  = help: the proofs of a folder begin again; for checkpoints of a long proof, prove its program by itself: `adv prove {} --claim {chosen}`",
                shell_word(file)
            );
            return Ok(Exit::Interrupted);
        }
    }
    if all.rows.is_empty() {
        return Err(
            trouble!("no program in `{}` claims anything", io::shown(&args.file))
                .help("a claim is an item such as `prove krk from all positions reaches mate`"),
        );
    }
    all.write(out)?;
    Ok(worst_exit(&all.exits))
}

/// Refuses options that are about one program.
fn refuse(args: &ProveArgs) -> Result<(), Trouble> {
    if args.format == Form::Html {
        return Err(
            Trouble::new("the claims of a folder are a table, not a page")
                .help("name the program, or write `--format text`, `markdown`, `csv` or `json`"),
        );
    }
    let of_one = [
        (
            args.explain.is_some(),
            "explain",
            "walks through a position",
        ),
        (args.resume, "resume", "goes on with the proof"),
        (args.slices.is_some(), "slices", "keeps the proof"),
        (args.shard.is_some(), "shard", "shares the proof"),
        (args.join.is_some(), "join", "reports the proof"),
        (args.checkpoint.is_some(), "checkpoint", "keeps the proof"),
        (
            args.certificate.is_some(),
            "certificate",
            "writes the proof",
        ),
    ];
    match of_one.into_iter().find(|(given, ..)| *given) {
        None => Ok(()),
        Some((_, option, what)) => Err(trouble!(
            "`--{option}` {what} of one program, and `{}` is a folder",
            io::shown(&args.file)
        )
        .help("name the program")),
    }
}

/// Names of a program: without its ending, and as a file in its folder.
struct Names<'a> {
    name: &'a str,
    file: &'a str,
}

/// Programs of a folder in the order of their names, shown as `krk.adv` in the folder `.`.
///
/// # Errors
/// Where there is none, or the folder cannot be read.
fn programs(folder: &Path) -> Result<Vec<PathBuf>, Trouble> {
    crate::sources::allow(folder)?;
    let entries = folders::entries(folder)?.into_iter();
    let paths = entries.map(|(path, _)| match path.strip_prefix(".") {
        Ok(inside) => inside.to_owned(),
        Err(_) => path,
    });
    let mut programs: Vec<PathBuf> = paths.filter(|path| folders::is_program(path)).collect();
    if programs.is_empty() {
        return Err(trouble!("there is no program in `{}`", io::shown(folder))
            .help("expected files with the ending .adv; those of folders inside it do not count"));
    }
    programs.sort_by(|one, other| one.file_stem().cmp(&other.file_stem()));
    Ok(programs)
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
    rows: Vec<ClaimRow>,
    /// Reports as JSON, where standard output gets them in place of the table.
    objects: Objects,
    exits: Vec<Exit>,
}

impl All<'_> {
    /// Settles the claims of a program and reports its errors; returns the claim that was interrupted, `None` if none was.
    fn program(&mut self, path: &Path) -> Result<Option<Left>, Trouble> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let found = Names {
            name: &stem,
            file: &path.to_string_lossy(),
        };
        let program = match program::load(path) {
            Ok(program) => program,
            Err(trouble) => {
                self.exits.push(trouble.tell());
                let row = ClaimRow::uncompiled(found.name, found.file);
                self.rows.push(row);
                return Ok(None);
            }
        };
        let (program, wanted) = match chosen(program, &self.args.claim) {
            Ok(chosen) => chosen,
            Err(trouble) => {
                self.exits.push(trouble.tell());
                let row =
                    ClaimRow::unsettled_of(found.name, found.file, &self.args.claim.join("; "));
                self.rows.push(row);
                return Ok(None);
            }
        };
        if wanted.is_empty() {
            say!("note: `{}` claims nothing", visible::line(found.file));
            return Ok(None);
        }
        let (limits, pool) = (&self.args.limits, self.pool.clone());
        let mut settler = Settler::new(program, limits, self.args.memory.of_search(&pool), pool)?;
        settler.measure_sizes(self.args.sizes);
        settler.stop_after = self.args.stop_after;
        let comparison = self.comparison(&settler);
        let stated: Vec<Claim> = wanted
            .iter()
            .filter_map(|index| settler.module().claims.get(*index).cloned())
            .collect();
        if let Err(trouble) =
            settler.prepare(&wanted, comparison, &self.args.values.syzygy, &self.watch)
        {
            let exit = trouble.tell();
            if let (Exit::Interrupted, Some(claim)) = (exit, stated.first()) {
                let (claim, number) = (claim_text(claim), 1);
                return Ok(Some(Left { claim, number }));
            }
            self.exits.push(exit);
            for claim in &stated {
                let row = row(&found, &settler, claim);
                self.rows.push(row);
            }
            return Ok(None);
        }
        let claims: Vec<&Claim> = stated.iter().collect();
        for (at, claim) in claims.iter().enumerate() {
            let later = claims.get(at + 1..).unwrap_or_default();
            let number = at + 1;
            if !self.claim(&found, &settler, (claim, number), comparison, later)? {
                let claim = claim_text(claim);
                return Ok(Some(Left { claim, number }));
            }
        }
        Ok(None)
    }

    /// Settles a claim and adds its row; `false` where it is interrupted.
    fn claim(
        &mut self,
        found: &Names<'_>,
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
                say!("{told}, `{}`: not settled", claim_text(claim));
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
        if self.args.format == Form::Json {
            self.objects.add(&row, settler.signed(&report));
        }
        self.exits.push(exit_of(report.verdict()));
        say!("{told}: {}", report.rate_line(time.as_secs_f64()));
        self.rows.push(row);
        Ok(true)
    }

    /// Comparison of play with perfect play. Without `--perfect` a claim gets it wherever adv makes the tables of perfect play itself.
    fn comparison(&self, settler: &Settler) -> Comparison {
        let wanted = self.args.perfect.value();
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

    /// Writes the table, or the objects of all claims.
    fn write(&mut self, mut out: Out) -> Result<(), Trouble> {
        let times = self.args.times;
        match self.args.format {
            Form::Json => out.json_text(&std::mem::take(&mut self.objects).text())?,
            Form::Markdown => out.text(&overview::markdown(&self.rows, times))?,
            Form::Csv => out.bytes(&overview::csv(&self.rows, times))?,
            _ => out.text(&overview::text(&self.rows, times))?,
        }
        out.finish()
    }
}

/// A program with the claims that the arguments add, and the indices of the claims to settle; none where it claims nothing itself.
fn chosen(program: Rulebook, arguments: &[String]) -> Result<(Rulebook, Vec<usize>), Trouble> {
    let texts: Vec<String> = arguments
        .iter()
        .filter(|claim| is_claim(claim))
        .cloned()
        .collect();
    let own = program.own_claims();
    let program = program::with_claims(program, &texts)?;
    let wanted = match arguments {
        [] => (0..own).collect(),
        _ => choice::choose(&program, arguments)?
            .into_iter()
            .map(|wanted| wanted.index)
            .collect(),
    };
    Ok((program, wanted))
}

/// Row of a claim in the table, before it is settled.
fn row(found: &Names<'_>, settler: &Settler, claim: &Claim) -> ClaimRow {
    let program = ProgramSummary {
        name: found.name,
        file: found.file,
        module: settler.module(),
    };
    ClaimRow::unsettled(&program, claim)
}
