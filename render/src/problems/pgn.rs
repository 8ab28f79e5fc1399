//! The solution of a problem as a game: the tree as variations, and the remarks on it as comments.

use std::collections::BTreeMap;

use super::table::duals_lines;
use super::{SolveOutcome, SolvedRow};
use crate::drawing::Explained;
use crate::pgn::{Movetext, head_of_tree, variations};

/// Remarks for the game of a problem, by the index of the tree's node that they follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnNotes {
    /// Other moves that mate as soon, in SAN, by the node of our move.
    pub choices: BTreeMap<usize, Vec<String>>,
}

/// Game in PGN for a solved row, with set-up position and result `*`; without a tree it has no moves, and a comment says why.
pub fn pgn(row: &SolvedRow, explained: &Explained<'_>, notes: &PgnNotes) -> String {
    let answer = explained.answer;
    let title = match (&row.id, explained.title()) {
        (Some(id), _) => id.clone(),
        (None, title) if title.is_empty() => format!("position {}", row.number),
        (None, title) => title,
    };
    let mut out = Movetext::new(head_of_tree(title, answer.us, &answer.position));
    out.comment(&remark(row));
    if let (SolveOutcome::Found, Some(tree)) = (row.result, &answer.tree) {
        variations(&mut out, explained, tree, &|node| {
            let others = notes.choices.get(&node)?;
            Some(format!("or {}", others.join(" or ")))
        });
    }
    out.word("*");
    out.finish()
}

/// Comment at the head of the game: the result, its reason, keys and duals, and the verdict on the book.
fn remark(row: &SolvedRow) -> String {
    let mut parts = Vec::new();
    match row.result {
        SolveOutcome::Found => {
            let what = match (row.length, row.mate_in) {
                (Some(length), _) => format!("mate {}", length.words()),
                (None, Some(moves)) => format!("mate in {moves}"),
                (None, None) => "the goal is reached".to_owned(),
            };
            let by = row.by.as_deref().unwrap_or("?");
            parts.push(format!("{what}, by {by}"));
        }
        SolveOutcome::None => parts.push(format!("{} finds nothing", row.asked)),
        SolveOutcome::Undecided => parts.push(match row.ended {
            Some(budget) => format!("undecided: the budget of {} ended", budget.word()),
            None => "undecided".to_owned(),
        }),
    }
    parts.extend(row.because.clone());
    if let Some(duals) = &row.duals {
        let lines = duals_lines(row, duals).into_iter();
        parts.extend(lines.map(|(head, words)| format!("{head}: {words}")));
    }
    parts.extend(
        row.verdict
            .map(|verdict| format!("the book: {}", verdict.words())),
    );
    parts.join("; ")
}
