//! Doc comments as HTML: Markdown without HTML, without pictures, and with links to pages and to the web only.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::svg::escaped;
use crate::text::joined;

/// Converts a doc comment from Markdown to HTML. `link` gives the target for a name in backquotes; `None` for no link.
pub fn written(text: &str, link: &dyn Fn(&str) -> Option<String>) -> String {
    let mut links = Vec::new();
    let text = with_diagrams(text);
    let events = Parser::new_ext(&text, Options::ENABLE_TABLES);
    let events = events.filter_map(|event| {
        Some(match event {
            // A text of a file is text and never markup.
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
            Event::Start(Tag::Link { dest_url, .. }) => {
                let leads = leads_to_pages(&dest_url);
                links.push(leads);
                if !leads {
                    return None;
                }
                let (title, id) = (CowStr::Borrowed(""), CowStr::Borrowed(""));
                Event::Start(Tag::Link {
                    link_type: pulldown_cmark::LinkType::Inline,
                    dest_url,
                    title,
                    id,
                })
            }
            Event::End(TagEnd::Link) if links.pop() == Some(false) => return None,
            // The page has headings of its own.
            Event::Start(Tag::Heading { .. }) => Event::Start(Tag::Heading {
                level: HeadingLevel::H4,
                id: None,
                classes: Vec::new(),
                attrs: Vec::new(),
            }),
            Event::End(TagEnd::Heading(_)) => Event::End(TagEnd::Heading(HeadingLevel::H4)),
            Event::Code(code) => match link(&code) {
                Some(href) if links.is_empty() => {
                    let (href, code) = (escaped(&href), escaped(&code));
                    Event::Html(format!("<a href=\"{href}\"><code>{code}</code></a>").into())
                }
                _ => Event::Code(code),
            },
            other => other,
        })
    });
    // Events of ours are the only markup.
    let events: Vec<Event<'_>> = events.collect();
    let mut page = String::with_capacity(text.len() * 2);
    html::push_html(&mut page, events.into_iter());
    page
}

/// Indents further each line that begins with two blanks or more after an empty line, so that Markdown keeps them: a diagram in a comment
/// is no prose. Continuation lines of a list entry stay unchanged.
pub fn with_diagrams(text: &str) -> String {
    let (mut is_diagram, mut is_after_empty, mut is_in_list) = (false, true, false);
    let lines = text.lines().map(|line| {
        let is_empty = line.trim().is_empty();
        let is_indented = line.starts_with("  ");
        if !is_empty {
            is_diagram = is_indented && !is_in_list && (is_diagram || is_after_empty);
            let is_entry = |c: char| matches!(c, '-' | '*' | '+') || c.is_ascii_digit();
            is_in_list = match is_indented {
                true => is_in_list,
                false => line.starts_with(is_entry),
            };
        }
        is_after_empty = is_empty;
        match is_diagram && !is_empty {
            true => format!("  {line}"),
            false => line.to_owned(),
        }
    });
    joined(lines, "\n")
}

/// True for a link to a page beside this one or to the web; any other scheme could run code.
fn leads_to_pages(target: &str) -> bool {
    let scheme = target.split_once(':').map(|(scheme, _)| scheme);
    match scheme {
        None => true,
        Some(scheme) if scheme.contains(['/', '#', '?']) => true,
        Some(scheme) => matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        written(text, &|name| (name == "CUT").then(|| "#CUT".to_owned()))
    }

    #[test]
    fn indented_diagrams_keep_their_lines() {
        assert_eq!(
            plain("The square:\n\n  8 . . .\n  7 . + <b>\n\n  6 . . .\n\nSo `CUT`\n  goes on.\n"),
            "<p>The square:</p>\n<pre><code>8 . . .\n7 . + &lt;b&gt;\n\n6 . . .\n</code></pre>\n<p>So <a href=\"#CUT\"><code>CUT</code></a>\ngoes on.</p>\n"
        );
        assert_eq!(
            plain("- one\n\n  goes on\n"),
            "<ul>\n<li>\n<p>one</p>\n<p>goes on</p>\n</li>\n</ul>\n"
        );
    }

    #[test]
    fn texts_are_markdown_without_markup() {
        assert_eq!(plain("a *b* `c`\n"), "<p>a <em>b</em> <code>c</code></p>\n");
        assert_eq!(
            plain("see `CUT`"),
            "<p>see <a href=\"#CUT\"><code>CUT</code></a></p>\n"
        );
        for hostile in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "<div onclick=\"x\">\n\nb\n\n</div>",
            "[a](javascript:alert(1)) ![b](http://x/y.png) <a href=\"javascript:x\">",
            "<javascript:alert(1)>",
        ] {
            let page = plain(hostile);
            for tag in [
                "<script",
                "<img",
                "<div",
                "javascript:alert(1)\"",
                "<a href=\"j",
            ] {
                assert!(!page.contains(tag), "{hostile}\n{page}");
            }
        }
        assert_eq!(
            plain("[a](x.html) [b](https://c/)"),
            "<p><a href=\"x.html\">a</a> <a href=\"https://c/\">b</a></p>\n"
        );
    }
}
