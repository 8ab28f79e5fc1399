//! Output of settled claims: reports to standard output or a file, pages and certificates to a file for each claim.
//!
//! Files are begun before anything is proved, so that an error in writing is reported at once and not after an hour.

use std::path::{Path, PathBuf};
use std::time::Duration;

use adv::certificate::verify;
use adv::chess::fen;
use adv::program::Claim;
use adv::proof::{ClaimReport, Proved, Verdict};
use adv::render::proof::walk::Walked;
use adv::render::proof::{claim_text, walk};
use adv::version::Value;
use adv::{Position, WantedClaim};

use crate::args::Form;
use crate::cmd::prove::arguments::ProveArgs;
use crate::io::NewFile;
use crate::{Exit, Out, Outcome, Trouble, compression, io, say};

use super::settler::{Settler, Unsettled};

/// Path for the certificate of a claim, and its bytes or the reason why it has none.
type CertificateFile = (PathBuf, Result<Vec<u8>, String>);

/// Output of `adv prove` for the claims of one command.
pub struct Answers {
    format: Form,
    /// Destination of text and JSON; `None` where each claim has a page of its own.
    out: Option<Out>,
    /// True where each report is written as soon as its claim is settled, so that it stays where a later claim is interrupted.
    streams: bool,
    pages: Vec<(usize, NewFile)>,
    /// Index of each claim with a certificate to write, and its path; only a certificate is written over an existing file.
    certificates: Vec<(usize, PathBuf)>,
    explain: Option<Position>,
    /// True once a claim covers the position of `--explain`, or where there is no such option.
    explained: bool,
    several: bool,
    objects: Vec<Value>,
    exits: Vec<Exit>,
}

impl Answers {
    /// Begins the output files, before anything is proved.
    ///
    /// # Errors
    /// Where a file cannot be written, or no file is named for the pages of several claims.
    pub fn begin(
        args: &ProveArgs,
        explain: Option<Position>,
        settler: &Settler,
        wanted: &[WantedClaim],
    ) -> Result<Answers, Trouble> {
        let several = wanted.len() > 1;
        let given = args.output.as_deref().filter(|path| !io::is_stdin(path));
        let paged = args.format == Form::Html && (several || given.is_some());
        if args.format == Form::Html && explain.is_some() {
            return Err(
                Trouble::new("a position is explained as text or json, not as a page")
                    .help("leave `--explain` or `--format html` out"),
            );
        }
        let mut pages = Vec::new();
        let mut out = None;
        if paged {
            let Some(given) = given else {
                return Err(Trouble::new("the pages of several claims need a file each").help(
                    "name a folder, or a file whose name gets the numbers of the claims: `-o krk.html` writes krk-1.html, krk-2.html, …",
                ));
            };
            for one in wanted {
                let number = one.index + 1;
                let path = numbered(given, number, several, "html");
                pages.push((one.index, NewFile::create(&path)?));
            }
        } else {
            out = Some(Out::to(args.output.as_deref())?.about([settler.rulebook()]));
        }
        let mut certificates = Vec::new();
        if let Some(given) = &args.certificate {
            for one in wanted {
                let path = numbered(given, one.index + 1, several, "proof");
                // Tried and dropped: it is written only where there is a certificate.
                drop(NewFile::create(&path)?);
                certificates.push((one.index, path));
            }
        }
        let streams = paged || (given.is_none() && args.format.text().is_some());
        Ok(Answers {
            format: args.format,
            out,
            streams,
            pages,
            certificates,
            explain,
            explained: explain.is_none(),
            several,
            objects: Vec::new(),
            exits: Vec::new(),
        })
    }

    /// Writes the answer on a settled claim.
    pub fn settled(
        &mut self,
        settler: &Settler,
        claim: &Claim,
        one: &WantedClaim,
        (proved, time): (&Proved, Duration),
        resumed: bool,
    ) -> Result<(), Trouble> {
        let module = settler.module();
        let Some(report) = ClaimReport::of(module, claim, proved) else {
            return Ok(());
        };
        // Before anything is written: a certificate that is refused means that the proof is not what its checkpoint said.
        let certificate = self.certificate(settler, claim, one, proved, resumed)?;
        let walk = match (self.explain, proved) {
            (Some(position), Proved::Settled(settled)) => settled
                .walk(&position)
                .map_err(|error| settler.tell(claim, error))?,
            _ => None,
        };
        self.explained |= walk.is_some();
        let walked = walk.as_ref().map(|walk| Walked {
            module,
            claim,
            walk,
        });
        match self.format.text() {
            Some(form) => {
                let mut text = report.text(form);
                if let Some(walked) = &walked {
                    text.push('\n');
                    text.push_str(&walk::text(walked, form));
                }
                self.text(&text)?;
            }
            None if self.format == Form::Json => {
                let mut object = settler.signed(&report);
                if let Some(walked) = &walked {
                    object["explained"] = walk::json(walked);
                }
                self.objects.push(object);
            }
            None => self.page(one, &settler.page(&report))?,
        }
        self.exits.push(exit_of(report.verdict()));
        match certificate {
            Some((path, Ok(bytes))) => compression::write(&path, &bytes)?,
            Some((_, Err(reason))) => say!("no certificate: {reason}"),
            None => {}
        }
        say(report.rate_line(time.as_secs_f64()));
        Ok(())
    }

    /// Reports a claim that cannot be settled, and keeps its exit code; the others are still settled.
    pub fn unsettled(&mut self, claim: &Claim, why: Unsettled) {
        if self.several {
            say!("the claim `{}`:", claim_text(claim));
        }
        self.exits.push(why.tell());
    }

    /// Writes the buffered reports out before an interrupted proof ends. True where the reports so far stay.
    pub fn keep(&mut self) -> Result<bool, Trouble> {
        if let (true, Some(out)) = (self.streams, &mut self.out) {
            out.flush()?;
        }
        Ok(self.streams)
    }

    /// Ends all output, after the last claim; returns the exit code of the command.
    ///
    /// # Errors
    /// Where something cannot be written, or no claim speaks of the position that was to be explained.
    pub fn finish(mut self) -> Outcome {
        if self.format == Form::Json {
            let text = match (self.several, self.objects.as_slice()) {
                (false, [only]) => format!("{only:#}\n"),
                (false, _) => String::new(),
                (true, several) => format!("{:#}\n", Value::from(several)),
            };
            if let Some(out) = &mut self.out {
                out.json_text(&text)?;
            }
        }
        if let Some(mut out) = self.out.take() {
            if self.format.text().is_some() {
                out.made_by()?;
            }
            out.finish()?;
        }
        let settled = !self.exits.iter().all(|exit| *exit == Exit::Wrong);
        if let (false, true, Some(position)) = (self.explained, settled, &self.explain) {
            return Err(trouble!(
                "`{}` is neither a position of the claim nor one that its play reaches at the end of a tree",
                fen(position)
            )
            .help("the side that the claim is about must be to move, with the men that it is about"));
        }
        Ok(worst_exit(&self.exits))
    }

    fn text(&mut self, text: &str) -> Result<(), Trouble> {
        let gap = self.format.text().is_some() && !self.exits.is_empty();
        let Some(out) = &mut self.out else {
            return Ok(());
        };
        if gap {
            out.text("\n")?;
        }
        out.text(text)?;
        // Each report as soon as it is known, for a reader at the other end of a pipe too.
        if self.streams {
            out.flush()?;
        }
        Ok(())
    }

    /// Writes the HTML page of a claim, to its file or to standard output.
    fn page(&mut self, one: &WantedClaim, text: &str) -> Result<(), Trouble> {
        let Some(at) = self.pages.iter().position(|page| page.0 == one.index) else {
            return self.text(text);
        };
        let (_, mut file) = self.pages.swap_remove(at);
        file.bytes(text.as_bytes())?;
        file.finish()
    }

    /// Path for the certificate of a claim, and its bytes or the reason why it has none; `None` where no certificate was requested. That
    /// of a resumed proof is checked first.
    fn certificate(
        &self,
        settler: &Settler,
        claim: &Claim,
        one: &WantedClaim,
        proved: &Proved,
        resumed: bool,
    ) -> Result<Option<CertificateFile>, Trouble> {
        let mut places = self.certificates.iter();
        let Some((_, path)) = places.find(|(index, _)| *index == one.index) else {
            return Ok(None);
        };
        let certificate = settler.certificate(claim, proved);
        if let (true, Ok(bytes)) = (resumed, &certificate) {
            verify(bytes).map_err(|refusal| {
                trouble!(
                    "the certificate of the resumed proof is refused, so that its checkpoint was not sound: {refusal}"
                )
                .help("leave `--resume` out to begin again")
            })?;
        }
        Ok(Some((path.clone(), certificate)))
    }
}

/// Path of a claim's file: in a folder `claim-2.html`; beside others the given name with a number, `krk-2.html`; alone the given name.
fn numbered(given: &Path, number: usize, several: bool, ending: &str) -> PathBuf {
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
