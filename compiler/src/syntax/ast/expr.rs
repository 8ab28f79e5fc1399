//! Expressions as the author wrote them: one type for boards, numbers and descriptors.
//!
//! What a sign means is decided by types, after parsing; a sign and its twins are one operator here.

use super::{Fold, Frame, Name, Ref, Role, Side};
use crate::source::{Span, Spanned};

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place; parentheses around it are included in an enclosing span only.
    pub span: Span,
}

/// The owner of a piece: a side word or a parameter of type side.
#[derive(Clone, Debug, PartialEq)]
pub enum Owner {
    /// `W.`, `B.`, `us.`, `them.`
    Side(Side),
    /// `s.` where `s` is a side parameter.
    Name(String),
}

/// The one-place operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `not`, `¬`
    Not,
    /// `~`
    Complement,
    /// `-`
    Negate,
}

/// The two-place operators. Signs and their twins are one operator; the author's spelling is in the operator's span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `or`, `∨`, `|`
    Or,
    /// `and`, `∧`, `&`
    And,
    /// `=`
    Eq,
    /// `≠`, `!=`
    Ne,
    /// `<`, `⊊`
    Lt,
    /// `<=`, `≤`, `⊆`, `⊂`
    Le,
    /// `>`, `⊋`
    Gt,
    /// `>=`, `≥`, `⊇`, `⊃`
    Ge,
    /// `⊄`, `⊈`
    NotLe,
    /// `in`, `∈`
    In,
    /// `∉`, `not in`
    NotIn,
    /// `disjoint`: two boards without a common square.
    Disjoint,
    /// `+`, `∪`
    Plus,
    /// `-` between numbers or boards
    Minus,
    /// `\`, `∖`
    Diff,
    /// `*`, `∩`
    Times,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `12`
    Int(i64),
    /// `e4`, as 0..63 with a1 = 0, b1 = 1.
    Square(u8),
    /// `f8..h8`
    Range(Spanned<u8>, Spanned<u8>),
    /// `∅`, `empty`, `{}`
    Empty,
    /// `any`: all squares as a board, true as a descriptor.
    Any,
    /// `W.K`, `us.N`, `s.K`, and `W.*` with `None`.
    Piece(Spanned<Owner>, Option<Role>),
    /// A bare piece letter.
    Letter(Role),
    /// `FROM`
    From,
    /// `TO`
    To,
    /// `TAKEN`
    Taken,
    /// `HERE`
    Here,
    /// A side as a whole argument.
    Side(Side),
    /// A name without arguments.
    Name(String),
    /// A name with arguments. `L(x)`, `R(x)` and the like are calls too.
    Call(Name, Vec<Expr>),
    /// `new.x`, `root.x`; the span of the prefix word.
    Prefix(Spanned<Frame>, Box<Expr>),
    /// `(a, b)`, at least two.
    Tuple(Vec<Expr>),
    /// `{e4, e5}`
    Set(Vec<Expr>),
    /// `{x in b : d}`, `exists x in b : d`, `min x in b : n`
    Fold(Fold, Name, Box<Expr>, Box<Expr>),
    /// `zone(men, targets)`, `zone(men, targets, n)`
    Zone(Vec<Expr>),
    /// `min(a, b)`, `max(a, b)`
    MinMax(Fold, Vec<Expr>),
    /// `if c then a else-if d then b else e`: the arms and the last.
    If(Vec<(Expr, Expr)>, Box<Expr>),
    /// `turned d`
    Turned(Box<Expr>),
    /// `satisfiable(a or b)`, `satisfiable(a and b)`; one piece alone counts as `or`.
    Satisfiable(BinaryOp, Vec<Ref>),
    /// A one-place operator.
    Unary(Spanned<UnaryOp>, Box<Expr>),
    /// `a ∧ b ∧ c` or `a ∨ b ∨ c`: a row of one of the two words, however long, is one level of the tree.
    Junction(BinaryOp, Vec<Expr>),
    /// Another two-place operator.
    Binary(Spanned<BinaryOp>, Box<Expr>, Box<Expr>),
    /// Not readable; reported already, and silent from here on.
    Error,
}
