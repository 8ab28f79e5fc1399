//! What a class of moves begins with, and what narrows and orders it: `where`, `to`, `from`, `by`, `toward`, `as`.
//!
//! Rulings: several `where` hold together, several `to` or `from` meet; a second `by` must say `then`. A key orders one class and
//! mentions the move; a board or condition that is empty for sure makes a class that holds no move.

use super::frame::{Cx, Place};
use super::records::Mover;
use super::walk::node;
use super::{Checker, Want};
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Class, Direction, Expr, ExprKind, Needs, Role, Type, Who};
use crate::source::Span;
use crate::syntax::ast::{self, MoveHead, MoveMod};

impl Checker<'_> {
    pub(super) fn modifiers(
        &mut self,
        cx: &mut Cx,
        class: &ast::MoveClass,
        count: usize,
    ) -> Option<Class> {
        let mut mods = Class::of(0);
        let mut fine = true;
        let mut first_key: Option<Span> = None;
        for modifier in &class.mods {
            match modifier {
                MoveMod::Where(expr) => match self.expect(cx, expr, Type::Truth) {
                    Some(filter) => join(&mut mods.filter, &Some(filter), conjunction),
                    None => fine = false,
                },
                MoveMod::To(expr) | MoveMod::From(expr) => {
                    cx.place = Place::MoveBoard;
                    let board = self.expect(cx, expr, Type::Board);
                    cx.place = Place::MoveClause;
                    let slot = if matches!(modifier, MoveMod::To(_)) {
                        &mut mods.to
                    } else {
                        &mut mods.from
                    };
                    match board {
                        Some(board) => join(slot, &Some(board), intersect),
                        None => fine = false,
                    }
                }
                MoveMod::Along(expr) => match self.along(cx, expr) {
                    Some((filter, along)) => {
                        join(&mut mods.filter, &Some(filter), conjunction);
                        mods.zones.push(along);
                    }
                    None => fine = false,
                },
                MoveMod::By { key, then } => {
                    if let (false, Some(first)) = (*then, first_key) {
                        self.report(
                            Diagnostic::new(Code::ClauseTwice, "`by` is given twice")
                                .with_label(key.span, "given again here")
                                .with_secondary(first, "given first here")
                                .with_help(
                                    "a key that breaks the ties of the first is written `then by`",
                                ),
                        );
                        fine = false;
                    }
                    first_key.get_or_insert(key.span);
                    fine &= self.key(cx, class, key, count, &mut mods.keys);
                }
                MoveMod::Toward(names) => {
                    for name in names {
                        match Direction::ALL
                            .iter()
                            .find(|way| way.word() == name.node.to_ascii_uppercase())
                        {
                            Some(way) if !mods.toward.contains(way) => mods.toward.push(*way),
                            Some(_) => {}
                            None => {
                                fine = false;
                                self.unknown_direction(name);
                            }
                        }
                    }
                }
                MoveMod::As(role) => {
                    if Role::PROMOTIONS.contains(&role.node) {
                        mods.promote = Some(role.node);
                    } else {
                        fine = false;
                        self.report(
                            Diagnostic::new(
                                Code::BadPromotion,
                                format!("a pawn cannot become a {}", role.node.name()),
                            )
                            .with_label(role.span, "cannot arise")
                            .with_help("after `as` write `Q`, `R`, `B` or `N`"),
                        );
                    }
                }
            }
        }
        fine.then_some(mods)
    }

    pub(super) fn key(
        &mut self,
        cx: &mut Cx,
        class: &ast::MoveClass,
        key: &ast::Expr,
        count: usize,
        keys: &mut Vec<Expr>,
    ) -> bool {
        if count > 1 {
            let name = match &class.head {
                MoveHead::Name(reference) => reference.name.node.clone(),
                _ => String::new(),
            };
            self.report(
                Diagnostic::new(Code::KeyOnSeveralClasses, format!("`{name}` has {count} classes; `by` orders one"))
                    .with_label(key.span, "a key for several classes")
                    .with_help("write the key into the definition, class by class, or name the pieces: `K, R by …`"),
            );
            self.expect(cx, key, Type::Number(0));
            return false;
        }
        let value = self.ordering(cx, key, "the key is the same for all moves of the class");
        let fine = value.is_some();
        keys.extend(value);
        fine
    }

    /// A number or tuple that orders moves, with a warning where it does not mention the move.
    pub(super) fn ordering(&mut self, cx: &mut Cx, key: &ast::Expr, message: &str) -> Option<Expr> {
        let found = self.infer(cx, key, Want::Number)?;
        // The smallest number comes first, and what is true is meant to.
        if found.ty == Type::Truth {
            let words = self.words(found.span);
            let help = words.map(|words| format!("write `if {words} then 0 else 1`"));
            self.mismatched(Code::TypeMismatch, &found, Type::Number(1), help);
            return None;
        }
        let value = self.coerce(cx, found, Type::Number(0))?;
        if !self.mentions_the_move(&value) {
            self.key_without_move(key.span, message);
            return Some(value);
        }
        // A part of a tuple that is the same for all orders nothing either.
        if let (ast::ExprKind::Tuple(written), ExprKind::Tuple(parts)) = (&key.kind, &value.kind) {
            for (written, part) in written.iter().zip(parts) {
                if !self.mentions_the_move(part) {
                    self.key_without_move(
                        written.span,
                        "this part of the key is the same for all moves",
                    );
                }
            }
        }
        Some(value)
    }

    /// True of a number that can differ between the moves of a node.
    pub(crate) fn mentions_the_move(&self, key: &Expr) -> bool {
        let needs = self.needs_of(key);
        Needs(needs.0 & Needs::NEW.union(Needs::MOVE).0) != Needs::NONE
    }

    /// The warning for a key, or a part of one, that orders nothing.
    fn key_without_move(&mut self, span: Span, message: &str) {
        let help = self.of_new(span);
        let help = help.map(|new| format!("did you mean `{new}`?"));
        let otherwise =
            "`new.` speaks of the position after the move, `FROM` and `TO` of its squares";
        self.report(
            Diagnostic::new(Code::KeyWithoutMove, message)
                .with_label(span, "does not mention the move")
                .with_help_if(help.or_else(|| Some(otherwise.to_owned()))),
        );
    }

    pub(super) fn unknown_direction(&mut self, name: &ast::Name) {
        let longer = match name.node.to_ascii_uppercase().as_str() {
            "NORTH" | "UP" => Some("N"),
            "SOUTH" | "DOWN" => Some("S"),
            "EAST" | "RIGHT" => Some("E"),
            "WEST" | "LEFT" => Some("W"),
            "NORTH-EAST" | "NORTHEAST" => Some("NE"),
            "NORTH-WEST" | "NORTHWEST" => Some("NW"),
            "SOUTH-EAST" | "SOUTHEAST" => Some("SE"),
            "SOUTH-WEST" | "SOUTHWEST" => Some("SW"),
            _ => None,
        };
        let near = match longer {
            Some(word) => vec![word],
            None => suggest(
                &name.node,
                None,
                Direction::ALL.iter().map(|way| (way.word(), ())),
            ),
        };
        self.report(
            Diagnostic::new(
                Code::UnknownDirection,
                format!("unknown direction `{}`", name.node),
            )
            .with_label(name.span, "not a direction")
            .with_help_if(did_you_mean(&near))
            .with_help("the directions are `N`, `NE`, `E`, `SE`, `S`, `SW`, `W` and `NW`"),
        );
    }

    /// The warning for a class whose board or condition is empty in every position.
    pub(super) fn class_is_empty(&mut self, class: &Class) {
        use super::{Const, eval};
        let no_board = [&class.from, &class.to]
            .into_iter()
            .flatten()
            .any(|board| eval(board, &[], &self.records.functions) == Some(Const::Board(0)));
        let never = class.filter.as_ref().is_some_and(|filter| {
            eval(filter, &[], &self.records.functions) == Some(Const::Truth(false))
        });
        if no_board || never {
            let why = if no_board {
                "its board is empty"
            } else {
                "its condition is always false"
            };
            self.report(
                Diagnostic::new(Code::EmptyMoveClass, "this class holds no move")
                    .with_label(class.place, why),
            );
        }
    }

    /// The roles of a head and their side, if one is written.
    pub(super) fn movers(
        &mut self,
        cx: &mut Cx,
        pieces: &[ast::Expr],
        mover: Mover,
    ) -> Option<(u8, Option<Who>)> {
        let mut roles = 0;
        let mut owner: Option<Option<Who>> = None;
        let mut fine = true;
        for piece in pieces {
            let (who, role) = match &piece.kind {
                ast::ExprKind::Letter(role) => {
                    self.refer_to_mover(cx, *role, mover, piece.span);
                    (None, Some(*role))
                }
                _ => match self.infer(cx, piece, Want::Piece)?.kind {
                    ExprKind::Piece(who, role) => (Some(who), role),
                    ExprKind::PieceOf(side, role) => {
                        let text = self.slice(side.span);
                        return self.refuse(
                            Diagnostic::new(
                                Code::WrongKindOfName,
                                format!(
                                    "{text} is a parameter; the mover's side is `us` or `them`"
                                ),
                            )
                            .with_label(side.span, "not known here")
                            .with_help(format!(
                                "write the letter alone: `{}`",
                                role.map_or('*', Role::letter)
                            )),
                        );
                    }
                    _ => return None,
                },
            };
            let own = role.map_or(63, Role::mask);
            if roles & own == own && roles != 0 {
                let text = self.slice(piece.span);
                self.report(
                    Diagnostic::new(
                        Code::EmptyMoveClass,
                        format!("{text} is in this class already"),
                    )
                    .with_label(piece.span, "adds no move")
                    .with_help("name another man, or leave it out"),
                );
            }
            roles |= own;
            self.owner_fits(who, mover, piece.span);
            if owner.is_some_and(|owner| owner != who) {
                self.report(
                    Diagnostic::new(
                        Code::MoverOfOtherSide,
                        "the pieces of one class are written with different sides",
                    )
                    .with_label(piece.span, "another side")
                    .with_help("write the letters alone, or two classes joined by `then`"),
                );
                fine = false;
            }
            owner = Some(who);
            if let (None, Some(role)) = (who, role)
                && !self.wrong_material
                && !self.declared.is_empty()
                && !self.can_arise(mover.unwrap_or(Who::Us), role)
            {
                let letter = role.letter();
                self.report(
                    Diagnostic::new(
                        Code::EmptyMoveClass,
                        format!("this class holds no move: no side has `{letter}`"),
                    )
                    .with_label(piece.span, "not in the material"),
                );
            }
        }
        fine.then_some((roles, owner.flatten()))
    }

    /// A side in a head must not be that of the other side's moves.
    pub(super) fn owner_fits(&mut self, who: Option<Who>, mover: Mover, span: Span) {
        let contrary = matches!(
            (who, mover),
            (Some(Who::Us), Some(Who::Them))
                | (Some(Who::Them), Some(Who::Us))
                | (Some(Who::White), Some(Who::Black))
                | (Some(Who::Black), Some(Who::White))
        );
        if contrary && let (Some(who), Some(mover)) = (who, mover) {
            let (clause, word) = match mover {
                Who::Us => ("us-moves", "us"),
                Who::Them => ("them-moves", "them"),
                Who::White => ("White's moves", "W"),
                Who::Black => ("Black's moves", "B"),
            };
            self.fail(
                Diagnostic::new(
                    Code::MoverOfOtherSide,
                    format!("a piece of `{}` cannot move among the {clause}", who.word()),
                )
                .with_label(span, "the other side's piece")
                .with_help(format!("write the letter alone, or with `{word}.`")),
            );
        }
    }
}

pub(super) fn join(slot: &mut Option<Expr>, more: &Option<Expr>, with: fn(Expr, Expr) -> Expr) {
    if let Some(more) = more {
        *slot = Some(match slot.take() {
            Some(first) => with(first, more.clone()),
            None => more.clone(),
        });
    }
}

pub(super) fn intersect(left: Expr, right: Expr) -> Expr {
    let span = left.span.join(right.span);
    super::expr::board_op(crate::hir::BoardOp::Intersect, left, right, span)
}

pub(super) fn conjunction(left: Expr, right: Expr) -> Expr {
    let span = left.span.join(right.span);
    let mut parts = Vec::new();
    for side in [left, right] {
        match side.kind {
            ExprKind::And(more) => parts.extend(more),
            _ => parts.push(side),
        }
    }
    node(ExprKind::And(parts), Type::Truth, span)
}
