//! Patterns, evaluations and translations: records that point to functions. Their facts are functions of definitions; their worths and the
//! values in their texts have functions of their own, which are asked in one position, where `HERE` is given.

use super::context::Lowering;
use super::records::{At, Made, tuple_text};
use crate::hir::{self, Callee};
use adv_module::program::{Evaluation, Pattern, TextPart, Texts, View, ZoneFunctions};

impl Lowering<'_> {
    /// The parts of a text; `name` is what the names of its functions begin with.
    pub(super) fn text(
        &mut self,
        parts: &[hir::TextPart],
        name: &str,
        at: At,
    ) -> Made<Vec<TextPart>> {
        let mut made = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            let name = format!("{name}.{}", index + 1);
            match part {
                hir::TextPart::Text(text) => made.push(TextPart::Text(text.clone())),
                hir::TextPart::Choice { by, forms } => made.push(TextPart::Choice {
                    by: self.value(by, &name, at)?,
                    forms: forms.clone(),
                }),
                hir::TextPart::Board { board, said } => made.push(TextPart::Board {
                    board: self.value(board, &name, at)?,
                    said: *said,
                }),
                hir::TextPart::Value(expr) => {
                    tuple_text(&self.values(expr, &name, at)?, &mut made);
                }
                hir::TextPart::Zone(expr) => {
                    if let &[men, targets, moves] = self.values(expr, &name, at)?.as_slice() {
                        made.push(TextPart::Zone(ZoneFunctions {
                            men,
                            targets,
                            moves,
                        }));
                    }
                }
            }
        }
        Ok(made)
    }

    /// A pattern.
    pub(super) fn pattern(&mut self, pattern: &hir::Pattern) -> Made<Pattern> {
        let name = &pattern.name.node;
        let own = |low: &Self, index: usize| low.callee(Callee::Own(index), 0);
        let worth = self.value(&pattern.worth, &format!("{name}.worth"), At::Position)?;
        let called = self.text(&pattern.called, &format!("{name}.called"), At::Position)?;
        let belief = self.text(&pattern.belief, &format!("{name}.belief"), At::Position)?;
        Ok(Pattern {
            name: name.clone(),
            path: pattern.path.clone(),
            each: pattern.each,
            fact: own(self, pattern.fact),
            condition: pattern.condition.map(|index| own(self, index)),
            holds: own(self, pattern.holds),
            worth,
            excludes: pattern.excludes.clone(),
            called,
            belief,
            us: self.view(pattern.us.as_ref(), &format!("{name}.us"))?,
            them: self.view(pattern.them.as_ref(), &format!("{name}.them"))?,
            doc: pattern.doc.clone(),
            place: self.place(pattern.place),
        })
    }

    fn view(&mut self, view: Option<&hir::View>, name: &str) -> Made<Option<View>> {
        let Some(view) = view else { return Ok(None) };
        Ok(Some(View {
            purpose: self.text(&view.purpose, name, At::Position)?,
            plan: view.plan.clone(),
        }))
    }

    /// An evaluation.
    pub(super) fn evaluation(&mut self, of: &hir::Evaluation) -> Made<Evaluation> {
        let name = &of.name.node;
        let stage = self.optional(of.stage.as_ref(), &format!("{name}.stage"), At::Position)?;
        let mut worths = Vec::with_capacity(of.worths.len());
        for (index, (pattern, worth)) in of.worths.iter().enumerate() {
            let name = format!("{name}.worth.{}", index + 1);
            worths.push((*pattern, self.value(worth, &name, At::Position)?));
        }
        Ok(Evaluation {
            name: name.clone(),
            of: of.of.clone(),
            stage,
            tell: of.tell,
            worths,
            similarity: of.similarity,
            doc: of.doc.clone(),
            place: self.place(of.place),
        })
    }

    /// The translations into one language. A slot that is a tuple is several values there, and stands for all of them.
    pub(super) fn texts(&self, texts: &Texts) -> Texts {
        Texts {
            place: self.place(texts.place),
            ..texts.clone()
        }
    }
}
