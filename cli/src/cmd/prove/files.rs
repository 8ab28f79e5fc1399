//! Names and exit codes of answers on several claims; files for the claims of a folder: `-o FOLDER` gets the whole report of each, `--certificate FOLDER` the certificates.
//!
//! They are named after the program and the number of the claim, `krk-1.html` and `krk-1.cert`.

use std::path::{Path, PathBuf};

use adv::proof::{ClaimReport, Verdict};
use adv::render::{escape, visible};

use crate::cmd::prove::arguments::{ProofFormat, ProveArgs};
use crate::exit::{Exit, Trouble};
use crate::io;

use super::settler::Settler;

/// Folders that get the reports and certificates of `adv prove FOLDER`.
pub struct Files {
    format: ProofFormat,
    reports: Option<PathBuf>,
    certificates: Option<PathBuf>,
}

impl Files {
    /// Makes the folders of `-o` and `--certificate` where they do not exist.
    ///
    /// # Errors
    /// Where a folder cannot be made, or none is named for HTML pages.
    pub fn begin(args: &ProveArgs) -> Result<Files, Trouble> {
        let given = args.output.as_deref();
        let given = given.filter(|path| !io::is_stdin(path));
        if given.is_none() && args.format == ProofFormat::Html {
            return Err(
                Trouble::new("the pages of a folder's claims need a file each")
                    .help("name a folder for them: `-o pages`"),
            );
        }
        Ok(Files {
            format: args.format,
            reports: given.map(made).transpose()?,
            certificates: args.certificate.as_deref().map(made).transpose()?,
        })
    }

    /// True where reports are written to files, not only to standard output.
    pub const fn has_reports(&self) -> bool {
        self.reports.is_some()
    }

    /// Writes the report on a program's claim, if reports were requested. Claims count from 1.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn report(
        &self,
        settler: &Settler,
        (program, claim): (&str, usize),
        report: &ClaimReport<'_>,
    ) -> Result<(), Trouble> {
        let Some(folder) = &self.reports else {
            return Ok(());
        };
        let text = match self.format.text() {
            Some(form) => report.text(form) + &settler.made_by().last_line(),
            None if self.format == ProofFormat::Json => format!("{:#}\n", settler.signed(report)),
            None => settler.page(report),
        };
        let path = folder.join(format!("{program}-{claim}.{}", self.format.ending()));
        let text = match self.format == ProofFormat::Json {
            true => escape::json(&text),
            false => visible::lines(&text),
        };
        io::write_whole(&path, text.as_bytes())
    }

    /// Path for the certificate of a claim, counted from 1; `None` where none was requested.
    pub fn certificate(&self, program: &str, claim: usize) -> Option<PathBuf> {
        let folder = self.certificates.as_ref()?;
        Some(folder.join(format!("{program}-{claim}.cert")))
    }
}

/// Makes a folder where it does not exist, and returns its path.
fn made(path: &Path) -> Result<PathBuf, Trouble> {
    let shown = io::shown(path);
    if path.exists() && !path.is_dir() {
        return Err(Trouble::new(format!(
            "`{shown}` is a file, and the claims of a folder need a folder"
        ))
        .help("name a folder; it is made where there is none"));
    }
    io::make_folder(path)?;
    Ok(path.to_owned())
}

/// Path of a claim's file: in a folder `claim-2.html`; beside others the given name with a number, `krk-2.html`; alone the given name.
pub fn numbered(given: &Path, number: usize, several: bool, ending: &str) -> PathBuf {
    if given.is_dir() {
        return given.join(format!("claim-{number}.{ending}"));
    }
    if !several {
        return given.to_owned();
    }
    let stem = given.file_stem().unwrap_or_default().to_string_lossy();
    let name = match given.extension() {
        Some(ending) => format!("{stem}-{number}.{}", ending.to_string_lossy()),
        None => format!("{stem}-{number}"),
    };
    given.with_file_name(name)
}

/// Exit code for the verdict on a claim.
pub const fn exit_of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Proved | Verdict::Measured => Exit::Done,
        Verdict::Refuted | Verdict::TooLong | Verdict::FiftyMoves | Verdict::Empty => {
            Exit::Unproved
        }
    }
}

/// Worst of several exit codes: [`Exit::Wrong`], then [`Exit::Budget`], then [`Exit::Unproved`]; else [`Exit::Done`].
pub fn worst_exit(exits: &[Exit]) -> Exit {
    let order = [Exit::Wrong, Exit::Budget, Exit::Unproved];
    let worst = order.into_iter().find(|exit| exits.contains(exit));
    worst.unwrap_or(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_several_claims_are_numbered() {
        let name = |given: &str, several| {
            let path = numbered(Path::new(given), 2, several, "html");
            path.to_string_lossy().replace('\\', "/")
        };
        assert_eq!(name("a/krk.html", false), "a/krk.html");
        assert_eq!(name("a/krk.html", true), "a/krk-2.html");
        assert_eq!(name("krk", true), "krk-2");
        assert_eq!(name("krk.all.html", true), "krk.all-2.html");
        assert!(name(".", true).ends_with("claim-2.html"));
        assert!(name(".", false).ends_with("claim-2.html"));
    }
}
