//! `adv repl`: what is typed, and what is answered.

use std::fs::{self, File};
use std::io::Write as _;
use std::process::Stdio;

use insta::assert_snapshot;

use crate::desk::Desk;

/// A session from a pipe: what was typed, and both streams as they come on a terminal.
fn session(desk: &Desk, arguments: &[&str], typed: &str) -> String {
    let path = desk.path("printed");
    let file = File::create(&path).expect("a file can be made");
    let both = file.try_clone().expect("a file can be shared");
    let arguments: Vec<&str> = ["repl"].iter().chain(arguments).copied().collect();
    let mut command = desk.command(&arguments);
    command.stdin(Stdio::piped()).stdout(file).stderr(both);
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("its standard input");
    stdin
        .write_all(typed.as_bytes())
        .expect("it reads what is typed");
    drop(stdin);
    let status = child.wait().expect("the binary ends");
    let printed = fs::read_to_string(&path).expect("what was printed is text");
    let code = status.code().unwrap_or(-1);
    format!("----- typed\n{typed}----- printed\n{printed}----- exit code {code}\n")
}

#[test]
fn expressions_and_items_are_answered_and_kept() {
    let desk = Desk::new();
    assert_snapshot!(session(
        &desk,
        &[],
        "\
:fen W: Ka1, Qb1; B: Kd5
dist(W.K, B.K)
use std.room
material W: K, Q; B: K
number near = dist(W.K, B.K)
number near = dist(W.K, B.K) - 1
near +
  1
board SHUT = PEN(B) ∪ (

/// Come nearer.
advice nearer
  better near < root.near
  us K

  depth 1
  because \"{near} steps\"
end-advice
nearer
:play
:play Kd4
:back
:back
:type near
:type pen
:type PEN(B)
:items
:show nearer
:save mine.adv
"
    ));
    let saved = desk.text("mine.adv");
    assert_snapshot!("the_saved_program", saved);
    assert_eq!(desk.adv(&["check", "mine.adv"]).code, 0, "{saved}");
}

#[test]
fn what_is_wrong_is_told_and_the_session_goes_on() {
    let desk = Desk::new();
    desk.put("there.adv", "number a = 1\n");
    let typed = "\
near
number a = foo
number a = 1
number a =
:forget a
:forget a
:undo
:undo
:undo
foo bar
new.dist(W.K, B.K)
:fen 8/8/8/8 w
:us green
:why
:play Ke4
:back
:tpye a
:b
:show nothing
:load nothing.adv
:save there.adv
:explain dsit
mate-in(2)
help
advice open better mate
:quit
";
    assert_snapshot!(session(&desk, &[], typed));
    assert_eq!(desk.text("there.adv"), "number a = 1\n");
}

#[test]
fn a_program_is_asked_shown_and_changed_in_its_place() {
    let desk = Desk::new();
    assert_snapshot!(session(
        &desk,
        &["kings.adv"],
        "\
hunt
:why
beside, nearer
:play
:play
:fen example
:us black
count(MV(us.K))
test \"near\" position \"8/8/8/3k4/8/8/8/K7 w - - 0 1\" expect dist(W.K, B.K) = 5
test \"near\" position \"8/8/8/3k4/8/8/8/K7 w - - 0 1\" expect dist(W.K, B.K) = 4
prove nearer from all positions reaches dist(W.K, B.K) = 7
advice nearer better dist(W.K, B.K) < root.dist(W.K, B.K) us K them any depth 1 end-advice
:show nearer
:show mate-in
:save mine.adv
"
    ));
    // The item stands where the one before stood, and the file that was read is as it was.
    let (old, new) = (desk.text("kings.adv"), desk.text("mine.adv"));
    assert_eq!(old, crate::desk::KINGS);
    let line = |text: &str| {
        text.lines()
            .position(|line| line.starts_with("advice beside"))
    };
    assert!(new.contains("them any depth 1 end-advice") && line(&new) < line(&old));
    assert_eq!(desk.adv(&["check", "mine.adv"]).code, 0, "{new}");
    let over = desk.adv_with(&["repl", "kings.adv"], "number a = 1\n:save kings.adv\n");
    assert_eq!(over.code, 1, "{}", over.all());
    assert_eq!(desk.text("kings.adv"), crate::desk::KINGS);
}

#[test]
fn what_cannot_be_begun_with_is_refused() {
    let desk = Desk::new();
    desk.put("bad.adv", "number a = foo\n");
    let tries = [
        desk.adv(&["repl", "bad.adv"]),
        desk.adv(&["repl", "-"]),
        desk.adv(&["repl", "--fen", "8/8 w"]),
    ];
    for ran in &tries {
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
    }
    let told: Vec<&str> = tries.iter().map(|ran| ran.err.as_str()).collect();
    assert_snapshot!(told.join("-----\n"));
}

/// Cut at every byte, and with bytes that are no text: each session ends, and none panics.
#[test]
fn hostile_lines_end_no_session() {
    let desk = Desk::new();
    let typed = ":fen W: Kc1, Rd3; B: Ke5\nboard A = MV(B.K) ∩ (\nadvice x\n better mate\nend-advice\nx\n:play\n";
    let mut all = String::new();
    for cut in (0..typed.len()).filter(|at| typed.is_char_boundary(*at)) {
        all.push_str(&typed[..cut]);
        all.push_str("\n\n\n");
    }
    all.push_str(&"(".repeat(20_000));
    all.push_str("\n\n\"\n\n/* \n\n*/\n\u{feff}\u{202e}\u{0}\n:\n: \n:é\n1\n");
    let ran = desk.adv_with(&["repl"], &all);
    assert_eq!(ran.code, 1);
    assert!(ran.out.ends_with("1 = 1\n"), "{}", ran.out);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    let bytes: Vec<u8> = (0..=255).collect();
    let ran = desk.adv_with(&["repl"], &String::from_utf8_lossy(&bytes));
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}
