//! `reload` in a session, another program as the opponent, and what a saved game holds.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use insta::assert_snapshot;
use serde_json::Value;

use crate::desk::Desk;
use crate::play::LISTING;

/// A session that is talked to line by line.
struct Talk {
    child: Child,
    stdin: ChildStdin,
    out: BufReader<ChildStdout>,
}

impl Talk {
    fn begin(desk: &Desk, arguments: &[&str]) -> Talk {
        let mut child = desk
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let stdin = child.stdin.take().expect("a pipe");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        Talk { child, stdin, out }
    }

    /// Types lines, and a question whose answer ends what they are answered by.
    fn say(&mut self, lines: &str) -> String {
        const END: &str = "there is no command `zzz`";
        self.stdin
            .write_all(format!("{lines}\nhelp zzz\n").as_bytes())
            .expect("the session reads");
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            let read = self.out.read_line(&mut line).expect("a line");
            if read == 0 || line.starts_with(END) {
                return answer;
            }
            answer.push_str(&line);
        }
    }

    fn end(self) -> String {
        drop(self.stdin);
        drop(self.out);
        let output = self.child.wait_with_output().expect("the binary ends");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

#[test]
fn a_changed_program_goes_on_in_the_same_position() {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    let mut talk = Talk::begin(&desk, &["play", "listing.adv"]);
    talk.say("Kc4\nKc3");
    let before = talk.say("fen\ngame\nreload");
    assert!(
        before.contains("plays the moves so far as they were played"),
        "{before}"
    );
    // A program in error is not taken.
    desk.put("listing.adv", LISTING.replace("AL(R, B.K)", "LA(R, B.K)"));
    let broken = talk.say("reload\nfen\ngame");
    // One that plays the same so far goes on at its place: the king is to walk at once.
    let other = LISTING.replace(
        "US R  PREFER (replies, -dist(TO, B.K))\n    ELSE-IF (POPP",
        "US R  PREFER (-dist(TO, B.K), replies)  BECAUSE \"changed\"\n    ELSE-IF (POPP",
    );
    desk.put("listing.adv", &other);
    let same = talk.say("reload\nfen\ngame\nwhy");
    // Another first move: it begins anew from here.
    desk.put(
        "listing.adv",
        LISTING.replace(
            "PREFER (replies, rook-moves, dist(TO, B.K))",
            "PREFER (-dist(TO, B.K), replies)",
        ),
    );
    let anew = talk.say("reload\nfen\ngame\nwhy");
    let undone = talk.say("undo\ngame\nKc3");
    let errors = talk.end();
    let all = format!("{before}-----\n{broken}-----\n{same}-----\n{anew}-----\n{undone}");
    assert_snapshot!("play_reload", all);
    assert!(errors.contains("LA"), "{errors}");
    assert_eq!(errors.matches("error").count(), 1, "{errors}");
}

#[test]
fn a_program_that_is_stuck_goes_on_once_it_is_mended() {
    let desk = Desk::new();
    let stuck = LISTING.replace("(TOKING, ANY, N.", "(TOKING, ANY, mate & N.");
    desk.put("listing.adv", &stuck);
    let mut talk = Talk::begin(&desk, &["play", "listing.adv"]);
    let told = talk.say("Kc4\nKc3");
    assert!(told.contains("stuck at line"), "{told}");
    desk.put("listing.adv", LISTING);
    let mended = talk.say("reload");
    assert!(mended.contains("3. Ke4"), "{mended}");
    let wrong =
        "material  W: K, Q;  B: K\nadvice a\n  better mate\n  us Q\n  depth 1\nend-advice\n";
    desk.put("listing.adv", wrong);
    let other = talk.say("reload\ngame");
    assert!(other.contains("; the program before stays"), "{other}");
    assert!(other.contains("3. Ke4"), "{other}");
    talk.end();
}

/// Black runs to the middle as far as it can, and plays anything then.
const BLACK: &str = "//! The lone king.
advice middle for B
  better   dist(B.K, d4) < root.dist(B.K, d4)
  us       K
  them     none
  depth    1
end-advice
advice anything for B
  better   after-us SQ(B.K) ≠ ∅
  us       K by dist(TO, d4)
  them     none
  depth    1
end-advice
table king for B
  otherwise middle, anything
end-table
";

#[test]
fn two_programs_play_a_party() {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    desk.put("black.adv", BLACK);
    let ran = desk.adv(&[
        "play",
        "listing.adv",
        "--opponent",
        "black.adv",
        "--save",
        "party.json",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("play_party", ran.all());
    let game: Value = serde_json::from_slice(&desk.bytes("party.json")).expect("an object");
    assert_eq!(game["opponent"], "black.adv");
    // The same as the engine that the program is when it is asked by the protocol.
    let moves: Vec<&str> = game["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter_map(|m| m["uci"].as_str())
        .collect();
    assert!(moves.len() > 4, "{moves:?}");
    let series = desk.adv(&[
        "match",
        "listing.adv",
        "--opponent",
        "black.adv",
        "--games",
        "6",
        "--max-moves",
        "12",
        "--format",
        "json",
    ]);
    assert!([0, 2].contains(&series.code), "{}", series.all());
    let again = desk.adv(&[
        "match",
        "listing.adv",
        "--opponent",
        "black.adv",
        "--games",
        "6",
        "--max-moves",
        "12",
        "--format",
        "json",
        "--threads",
        "1",
    ]);
    assert_eq!(series.out, again.out);
    // A program that has nothing to say ends the game.
    let one = BLACK.replace("otherwise middle, anything", "otherwise middle");
    desk.put("one.adv", one);
    let ran = desk.adv(&["play", "listing.adv", "--opponent", "one.adv"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(ran.out.contains("`one.adv` plays no more: "), "{}", ran.out);
    let missing = desk.adv(&["play", "listing.adv", "--opponent", "none.adv"]);
    assert_eq!(missing.code, 1, "{}", missing.all());
    assert!(missing.err.contains("none.adv"), "{}", missing.err);
}

#[test]
fn a_saved_game_has_the_tree_of_each_step() {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    let session = "Kc4\nKc3\nsave game.json\nsave game.html\n";
    let ran = desk.adv_with(&["play", "listing.adv"], session);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(
        ran.out
            .ends_with("the game: 1. Ke5 Kc4 2. Rd6 Kc3 3. Ke4\n"),
        "{}",
        ran.out
    );
    let game: Value = serde_json::from_slice(&desk.bytes("game.json")).expect("an object");
    let plans = game["plans"].as_array().expect("plans");
    assert_eq!(plans.len(), 2);
    let emitted = desk.adv(&["run", "listing.adv", "--format", "json"]);
    let emitted: Value = serde_json::from_str(&emitted.out).expect("an object");
    assert_eq!(plans[0]["nodes"], emitted["nodes"]);
    assert!(
        plans[0]["nodes"]
            .as_array()
            .is_some_and(|nodes| nodes.len() == 7)
    );
    let page = desk.text("game.html");
    // The replies that were not played are on the page, each with our answer.
    let data = page
        .split("id=\"data\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next());
    let data: Value = serde_json::from_str(data.expect("data")).expect("an object");
    let nodes = data["plans"][0]["nodes"].as_array().expect("nodes");
    for san in ["Kb5", "Kb4", "Rc6"] {
        assert!(nodes.iter().any(|node| node["san"] == san), "{san}");
    }
    assert_eq!(data["moves"], game["moves"]);
}
