//! Compiles the generated parser.

fn main() {
    cc::Build::new()
        .include("../src")
        .file("../src/parser.c")
        .warnings(false)
        .compile("tree-sitter-adv");
    println!("cargo::rerun-if-changed=../src/parser.c");
}
