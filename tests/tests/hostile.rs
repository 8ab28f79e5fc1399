//! Texts that were made by chance: nothing panics, nothing hangs, every one is answered with a module or an error.
//!
//! Everything random here has a seed, and a failure names it. That a test comes to its end is its bound on time.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::{compile, files, has_errors, read};
use adv_compiler::diagnostics::render::{Format, render};
use adv_compiler::source::Source;
use adv_testkit::Numbers;

/// The tokens of the language and some that it does not have.
const TOKENS: &[&str] = &[
    "material",
    "example",
    "use",
    "default",
    "board",
    "number",
    "descriptor",
    "moves",
    "advice",
    "plan",
    "table",
    "test",
    "prove",
    "measure",
    "end-advice",
    "end-table",
    "better",
    "holding",
    "us",
    "them",
    "depth",
    "because",
    "after-us",
    "after-them",
    "for",
    "otherwise",
    "also",
    "beyond",
    "where",
    "by",
    "at",
    "to",
    "from",
    "TO",
    "FROM",
    "TAKEN",
    "zone",
    "zone(",
    "along",
    "as",
    "any",
    "none",
    "expect",
    "move",
    "reaches",
    "keeps",
    "never",
    "any-choice",
    "within",
    "⇒",
    "if",
    "then",
    "else-if",
    "else",
    "∃",
    "∀",
    "min",
    "max",
    "sum",
    "turned",
    "satisfiable",
    "new.",
    "N.",
    "root.",
    "∨",
    "∧",
    "¬",
    "=",
    "≠",
    "<",
    "≤",
    ">",
    "≥",
    "⊄",
    "∈",
    "∉",
    "disjoint",
    "∪",
    "-",
    "\\",
    "∩",
    "~",
    "∅",
    "(",
    ")",
    "{",
    "}",
    ",",
    ";",
    ":",
    "..",
    ".",
    "K",
    "Q",
    "R",
    "B",
    "N",
    "P",
    "W",
    "W.K",
    "B.R",
    "us.P",
    "them.*",
    "s.K",
    "W.X",
    "e4",
    "a1",
    "Kc2",
    "O-O",
    "e8=Q",
    "0",
    "1",
    "2",
    "7",
    "200",
    "9223372036854775808",
    "toward",
    "position",
    "positions",
    "plies",
    "weak",
    "strong",
    "mirrored",
    "shortest",
    "random",
    "seed",
    "share",
    "of",
    "strat",
    "action",
    "do-while",
    "end-if",
    "stop",
    "room",
    "room-1",
    "krk",
    "squeeze",
    "std.geometry",
    "EDGE",
    "count",
    "dist",
    "file",
    "MV",
    "REACH",
    "mate",
    "check",
    "x",
    "y",
    "\"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"",
    "\"text {room}\"",
    "\"open",
    "&&",
    "==",
    "!",
    "$",
    "/*",
    "*/",
    "// line\n",
    "/// doc\n",
    "\n",
    "leaves",
    "satisfied",
    "tree",
    "all",
    "exists",
    "in",
    "not",
    "and",
    "or",
];

/// A program of tokens by chance, or a sound one with some tokens damaged.
fn scrambled(numbers: &mut Numbers, sound: &[Vec<String>]) -> String {
    if numbers.below(2) == 0 {
        let length = 1 + numbers.below(30);
        let tokens: Vec<&str> = (0..length).map(|_| *numbers.pick(TOKENS)).collect();
        return tokens.join(" ");
    }
    let mut tokens = numbers.pick(sound).clone();
    for _ in 0..=numbers.below(2) {
        let at = numbers.below(tokens.len());
        match numbers.below(4) {
            0 => {
                tokens.remove(at);
            }
            1 => tokens.insert(at, tokens[at].clone()),
            2 => {
                let other = numbers.below(tokens.len());
                tokens.swap(at, other);
            }
            _ => tokens[at] = (*numbers.pick(TOKENS)).to_owned(),
        }
    }
    tokens.join(" ")
}

/// The words of small sound programs. Blanks inside texts stay.
fn sound_programs() -> Vec<Vec<String>> {
    let mut programs = Vec::new();
    for folder in [
        "tests/cases/diagnostics/clean",
        "tests/cases/diagnostics/warnings",
        "tests/cases/bytecode",
    ] {
        for path in files(folder, "adv") {
            let text = read(&path);
            if text.len() > 900 {
                continue;
            }
            let mut tokens: Vec<String> = Vec::new();
            for line in text.lines().filter(|line| !line.starts_with("//")) {
                for (part, quoted) in line.split('"').zip([false, true].into_iter().cycle()) {
                    if quoted {
                        tokens.push(format!("\"{part}\""));
                    } else {
                        tokens.extend(part.split_whitespace().map(str::to_owned));
                    }
                }
            }
            programs.push(tokens);
        }
    }
    programs
}

/// Compiles a text by chance: whatever comes of it, there is a module exactly where there is no error, and it verifies. Answers how
/// far it came: 0 had errors of syntax, 1 others, 2 none.
fn compile_or_tell(text: &str, what: &str) -> usize {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let (_, compilation) = compile("hostile.adv", text);
        match compilation.module {
            None => {
                assert!(
                    has_errors(&compilation.diagnostics),
                    "no module and no error"
                );
                let syntax = compilation
                    .diagnostics
                    .iter()
                    .any(|d| d.code.as_str().starts_with("E01"));
                usize::from(!syntax)
            }
            Some(module) => {
                assert!(
                    !has_errors(&compilation.diagnostics),
                    "a module and an error"
                );
                if let Err(error) = adv_module::verify(module.into_program()) {
                    panic!("what was compiled does not verify: {error}");
                }
                2
            }
        }
    }));
    answered.unwrap_or_else(|_| panic!("{what}:\n{text}"))
}

#[test]
fn streams_of_tokens_by_chance_are_answered() {
    let each = adv_testkit::sized(500, 50_000);
    let sound = sound_programs();
    for program in &sound {
        assert_eq!(
            compile_or_tell(&program.join(" "), "undamaged"),
            2,
            "{}",
            program.join(" ")
        );
    }
    assert!(sound.len() > 20);
    let half = |seeds: std::ops::Range<u64>| {
        let mut came = [0usize; 3];
        for seed in seeds {
            let text = scrambled(&mut Numbers::new(seed), &sound);
            came[compile_or_tell(&text, &format!("seed {seed}"))] += 1;
        }
        came
    };
    let (one, other) = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(50_000..50_000 + each));
        (
            half(0..each),
            other.join().expect("the second half comes to its end"),
        )
    });
    let came = [0, 1, 2].map(|i| one[i] + other[i]);
    // Enough of them must come past the parser, or the check is not tried here.
    assert!(
        came[1] as u64 * 25 > each && came[2] as u64 * 100 > each,
        "{came:?}"
    );
}

#[test]
fn texts_by_chance_are_answered() {
    let signs: Vec<char> =
        "∪∩≠∅⊆¬∧∨→\u{0}\u{1b}\u{202e}\u{feff}\r\t\"'`{}()<>=!|&/\\*~-.:;, aAéß漢🙂\u{301}09"
            .chars()
            .collect();
    for seed in 0..adv_testkit::sized(300, 3_000u64) {
        let mut numbers = Numbers::new(seed);
        let length = numbers.below(200);
        let text: String = (0..length)
            .map(|_| match numbers.below(3) {
                0 => *numbers.pick(&signs),
                1 => char::from(numbers.below(128) as u8),
                _ => char::from_u32(numbers.bits() as u32 % 0x11_0000).unwrap_or('\u{fffd}'),
            })
            .collect();
        compile_or_tell(&text, &format!("seed {seed}"));
        // Reports on such a text must be drawable, too.
        let (source, compilation) = compile("hostile.adv", &text);
        for format in [
            Format::Plain,
            Format::Short,
            Format::Rich { color: true },
            Format::Json,
        ] {
            let told = render(&compilation.diagnostics, &source, format);
            let steers = told.contains('\u{202e}') || told.contains('\u{0}');
            assert!(format == Format::Json || !steers, "seed {seed}: {told}");
        }
    }
}

#[test]
fn huge_numbers_are_answered() {
    let numbers = [
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616",
        "99999999999999999999999999",
    ];
    for number in numbers {
        for text in [
            format!("number n = {number}\n"),
            format!("number n = -{number} * {number} - {number}\n"),
            format!("board b = SHIFT(a1, {number}, -{number})\nboard c = FILE-AT({number})\n"),
            format!("board b = REACH(a1, any, {number})\n"),
            format!(
                "advice a\n better mate\n depth {number}\nend-advice\ntable t\n otherwise a\nend-table\n"
            ),
            format!(
                "advice a\n better mate\n us at {number}: any\n depth 1\nend-advice\ntable t\n otherwise a\nend-table\n"
            ),
            format!(
                "advice m(n: number)\n better mate\n depth n * {number}\nend-advice\ntable t\n otherwise m({number})\nend-table\n"
            ),
            format!(
                "advice a\n better mate\n depth 1\nend-advice\ntable t\n otherwise shortest {number} (a)\nend-table\n"
            ),
        ] {
            compile_or_tell(&text, number);
        }
    }
}

#[test]
fn arithmetic_saturates_when_it_runs() {
    let text = "number big = 9223372036854775807\n\
        test \"sum\" position \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\" expect big + count(W.R) = big, -big - big - 5 < -big, \
        big * -big < 0, abs(-big - 1) = big, abs(-big - 5) = big\n";
    let mut engine = crate::common::engine("saturates.adv", text);
    for test in engine.module().tests.clone() {
        assert_eq!(
            crate::common::failures(&mut engine, &test),
            Vec::<String>::new()
        );
    }
}

#[test]
fn a_source_name_by_chance_can_be_shown() {
    let source = Source::new("\u{1b}[2J\u{202e}name\n.adv", "number n = 3 $ 4\n");
    let compilation = adv_compiler::compile(&source, "name", "", adv_compiler::Libraries::NONE);
    let told = crate::common::report(&source, &compilation.diagnostics);
    assert!(
        !told.contains('\u{1b}') && !told.contains('\u{202e}'),
        "{told:?}"
    );
}
