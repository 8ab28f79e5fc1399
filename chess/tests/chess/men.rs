//! Lists of men as positions: what they mean, round trips with FEN, and what is refused in which words.

use crate::common::random_placement;
use adv_chess::notation::{FenErrorKind, fen, parse_fen, parse_men, parse_position};
use adv_chess::{Color, Position, Role};
use adv_testkit::Numbers;

#[test]
fn a_list_is_the_position_that_it_names() {
    let same = [
        ("W: Ke6, Rg6; B: Kc5", "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1"),
        ("B:Kc5;W:Rg6,Ke6;", "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1"),
        (
            " White : Kd1 , c3 ; Black : Kf8 ; Black to move ",
            "5k2/8/8/8/8/2P5/8/3K4 b - - 0 1",
        ),
        (
            "W: Kd1, Pc3; B: Kf8; white to move",
            "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1",
        ),
    ];
    for (list, wanted) in same {
        let position = parse_position(list).unwrap_or_else(|error| panic!("{list}: {error}"));
        assert_eq!(fen(&position), wanted, "{list}");
        assert_eq!(parse_position(wanted), Ok(position));
    }
}

/// Refused lists, the kind of the reason, and the sentence.
const REFUSED: [(&str, FenErrorKind, &str); 19] = [
    (
        "W: Ke6, Xg6; B: Kc5",
        FenErrorKind::Syntax,
        "man 2 of White, `Xg6`, does not begin with `K`, `Q`, `R`, `B`, `N` or `P`",
    ),
    (
        "W: Ke6; B: kc5",
        FenErrorKind::Syntax,
        "man 1 of Black, `kc5`, does not begin with `K`, `Q`, `R`, `B`, `N` or `P`; write `K` for both sides",
    ),
    (
        "W: Ke6, Rg9; B: Kc5",
        FenErrorKind::Syntax,
        "man 2 of White, `Rg9`, has no square of the board, expected one like `Re4`",
    ),
    (
        "W: Ke6, R; B: Kc5",
        FenErrorKind::Syntax,
        "man 2 of White, `R`, has no square of the board, expected one like `Re4`",
    ),
    (
        "W: Ke6, Re6; B: Kc5",
        FenErrorKind::Syntax,
        "man 2 of White, `Re6`, stands on e6, where another man stands already",
    ),
    (
        "W: Ke6, Rg6; B: Kg6",
        FenErrorKind::Syntax,
        "man 1 of Black, `Kg6`, stands on g6, where another man stands already",
    ),
    (
        "W: Ke6 Rg6; B: Kc5",
        FenErrorKind::Syntax,
        "man 1 of White, `Ke6 Rg6`, is not one man; men are parted by `,`, sides by `;`",
    ),
    (
        "W: Ke6, Rg6 B: Kc5",
        FenErrorKind::Syntax,
        "man 2 of White, `Rg6 B: Kc5`, is not one man; men are parted by `,`, sides by `;`",
    ),
    (
        "W: Ke6,, Rg6; B: Kc5",
        FenErrorKind::Syntax,
        "man 2 of White is missing, expected one like `Ke4`",
    ),
    (
        "W: Ke6; W: Rg6; B: Kc5",
        FenErrorKind::Syntax,
        "the men of White are listed twice; write all of them after one `W:`",
    ),
    (
        "S: Ke6; B: Kc5",
        FenErrorKind::Syntax,
        "`S` names no side, expected `W:` or `B:` before its men, as in `W: Ke6, Rg6; B: Kc5`",
    ),
    (
        "W: Ke6; Black to move; B: Kc5",
        FenErrorKind::Syntax,
        "`Black to move` is neither the men of a side, such as `B: Kc5`, nor `Black to move` at the end",
    ),
    (
        "W: Ke6; B: Kc5; their move",
        FenErrorKind::Syntax,
        "`their move` is neither the men of a side, such as `B: Kc5`, nor `Black to move` at the end",
    ),
    (
        "W: Ke6, Rg6",
        FenErrorKind::NoKing,
        "Black has no king; add it to its men, as in `Ke4`",
    ),
    (
        "W: Ke6, Kg6; B: Kc5",
        FenErrorKind::TooManyKings,
        "White has 2 kings, expected one: {e6, g6}",
    ),
    (
        "W: Ke6, h8; B: Kc5",
        FenErrorKind::PawnOnLastRank,
        "a pawn cannot stand on the first or last rank: {h8}",
    ),
    (
        "W: Ke6, Rg5; B: Kc5",
        FenErrorKind::OtherSideInCheck,
        "White is to move and could take the king on c5 (attacked from {g5}); write `; Black to move` at the end or move a man",
    ),
    (
        "W: Kc1; B: Ke5, Rc8; Black to move",
        FenErrorKind::OtherSideInCheck,
        "Black is to move and could take the king on c1 (attacked from {c8}); write `; White to move` at the end or move a man",
    ),
    (
        "W: Ke6, Rg6; B: Ké5",
        FenErrorKind::Syntax,
        "man 1 of Black, `Ké5`, has no square of the board, expected one like `Ke4`",
    ),
];

#[test]
fn what_no_game_can_show_is_refused_with_its_place() {
    for (list, kind, sentence) in REFUSED {
        let error = parse_position(list).expect_err(list);
        assert_eq!((error.kind(), error.to_string().as_str()), (kind, sentence));
    }
    let long = format!("W: {}", "Ke4, ".repeat(100));
    let error = parse_men(&long).expect_err("too long");
    assert_eq!(
        error.to_string(),
        "the list of men is 503 bytes long, expected at most 200"
    );
}

/// A position without castling rights as a list.
fn list(position: &Position) -> String {
    let men = |color: Color| {
        let mut men = Vec::new();
        for role in Role::ALL {
            let squares = position.pieces(color, role);
            for square in (0..64u8).filter(|square| squares & (1 << square) != 0) {
                let (file, rank) = (char::from(b'a' + square % 8), square / 8 + 1);
                men.push(format!("{}{file}{rank}", role.letter()));
            }
        }
        men.join(", ")
    };
    let turn = match position.turn() {
        Color::White => "",
        Color::Black => "; Black to move",
    };
    format!("W: {}; B: {}{turn}", men(Color::White), men(Color::Black))
}

#[test]
fn lists_and_fens_agree_about_random_positions() {
    let mut numbers = Numbers::new(7);
    let mut read = 0;
    for _ in 0..2_000 {
        let placed = random_placement(&mut numbers, 6);
        if Color::ALL.iter().any(|color| placed.side(*color) == 0) {
            continue;
        }
        let text = fen(&placed);
        let fields: Vec<&str> = text.split(' ').collect();
        let text = format!("{} {} - - 0 1", fields[0], fields[1]);
        let list = list(&placed);
        match (parse_fen(&text), parse_position(&list)) {
            (Ok(one), Ok(other)) => {
                assert_eq!(one, other, "{list}");
                read += 1;
            }
            (Err(one), Err(other)) => assert_eq!(one.kind(), other.kind(), "{list}"),
            (one, other) => panic!("{text}: {one:?}, {list}: {other:?}"),
        }
    }
    assert!(read > 100, "{read} positions could be read");
}

#[test]
fn no_text_makes_it_panic() {
    let mut numbers = Numbers::new(11);
    let parts = [
        "W", "B", ":", ";", ",", " ", "K", "e4", "é", "to move", "Black", "R", "a9", "\u{0}",
    ];
    for _ in 0..20_000 {
        let text = numbers.some(&parts, 14).concat();
        let _ = parse_position(&text);
    }
}
