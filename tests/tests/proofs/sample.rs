//! The reports themselves.

use adv_chess::Color;
use adv_module::Program;
use adv_module::program::{Claim, FromSet, GoalWord};
use adv_prover::{
    Accuracy, Cause, Choice, Compared, Consulted, Cycle, Failing, Fifty, Judged, Lengths,
    LostMoves, Perfect, Played, Report, Searched, SquareStat, Use, Verdict,
};
use adv_render::proof::Proof;
use adv_vm::{Mode, Subject};

use super::{
    PIECE, STRATEGY, TABLE, advice, all_won, claim, function, goal, judged, line, module, others,
    place, ruled, stated, within,
};
use crate::common::position;
use adv_module::program::ClaimSubject;
use adv_module::{AdviceId, StrategyId, TableId};

/// In the middle of the board.
pub const ROOK: &str = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1";
/// Two moves from a stalemate.
const CORNER: &str = "1R6/8/8/8/8/2K5/k7/8 w - - 0 1";

/// A claim about play with its report.
pub struct Sample {
    pub module: Program,
    pub claim: Claim,
    pub report: Report,
}

impl Sample {
    pub fn proof(&self) -> Proof<'_> {
        Proof {
            module: &self.module,
            claim: &self.claim,
            report: &self.report,
        }
    }
}

/// Numbers that look like those of squares: the further from the corner, the longer; two squares that are empty.
fn squares(roots: u64, fail: bool) -> Box<[SquareStat; 64]> {
    let mut stats = Box::new([SquareStat::default(); 64]);
    for (square, stat) in stats.iter_mut().enumerate() {
        let (file, rank) = (square % 8, square / 8);
        if (file, rank) == (0, 0) || (file, rank) == (7, 7) {
            continue;
        }
        let far = (file.min(7 - file) + rank.min(7 - rank)) as u64;
        let lost = if fail && rank == 0 { 2 + far } else { 0 };
        let held = roots - lost;
        *stat = SquareStat {
            roots,
            held,
            worst: u32::try_from(2 * far + 5).unwrap_or(5),
            plies: held * (far + 4),
        };
    }
    stats
}

fn used(choice: Choice, roots: u64, states: u64, lost: Option<(u64, u32, u64)>) -> Use {
    Use {
        choice,
        roots,
        states,
        lost: lost.map(|(plies, worst, wins)| LostMoves {
            positions: roots,
            plies,
            worst_plies: worst,
            wins,
            optimal: roots - plies.min(roots) / 2,
        }),
    }
}

/// Everything holds: a claim about the table, with the comparison with perfect play and a piece that is never used.
pub fn proved() -> Sample {
    let module = module();
    let text = "prove krk\n  from all positions\n  reaches mate  within 34 moves";
    let mut claim = claim(text, TABLE, vec![goal(GoalWord::Reaches, "mate")]);
    claim.within = within(34);
    let squeeze = Some(ruled(&module, 2, "squeeze"));
    let approach = Some(ruled(&module, 2, "approach"));
    let line = line(
        ROOK,
        &[
            ("Rb4", squeeze),
            ("Kc5", None),
            ("Rb3", squeeze),
            ("Kc4", None),
            ("Ka2", approach),
            ("Kd4", None),
            ("Rb4+", None),
            ("Kc3", None),
            ("Ka3", approach),
        ],
    );
    let lost = |plies, worst, wins| Some((plies, worst, wins));
    let report = Report {
        verdict: Verdict::Proved,
        played: Played {
            subject: Subject::Table(TableId(0)),
            mode: Mode::Strong,
            any_choice: false,
            us: Some(Color::White),
        },
        roots: 175_168,
        reached: 175_168,
        held: 175_168,
        late: 0,
        states: 183_000,
        replies: 1_204_330,
        lengths: Some(Lengths {
            worst: 65,
            plies: 6_173_253,
            moves: 3_174_219,
            histogram: (0..=33)
                .map(|n| if n == 0 { 0 } else { n * (34 - n) * 27 + 8 })
                .collect(),
            hardest: 8,
            examples: vec![line.start, position("8/8/8/8/3k4/8/6R1/7K w - - 0 1")],
            line: line.clone(),
        }),
        uses: vec![
            used(ruled(&module, 1, "mate-now"), 1_512, 1_512, lost(0, 0, 0)),
            used(
                ruled(&module, 1, "squeeze"),
                4_676,
                5_000,
                lost(9_352, 12, 0),
            ),
            used(
                ruled(&module, 2, "squeeze"),
                116_504,
                118_000,
                lost(233_009, 28, 3),
            ),
            used(
                ruled(&module, 2, "approach"),
                52_476,
                58_488,
                lost(400, 4, 0),
            ),
            used(ruled(&module, 2, "keep-room"), 0, 3, lost(0, 0, 0)),
            used(ruled(&module, 2, "small-boards"), 0, 0, lost(0, 0, 0)),
        ],
        failures: Vec::new(),
        cycle: None,
        shortest: None,
        fifty: Some(Fifty {
            roots: 31_024,
            example: Some(position("8/8/8/8/3k4/8/6R1/7K w - - 0 1")),
            worst: 104,
        }),
        ours: squares(2_890, false),
        theirs: squares(2_890, false),
        perfect: Some(Perfect {
            won: 175_168,
            worst: 31,
            moves: 1_728_032,
            missed: 0,
            lost: LostMoves {
                positions: 175_168,
                plies: 242_761,
                worst_plies: 28,
                wins: 3,
                optimal: 92_411,
            },
            slowest: Some((position(ROOK), 65, 29)),
        }),
        accuracy: Some(all_won(175_168, 3)),
        sizes: None,
        rests_on: Vec::new(),
        searched: Some(Searched {
            consultations: 20_000,
            positions: 4_748_001,
            nested: 27_000,
            most: 9_204,
            stopped: 0,
        }),
        memory: 12_345_678,
    };
    Sample {
        module,
        claim,
        report,
    }
}

/// The same claim, broken by stalemate, by a rook that is lost, and by play without end.
pub fn refuted() -> Sample {
    let mut sample = proved();
    let module = &sample.module;
    let keep = ruled(module, 2, "keep-room");
    let approach = ruled(module, 2, "approach");
    let stalemate = line(
        CORNER,
        &[
            ("Rb3", Some(ruled(module, 1, "squeeze"))),
            ("Ka1", None),
            ("Rb2", Some(ruled(module, 1, "squeeze"))),
        ],
    );
    let taken = line(
        "8/8/8/8/8/8/1k6/R6K w - - 0 1",
        &[("Kg1", Some(keep)), ("Kxa1", None)],
    );
    let way = line(
        "8/8/8/4k3/8/8/1R6/1K6 w - - 0 1",
        &[("Ka1", Some(approach)), ("Kd5", None)],
    );
    let round = line(
        &adv_chess::notation::fen(&way.end()),
        &[
            ("Kb1", Some(keep)),
            ("Kd4", None),
            ("Ka1", Some(approach)),
            ("Kd5", None),
        ],
    );
    let around = round
        .plies
        .iter()
        .take(2)
        .fold(round.start, |p, ply| p.play(ply.mv));
    let report = &mut sample.report;
    report.verdict = Verdict::Refuted;
    (report.reached, report.held) = (175_104, 175_104);
    report.failures = vec![
        Failing {
            cause: Cause::Endless,
            ended: None,
            zones: Vec::new(),
            choice: Some(keep),
            roots: 48,
            states: 12,
            line: line(
                "8/8/8/4k3/8/8/1R6/1K6 w - - 0 1",
                &[
                    ("Ka1", Some(approach)),
                    ("Kd5", None),
                    ("Kb1", Some(keep)),
                    ("Kd4", None),
                    ("Ka1", Some(approach)),
                    ("Kd5", None),
                ],
            ),
            examples: vec![position(ROOK)],
        },
        Failing {
            cause: Cause::Stalemate,
            ended: None,
            zones: Vec::new(),
            choice: Some(ruled(module, 1, "squeeze")),
            roots: 24,
            states: 16,
            examples: vec![stalemate.end(), position("8/8/8/8/8/5K2/6R1/7k b - - 0 1")],
            line: stalemate,
        },
        Failing {
            cause: Cause::Material,
            ended: None,
            zones: Vec::new(),
            choice: Some(keep),
            roots: 1,
            states: 1,
            examples: vec![taken.end()],
            line: taken,
        },
        Failing {
            cause: Cause::NoAdvice,
            ended: Some(others::found_nothing(module)),
            zones: Vec::new(),
            choice: None,
            roots: 2,
            states: 2,
            line: line(ROOK, &[]),
            examples: vec![position(ROOK)],
        },
    ];
    report.shortest = Some(3);
    report.cycle = Some(Cycle {
        consultations: vec![
            Consulted {
                position: round.start,
                choice: keep,
                compared: vec![Compared {
                    part: 1,
                    left: vec![1],
                    right: vec![2],
                }],
                lowers_nothing: true,
            },
            Consulted {
                position: around,
                choice: approach,
                compared: vec![Compared {
                    part: 0,
                    left: vec![3, 36],
                    right: vec![4, 64],
                }],
                lowers_nothing: false,
            },
        ],
        way,
        round,
        smallest: true,
    });
    report.ours = squares(2_890, true);
    report.theirs = squares(2_890, true);
    sample
}

/// Lines hold, but some are longer than the bound; every choice is followed, again at each move.
pub fn too_long() -> Sample {
    let mut sample = proved();
    sample.report.verdict = Verdict::TooLong;
    sample.claim.within = within(30);
    (sample.report.late, sample.report.held) = (5_154, 170_014);
    sample.claim.any_choice = true;
    sample.claim.weak = true;
    sample.report.played.any_choice = true;
    sample.report.played.mode = Mode::Weak;
    sample.report.perfect = None;
    (sample.report.accuracy, sample.report.searched) = (None, None);
    for used in &mut sample.report.uses {
        used.lost = None;
    }
    sample
}

/// Lines hold, but some cross the fifty-move rule, which the claim asks for; two goals, a condition.
pub fn fifty_moves() -> Sample {
    let mut sample = too_long();
    let text =
        "prove krk  from all positions where cut-off  reaches mate  never rook-lost  fifty-moves";
    let goals = vec![
        goal(GoalWord::Reaches, "mate"),
        goal(GoalWord::Never, "rook-lost"),
    ];
    let mut found = claim(text, TABLE, goals);
    found.from.condition = Some(function(&sample.module, "cut-off"));
    found.from.condition_place = place("cut-off");
    found.fifty_moves = true;
    sample.claim = found;
    sample.report.verdict = Verdict::FiftyMoves;
    let fifty = sample.report.fifty.as_ref().map_or(0, |fifty| fifty.roots);
    (sample.report.late, sample.report.held) = (0, sample.report.reached - fifty);
    sample
}

/// A strategy from random positions, with actions and consultations in its lines; it comes to its end too soon.
pub fn strategy() -> Sample {
    let mut sample = proved();
    let module = &sample.module;
    let text = "prove drive  from 2000 random positions seed 7  reaches mate";
    let action = stated(module, 0, None, "LINE");
    let consult = stated(module, 2, Some(2), "squeeze");
    sample.claim = claim(text, STRATEGY, vec![goal(GoalWord::Reaches, "mate")]);
    sample.claim.from.set = FromSet::Random(2000);
    sample.claim.from.seed = 7;
    let ending = line(
        ROOK,
        &[
            ("Rb4", Some(action)),
            ("Kc5", None),
            ("Rb3", Some(consult)),
            ("Kc4", None),
            ("Rb2", Some(consult)),
        ],
    );
    let report = &mut sample.report;
    report.verdict = Verdict::Refuted;
    report.played.subject = Subject::Strategy(StrategyId(0));
    report.roots = 2000;
    (report.reached, report.held) = (1990, 1990);
    report.uses = vec![
        used(action, 2000, 2000, None),
        used(consult, 0, 900, None),
        used(stated(module, 2, Some(2), "approach"), 0, 0, None),
    ];
    report.failures = vec![Failing {
        ended: None,
        zones: Vec::new(),
        cause: Cause::Over,
        choice: Some(consult),
        roots: 10,
        states: 4,
        examples: vec![ending.end()],
        line: ending,
    }];
    report.shortest = Some(0);
    report.perfect = None;
    // A sample is counted where nothing is compared.
    report.accuracy = None;
    report.searched = Some(Searched {
        consultations: 2000,
        positions: 61_000,
        nested: 0,
        most: 400,
        stopped: 2,
    });
    report.lengths = report.lengths.take().map(|lengths| Lengths {
        moves: 1990 * 7,
        plies: 1990 * 13,
        histogram: vec![0, 0, 990, 0, 0, 0, 0, 0, 0, 0, 0, 999, 1],
        worst: 23,
        hardest: 1,
        examples: vec![position(ROOK)],
        ..lengths
    });
    sample
}

/// A piece-of-advice that keeps something from one position: nothing is reached, nothing is compared.
pub fn keeps() -> Sample {
    let mut sample = proved();
    let text = "prove keep-room  from \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"  keeps cut-off";
    let keep = Choice::of_piece(advice(&sample.module, "keep-room"));
    sample.claim = claim(text, PIECE, vec![goal(GoalWord::Keeps, "cut-off")]);
    sample.claim.subject = ClaimSubject::Advice(AdviceId(keep.advice));
    sample.claim.from.set = FromSet::One(ROOK.to_owned());
    let report = &mut sample.report;
    report.verdict = Verdict::Proved;
    report.played.subject = Subject::Advice(AdviceId(keep.advice));
    (report.roots, report.states, report.replies) = (1, 70, 404);
    (report.reached, report.held) = (1, 1);
    report.uses = vec![used(keep, 1, 70, None)];
    (report.lengths, report.fifty, report.perfect) = (None, None, None);
    report.memory = 480;
    report.searched = None;
    // Draws are what is kept; all three worths occur, and some of the moves are not known.
    report.accuracy = Some(Accuracy {
        roots: Judged {
            drawn: judged(1, 0),
            ..Judged::default()
        },
        states: Judged {
            won: judged(400, 8),
            drawn: judged(6_400, 64),
            lost: 12,
            unknown: 3,
        },
    });
    sample
}

/// The condition holds nowhere.
pub fn empty() -> Sample {
    let mut sample = fifty_moves();
    let report = &mut sample.report;
    report.verdict = Verdict::Empty;
    (report.roots, report.states, report.replies) = (0, 0, 0);
    (report.reached, report.held) = (0, 0);
    report.uses.iter_mut().for_each(|used| {
        (used.roots, used.states) = (0, 0);
    });
    (report.lengths, report.fifty) = (None, None);
    *report.ours = [SquareStat::default(); 64];
    *report.theirs = [SquareStat::default(); 64];
    report.memory = 0;
    sample
}

/// A `measure` claim.
pub fn measured() -> Sample {
    let mut sample = refuted();
    let text = "measure krk  from all positions where cut-off  share of reaches mate";
    sample.claim = claim(text, TABLE, vec![goal(GoalWord::Reaches, "mate")]);
    sample.claim.from.condition = Some(function(&sample.module, "cut-off"));
    sample.claim.from.condition_place = place("cut-off");
    sample.claim.share = true;
    sample.report.verdict = Verdict::Measured;
    (sample.report.reached, sample.report.held) = (31_541, 31_541);
    sample
}

/// Every report with its name.
pub fn all() -> Vec<(&'static str, Sample)> {
    vec![
        ("proved", proved()),
        ("refuted", refuted()),
        ("too_long", too_long()),
        ("fifty_moves", fifty_moves()),
        ("strategy", strategy()),
        ("keeps", keeps()),
        ("empty", empty()),
        ("measured", measured()),
    ]
}
