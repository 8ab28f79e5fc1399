//! Calls of primitives: the overload that takes what was written.

use std::collections::BTreeSet;

use super::expr::{noun, type_of, want_of};
use super::frame::{Cx, Place};
use super::walk::node;
use super::word::operands;
use super::{Checker, Want};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Frame, PrimId, Role, Type};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Refuses a tablebase word where it is not known.
    fn tablebase_word(&mut self, cx: &Cx, name: &str, span: Span) -> Option<()> {
        if matches!(cx.place, Place::Claim | Place::Value) {
            return Some(());
        }
        self.refuse(
            Diagnostic::new(
                Code::TablebaseWord,
                format!("`{name}` is known in claims and tests only"),
            )
            .with_label(span, "a word of the tablebases")
            .with_help("say what makes the position so, and keep the word for a `prove` line"),
        )
    }

    /// A zone where none of a word's forms has one.
    fn zone_out_of_place(&mut self, name: &str, span: Span) {
        let mut diagnostic = Diagnostic::new(
            Code::ArgumentType,
            format!("`{name}` takes a zone in another place"),
        )
        .with_label(span, "a zone");
        diagnostic.notes = self.signature_notes(name);
        self.report(diagnostic);
    }

    /// A call of one of the overloads.
    pub(super) fn call_primitive(
        &mut self,
        cx: &mut Cx,
        ids: &[PrimId],
        name: &str,
        name_span: Span,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        if ids.iter().any(|id| id.asks_oracle()) {
            self.tablebase_word(cx, name, name_span)?;
        }
        let fitting: Vec<PrimId> = ids
            .iter()
            .copied()
            .filter(|id| operands(id.entry()).len() == args.len())
            .collect();
        let wants = if fitting.is_empty() {
            self.primitive_count(ids, name, name_span, args.len());
            vec![Want::Side; args.len()]
        } else {
            self.wants(&fitting, args)
        };
        let mut values = Vec::with_capacity(args.len());
        for (arg, want) in args.iter().zip(wants) {
            values.push(self.infer(cx, arg, want));
        }
        let values = values.into_iter().collect::<Option<Vec<Expr>>>()?;
        let id = self.overload(fitting, name, &values)?;
        self.primitive(cx, id, name, values, span)
    }

    /// Says how many arguments a primitive takes.
    fn primitive_count(&mut self, ids: &[PrimId], name: &str, name_span: Span, found: usize) {
        let counts: BTreeSet<usize> = ids.iter().map(|id| operands(id.entry()).len()).collect();
        let one = counts.last().copied().unwrap_or(0);
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        self.wrong_count(name, name_span, &counts.join(" or "), one, found, None);
    }

    /// The kinds of value that overloads of as many parameters would have as their arguments.
    fn wants(&self, fitting: &[PrimId], args: &[ast::Expr]) -> Vec<Want> {
        let mut wants: Vec<Want> = fitting.first().map_or_else(Vec::new, |id| {
            operands(id.entry()).into_iter().map(want_of).collect()
        });
        // `ATT(B)` is Black's unless there is a bishop to speak of.
        let takes_side = fitting
            .iter()
            .any(|id| operands(id.entry()).first() == Some(&Type::Side));
        let bare_b = matches!(
            args.first().map(|arg| &arg.kind),
            Some(ast::ExprKind::Letter(Role::Bishop))
        );
        let bishops = self
            .declared
            .iter()
            .any(|material| material.counts.iter().any(|side| side[3] > 0));
        if let Some(first) = wants.first_mut()
            && takes_side
            && bare_b
            && !bishops
        {
            *first = Want::Side;
        }
        wants
    }

    /// The overload that takes these values.
    fn overload(&mut self, fitting: Vec<PrimId>, name: &str, values: &[Expr]) -> Option<PrimId> {
        // A zone is taken by words of its own; what else is taken is seen at the first argument.
        let zones: Vec<PrimId> = fitting
            .iter()
            .copied()
            .filter(|id| {
                let wanted = operands(id.entry());
                let mut pairs = wanted.iter().zip(values);
                pairs.all(|(ty, value)| (*ty == Type::Zone) == (value.ty == Type::Zone))
            })
            .collect();
        if zones.is_empty()
            && fitting.len() > 1
            && let Some(zone) = values.iter().find(|value| value.ty == Type::Zone)
        {
            self.zone_out_of_place(name, zone.span);
            return None;
        }
        let fitting = if zones.is_empty() { fitting } else { zones };
        let by_type = fitting.iter().copied().find(|id| {
            let wanted = operands(id.entry()).first().copied();
            wanted == values.first().map(|value| value.ty)
        });
        let id = by_type.or_else(|| fitting.first().copied())?;
        if by_type.is_none() && fitting.len() > 1 {
            let wanted: Vec<String> = fitting
                .iter()
                .filter_map(|id| operands(id.entry()).first().copied())
                .map(noun)
                .collect();
            let found = values.first()?;
            return self.refuse(
                Diagnostic::new(
                    Code::ArgumentType,
                    format!(
                        "argument 1 of `{name}`: expected {}, found {}",
                        wanted.join(" or "),
                        noun(found.ty)
                    ),
                )
                .with_label(found.span, noun(found.ty)),
            );
        }
        Some(id)
    }

    /// The call of a primitive with these values.
    fn primitive(
        &mut self,
        cx: &mut Cx,
        id: PrimId,
        name: &str,
        values: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let entry = id.entry();
        if matches!(id, PrimId::Map | PrimId::AttacksFrom)
            && let Some(piece) = values.first()
            && matches!(
                piece.kind,
                ExprKind::Piece(_, None) | ExprKind::PieceOf(_, None)
            )
        {
            let text = self.slice(piece.span);
            return self.refuse(
                Diagnostic::new(
                    Code::WrongPieceKind,
                    format!("expected one kind of piece, found {text}"),
                )
                .with_label(piece.span, "several kinds move in several ways")
                .with_help("name the kind, as `W.R`"),
            );
        }
        let args: Vec<Option<Expr>> = values
            .into_iter()
            .zip(operands(entry))
            .enumerate()
            .map(|(index, (value, ty))| self.argument(cx, name, index, value, ty))
            .collect();
        let args = args.into_iter().collect::<Option<Vec<Expr>>>()?;
        cx.reads |= entry.reads_position;
        let frame = if entry.reads_position {
            cx.frame
        } else {
            Frame::Current
        };
        Some(node(
            ExprKind::Prim(id, frame, args),
            type_of(entry.result),
            span,
        ))
    }
}
