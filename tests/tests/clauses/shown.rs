//! What is told of a settled claim, against what was counted.

use adv_chess::{Color, Position};
use adv_module::Program;
use adv_module::program::Claim;
use adv_prover::{Fate, Report, Scan, Verdict};
use adv_render::TextForm;
use adv_render::overview::{ClaimOutcome, ClaimRow, ProgramSummary};
use adv_render::proof::diff::DiffTally;
use adv_render::proof::{self, Proof};

use super::combination::{Combination, DRAWN, From, Of, RANDOM};
use super::played::{B8, Fates, World, is_fenced};

/// Holds the verdict, the text, the JSON and the row of the table against the fates.
pub(super) fn compare(
    text: &str,
    (module, claim): (&Program, &Claim),
    report: &Report,
    fates: &Fates,
) {
    let (all, held, reached) = (fates.of.len() as u64, fates.held(), fates.reached());
    let verdict = if claim.share {
        Verdict::Measured
    } else {
        fates.verdict
    };
    assert_eq!(report.verdict, verdict, "{text}");
    let shown = Proof {
        module,
        claim,
        report,
    };

    let json = proof::json(&shown);
    let counts = ["positions", "held", "failed"].map(|name| json[name].as_u64());
    assert_eq!(counts, [Some(all), Some(held), Some(all - held)], "{text}");
    assert_eq!(
        json["share"].as_f64(),
        Some(held as f64 / all as f64),
        "{text}"
    );
    let says = |name: &str, word: &str| {
        let claimed = json["claim"][name].as_bool();
        assert_eq!(
            claimed,
            Some(text.split_whitespace().any(|of| of == word)),
            "{text}"
        );
    };
    for (name, word) in [
        ("weak", "weak"),
        ("any_choice", "any-choice"),
        ("fifty_moves", "fifty-moves"),
        ("share", "measure"),
    ] {
        says(name, word);
    }
    let within = &json["claim"]["within"];
    assert_eq!(within.is_null(), !text.contains(" within "), "{text}");

    let told = proof::text(&shown, TextForm::Terminal);
    let row = |name: &str| {
        let lines = told
            .lines()
            .find(|line| line.trim_start().starts_with(name));
        let cell = lines.and_then(|line| {
            line.trim_start()
                .strip_prefix(name)?
                .split_whitespace()
                .next()
        });
        cell.map(|cell| cell.replace(',', "").parse::<u64>().expect("a number"))
    };
    assert_eq!(
        [row("hold "), row("fail ")],
        [Some(held), Some(all - held)],
        "{told}"
    );
    assert_eq!(row("take too long").unwrap_or(0), fates.late(), "{told}");
    let crossing = reached - held - fates.late();
    assert_eq!(row("cross fifty moves").unwrap_or(0), crossing, "{told}");
    let headline = told.lines().next().unwrap_or_default();
    let word = match verdict {
        Verdict::Proved => "proved:",
        Verdict::Measured => "measured:",
        _ => "refuted:",
    };
    assert!(headline.starts_with(word), "{told}");

    let program = ProgramSummary {
        name: "clauses",
        file: "clauses.adv",
        module,
    };
    let row = ClaimRow::unsettled(&program, claim).played(module, report);
    let outcome = match verdict {
        Verdict::Measured => ClaimOutcome::Measured(held, all),
        Verdict::Refuted => ClaimOutcome::Refuted(all - reached),
        Verdict::TooLong => ClaimOutcome::TooLong,
        Verdict::FiftyMoves => ClaimOutcome::FiftyMoves,
        _ => ClaimOutcome::Proved,
    };
    assert_eq!((row.outcome, row.positions), (outcome, Some(all)), "{text}");
}

/// Holds the comparison of two claims about the same positions against their fates.
pub(super) fn compare_diff(
    text: &str,
    (others, earlier): (&Fates, &[(Position, Fate)]),
    (fates, found): (&Fates, &[(Position, Fate)]),
) {
    let mut tally = DiffTally::default();
    for ((root, a), (_, b)) in earlier.iter().zip(found) {
        tally.add(root, a, b);
    }
    let holds = |fates: &Fates, at: usize| fates.of[at].0.is_some() && fates.of[at].1.is_none();
    let mut counts = [0; 4];
    for at in 0..found.len() {
        counts[usize::from(holds(others, at)) * 2 + usize::from(holds(fates, at))] += 1;
    }
    assert_eq!(
        [tally.neither, tally.only_b, tally.only_a, tally.both()],
        counts,
        "{text}"
    );
}

/// Holds a claim about descriptors against a count: of all positions with either side to move.
pub(super) fn compare_scan(text: &str, combination: &Combination, world: &World, scan: &Scan) {
    let mut all = super::roots(world, combination, &world.list[0]);
    if combination.searches() {
        all.extend(super::fitting(combination, world.turned()));
    }
    let on = |at: &Position, square: u8| at.king(Color::Black) == Some(square);
    let implies = combination.get(Of) == 4;
    let count =
        |wanted: &dyn Fn(&Position) -> bool| all.iter().filter(|at| wanted(at)).count() as u64;
    let premises = count(&|at| !implies || is_fenced(at));
    let held = count(&|at| is_fenced(at) && (!implies || on(at, B8)));
    let others = count(&|at| combination.measures() && !is_fenced(at) && on(at, B8));
    if combination.get(From) == RANDOM {
        // Which are drawn is not said; how many is, and none comes twice.
        assert_eq!(scan.positions, DRAWN.min(all.len()) as u64, "{text}");
        assert!(
            scan.premises <= premises && scan.premises - scan.broken <= held,
            "{text}"
        );
        return;
    }
    let counts = [
        scan.positions,
        scan.premises,
        scan.premises - scan.broken,
        scan.others_held,
    ];
    assert_eq!(counts, [all.len() as u64, premises, held, others], "{text}");
    let verdict = match combination.measures() {
        true => Verdict::Measured,
        false if held < premises => Verdict::Refuted,
        false => Verdict::Proved,
    };
    assert_eq!(scan.verdict, verdict, "{text}");
}
