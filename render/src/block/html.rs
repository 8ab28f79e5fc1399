//! Blocks as HTML. Every text is escaped where it is written, and characters that turn the direction of writing become blanks.
//!
//! ```text
//!   <button class="thumb" data-at="/failures/0/line" data-ply="5"> small board </button>
//!                                   │                        │
//!              a pointer into the record of the page         the ply of that line: the script shows it large
//! ```

use adv_chess::Position;
use adv_chess::notation::parse_fen;
use adv_chess::squares::each;
use maud::{Markup, PreEscaped, Render, html};

use super::{
    Block, Board, Column, ColumnKind, Facts, Moves, Row, Section, Span, Table, Text, Tone,
};
use crate::escape::link;
use crate::html::squares;
use crate::svg::{cell_of, escaped, man_id};
use crate::text::{capital, joined, thousands};

/// Text that is escaped when it is rendered into the markup of a page.
pub(crate) struct PageText<S: AsRef<str>>(pub(crate) S);

impl<S: AsRef<str>> Render for PageText<S> {
    fn render_to(&self, page: &mut String) {
        page.push_str(&escaped(self.0.as_ref()));
    }
}

/// Text of several lines that is escaped line by line when it is rendered into the markup of a page.
pub(crate) struct PageLines<'t>(pub(crate) &'t str);

impl Render for PageLines<'_> {
    fn render_to(&self, page: &mut String) {
        page.push_str(&joined(self.0.split('\n').map(escaped), "\n"));
    }
}

/// Markup of the blocks, without the frame of a page; boards are seen from Black's side if `flipped`.
pub(crate) fn markup(blocks: &[Block], flipped: bool) -> Markup {
    html! { @for block in blocks { (one(block, flipped)) "\n" } }
}

fn one(block: &Block, flipped: bool) -> Markup {
    match block {
        Block::Paragraph(text, tone) => html! { p class=[class(*tone)] { (spans(text)) } },
        Block::Section(section) => self::section(section, flipped),
        Block::Group(blocks) => html! { div.group { (markup(blocks, flipped)) } },
        Block::OnPage(blocks) => markup(blocks, flipped),
        Block::Inset(blocks) => html! { div.inset { (markup(blocks, flipped)) } },
        Block::Numbered(items) => {
            html! { ol.items { @for blocks in items { li { (markup(blocks, flipped)) } } } }
        }
        Block::Facts(facts) => self::facts(facts),
        Block::List(name, items) => html! { p.remark { (name) " " (PageText(items.join(", "))) } },
        Block::Table(table) if table.is_summary => tiles(table),
        Block::Table(table) => self::table(table),
        Block::Chart(bars) => chart(bars),
        Block::Drawing(text) => html! { pre { (PageText(text)) } },
        Block::Boards(boards) => {
            html! { div.boards { @for board in boards { (self::board(board, flipped)) } } }
        }
        Block::Moves(moves) => self::moves(moves),
        Block::InText(_) => html! {},
        Block::Markup(markup) => markup.clone(),
    }
}

fn section(section: &Section, flipped: bool) -> Markup {
    let heading = format!("h-{}", section.id);
    html! {
        section id=(section.id) aria-labelledby=(heading) {
            h2 id=(heading) { (spans(&(&section.heading).into())) }
            (markup(&section.blocks, flipped))
        }
    }
}

/// Markup of a text with its code and links.
pub(crate) fn spans(text: &Text) -> Markup {
    html! {
        @for span in &text.0 {
            @match span {
                Span::Plain(text) => (PageText(text)),
                Span::Code(text) | Span::Source(text) => code { (PageText(text)) },
                Span::File(name, path) => a href=(link(path)) { (PageText(name)) },
                Span::Link(text, id) => a href={ "#" (PageText(id)) } { (PageText(text)) },
            }
        }
    }
}

const fn class(tone: Tone) -> Option<&'static str> {
    match tone {
        Tone::Plain => None,
        Tone::Good => Some("good"),
        Tone::Bad => Some("bad"),
        Tone::Remark => Some("remark"),
    }
}

fn facts(facts: &Facts) -> Markup {
    html! {
        @if !facts.rows.is_empty() {
            dl.quotes { @for (name, text) in &facts.rows { div { dt { (PageText(name)) } dd { (spans(text)) } } } }
        }
    }
}

fn tiles(table: &Table) -> Markup {
    html! {
        dl.tiles {
            @for row in &table.rows {
                div class=[class(row.tone)] {
                    @for (index, cell) in row.cells.iter().enumerate() {
                        @match index { 0 => dt { (spans(cell)) }, 1 => dd { (spans(cell)) }, _ => dd.small { (spans(cell)) } }
                    }
                }
            }
        }
    }
}

fn table(table: &Table) -> Markup {
    let number = |column: &Column| (column.kind != ColumnKind::Words).then_some("n");
    let has_heads = table.columns.iter().any(|column| !column.head.is_empty());
    let row = |row: &Row| {
        html! {
            tr class=[if row.is_group { Some("group") } else { class(row.tone) }] {
                @for (index, column) in table.columns.iter().enumerate() {
                    @let cell = row.cells.get(index);
                    @if index == 0 {
                        th scope=(if row.is_group { "rowgroup" } else { "row" }) class=[number(column).or((row.depth > 0).then_some("part"))] {
                            @if let Some(cell) = cell { (spans(cell)) }
                        }
                    } @else {
                        td class=[number(column)] {
                            @if let Some(cell) = cell {
                                @if column.kind == ColumnKind::Share { (meter(cell)) }
                                (spans(cell))
                            }
                        }
                    }
                }
            }
        }
    };
    html! {
        div.wide {
            table {
                @if has_heads {
                    thead { tr { @for column in &table.columns { th scope="col" class=[number(column)] { (column.head) } } } }
                }
                tbody { @for one in &table.rows { (row(one)) } }
            }
        }
    }
}

/// Markup of a bar for the share that a cell states, such as `4.6 %`; empty for no share.
fn meter(cell: &Text) -> Markup {
    let words = super::terminal::plain(cell);
    let share = words.trim_start_matches(['<', '>', ' ']).split(' ').next();
    let share: f64 = share.and_then(|share| share.parse().ok()).unwrap_or(0.0);
    html! { @if share > 0.0 { span.meter style=(format!("width:{share:.1}%")) {} } }
}

fn chart(bars: &[(String, u64)]) -> Markup {
    let most = bars
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(0)
        .max(1);
    let width = |count: u64| format!("width:{:.1}%", 100.0 * count as f64 / most as f64);
    html! {
        dl.chart {
            @for (name, count) in bars {
                div { dt { (PageText(name)) } dd { span.bar style=(width(*count)) {} span { (thousands(*count)) } } }
            }
        }
    }
}

fn moves(moves: &Moves) -> Markup {
    html! {
        dl.line { @for (label, words) in &moves.0 { div { dt { (PageText(label)) } dd { (PageText(words.join(" "))) } } } }
    }
}

fn board(board: &Board, flipped: bool) -> Markup {
    let (at, ply) = &board.at;
    let caption = super::terminal::plain(&board.caption);
    let name = format!("{}: {}, show large", capital(&caption), board.fen);
    let position = parse_fen(&board.fen).ok();
    html! {
        figure.small {
            button.thumb type="button" data-at=(PageText(at)) data-ply=(ply) data-title=(PageText(&board.title)) data-said=(PageText(&board.said))
                title="show large" aria-label=(PageText(name)) {
                @if let Some(at) = position { (drawing(&at, board, flipped)) }
            }
            figcaption { (spans(&board.caption)) }
        }
    }
}

/// SVG definition of the board's squares, which all small boards of a page share.
pub(crate) fn definition() -> Markup {
    html! { g id="adv-board" { (squares()) } }
}

/// SVG of a small board with its men, its last move and its overlay.
fn drawing(position: &Position, board: &Board, flipped: bool) -> Markup {
    let corner = |square: u8| {
        let (column, row) = cell_of(square, flipped);
        (i32::from(column) * 100, i32::from(row) * 100)
    };
    let last = board.last.as_deref().unwrap_or_default().as_bytes();
    let last = last.chunks_exact(2).take(2).map(|name| {
        let square = name[0].wrapping_sub(b'a') & 7 | (name[1].wrapping_sub(b'1') & 7) << 3;
        corner(square)
    });
    let men = each(position.occupied())
        .filter_map(|square| Some((corner(square), position.piece_at(square)?)));
    html! {
        svg viewBox="-8 -8 816 816" aria-hidden="true" {
            use href="#adv-board" {}
            @for (x, y) in last { path.sq-last d={ "M" (x) " " (y) "h100v100h-100z" } {} }
            @for ((x, y), (color, role)) in men { use href={ "#" (man_id(color, role)) } x=(x) y=(y) {} }
            (PreEscaped(&board.over))
            rect.frame x="-4" y="-4" width="808" height="808" {}
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const HOSTILE: &str = "</p><script>broken()</script>\" onload='x' `<b>` \u{202e}\u{1b}[2J&amp;";

    /// Blocks of each kind, one each, with a hostile text in every text.
    pub(in crate::block) fn hostile() -> Vec<Block> {
        let text = || Text::from(HOSTILE).then(HOSTILE);
        let words = || HOSTILE.to_owned();
        let row = Row {
            cells: vec![text(), text(), text()],
            ..Row::default()
        };
        let table = |is_summary| {
            Block::Table(Table {
                columns: vec![
                    Column::words("", 0, 9),
                    Column::number("", 1),
                    Column::share(""),
                ],
                rows: vec![row.clone()],
                is_summary,
            })
        };
        let facts = Facts {
            rows: vec![(words(), text())],
            ..Facts::default()
        };
        let board = Board {
            fen: "8/8/8/3k4/8/8/1R6/K7 w - - 0 1".to_owned(),
            last: Some(words()),
            caption: text(),
            at: (words(), 0),
            title: words(),
            said: words(),
            ..Board::default()
        };
        vec![
            Block::Section(Section {
                id: "part",
                heading: words(),
                title: Some(words()),
                blocks: vec![
                    Block::Paragraph(text(), Tone::Bad),
                    table(true),
                    table(false),
                ],
            }),
            Block::Numbered(vec![vec![Block::Inset(vec![Block::sentence(HOSTILE)])]]),
            Block::Facts(facts),
            Block::List("never used:", vec![words()]),
            Block::Chart(vec![(words(), 1)]),
            Block::Boards(vec![board]),
            Block::Moves(Moves(vec![(words(), vec![words()])])),
            Block::Drawing(words()),
            Block::Paragraph(Text(vec![Span::File(words(), words())]), Tone::Plain),
        ]
    }

    #[test]
    fn no_text_becomes_markup() {
        let page = markup(&hostile(), false).into_string();
        assert!(page.contains("&lt;script&gt;"), "{page}");
        for wrong in [
            "<script",
            "<b>",
            "onload='",
            "\" onload",
            "\u{202e}",
            "\u{1b}",
        ] {
            assert!(!page.contains(wrong), "{wrong}: {page}");
        }
    }
}
