//! Pieces: `W.R`, `s.K`, and the bare letter that is the one piece of that letter in the material.
//!
//! Rulings: a bare letter belongs to the file's material, in a rule of a table with a material of its own to the table's, inside a
//! strategy to its figures. Where
//! one side has several men of the letter, they are meant together. `K` is always an error: both sides have one. `W.Q` without
//! a queen in the material is silently empty while White has a pawn, and a warning otherwise; the materials of all tables and
//! strategies count as declared for that.

use adv_chess::Color;

use super::Checker;
use super::frame::Cx;
use super::walk::node;
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Material, Role, Type, Who};
use crate::source::{Span, Spanned};
use crate::syntax::ast::Owner;

impl Checker<'_> {
    /// The squares of a piece in the position of the present prefix.
    pub(super) fn squares(&mut self, cx: &mut Cx, piece: Expr) -> Expr {
        cx.reads = true;
        let span = piece.span;
        node(
            ExprKind::Squares(cx.frame, Box::new(piece)),
            Type::Board,
            span,
        )
    }

    /// A word before a dot that means nothing: reported once, at its first place, as an unknown name is.
    fn unknown_side(&mut self, cx: &Cx, name: &str, span: Span) {
        self.broken = true;
        if let Some(reported) = self.names.unknown.get_mut(name) {
            if let Some(diagnostic) = reported {
                diagnostic.further.push(span);
            }
            return;
        }
        let locals = cx.locals.iter();
        let sides = locals.filter(|local| local.ty == Some(Type::Side));
        let known = sides.map(|local| &*local.name);
        let known = known.chain(["us", "them", "W", "B"]).map(|of| (of, ()));
        let diagnostic = Diagnostic::new(Code::UnknownName, format!("unknown side `{name}`"))
            .with_label(span, "not a side")
            .with_help_if(did_you_mean(&suggest(name, None, known)))
            .with_help("before the dot write `W`, `B`, `us`, `them` or a parameter of type `side`");
        self.names.unknown.insert(name.to_owned(), Some(diagnostic));
    }

    /// `W.K`, `us.*`, `s.K`.
    pub(super) fn piece(
        &mut self,
        cx: &mut Cx,
        owner: &Spanned<Owner>,
        role: Option<Role>,
        span: Span,
    ) -> Option<Expr> {
        match &owner.node {
            Owner::Side(side) => {
                let who = *side;
                if let Some(role) = role {
                    self.maybe_always_empty(who, role, span);
                    match who {
                        Who::White => self.refer_to_piece(cx, Color::White, role, span),
                        Who::Black => self.refer_to_piece(cx, Color::Black, role, span),
                        Who::Us | Who::Them => {}
                    }
                }
                Some(node(ExprKind::Piece(who, role), Type::Piece, span))
            }
            Owner::Name(name) => {
                let Some(local) = cx.local(name) else {
                    if let Some(def) = self.names.own.get(name.as_str()) {
                        if !matches!(def, super::names::Def::Unread(_)) {
                            self.not_a_side(name, owner.span, None);
                        }
                    } else {
                        self.unknown_side(cx, name, owner.span);
                    }
                    return None;
                };
                local.used = true;
                let (id, ty) = (local.id, local.ty?);
                if ty != Type::Side {
                    self.not_a_side(name, owner.span, Some(ty));
                    return None;
                }
                let side = node(ExprKind::Local(id), Type::Side, owner.span);
                Some(node(
                    ExprKind::PieceOf(Box::new(side), role),
                    Type::Piece,
                    span,
                ))
            }
        }
    }

    fn not_a_side(&mut self, name: &str, span: Span, ty: Option<Type>) {
        let found = match (ty, self.names.own.get(name)) {
            (Some(ty), _) => super::expr::noun(ty),
            (None, Some(&def)) => self.records.kind_of(def).noun().to_owned(),
            (None, None) => "another thing".to_owned(),
        };
        self.report(
            Diagnostic::new(
                Code::WrongKindOfName,
                format!("`{name}` is {found}, not a side"),
            )
            .with_label(span, "expected a side")
            .with_help("before the dot write `W`, `B`, `us`, `them` or a parameter of type `side`"),
        );
    }

    /// A bare letter.
    pub(super) fn letter(&mut self, cx: &mut Cx, role: Role, span: Span) -> Option<Expr> {
        let letter = role.letter();
        let Some(material) = cx.material else {
            if self.wrong_material {
                self.broken = true;
                return None;
            }
            return self.refuse(
                Diagnostic::new(
                    Code::NoMaterial,
                    format!("`{letter}` needs a declared material"),
                )
                .with_label(span, "whose?")
                .with_help(format!(
                    "declare one, as in `material W: K, R;  B: K`, or name the side: `W.{letter}`"
                )),
            );
        };
        let owners: Vec<Color> = Color::ALL
            .into_iter()
            .filter(|color| material.counts[color.index()][role.index()] > 0)
            .collect();
        match owners.as_slice() {
            [color] => {
                let who = if *color == Color::White {
                    Who::White
                } else {
                    Who::Black
                };
                self.refer_to_piece(cx, *color, role, span);
                Some(node(ExprKind::Piece(who, Some(role)), Type::Piece, span))
            }
            [] if self.wrong_material => {
                self.broken = true;
                None
            }
            [] => {
                let text = super::material::text(&material);
                let pieces: Vec<String> = candidates(&material);
                let pawn = Color::ALL
                    .into_iter()
                    .find(|color| material.counts[color.index()][5] > 0);
                let help = match pawn {
                    Some(color)
                        if matches!(
                            role,
                            Role::Queen | Role::Rook | Role::Bishop | Role::Knight
                        ) =>
                    {
                        Some(format!(
                            "a pawn may become one: write `{}.{letter}`",
                            color.letter()
                        ))
                    }
                    // `B` where Black is meant: in the place of a man that is his king.
                    _ if role == Role::Bishop => {
                        Some("a `B` alone is a bishop; Black's king is `B.K`, all his men are `B.*`".to_owned())
                    }
                    _ => did_you_mean(
                        &pieces
                            .iter()
                            .map(String::as_str)
                            .take(3)
                            .collect::<Vec<_>>(),
                    )
                    .map(|near| format!("{near} a piece that is not on the board names its side, as `W.{letter}`")),
                };
                self.refuse(
                    Diagnostic::new(
                        Code::LetterNotInMaterial,
                        format!("`{letter}` is not in the declared material `{text}`"),
                    )
                    .with_label(span, "no such piece")
                    .with_help_if(help),
                )
            }
            _ => {
                self.refuse(
                    Diagnostic::new(
                        Code::AmbiguousPiece,
                        format!("`{letter}` could be `W.{letter}` or `B.{letter}`"),
                    )
                    .with_label(span, "whose?")
                    .with_help(format!("write `W.{letter}` or `B.{letter}`, or `us.{letter}` and `them.{letter}` for the sides that play")),
                )
            }
        }
    }

    /// Notes which piece the letter at the head of a class is, where the mover's colour or the material tells.
    pub(super) fn refer_to_mover(&mut self, cx: &Cx, role: Role, mover: Option<Who>, span: Span) {
        let counts = |color: Color| {
            let material = cx.material?;
            let counts = material.counts.get(color.index())?;
            counts.get(role.index()).copied()
        };
        let has = |color: Color| counts(color).is_some_and(|count| count > 0);
        let color = match mover {
            Some(Who::White) => Color::White,
            Some(Who::Black) => Color::Black,
            _ if has(Color::White) == has(Color::Black) => return,
            _ if has(Color::White) => Color::White,
            _ => Color::Black,
        };
        self.refer_to_piece(cx, color, role, span);
    }

    /// Notes that a place names a piece of the material that bare letters belong to, or else of the file's.
    fn refer_to_piece(&mut self, cx: &Cx, color: Color, role: Role, span: Span) {
        let of = |material: &Option<Material>| {
            let counts = material.as_ref()?.counts;
            let pieces = self.pieces.iter();
            let (_, pieces) = pieces.clone().find(|(other, _)| other.counts == counts)?;
            let mut pieces = pieces.iter();
            pieces.find(|(owner, kind, _)| (*owner, *kind) == (color, role))
        };
        if let Some(&(.., id)) = of(&cx.material).or_else(|| of(&self.material)) {
            self.index.refer(span, id);
        }
    }

    /// The warning for a piece that no declared material can ever show.
    fn maybe_always_empty(&mut self, who: Who, role: Role, span: Span) {
        if !self.is_absent(who, role) {
            return;
        }
        let word = self
            .words(span)
            .unwrap_or_else(|| format!("{}.{}", who.word(), role.letter()));
        let mut pieces: Vec<String> = self.declared.iter().flat_map(candidates).collect();
        pieces.push(format!("{}.K", who.word()));
        let near = suggest(&word, None, pieces.iter().map(|piece| (piece.as_str(), ())));
        let help = did_you_mean(&near);
        self.report(
            Diagnostic::new(
                Code::PieceAlwaysEmpty,
                format!("`{word}` is not in the material; its squares are always empty"),
            )
            .with_label(span, "always empty")
            .with_help_if(help),
        );
    }

    /// True where no declared material has the piece, or a pawn that can become it.
    pub(crate) fn is_absent(&self, who: Who, role: Role) -> bool {
        !self.wrong_material && !self.declared.is_empty() && !self.can_arise(who, role)
    }

    /// Whether a declared material has the piece, or a pawn that can become it.
    pub(super) fn can_arise(&self, who: Who, role: Role) -> bool {
        self.declared.iter().any(|material| {
            let sides: &[usize] = match (who, material.mirrored) {
                (Who::White, false) => &[0],
                (Who::Black, false) => &[1],
                _ => &[0, 1],
            };
            sides.iter().any(|&side| {
                let counts = material.counts[side];
                let promotes = !matches!(role, Role::King | Role::Pawn);
                counts[role.index()] > 0 || promotes && counts[5] > 0
            })
        })
    }
}

/// The pieces of a material with their sides, but for the kings.
fn candidates(material: &Material) -> Vec<String> {
    let mut pieces = Vec::new();
    for color in Color::ALL {
        for role in Role::ALL {
            if role != Role::King && material.counts[color.index()][role.index()] > 0 {
                pieces.push(format!("{}.{}", color.letter(), role.letter()));
            }
        }
    }
    pieces
}
