//! The attempts as an object, `searched` in `docs/schema/outcome.json`.
//!
//! ```text
//! { "left_out": 0, "searches": [ { "advice": "hold", "bound": 13, "fen": "…", "us": "White", "found": true, "by_numbers": false,
//!   "left_out": 0, "branches": [
//!     { "n": 1, "son": 2, "brother": 9, "father": 0, "ply": 1, "move": { "uci", "san" },
//!       "class": { "list": "us", "number": 2, "text": "P along race", "line": 31, "plies": [], "taken": ["c7"] },
//!       "end": { "by": "refuted", "n": 2 }, "in_tree": false },
//!     { …, "end": { "by": "holding-goal", "text": "¬rook-lost", … } } ] } ] }
//! ```

use adv_chess::geometry::square_name;
use adv_chess::notation::fen;
use adv_chess::squares::each;
use adv_module::{AdviceId, Program};
use adv_record::attempt::{Attempt, AttemptEnd, Search, Searched, SettledBy};
use adv_record::node::MoveClass;
use adv_vm::{BranchEnd, SearchedBranch, SearchedRun, SelectedBy};

use super::{BranchWalk, class_text, kin};
use crate::json::{decimal, move_of, mover, side, verdict};
use crate::place;
use crate::text::advice_name;

/// Record of all searches of a consultation, each with its attempts.
pub fn json(module: &Program, searched: &adv_vm::Searched) -> Searched {
    let runs = searched.runs.iter();
    Searched {
        left_out: searched.left_out,
        searches: runs.map(|run| of_run(module, searched, run)).collect(),
    }
}

fn of_run(module: &Program, searched: &adv_vm::Searched, run: &SearchedRun) -> Search {
    let walked = BranchWalk::new(searched, run, usize::MAX);
    let parents = walked.branches.iter();
    let parents: Vec<_> = parents.map(|one| walked.own(one.parent?)).collect();
    let kin = kin(&parents).into_iter().enumerate();
    let branches = kin.filter_map(|(own, [son, brother, father])| {
        let (before, branch) = walked.at(own)?;
        Some(Attempt {
            n: own + 1,
            son,
            brother,
            father,
            ply: branch.ply,
            class: branch.class.map(|by| move_class(module, run.advice, &by)),
            end: end(module, &walked, branch),
            in_tree: branch.in_tree,
            mv: move_of(before, branch.mv),
        })
    });
    Search {
        advice: advice_name(module, run.advice).to_owned(),
        bound: run.bound,
        fen: fen(&run.position),
        us: side(run.us),
        found: run.found,
        by_numbers: run.by_numbers,
        left_out: run.left_out,
        branches: branches.collect(),
        effort: run.effort.map(decimal),
        says: None,
    }
}

/// Record of the class of moves that selected a move: its list, its number from 1, its text and line.
pub(crate) fn move_class(module: &Program, advice: AdviceId, by: &SelectedBy) -> MoveClass {
    let record = module.advice.get(advice.index());
    let class = record.and_then(|record| by.class(record));
    MoveClass {
        list: mover(by.ours),
        number: by.class + 1,
        text: record.and_then(|record| class_text(module, record, by)),
        line: class.and_then(|class| place::line(module, class.place)),
        plies: record.map_or(Vec::new(), |record| by.plies(record).to_vec()),
        file: class.and_then(|class| place::used_file(module, class.place)),
        taken: by.taken.map(|taken| each(taken).map(square_name).collect()),
        zones: None,
        says: None,
    }
}

fn end(module: &Program, walked: &BranchWalk<'_>, branch: &SearchedBranch) -> AttemptEnd {
    let judged = branch.verdict.as_ref();
    let judged = || judged.map(|of| verdict(module, walked.run.advice, of));
    let number = |index: usize| walked.own(index).map(|own| own + 1);
    let (verdict, by, n, needed) = match branch.end {
        BranchEnd::Violated => (judged(), SettledBy::HoldingGoal, None, None),
        BranchEnd::Leaf => (judged(), SettledBy::Leaf, None, None),
        BranchEnd::Bound => (judged(), SettledBy::Bound, None, None),
        BranchEnd::NoMove => (judged(), SettledBy::NoMove, None, None),
        BranchEnd::TooDear(total) => (None, SettledBy::TooDear, None, Some(decimal(total))),
        BranchEnd::Refuted(by) => (None, SettledBy::Refuted, number(by), None),
        BranchEnd::Tree => (None, SettledBy::Tree, None, None),
        BranchEnd::Met(by) => (None, SettledBy::Met, number(by), None),
        BranchEnd::Unmet => (None, SettledBy::Unmet, None, None),
        BranchEnd::Untried => (None, SettledBy::Untried, None, None),
        BranchEnd::Open => (None, SettledBy::Open, None, None),
    };
    AttemptEnd {
        verdict,
        by,
        n,
        needed,
        says: None,
    }
}
