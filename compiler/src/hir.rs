//! The checked program: every name resolved, every expression typed, every position absolute.
//!
//! [`Checked`] can only be made by [`crate::check`], and only of a program without errors, so nothing below has an error
//! variant. `moves` definitions and plans are spelt out where they are used; pieces-of-advice with parameters are instantiated
//! once for each list of constants they are used with; overloaded signs are the operation they mean; prefixes have become a
//! [`Frame`] on every node that reads a position. The lowering and the reference evaluator read this tree and nothing else.

mod claim;
mod cost;
pub(crate) mod parts;
mod pattern;
mod signs;
mod strategy;
mod test;

use crate::source::{Span, Spanned};
pub use adv_chess::Role;
pub use adv_module::program::{Consulted, Entry, Material, Subject, Successor};
pub use adv_module::{AdviceKind, Direction, Frame, Needs, PrimId, SearchMode, Ty, When, Who};
pub use claim::{Bound, Claim, ClaimGoal, ClaimSubject, FromSet, GoalWord};
pub use cost::Cost;
pub use pattern::{
    Each, Evaluation, Pattern, Planned, Said, Similarity, Texts, Translated, TranslatedPart,
    Translation, View,
};
pub use signs::{BoardOp, BoardRelation, Fold, NumberOp, Relation};
pub use strategy::{Statement, StatementKind, Strategy};
pub use test::{Expect, ExpectKind, Test};

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

/// The parts of a checked program. Indices into the vectors are the ids.
#[derive(Clone, Debug, Default)]
pub struct Hir {
    /// The file's `//!` text.
    pub doc: String,
    /// The declared material.
    pub material: Option<Material>,
    /// The example position, a legal FEN.
    pub example: Option<String>,
    /// The definitions in the order of the source, and behind them what patterns ask ([`Hir::definitions`]).
    pub functions: Vec<Function>,
    /// The library functions that are used, in the order of their first use.
    pub imports: Vec<Import>,
    /// The pieces-of-advice: those without parameters in the order of the source, then instances in the order of their first
    /// use, both actions of the file included, then those for `satisfiable(a or b)`, then the actions inside strategies in the
    /// order of the source.
    pub advice: Vec<Advice>,
    /// The tables in the order of the source.
    pub tables: Vec<Table>,
    /// The strategies in the order of the source.
    pub strategies: Vec<Strategy>,
    /// The patterns: the file's own in the order of the source, then those of what it uses.
    pub patterns: Vec<Pattern>,
    /// The evaluations in the order of the source.
    pub evaluations: Vec<Evaluation>,
    /// The translations in the order of the source.
    pub texts: Vec<Texts>,
    /// The tests in the order of the source.
    pub tests: Vec<Test>,
    /// What is claimed, in the order of the source.
    pub claims: Vec<Claim>,
}

impl Hir {
    /// How many functions are definitions; those of patterns come after them.
    pub fn definitions(&self) -> usize {
        let first = self.patterns.first();
        first.map_or(self.functions.len(), |pattern| pattern.fact)
    }

    /// The index of the definition of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        let mut functions = self.functions.iter().take(self.definitions());
        functions.position(|function| function.name.node == name)
    }
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
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
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

/// A part of a text.
#[derive(Clone, Debug)]
pub enum TextPart {
    /// Plain text.
    Text(String),
    /// A value in braces.
    Value(Expr),
    /// A choice of forms by a side, a truth or a number.
    Choice(Expr, Vec<String>),
    /// A board, and how it is said.
    Board(Expr, Said),
}

impl TextPart {
    /// The expression in the braces.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            TextPart::Text(_) => None,
            TextPart::Value(expr) | TextPart::Choice(expr, _) | TextPart::Board(expr, _) => {
                Some(expr)
            }
        }
    }

    /// The expression in the braces, to be changed in place.
    pub(crate) fn expr_mut(&mut self) -> Option<&mut Expr> {
        match self {
            TextPart::Text(_) => None,
            TextPart::Value(expr) | TextPart::Choice(expr, _) | TextPart::Board(expr, _) => {
                Some(expr)
            }
        }
    }
}

/// A piece-of-advice.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The name, with the arguments of an instance: `mate-in(2)`.
    pub name: String,
    /// The name's place.
    pub name_span: Span,
    /// The side it plays for.
    pub side: Option<Who>,
    /// The better-goal.
    pub better: Goal,
    /// The holding-goal.
    pub holding: Goal,
    /// Us-moves.
    pub us: MoveSpec,
    /// Them-moves.
    pub them: MoveSpec,
    /// The bound in plies, 1..=200.
    pub depth: u16,
    /// Which tree is looked for.
    pub mode: SearchMode,
    /// What moves cost, and what a line may cost in all.
    pub cost: Option<Cost>,
    /// The reason.
    pub because: Vec<TextPart>,
    /// Its doc comment.
    pub doc: String,
    /// The whole item.
    pub span: Span,
    /// Its meaning. For `satisfiable(a or b)` better and holding are the disjunctions, of `satisfiable(a and b)` the conjunctions with the depths
    /// added up, us-moves a's then b's, them-moves a
    /// reply that either considers, the depth the larger. For an action better is the out-class, evaluated after our moves only, in
    /// which `Frame::Current` is the position before our last move and `Frame::New` the node; them-moves are all, and it is
    /// searched shortest first.
    pub kind: AdviceKind,
    /// An action's `prefer`: numbers or tuples as the keys of a class, by which all moves of a node of ours are ordered together.
    pub prefer: Vec<Expr>,
    /// The in-class of an action of the file, tested wherever a tree of it is looked for; `None` where it is `any`. That of an action
    /// inside a strategy is its statement's.
    pub in_class: Option<Expr>,
}

/// A goal. But for an action's out-class `Frame::Current` and `Frame::New` are the node.
#[derive(Clone, Debug)]
pub struct Goal {
    /// When it is evaluated.
    pub when: When,
    /// The descriptor. A goal that was not written is `Truth(true)`.
    pub test: Expr,
    /// The clause; empty where it was not written.
    pub span: Span,
}

/// Moves by ply.
pub type MoveSpec = adv_module::program::MoveSpec<Class>;

/// The roles of the class `pass`, which stands for one move that is none: all men, and a bit that no man has.
pub const PASS: u8 = adv_module::program::Class::MEN | adv_module::program::Class::PASS;

/// A class of moves. `any` is a class of all roles; `none` is no class at all; `pass` has the roles [`PASS`].
#[derive(Clone, Debug)]
pub struct Class {
    /// A bit for each role: K = 1, Q = 2, R = 4, B = 8, N = 16, P = 32.
    pub roles: u8,
    /// Written with a side, as `W.R`: only the men of that side.
    pub who: Option<Who>,
    /// `from`, all of them intersected.
    pub from: Option<Expr>,
    /// `to`, all of them intersected.
    pub to: Option<Expr>,
    /// `where` and `along`, all of them joined by and.
    pub filter: Option<Expr>,
    /// What `along` names, a board or a zone, for the eye: the filter has its meaning.
    pub along: Vec<Expr>,
    /// `toward`.
    pub toward: Vec<Direction>,
    /// `as`.
    pub promote: Option<Role>,
    /// `by`, then `then by`: numbers or tuples.
    pub keys: Vec<Expr>,
    /// Its place.
    pub span: Span,
}

impl Class {
    /// All moves of men of these roles, or of those of one side.
    pub const fn of(roles: u8, who: Option<Who>, span: Span) -> Class {
        Class {
            roles,
            who,
            from: None,
            to: None,
            filter: None,
            along: Vec::new(),
            toward: Vec::new(),
            promote: None,
            keys: Vec::new(),
            span,
        }
    }
}

/// An advice table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: Spanned<String>,
    /// The side it plays for.
    pub side: Option<Who>,
    /// Its own material or the file's.
    pub material: Option<Material>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// What takes over when the material has changed.
    pub beyond: Vec<Successor>,
    /// `leaves`.
    pub leaves: bool,
    /// Its doc comment.
    pub doc: String,
    /// The whole item.
    pub span: Span,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The precondition; `None` for `otherwise`.
    pub condition: Option<Expr>,
    /// The list, plans spelt out and `also` appended.
    pub list: Vec<Entry>,
    /// The whole rule.
    pub span: Span,
}
