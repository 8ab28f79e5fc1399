//! Checkpoints of interrupted proofs, changed anywhere.
//!
//! As they are kept, under a seal: none is opened but those that were sealed with the user's own key. As the prover reads them, the checksum
//! made right again: nothing panics or hangs, and what is found to be wrong is refused. The prover believes the rest, which is why there is
//! a seal; what it was made to believe is counted.

use adv::proof::{Keeping, Proved, Watch};
use adv::{Comparison, Limits, Prover, Rulebook, SealKey, SettleError};
use adv_module::format::fnv1a;
use adv_testkit::{Numbers, hostile};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;

use super::drive::{alone, told};
use super::{Attack, Ends};

/// The first bytes of what is sealed.
const SEALED: &[u8] = b"ADVS";
/// The user's key, and another's.
pub(super) const KEYS: [[u8; 32]; 2] = [[7; 32], [8; 32]];

/// Where the checksum is, after the first letters and the version; it is of everything after it.
const SUM: std::ops::Range<usize> = 12..20;

/// A table that asks for little in each position, so that a proof takes milliseconds.
pub(super) const PROGRAM: &str = "material W: K; B: K
advice near
  better  dist(W.K, B.K) < root.dist(W.K, B.K)
  us      K
  depth   1
end-advice
advice edge
  better  them-to-move
  us      K by new.dist(W.K, a1)
  depth   1
end-advice
table walk for W
  if dist(W.K, B.K) > 3 then near, edge
  otherwise edge
end-table
";

/// What is claimed: twice what holds, and once what does not.
pub(super) const CLAIMS: [&str; 3] = [
    "prove walk from \"8/8/8/8/8/8/2K5/k7 w - - 0 1\" keeps W.K ≠ ∅",
    "prove walk from \"7k/8/8/8/8/8/8/K7 w - - 0 1\" never dist(W.K, h8) < 2",
    "prove walk from \"8/2K5/8/8/8/8/8/7k w - - 0 1\" keeps dist(W.K, a1) < 7 any-choice",
];

/// One claim: its place in the program, its report, and checkpoints of its proof.
struct Proof {
    claim: usize,
    report: String,
    checkpoints: Vec<Vec<u8>>,
}

/// Checkpoints of proofs, changed.
pub struct Checkpoints {
    rulebook: Rulebook,
    proofs: Vec<Proof>,
}

impl Checkpoints {
    /// Settles the claims, once to the end and several times to an interruption.
    ///
    /// # Panics
    /// Where the program has changed so that a claim cannot be settled, or a proof is not interrupted.
    pub fn new() -> Checkpoints {
        let rulebook = Rulebook::load("walk.adv", PROGRAM).expect("it loads");
        let check = rulebook.with_claims(&CLAIMS).expect("there is a source");
        let rulebook = check.rulebook.expect("the claims are about the program");
        let prover = prover(&rulebook);
        let proofs = (0..CLAIMS.len()).map(|claim| {
            let whole = settle(&prover, claim, None, &Watch::new());
            let report = told(whole).expect("nothing ends the proof");
            let mut checkpoints = Vec::new();
            for states in [0, 1, 300, 700, 1_500] {
                let watch = Watch::new();
                watch.stop_after(states);
                if let Ok(Proved::Interrupted(bytes)) = settle(&prover, claim, None, &watch)
                    && bytes.len() > SUM.end
                {
                    checkpoints.push(bytes);
                }
            }
            assert!(!checkpoints.is_empty(), "claim {claim} is not interrupted");
            Proof {
                claim,
                report,
                checkpoints,
            }
        });
        let proofs = proofs.collect();
        Checkpoints { rulebook, proofs }
    }
}

impl Default for Checkpoints {
    fn default() -> Checkpoints {
        Checkpoints::new()
    }
}

/// A prover that remembers nothing of other proofs.
fn prover(rulebook: &Rulebook) -> Prover {
    Prover::new(rulebook.clone(), Limits::default()).expect("a fingerprint")
}

/// Settles a claim, from a checkpoint where there is one.
fn settle(
    prover: &Prover,
    claim: usize,
    checkpoint: Option<&[u8]>,
    watch: &Watch,
) -> Result<Proved, SettleError> {
    let claim = &prover.program().claims[claim];
    let keeping = Keeping {
        from: checkpoint,
        ..Keeping::default()
    };
    alone(|| prover.settle(claim, Comparison::No, keeping, watch, &[]))
}

impl Attack for Checkpoints {
    fn name(&self) -> &'static str {
        "checkpoints"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        let proof = numbers.pick(&self.proofs);
        let checkpoint = numbers.pick(&proof.checkpoints);
        match numbers.percent(50) {
            true => changed_seal(numbers, checkpoint),
            false => changed_states(numbers, checkpoint),
        }
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let mut end = |end| *ends.entry(end).or_default() += 1;
        if input.starts_with(SEALED) {
            let Ok(opened) = SealKey::new(KEYS[0]).open(input) else {
                end("not opened");
                return Ok(());
            };
            let own = self.proofs.iter().flat_map(|proof| &proof.checkpoints);
            let own = own.filter(|bytes| *bytes == opened);
            end("opened");
            return match own.count() {
                0 => Err("bytes that were not sealed with the key are opened".to_owned()),
                _ => Ok(()),
            };
        }
        // The bytes name the claim that they belong to; all others refuse them.
        let mut accepted = None;
        for proof in &self.proofs {
            let watch = Watch::new();
            let proved = settle(&prover(&self.rulebook), proof.claim, Some(input), &watch);
            if proved.is_ok() {
                let report = told(proved).ok_or("it was interrupted by nothing")?;
                accepted = Some(report == proof.report);
            }
        }
        end(match accepted {
            Some(true) => "gone on",
            Some(false) => "believed without a seal",
            None => "refused",
        });
        Ok(())
    }
}

/// A sealed checkpoint of which something is changed, or that another key sealed.
fn changed_seal(numbers: &mut Numbers, checkpoint: &[u8]) -> Vec<u8> {
    let [own, other] = KEYS.map(SealKey::new);
    let sealed = own.seal(checkpoint);
    let head = sealed.len() - checkpoint.len();
    match numbers.below(4) {
        // Another content under the seal, its own checksum made right.
        0 => [&sealed[..head], &changed_states(numbers, checkpoint)].concat(),
        1 => other.seal(checkpoint),
        2 => sealed[..numbers.below(sealed.len())].to_vec(),
        _ => {
            let mut body = sealed[SEALED.len()..].to_vec();
            hostile::change_bytes(numbers, &mut body);
            [SEALED, &body].concat()
        }
    }
}

/// A checkpoint as the prover reads it, changed, with its checksum made right. What is packed is changed as it is packed now and then, else
/// unpacked, and packed again.
fn changed_states(numbers: &mut Numbers, checkpoint: &[u8]) -> Vec<u8> {
    let mut bytes = checkpoint.to_vec();
    if numbers.percent(25) {
        let mut body = bytes.split_off(SUM.end);
        hostile::change_bytes(numbers, &mut body);
        bytes.extend(body);
    } else {
        // Behind the program's fingerprint and the claim, whose length is below 128.
        let claim = SUM.end + 32;
        let packed = bytes.split_off(claim + 1 + usize::from(bytes[claim]));
        let mut states = decompress_to_vec_zlib(&packed).expect("it is packed");
        match numbers.below(3) {
            0 => hostile::change_bytes(numbers, &mut states),
            1 => {
                let at = numbers.below(states.len());
                states[at] = states[at].wrapping_add(numbers.one(&[1, 2, 128, 255]));
            }
            _ => {
                for _ in 0..numbers.between(1, 3) {
                    let at = numbers.below(states.len());
                    states[at] ^= 1 << numbers.below(7);
                }
            }
        }
        bytes.extend(compress_to_vec_zlib(&states, 1));
    }
    let sum = fnv1a(&bytes[SUM.end..]).to_le_bytes();
    bytes[SUM].copy_from_slice(&sum);
    bytes
}
