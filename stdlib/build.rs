//! Compiles the library when adv is built: each module is checked, lowered, verified and written, and a mistake in it stops the
//! build with the compiler's own message.

use std::path::Path;
use std::{env, fs};

use adv_compiler::diagnostics::Severity;
use adv_compiler::diagnostics::render::{Format, render};
use adv_compiler::source::Source;

include!("library.rs");

fn main() {
    println!("cargo::rerun-if-changed=lib");
    println!("cargo::rerun-if-changed=library.rs");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR for every build script");
    let mut done = Vec::new();
    for (name, stem) in MODULES {
        let path = format!("lib/{stem}.adv");
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let source = Source::new(format!("{name}.adv"), text);
        let libraries: Vec<&adv_module::Program> = done.iter().collect();
        let compiled = adv_compiler::compile(&source, name, VERSION, &libraries);
        let complaints: Vec<_> = compiled
            .diagnostics
            .into_iter()
            .filter(|d| d.severity != Severity::Note)
            .collect();
        assert!(
            complaints.is_empty(),
            "{}",
            render(&complaints, &source, Format::Plain)
        );
        let module = compiled
            .module
            .expect("a program without errors has a module")
            .into_program();
        let bytes = adv_module::write(&module);
        let read = adv_module::read(&bytes).unwrap_or_else(|e| panic!("{path}: {e}"));
        adv_module::verify(read).unwrap_or_else(|e| panic!("{path}: {e}"));
        let target = Path::new(&out).join(format!("{stem}.advc"));
        fs::write(&target, bytes).unwrap_or_else(|e| panic!("{}: {e}", target.display()));
        done.push(module);
    }
}
