//! Blocks of a report: one model for terminals, Markdown and pages.
//!
//! ```text
//!   record ──▶ a reader, such as proof::blocks ──▶ [Block] ──▶ terminal   lines of at most 96 characters
//!                                                         ├──▶ markdown   sections, lists and tables
//!                                                         └──▶ html       markup; the frame, the style and the script are the page's
//! ```
//!
//! A block says its meaning, never its look: indents, rulers, tags and colours are the writers' own. Content for texts alone (terminals and
//! Markdown) is in [`Block::InText`], for pages alone in [`Block::OnPage`].

pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod terminal;

use adv_record::play;
use maud::Markup;

/// Writer of a report's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    /// Lines for a terminal.
    Terminal,
    /// Markdown, in which no text of a program is markup.
    Markdown,
}

impl TextForm {
    /// Text of the blocks; it ends with a line feed.
    pub(crate) fn text(self, blocks: &[Block]) -> String {
        match self {
            TextForm::Terminal => terminal::text(blocks),
            TextForm::Markdown => markdown::text(blocks),
        }
    }
}

/// Stretch of a text that is marked in one way: words, code or a link.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Span {
    /// Words without a mark.
    Plain(String),
    /// Expression or name of the program; between backticks in a terminal.
    Code(String),
    /// Line of the source, position or command: code that is never folded, and has no backticks in a terminal.
    Source(String),
    /// Words that link to an element of the page, and the `id` of that element.
    Link(String, String),
    /// Name that links to a file, and the path of that file.
    File(String, String),
}

/// Text of a block, as stretches that are words, code or links.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Text(pub(crate) Vec<Span>);

impl Text {
    /// Makes a text of words as they are: backticks mark nothing.
    pub(crate) fn plain(words: impl Into<String>) -> Text {
        Text(vec![Span::Plain(words.into())])
    }

    /// Makes a text of code that is never folded.
    pub(crate) fn source(words: impl Into<String>) -> Text {
        Text(vec![Span::Source(words.into())])
    }

    /// Appends code that is never folded to the text.
    pub(crate) fn then(mut self, source: impl Into<String>) -> Text {
        self.0.push(Span::Source(source.into()));
        self
    }
}

/// Makes a text of a sentence in which backticks mark code.
impl<S: AsRef<str>> From<S> for Text {
    fn from(sentence: S) -> Text {
        let parts = sentence.as_ref().split('`').map(str::to_owned).enumerate();
        let marked = |(index, part): (usize, String)| match index % 2 {
            0 => Span::Plain(part),
            _ => Span::Code(part),
        };
        let is_something = |span: &Span| *span != Span::Plain(String::new());
        Text(parts.map(marked).filter(is_something).collect())
    }
}

/// Judgement of a number or a sentence, for its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// Good: as it should be.
    Good,
    /// Bad: not as it should be.
    Bad,
    /// Remark: less important than the text around it.
    Remark,
}

/// Element of a report, which terminals and pages show in their own ways.
pub(crate) enum Block {
    /// One sentence or more; a line feed begins a new line in a terminal.
    Paragraph(Text, Tone),
    /// Part of a report with a heading.
    Section(Section),
    /// Blocks that belong together: no blank line between them.
    Group(Vec<Block>),
    /// Blocks about the block before, indented.
    Inset(Vec<Block>),
    /// List of items with numbers from 1, each of several blocks.
    Numbered(Vec<Vec<Block>>),
    /// Names, each with its text, in two columns.
    Facts(Facts),
    /// Words, then a list of items separated by commas; a new line never begins inside of an item.
    List(&'static str, Vec<String>),
    /// Table of rows and columns.
    Table(Table),
    /// Bar chart: names, each with its count.
    Chart(Vec<(String, u64)>),
    /// Drawing in characters at the margin, such as a board or a tree.
    Drawing(String),
    /// Drawn positions; side by side on a page.
    Boards(Vec<Board>),
    /// Moves of a line of play, by their choices.
    Moves(Moves),
    /// Blocks that only texts show: terminals and Markdown.
    InText(Vec<Block>),
    /// Blocks that only pages show.
    OnPage(Vec<Block>),
    /// Ready markup, such as a drawing, that only pages show.
    Markup(Markup),
}

impl Block {
    /// Makes a paragraph of words as they are.
    pub(crate) fn plain(words: impl Into<String>) -> Block {
        Block::Paragraph(Text::plain(words), Tone::Plain)
    }

    /// Makes a section whose first block is its heading in a terminal.
    pub(crate) fn section(id: &'static str, heading: &str, blocks: Vec<Block>) -> Block {
        Block::Section(Section {
            id,
            heading: heading.to_owned(),
            title: None,
            blocks,
        })
    }

    /// Makes a table that pages show as one too.
    pub(crate) fn table(
        columns: impl Into<Vec<Column>>,
        rows: impl IntoIterator<Item = Row>,
    ) -> Block {
        Block::Table(Table {
            columns: columns.into(),
            rows: rows.into_iter().collect(),
            is_summary: false,
        })
    }

    /// Makes facts of names and texts, which are folded; the names in a column of at least this width.
    pub(crate) fn facts<N: Into<String>>(
        least: usize,
        rows: impl IntoIterator<Item = (N, Text)>,
    ) -> Block {
        let rows = rows.into_iter();
        Block::Facts(Facts {
            least,
            rows: rows.map(|(name, text)| (name.into(), text)).collect(),
            runs_on: false,
        })
    }

    /// Makes facts whose texts may be longer than a line and are not folded.
    pub(crate) fn lines<N: Into<String>>(
        least: usize,
        rows: impl IntoIterator<Item = (N, Text)>,
    ) -> Block {
        match Block::facts(least, rows) {
            Block::Facts(facts) => Block::Facts(Facts {
                runs_on: true,
                ..facts
            }),
            other => other,
        }
    }

    /// Makes a paragraph of a sentence in which backticks mark code.
    pub(crate) fn sentence(sentence: impl AsRef<str>) -> Block {
        Block::Paragraph(sentence.into(), Tone::Plain)
    }
}

/// Part of a report with a heading.
pub(crate) struct Section {
    /// Identifier of the section for links on a page, such as `failures`.
    pub(crate) id: &'static str,
    /// Heading of the section on a page.
    pub(crate) heading: String,
    /// Heading of the section in a terminal; `None` if its table has one already.
    pub(crate) title: Option<String>,
    /// Blocks of the section.
    pub(crate) blocks: Vec<Block>,
}

/// Names, each with its text, in two columns.
#[derive(Default)]
pub(crate) struct Facts {
    /// Least width of the column of names, in characters.
    pub(crate) least: usize,
    /// Rows: each a name and its text.
    pub(crate) rows: Vec<(String, Text)>,
    /// True if texts may be longer than a line and are not folded.
    pub(crate) runs_on: bool,
}

/// Kind of a column's cells, for their alignment and bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    Words,
    Number,
    /// Share in percent, with a bar on a page.
    Share,
}

/// Column of a table: its head, width and kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// Head of the column; may be empty.
    pub(crate) head: &'static str,
    /// Least and greatest width of the column, in characters; a cell that is wider is not cut.
    pub(crate) width: (usize, usize),
    /// Kind of the column's cells.
    pub(crate) kind: ColumnKind,
}

impl Column {
    /// Makes a column of words, with its least and greatest width in characters.
    pub(crate) const fn words(head: &'static str, least: usize, most: usize) -> Column {
        Column {
            head,
            width: (least, most),
            kind: ColumnKind::Words,
        }
    }

    /// Makes a column of words that is as wide as its widest cell.
    pub(crate) const fn free(head: &'static str) -> Column {
        Column::words(head, 0, usize::MAX)
    }

    /// Makes a column of numbers, with its least width in characters.
    pub(crate) const fn number(head: &'static str, least: usize) -> Column {
        Column {
            kind: ColumnKind::Number,
            ..Column::words(head, least, usize::MAX)
        }
    }

    /// Makes a column of shares in percent.
    pub(crate) const fn share(head: &'static str) -> Column {
        Column {
            kind: ColumnKind::Share,
            ..Column::words(head, 8, usize::MAX)
        }
    }
}

/// Row of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// Cells of the row, in the order of the columns; those at the end may be missing.
    pub(crate) cells: Vec<Text>,
    /// Depth below the row that this one is a part of; 0 for a row of its own.
    pub(crate) depth: usize,
    /// True for a row that is the head of a group of rows.
    pub(crate) is_group: bool,
    /// Judgement of the row's numbers, for their colour.
    pub(crate) tone: Tone,
    /// True for a row that only pages show.
    pub(crate) is_on_page: bool,
}

impl Row {
    /// Makes a row of plain words.
    pub(crate) fn of<W: Into<String>>(cells: impl IntoIterator<Item = W>) -> Row {
        Row {
            cells: cells.into_iter().map(Text::plain).collect(),
            ..Row::default()
        }
    }

    /// Turns the row into a part of the one above it, at this depth.
    pub(crate) fn below(self, depth: usize) -> Row {
        Row { depth, ..self }
    }
}

/// Table of rows and columns.
pub(crate) struct Table {
    /// Columns of the table, from the left.
    pub(crate) columns: Vec<Column>,
    /// Rows of the table, from the top.
    pub(crate) rows: Vec<Row>,
    /// True if a page shows each row as a tile: a name, a number, a remark.
    pub(crate) is_summary: bool,
}

/// Position that is drawn as a board.
#[derive(Default)]
pub(crate) struct Board {
    /// FEN of the position.
    pub(crate) fen: String,
    /// Move that led to the position, as `a1b1`; `None` to mark no move.
    pub(crate) last: Option<String>,
    /// SVG markup drawn over the men, in units of a hundredth of a square.
    pub(crate) over: String,
    /// Text under the board on a page.
    pub(crate) caption: Text,
    /// Line that a click opens: a JSON pointer into the record of the page, such as `/failures/0/line`, and the ply of that line.
    pub(crate) at: (String, usize),
    /// Heading of the line or position that a click opens.
    pub(crate) title: String,
    /// Sentence about the line or position that a click opens.
    pub(crate) said: String,
    /// True for a board that only pages show.
    pub(crate) is_on_page: bool,
}

impl Board {
    /// Makes a board of a position, without a move that led to it.
    pub(crate) fn of(fen: &str) -> Board {
        Board {
            fen: fen.to_owned(),
            ..Board::default()
        }
    }
}

/// Line of play in stretches of moves by the same choice: the choice's words, and the moves with numbers.
pub(crate) struct Moves(pub(crate) Vec<(String, Vec<String>)>);

impl Moves {
    /// Splits a line of play into stretches, each as long as the same choice is made again.
    pub(crate) fn of(line: &play::Line) -> Moves {
        let mut stretches: Vec<(String, Vec<String>)> = Vec::new();
        let (mut before, mut last) = (line.fen.as_str(), None);
        for step in &line.moves {
            if stretches.is_empty() || step.choice.is_some() && step.choice.as_ref() != last {
                let label = step.choice.as_ref().map(|choice| choice.short.clone());
                stretches.push((label.unwrap_or_default(), Vec::new()));
                last = step.choice.as_ref();
            }
            if let Some((_, words)) = stretches.last_mut() {
                words.push(word(before, &step.san, words.is_empty()));
            }
            before = &step.fen;
        }
        Moves(stretches)
    }
}

/// Move in SAN as books print it in a line: `2. Rb3`, `Kc4`; a first move always has its number. `before` is the FEN before it.
pub(crate) fn word(before: &str, san: &str, is_first: bool) -> String {
    match is_black(before) && !is_first {
        true => san.to_owned(),
        false => numbered(before, san),
    }
}

/// True for a FEN with Black to move.
pub(crate) fn is_black(fen: &str) -> bool {
    fen.split(' ').nth(1) == Some("b")
}

/// Move in SAN with its number, from the FEN before it: `1. Ra3`, `1... Kc4`.
pub(crate) fn numbered(before: &str, san: &str) -> String {
    let number = before.split(' ').nth(5).unwrap_or("1");
    let dots = if is_black(before) { "..." } else { "." };
    format!("{number}{dots} {san}")
}

/// Name of the side to move in a FEN: `White` or `Black`.
pub(crate) fn turn(fen: &str) -> &'static str {
    if is_black(fen) { "Black" } else { "White" }
}
