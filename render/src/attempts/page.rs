//! The attempts as a page of its own, walked in the order of the search.

use adv_chess::Color;
use adv_module::Program;
use adv_vm::Searched;
use maud::Markup;

use super::text::text;
use super::{BranchWalk, PAGE_BRANCHES, attempts, class_words, heading, json};
use crate::html::{BoardPage, cut};
use crate::json::value;

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
