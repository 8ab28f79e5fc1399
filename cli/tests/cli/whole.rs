//! `adv whole`, and its file checked and played from outside.

use crate::desk::{Desk, QUEEN, Ran};

/// Mate in two, with one reply and with two.
const FEN: &str = "8/8/8/8/8/5K2/7Q/5k2 w - - 0 1";
const TWO: &str = "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1";

/// What a command wrote, without the time that it took.
fn timeless(ran: &Ran) -> String {
    let (before, _) = ran.err.rsplit_once(" in ").expect("the time is told");
    format!("exit code {}\n{}{before}\n", ran.code, ran.out)
}

#[test]
fn a_whole_play_is_told_in_words() {
    let desk = Desk::new();
    let text = desk.adv(&["whole", "queen.adv", "--fen", FEN]);
    let expected = "exit code 0
table kqk plays White from 8/8/8/8/8/5K2/7Q/5k2 w - - 0 1, trees played to their leaves (strong)
nodes     3 positions of ours, at 3 places of the program
replies   2, every legal one
as a tree 6 positions
ends      2 checkmate
longest   2 moves: 1. Qa2 Ke1 2. Qe2#
complete: every line is followed to its end
3 nodes
";
    assert_eq!(timeless(&text), expected);
    let cut = desk.adv(&["whole", "queen.adv", "--fen", TWO, "--plies", "2"]);
    assert_eq!(cut.code, 3, "{}", cut.all());
    let last = "longest   1 move: 1. Kf6 Kh7\nnot complete: 1 node is left open (1 at the bound of plies)\n";
    assert!(cut.out.ends_with(last), "{}", cut.out);
    // Two bare kings: the program finds nothing once the kings are near, and that is an end.
    let stuck = desk.adv(&["whole", "kings.adv", "--nodes", "40"]);
    assert_eq!(stuck.code, 3, "{}", stuck.all());
    for line in [
        "nodes     44 positions of ours, at 1 place of the program\n",
        "ends      1 no advice applies\n",
        "not complete: 36 nodes are left open (36 at the bound of nodes)\n",
    ] {
        assert!(stuck.out.contains(line), "{line}{}", stuck.out);
    }
}

#[test]
fn the_file_is_verified_with_the_program_and_without() {
    let desk = Desk::new();
    let ran = desk.adv(&[
        "whole",
        "queen.adv",
        "--fen",
        TWO,
        "--format",
        "json",
        "-o",
        "tree.json",
    ]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.all());
    let lines: Vec<String> = desk.text("tree.json").lines().map(str::to_owned).collect();
    assert!(lines[0].ends_with("\"nodes\":["), "{}", lines[0]);
    assert!(lines[1].starts_with("{\"n\":0,"), "{}", lines[1]);
    let alone = desk.adv(&["verify", "tree.json"]);
    assert_eq!(alone.code, 0, "{}", alone.all());
    assert!(
        alone
            .out
            .starts_with("verified: White, moving as written, mates from")
    );
    assert!(alone.out.contains("what was not checked"), "{}", alone.out);
    let with = desk.adv(&["verify", "tree.json", "queen.adv"]);
    assert_eq!(with.code, 0, "{}", with.all());
    assert!(
        with.out.contains("the program, asked again in"),
        "{}",
        with.out
    );
    // Standard input will do.
    let piped = desk.adv_with(&["verify", "-"], &desk.text("tree.json"));
    assert_eq!(piped.out, desk.adv(&["verify", "tree.json"]).out);
}

#[test]
fn what_is_damaged_is_refused_at_its_place() {
    let desk = Desk::new();
    let written = desk.adv(&["whole", "queen.adv", "--fen", FEN, "--format", "json"]);
    let text = written.out;
    let told = |name: &str, text: String, expected: &str| {
        desk.put(name, text);
        let ran = desk.adv(&["verify", name]);
        assert_eq!(ran.code, 5, "{name}: {}", ran.all());
        let begins = format!("error: `{name}` is no true p-strategy: {expected}");
        assert!(ran.err.starts_with(&begins), "{}", ran.err);
    };
    told("cut.json", text[..text.len() / 2].to_owned(), "line ");
    let format = text.replace("adv p-strategy", "adv\\u001b p");
    told("format.json", format, "its format is ");
    let mate = text.replacen("checkmate", "stalemate", 1);
    told("mate.json", mate, "node 1: the end is not `stalemate`");
    let count = text.replacen("\"open\":0", "\"open\":1", 1);
    told("count.json", count, "`open` is `1`, counted 0");
    desk.put("tree.json", &text);
    let played = desk.adv(&["play", "cut.json", "--opponent", "random"]);
    assert_eq!(played.code, 1, "{}", played.all());
    let fixed = desk.adv(&["play", "tree.json", "--fen", FEN]);
    assert_eq!(fixed.code, 1);
    assert!(fixed.err.contains("takes no `--fen`"), "{}", fixed.err);
    // Of another program: its fingerprint is another.
    let ran = desk.adv(&["verify", "tree.json", "kings.adv"]);
    assert_eq!(ran.code, 5);
    assert!(ran.err.contains("is of another program"), "{}", ran.err);
    // The same fingerprint, written in by hand: the program plays another move.
    desk.put(
        "other.adv",
        QUEEN.replace("us       Q then K", "us       K then Q"),
    );
    let other = desk
        .adv(&["whole", "other.adv", "--fen", FEN, "--format", "json"])
        .out;
    let print = |text: &str| {
        let rest = text
            .split_once("\"fingerprint\":\"")
            .expect("a fingerprint")
            .1;
        rest[..64].to_owned()
    };
    assert_ne!(other, text);
    desk.put("forged.json", text.replace(&print(&text), &print(&other)));
    let ran = desk.adv(&["verify", "forged.json", "other.adv"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    assert!(ran.err.contains("is not the play of"), "{}", ran.err);
}

#[test]
fn a_file_is_played_by_itself() {
    let desk = Desk::new();
    let options = ["--fen", TWO, "--format", "json", "-o", "tree.json"];
    let ran = desk.adv(&[&["whole", "queen.adv"][..], &options].concat());
    assert_eq!(ran.code, 0, "{}", ran.all());
    let session = "help\nmoves\nwhy\nKg8\nfen\nundo\nKe9\nxyzzy\nKh7\ngame\nnew\nquit\n";
    let played = desk.adv_with(&["play", "tree.json", "--men", "letters"], session);
    assert_eq!(played.code, 0, "{}", played.all());
    for line in [
        "the p-strategy of table kqk of queen.adv plays White, you play Black\n",
        "\n1. Kf6    kqk, rule 1: mate-in(2), queen.adv:5\n",
        "\nKh7     node 1\n",
        "\nnode 0: kqk, rule 1: mate-in(2), queen.adv:5\n",
        "\n`Kg8` is not legal: the king may not step to g8\n",
        "\nthere is no move of the opponent to take back\n",
        "\n`xyzzy` is no move, expected one such as",
        "\n2. Qg7#    goes on: kqk, rule 1: mate-in(2), queen.adv:5\n",
        "\ncheckmate, White wins  1-0\nthe game: 1. Kf6 Kh7 2. Qg7#  1-0\n",
    ] {
        assert!(played.out.contains(line), "{line}{}", played.out);
    }
    for opponent in ["random", "tablebase", "traps"] {
        let watched = desk.adv(&["play", "tree.json", "--opponent", opponent]);
        assert_eq!(watched.code, 0, "{}", watched.all());
        assert!(
            watched.out.contains("checkmate, White wins  1-0\n"),
            "{}",
            watched.out
        );
    }
    // A file may say what it likes, and its words are told as its own.
    let end = r#""end": {"kind": "over", "goal": true, "says": "White has won"}"#;
    let text = desk.text("tree.json");
    let (head, _) = text.split_once("\"nodes\":").expect("nodes");
    let node = format!(
        r#"{head}"nodes":[{{"n": 0, "fen": "{TWO}", "place": 0, "begins": false, {end}}}],
"complete":true,"counts":{{"nodes": 1, "replies": 0, "open": 0, "left_out": 0, "unfolded": "1", "longest": 0}}}}"#
    );
    desk.put("says.json", node);
    let told = desk.adv_with(&["play", "says.json"], "quit\n");
    let words = "the file says: White has won; the goal is reached\n";
    assert!(told.out.contains(words), "{}", told.all());
    // What a bound has cut is said where it is reached.
    let options = [
        "--fen", TWO, "--plies", "2", "--format", "json", "-o", "cut.json",
    ];
    assert_eq!(
        desk.adv(&[&["whole", "queen.adv"][..], &options].concat())
            .code,
        3
    );
    let watched = desk.adv(&["play", "cut.json", "--opponent", "random"]);
    assert!(
        watched.out.contains("is left open here (plies)"),
        "{}",
        watched.out
    );
}

#[test]
fn the_other_forms_draw_it() {
    let desk = Desk::new();
    let form = |form: &str| {
        let ran = desk.adv(&["whole", "queen.adv", "--fen", TWO, "--format", form]);
        assert_eq!(ran.code, 0, "{}", ran.all());
        ran.out
    };
    let dot = form("dot");
    assert!(dot.contains("n0 -> n1 [label=\"Kh7\"];\n"), "{dot}");
    let pgn = form("pgn");
    let moves = "{4 positions} 1. Kf6 {node 0: kqk, rule 1: mate-in(2)} 1... Kh7 2. Qg7# {node\n1: checkmate} *\n";
    assert!(pgn.ends_with(moves), "{pgn}");
    let page = form("html");
    assert!(page.contains("<title>the whole play of table kqk</title>"));
    assert!(
        page.contains("\"sans\":[\"Kf6\""),
        "the data is in the page"
    );
    let none = desk.adv(&["whole", "queen.adv", "--format", "translations"]);
    assert_eq!(none.code, 1);
    assert!(
        none.err
            .contains("[possible values: text, json, html, dot, pgn]"),
        "{}",
        none.err
    );
    let alone = desk.adv(&["run", "queen.adv", "--plies", "3"]);
    assert_eq!(alone.code, 1, "{}", alone.all());
}
