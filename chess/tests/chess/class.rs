//! The numbering of classes: known counts, and agreement with a plain filter by shakmaty.

use adv_chess::{ClassIndex, Color, Material, Position, Role};

use Role::{Bishop, King, Knight, Pawn, Queen, Rook};

fn class(white: &[Role], black: &[Role], turn: Color) -> ClassIndex {
    ClassIndex::new(Material::new(white, black), turn).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn rook_against_king_has_its_known_positions() {
    let white = class(&[King, Rook], &[King], Color::White);
    assert_eq!(white.iter().count(), 175_168);
    let black = class(&[King, Rook], &[King], Color::Black);
    // Black is never to blame for White's check, so only touching kings and doubled squares go.
    assert_eq!(black.iter().count(), 3612 * 62);
}

/// Every placement of three men, legal or not, as shakmaty judges it.
fn by_shakmaty(role: Role, turn: Color) -> Vec<Position> {
    let mut positions = Vec::new();
    for white in 0..64u8 {
        for black in (0..64u8).filter(|&black| black != white) {
            for man in (0..64u8).filter(|&man| man != white && man != black) {
                let mut position = Position::EMPTY.with_turn(turn);
                position.put(Color::White, King, white);
                position.put(Color::Black, King, black);
                position.put(Color::White, role, man);
                if position.to_chess().is_some() {
                    positions.push(position);
                }
            }
        }
    }
    positions
}

#[test]
fn classes_of_three_men_are_what_shakmaty_accepts() {
    for (role, turn) in [
        (Queen, Color::White),
        (Pawn, Color::White),
        (Pawn, Color::Black),
    ] {
        let class = class(&[King, role], &[King], turn);
        let expected = by_shakmaty(role, turn);
        let mut numbers: Vec<u64> = expected
            .iter()
            .filter_map(|position| class.number(position))
            .collect();
        assert_eq!(numbers.len(), expected.len(), "{role}");
        numbers.sort_unstable();
        let listed: Vec<u64> = class.iter().map(|(number, _)| number).collect();
        assert_eq!(listed, numbers, "{role} {turn}");
    }
}

#[test]
fn numbers_and_positions_go_both_ways() {
    for class in [
        class(&[King, Bishop, Bishop], &[King], Color::White),
        class(&[King, Knight, Pawn], &[King], Color::Black),
        class(&[King, Pawn, Pawn], &[King, Rook], Color::White),
    ] {
        let mut random = adv_testkit::Numbers::new(31);
        let mut legal = 0;
        for _ in 0..20_000 {
            let number = random.bits() % class.len();
            let Some(position) = class.position(number) else {
                continue;
            };
            assert_eq!(class.number(&position), Some(number));
            assert!(class.material().fits(&position) && position.to_chess().is_some());
            legal += 1;
        }
        assert!(legal > 5_000, "{legal} of 20,000 numbers are positions");
        assert_eq!(class.position(class.len()), None);
        assert_eq!(class.position(u64::MAX), None);
        assert_eq!(class.number(&Position::start()), None);
    }
}

#[test]
fn two_men_of_a_kind_are_counted_once() {
    let bishops = class(&[King, Bishop, Bishop], &[King], Color::Black);
    // Black to move: White is never in check from a lone king, so any two free squares will do.
    assert_eq!(bishops.iter().count(), 3612 * (62 * 61 / 2));
}
