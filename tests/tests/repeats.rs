//! Nodes that are remembered with what they cost: everything that can be seen of a search is the same with it and without, wherever a
//! limit ends it.

use adv_reference::generate::{position, program};
use adv_vm::{Engine, Limits, Options, Replies};

use crate::common::{position as read, rulebook};

/// What one question may take.
const LIMITS: Limits = Limits {
    fuel: 2_000_000,
    positions: 4_000,
    depth: 200,
    stack: 768 << 10,
    memory: 1 << 20,
};

/// Two engines for a program, which compile at once: one searches every node, one remembers.
fn pair(engine: &Engine) -> [Engine; 2] {
    [false, true].map(|repeats| {
        let mut engine = engine.clone();
        engine.set_native_after(1);
        engine.set_repeats(repeats);
        engine
    })
}

/// Asks both the same, and compares all that they say.
fn agree([plain, remembering]: &mut [Engine; 2], fens: &[String], limits: Limits, at: &str) {
    let all: Vec<_> = plain.module().advice.iter().collect();
    let names: Vec<String> = all.iter().map(|advice| advice.name.clone()).collect();
    plain.set_limits(limits);
    remembering.set_limits(limits);
    for (replies, uncounted) in [
        (Replies::TestedFirst, false),
        (Replies::OneByOne, false),
        (Replies::TestedFirst, true),
    ] {
        let options = Options {
            replies,
            uncounted,
            ..Options::default()
        };
        for name in &names {
            let Some(advice) = plain.advice(name) else {
                continue;
            };
            for fen in fens {
                let position = read(fen);
                let wanted = plain.try_advice(advice, &position, &options);
                let found = remembering.try_advice(advice, &position, &options);
                assert_eq!(
                    found, wanted,
                    "{at}, {name}, {fen}, {options:?}, {limits:?}"
                );
            }
        }
    }
}

/// The pieces of a generated program, each with some plies more than it has.
fn deeper(source: &str, more: u32) -> String {
    let line = |line: &str| {
        let rest = line.trim_start().strip_prefix("depth ")?;
        let (plies, word) = rest.split_once(' ').unwrap_or((rest, ""));
        let plies: u32 = plies.parse().ok()?;
        Some(format!("  depth {} {word}", plies + more))
    };
    let lines = source.lines();
    let lines = lines.map(|text| line(text).unwrap_or_else(|| text.to_owned()));
    lines.collect::<Vec<String>>().join("\n")
}

#[test]
fn random_programs_answer_the_same_with_repeats() {
    let mut known = 0;
    for seed in crate::common::seeds(1..120) {
        let generated = program(seed);
        let source = deeper(&generated.source(), 1 + seed as u32 % 4);
        let mut both = pair(&rulebook("repeats.adv", &source).engine(LIMITS));
        let fens = position::fens(&generated, 4);
        let at = format!("seed {seed}");
        // The second time all is known that fits.
        for _ in 0..2 {
            agree(&mut both, &fens, LIMITS, &at);
        }
        // And where limits end a search inside what is known.
        for step in 1..12 {
            let fuel = Limits {
                fuel: step * step * step * 97,
                ..LIMITS
            };
            agree(&mut both, &fens, fuel, &at);
            let positions = Limits {
                positions: step * step * 7,
                ..LIMITS
            };
            agree(&mut both, &fens, positions, &at);
        }
        let depth = Limits { depth: 2, ..LIMITS };
        agree(&mut both, &fens, depth, &at);
        assert_eq!(both[0].repeated(), 0);
        known += both[1].repeated();
    }
    // They are kept beside native code.
    if adv::Engine::HAS_NATIVE {
        assert!(known as usize > crate::common::at_least(8_000), "{known}");
    }
}
