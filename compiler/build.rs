//! Generates the parser from `grammar/advice.lalrpop`, which lies beside the crates because it is the authority on the syntax.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lalrpop::Configuration::new()
        .set_in_dir("../grammar")
        .set_out_dir(std::env::var("OUT_DIR")?)
        .emit_rerun_directives(true)
        .process()
}
