//! Making terms: relations of numbers, tuples and boards in terms of `<`, `=` and `⊆`.

use super::term::{Binary, TermId, Terms, Unary};
use crate::hir::{BoardRelation, Relation};
use crate::source::Span;

impl Terms {
    /// `<` and `=` are the only relations of numbers that terms know.
    pub(super) fn compare(
        &mut self,
        relation: Relation,
        a: &[TermId],
        b: &[TermId],
        span: Span,
    ) -> TermId {
        match relation {
            Relation::Eq | Relation::Ne => {
                let equal = a
                    .iter()
                    .zip(b)
                    .map(|(&a, &b)| self.binary(Binary::Eq, a, b, span))
                    .collect();
                let equal = self.join(false, equal, span);
                if relation == Relation::Ne {
                    self.not(equal, span)
                } else {
                    equal
                }
            }
            Relation::Lt => self.less(a, b, span),
            Relation::Gt => self.less(b, a, span),
            Relation::Le => {
                let more = self.less(b, a, span);
                self.not(more, span)
            }
            Relation::Ge => {
                let less = self.less(a, b, span);
                self.not(less, span)
            }
        }
    }

    /// `(a, …) < (b, …)`: `a < b ∨ a = b ∧ (…) < (…)`.
    fn less(&mut self, a: &[TermId], b: &[TermId], span: Span) -> TermId {
        let pairs: Vec<_> = a.iter().copied().zip(b.iter().copied()).collect();
        let mut rest = None;
        for (a, b) in pairs.into_iter().rev() {
            let less = self.binary(Binary::Lt, a, b, span);
            rest = Some(match rest {
                None => less,
                Some(rest) => {
                    let equal = self.binary(Binary::Eq, a, b, span);
                    let later = self.join(false, vec![equal, rest], span);
                    self.join(true, vec![less, later], span)
                }
            });
        }
        rest.unwrap_or_else(|| self.truth(false, span))
    }

    /// Relations of boards.
    pub(super) fn boards(
        &mut self,
        relation: BoardRelation,
        a: TermId,
        b: TermId,
        span: Span,
    ) -> TermId {
        let terms = self;
        match relation {
            BoardRelation::Eq => terms.binary(Binary::Eq, a, b, span),
            BoardRelation::Ne => {
                let equal = terms.binary(Binary::Eq, a, b, span);
                terms.not(equal, span)
            }
            BoardRelation::Subset => terms.binary(Binary::Subset, a, b, span),
            BoardRelation::ProperSubset => {
                let inside = terms.binary(Binary::Subset, a, b, span);
                let equal = terms.binary(Binary::Eq, a, b, span);
                let differ = terms.not(equal, span);
                terms.join(false, vec![inside, differ], span)
            }
            BoardRelation::In => {
                let some = terms.unary(Unary::NonEmpty, a, span);
                let inside = terms.binary(Binary::Subset, a, b, span);
                terms.join(false, vec![some, inside], span)
            }
            BoardRelation::Disjoint => {
                let both = terms.binary(Binary::Intersect, a, b, span);
                let meet = terms.unary(Unary::NonEmpty, both, span);
                terms.not(meet, span)
            }
        }
    }
}
