//! What is not a report of play: claims about descriptors, one position walked through, two programs held against each other.

use adv_chess::notation::parse_move;
use adv_module::program::{Claim, ClaimSubject};
use adv_module::{AdviceId, Program, TableId};
use adv_prover::{Cause, Fate, LineEnd, Scan, Verdict, Walk};
use adv_render::proof::diff::DiffTally;
use adv_render::proof::scan::Scanned;
use adv_render::proof::walk::Walked;
use adv_vm::{GoalKind, Outcome, PartFailure, Tried, Worth};

use super::sample::{ROOK, Sample};
use super::{TABLE, advice, claim, function, module, ruled};
use crate::common::position;

/// A claim about descriptors with what came of it.
pub struct ScanSample {
    pub module: Program,
    pub claim: Claim,
    pub scan: Scan,
}

impl ScanSample {
    pub fn scanned(&self) -> Scanned<'_> {
        Scanned {
            module: &self.module,
            claim: &self.claim,
            scan: &self.scan,
        }
    }
}

/// An implication that is false in some positions, of which the values are known.
pub fn implication() -> ScanSample {
    let module = module();
    let mut found = claim(
        "prove cut-off ⇒ ¬rook-lost  from all positions",
        TABLE,
        Vec::new(),
    );
    found.subject = ClaimSubject::Descriptor {
        premise: Some(function(&module, "cut-off")),
        conclusion: function(&module, "rook-lost"),
    };
    let worth = |outcome, plies| Some(Worth { outcome, plies });
    ScanSample {
        module,
        claim: found,
        scan: Scan {
            verdict: Verdict::Refuted,
            positions: 331_352,
            premises: 261_092,
            broken: 12,
            others_held: 0,
            examples: vec![
                (position(ROOK), worth(Outcome::Win, Some(27))),
                (
                    position("8/8/8/8/8/8/1k6/R6K b - - 0 1"),
                    worth(Outcome::Draw, None),
                ),
                (
                    position("7k/8/6K1/8/8/8/8/R7 b - - 0 1"),
                    worth(Outcome::Loss, Some(2)),
                ),
            ],
            zones: Vec::new(),
            weighed: None,
            rests_on: Vec::new(),
        },
    }
}

/// A descriptor alone that holds everywhere.
pub fn holds_everywhere() -> ScanSample {
    let mut sample = implication();
    sample.claim.subject = ClaimSubject::Descriptor {
        premise: None,
        conclusion: function(&sample.module, "cut-off"),
    };
    sample.scan = Scan {
        verdict: Verdict::Proved,
        premises: sample.scan.positions,
        broken: 0,
        examples: Vec::new(),
        ..sample.scan
    };
    sample
}

/// The share of a descriptor where another one holds.
pub fn share() -> ScanSample {
    let mut sample = implication();
    sample.claim.share = true;
    sample.claim.text = "measure cut-off from all positions share of rook-lost".to_owned();
    sample.scan = Scan {
        verdict: Verdict::Measured,
        others_held: 2_310,
        examples: Vec::new(),
        ..sample.scan
    };
    sample
}

/// One position walked through, one that holds or one that does not.
pub fn walk(sample: &Sample, holds: bool) -> Walk {
    let module = &sample.module;
    let lengths = sample
        .report
        .lengths
        .as_ref()
        .expect("a sample with lengths");
    let squeeze = ruled(module, 2, "squeeze");
    let start = position(ROOK);
    let first = parse_move(&start, "Rb4").expect("a move");
    let before = start.play(first);
    let reply = |san: &str| parse_move(&before, san).expect("a reply");
    let then = |san: &str, by: &str, plies: Option<u32>| {
        let behind = before.play(reply(san));
        let mv = behind.legal_moves()[0];
        Fate {
            plies,
            over: None,
            first: Some((mv, ruled(module, 2, by))),
        }
    };
    let stuck = Fate {
        plies: None,
        over: None,
        first: None,
    };
    Walk {
        fate: Fate {
            plies: holds.then_some(65),
            over: None,
            first: Some((first, squeeze)),
        },
        line: lengths.line.clone(),
        cause: (!holds).then_some((Cause::Endless, Some(squeeze))),
        replies: vec![
            (vec![first], reply("Kc5"), then("Kc5", "squeeze", Some(63))),
            (vec![first], reply("Ke5"), then("Ke5", "approach", Some(1))),
            (vec![first], reply("Kc6"), stuck),
        ],
    }
}

/// A walk as the formats take it.
pub fn walked<'a>(sample: &'a Sample, walk: &'a Walk) -> Walked<'a> {
    Walked {
        module: &sample.module,
        claim: &sample.claim,
        walk,
    }
}

/// Two programs over some positions: the same in most of them.
pub fn tally(module: &Program) -> DiffTally {
    let mut tally = DiffTally::default();
    let start = position(ROOK);
    let moves = start.legal_moves();
    let by = [
        ruled(module, 2, "squeeze"),
        ruled(module, 2, "approach"),
        ruled(module, 2, "keep-room"),
    ];
    for number in 0_u32..40 {
        let pick = |at: u32| {
            let at = at as usize;
            Some((moves[at % moves.len()], by[at % by.len()]))
        };
        let a = Fate {
            plies: (number % 13 != 5).then_some(2 * (number % 7) + 9),
            over: None,
            first: pick(number),
        };
        let b = Fate {
            plies: (number % 11 != 4).then_some(2 * (number % 5) + 9),
            over: None,
            first: if number % 9 == 8 {
                None
            } else {
                pick(number - number % 3)
            },
        };
        tally.add(&start, &a, &b);
    }
    tally
}

/// A rule that holds, of whose two pieces one fails at its goal and the other has no move.
pub fn found_nothing(module: &Program) -> LineEnd {
    let tried = |name: &str, why: Vec<PartFailure>| Tried {
        advice: AdviceId(advice(module, name)),
        satisfied: false,
        positions: 12,
        by_depth: if why.is_empty() { Vec::new() } else { vec![12] },
        nested: Vec::new(),
        why,
        ended: None,
        refuted: None,
        tally: None,
    };
    let failed = PartFailure {
        goal: GoalKind::Better,
        part: 0,
        failed: 12,
        nearest: None,
        zones: None,
    };
    LineEnd::Consulted {
        table: Some(TableId(0)),
        rule: Some(1),
        tried: vec![
            tried("squeeze", vec![failed]),
            tried("approach", Vec::new()),
        ],
    }
}
