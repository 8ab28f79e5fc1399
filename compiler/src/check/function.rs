//! Boards, numbers and descriptors: their bodies, and the texts that descriptors carry.
//!
//! Rulings: a number may be a tuple; its callers see its width. A text is checked once all definitions are known, in the place of
//! a goal; its bound variables are numbered after those of the body.

use super::Checker;
use super::frame::{Cx, Place};
use super::params::unused_params;
use crate::hir::Type;
use crate::syntax::ast::DefineKind;

impl Checker<'_> {
    /// The body of a board, number or descriptor.
    pub(super) fn function(&mut self, index: usize) {
        let def = self.records.functions[index].def;
        def.params
            .iter()
            .for_each(|of| self.shadows("parameter", &of.name));
        let mut cx = Cx::new(Place::Definition, self.material)
            .with_params(&def.params, &self.records.functions[index].params);
        let ty = match super::expr::type_of_kind(def.kind) {
            Type::Number(_) => Type::Number(0),
            ty => ty,
        };
        let body = self.expect(&mut cx, &def.body, ty);
        let unused = unused_params(&cx, &def.params);
        let function = &mut self.records.functions[index];
        match &body {
            // A number may be a tuple: its callers see its width.
            Some(body) => function.result = function.result.map(|_| body.ty),
            None if def.kind == DefineKind::Number => function.result = None,
            None => {}
        }
        function.needs = cx.needs;
        function.reasons = cx.reasons;
        function.reads = cx.reads;
        function.searches = cx.searches;
        function.locals = cx.next;
        function.body = body;
        function.unused_params = unused;
    }

    /// The texts of descriptors, once all definitions are known. Numbers of locals go on from those of the body.
    pub(super) fn texts(&mut self) {
        for index in 0..self.records.functions.len() {
            let def = self.records.functions[index].def;
            let Some(because) = &def.because else {
                continue;
            };
            self.enter_at(def.name.span);
            let mut cx = Cx::new(Place::Because, self.material)
                .with_params(&def.params, &self.records.functions[index].params);
            cx.next = cx.next.max(self.records.functions[index].locals);
            let parts = self.template(&mut cx, because);
            let function = &mut self.records.functions[index];
            function.locals = cx.next;
            function.because = Some(parts);
            let said = unused_params(&cx, &def.params);
            function.unused_params.retain(|param| said.contains(param));
        }
        self.enter(0);
    }
}
