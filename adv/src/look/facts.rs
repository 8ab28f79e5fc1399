//! Questions to conditions and classes of moves: of claims, strategies, parts joined by `∨`, `if`.
//!
//! ```text
//!   conditions   texts, compiled as claims after the program's own: each is a function then
//!   classes      records of the program
//! ```

use adv_chess::Role;
use adv_compiler::diagnostics::Severity;
use adv_compiler::source::{Source, Span};
use adv_compiler::syntax::ast::{
    AdviceClause, AdviceClauseKind, AdviceDef, BinaryOp, Expr, ExprKind, Fold, FromKind, FromPart,
    GoalWord, HeadPartKind, Item, ItemKind, Statement, StatementKind, StrategyDef,
};
use adv_compiler::syntax::parse;
use adv_module::program::{ClaimSubject, Class, Place};
use adv_module::types::Needs;
use adv_module::{AdviceId, FnId, Program, When};
use adv_vm::Subject;

use super::places::{Walk, players};
use super::questions::{listed, needs_of};
use crate::Rulebook;

/// A question that has one answer in some position, and the other in another.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    /// The subject in whose positions it is asked; `None` for all positions of the program.
    pub of: Option<Subject>,
    /// The piece-of-advice of whose goal it is a part.
    pub goal_of: Option<AdviceId>,
    pub place: Place,
    pub kind: Kind,
    pub test: Test,
}

/// Words for what a fact is about, the answers that are told, the positions in which it is asked, and what to do where it is always false.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind(pub &'static str, pub Told, Occasion, pub &'static str);

const fn kind(what: &'static str, told: Told, occasion: Occasion) -> Kind {
    Kind(what, told, occasion, "correct it, or take it away")
}

const WHERE: Kind = kind("the condition of this claim", Told::Both, Occasion::Served);
const PREMISE: Kind = kind("the premise of this claim", Told::Both, Occasion::Served);
const CONCLUSION: Kind = kind(
    "the conclusion of this claim",
    Told::Always,
    Occasion::Served,
);
const REACHED: Kind = kind("what this claim reaches", Told::Always, Occasion::Served);
const KEPT: Kind = kind("what this claim keeps", Told::Always, Occasion::Anywhere);
const NEVER: Kind = kind("what this claim excludes", Told::Never, Occasion::Anywhere);
const DESCR: Kind = kind("this in-class", Told::Both, Occasion::Served);
/// An in-class that says which side is to move, and so which side the strategy plays.
const TURN: Kind = kind("this in-class", Told::Never, Occasion::Served);
const IN_CLASS: Kind = kind("this in-class", Told::Never, Occasion::Ours);
const OUT_CLASS: Kind = kind("this out-class", Told::Never, Occasion::Anywhere);
const STEP: Kind = kind("a part of this out-class", Told::Both, Occasion::Ours);
const LOOP: Kind = kind("the condition of this loop", Told::Never, Occasion::Ours);
const BRANCH: Kind = kind("this condition", Told::Both, Occasion::Ours);
const IF: Kind = kind("this condition", Told::Both, Occasion::Anywhere);
const PART: Kind = kind("a part joined by ∨", Told::Never, Occasion::Anywhere);
const CONJUNCT: Kind = kind("a part joined by ∧", Told::Always, Occasion::Anywhere);
const TOGETHER: Kind = kind(
    "what the goals ask together",
    Told::Never,
    Occasion::Anywhere,
);
const FILTER: Kind = kind("this filter", Told::Never, Occasion::Anywhere);
const US: Kind = kind("this class", Told::Never, Occasion::Ours);
const THEM: Kind = kind("this class", Told::Never, Occasion::Theirs);

/// Words of texts that say nothing of one position alone.
const OF_MOVES: [&str; 6] = ["root", "new", "FROM", "TO", "TAKEN", "HERE"];

/// Question of a fact.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// Does this hold?
    Condition(FnId),
    /// Is this true of a legal move and the position after it?
    Step(FnId),
    /// Is a legal move in the last class, and in none before it?
    Moves(Vec<Class>),
}

/// Answers that are told where all positions give them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Never,
    Always,
    Both,
}

/// Positions in which a fact is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occasion {
    /// Those that the subject serves.
    Served,
    /// Those with its side to move, whatever has been captured.
    Ours,
    Theirs,
    Anywhere,
}

impl Fact {
    /// Fact that is no part of a goal.
    const fn new(of: Option<Subject>, place: Place, kind: Kind, test: Test) -> Fact {
        Fact {
            of,
            goal_of: None,
            place,
            kind,
            test,
        }
    }

    /// A part of the better-goal of a piece-of-advice, or of its holding-goal.
    pub fn of_goal(of: Subject, goal: (AdviceId, bool, When), place: Place, test: FnId) -> Fact {
        let (advice, better, when) = goal;
        let (what, help) = match better {
            true => (
                "a part of the better-goal",
                "the goal is never reached; correct it",
            ),
            false => (
                "a part of the holding-goal",
                "no tree can stand; correct it",
            ),
        };
        let occasion = match when {
            When::Always => Occasion::Anywhere,
            When::AfterUs => Occasion::Theirs,
            When::AfterThem => Occasion::Ours,
        };
        let kind = Kind(what, Told::Both, occasion, help);
        Fact {
            goal_of: Some(advice),
            ..Fact::new(Some(of), place, kind, Test::Condition(test))
        }
    }

    pub fn is_asked_in(&self, walk: &Walk) -> bool {
        let ours = walk.turn() == walk.us;
        let is_turn = match self.kind.2 {
            Occasion::Served => walk.asked && ours,
            Occasion::Ours => ours,
            Occasion::Theirs => !ours,
            Occasion::Anywhere => true,
        };
        let has_men = match &self.test {
            Test::Moves(classes) => Role::ALL.into_iter().any(|role| {
                let moves = |class: &Class| class.roles & role.mask() != 0;
                classes.last().is_some_and(moves)
                    && walk.class.material().count(walk.turn(), role) > 0
            }),
            _ => true,
        };
        is_turn && has_men && (self.of.is_none() || self.of == walk.of)
    }

    /// True where it is asked in positions that captures lead to.
    pub fn goes_on(&self) -> bool {
        self.kind.2 != Occasion::Served
    }
}

/// Compiles a program with the conditions of its text as claims after its own; lists those that `is_asked` takes, and the classes of moves.
pub(super) fn facts(
    rulebook: &Rulebook,
    source: &Source,
    is_asked: impl Fn(&Fact) -> bool,
) -> (Option<Rulebook>, Vec<Fact>) {
    let moves = |program| moves(program).into_iter().filter(&is_asked);
    let items = parse(source.file_text(0)).file.items;
    let mut conditions = Conditions {
        program: rulebook.program(),
        source,
        default: items.iter().find_map(|item| match &item.kind {
            ItemKind::DefaultHolding(goal) => Some(goal),
            _ => None,
        }),
        found: Vec::new(),
    };
    for item in &items {
        conditions.item(item);
    }
    let mut found = conditions.found;
    found.retain(|(_, fact)| is_asked(fact));
    // What speaks of a parameter is no claim; the second time the others are.
    for _ in 0..2 {
        let texts: Vec<&String> = found.iter().map(|(text, _)| text).collect();
        let Some(checked) = rulebook
            .with_claims(&texts)
            .ok()
            .filter(|_| !texts.is_empty())
        else {
            break;
        };
        if let Some(with) = checked.rulebook {
            let mut facts = Vec::new();
            let claims = with.program().claims.iter().skip(rulebook.own_claims());
            for (claim, (_, mut fact)) in claims.zip(found) {
                if let (ClaimSubject::Descriptor { conclusion, .. }, false) =
                    (claim.subject, claim.needs_values)
                {
                    fact.test = Test::Condition(conclusion);
                    facts.push(fact);
                }
            }
            facts.extend(moves(with.program()));
            return (Some(with), facts);
        }
        let mut told = checked.of_claims.iter();
        found.retain(|_| {
            let mut told = told.next().into_iter().flatten();
            !told.any(|of| of.severity == Severity::Error)
        });
    }
    (None, moves(rulebook.program()).collect())
}

/// The conditions of a text.
struct Conditions<'p> {
    program: &'p Program,
    source: &'p Source,
    /// The `default holding` of the text.
    default: Option<&'p Expr>,
    /// Each with the claim that it becomes.
    found: Vec<(String, Fact)>,
}

impl Conditions<'_> {
    fn add(&mut self, of: Option<Subject>, expr: &Expr, kind: Kind) {
        self.push(of, "", expr, kind);
        self.parts(expr);
    }

    /// The goals of a piece-of-advice, which a leaf has to fulfil together, without what they say of moves.
    fn together(&mut self, of: &AdviceDef) {
        let goals = of.clauses.iter().filter_map(|clause| match &clause.kind {
            AdviceClauseKind::Better(when, goal) | AdviceClauseKind::Holding(when, goal) => {
                Some((*when, goal))
            }
            _ => None,
        });
        let is_holding = |of: &AdviceClause| matches!(of.kind, AdviceClauseKind::Holding(..));
        let default = self
            .default
            .filter(|_| !of.clauses.iter().any(is_holding))
            .map(|goal| (When::Always, goal));
        let goals = goals.chain(default);
        let (times, goals): (Vec<When>, Vec<&Expr>) = goals.unzip();
        let parts = goals.iter().flat_map(|goal| match &goal.kind {
            ExprKind::Junction(BinaryOp::And, list) => list.as_slice(),
            _ => std::slice::from_ref(*goal),
        });
        let parts: Vec<&Expr> = parts.filter(|part| !self.is_of_moves(part)).collect();
        if parts.iter().any(|part| is_written(part)) {
            return;
        }
        let is_apart = times.contains(&When::AfterUs) && times.contains(&When::AfterThem);
        if let ([goal, ..], [_, _, ..], false) = (&goals[..], &parts[..], is_apart) {
            let text = parts.iter().map(|part| self.source.slice(part.span));
            let text: Vec<&str> = text.collect();
            self.ask(
                None,
                format!("({})", text.join(") ∧ (")),
                goal.span,
                TOGETHER,
            );
        }
    }

    fn is_of_moves(&self, expr: &Expr) -> bool {
        let text = self.source.slice(expr.span);
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|word| OF_MOVES.contains(&word))
    }

    fn push(&mut self, of: Option<Subject>, before: &str, expr: &Expr, kind: Kind) {
        if is_written(expr) || matches!(expr.kind, ExprKind::Any) || self.is_of_moves(expr) {
            return;
        }
        let text = format!("{before}({})", self.source.slice(expr.span));
        self.ask(of, text, expr.span, kind);
    }

    fn ask(&mut self, of: Option<Subject>, text: String, span: Span, kind: Kind) {
        let place = Place::new(span.start, span.end);
        let fact = Fact::new(of, place, kind, Test::Moves(Vec::new()));
        self.found.push((format!("prove ({text})"), fact));
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Define(of) if of.params.is_empty() => self.parts(&of.body),
            ItemKind::Advice(of) if of.params.is_empty() => {
                for clause in &of.clauses {
                    use AdviceClauseKind::{Better, Holding};
                    if let Better(_, goal) | Holding(_, goal) = &clause.kind {
                        self.parts(goal);
                    }
                }
                self.together(of);
                if let Some(action) = &of.action {
                    self.add(None, &action.in_class, IN_CLASS);
                }
            }
            ItemKind::Table(of) => {
                for condition in of.rules.iter().filter_map(|rule| rule.condition.as_ref()) {
                    if let ExprKind::Junction(BinaryOp::And, list) = &condition.kind {
                        let table = Subject::named(self.program, &of.name.node);
                        list.iter()
                            .for_each(|part| self.push(table, "", part, CONJUNCT));
                    }
                    self.parts(condition);
                }
            }
            ItemKind::Strategy(of) => self.strategy(of),
            ItemKind::Prove(of) => {
                self.claim(&of.subject, of.from.as_ref(), &of.goals);
                if let Some(conclusion) = &of.implies {
                    self.add(None, &of.subject, PREMISE);
                    self.add(None, conclusion, CONCLUSION);
                }
            }
            ItemKind::Measure(of) => self.claim(&of.subject, Some(&of.from), &of.goals),
            _ => {}
        }
    }

    fn claim(&mut self, subject: &Expr, from: Option<&FromPart>, goals: &[(GoalWord, Expr)]) {
        let of = match &subject.kind {
            ExprKind::Name(name) => Subject::named(self.program, name),
            _ => None,
        };
        let is_drawn = |from: &&FromPart| matches!(from.kind, FromKind::All | FromKind::Random(_));
        let condition = from
            .filter(is_drawn)
            .and_then(|from| from.condition.as_ref());
        if let Some(condition) = condition {
            self.add(of, condition, WHERE);
        }
        for (word, goal) in goals {
            let kind = match word {
                GoalWord::Reaches => REACHED,
                GoalWord::Keeps => KEPT,
                GoalWord::Never => NEVER,
            };
            self.add(of, goal, kind);
        }
    }

    fn strategy(&mut self, strategy: &StrategyDef) {
        let of = Subject::named(self.program, &strategy.name.node);
        for part in &strategy.parts {
            match &part.kind {
                HeadPartKind::Descr(descr) => {
                    let says_the_turn = self.source.slice(descr.span).contains("to-move");
                    self.add(of, descr, if says_the_turn { TURN } else { DESCR });
                }
                HeadPartKind::OutClass(class) => self.add(of, class, OUT_CLASS),
                _ => {}
            }
        }
        let mut open: Vec<&Statement> = strategy.body.iter().collect();
        while let Some(statement) = open.pop() {
            match &statement.kind {
                StatementKind::Action(action) => self.add(of, &action.in_class, IN_CLASS),
                StatementKind::DoWhile(condition, ..) => self.add(of, condition, LOOP),
                StatementKind::If(branches, _) => {
                    for (condition, _) in branches {
                        self.add(of, condition, BRANCH);
                    }
                }
                _ => {}
            }
            open.extend(statement.bodies().into_iter().flatten());
        }
    }

    /// The parts of a condition that are joined by `∨`, and the conditions in a number or a board.
    fn parts(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Junction(BinaryOp::Or, list) => {
                list.iter().for_each(|part| self.add(None, part, PART));
            }
            ExprKind::If(arms, last) => {
                for (condition, value) in arms {
                    self.add(None, condition, IF);
                    self.parts(value);
                }
                self.parts(last);
            }
            ExprKind::Fold(Fold::Filter, name, squares, filter) => {
                let squares = self.source.slice(squares.span);
                let before = format!("exists {} in ({squares}) : ", name.node);
                self.push(None, &before, filter, FILTER);
            }
            ExprKind::Binary(_, left, right) => {
                self.parts(left);
                self.parts(right);
            }
            ExprKind::Unary(_, inner) => self.parts(inner),
            ExprKind::Junction(_, list)
            | ExprKind::Tuple(list)
            | ExprKind::MinMax(_, list)
            | ExprKind::Call(_, list) => list.iter().for_each(|part| self.parts(part)),
            _ => {}
        }
    }
}

/// True of a truth that is written out, which is meant.
fn is_written(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name == "true" || name == "false")
}

/// The classes of moves that a program's tables and strategies use, and the out-classes of actions.
fn moves(program: &Program) -> Vec<Fact> {
    let mut facts = Vec::new();
    for of in players(program) {
        let listed = listed(program, of);
        for advice in listed
            .iter()
            .filter_map(|id| program.advice.get(id.index()))
        {
            let mut add = |place: Place, kind, test| {
                // What the author has not written has no place.
                if !place.is_empty() {
                    facts.push(Fact::new(Some(of), place, kind, test));
                }
            };
            // A test that speaks of another root, or of `TAKEN`, has no answer in one position.
            let is_known = |test: FnId, first: bool| {
                let needs = needs_of(program, test).unwrap_or(Needs::ALL);
                !needs.has(Needs::TAKEN) && (first || !needs.has(Needs::ROOT))
            };
            let steps = advice
                .better
                .parts
                .iter()
                .filter(|_| advice.kind.is_action());
            for part in steps.filter(|part| is_known(part.test, advice.depth == 1)) {
                add(part.place, STEP, Test::Step(part.test));
            }
            for (spec, kind) in [(&advice.us, US), (&advice.them, THEM)] {
                let every = std::iter::once((&spec.every, advice.depth == 1));
                let phases = spec.phases.iter();
                for (list, first) in every.chain(phases.map(|(plies, list)| (list, plies == &[0])))
                {
                    let mut before: Vec<Class> = Vec::new();
                    for class in list.iter().filter(|class| class.is_plain()) {
                        let tests = [class.from, class.to, class.filter];
                        if !tests
                            .into_iter()
                            .flatten()
                            .all(|test| is_known(test, first))
                        {
                            continue;
                        }
                        let bare = Class {
                            keys: Vec::new(),
                            place: Place::default(),
                            ..class.clone()
                        };
                        // `any` at the end is for what may come.
                        let is_rest = !before.is_empty() && bare == Class::of(Class::MEN);
                        before.push(bare);
                        if !is_rest {
                            // The first move is made in the position that is asked.
                            let kind = match first && advice.depth > 1 {
                                true => Kind(kind.0, kind.1, Occasion::Served, kind.3),
                                false => kind,
                            };
                            add(class.place, kind, Test::Moves(before.clone()));
                        }
                    }
                }
            }
        }
    }
    facts
}
