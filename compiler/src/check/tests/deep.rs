//! What is nested as deep as the parser allows is compiled on the stack of an ordinary thread, also by an unoptimized build.

use crate::compile::compile;
use crate::library::LibrarySet;
use crate::source::Source;

/// How an expression of a kind is put around another of its kind: the word of a definition, the innermost, before and behind.
const NESTINGS: [(&str, &str, &str, &str); 23] = [
    ("board", "e4", "AROUND(", ")"),
    ("board", "e4", "(", ")"),
    ("board", "e4", "~", ""),
    ("board", "e4", "{x in AROUND(", ") : true}"),
    ("board", "e4", "SQ(", ")"),
    ("board", "e4", "grown(", ")"),
    ("board", "e4", "{a1, ", "}"),
    ("board", "e4", "(a1 ∪ ", ")"),
    ("board", "e4", "if check then a1 else (", ")"),
    ("board", "e4", "SQ(a1, ", ")"),
    ("number", "dist(W.R, B.K)", "-", ""),
    ("number", "dist(W.R, B.K)", "(1 + ", ")"),
    ("number", "dist(W.R, B.K)", "min(1, ", ")"),
    ("number", "dist(W.R, B.K)", "raised(", ")"),
    ("number", "dist(W.R, B.K)", "if check then 1 else ", ""),
    ("number", "dist(W.R, B.K)", "(min x in e4 : ", ")"),
    ("number", "dist(W.R, B.K)", "(if check then ", " else 2)"),
    ("descriptor", "check", "¬", ""),
    ("descriptor", "check", "turned ", ""),
    ("descriptor", "check", "∃ x ∈ e4 : ", ""),
    ("descriptor", "check", "not (mate ∨ check ∧ ", ")"),
    ("descriptor", "check", "denied(", ")"),
    ("descriptor", "check", "if mate then false else ", ""),
];

fn on_small_stack(text: String) -> Vec<&'static str> {
    let run = move || {
        let set = LibrarySet::new("1", []);
        let made = compile(&Source::new("deep.adv", text), "deep", "", set.libraries());
        let codes = made.diagnostics.iter().map(|found| found.code.as_str());
        codes.filter(|code| code.starts_with('E')).collect()
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.unwrap().join().unwrap()
}

#[test]
fn what_the_parser_allows_is_compiled_on_a_small_stack() {
    for (kind, innermost, before, behind) in NESTINGS {
        let text = |depth| {
            format!(
                "material W: K, R; B: K\nboard grown(b: board) = b ∪ e4\nnumber raised(n: number) = n + 1\n\
                 descriptor denied(d: descriptor) = not d\n{kind} deep = {}{innermost}{}\n",
                before.repeat(depth),
                behind.repeat(depth)
            )
        };
        // What is refused is refused for its size, and for nothing else.
        let allowed = |depth| crate::syntax::parse(&text(depth)).diagnostics.is_empty();
        let (mut deepest, mut refused) = (20, 520);
        while refused - deepest > 1 {
            let middle = (deepest + refused) / 2;
            *(if allowed(middle) {
                &mut deepest
            } else {
                &mut refused
            }) = middle;
        }
        for code in on_small_stack(text(deepest)) {
            assert!(["E0601", "E0602"].contains(&code), "{before}: {code}");
        }
        assert_eq!(on_small_stack(text(6)), [""; 0], "{before}");
    }
}
