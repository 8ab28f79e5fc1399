//! The example on the page of every code of the check gives that code, and the message of the page.

use super::run;
use crate::diagnostics::Code;

#[test]
fn the_example_of_a_page_gives_its_code() {
    let mut wrong = Vec::new();
    for code in Code::ALL.iter().filter(|code| {
        let text = code.as_str();
        [
            "E02", "E03", "E04", "E05", "E06", "W02", "W03", "W04", "W05",
        ]
        .iter()
        .any(|family| text.starts_with(family))
    }) {
        let page = code.explanation();
        let Some(example) = page
            .split("```adv\n")
            .nth(1)
            .and_then(|rest| rest.split("\n```").next())
        else {
            continue;
        };
        let (diagnostics, _) = run(&format!("{example}\n"));
        let all: Vec<String> = diagnostics
            .iter()
            .map(|d| format!("{}: {}", d.code, d.message))
            .collect();
        match diagnostics
            .iter()
            .find(|diagnostic| diagnostic.code == *code)
        {
            None => wrong.push(format!("{code} gives {all:?}")),
            Some(found) if !page.contains(&found.message) => {
                wrong.push(format!("{code} says {}", found.message))
            }
            // The parser has a word of its own on an empty plan.
            Some(_) if all.len() > 1 && *code != Code::EmptyPlan => {
                wrong.push(format!("{code} has company: {all:?}"))
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
