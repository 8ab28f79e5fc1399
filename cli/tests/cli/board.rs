//! `adv board`: values of expressions, drawn, and what is said of expressions that have none.

use insta::assert_snapshot;

use crate::desk::Desk;
use crate::forms::assert_well_formed;
use crate::play::LISTING;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    desk
}

#[test]
fn values_of_every_kind_are_drawn() {
    let desk = desk();
    let expressions = [
        "MV(B.K) ∩ RANK-AT(3)",
        "STRIP-FILE(W.K, B.K)",
        "dist(W.K, B.K)",
        "(rank(W.K), file(W.K))",
        "OPP(W.K, B.K) ∨ SQ(R) = {g6}",
        "check",
    ];
    let text = desk.adv(&[&["board", "listing.adv"][..], &expressions].concat());
    assert_eq!(text.code, 0, "{}", text.all());
    assert_snapshot!("board_text", text.all());
    let json = desk.adv(
        &[
            &[
                "board",
                "listing.adv",
                "--format",
                "json",
                "--side",
                "black",
            ][..],
            &expressions,
        ]
        .concat(),
    );
    assert_eq!(json.code, 0, "{}", json.all());
    assert_snapshot!("board_json", json.all());
    let svg = desk.adv(
        &[
            &["board", "listing.adv", "--format", "svg"][..],
            &expressions,
        ]
        .concat(),
    );
    assert_eq!((svg.code, svg.err.as_str()), (0, ""), "{}", svg.err);
    assert_well_formed(&svg.out);
    assert!(svg.out.contains("STRIP-FILE(W.K, B.K)"), "{}", svg.out);
    let file = desk.adv(&[
        "board",
        "listing.adv",
        "L(R)",
        "--flip",
        "--format",
        "svg",
        "-o",
        "board.svg",
    ]);
    assert_eq!((file.code, file.out.as_str()), (0, ""), "{}", file.all());
    assert_well_formed(&desk.text("board.svg"));
}

/// Réti's study: a pawn runs on either side.
const RACES: &str = "material  W: K, P;  B: K, P
example   \"7K/8/k1P5/7p/8/8/8/8 b - - 0 1\"
use std.square
zone attack(s: side, t: side) = zone(s.*, t.*)
";

#[test]
fn zones_and_ways_are_drawn() {
    let desk = Desk::new();
    desk.put("races.adv", RACES);
    let expressions = [
        "race(W)",
        "race(B)",
        "BUNDLE(B.K, c7)",
        "BUNDLE(B.K, c7, 3)",
        "BUNDLE(race(W), 1)",
    ];
    let with = |options: &[&str]| {
        let ran = desk.adv(&[&["board", "races.adv"][..], &expressions, options].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.err);
        ran.out
    };
    assert_snapshot!("board_zones_text", with(&["--trajectories"]));
    assert_snapshot!("board_zones_json", with(&["--format", "json"]));
    let short = with(&[]);
    assert!(!short.contains("trajectories by level"), "{short}");
    assert!(
        short.contains("king a6 to c7: 2 moves, 2 trajectories\n\n"),
        "{short}"
    );
    // What a reader of the picture alone has to find: who stops which pawn, where, in how many moves.
    let svg = with(&["--format", "svg"]);
    assert_well_formed(&svg);
    let words = svg
        .lines()
        .filter(|line| line.contains("adv-text"))
        .map(|line| line.split(['<', '>']).nth(2).unwrap_or(""))
        .collect::<Vec<_>>()
        .join(" ");
    for told in [
        "Black to move. Does the white pawn on c6 get to c8? Forecast: no, it needs 2 moves and is stopped: the king on a6 comes to c7 in 2 moves \
         (may take 2), to c8 in 2 moves (may take 3). Zone: race(W).",
        "Does the black pawn on h5 get to h1? Forecast: yes, in 4 moves; the king on h8 is too late: it needs 7 moves to h1 and may take 4. \
         Zone: race(B).",
        "the black king on a6: to c7 in 2 moves (may take 2), to c8 in 2 moves (may take 3)",
        "the white pawn on c6: guards b7 until it moves",
        "king a6 to c7: 3 moves, ",
        "the man that comes to the square last captures",
        "its way behind a ring, where it does not get",
        "which move of the man it is",
    ] {
        assert!(words.contains(told), "{told}\n{words}");
    }
    // Two rings; each step of both pawns and of the king has the number of its move.
    assert_eq!(svg.matches("stroke-width=\"4\"/>").count(), 2, "{svg}");
    for number in [">1<", ">2<", ">3<", ">4<"] {
        assert!(svg.contains(number), "{number}\n{svg}");
    }
}

#[test]
fn what_is_called_as_ways_are_is_drawn_as_squares_where_it_is_none() {
    let desk = Desk::new();
    desk.put("races.adv", RACES);
    for expression in [
        "BUNDLE(B.K, c7) ∪ a1",
        "(if check then BUNDLE(B.K, c7) else BUNDLE(B.K, c8))",
        "FIRST(B.K, c7)",
    ] {
        let ran = desk.adv(&["board", "races.adv", expression, "--trajectories"]);
        assert_eq!(ran.code, 0, "{}", ran.all());
        assert!(!ran.out.contains(" to c7: "), "{}", ran.out);
    }
    // No way leads there, and a level that a zone does not have is empty.
    for expression in [
        "BUNDLE(W.P, a1)",
        "BUNDLE(race(W), 9)",
        "BUNDLE(race(W), -1)",
    ] {
        let ran = desk.adv(&["board", "races.adv", expression, "--format", "svg"]);
        assert_eq!(ran.code, 0, "{}", ran.all());
        assert_well_formed(&ran.out);
        assert!(!ran.out.contains("<circle cx=\"500"), "{}", ran.out);
    }
}

#[test]
fn the_position_and_the_lines_of_an_expression_are_free() {
    let desk = desk();
    let ran = desk.adv(&[
        "board",
        "kings.adv",
        "--fen",
        "8/8/8/3k4/8/8/1K6/8 b - - 0 1",
        "SQ(W.K)\n  ∪ SQ(B.K)",
        "--flip",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("board_flipped", ran.all());
}

#[test]
fn errors_are_shown_in_the_expression() {
    let desk = desk();
    let mut shown = String::new();
    for expression in [
        "SQ(R) ∪ STRIP-FYLE(W.K, B.K)",
        "SQ(R) ∩",
        "",
        "dist(W.K)",
        "SQ(R) + 1",
        "K-R-VS-K",
        "dist(W.K, root.B.K)",
        "new.SQ(R)",
        "rook-moves",
    ] {
        let ran = desk.adv(&["board", "listing.adv", expression]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        shown.push_str(&ran.err);
        shown.push('\n');
    }
    assert_snapshot!("board_errors", shown);
    // The whole of several expressions is drawn or nothing.
    let ran = desk.adv(&["board", "listing.adv", "SQ(R)", "SQ(Q"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let desk = desk();
    desk.put("broken.adv", "board b = matte\n");
    desk.put("library.adv", "board corner = {a1}\n");
    assert_eq!(
        desk.adv(&["build", "kings.adv", "--strip", "-o", "stripped.advc"])
            .code,
        0
    );
    let refused: &[(&[&str], &str)] = &[
        (
            &["board", "stripped.advc", "SQ(W.K)"],
            "the module has no source text",
        ),
        (
            &["board", "listing.adv", "SQ(R)", "--fen", "8/8 w"],
            "the position of `--fen` cannot be used: the board has 2 ranks",
        ),
        (
            &["board", "library.adv", "corner"],
            "the program has no `example`",
        ),
        (&["board", "broken.adv", "b"], "unknown name `matte`"),
        (&["board", "none.adv", "b"], "cannot read `none.adv`"),
        (&["board", "listing.adv"], "<EXPRESSION>"),
    ];
    for (arguments, message) in refused {
        let ran = desk.adv(arguments);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (1, ""),
            "{arguments:?} {}",
            ran.all()
        );
        assert!(ran.err.contains(message), "{arguments:?} {}", ran.err);
    }
    // A module that still has its source knows its definitions.
    assert_eq!(desk.adv(&["build", "listing.adv"]).code, 0);
    let ran = desk.adv(&["board", "listing.advc", "STRIP-FILE(W.K, B.K)"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
}
