//! The pages as HTML.

use maud::{Markup, PreEscaped, html};

use super::markdown;
use super::{DocCode, DocEntry, DocIndex, DocItem, DocPage, DocShown, DocWord};
use crate::block::html::{PageLines, PageText};
use crate::html::Frame;
use crate::svg::{BoardOptions, Theme, board};
use crate::text::{numbered, thousands};
use crate::values;

/// Kinds of items in the order of the page's list of items, each with its heading there; those without a heading are not listed.
const KINDS: [(&str, &str); 16] = [
    ("material", ""),
    ("example", ""),
    ("default holding", ""),
    ("board", "Boards"),
    ("number", "Numbers"),
    ("descriptor", "Descriptors"),
    ("zone", "Zones"),
    ("moves", "Moves"),
    ("advice", "Advice"),
    ("plan", "Plans"),
    ("table", "Tables"),
    ("strategy", "Strategies"),
    ("pattern", "Patterns"),
    ("evaluation", "Evaluations"),
    ("test", "Tests"),
    ("claim", "Claims"),
];

/// HTML of a page of documentation on one file.
pub fn page(page: &DocPage) -> String {
    let link = |name: &str| {
        let mut own = page.items.iter();
        let item = own.find(|item| item.name == name && !item.anchor.is_empty())?;
        Some(format!("#{}", item.anchor))
    };
    let example = page.example.as_ref().map(|(position, what)| {
        let options = BoardOptions {
            theme: Theme::Auto,
            caption: Some(what.clone()),
            ..BoardOptions::default()
        };
        board(position, &options)
    });
    let body = html! {
        header {
            h1 { (PageText(&page.name)) }
            p { (PageText(page.material.as_deref().unwrap_or("any position"))) }
            p.up { a href=(PageText(format!("{}index.html", page.root))) { "all pages" } }
        }
        div.doc {
            "\n" (list(page)) "\n"
            main {
                section.about {
                    "\n" (markdown(&page.doc, &link))
                    @if !page.uses.is_empty() {
                        p.uses {
                            "It uses "
                            @for (index, (name, href)) in page.uses.iter().enumerate() {
                                @if index > 0 { ", " }
                                (linked(name, href.as_deref()))
                            }
                            "."
                        }
                    }
                    @if let Some(drawing) = example { figure { (PreEscaped(drawing)) } }
                }
                @for item in &page.items { "\n" (self::item(item, &link)) }
            }
        }
    };
    whole(&page.name, body)
}

/// HTML of the index of all pages.
pub fn index(index: &DocIndex) -> String {
    let parts = [("", &index.files), ("Library", &index.library)];
    let body = html! {
        header { h1 { (PageText(&index.title)) } }
        div.doc.alone {
            main {
                @for (title, entries) in parts.iter().filter(|(_, entries)| !entries.is_empty()) {
                    @if !title.is_empty() { "\n" h2 { (title) } }
                    @for entry in entries.iter() { "\n" (self::entry(entry)) }
                }
            }
        }
    };
    whole(&index.title, body)
}

fn whole(title: &str, body: Markup) -> String {
    let frame = Frame {
        title,
        ..Frame::of(body)
    };
    frame.written()
}

fn markdown(text: &str, link: &dyn Fn(&str) -> Option<String>) -> Markup {
    PreEscaped(markdown::written(text, link))
}

fn linked(name: &str, href: Option<&str>) -> Markup {
    let name = html! { code { (PageText(name)) } };
    match href {
        Some(href) => html! { a href=(PageText(href)) { (name) } },
        None => name,
    }
}

/// Markup of the page's list of the items by their kinds, with links.
fn list(page: &DocPage) -> Markup {
    let of = |kind: &str| -> Vec<&DocItem> {
        let items = page.items.iter();
        items.filter(|item| item.kind == kind).collect()
    };
    let parts = KINDS.iter().map(|(kind, title)| (title, of(kind)));
    html! {
        nav aria-label="Items" {
            @for (title, items) in parts.filter(|(title, items)| !title.is_empty() && !items.is_empty()) {
                "\n" h3 { (title) } "\n"
                ul { @for item in items { "\n" li { a href={ "#" (PageText(&item.anchor)) } { (PageText(&item.name)) } } } }
            }
        }
    }
}

fn entry(entry: &DocEntry) -> Markup {
    let href = entry.href.as_deref();
    let file = href.unwrap_or_default();
    html! {
        section class=[href.is_none().then_some("broken")] {
            "\n" h3.file { (linked(&entry.name, href)) } "\n"
            (markdown(&entry.about, &|_| None))
            @if !entry.items.is_empty() {
                p.names {
                    @for (kind, name, anchor) in &entry.items {
                        a href=(PageText(format!("{file}#{anchor}"))) title=(kind) { (PageText(name)) } " "
                    }
                }
            }
        }
    }
}

fn item(item: &DocItem, link: &dyn Fn(&str) -> Option<String>) -> Markup {
    let shown = item.shown.iter();
    let has_rows = shown
        .clone()
        .any(|shown| matches!(shown, DocShown::Rows { .. }));
    let code = html! { pre.code { (code(&item.code)) } };
    html! {
        section.item id=(PageText(&item.anchor)) {
            h2 {
                code { (PageText(&item.signature)) } " "
                a.line href={ "#" (PageText(&item.anchor)) } { "line " (thousands(u64::from(item.line))) }
            }
            "\n" (markdown(&item.doc, link))
            // Clauses and rules have all of the text already.
            @if has_rows { details { summary { "text" } (code) } } @else { (code) }
            @for one in shown { "\n" (self::shown(one)) }
        }
    }
}

/// Markup of program text with its colours and links.
fn code(parts: &[DocCode]) -> Markup {
    let word = |part: &DocCode| {
        let class = match part.kind {
            DocWord::Keyword => Some("k"),
            DocWord::Quoted => Some("q"),
            DocWord::Comment => Some("c"),
            DocWord::Chess => Some("p"),
            DocWord::Number => Some("n"),
            DocWord::Plain => None,
        };
        let text = PageLines(&part.text);
        html! { @if class.is_some() { span class=[class] { (text) } } @else { (text) } }
    };
    html! {
        @for part in parts {
            @match &part.href {
                Some(href) => a href=(PageText(href)) { (word(part)) },
                None => (word(part)),
            }
        }
    }
}

fn shown(shown: &DocShown) -> Markup {
    match shown {
        DocShown::Squares {
            position,
            value,
            caption,
        } => {
            let drawing =
                values::drawing(position, std::slice::from_ref(value), Theme::Auto, false);
            html! { figure { (PreEscaped(drawing)) figcaption { (PageText(caption)) } } }
        }
        DocShown::Value { text, value, place } => html! {
            p.remark { code { (PageText(text)) } " is " b { (PageText(value)) } " " (PageText(place)) }
        },
        DocShown::Rows { heads, rows } => html! {
            table {
                thead { tr { @for head in heads { th scope="col" { (head) } } } }
                @for (left, right) in rows { "\n" tr { td { code { (code(left)) } } td { code { (code(right)) } } } }
            }
        },
        DocShown::Chosen {
            position,
            mv,
            because,
            place,
        } => {
            let options = BoardOptions {
                theme: Theme::Auto,
                caption: Some(place.clone()),
                last_move: Some(*mv),
                ..BoardOptions::default()
            };
            html! {
                div.chosen {
                    figure { (PreEscaped(board(position, &options))) }
                    p { "Chosen here: " b { (PageText(numbered(position, *mv))) } }
                    @if let Some(because) = because { p.because { (PageText(because)) } }
                }
            }
        }
        DocShown::Verdict {
            is_good,
            headline,
            report,
        } => {
            let (class, sign) = match is_good {
                Some(true) => ("good", "✓ "),
                Some(false) => ("bad", "✗ "),
                None => ("open", ""),
            };
            html! {
                p class={ "outcome " (class) } { (sign) (PageText(headline)) }
                @if !report.is_empty() { details { summary { "report" } pre { (PageLines(report.trim_end())) } } }
            }
        }
        DocShown::Note(text) => html! { p.remark { (PageText(text)) } },
    }
}
