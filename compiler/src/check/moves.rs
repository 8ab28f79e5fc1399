//! Move clauses: classes of moves, their modifiers, phases, and named moves spelt out where they are used.
//!
//! Rulings: the head's letter is the mover's piece; a side before it must be the mover's. The name of a `moves` definition stands
//! for its classes, its parameters replaced by the arguments; modifiers after the name apply to each of them, `by` only where
//! there is one. A definition with phases is used alone. A class that repeats an earlier one exactly holds no move. Keys that
//! mention neither the new position nor `FROM` nor `TO` order nothing.

use super::Checker;
use super::class::{conjunction, intersect, join};
use super::frame::{Cx, Place};
use super::names::{Def, Kind};
use super::params::Scope;
use super::records::{Mover, MovesForm};
use super::walk::{same_class, substitute_class, weight};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Class, Expr, MoveSpec, PASS, Role};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, MoveHead};

/// The most parts, and the greatest depth, of an expression with its arguments put in.
const LARGEST: usize = 20_000;
const DEEPEST: usize = 600;
/// The most classes of one list, and the most modifiers of a class.
const MOST_CLASSES: usize = 200;

impl Checker<'_> {
    /// A `moves` definition.
    pub(super) fn moves_definition(&mut self, index: usize) {
        let def = self.records.moves[index].def;
        let types = self.records.moves[index].params.clone();
        def.params
            .iter()
            .for_each(|of| self.shadows("parameter", &of.name));
        let mut scope = Scope::new(&def.params, &types, false);
        let form = self.move_spec(&mut scope, &def.spec, None);
        self.records.moves[index].unused_params = scope.unused();
        self.broken |= form.is_none();
        self.records.moves[index].form = form;
    }

    /// Moves by ply or for every ply.
    pub(super) fn move_spec(
        &mut self,
        scope: &mut Scope<'_>,
        spec: &ast::MoveSpec,
        mover: Mover,
    ) -> Option<MovesForm> {
        match spec {
            ast::MoveSpec::Seq(seq) => {
                if let [class] = seq.classes.as_slice()
                    && let MoveHead::Name(reference) = &class.head
                    && class.mods.is_empty()
                    && let Some(&Def::Moves(index)) =
                        self.names.own.get(reference.name.node.as_str())
                    && let Some(form) = &self.records.moves[index].form
                    && !form.spec.phases.is_empty()
                {
                    return self.named_phases(scope, reference, index, mover);
                }
                let every = self.sequence(scope, seq, mover)?;
                Some(MovesForm::every(every))
            }
            ast::MoveSpec::Phases(phases) => {
                let mut plies: Vec<(i64, Span)> = Vec::new();
                let mut checked = Vec::new();
                for phase in phases {
                    let mut numbers = Vec::new();
                    for ply in &phase.plies {
                        if let Some(&(_, first)) =
                            plies.iter().find(|(number, _)| *number == ply.node)
                        {
                            self.fail(
                                Diagnostic::new(
                                    Code::PhasesOverlap,
                                    format!("ply {} is given twice", ply.node),
                                )
                                .with_label(ply.span, "given again here")
                                .with_secondary(first, "given first here")
                                .with_help("classes for one ply are joined by `then`"),
                            );
                            continue;
                        }
                        plies.push((ply.node, ply.span));
                        // A ply beyond the advice's own bound is a warning, one beyond every bound an error.
                        match u16::try_from(ply.node) {
                            Ok(number) if ply.node < super::bound::DEEPEST => numbers.push(number),
                            _ => self.ply_too_large(ply),
                        }
                    }
                    numbers.sort_unstable();
                    checked.push((numbers, self.sequence(scope, &phase.seq, mover)));
                }
                let phases = checked
                    .into_iter()
                    .map(|(numbers, classes)| Some((numbers, classes?)))
                    .collect::<Option<Vec<_>>>()?;
                Some(MovesForm {
                    spec: MoveSpec {
                        every: Vec::new(),
                        phases,
                    },
                    plies,
                })
            }
        }
    }

    fn ply_too_large(&mut self, ply: &Spanned<i64>) {
        let last = super::bound::DEEPEST - 1;
        self.fail(
            Diagnostic::new(
                Code::PlyTooLarge,
                format!("ply {} is too large", ply.node),
            )
            .with_label(ply.span, "no tree is so deep")
            .with_help(format!(
                "plies are counted from 0, the move at the root; the last one that a tree can have is {last}"
            )),
        );
    }

    fn named_phases(
        &mut self,
        scope: &mut Scope<'_>,
        reference: &ast::Ref,
        index: usize,
        mover: Mover,
    ) -> Option<MovesForm> {
        let mut cx = self.scope_cx(Place::MoveClause, scope);
        let args = self.moves_arguments(&mut cx, reference, index);
        scope.note(&cx);
        let (args, form) = (args?, self.records.moves[index].form.clone()?);
        let mut next = cx.next;
        let mut spec = form.spec;
        for class in spec.classes_mut() {
            *class = self.filled(class, &args, &mut next, reference.span)?;
            self.owner_fits(class.who, mover, reference.span);
        }
        let plies = form
            .plies
            .iter()
            .map(|(ply, _)| (*ply, reference.span))
            .collect();
        Some(MovesForm { spec, plies })
    }

    /// A class with arguments in the place of its parameters. Names inside names can make it large beyond all use.
    fn filled(
        &mut self,
        class: &Class,
        args: &[Expr],
        next: &mut u32,
        span: Span,
    ) -> Option<Class> {
        let class = substitute_class(class, args, next);
        let parts = [&class.from, &class.to, &class.filter];
        let large = parts.into_iter().flatten().chain(&class.keys).any(|expr| {
            let (size, depth) = weight(expr);
            size > LARGEST || depth > DEEPEST
        });
        if large {
            self.too_large("the moves are too large with their names spelt out", span);
            return None;
        }
        Some(class)
    }

    /// The error for something that a person would not write.
    pub(super) fn too_large(&mut self, message: &str, span: Span) {
        self.fail(
            Diagnostic::new(Code::ExpressionTooLarge, message)
                .with_label(span, "too large")
                .with_help("split it into several definitions"),
        );
    }

    fn moves_arguments(
        &mut self,
        cx: &mut Cx,
        reference: &ast::Ref,
        index: usize,
    ) -> Option<Vec<Expr>> {
        let def = self.records.moves[index].def;
        let types = self.records.moves[index].params.clone();
        self.arguments(
            cx,
            &def.name.node,
            reference.name.span,
            &types,
            &reference.args,
            Some(def.name.span),
        )
    }

    fn sequence(
        &mut self,
        scope: &mut Scope<'_>,
        seq: &ast::MoveSeq,
        mover: Mover,
    ) -> Option<Vec<Class>> {
        let mut classes: Vec<Class> = Vec::new();
        let mut whole = true;
        for class in &seq.classes {
            let Some(more) = self.class(scope, class, mover) else {
                whole = false;
                continue;
            };
            for class in more {
                if let Some(first) = classes.iter().find(|first| same_class(first, &class)) {
                    let diagnostic = Diagnostic::new(
                        Code::EmptyMoveClass,
                        "this class holds no move: an earlier one has all of them",
                    )
                    .with_label(class.place, "the same again")
                    .with_secondary(first.place, "first here");
                    self.report(diagnostic.with_help(
                        "a move belongs to the first class that selects it; leave this one out",
                    ));
                }
                classes.push(class);
            }
        }
        if classes.len() > MOST_CLASSES {
            self.too_large(
                &format!("more than {MOST_CLASSES} classes of moves in one list"),
                seq.span,
            );
            return None;
        }
        whole.then_some(classes)
    }

    fn class(
        &mut self,
        scope: &mut Scope<'_>,
        class: &ast::MoveClass,
        mover: Mover,
    ) -> Option<Vec<Class>> {
        if class.mods.len() > MOST_CLASSES {
            self.too_large(
                &format!("more than {MOST_CLASSES} modifiers of one class"),
                class.span,
            );
            return None;
        }
        let mut cx = self.scope_cx(Place::MoveClause, scope);
        let heads = self.head(&mut cx, class, mover);
        let count = heads.as_ref().map_or(1, Vec::len);
        let mods = self.modifiers(&mut cx, class, count);
        scope.note(&cx);
        let (mut heads, mods) = (heads?, mods?);
        if !class.mods.is_empty() && heads.iter().any(Class::passes) {
            self.pass_misplaced(
                class.span,
                "nothing narrows or orders a pass",
                "write `pass` alone",
            );
            return None;
        }
        for head in &mut heads {
            head.place = class.span;
            join(&mut head.from, &mods.from, intersect);
            join(&mut head.to, &mods.to, intersect);
            join(&mut head.filter, &mods.filter, conjunction);
            head.zones.extend(mods.zones.iter().cloned());
            if !mods.toward.is_empty() {
                let kept = &head.toward;
                head.toward = mods
                    .toward
                    .iter()
                    .copied()
                    .filter(|way| kept.is_empty() || kept.contains(way))
                    .collect();
            }
            head.keys.extend(mods.keys.iter().cloned());
            if let Some(role) = mods.promote {
                head.promote = Some(role);
            }
            self.class_is_empty(head);
        }
        if mods.promote.is_some() && heads.iter().any(|head| head.roles & Role::Pawn.mask() == 0) {
            let diagnostic = Diagnostic::new(
                Code::BadPromotion,
                "only pawns promote, and this class has none",
            )
            .with_label(class.span, "no pawn in this class");
            self.report(diagnostic.with_help("write `P as Q`"));
            return None;
        }
        Some(heads)
    }

    fn head(&mut self, cx: &mut Cx, class: &ast::MoveClass, mover: Mover) -> Option<Vec<Class>> {
        let of_roles = |roles, who| Class {
            who,
            place: class.span,
            ..Class::of(roles)
        };
        match &class.head {
            MoveHead::Any(_) => Some(vec![of_roles(63, None)]),
            MoveHead::None(_) => Some(Vec::new()),
            MoveHead::Pieces(pieces) => {
                let (roles, who) = self.movers(cx, pieces, mover)?;
                Some(vec![of_roles(roles, who)])
            }
            MoveHead::Name(reference) if self.is_pass(reference) => {
                Some(vec![of_roles(PASS, None)])
            }
            MoveHead::Name(reference) => {
                let name = &reference.name;
                let Some(&def) = self.names.own.get(name.node.as_str()) else {
                    if cx.locals.iter().any(|local| local.name == name.node)
                        || super::word::is_word(&name.node)
                    {
                        self.report(
                            Diagnostic::new(
                                Code::WrongKindOfName,
                                format!("`{}` is not a move clause", name.node),
                            )
                            .with_label(name.span, "expected moves")
                            .with_help(
                                "moves are `K`, `any`, `none` or the name of a `moves` definition",
                            ),
                        );
                    } else {
                        self.unknown_name(&name.node, name.span, Some(Kind::Moves), None);
                    }
                    return None;
                };
                let Def::Moves(index) = def else {
                    self.wrong_kind(&name.node, name.span, def, "moves", None);
                    return None;
                };
                let args = self.moves_arguments(cx, reference, index);
                let (args, form) = (args?, self.records.moves[index].form.clone()?);
                if !form.spec.phases.is_empty() {
                    let defined = self.records.moves[index].def.name.span;
                    return self.refuse(
                        Diagnostic::new(
                            Code::PhasesNotHere,
                            format!(
                                "`{}` has phases and cannot be part of a list of classes",
                                name.node
                            ),
                        )
                        .with_label(name.span, "has plies of its own")
                        .with_secondary(defined, "defined here")
                        .with_help("let it be the whole clause, or name the classes of each ply"),
                    );
                }
                let mut classes = Vec::with_capacity(form.spec.every.len());
                for class in &form.spec.every {
                    classes.push(self.filled(class, &args, &mut cx.next, name.span)?);
                    self.owner_fits(class.who, mover, name.span);
                }
                Some(classes)
            }
        }
    }
}
