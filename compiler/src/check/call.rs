//! Names and calls in expressions: parameters, definitions, exports of the library, primitives, predefined words.
//!
//! Rulings: a call with a prefix passes the callee's own needs on and gives its arguments the same position. All arguments are
//! looked at, also where one is in error, and a call in error is silent above.

use super::expr::{noun, want_of};
use super::frame::Cx;
use super::names::{Def, Kind};
use super::walk::node;
use super::zone::{ZONE_FORM, zone_of};
use super::{Checker, Want};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Callee, Expr, ExprKind, Import, Type};
use crate::source::Span;
use crate::syntax::ast;

/// The kind of thing that suggestions put first.
const fn kind_wanted(want: Want) -> Option<Kind> {
    match want {
        Want::Board | Want::Piece | Want::Side => Some(Kind::Board),
        Want::Number => Some(Kind::Number),
        Want::Truth => Some(Kind::Descriptor),
        Want::Zone => Some(Kind::Zone),
        Want::Any => None,
    }
}

impl Checker<'_> {
    /// A name without arguments.
    pub(super) fn name(&mut self, cx: &mut Cx, name: &str, span: Span, want: Want) -> Option<Expr> {
        if let Some(local) = cx.local(name) {
            local.used = true;
            return Some(node(ExprKind::Local(local.id), local.ty?, span));
        }
        self.called(cx, name, span, &[], span, want)
    }

    /// A name with arguments.
    pub(super) fn call(
        &mut self,
        cx: &mut Cx,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
        want: Want,
    ) -> Option<Expr> {
        if let Some(local) = cx.local(&name.node) {
            local.used = true;
            if local.ty.is_some() {
                self.report(
                    Diagnostic::new(
                        Code::ArgumentCount,
                        format!("`{}` takes no arguments", name.node),
                    )
                    .with_label(name.span, "a parameter or bound variable"),
                );
            }
            return None;
        }
        self.called(cx, &name.node, name.span, args, span, want)
    }

    fn called(
        &mut self,
        cx: &mut Cx,
        name: &str,
        name_span: Span,
        args: &[ast::Expr],
        span: Span,
        want: Want,
    ) -> Option<Expr> {
        if let Some(&def) = self.names.own.get(name) {
            if let Def::Pattern(index) = def {
                return self.call_pattern(cx, index, name_span, args, span);
            }
            let Def::Function(index) = def else {
                let (expected, help) = match (want, def) {
                    (Want::Truth | Want::Any, Def::Advice(_)) => {
                        let words = self.words(span).unwrap_or_else(|| name.to_owned());
                        (
                            "a descriptor",
                            Some(format!("write `satisfiable({words})`")),
                        )
                    }
                    (Want::Truth, _) => ("a descriptor", None),
                    (Want::Board, _) => ("a board", None),
                    (Want::Number, _) => ("a number", None),
                    _ => ("a value", None),
                };
                self.wrong_kind(name, name_span, def, expected, help);
                return None;
            };
            return self.call_own(cx, index, name_span, args, span);
        }
        if let Some(found) = self.in_library(name, name_span) {
            return self.call_library(cx, found?, name_span, args, span);
        }
        if let Some(word) = super::word::find(name) {
            return self.call_word(cx, word, name, name_span, args, span);
        }
        // The arguments are looked at all the same: their mistakes have causes of their own, but for a name that the word would take.
        let is_value = |arg: &&ast::Expr| match &arg.kind {
            ast::ExprKind::Name(name) => !matches!(
                self.names.own.get(name.as_str()),
                Some(Def::Advice(_) | Def::Plan(_) | Def::Table(_) | Def::Strategy(_))
            ),
            _ => true,
        };
        for arg in args.iter().filter(is_value).collect::<Vec<_>>() {
            // A `B` may be a side there.
            self.infer(cx, arg, Want::Side);
        }
        self.unknown_name(name, name_span, kind_wanted(want), Some(&*cx));
        None
    }

    fn call_own(
        &mut self,
        cx: &mut Cx,
        index: usize,
        name_span: Span,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let function = &self.records.functions[index];
        let (params, result, needs) = (function.params.clone(), function.result, function.needs);
        let (reads, searches) = (function.reads, function.searches);
        let def = function.def;
        let args = self.arguments(
            cx,
            &def.name.node,
            name_span,
            &params,
            args,
            Some(def.name.span),
        );
        cx.reads |= reads;
        if searches {
            self.search_begins(cx, &def.name.node, name_span);
        }
        self.call_needs(cx, &def.name.node, name_span, Some(index), needs);
        Some(node(
            ExprKind::Call(Callee::Own(index), cx.frame, args?),
            result?,
            span,
        ))
    }

    fn call_library(
        &mut self,
        cx: &mut Cx,
        found: super::names::LibraryName,
        name_span: Span,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let library = self.libraries.get(found.module).ok()?;
        let export = library.exports().get(found.export)?;
        // Each definition of the library is exported, in their order; a module does not say what is a zone.
        let defined = library.hir().functions.get(found.export)?;
        let params: Vec<Option<Type>> = defined.params.iter().map(|(_, ty)| Some(*ty)).collect();
        let args = self.arguments(cx, &export.name, name_span, &params, args, None);
        let result = defined.result;
        // The module does not say whether a library's definition looks at the position; without parameters and needs it may
        // be a constant such as `EDGE`, so no warning about a prefix can be sure.
        cx.reads = true;
        self.call_needs(cx, &export.name, name_span, None, export.needs);
        let entry = self.records.imports.entry((found.module, found.export));
        let index = entry.index();
        entry.or_insert_with(|| Import {
            module: library.name().to_owned(),
            version: library.version().to_owned(),
            name: export.name.clone(),
            params: export.params.iter().map(|(_, ty)| *ty).collect(),
            result,
            needs: export.needs,
        });
        Some(node(
            ExprKind::Call(Callee::Library(index), cx.frame, args?),
            result,
            span,
        ))
    }

    /// The arguments of a call as its parameters want them. All are checked, also where one is in error.
    pub(super) fn arguments(
        &mut self,
        cx: &mut Cx,
        name: &str,
        name_span: Span,
        params: &[Option<Type>],
        args: &[ast::Expr],
        defined: Option<Span>,
    ) -> Option<Vec<Expr>> {
        if params.len() != args.len() {
            self.wrong_count(
                name,
                name_span,
                &params.len().to_string(),
                params.len(),
                args.len(),
                defined,
            );
            for arg in args {
                self.infer(cx, arg, Want::Side);
            }
            return None;
        }
        let values: Vec<Option<Expr>> = args
            .iter()
            .zip(params)
            .map(|(arg, ty)| self.infer(cx, arg, ty.map_or(Want::Any, want_of)))
            .collect();
        if self.are_exchanged(name, params, &values, args) {
            return None;
        }
        let values: Vec<Option<Expr>> = values
            .into_iter()
            .zip(params)
            .enumerate()
            .map(|(index, (value, ty))| self.argument(cx, name, index, value?, (*ty)?))
            .collect();
        values.into_iter().collect()
    }

    /// Whether two arguments do not fit and would fit each in the place of the other; that is reported.
    fn are_exchanged(
        &mut self,
        name: &str,
        params: &[Option<Type>],
        values: &[Option<Expr>],
        args: &[ast::Expr],
    ) -> bool {
        let fits = |at: usize, to: usize| match (params.get(to), values.get(at)) {
            (Some(Some(wanted)), Some(Some(value))) => {
                *wanted == value.ty
                    || matches!(wanted, Type::Board | Type::Truth)
                        && matches!(value.ty, Type::Board | Type::Piece)
            }
            // What is not known fits anywhere.
            _ => true,
        };
        let wrong: Vec<usize> = (0..values.len()).filter(|at| !fits(*at, *at)).collect();
        let [a, b] = wrong[..] else {
            return false;
        };
        if !fits(a, b) || !fits(b, a) {
            return false;
        }
        let mut order: Vec<usize> = (0..args.len()).collect();
        order.swap(a, b);
        let words = order.iter().map(|at| self.words(args.get(*at)?.span));
        let words = words.collect::<Option<Vec<String>>>();
        let message = format!(
            "arguments {} and {} of `{name}` are exchanged",
            a + 1,
            b + 1
        );
        let mut diagnostic = Diagnostic::new(Code::ArgumentType, message);
        for at in [a, b] {
            if let (Some(Some(value)), Some(Some(wanted))) = (values.get(at), params.get(at)) {
                let label = format!("{}, expected {}", noun(value.ty), noun(*wanted));
                diagnostic = match at == a {
                    true => diagnostic.with_label(value.span, label),
                    false => diagnostic.with_secondary(value.span, label),
                };
            }
        }
        let help = words.map(|words| format!("write `{name}({})`", words.join(", ")));
        self.report(diagnostic.with_help_if(help));
        true
    }

    /// One argument as its parameter wants it.
    pub(super) fn argument(
        &mut self,
        cx: &mut Cx,
        name: &str,
        index: usize,
        value: Expr,
        ty: Type,
    ) -> Option<Expr> {
        match (ty, value.ty) {
            (Type::Board, Type::Piece) | (Type::Truth, Type::Board | Type::Piece) => {
                self.coerce(cx, value, ty)
            }
            (wanted, found) if wanted == found => Some(value),
            (wanted, Type::Zone) => {
                let wanted = format!("{} as argument {} of `{name}`", noun(wanted), index + 1);
                self.zone_as_value(value.span, &wanted);
                None
            }
            (wanted, found) => {
                let help = match (wanted, found) {
                    (Type::Board, Type::Side) => self
                        .words(value.span)
                        .map(|words| format!("the squares of all men of the side are `{words}.*`")),
                    (Type::Piece, Type::Board) if name == "map" => Some(
                        "`map(piece, from, to)` speaks of the empty board, `map(men, to)` of the men there are"
                            .to_owned(),
                    ),
                    (Type::Piece, Type::Board) => {
                        Some("a piece is named, as `W.R`, not computed from squares".to_owned())
                    }
                    (Type::Zone, Type::Board | Type::Piece) => {
                        self.words(value.span).map(|words| zone_of(&words))
                    }
                    (Type::Zone, _) => Some(ZONE_FORM.to_owned()),
                    (Type::Side, Type::Piece) => self.words(value.span).and_then(|words| {
                        let (side, _) = words.split_once('.')?;
                        Some(format!("write `{side}`"))
                    }),
                    (Type::Side, _) => Some("the sides are `W`, `B`, `us` and `them`".to_owned()),
                    (Type::Board, Type::Number(1)) => match name {
                        "RANK" | "R" => Some("a rank by its number, first = 0, is `RANK-AT(n)`".to_owned()),
                        "FILE" | "L" => Some("a file by its number, a = 0, is `FILE-AT(n)`".to_owned()),
                        _ => None,
                    },
                    (Type::Number(_), Type::Board | Type::Piece) => self
                        .number_of(&value)
                        .map(|(what, number)| format!("its {what} is `{number}`")),
                    _ => None,
                };
                self.refuse(
                    Diagnostic::new(
                        Code::ArgumentType,
                        format!(
                            "argument {} of `{name}`: expected {}, found {}",
                            index + 1,
                            noun(wanted),
                            noun(found)
                        ),
                    )
                    .with_label(value.span, noun(found))
                    .with_help_if(help),
                )
            }
        }
    }

    pub(super) fn wrong_count(
        &mut self,
        name: &str,
        span: Span,
        wanted: &str,
        one: usize,
        found: usize,
        defined: Option<Span>,
    ) {
        let message = match wanted {
            "0" => format!("`{name}` takes no arguments"),
            _ if found == 0 => format!(
                "`{name}` takes {wanted} argument{}, found none",
                if one == 1 { "" } else { "s" }
            ),
            _ => format!(
                "`{name}` takes {wanted} argument{}, found {found}",
                if one == 1 { "" } else { "s" }
            ),
        };
        let help = match name {
            "mated" | "MATED" if found == 0 => {
                Some("write `mated(B)`, or `mate` of the other side")
            }
            "in-check" | "IN-CHECK" if found == 0 => {
                Some("write `in-check(B)`, or `check` of the other side")
            }
            "stalemated" | "STALEMATED" if found == 0 => {
                Some("write `stalemated(B)`, or `stalemate` of the other side")
            }
            "won" | "WON" | "lost" | "LOST" if found == 0 => Some("name the side, as in `won(W)`"),
            "mate" | "MATE" => Some("for a side it is `mated(s)`"),
            "check" | "CHECK" => Some("for a side it is `in-check(s)`"),
            "stalemate" | "STALEMATE" => Some("for a side it is `stalemated(s)`"),
            "replies" => Some("for a side it is `legal-moves(s)`"),
            _ => None,
        };
        let mut diagnostic = Diagnostic::new(Code::ArgumentCount, message)
            .with_label(span, "wrong number of arguments")
            .with_help_if(help)
            .with_secondary_if(defined, "defined here");
        if wanted != "0" {
            diagnostic.notes = self.signature_notes(name);
        }
        self.report(diagnostic);
    }
}
