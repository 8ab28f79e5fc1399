//! Generates the parser from `grammar/advice.lalrpop`, which lies beside the crates because it is the authority on the syntax.
//!
//! `compiler/src/syntax/driver` runs the generated automaton instead of lalrpop's own loop, because it repairs what it reads. lalrpop
//! keeps the automaton private to its file, so a function that makes one is put into it.

use std::{env, fs, path::Path};

/// The beginning of the module that holds the automaton, and the function that makes one.
const MODULE: &str = "mod __parse__File {\n";
const MAKER: &str = "
    pub(crate) fn automaton<'e, 'x: 'e>(cx: &'e mut TreeBuilder<'x>) -> impl crate::syntax::driver::Automaton {
        __StateMachine { cx, __phantom: core::marker::PhantomData }
    }
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = env::var("OUT_DIR")?;
    lalrpop::Configuration::new()
        .set_in_dir("../grammar")
        .set_out_dir(&folder)
        .emit_rerun_directives(true)
        .process()?;
    let file = Path::new(&folder).join("advice.rs");
    let code = fs::read_to_string(&file)?;
    if !code.contains(MAKER) {
        let (before, after) = code
            .split_once(MODULE)
            .ok_or("another version of lalrpop")?;
        fs::write(file, [before, MODULE, MAKER, after].concat())?;
    }
    Ok(())
}
