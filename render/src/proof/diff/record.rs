//! Two programs against each other, as a record.

use adv_chess::Color;
use adv_chess::notation::fen;
use adv_prover::{Choice, Fate};
use adv_record::diff::{self, ChoicePair, ContenderLengths, DiffExample, DiffExamples, LengthPair};

use super::{Contender, Diff, DiffTally, Example, headline};
use crate::proof::choice::Chosen;
use crate::proof::record::fate;
use crate::svg::{Arrow, ArrowStyle, Ways, small_ways};

/// Public record of a comparison, with names and sentences, from which text, JSON and pages are made.
pub fn record(diff: &Diff<'_>) -> diff::Diff {
    let tally = diff.tally;
    let choice = |program: &Contender<'_>, choice: Option<Choice>| {
        choice.map(|choice| Chosen::new(program.module, choice).record())
    };
    let program = |program: &Contender<'_>| diff::Contender {
        name: program.name.to_owned(),
        subject: program.subject.to_owned(),
    };
    let flipped = is_flipped(diff.tally);
    let example = |one: &Example| DiffExample {
        fen: fen(&one.position),
        a: fate(diff.a.module, &one.position, &one.a),
        b: fate(diff.b.module, &one.position, &one.b),
        ways: small_ways(ways(one), one.position.occupied(), flipped),
    };
    let examples = |list: &[Example]| list.iter().map(example).collect();
    let lengths = |sum, worst| ContenderLengths { sum, worst };
    diff::Diff {
        a: program(&diff.a),
        b: program(&diff.b),
        claim: diff.claim.to_owned(),
        headline: headline(diff),
        positions: tally.positions,
        same: tally.same,
        different: tally.different(),
        a_shorter: tally.a_shorter,
        b_shorter: tally.b_shorter,
        equal: tally.equal,
        both: tally.both(),
        only_a: tally.only_a,
        only_b: tally.only_b,
        neither: tally.neither,
        lengths: LengthPair {
            a: lengths(tally.a_moves, tally.a_worst),
            b: lengths(tally.b_moves, tally.b_worst),
        },
        pairs: (tally.pairs.iter())
            .map(|((a, b), pair)| ChoicePair {
                a: choice(&diff.a, *a),
                b: choice(&diff.b, *b),
                positions: pair.positions,
                different: pair.different,
                both: pair.both,
                difference: pair.difference,
            })
            .collect(),
        examples: DiffExamples {
            a_only: examples(&tally.a_only),
            b_only: examples(&tally.b_only),
            a_shorter: examples(&tally.a_best),
            b_shorter: examples(&tally.b_best),
        },
        made_by: None,
    }
}

/// True for a page that is seen from Black's side: the first example has Black to move.
pub(super) fn is_flipped(tally: &DiffTally) -> bool {
    let lists = [&tally.a_only, &tally.b_only, &tally.a_best, &tally.b_best];
    let first = lists.into_iter().find_map(|list| list.first());
    first.is_some_and(|example| example.position.turn() == Color::Black)
}

/// Arrows of the first moves of both programs: A's in the colour of White's ways, B's in that of Black's.
fn ways(example: &Example) -> Ways {
    let sides = [(Color::White, &example.a), (Color::Black, &example.b)];
    let arrow = |(color, fate): (Color, &Fate)| {
        let (mv, _) = fate.first?;
        Some(Arrow {
            style: ArrowStyle { color, level: 0 },
            from: mv.from,
            to: mv.to,
            is_stopped: false,
            number: 0,
        })
    };
    Ways {
        arrows: sides.into_iter().filter_map(arrow).collect(),
        ..Ways::default()
    }
}
