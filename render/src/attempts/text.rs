//! The attempts as lines; a star marks those of the tree.
//!
//! ```text
//! hold, within 13 plies: a forcing-tree; 247 attempts
//!   1. c7  class 2 `P along attack(us, them) as Q`  refuted by 1... Kb7
//!     1... Kb7  class 4 `any along attack(them, us)`  no move meets it
//! * 1. Kg7  class 5 `any along TAKEN` {c7, c8}  has a tree
//! ```

use std::fmt::Write as _;

use adv_module::Program;
use adv_vm::Searched;

use super::{BranchWalk, attempts, class_words, heading};
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
