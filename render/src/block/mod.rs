//! Blocks of a report: one model for terminals and pages.
//!
//! ```text
//!   record ──▶ a reader, such as proof::read ──▶ [Block] ──▶ terminal   lines of at most 96 characters
//!                                                       └──▶ html       markup; the frame, the style and the script are the page's
//! ```
//!
//! A block says its meaning, never its look: indents, rulers, tags and colours are the writers' own. Content for only one of them is in
//! [`Block::InText`] or [`Block::OnPage`].

pub(crate) mod html;
pub(crate) mod terminal;

use adv_record::play;
use maud::Markup;

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Span {
    /// Words.
    Plain(String),
    /// An expression or a name of the program; in a text between backticks.
    Code(String),
    /// A line of the source, a position or a command: code that is never folded, and has no backticks in a text.
    Source(String),
    /// Words that lead to an element of the page, by its `id`.
    Link(String, String),
}

/// Words with marks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Text(pub(crate) Vec<Span>);

impl Text {
    /// Words as they are: backticks mark nothing.
    pub(crate) fn plain(words: impl Into<String>) -> Text {
        Text(vec![Span::Plain(words.into())])
    }

    /// Code that is never folded.
    pub(crate) fn source(words: impl Into<String>) -> Text {
        Text(vec![Span::Source(words.into())])
    }

    /// The same text with code behind it that is never folded.
    pub(crate) fn then(mut self, source: impl Into<String>) -> Text {
        self.0.push(Span::Source(source.into()));
        self
    }
}

/// Backticks mark code.
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

/// Judgement of a number or a sentence: good, bad or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Neither.
    #[default]
    Plain,
    /// As it should be.
    Good,
    /// Not as it should be.
    Bad,
    /// Less important than the text around it.
    Remark,
}

/// A block.
pub(crate) enum Block {
    /// A sentence or more; a line feed begins a new line in a text.
    Paragraph(Text, Tone),
    /// A part of a report.
    Section(Section),
    /// Blocks that belong together: no blank line between them.
    Group(Vec<Block>),
    /// Blocks about the block before, set in.
    Inset(Vec<Block>),
    /// Blocks with numbers, from 1.
    Numbered(Vec<Vec<Block>>),
    /// Names with texts.
    Facts(Facts),
    /// Words with a list of items that are not broken.
    List(&'static str, Vec<String>),
    /// Numbers in columns.
    Table(Table),
    /// Bars: names with lengths.
    Chart(Vec<(String, u64)>),
    /// Positions; side by side on a page.
    Boards(Vec<Board>),
    /// A line of play.
    Moves(Moves),
    /// Blocks that only texts show.
    InText(Vec<Block>),
    /// Blocks that only pages show.
    OnPage(Vec<Block>),
    /// A drawing or something else that only pages have.
    Markup(Markup),
}

impl Block {
    /// A sentence in which backticks mark code.
    pub(crate) fn sentence(sentence: impl AsRef<str>) -> Block {
        Block::Paragraph(sentence.into(), Tone::Plain)
    }
}

/// A part of a report.
pub(crate) struct Section {
    /// Its name for links on a page, such as `failures`.
    pub(crate) id: &'static str,
    /// Its heading on a page.
    pub(crate) heading: String,
    /// Its heading in a text; none where its table has one.
    pub(crate) title: Option<String>,
    /// Its blocks.
    pub(crate) blocks: Vec<Block>,
}

/// Names with texts.
#[derive(Default)]
pub(crate) struct Facts {
    /// The least width of the names, in characters.
    pub(crate) least: usize,
    /// Names and texts.
    pub(crate) rows: Vec<(String, Text)>,
    /// True for texts that may be longer than a line.
    pub(crate) runs_on: bool,
}

/// Content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    Words,
    Number,
    /// A share in percent, with a bar on a page.
    Share,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// Its head.
    pub(crate) head: &'static str,
    /// Its least and greatest width, in characters; a cell that is wider is not cut.
    pub(crate) width: (usize, usize),
    /// Kind of its cells.
    pub(crate) kind: ColumnKind,
}

impl Column {
    /// A column of words.
    pub(crate) const fn words(head: &'static str, least: usize, most: usize) -> Column {
        Column {
            head,
            width: (least, most),
            kind: ColumnKind::Words,
        }
    }

    /// A column of numbers.
    pub(crate) const fn number(head: &'static str, least: usize) -> Column {
        Column {
            head,
            width: (least, usize::MAX),
            kind: ColumnKind::Number,
        }
    }

    /// A column of shares.
    pub(crate) const fn share(head: &'static str) -> Column {
        Column {
            head,
            width: (8, usize::MAX),
            kind: ColumnKind::Share,
        }
    }
}

/// A row of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// Its cells; those at its end may be missing.
    pub(crate) cells: Vec<Text>,
    /// Depth below the row that it is a part of; 0 for a row of its own.
    pub(crate) depth: usize,
    /// True for the head of a group of rows.
    pub(crate) is_group: bool,
    /// Judgement of its numbers.
    pub(crate) tone: Tone,
    /// True for a row that only pages show.
    pub(crate) is_on_page: bool,
}

impl Row {
    /// A row of plain words.
    pub(crate) fn of<W: Into<String>>(cells: impl IntoIterator<Item = W>) -> Row {
        Row {
            cells: cells.into_iter().map(Text::plain).collect(),
            ..Row::default()
        }
    }

    /// The same row as a part of one above.
    pub(crate) fn below(self, depth: usize) -> Row {
        Row { depth, ..self }
    }
}

/// Numbers in columns.
pub(crate) struct Table {
    /// The columns.
    pub(crate) columns: Vec<Column>,
    /// The rows.
    pub(crate) rows: Vec<Row>,
    /// True if a page shows each row as a tile: a name, a number, a remark.
    pub(crate) is_summary: bool,
}

/// A position.
#[derive(Default)]
pub(crate) struct Board {
    /// The position.
    pub(crate) fen: String,
    /// The last move, as `a1b1`.
    pub(crate) last: Option<String>,
    /// Markup over the men, in squares of a hundred units.
    pub(crate) over: String,
    /// Text under the board on a page.
    pub(crate) caption: Text,
    /// Place of the board in the record of the page, a JSON pointer such as `/failures/0/line`, and the ply of that line; a click opens it.
    pub(crate) at: (String, usize),
    /// Heading of the line or position that a click opens.
    pub(crate) title: String,
    /// Sentence about the line or position that a click opens.
    pub(crate) said: String,
    /// True for a board that only pages show.
    pub(crate) is_on_page: bool,
}

/// A line of play: its stretches, each with the words of its choice.
pub(crate) struct Moves(pub(crate) Vec<(String, Vec<String>)>);

impl Moves {
    /// The stretches of a line: each of one choice, as long as it is made again and again.
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

/// A move as books print it behind others: `2. Rb3`, `Kc4`; the first has its number always.
pub(crate) fn word(before: &str, san: &str, is_first: bool) -> String {
    match is_black(before) && !is_first {
        true => san.to_owned(),
        false => numbered(before, san),
    }
}

/// True for a position with Black to move.
pub(crate) fn is_black(fen: &str) -> bool {
    fen.split(' ').nth(1) == Some("b")
}

/// A move with its number: `1. Ra3`, `1... Kc4`.
pub(crate) fn numbered(before: &str, san: &str) -> String {
    let number = before.split(' ').nth(5).unwrap_or("1");
    let dots = if is_black(before) { "..." } else { "." };
    format!("{number}{dots} {san}")
}

/// `White`, `Black`: the side to move.
pub(crate) fn turn(fen: &str) -> &'static str {
    if is_black(fen) { "Black" } else { "White" }
}
