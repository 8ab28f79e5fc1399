//! Zones: `zone(men, targets, n)`, `along`, `TAKEN`, and what is said where a zone does not belong.
//!
//! Rulings: a zone names attacks, as a piece names men; it is read by words and is no value, so that nothing compares it, chooses
//! between two of them or puts one into a set. A prefix belongs to the word that reads: its boards are read there too. The horizon is the
//! same in all positions. `K along c8` is `K where TO ∈ FIRST(FROM, c8)`, and `along z` is `where TO ∈ FIRST(FROM, z)`.

use adv_chess::Role;

use super::expr::noun;
use super::frame::{Cx, Place};
use super::records::{MovesForm, Reason};
use super::walk::node;
use super::{Checker, Const, Want, eval};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::parts::class_exprs;
use crate::hir::{BoardOp, BoardRelation, Class, Expr, ExprKind, Frame, Needs, PrimId, Type, Who};
use crate::source::Span;
use crate::syntax::ast;

/// The moves that the attacks of a zone may take, where nothing else is written.
const USUAL_HORIZON: i64 = 5;
/// The most moves that they may take.
const LONGEST_HORIZON: i64 = 16;

/// How a zone is written, for messages.
pub(super) const ZONE_FORM: &str =
    "a zone is written `zone(men, targets)`, two boards, or is the name of a `zone` definition";

/// What was meant by a board in the place of a zone.
pub(super) fn zone_of(words: &str) -> String {
    format!("a zone has men and targets: `zone({words}, …)`")
}

/// True of a board that holds kings only, as it is written.
fn is_kings(board: &Expr) -> bool {
    match &board.kind {
        ExprKind::Squares(_, piece) => is_kings(piece),
        ExprKind::Piece(_, role) | ExprKind::PieceOf(_, role) => *role == Some(Role::King),
        ExprKind::BoardOp(BoardOp::Union, first, second) => is_kings(first) && is_kings(second),
        _ => false,
    }
}

/// The side of a board that is men of one, as it is written.
fn side_of(board: &Expr) -> Option<Who> {
    match &board.kind {
        ExprKind::Squares(_, piece) => side_of(piece),
        ExprKind::Piece(who, _) => Some(*who),
        _ => None,
    }
}

impl Checker<'_> {
    /// `zone(men, targets)`, `zone(men, targets, n)`.
    pub(super) fn zone(&mut self, cx: &mut Cx, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let (men, targets, horizon) = match args {
            [men, targets] => (men, targets, None),
            [men, targets, horizon] => (men, targets, Some(horizon)),
            _ => {
                self.report(
                    Diagnostic::new(
                        Code::ArgumentCount,
                        format!("`zone` takes 2 or 3 arguments, found {}", args.len()),
                    )
                    .with_label(span, "wrong number of arguments")
                    .with_help(
                        "write `zone(men, targets)`, or `zone(men, targets, n)` for attacks within n moves",
                    ),
                );
                for arg in args {
                    self.infer(cx, arg, Want::Board);
                }
                return None;
            }
        };
        let boards = [("men", men), ("targets", targets)].map(|(word, written)| {
            let board = self.expect(cx, written, Type::Board)?;
            if eval(&board, &[], &self.records.functions) == Some(Const::Board(0)) {
                self.report(
                    Diagnostic::new(
                        Code::EmptyMoveClass,
                        format!("this zone has no attack: its {word} are empty in every position"),
                    )
                    .with_label(board.span, "no square"),
                );
            }
            if word == "targets" && is_kings(&board) {
                let words = self.words(board.span);
                let around = words
                    .map(|words| format!("the squares around it are targets: `AROUND({words})`"));
                self.report(
                    Diagnostic::new(
                        Code::EmptyMoveClass,
                        "this zone has no attack: a king is no target",
                    )
                    .with_label(board.span, "nothing but a king")
                    .with_help_if(around),
                );
            }
            Some(board)
        });
        if let [Some(men), Some(targets)] = &boards
            && let (Some(side), Some(other)) = (side_of(men), side_of(targets))
            && side == other
        {
            self.report(
                Diagnostic::new(
                    Code::FiguresExchanged,
                    "this zone attacks men of its own side",
                )
                .with_label(targets.span, "not taken by these men")
                .with_secondary(men.span, "of the same side")
                .with_help("name men of the other side, or the squares to which they go"),
            );
        }
        let horizon = match horizon {
            Some(written) => self.horizon(cx, written),
            None => Some(node(ExprKind::Number(USUAL_HORIZON), Type::Number(1), span)),
        };
        let [men, targets] = boards;
        let parts = [men?, targets?, horizon?];
        Some(node(ExprKind::Zone(Box::new(parts)), Type::Zone, span))
    }

    /// How many moves the attacks may take: a constant.
    fn horizon(&mut self, cx: &mut Cx, written: &ast::Expr) -> Option<Expr> {
        let reads = cx.reads;
        let value = self.expect(cx, written, Type::Number(1))?;
        cx.reads = reads;
        let known = self.constant_number(&value, &[]);
        let text = self.slice(written.span);
        let (message, label) = match known {
            Some(n) if (1..=LONGEST_HORIZON).contains(&n) => {
                return Some(node(ExprKind::Number(n), Type::Number(1), written.span));
            }
            Some(n) if n < 1 => (
                format!("a horizon of {n} moves is too small"),
                "no attack takes so few moves",
            ),
            Some(n) => (
                format!("a horizon of {n} moves is too large"),
                "too many moves",
            ),
            None => (
                format!("the horizon {text} is not constant"),
                "may differ from place to place",
            ),
        };
        self.refuse(
            Diagnostic::new(Code::BadHorizon, message)
                .with_label(written.span, label)
                .with_help(format!(
                    "write a number from 1 to {LONGEST_HORIZON}: the moves that an attack may take"
                )),
        )
    }

    /// `along b`, `along z`: the condition on the move, and what it goes along.
    pub(super) fn along(&mut self, cx: &mut Cx, written: &ast::Expr) -> Option<(Expr, Expr)> {
        let place = std::mem::replace(&mut cx.place, Place::Along);
        let value = self.infer(cx, written, Want::Board);
        cx.place = place;
        let value = value?;
        let span = value.span;
        let (along, word) = match value.ty {
            Type::Zone => (value, PrimId::ZoneFirst),
            Type::Board | Type::Piece => (self.coerce(cx, value, Type::Board)?, PrimId::FirstMen),
            other => {
                self.along_refused(span, other);
                return None;
            }
        };
        if eval(&along, &[], &self.records.functions) == Some(Const::Board(0)) {
            self.report(
                Diagnostic::new(Code::EmptyMoveClass, "this class holds no move")
                    .with_label(span, "no way leads to the empty board"),
            );
        }
        cx.reads = true;
        let square = |kind| node(kind, Type::Board, span);
        let from = square(ExprKind::From);
        let first = square(ExprKind::Prim(
            word,
            Frame::Current,
            vec![from, along.clone()],
        ));
        let filter = super::expr::boards(BoardRelation::In, square(ExprKind::To), first, span);
        Some((filter, along))
    }

    fn along_refused(&mut self, span: Span, found: Type) {
        let help = match found {
            Type::Side => self
                .words(span)
                .map(|words| format!("the squares of all men of the side are `{words}.*`")),
            _ => None,
        };
        self.fail(
            Diagnostic::new(
                Code::NotAlong,
                format!("`along` takes a board or a zone, found {}", noun(found)),
            )
            .with_label(span, noun(found))
            .with_help_if(help)
            .with_help(
                "write where the moves lead, as `K along c8`, or a zone, as `any along race`",
            ),
        );
    }

    /// `TAKEN`.
    pub(super) fn taken(&mut self, cx: &mut Cx, span: Span) {
        cx.need(Needs::TAKEN, Reason { span, callee: None });
        if !Needs::TAKEN.within(cx.place.offers()) {
            self.taken_refused(cx.place, "TAKEN", span, None);
        }
    }

    /// Says that nothing has failed in a place that speaks of `TAKEN`, itself or by a definition.
    pub(super) fn taken_refused(
        &mut self,
        place: Place,
        name: &str,
        span: Span,
        callee: Option<usize>,
    ) {
        let noun = place.noun();
        let message = match callee {
            None if name == "TAKEN" => {
                format!("`TAKEN` is known where moves have failed; in {noun} none has")
            }
            _ => format!(
                "`{name}` speaks of `TAKEN`, which is known where moves have failed; in {noun} none has"
            ),
        };
        let diagnostic = Diagnostic::new(Code::TakenNotHere, message)
            .with_label(span, "nothing has failed here");
        let diagnostic = self.chain(diagnostic, callee, 3, "`TAKEN`");
        self.fail(
            diagnostic.with_help("put it into a later class of moves: `us K then any along TAKEN`"),
        );
    }

    /// The search of a piece whose classes speak of `TAKEN` tries one class after the other.
    pub(super) fn taken_in_order(&mut self, moves: [&MovesForm; 2], what: &str, at: Span) -> bool {
        let spoken = moves.into_iter().find_map(|form| {
            let mut classes = form.spec.classes();
            classes.find(|class| self.class_needs_taken(class))
        });
        let Some(span) = spoken.map(|class| class.place) else {
            return true;
        };
        self.fail(
            Diagnostic::new(
                Code::TakenNotHere,
                format!("`TAKEN` is known where classes are tried in their order, and {what}"),
            )
            .with_label(span, "speaks of `TAKEN`")
            .with_secondary(at, "tries moves in another order")
            .with_help("leave one of the two out"),
        );
        false
    }

    /// Warns where a list begins with a class that speaks of `TAKEN`.
    pub(super) fn taken_in_first(&mut self, form: &MovesForm) {
        let phases = form.spec.phases.iter().map(|(_, classes)| classes);
        let firsts: Vec<Span> = std::iter::once(&form.spec.every)
            .chain(phases)
            .filter_map(|classes| classes.first())
            .filter(|class| self.class_needs_taken(class))
            .map(|class| class.place)
            .collect();
        for span in firsts {
            self.report(
                Diagnostic::new(
                    Code::EmptyMoveClass,
                    "`TAKEN` is empty in the first class of a list",
                )
                .with_label(span, "no move has failed before it")
                .with_help("put the class after others, joined by `then`"),
            );
        }
    }

    fn class_needs_taken(&self, class: &Class) -> bool {
        class_exprs(class).any(|expr| self.needs_of(expr).has(Needs::TAKEN))
    }

    /// A prefix before a zone.
    pub(super) fn prefix_before_zone(&mut self, frame: Frame, prefix: Span, zone: Span) {
        let word = frame.word();
        let example = match self.words(zone) {
            Some(words) => {
                format!("write it before the word that reads it: `{word}vulnerable({words})`")
            }
            None => format!("write it before the word that reads it, as in `{word}vulnerable(…)`"),
        };
        self.fail(
            Diagnostic::new(
                Code::PrefixBeforeZone,
                format!("`{word}` is before a zone, which is in no position by itself"),
            )
            .with_label(prefix, "no position is read here")
            .with_secondary(zone, "a zone")
            .with_help(example),
        );
    }

    /// A zone in the place of a value.
    pub(super) fn zone_as_value(&mut self, span: Span, wanted: &str) {
        let words = self.words(span);
        let words = words.unwrap_or_else(|| "z".to_owned());
        let help = match wanted.starts_with("a number") {
            true => format!(
                "`time({words}, e4)` is a number: how many moves a man may take to be in time on a square of it"
            ),
            false => {
                format!(
                    "`BUNDLE({words}, 0)` are its squares, `vulnerable({words})` is its forecast"
                )
            }
        };
        self.fail(
            Diagnostic::new(
                Code::ZoneAsValue,
                format!("expected {wanted}, found a zone"),
            )
            .with_label(span, "a zone")
            .with_help(help),
        );
    }

    /// A zone beside a sign.
    pub(super) fn zone_beside_sign(&mut self, sign: &str, zone: Span) {
        let words = self.words(zone);
        let words = words.unwrap_or_else(|| "z".to_owned());
        let help = match sign {
            "∪" | "∩" | "\\" => format!(
                "several attacks are one zone: `zone(men ∪ men, targets ∪ targets)`; boards are `BUNDLE({words}, 0)` and `NEGATION({words}, 1)`"
            ),
            _ => format!(
                "compare what a word says of it, as in `BUNDLE({words}, 0)` or `time({words}, e4)`"
            ),
        };
        self.fail(
            Diagnostic::new(
                Code::ZoneAsValue,
                format!("`{sign}` is not defined for zones: a zone names attacks and is no value"),
            )
            .with_label(zone, "a zone")
            .with_help(help),
        );
    }

    /// Zones as the branches of an `if`.
    pub(super) fn zone_chosen(&mut self, span: Span) {
        self.fail(
            Diagnostic::new(
                Code::ZoneAsValue,
                "the branches of an `if` are values, found a zone",
            )
            .with_label(span, "a zone")
            .with_help("choose inside: `zone(if d then A else B, targets)`"),
        );
    }
}
