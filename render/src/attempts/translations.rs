//! The string of the Language of Translations (Stilman, "A Linguistic Geometry of the Chess Model"): branches numbered depth first, with
//! the functions son, brother and father and the transition of each.
//!
//! ```text
//! ((1)(2)(3)(4), Son, Brother, Father, TRANSITION)
//! 1  Son 2  Brother 4  Father 0  TRANSITION(P, c6, c7)  class 2 `P along race`  refuted by 1... Kb7
//! ```

use std::fmt::Write as _;

use adv_chess::Move;
use adv_chess::geometry::square_name;
use adv_module::Program;
use adv_vm::Searched;

use super::{BranchWalk, class_words, heading, kin};
use crate::drawing::{Explained, lines};

/// Most branches that the head of the string names in full; of more it names the first ones and the last.
const NAMED: usize = 20;

/// Strings of the Language of Translations for all searches of a consultation. Lines end with a line feed.
pub fn searched(module: &Program, searched: &Searched) -> String {
    let mut text = String::new();
    for run in &searched.runs {
        let _ = writeln!(text, "{}", heading(module, run).join(": "));
        if run.by_numbers {
            continue;
        }
        let walked = BranchWalk::new(searched, run, usize::MAX);
        let parents = walked.branches.iter().map(|branch| {
            let parent = branch.parent?;
            walked.own(parent)
        });
        let lines = walked.branches.iter().enumerate().map(|(own, branch)| {
            let class = branch.class.as_ref();
            TranslationLine {
                mv: branch.mv,
                class: class.map(|by| class_words(module, run.advice, by)),
                end: walked.end_words(module, own),
            }
        });
        write_string(&mut text, &parents.collect::<Vec<_>>(), lines);
    }
    text
}

/// String of the Language of Translations for the forcing-tree of an answer; empty without a tree.
pub fn tree(explained: &Explained<'_>) -> String {
    let mut text = String::new();
    let (Some(tree), Some(advice)) = (&explained.answer.tree, explained.answer.advice) else {
        return text;
    };
    let parents: Vec<_> = lines(tree).into_iter().map(|line| line.parent).collect();
    let lines = tree.nodes().iter().enumerate().map(|(at, node)| {
        let class = explained.facts_at(at).and_then(|facts| facts.selected);
        TranslationLine {
            mv: node.mv,
            class: class.map(|by| class_words(explained.module, advice, &by)),
            end: match tree.is_leaf(at) {
                true => "leaf".to_owned(),
                false => "holds".to_owned(),
            },
        }
    });
    write_string(&mut text, &parents, lines);
    text
}

/// Line about one branch below the string: its move, the class of the move, its end.
struct TranslationLine {
    mv: Move,
    class: Option<String>,
    end: String,
}

fn write_string(
    text: &mut String,
    parents: &[Option<usize>],
    lines: impl Iterator<Item = TranslationLine>,
) {
    text.push('(');
    text.push_str(&named(parents.len()));
    text.push_str(", Son, Brother, Father, TRANSITION)\n");
    for ((number, [son, brother, father]), line) in (1..).zip(kin(parents)).zip(lines) {
        let _ = write!(
            text,
            "{number}  Son {son}  Brother {brother}  Father {father}  {}",
            transition(line.mv)
        );
        if let Some(class) = line.class {
            let _ = write!(text, "  {class}");
        }
        let _ = writeln!(text, "  {}", line.end);
    }
}

/// Names of the branches at the head of the string: `(1)(2)(3)`; of many the first ones and the last; `e` for none.
fn named(count: usize) -> String {
    let name = |number: usize| format!("({number})");
    match count {
        0 => "e".to_owned(),
        _ if count <= NAMED => (1..=count).map(name).collect(),
        _ => format!("{}…({count})", (1..=3).map(name).collect::<String>()),
    }
}

/// Transition of a move: `TRANSITION(K, h8, g7)`; a pawn that promotes has its new role after the square.
fn transition(mv: Move) -> String {
    if mv.is_pass() {
        return "PASS".to_owned();
    }
    let promoted = mv
        .promotion()
        .map_or_else(String::new, |role| format!("={}", role.letter()));
    format!(
        "TRANSITION({}, {}, {}{promoted})",
        mv.role.letter(),
        square_name(mv.from),
        square_name(mv.to)
    )
}
