//! Each limit of a claim decides: `measure`, `prove` and `diff` against lengths that are counted here, by playing out every reply, and a
//! draw by the fifty-move rule that is counted on a line played again.

use std::collections::BTreeMap;

use adv_chess::notation::fen;
use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_module::TableId;
use adv_prover::{Keeping, Over, Proved, Report, Settled, Task, Verdict, Watch};
use adv_render::proof::diff::DiffTally;
use adv_testkit::{Numbers, sized};
use adv_vm::{Engine, Limits, Options, Tree};

/// The settled claim of a program that it is the last of.
fn settle(text: &str) -> Box<Settled> {
    let engine = Engine::new(crate::common::linked("bounds.adv", text), Limits::default());
    let claim = engine.module().claims.last().expect("a claim");
    let watch = Watch::new();
    let task = Task {
        engine: &engine,
        claim,
        watch: &watch,
        perfect: None,
        keeping: Keeping::default(),
        fingerprint: [1; 32],
    };
    match adv_prover::prove(&task) {
        Ok(Proved::Settled(settled)) => settled,
        Ok(_) => panic!("the claim is about play, and nobody ends it"),
        Err(error) => panic!("{error}"),
    }
}

/// Random positions of a class with White to move, each once.
fn drawn(role: Role, count: usize, seed: u64) -> Vec<Position> {
    let material = Material::new(&[Role::King, role], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("three men have a numbering");
    let mut numbers = Numbers::new(seed);
    let mut found = BTreeMap::new();
    while found.len() < count {
        let number = numbers.below(class.len() as usize) as u64;
        if let Some(position) = class.position(number) {
            found.insert(fen(&position), position);
        }
    }
    found.into_values().collect()
}

/// Counts how long play takes from positions, by playing.
struct Plain {
    engine: Engine,
    table: TableId,
    known: BTreeMap<String, Option<u32>>,
    /// The table is consulted again after each reply.
    weak: bool,
}

impl Plain {
    fn of(text: &str, weak: bool) -> Plain {
        let linked = crate::common::linked("plain.adv", text);
        Plain {
            engine: Engine::new(linked, Limits::default()),
            table: TableId(0),
            known: BTreeMap::new(),
            weak,
        }
    }

    /// The plies of the longest line to mate; `None` where one ends otherwise or never.
    fn plies(&mut self, at: &Position) -> Option<u32> {
        let key = fen(at);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        // Until it is known, a way back is one without end.
        self.known.insert(key.clone(), None);
        let consulted = self.engine.consult(self.table, at, &Options::default());
        let tree = consulted.ok().and_then(|answer| answer.tree);
        let plies = tree.and_then(|tree| self.ours(at, &tree, None));
        self.known.insert(key, plies);
        plies
    }

    fn ours(&mut self, at: &Position, tree: &Tree, node: Option<usize>) -> Option<u32> {
        let own = tree.children(node).next()?;
        let there = at.play(tree.nodes()[own].mv);
        let replies = there.legal_moves();
        if replies.is_empty() {
            return there.is_check().then_some(1);
        }
        let mut longest = 0;
        for reply in replies {
            let next = there.play(reply);
            let within = tree
                .children(Some(own))
                .find(|n| tree.nodes()[*n].mv == reply);
            let within = within
                .filter(|_| !self.weak)
                .filter(|n| tree.children(Some(*n)).next().is_some());
            let plies = match within {
                Some(_) => self.ours(&next, tree, within)?,
                None => self.plies(&next)?,
            };
            longest = longest.max(plies + 2);
        }
        Some(longest)
    }
}

/// A list of positions as a claim names it.
fn list(positions: &[Position]) -> String {
    let quoted: Vec<String> = positions
        .iter()
        .map(|p| format!("\"{}\"", fen(p)))
        .collect();
    quoted.join(", ")
}

fn counts(report: &Report) -> [u64; 4] {
    [report.roots, report.reached, report.held, report.late]
}

#[test]
fn a_bound_counts_in_every_kind_of_claim() {
    bounds_count(false, "", sized(20, 1_000));
    bounds_count(true, "weak", sized(10, 100));
    bounds_count(false, "fifty-moves", sized(10, 100));
}

fn bounds_count(weak: bool, modes: &str, count: usize) {
    let program = crate::common::read("examples/kqk.adv");
    let positions = drawn(Role::Queen, count, 31);
    let mut plain = Plain::of(&program, weak);
    let lengths: Vec<Option<u32>> = positions.iter().map(|p| plain.plies(p)).collect();
    let longest = lengths.iter().flatten().max().copied().expect("mates");
    assert!(longest > 15);
    let from = list(&positions);
    for (most, unit) in (1..=longest.div_ceil(2) + 1)
        .step_by(sized(3, 1))
        .map(|moves| (moves, "moves"))
        .chain(
            (1..=longest + 1)
                .step_by(sized(7, 1))
                .map(|plies| (plies, "plies")),
        )
    {
        let plies = if unit == "moves" { 2 * most - 1 } else { most };
        let bound = format!("within {most} {unit}");
        let held = lengths
            .iter()
            .filter(|l| l.is_some_and(|l| l <= plies))
            .count() as u64;
        let reached = lengths.iter().flatten().count() as u64;
        let expected = [positions.len() as u64, reached, held, reached - held];

        let measured = settle(&format!(
            "{program}\nmeasure kqk from {from} share of reaches mate {bound} {modes}\n"
        ));
        assert_eq!(measured.report().verdict, Verdict::Measured);
        assert_eq!(
            counts(measured.report()),
            expected,
            "measure {bound} {modes}"
        );

        let proved = settle(&format!(
            "{program}\nprove kqk from {from} reaches mate {bound} {modes}\n"
        ));
        assert_eq!(counts(proved.report()), expected, "prove {bound} {modes}");
        let verdict = match (reached == expected[0], held == reached) {
            (false, _) => Verdict::Refuted,
            (true, false) => Verdict::TooLong,
            (true, true) => Verdict::Proved,
        };
        assert_eq!(proved.report().verdict, verdict, "prove {bound} {modes}");

        // `diff` compares what becomes of each root, and says which limit it goes over.
        let mut tally = DiffTally::default();
        for ((position, fate), (other, found)) in measured.roots().zip(proved.roots()) {
            let at = positions
                .iter()
                .position(|p| *p == position)
                .expect("a root");
            assert_eq!((position, &fate), (other, &found));
            assert_eq!(fate.plies, lengths[at]);
            assert_eq!(fate.holds(), lengths[at].is_some_and(|l| l <= plies));
            tally.add(&position, &fate, &found);
        }
        assert_eq!(
            (tally.both(), tally.neither),
            (held, expected[0] - held),
            "diff {bound} {modes}"
        );
    }
}

#[test]
fn the_fifty_move_rule_counts_where_a_claim_names_it() {
    let program = crate::common::read("examples/endgames/krk-sdl.adv");
    let positions = drawn(Role::Rook, sized(6, 60), 32);
    let claim = |what: &str, from: &str, more: &str| {
        settle(&format!(
            "{program}\n{what} K-R-VS-K from {from} {more} any-choice\n"
        ))
    };
    let mut crossing = Vec::new();
    for position in &positions {
        let one = claim("prove", &list(&[*position]), "reaches mate");
        let line = &one.report().lengths.as_ref().expect("it mates").line;
        let (mut at, mut quiet, mut crosses) = (*position, 0, false);
        for ply in &line.plies {
            let (men, pawns) = (at.occupied().count_ones(), at.by_role[Role::Pawn.index()]);
            at = at.play(ply.mv);
            let same = (at.occupied().count_ones(), at.by_role[Role::Pawn.index()]) == (men, pawns);
            quiet = if same { quiet + 1 } else { 0 };
            // A mate with the hundredth ply stands.
            crosses |= quiet > 100 || quiet == 100 && !at.legal_moves().is_empty();
        }
        assert!(at.is_check() && at.legal_moves().is_empty());
        crossing.push(crosses);
    }
    let crossed = crossing.iter().filter(|crosses| **crosses).count() as u64;
    let all = positions.len() as u64;
    assert!(crossed > 0 && crossed < all, "{crossed} of {all}");
    let from = list(&positions);
    let measured = claim("measure", &from, "share of reaches mate fifty-moves");
    assert_eq!(counts(measured.report()), [all, all, all - crossed, 0]);
    let proved = claim("prove", &from, "reaches mate fifty-moves");
    assert_eq!(counts(proved.report()), [all, all, all - crossed, 0]);
    assert_eq!(proved.report().verdict, Verdict::FiftyMoves);
    for (position, fate) in measured.roots() {
        let at = positions
            .iter()
            .position(|p| *p == position)
            .expect("a root");
        assert_eq!(fate.over, crossing[at].then_some(Over::FiftyMoves));
    }
    // Without the clause it does not count.
    let plain = claim("measure", &from, "share of reaches mate");
    assert_eq!(counts(plain.report()), [all, all, all, 0]);
}
