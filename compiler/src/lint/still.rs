//! Conditions that no move can change, each conjunct by itself.
//!
//! ```text
//!   better  room < 3 ∧ root.room > 5          the second conjunct is about the root alone: it is known before the search
//!   us      R where SQ(R) ∩ STEP(B.K) = ∅     the rook's square before the move: the same for all moves
//! ```
//!
//! Rulings: a conjunct of a goal is told where it speaks of the root and of nothing else, constants and parameters apart, and where no other
//! conjunct says the opposite of the node (`cut-off ∧ ¬root.cut-off` is a gain). In a `where`
//! it is told where it speaks of the root alone, or of the position before the move and there of a man that the class moves: most
//! likely the man's square after the move is meant. Any other condition on the position before the move opens or closes the whole class
//! at a node, which is good use (`P where rank(B.K) < 5`). `FROM` says that the square before the move is meant. The
//! parts of an out-class are seen to by `strategy`, the keys of an order by the check.

use std::collections::BTreeSet;

use crate::check::Checker;
use crate::check::walk::{Merge, conjuncts, each_child, same};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    Advice, AdviceKind, Callee, Class, Expr, ExprKind, Frame, Goal, Hir, Needs, Role, Type, Who,
};

/// How many definitions one look goes into.
const MOST_CALLS: usize = 500;

pub(super) fn lint(checker: &mut Checker<'_>, program: &Hir) {
    let written = |advice: &&Advice| !advice.kind.is_hidden();
    for advice in program.advice.iter().filter(written) {
        if advice.kind == AdviceKind::Piece {
            goal(
                checker,
                program,
                (&advice.name.node, "better"),
                &advice.better,
            );
            goal(
                checker,
                program,
                (&advice.name.node, "holding"),
                &advice.holding,
            );
        }
        for (spec, mover) in [(&advice.us, Who::Us), (&advice.them, Who::Them)] {
            for class in spec.classes() {
                condition(checker, program, advice, class, mover);
            }
        }
    }
}

fn goal(checker: &mut Checker<'_>, program: &Hir, (name, word): (&str, &str), goal: &Goal) {
    if goal.place.is_empty() {
        return;
    }
    let parts = conjuncts(&goal.test);
    for part in parts {
        let read = Reading::of(program, part, &|_, _| false);
        if !read.is_of_root() || becomes_true(program, part, parts) {
            continue;
        }
        let text = checker.slice(part.span);
        let message = format!("{text} in the {word}-goal of `{name}` is the same at every node");
        checker.report(
            Diagnostic::new(Code::SameForAllMoves, message)
                .with_label(part.span, "speaks of the root alone")
                .with_help(
                    "leave `root.` out to speak of the node; a condition of the root belongs to the rule that lists the piece",
                ),
        );
    }
}

/// Whether a conjunct about the root says with the others that something has become true, or false: `cut-off ∧ ¬root.cut-off`, and so behind the names
/// of definitions or with the conjuncts of one written out.
fn becomes_true(program: &Hir, of_root: &Expr, others: &[Expr]) -> bool {
    let (core, truth) = behind(program, of_root);
    let is_said = |value: bool, of: &Expr| {
        let (of, truth) = behind(program, of);
        let mut said = others.iter().map(|other| behind(program, other));
        said.any(|(other, at_node)| at_node == (value == truth) && same(of, other, Merge::All))
    };
    match &core.kind {
        ExprKind::And(parts) if !truth && parts.iter().all(|of| is_said(true, of)) => true,
        _ => is_said(!truth, core),
    }
}

/// What a test says behind `¬` and names of definitions without parameters, and the value of it that makes the test true.
pub(super) fn behind<'p>(program: &'p Hir, mut test: &'p Expr) -> (&'p Expr, bool) {
    let mut value = true;
    for _ in 0..MOST_CALLS {
        test = match &test.kind {
            ExprKind::Not(inner) => {
                value = !value;
                inner
            }
            ExprKind::Call(Callee::Own(index), _, args) if args.is_empty() => {
                match program.functions.get(*index) {
                    Some(function) => &function.body,
                    None => break,
                }
            }
            _ => break,
        };
    }
    (test, value)
}

fn condition(checker: &mut Checker<'_>, program: &Hir, advice: &Advice, class: &Class, mover: Who) {
    let Some(filter) = &class.filter else {
        return;
    };
    let side = mover_of(checker, advice, class, mover);
    let moves = |who: Who, role: Role| {
        class.roles & (1 << role.index()) != 0
            && match (who, side) {
                (Who::Us | Who::Them, _) if who == mover => true,
                (Who::White | Who::Black, Some(side)) => who == side,
                _ => false,
            }
    };
    for part in conjuncts(filter) {
        let read = Reading::of(program, part, &moves);
        let text = checker.slice(part.span);
        let is_before = read.current && !read.new && !read.the_move;
        // What `new.` goes before: a relation is put in parentheses.
        let after = match (checker.words(part.span), &part.kind) {
            (Some(words), ExprKind::Call(..) | ExprKind::Prim(..)) => format!("`new.{words}`"),
            (Some(words), _) => format!("`new.({words})`"),
            (None, _) => "`new.` before it".to_owned(),
        };
        let (label, help) = if read.is_of_root() {
            (
                "speaks of the root alone",
                "leave `root.` out to speak of the position before the move, or write `new.` for that after it".to_owned(),
            )
        } else if is_before && (read.man || is_measured(advice, class, part)) {
            (
                "speaks of the position before the move",
                format!(
                    "write {after} to speak of the position after it; the man goes from `FROM` to `TO`"
                ),
            )
        } else {
            continue;
        };
        checker.report(
            Diagnostic::new(
                Code::SameForAllMoves,
                format!("{text} in this `where` is the same for all moves"),
            )
            .with_label(part.span, label)
            .with_help(help),
        );
    }
}

/// True of a condition that compares a number that the better-goal compares with its value at the root, or that orders the class by its value after
/// the move: what the moves are to change.
fn is_measured(advice: &Advice, class: &Class, part: &Expr) -> bool {
    let ExprKind::Compare(_, left, right) = &part.kind else {
        return false;
    };
    let orders = |key: &Expr| {
        [left, right]
            .into_iter()
            .any(|number| same(number, key, Merge::Goal) && !same(number, key, Merge::Nothing))
    };
    class.keys.iter().any(orders)
        || conjuncts(&advice.better.test).iter().any(|goal| {
            let ExprKind::Compare(_, a, b) = &goal.kind else {
                return false;
            };
            let is_gain = same(a, b, Merge::All) && !same(a, b, Merge::Goal);
            is_gain
                && [left, right]
                    .into_iter()
                    .any(|number| same(number, a, Merge::Goal) || same(number, b, Merge::Goal))
        })
}

/// The colour that makes the moves of a class, where it is known.
fn mover_of(checker: &Checker<'_>, advice: &Advice, class: &Class, mover: Who) -> Option<Who> {
    let other = |who: Who| match who {
        Who::White => Who::Black,
        _ => Who::White,
    };
    let us = match (class.who, advice.side) {
        (Some(who @ (Who::White | Who::Black)), _) => return Some(who),
        (_, Some(side @ (Who::White | Who::Black))) => Some(side),
        _ => {
            // What all tables play for.
            let tables = checker.records.tables.iter();
            let mut sides = tables.map(|table| table.def.side.as_ref().map(|side| side.node));
            match sides.next().flatten() {
                Some(first) if sides.all(|side| side == Some(first)) => Some(first),
                _ => None,
            }
        }
    };
    us.map(|us| if mover == Who::Us { us } else { other(us) })
}

/// What an expression and the definitions that it uses read.
struct Reading<'p> {
    program: &'p Hir,
    /// Whether a class moves a man.
    moves: &'p dyn Fn(Who, Role) -> bool,
    root: bool,
    current: bool,
    new: bool,
    the_move: bool,
    /// A man that the class moves, where he is before the move.
    man: bool,
    /// Definitions that are used, with the position that is their own, and those still to be examined.
    seen: BTreeSet<(usize, u8)>,
    open: Vec<(usize, Frame)>,
}

impl<'p> Reading<'p> {
    fn of(program: &'p Hir, expr: &Expr, moves: &'p dyn Fn(Who, Role) -> bool) -> Reading<'p> {
        let mut reading = Reading {
            program,
            moves,
            root: false,
            current: false,
            new: false,
            the_move: false,
            man: false,
            seen: BTreeSet::new(),
            open: Vec::new(),
        };
        reading.walk(expr, Frame::Current);
        // One after the other, so that a long chain of definitions needs no deep stack.
        while let Some((index, frame)) = reading.open.pop() {
            if let Some(function) = program.functions.get(index) {
                reading.walk(&function.body, frame);
            }
        }
        reading
    }

    /// Whether it reads the root and nothing else.
    const fn is_of_root(&self) -> bool {
        self.root && !self.current && !self.new && !self.the_move
    }

    fn reads(&mut self, frame: Frame) {
        match frame {
            Frame::Current => self.current = true,
            Frame::New => self.new = true,
            Frame::Root => self.root = true,
        }
    }

    fn man(&mut self, piece: &Expr, frame: Frame) {
        if frame == Frame::Current {
            self.man |= match &piece.kind {
                ExprKind::Piece(who, Some(role)) => (self.moves)(*who, *role),
                // All men of the side, where the class moves any.
                ExprKind::Side(who) => Role::ALL.into_iter().all(|role| (self.moves)(*who, role)),
                _ => false,
            };
        }
    }

    /// Looks at an expression whose own position is `base`.
    fn walk(&mut self, expr: &Expr, base: Frame) {
        let of = |frame: Frame| match frame {
            Frame::Current => base,
            frame => frame,
        };
        match &expr.kind {
            ExprKind::From | ExprKind::To | ExprKind::Taken => self.the_move = true,
            ExprKind::Squares(frame, piece) => {
                self.reads(of(*frame));
                self.man(piece, of(*frame));
            }
            ExprKind::ToMove(frame, _)
            | ExprKind::Satisfiable(frame, _)
            | ExprKind::Given(_, frame, _) => self.reads(of(*frame)),
            ExprKind::Prim(id, frame, args) if id.entry().reads_position => {
                self.reads(of(*frame));
                for arg in args {
                    // Whether a side is in check is no matter of one man.
                    if expr.ty == Type::Board || !matches!(arg.kind, ExprKind::Side(_)) {
                        self.man(arg, of(*frame));
                    }
                }
            }
            ExprKind::Call(Callee::Own(index), frame, _) => {
                let frame = of(*frame);
                if self.seen.len() >= MOST_CALLS {
                    // Not looked into: it may read anything.
                    (self.current, self.new) = (true, true);
                } else if self.seen.insert((*index, frame as u8)) {
                    self.open.push((*index, frame));
                }
            }
            ExprKind::Call(Callee::Library(index), frame, _) => {
                self.reads(of(*frame));
                let needs = self.program.imports.get(*index);
                let needs = needs.map_or(Needs::NONE, |import| import.needs);
                self.new |= needs.has(Needs::NEW);
                self.root |= needs.has(Needs::ROOT);
                self.the_move |= needs.has(Needs::MOVE);
            }
            _ => {}
        }
        each_child(expr, &mut |child| self.walk(child, base));
    }
}
