//! The pages as HTML.

use std::fmt::Write as _;

use super::markdown;
use super::{DocCode, DocEntry, DocIndex, DocItem, DocPage, DocShown, DocWord};
use crate::svg::{BoardOptions, Theme, board, escaped};
use crate::text::{numbered, thousands};
use crate::values;

/// Style sheets: the one that all pages of this crate share, and the additions for pages of documentation.
const BASE: &str = include_str!("../html/base.css");
const STYLE: &str = include_str!("document.css");

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
    let mut body = String::new();
    let material = page.material.as_deref().unwrap_or("any position");
    let _ = write!(
        body,
        "<header><h1>{}</h1><p>{}</p><p class=\"up\"><a href=\"{}index.html\">all pages</a></p></header>\n<div class=\"doc\">\n",
        escaped(&page.name),
        escaped(material),
        escaped(&page.root)
    );
    list(&mut body, page);
    body.push_str("<main>\n<section class=\"about\">\n");
    body.push_str(&markdown::written(&page.doc, &link));
    if !page.uses.is_empty() {
        let uses: Vec<String> = page
            .uses
            .iter()
            .map(|(name, href)| linked(name, href.as_deref()))
            .collect();
        let _ = writeln!(body, "<p class=\"uses\">It uses {}.</p>", uses.join(", "));
    }
    if let Some((position, what)) = &page.example {
        let options = BoardOptions {
            theme: Theme::Auto,
            caption: Some(what.clone()),
            ..BoardOptions::default()
        };
        let _ = writeln!(body, "<figure>{}</figure>", board(position, &options));
    }
    body.push_str("</section>\n");
    for item in &page.items {
        self::item(&mut body, item, &link);
    }
    body.push_str("</main>\n</div>\n");
    whole(&page.name, &body)
}

/// HTML of the index of all pages.
pub fn index(index: &DocIndex) -> String {
    let mut body = format!(
        "<header><h1>{}</h1></header>\n<div class=\"doc alone\">\n<main>\n",
        escaped(&index.title)
    );
    for (title, entries) in [("", &index.files), ("Library", &index.library)] {
        if entries.is_empty() {
            continue;
        }
        if !title.is_empty() {
            let _ = writeln!(body, "<h2>{title}</h2>");
        }
        for entry in entries {
            self::entry(&mut body, entry);
        }
    }
    body.push_str("</main>\n</div>\n");
    whole(&index.title, &body)
}

fn whole(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>{}</title>\n<style>\n{BASE}{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

fn linked(name: &str, href: Option<&str>) -> String {
    let name = escaped(name);
    match href {
        Some(href) => format!("<a href=\"{}\"><code>{name}</code></a>", escaped(href)),
        None => format!("<code>{name}</code>"),
    }
}

/// Writes the page's list of the items by their kinds, with links.
fn list(body: &mut String, page: &DocPage) {
    body.push_str("<nav aria-label=\"Items\">\n");
    for (kind, title) in KINDS.iter().filter(|(_, title)| !title.is_empty()) {
        let items: Vec<&DocItem> = page
            .items
            .iter()
            .filter(|item| item.kind == *kind)
            .collect();
        if items.is_empty() {
            continue;
        }
        let _ = writeln!(body, "<h3>{title}</h3>\n<ul>");
        for item in items {
            let _ = writeln!(
                body,
                "<li><a href=\"#{}\">{}</a></li>",
                escaped(&item.anchor),
                escaped(&item.name)
            );
        }
        body.push_str("</ul>\n");
    }
    body.push_str("</nav>\n");
}

fn entry(body: &mut String, entry: &DocEntry) {
    let name = linked(&entry.name, entry.href.as_deref());
    let bad = if entry.href.is_none() {
        " class=\"broken\""
    } else {
        ""
    };
    let about = markdown::written(&entry.about, &|_| None);
    let _ = write!(
        body,
        "<section{bad}>\n<h3 class=\"file\">{name}</h3>\n{about}"
    );
    let href = entry.href.as_deref().unwrap_or_default();
    let mut items = Vec::new();
    for (kind, name, anchor) in &entry.items {
        items.push(format!(
            "<a href=\"{}#{}\" title=\"{kind}\">{}</a>",
            escaped(href),
            escaped(anchor),
            escaped(name)
        ));
    }
    if !items.is_empty() {
        let _ = writeln!(body, "<p class=\"names\">{}</p>", items.join(" "));
    }
    body.push_str("</section>\n");
}

fn item(body: &mut String, item: &DocItem, link: &dyn Fn(&str) -> Option<String>) {
    let _ = write!(
        body,
        "<section class=\"item\" id=\"{}\">\n<h2><code>{}</code> <a class=\"line\" href=\"#{}\">line {}</a></h2>\n",
        escaped(&item.anchor),
        escaped(&item.signature),
        escaped(&item.anchor),
        thousands(u64::from(item.line))
    );
    body.push_str(&markdown::written(&item.doc, link));
    let has_rows = item
        .shown
        .iter()
        .any(|shown| matches!(shown, DocShown::Rows { .. }));
    let code = code(&item.code);
    // Clauses and rules have all of the text already.
    let _ = match has_rows {
        true => writeln!(
            body,
            "<details><summary>text</summary><pre class=\"code\">{code}</pre></details>"
        ),
        false => writeln!(body, "<pre class=\"code\">{code}</pre>"),
    };
    for shown in &item.shown {
        self::shown(body, shown);
    }
    body.push_str("</section>\n");
}

/// Markup of program text with its colours and links.
fn code(parts: &[DocCode]) -> String {
    let mut text = String::new();
    for part in parts {
        let class = match part.kind {
            DocWord::Keyword => "k",
            DocWord::Quoted => "q",
            DocWord::Comment => "c",
            DocWord::Chess => "p",
            DocWord::Number => "n",
            DocWord::Plain => "",
        };
        // Lines of a text are its own.
        let lines: Vec<String> = part.text.split('\n').map(escaped).collect();
        let word = lines.join("\n");
        let word = match class {
            "" => word,
            class => format!("<span class=\"{class}\">{word}</span>"),
        };
        let _ = match &part.href {
            Some(href) => write!(text, "<a href=\"{}\">{word}</a>", escaped(href)),
            None => write!(text, "{word}"),
        };
    }
    text
}

fn shown(body: &mut String, shown: &DocShown) {
    match shown {
        DocShown::Squares {
            position,
            value,
            caption,
        } => {
            let drawing = values::drawing_in(position, std::slice::from_ref(value), Theme::Auto);
            let _ = writeln!(
                body,
                "<figure>{drawing}<figcaption>{}</figcaption></figure>",
                escaped(caption)
            );
        }
        DocShown::Value { text, value, place } => {
            let _ = writeln!(
                body,
                "<p class=\"value\"><code>{}</code> is <b>{}</b> {}</p>",
                escaped(text),
                escaped(value),
                escaped(place)
            );
        }
        DocShown::Rows { heads, rows } => {
            let _ = writeln!(
                body,
                "<table>\n<thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead>",
                escaped(heads[0]),
                escaped(heads[1])
            );
            for (left, right) in rows {
                let _ = writeln!(
                    body,
                    "<tr><td><code>{}</code></td><td><code>{}</code></td></tr>",
                    code(left),
                    code(right)
                );
            }
            body.push_str("</table>\n");
        }
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
            let _ = write!(
                body,
                "<div class=\"chosen\">\n<figure>{}</figure>\n<p>Chosen here: <b>{}</b></p>\n",
                board(position, &options),
                escaped(&numbered(position, *mv))
            );
            if let Some(because) = because {
                let _ = writeln!(body, "<p class=\"because\">{}</p>", escaped(because));
            }
            body.push_str("</div>\n");
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
            let _ = writeln!(
                body,
                "<p class=\"verdict {class}\">{sign}{}</p>",
                escaped(headline)
            );
            if !report.is_empty() {
                let lines: Vec<String> = report.lines().map(escaped).collect();
                let _ = writeln!(
                    body,
                    "<details><summary>report</summary><pre>{}</pre></details>",
                    lines.join("\n")
                );
            }
        }
        DocShown::Note(text) => {
            let _ = writeln!(body, "<p class=\"note\">{}</p>", escaped(text));
        }
    }
}
