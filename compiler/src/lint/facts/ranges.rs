//! What a value can be in any legal position: a stretch of numbers, the squares of a board, a truth.
//!
//! ```text
//!   rank(W.P)                   1 to 6: no pawn is on its first or last rank
//!   us.R ∩ us.P                 no square: two men are never on one
//!   MV(us.K) ∩ AROUND(them.K)   no square: the kings are never side by side
//!   bits(new.replies)           0 to 8000
//! ```
//!
//! Definitions are followed with what is known of their arguments, those of the library too. What is not understood can be anything, and so can all
//! that is left after [`MOST_STEPS`]: what a range leaves out is certain.

use std::cmp::Ordering;

use super::squares::Squares;
use super::{PlacedValue, Setting};
use crate::check::walk::{Merge, same, with_itself};
use crate::fold;
use crate::hir::{
    BoardOp, BoardRelation, Callee, Expr, ExprKind, Fold, Frame, Hir, LocalId, NumberOp, PrimId,
    Role, Ty, Type, Who,
};

/// Number of parts that one evaluation looks at.
const MOST_STEPS: u32 = 2_000;
/// Depth to which it goes into expressions and the definitions they call.
const DEEPEST: u32 = 120;
/// The most legal moves that a side has: no position is known with more than 218.
const MOST_MOVES: i64 = 256;

/// The ends of a stretch of numbers.
type Ends = (i64, i64);
const ALL: Ends = (i64::MIN, i64::MAX);

/// Values that an expression can have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::lint) enum Range {
    Number(i64, i64),
    Board(Squares),
    Truth(Option<bool>),
    /// The side of a colour.
    Side(usize),
    Piece(usize, Option<Role>),
    Unknown,
}

impl Range {
    const fn unknown(ty: Type) -> Range {
        match ty {
            Type::Number(1) => Range::Number(ALL.0, ALL.1),
            Type::Board => Range::Board(Squares::ANY),
            Type::Truth => Range::Truth(None),
            _ => Range::Unknown,
        }
    }

    pub const fn ends(&self) -> Ends {
        match self {
            Range::Number(low, high) => (*low, *high),
            _ => ALL,
        }
    }

    pub const fn squares(&self) -> Squares {
        match self {
            Range::Board(of) => *of,
            _ => Squares::ANY,
        }
    }

    pub const fn truth(&self) -> Option<bool> {
        match self {
            Range::Truth(known) => *known,
            _ => None,
        }
    }

    /// The value as a word, where it can be only one.
    fn word(&self) -> Option<u64> {
        match self {
            Range::Number(low, high) if low == high => Some(low.cast_unsigned()),
            Range::Board(of) if of.may == of.must => Some(of.may),
            _ => None,
        }
    }

    /// One value or the other.
    pub fn or(self, other: Range) -> Range {
        match (self, other) {
            (Range::Number(a, b), Range::Number(c, d)) => Range::Number(a.min(c), b.max(d)),
            (Range::Board(a), Range::Board(b)) => Range::Board(a.or(&b)),
            (Range::Truth(a), Range::Truth(b)) if a != b => Range::Truth(None),
            (a, b) if a == b => a,
            _ => Range::Unknown,
        }
    }
}

/// An evaluation.
struct Look<'p> {
    program: &'p Hir,
    /// The position that is the current one.
    at: Frame,
    /// Parameters and bound variables.
    locals: Vec<(LocalId, Range)>,
    steps: u32,
    depth: u32,
}

/// The numbers that a function of two, monotone in each, can have.
fn corners(a: Ends, b: Ends, of: impl Fn(i64, i64) -> i64) -> Range {
    let [p, q, r, s] = [of(a.0, b.0), of(a.0, b.1), of(a.1, b.0), of(a.1, b.1)];
    Range::Number(p.min(q).min(r).min(s), p.max(q).max(r).max(s))
}

impl<'p> Setting<'p> {
    /// Values that an expression can have in any legal position.
    pub(in crate::lint) fn range(&self, expr: &'p Expr, at: Frame) -> Range {
        let mut look = Look {
            program: self.program,
            at,
            locals: Vec::new(),
            steps: MOST_STEPS,
            depth: DEEPEST,
        };
        self.value(expr, &mut look)
    }

    /// The value of a descriptor that is the same in every legal position.
    pub(super) fn known(&self, term: PlacedValue<'p>) -> Option<bool> {
        self.range(term.expr, term.at).truth()
    }

    fn value(&self, expr: &'p Expr, look: &mut Look<'p>) -> Range {
        let unknown = Range::unknown(expr.ty);
        let left = look.steps.checked_sub(1).zip(look.depth.checked_sub(1));
        let Some((steps, depth)) = left else {
            return unknown;
        };
        (look.steps, look.depth) = (steps, depth);
        let found = self.seen(expr, look).unwrap_or(unknown);
        look.depth += 1;
        found
    }

    fn seen(&self, expr: &'p Expr, look: &mut Look<'p>) -> Option<Range> {
        use ExprKind as K;
        if self.merge == Merge::All
            && let Some((.., known)) = with_itself(expr, self.merge)
        {
            return Some(Range::Truth(Some(known)));
        }
        let mut of = |expr: &'p Expr| self.value(expr, look);
        Some(match &expr.kind {
            K::Number(number) => Range::Number(*number, *number),
            K::Board(set) => Range::Board(Squares::exact(*set)),
            K::Truth(value) => Range::Truth(Some(*value)),
            K::Side(who) => Range::Side(self.colour(*who)),
            K::Piece(who, role) => Range::Piece(self.colour(*who), *role),
            K::PieceOf(side, role) => match of(side) {
                Range::Side(colour) => Range::Piece(colour, *role),
                _ => return None,
            },
            K::Local(id) => look.locals.iter().rev().find(|(of, _)| of == id)?.1,
            K::Squares(frame, piece) => match of(piece) {
                Range::Piece(colour, role) => {
                    let at = self.position(look.at, *frame) == Some(Frame::Current);
                    let men = Squares::men(colour, role, at);
                    let is_mover = at && role.is_some() && role == self.lone;
                    Range::Board(match is_mover {
                        true => men.and(&Squares::one(self.step[0])),
                        false => men,
                    })
                }
                _ => return None,
            },
            K::From => Range::Board(Squares::one(self.step[0])),
            K::To => Range::Board(Squares {
                men: Squares::taken(self.turns[0]),
                ..Squares::one(self.step[1])
            }),
            K::Call(callee, frame, args) => return self.call(*callee, *frame, args, look),
            K::Prim(id, frame, args) => return self.primitive(*id, *frame, args, look),
            K::Not(a) => Range::Truth(of(a).truth().map(|value| !value)),
            K::And(parts) | K::Or(parts) => {
                let decides = matches!(expr.kind, K::Or(_));
                let values: Vec<Option<bool>> = parts.iter().map(|part| of(part).truth()).collect();
                let is_decided = values.contains(&Some(decides));
                let is_known = is_decided || !values.contains(&None);
                Range::Truth(is_known.then_some(is_decided == decides))
            }
            K::TruthEq(differ, a, b) => {
                let (a, b) = (of(a).truth()?, of(b).truth()?);
                Range::Truth(Some((a == b) != *differ))
            }
            K::Same(a, b) => match (of(a), of(b)) {
                (Range::Unknown, _) | (_, Range::Unknown) => return None,
                (a, b) => Range::Truth(Some(a == b)),
            },
            K::Compare(relation, a, b) if a.ty == Type::Number(1) => {
                let ((a, b), (c, d)) = (of(a).ends(), of(b).ends());
                // The orders that two numbers of these stretches can have.
                let orders = [
                    (a < d, Ordering::Less),
                    (a <= d && c <= b, Ordering::Equal),
                    (b > c, Ordering::Greater),
                ];
                let possible = orders.iter().filter(|of| of.0);
                let mut held = possible.map(|of| relation.holds(of.1));
                let first = held.next();
                Range::Truth(first.filter(|first| held.all(|of| of == *first)))
            }
            K::Boards(relation, a, b) => {
                let (a, b) = (of(a).squares(), of(b).squares());
                Range::Truth(a.related(*relation, &b))
            }
            K::NonEmpty(a) => {
                let squares = of(a).squares();
                Range::Truth(squares.related(BoardRelation::Ne, &Squares::EMPTY))
            }
            K::BoardOp(op, a, b) => {
                let (a, b) = (of(a).squares(), of(b).squares());
                Range::Board(match op {
                    BoardOp::Union => a.with(&b),
                    BoardOp::Intersect => a.and(&b),
                    BoardOp::Minus => a.without(&b),
                })
            }
            K::Complement(a) => Range::Board(Squares::exact(u64::MAX).without(&of(a).squares())),
            K::NumberOp(op, a, b) => {
                let apply = match op {
                    NumberOp::Add => i64::saturating_add,
                    NumberOp::Sub => i64::saturating_sub,
                    NumberOp::Mul => i64::saturating_mul,
                    NumberOp::Min => i64::min,
                    NumberOp::Max => i64::max,
                };
                corners(of(a).ends(), of(b).ends(), apply)
            }
            K::Negate(a) => corners((0, 0), of(a).ends(), i64::saturating_sub),
            K::If(condition, a, b) => match of(condition).truth() {
                Some(true) => of(a),
                Some(false) => of(b),
                None => of(a).or(of(b)),
            },
            K::Fold(fold, id, range, body) => {
                let range = of(range).squares();
                let square = Squares {
                    must: 0,
                    least: 1,
                    ..range.and(&Squares::one(u64::MAX))
                };
                look.locals.push((*id, Range::Board(square)));
                let body = self.value(body, look);
                look.locals.pop();
                folded(*fold, &range, body)
            }
            _ => return None,
        })
    }

    fn call(
        &self,
        callee: Callee,
        frame: Frame,
        args: &'p [Expr],
        look: &mut Look<'p>,
    ) -> Option<Range> {
        let args: Vec<Range> = args.iter().map(|arg| self.value(arg, look)).collect();
        let at = self.position(look.at, frame)?;
        let (program, index) = self.definition(look.program, callee)?;
        let body = &program.functions.get(index)?.body;
        let mut inner = Look {
            program,
            at,
            locals: (0..).map(LocalId).zip(args).collect(),
            ..*look
        };
        let found = self.value(body, &mut inner);
        look.steps = inner.steps;
        Some(found)
    }

    /// True of a side with a king alone, where a colour and not `us` or `them` is written.
    fn is_bare(&self, args: &[Expr], colour: usize) -> bool {
        let is_colour = |of: &Expr| matches!(of.kind, ExprKind::Side(Who::White | Who::Black));
        self.bare[colour] && args.iter().all(is_colour)
    }

    /// The moves that the attacks of the zone among some arguments may take.
    fn horizon(&self, args: &'p [Expr], look: &Look<'p>) -> Option<i64> {
        let expr = args
            .first()
            .filter(|_| std::ptr::eq(look.program, self.program))?;
        match &self.resolve(PlacedValue { at: look.at, expr }).expr.kind {
            ExprKind::Zone(parts) => match parts[2].kind {
                ExprKind::Number(moves) => Some(moves),
                _ => None,
            },
            _ => None,
        }
    }

    fn primitive(
        &self,
        id: PrimId,
        frame: Frame,
        args: &'p [Expr],
        look: &mut Look<'p>,
    ) -> Option<Range> {
        let values: Vec<Range> = args.iter().map(|arg| self.value(arg, look)).collect();
        let words: Option<Vec<u64>> = values.iter().map(Range::word).collect();
        let of_word = |word: u64| fold::primitive(id, &[word]).unwrap_or(0);
        let number = |word: i64| of_word(word.cast_unsigned()).cast_signed();
        Some(match (id, values.as_slice()) {
            (PrimId::Count, [Range::Board(of)]) => Range::Number(of.least, of.most),
            (PrimId::File | PrimId::Rank, [Range::Board(of)]) => {
                let (low, high) = of.lines(id == PrimId::Rank);
                Range::Number(low, high)
            }
            (PrimId::Dist | PrimId::Manhattan, [Range::Board(a), Range::Board(b)]) => {
                let is_self = matches!(args, [a, b] if same(a, b, Merge::Nothing));
                let least = fold::primitive(id, &[a.may, b.may]).map_or(0, u64::cast_signed);
                let least = match (a.is_far_from(b) || b.is_far_from(a), a.and(b).is_empty()) {
                    _ if is_self => 0,
                    (true, _) => least.max(2),
                    (_, true) => least.max(1),
                    _ => least,
                };
                let most = match (a.least > 0 && b.least > 0, id) {
                    (false, _) => fold::FAR,
                    _ if is_self => 0,
                    (true, PrimId::Dist) => 7,
                    _ => 14,
                };
                Range::Number(least, most)
            }
            (PrimId::LegalMoves, _) => Range::Number(0, MOST_MOVES),
            (
                PrimId::Map
                | PrimId::MapMen
                | PrimId::Steps
                | PrimId::ZoneTime
                | PrimId::TrajectoriesMen
                | PrimId::TrajectoriesExact
                | PrimId::Dtm
                | PrimId::Dtc,
                _,
            ) => Range::Number(0, i64::MAX),
            // A bare king neither wins nor gives check.
            (PrimId::Won, [Range::Side(colour)]) if self.is_bare(args, *colour) => {
                Range::Truth(Some(false))
            }
            (PrimId::InCheck | PrimId::Mated, [Range::Side(colour)])
                if self.is_bare(args, 1 - colour) =>
            {
                Range::Truth(Some(false))
            }
            // The time of a level is shorter by a move than that of the one before it, and the first may have one more than the horizon.
            (PrimId::Negation | PrimId::ZoneBundle, [.., Range::Number(low, high)])
                if *high < 0 || *low > self.horizon(args, look)? + 1 =>
            {
                Range::Board(Squares::EMPTY)
            }
            (PrimId::Abs, [Range::Number(low, high)]) => {
                let least = (*low).max(high.saturating_neg()).max(0);
                Range::Number(least, number(*low).max(number(*high)))
            }
            (PrimId::Bits | PrimId::Sign, [Range::Number(low, high)]) => {
                Range::Number(number(*low), number(*high))
            }
            (
                PrimId::FilesOf
                | PrimId::LinesOf
                | PrimId::RanksOf
                | PrimId::RowsOf
                | PrimId::Diagonals
                | PrimId::Antidiagonals
                | PrimId::Around,
                [Range::Board(of)],
            ) => {
                let squares = Squares {
                    must: of_word(of.must),
                    least: of.least.min(1),
                    ..Squares::within(of_word(of.may))
                };
                let king = of.king().filter(|_| id == PrimId::Around);
                Range::Board(king.map_or(squares, |king| squares.near(king)))
            }
            (PrimId::Moves, [Range::Piece(colour, role)])
                if self.position(look.at, frame) == Some(Frame::Current) =>
            {
                let moves = Squares::moves(*colour);
                Range::Board(match role {
                    Some(Role::King) => moves.far(1 - colour),
                    _ => moves,
                })
            }
            _ => {
                let word = fold::primitive(id, &words?)?;
                match id.entry().result {
                    Ty::Board => Range::Board(Squares::exact(word)),
                    _ => Range::Number(word.cast_signed(), word.cast_signed()),
                }
            }
        })
    }
}

/// Values of a fold over squares, by those of its body for each of them.
fn folded(kind: Fold, range: &Squares, body: Range) -> Range {
    let (low, high) = body.ends();
    let of_nothing = |nothing: i64| match (range.is_empty(), range.least > 0) {
        (true, _) => Range::Number(nothing, nothing),
        (_, true) => Range::Number(low, high),
        _ => Range::Number(low.min(nothing), high.max(nothing)),
    };
    let held = body.truth();
    match kind {
        Fold::Min => of_nothing(fold::FAR),
        Fold::Max => of_nothing(fold::NOTHING),
        Fold::Sum => corners((range.least, range.most), (low, high), i64::saturating_mul),
        Fold::Exists if range.is_empty() => Range::Truth(Some(false)),
        Fold::All if range.is_empty() => Range::Truth(Some(true)),
        Fold::Exists => Range::Truth(held.filter(|held| !held || range.least > 0)),
        Fold::All => Range::Truth(held.filter(|held| *held || range.least > 0)),
        Fold::Filter if held == Some(false) => Range::Board(Squares::EMPTY),
        Fold::Filter => Range::Board(Squares {
            must: 0,
            least: 0,
            ..*range
        }),
    }
}
