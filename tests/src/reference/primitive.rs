//! The primitives, each as its line in the table of primitives says.

use adv_chess::Role;
use adv_module::PrimId;

use super::squares as geometry;
use super::squares::Squares;
use super::value::{Answer, Fault, Value};
use super::view::View;
use super::ways::Ways;
use shakmaty::Color;

fn number(n: i64) -> Value {
    Value::Numbers(vec![n])
}

/// Calls a primitive in a position.
pub fn call(prim: PrimId, view: &View, args: &[Value]) -> Answer<Value> {
    let arg = |i: usize| {
        args.get(i)
            .ok_or_else(|| Fault::broken(format!("{prim:?} lacks argument {i}")))
    };
    let board = |i: usize| arg(i)?.board();
    let int = |i: usize| arg(i)?.number();
    let side = |i: usize| arg(i)?.side();
    let piece = |i: usize| arg(i)?.piece();
    Ok(match prim {
        PrimId::Count => number(board(0)?.count()),
        PrimId::File => number(geometry::file(&board(0)?)),
        PrimId::Rank => number(geometry::rank(&board(0)?)),
        PrimId::Dist => number(geometry::dist(&board(0)?, &board(1)?)),
        PrimId::Manhattan => number(geometry::manhattan(&board(0)?, &board(1)?)),
        PrimId::Abs => number(int(0)?.saturating_abs()),
        PrimId::Sign => number(int(0)?.signum()),
        PrimId::Bits => number(super::logarithm::bits(int(0)?)),
        PrimId::Div => number(super::logarithm::quotient(int(0)?, int(1)?)),
        PrimId::FilesOf | PrimId::LinesOf => Value::Board(geometry::files_of(&board(0)?)),
        PrimId::RanksOf | PrimId::RowsOf => Value::Board(geometry::ranks_of(&board(0)?)),
        PrimId::Diagonals => Value::Board(geometry::diagonals(&board(0)?)),
        PrimId::Antidiagonals => Value::Board(geometry::antidiagonals(&board(0)?)),
        PrimId::FileAt => Value::Board(geometry::file_at(int(0)?)),
        PrimId::RankAt => Value::Board(geometry::rank_at(int(0)?)),
        PrimId::SquareAt => Value::Board(geometry::square_at(int(0)?, int(1)?)),
        PrimId::Between => Value::Board(geometry::between(&board(0)?, &board(1)?)),
        PrimId::Rectangle => Value::Board(geometry::rectangle(&board(0)?, &board(1)?)),
        PrimId::FilesBetween => Value::Board(geometry::files_between(&board(0)?, &board(1)?)),
        PrimId::RanksBetween => Value::Board(geometry::ranks_between(&board(0)?, &board(1)?)),
        PrimId::Around => Value::Board(geometry::around(&board(0)?)),
        PrimId::Shift => Value::Board(geometry::shift(&board(0)?, int(1)?, int(2)?)),
        PrimId::Reach => Value::Board(geometry::reach(&board(0)?, &board(1)?, 64)),
        PrimId::ReachWithin => Value::Board(geometry::reach(&board(0)?, &board(1)?, int(2)?)),
        PrimId::Steps => number(geometry::steps(&board(0)?, &board(1)?, &board(2)?)),
        PrimId::Map => {
            let (color, role) = piece(0)?;
            let (from, to) = (board(1)?, board(2)?);
            // All men of a side go as the one that needs the fewest moves.
            let roles = role.map_or(Role::ALL.to_vec(), |role| vec![role]);
            let white = color == Color::White;
            let needed = roles
                .iter()
                .map(|role| geometry::map(*role, white, &from, &to));
            number(needed.min().unwrap_or(geometry::FAR))
        }
        PrimId::Moves => {
            let (color, role) = piece(0)?;
            let mut set = Squares::EMPTY;
            for step in view.legal(color) {
                if role.is_none_or(|role| role == step.role) {
                    set.put(step.to);
                }
            }
            Value::Board(set)
        }
        PrimId::Step => {
            let (color, role) = piece(0)?;
            Value::Board(view.steps(color, role))
        }
        PrimId::AttacksPiece => {
            let (color, role) = piece(0)?;
            Value::Board(view.attacks(color, role))
        }
        PrimId::AttacksFrom => {
            let (color, role) = piece(0)?;
            Value::Board(view.attacks_of_such(color, role, &board(1)?))
        }
        PrimId::MayCastle => Value::Truth(view.may_castle(side(0)?)),
        PrimId::AttacksSide => Value::Board(view.attacks(side(0)?, None)),
        PrimId::Guard => Value::Board(view.guard(side(0)?)),
        PrimId::InCheck => Value::Truth(view.in_check(side(0)?)),
        PrimId::Mated => {
            let side = side(0)?;
            let to_move = view.turn() == side;
            Value::Truth(to_move && view.in_check(side) && view.legal(side).is_empty())
        }
        PrimId::Stalemated => {
            let side = side(0)?;
            let to_move = view.turn() == side;
            Value::Truth(to_move && !view.in_check(side) && view.legal(side).is_empty())
        }
        PrimId::LegalMoves => number(view.legal(side(0)?).len() as i64),
        PrimId::Insufficient => Value::Truth(view.insufficient()),
        // The reference has no tablebase, and no program that it is given needs one.
        PrimId::Won | PrimId::Lost | PrimId::Drawn | PrimId::Dtm | PrimId::Dtc => {
            return Err(Fault::broken(format!("{prim:?} asks a tablebase")));
        }
        PrimId::MapMen
        | PrimId::BundleMen
        | PrimId::FirstMen
        | PrimId::TrajectoriesMen
        | PrimId::BundleExact
        | PrimId::FirstExact
        | PrimId::TrajectoriesExact
        | PrimId::Negation
        | PrimId::ZoneBundle
        | PrimId::ZoneFirst
        | PrimId::ZoneTime
        | PrimId::Vulnerable => super::words::call(prim, &Ways::of(view), args)?,
    })
}
