//! Parameters and constant arguments, which definitions, moves and advice have in common.
//!
//! Rulings: a parameter that hides a definition of the file is a warning, one that nothing mentions too, unless its name begins
//! with `_`. The arguments of advice are the same in every position: they name no piece on the board, ask for no search and call
//! nothing that does.

use super::Checker;
use super::expr::noun;
use super::frame::{Cx, Local, Place};
use super::walk::contains;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Callee, Expr, ExprKind, Frame, Material, Type};
use crate::source::Span;
use crate::syntax::ast;

/// The parameters in scope of a clause.
pub(crate) struct Scope<'s> {
    pub(crate) params: &'s [ast::Param],
    pub(crate) types: &'s [Option<Type>],
    /// Constants of advice, or values of a moves definition.
    pub(crate) constant: bool,
    /// Which parameters were mentioned.
    pub(crate) used: Vec<bool>,
    /// The material of bare letters where it is not the file's.
    pub(crate) material: Option<Material>,
}

impl<'s> Scope<'s> {
    pub(crate) fn new(
        params: &'s [ast::Param],
        types: &'s [Option<Type>],
        constant: bool,
    ) -> Scope<'s> {
        Scope {
            params,
            types,
            constant,
            used: vec![false; params.len()],
            material: None,
        }
    }

    /// Without parameters, in a strategy of this material.
    pub(crate) fn of_strategy(material: Option<Material>) -> Scope<'static> {
        Scope {
            material,
            ..Scope::new(&[], &[], true)
        }
    }

    pub(crate) fn note(&mut self, cx: &Cx) {
        for (used, local) in self.used.iter_mut().zip(&cx.locals) {
            *used |= local.used;
        }
    }

    /// The parameters that nothing mentions; those whose names begin with `_` may stay so.
    pub(crate) fn unused(&self) -> Vec<usize> {
        let silent = |index: &usize| self.params[*index].name.node.starts_with('_');
        (0..self.params.len())
            .filter(|index| !self.used[*index] && !silent(index))
            .collect()
    }
}

impl Cx {
    /// The parameter or bound variable of a name, the innermost.
    pub(crate) fn local(&mut self, name: &str) -> Option<&mut Local> {
        self.locals
            .iter_mut()
            .rev()
            .find(|local| local.name == name)
    }
}

impl Checker<'_> {
    pub(super) fn scope_cx(&self, place: Place, scope: &Scope<'_>) -> Cx {
        let material = scope.material.or(self.material);
        let mut cx = Cx::new(place, material).with_params(scope.params, scope.types);
        if scope.constant {
            cx.constants = cx.next;
        }
        cx
    }

    /// A parameter or variable that hides a definition of the file.
    pub(super) fn shadows(&mut self, word: &str, of: &ast::Name) {
        if let Some(&def) = self.names.own.get(of.node.as_str()) {
            let defined = self.records.name_span(def);
            let name = &of.node;
            let message = format!("{word} `{name}` hides the definition `{name}`");
            self.report(
                Diagnostic::new(Code::ParameterShadows, message)
                    .with_label(of.span, format!("the {word} counts here"))
                    .with_secondary(defined, "hidden here")
                    .with_help(format!("give the {word} another name")),
            );
        }
    }

    /// An argument or bound that must be the same in every position.
    pub(super) fn constant(
        &mut self,
        cx: &mut Cx,
        expr: &ast::Expr,
        ty: Type,
        name: &str,
    ) -> Option<Expr> {
        let (place, frame) = (cx.place, cx.frame);
        let reads = cx.reads;
        (cx.place, cx.frame) = (Place::Constant, Frame::Current);
        let found = self.infer(cx, expr, super::expr::want_of(ty));
        let value = found.and_then(|found| match (ty, found.ty) {
            (Type::Board, Type::Piece) => self.coerce(cx, found, ty),
            (wanted, found_ty) if wanted == found_ty => Some(found),
            (wanted, found_ty) => self.refuse(
                Diagnostic::new(
                    Code::ArgumentType,
                    format!(
                        "argument of `{name}`: expected {}, found {}",
                        noun(wanted),
                        noun(found_ty)
                    ),
                )
                .with_label(found.span, noun(found_ty)),
            ),
        });
        (cx.place, cx.frame) = (place, frame);
        cx.reads = reads;
        let value = value?;
        if value.ty == Type::Zone {
            self.zone_not_constant(name, value.span);
            return None;
        }
        let constants = cx.constants;
        let depends = contains(&value, &mut |part| match &part.kind {
            ExprKind::Squares(..)
            | ExprKind::ToMove(..)
            | ExprKind::From
            | ExprKind::To
            | ExprKind::Taken
            | ExprKind::Here
            | ExprKind::Given(..)
            | ExprKind::Satisfiable(..) => true,
            ExprKind::Prim(id, ..) => id.entry().reads_position,
            ExprKind::Call(Callee::Own(index), ..) => self.records.functions[*index].reads,
            ExprKind::Call(Callee::Library(_), ..) => true,
            // Bound variables have numbers above the parameters; a constant has no use for them.
            ExprKind::Local(id) => id.0 >= constants,
            _ => false,
        });
        if depends {
            self.not_constant(name, value.span);
            return None;
        }
        Some(value)
    }

    /// A zone has other squares in each position, and advice is compiled once for each list of constants.
    fn zone_not_constant(&mut self, name: &str, span: Span) {
        self.fail(
            Diagnostic::new(
                Code::ArgumentNotConstant,
                format!("the argument of `{name}` is a zone, which is another one in each position"),
            )
            .with_label(span, "not constant")
            .with_help("give it what the zone is made of, a side or squares, and name the zone inside the piece"),
        );
    }

    pub(super) fn not_constant(&mut self, name: &str, span: Span) {
        self.fail(
            Diagnostic::new(
                Code::ArgumentNotConstant,
                format!("the argument of `{name}` depends on the position"),
            )
            .with_label(span, "not constant")
            .with_help("write a constant, and choose between several by the rules of a table"),
        );
    }
}

/// The parameters that nothing mentioned; those whose names begin with `_` may stay so.
pub(super) fn unused_params(cx: &Cx, params: &[ast::Param]) -> Vec<usize> {
    let unused =
        |index: &usize| !cx.locals[*index].used && !params[*index].name.node.starts_with('_');
    (0..params.len()).filter(unused).collect()
}
