//! Files for the claims of a folder: `-o FOLDER` gets the whole report of each, `--certificate FOLDER` the certificates.
//!
//! They are named after the program and the number of the claim, `krk-1.html` and `krk-1.cert`.

use std::path::{Path, PathBuf};

use adv::render::TextForm;
use adv::render::proof::scan::Scanned;
use adv::render::proof::{Proof, scan};
use adv::render::{escape, proof, visible};
use adv::version::Value;

use crate::cmd::prove::arguments::{ProofFormat, ProveArgs};
use crate::exit::Trouble;
use crate::io;

use super::settler::Settler;

/// Folders that get the reports and certificates of `adv prove FOLDER`.
pub struct Files {
    format: ProofFormat,
    reports: Option<PathBuf>,
    certificates: Option<PathBuf>,
}

/// Report on one settled claim.
#[derive(Clone, Copy)]
pub enum Report<'a> {
    /// Report on a claim about play.
    Proof(&'a Proof<'a>),
    /// Report on a claim about descriptors.
    Scan(&'a Scanned<'a>),
}

impl Report<'_> {
    /// Report as a JSON object, signed with the program's fingerprint.
    pub fn object(self, settler: &Settler) -> Value {
        let mut object = match self {
            Report::Proof(shown) => proof::json(shown),
            Report::Scan(shown) => scan::json(shown),
        };
        settler.made_by().sign(&mut object);
        object
    }

    /// Report as an HTML page, signed with the program's fingerprint.
    pub fn page(self, settler: &Settler) -> String {
        let page = match self {
            Report::Proof(shown) => proof::html(shown),
            Report::Scan(shown) => scan::html(shown),
        };
        settler.made_by().sign_page(&page)
    }

    /// Report as text for a person, signed with the program's fingerprint.
    fn text(self, form: TextForm, settler: &Settler) -> String {
        let text = match self {
            Report::Proof(shown) => proof::text(shown, form),
            Report::Scan(shown) => scan::text(shown, form),
        };
        text + &settler.made_by().last_line()
    }
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
        report: Report<'_>,
    ) -> Result<(), Trouble> {
        let Some(folder) = &self.reports else {
            return Ok(());
        };
        let text = match self.format.text() {
            Some(form) => report.text(form, settler),
            None if self.format == ProofFormat::Json => {
                format!("{:#}\n", report.object(settler))
            }
            None => report.page(settler),
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
