//! `prove` and `measure`: kept as text for a later version, their names and descriptors checked like others.
//!
//! Rulings: the subject must exist; descriptors may use the words of the tablebases; the checked forms are thrown away.

use super::Checker;
use super::frame::{Cx, Place};
use super::scope::{Def, Kind};
use crate::hir::Type;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind};

impl Checker<'_> {
    pub(super) fn claim_text(&mut self, span: Span) {
        let text = self
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("");
        self.claims.push(text.trim_end().to_owned());
    }

    pub(super) fn claim_truth(&mut self, expr: &ast::Expr) {
        let mut cx = Cx::new(Place::Claim, self.material);
        self.expect(&mut cx, expr, Type::Truth);
    }

    pub(super) fn claim_subject(&mut self, name: &str, span: Span) {
        if !self.names.own.contains_key(name) {
            self.unknown_name(name, span, Some(Kind::Table), &[]);
        }
    }

    pub(super) fn positions_of(&mut self, from: &ast::FromPart) {
        if let Some(condition) = &from.condition {
            self.claim_truth(condition);
        }
        if let ast::FromKind::Fen(fen) = &from.kind {
            self.position(fen);
        }
    }

    pub(super) fn prove(&mut self, prove: &ast::ProveDef) {
        // A strategy, table, plan or advice stands there by its name; whatever else it is, is a descriptor.
        let plays = |name: &str| {
            matches!(
                self.names.own.get(name),
                Some(Def::Strategy(_) | Def::Table(_) | Def::Advice(_) | Def::Plan(_))
            )
        };
        match &prove.subject.kind {
            ExprKind::Name(name) if plays(name) => {}
            ExprKind::Call(name, _) if plays(&name.node) => {}
            ExprKind::Name(name) if prove.implies.is_none() => {
                if self.names.own.contains_key(name.as_str()) || super::word::is_word(name) {
                    self.claim_truth(&prove.subject);
                } else {
                    self.claim_subject(name, prove.subject.span);
                }
            }
            _ => self.claim_truth(&prove.subject),
        }
        prove.implies.iter().for_each(|expr| self.claim_truth(expr));
        if let Some(from) = &prove.from {
            self.positions_of(from);
        }
        prove
            .goals
            .iter()
            .for_each(|(_, goal)| self.claim_truth(goal));
    }
}
