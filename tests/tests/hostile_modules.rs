//! Module files that were made to do harm, or damaged by chance: refused with an error, or run under their limits.
//!
//! Everything random here has a seed, and a failure names it. That a test comes to its end is its bound on time.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::{compile, examples, libraries, module, position};
use adv_module::TableId;
use adv_module::format::{CHECKSUM, fnv1a};
use adv_testkit::Numbers;
use adv_vm::{Engine, Limits, Options, Replies};

/// The module files of the examples and the library.
fn modules() -> Vec<(String, Vec<u8>)> {
    let programs = examples().into_iter().map(|(name, text)| {
        let bytes = adv_module::write(&module(&name, &text));
        (name, bytes)
    });
    let library = libraries()
        .iter()
        .map(|library| library.module().program())
        .map(|m| (m.name.clone(), adv_module::write(m)));
    programs.chain(library).collect()
}

/// Puts the right checksum after changed bytes, so that the reader reads on.
fn reseal(bytes: &mut [u8]) {
    let Some(end) = bytes.len().checked_sub(CHECKSUM) else {
        return;
    };
    let sum = fnv1a(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

/// The whole way of a module, as far as it goes: read, verify, link, and ask everything in it something. Answers how far it came.
fn drive(bytes: &[u8]) -> usize {
    let Ok(read) = adv_module::read(bytes) else {
        return 0;
    };
    let Ok(verified) = adv_module::verify(read) else {
        return 1;
    };
    let Ok(linked) = libraries().link(verified) else {
        return 2;
    };
    let limits = Limits {
        fuel: 20_000,
        positions: 40,
        depth: 12,
        ..Limits::default()
    };
    let mut engine = Engine::new(linked, limits);
    let positions = [
        "8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
        "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1",
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    ];
    let options = Options {
        replies: Replies::TestedFirst,
        why: true,
        uncounted: false,
    };
    for fen in positions {
        let position = position(fen);
        for table in 0..engine.module().tables.len().min(4) {
            let table = TableId(u16::try_from(table).unwrap_or(0));
            let _ = engine.consult(table, &position, &options);
            let _ = engine.decide(table, &position, Replies::OneByOne);
        }
        for name in engine
            .module()
            .advice
            .iter()
            .map(|a| a.name.clone())
            .take(4)
            .collect::<Vec<_>>()
        {
            if let Some(advice) = engine.advice(&name) {
                let _ = engine.try_advice(advice, &position, &options);
            }
        }
    }
    let claims = engine.module().claims.clone();
    for claim in claims.iter().take(4) {
        let position = position(positions[0]);
        let goals = claim.goals.iter().filter_map(|of| of.goal.test);
        for test in goals.chain(claim.from.condition) {
            let _ = engine.evaluate(test, &[], &position, position.turn());
        }
    }
    // The listing is for looking at suspicious modules, so it must survive them.
    let _ = adv_module::listing(engine.module());
    3
}

fn drive_or_tell(bytes: &[u8], what: impl Fn() -> String) -> usize {
    catch_unwind(AssertUnwindSafe(|| drive(bytes))).unwrap_or_else(|_| panic!("{}", what()))
}

#[test]
fn a_module_cut_off_anywhere_is_refused() {
    for (name, bytes) in modules() {
        assert_eq!(drive(&bytes), 3, "{name} as it is");
        for length in (0..bytes.len()).step_by(adv_testkit::sized(61, 1)) {
            let came = drive_or_tell(&bytes[..length], || format!("{name} cut off at {length}"));
            assert_eq!(came, 0, "{name} cut off at {length}");
        }
        for length in (0..bytes.len()).step_by(adv_testkit::sized(421, 7)) {
            let mut part = bytes[..length].to_vec();
            reseal(&mut part);
            let came = drive_or_tell(&part, || format!("{name} cut off at {length} and sealed"));
            assert_eq!(came, 0, "{name} cut off at {length} and sealed");
        }
    }
}

#[test]
fn a_module_with_changed_bytes_is_refused_or_runs() {
    let modules = modules();
    let mut reached = [0usize; 4];
    for seed in 0..adv_testkit::sized(500, 10_000u64) {
        let mut numbers = Numbers::new(seed);
        let (name, bytes) = numbers.pick(&modules);
        let mut changed = bytes.clone();
        for _ in 0..=numbers.below(3) {
            let at = numbers.below(changed.len());
            changed[at] = match numbers.below(3) {
                0 => changed[at] ^ (1 << numbers.below(8)),
                1 => *numbers.pick(&[0, 1, 0x7f, 0x80, 0xff]),
                _ => numbers.bits() as u8,
            };
        }
        let plain = drive_or_tell(&changed, || format!("{name}, seed {seed}"));
        assert!(
            plain == 0 || changed == *bytes,
            "{name}, seed {seed}: the checksum accepts a change"
        );
        reseal(&mut changed);
        reached[drive_or_tell(&changed, || format!("{name}, seed {seed}, sealed"))] += 1;
    }
    // Some must come through the reader, or the verifier is not tried here.
    assert!(
        reached[1].min(reached[3]) > adv_testkit::sized(40, 100),
        "{reached:?}"
    );
}

#[test]
fn bytes_by_chance_are_no_module() {
    for seed in 0..adv_testkit::sized(250, 5_000u64) {
        let mut numbers = Numbers::new(seed);
        let length = numbers.below(300);
        let mut bytes: Vec<u8> = (0..length).map(|_| numbers.bits() as u8).collect();
        for (at, letter) in b"ADVC\x01\x00".iter().enumerate().take(length) {
            bytes[at] = *letter;
        }
        reseal(&mut bytes);
        assert_eq!(drive_or_tell(&bytes, || format!("seed {seed}")), 0);
    }
}

#[test]
fn doubling_definitions_do_not_make_a_run_endless() {
    // Each definition calls the one before it twice: 2^40 evaluations without a bound.
    let mut text = String::from("number n0 = count(MV(W.K))\n");
    for i in 1..40 {
        text += &format!("number n{i} = n{} + n{}\n", i - 1, i - 1);
    }
    text += "advice a\n better n39 = 1\n us K\n depth 1\nend-advice\ntable t\n otherwise a\nend-table\n";
    let (_, compilation) = compile("doubling.adv", &text);
    let Some(module) = compilation.module else {
        return;
    };
    drive(&adv_module::write(module.program()));
}
