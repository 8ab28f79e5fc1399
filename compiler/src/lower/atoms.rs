//! Making the terms that no law applies to, and primitives and calls: what reads positions and what runs other code.
//!
//! The cost of a term is the static estimate by which conjuncts are put in order: about one for an instruction, the table's cost
//! for a primitive, the callee's cost and 2 for a call, and more than anything else for a nested search.

use super::term::{Args, Binary, Facts, Reads, Term, TermId, Terms, Unary};
use crate::fold::{self, truth};
use crate::hir::{Frame, Needs, PrimId, Ty, Who};
use crate::source::Span;
use adv_module::FnId;
use adv_module::primitive::Basis;

/// What a nested search is taken to cost: it comes after everything else.
const SEARCH: u32 = 1_000_000;
/// By how much more trajectories and zones count than the table says, which names the least that they cost.
const WAYS: u32 = 16;
/// By how much more making moves counts than the table says.
const DEAR: u32 = 4;

/// What a caller knows of a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CalleeFacts {
    /// The result's type.
    pub(crate) ty: Ty,
    /// The estimate of one evaluation, without the call itself.
    pub(crate) cost: u32,
    /// What it needs beyond its current position.
    pub(crate) needs: Needs,
    /// It asks whether a piece-of-advice is satisfiable.
    pub(crate) satisfiable: bool,
}

impl Terms {
    /// Facts of a term of this type and cost of its own, with what its operands bring.
    pub(super) fn sum(&self, ty: Ty, cost: u32, reads: Reads, operands: &[TermId]) -> Facts {
        let start = Facts {
            ty,
            cost,
            room: 1,
            reads,
            open: 0,
            loops: 0,
            params: false,
            satisfiable: false,
            chance: 0,
            kept: false,
            dear: false,
        };
        operands
            .iter()
            .enumerate()
            .fold(start, |sum, (before, &operand)| {
                let of = self.facts(operand);
                // A row of truths may have more parts than there is room to count.
                let before = u16::try_from(before).unwrap_or(u16::MAX);
                Facts {
                    cost: sum.cost.saturating_add(of.cost),
                    room: sum.room.max(of.room.saturating_add(before)),
                    reads: sum.reads.with(of.reads),
                    open: sum.open | of.open,
                    loops: sum.loops.max(of.loops),
                    params: sum.params | of.params,
                    satisfiable: sum.satisfiable | of.satisfiable,
                    ..sum
                }
            })
    }

    fn leaf(&mut self, term: Term, ty: Ty, cost: u32, reads: Reads, span: Span) -> TermId {
        self.add(term, span, |terms| terms.sum(ty, cost, reads, &[]))
    }

    /// A known word.
    pub(crate) fn word(&mut self, ty: Ty, word: u64, span: Span) -> TermId {
        // A number mostly becomes part of an instruction.
        let cost = u32::from(ty != Ty::Number);
        self.leaf(Term::Const(ty, word), ty, cost, Reads::default(), span)
    }

    pub(super) fn truth(&mut self, value: bool, span: Span) -> TermId {
        self.word(Ty::Truth, truth(value), span)
    }

    /// A parameter.
    pub(crate) fn param(&mut self, register: u8, ty: Ty, span: Span) -> TermId {
        self.add(Term::Param(register), span, |terms| Facts {
            params: true,
            ..terms.sum(ty, 0, Reads::default(), &[])
        })
    }

    /// The variable of a loop.
    pub(crate) fn var(&mut self, depth: u8, span: Span) -> TermId {
        self.add(Term::Var(depth), span, |terms| Facts {
            open: 1 << depth.min(63),
            ..terms.sum(Ty::Board, 0, Reads::default(), &[])
        })
    }

    /// A designation.
    pub(crate) fn designation(&mut self, who: Who, role: u8, span: Span) -> TermId {
        self.leaf(
            Term::Designation(who, role),
            Ty::Piece,
            1,
            Reads::default(),
            span,
        )
    }

    /// A designation of a side's piece.
    pub(crate) fn designation_of(&mut self, side: TermId, role: u8, span: Span) -> TermId {
        match *self.term(side) {
            Term::Side(who) => self.designation(who, role, span),
            _ => self.add(Term::DesignationOf(side, role), span, |terms| {
                terms.sum(Ty::Piece, 1, Reads::default(), &[side])
            }),
        }
    }

    /// A side.
    pub(crate) fn side(&mut self, who: Who, span: Span) -> TermId {
        self.leaf(Term::Side(who), Ty::Side, 1, Reads::default(), span)
    }

    /// The squares of a piece.
    pub(crate) fn squares(&mut self, frame: Frame, piece: TermId, span: Span) -> TermId {
        match *self.term(piece) {
            Term::Designation(who, role) => self.leaf(
                Term::Piece(frame, who, role),
                Ty::Board,
                1,
                Reads::of(frame),
                span,
            ),
            _ => self.add(Term::Squares(frame, piece), span, |terms| {
                terms.sum(Ty::Board, 1, Reads::of(frame), &[piece])
            }),
        }
    }

    /// A side is to move.
    pub(crate) fn turn(&mut self, frame: Frame, who: Who, span: Span) -> TermId {
        let (who, other) = match who {
            Who::White | Who::Us => (who, false),
            Who::Black => (Who::White, true),
            Who::Them => (Who::Us, true),
        };
        let asked = self.leaf(
            Term::ToMove(frame, who),
            Ty::Truth,
            1,
            Reads::of(frame),
            span,
        );
        if other { self.not(asked, span) } else { asked }
    }

    /// The square the move comes from, or goes to.
    pub(crate) fn of_move(&mut self, to: bool, span: Span) -> TermId {
        self.leaf(
            if to { Term::To } else { Term::From },
            Ty::Board,
            1,
            Reads::MOVE,
            span,
        )
    }

    /// The squares where men were taken in what has settled the moves before.
    pub(super) fn taken(&mut self, span: Span) -> TermId {
        self.leaf(Term::Taken, Ty::Board, 1, Reads::TAKEN, span)
    }

    /// The squares of the fact that is explained.
    pub(super) fn here(&mut self, span: Span) -> TermId {
        self.leaf(Term::Here, Ty::Board, 1, Reads::HERE, span)
    }

    /// A function without parameters where `us` and `HERE` are given: a side and a board.
    pub(super) fn given(
        &mut self,
        f: FnId,
        of: CalleeFacts,
        frame: Frame,
        given: [TermId; 2],
        span: Span,
    ) -> TermId {
        self.add(Term::Given(f, frame, given.into()), span, |terms| {
            terms.sum(of.ty, of.cost.saturating_add(4), Reads::of(frame), &given)
        })
    }

    /// A call.
    pub(crate) fn call(
        &mut self,
        f: FnId,
        of: CalleeFacts,
        frame: Frame,
        args: Args,
        span: Span,
    ) -> TermId {
        let operands = args.clone();
        self.add(Term::Call(f, frame, args), span, |terms| {
            let reads = Reads::of(frame).with(Reads::needed(of.needs));
            let sum = terms.sum(of.ty, of.cost.saturating_add(2), reads, &operands);
            Facts {
                satisfiable: sum.satisfiable | of.satisfiable,
                ..sum
            }
        })
    }

    /// A descriptor function in one of the symmetries.
    pub(crate) fn turned(&mut self, f: FnId, of: CalleeFacts, args: Args, span: Span) -> TermId {
        let operands = args.clone();
        self.add(Term::Turned(f, args), span, |terms| {
            let reads = Reads::CURRENT.with(Reads::needed(of.needs));
            let sum = terms.sum(
                Ty::Truth,
                of.cost.saturating_add(8).saturating_mul(8),
                reads,
                &operands,
            );
            Facts {
                satisfiable: sum.satisfiable | of.satisfiable,
                ..sum
            }
        })
    }

    /// A piece-of-advice is satisfiable.
    pub(crate) fn satisfiable(&mut self, frame: Frame, advice: u16, span: Span) -> TermId {
        self.add(Term::Satisfiable(frame, advice), span, |terms| Facts {
            satisfiable: true,
            ..terms.sum(Ty::Truth, SEARCH, Reads::of(frame), &[])
        })
    }

    /// A primitive.
    pub(crate) fn prim(
        &mut self,
        prim: PrimId,
        frame: Frame,
        mut args: Vec<TermId>,
        span: Span,
    ) -> TermId {
        let entry = prim.entry();
        let known: Option<Vec<u64>> = args.iter().map(|&arg| self.constant(arg)).collect();
        if let Some(word) = known
            .filter(|_| !entry.reads_position)
            .and_then(|words| fold::primitive(prim, &words))
        {
            return self.word(entry.result, word, span);
        }
        match (prim, args.as_slice()) {
            (PrimId::Count, &[a]) => return self.unary(Unary::Count, a, span),
            (PrimId::File, &[a]) => return self.unary(Unary::File, a, span),
            (PrimId::Rank, &[a]) => return self.unary(Unary::Rank, a, span),
            (PrimId::Abs, &[a]) => return self.unary(Unary::Abs, a, span),
            (PrimId::Dist, &[a, b]) => return self.binary(Binary::Dist, a, b, span),
            (PrimId::Manhattan, &[a, b]) => return self.binary(Binary::Manhattan, a, b, span),
            _ => {}
        }
        let prim = match prim {
            PrimId::LinesOf => PrimId::FilesOf,
            PrimId::RowsOf => PrimId::RanksOf,
            other => other,
        };
        if matches!(prim, PrimId::Rectangle) {
            args.sort_unstable();
        }
        let (frame, reads) = if entry.reads_position {
            (frame, Reads::of(frame))
        } else {
            (Frame::Current, Reads::default())
        };
        // What makes moves or follows ways comes late, whatever it costs on an average.
        let cost = if entry.basis == Basis::Moves {
            DEAR * entry.cost
        } else if prim.is_of_ways() {
            WAYS * entry.cost
        } else {
            entry.cost + 1
        };
        if let Some(simpler) = self.special_prim(prim, &args, span) {
            return simpler;
        }
        let args: Args = args.into();
        let operands = args.clone();
        self.add(Term::Prim(prim, frame, args), span, |terms| Facts {
            satisfiable: prim.asks_oracle(),
            ..terms.sum(entry.result, cost, reads, &operands)
        })
    }
}
