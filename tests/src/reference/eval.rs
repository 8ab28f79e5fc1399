//! Expressions of the checked program, one arm for each kind.

use std::rc::Rc;

use adv_compiler::hir::{
    BoardOp, BoardRelation, Callee, Expr, ExprKind, Fold, Frame, LocalId, NumberOp, Relation, Who,
};
use shakmaty::Color;

use super::Reference;
use super::primitive;
use super::squares::{At, Squares};
use super::value::{Answer, Fault, Value};
use super::view::View;
use super::ways::Ways;
use super::words;

/// The positions and the move that an expression may speak of.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The position without a prefix.
    pub current: Rc<View>,
    /// `new.`
    pub new: Option<Rc<View>>,
    /// `root.`
    pub root: Option<Rc<View>>,
    /// `FROM` and `TO`.
    pub step: Option<(Squares, Squares)>,
    /// `TAKEN`
    pub taken: Option<Squares>,
    /// `HERE`, where a pattern asks about a fact; else it is what the reference has for a plan.
    pub here: Option<Squares>,
    /// `us`
    pub us: Color,
}

impl Scene {
    /// One position by itself.
    pub fn single(view: &Rc<View>, us: Color) -> Scene {
        Scene {
            current: Rc::clone(view),
            new: None,
            root: None,
            step: None,
            taken: None,
            here: None,
            us,
        }
    }

    /// A goal: without a prefix and with `new.` the node.
    pub fn goal(node: &Rc<View>, root: &Rc<View>, us: Color) -> Scene {
        let (new, root) = (Some(Rc::clone(node)), Some(Rc::clone(root)));
        Scene {
            current: Rc::clone(node),
            new,
            root,
            step: None,
            taken: None,
            here: None,
            us,
        }
    }

    fn view(&self, frame: Frame) -> Answer<&Rc<View>> {
        match frame {
            Frame::Current => Ok(&self.current),
            Frame::New => self
                .new
                .as_ref()
                .ok_or_else(|| Fault::broken("no new position")),
            Frame::Root => self.root.as_ref().ok_or_else(|| Fault::broken("no root")),
        }
    }

    /// A side word as a colour.
    pub fn color(&self, who: Who) -> Color {
        match who {
            Who::White => Color::White,
            Who::Black => Color::Black,
            Who::Us => self.us,
            Who::Them => !self.us,
        }
    }

    fn turned(&self, here: Squares, way: impl Fn(At) -> At + Copy) -> Scene {
        let turn = |view: &Rc<View>| Rc::new(view.turned(way));
        Scene {
            current: turn(&self.current),
            new: self.new.as_ref().map(turn),
            root: self.root.as_ref().map(turn),
            step: self.step.map(|(from, to)| (lay(&from, way), lay(&to, way))),
            taken: self.taken.map(|taken| lay(&taken, way)),
            here: Some(lay(&here, way)),
            us: self.us,
        }
    }
}

fn lay(set: &Squares, way: impl Fn(At) -> At) -> Squares {
    set.iter().fold(Squares::EMPTY, |laid, at| {
        laid.union(&Squares::one(way(at)))
    })
}

/// The eight ways to lay the board on itself.
const WAYS: [fn(At) -> At; 8] = [
    |(file, rank)| (file, rank),
    |(file, rank)| (7 - file, rank),
    |(file, rank)| (file, 7 - rank),
    |(file, rank)| (7 - file, 7 - rank),
    |(file, rank)| (rank, file),
    |(file, rank)| (7 - rank, file),
    |(file, rank)| (rank, 7 - file),
    |(file, rank)| (7 - rank, 7 - file),
];

/// The parameters and bound variables of one function, goal, clause or rule. A module is 0 for the program itself, `1 + i` for
/// the i-th library.
pub struct Locals {
    pub(super) module: usize,
    pub(super) values: Vec<Option<Value>>,
}

impl Locals {
    /// For something without parameters in the program itself.
    pub fn none() -> Locals {
        Locals {
            module: 0,
            values: Vec::new(),
        }
    }

    fn get(&self, LocalId(id): LocalId) -> Answer<Value> {
        let value = self.values.get(id as usize).cloned().flatten();
        value.ok_or_else(|| Fault::broken(format!("local {id} has no value")))
    }

    fn set(&mut self, LocalId(id): LocalId, value: Value) {
        let id = id as usize;
        if id >= self.values.len() {
            self.values.resize(id + 1, None);
        }
        self.values[id] = Some(value);
    }
}

impl Reference<'_> {
    /// The value of an expression.
    pub fn value(&self, expr: &Expr, scene: &Scene, locals: &mut Locals) -> Answer<Value> {
        self.spend()?;
        Ok(match &expr.kind {
            ExprKind::Number(n) => Value::Numbers(vec![*n]),
            ExprKind::Board(bits) => Value::Board(Squares::from_bits(*bits)),
            ExprKind::Truth(truth) => Value::Truth(*truth),
            ExprKind::Side(who) => Value::Side(scene.color(*who)),
            ExprKind::Local(id) => locals.get(*id)?,
            ExprKind::Piece(who, role) => Value::Piece(scene.color(*who), *role),
            ExprKind::PieceOf(side, role) => {
                Value::Piece(self.value(side, scene, locals)?.side()?, *role)
            }
            ExprKind::Squares(frame, piece) => {
                let (color, role) = self.value(piece, scene, locals)?.piece()?;
                Value::Board(scene.view(*frame)?.men(color, role))
            }
            ExprKind::ToMove(frame, who) => {
                Value::Truth(scene.view(*frame)?.turn() == scene.color(*who))
            }
            ExprKind::From => Value::Board(self.moved(scene)?.0),
            ExprKind::To => Value::Board(self.moved(scene)?.1),
            ExprKind::Taken => Value::Board(
                scene
                    .taken
                    .ok_or_else(|| Fault::broken("`TAKEN` outside a class of moves"))?,
            ),
            ExprKind::Here => Value::Board(self.here_in(scene)),
            ExprKind::Given(given, frame, function) => {
                let [side, here] = given.as_ref();
                let mut inner = scene.clone();
                inner.us = self.value(side, scene, locals)?.side()?;
                inner.here = Some(self.value(here, scene, locals)?.board()?);
                inner.current = Rc::clone(scene.view(*frame)?);
                self.call(Callee::Own(*function), locals.module, &inner, Vec::new())?
            }
            ExprKind::Zone(parts) => {
                let [men, targets, moves] = parts.as_ref();
                Value::Zone(
                    self.value(men, scene, locals)?.board()?,
                    self.value(targets, scene, locals)?.board()?,
                    self.value(moves, scene, locals)?.number()?,
                )
            }
            ExprKind::Call(callee, frame, args) => {
                let args = self.values(args, scene, locals)?;
                let mut inner = scene.clone();
                inner.current = Rc::clone(scene.view(*frame)?);
                self.call(*callee, locals.module, &inner, args)?
            }
            ExprKind::Prim(prim, frame, args) => {
                let args = self.values(args, scene, locals)?;
                let view = scene.view(*frame)?;
                if prim.is_of_ways() {
                    let ways = Ways::within(view, self.work_left(), self.walked_in(view));
                    let value = words::call(*prim, &ways, &args);
                    self.spend_work(ways.work())?;
                    value?
                } else {
                    primitive::call(*prim, view, &args)?
                }
            }
            ExprKind::Satisfiable(frame, advice) => {
                Value::Truth(self.satisfiable(*advice, scene.view(*frame)?, scene.us)?)
            }
            ExprKind::Turned(body) => Value::Truth(self.turned(body, scene, locals)?),
            ExprKind::Not(a) => Value::Truth(!self.truth(a, scene, locals)?),
            ExprKind::And(parts) => {
                let mut truth = true;
                for part in parts {
                    truth = truth && self.truth(part, scene, locals)?;
                }
                Value::Truth(truth)
            }
            ExprKind::Or(parts) => {
                let mut truth = false;
                for part in parts {
                    truth = truth || self.truth(part, scene, locals)?;
                }
                Value::Truth(truth)
            }
            ExprKind::TruthEq(differ, a, b) => {
                let equal = self.truth(a, scene, locals)? == self.truth(b, scene, locals)?;
                Value::Truth(equal != *differ)
            }
            ExprKind::Compare(relation, a, b) => {
                let a = self.value(a, scene, locals)?.numbers()?;
                let b = self.value(b, scene, locals)?.numbers()?;
                Value::Truth(compare(*relation, &a, &b)?)
            }
            ExprKind::Boards(relation, a, b) => {
                let a = self.value(a, scene, locals)?.board()?;
                let b = self.value(b, scene, locals)?.board()?;
                Value::Truth(match relation {
                    BoardRelation::Eq => a == b,
                    BoardRelation::Ne => a != b,
                    BoardRelation::Subset => a.is_subset(&b),
                    BoardRelation::ProperSubset => a.is_subset(&b) && a != b,
                    BoardRelation::In => !a.is_empty() && a.is_subset(&b),
                    BoardRelation::Disjoint => a.intersect(&b).is_empty(),
                })
            }
            ExprKind::Same(a, b) => {
                Value::Truth(self.value(a, scene, locals)? == self.value(b, scene, locals)?)
            }
            ExprKind::NonEmpty(a) => {
                Value::Truth(!self.value(a, scene, locals)?.board()?.is_empty())
            }
            ExprKind::BoardOp(op, a, b) => {
                let a = self.value(a, scene, locals)?.board()?;
                let b = self.value(b, scene, locals)?.board()?;
                Value::Board(match op {
                    BoardOp::Union => a.union(&b),
                    BoardOp::Intersect => a.intersect(&b),
                    BoardOp::Minus => a.minus(&b),
                })
            }
            ExprKind::Complement(a) => {
                Value::Board(self.value(a, scene, locals)?.board()?.complement())
            }
            ExprKind::NumberOp(op, a, b) => {
                let a = self.value(a, scene, locals)?.number()?;
                let b = self.value(b, scene, locals)?.number()?;
                Value::Numbers(vec![match op {
                    NumberOp::Add => a.saturating_add(b),
                    NumberOp::Sub => a.saturating_sub(b),
                    NumberOp::Mul => a.saturating_mul(b),
                    NumberOp::Min => a.min(b),
                    NumberOp::Max => a.max(b),
                }])
            }
            ExprKind::Negate(a) => {
                let n = self.value(a, scene, locals)?.number()?;
                Value::Numbers(vec![0i64.saturating_sub(n)])
            }
            ExprKind::If(condition, a, b) => {
                let branch = if self.truth(condition, scene, locals)? {
                    a
                } else {
                    b
                };
                self.value(branch, scene, locals)?
            }
            ExprKind::Fold(fold, local, over, body) => {
                self.fold(*fold, *local, over, body, scene, locals)?
            }
            ExprKind::Tuple(parts) => {
                let mut numbers = Vec::new();
                for part in parts {
                    numbers.push(self.value(part, scene, locals)?.number()?);
                }
                Value::Numbers(numbers)
            }
        })
    }

    /// The value of a descriptor.
    pub fn truth(&self, expr: &Expr, scene: &Scene, locals: &mut Locals) -> Answer<bool> {
        self.value(expr, scene, locals)?.truth()
    }

    fn values(&self, exprs: &[Expr], scene: &Scene, locals: &mut Locals) -> Answer<Vec<Value>> {
        exprs
            .iter()
            .map(|expr| self.value(expr, scene, locals))
            .collect()
    }

    fn moved(&self, scene: &Scene) -> Answer<(Squares, Squares)> {
        scene
            .step
            .ok_or_else(|| Fault::broken("`FROM` or `TO` without a move"))
    }

    /// A definition's value. `scene` is the one inside.
    pub(super) fn call(
        &self,
        callee: Callee,
        module: usize,
        scene: &Scene,
        args: Vec<Value>,
    ) -> Answer<Value> {
        let (module, function) = self.callee(callee, module)?;
        let mut locals = Locals {
            module,
            values: args.into_iter().map(Some).collect(),
        };
        self.value(&function.body, scene, &mut locals)
    }

    fn turned(&self, body: &Expr, scene: &Scene, locals: &mut Locals) -> Answer<bool> {
        for way in WAYS {
            let scene = scene.turned(self.here_in(scene), way);
            let values = locals.values.iter().map(|value| match value {
                Some(Value::Board(set)) => Some(Value::Board(lay(set, way))),
                Some(Value::Zone(men, targets, moves)) => {
                    Some(Value::Zone(lay(men, way), lay(targets, way), *moves))
                }
                other => other.clone(),
            });
            let mut locals = Locals {
                module: locals.module,
                values: values.collect(),
            };
            if self.truth(body, &scene, &mut locals)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn fold(
        &self,
        fold: Fold,
        local: LocalId,
        over: &Expr,
        body: &Expr,
        scene: &Scene,
        locals: &mut Locals,
    ) -> Answer<Value> {
        let over = self.value(over, scene, locals)?.board()?;
        let mut values = Vec::new();
        for at in over.iter() {
            locals.set(local, Value::Board(Squares::one(at)));
            values.push((at, self.value(body, scene, locals)?));
        }
        let numbers = || {
            values
                .iter()
                .map(|(_, value)| value.number())
                .collect::<Answer<Vec<_>>>()
        };
        let truths = || {
            values
                .iter()
                .map(|(_, value)| value.truth())
                .collect::<Answer<Vec<_>>>()
        };
        Ok(match fold {
            Fold::Min => Value::Numbers(vec![numbers()?.into_iter().min().unwrap_or(99)]),
            Fold::Max => Value::Numbers(vec![numbers()?.into_iter().max().unwrap_or(-1)]),
            Fold::Sum => Value::Numbers(vec![
                numbers()?
                    .into_iter()
                    .fold(0i64, |sum, n| sum.saturating_add(n)),
            ]),
            Fold::Exists => Value::Truth(truths()?.contains(&true)),
            Fold::All => Value::Truth(!truths()?.contains(&false)),
            Fold::Filter => {
                let mut set = Squares::EMPTY;
                for (at, value) in &values {
                    if value.truth()? {
                        set.put(*at);
                    }
                }
                Value::Board(set)
            }
        })
    }
}

/// Lexicographic comparison.
fn compare(relation: Relation, a: &[i64], b: &[i64]) -> Answer<bool> {
    if a.len() != b.len() {
        return Err(Fault::broken("tuples of different length are compared"));
    }
    let less = |a: &[i64], b: &[i64]| {
        let first = a.iter().zip(b).find(|(a, b)| a != b);
        first.is_some_and(|(a, b)| a < b)
    };
    Ok(match relation {
        Relation::Eq => a == b,
        Relation::Ne => a != b,
        Relation::Lt => less(a, b),
        Relation::Le => !less(b, a),
        Relation::Gt => less(b, a),
        Relation::Ge => !less(a, b),
    })
}
