//! The boards that a conjunct speaks of, so that an explanation can draw them: each is a function of its own.
//!
//! ```text
//!   room < root.room ∧ SQ(B.K) ⊆ FIELD ∪ EDGE        number room = count(PEN)
//!     part 1    PEN                                   a definition is entered, in the position of its use
//!     part 2    SQ(B.K), FIELD ∪ EDGE                 the outermost boards
//! ```
//!
//! Boards that are the same in all positions say nothing, and one that varies with a variable of a loop has no value; the boards in
//! it may have one. Nothing here is cached: these functions are called a few times for one picture, not at every node of a search.

use super::build::{Build, TermScope};
use super::context::Lowering;
use super::records::At;
use super::term::TermId;
use super::walk::free_locals;
use crate::hir::parts::each_child;
use crate::hir::{Callee, Expr, ExprKind, Frame, Function, Type};
use crate::source::Span;
use adv_module::program::GoalBoard;

/// Boards of one conjunct.
const MOST: usize = 8;
/// How deep definitions are gone into.
const DEEP: u8 = 3;
/// How many nodes are looked at for one conjunct.
const STEPS: usize = 400;

/// A board that was found.
struct Found<'e> {
    expr: &'e Expr,
    /// The position that is current at its place.
    current: Frame,
    /// For a piece's designation the position in which its squares are meant.
    squares: Option<Frame>,
}

/// The walk over one conjunct.
struct Walk<'e> {
    /// The definitions of the program.
    functions: &'e [Function],
    /// What `new.` means.
    new: Frame,
    found: Vec<Found<'e>>,
    /// Definitions that were gone into, and the position that was current.
    entered: Vec<(usize, Frame)>,
    steps: usize,
}

/// The current place of the walk.
#[derive(Clone, Copy)]
struct Stand {
    current: Frame,
    depth: u8,
    /// Within a loop, where not every board has a value.
    varies: bool,
}

impl Lowering<'_> {
    /// The boards of a conjunct in the order of the source; `name` is the conjunct's.
    ///
    /// A board that is too large for a function is left out: it is missing in a drawing, the goal is what it was.
    pub(super) fn boards(&mut self, conjunct: &Expr, name: &str, at: At) -> Vec<GoalBoard> {
        let new = match at {
            At::Node => Frame::Current,
            At::After
            | At::AfterFirst
            | At::Move
            | At::FirstMove
            | At::FirstSquares
            | At::Position => Frame::New,
        };
        let mut walk = Walk {
            functions: &self.program.functions,
            new,
            found: Vec::new(),
            entered: Vec::new(),
            steps: STEPS,
        };
        let start = Stand {
            current: Frame::Current,
            depth: 0,
            varies: false,
        };
        walk.visit(conjunct, start);
        let found = walk.found;
        if found.is_empty() {
            return Vec::new();
        }
        let mut build = Build::new(self, name, false);
        let mut values: Vec<(TermId, Option<usize>, Span)> = Vec::new();
        for board in &found {
            let mut scope = TermScope::within(board.current, new);
            let Ok(term) = build.board(board.expr, board.squares, &mut scope) else {
                continue;
            };
            let span = board.expr.span;
            // One text in a definition may be evaluated in two positions; the first is drawn, since the text is the same.
            let known = values
                .iter()
                .any(|&(other, _, place)| other == term || place == span && !span.is_empty());
            if known || build.terms.constant(term).is_some() || build.terms.facts(term).satisfiable
            {
                continue;
            }
            values.push((term, board.definition(), span));
            if values.len() == MOST {
                break;
            }
        }
        let terms = build.terms;
        let mut boards = Vec::with_capacity(values.len());
        for (index, (term, definition, span)) in values.into_iter().enumerate() {
            let board = match definition {
                Some(definition) => Some(self.callee(Callee::Own(definition), 0)),
                None => self.drawn(format!("{name}.board.{}", index + 1), &terms, term),
            };
            boards.extend(board.map(|board| GoalBoard {
                place: self.place(span),
                board,
            }));
        }
        boards
    }
}

impl Found<'_> {
    /// The definition that the board is, where it is no more than its name.
    fn definition(&self) -> Option<usize> {
        match &self.expr.kind {
            ExprKind::Call(Callee::Own(index), Frame::Current, args)
                if args.is_empty() && self.current == Frame::Current =>
            {
                Some(*index)
            }
            _ => None,
        }
    }
}

impl<'e> Walk<'e> {
    fn frame(&self, frame: Frame, stand: Stand) -> Frame {
        match frame {
            Frame::Current => stand.current,
            Frame::New => self.new,
            Frame::Root => Frame::Root,
        }
    }

    fn visit(&mut self, expr: &'e Expr, stand: Stand) {
        let Some(steps) = self.steps.checked_sub(1) else {
            return;
        };
        self.steps = steps;
        if expr.ty == Type::Board && (!stand.varies || free_locals(expr).is_empty()) {
            // Other constants are found out when their terms are made.
            if !matches!(expr.kind, ExprKind::Board(_)) {
                self.found.push(Found {
                    expr,
                    current: stand.current,
                    squares: None,
                });
            }
            return;
        }
        match &expr.kind {
            // In another symmetry the squares are others, and a nested search has positions of its own.
            ExprKind::Turned(_) | ExprKind::Satisfiable(..) => {}
            ExprKind::Call(callee, frame, args) => {
                let frame = self.frame(*frame, stand);
                self.arguments(args, frame, stand);
                if let Callee::Own(index) = *callee
                    && args.is_empty()
                {
                    self.enter(index, frame, stand.depth);
                }
            }
            ExprKind::Prim(_, frame, args) => {
                let frame = self.frame(*frame, stand);
                self.arguments(args, frame, stand);
            }
            ExprKind::Fold(_, _, over, body) => {
                self.visit(over, stand);
                let varies = Stand {
                    varies: true,
                    ..stand
                };
                self.visit(body, varies);
            }
            _ => each_child(expr, &mut |part| self.visit(part, stand)),
        }
    }

    /// The arguments of a call; of a piece, its squares in the position that the call asks about.
    fn arguments(&mut self, args: &'e [Expr], frame: Frame, stand: Stand) {
        for arg in args {
            match arg.ty {
                Type::Piece => self.found.push(Found {
                    expr: arg,
                    current: stand.current,
                    squares: Some(frame),
                }),
                _ => self.visit(arg, stand),
            }
        }
    }

    /// Goes into a definition, once for each position that can be current in it.
    fn enter(&mut self, index: usize, current: Frame, depth: u8) {
        let Some(function) = self.functions.get(index) else {
            return;
        };
        if depth >= DEEP || self.entered.contains(&(index, current)) {
            return;
        }
        self.entered.push((index, current));
        let inside = Stand {
            current,
            depth: depth + 1,
            varies: false,
        };
        self.visit(&function.body, inside);
    }
}
