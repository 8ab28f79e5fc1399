//! The code of well-known definitions, line by line, and the records around it.

use super::{lower, lower_with};
use crate::compile;
use crate::library::LibrarySet;
use crate::lower::LowerErrorKind;
use crate::source::Source;
use adv_module::Program;
use adv_module::program::Function;

use super::make::{
    advice, arithmetic, board, define, fold, king, local, prim, program, rook, sets, truth,
};
use crate::hir::{BoardOp, Expr, Fold, NumberOp, PrimId, Type, Who};

const LIBRARY: &str = "
descriptor aligned(a: board, b: board) = file(a) = file(b) ∨ rank(a) = rank(b)
descriptor between(a: number, x: number, b: number) = a < x ∧ x < b ∨ b < x ∧ x < a
number span(b: board) = max x in b : dist(x, b)
";

/// Compiles a program with the library above.
fn made(text: &str) -> Program {
    let library = LibrarySet::new("1", [("std.lines", LIBRARY)]);
    let library = library.libraries();
    let text = format!("material W: K, R; B: K\nuse std.lines\n{text}\n");
    let source = Source::new("program.adv", text.as_str());
    let compiled = compile(&source, "program", "", library);
    let checked = compiled
        .checked
        .unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let made = lower_with(
        &checked,
        "program",
        "",
        Some(("program.adv", &text)),
        library,
    )
    .unwrap();
    let verified = adv_module::verify(made.clone());
    assert!(verified.is_ok(), "{:?}", verified.err());
    made
}

fn function<'m>(module: &'m Program, name: &str) -> &'m Function {
    module
        .functions
        .iter()
        .find(|function| function.name == name)
        .expect(name)
}

/// The instructions of a function as the module's listing shows them, without the lines of the source.
fn listing(text: &str, name: &str) -> String {
    let mut module = made(text);
    module
        .functions
        .iter_mut()
        .for_each(|function| function.places.clear());
    let all = adv_module::listing(&module);
    let mut lines = all
        .lines()
        .skip_while(|line| !line.contains(&format!("  {name}(")));
    lines.next().expect(name);
    let code = lines.take_while(|line| !line.is_empty());
    code.map(|line| {
        line.trim_start()
            .split_once("  ")
            .map_or(line, |(_, op)| op.trim())
    })
    .collect::<Vec<_>>()
    .join("\n")
}

#[track_caller]
fn assert_listing(text: &str, name: &str, expected: &str) {
    let found = listing(text, name);
    let expected: Vec<_> = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(found, expected.join("\n"), "\n{found}\n");
}

const ROOM: &str = "
number side(wall: number, x: number) = if x < wall then wall else 7 - wall
number room = if aligned(R, B.K) then 64 else side(file(R), file(B.K)) * side(rank(R), rank(B.K))
";

#[test]
fn callees_share_with_their_callers() {
    // Files and ranks that `aligned` has looked at are not looked at again.
    assert_listing(
        ROOM,
        "room",
        "r0 := W.R
         r1 := file r0
         r2 := B.K
         r3 := file r2
         r4 := r1 = r3
         jump-if r4 -> 24
         r4 := rank r0
         r5 := rank r2
         r6 := r4 = r5
         jump-if r6 -> 24
         r7 := r3 < r1
         jump-if-not r7 -> 14
         r6 := r1
         jump -> 16
         r7 := 7
         r6 := r7 - r1
         r8 := r5 < r4
         jump-if-not r8 -> 20
         r7 := r4
         jump -> 22
         r8 := 7
         r7 := r8 - r4
         r6 := r6 * r7
         return r6
         r4 := 64
         return r4",
    );
}

/// A proof tells of the pieces of a cycle which of them lower a number: `mate ∨ room < root.room` does.
#[test]
fn a_comparison_is_known_where_it_is_the_only_one_of_several_conditions() {
    let compares = |goal: &str| {
        let module = made(&format!(
            "{ROOM}
             advice squeeze
               better {goal}
               us R  them none  depth 1
             end-advice"
        ));
        let parts = &module.advice[0].better.parts;
        let compares = |part: &adv_module::program::GoalPart| part.compare.is_some();
        parts.iter().map(compares).collect::<Vec<_>>()
    };
    assert_eq!(compares("mate ∨ room < root.room"), [true]);
    assert_eq!(
        compares("mate ∧ (check ∨ ¬(room ≥ root.room))"),
        [false, true]
    );
    assert_eq!(compares("room < root.room ∨ room = 3"), [false]);
    assert_eq!(compares("mate ∨ check"), [false]);
}

#[test]
fn goals_ask_cheap_things_first_and_the_root_once() {
    let text = format!(
        "{ROOM}
         advice squeeze
           better ¬mate ∧ room < root.room ∧ black-to-move
           us R by new.room  them none  depth 1
         end-advice"
    );
    let module = made(&text);
    let goal = &module.advice[0].better;
    assert_eq!(goal.parts.len(), 3);
    let name = |id| module.function_name(id);
    let compare = goal.parts[1].compare.as_ref().unwrap();
    assert_eq!(
        (name(compare.left[0]), name(compare.right[0])),
        ("room", "squeeze.better.2.right")
    );
    let source = module.source.as_ref().unwrap();
    let at =
        |place: adv_module::program::Place| &source.text[place.start as usize..place.end as usize];
    assert_eq!(at(goal.parts[1].place), "room < root.room");
    assert!(at(compare.right_place).ends_with("room"));
    assert!(module.advice[0].holding.test.is_none() && module.advice[0].holding.parts.is_empty());
    assert_eq!(module.slots, 1);

    let code = listing(&text, "squeeze.better");
    let lines: Vec<_> = code.lines().collect();
    assert_eq!(
        lines[..2],
        ["r1 := to-move W", "jump-if r1 -> 32"],
        "{code}"
    );
    assert_eq!(
        lines[25..],
        [
            "r8 := kept slot 0: f3 squeeze.better.root",
            "r0 := r7 < r8",
            "jump-if-not r0 -> 31",
            "r7 := side them",
            "r0 := mated(r7)",
            "r0 := ¬r0",
            "return r0",
            "r0 := false",
            "return r0",
        ],
        "{code}"
    );
}

#[test]
fn loops_leave_early_and_hold_only_what_changes() {
    assert_listing(
        "descriptor far = all x in STEP(B.K) : dist(x, W.K) > dist(x, R) + 1",
        "far",
        "r1 := designate B.K
         r1 := STEP(r1)
         r2 := W.R
         r3 := W.K
         for-each r4 of r1, at the end -> 11
         r5 := dist r4, r2
         r5 := r5 + 1
         r6 := dist r4, r3
         r0 := r5 < r6
         jump-if-not r0 -> 12
         loop -> 4
         r0 := true
         return r0",
    );
    // Membership needs no loop, distances are never above 99.
    assert_listing(
        "board SAFE = {x in MV(B.K) : x ∉ FILE(R)}",
        "SAFE",
        "r0 := designate B.K
         r0 := MV(r0)
         r1 := W.R
         r1 := FILE(r1)
         r0 := r0 \\ r1
         return r0",
    );
    assert_listing(
        "number home = min x in a1..h1 : dist(x, R)",
        "home",
        "r0 := board k0 {a1, b1, c1, d1, e1, f1, g1, h1}  0x00000000000000ff
         r1 := W.R
         r2 := 99
         for-each r3 of r0, at the end -> 7
         r4 := dist r3, r1
         r2 := min r2, r4
         loop -> 3
         return r2",
    );
}

#[test]
fn constants_are_parts_of_instructions_or_nothing() {
    assert_listing(
        "descriptor d = count(R) + 1 ≤ 7 ∧ SQ(R) ∩ {a1, b1} = ∅ ∧ (1 < 2 ∨ mate) ∧ file(e4) = 4",
        "d",
        "r1 := W.R
         r2 := count r1
         r2 := r2 + 1
         r0 := r2 < 8
         jump-if-not r0 -> 7
         r2 := board k0 62 squares  0xfffffffffffffffc
         r0 := r1 ⊆ r2
         return r0",
    );
    assert_listing(
        "number n = if dist(a1, h8) = 7 then 2 * 3 else room\nnumber room = file(R)",
        "n",
        "r0 := 6\nreturn r0",
    );
}

#[test]
fn what_is_too_large_is_an_error_with_a_name() {
    // Two arguments wait at each of two hundred steps: no window holds them.
    let deep = (1..200).fold(board(1), |inner, index| {
        let steps = prim(PrimId::Steps, vec![rook(), board(index), inner]);
        prim(PrimId::FileAt, vec![steps])
    });
    let error = lower(
        &program(vec![define("deep", &[], deep)], Vec::new()),
        "p",
        "",
        None,
    )
    .unwrap_err();
    assert_eq!(
        (error.kind, error.name.as_str()),
        (LowerErrorKind::Registers, "deep")
    );
    assert!(
        error
            .to_string()
            .starts_with("`deep` works with more than 256 values"),
        "{error}"
    );

    let looped = (0..9).fold(truth(true), |body, var| {
        let var_board = local(var, Type::Board);
        let tested = Expr {
            ty: Type::Truth,
            ..super::make::not(super::make::and(vec![
                super::make::boards(
                    crate::hir::BoardRelation::Eq,
                    prim(PrimId::Around, vec![var_board]),
                    rook(),
                ),
                body,
            ]))
        };
        fold(
            Fold::Exists,
            var,
            sets(BoardOp::Union, rook(), king(Who::White)),
            tested,
        )
    });
    let error = lower(
        &program(Vec::new(), vec![advice("a", looped)]),
        "p",
        "",
        None,
    )
    .unwrap_err();
    assert_eq!(
        (error.kind, error.name.as_str()),
        (LowerErrorKind::Loops, "a.better")
    );
}

#[test]
fn where_sharing_wants_too_many_registers_values_are_made_twice() {
    let value = |index| prim(PrimId::Steps, vec![board(index), rook(), king(Who::Black)]);
    let sum = |op| (1..300).fold(value(0), |sum, index| arithmetic(op, sum, value(index)));
    let both = arithmetic(NumberOp::Sub, sum(NumberOp::Add), sum(NumberOp::Max));
    let module = lower(
        &program(vec![define("both", &[], both)], Vec::new()),
        "p",
        "",
        None,
    )
    .unwrap();
    assert!(function(&module, "both").registers < 16);
    adv_module::verify(module).unwrap();
}

#[test]
fn tuples_are_compared_until_a_component_decides() {
    assert_listing(
        "descriptor less = (file(R), rank(R)) < (file(B.K), rank(B.K))",
        "less",
        "r1 := W.R
         r2 := file r1
         r3 := B.K
         r4 := file r3
         r0 := r2 < r4
         jump-if r0 -> 11
         r0 := r2 = r4
         jump-if-not r0 -> 11
         r5 := rank r1
         r6 := rank r3
         r0 := r5 < r6
         return r0",
    );
    let module = made("number corner = (file(R), rank(R))\ndescriptor small = corner < (3, 3)");
    let export = &module.exports[0];
    assert_eq!(
        (export.name.as_str(), export.functions.len()),
        ("corner", 2)
    );
    assert_eq!(function(&module, "corner.1").code.len(), 3);
}
