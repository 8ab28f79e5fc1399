//! `adv verify`: the certificate of a proof, checked by the rules of chess alone, and compared with a program where the arguments name one.
//! The file of a p-strategy is checked by `verify_tree.rs`.

use std::path::PathBuf;
use std::sync::Arc;

use adv::certificate::{Refusal, Verdict, verify as check};
use adv::proof::{ComparedCertificate, Watch, claim_text};
use adv::render::text::{many, thousands};
use adv::whole::is_tree;
use adv::{Comparison, Fingerprint, Rulebook};
use clap::Args;

use crate::args::LimitArgs;
use crate::cmd::prove::arguments::ValueArgs;
use crate::play::interrupt::Interrupt;
use crate::{Exit, Outcome, Trouble, compression, io, program, work};

use super::prove::settler::Settler;

/// Arguments of `adv verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The certificate that `adv prove --certificate` wrote, or the p-strategy that `adv whole --format json` wrote; `-` for
    /// standard input
    ///
    /// Of a p-strategy it is checked that each position of ours has one legal move, each position of theirs every reply, that the ends that
    /// chess can see have their true names, and that the counts are true.
    #[arg(value_name = "CERTIFICATE|TREE")]
    pub certificate: PathBuf,
    /// The program that it must prove a claim of, or be the play of
    ///
    /// Men, side, positions and bound of the claim, as the program reads it, must be those of the certificate, and the command consults the
    /// program again in every position of it: each move must be the program's own. Without a program the rules of chess alone check it; the
    /// claim and the program that the certificate names are then its own words.
    #[arg(value_name = "PROGRAM")]
    pub file: Option<PathBuf>,
    /// Largest size of the unpacked certificate, as a multiple of the size of its file
    #[arg(long, value_name = "N", default_value_t = crate::compression::USUAL_RATIO, value_parser = clap::value_parser!(u32).range(1..))]
    pub unpack_ratio: u32,
    /// Number of threads that consult the program; if not given, as many as the machine has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The tables of values
    #[command(flatten)]
    pub values: ValueArgs,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `adv verify`: checks a certificate, and compares it with the program where one is named.
pub fn verify(args: &VerifyArgs) -> Outcome {
    if io::is_stdin(&args.certificate) && args.file.as_deref().is_some_and(io::is_stdin) {
        return Err(Trouble::two_inputs("the certificate and the program"));
    }
    let bytes = io::read_kept(&args.certificate, compression::MOST)?;
    if is_tree(&bytes) {
        return super::verify_tree::verify(args, &bytes);
    }
    let bytes = compression::unpacked(&bytes, &args.certificate, args.unpack_ratio)?;
    let program = args.file.as_deref().map(program::load).transpose()?;
    let name = io::shown(&args.certificate);
    let verdict = check(&bytes).map_err(|refusal| refused(&name, &refusal))?;
    let text = match program {
        Some(program) => {
            let compared = compare(args, program, &verdict, &bytes)?;
            format!("{}{compared}", told(&verdict))
        }
        None => format!("{}{}", told(&verdict), unchecked(&verdict)),
    };
    io::print(&text)?;
    Ok(Exit::Done)
}

/// Trouble for a certificate that proves nothing, with the reason.
fn refused(name: &str, refusal: &Refusal) -> Trouble {
    unproved(format!("`{name}` proves nothing: {refusal}"))
}

pub(super) fn unproved(message: String) -> Trouble {
    Trouble::with_exit(Exit::Unproved, message)
}

/// Compares the certificate with the program, which it consults again; returns in words in which points they agree.
fn compare(
    args: &VerifyArgs,
    program: Rulebook,
    verdict: &Verdict,
    bytes: &[u8],
) -> Result<String, Trouble> {
    let own = program.fingerprint()?;
    let name = program.name().to_owned();
    if verdict.fingerprint != own.0 {
        return Err(unproved(format!(
            "the certificate is of another program than `{name}`: its fingerprint is {}, expected {own}",
            Fingerprint(verdict.fingerprint)
        ))
        .help("the program was changed since it was proved, or it was proved by another version of adv; prove it again"));
    }
    let (program, index) = claimed(program, &verdict.claim)?;
    let written = index < program.own_claims();
    let pool = Arc::new(work::pool(args.threads)?);
    let memory = adv::Limits::USUAL_MEMORY;
    let mut settler = Settler::new(program, &args.limits, memory, pool)?;
    let watch = Watch::new();
    Interrupt::listen_by(watch.stop());
    settler.prepare(&[index], Comparison::No, &args.values.syzygy, &watch)?;
    let Some(claim) = settler.module().claims.get(index) else {
        return Err(not_made(&verdict.claim, &name));
    };
    match settler.compare(claim, bytes, &watch)? {
        ComparedCertificate::Same { positions, asked } => Ok(format!(
            "claim     {}\nprogram   {name}, fingerprint {own}\ncompared  the claim of the program{} is about {}; the program, asked again in {}, makes every move\n",
            claim_text(claim),
            if written { "" } else { ", which is not written in it," },
            match positions {
                1 => "this position".to_owned(),
                positions => format!("these {} positions", thousands(positions)),
            },
            many(asked, "state", "states"),
        )),
        ComparedCertificate::Differs(fault) => Err(unproved(format!(
            "the certificate does not prove the claim `{}` of `{name}`: {fault}",
            verdict.claim
        ))
        .help("what it proves without the program is checked by `adv verify` with the certificate alone; prove the claim again")),
        ComparedCertificate::Interrupted => Err(Trouble::with_exit(Exit::Interrupted, "interrupted before the certificate was compared with the program")),
    }
}

/// Program with the claim that a certificate names, and the claim's index: one of the program's own, or one that was typed for the proof.
fn claimed(program: Rulebook, text: &str) -> Result<(Rulebook, usize), Trouble> {
    // Without the source one claim has the same words, or it is the only one.
    let claims = program.program().claims.len();
    let only = (program.program().source.is_none() && claims == 1).then_some(0);
    if let Some(index) = program.claim_with_text(text).or(only) {
        return Ok((program, index));
    }
    let own = program.own_claims();
    let name = program.name().to_owned();
    let check = program.with_claims(&[text]).map_err(|error| {
        not_made(text, &name).help(format!("{error}; name its source in place of the module"))
    })?;
    let added = check.rulebook.ok_or_else(|| not_made(text, &name))?;
    Ok((added, own))
}

fn not_made(claim: &str, name: &str) -> Trouble {
    unproved(format!(
        "the certificate is of the claim `{claim}`, which `{name}` does not make"
    ))
}

/// Text of the proved claim and the counts of the check.
fn told(verdict: &Verdict) -> String {
    let moves = verdict.worst_plies.div_ceil(2);
    let mut text = format!(
        "verified: {} mates from {} in at most {}\n",
        if verdict.white { "White" } else { "Black" },
        verdict.set,
        many(moves, "move", "moves")
    );
    if let Some(bound) = verdict.bound {
        text.push_str(&format!(
            "plies     {bound} allowed, {} needed\n",
            verdict.worst_plies
        ));
    }
    // A shorter mate comes before the rule ends the game.
    if verdict.worst_plies > 100 {
        text.push_str("aside     the fifty-move rule, which some lines may cross\n");
    }
    text.push_str(&format!(
        "checked   {}, {}, {} and {}{}\n",
        many(verdict.positions, "position", "positions"),
        many(verdict.states, "state", "states"),
        many(verdict.moves_checked, "move", "moves"),
        many(verdict.replies_checked, "reply", "replies"),
        if verdict.any_choice {
            ", every choice of moves"
        } else {
            ""
        }
    ));
    text
}

/// Text of the claim and the program that a certificate names, unchecked because there is no program to compare it with.
fn unchecked(verdict: &Verdict) -> String {
    format!(
        "The certificate says of itself what was not checked; name the program to compare it:\nclaim     {}\nprogram   {}, fingerprint {}\n",
        verdict.claim,
        verdict.program,
        Fingerprint(verdict.fingerprint)
    )
}
