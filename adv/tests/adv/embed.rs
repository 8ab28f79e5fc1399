//! The example of a Rust program that embeds adv is ten lines, and the book shows them. `cargo test` runs it as well.

const EXAMPLE: &str = include_str!("../../../examples/embed.rs");

/// The code of the example from its first `use` to the end of `main`.
fn code() -> &'static str {
    let begin = EXAMPLE.find("use adv::").expect("the example uses adv");
    let end = EXAMPLE.find("\n}\n").expect("the example has a main");
    &EXAMPLE[begin..end + 2]
}

#[test]
fn its_main_has_ten_lines_at_most() {
    let (_, main) = code().split_once("fn main()").expect("a main");
    // The first line opens it and the last one closes it.
    let lines = main.lines().count() - 2;
    assert!(lines <= 10, "{lines} lines");
}

#[test]
fn the_book_shows_it() {
    let page = include_str!("../../../docs/book/src/embedding.md");
    assert!(page.contains(code()), "the book does not show:\n{}", code());
}
