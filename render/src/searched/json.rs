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
use adv_vm::{BranchEnd, Searched, SearchedBranch, SearchedRun, SelectedBy};
use serde_json::{Value, json};

use super::{BranchWalk, class_text, kin};
use crate::json::{decimal, move_object, name_file, verdict_object};
use crate::place;
use crate::text::advice_name;

/// What the searches of a consultation tried.
pub fn json(module: &Program, searched: &Searched) -> Value {
    let runs = searched
        .runs
        .iter()
        .map(|run| of_run(module, searched, run));
    json!({ "left_out": searched.left_out, "searches": runs.collect::<Vec<Value>>() })
}

fn of_run(module: &Program, searched: &Searched, run: &SearchedRun) -> Value {
    let walked = BranchWalk::new(searched, run, usize::MAX);
    let parents = walked.branches.iter();
    let parents: Vec<_> = parents.map(|one| walked.own(one.parent?)).collect();
    let branches =
        kin(&parents)
            .into_iter()
            .enumerate()
            .filter_map(|(own, [son, brother, father])| {
                let (before, branch) = walked.at(own)?;
                let mut object = json!({
                    "n": own + 1,
                    "son": son,
                    "brother": brother,
                    "father": father,
                    "ply": branch.ply,
                    "class": branch.class.map(|by| class_object(module, run.advice, &by)),
                    "end": end(module, &walked, branch),
                    "in_tree": branch.in_tree,
                });
                object["move"] = move_object(before, branch.mv);
                Some(object)
            });
    let mut object = json!({
        "advice": advice_name(module, run.advice),
        "bound": run.bound,
        "fen": fen(&run.position),
        "us": run.us.name(),
        "found": run.found,
        "by_numbers": run.by_numbers,
        "left_out": run.left_out,
        "branches": branches.collect::<Vec<Value>>(),
    });
    if let Some(effort) = run.effort {
        object["effort"] = decimal(effort).into();
    }
    object
}

/// The class that selected a move.
pub(crate) fn class_object(module: &Program, advice: AdviceId, by: &SelectedBy) -> Value {
    let record = module.advice.get(advice.index());
    let class = record.and_then(|record| by.class(record));
    let mut object = json!({
        "list": if by.ours { "us" } else { "them" },
        "number": by.class + 1,
        "text": record.and_then(|record| class_text(module, record, by)),
        "line": class.and_then(|class| place::line_column(module, class.place)).map(|at| at.line),
        "plies": record.map_or(&[][..], |record| by.plies(record)),
    });
    if let Some(class) = class {
        name_file(&mut object, module, class.place);
    }
    if let Some(taken) = by.taken {
        object["taken"] = each(taken).map(square_name).collect::<Vec<_>>().into();
    }
    object
}

fn end(module: &Program, walked: &BranchWalk<'_>, branch: &SearchedBranch) -> Value {
    let goal = |word: &str| {
        let verdict = branch.verdict.as_ref();
        let mut object = verdict.map_or_else(
            || json!({}),
            |verdict| verdict_object(module, walked.run.advice, verdict),
        );
        object["by"] = word.into();
        object
    };
    let other = |word: &str, index: usize| {
        let number = walked.own(index).map(|own| own + 1);
        json!({ "by": word, "n": number })
    };
    match branch.end {
        BranchEnd::Violated => goal("holding-goal"),
        BranchEnd::Leaf => goal("leaf"),
        BranchEnd::Bound => goal("bound"),
        BranchEnd::NoMove => goal("no-move"),
        BranchEnd::TooDear(total) => json!({ "by": "too-dear", "needed": decimal(total) }),
        BranchEnd::Refuted(by) => other("refuted", by),
        BranchEnd::Tree => json!({ "by": "tree" }),
        BranchEnd::Met(by) => other("met", by),
        BranchEnd::Unmet => json!({ "by": "unmet" }),
        BranchEnd::Untried => json!({ "by": "untried" }),
        BranchEnd::Open => json!({ "by": "open" }),
    }
}
