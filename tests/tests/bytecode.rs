//! What small programs are compiled to, as listings: a change of the lowering shows as a change of these.

use crate::common::{examples, file_name, files, module, read};
use adv_module::Program;

#[test]
fn every_program_is_compiled_to_its_snapshot() {
    insta::glob!("../cases/bytecode", "*.adv", |path| {
        let text = read(path);
        let verified = adv_module::verify(module(&file_name(path), &text));
        let verified = verified.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let listing = adv_module::listing_of_verified(&verified);
        insta::with_settings!({
            snapshot_path => "../cases/snapshots",
            omit_expression => true,
        }, {
            insta::assert_snapshot!("listing", format!("----- SOURCE\n{text}\n----- LISTING\n{listing}"));
        });
    });
}

/// Every program of the suite that has a module.
fn programs() -> Vec<(String, Program)> {
    let cases = [
        "tests/cases/bytecode",
        "tests/cases/trees",
        "tests/cases/diagnostics/clean",
    ];
    let cases = cases.into_iter().flat_map(|folder| files(folder, "adv"));
    let cases = cases.map(|path| (file_name(&path), read(&path)));
    cases
        .chain(examples())
        .map(|(name, text)| (name.clone(), module(&name, &text)))
        .collect()
}

#[test]
fn what_is_written_is_read_again() {
    for (name, module) in programs() {
        let bytes = adv_module::write(&module);
        let again = adv_module::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(
            *again.program() == module,
            "{name} is another module after writing and reading"
        );
        assert_eq!(
            adv_module::write(again.program()),
            bytes,
            "{name} is written in another way the second time"
        );
    }
}

#[test]
fn compiling_twice_gives_the_same_bytes() {
    for (name, text) in examples() {
        let once = adv_module::write(&module(&name, &text));
        assert_eq!(adv_module::write(&module(&name, &text)), once, "{name}");
    }
}
