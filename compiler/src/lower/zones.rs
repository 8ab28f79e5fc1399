//! The zones that a conjunct or a class of moves speaks of, so that an explanation can draw and tell them.
//!
//! ```text
//!   saved(us, them)               descriptor runs(s: side) = ¬vulnerable(race(s))
//!     race(W), race(B)            definitions are gone into with their arguments, those of libraries too
//!   any along race(us)
//!     race(us)                    the condition that `along` stands for
//! ```
//!
//! A zone is recorded where a word reads it in the position that is drawn: the node of a goal, the position before a move. One that
//! varies with a variable of a loop or with the move itself has no functions of its own and is left out. Nothing here is cached: these
//! functions are called a few times for one picture. Where a program speaks of no zone nothing is built.

use std::collections::BTreeSet;

use adv_chess::geometry::set_names;
use adv_module::program::{GoalCase, GoalPart, MoveSpec as Moves, SpokenZone, ZoneFunctions};

use super::build::{Build, TermScope};
use super::context::Lowering;
use super::records::At;
use super::term::{Reads, TermId};
use crate::hir::parts::each_child;
use crate::hir::{BoardOp, Callee, Expr, ExprKind, Frame, MoveSpec, Needs, Role, Type};

/// Zones of one conjunct or class.
const MOST: usize = 8;
/// How deep definitions are gone into.
const DEEP: u8 = 8;
/// How many nodes are looked at for one conjunct or class.
const STEPS: usize = 4_000;
/// Cases of one conjunct.
const MOST_CASES: usize = 24;
/// The longest text of a zone or case, in characters.
const LONGEST: usize = 60;

/// A zone that was found.
struct SpokenFound {
    text: String,
    parts: [TermId; 3],
}

/// The walk over one conjunct or class.
struct SpokenWalk<'b, 'l, 'a> {
    build: Build<'l, 'a>,
    /// The position that is drawn.
    read: Frame,
    found: &'b mut Vec<SpokenFound>,
    steps: usize,
}

/// The current place of the walk.
struct SpokenStand {
    scope: TermScope,
    /// The texts of the locals.
    texts: Vec<String>,
    depth: u8,
}

/// Of a long text the beginning.
fn clipped(text: String) -> String {
    match text.chars().count() > LONGEST {
        true => text.chars().take(LONGEST - 1).chain(['…']).collect(),
        false => text,
    }
}

impl<'a> Lowering<'a> {
    /// The zones that an expression speaks of, in the order of the source; `name` is the conjunct's or the class's.
    ///
    /// A zone that is too large for functions is left out: it is missing in a drawing, the goal is what it was.
    pub(super) fn zones(&mut self, expr: &Expr, name: &str, at: At) -> Vec<SpokenZone> {
        let mut steps = STEPS;
        if !self.speaks(expr, None, (&mut BTreeSet::new(), &mut steps)) {
            return Vec::new();
        }
        let (read, allowed) = match at {
            At::Node => (Frame::Current, Needs::NEW.union(Needs::ROOT)),
            At::After | At::AfterFirst => (Frame::New, Needs::NEW.union(Needs::ROOT)),
            At::Move | At::FirstMove | At::FirstSquares => (Frame::Current, Needs::ROOT),
            At::Position => (Frame::Current, Needs::NONE),
        };
        // The current position is always there.
        let allowed = Reads::needed(allowed).with(Reads::CURRENT);
        let mut found = Vec::new();
        let mut walk = SpokenWalk {
            build: Build::new(self, name, false),
            read,
            found: &mut found,
            steps: STEPS,
        };
        let mut start = SpokenStand {
            scope: TermScope::new(at == At::Node),
            texts: Vec::new(),
            depth: 0,
        };
        walk.visit(expr, &mut start);
        let terms = walk.build.terms;
        let mut zones = Vec::with_capacity(found.len());
        for (index, zone) in found.into_iter().enumerate() {
            let known = |part: TermId| {
                let facts = terms.facts(part);
                facts.reads.with(allowed) == allowed && facts.open == 0 && !facts.satisfiable
            };
            if !zone.parts.into_iter().all(known) {
                continue;
            }
            let [men, targets, moves] = zone.parts;
            let mut function = |what: &str, term| {
                self.drawn(format!("{name}.zone.{}.{what}", index + 1), &terms, term)
            };
            if let (Some(men), Some(targets), Some(moves)) = (
                function("men", men),
                function("targets", targets),
                function("moves", moves),
            ) {
                zones.push(SpokenZone {
                    text: zone.text,
                    zone: ZoneFunctions {
                        men,
                        targets,
                        moves,
                    },
                });
            }
        }
        zones
    }

    /// The body of what is called in the program, or in the library of this index, and the library that it is from.
    pub(super) fn body(
        &self,
        home: Option<usize>,
        callee: Callee,
    ) -> Option<(&'a Expr, Option<usize>)> {
        if let (None, Callee::Own(index)) = (home, callee) {
            return Some((&self.program.functions.get(index)?.body, None));
        }
        let found = self.library_function(home, callee)?;
        let library = self.libraries.get(found.library).ok()?;
        let body = &library.hir().functions.get(found.index)?.body;
        Some((body, Some(found.library)))
    }

    /// The name of what is called there.
    pub(super) fn name_of(&self, home: Option<usize>, callee: Callee) -> Option<&'a str> {
        let program = match home {
            None => self.program,
            Some(library) => self.libraries.get(library).ok()?.hir(),
        };
        Some(match callee {
            Callee::Own(index) => &program.functions.get(index)?.name.node,
            Callee::Library(index) => &program.imports.get(index)?.name,
        })
    }

    /// Adds to the classes of a clause the zones that their conditions speak of; `name` is the clause's.
    pub(super) fn zones_of_classes(&mut self, spec: &MoveSpec, made: &mut Moves, name: &str) {
        let classes = std::iter::once(&spec.every).chain(spec.phases.iter().map(|(_, of)| of));
        let phases = made.phases.iter_mut().map(|(_, of)| of);
        let lists = std::iter::once(&mut made.every).chain(phases);
        for (number, (classes, made)) in classes.zip(lists).enumerate() {
            for (index, (class, made)) in classes.iter().zip(made).enumerate() {
                if let Some(filter) = &class.filter {
                    let name = format!("{name}.{number}.{}", index + 1);
                    made.zones = self.zones(filter, &name, At::Move);
                }
            }
        }
    }

    /// Adds to a conjunct the zones that it speaks of and, where there are some, its cases.
    pub(super) fn spoken(&mut self, expr: &Expr, part: &mut GoalPart, name: &str, at: At) {
        part.zones = self.zones(expr, name, at);
        if !part.zones.is_empty() {
            part.cases = self.cases(expr, name, at);
        }
    }

    /// The cases of a disjunction or of one that is negated, in the order of the source; none where there are not two of them, or where one
    /// searches.
    fn cases(&mut self, expr: &Expr, name: &str, at: At) -> Vec<GoalCase> {
        let expr = match &expr.kind {
            ExprKind::Not(inner) => inner,
            _ => expr,
        };
        let mut found = Vec::new();
        let mut walk = SpokenWalk {
            build: Build::new(self, name, false),
            read: Frame::Current,
            found: &mut Vec::new(),
            steps: STEPS,
        };
        let mut start = SpokenStand {
            scope: TermScope::new(at == At::Node),
            texts: Vec::new(),
            depth: 0,
        };
        walk.split(expr, &mut start, &mut found);
        let terms = walk.build.terms;
        let searches = found.iter().any(|(_, term)| terms.facts(*term).satisfiable);
        if found.len() < 2 || searches {
            return Vec::new();
        }
        let case = |(index, (text, term)): (usize, (String, TermId))| {
            let test = self.drawn(format!("{name}.case.{}", index + 1), &terms, term)?;
            Some(GoalCase { text, test })
        };
        let made: Option<Vec<GoalCase>> = found.into_iter().enumerate().map(case).collect();
        made.unwrap_or_default()
    }

    /// True where an expression or a definition that it calls speaks of a zone.
    fn speaks(
        &self,
        expr: &Expr,
        home: Option<usize>,
        (seen, steps): (&mut BTreeSet<(Option<usize>, usize)>, &mut usize),
    ) -> bool {
        let Some(left) = steps.checked_sub(1) else {
            return false;
        };
        *steps = left;
        if expr.ty == Type::Zone {
            return true;
        }
        if let ExprKind::Call(callee, ..) = &expr.kind {
            let key = match (home, *callee) {
                (None, Callee::Library(index)) => (None, usize::MAX - index),
                (Some(home), Callee::Library(index)) => (Some(home), usize::MAX - index),
                (home, Callee::Own(index)) => (home, index),
            };
            // A chain of so many definitions is not gone down either.
            if seen.len() < usize::from(u8::MAX)
                && seen.insert(key)
                && let Some((body, library)) = self.body(home, *callee)
                && self.speaks(body, library, (&mut *seen, &mut *steps))
            {
                return true;
            }
        }
        let mut found = false;
        each_child(expr, &mut |part| {
            found = found || self.speaks(part, home, (&mut *seen, &mut *steps));
        });
        found
    }
}

impl SpokenWalk<'_, '_, '_> {
    fn visit(&mut self, expr: &Expr, stand: &mut SpokenStand) {
        let Some(steps) = self.steps.checked_sub(1) else {
            return;
        };
        self.steps = steps;
        match &expr.kind {
            // In another symmetry the squares are others, and a nested search has positions of its own.
            ExprKind::Turned(_) | ExprKind::Satisfiable(..) => {}
            // The body varies with its variable.
            ExprKind::Fold(_, _, over, _) => self.visit(over, stand),
            ExprKind::Prim(_, frame, args) => {
                let here = stand.scope.frame(*frame) == self.read;
                for arg in args {
                    match arg.ty {
                        Type::Zone if here => self.take(arg, stand),
                        Type::Zone => {}
                        _ => self.visit(arg, stand),
                    }
                }
            }
            ExprKind::Call(callee, frame, args) => {
                for arg in args.iter().filter(|arg| arg.ty != Type::Zone) {
                    self.visit(arg, stand);
                }
                self.enter(expr, (*callee, *frame, args), stand);
            }
            _ => each_child(expr, &mut |part| self.visit(part, stand)),
        }
    }

    /// The cases of a disjunction with their texts. Definitions that are disjunctions are gone into.
    fn split(&mut self, expr: &Expr, stand: &mut SpokenStand, found: &mut Vec<(String, TermId)>) {
        match &expr.kind {
            ExprKind::Or(parts) => parts.iter().for_each(|part| self.split(part, stand, found)),
            ExprKind::Call(callee, frame, args) if self.is_split(*callee, stand) => {
                let texts = args.iter().map(|arg| self.words(arg, stand)).collect();
                let call = (*callee, *frame, args.as_slice());
                let entered = self.build.entered(call, expr.span, &mut stand.scope);
                if let Some((body, scope)) = entered {
                    let mut inside = SpokenStand {
                        scope,
                        texts,
                        depth: stand.depth + 1,
                    };
                    self.split(body, &mut inside, found);
                }
            }
            _ => {
                let term = self.build.components(expr, &mut stand.scope);
                let term = term.ok().and_then(|terms| terms.first().copied());
                if let Some(term) = term.filter(|_| found.len() < MOST_CASES) {
                    found.push((clipped(self.words(expr, stand)), term));
                }
            }
        }
    }

    /// True for the call of a definition that is a disjunction.
    fn is_split(&self, callee: Callee, stand: &SpokenStand) -> bool {
        let body = self.build.low.body(stand.scope.home(), callee);
        stand.depth < DEEP && body.is_some_and(|(body, _)| matches!(body.kind, ExprKind::Or(_)))
    }

    /// Goes into a definition that speaks of a zone, with its arguments.
    fn enter(
        &mut self,
        expr: &Expr,
        (callee, frame, args): (Callee, Frame, &[Expr]),
        stand: &mut SpokenStand,
    ) {
        let home = stand.scope.home();
        let Some((body, library)) = self.build.low.body(home, callee) else {
            return;
        };
        let mut steps = self.steps;
        let speaks = self
            .build
            .low
            .speaks(body, library, (&mut BTreeSet::new(), &mut steps));
        if !speaks || stand.depth >= DEEP || self.found.len() >= MOST {
            return;
        }
        let texts: Vec<String> = args.iter().map(|arg| self.words(arg, stand)).collect();
        let entered = self
            .build
            .entered((callee, frame, args), expr.span, &mut stand.scope);
        if let Some((body, scope)) = entered {
            let mut inside = SpokenStand {
                scope,
                texts,
                depth: stand.depth + 1,
            };
            self.visit(body, &mut inside);
        }
    }

    /// A zone that is read in the position that is drawn.
    fn take(&mut self, zone: &Expr, stand: &mut SpokenStand) {
        if self.found.len() >= MOST {
            return;
        }
        let Ok(parts) = self.build.components(zone, &mut stand.scope) else {
            return;
        };
        let Ok(parts) = <[TermId; 3]>::try_from(parts) else {
            return;
        };
        if self.found.iter().any(|known| known.parts == parts) {
            return;
        }
        let text = clipped(self.words(zone, stand));
        self.found.push(SpokenFound { text, parts });
    }

    /// An expression in the words of the language, with the arguments that the locals stand for; `…` for what is longer.
    fn words(&self, expr: &Expr, stand: &SpokenStand) -> String {
        let role = |role: &Option<Role>| role.map_or('*', |role| role.letter());
        let call = |name: &str, args: &[Expr]| match args {
            [] => name.to_owned(),
            _ => {
                let args: Vec<String> = args.iter().map(|arg| self.words(arg, stand)).collect();
                format!("{name}({})", args.join(", "))
            }
        };
        match &expr.kind {
            ExprKind::Local(local) => {
                let text = stand.texts.get(local.0 as usize);
                text.cloned().unwrap_or_else(|| "…".to_owned())
            }
            ExprKind::Side(who) => who.word().to_owned(),
            ExprKind::Piece(who, of) => format!("{}.{}", who.word(), role(of)),
            ExprKind::PieceOf(side, of) => format!("{}.{}", self.words(side, stand), role(of)),
            ExprKind::Squares(_, piece) => self.words(piece, stand),
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Board(word) => {
                let names = set_names(*word);
                match word.count_ones() {
                    1 => names.trim_matches(['{', '}']).to_owned(),
                    _ => names,
                }
            }
            ExprKind::BoardOp(op, a, b) => {
                let sign = match op {
                    BoardOp::Union => "∪",
                    BoardOp::Intersect => "∩",
                    BoardOp::Minus => "\\",
                };
                format!("{} {sign} {}", self.words(a, stand), self.words(b, stand))
            }
            ExprKind::Call(callee, _, args) => {
                let name = self.build.low.name_of(stand.scope.home(), *callee);
                call(name.unwrap_or("…"), args)
            }
            ExprKind::Prim(prim, _, args) => call(prim.entry().name, args),
            ExprKind::Zone(parts) => call("zone", parts.as_slice()),
            ExprKind::Not(inner) => format!("¬{}", self.words(inner, stand)),
            ExprKind::NonEmpty(inner) => self.words(inner, stand),
            ExprKind::And(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.words(part, stand)).collect();
                parts.join(" ∧ ")
            }
            _ => "…".to_owned(),
        }
    }
}
