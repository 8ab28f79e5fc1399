//! Blocks as text, in lines of at most 96 characters where words allow it.

use adv_chess::notation::parse_fen;

use super::{Block, Board, Column, ColumnKind, Facts, Moves, Row, Section, Span, Table, Text};
use crate::text::{board, thousands};

/// Most characters of a line, where words allow it.
const WIDTH: usize = 96;
/// Most characters of a bar of a chart.
const BAR: u64 = 40;
/// Maximum width, in characters, of the label before a line of play.
const LABEL: usize = 40;

/// Text of the blocks for a terminal; lines end with a line feed, the last as well.
pub(crate) fn text(blocks: &[Block]) -> String {
    let mut writer = TextWriter::default();
    writer.blocks(blocks, true);
    writer.text
}

/// Characters of a text, without links, and with backticks around code.
pub(crate) fn plain(text: &Text) -> String {
    let part = |span: &Span| match span {
        Span::Code(text) => format!("`{text}`"),
        Span::Plain(text) | Span::Source(text) | Span::Link(text, _) | Span::File(text, _) => {
            text.clone()
        }
    };
    text.0.iter().map(part).collect()
}

/// Board in characters with its FEN; the FEN alone where it is no position.
pub(super) fn drawn(of: &Board) -> String {
    parse_fen(&of.fen).map_or_else(|_| of.fen.clone(), |at| board(&at))
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Folds words into rows of at most `width` characters; a longer word has a row of its own.
pub(crate) fn folded<'w>(words: impl IntoIterator<Item = &'w str>, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in words {
        match rows.last_mut() {
            Some(row) if length(row) + 1 + length(word) <= width => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}

#[derive(Default)]
struct TextWriter {
    text: String,
    indent: usize,
    /// True inside numbered blocks, whose boards and moves are not indented further.
    is_numbered: bool,
    /// Number of a numbered block, which the next line begins with; `None` once written.
    marker: Option<String>,
}

impl TextWriter {
    /// Writes a line, with the number of a numbered block or the indent before it.
    fn line(&mut self, line: &str) {
        let before = self.marker.take();
        let before = before.unwrap_or_else(|| " ".repeat(self.indent));
        self.text.push_str(format!("{before}{line}").trim_end());
        self.text.push('\n');
    }

    /// Writes a name and rows of text beside it, in a column after `width` characters; the name is on the first row.
    fn named(&mut self, name: &str, width: usize, rows: &[String]) {
        let mut name = name;
        for row in rows {
            self.line(&format!("{name:width$}{row}"));
            name = "";
        }
    }

    /// Number of characters left on a line after a name of this width, at least 24.
    fn room(&self, width: usize) -> usize {
        WIDTH.saturating_sub(self.indent + width).max(24)
    }

    fn blocks(&mut self, blocks: &[Block], is_loose: bool) {
        let shown = blocks.iter().filter(|block| !is_silent(block));
        for (index, block) in shown.enumerate() {
            if index > 0 && is_loose {
                self.text.push('\n');
            }
            self.block(block, is_loose);
        }
    }

    fn within(&mut self, more: usize, inner: impl FnOnce(&mut TextWriter)) {
        self.indent += more;
        inner(self);
        self.indent -= more;
    }

    fn block(&mut self, block: &Block, is_loose: bool) {
        // Boards and moves are set in, but for those of a numbered block.
        let inset = if self.is_numbered { 0 } else { 2 };
        match block {
            Block::Paragraph(text, _) => plain(text).lines().for_each(|line| self.line(line)),
            Block::Section(section) => self.section(section),
            Block::InText(blocks) => self.blocks(blocks, is_loose),
            Block::Group(blocks) => self.blocks(blocks, false),
            Block::Inset(blocks) => self.within(2, |own| own.blocks(blocks, false)),
            Block::Numbered(items) => self.numbered(items),
            Block::Facts(facts) => self.facts(facts),
            Block::List(name, items) => self.list(name, items),
            Block::Table(table) => self.table(table),
            Block::Chart(bars) => self.chart(bars),
            Block::Drawing(text) => text.lines().for_each(|line| self.line(line)),
            Block::Boards(boards) => self.within(inset, |own| own.boards(boards)),
            Block::Moves(moves) => self.within(inset, |own| own.moves(moves)),
            Block::OnPage(_) | Block::Markup(_) => {}
        }
    }

    fn section(&mut self, section: &Section) {
        if let Some(title) = &section.title {
            self.line(title);
            self.text.push('\n');
        }
        self.blocks(&section.blocks, true);
    }

    fn numbered(&mut self, items: &[Vec<Block>]) {
        for (index, blocks) in items.iter().enumerate() {
            if index > 0 {
                self.text.push('\n');
            }
            self.marker = Some(format!("{}{:>3}. ", " ".repeat(self.indent), index + 1));
            let before = std::mem::replace(&mut self.is_numbered, true);
            self.within(5, |own| own.blocks(blocks, true));
            self.is_numbered = before;
        }
    }

    fn facts(&mut self, facts: &Facts) {
        let widest = facts.rows.iter().map(|(name, _)| length(name)).max();
        let width = widest.unwrap_or(0).max(facts.least) + 2;
        for (name, text) in &facts.rows {
            let is_source = |span: &Span| matches!(span, Span::Source(_));
            let words = plain(text);
            let rows = match facts.runs_on || text.0.iter().any(is_source) {
                true => vec![words],
                false => folded(words.split(' '), self.room(width)),
            };
            self.named(name, width, &rows);
        }
    }

    fn list(&mut self, name: &str, items: &[String]) {
        let mut items = items.to_vec();
        let last = items.len().saturating_sub(1);
        items.iter_mut().take(last).for_each(|item| item.push(','));
        let width = length(name) + 1;
        let rows = folded(
            items.iter().map(String::as_str),
            WIDTH - self.indent - width,
        );
        self.named(name, width, &rows);
    }

    fn table(&mut self, table: &Table) {
        let rows = table.rows.iter().filter(|row| !row.is_on_page);
        let cells: Vec<Vec<String>> = rows.map(row_cells).collect();
        let columns = table.columns.iter().enumerate();
        let widths: Vec<usize> = columns
            .map(|(index, column)| width(column, cells.iter().filter_map(|row| row.get(index))))
            .collect();
        let heads = table.columns.iter().map(|column| column.head.to_owned());
        let heads: Vec<String> = heads.collect();
        if heads.iter().any(|head| !head.is_empty()) {
            self.row(table, &widths, &heads);
        }
        for row in &cells {
            self.row(table, &widths, row);
        }
    }

    fn row(&mut self, table: &Table, widths: &[usize], cells: &[String]) {
        let cells = table.columns.iter().zip(widths).zip(cells);
        let cells: Vec<String> = cells
            .map(|((column, width), cell)| match column.kind {
                ColumnKind::Words => format!("{cell:width$}"),
                ColumnKind::Number | ColumnKind::Share => format!("{cell:>width$}"),
            })
            .collect();
        self.line(&cells.join("  "));
    }

    fn chart(&mut self, bars: &[(String, u64)]) {
        let most = bars.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let width = bars.iter().map(|(name, _)| length(name)).max().unwrap_or(0);
        for (name, count) in bars {
            let bar = eighths(*count, most.max(1));
            self.line(&format!(
                "  {name:>width$}  {:>13}  {bar}",
                thousands(*count)
            ));
        }
    }

    fn boards(&mut self, boards: &[Board]) {
        for one in boards.iter().filter(|board| !board.is_on_page) {
            drawn(one).lines().for_each(|line| self.line(line));
        }
    }

    fn moves(&mut self, moves: &Moves) {
        let labels = moves.0.iter().map(|(label, _)| length(label));
        let width = labels.max().unwrap_or(0).min(LABEL) + 2;
        for (label, words) in &moves.0 {
            let rows = folded(words.iter().map(String::as_str), self.room(width));
            self.named(&format!("{label}  "), width, &rows);
        }
    }
}

/// True for a block of which a terminal shows nothing.
fn is_silent(block: &Block) -> bool {
    match block {
        Block::OnPage(_) | Block::Markup(_) => true,
        Block::Boards(boards) => boards.iter().all(|board| board.is_on_page),
        Block::Section(section) => section.title.is_none() && section.blocks.iter().all(is_silent),
        Block::Group(blocks) | Block::InText(blocks) => blocks.iter().all(is_silent),
        Block::Facts(facts) => facts.rows.is_empty(),
        _ => false,
    }
}

fn row_cells(row: &Row) -> Vec<String> {
    let mut cells: Vec<String> = row.cells.iter().map(plain).collect();
    if let Some(first) = cells.first_mut() {
        first.insert_str(0, &"  ".repeat(row.depth));
    }
    cells
}

fn width<'c>(column: &Column, cells: impl Iterator<Item = &'c String>) -> usize {
    let (least, most) = column.width;
    let widest = cells.map(|cell| length(cell)).max().unwrap_or(0);
    widest.max(length(column.head)).clamp(least, most)
}

/// Bar for a count, its length in eighths of a character; `most` has the full length, and a count above zero is visible.
fn eighths(count: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = u128::from(count) * u128::from(BAR * 8) / u128::from(most);
    let eighths = usize::try_from(eighths).unwrap_or(0);
    let eighths = eighths.max(usize::from(count > 0));
    let rest = EIGHTHS.get(eighths % 8).copied().unwrap_or("");
    format!("{}{rest}", "█".repeat(eighths / 8))
}

#[cfg(test)]
mod tests {
    use super::eighths;

    #[test]
    fn bars_are_in_proportion_and_a_little_is_seen() {
        assert_eq!(eighths(8, 8), "█".repeat(40));
        assert_eq!(eighths(1, 1000), "▏");
        assert_eq!(eighths(0, 9), "");
        assert_eq!(eighths(1, 16), "██▌");
    }
}
