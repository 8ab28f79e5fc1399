//! Modules made by hand.

use adv_module::program::*;
use adv_module::{AdviceKind, FnId, Module, Needs, Op, Program, Reg, SearchMode, Ty, When, verify};

/// A register.
pub const fn r(index: u8) -> Reg {
    Reg(index)
}

/// A function with a window of eight registers.
pub fn function(name: &str, params: &[Ty], result: Ty, needs: Needs, code: Vec<Op>) -> Function {
    Function {
        name: name.to_owned(),
        params: params.to_vec(),
        result,
        needs,
        registers: 8,
        code,
        places: Vec::new(),
        place: Place::default(),
    }
}

/// A module that has functions and nothing else.
pub fn of_functions(functions: Vec<Function>) -> Program {
    Program {
        name: "program".to_owned(),
        functions,
        ..Program::default()
    }
}

/// A module with one function without parameters.
pub fn of_code(result: Ty, needs: Needs, code: Vec<Op>) -> Program {
    of_functions(vec![function("f", &[], result, needs, code)])
}

/// A library: its functions, each exported under its own name.
pub fn library(name: &str, version: &str, functions: Vec<Function>) -> Program {
    let exports = functions
        .iter()
        .enumerate()
        .map(|(index, function)| Export {
            name: function.name.clone(),
            params: function
                .params
                .iter()
                .map(|ty| ("x".to_owned(), *ty))
                .collect(),
            result: function.result,
            functions: vec![FnId(index as u32)],
            needs: function.needs,
            doc: String::new(),
        });
    Program {
        name: name.to_owned(),
        version: version.to_owned(),
        exports: exports.collect(),
        functions,
        ..Program::default()
    }
}

/// An import of a library's function.
pub fn import(library: &Program, name: &str) -> Import {
    let function = library
        .functions
        .iter()
        .find(|function| function.name == name);
    let function = function.expect("the library has the function");
    Import {
        module: library.name.clone(),
        version: library.version.clone(),
        name: name.to_owned(),
        component: 0,
        params: function.params.clone(),
        result: function.result,
        needs: function.needs,
    }
}

/// Verifies what is right.
pub fn verified(module: Program) -> Module {
    match verify(module) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

/// A goal that is a function.
pub fn goal(test: Option<u32>) -> Goal {
    Goal {
        when: When::Always,
        test: test.map(FnId),
        parts: Vec::new(),
        place: Place::default(),
    }
}

/// A piece-of-advice that is always satisfied.
pub fn advice(name: &str) -> Advice {
    Advice {
        name: name.to_owned(),
        side: None,
        better: goal(None),
        holding: goal(None),
        us: MoveSpec {
            every: vec![class()],
            phases: Vec::new(),
        },
        them: MoveSpec::default(),
        depth: 1,
        mode: SearchMode::Within,
        cost: None,
        because: Vec::new(),
        doc: String::new(),
        place: Place::default(),
        kind: AdviceKind::Piece,
        prefer: Vec::new(),
        in_class: None,
    }
}

/// Any move.
pub fn class() -> Class {
    Class::of(63)
}

/// A table with one rule.
pub fn table(name: &str, list: Vec<Entry>) -> Table {
    let rule = Rule {
        condition: None,
        list,
        place: Place::default(),
    };
    Table {
        name: name.to_owned(),
        side: None,
        material: None,
        rules: vec![rule],
        beyond: Vec::new(),
        leaves: true,
        doc: String::new(),
        place: Place::default(),
    }
}

/// A strategy without classes.
pub fn strategy(name: &str, body: Vec<StatementKind>) -> Strategy {
    let statement = |kind| Statement {
        kind,
        place: Place::default(),
    };
    Strategy {
        name: name.to_owned(),
        side: None,
        material: None,
        in_class: None,
        in_class_place: Place::default(),
        out_class: None,
        compares: false,
        out_class_place: Place::default(),
        body: body.into_iter().map(statement).collect(),
        doc: String::new(),
        place: Place::default(),
    }
}
