//! `prove` and `measure`: what is claimed about, from which positions, what comes true, and how it is played.
//!
//! ```text
//!   subject          positions                   goals                          within, modes
//!   table, strategy  all, random: its material,  one or more, one `reaches`     as written
//!   advice                        or the file's
//!   d, a ⇒ b                      the file's     none: it is true, or it is not none: nothing is played
//! ```
//!
//! Rulings: a subject that is neither a table, a strategy nor a piece-of-advice is a descriptor. Without `from` a claim is about all
//! positions. Everything in a claim speaks of one position at a time, so there is no root, no new position and no move. The words of
//! the tablebases are known here; a claim that has one needs them, and says so.

mod fits;
mod measure;

use super::Checker;
use super::frame::{Cx, Place};
use super::material::fits;
use super::names::{Def, Kind};
use super::walk::place_of;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    Claim, ClaimFrom, ClaimGoal, ClaimSubject, Expr, ExprKind, Frame, FromSet, Goal, GoalWord,
    Material, PrimId, Type, When, Who,
};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind};
use adv_module::format::{MAX_LISTED, MAX_RANDOM};
use adv_module::{StrategyId, TableId};

/// What plays, as an error asks for it.
const PLAYERS: &str = "a strategy, a table or a piece-of-advice";

/// What a claim says of its subject, as it is written.
struct Said<'a> {
    goals: &'a [(GoalWord, ast::Expr)],
    within: Option<&'a (crate::source::Spanned<i64>, ast::Unit)>,
    modes: &'a [ast::Name],
    /// The subject's place.
    about: Span,
}

impl<'a> Checker<'a> {
    /// A `prove` or `measure` item.
    pub(super) fn claim(&mut self, item: &'a ast::Item) {
        let state = match &item.kind {
            ItemKind::Prove(prove) => self.prove(prove, item.span),
            ItemKind::Measure(measure) => self.measure(measure, item.span),
            _ => return,
        };
        match state {
            Some(state) => self.records.claims.push(state),
            None => self.broken = true,
        }
    }

    fn prove(&mut self, prove: &ast::ProveDef, span: Span) -> Option<Claim> {
        let subject = match (&prove.implies, self.player(&prove.subject)) {
            (None, Some(reference)) => self.claimed(&reference),
            (implies, _) => self.descriptor(&prove.subject, implies.as_ref()),
        };
        let said = Said {
            goals: &prove.goals,
            within: prove.within.as_ref(),
            modes: &prove.modes,
            about: prove.subject.span,
        };
        self.said(span, subject, prove.from.as_ref(), &said)
    }

    /// The reference to something that plays, where a subject is one or is meant as one.
    fn player(&self, subject: &ast::Expr) -> Option<ast::Ref> {
        let (name, args) = match &subject.kind {
            ast::ExprKind::Name(name) => (ast::Name::new(name.clone(), subject.span), Vec::new()),
            ast::ExprKind::Call(name, args) => (name.clone(), args.clone()),
            _ => return None,
        };
        let plays = match self.names.own.get(name.node.as_str()) {
            Some(Def::Function(_) | Def::Pattern(_)) => false,
            Some(_) => true,
            // An unknown name alone is more likely what plays than a descriptor.
            None => {
                matches!(subject.kind, ast::ExprKind::Name(_))
                    && !super::word::is_word(&name.node)
                    && !self.names.library.contains_key(name.node.as_str())
                    && self.in_prelude(&name.node).is_none()
            }
        };
        plays.then_some(ast::Ref {
            name,
            args,
            span: subject.span,
        })
    }

    fn claimed(&mut self, reference: &ast::Ref) -> Option<ClaimSubject> {
        let name = &reference.name;
        match self.names.own.get(name.node.as_str()) {
            Some(&Def::Table(index)) => {
                self.no_arguments(reference, "table")?;
                Some(ClaimSubject::Table(TableId::at(index)))
            }
            Some(&Def::Strategy(index)) => {
                self.no_arguments(reference, "strategy")?;
                Some(ClaimSubject::Strategy(StrategyId::at(index)))
            }
            Some(&Def::Advice(_)) => {
                let key = self.advice_key(reference)?;
                Some(ClaimSubject::Advice(self.records.named(key)))
            }
            other => {
                let name_of = &name.node;
                let help = match other.map(|def| self.records.kind_of(*def)) {
                    Some(Kind::Plan) => Some(format!(
                        "put it into a table, `otherwise {name_of}`, and claim it of the table"
                    )),
                    Some(Kind::Descriptor) => Some(format!(
                        "write `prove {name_of}` for what is true of every position"
                    )),
                    _ => None,
                };
                self.no_meaning(name, PLAYERS, help, Some(Kind::Table))
            }
        }
    }

    fn descriptor(
        &mut self,
        first: &ast::Expr,
        second: Option<&ast::Expr>,
    ) -> Option<ClaimSubject> {
        let first = self.claim_truth(self.material, first);
        let Some(second) = second else {
            return first.map(|conclusion| ClaimSubject::Descriptor {
                premise: None,
                conclusion,
            });
        };
        let conclusion = self.claim_truth(self.material, second);
        Some(ClaimSubject::Descriptor {
            premise: Some(first?),
            conclusion: conclusion?,
        })
    }

    /// A descriptor of one position.
    fn claim_truth(&mut self, material: Option<Material>, expr: &ast::Expr) -> Option<Expr> {
        let mut cx = Cx::new(Place::Claim, material);
        self.expect(&mut cx, expr, Type::Truth)
    }

    /// The material that the claim is about. The outer `None`: the subject is in error.
    fn material_of_claim(&self, subject: Option<&ClaimSubject>) -> Option<Option<Material>> {
        Some(match subject? {
            ClaimSubject::Strategy(id) => self.records.strategies[id.index()].material,
            ClaimSubject::Table(id) => self.records.tables[id.index()].material,
            ClaimSubject::Advice(_)
            | ClaimSubject::Evaluation(_)
            | ClaimSubject::Descriptor { .. } => self.material,
        })
    }

    fn said(
        &mut self,
        span: Span,
        subject: Option<ClaimSubject>,
        from: Option<&ast::FromPart>,
        said: &Said<'_>,
    ) -> Option<Claim> {
        let known = self.material_of_claim(subject.as_ref());
        let material = known.flatten().or(self.material);
        let set = self.positions_of(from, subject.as_ref(), known, said.about);
        let seed = self.seed(from);
        let condition = self.condition_of_claim(from, material);
        let goals = self.claim_goals(material, said.goals);
        let played = subject.as_ref().map(|subject| {
            !matches!(
                subject,
                ClaimSubject::Descriptor { .. } | ClaimSubject::Evaluation(_)
            )
        });
        if let Some(played) = played {
            self.goals_fit(played, said);
        }
        // The goal of a descriptor says it: nothing is played there, so bound and modes need no word of their own.
        let told = played.filter(|played| *played || said.goals.is_empty());
        let within = self.claim_bound(told, said);
        let modes = self.modes(told, said);
        let text = self.text.get(span.start as usize..span.end as usize);
        let [weak, any_choice, fifty_moves] = modes?;
        let condition = condition?;
        Some(Claim {
            text: text.unwrap_or("").trim_end().to_owned(),
            place: span,
            subject: subject?,
            from: ClaimFrom {
                set: set?,
                condition_place: place_of(condition.as_ref()),
                condition,
                seed: seed?,
            },
            goals: goals?,
            within: within?,
            weak,
            any_choice,
            fifty_moves,
            share: false,
            needs_values: false,
            zones: Vec::new(),
        })
    }

    /// The positions of a claim, before its condition.
    fn positions_of(
        &mut self,
        from: Option<&ast::FromPart>,
        subject: Option<&ClaimSubject>,
        material: Option<Option<Material>>,
        about: Span,
    ) -> Option<FromSet> {
        match from.map(|from| &from.kind) {
            None | Some(ast::FromKind::All) => {
                let place = from.map_or(about, |from| from.span);
                self.has_material(material, "all positions", place)?;
                Some(FromSet::All)
            }
            Some(ast::FromKind::Random(count)) => {
                let place = from.map_or(about, |from| from.span);
                let material = self.has_material(material, "random positions", place);
                match u64::try_from(count.node) {
                    Ok(count) if (1..=MAX_RANDOM).contains(&count) => {
                        material.map(|()| FromSet::Random(count))
                    }
                    _ => self.refuse(
                        Diagnostic::new(
                            Code::ClaimSample,
                            format!(
                                "expected 1 to {MAX_RANDOM} random positions, found {}",
                                count.node
                            ),
                        )
                        .with_label(count.span, "cannot be drawn"),
                    ),
                }
            }
            Some(ast::FromKind::Fen(fen)) => {
                let position = self.position(fen)?;
                self.fits_claim(subject, material, &position, fen.span)?;
                Some(FromSet::One(adv_chess::notation::fen(&position)))
            }
            Some(ast::FromKind::List(fens)) => {
                if fens.len() > MAX_LISTED {
                    return self.refuse(
                        Diagnostic::new(
                            Code::ClaimSample,
                            format!(
                                "expected at most {MAX_LISTED} positions in a list, found {}",
                                fens.len()
                            ),
                        )
                        .with_label(from.map_or(about, |from| from.span), "too many positions")
                        .with_help("write several claims"),
                    );
                }
                // Each is read, so that every wrong one is reported.
                let read: Vec<Option<String>> = fens
                    .iter()
                    .map(|fen| {
                        let position = self.position(fen)?;
                        self.fits_claim(subject, material, &position, fen.span)?;
                        Some(adv_chess::notation::fen(&position))
                    })
                    .collect();
                let read: Option<Vec<String>> = read.into_iter().collect();
                read.map(FromSet::List)
            }
            Some(ast::FromKind::Example) => {
                let place = from.map_or(about, |from| from.span);
                let Some(fen) = self.example.clone() else {
                    let mut items = self.items_of(0).iter();
                    // One that is in error has had its message.
                    if !self.wrong_example
                        && !items.any(|item| matches!(item.kind, ItemKind::Example(_)))
                    {
                        self.report(
                            Diagnostic::new(
                                Code::ClaimWithoutExample,
                                "the claim begins from the example, and the file has none",
                            )
                            .with_label(place, "no example to begin from")
                            .with_help(
                                "add a line `example \"FEN\"`, or write the FEN after `from`",
                            ),
                        );
                    }
                    return None;
                };
                let position = adv_chess::notation::parse_fen(&fen).ok()?;
                self.fits_claim(subject, material, &position, place)?;
                Some(FromSet::One(fen))
            }
        }
    }

    /// The descriptor after `where`. The outer `None`: it is in error.
    fn condition_of_claim(
        &mut self,
        from: Option<&ast::FromPart>,
        material: Option<Material>,
    ) -> Option<Option<Expr>> {
        let Some((from, condition)) = from.and_then(|from| Some((from, from.condition.as_ref()?)))
        else {
            return Some(None);
        };
        let made = self.claim_truth(material, condition)?;
        if matches!(from.kind, ast::FromKind::Example | ast::FromKind::Fen(_)) {
            return self.refuse(
                Diagnostic::new(
                    Code::ClaimSample,
                    "`where` chooses among positions, and there is only one",
                )
                .with_label(condition.span, "nothing to choose from")
                .with_help(
                    "leave the condition out, or write `from all positions` or several FENs",
                ),
            );
        }
        Some(Some(made))
    }

    fn has_material(
        &mut self,
        material: Option<Option<Material>>,
        which: &str,
        place: Span,
    ) -> Option<()> {
        if material?.is_none() {
            if !self.wrong_material {
                self.report(
                    Diagnostic::new(
                        Code::ClaimWithoutMaterial,
                        format!(
                            "the claim is about {which}, and no material says which men they have"
                        ),
                    )
                    .with_label(place, "positions with which men?")
                    .with_help("declare the men, as in `material W: K, R;  B: K`"),
                );
            }
            return None;
        }
        Some(())
    }

    /// A single position has the men of what plays there, or of the program.
    fn fits_claim(
        &mut self,
        subject: Option<&ClaimSubject>,
        material: Option<Option<Material>>,
        position: &adv_chess::Position,
        place: Span,
    ) -> Option<()> {
        let Some(Some(wanted)) = material else {
            return Some(());
        };
        // A table or strategy has its own men; the others serve all that the file declares.
        let (fitting, what) = match subject? {
            ClaimSubject::Table(_) => (fits(&wanted, position), "the table"),
            ClaimSubject::Strategy(_) => (fits(&wanted, position), "the strategy"),
            ClaimSubject::Advice(_)
            | ClaimSubject::Evaluation(_)
            | ClaimSubject::Descriptor { .. } => {
                let mut declared = self.declared.iter();
                (declared.any(|of| fits(of, position)), "the program")
            }
        };
        if fitting || self.wrong_material {
            return Some(());
        }
        self.other_material(Code::OtherMaterial, position, (what, &wanted), place);
        None
    }

    fn seed(&mut self, from: Option<&ast::FromPart>) -> Option<u64> {
        let Some(seed) = from.and_then(|from| from.seed.as_ref()) else {
            return Some(1);
        };
        if !matches!(from.map(|from| &from.kind), Some(ast::FromKind::Random(_))) {
            return self.refuse(
                Diagnostic::new(
                    Code::ClaimSample,
                    "`seed` is for random positions, and these are not drawn",
                )
                .with_label(seed.span, "nothing is drawn here")
                .with_help("leave `seed` out, or write `from 1000 random positions`"),
            );
        }
        u64::try_from(seed.node).ok()
    }

    fn claim_goals(
        &mut self,
        material: Option<Material>,
        goals: &[(GoalWord, ast::Expr)],
    ) -> Option<Vec<ClaimGoal>> {
        let mut made = Vec::with_capacity(goals.len());
        let mut fine = true;
        for (word, expr) in goals {
            let Some(test) = self.claim_truth(material, expr) else {
                fine = false;
                continue;
            };
            made.push(ClaimGoal {
                word: *word,
                mate: is_mate(&test),
                goal: Goal::of(When::Always, test, expr.span),
            });
        }
        fine.then_some(made)
    }
}

/// `mate`, or `mated(them)`, which means the same.
fn is_mate(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Prim(PrimId::Mated, Frame::Current, args) => {
            matches!(args.as_slice(), [side] if matches!(side.kind, ExprKind::Side(Who::Them)))
        }
        _ => false,
    }
}
