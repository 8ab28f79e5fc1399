//! Positions that cannot be: each is refused with a sentence that says why.

use crate::common::{compile, has_errors};
use adv_chess::notation::parse_fen;

#[test]
fn positions_that_cannot_be_are_refused_with_a_reason() {
    let texts = [
        "",
        " ",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/3k4/8/8/1R6/8 w - - 0 1",
        "8/8/8/8/8/8/1R6/K7 w - - 0 1",
        "8/8/8/3k4/8/3k4/1R6/K7 w - - 0 1",
        "KK6/8/8/3k4/8/8/1R6/8 w - - 0 1",
        "4k3/PPPPPPPP/P7/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "3Pk3/8/8/8/8/8/8/4K3 w - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/8/3k4/8/8/8/K7 w - - 0 1",
        "8/8/8/1k6/8/8/1R6/K7 w - - 0 1",
        "8/8/8/8/8/8/kK6/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
        "8/8/8/3k4/8/8/1R6/K7",
        "8/8/8/3k4/8/8/1R6/K7 w",
        "8/8/8/3k4/8/8/1R6/K7 x - - 0 1",
        "8/8/8/3k4/8/8/1R6/K7 w XY - 0 1",
        "8/8/8/3k4/8/8/1R6/K7 w - z9 0 1",
        "8/8/8/3k4/8/8/1R6/K7 w - - minus 1",
        "8/8/8/3k4/8/8/1R6/K7 w - - -1 1",
        "8/8/8/3k4/8/8/1R6/K7 w - - 0 1 extra",
        "8/8/8/3k4/8/8/1R6 w - - 0 1",
        "8/8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
        "9/8/8/3k4/8/8/1R6/K7 w - - 0 1",
        "8/8/8/3k5/8/8/1R6/K7 w - - 0 1",
        "8/8/8/3z4/8/8/1R6/K7 w - - 0 1",
        "8/8/8/3k4/8/8/1R6/K7[] w - - 0 1",
        "8/8/8/3k~4/8/8/1R6/K7 w - - 0 1",
        "////////",
        "rnbqkbnr",
        "♔♕♖/8/8/8/8/8/8/8 w - - 0 1",
        "\u{0}\u{1b}[31m",
        "8/8/8/3k4/8/8/1R6/K7\u{a0}w - - 0 1",
    ];
    let mut told = String::new();
    for text in texts {
        let Err(error) = parse_fen(text) else {
            panic!("`{text}` is taken for a position")
        };
        let sentence = error.to_string();
        assert_eq!(
            adv_compiler::diagnostics::style::complaint(&format!("position: {sentence}")),
            None,
            "{sentence}"
        );
        told += &format!("{}\n    {sentence}\n", text.escape_debug());
        // The same sentence reaches the author of a program, if the text is possible in one.
        if !text.contains('"') {
            let (_, compilation) = compile("fen.adv", &format!("example \"{text}\"\n"));
            assert!(
                has_errors(&compilation.diagnostics),
                "`{text}` is taken for an example"
            );
        }
    }
    // Clocks say nothing about the men, and are brought into their range.
    assert!(parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 99999999999999999999").is_ok());
    let long = "8/".repeat(100_000);
    assert!(parse_fen(&long).is_err());
    insta::with_settings!({ snapshot_path => "../cases/snapshots", omit_expression => true }, {
        insta::assert_snapshot!("positions_refused", told);
    });
}
