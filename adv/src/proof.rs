//! Results of proofs: verdicts, reports, the lines that break a claim, and the progress of a proof.

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
