//! Move clauses: classes of moves, their modifiers, phases, and named moves spelt out where they are used.
//!
//! Rulings: the head's letter is the mover's piece; a side before it must be the mover's. The name of a `moves` definition stands
//! for its classes, its parameters replaced by the arguments; modifiers behind the name apply to each of them, `by` only where
//! there is one. A definition with phases stands alone. A class that repeats an earlier one exactly holds no move. Keys that
//! mention neither the new position nor `FROM` nor `TO` order nothing.

use super::Checker;
use super::expr::noun;
use super::frame::{Cx, Place};
use super::scope::{Def, Kind};
use super::walk::{contains, node, same_class, substitute_class};
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    Callee, Class, Direction, Expr, ExprKind, Frame, MoveSpec, Needs, Role, Type, Who,
};
use crate::source::Span;
use crate::syntax::ast::{self, MoveHead, MoveMod};

/// Whose moves a clause selects; `None` in a definition, which does not know.
pub(crate) type Mover = Option<Who>;

/// A checked move clause with the places of its plies.
#[derive(Clone, Debug)]
pub(crate) struct MovesForm {
    pub(crate) spec: MoveSpec,
    /// Every ply that a phase names.
    pub(crate) plies: Vec<(i64, Span)>,
}

/// The parameters in scope of a clause.
pub(crate) struct Scope<'s> {
    pub(crate) params: &'s [ast::Param],
    pub(crate) types: &'s [Option<Type>],
    /// Constants of advice, or values of a moves definition.
    pub(crate) constant: bool,
    /// Which parameters were mentioned.
    pub(crate) used: Vec<bool>,
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

impl Checker<'_> {
    pub(super) fn scope_cx(&self, place: Place, scope: &Scope<'_>) -> Cx {
        let mut cx = Cx::new(place, self.material).with_params(scope.params, scope.types);
        if scope.constant {
            cx.constants = cx.next;
        }
        cx
    }

    /// A `moves` definition.
    pub(super) fn moves_definition(&mut self, index: usize) {
        let def = self.moves[index].def;
        let types = self.moves[index].params.clone();
        self.shadows(&def.params);
        let mut scope = Scope::new(&def.params, &types, false);
        let form = self.move_spec(&mut scope, &def.spec, None);
        self.moves[index].unused_params = scope.unused();
        self.broken |= form.is_none();
        self.moves[index].form = form;
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
                    && let Some(form) = &self.moves[index].form
                    && !form.spec.phases.is_empty()
                {
                    return self.named_phases(scope, reference, index, mover);
                }
                let every = self.sequence(scope, seq, mover)?;
                Some(MovesForm {
                    spec: MoveSpec {
                        every,
                        phases: Vec::new(),
                    },
                    plies: Vec::new(),
                })
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
                            self.report(
                                Diagnostic::new(
                                    Code::PhasesOverlap,
                                    format!("ply {} is given twice", ply.node),
                                )
                                .with_label(ply.span, "given again here")
                                .with_secondary(first, "given first here")
                                .with_help("classes for one ply are joined by `then`"),
                            );
                            self.broken = true;
                            continue;
                        }
                        plies.push((ply.node, ply.span));
                        // A ply beyond every depth bound never counts; the warning for that comes with the advice.
                        numbers.push(u16::try_from(ply.node).unwrap_or(u16::MAX));
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
        let (args, form) = (args?, self.moves[index].form.clone()?);
        let mut next = cx.next;
        let mut phases = form.spec.phases;
        for class in phases.iter_mut().flat_map(|(_, classes)| classes) {
            *class = substitute_class(class, &args, &mut next);
            self.owner_fits(class.who, mover, reference.span);
        }
        let plies = form
            .plies
            .iter()
            .map(|(ply, _)| (*ply, reference.span))
            .collect();
        Some(MovesForm {
            spec: MoveSpec {
                every: form.spec.every,
                phases,
            },
            plies,
        })
    }

    fn moves_arguments(
        &mut self,
        cx: &mut Cx,
        reference: &ast::Ref,
        index: usize,
    ) -> Option<Vec<Expr>> {
        let def = self.moves[index].def;
        let types = self.moves[index].params.clone();
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
                    .with_label(class.span, "the same again")
                    .with_secondary(first.span, "first here");
                    self.report(diagnostic.with_help(
                        "a move belongs to the first class that selects it; leave this one out",
                    ));
                }
                classes.push(class);
            }
        }
        whole.then_some(classes)
    }

    fn class(
        &mut self,
        scope: &mut Scope<'_>,
        class: &ast::MoveClass,
        mover: Mover,
    ) -> Option<Vec<Class>> {
        let mut cx = self.scope_cx(Place::MoveClause, scope);
        let heads = self.head(&mut cx, class, mover);
        let count = heads.as_ref().map_or(1, Vec::len);
        let mods = self.modifiers(&mut cx, class, count);
        scope.note(&cx);
        let (mut heads, mods) = (heads?, mods?);
        for head in &mut heads {
            head.span = class.span;
            join(&mut head.from, &mods.from, intersect);
            join(&mut head.to, &mods.to, intersect);
            join(&mut head.filter, &mods.filter, conjunction);
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
            head.locals = cx.next;
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
            roles,
            who,
            from: None,
            to: None,
            filter: None,
            toward: Vec::new(),
            promote: None,
            keys: Vec::new(),
            locals: 0,
            span: class.span,
        };
        match &class.head {
            MoveHead::Any(_) => Some(vec![of_roles(63, None)]),
            MoveHead::None(_) => Some(Vec::new()),
            MoveHead::Pieces(pieces) => {
                let (roles, who) = self.movers(cx, pieces, mover)?;
                Some(vec![of_roles(roles, who)])
            }
            MoveHead::Name(reference) => {
                let name = &reference.name;
                let Some(&def) = self.names.own.get(name.node.as_str()) else {
                    if cx.locals.iter().any(|local| local.name == name.node)
                        || super::call::is_word(&name.node)
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
                        self.unknown_name(&name.node, name.span, Some(Kind::Moves), &[]);
                    }
                    return None;
                };
                let Def::Moves(index) = def else {
                    self.wrong_kind(&name.node, name.span, def, "moves", None);
                    return None;
                };
                let args = self.moves_arguments(cx, reference, index);
                let (args, form) = (args?, self.moves[index].form.clone()?);
                if !form.spec.phases.is_empty() {
                    let defined = self.moves[index].def.name.span;
                    self.report(
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
                    return None;
                }
                let classes = form
                    .spec
                    .every
                    .iter()
                    .map(|class| substitute_class(class, &args, &mut cx.next))
                    .collect::<Vec<_>>();
                for class in &classes {
                    self.owner_fits(class.who, mover, name.span);
                }
                Some(classes)
            }
        }
    }

    /// The roles of a head and their side, if one is written.
    fn movers(
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
                ast::ExprKind::Letter(role) => (None, Some(*role)),
                _ => match self.infer(cx, piece, super::Want::Piece)?.kind {
                    ExprKind::Piece(who, role) => (Some(who), role),
                    ExprKind::PieceOf(side, role) => {
                        let text = self.slice(side.span);
                        self.report(
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
                        return None;
                    }
                    _ => return None,
                },
            };
            roles |= role.map_or(63, Role::mask);
            fine &= self.owner_fits(who, mover, piece.span);
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
    fn owner_fits(&mut self, who: Option<Who>, mover: Mover, span: Span) -> bool {
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
            self.report(
                Diagnostic::new(
                    Code::MoverOfOtherSide,
                    format!("a piece of `{}` cannot move among the {clause}", who.word()),
                )
                .with_label(span, "the other side's piece")
                .with_help(format!("write the letter alone, or with `{word}.`")),
            );
            self.broken = true;
        }
        !contrary
    }

    fn modifiers(&mut self, cx: &mut Cx, class: &ast::MoveClass, count: usize) -> Option<Class> {
        let mut mods = Class {
            roles: 0,
            who: None,
            from: None,
            to: None,
            filter: None,
            toward: Vec::new(),
            promote: None,
            keys: Vec::new(),
            locals: 0,
            span: class.span,
        };
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
                            .with_help("after `as` stands `Q`, `R`, `B` or `N`"),
                        );
                    }
                }
            }
        }
        fine.then_some(mods)
    }

    fn key(
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
        let found = self.infer(cx, key, super::Want::Number);
        let Some(found) = found else { return false };
        let Some(value) = self.coerce(cx, found, Type::Number(0)) else {
            return false;
        };
        let needs = self.needs_of(&value);
        if Needs(needs.0 & Needs::NEW.union(Needs::MOVE).0) == Needs::NONE {
            let help = self
                .words(key.span)
                .filter(|words| !words.contains(' '))
                .map(|words| format!("did you mean `new.{words}`?"));
            self.report(
                Diagnostic::new(Code::KeyWithoutMove, "the key is the same for all moves of the class")
                    .with_label(key.span, "does not mention the move")
                    .with_help_if(help.or_else(|| Some("`new.` speaks of the position after the move, `FROM` and `TO` of its squares".to_owned()))),
            );
        }
        keys.push(value);
        true
    }

    fn unknown_direction(&mut self, name: &ast::Name) {
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

    /// What an expression needs beyond the current position, its callees included.
    pub(crate) fn needs_of(&self, expr: &Expr) -> Needs {
        let mut needs = Needs::NONE;
        contains(expr, &mut |part| {
            let frame = match &part.kind {
                ExprKind::From | ExprKind::To => {
                    needs = needs.union(Needs::MOVE);
                    return false;
                }
                ExprKind::Squares(frame, _)
                | ExprKind::ToMove(frame, _)
                | ExprKind::Satisfiable(frame, _) => *frame,
                ExprKind::Prim(_, frame, _) => *frame,
                ExprKind::Call(callee, frame, _) => {
                    let own = match callee {
                        Callee::Own(index) => self.functions[*index].needs,
                        Callee::Library(index) => self
                            .imports
                            .get_index(*index)
                            .map_or(Needs::NONE, |(_, import)| import.needs),
                    };
                    needs = needs.union(own);
                    *frame
                }
                _ => Frame::Current,
            };
            needs = needs.union(match frame {
                Frame::Current => Needs::NONE,
                Frame::New => Needs::NEW,
                Frame::Root => Needs::ROOT,
            });
            false
        });
        needs
    }

    /// The warning for a class whose board or condition is empty in every position.
    fn class_is_empty(&mut self, class: &Class) {
        use super::{Const, eval};
        let no_board = [&class.from, &class.to]
            .into_iter()
            .flatten()
            .any(|board| eval(board, &[], &self.functions) == Some(Const::Board(0)));
        let never = class
            .filter
            .as_ref()
            .is_some_and(|filter| eval(filter, &[], &self.functions) == Some(Const::Truth(false)));
        if no_board || never {
            let why = if no_board {
                "its board is empty"
            } else {
                "its condition is always false"
            };
            self.report(
                Diagnostic::new(Code::EmptyMoveClass, "this class holds no move")
                    .with_label(class.span, why),
            );
        }
    }

    /// Parameters that hide definitions of the file.
    pub(super) fn shadows(&mut self, params: &[ast::Param]) {
        for param in params {
            if let Some(&def) = self.names.own.get(param.name.node.as_str()) {
                let defined = self.name_span(def);
                let name = &param.name.node;
                self.report(
                    Diagnostic::new(
                        Code::ParameterShadows,
                        format!("parameter `{name}` hides the definition `{name}`"),
                    )
                    .with_label(param.name.span, "counts in this definition")
                    .with_secondary(defined, "hidden here")
                    .with_help("give the parameter another name"),
                );
            }
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
            (wanted, found_ty) => {
                self.report(
                    Diagnostic::new(
                        Code::ArgumentType,
                        format!(
                            "argument of `{name}`: expected {}, found {}",
                            noun(wanted),
                            noun(found_ty)
                        ),
                    )
                    .with_label(found.span, noun(found_ty)),
                );
                None
            }
        });
        (cx.place, cx.frame) = (place, frame);
        cx.reads = reads;
        let value = value?;
        let constants = cx.constants;
        let depends = contains(&value, &mut |part| match &part.kind {
            ExprKind::Squares(..)
            | ExprKind::ToMove(..)
            | ExprKind::From
            | ExprKind::To
            | ExprKind::Satisfiable(..) => true,
            ExprKind::Prim(id, ..) => id.entry().reads_position,
            ExprKind::Call(Callee::Own(index), ..) => self.functions[*index].reads,
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

    pub(super) fn not_constant(&mut self, name: &str, span: Span) {
        self.broken = true;
        self.report(
            Diagnostic::new(
                Code::ArgumentNotConstant,
                format!("the argument of `{name}` depends on the position"),
            )
            .with_label(span, "not constant")
            .with_help("write a constant, and choose between several by the rules of a table"),
        );
    }
}

fn join(slot: &mut Option<Expr>, more: &Option<Expr>, with: fn(Expr, Expr) -> Expr) {
    if let Some(more) = more {
        *slot = Some(match slot.take() {
            Some(first) => with(first, more.clone()),
            None => more.clone(),
        });
    }
}

fn intersect(left: Expr, right: Expr) -> Expr {
    let span = left.span.join(right.span);
    super::expr::board_op(crate::hir::BoardOp::Intersect, left, right, span)
}

fn conjunction(left: Expr, right: Expr) -> Expr {
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
