//! The machine's side of the comparison: source text through parser, check, lowering, verifier and linker into an engine, and the
//! engine's answers in the words of the reference.

use std::sync::OnceLock;

use adv::chess::{Color, Position, parse_fen};
use adv::{
    Consultation, Engine, Failure, Limits, Mode, Options, Rulebook, Step, Strategy, StuckCause,
    Subject, Tree,
};
use adv_compiler::diagnostics::Severity;
use adv_compiler::diagnostics::render::{Format, render};
use adv_compiler::files::{NoFiles, Sources};
use adv_compiler::hir::{self, Expr, Hir, Needs, Type};
use adv_compiler::source::Source;
use adv_module::program::{ClaimSubject, Goal, Place, TextPart};
use adv_module::{AdviceId, FnId, PatternId, StrategyId, TableId};
use adv_vm::text_in_words;

use crate::reference::{
    Cause, Ending, Origin, RefFact, RefOutcome, RefStep, RefTree, Replies, Squares, Tried, Value,
};

/// A program that went all the way, and the checked program that the reference walks.
pub struct Machine {
    /// The checked program.
    pub program: Hir,
    engine: Engine,
}

/// After how many calls every program is native code, as `ADV_NATIVE_AFTER` says; CI runs the comparison once more with 1.
fn native_after() -> Option<u32> {
    let calls = std::env::var("ADV_NATIVE_AFTER").ok()?;
    Some(calls.parse().expect("ADV_NATIVE_AFTER is a number"))
}

/// The checked programs of the library modules by the names of their imports.
pub fn libraries() -> &'static [(String, Hir)] {
    static LIBRARIES: OnceLock<Vec<(String, Hir)>> = OnceLock::new();
    LIBRARIES.get_or_init(|| {
        let libraries = adv_stdlib::libraries().iter();
        libraries
            .map(|library| (library.name().to_owned(), library.hir().clone()))
            .collect()
    })
}

/// The checked program of a text, which the reference evaluates; the error is the compiler's own message.
fn checked(text: &str, name: &str, sources: &(impl Sources + ?Sized)) -> Result<Hir, String> {
    let libraries = adv_stdlib::libraries();
    let source = Source::gather(format!("{name}.adv"), text, sources, libraries);
    let compilation = adv_compiler::compile(&source, name, "", libraries);
    let errors: Vec<_> = compilation
        .diagnostics
        .into_iter()
        .filter(|d| d.severity == Severity::Error)
        .collect();
    match compilation.checked {
        Some(checked) if errors.is_empty() => Ok(checked.program().clone()),
        _ => Err(render(&errors, &source, Format::Plain)),
    }
}

/// The checked program of a source text; the error is the compiler's own message.
pub fn checked_program(text: &str) -> Result<Hir, String> {
    checked(text, "program", &NoFiles)
}

/// A descriptor that is no goal, as one without conjuncts.
fn plain(test: FnId) -> Goal {
    Goal {
        when: hir::When::Always,
        test: Some(test),
        parts: Vec::new(),
        place: Place::default(),
    }
}

impl Machine {
    /// From source text to an engine.
    pub fn compile(text: &str) -> Result<Machine, String> {
        Machine::compile_with(text, &NoFiles)
    }

    /// From a source text and the files that it uses to an engine.
    pub fn compile_with(text: &str, sources: &(impl Sources + ?Sized)) -> Result<Machine, String> {
        let program = checked(text, "program", sources)?;
        let compiled = Rulebook::load_with("program.adv", text, sources);
        let compiled = compiled.map_err(|e| e.to_string())?;
        let bytes = compiled.module_file(false);
        let read = Rulebook::load("program.advc", &bytes);
        let read = read.map_err(|e| format!("reading back: {e}"))?;
        if read.program() != compiled.program() {
            return Err("a module read back is another module".to_owned());
        }
        let mut engine = read.engine(Limits::default());
        // Every fourth program runs as native code almost from the beginning, the others are interpreted throughout; unless it is said
        // after how many calls all of them become native code.
        match native_after() {
            Some(calls) => {
                engine.set_native_after(calls);
                assert!(
                    engine.is_native(),
                    "ADV_NATIVE_AFTER asks for native code, which this build has not: --features native"
                );
            }
            None if text.len().is_multiple_of(4) => engine.set_native_after(2),
            None => engine.set_native(false),
        }
        // Every third remembers next to nothing of what is easy to prove, and every third little.
        engine.set_proof_memory([0, 1 << 14, 1 << 26][text.len() / 4 % 3]);
        Ok(Machine { program, engine })
    }

    /// How many bytes a search for the easiest tree may remember.
    pub fn set_proof_memory(&mut self, bytes: usize) {
        self.engine.set_proof_memory(bytes);
    }

    /// The definitions that have a value in a position alone.
    pub fn definitions(&self) -> Vec<usize> {
        let functions = hir::definitions(&self.program).iter().enumerate();
        functions
            .filter(|(_, f)| f.needs == Needs::NONE)
            .map(|(i, _)| i)
            .collect()
    }

    /// The value of a definition for the side to move.
    pub fn evaluate(
        &mut self,
        function: usize,
        args: &[Value],
        fen: &str,
    ) -> Result<Value, String> {
        let function = &self.program.functions[function];
        let name = &function.name.node;
        let exports = &self.engine.module().exports;
        let export = exports.iter().find(|export| export.name == *name);
        let ids: Vec<FnId> = export
            .ok_or_else(|| format!("`{name}` is not exported"))?
            .functions
            .clone();
        let position = position(fen)?;
        let args: Vec<u64> = args.iter().flat_map(words).collect();
        let mut words = Vec::new();
        for id in ids {
            let word = self.engine.evaluate(id, &args, &position, position.turn());
            words.push(word.map_err(|stop| stop.to_string())?);
        }
        value(function.result, &words)
    }

    /// The descriptors of the claims, each as the reference has it, and as the machine's goal; what is
    /// no goal has no conjuncts.
    pub fn claimed(&self) -> Result<Vec<(Expr, Goal)>, String> {
        let claims = &self.engine.module().claims;
        if claims.len() != self.program.claims.len() {
            return Err("the machine has other claims".to_owned());
        }
        let mut found = Vec::new();
        for (checked, claim) in self.program.claims.iter().zip(claims) {
            let mut asked: Vec<(Expr, Option<Goal>)> = Vec::new();
            match (&checked.subject, claim.subject) {
                (
                    hir::ClaimSubject::Descriptor {
                        premise: first,
                        conclusion: second,
                    },
                    ClaimSubject::Descriptor {
                        premise,
                        conclusion,
                    },
                ) => {
                    asked.extend(first.clone().map(|first| (first, premise.map(plain))));
                    asked.push((second.clone(), Some(plain(conclusion))));
                }
                (hir::ClaimSubject::Table(a), ClaimSubject::Table(b)) if *a == b => {}
                _ => return Err(format!("`{}` has another subject", claim.text)),
            }
            let condition = claim.from.condition.map(plain);
            asked.extend(checked.from.condition.clone().map(|of| (of, condition)));
            for (goal, made) in checked.goals.iter().zip(&claim.goals) {
                asked.push((goal.goal.test.clone(), Some(made.goal.clone())));
            }
            for (condition, goal) in asked {
                let goal = goal.ok_or_else(|| format!("`{}` lacks a function", claim.text))?;
                found.push((condition, goal));
            }
        }
        Ok(found)
    }

    /// Whether a goal holds in one position, for the side to move. Its conjuncts have to agree with the whole.
    pub fn holds(&mut self, goal: &Goal, fen: &str) -> Result<bool, String> {
        let position = position(fen)?;
        let mut truth = |id: FnId| {
            let word = self.engine.evaluate(id, &[], &position, position.turn());
            word.map(|word| word != 0).map_err(|stop| stop.to_string())
        };
        let whole = truth(goal.test.ok_or("a goal without a function")?)?;
        let mut parts = true;
        for part in &goal.parts {
            parts &= truth(part.test)?;
        }
        if !goal.parts.is_empty() && parts != whole {
            return Err(format!("the whole is {whole}, its conjuncts are {parts}"));
        }
        Ok(whole)
    }

    /// Consults a table.
    pub fn consult(
        &mut self,
        table: usize,
        fen: &str,
        replies: Replies,
    ) -> Result<RefOutcome, String> {
        let replies = match replies {
            Replies::TestedFirst => adv::Replies::TestedFirst,
            Replies::OneByOne => adv::Replies::OneByOne,
        };
        let options = Options {
            replies,
            ..Options::default()
        };
        match self
            .engine
            .consult(TableId(table as u16), &position(fen)?, &options)
        {
            Ok(consultation) => Ok(outcome(&consultation, replies)),
            Err(Failure::OtherMaterial { .. } | Failure::OtherSide { .. }) => {
                Ok(RefOutcome::default())
            }
            Err(stopped) => Err(stopped.to_string()),
        }
    }

    /// The facts of a pattern that a side has, with all that is told of them.
    pub fn facts(
        &mut self,
        pattern: usize,
        fen: &str,
        us: shakmaty::Color,
    ) -> Result<Vec<RefFact>, String> {
        let module = self.engine.module();
        let made = module.patterns.get(pattern).ok_or("no such pattern")?;
        let worth = made.worth;
        let purpose = |view: &Option<adv_module::program::View>| {
            view.as_ref().map(|view| view.purpose.clone())
        };
        let texts: [Vec<TextPart>; 4] = [
            made.called.clone(),
            made.belief.clone(),
            purpose(&made.us).unwrap_or_default(),
            purpose(&made.them).unwrap_or_default(),
        ];
        let us = if us.is_white() {
            Color::White
        } else {
            Color::Black
        };
        let mut asking = self.engine.asking(&position(fen)?, us);
        let facts = asking.facts(PatternId(pattern as u16));
        let mut found = Vec::new();
        for here in facts.map_err(|stop| stop.to_string())? {
            let worth = asking.word(worth, here).map_err(|stop| stop.to_string())?;
            let mut told = Vec::new();
            for text in &texts {
                let slots = asking.slots(text, here).map_err(|stop| stop.to_string())?;
                told.push(text_in_words(text, &slots));
            }
            found.push(RefFact {
                squares: Squares::from_bits(here),
                worth: worth.cast_signed(),
                texts: told.try_into().map_err(|_| "four texts")?,
            });
        }
        Ok(found)
    }

    /// Consults a piece-of-advice as a plan for a fact.
    pub fn consult_plan(
        &mut self,
        advice: usize,
        here: Squares,
        fen: &str,
    ) -> Result<RefOutcome, String> {
        self.engine.set_here(here.bits());
        let (id, options) = (AdviceId(advice as u16), Options::default());
        let found = self.engine.try_advice(id, &position(fen)?, &options);
        self.engine.set_here(0);
        let replies = adv::Replies::default();
        match found {
            Ok(found) => Ok(outcome(&found, replies)),
            Err(Failure::OtherMaterial { .. }) => Ok(RefOutcome::default()),
            Err(stopped) => Err(stopped.to_string()),
        }
    }

    /// Begins a strategy; the inner error is why it is not for the position.
    pub fn begin(
        &mut self,
        strategy: usize,
        fen: &str,
    ) -> Result<Result<(Strategy, RefStep), Cause>, String> {
        let subject = Subject::Strategy(StrategyId(strategy as u16));
        let position = position(fen)?;
        match Strategy::begin(&mut self.engine, subject, &position, Mode::Strong) {
            Ok((run, found)) => Ok(Ok((run, step(&found)?))),
            Err(failure) => Ok(Err(refusal(&failure)?)),
        }
    }

    /// Goes on with a run after a reply, in the weak mode or in the strong one; `None` where the opponent has no move.
    pub fn resume(
        &mut self,
        run: &mut Strategy,
        reply: Option<&str>,
        weak: bool,
    ) -> Result<RefStep, String> {
        let legal = run.position().legal_moves();
        let reply = match reply {
            None => None,
            Some(text) => {
                let found = legal.iter().find(|m| m.to_string() == text);
                Some(*found.ok_or_else(|| format!("{text} is not legal for the machine"))?)
            }
        };
        run.set_mode(if weak { Mode::Weak } else { Mode::Strong });
        // A clone that goes another way leaves no trace in the run or in the engine.
        if let Some(other) = legal.iter().find(|m| Some(**m) != reply) {
            let mut aside = run.clone();
            let _ = aside.resume(&mut self.engine, Some(*other));
        }
        let found = run.resume(&mut self.engine, reply);
        step(&found.map_err(|e| e.to_string())?)
    }
}

fn origin(origin: &adv::Origin) -> Result<Origin, String> {
    let strategy = origin.strategy.ok_or("a step of no strategy")?;
    Ok(Origin {
        strategy: strategy.index(),
        place: (origin.place.start, origin.place.end),
    })
}

/// A step of the machine in the words of the reference.
fn step(step: &Step) -> Result<RefStep, String> {
    Ok(match step {
        Step::Yield(found) => RefStep::Yield {
            at: origin(&found.origin)?,
            outcome: outcome(&found.consultation, adv::Replies::TestedFirst),
            because: found.consultation.because.clone(),
        },
        Step::Follow(m) => RefStep::Follow(m.to_string()),
        Step::Done(done) => RefStep::Done {
            ending: match &done.ending {
                adv::Ending::EndOfStrategy => Ending::LastStatement,
                adv::Ending::Stop(reason) => Ending::Stop(reason.clone()),
                adv::Ending::Checkmate { loser } => Ending::Checkmate(color(*loser)),
                adv::Ending::Stalemate => Ending::Stalemate,
            },
            goal: done.goal,
        },
        Step::Stuck(stuck) => RefStep::Stuck {
            at: origin(&stuck.origin)?,
            cause: match &stuck.cause {
                StuckCause::InClass => Cause::InClass,
                StuckCause::NoPStrategy => Cause::NoTree,
                StuckCause::NoAdvice => Cause::NoAdvice,
                StuckCause::LoopWithoutMove => Cause::LoopWithoutMove,
                StuckCause::Failure(failure) => refusal(failure)?,
            },
            tried: stuck.tried.iter().map(|t| tried(t, 0)).collect(),
        },
    })
}

fn color(color: Color) -> shakmaty::Color {
    shakmaty::Color::from_white(color == Color::White)
}

/// Why a strategy or table is not for a position; a limit that was reached is an error.
fn refusal(failure: &Failure) -> Result<Cause, String> {
    match failure {
        Failure::OtherMaterial { left, .. } => Ok(Cause::OtherMaterial { left: *left }),
        Failure::OtherSide { plays } => Ok(Cause::OtherSide(color(*plays))),
        Failure::InClass { strategy } => Ok(Cause::StrategyInClass(strategy.index())),
        stopped => Err(stopped.to_string()),
    }
}

fn position(fen: &str) -> Result<Position, String> {
    parse_fen(fen).map_err(|e| format!("`{fen}`: {e}"))
}

/// An argument as its words.
fn words(value: &Value) -> Vec<u64> {
    let color = |white: bool| if white { 0 } else { 1 };
    vec![match value {
        Value::Board(set) => set.bits(),
        Value::Numbers(numbers) => numbers.first().map_or(0, |n| *n as u64),
        Value::Truth(truth) => u64::from(*truth),
        Value::Piece(side, role) => {
            let role = role.map_or(6, |role| role.index() as u64);
            role + 8 * color(side.is_white())
        }
        Value::Side(side) => color(side.is_white()),
        Value::Zone(men, targets, moves) => {
            return vec![men.bits(), targets.bits(), moves.cast_unsigned()];
        }
    }]
}

/// A result from its words.
fn value(ty: Type, words: &[u64]) -> Result<Value, String> {
    let first = words
        .first()
        .copied()
        .ok_or("a definition without a function")?;
    Ok(match ty {
        Type::Board => Value::Board(Squares::from_bits(first)),
        Type::Number(_) => Value::Numbers(words.iter().map(|word| *word as i64).collect()),
        Type::Truth if first < 2 => Value::Truth(first == 1),
        Type::Zone => {
            let [men, targets, moves] = words else {
                return Err(format!("a zone as {words:?}"));
            };
            let (men, targets) = (Squares::from_bits(*men), Squares::from_bits(*targets));
            Value::Zone(men, targets, moves.cast_signed())
        }
        other => return Err(format!("{other:?} as the word {first}")),
    })
}

fn outcome(consultation: &Consultation, replies: adv::Replies) -> RefOutcome {
    let root = u64::from(replies == adv::Replies::OneByOne);
    let tried = consultation.tried.iter().map(|one| tried(one, root));
    RefOutcome {
        table: consultation.table.map(TableId::index),
        mirrored: consultation.mirrored,
        rule: consultation.rule,
        tried: tried.collect(),
        tree: consultation.tree.as_ref().map(|tree| node(tree, None)),
    }
}

/// One piece-of-advice or action that was tried; the root counts so much.
fn tried(tried: &adv::Tried, root: u64) -> Tried {
    let mut by_depth = vec![root];
    by_depth.extend(&tried.by_depth);
    Tried {
        advice: tried.advice.index(),
        satisfied: tried.satisfied,
        positions: tried.positions,
        by_depth,
    }
}

/// A tree of the machine as the reference has it.
pub fn ref_tree(tree: &Tree) -> RefTree {
    node(tree, None)
}

/// A node of the machine's tree with all below it.
fn node(tree: &Tree, of: Option<usize>) -> RefTree {
    let nodes = tree.nodes();
    let moves = tree
        .children(of)
        .map(|i| (nodes[i].mv.to_string(), node(tree, Some(i))));
    let left_out = of.map_or(0, |i| usize::from(nodes[i].left_out));
    RefTree {
        moves: moves.collect(),
        left_out,
    }
}
