//! What the tests of this crate share.
#![allow(
    dead_code,
    reason = "each test file compiles this module and uses a part of it"
)]

use adv_chess::{ClassIndex, Color, Material, Position};
use adv_tables::{Dtm, Tables};

/// The material of a name such as `KRvK`.
pub fn material(name: &str) -> Material {
    Material::named(name).expect("a name of men")
}

/// Tables with this class.
pub fn tables(name: &str) -> Tables {
    let mut tables = Tables::new();
    prepare(&mut tables, name);
    tables
}

/// Makes one more class.
pub fn prepare(tables: &mut Tables, name: &str) {
    tables
        .prepare(&material(name), &mut |_, _| {})
        .unwrap_or_else(|error| panic!("{name}: {error}"));
}

/// All legal positions of a class with a side to move.
pub fn positions(name: &str, turn: Color) -> impl Iterator<Item = Position> {
    let class = ClassIndex::new(material(name), turn).expect("the class has positions");
    (0..class.len()).filter_map(move |number| class.position(number))
}

/// What the values of a class with a side to move add up to, over all legal positions without
/// castling and en passant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Positions that are won for the side to move.
    pub won: u64,
    /// Drawn ones.
    pub drawn: u64,
    /// Lost ones.
    pub lost: u64,
    /// Plies of the longest win, 0 where there is none.
    pub longest_win: u16,
    /// Plies of the longest loss.
    pub longest_loss: u16,
    /// The winner's moves to mate, added up over the won positions.
    pub moves_to_win: u64,
}

/// Adds the values up.
pub fn figures(tables: &Tables, name: &str, turn: Color) -> Figures {
    let mut figures = Figures::default();
    for position in positions(name, turn) {
        match tables.dtm(&position) {
            Some(Dtm::Win(plies)) => {
                figures.won += 1;
                figures.moves_to_win += u64::from(plies.div_ceil(2));
                figures.longest_win = figures.longest_win.max(plies);
            }
            Some(Dtm::Loss(plies)) => {
                figures.lost += 1;
                figures.longest_loss = figures.longest_loss.max(plies);
            }
            Some(Dtm::Draw) => figures.drawn += 1,
            None => panic!("{position:?} has no value"),
        }
    }
    figures
}

/// The value of a position must be the one that the values after its moves give it.
///
/// Where this holds for every position of a class and of the classes that it turns into, every value
/// is right. A win in n plies needs a loss in n - 1 after it, and so on down to a mate that is one:
/// no value is too good. And what is won or lost in n plies gets that value by force, beginning with
/// the mates: none is too bad.
pub fn check(tables: &Tables, position: &Position) {
    let moves = position.legal_moves();
    let worth = moves.iter().map(|mv| {
        let after = tables.dtm(&position.play(*mv));
        after.expect("every move leads to a value").before()
    });
    let expected = match worth.max() {
        Some(best) => best,
        None if position.is_check() => Dtm::Loss(0),
        None => Dtm::Draw,
    };
    assert_eq!(tables.dtm(position), Some(expected), "{position:?}");
}
