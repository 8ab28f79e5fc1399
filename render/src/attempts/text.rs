//! The attempts as lines, and their page; a star marks those of the tree.
//!
//! ```text
//! hold, within 13 plies: a forcing-tree; 247 attempts
//!   1. c7  class 2 `P along attack(us, them) as Q`  refuted by 1... Kb7
//!     1... Kb7  class 4 `any along attack(them, us)`  no move meets it
//! * 1. Kg7  class 5 `any along TAKEN` {c7, c8}  has a tree
//! ```

use std::fmt::Write as _;

use adv_chess::Color;
use adv_module::Program;
use adv_vm::Searched;
use maud::Markup;

use super::{BranchWalk, PAGE_BRANCHES, attempts, class_words, heading, json};
use crate::html::{BoardPage, cut};
use crate::json::value;
use crate::text::numbered;

/// Text of all searches of a consultation, a line for each attempt. Lines end with a line feed.
pub fn text(module: &Program, searched: &Searched) -> String {
    let mut text = String::new();
    if searched.runs.is_empty() {
        text.push_str("nothing was searched\n");
    }
    for run in &searched.runs {
        let _ = writeln!(text, "{}", heading(module, run).join(": "));
        let walked = BranchWalk::new(searched, run, usize::MAX);
        for own in 0..walked.branches.len() {
            let Some((before, branch)) = walked.at(own) else {
                continue;
            };
            let mark = if branch.in_tree { "* " } else { "  " };
            let indent = "  ".repeat(usize::from(branch.ply).saturating_sub(1));
            let _ = write!(text, "{mark}{indent}{}", numbered(before, branch.mv));
            if let Some(by) = &branch.class {
                let _ = write!(text, "  {}", class_words(module, run.advice, by));
            }
            let _ = writeln!(text, "  {}", walked.end_words(module, own));
        }
    }
    if searched.left_out > 0 {
        let left_out = attempts(searched.left_out);
        let _ = writeln!(text, "{left_out} are left out after these");
    }
    text
}

/// HTML page of a consultation's searches. Of more than [`PAGE_BRANCHES`] attempts the first ones are on it, and it says so.
pub fn html(module: &Program, title: &str, searched: &Searched) -> String {
    let mut record = json(module, searched);
    let mut shown = 0;
    for (search, run) in record.searches.iter_mut().zip(&searched.runs) {
        let walked = BranchWalk::new(searched, run, PAGE_BRANCHES - shown);
        let [_, told] = heading(module, run);
        search.says = Some(told);
        search.branches.truncate(walked.branches.len());
        shown += search.branches.len();
        let branches = search.branches.iter_mut().zip(walked.branches);
        for (own, (of, branch)) in branches.enumerate() {
            of.end.says = Some(walked.end_words(module, own));
            if let (Some(class), Some(by)) = (&mut of.class, &branch.class) {
                class.says = Some(class_words(module, run.advice, by));
            }
        }
    }
    let all = searched.branches.len() as u64 + searched.left_out;
    let below = format!("every attempt of the search, {}", attempts(all));
    let us = searched.runs.first().map(|run| run.us);
    let page = BoardPage {
        title,
        below: &(below + &cut(shown, all as usize, "attempts")),
        plain: &text(module, searched),
        about: Markup::default(),
        plans: Vec::new(),
        view: "attempts",
        flipped: us == Some(Color::Black),
        data: value(&record),
    };
    page.written()
}
