//! One small program for each error, and for each ruling on errors.

use super::{GEOMETRY, codes, krk, run, run_with, words};
use crate::library::LibrarySet;

const MATE: &str = "advice give-mate  better mate  depth 1  end-advice\n";

/// An advice with these clauses, in a file with material.
fn advice(clauses: &str) -> Vec<&'static str> {
    krk(&format!("advice x {clauses} end-advice"))
}

#[test]
fn names() {
    assert_eq!(krk("number a = b"), ["E0201"]);
    assert_eq!(krk("number room = 3\nnumber b = room-1"), ["E0201"]);
    assert!(words("number room = 3\nnumber b = room-1").contains("write `room - 1` to subtract"));
    assert_eq!(codes("use std.geometri"), ["E0202"]);
    assert_eq!(
        codes("use std.geometri\ndescriptor d = aligned(e4, e5)"),
        ["E0202"]
    );
    assert_eq!(krk("number a = b\nnumber c = b"), ["E0201"]);
    assert_eq!(codes("descriptor d = flies(B)"), ["E0201"]);
    assert_eq!(codes("use std.geometry.manhatten"), ["E0203"]);
    assert_eq!(krk("number a = 1\nboard a = e4"), ["E0204"]);
    assert_eq!(
        codes("board file-board = e4\nnumber File = 1\nnumber FILE-x = 2"),
        [""; 0]
    );
    assert_eq!(codes("material W: K; B: K\nmaterial W: K; B: K"), ["E0204"]);
    assert_eq!(krk("number a(x: number, x: number) = x"), ["E0205"]);
    assert_eq!(
        krk("number a = b\nnumber b = c\nnumber c = a + b"),
        ["E0206"]
    );
    assert_eq!(krk("moves a = b\nmoves b = a"), ["E0206"]);
    assert_eq!(
        codes("material W: K, R;  B: K, R\nboard a = FILE(R)"),
        ["E0207"]
    );
    assert_eq!(krk("board a = FILE(K)"), ["E0207"]);
    assert_eq!(codes("board a = FILE(R)"), ["E0208"]);
    assert_eq!(krk(&format!("{MATE}descriptor d = give-mate")), ["E0209"]);
    assert_eq!(krk(&format!("{MATE}moves m = give-mate")), ["E0209"]);
    assert_eq!(krk("number n = 1\nboard a = n.K"), ["E0209"]);
    assert_eq!(krk("board a = FILE(Q)"), ["E0213"]);
    assert!(words("material W: K, P; B: K\nboard a = FILE(Q)").contains("write `W.Q`"));
}

#[test]
fn rings_of_advice_and_plans() {
    let ring = "advice a better satisfiable(b) depth 1 end-advice\nadvice b better d depth 1 end-advice\ndescriptor d = satisfiable(a)";
    assert_eq!(krk(ring), ["E0211"]);
    assert!(words(ring).contains("→"));
    assert_eq!(
        krk(&format!("{MATE}plan a = b, give-mate\nplan b = a")),
        ["E0507"]
    );
}

#[test]
fn a_library_in_error_is_reported_where_it_is_used() {
    let set = LibrarySet::new("1", [("std.broken", "board b = c\nboard d = e4")]);
    for used in ["std.broken", "std.broken.d"] {
        let text = format!("use {used}\nboard x = d");
        let (told, checked) = run_with(&text, set.libraries());
        assert!(checked.is_none());
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(told[0].code.as_str(), "E0202");
        assert_eq!(told[0].notes, ["its first error: unknown name `c`"]);
    }
    // A program that does not use it is not hurt.
    assert!(run_with("board x = e4", set.libraries()).1.is_some());
}

#[test]
fn one_name_in_two_modules_is_an_error_where_it_is_used() {
    let both = LibrarySet::new("1", [("std.geometry", GEOMETRY), ("std.two", GEOMETRY)]);
    let head = "use std.geometry\nuse std.two\n";
    let of = |text: &str| -> Vec<&str> {
        run_with(&format!("{head}{text}"), both.libraries())
            .0
            .iter()
            .map(|diagnostic| diagnostic.code.as_str())
            .collect()
    };
    assert_eq!(of("board b = EDGE"), ["E0212"]);
    assert_eq!(of("board b = e4"), ["W0203", "W0203"]);
}

#[test]
fn the_undefined_name_of_the_book() {
    let with = |head: &str| {
        words(&format!(
            "material W: K, R; B: K\nuse std.geometry\nnumber room = 3\n{head}\ndescriptor d = (room > 2 ∨ ¬okedge)"
        ))
    };
    assert!(with("").contains("unknown name `okedge`"));
    assert!(with("").contains("did you mean `EDGE`"));
    assert!(
        with("descriptor king-on-edge = SQ(B.K) ⊆ EDGE").contains("did you mean `king-on-edge`")
    );
}

#[test]
fn words_of_a_place_are_suggested_there_only() {
    let moves = |class: &str| {
        words(&format!(
            "material W: K, R; B: K\nadvice a\n  better mate\n  us K then {class}\n  depth 3\nend-advice"
        ))
    };
    assert!(moves("any along TAKN").contains("did you mean `TAKEN`?"));
    assert!(moves("any where TO ∈ TAKN").contains("did you mean `TAKEN`?"));
    assert!(moves("any where FRON = e4").contains("did you mean `FROM`"));
    let goal = words("material W: K, R; B: K\nadvice a\n  better TAKN = ∅\n  depth 1\nend-advice");
    assert!(!goal.contains("TAKEN"));
}

#[test]
fn types() {
    assert_eq!(krk("board a = file(R)"), ["E0301"]);
    assert_eq!(krk("number a = dist(W.K)"), ["E0302"]);
    assert_eq!(krk("descriptor a = mate(us)"), ["E0302"]);
    assert_eq!(krk("number a = min(3)"), ["E0302"]);
    assert_eq!(krk("number a = dist(W.K, 3)"), ["E0303"]);
    assert_eq!(krk("board a = MV(e4)"), ["E0303"]);
    assert_eq!(krk("board a = ATT(3)"), ["E0303"]);
    assert_eq!(krk("descriptor a = (1, 2) < (1, 2, 3)"), ["E0304"]);
    assert_eq!(krk("descriptor a = (file(R), 2) < 3"), ["E0304"]);
    assert_eq!(krk("number a = (1, 2) + 1"), ["E0305"]);
    assert_eq!(krk("descriptor a = MV(B.K) < 3"), ["E0306"]);
    assert_eq!(krk("descriptor a = file(R) in 3"), ["E0307"]);
    assert_eq!(krk("descriptor a = mate = MV(B.K)"), ["E0307"]);
    assert_eq!(krk("number a = if check then 64 else FILE(R)"), ["E0308"]);
    assert_eq!(krk("board a = a1..b3"), ["E0309"]);
    assert_eq!(krk("board a(s: side) = s"), ["E0310"]);
    assert_eq!(krk("number a = map(W.*, W.R, e4)"), ["E0311"]);
    assert_eq!(advice("better file(R) depth 1"), ["E0312"]);
    assert_eq!(krk("descriptor a = check < stalemate"), ["E0313"]);
    assert_eq!(krk("descriptor a = mate + stalemate"), ["E0314"]);
    assert_eq!(krk("number a = 1 + MV(B.K)"), ["E0314"]);
    assert_eq!(krk("number a(n: integer) = 2 * n"), ["E0315"]);
}

#[test]
fn a_mistake_is_reported_once_and_others_too() {
    assert_eq!(
        krk("number a = b + 1\nnumber c = a * 2\nboard d = a + e4"),
        ["E0201"]
    );
    assert_eq!(
        krk("descriptor d = x ∧ (y ∨ file(R))"),
        ["E0201", "E0201", "E0312"]
    );
    assert_eq!(
        krk(
            "number a = b\nnumber b = a\nnumber c = a + b\nnumber d = (b, 1) + 1\nboard e = file(R)"
        ),
        ["E0206", "E0301"]
    );
}

#[test]
fn positions() {
    let table = |rule: &str| {
        krk(&format!(
            "{MATE}table t if {rule} then give-mate otherwise give-mate end-table"
        ))
    };
    assert_eq!(table("file(R) < root.file(R)"), ["E0401"]);
    assert_eq!(table("new.file(R) = 0"), ["E0402"]);
    assert_eq!(advice("better TO = a1 depth 1"), ["E0403"]);
    assert_eq!(advice("better mate us R to TO depth 1"), ["E0403"]);
    assert_eq!(advice("better mate us R to new.STEP(R) depth 1"), ["E0402"]);
    let chain = "number f = root.file(R)\ndescriptor d = file(R) < f\n";
    let rule = format!("{chain}{MATE}table t if d then give-mate otherwise give-mate end-table");
    assert_eq!(krk(&rule), ["E0404"]);
    let said = words(&format!("material W: K, R; B: K\n{rule}"));
    assert!(
        said.contains("`d` uses `f`") && said.contains("`f` speaks of the root here"),
        "{said}"
    );
    assert_eq!(
        krk("number l = rank(TO)\nadvice x better l = 3 depth 1 end-advice"),
        ["E0405"]
    );
    assert_eq!(
        krk("number l = new.rank(R)\nadvice x better l = 3 depth 1 end-advice"),
        [""; 0]
    );
    assert_eq!(
        advice("better root.dist(R, new.B.K) < 3 depth 1"),
        ["E0406"]
    );
}

#[test]
fn advice_and_moves() {
    assert_eq!(advice("us R depth 1"), ["E0501"]);
    assert_eq!(advice("better mate"), ["E0502"]);
    assert_eq!(advice("better mate depth 0"), ["E0503"]);
    assert_eq!(advice("better mate depth 201"), ["E0503"]);
    assert_eq!(advice("better mate depth file(R)"), ["E0503"]);
    assert_eq!(
        krk(
            "advice x(n: number) better mate depth 2 * n - 1 end-advice\ntable t otherwise x(0) end-table"
        ),
        ["E0503"]
    );
    assert_eq!(advice("better mate better mate depth 1"), ["E0114"]);
    assert_eq!(
        advice("better mate us R by new.file(R) by new.rank(R) depth 1"),
        ["E0114"]
    );
    assert_eq!(
        advice("better mate us at 0, 2: K; at 2: R depth 3"),
        ["E0504"]
    );
    assert_eq!(krk("moves m = K toward NORTH, E"), ["E0508"]);
    assert_eq!(codes("material W: K, P; B: K\nmoves m = P as K"), ["E0509"]);
    assert_eq!(krk("moves m = R as Q"), ["E0509"]);
    assert_eq!(
        krk("moves m = K then R\nmoves n = m by new.rank(W.K)"),
        ["E0510"]
    );
    assert_eq!(advice("better mate us them.R depth 1"), ["E0521"]);
    assert_eq!(
        krk("moves m = them.K\nadvice x better mate us m depth 1 end-advice"),
        ["E0521"]
    );
    assert_eq!(
        krk("advice x for W better mate us B.K depth 1 end-advice"),
        ["E0521"]
    );
    assert_eq!(
        krk("moves m = at 0: K; at 2: R\nmoves n = m then K"),
        ["E0522"]
    );
    assert_eq!(
        krk(&format!(
            "advice x better mate depth 1 end-advice y\n{MATE}"
        )),
        ["E0117"]
    );
    assert_eq!(krk("descriptor soon = satisfiable(mate)"), ["E0515"]);
    assert_eq!(
        krk(
            "advice x(n: number) better mate depth n end-advice\ntable t otherwise x(count(MV(B.K))) end-table"
        ),
        ["E0516"]
    );
    assert_eq!(
        krk(&format!(
            "{MATE}advice x better mate us R to (if satisfiable(give-mate) then a1 else h1) depth 1 end-advice"
        )),
        ["E0517"]
    );
    assert_eq!(advice("better won(W) depth 1"), ["E0514"]);
    assert_eq!(advice("better mate because \"room {x\" depth 1"), ["E0123"]);
    assert_eq!(
        advice("better mate because \"room {y}\" depth 1"),
        ["E0201"]
    );
    assert_eq!(advice("better mate because \"room {}\" depth 1"), ["E0101"]);
}

#[test]
fn two_trees_that_cannot_be_one() {
    let a = "advice a for W better mate depth 1 end-advice\nadvice b for B better mate depth 1 end-advice\n";
    assert_eq!(
        krk(&format!(
            "{a}advice c better satisfiable(a or b) depth 1 end-advice"
        )),
        ["E0505"]
    );
    let a = "advice a better after-us mate depth 1 end-advice\nadvice b better mate depth 1 end-advice\n";
    assert_eq!(
        krk(&format!(
            "{a}advice c better satisfiable(a or b) depth 1 end-advice"
        )),
        ["E0515"]
    );
}

#[test]
fn tables() {
    assert_eq!(
        krk("advice x for B better mate depth 1 end-advice\ntable t for W otherwise x end-table"),
        ["E0505"]
    );
    assert_eq!(
        krk(&format!(
            "{MATE}table t otherwise give-mate beyond kqk, leaves end-table"
        )),
        ["E0511"]
    );
    assert_eq!(krk("table t end-table"), ["E0519"]);
    assert_eq!(
        krk("number n = 1\ntable t otherwise n end-table"),
        ["E0209"]
    );
    assert_eq!(
        krk(&format!("{MATE}table t otherwise give-mat end-table")),
        ["E0201"]
    );
    assert_eq!(
        krk(&format!("{MATE}table t otherwise give-mate(2) end-table")),
        ["E0302"]
    );
    assert_eq!(
        krk(&format!(
            "{MATE}table t otherwise shortest 0 (give-mate) end-table"
        )),
        ["E0503"]
    );
    let plan = format!(
        "{MATE}plan p = shortest 3 (give-mate)\ntable t otherwise shortest 3 (p) end-table"
    );
    assert_eq!(krk(&plan), ["E0209"]);
    assert_eq!(
        krk(&format!("{MATE}table t otherwise give-mate end-table u")),
        ["E0117"]
    );
}

#[test]
fn materials() {
    assert_eq!(codes("material W: K, R;  B: R"), ["E0523"]);
    assert_eq!(codes("material W: K, K;  B: K"), ["E0523"]);
    assert_eq!(codes("material W: K;  W: K"), ["E0523"]);
    assert_eq!(
        codes("material W: K, P, P, P, P, P, P, P, P, P;  B: K"),
        ["E0523"]
    );
    assert_eq!(krk("example \"8/8/8/3k4/8/8/1Q6/K7 w - - 0 1\""), ["E0524"]);
    assert_eq!(krk("example \"8/8/8/3k4/8/8/1R6/8 w - - 0 1\""), ["E0116"]);
    let mirrored = "material W: K, R; B: K mirrored\nexample \"8/8/8/3k4/8/8/1r6/7K w - - 0 1\"";
    assert_eq!(codes(mirrored), [""; 0]);
}

#[test]
fn tests() {
    let fen = "\"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"";
    let test = |text: &str| {
        krk(&format!(
            "{MATE}table t for W otherwise give-mate end-table\ntest \"a\" {text}"
        ))
    };
    assert_eq!(
        test(&format!(
            "t position {fen} expect move Rb5, advice give-mate, satisfied, tree, file(R) = 1, not mate"
        )),
        [""; 0]
    );
    assert_eq!(
        test(&format!("t position {fen} expect move Rh8")),
        ["E0513"]
    );
    assert_eq!(test(&format!("t position {fen} expect drawn")), [""; 0]);
    assert_eq!(test(&format!("position {fen} expect move Rb5")), ["E0520"]);
    assert_eq!(
        test(&format!(
            "give-mate position {fen} expect mate within 3 moves"
        )),
        ["E0520"]
    );
    assert_eq!(
        test(&format!("t position {fen} expect action x")),
        ["E0520"]
    );
    assert_eq!(
        test("t position \"8/8/8/3k4/8/8/1R6/8 w - - 0 1\" expect tree"),
        ["E0116"]
    );
    assert_eq!(
        test("t position \"8/8/8/3k4/8/8/1Q6/K7 w - - 0 1\" expect tree"),
        ["E0524"]
    );
    assert_eq!(
        test(&format!(
            "t position {fen} expect tree\ntest \"a\" t position {fen} expect satisfied"
        )),
        ["E0518"]
    );
    assert_eq!(test(&format!("u position {fen} expect tree")), ["E0201"]);
    assert_eq!(
        test(&format!("t position {fen} expect root.file(R) = 1")),
        ["E0401"]
    );
}

#[test]
fn limits() {
    let mut chain = String::from("number n0 = 1\n");
    for index in 1..200 {
        chain.push_str(&format!("number n{index} = n{} + 1\n", index - 1));
    }
    assert_eq!(codes(&chain), ["E0601"]);
    let mut nested = format!(
        "material W: K, R; B: K\n{}",
        MATE.replace("give-mate", "ask0")
    );
    for index in 1..30 {
        nested.push_str(&format!(
            "advice ask{index} better satisfiable(ask{}) depth 1 end-advice\n",
            index - 1
        ));
    }
    assert_eq!(codes(&nested), ["E0604"]);
    let mut plans = format!("{MATE}plan p0 = give-mate, give-mate\n");
    for index in 1..14 {
        plans.push_str(&format!("plan p{index} = p{}, p{}\n", index - 1, index - 1));
    }
    assert!(krk(&plans).contains(&"E0602"));
    let mut moves = String::from("moves m0(b: board) = R to b\n");
    for index in 1..40 {
        moves.push_str(&format!(
            "moves m{index}(b: board) = m{}(b ∪ AROUND(b))\n",
            index - 1
        ));
    }
    assert_eq!(krk(&moves), ["E0602"]);
    let mut lists = String::from("moves m0 = K\n");
    for index in 1..40 {
        lists.push_str(&format!(
            "moves m{index} = m{} then m{}\n",
            index - 1,
            index - 1
        ));
    }
    assert!(krk(&lists).contains(&"E0602"));
    let arms = format!(
        "if check then 1 {}else 3",
        "else-if mate then 2 ".repeat(300)
    );
    assert_eq!(krk(&format!("number n = {arms}")), ["E0602"]);
    let deep = format!("board b = {}e4{}", "AROUND(".repeat(250), ")".repeat(250));
    assert_eq!(codes(&deep), [""; 0]);
    let row = format!("number n = 1{}", " + 1".repeat(505));
    assert_eq!(codes(&row), ["E0602"]);
}

#[test]
fn a_tree_with_holes_gives_no_program() {
    let (_, checked) = run("material W: K, R;  B: K\nnumber a = 3 +\nnumber b = 4");
    assert!(checked.is_none());
}

/// However many names are unknown and however many are defined, the comparisons between them are bounded.
#[test]
fn suggestions_have_a_budget() {
    let mut text = String::new();
    for i in 0..40_000 {
        text.push_str(&format!("number name-{i} = {i}\n"));
    }
    for i in 0..90 {
        text.push_str(&format!("number wrong-{i} = nmae-{i}\n"));
    }
    let (diagnostics, _) = super::run(&text);
    let unknown: Vec<_> = diagnostics
        .iter()
        .filter(|d| d.code.as_str() == "E0201")
        .collect();
    assert_eq!(unknown.len(), 90);
    let helped = unknown.iter().filter(|d| !d.help.is_empty()).count();
    assert!((1..=20).contains(&helped), "{helped} were compared");
    assert!(unknown[0].help[0].starts_with("did you mean `name-0`"));
}
