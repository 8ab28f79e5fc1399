//! The syntax tree: what the author wrote, with a span on everything.
//!
//! Nothing here is resolved or typed. `R` may turn out to be a piece, `room` a number, `<=` an inclusion; that is decided in
//! `check`, which turns this tree into [`crate::hir`]. The parser accepts a superset of the language, so that a wrong
//! program still has a tree and a later stage can say what is wrong in a better sentence; `Error` variants mark where the
//! parser gave up, and are silent in every later stage.

mod advice;
mod expr;
mod pattern;
mod strategy;
mod template;

pub use crate::hir::Fold;
use crate::source::{Span, Spanned};
use crate::syntax::token::Token;
pub use adv_chess::Role;
/// The words that mean what they are called, as the module keeps them.
pub use adv_module::program::{GoalWord, Said};
pub use adv_module::{Frame, SearchMode, When, Who as Side};
pub use advice::{AdviceClause, AdviceClauseKind, AdviceDef};
pub use expr::{BinaryOp, Expr, ExprKind, Owner, UnaryOp};
pub use pattern::{
    EvaluationClause, EvaluationClauseKind, EvaluationDef, Path, PatternClause, PatternClauseKind,
    PatternDef, TextWord, TextsDef, TextsEntry, ViewPart,
};
pub use strategy::{
    ActionClasses, ActionDef, ActionUse, HeadPart, HeadPartKind, Statement, StatementKind,
    StrategyDef,
};
pub use template::{Template, TemplatePart};

/// A name as the author wrote it (identifiers are case-sensitive and may contain inner hyphens).
pub type Name = Spanned<String>;

/// A whole source file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// The `//!` lines at the head of the file, without their markers.
    pub doc: Vec<String>,
    /// The items in the order of the text.
    pub items: Vec<Item>,
}

/// One top-level item with the `///` lines above it.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What the item is.
    pub kind: ItemKind,
    /// The `///` lines directly above, without their markers.
    pub doc: Vec<String>,
    /// The whole item, doc comments not included.
    pub span: Span,
}

/// The kinds of item. Apart from the paper's head `NAME : STRAT` each begins with a reserved word.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `material W: K, R; B: K [mirrored]`
    Material(Material),
    /// `example "FEN"`
    Example(Spanned<String>),
    /// `use std.geometry`
    Use(Spanned<Vec<Name>>),
    /// `use "lib/rook.adv"`
    UseFile(Spanned<String>),
    /// `default holding d`
    DefaultHolding(Expr),
    /// `board`, `number`, `descriptor` or `zone NAME(params) = expr [because "..."]`
    Define(Define),
    /// `moves NAME(params) = ...`
    Moves(MovesDef),
    /// `advice NAME ... end-advice`, or `action NAME (in-class, out-class) ... end-action`
    Advice(AdviceDef),
    /// `plan NAME = list`
    Plan(PlanDef),
    /// `table NAME ... end-table`
    Table(TableDef),
    /// `strat NAME (...) ... end-strat`, or `NAME : STRAT (...) ... END-STRAT NAME`
    Strategy(StrategyDef),
    /// `pattern NAME in PATH ... end-pattern`
    Pattern(PatternDef),
    /// `evaluation NAME ... end-evaluation`
    Evaluation(EvaluationDef),
    /// `texts LANGUAGE ... end-texts`
    Texts(TextsDef),
    /// `test "name" ... expect ...`
    Test(TestDef),
    /// `prove ...`
    Prove(ProveDef),
    /// `measure ...`
    Measure(MeasureDef),
    /// An item the parser could not read; reported already. What it was meant to define, as far as that can be told.
    Error(Vec<Unread>),
}

/// The beginning of a definition inside a part of the text that could not be read.
///
/// A name that is defined so is known, though nothing else is: uses of it are no mistakes.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// The word that begins the item; [`Token::Name`] where it is none of the language's.
    pub keyword: Token,
    /// The name after it.
    pub name: Option<Name>,
}

/// `W: K, R; B: K`, with an optional `mirrored` after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The two lists in the order written. The check demands one of each colour.
    pub sides: Vec<MaterialSide>,
    /// The word `mirrored`: the program serves the colours reversed too.
    pub mirrored: Option<Span>,
    /// From the first side to the end.
    pub span: Span,
}

/// One half of a material: a colour and its men, repeated letters for several of a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialSide {
    /// `W` or `B`.
    pub color: Spanned<Side>,
    /// The men.
    pub men: Vec<Spanned<Role>>,
}

/// Which kind a definition has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefineKind {
    /// `board`
    Board,
    /// `number`
    Number,
    /// `descriptor`
    Descriptor,
    /// `zone`
    Zone,
}

/// A definition of a board, a number, a descriptor or a zone.
#[derive(Clone, Debug, PartialEq)]
pub struct Define {
    /// The keyword.
    pub kind: DefineKind,
    /// The name.
    pub name: Name,
    /// The parameters, empty without parentheses.
    pub params: Vec<Param>,
    /// The right-hand side.
    pub body: Expr,
    /// `because "..."` after a descriptor.
    pub because: Option<Template>,
}

/// `name: type` in a parameter list.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The parameter's name.
    pub name: Name,
    /// `board`, `number`, `descriptor`, `piece`, `side`, `zone`, or some other word, which the check reports.
    pub ty: Spanned<String>,
}

/// A definition of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MovesDef {
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Param>,
    /// The right-hand side.
    pub spec: MoveSpec,
}

/// What may be moved, by ply or for every ply.
#[derive(Clone, Debug, PartialEq)]
pub enum MoveSpec {
    /// One ordered list for every ply.
    Seq(MoveSeq),
    /// `at 0: ...; at 2: ...`
    Phases(Vec<Phase>),
}

/// `at 0, 2: seq`
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// The plies, counted from the root, which is 0.
    pub plies: Vec<Spanned<i64>>,
    /// The moves at those plies.
    pub seq: MoveSeq,
    /// The whole phase.
    pub span: Span,
}

/// Classes joined by `then`.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveSeq {
    /// The classes in order.
    pub classes: Vec<MoveClass>,
    /// The whole sequence.
    pub span: Span,
}

/// One class of moves: a head and what narrows and orders it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveClass {
    /// Whose moves.
    pub head: MoveHead,
    /// The modifiers in the order written. `then by n` is a [`MoveMod::By`] like `by n`, with `then` set.
    pub mods: Vec<MoveMod>,
    /// The whole class.
    pub span: Span,
}

/// The head of a move class.
#[derive(Clone, Debug, PartialEq)]
pub enum MoveHead {
    /// `K, R`, `us.R`: one class of the moves of all these pieces. Each is an [`ExprKind::Letter`] or [`ExprKind::Piece`].
    Pieces(Vec<Expr>),
    /// `any`
    Any(Span),
    /// `none`
    None(Span),
    /// The name of a `moves` definition with its arguments.
    Name(Ref),
}

/// What narrows or orders a move class.
#[derive(Clone, Debug, PartialEq)]
pub enum MoveMod {
    /// `where d`
    Where(Expr),
    /// `by n` or, with `then` true, `then by n`, which breaks the ties that the keys before it leave.
    By {
        /// The key, a number or a tuple.
        key: Expr,
        /// Written with `then`.
        then: bool,
    },
    /// `to b`
    To(Expr),
    /// `from b`
    From(Expr),
    /// `toward NE, E`; a word that is no direction is kept as text for the check.
    Toward(Vec<Name>),
    /// `as N`: promotions to this piece only.
    As(Spanned<Role>),
    /// `along b`, `along z`: first steps of trajectories to a board, or in a zone.
    Along(Expr),
}

/// A name with arguments: an advice, a table, a plan or a moves definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Ref {
    /// The name.
    pub name: Name,
    /// The arguments, empty without parentheses.
    pub args: Vec<Expr>,
    /// Name and arguments.
    pub span: Span,
}

/// An element of an advice-list.
#[derive(Clone, Debug, PartialEq)]
pub enum ListEntry {
    /// An advice or a plan.
    Ref(Ref),
    /// `shortest 3 (a, b)`: the shortest tree of any of them first.
    Shortest {
        /// The bound in plies.
        plies: Expr,
        /// The pieces, tried in this order at each depth.
        entries: Vec<Ref>,
        /// The whole group.
        span: Span,
    },
    /// An entry the parser could not read; reported already.
    Error,
}

/// `plan NAME = list`
#[derive(Clone, Debug, PartialEq)]
pub struct PlanDef {
    /// The name.
    pub name: Name,
    /// The list it names.
    pub entries: Vec<ListEntry>,
}

/// An advice table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableDef {
    /// The name.
    pub name: Name,
    /// Its own material, `table krk (W: K, R; B: K)`.
    pub material: Option<Material>,
    /// `for W`, `for B`.
    pub side: Option<Spanned<Side>>,
    /// The rules in order.
    pub rules: Vec<Rule>,
    /// `also list`, appended to every rule's list.
    pub also: Vec<Spanned<Vec<ListEntry>>>,
    /// `beyond a, b, leaves`
    pub beyond: Vec<Spanned<Vec<Name>>>,
    /// A name after `end-table`, which must be the table's own.
    pub end_name: Option<Name>,
}

/// One rule of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The precondition; `None` for `otherwise` and `else`.
    pub condition: Option<Expr>,
    /// The advice-list.
    pub list: Vec<ListEntry>,
    /// True where the parser could not read it.
    pub error: bool,
    /// The whole rule.
    pub span: Span,
}

/// `test "name" [subject] position "FEN" expect a, b`
#[derive(Clone, Debug, PartialEq)]
pub struct TestDef {
    /// The test's name.
    pub name: Spanned<String>,
    /// The table, strategy, advice or action under test; without one, values only.
    pub subject: Option<Ref>,
    /// The FEN.
    pub position: Spanned<String>,
    /// What is expected.
    pub expectations: Vec<Expectation>,
}

/// One thing a test expects.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// `not` before it (for `move`, `advice`, `satisfied`, `tree`, `mate within`; a `not` before a descriptor is part of the expression).
    pub negated: bool,
    /// What.
    pub kind: ExpectationKind,
    /// The whole of it.
    pub span: Span,
}

/// The kinds of expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectationKind {
    /// `move Kc2` or `move "e8=Q"`: SAN or UCI.
    Move(Spanned<String>),
    /// `only move Kc2`
    OnlyMove(Spanned<String>),
    /// `advice NAME`
    Advice(Ref),
    /// `action NAME`
    Action(Name),
    /// `explains NAME(side)`, `forced NAME`, `possible NAME`, `refuted NAME`: the word and the reference.
    Verdict(Name, Ref),
    /// `satisfied`
    Satisfied,
    /// `tree`: the forcing-tree as a snapshot.
    Tree,
    /// `mate within n moves`
    MateWithin(Spanned<i64>),
    /// Any descriptor.
    Value(Expr),
    /// Not readable; reported already.
    Error,
}

/// `from all positions [where d]`, `from example`, `from "FEN"`, `from "FEN", "FEN" [where d]`, `from 20000 random positions [where d]
/// [seed n]`.
#[derive(Clone, Debug, PartialEq)]
pub struct FromPart {
    /// Which positions.
    pub kind: FromKind,
    /// The condition.
    pub condition: Option<Expr>,
    /// The seed of a random sample.
    pub seed: Option<Spanned<i64>>,
    /// The whole part.
    pub span: Span,
}

/// Which positions a claim speaks of.
#[derive(Clone, Debug, PartialEq)]
pub enum FromKind {
    /// `all positions`
    All,
    /// `example`
    Example,
    /// A FEN.
    Fen(Spanned<String>),
    /// Several of them.
    List(Vec<Spanned<String>>),
    /// `n random positions`
    Random(Spanned<i64>),
}

impl FromKind {
    /// One FEN, or a list of them.
    pub(crate) fn fens(first: Spanned<String>, more: Vec<Spanned<String>>) -> FromKind {
        if more.is_empty() {
            return FromKind::Fen(first);
        }
        let mut all = vec![first];
        all.extend(more);
        FromKind::List(all)
    }
}

/// The unit of a claim's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// `moves`
    Moves,
    /// `plies`
    Plies,
}

/// A claim.
#[derive(Clone, Debug, PartialEq)]
pub struct ProveDef {
    /// The table, advice or descriptor claimed about.
    pub subject: Expr,
    /// The right side of `⇒`.
    pub implies: Option<Expr>,
    /// The positions.
    pub from: Option<FromPart>,
    /// The goals.
    pub goals: Vec<(GoalWord, Expr)>,
    /// The bound.
    pub within: Option<(Spanned<i64>, Unit)>,
    /// `weak`, `strong`, `any-choice`, `fifty-moves`, in small letters.
    pub modes: Vec<Name>,
}

/// A measurement.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureDef {
    /// The name of what plays or of an evaluation, or a descriptor.
    pub subject: Expr,
    /// The positions.
    pub from: FromPart,
    /// `share of e`, where a descriptor is measured.
    pub share: Option<Expr>,
    /// `share of reaches|keeps|never d`, and what is true besides, where play is measured.
    pub goals: Vec<(GoalWord, Expr)>,
    /// The bound.
    pub within: Option<(Spanned<i64>, Unit)>,
    /// As those of [`ProveDef`].
    pub modes: Vec<Name>,
}
