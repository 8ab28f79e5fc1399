//! Output of settled claims: reports to standard output or a file, pages and certificates to a file for each claim.
//!
//! Files are begun before anything is proved, so that an error in writing is reported at once and not after an hour.

use std::path::{Path, PathBuf};
use std::time::Duration;

use adv::certificate::verify;
use adv::chess::fen;
use adv::program::{Claim, ClaimSubject};
use adv::proof::{Scan, Settled};
use adv::render::proof;
use adv::render::proof::scan::Scanned;
use adv::render::proof::walk::Walked;
use adv::render::proof::{Proof, claim_text, rate_line, scan, walk};
use adv::{Position, WantedClaim};

use crate::cmd::prove::arguments::{ProofFormat, ProveArgs};
use crate::exit::{Exit, Trouble, say};
use crate::io::{NewFile, Out};
use crate::{Outcome, compression, io};

use super::exit_codes;
use super::file_names::numbered;
use super::files::Report;
use super::settler::{Settler, Unsettled};

/// Output of `adv prove` for the claims of one command.
pub struct Answers {
    format: ProofFormat,
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
    objects: Vec<String>,
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
        let paged = args.format == ProofFormat::Html && (several || given.is_some());
        if args.format == ProofFormat::Html && explain.is_some() {
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
                let path = numbered(given, number, several, args.format.ending());
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

    /// Writes the answer on a settled claim about play.
    pub fn settled(
        &mut self,
        settler: &Settler,
        claim: &Claim,
        one: &WantedClaim,
        settled: &Settled,
        time: Duration,
        resumed: bool,
    ) -> Result<(), Trouble> {
        // Before anything is written: a certificate that is refused means that the proof is not what its checkpoint said.
        let certificate = self.certificate(settler, claim, one, settled, resumed)?;
        let module = settler.module();
        let report = settled.report();
        let shown = Proof {
            module,
            claim,
            report,
        };
        let walk = match self.explain.map(|position| settled.walk(&position)) {
            Some(Ok(walk)) => walk,
            Some(Err(error)) => return Err(settler.tell(claim, error)),
            None => None,
        };
        self.explained |= walk.is_some();
        let walked = walk.as_ref().map(|walk| Walked {
            module,
            claim,
            walk,
        });
        match self.format.text() {
            Some(form) => {
                let mut text = proof::text(&shown, form);
                if let Some(walked) = &walked {
                    text.push('\n');
                    text.push_str(&walk::text(walked, form));
                }
                self.text(&text)?;
            }
            None if self.format == ProofFormat::Json => {
                let mut object = Report::Proof(&shown).object(settler);
                if let Some(walked) = &walked {
                    object["explained"] = walk::json(walked);
                }
                self.objects.push(format!("{object:#}"));
            }
            None => self.page(one, &Report::Proof(&shown).page(settler))?,
        }
        self.exits.push(exit_codes::of(report.verdict));
        match (certificate, self.place_of_certificate(one)) {
            (Some(Ok(bytes)), Some(path)) => compression::write(path, &bytes)?,
            (Some(Err(reason)), _) => say(format_args!("no certificate: {reason}")),
            _ => {}
        }
        say(rate_line(report.states, time.as_secs_f64(), report.memory));
        Ok(())
    }

    /// Writes the answer on a settled claim about descriptors.
    pub fn scanned(
        &mut self,
        settler: &Settler,
        claim: &Claim,
        one: &WantedClaim,
        found: &Scan,
        time: Duration,
    ) -> Result<(), Trouble> {
        let shown = Scanned {
            module: settler.module(),
            claim,
            scan: found,
        };
        match self.format.text() {
            Some(form) => self.text(&scan::text(&shown, form))?,
            None if self.format == ProofFormat::Json => {
                let object = Report::Scan(&shown).object(settler);
                self.objects.push(format!("{object:#}"));
            }
            None => self.page(one, &Report::Scan(&shown).page(settler))?,
        }
        self.exits.push(exit_codes::of(found.verdict));
        if self.place_of_certificate(one).is_some() {
            let about = match claim.subject {
                ClaimSubject::Evaluation(_) => "an evaluation",
                _ => "descriptors",
            };
            say(format_args!(
                "no certificate: a claim about {about} is not about play"
            ));
        }
        say(rate_line(found.positions, time.as_secs_f64(), 0));
        Ok(())
    }

    /// Reports a claim that cannot be settled, and keeps its exit code; the others are still settled.
    pub fn unsettled(&mut self, claim: &Claim, why: Unsettled) {
        if self.several {
            say(format_args!("the claim `{}`:", claim_text(claim)));
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
        if self.format == ProofFormat::Json {
            let text = match (self.several, self.objects.as_slice()) {
                (false, [only]) => format!("{only}\n"),
                (false, _) => String::new(),
                (true, several) => array(several),
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
            return Err(Trouble::new(format!(
                "`{}` is neither a position of the claim nor one that its play reaches at the end of a tree",
                fen(position)
            ))
            .help("the side that the claim is about must be to move, with the men that it is about"));
        }
        Ok(exit_codes::worst(&self.exits))
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

    fn place_of_certificate(&self, one: &WantedClaim) -> Option<&Path> {
        let mut places = self.certificates.iter();
        let found = places.find(|(index, _)| *index == one.index);
        found.map(|(_, path)| path.as_path())
    }

    /// Writes the certificate of a claim, if one was requested. That of a resumed proof is checked first.
    fn certificate(
        &self,
        settler: &Settler,
        claim: &Claim,
        one: &WantedClaim,
        settled: &Settled,
        resumed: bool,
    ) -> Result<Option<Result<Vec<u8>, String>>, Trouble> {
        if self.place_of_certificate(one).is_none() {
            return Ok(None);
        }
        let certificate = settler.certificate(claim, settled);
        if let (true, Ok(bytes)) = (resumed, &certificate) {
            verify(bytes).map_err(|refusal| {
                Trouble::new(format!(
                    "the certificate of the resumed proof is refused, so that its checkpoint was not sound: {refusal}"
                ))
                .help("leave `--resume` out to begin again")
            })?;
        }
        Ok(Some(certificate))
    }
}

/// JSON array of JSON objects, with line breaks.
fn array(objects: &[String]) -> String {
    if objects.is_empty() {
        return "[]\n".to_owned();
    }
    let indented = |object: &String| {
        let lines: Vec<String> = object.lines().map(|line| format!("  {line}")).collect();
        lines.join("\n")
    };
    let objects: Vec<String> = objects.iter().map(indented).collect();
    format!("[\n{}\n]\n", objects.join(",\n"))
}
