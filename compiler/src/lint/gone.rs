//! Goals that are true of a captured piece: the empty set is a subset of every board.
//!
//! ```text
//! better  SQ(R) ⊆ EDGE      holds on the edge, and nowhere: also when the rook has been taken
//! ```
//!
//! Rulings: checked for advice that lets them move, of depth 2 plies or more (for actions, whose out-class is evaluated after our moves,
//! 3 or more), and for men that they could capture: not kings, and men of
//! the side that the advice plays for where that is known. There is no warning once its better-goal or holding-goal tests,
//! itself or in a definition it uses, whether the piece is there.

use std::collections::BTreeSet;

use adv_module::Who;

use crate::check::Checker;
use crate::check::walk::each_child;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    Advice, AdviceKind, BoardRelation, Callee, Expr, ExprKind, Fold, Hir, PrimId, Role,
};
use crate::source::Span;

/// How many definitions one look goes into.
const MOST_CALLS: u32 = 500;

type Piece = (Who, Role);

pub(super) fn lint(checker: &mut Checker<'_>, program: &Hir) {
    for advice in program.advice.iter().filter(|advice| match advice.kind {
        AdviceKind::Piece => advice.depth >= 2,
        AdviceKind::Either | AdviceKind::Both => false,
        AdviceKind::Action | AdviceKind::Item => advice.depth >= 3,
    }) {
        if advice.them.classes().next().is_none() {
            continue;
        }
        let mut look = VacuousSearch {
            program,
            open: Vec::new(),
            vacuous: Vec::new(),
            asked: BTreeSet::new(),
            seen: BTreeSet::new(),
        };
        look.walk(&advice.better.test, true, None);
        look.walk(&advice.holding.test, true, None);
        look.walk_definitions();
        let VacuousSearch { vacuous, asked, .. } = look;
        for ((who, role), span, inside) in vacuous {
            if asked.contains(&(who, role)) || !capturable(checker, advice, who, role) {
                continue;
            }
            let shown = name(checker, who, role);
            let mut diagnostic = Diagnostic::new(
                Code::PieceMayBeGone,
                format!("this is also true when `{shown}` has been captured"),
            )
            .with_label(span, "true of no piece at all")
            .with_help(format!(
                "add `SQ({shown}) ≠ ∅`, here or in the holding-goal"
            ));
            if inside {
                let asker = match advice.kind {
                    AdviceKind::Action | AdviceKind::Item => "evaluated by this action",
                    _ => "evaluated by this piece-of-advice",
                };
                diagnostic = diagnostic.with_secondary(advice.name.span, asker);
            }
            checker.report(diagnostic);
        }
    }
}

/// As the author would write it: the bare letter where the material has it on one side.
fn name(checker: &Checker<'_>, who: Who, role: Role) -> String {
    let letter = role.letter();
    let owners = checker.material.map_or(0, |material| {
        material
            .counts
            .iter()
            .filter(|side| side[role.index()] > 0)
            .count()
    });
    match owners {
        1 if matches!(who, Who::White | Who::Black) => letter.to_string(),
        _ => format!("{}.{letter}", who.word()),
    }
}

fn capturable(checker: &Checker<'_>, advice: &Advice, who: Who, role: Role) -> bool {
    if role == Role::King {
        return false;
    }
    let ours = match (advice.side, who) {
        (_, Who::Them) => false,
        (Some(Who::White), Who::Black) | (Some(Who::Black), Who::White) => false,
        (Some(_), _) => true,
        // Without `for` the tables that list it decide; where they say nothing, both sides could be meant.
        (None, Who::Us) => true,
        (None, color) => {
            let sides: Vec<Who> = checker
                .records
                .tables
                .iter()
                .filter_map(|table| table.def.side.as_ref())
                .map(|side| side.node)
                .collect();
            sides.is_empty() || sides.contains(&color)
        }
    };
    let declared = checker.declared.iter().any(|material| {
        let sides: &[usize] = match who {
            Who::White => &[0],
            Who::Black => &[1],
            _ => &[0, 1],
        };
        sides
            .iter()
            .any(|&side| material.counts[side][role.index()] > 0)
    });
    ours && declared
}

struct VacuousSearch<'p> {
    program: &'p Hir,
    /// Definitions still to be examined, and whether they must be true.
    open: Vec<(usize, bool)>,
    /// The pieces, the places, and whether these are inside a definition.
    vacuous: Vec<(Piece, Span, bool)>,
    asked: BTreeSet<Piece>,
    seen: BTreeSet<(usize, bool)>,
}

impl VacuousSearch<'_> {
    fn walk_definitions(&mut self) {
        for _ in 0..MOST_CALLS {
            let Some((index, positive)) = self.open.pop() else {
                return;
            };
            let program = self.program;
            if let Some(function) = program.functions.get(index) {
                self.walk(&function.body, positive, Some(index));
            }
        }
    }

    fn walk(&mut self, expr: &Expr, positive: bool, inside: Option<usize>) {
        match &expr.kind {
            ExprKind::Not(inner) => return self.walk(inner, !positive, inside),
            ExprKind::Boards(relation, a, b) => match relation {
                BoardRelation::Eq | BoardRelation::Ne => {
                    for (squares, other) in [(a, b), (b, a)] {
                        if let (Some(piece), ExprKind::Board(_)) = (piece_of(squares), &other.kind)
                        {
                            self.asked.insert(piece);
                        }
                    }
                }
                BoardRelation::In => self.asked.extend(piece_of(a)),
                BoardRelation::Subset | BoardRelation::ProperSubset => {
                    if let (Some(piece), true) = (piece_of(a), positive) {
                        self.vacuous.push((piece, expr.span, inside.is_some()));
                    }
                    // A set that must lie within the piece's squares and is not empty asks for it as well.
                    if let (Some(piece), ExprKind::Board(1..)) = (piece_of(b), &a.kind) {
                        self.asked.insert(piece);
                    }
                }
                BoardRelation::Disjoint => {}
            },
            ExprKind::Fold(Fold::All, _, range, _) => {
                if let (Some(piece), true) = (piece_of(range), positive) {
                    self.vacuous.push((piece, expr.span, inside.is_some()));
                }
            }
            ExprKind::Fold(Fold::Exists, _, range, _) => self.asked.extend(piece_of(range)),
            ExprKind::NonEmpty(a) => self.asked.extend(piece_of(a)),
            ExprKind::Prim(PrimId::Count, _, args) => {
                self.asked.extend(args.first().and_then(piece_of))
            }
            // Looked into later, one after the other, so that a long chain of definitions needs no deep stack.
            ExprKind::Call(Callee::Own(index), ..) if self.seen.insert((*index, positive)) => {
                self.open.push((*index, positive));
            }
            _ => {}
        }
        each_child(expr, &mut |child| self.walk(child, positive, inside));
    }
}

/// The one piece whose squares an expression is.
fn piece_of(expr: &Expr) -> Option<Piece> {
    match &expr.kind {
        ExprKind::Squares(_, inner) => match inner.kind {
            ExprKind::Piece(who, Some(role)) => Some((who, role)),
            _ => None,
        },
        _ => None,
    }
}
