//! Deep searches in small stacks: trees of 200 plies with advice nested 16 deep, and what happens beyond the limit.

use adv_render::text::{self, Extras};
use adv_vm::{Consultation, Engine, Failure, Limits, Options, Stop};

use crate::common::{linked, position};

/// Pieces-of-advice inside one another, as many as the language allows.
const PIECES: usize = 16;

/// Where the search begins.
const ROOT: &str = "7k/8/8/8/8/2K5/8/R7 w - - 0 1";

/// A program of pieces that are nested in one another. The rook and their king go to and fro for 198 plies, and only then our king may
/// step to where the better-goal asks for the next piece, which begins with their move. So every piece has one line of 199 or 200
/// plies, and all of them together stand inside one another at its end. The innermost asks for `last` besides.
fn program(last: &str, word: &str) -> String {
    let plies = |from: usize, to: usize| {
        let plies: Vec<String> = (from..=to).map(|ply| ply.to_string()).collect();
        plies.join(", ")
    };
    let piece = |number: usize| {
        let target = if number % 2 == 1 { "d4" } else { "c3" };
        let next = match number {
            PIECES => last.to_owned(),
            _ => format!("satisfiable(piece-{})", number + 1),
        };
        format!(
            "advice piece-{number}
               better  after-us SQ(W.K) = {target} ∧ {next}
               us      at {}: R to a1..a2;  at 198, 199: K to {target}
               them    K to g8..h8
               depth   200 {word}
             end-advice\n",
            plies(0, 197),
        )
    };
    let pieces: String = (1..=PIECES).rev().map(piece).collect();
    format!(
        "material  W: K, R;  B: K
         {pieces}
         table deep for W
           otherwise piece-1
         end-table"
    )
}

/// How functions run.
#[derive(Clone, Copy, Debug)]
enum Execution {
    Interpreted,
    Native,
}

/// Does the whole work of a program on a thread with a stack of this size: compiling, verifying, linking, searching and telling.
fn on_stack(
    bytes: usize,
    (last, word): (&str, &str),
    execution: Execution,
) -> (Consultation, String) {
    let text = program(last, word);
    let work = move || {
        let mut engine = Engine::new(linked("deep.adv", &text), Limits::default());
        match execution {
            Execution::Interpreted => engine.set_native(false),
            Execution::Native => engine.set_native_after(1),
        }
        let table = engine.table("deep").expect("declared");
        let answer = engine
            .consult(table, &position(ROOT), &Options::default())
            .expect("the default limits allow it");
        let told = text::consultation(engine.module(), &answer, Extras::default());
        (answer, told)
    };
    let thread = std::thread::Builder::new().stack_size(bytes).spawn(work);
    thread.expect("a thread").join().expect("no panic")
}

#[test]
fn the_deepest_search_lives_in_a_small_stack() {
    for (last, satisfied) in [("¬check", true), ("check", false)] {
        let last = (last, "");
        let (expected, told) = on_stack(8 << 20, last, Execution::Interpreted);
        let tree = expected.tree.as_ref();
        assert_eq!(tree.is_some(), satisfied);
        assert_eq!(tree.map(adv_vm::Tree::depth), satisfied.then_some(199));
        let tried = &expected.tried[0];
        // Each line was searched to its end, and every piece was asked for once. Where the goal is reached after ply 199, ply 200 is
        // not searched.
        let plies = if satisfied { 199 } else { 200 };
        assert_eq!(tried.positions, plies, "{tried:?}");
        assert_eq!(tried.nested.len(), PIECES - 1);
        assert!(
            tried
                .nested
                .iter()
                .all(|n| n.asked == 1 && n.positions == 200),
            "{tried:?}"
        );
        for execution in [Execution::Interpreted, Execution::Native] {
            for bytes in [8 << 20, 1 << 20] {
                let found = on_stack(bytes, last, execution);
                assert_eq!(found, (expected.clone(), told.clone()), "{execution:?}");
            }
        }
    }
}

/// The search by proof numbers keeps its nodes on the heap as well.
#[test]
fn the_deepest_search_by_proof_numbers_lives_in_a_small_stack() {
    for (last, satisfied) in [("¬check", true), ("check", false)] {
        let last = (last, "easiest");
        let (expected, _) = on_stack(8 << 20, last, Execution::Interpreted);
        let tree = expected.tree.as_ref();
        assert_eq!(
            tree.map(adv_vm::Tree::depth),
            satisfied.then_some(199),
            "{last:?}"
        );
        assert_eq!(expected.tried[0].nested.len(), PIECES - 1);
        for execution in [Execution::Interpreted, Execution::Native] {
            let (found, _) = on_stack(1 << 20, last, execution);
            assert_eq!(found, expected, "{execution:?}");
        }
    }
}

#[test]
fn a_piece_that_could_need_more_stack_is_refused_by_name() {
    let linked = || linked("deep.adv", &program("check", ""));
    let engine = Engine::new(linked(), Limits::default());
    let pieces: Vec<_> = (1..=PIECES)
        .map(|number| engine.advice(&format!("piece-{number}")).expect("declared"))
        .collect();
    // Each piece needs what the next one needs, and something for itself.
    let needs: Vec<u32> = pieces
        .iter()
        .map(|piece| engine.stack_need(*piece))
        .collect();
    assert!(needs.is_sorted_by(|more, less| more > less), "{needs:?}");

    let refusal = |stack| {
        let limits = Limits {
            stack,
            ..Limits::default()
        };
        let mut engine = Engine::new(linked(), limits);
        engine
            .try_advice(pieces[0], &position(ROOT), &Options::default())
            .err()
    };
    assert_eq!(refusal(needs[0]), None);
    assert_eq!(
        refusal(needs[0] - 1),
        Some(Failure::Stopped {
            stop: Stop::Stack,
            advice: Some(pieces[0]),
            rule: None,
            positions: 0,
            owed: None,
        })
    );
    assert_eq!(Stop::Stack.code(), "S0007");
}
