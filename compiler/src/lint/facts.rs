//! A small decision procedure: can descriptors hold together in one position?
//!
//! ```text
//!   mate ∧ stalemate                  the side to move is in check, and is not
//!   rank(R) = 0 ∧ rank(R) = 7         no number is both
//!   SQ(W.K) = e4 ∧ SQ(W.K) ∈ {d4}     a king is on one square
//!   mate ∧ white-to-move              for White: the mated side is to move
//! ```
//!
//! A descriptor is taken apart into the facts of a branch, as in a tableau; `∨` opens a branch for each part. It is refuted where
//! every branch holds two facts that exclude each other. What is not understood counts as possible, and so does all that is left
//! after [`MOST_STEPS`]: a refutation is certain, its absence says nothing. Positions are taken to be legal.

mod boards;
mod numbers;
mod ranges;
mod squares;

use crate::check::walk::{Merge, contains, same};
use crate::check::{Const, eval};
use crate::hir::{BoardRelation, Callee, Expr, ExprKind, Frame, Hir, Material, PrimId, Role, Who};
use crate::library::Libraries;
use boards::BoardFact;
use numbers::{NumberFact, Order};
pub(super) use ranges::Range;

/// How many parts one question looks at.
const MOST_STEPS: u32 = 2_000;
/// How many `∨` one inside the other a branch follows.
const MOST_SPLITS: u32 = 40;
/// How many facts a branch keeps; more of them are passed over.
const MOST_FACTS: usize = 100;
/// How many definitions one value is followed through.
const MOST_CALLS: usize = 20;

/// What is known besides the descriptors.
#[derive(Clone, Copy)]
pub(super) struct Setting<'p> {
    pub program: &'p Hir,
    pub libraries: Libraries<'p>,
    /// Which positions are one.
    pub merge: Merge,
    /// The colour of `us`: 0 for White, 1 for Black.
    pub us: usize,
    /// The colour to move in the current and in the new position, where that is known.
    pub turns: [Option<usize>; 2],
    pub material: Option<Material>,
    /// The sides that have a king alone in every material of the program.
    pub bare: [bool; 2],
    /// Squares that a move can come from and go to.
    pub step: [u64; 2],
    /// The role of the one man whose moves these are.
    pub lone: Option<Role>,
    /// Constants are written in the text. Those of an instance may be arguments, and are passed over.
    pub constants: bool,
}

/// A descriptor, the position that is the current one in it, and the value that it is asked to have.
#[derive(Clone, Copy)]
pub(super) struct Part<'p> {
    pub at: Frame,
    pub test: &'p Expr,
    pub value: bool,
}

/// A value: an expression, and the position that is the current one in it.
#[derive(Clone, Copy)]
struct PlacedValue<'p> {
    at: Frame,
    expr: &'p Expr,
}

/// What is left of the bounds of a question.
struct Search {
    steps: u32,
    depth: u32,
}

/// What is known of the side to move in one position.
#[derive(Clone, Copy)]
struct Turn {
    /// The colours that may be to move, as bits.
    sides: u8,
    /// Of each colour: in check, mated, stalemated.
    known: [[Option<bool>; 2]; 3],
}

/// The facts of a branch.
#[derive(Clone)]
struct BranchFacts<'p> {
    turns: [Turn; 3],
    /// Worth that each position can have, as bits: White wins, drawn, Black wins.
    worth: [u8; 3],
    numbers: Vec<NumberFact<'p>>,
    orders: Vec<Order<'p>>,
    boards: Vec<BoardFact<'p>>,
    /// Descriptors that are not understood, and relations of two boards.
    others: Vec<(PlacedValue<'p>, bool)>,
}

impl<'p> Setting<'p> {
    /// A setting in which nothing is known of the side to move and the men.
    pub const fn new(
        program: &'p Hir,
        libraries: Libraries<'p>,
        us: usize,
        merge: Merge,
    ) -> Setting<'p> {
        Setting {
            program,
            libraries,
            merge,
            us,
            turns: [None; 2],
            material: None,
            bare: [false; 2],
            step: [u64::MAX; 2],
            lone: None,
            constants: true,
        }
    }

    /// True where no legal position gives all descriptors their values.
    pub fn refutes(&self, parts: &[Part<'p>]) -> bool {
        let free = Turn {
            sides: 3,
            known: [[None; 2]; 3],
        };
        let mut facts = BranchFacts {
            turns: [free; 3],
            worth: [7; 3],
            numbers: Vec::new(),
            orders: Vec::new(),
            boards: Vec::new(),
            others: Vec::new(),
        };
        for (at, turn) in self.turns.iter().enumerate() {
            if let Some(turn) = turn {
                facts.turns[at].sides = 1 << turn;
            }
        }
        let mut search = Search {
            steps: MOST_STEPS,
            depth: MOST_SPLITS,
        };
        self.closes(parts.to_vec(), Vec::new(), facts, &mut search)
    }

    fn closes(
        &self,
        mut open: Vec<Part<'p>>,
        mut splits: Vec<Vec<Vec<Part<'p>>>>,
        mut facts: BranchFacts<'p>,
        search: &mut Search,
    ) -> bool {
        while let Some(part) = open.pop() {
            let Some(steps) = search.steps.checked_sub(1) else {
                return false;
            };
            search.steps = steps;
            let Part { at, test, value } = part;
            let to = |test, value| Part { at, test, value };
            match &test.kind {
                ExprKind::Not(inner) => open.push(to(inner, !value)),
                ExprKind::And(parts) if value => open.extend(parts.iter().map(|of| to(of, true))),
                ExprKind::Or(parts) if !value => open.extend(parts.iter().map(|of| to(of, false))),
                ExprKind::And(parts) | ExprKind::Or(parts) => {
                    splits.push(parts.iter().map(|of| vec![to(of, value)]).collect());
                }
                ExprKind::If(condition, a, b) => splits.push(vec![
                    vec![to(condition, true), to(a, value)],
                    vec![to(condition, false), to(b, value)],
                ]),
                _ => {
                    let term = self.resolve(PlacedValue { at, expr: test });
                    if !std::ptr::eq(term.expr, test) {
                        let (at, test) = (term.at, term.expr);
                        open.push(Part { at, test, value });
                    } else if !self.adds(&mut facts, term, value) {
                        return true;
                    }
                }
            }
        }
        if self.is_closed(&mut facts) {
            return true;
        }
        let (Some(split), Some(depth)) = (splits.pop(), search.depth.checked_sub(1)) else {
            return false;
        };
        let mut branches = split.into_iter();
        branches.all(|branch| {
            search.depth = depth;
            self.closes(branch, splits.clone(), facts.clone(), search)
        })
    }

    /// A value behind the names of definitions without parameters.
    fn resolve(&self, mut term: PlacedValue<'p>) -> PlacedValue<'p> {
        for _ in 0..MOST_CALLS {
            let ExprKind::Call(callee, frame, args) = &term.expr.kind else {
                break;
            };
            let body = self.called(*callee).filter(|_| args.is_empty());
            let (Some(expr), Some(at)) = (body, self.position(term.at, *frame)) else {
                break;
            };
            term = PlacedValue { at, expr };
        }
        term
    }

    /// The body of a definition that can take the place of its call: one of the library calls no other of it.
    fn called(&self, callee: Callee) -> Option<&'p Expr> {
        match callee {
            Callee::Own(index) => Some(&self.program.functions.get(index)?.body),
            Callee::Library(_) => {
                let (program, index) = self.definition(self.program, callee)?;
                let body = &program.functions.get(index)?.body;
                let calls = contains(body, &mut |of| matches!(of.kind, ExprKind::Call(..)));
                (!calls).then_some(body)
            }
        }
    }

    /// The program that a call of another one leads to, and the definition there.
    fn definition(&self, program: &'p Hir, callee: Callee) -> Option<(&'p Hir, usize)> {
        match callee {
            Callee::Own(index) => Some((program, index)),
            Callee::Library(index) => {
                let import = program.imports.get(index)?;
                let program = self.libraries.named(&import.module)?.hir();
                Some((program, crate::hir::find(program, &import.name)?))
            }
        }
    }

    /// The position of a prefix where another position may be the current one.
    fn position(&self, at: Frame, frame: Frame) -> Option<Frame> {
        match (at, frame) {
            (at, Frame::Current) => Some(at),
            (Frame::Current, Frame::New) if self.merge != Merge::Nothing => Some(Frame::Current),
            (Frame::Current, frame) => Some(frame),
            _ => None,
        }
    }

    fn is_same(&self, a: PlacedValue<'p>, b: PlacedValue<'p>) -> bool {
        a.at == b.at && same(a.expr, b.expr, self.merge)
    }

    /// The colour of a side word.
    fn colour(&self, who: Who) -> usize {
        match who {
            Who::Us => self.us,
            Who::Them => 1 - self.us,
            Who::White => 0,
            Who::Black => 1,
        }
    }

    fn constant(&self, expr: &Expr) -> Option<Const> {
        eval(expr, &[], self.program.functions.as_slice())
    }

    /// Adds what a descriptor without parts says. False where it excludes what is known.
    fn adds(&self, facts: &mut BranchFacts<'p>, term: PlacedValue<'p>, value: bool) -> bool {
        if let Some(Const::Truth(known)) = self.constant(term.expr) {
            return !self.constants || known == value;
        }
        if let Some(known) = self.known(term).filter(|_| self.constants) {
            return known == value;
        }
        match &term.expr.kind {
            ExprKind::ToMove(frame, who) => {
                let Some(at) = self.position(term.at, *frame) else {
                    return true;
                };
                let side = 1 << self.colour(*who);
                let turn = &mut facts.turns[place(at)];
                turn.sides &= if value { side } else { !side };
                return turn.sides != 0;
            }
            ExprKind::Prim(
                id @ (PrimId::InCheck | PrimId::Mated | PrimId::Stalemated),
                frame,
                args,
            ) => {
                if let [
                    Expr {
                        kind: ExprKind::Side(who),
                        ..
                    },
                ] = args.as_slice()
                    && let Some(at) = self.position(term.at, *frame)
                {
                    return facts.turns[place(at)].takes(*id, self.colour(*who), value);
                }
            }
            ExprKind::Prim(id @ (PrimId::Won | PrimId::Lost | PrimId::Drawn), frame, args) => {
                let side = match args.first().map(|of| &of.kind) {
                    Some(ExprKind::Side(who)) => Some(self.colour(*who)),
                    _ => None,
                };
                let set = match (id, side) {
                    (PrimId::Won, Some(side)) => 1 << (2 * side),
                    (PrimId::Lost, Some(side)) => 4 >> (2 * side),
                    (PrimId::Drawn, _) => 2,
                    _ => return true,
                };
                if let Some(at) = self.position(term.at, *frame) {
                    let worth = &mut facts.worth[place(at)];
                    *worth &= if value { set } else { !set };
                    return *worth != 0;
                }
            }
            ExprKind::NonEmpty(board) => {
                let board = self.resolve(PlacedValue {
                    at: term.at,
                    expr: board,
                });
                self.restrict(facts, board, BoardRelation::Ne, 0, value);
            }
            ExprKind::Boards(relation, a, b) => {
                let of = |expr| self.resolve(PlacedValue { at: term.at, expr });
                match (self.constant(a), self.constant(b)) {
                    (None, Some(Const::Board(set))) => {
                        self.restrict(facts, of(a), *relation, set, value)
                    }
                    (Some(Const::Board(set)), None) => {
                        self.holds(facts, set, *relation, of(b), value)
                    }
                    _ => return self.relate(facts, *relation, of(a), of(b), value),
                }
            }
            ExprKind::Compare(relation, a, b) => {
                let of = |expr| self.resolve(PlacedValue { at: term.at, expr });
                return self.compare(facts, *relation, of(a), of(b), value);
            }
            _ => {}
        }
        let mut others = facts.others.iter();
        let known = others.find(|(other, _)| self.is_same(*other, term));
        match known {
            Some((_, known)) => *known == value,
            None => {
                if facts.others.len() < MOST_FACTS {
                    facts.others.push((term, value));
                }
                true
            }
        }
    }

    /// True where the facts of a branch exclude one another.
    fn is_closed(&self, facts: &mut BranchFacts<'p>) -> bool {
        self.ends(facts);
        self.links(facts);
        let sides = facts.turns.iter().any(|turn| turn.sides == 0);
        sides
            || facts.worth.contains(&0)
            || facts.boards.iter().any(BoardFact::is_impossible)
            || facts.numbers.iter().any(NumberFact::is_impossible)
    }

    /// What the end of the game says of moves and men.
    fn ends(&self, facts: &mut BranchFacts<'p>) {
        for (term, value) in &facts.others {
            let ExprKind::Prim(PrimId::Insufficient, frame, _) = &term.expr.kind else {
                continue;
            };
            let at = self.position(term.at, *frame).filter(|_| *value);
            for board in &mut facts.boards {
                if let Some((of, _, Role::Queen | Role::Rook | Role::Pawn)) = self.men(board.term) {
                    board.empty |= at == Some(of);
                }
            }
        }
        for at in [Frame::Current, Frame::New, Frame::Root] {
            for side in 0..2 {
                let [_, mated, stalemated] = facts.turns[place(at)].known.map(|known| known[side]);
                let worth = match (mated, stalemated) {
                    (Some(true), _) => 4 >> (2 * side),
                    (_, Some(true)) => 2,
                    _ => continue,
                };
                // Where the worth is named, and not only excluded.
                if facts.worth[place(at)].is_power_of_two() {
                    facts.worth[place(at)] &= worth;
                }
                let is_of = |term: PlacedValue<'p>, id: PrimId| match &term.expr.kind {
                    ExprKind::Prim(found, frame, args) if *found == id => {
                        let who = match args.first().map(|arg| &arg.kind) {
                            Some(ExprKind::Side(who) | ExprKind::Piece(who, _)) => *who,
                            _ => return false,
                        };
                        self.colour(who) == side && self.position(term.at, *frame) == Some(at)
                    }
                    _ => false,
                };
                for number in &mut facts.numbers {
                    if is_of(number.term, PrimId::LegalMoves) {
                        number.narrow(0, 0);
                    }
                }
                for board in &mut facts.boards {
                    if is_of(board.term, PrimId::Moves) {
                        board.empty = true;
                    }
                }
                if mated == Some(true) && self.is_alone(facts, at, 1 - side) {
                    facts.turns[place(at)].sides = 0;
                }
            }
        }
    }

    /// Whether a side has no man but its king.
    fn is_alone(&self, facts: &BranchFacts<'p>, at: Frame, side: usize) -> bool {
        let Some(material) = self.material else {
            return false;
        };
        let counts = material.counts[side];
        let pawns = counts[Role::Pawn.index()] > 0;
        let is_gone = |role: Role| {
            facts
                .boards
                .iter()
                .any(|board| board.empty && self.men(board.term) == Some((at, side, role)))
        };
        Role::ALL
            .into_iter()
            .filter(|role| *role != Role::King)
            .all(|role| {
                counts[role.index()] == 0 && !(pawns && role != Role::Pawn) || is_gone(role)
            })
    }

    /// The position, colour and kind of the men that a board is the squares of.
    fn men(&self, term: PlacedValue<'p>) -> Option<(Frame, usize, Role)> {
        let ExprKind::Squares(frame, piece) = &term.expr.kind else {
            return None;
        };
        let ExprKind::Piece(who, Some(role)) = piece.kind else {
            return None;
        };
        Some((self.position(term.at, *frame)?, self.colour(who), role))
    }
}

impl Turn {
    /// Adds that a side is, or is not, in check, mated or stalemated. False where that cannot be. Only the side to move is in check.
    fn takes(&mut self, id: PrimId, side: usize, value: bool) -> bool {
        const CHECK: usize = 0;
        const MATE: usize = 1;
        const STALEMATE: usize = 2;
        let follows: &[(usize, bool)] = match (id, value) {
            (PrimId::InCheck, true) => &[(CHECK, true), (STALEMATE, false)],
            (PrimId::InCheck, false) => &[(CHECK, false), (MATE, false)],
            (PrimId::Mated, true) => &[(CHECK, true), (MATE, true), (STALEMATE, false)],
            (PrimId::Mated, false) => &[(MATE, false)],
            (_, true) => &[(CHECK, false), (MATE, false), (STALEMATE, true)],
            (_, false) => &[(STALEMATE, false)],
        };
        if value {
            self.sides &= 1 << side;
        }
        let mut agree = self.sides != 0;
        for &(kind, value) in follows {
            agree &= *self.known[kind][side].get_or_insert(value) == value;
        }
        agree
    }
}

/// The place of a position in a list of three.
const fn place(at: Frame) -> usize {
    match at {
        Frame::Current => 0,
        Frame::New => 1,
        Frame::Root => 2,
    }
}
