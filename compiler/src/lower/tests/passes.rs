//! What each pass makes of small definitions, and that a program means the same without it.

use crate::Passes;
use crate::compile_with_passes;
use crate::library::Libraries;
use crate::source::Source;

/// The instructions of a definition under a choice of passes, without the lines of the source.
fn code(text: &str, name: &str, passes: Passes) -> Vec<String> {
    let text = format!("material W: K, R; B: K\n{text}\n");
    let compiled = compile_with_passes(
        &Source::new("p.adv", text),
        "p",
        "",
        Libraries::NONE,
        passes,
    );
    let mut module = compiled
        .module
        .unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
        .into_program();
    for function in &mut module.functions {
        function.places.clear();
    }
    let all = adv_module::listing(&module);
    let start = format!("  {name}(");
    let mut lines = all.lines().skip_while(|line| !line.contains(&start));
    lines.next().expect(name);
    let lines = lines.take_while(|line| !line.is_empty());
    let op = |line: &str| {
        line.trim_start()
            .split_once("  ")
            .map_or("", |(_, op)| op.trim())
            .to_owned()
    };
    lines.map(op).collect()
}

fn has(code: &[String], word: &str) -> bool {
    code.iter().any(|op| op.contains(word))
}

/// The code with a pass has none of these words, without it it has all of them.
#[track_caller]
fn spares(pass: &str, text: &str, name: &str, words: &[&str]) {
    let (with, without) = (
        code(text, name, Passes::ALL),
        code(text, name, Passes::without(pass)),
    );
    for word in words {
        assert!(!has(&with, word), "{word} is in {with:#?}");
        assert!(has(&without, word), "{word} is not in {without:#?}");
    }
}

#[test]
fn loops_over_nothing_are_known() {
    // A minimum is 99 and a maximum -1, as on the machine.
    let text = "number least = (min x in a1 ∩ b1 : 3) + (max x in a1 ∩ b1 : 3)";
    assert_eq!(code(text, "least", Passes::ALL), ["r0 := 98", "return r0"]);
}

#[test]
fn lines_beyond_a_number_are_a_rectangle() {
    let text = "board AHEAD = {x in FILE(R) : rank(x) > rank(R)}";
    spares("special", text, "AHEAD", &["for-each"]);
    let text = "board BESIDE = {x in RANK(R) : file(x) ≠ file(B.K)}";
    spares("special", text, "BESIDE", &["for-each"]);
}

#[test]
fn a_few_steps_are_written_out() {
    let text = "board NEAR = REACH(B.K, ~SQ(R), 2)";
    spares("special", text, "NEAR", &["REACH"]);
    let with = code(text, "NEAR", Passes::ALL);
    assert_eq!(with.iter().filter(|op| op.contains("AROUND")).count(), 2);
}

#[test]
fn a_bounded_distance_to_known_squares_is_a_set() {
    let text = "descriptor cornered = dist(B.K, {a1, a8, h1, h8}) <= 1";
    spares("special", text, "cornered", &["dist"]);
    let text = "descriptor far = manhattan(SQ(R), {d4}) > 3";
    spares("special", text, "far", &["manhattan"]);
}

#[test]
fn a_choice_that_decides_a_comparison_is_a_condition() {
    let text = "number room = if file(R) = file(B.K) then 64 else file(R) * rank(R)
descriptor small = room < 50";
    let with = code(text, "small", Passes::ALL);
    assert!(!has(&with, "64"), "{with:#?}");
}

#[test]
fn what_is_known_is_not_asked_again() {
    let text = "descriptor d = black-to-move ∧ (if black-to-move then dist(W.K, R) > 1 else dist(B.K, R) > 2)";
    let (with, without) = (
        code(text, "d", Passes::ALL),
        code(text, "d", Passes::without("assume")),
    );
    let asked = |code: &[String]| code.iter().filter(|op| op.contains("dist")).count();
    assert_eq!((asked(&with), asked(&without)), (1, 2));
    let text = "descriptor d = SQ(R) ≠ ∅ ∧ (white-to-move ∨ SQ(R) ∉ STEP(B.K))";
    let with = code(text, "d", Passes::ALL);
    assert_eq!(
        with.iter().filter(|op| op.contains('∅')).count(),
        1,
        "{with:#?}"
    );
}

#[test]
fn what_decides_more_often_for_less_is_asked_first() {
    let first = |text: &str, passes| {
        let code = code(text, "d", passes);
        let place = |word: &str| code.iter().position(|op| op.contains(word));
        place("mated")
            .zip(place("dist"))
            .map(|(mated, dist)| mated < dist)
    };
    let text = "descriptor d = ¬stalemate ∧ dist(W.K, B.K) = 2";
    assert_eq!(first(text, Passes::without("order")), Some(true));
    assert_eq!(first(text, Passes::ALL), Some(false));
}

#[test]
fn what_can_stop_keeps_its_place_behind_what_cannot() {
    let text = "advice a\n better mate\n depth 1\nend-advice
descriptor d = satisfiable(a) ∧ (exists x in MV(B.K) : exists y in MV(W.R) : dist(x, y) = 3)";
    let code = code(text, "d", Passes::ALL);
    let nested = code.iter().position(|op| op.contains("satisfiable"));
    let last_loop = code.iter().rposition(|op| op.contains("loop"));
    assert!(nested > last_loop, "{code:#?}");
}

#[test]
fn the_first_move_speaks_of_the_root() {
    let text = "board NEAR = {x in STEP(R) : dist(x, W.K) < dist(x, B.K)}
advice a
  better mate
  us R to NEAR
  depth 1
end-advice";
    let with = code(text, "a.us.1.to", Passes::ALL);
    assert!(has(&with, "kept"), "{with:#?}");
    let deeper = text.replace("depth 1", "depth 3");
    let compiled = compile_with_passes(
        &Source::new("p.adv", format!("material W: K, R; B: K\n{deeper}\n")),
        "p",
        "",
        Libraries::NONE,
        Passes::ALL,
    );
    assert_eq!(
        compiled.module.map(|module| module.program().slots),
        Some(0)
    );
}
