//! Attempts of a search: each with the class that selected it and the reason that settled it, in the order of the search.
//!
//! ```text
//!   Searched ──▶ text           a line for each attempt
//!            ├─▶ json           in the object of the consultation
//!            ├─▶ translations   the string of the Language of Translations, and a line for each branch
//!            └─▶ html           a page to walk through, branch by branch
//!   Tree ──────▶ tree_translations; selected: the tree with the class of each move
//! ```

mod classes;
mod json;
mod text;
mod translations;

use adv_chess::squares::each;
use adv_chess::{Position, geometry::square_name};
use adv_module::program::{Advice, Class};
use adv_module::{AdviceId, Program};
use adv_vm::{BranchEnd, Searched, SearchedBranch, SearchedRun, SelectedBy};

pub use classes::selected;
pub use json::json;
pub use text::{html, text};
pub use translations::{searched as translations, tree as tree_translations};

pub(crate) use classes::{described, list_words, meaning};
pub(crate) use json::move_class;

use crate::place;
use crate::text::{advice_name, bounds, judged, many, numbered, thousands, wholes};

/// Most characters shown of the text of a class; a longer text is cut.
const CLASS_WIDTH: usize = 40;
/// Most attempts on the page of a consultation's searches, all searches together.
pub const PAGE_BRANCHES: usize = 20_000;

/// Class that selected a move, in a few words: ``class 2 `P to {a8} as Q` ``, with the squares of `TAKEN` where it speaks of them.
pub(crate) fn class_words(module: &Program, advice: AdviceId, by: &SelectedBy) -> String {
    let mut words = format!("class {}", by.class + 1);
    let record = module.advice.get(advice.index());
    if let Some([first, ..]) = record.map(|record| by.plies(record)) {
        // A phase has a list of its own.
        words.push_str(&format!(" at {first}"));
    }
    if let Some(text) = record.and_then(|record| class_text(module, record, by)) {
        words.push_str(&format!(" `{}`", clipped(&text)));
    }
    if let Some(meaning) = record.and_then(|record| meaning(module, record, by)) {
        words.push_str(&format!(" is `{}`", clipped(&meaning)));
    }
    if let Some(taken) = by.taken {
        // A class of a named definition has that name as its text.
        let word = if words.contains("TAKEN") {
            ""
        } else {
            "TAKEN "
        };
        words.push_str(&format!(" {word}{}", squares(taken)));
    }
    words
}

/// Source text of the class that selected a move; `any` for advice without a list of moves; `None` if the source is missing.
pub(crate) fn class_text(module: &Program, record: &Advice, by: &SelectedBy) -> Option<String> {
    let class = by.class(record)?;
    let lists = if by.ours { &record.us } else { &record.them };
    let alone = lists.phases.is_empty() && lists.every.len() == 1;
    match place::text_of(module, class.place) {
        // Without a clause every move is selected, and the class has the place of the name.
        Some(_) if alone && class.place.start < record.better.place.start && is_any(class) => {
            Some("any".to_owned())
        }
        text => text,
    }
}

/// True for a class that selects every legal move.
fn is_any(class: &Class) -> bool {
    class.roles == 63
        && class.who.is_none()
        && class.from.is_none()
        && class.to.is_none()
        && class.filter.is_none()
        && class.promote.is_none()
        && class.toward.is_empty()
        && class.keys.is_empty()
}

/// Set of squares in words: `{c7, c8}`; `∅` for the empty set.
fn squares(board: u64) -> String {
    let names: Vec<String> = each(board).map(square_name).collect();
    match names.is_empty() {
        true => "∅".to_owned(),
        false => format!("{{{}}}", names.join(", ")),
    }
}

fn clipped(text: &str) -> String {
    match text.chars().count() > CLASS_WIDTH {
        true => text.chars().take(CLASS_WIDTH - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// Heading of a search: its piece-of-advice and bounds, then its result: `hold, within 13 plies`, `a forcing-tree; 247 attempts`.
fn heading(module: &Program, run: &SearchedRun) -> [String; 2] {
    let name = advice_name(module, run.advice);
    let about = format!("{name}, {}", bounds(run.bound, run.effort));
    let found = match run.found {
        true => "a forcing-tree",
        false => "no forcing-tree",
    };
    let told = match (run.by_numbers, run.left_out) {
        (true, _) => {
            "a search by proof numbers has no order of attempts, `adv trace` shows it".to_owned()
        }
        (false, 0) => attempts(run.branches.len() as u64),
        (false, more) => {
            let shown = attempts(run.branches.len() as u64);
            format!("{shown}, and {} more that are left out", thousands(more))
        }
    };
    [about, format!("{found}; {told}")]
}

fn attempts(count: u64) -> String {
    many(count, "attempt", "attempts")
}

/// Words on a position in which no move is searched; `ours` if we are to move.
pub(crate) fn no_move(at: &Position, ours: bool) -> &'static str {
    match (at.has_legal_move(), at.is_check(), ours) {
        (true, _, true) => "the us-moves select no move",
        (true, _, false) => "the them-moves select no reply",
        (false, true, true) => "we are checkmated",
        (false, true, false) => "they are checkmated",
        (false, false, true) => "we are stalemated",
        (false, false, false) => "they are stalemated",
    }
}

/// Branches of one search in order, with the position before each of them.
struct BranchWalk<'s> {
    run: &'s SearchedRun,
    branches: &'s [SearchedBranch],
    before: Vec<Position>,
}

impl<'s> BranchWalk<'s> {
    /// Walk through the first `most` branches of a search.
    fn new(searched: &'s Searched, run: &'s SearchedRun, most: usize) -> BranchWalk<'s> {
        let all = searched.branches.get(run.branches.clone());
        let all = all.unwrap_or_default();
        let branches = all.get(..most.min(all.len())).unwrap_or_default();
        let mut walked = BranchWalk {
            run,
            branches,
            before: Vec::with_capacity(branches.len()),
        };
        for branch in branches {
            let before = walked.after(branch.parent);
            walked.before.push(before);
        }
        walked
    }

    /// Index of a branch in this search, from its index among the branches of all searches; `None` for an earlier search.
    fn own(&self, index: usize) -> Option<usize> {
        index.checked_sub(self.run.branches.start)
    }

    /// Position after a branch that has been walked, by its index among all searches; the root of the search for `None`.
    fn after(&self, index: Option<usize>) -> Position {
        let at = index.and_then(|index| self.own(index));
        let step = at.and_then(|at| Some((self.before.get(at)?, self.branches.get(at)?)));
        match step {
            Some((before, branch)) => before.play(branch.mv),
            None => self.run.position,
        }
    }

    /// Branch with the position before it, by its index in this search.
    fn at(&self, own: usize) -> Option<(&Position, &SearchedBranch)> {
        Some((self.before.get(own)?, self.branches.get(own)?))
    }

    /// Text of the move that the search at `index` tried, with the number of the move; `a later move` for a search that is not shown.
    fn move_at(&self, index: usize) -> String {
        let at = self.own(index).and_then(|own| self.at(own));
        at.map_or_else(
            || "a later move".to_owned(),
            |(before, branch)| numbered(before, branch.mv),
        )
    }

    /// Words for the reason that settled a branch, by its index in this search.
    fn end_words(&self, module: &Program, own: usize) -> String {
        let Some((before, branch)) = self.at(own) else {
            return String::new();
        };
        let goal = || match &branch.verdict {
            Some(verdict) => judged(module, self.run.advice, verdict),
            None => "not judged".to_owned(),
        };
        match branch.end {
            BranchEnd::Violated => goal(),
            BranchEnd::Leaf => format!("leaf, {}", goal()),
            BranchEnd::Bound => format!("no ply is left, {}", goal()),
            BranchEnd::NoMove => {
                let after = before.play(branch.mv);
                no_move(&after, after.turn() == self.run.us).to_owned()
            }
            BranchEnd::TooDear(total) => {
                format!("too dear: the line would cost {}", wholes(total))
            }
            BranchEnd::Refuted(by) => format!("refuted by {}", self.move_at(by)),
            BranchEnd::Tree => "has a tree".to_owned(),
            BranchEnd::Met(by) => format!("met by {}", self.move_at(by)),
            BranchEnd::Unmet => "no move meets it".to_owned(),
            BranchEnd::Untried => "not searched, for another reply refutes the move".to_owned(),
            BranchEnd::Open => "left open".to_owned(),
        }
    }
}

/// Son (first child), brother (next sibling) and father of each branch of a list in depth-first order, numbered from 1; 0 for none.
fn kin(parents: &[Option<usize>]) -> Vec<[usize; 3]> {
    let mut kin = vec![[0; 3]; parents.len()];
    // The last child so far of each branch, and of the root.
    let mut last: Vec<Option<usize>> = vec![None; parents.len() + 1];
    for (at, parent) in parents.iter().enumerate() {
        let father = parent.map_or(0, |parent| parent + 1);
        let before = last.get_mut(father).and_then(|last| last.replace(at));
        match before.and_then(|before| kin.get_mut(before)) {
            Some([_, brother, _]) => *brother = at + 1,
            None => {
                if let Some([son, _, _]) = parent.and_then(|parent| kin.get_mut(parent)) {
                    *son = at + 1;
                }
            }
        }
        if let Some([_, _, own]) = kin.get_mut(at) {
            *own = father;
        }
    }
    kin
}

#[cfg(test)]
mod tests {
    use super::kin;

    #[test]
    fn sons_brothers_and_fathers_are_numbered_from_one() {
        // The tree of the paper's figure 12: 1 has the sons 2 and 4, 2 has the son 3, and 5 is a brother of 1.
        let parents = [None, Some(0), Some(1), Some(0), None];
        let kin = kin(&parents);
        let wanted = [[2, 5, 0], [3, 4, 1], [0, 0, 2], [0, 0, 1], [0, 0, 0]];
        assert_eq!(kin, wanted);
    }
}
