//! The value of an expression in a position, compiled with everything that a program defines.
//!
//! The expression becomes a definition at the end of the program's text, so that its messages are the compiler's. Its kind (board, number,
//! descriptor or zone) is found by trying one after the other.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv_chess::{Color, Position};
use adv_compiler::diagnostics::{Diagnostic, Severity};
use adv_compiler::source::{Source, Span};
use adv_compiler::syntax::ast::ExprKind;
use adv_compiler::syntax::parse_expression;
use adv_module::{FnId, Linked, Module, Needs, Program, Ty};
use adv_render::text::one_line;
use adv_vm::{Engine, Limits, Stop, WaysFacts, ZoneFacts, ZoneOperands, horizon};

use crate::load::{Refusal, link};

/// Kinds of definition that an expression is tried as, in this order: a board is a descriptor too.
const KINDS: [&str; 4] = ["board", "number", "descriptor", "zone"];
/// Primitive whose value is the squares of trajectories.
const WAYS: &str = "BUNDLE";
/// Name of the definition that an expression becomes; no program has a definition of this name.
const NAME: &str = "the-expression-asked-about";

/// An expression compiled with a program, ready to be evaluated in positions.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The expression on one line, its words separated by single blanks.
    pub text: String,
    /// The type of the expression's value; for a zone the type of its squares.
    pub ty: Ty,
    /// True for a zone: its value has three words, the squares of its men, those of its targets, and its horizon in moves.
    pub is_zone: bool,
    functions: Vec<FnId>,
    linked: Arc<Linked>,
    /// The compiled arguments of an expression that is a call of `BUNDLE`; empty elsewhere.
    operands: Vec<Expression>,
}

/// The reason why an expression has no value.
#[derive(Debug)]
pub enum ExpressionError {
    /// The module has no source text, so that nothing can be compiled with it.
    NoSource,
    /// The expression is in error; the diagnostics point into its own text.
    Refused(Refusal),
    /// The expression depends on another position or on a move, but there is only one position.
    NeedsMove(String),
    /// The program with the expression cannot be linked.
    Link(Box<Diagnostic>),
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpressionError::NoSource => f.write_str(
                "the module has no source text, so that expressions cannot be compiled with it",
            ),
            ExpressionError::Refused(refusal) => refusal.fmt(f),
            ExpressionError::NeedsMove(text) => write!(
                f,
                "`{text}` speaks of another position or of a move, and here is only one position"
            ),
            ExpressionError::Link(error) => f.write_str(&error.message),
        }
    }
}

impl std::error::Error for ExpressionError {}

impl Expression {
    /// Compiles an expression with the definitions of a program.
    ///
    /// # Errors
    /// [`ExpressionError`] where the expression does not compile, or needs more than one position.
    pub fn compile(program: &Program, text: &str) -> Result<Expression, ExpressionError> {
        let expression = Expression::compile_alone(program, text)?;
        let operands = match expression.ty {
            Ty::Board if !expression.is_zone => operands_of_ways(program, text),
            _ => Vec::new(),
        };
        Ok(Expression {
            operands,
            ..expression
        })
    }

    /// Compiles an expression of a given kind: `board`, `number`, `descriptor` or `zone`. It has no [`Expression::ways`].
    ///
    /// # Errors
    /// As [`Expression::compile`]; also where the expression is of another kind.
    pub fn compile_as(
        program: &Program,
        kind: &str,
        text: &str,
    ) -> Result<Expression, ExpressionError> {
        Expression::of_kinds(program, &[kind], text)
    }

    /// Compiles many expressions of given kinds with one compilation of the program, as [`Expression::compile_as`] does each; `None` for
    /// what does not compile. What is in error among the others is compiled again alone.
    pub(crate) fn compile_many(
        program: &Program,
        wanted: &[(&str, String)],
    ) -> Vec<Option<Expression>> {
        let linked = program
            .source
            .as_ref()
            .and_then(|kept| together(&Source::kept("<expressions>", kept), wanted))
            .and_then(|module| link(module).ok())
            .map(Arc::new);
        let compiled = wanted.iter().enumerate().map(|(number, (kind, text))| {
            let of_all = linked
                .as_ref()
                .map(|linked| Expression::exported(linked, &format!("{NAME}-{number}"), text));
            match of_all {
                Some(Err(ExpressionError::NoSource)) | None => {
                    Expression::compile_as(program, kind, text).ok()
                }
                Some(found) => found.ok(),
            }
        });
        compiled.collect()
    }

    /// Compiles an expression, without its operands.
    fn compile_alone(program: &Program, text: &str) -> Result<Expression, ExpressionError> {
        Expression::of_kinds(program, &KINDS, text)
    }

    fn of_kinds(
        program: &Program,
        kinds: &[&str],
        text: &str,
    ) -> Result<Expression, ExpressionError> {
        let Some(kept) = &program.source else {
            return Err(ExpressionError::NoSource);
        };
        let module = compiled(&Source::kept("<expression>", kept), kinds, text)?;
        let linked = link(module).map_err(ExpressionError::Link)?;
        Expression::exported(&Arc::new(linked), NAME, text)
    }

    /// Finds the compiled expression under the name of its definition in a linked program.
    fn exported(
        linked: &Arc<Linked>,
        name: &str,
        text: &str,
    ) -> Result<Expression, ExpressionError> {
        let mut exports = linked.module().program().exports.iter();
        let Some(export) = exports.find(|export| export.name == name) else {
            // Every definition that compiles is exported.
            return Err(ExpressionError::NoSource);
        };
        if export.needs != Needs::NONE {
            return Err(ExpressionError::NeedsMove(text.to_owned()));
        }
        Ok(Expression {
            text: one_line(text),
            ty: export.result,
            is_zone: export.is_zone(),
            functions: export.functions.clone(),
            linked: linked.clone(),
            operands: Vec::new(),
        })
    }

    /// Evaluates the expression in a position, where `us` is the side that the program plays: one word, or one for each component of a
    /// tuple. Boards are sets of squares, numbers are in two's complement.
    ///
    /// # Errors
    /// The [`Stop`] where a limit was reached.
    pub fn value(&self, position: &Position, us: Color, limits: Limits) -> Result<Vec<u64>, Stop> {
        let mut engine = Engine::new(self.linked.clone(), limits);
        let functions = self.functions.iter();
        functions
            .map(|function| engine.evaluate(*function, &[], position, us))
            .collect()
    }

    /// True where the value has several numbers or boards, which is so of a zone too.
    pub(crate) const fn is_tuple(&self) -> bool {
        self.functions.len() != 1
    }

    /// A function that evaluates a number in one position after the other; `interrupt` ends it.
    pub(crate) fn in_many(
        &self,
        us: Color,
        limits: Limits,
        interrupt: Option<Arc<AtomicBool>>,
    ) -> impl FnMut(&Position) -> Result<i64, Stop> + use<> {
        let mut engine = Engine::new(self.linked.clone(), limits);
        engine.set_interrupt(interrupt);
        let function = self.functions.first().copied();
        move |position| {
            let Some(function) = function else {
                return Err(Stop::NoValue);
            };
            let value = engine.evaluate(function, &[], position, us)?;
            Ok(value.cast_signed())
        }
    }

    /// The trajectories whose squares are the value of a call such as `BUNDLE(W.K, c8)`, `BUNDLE(race(W), 1)`; `None` for anything else.
    ///
    /// # Errors
    /// The [`Stop`] where a limit was reached.
    pub fn ways(
        &self,
        position: &Position,
        us: Color,
        limits: Limits,
    ) -> Result<Option<WaysFacts>, Stop> {
        let operands = self.operands.iter();
        let value = |of: &Expression| Ok((of.ty, of.value(position, us, limits)?));
        let values: Vec<(Ty, Vec<u64>)> = operands.map(value).collect::<Result<_, Stop>>()?;
        let words = values.iter().map(|(ty, words)| (*ty, words.as_slice()));
        let words: Vec<(Ty, &[u64])> = words.collect();
        let found = match words.as_slice() {
            [(Ty::Board, [men]), (Ty::Board, [to])] => WaysFacts::of(position, *men, *to, None),
            [(Ty::Board, [men]), (Ty::Board, [to]), (Ty::Number, [moves])] => {
                let Ok(moves) = u32::try_from(*moves) else {
                    return Ok(None);
                };
                WaysFacts::of(position, *men, *to, Some(moves))
            }
            [(Ty::Board, [men, targets, moves]), (Ty::Number, [level])] => {
                let zone = ZoneOperands {
                    men: *men,
                    targets: *targets,
                    horizon: horizon(*moves),
                };
                let Ok(level) = usize::try_from(*level) else {
                    return Ok(None);
                };
                WaysFacts::of_level(&ZoneFacts::of(position, zone), level)
            }
            _ => return Ok(None),
        };
        let squares = self.value(position, us, limits)?;
        Ok((squares.as_slice() == [found.squares]).then_some(found))
    }
}

/// Compiles the operands of a call of `BUNDLE`, each by itself; empty where the text is something else.
fn operands_of_ways(program: &Program, text: &str) -> Vec<Expression> {
    let (expression, _) = parse_expression(text, 0);
    let ExprKind::Call(name, arguments) = expression.kind else {
        return Vec::new();
    };
    if name.node != WAYS {
        return Vec::new();
    }
    let operands = arguments.iter().map(|argument| {
        let (start, end) = (argument.span.start as usize, argument.span.end as usize);
        Expression::compile_alone(program, text.get(start..end)?).ok()
    });
    // The span of an argument in parentheses leaves these out, which changes nothing; what does not compile alone is not shown.
    operands.collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// Compiles the program with all expressions as definitions, numbered by their places in the list, that are in no error; `None` where the
/// program does not compile with them.
fn together(program: &Source, wanted: &[(&str, String)]) -> Option<Module> {
    let mut left: Vec<usize> = (0..wanted.len()).collect();
    while !left.is_empty() {
        let mut more = String::new();
        // The number of an expression and the end of its definition.
        let mut ends = Vec::with_capacity(left.len());
        for number in left {
            let (kind, text) = wanted.get(number)?;
            let text = text.replace(['\n', '\r'], " ");
            more.push_str(&format!("\n{kind} {NAME}-{number} = {text}\n"));
            ends.push((number, program.file_text(0).len() + more.len()));
        }
        let source = program.with_more(&more);
        let compilation =
            adv_compiler::compile(&source, "expressions", "", adv_stdlib::libraries());
        if compilation.module.is_some() {
            return compilation.module;
        }
        let errors = compilation.diagnostics.iter();
        let errors = errors.filter(|one| one.severity == Severity::Error);
        let places = errors.flat_map(|one| one.labels.first());
        let wrong = places.filter_map(|label| {
            let at = label.span.start as usize;
            ends.iter().position(|(_, end)| at < *end)
        });
        let wrong: BTreeSet<usize> = wrong.collect();
        if wrong.is_empty() {
            return None;
        }
        let kept = ends.iter().enumerate();
        let kept = kept.filter(|(index, _)| !wrong.contains(index));
        left = kept.map(|(_, (number, _))| *number).collect();
    }
    None
}

/// Compiles the program with the expression as one more definition.
fn compiled(program: &Source, kinds: &[&str], expression: &str) -> Result<Module, ExpressionError> {
    // One line, whatever it is pasted from; a blank for each line's end keeps the places.
    let expression = expression.replace(['\n', '\r'], " ");
    let mut best: Option<Vec<Diagnostic>> = None;
    for kind in kinds {
        let head = format!("\n{kind} {NAME} = ");
        let source = program.with_more(&format!("{head}{expression}\n"));
        let start = program.file_text(0).len() + head.len();
        let compilation = adv_compiler::compile(&source, "expression", "", adv_stdlib::libraries());
        if let Some(module) = compilation.module {
            return Ok(module);
        }
        let errors = about(compilation.diagnostics, start, expression.len());
        if best.as_ref().is_none_or(|best| errors.len() < best.len()) {
            best = Some(errors);
        }
    }
    Err(ExpressionError::Refused(Refusal {
        source: Source::new("<expression>", expression),
        diagnostics: best.unwrap_or_default(),
    }))
}

/// Keeps the errors, and counts their places from the beginning of the expression; places outside it are dropped.
fn about(diagnostics: Vec<Diagnostic>, start: usize, length: usize) -> Vec<Diagnostic> {
    let within = |span: Span| {
        let from = (span.start as usize).checked_sub(start)?.min(length);
        let to = (span.end as usize).checked_sub(start)?.min(length);
        Some(Span::new(
            u32::try_from(from).ok()?,
            u32::try_from(to).ok()?,
        ))
    };
    diagnostics
        .into_iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|mut diagnostic| {
            // The user has typed no file.
            diagnostic.message = diagnostic
                .message
                .replace("the file ends", "the expression ends");
            diagnostic.labels.retain_mut(|label| {
                let span = within(label.span);
                label.span = span.unwrap_or(label.span);
                span.is_some()
            });
            diagnostic.further.retain_mut(|place| {
                let span = within(*place);
                *place = span.unwrap_or(*place);
                span.is_some()
            });
            diagnostic
        })
        .collect()
}
