//! Results of proofs: verdicts, reports, the lines that break a claim, and the progress of a proof.

use adv_module::Program;
use adv_module::program::Claim;
use adv_render::TextForm;
use adv_render::proof::scan::{self, Scanned};
use adv_render::proof::{self, Proof, rate_line};
use serde_json::Value;

#[doc(inline)]
pub use adv_prover::{
    Accuracy, Balance, Cause, CertificateFault, CheckpointFault, Choice, Compared,
    ComparedCertificate, Consulted, Cycle, Decided, Failing, Fate, Fifty, Forecast, Ground, Judged,
    Keeping, KeptMoves, Lengths, Line, LineEnd, LostMoves, NoCertificate, Over, Perfect, Phase,
    Played, Ply, ProveError, Proved, Report, Round, Scan, Searched, Settled, Shard, Shelf, Sizes,
    SquareStat, Teller, Use, Verdict, Walk, Watch, Weighed,
};
#[doc(inline)]
pub use adv_render::proof::claim_text;

/// Report on a settled claim, in the forms in which it is written.
#[derive(Clone, Copy)]
pub enum ClaimReport<'a> {
    /// Report on a claim about play.
    Play(Proof<'a>),
    /// Report on a claim about descriptors or an evaluation.
    Scan(Scanned<'a>),
}

impl<'a> ClaimReport<'a> {
    /// Report on what a claim of a program has come to; `None` where its proof was interrupted.
    pub fn of(
        module: &'a Program,
        claim: &'a Claim,
        proved: &'a Proved,
    ) -> Option<ClaimReport<'a>> {
        match proved {
            Proved::Settled(settled) => Some(ClaimReport::Play(Proof {
                module,
                claim,
                report: settled.report(),
            })),
            Proved::Scanned(scan) => Some(ClaimReport::Scan(Scanned {
                module,
                claim,
                scan,
            })),
            Proved::Interrupted(_) => None,
        }
    }

    /// Verdict on the claim.
    pub fn verdict(&self) -> Verdict {
        match self {
            ClaimReport::Play(shown) => shown.report.verdict,
            ClaimReport::Scan(shown) => shown.scan.verdict,
        }
    }

    /// Result in one sentence.
    pub fn headline(&self) -> String {
        match self {
            ClaimReport::Play(shown) => proof::headline(shown),
            ClaimReport::Scan(shown) => scan::headline(shown),
        }
    }

    /// Report as text for a person.
    pub fn text(&self, form: TextForm) -> String {
        match self {
            ClaimReport::Play(shown) => proof::text(shown, form),
            ClaimReport::Scan(shown) => scan::text(shown, form),
        }
    }

    /// Report as an object, without a signature.
    pub fn json(&self) -> Value {
        match self {
            ClaimReport::Play(shown) => proof::json(shown),
            ClaimReport::Scan(shown) => scan::json(shown),
        }
    }

    /// Report as an HTML page, without a signature.
    pub fn html(&self) -> String {
        match self {
            ClaimReport::Play(shown) => proof::html(shown),
            ClaimReport::Scan(shown) => scan::html(shown),
        }
    }

    /// Line on the speed of a proof that took so many seconds.
    pub fn rate_line(&self, seconds: f64) -> String {
        match self {
            ClaimReport::Play(shown) => {
                rate_line(shown.report.states, seconds, shown.report.memory)
            }
            ClaimReport::Scan(shown) => rate_line(shown.scan.positions, seconds, 0),
        }
    }
}
