//! What was expected, in few words.

use crate::symbols::{self, Group, SHAPES};

/// The expected terminals in words: groups first, then what belongs to none, at most five.
pub(super) fn in_words(expected: &[String]) -> String {
    let mut words: Vec<String> = Vec::new();
    let has = |terminal: &str| expected.iter().any(|expected| expected == terminal);
    let expression = has("integer") && has("{");
    let moves = has("none") && has("any");
    let name = has("name") && !expression && !moves;
    let item = has("material");
    let statement = has("consult");
    let clause = has("better") || has("prefer") || has("end-pattern") || has("end-evaluation");
    let head = has("in-class");
    let operator = has("∪") || has("∧");
    let modifier = has("where") && has("by");
    let rule = has("also");
    let phrases = [
        (expression, "an expression"),
        (moves, "moves"),
        (name, "a name"),
        (operator, "an operator"),
        (modifier, "`where`, `by` or `to`"),
        (clause, "a clause"),
        (rule, "a rule"),
        (head, "a part of the head"),
        (statement, "a statement"),
    ];
    words.extend(
        phrases
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, phrase)| (*phrase).to_owned()),
    );
    for terminal in expected {
        let row = symbols::by_terminal(terminal);
        let shape = SHAPES.iter().find(|shape| shape.terminal == terminal);
        let covered = match row.map(|row| row.group) {
            Some(Group::Operand) => expression || moves && terminal == "any",
            Some(Group::Operator) => operator || expression,
            Some(Group::Letter) => expression || moves || name || has("letter"),
            Some(Group::Side) => expression || moves || name,
            Some(Group::Contextual) => expression || moves || name || item || clause || operator,
            Some(Group::Expression) => {
                (expression || statement) && terminal == "if" || rule && terminal != "then"
            }
            Some(Group::Rule) => rule || clause,
            Some(Group::Head) => head,
            Some(Group::Statement) => statement || item && terminal == "action",
            Some(Group::ActionClause) => clause || expression,
            Some(Group::Claim) => clause && terminal == "within",
            Some(Group::Detail) => expression,
            Some(Group::Modifier) => modifier || moves,
            Some(Group::Clause) => clause || expression || name,
            Some(Group::Item) => item,
            // Where an expression can begin, a closing bracket only ends an empty list, which is refused anyway.
            Some(Group::Sign) => {
                (expression || moves) && matches!(terminal.as_str(), "(" | ")" | "}")
                    || operator && matches!(terminal.as_str(), "(" | "." | "..")
                    || statement && terminal == ";"
            }
            Some(_) => false,
            None => shape.is_none() || expression || moves || name && terminal == "name",
        };
        if !covered {
            words.push(shape.map_or_else(
                || format!("`{terminal}`"),
                |shape| shape.friendly.to_owned(),
            ));
        }
    }
    if item {
        words.truncate(4);
        words.push("the next definition".to_owned());
    }
    if words.len() > 5 {
        words.truncate(5);
        words.push("another word".to_owned());
    }
    match words.split_last() {
        None => "something else".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
