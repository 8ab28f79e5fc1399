//! What is too much is refused at once or ends with the reason; what is only large is followed from the positions that are claimed.

use adv_prover::{Forecast, ProveError, Proved, Verdict, Watch, prove};

use crate::programs::{QUEEN, claimed, settle, task};

/// Eight men, and a table that mates in two where it can.
const EIGHT: &str = "\
material  W: K, Q, R, R;  B: K, P, P, P

advice mate-in-2
  better  mate
  us      R then Q
  depth   3
end-advice

advice walk
  better  them-to-move
  us      any
  depth   1
end-advice

table net for W
  otherwise mate-in-2, walk
end-table
";

/// Two rooks on neighbouring ranks: Rb8 mates.
const LADDER: &str = "7k/R7/8/8/5ppp/8/Q7/KR6 w - - 0 1";

/// The most men that a game has.
const ALL_MEN: &str = "\
material  W: K, Q, R, R, B, B, N, N, P, P, P, P, P, P, P, P;  B: K, Q, R, R, B, B, N, N, P, P, P, P, P, P, P, P

advice walk
  better  them-to-move
  us      any
  depth   1
end-advice

table t for W
  otherwise walk
end-table
";

/// Why a claim cannot be settled with this memory.
fn error(program: &str, claim: &str, memory: u64) -> ProveError {
    let (engine, claim) = claimed(program, claim);
    let watch = Watch::new();
    watch.limit_memory(memory);
    match prove(&task(&engine, &claim, &watch)) {
        Err(error) => error,
        Ok(_) => panic!("{} is settled", claim.text),
    }
}

#[test]
fn play_from_one_position_of_many_men_is_followed() {
    let settled = settle(
        EIGHT,
        &format!("prove net from \"{LADDER}\" reaches mate within 2 moves"),
    );
    let report = settled.report();
    assert_eq!((report.verdict, report.roots), (Verdict::Proved, 1));
    // Lines that capture, promote and go round are followed too, into classes that are numbered and into others.
    let settled = settle(
        EIGHT,
        &format!("prove net from \"{LADDER}\" keeps dist(W.K, B.K) > 1"),
    );
    assert_eq!(settled.report().verdict, Verdict::Proved);
}

#[test]
fn random_positions_of_any_men_are_drawn() {
    for (program, claim, roots) in [
        (
            EIGHT,
            "prove net from 40 random positions seed 3 reaches them-to-move within 1 moves",
            40,
        ),
        (
            ALL_MEN,
            "prove t from 30 random positions reaches them-to-move within 1 moves",
            30,
        ),
    ] {
        let settled = settle(program, claim);
        let report = settled.report();
        // In a few of them we have no move.
        assert_eq!(report.roots, roots, "{claim}");
        assert!(2 * report.held > roots, "{claim}: {}", report.held);
        let again = settle(program, claim);
        assert_eq!(again.report().states, report.states, "{claim}");
    }
    let (engine, claim) = claimed(
        ALL_MEN,
        "prove count(W.*) = 16 from 50 random positions where white-to-move",
    );
    match prove(&task(&engine, &claim, &Watch::new())) {
        Ok(Proved::Scanned(scan)) => {
            assert_eq!((scan.verdict, scan.positions), (Verdict::Proved, 50));
        }
        _ => panic!("the claim is about a descriptor"),
    }
}

#[test]
fn positions_that_do_not_come_are_not_drawn_for_ever() {
    for claim in [
        "prove net from 10 random positions where dist(W.K, B.K) = 1 reaches mate",
        "prove dist(W.K, B.K) > 0 from 10 random positions where dist(W.K, B.K) = 1",
    ] {
        match error(EIGHT, claim, u64::MAX) {
            ProveError::Rare {
                wanted,
                found,
                tried,
            } => assert!(wanted == 10 && found == 0 && tried >= 10_000, "{tried}"),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn classes_that_are_too_large_are_refused_at_once() {
    let play = "prove net from all positions reaches mate";
    let gigabyte = 1_000_000_000;
    assert!(matches!(
        error(EIGHT, play, gigabyte),
        ProveError::TooMuch { numbers, limit, .. } if numbers > 1 << 40 && limit == gigabyte
    ));
    // Without a limit, and where nothing is kept, there is no time for it either.
    for claim in [play, "prove dist(W.K, B.K) > 1 from all positions"] {
        assert!(matches!(
            error(EIGHT, claim, u64::MAX),
            ProveError::TooLarge {
                numbers: Some(_),
                ..
            }
        ));
    }
    assert!(matches!(
        error(ALL_MEN, "prove t from all positions reaches mate", gigabyte),
        ProveError::TooLarge { numbers: None, .. }
    ));
}

#[test]
fn memory_is_a_budget() {
    let few = "prove careful from 2000 random positions seed 3 reaches mate";
    let all = "prove careful from all positions reaches mate";
    assert!(matches!(
        error(QUEEN, all, 1_000_000),
        ProveError::TooMuch { numbers: 231_168, bytes, .. } if bytes > 1_000_000
    ));
    match error(QUEEN, few, 200_000) {
        error @ ProveError::OutOfMemory {
            known, consulted, ..
        } => {
            assert!(known >= 2000 && consulted < known, "{known}, {consulted}");
            assert!(
                error
                    .to_string()
                    .starts_with("the proof has used the 200.0 kB that it may: ")
            );
        }
        other => panic!("{other}"),
    }
    // With enough of it the proof says what it has used.
    let (engine, claim) = claimed(QUEEN, few);
    let watch = Watch::new();
    watch.limit_memory(2_000_000);
    assert!(prove(&task(&engine, &claim, &watch)).is_ok());
    let (held, limit) = watch.memory();
    assert!(held > 200_000 && held <= limit, "{held}");
}

#[test]
fn what_breaks_a_claim_is_weighed_too() {
    const IDLE: &str = "material W: K, Q; B: K\nadvice a better mate depth 1 end-advice\ntable t for W otherwise a end-table\n";
    let all = "prove t from all positions reaches mate";
    let (engine, claim) = claimed(IDLE, all);
    let watch = Watch::new();
    assert!(prove(&task(&engine, &claim, &watch)).is_ok());
    let (kept, _) = watch.memory();
    // States and what they lead to take this much more, all but the last part of it known before any is gathered.
    for more in [1_000_000, 5_000_000] {
        match error(IDLE, all, kept + more) {
            ProveError::ManyBroken {
                states,
                bytes,
                limit,
            } => {
                assert!(states > 140_000 && bytes > limit, "{states}, {bytes}");
                assert!(bytes >= kept + 36 * states, "{bytes}");
            }
            other => panic!("{other}"),
        }
    }
    // It is more than the states alone.
    let alone = error(IDLE, all, kept + 36 * 143_000 + 600_000);
    assert!(matches!(alone, ProveError::ManyBroken { .. }), "{alone}");
    let (engine, claim) = claimed(IDLE, all);
    let watch = Watch::new();
    watch.limit_memory(kept + 30_000_000);
    assert!(prove(&task(&engine, &claim, &watch)).is_ok());
}

#[test]
fn what_a_proof_may_come_to_is_known_before() {
    let forecast = |program: &str, claim: &str| {
        let (engine, claim) = claimed(program, claim);
        Forecast::of(engine.module(), &claim)
    };
    let queen = forecast(QUEEN, "prove careful from all positions reaches mate");
    let queen = queen.expect("the claim is about play");
    // King and queen, and the bare kings that are left when she is taken.
    assert_eq!((queen.positions, queen.classes), (231_168 + 3612, 2));
    assert!(queen.bytes(queen.positions) >= 6 * queen.positions && !queen.by_place);
    let men = forecast(ALL_MEN, "prove t from 10 random positions reaches mate");
    assert_eq!(men.map(|men| men.bytes(men.positions)), Some(u64::MAX));
    let scanned = forecast(QUEEN, "prove dist(W.K, B.K) > 1 from all positions");
    assert_eq!(scanned, None);
}
