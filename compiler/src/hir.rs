//! The checked program: every name resolved, every expression typed, every position absolute.
//!
//! [`Checked`] can only be made by [`crate::check`], and only of a program without errors, so nothing below has an error
//! variant. `moves` definitions and plans are spelt out where they are used; pieces-of-advice with parameters are instantiated
//! once for each list of constants they are used with; overloaded signs are the operation they mean; prefixes have become a
//! [`Frame`] on every node that reads a position. The lowering and the reference evaluator read this tree and nothing else.

pub(crate) mod parts;
mod signs;
mod statement;

use crate::source::{Span, Spanned};
pub use adv_chess::Role;
use adv_module::program;
pub use adv_module::program::{
    Bound, Consulted, Each, Entry, FromSet, GoalWord, Material, Planned, Said, Similarity, Subject,
    Successor, Texts, Translated, TranslatedPart, Translation,
};
pub use adv_module::{AdviceKind, Direction, Frame, Needs, PrimId, SearchMode, Ty, When, Who};
pub use signs::{BoardOp, BoardRelation, Fold, NumberOp, Relation};
pub use statement::{Statement, StatementKind};

/// The bodies of a checked program: typed expressions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Typed;

impl program::Code for Typed {
    type Name = Spanned<String>;
    type Body = Expr;
    /// A goal that was not written is `Truth(true)`.
    type Test = Expr;
    /// An index into the functions.
    type Definition = usize;
    type Zone = Expr;
    /// A board or a zone.
    type Spoken = Expr;
    type Role = Role;
    /// The definitions in the order of the source, and behind them what patterns ask ([`definitions`]).
    type Functions = Vec<Function>;
    /// In the order of their first use.
    type Imports = Vec<Import>;
    type Statement = Statement;
}

/// The parts of a checked program. Indices into its lists are the ids.
///
/// The pieces-of-advice are those without parameters in the order of the source, then instances in the order of their first use, both actions
/// of the file included, then those for `satisfiable(a or b)`, then the actions inside strategies in the order of the source. Of such a
/// disjunction better and holding are the disjunctions, of `satisfiable(a and b)` the conjunctions with the depths added up, us-moves a's then
/// b's, them-moves a reply that either considers, the depth the larger. An action's better-goal is its out-class, evaluated after our moves
/// only, in which `Frame::Current` is the position before our last move and `Frame::New` the node; elsewhere both are the node.
pub type Hir = program::Program<Typed>;
/// A piece-of-advice; an instance has its arguments in its name: `mate-in(2)`.
pub type Advice = program::Advice<Typed>;
/// A goal; its place is empty where it was not written.
pub type Goal = program::Goal<Typed>;
/// What moves cost.
pub type Cost = program::Cost<Typed>;
/// Moves by ply.
pub type MoveSpec = program::MoveSpec<Typed>;
/// A class of moves. `any` is a class of all roles; `none` is no class at all; `pass` has the roles [`PASS`].
pub type Class = program::Class<Typed>;
/// An advice table.
pub type Table = program::Table<Typed>;
/// A rule of a table.
pub type Rule = program::Rule<Typed>;
/// A strategy.
pub type Strategy = program::Strategy<Typed>;
/// A pattern. Its fact, its `where` and the descriptor that its name is are functions behind the definitions of the file.
pub type Pattern = program::Pattern<Typed>;
/// One side's view of a fact.
pub type View = program::View<Typed>;
/// Which patterns count; its place is empty where none was written.
pub type Evaluation = program::Evaluation<Typed>;
/// A part of a text.
pub type TextPart = program::TextPart<Typed>;
/// A test.
pub type Test = program::Test<Typed>;
/// An expectation.
pub type Expect = program::Expect<Typed>;
/// The kinds of expectation.
pub type ExpectKind = program::ExpectKind<Typed>;
/// A `prove` or `measure` item.
pub type Claim = program::Claim<Typed>;
/// What a claim is about.
pub type ClaimSubject = program::ClaimSubject<Typed>;
/// The positions that a claim speaks of.
pub type ClaimFrom = program::ClaimFrom<Typed>;
/// A goal of a claim. All its descriptors speak of one position.
pub type ClaimGoal = program::ClaimGoal<Typed>;

/// The roles of the class `pass`, which stands for one move that is none: all men, and a bit that no man has.
pub const PASS: u8 = program::Class::MEN | program::Class::PASS;

/// A program without errors. The field is private to the crate, so that no other stage can make one.
#[derive(Clone, Debug)]
pub struct Checked {
    pub(crate) program: Hir,
}

impl Checked {
    /// The program.
    pub fn program(&self) -> &Hir {
        &self.program
    }
}

/// The functions that are definitions; those of patterns come after them.
pub fn definitions(program: &Hir) -> &[Function] {
    let first = program.patterns.first();
    let count = first.map_or(program.functions.len(), |pattern| pattern.fact);
    program.functions.get(..count).unwrap_or_default()
}

/// The index of the definition of this name.
pub(crate) fn find(program: &Hir, name: &str) -> Option<usize> {
    let mut functions = definitions(program).iter();
    functions.position(|function| function.name.node == name)
}

/// A type of the program: tuples are numbers of a width above 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A set of squares.
    Board,
    /// A number, or a tuple of that many numbers.
    Number(u8),
    /// A truth.
    Truth,
    /// A piece's designation.
    Piece,
    /// A side.
    Side,
    /// The attacks of the men on a board against the squares of another, within some moves. It names them, as a piece is named; where code
    /// is made of it, it is two boards and a number.
    Zone,
}

/// A definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Spanned<String>,
    /// Its parameters, which are locals 0, 1, ….
    pub params: Vec<(String, Type)>,
    /// The result's type.
    pub result: Type,
    /// What it needs beyond its current position, found transitively.
    pub needs: Needs,
    /// Its value.
    pub body: Expr,
    /// Its doc comment.
    pub doc: String,
    /// `because "..."`
    pub because: Option<Vec<TextPart>>,
}

/// A library function that is used.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The library that defines it.
    pub module: String,
    /// Its version.
    pub version: String,
    /// The name.
    pub name: String,
    /// The parameters' types.
    pub params: Vec<Ty>,
    /// The result's type.
    pub result: Type,
    /// What it needs beyond its current position.
    pub needs: Needs,
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its place in the source.
    pub span: Span,
}

impl Expr {
    /// Calls `f` on every direct part, in the order of the source.
    pub fn each_part<'e>(&'e self, f: &mut dyn FnMut(&'e Expr)) {
        parts::each_child(self, f);
    }
}

/// The number of a parameter or bound variable within one function, goal, clause or rule: parameters are 0, 1, …; bound variables have
/// numbers of their own, never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LocalId(pub u32);

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A definition of the file: an index into [`Hir::functions`].
    Own(usize),
    /// A library's: an index into [`Hir::imports`].
    Library(usize),
}

/// The kinds of expression. The comment gives the types.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number.
    Number(i64),
    /// A board.
    Board(u64),
    /// A truth.
    Truth(bool),
    /// A side.
    Side(Who),
    /// A parameter or bound variable (which is a board of one square).
    Local(LocalId),
    /// A designation (type Piece): a side word and a role, `None` for all of the side.
    Piece(Who, Option<Role>),
    /// A designation of a side parameter's piece: a Side expression and a role.
    PieceOf(Box<Expr>, Option<Role>),
    /// Board: the squares of a Piece expression in a position.
    Squares(Frame, Box<Expr>),
    /// Truth: the side is to move in the position.
    ToMove(Frame, Who),
    /// Board: the square the move comes from.
    From,
    /// Board: the square the move goes to.
    To,
    /// Board: the squares where men were taken in what has settled the moves before.
    Taken,
    /// Board: the squares of the fact that is explained.
    Here,
    /// A truth: a function without parameters, an index into [`Hir::functions`], in a position, where `us` is the side of the first part and
    /// `HERE` the board of the second.
    Given(Box<[Expr; 2]>, Frame, usize),
    /// Zone: the squares of its men, its targets, and its horizon in moves, a number from 1 to 16 that is the same in all positions.
    Zone(Box<[Expr; 3]>),
    /// The frame is the position that is current inside the callee; arguments have their own frames.
    Call(Callee, Frame, Vec<Expr>),
    /// A primitive.
    Prim(PrimId, Frame, Vec<Expr>),
    /// Truth: a piece-of-advice, an index into [`Hir::advice`], is satisfiable at the node of the frame.
    Satisfiable(Frame, usize),
    /// Truth in one of the eight symmetries.
    Turned(Box<Expr>),
    /// Truth.
    Not(Box<Expr>),
    /// Truth: all of them, at least two, in the order of the source.
    And(Vec<Expr>),
    /// Truth: one of them, at least two, in the order of the source.
    Or(Vec<Expr>),
    /// Truth: two truths are equal, or with `true` different.
    TruthEq(bool, Box<Expr>, Box<Expr>),
    /// Truth: numbers, or tuples of one width, compared lexicographically.
    Compare(Relation, Box<Expr>, Box<Expr>),
    /// Truth: boards.
    Boards(BoardRelation, Box<Expr>, Box<Expr>),
    /// Truth: two Side or two Piece expressions are the same.
    Same(Box<Expr>, Box<Expr>),
    /// Truth: a board is not empty (a bare board as a descriptor).
    NonEmpty(Box<Expr>),
    /// Board.
    BoardOp(BoardOp, Box<Expr>, Box<Expr>),
    /// Board: all squares but these.
    Complement(Box<Expr>),
    /// Number of width 1.
    NumberOp(NumberOp, Box<Expr>, Box<Expr>),
    /// Number of width 1.
    Negate(Box<Expr>),
    /// Condition and two branches of one type (any, also tuples).
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A variable, the board it runs over, and the body. Squares are taken a1, b1, … h8, which cannot be seen.
    Fold(Fold, LocalId, Box<Expr>, Box<Expr>),
    /// A tuple: numbers of width 1, at least two.
    Tuple(Vec<Expr>),
}
