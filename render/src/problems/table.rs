//! Rows of problems as lines of a table: text, Markdown, comma-separated values.
//!
//! Rows are written as they come, so the widths of text are settled before the first of them ([`Columns`]).

use super::{Continuation, Duals, SolveOutcome, SolvedRow, wholes};
use crate::TextForm;
use crate::block::{Block, Column, Row, Table, Text, is_black, markdown};
use crate::rows::{Csv, cell};
use crate::text::{joined, many, plies, positions, thousands};
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

/// Most plies shown of a line of moves beside a row.
const SHOWN_PLIES: usize = 5;
/// Most duals (several moves of ours that mate as soon) listed for a row in text; JSON has all of them.
const SHOWN_CHOICES: usize = 12;
/// Greatest width in characters of a column of names in text; a longer name is cut.
const WIDEST: usize = 40;

/// Column of the table, and the function for its cells.
type RowColumn = (Column, fn(&SolvedRow) -> String);

impl Columns {
    fn list(&self) -> Vec<RowColumn> {
        let words = |head, width| Column::words(head, width, width);
        let names =
            |head: &'static str, width: usize, least| words(head, width.clamp(least, WIDEST));
        let mut list: Vec<RowColumn> =
            vec![(Column::number("no", 4), |row| row.number.to_string())];
        if self.id > 0 {
            let id = |row: &SolvedRow| row.id.clone().unwrap_or_default();
            list.push((names("id", self.id, 2), id));
        }
        if self.each {
            list.push((names("entry", self.by, 5), |row| row.asked.clone()));
        }
        list.push((words("mate", 8), mate));
        if self.each {
            list.push((Column::number("bound", 8), bound));
            list.push((Column::number("spent", 6), spent));
            list.push((Column::number("depth", 5), |row| row.depth.to_string()));
        } else {
            list.push((names("by", self.by, 6), by));
            list.push((Column::number("effort", 6), effort));
        }
        list.push((Column::number("tested", 9), |row| count(row.tested)));
        if self.looked_at {
            let looked_at = |row: &SolvedRow| row.looked_at.map_or_else(String::new, count);
            list.push((Column::number("looked at", 9), looked_at));
        }
        if self.times {
            let seconds = |row: &SolvedRow| row.seconds.map_or_else(String::new, time);
            list.push((Column::number("time", 7), seconds));
        }
        list.push((words("verdict", 9), verdict));
        list
    }

    /// Table with these rows and a column for the moves, whose head is `last`.
    fn table(&self, last: &'static str, rows: Vec<Row>) -> Table {
        let columns = self.list().into_iter().map(|(column, _)| column);
        let last = Column::free(last);
        Table {
            columns: columns.chain([last]).collect(),
            rows,
            is_summary: false,
        }
    }

    fn cells(&self, row: &SolvedRow) -> Vec<String> {
        let list = self.list().into_iter();
        list.map(|(_, cell)| cell(row)).collect()
    }
}

fn spent(row: &SolvedRow) -> String {
    row.spent.map_or_else(String::new, wholes)
}

/// Cell for the piece-of-advice that has the tree, or `budget`.
fn by(row: &SolvedRow) -> String {
    match (row.result, &row.by) {
        (SolveOutcome::Found, Some(by)) => by.clone(),
        (SolveOutcome::Undecided, _) => "budget".to_owned(),
        _ => String::new(),
    }
}

/// Cell for the effort of the tree. Of a search that a budget ended `> 2`, the effort within which there is certainly no tree.
fn effort(row: &SolvedRow) -> String {
    match (row.result, row.effort) {
        (SolveOutcome::Found, _) => spent(row),
        (SolveOutcome::Undecided, Some(effort)) if effort > 1000 => {
            format!("> {}", (effort - 1) / 1000)
        }
        _ => String::new(),
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
        None => plies(row.within),
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

/// Heads of the table, which its rows follow one by one.
pub fn head(columns: &Columns, form: TextForm) -> String {
    let last = match form {
        TextForm::Terminal => "",
        TextForm::Markdown => "line",
    };
    form.text(&[Block::Table(columns.table(last, Vec::new()))])
}

/// Row of the table: in a terminal its cells, its first moves beside them and the remarks below them; in Markdown one line with all of these.
pub fn row(row: &SolvedRow, columns: &Columns, form: TextForm) -> String {
    let mut remarks: Vec<(&str, String)> = Vec::new();
    remarks.extend(row.length.map(|length| ("length", length.words())));
    remarks.extend(row.duals.iter().flat_map(|duals| duals_lines(row, duals)));
    let mut cells = columns.cells(row);
    if form == TextForm::Markdown {
        let moves = (!row.moves.is_empty()).then(|| row.moves.join(" "));
        let remarks = remarks
            .iter()
            .map(|(head, words)| format!("{head}: {words}"));
        cells.push(joined(moves.into_iter().chain(remarks), "; "));
        return markdown::row(&Row::of(cells)) + "\n";
    }
    let mut moves = row.moves.clone();
    if moves.len() > SHOWN_PLIES {
        moves.truncate(SHOWN_PLIES);
        moves.push("…".to_owned());
    }
    let cells = cells.iter().map(|cell| cut(&visible::line(cell)));
    let cells = cells.chain([moves.join(" ")]);
    let mut table = columns.table("", vec![Row::of(cells)]);
    for column in &mut table.columns {
        column.head = "";
    }
    let remarks = remarks.into_iter();
    let below = Block::lines(
        14,
        remarks.map(|(head, words)| (format!("      {head}"), Text::plain(words))),
    );
    form.text(&[Block::Group(vec![Block::Table(table), below])])
}

/// Cell that is cut where it is wider than any column.
fn cut(cell: &str) -> String {
    match cell.chars().count() > WIDEST {
        true => cell.chars().take(WIDEST - 1).chain(['…']).collect(),
        false => cell.to_owned(),
    }
}

/// Heads and words of the lines below a row: key, tries, set play and duals.
pub(super) fn duals_lines(row: &SolvedRow, duals: &Duals) -> Vec<(&'static str, String)> {
    let dots = if is_black(&row.fen) { "…" } else { "." };
    let mut lines = Vec::new();
    let mut words = joined(duals.keys.iter().map(|key| format!("1{dots}{key}")), ", ");
    if let Some(soundness) = &duals.soundness {
        words.push_str(&format!(": {soundness}"));
    } else if !duals.complete {
        words.push_str(" (other first moves are not settled)");
    }
    lines.push(("key", words));
    if let Some(tries) = &duals.tries {
        let tries = tries
            .iter()
            .map(|t| format!("1{dots}{}? {}!", t.mv, t.refutation));
        lines.push(("tries", or_none(joined(tries, ", "))));
    }
    if let Some(set_play) = &duals.set_play {
        lines.push((
            "set play",
            or_none(joined(set_play.iter().map(choice), "; ")),
        ));
    }
    let shown = duals.choices.len().min(SHOWN_CHOICES);
    let (shown, more) = duals.choices.split_at(shown);
    let mut words = or_none(joined(shown.iter().map(choice), "; "));
    if !more.is_empty() {
        words.push_str(&format!("; and {} more", more.len()));
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

/// First line of the comma-separated form: the names of its fields.
pub const CSV_HEAD: &str = "no,line,id,fen,dm,asked,result,ended,by,mate,none below,effort,spent,within,plies,depth,tested,looked at,\
seconds,verdict,moves,keys,tries,set play,duals\n";

/// Record of a solved row in comma-separated values, with the fields of [`CSV_HEAD`].
pub fn csv(row: &SolvedRow) -> Vec<u8> {
    let thousandths = |value: Option<u32>| value.map(|value| f64::from(value) / 1000.0);
    let result = match row.result {
        SolveOutcome::Found => "found",
        SolveOutcome::None => "none",
        SolveOutcome::Undecided => "undecided",
    };
    let list = |choices: &[Continuation]| joined(choices.iter().map(choice), "; ");
    let duals = row.duals.as_ref();
    let tries = duals.and_then(|duals| duals.tries.as_ref());
    let tries = tries.map(|tries| tries.iter().map(|t| format!("{}? {}!", t.mv, t.refutation)));
    let tries = tries.map(|tries| joined(tries, "; "));
    let fields = [
        row.number.to_string(),
        cell((row.line > 0).then_some(row.line)),
        row.id.clone().unwrap_or_default(),
        row.fen.clone(),
        cell(row.book.mate_in),
        row.asked.clone(),
        result.to_owned(),
        row.ended.map_or("", super::Budget::word).to_owned(),
        row.by.clone().unwrap_or_default(),
        cell(row.shortest),
        cell(row.length.map(|length| length.at_least)),
        cell(thousandths(row.effort)),
        cell(thousandths(row.spent)),
        row.within.to_string(),
        cell(row.plies),
        row.depth.to_string(),
        row.tested.to_string(),
        cell(row.looked_at),
        cell(row.seconds),
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
    let mut parts = vec![format!("{found} found")];
    if judged {
        parts.push(format!("{as_said} as the file says"));
    }
    parts.push(format!("{undecided} undecided"));
    let mut text = format!(
        "{}: {}; {} tested",
        many(all, "row", "rows"),
        parts.join(", "),
        positions(tested)
    );
    if times {
        text.push_str(&format!(", {} of CPU time", time(seconds)));
    }
    text
}
