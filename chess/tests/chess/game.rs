//! The record of a game: ends and claims against shakmaty's judgement, repetition, numbered moves.

use crate::common::random_placement;
use adv_chess::game::{Claim, End, Game};
use adv_chess::{Color, Position, notation};
use adv_testkit::Numbers;
use shakmaty::{Chess, Position as _};

fn position(fen: &str) -> Position {
    notation::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A game with these moves, written as SAN.
fn played(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(position(fen));
    play(&mut game, moves);
    game
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = notation::parse_move(game.position(), text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.play(mv), Ok(()));
    }
}

/// What shakmaty says of the board alone.
fn end_by_shakmaty(chess: &Chess) -> Option<End> {
    if chess.is_checkmate() {
        let winner = !Color::from_shakmaty(chess.turn());
        Some(End::Checkmate { winner })
    } else if chess.is_stalemate() {
        Some(End::Stalemate)
    } else if chess.is_insufficient_material() {
        Some(End::DeadPosition)
    } else {
        None
    }
}

fn end_of_the_board(game: &Game) -> Option<End> {
    game.end()
        .filter(|end| !matches!(end, End::Fivefold | End::SeventyFive))
}

#[test]
fn random_games_end_as_shakmaty_says() {
    let mut random = Numbers::new(7);
    let mut ends = [0; 3];
    for round in 0..400 {
        // Few men, so that mates, stalemates and bare kings come about; whole games now and then.
        let start = if round % 8 == 0 {
            Position::start()
        } else {
            random_placement(&mut random, 3)
        };
        let Some(mut chess) = start.to_chess() else {
            continue;
        };
        let mut game = Game::new(start);
        for _ in 0..250 {
            let end = end_of_the_board(&game);
            assert_eq!(
                end,
                end_by_shakmaty(&chess),
                "{}",
                notation::fen(game.position())
            );
            match end {
                Some(End::Checkmate { .. }) => ends[0] += 1,
                Some(End::Stalemate) => ends[1] += 1,
                Some(_) => ends[2] += 1,
                None => {}
            }
            assert_eq!(game.position().halfmoves(), chess.halfmoves() as u16);
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            let uci: shakmaty::uci::UciMove = mv.to_string().parse().expect("our moves are UCI");
            chess.play_unchecked(uci.to_move(&chess).expect("our moves are legal"));
            assert_eq!(game.play(mv), Ok(()));
        }
        assert_eq!(game.positions().len(), game.len() + 1);
    }
    println!("mates, stalemates, dead positions met: {ends:?}");
    assert!(ends.iter().all(|&count| count > 5), "{ends:?}");
}

#[test]
fn repetitions_are_counted_as_a_plain_count_does() {
    let mut random = Numbers::new(11);
    for _ in 0..60 {
        let start = random_placement(&mut random, 2);
        if start.to_chess().is_none() {
            continue;
        }
        let mut game = Game::new(start);
        for _ in 0..200 {
            let now = game.position().without_clocks();
            let past = game.positions().iter();
            let plain = past.filter(|p| p.without_clocks() == now).count();
            assert_eq!(game.repetitions() as usize, plain);
            // The first move or the last: kings go to and fro, so that positions come again.
            let moves = game.position().legal_moves();
            let Some(mv) = moves.get(random.below(2).min(moves.len().saturating_sub(1))) else {
                break;
            };
            assert_eq!(game.play(*mv), Ok(()));
        }
    }
}

const AROUND: &str = "Ke2 Kd8 Ke1 Ke8";

#[test]
fn a_position_comes_again_although_its_clocks_differ() {
    let mut game = Game::new(position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    assert_eq!((game.repetitions(), game.claim()), (1, None));
    play(&mut game, AROUND);
    assert_eq!((game.repetitions(), game.claim()), (2, None));
    play(&mut game, AROUND);
    assert_eq!(
        (game.repetitions(), game.claim()),
        (3, Some(Claim::Threefold))
    );
    assert_eq!((game.end(), game.result()), (None, "*"));
    play(&mut game, AROUND);
    play(&mut game, AROUND);
    assert_eq!((game.repetitions(), game.end()), (5, Some(End::Fivefold)));
    assert_eq!((game.claim(), game.result()), (None, "1/2-1/2"));
    // Taking back what made it the fifth time takes the end back.
    assert_eq!(game.undo().map(|m| m.to_string()), Some("d8e8".to_string()));
    assert_eq!((game.end(), game.len()), (None, 15));
}

#[test]
fn rights_make_a_position_another_one() {
    // The king that has moved may not castle any more, so the start does not come again.
    let mut game = played("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", AROUND);
    assert_eq!(game.repetitions(), 1);
    play(&mut game, AROUND);
    assert_eq!(game.repetitions(), 2);
    // Black could capture en passant once, and not later.
    let mut game = played("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4");
    play(&mut game, "Kd8 Kd1 Ke8 Ke1");
    assert_eq!(game.repetitions(), 1);
    // No pawn could capture: it is the same position from the first time on.
    let mut game = played("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4");
    play(&mut game, "Kd8 Kd1 Ke8 Ke1");
    assert_eq!(game.repetitions(), 2);
}

#[test]
fn the_clock_of_the_start_counts() {
    let mut game = Game::new(position("7k/8/8/8/8/8/R7/K7 w - - 99 80"));
    assert_eq!(game.claim(), None);
    play(&mut game, "Ra3");
    assert_eq!((game.claim(), game.end()), (Some(Claim::FiftyMoves), None));
    // A capture or a pawn move sets it back.
    let game = played("7k/8/8/8/8/8/R6p/K7 w - - 99 80", "Rxh2");
    assert_eq!((game.claim(), game.position().halfmoves()), (None, 0));
    let game = played("7k/8/8/8/8/8/R7/K7 w - - 149 90", "Ra3");
    assert_eq!((game.end(), game.claim()), (Some(End::SeventyFive), None));
    assert_eq!(game.result(), "1/2-1/2");
}

#[test]
fn checkmate_comes_before_the_clock() {
    let game = played("7k/8/6K1/8/8/8/8/3R4 w - - 149 90", "Rd8");
    let winner = Color::White;
    assert_eq!(game.end(), Some(End::Checkmate { winner }));
    assert_eq!(game.result(), "1-0");
    let game = played("3r4/8/8/8/8/6k1/8/7K b - - 149 90", "Rd1");
    assert_eq!(
        game.end().and_then(End::winner).map(Color::name),
        Some("Black")
    );
    assert_eq!(game.result(), "0-1");
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = Game::new(Position::start());
    let far = adv_chess::Move::new(adv_chess::Role::Pawn, 12, 36);
    let before = game.clone();
    let error = game.play(far).map_err(|error| error.to_string());
    let sentence = "`e2e5` is not a legal move in \
                    `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`";
    assert_eq!(error, Err(sentence.to_string()));
    assert_eq!(game, before);
    assert_eq!(game.undo(), None);
    assert!(game.is_empty() && game.start() == game.position());
}

#[test]
fn moves_are_numbered_from_the_start_on() {
    let game = played("8/8/8/2k5/8/4K3/3R4/8 w - - 0 1", "Ke4 Kc4 Rc2+ Kb3");
    assert_eq!(game.san(), ["Ke4", "Kc4", "Rc2+", "Kb3"]);
    assert_eq!(game.movetext(), "1. Ke4 Kc4 2. Rc2+ Kb3");
    let game = played("8/8/8/2k5/8/4K3/3R4/8 b - - 0 1", "Kc4 Ke4");
    assert_eq!(game.movetext(), "1... Kc4 2. Ke4");
    let game = played("8/8/8/2k5/8/4K3/3R4/8 b - - 0 1", "Kc4");
    assert_eq!(game.movetext(), "1... Kc4");
    assert_eq!(Game::new(Position::start()).movetext(), "");
    let game = played("r3k3/1P6/8/8/8/8/8/4K3 w q - 4 31", "bxa8=Q+ Kd7 Qb7+");
    assert_eq!(game.movetext(), "31. bxa8=Q+ Kd7 32. Qb7+");
}

#[test]
fn ends_and_claims_are_sentences() {
    let ends = [
        End::Checkmate {
            winner: Color::White,
        },
        End::Stalemate,
        End::DeadPosition,
        End::Fivefold,
        End::SeventyFive,
    ];
    assert_eq!(
        ends.map(|end| end.to_string()),
        [
            "checkmate, White wins",
            "draw: stalemate",
            "draw: neither side has the men to mate",
            "draw: the position has occurred five times",
            "draw: seventy-five moves without a capture or a pawn move",
        ]
    );
    assert_eq!(
        [Claim::Threefold, Claim::FiftyMoves].map(|claim| claim.to_string()),
        [
            "draw: the position has occurred three times",
            "draw: fifty moves without a capture or a pawn move",
        ]
    );
}

#[test]
fn a_board_without_kings_is_judged_without_harm() {
    let game = Game::new(Position::EMPTY);
    assert_eq!(game.end(), Some(End::Stalemate));
    assert_eq!(game.result(), "1/2-1/2");
}

/// Kings behind pawns that bar one another mate no more; where a pawn can be taken, moved or come at, or a piece is left, they may.
#[test]
fn walled_in_positions_are_dead() {
    for (fen, is_dead) in [
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", true),
        ("8/8/3k4/p1p1p1p1/PpPpPpPp/1P1P1P1P/3K4/8 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        // The king comes round to a5, which nothing guards.
        ("4k3/8/8/p7/P7/8/8/4K3 w - - 0 1", false),
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/3NK3 w - - 0 1", false),
        ("4k3/8/8/p2p2p1/P2P4/6P1/8/4K3 w - - 0 1", false),
        ("4k3/8/8/p2p2p1/P2P3P/8/8/4K3 w - - 0 1", false),
        ("6k1/p4p1p/8/8/8/8/P4P1P/6K1 w - - 0 1", false),
    ] {
        let position = position(fen);
        assert_eq!(position.is_dead(), is_dead, "{fen}");
        assert_eq!(position.mirror().is_dead(), is_dead, "{fen}");
    }
}
