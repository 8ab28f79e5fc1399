//! Blocks as Markdown, with tables as GitHub writes them. Every text is escaped where it is written, so that no text becomes markup.

use super::{Block, Column, ColumnKind, Row, Section, Span, Table, Text, terminal};
use crate::escape::{link, markdown as escaped, markdown_code as code};
use crate::text::{joined, thousands};
use crate::visible;

/// Markdown of the blocks; it ends with a line feed.
pub(crate) fn text(blocks: &[Block]) -> String {
    with_blank_lines(blocks) + "\n"
}

/// Blocks with a blank line between them.
fn with_blank_lines(blocks: &[Block]) -> String {
    let parts = blocks.iter().map(one).filter(|part| !part.is_empty());
    joined(parts, "\n\n")
}

fn one(block: &Block) -> String {
    match block {
        Block::Paragraph(text, _) => spans(text, "\\\n"),
        Block::Section(Section {
            heading, blocks, ..
        }) => format!(
            "## {}\n\n{}",
            spans(&heading.into(), " "),
            with_blank_lines(blocks)
        ),
        Block::Group(blocks) | Block::InText(blocks) => with_blank_lines(blocks),
        Block::Inset(blocks) => below("> ", "> ", &with_blank_lines(blocks)),
        Block::Numbered(items) => {
            let item = |(number, blocks): (usize, &Vec<Block>)| {
                let marker = format!("{number}. ");
                below(
                    &marker,
                    &" ".repeat(marker.len()),
                    &with_blank_lines(blocks),
                )
            };
            let items = (1..).zip(items).map(item);
            joined(items, "\n\n")
        }
        Block::Facts(facts) => {
            let rows = facts.rows.iter();
            list(rows.map(|(name, text)| named(name, spans(text, " "))))
        }
        Block::List(name, items) => format!("{} {}", escaped(name), escaped(&items.join(", "))),
        Block::Table(table) => self::table(table),
        Block::Chart(bars) => table(&Table {
            columns: vec![Column::number("", 0), Column::number("", 0)],
            rows: bars
                .iter()
                .map(|(name, count)| Row::of([name, &thousands(*count)]))
                .collect(),
            is_summary: false,
        }),
        Block::Drawing(text) => drawing(text),
        Block::Boards(boards) => {
            let shown = boards.iter().filter(|board| !board.is_on_page);
            let shown = shown.map(|board| drawing(&terminal::drawn(board)));
            joined(shown, "\n\n")
        }
        Block::Moves(moves) => {
            let moves = moves.0.iter();
            list(
                moves.map(|(label, words)| named(label, spans(&Text::plain(words.join(" ")), " "))),
            )
        }
        Block::OnPage(_) | Block::Markup(_) => String::new(),
    }
}

/// Lines of a text, the first after `first`, the others after `next`.
fn below(first: &str, next: &str, text: &str) -> String {
    let lines = text.lines().enumerate();
    let lines = lines.map(|(index, line)| match index {
        0 => format!("{first}{line}"),
        _ => format!("{next}{line}").trim_end().to_owned(),
    });
    joined(lines, "\n")
}

fn named(name: &str, text: String) -> String {
    match name.trim() {
        "" => text,
        name => format!("{}: {text}", escaped(name)),
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items = items.map(|item| format!("- {item}"));
    joined(items, "\n")
}

/// Text with its code and links to files; line feeds of its words become `feed`.
fn spans(text: &Text, feed: &str) -> String {
    let part = |span: &Span| match span {
        Span::Plain(text) | Span::Link(text, _) => {
            let lines: Vec<String> = text.split('\n').map(escaped).collect();
            lines.join(feed)
        }
        Span::Code(text) | Span::Source(text) => code(text),
        Span::File(name, path) => format!("[{}]({})", escaped(name), link(path)),
    };
    let text: String = text.0.iter().map(part).collect();
    let text = text.trim();
    // A sign or a number at the beginning would make a list or a rule of the text.
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let (number, rest) = text.split_at(text.len() - rest.len());
    let is_number = !number.is_empty() && [". ", ") "].iter().any(|end| rest.starts_with(end));
    match is_number || text.starts_with(['-', '+', '=']) {
        true => format!("{number}\\{rest}"),
        false => text.to_owned(),
    }
}

fn table(table: &Table) -> String {
    let rule = |column: &Column| match column.kind {
        ColumnKind::Words => "---".to_owned(),
        ColumnKind::Number | ColumnKind::Share => "---:".to_owned(),
    };
    let columns = table.columns.iter();
    let heads = columns.clone().map(|column| escaped(column.head));
    let mut lines = vec![line(heads), line(columns.map(rule))];
    let rows = table.rows.iter().filter(|row| !row.is_on_page);
    lines.extend(rows.map(row));
    lines.join("\n")
}

/// Row of a table, without the line feed.
pub(crate) fn row(row: &Row) -> String {
    // Blanks that do not break, for Markdown drops others.
    let depth = "\u{a0}".repeat(2 * row.depth);
    let cells = row.cells.iter().enumerate();
    line(cells.map(|(index, cell)| match index {
        0 => depth.clone() + &spans(cell, " "),
        _ => spans(cell, " "),
    }))
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |", joined(cells, " | "))
}

/// Drawing in characters, as code that no backtick ends.
fn drawing(text: &str) -> String {
    let drawn = visible::lines(text).replace('`', "'");
    format!("```text\n{}\n```", drawn.trim_end())
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Options, Parser, Tag};

    use super::super::html::tests::hostile;
    use super::*;

    #[test]
    fn no_text_becomes_markup() {
        let mut blocks = hostile();
        for begun in ["- a", "+ a", "1. a", "2) a", "# a", "> a", "=== a", "    a"] {
            blocks.push(Block::sentence(begun));
        }
        let page = text(&blocks);
        assert!(!page.contains(['\u{202e}', '\u{1b}']), "{page}");
        let events: Vec<Event<'_>> = Parser::new_ext(&page, Options::ENABLE_TABLES).collect();
        let count = |is: &dyn Fn(&Event<'_>) -> bool| events.iter().filter(|at| is(at)).count();
        let wrong = |event: &Event<'_>| {
            let tag = matches!(
                event,
                Event::Start(Tag::Image { .. } | Tag::Emphasis | Tag::Strong | Tag::HtmlBlock)
            );
            tag || matches!(event, Event::Html(_) | Event::InlineHtml(_) | Event::Rule)
        };
        assert_eq!(count(&wrong), 0, "{page}");
        assert_eq!(
            count(&|at| matches!(at, Event::Start(Tag::Link { .. }))),
            1,
            "{page}"
        );
        assert_eq!(
            count(&|at| matches!(at, Event::Start(Tag::Heading { .. }))),
            1,
            "{page}"
        );
        // Two tables of three cells with one row each, and a chart.
        assert_eq!(
            count(&|at| matches!(at, Event::Start(Tag::TableCell))),
            16,
            "{page}"
        );
        // A numbered list, facts and moves.
        assert_eq!(
            count(&|at| matches!(at, Event::Start(Tag::List(_)))),
            3,
            "{page}"
        );
        assert_eq!(
            count(&|at| matches!(at, Event::Start(Tag::CodeBlock(_)))),
            2,
            "{page}"
        );
        assert_eq!(
            count(&|at| matches!(at, Event::Start(Tag::BlockQuote(_)))),
            1,
            "{page}"
        );
    }
}
