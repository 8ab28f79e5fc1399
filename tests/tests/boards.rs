//! Claims about positions of any number of men: from one position, from a list, from positions drawn at random; and their certificates.

use adv_chess::notation::{fen, parse_fen};
use adv_chess::{Color, Material, Position};
use adv_module::format::fnv1a;
use adv_module::program::{Claim, FromSet};
use adv_prover::{
    ComparedCertificate, Keeping, NoCertificate, ProveError, Proved, Report, Settled, Task,
    Verdict, Watch, compare_certificate,
};
use adv_testkit::Numbers;
use adv_vm::{Engine, Limits};

/// Mate by checks, the moves that leave the fewest replies first; the program serves any position.
const CHECKS: &str = "
advice by-checks(n: number)
  better   mate
  us       any where new.check by new.replies
  depth    2 * n - 1 shortest
end-advice

advice step
  better   them-to-move
  us       any where new.check by new.replies
  depth    1
end-advice

table attack
  otherwise by-checks(5)
end-table

table stepwise
  otherwise by-checks(1), step
end-table
";

/// All 32 men, and White mates in five moves, of which some promote.
const THIRTY_TWO: &str = "3q4/1pppPP1b/PP2kr2/1B2B1p1/K1p1NPp1/Pnp1nR2/r3QpPP/bR1N4 w - - 0 1";
/// Godescu's test position: mate in seven by checks.
const SEVEN: &str = "rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - 0 1";
/// Castling is mate, and the only mate in one.
const CASTLING: &str = "5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1";
/// The mate on the back rank.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

fn engine(text: &str) -> (Engine, Vec<Claim>) {
    let linked = crate::common::linked("boards.adv", text);
    let engine = Engine::new(linked, Limits::default());
    let claims = engine.module().claims.clone();
    (engine, claims)
}

fn task<'a>(engine: &'a Engine, claim: &'a Claim, watch: &'a Watch) -> Task<'a> {
    Task {
        engine,
        claim,
        watch,
        perfect: None,
        keeping: Keeping::default(),
        fingerprint: [9; 32],
    }
}

fn settle(engine: &Engine, claim: &Claim) -> Box<Settled> {
    match adv_prover::prove(&task(engine, claim, &Watch::new())) {
        Ok(Proved::Settled(settled)) => settled,
        Ok(_) => panic!("`{}` is about play", claim.text),
        Err(error) => panic!("`{}`: {error}", claim.text),
    }
}

fn certificate(settled: &Settled, claim: &Claim) -> Result<Vec<u8>, NoCertificate> {
    settled.certificate(claim, &claim.text, "boards", [9; 32])
}

fn compared(engine: &Engine, claim: &Claim, bytes: &[u8]) -> ComparedCertificate {
    let compared = compare_certificate(&task(engine, claim, &Watch::new()), bytes);
    compared.unwrap_or_else(|error| panic!("{error}"))
}

/// The version of a certificate's format.
fn version(bytes: &[u8]) -> u16 {
    u16::from_le_bytes([bytes[4], bytes[5]])
}

#[test]
fn a_position_of_32_men_is_proved_and_certified() {
    assert_eq!(
        parse_fen(THIRTY_TWO).map(|p| p.occupied().count_ones()),
        Ok(32)
    );
    let claims = [
        (
            format!("attack from \"{THIRTY_TWO}\" reaches mate within 5 moves"),
            9,
        ),
        (
            format!("attack from \"{THIRTY_TWO}\" reaches mate any-choice"),
            9,
        ),
        (
            format!("by-checks(7) from \"{SEVEN}\" reaches mate within 7 moves"),
            13,
        ),
        (
            format!("stepwise from \"{CASTLING}\" reaches mate within 1 moves"),
            1,
        ),
    ];
    for (text, plies) in claims {
        let (engine, claims) = engine(&format!("{CHECKS}\nprove {text}\n"));
        let claim = &claims[0];
        let settled = settle(&engine, claim);
        assert_eq!(settled.report().verdict, Verdict::Proved, "{text}");
        let bytes = certificate(&settled, claim).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(version(&bytes), 3, "{text}");
        let verdict = adv_certificate::verify(&bytes).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(
            (verdict.positions, verdict.worst_plies),
            (1, plies),
            "{text}"
        );
        assert!(verdict.white && verdict.any_choice == claim.any_choice);
        let root = settled.roots().next().expect("the root").0;
        assert_eq!(verdict.set, format!("`{}`", fen(&root)));
        let same = compared(&engine, claim, &bytes);
        assert!(
            matches!(same, ComparedCertificate::Same { positions: 1, .. }),
            "{same:?}"
        );
    }
}

#[test]
fn several_listed_positions_of_any_men_are_one_claim() {
    let list = format!("\"{SEVEN}\", \"{CASTLING}\", \"{BACK_RANK}\", \"{BACK_RANK}\"");
    let (engine, claims) = engine(&format!(
        "{CHECKS}
prove by-checks(7) from {list} reaches mate within 7 moves
prove by-checks(1) from {list} where count(us.*) + count(them.*) < 10 reaches mate
prove by-checks(1) from {list} reaches mate
prove by-checks(1) from \"{BACK_RANK}\", \"6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1\" reaches mate
prove by-checks(1) from \"{BACK_RANK}\", \"r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1\" reaches mate
prove count(us.*) + count(them.*) > 4 from {list}
prove count(us.*) + count(them.*) > 6 from {list} where count(them.P) ≠ 3 ∨ count(us.*) = 2
"
    ));
    let first = settle(&engine, &claims[0]);
    let report = first.report();
    assert_eq!(
        (report.verdict, report.roots),
        (Verdict::Proved, 3),
        "each counts once"
    );
    // Positions of several classes, with and without castling rights, in one certificate.
    let bytes = certificate(&first, &claims[0]).expect("a certificate");
    let verdict = adv_certificate::verify(&bytes).expect("it holds");
    assert_eq!((verdict.positions, verdict.worst_plies), (3, 13));
    let same = compared(&engine, &claims[0], &bytes);
    assert!(
        matches!(same, ComparedCertificate::Same { positions: 3, .. }),
        "{same:?}"
    );
    // It proves no other claim.
    for (at, fault) in [(1, true), (2, true)] {
        let differs = compared(&engine, &claims[at], &bytes);
        assert_eq!(
            matches!(differs, ComparedCertificate::Differs(_)),
            fault,
            "{differs:?}"
        );
    }
    let chosen = settle(&engine, &claims[1]);
    assert_eq!(
        (chosen.report().verdict, chosen.report().roots),
        (Verdict::Proved, 2)
    );
    let all = settle(&engine, &claims[2]);
    assert_eq!(
        (all.report().verdict, all.report().held),
        (Verdict::Refuted, 2)
    );
    let both = settle(&engine, &claims[3]);
    assert_eq!((both.report().roots, both.report().held), (2, 1));
    // Where both sides are to move there is no one side that mates.
    let sides = settle(&engine, &claims[4]);
    assert_eq!(sides.report().verdict, Verdict::Proved);
    assert_eq!(
        certificate(&sides, &claims[4]),
        Err(NoCertificate::SeveralStarts)
    );
    let scanned = |at: usize| match adv_prover::prove(&task(&engine, &claims[at], &Watch::new())) {
        Ok(Proved::Scanned(scan)) => (scan.verdict, scan.positions, scan.broken),
        _ => panic!("a claim about descriptors"),
    };
    // A position that is listed twice counts once.
    assert_eq!(scanned(5), (Verdict::Proved, 3, 0));
    assert_eq!(scanned(6).0, Verdict::Refuted);
}

#[test]
fn what_does_not_fit_the_subject_is_named() {
    let text = format!(
        "{CHECKS}
table white for W
  otherwise by-checks(1)
end-table
prove white from \"{BACK_RANK}\", \"6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1\" reaches mate
"
    );
    let (engine, claims) = engine(&text);
    let error = adv_prover::prove(&task(&engine, &claims[0], &Watch::new())).err();
    let Some(ProveError::Unfit { position, .. }) = &error else {
        panic!("{error:?}");
    };
    assert_eq!(fen(position), "6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1");
}

/// Play that goes on: a table that takes what it can, from positions with castling rights and captures en passant.
fn taking() -> (Engine, Vec<Claim>) {
    let list = [
        "3k4/8/2r2p2/8/1B3P2/8/2R5/K7 w - - 0 1",
        "6k1/1r4p1/4b3/8/3Q4/1P3R2/8/7K w - - 0 1",
        "r3k3/8/1q6/8/8/6Q1/8/R3K2R w KQq - 0 1",
        "8/1k6/3p4/2pP4/5r2/1B6/1K4R1/8 w - c6 0 1",
        "8/2k5/p1r5/1pP5/3R4/P7/1K6/5B2 w - b6 0 1",
    ];
    let list = list.map(|fen| format!("\"{fen}\"")).join(", ");
    engine(&format!(
        "{CHECKS}
advice take
  better  count(them.*) < root.count(them.*) ∧ ¬stalemate
  us      any to them.* by new.replies
  depth   1
end-advice
table taker
  otherwise by-checks(1), take
end-table
prove taker from {list} keeps ¬stalemate
measure taker from {list} share of reaches count(them.*) < 3
"
    ))
}

/// What a report prints, which the memory is no part of.
fn told(settled: &Settled) -> Report {
    Report {
        memory: 0,
        rests_on: Vec::new(),
        ..settled.report().clone()
    }
}

#[test]
fn threads_leave_no_trace() {
    let (engine, claims) = taking();
    let by = |threads: usize, claim: &Claim| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let settled = pool.expect("threads").install(|| settle(&engine, claim));
        let roots: Vec<_> = settled.roots().collect();
        (told(&settled), roots)
    };
    for claim in &claims {
        let alone = by(1, claim);
        assert!(alone.0.roots == 5 && alone.0.states > 5, "{:?}", alone.0);
        assert_eq!(alone, by(4, claim));
    }
}

#[test]
fn an_interrupted_proof_goes_on_where_it_was() {
    let (engine, claims) = taking();
    let claim = &claims[0];
    let whole = settle(&engine, claim);
    let watch = Watch::new();
    watch.stop_after(whole.report().states / 2);
    let interrupted = adv_prover::prove(&task(&engine, claim, &watch));
    let Ok(Proved::Interrupted(bytes)) = interrupted else {
        panic!("it is ended half way");
    };
    let watch = Watch::new();
    let keeping = Keeping {
        from: Some(&bytes),
        ..Keeping::default()
    };
    let task = Task {
        keeping,
        ..task(&engine, claim, &watch)
    };
    let Ok(Proved::Settled(resumed)) = adv_prover::prove(&task) else {
        panic!("it is settled");
    };
    assert_eq!(told(&resumed), told(&whole));
    // A claim of another position is refused.
    let mut other = claim.clone();
    other.from.set = FromSet::One(BACK_RANK.to_owned());
    let task = Task {
        claim: &other,
        ..task
    };
    let refused = adv_prover::prove(&task).err();
    assert!(
        matches!(refused, Some(ProveError::Checkpoint(_))),
        "{refused:?}"
    );
}

#[test]
fn memory_is_bounded_and_said() {
    let (engine, claims) = taking();
    let watch = Watch::new();
    watch.limit_memory(20_000);
    let error = adv_prover::prove(&task(&engine, &claims[0], &watch)).err();
    let Some(error @ ProveError::OutOfMemory { limit: 20_000, .. }) = error else {
        panic!("{error:?}");
    };
    assert!(error.to_string().contains("20.0 kB"), "{error}");
}

#[test]
fn the_first_program_for_six_men_settles_its_claim() {
    let material = Material::named("KRPvKRP").expect("a name");
    let white = Some(Color::White);
    let first = adv::first_program("krpkrp", "krpkrp.adv", material, white, Limits::default());
    let first = first.expect("a program");
    let (engine, claims) = engine(&first.text);
    assert_eq!(claims.len(), 1);
    let settled = settle(&engine, &claims[0]);
    let report = settled.report();
    assert_eq!((report.verdict, report.roots), (Verdict::Proved, 100));
}

/// Certificates of whole positions that were altered and given a right checksum: each is refused, or says something that its checked
/// play shows, and none is taken for a proof of another position.
#[test]
fn altered_certificates_prove_nothing_else() {
    let (engine, claims) = engine(&format!(
        "{CHECKS}\nprove attack from \"{THIRTY_TWO}\" reaches mate\nprove stepwise from \"{CASTLING}\", \"{BACK_RANK}\" reaches mate\n"
    ));
    for claim in &claims {
        let settled = settle(&engine, claim);
        let bytes = certificate(&settled, claim).expect("a certificate");
        let roots: Vec<Position> = settled.roots().map(|root| root.0).collect();
        let mut numbers = Numbers::new(17);
        let (mut refused, mut other) = (0, 0);
        for round in 0..1_000 {
            let mut altered = bytes.clone();
            if round % 7 == 0 {
                altered.truncate(numbers.between(14, bytes.len() - 1));
            } else {
                let at = numbers.between(14, bytes.len() - 1);
                altered[at] ^= 1 << numbers.below(8);
            }
            let sum = fnv1a(&[&[3, 0][..], &altered[14..]].concat()).to_le_bytes();
            altered[6..14].copy_from_slice(&sum);
            let Ok(verdict) = adv_certificate::verify(&altered) else {
                refused += 1;
                continue;
            };
            other += 1;
            assert!(
                verdict
                    .bound
                    .is_none_or(|bound| verdict.worst_plies <= bound)
            );
            match compared(&engine, claim, &altered) {
                ComparedCertificate::Same { positions, .. } => {
                    // What says the same of the program has the same positions and no longer play.
                    assert_eq!(positions, roots.len() as u64);
                    assert_eq!(verdict.claim, claim.text);
                    assert_eq!(verdict.fingerprint, [9; 32]);
                }
                ComparedCertificate::Differs(_) => {}
                ComparedCertificate::Interrupted => panic!("nothing ends it"),
            }
        }
        // The texts, the fingerprint and the places of the program are not the checker's to refuse.
        assert!(
            refused > 300 && other > 100,
            "{refused} refused, {other} accepted"
        );
        // Without the checksum any single byte is noticed.
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            altered[at] ^= 64;
            assert!(adv_certificate::verify(&altered).is_err(), "byte {at}");
        }
    }
}
