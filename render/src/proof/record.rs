//! Records of settled claims, `record::proof`: what the prover returns, with its names and sentences.

use adv_chess::geometry::square_name;
use adv_chess::notation::{fen, san};
use adv_chess::{Color, Move, Position};
use adv_module::Program;
use adv_module::program::{Claim, ClaimSubject, FromSet, GoalWord};
use adv_prover::{self as prover, Ground, KeptMoves, SquareStat, moves};
use adv_record::claim::{self, BoundUnit, SetKind, StartSet, Subject, SubjectKind};
use adv_record::failure::{Cause, Cycle, CycleConsultation, Failure};
use adv_record::perfect::{
    Accuracy, JudgedPositions, KeptMoves as KeptShares, PerfectPlay, SearchEffort, SlowestPosition,
    TreeSizes,
};
use adv_record::play;
use adv_record::proof::{self, FiftyMoves, GroundKind, KingSquares, Lengths, SquareOutcome, Trust};
use adv_record::scan::Fate;
use adv_record::{Mover, Side, share};
use adv_vm::Mode;

use super::choice::Chosen;
use super::compared::comparisons;
use super::text::{failing, never};
use super::{Proof, ended, function_text, steps, words};
use crate::{place, spoken};

/// The record of a claim about play that is settled.
pub fn record(proof: &Proof<'_>) -> proof::Proof {
    let (module, report) = (proof.module, proof.report);
    let choice = |one| Chosen::new(module, one).record();
    let us = report.played.us;
    proof::Proof {
        claim: claim(module, proof.claim),
        verdict: report.verdict,
        headline: words::headline(proof),
        us: us.map(side),
        mode: match report.played.mode {
            Mode::Strong => proof::Mode::Strong,
            Mode::Weak => proof::Mode::Weak,
        },
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
        never_used: (never(proof).into_iter())
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
        program: None,
        made_by: None,
    }
}

const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
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

/// A claim as it is written, and taken apart.
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
            premise: premise.and_then(|id| function_text(module, id)),
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
    }
}

/// What was read and not computed; a checkpoint, slices and parts of shards are told on standard error.
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

pub(super) fn moved(position: &Position, mv: Move) -> play::Move {
    play::Move {
        uci: mv.to_string(),
        san: san(position, mv),
    }
}

/// A line of play; without a side of ours, the side to move at its start is ours.
pub(super) fn line(module: &Program, line: &prover::Line, us: Option<Color>) -> play::Line {
    let us = us.unwrap_or(line.start.turn());
    let step = |(step, choice): steps::Told| play::Step {
        uci: step.mv.to_string(),
        by: match step.mover() == us {
            true => Mover::Us,
            false => Mover::Them,
        },
        fen: fen(&step.after),
        san: step.san,
        choice: choice.map(|choice| Chosen::new(module, choice).record()),
    };
    play::Line {
        fen: fen(&line.start),
        moves: steps::steps(line).into_iter().map(step).collect(),
    }
}

/// What becomes of a position.
pub(super) fn fate(module: &Program, position: &Position, fate: &prover::Fate) -> Fate {
    Fate {
        holds: fate.holds(),
        plies: fate.plies,
        moves: fate.plies.map(moves),
        mv: fate.first.map(|(mv, _)| moved(position, mv)),
        choice: (fate.first).map(|(_, choice)| Chosen::new(module, choice).record()),
    }
}

fn fens(positions: &[Position]) -> Vec<String> {
    positions.iter().map(fen).collect()
}

fn failure(proof: &Proof<'_>, found: &prover::Failing) -> Failure {
    let zones = found.zones.last().map_or(&[][..], |at| &at.here);
    Failure {
        cause: cause(found.cause),
        sentence: failing::sentence(proof, found),
        choice: (found.choice).map(|choice| Chosen::new(proof.module, choice).record()),
        positions: found.roots,
        states: found.states,
        line: line(proof.module, &found.line, proof.report.played.us),
        examples: fens(&found.examples),
        ended: ended::record(proof, found),
        zones: spoken::records(&found.line.end(), zones),
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

/// The squares that a king is on in some position of the claim.
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
