//! `adv annotate`: what is written into a game, what stays as it is, and where a broken game is.

use adv_testkit::sized;
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
    let both = [("all.pgn", &all.out), ("few.pgn", &few.out)];
    for (name, text) in &both[..sized(1, 2)] {
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

#[test]
fn a_page_has_moves_comments_marks_and_variations() {
    let desk = Desk::new();
    desk.put("game.pgn", GAME);
    let page = desk.adv(&["annotate", "game.pgn", "--format", "html"]);
    assert_eq!((page.code, page.err.as_str()), (0, ""), "{}", page.all());
    // The input's own comments and variations, glyphs as signs, and what was written into it.
    for markup in [
        "<h1>White – Black, 0-1</h1>",
        r#"e5</button></p>
<p class="comment">the usual reply</p>"#,
        // 2. Nf3 follows 1... e5, and so does the variation 2. f4.
        r#"data-node="2" data-uci="g1f3" data-parent="1""#,
        r#"<div class="variation"><button type="button" class="move" data-node="3" data-uci="f2f4" data-parent="1"><span class="num">2.</span>f4</button>"#,
        r#"exf4</button> <span class="comment">King&#39;s Gambit</span> </div>"#,
        r#"Nd4<span class="glyph bad">?!</span></button>"#,
        "<p class=\"comment\">a trap",
        r#"<p class="result">0-1</p>"#,
    ] {
        assert!(page.out.contains(markup), "{markup}\n{}", page.out);
    }
    assert!(page.out.contains("Nf3#</button>"), "{}", page.out);
    assert!(
        page.out.matches(" data-marks=\"").count() > 3,
        "{}",
        page.out
    );
    let german = [
        "annotate",
        "game.pgn",
        "--format",
        "html",
        "--lang",
        "de",
        "--comments",
        "all",
    ];
    let german = desk.adv(&german);
    assert!(german.out.contains("<html lang=\"de\">"), "{}", german.out);
    assert!(german.out.contains("</span>Sf3"), "{}", german.out);
}

#[test]
fn a_page_of_several_games_says_what_it_leaves_out() {
    let desk = Desk::new();
    let deep = format!("1. e4 {} e5 {} *", "(1. d4 ".repeat(30), ")".repeat(30));
    let games = format!(
        "[White \"<b>A\"]\n\n1. e4 {{x}} (1. d4 Ke5 2. c4) e5 *\n\n[Event \"y\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"z\"]\n\n{deep}\n"
    );
    desk.put("games.pgn", games);
    let page = desk.adv(&["annotate", "games.pgn", "--format", "html"]);
    assert_eq!(page.code, 1, "{}", page.all());
    assert!(
        page.err.contains("the game is not on the page"),
        "{}",
        page.err
    );
    assert!(
        page.out.contains("<h2>&lt;b&gt;A – Black</h2>"),
        "{}",
        page.out
    );
    // A move that is not legal ends its variation; variations in variations end somewhere.
    let cut = "Lines that end where a move cannot be read: 1.";
    assert_eq!(page.out.matches(cut).count(), 2, "{}", page.out);
    assert_eq!(page.out.matches("<article").count(), 2, "{}", page.out);
    desk.put("bad.pgn", "1. e4 e4 *\n");
    let none = desk.adv(&["annotate", "bad.pgn", "--format", "html", "-o", "page.html"]);
    assert_eq!(none.code, 1, "{}", none.all());
    assert!(!desk.path("page.html").exists());
}

/// Three games that everyone knows. What is said of them is read by people before it is approved.
#[test]
fn famous_games_are_annotated() {
    let desk = Desk::new();
    desk.put(
        "famous.pgn",
        include_str!("../../../tests/cases/games/famous.pgn"),
    );
    let ran = desk.adv(&["annotate", "famous.pgn"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    assert_snapshot!("annotate_famous", ran.out);
    // Annotated again, a game stays as it is; in the short size the first.
    let next = ran
        .out
        .match_indices("\n[Event ")
        .nth(sized(0, usize::MAX - 1));
    let kept = &ran.out[..next.map_or(ran.out.len(), |(at, _)| at + 1)];
    desk.put("again.pgn", kept);
    let again = desk.adv(&["annotate", "again.pgn"]);
    assert_eq!(again.out.trim_end(), kept.trim_end());
}

#[test]
fn games_by_other_rules_are_refused_by_name() {
    let desk = Desk::new();
    let game = |variant: &str| format!("[Variant \"{variant}\"]\n\n1. e4 e5 *\n");
    let games = |variants: &[&str]| variants.iter().map(|of| game(of)).collect::<String>();
    let refused = ["Chess960", "Antichess", "Three-check", "Atomic"];
    for variant in &refused[..sized(2, refused.len())] {
        desk.put("game.pgn", games(&[variant]));
        let ran = desk.adv(&["annotate", "game.pgn"]);
        assert_eq!((ran.code, ran.out), (1, games(&[variant])));
        assert!(ran.err.contains(variant), "{}", ran.err);
    }
    desk.put("game.pgn", games(&["Standard", "From Position", "chess"]));
    assert_eq!(desk.adv(&["annotate", "game.pgn"]).code, 0);
}

/// A symmetrical pawn ending has nothing to be judged; a position that comes again is said.
#[test]
fn what_is_not_settled_gets_no_glyph() {
    let desk = Desk::new();
    let game = "[SetUp \"1\"]\n[FEN \"6k1/p4p1p/8/8/8/8/P4P1P/6K1 w - - 0 1\"]\n\n1. Kg2 Kg7 2. Kg1 Kg8 3. Kg2 Kg7 4. Kg1 Kg8 1/2-1/2\n";
    desk.put("game.pgn", game);
    let ran = desk.adv(&["annotate", "game.pgn", "--comments", "all"]);
    assert!(!ran.out.contains('$'), "{}", ran.out);
    assert!(
        ran.out.contains("the position has come 3 times"),
        "{}",
        ran.out
    );
}
