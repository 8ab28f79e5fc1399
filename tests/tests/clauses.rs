//! The clauses of claims in every combination: one that the check accepts is settled, and each of its clauses decides in some position;
//! all others are refused with a code.
//!
//! ```text
//!   CLAUSES ── all combinations ──▶ check ── refused ──▶ a code at that claim      = what `refused` says
//!                                     │
//!                                     ▼ accepted
//!                                 prover, session ──▶ report, roots, text, JSON, table, diff   =   play by recursion (`played.rs`)
//!                                                     without each clause in turn              ≠   in some position
//! ```
//!
//! What an evaluation is measured against is counted by the rules of a queen against a king (`evaluated.rs`).

mod combination;
mod evaluated;
mod played;
mod shown;

use std::collections::{BTreeMap, HashSet};

use adv_chess::numbers::SplitMix64;
use adv_chess::placing::Placements;
use adv_chess::squares::each;
use adv_chess::{Color, Material, Position, Role, geometry};
use adv_prover::{Fate, Keeping, Proved, Session, Task, Watch};
use adv_testkit::{Size, size, sized};
use adv_vm::{Engine, Limits};

use self::combination::{
    BALANCE, Clause, Combination, DRAWN, EXAMPLE, FiftyMoves, From, Goal, LIST, ONE, Of, RANDOM,
    Seed, Where, Within,
};
use self::played::{Fates, World};
use crate::common::{compile, linked, position, report};

/// What claims speak of, as short as it can be.
const SPOKEN_OF: &str = "material W: K, Q; B: K
example \"k4K2/3Q4/8/8/8/8/8/8 w - - 0 1\"
descriptor fenced = SQ(W.Q) = d7
descriptor aside = SQ(W.K) = d6
advice whole for W  better mate  depth 1  end-advice
table walk for W  otherwise whole  end-table
strat march for W (in-class: figures - W: K, Q; B: K; descr - any; out-class: mate)  consult walk  end-strat
";

#[test]
fn every_combination_of_clauses_is_accepted_or_refused_with_a_code() {
    let one = [
        "k7/3Q4/8/8/8/8/8/K7 w - - 0 1",
        "1k6/3Q4/8/8/8/8/8/K7 w - - 0 1",
    ]
    .map(position);
    let (mut accepted, mut refused) = (0, 0);
    // The step shares no factor with their number.
    let step = if size() == Size::All {
        1
    } else {
        sized(701, 7)
    };
    let all: Vec<Combination> = (0..Combination::count())
        .step_by(step)
        .map(Combination::of)
        .collect();
    // No program has more than a hundred errors told.
    for some in all.chunks(16) {
        let mut text = SPOKEN_OF.to_owned() + played::HIGH;
        let first = text.lines().count();
        for combination in some {
            text.push_str(&combination.text(&one, &one[0]));
            text.push('\n');
        }
        let (source, examined) = compile("clauses.adv", &text);
        let mut found: BTreeMap<usize, &str> = BTreeMap::new();
        for of in &examined.diagnostics {
            if of.severity == adv_compiler::diagnostics::Severity::Error {
                let at = of
                    .labels
                    .iter()
                    .find(|label| label.primary)
                    .expect("a place");
                let line = text[..at.span.start as usize].matches('\n').count();
                let at = line
                    .checked_sub(first)
                    .unwrap_or_else(|| panic!("{}", report(&source, &examined.diagnostics)));
                found.insert(at, of.code.as_str());
            }
        }
        for (at, combination) in some.iter().enumerate() {
            let code = found.get(&at);
            assert_eq!(
                code.is_some(),
                combination.refused(),
                "{}: {code:?}",
                combination.text(&one, &one[0])
            );
            match code {
                Some(code) => {
                    assert!(code.starts_with('E'));
                    refused += 1;
                }
                None => accepted += 1,
            }
        }
    }
    assert!(
        accepted > sized(10, 1_500) && refused > accepted,
        "{accepted}, {refused}"
    );
}

/// Settles claims of one program, one after the other.
fn settle_all(program: &str, claims: &[String], mut see: impl FnMut(usize, &Engine, Proved)) {
    let text = format!("{program}{}\n", claims.join("\n"));
    let engine = Engine::new(linked("clauses.adv", &text), Limits::default());
    let claims = &engine.module().claims;
    let mut session = Session::new();
    for (at, claim) in claims.iter().enumerate() {
        let watch = Watch::new();
        let task = Task {
            engine: &engine,
            claim,
            watch: &watch,
            perfect: None,
            keeping: Keeping::default(),
            fingerprint: [1; 32],
        };
        let later: Vec<_> = claims.iter().skip(at + 1).take(1).collect();
        let proved = session.prove(&task, &later);
        see(
            at,
            &engine,
            proved.unwrap_or_else(|error| panic!("{}: {error}", claim.text)),
        );
    }
}

/// The fates of the positions of a claim about play, by its own limits.
fn expected(world: &mut World, combination: &Combination, roots: &[Position]) -> Fates {
    let within = (combination.has(Within)).then_some(101);
    let fifty = combination.has(FiftyMoves);
    world.fates(&combination.play(), within, fifty, roots)
}

/// The positions of a claim, as far as they do not depend on chance.
fn roots(world: &World, combination: &Combination, one: &Position) -> Vec<Position> {
    let all = match combination.get(From) {
        EXAMPLE => vec![position(played::EXAMPLE)],
        ONE => vec![*one],
        LIST => world.list.clone(),
        // A strategy's in-class.
        _ if combination.word(Of) == "march" => world.fenced.clone(),
        _ => world.all.clone(),
    };
    fitting(combination, all)
}

/// Those of some positions that the condition of a claim leaves.
fn fitting(combination: &Combination, all: Vec<Position>) -> Vec<Position> {
    let fits = |at: &Position| !combination.has(Where) || at.king(Color::White) != Some(0);
    all.into_iter().filter(fits).collect()
}

/// The listed positions in which the clauses of a claim decide, each with its clause.
fn deciding(world: &mut World, combination: &Combination) -> Vec<(Clause, Position)> {
    let mut found = Vec::new();
    for (clause, other) in combination.others() {
        let mine = fitting(combination, world.list.clone());
        let others = fitting(&other, world.list.clone());
        if clause == Where {
            // Those that it leaves out.
            assert!(mine.len() < others.len());
            continue;
        }
        let ours = expected(world, combination, &mine);
        let without = expected(world, &other, &mine);
        match ours.first_difference(&without) {
            Some(first) => found.push((clause, mine[first])),
            None => panic!(
                "{clause:?} decides nowhere: {}",
                combination.text(&[], &mine[0])
            ),
        }
    }
    found
}

/// The combinations that the check accepts of what plays, or of descriptors.
fn accepted(plays: bool) -> impl Iterator<Item = Combination> {
    let all = (0..Combination::count()).map(Combination::of);
    all.filter(move |of| of.plays() == plays && !of.refused())
}

#[test]
fn every_clause_of_a_claim_decides_somewhere() {
    let mut world = World::new();
    let mut decided: BTreeMap<Clause, u64> = BTreeMap::new();
    for combination in accepted(true).step_by(sized(29, 1)) {
        for (clause, _) in deciding(&mut world, &combination) {
            *decided.entry(clause).or_default() += 1;
        }
    }
    assert_eq!(decided.len(), 7, "{decided:?}");
}

#[test]
fn what_is_told_of_a_claim_is_what_play_comes_to() {
    let mut world = World::new();
    let (searching, others): (Vec<_>, Vec<_>) = accepted(true).partition(Combination::searches);
    // Neighbours differ in the choice alone, and stay together. What looks through all positions takes long.
    let [few, many] = match size() {
        Size::Short => [5_000, 401],
        Size::Long => [200, 7],
        Size::All => [20, 1],
    };
    let plain = Combination::of(0).with(From, RANDOM).with(Goal, 1);
    let mut claims = vec![(plain, world.list[0]), (plain.with(Seed, 1), world.list[0])];
    let searching = searching.chunks(2).rev().step_by(few);
    for (at, combination) in searching
        .chain(others.chunks(2).step_by(many))
        .flatten()
        .enumerate()
    {
        let found = deciding(&mut world, combination);
        let one = found.get(at / 2 % found.len().max(1));
        claims.push((*combination, one.map_or(world.list[0], |(_, one)| *one)));
    }
    let mut random: BTreeMap<usize, Vec<Position>> = BTreeMap::new();
    for some in claims.chunks(100) {
        let texts = some.iter().map(|(of, one)| of.text(&world.list, one));
        let texts: Vec<String> = texts.collect();
        let mut before: Option<(Fates, Vec<(Position, Fate)>)> = None;
        let program = world.program.clone();
        settle_all(&program, &texts, |at, engine, proved| {
            let ((combination, one), text) = (&some[at], texts[at].as_str());
            let Proved::Settled(settled) = proved else {
                panic!("not settled: {text}")
            };
            let mut mine = roots(&world, combination, one);
            // To find them is to look through all numbers, and this code is not optimized.
            let found: Vec<(Position, Fate)> = settled.roots().collect();
            if combination.get(From) == RANDOM {
                assert_eq!(found.len(), mine.len().min(DRAWN), "{text}");
                // Both are in the order of their numbers.
                let mut all = mine.iter();
                let in_order = found.iter().all(|(root, _)| all.any(|at| at == root));
                assert!(in_order, "{text}");
                mine = found.iter().map(|(root, _)| *root).collect();
                if mine.len() == DRAWN {
                    random.insert(combination.get(Seed), mine.clone());
                }
            }
            let fates = expected(&mut world, combination, &mine);
            fates.compare(text, &mine, settled.report(), &found);
            let claim = &engine.module().claims[at];
            shown::compare(text, (engine.module(), claim), settled.report(), &fates);
            if let Some((others, earlier)) = &before
                && earlier.iter().map(|(at, _)| at).eq(&mine)
            {
                shown::compare_diff(text, (others, earlier), (&fates, &found));
            }
            before = Some((fates, found));
        });
    }
    assert_eq!(random.len(), 2, "with a seed and without");
    assert!(random[&0] != random[&1], "`seed` decides nothing");
}

#[test]
fn descriptors_are_counted_under_every_clause() {
    let world = World::new();
    let (searching, mut claims): (Vec<_>, Vec<_>) = accepted(false)
        .filter(|of| of.get(Of) != BALANCE)
        .partition(Combination::searches);
    claims.extend(searching.iter().step_by(sized(9, 1)));
    let texts: Vec<String> = claims
        .iter()
        .map(|of| of.text(&world.list, &world.list[0]))
        .collect();
    settle_all(&world.program, &texts, |at, _, proved| {
        let Proved::Scanned(scan) = proved else {
            panic!("not scanned: {}", texts[at])
        };
        shown::compare_scan(&texts[at], &claims[at], &world, &scan);
    });
}

#[test]
fn evaluations_are_counted_under_every_clause() {
    let world = World::new();
    let claims = accepted(false).filter(|of| of.get(Of) == BALANCE);
    let found = evaluated::compare(&world, &claims.collect::<Vec<_>>());
    // From all positions, an example, one, a list and at random, with and without `where`, with and without `seed`.
    assert_eq!(found, 2 + 1 + 1 + 2 + 4);
}

/// The positions that are drawn of six men, in the order in which they are.
fn drawn(material: Material, seed: u64) -> impl Iterator<Item = Position> {
    let mut numbers = SplitMix64::new(seed);
    let mut sides = [Color::White, Color::Black]
        .map(|turn| Placements::new(material, turn, numbers.bits()).expect("men of a game"));
    std::iter::from_fn(move || Some(sides[numbers.bits() as usize % 2].draw())).flatten()
}

#[test]
fn a_random_position_that_is_drawn_again_counts_once() {
    let men = [
        Role::King,
        Role::Knight,
        Role::Knight,
        Role::Knight,
        Role::Knight,
    ];
    let material = Material::new(&men, &[Role::King]);
    let mut seen = HashSet::new();
    let again = drawn(material, 1).find(|at| !seen.insert(*at));
    let again = again.expect("one comes twice");
    let squares = |color, role| {
        let squares = each(again.pieces(color, role)).map(geometry::square_name);
        squares.collect::<Vec<_>>().join(", ")
    };
    let side = if again.turn() == Color::White {
        "white"
    } else {
        "black"
    };
    let text = format!(
        "material W: K, N, N, N, N; B: K
measure SQ(W.K) = {} ∧ SQ(B.K) = {} ∧ SQ(W.N) = {{{}}} ∧ {side}-to-move from {} random positions share of {side}-to-move",
        squares(Color::White, Role::King),
        squares(Color::Black, Role::King),
        squares(Color::White, Role::Knight),
        seen.len() + 1
    );
    settle_all(&text, &[], |_, _, proved| {
        let Proved::Scanned(scan) = proved else {
            panic!("not scanned: {text}")
        };
        assert_eq!(
            (scan.positions, scan.premises),
            (seen.len() as u64 + 1, 1),
            "{text}"
        );
    });
}
