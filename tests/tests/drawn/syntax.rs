//! Checkers of syntax: elements of a drawing, statements of a graph. Small on purpose, and stricter than the formats are.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

/// An element's attributes by name.
pub type Element = BTreeMap<String, String>;

/// The elements of a drawing in order. Panics where a tag is not closed, an attribute has no quotes, an `&` begins no entity.
pub fn elements(text: &str) -> Vec<Element> {
    let mut found = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        check_entities(&rest[..start]);
        assert!(!rest[..start].contains('>'), "{}", &rest[..start]);
        let end = rest[start..].find('>').expect("a tag ends") + start;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "in {tag}");
            continue;
        }
        let (tag, closed) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let (name, attributes) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
        found.push(read_attributes(attributes));
        if !closed {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty(), "not closed: {open:?}");
    assert_eq!(rest.trim(), "");
    found
}

fn read_attributes(text: &str) -> Element {
    let mut attributes = Element::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest
            .split_once("=\"")
            .unwrap_or_else(|| panic!("no quotes: {rest}"));
        let (value, after) = after
            .split_once('"')
            .unwrap_or_else(|| panic!("no end: {rest}"));
        check_entities(value);
        assert!(!value.contains('<'), "{value}");
        let twice = attributes.insert(name.trim().to_owned(), value.to_owned());
        assert!(twice.is_none(), "{name} twice");
        rest = after.trim_start();
    }
    attributes
}

fn check_entities(text: &str) {
    for part in text.split('&').skip(1) {
        let name = part.split_once(';').map(|(name, _)| name);
        let known = ["amp", "lt", "gt", "quot", "#39"];
        assert!(name.is_some_and(|name| known.contains(&name)), "&{part}");
    }
}

/// The nodes and edges of a graph in Graphviz's language. Panics where the text is not made of the statements that we write.
pub fn dot_graph(text: &str) -> (BTreeSet<String>, Vec<(String, String)>) {
    let tokens = dot_tokens(text);
    let mut words = tokens.iter().map(String::as_str).peekable();
    let (mut nodes, mut edges) = (BTreeSet::new(), Vec::new());
    let mut depth = 0;
    assert_eq!(words.next(), Some("digraph"));
    assert!(words.next().is_some_and(|name| name.starts_with('"')));
    assert_eq!(words.next(), Some("{"));
    loop {
        let subject = words.next().expect("the graph is closed");
        if subject == "}" {
            match depth {
                0 => break,
                _ => depth -= 1,
            }
            continue;
        }
        if subject == "subgraph" {
            assert!(
                words
                    .next()
                    .is_some_and(|name| name.starts_with("cluster_"))
            );
            assert_eq!(words.next(), Some("{"));
            depth += 1;
            continue;
        }
        match words.next() {
            Some("=") => assert!(words.next().is_some() && depth > 0, "{subject}"),
            Some("->") => {
                let to = words.next().expect("an edge has two ends");
                edges.push((subject.to_owned(), to.to_owned()));
                if words.next_if_eq(&"[").is_some() {
                    while words.next().expect("attributes are closed") != "]" {}
                }
            }
            Some("[") => {
                loop {
                    let name = words.next().expect("attributes are closed");
                    if name == "]" {
                        break;
                    }
                    assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "{name}");
                    assert_eq!(words.next(), Some("="));
                    assert!(words.next().is_some());
                    words.next_if_eq(&",");
                }
                if !["graph", "node", "edge"].contains(&subject) {
                    assert!(nodes.insert(subject.to_owned()), "{subject} twice");
                }
            }
            other => panic!("{subject} {other:?}"),
        }
        assert_eq!(words.next(), Some(";"));
    }
    assert_eq!(words.next(), None);
    (nodes, edges)
}

fn dot_tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut token = String::from(letter);
        match letter {
            c if c.is_whitespace() => continue,
            '"' => loop {
                let next = letters.next().expect("a string ends");
                assert!(!next.is_control(), "a control character in a string");
                token.push(next);
                match next {
                    '"' => break,
                    '\\' => {
                        let escaped = letters.next().expect("an escape has a letter");
                        assert!(['"', '\\', 'n'].contains(&escaped), "\\{escaped}");
                        token.push(escaped);
                    }
                    _ => {}
                }
            },
            '-' => token.extend(letters.next_if_eq(&'>')),
            c if c.is_ascii_alphanumeric() => {
                let inside = |c: &char| c.is_ascii_alphanumeric() || ['.', '_'].contains(c);
                while let Some(next) = letters.next_if(inside) {
                    token.push(next);
                }
            }
            _ => assert!("{}[]=,;".contains(letter), "{letter}"),
        }
        tokens.push(token);
    }
    tokens
}

/// Has Graphviz read the graph as well, where it is installed.
pub fn graphviz(text: &str) {
    use std::io::Write;
    let started = Command::new("dot")
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut dot) = started else {
        println!("graphs: not read by Graphviz, there is no `dot`");
        return;
    };
    if let Some(mut input) = dot.stdin.take() {
        input.write_all(text.as_bytes()).expect("dot reads");
    }
    let output = dot.wait_with_output().expect("dot ends");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
