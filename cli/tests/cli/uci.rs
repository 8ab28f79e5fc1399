//! `adv uci`: conversations with a chess program, through pipes.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use insta::assert_snapshot;

use crate::desk::Desk;
use crate::play::LISTING;

/// The listing's sample position.
const START: &str = "position fen 8/8/4K1R1/2k5/8/8/8/8 w - - 0 1";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    desk
}

/// What a conversation says, all lines sent at once.
fn said(desk: &Desk, arguments: &[&str], lines: &[&str]) -> String {
    let arguments = [&["uci"][..], arguments].concat();
    let ran = desk.adv_with(&arguments, &(lines.join("\n") + "\n"));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    ran.out
}

/// A conversation in which each line is waited for.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn new(desk: &Desk, arguments: &[&str]) -> Talk {
        let mut child = desk
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Talk {
            child,
            input,
            output,
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// All lines up to the one that begins so.
    fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        loop {
            let mut line = String::new();
            let bytes = self.output.read_line(&mut line).expect("text");
            assert!(bytes > 0, "no `{beginning}` among {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(beginning) {
                return lines;
            }
        }
    }

    fn quit(mut self) {
        self.send("quit");
        let status = self.child.wait().expect("the engine ends");
        assert_eq!(status.code(), Some(0));
    }
}

#[test]
fn it_introduces_itself() {
    let desk = desk();
    let text = said(&desk, &["listing.adv"], &["uci", "isready", "quit"]);
    let mut lines = text.lines();
    assert!(
        lines
            .next()
            .is_some_and(|line| line.starts_with("id name adv ")),
        "{text}"
    );
    let rest: Vec<&str> = lines.collect();
    assert_eq!(
        rest,
        [
            "id author the founders of adv",
            "option name Program type string default listing.adv",
            "option name Subject type string default <auto>",
            "option name Mode type combo default strong var strong var weak",
            "uciok",
            "readyok",
        ]
    );
    let bare = said(&desk, &[], &["uci"]);
    assert!(
        bare.contains("option name Program type string default <empty>"),
        "{bare}"
    );
}

#[test]
fn a_move_comes_with_its_line_and_its_reason_and_the_run_goes_on() {
    let desk = desk();
    let mut talk = Talk::new(&desk, &["uci", "listing.adv"]);
    let mut moves = String::new();
    let mut shown = Vec::new();
    for reply in ["c5c4", "c4b5", "b5c5"] {
        let separator = if moves.is_empty() { "" } else { " moves" };
        talk.send(&format!("{START}{separator}{moves}"));
        talk.send("go wtime 60000 btime 60000");
        let answer = talk.until("bestmove");
        let best = answer
            .last()
            .and_then(|line| line.split(' ').nth(1))
            .unwrap_or("")
            .to_owned();
        shown.extend(answer);
        moves.push_str(&format!(" {best} {reply}"));
    }
    talk.quit();
    assert_snapshot!("uci_game", shown.join("\n"));
    // A program that has not followed the game plays it through and says the same.
    let words: Vec<&str> = moves.split_whitespace().collect();
    let late = said(
        &desk,
        &["listing.adv"],
        &[&format!("{START} moves {}", words[..4].join(" ")), "go"],
    );
    assert_eq!(late, shown[shown.len() - 3..].join("\n") + "\n");
    // Nor do the searches in between matter.
    let back = said(
        &desk,
        &["listing.adv"],
        &[
            &format!("{START} moves {}", words[..4].join(" ")),
            "go",
            "ucinewgame",
            START,
            "go",
        ],
    );
    assert!(back.ends_with(&(shown[..3].join("\n") + "\n")), "{back}");
}

#[test]
fn what_the_program_does_not_play_is_said_and_a_legal_move_sent() {
    let desk = desk();
    let text = said(
        &desk,
        &["listing.adv"],
        &[
            "# nothing plays this",
            "position startpos moves e2e4",
            "go",
            "# the strategy by its name cannot either",
            "setoption name Subject value K-R-VS-K",
            "go",
            "# it is stuck here",
            "position fen 8/8/8/8/k7/8/8/KR6 w - - 0 1",
            "go movetime 5",
            "setoption name Subject value K-R-VS-Q",
            "go",
            "setoption name subject value <auto>",
            START,
            "go",
        ],
    );
    assert_snapshot!("uci_refused", text);
}

#[test]
fn moves_that_are_wanted_are_passed_over_with_a_word() {
    let desk = desk();
    let text = said(
        &desk,
        &["listing.adv"],
        &[START, "go searchmoves e6e5", "go"],
    );
    let words = "info string `searchmoves` is passed over: the program plays its own move\n";
    assert_eq!(text.matches(words).count(), 1, "{text}");
    assert_eq!(text.matches("bestmove").count(), 2, "{text}");
}

#[test]
fn what_cannot_be_read_is_told_and_not_played() {
    let desk = desk();
    let text = said(
        &desk,
        &["listing.adv"],
        &[
            START,
            "position fen 8/8 w - - 0 1",
            "position",
            "position nonsense",
            "position startpos moves e2e4 e2e4",
            &format!("{START} moves e6e4"),
            "# what the other side has on its board is not known, so no move is right",
            "go",
            "# a FEN without its word is one all the same, and words before a command are passed over",
            "position 8/8/8/8/k7/8/8/KR6 w - - 0 1",
            "stop",
            "please go now",
            "joho",
            "setoption",
            "setoption name Hash value 16",
            "setoption name Mode value middling",
            "debug on",
            "register later",
            "",
        ],
    );
    assert_snapshot!("uci_unreadable", text);
}

#[test]
fn garbage_does_no_harm() {
    let desk = desk();
    let mut talk = Talk::new(&desk, &["uci", "listing.adv"]);
    talk.input
        .write_all(b"\xff\xfe\x00go\n\x80\n\r\n")
        .expect("the engine listens");
    talk.send(&"x ".repeat(10_000));
    talk.send(&format!("{START} moves {}", "e6e5 ".repeat(2_000)));
    talk.send("isready");
    let lines = talk.until("readyok");
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(
        lines.iter().all(|line| line.chars().count() < 200),
        "{lines:?}"
    );
    talk.quit();
}

#[test]
fn an_answer_is_held_back_until_it_is_wanted() {
    let desk = desk();
    let mut talk = Talk::new(&desk, &["uci", "listing.adv"]);
    for wanted in ["stop", "ponderhit"] {
        talk.send(START);
        talk.send(if wanted == "stop" {
            "go infinite"
        } else {
            "go ponder wtime 1000"
        });
        talk.send("isready");
        let before = talk.until("readyok");
        assert!(
            before.iter().all(|line| !line.starts_with("bestmove")),
            "{before:?}"
        );
        talk.send(wanted);
        let after = talk.until("bestmove");
        assert_eq!(after, ["bestmove e6e5 ponder c5b4"]);
    }
    // A stop without a search is none.
    talk.send("stop");
    talk.send("isready");
    assert_eq!(talk.until("readyok"), ["readyok"]);
    talk.quit();
}

#[test]
fn a_search_is_stopped() {
    let desk = desk();
    let mut talk = Talk::new(&desk, &["uci", "queen.adv"]);
    talk.send("setoption name Subject value long");
    talk.send("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    talk.send("go");
    talk.send("stop");
    let answer = talk.until("bestmove");
    assert_eq!(answer.len(), 3, "{answer:?}");
    assert!(
        answer[0].starts_with("info string the search was interrupted after "),
        "{answer:?}"
    );
    // The stop was for that search and for no other.
    talk.send("setoption name Subject value kqk");
    talk.send("position fen 7k/8/4K3/8/8/8/8/6Q1 w - - 0 1");
    talk.send("go");
    let answer = talk.until("bestmove");
    assert!(answer[0].starts_with("info depth 3"), "{answer:?}");
    talk.quit();
}

/// One evaluation of its goal goes on for hours, and no position is tested meanwhile.
const ENDLESS: &str = r#"
material  W: K, R;  B: K
descriptor dd = turned turned turned turned turned turned turned turned turned turned turned turned (count(SQ(R)) = 5)
advice a better dd us any depth 1 end-advice
table t otherwise a end-table
"#;

#[test]
fn one_evaluation_is_stopped_whatever_waits_for_it() {
    let desk = desk();
    desk.put("endless.adv", ENDLESS);
    let mut talk = Talk::new(
        &desk,
        &["uci", "endless.adv", "--fuel", "18446744073709551615"],
    );
    talk.send("position fen 8/8/8/3k4/8/8/1R6/K7 w - - 0 1");
    for _ in 0..2 {
        talk.send("go");
        // These wait for the search; what is behind them is read all the same.
        talk.send("position fen 8/8/8/3k4/8/8/6R1/K7 w - - 0 1");
        talk.send("setoption name Mode value weak");
        talk.send("ucinewgame");
        talk.send("position fen 8/8/8/3k4/8/8/7R/K7 w - - 0 1");
        talk.send("go");
        talk.send("stop");
        for _ in 0..2 {
            let answer = talk.until("bestmove").join("\n");
            assert!(answer.contains("the search was interrupted"), "{answer}");
        }
    }
    // `quit` ends it too, and so does the end of the input.
    talk.send("go");
    talk.send("isready");
    talk.quit();
    let ended = said(
        &desk,
        &["endless.adv", "--fuel", "18446744073709551615"],
        &["position fen 8/8/8/3k4/8/8/1R6/K7 w - - 0 1", "go"],
    );
    assert!(ended.contains("the search was interrupted"), "{ended}");
}

#[test]
fn lines_that_come_while_an_answer_is_held_back_are_read_after_it() {
    let desk = desk();
    let mut talk = Talk::new(&desk, &["uci", "queen.adv"]);
    talk.send("position fen 7k/8/4K3/8/8/8/8/6Q1 w - - 0 1");
    talk.send("go infinite");
    talk.send("position fen 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1");
    talk.send("go");
    talk.send("stop");
    let first = talk.until("bestmove").join("\n");
    assert!(!first.contains("score mate 1"), "{first}");
    let second = talk.until("bestmove").join("\n");
    assert!(second.contains("score mate 1"), "{second}");
    talk.quit();
}

#[test]
fn the_game_may_be_over() {
    let desk = desk();
    for over in [
        "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "position fen 7k/8/6QK/8/8/8/8/8 b - - 0 1",
    ] {
        assert_eq!(
            said(&desk, &["queen.adv"], &[over, "go"]),
            "info string the game is over: there is no legal move\nbestmove (none)\n"
        );
    }
    let mate = said(
        &desk,
        &["queen.adv"],
        &["position fen 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "go"],
    );
    assert!(mate.contains(" score mate 1 pv "), "{mate}");
}

#[test]
fn programs_are_loaded_by_the_option() {
    let desk = desk();
    desk.put(
        "broken.adv",
        "advice x\n better matte\n depth 1\nend-advice\n",
    );
    desk.put("my games/listing.adv", LISTING);
    let text = said(
        &desk,
        &["missing.adv"],
        &[
            START,
            "go",
            "setoption name Program value broken.adv",
            "go",
            "setoption name Program value my games/listing.adv",
            "go",
            "setoption name Mode value WEAK",
            &format!("{START} moves e6e5 c5c4"),
            "go",
            "setoption name Mode value strong",
            "go",
            "setoption name Program",
            "go",
        ],
    );
    assert_snapshot!("uci_programs", text);
}

#[test]
fn the_last_line_need_not_end() {
    let desk = desk();
    let ran = desk.adv_with(&["uci", "listing.adv"], &format!("{START}\ngo"));
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(
        ran.out.ends_with("bestmove e6e5 ponder c5b4\n"),
        "{}",
        ran.out
    );
    assert_eq!(desk.adv_with(&["uci"], "").out, "");
}
