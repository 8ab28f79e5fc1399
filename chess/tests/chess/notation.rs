//! FEN and moves as text: what is refused and in which words, and round trips.

use crate::common::{random_games, random_placement};
use adv_chess::notation::{FenErrorKind, MoveError, fen, parse_fen, parse_move, san};
use adv_chess::{Color, Position};
use adv_testkit::Numbers;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode};

/// Refused FENs, the kind of the reason, and the sentence.
const REFUSED: [(&str, FenErrorKind, &str); 29] = [
    (
        "",
        FenErrorKind::Syntax,
        "the FEN is empty, expected one like `8/8/8/4k3/8/3R4/8/2K5 w - - 0 1`",
    ),
    (
        " \n\t",
        FenErrorKind::Syntax,
        "the FEN is empty, expected one like `8/8/8/4k3/8/3R4/8/2K5 w - - 0 1`",
    ),
    (
        "garbage",
        FenErrorKind::Syntax,
        "the board has 1 rank, expected 8 separated by `/`: `garbage`",
    ),
    (
        "8/8/8/4k3/8/3R4/8 w - -",
        FenErrorKind::Syntax,
        "the board has 7 ranks, expected 8 separated by `/`: `8/8/8/4k3/8/3R4/8`",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K5/8 w - -",
        FenErrorKind::Syntax,
        "the board has 9 ranks, expected 8 separated by `/`: `8/8/8/4k3/8/3R4/8/2K5/8`",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K5",
        FenErrorKind::Syntax,
        "the FEN has 1 of at least 4 fields, expected board, side to move, castling and en passant, such as `8/8/8/4k3/8/3R4/8/2K5 w - -`",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K4 w - -",
        FenErrorKind::Syntax,
        "rank 1 of the board has 7 squares, expected 8: `2K4`",
    ),
    (
        "8/8/8/4k3/8/3R5/8/2K5 w - -",
        FenErrorKind::Syntax,
        "rank 3 of the board has 9 squares, expected 8: `3R5`",
    ),
    (
        "8/8/8/4k3/8/3X4/8/2K5 w - -",
        FenErrorKind::Syntax,
        "rank 3 of the board has `X`, expected men `KQRBNP` `kqrbnp` or a number 1 to 8 of empty squares",
    ),
    (
        "8/8/8/4k3/8/3♖4/8/2K5 w - -",
        FenErrorKind::Syntax,
        "rank 3 of the board has `♖`, expected men `KQRBNP` `kqrbnp` or a number 1 to 8 of empty squares",
    ),
    (
        "8/8/8/4k3/8/3R~4/8/2K5 w - -",
        FenErrorKind::Syntax,
        "rank 3 of the board has `~`, expected men `KQRBNP` `kqrbnp` or a number 1 to 8 of empty squares",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K5 W - -",
        FenErrorKind::Syntax,
        "the side to move is `W`, expected `w` or `b`",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K5 w x -",
        FenErrorKind::Syntax,
        "the castling field is `x`, expected `-` or each of the letters `KQkq` at most once",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K5 w KK -",
        FenErrorKind::Syntax,
        "the castling field is `KK`, expected `-` or each of the letters `KQkq` at most once",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K5 w - e9",
        FenErrorKind::Syntax,
        "the en passant field is `e9`, expected `-` or a square such as `e3`",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K5 w - - x 1",
        FenErrorKind::Syntax,
        "the halfmove clock is `x`, expected a number such as `0`",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K5 w - - 0 -1",
        FenErrorKind::Syntax,
        "the move number is `-1`, expected a number such as `0`",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K5 w - - 0 1 bm",
        FenErrorKind::Syntax,
        "there is `bm` after the sixth field, expected nothing there",
    ),
    (
        "8/8/8/8/8/3R4/8/8 w - -",
        FenErrorKind::NoKing,
        "White has no king; put one `K` on the board; Black has no king; put one `k` on the board",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K1K3 w - -",
        FenErrorKind::TooManyKings,
        "White has 2 kings, expected one: {c1, e1}",
    ),
    (
        "8/8/8/4k3/PPPPPPPP/P7/8/2K5 w - -",
        FenErrorKind::TooManyMen,
        "White has 9 pawns, expected at most 8",
    ),
    (
        "8/8/8/4k3/8/NNNNNNNN/NNNNNNNN/2K5 w - -",
        FenErrorKind::TooManyMen,
        "White has 17 men, expected at most 16",
    ),
    (
        "8/8/8/4k3/8/QQ6/PPPPPPPP/2K5 w - -",
        FenErrorKind::TooManyMen,
        "White has more promoted men than pawns that are gone; take some men or pawns off",
    ),
    (
        "p7/8/8/4k3/8/3R4/8/2K4P w - -",
        FenErrorKind::PawnOnLastRank,
        "a pawn cannot stand on the first or last rank: {a8, h1}",
    ),
    (
        "8/8/8/3k4/8/3R4/8/2K5 w - -",
        FenErrorKind::OtherSideInCheck,
        "White is to move and could take the king on d5 (attacked from {d3}); write `b` for the side to move or move a man",
    ),
    (
        "8/8/8/8/8/8/3k4/2K5 b - -",
        FenErrorKind::OtherSideInCheck,
        "Black is to move and could take the king on c1 (attacked from {d2}); write `w` for the side to move or move a man",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K5 w K -",
        FenErrorKind::Castling,
        "the castling rights `K` need king and rook on their home squares; write `-` or only the rights that are left",
    ),
    (
        "8/8/8/4k3/8/8/8/2K4R w K -",
        FenErrorKind::Castling,
        "the castling rights `K` need king and rook on their home squares; write `-` or only the rights that are left",
    ),
    (
        "8/8/8/4k3/8/3R4/8/2K5 w - e6",
        FenErrorKind::EnPassant,
        "no pawn can just have passed the en passant square `e6`; write `-`",
    ),
];

#[test]
fn refused_fens_say_why() {
    for (text, kind, sentence) in REFUSED {
        match parse_fen(text) {
            Ok(position) => panic!("{text} was read as {}", fen(&position)),
            Err(error) => {
                assert_eq!(error.to_string(), sentence, "{text}");
                assert_eq!(error.kind(), kind, "{text}");
            }
        }
    }
}

#[test]
fn long_and_odd_texts_are_refused_in_few_words() {
    let long = "8/".repeat(5_000);
    let men = "k".repeat(150);
    for text in [
        long.as_str(),
        men.as_str(),
        "\u{0}\u{1b}[2J/8/8/8/8/8/8/8 w - -",
        "////////// w - -",
    ] {
        let error = parse_fen(text).map_err(|error| error.to_string());
        let words = error.err().unwrap_or_default();
        assert!((10..300).contains(&words.len()), "{words}");
        assert!(!words.chars().any(char::is_control), "{words:?}");
    }
    let mut random = Numbers::new(21);
    let start = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq e3 0 1";
    for _ in 0..50_000 {
        let mut bytes = start.as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let place = random.below(bytes.len());
            match random.below(3) {
                0 => drop(bytes.remove(place)),
                1 => bytes.insert(place, b" /KkPp189wb-_~[]+\xc3"[random.below(18)]),
                _ => bytes[place] = random.bits() as u8,
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(position) = parse_fen(&text) {
            assert!(position.to_chess().is_some(), "{text}");
            assert_eq!(parse_fen(&fen(&position)), Ok(position), "{text}");
        }
        let _ = parse_move(&Position::start(), &text);
    }
}

#[test]
fn accepted_fens_come_back() {
    for (text, written) in [
        (
            "8/8/8/4k3/8/3R4/8/2K5 w - -",
            "8/8/8/4k3/8/3R4/8/2K5 w - - 0 1",
        ),
        (
            "  8/8/8/4k3/8/3R4/8/2K5  b - - 7 40 ",
            "8/8/8/4k3/8/3R4/8/2K5 b - - 7 40",
        ),
        (
            "8/8/8/4k3/8/3R4/8/2K5 w - - 99999999999 0",
            "8/8/8/4k3/8/3R4/8/2K5 w - - 65535 1",
        ),
        // No pawn can capture, so the en passant square says nothing.
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
        ),
        // The capturing pawn is pinned along the rank that both pawns leave.
        (
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1",
        ),
        (
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        ),
        // Three checkers, which no game brings about, are accepted.
        (
            "4k3/8/8/1B2R3/8/8/8/K3R2B b - - 0 1",
            "4k3/8/8/1B2R3/8/8/8/K3R2B b - - 0 1",
        ),
        (
            "8/8/3N1N2/4k3/3P4/8/8/K7 b - - 0 1",
            "8/8/3N1N2/4k3/3P4/8/8/K7 b - - 0 1",
        ),
        (
            "3qkq2/8/2N3N1/8/8/8/8/K3R3 b - - 0 1",
            "3qkq2/8/2N3N1/8/8/8/8/K3R3 b - - 0 1",
        ),
    ] {
        assert_eq!(
            parse_fen(text).map(|position| fen(&position)),
            Ok(written.to_string())
        );
    }
    assert_eq!(parse_fen(&fen(&Position::start())), Ok(Position::start()));
}

#[test]
fn fens_of_random_positions_are_shakmatys() {
    random_games(22, 30, |chess, _| {
        let text = Fen::from_position(chess, EnPassantMode::Legal).to_string();
        let position = Position::from(chess);
        assert_eq!(fen(&position), text);
        assert_eq!(parse_fen(&text), Ok(position));
        assert_eq!(parse_fen(&fen(&position.mirror())), Ok(position.mirror()));
    });
    let mut random = Numbers::new(23);
    for _ in 0..10_000 {
        let position = random_placement(&mut random, 8);
        let playable = position.to_chess().is_some();
        let several = position.by_role.iter().any(|set| set.count_ones() > 8);
        assert!(
            several || parse_fen(&fen(&position)).is_ok() == playable,
            "{}",
            fen(&position)
        );
    }
}

#[test]
fn moves_come_back_from_san_and_uci() {
    let check = |position: &Position, chess: &Chess| {
        let moves = position.legal_moves();
        for m in &moves {
            let text = san(position, *m);
            assert_eq!(parse_move(position, &text), Ok(*m), "{text}");
            let bare = text.trim_end_matches(['+', '#']);
            assert_eq!(parse_move(position, bare), Ok(*m), "{bare}");
            assert_eq!(
                parse_move(position, &bare.replace('O', "0")),
                Ok(*m),
                "{bare}"
            );
            assert_eq!(parse_move(position, &m.to_string()), Ok(*m), "{text}");
        }
        let mut expected: Vec<String> = shakmaty::Position::legal_moves(chess)
            .into_iter()
            .map(|m| SanPlus::from_move(chess.clone(), m).to_string())
            .collect();
        let mut written: Vec<String> = moves.iter().map(|m| san(position, *m)).collect();
        expected.sort();
        written.sort();
        assert_eq!(written, expected);
    };
    let mut count = 0;
    random_games(24, 12, |chess, _| {
        if count % 4 == 0 {
            check(&Position::from(chess), chess);
        }
        count += 1;
    });
    for text in [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
        "3N3N/P6k/8/8/8/8/1Q6/K2N3N w - -",
    ] {
        let position = parse(text);
        let Some(chess) = position.to_chess() else {
            panic!("{text}")
        };
        check(&position, &chess);
    }
}

#[test]
fn refused_moves_say_why() {
    for (board, text, sentence) in [
        (
            "8/8/8/4k3/8/3R4/8/2K5 w - -",
            "hello",
            "`hello` is no move, expected one such as `Rd8`, `exd5`, `O-O` or `d1d8`",
        ),
        (
            "8/8/8/4k3/8/3R4/8/2K5 w - -",
            "",
            "`` is no move, expected one such as `Rd8`, `exd5`, `O-O` or `d1d8`",
        ),
        (
            "8/8/8/4k3/8/3R4/8/2K5 w - -",
            "Qd4",
            "`Qd4` is not legal: White is to move and has no queen",
        ),
        (
            "8/8/8/4k3/8/3R4/8/2K5 w - -",
            "a1a2",
            "`a1a2` is not legal: White is to move and has no man on a1",
        ),
        (
            "8/8/8/4k3/8/3R4/8/2K5 w - -",
            "Re4",
            "`Re4` is not legal: there is no way for the rook to e4",
        ),
        (
            "8/8/8/4k3/8/3R4/8/2K5 w - -",
            "Rc1",
            "`Rc1` is not legal: White has a man on c1 already",
        ),
        (
            "8/8/8/4k3/8/3R4/8/2K5 w - -",
            "Rxd4",
            "`Rxd4` is not legal: there is nothing to capture on d4",
        ),
        (
            "8/8/8/4k3/8/3R4/8/2K5 b - -",
            "Kd4",
            "`Kd4` is not legal: the king may not step to d4",
        ),
        (
            "8/8/8/4k3/8/3R4/8/2K5 w - -",
            "O-O",
            "`O-O` is not legal: the king or the rook has moved, a square on the way is taken or attacked, or the king is in check",
        ),
        (
            "4r1k1/8/8/8/8/8/4R3/4K3 w - -",
            "Rd2",
            "`Rd2` is not legal: the rook on e2 is pinned to its king",
        ),
        (
            "4r1k1/8/8/8/8/8/2R5/4K3 w - -",
            "Rc8",
            "`Rc8` is not legal: White is in check from {e8}, and the move does not meet it",
        ),
        (
            "8/P7/8/4k3/8/8/8/2K5 w - -",
            "a8",
            "`a8` is not legal: the pawn is promoted on a8; say to what, such as `a8=Q`",
        ),
        (
            "8/8/P7/4k3/8/8/8/2K5 w - -",
            "a7=Q",
            "`a7=Q` is not legal: there is no promotion on a7",
        ),
        (
            "8/8/8/4k3/8/8/R6R/2K5 w - -",
            "Re2",
            "`Re2` is ambiguous, expected one of `Rae2+`, `Rhe2+`",
        ),
        (
            "8/8/8/4k3/8/8/8/2K5 w - -",
            "--",
            "`--` is no move, expected one such as `Rd8`, `exd5`, `O-O` or `d1d8`",
        ),
    ] {
        let error = parse_move(&parse(board), text).map_err(|error| error.to_string());
        assert_eq!(error, Err(sentence.to_string()));
    }
    let long = "e4".repeat(5_000);
    let error = parse_move(&Position::start(), &long);
    assert!(matches!(error, Err(MoveError::NotAMove { text, .. }) if text.len() < 60));
}

#[test]
fn a_pawn_move_may_be_written_without_the_capture_sign() {
    let position = parse("4k3/8/8/3p4/4P3/8/8/4K3 w - -");
    for text in ["exd5", "ed5", "e4d5", "exd5!", " exd5 "] {
        assert_eq!(
            parse_move(&position, text).map(|m| m.to_string()),
            Ok("e4d5".into()),
            "{text}"
        );
    }
    // A pawn's move to d5 without a file is a move straight on, which there is not.
    assert!(parse_move(&position, "d5").is_err());
    assert_eq!(
        parse_move(&position, "e5").map(|m| m.to_string()),
        Ok("e4e5".into())
    );
    let castled = parse("4k2r/8/8/8/8/8/8/4K3 b k -");
    assert_eq!(castled.turn(), Color::Black);
    assert_eq!(
        parse_move(&castled, "0-0").map(|m| san(&castled, m)),
        Ok("O-O".into())
    );
}

fn parse(text: &str) -> Position {
    parse_fen(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
