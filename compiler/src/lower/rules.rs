//! Making terms: the laws of truths, sets and numbers that make them smaller, and what is known of each.
//!
//! Expressions are pure and total, so dropping, doubling or reordering operands is not observable.
//!
//! ```text
//!   a ≤ b            ¬(b < a)                 so that `<` and `=` are the only relations of numbers
//!   a ≥ a            true
//!   a ∩ ~b           a \ b
//!   a \ b ≠ ∅        ¬(a ⊆ b)                 an instruction less
//!   a ∩ {…} ≠ ∅      ¬(a ⊆ ~{…})
//!   d ∧ (e ∧ f)      d ∧ e ∧ f, the cheap ones first
//!   {x in b : x ∈ c} b ∩ c                    no loop
//! ```

use super::chances::CERTAIN;
use super::term::{Args, Binary, Facts, Loop, Reads, Term, TermId, Terms, Unary, WordMap};
use crate::fold::{self, FULL, truth};
use crate::hir::{PrimId, Ty, Who};
use crate::source::Span;

/// How many squares a loop is taken to run over.
const SQUARES: u32 = 6;

impl Terms {
    /// The negation of a truth.
    pub(crate) fn not(&mut self, a: TermId, span: Span) -> TermId {
        self.unary(Unary::Not, a, span)
    }

    /// An operation of one operand.
    pub(crate) fn unary(&mut self, op: Unary, a: TermId, span: Span) -> TermId {
        if let Some(word) = self.constant(a) {
            return self.word(op.result(), known_unary(op, word), span);
        }
        match (op, self.term(a)) {
            (Unary::Not, Term::Unary(Unary::Not, b))
            | (Unary::Complement, Term::Unary(Unary::Complement, b)) => return *b,
            (Unary::NonEmpty, Term::Var(_) | Term::From | Term::To) => {
                return self.truth(true, span);
            }
            // a \ b is not empty where a is not in b; the same with a constant's complement for b.
            (Unary::NonEmpty, &Term::Binary(Binary::Minus, x, y)) => {
                let inside = self.binary(Binary::Subset, x, y, span);
                return self.not(inside, span);
            }
            (Unary::NonEmpty, &Term::Binary(Binary::Intersect, x, y)) => {
                // One square meets a board where it is in it.
                let single = |id| matches!(self.term(id), Term::Var(_) | Term::From | Term::To);
                if single(x) || single(y) {
                    let (one, board) = if single(x) { (x, y) } else { (y, x) };
                    return self.binary(Binary::Subset, one, board, span);
                }
                if let Some(word) = self.constant(y) {
                    let rest = self.word(Ty::Board, !word, span);
                    let inside = self.binary(Binary::Subset, x, rest, span);
                    return self.not(inside, span);
                }
            }
            _ => {}
        }
        if let Some(simpler) = self.special_unary(op, a, span) {
            return simpler;
        }
        let ty = op.result();
        // A negation turns a jump round and is nothing more.
        let cost = u32::from(op != Unary::Not);
        self.add(Term::Unary(op, a), span, |terms| {
            terms.sum(ty, cost, Reads::default(), &[a])
        })
    }

    /// An operation of two operands.
    pub(crate) fn binary(&mut self, op: Binary, a: TermId, b: TermId, span: Span) -> TermId {
        let ty = op.result();
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            return self.word(ty, constant(op, x, y), span);
        }
        // Constants are on the right where the order does not matter, and equal terms in one order.
        let (a, b) = match op {
            Binary::Eq
            | Binary::Union
            | Binary::Intersect
            | Binary::Add
            | Binary::Mul
            | Binary::Min
            | Binary::Max
            | Binary::Dist
            | Binary::Manhattan => {
                let last = |id| (self.constant(id).is_some(), id);
                if last(a) > last(b) { (b, a) } else { (a, b) }
            }
            _ => (a, b),
        };
        let simpler = self
            .simpler(op, a, b, span)
            .or_else(|| self.special_binary(op, a, b, span));
        if let Some(simpler) = simpler {
            return simpler;
        }
        let cost = if matches!(op, Binary::Dist | Binary::Manhattan) {
            2
        } else {
            1
        };
        self.add(Term::Binary(op, a, b), span, |terms| {
            let sum = terms.sum(ty, cost, Reads::default(), &[a, b]);
            let (first, second) = if terms.exchanged(a, b) {
                (b, a)
            } else {
                (a, b)
            };
            let room = terms
                .facts(first)
                .room
                .max(terms.facts(second).room.saturating_add(1));
            Facts { room, ..sum }
        })
    }

    /// The laws of two operands that are not both known.
    fn simpler(&mut self, op: Binary, a: TermId, b: TermId, span: Span) -> Option<TermId> {
        let (x, y) = (self.constant(a), self.constant(b));
        let same = a == b;
        match op {
            Binary::Eq if same => Some(self.truth(true, span)),
            Binary::Eq => match (self.facts(a).ty, y) {
                (Ty::Board, Some(0)) => {
                    let some = self.unary(Unary::NonEmpty, a, span);
                    Some(self.not(some, span))
                }
                (Ty::Truth, Some(1)) => Some(a),
                (Ty::Truth, Some(_)) => Some(self.not(a, span)),
                _ => self.distinct(a, b).then(|| self.truth(false, span)),
            },
            Binary::Lt if same => Some(self.truth(false, span)),
            Binary::Subset if same || x == Some(0) || y == Some(FULL) => {
                Some(self.truth(true, span))
            }
            Binary::Subset if y == Some(0) => {
                let some = self.unary(Unary::NonEmpty, a, span);
                Some(self.not(some, span))
            }
            Binary::Union if same || y == Some(0) => Some(a),
            Binary::Union if y == Some(FULL) => Some(b),
            Binary::Intersect if same || y == Some(FULL) => Some(a),
            Binary::Intersect if y == Some(0) => Some(b),
            Binary::Intersect => {
                let rest = |id| match self.term(id) {
                    Term::Unary(Unary::Complement, inner) => Some(*inner),
                    _ => None,
                };
                let (in_a, in_b) = (rest(a), rest(b));
                match (in_a, in_b) {
                    (_, Some(inner)) => Some(self.binary(Binary::Minus, a, inner, span)),
                    (Some(inner), None) => Some(self.binary(Binary::Minus, b, inner, span)),
                    (None, None) => None,
                }
            }
            Binary::Minus if same || y == Some(FULL) => Some(self.word(Ty::Board, 0, span)),
            Binary::Minus if x == Some(0) || y == Some(0) => Some(a),
            // An intersection with a constant needs no other instruction, and has more laws.
            Binary::Minus => {
                let rest = self.word(Ty::Board, !y?, span);
                Some(self.binary(Binary::Intersect, a, rest, span))
            }
            Binary::Add | Binary::Sub if y == Some(0) => Some(a),
            Binary::Sub if same => Some(self.word(Ty::Number, 0, span)),
            Binary::Mul if y == Some(1) => Some(a),
            Binary::Mul if y == Some(0) => Some(b),
            Binary::Mul if self.number(b) == Some(-1) => Some(self.unary(Unary::Neg, a, span)),
            Binary::Min | Binary::Max if same => Some(a),
            Binary::Dist | Binary::Manhattan if y == Some(0) => {
                Some(self.word(Ty::Number, fold::FAR as u64, span))
            }
            _ => None,
        }
    }

    /// Sides and designations that cannot be the same.
    fn distinct(&self, a: TermId, b: TermId) -> bool {
        let opposite = |v, w| {
            matches!(
                (v, w),
                (Who::White, Who::Black)
                    | (Who::Black, Who::White)
                    | (Who::Us, Who::Them)
                    | (Who::Them, Who::Us)
            )
        };
        match (self.term(a), self.term(b)) {
            (Term::Side(v), Term::Side(w)) => opposite(*v, *w),
            (Term::Designation(v, q), Term::Designation(w, r)) => q != r || opposite(*v, *w),
            (Term::DesignationOf(_, q), Term::Designation(_, r) | Term::DesignationOf(_, r))
            | (Term::Designation(_, q), Term::DesignationOf(_, r)) => q != r,
            _ => false,
        }
    }

    /// All of some truths, or with `any` one of them.
    pub(crate) fn join(&mut self, any: bool, list: Vec<TermId>, span: Span) -> TermId {
        let mut flat = Vec::with_capacity(list.len());
        for id in list {
            match self.term(id) {
                Term::And(inner) if !any => flat.extend_from_slice(inner),
                Term::Or(inner) if any => flat.extend_from_slice(inner),
                _ => flat.push(id),
            }
        }
        flat.retain(|&id| self.constant(id) != Some(truth(!any)));
        if self.passes.order {
            self.arrange(any, &mut flat);
        }
        // A short row is looked through again and again; a long one is not.
        let mut seen = Seen::new(flat.len());
        flat.retain(|&id| seen.insert(id));
        let decided = flat.iter().any(|&id| {
            self.constant(id) == Some(truth(any))
                || self.negated(id).is_some_and(|inner| seen.contains(inner))
        });
        if decided {
            return self.truth(any, span);
        }
        if self.assume_in_row(any, &mut flat, span) {
            return self.join(any, flat, span);
        }
        match flat.as_slice() {
            [] => self.truth(!any, span),
            &[one] => one,
            _ => {
                let args: Args = flat.into();
                let operands = args.clone();
                let term = if any { Term::Or(args) } else { Term::And(args) };
                self.add(term, span, |terms| Facts {
                    cost: terms.row_cost(any, &operands),
                    ..terms.sum(Ty::Truth, 1, Reads::default(), &operands)
                })
            }
        }
    }

    /// One of two values of one type.
    pub(crate) fn choose(&mut self, test: TermId, a: TermId, b: TermId, span: Span) -> TermId {
        if a == b {
            return a;
        }
        if let Some(known) = self.constant(test) {
            return if known == 0 { b } else { a };
        }
        if let Some(inner) = self.negated(test) {
            return self.choose(inner, b, a, span);
        }
        let (a, b) = (
            self.assuming(test, true, a, span),
            self.assuming(test, false, b, span),
        );
        if a == b {
            return a;
        }
        if self.facts(a).ty == Ty::Truth {
            if a == test {
                return self.join(true, vec![test, b], span);
            }
            if b == test {
                return self.join(false, vec![test, a], span);
            }
            match (self.constant(a), self.constant(b)) {
                (Some(0), _) => {
                    let test = self.not(test, span);
                    return self.join(false, vec![test, b], span);
                }
                (Some(_), _) => return self.join(true, vec![test, b], span),
                (_, Some(0)) => return self.join(false, vec![test, a], span),
                (_, Some(_)) => {
                    let test = self.not(test, span);
                    return self.join(true, vec![test, a], span);
                }
                _ => {}
            }
        }
        if let Term::Binary(Binary::Lt, x, y) = *self.term(test) {
            if (x, y) == (a, b) {
                return self.binary(Binary::Min, a, b, span);
            }
            if (x, y) == (b, a) {
                return self.binary(Binary::Max, a, b, span);
            }
        }
        self.add(Term::If(test, a, b), span, |terms| {
            let (of_a, of_b) = (terms.facts(a), terms.facts(b));
            let yes = terms.chance(test);
            let either = u64::from(of_a.cost) * u64::from(yes)
                + u64::from(of_b.cost) * u64::from(CERTAIN - yes);
            let either = u32::try_from(either / u64::from(CERTAIN)).unwrap_or(u32::MAX);
            Facts {
                cost: terms
                    .facts(test)
                    .cost
                    .saturating_add(either)
                    .saturating_add(1),
                ..terms.sum(of_a.ty, 1, Reads::default(), &[test, a, b])
            }
        })
    }

    /// A loop.
    pub(crate) fn fold(
        &mut self,
        fold: Loop,
        depth: u8,
        over: TermId,
        body: TermId,
        span: Span,
    ) -> TermId {
        let empty = match fold {
            Loop::Exists | Loop::Filter | Loop::Sum => 0,
            Loop::Min => fold::FAR,
            Loop::Max => fold::NOTHING,
        };
        let ty = match fold {
            Loop::Exists => Ty::Truth,
            Loop::Filter => Ty::Board,
            Loop::Min | Loop::Max | Loop::Sum => Ty::Number,
        };
        if self.constant(over) == Some(0) || (ty != Ty::Number && self.constant(body) == Some(0)) {
            return self.word(ty, empty as u64, span);
        }
        match fold {
            Loop::Filter if self.constant(body).is_some() => return over,
            Loop::Exists if self.constant(body).is_some() => {
                return self.unary(Unary::NonEmpty, over, span);
            }
            Loop::Sum if self.constant(body).is_some() => {
                let count = self.unary(Unary::Count, over, span);
                return self.binary(Binary::Mul, count, body, span);
            }
            Loop::Filter | Loop::Exists => {
                if let Some((over, body)) = self.narrow(depth, over, body, span) {
                    return self.fold(fold, depth, over, body, span);
                }
            }
            _ => {}
        }
        self.add(Term::Fold(fold, depth, over, body), span, |terms| {
            let inner = terms.facts(body);
            let each = inner.cost.saturating_add(2).saturating_mul(SQUARES);
            let all = terms.sum(ty, each, Reads::default(), &[over, body]);
            let open = terms.facts(over).open | inner.open & !(1 << depth.min(63));
            Facts {
                open,
                loops: all.loops.max(depth + 1),
                cost: all.cost.saturating_sub(inner.cost),
                ..all
            }
        })
    }

    /// Conjuncts that only ask whether the variable is in a board, taken out of a loop into the board it runs over.
    fn narrow(
        &mut self,
        depth: u8,
        over: TermId,
        body: TermId,
        span: Span,
    ) -> Option<(TermId, TermId)> {
        let conjuncts = match self.term(body) {
            Term::And(list) => list.to_vec(),
            _ => vec![body],
        };
        let var = self.var(depth, span);
        let (mut over, mut rest) = (over, Vec::new());
        let before = conjuncts.len();
        for id in conjuncts {
            match self.membership(var, depth, id) {
                Some((board, true)) => over = self.binary(Binary::Intersect, over, board, span),
                Some((board, false)) => over = self.binary(Binary::Minus, over, board, span),
                None => match self.lines_where(var, depth, id, span) {
                    Some(board) => over = self.binary(Binary::Intersect, over, board, span),
                    None => rest.push(id),
                },
            }
        }
        (rest.len() < before).then(|| (over, self.join(false, rest, span)))
    }

    /// The board that a test is about, where it only asks whether a loop's variable is in it (`true`) or outside (`false`).
    fn membership(&self, var: TermId, depth: u8, test: TermId) -> Option<(TermId, bool)> {
        let (test, is) = self
            .negated(test)
            .map_or((test, true), |inner| (inner, false));
        let board = match *self.term(test) {
            Term::Binary(Binary::Subset, a, board) if a == var => Some(board),
            Term::Unary(Unary::NonEmpty, both) => match *self.term(both) {
                Term::Binary(Binary::Intersect, a, board) if a == var => Some(board),
                Term::Binary(Binary::Intersect, board, a) if a == var => Some(board),
                _ => None,
            },
            _ => None,
        }?;
        self.outside(board, depth).then_some((board, is))
    }
}

/// The value of an operation on a known word.
fn known_unary(op: Unary, word: u64) -> u64 {
    let number = |number: i32| i64::from(number).cast_unsigned();
    match op {
        Unary::Not => truth(word == 0),
        Unary::NonEmpty => truth(word != 0),
        Unary::Complement => !word,
        Unary::Neg => word.cast_signed().saturating_neg().cast_unsigned(),
        Unary::Abs => word.cast_signed().saturating_abs().cast_unsigned(),
        Unary::Count => u64::from(word.count_ones()),
        Unary::File => number(adv_chess::geometry::file(word)),
        Unary::Rank => number(adv_chess::geometry::rank(word)),
    }
}

/// The members of a row.
enum Seen {
    Short(Vec<TermId>),
    Long(WordMap<TermId, ()>),
}

impl Seen {
    fn new(length: usize) -> Seen {
        if length <= 16 {
            Seen::Short(Vec::with_capacity(length))
        } else {
            Seen::Long(WordMap::default())
        }
    }

    /// True where it is new.
    fn insert(&mut self, id: TermId) -> bool {
        match self {
            Seen::Short(list) => {
                let new = !list.contains(&id);
                if new {
                    list.push(id);
                }
                new
            }
            Seen::Long(table) => table.insert(id, ()).is_none(),
        }
    }

    fn contains(&self, id: TermId) -> bool {
        match self {
            Seen::Short(list) => list.contains(&id),
            Seen::Long(table) => table.contains_key(&id),
        }
    }
}

/// The value of an operation on known words.
pub(super) fn constant(op: Binary, a: u64, b: u64) -> u64 {
    let (x, y) = (a as i64, b as i64);
    match op {
        Binary::Eq => truth(a == b),
        Binary::Lt => truth(x < y),
        Binary::Subset => truth(a & !b == 0),
        Binary::Union => a | b,
        Binary::Intersect => a & b,
        Binary::Minus => a & !b,
        Binary::Add => x.saturating_add(y) as u64,
        Binary::Sub => x.saturating_sub(y) as u64,
        Binary::Mul => x.saturating_mul(y) as u64,
        Binary::Min => x.min(y) as u64,
        Binary::Max => x.max(y) as u64,
        Binary::Dist => fold::primitive(PrimId::Dist, &[a, b]).unwrap_or(0),
        Binary::Manhattan => fold::primitive(PrimId::Manhattan, &[a, b]).unwrap_or(0),
    }
}
