//! Records of settled claims, `record::proof`: the prover's results with names and sentences.

use std::collections::BTreeMap;

use adv_chess::geometry::square_name;
use adv_chess::notation::fen;
use adv_chess::{Color, Position};
use adv_module::Program;
use adv_module::program::{Claim, ClaimSubject, FromSet, GoalWord, Place};
use adv_prover::{self as prover, Ground, KeptMoves, Over, SquareStat, moves};
use adv_record::claim::{self, BoundUnit, SetKind, StartSet, Subject, SubjectKind};
use adv_record::failure::{Cause, Cycle, CycleConsultation, Failure};
use adv_record::perfect::{
    Accuracy, JudgedPositions, KeptMoves as KeptShares, PerfectPlay, SearchEffort, SlowestPosition,
    TreeSizes,
};
use adv_record::play;
use adv_record::proof::{self, FiftyMoves, GroundKind, KingSquares, Lengths, SquareOutcome, Trust};
use adv_record::scan::Fate;
use adv_record::share;

use super::choice::Chosen;
use super::comparisons::comparisons;
use super::numbers::many;
use super::zones::{Told, by_ply, rows, steps};
use super::{Proof, line_end, words};
use crate::json::{mode, move_of, mover, side};
use crate::{place, zone_words};

/// Most lines of the source in one listing.
const LINES: usize = 60;

/// Public record of a settled claim about play, from which text, JSON and pages are made.
pub fn record(proof: &Proof<'_>) -> proof::Proof {
    let (module, report) = (proof.module, proof.report);
    let choice = |one| Chosen::new(module, one).record();
    let us = report.played.us;
    proof::Proof {
        claim: claim(module, proof.claim),
        verdict: report.verdict,
        headline: words::headline(proof),
        us: us.map(side),
        mode: mode(report.played.mode),
        any_choice: report.played.any_choice,
        positions: report.roots,
        held: report.held,
        failed: report.roots.saturating_sub(report.held),
        share: share(report.held, report.roots),
        states: report.states,
        replies: report.replies,
        lengths: report.lengths.as_ref().map(|found| Lengths {
            worst: moves(found.worst),
            worst_plies: found.worst,
            mean: share(found.moves, report.reached),
            median: median(&found.histogram),
            sum: found.moves,
            sum_plies: found.plies,
            histogram: found.histogram.clone(),
            too_long: proof.claim.within.map(|_| report.late),
            hardest: found.hardest,
            examples: fens(&found.examples),
            line: line(module, &found.line, us),
        }),
        uses: (report.uses.iter())
            .map(|used| proof::Use {
                choice: choice(used.choice),
                positions: used.roots,
                states: used.states,
                lost: used.lost,
            })
            .collect(),
        never_used: (report.uses.iter())
            .filter(|used| used.states == 0)
            .map(|used| choice(used.choice))
            .collect(),
        failures: (report.failures.iter())
            .map(|found| failure(proof, found))
            .collect(),
        shortest: report.shortest,
        cycle: report.cycle.as_ref().map(|found| cycle(proof, found)),
        fifty: report.fifty.as_ref().map(|found| FiftyMoves {
            positions: found.roots,
            example: found.example.as_ref().map(fen),
            worst_plies: found.worst,
        }),
        squares: KingSquares {
            ours: squares(&report.ours),
            theirs: squares(&report.theirs),
        },
        perfect: report.perfect.as_ref().map(|found| PerfectPlay {
            won: found.won,
            worst: moves(found.worst),
            worst_plies: found.worst,
            sum: found.moves,
            mean: share(found.moves, found.won),
            missed: found.missed,
            lost: found.lost,
            optimal_share: share(found.lost.optimal, found.won),
            slowest: (found.slowest.as_ref()).map(|(position, here, best)| SlowestPosition {
                fen: fen(position),
                plies: *here,
                perfect_plies: *best,
            }),
        }),
        accuracy: report.accuracy.as_ref().map(|found| Accuracy {
            positions: judged(&found.roots),
            states: judged(&found.states),
        }),
        searched: report.searched.as_ref().map(|found| SearchEffort {
            consultations: found.consultations,
            positions: found.positions,
            nested: found.nested,
            mean: share(found.positions + found.nested, found.consultations),
            most: found.most,
            stopped: found.stopped,
        }),
        sizes: report.sizes.as_ref().map(|found| TreeSizes {
            positions: found.positions,
            median: found.median.to_string(),
            largest: found.largest.to_string(),
            example: fen(&found.example),
            digits: found.digits.clone(),
        }),
        rests_on: grounds(&report.rests_on),
        sources: BTreeMap::new(),
        program: None,
        made_by: None,
        reached: report.reached,
        late: report.late,
        listings: listings(proof),
    }
}

pub(super) const fn cause(cause: prover::Cause) -> Cause {
    match cause {
        prover::Cause::Stalemate => Cause::Stalemate,
        prover::Cause::OurStalemate => Cause::OurStalemate,
        prover::Cause::OurMate => Cause::OurMate,
        prover::Cause::TheirMate => Cause::TheirMate,
        prover::Cause::Material => Cause::Material,
        prover::Cause::Goal(_) => Cause::Goal,
        prover::Cause::Over => Cause::Over,
        prover::Cause::NoAdvice => Cause::NoAdvice,
        prover::Cause::InClass => Cause::InClass,
        prover::Cause::LoopWithoutMove => Cause::LoopWithoutMove,
        prover::Cause::Endless => Cause::Endless,
    }
}

/// Claim for the public record: its text, and its parts.
pub(super) fn claim(module: &Program, claim: &Claim) -> claim::Claim {
    let at = place::line_column(module, claim.place);
    let (set, position, count, list) = match &claim.from.set {
        FromSet::All => (SetKind::All, None, None, None),
        FromSet::One(position) => (SetKind::One, Some(position.clone()), None, None),
        FromSet::List(fens) => (SetKind::List, None, Some(fens.len() as u64), Some(fens)),
        FromSet::Random(count) => (SetKind::Random, None, Some(*count), None),
    };
    let (kind, premise) = match claim.subject {
        ClaimSubject::Strategy(_) => (SubjectKind::Strategy, None),
        ClaimSubject::Table(_) => (SubjectKind::Table, None),
        ClaimSubject::Advice(_) => (SubjectKind::Advice, None),
        ClaimSubject::Descriptor { premise, .. } => (SubjectKind::Descriptor, premise),
        ClaimSubject::Evaluation(_) => (SubjectKind::Evaluation, None),
    };
    claim::Claim {
        text: words::claim_text(claim),
        file: module.source.as_ref().map(|source| source.file.clone()),
        line: at.map(|at| at.line),
        column: at.map(|at| at.column),
        subject: Subject {
            kind,
            name: words::subject_name(module, claim),
            premise: premise.and_then(|id| place::function_text(module, id)),
        },
        from: StartSet {
            set,
            fen: position,
            count,
            seed: (set == SetKind::Random).then_some(claim.from.seed),
            condition: (claim.from.condition)
                .and_then(|_| place::text_of(module, claim.from.condition_place)),
            fens: list.cloned(),
        },
        goals: (claim.goals.iter())
            .map(|goal| claim::Goal {
                word: match goal.word {
                    GoalWord::Reaches => claim::GoalWord::Reaches,
                    GoalWord::Keeps => claim::GoalWord::Keeps,
                    GoalWord::Never => claim::GoalWord::Never,
                },
                text: place::text_of(module, goal.goal.place),
                mate: goal.mate,
            })
            .collect(),
        within: claim.within.map(|bound| claim::Bound {
            count: bound.count,
            unit: match bound.plies {
                true => BoundUnit::Plies,
                false => BoundUnit::Moves,
            },
        }),
        weak: claim.weak,
        any_choice: claim.any_choice,
        fifty_moves: claim.fifty_moves,
        share: claim.share,
        at: place::claim_place(module, claim.place),
    }
}

/// Grounds of a proof for the record: tables read and not computed; standard error names a checkpoint, slices and parts of shards.
pub(super) fn grounds(grounds: &[Ground]) -> Vec<proof::Ground> {
    let ground = |one: &Ground| match one {
        Ground::Tables { classes } => Some(proof::Ground {
            what: GroundKind::Tables,
            trust: Trust::Sealed,
            classes: classes.clone(),
        }),
        Ground::Syzygy => Some(proof::Ground {
            what: GroundKind::Syzygy,
            trust: Trust::Believed,
            classes: Vec::new(),
        }),
        Ground::Checkpoint | Ground::Slices { .. } | Ground::Shards { .. } => None,
    };
    grounds.iter().filter_map(ground).collect()
}

/// Line of play for the record; where `us` is `None`, the side to move at its start is ours.
pub(super) fn line(module: &Program, line: &prover::Line, us: Option<Color>) -> play::Line {
    let us = us.unwrap_or(line.start.turn());
    let step = |(step, choice): Told| play::Step {
        uci: step.mv.to_string(),
        by: mover(step.mover() == us),
        fen: fen(&step.after),
        san: step.san,
        choice: choice.map(|choice| Chosen::new(module, choice).record()),
    };
    play::Line {
        fen: fen(&line.start),
        moves: steps(line).into_iter().map(step).collect(),
    }
}

/// Fate of a position for the record: whether it holds, the length, the first move and its choice.
pub(super) fn fate(module: &Program, position: &Position, fate: &prover::Fate) -> Fate {
    Fate {
        holds: fate.holds(),
        plies: fate.plies,
        moves: fate.plies.map(moves),
        mv: fate.first.map(|(mv, _)| move_of(position, mv)),
        choice: (fate.first).map(|(_, choice)| Chosen::new(module, choice).record()),
        words: match (
            fate.plies
                .map(|plies| many(u64::from(moves(plies)), "move", "moves")),
            fate.over,
        ) {
            (Some(moves), None) => moves,
            (Some(moves), Some(Over::Bound)) => format!("too long: {moves}"),
            (Some(_), Some(Over::FiftyMoves)) => "over fifty moves".to_owned(),
            (None, _) => "fails".to_owned(),
        },
    }
}

fn fens(positions: &[Position]) -> Vec<String> {
    positions.iter().map(fen).collect()
}

fn failure(proof: &Proof<'_>, found: &prover::Failing) -> Failure {
    let zones = found.zones.last().map_or(&[][..], |at| &at.here);
    let told = steps(&found.line);
    let positions =
        std::iter::once(&found.line.start).chain(told.iter().map(|(step, _)| &step.after));
    let spoken = by_ply(&found.zones, &told);
    let flipped = proof.report.played.us == Some(Color::Black);
    let drawn = spoken.iter().zip(positions);
    let drawn: Vec<_> = drawn.map(|(at, position)| at.page(position)).collect();
    Failure {
        cause: cause(found.cause),
        sentence: sentence(proof, found),
        choice: (found.choice).map(|choice| Chosen::new(proof.module, choice).record()),
        positions: found.roots,
        states: found.states,
        line: line(proof.module, &found.line, proof.report.played.us),
        examples: fens(&found.examples),
        ended: line_end::record(proof, found),
        zones: zone_words::records(&found.line.end(), zones),
        told: rows(found),
        help: line_end::help(proof, found),
        ways: (spoken.last()).map_or_else(String::new, |at| at.small(&found.line.end(), flipped)),
        drawn: match drawn.iter().all(Vec::is_empty) {
            true => Vec::new(),
            false => drawn,
        },
    }
}

fn cycle(proof: &Proof<'_>, cycle: &prover::Cycle) -> Cycle {
    let (module, us) = (proof.module, proof.report.played.us);
    let consultation = |one: &prover::Consulted| CycleConsultation {
        fen: fen(&one.position),
        choice: Chosen::new(module, one.choice).record(),
        compared: comparisons(module, one),
        lowers_nothing: one.lowers_nothing,
    };
    Cycle {
        way: line(module, &cycle.way, us),
        round: line(module, &cycle.round, us),
        consultations: cycle.consultations.iter().map(consultation).collect(),
        smallest: cycle.smallest,
    }
}

/// Median length in moves: the least that half of the positions do not exceed; the index into `histogram` is a number of moves.
fn median(histogram: &[u64]) -> Option<usize> {
    let all: u64 = histogram.iter().sum();
    let mut counted = 0;
    histogram.iter().position(|count| {
        counted += count;
        counted > 0 && counted * 2 >= all
    })
}

/// Outcomes by the square of a king, for heat maps: only squares that the king is on in some position of the claim.
fn squares(stats: &[SquareStat; 64]) -> Vec<SquareOutcome> {
    let squares = (0_u8..).zip(stats).filter(|(_, stat)| stat.roots > 0);
    let outcome = |(square, stat): (u8, &SquareStat)| SquareOutcome {
        square: square_name(square),
        positions: stat.roots,
        held: stat.held,
        worst_plies: stat.worst,
        sum_plies: stat.plies,
    };
    squares.map(outcome).collect()
}

fn judged(judged: &prover::Judged) -> JudgedPositions {
    let kept = |of: &KeptMoves| KeptShares {
        positions: of.positions,
        kept: of.kept,
        share: share(of.kept, of.positions),
        without_move: of.without_move,
        at_risk: of.at_risk,
        at_risk_kept: of.at_risk_kept,
        at_risk_share: share(of.at_risk_kept, of.at_risk),
        only: of.only,
        only_kept: of.only_kept,
        only_share: share(of.only_kept, of.only),
        forced: of.forced,
    };
    JudgedPositions {
        won: kept(&judged.won),
        drawn: kept(&judged.drawn),
        lost: judged.lost,
        unknown: judged.unknown,
    }
}

/// Sentence on why a line breaks the claim: `Black is stalemated`, `action LINE has no p-strategy`.
fn sentence(proof: &Proof<'_>, failing: &prover::Failing) -> String {
    let chosen = failing.choice.map(|c| Chosen::new(proof.module, c));
    let action = chosen.filter(|_| words::is_of_action(failing.cause));
    words::cause_sentence(
        proof.module,
        proof.claim,
        proof.report.played.us,
        action.map(Chosen::advice),
        failing.cause,
    )
}

/// Listings of the source: the claim, the rules that failures and the cycle speak of or that are never used, then the others.
fn listings(proof: &Proof<'_>) -> Vec<play::Listing> {
    let report = proof.report;
    let failing = report.failures.iter().filter_map(|found| found.choice);
    let cycle = report.cycle.iter().flat_map(|cycle| &cycle.consultations);
    let never = report.uses.iter().filter(|used| used.states == 0);
    let asked = failing
        .chain(cycle.map(|one| one.choice))
        .chain(never.map(|used| used.choice));
    // By the line that a block begins on, which is its name.
    let places = |choices: &mut dyn Iterator<Item = prover::Choice>| {
        let mut found: BTreeMap<u32, (String, Place)> = BTreeMap::new();
        for choice in choices {
            for (title, at) in Chosen::new(proof.module, choice).places() {
                if let Some(begin) = place::line_column(proof.module, at) {
                    found.entry(begin.line).or_insert((title, at));
                }
            }
        }
        found
    };
    let asked = places(&mut { asked });
    let mut others = places(&mut report.uses.iter().map(|used| used.choice));
    others.retain(|line, _| !asked.contains_key(line));
    let blocks = |found: BTreeMap<u32, (String, Place)>, is_asked| {
        found
            .into_values()
            .filter_map(move |(title, at)| listing(proof.module, &title, at, is_asked))
    };
    let claim = listing(proof.module, "the claim", proof.claim.place, true);
    claim
        .into_iter()
        .chain(blocks(asked, true))
        .chain(blocks(others, false))
        .collect()
}

/// Listing of the source at a place, at most [`LINES`] lines; `None` if the source is missing.
pub(super) fn listing(
    module: &Program,
    title: &str,
    at: Place,
    is_asked: bool,
) -> Option<play::Listing> {
    let listing = place::listing(module, at, LINES)?;
    Some(play::Listing {
        title: title.to_owned(),
        file: place::file_of(module, at)?,
        first: u32::try_from(listing.first).ok()?,
        lines: listing
            .lines
            .iter()
            .map(|line| (*line).to_owned())
            .collect(),
        is_asked,
    })
}
