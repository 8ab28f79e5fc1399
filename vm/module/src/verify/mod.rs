//! The verifier: makes a [`Module`] of an [`Unverified`] program, or says which property does not hold and where.
//!
//! | property   | what holds afterwards                                                                       |
//! |------------|---------------------------------------------------------------------------------------------|
//! | bounds     | every id, register, target, role and place exists; every count is within its limit          |
//! | duplicates | no name and no constant occurs twice, and a name is a word                                     |
//! | flow       | jumps go forward, loops are nested, a loop's board is left alone, the end is a return       |
//! | statements | strategies go forward but for loops, which are nested; a loop ends just before its end         |
//! | types      | every operand has been written and has its type, every result is what is declared           |
//! | acyclic    | nothing reaches itself; chains of calls and of nested advice are short                      |
//! | needs      | a function declares the positions and moves that it and its callees speak of                |
//! | budget     | a function's cost has a bound, which is kept for the metering of fuel                       |
//! | records    | advice, tables, strategies, patterns, tests, claims, exports point to functions of the right kind                      |
//!
//! They run in this order, each on what those before it have established. All take time linear in the module, but for a second look
//! at functions whose loops forget a value.

mod acyclic;
mod bounds;
mod budget;
mod choices;
mod claims;
mod duplicates;
mod flow;
mod names;
mod needs;
mod patterns;
mod records;
mod statements;
mod tests;
mod types;
mod values;

pub use acyclic::settle;

use crate::error::{Property, VerifyError};
use crate::ids::{FnId, Id};
use crate::program::{Function, Program, Record};
use crate::types::{Needs, Ty};

/// A program of which nothing has been checked: what the reader and the compiler give. [`verify()`] makes a [`Module`] of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unverified(Program);

impl Unverified {
    /// The program as it is.
    pub const fn program(&self) -> &Program {
        &self.0
    }

    /// The program, to be changed or looked at without the wrapper.
    pub fn into_program(self) -> Program {
        self.0
    }
}

impl From<Program> for Unverified {
    fn from(program: Program) -> Unverified {
        Unverified(program)
    }
}

/// A program that has been verified. What runs it relies on the properties and checks none of them again.
#[derive(Clone, Debug)]
pub struct Module {
    program: Program,
    costs: Vec<u64>,
}

impl Module {
    /// The program.
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// The most that one evaluation of a function costs, in units of fuel. A nested search that it starts is not counted, nor is a
    /// library's function before linking. For an id that the module does not have it is the largest number there is.
    pub fn cost(&self, function: FnId) -> u64 {
        self.costs
            .get(function.index())
            .copied()
            .unwrap_or(u64::MAX)
    }

    /// The program, to be changed; it must be verified again before it runs.
    pub fn into_program(self) -> Program {
        self.program
    }
}

/// Verifies a program.
///
/// # Errors
/// The first property that does not hold, in the order above, and where.
pub fn verify(unverified: impl Into<Unverified>) -> Result<Module, VerifyError> {
    let program = unverified.into().into_program();
    bounds::check(&program)?;
    duplicates::check(&program)?;
    names::check(&program)?;
    flow::check(&program)?;
    statements::check(&program)?;
    types::check(&program)?;
    let order = acyclic::check(&program)?;
    needs::check(&program, &order)?;
    let costs = budget::check(&program, &order)?;
    patterns::budget(&program, &costs)?;
    records::check(&program)?;
    Ok(Module { program, costs })
}

/// What verifying gives.
type Verified<T = ()> = Result<T, VerifyError>;

/// An error that names no instruction.
fn fail<T>(property: Property, at: impl Into<String>, sentence: impl Into<String>) -> Verified<T> {
    Err(VerifyError {
        property,
        part: None,
        at: at.into(),
        instruction: None,
        sentence: sentence.into(),
    })
}

/// An error at an instruction of a function.
fn fail_in<T>(
    property: Property,
    function: &Function,
    instruction: usize,
    sentence: impl Into<String>,
) -> Verified<T> {
    let at = format!("function `{}`", function.name);
    Err(VerifyError {
        property,
        part: None,
        at,
        instruction: Some(instruction),
        sentence: sentence.into(),
    })
}

/// Checks the functions of a module one after another; an error names the function's id.
fn each_function(module: &Program, mut check: impl FnMut(&Function) -> Verified) -> Verified {
    let mut functions = module.functions.iter().enumerate();
    functions.try_for_each(|(index, function)| {
        about(Id::Function(module.own_id(index)), check(function))
    })
}

/// Checks records of one kind one after another; an error names the record's id.
fn each_record<R: Record>(records: &[R], mut check: impl FnMut(&R) -> Verified) -> Verified {
    let mut records = records.iter().enumerate();
    records.try_for_each(|(index, record)| about(R::id(index), check(record)))
}

/// A verdict whose error is about this part unless it has named one itself.
fn about<T>(part: Id, verdict: Verified<T>) -> Verified<T> {
    verdict.map_err(|mut error| {
        error.part.get_or_insert(part);
        error
    })
}

/// What a call has to know of a function, imported or not.
#[derive(Clone, Copy)]
pub(crate) struct Signature<'m> {
    pub(crate) name: &'m str,
    pub(crate) params: &'m [Ty],
    pub(crate) result: Ty,
    pub(crate) needs: Needs,
}

impl Program {
    /// How many functions there are, imports included: one more than the largest [`FnId`].
    pub fn function_count(&self) -> usize {
        self.imports.len() + self.functions.len()
    }

    /// The id of the module's own function at a place of [`Program::functions`].
    pub fn own_id(&self, index: usize) -> FnId {
        FnId(u32::try_from(self.imports.len() + index).unwrap_or(u32::MAX))
    }

    /// The function of an id; `None` for an import and for an id that does not exist.
    pub fn function(&self, id: FnId) -> Option<&Function> {
        self.functions
            .get(id.index().checked_sub(self.imports.len())?)
    }

    /// The name of a function or import; a question mark for an id that does not exist.
    pub fn function_name(&self, id: FnId) -> &str {
        self.signature(id).map_or("?", |signature| signature.name)
    }

    /// The signature of a function or import.
    pub(crate) fn signature(&self, id: FnId) -> Option<Signature<'_>> {
        if let Some(import) = self.imports.get(id.index()) {
            return Some(Signature {
                name: &import.name,
                params: &import.params,
                result: import.result,
                needs: import.needs,
            });
        }
        let function = self.function(id)?;
        Some(Signature {
            name: &function.name,
            params: &function.params,
            result: function.result,
            needs: function.needs,
        })
    }
}
