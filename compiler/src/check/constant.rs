//! The value of an expression that no position can change: depth bounds, arguments of advice, constant conditions.

use adv_chess::geometry;

use crate::fold;
use crate::hir::{
    BoardOp, BoardRelation, Callee, Expr, ExprKind, Fold, Function, NumberOp, PrimId, Role, Ty,
    Type, Who,
};
use crate::source::Span;

/// A value known when the program is compiled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Const {
    /// A number or tuple.
    Number(Vec<i64>),
    /// A set of squares.
    Board(u64),
    /// A truth.
    Truth(bool),
    /// A side.
    Side(Who),
    /// A designation.
    Piece(Who, Option<Role>),
}

impl Const {
    /// The value as an expression.
    pub(crate) fn expr(&self, span: Span) -> Expr {
        let (kind, ty) = match self {
            Const::Number(parts) => match parts.as_slice() {
                [one] => (ExprKind::Number(*one), Type::Number(1)),
                _ => {
                    let width = u8::try_from(parts.len()).unwrap_or(u8::MAX);
                    let part = |&n: &i64| Expr {
                        kind: ExprKind::Number(n),
                        ty: Type::Number(1),
                        span,
                    };
                    (
                        ExprKind::Tuple(parts.iter().map(part).collect()),
                        Type::Number(width),
                    )
                }
            },
            Const::Board(board) => (ExprKind::Board(*board), Type::Board),
            Const::Truth(truth) => (ExprKind::Truth(*truth), Type::Truth),
            Const::Side(who) => (ExprKind::Side(*who), Type::Side),
            Const::Piece(who, role) => (ExprKind::Piece(*who, *role), Type::Piece),
        };
        Expr { kind, ty, span }
    }

    /// As written in the name of an instance: `mate-in(2)`.
    pub(crate) fn text(&self) -> String {
        match self {
            Const::Number(parts) => {
                let parts: Vec<String> = parts.iter().map(i64::to_string).collect();
                parts.join(", ")
            }
            Const::Board(0) => "empty".to_owned(),
            Const::Board(board) if board.is_power_of_two() => {
                geometry::square_name(board.trailing_zeros() as u8)
            }
            Const::Board(board) => geometry::set_names(*board),
            Const::Truth(truth) => truth.to_string(),
            Const::Side(who) => who.word().to_owned(),
            Const::Piece(who, role) => format!("{}.{}", who.word(), role.map_or('*', Role::letter)),
        }
    }
}

/// How many calls an evaluation looks into at most, so that a hostile file cannot make the compiler run long.
const MOST_CALLS: u32 = 2_000;
/// How deep an evaluation goes into expressions and the definitions they call; what lies deeper counts as unknown.
const DEEPEST: u32 = 1_000;

/// The bodies of the file's definitions that can be looked into, by index.
pub(crate) trait Bodies {
    /// The body of a definition, where it is known and free of errors.
    fn body(&self, index: usize) -> Option<&Expr>;
}

impl Bodies for [Function] {
    fn body(&self, index: usize) -> Option<&Expr> {
        self.get(index).map(|function| &function.body)
    }
}

/// The value of an expression, if it has one in every position. `params` are the values of locals 0, 1, ….
pub(crate) fn eval<B: Bodies + ?Sized>(expr: &Expr, params: &[Const], bodies: &B) -> Option<Const> {
    let mut evaluation = Evaluating {
        bodies,
        calls: MOST_CALLS,
        depth: 0,
    };
    evaluation.value(expr, params)
}

struct Evaluating<'b, B: ?Sized> {
    bodies: &'b B,
    calls: u32,
    depth: u32,
}

impl<B: Bodies + ?Sized> Evaluating<'_, B> {
    fn value(&mut self, expr: &Expr, params: &[Const]) -> Option<Const> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let value = self.known(expr, params);
        self.depth -= 1;
        value
    }

    fn known(&mut self, expr: &Expr, params: &[Const]) -> Option<Const> {
        use ExprKind as K;
        Some(match &expr.kind {
            K::Number(n) => Const::Number(vec![*n]),
            K::Board(board) => Const::Board(*board),
            K::Truth(truth) => Const::Truth(*truth),
            K::Side(who) => Const::Side(*who),
            K::Piece(who, role) => Const::Piece(*who, *role),
            K::Local(id) => params.get(id.0 as usize)?.clone(),
            K::PieceOf(side, role) => match self.value(side, params)? {
                Const::Side(who) => Const::Piece(who, *role),
                _ => return None,
            },
            K::Call(Callee::Own(index), _, args) => {
                self.calls = self.calls.checked_sub(1)?;
                let args = args
                    .iter()
                    .map(|arg| self.value(arg, params))
                    .collect::<Option<Vec<_>>>()?;
                let body = self.bodies.body(*index)?;
                self.value(body, &args)?
            }
            K::Prim(id, _, args) => self.primitive(*id, args, params)?,
            K::Not(a) => Const::Truth(!self.truth(a, params)?),
            K::And(parts) => self.junction(parts, params, false)?,
            K::Or(parts) => self.junction(parts, params, true)?,
            K::TruthEq(differ, a, b) => {
                Const::Truth((self.truth(a, params)? == self.truth(b, params)?) != *differ)
            }
            K::Compare(relation, a, b) => {
                let (a, b) = (self.value(a, params)?, self.value(b, params)?);
                let (Const::Number(a), Const::Number(b)) = (a, b) else {
                    return None;
                };
                Const::Truth(relation.holds(a.cmp(&b)))
            }
            K::Boards(relation, a, b) => self.boards(*relation, a, b, params)?,
            K::Same(a, b) => match (self.value(a, params)?, self.value(b, params)?) {
                // `us` and `W` may be the same side; only equal words are known.
                (a, b) if a == b => Const::Truth(true),
                (Const::Side(Who::White), Const::Side(Who::Black))
                | (Const::Side(Who::Black), Const::Side(Who::White))
                | (Const::Side(Who::Us), Const::Side(Who::Them))
                | (Const::Side(Who::Them), Const::Side(Who::Us)) => Const::Truth(false),
                _ => return None,
            },
            K::NonEmpty(a) => Const::Truth(self.board(a, params)? != 0),
            K::BoardOp(op, a, b) => {
                let (a, b) = (self.board(a, params), self.board(b, params));
                // The empty board is known to swallow an unknown one.
                match (op, a, b) {
                    (BoardOp::Union, Some(a), Some(b)) => Const::Board(a | b),
                    (BoardOp::Intersect, Some(a), Some(b)) => Const::Board(a & b),
                    (BoardOp::Minus, Some(a), Some(b)) => Const::Board(a & !b),
                    (BoardOp::Intersect, Some(0), _)
                    | (BoardOp::Intersect, _, Some(0))
                    | (BoardOp::Minus, Some(0), _) => Const::Board(0),
                    _ => return None,
                }
            }
            K::Complement(a) => Const::Board(!self.board(a, params)?),
            K::NumberOp(op, a, b) => {
                let (a, b) = (self.number(a, params)?, self.number(b, params)?);
                Const::Number(vec![match op {
                    NumberOp::Add => a.saturating_add(b),
                    NumberOp::Sub => a.saturating_sub(b),
                    NumberOp::Mul => a.saturating_mul(b),
                    NumberOp::Min => a.min(b),
                    NumberOp::Max => a.max(b),
                }])
            }
            K::Negate(a) => Const::Number(vec![self.number(a, params)?.saturating_neg()]),
            K::If(c, a, b) => {
                let chosen = if self.truth(c, params)? { a } else { b };
                self.value(chosen, params)?
            }
            K::Tuple(parts) => {
                let parts = parts
                    .iter()
                    .map(|part| self.number(part, params))
                    .collect::<Option<Vec<_>>>()?;
                Const::Number(parts)
            }
            K::Fold(fold, _, range, _) if self.board(range, params) == Some(0) => match fold {
                Fold::Min => Const::Number(vec![i64::from(geometry::FAR)]),
                Fold::Max => Const::Number(vec![-1]),
                Fold::Sum => Const::Number(vec![0]),
                Fold::Exists => Const::Truth(false),
                Fold::All => Const::Truth(true),
                Fold::Filter => Const::Board(0),
            },
            _ => return None,
        })
    }

    fn truth(&mut self, expr: &Expr, params: &[Const]) -> Option<bool> {
        match self.value(expr, params)? {
            Const::Truth(truth) => Some(truth),
            _ => None,
        }
    }

    fn number(&mut self, expr: &Expr, params: &[Const]) -> Option<i64> {
        match self.value(expr, params)? {
            Const::Number(parts) => match parts.as_slice() {
                [one] => Some(*one),
                _ => None,
            },
            _ => None,
        }
    }

    fn board(&mut self, expr: &Expr, params: &[Const]) -> Option<u64> {
        match self.value(expr, params)? {
            Const::Board(board) => Some(board),
            _ => None,
        }
    }

    /// And or or: one part that decides is enough.
    fn junction(&mut self, parts: &[Expr], params: &[Const], decides: bool) -> Option<Const> {
        let mut all = true;
        for part in parts {
            match self.truth(part, params) {
                Some(value) if value == decides => return Some(Const::Truth(decides)),
                Some(_) => {}
                None => all = false,
            }
        }
        all.then_some(Const::Truth(!decides))
    }

    fn boards(
        &mut self,
        relation: BoardRelation,
        a: &Expr,
        b: &Expr,
        params: &[Const],
    ) -> Option<Const> {
        let (a, b) = (self.board(a, params), self.board(b, params));
        let known = match (relation, a, b) {
            (BoardRelation::Subset, Some(0), _) | (BoardRelation::Subset, _, Some(u64::MAX)) => {
                true
            }
            (BoardRelation::Disjoint, Some(0), _) | (BoardRelation::Disjoint, _, Some(0)) => true,
            (BoardRelation::In, Some(0), _) | (BoardRelation::In, _, Some(0)) => false,
            (BoardRelation::ProperSubset, _, Some(0)) => false,
            (relation, Some(a), Some(b)) => match relation {
                BoardRelation::Eq => a == b,
                BoardRelation::Ne => a != b,
                BoardRelation::Subset => a & !b == 0,
                BoardRelation::ProperSubset => a & !b == 0 && a != b,
                BoardRelation::In => a != 0 && a & !b == 0,
                BoardRelation::Disjoint => a & b == 0,
            },
            _ => return None,
        };
        Some(Const::Truth(known))
    }

    /// The primitives that need no position and little work; the others count as unknown.
    fn primitive(&mut self, id: PrimId, args: &[Expr], params: &[Const]) -> Option<Const> {
        use PrimId as P;
        let is_light = matches!(
            id,
            P::Count | P::Abs | P::Sign | P::Bits | P::Div | P::File | P::Rank
        ) || matches!(id, P::FilesOf | P::LinesOf | P::RanksOf | P::RowsOf);
        let mut word = |arg: &Expr| match self.value(arg, params)? {
            Const::Board(board) => Some(board),
            Const::Number(parts) if parts.len() == 1 => parts.first().map(|n| n.cast_unsigned()),
            _ => None,
        };
        let words = args.iter().filter(|_| is_light).map(&mut word);
        let words = words.collect::<Option<Vec<u64>>>()?;
        let word = fold::primitive(id, &words).filter(|_| is_light)?;
        Some(match id.entry().result {
            Ty::Board => Const::Board(word),
            _ => Const::Number(vec![word.cast_signed()]),
        })
    }
}
