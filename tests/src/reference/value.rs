//! Values of the language, and why an evaluation may have none.

use adv_chess::Role;
use shakmaty::Color;

use super::squares::Squares;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A set of squares.
    Board(Squares),
    /// A number, or a tuple of several.
    Numbers(Vec<i64>),
    /// A truth.
    Truth(bool),
    /// A designation: a side and a role, or all its men.
    Piece(Color, Option<Role>),
    /// A side.
    Side(Color),
    /// A zone: the squares of its men, its targets, its horizon in moves.
    Zone(Squares, Squares, i64),
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The budget of steps or positions is used up.
    Budget,
    /// The checked program breaks a rule that the check should have seen to: a type, a missing position or an index.
    Broken(String),
}

impl Fault {
    pub(super) fn broken(what: impl Into<String>) -> Fault {
        Fault::Broken(what.into())
    }
}

/// A value or the reason for none.
pub type Answer<T> = Result<T, Fault>;

impl Value {
    /// The squares of a board.
    pub fn board(&self) -> Answer<Squares> {
        match self {
            Value::Board(set) => Ok(*set),
            other => Err(Fault::broken(format!("a board expected, found {other:?}"))),
        }
    }

    /// A number of width 1.
    pub fn number(&self) -> Answer<i64> {
        match self {
            Value::Numbers(numbers) if numbers.len() == 1 => Ok(numbers[0]),
            other => Err(Fault::broken(format!("a number expected, found {other:?}"))),
        }
    }

    /// A number or the components of a tuple.
    pub fn numbers(&self) -> Answer<Vec<i64>> {
        match self {
            Value::Numbers(numbers) => Ok(numbers.clone()),
            other => Err(Fault::broken(format!("numbers expected, found {other:?}"))),
        }
    }

    /// A truth.
    pub fn truth(&self) -> Answer<bool> {
        match self {
            Value::Truth(truth) => Ok(*truth),
            other => Err(Fault::broken(format!("a truth expected, found {other:?}"))),
        }
    }

    /// A designation.
    pub fn piece(&self) -> Answer<(Color, Option<Role>)> {
        match self {
            Value::Piece(color, role) => Ok((*color, *role)),
            other => Err(Fault::broken(format!("a piece expected, found {other:?}"))),
        }
    }

    /// The men, the targets and the horizon of a zone.
    pub fn zone(&self) -> Answer<(Squares, Squares, i64)> {
        match self {
            Value::Zone(men, targets, moves) => Ok((*men, *targets, *moves)),
            other => Err(Fault::broken(format!("a zone expected, found {other:?}"))),
        }
    }

    /// A side.
    pub fn side(&self) -> Answer<Color> {
        match self {
            Value::Side(color) => Ok(*color),
            other => Err(Fault::broken(format!("a side expected, found {other:?}"))),
        }
    }
}
