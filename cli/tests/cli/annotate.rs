//! `adv annotate`: what is written into a game, what stays as it is, and where a broken game is.

use insta::assert_snapshot;

use crate::desk::Desk;

const GAME: &str = "[Event \"Club\"]\n[Result \"0-1\"]\n\n1. e4 e5 {the usual reply} 2. Nf3 (2. f4 exf4 {King's Gambit}) Nc6 3. Bc4 Nd4?!\n; a trap\n4. Nxe5 Qg5 5.Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n";

/// True where everything of the first text is in the second, in its order.
fn is_within(first: &str, second: &str) -> bool {
    let mut letters = second.bytes();
    first.bytes().all(|byte| letters.any(|other| other == byte))
}

#[test]
fn a_game_is_annotated_and_reads_back() {
    let desk = Desk::new();
    desk.put("game.pgn", GAME);
    let few = desk.adv(&["annotate", "game.pgn"]);
    assert_eq!((few.code, few.err.as_str()), (0, ""), "{}", few.all());
    assert_snapshot!("annotate_few", few.out);
    let args = [
        "annotate",
        "game.pgn",
        "--comments",
        "all",
        "--least",
        "10",
        "--lang",
        "de",
    ];
    let all = desk.adv(&args);
    assert_snapshot!("annotate_all_german", all.out);
    for (name, text) in [("few.pgn", &few.out), ("all.pgn", &all.out)] {
        assert!(is_within(GAME, text), "{text}");
        assert!(
            !text
                .split_once("\n\n")
                .is_some_and(|(_, moves)| moves.contains("\n\n")),
            "{text}"
        );
        desk.put(name, text);
        let again = desk.adv(&["annotate", name, "--least", "100000", "--no-variations"]);
        assert_eq!((again.code, again.err.as_str()), (0, ""), "{}", again.all());
        assert!(is_within(text, &again.out), "{}", again.out);
    }
}

#[test]
fn a_broken_game_is_copied_and_told_with_its_place() {
    let desk = Desk::new();
    let broken = "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"y\"]\n\n1. d4 (1. e4 *\n\n[Event \"z\"]\n[FEN \"8/8 w\"]\n\n*\n\n[Event \"w\"]\n\n1. d4 {open *\n";
    desk.put("bad.pgn", broken);
    let ran = desk.adv(&["annotate", "bad.pgn"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert_eq!(ran.out, broken);
    assert_snapshot!("annotate_broken", ran.err);
    desk.put("empty.pgn", "\n");
    assert_eq!(desk.adv(&["annotate", "empty.pgn"]).code, 1);
}
