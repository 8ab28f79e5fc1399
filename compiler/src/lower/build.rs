//! From a definition's tree to terms: tuples fall into their components, small definitions take the place of their calls, frames
//! are carried into them.
//!
//! ```text
//!   number side(wall, x) = if x < wall then wall else 7 - wall
//!   root.side(file(R), 3)       if 3 < file(root.R) then file(root.R) else 7 - file(root.R)
//! ```
//!
//! So what a caller and its callees have in common is computed once.

use super::context::{Lowering, component_type, width, word_type};
use super::emit::Keeping;
use super::error::{LowerError, LowerErrorKind};
use super::term::{Args, Binary, Loop, TermId, Terms, Unary};
use super::walk::free_locals;
use crate::fold::truth;
use crate::hir::{BoardOp, Callee, Expr, ExprKind, Fold, Frame, LocalId, NumberOp, Role, Ty, Type};
use crate::source::Span;
use adv_module::format::MAX_LOOP_DEPTH;

/// How many nodes of other definitions one function takes in.
const ROOM: usize = 900;
/// The role that means all of a side.
const ALL_MEN: u8 = 6;

/// What names mean at one place.
#[derive(Clone, Debug)]
pub(super) struct TermScope {
    /// By local: its parts, of which a zone has three and anything else one.
    locals: Vec<Vec<TermId>>,
    current: Frame,
    new: Frame,
    /// How many loops are around.
    depth: u8,
    /// The library whose definition is put in place of a call, and the place of that call, which everything of it then has.
    home: Option<(usize, Span)>,
}

impl TermScope {
    /// No locals; in a goal the node is also the new position.
    pub(super) fn new(goal: bool) -> TermScope {
        let new = if goal { Frame::Current } else { Frame::New };
        TermScope {
            locals: Vec::new(),
            current: Frame::Current,
            new,
            depth: 0,
            home: None,
        }
    }

    /// No locals; these are the current and the new position.
    pub(super) fn within(current: Frame, new: Frame) -> TermScope {
        TermScope {
            current,
            ..TermScope::new(new == Frame::Current)
        }
    }

    /// The place of an expression in the program.
    fn span(&self, expr: &Expr) -> Span {
        self.home.map_or(expr.span, |(_, call)| call)
    }

    /// The position that a frame is here.
    pub(super) fn frame(&self, frame: Frame) -> Frame {
        match frame {
            Frame::Current => self.current,
            Frame::New => self.new,
            Frame::Root => Frame::Root,
        }
    }

    /// The library whose definition this is within.
    pub(super) fn home(&self) -> Option<usize> {
        self.home.map(|(library, _)| library)
    }

    pub(super) fn set(&mut self, local: LocalId, term: TermId) {
        self.set_parts(local, vec![term]);
    }

    pub(super) fn set_parts(&mut self, local: LocalId, parts: Vec<TermId>) {
        let index = local.0 as usize;
        if self.locals.len() <= index {
            self.locals.resize(index + 1, Vec::new());
        }
        if let Some(place) = self.locals.get_mut(index) {
            *place = parts;
        }
    }

    fn parts(&self, local: LocalId) -> &[TermId] {
        self.locals.get(local.0 as usize).map_or(&[], Vec::as_slice)
    }
}

/// Builds the terms of one function.
pub(super) struct Build<'b, 'a> {
    pub(super) low: &'b mut Lowering<'a>,
    pub(super) terms: Terms,
    /// The name of what is built.
    pub(super) owner: &'b str,
    room: usize,
    error: Option<LowerError>,
}

fn role_number(role: Option<Role>) -> u8 {
    role.map_or(ALL_MEN, |role| role as u8)
}

impl<'b, 'a> Build<'b, 'a> {
    /// Nothing built yet. `keep`: values of the root are kept.
    pub(super) fn new(low: &'b mut Lowering<'a>, owner: &'b str, keep: bool) -> Build<'b, 'a> {
        Build {
            terms: Terms::new(keep, low.passes),
            low,
            owner,
            room: ROOM,
            error: None,
        }
    }

    /// Builds an expression's components.
    ///
    /// # Errors
    /// Loops are too deep inside one another, or a function made on the way is too large.
    pub(super) fn components(
        &mut self,
        expr: &Expr,
        scope: &mut TermScope,
    ) -> Result<Vec<TermId>, LowerError> {
        let components = self.tuple(expr, scope);
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(components),
        }
    }

    /// Builds a board, or the squares of a piece in a position.
    ///
    /// # Errors
    /// As [`Build::components`].
    pub(super) fn board(
        &mut self,
        expr: &Expr,
        squares: Option<Frame>,
        scope: &mut TermScope,
    ) -> Result<TermId, LowerError> {
        let term = self.term(expr, scope);
        match (self.error.take(), squares) {
            (Some(error), _) => Err(error),
            (None, None) => Ok(term),
            (None, Some(frame)) => Ok(self.terms.squares(frame, term, scope.span(expr))),
        }
    }

    /// The components of a number, tuple or zone, or the one component of anything else.
    fn tuple(&mut self, expr: &Expr, scope: &mut TermScope) -> Vec<TermId> {
        match &expr.kind {
            ExprKind::Tuple(parts) => parts.iter().map(|part| self.term(part, scope)).collect(),
            ExprKind::Zone(parts) => parts.iter().map(|part| self.term(part, scope)).collect(),
            ExprKind::Local(local) if expr.ty == Type::Zone => scope.parts(*local).to_vec(),
            ExprKind::If(test, a, b) if width(expr.ty) > 1 => {
                let span = scope.span(expr);
                let test = self.term(test, scope);
                let (a, b) = (self.tuple(a, scope), self.tuple(b, scope));
                a.into_iter()
                    .zip(b)
                    .map(|(a, b)| self.terms.choose(test, a, b, span))
                    .collect()
            }
            ExprKind::Call(callee, frame, args) => self.call(*callee, *frame, args, expr, scope),
            _ => vec![self.term(expr, scope)],
        }
    }

    fn call(
        &mut self,
        callee: Callee,
        frame: Frame,
        args: &[Expr],
        expr: &Expr,
        scope: &mut TermScope,
    ) -> Vec<TermId> {
        let frame = scope.frame(frame);
        let args: Vec<Vec<TermId>> = args.iter().map(|arg| self.tuple(arg, scope)).collect();
        // The arguments end up in the callee's loops, whose variables must not be those of loops in the arguments.
        let depth = args.iter().flatten().fold(scope.depth, |depth, &arg| {
            depth.max(self.terms.facts(arg).loops)
        });
        let span = scope.span(expr);
        if let Some((body, home)) = self.inlined(callee, depth, span, scope) {
            let mut inner = TermScope {
                locals: args,
                current: frame,
                new: scope.new,
                depth,
                home,
            };
            return self.tuple(body, &mut inner);
        }
        let args: Args = args.into_iter().flatten().collect();
        (0..width(expr.ty))
            .map(|component| {
                let function = self.low.callee(callee, component);
                let facts = self.low.facts(function);
                self.terms.call(function, facts, frame, args.clone(), span)
            })
            .collect()
    }

    /// The body of a definition that is called, whatever its size, and what names mean in it. Nothing of it is built but the arguments.
    pub(super) fn entered(
        &mut self,
        (callee, frame, args): (Callee, Frame, &[Expr]),
        span: Span,
        scope: &mut TermScope,
    ) -> Option<(&'a Expr, TermScope)> {
        let home = scope.home();
        let (body, library) = self.low.body(home, callee)?;
        let current = scope.frame(frame);
        let locals = args.iter().map(|arg| self.tuple(arg, scope)).collect();
        let place = scope.home.map_or(span, |(_, place)| place);
        let inner = TermScope {
            locals,
            current,
            new: scope.new,
            depth: scope.depth,
            home: library.map(|library| (library, place)),
        };
        Some((body, inner))
    }

    /// The body that takes the place of a call within so many loops, and the library that it is from; `None` where the call stays.
    fn inlined(
        &mut self,
        callee: Callee,
        depth: u8,
        span: Span,
        scope: &TermScope,
    ) -> Option<(&'a Expr, Option<(usize, Span)>)> {
        let home = scope.home.map(|(library, _)| library);
        let (body, size, home) = match (home, callee) {
            (None, Callee::Own(index)) => {
                let body = &self.low.program.functions.get(index)?.body;
                (body, self.low.small.get(index).copied()??, None)
            }
            _ if !self.low.passes.inline => return None,
            _ => {
                let found = self.low.library_function(home, callee)?;
                let library = self.low.libraries.get(found.library).ok()?;
                let body = &library.hir().functions.get(found.index)?.body;
                let size = library.sizes().get(found.index).copied()??;
                (body, size, Some((found.library, span)))
            }
        };
        // The size of a library's definition includes those that it calls.
        if scope.home.is_none() {
            if usize::from(depth) + usize::from(size.loops) > MAX_LOOP_DEPTH {
                return None;
            }
            self.room = self.room.checked_sub(size.nodes)?;
        }
        Some((body, home))
    }

    /// The term of an expression of one component.
    fn term(&mut self, expr: &Expr, scope: &mut TermScope) -> TermId {
        let span = scope.span(expr);
        match &expr.kind {
            ExprKind::Number(value) => self.terms.word(Ty::Number, *value as u64, span),
            ExprKind::Board(word) => self.terms.word(Ty::Board, *word, span),
            ExprKind::Truth(value) => self.terms.word(Ty::Truth, truth(*value), span),
            ExprKind::Side(who) => self.terms.side(*who, span),
            ExprKind::Local(local) => {
                let known = scope.parts(*local).first().copied();
                known.unwrap_or_else(|| self.terms.word(word_type(expr.ty), 0, span))
            }
            ExprKind::Piece(who, role) => self.terms.designation(*who, role_number(*role), span),
            ExprKind::PieceOf(side, role) => {
                let side = self.term(side, scope);
                self.terms.designation_of(side, role_number(*role), span)
            }
            ExprKind::Squares(frame, piece) => {
                let piece = self.term(piece, scope);
                self.terms.squares(scope.frame(*frame), piece, span)
            }
            ExprKind::ToMove(frame, who) => self.terms.turn(scope.frame(*frame), *who, span),
            ExprKind::From => self.terms.of_move(false, span),
            ExprKind::To => self.terms.of_move(true, span),
            ExprKind::Taken => self.terms.taken(span),
            ExprKind::Here => self.terms.here(span),
            ExprKind::Given(given, frame, function) => {
                let function = self.low.callee(Callee::Own(*function), 0);
                let facts = self.low.facts(function);
                let [side, here] = &**given;
                let given = [self.term(side, scope), self.term(here, scope)];
                let frame = scope.frame(*frame);
                self.terms.given(function, facts, frame, given, span)
            }
            ExprKind::Call(..) | ExprKind::Tuple(_) | ExprKind::Zone(_) => {
                let first = self.tuple(expr, scope).into_iter().next();
                first.unwrap_or_else(|| self.terms.word(Ty::Number, 0, span))
            }
            ExprKind::Prim(prim, frame, args) => {
                let args = args.iter().flat_map(|arg| self.tuple(arg, scope)).collect();
                self.terms.prim(*prim, scope.frame(*frame), args, span)
            }
            ExprKind::Satisfiable(frame, advice) => {
                let advice = u16::try_from(*advice).unwrap_or(u16::MAX);
                self.terms.satisfiable(scope.frame(*frame), advice, span)
            }
            ExprKind::Turned(body) => self.turned(body, scope, span),
            ExprKind::Not(inner) => {
                let inner = self.term(inner, scope);
                self.terms.not(inner, span)
            }
            ExprKind::And(list) | ExprKind::Or(list) => {
                let any = matches!(expr.kind, ExprKind::Or(_));
                let list = list.iter().map(|part| self.term(part, scope)).collect();
                self.terms.join(any, list, span)
            }
            ExprKind::TruthEq(different, a, b) => {
                let (a, b) = (self.term(a, scope), self.term(b, scope));
                let equal = self.terms.binary(Binary::Eq, a, b, span);
                if *different {
                    self.terms.not(equal, span)
                } else {
                    equal
                }
            }
            ExprKind::Compare(relation, a, b) => {
                let (a, b) = (self.tuple(a, scope), self.tuple(b, scope));
                self.terms.compare(*relation, &a, &b, span)
            }
            ExprKind::Boards(relation, a, b) => {
                let (a, b) = (self.term(a, scope), self.term(b, scope));
                self.terms.boards(*relation, a, b, span)
            }
            ExprKind::Same(a, b) => {
                let (a, b) = (self.term(a, scope), self.term(b, scope));
                self.terms.binary(Binary::Eq, a, b, span)
            }
            ExprKind::NonEmpty(a) => self.unary(Unary::NonEmpty, a, scope, span),
            ExprKind::Complement(a) => self.unary(Unary::Complement, a, scope, span),
            ExprKind::Negate(a) => self.unary(Unary::Neg, a, scope, span),
            ExprKind::BoardOp(op, a, b) => {
                let op = match op {
                    BoardOp::Union => Binary::Union,
                    BoardOp::Intersect => Binary::Intersect,
                    BoardOp::Minus => Binary::Minus,
                };
                self.binary(op, a, b, scope, span)
            }
            ExprKind::NumberOp(op, a, b) => {
                let op = match op {
                    NumberOp::Add => Binary::Add,
                    NumberOp::Sub => Binary::Sub,
                    NumberOp::Mul => Binary::Mul,
                    NumberOp::Min => Binary::Min,
                    NumberOp::Max => Binary::Max,
                };
                self.binary(op, a, b, scope, span)
            }
            ExprKind::If(test, a, b) => {
                let test = self.term(test, scope);
                let (a, b) = (self.term(a, scope), self.term(b, scope));
                self.terms.choose(test, a, b, span)
            }
            ExprKind::Fold(fold, local, over, body) => {
                let over = self.term(over, scope);
                self.fold(*fold, *local, over, body, scope, span)
            }
        }
    }

    fn unary(&mut self, op: Unary, a: &Expr, scope: &mut TermScope, span: Span) -> TermId {
        let a = self.term(a, scope);
        self.terms.unary(op, a, span)
    }

    fn binary(
        &mut self,
        op: Binary,
        a: &Expr,
        b: &Expr,
        scope: &mut TermScope,
        span: Span,
    ) -> TermId {
        let (a, b) = (self.term(a, scope), self.term(b, scope));
        self.terms.binary(op, a, b, span)
    }

    fn fold(
        &mut self,
        fold: Fold,
        local: LocalId,
        over: TermId,
        body: &Expr,
        scope: &mut TermScope,
        span: Span,
    ) -> TermId {
        let depth = scope.depth;
        if usize::from(depth) >= MAX_LOOP_DEPTH {
            let error = LowerError::new(LowerErrorKind::Loops, self.owner, span);
            self.error.get_or_insert(error);
            return over;
        }
        let var = self.terms.var(depth, span);
        scope.set(local, var);
        scope.depth += 1;
        let body = self.term(body, scope);
        scope.depth -= 1;
        let fold = match fold {
            Fold::Min => Loop::Min,
            Fold::Max => Loop::Max,
            Fold::Sum => Loop::Sum,
            Fold::Exists => Loop::Exists,
            Fold::Filter => Loop::Filter,
            // All are where none is not.
            Fold::All => {
                let not = self.terms.not(body, span);
                let some = self.terms.fold(Loop::Exists, depth, over, not, span);
                return self.terms.not(some, span);
            }
        };
        self.terms.fold(fold, depth, over, body, span)
    }

    /// A function of its own, whose parameters are the locals that the body uses. In it nothing is kept: the root is turned too.
    fn turned(&mut self, body: &Expr, scope: &mut TermScope, span: Span) -> TermId {
        let free = free_locals(body);
        let mut inner = TermScope {
            locals: Vec::new(),
            depth: 0,
            ..*scope
        };
        let name = format!("{}.turned", self.owner);
        let mut build = Build::new(self.low, &name, false);
        let (mut args, mut params) = (Vec::new(), Vec::new());
        for (local, ty) in free {
            let mut parts = Vec::new();
            for (component, &term) in scope.parts(local).iter().enumerate() {
                let register = u8::try_from(params.len()).unwrap_or(u8::MAX);
                let ty = component_type(ty, component);
                parts.push(build.terms.param(register, ty, span));
                params.push(ty);
                args.push(term);
            }
            inner.set_parts(local, parts);
        }
        let root = build.components(body, &mut inner);
        let terms = build.terms;
        let made = root.and_then(|components| match components.first() {
            Some(&root) => self
                .low
                .extra(name.clone(), params, &terms, root, Keeping::Nothing, span)
                .map(Some),
            None => Ok(None),
        });
        match made {
            Ok(Some(function)) => {
                let facts = self.low.facts(function);
                self.terms.turned(function, facts, args.into(), span)
            }
            Ok(None) => self.terms.truth(false, span),
            Err(error) => {
                self.error.get_or_insert(error);
                self.terms.truth(false, span)
            }
        }
    }
}
