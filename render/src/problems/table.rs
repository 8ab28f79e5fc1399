//! Rows of problems as lines of a table: text, Markdown, comma-separated values.
//!
//! Rows are written as they come, so the widths of text are settled before the first of them ([`Columns`]).

use adv_chess::Color;

use super::{Book, Continuation, Duals, SolveOutcome, SolvedRow, wholes};
use crate::escape;
use crate::rows::Csv;
use crate::text::{positions, thousands};
use crate::visible;

/// Columns shown in a table of solved rows, and their widths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Width of the longest `id` in characters; 0 where no position has one.
    pub id: usize,
    /// Width of the longest name of a piece-of-advice in characters.
    pub by: usize,
    /// True where each row is an entry of a plan: its bound and depth are shown instead of the piece-of-advice that mates.
    pub each: bool,
    /// True where there is a column for the positions looked at: all that were made, not only those tested.
    pub looked_at: bool,
    /// True where the time of each row is shown.
    pub times: bool,
}

/// Column of the table: its head, its width in characters, and true where its cells are aligned to the left.
type RowColumn = (&'static str, usize, bool);

/// Most plies shown of a line of moves beside a row.
const SHOWN_PLIES: usize = 5;
/// Most duals (several moves of ours that mate as soon) listed for a row in text; JSON has all of them.
const SHOWN_CHOICES: usize = 12;
/// Greatest width in characters of a column of names in text; a longer name is cut.
const WIDEST: usize = 40;

impl Columns {
    fn list(&self) -> Vec<RowColumn> {
        let mut list: Vec<RowColumn> = vec![("no", 4, false)];
        if self.id > 0 {
            list.push(("id", self.id.clamp(2, WIDEST), true));
        }
        if self.each {
            list.push(("entry", self.by.clamp(5, WIDEST), true));
        }
        list.push(("mate", 8, true));
        if self.each {
            list.extend([
                ("bound", 8, false),
                ("spent", 6, false),
                ("depth", 5, false),
            ]);
        } else {
            list.extend([("by", self.by.clamp(6, WIDEST), true), ("effort", 6, false)]);
        }
        list.push(("tested", 9, false));
        if self.looked_at {
            list.push(("looked at", 9, false));
        }
        if self.times {
            list.push(("time", 7, false));
        }
        list.push(("verdict", 9, true));
        list
    }

    fn cells(&self, row: &SolvedRow) -> Vec<String> {
        let mut cells = vec![row.number.to_string()];
        if self.id > 0 {
            cells.push(row.id.clone().unwrap_or_default());
        }
        if self.each {
            cells.push(row.asked.clone());
        }
        cells.push(mate(row));
        let spent = row.spent.map_or_else(String::new, wholes);
        if self.each {
            cells.extend([bound(row), spent, row.depth.to_string()]);
        } else {
            cells.push(match (row.result, &row.by) {
                (SolveOutcome::Found, Some(by)) => by.clone(),
                (SolveOutcome::Undecided, _) => "budget".to_owned(),
                _ => String::new(),
            });
            cells.push(match row.result {
                SolveOutcome::Found => spent,
                SolveOutcome::None => String::new(),
                SolveOutcome::Undecided => refuted(row),
            });
        }
        cells.push(count(row.tested));
        if self.looked_at {
            cells.push(row.looked_at.map_or_else(String::new, count));
        }
        if self.times {
            cells.push(row.seconds.map_or_else(String::new, time));
        }
        cells.push(verdict(row));
        cells
    }
}

/// Cell for the mate: `in 7` moves, `goal in 2`, `none`, or `–` where the search is undecided.
fn mate(row: &SolvedRow) -> String {
    match (row.result, row.shortest, row.plies) {
        (SolveOutcome::Undecided, ..) => "–".to_owned(),
        (SolveOutcome::None, ..) => "none".to_owned(),
        (SolveOutcome::Found, Some(moves), _) => format!("in {moves}"),
        // What is no mate is a goal of the program.
        (SolveOutcome::Found, None, plies) => format!("goal in {}", plies.unwrap_or(0).div_ceil(2)),
    }
}

/// Cell for the bound of a search: its effort where moves have a cost, else its plies.
fn bound(row: &SolvedRow) -> String {
    match row.effort {
        Some(effort) => wholes(effort),
        None if row.within == 1 => "1 ply".to_owned(),
        None => format!("{} plies", row.within),
    }
}

/// Cell for a search that a budget ended: `> 2`, the effort within which there is certainly no tree; empty for none.
fn refuted(row: &SolvedRow) -> String {
    match row.effort {
        Some(effort) if effort > 1000 => format!("> {}", (effort - 1) / 1000),
        _ => String::new(),
    }
}

fn verdict(row: &SolvedRow) -> String {
    match (row.result, row.verdict) {
        (SolveOutcome::Undecided, _) => match row.ended {
            Some(budget) => format!("undecided ({})", budget.word()),
            None => "undecided".to_owned(),
        },
        (_, Some(verdict)) => verdict.words().to_owned(),
        (SolveOutcome::Found, None) => "found".to_owned(),
        (SolveOutcome::None, None) => "none".to_owned(),
    }
}

/// Cell for a number of positions: exact below a million, then `1.2 M`.
fn count(number: u64) -> String {
    match number {
        0..1_000_000 => thousands(number),
        _ => {
            let tenths = number / 100_000;
            format!("{}.{} M", thousands(tenths / 10), tenths % 10)
        }
    }
}

/// Cell for a time given in seconds: `0.4 ms`, `4 ms`, `8.1 s`.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.1} ms", s * 1000.0),
        s if s < 1.0 => format!("{:.0} ms", s * 1000.0),
        s => format!("{s:.1} s"),
    }
}

/// Cell padded with blanks to the width of its column; a name that is wider than the widest column is cut.
fn padded(cell: &str, (_, width, left): RowColumn) -> String {
    let cell = visible::line(cell);
    let letters = cell.chars().count();
    let cut: String = match letters > width && width >= WIDEST {
        true => cell.chars().take(width - 1).chain(['…']).collect(),
        false => cell.into_owned(),
    };
    let gap = " ".repeat(width.saturating_sub(cut.chars().count()));
    match left {
        true => format!("{cut}{gap}"),
        false => format!("{gap}{cut}"),
    }
}

/// Line of text with the heads of the columns.
pub fn text_head(columns: &Columns) -> String {
    let heads = columns.list().into_iter();
    let heads: Vec<String> = heads.map(|column| padded(column.0, column)).collect();
    format!("{}\n", heads.join("  ").trim_end())
}

/// Lines of text for a row: its cells, its moves beside them, and below them its length, keys, tries, set play and duals.
pub fn text(row: &SolvedRow, columns: &Columns) -> String {
    let cells = columns.cells(row);
    let list = columns.list().into_iter();
    let cells: Vec<String> = cells
        .iter()
        .zip(list)
        .map(|(cell, column)| padded(cell, column))
        .collect();
    let mut line = cells.join("  ");
    if !row.moves.is_empty() {
        let shown: Vec<&str> = row
            .moves
            .iter()
            .take(SHOWN_PLIES)
            .map(String::as_str)
            .collect();
        let more = if row.moves.len() > SHOWN_PLIES {
            " …"
        } else {
            ""
        };
        line.push_str(&format!("  {}{more}", shown.join(" ")));
    }
    let mut text = format!("{}\n", line.trim_end());
    if let Some(length) = &row.length {
        below(&mut text, "length", &length.words());
    }
    if let Some(duals) = &row.duals {
        for (head, words) in duals_lines(row, duals) {
            below(&mut text, head, &words);
        }
    }
    text
}

/// Appends a line of text below a row: a head such as `length`, and its words.
fn below(text: &mut String, head: &str, words: &str) {
    text.push_str(&format!("      {head:<10}{words}\n"));
}

/// Heads and words of the lines below a row: key, tries, set play and duals.
pub(super) fn duals_lines(row: &SolvedRow, duals: &Duals) -> Vec<(&'static str, String)> {
    let first = match row.fen.split(' ').nth(1) {
        Some("b") => Color::Black,
        _ => Color::White,
    };
    let dots = if first == Color::White { "." } else { "…" };
    let mut lines = Vec::new();
    let keys: Vec<String> = duals
        .keys
        .iter()
        .map(|key| format!("1{dots}{key}"))
        .collect();
    let mut words = keys.join(", ");
    if let Some(soundness) = &duals.soundness {
        words.push_str(&format!(": {soundness}"));
    } else if !duals.complete {
        words.push_str(" (other first moves are not settled)");
    }
    lines.push(("key", words));
    if let Some(tries) = &duals.tries {
        let words: Vec<String> = tries
            .iter()
            .map(|t| format!("1{dots}{}? {}!", t.mv, t.refutation))
            .collect();
        lines.push(("tries", or_none(words.join(", "))));
    }
    if let Some(set_play) = &duals.set_play {
        let words: Vec<String> = set_play.iter().map(choice).collect();
        lines.push(("set play", or_none(words.join("; "))));
    }
    let shown: Vec<String> = duals
        .choices
        .iter()
        .take(SHOWN_CHOICES)
        .map(choice)
        .collect();
    let mut words = or_none(shown.join("; "));
    if duals.choices.len() > SHOWN_CHOICES {
        words.push_str(&format!(
            "; and {} more",
            duals.choices.len() - SHOWN_CHOICES
        ));
    }
    if !duals.choices_complete {
        words.push_str(" (not all are settled)");
    }
    lines.push(("duals", words));
    lines
}

fn or_none(words: String) -> String {
    match words.is_empty() {
        true => "none".to_owned(),
        false => words,
    }
}

/// Move of theirs with our moves that mate after it: `4…Kc8 5.Be6+ or 5.Rxf8+`.
fn choice(choice: &Continuation) -> String {
    format!("{} {}", choice.after, choice.moves.join(" or "))
}

/// Heads of the columns and the rule below them, for a table in Markdown.
pub fn markdown_head(columns: &Columns) -> String {
    let list = columns.list();
    let mut heads: Vec<&str> = list.iter().map(|column| column.0).collect();
    let mut rules: Vec<&str> = list
        .iter()
        .map(|column| if column.2 { "---" } else { "---:" })
        .collect();
    heads.push("line");
    rules.push("---");
    format!("| {} |\n| {} |\n", heads.join(" | "), rules.join(" | "))
}

/// Row of the Markdown table; its last cell holds the moves and the lines that text has below a row.
pub fn markdown(row: &SolvedRow, columns: &Columns) -> String {
    let mut cells = columns.cells(row);
    let mut last = row.moves.join(" ");
    let mut add = |head: &str, words: &str| {
        if !last.is_empty() {
            last.push_str("; ");
        }
        last.push_str(&format!("{head}: {words}"));
    };
    if let Some(length) = &row.length {
        add("length", &length.words());
    }
    if let Some(duals) = &row.duals {
        for (head, words) in duals_lines(row, duals) {
            add(head, &words);
        }
    }
    cells.push(last);
    let cells: Vec<String> = cells.iter().map(|cell| escape::markdown(cell)).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// First line of the comma-separated form: the names of its fields.
pub const CSV_HEAD: &str = "no,line,id,fen,dm,asked,result,ended,by,mate,none below,effort,spent,within,plies,depth,tested,looked at,\
seconds,verdict,moves,keys,tries,set play,duals\n";

/// Record of a solved row in comma-separated values, with the fields of [`CSV_HEAD`].
pub fn csv(row: &SolvedRow) -> Vec<u8> {
    fn number<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    let Book { mate_in, .. } = row.book;
    let thousandths = |value: Option<u32>| value.map(|value| f64::from(value) / 1000.0);
    let result = match row.result {
        SolveOutcome::Found => "found",
        SolveOutcome::None => "none",
        SolveOutcome::Undecided => "undecided",
    };
    let list = |choices: &[Continuation]| {
        let words: Vec<String> = choices.iter().map(choice).collect();
        words.join("; ")
    };
    let duals = row.duals.as_ref();
    let tries = duals.and_then(|duals| duals.tries.as_ref()).map(|tries| {
        let words: Vec<String> = tries
            .iter()
            .map(|t| format!("{}? {}!", t.mv, t.refutation))
            .collect();
        words.join("; ")
    });
    let fields = [
        row.number.to_string(),
        if row.line == 0 {
            String::new()
        } else {
            row.line.to_string()
        },
        row.id.clone().unwrap_or_default(),
        row.fen.clone(),
        number(mate_in),
        row.asked.clone(),
        result.to_owned(),
        row.ended.map_or("", super::Budget::word).to_owned(),
        row.by.clone().unwrap_or_default(),
        number(row.shortest),
        number(row.length.map(|length| length.at_least)),
        number(thousandths(row.effort)),
        number(thousandths(row.spent)),
        row.within.to_string(),
        number(row.plies),
        row.depth.to_string(),
        row.tested.to_string(),
        number(row.looked_at),
        number(row.seconds),
        row.verdict.map_or("", super::BookVerdict::words).to_owned(),
        row.moves.join(" "),
        duals.map_or_else(String::new, |duals| duals.keys.join(" ")),
        tries.unwrap_or_default(),
        duals
            .and_then(|duals| duals.set_play.as_deref())
            .map(list)
            .unwrap_or_default(),
        duals.map_or_else(String::new, |duals| list(&duals.choices)),
    ];
    let mut lines = Csv::new();
    lines.record(&fields);
    lines.finish()
}

/// Sentence that sums up all rows: how many by result, how many agree with the file, positions tested, and CPU time if `times`.
pub fn summary<'r>(rows: impl Iterator<Item = &'r SolvedRow>, times: bool) -> String {
    let (mut all, mut as_said, mut undecided, mut tested) = (0, 0, 0, 0_u64);
    let (mut found, mut judged, mut seconds) = (0, false, 0.0);
    for row in rows {
        all += 1;
        judged |= row.verdict.is_some();
        found += u64::from(row.result == SolveOutcome::Found);
        undecided += u64::from(row.is_undecided());
        as_said += u64::from(!row.is_undecided() && row.is_as_said());
        tested = tested.saturating_add(row.tested);
        seconds += row.seconds.unwrap_or(0.0);
    }
    let rows = if all == 1 { "row" } else { "rows" };
    let mut parts = vec![format!("{found} found")];
    if judged {
        parts.push(format!("{as_said} as the file says"));
    }
    parts.push(format!("{undecided} undecided"));
    let mut text = format!(
        "{} {rows}: {}; {} tested",
        thousands(all),
        parts.join(", "),
        positions(tested)
    );
    if times {
        text.push_str(&format!(", {} of CPU time", time(seconds)));
    }
    text
}
