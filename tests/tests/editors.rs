//! What editors know of the language without the server: words, signs, colours. All of it is made from the one table of the compiler.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use adv::analysis::{Group, SYMBOLS, Symbol};
use adv_testkit::fresh;
use serde_json::{Value, json};

use crate::common::read;

/// The generated parser's list of nodes, which says which words the grammar uses.
const NODES: &str = "editors/tree-sitter-adv/src/node-types.json";

/// A text in quotes, as JavaScript and queries write it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// All spellings of a row, those of other languages after its own.
fn spellings(row: &Symbol) -> impl Iterator<Item = &'static str> {
    row.spellings.iter().chain(row.read_as_meant).copied()
}

/// A word, which a colour for keywords suits; signs and letters have others.
fn is_word(row: &Symbol) -> bool {
    let is_word = |text: &&str| text.starts_with(char::is_alphabetic);
    let group = !matches!(row.group, Group::Letter | Group::Side | Group::Sign);
    group && spellings(row).any(|text| is_word(&text))
}

#[test]
fn the_words_of_the_grammar_for_tree_sitter_are_those_of_the_table() {
    let mut text = String::from(
        "// Made from the compiler's table of signs and keywords, those of other languages included; `cargo bless` writes it.\nmodule.exports = {\n",
    );
    for row in SYMBOLS {
        let all: Vec<String> = spellings(row).map(quoted).collect();
        let _ = writeln!(text, "  {:?}: [{}],", row.token, all.join(", "));
    }
    text.push_str("};\n");
    fresh("editors/tree-sitter-adv/words.js", &text);
    // Each row is used by the grammar, or is a letter, which the grammar lists itself.
    let grammar = read("editors/tree-sitter-adv/grammar.js");
    for row in SYMBOLS {
        let used = grammar.contains(&format!("w(\"{:?}\")", row.token));
        let is_letter = matches!(row.group, Group::Letter | Group::Side);
        assert!(
            used || is_letter,
            "grammar.js does not use the row {:?}",
            row.token
        );
    }
}

#[test]
fn the_colours_for_tree_sitter_know_every_word_of_the_grammar() {
    let nodes: Value = serde_json::from_str(&read(NODES)).expect("a list of nodes");
    let nodes = nodes.as_array().expect("a list of nodes").iter();
    let words: BTreeSet<&str> = nodes
        .filter(|node| node["named"] == false)
        .filter_map(|node| node["type"].as_str())
        .collect();
    let mut text = String::from(
        "; Made from the compiler's table of signs and keywords; `cargo bless` writes it. The rest is in names.scm.\n",
    );
    for (capture, wanted) in [("@keyword", true), ("@operator", false)] {
        text.push_str("\n[\n");
        for row in SYMBOLS.iter().filter(|row| is_word(row) == wanted) {
            for spelling in spellings(row) {
                let is_operator = row.group == Group::Operator || row.group == Group::Operand;
                let is_bracket = matches!(spelling, "{" | "}");
                let fits = wanted || is_operator && !is_bracket;
                if fits && words.contains(spelling) {
                    let _ = writeln!(text, "  {}", quoted(spelling));
                }
            }
        }
        let _ = writeln!(text, "] {capture}");
    }
    text.push('\n');
    text.push_str(&read("editors/tree-sitter-adv/queries/names.scm"));
    fresh("editors/tree-sitter-adv/queries/highlights.scm", &text);
}

/// A regular expression for whole words of the given groups.
fn pattern(groups: &[Group]) -> String {
    let rows = SYMBOLS.iter().filter(|row| groups.contains(&row.group));
    let words = rows.flat_map(|row| row.spellings.iter());
    let words = words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    let mut words: Vec<String> = words.map(|word| word.replace('.', "\\.")).collect();
    // The longest first: `else-if` begins with `else`.
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), word.clone()));
    format!("(?<![\\w-])({})(?![\\w-])", words.join("|"))
}

#[test]
fn the_colours_for_vs_code_are_made_from_the_table() {
    let scope = |name: &str, pattern: &str| json!({ "name": name, "match": pattern });
    let items = [Group::Item, Group::End, Group::Rule, Group::Statement];
    let clauses = [
        Group::Clause,
        Group::Detail,
        Group::Head,
        Group::ActionClause,
        Group::Modifier,
        Group::Claim,
    ];
    let words = [Group::Expression, Group::Operator, Group::Operand];
    let grammar = json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "adv",
        "scopeName": "source.adv",
        "patterns": [
            scope("comment.line.documentation.adv", "//[/!].*$"),
            scope("comment.line.double-slash.adv", "//.*$"),
            { "name": "comment.block.adv", "begin": "/\\*", "end": "\\*/" },
            {
                "name": "string.quoted.double.adv", "begin": "\"", "end": "\"|$",
                "patterns": [{ "name": "variable.other.adv", "match": "\\{[^}\"]*\\}" }],
            },
            scope("constant.language.piece.adv", "(?<![\\w-])(W|B|us|US|them|THEM)\\.([A-Za-z][A-Za-z0-9_]*|\\*)"),
            scope("keyword.declaration.adv", &pattern(&items)),
            scope("keyword.control.adv", &pattern(&clauses)),
            scope("keyword.operator.word.adv", &pattern(&words)),
            scope("constant.language.square.adv", "(?<![\\w-])[a-h][1-8](?![\\w-])"),
            scope("constant.language.piece.adv", "(?<![\\w-])[KQRBNPW](?![\\w-])"),
            scope("constant.numeric.adv", "(?<![\\w-])[0-9]+(?![\\w-])"),
            scope("entity.name.function.adv", "(?<![\\w-])[A-Za-z_][\\w]*(-\\w+)*(?=\\()"),
            scope("keyword.operator.adv", "[∧∨¬⊆⊂⊇⊃⊊⊋⊄⊈∈∉∪∩∅∃∀≤≥≠⇒=<>+*~\\\\|&!-]"),
        ],
    });
    fresh(
        "editors/vscode/syntaxes/adv.tmLanguage.json",
        &format!("{grammar:#}\n"),
    );
    let ends = SYMBOLS.iter().filter(|row| row.group == Group::End);
    let ends: Vec<&str> = ends.flat_map(|row| row.spellings.iter().copied()).collect();
    let blocks = "advice|ADVICE|action|ACTION|table|TABLE|strat|STRAT|do-while|DO-WHILE|pattern|PATTERN|evaluation|EVALUATION|texts|TEXTS";
    let language = json!({
        "comments": { "lineComment": "//", "blockComment": ["/*", "*/"] },
        "brackets": [["(", ")"], ["{", "}"]],
        "autoClosingPairs": [["(", ")"], ["{", "}"], { "open": "\"", "close": "\"", "notIn": ["string", "comment"] }],
        "surroundingPairs": [["(", ")"], ["{", "}"], ["\"", "\""]],
        "wordPattern": "[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*",
        "indentationRules": {
            "increaseIndentPattern": format!("^\\s*({blocks})\\b(?!.*\\bend-)"),
            "decreaseIndentPattern": format!("^\\s*({})\\b", ends.join("|")),
        },
        "folding": {
            "markers": {
                "start": format!("^\\s*({blocks})\\b"),
                "end": format!("^\\s*({})\\b", ends.join("|")),
            },
        },
    });
    fresh(
        "editors/vscode/language-configuration.json",
        &format!("{language:#}\n"),
    );
}
