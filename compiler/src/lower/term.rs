//! Terms: expressions in which equal parts are one part, together with what is known of each.
//!
//! A definition's tree is rebuilt as a graph before code is made of it. Equal subexpressions get one [`TermId`], so sharing needs
//! no search later on: `file(R)` written twice is one term with two users.
//!
//! ```text
//!   file(R) < file(B.K) ∨ file(R) = 0            or ─┬─ <  ─┬─ file ── W.R
//!                                                    │      └─ file ── B.K       file(R) is one term
//!                                                    └─ =0 ─── (file of W.R)
//! ```
//!
//! Bound variables are named by how many loops are around them, so that equal loops are equal terms.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::hir::{Frame, Needs, PrimId, Ty, Who};
use crate::passes::Passes;
use crate::source::Span;
use adv_module::FnId;

/// A term of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TermId(pub(crate) u32);

impl TermId {
    /// The index as `usize`.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Operations with one operand that are instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Unary {
    /// Truth: not.
    Not,
    /// Truth of a board: not empty.
    NonEmpty,
    /// Board: all other squares.
    Complement,
    /// Number: with the other sign.
    Neg,
    /// Number: without its sign.
    Abs,
    /// Number of a board: its squares.
    Count,
    /// Number of a board: its smallest file.
    File,
    /// Number of a board: its smallest rank.
    Rank,
}

impl Unary {
    /// The type of its value.
    pub(crate) const fn result(self) -> Ty {
        match self {
            Unary::Not | Unary::NonEmpty => Ty::Truth,
            Unary::Complement => Ty::Board,
            Unary::Neg | Unary::Abs | Unary::Count | Unary::File | Unary::Rank => Ty::Number,
        }
    }
}

/// Operations with two operands that are instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Binary {
    /// Truth: equal words.
    Eq,
    /// Truth of numbers: smaller.
    Lt,
    /// Truth of boards: included.
    Subset,
    /// Boards: `∪`.
    Union,
    /// Boards: `∩`.
    Intersect,
    /// Boards: `\`.
    Minus,
    /// Numbers: `+`.
    Add,
    /// Numbers: `-`.
    Sub,
    /// Numbers: `*`.
    Mul,
    /// Numbers: the smaller.
    Min,
    /// Numbers: the larger.
    Max,
    /// Number of boards: king moves.
    Dist,
    /// Number of boards: files plus ranks.
    Manhattan,
}

impl Binary {
    /// The type of its value.
    pub(crate) const fn result(self) -> Ty {
        match self {
            Binary::Eq | Binary::Lt | Binary::Subset => Ty::Truth,
            Binary::Union | Binary::Intersect | Binary::Minus => Ty::Board,
            _ => Ty::Number,
        }
    }
}

/// Loops over the squares of a board. `all` is the negation of an `exists`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Loop {
    /// Truth: the body holds for one.
    Exists,
    /// Board: those for which the body holds.
    Filter,
    /// Number: the smallest body, 99 over nothing.
    Min,
    /// Number: the largest body, -1 over nothing.
    Max,
    /// Number: the sum of the bodies.
    Sum,
}

/// Operands in their order.
pub(crate) type Args = Box<[TermId]>;

/// One term. Numbers are kept as the bits of an `i64`, truths as 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// A board, number or truth that is known.
    Const(Ty, u64),
    /// A parameter of the function that is being made.
    Param(u8),
    /// The variable of the loop with so many loops around it.
    Var(u8),
    /// A piece's designation.
    Designation(Who, u8),
    /// The designation of a side's piece.
    DesignationOf(TermId, u8),
    /// A side.
    Side(Who),
    /// The squares of a piece.
    Piece(Frame, Who, u8),
    /// The squares of a piece that is not known before the program runs.
    Squares(Frame, TermId),
    /// The side is to move.
    ToMove(Frame, Who),
    /// The square the move comes from.
    From,
    /// The square the move goes to.
    To,
    /// The squares where men were taken.
    Taken,
    /// The squares of the fact that is explained.
    Here,
    /// An instruction of one operand.
    Unary(Unary, TermId),
    /// An instruction of two operands.
    Binary(Binary, TermId, TermId),
    /// A function's value.
    Call(FnId, Frame, Args),
    /// A function's value where `us` and `HERE` are given: a side and a board.
    Given(FnId, Frame, Args),
    /// A descriptor function in one of the eight symmetries.
    Turned(FnId, Args),
    /// A primitive's value.
    Prim(PrimId, Frame, Args),
    /// A piece-of-advice is satisfiable.
    Satisfiable(Frame, u16),
    /// All of them; cheap ones first.
    And(Args),
    /// One of them; cheap ones first.
    Or(Args),
    /// One or the other.
    If(TermId, TermId, TermId),
    /// A loop: the depth that names its variable, the board it runs over, its body.
    Fold(Loop, u8, TermId, TermId),
}

/// Which things outside itself a term reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reads(u8);

impl Reads {
    /// The current position.
    pub(crate) const CURRENT: Reads = Reads(1);
    /// The position after the move.
    const NEW: Reads = Reads::needed(Needs::NEW);
    /// The root.
    pub(crate) const ROOT: Reads = Reads::needed(Needs::ROOT);
    /// The move.
    pub(crate) const MOVE: Reads = Reads::needed(Needs::MOVE);
    /// What has settled the moves before.
    pub(crate) const TAKEN: Reads = Reads::needed(Needs::TAKEN);
    /// The squares of the fact that is explained.
    pub(crate) const HERE: Reads = Reads::needed(Needs::HERE);

    /// What reading a position of this frame is.
    pub(crate) const fn of(frame: Frame) -> Reads {
        match frame {
            Frame::Current => Reads::CURRENT,
            Frame::New => Reads::NEW,
            Frame::Root => Reads::ROOT,
        }
    }
    /// What a callee with these needs reads beside the position it is called in.
    pub(crate) const fn needed(needs: Needs) -> Reads {
        Reads(needs.0 << 1)
    }
    /// Both.
    pub(crate) const fn with(self, other: Reads) -> Reads {
        Reads(self.0 | other.0)
    }
}

/// What is known of a term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// Its type.
    pub(crate) ty: Ty,
    /// An estimate of what it costs, about one for an instruction; what is kept from the root costs next to nothing.
    pub(crate) cost: u32,
    /// How many registers it takes to compute it where nothing is shared; an estimate.
    pub(crate) room: u16,
    /// What it reads.
    pub(crate) reads: Reads,
    /// Depths of loops whose variables it mentions without binding them, a bit each.
    pub(crate) open: u64,
    /// One more than the greatest depth of a loop in it.
    pub(crate) loops: u8,
    /// It mentions parameters.
    pub(crate) params: bool,
    /// It can stop a consultation: it asks whether a piece-of-advice is satisfiable, or what a tablebase knows.
    pub(crate) satisfiable: bool,
    /// How likely it holds where it is a truth, in parts of 256.
    pub(crate) chance: u16,
    /// It is evaluated once for a root and kept.
    pub(crate) kept: bool,
    /// It is kept and so dear that it is also kept for other things that are.
    pub(crate) dear: bool,
}

/// A fast hash of small words; the tables are looked up and never walked through.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            for (to, from) in word.iter_mut().zip(chunk) {
                *to = *from;
            }
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}

/// A map that is only looked up, never gone through: its order is not defined.
pub(crate) type WordMap<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// What is kept and costs that much has a slot of its own within other things that are kept.
const DEAR: u32 = 48;
/// The number of nodes of a tree that are assumed to use a cached value.
const NODES: u32 = 32;

/// The terms of one function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    terms: Vec<Term>,
    facts: Vec<Facts>,
    spans: Vec<Span>,
    known: WordMap<Term, TermId>,
    /// Values of the root are kept in slots.
    pub(crate) keep: bool,
    /// Which passes run.
    pub(crate) passes: Passes,
}

impl Terms {
    /// No terms; `keep`: what speaks of the root only is evaluated once.
    pub(crate) fn new(keep: bool, passes: Passes) -> Terms {
        Terms {
            keep: keep && passes.keep,
            passes,
            ..Terms::default()
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The term of an id. Ids come from [`Terms::add`] only.
    pub(crate) fn term(&self, id: TermId) -> &Term {
        &self.terms[id.index()]
    }

    /// What is known of it.
    pub(crate) fn facts(&self, id: TermId) -> Facts {
        self.facts[id.index()]
    }

    /// Where it was first written.
    pub(crate) fn span(&self, id: TermId) -> Span {
        self.spans[id.index()]
    }

    /// The term, made if there is none like it. `facts` is called only then.
    pub(crate) fn add(
        &mut self,
        term: Term,
        span: Span,
        facts: impl FnOnce(&Terms) -> Facts,
    ) -> TermId {
        if let Some(&id) = self.known.get(&term) {
            return id;
        }
        let mut facts = facts(self);
        facts.kept = self.keep
            && facts.cost > 2
            && facts.reads == Reads::ROOT
            && facts.open == 0
            && !facts.params
            && !facts.satisfiable;
        if facts.kept {
            facts.dear = facts.loops > 0 && facts.cost >= DEAR;
            facts.cost = 2 + facts.cost / NODES;
        }
        facts.chance = u16::try_from(self.chance_of(&term)).unwrap_or(u16::MAX);
        let id = TermId(u32::try_from(self.terms.len()).unwrap_or(u32::MAX));
        self.known.insert(term.clone(), id);
        self.terms.push(term);
        self.facts.push(facts);
        self.spans.push(span);
        id
    }

    /// The term that is like this one, where there is one.
    pub(crate) fn find(&self, term: &Term) -> Option<TermId> {
        self.known.get(term).copied()
    }

    /// The value of a constant.
    pub(crate) fn constant(&self, id: TermId) -> Option<u64> {
        match self.term(id) {
            Term::Const(_, word) => Some(*word),
            _ => None,
        }
    }

    /// The value of a constant number.
    pub(crate) fn number(&self, id: TermId) -> Option<i64> {
        match self.term(id) {
            Term::Const(Ty::Number, word) => Some(*word as i64),
            _ => None,
        }
    }

    /// The term that this one negates.
    pub(crate) fn negated(&self, id: TermId) -> Option<TermId> {
        match self.term(id) {
            Term::Unary(Unary::Not, inner) => Some(*inner),
            _ => None,
        }
    }

    /// True of terms that say nothing of the variable at this depth nor of those inside its loop.
    pub(crate) fn outside(&self, id: TermId, depth: u8) -> bool {
        self.facts(id).open >> depth.min(63) == 0
    }

    /// True where `b` is better computed before `a`: while it is made nothing else has to be held (Sethi and Ullman, 1970).
    pub(crate) fn exchanged(&self, a: TermId, b: TermId) -> bool {
        self.facts(b).room > self.facts(a).room.saturating_add(2)
    }

    /// True where something in it is kept; with `dear` something dear.
    pub(crate) fn keeps(&self, root: TermId, dear: bool) -> bool {
        let mut seen: WordMap<TermId, ()> = WordMap::default();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            let facts = self.facts(id);
            if facts.kept && (facts.dear || !dear) {
                return true;
            }
            if seen.insert(id, ()).is_none() {
                self.operands(id, &mut |operand| open.push(operand));
            }
        }
        false
    }

    /// The operands in their order.
    pub(crate) fn operands(&self, id: TermId, each: &mut dyn FnMut(TermId)) {
        match self.term(id) {
            Term::Const(..)
            | Term::Param(_)
            | Term::Var(_)
            | Term::Designation(..)
            | Term::Side(_)
            | Term::Piece(..)
            | Term::ToMove(..)
            | Term::From
            | Term::To
            | Term::Taken
            | Term::Here
            | Term::Satisfiable(..) => {}
            Term::DesignationOf(a, _) | Term::Squares(_, a) | Term::Unary(_, a) => each(*a),
            Term::Binary(_, a, b) | Term::Fold(_, _, a, b) => {
                each(*a);
                each(*b);
            }
            Term::Call(_, _, args)
            | Term::Given(_, _, args)
            | Term::Turned(_, args)
            | Term::Prim(_, _, args)
            | Term::And(args)
            | Term::Or(args) => args.iter().copied().for_each(each),
            Term::If(a, b, c) => {
                each(*a);
                each(*b);
                each(*c);
            }
        }
    }

    /// The terms that `root` is made of, operands before their users, with operands as places in the list: equal for equal
    /// expressions of different functions.
    pub(crate) fn shape(&self, root: TermId) -> Vec<Term> {
        let mut places: WordMap<TermId, TermId> = WordMap::default();
        let mut shape = Vec::new();
        self.shape_into(root, &mut places, &mut shape);
        shape
    }

    fn shape_into(&self, id: TermId, places: &mut WordMap<TermId, TermId>, shape: &mut Vec<Term>) {
        if places.contains_key(&id) {
            return;
        }
        self.operands(id, &mut |operand| self.shape_into(operand, places, shape));
        let at = |id: &TermId| places.get(id).copied().unwrap_or(TermId(u32::MAX));
        let all = |args: &Args| args.iter().map(at).collect::<Args>();
        let term = match self.term(id) {
            Term::DesignationOf(a, role) => Term::DesignationOf(at(a), *role),
            Term::Squares(frame, a) => Term::Squares(*frame, at(a)),
            Term::Unary(op, a) => Term::Unary(*op, at(a)),
            Term::Binary(op, a, b) => Term::Binary(*op, at(a), at(b)),
            Term::Fold(fold, depth, a, b) => Term::Fold(*fold, *depth, at(a), at(b)),
            Term::Call(function, frame, args) => Term::Call(*function, *frame, all(args)),
            Term::Given(function, frame, args) => Term::Given(*function, *frame, all(args)),
            Term::Turned(function, args) => Term::Turned(*function, all(args)),
            Term::Prim(prim, frame, args) => Term::Prim(*prim, *frame, all(args)),
            Term::And(args) => Term::And(all(args)),
            Term::Or(args) => Term::Or(all(args)),
            Term::If(a, b, c) => Term::If(at(a), at(b), at(c)),
            leaf => leaf.clone(),
        };
        places.insert(id, TermId(u32::try_from(shape.len()).unwrap_or(u32::MAX)));
        shape.push(term);
    }
}
