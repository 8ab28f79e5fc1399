//! Made-up programs.

use adv_testkit::Numbers;

use super::make::*;
use crate::hir::*;

/// Makes up expressions.
struct Author<'f> {
    dice: Numbers,
    functions: &'f [Function],
    /// The locals that can be used.
    locals: Vec<(u32, Type)>,
    next: u32,
    loops: u32,
    in_move: bool,
    /// They may ask for a nested search.
    searches: bool,
}

impl Author<'_> {
    fn frame(&mut self) -> Frame {
        self.dice.one(&[NOW, NOW, Frame::Root, Frame::New])
    }

    fn who(&mut self) -> Who {
        self.dice.one(Who::ALL)
    }

    fn make(&mut self, ty: Type, depth: u32) -> Expr {
        if depth == 0 {
            return self.leaf(ty);
        }
        if self.dice.below(6) == 0
            && let Some(call) = self.call(ty, depth)
        {
            return call;
        }
        if ty != Type::Zone && self.dice.below(8) == 0 {
            return choose(
                self.make(Type::Truth, depth - 1),
                self.make(ty, depth - 1),
                self.make(ty, depth - 1),
            );
        }
        match ty {
            Type::Board => self.board(depth - 1),
            Type::Number(_) => self.number(depth - 1),
            Type::Truth => self.truth(depth - 1),
            Type::Piece | Type::Side => self.leaf(ty),
            Type::Zone => self.zone(depth - 1),
        }
    }

    fn zone(&mut self, depth: u32) -> Expr {
        let known = self.locals.iter().find(|(_, of)| *of == Type::Zone);
        if let Some(&(id, ty)) = known.filter(|_| self.dice.below(2) == 0) {
            return local(id, ty);
        }
        let (men, targets) = (self.make(Type::Board, depth), self.make(Type::Board, depth));
        let horizon = self.dice.below(16) as i64 + 1;
        let horizon = expr(ExprKind::Number(horizon), NUMBER);
        expr(
            ExprKind::Zone(Box::new([men, targets, horizon])),
            Type::Zone,
        )
    }

    fn leaf(&mut self, ty: Type) -> Expr {
        let usable: Vec<(u32, Type)> = self
            .locals
            .iter()
            .copied()
            .filter(|(_, of)| *of == ty)
            .collect();
        if !usable.is_empty() && self.dice.below(2) == 0 {
            return local(self.dice.one(&usable).0, ty);
        }
        match ty {
            Type::Board => match self.dice.below(8) {
                0 => board(
                    self.dice
                        .one(&[0, !0, 1, 1 << 28, 0xff, 0x8100_0000_0000_0081]),
                ),
                1 if self.in_move => expr(
                    self.dice
                        .one(&[ExprKindTag::From, ExprKindTag::To, ExprKindTag::Taken])
                        .kind(),
                    ty,
                ),
                _ => {
                    let (frame, who) = (self.frame(), self.who());
                    let role = self.dice.one(&[Role::King, Role::Rook]);
                    piece(frame, who, role)
                }
            },
            Type::Number(_) => number(self.dice.one(&[
                0,
                1,
                -1,
                2,
                7,
                99,
                1 << 40,
                i64::MAX,
                i64::MIN,
                i32::MIN as i64,
            ])),
            Type::Truth => match self.dice.below(6) {
                0 => truth(self.dice.below(2) == 0),
                1 if self.searches => expr(ExprKind::Satisfiable(self.frame(), 1), ty),
                _ => expr(ExprKind::ToMove(self.frame(), self.who()), ty),
            },
            Type::Piece => expr(
                ExprKind::Piece(self.who(), self.dice.one(&[None, Some(Role::Rook)])),
                ty,
            ),
            Type::Side => expr(ExprKind::Side(self.who()), ty),
            Type::Zone => self.zone(0),
        }
    }

    fn call(&mut self, ty: Type, depth: u32) -> Option<Expr> {
        let fitting: Vec<usize> = (0..self.functions.len())
            .filter(|&index| self.functions[index].result == ty)
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let index = self.dice.one(&fitting);
        let types: Vec<Type> = self.functions[index]
            .params
            .iter()
            .map(|(_, ty)| *ty)
            .collect();
        let args = types
            .into_iter()
            .map(|ty| self.make(ty, depth - 1))
            .collect();
        Some(call(index, self.frame(), args, ty))
    }

    fn board(&mut self, depth: u32) -> Expr {
        let ty = Type::Board;
        match self.dice.below(10) {
            9 => {
                let zone = self.make(Type::Zone, depth);
                let frame = self.frame();
                match self.dice.below(3) {
                    0 => prim_in(PrimId::ZoneFirst, frame, vec![self.make(ty, depth), zone]),
                    1 => prim_in(
                        PrimId::Negation,
                        frame,
                        vec![zone, self.make(NUMBER, depth)],
                    ),
                    _ => prim_in(
                        PrimId::ZoneBundle,
                        frame,
                        vec![zone, self.make(NUMBER, depth)],
                    ),
                }
            }
            0..=3 => {
                let op = self
                    .dice
                    .one(&[BoardOp::Union, BoardOp::Intersect, BoardOp::Minus]);
                sets(op, self.make(ty, depth), self.make(ty, depth))
            }
            4 => expr(ExprKind::Complement(Box::new(self.make(ty, depth))), ty),
            5 => self.fold(Fold::Filter, depth),
            6 => {
                let of = self
                    .dice
                    .one(&[PrimId::FilesOf, PrimId::RowsOf, PrimId::Around]);
                prim(of, vec![self.make(ty, depth)])
            }
            7 => {
                let of = self
                    .dice
                    .one(&[PrimId::Between, PrimId::Rectangle, PrimId::Reach]);
                prim(of, vec![self.make(ty, depth), self.make(ty, depth)])
            }
            _ => {
                let frame = self.frame();
                prim_in(
                    self.dice.one(&[PrimId::Moves, PrimId::Step]),
                    frame,
                    vec![self.make(Type::Piece, depth)],
                )
            }
        }
    }

    fn number(&mut self, depth: u32) -> Expr {
        match self.dice.below(10) {
            9 => {
                let (zone, frame) = (self.make(Type::Zone, depth), self.frame());
                let square = self.make(Type::Board, depth);
                prim_in(PrimId::ZoneTime, frame, vec![zone, square])
            }
            0..=2 => {
                let op = self.dice.one(&[
                    NumberOp::Add,
                    NumberOp::Sub,
                    NumberOp::Mul,
                    NumberOp::Min,
                    NumberOp::Max,
                ]);
                arithmetic(op, self.make(NUMBER, depth), self.make(NUMBER, depth))
            }
            3 => expr(ExprKind::Negate(Box::new(self.make(NUMBER, depth))), NUMBER),
            4 => {
                let fold = self.dice.one(&[Fold::Min, Fold::Max, Fold::Sum]);
                self.fold(fold, depth)
            }
            5 | 6 => {
                let of = self.dice.one(&[PrimId::Count, PrimId::File, PrimId::Rank]);
                prim(of, vec![self.make(Type::Board, depth)])
            }
            7 => prim(
                PrimId::Dist,
                vec![self.make(Type::Board, depth), self.make(Type::Board, depth)],
            ),
            _ => {
                let boards = (0..3).map(|_| self.make(Type::Board, depth)).collect();
                prim(PrimId::Steps, boards)
            }
        }
    }

    fn truth(&mut self, depth: u32) -> Expr {
        let ty = Type::Truth;
        let relation = self.dice.one(&[
            Relation::Eq,
            Relation::Ne,
            Relation::Lt,
            Relation::Le,
            Relation::Gt,
            Relation::Ge,
        ]);
        match self.dice.below(13) {
            12 => {
                let (zone, frame) = (self.make(Type::Zone, depth), self.frame());
                prim_in(PrimId::Vulnerable, frame, vec![zone])
            }
            0..=2 => {
                let list = (0..2 + self.dice.below(2))
                    .map(|_| self.make(ty, depth))
                    .collect();
                if self.dice.below(2) == 0 {
                    and(list)
                } else {
                    or(list)
                }
            }
            3 => not(self.make(ty, depth)),
            4 | 5 => compare(relation, self.make(NUMBER, depth), self.make(NUMBER, depth)),
            6 => {
                let mut pair = || tuple(vec![self.make(NUMBER, depth), self.make(NUMBER, depth)]);
                compare(relation, pair(), pair())
            }
            7 | 8 => {
                let relation = self.dice.one(&[
                    BoardRelation::Eq,
                    BoardRelation::Ne,
                    BoardRelation::Subset,
                    BoardRelation::ProperSubset,
                    BoardRelation::In,
                    BoardRelation::Disjoint,
                ]);
                boards(
                    relation,
                    self.make(Type::Board, depth),
                    self.make(Type::Board, depth),
                )
            }
            9 => {
                let fold = self.dice.one(&[Fold::Exists, Fold::All]);
                self.fold(fold, depth)
            }
            10 => expr(
                ExprKind::NonEmpty(Box::new(self.make(Type::Board, depth))),
                ty,
            ),
            _ => match self.dice.below(3) {
                0 => expr(ExprKind::Turned(Box::new(self.make(ty, depth))), ty),
                1 => {
                    let (a, b) = (self.make(ty, depth), self.make(ty, depth));
                    expr(
                        ExprKind::TruthEq(self.dice.below(2) == 0, Box::new(a), Box::new(b)),
                        ty,
                    )
                }
                _ => {
                    let of = self.dice.one(&[Type::Side, Type::Piece]);
                    expr(
                        ExprKind::Same(
                            Box::new(self.make(of, depth)),
                            Box::new(self.make(of, depth)),
                        ),
                        ty,
                    )
                }
            },
        }
    }

    fn fold(&mut self, of: Fold, depth: u32) -> Expr {
        let ty = match of {
            Fold::Min | Fold::Max | Fold::Sum => NUMBER,
            _ => Type::Truth,
        };
        if self.loops == 2 {
            return match of {
                Fold::Filter => self.leaf(Type::Board),
                _ => self.leaf(ty),
            };
        }
        let over = self.make(Type::Board, depth);
        let var = self.next;
        self.next += 1;
        self.loops += 1;
        self.locals.push((var, Type::Board));
        let body = self.make(ty, depth);
        self.locals.pop();
        self.loops -= 1;
        fold(of, var, over, body)
    }
}

#[derive(Clone, Copy)]
enum ExprKindTag {
    From,
    To,
    Taken,
}

impl ExprKindTag {
    fn kind(self) -> ExprKind {
        match self {
            ExprKindTag::From => ExprKind::From,
            ExprKindTag::To => ExprKind::To,
            ExprKindTag::Taken => ExprKind::Taken,
        }
    }
}

/// How many conjuncts of the made-up action say that a board is not empty: the last ones.
pub(super) const BOARDS: usize = 3;

/// A made-up program: definitions that call those before them, a piece-of-advice, and an action with the same goal and more.
pub(super) fn made_up(seed: u64, searches: bool) -> Checked {
    const PARAMS: [Type; 6] = [
        Type::Board,
        NUMBER,
        Type::Piece,
        Type::Side,
        Type::Truth,
        Type::Zone,
    ];
    let all = [Type::Board, NUMBER, Type::Truth, Type::Zone];
    // What a library exports stands at the number of its definition; a zone is three functions.
    let types = if searches { &all[..] } else { &all[..3] };
    let mut functions: Vec<Function> = Vec::new();
    let mut dice = Numbers::new(seed);
    for index in 0..5 {
        let params: Vec<Type> = (0..dice.below(3)).map(|_| dice.one(&PARAMS)).collect();
        let ty = dice.one(types);
        let mut author = Author {
            dice: Numbers::new(dice.bits()),
            functions: &functions,
            locals: (0..).zip(params.iter().copied()).collect(),
            next: 10,
            loops: 0,
            in_move: index == 4,
            searches,
        };
        let size = 2 + u32::try_from(dice.below(4)).unwrap();
        let body = author.make(ty, size);
        let params: Vec<(&str, Type)> = params.into_iter().map(|ty| ("p", ty)).collect();
        functions.push(define(&format!("f{index}"), &params, body));
    }
    let mut author = Author {
        dice: Numbers::new(dice.bits()),
        functions: &functions[..4],
        locals: Vec::new(),
        next: 10,
        loops: 0,
        in_move: false,
        searches,
    };
    let better = and(vec![
        author.make(Type::Truth, 3),
        author.make(Type::Truth, 4),
    ]);
    let mut conjuncts = vec![better.clone()];
    for _ in 0..BOARDS {
        let board = Box::new(author.make(Type::Board, 3));
        conjuncts.push(expr(ExprKind::NonEmpty(board), Type::Truth));
    }
    let mut action = advice("c", and(conjuncts));
    action.kind = AdviceKind::Action;
    action.better.when = When::AfterUs;
    // Where it is searched one ply deep, the position before our move is the root.
    action.depth = if seed.is_multiple_of(2) { 3 } else { 1 };
    program(
        functions,
        vec![advice("a", better), advice("b", truth(true)), action],
    )
}
