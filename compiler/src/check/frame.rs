//! Which position an expression speaks of, and what a place has to offer.
//!
//! | prefix  | goal, `because` | move clause        | `to`, `from` | rule, test, claim | definition        |
//! |---------|-----------------|--------------------|--------------|-------------------|-------------------|
//! | none    | the node        | before the move    | before it    | the position      | the caller's      |
//! | `new.`  | the node        | after the move     | error        | error             | a need, inferred  |
//! | `root.` | the root        | the root           | the root     | error             | a need, inferred  |
//! | FROM, TO| error           | the move's squares | error        | error             | a need, inferred  |
//!
//! | prefix  | out-class of an action | `holding` of an action | `prefer`         | in-class, condition                     |
//! |---------|------------------------|------------------------|------------------|-----------------------------------------|
//! | none    | before our last move   | the node               | before the move  | the position                            |
//! | `new.`  | the node               | the node               | after the move   | error                                   |
//! | `root.` | the root               | the root               | the root         | error                                   |
//! | FROM, TO| error                  | error                  | the move's squares | error                                 |
//!
//! | prefix  | out-class of a strategy                        |
//! |---------|------------------------------------------------|
//! | none    | the end; where it has `new.`, the beginning    |
//! | `new.`  | the end                                        |
//! | `root.` | the beginning                                  |
//! | FROM, TO| error                                          |
//!
//! `HERE`, the squares of the fact that is explained, is in the `where`, the `worth` and the texts of a pattern, in the goals, texts and moves of
//! advice, which may be its plan, and in definitions, where it is a need.
//!
//! Rulings: a prefix applies to one atom with its arguments and changes every part of it that reads the current position;
//! bound variables, parameters, `FROM` and `TO` are values and stay as they are. A prefix inside a prefix is an error. A
//! prefix before something that reads no position is a warning. A definition's needs are found transitively, also through
//! a call with a prefix, and checked where it is used.

use super::Checker;
use super::records::Reason;
use super::walk::contains;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Callee, Expr, ExprKind, Frame, LocalId, Material, Needs, Type};
use crate::source::{Span, Spanned};
use crate::syntax::ast;

/// The kind of place of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A better-goal or holding-goal.
    Goal,
    /// A value in a `because` text.
    Because,
    /// A value in a text of a pattern.
    Told,
    /// `where` or `worth` of a pattern.
    Pattern,
    /// The fact of a pattern, or the stage of an evaluation.
    Fact,
    /// `where` or `by` of a move class.
    MoveClause,
    /// `prefer` of an action.
    Prefer,
    /// The out-class of an action, in which no prefix is the position before our last move.
    OutClass,
    /// The in-class of an action.
    InClass,
    /// The condition of a loop or branch.
    Condition,
    /// The in-class of a strategy.
    Head,
    /// The out-class of a strategy.
    Reached,
    /// What a move costs.
    Cost,
    /// `to` or `from` of a move class.
    MoveBoard,
    /// `along` of a move class.
    Along,
    /// The precondition of a table's rule.
    Rule,
    /// An expected value of a test.
    Value,
    /// The body of a definition.
    Definition,
    /// The stage of an evaluation.
    Stage,
    /// A depth bound or an argument of advice.
    Constant,
    /// Anything in `prove` or `measure`.
    Claim,
}

impl Place {
    /// The positions and squares that the place has besides the current position.
    pub(super) fn offers(self) -> Needs {
        match self {
            Place::Goal | Place::Because => Needs::NEW.union(Needs::ROOT).union(Needs::HERE),
            Place::OutClass | Place::Reached => Needs::NEW.union(Needs::ROOT),
            Place::Told | Place::Pattern => Needs::HERE,
            Place::MoveClause | Place::Definition => Needs::ALL,
            Place::Prefer => Needs::NEW.union(Needs::ROOT).union(Needs::MOVE),
            Place::Cost => Needs(Needs::ALL.0 & !Needs::TAKEN.0),
            Place::MoveBoard | Place::Along => Needs::ROOT.union(Needs::TAKEN).union(Needs::HERE),
            // A condition, an expected value, a fact, a stage: one position.
            _ => Needs::NONE,
        }
    }

    /// The descriptors of a strategy.
    pub(crate) const fn in_strategy(self) -> bool {
        matches!(
            self,
            Place::OutClass | Place::InClass | Place::Condition | Place::Head | Place::Reached
        )
    }

    /// The place in a sentence.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Place::Goal => "a goal",
            Place::Because | Place::Told => "a text",
            Place::Pattern => "a pattern",
            Place::Fact => "a fact",
            Place::Stage => "a stage",
            Place::MoveClause => "a move clause",
            Place::Prefer => "a preference",
            Place::Cost => "a cost",
            Place::OutClass => "an out-class",
            Place::InClass => "an in-class",
            Place::Condition => "a condition",
            Place::Head => "the head of a strategy",
            Place::Reached => "the out-class of a strategy",
            Place::MoveBoard => "the board after `to` or `from`",
            Place::Along => "the board or zone after `along`",
            Place::Rule => "a rule",
            Place::Value => "an expected value",
            Place::Definition => "a definition",
            Place::Constant => "a constant",
            Place::Claim => "a claim",
        }
    }
}

/// A name that is bound in an expression.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub(crate) name: String,
    pub(crate) id: LocalId,
    /// `None` where its type is in error.
    pub(crate) ty: Option<Type>,
    /// Mentioned.
    pub(crate) used: bool,
}

/// What is known while one definition, goal, clause or rule is checked.
#[derive(Debug)]
pub(crate) struct Cx {
    pub(crate) place: Place,
    /// The prefix around the present atom.
    pub(crate) frame: Frame,
    prefix: Option<Span>,
    /// Parameters, then bound variables, the innermost last.
    pub(crate) locals: Vec<Local>,
    /// The number of the next local.
    pub(crate) next: u32,
    /// How many parameters are constants (advice) and not values (definitions).
    pub(crate) constants: u32,
    /// The material that bare letters belong to.
    pub(crate) material: Option<Material>,
    /// What was needed so far, in a definition.
    pub(crate) needs: Needs,
    /// Why: for new, root, move, `TAKEN` and `HERE`.
    pub(crate) reasons: [Option<Reason>; 5],
    /// A position was read.
    pub(crate) reads: bool,
    /// A search is begun.
    pub(crate) searches: bool,
}

impl Cx {
    pub(crate) fn new(place: Place, material: Option<Material>) -> Cx {
        Cx {
            place,
            frame: Frame::Current,
            prefix: None,
            locals: Vec::new(),
            next: 0,
            constants: 0,
            material,
            needs: Needs::NONE,
            reasons: [None; 5],
            reads: false,
            searches: false,
        }
    }

    /// The same with parameters, which are locals 0, 1, ….
    pub(crate) fn with_params(mut self, params: &[ast::Param], types: &[Option<Type>]) -> Cx {
        for (param, ty) in params.iter().zip(types) {
            self.bind(&param.name.node, *ty);
        }
        self
    }

    /// Binds a name from here on.
    pub(crate) fn bind(&mut self, name: &str, ty: Option<Type>) -> LocalId {
        let id = LocalId(self.next);
        self.next += 1;
        self.locals.push(Local {
            name: name.to_owned(),
            id,
            ty,
            used: false,
        });
        id
    }

    /// Notes a need with its reason; the first reason of each kind is kept.
    pub(super) fn need(&mut self, needs: Needs, reason: Reason) {
        self.needs = self.needs.union(needs);
        for (slot, need) in self.reasons.iter_mut().zip(KINDS) {
            if needs.has(need) && slot.is_none() {
                *slot = Some(reason);
            }
        }
    }
}

/// Why a claim has neither prefix nor move.
const ONE_POSITION: &str = "use the current position: a claim is about one position at a time";

/// The needs in the order of [`Cx::reasons`].
const KINDS: [Needs; 5] = [
    Needs::NEW,
    Needs::ROOT,
    Needs::MOVE,
    Needs::TAKEN,
    Needs::HERE,
];

impl Checker<'_> {
    /// `new.x`, `root.x`.
    pub(super) fn prefix(
        &mut self,
        cx: &mut Cx,
        prefix: &Spanned<Frame>,
        inner: &ast::Expr,
        want: super::Want,
    ) -> Option<Expr> {
        let frame = prefix.node;
        let need = Needs::of(frame);
        if let Some(outer) = cx.prefix {
            let diagnostic = Diagnostic::new(
                Code::PrefixInPrefix,
                format!("`{}` is inside another prefix", frame.word()),
            )
            .with_label(prefix.span, "second prefix")
            .with_secondary(outer, "the first one");
            self.report(
                diagnostic.with_help(
                    "an expression speaks of one position; give each prefix its own atom",
                ),
            );
            return self.infer(cx, inner, want);
        }
        if !need.within(cx.place.offers()) {
            self.prefix_refused(cx.place, prefix.span, frame);
        }
        cx.need(
            need,
            Reason {
                span: prefix.span,
                callee: None,
            },
        );
        let outer_reads = std::mem::replace(&mut cx.reads, false);
        (cx.frame, cx.prefix) = (frame, Some(prefix.span));
        let value = self.infer(cx, inner, want);
        if let Some(zone) = value.as_ref().filter(|value| value.ty == Type::Zone) {
            (cx.frame, cx.prefix) = (Frame::Current, None);
            cx.reads |= outer_reads;
            self.prefix_before_zone(frame, prefix.span, zone.span);
            return None;
        }
        // A designation reads no position; its squares do. Where a piece is expected it stays as it is.
        let value = match value {
            Some(value) if value.ty == Type::Piece && want != super::Want::Piece => {
                Some(self.squares(cx, value))
            }
            value => value,
        };
        (cx.frame, cx.prefix) = (Frame::Current, None);
        // What a definition in error reads, and what could not be read, is not known.
        let known = value.as_ref().is_some_and(|value| {
            !contains(value, &mut |part| {
                matches!(&part.kind, ExprKind::Call(Callee::Own(index), ..)
                    if self.records.functions[*index].body.is_none())
            })
        });
        if known && !cx.reads && self.sink.error_count() == 0 {
            let text = self.slice(inner.span);
            let message = format!("`{}` has no effect on {text}", frame.word());
            self.report(
                Diagnostic::new(Code::PrefixWithoutEffect, message)
                    .with_label(prefix.span, "leave it out")
                    .with_secondary(inner.span, "the same in every position"),
            );
        }
        cx.reads |= outer_reads;
        value
    }

    fn prefix_refused(&mut self, place: Place, span: Span, frame: Frame) {
        let noun = place.noun();
        let diagnostic = match frame {
            Frame::Root => Diagnostic::new(
                Code::NoRoot,
                format!("`root.` speaks of the root; {noun} has none"),
            )
            .with_label(span, "no root here")
            .with_help(match place {
                Place::Claim => ONE_POSITION,
                _ if place.in_strategy() => {
                    "leave the prefix out, or put the comparison into the out-class of an action"
                }
                _ => {
                    "leave the prefix out, or put the comparison into the goal of a piece-of-advice"
                }
            }),
            _ if place.in_strategy() => {
                // The author's spelling: the paper's `N.` or ours.
                let word = match self.words(span).as_deref() {
                    Some("N") | Some("N.") => "N.",
                    _ => "new.",
                };
                Diagnostic::new(
                    Code::NoNewPosition,
                    format!("`{word}` speaks of the position after a move; {noun} has none"),
                )
                .with_label(span, "no move has been made here")
                .with_help(
                    "leave the prefix out, or put the condition into the out-class of an action",
                )
            }
            _ => Diagnostic::new(
                Code::NoNewPosition,
                format!("`new.` speaks of a new position; {noun} has none"),
            )
            .with_label(span, "no new position here")
            .with_help(match place {
                Place::Claim => ONE_POSITION,
                Place::MoveBoard | Place::Along => {
                    "put the condition after `where`, which is evaluated after each move"
                }
                _ => "leave the prefix out, or put the condition into a goal or a move clause",
            }),
        };
        self.report(diagnostic);
    }

    /// `FROM` and `TO`.
    pub(super) fn move_square(&mut self, cx: &mut Cx, word: &str, span: Span) {
        cx.need(Needs::MOVE, Reason { span, callee: None });
        if !Needs::MOVE.within(cx.place.offers()) {
            let noun = cx.place.noun();
            let help = match cx.place {
                Place::MoveBoard | Place::Along => {
                    format!("put it after `where`: `where {word} …`")
                }
                Place::Claim => ONE_POSITION.to_owned(),
                Place::Because => {
                    "name the piece, whose square after the move is `{SQ(us.R)}`".to_owned()
                }
                _ => format!("put it into the move clause: `us any where {word} …`"),
            };
            self.report(
                Diagnostic::new(
                    Code::NoMove,
                    format!("`{word}` is a square of a move; {noun} has no move"),
                )
                .with_label(span, "no move here")
                .with_help(help),
            );
        }
    }

    /// `HERE`.
    pub(super) fn here(&mut self, cx: &mut Cx, span: Span) {
        cx.need(Needs::HERE, Reason { span, callee: None });
        if Needs::HERE.within(cx.place.offers()) {
            return;
        }
        let noun = cx.place.noun();
        let help = match cx.place {
            Place::Fact => {
                "the fact says which squares; put what is asked of each of them after `where`"
            }
            _ => "it stands in `where`, `worth` and the texts of a pattern, and in its plans",
        };
        self.report(
            Diagnostic::new(
                Code::HereOutside,
                format!("`HERE` is the squares of a fact; {noun} explains none"),
            )
            .with_label(span, "no fact here")
            .with_help(help),
        );
    }

    /// Checks at a call that the place has what the callee needs, and passes the needs on.
    pub(super) fn call_needs(
        &mut self,
        cx: &mut Cx,
        name: &str,
        span: Span,
        callee: Option<usize>,
        needs: Needs,
    ) {
        if needs == Needs::NONE {
            return;
        }
        cx.need(needs, Reason { span, callee });
        let lacking = Needs(needs.0 & !cx.place.offers().0);
        if lacking == Needs::NONE {
            return;
        }
        let noun = cx.place.noun();
        if lacking == Needs::TAKEN {
            return self.taken_refused(cx.place, name, span, callee);
        }
        let (code, what, slot) = if lacking == Needs::HERE {
            (Code::HereOutside, "`HERE`", 4)
        } else if lacking.has(Needs::ROOT) {
            (Code::NeedsRoot, "the root", 1)
        } else if lacking.has(Needs::MOVE) {
            (Code::NeedsMove, "a move", 2)
        } else {
            (Code::NeedsMove, "a new position", 0)
        };
        let mut diagnostic =
            Diagnostic::new(code, format!("`{name}` speaks of {what}; {noun} has none"))
                .with_label(span, "used here");
        diagnostic = self.chain(diagnostic, callee, slot, what);
        if cx.place == Place::Claim {
            diagnostic = diagnostic.with_help(ONE_POSITION);
        }
        self.report(diagnostic);
    }

    /// What an expression needs beyond the current position, its callees included.
    pub(crate) fn needs_of(&self, expr: &Expr) -> Needs {
        let mut needs = Needs::NONE;
        contains(expr, &mut |part| {
            needs = needs.union(match &part.kind {
                ExprKind::From | ExprKind::To => Needs::MOVE,
                ExprKind::Taken => Needs::TAKEN,
                ExprKind::Here => Needs::HERE,
                ExprKind::Given(_, frame, _)
                | ExprKind::Squares(frame, _)
                | ExprKind::ToMove(frame, _)
                | ExprKind::Satisfiable(frame, _)
                | ExprKind::Prim(_, frame, _) => Needs::of(*frame),
                ExprKind::Call(callee, frame, _) => {
                    let import = |index: usize| self.records.imports.get_index(index);
                    let own = match callee {
                        Callee::Own(index) => self.records.functions[*index].needs,
                        Callee::Library(index) => {
                            import(*index).map_or(Needs::NONE, |(_, import)| import.needs)
                        }
                    };
                    own.union(Needs::of(*frame))
                }
                _ => Needs::NONE,
            });
            false
        });
        needs
    }
}
