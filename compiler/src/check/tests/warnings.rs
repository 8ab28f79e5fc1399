//! One small program for each warning, and for each ruling on when to be silent.

use super::{codes, krk, run, words};

/// An advice with these clauses, in a file with material and nothing else.
fn advice(clauses: &str) -> Vec<&'static str> {
    krk(&format!("advice x {clauses} end-advice"))
}

const MATE: &str = "advice give-mate  better mate  depth 1  end-advice\n";
const TABLE: &str = "table t otherwise give-mate end-table\n";

#[test]
fn unused() {
    assert_eq!(
        krk(&format!("{MATE}{TABLE}number n = 1\nnumber m = n + 1")),
        ["W0201"]
    );
    assert_eq!(krk(&format!("{MATE}{TABLE}number _n = 1")), [""; 0]);
    assert_eq!(
        krk("number n = 1"),
        [""; 0],
        "a file without table and advice may serve others"
    );
    assert_eq!(
        krk("number side(wall: number, x: number) = 7 - wall"),
        ["W0202"]
    );
    assert_eq!(
        krk("number side(wall: number, _x: number) = 7 - wall"),
        [""; 0]
    );
    assert_eq!(
        krk("advice x(n: number) better mate depth 1 end-advice"),
        ["W0202"]
    );
    assert_eq!(codes("use std.geometry\nnumber n = 1"), ["W0203"]);
    let unlisted = "number m = 1\nadvice x better m = file(R) depth 1 end-advice";
    assert_eq!(krk(&format!("{MATE}{TABLE}{unlisted}")), ["W0204"]);
    assert_eq!(krk(unlisted), [""; 0], "without a table nobody can list it");
    assert_eq!(
        krk(&format!(
            "{MATE}{TABLE}{unlisted}\nplan each = x, give-mate"
        )),
        [""; 0],
        "a plan that no table uses is a list for `adv solve --each`"
    );
    let fen = "\"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"";
    assert_eq!(
        krk(&format!(
            "{MATE}{TABLE}{unlisted}\ntest \"a\" x position {fen} expect satisfied"
        )),
        [""; 0]
    );
    assert_eq!(
        krk(&format!(
            "{MATE}{TABLE}{unlisted}\ntest \"a\" t position {fen} expect advice x"
        )),
        ["W0204"]
    );
}

#[test]
fn hiding() {
    assert_eq!(
        krk("number wall = 7\nnumber side(wall: number) = 7 - wall"),
        ["W0205"]
    );
    assert_eq!(
        krk("number dist(a: board, b: board) = count(a) + count(b)"),
        ["W0206"]
    );
    assert_eq!(
        codes("use std.geometry\nboard EDGE = a1\ndescriptor d = aligned(EDGE, a1)"),
        ["W0206"]
    );
}

#[test]
fn pieces() {
    assert_eq!(krk("descriptor d = SQ(B.R) ⊆ a1..a8"), ["W0207"]);
    assert_eq!(
        codes("material W: K, P; B: K\ndescriptor d = SQ(W.Q) ⊆ a1..a8"),
        [""; 0]
    );
    assert_eq!(codes("descriptor d = SQ(W.Q) ⊆ a1..a8"), [""; 0]);
    let table = "descriptor d = SQ(W.Q) ⊆ a1..a8\nadvice a better d depth 1 end-advice\ntable t (W: K, Q; B: K) otherwise a end-table";
    assert_eq!(
        krk(table),
        [""; 0],
        "the material of a table counts as declared"
    );
    assert_eq!(
        codes("material W: K, P; B: K\ndescriptor d = turned (SQ(W.K) = c6)"),
        ["W0305"]
    );
}

#[test]
fn values() {
    assert_eq!(krk("descriptor d = MV(B.K)"), ["W0301"]);
    assert!(words("descriptor d = MV(B.K)").contains("write `MV(B.K) ≠ ∅`"));
    assert_eq!(krk("descriptor d = any ∧ MV(B.K) ≠ ∅"), [""; 0]);
    assert_eq!(krk("descriptor d = 3 < 2"), ["W0302"]);
    assert_eq!(krk("descriptor d = true\ndescriptor e = false"), [""; 0]);
    assert_eq!(krk("descriptor d = file(R) < file(R)"), ["W0303"]);
    assert_eq!(krk("descriptor d = SQ(R) ⊆ SQ(R)"), ["W0303"]);
    assert_eq!(krk("descriptor d = file(R) < file(B.K)"), [""; 0]);
    assert_eq!(advice("better file(R) < new.file(R) depth 1"), ["W0303"]);
    assert_eq!(advice("better file(R) < root.file(R) depth 1"), [""; 0]);
    assert!(words("material W: K, R; B: K\nnumber pen = file(R)\nadvice x better pen < pen depth 1 end-advice")
        .contains("did you mean `pen < root.pen`?"));
}

#[test]
fn captured_pieces() {
    assert_eq!(advice("better SQ(R) ⊆ a1..h1 depth 3"), ["W0304"]);
    assert_eq!(advice("better SQ(R) ⊆ a1..h1 depth 1"), [""; 0]);
    // Without replies no tree is so deep, and nothing is captured.
    assert_eq!(advice("better SQ(R) ⊆ a1..h1 them none depth 3"), ["W0518"]);
    assert_eq!(advice("better SQ(W.K) ⊆ a1..h1 depth 3"), [""; 0]);
    assert_eq!(advice("better ¬(SQ(R) ⊆ a1..h1) depth 3"), [""; 0]);
    assert_eq!(
        advice("better SQ(R) ⊆ a1..h1 holding SQ(R) ≠ ∅ depth 3"),
        [""; 0]
    );
    let lost = "descriptor rook-lost = SQ(R) = ∅ ∨ check\n";
    assert_eq!(
        krk(&format!(
            "{lost}advice x better SQ(R) ⊆ a1..h1 holding ¬rook-lost depth 3 end-advice"
        )),
        [""; 0]
    );
    let home = "descriptor home = all x in R : rank(x) = 0\n";
    assert_eq!(
        krk(&format!("{home}advice x better home depth 3 end-advice")),
        ["W0304"]
    );
    assert_eq!(
        krk(&format!(
            "{home}advice x for B better home depth 3 end-advice"
        )),
        [""; 0]
    );
}

#[test]
fn positions() {
    assert_eq!(advice("better SQ(W.K) = root.e4 depth 1"), ["W0401"]);
    assert_eq!(advice("better file(R) ≤ root.file(R) depth 1"), ["W0402"]);
    let inside = "number pen = file(R)\ndescriptor kept = pen ≤ root.pen\n";
    assert_eq!(
        krk(&format!("{inside}advice x better kept depth 1 end-advice")),
        ["W0402"]
    );
    assert_eq!(
        krk(&format!(
            "{inside}advice x better kept ∧ check depth 1 end-advice"
        )),
        [""; 0]
    );
    assert_eq!(advice("better mate us R by file(R) depth 1"), ["W0403"]);
    assert_eq!(
        advice("better mate us R by new.file(R) then by file(TO) depth 1"),
        [""; 0]
    );
    let key = "number landing = file(TO)\n";
    assert_eq!(
        krk(&format!(
            "{key}advice x better mate us R by landing depth 1 end-advice"
        )),
        [""; 0]
    );
}

#[test]
fn tables() {
    assert_eq!(
        krk(&format!("{MATE}table t if check then give-mate end-table")),
        ["W0501"]
    );
    assert_eq!(
        krk(&format!(
            "{MATE}table t otherwise give-mate if check then give-mate end-table"
        )),
        ["W0502"]
    );
    let twice =
        "table t if check then give-mate if check then give-mate otherwise give-mate end-table";
    assert_eq!(krk(&format!("{MATE}{twice}")), ["W0502"]);
    assert_eq!(
        krk(&format!(
            "{MATE}table t otherwise give-mate, give-mate end-table"
        )),
        ["W0508"]
    );
    assert_eq!(
        krk(&format!(
            "{MATE}plan p = give-mate\ntable t otherwise give-mate, p end-table"
        )),
        ["W0508"]
    );
    assert_eq!(
        krk(&format!(
            "{MATE}table t otherwise give-mate also give-mate end-table"
        )),
        ["W0508"]
    );
}

#[test]
fn moves_and_phases() {
    assert_eq!(
        advice("better mate us at 0, 2: K; at 4: R depth 3"),
        ["W0503"]
    );
    assert_eq!(advice("better mate us none depth 1"), ["W0504"]);
    assert_eq!(advice("better mate us at 2: K depth 3"), ["W0504"]);
    assert_eq!(advice("better mate us at 0: K; at 1: R depth 3"), ["W0505"]);
    assert_eq!(advice("better mate them at 2: any depth 3"), ["W0505"]);
    let asked = "advice x better mate them at 0: any depth 3 end-advice\nadvice y better satisfiable(x) depth 1 end-advice";
    assert_eq!(
        krk(asked),
        [""; 0],
        "who is asked may begin with their move"
    );
    assert_eq!(krk("moves m = K then R to empty"), ["W0509"]);
    assert_eq!(krk("moves m = K then R then K"), ["W0509"]);
    assert_eq!(krk("moves m = Q"), ["W0509"]);
    assert_eq!(advice("better mate holding false depth 1"), ["W0510"]);
    assert_eq!(
        advice("better mate holding 2 < 1 depth 1"),
        ["W0302", "W0510"]
    );
}

#[test]
fn material_beyond() {
    let head = "material W: K, P; B: K\nadvice a better check depth 1 end-advice\ntable kqk (W: K, Q; B: K) for W otherwise a end-table\n";
    assert_eq!(
        codes(&format!(
            "{head}table kpk for W otherwise a beyond kqk end-table"
        )),
        ["W0506"]
    );
    assert_eq!(
        codes(&format!(
            "{head}table kpk for W otherwise a beyond kqk, leaves end-table"
        )),
        [""; 0]
    );
    assert_eq!(
        codes(&format!("{head}table kpk for W otherwise a end-table")),
        [""; 0]
    );
    let never = "material W: K, R; B: K\nadvice a better check depth 1 end-advice\ntable kqk (W: K, Q; B: K) otherwise a end-table\n";
    assert_eq!(
        codes(&format!(
            "{never}table krk otherwise a beyond kqk, leaves end-table"
        )),
        ["W0507"]
    );
    let value = "test \"a\" position \"8/8/8/3k4/8/8/1Q6/K7 w - - 0 1\" expect SQ(W.K) = a1";
    assert_eq!(krk(value), ["W0511"]);
}

#[test]
fn warnings_leave_the_program() {
    let (diagnostics, checked) = run("material W: K, R;  B: K\ndescriptor d = 3 < 2");
    assert_eq!(diagnostics.len(), 1);
    assert!(checked.is_some());
}
