//! The tables of three men and some of four: known figures, values against the values after each
//! move, the order of moves, and what has no value.

use crate::common::{check, figures, material, positions, prepare, tables};
use adv_chess::game::{End, Game};
use adv_chess::{Color, Material, Move, Position, Role, Symmetry, notation};
use adv_tables::{Dtm, TableError, Tables};
use adv_testkit::sized;

fn position(fen: &str) -> Position {
    notation::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn king_and_rook_mate_in_sixteen_moves() {
    let tables = tables("KRvK");
    let white = figures(&tables, "KRvK", Color::White);
    assert_eq!(
        (white.won, white.drawn, white.longest_win),
        (175_168, 0, 31)
    );
    // 9.865 moves on average.
    assert_eq!(white.moves_to_win, 1_728_004);
    let black = figures(&tables, "KRvK", Color::Black);
    assert_eq!(
        (black.lost, black.drawn, black.longest_loss),
        (201_700, 22_244, 32)
    );
}

/// The values of the boards that no symmetry turns into each other: how many are drawn, and how many
/// are mate in 0, 1, … moves.
fn by_moves(tables: &Tables, turn: Color) -> (u32, Vec<u32>) {
    let (mut drawn, mut mates) = (0, vec![0; 17]);
    for position in positions("KRvK", turn) {
        let images = Symmetry::ALL.map(|symmetry| symmetry.apply_position(&position));
        let first = images.iter().min_by_key(|p| (p.by_role, p.by_color));
        if first != Some(&position) {
            continue;
        }
        match tables.dtm(&position).and_then(Dtm::moves) {
            Some(moves) => mates[usize::from(moves)] += 1,
            None => drawn += 1,
        }
    }
    (drawn, mates)
}

#[test]
fn king_and_rook_have_the_published_distances() {
    let tables = tables("KRvK");
    // Bain, "Learning Logical Exceptions in Chess", 1994; the data set of 28,056 positions with
    // Black to move that many have learned from since.
    let published = [
        27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390,
    ];
    assert_eq!(by_moves(&tables, Color::Black), (2796, published.to_vec()));
    // The usual mean of 9.87 moves with White to move counts a board and its images once.
    let (drawn, mates) = by_moves(&tables, Color::White);
    let boards: u32 = mates.iter().sum();
    let moves: u32 = (0..)
        .zip(&mates)
        .map(|(moves, boards)| moves * boards)
        .sum();
    assert_eq!((drawn, boards), (0, 21_959));
    assert_eq!(
        (f64::from(moves) / f64::from(boards) * 100.0).round(),
        987.0
    );
}

#[test]
fn the_other_classes_of_three_men_have_their_figures() {
    let mut tables = tables("KPvK");
    let queen = figures(&tables, "KQvK", Color::White);
    assert_eq!((queen.won, queen.longest_win), (144_508, 19));
    let pawn = figures(&tables, "KPvK", Color::White);
    assert_eq!(
        (pawn.won, pawn.drawn, pawn.longest_win),
        (124_960, 38_368, 55)
    );
    for name in ["KBvK", "KNvK", "KvK"] {
        prepare(&mut tables, name);
        for turn in Color::ALL {
            let figures = figures(&tables, name, turn);
            assert_eq!((figures.won, figures.lost), (0, 0), "{name}");
        }
    }
}

#[test]
fn values_of_three_men_follow_from_those_after_each_move() {
    let tables = tables("KPvK");
    for name in ["KPvK", "KQvK", "KRvK"] {
        for position in Color::ALL
            .into_iter()
            .flat_map(|turn| positions(name, turn))
        {
            check(&tables, &position);
        }
    }
}

#[test]
fn classes_of_four_men_are_made_too() {
    let mut tables = tables("KRvKN");
    prepare(&mut tables, "KNNvK");
    // Two knights force no mate, but there are boards on which they give it with the next move.
    let knights = figures(&tables, "KNNvK", Color::White);
    assert!(knights.won > 0);
    assert_eq!(knights.longest_win, 1);
    for name in ["KRvKN", "KNNvK"] {
        for turn in Color::ALL {
            for position in positions(name, turn).step_by(241) {
                check(&tables, &position);
            }
        }
    }
}

#[test]
fn colours_change_nothing() {
    let tables = tables("KPvK");
    for name in ["KPvK", "KQvK"] {
        assert!(tables.is_prepared(&material(name).mirrored()));
        for turn in Color::ALL {
            for position in positions(name, turn).step_by(13) {
                let mirrored = position.mirror();
                assert_eq!(tables.dtm(&position), tables.dtm(&mirrored));
            }
        }
    }
    // A class with Black as the stronger side is the same class.
    let mut other = Tables::new();
    prepare(&mut other, "KvKP");
    assert!(other.classes().eq(tables.classes()));
    assert_eq!(other.bytes(), tables.bytes());
}

#[test]
fn best_play_takes_as_long_as_the_value_says() {
    let tables = tables("KPvK");
    for (name, step) in [("KPvK", 4001), ("KRvK", 5003), ("KQvK", 5003)] {
        for turn in Color::ALL {
            for start in positions(name, turn).step_by(step) {
                let Some(plies) = tables.dtm(&start).and_then(Dtm::plies) else {
                    continue;
                };
                let mut game = Game::new(start);
                while let Some([best, ..]) = tables.ranked_moves(game.position()).as_deref() {
                    assert_eq!(Some(best.value), tables.dtm(game.position()));
                    assert_eq!(game.play(best.mv), Ok(()));
                }
                assert!(matches!(game.end(), Some(End::Checkmate { .. })));
                assert_eq!(game.len(), usize::from(plies), "{}", game.movetext());
            }
        }
    }
}

#[test]
fn moves_are_ranked_by_value_and_then_in_the_fixed_order() {
    let tables = tables("KPvK");
    for start in Color::ALL
        .into_iter()
        .flat_map(|turn| positions("KPvK", turn))
        .step_by(173)
    {
        let ranked = tables.ranked_moves(&start).expect("the class is prepared");
        assert_eq!(ranked.len(), start.legal_moves().len());
        for pair in ranked.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let in_order = a.mv.order_key() < b.mv.order_key();
            assert!(
                a.value > b.value || a.value == b.value && in_order,
                "{start:?}"
            );
        }
    }
}

#[test]
fn what_has_no_value_says_so() {
    let mut tables = tables("KRvK");
    // Not prepared, with a right to castle, not legal, no game at all.
    assert_eq!(tables.dtm(&position("8/8/8/4k3/8/3Q4/8/2K5 w - -")), None);
    assert_eq!(tables.dtm(&position("4k3/8/8/8/8/8/8/R3K3 w Q -")), None);
    assert_eq!(
        tables.ranked_moves(&position("4k3/8/8/8/8/8/8/R3K3 w Q -")),
        None
    );
    let takes_the_king = position("4k3/8/8/8/8/8/8/K3R3 b - -").with_turn(Color::White);
    assert_eq!(tables.dtm(&takes_the_king), None);
    assert_eq!(tables.dtm(&Position::EMPTY), None);
    assert_eq!(tables.dtm(&Position::start()), None);
    // A right to capture en passant where there are no pawns is none.
    let odd = position("8/8/8/8/8/2k5/1R6/K7 w - -").with_ep(Some(44));
    assert_eq!(tables.dtm(&odd), Some(Dtm::Win(31)));
    // Pawns on the first rank have no number.
    prepare(&mut tables, "KPvK");
    let mut stranded = Position::EMPTY;
    stranded.put(Color::White, Role::King, 4);
    stranded.put(Color::Black, Role::King, 60);
    stranded.put(Color::White, Role::Pawn, 0);
    assert_eq!(tables.dtm(&stranded), None);
    stranded.put(Color::White, Role::Pawn, 63);
    stranded.remove(0);
    assert_eq!(tables.dtm(&stranded), None);
}

#[test]
fn classes_that_cannot_be_made_are_refused() {
    use Role::{King, Rook};
    let mut tables = Tables::new();
    let mut error = |material: Material| {
        let error = tables.prepare(&material, &mut |_, _| panic!("nothing is made"));
        error.map_err(|error| error.to_string())
    };
    assert_eq!(
        error(material("KRRvKR")),
        Err("`KRRvKR` has 5 men, expected at most 4, the kings counted".to_string())
    );
    let no_king = "Black has 0 kings; a class of positions needs one for each side";
    assert_eq!(
        error(Material::new(&[King, Rook], &[Rook])),
        Err(no_king.to_string())
    );
    let memory = TableError::Memory {
        material: material("KQvKR"),
        bytes: 7 << 20,
    };
    assert_eq!(
        memory.to_string(),
        "there is no memory for the table of `KQvKR`, which needs 7 MiB"
    );
}

#[test]
fn progress_rises_to_the_whole() {
    let mut tables = tables("KRvK");
    let mut reports = Vec::new();
    let mut report = |done, total| reports.push((done, total));
    assert_eq!(tables.prepare(&material("KPvK"), &mut report), Ok(()));
    let total = reports.first().map_or(0, |report| report.1);
    assert!(
        reports
            .iter()
            .all(|report| report.1 == total && report.0 <= total)
    );
    assert!(reports.windows(2).all(|pair| pair[0].0 <= pair[1].0));
    assert_eq!(reports.last(), Some(&(total, total)));
    // A table that is there already is not made again.
    let mut again = |_, _| panic!("nothing is left to be made");
    assert_eq!(tables.prepare(&material("KvKP"), &mut again), Ok(()));
    let names: Vec<String> = tables.classes().map(Material::name).collect();
    assert_eq!(names, ["KvK", "KPvK", "KNvK", "KBvK", "KRvK", "KQvK"]);
}

/// The distance to conversion of a position from those after each move: as `check` argues for mates, where this holds everywhere every
/// value is right.
fn conversion_after_moves(tables: &Tables, position: &Position) -> Option<u16> {
    let converts = |mv: Move| {
        let taken = position.occupied() & (1 << mv.to) != 0;
        taken || mv.promotion().is_some() || mv.is_en_passant()
    };
    let won = match tables.dtm(position).expect("it has a value") {
        Dtm::Draw => return None,
        Dtm::Win(_) => true,
        Dtm::Loss(_) => false,
    };
    let moves = position.legal_moves().into_iter().map(|mv| {
        let after = position.play(mv);
        let lost = matches!(tables.dtm(&after), Some(Dtm::Loss(_)));
        let plies = if converts(mv) {
            0
        } else {
            tables.dtc(&after).unwrap_or(u16::MAX - 1)
        };
        (lost, plies + 1)
    });
    if won {
        let keeping = moves.filter(|(lost, _)| *lost);
        keeping.map(|(_, plies)| plies).min()
    } else {
        Some(moves.map(|(_, plies)| plies).max().unwrap_or(0))
    }
}

#[test]
fn distances_to_conversion_follow_from_those_after_each_move() {
    let mut tables = tables("KPvK");
    let names = ["KPvK", "KRvKN", "KQvK", "KRvK", "KPvKP"];
    for name in &names[..sized(2, names.len())] {
        let made = tables.prepare_conversions(&material(name), &mut |_, _| {});
        assert_eq!(made, Ok(()), "{name}");
        let step = if material(name).men() > 3 {
            199
        } else {
            sized(29, 1)
        };
        let mut decided = 0;
        let sides = Color::ALL.into_iter();
        for position in sides.flat_map(|turn| positions(name, turn).step_by(step)) {
            let expected = conversion_after_moves(&tables, &position);
            assert_eq!(tables.dtc(&position), expected, "{position:?}");
            decided += usize::from(expected.is_some());
            for mv in position.legal_moves() {
                let after = position.play(mv);
                if after.ep().is_some() {
                    let expected = conversion_after_moves(&tables, &after);
                    assert_eq!(tables.dtc(&after), expected, "{after:?}");
                }
            }
        }
        assert!(decided > sized(2_000, 10_000), "{name}: {decided}");
    }
}

#[test]
fn distances_to_conversion_are_those_of_a_search_forwards() {
    // Values by rounds over all positions of the class, without numbers and without moves back.
    let mut tables = tables("KPvK");
    for (name, longest) in [("KQvK", 20), ("KRvK", 32), ("KPvK", 38)]
        .into_iter()
        .take(sized(1, 3))
    {
        let made = tables.prepare_conversions(&material(name), &mut |_, _| {});
        assert_eq!(made, Ok(()), "{name}");
        let all: Vec<Position> = Color::ALL
            .into_iter()
            .flat_map(|turn| positions(name, turn))
            .filter(|position| tables.dtm(position) != Some(Dtm::Draw))
            .collect();
        let mut found = std::collections::BTreeMap::new();
        for round in 0..=40 {
            let known = |after: &Position| found.contains_key(&key(after));
            let mut new = Vec::new();
            for position in all.iter().filter(|position| !known(position)) {
                let men = position.occupied().count_ones();
                let pawns = position.by_role[Role::Pawn.index()].count_ones();
                let is_win = matches!(tables.dtm(position), Some(Dtm::Win(_)));
                let moves = position.legal_moves();
                let settled = |mv: &Move| {
                    let after = position.play(*mv);
                    let same = (
                        after.occupied().count_ones(),
                        after.by_role[Role::Pawn.index()].count_ones(),
                    ) == (men, pawns);
                    let holds = !is_win || matches!(tables.dtm(&after), Some(Dtm::Loss(_)));
                    holds && (!same && round > 0 || known(&after))
                };
                let decided = match (is_win, moves.is_empty()) {
                    (true, _) => moves.iter().any(settled),
                    (false, true) => round == 0,
                    (false, false) => moves.iter().all(settled),
                };
                if decided {
                    new.push(key(position));
                }
            }
            for key in new {
                found.insert(key, round);
            }
        }
        assert_eq!(found.len(), all.len(), "{name}: all is decided");
        for position in &all {
            let plies = found.get(&key(position)).copied();
            assert_eq!(tables.dtc(position), plies, "{position:?}");
        }
        assert_eq!(found.values().max(), Some(&longest), "{name}");
    }
}

/// What tells positions without castling and en passant apart.
fn key(position: &Position) -> ([u64; 6], [u64; 2], bool) {
    let white = position.turn() == Color::White;
    (position.by_role, position.by_color, white)
}

#[test]
fn what_is_drawn_or_not_prepared_has_no_distance_to_conversion() {
    let mut tables = tables("KRvK");
    let start = position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    assert_eq!(tables.dtc(&start), None, "only mates are prepared");
    let made = tables.prepare_conversions(&material("KvKR"), &mut |_, _| {});
    assert_eq!(made, Ok(()));
    // King and rook convert nothing but the mate itself.
    assert_eq!(tables.dtc(&start), Some(31));
    assert_eq!(tables.dtc(&start.mirror()), Some(31));
    let taken = position("8/8/8/8/8/1k6/1R6/3K4 b - - 0 1");
    assert_eq!(
        (tables.dtm(&taken), tables.dtc(&taken)),
        (Some(Dtm::Draw), None)
    );
    let mated = position("8/8/8/8/8/2K5/8/k1R5 b - - 0 1");
    assert_eq!(tables.dtc(&mated), tables.dtm(&mated).and_then(Dtm::plies));
}
